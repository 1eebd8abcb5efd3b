/* SPDX-License-Identifier: MIT */
/* sample.c - positions of records with what is known of their worth. */
#include "train/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <shogi/cursor.h>
#include <shogi/format.h>

#include "base/memory.h"
#include "notation/evaluation.h"

enum {
    VALUE_MAX = 2500, /* beyond, the game is over, and a search finds it out */
    PLY_MIN = 8,      /* before, all games are alike */
};

/* Room for NEED of SIZE bytes each behind *BLOCK, which has *ROOM. */
static bool
make_room(void **block, size_t *room, size_t need, size_t size)
{
    size_t more = *room ? *room : 1024;
    void *bigger;

    if (need <= *room)
        return true;
    while (more < need)
        more += more / 2;
    bigger = shogi_memory_resize(*block, more * size);
    if (!bigger)
        return false;
    *block = bigger;
    *room = more;
    return true;
}

static bool
add_sample(struct shogi_samples *s, const struct shogi_position *p,
           struct shogi_sample sample)
{
    void *terms = s->terms, *list = s->list;
    bool fits = make_room(&terms, &s->term_room, s->term_count + SHOGI_TRACE_MAX,
                          sizeof *s->terms)
                && make_room(&list, &s->room, s->count + 1, sizeof *s->list);

    s->terms = (struct shogi_term *)terms;
    s->list = (struct shogi_sample *)list;
    if (!fits)
        return false;
    sample.first = s->term_count;
    sample.count = (uint16_t)shogi_eval_trace(p, s->terms + s->term_count);
    s->term_count += sample.count;
    s->list[s->count++] = sample;
    return true;
}

/* The first exact evaluation of a node in centipawns; NULL: none. */
static const struct shogi_analysis *
evaluation_of(const struct shogi_node *node)
{
    for (const struct shogi_analysis *a = node->analysis; a; a = a->next)
        if (a->kind == SHOGI_SCORE_CP && a->bound == SHOGI_BOUND_EXACT && a->rank <= 1)
            return a;
    return NULL;
}

/* Does M change the material at once? */
static bool
is_exchange(const struct shogi_position *p, shogi_move m)
{
    return shogi_move_promotes(m)
           || (!shogi_move_is_drop(m) && p->board[shogi_move_to(m)] != SHOGI_EMPTY);
}

/* Nothing is about to be taken: the evaluation is of this position, and not of
 * one a few moves on. */
static bool
is_quiet(const struct shogi_position *p, const struct shogi_node *node,
         const struct shogi_analysis *a)
{
    const struct shogi_node *next = node->child;

    if (shogi_position_in_check(p, (enum shogi_side)p->turn))
        return false;
    if (a && a->pv_count > 0)
        return !is_exchange(p, a->pv[0]);
    return next && next->end == SHOGI_END_NONE && !is_exchange(p, next->move);
}

/* The main line of G. */
static bool
add_game(struct shogi_samples *s, struct shogi_game *g, bool held_out)
{
    enum shogi_winner winner = shogi_game_winner(g);
    struct shogi_sample sample = { .source = s->sources, .held_out = held_out };
    struct shogi_cursor *c = shogi_cursor_new(g);
    bool fits = c != NULL;

    sample.has_result = winner != SHOGI_WINNER_NOBODY;
    sample.result = winner == SHOGI_WINNER_BLACK   ? 1.0F
                    : winner == SHOGI_WINNER_WHITE ? 0.0F
                                                   : 0.5F;
    while (fits && shogi_cursor_forward(c)) {
        const struct shogi_node *node = shogi_cursor_node(c);
        const struct shogi_position *p = shogi_cursor_position(c);
        const struct shogi_analysis *a = evaluation_of(node);
        if (node->end != SHOGI_END_NONE)
            break;
        sample.has_value = a != NULL;
        sample.value = a ? (float)a->value : 0.0F;
        if ((!a && !sample.has_result) || shogi_cursor_ply(c) < PLY_MIN
            || abs((int)sample.value) > VALUE_MAX
            || (shogi_position_problems(p) & ~(uint32_t)SHOGI_PROBLEM_NIFU)
            || !is_quiet(p, node, a))
            continue;
        fits = add_sample(s, p, sample);
    }
    shogi_cursor_free(c);
    return fits;
}

static enum shogi_status
read_games(struct shogi_samples *s, struct shogi_reader *r, struct shogi_game *g,
           unsigned hold)
{
    enum shogi_status status;

    while ((status = shogi_reader_next(r, g)) == SHOGI_OK || status == SHOGI_BAD) {
        if (status == SHOGI_BAD)
            continue;
        if (shogi_game_find_evaluations(g) != SHOGI_OK)
            return SHOGI_FATAL;
        s->games++;
        if (!add_game(s, g, s->games % hold == 0))
            return SHOGI_FATAL;
    }
    return status == SHOGI_EOF ? SHOGI_OK : SHOGI_BAD;
}

enum shogi_status
shogi_samples_read(struct shogi_samples *s, const char *path, unsigned hold)
{
    FILE *in = fopen(path, "rb");
    struct shogi_reader *r = in ? shogi_reader_new(in, path, NULL) : NULL;
    struct shogi_game *g = shogi_game_new();
    enum shogi_status status = in ? SHOGI_FATAL : SHOGI_BAD;

    if (r && g)
        status = read_games(s, r, g, hold);
    s->sources++;
    shogi_game_free(g);
    shogi_reader_free(r);
    if (in)
        fclose(in);
    return status;
}

void
shogi_samples_release(struct shogi_samples *s)
{
    shogi_memory_free(s->list);
    shogi_memory_free(s->terms);
    *s = (struct shogi_samples){ 0 };
}
