/* SPDX-License-Identifier: MIT */
/* search.c - principal variation search: one node, and what leads from one to the next.
 */
#include "engine/search.h"

#include "engine/mate_short.h"
#include "engine/see.h"
#include "rules/attack.h"
#include "rules/play.h"

#include <shogi/impasse.h>

#include <string.h>

enum { STOP_EVERY = 1024, TRIED_MAX = 64 };

bool
shogi_search_must_stop(struct shogi_search *s)
{
    if (s->aborted)
        return true;
    if (s->limits.nodes && s->nodes >= s->limits.nodes)
        s->aborted = true;
    else if (s->nodes % STOP_EVERY == 0
             && (atomic_load_explicit(s->stop, memory_order_relaxed)
                 || (s->deadline_ms && shogi_search_now_ms() >= s->deadline_ms)))
        s->aborted = true;
    return s->aborted;
}

void
shogi_search_play(struct shogi_search *s, shogi_move m, int ply,
                  const struct shogi_hunt *hunt)
{
    struct shogi_position *p = &s->position;
    struct shogi_search_ply *here = &s->stack[ply];

    s->nodes++;
    here->move = m;
    here->target = shogi_order_target(p, m);
    if (hunt)
        here[1].in_check = shogi_hunt_is_check(hunt, p, m);
    shogi_position_play_known(p, m, &here->undo);
    shogi_table_expect(&s->table, p->key);
    if (!hunt)
        here[1].in_check = shogi_position_in_check(p, (enum shogi_side)p->turn);
    if (s->uses_nnue)
        shogi_nnue_step(s->nnue, (unsigned)ply + 1, p, m, &here->undo);
    else
        shogi_eval_step(&here[1].sums, &here->sums, p, m, &here->undo);
    shogi_path_push(&s->path, p, here[1].in_check);
}

void
shogi_search_undo(struct shogi_search *s, shogi_move m, int ply)
{
    shogi_path_pop(&s->path);
    shogi_position_undo_known(&s->position, m, &s->stack[ply].undo);
}

/* Let the other side move. */
static void
pass(struct shogi_search *s, int ply)
{
    struct shogi_position *p = &s->position;
    struct shogi_search_ply *here = &s->stack[ply];

    s->nodes++;
    here->move = SHOGI_NO_MOVE;
    here->target = SHOGI_ORDER_NOWHERE;
    shogi_position_set_turn(p, shogi_other((enum shogi_side)p->turn));
    here[1].in_check = false;
    if (s->uses_nnue)
        shogi_nnue_pass(s->nnue, (unsigned)ply + 1);
    else
        here[1].sums = here->sums;
    shogi_path_push(&s->path, p, false);
}

static void
take_back_pass(struct shogi_search *s)
{
    struct shogi_position *p = &s->position;

    shogi_path_pop(&s->path);
    shogi_position_set_turn(p, shogi_other((enum shogi_side)p->turn));
}

void
shogi_search_take_pv(struct shogi_search *s, shogi_move m, int ply)
{
    struct shogi_search_ply *here = &s->stack[ply];
    unsigned rest = here[1].pv_count;

    if (rest > SHOGI_SEARCH_PLY_MAX)
        rest = SHOGI_SEARCH_PLY_MAX;
    here->pv[0] = m;
    memcpy(here->pv + 1, here[1].pv, rest * sizeof *here->pv);
    here->pv_count = (uint16_t)(rest + 1);
}

int
shogi_search_to_table(int value, int ply)
{
    return value > SHOGI_VALUE_WON_LEAST    ? value + ply
           : value < -SHOGI_VALUE_WON_LEAST ? value - ply
                                            : value;
}

int
shogi_search_from_table(int value, int ply)
{
    return value > SHOGI_VALUE_WON_LEAST    ? value - ply
           : value < -SHOGI_VALUE_WON_LEAST ? value + ply
                                            : value;
}

void
shogi_search_open_order(struct shogi_search *s, struct shogi_order *o, int ply,
                        shogi_move first)
{
    const struct shogi_search_ply *here = &s->stack[ply];

    o->p = &s->position;
    o->memory = s->memory;
    o->first = first;
    o->quick[0] = here->killers[0];
    o->quick[1] = here->killers[1];
    o->before[0] = ply >= 1 ? here[-1].target : SHOGI_ORDER_NOWHERE;
    o->before[1] = ply >= 2 ? here[-2].target : SHOGI_ORDER_NOWHERE;
    o->quick[2] = s->memory->counter[o->before[0]];
    o->list = s->list + s->list_used;
    o->score = s->score + s->list_used;
    s->list_used += SHOGI_MAX_MOVES;
}

