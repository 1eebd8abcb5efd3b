/* SPDX-License-Identifier: MIT */
/* trace.h - which weights the evaluation of a position adds up, and how often. */
#ifndef SHOGI_TRAIN_TRACE_H
#define SHOGI_TRAIN_TRACE_H

#include "engine/eval_layout.h"

/* A weight and its factor, in sixteenths (SHOGI_EVAL_FULL_HAND), for Black. */
struct shogi_term {
    uint16_t weight;
    int16_t factor;
};

enum { SHOGI_TRACE_MAX = SHOGI_WEIGHT_COUNT };

/* The terms of P, each weight once, in growing order, none with factor 0.
 * Their sum over 16 * SHOGI_EVAL_UNIT is the evaluation in centipawns for Black.
 * The plain definition of shogi_evaluate(), which is quick instead.  Returns
 * how many. */
size_t shogi_eval_trace(const struct shogi_position *p,
                        struct shogi_term out[SHOGI_TRACE_MAX]);

#endif
