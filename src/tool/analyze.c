/* SPDX-License-Identifier: MIT */
/* analyze.c - shogi-analyze: evaluations and verdicts, put into the record or a report.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "game/cursor.h"
#include "game/diag.h"
#include "notation/evaluation.h"
#include "text/encoding.h"
#include "tool/analyst.h"
#include "tool/annotation.h"
#include "tool/answer_cache.h"
#include "tool/interrupt.h"
#include "tool/output.h"
#include "tool/progress.h"
#include "tool/rewrite.h"
#include "tool/temporary.h"
#include "tool/tool.h"

enum { DEFAULT_NODES = 100000, DEFAULT_PV_PLIES = 10 };
enum eval_choice {
    CHOICE_AUTO,
    CHOICE_BOTH,
    CHOICE_SHOGIHOME,
    CHOICE_SHOGIGUI,
    CHOICE_FLOODGATE,
    CHOICE_CSA3,
    CHOICE_NONE
};
enum side_choice { SIDE_BOTH, SIDE_SENTE, SIDE_GOTE };

static struct analyze {
    struct shared_options shared;
    const char *to, *output, *output_encoding, *thresholds, *cache;
    size_t nodes, hash;
    unsigned depth, time_ms, multipv, from_ply, to_ply, coefficient, pv_plies;
    int eval_style, side, newline;
    bool skip_analyzed, replace, lines, no_verdicts;
} opt;

static const char *const eval_style_words[] = { "auto",     "both",      "shogihome",
                                                "shogigui", "floodgate", "csa3",
                                                "none",     NULL };
static const char *const side_words[] = { "both", "sente", "gote", NULL };
static const char *const newline_words[] = { "default", "lf", "crlf", NULL };
enum { NEWLINE_DEFAULT, NEWLINE_LF, NEWLINE_CRLF };

/* clang-format off */
static const struct option_row analyze_options[] = {
    { 0, NULL, NULL, OPTION_GROUP, NULL, "Engine:", NULL },
    { 0, "nodes", "N", OPTION_SIZE, &opt.nodes,
      "look at N positions for each (default 100000)", NULL },
    { 0, "depth", "N", OPTION_COUNT, &opt.depth, "look N plies ahead", NULL },
    { 0, "time", "MS", OPTION_COUNT, &opt.time_ms, "think MS milliseconds for each", NULL },
    { 0, "multipv", "N", OPTION_COUNT, &opt.multipv, "N candidates of each position", NULL },
    { 0, "hash", "MB", OPTION_SIZE, &opt.hash, "megabytes of the engine's table", NULL },
    { 0, "cache", "FILE", OPTION_STRING, &opt.cache,
      "keep answers in FILE, and take them from there", NULL },
    { 0, NULL, NULL, OPTION_GROUP, NULL, "What is analysed:", NULL },
    { 0, "from-ply", "N", OPTION_COUNT, &opt.from_ply, "from move N on", NULL },
    { 0, "to-ply", "N", OPTION_COUNT, &opt.to_ply, "up to move N", NULL },
    { 0, "side", "SIDE", OPTION_CHOICE, &opt.side, "whose moves", side_words },
    { 0, "skip-analyzed", NULL, OPTION_FLAG, &opt.skip_analyzed,
      "not the positions that have an evaluation", NULL },
    { 0, NULL, NULL, OPTION_GROUP, NULL, "Verdicts:", NULL },
    { 0, "coefficient", "N", OPTION_COUNT, &opt.coefficient,
      "win rate = 1/(1+exp(-centipawns/N)) (default 600)", NULL },
    { 0, "thresholds", "LIST", OPTION_STRING, &opt.thresholds,
      "losses in percent (default 5,10,20,50)", NULL },
    { 0, "no-verdicts", NULL, OPTION_FLAG, &opt.no_verdicts, "evaluations only", NULL },
    { 0, NULL, NULL, OPTION_GROUP, NULL, "Output:", NULL },
    { 't', "to", "FORMAT", OPTION_STRING, &opt.to,
      "write FORMAT (default: that of the input)", NULL },
    { 'o', "output", "FILE", OPTION_STRING, &opt.output,
      "write to FILE, which appears when all is done", NULL },
    { 0, "eval-style", "STYLE", OPTION_CHOICE, &opt.eval_style,
      "how evaluations stand in comments", eval_style_words },
    { 0, "lines", NULL, OPTION_FLAG, &opt.lines,
      "candidates that were not played as variations", NULL },
    { 0, "pv-plies", "N", OPTION_COUNT, &opt.pv_plies,
      "moves of a line of play, at most (default 10)", NULL },
    { 0, "replace", NULL, OPTION_FLAG, &opt.replace,
      "instead of evaluations and verdicts in the record", NULL },
    { 0, "output-encoding", "ENC", OPTION_STRING, &opt.output_encoding,
      "write ENC (default utf-8)", NULL },
    { 0, "newline", "KIND", OPTION_CHOICE, &opt.newline,
      "line ends; default: crlf with cp932, else lf", newline_words },
    SHARED_INPUT_ROWS(opt.shared),
    SHARED_OTHER_ROWS(opt.shared),
    { 0, NULL, NULL, OPTION_GROUP, NULL, NULL, NULL },
};
/* clang-format on */

