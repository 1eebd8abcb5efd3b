/* SPDX-License-Identifier: MIT */
/* validate.c - shogi-validate: was it played by the rules, is the result right? */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "notation/format.h"
#include "tool/explain.h"
#include "tool/fix.h"
#include "tool/output.h"
#include "tool/progress.h"
#include "tool/report.h"
#include "tool/rewrite.h"
#include "tool/summary.h"
#include "tool/temporary.h"
#include "tool/tool.h"

enum { LEVEL_DEFAULT = -1, LEVEL_OFF = -2 };

static struct validate {
    struct shared_options shared;
    const char *rules, *fix, *in_place, *explain, *output;
    const char *only[OPTION_LIST_MAX + 1], *ignore[OPTION_LIST_MAX + 1];
    const char *severity[OPTION_LIST_MAX + 1];
    int format, declaration, repetition, resignation, variations, colour;
    unsigned max_moves, max_findings;
    bool json, strict, summary, list_codes;
} opt;

static const char *const format_words[] = { "text", "json", "github", "sarif", NULL };
static const char *const declaration_words[] = { "profile", "none", "24",
                                                 "27",      "try",  NULL };
static const char *const repetition_words[] = { "profile", "fourfold", "agreement",
                                                NULL };
static const char *const resignation_words[] = { "profile", "first", "foul-first", NULL };
static const char *const variations_words[] = { "main", "all", NULL };
static const char *const colour_words[] = { "auto", "always", "never", NULL };

/* clang-format off */
static const struct option_row validate_options[] = {
    { 0, NULL, NULL, OPTION_GROUP, NULL, "Rules:", NULL },
    { 0, "rules", "PROFILE", OPTION_STRING, &opt.rules,
      "jsa jsa-2013 csa floodgate fesa lishogi 81dojo", NULL },
    { 0, "declaration", "RULE", OPTION_CHOICE, &opt.declaration,
      "how a declared win is judged", declaration_words },
    { 0, "repetition", "RULE", OPTION_CHOICE, &opt.repetition,
      "may sennichite be agreed early", repetition_words },
    { 0, "resignation", "RULE", OPTION_CHOICE, &opt.resignation,
      "does it heal an earlier foul", resignation_words },
    { 0, "max-moves", "N", OPTION_COUNT, &opt.max_moves, "the game ends at move N", NULL },
    { 0, "variations", "WHICH", OPTION_CHOICE, &opt.variations,
      "the lines to look at", variations_words },
    { 0, NULL, NULL, OPTION_GROUP, NULL, "Report:", NULL },
    { 0, "format", "FORMAT", OPTION_CHOICE, &opt.format, "how findings are written",
      format_words },
    { 0, "json", NULL, OPTION_FLAG, &opt.json, "the same as --format=json", NULL },
    { 'o', "output", "FILE", OPTION_STRING, &opt.output,
      "write to FILE, which appears when all is done", NULL },
    { 0, "summary", NULL, OPTION_FLAG, &opt.summary, "count at the end of each input", NULL },
    { 0, "only", "CODE", OPTION_LIST, opt.only, "report CODE only; may be repeated", NULL },
    { 0, "ignore", "CODE", OPTION_LIST, opt.ignore, "do not report CODE; the same", NULL },
    { 0, "severity", "CODE=LEVEL", OPTION_LIST, opt.severity,
      "make CODE a note, warning, foul, error or off", NULL },
    { 0, "strict", NULL, OPTION_FLAG, &opt.strict, "notes and warnings are errors", NULL },
    { 0, "max-findings", "N", OPTION_COUNT, &opt.max_findings,
      "report N findings of a game at most", NULL },
    { 0, "color", "WHEN", OPTION_CHOICE, &opt.colour, "colours in text", colour_words },
    { 0, NULL, NULL, OPTION_GROUP, NULL, "Mending:", NULL },
    { 0, "fix", "LIST", OPTION_STRING, &opt.fix,
      "write games with result,handicap,numbers,totals mended", NULL },
    { 0, "in-place", "SUFFIX", OPTION_OPTIONAL, &opt.in_place,
      "replace each input, keep the old one with SUFFIX", NULL },
    SHARED_INPUT_ROWS(opt.shared),
    SHARED_OTHER_ROWS(opt.shared),
    { 0, "list-codes", NULL, OPTION_FLAG, &opt.list_codes, "list all codes, and stop", NULL },
    { 0, "explain", "CODE", OPTION_STRING, &opt.explain,
      "print the rule behind CODE, and stop", NULL },
    { 0, NULL, NULL, OPTION_GROUP, NULL, NULL, NULL },
};
/* clang-format on */

