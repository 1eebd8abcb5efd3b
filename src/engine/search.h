/* SPDX-License-Identifier: MIT */
/* search.h - looking ahead: what a search works on and what it finds. */
#ifndef SHOGI_ENGINE_SEARCH_H
#define SHOGI_ENGINE_SEARCH_H

#include "engine/engine.h"
#include "engine/eval.h"

#include <stdatomic.h>

enum {
    SHOGI_SEARCH_PLY_MAX = 128, /* how deep a line may go */

    /* Values of the search; the side that is mated after N plies has N - MATE. */
    SHOGI_VALUE_MATE = 32000,
    SHOGI_VALUE_MATE_LEAST = SHOGI_VALUE_MATE - 1000,
    /* Won by declaration, or because the other side checks perpetually: no mate. */
    SHOGI_VALUE_WON = 30000,
    SHOGI_VALUE_WON_LEAST = SHOGI_VALUE_WON - 1000,
    SHOGI_VALUE_NONE = 32002,
};

/* A root move and what is known about it. */
struct shogi_root_move {
    shogi_move move;
    int value,
        previous; /* of this iteration and of the one before; -NONE: not searched */
    uint16_t depth, seldepth;
    uint8_t bound;
    uint16_t pv_count;
    shogi_move pv[SHOGI_ENGINE_PV_MAX];
};

struct shogi_search_ply {
    struct shogi_undo undo;
    struct shogi_eval_sums sums; /* of the position here */
    shogi_move pv[SHOGI_SEARCH_PLY_MAX + 1];
    uint16_t pv_count;
};

struct shogi_search {
    struct shogi_position position; /* moves during the search */
    struct shogi_limits limits;
    uint64_t nodes;
    int64_t deadline_ms; /* of the monotonic clock; 0: none */
    atomic_int *stop;
    bool aborted;
    uint16_t root_depth, seldepth;
    struct shogi_root_move *roots; /* SHOGI_MAX_MOVES */
    size_t root_count;
    struct shogi_search_ply stack[SHOGI_SEARCH_PLY_MAX + 2];
};

/* Think about `position` within `limits`; the roots come out best first, as many of
 * them evaluated as lines were wanted. */
void shogi_search_run(struct shogi_search *s);

/* The monotonic clock. */
int64_t shogi_search_now_ms(void);

#endif
