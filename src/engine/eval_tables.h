/* SPDX-License-Identifier: MIT */
/* eval_tables.h - the weights of the evaluation, spread out for quick reading. */
#ifndef SHOGI_ENGINE_EVAL_TABLES_H
#define SHOGI_ENGINE_EVAL_TABLES_H

#include "engine/eval_layout.h"
#include "rules/bitboard.h"

/* While the enemy holds nothing, and while he holds much. */
struct shogi_eval_pair {
    int16_t poor, rich;
};

enum {
    SHOGI_EVAL_PATTERNS = 1 << SHOGI_EVAL_ZONE_RANKS,
    SHOGI_EVAL_KING = 30000, /* in an exchange: more than everything else */
    SHOGI_EVAL_WINGS = 3,    /* a king on the files 1 to 4, on file 5, on 6 to 9 */
};

/* Where the squares around a king are in a set: five files of six ranks, of which some
 * may be off the board. */
struct shogi_eval_window {
    uint64_t mask;       /* of what is on the board, once the first file is at bit 0 */
    uint64_t squares;    /* the same as the window has it */
    uint8_t right, left; /* how far the two words are shifted to get it there */
    uint8_t turn;        /* then turned left so far, the first rank is at bit 0 */
    uint8_t wing;
};

struct shogi_eval_tables {
    /* What shogi_eval_square() and shogi_eval_relative() say, by side, king and square.
     */
    uint8_t square[2][SHOGI_SQUARE_COUNT][SHOGI_SQUARE_COUNT];
    uint8_t relative[2][SHOGI_SQUARE_COUNT][SHOGI_SQUARE_COUNT];
    struct shogi_eval_pair placed[SHOGI_KIND_COUNT][SHOGI_SQUARE_COUNT];
    struct shogi_eval_pair own[SHOGI_KIND_COUNT][SHOGI_EVAL_RELATIVE];
    struct shogi_eval_pair enemy[SHOGI_KIND_COUNT][SHOGI_EVAL_RELATIVE];
    /* By side of the king, his file, set of squares, column of the window around him,
     * and which of its ranks are in the set, as the board has them.  In the upper
     * half "rich", in the lower half "poor". */
    uint64_t zone[2][SHOGI_EVAL_WINGS][SHOGI_ZONE_COUNT][SHOGI_EVAL_ZONE_FILES]
                 [SHOGI_EVAL_PATTERNS];
    struct shogi_eval_window window[2][SHOGI_SQUARE_COUNT]; /* by side, king */
    struct shogi_eval_pair ring[SHOGI_EVAL_RING + 1][SHOGI_EVAL_RING + 1];
    int32_t hand[SHOGI_HAND_COUNT][SHOGI_HAND_MAX + 1]; /* all N pieces together */
    /* Centipawns: what a piece is worth on the board, what it gains to promote it, and
     * to take it, when one side loses it and the other has it in hand. */
    int16_t piece[SHOGI_KIND_COUNT];
    int16_t promotion[SHOGI_KIND_COUNT];
    int16_t exchange[SHOGI_KIND_COUNT];
    bool has_vectors; /* the processor has AVX2, BMI2 and what came before them */
};

/* Filled by shogi_eval_tables_fill(), constant from then on.  Who searches or evaluates
 * has called it: shogi_search_init() and shogi_eval_fill() do. */
extern struct shogi_eval_tables shogi_eval_tables SHOGI_HIDDEN;

/* Any thread, any number of times. */
void shogi_eval_tables_fill(void);

#endif
