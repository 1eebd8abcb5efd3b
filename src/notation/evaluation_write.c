/* SPDX-License-Identifier: MIT */
/* evaluation_write.c - evaluations as lines of comments, in one of the styles. */
#include <stdlib.h>
#include <string.h>

#include "game/cursor.h"
#include "notation/csa.h"
#include "notation/evaluation.h"
#include "notation/evaluation_lines.h"
#include "notation/japanese.h"

/* A win in floodgate and CSA V3. */
enum { FLOODGATE_MATE = 30000 };

struct styling {
    struct shogi_game *g;
    struct shogi_cursor cursor;
    enum shogi_eval_style style, fallback;
    struct shogi_buf text; /* the new comment */
    uint32_t lost;
};

/* One evaluation on its way into a comment. */
struct put {
    struct shogi_buf *out;
    const struct shogi_cursor *cursor;
    uint32_t lost;
};

static bool
is_mate(const struct shogi_analysis *a)
{
    return a->kind == SHOGI_SCORE_MATE || a->kind == SHOGI_SCORE_MATE_UNKNOWN;
}

/* ---- lines of play ------------------------------------------------------------------
 */

static void
put_csa_move(struct shogi_buf *out, const struct shogi_position *p, shogi_move m)
{
    shogi_square to = shogi_move_to(m);
    enum shogi_kind kind;
    int from = 0;

    if (shogi_move_is_drop(m)) {
        kind = shogi_move_dropped(m);
    } else {
        shogi_square origin = shogi_move_from(m);
        from = shogi_square_file(origin) * 10 + shogi_square_rank(origin);
        kind = shogi_piece_kind(p->board[origin]);
        if (shogi_move_promotes(m) && shogi_kind_can_promote(kind))
            kind = shogi_kind_promoted(kind);
    }
    shogi_buf_printf(out, " %c%02d%d%d%s", p->turn == SHOGI_BLACK ? '+' : '-', from,
                     shogi_square_file(to), shogi_square_rank(to), shogi_csa_code(kind));
}

/* "▲７六歩", and with ORIGIN as ShogiGUI: "▲７六歩(77) ". */
static void
put_japanese_move(struct shogi_buf *out, const struct shogi_position *p, shogi_move m,
                  shogi_square previous, bool origin)
{
    shogi_put_mark(out, (enum shogi_side)p->turn);
    if (!origin) {
        shogi_put_move(out, p, m, previous);
        return;
    }
    if (shogi_move_to(m) == previous)
        shogi_buf_puts(out, "同　");
    else
        shogi_put_square(out, shogi_move_to(m));
    if (shogi_move_is_drop(m)) {
        shogi_put_kind(out, shogi_move_dropped(m));
        shogi_buf_puts(out, "打 ");
        return;
    }
    shogi_put_kind(out, shogi_piece_kind(p->board[shogi_move_from(m)]));
    shogi_buf_printf(out, "%s(%d%d) ", shogi_move_promotes(m) ? "成" : "",
                     shogi_square_file(shogi_move_from(m)),
                     shogi_square_rank(shogi_move_from(m)));
}

/* As far as it can be played: only such moves can be told. */
static void
put_pv(struct put *s, const shogi_move *pv, uint32_t count, enum shogi_eval_style style)
{
    struct shogi_position p = s->cursor->position, before;
    shogi_square previous = shogi_cursor_target(s->cursor);
    struct shogi_undo undo;

    for (uint32_t i = 0; i < count; i++) {
        shogi_move m = pv[i];
        before = p;
        if (!shogi_position_play(&p, m, &undo)) {
            s->lost++;
            break;
        }
        if (style == SHOGI_EVAL_FLOODGATE || style == SHOGI_EVAL_CSA3)
            put_csa_move(s->out, &before, m);
        else
            put_japanese_move(s->out, &before, m, previous, style == SHOGI_EVAL_SHOGIGUI);
        previous = shogi_move_to(m);
    }
}

/* ---- the styles ---------------------------------------------------------------------
 */

/* "#詰み=先手勝ち:15手" */
static void
put_winner(struct shogi_buf *out, const struct shogi_analysis *a, char mark)
{
    shogi_buf_printf(out, "%c詰み=%s勝ち", mark, a->value < 0 ? "後手" : "先手");
    if (a->kind == SHOGI_SCORE_MATE)
        shogi_buf_printf(out, ":%ld手", labs((long)a->value));
    shogi_buf_putc(out, '\n');
}

