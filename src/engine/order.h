/* SPDX-License-Identifier: MIT */
/* order.h - which move to look at first: what cut off before, what wins material. */
#ifndef SHOGI_ENGINE_ORDER_H
#define SHOGI_ENGINE_ORDER_H

#include "rules/bitboard.h"

enum {
    SHOGI_ORDER_DROP = 32, /* added to a piece that is dropped */
    SHOGI_ORDER_SQUARES = SHOGI_SQUARE_COUNT,
    SHOGI_ORDER_TARGETS = 32 * SHOGI_SQUARE_COUNT, /* piece and square of both sides */
    SHOGI_ORDER_OWN = 16 * SHOGI_SQUARE_COUNT,     /* kind and square */
    SHOGI_ORDER_NOWHERE = 0, /* as after no move: there is no piece 0 */
    SHOGI_ORDER_HISTORY_MAX = 8192,
    SHOGI_ORDER_QUICK = 3,
};

/* What earlier moves were worth, from -HISTORY_MAX to it; all-zero at the start. */
struct shogi_order_memory {
    int16_t quiet[2 * SHOGI_ORDER_TARGETS];                 /* drops in the upper half */
    int16_t noisy[SHOGI_ORDER_TARGETS][16];                 /* by what is taken */
    int16_t after[2][SHOGI_ORDER_TARGETS][SHOGI_ORDER_OWN]; /* one, two plies ago */
    shogi_move counter[SHOGI_ORDER_TARGETS];                /* the best reply */
};

/* The moves of a node, one after the other, generated when they are needed. */
struct shogi_order {
    const struct shogi_position *p;
    struct shogi_order_memory *memory;
    shogi_move first; /* of the table; SHOGI_NO_MOVE: none */
    /* Two killers and the best reply so far: quiet moves that need no list. */
    shogi_move quick[SHOGI_ORDER_QUICK];
    unsigned before[2]; /* targets of the moves one and two plies ago */
    shogi_move *list;   /* room for SHOGI_MAX_MOVES */
    int *score;         /* as many */
    unsigned at, end,
        bad;       /* of LIST: next, behind the last; bad exchanges are kept first */
    int least;     /* quiet moves with this score or more are sorted, */
    unsigned most; /* the best MOST of them */
    uint8_t stage, next_quick;
    bool skip_quiet; /* give no more quiet moves */
};

/* Piece and square that M, legal in P, comes to. */
static inline unsigned
shogi_order_target(const struct shogi_position *p, shogi_move m)
{
    unsigned piece =
        shogi_move_is_drop(m)
            ? shogi_piece_of((enum shogi_side)p->turn, shogi_move_dropped(m))
            : p->board[shogi_move_from(m)] + (shogi_move_promotes(m) ? 8u : 0u);
    return piece * SHOGI_ORDER_SQUARES + shogi_move_to(m);
}

/* Does M, legal in P, take or promote? */
static inline bool
shogi_order_is_noisy(const struct shogi_position *p, shogi_move m)
{
    return shogi_move_promotes(m) || p->board[shogi_move_to(m)] != SHOGI_EMPTY;
}

/* How many moves of a node looked at to DEPTH, 1 or more, may be worth playing before no
 * quiet one is; none asks for more in order. */
static inline unsigned
shogi_order_quiet_limit(int depth)
{
    return depth <= 8 ? 3u + (unsigned)(depth * depth) : SHOGI_MAX_MOVES;
}

/* All moves of a node that is looked at to DEPTH: noisy ones that win, quiet ones, noisy
 * ones that lose; shy moves only when the side to move is in check. */
void shogi_order_begin(struct shogi_order *o, bool in_check, int depth);

/* Only noisy moves. */
void shogi_order_begin_noisy(struct shogi_order *o);

/* After the last move: give the shy ones, too. */
void shogi_order_add_shy(struct shogi_order *o);

/* The next move; SHOGI_NO_MOVE: that was all. */
shogi_move shogi_order_next(struct shogi_order *o);

/* What the histories say of a quiet move. */
int shogi_order_quiet_history(const struct shogi_order *o, shogi_move m);

/* M of a node cut off at DEPTH, after the moves of TRIED, which did not. */
void shogi_order_learn(struct shogi_order *o, shogi_move m, const shogi_move *tried,
                       unsigned count, int depth);

#endif
