/* SPDX-License-Identifier: MIT */
/* analysis.c - one game to what is written of its analysis. */
#include "tool/analysis.h"

#include <string.h>

#include "base/memory.h"
#include "game/cursor.h"
#include "game/diag.h"
#include "notation/evaluation.h"
#include "tool/analysis_report.h"
#include "tool/graph.h"
#include "tool/interrupt.h"

/* The results of one game, in the order in which they are given. */
enum part { PART_MAIN, PART_SUMMARY, PART_GRAPH, PART_COUNT };

/* What a thread keeps from game to game. */
struct worker {
    struct analyst *analyst;
    struct assessed_game assessed;
    struct shogi_buf utf8;
    enum part part; /* of the game at hand; MAIN: it is a new one */
};

void *
analysis_open(const void *context)
{
    struct worker *w = shogi_memory_alloc(sizeof *w);

    (void)context;
    if (w)
        *w = (struct worker){ 0 };
    return w;
}

void
analysis_close(void *worker)
{
    struct worker *w = worker;

    analyst_close(w->analyst);
    assess_release(&w->assessed);
    shogi_buf_release(&w->utf8);
    shogi_memory_free(w);
}

/* The first worker takes the engine that was started first. */
static bool
take_analyst(struct analysis *a, struct worker *w)
{
    char error[512];

    if (w->analyst)
        return true;
    pthread_mutex_lock(&a->mutex);
    w->analyst = a->spare;
    a->spare = NULL;
    pthread_mutex_unlock(&a->mutex);
    if (!w->analyst)
        w->analyst = analyst_open(&a->analyst, error, sizeof error);
    if (!w->analyst)
        warn("%s", error);
    return w->analyst != NULL;
}

/* ---- the record ---------------------------------------------------------------------
 */

const struct shogi_format *
analysis_format_of(const struct analysis *a, const struct shogi_game *g)
{
    const struct shogi_format *f = a->rewrite.to;

    if (f)
        return f;
    if (g->source.format)
        f = shogi_format_from_name(g->source.format);
    if (f && shogi_format_can_write(f)
        && f->holds & (SHOGI_USES_COMMENTS | SHOGI_USES_ANALYSIS))
        return f;
    return shogi_format_from_name("kif");
}

static enum shogi_status
write_record(const struct analysis *a, struct worker *w, struct shogi_game *g,
             struct shogi_buf *text)
{
    struct annotation_options annotation = a->annotation;
    struct rewrite rewrite = a->rewrite;

    rewrite.to = analysis_format_of(a, g);
    annotation.engine = analyst_engine(w->analyst);
    if (!a->has_style)
        annotation.style =
            rewrite.to->eval_style == SHOGI_EVAL_CSA3 ? SHOGI_EVAL_CSA3 : SHOGI_EVAL_BOTH;
    annotation.in_place_of_its_own = rewrite.to->eval_style == SHOGI_EVAL_NONE;
    if (!annotate(g, &w->assessed, &annotation))
        return SHOGI_FATAL;
    return rewrite_text(&rewrite, g, &w->utf8, text);
}

/* ---- what could not be done ---------------------------------------------------------
 */

static void
report_failures(struct shogi_game *g, const struct assessed_game *a)
{
    for (uint32_t ply = 0; ply <= a->plies; ply++) {
        const struct assessed_position *p = &a->positions[ply];
        struct shogi_diag *d;
        if (!p->error)
            continue;
        d = shogi_game_diag(g, SHOGI_DIAG_ENGINE_FAILED,
                            ply ? p->node->at : shogi_game_place(g));
        shogi_diag_add_number(d, ply);
        shogi_diag_add_text(g, d, p->error, strlen(p->error));
    }
}

/* The move at PLY breaks a rule. */
static void
report_foul(struct shogi_game *g, uint32_t ply)
{
    struct shogi_cursor c;
    struct shogi_diag *d;

    shogi_cursor_init(&c, g);
    while (c.ply + 1 < ply && shogi_cursor_forward(&c))
        ;
    d = shogi_game_diag(g, SHOGI_DIAG_ANALYSIS_ENDS, c.node->child->at);
    shogi_diag_about_move(d, &c.position, ply, c.node->child->move);
    shogi_cursor_release(&c);
}

