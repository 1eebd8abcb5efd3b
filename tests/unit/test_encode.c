/* SPDX-License-Identifier: MIT */
/* test_encode.c - UTF-8 to other encodings, and words in bytes that are not decoded. */
#include "tap.h"

#include <iconv.h>

#include "base/utf8.h"
#include "text/encoding.h"

/* The bytes of a string literal. */
#define BYTES(s) (s), sizeof(s) - 1

/* TEXT becomes BYTES, and COUNT characters are lost. */
static void
check_encoded(const char *text, enum shogi_encoding encoding, const char *bytes,
              size_t len, size_t count)
{
    struct shogi_buf out = { 0 };
    struct shogi_encode_loss loss;

    ok(shogi_text_encode(&out, text, strlen(text), encoding, false, &loss));
    if (is_int(out.len, len) && len > 0)
        is_mem(out.data, bytes, len);
    is_int(loss.count, count);
    shogi_buf_release(&out);
}

static void
test_cp932_is_written_as_windows_does(void)
{
    check_encoded(
        "先手：髙橋①㈱№Ⅳ\n", SHOGI_ENCODING_CP932,
        BYTES(
            "\x90\xe6\x8e\xe8\x81\x46\xfb\xfc\x8b\xb4\x87\x40\x87\x8a\x87\x82\x87\x57\n"),
        0);
    check_encoded("﨑∵≡￢ⅳ", SHOGI_ENCODING_CP932,
                  BYTES("\xfa\xb1\x81\xe6\x81\xdf\x81\xca\xfa\x43"), 0);
    check_encoded("表\\~ｱﾞ", SHOGI_ENCODING_CP932, BYTES("\x95\x5c\\~\xb1\xde"), 0);
}

static void
test_twins_are_no_loss(void)
{
    check_encoded(
        "〜～−－‖∥—―", SHOGI_ENCODING_CP932,
        BYTES("\x81\x60\x81\x60\x81\x7c\x81\x7c\x81\x61\x81\x61\x81\x5c\x81\x5c"), 0);
    check_encoded("☗７六歩☖", SHOGI_ENCODING_CP932,
                  BYTES("\x81\xa3\x82\x56\x98\x5a\x95\xe0\x81\xa2"), 0);
    check_encoded("a\u00a0b", SHOGI_ENCODING_CP932, BYTES("a b"), 0);
    check_encoded("〜～", SHOGI_ENCODING_EUC_JP, BYTES("\xa1\xc1\x8f\xa2\xb7"), 0);
    check_encoded("〜～", SHOGI_ENCODING_ISO_2022_JP, BYTES("\x1b$B!A!A\x1b(B"), 0);
}

static void
test_what_cannot_be_written_is_counted_and_told(void)
{
    struct shogi_buf out = { 0 };
    struct shogi_encode_loss loss;
    const char *text = "先手：山田\r\n後手：森雞二\n*😀\n";

    ok(shogi_text_encode(&out, text, strlen(text), SHOGI_ENCODING_CP932, false, &loss));
    is_int(loss.count, 2);
    is_int(loss.line, 2);
    is_str(loss.character, "雞");
    ok(out.len == 29
       && memcmp(out.data + 18, "\x90\x58\x81\xac\x93\xf1", 6) == 0); /* geta mark */
    shogi_buf_reset(&out);
    ok(shogi_text_encode(&out, "abc", 3, SHOGI_ENCODING_CP932, false, &loss));
    is_int(loss.count, 0);
    shogi_buf_release(&out);

    check_encoded("歩と", SHOGI_ENCODING_BIG5, BYTES("??"), 2);
    check_encoded("a\xff\xe3\x81z", SHOGI_ENCODING_CP932,
                  BYTES("a\x81\xac\x81\xac\x81\xacz"), 3);
}

