/* SPDX-License-Identifier: MIT */
/* test_no_charsets.c - where iconv knows none of the old encodings. */
#include "tap.h"

#include <errno.h>
#include <iconv.h>

#include "text/encoding.h"

/* Stands before the one of the C library. */
iconv_t
iconv_open(const char *to, const char *from)
{
    (void)to;
    (void)from;
    errno = EINVAL;
    return (iconv_t)-1;
}

static void
test_ascii_and_utf8_need_no_iconv(void)
{
    struct shogi_buf buf = { 0 }, out = { 0 };
    struct shogi_text t;

    ok(shogi_text_decode(&t, &buf, "先手：山田\r", 16, false, SHOGI_ENCODING_AUTO, 1));
    is_str(t.utf8, "先手：山田\n");
    ok(shogi_text_decode(&t, &buf, "\xff\xfe\x48\x51", 4, false, SHOGI_ENCODING_AUTO, 1));
    is_str(t.utf8, "先");
    ok(shogi_text_encode(&out, t.utf8, t.len, SHOGI_ENCODING_UTF16BE, false, NULL));
    ok(shogi_text_encode(&out, t.utf8, t.len, SHOGI_ENCODING_UTF8, false, NULL));
    ok(shogi_encoding_available(SHOGI_ENCODING_UTF8));
    ok(shogi_encoding_available(SHOGI_ENCODING_UTF16LE));
    shogi_buf_release(&buf);
    shogi_buf_release(&out);
}

static void
test_an_encoding_that_is_missing_is_told(void)
{
    const char *s = "\x90\xe6\x8e\xe8\x81\x46\x8e\x52\x93\x63\n";
    struct shogi_buf buf = { 0 }, out = { 0 };
    struct shogi_text t;

    ok(!shogi_text_decode(&t, &buf, s, strlen(s), false, SHOGI_ENCODING_CP932, 1));
    ok(!shogi_text_decode(&t, &buf, s, strlen(s), false, SHOGI_ENCODING_AUTO, 1));
    is_str(shogi_encoding_name(t.encoding), "cp932");
    ok(!shogi_encoding_available(t.encoding));
    for (int i = 0; i < SHOGI_ENCODING_COUNT; i++) {
        enum shogi_encoding encoding = (enum shogi_encoding)i;

        is_int(shogi_text_encode(&out, "先手", 6, encoding, false, NULL),
               shogi_encoding_available(encoding));
    }
    ok(!shogi_transcoder_new(SHOGI_ENCODING_ISO_2022_JP));
    shogi_buf_release(&buf);
    shogi_buf_release(&out);
}

int
main(void)
{
    test_ascii_and_utf8_need_no_iconv();
    test_an_encoding_that_is_missing_is_told();
    return done_testing();
}
