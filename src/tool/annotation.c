/* SPDX-License-Identifier: MIT */
/* annotation.c - an assessed game's evaluations and verdicts as comments of its record.
 */
#include "tool/annotation.h"

#include <stdlib.h>
#include <string.h>

#include "game/cursor.h"
#include "notation/evaluation.h"
#include "notation/evaluation_lines.h"

/* Titles of the lines that are written here; none of another program's lines has what
 * follows them. */
static const char missed_title[] = "【詰み逃し】";
static const char thrown_title[] = "【頓死】";
static const char threat_title[] = "【詰めろ】";
static const char brink_title[] = "【必至】";
static const char failed_title[] = "【解析失敗】";
static const char about_title[] = "【解析】";
static const char engines_title[] = "*Engines ";

enum { ENGINES_MAX = 10 };

struct annotating {
    struct shogi_game *g;
    const struct assessed_game *a;
    const struct annotation_options *o;
    struct shogi_cursor cursor;
    struct shogi_buf comment; /* of the node at hand */
    struct shogi_buf block;   /* lines to be added */
    uint8_t engine_number;    /* plus 1 */
};

/* ---- comments -----------------------------------------------------------------------
 */

static bool
begins_with(const char *line, size_t len, const char *title)
{
    size_t n = strlen(title);

    return len >= n && memcmp(line, title, n) == 0;
}

/* Is it a line that a run before has written? */
static bool
is_verdict_line(const char *line, size_t len)
{
    for (int v = VERDICT_INEXACT; v < VERDICT_COUNT; v++) {
        struct shogi_buf title = { 0 };
        bool same;
        shogi_buf_printf(&title, "【%s】勝率 ",
                         verdict_name((enum verdict)v, SHOGI_JAPANESE));
        shogi_buf_putc(&title, '\0');
        same = !title.failed && begins_with(line, len, title.data);
        shogi_buf_release(&title);
        if (same)
            return true;
    }
    return begins_with(line, len, missed_title) || begins_with(line, len, thrown_title)
           || begins_with(line, len, threat_title) || begins_with(line, len, brink_title)
           || (len == strlen(failed_title) && begins_with(line, len, failed_title));
}

/* The comment of the node at hand into `comment`; with REPLACE, without what a run
 * before has written and without evaluations. */
static void
take_comment(struct annotating *w, bool replace)
{
    struct shogi_node *n = w->cursor.node;
    const char *line = n->comment ? n->comment : "";

    shogi_buf_reset(&w->comment);
    while (*line) {
        size_t len = strcspn(line, "\n");
        /* The patterns are there only when some comment could match them. */
        bool drop = replace
                    && ((n->analysis && shogi_evaluation_is_line(line, len))
                        || is_verdict_line(line, len));
        if (!drop) {
            shogi_buf_add(&w->comment, line, len);
            shogi_buf_putc(&w->comment, '\n');
        }
        line += len + (line[len] == '\n');
    }
    if (replace)
        n->analysis = NULL;
}

/* Does the block stand in the comment already, as whole lines? */
static bool
has_block(const struct annotating *w)
{
    const char *s = w->comment.data, *end = s + w->comment.len;

    for (; (size_t)(end - s) >= w->block.len;) {
        if (memcmp(s, w->block.data, w->block.len) == 0)
            return true;
        s = memchr(s, '\n', (size_t)(end - s));
        if (!s)
            break;
        s++;
    }
    return false;
}

static void
add_block(struct annotating *w)
{
    if (w->block.len > 0 && (w->comment.len == 0 || !has_block(w)))
        shogi_buf_add(&w->comment, w->block.data, w->block.len);
    w->comment.failed = w->comment.failed || w->block.failed;
    shogi_buf_reset(&w->block);
}

static bool
store_comment(struct annotating *w)
{
    struct shogi_node *n = w->cursor.node;

    if (w->comment.failed)
        return false;
    n->comment =
        w->comment.len ? shogi_game_text(w->g, w->comment.data, w->comment.len) : NULL;
    return !w->g->out_of_memory;
}

/* ---- evaluations --------------------------------------------------------------------
 */

static void
fill_score(struct shogi_analysis *a, const struct assessed_value *v)
{
    int32_t sign = v->winner == SHOGI_WHITE ? -1 : 1;

    a->bound = v->bound;
    switch ((enum value_kind)v->kind) {
    case VALUE_NONE:
        break;
    case VALUE_CP:
    case VALUE_DECIDED:
        a->kind = SHOGI_SCORE_CP;
        a->value = v->cp;
        break;
    case VALUE_MATE:
        a->kind = v->plies ? SHOGI_SCORE_MATE : SHOGI_SCORE_MATE_UNKNOWN;
        a->value = sign * (v->plies ? v->plies : 1);
        break;
    case VALUE_MATE_UNKNOWN:
    case VALUE_DECLARED:
        a->kind = SHOGI_SCORE_MATE_UNKNOWN;
        a->value = sign;
        break;
    }
}