static const char closing[] =
    "With no FILE, or when FILE is '-', read standard input.\n"
    "Exit status: 0 all analysed, 1 some position was not, 2 trouble,\n"
    "3 some game or file could not be read and the rest was analysed.\n"
    "Manual: shogi-analyze(1).\n";

/* What is settled before the first game; workers only read it, but for the mutex and
 * what it guards. */
struct run {
    struct rewrite rewrite; /* `to` NULL: the format of each game */
    struct analyst_options analyst;
    struct annotation_options annotation;
    struct verdict_scale scale;
    struct work work;
    /* The engine that was started to see whether it can be, until a worker takes it. */
    pthread_mutex_t mutex;
    struct analyst *spare;
    struct shogi_buf settings;
    /* Main thread only: */
    enum tool_status status;
    bool wrote;
};

/* ---- one game -----------------------------------------------------------------------
 */

/* What a thread keeps from game to game. */
struct worker {
    struct analyst *analyst;
    struct assessed_game assessed;
    struct shogi_buf utf8;
};

static void *
open_worker(const void *context)
{
    struct worker *w = shogi_memory_alloc(sizeof *w);

    (void)context;
    if (w)
        *w = (struct worker){ 0 };
    return w;
}

static void
close_worker(void *worker)
{
    struct worker *w = worker;

    analyst_close(w->analyst);
    assess_release(&w->assessed);
    shogi_buf_release(&w->utf8);
    shogi_memory_free(w);
}

/* The first worker takes the engine that was started first. */
static bool
take_analyst(struct run *r, struct worker *w)
{
    char error[512];

    if (w->analyst)
        return true;
    pthread_mutex_lock(&r->mutex);
    w->analyst = r->spare;
    r->spare = NULL;
    pthread_mutex_unlock(&r->mutex);
    if (!w->analyst)
        w->analyst = analyst_open(&r->analyst, error, sizeof error);
    if (!w->analyst)
        warn("%s", error);
    return w->analyst != NULL;
}

static const struct shogi_format *
format_for(const struct run *r, const struct shogi_game *g)
{
    const struct shogi_format *f = r->rewrite.to;

    if (!f && g->source.format)
        f = shogi_format_from_name(g->source.format);
    if (f && shogi_format_can_write(f)
        && (r->rewrite.to || f->holds & (SHOGI_USES_COMMENTS | SHOGI_USES_ANALYSIS)))
        return f;
    return shogi_format_from_name("kif");
}

