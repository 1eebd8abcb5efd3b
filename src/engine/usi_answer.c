/* SPDX-License-Identifier: MIT */
/* usi_answer.c - gathers info lines and makes an answer of them. */
#include "engine/usi_answer.h"

#include <string.h>

#include <shogi/foul.h>

static struct shogi_line
line_of(const struct shogi_usi_info *info)
{
    struct shogi_line line = { .pv_count = info->pv_count,
                               .value = info->value,
                               .kind = info->kind,
                               .bound = info->bound,
                               .depth = info->depth,
                               .seldepth = info->seldepth };

    memcpy(line.pv, info->pv, info->pv_count * sizeof *info->pv);
    return line;
}

void
shogi_usi_sayings_add(struct shogi_usi_sayings *s, const struct shogi_usi_info *info)
{
    struct shogi_usi_candidate *c;

    if (info->nodes > s->nodes)
        s->nodes = info->nodes;
    if (info->depth > s->depth)
        s->depth = info->depth;
    if (info->nodes || info->has_depth || info->kind || info->pv_count)
        s->has_thought = true;
    if (info->multipv < 1 || info->multipv > SHOGI_ENGINE_LINES_MAX)
        return;
    if (info->kind == SHOGI_SCORE_NONE && info->pv_count == 0)
        return; /* it only tells how far it got */
    c = &s->candidates[info->multipv - 1];
    if (info->multipv > s->count)
        s->count = info->multipv;
    if (info->kind == SHOGI_SCORE_NONE)
        c->bare = line_of(info);
    else if (info->bound != SHOGI_BOUND_EXACT)
        c->bound = line_of(info);
    else if (info->depth >= c->exact.depth || info->depth == 0)
        c->exact = line_of(info);
}

uint16_t
shogi_usi_sayings_depth(const struct shogi_usi_sayings *s, size_t wanted)
{
    size_t count = s->count < wanted ? s->count : wanted;
    uint16_t least = UINT16_MAX;

    for (size_t i = 0; i < count; i++) {
        const struct shogi_line *exact = &s->candidates[i].exact;

        if (exact->kind == SHOGI_SCORE_NONE)
            return 0;
        if (exact->depth < least)
            least = exact->depth;
    }
    return count > 0 ? least : 0;
}

/* Up to the first move that is illegal. */
static void
cut_pv(struct shogi_line *line, struct shogi_position p)
{
    struct shogi_undo undo;
    uint16_t n = 0;

    while (n < line->pv_count && shogi_move_fouls(&p, line->pv[n]) == 0
           && shogi_position_play(&p, line->pv[n], &undo))
        n++;
    line->pv_count = n;
}

/* An exact score before a bound before none. */
static struct shogi_line
best_line(const struct shogi_usi_candidate *c, const struct shogi_position *p)
{
    struct shogi_line line = c->exact.kind   ? c->exact
                             : c->bound.kind ? c->bound
                                             : c->bare;

    cut_pv(&line, *p);
    if (line.pv_count == 0 && c->bare.pv_count > 0) {
        /* The score and the moves may come in lines of their own. */
        memcpy(line.pv, c->bare.pv, sizeof line.pv);
        line.pv_count = c->bare.pv_count;
        cut_pv(&line, *p);
    }
    return line;
}

/* When a search is broken off, a move may have risen and not yet left its old place. */
static bool
is_among(const struct shogi_answer *a, shogi_move m)
{
    for (size_t i = 0; i < a->line_count; i++)
        if (a->lines[i].pv_count > 0 && a->lines[i].pv[0] == m)
            return true;
    return false;
}

static void
put_lines(const struct shogi_usi_sayings *s, const struct shogi_position *p,
          size_t wanted, struct shogi_answer *a)
{
    a->line_count = 0;
    for (size_t i = 0; i < s->count && a->line_count < wanted; i++) {
        struct shogi_line line = best_line(&s->candidates[i], p);

        /* A score without a move is of use only as that of the position. */
        if (line.pv_count == 0 && (i > 0 || line.kind == SHOGI_SCORE_NONE))
            continue;
        if (line.pv_count > 0 && is_among(a, line.pv[0]))
            continue;
        a->lines[a->line_count++] = line;
    }
}

/* "checkmate M1 M2 ...": the moves that are legal are a line, and a mate when the last
 * one mates. */
static void
put_checkmate(const struct shogi_usi_line *checkmate, const struct shogi_position *p,
              struct shogi_answer *a)
{
    struct shogi_line line = line_of(&checkmate->info);
    struct shogi_position last = *p;
    struct shogi_undo undo;
    uint16_t told = line.pv_count;

    cut_pv(&line, *p);
    a->end = SHOGI_ANSWER_NO_MOVE;
    if (line.pv_count == 0)
        return;
    for (size_t i = 0; i < line.pv_count; i++)
        shogi_position_play(&last, line.pv[i], &undo);
    if (told == line.pv_count && told % 2 == 1 && shogi_position_is_mate(&last)) {
        line.kind = SHOGI_SCORE_MATE;
        line.value = told;
        a->lines[0] = line;
        a->line_count = 1;
    }
    a->end = SHOGI_ANSWER_MOVE;
    a->best = line.pv[0];
}

void
shogi_usi_sayings_tell(const struct shogi_usi_sayings *s, const struct shogi_position *p,
                       size_t wanted, const struct shogi_usi_line *bestmove,
                       struct shogi_answer *a)
{
    put_lines(s, p, wanted, a);
    a->nodes = s->nodes;
    a->best = SHOGI_NO_MOVE;
    a->end = (uint8_t)bestmove->end;
    if (bestmove->saying == SHOGI_USI_CHECKMATE) {
        put_checkmate(bestmove, p, a);
    } else if (bestmove->end == SHOGI_ANSWER_MOVE) {
        if (shogi_move_fouls(p, bestmove->move) == 0)
            a->best = bestmove->move;
        else
            a->end = SHOGI_ANSWER_ILLEGAL;
    }
    if (a->best == SHOGI_NO_MOVE)
        return;
    /* A line that is only a score is that of the move that was chosen, and a move that
     * was never spoken of is a line without a score. */
    if (a->line_count == 0)
        a->lines[a->line_count++] = (struct shogi_line){ 0 };
    if (a->lines[0].pv_count == 0 && !is_among(a, a->best)) {
        a->lines[0].pv[0] = a->best;
        a->lines[0].pv_count = 1;
    }
}
