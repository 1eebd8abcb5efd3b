/* SPDX-License-Identifier: MIT */
/* decode.c - bytes of one game to UTF-8. */
#include "text/decode.h"

#include <string.h>

#include "base/ascii.h"
#include "base/lines.h"
#include "base/utf8.h"
#include "text/cjk.h"
#include "text/form.h"

static const char REPLACEMENT[] = "\xef\xbf\xbd"; /* U+FFFD */

void
shogi_decoded_add_bad(struct shogi_decoded *d)
{
    if (!d->first_bad)
        d->first_bad = d->at;
    d->bad_count++;
    memcpy(d->at, REPLACEMENT, 3);
    d->at += 3;
}

/* ---- one encoding each ---------------------------------------------------------- */

/* Write the cell of a two-byte code; false: no such character. */
static inline bool
add_cell(struct shogi_decoded *d, const unsigned char cell[4])
{
    memcpy(d->at, cell, 4);
    d->at += cell[3];
    return cell[3] != 0;
}

/* Copy ASCII, then two-byte codes from TABLE as long as they have a character:
 * all that most lines are made of.  Stops at the first byte of anything else,
 * or less than two bytes before END. */
static inline const unsigned char *
decode_pairs(struct shogi_decoded *d, const unsigned char *p, const unsigned char *end,
             const struct shogi_cjk_table *table)
{
    char *out = d->at; /* not in *D, which bytes that are written might lie in */

    for (;;) {
        p = (const unsigned char *)shogi_ascii_copy(&out, (const char *)p,
                                                    (const char *)end);
        while (end - p >= 2 && p[0] >= 0x80) {
            const unsigned char *cell = table->cell[p[0] - 0x80][p[1]];

            memcpy(out, cell, 4);
            if (cell[3] == 0) {
                d->at = out;
                return p;
            }
            out += cell[3];
            p += 2;
        }
        if (p == end || p[0] >= 0x80) {
            d->at = out;
            return p;
        }
    }
}

/* Past something of LENGTH bytes (0: of no known form) that has no character.
 * Where its second byte is ASCII, that stands for itself. */
static const unsigned char *
skip_bad(struct shogi_decoded *d, const unsigned char *p, size_t length)
{
    if (length < 2 || p[1] < 0x80)
        length = 1;
    for (size_t i = 0; i < length; i++)
        shogi_decoded_add_bad(d);
    return p + length;
}

/* Half-width katakana of JIS X 0201: a1..df are U+FF61..U+FF9F. */
static void
add_half_width_katakana(struct shogi_decoded *d, unsigned byte)
{
    d->at[0] = (char)0xef;
    d->at[1] = (char)(0xbb + (byte >> 6));
    d->at[2] = (char)(0x80 | (byte & 0x3f));
    d->at += 3;
}

static void
decode_utf8(struct shogi_decoded *d, const unsigned char *p, const unsigned char *end)
{
    while (p < end) {
        size_t left = (size_t)(end - p);
        size_t n = shogi_utf8_valid_length((const char *)p, left);

        memcpy(d->at, p, n);
        d->at += n;
        p += n;
        if (n < left) {
            shogi_decoded_add_bad(d);
            p++;
        }
    }
}

static void
decode_cp932(struct shogi_decoded *d, const unsigned char *p, const unsigned char *end,
             const struct shogi_cjk_table *table)
{
    while ((p = decode_pairs(d, p, end, table)) < end) {
        if (shogi_byte_is_between(p[0], 0xa1, 0xdf))
            add_half_width_katakana(d, *p++);
        else
            p = skip_bad(d, p, shogi_cp932_length(p, (size_t)(end - p)));
    }
}

static void
decode_euc_jp(struct shogi_decoded *d, const unsigned char *p, const unsigned char *end,
              const struct shogi_cjk_table *table)
{
    const struct shogi_cjk_table *table_2;

    while ((p = decode_pairs(d, p, end, table)) < end) {
        size_t length = shogi_euc_jp_length(p, (size_t)(end - p));

        if (p[0] == 0x8e && length == 2) {
            add_half_width_katakana(d, p[1]);
            p += 2;
        } else if (p[0] == 0x8f && length == 3
                   && (table_2 = shogi_cjk_table(SHOGI_CJK_JIS_2))
                   && add_cell(d, table_2->cell[p[1] - 0x80][p[2]])) {
            p += 3;
        } else {
            p = skip_bad(d, p, length);
        }
    }
}

