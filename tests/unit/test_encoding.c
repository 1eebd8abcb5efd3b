/* SPDX-License-Identifier: MIT */
/* test_encoding.c - names of encodings, decoding, and the guess which one it is. */
#include "tap.h"

#include <iconv.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/memory.h"
#include "text/decode.h"
#include "text/encoding.h"

static const enum shogi_encoding cuttable[] = { SHOGI_ENCODING_UTF8, SHOGI_ENCODING_CP932,
                                                SHOGI_ENCODING_EUC_JP,
                                                SHOGI_ENCODING_GB18030,
                                                SHOGI_ENCODING_BIG5 };

enum { CUTTABLE = sizeof cuttable / sizeof cuttable[0] };

/* Decode bytes that may hold NUL; the text lives in BUF. */
static struct shogi_text
decode(struct shogi_buf *buf, const char *s, size_t len, enum shogi_encoding encoding)
{
    struct shogi_text t;

    if (!shogi_text_decode(&t, buf, s, len, false, encoding, 1))
        t = (struct shogi_text){ .utf8 = "(not decoded)" };
    return t;
}

/* The bytes of a string literal. */
#define BYTES(s) (s), sizeof(s) - 1

static void
check_decoded(const char *s, size_t len, enum shogi_encoding as, const char *expected,
              enum shogi_encoding is)
{
    struct shogi_buf buf = { 0 };
    struct shogi_text t = decode(&buf, s, len, as);

    is_str(t.utf8, expected);
    is_int(t.len, strlen(expected));
    is_str(shogi_encoding_name(t.encoding), shogi_encoding_name(is));
    shogi_buf_release(&buf);
}

/* ---- names ------------------------------------------------------------------------ */

static void
test_an_encoding_is_known_by_all_its_names(void)
{
    static const struct {
        const char *name;
        enum shogi_encoding encoding;
    } names[] = {
        { "UTF-8", SHOGI_ENCODING_UTF8 },
        { "utf8", SHOGI_ENCODING_UTF8 },
        { "Shift_JIS", SHOGI_ENCODING_CP932 },
        { "shift-jis", SHOGI_ENCODING_CP932 },
        { "SJIS", SHOGI_ENCODING_CP932 },
        { "Windows-31J", SHOGI_ENCODING_CP932 },
        { "SHIFT_JIS", SHOGI_ENCODING_CP932 },
        { "EUC-JP", SHOGI_ENCODING_EUC_JP },
        { "euc_jp", SHOGI_ENCODING_EUC_JP },
        { "ISO-2022-JP", SHOGI_ENCODING_ISO_2022_JP },
        { "JIS", SHOGI_ENCODING_ISO_2022_JP },
        { "UTF-16LE", SHOGI_ENCODING_UTF16LE },
        { "utf-16be", SHOGI_ENCODING_UTF16BE },
        { "GBK", SHOGI_ENCODING_GB18030 },
        { "Big5", SHOGI_ENCODING_BIG5 },
        { "auto", SHOGI_ENCODING_AUTO },
    };
    enum shogi_encoding encoding;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        bool known =
            shogi_encoding_from_name(names[i].name, strlen(names[i].name), &encoding);

        if (!ok(known && encoding == names[i].encoding))
            note("%s", names[i].name);
    }
    for (int i = 0; i < SHOGI_ENCODING_COUNT; i++) {
        const char *name = shogi_encoding_name((enum shogi_encoding)i);

        ok(shogi_encoding_from_name(name, strlen(name), &encoding) && (int)encoding == i);
    }
}

static void
test_other_names_are_not_known(void)
{
    static const char *const names[] = {
        "", "-", "utf", "utf-7", "latin1", "../utf-8", "UTF-8//TRANSLIT", "cp932 sjis"
    };
    enum shogi_encoding encoding;

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        ok(!shogi_encoding_from_name(names[i], strlen(names[i]), &encoding));
}

/* ---- one encoding ----------------------------------------------------------------- */

