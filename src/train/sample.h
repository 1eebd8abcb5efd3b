/* SPDX-License-Identifier: MIT */
/* sample.h - positions of records with what is known of their worth. */
#ifndef SHOGI_TRAIN_SAMPLE_H
#define SHOGI_TRAIN_SAMPLE_H

#include "train/trace.h"

#include <shogi/status.h>

/* A quiet position.  Everything is from Black's point of view. */
struct shogi_sample {
    size_t first;   /* of its terms, in shogi_samples.terms */
    uint16_t count; /* of its terms */
    uint16_t source;
    bool held_out;   /* of a game that is not learned from */
    bool has_value;  /* an engine's evaluation is recorded */
    bool has_result; /* of the game */
    float value;     /* centipawns, as recorded */
    float result;    /* 1: Black won, 0: White won, 0.5: nobody */
};

struct shogi_samples {
    struct shogi_sample *list;
    size_t count, room;
    struct shogi_term *terms;
    size_t term_count, term_room;
    size_t games;
    uint16_t sources; /* files read */
};

/* Add the positions of every game in the record file at PATH.  Every HOLD-th
 * game is held out.  Games without a result and without evaluations are passed
 * over.  BAD: it cannot be opened or read; FATAL: memory. */
enum shogi_status shogi_samples_read(struct shogi_samples *s, const char *path,
                                     unsigned hold);

void shogi_samples_release(struct shogi_samples *s);

#endif
