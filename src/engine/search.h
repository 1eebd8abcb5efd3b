/* SPDX-License-Identifier: MIT */
/* search.h - looking ahead: what a search works on and what it finds. */
#ifndef SHOGI_ENGINE_SEARCH_H
#define SHOGI_ENGINE_SEARCH_H

#include "engine/checks.h"
#include "engine/engine.h"
#include "engine/eval.h"
#include "engine/nnue.h"
#include "engine/order.h"
#include "engine/path.h"
#include "engine/table.h"

#include <stdatomic.h>

enum {
    SHOGI_SEARCH_PLY_MAX = 120, /* how deep a line may go */

    /* Values of the search: whoever is mated after N plies has N - MATE. */
    SHOGI_VALUE_MATE = 32000,
    SHOGI_VALUE_MATE_LEAST = SHOGI_VALUE_MATE - 1000,
    /* Decided without a mate: by declaration, by the other side's perpetual check. */
    SHOGI_VALUE_WON = 30000,
    SHOGI_VALUE_WON_LEAST = SHOGI_VALUE_WON - 1000,
    SHOGI_VALUE_DRAW = 0,
    SHOGI_VALUE_NONE = 32002,

    SHOGI_SEARCH_REDUCTIONS = 64,
};

/* A root move and what is known about it. */
struct shogi_root_move {
    shogi_move move;
    int value;    /* of this iteration; -NONE: not searched, or no better than others */
    int previous; /* of the last one */
    /* What the last search of it says that was exact; before, a bound. */
    int told;
    uint8_t bound;            /* enum shogi_bound */
    uint16_t depth, seldepth; /* 0: never searched */
    uint16_t pv_count;
    shogi_move pv[SHOGI_ENGINE_PV_MAX];
};

/* A ply of the line that is being looked at. */
struct shogi_search_ply {
    struct shogi_eval_sums sums; /* of the position here, unless a network values it */
    struct shogi_undo undo;      /* of the move played here */
    shogi_move move;             /* that move; NO_MOVE: a pass */
    shogi_move excluded;         /* is there something beside this one? */
    shogi_move killers[2];
    unsigned target; /* of the move played here, shogi_order_target() */
    int eval;        /* static; NONE in check */
    bool in_check;
    uint16_t pv_count;
    shogi_move pv[SHOGI_SEARCH_PLY_MAX + 2];
};

struct shogi_search;

/* Called when a line of the root is known better: line number RANK, from 0. */
typedef void shogi_search_watch(void *context, const struct shogi_search *s,
                                unsigned rank);

struct shogi_search {
    struct shogi_position position; /* moves during the search */
    struct shogi_path path;         /* ends at it */
    struct shogi_limits limits;
    atomic_int *stop;
    shogi_search_watch *watch; /* NULL: nobody */
    void *watch_context;

    uint64_t nodes;      /* moves played */
    int64_t deadline_ms; /* of the monotonic clock; 0: none */
    bool aborted;
    uint16_t root_depth, seldepth;
    int null_from; /* ply below which no pass is tried */

    struct shogi_nnue_stack *nnue; /* NULL: positions are valued without a network */
    bool uses_nnue;                /* there is one, and it sees this question */

    struct shogi_table table;
    struct shogi_order_memory *memory; /* on the heap */
    shogi_move *list;                  /* room for the moves of all plies, on the heap */
    int *score;
    size_t list_used;
    struct shogi_root_move *roots; /* SHOGI_MAX_MOVES */
    size_t root_count;
    uint8_t reduction[SHOGI_SEARCH_REDUCTIONS]; /* log2 in 1/16 */
    struct shogi_search_ply stack[SHOGI_SEARCH_PLY_MAX + 8];
};

/* NET is NULL, or values positions and outlives S.  False: memory;
 * shogi_search_release() is due all the same. */
bool shogi_search_init(struct shogi_search *s, unsigned hash_mb,
                       const struct shogi_nnue *net);
void shogi_search_release(struct shogi_search *s);

/* As after init. */
void shogi_search_forget(struct shogi_search *s);

/* Think about `position`, at the end of `path`, within `limits`; the roots come out
 * best first, as many of them evaluated as lines were wanted and time allowed. */
void shogi_search_run(struct shogi_search *s);

/* May the side to move of P win by declaration, with 27 points or 28? */
bool shogi_search_may_declare(const struct shogi_position *p);

/* The monotonic clock. */
int64_t shogi_search_now_ms(void);

/* ---- between the files of the search ----------------------------------------------- */

/* Is it time to stop?  Before each move is played. */
bool shogi_search_must_stop(struct shogi_search *s);

/* HUNT is that of the position, or NULL. */
void shogi_search_play(struct shogi_search *s, shogi_move m, int ply,
                       const struct shogi_hunt *hunt);
void shogi_search_undo(struct shogi_search *s, shogi_move m, int ply);

/* M, and the PV of the next ply. */
void shogi_search_take_pv(struct shogi_search *s, shogi_move m, int ply);

/* The value of the position at PLY for its side to move, between ALPHA and BETA. */
int shogi_search_look(struct shogi_search *s, int alpha, int beta, int depth, int ply,
                      bool is_cut);

/* One iteration over the roots from number FIRST on, the best value; their values are
 * left in `roots`. */
int shogi_search_look_at_roots(struct shogi_search *s, size_t first, int alpha, int beta,
                               int depth);

/* The same after captures, and checks if DEPTH is 0. */
int shogi_search_quiesce(struct shogi_search *s, int alpha, int beta, int depth, int ply);

/* Is the value of the position known by the rules: repeated, won by declaration? */
bool shogi_search_is_over(struct shogi_search *s, int ply, int *value);

/* The static value of the position at PLY, where the search is. */
static inline int
shogi_search_evaluate(struct shogi_search *s, int ply)
{
    if (s->uses_nnue)
        return shogi_nnue_evaluate(s->nnue, (unsigned)ply, &s->position);
    return shogi_evaluate(&s->position, &s->stack[ply].sums);
}

/* Is a mate in one worth looking for: is a piece of the side to move near the other king,
 * or has it one in hand that checks from afar?  Other mates are left to the search. */
static inline bool
shogi_search_may_mate(const struct shogi_position *p)
{
    const uint8_t *hand = p->hand[p->turn];
    shogi_square king = p->king[p->turn ^ 1];

    if (king == SHOGI_NO_SQUARE)
        return false;
    return hand[SHOGI_LANCE] | hand[SHOGI_KNIGHT] | hand[SHOGI_BISHOP] | hand[SHOGI_ROOK]
           || shogi_bb_meets(shogi_tables.ring[p->turn ^ 1][king].near, p->side[p->turn]);
}

/* A value in the table counts mates from its own position. */
int shogi_search_to_table(int value, int ply);
int shogi_search_from_table(int value, int ply);

/* Moves of a node: borrow room, ask, give back. */
void shogi_search_open_order(struct shogi_search *s, struct shogi_order *o, int ply,
                             shogi_move first);
void shogi_search_close_order(struct shogi_search *s, struct shogi_order *o);

static inline bool
shogi_value_is_decided(int value)
{
    return value > SHOGI_VALUE_WON_LEAST || value < -SHOGI_VALUE_WON_LEAST;
}

#endif
