/* SPDX-License-Identifier: MIT */
/* search.c - iterative deepening alpha-beta. */
#include "engine/search.h"

#include "rules/attack.h"
#include "rules/play.h"

#include <string.h>
#include <time.h>

int64_t
shogi_search_now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static bool
must_stop(struct shogi_search *s)
{
    if (s->aborted)
        return true;
    if (s->limits.nodes && s->nodes >= s->limits.nodes)
        s->aborted = true;
    else if ((s->nodes & 1023) == 0
             && (atomic_load(s->stop)
                 || (s->deadline_ms && shogi_search_now_ms() >= s->deadline_ms)))
        s->aborted = true;
    return s->aborted;
}

static void
play(struct shogi_search *s, shogi_move m, int ply)
{
    struct shogi_search_ply *here = &s->stack[ply];

    s->nodes++;
    shogi_position_play_known(&s->position, m, &here->undo);
    shogi_eval_step(&here[1].sums, &here->sums, &s->position, m, &here->undo);
}

static void
undo(struct shogi_search *s, shogi_move m, int ply)
{
    shogi_position_undo_known(&s->position, m, &s->stack[ply].undo);
}

/* Captures first, the greater ones first of all. */
static void
sort_moves(const struct shogi_position *p, shogi_move *list, size_t count)
{
    int score[SHOGI_MAX_MOVES];

    for (size_t i = 0; i < count; i++) {
        shogi_move m = list[i];
        shogi_piece taken = p->board[shogi_move_to(m)];
        int value = shogi_move_promotes(m) ? 100 : 0;
        size_t at = i;
        if (taken != SHOGI_EMPTY)
            value += 10000 + shogi_eval_piece(shogi_piece_kind(taken)) * 10
                     - shogi_eval_piece(shogi_piece_kind(p->board[shogi_move_from(m)]));
        for (; at > 0 && score[at - 1] < value; at--) {
            score[at] = score[at - 1];
            list[at] = list[at - 1];
        }
        score[at] = value;
        list[at] = m;
    }
}

static void
take_pv(struct shogi_search_ply *here, shogi_move m)
{
    here->pv[0] = m;
    memcpy(here->pv + 1, here[1].pv, here[1].pv_count * sizeof *here->pv);
    here->pv_count = (uint16_t)(here[1].pv_count + 1);
}

static int
look(struct shogi_search *s, int alpha, int beta, int depth, int ply)
{
    struct shogi_position *p = &s->position;
    struct shogi_search_ply *here = &s->stack[ply];
    bool in_check = shogi_position_in_check(p, (enum shogi_side)p->turn);
    int best = -SHOGI_VALUE_MATE + ply;
    shogi_move list[SHOGI_MAX_MOVES];
    size_t count;

    here->pv_count = 0;
    if (ply > s->seldepth)
        s->seldepth = (uint16_t)ply;
    if (ply >= SHOGI_SEARCH_PLY_MAX)
        return shogi_evaluate(p, &here->sums);
    if (depth <= 0 && !in_check) {
        best = shogi_evaluate(p, &here->sums);
        if (best >= beta)
            return best;
        alpha = best > alpha ? best : alpha;
    }
    count = shogi_legal_moves(p, list);
    sort_moves(p, list, count);
    for (size_t i = 0; i < count; i++) {
        if (depth <= 0 && !in_check && p->board[shogi_move_to(list[i])] == SHOGI_EMPTY)
            continue;
        if (must_stop(s))
            return best;
        play(s, list[i], ply);
        int value = -look(s, -beta, -alpha, depth - 1, ply + 1);
        undo(s, list[i], ply);
        if (s->aborted)
            return best;
        if (value <= best)
            continue;
        best = value;
        if (value <= alpha)
            continue;
        alpha = value;
        take_pv(here, list[i]);
        if (value >= beta)
            break;
    }
    return best;
}

static void
sort_roots(struct shogi_root_move *roots, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct shogi_root_move one = roots[i];
        size_t at = i;
        for (; at > 0
               && (roots[at - 1].value < one.value
                   || (roots[at - 1].value == one.value
                       && roots[at - 1].previous < one.previous));
             at--)
            roots[at] = roots[at - 1];
        roots[at] = one;
    }
}

/* One iteration for the line with number FIRST; the better ones stay in front. */
static void
look_at_roots(struct shogi_search *s, size_t first, int depth)
{
    int alpha = -SHOGI_VALUE_MATE;

    for (size_t i = first; i < s->root_count; i++) {
        struct shogi_root_move *r = &s->roots[i];
        if (must_stop(s))
            break;
        play(s, r->move, 0);
        int value = -look(s, -SHOGI_VALUE_MATE, -alpha, depth - 1, 1);
        undo(s, r->move, 0);
        if (s->aborted)
            break;
        if (value <= alpha && i > first)
            continue;
        alpha = value;
        r->value = value;
        r->depth = (uint16_t)depth;
        r->seldepth = s->seldepth;
        take_pv(&s->stack[0], r->move);
        r->pv_count = s->stack[0].pv_count;
        if (r->pv_count > SHOGI_ENGINE_PV_MAX)
            r->pv_count = SHOGI_ENGINE_PV_MAX;
        memcpy(r->pv, s->stack[0].pv, r->pv_count * sizeof *r->pv);
    }
    sort_roots(s->roots + first, s->root_count - first);
}

static void
list_roots(struct shogi_search *s)
{
    shogi_move list[SHOGI_MAX_MOVES];

    s->root_count = shogi_legal_moves(&s->position, list);
    sort_moves(&s->position, list, s->root_count);
    for (size_t i = 0; i < s->root_count; i++)
        s->roots[i] = (struct shogi_root_move){ .move = list[i],
                                                .value = -SHOGI_VALUE_NONE,
                                                .previous = -SHOGI_VALUE_NONE,
                                                .pv = { list[i] },
                                                .pv_count = 1 };
}

void
shogi_search_run(struct shogi_search *s)
{
    int deepest = s->limits.depth ? s->limits.depth : SHOGI_SEARCH_PLY_MAX - 1;
    size_t lines = s->limits.lines ? s->limits.lines : 1;

    if (deepest > SHOGI_SEARCH_PLY_MAX - 1)
        deepest = SHOGI_SEARCH_PLY_MAX - 1;
    s->nodes = 0;
    s->aborted = false;
    s->deadline_ms = s->limits.time_ms ? shogi_search_now_ms() + s->limits.time_ms : 0;
    shogi_eval_fill(&s->stack[0].sums, &s->position);
    list_roots(s);
    for (int depth = 1; depth <= deepest && !s->aborted; depth++) {
        for (size_t i = 0; i < s->root_count; i++) {
            s->roots[i].previous = s->roots[i].value;
            s->roots[i].value = -SHOGI_VALUE_NONE;
        }
        s->seldepth = 0;
        for (size_t i = 0; i < lines && i < s->root_count && !s->aborted; i++)
            look_at_roots(s, i, depth);
    }
}
