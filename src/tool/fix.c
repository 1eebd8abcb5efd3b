/* SPDX-License-Identifier: MIT */
/* fix.c - mending what an audit found, where there is one right answer. */
#include "tool/fix.h"

#include <string.h>

static struct shogi_node *
last_node(struct shogi_game *g)
{
    struct shogi_node *n = g->root;

    while (n->child)
        n = n->child;
    return n;
}

/* The ending that the moves lead to; NONE: they do not say. */
static enum shogi_end
right_end(const struct shogi_verdict *v, enum shogi_side mover)
{
    switch (v->event) {
    case SHOGI_EVENT_FOUL:
    case SHOGI_EVENT_PERPETUAL_CHECK:
        if (v->offender == SHOGI_NO_SIDE)
            return SHOGI_END_NONE;
        return v->offender == mover ? SHOGI_END_FOUL_LOSS : SHOGI_END_FOUL_WIN;
    case SHOGI_EVENT_CHECKMATE:
        return SHOGI_END_MATE;
    case SHOGI_EVENT_REPETITION:
        return SHOGI_END_SENNICHITE;
    case SHOGI_EVENT_IMPASSE:
        return SHOGI_END_JISHOGI;
    case SHOGI_EVENT_MAX_MOVES:
        return SHOGI_END_MAX_MOVES;
    case SHOGI_EVENT_DECLARATION:
        return v->winner == SHOGI_WINNER_DRAW ? SHOGI_END_JISHOGI : SHOGI_END_FOUL_LOSS;
    case SHOGI_EVENT_NONE:
    case SHOGI_EVENT_NO_LEGAL_MOVES:
    case SHOGI_EVENT_BAD_START:
    case SHOGI_EVENT_COUNT:
        break;
    }
    return SHOGI_END_NONE;
}

/* Only where the event is the last thing that happened: moves are never cut. */
static void
fix_result(struct shogi_game *g, const struct shogi_verdict *v)
{
    struct shogi_node *n = last_node(g);
    enum shogi_side mover = (enum shogi_side)((g->start.turn + shogi_game_plies(g)) % 2);
    enum shogi_end end = right_end(v, mover);
    struct shogi_diag *d;

    if (v->result != SHOGI_RESULT_WRONG || v->continued || end == SHOGI_END_NONE
        || n->end == SHOGI_END_NONE)
        return;
    d = shogi_game_diag(g, SHOGI_DIAG_MENDED_RESULT, n->at);
    shogi_diag_add_string(
        g, d, n->as_written ? n->as_written : shogi_end_name((enum shogi_end)n->end));
    shogi_diag_add_string(g, d, shogi_end_name(end));
    n->end = (uint8_t)end;
    n->winner = SHOGI_WINNER_BY_END;
    n->as_written = NULL;
}

static void
fix_handicap(struct shogi_game *g)
{
    enum shogi_handicap named, real = shogi_handicap_of(&g->start);

    for (struct shogi_header *h = g->headers; h; h = h->next) {
        if (h->id != SHOGI_HEADER_HANDICAP
            || !shogi_handicap_from_kif(h->value, strlen(h->value), &named)
            || named == real)
            continue;
        struct shogi_diag *d = shogi_game_diag(g, SHOGI_DIAG_MENDED_HANDICAP, h->at);
        shogi_diag_add_string(g, d, h->value);
        shogi_diag_add_string(g, d, shogi_handicap_kif(real));
        h->value = shogi_handicap_kif(real);
    }
}

/* Of the main line; a total that was not recorded stays away. */
static void
fix_totals(struct shogi_game *g)
{
    enum shogi_side side = (enum shogi_side)g->start.turn;
    int64_t total_s[2] = { 0, 0 };
    uint32_t ply = 0;

    for (struct shogi_node *n = g->root->child; n; n = n->child, side = !side) {
        ply++;
        if (n->time_ms < 0) {
            /* From here on only what is recorded is known. */
            if (n->total_ms >= 0)
                total_s[side] = n->total_ms / 1000;
            continue;
        }
        total_s[side] += n->time_ms / 1000;
        if (n->total_ms < 0 || n->total_ms / 1000 == total_s[side]
            || total_s[side] > INT32_MAX / 1000)
            continue;
        struct shogi_diag *d = shogi_game_diag(g, SHOGI_DIAG_MENDED_TOTAL, n->at);
        d->ply = ply;
        d->move = n->move;
        shogi_diag_add_number(d, n->total_ms / 1000);
        shogi_diag_add_number(d, total_s[side]);
        n->total_ms = (int32_t)total_s[side] * 1000;
    }
}

void
fix_game(struct shogi_game *g, const struct shogi_verdict *v, uint32_t fixes)
{
    uint32_t numbers = g->diag_same[SHOGI_DIAG_MOVE_NUMBER];
    struct shogi_place at = shogi_game_place(g);

    for (const struct shogi_diag *d = g->diags; d && numbers; d = d->next) {
        if (d->id == SHOGI_DIAG_MOVE_NUMBER) {
            at = d->at;
            break;
        }
    }
    shogi_game_clear_diags(g);
    if (fixes & FIX_NUMBERS && numbers > 0)
        shogi_diag_add_number(shogi_game_diag(g, SHOGI_DIAG_MENDED_NUMBERS, at), numbers);
    if (fixes & FIX_RESULT)
        fix_result(g, v);
    if (fixes & FIX_HANDICAP)
        fix_handicap(g);
    if (fixes & FIX_TOTALS)
        fix_totals(g);
}