static uint8_t
match_of(const struct assessed_move *m)
{
    if (!m || !m->is_compared)
        return SHOGI_MATCH_NOT_TOLD;
    if (m->is_best)
        return SHOGI_MATCH_FIRST;
    return m->rank > 0 ? SHOGI_MATCH_OTHER : SHOGI_MATCH_NOT_TOLD;
}

static struct shogi_analysis *
add_analysis(struct annotating *w, const struct assessed_value *value)
{
    struct shogi_analysis *a = shogi_game_add_analysis(w->g, w->cursor.node);

    if (!a)
        return NULL;
    fill_score(a, value);
    a->engine = shogi_game_text(w->g, w->o->engine, strlen(w->o->engine));
    a->engine_number = w->engine_number;
    a->dialect = w->o->in_place_of_its_own ? SHOGI_EVALUATION_NONE
                 : w->o->style == SHOGI_EVAL_SHOGIHOME
                     ? SHOGI_EVALUATION_SHOGIHOME_RESEARCH
                     : SHOGI_EVALUATION_SHOGIGUI;
    return a;
}

/* Only ShogiGUI's lines can tell candidates apart. */
static bool
holds_candidates(enum shogi_eval_style style)
{
    return style == SHOGI_EVAL_SHOGIGUI || style == SHOGI_EVAL_BOTH;
}

/* The first moves of a line of play, as many as are wanted. */
static bool
set_pv(struct annotating *w, struct shogi_analysis *a, const shogi_move *moves,
       uint32_t count)
{
    shogi_move *pv;

    a->pv_count = count < w->o->pv_plies ? count : w->o->pv_plies;
    if (a->pv_count == 0)
        return true;
    pv = shogi_arena_alloc(&w->g->arena, a->pv_count * sizeof *pv);
    if (!pv)
        return false;
    memcpy(pv, moves, a->pv_count * sizeof *pv);
    a->pv = pv;
    return true;
}

/* Was a mate proved that the engine did not see? */
static bool
is_proved_only(const struct assessed_position *p)
{
    const struct assessed_value *v = &p->lines[0].value;

    return p->mate.answer == SHOGI_MATE_FOUND
           && (v->winner != p->turn || v->kind == VALUE_DECIDED);
}

static bool
put_candidate(struct annotating *w, const struct assessed_position *p, uint32_t i,
              const struct assessed_move *played)
{
    const struct assessed_line *line = &p->lines[i];
    struct shogi_analysis *a = add_analysis(w, i ? &line->value : &p->value);

    if (!a)
        return false;
    a->rank = (uint8_t)(i + 1);
    a->depth = line->depth;
    a->seldepth = line->seldepth;
    a->nodes = i ? 0 : p->nodes;
    a->match = i ? SHOGI_MATCH_NOT_TOLD : match_of(played);
    if (i == 0 && is_proved_only(p)) {
        if (!set_pv(w, a, p->mate.line, p->mate.plies))
            return false;
    } else if (!set_pv(w, a, line->pv, line->pv_count)) {
        return false;
    }
    if (!w->o->in_place_of_its_own && (i == 0 || holds_candidates(w->o->style)))
        shogi_evaluation_put(&w->block, &w->cursor, a, w->o->style);
    add_block(w);
    return true;
}

static bool
put_evaluations(struct annotating *w, const struct assessed_position *p,
                const struct assessed_move *played)
{
    if (w->o->style == SHOGI_EVAL_NONE || p->is_recorded || p->is_mated)
        return true;
    for (uint32_t i = 0; i < p->line_count; i++)
        if (!put_candidate(w, p, i, played))
            return false;
    return true;
}

/* ---- verdicts -----------------------------------------------------------------------
 */

static int
tenths_of_percent(int32_t rate)
{
    return (rate + RATE_ONE / 2000) / (RATE_ONE / 1000);
}

/* " 最善手 ▲７六歩(77)": what should have been played at BEFORE, where the cursor is. */
static void
put_best(struct annotating *w, const struct assessed_position *before, const char *title)
{
    if (before->best == SHOGI_NO_MOVE)
        return;
    shogi_buf_puts(&w->block, title);
    shogi_pv_put(&w->block, &w->cursor, &before->best, 1);
}