static enum shogi_eval_style
style_for(const struct shogi_format *f)
{
    static const enum shogi_eval_style styles[] = {
        [CHOICE_BOTH] = SHOGI_EVAL_BOTH,
        [CHOICE_SHOGIHOME] = SHOGI_EVAL_SHOGIHOME,
        [CHOICE_SHOGIGUI] = SHOGI_EVAL_SHOGIGUI,
        [CHOICE_FLOODGATE] = SHOGI_EVAL_FLOODGATE,
        [CHOICE_CSA3] = SHOGI_EVAL_CSA3,
        [CHOICE_NONE] = SHOGI_EVAL_NONE,
    };

    if (opt.eval_style != CHOICE_AUTO)
        return styles[opt.eval_style];
    return f->eval_style == SHOGI_EVAL_CSA3 ? SHOGI_EVAL_CSA3 : SHOGI_EVAL_BOTH;
}

static enum shogi_status
write_record(const struct run *r, struct worker *w, struct shogi_game *g,
             struct shogi_buf *text)
{
    struct annotation_options annotation = r->annotation;
    struct rewrite rewrite = r->rewrite;

    rewrite.to = format_for(r, g);
    annotation.engine = analyst_engine(w->analyst);
    annotation.style = style_for(rewrite.to);
    annotation.in_place_of_its_own = rewrite.to->eval_style == SHOGI_EVAL_NONE;
    if (!annotate(g, &w->assessed, &annotation))
        return SHOGI_FATAL;
    return rewrite_text(&rewrite, g, &w->utf8, text);
}

/* The node of the main line at PLY. */
static const struct shogi_node *
node_at(const struct shogi_game *g, uint32_t ply)
{
    const struct shogi_node *n = g->root;

    while (ply-- > 0 && n->child)
        n = n->child;
    return n;
}

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

/* What could not be done, into the diagnostics of G. */
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
    if (how->first_foul) {
        const struct shogi_node *n = node_at(g, how->first_foul);
        struct shogi_diag *d = shogi_game_diag(g, SHOGI_DIAG_ANALYSIS_ENDS, n->at);
        struct shogi_cursor c;
        shogi_cursor_init(&c, g);
        while (c.ply + 1 < how->first_foul && shogi_cursor_forward(&c))
            ;
        shogi_diag_about_move(d, &c.position, how->first_foul, n->move);
        shogi_cursor_release(&c);
    }
    return how->refusal || how->failures || how->first_foul || how->is_broken_off
               ? TOOL_FINDINGS
               : TOOL_OK;
}

static enum tool_status
analyze_game(const void *context, void *worker, enum shogi_status read,
             struct shogi_game *g, struct shogi_buf *text, bool *more)
{
    /* Only what the mutex guards is changed. */
    union {
        const void *in;
        struct run *out;
    } run = { .in = context };
    struct worker *w = worker;
    struct examination how;
    enum tool_status status;

    (void)more;
    if (read == SHOGI_BAD)
        return TOOL_UNREADABLE;
    if (interrupt_came())
        return TOOL_FINDINGS;
    if (!take_analyst(run.out, w))
        return TOOL_TROUBLE;
    if (shogi_game_find_evaluations(g) != SHOGI_OK || !assess_begin(&w->assessed, g)
        || !analyst_examine(w->analyst, g, &w->assessed, &how)) {
        g->out_of_memory = true;
        return TOOL_TROUBLE;
    }
    w->assessed.is_truncated = how.is_broken_off;
    if (!assess_finish(&w->assessed, &run.out->scale)
        || write_record(run.out, w, g, text) == SHOGI_FATAL) {
        g->out_of_memory = true;
        return TOOL_TROUBLE;
    }
    status = report_examination(g, &w->assessed, &how);
    return how.is_engine_lost ? TOOL_TROUBLE : status;
}

/* ---- results, in order --------------------------------------------------------------
 */

/* The format stands for a name: between two games stands what it wants. */
static void
name_format(const void *context, const struct shogi_game *g, struct shogi_buf *name)
{
    shogi_buf_puts(name, format_for(context, g)->name);
}

static bool
put(struct run *r, const char *bytes, size_t len)
{
    if (len == 0 || output_write(r->work.output, bytes, len))
        return true;
    r->status = TOOL_TROUBLE;
    return false;
}