static void
test_what_windows_added_to_shift_jis_is_read(void)
{
    check_decoded(BYTES("\x90\xe6\x8e\xe8\x81\x46\xfb\xfc\x8b\xb4\x87\x40\x87\x8a\n"),
                  SHOGI_ENCODING_CP932, "先手：髙橋①㈱\n", SHOGI_ENCODING_CP932);
    /* The same character by NEC's other code; the kanji of a place name by both. */
    check_decoded(BYTES("\xee\xe0\xfa\xb1\xed\x95"), SHOGI_ENCODING_CP932, "髙﨑﨑",
                  SHOGI_ENCODING_CP932);
    check_decoded(BYTES("\x81\x60\x81\x61\x81\x7c\x81\x91\x81\x92\x81\xca"),
                  SHOGI_ENCODING_CP932, "～∥－￠￡￢", SHOGI_ENCODING_CP932);
    check_decoded(BYTES("\\ ~ \xb1\xde\xdf"), SHOGI_ENCODING_CP932, "\\ ~ ｱﾞﾟ",
                  SHOGI_ENCODING_CP932);
}

static void
test_trail_bytes_that_look_like_ascii_belong_to_their_kanji(void)
{
    check_decoded(
        BYTES("\x95\x5c\x91\xe8\x81\x46\x8f\x5c\x96\x87\x97\x8e\x82\xbf \x8c\x5c "
              "\x92\x7c\x93\x5c\r\n"),
        SHOGI_ENCODING_AUTO, "表題：十枚落ち 圭 竹貼\r\n", SHOGI_ENCODING_CP932);
}

static void
test_all_sets_of_euc_jp_are_read(void)
{
    /* JIS X 0208, half-width katakana, JIS X 0212, NEC's row 13. */
    check_decoded(BYTES("\xbb\xb3\xc5\xc4 \x8e\xb1\x8e\xde \x8f\xb0\xa1 \xad\xa1"),
                  SHOGI_ENCODING_EUC_JP, "山田 ｱﾞ 丂 ①", SHOGI_ENCODING_EUC_JP);
}

static void
test_all_lengths_of_gb18030_are_read(void)
{
    check_decoded(
        BYTES("\xb7\xc9\xb2\xbd\xd2\xf8 \x9a\x69 \x81\x39\xa7\x39 \x90\x30\x81\x30 "
              "\x94\x39\xda\x33"),
        SHOGI_ENCODING_GB18030, "飞步银 歩 ・ 𐀀 💩", SHOGI_ENCODING_GB18030);
}

static void
test_big5_is_read(void)
{
    check_decoded(BYTES("\xa5\xfd\xa4\xe2\xa1\x47\xb1i\n\xbb\xc8\xad\xb8"),
                  SHOGI_ENCODING_BIG5, "先手：張\n銀飛", SHOGI_ENCODING_BIG5);
}

/* What iconv makes of one code; empty: nothing. */
static void
ask_iconv(iconv_t cd, const char *code, size_t size, char out[16])
{
    char copy[4], *in = copy, *to = out;
    size_t left = size, room = 15;

    memcpy(copy, code, size);
    memset(out, 0, 16);
    if (iconv(cd, &in, &left, &to, &room) == (size_t)-1 || left > 0)
        memset(out, 0, 16);
    iconv(cd, NULL, NULL, NULL, NULL);
}

/* Every code of two bytes with a lead byte from FIRST to LAST means what iconv
 * says, or is broken where it says so.  MAY_KNOW_MORE: our table has codes that
 * this one charset lacks. */
