/* SPDX-License-Identifier: MIT */
/* builtin.c - the built-in engine: a question becomes a search, a search an answer. */
#include "engine/builtin.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

enum { HASH_MB = 16 };

struct builtin {
    struct shogi_engine base;
    atomic_int stop;
    struct shogi_search search;
    char name[128];
    char error[128];
};

static struct builtin *
builtin_of(struct shogi_engine *e)
{
    return (struct builtin *)e;
}

/* BAD: the question has no answer, FATAL: memory; `error` says why. */
static enum shogi_status
set_position(struct builtin *b, const struct shogi_question *q)
{
    struct shogi_search *s = &b->search;
    struct shogi_position *p = &s->position;
    struct shogi_undo undo;

    *p = *q->start;
    if (!shogi_path_begin(&s->path, p, q->move_count + SHOGI_SEARCH_PLY_MAX + 8)) {
        snprintf(b->error, sizeof b->error, "out of memory");
        return SHOGI_FATAL;
    }
    for (size_t i = 0; i < q->move_count; i++) {
        if (!shogi_position_play(p, q->moves[i], &undo)) {
            snprintf(b->error, sizeof b->error, "move %zu cannot be played", i + 1);
            return SHOGI_BAD;
        }
        shogi_path_push(&s->path, p,
                        shogi_position_in_check(p, (enum shogi_side)p->turn));
    }
    if (p->king[p->turn ^ 1] != SHOGI_NO_SQUARE
        && shogi_position_in_check(p, (enum shogi_side)(p->turn ^ 1))) {
        snprintf(b->error, sizeof b->error, "the side not to move is in check");
        return SHOGI_BAD;
    }
    return SHOGI_OK;
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

void
shogi_builtin_line(struct shogi_line *line, const struct shogi_root_move *r)
{
    *line = (struct shogi_line){ .pv_count = r->pv_count,
                                 .bound = r->bound,
                                 .depth = r->depth,
                                 .seldepth = r->seldepth };
    memcpy(line->pv, r->pv, r->pv_count * sizeof *r->pv);
    if (r->told != -SHOGI_VALUE_NONE)
        put_value(line, r->told);
}

static void
put_answer(const struct shogi_search *s, struct shogi_answer *a)
{
    size_t lines = s->limits.lines ? s->limits.lines : 1;

    a->best = s->root_count ? s->roots[0].move : SHOGI_NO_MOVE;
    a->end = s->root_count ? SHOGI_ANSWER_MOVE : SHOGI_ANSWER_RESIGN;
    for (size_t i = 0; i < lines && i < s->root_count; i++)
        shogi_builtin_line(&a->lines[a->line_count++], &s->roots[i]);
    if (shogi_search_may_declare(&s->position)) {
        a->best = SHOGI_NO_MOVE;
        a->end = SHOGI_ANSWER_DECLARE;
    }
}

void
shogi_builtin_watch(struct shogi_engine *e, shogi_search_watch *watch, void *context)
{
    builtin_of(e)->search.watch = watch;
    builtin_of(e)->search.watch_context = context;
}

void
shogi_builtin_ignore_stop(struct shogi_engine *e)
{
    atomic_store(&builtin_of(e)->stop, 0);
}

static enum shogi_status
builtin_analyze(struct shogi_engine *e, const struct shogi_question *q,
                struct shogi_answer *a)
{
    struct builtin *b = builtin_of(e);
    struct shogi_search *s = &b->search;
    int64_t begin = shogi_search_now_ms();
    enum shogi_status status;

    b->error[0] = '\0';
    *a = (struct shogi_answer){ .best = SHOGI_NO_MOVE, .end = SHOGI_ANSWER_NO_MOVE };
    status = set_position(b, q);
    if (status != SHOGI_OK) {
        atomic_store(&b->stop, 0);
        return status;
    }
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
    shogi_search_forget(&builtin_of(e)->search);
}

static void
builtin_free(struct shogi_engine *e)
{
    shogi_search_release(&builtin_of(e)->search);
    shogi_memory_free(e);
}

static const char *
builtin_name(const struct shogi_engine *e)
{
    return ((const struct builtin *)e)->name;
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
    return shogi_engine_new_nnue(hash_mb, NULL);
}

struct shogi_engine *
shogi_engine_new_nnue(unsigned hash_mb, const struct shogi_nnue *net)
{
    struct builtin *b = shogi_memory_alloc(sizeof *b);

    if (!b)
        return NULL;
    memset(b, 0, sizeof *b);
    b->base.class = &builtin_class;
    b->search.stop = &b->stop;
    snprintf(b->name, sizeof b->name, "shogi-utils " SHOGI_VERSION "%s%s",
             net ? " with " : "", net ? shogi_nnue_name(net) : "");
    shogi_tables_fill();
    if (!shogi_search_init(&b->search, hash_mb ? hash_mb : HASH_MB, net)) {
        builtin_free(&b->base);
        return NULL;
    }
    return &b->base;
}