static void
put_mate_length(struct shogi_buf *out, const struct assessed_value *v)
{
    if (v->kind == VALUE_MATE && v->plies > 0)
        shogi_buf_printf(out, "%ld手詰", (long)v->plies);
    else
        shogi_buf_puts(out, v->kind == VALUE_DECLARED ? "宣言勝ち" : "詰み");
}

/* The lines about M into `block`; the cursor is at the position before it. */
static void
put_verdict(struct annotating *w, const struct assessed_move *m)
{
    const struct assessed_position *before = &w->a->positions[m->ply - 1];
    const struct assessed_position *after = before + 1;
    int32_t was = m->side == SHOGI_BLACK ? before->rate : RATE_ONE - before->rate;
    int32_t is = m->side == SHOGI_BLACK ? after->rate : RATE_ONE - after->rate;
    int x = tenths_of_percent(was), y = tenths_of_percent(is);

    if (m->verdict != VERDICT_NONE) {
        shogi_buf_printf(&w->block, "【%s】勝率 %d.%d%% → %d.%d%%",
                         verdict_name(m->verdict, SHOGI_JAPANESE), x / 10, x % 10, y / 10,
                         y % 10);
        put_best(w, before, " 最善手 ");
        shogi_buf_putc(&w->block, '\n');
    }
    if (m->missed_mate) {
        shogi_buf_puts(&w->block, missed_title);
        put_mate_length(&w->block, &before->value);
        put_best(w, before, " ");
        shogi_buf_putc(&w->block, '\n');
    }
    if (m->threw_win_away) {
        shogi_buf_puts(&w->block, thrown_title);
        put_mate_length(&w->block, &after->value);
        shogi_buf_putc(&w->block, '\n');
    }
}

/* ---- variations ---------------------------------------------------------------------
 */

static struct shogi_node *
child_with(const struct shogi_node *n, shogi_move m)
{
    struct shogi_node *child = n->child;

    while (child && (child->end != SHOGI_END_NONE || child->move != m))
        child = child->next;
    return child;
}

/* The value of a candidate as that of the position behind its move, where the cursor
 * is. */
static bool
put_variation_value(struct annotating *w, const struct assessed_line *line)
{
    struct shogi_analysis *a;

    take_comment(w, false);
    if (w->o->style == SHOGI_EVAL_NONE)
        return true;
    if (w->o->in_place_of_its_own && w->cursor.node->analysis)
        return true;
    a = add_analysis(w, &line->value);
    if (!a)
        return false;
    if (a->kind == SHOGI_SCORE_MATE) {
        a->value += a->value < 0 ? 1 : -1;
        if (a->value == 0)
            a->kind = SHOGI_SCORE_NONE; /* it is on the board */
    }
    a->depth = line->depth;
    a->seldepth = line->seldepth;
    if (!w->o->in_place_of_its_own && a->kind != SHOGI_SCORE_NONE)
        shogi_evaluation_put(&w->block, &w->cursor, a, w->o->style);
    add_block(w);
    return store_comment(w);
}

/* LINE as a variation; what the tree has of it is not added again. */
static bool
put_variation(struct annotating *w, const struct assessed_line *line)
{
    uint32_t ply = w->cursor.ply, count = line->pv_count;
    struct shogi_place nowhere = { 0 };
    bool good = true;

    if (count > w->o->pv_plies)
        count = w->o->pv_plies;
    for (uint32_t i = 0; i < count && good; i++) {
        struct shogi_node *child = child_with(w->cursor.node, line->pv[i]);
        good = child ? shogi_cursor_enter(&w->cursor, child)
                     : shogi_cursor_append(&w->cursor, line->pv[i], nowhere) == SHOGI_OK;
        if (good && i == 0)
            good = put_variation_value(w, line);
    }
    shogi_cursor_back_to(&w->cursor, ply);
    return good;
}

/* Candidates of the position at the cursor that were not played. */
static bool
put_variations(struct annotating *w, const struct assessed_position *p)
{
    const struct shogi_node *played = w->cursor.node->child;

    if (!w->o->lines || !played || p->is_recorded || w->o->skip[p->turn])
        return true;
    for (uint32_t i = 0; i < p->line_count; i++)
        if (p->lines[i].pv_count > 0 && p->lines[i].pv[0] != played->move
            && !put_variation(w, &p->lines[i]))
            return false;
    return true;
}

/* ---- the start ----------------------------------------------------------------------
 */

