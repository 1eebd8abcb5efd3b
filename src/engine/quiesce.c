/* SPDX-License-Identifier: MIT */
/* quiesce.c - the end of a line: captures until nothing hangs, and all evasions. */
#include "engine/search.h"

#include "engine/mate_short.h"
#include "engine/see.h"

/* The node while its moves are looked at. */
struct quiet_node {
    int alpha, beta, depth, ply;
    int best, stand; /* STAND: by doing nothing; -NONE in check */
    shogi_move best_move;
    struct shogi_hunt_later hunt;
};

/* True: cut off. */
static bool
try_move(struct shogi_search *s, struct quiet_node *n, shogi_move m)
{
    int value;

    if (shogi_search_must_stop(s))
        return true;
    shogi_search_play(s, m, n->ply,
                      n->hunt.begun ? shogi_hunt_now(&n->hunt, &s->position) : NULL);
    value = -shogi_search_quiesce(s, -n->beta, -n->alpha, n->depth - 1, n->ply + 1);
    shogi_search_undo(s, m, n->ply);
    if (s->aborted)
        return true;
    if (value <= n->best)
        return false;
    n->best = value;
    if (value <= n->alpha)
        return false;
    n->best_move = m;
    if (n->beta - n->alpha > 1)
        shogi_search_take_pv(s, m, n->ply);
    if (value >= n->beta)
        return true;
    n->alpha = value;
    return false;
}

/* Even won for nothing M would not reach alpha; what it would reach is kept. */
static bool
is_futile(struct shogi_search *s, struct quiet_node *n, shogi_move m)
{
    int hope = n->stand + 180 + shogi_see_gain(&s->position, m);

    if (hope > n->alpha)
        return false;
    if (hope > n->best)
        n->best = hope;
    return true;
}

static void
look_at_captures(struct shogi_search *s, struct quiet_node *n, struct shogi_order *o)
{
    const struct shogi_hunt *hunt;
    shogi_move m;

    shogi_order_begin_noisy(o);
    while ((m = shogi_order_next(o)) != SHOGI_NO_MOVE) {
        if (is_futile(s, n, m) || !shogi_see_at_least(&s->position, m, 0))
            continue;
        if (try_move(s, n, m))
            return;
    }
    if (n->depth < 0 || !(hunt = shogi_hunt_now(&n->hunt, &s->position)))
        return;
    size_t count = shogi_hunt_checks(hunt, &s->position, o->list);
    for (size_t i = 0; i < count; i++) {
        m = o->list[i];
        if (!shogi_order_is_noisy(&s->position, m)
            && shogi_see_at_least(&s->position, m, 0) && try_move(s, n, m))
            return;
    }
}

static void
look_at_evasions(struct shogi_search *s, struct quiet_node *n, struct shogi_order *o)
{
    shogi_move m;

    shogi_order_begin(o, true, 0);
    while ((m = shogi_order_next(o)) != SHOGI_NO_MOVE)
        if (try_move(s, n, m))
            return;
}

static void
store(struct shogi_search *s, const struct quiet_node *n, int first_alpha, int eval,
      int depth)
{
    struct shogi_table_entry e = {
        .key = s->position.key,
        .move = n->best_move,
        .value = (int16_t)shogi_search_to_table(n->best, n->ply),
        .eval = (int16_t)eval,
        .depth = (int8_t)depth,
        .mark = shogi_table_mark(n->best >= n->beta       ? SHOGI_BOUND_LOWER
                                 : n->alpha > first_alpha ? SHOGI_BOUND_EXACT
                                                          : SHOGI_BOUND_UPPER,
                                 false),
    };
    shogi_table_store(&s->table, &e);
}

