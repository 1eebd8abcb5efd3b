/* SPDX-License-Identifier: MIT */
/* report.c - findings of an audit as text, JSON lines, CI annotations or SARIF. */
#include "tool/report.h"

#include <jansson.h>
#include <string.h>

#include "base/utf8.h"
#include "tool/message.h"

/* ---- text ---------------------------------------------------------------------------
 */

static const char *const colours[SHOGI_SEVERITY_COUNT] = {
    [SHOGI_NOTE] = "\033[36m",
    [SHOGI_WARNING] = "\033[35m",
    [SHOGI_FOUL] = "\033[31m",
    [SHOGI_ERROR] = "\033[31m",
};

static void
put_place(struct shogi_buf *out, const struct shogi_game *g, const struct shogi_diag *d)
{
    const char *path = g->source.path ? g->source.path : "-";

    shogi_buf_put_visible(out, path, strlen(path));
    if (d->at.line > 0)
        shogi_buf_printf(out, ":%u:%u", (unsigned)d->at.line, (unsigned)d->at.column);
}

static void
put_text(struct shogi_buf *out, const struct report_style *style,
         const struct shogi_game *g, const struct shogi_diag *d,
         enum shogi_severity severity)
{
    put_place(out, g, d);
    shogi_buf_puts(out, ": ");
    if (style->colour)
        shogi_buf_puts(out, colours[severity]);
    shogi_buf_puts(out, shogi_severity_name(severity));
    if (style->colour)
        shogi_buf_puts(out, "\033[0m");
    shogi_buf_puts(out, ": ");
    if (g->source.number > 1)
        shogi_buf_printf(out, "game %llu: ", (unsigned long long)g->source.number);
    shogi_diag_put_message(d, style->language, out);
    shogi_buf_printf(out, " [%s]\n", shogi_diag_code(d));
}

/* "::error file=...,line=...,col=...::message", with what the syntax needs
 * escaped. */
static void
put_github_value(struct shogi_buf *out, const char *s, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        if (s[i] == '%' || s[i] == '\r' || s[i] == '\n' || s[i] == ':' || s[i] == ',')
            shogi_buf_printf(out, "%%%02X", (unsigned char)s[i]);
        else
            shogi_buf_putc(out, s[i]);
    }
}

static void
put_github(struct shogi_buf *out, const struct report_style *style,
           const struct shogi_game *g, const struct shogi_diag *d,
           enum shogi_severity severity)
{
    static const char *const levels[] = { "notice", "warning", "error", "error" };
    const char *path = g->source.path ? g->source.path : "-";
    struct shogi_buf message = { 0 };

    shogi_diag_put_message(d, style->language, &message);
    shogi_buf_printf(out, "::%s file=", levels[severity]);
    put_github_value(out, path, strlen(path));
    if (d->at.line > 0)
        shogi_buf_printf(out, ",line=%u,col=%u", (unsigned)d->at.line,
                         (unsigned)d->at.column);
    shogi_buf_puts(out, "::");
    put_github_value(out, message.data ? message.data : "", message.len);
    shogi_buf_printf(out, " [%s]\n", shogi_diag_code(d));
    out->failed = out->failed || message.failed;
    shogi_buf_release(&message);
}

/* ---- JSON ---------------------------------------------------------------------------
 */

/* Text of a record may hold anything; JSON wants UTF-8. */
static json_t *
json_text(const char *s, size_t len)
{
    struct shogi_buf visible = { 0 };
    json_t *text = NULL;

    if (shogi_utf8_is_valid(s, len))
        return json_stringn(s, len);
    shogi_buf_put_visible(&visible, s, len);
    if (!visible.failed)
        text = json_stringn(visible.data, visible.len);
    shogi_buf_release(&visible);
    return text;
}

static json_t *
json_path(const struct shogi_game *g)
{
    const char *path = g->source.path ? g->source.path : "-";

    return json_text(path, strlen(path));
}

static json_t *
json_message(const struct report_style *style, const struct shogi_diag *d)
{
    struct shogi_buf message = { 0 };
    json_t *text = NULL;

    shogi_diag_put_message(d, style->language, &message);
    if (!message.failed)
        text = json_text(message.data ? message.data : "", message.len);
    shogi_buf_release(&message);
    return text;
}

static json_t *
json_side(enum shogi_side side)
{
    return side == SHOGI_BLACK   ? json_string("black")
           : side == SHOGI_WHITE ? json_string("white")
                                 : json_null();
}

static json_t *
json_winner(enum shogi_winner winner)
{
    return winner == SHOGI_WINNER_BLACK   ? json_string("black")
           : winner == SHOGI_WINNER_WHITE ? json_string("white")
                                          : json_null();
}

static json_t *
json_move(shogi_move m)
{
    char usi[SHOGI_USI_SIZE];

    if (m == SHOGI_NO_MOVE)
        return json_null();
    shogi_move_to_usi(m, usi);
    return json_string(usi);
}

static int
append_json(const char *bytes, size_t len, void *out)
{
    shogi_buf_add(out, bytes, len);
    return 0;
}

