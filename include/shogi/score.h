/* SPDX-License-Identifier: MIT */
/* shogi/score.h - what an evaluation is: its kind and its bound. */
#ifndef SHOGI_SCORE_H
#define SHOGI_SCORE_H

enum shogi_score_kind {
    SHOGI_SCORE_NONE,
    SHOGI_SCORE_CP,      /* centipawns */
    SHOGI_SCORE_MATE,    /* mate in |value| plies */
    SHOGI_SCORE_MATE_UNKNOWN, /* mate of unknown length; the sign of value says whose */
};

enum shogi_bound { SHOGI_BOUND_EXACT, SHOGI_BOUND_LOWER, SHOGI_BOUND_UPPER };

#endif