static void
check_against_iconv(enum shogi_encoding encoding, const char *charset, unsigned first,
                    unsigned last, bool may_know_more)
{
    iconv_t cd = iconv_open("UTF-8", charset);
    struct shogi_buf buf = { 0 };
    uint32_t wrong = 0, same = 0;

    if (cd == (iconv_t)-1) {
        skip("iconv does not know the charset");
        return;
    }
    for (unsigned lead = first; lead <= last; lead++) {
        for (unsigned trail = 0x21; trail < 0x100; trail++) {
            char code[2] = { (char)lead, (char)trail }, expected[16];
            struct shogi_text t = decode(&buf, code, 2, encoding);

            if (encoding == SHOGI_ENCODING_CP932 && lead == 0xa0)
                continue;
            ask_iconv(cd, code, 2, expected);
            if (strlen(expected) == 4) /* beyond U+FFFF: also has a code of four bytes */
                continue;
            if (expected[0] ? strcmp(t.utf8, expected) != 0 || t.bad_count != 0
                            : t.bad_count == 0 && !may_know_more) {
                if (wrong++ < 5)
                    note("%02x %02x: %s, not %s", lead, trail, t.utf8, expected);
            }
            same += expected[0] != '\0';
        }
    }
    note("%s: %u codes", charset, same);
    is_int(wrong, 0);
    ok(same > 6000);
    iconv_close(cd);
    shogi_buf_release(&buf);
}

static void
test_every_code_means_what_iconv_says(void)
{
    check_against_iconv(SHOGI_ENCODING_CP932, "CP932", 0x81, 0xfc, false);
    check_against_iconv(SHOGI_ENCODING_EUC_JP, "EUC-JP", 0xa1, 0xfe, true);
    check_against_iconv(SHOGI_ENCODING_GB18030, "GB18030", 0x81, 0xfe, false);
    check_against_iconv(SHOGI_ENCODING_BIG5, "BIG5", 0x81, 0xfe, false);
}

static void
test_four_byte_codes_mean_what_iconv_says(void)
{
    iconv_t cd = iconv_open("UTF-8", "GB18030");
    struct shogi_buf buf = { 0 };
    uint32_t wrong = 0, n = 0;

    if (cd == (iconv_t)-1) {
        skip("iconv does not know the charset");
        return;
    }
    for (uint32_t number = 0; number < 126 * 12600; number += number < 40000 ? 1 : 997) {
        char code[4] = { (char)(0x81 + number / 12600), (char)(0x30 + number / 1260 % 10),
                         (char)(0x81 + number / 10 % 126), (char)(0x30 + number % 10) };
        char expected[16];
        struct shogi_text t = decode(&buf, code, 4, SHOGI_ENCODING_GB18030);

        ask_iconv(cd, code, 4, expected);
        wrong += expected[0] ? strcmp(t.utf8, expected) != 0 : t.bad_count == 0;
        n += expected[0] != '\0';
    }
    is_int(wrong, 0);
    ok(n > 39000);
    iconv_close(cd);
    shogi_buf_release(&buf);
}

/* ---- the text --------------------------------------------------------------------- */

static void
test_good_utf8_is_not_copied_when_it_is_padded(void)
{
    char s[64] = "手合割：平手\r\n";
    size_t len = strlen(s);
    struct shogi_buf buf = { 0 };
    struct shogi_text t;

    ok(shogi_text_decode(&t, &buf, s, len, true, SHOGI_ENCODING_AUTO, 7));
    ok(t.utf8 == s);
    is_int(t.len, len);
    is_int(t.first_line, 7);
    is_int(t.bad_count, 0);
    ok(shogi_text_decode(&t, &buf, s, len, false, SHOGI_ENCODING_AUTO, 1));
    ok(t.utf8 != s);
    is_str(t.utf8, s);
    shogi_buf_release(&buf);
}

static void
test_zero_bytes_follow_every_text(void)
{
    static const char *const texts[] = {
        "", "a", "\x90\xe6\x8e\xe8", "\xff\xfe\x41\0", "先手\r", "\x1b$B@h\x1b(B"
    };
    static const char zero[SHOGI_TEXT_PADDING];

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct shogi_buf buf = { 0 };
        struct shogi_text t =
            decode(&buf, texts[i], strlen(texts[i]), SHOGI_ENCODING_AUTO);

        is_mem(t.utf8 + t.len, zero, sizeof zero);
        shogi_buf_release(&buf);
    }
}

