/* SPDX-License-Identifier: MIT */
/* convert.c - shogi-convert, and every X2Y: any record to any other format. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "game/diag.h"
#include "text/encoding.h"
#include "tool/output.h"
#include "tool/names.h"
#include "tool/progress.h"
#include "tool/rewrite.h"
#include "tool/temporary.h"
#include "tool/tool.h"

static struct convert {
    struct shared_options shared;
    const char *to;
    const char *output, *folder, *name;
    const char *output_encoding;
    const char *drop;
    const char *headers[OPTION_LIST_MAX + 1];
    int newline, csa_version, variations, eval_style, unmappable, glyphs, dialect;
    bool check, main_line, positions, final, strict, keep_broken, force;
    bool list_commands;
} opt;

static const char *const csa_version_words[] = { "2.2", "3.0", NULL };
static const char *const variations_words[] = { "keep", "main", "split", NULL };
static const char *const eval_style_words[] = { "keep",      "shogihome", "shogigui",
                                                "floodgate", "csa3",      "none",
                                                "both",      NULL };
static const char *const dialect_words[] = { "kifu-for-windows", "shogihome", "81dojo",
                                             "gekisashi", NULL };
static const char *const glyphs_words[] = { "ja", "zh-hans", "zh-hant", NULL };
static const char *const unmappable_words[] = { "mark", "error", NULL };
static const struct option_word drop_words[] = {
    { "comments", SHOGI_USES_COMMENTS },   { "times", SHOGI_USES_TIMES },
    { "evals", SHOGI_USES_ANALYSIS },      { "headers", SHOGI_USES_HEADERS },
    { "bookmarks", SHOGI_USES_BOOKMARKS }, { NULL, 0 }
};

/* clang-format off */
static const struct option_row convert_options[] = {
    { 0, NULL, NULL, OPTION_GROUP, NULL, "Output:", NULL },
    { 't', "to", "FORMAT", OPTION_STRING, &opt.to, "write FORMAT", NULL },
    { 'o', "output", "FILE", OPTION_STRING, &opt.output,
      "write to FILE, which appears when all is done", NULL },
    { 'd', "directory", "DIR", OPTION_STRING, &opt.folder, "one file a game in DIR", NULL },
    { 0, "name", "TEMPLATE", OPTION_STRING, &opt.name,
      "names: {stem} {n} {black} {white} {date} {event}", NULL },
    { 0, "force", NULL, OPTION_FLAG, &opt.force, "files in DIR may be replaced", NULL },
    { 0, "output-encoding", "ENC", OPTION_STRING, &opt.output_encoding,
      "write ENC (default utf-8)", NULL },
    { 0, "newline", "KIND", OPTION_CHOICE, &opt.newline,
      "line ends; default: crlf with cp932, else lf", rewrite_newlines },
    { 0, "unmappable", "HOW", OPTION_CHOICE, &opt.unmappable,
      "characters that ENC lacks: a mark, or an error", unmappable_words },
    { 0, "variations", "HOW", OPTION_CHOICE, &opt.variations,
      "all, the main line only, or a game for each", variations_words },
    { 0, "main-line", NULL, OPTION_FLAG, &opt.main_line, "the same as --variations=main", NULL },
    { 0, "eval-style", "STYLE", OPTION_CHOICE, &opt.eval_style,
      "how evaluations stand in comments",
      eval_style_words },
    { 0, "glyphs", "SCRIPT", OPTION_CHOICE, &opt.glyphs,
      "kif, ki2, bod: the script of pieces and sides", glyphs_words },
    { 0, "dialect", "PROGRAM", OPTION_CHOICE, &opt.dialect,
      "kif, ki2: endings that PROGRAM knows", dialect_words },
    { 0, "drop", "LIST", OPTION_STRING, &opt.drop,
      "leave out comments,times,evals,headers,bookmarks", NULL },
    { 0, "header", "KEY=VALUE", OPTION_LIST, opt.headers, "set a header; may be repeated", NULL },
    { 0, "check", NULL, OPTION_FLAG, &opt.check,
      "write nothing; read it back, report what differs", NULL },
    { 0, "positions", NULL, OPTION_FLAG, &opt.positions,
      "sfen: every position of the main line", NULL },
    { 0, "final", NULL, OPTION_FLAG, &opt.final, "sfen: the last position only", NULL },
    { 0, "csa-version", "VERSION", OPTION_CHOICE, &opt.csa_version,
      "csa: write VERSION", csa_version_words },
    { 0, "strict", NULL, OPTION_FLAG, &opt.strict, "status 1 when anything is lost", NULL },
    { 0, "keep-broken", NULL, OPTION_FLAG, &opt.keep_broken,
      "write what could be read of a broken game", NULL },
    SHARED_INPUT_ROWS(opt.shared),
    SHARED_OTHER_ROWS(opt.shared),
    { 0, "list-commands", NULL, OPTION_FLAG, &opt.list_commands,
      "list the names of all X2Y commands, and stop", NULL },
    { 0, NULL, NULL, OPTION_GROUP, NULL, NULL, NULL },
};
/* clang-format on */