/* The character of a four-byte code of GB18030; 0: none. */
static uint32_t
gb_four_char(const unsigned char *p)
{
    const uint32_t beyond_bmp = 189000; /* the number of U+10000 */
    uint32_t number = (((p[0] - 0x81u) * 10 + (p[1] - 0x30u)) * 126 + (p[2] - 0x81u)) * 10
                      + (p[3] - 0x30u);

    if (number < SHOGI_GB_FOUR_COUNT)
        return shogi_cjk_gb_four()[number];
    if (number >= beyond_bmp && number - beyond_bmp < 0x100000)
        return 0x10000 + (number - beyond_bmp);
    return 0;
}

static void
decode_gb18030(struct shogi_decoded *d, const unsigned char *p, const unsigned char *end,
               const struct shogi_cjk_table *table)
{
    while ((p = decode_pairs(d, p, end, table)) < end) {
        size_t length = shogi_gb18030_length(p, (size_t)(end - p));
        uint32_t c = length == 4 ? gb_four_char(p) : 0;

        if (c) {
            d->at += shogi_utf8_encode(c, d->at);
            p += 4;
        } else {
            p = skip_bad(d, p, length);
        }
    }
}

static void
decode_big5(struct shogi_decoded *d, const unsigned char *p, const unsigned char *end,
            const struct shogi_cjk_table *table)
{
    while ((p = decode_pairs(d, p, end, table)) < end)
        p = skip_bad(d, p, shogi_big5_length(p, (size_t)(end - p)));
}

bool
shogi_decode_bytes(struct shogi_decoded *d, enum shogi_encoding encoding, const char *s,
                   size_t len)
{
    static const enum shogi_cjk sets[SHOGI_ENCODING_COUNT] = {
        [SHOGI_ENCODING_CP932] = SHOGI_CJK_CP932,
        [SHOGI_ENCODING_EUC_JP] = SHOGI_CJK_JIS,
        [SHOGI_ENCODING_GB18030] = SHOGI_CJK_GB,
        [SHOGI_ENCODING_BIG5] = SHOGI_CJK_BIG5,
    };
    const unsigned char *p = (const unsigned char *)s;
    const struct shogi_cjk_table *table;

    if (encoding == SHOGI_ENCODING_UTF8) {
        decode_utf8(d, p, p + len);
        return true;
    }
    table = shogi_cjk_table(sets[encoding]);
    if (!table)
        return false;
    switch (encoding) {
    case SHOGI_ENCODING_CP932:
        decode_cp932(d, p, p + len, table);
        return true;
    case SHOGI_ENCODING_EUC_JP:
        decode_euc_jp(d, p, p + len, table);
        return true;
    case SHOGI_ENCODING_GB18030:
        decode_gb18030(d, p, p + len, table);
        return true;
    case SHOGI_ENCODING_BIG5:
        decode_big5(d, p, p + len, table);
        return true;
    default:
        return false;
    }
}

/* ---- the text of a game --------------------------------------------------------- */

static void
turn_lone_cr_into_lf(char *s, size_t len)
{
    char *end = s + len, *cr = s;

    while ((cr = memchr(cr, '\r', (size_t)(end - cr)))) {
        if (cr + 1 == end || cr[1] != '\n')
            *cr = '\n';
        cr++;
    }
}

/* Put the zero bytes behind a text in BUF. */
static bool
pad_text(struct shogi_buf *buf)
{
    if (!shogi_buf_reserve(buf, SHOGI_TEXT_PADDING))
        return false;
    memset(buf->data + buf->len, 0, SHOGI_TEXT_PADDING);
    return true;
}

/* Decode into BUF; *FIRST_BAD is the offset there. */
static bool
decode_into(struct shogi_text *t, struct shogi_buf *buf, const char *s, size_t len,
            size_t *first_bad)
{
    struct shogi_decoded d = { 0 };

    if (t->encoding == SHOGI_ENCODING_UTF16LE || t->encoding == SHOGI_ENCODING_UTF16BE
        || t->encoding == SHOGI_ENCODING_ISO_2022_JP)
        return shogi_transcode(buf, t->encoding, s, len, &t->bad_count, first_bad);
    if (len > (SIZE_MAX - SHOGI_DECODE_SLACK) / 3
        || !shogi_buf_reserve(buf, len * 3 + SHOGI_DECODE_SLACK))
        return false;
    d.at = buf->data;
    if (!shogi_decode_bytes(&d, t->encoding, s, len))
        return false;
    buf->len = (size_t)(d.at - buf->data);
    t->bad_count = d.bad_count;
    *first_bad = d.first_bad ? (size_t)(d.first_bad - buf->data) : 0;
    return true;
}