static void
put_json(struct shogi_buf *out, json_t *object)
{
    if (!object || json_dump_callback(object, append_json, out, JSON_COMPACT) != 0)
        out->failed = true;
    json_decref(object);
}

static void
put_json_finding(struct shogi_buf *out, const struct report_style *style,
                 const struct shogi_game *g, const struct shogi_diag *d,
                 enum shogi_severity severity)
{
    put_json(out, json_pack("{s:s, s:o, s:I, s:I, s:I, s:o, s:o, s:s, s:s, s:o, s:o}",
                            "type", "finding", "path", json_path(g), "game",
                            (json_int_t)g->source.number, "line", (json_int_t)d->at.line,
                            "column", (json_int_t)d->at.column, "ply",
                            d->ply ? json_integer(d->ply) : json_null(), "move",
                            json_move(d->move), "severity", shogi_severity_name(severity),
                            "code", shogi_diag_code(d), "message", json_message(style, d),
                            "offender", json_side((enum shogi_side)d->offender)));
    shogi_buf_putc(out, '\n');
}

/* A result of SARIF 2.1.0. */
static void
put_sarif(struct shogi_buf *out, const struct report_style *style,
          const struct shogi_game *g, const struct shogi_diag *d,
          enum shogi_severity severity)
{
    static const char *const levels[] = { "note", "warning", "error", "error" };
    json_t *location = json_pack("{s:{s:{s:o}}}", "physicalLocation", "artifactLocation",
                                 "uri", json_path(g));

    if (location && d->at.line > 0)
        json_object_set_new(json_object_get(location, "physicalLocation"), "region",
                            json_pack("{s:I, s:I}", "startLine", (json_int_t)d->at.line,
                                      "startColumn", (json_int_t)d->at.column));
    put_json(out, json_pack("{s:s, s:s, s:{s:o}, s:[o]}", "ruleId", shogi_diag_code(d),
                            "level", levels[severity], "message", "text",
                            json_message(style, d), "locations", location));
}

void
report_finding(struct shogi_buf *out, const struct report_style *style,
               const struct shogi_game *g, const struct shogi_diag *d,
               enum shogi_severity severity)
{
    switch (style->format) {
    case REPORT_TEXT:
        put_text(out, style, g, d, severity);
        break;
    case REPORT_JSON:
        put_json_finding(out, style, g, d, severity);
        break;
    case REPORT_GITHUB:
        put_github(out, style, g, d, severity);
        break;
    case REPORT_SARIF:
        if (out->len > 0)
            shogi_buf_puts(out, report_separator(style));
        put_sarif(out, style, g, d, severity);
        break;
    }
}

/* ---- verdicts -----------------------------------------------------------------------
 */

static json_t *
json_recorded(const struct shogi_verdict *v)
{
    const char *words = v->end ? v->end->as_written : NULL;

    if (!v->end)
        return json_pack("{s:n, s:n, s:n}", "end", "winner", "words");
    return json_pack("{s:s, s:o, s:o}", "end",
                     shogi_end_name((enum shogi_end)v->end->end), "winner",
                     json_winner(v->recorded), "words",
                     words ? json_text(words, strlen(words)) : json_null());
}

static json_t *
json_codes(const struct shogi_verdict *v)
{
    json_t *codes = json_array();

    for (size_t i = 0; codes && i < v->code_count; i++)
        json_array_append_new(codes, json_string(v->codes[i]));
    return codes;
}

void
report_verdict(struct shogi_buf *out, const struct report_style *style,
               const struct shogi_game *g, const struct shogi_verdict *v)
{
    if (style->format != REPORT_JSON)
        return;
    put_json(
        out,
        json_pack("{s:s, s:o, s:I, s:s, s:o, s:o, s:o, s:o, s:b, s:o, s:s, s:s}", "type",
                  "verdict", "path", json_path(g), "game", (json_int_t)g->source.number,
                  "event", shogi_event_name(v->event), "codes", json_codes(v), "ply",
                  v->event == SHOGI_EVENT_NONE ? json_null() : json_integer(v->ply),
                  "offender", json_side(v->offender), "winner", json_winner(v->winner),
                  "continued", v->continued, "recorded", json_recorded(v), "result",
                  shogi_result_name(v->result), "rules", shogi_profile_name(v->profile)));
    shogi_buf_putc(out, '\n');
}

/* ---- frames -------------------------------------------------------------------------
 */

const char *
report_head(const struct report_style *style)
{
    return style->format == REPORT_SARIF
               ? "{\"version\":\"2.1.0\","
                 "\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\","
                 "\"runs\":[{\"tool\":{\"driver\":{\"name\":\"shogi-validate\"}},"
                 "\"results\":[\n"
               : "";
}

const char *
report_foot(const struct report_style *style)
{
    return style->format == REPORT_SARIF ? "\n]}]}\n" : "";
}

const char *
report_separator(const struct report_style *style)
{
    return style->format == REPORT_SARIF ? ",\n" : "";
}