static const char closing[] =
    "With no FILE, or when FILE is '-', read standard input.\n"
    "Exit status: 0 nothing found, 1 findings, 2 trouble,\n"
    "3 some game or file could not be read.\n"
    "Manual: shogi-validate(1); all codes: shogi-diagnostics(7).\n";

/* What is settled before the first game; workers only read it. */
struct validation {
    struct shogi_rules rules;
    bool profile_is_named;
    int level[SHOGI_DIAG_COUNT]; /* enum shogi_severity, LEVEL_DEFAULT or LEVEL_OFF */
    struct report_style style;
    uint32_t fixes; /* bits of enum fix; 0: report */
    /* With --in-place, of the file that is being mended: */
    enum shogi_encoding encoding; /* AUTO: that of each game */
    bool crlf, bom;
    /* Main thread only: */
    struct work work;
    enum tool_status status;
    bool wrote;
    uint64_t mends;                /* of this run */
    char path[TEMPORARY_PATH_MAX]; /* being read */
    struct summary summary;
};

/* ---- one game -----------------------------------------------------------------------
 */

/* The profile that the game asks for, under the switches that were given. */
static struct shogi_rules
rules_for(const struct validation *v, const struct shogi_game *g)
{
    struct shogi_rules rules = v->rules;

    if (!v->profile_is_named)
        shogi_rules_set(&rules, shogi_profile_of(g));
    if (opt.declaration > 0)
        rules.declaration = (enum shogi_declaration)(opt.declaration - 1);
    if (opt.repetition > 0)
        rules.repetition_by_agreement = opt.repetition == 2;
    if (opt.resignation > 0)
        rules.resignation_first = opt.resignation == 1;
    if (opt.max_moves > 0) {
        rules.max_moves = opt.max_moves;
        rules.limit_is_impasse = rules.limit_waits_for_check = false;
    }
    rules.variations = opt.variations == 1;
    return rules;
}

/* False: it is not reported. */
static bool
severity_of(const struct validation *v, const struct shogi_diag *d,
            enum shogi_severity *severity)
{
    int level = v->level[d->id];

    *severity =
        level >= 0 ? (enum shogi_severity)level : (enum shogi_severity)d->severity;
    if (opt.strict && level < 0 && *severity < SHOGI_FOUL)
        *severity = SHOGI_ERROR;
    if (level == LEVEL_OFF)
        return false;
    return *severity > SHOGI_NOTE || opt.shared.verbose || v->style.format == REPORT_JSON;
}

static bool
has_summary(const struct validation *v)
{
    return opt.summary && v->style.format == REPORT_TEXT && !v->fixes;
}

/* Append the findings of G to OUT, and what a summary counts to TEXT; how many of
 * them are more than notes. */
static uint32_t
report_game(const struct validation *v, const struct shogi_game *g, struct shogi_buf *out,
            struct shogi_buf *text)
{
    uint32_t counted = 0, written = 0;

    for (const struct shogi_diag *d = g->diags; d; d = d->next) {
        enum shogi_severity severity;
        if (!severity_of(v, d, &severity))
            continue;
        counted += severity > SHOGI_NOTE;
        if (severity > SHOGI_NOTE && has_summary(v))
            summary_add_finding(text, (enum shogi_diag_id)d->id);
        if (!opt.shared.quiet && (opt.max_findings == 0 || written++ < opt.max_findings))
            report_finding(out, &v->style, g, d, severity);
    }
    return counted;
}

/* Could the game not be read, or does it only hold a foul that cannot be played? */
static bool
is_unreadable(const struct shogi_game *g, enum shogi_status read)
{
    bool by_foul = false;

    for (const struct shogi_diag *d = g->diags; d; d = d->next) {
        if (d->severity == SHOGI_ERROR && d->id != SHOGI_DIAG_IMPOSSIBLE_START)
            return true;
        by_foul = by_foul || d->severity == SHOGI_FOUL;
    }
    return read == SHOGI_BAD && !by_foul;
}