static void
test_line_ends_are_lf_or_crlf(void)
{
    check_decoded(BYTES("a\rb\r\nc\n\r\rd\r"), SHOGI_ENCODING_AUTO, "a\nb\r\nc\n\n\nd\n",
                  SHOGI_ENCODING_UTF8);
    check_decoded(BYTES("\x90\xe6\x8e\xe8\r\x8c\xe3\x8e\xe8\r\n"), SHOGI_ENCODING_AUTO,
                  "先手\n後手\r\n", SHOGI_ENCODING_CP932);
    check_decoded(BYTES("\xff\xfe\x41\0\r\0\x42\0\r\0\n\0"), SHOGI_ENCODING_AUTO,
                  "A\nB\r\n", SHOGI_ENCODING_UTF16LE);
}

static void
test_a_bom_is_taken_off_and_told(void)
{
    struct shogi_buf buf = { 0 };
    struct shogi_text t =
        decode(&buf, BYTES("\xef\xbb\xbf#KIF version=2.0 encoding=UTF-8\n"), 0);

    is_str(t.utf8, "#KIF version=2.0 encoding=UTF-8\n");
    ok(t.had_bom);
    is_int(t.declared, SHOGI_ENCODING_UTF8);
    t = decode(&buf, BYTES("V2\n"), 0);
    ok(!t.had_bom);
    t = decode(&buf, BYTES("\xfe\xff\x51\x48\x62\x4b\xd8\x3d\xdc\xa9"), 0);
    ok(t.had_bom);
    is_str(t.utf8, "先手💩");
    is_int(t.encoding, SHOGI_ENCODING_UTF16BE);
    /* Asked for one order, but the BOM tells the other. */
    t = decode(&buf, BYTES("\xfe\xff\x51\x48"), SHOGI_ENCODING_UTF16LE);
    is_str(t.utf8, "先");
    t = decode(&buf, BYTES("\x48\x51"), SHOGI_ENCODING_UTF16LE);
    is_str(t.utf8, "先");
    /* A BOM is text when CP932 was asked for. */
    t = decode(&buf, BYTES("\xef\xbb\xbf"), SHOGI_ENCODING_CP932);
    ok(!t.had_bom);
    shogi_buf_release(&buf);
}

static void
test_a_nul_byte_stays(void)
{
    struct shogi_buf buf = { 0 };
    struct shogi_text t = decode(&buf, BYTES("a\0b\n"), SHOGI_ENCODING_AUTO);

    is_int(t.len, 4);
    is_mem(t.utf8, "a\0b\n", 4);
    t = decode(&buf, BYTES("\x90\xe6\0\x8e\xe8"), SHOGI_ENCODING_CP932);
    is_int(t.len, 7);
    is_mem(t.utf8, "先\0手", 7);
    shogi_buf_release(&buf);
}