void
shogi_search_close_order(struct shogi_search *s, struct shogi_order *o)
{
    (void)o;
    s->list_used -= SHOGI_MAX_MOVES;
}

/* ---- the rules --------------------------------------------------------------------- */

bool
shogi_search_may_declare(const struct shogi_position *p)
{
    enum shogi_side side = (enum shogi_side)p->turn;
    struct shogi_impasse impasse;

    if (p->king[side] == SHOGI_NO_SQUARE || shogi_rank_for(side, p->king[side]) > 3)
        return false;
    shogi_impasse_look(p, side, 0, &impasse);
    return shogi_declare_27(&impasse, side) == SHOGI_DECLARED_WIN;
}

bool
shogi_search_is_over(struct shogi_search *s, int ply, int *value)
{
    switch (shogi_path_judge(&s->path, &s->position)) {
    case SHOGI_PATH_DRAW:
        *value = SHOGI_VALUE_DRAW;
        return true;
    case SHOGI_PATH_WIN:
    case SHOGI_PATH_SUPERIOR:
        *value = SHOGI_VALUE_WON - ply;
        return true;
    case SHOGI_PATH_LOSS:
    case SHOGI_PATH_INFERIOR:
        *value = ply - SHOGI_VALUE_WON;
        return true;
    case SHOGI_PATH_NEW:
        break;
    }
    if (!shogi_search_may_declare(&s->position))
        return false;
    *value = SHOGI_VALUE_WON - ply;
    return true;
}

/* ---- one node ---------------------------------------------------------------------- */

/* What a node knows before its first move. */
struct node {
    int alpha, beta, depth, ply;
    bool is_pv, is_cut;
    bool improving; /* better for the mover than two plies ago */
    bool was_pv;    /* the table says it was part of a PV */
    shogi_move table_move;
    int table_value, table_depth;
    enum shogi_bound table_bound;
    bool table_hit;
    int eval; /* static, corrected by the table; NONE in check */
    struct shogi_hunt_later hunt;
};

/* A move of a node, and what is known of it before it is played. */
struct candidate {
    shogi_move move;
    unsigned count; /* it is the first, the second ... */
    bool is_noisy, gives_check;
    int history; /* of a quiet move */
};

static void
ask_table(struct shogi_search *s, struct node *n)
{
    const struct shogi_table_entry *e = shogi_table_find(&s->table, s->position.key);

    n->table_hit = e != NULL;
    n->table_move = e ? e->move : SHOGI_NO_MOVE;
    n->table_value = e ? shogi_search_from_table(e->value, n->ply) : SHOGI_VALUE_NONE;
    n->table_depth = e ? e->depth : SHOGI_TABLE_EMPTY;
    n->table_bound = e ? shogi_table_bound(e) : SHOGI_BOUND_EXACT;
    n->was_pv = n->is_pv || (e && shogi_table_was_pv(e));
    s->stack[n->ply].eval = e ? e->eval : SHOGI_VALUE_NONE;
}

/* Is VALUE, known with BOUND, enough to say on which side of BETA the truth is? */
static bool
settles(enum shogi_bound bound, int value, int beta)
{
    return bound == SHOGI_BOUND_EXACT
           || bound == (value >= beta ? SHOGI_BOUND_LOWER : SHOGI_BOUND_UPPER);
}

static void
store(struct shogi_search *s, const struct node *n, int value, enum shogi_bound bound,
      shogi_move best, int depth)
{
    struct shogi_table_entry e = {
        .key = s->position.key,
        .move = best,
        .value = (int16_t)shogi_search_to_table(value, n->ply),
        .eval = (int16_t)s->stack[n->ply].eval,
        .depth = (int8_t)(depth > 120 ? 120 : depth),
        .mark = shogi_table_mark(bound, n->was_pv),
    };
    shogi_table_store(&s->table, &e);
}