static void
put_shogihome(struct put *s, const struct shogi_analysis *a)
{
    struct shogi_buf *out = s->out;
    char mark = a->dialect == SHOGI_EVALUATION_SHOGIHOME_RESEARCH ? '#' : '*';

    if (is_mate(a)) {
        put_winner(out, a, mark);
    } else if (a->kind == SHOGI_SCORE_CP) {
        shogi_buf_printf(out, "%c評価値=%ld\n", mark, (long)a->value);
    }
    if (a->pv_count) {
        shogi_buf_printf(out, "%c読み筋=", mark);
        put_pv(s, a->pv, a->pv_count, SHOGI_EVAL_SHOGIHOME);
        shogi_buf_putc(out, '\n');
    }
    if (a->depth && a->seldepth)
        shogi_buf_printf(out, "%c深さ=%u/%u\n", mark, a->depth, a->seldepth);
    else if (a->depth)
        shogi_buf_printf(out, "%c深さ=%u\n", mark, a->depth);
    if (a->nodes)
        shogi_buf_printf(out, "%cノード数=%llu\n", mark, (unsigned long long)a->nodes);
    if (a->engine)
        shogi_buf_printf(out, "%cエンジン=%s\n", mark, a->engine);
    s->lost += a->time_ms >= 0 || a->bound || a->rank > 1;
}

/* " 時間 00:10.0", with more digits only where they say something. */
static void
put_time(struct shogi_buf *out, int32_t ms)
{
    bool tenths = ms % 100 == 0;

    shogi_buf_printf(out, " 時間 %02ld:%02ld.", (long)ms / 60000, (long)ms / 1000 % 60);
    shogi_buf_put_number(out, tenths ? ms % 1000 / 100 : ms % 1000, tenths ? 1 : 3);
}

static void
put_shogigui(struct put *s, const struct shogi_analysis *a)
{
    struct shogi_buf *out = s->out;

    shogi_buf_puts(out, a->dialect == SHOGI_EVALUATION_SHOGIHOME ? "*対局" : "*解析");
    if (a->engine_number)
        shogi_buf_printf(out, " %u", a->engine_number - 1);
    if (a->match)
        shogi_buf_puts(out, a->match == SHOGI_MATCH_FIRST ? " ○" : " △");
    if (a->rank)
        shogi_buf_printf(out, " 候補%u", a->rank);
    if (a->time_ms >= 0)
        put_time(out, a->time_ms);
    if (a->depth)
        shogi_buf_printf(out, " 深さ %u", a->depth);
    if (a->depth && a->seldepth)
        shogi_buf_printf(out, "/%u", a->seldepth);
    if (a->nodes)
        shogi_buf_printf(out, " ノード数 %llu", (unsigned long long)a->nodes);
    if (is_mate(a)) {
        shogi_buf_printf(out, " 評価値 %c詰", a->value < 0 ? '-' : '+');
        if (a->kind == SHOGI_SCORE_MATE)
            shogi_buf_printf(out, " %ld", labs((long)a->value));
    } else {
        shogi_buf_printf(out, " 評価値 %ld", (long)a->value);
    }
    if (a->bound)
        shogi_buf_puts(out, a->bound == SHOGI_BOUND_LOWER ? "↑" : "↓");
    if (a->pv_count) {
        shogi_buf_puts(out, " 読み筋 ");
        put_pv(s, a->pv, a->pv_count, SHOGI_EVAL_SHOGIGUI);
        out->len -= !out->failed && out->data[out->len - 1] == ' ';
    }
    shogi_buf_putc(out, '\n');
    s->lost += a->engine && !a->engine_number;
}

static void
put_floodgate(struct put *s, const struct shogi_analysis *a, bool with_nodes)
{
    long value = a->value;

    if (is_mate(a))
        value = value < 0 ? -FLOODGATE_MATE : FLOODGATE_MATE;
    shogi_buf_printf(s->out, "* %ld", value);
    put_pv(s, a->pv, a->pv_count, SHOGI_EVAL_FLOODGATE);
    if (with_nodes && a->nodes)
        shogi_buf_printf(s->out, " #%llu", (unsigned long long)a->nodes);
    shogi_buf_putc(s->out, '\n');
    s->lost += is_mate(a) || a->depth || a->engine || a->time_ms >= 0 || a->bound
               || a->rank > 1 || (a->nodes && !with_nodes);
}

