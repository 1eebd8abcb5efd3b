/* SPDX-License-Identifier: MIT */
/* test_transcode.c - streams that are turned into UTF-8 before they are cut. */
#include "tap.h"

#include "text/encoding.h"

/* The bytes of a string literal. */
#define BYTES(s) (s), sizeof(s) - 1

/* Feed the stream in pieces of SIZE bytes. */
static void
transcode(struct shogi_buf *out, enum shogi_encoding encoding, const char *s, size_t len,
          size_t size)
{
    struct shogi_transcoder *t = shogi_transcoder_new(encoding);

    shogi_buf_reset(out);
    for (size_t at = 0; t && at < len; at += size)
        shogi_transcoder_feed(t, out, s + at, len - at < size ? len - at : size, false);
    if (t)
        shogi_transcoder_feed(t, out, NULL, 0, true);
    shogi_transcoder_free(t);
    shogi_buf_putc(out, '\0');
}

/* The same text for pieces of every size. */
static void
check_stream(enum shogi_encoding encoding, const char *s, size_t len,
             const char *expected)
{
    struct shogi_buf out = { 0 };

    for (size_t size = 1; size <= len; size++) {
        transcode(&out, encoding, s, len, size);
        if (!is_str(out.data, expected))
            note("in pieces of %zu", size);
    }
    shogi_buf_release(&out);
}

static void
test_utf16_is_read_in_both_orders(void)
{
    check_stream(SHOGI_ENCODING_UTF16LE,
                 BYTES("\xff\xfe\x48\x51\x4b\x62\x0d\0\x0a\0\x3d\xd8\x00\xde"),
                 "先手\r\n😀");
    check_stream(SHOGI_ENCODING_UTF16BE,
                 BYTES("\xfe\xff\x51\x48\x62\x4b\0\x0a\xd8\x3d\xde\x00"), "先手\n😀");
    check_stream(SHOGI_ENCODING_UTF16LE, BYTES("\x48\x51"), "先");
}

static void
test_broken_units_of_utf16_are_replaced(void)
{
    check_stream(SHOGI_ENCODING_UTF16BE, BYTES("\xfe\xff\0a\xd8\x3d\0b\xde\x00\0c"),
                 "a\ufffdb\ufffdc");
    check_stream(SHOGI_ENCODING_UTF16BE, BYTES("\xd8\x3d\xd8\x3d\xde\x00"), "\ufffd😀");
    check_stream(SHOGI_ENCODING_UTF16BE, BYTES("\0a\xd8\x3d\x51"), "a\ufffd\ufffd");
    check_stream(SHOGI_ENCODING_UTF16LE, BYTES("\x48"), "\ufffd");
}

static void
test_all_sets_of_iso_2022_jp_are_read(void)
{
    check_stream(SHOGI_ENCODING_ISO_2022_JP, BYTES("N+\x1b$B;3ED\x1b(B\n"), "N+山田\n");
    check_stream(SHOGI_ENCODING_ISO_2022_JP, BYTES("\x1b$@;3ED\x1b(J a\\~\x1b(B\\~"),
                 "山田 a\u00a5\u203e\\~");
    check_stream(SHOGI_ENCODING_ISO_2022_JP,
                 BYTES("\x1b(I6^\x1b(B \x0e"
                       "6^\x0f"
                       "6^"),
                 "ｶﾞ ｶﾞ6^");
    check_stream(SHOGI_ENCODING_ISO_2022_JP, BYTES("\x1b&@\x1b$B-!\x1b$(D0!\x1b(Bx"),
                 "①丂x");
}

static void
test_a_line_begins_in_ascii_again(void)
{
    check_stream(SHOGI_ENCODING_ISO_2022_JP, BYTES("\x1b$B;3ED\n+7776FU\n"),
                 "山田\n+7776FU\n");
}

