/* SPDX-License-Identifier: MIT */
/* usi_answer.h - what an engine said while it thought, and what it comes to. */
#ifndef SHOGI_ENGINE_USI_ANSWER_H
#define SHOGI_ENGINE_USI_ANSWER_H

#include "engine/usi_line.h"

/* Of one candidate the last line of each sort; kind NONE and no move: none. */
struct shogi_usi_candidate {
    struct shogi_line exact; /* with an exact score, of the greatest depth */
    struct shogi_line bound; /* with a bound */
    struct shogi_line bare;  /* with moves and no score */
};

/* All-zero is nothing said. */
struct shogi_usi_sayings {
    struct shogi_usi_candidate candidates[SHOGI_ENGINE_LINES_MAX];
    uint16_t count;   /* candidates up to the last one that was spoken of */
    uint64_t nodes;   /* the most that was told */
    uint16_t depth;   /* the greatest that was told */
    bool has_thought; /* a line told a depth, nodes, a score or moves */
};

void shogi_usi_sayings_add(struct shogi_usi_sayings *s,
                           const struct shogi_usi_info *info);

/* The least depth at which all of the first WANTED candidates have an exact score, as
 * far as there are as many; 0: some have none yet. */
uint16_t shogi_usi_sayings_depth(const struct shogi_usi_sayings *s, size_t wanted);

/* Put into A: the first WANTED candidates in P, their moves cut before the first illegal
 * one, and what BESTMOVE (a line of that saying, or of CHECKMATE) comes to. */
void shogi_usi_sayings_tell(const struct shogi_usi_sayings *s,
                            const struct shogi_position *p, size_t wanted,
                            const struct shogi_usi_line *bestmove,
                            struct shogi_answer *a);

#endif
