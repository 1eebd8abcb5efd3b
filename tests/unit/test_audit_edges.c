/* SPDX-License-Identifier: MIT */
/* test_audit_edges.c - the audit at its borders: the last day of a month, the last
 * second of a clock, the least hand of an impasse. */
#include "verdicts.h"

#include "game/audit.h"

/* ---- numbers ------------------------------------------------------------------------
 */

static void
test_a_number_of_ten_digits_is_only_large(void)
{
    static const struct {
        const char *text, *rest;
        int64_t number;
        bool taken;
    } rows[] = {
        { "", "", 0, false },
        { "x1", "x1", 0, false },
        { "007x", "x", 7, true },
        { "１２３：", "：", 123, true },
        { "123456789", "", 123456789, true },
        { "1000000000", "", INT32_MAX, true },
        { "99999999999999999999,", ",", INT32_MAX, true },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *s = rows[i].text;
        int64_t n = -1;
        is_int(audit_take_number(&s, &n), rows[i].taken);
        is_int(n, rows[i].number);
        is_str(s, rows[i].rest);
    }
}

/* ---- the calendar -------------------------------------------------------------------
 */

/* Is DATE, in a header, one that the calendar lacks? */
static bool
is_impossible(const char *date)
{
    struct record r;
    char text[200];
    bool found;

    snprintf(text, sizeof text, "開始日時：%s\n   1 ７六歩(77)\n   2 投了\n", date);
    found = strstr(judged(&r, "kif", NULL, text, true), "impossible-date") != NULL;
    record_free(&r);
    return found;
}

static void
test_every_month_has_its_last_day(void)
{
    static const int days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    char date[40];

    for (int month = 1; month <= 12; month++) {
        snprintf(date, sizeof date, "2023/%02d/%02d", month, days[month - 1]);
        ok(!is_impossible(date));
        snprintf(date, sizeof date, "2023/%02d/%02d", month, days[month - 1] + 1);
        ok(is_impossible(date));
    }
    ok(!is_impossible("2023/00/31"));
    ok(is_impossible("2023/00/32"));
    ok(!is_impossible("2023/12"));
    ok(is_impossible("2023/13"));
}

static void
test_a_year_has_four_digits(void)
{
    ok(is_impossible("1000/13/01"));
    ok(!is_impossible("999/13/01"));
    ok(is_impossible("9999/13/01"));
    ok(!is_impossible("10000/13/01"));
    ok(!is_impossible("12345678901/13/01"));
}

static void
test_dates_may_have_wide_digits_and_signs(void)
{
    ok(is_impossible("２０２３／０２／２９"));
    ok(!is_impossible("２０２３／０２／２８"));
    ok(is_impossible("２０２３年１３月１日"));
    ok(!is_impossible("２０２３年１２月３１日"));
    ok(is_impossible("2023-02-30"));
    ok(is_impossible("2023.02.30"));
    ok(is_impossible("2023－02－30"));
    ok(!is_impossible("2023+02+30"));
    ok(!is_impossible("２０２３、０２、３０"));
}

static void
test_a_day_has_24_hours(void)
{
    ok(!is_impossible("2023/12/31 23:59:59"));
    ok(!is_impossible("2023/12/31 24:00:00"));
    ok(!is_impossible("2023/12/31 24:00"));
    ok(!is_impossible("2023/12/31 24時"));
    ok(is_impossible("2023/12/31 24:00:01"));
    ok(is_impossible("2023/12/31 24:01"));
    ok(is_impossible("2023/12/31 25:00"));
    ok(!is_impossible("2023/12/31(日) 10時59分60秒"));
    ok(is_impossible("2023/12/31(日) 10時60分"));
    ok(is_impossible("2023/12/31(日) 10：59：61"));
    ok(!is_impossible("2023/12/31 99 games"));
    ok(!is_impossible("2023/12/31 10:59x61"));
}

static void
test_the_same_header_twice_is_told(void)
{
    static const struct row rows[] = {
        { NULL, "開始日時：2023/12/31\n開始日時：2023/12/31\n   1 投了\n",
          "none; ok | duplicate-header@0" },
        { NULL, "開始日時：2023/12/31 10:00\n開始日時：2023/12/31\n   1 投了\n",
          "none; ok |" },
        { NULL, "開始日時：2023/12/31\n開始日時：2023/12/31 10:00\n   1 投了\n",
          "none; ok |" },
        { NULL, "開始日時：2023/12/30\n開始日時：2023/12/31 10:00\n   1 投了\n",
          "none; ok | duplicate-header@0" },
    };

    CHECK_CODES("kif", rows);
}

/* ---- clocks -------------------------------------------------------------------------
 */

/* How many whole seconds the first move of a game with HEADERS may take: the least
 * that is too long less one; -1: any. */
static int
seconds_allowed(const char *headers)
{
    int low = -1, high = 20000;

    while (high - low > 1) {
        int middle = (low + high) / 2;
        struct record r;
        char text[400];
        snprintf(text, sizeof text, "%s   1 ７六歩(77)   (%d:%02d/0:0:0)\n", headers,
                 middle / 60, middle % 60);
        if (strstr(judged(&r, "kif", NULL, text, true), "time-exceeded"))
            high = middle;
        else
            low = middle;
        record_free(&r);
    }
    return high == 20000 ? -1 : low;
}