/* Would writing G anew leave something out that stands in its file? */
static bool
would_lose(const struct shogi_game *g)
{
    for (const struct shogi_diag *d = g->diags; d; d = d->next)
        if (d->id == SHOGI_DIAG_AFTER_END || d->id == SHOGI_DIAG_UNKNOWN_LINE
            || d->id == SHOGI_DIAG_BAD_TIME || d->id == SHOGI_DIAG_BAD_ENCODING
            || d->id == SHOGI_DIAG_TOO_MANY_DIAGS
            || shogi_diag_is_loss((enum shogi_diag_id)d->id))
            return true;
    return false;
}

/* The mended record, in the format that it was read in: in UTF-8, or in place, as
 * its file has it.  What a file would lose by being written anew is not mended
 * there: FINDINGS. */
static enum tool_status
mend_game(const struct validation *v, const struct shogi_verdict *verdict,
          struct shogi_game *g, struct shogi_buf *utf8, struct shogi_buf *text)
{
    struct rewrite r = { .to = shogi_format_from_name(g->source.format),
                         .encoding = SHOGI_ENCODING_UTF8,
                         .crlf = v->crlf,
                         .unmappable = UNMAPPABLE_ERROR };
    enum shogi_status status;

    if (opt.in_place) {
        if (would_lose(g))
            return TOOL_FINDINGS;
        r.encoding = v->encoding;
        if (r.encoding == SHOGI_ENCODING_AUTO && g->source.encoding)
            shogi_encoding_from_name(g->source.encoding, strlen(g->source.encoding),
                                     &r.encoding);
        r.write.encoding = shogi_encoding_name(r.encoding);
        if (r.encoding == SHOGI_ENCODING_GB18030)
            r.write.glyphs = SHOGI_GLYPHS_ZH_HANS;
        if (r.encoding == SHOGI_ENCODING_BIG5)
            r.write.glyphs = SHOGI_GLYPHS_ZH_HANT;
    }
    fix_game(g, verdict, v->fixes);
    status = rewrite_text(&r, g, utf8, text);
    if (status == SHOGI_FATAL)
        g->out_of_memory = true;
    return opt.in_place && (status == SHOGI_BAD || would_lose(g)) ? TOOL_FINDINGS
                                                                  : TOOL_OK;
}

/* The format stands for a name: between two mended games stands what it wants. */
static void
name_format(const void *context, const struct shogi_game *g, struct shogi_buf *name)
{
    (void)context;
    shogi_buf_puts(name, g->source.format ? g->source.format : "");
}

static enum tool_status
validate_game(const void *context, void *worker, enum shogi_status read,
              struct shogi_game *g, struct shogi_buf *text, bool *more)
{
    const struct validation *v = context;
    struct shogi_rules rules = rules_for(v, g);
    struct shogi_buf *report = worker;
    bool unreadable = is_unreadable(g, read);
    struct shogi_verdict verdict;
    uint32_t findings;

    (void)more;
    if (v->fixes && read == SHOGI_BAD)
        return TOOL_UNREADABLE;
    if (shogi_game_audit(g, &rules, &verdict) == SHOGI_FATAL)
        return TOOL_TROUBLE;
    if (v->fixes)
        return mend_game(v, &verdict, g, report, text);
    shogi_buf_reset(report);
    if (has_summary(v))
        summary_begin_line(text, rules.profile);
    findings = report_game(v, g, report, text);
    if (has_summary(v))
        summary_end_line(text);
    if (!opt.shared.quiet && !unreadable)
        report_verdict(report, &v->style, g, &verdict);
    shogi_buf_add(text, report->data, report->len);
    text->failed = text->failed || report->failed;
    if (unreadable)
        return TOOL_UNREADABLE;
    return findings ? TOOL_FINDINGS : TOOL_OK;
}

static void *
open_worker(const void *context)
{
    struct shogi_buf *report = shogi_memory_alloc(sizeof *report);

    (void)context;
    if (report)
        *report = (struct shogi_buf){ 0 };
    return report;
}

static void
close_worker(void *worker)
{
    shogi_buf_release(worker);
    shogi_memory_free(worker);
}

/* ---- results, in order --------------------------------------------------------------
 */

static bool
put(struct validation *v, const char *bytes, size_t len)
{
    if (len == 0 || output_write(v->work.output, bytes, len))
        return true;
    v->status = TOOL_TROUBLE;
    return false;
}

