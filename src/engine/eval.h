/* SPDX-License-Identifier: MIT */
/* eval.h - what a position is worth without looking ahead. */
#ifndef SHOGI_ENGINE_EVAL_H
#define SHOGI_ENGINE_EVAL_H

#include <shogi/position.h>

/* What is kept up to date from move to move; one a ply of the search stack. */
struct shogi_eval_sums {
    int32_t material; /* of Black minus White, eighths of a centipawn */
    /* How well pieces stand for the king of a side: while the other side holds
     * nothing, and while it holds much; eighths of a centipawn. */
    int32_t safety[2][2];
};

/* From scratch.  Any position, also without kings or with several. */
void shogi_eval_fill(struct shogi_eval_sums *s, const struct shogi_position *p);

/* NEXT is what BEFORE becomes by M, which was just played: P is the position after
 * it, U what it changed.  BEFORE came from shogi_eval_fill() or a step. */
void shogi_eval_step(struct shogi_eval_sums *next, const struct shogi_eval_sums *before,
                     const struct shogi_position *p, shogi_move m,
                     const struct shogi_undo *u);

/* Centipawns from the point of view of the side to move, within +-SHOGI_EVAL_MAX.
 * S are the sums of P.  The same position seen from the other side, or in a
 * mirror, is worth the same. */
int shogi_evaluate(const struct shogi_position *p, const struct shogi_eval_sums *s);

enum { SHOGI_EVAL_MAX = 20000 };

#endif