/* The number of the engine in "*Engines 0 name", which is added when it is missing. */
static void
number_engine(struct annotating *w)
{
    const char *line = w->cursor.node->comment ? w->cursor.node->comment : "";
    size_t n = strlen(engines_title), next = 0;

    while (*line) {
        size_t len = strcspn(line, "\n");
        if (begins_with(line, len, engines_title) && len > n + 2 && line[n] >= '0'
            && line[n] <= '9' && line[n + 1] == ' ') {
            size_t number = (size_t)(line[n] - '0');
            if (len - n - 2 == strlen(w->o->engine)
                && memcmp(line + n + 2, w->o->engine, len - n - 2) == 0) {
                w->engine_number = (uint8_t)(number + 1);
                return;
            }
            if (number >= next)
                next = number + 1;
        }
        line += len + (line[len] == '\n');
    }
    if (next >= ENGINES_MAX)
        return;
    w->engine_number = (uint8_t)(next + 1);
    shogi_buf_printf(&w->block, "%s%zu %s\n", engines_title, next, w->o->engine);
}

/* What was asked for, so that it can be done again. */
static void
put_about(struct annotating *w)
{
    const struct shogi_limits *l = &w->o->limits;

    shogi_buf_printf(&w->block, "%s%u", about_title,
                     w->engine_number ? w->engine_number - 1u : 0u);
    if (l->nodes)
        shogi_buf_printf(&w->block, " ノード数 %llu", (unsigned long long)l->nodes);
    if (l->depth)
        shogi_buf_printf(&w->block, " 深さ %u", l->depth);
    if (l->time_ms)
        shogi_buf_printf(&w->block, " 時間 %lu.%03lu秒", (unsigned long)l->time_ms / 1000,
                         (unsigned long)l->time_ms % 1000);
    shogi_buf_printf(&w->block, " 候補手 %u", l->lines ? l->lines : 1);
    if (w->a->is_truncated)
        shogi_buf_puts(&w->block, " 中断");
    shogi_buf_putc(&w->block, '\n');
}

/* With --replace, what a run before said it was asked for goes, too. */
static void
drop_about(struct annotating *w)
{
    struct shogi_buf *c = &w->comment;
    size_t kept = 0, at = 0;

    while (!c->failed && at < c->len) {
        const char *line = c->data + at, *lf = memchr(line, '\n', c->len - at);
        size_t len = lf ? (size_t)(lf + 1 - line) : c->len - at;
        if (!begins_with(line, len, about_title)) {
            memmove(c->data + kept, line, len);
            kept += len;
        }
        at += len;
    }
    c->len = kept;
}

static bool
put_start(struct annotating *w)
{
    take_comment(w, w->o->replace && w->a->positions[0].is_analysed
                        && !w->a->positions[0].is_recorded);
    if (w->o->replace)
        drop_about(w);
    number_engine(w);
    add_block(w);
    put_about(w);
    add_block(w);
    return put_evaluations(w, &w->a->positions[0], NULL) && store_comment(w);
}

/* ---- a game -------------------------------------------------------------------------
 */

/* From position PLY - 1, where the cursor is, to PLY. */
static bool
annotate_move(struct annotating *w, uint32_t ply)
{
    const struct assessed_position *p = &w->a->positions[ply];
    const struct assessed_move *m = &w->a->moves[ply - 1];
    bool is_new = (p->is_analysed && !p->is_recorded) || p->error || p->is_mated;

    if (!put_variations(w, p - 1))
        return false;
    if (w->o->verdicts && !w->o->skip[m->side])
        put_verdict(w, m);
    if (!shogi_cursor_forward(&w->cursor))
        return false;
    if (w->o->skip[m->side])
        return true;
    take_comment(w, w->o->replace && is_new);
    if (p->error)
        shogi_buf_printf(&w->block, "%s\n", failed_title);
    if (p->threat.answer == SHOGI_MATE_FOUND)
        shogi_buf_printf(&w->block, "%s%u手詰\n",
                         p->is_brink_asked && p->brink == SHOGI_BRINK_PROVEN
                             ? brink_title
                             : threat_title,
                         p->threat.plies);
    add_block(w);
    return put_evaluations(w, p, m) && store_comment(w);
}

bool
annotate(struct shogi_game *g, const struct assessed_game *a,
         const struct annotation_options *o)
{
    struct annotating w = { .g = g, .a = a, .o = o };
    bool good;

    shogi_cursor_init(&w.cursor, g);
    good = put_start(&w);
    for (uint32_t ply = 1; ply <= a->plies && good; ply++)
        good = annotate_move(&w, ply);
    shogi_cursor_release(&w.cursor);
    shogi_buf_release(&w.comment);
    shogi_buf_release(&w.block);
    if (!good)
        g->out_of_memory = true;
    return good;
}