static bool
put_buf(struct validation *v, const struct shogi_buf *text)
{
    if (!text->failed)
        return put(v, text->data, text->len);
    warn("out of memory");
    v->status = TOOL_TROUBLE;
    return false;
}

/* The closing line of a path. */
static bool
put_closing_line(struct validation *v)
{
    struct shogi_buf line = { 0 };
    bool good;

    if (!has_summary(v) || !v->path[0])
        return true;
    summary_put_path(&v->summary, v->path, &line);
    good = put_buf(v, &line);
    shogi_buf_release(&line);
    return good;
}

static bool
put_total(struct validation *v)
{
    struct shogi_buf text = { 0 };
    bool good;

    if (!has_summary(v))
        return true;
    summary_put_total(&v->summary, &text);
    good = put_buf(v, &text);
    shogi_buf_release(&text);
    return good;
}

/* Another path may begin. */
static bool
enter_path(struct validation *v, const char *path)
{
    if (strcmp(v->path, path) == 0)
        return true;
    if (!put_closing_line(v))
        return false;
    snprintf(v->path, sizeof v->path, "%s", path);
    return true;
}

/* The separator before RESULT, and what it begins with that a later game must not. */
static bool
put_separator(struct validation *v, const struct result *result, size_t *skip)
{
    const struct shogi_format *f = shogi_format_from_name(result->name);
    struct shogi_buf separator = { 0 };
    size_t bom;
    bool good;

    *skip = shogi_bom_length(result->text, result->text_len);
    if (!f || !f->separator)
        return true;
    shogi_text_encode(&separator, f->separator, strlen(f->separator),
                      v->encoding == SHOGI_ENCODING_AUTO ? SHOGI_ENCODING_UTF8
                                                         : v->encoding,
                      v->crlf, NULL);
    bom = shogi_bom_length(separator.data, separator.len);
    good = separator.failed ? put_buf(v, &separator)
                            : put(v, separator.data + bom, separator.len - bom);
    shogi_buf_release(&separator);
    return good;
}

static void
take_notes(struct validation *v, const struct result *result)
{
    for (size_t i = 0; i < result->note_count; i++) {
        v->mends += result->notes[i].id >= SHOGI_DIAG_MENDED_RESULT
                    && result->notes[i].id <= SHOGI_DIAG_MENDED_TOTAL;
        if (opt.shared.quiet && result->notes[i].severity < SHOGI_FOUL)
            continue;
        progress_clear();
        fwrite(result->notes[i].line, 1, result->notes[i].len, stderr);
    }
}

static bool
take_result(void *context, const struct result *result)
{
    struct validation *v = context;
    size_t skip = 0;

    if (!enter_path(v, result->path))
        return false;
    take_notes(v, result);
    v->status = tool_worse(v->status, result->status);
    if (has_summary(v) && result->number > 0)
        skip = summary_count(&v->summary, result->status, result->text, result->text_len);
    if (result->text_len == skip)
        return true;
    if (v->wrote && v->fixes && !put_separator(v, result, &skip))
        return false;
    if (v->wrote && !v->fixes
        && !put(v, report_separator(&v->style), strlen(report_separator(&v->style))))
        return false;
    v->wrote = true;
    return put(v, result->text + skip, result->text_len - skip);
}

/* ---- settling -----------------------------------------------------------------------
 */

static bool
id_of(const char *code, size_t len, int *id)
{
    for (int i = 0; i < SHOGI_DIAG_COUNT; i++) {
        const char *known = shogi_diag_id_code((enum shogi_diag_id)i);
        if (strlen(known) == len && memcmp(known, code, len) == 0) {
            *id = i;
            return true;
        }
    }
    warn("unknown code '%.*s'; see --list-codes", (int)len, code);
    return false;
}

static bool
set_level(struct validation *v, const char *assignment)
{
    const char *equals = strchr(assignment, '=');
    int id;

    if (!equals) {
        warn("--severity: '%s' is not CODE=LEVEL", assignment);
        return false;
    }
    if (!id_of(assignment, (size_t)(equals - assignment), &id))
        return false;
    if (strcmp(equals + 1, "off") == 0) {
        v->level[id] = LEVEL_OFF;
        return true;
    }
    for (int s = 0; s < SHOGI_SEVERITY_COUNT; s++) {
        if (strcmp(equals + 1, shogi_severity_name((enum shogi_severity)s)) == 0) {
            v->level[id] = s;
            return true;
        }
    }
    warn("--severity: unknown level '%s'", equals + 1);
    return false;
}