static void
test_a_control_in_japanese_is_understood_whole_or_not_at_all(void)
{
    static const struct {
        const char *headers;
        int seconds;
    } rows[] = {
        { "持ち時間：10分切れ負け\n", 599 },
        { "持ち時間：各１０分切れ負け\n", 599 },
        { "持ち時間：1時間30分切れ負け\n", 5399 },
        { "持ち時間：1時間30分9秒切れ負け\n", 5408 },
        { "持ち時間：90秒切れ負け\n", 89 },
        { "持ち時間：10分 切れ負け \n", 599 },
        { "持ち時間：10分　切れ負け\n", 599 },
        { "持ち時間：10分\n", -1 },
        { "持ち時間：10分ほど切れ負け\n", -1 },
        { "持ち時間：切れ負け\n", -1 },
        { "持ち時間：10分切れ負け、のはず\n", -1 },
        { "持ち時間：15分+60秒\n", 959 },
        { "持ち時間：15分＋60秒\n", 959 },
        { "持ち時間：15分+\n", -1 },
        { "持ち時間：15分+60秒ずつ\n", -1 },
        { "持ち時間：15分\n秒読み：30秒\n", 929 },
        { "持ち時間：15分\n秒読み：1手30秒\n", 929 },
        { "持ち時間：15分\n秒読み：一手30秒\n", 929 },
        { "持ち時間：15分\n秒読み：30秒以内\n", -1 },
        { "持ち時間：15分\n秒読み：あり\n", -1 },
        { "持ち時間：0分\n秒読み：30秒\n", 29 },
        { "場所：81Dojo\n持ち時間：0分+10秒\n", 10 },
        { "場所：x81Dojo\n持ち時間：0分+10秒\n", 9 },
        { "持ち時間：123456789012時間切れ負け\n", -1 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!is_int(seconds_allowed(rows[i].headers), rows[i].seconds))
            note("%s", rows[i].headers);
}

static void
test_controls_of_csa_are_understood_whole_or_not_at_all(void)
{
    static const struct row rows[] = {
        { NULL, "V2.2\n$TIME_LIMIT:01:02+03\nPI\n+\n+7776FU\nT3722\n",
          "none; unfinished |" },
        { NULL, "V2.2\n$TIME_LIMIT:01:02+03\nPI\n+\n+7776FU\nT3723\n",
          "none; unfinished | time-exceeded@1" },
        { NULL, "V2.2\n$TIME_LIMIT:01:02+03x\nPI\n+\n+7776FU\nT9999\n",
          "none; unfinished |" },
        { NULL, "V2.2\n$TIME_LIMIT:01:02\nPI\n+\n+7776FU\nT9999\n",
          "none; unfinished |" },
        { NULL, "V3.0\n$TIME:60.75+10.5+5.9\nPI\n+\n+7776FU\nT74\n",
          "none; unfinished |" },
        { NULL, "V3.0\n$TIME:60.75+10.5+5.9\nPI\n+\n+7776FU\nT75\n",
          "none; unfinished | time-exceeded@1" },
        { NULL, "V3.0\n$TIME:60.0+10.09+5.90\nPI\n+\n+7776FU\nT74\n",
          "none; unfinished |" },
        { NULL, "V3.0\n$TIME:60.0+10.09+5.90\nPI\n+\n+7776FU\nT75\n",
          "none; unfinished | time-exceeded@1" },
        { NULL, "V3.0\n$TIME:60+10+5x\nPI\n+\n+7776FU\nT9999\n", "none; unfinished |" },
        { NULL, "V3.0\n$TIME:60+10\nPI\n+\n+7776FU\nT9999\n", "none; unfinished |" },
        { NULL, "V3.0\n$TIME:60+10+\nPI\n+\n+7776FU\nT9999\n", "none; unfinished |" },
        { NULL, "V3.0\n$TIME:60++5\nPI\n+\n+7776FU\nT9999\n", "none; unfinished |" },
        { NULL, "V3.0\n$TIME:+10+5\nPI\n+\n+7776FU\nT9999\n", "none; unfinished |" },
        { NULL, "V2.2\n$TIME_LIMIT:01:+03\nPI\n+\n+7776FU\nT9999\n",
          "none; unfinished |" },
        { NULL, "V2.2\n$TIME_LIMIT::02+03\nPI\n+\n+7776FU\nT9999\n",
          "none; unfinished |" },
        { NULL, "V2.2\n$TIME_LIMIT:01:02+\nPI\n+\n+7776FU\nT9999\n",
          "none; unfinished |" },
        { NULL, "V2.2\n$EVENT:wdoor+floodgate--10F+a\nPI\n+\n+7776FU\nT9999\n",
          "none; unfinished |" },
        { NULL, "V2.2\n$EVENT:wdoor+floodgate-60-F+a\nPI\n+\n+7776FU\nT9999\n",
          "none; unfinished |" },
        { NULL, "V2.2\n$EVENT:wdoor+floodgate-60-10F\nPI\n+\n+7776FU\nT70\n",
          "none; unfinished | time-exceeded@1" },
        { NULL, "V2.2\n$EVENT:wdoor+floodgate-60-10Fx\nPI\n+\n+7776FU\nT9999\n",
          "none; unfinished |" },
        { NULL, "V2.2\n$EVENT:wdoor+floodgate-60+a\nPI\n+\n+7776FU\nT9999\n",
          "none; unfinished |" },
    };

    CHECK_CODES("csa", rows);
}

static void
test_a_clock_that_ran_out_is_told_once_a_side(void)
{
    static const struct row rows[] = {
        { NULL,
          "V3.0\n$TIME:10+0+0\nPI\n+\n+7776FU\nT10\n-3334FU\nT10\n+2726FU\nT5\n-8384FU\n"
          "T5\n",
          "none; unfinished | time-exceeded@1 time-exceeded@2" },
        { NULL, "V3.0\n$TIME:5+0+10\nPI\n+\n+7776FU\nT14\n-3334FU\nT1\n+2726FU\nT11\n",
          "none; unfinished | time-exceeded@3" },
        { NULL, "V3.0\n$TIME:5+10+0\nPI\n+\n+7776FU\nT14\n-3334FU\nT1\n+2726FU\nT9\n",
          "none; unfinished |" },
        /* One second of the main time is left. */
        { NULL, "V3.0\n$TIME:5+10+0\nPI\n+\n+7776FU\nT4\n-3334FU\nT1\n+2726FU\nT10\n",
          "none; unfinished |" },
        { NULL, "V3.0\n$TIME:5+10+0\nPI\n+\n+7776FU\nT4\n-3334FU\nT1\n+2726FU\nT11\n",
          "none; unfinished | time-exceeded@3" },
        { NULL, "V3.0\n$TIME:5+10+0\nPI\n+\n+7776FU\nT5\n-3334FU\nT1\n+2726FU\nT10\n",
          "none; unfinished | time-exceeded@3" },
    };

    CHECK_CODES("csa", rows);
}

static void
test_a_loss_on_time_with_time_left_is_told(void)
{
    static const struct row rows[] = {
        { NULL, "V3.0\n$TIME:1+0+0\nPI\n+\n%TIME_UP\nT0\n",
          "none; ok | time-not-proven@1" },
        { NULL, "V3.0\n$TIME:0+10+0\nPI\n+\n%TIME_UP\nT0\n", "none; ok |" },
        { NULL, "V3.0\n$TIME:0+10+0\nPI\n+\n%TIME_UP\nT1\n",
          "none; ok | time-not-proven@1" },
        { NULL, "V3.0\n$TIME:0+10+0\nPI\n+\n%TIME_UP\nT9\n",
          "none; ok | time-not-proven@1" },
        { NULL, "V3.0\n$TIME:0+10+0\nPI\n+\n%TIME_UP\nT10\n", "none; ok |" },
        { NULL, "V3.0\n$TIME:1+0+0\nPI\n+\n%TORYO\nT0\n", "none; ok |" },
        { NULL, "V3.0\n$TIME:1+0+0\nPI\n+\n%TORYO\nT9\n", "none; ok |" },
        { NULL, "V3.0\n$TIME:10+5+0\nPI\n+\n+7776FU\nT15\n-3334FU\nT1\n%TIME_UP\nT1\n",
          "none; ok | time-exceeded@1" },
        { NULL, "V3.0\n$TIME:1+0+0\nPI\n+\n%TIME_UP\n", "none; ok |" },
    };

    CHECK_CODES("csa", rows);
}

static void
test_the_first_total_is_the_first_time(void)
{
    static const struct row rows[] = {
        { NULL, "   1 ７六歩(77)   ( 0:10/00:00:20)\n",
          "none; unfinished | time-mismatch@1" },
        { NULL, "   1 ７六歩(77)   ( 0:00/00:00:05)\n",
          "none; unfinished | time-mismatch@1" },
        { NULL, "   1 ７六歩(77)   ( 0:05/00:00:05)\n", "none; unfinished |" },
        { NULL,
          "   1 ７六歩(77)   ( 0:07/)\n   2 ３四歩(33)   ( 0:01/00:00:01)\n"
          "   3 ２六歩(27)   ( 0:01/00:00:09)\n   4 ８四歩(83)   ( 0:01/00:00:02)\n"
          "   5 ２五歩(26)   ( 0:01/00:00:11)\n",
          "none; unfinished | time-mismatch@5" },
    };

    CHECK_CODES("kif", rows);
}

static void
test_no_time_at_all_is_a_time_and_a_total(void)
{
    static const struct row rows[] = {
        { NULL,
          "   1 ７六歩(77)   ( 0:00/00:00:00)\n   2 ３四歩(33)   ( 0:00/00:00:00)\n"
          "   3 ２六歩(27)   ( 0:05/00:00:06)\n",
          "none; unfinished | time-mismatch@3" },
        { NULL,
          "   1 ７六歩(77)   ( 0:05/00:00:05)\n   2 ３四歩(33)   ( 0:00/00:00:00)\n"
          "   3 ２六歩(27)   ( 0:00/00:00:06)\n",
          "none; unfinished | time-mismatch@3" },
        { NULL, "   1 ７六歩(77)   ( 0:05/00:00:00)\n",
          "none; unfinished | time-mismatch@1" },
    };

    CHECK_CODES("kif", rows);
}

/* ---- limits, impasse, draws ---------------------------------------------------------
 */

#define EMPTY_RANKS_4_TO_8                                                                   \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n" \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n" \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n"
#define EMPTY_RANKS_2_TO_8                                                               \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ "      \
    "・|三\n" EMPTY_RANKS_4_TO_8

static void
test_a_limit_that_is_recorded_counts(void)
{
    static const struct row rows[] = {
        { NULL, "V3.0\n$MAX_MOVES:1\nPI\n+\n+7776FU\n%MAX_MOVES\n",
          "max-moves @1: draw; ok" },
        { NULL, "V3.0\n$MAX_MOVES:0\nPI\n+\n+7776FU\n%MAX_MOVES\n",
          "none; unverifiable" },
        /* The JSA waits for the end of checks; who stops there is not wrong. */
        { "jsa", "V3.0\n$MAX_MOVES:3\nPI\n+\n+7776FU\n-9394FU\n+8833UM\n%MAX_MOVES\n",
          "none; ok" },
        { "jsa", "V3.0\n$MAX_MOVES:4\nPI\n+\n+7776FU\n-9394FU\n+8833UM\n%MAX_MOVES\n",
          "none; wrong" },
        { NULL, "V3.0\n$MAX_MOVES:99999\nPI\n+\n+7776FU\n%MAX_MOVES\n", "none; wrong" },
        { NULL, "V3.0\n$MAX_MOVES:100000\nPI\n+\n+7776FU\n%MAX_MOVES\n",
          "none; unverifiable" },
    };

    CHECK("csa", rows);
}

#define EMPTY_RANK_2 "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"
#define SENTE_ON_5I "| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n先手番\n"
/* Sente mates with move 1, or leaves gote without a move; gote moves all the same. */
#define MATE_IN_ONE                                                                      \
    "先手の持駒：金\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n" EMPTY_RANK_2                     \
    "| ・ ・ ・ ・ 金 ・ ・ ・ ・|三\n" EMPTY_RANKS_4_TO_8 SENTE_ON_5I
#define STALEMATE_IN_ONE                                                                 \
    "|v玉 ・ ・ ・ ・ ・ ・ ・ ・|一\n" EMPTY_RANK_2                                     \
    "| ・ 金 桂 ・ ・ ・ ・ ・ ・|三\n" EMPTY_RANKS_4_TO_8 SENTE_ON_5I

static void
test_a_mate_at_the_limit_is_a_mate(void)
{
    static const struct row rows[] = {
        { "csa", "最大手数：1\n" MATE_IN_ONE "   1 ５二金打\n   2 ６一玉(51)\n",
          "checkmate @1: black, continued; unfinished"
          " | undeclared-mate@1 check-ignored@2 continued@2" },
        { "csa", "最大手数：1\n" STALEMATE_IN_ONE "   1 ５八玉(59)\n   2 ８一玉(91)\n",
          "no-legal-moves @1: black, continued; unfinished"
          " | no-legal-moves@1 self-check@2 continued@2" },
    };

    CHECK_CODES("kif", rows);
}

#define PAWNS_14 "00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU"
#define PAWNS_13 "00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU00FU"
/* Without a king: 24 points for either side, and a little less. */
#define BLACK_24 "00HI00KA" PAWNS_14
#define BLACK_23 "00HI00KA" PAWNS_13
#define WHITE_24 "00HI00KA00FU00FU00FU00FU00KY00KY00KY00KY00KE00KE00KE00KE00GI00GI"
#define WHITE_23 "00HI00KA00FU00FU00FU00FU00KY00KY00KY00KY00KE00KE00KE00KE00GI"

static void
test_an_impasse_needs_a_king_that_has_entered_and_24_points_each(void)
{
    static const struct row rows[] = {
        { "jsa", "V2.2\nP+11OU" BLACK_24 "\nP-91OU" WHITE_24 "\n+\n%JISHOGI\n",
          "none; ok" },
        { "jsa", "V2.2\nP+13OU" BLACK_24 "\nP-91OU" WHITE_24 "\n+\n%JISHOGI\n",
          "none; ok" },
        { "jsa", "V2.2\nP+14OU" BLACK_24 "\nP-96OU" WHITE_24 "\n+\n%JISHOGI\n",
          "none; wrong" },
        { "jsa", "V2.2\nP+19OU" BLACK_24 "\nP-97OU" WHITE_24 "\n+\n%JISHOGI\n",
          "none; ok" },
        { "jsa", "V2.2\nP+11OU" BLACK_23 "\nP-91OU" WHITE_24 "\n+\n%JISHOGI\n",
          "none; wrong" },
        { "jsa", "V2.2\nP+11OU" BLACK_24 "\nP-91OU" WHITE_23 "\n+\n%JISHOGI\n",
          "none; wrong" },
        { "jsa-2013", "V2.2\nP+11OU" BLACK_24 "\nP-91OU" WHITE_24 "\n+\n%JISHOGI\n",
          "none; wrong" },
        { "jsa-2013", "V2.2\nP+19OU" BLACK_24 "\nP-99OU" WHITE_24 "\n+\n%JISHOGI\n",
          "none; wrong" },
        { "jsa-2013", "V2.2\nP+11OU" BLACK_24 "\nP-99OU" WHITE_24 "\n+\n%JISHOGI\n",
          "none; ok" },
    };

    CHECK("csa", rows);
}

#define CAMP_27 "P-88TO78TO68TO58TO48TO38TO28TO18TO39UM29RY19OU00FU00FU00FU00FU00HI"

static void
test_a_declared_draw_needs_24_points_of_who_declares_or_an_impasse(void)
{
    static const struct row rows[] = {
        { "jsa", "V2.2\nP+11OU" BLACK_24 "\nP-91OU" WHITE_24 "\n+\n%HIKIWAKE\n",
          "none; ok" },
        { "jsa", "V2.2\nP+15OU\n" CAMP_27 "\n-\n%HIKIWAKE\n", "none; ok" },
        { "jsa", "V2.2\nP+15OU\n" CAMP_27 "\n+\n%HIKIWAKE\n", "none; wrong" },
        { "jsa", "V2.2\nP+15OU\nP-91OU\n+\n%HIKIWAKE\n", "none; wrong" },
    };

    CHECK("csa", rows);
}

/* ---- variations ---------------------------------------------------------------------
 */

static void
test_what_happens_in_a_variation_is_told_as_of_it(void)
{
    static const struct row rows[] = {
        { NULL,
          "   1 ７六歩(77)\n   2 投了\n\n変化：1手\n"
          "   1 ３八飛(28)\n   2 ７二飛(82)\n   3 ２八飛(38)\n   4 ８二飛(72)\n"
          "   5 ３八飛(28)\n   6 ７二飛(82)\n   7 ２八飛(38)\n   8 ８二飛(72)\n"
          "   9 ３八飛(28)\n  10 ７二飛(82)\n  11 ２八飛(38)\n  12 ８二飛(72)\n",
          "none; ok | undeclared-sennichite@12v" },
        { NULL,
          "|v玉 ・ ・ ・ ・ ・ ・ ・ ・|一\n" EMPTY_RANKS_2_TO_8
          "| ・ 飛 ・ ・ ・ ・ ・ ・ 玉|九\n先手番\n"
          "   1 １八玉(19)\n   2 投了\n\n変化：1手\n"
          "   1 ９九飛(89)\n   2 ８一玉(91)\n   3 ８九飛(99)\n   4 ９一玉(81)\n"
          "   5 ９九飛(89)\n   6 ８一玉(91)\n   7 ８九飛(99)\n   8 ９一玉(81)\n"
          "   9 ９九飛(89)\n  10 ８一玉(91)\n  11 ８九飛(99)\n  12 ９一玉(81)\n",
          "none; ok | perpetual-check@12v" },
        { NULL,
          MATE_IN_ONE
          "   1 ４八玉(59)\n   2 投了\n\n変化：1手\n   1 ５二金打\n   2 ６一玉(51)\n",
          "none; ok | undeclared-mate@1v check-ignored@2v" },
        { NULL,
          STALEMATE_IN_ONE "   1 ８四金(83)\n   2 投了\n\n変化：1手\n   1 ５八玉(59)\n",
          "none; ok | no-legal-moves@1v" },
    };

    CHECK_CODES("kif", rows);
}

/* A king that the move before left attacked is in check in every variation. */
static void
test_a_variation_begins_with_what_stands_there(void)
{
    static const struct row rows[] = {
        /* Sente steps into the rook's file; gote then does something else. */
        { "jsa-2013",
          "|v玉 ・ ・ ・ ・v飛 ・ ・ ・|一\n" EMPTY_RANK_2
          "|v歩 ・ ・ ・ ・ ・ ・ ・ ・|三\n" EMPTY_RANKS_4_TO_8 SENTE_ON_5I
          "   1 ４九玉(59)\n   2 ８一玉(91)\n\n"
          "変化：2手\n   2 ９四歩(93)\n   3 ４八玉(49)\n",
          "foul self-check @1 by black: white, continued; unfinished"
          " | self-check@1 continued@2 check-ignored@3v" },
        /* Gote does so in the variation. */
        { NULL,
          "|v玉 ・ ・ ・ ・ ・ ・ ・ ・|一\n" EMPTY_RANK_2
          "| ・ 飛 ・ ・ ・ ・ ・ ・ 歩|三\n" EMPTY_RANKS_4_TO_8 SENTE_ON_5I
          "   1 ５八玉(59)\n   2 ９二玉(91)\n\n"
          "変化：2手\n   2 ８一玉(91)\n   3 １二歩(13)\n   4 ８二玉(81)\n",
          "none; unfinished | self-check@2v check-ignored@4v" },
    };

    CHECK_CODES("kif", rows);
}

/* ---- checks in the course of a game -------------------------------------------------
 */

/* Sente does not answer the check of move 2, whatever gives it. */
static void
test_a_check_of_any_kind_must_be_answered(void)
{
    static const char *const games[] = {
        "k8/9/9/9/4n4/9/8P/9/4K4 b - 1 moves 1g1f 5e6g 1f1e",
        "k8/9/9/9/4n4/9/8P/9/4K4 b - 1 moves 1g1f 5e4g 1f1e",
        "k8/9/9/9/9/9/8P/9/4K4 b n 1 moves 1g1f N*4g 1f1e",
        "k8/9/9/9/9/9/8P/9/4K4 b l 1 moves 1g1f L*5c 1f1e",
        "k8/9/9/7b1/9/9/P8/9/4K4 b - 1 moves 9g9f 2d1e 9f9e",
        "k8/9/9/7+b1/9/9/P8/9/4K4 b - 1 moves 9g9f 2d1e 9f9e",
        "k7r/9/9/9/9/9/8P/9/4K4 b - 1 moves 1g1f 1a5a 1f1e",
        "k7+r/9/9/9/9/9/8P/9/4K4 b - 1 moves 1g1f 1a5a 1f1e",
        "k8/9/9/9/9/9/4p3P/9/4K4 b - 1 moves 1g1f 5g5h 1f1e",
        "k8/9/9/9/9/9/5s2P/9/4K4 b - 1 moves 1g1f 4g4h 1f1e",
        "k8/9/9/9/9/9/5g2P/9/4K4 b - 1 moves 1g1f 4g4h 1f1e",
        "k8/9/9/9/9/9/5p2P/9/4K4 b - 1 moves 1g1f 4g4h+ 1f1e",
        "k8/9/9/9/9/8P/4+b4/9/4K4 b - 1 moves 1f1e 5g5h 1e1d",
        "k8/9/9/9/9/8P/5+r3/9/4K4 b - 1 moves 1f1e 4g4h 1e1d",
        "k3r4/9/9/9/4s4/9/8P/9/4K4 b - 1 moves 1g1f 5e4f 1f1e",
        "k3l4/9/9/9/4n4/9/8P/9/3RK4 b - 1 moves 1g1f 5e6g+ 1f1e",
        "k8/9/9/9/b8/1n7/8P/9/4K4 b - 1 moves 1g1f 8f7h+ 1f1e",
    };

    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct record r;
        char text[200];
        snprintf(text, sizeof text, "sfen %s", games[i]);
        if (!is_str(judged(&r, "sfen", NULL, text, false),
                    "foul check-ignored @3 by black: white; unfinished"))
            note("%s", games[i]);
        record_free(&r);
    }
}

