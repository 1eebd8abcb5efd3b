/* SPDX-License-Identifier: MIT */
/* analyze.c - shogi-analyze: evaluations and verdicts, put into the record or a report.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "text/encoding.h"
#include "tool/analysis.h"
#include "tool/analysis_report.h"
#include "tool/answer_cache.h"
#include "tool/interrupt.h"
#include "tool/network.h"
#include "tool/output.h"
#include "tool/progress.h"
#include "tool/side_output.h"
#include "tool/temporary.h"
#include "tool/tool.h"
#include "tool/transcript.h"

enum {
    DEFAULT_NODES = 100000,
    DEFAULT_MATE_NODES = 20000,
    DEFAULT_PV_PLIES = 10,
    DEFAULT_RESTARTS = 1
};

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
    const char *engine, *engine_folder, *transcript, *cache, *nnue;
    const char *engine_options[OPTION_LIST_MAX + 1];
    const char *to, *output, *output_encoding, *thresholds, *graph, *summary;
    uint64_t nodes, time_ms, mate_nodes;
    unsigned engine_timeout, engine_grace, threads, hash, fv_scale;
    unsigned depth, multipv, from_ply, to_ply, coefficient, first_plies, pv_plies;
    int format, eval_style, side, newline;
    bool skip_analyzed, replace, lines, no_verdicts, no_mate, threatmate;
} opt;

static const char *const format_words[] = { "record", "jsonl", "csv", "text", NULL };
static const char *const eval_style_words[] = { "auto",     "both",      "shogihome",
                                                "shogigui", "floodgate", "csa3",
                                                "none",     NULL };
static const char *const side_words[] = { "both", "sente", "gote", NULL };

/* clang-format off */
static const struct option_row analyze_options[] = {
    { 0, NULL, NULL, OPTION_GROUP, NULL, "Engine:", NULL },
    { 0, "nnue", "FILE", OPTION_STRING, &opt.nnue,
      "let the network in FILE evaluate (built-in engine)", NULL },
    { 0, "fv-scale", "N", OPTION_COUNT, &opt.fv_scale,
      "divide what the network says by N (what FILE says, or 16)", NULL },
    { 0, "engine", "CMD", OPTION_STRING, &opt.engine,
      "ask the USI engine CMD (default: the built-in one)", NULL },
    { 0, "engine-option", "NAME=VALUE", OPTION_LIST, opt.engine_options,
      "set an option of the engine; may be repeated", NULL },
    { 0, "engine-dir", "DIR", OPTION_STRING, &opt.engine_folder,
      "run the engine in DIR (default: where it lies)", NULL },
    { 0, "engine-timeout", "SEC", OPTION_COUNT, &opt.engine_timeout,
      "wait SEC for usiok (30), and ten times that for readyok", NULL },
    { 0, "engine-grace", "SEC", OPTION_COUNT, &opt.engine_grace,
      "wait SEC for bestmove behind the limit (10)", NULL },
    { 0, "threads", "N", OPTION_COUNT, &opt.threads, "threads of each USI engine (1)", NULL },
    { 0, "hash", "MB", OPTION_COUNT, &opt.hash,
      "table of each engine (16; of a USI engine 256)", NULL },
    { 0, "transcript", "FILE", OPTION_STRING, &opt.transcript,
      "write what is said to the USI engine and by it", NULL },
    { 0, NULL, NULL, OPTION_GROUP, NULL, "Limits of a position:", NULL },
    { 0, "nodes", "N", OPTION_NUMBER, &opt.nodes, "look at N positions (100K)", NULL },
    { 0, "depth", "N", OPTION_COUNT, &opt.depth, "look N plies ahead", NULL },
    { 0, "time", "MS", OPTION_NUMBER, &opt.time_ms, "think MS milliseconds", NULL },
    { 0, "multipv", "N", OPTION_COUNT, &opt.multipv, "give N candidates (1)", NULL },
    { 0, "mate", "N", OPTION_NUMBER, &opt.mate_nodes,
      "look at N positions for the proof of a mate (20K)", NULL },
    { 0, "no-mate", NULL, OPTION_FLAG, &opt.no_mate, "do not look for mates", NULL },
    { 0, "threatmate", NULL, OPTION_FLAG, &opt.threatmate,
      "look for threatened mates (tsumero), too", NULL },
    { 0, "cache", "FILE", OPTION_STRING, &opt.cache,
      "keep answers in FILE, and take them from there", NULL },
    { 0, NULL, NULL, OPTION_GROUP, NULL, "What is analysed:", NULL },
    { 0, "from-ply", "N", OPTION_COUNT, &opt.from_ply, "from move N on", NULL },
    { 0, "to-ply", "N", OPTION_COUNT, &opt.to_ply, "up to move N", NULL },
    { 0, "side", "SIDE", OPTION_CHOICE, &opt.side, "whose moves are annotated", side_words },
    { 0, "skip-analyzed", NULL, OPTION_FLAG, &opt.skip_analyzed,
      "not the positions that have an evaluation", NULL },
    { 0, NULL, NULL, OPTION_GROUP, NULL, "Verdicts:", NULL },
    { 0, "coefficient", "N", OPTION_COUNT, &opt.coefficient,
      "win rate = 1/(1+exp(-centipawns/N)) (600)", NULL },
    { 0, "thresholds", "LIST", OPTION_STRING, &opt.thresholds,
      "losses in percent that are named (5,10,20,50)", NULL },
    { 0, "ignore-first", "N", OPTION_COUNT, &opt.first_plies,
      "count the match rate also without the first N moves", NULL },
    { 0, "no-verdicts", NULL, OPTION_FLAG, &opt.no_verdicts, "evaluations only", NULL },
    { 0, NULL, NULL, OPTION_GROUP, NULL, "Output:", NULL },
    { 0, "format", "FORMAT", OPTION_CHOICE, &opt.format,
      "write the record, or a report of the analysis", format_words },
    { 't', "to", "FORMAT", OPTION_STRING, &opt.to,
      "record: write FORMAT (default: that of the input)", NULL },
    { 'o', "output", "FILE", OPTION_STRING, &opt.output,
      "write to FILE, which appears when all is done", NULL },
    { 0, "graph", "FILE", OPTION_STRING, &opt.graph,
      "draw each game as SVG; {n} is its number", NULL },
    { 0, "summary", "FILE", OPTION_STRING, &opt.summary,
      "write a report of all games to FILE, too", NULL },
    { 0, "eval-style", "STYLE", OPTION_CHOICE, &opt.eval_style,
      "how evaluations stand in comments", eval_style_words },
    { 0, "lines", NULL, OPTION_FLAG, &opt.lines,
      "candidates that were not played as variations", NULL },
    { 0, "pv-plies", "N", OPTION_COUNT, &opt.pv_plies,
      "moves of a line of play in the record, at most (10)", NULL },
    { 0, "replace", NULL, OPTION_FLAG, &opt.replace,
      "take away evaluations and verdicts that are there", NULL },
    { 0, "output-encoding", "ENC", OPTION_STRING, &opt.output_encoding,
      "write ENC (default utf-8)", NULL },
    { 0, "newline", "KIND", OPTION_CHOICE, &opt.newline,
      "line ends; default: crlf with cp932, else lf", rewrite_newlines },
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

/* What is settled before the first game. */
struct run {
    struct analysis analysis; /* first: the workers see only this */
    struct work work;
    struct shogi_usi_options usi;
    struct shogi_buf settings; /* of the engine, for the cache */
    struct shogi_nnue *network;
    /* Main thread only: */
    enum tool_status status;
    struct side_output *side;
    bool wrote;
    bool engine_is_lost; /* or none could be started: no more games */
};

/* ---- results, in order --------------------------------------------------------------
 */

/* The format stands for a name: between two games stands what it wants. */
static void
name_format(const void *context, const struct shogi_game *g, struct shogi_buf *name)
{
    shogi_buf_puts(name, analysis_format_of(context, g)->name);
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
    const struct rewrite *w = &r->analysis.rewrite;
    const struct shogi_format *f = shogi_format_from_name(result->name);
    struct shogi_buf separator = { 0 };
    size_t bom;
    bool good;

    *skip = shogi_bom_length(result->text, result->text_len);
    if (!f || !f->separator)
        return true;
    shogi_text_encode(&separator, f->separator, strlen(f->separator), w->encoding,
                      w->crlf, NULL);
    bom = shogi_bom_length(separator.data, separator.len);
    good = put(r, separator.data + bom, separator.len - bom);
    shogi_buf_release(&separator);
    return good;
}

static bool
put_result(struct run *r, const struct result *result)
{
    struct shogi_buf head = { 0 };
    size_t skip = 0;
    bool good = true;

    if (r->wrote && r->analysis.format == ANALYSIS_RECORD)
        good = put_separator(r, result, &skip);
    if (r->wrote && r->analysis.format == ANALYSIS_TEXT)
        good = put(r, "\n", 1);
    if (!r->wrote && r->analysis.format == ANALYSIS_CSV) {
        analysis_put_csv_head(&head);
        good = put(r, head.data, head.len);
        shogi_buf_release(&head);
    }
    r->wrote = true;
    return good && put(r, result->text + skip, result->text_len - skip);
}

static bool
take_result(void *context, const struct result *result)
{
    struct run *r = context;
    bool good = true;

    for (size_t i = 0; i < result->note_count; i++) {
        if (opt.shared.quiet && result->notes[i].severity < SHOGI_FOUL)
            continue;
        progress_clear();
        fwrite(result->notes[i].line, 1, result->notes[i].len, stderr);
    }
    r->status = tool_worse(r->status, result->status);
    if (result->text_len > 0 && *result->text == ANALYSIS_GRAPH)
        good = side_output_graph(r->side, result->text + 1, result->text_len - 1);
    else if (result->text_len > 0 && *result->text == ANALYSIS_SUMMARY)
        good = side_output_summary(r->side, result->text + 1, result->text_len - 1);
    else if (result->text_len > 0)
        good = put_result(r, result);
    if (!good)
        r->status = TOOL_TROUBLE;
    return good;
}

static void
tick(void *context)
{
    (void)context;
    progress_tick();
}

/* ---- settling -----------------------------------------------------------------------
 */

static bool
settle_record(struct rewrite *w)
{
    return (!opt.to || rewrite_set_format(w, opt.to))
           && rewrite_set_encoding(w, opt.output_encoding,
                                   (enum rewrite_newline)opt.newline);
}

static bool
settle_scale(struct verdict_scale *scale)
{
    verdict_scale_init(scale);
    if (opt.coefficient)
        scale->coefficient = (int32_t)opt.coefficient;
    scale->skip_plies = opt.first_plies;
    if (!opt.thresholds || verdict_scale_read(scale, opt.thresholds))
        return true;
    warn("--thresholds: '%s' is not four percentages that rise, as 5,10,20,50",
         opt.thresholds);
    return false;
}

static bool
settle_usi(struct run *r)
{
    for (size_t i = 0; opt.engine_options[i]; i++) {
        if (!rewrite_is_header(opt.engine_options[i])) {
            warn("--engine-option: '%s' is not NAME=VALUE", opt.engine_options[i]);
            return false;
        }
    }
    if (opt.nnue && opt.engine)
        return usage_error("--nnue is for the built-in engine: not with --engine");
    if (opt.fv_scale > SHOGI_NNUE_SCALE_MAX) {
        warn("--fv-scale: %d at most", SHOGI_NNUE_SCALE_MAX);
        return false;
    }
    if (!opt.engine) {
        if (opt.engine_options[0] || opt.engine_folder || opt.transcript)
            return usage_error("--engine-option, --engine-dir and --transcript go with "
                               "--engine");
        return true;
    }
    r->usi = (struct shogi_usi_options){
        .command = opt.engine,
        .folder = opt.engine_folder,
        .options = opt.engine_options,
        .hash_mb = opt.hash,
        .threads = opt.threads,
        .start_ms = opt.engine_timeout * 1000,
        .ready_ms = opt.engine_timeout * 10000,
        .grace_ms = opt.engine_grace * 1000,
        .restarts = DEFAULT_RESTARTS,
    };
    r->analysis.analyst.usi = &r->usi;
    return true;
}

static bool
settle_limits(struct shogi_limits *l)
{
    if (opt.multipv > SHOGI_ENGINE_LINES_MAX) {
        warn("--multipv: %u at most", (unsigned)SHOGI_ENGINE_LINES_MAX);
        return false;
    }
    if (opt.time_ms > UINT32_MAX)
        return usage_error("--time: too long");
    *l = (struct shogi_limits){ .nodes = opt.nodes,
                                .time_ms = (uint32_t)opt.time_ms,
                                .depth = (uint16_t)opt.depth,
                                .lines = (uint16_t)opt.multipv };
    if (!opt.nodes && !opt.depth && !opt.time_ms)
        l->nodes = DEFAULT_NODES;
    return true;
}

static bool
settle_analysis(struct run *r)
{
    static const enum shogi_eval_style styles[] = {
        [CHOICE_AUTO] = SHOGI_EVAL_BOTH,
        [CHOICE_BOTH] = SHOGI_EVAL_BOTH,
        [CHOICE_SHOGIHOME] = SHOGI_EVAL_SHOGIHOME,
        [CHOICE_SHOGIGUI] = SHOGI_EVAL_SHOGIGUI,
        [CHOICE_FLOODGATE] = SHOGI_EVAL_FLOODGATE,
        [CHOICE_CSA3] = SHOGI_EVAL_CSA3,
        [CHOICE_NONE] = SHOGI_EVAL_NONE,
    };
    struct analysis *a = &r->analysis;

    if (opt.to && opt.format != ANALYSIS_RECORD)
        return usage_error("--to is for records, --format for reports: not both");
    if (opt.no_mate && (opt.mate_nodes || opt.threatmate))
        return usage_error("--no-mate excludes --mate and --threatmate");
    if (opt.to_ply && opt.from_ply > opt.to_ply)
        return usage_error("--from-ply is behind --to-ply");
    a->format = (enum analysis_format)opt.format;
    a->has_style = opt.eval_style != CHOICE_AUTO;
    a->graph = opt.graph != NULL;
    a->summary = opt.summary != NULL;
    a->analyst.hash_mb = opt.hash;
    if (!opt.no_mate)
        a->analyst.mate_nodes = opt.mate_nodes ? opt.mate_nodes : DEFAULT_MATE_NODES;
    a->analyst.threats = opt.threatmate;
    a->analyst.from = opt.from_ply;
    a->analyst.to = opt.to_ply;
    a->analyst.skip_recorded = opt.skip_analyzed;
    a->annotation = (struct annotation_options){
        .limits = a->analyst.limits,
        .style = styles[opt.eval_style],
        .verdicts = !opt.no_verdicts,
        .replace = opt.replace,
        .lines = opt.lines,
        .skip = { opt.side == SIDE_GOTE, opt.side == SIDE_SENTE },
        .pv_plies = opt.pv_plies ? opt.pv_plies : DEFAULT_PV_PLIES,
    };
    return true;
}

static bool
settle(struct run *r, struct inputs *in, unsigned *jobs)
{
    if (!settle_record(&r->analysis.rewrite) || !settle_scale(&r->analysis.scale)
        || !settle_limits(&r->analysis.analyst.limits) || !settle_usi(r)
        || !settle_analysis(r) || !tool_settle(&opt.shared, in, &r->work, jobs))
        return false;
    r->analysis.language = r->work.language;
    r->work.context = r;
    r->work.worker_open = analysis_open;
    r->work.worker_close = analysis_close;
    r->work.game = analysis_game;
    r->work.name = name_format;
    r->work.done = take_result;
    r->work.tick = tick;
    r->work.is_slow = true;
    return true;
}

/* What decides answers apart from the question. */
static bool
put_settings(struct run *r)
{
    shogi_buf_printf(&r->settings, "hash %u", opt.hash);
    if (opt.engine)
        shogi_buf_printf(&r->settings, " threads %u", opt.threads);
    for (size_t i = 0; opt.engine_options[i]; i++)
        shogi_buf_printf(&r->settings, " %s", opt.engine_options[i]);
    shogi_buf_putc(&r->settings, '\0');
    if (r->settings.failed)
        warn("out of memory");
    r->analysis.analyst.settings = r->settings.data;
    return !r->settings.failed;
}

/* Open what is beside input and output.  An engine that cannot be started is known before
 * anything is read. */
static bool
open_all(struct run *r)
{
    struct analyst_options *a = &r->analysis.analyst;
    char error[512];

    if (opt.cache && (!put_settings(r) || !(a->cache = answer_cache_open(opt.cache))))
        return false;
    if (opt.transcript && !(a->transcript = transcript_open(opt.transcript)))
        return false;
    if (opt.nnue && !(r->network = network_open(opt.nnue, opt.fv_scale)))
        return false;
    a->network = r->network;
    r->side = side_output_open(opt.graph, opt.summary);
    if (!r->side)
        return false;
    r->analysis.spare = analyst_open(a, error, sizeof error);
    if (!r->analysis.spare)
        warn("%s", error);
    return r->analysis.spare != NULL;
}

static void
close_all(struct run *r)
{
    struct analyst_options *a = &r->analysis.analyst;

    analyst_close(r->analysis.spare);
    shogi_nnue_free(r->network);
    if (!side_output_close(r->side, r->status != TOOL_TROUBLE)
        || !transcript_close(a->transcript) || !answer_cache_close(a->cache))
        r->status = TOOL_TROUBLE;
    shogi_buf_release(&r->settings);
}

/* ---- the run ------------------------------------------------------------------------
 */

static void
run_pipeline(struct run *r, struct inputs *in, unsigned jobs)
{
    struct output_options options = { .path = opt.output };
    struct pipeline *p;

    r->work.output = in->output = output_open(&options);
    p = r->work.output ? pipeline_open(&r->work, jobs) : NULL;
    if (!p) {
        if (r->work.output)
            warn("out of memory");
        r->status = TOOL_TROUBLE;
    } else {
        progress_start(!opt.shared.no_progress);
        inputs_feed(in, p);
        if (!pipeline_close(p))
            r->status = TOOL_TROUBLE;
        progress_clear();
    }
    if (r->work.output && !output_close(r->work.output, r->status != TOOL_TROUBLE))
        r->status = TOOL_TROUBLE;
    if (interrupt_came())
        warn("interrupted: what was analysed so far is written, the rest is missing");
}

/* What starts an engine of the user's has to keep the rights that the engine needs. */
static bool
enter_sandbox(char **operands)
{
    const struct sandbox_needs needs = { .inputs = operands,
                                         .also_read = opt.nnue,
                                         .any_input = opt.shared.list != NULL,
                                         .outputs = { opt.output, opt.graph, opt.summary,
                                                      opt.cache } };

    if (!opt.engine)
        return sandbox_enter((enum sandbox_mode)opt.shared.sandbox, &needs);
    return opt.shared.sandbox != SANDBOX_REQUIRE
           || usage_error("--sandbox=require does not go with --engine");
}

static enum tool_status
analyze(char **operands)
{
    static struct run r = { .analysis.mutex = PTHREAD_MUTEX_INITIALIZER };
    struct inputs in = { .operands = operands };
    unsigned jobs;

    temporary_clean_on_signals();
    if (!settle(&r, &in, &jobs) || !enter_sandbox(operands) || !interrupt_start())
        return TOOL_TROUBLE;
    r.work.stop_fd = interrupt_fd();
    if (open_all(&r))
        run_pipeline(&r, &in, jobs);
    else
        r.status = TOOL_TROUBLE;
    close_all(&r);
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
