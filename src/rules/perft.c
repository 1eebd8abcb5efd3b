/* SPDX-License-Identifier: MIT */
/* perft.c - counting the leaves of the tree of legal moves. */
#include "rules/perft.h"

#include "rules/play.h"

/* The recursion is as deep as DEPTH, which has a limit. */
uint64_t
shogi_perft(struct shogi_position *p, int depth)
{
    shogi_move list[SHOGI_MAX_MOVES];
    struct shogi_undo u;
    uint64_t leaves = 0;

    if (depth <= 0)
        return 1;
    if (depth == 1)
        return shogi_position_count_legal_moves(p);
    size_t n = shogi_legal_moves(p, list);
    for (size_t i = 0; i < n; i++) {
        shogi_position_play_known(p, list[i], &u);
        leaves += shogi_perft(p, depth - 1);
        shogi_position_undo_known(p, list[i], &u);
    }
    return leaves;
}

uint64_t
shogi_perft_listing(struct shogi_position *p, int depth)
{
    shogi_move list[SHOGI_MAX_MOVES];
    struct shogi_undo u;
    uint64_t leaves = 0;

    if (depth <= 0)
        return 1;
    size_t n = shogi_legal_moves(p, list);
    if (depth == 1)
        return n;
    for (size_t i = 0; i < n; i++) {
        shogi_position_play_known(p, list[i], &u);
        leaves += shogi_perft_listing(p, depth - 1);
        shogi_position_undo_known(p, list[i], &u);
    }
    return leaves;
}