static void
test_what_is_broken_in_iso_2022_jp_is_replaced(void)
{
    check_stream(SHOGI_ENCODING_ISO_2022_JP, BYTES("\x1b$B;\n;3\x1b(B"), "\ufffd\n;3");
    check_stream(SHOGI_ENCODING_ISO_2022_JP, BYTES("\x1b$B;3E"), "山\ufffd");
    check_stream(SHOGI_ENCODING_ISO_2022_JP, BYTES("\x1b$B)!\x1b(B"), "\ufffd\ufffd");
    check_stream(SHOGI_ENCODING_ISO_2022_JP, BYTES("a\x80\xb1z"), "a\ufffdｱz");
    /* Other escape sequences are left as they are. */
    check_stream(SHOGI_ENCODING_ISO_2022_JP, BYTES("\x1b[1mx\x1b\n\x1b$A\x1b"),
                 "\x1b[1mx\x1b\n\x1b$A\x1b");
}

static void
test_only_streams_that_must_be_decoded_whole_need_it(void)
{
    is_int(shogi_transcoder_needed(BYTES("\xff\xfe\x31\0")), SHOGI_ENCODING_UTF16LE);
    is_int(shogi_transcoder_needed(BYTES("\xfe\xff\0\x31")), SHOGI_ENCODING_UTF16BE);
    is_int(shogi_transcoder_needed(BYTES("N+\x1b$B;3ED\x1b(B\n")),
           SHOGI_ENCODING_ISO_2022_JP);
    is_int(shogi_transcoder_needed(BYTES("N+\x1b(I6^\x1b(B\n")),
           SHOGI_ENCODING_ISO_2022_JP);
    is_int(shogi_transcoder_needed(BYTES("\x1b(B\x1b[m\n")), SHOGI_ENCODING_AUTO);
    is_int(shogi_transcoder_needed(BYTES("\xef\xbb\xbf#KIF\n")), SHOGI_ENCODING_AUTO);
    is_int(shogi_transcoder_needed(BYTES("\x90\xe6\x1b$B")), SHOGI_ENCODING_AUTO);
    is_int(shogi_transcoder_needed(BYTES("+7776FU\n")), SHOGI_ENCODING_AUTO);
    is_int(shogi_transcoder_needed("", 0), SHOGI_ENCODING_AUTO);
}

static void
test_other_encodings_have_no_transcoder(void)
{
    ok(!shogi_transcoder_new(SHOGI_ENCODING_CP932));
    ok(!shogi_transcoder_new(SHOGI_ENCODING_AUTO));
    shogi_transcoder_free(NULL);
}

static void
test_a_long_stream_keeps_its_state(void)
{
    struct shogi_buf in = { 0 }, out = { 0 };
    struct shogi_text t;

    for (int i = 0; i < 5000; i++)
        shogi_buf_puts(&in, "\x1b$B@h<j!'\x1b(Bguest\n");
    transcode(&out, SHOGI_ENCODING_ISO_2022_JP, in.data, in.len, 4093);
    is_int(out.len - 1, 5000 * strlen("先手：guest\n"));
    ok(strncmp(out.data + out.len - 1 - 15, "先手：guest\n", 15) == 0);
    /* The same as a text by itself. */
    shogi_buf_reset(&out);
    ok(shogi_text_decode(&t, &out, in.data, in.len, false, SHOGI_ENCODING_AUTO, 1));
    is_int(t.len, 5000 * strlen("先手：guest\n"));
    shogi_buf_release(&in);
    shogi_buf_release(&out);
}

int
main(void)
{
    test_utf16_is_read_in_both_orders();
    test_broken_units_of_utf16_are_replaced();
    test_all_sets_of_iso_2022_jp_are_read();
    test_a_line_begins_in_ascii_again();
    test_what_is_broken_in_iso_2022_jp_is_replaced();
    test_only_streams_that_must_be_decoded_whole_need_it();
    test_other_encodings_have_no_transcoder();
    test_a_long_stream_keeps_its_state();
    return done_testing();
}
