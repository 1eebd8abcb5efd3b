/* SPDX-License-Identifier: MIT */
/* transcode.c - UTF-16 and ISO-2022-JP to UTF-8, in pieces of any size. */
#include "text/encoding.h"

#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "text/cjk.h"
#include "text/decode.h"

/* What the bytes of ISO-2022-JP stand for, as the last escape sequence said. */
enum jis_set { JIS_ASCII, JIS_ROMAN, JIS_KATAKANA, JIS_KANJI, JIS_KANJI_2 };

static const struct {
    const char *bytes; /* behind ESC */
    enum jis_set set;
} escapes[] = {
    { "(B", JIS_ASCII },    { "(J", JIS_ROMAN },
    { "(H", JIS_ROMAN }, /* Swedish by the register, written for (J by old programs */
    { "(I", JIS_KATAKANA }, { "$@", JIS_KANJI }, /* 1978 */
    { "$B", JIS_KANJI },                         /* 1983 */
    { "$(@", JIS_KANJI },   { "$(B", JIS_KANJI },
    { "&@", JIS_KANJI }, /* 1990, announces itself before $B */
    { "$(D", JIS_KANJI_2 }, { "$(O", JIS_KANJI },
    { "$(Q", JIS_KANJI }, /* JIS X 0213, of which the common part is the same */
};

enum { ESCAPES = sizeof escapes / sizeof escapes[0], ESCAPE_MAX = 4, ESC = 0x1b };

struct shogi_transcoder {
    enum shogi_encoding encoding;
    bool at_start;         /* of the stream: a BOM may come */
    unsigned char held[4]; /* the beginning of a unit that is not whole yet */
    size_t held_len;
    uint32_t high_surrogate; /* 0: none is waiting for its partner */
    enum jis_set set;
    struct shogi_decoded out; /* `at` and `first_bad` are of the piece at work */
    const struct shogi_cjk_table *kanji, *kanji_2;
};

static bool
init_transcoder(struct shogi_transcoder *t, enum shogi_encoding encoding)
{
    *t = (struct shogi_transcoder){ .encoding = encoding, .at_start = true };
    if (encoding == SHOGI_ENCODING_UTF16LE || encoding == SHOGI_ENCODING_UTF16BE)
        return true;
    if (encoding != SHOGI_ENCODING_ISO_2022_JP)
        return false;
    t->kanji = shogi_cjk_table(SHOGI_CJK_JIS);
    t->kanji_2 = shogi_cjk_table(SHOGI_CJK_JIS_2);
    return t->kanji && t->kanji_2;
}

static void
add_char(struct shogi_transcoder *t, uint32_t c)
{
    t->out.at += shogi_utf8_encode(c, t->out.at);
}

static void
add_bad(struct shogi_transcoder *t)
{
    shogi_decoded_add_bad(&t->out);
}

/* ---- UTF-16 ----------------------------------------------------------------------- */

static void
take_utf16_unit(struct shogi_transcoder *t, uint32_t unit)
{
    uint32_t high = t->high_surrogate;

    t->high_surrogate = 0;
    if (t->at_start) {
        t->at_start = false;
        if (unit == 0xfeff)
            return;
        if (unit == 0xfffe) { /* the BOM of the other order: believe it */
            t->encoding = t->encoding == SHOGI_ENCODING_UTF16LE ? SHOGI_ENCODING_UTF16BE
                                                                : SHOGI_ENCODING_UTF16LE;
            return;
        }
    }
    if (unit >= 0xdc00 && unit <= 0xdfff) {
        if (high)
            add_char(t, 0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00));
        else
            add_bad(t);
        return;
    }
    if (high)
        add_bad(t);
    if (unit >= 0xd800 && unit <= 0xdbff)
        t->high_surrogate = unit;
    else
        add_char(t, unit);
}

static void
take_utf16_byte(struct shogi_transcoder *t, unsigned char byte)
{
    if (t->held_len == 0) {
        t->held[t->held_len++] = byte;
        return;
    }
    t->held_len = 0;
    if (t->encoding == SHOGI_ENCODING_UTF16LE)
        take_utf16_unit(t, (uint32_t)byte << 8 | t->held[0]);
    else
        take_utf16_unit(t, (uint32_t)t->held[0] << 8 | byte);
}

/* ---- ISO-2022-JP ------------------------------------------------------------------ */

/* The held bytes are no escape sequence: what they are as text. */
static void
give_up_escape(struct shogi_transcoder *t)
{
    for (size_t i = 0; i < t->held_len; i++)
        add_char(t, t->held[i]);
    t->held_len = 0;
}

static void
take_escape_byte(struct shogi_transcoder *t, unsigned char byte)
{
    bool may_go_on = false;

    t->held[t->held_len++] = byte;
    for (size_t i = 0; i < ESCAPES; i++) {
        size_t n = t->held_len - 1;

        if (strncmp(escapes[i].bytes, (const char *)t->held + 1, n) != 0)
            continue;
        if (escapes[i].bytes[n] == '\0') {
            t->set = escapes[i].set;
            t->held_len = 0;
            return;
        }
        may_go_on = true;
    }
    if (!may_go_on || t->held_len == ESCAPE_MAX)
        give_up_escape(t);
}

static void
take_kanji(struct shogi_transcoder *t, unsigned lead, unsigned trail)
{
    const struct shogi_cjk_table *table = t->set == JIS_KANJI_2 ? t->kanji_2 : t->kanji;
    uint32_t c = shogi_cjk_char(table, lead | 0x80, trail | 0x80);

    if (c) {
        add_char(t, c);
        return;
    }
    add_bad(t);
    add_bad(t);
}

