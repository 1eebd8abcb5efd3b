/* SPDX-License-Identifier: MIT */
/* glyphs.c - Japanese text of a record in Chinese characters.
 *
 * No Chinese word takes more bytes than the Japanese one, so that the text is
 * changed where it stands. */
#include "notation/glyphs.h"

#include <string.h>

#include "base/bytes.h"

/* What stands for a Japanese text: itself, simplified, traditional. */
struct word {
    const char *text[3];
};

/* Words and characters in lines that are no headers. */
static const struct word line_words[] = {
#define SHOGI_CHINESE_PHRASE(japanese, traditional, simplified)                          \
    { { japanese, simplified, traditional } },
#define SHOGI_CHINESE_END(id, japanese, traditional, simplified)                         \
    { { japanese, simplified, traditional } },
#include "game/chinese.def"
#define SHOGI_GLYPH(class, value, japanese, traditional, simplified, more)               \
    { { japanese, simplified, traditional } },
#include "notation/glyph.def"
#undef SHOGI_GLYPH
};

static const struct word keys[] = {
#define SHOGI_CHINESE_KEY(id, japanese, traditional, simplified)                         \
    { { japanese, simplified, traditional } },
#include "game/chinese.def"
};

static const struct word ends[] = {
#define SHOGI_CHINESE_END(id, japanese, traditional, simplified)                         \
    { { japanese, simplified, traditional } },
#include "game/chinese.def"
};

static const struct word handicaps[] = {
#define SHOGI_CHINESE_HANDICAP(id, japanese, traditional, simplified)                    \
    { { japanese, simplified, traditional } },
#include "game/chinese.def"
};

enum {
    LINE_WORDS = sizeof line_words / sizeof *line_words,
    KEYS = sizeof keys / sizeof *keys,
    ENDS = sizeof ends / sizeof *ends,
    HANDICAPS = sizeof handicaps / sizeof *handicaps
};

/* A text that is being changed: what comes before TO is done, FROM is read next. */
struct pen {
    char *to;
    const char *from;
    enum shogi_glyphs glyphs;
};

static void
copy(struct pen *pen, size_t len)
{
    memmove(pen->to, pen->from, len);
    pen->to += len;
    pen->from += len;
}

static void
put(struct pen *pen, const struct word *word)
{
    const char *text = word->text[pen->glyphs];
    size_t len = strlen(text);

    memcpy(pen->to, text, len);
    pen->to += len;
    pen->from += strlen(word->text[SHOGI_GLYPHS_JA]);
}

/* The longest word of a line that begins at S. */
static const struct word *
longest_word(const char *s, size_t len)
{
    const struct word *found = NULL;
    size_t most = 0;

    for (size_t i = 0; i < LINE_WORDS; i++) {
        const char *text = line_words[i].text[SHOGI_GLYPHS_JA];
        size_t n = strlen(text);
        if (n > most && n <= len && memcmp(s, text, n) == 0) {
            found = &line_words[i];
            most = n;
        }
    }
    return found;
}

/* All words of LEN bytes. */
static void
change_words(struct pen *pen, size_t len)
{
    const char *end = pen->from + len;

    while (pen->from < end) {
        const struct word *word =
            *pen->from & 0x80 ? longest_word(pen->from, (size_t)(end - pen->from)) : NULL;
        if (word)
            put(pen, word);
        else
            copy(pen, 1);
    }
}

/* The next LEN bytes, where they are one of COUNT words as a whole. */
static void
change_whole(struct pen *pen, size_t len, const struct word *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *text = words[i].text[SHOGI_GLYPHS_JA];
        if (strlen(text) == len && memcmp(pen->from, text, len) == 0) {
            put(pen, &words[i]);
            return;
        }
    }
    copy(pen, len);
}

/* Is the text one of COUNT words as a whole? */
static bool
is_one_of(const char *s, size_t len, const char *const words[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(words[i]) == len && memcmp(s, words[i], len) == 0)
            return true;
    return false;
}