static void
test_line_feeds_become_crlf_when_asked(void)
{
    static const struct {
        enum shogi_encoding encoding;
        const char *bytes;
        size_t len;
    } cases[] = {
        { SHOGI_ENCODING_UTF8, BYTES("a\r\n\r\n\xe6\xad\xa9\r\nb") },
        { SHOGI_ENCODING_CP932, BYTES("a\r\n\r\n\x95\xe0\r\nb") },
        { SHOGI_ENCODING_ISO_2022_JP, BYTES("a\r\n\r\n\x1b$BJb\x1b(B\r\nb") },
        { SHOGI_ENCODING_UTF16BE,
          BYTES("\xfe\xff\0a\0\r\0\n\0\r\0\n\x6b\x69\0\r\0\n\0b") },
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct shogi_buf out = { 0 };

        ok(shogi_text_encode(&out, BYTES("a\n\n歩\nb"), cases[i].encoding, true, NULL));
        if (is_int(out.len, cases[i].len))
            is_mem(out.data, cases[i].bytes, out.len);
        shogi_buf_release(&out);
    }
}

static void
test_other_encodings_are_written(void)
{
    check_encoded("山田ｱ丂①", SHOGI_ENCODING_EUC_JP,
                  BYTES("\xbb\xb3\xc5\xc4\x8e\xb1\x8f\xb0\xa1\xad\xa1"), 0);
    check_encoded(
        "飞步银歩・😀", SHOGI_ENCODING_GB18030,
        BYTES("\xb7\xc9\xb2\xbd\xd2\xf8\x9a\x69\x81\x39\xa7\x39\x94\x39\xfc\x36"), 0);
    check_encoded("先手：飛", SHOGI_ENCODING_BIG5,
                  BYTES("\xa5\xfd\xa4\xe2\xa1\x47\xad\xb8"), 0);
    check_encoded("歩😀", SHOGI_ENCODING_UTF16LE,
                  BYTES("\xff\xfe\x69\x6b\x3d\xd8\x00\xde"), 0);
    check_encoded("", SHOGI_ENCODING_CP932, "", 0, 0);
}

static void
test_iso_2022_jp_is_in_ascii_at_every_line_end_and_at_the_end(void)
{
    check_encoded("N+山田\nｱ歩x", SHOGI_ENCODING_ISO_2022_JP,
                  BYTES("N+\x1b$B;3ED\x1b(B\n\x1b(I1\x1b$BJb\x1b(Bx"), 0);
    check_encoded("歩", SHOGI_ENCODING_ISO_2022_JP, BYTES("\x1b$BJb\x1b(B"), 0);
}

static void
test_a_bom_begins_an_output_in_utf16_and_only_that(void)
{
    struct shogi_buf out = { 0 };

    shogi_text_encode(&out, "a", 1, SHOGI_ENCODING_UTF16LE, false, NULL);
    shogi_text_encode(&out, "b", 1, SHOGI_ENCODING_UTF16LE, false, NULL);
    is_int(out.len, 6);
    is_mem(out.data, "\xff\xfe\x61\0\x62\0", 6);
    is_int(shogi_bom_length(out.data, out.len), 2);
    is_int(shogi_bom_length(out.data, 1), 0);
    is_int(shogi_bom_length(BYTES("\xef\xbb\xbf")), 3);
    is_int(shogi_bom_length(NULL, 0), 0);
    shogi_buf_release(&out);
}

/* What iconv writes for a character; 0: it cannot. */
static size_t
ask_iconv(iconv_t cd, uint32_t c, char out[16])
{
    char copy[4], *in = copy, *to = out;
    size_t left = shogi_utf8_encode(c, copy), room = 16, result;

    result = iconv(cd, &in, &left, &to, &room);
    iconv(cd, NULL, NULL, NULL, NULL);
    return result == (size_t)-1 ? 0 : (size_t)(to - out);
}