static void
test_broken_bytes_are_counted_and_placed(void)
{
    static const struct {
        enum shogi_encoding encoding;
        const char *bytes, *text;
        size_t count;
        uint32_t line, column;
    } cases[] = {
        { SHOGI_ENCODING_UTF8, "先手\n山\xe7\x94\n", "先手\n山\ufffd\ufffd\n", 2, 2, 2 },
        { SHOGI_ENCODING_UTF8, "\x80", "\ufffd", 1, 1, 1 },
        { SHOGI_ENCODING_UTF8, "a\r\rb\xff", "a\n\nb\ufffd", 1, 3, 2 },
        { SHOGI_ENCODING_CP932, "\x90\xe6\r\n\x8e\xe8\xa0\xfd\x80",
          "先\r\n手\ufffd\ufffd\ufffd", 3, 2, 2 },
        /* A lead byte before something that is no trail byte, and at the end. */
        { SHOGI_ENCODING_CP932, "\x90\n\x90", "\ufffd\n\ufffd", 2, 1, 1 },
        /* A code that nobody gave a character: its second byte is no text. */
        { SHOGI_ENCODING_CP932, "\x85\x9f\x85\x40", "\ufffd\ufffd\ufffd@", 3, 1, 1 },
        { SHOGI_ENCODING_EUC_JP, "\xbb\xb3\xbb\n\x8e\x41\x8f\xb0\n",
          "山\ufffd\n\ufffd\x41\ufffd\ufffd\n", 4, 1, 2 },
        { SHOGI_ENCODING_GB18030, "\x81\x30\x81\n\xff", "\ufffd0\ufffd\n\ufffd", 3, 1,
          1 },
        { SHOGI_ENCODING_BIG5, "\xa4\xe2\xa4\n", "手\ufffd\n", 1, 1, 2 },
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct shogi_buf buf = { 0 };
        struct shogi_text t =
            decode(&buf, cases[i].bytes, strlen(cases[i].bytes), cases[i].encoding);

        is_str(t.utf8, cases[i].text);
        is_int(t.bad_count, cases[i].count);
        is_int(t.bad_line, cases[i].line);
        is_int(t.bad_column, cases[i].column);
        shogi_buf_release(&buf);
    }
}

static void
test_what_a_text_says_of_itself_is_told_apart_from_what_it_is(void)
{
    static const struct {
        const char *text;
        enum shogi_encoding declared;
    } cases[] = {
        { "#KIF version=2.0 encoding=Shift_JIS\n", SHOGI_ENCODING_CP932 },
        { "#KI2 version=2.0 encoding=UTF-8\r\n", SHOGI_ENCODING_UTF8 },
        { "'CSA encoding=UTF-8\nV3.0\n", SHOGI_ENCODING_UTF8 },
        { "'CSA encoding=SHIFT_JIS\n", SHOGI_ENCODING_CP932 },
        { "'encoding=Shift_JIS\n' ---- Kifu for Windows\n", SHOGI_ENCODING_CP932 },
        { "# ----\r#KIF encoding=EUC-JP\r", SHOGI_ENCODING_EUC_JP },
        { "\n#KIF encoding=UTF-8", SHOGI_ENCODING_UTF8 },
        { "#KIF encoding=klingon\n", SHOGI_ENCODING_AUTO },
        { "#KIF encoding=\nUTF-8", SHOGI_ENCODING_AUTO },
        { "V2.2\n'encoding=UTF-8\n", SHOGI_ENCODING_AUTO },
        { "encoding=UTF-8\n", SHOGI_ENCODING_AUTO },
        { "", SHOGI_ENCODING_AUTO },
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct shogi_buf buf = { 0 };
        struct shogi_text t = decode(&buf, cases[i].text, strlen(cases[i].text), 0);

        if (!is_int(t.declared, cases[i].declared))
            note("%s", cases[i].text);
        shogi_buf_release(&buf);
    }
}

/* ---- the guess -------------------------------------------------------------------- */

/* TEXT is recognised in each encoding that has its characters, except in those
 * of NOT. */
static void
check_guess(const char *text, unsigned not )
{
    for (int i = 0; i < CUTTABLE; i++) {
        struct shogi_buf bytes = { 0 }, buf = { 0 };
        struct shogi_encode_loss loss;
        struct shogi_text t;

        if (not >> cuttable[i] & 1)
            continue;
        if (!shogi_text_encode(&bytes, text, strlen(text), cuttable[i], false, &loss)
            || loss.count > 0) {
            shogi_buf_release(&bytes);
            continue;
        }
        t = decode(&buf, bytes.data, bytes.len, SHOGI_ENCODING_AUTO);
        if (!ok(t.encoding == cuttable[i] && strcmp(t.utf8, text) == 0))
            note("%s in %s was taken for %s", text, shogi_encoding_name(cuttable[i]),
                 shogi_encoding_name(t.encoding));
        shogi_buf_release(&bytes);
        shogi_buf_release(&buf);
    }
}