/* Doing nothing: the static value, or what the table knows better. */
static void
stand_still(struct shogi_search *s, struct quiet_node *n,
            const struct shogi_table_entry *e, int known)
{
    struct shogi_search_ply *here = &s->stack[n->ply];

    here->eval =
        e && e->eval != SHOGI_VALUE_NONE ? e->eval : shogi_search_evaluate(s, n->ply);
    n->stand = n->best = here->eval;
    if (e && !shogi_value_is_decided(known)
        && (shogi_table_bound(e) == SHOGI_BOUND_EXACT
            || shogi_table_bound(e)
                   == (known > n->best ? SHOGI_BOUND_LOWER : SHOGI_BOUND_UPPER)))
        n->best = known;
    if (n->best > n->alpha)
        n->alpha = n->best;
}

/* Is there a mate in one?  It is left in N.  KNOWN is what the table says: then the
 * question has been asked before. */
static bool
mates_at_once(struct shogi_search *s, struct quiet_node *n,
              const struct shogi_table_entry *known)
{
    struct shogi_search_ply *here = &s->stack[n->ply];
    const struct shogi_hunt *hunt;

    if (n->depth < 0
        || (known && known->depth >= 0 && !shogi_value_is_decided(known->value)))
        return false;
    if (!shogi_search_may_mate(&s->position)
        || !(hunt = shogi_hunt_now(&n->hunt, &s->position)))
        return false;
    n->best_move = shogi_hunt_mate_in_one(hunt, &s->position);
    if (n->best_move == SHOGI_NO_MOVE)
        return false;
    n->best = SHOGI_VALUE_MATE - n->ply - 1;
    here->pv[0] = n->best_move;
    here->pv_count = 1;
    return true;
}

int
shogi_search_quiesce(struct shogi_search *s, int alpha, int beta, int depth, int ply)
{
    struct shogi_search_ply *here = &s->stack[ply];
    struct quiet_node n;
    int value = SHOGI_VALUE_NONE;
    struct shogi_order o;

    n.alpha = alpha;
    n.beta = beta;
    n.depth = depth;
    n.ply = ply;
    n.best = ply - SHOGI_VALUE_MATE;
    n.stand = -SHOGI_VALUE_NONE;
    n.best_move = SHOGI_NO_MOVE;
    here->pv_count = 0;
    if (ply > s->seldepth)
        s->seldepth = (uint16_t)ply;
    if (shogi_search_is_over(s, ply, &value))
        return value;
    if (ply >= SHOGI_SEARCH_PLY_MAX)
        return here->in_check ? SHOGI_VALUE_DRAW : shogi_search_evaluate(s, ply);
    const struct shogi_table_entry *e = shogi_table_find(&s->table, s->position.key);
    shogi_move first = e ? e->move : SHOGI_NO_MOVE;
    if (e) {
        value = shogi_search_from_table(e->value, ply);
        if (beta - alpha == 1 && e->depth >= (depth < 0 ? -1 : 0)
            && (shogi_table_bound(e) == SHOGI_BOUND_EXACT
                || shogi_table_bound(e)
                       == (value >= beta ? SHOGI_BOUND_LOWER : SHOGI_BOUND_UPPER)))
            return value;
    }
    here[1].killers[0] = here[1].killers[1] = SHOGI_NO_MOVE;
    here[1].excluded = SHOGI_NO_MOVE;
    here->eval = SHOGI_VALUE_NONE;
    if (!here->in_check) {
        stand_still(s, &n, e, value);
        if (n.best >= beta) {
            /* A mate in one has not been looked for. */
            if (!e)
                store(s, &n, alpha, here->eval, SHOGI_TABLE_ONLY_EVAL);
            return n.best;
        }
    }
    n.hunt.begun = false;
    if (mates_at_once(s, &n, e))
        return n.best;
    shogi_search_open_order(s, &o, ply, first);
    if (here->in_check)
        look_at_evasions(s, &n, &o);
    else
        look_at_captures(s, &n, &o);
    shogi_search_close_order(s, &o);
    if (!s->aborted)
        store(s, &n, alpha, here->eval, depth < 0 ? -1 : 0);
    return n.best;
}
