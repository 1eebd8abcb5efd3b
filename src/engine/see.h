/* SPDX-License-Identifier: MIT */
/* see.h - who wins the exchange on a square, were nothing else on the board. */
#ifndef SHOGI_ENGINE_SEE_H
#define SHOGI_ENGINE_SEE_H

#include "engine/eval_tables.h"

/* What taking a piece of KIND gains: it is lost to one side, and the other has it
 * in hand.  Centipawns; a king is worth more than everything else. */
static inline int
shogi_see_exchange(enum shogi_kind kind)
{
    return shogi_eval_tables.exchange[kind];
}

/* What M, a move of a piece or a drop, wins at once: by what it takes, by promoting. */
static inline int
shogi_see_gain(const struct shogi_position *p, shogi_move m)
{
    shogi_piece taken = p->board[shogi_move_to(m)];
    int gain = taken == SHOGI_EMPTY ? 0 : shogi_see_exchange(shogi_piece_kind(taken));

    if (shogi_move_promotes(m))
        gain +=
            shogi_eval_tables.promotion[shogi_piece_kind(p->board[shogi_move_from(m)])];
    return gain;
}

/* Does M, a pseudo-legal move, followed by all captures on its target that pay, gain
 * at least THRESHOLD centipawns for the mover? */
bool shogi_see_at_least(const struct shogi_position *p, shogi_move m, int threshold);

#endif
