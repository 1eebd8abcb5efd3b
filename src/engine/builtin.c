/* SPDX-License-Identifier: MIT */
/* builtin.c - the built-in engine: a question becomes a search, a search an answer. */
#include "engine/engine.h"
#include "engine/search.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

struct builtin {
    struct shogi_engine base;
    atomic_int stop;
    struct shogi_search search;
    char error[128];
};

static struct builtin *
builtin_of(struct shogi_engine *e)
{
    return (struct builtin *)e;
}

/* False: a move cannot be played. */
static bool
set_position(struct builtin *b, const struct shogi_question *q)
{
    struct shogi_position *p = &b->search.position;
    struct shogi_undo undo;

    *p = *q->start;
    for (size_t i = 0; i < q->move_count; i++)
        if (!shogi_position_play(p, q->moves[i], &undo)) {
            snprintf(b->error, sizeof b->error, "move %zu of the question is impossible",
                     i + 1);
            return false;
        }
    return true;
}

/* A value of the search as a public one. */
static void
put_value(struct shogi_line *line, int value)
{
    int size = value < 0 ? -value : value;

    line->kind = SHOGI_SCORE_CP;
    line->value = value;
    if (size > SHOGI_VALUE_MATE_LEAST) {
        line->kind = SHOGI_SCORE_MATE;
        line->value = value > 0 ? SHOGI_VALUE_MATE - size : size - SHOGI_VALUE_MATE;
    }
}

static void
put_line(struct shogi_line *line, const struct shogi_root_move *r)
{
    int value = r->value == -SHOGI_VALUE_NONE ? r->previous : r->value;

    *line = (struct shogi_line){ .pv_count = r->pv_count,
                                 .bound = r->bound,
                                 .depth = r->depth,
                                 .seldepth = r->seldepth };
    memcpy(line->pv, r->pv, r->pv_count * sizeof *r->pv);
    if (value != -SHOGI_VALUE_NONE)
        put_value(line, value);
}

static void
put_answer(const struct shogi_search *s, struct shogi_answer *a)
{
    size_t lines = s->limits.lines ? s->limits.lines : 1;

    a->best = s->root_count ? s->roots[0].move : SHOGI_NO_MOVE;
    a->end = s->root_count ? SHOGI_ANSWER_MOVE : SHOGI_ANSWER_RESIGN;
    for (size_t i = 0; i < lines && i < s->root_count; i++)
        put_line(&a->lines[a->line_count++], &s->roots[i]);
}

static enum shogi_status
builtin_analyze(struct shogi_engine *e, const struct shogi_question *q,
                struct shogi_answer *a)
{
    struct builtin *b = builtin_of(e);
    struct shogi_search *s = &b->search;
    int64_t begin = shogi_search_now_ms();

    b->error[0] = '\0';
    *a = (struct shogi_answer){ .best = SHOGI_NO_MOVE, .end = SHOGI_ANSWER_NO_MOVE };
    if (!set_position(b, q))
        return SHOGI_BAD;
    s->limits = q->limits;
    if (s->limits.lines > SHOGI_ENGINE_LINES_MAX)
        s->limits.lines = SHOGI_ENGINE_LINES_MAX;
    shogi_search_run(s);
    put_answer(s, a);
    a->stopped = atomic_exchange(&b->stop, 0) != 0;
    a->nodes = s->nodes;
    a->time_ms = (uint32_t)(shogi_search_now_ms() - begin);
    return SHOGI_OK;
}

static void
builtin_stop(struct shogi_engine *e)
{
    atomic_store(&builtin_of(e)->stop, 1);
}

static void
builtin_forget(struct shogi_engine *e)
{
    (void)e;
}

static void
builtin_free(struct shogi_engine *e)
{
    shogi_memory_free(builtin_of(e)->search.roots);
    shogi_memory_free(e);
}

static const char *
builtin_name(const struct shogi_engine *e)
{
    (void)e;
    return "shogi-utils " SHOGI_VERSION;
}

static const char *
builtin_error(const struct shogi_engine *e)
{
    return ((const struct builtin *)e)->error;
}

static const struct shogi_engine_class builtin_class = {
    .analyze = builtin_analyze,
    .stop = builtin_stop,
    .forget = builtin_forget,
    .free = builtin_free,
    .name = builtin_name,
    .error = builtin_error,
};

struct shogi_engine *
shogi_engine_new(unsigned hash_mb)
{
    struct builtin *b = shogi_memory_alloc(sizeof *b);

    (void)hash_mb;
    if (!b)
        return NULL;
    memset(b, 0, sizeof *b);
    b->base.class = &builtin_class;
    b->search.stop = &b->stop;
    b->search.roots = shogi_memory_alloc(SHOGI_MAX_MOVES * sizeof *b->search.roots);
    if (!b->search.roots) {
        builtin_free(&b->base);
        return NULL;
    }
    return &b->base;
}
