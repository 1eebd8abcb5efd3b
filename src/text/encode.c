/* SPDX-License-Identifier: MIT */
/* encode.c - UTF-8 to the encoding of an output. */
#include "text/encoding.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "text/cjk.h"

enum { GETA = 0x3013 };

/* Characters that mean the same and of which an encoding has but one, because
 * the tables of Windows and of JIS disagree, or because no old set has it.
 * Looked up from left to right; a character may have several twins. */
static const struct {
    uint16_t wanted, twin;
} twins[] = {
    /* clang-format off */
    { 0x301c, 0xff5e }, { 0xff5e, 0x301c },   /* wave dash, full-width tilde */
    { 0x2212, 0xff0d }, { 0xff0d, 0x2212 },   /* minus, full-width hyphen-minus */
    { 0x2016, 0x2225 }, { 0x2225, 0x2016 },   /* double vertical line, parallel to */
    { 0x2014, 0x2015 }, { 0x2015, 0x2014 },   /* em dash, horizontal bar */
    { 0x00a2, 0xffe0 }, { 0xffe0, 0x00a2 },   /* cent */
    { 0x00a3, 0xffe1 }, { 0xffe1, 0x00a3 },   /* pound */
    { 0x00ac, 0xffe2 }, { 0xffe2, 0x00ac },   /* not */
    { 0x00a6, 0xffe4 }, { 0xffe4, 0x00a6 },   /* broken bar */
    { 0x203e, 0xffe3 }, { 0xffe3, 0x203e },   /* overline */
    { 0x00b7, 0x30fb }, { 0x30fb, 0x00b7 },   /* middle dot */
    { 0x22ef, 0x2026 },                       /* ellipsis */
    { 0x00a0, 0x0020 },                       /* no-break space */
    { 0x2617, 0x25b2 }, { 0x2616, 0x25b3 },   /* marks of sente and gote */
    { 0x26ca, 0x25bc }, { 0x26c9, 0x25bd },   /* the same, turned */
    { 0x00a5, 0xffe5 },                       /* yen: a half-width one would be read as \ */
    /* clang-format on */
};

struct encoder {
    enum shogi_encoding encoding;
    const uint16_t *codes;
    bool in_kanji; /* ISO-2022-JP: an escape sequence is in force */
    bool in_katakana;
    uint32_t line;
    struct shogi_encode_loss *loss;
};

/* ---- one character ---------------------------------------------------------------- */

static size_t
put_pair(unsigned code, char *out)
{
    out[0] = (char)(code >> 8);
    out[1] = (char)code;
    return 2;
}

static bool
is_half_width_katakana(uint32_t c)
{
    return c >= 0xff61 && c <= 0xff9f;
}

static size_t
put_euc_jp(uint32_t c, char *out)
{
    const uint16_t *codes = shogi_cjk_codes(SHOGI_CJK_JIS_2);

    if (is_half_width_katakana(c)) {
        out[0] = (char)0x8e;
        out[1] = (char)(c - 0xff61 + 0xa1);
        return 2;
    }
    if (!codes || c > 0xffff || codes[c] == 0)
        return 0;
    out[0] = (char)0x8f;
    return 1 + put_pair(codes[c], out + 1);
}

static size_t
put_gb_four(uint32_t c, char *out)
{
    uint32_t number;

    if (c > 0xffff)
        number = c - 0x10000 + 189000;
    else if (shogi_cjk_gb_four_codes()[c])
        number = shogi_cjk_gb_four_codes()[c] - 1u;
    else
        return 0;
    out[0] = (char)(0x81 + number / 12600);
    out[1] = (char)(0x30 + number / 1260 % 10);
    out[2] = (char)(0x81 + number / 10 % 126);
    out[3] = (char)(0x30 + number % 10);
    return 4;
}

static size_t
put_utf16(bool big_endian, uint32_t unit, char *out)
{
    out[!big_endian] = (char)(unit >> 8);
    out[big_endian] = (char)unit;
    return 2;
}