static void
put_analysis(struct put *s, const struct shogi_analysis *a, enum shogi_eval_style style)
{
    switch (style) {
    case SHOGI_EVAL_SHOGIHOME:
        put_shogihome(s, a);
        break;
    case SHOGI_EVAL_SHOGIGUI:
    case SHOGI_EVAL_BOTH:
        if (a->kind != SHOGI_SCORE_NONE)
            put_shogigui(s, a);
        else
            s->lost++;
        /* ShogiHome wants digits where ShogiGUI tells of a mate. */
        if (style == SHOGI_EVAL_BOTH && is_mate(a) && a->rank <= 1)
            put_winner(s->out, a, '#');
        break;
    case SHOGI_EVAL_FLOODGATE:
    case SHOGI_EVAL_CSA3:
        if (a->kind != SHOGI_SCORE_NONE)
            put_floodgate(s, a, style == SHOGI_EVAL_CSA3);
        else
            s->lost++;
        break;
    case SHOGI_EVAL_KEEP:
    case SHOGI_EVAL_NONE:
        break;
    }
}

uint32_t
shogi_evaluation_put(struct shogi_buf *out, const struct shogi_cursor *c,
                     const struct shogi_analysis *a, enum shogi_eval_style style)
{
    struct put put = { .out = out, .cursor = c };

    shogi_japanese_init();
    put_analysis(&put, a, style);
    return put.lost;
}

void
shogi_pv_put(struct shogi_buf *out, const struct shogi_cursor *c, const shogi_move *pv,
             uint32_t count)
{
    struct put put = { .out = out, .cursor = c };
    size_t start = out->len;

    shogi_japanese_init();
    put_pv(&put, pv, count, SHOGI_EVAL_SHOGIGUI);
    out->len -= !out->failed && out->len > start && out->data[out->len - 1] == ' ';
}

/* ---- a comment ----------------------------------------------------------------------
 */

/* All that the comments did not say yet; with a style, all. */
static void
put_analyses(struct styling *s)
{
    const struct shogi_analysis *a;

    for (a = s->cursor.node->analysis; a; a = a->next) {
        if (s->style != SHOGI_EVAL_KEEP)
            s->lost += shogi_evaluation_put(&s->text, &s->cursor, a, s->style);
        else if (a->dialect == SHOGI_EVALUATION_NONE)
            s->lost += shogi_evaluation_put(&s->text, &s->cursor, a, s->fallback);
    }
}

/* The new lines stand where the first of the old ones stood. */
static enum shogi_status
style_node(struct styling *s)
{
    struct shogi_node *n = s->cursor.node;
    const char *line = n->comment ? n->comment : "";
    bool done = false;

    if (!n->analysis)
        return SHOGI_OK;
    shogi_buf_reset(&s->text);
    while (*line) {
        size_t len = strcspn(line, "\n");
        if (s->style == SHOGI_EVAL_KEEP || !shogi_evaluation_is_line(line, len)) {
            shogi_buf_add(&s->text, line, len);
            shogi_buf_putc(&s->text, '\n');
        } else if (!done) {
            put_analyses(s);
            done = true;
        }
        line += len + (line[len] == '\n');
    }
    if (!done)
        put_analyses(s);
    if (s->text.failed)
        return SHOGI_FATAL;
    n->comment = s->text.len ? shogi_game_text(s->g, s->text.data, s->text.len) : NULL;
    return s->g->out_of_memory ? SHOGI_FATAL : SHOGI_OK;
}

enum shogi_status
shogi_game_style_evaluations(struct shogi_game *g, enum shogi_eval_style style,
                             enum shogi_eval_style fallback, uint32_t *lost)
{
    struct styling s = { .g = g, .style = style, .fallback = fallback };
    enum shogi_status status = shogi_game_find_evaluations(g);

    if (status != SHOGI_OK)
        return status;
    shogi_japanese_init();
    shogi_cursor_init(&s.cursor, g);
    do
        status = style_node(&s);
    while (status == SHOGI_OK && shogi_cursor_step(&s.cursor));
    shogi_cursor_release(&s.cursor);
    shogi_buf_release(&s.text);
    *lost += s.lost;
    return status;
}