static void
take_single(struct shogi_transcoder *t, unsigned char byte)
{
    if (byte >= 0xa1 && byte <= 0xdf) /* eight-bit katakana, as some mailers left them */
        add_char(t, 0xff61u + (byte - 0xa1u));
    else if (byte >= 0x80)
        add_bad(t);
    else if (t->set == JIS_KATAKANA && byte >= 0x21 && byte <= 0x5f)
        add_char(t, 0xff61u + (byte - 0x21u));
    else if (t->set == JIS_ROMAN && byte == 0x5c)
        add_char(t, 0xa5);
    else if (t->set == JIS_ROMAN && byte == 0x7e)
        add_char(t, 0x203e);
    else
        add_char(t, byte);
}

static void
take_jis_byte(struct shogi_transcoder *t, unsigned char byte)
{
    bool two_bytes = t->set == JIS_KANJI || t->set == JIS_KANJI_2;

    if (t->held_len > 0 && t->held[0] == ESC) {
        /* A control character ends a sequence that was cut short. */
        if (byte >= 0x20) {
            take_escape_byte(t, byte);
            return;
        }
        give_up_escape(t);
    } else if (t->held_len > 0) { /* the first half of a kanji */
        t->held_len = 0;
        if (byte > 0x20 && byte < 0x7f) {
            take_kanji(t, t->held[0], byte);
            return;
        }
        add_bad(t);
    }
    if (byte == ESC) {
        t->held[t->held_len++] = byte;
    } else if (byte == 0x0e || byte == 0x0f) { /* shift out, shift in */
        t->set = byte == 0x0e ? JIS_KATAKANA : JIS_ASCII;
    } else if (two_bytes && byte > 0x20 && byte < 0x7f) {
        t->held[t->held_len++] = byte;
    } else {
        take_single(t, byte);
        if (byte == '\n') /* lines begin in ASCII (RFC 1468) */
            t->set = JIS_ASCII;
    }
}

/* ---- streams ---------------------------------------------------------------------- */

static void
finish_stream(struct shogi_transcoder *t)
{
    if (t->encoding == SHOGI_ENCODING_ISO_2022_JP) {
        if (t->held_len > 0 && t->held[0] == ESC)
            give_up_escape(t);
        else if (t->held_len > 0)
            add_bad(t);
    } else {
        if (t->high_surrogate)
            add_bad(t);
        if (t->held_len > 0)
            add_bad(t);
    }
    t->held_len = 0;
    t->high_surrogate = 0;
}

/* A byte adds at most one held escape sequence and two broken bytes. */
static bool
transcode_piece(struct shogi_transcoder *t, struct shogi_buf *out, const char *s,
                size_t len, bool at_eof)
{
    const size_t slack = 2 * SHOGI_DECODE_SLACK;

    if (len > (SIZE_MAX - slack) / 3 || !shogi_buf_reserve(out, len * 3 + slack))
        return false;
    t->out.at = out->data + out->len;
    t->out.first_bad = NULL;
    for (size_t i = 0; i < len; i++) {
        if (t->encoding == SHOGI_ENCODING_ISO_2022_JP)
            take_jis_byte(t, (unsigned char)s[i]);
        else
            take_utf16_byte(t, (unsigned char)s[i]);
    }
    if (at_eof)
        finish_stream(t);
    out->len = (size_t)(t->out.at - out->data);
    return true;
}

bool
shogi_transcode(struct shogi_buf *buf, enum shogi_encoding encoding, const char *s,
                size_t len, size_t *bad_count, size_t *first_bad)
{
    struct shogi_transcoder t;

    if (!init_transcoder(&t, encoding))
        return false;
    t.at_start = false; /* the caller has taken the BOM off */
    if (!transcode_piece(&t, buf, s, len, true))
        return false;
    *bad_count = t.out.bad_count;
    *first_bad = t.out.first_bad ? (size_t)(t.out.first_bad - buf->data) : 0;
    return true;
}

bool
shogi_has_jis_escape(const char *s, size_t len)
{
    const char *end = s + len, *esc = s;

    while ((esc = memchr(esc, ESC, (size_t)(end - esc)))) {
        esc++;
        for (size_t i = 0; i < ESCAPES; i++) {
            size_t n = strlen(escapes[i].bytes);

            /* A switch to ASCII is no sign: terminals understand it too. */
            if (escapes[i].set != JIS_ASCII && (size_t)(end - esc) >= n
                && memcmp(esc, escapes[i].bytes, n) == 0)
                return true;
        }
    }
    return false;
}

static size_t
ascii_length(const char *s, size_t len)
{
    size_t n = 0;

    while (n < len && !(s[n] & 0x80))
        n++;
    return n;
}

enum shogi_encoding
shogi_transcoder_needed(const char *s, size_t len)
{
    if (len >= 2 && memcmp(s, "\xff\xfe", 2) == 0)
        return SHOGI_ENCODING_UTF16LE;
    if (len >= 2 && memcmp(s, "\xfe\xff", 2) == 0)
        return SHOGI_ENCODING_UTF16BE;
    if (shogi_has_jis_escape(s, ascii_length(s, len)))
        return SHOGI_ENCODING_ISO_2022_JP;
    return SHOGI_ENCODING_AUTO;
}

struct shogi_transcoder *
shogi_transcoder_new(enum shogi_encoding encoding)
{
    struct shogi_transcoder *t = shogi_memory_alloc(sizeof *t);

    if (t && !init_transcoder(t, encoding)) {
        shogi_memory_free(t);
        return NULL;
    }
    return t;
}

void
shogi_transcoder_free(struct shogi_transcoder *t)
{
    shogi_memory_free(t);
}

bool
shogi_transcoder_feed(struct shogi_transcoder *t, struct shogi_buf *out, const char *s,
                      size_t len, bool at_eof)
{
    return transcode_piece(t, out, s, len, at_eof);
}
