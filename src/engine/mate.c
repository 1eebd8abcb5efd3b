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

bool
shogi_mate_begin(struct shogi_mate_solver *s, const struct shogi_position *p)
{
    shogi_mate_table_forget(&s->table);
    s->nodes = 0;
    s->out_of_memory = false;
    return !has_too_many(p);
}

/* The least length of a mate, of which there is one; LENGTH is where to begin.
 * 0: the nodes ran out. */
static int
find_least(struct shogi_mate_solver *s, const struct shogi_position *p, int length)
{
    struct shogi_mate_found found = { .answer = SHOGI_MATE_NONE };
    int none = -1; /* there is no mate within so many */

    while (found.answer == SHOGI_MATE_NONE && length < SHOGI_MATE_LINE_MAX) {
        shogi_mate_search(s, p, length, &found);
        if (found.answer == SHOGI_MATE_NONE)
            none = length;
        length += 2;
    }
    while (found.answer == SHOGI_MATE_FOUND && found.length - 2 > none) {
        length = found.length;
        if (length == 1)
            return length;
        shogi_mate_search(s, p, length - 2, &found);
        if (found.answer == SHOGI_MATE_NONE)
            return length;
    }
    return found.answer == SHOGI_MATE_FOUND ? found.length : 0;
}

static bool
write_line(struct shogi_mate_solver *s, const struct shogi_position *p, int length,
           bool shortest, struct shogi_mate *out)
{
    return shogi_mate_line_find(s, p, length, shortest, out)
           && shogi_mate_line_holds(p, out->line, out->plies);
}

/* Write the line of a mate of the least length into OUT, which holds another. */
static void
answer_shortest(struct shogi_mate_solver *s, const struct shogi_position *p,
                struct shogi_mate *out)
{
    uint16_t plies = out->plies;
    int length = find_least(s, p, plies);
    shogi_move *known;

    if (length == 0 || !(known = shogi_memory_alloc(sizeof out->line)))
        return;
    memcpy(known, out->line, sizeof out->line);
    out->is_shortest = write_line(s, p, length, true, out) && out->plies == length;
    if (!out->is_shortest) {
        memcpy(out->line, known, sizeof out->line);
        out->plies = plies;
    }
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
    if (!shogi_mate_begin(s, p))
        return;
    s->limit = limits->nodes ? limits->nodes - limits->nodes / LINE_SHARE : 0;
    shogi_mate_search(s, p, SHOGI_MATE_ANY_LENGTH, &found);
    s->limit = limits->nodes;
    if (found.answer == SHOGI_MATE_NONE)
        out->answer = SHOGI_MATE_NONE;
    else if (found.answer == SHOGI_MATE_FOUND)
        out->answer = write_line(s, p, found.length, false, out) ? SHOGI_MATE_FOUND
                                                                 : SHOGI_MATE_UNKNOWN;
    out->is_shortest = out->plies == 1;
    if (out->answer == SHOGI_MATE_FOUND && limits->shortest && !out->is_shortest)
        answer_shortest(s, p, out);
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