static void
evaluate(struct shogi_search *s, struct node *n)
{
    struct shogi_search_ply *here = &s->stack[n->ply];

    if (here->in_check) {
        n->eval = here->eval = SHOGI_VALUE_NONE;
        n->improving = false;
        return;
    }
    if (here->eval == SHOGI_VALUE_NONE) {
        here->eval = shogi_search_evaluate(s, n->ply);
        /* The node may be left before more is known. */
        if (!n->table_hit)
            store(s, n, -SHOGI_VALUE_MATE, SHOGI_BOUND_LOWER, SHOGI_NO_MOVE,
                  SHOGI_TABLE_ONLY_EVAL);
    }
    n->eval = here->eval;
    if (n->table_hit && !shogi_value_is_decided(n->table_value)
        && settles(n->table_bound, n->table_value, n->eval))
        n->eval = n->table_value;
    n->improving =
        n->ply < 2 || here[-2].eval == SHOGI_VALUE_NONE || here->eval > here[-2].eval;
}

/* Would passing still be too good for the opponent to allow this position? */
static bool
try_pass(struct shogi_search *s, struct node *n, int *value)
{
    struct shogi_search_ply *here = &s->stack[n->ply];
    int depth, gap = (n->eval - n->beta) / 200;

    if (n->is_pv || n->depth < 2 || n->eval < n->beta || here->eval < n->beta - 50
        || here->excluded != SHOGI_NO_MOVE || n->ply < s->null_from
        || here[-1].move == SHOGI_NO_MOVE || shogi_value_is_decided(n->beta))
        return false;
    if (shogi_search_must_stop(s))
        return false;
    depth = n->depth - (3 + n->depth / 3 + (gap > 3 ? 3 : gap));
    pass(s, n->ply);
    *value = -shogi_search_look(s, -n->beta, 1 - n->beta, depth, n->ply + 1, !n->is_cut);
    take_back_pass(s);
    if (s->aborted || *value < n->beta)
        return false;
    if (shogi_value_is_decided(*value))
        *value = n->beta;
    if (n->depth < 12 || s->null_from > 0)
        return true;
    /* Deep down, look again without passing for a while. */
    s->null_from = n->ply + 3 * depth / 4;
    int proof = shogi_search_look(s, n->beta - 1, n->beta, depth, n->ply, false);
    s->null_from = 0;
    return !s->aborted && proof >= n->beta;
}

/* A capture that is good even against a raised bar at less depth: good enough. */
static bool
try_captures(struct shogi_search *s, struct node *n, int *value)
{
    int bar = n->beta + 200, best = -SHOGI_VALUE_NONE;
    struct shogi_order o;
    shogi_move m;

    if (n->is_pv || n->depth < 5 || s->stack[n->ply].excluded != SHOGI_NO_MOVE
        || shogi_value_is_decided(n->beta)
        || (n->table_hit && n->table_depth >= n->depth - 3 && n->table_value < bar))
        return false;
    shogi_search_open_order(s, &o, n->ply, n->table_move);
    shogi_order_begin_noisy(&o);
    while ((m = shogi_order_next(&o)) != SHOGI_NO_MOVE) {
        if (!shogi_see_at_least(&s->position, m, bar - n->eval))
            continue;
        if (shogi_search_must_stop(s))
            break;
        shogi_search_play(s, m, n->ply, shogi_hunt_now(&n->hunt, &s->position));
        best = -shogi_search_quiesce(s, -bar, 1 - bar, 0, n->ply + 1);
        if (best >= bar && !s->aborted)
            best = -shogi_search_look(s, -bar, 1 - bar, n->depth - 4, n->ply + 1,
                                      !n->is_cut);
        shogi_search_undo(s, m, n->ply);
        if (s->aborted || best >= bar)
            break;
    }
    shogi_search_close_order(s, &o);
    if (s->aborted || best < bar)
        return false;
    store(s, n, best, SHOGI_BOUND_LOWER, m, n->depth - 3);
    *value = best;
    return true;
}

/* Is the static value so far from the window that looking ahead will not change that? */
static bool
is_far_off(struct shogi_search *s, struct node *n, int *value)
{
    if (n->is_pv)
        return false;
    if (n->depth <= 3 && n->eval + 200 + 220 * n->depth <= n->alpha) {
        *value = shogi_search_quiesce(s, n->alpha, n->alpha + 1, 0, n->ply);
        if (*value <= n->alpha)
            return true;
    }
    *value = n->eval;
    return n->depth <= 8 && !n->was_pv
           && n->eval - 100 * (n->depth - n->improving) >= n->beta
           && !shogi_value_is_decided(n->beta) && n->eval < SHOGI_VALUE_WON_LEAST;
}