/* Into the diagnostics of G. */
static enum tool_status
report_examination(struct shogi_game *g, const struct assessed_game *a,
                   const struct examination *how)
{
    if (how->refusal) {
        struct shogi_diag *d =
            shogi_game_diag(g, SHOGI_DIAG_NOT_ANALYZED, shogi_game_place(g));
        shogi_diag_add_text(g, d, how->refusal, strlen(how->refusal));
    }
    if (how->failures)
        report_failures(g, a);
    if (how->first_foul)
        report_foul(g, how->first_foul);
    if (how->is_engine_lost)
        return TOOL_TROUBLE;
    return how->refusal || how->failures || how->first_foul || how->is_broken_off
               ? TOOL_FINDINGS
               : TOOL_OK;
}

/* ---- one game -----------------------------------------------------------------------
 */

static struct analysis_about
about(const struct analysis *a, const struct worker *w)
{
    return (struct analysis_about){ .engine = analyst_engine(w->analyst),
                                    .limits = a->analyst.limits,
                                    .language = a->language };
}

static enum shogi_status
write_main(const struct analysis *a, struct worker *w, struct shogi_game *g,
           struct shogi_buf *text)
{
    struct analysis_about by = about(a, w);

    switch (a->format) {
    case ANALYSIS_RECORD:
        return write_record(a, w, g, text);
    case ANALYSIS_JSONL:
        analysis_put_jsonl(text, &w->assessed, &by);
        break;
    case ANALYSIS_CSV:
        analysis_put_csv(text, &w->assessed, &by);
        break;
    case ANALYSIS_TEXT:
        analysis_put_text(text, &w->assessed, &by);
        break;
    }
    return SHOGI_OK;
}

/* Think about G and write the main result. */
static enum tool_status
begin_game(struct analysis *a, struct worker *w, struct shogi_game *g,
           struct shogi_buf *text)
{
    struct examination how;

    if (!take_analyst(a, w))
        return TOOL_TROUBLE;
    if (shogi_game_find_evaluations(g) != SHOGI_OK || !assess_begin(&w->assessed, g)
        || !analyst_examine(w->analyst, g, &w->assessed, &how)) {
        g->out_of_memory = true;
        return TOOL_TROUBLE;
    }
    w->assessed.is_truncated = how.is_broken_off;
    if (!assess_finish(&w->assessed, &a->scale)
        || write_main(a, w, g, text) == SHOGI_FATAL) {
        g->out_of_memory = true;
        return TOOL_TROUBLE;
    }
    return report_examination(g, &w->assessed, &how);
}

/* The part behind P that is wanted. */
static enum part
part_behind(const struct analysis *a, enum part p)
{
    if (p < PART_SUMMARY && a->summary)
        return PART_SUMMARY;
    return p < PART_GRAPH && a->graph ? PART_GRAPH : PART_COUNT;
}

enum tool_status
analysis_game(const void *context, void *worker, enum shogi_status read,
              struct shogi_game *g, struct shogi_buf *text, bool *more)
{
    /* Only what the mutex guards is changed. */
    union {
        const void *in;
        struct analysis *out;
    } a = { .in = context };
    struct worker *w = worker;
    struct analysis_about by;
    enum tool_status status = TOOL_OK;

    if (w->part == PART_MAIN) {
        if (read == SHOGI_BAD)
            return TOOL_UNREADABLE;
        if (interrupt_came())
            return TOOL_FINDINGS;
        status = begin_game(a.out, w, g, text);
        if (!w->analyst || g->out_of_memory)
            return status;
    } else {
        by = about(a.out, w);
        shogi_buf_putc(text, w->part == PART_GRAPH ? ANALYSIS_GRAPH : ANALYSIS_SUMMARY);
        if (w->part == PART_GRAPH)
            graph_put_svg(text, &w->assessed, &by);
        else
            analysis_put_text(text, &w->assessed, &by);
    }
    w->part = part_behind(a.out, w->part);
    *more = w->part != PART_COUNT;
    if (!*more)
        w->part = PART_MAIN;
    return status;
}