/* ISO-2022-JP: switch to the set that C needs, if there is one. */
static size_t
put_jis(struct encoder *e, uint32_t c, char *out)
{
    unsigned code = c <= 0xffff ? e->codes[c] : 0;
    bool katakana = is_half_width_katakana(c), kanji = code != 0;
    size_t n = 0;

    if (c >= 0x80 && !katakana && !kanji)
        return 0;
    if (kanji != e->in_kanji || katakana != e->in_katakana) {
        memcpy(out, kanji ? "\x1b$B" : katakana ? "\x1b(I" : "\x1b(B", 3);
        n = 3;
        e->in_kanji = kanji;
        e->in_katakana = katakana;
    }
    if (kanji)
        return n + put_pair(code & 0x7f7f, out + n);
    out[n++] = katakana ? (char)(c - 0xff61 + 0x21) : (char)c;
    return n;
}

/* Write C, which is no line feed; 0 when the encoding lacks it.  At most eight
 * bytes. */
static size_t
put_exact(struct encoder *e, uint32_t c, char *out)
{
    bool big_endian = e->encoding == SHOGI_ENCODING_UTF16BE;

    if (e->encoding == SHOGI_ENCODING_ISO_2022_JP)
        return put_jis(e, c, out);
    if (big_endian || e->encoding == SHOGI_ENCODING_UTF16LE) {
        if (c < 0x10000)
            return put_utf16(big_endian, c, out);
        c -= 0x10000;
        put_utf16(big_endian, 0xd800 + (c >> 10), out);
        return 2 + put_utf16(big_endian, 0xdc00 + (c & 0x3ff), out + 2);
    }
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c <= 0xffff && e->codes[c])
        return put_pair(e->codes[c], out);
    switch (e->encoding) {
    case SHOGI_ENCODING_CP932:
        if (!is_half_width_katakana(c))
            return 0;
        out[0] = (char)(c - 0xff61 + 0xa1);
        return 1;
    case SHOGI_ENCODING_EUC_JP:
        return put_euc_jp(c, out);
    case SHOGI_ENCODING_GB18030:
        return put_gb_four(c, out);
    default:
        return 0;
    }
}

static void
count_loss(struct encoder *e, const char *s, size_t size)
{
    struct shogi_encode_loss *loss = e->loss;

    if (!loss)
        return;
    if (loss->count++ == 0) {
        loss->line = e->line;
        memset(loss->character, 0, sizeof loss->character);
        memcpy(loss->character, s, size);
    }
}

/* Write the character C, SIZE bytes at S, or what stands for it. */
static size_t
put_char(struct encoder *e, uint32_t c, const char *s, size_t size, char *out)
{
    bool broken = c == 0xfffd && size == 1;
    size_t n = broken ? 0 : put_exact(e, c, out);

    for (size_t i = 0; n == 0 && i < sizeof twins / sizeof twins[0]; i++)
        if (twins[i].wanted == c)
            n = put_exact(e, twins[i].twin, out);
    if (n)
        return n;
    /* A broken byte must not get into the output by way of the message either. */
    count_loss(e, broken ? "\xef\xbf\xbd" : s, broken ? 3 : size);
    n = put_exact(e, GETA, out);
    return n ? n : put_exact(e, '?', out);
}

/* ---- a text ----------------------------------------------------------------------- */

static size_t
put_line_feed(struct encoder *e, bool crlf, char *out)
{
    size_t n = crlf ? put_exact(e, '\r', out) : 0;

    e->line++;
    return n + put_exact(e, '\n', out + n);
}

/* The part of a text without line feed, one character at a time. */
static char *
encode_line(struct encoder *e, const char *s, const char *end, char *out)
{
    size_t size;

    for (; s < end; s += size) {
        uint32_t c = shogi_utf8_decode(s, (size_t)(end - s), &size);

        out += put_char(e, c, s, size, out);
    }
    return out;
}

/* The character of three bytes at S, of which LEFT may be read; 0: it is not one. */
static inline uint32_t
wide_char(const char *s, size_t left)
{
    const unsigned char *u = (const unsigned char *)s;
    uint32_t c;

    if (left < 3 || (u[0] & 0xf0) != 0xe0 || (u[1] & 0xc0) != 0x80
        || (u[2] & 0xc0) != 0x80)
        return 0;
    c = (u[0] & 0x0fu) << 12 | (u[1] & 0x3fu) << 6 | (u[2] & 0x3fu);
    return c >= 0x800 ? c : 0;
}

