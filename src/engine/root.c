/* SPDX-License-Identifier: MIT */
/* root.c - from a position to its best lines: deeper and deeper, line by line. */
#include "engine/search.h"

#include "base/memory.h"
#include "engine/eval_tables.h"

#include <string.h>
#include <time.h>

enum {
    WINDOW = 40,      /* around the last value, at first */
    WINDOW_DEPTH = 4, /* from which on there is one */
    /* Singular extensions look at a node within itself. */
    LIST_ROOM = (2 * SHOGI_SEARCH_PLY_MAX + 8) * SHOGI_MAX_MOVES,
};

int64_t
shogi_search_now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* log2 of N in sixteenths, by squaring: the same everywhere. */
static uint8_t
log2_in_16ths(unsigned n)
{
    uint64_t x = (uint64_t)n << 16;
    unsigned result = 0;

    while (x >= (uint64_t)2 << 16) {
        x >>= 1;
        result += 16;
    }
    for (unsigned bit = 8; bit > 0; bit /= 2) {
        x = x * x >> 16;
        if (x >= (uint64_t)2 << 16) {
            x >>= 1;
            result += bit;
        }
    }
    return (uint8_t)result;
}

bool
shogi_search_init(struct shogi_search *s, unsigned hash_mb, const struct shogi_nnue *net)
{
    if (net) {
        s->nnue = shogi_nnue_stack_new(net, SHOGI_SEARCH_PLY_MAX + 7);
        if (!s->nnue)
            return false;
    }
    s->memory = shogi_memory_alloc(sizeof *s->memory);
    s->list = shogi_memory_alloc(LIST_ROOM * sizeof *s->list);
    s->score = shogi_memory_alloc(LIST_ROOM * sizeof *s->score);
    s->roots = shogi_memory_alloc(SHOGI_MAX_MOVES * sizeof *s->roots);
    if (!s->memory || !s->list || !s->score || !s->roots
        || !shogi_table_init(&s->table, hash_mb))
        return false;
    shogi_eval_tables_fill();
    for (unsigned i = 1; i < SHOGI_SEARCH_REDUCTIONS; i++)
        s->reduction[i] = log2_in_16ths(i);
    shogi_search_forget(s);
    return true;
}

void
shogi_search_release(struct shogi_search *s)
{
    shogi_nnue_stack_free(s->nnue);
    shogi_memory_free(s->memory);
    shogi_memory_free(s->list);
    shogi_memory_free(s->score);
    shogi_memory_free(s->roots);
    shogi_table_release(&s->table);
    shogi_path_release(&s->path);
}

void
shogi_search_forget(struct shogi_search *s)
{
    memset(s->memory, 0, sizeof *s->memory);
    for (unsigned i = 0; i < SHOGI_ORDER_TARGETS; i++)
        s->memory->counter[i] = SHOGI_NO_MOVE;
    shogi_table_clear(&s->table);
}

/* Noisy moves first, then quiet ones, then those that only make sense rarely. */
static void
list_roots(struct shogi_search *s)
{
    struct shogi_order o;
    shogi_move m;

    s->root_count = 0;
    shogi_search_open_order(s, &o, 0, SHOGI_NO_MOVE);
    shogi_order_begin(&o, s->stack[0].in_check, 1);
    for (bool shy = s->stack[0].in_check;;) {
        m = shogi_order_next(&o);
        if (m == SHOGI_NO_MOVE && shy)
            break;
        if (m == SHOGI_NO_MOVE) {
            shy = true;
            shogi_order_add_shy(&o);
            continue;
        }
        s->roots[s->root_count++] =
            (struct shogi_root_move){ .move = m,
                                      .value = -SHOGI_VALUE_NONE,
                                      .previous = -SHOGI_VALUE_NONE,
                                      .told = -SHOGI_VALUE_NONE,
                                      .pv = { m },
                                      .pv_count = 1 };
    }
    shogi_search_close_order(s, &o);
}

static bool
is_better(const struct shogi_root_move *a, const struct shogi_root_move *b)
{
    return a->value != b->value ? a->value > b->value : a->previous > b->previous;
}

/* Stable. */
static void
sort_roots(struct shogi_root_move *roots, size_t count,
           bool (*better)(const struct shogi_root_move *, const struct shogi_root_move *))
{
    for (size_t i = 1; i < count; i++) {
        struct shogi_root_move one;
        size_t at = i;
        if (!better(&roots[i], &roots[i - 1]))
            continue;
        one = roots[i];
        for (; at > 0 && better(&one, &roots[at - 1]); at--)
            roots[at] = roots[at - 1];
        roots[at] = one;
    }
}

static int
known_value(const struct shogi_root_move *r)
{
    return r->value != -SHOGI_VALUE_NONE ? r->value : r->previous;
}