#define IS_ONE_OF(s, len, words) is_one_of(s, len, words, sizeof(words) / sizeof *(words))

/* Of a header its key; what the formats themselves put into a value as well, but
 * nothing of a record's own. */
static void
change_header(struct pen *pen, size_t key_len, size_t len)
{
    static const char *const with_glyphs[] = { "先手の持駒", "後手の持駒", "下手の持駒",
                                               "上手の持駒", "変化" };
    static const char *const of_handicap[] = { "手合割" };
    const size_t colon_len = strlen("：");

    if (IS_ONE_OF(pen->from, key_len, with_glyphs)) {
        change_words(pen, len);
    } else if (IS_ONE_OF(pen->from, key_len, of_handicap)) {
        copy(pen, key_len + colon_len);
        change_whole(pen, len - key_len - colon_len, handicaps, HANDICAPS);
    } else {
        change_whole(pen, key_len, keys, KEYS);
        copy(pen, len - key_len);
    }
}

/* A mark of a side at S, its length; 0: there is none. */
static size_t
mark_length(const char *s, size_t len)
{
    return shogi_bytes_begin(s, len, "▲") || shogi_bytes_begin(s, len, "△") ? strlen("▲")
                                                                            : 0;
}

/* Does a move begin at S: with dou or a full-width digit? */
static bool
is_move(const char *s, size_t len)
{
    return shogi_bytes_begin(s, len, "同")
           || (len >= 3 && memcmp(s, "\xef\xbc", 2) == 0 && (unsigned char)s[2] >= 0x90
               && (unsigned char)s[2] <= 0x99);
}

/* Moves and words of endings, between blanks; the words of a record's own stay. */
static void
change_moves(struct pen *pen, size_t len)
{
    const char *end = pen->from + len;

    while (pen->from < end) {
        const char *blank = memchr(pen->from, ' ', (size_t)(end - pen->from));
        size_t left = (size_t)((blank ? blank : end) - pen->from);
        size_t mark = mark_length(pen->from, left);

        if (is_move(pen->from + mark, left - mark)) {
            change_words(pen, left);
        } else {
            copy(pen, mark);
            change_whole(pen, left - mark, ends, ENDS);
        }
        if (blank)
            copy(pen, 1);
    }
}

/* Lines that the formats themselves are made of. */
static bool
is_of_format(const char *line, size_t len)
{
    return *line == '|' || shogi_bytes_begin(line, len, "手数")
           || shogi_bytes_begin(line, len, "まで")
           || shogi_bytes_begin(line, len, "後手番");
}

/* Where the colon of a header stands in the line; LEN: there is none. */
static size_t
find_colon(const char *line, size_t len)
{
    static const char colon[] = "：";

    for (size_t i = 0; i + strlen(colon) <= len; i++)
        if (memcmp(line + i, colon, strlen(colon)) == 0)
            return i;
    return len;
}

static void
change_line(struct pen *pen, size_t len)
{
    size_t key_len = find_colon(pen->from, len);

    if (len == 0 || *pen->from == '*' || *pen->from == '&' || *pen->from == '#')
        copy(pen, len);
    else if (key_len < len)
        change_header(pen, key_len, len);
    else if (is_of_format(pen->from, len))
        change_words(pen, len);
    else
        change_moves(pen, len);
}

void
shogi_translate_glyphs(struct shogi_buf *out, size_t start, enum shogi_glyphs glyphs)
{
    struct pen pen = { .glyphs = glyphs };
    const char *end;

    if (glyphs == SHOGI_GLYPHS_JA || out->failed || start == out->len)
        return;
    pen.to = out->data + start;
    pen.from = pen.to;
    end = out->data + out->len;
    while (pen.from < end) {
        const char *lf = memchr(pen.from, '\n', (size_t)(end - pen.from));

        change_line(&pen, (size_t)((lf ? lf : end) - pen.from));
        if (lf)
            copy(&pen, 1);
    }
    out->len = (size_t)(pen.to - out->data);
}
