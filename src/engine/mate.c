/* SPDX-License-Identifier: MIT */
/* mate.c - problems and answers: the mate solver as its users see it. */
#include "engine/mate_line.h"

#include "base/memory.h"

#include <string.h>

/* Of the nodes for a question this part is kept for writing the line down. */
enum { LINE_SHARE = 16 };

struct shogi_mate_solver *
shogi_mate_solver_new(unsigned hash_mb)
{
    struct shogi_mate_solver *s = shogi_memory_alloc(sizeof *s);

    shogi_tables_fill();
    if (!s)
        return NULL;
    memset(s, 0, sizeof *s);
    s->frames = shogi_memory_alloc((SHOGI_MATE_LINE_MAX + 1) * sizeof *s->frames);
    if (!s->frames || !shogi_mate_table_init(&s->table, hash_mb)) {
        shogi_mate_solver_free(s);
        return NULL;
    }
    return s;
}

void
shogi_mate_solver_free(struct shogi_mate_solver *s)
{
    if (!s)
        return;
    shogi_mate_table_release(&s->table);
    shogi_memory_free(s->frames);
    shogi_memory_free(s->children);
    shogi_memory_free(s);
}

/* Hands that could overflow would be told apart no longer. */
static bool
has_too_many(const struct shogi_position *p)
{
    unsigned count[SHOGI_KIND_COUNT] = { 0 };

    for (int square = 0; square < SHOGI_SQUARE_COUNT; square++)
        if (p->board[square] != SHOGI_EMPTY)
            count[shogi_kind_base(shogi_piece_kind(p->board[square]))]++;
    for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
        if (count[kind] + p->hand[0][kind] + p->hand[1][kind] > SHOGI_HAND_MAX)
            return true;
    return false;
}

/* Look for shorter mates until none is left or the nodes are spent. */
static int
shorten(struct shogi_mate_solver *s, const struct shogi_position *p, int length,
        bool *is_shortest)
{
    while (length > 1) {
        struct shogi_mate_found found;
        shogi_mate_search(s, p, length - 2, &found);
        if (found.answer != SHOGI_MATE_FOUND) {
            *is_shortest = found.answer == SHOGI_MATE_NONE;
            return length;
        }
        length = found.length;
    }
    *is_shortest = true;
    return length;
}

static bool
write_line(struct shogi_mate_solver *s, const struct shogi_position *p, int length,
           bool shortest, struct shogi_mate *out)
{
    return shogi_mate_line_find(s, p, length, shortest, out)
           && shogi_mate_line_holds(p, out->line, out->plies);
}

static void
answer_found(struct shogi_mate_solver *s, const struct shogi_position *p, int length,
             const struct shogi_mate_limits *limits, struct shogi_mate *out)
{
    uint64_t kept = limits->nodes / LINE_SHARE;

    if (!write_line(s, p, length, false, out))
        return;
    out->answer = SHOGI_MATE_FOUND;
    if (!limits->shortest) {
        out->is_shortest = out->plies == 1;
        return;
    }
    length = out->plies;
    s->limit = limits->nodes ? limits->nodes - kept / 2 : 0;
    length = shorten(s, p, length, &out->is_shortest);
    s->limit = limits->nodes;
    static const size_t line_size = sizeof out->line;
    shogi_move *known = shogi_memory_alloc(line_size);
    if (!known) {
        out->is_shortest = false;
        return;
    }
    uint16_t plies = out->plies;
    memcpy(known, out->line, line_size);
    if (!write_line(s, p, length, out->is_shortest, out)) {
        memcpy(out->line, known, line_size);
        out->plies = plies;
    }
    out->is_shortest = out->is_shortest && out->plies == length;
    shogi_memory_free(known);
}

void
shogi_mate_solve(struct shogi_mate_solver *s, const struct shogi_position *p,
                 const struct shogi_mate_limits *limits, struct shogi_mate *out)
{
    struct shogi_mate_found found;

    out->answer = SHOGI_MATE_UNKNOWN;
    out->is_shortest = false;
    out->plies = 0;
    out->nodes = 0;
    if (has_too_many(p))
        return;
    shogi_mate_table_forget(&s->table);
    s->nodes = 0;
    s->out_of_memory = false;
    s->limit = limits->nodes ? limits->nodes - limits->nodes / LINE_SHARE : 0;
    shogi_mate_search(s, p, SHOGI_MATE_ANY_LENGTH, &found);
    s->limit = limits->nodes;
    if (found.answer == SHOGI_MATE_NONE)
        out->answer = SHOGI_MATE_NONE;
    else if (found.answer == SHOGI_MATE_FOUND && found.length < SHOGI_MATE_LINE_MAX)
        answer_found(s, p, found.length, limits, out);
    out->nodes = s->nodes;
}

void
shogi_mate_threat(struct shogi_mate_solver *s, const struct shogi_position *p,
                  const struct shogi_mate_limits *limits, struct shogi_mate *out)
{
    enum shogi_side us = (enum shogi_side)p->turn;
    struct shogi_position passed = *p;

    out->answer = SHOGI_MATE_UNKNOWN;
    out->is_shortest = false;
    out->plies = 0;
    out->nodes = 0;
    if (shogi_position_in_check(p, us))
        return;
    shogi_position_set_turn(&passed, shogi_other(us));
    shogi_mate_solve(s, &passed, limits, out);
}