/* Is the table's move better than all others by far?  How much deeper to look at it. */
static int
extension_of(struct shogi_search *s, struct node *n, shogi_move m, int *value)
{
    struct shogi_search_ply *here = &s->stack[n->ply];
    int bar, found;

    if (n->depth < 7 || m != n->table_move || here->excluded != SHOGI_NO_MOVE
        || n->table_depth < n->depth - 3 || n->table_bound == SHOGI_BOUND_UPPER
        || shogi_value_is_decided(n->table_value) || n->ply >= 2 * s->root_depth)
        return 0;
    bar = n->table_value - 3 * n->depth;
    here->excluded = m;
    found = shogi_search_look(s, bar - 1, bar, (n->depth - 1) / 2, n->ply, n->is_cut);
    here->excluded = SHOGI_NO_MOVE;
    if (found < bar)
        return 1;
    if (bar >= n->beta && !n->is_pv) {
        *value = bar;
        return 0;
    }
    return n->table_value >= n->beta ? -1 : 0;
}

/* The move number COUNT of a node, M. */
static struct candidate
look_closer(struct shogi_search *s, struct node *n, const struct shogi_order *o,
            shogi_move m, unsigned count)
{
    const struct shogi_position *p = &s->position;
    const struct shogi_hunt *hunt = shogi_hunt_now(&n->hunt, p);
    struct candidate c = { m, count, true, hunt && shogi_hunt_is_check(hunt, p, m), 0 };

    if (!shogi_order_is_noisy(p, m)) {
        c.is_noisy = false;
        c.history = shogi_order_quiet_history(o, m);
    }
    return c;
}

/* 0.4 log2(depth) log2(count), about, in units of 1/1024: both are in sixteenths. */
static int
reduction_by_number(const struct shogi_search *s, int depth, unsigned count)
{
    return 1024 * s->reduction[depth < 63 ? depth : 63]
           * s->reduction[count < 63 ? count : 63] / 600;
}

/* Is it not worth playing at all? */
static bool
is_hopeless(struct shogi_search *s, const struct node *n, struct shogi_order *o,
            const struct candidate *c)
{
    int depth = n->depth;

    if (c->is_noisy || c->gives_check)
        return depth <= 7 && !shogi_see_at_least(&s->position, c->move, -180 * depth);
    if (c->count >= shogi_order_quiet_limit(depth) / (n->improving ? 1u : 2u))
        o->skip_quiet = true;
    int reduced = depth - reduction_by_number(s, depth, c->count) / 1024;
    reduced = reduced < 0 ? 0 : reduced;
    if (reduced <= 4 && c->history < -2500 * depth)
        return true;
    if (reduced <= 7 && !s->stack[n->ply].in_check
        && n->eval + 120 + 110 * reduced + c->history / 80 <= n->alpha)
        return true;
    return reduced <= 8
           && !shogi_see_at_least(&s->position, c->move, -30 * reduced * reduced);
}

/* How many plies less deep to look at it at first. */
static int
reduction_of(const struct shogi_search *s, const struct node *n,
             const struct shogi_order *o, const struct candidate *c)
{
    int r = reduction_by_number(s, n->depth, c->count);

    if (c->is_noisy)
        r -= 1024;
    else
        r -= c->history / 6;
    if (n->is_cut)
        r += 1024;
    if (!n->improving)
        r += 512;
    if (n->was_pv)
        r -= 1024;
    if (c->gives_check)
        r -= 1024;
    if (c->move == o->quick[0] || c->move == o->quick[1])
        r -= 1024;
    r /= 1024;
    return r < 0 ? 0 : r;
}

/* Play it and look at it: with a null window and reduced first, the more promising it
 * turns out the more. */
static int
look_at_move(struct shogi_search *s, struct node *n, const struct shogi_order *o,
             const struct candidate *c, int depth)
{
    int ply = n->ply + 1, value = n->alpha + 1;
    int reduction = 0;

    if (n->depth >= 2 && c->count > 1 + (n->is_pv ? 1u : 0u))
        reduction = reduction_of(s, n, o, c);
    shogi_search_play(s, c->move, n->ply, shogi_hunt_now(&n->hunt, &s->position));
    if (reduction > 0) {
        int reduced = depth - reduction < 1 ? 1 : depth - reduction;
        value = -shogi_search_look(s, -n->alpha - 1, -n->alpha, reduced, ply, true);
        if (value > n->alpha && reduced < depth && !s->aborted)
            value =
                -shogi_search_look(s, -n->alpha - 1, -n->alpha, depth, ply, !n->is_cut);
    } else if (!n->is_pv || c->count > 1) {
        value = -shogi_search_look(s, -n->alpha - 1, -n->alpha, depth, ply, !n->is_cut);
    }
    if (n->is_pv && (c->count == 1 || (value > n->alpha && value < n->beta))
        && !s->aborted)
        value = -shogi_search_look(s, -n->beta, -n->alpha, depth, ply, false);
    shogi_search_undo(s, c->move, n->ply);
    return value;
}