/* The same where ASCII stands for itself.  Runs of ASCII and characters with a
 * two-byte code, that is all of most lines, go the short way. */
static char *
encode_plain_line(struct encoder *e, const char *s, const char *end, char *out)
{
    const uint16_t *codes = e->codes;
    size_t size;

    while ((s = shogi_ascii_copy(&out, s, end)) < end) {
        do {
            uint32_t c = wide_char(s, (size_t)(end - s));

            if (codes[c]) {
                out += put_pair(codes[c], out);
                s += 3;
                continue;
            }
            c = shogi_utf8_decode(s, (size_t)(end - s), &size);
            out += put_char(e, c, s, size, out);
            s += size;
        } while (s < end && (*s & 0x80));
    }
    return out;
}

static bool
init_encoder(struct encoder *e, enum shogi_encoding encoding,
             struct shogi_encode_loss *loss)
{
    static const enum shogi_cjk sets[SHOGI_ENCODING_COUNT] = {
        [SHOGI_ENCODING_CP932] = SHOGI_CJK_CP932,
        [SHOGI_ENCODING_EUC_JP] = SHOGI_CJK_JIS,
        [SHOGI_ENCODING_ISO_2022_JP] = SHOGI_CJK_JIS,
        [SHOGI_ENCODING_GB18030] = SHOGI_CJK_GB,
        [SHOGI_ENCODING_BIG5] = SHOGI_CJK_BIG5,
    };

    *e = (struct encoder){ .encoding = encoding, .line = 1, .loss = loss };
    if (encoding == SHOGI_ENCODING_UTF16LE || encoding == SHOGI_ENCODING_UTF16BE)
        return true;
    e->codes = shogi_cjk_codes(sets[encoding]);
    return e->codes != NULL;
}

/* UTF-8 to UTF-8: nothing can be lost, and nothing is checked. */
static bool
copy_utf8(struct shogi_buf *out, const char *s, size_t len, bool crlf)
{
    const char *end = s + len, *lf;

    while (crlf && (lf = memchr(s, '\n', (size_t)(end - s)))) {
        shogi_buf_add(out, s, (size_t)(lf - s));
        shogi_buf_add(out, "\r\n", 2);
        s = lf + 1;
    }
    shogi_buf_add(out, s, (size_t)(end - s));
    return !out->failed;
}

bool
shogi_text_encode(struct shogi_buf *out, const char *s, size_t len,
                  enum shogi_encoding encoding, bool crlf, struct shogi_encode_loss *loss)
{
    struct encoder e;
    const char *end;
    bool plain;

    if (loss)
        *loss = (struct shogi_encode_loss){ 0 };
    if (len == 0) /* S may be NULL then */
        s = "";
    end = s + len;
    if (encoding == SHOGI_ENCODING_AUTO || encoding == SHOGI_ENCODING_UTF8)
        return copy_utf8(out, s, len, crlf);
    if (!init_encoder(&e, encoding, loss))
        return false;
    plain = e.codes && encoding != SHOGI_ENCODING_ISO_2022_JP;
    if (!e.codes && out->len == 0) {
        if (!shogi_buf_reserve(out, 2))
            return false;
        out->len += put_exact(&e, 0xfeff, out->data);
    }
    while (s < end) {
        const char *lf = memchr(s, '\n', (size_t)(end - s)), *stop = lf ? lf : end;
        char *at;

        /* An ASCII character may need an escape sequence before it. */
        if (!shogi_buf_reserve(out, (size_t)(stop - s) * 4 + 16))
            return false;
        at = out->data + out->len;
        at = plain ? encode_plain_line(&e, s, stop, at) : encode_line(&e, s, stop, at);
        if (lf)
            at += put_line_feed(&e, crlf, at);
        else if (e.in_kanji || e.in_katakana)
            at += (memcpy(at, "\x1b(B", 3), 3);
        out->len = (size_t)(at - out->data);
        s = lf ? lf + 1 : end;
    }
    return true;
}
