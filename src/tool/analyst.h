/* SPDX-License-Identifier: MIT */
/* analyst.h - one engine at work for one thread: it looks at games, one by one. */
#ifndef SHOGI_TOOL_ANALYST_H
#define SHOGI_TOOL_ANALYST_H

#include <stdbool.h>
#include <stddef.h>

#include <shogi/engine.h>

#include "game/game.h"
#include "tool/assessment.h"

/* What every analyst of a run does; read-only while they work. */
struct analyst_options {
    const struct shogi_usi_options *usi; /* NULL: the built-in engine */
    unsigned hash_mb;                    /* of the built-in engine; 0: its own default */
    const struct shogi_nnue *network;    /* of the built-in engine; NULL: none */
    struct shogi_limits limits;
    uint64_t
        mate_nodes; /* for the proof of a mate at each position; 0: none is looked for */
    bool threats;   /* look for threatened mates, too */
    uint32_t from, to;  /* moves of the main line that are wanted; to 0: to the last */
    bool skip_recorded; /* positions with an evaluation in the record are not asked for */
    struct answer_cache *cache;    /* NULL: none */
    struct transcript *transcript; /* of a USI engine; NULL: none */
    const char *settings;          /* what else decides the answers, for the cache */
};

/* How looking at a game went. */
struct examination {
    uint32_t failures;   /* positions without an answer */
    uint32_t first_foul; /* the ply of the first move against the rules, at which the
                            analysis ends; 0: none */
    const char *refusal; /* why no position was asked for; NULL: they were */
    bool is_broken_off;  /* by a signal */
    bool is_engine_lost; /* it cannot be used any more; ANALYST_ERROR says why */
};

struct analyst;

/* NULL: ERROR (SIZE bytes) says why. */
struct analyst *analyst_open(const struct analyst_options *o, char *error, size_t size);
/* NULL is fine. */
void analyst_close(struct analyst *a);

/* The name of its engine. */
const char *analyst_engine(const struct analyst *a);
/* Why its engine is lost. */
const char *analyst_error(const struct analyst *a);

/* Ask the engine for the positions of G's main line and tell OUT, which has been begun
 * with G, the answers; not finished.  False: memory. */
bool analyst_examine(struct analyst *a, struct shogi_game *g, struct assessed_game *out,
                     struct examination *how);

#endif
