/* SPDX-License-Identifier: MIT */
/* effect.h - which squares a side attacks, and how often: whole sets at a time. */
#ifndef SHOGI_ENGINE_EFFECT_H
#define SHOGI_ENGINE_EFFECT_H

#include "rules/attack.h"

/* Squares attacked by at least so many pieces of a side; its king does not count. */
struct shogi_effects {
    shogi_bb one, two, three;
    shogi_bb pawn; /* by a pawn */
    shogi_bb king; /* by the king, who is in none of the others */
};

/* ---- a whole set moved one step; what would leave the board is lost -----------------
 */

/* One rank ahead for SIDE. */
SHOGI_INLINE shogi_bb
shogi_bb_ahead(enum shogi_side side, shogi_bb b)
{
    shogi_bb last = shogi_bb_rank(side == SHOGI_BLACK ? 1 : 9);

    b = shogi_bb_without(b, last);
    return side == SHOGI_BLACK ? (shogi_bb){ { b.word[0] >> 1, b.word[1] >> 1 } }
                               : (shogi_bb){ { b.word[0] << 1, b.word[1] << 1 } };
}

/* To the next lower file, and to the next higher one. */
SHOGI_INLINE shogi_bb
shogi_bb_east(shogi_bb b)
{
    return (shogi_bb){ { b.word[0] >> 9 | (b.word[1] & 0x1ff) << 54, b.word[1] >> 9 } };
}

SHOGI_INLINE shogi_bb
shogi_bb_west(shogi_bb b)
{
    return (shogi_bb){ { b.word[0] << 9 & SHOGI_WORD0_ALL,
                         (b.word[1] << 9 | b.word[0] >> 54) & SHOGI_WORD1_ALL } };
}

/* ---- effects ----------------------------------------------------------------------- */

SHOGI_INLINE void
shogi_effects_add(struct shogi_effects *e, shogi_bb attacked)
{
    e->three = shogi_bb_or(e->three, shogi_bb_and(e->two, attacked));
    e->two = shogi_bb_or(e->two, shogi_bb_and(e->one, attacked));
    e->one = shogi_bb_or(e->one, attacked);
}

/* Of everything that steps.  A step in one direction takes no two pieces to the
 * same square, so each direction is one set. */
SHOGI_INLINE void
shogi_effects_add_steps(struct shogi_effects *e, const struct shogi_position *p,
                        enum shogi_side side)
{
    enum shogi_side back = shogi_other(side);
    shogi_bb own = p->side[side];
    shogi_bb pawn = shogi_bb_and(own, p->kind[SHOGI_PAWN]);
    shogi_bb silver = shogi_bb_and(own, p->kind[SHOGI_SILVER]);
    shogi_bb gold = shogi_bb_and(own, shogi_golds(p));
    shogi_bb knight = shogi_bb_and(own, p->kind[SHOGI_KNIGHT]);
    shogi_bb crosswise = shogi_bb_or(gold, shogi_bb_and(own, p->kind[SHOGI_HORSE]));
    shogi_bb slanting = shogi_bb_or(silver, shogi_bb_and(own, p->kind[SHOGI_DRAGON]));
    shogi_bb set;

    e->pawn = shogi_bb_ahead(side, pawn);
    e->one = e->pawn;
    e->two = e->three = (shogi_bb){ { 0, 0 } };
    shogi_effects_add(e, shogi_bb_ahead(side, shogi_bb_or(crosswise, silver)));
    set = shogi_bb_ahead(side, shogi_bb_or(gold, slanting));
    shogi_effects_add(e, shogi_bb_east(set));
    shogi_effects_add(e, shogi_bb_west(set));
    shogi_effects_add(e, shogi_bb_east(crosswise));
    shogi_effects_add(e, shogi_bb_west(crosswise));
    shogi_effects_add(e, shogi_bb_ahead(back, crosswise));
    set = shogi_bb_ahead(back, slanting);
    shogi_effects_add(e, shogi_bb_east(set));
    shogi_effects_add(e, shogi_bb_west(set));
    set = shogi_bb_ahead(side, shogi_bb_ahead(side, knight));
    shogi_effects_add(e, shogi_bb_east(set));
    shogi_effects_add(e, shogi_bb_west(set));
    e->king = p->king[side] == SHOGI_NO_SQUARE
                  ? (shogi_bb){ { 0, 0 } }
                  : shogi_tables.step[side][SHOGI_STEP_KING][p->king[side]];
}

#endif
