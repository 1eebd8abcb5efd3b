/* SPDX-License-Identifier: MIT */
/* test_scan.c - a place in decoded text. */
#include "tap.h"

#include "text/scan.h"

/* A scanner on the first line of TEXT, which has zero bytes behind it. */
static struct scan
scan_text(const char *text, char padded[256])
{
    struct shogi_text t = { .utf8 = padded, .first_line = 1 };
    struct scan s;

    memset(padded, 0, 256);
    t.len = strlen(text);
    memcpy(padded, text, t.len);
    scan_init(&s, &t);
    scan_next_line(&s);
    return s;
}

static void
test_lines_end_in_lf_or_crlf_or_with_the_text(void)
{
    char padded[256];
    struct scan s = scan_text("one\r\n\ntwo\nthree", padded);

    is_int(scan_left(&s), 3);
    is_int(s.number, 1);
    ok(scan_next_line(&s) && scan_at_end(&s));
    ok(scan_next_line(&s) && scan_word(&s, "two") && scan_at_end(&s));
    ok(scan_next_line(&s) && scan_word(&s, "three"));
    is_int(s.number, 4);
    ok(!scan_next_line(&s));
}

static void
test_a_word_that_is_not_there_does_not_move(void)
{
    char padded[256];
    struct scan s = scan_text("手合割：平手", padded);

    ok(!scan_word(&s, "手数"));
    ok(!scan_char(&s, ':'));
    is_int(scan_column(&s, s.p), 1);
    ok(scan_word(&s, "手合割"));
    is_int(scan_column(&s, s.p), 4);
    ok(scan_word(&s, "：") && scan_word(&s, "平手"));
    ok(!scan_word(&s, "平手"));
}

static void
test_all_kinds_of_blanks_are_taken_and_trimmed(void)
{
    char padded[256];
    const char *blanks = " \t\u3000\u00a0\ufeff\u200b";
    struct scan s =
        scan_text(" \t\u3000\u00a0\ufeff\u200b玉 \t\u3000\u00a0\ufeff\u200b", padded);

    is_int(scan_blanks(&s), strlen(blanks));
    scan_trim(&s);
    is_int(scan_left(&s), strlen("玉"));
    ok(scan_word(&s, "玉"));
    ok(scan_at_end(&s));
    is_int(scan_blanks(&s), 0);

    /* Characters that share bytes with blanks. */
    s = scan_text("、\u00a1\u200c\ufeef", padded);
    is_int(scan_blanks(&s), 0);
    scan_trim(&s);
    is_int(scan_left(&s), strlen("、\u00a1\u200c\ufeef"));

    s = scan_text(" \u3000 ", padded);
    scan_trim(&s);
    is_int(scan_left(&s), 0);
}

static void
test_a_nul_byte_in_a_line_is_a_blank(void)
{
    char text[32] = "a\0b\0\0";
    struct shogi_text t = { .utf8 = text, .len = 5, .first_line = 1 };
    struct scan s;

    scan_init(&s, &t);
    ok(scan_next_line(&s));
    ok(scan_char(&s, 'a'));
    is_int(scan_blanks(&s), 1);
    scan_trim(&s);
    is_int(scan_left(&s), 1);
}

static void
test_numbers_are_read_in_ascii_and_full_width(void)
{
    static const struct {
        const char *text;
        uint32_t max, value;
        size_t left;
    } cases[] = {
        { "0", 10, 0, 0 },
        { "12x", 99, 12, 1 },
        { "１２手", 99, 12, 3 },
        { "1２", 99, 12, 0 },
        { "100", 99, 99, 0 },
        { "00012", 99, 12, 0 },
        { "4294967295", UINT32_MAX, UINT32_MAX, 0 },
        { "4294967296", UINT32_MAX, UINT32_MAX, 0 },
        { "99999999999999999999999999999999", 1000, 1000, 0 },
    };
    char padded[256];
    uint32_t value;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scan s = scan_text(cases[i].text, padded);

        note("%s", cases[i].text);
        if (ok(scan_number(&s, cases[i].max, &value))) {
            is_int(value, cases[i].value);
            is_int(scan_left(&s), cases[i].left);
        }
    }
    for (const char *const *no =
             (const char *const[]){ "", "x1", "一", "／", "：", NULL };
         *no; no++) {
        struct scan s = scan_text(*no, padded);

        ok(!scan_number(&s, 99, &value));
        is_int(scan_left(&s), strlen(*no));
    }
}

static void
test_counts_are_read_in_kanji_too(void)
{
    static const struct {
        const char *text;
        uint32_t value;
        const char *rest;
    } cases[] = {
        { "一", 1, "" },           { "九　", 9, "　" },       { "十", 10, "" },
        { "十八", 18, "" },        { "二十", 20, "" },        { "三十三", 33, "" },
        { "百", 100, "" },         { "百十五手", 115, "手" }, { "二百三", 203, "" },
        { "九百九十九", 999, "" }, { "18枚", 18, "枚" },      { "２三", 2, "三" },
        { "一二", 1, "二" },
    };
    char padded[256];
    uint32_t value;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scan s = scan_text(cases[i].text, padded);

        if (ok(scan_count(&s, 1000, &value))) {
            is_int(value, cases[i].value);
            is_str(s.p, cases[i].rest);
        }
    }
    for (const char *const *no = (const char *const[]){ "", "歩", "千", "丁", NULL }; *no;
         no++) {
        struct scan s = scan_text(*no, padded);

        ok(!scan_count(&s, 99, &value));
        is_int(scan_left(&s), strlen(*no));
    }
    {
        struct scan s = scan_text("九十九", padded);

        ok(scan_count(&s, 18, &value));
        is_int(value, 18);
    }
}

static void
test_kanji_digits_are_one_to_nine(void)
{
    static const char *const digits[] = { "一", "二", "三", "四", "五",
                                          "六", "七", "八", "九" };
    char padded[256];
    int digit;

    for (int i = 0; i < 9; i++) {
        struct scan s = scan_text(digits[i], padded);

        ok(scan_kanji_digit(&s, &digit));
        is_int(digit, i + 1);
        ok(scan_at_end(&s));
    }
    for (const char *const *no =
             (const char *const[]){ "〇", "十", "1", "\xe4\xb8", NULL };
         *no; no++) {
        struct scan s = scan_text(*no, padded);

        ok(!scan_kanji_digit(&s, &digit));
    }
}

/* Digits and words do not reach over the end of the line. */
static void
test_nothing_is_taken_behind_the_line(void)
{
    char padded[256];
    struct scan s = scan_text("12\n34", padded);
    uint32_t value;
    int digit;

    ok(scan_number(&s, 99, &value));
    is_int(value, 12);
    ok(!scan_digit(&s, &digit) && !scan_char(&s, '\n') && !scan_word(&s, "\n34"));
    s = scan_text("\xef\xbc\n\x91", padded);
    ok(!scan_digit(&s, &digit));
    s = scan_text("十\n二", padded);
    ok(scan_count(&s, 99, &value));
    is_int(value, 10);
}

int
main(void)
{
    test_lines_end_in_lf_or_crlf_or_with_the_text();
    test_a_word_that_is_not_there_does_not_move();
    test_all_kinds_of_blanks_are_taken_and_trimmed();
    test_a_nul_byte_in_a_line_is_a_blank();
    test_numbers_are_read_in_ascii_and_full_width();
    test_counts_are_read_in_kanji_too();
    test_kanji_digits_are_one_to_nine();
    test_nothing_is_taken_behind_the_line();
    return done_testing();
}
