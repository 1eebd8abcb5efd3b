/* SPDX-License-Identifier: MIT */
/* model.h - the weights as real numbers, and how they are fitted. */
#ifndef SHOGI_TRAIN_MODEL_H
#define SHOGI_TRAIN_MODEL_H

#include "train/sample.h"

/* Evaluations become chances to win by 1 / (1 + e^(-centipawns / this)). */
#define SHOGI_WIN_SCALE 600.0

enum { SHOGI_SOURCES_MAX = 256 };

struct shogi_fit_options {
    unsigned epochs; /* how often every position is looked at */
    double result;   /* how much the game's result counts beside the evaluation: 0..1 */
    double pull;     /* towards the prior: the cost of a weight that is a pawn off it,
                        in positions */
    double tie;  /* the same for weights that ought to be alike and are so far apart */
    double step; /* centipawns that a weight may move at a time, at first */
};

struct shogi_model {
    double weight[SHOGI_WEIGHT_COUNT]; /* centipawns */
    double prior[SHOGI_WEIGHT_COUNT];  /* what is believed before any position is seen */
    double scale[SHOGI_SOURCES_MAX];   /* of each source: its centipawns in ours */
};

/* Material of common knowledge, and effects near the kings. */
void shogi_model_begin(struct shogi_model *m);

/* Find how the evaluations of each source whose scale is 0 have to be multiplied so
 * that they tell the results of its games best. */
void shogi_model_find_scales(struct shogi_model *m, const struct shogi_samples *s);

/* Fit the weights to the positions that are not held out.  False: memory.  TELL is
 * called after every epoch. */
bool shogi_model_fit(struct shogi_model *m, const struct shogi_samples *s,
                     const struct shogi_fit_options *options,
                     void (*tell)(const struct shogi_model *m, unsigned epoch,
                                  void *context),
                     void *context);

/* Say the same in another way: what the tables of a kind hold on the average becomes the
 * value of the piece, which exchanges are counted by. */
void shogi_model_settle(struct shogi_model *m, const struct shogi_samples *s);

/* Mean cross-entropy of the predicted chances, over what is the target minus its own
 * entropy: 0 is perfect.  Of the positions that are held out or not. */
double shogi_model_loss(const struct shogi_model *m, const struct shogi_samples *s,
                        double result, bool held_out);

#endif