enum {
    NOT_CHINESE = 1u << SHOGI_ENCODING_GB18030 | 1u << SHOGI_ENCODING_BIG5,
    NOT_JAPANESE = 1u << SHOGI_ENCODING_CP932 | 1u << SHOGI_ENCODING_EUC_JP
};

static void
test_records_are_recognised_in_every_encoding(void)
{
    check_guess("手合割：平手\n先手：山田　太郎\n後手：鈴木　次郎\n"
                "手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:01/00:00:01)\n",
                0);
    check_guess("▲７六歩△３四歩▲２六歩△８四歩\n", 0);
    check_guess("表題：詰将棋\n後手の持駒：飛二　金四　銀四　桂四　香四　歩十八\n", 0);
    check_guess("*この手は疑問手。ここでは▲５五角と打つところだった。\n",
                1u << SHOGI_ENCODING_GB18030);
    check_guess(
        "手合割：平手\n先手：张三\n后手：李四\n   1 ７六步(77)\n   4 同　飞(82)\n",
        NOT_JAPANESE);
    check_guess(
        "手合割：平手\n先手：張三\n後手：李四\n   1 ７六步(77)\n   4 同　飛(82)\n",
        NOT_JAPANESE);
}

static void
test_a_name_alone_is_recognised(void)
{
    static const char *const names[] = {
        "山田",       "田中",       "小林", "大山", "ひまわり", "ボナンザ",
        "ＧＰＳ将棋", "高橋一二三", "木村", "渡辺", "奈良",     "棋理",
        "東大将棋",   "萩原",       "鶴岡", "脇",   "自社",     "写実"
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct shogi_buf text = { 0 };

        shogi_buf_printf(&text, "V2\nN+%s\nN-guest\nPI\n+\n+7776FU\n", names[i]);
        shogi_buf_putc(&text, '\0');
        check_guess(text.data, NOT_CHINESE);
        shogi_buf_release(&text);
    }
}

static void
test_half_width_katakana_are_recognised(void)
{
    static const char *const names[] = { "ﾔﾏﾀﾞ",  "ﾅｶﾞｾ",    "ﾌｼﾞｲ",
                                         "ｼｮｳｷﾞ", "ｺﾝﾋﾟｭｰﾀ", "ﾊﾌﾞ･ﾖｼﾊﾙ" };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct shogi_buf text = { 0 };

        shogi_buf_printf(&text, "V2\nN+%s\n", names[i]);
        shogi_buf_putc(&text, '\0');
        check_guess(text.data, NOT_CHINESE);
        shogi_buf_release(&text);
    }
}

static void
test_latin_names_stay_utf8(void)
{
    static const char *const names[] = { "N+José\n",   "N+Łukasz Müller\n", "N+Иван\n",
                                         "*30° · ½\n", "N+Ærøskøbing\n",    "N+Zoë\n" };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        check_decoded(names[i], strlen(names[i]), SHOGI_ENCODING_AUTO, names[i],
                      SHOGI_ENCODING_UTF8);
}

static void
test_the_bytes_are_believed_before_the_declaration(void)
{
    check_decoded(BYTES("#KIF version=2.0 encoding=UTF-8\n\x90\xe6\x8e\xe8\x81\x46"
                        "\x8e\x52\x93\x63\n"),
                  SHOGI_ENCODING_AUTO, "#KIF version=2.0 encoding=UTF-8\n先手：山田\n",
                  SHOGI_ENCODING_CP932);
    check_decoded(
        BYTES("#KIF version=2.0 encoding=Shift_JIS\n先手：山田\n"), SHOGI_ENCODING_AUTO,
        "#KIF version=2.0 encoding=Shift_JIS\n先手：山田\n", SHOGI_ENCODING_UTF8);
}

static void
test_a_declaration_breaks_a_tie(void)
{
    /* Chinese surname and name, which EUC-JP could be as well. */
    check_decoded(BYTES("'CSA encoding=GB18030\nN+\xcd\xf5\xce\xb0\n"),
                  SHOGI_ENCODING_AUTO, "'CSA encoding=GB18030\nN+王伟\n",
                  SHOGI_ENCODING_GB18030);
}

