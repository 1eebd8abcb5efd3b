/* SPDX-License-Identifier: MIT */
/* eval_layout.h - which number of the evaluation means what.
 *
 * The evaluation is a sum of weights, one flat list of them.  The trainer
 * (src/train) and the engine agree on their places here.
 *
 * Everything is seen from the side it belongs to: White's squares are turned
 * round.  Left and right are the same: the board is mirrored so that the king who
 * is looked at stands on the files 5 to 9, and around a king on file 5 it is folded.
 * Weights of the first part count as they are.  Those of the second part are pairs:
 * what they say about the safety of a king while the other side has nothing in hand,
 * and while it holds SHOGI_EVAL_FULL_HAND points or more; in between they are mixed.
 */
#ifndef SHOGI_ENGINE_EVAL_LAYOUT_H
#define SHOGI_ENGINE_EVAL_LAYOUT_H

#include "engine/eval.h"

enum {
    SHOGI_EVAL_UNIT = 8, /* of a weight: an eighth of a centipawn */
    SHOGI_EVAL_FULL_HAND = 16,
    SHOGI_EVAL_HAND_STEPS = 8, /* the first, second ... eighth and every further piece */
    SHOGI_EVAL_SLIDERS = 5,
    SHOGI_EVAL_REACH = 17, /* squares a slider sees: 0..16 */
    /* 17 ranks, from 8 ahead of a king to 8 behind, of 13 files, from 8 towards file 1
     * to 4 towards file 9. */
    SHOGI_EVAL_RELATIVE_RANKS = 17,
    SHOGI_EVAL_RELATIVE_FILES = 13,
    SHOGI_EVAL_RELATIVE = SHOGI_EVAL_RELATIVE_RANKS * SHOGI_EVAL_RELATIVE_FILES,
    SHOGI_EVAL_ZONE_FILES = 5, /* two on each side of the king */
    SHOGI_EVAL_ZONE_RANKS = 6, /* three ahead of the king to two behind */
    SHOGI_EVAL_RING = 8,       /* squares beside a king */
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
    /* [kind in the enemy's hand][broken squares beside the king] */
    SHOGI_WEIGHT_DROP = SHOGI_WEIGHT_REACH + SHOGI_EVAL_SLIDERS * SHOGI_EVAL_REACH,
    SHOGI_WEIGHT_PAIRS = SHOGI_WEIGHT_DROP + SHOGI_HAND_COUNT * (SHOGI_EVAL_RING + 1),

    /* Pairs from here on: [...][2]. */
    SHOGI_WEIGHT_SQUARE = SHOGI_WEIGHT_PAIRS, /* [kind][square]: own piece */
    SHOGI_WEIGHT_OWN = SHOGI_WEIGHT_SQUARE
                       + SHOGI_KIND_COUNT * SHOGI_SQUARE_COUNT * 2, /* [kind][relative] */
    SHOGI_WEIGHT_ENEMY = SHOGI_WEIGHT_OWN + SHOGI_KIND_COUNT * SHOGI_EVAL_RELATIVE * 2,
    SHOGI_WEIGHT_ZONE = SHOGI_WEIGHT_ENEMY + SHOGI_KIND_COUNT * SHOGI_EVAL_RELATIVE * 2,
    /* [broken squares beside the king][flights beside him] */
    SHOGI_WEIGHT_RING = SHOGI_WEIGHT_ZONE + SHOGI_ZONE_COUNT * SHOGI_EVAL_ZONE * 2,
    SHOGI_WEIGHT_COUNT =
        SHOGI_WEIGHT_RING + (SHOGI_EVAL_RING + 1) * (SHOGI_EVAL_RING + 1) * 2
};

/* Bounds that keep sums in their types, of any position whatever. */
enum {
    SHOGI_WEIGHT_MAX = 16000,
    SHOGI_WEIGHT_ZONE_MAX = 1000, /* 30 of them are summed in 16 bits */
};

extern const int16_t shogi_eval_weights[SHOGI_WEIGHT_COUNT];

/* Files from a king to a square, mirrored and folded: -8..4. */
static inline int
shogi_eval_files_from(shogi_square king, shogi_square square)
{
    int from = king / 9, files = square / 9 - from;

    if (from < 4)
        return -files;
    return from == 4 && files > 0 ? -files : files;
}

/* The place of a square of SIDE's, whose king is on KING, or who has none. */
static inline int
shogi_eval_square(enum shogi_side side, shogi_square king, shogi_square square)
{
    int rank = side == SHOGI_WHITE ? 8 - square % 9 : square % 9;
    int from = king == SHOGI_NO_SQUARE ? 4 : king / 9;
    int to = from > 4 ? from : 8 - from;

    if (from == 4)
        king = (shogi_square)(4 * 9);
    return (to + shogi_eval_files_from(king, square)) * 9 + rank;
}

/* The place of a square as the king of SIDE on KING sees it. */
static inline int
shogi_eval_relative(enum shogi_side side, shogi_square king, shogi_square square)
{
    int ranks = square % 9 - king % 9;

    if (side == SHOGI_WHITE)
        ranks = -ranks;
    return (shogi_eval_files_from(king, square) + 8) * SHOGI_EVAL_RELATIVE_RANKS + ranks
           + 8;
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
