/* SPDX-License-Identifier: MIT */
/* fuzz_mate.c - for any arrangement of pieces: a mate that is found holds, and where
 * none is said to be no three plies mate. */
#include "fuzz.h"

#include <shogi/mate.h>

#include "arrangement.h"

enum { PIECES = 24, NODES = 1000, SLOW_NODES = 50, FEW_MOVES = 60 };

/* By the rules alone.  PLIES is 1 or 3. */
static bool
mates_within(const struct shogi_position *p, int plies)
{
    shogi_move list[SHOGI_MAX_MOVES], replies[SHOGI_MAX_MOVES];
    size_t n = shogi_legal_moves(p, list);

    for (size_t i = 0; i < n; i++) {
        struct shogi_position after = *p;
        struct shogi_undo u;
        if (!shogi_move_gives_check(p, list[i]))
            continue;
        shogi_position_play(&after, list[i], &u);
        size_t count = shogi_legal_moves(&after, replies);
        bool all = count == 0 || plies > 1;
        for (size_t k = 0; k < count && all; k++) {
            struct shogi_position then = after;
            shogi_position_play(&then, replies[k], &u);
            all = mates_within(&then, plies - 2);
        }
        if (all)
            return true;
    }
    return false;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct shogi_mate mate;
    struct shogi_position p = read_arrangement(data, size, PIECES), after = p;
    struct shogi_mate_solver *s = shogi_mate_solver_new(1);
    uint64_t nodes = p.spare_king ? SLOW_NODES : NODES;
    shogi_move m = shogi_mate_in_one(&p);
    struct shogi_undo u;

    must(s != NULL);
    must((m != SHOGI_NO_MOVE) == mates_within(&p, 1));
    must(m == SHOGI_NO_MOVE
         || (shogi_position_play(&after, m, &u) && shogi_position_is_mate(&after)));
    /* Where a side has several kings moves are tried one by one. */
    shogi_mate_solve(s, &p,
                     &(struct shogi_mate_limits){ .nodes = nodes,
                                                  .shortest = size > 0 && (data[0] & 2) },
                     &mate);
    must(mate.nodes <= nodes);
    if (mate.answer == SHOGI_MATE_FOUND)
        must(shogi_mate_line_holds(&p, mate.line, mate.plies));
    if (mate.answer == SHOGI_MATE_NONE && !p.spare_king
        && shogi_position_count_legal_moves(&p) < FEW_MOVES)
        must(!mates_within(&p, 3));
    shogi_mate_solver_free(s);
    return 0;
}