static bool
settle_levels(struct validation *v)
{
    int id;

    for (int i = 0; i < SHOGI_DIAG_COUNT; i++)
        v->level[i] = opt.only[0] ? LEVEL_OFF : LEVEL_DEFAULT;
    for (size_t i = 0; opt.only[i]; i++) {
        if (!id_of(opt.only[i], strlen(opt.only[i]), &id))
            return false;
        v->level[id] = LEVEL_DEFAULT;
    }
    for (size_t i = 0; opt.severity[i]; i++)
        if (!set_level(v, opt.severity[i]))
            return false;
    for (size_t i = 0; opt.ignore[i]; i++) {
        if (!id_of(opt.ignore[i], strlen(opt.ignore[i]), &id))
            return false;
        v->level[id] = LEVEL_OFF;
    }
    return true;
}

static bool
settle_fixes(struct validation *v)
{
    static const struct option_word words[] = { { "result", FIX_RESULT },
                                                { "handicap", FIX_HANDICAP },
                                                { "numbers", FIX_NUMBERS },
                                                { "totals", FIX_TOTALS },
                                                { NULL, 0 } };

    if (!parse_words("--fix", opt.fix, words, &v->fixes))
        return false;
    if (opt.in_place && !v->fixes) {
        warn("--in-place goes with --fix");
        return false;
    }
    return true;
}

static bool
settle(struct validation *v, struct inputs *in, unsigned *jobs)
{
    enum shogi_profile profile = SHOGI_PROFILE_JSA;

    if (opt.rules && !shogi_profile_from_name(opt.rules, &profile)) {
        warn("unknown rules '%s'", opt.rules);
        return false;
    }
    v->profile_is_named = opt.rules != NULL;
    shogi_rules_set(&v->rules, profile);
    v->work = (struct work){ .context = v,
                             .worker_open = open_worker,
                             .worker_close = close_worker,
                             .game = validate_game,
                             .done = take_result };
    if (!settle_levels(v) || !settle_fixes(v)
        || !tool_settle(&opt.shared, in, &v->work, jobs))
        return false;
    v->work.report = v->fixes == 0;
    v->work.keep_notes = v->fixes != 0;
    v->work.name = v->fixes ? name_format : NULL;
    v->style =
        (struct report_style){ .format = opt.json ? REPORT_JSON
                                                  : (enum report_format)opt.format,
                               .language = v->work.language,
                               .colour = opt.colour == 1
                                         || (opt.colour == 0 && isatty(STDOUT_FILENO)
                                             && !getenv("NO_COLOR") && !opt.output) };
    return true;
}

/* ---- the run ------------------------------------------------------------------------
 */

/* Keep the file at PATH under its name with the suffix, too. */
static bool
keep_old(const char *path)
{
    char kept[TEMPORARY_PATH_MAX];

    if (!opt.in_place[0])
        return true;
    if (snprintf(kept, sizeof kept, "%s%s", path, opt.in_place) >= (int)sizeof kept) {
        warn("path too long: '%s'", path);
        return false;
    }
    if ((unlink(kept) == 0 || errno == ENOENT)
        && linkat(AT_FDCWD, path, AT_FDCWD, kept, AT_SYMLINK_FOLLOW) == 0)
        return true;
    warn_errno(errno, "cannot keep '%s' as '%s'", path, kept);
    return false;
}

/* Is what was written the new content of its path?  A file that is mended in place
 * stays untouched when nothing was mended, or not all of it could be read. */
static bool
is_wanted(const struct validation *v, const char *output)
{
    if (!opt.in_place)
        return v->status != TOOL_TROUBLE;
    return v->status == TOOL_OK && v->mends > 0 && keep_old(output);
}