/* Each character that iconv can write is written with the same bytes. */
static void
check_against_iconv(enum shogi_encoding encoding, const char *charset, uint32_t last)
{
    iconv_t cd = iconv_open(charset, "UTF-8");
    struct shogi_buf out = { 0 };
    uint32_t wrong = 0, count = 0;

    if (cd == (iconv_t)-1) {
        skip("iconv does not know the charset");
        return;
    }
    for (uint32_t c = 0x80; c <= last; c++) {
        char utf8[4], expected[16];
        struct shogi_encode_loss loss;
        size_t n, size;

        /* Private characters have no meaning to preserve, a yen sign has a full-
         * width twin that is not a backslash, controls are nobody's text, and the
         * numero sign has a code in row 13, which more programs know. */
        if (c < 0xa0 || c == 0xa5 || c == 0x203e || (c >= 0xd800 && c <= 0xf8ff)
            || (c == 0x2116 && encoding == SHOGI_ENCODING_EUC_JP))
            continue;
        size = shogi_utf8_encode(c, utf8);
        n = ask_iconv(cd, c, expected);
        shogi_buf_reset(&out);
        shogi_text_encode(&out, utf8, size, encoding, false, &loss);
        if (n == 0 || (c == 0xa0 && loss.count == 0))
            continue;
        count++;
        if ((loss.count > 0 || out.len != n || memcmp(out.data, expected, n) != 0)
            && wrong++ < 9)
            note("U+%04X: %02x %02x, not %02x %02x", (unsigned)c,
                 (unsigned char)out.data[0], (unsigned char)out.data[out.len - 1],
                 (unsigned char)expected[0], (unsigned char)expected[n - 1]);
    }
    note("%s: %u characters", charset, count);
    is_int(wrong, 0);
    ok(count > 6000);
    iconv_close(cd);
    shogi_buf_release(&out);
}

static void
test_characters_are_written_as_iconv_writes_them(void)
{
    check_against_iconv(SHOGI_ENCODING_CP932, "CP932", 0xffff);
    check_against_iconv(SHOGI_ENCODING_EUC_JP, "EUC-JP", 0xffff);
    check_against_iconv(SHOGI_ENCODING_GB18030, "GB18030", 0x12000);
    check_against_iconv(SHOGI_ENCODING_BIG5, "BIG5", 0xffff);
}

static void
test_a_text_survives_the_way_there_and_back(void)
{
    static const char text[] =
        "#KIF\n手合割：平手　　\n先手：高橋 ｱｲ\n*表 ソ 予 十 \\ ~ ①\n"
        "   1 ７六歩(77)   ( 0:01/00:00:01)\n▲△▼▽\n";

    for (int i = 1; i < SHOGI_ENCODING_COUNT; i++) {
        enum shogi_encoding encoding = (enum shogi_encoding)i;
        struct shogi_buf bytes = { 0 }, back = { 0 };
        struct shogi_encode_loss loss = { 0 };
        struct shogi_text t = { .utf8 = "" };

        shogi_text_encode(&bytes, text, sizeof text - 1, encoding, false, &loss);
        if (loss.count == 0) {
            shogi_text_decode(&t, &back, bytes.data, bytes.len, false,
                              SHOGI_ENCODING_AUTO, 1);
            is_str(t.utf8, text);
            is_str(shogi_encoding_name(t.encoding), shogi_encoding_name(encoding));
        }
        /* Only Big5 has no kana, no circled digits. */
        is_int(loss.count > 0, encoding == SHOGI_ENCODING_BIG5);
        shogi_buf_release(&bytes);
        shogi_buf_release(&back);
    }
}

/* ---- words in bytes ---------------------------------------------------------------- */

static const enum shogi_encoding cuttable[] = { SHOGI_ENCODING_UTF8, SHOGI_ENCODING_CP932,
                                                SHOGI_ENCODING_EUC_JP,
                                                SHOGI_ENCODING_GB18030,
                                                SHOGI_ENCODING_BIG5 };

enum { CUTTABLE = sizeof cuttable / sizeof cuttable[0] };

static const struct {
    enum shogi_raw_word word;
    const char *spelling;
} raw_words[] = {
    { SHOGI_RAW_VARIATION, "変化" }, { SHOGI_RAW_VARIATION, "变化" },
    { SHOGI_RAW_VARIATION, "變化" }, { SHOGI_RAW_COLON, "：" },
    { SHOGI_RAW_MADE, "まで" },      { SHOGI_RAW_TESUU, "手数" },
    { SHOGI_RAW_TESUU, "手數" },
};