/* Where a resignation heals fouls the game goes on after one, and so does the check. */
static void
test_a_check_that_was_ignored_is_a_check_still(void)
{
    static const struct row rows[] = {
        { "jsa-2013", "sfen k8/9/9/9/4n4/9/8P/9/4K4 b - 1 moves 1g1f 5e6g 1f1e 9a9b 1e1d",
          "foul check-ignored @3 by black: white, continued; unfinished"
          " | check-ignored@3 check-ignored@5 continued@5" },
        { "jsa", "sfen k8/9/9/9/4n4/9/8P/9/4K4 b - 1 moves 1g1f 5e6g 1f1e 9a9b 1e1d",
          "foul check-ignored @3 by black: white, continued; unfinished"
          " | check-ignored@3 continued@5" },
    };

    CHECK_CODES("sfen", rows);
}

/* Whose king is mated before a move was made has not lost by that. */
static void
test_a_start_in_mate_is_a_problem_for_who_moves(void)
{
    static const struct row rows[] = {
        { NULL, "sfen 4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1 moves 5a6a",
          "foul check-ignored @1 by white: black; unfinished | check-ignored@1" },
        { NULL, "sfen 4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1", "none; unfinished |" },
    };

    CHECK_CODES("sfen", rows);
}

/* A problem, in which sente has none, and a start with one too many. */
static void
test_sides_without_a_king_or_with_two_are_followed(void)
{
    static const struct row rows[] = {
        { NULL, "sfen 4k4/9/4P4/9/9/9/9/9/9 b 2G 1 moves G*6c 5a4a 6c6b 4a3a",
          "none; unfinished |" },
        { NULL, "sfen 4k4/9/9/9/9/9/8P/9/K7K b r 1 moves 1g1f R*9e 1f1e",
          "bad-start kings @0: nobody; unfinished | impossible-start@0 check-ignored@3" },
        { NULL, "sfen 4k4/9/9/9/9/9/8P/9/K7K b r 1 moves 1g1f R*5e 1f1e",
          "bad-start kings @0: nobody; unfinished | impossible-start@0" },
        /* Nor is a check from before the start forgotten. */
        { NULL, "sfen 4k4/9/9/9/4R4/9/8P/9/4K4 b - 1 moves 1g1f 5a5b",
          "bad-start opposite-check @0: nobody; unfinished"
          " | impossible-start@0 check-ignored@2" },
    };

    CHECK_CODES("sfen", rows);
}

