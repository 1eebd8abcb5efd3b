/* SPDX-License-Identifier: MIT */
/* see.c - static exchange evaluation by swapping off, the cheapest piece first. */
#include "engine/see.h"

#include "rules/attack.h"

/* The order in which pieces take. */
static const uint8_t cheapest_first[SHOGI_KIND_COUNT] = {
    SHOGI_PAWN,           SHOGI_LANCE,
    SHOGI_KNIGHT,         SHOGI_TOKIN,
    SHOGI_PROMOTED_LANCE, SHOGI_PROMOTED_KNIGHT,
    SHOGI_SILVER,         SHOGI_PROMOTED_SILVER,
    SHOGI_GOLD,           SHOGI_BISHOP,
    SHOGI_ROOK,           SHOGI_HORSE,
    SHOGI_DRAGON,         SHOGI_KING,
};

/* The exchange on one square. */
struct exchange {
    const struct shogi_position *p;
    shogi_square square;
    shogi_bb occupied;             /* what has not taken part yet */
    shogi_bb steps[2], sliders[2]; /* who may take, the latter when the way is free */
    bool known[2];                 /* are they filled? */
};

static shogi_bb
attackers(struct exchange *x, enum shogi_side side)
{
    if (!x->known[side]) {
        x->known[side] = true;
        x->steps[side] = shogi_step_attackers(x->p, side, x->square);
        x->sliders[side] = shogi_bb_without(shogi_sliders_towards(x->p, side, x->square),
                                            x->steps[side]);
    }
    shogi_bb found = shogi_bb_and(x->steps[side], x->occupied);
    shogi_bb sliders = shogi_bb_and(x->sliders[side], x->occupied);
    while (shogi_bb_any(sliders)) {
        shogi_square s = shogi_bb_pop(&sliders);
        if (!shogi_bb_meets(shogi_bb_between(x->square, s), x->occupied))
            found = shogi_bb_or(found, shogi_bb_of(s));
    }
    return found;
}

/* Let the cheapest of FOUND take; what it is. */
static enum shogi_kind
take_cheapest(struct exchange *x, shogi_bb found)
{
    for (int i = 0; i < SHOGI_KIND_COUNT; i++) {
        shogi_bb set = shogi_bb_and(found, x->p->kind[cheapest_first[i]]);
        if (!shogi_bb_any(set))
            continue;
        x->occupied = shogi_bb_without(x->occupied, shogi_bb_of(shogi_bb_lowest(set)));
        return (enum shogi_kind)cheapest_first[i];
    }
    return SHOGI_NO_KIND;
}

/* What stands on the target of M after it. */
static enum shogi_kind
arriving(const struct shogi_position *p, shogi_move m)
{
    if (shogi_move_is_drop(m))
        return shogi_move_dropped(m);
    enum shogi_kind kind = shogi_piece_kind(p->board[shogi_move_from(m)]);
    return shogi_move_promotes(m) ? shogi_kind_promoted(kind) : kind;
}

bool
shogi_see_at_least(const struct shogi_position *p, shogi_move m, int threshold)
{
    enum shogi_side side = (enum shogi_side)p->turn;
    int spare = shogi_see_gain(p, m) - threshold, owed;
    bool mover_wins = true;

    if (spare < 0)
        return false;
    /* What the side that is about to take gets above what it needs. */
    owed = shogi_see_exchange(arriving(p, m)) - spare;
    if (owed <= 0)
        return true;
    struct exchange x;
    x.p = p;
    x.square = shogi_move_to(m);
    x.occupied = shogi_occupied(p);
    x.known[0] = x.known[1] = false;
    if (!shogi_move_is_drop(m))
        x.occupied = shogi_bb_without(x.occupied, shogi_bb_of(shogi_move_from(m)));
    for (;;) {
        side = shogi_other(side);
        shogi_bb found = attackers(&x, side);
        if (!shogi_bb_any(found))
            return mover_wins;
        mover_wins = !mover_wins;
        enum shogi_kind taker = take_cheapest(&x, found);
        /* A king may not take what is protected. */
        if (taker == SHOGI_KING)
            return shogi_bb_any(attackers(&x, shogi_other(side))) ? !mover_wins
                                                                  : mover_wins;
        owed = shogi_see_exchange(taker) - owed;
        if (owed < mover_wins)
            return mover_wins;
    }
}