/* One run over the inputs, into OUTPUT (NULL: standard output). */
static enum tool_status
run(struct validation *v, struct inputs *in, unsigned jobs, const char *output)
{
    struct output_options options = { .path = output };
    struct pipeline *p;
    bool finished;

    v->work.output = output_open(&options);
    if (!v->work.output)
        return TOOL_TROUBLE;
    /* With --in-place the only input is to be replaced. */
    in->output = opt.in_place ? NULL : v->work.output;
    p = pipeline_open(&v->work, jobs);
    if (!p) {
        warn("out of memory");
        output_close(v->work.output, false);
        return TOOL_TROUBLE;
    }
    v->path[0] = '\0';
    v->wrote = false;
    v->mends = 0;
    if (v->bom && v->encoding == SHOGI_ENCODING_AUTO)
        put(v, "\xef\xbb\xbf", 3);
    if (!v->fixes)
        put(v, report_head(&v->style), strlen(report_head(&v->style)));
    inputs_feed(in, p);
    finished = pipeline_close(p);
    progress_clear();
    if (finished)
        finished = put_closing_line(v) && put_total(v);
    if (finished && !v->fixes)
        finished = put(v, report_foot(&v->style), strlen(report_foot(&v->style)));
    if (!finished)
        v->status = TOOL_TROUBLE;
    if (!output_close(v->work.output, is_wanted(v, output)))
        v->status = TOOL_TROUBLE;
    return v->status;
}

/* How the file at PATH is stored, as far as its games do not say it themselves. */
static bool
look_at_file(struct validation *v, const char *path)
{
    static char bytes[1 << 16];
    FILE *f = fopen(path, "rb");
    size_t len;

    if (!f) {
        warn_errno(errno, "cannot open '%s'", path);
        return false;
    }
    len = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    v->bom = shogi_bom_length(bytes, len) > 0;
    v->encoding = shogi_transcoder_needed(bytes, len);
    v->crlf = false;
    for (size_t i = 0; i + 2 < len && !v->crlf; i++)
        v->crlf = bytes[i] == '\r' && (bytes[i + 1] == '\n' || bytes[i + 2] == '\n');
    return true;
}

/* Mend each operand where it is; one that cannot be written whole stays as it is. */
static enum tool_status
run_in_place(struct validation *v, struct inputs *in, unsigned jobs, char **operands)
{
    enum tool_status worst = TOOL_OK;

    if (!*operands || in->list) {
        warn("--in-place goes with files as operands");
        return TOOL_TROUBLE;
    }
    for (; *operands; operands++) {
        char *one[] = { *operands, NULL };
        if (strcmp(*operands, "-") == 0 || !look_at_file(v, *operands)) {
            worst = TOOL_TROUBLE;
            continue;
        }
        in->operands = one;
        v->status = TOOL_OK;
        worst = tool_worse(worst, run(v, in, jobs, *operands));
        if (v->status != TOOL_OK)
            warn("'%s' is left as it is", *operands);
    }
    return worst;
}

static void
list_codes(void)
{
    for (int i = 0; i < SHOGI_DIAG_COUNT; i++)
        printf("%-22s %s\n", shogi_diag_id_code((enum shogi_diag_id)i),
               shogi_severity_name(shogi_diag_id_severity((enum shogi_diag_id)i)));
}

static bool
enter_sandbox(char **operands)
{
    const struct sandbox_needs needs = { .inputs = operands,
                                         .any_input = opt.shared.list != NULL,
                                         .outputs = { opt.output },
                                         .inputs_are_outputs = opt.in_place != NULL };

    return sandbox_enter((enum sandbox_mode)opt.shared.sandbox, &needs);
}

static enum tool_status
validate(char **operands)
{
    static struct validation v;
    struct inputs in = { .operands = operands };
    unsigned jobs;

    if (!settle(&v, &in, &jobs) || !enter_sandbox(operands))
        return TOOL_TROUBLE;
    temporary_clean_on_signals();
    progress_start(!opt.shared.no_progress);
    return opt.in_place ? run_in_place(&v, &in, jobs, operands)
                        : run(&v, &in, jobs, opt.output);
}

int
main(int argc, char **argv)
{
    enum tool_status status = TOOL_OK;
    int operands, id;

    tool_start(argv);
    if (!parse_options(argc, argv, validate_options, &operands))
        return close_output(TOOL_TROUBLE);
    if (opt.shared.help)
        print_help("[OPTION]... [FILE]...",
                   "Report broken rules and wrong results in shogi game records.\n",
                   validate_options, closing);
    else if (opt.shared.version)
        print_version();
    else if (opt.shared.list_formats)
        print_formats();
    else if (opt.list_codes)
        list_codes();
    else if (opt.explain)
        status = id_of(opt.explain, strlen(opt.explain), &id)
                     ? explain((enum shogi_diag_id)id)
                     : TOOL_TROUBLE;
    else
        status = validate(argv + operands);
    return close_output(status);
}