/* What is settled before the first game; read-only afterwards. */
struct conversion {
    struct rewrite rewrite; /* first: the workers see only this */
    struct work work;
    /* Main thread only: */
    enum tool_status status;
    struct shogi_buf separator; /* encoded */
    bool wrote_game;            /* the next one needs a separator */
    /* Losses of the path being read: said once, then counted. */
    const char *path;
    char path_copy[TEMPORARY_PATH_MAX];
    uint64_t losses[SHOGI_DIAG_COUNT];
};

/* ---- names --------------------------------------------------------------------------
 */

static bool
is_target(const struct shogi_format *f)
{
    return shogi_format_can_read(f) && shogi_format_can_write(f);
}

/* Every X2Y with FROM as its X. */
static void
print_pairs_from(const char *from)
{
    const struct shogi_format *f;

    for (size_t i = 0; (f = shogi_format_at(i)); i++) {
        if (!is_target(f))
            continue;
        printf("%s2%s\n", from, shogi_format_name(f));
        if (shogi_format_alias(f))
            printf("%s2%s\n", from, shogi_format_alias(f));
    }
}

static void
print_commands(void)
{
    const struct shogi_format *f;

    for (size_t i = 0; (f = shogi_format_at(i)); i++) {
        if (!shogi_format_can_read(f))
            continue;
        print_pairs_from(shogi_format_name(f));
        if (shogi_format_alias(f))
            print_pairs_from(shogi_format_alias(f));
    }
    print_pairs_from("auto");
}

/* "ki22kif": at every '2', a name that can be read and one that can be written. */
static void
defaults_from_name(const char *name)
{
    static char from[32];
    const char *two;

    for (two = strchr(name, '2'); two; two = strchr(two + 1, '2')) {
        size_t len = (size_t)(two - name);
        const struct shogi_format *to = shogi_format_from_name(two + 1);
        if (len == 0 || len >= sizeof from || !to || !is_target(to))
            continue;
        memcpy(from, name, len);
        from[len] = '\0';
        const struct shogi_format *f = shogi_format_from_name(from);
        if (strcmp(from, "auto") != 0 && (!f || !shogi_format_can_read(f)))
            continue;
        opt.shared.from = from;
        opt.to = two + 1;
        return;
    }
}

/* ---- help ---------------------------------------------------------------------------
 */

static const char closing[] =
    "With no FILE, or when FILE is '-', read standard input.\n"
    "Exit status: 0 all converted, 1 something lost with --strict, 2 trouble,\n"
    "3 some game or file could not be read and the rest was converted.\n"
    "Manual: shogi-convert(1); what each format can hold: shogi-formats(7).\n";

/* "Convert shogi records from kif to csa." */
static const char *
summary(void)
{
    static char text[128];

    snprintf(text, sizeof text, "Convert shogi game records from %s to %s.\n",
             opt.shared.from && strcmp(opt.shared.from, "auto") != 0 ? opt.shared.from
                                                                     : "any format",
             opt.to ? opt.to : "any other");
    return text;
}

/* ---- one game -----------------------------------------------------------------------
 */

/* The first game of a path has the name of the path; the others a number. */
static void
name_game(const void *context, const struct shogi_game *g, struct shogi_buf *name)
{
    const char *template = opt.name;

    (void)context;
    if (!template)
        template = g->source.number > 1 ? "{stem}-{n}" : "{stem}";
    put_name(name, template, g, NULL);
}

/* ---- results, in order --------------------------------------------------------------
 */