/* The separator before RESULT, and what it begins with that a later game must not. */
static bool
put_separator(struct run *r, const struct result *result, size_t *skip)
{
    const struct shogi_format *f = shogi_format_from_name(result->name);
    struct shogi_buf separator = { 0 };
    size_t bom;
    bool good;

    *skip = shogi_bom_length(result->text, result->text_len);
    if (!f || !f->separator)
        return true;
    shogi_text_encode(&separator, f->separator, strlen(f->separator), r->rewrite.encoding,
                      r->rewrite.crlf, NULL);
    bom = shogi_bom_length(separator.data, separator.len);
    good = put(r, separator.data + bom, separator.len - bom);
    shogi_buf_release(&separator);
    return good;
}

static bool
take_result(void *context, const struct result *result)
{
    struct run *r = context;
    size_t skip = 0;

    for (size_t i = 0; i < result->note_count; i++) {
        if (opt.shared.quiet && result->notes[i].severity < SHOGI_FOUL)
            continue;
        progress_clear();
        fwrite(result->notes[i].line, 1, result->notes[i].len, stderr);
    }
    r->status = tool_worse(r->status, result->status);
    if (result->text_len > 0) {
        if (r->wrote && !put_separator(r, result, &skip))
            return false;
        r->wrote = true;
        if (!put(r, result->text + skip, result->text_len - skip))
            return false;
    }
    return result->status != TOOL_TROUBLE || result->number == 0;
}

/* ---- settling -----------------------------------------------------------------------
 */

static bool
settle_output(struct run *r)
{
    if (opt.to) {
        r->rewrite.to = shogi_format_from_name(opt.to);
        if (!r->rewrite.to || !shogi_format_can_write(r->rewrite.to)) {
            warn("cannot write format '%s'; see --list-formats", opt.to);
            return false;
        }
    }
    r->rewrite.encoding = SHOGI_ENCODING_UTF8;
    if (opt.output_encoding
        && !shogi_encoding_from_name(opt.output_encoding, strlen(opt.output_encoding),
                                     &r->rewrite.encoding)) {
        warn("unknown encoding '%s'", opt.output_encoding);
        return false;
    }
    if (!shogi_encoding_available(r->rewrite.encoding)) {
        warn("iconv of this system cannot write '%s'", opt.output_encoding);
        return false;
    }
    r->rewrite.crlf = opt.newline == NEWLINE_CRLF
                      || (opt.newline == NEWLINE_DEFAULT
                          && r->rewrite.encoding == SHOGI_ENCODING_CP932);
    r->rewrite.write.encoding = shogi_encoding_name(r->rewrite.encoding);
    return true;
}

static bool
settle_scale(struct run *r)
{
    verdict_scale_init(&r->scale);
    if (opt.coefficient)
        r->scale.coefficient = (int32_t)opt.coefficient;
    if (!opt.thresholds || verdict_scale_read(&r->scale, opt.thresholds))
        return true;
    warn("--thresholds: '%s' is not four percentages that rise, as 5,10,20,50",
         opt.thresholds);
    return false;
}

static bool
settle_engine(struct run *r)
{
    struct shogi_limits *l = &r->analyst.limits;

    if (opt.multipv > SHOGI_ENGINE_LINES_MAX) {
        warn("--multipv: %u at most", (unsigned)SHOGI_ENGINE_LINES_MAX);
        return false;
    }
    if (opt.to_ply && opt.from_ply > opt.to_ply) {
        warn("--from-ply is behind --to-ply");
        return false;
    }
    *l = (struct shogi_limits){ .nodes = opt.nodes,
                                .time_ms = opt.time_ms,
                                .depth = (uint16_t)opt.depth,
                                .lines = (uint16_t)opt.multipv };
    if (!opt.nodes && !opt.depth && !opt.time_ms)
        l->nodes = DEFAULT_NODES;
    r->analyst.hash_mb = (unsigned)opt.hash;
    r->analyst.from = opt.from_ply;
    r->analyst.to = opt.to_ply;
    r->analyst.skip_recorded = opt.skip_analyzed;
    r->annotation = (struct annotation_options){
        .limits = *l,
        .verdicts = !opt.no_verdicts,
        .replace = opt.replace,
        .lines = opt.lines,
        .skip = { opt.side == SIDE_GOTE, opt.side == SIDE_SENTE },
        .pv_plies = opt.pv_plies ? opt.pv_plies : DEFAULT_PV_PLIES,
    };
    return true;
}