static void
test_raw_words_are_what_they_are_in_each_encoding(void)
{
    for (size_t w = 0; w < sizeof raw_words / sizeof raw_words[0]; w++) {
        for (int i = 0; i < CUTTABLE; i++) {
            struct shogi_buf bytes = { 0 };
            struct shogi_encode_loss loss;

            shogi_text_encode(&bytes, raw_words[w].spelling,
                              strlen(raw_words[w].spelling), cuttable[i], false, &loss);
            if (loss.count == 0) {
                size_t n = bytes.len;

                shogi_buf_puts(&bytes, "1");
                if (!is_int(
                        shogi_raw_starts_with(bytes.data, bytes.len, raw_words[w].word),
                        n))
                    note("%s in %s", raw_words[w].spelling,
                         shogi_encoding_name(cuttable[i]));
                is_int(shogi_raw_starts_with(bytes.data, n - 1, raw_words[w].word), 0);
            }
            shogi_buf_release(&bytes);
        }
    }
    is_int(shogi_raw_starts_with("", 0, SHOGI_RAW_COLON), 0);
    is_int(shogi_raw_starts_with(":", 1, SHOGI_RAW_COLON), 0);
}

/* The colon of a line is found behind the same characters in every encoding. */
static void
test_a_raw_colon_is_found_behind_whole_characters(void)
{
    static const char *const keys[] = {
        "",         "先手",         "手合割",   "後手の持駒", "表題", "作品名：",
        "ｱﾞ",       "先手のチーム", "対局ID",   "開始日時",   "备注", "後手の囲い",
        "ゝ々〆〇", "掲載・発表誌", "棋戦詳細", "N-山田"
    };

    for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        for (int i = 0; i < CUTTABLE; i++) {
            for (int ascii = 0; ascii < 2; ascii++) {
                struct shogi_buf bytes = { 0 }, key = { 0 };
                struct shogi_encode_loss loss;
                const char *colon = strstr(keys[k], "：");
                size_t len = colon ? (size_t)(colon - keys[k]) : strlen(keys[k]);

                shogi_text_encode(&key, keys[k], len, cuttable[i], false, &loss);
                shogi_text_encode(&bytes, ascii ? ":値：b" : "：値:b", strlen("：値:b"),
                                  cuttable[i], false, NULL);
                if (loss.count == 0) {
                    shogi_buf_add(&key, bytes.data, bytes.len);
                    if (!is_int(shogi_raw_find_colon(key.data, key.len),
                                key.len - bytes.len))
                        note("%s in %s", keys[k], shogi_encoding_name(cuttable[i]));
                }
                shogi_buf_release(&bytes);
                shogi_buf_release(&key);
            }
        }
    }
}

static void
test_without_a_colon_the_length_is_told(void)
{
    is_int(shogi_raw_find_colon("", 0), 0);
    is_int(shogi_raw_find_colon(BYTES("+7776FU")), 7);
    is_int(shogi_raw_find_colon(BYTES("\x8e\x8a\x3b\x82\x46")), 5);
    is_int(shogi_raw_find_colon(BYTES("\x88")), 1);
}

int
main(void)
{
    test_cp932_is_written_as_windows_does();
    test_twins_are_no_loss();
    test_what_cannot_be_written_is_counted_and_told();
    test_line_feeds_become_crlf_when_asked();
    test_other_encodings_are_written();
    test_iso_2022_jp_is_in_ascii_at_every_line_end_and_at_the_end();
    test_a_bom_begins_an_output_in_utf16_and_only_that();
    test_characters_are_written_as_iconv_writes_them();
    test_a_text_survives_the_way_there_and_back();
    test_raw_words_are_what_they_are_in_each_encoding();
    test_a_raw_colon_is_found_behind_whole_characters();
    test_without_a_colon_the_length_is_told();
    return done_testing();
}