/* A path ends: how often else was lost what was said once. */
static void
say_losses(struct conversion *c)
{
    for (size_t id = 0; c->path && id < SHOGI_DIAG_COUNT; id++) {
        if (c->losses[id] > 1 && !opt.shared.quiet) {
            struct shogi_buf line = { 0 };
            shogi_buf_put_visible(&line, c->path, strlen(c->path));
            shogi_buf_printf(&line, ": warning: the same in %llu more %s [%s]\n",
                             (unsigned long long)c->losses[id] - 1,
                             c->losses[id] == 2 ? "game" : "games",
                             shogi_diag_id_code((enum shogi_diag_id)id));
            if (!line.failed)
                fwrite(line.data, 1, line.len, stderr);
            shogi_buf_release(&line);
        }
        c->losses[id] = 0;
    }
}

static void
enter_path(struct conversion *c, const char *path)
{
    if (c->path && strcmp(c->path, path) == 0)
        return;
    say_losses(c);
    snprintf(c->path_copy, sizeof c->path_copy, "%s", path);
    c->path = c->path_copy;
}

static void
print_notes(struct conversion *c, const struct result *result)
{
    for (size_t i = 0; i < result->note_count; i++) {
        const struct note *note = &result->notes[i];
        if (opt.shared.quiet && note->severity < SHOGI_FOUL)
            continue;
        if (shogi_diag_is_loss((enum shogi_diag_id)note->id) && c->losses[note->id]++ > 0)
            continue;
        progress_clear();
        fwrite(note->line, 1, note->len, stderr);
    }
}

static bool
write_result(struct conversion *c, const struct result *result)
{
    size_t bom = 0;

    if (output_is_folder(c->work.output))
        return output_write_file(c->work.output, result->name, result->text,
                                 result->text_len);
    if (c->wrote_game) {
        size_t skip = shogi_bom_length(c->separator.data, c->separator.len);

        bom = shogi_bom_length(result->text, result->text_len);
        if (c->separator.len > skip
            && !output_write(c->work.output, c->separator.data + skip,
                             c->separator.len - skip))
            return false;
    }
    c->wrote_game = true;
    return output_write(c->work.output, result->text + bom, result->text_len - bom);
}

static bool
take_result(void *context, const struct result *result)
{
    struct conversion *c = context;

    enter_path(c, result->path);
    print_notes(c, result);
    c->status = tool_worse(c->status, result->status);
    if (result->text_len == 0 || write_result(c, result))
        return true;
    c->status = TOOL_TROUBLE;
    return false;
}

/* ---- the run ------------------------------------------------------------------------
 */

/* A template is checked before the first game, not in the middle of a run. */
static bool
check_name(void)
{
    struct shogi_game *g = shogi_game_new();
    struct shogi_buf name = { 0 };
    const char *field;
    bool good = true;

    if (!g)
        return usage_error("out of memory");
    if (opt.name && !put_name(&name, opt.name, g, &field)) {
        warn("unknown field in name template: '%s'", field);
        good = false;
    }
    shogi_buf_release(&name);
    shogi_game_free(g);
    return good;
}

static bool
settle_format(struct conversion *c)
{
    if (!opt.to)
        return usage_error("no output format; give --to, or call me X2Y, as kif2csa");
    if (!rewrite_set_format(&c->rewrite, opt.to))
        return false;
    if ((opt.positions || opt.final)
        && strcmp(shogi_format_name(c->rewrite.to), "sfen") != 0)
        return usage_error("--positions and --final are for the format sfen");
    return true;
}

static bool
settle_encoding(struct conversion *c)
{
    struct shogi_encode_loss loss;

    if (!rewrite_set_encoding(&c->rewrite, opt.output_encoding,
                              (enum rewrite_newline)opt.newline))
        return false;
    if (!c->rewrite.to->separator
        || shogi_text_encode(&c->separator, c->rewrite.to->separator,
                             strlen(c->rewrite.to->separator), c->rewrite.encoding,
                             c->rewrite.crlf, &loss))
        return true;
    warn("out of memory");
    return false;
}

static bool
check_headers(void)
{
    for (size_t i = 0; opt.headers[i]; i++) {
        if (!rewrite_is_header(opt.headers[i])) {
            warn("--header: '%s' is not KEY=VALUE", opt.headers[i]);
            return false;
        }
    }
    return true;
}

