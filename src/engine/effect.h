/* SPDX-License-Identifier: MIT */
/* effect.h - which squares a side attacks, and how often: whole sets at a time. */
#ifndef SHOGI_ENGINE_EFFECT_H
#define SHOGI_ENGINE_EFFECT_H

#include "rules/attack.h"

/* ---- a set as one value: both words are worked on at once where vectors exist -------
 */

#if defined(__GNUC__) && !defined(SHOGI_PLAIN_WORDS)

typedef uint64_t shogi_pair __attribute__((vector_size(16)));

#define SHOGI_PAIR(w0, w1) ((shogi_pair){ (w0), (w1) })
#define SHOGI_PAIR_WORD(pair, w) ((pair)[w])
#define SHOGI_PAIR_AND(a, b) ((a) & (b))
#define SHOGI_PAIR_OR(a, b) ((a) | (b))
#define SHOGI_PAIR_UP(a, n) ((a) << (n))
#define SHOGI_PAIR_DOWN(a, n) ((a) >> (n))

#else

typedef shogi_bb shogi_pair;

#define SHOGI_PAIR(w0, w1) ((shogi_pair){ { (w0), (w1) } })
#define SHOGI_PAIR_WORD(pair, w) ((pair).word[w])
#define SHOGI_PAIR_AND(a, b) shogi_bb_and(a, b)
#define SHOGI_PAIR_OR(a, b) shogi_bb_or(a, b)
#define SHOGI_PAIR_UP(a, n) SHOGI_PAIR((a).word[0] << (n), (a).word[1] << (n))
#define SHOGI_PAIR_DOWN(a, n) SHOGI_PAIR((a).word[0] >> (n), (a).word[1] >> (n))

#endif

SHOGI_INLINE shogi_pair
shogi_pair_of(shogi_bb b)
{
    return SHOGI_PAIR(b.word[0], b.word[1]);
}

SHOGI_INLINE shogi_bb
shogi_pair_set(shogi_pair pair)
{
    return (shogi_bb){ { SHOGI_PAIR_WORD(pair, 0), SHOGI_PAIR_WORD(pair, 1) } };
}

/* ---- a whole set moved one step; what would leave the board is lost -----------------
 */

/* One rank ahead for SIDE: a file is within one word. */
SHOGI_INLINE shogi_pair
shogi_pair_ahead(enum shogi_side side, shogi_pair a)
{
    const uint64_t file0 = side == SHOGI_BLACK ? 0x1fe : 0xff;
    const uint64_t files = file0 * 0x40201008040201u, rest = file0 * 0x201u;

    a = SHOGI_PAIR_AND(a, SHOGI_PAIR(files, rest));
    return side == SHOGI_BLACK ? SHOGI_PAIR_DOWN(a, 1) : SHOGI_PAIR_UP(a, 1);
}

/* To the next lower file, and to the next higher one. */
SHOGI_INLINE shogi_pair
shogi_pair_east(shogi_pair a)
{
    return SHOGI_PAIR_OR(SHOGI_PAIR_DOWN(a, 9),
                         SHOGI_PAIR((SHOGI_PAIR_WORD(a, 1) & 0x1ff) << 54, 0));
}

SHOGI_INLINE shogi_pair
shogi_pair_west(shogi_pair a)
{
    a = SHOGI_PAIR_OR(SHOGI_PAIR_UP(a, 9), SHOGI_PAIR(0, SHOGI_PAIR_WORD(a, 0) >> 54));
    return SHOGI_PAIR_AND(a, SHOGI_PAIR(SHOGI_WORD0_ALL, SHOGI_WORD1_ALL));
}

/* ---- effects ----------------------------------------------------------------------- */

/* Squares attacked by at least so many pieces of a side; its king does not count. */
struct shogi_effects {
    shogi_pair one, two, three;
    shogi_pair pawn; /* by a pawn */
    shogi_bb king;   /* by the king, who is in none of the others */
};

SHOGI_INLINE void
shogi_effects_add(struct shogi_effects *e, shogi_pair attacked)
{
    e->three = SHOGI_PAIR_OR(e->three, SHOGI_PAIR_AND(e->two, attacked));
    e->two = SHOGI_PAIR_OR(e->two, SHOGI_PAIR_AND(e->one, attacked));
    e->one = SHOGI_PAIR_OR(e->one, attacked);
}

/* Of everything that steps.  A step in one direction takes no two pieces to the
 * same square, so each direction is one set. */
SHOGI_INLINE void
shogi_effects_add_steps(struct shogi_effects *e, const struct shogi_position *p,
                        enum shogi_side side)
{
    enum shogi_side back = shogi_other(side);
    const shogi_bb *kind = p->kind;
    shogi_pair own = shogi_pair_of(p->side[side]);
#define OWN(set) SHOGI_PAIR_AND(own, shogi_pair_of(set))
    shogi_pair silver = OWN(kind[SHOGI_SILVER]), gold = OWN(shogi_golds(p));
    shogi_pair crosswise = SHOGI_PAIR_OR(gold, OWN(kind[SHOGI_HORSE]));
    shogi_pair slanting = SHOGI_PAIR_OR(silver, OWN(kind[SHOGI_DRAGON]));
    shogi_pair set;

    e->pawn = shogi_pair_ahead(side, OWN(kind[SHOGI_PAWN]));
    e->one = e->pawn;
    set = shogi_pair_ahead(side, SHOGI_PAIR_OR(crosswise, silver));
    e->two = SHOGI_PAIR_AND(e->one, set);
    e->one = SHOGI_PAIR_OR(e->one, set);
    e->three = SHOGI_PAIR(0, 0);
    set = shogi_pair_ahead(side, SHOGI_PAIR_OR(gold, slanting));
    shogi_effects_add(e, shogi_pair_east(set));
    shogi_effects_add(e, shogi_pair_west(set));
    shogi_effects_add(e, shogi_pair_east(crosswise));
    shogi_effects_add(e, shogi_pair_west(crosswise));
    shogi_effects_add(e, shogi_pair_ahead(back, crosswise));
    set = shogi_pair_ahead(back, slanting);
    shogi_effects_add(e, shogi_pair_east(set));
    shogi_effects_add(e, shogi_pair_west(set));
    set = shogi_pair_ahead(side, shogi_pair_ahead(side, OWN(kind[SHOGI_KNIGHT])));
    shogi_effects_add(e, shogi_pair_east(set));
    shogi_effects_add(e, shogi_pair_west(set));
#undef OWN
    e->king = p->king[side] == SHOGI_NO_SQUARE
                  ? (shogi_bb){ { 0, 0 } }
                  : shogi_tables.step[side][SHOGI_STEP_KING][p->king[side]];
}

#endif