static bool
is_known_better(const struct shogi_root_move *a, const struct shogi_root_move *b)
{
    return known_value(a) > known_value(b);
}

/* As the answer tells it. */
static bool
is_told_better(const struct shogi_root_move *a, const struct shogi_root_move *b)
{
    return a->depth > 0 && (b->depth == 0 || a->told > b->told);
}

/* Line number FIRST at DEPTH, through a window that opens as it must. */
static void
search_line(struct shogi_search *s, size_t first, int depth)
{
    int middle = s->roots[first].previous, width = WINDOW;
    int alpha = -SHOGI_VALUE_MATE, beta = SHOGI_VALUE_MATE;

    if (depth >= WINDOW_DEPTH && middle != -SHOGI_VALUE_NONE
        && !shogi_value_is_decided(middle)) {
        width += (middle < 0 ? -middle : middle) / 16;
        alpha = middle - width;
        beta = middle + width;
    }
    for (;;) {
        int value = shogi_search_look_at_roots(s, first, alpha, beta, depth);
        sort_roots(s->roots + first, s->root_count - first, is_better);
        if (s->aborted)
            return;
        width += width / 2 + 10;
        if (value <= alpha && alpha > -SHOGI_VALUE_MATE) {
            beta = (alpha + beta) / 2;
            alpha = value - width;
        } else if (value >= beta && beta < SHOGI_VALUE_MATE) {
            beta = value + width;
        } else {
            return;
        }
        if (alpha < -SHOGI_VALUE_WON_LEAST)
            alpha = -SHOGI_VALUE_MATE;
        if (beta > SHOGI_VALUE_WON_LEAST)
            beta = SHOGI_VALUE_MATE;
    }
}

static void
search_lines(struct shogi_search *s, size_t lines, int depth)
{
    for (size_t i = 0; i < s->root_count; i++) {
        s->roots[i].previous = s->roots[i].value;
        s->roots[i].value = -SHOGI_VALUE_NONE;
    }
    for (size_t i = 0; i < lines && !s->aborted; i++) {
        s->seldepth = 0;
        search_line(s, i, depth);
        sort_roots(s->roots, lines, is_known_better);
        if (s->watch && !s->aborted)
            for (size_t rank = 0; rank <= i; rank++)
                s->watch(s->watch_context, s, (unsigned)rank);
    }
}

/* Is a mate, for or against, so near that nothing will change? */
static bool
is_settled(const struct shogi_search *s, size_t lines, int depth)
{
    int value = s->roots[0].value, size = value < 0 ? -value : value;

    return lines == 1 && size > SHOGI_VALUE_MATE_LEAST && size <= SHOGI_VALUE_MATE
           && SHOGI_VALUE_MATE - size + 4 <= depth;
}

void
shogi_search_run(struct shogi_search *s)
{
    int deepest = s->limits.depth && s->limits.depth < SHOGI_SEARCH_PLY_MAX
                      ? s->limits.depth
                      : SHOGI_SEARCH_PLY_MAX - 1;
    size_t lines = s->limits.lines ? s->limits.lines : 1;
    struct shogi_search_ply *root = &s->stack[0];

    s->nodes = s->list_used = 0;
    s->aborted = false;
    s->null_from = 0;
    s->deadline_ms = s->limits.time_ms ? shogi_search_now_ms() + s->limits.time_ms : 0;
    s->path.root = s->path.count - 1;
    shogi_table_grow_older(&s->table);
    s->uses_nnue = s->nnue && shogi_nnue_sees(&s->position);
    if (s->uses_nnue)
        shogi_nnue_fill(s->nnue, &s->position);
    else
        shogi_eval_fill(&root->sums, &s->position);
    root->in_check =
        shogi_position_in_check(&s->position, (enum shogi_side)s->position.turn);
    root->excluded = root->killers[0] = root->killers[1] = SHOGI_NO_MOVE;
    root->eval = root->in_check ? SHOGI_VALUE_NONE : shogi_search_evaluate(s, 0);
    list_roots(s);
    if (lines > s->root_count)
        lines = s->root_count;
    for (int depth = 1; lines > 0 && depth <= deepest && !s->aborted; depth++) {
        s->root_depth = (uint16_t)depth;
        search_lines(s, lines, depth);
        if (!s->aborted && is_settled(s, lines, depth))
            break;
    }
    /* Too few nodes for the first move: what is seen without looking ahead. */
    if (s->root_count > 0 && s->roots[0].depth == 0)
        s->roots[0].told = shogi_search_evaluate(s, 0);
    /* An iteration that was broken off leaves bounds among the values. */
    if (lines > 1)
        sort_roots(s->roots, lines, is_told_better);
}