static bool
settle(struct conversion *c, struct inputs *in, unsigned *jobs)
{
    if (!settle_format(c) || !settle_encoding(c) || !check_name() || !check_headers()
        || !parse_words("--drop", opt.drop, drop_words, &c->rewrite.drop)
        || !tool_settle(&opt.shared, in, &c->work, jobs))
        return false;
    if (opt.output && opt.folder)
        return usage_error("--output and --directory exclude each other");
    c->rewrite.variations =
        opt.main_line ? VARIATIONS_MAIN : (enum variations)opt.variations;
    c->rewrite.unmappable = (enum unmappable)opt.unmappable;
    c->rewrite.headers = opt.headers;
    c->rewrite.strict = opt.strict;
    c->rewrite.keep_broken = opt.keep_broken;
    c->rewrite.check = opt.check;
    c->rewrite.write.eval_style = (enum shogi_eval_style)opt.eval_style;
    c->rewrite.write.glyphs = (enum shogi_glyphs)opt.glyphs;
    c->rewrite.write.dialect = (enum shogi_dialect)opt.dialect;
    c->rewrite.write.csa_version = (enum shogi_csa_version)opt.csa_version;
    c->rewrite.write.sfen_style = opt.final       ? SHOGI_SFEN_FINAL
                                  : opt.positions ? SHOGI_SFEN_POSITIONS
                                                  : SHOGI_SFEN_GAME;
    c->work.context = c;
    c->work.worker_open = rewrite_open;
    c->work.worker_close = rewrite_close;
    c->work.game = rewrite_game;
    c->work.name = opt.folder ? name_game : NULL;
    c->work.done = take_result;
    c->work.losses_once = true;
    return true;
}

static bool
open_output(struct conversion *c)
{
    static char suffix[32]; /* lives as long as the output */
    struct output_options options = {
        .path = opt.output, .folder = opt.folder, .suffix = suffix, .force = opt.force
    };

    snprintf(suffix, sizeof suffix, ".%s", shogi_format_name(c->rewrite.to));
    c->work.output = output_open(&options);
    return c->work.output != NULL;
}

static bool
enter_sandbox(char **operands)
{
    const struct sandbox_needs needs = { .inputs = operands,
                                         .any_input = opt.shared.list != NULL,
                                         .outputs = { opt.output },
                                         .folder = opt.folder };

    return sandbox_enter((enum sandbox_mode)opt.shared.sandbox, &needs);
}

static enum tool_status
run(struct conversion *c, char **operands)
{
    struct inputs in = { .operands = operands };
    struct pipeline *p;
    unsigned jobs;
    bool finished;

    if (!settle(c, &in, &jobs) || !open_output(c))
        return TOOL_TROUBLE;
    in.output = c->work.output;
    if (!enter_sandbox(operands)) {
        output_close(c->work.output, false);
        return TOOL_TROUBLE;
    }
    p = pipeline_open(&c->work, jobs);
    if (!p) {
        warn("out of memory");
        output_close(c->work.output, false);
        return TOOL_TROUBLE;
    }
    progress_start(!opt.shared.no_progress);
    inputs_feed(&in, p);
    finished = pipeline_close(p);
    progress_clear();
    say_losses(c);
    shogi_buf_release(&c->separator);
    if (!finished)
        c->status = TOOL_TROUBLE;
    /* What could not be read is missing in the output, which is still whole games. */
    if (!output_close(c->work.output, c->status != TOOL_TROUBLE))
        c->status = TOOL_TROUBLE;
    return c->status;
}

int
main(int argc, char **argv)
{
    static struct conversion conversion;
    enum tool_status status = TOOL_OK;
    int operands;

    tool_start(argv);
    defaults_from_name(program_name);
    if (!parse_options(argc, argv, convert_options, &operands))
        return close_output(TOOL_TROUBLE);
    if (opt.shared.help)
        print_help("[OPTION]... [FILE]...", summary(), convert_options, closing);
    else if (opt.shared.version)
        print_version();
    else if (opt.shared.list_formats)
        print_formats();
    else if (opt.list_commands)
        print_commands();
    else {
        temporary_clean_on_signals();
        status = run(&conversion, argv + operands);
    }
    return close_output(status);
}