static void
test_asked_for_an_encoding_nothing_is_guessed(void)
{
    check_decoded(BYTES("\xbb\xb3\xc5\xc4"), SHOGI_ENCODING_CP932, "ｻｳﾅﾄ",
                  SHOGI_ENCODING_CP932);
    check_decoded(BYTES("\xbb\xb3\xc5\xc4"), SHOGI_ENCODING_EUC_JP, "山田",
                  SHOGI_ENCODING_EUC_JP);
}

static void
test_escape_sequences_tell_iso_2022_jp(void)
{
    check_decoded(BYTES("N+\x1b$B;3ED\x1b(B\n"), SHOGI_ENCODING_AUTO, "N+山田\n",
                  SHOGI_ENCODING_ISO_2022_JP);
    /* A coloured terminal is no Japanese. */
    check_decoded(BYTES("\x1b[1m+7776FU\x1b(B\x1b[m\n"), SHOGI_ENCODING_AUTO,
                  "\x1b[1m+7776FU\x1b(B\x1b[m\n", SHOGI_ENCODING_UTF8);
}

/* One damaged byte anywhere does not change what a record is taken for. */
static void
test_a_damaged_record_keeps_its_encoding(void)
{
    static const char text[] = "手合割：平手\n先手：山田\n後手：鈴木\n   1 ７六歩(77)\n";
    static const unsigned char damage[] = { 0xff, 0x80, 0x3f, 0xe3 };

    for (int i = 0; i < 3; i++) {
        struct shogi_buf bytes = { 0 }, buf = { 0 };
        int wrong = 0;

        shogi_text_encode(&bytes, BYTES(text), cuttable[i], false, NULL);
        for (size_t at = 0; at < bytes.len; at++) {
            for (size_t d = 0; d < sizeof damage; d++) {
                char good = bytes.data[at];

                bytes.data[at] = (char)damage[d];
                wrong += decode(&buf, bytes.data, bytes.len, 0).encoding != cuttable[i];
                bytes.data[at] = good;
            }
        }
        note("%s", shogi_encoding_name(cuttable[i]));
        is_int(wrong, 0);
        shogi_buf_release(&bytes);
        shogi_buf_release(&buf);
    }
}

/* ---- threads ---------------------------------------------------------------------- */

static void *
decode_often(void *unused)
{
    struct shogi_buf buf = { 0 };
    void *right = unused;

    for (int i = 0; i < 200; i++) {
        struct shogi_text t =
            decode(&buf, BYTES("\x90\xe6\x8e\xe8\x81\x46\x8e\x52\x93\x63\n"), 0);

        if (strcmp(t.utf8, "先手：山田\n") != 0)
            right = NULL;
        t = decode(&buf, BYTES("N+\xbb\xb3\xc5\xc4\xbe\xad\xb4\xfd\n"), 0);
        if (strcmp(t.utf8, "N+山田将棋\n") != 0)
            right = NULL;
    }
    shogi_buf_release(&buf);
    return right;
}

/* Runs first, so that the tables are filled while all of them ask. */
static void
test_threads_may_decode_at_once(void)
{
    pthread_t threads[4];
    int mark;
    void *result;

    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, decode_often, &mark);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], &result);
        ok(result == &mark);
    }
}

/* ---- records of other people ------------------------------------------------------ */

static char *
read_path(const char *path, size_t *len)
{
    FILE *f = fopen(path, "rb");
    struct shogi_buf buf = { 0 };
    size_t n;

    if (!f)
        return NULL;
    do {
        shogi_buf_reserve(&buf, 65536 + SHOGI_TEXT_PADDING);
        n = fread(buf.data + buf.len, 1, 65536, f);
        buf.len += n;
    } while (n > 0);
    fclose(f);
    memset(buf.data + buf.len, 0, SHOGI_TEXT_PADDING);
    *len = buf.len;
    return buf.data;
}

