/* SPDX-License-Identifier: MIT */
/* eval_layout.h - which number of the evaluation means what.
 *
 * The evaluation is a sum of weights, one flat list of them.  The trainer
 * (src/train) and the engine agree on their places here.
 *
 * Everything is seen from the side it belongs to: White's squares are turned
 * round, and left and right are the same.  Weights of the first part count
 * as they are.  Those of the second part are pairs: what they say about the
 * safety of a king while the other side has nothing in hand, and while it
 * holds SHOGI_EVAL_FULL_HAND points or more; in between they are mixed. */
#ifndef SHOGI_ENGINE_EVAL_LAYOUT_H
#define SHOGI_ENGINE_EVAL_LAYOUT_H

#include "engine/eval.h"

enum {
    SHOGI_EVAL_UNIT = 8, /* of a weight: an eighth of a centipawn */
    SHOGI_EVAL_FULL_HAND = 16,
    SHOGI_EVAL_HAND_STEPS = 8, /* the first, second ... eighth and every further piece */
    SHOGI_EVAL_SLIDERS = 5,
    SHOGI_EVAL_REACH = 17,      /* squares a slider sees: 0..16 */
    SHOGI_EVAL_HALF_BOARD = 45, /* 9 ranks of the files 1 to 5; 6 to 9 are 4 to 1 */
    SHOGI_EVAL_RELATIVE = 153,  /* 17 ranks from 8 ahead of a king to 8 behind, 9 files */
    SHOGI_EVAL_ZONE_FILES = 3,  /* the king's own, the next, and the one after it */
    SHOGI_EVAL_ZONE_RANKS = 6,  /* three ahead of the king to two behind */
    SHOGI_EVAL_ZONE = SHOGI_EVAL_ZONE_FILES * SHOGI_EVAL_ZONE_RANKS,
};

/* Sets of squares around a king.  Effects are attacks of pieces that are no king. */
enum shogi_eval_zone {
    SHOGI_ZONE_ENEMY_ONE, /* attacked by the enemy */
    SHOGI_ZONE_ENEMY_TWO, /* ... twice or more */
    SHOGI_ZONE_ENEMY_THREE,
    SHOGI_ZONE_OWN_ONE, /* defended by own pieces */
    SHOGI_ZONE_OWN_TWO,
    SHOGI_ZONE_BROKEN,      /* attacked, and defended by nobody but the king */
    SHOGI_ZONE_OUTNUMBERED, /* attacked twice, not defended twice */
    SHOGI_ZONE_LOOSE,       /* an own piece that is not defended */
    SHOGI_ZONE_FLIGHT,      /* not attacked, and no own piece there */
    SHOGI_ZONE_HOLE,        /* empty and not defended: the enemy may drop there */
    SHOGI_ZONE_COUNT
};

/* Where the weights begin. */
enum {
    SHOGI_WEIGHT_PIECE = 0,                                    /* [kind] */
    SHOGI_WEIGHT_HAND = SHOGI_WEIGHT_PIECE + SHOGI_KIND_COUNT, /* [kind][step] */
    SHOGI_WEIGHT_TEMPO = SHOGI_WEIGHT_HAND + SHOGI_HAND_COUNT * SHOGI_EVAL_HAND_STEPS,
    /* [owner is to move][kind]: attacked and not defended; attacked by a pawn. */
    SHOGI_WEIGHT_HANGING = SHOGI_WEIGHT_TEMPO + 1,
    SHOGI_WEIGHT_POKED = SHOGI_WEIGHT_HANGING + 2 * SHOGI_KIND_COUNT,
    SHOGI_WEIGHT_REACH =
        SHOGI_WEIGHT_POKED + 2 * SHOGI_KIND_COUNT, /* [slider][squares] */
    SHOGI_WEIGHT_PAIRS = SHOGI_WEIGHT_REACH + SHOGI_EVAL_SLIDERS * SHOGI_EVAL_REACH,

    /* Pairs from here on: [...][2]. */
    SHOGI_WEIGHT_SQUARE = SHOGI_WEIGHT_PAIRS, /* [kind][half board]: own piece */
    SHOGI_WEIGHT_OWN =
        SHOGI_WEIGHT_SQUARE
        + SHOGI_KIND_COUNT * SHOGI_EVAL_HALF_BOARD * 2, /* [kind][relative] */
    SHOGI_WEIGHT_ENEMY = SHOGI_WEIGHT_OWN + SHOGI_KIND_COUNT * SHOGI_EVAL_RELATIVE * 2,
    SHOGI_WEIGHT_ZONE = SHOGI_WEIGHT_ENEMY + SHOGI_KIND_COUNT * SHOGI_EVAL_RELATIVE * 2,
    SHOGI_WEIGHT_COUNT = SHOGI_WEIGHT_ZONE + SHOGI_ZONE_COUNT * SHOGI_EVAL_ZONE * 2
};

/* Bounds that keep sums in their types, of any position whatever. */
enum {
    SHOGI_WEIGHT_MAX = 16000,
    SHOGI_WEIGHT_ZONE_MAX = 1000, /* 30 of them are summed in 16 bits */
};

extern const int16_t shogi_eval_weights[SHOGI_WEIGHT_COUNT];

/* The place of a square in a half board, seen from SIDE. */
static inline int
shogi_eval_half_square(enum shogi_side side, shogi_square square)
{
    int file = square / 9, rank = square % 9;

    if (side == SHOGI_WHITE)
        rank = 8 - rank;
    return (file > 4 ? 8 - file : file) * 9 + rank;
}

/* The place of a square as the king of SIDE on KING sees it. */
static inline int
shogi_eval_relative(enum shogi_side side, shogi_square king, shogi_square square)
{
    int files = square / 9 - king / 9, ranks = square % 9 - king % 9;

    if (side == SHOGI_WHITE)
        ranks = -ranks;
    return (files < 0 ? -files : files) * 17 + ranks + 8;
}

/* Which slider a kind is; -1 for others. */
static inline int
shogi_eval_slider(enum shogi_kind kind)
{
    return kind == SHOGI_LANCE    ? 0
           : kind == SHOGI_BISHOP ? 1
           : kind == SHOGI_ROOK   ? 2
           : kind == SHOGI_HORSE  ? 3
           : kind == SHOGI_DRAGON ? 4
                                  : -1;
}

/* How dangerous a hand is: 0..SHOGI_EVAL_FULL_HAND. */
static inline int
shogi_eval_hand_points(const uint8_t hand[SHOGI_HAND_COUNT])
{
    int points = hand[SHOGI_PAWN] + 2 * hand[SHOGI_LANCE] + 2 * hand[SHOGI_KNIGHT]
                 + 3 * hand[SHOGI_SILVER] + 3 * hand[SHOGI_GOLD] + 4 * hand[SHOGI_BISHOP]
                 + 4 * hand[SHOGI_ROOK];

    return points < SHOGI_EVAL_FULL_HAND ? points : SHOGI_EVAL_FULL_HAND;
}

#endif