static void
remember_killer(struct shogi_search_ply *here, shogi_move m)
{
    if (here->killers[0] == m)
        return;
    here->killers[1] = here->killers[0];
    here->killers[0] = m;
}

/* All moves of a node; the value of the best one. */
static int
look_at_moves(struct shogi_search *s, struct node *n, struct shogi_order *o)
{
    struct shogi_position *p = &s->position;
    struct shogi_search_ply *here = &s->stack[n->ply];
    int best = -SHOGI_VALUE_NONE, first_alpha = n->alpha;
    shogi_move m, best_move = SHOGI_NO_MOVE, tried[TRIED_MAX];
    unsigned count = 0, tried_count = 0;
    bool shy = here->in_check;

    for (;;) {
        m = shogi_order_next(o);
        if (m == SHOGI_NO_MOVE) {
            /* A shy move may be the only one that escapes. */
            if (shy || best > -SHOGI_VALUE_WON_LEAST)
                break;
            shy = true;
            shogi_order_add_shy(o);
            continue;
        }
        if (m == here->excluded)
            continue;
        struct candidate c = look_closer(s, n, o, m, ++count);
        if (best > -SHOGI_VALUE_WON_LEAST && is_hopeless(s, n, o, &c))
            continue;
        int settled = SHOGI_VALUE_NONE, extension = extension_of(s, n, m, &settled);
        if (s->aborted || shogi_search_must_stop(s))
            return best;
        if (settled != SHOGI_VALUE_NONE)
            return settled;
        int value = look_at_move(s, n, o, &c, n->depth - 1 + extension);
        if (s->aborted)
            return best;
        if (value > best) {
            best = value;
            if (value > n->alpha) {
                best_move = m;
                if (n->is_pv)
                    shogi_search_take_pv(s, m, n->ply);
                if (value >= n->beta)
                    break;
                n->alpha = value;
            }
        }
        if (tried_count < TRIED_MAX)
            tried[tried_count++] = m;
    }
    if (count == 0)
        return here->excluded != SHOGI_NO_MOVE ? n->alpha
               : here->in_check                ? n->ply - SHOGI_VALUE_MATE
                                               : n->ply - SHOGI_VALUE_WON;
    if (best_move != SHOGI_NO_MOVE) {
        if (tried_count > 0 && tried[tried_count - 1] == best_move)
            tried_count--;
        shogi_order_learn(o, best_move, tried, tried_count, n->depth);
        if (!shogi_order_is_noisy(p, best_move))
            remember_killer(here, best_move);
    }
    if (here->excluded == SHOGI_NO_MOVE)
        store(s, n, best,
              best >= n->beta          ? SHOGI_BOUND_LOWER
              : n->alpha > first_alpha ? SHOGI_BOUND_EXACT
                                       : SHOGI_BOUND_UPPER,
              best_move, n->depth);
    return best;
}

/* Is there a mate in one?  Whatever is in the table has been asked before. */
static bool
mates_at_once(struct shogi_search *s, struct node *n)
{
    struct shogi_search_ply *here = &s->stack[n->ply];
    const struct shogi_hunt *hunt;
    shogi_move m;

    if (n->table_hit && n->table_depth >= 0 && !shogi_value_is_decided(n->table_value))
        return false;
    if (!shogi_search_may_mate(&s->position)
        || !(hunt = shogi_hunt_now(&n->hunt, &s->position)))
        return false;
    m = shogi_hunt_mate_in_one(hunt, &s->position);
    if (m == SHOGI_NO_MOVE)
        return false;
    here->pv[0] = m;
    here->pv_count = 1;
    store(s, n, SHOGI_VALUE_MATE - n->ply - 1, SHOGI_BOUND_EXACT, m,
          SHOGI_SEARCH_PLY_MAX);
    return true;
}

