/* SPDX-License-Identifier: MIT */
/* glyphs.c - Japanese text of a record in Chinese characters.
 *
 * Every character of glyph.def takes three bytes, so that the text keeps its
 * length and is changed where it stands. */
#include "notation/glyphs.h"

#include <string.h>

enum { GLYPH_BYTES = 3 };

static const char glyphs_by_script[][3][GLYPH_BYTES + 1] = {
#define SHOGI_GLYPH(class, value, japanese, traditional, simplified, more)               \
    { japanese, simplified, traditional },
#include "notation/glyph.def"
#undef SHOGI_GLYPH
    { "後", "后", "後" }, /* gote */
};

enum { GLYPH_COUNT = sizeof glyphs_by_script / sizeof *glyphs_by_script };

static void
translate(char *s, size_t len, enum shogi_glyphs glyphs)
{
    for (size_t at = 0; at + GLYPH_BYTES <= len;) {
        if (!(s[at] & 0x80)) {
            at++;
            continue;
        }
        for (size_t i = 0; i < GLYPH_COUNT; i++) {
            const char(*row)[GLYPH_BYTES + 1] = glyphs_by_script[i];
            if (memcmp(s + at, row[SHOGI_GLYPHS_JA], GLYPH_BYTES) == 0) {
                memcpy(s + at, row[glyphs], GLYPH_BYTES);
                break;
            }
        }
        /* A record's own text has other lengths: go on at the next character. */
        do
            at++;
        while (at < len && (s[at] & 0xc0) == 0x80);
    }
}

/* How much of the line may be changed: of a header its key, and all of a hand. */
static size_t
translatable(const char *line, size_t len)
{
    static const char colon[] = "：", hand[] = "持駒：";

    if (len == 0 || *line == '*' || *line == '&' || *line == '#')
        return 0;
    for (size_t i = 0; i + GLYPH_BYTES <= len; i++) {
        if (memcmp(line + i, colon, GLYPH_BYTES) != 0)
            continue;
        if (i >= 2 * GLYPH_BYTES
            && memcmp(line + i - 2 * GLYPH_BYTES, hand, 3 * GLYPH_BYTES) == 0)
            return len;
        return i;
    }
    return len;
}

void
shogi_translate_glyphs(struct shogi_buf *out, size_t start, enum shogi_glyphs glyphs)
{
    if (glyphs == SHOGI_GLYPHS_JA || out->failed)
        return;
    while (start < out->len) {
        char *line = out->data + start;
        const char *lf = memchr(line, '\n', out->len - start);
        size_t len = lf ? (size_t)(lf - line) : out->len - start;

        translate(line, translatable(line, len), glyphs);
        start += len + 1;
    }
}
