/* SPDX-License-Identifier: MIT */
/* test_compare.c - two records are the same only when they say the same. */
#include "tap.h"

#include "game/compare.h"
#include "record.h"

/* All that one record can say, with a word to change in it. */
static const char record[] = "先手：甲\n後手：乙\n棋戦：順位戦\n手数----指手----\n"
                             "*始まり\n"
                             "1 ７六歩(77) ( 0:05/00:00:05)\n*良い手\n&しおり\n"
                             "2 ３四歩(33) ( 0:03/00:00:03)\n"
                             "3 投了 ( 0:01/00:00:06)\n"
                             "\n変化：2手\n2 ８四歩(83) ( 0:02/00:00:02)\n";

static const struct {
    const char *from, *to;
    uint32_t bit; /* of enum shogi_uses */
} changes[] = {
    { "甲", "丙", SHOGI_USES_HEADERS },
    { "順位戦", "王位戦", SHOGI_USES_HEADERS },
    { "棋戦", "大会", SHOGI_USES_HEADERS },
    { "始まり", "はじまり", SHOGI_USES_COMMENTS },
    { "*良い手\n", "", SHOGI_USES_COMMENTS },
    { "しおり", "栞", SHOGI_USES_BOOKMARKS },
    { "( 0:03/00:00:03)", "( 0:04/00:00:04)", SHOGI_USES_TIMES },
    { "( 0:03/00:00:03)", "", SHOGI_USES_TIMES },
    { "00:00:05)", "00:01:05)", SHOGI_USES_TOTALS },
    { "投了", "中断", SHOGI_USES_ENDS },
    { "3 投了 ( 0:01/00:00:06)\n", "", SHOGI_USES_ENDS },
    { "８四歩(83)", "８五歩(83)", SHOGI_USES_VARIATIONS },
    { "\n変化：2手\n2 ８四歩(83) ( 0:02/00:00:02)\n", "", SHOGI_USES_VARIATIONS },
    { "３四歩(33)", "３五歩(33)", SHOGI_USES_MOVES },
};

/* RECORD with the first FROM changed to TO. */
static void
read_changed(struct record *r, const char *from, const char *to)
{
    char text[2 * sizeof record];
    const char *at = strstr(record, from);

    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - record), record, to,
             at + strlen(from));
    record_read(r, shogi_format_from_name("kif"), text);
}

static void
test_a_record_is_the_same_as_itself(void)
{
    struct record a, b;
    struct shogi_buf why = { 0 };

    record_read(&a, shogi_format_from_name("kif"), record);
    record_read(&b, shogi_format_from_name("kif"), record);
    ok(shogi_game_same(a.game, b.game, UINT32_MAX, &why));
    is_int(why.len, 0);
    record_free(&a);
    record_free(&b);
    shogi_buf_release(&why);
}

static void
test_each_change_counts_when_it_can_be_held_and_only_then(void)
{
    struct record a, b;

    record_read(&a, shogi_format_from_name("kif"), record);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct shogi_buf why = { 0 };
        uint32_t without = UINT32_MAX & ~changes[i].bit;
        if (changes[i].bit & SHOGI_USES_TIMES)
            without &= ~(uint32_t)SHOGI_USES_TOTALS;
        read_changed(&b, changes[i].from, changes[i].to);
        note("change %zu", i + 1);
        is_int(b.status, SHOGI_OK);
        ok(!shogi_game_same(a.game, b.game, UINT32_MAX, &why));
        ok(why.len > 0);
        ok(!shogi_game_same(b.game, a.game, UINT32_MAX, NULL));
        ok(shogi_game_same(a.game, b.game, without, NULL));
        record_free(&b);
        shogi_buf_release(&why);
    }
    record_free(&a);
}

static void
test_the_start_position_always_counts(void)
{
    const struct shogi_format *sfen = shogi_format_from_name("sfen");
    struct record a, b;

    record_read(&a, sfen, "sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1\n");
    record_read(&b, sfen, "sfen 4k4/9/9/9/9/9/9/9/4K4 b 2P 1\n");
    ok(!shogi_game_same(a.game, b.game, 0, NULL));
    record_free(&a);
    record_free(&b);
}

static void
test_whole_seconds_are_enough_without_milliseconds(void)
{
    const struct shogi_format *csa = shogi_format_from_name("csa");
    struct record a, b;

    record_read(&a, csa, "V3.0\nPI\n+\n+7776FU\nT5.250\n");
    record_read(&b, csa, "V3.0\nPI\n+\n+7776FU\nT5\n");
    ok(!shogi_game_same(a.game, b.game, UINT32_MAX, NULL));
    ok(shogi_game_same(a.game, b.game, UINT32_MAX & ~(uint32_t)SHOGI_USES_MILLISECONDS,
                       NULL));
    record_free(&a);
    record_free(&b);
}

int
main(void)
{
    test_a_record_is_the_same_as_itself();
    test_each_change_counts_when_it_can_be_held_and_only_then();
    test_the_start_position_always_counts();
    test_whole_seconds_are_enough_without_milliseconds();
    return done_testing();
}
