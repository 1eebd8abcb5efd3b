/* SPDX-License-Identifier: MIT */
/* eval.h - what a position is worth without looking ahead. */
#ifndef SHOGI_ENGINE_EVAL_H
#define SHOGI_ENGINE_EVAL_H

#include <shogi/position.h>

/* What is kept up to date from move to move; one a ply of the search stack. */
struct shogi_eval_sums {
    int32_t material; /* of Black minus White, centipawns */
};

/* From scratch. */
void shogi_eval_fill(struct shogi_eval_sums *s, const struct shogi_position *p);

/* NEXT is what BEFORE becomes by M, which was just played: P is the position after
 * it, U what it changed. */
void shogi_eval_step(struct shogi_eval_sums *next, const struct shogi_eval_sums *before,
                     const struct shogi_position *p, shogi_move m,
                     const struct shogi_undo *u);

/* Centipawns from the point of view of the side to move, within +-SHOGI_EVAL_MAX. */
int shogi_evaluate(const struct shogi_position *p, const struct shogi_eval_sums *s);

/* What a piece is worth on the board, and in hand, for exchanges; centipawns. */
int shogi_eval_piece(enum shogi_kind kind);
int shogi_eval_hand(enum shogi_kind kind);

enum { SHOGI_EVAL_MAX = 20000 };

#endif
