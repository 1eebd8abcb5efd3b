/* SPDX-License-Identifier: MIT */
/* encoding.c - names of encodings, and the only user of iconv. */
#include "text/encoding.h"

#include <iconv.h>
#include <string.h>

#include "base/utf8.h"
#include "text/charset.h"
#include "text/cjk.h"

/* Lists of words, a blank between two. */
static const struct {
    const char *names;
    const char *charsets[2];
} table[SHOGI_ENCODING_COUNT] = {
#define SHOGI_ENCODING(id, names, charsets, more)                                        \
    [SHOGI_ENCODING_##id] = { names, { charsets, more } },
#include "text/encoding.def"
#undef SHOGI_ENCODING
};

/* ---- names ---------------------------------------------------------------------- */

static bool
is_separator(char c)
{
    return c == '-' || c == '_';
}

static char
to_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Are the two the same name but for case and separators? */
static bool
is_same_name(const char *a, size_t a_len, const char *b, size_t b_len)
{
    const char *a_end = a + a_len, *b_end = b + b_len;

    for (;;) {
        while (a < a_end && is_separator(*a))
            a++;
        while (b < b_end && is_separator(*b))
            b++;
        if (a == a_end || b == b_end)
            return a == a_end && b == b_end;
        if (to_lower(*a++) != to_lower(*b++))
            return false;
    }
}

bool
shogi_encoding_from_name(const char *name, size_t len, enum shogi_encoding *encoding)
{
    for (int i = 0; i < SHOGI_ENCODING_COUNT; i++) {
        const char *at = table[i].names;

        while (*at) {
            size_t n = strcspn(at, " ");

            if (is_same_name(name, len, at, n)) {
                *encoding = (enum shogi_encoding)i;
                return true;
            }
            at += n;
            at += *at == ' ';
        }
    }
    return false;
}

const char *
shogi_encoding_name(enum shogi_encoding encoding)
{
    static const char *const names[SHOGI_ENCODING_COUNT] = {
        [SHOGI_ENCODING_AUTO] = "auto",
        [SHOGI_ENCODING_UTF8] = "utf-8",
        [SHOGI_ENCODING_CP932] = "cp932",
        [SHOGI_ENCODING_EUC_JP] = "euc-jp",
        [SHOGI_ENCODING_ISO_2022_JP] = "iso-2022-jp",
        [SHOGI_ENCODING_UTF16LE] = "utf-16le",
        [SHOGI_ENCODING_UTF16BE] = "utf-16be",
        [SHOGI_ENCODING_GB18030] = "gb18030",
        [SHOGI_ENCODING_BIG5] = "big5",
    };

    return names[encoding];
}

bool
shogi_encoding_available(enum shogi_encoding encoding)
{
    switch (encoding) {
    case SHOGI_ENCODING_CP932:
        return shogi_cjk_table(SHOGI_CJK_CP932);
    case SHOGI_ENCODING_EUC_JP:
    case SHOGI_ENCODING_ISO_2022_JP:
        return shogi_cjk_table(SHOGI_CJK_JIS);
    case SHOGI_ENCODING_GB18030:
        return shogi_cjk_table(SHOGI_CJK_GB);
    case SHOGI_ENCODING_BIG5:
        return shogi_cjk_table(SHOGI_CJK_BIG5);
    default:
        return true;
    }
}

/* ---- iconv ---------------------------------------------------------------------- */

bool
shogi_charset_open(struct shogi_charset *c, enum shogi_encoding encoding, bool more)
{
    const char *at = table[encoding].charsets[more];
    char name[32];

    while (*at) {
        size_t n = strcspn(at, " ");

        if (n < sizeof name) {
            iconv_t cd;

            memcpy(name, at, n);
            name[n] = '\0';
            cd = iconv_open("UTF-8", name);
            if (cd != (iconv_t)-1) {
                c->iconv = cd;
                return true;
            }
        }
        at += n;
        at += *at == ' ';
    }
    return false;
}

void
shogi_charset_close(struct shogi_charset *c)
{
    iconv_close(c->iconv);
}

/* Characters of valid UTF-8, MAX at most; returns how many there are, MAX + 1 for
 * more than that. */
static size_t
split_utf8(const char *utf8, size_t len, uint32_t *chars, size_t max)
{
    const char *end = utf8 + len;
    size_t n = 0, size;

    for (; utf8 < end; utf8 += size, n++) {
        const unsigned char *u = (const unsigned char *)utf8;

        if (n == max)
            return max + 1;
        if ((u[0] & 0xf0) == 0xe0) { /* nearly all of them */
            chars[n] = (u[0] & 0x0fu) << 12 | (u[1] & 0x3fu) << 6 | (u[2] & 0x3fu);
            size = 3;
        } else {
            chars[n] = shogi_utf8_decode(utf8, (size_t)(end - utf8), &size);
        }
    }
    return n;
}

/* Convert as many codes as go in one call; returns how many it was, and puts
 * their characters into CHARS unless the two do not match one to one. */
static size_t
decode_some(struct shogi_charset *c, unsigned char *codes, size_t size, size_t count,
            uint32_t *chars)
{
    char utf8[SHOGI_CHARSET_BATCH * 8], *out = utf8, *in = (char *)codes;
    uint32_t found[SHOGI_CHARSET_BATCH];
    size_t in_left = size * count, out_left = sizeof utf8, done;

    iconv(c->iconv, &in, &in_left, &out, &out_left);
    done = (size_t)(in - (char *)codes) / size;
    if (split_utf8(utf8, (size_t)(out - utf8), found, done) != done)
        return done;
    for (size_t i = 0; i < done; i++)
        if (chars[i] == 0)
            chars[i] = found[i];
    return done;
}

void
shogi_charset_decode(struct shogi_charset *c, const unsigned char *codes, size_t size,
                     size_t count, uint32_t *chars)
{
    unsigned char
        copy[SHOGI_CHARSET_BATCH * 4]; /* iconv wants bytes that are not const */
    size_t at = 0;

    memcpy(copy, codes, size * count);
    while (at < count) {
        at += decode_some(c, copy + at * size, size, count - at, chars + at);
        if (at < count) {
            iconv(c->iconv, NULL, NULL, NULL, NULL);
            at++; /* the code that stopped it: no character */
        }
    }
}