int
shogi_search_look(struct shogi_search *s, int alpha, int beta, int depth, int ply,
                  bool is_cut)
{
    struct shogi_search_ply *here = &s->stack[ply];
    struct node n;
    int value;

    if (depth <= 0)
        return shogi_search_quiesce(s, alpha, beta, 0, ply);
    n.depth = depth;
    n.ply = ply;
    n.is_pv = beta - alpha > 1;
    n.is_cut = is_cut;
    here->pv_count = 0;
    if (ply > s->seldepth)
        s->seldepth = (uint16_t)ply;
    if (here->excluded == SHOGI_NO_MOVE && shogi_search_is_over(s, ply, &value))
        return value;
    if (ply >= SHOGI_SEARCH_PLY_MAX)
        return here->in_check ? SHOGI_VALUE_DRAW : shogi_search_evaluate(s, ply);
    /* No line from here can be better than a mate at once, or worse than being mated. */
    n.alpha = alpha < ply - SHOGI_VALUE_MATE ? ply - SHOGI_VALUE_MATE : alpha;
    n.beta = beta > SHOGI_VALUE_MATE - ply - 1 ? SHOGI_VALUE_MATE - ply - 1 : beta;
    if (n.alpha >= n.beta)
        return n.alpha;
    here[1].killers[0] = here[1].killers[1] = SHOGI_NO_MOVE;
    here[1].excluded = SHOGI_NO_MOVE;
    ask_table(s, &n);
    if (!n.is_pv && here->excluded == SHOGI_NO_MOVE && n.table_hit
        && n.table_depth >= depth && settles(n.table_bound, n.table_value, n.beta))
        return n.table_value;
    n.hunt.begun = false;
    evaluate(s, &n);
    if (here->excluded == SHOGI_NO_MOVE) {
        if (!here->in_check && is_far_off(s, &n, &value))
            return value;
        if (mates_at_once(s, &n))
            return SHOGI_VALUE_MATE - ply - 1;
        if (!here->in_check && (try_pass(s, &n, &value) || try_captures(s, &n, &value)))
            return value;
    }
    if (s->aborted)
        return alpha;
    if (n.depth >= 4 && n.table_move == SHOGI_NO_MOVE && (n.is_pv || n.is_cut))
        n.depth--;
    struct shogi_order o;
    shogi_search_open_order(s, &o, ply, n.table_move);
    shogi_order_begin(&o, here->in_check, n.depth);
    n.table_move = o.first;
    value = look_at_moves(s, &n, &o);
    shogi_search_close_order(s, &o);
    return value;
}

/* ---- the root ---------------------------------------------------------------------- */

static void
take_root(struct shogi_search *s, struct shogi_root_move *r, int value, int depth,
          enum shogi_bound bound)
{
    const struct shogi_search_ply *here = &s->stack[0];

    r->value = value;
    if (bound != SHOGI_BOUND_EXACT && r->depth > 0 && r->bound == SHOGI_BOUND_EXACT)
        return;
    r->told = value;
    r->bound = (uint8_t)bound;
    r->depth = (uint16_t)depth;
    r->seldepth = s->seldepth;
    r->pv_count = here->pv_count < SHOGI_ENGINE_PV_MAX ? here->pv_count
                                                       : (uint16_t)SHOGI_ENGINE_PV_MAX;
    memcpy(r->pv, here->pv, r->pv_count * sizeof *r->pv);
}

int
shogi_search_look_at_roots(struct shogi_search *s, size_t first, int alpha, int beta,
                           int depth)
{
    struct node n = { .alpha = alpha,
                      .beta = beta,
                      .depth = depth,
                      .is_pv = true,
                      .was_pv = true,
                      .improving = true };
    int best = -SHOGI_VALUE_NONE;
    struct shogi_order o;

    s->stack[1].excluded = s->stack[1].killers[0] = s->stack[1].killers[1] =
        SHOGI_NO_MOVE;
    shogi_search_open_order(s, &o, 0, SHOGI_NO_MOVE);
    for (size_t i = first; i < s->root_count && !shogi_search_must_stop(s); i++) {
        struct shogi_root_move *r = &s->roots[i];
        struct candidate c = look_closer(s, &n, &o, r->move, (unsigned)(i - first + 1));
        int value = look_at_move(s, &n, &o, &c, depth - 1);
        if (s->aborted)
            break;
        if (i > first && value <= n.alpha)
            continue;
        best = value > best ? value : best;
        shogi_search_take_pv(s, r->move, 0);
        take_root(s, r, value, depth,
                  value <= alpha  ? SHOGI_BOUND_UPPER
                  : value >= beta ? SHOGI_BOUND_LOWER
                                  : SHOGI_BOUND_EXACT);
        if (value >= beta)
            break;
        n.alpha = value > n.alpha ? value : n.alpha;
    }
    shogi_search_close_order(s, &o);
    return best;
}