/* Check one row of the index: path, and in the fifth column the encoding. */
static bool
row_is_right(const char *folder, char *row, struct shogi_buf *buf)
{
    char *column[5], path[4096], *bytes;
    const char *name;
    struct shogi_text t = { 0 };
    size_t len;
    bool bom, right;

    for (int i = 0; i < 5; i++) {
        column[i] = row;
        row += strcspn(row, "\t\n");
        if (*row)
            *row++ = '\0';
    }
    snprintf(path, sizeof path, "%s/%s", folder, column[0]);
    bytes = read_path(path, &len);
    if (!bytes) {
        note("%s: cannot be read", path);
        return false;
    }
    name = strcmp(column[4], "ASCII") == 0 ? "UTF-8" : column[4];
    bom = strcmp(name, "UTF-8-BOM") == 0;
    if (bom)
        name = "UTF-8";
    shogi_text_decode(&t, buf, bytes, len, true, SHOGI_ENCODING_AUTO, 1);
    right = t.had_bom == bom && t.bad_count == 0;
    for (const char *a = shogi_encoding_name(t.encoding), *b = name; right && (*a || *b);
         a++, b++)
        right = (*a | 0x20) == (*b | 0x20);
    if (!right)
        note("%s: %s, but was taken for %s with %zu bad bytes", column[0], column[4],
             shogi_encoding_name(t.encoding), t.bad_count);
    shogi_memory_free(bytes);
    return right;
}

static void
test_real_records_are_recognised(void)
{
    const char *shared = getenv("SHOGI_SHARED");
    struct shogi_buf buf = { 0 };
    char folder[2048], path[4096], row[16384];
    int rows = 0, wrong = 0;
    FILE *index;

    if (!shared) {
        skip("SHOGI_SHARED is not set");
        return;
    }
    snprintf(folder, sizeof folder, "%s/corpus/dev", shared);
    snprintf(path, sizeof path, "%s/INDEX.tsv", folder);
    index = fopen(path, "r");
    if (!index || !fgets(row, sizeof row, index)) {
        skip("there is no corpus/dev/INDEX.tsv");
        return;
    }
    while (fgets(row, sizeof row, index)) {
        rows++;
        wrong += !row_is_right(folder, row, &buf);
    }
    fclose(index);
    note("%d records", rows);
    ok(rows > 0);
    is_int(wrong, 0);
    shogi_buf_release(&buf);
}

int
main(void)
{
    test_threads_may_decode_at_once();
    test_an_encoding_is_known_by_all_its_names();
    test_other_names_are_not_known();
    test_what_windows_added_to_shift_jis_is_read();
    test_trail_bytes_that_look_like_ascii_belong_to_their_kanji();
    test_all_sets_of_euc_jp_are_read();
    test_all_lengths_of_gb18030_are_read();
    test_big5_is_read();
    test_every_code_means_what_iconv_says();
    test_four_byte_codes_mean_what_iconv_says();
    test_good_utf8_is_not_copied_when_it_is_padded();
    test_zero_bytes_follow_every_text();
    test_line_ends_are_lf_or_crlf();
    test_a_bom_is_taken_off_and_told();
    test_a_nul_byte_stays();
    test_broken_bytes_are_counted_and_placed();
    test_what_a_text_says_of_itself_is_told_apart_from_what_it_is();
    test_records_are_recognised_in_every_encoding();
    test_a_name_alone_is_recognised();
    test_half_width_katakana_are_recognised();
    test_latin_names_stay_utf8();
    test_the_bytes_are_believed_before_the_declaration();
    test_a_declaration_breaks_a_tie();
    test_asked_for_an_encoding_nothing_is_guessed();
    test_escape_sequences_tell_iso_2022_jp();
    test_a_damaged_record_keeps_its_encoding();
    test_real_records_are_recognised();
    return done_testing();
}