/* The place of the byte at OFFSET, lines and columns from 1. */
static void
set_bad_place(struct shogi_text *t, size_t offset)
{
    const char *line = t->utf8, *end = t->utf8 + offset, *lf;

    t->bad_line = t->first_line;
    while ((lf = memchr(line, '\n', (size_t)(end - line)))) {
        t->bad_line++;
        line = lf + 1;
    }
    t->bad_column = (uint32_t)shogi_utf8_count(line, (size_t)(end - line)) + 1;
}

static bool
is_bytes(const char *s, size_t len, const char *word, size_t word_len)
{
    return len >= word_len && memcmp(s, word, word_len) == 0;
}

/* The encoding that a BOM tells, and how long the BOM is; AUTO: there is none. */
static enum shogi_encoding
bom_of(const char *s, size_t len, size_t *size)
{
    *size = 3;
    if (is_bytes(s, len, "\xef\xbb\xbf", 3))
        return SHOGI_ENCODING_UTF8;
    *size = 2;
    if (is_bytes(s, len, "\xff\xfe", 2))
        return SHOGI_ENCODING_UTF16LE;
    if (is_bytes(s, len, "\xfe\xff", 2))
        return SHOGI_ENCODING_UTF16BE;
    *size = 0;
    return SHOGI_ENCODING_AUTO;
}

size_t
shogi_bom_length(const char *s, size_t len)
{
    size_t size;

    bom_of(s, len, &size);
    return size;
}

static bool
is_utf16(enum shogi_encoding encoding)
{
    return encoding == SHOGI_ENCODING_UTF16LE || encoding == SHOGI_ENCODING_UTF16BE;
}

/* Does a BOM for encoding BOM mean anything when the text is to be WANTED? */
static bool
bom_fits(enum shogi_encoding bom, enum shogi_encoding wanted)
{
    return wanted == SHOGI_ENCODING_AUTO || wanted == bom
           || (is_utf16(bom) && is_utf16(wanted));
}

bool
shogi_text_decode(struct shogi_text *t, struct shogi_buf *buf, const char *s, size_t len,
                  bool s_is_padded, enum shogi_encoding encoding, uint32_t first_line)
{
    static const char nothing[1 + SHOGI_TEXT_PADDING];
    size_t bom_size, first_bad = 0;
    enum shogi_encoding bom;
    bool is_utf8 = false;

    *t = (struct shogi_text){ .first_line = first_line };
    shogi_buf_reset(buf);
    if (len == 0) { /* S may be NULL */
        s = nothing;
        s_is_padded = true;
    }
    bom = bom_of(s, len, &bom_size);
    if (bom != SHOGI_ENCODING_AUTO && bom_fits(bom, encoding)) {
        t->had_bom = true;
        encoding = bom;
        s += bom_size;
        len -= bom_size;
    }
    t->declared = shogi_encoding_declared(s, len);
    if (encoding == SHOGI_ENCODING_AUTO)
        encoding = shogi_encoding_guess(s, len, t->declared, &is_utf8);
    else if (encoding == SHOGI_ENCODING_UTF8)
        is_utf8 = shogi_utf8_is_valid(s, len);
    t->encoding = encoding;
    if (encoding == SHOGI_ENCODING_UTF8 && is_utf8 && s_is_padded
        && !shogi_lines_have_lone_cr(s, len)) {
        t->utf8 = s;
        t->len = len;
        return true;
    }
    if (!decode_into(t, buf, s, len, &first_bad) || !pad_text(buf))
        return false;
    if (shogi_lines_have_lone_cr(buf->data, buf->len))
        turn_lone_cr_into_lf(buf->data, buf->len);
    t->utf8 = buf->data;
    t->len = buf->len;
    if (t->bad_count)
        set_bad_place(t, first_bad);
    return true;
}