/* ---- fouls in words -----------------------------------------------------------------
 */

static void
test_the_piece_in_the_way_is_named(void)
{
    static const struct {
        const char *sfen, *usi, *square;
    } rows[] = {
        { "9/k8/9/4s4/4R4/4s4/9/9/K8 b - 1", "5e5b", "5四" },
        { "9/k8/9/4s4/4R4/4s4/9/9/K8 b - 1", "5e5h", "5六" },
        { "9/k8/9/9/3sRs3/9/9/9/K8 b - 1", "5e8e", "6五" },
        { "9/k8/9/9/3sRs3/9/9/9/K8 b - 1", "5e2e", "4五" },
        { "9/k8/9/3s1s3/4B4/3s1s3/9/9/K8 b - 1", "5e8b", "6四" },
        { "9/k8/9/3s1s3/4B4/3s1s3/9/9/K8 b - 1", "5e2b", "4四" },
        { "9/k8/9/3s1s3/4B4/3s1s3/9/9/K8 b - 1", "5e8h", "6六" },
        { "9/k8/9/3s1s3/4B4/3s1s3/9/9/K8 b - 1", "5e2h", "4六" },
        { "9/k8/4s4/9/4R4/9/9/9/K8 b - 1", "5e5b", "5三" },
        { "9/k8/9/9/9/9/9/9/K1P6 b P 1", "P*7e", "7九" },
        { "2p5k/9/9/9/9/9/9/9/K8 w p 1", "P*7e", "7一" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record r;
        char text[120], message[200] = "";
        snprintf(text, sizeof text, "sfen %s moves %s", rows[i].sfen, rows[i].usi);
        judged(&r, "sfen", NULL, text, false);
        if (ok(r.game->diags != NULL))
            shogi_diag_message(r.game->diags, SHOGI_ENGLISH, message, sizeof message);
        if (!ok(strstr(message, rows[i].square) != NULL))
            note("%s: %s", rows[i].usi, message);
        record_free(&r);
    }
}

/* The message about the move after which the clock shows too much. */
static void
test_what_a_clock_says_names_the_move_as_players_do(void)
{
    static const struct {
        const char *moves, *name;
    } rows[] = {
        { "+7776FU\nT99\n", "move 1 ▲7六歩: 99 seconds" },
        { "+7776FU\n-3334FU\nT99\n", "move 2 △3四歩: 99 seconds" },
        { "+7776FU\n-3334FU\n+8822UM\nT99\n", "move 3 ▲2二角成: 99 seconds" },
        { "+7776FU\n-3334FU\n+8822UM\n-8384FU\n+2231UM\nT99\n",
          "move 5 ▲3一馬: 99 seconds" },
        { "+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0055KA\nT99\n",
          "move 5 ▲5五角打: 99 seconds" },
        { "+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0055KA\n-8384FU\n+5564KA\nT99\n",
          "move 7 ▲6四角: 99 seconds" },
        { "+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0055KA\n-8384FU\n+5591UM\n-8485FU\n"
          "+9192UM\nT99\n",
          "move 9 ▲9二馬: 99 seconds" },
        { "+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0055KA\n-2231GI\nT99\n",
          "move 6 △3一銀: 99 seconds" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record r;
        char text[300], message[200] = "";
        snprintf(text, sizeof text, "V3.0\n$TIME:9+0+0\nPI\n+\n%s", rows[i].moves);
        judged(&r, "csa", NULL, text, false);
        for (const struct shogi_diag *d = r.game->diags; d; d = d->next)
            if (strcmp(shogi_diag_code(d), "time-exceeded") == 0)
                shogi_diag_message(d, SHOGI_ENGLISH, message, sizeof message);
        if (!ok(strncmp(message, rows[i].name, strlen(rows[i].name)) == 0))
            note("%s: %s", rows[i].name, message);
        record_free(&r);
    }
}

/* A declaration is shown with what the rule asks for. */
static void
test_a_declaration_says_what_its_rule_needs(void)
{
    static const struct {
        const char *profile, *turn, *needs;
    } rows[] = {
        { "jsa", "-", "27 points (31 win, 24 draw); in camp: 10 pieces (10 needed)" },
        { "csa", "-", "27 points (27 needed); in camp: 10 pieces (10 needed)" },
        { "csa", "+", "0 points (28 needed); in camp: 0 pieces (10 needed)" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record r;
        char text[300], message[200] = "";
        snprintf(text, sizeof text, "V2.2\nP+15OU\n" CAMP_27 "\n%s\n%%KACHI\n",
                 rows[i].turn);
        judged(&r, "csa", rows[i].profile, text, false);
        for (const struct shogi_diag *d = r.game->diags; d; d = d->next)
            if (strcmp(shogi_diag_code(d), "declaration") == 0)
                shogi_diag_message(d, SHOGI_ENGLISH, message, sizeof message);
        if (!ok(strstr(message, rows[i].needs) != NULL))
            note("%s", message);
        record_free(&r);
    }
}

/* The last position of those that stand most often is named. */
static void
test_a_claimed_repetition_says_how_close_it_came(void)
{
    static const struct {
        const char *moves, *message;
    } rows[] = {
        { "2h3h 8b7b 3h2h 7b8b",
          "no position stands four times: 2 at most, after move 4" },
        { "2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b",
          "no position stands four times: 3 at most, after move 8" },
        { "2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b",
          "no position stands four times: 3 at most, after move 10" },
        { "2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 7g7f 3c3d 2h3h 8b7b 3h2h 7b8b",
          "no position stands four times: 3 at most, after move 8" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record r;
        char text[300], message[200] = "";
        snprintf(text, sizeof text, "position startpos moves %s %%SENNICHITE",
                 rows[i].moves);
        judged(&r, "sfen", "jsa", text, false);
        if (ok(r.game->diags != NULL))
            shogi_diag_message(r.game->diags, SHOGI_ENGLISH, message, sizeof message);
        is_str(message, rows[i].message);
        record_free(&r);
    }
}

/* What uwate gave away is among uwate's points, where the rules have 24 or 31. */
static void
test_the_points_of_a_declaration_are_those_of_its_side(void)
{
    static const struct {
        const char *format, *profile, *text, *points;
    } rows[] = {
        { "kif", "jsa", "手合割：二枚落ち\n   1 入玉勝ち\n", ": 10 points" },
        { "kif", "csa", "手合割：二枚落ち\n   1 入玉勝ち\n", ": 0 points" },
        { "kif", "jsa", "手合割：二枚落ち\n   1 ３四歩(33)\n   2 入玉勝ち\n",
          ": 0 points" },
        { "kif", "jsa", "手合割：平手\n   1 ７六歩(77)\n   2 入玉勝ち\n", ": 0 points" },
        /* A position of one's own gives nothing. */
        { "sfen", "jsa", "sfen 4k4/9/9/9/9/9/9/9/4K4 w - 1 moves win", ": 0 points" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record r;
        char message[200] = "";
        judged(&r, rows[i].format, rows[i].profile, rows[i].text, false);
        for (const struct shogi_diag *d = r.game->diags; d; d = d->next)
            if (strcmp(shogi_diag_code(d), "declaration") == 0)
                shogi_diag_message(d, SHOGI_ENGLISH, message, sizeof message);
        if (!ok(strstr(message, rows[i].points) != NULL))
            note("%s: %s", rows[i].text, message);
        record_free(&r);
    }
}

/* Uwate has seven pawns left; sente's king has entered. */
static void
test_an_impasse_counts_what_uwate_gave_away(void)
{
    static const char game[] =
        "手合割：十枚落ち\n   1 ４一玉(51)\n   2 ５六歩(57)\n   3 ５一玉(41)\n"
        "   4 ５五歩(56)\n   5 ４一玉(51)\n   6 ５四歩(55)\n   7 ５一玉(41)\n"
        "   8 ５三歩不成(54)\n   9 ４一玉(51)\n  10 ５八玉(59)\n  11 ５一玉(41)\n"
        "  12 ５七玉(58)\n  13 ４一玉(51)\n  14 ５六玉(57)\n  15 ５一玉(41)\n"
        "  16 ５五玉(56)\n  17 ４一玉(51)\n  18 ５四玉(55)\n  19 ５一玉(41)\n"
        "  20 ４三玉(54)\n  21 持将棋\n";
    static const struct row rows[] = {
        { "jsa", game, "none; ok" },
        { "csa", game, "none; wrong" },
    };

    CHECK("kif", rows);
}

/* Where a repetition is broken off by agreement, it may be noticed late. */
static void
test_a_repetition_is_claimed_after_it_or_near_it(void)
{
    static const struct row rows[] = {
        { "jsa",
          "position startpos moves 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b "
          "3h2h 7b8b 7g7f 3c3d %SENNICHITE",
          "repetition sennichite @12: draw, continued; ok" },
        { "csa",
          "position startpos moves 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b "
          "3h2h 7b8b 7g7f 3c3d %SENNICHITE",
          "repetition sennichite @12: draw, continued; ok" },
    };
    static const struct row perpetual[] = {
        { NULL, "{\"moves\":\"2h3h 8b7b 3h2h 7b8b\",\"result\":\"perpetual-check\"}",
          "none; unverifiable" },
        { NULL, "{\"moves\":\"2h3h 8b7b 3h2h\",\"result\":\"perpetual-check\"}",
          "none; wrong" },
    };

    CHECK("sfen", rows);
    CHECK("jsonl", perpetual);
}

static void
test_a_try_is_of_either_king(void)
{
    static const struct row rows[] = {
        { NULL, "{\"start\":\"4K4/9/9/9/9/9/9/9/k8 w - 1\",\"result\":\"try\"}",
          "none; ok" },
        { NULL, "{\"start\":\"K8/9/9/9/9/9/9/9/4k4 w - 1\",\"result\":\"try\"}",
          "none; ok" },
        { NULL, "{\"start\":\"3K5/9/9/9/9/9/9/9/5k3 b - 1\",\"result\":\"try\"}",
          "none; wrong" },
        /* On the own start square is no try. */
        { NULL, "{\"start\":\"4k4/9/9/9/9/9/9/9/4K4 b - 1\",\"result\":\"try\"}",
          "none; wrong" },
    };

    CHECK("jsonl", rows);
}

/* A try is a matter of the king alone. */
static void
test_a_declared_try_needs_neither_points_nor_pieces_in_camp(void)
{
    struct record r;
    struct shogi_rules rules;
    struct shogi_verdict v;
    char message[200] = "";

    shogi_rules_set(&rules, SHOGI_PROFILE_JSA);
    rules.declaration = SHOGI_DECLARATION_TRY;
    record_read(&r, shogi_format_from_name("csa"),
                "V2.2\nP+51OU52KI\nP-99OU\n+\n%KACHI\n");
    is_int(shogi_game_audit(r.game, &rules, &v), SHOGI_OK);
    is_int(v.winner, SHOGI_WINNER_BLACK);
    if (ok(r.game->diags != NULL))
        shogi_diag_message(r.game->diags, SHOGI_ENGLISH, message, sizeof message);
    is_str(message,
           "declared win of sente: 1 points (a try needs none); in camp: 1 pieces"
           " (0 needed), king: yes; check: no; win");
    record_free(&r);
}

static void
test_an_ending_is_missed_where_all_could_be_read(void)
{
    static const struct {
        const char *text;
        bool missed;
    } rows[] = {
        { "V2.2\nPI\n+\n+7776FU\n-3334FU\n", true },
        { "V2.2\nPI\n+\n+7776FU\n-3334FU\n%CHUDAN\n", false },
        { "V2.2\nPI\n+\n", false },
        { "V2.2\nPI\n+\n+7776FU\n-33X4FU\n", false },
        { "V2.2\nPI\n+\n+7776FU\n+7675FU\n-33X4FU\n-4X44FU\n", false },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record r;
        bool missed = false;
        judged(&r, "csa", NULL, rows[i].text, false);
        for (const struct shogi_diag *d = r.game->diags; d; d = d->next)
            missed = missed || strcmp(shogi_diag_code(d), "missing-end") == 0;
        if (!ok(missed == rows[i].missed))
            note("%s", rows[i].text);
        record_free(&r);
    }
}

int
main(void)
{
    test_a_number_of_ten_digits_is_only_large();
    test_an_ending_is_missed_where_all_could_be_read();
    test_every_month_has_its_last_day();
    test_a_year_has_four_digits();
    test_dates_may_have_wide_digits_and_signs();
    test_a_day_has_24_hours();
    test_the_same_header_twice_is_told();
    test_a_control_in_japanese_is_understood_whole_or_not_at_all();
    test_controls_of_csa_are_understood_whole_or_not_at_all();
    test_a_clock_that_ran_out_is_told_once_a_side();
    test_a_loss_on_time_with_time_left_is_told();
    test_the_first_total_is_the_first_time();
    test_no_time_at_all_is_a_time_and_a_total();
    test_a_limit_that_is_recorded_counts();
    test_a_mate_at_the_limit_is_a_mate();
    test_a_claimed_repetition_says_how_close_it_came();
    test_an_impasse_needs_a_king_that_has_entered_and_24_points_each();
    test_a_declared_draw_needs_24_points_of_who_declares_or_an_impasse();
    test_what_happens_in_a_variation_is_told_as_of_it();
    test_a_variation_begins_with_what_stands_there();
    test_a_check_of_any_kind_must_be_answered();
    test_a_check_that_was_ignored_is_a_check_still();
    test_a_start_in_mate_is_a_problem_for_who_moves();
    test_sides_without_a_king_or_with_two_are_followed();
    test_the_piece_in_the_way_is_named();
    test_what_a_clock_says_names_the_move_as_players_do();
    test_a_declaration_says_what_its_rule_needs();
    test_the_points_of_a_declaration_are_those_of_its_side();
    test_an_impasse_counts_what_uwate_gave_away();
    test_a_repetition_is_claimed_after_it_or_near_it();
    test_a_try_is_of_either_king();
    test_a_declared_try_needs_neither_points_nor_pieces_in_camp();
    return done_testing();
}