/* What decides answers apart from the question, for the cache. */
static bool
open_cache(struct run *r)
{
    if (!opt.cache)
        return true;
    shogi_buf_printf(&r->settings, "hash %u", r->analyst.hash_mb);
    shogi_buf_putc(&r->settings, '\0');
    if (r->settings.failed) {
        warn("out of memory");
        return false;
    }
    r->analyst.settings = r->settings.data;
    r->analyst.cache = answer_cache_open(opt.cache);
    return r->analyst.cache != NULL;
}

/* An engine that cannot be started is known before anything is read. */
static bool
start_engine(struct run *r)
{
    char error[512];

    r->spare = analyst_open(&r->analyst, error, sizeof error);
    if (!r->spare)
        warn("%s", error);
    return r->spare != NULL;
}

static bool
settle(struct run *r, struct inputs *in, unsigned *jobs)
{
    if (!settle_output(r) || !settle_scale(r) || !settle_engine(r)
        || !tool_settle(&opt.shared, in, &r->work, jobs))
        return false;
    r->work.context = r;
    r->work.worker_open = open_worker;
    r->work.worker_close = close_worker;
    r->work.game = analyze_game;
    r->work.name = name_format;
    r->work.done = take_result;
    r->work.is_slow = true;
    return true;
}

/* ---- the run ------------------------------------------------------------------------
 */

static enum tool_status
run_pipeline(struct run *r, struct inputs *in, unsigned jobs)
{
    struct output_options options = { .path = opt.output };
    struct pipeline *p;
    bool finished;

    r->work.output = in->output = output_open(&options);
    if (!r->work.output)
        return TOOL_TROUBLE;
    p = pipeline_open(&r->work, jobs);
    if (!p) {
        warn("out of memory");
        output_close(r->work.output, false);
        return TOOL_TROUBLE;
    }
    progress_start(!opt.shared.no_progress);
    inputs_feed(in, p);
    finished = pipeline_close(p);
    progress_clear();
    if (!finished)
        r->status = TOOL_TROUBLE;
    if (!output_close(r->work.output, r->status != TOOL_TROUBLE))
        r->status = TOOL_TROUBLE;
    if (interrupt_came())
        warn("interrupted; the games up to here have been written");
    return r->status;
}

static enum tool_status
analyze(char **operands)
{
    static struct run r = { .mutex = PTHREAD_MUTEX_INITIALIZER };
    struct inputs in = { .operands = operands };
    unsigned jobs;

    temporary_clean_on_signals();
    if (!settle(&r, &in, &jobs) || !interrupt_start())
        return TOOL_TROUBLE;
    r.work.stop_fd = interrupt_fd();
    r.status = TOOL_TROUBLE;
    if (open_cache(&r) && start_engine(&r)) {
        r.status = TOOL_OK;
        r.status = run_pipeline(&r, &in, jobs);
    }
    analyst_close(r.spare);
    if (!answer_cache_close(r.analyst.cache))
        r.status = TOOL_TROUBLE;
    shogi_buf_release(&r.settings);
    return r.status;
}

int
main(int argc, char **argv)
{
    enum tool_status status = TOOL_OK;
    int operands;

    tool_start(argv);
    if (!parse_options(argc, argv, analyze_options, &operands))
        return close_output(TOOL_TROUBLE);
    if (opt.shared.help)
        print_help("[OPTION]... [FILE]...",
                   "Put evaluations and verdicts of an engine into shogi game records.\n",
                   analyze_options, closing);
    else if (opt.shared.version)
        print_version();
    else if (opt.shared.list_formats)
        print_formats();
    else
        status = analyze(argv + operands);
    close_output(status);
    interrupt_finish();
    return status;
}
