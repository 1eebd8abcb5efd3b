/* SPDX-License-Identifier: MIT */
/* test_perft.c - the trees of legal moves have the sizes that all programs agree on. */
#include "positions.h"

#include "rules/perft.h"

/* Leaves that one row may cost; no limit in the long run. */
static uint64_t
budget(void)
{
    return getenv("SHOGI_LONG") ? UINT64_MAX : 3000000;
}

static void
check(const char *sfen, int depth, uint64_t expected)
{
    struct shogi_position p = position_of(sfen), before = p;

    if (!is_int(shogi_perft(&p, depth), expected))
        note("%s depth %d", sfen, depth);
    if (expected <= 3000000 && !is_int(shogi_perft_listing(&p, depth), expected))
        note("%s depth %d", sfen, depth);
    is_mem(&p, &before, sizeof p);
}

static void
test_the_start_position_has_the_known_tree(void)
{
    static const uint64_t leaves[] = { 1, 30, 900, 25470, 719731, 19861490, 547581517 };

    for (int depth = 0; depth < 7; depth++)
        if (leaves[depth] <= budget())
            check("startpos", depth, leaves[depth]);
}

static void
test_the_position_with_the_most_moves_has_593(void)
{
    const char *sfen = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";

    check(sfen, 1, 593);
    check(sfen, 2, 105677);
    if (budget() > 53393368)
        check(sfen, 3, 53393368);
}

static void
check_row(char *fields[ROW_FIELDS])
{
    uint64_t expected = strtoull(fields[2], NULL, 10);

    if (expected <= budget())
        check(fields[0], atoi(fields[1]), expected);
}

static void
test_every_known_tree_is_reproduced(void)
{
    read_table("vectors/perft.tsv", check_row);
}

int
main(void)
{
    test_the_start_position_has_the_known_tree();
    test_the_position_with_the_most_moves_has_593();
    test_every_known_tree_is_reproduced();
    return done_testing();
}
