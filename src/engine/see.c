/* SPDX-License-Identifier: MIT */
/* see.c - static exchange evaluation by swapping off, the cheapest piece first. */
#include "engine/see.h"

#include "rules/attack.h"

/* The order in which pieces take, the cheapest first. */
static const uint8_t turn_of_kind[SHOGI_KIND_COUNT] = {
    [SHOGI_PAWN] = 0,    [SHOGI_LANCE] = 1,           [SHOGI_KNIGHT] = 2,
    [SHOGI_TOKIN] = 3,   [SHOGI_PROMOTED_LANCE] = 4,  [SHOGI_PROMOTED_KNIGHT] = 5,
    [SHOGI_SILVER] = 6,  [SHOGI_PROMOTED_SILVER] = 7, [SHOGI_GOLD] = 8,
    [SHOGI_BISHOP] = 9,  [SHOGI_ROOK] = 10,           [SHOGI_HORSE] = 11,
    [SHOGI_DRAGON] = 12, [SHOGI_KING] = 13,
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

/* Let the cheapest of FOUND, which is not empty, take; what it is. */
static enum shogi_kind
take_cheapest(struct exchange *x, shogi_bb found)
{
    const shogi_piece *board = x->p->board;
    shogi_square best = shogi_bb_pop(&found);

    while (shogi_bb_any(found)) {
        shogi_square other = shogi_bb_pop(&found);
        if (turn_of_kind[shogi_piece_kind(board[other])]
            < turn_of_kind[shogi_piece_kind(board[best])])
            best = other;
    }
    x->occupied = shogi_bb_without(x->occupied, shogi_bb_of(best));
    return shogi_piece_kind(board[best]);
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
