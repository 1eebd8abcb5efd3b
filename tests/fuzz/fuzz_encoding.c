/* SPDX-License-Identifier: MIT */
/* fuzz_encoding.c - for any bytes: what is decoded is strict UTF-8 with zero bytes
 * behind it and no lone \r; what was encoded decodes to what encodes to the same
 * bytes; a stream means the same in pieces of any size. */
#include "fuzz.h"

#include <string.h>

#include "base/utf8.h"
#include "text/encoding.h"

static bool
is_same(const char *a, size_t a_len, const char *b, size_t b_len)
{
    return a_len == b_len && (a_len == 0 || memcmp(a, b, a_len) == 0);
}

static void
check_text(const struct shogi_text *t)
{
    static const char zero[SHOGI_TEXT_PADDING];

    must(shogi_utf8_is_valid(t->utf8, t->len));
    must(memcmp(t->utf8 + t->len, zero, sizeof zero) == 0);
    for (size_t i = 0; i < t->len; i++)
        must(t->utf8[i] != '\r' || t->utf8[i + 1] == '\n');
    must(t->bad_count == 0 ? t->bad_line == 0 : t->bad_line > 0 && t->bad_column > 0);
    must(t->encoding != SHOGI_ENCODING_AUTO);
}

/* Decoding S where zero bytes follow it comes to the same. */
static void
check_padded(const struct shogi_text *t, const char *s, size_t len)
{
    struct shogi_buf copy = { 0 }, buf = { 0 };
    struct shogi_text padded;

    shogi_buf_add(&copy, s, len);
    shogi_buf_pad(&copy, '\0', SHOGI_TEXT_PADDING);
    must(shogi_text_decode(&padded, &buf, copy.data, len, true, SHOGI_ENCODING_AUTO, 1));
    must(is_same(t->utf8, t->len, padded.utf8, padded.len));
    must(t->encoding == padded.encoding && t->bad_count == padded.bad_count);
    shogi_buf_release(&copy);
    shogi_buf_release(&buf);
}

/* A U+FEFF that begins a text would be taken for a BOM. */
static bool
begins_with_bom(const struct shogi_text *t)
{
    return t->len >= 3 && memcmp(t->utf8, "\xef\xbb\xbf", 3) == 0;
}

/* Control characters would be escape sequences in ISO-2022-JP. */
static bool
has_controls(const struct shogi_text *t)
{
    for (size_t i = 0; i < t->len; i++)
        if ((unsigned char)t->utf8[i] < 0x20 && t->utf8[i] != '\n' && t->utf8[i] != '\r')
            return true;
    return false;
}

static void
check_round_trip(const struct shogi_text *t, enum shogi_encoding encoding)
{
    struct shogi_buf once = { 0 }, twice = { 0 }, buf = { 0 };
    struct shogi_text back;
    struct shogi_encode_loss loss;

    must(shogi_text_encode(&once, t->utf8, t->len, encoding, false, &loss));
    must(loss.count == 0 || (loss.line > 0 && loss.character[0]));
    must(shogi_text_decode(&back, &buf, once.data, once.len, false, encoding, 1));
    check_text(&back);
    must(back.bad_count == 0);
    must(shogi_text_encode(&twice, back.utf8, back.len, encoding, false, &loss));
    must(loss.count == 0);
    must(is_same(once.data, once.len, twice.data, twice.len));
    shogi_buf_release(&once);
    shogi_buf_release(&twice);
    shogi_buf_release(&buf);
}

static void
feed(struct shogi_buf *out, enum shogi_encoding encoding, const char *s, size_t len,
     size_t piece)
{
    struct shogi_transcoder *t = shogi_transcoder_new(encoding);

    must(t != NULL);
    for (size_t at = 0, n; at < len; at += n) {
        n = len - at < piece ? len - at : piece;
        must(shogi_transcoder_feed(t, out, s + at, n, false));
    }
    must(shogi_transcoder_feed(t, out, s, 0, true));
    shogi_transcoder_free(t);
}

static void
check_stream(enum shogi_encoding encoding, const char *s, size_t len)
{
    struct shogi_buf whole = { 0 }, pieces = { 0 };

    feed(&whole, encoding, s, len, len);
    feed(&pieces, encoding, s, len, 1 + len % 5);
    must(is_same(whole.data, whole.len, pieces.data, pieces.len));
    must(shogi_utf8_is_valid(whole.data, whole.len));
    shogi_buf_release(&whole);
    shogi_buf_release(&pieces);
}

static void
check_raw(const char *s, size_t len)
{
    size_t colon = shogi_raw_find_colon(s, len), n;

    must(colon <= len);
    if (colon < len)
        must(s[colon] == ':'
             || shogi_raw_starts_with(s + colon, len - colon, SHOGI_RAW_COLON));
    for (int i = 0; i < SHOGI_RAW_WORD_COUNT; i++) {
        n = shogi_raw_starts_with(s, len, (enum shogi_raw_word)i);
        must(n <= len);
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *s = (const char *)data;
    struct shogi_buf buf = { 0 };
    struct shogi_text t;

    for (int i = 0; i < SHOGI_ENCODING_COUNT; i++) {
        enum shogi_encoding encoding = (enum shogi_encoding)i;

        if (!shogi_encoding_available(encoding))
            continue;
        must(shogi_text_decode(&t, &buf, s, size, false, encoding, 1));
        check_text(&t);
        must(encoding != SHOGI_ENCODING_UTF8
             || (t.bad_count > 0) == !shogi_utf8_is_valid(s, size));
    }
    must(shogi_text_decode(&t, &buf, s, size, false, SHOGI_ENCODING_AUTO, 1));
    check_padded(&t, s, size);
    for (int i = SHOGI_ENCODING_UTF8; i < SHOGI_ENCODING_COUNT; i++) {
        enum shogi_encoding encoding = (enum shogi_encoding)i;

        if (encoding == SHOGI_ENCODING_UTF8 && begins_with_bom(&t))
            continue;
        if (shogi_encoding_available(encoding)
            && (encoding != SHOGI_ENCODING_ISO_2022_JP || !has_controls(&t)))
            check_round_trip(&t, encoding);
    }
    shogi_buf_release(&buf);
    for (int i = SHOGI_ENCODING_ISO_2022_JP; i <= SHOGI_ENCODING_UTF16BE; i++)
        if (shogi_encoding_available((enum shogi_encoding)i))
            check_stream((enum shogi_encoding)i, s, size);
    check_raw(s, size);
    return 0;
}
