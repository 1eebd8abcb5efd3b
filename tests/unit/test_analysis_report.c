/* SPDX-License-Identifier: MIT */
/* test_analysis_report.c - an assessed game as JSON Lines that fit their schema, as CSV
 * that no spreadsheet runs, and as text that no terminal obeys. */
#include "assessed.h"

#include <jansson.h>

#include "base/utf8.h"
#include "schema.h"
#include "tool/analysis_report.h"

static const struct analysis_about about = {
    .engine = "engine & sons",
    .limits = { .nodes = 200000, .depth = 12, .lines = 2 },
};

typedef void put_report(struct shogi_buf *, const struct assessed_game *,
                        const struct analysis_about *);

/* The report of T, which lives until the next one. */
static const char *
report(struct assessed *t, put_report *put, const struct analysis_about *who)
{
    assessed_finish(t);
    shogi_buf_reset(&t->record.out);
    put(&t->record.out, &t->game, who);
    return record_answer(&t->record);
}

/* Names that try to be something else. */
static const char *const hostile[] = {
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝１",
    "＋１",
    "－１",
    "＠A",
    "\"quoted\", with comma",
    "\x1b[31mred\x07",
    "a\xe2\x80\xaeleft",
    "\xff\xfe broken \xc3",
    "two\nlines",
    "\xc2\x9b"
    "31m",
    "</script>",
    "",
};
enum { HOSTILE = sizeof hostile / sizeof *hostile };

static void
compose_hostile(struct assessed *t, const char *name)
{
    assessed_compose(t);
    for (struct shogi_header *h = t->record.game->headers; h; h = h->next)
        h->value = name;
    t->record.game->source.path = name;
    ok(assess_failure(&t->game, 5, name));
    t->game.positions[3].engine = name;
}

/* ---- JSON Lines ---------------------------------------------------------------------
 */

static json_t *
load_schema(void)
{
    const char *top = getenv("TOP_SRCDIR");
    char path[4096];

    snprintf(path, sizeof path, "%s/share/shogi-analysis.schema.json", top ? top : ".");
    return json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
}

/* The lines of TEXT as an array; each must fit SCHEMA. */
static json_t *
read_lines(const json_t *schema, const char *text)
{
    json_t *lines = json_array();

    for (const char *lf; (lf = strchr(text, '\n')); text = lf + 1) {
        json_t *v = json_loadb(text, (size_t)(lf - text), JSON_REJECT_DUPLICATES, NULL);
        struct schema s = { .root = schema };
        if (!ok(v && schema_fits(&s, schema, v)))
            note("%s: %.*s", v ? s.fault : "no JSON", (int)(lf - text), text);
        json_array_append_new(lines, v);
    }
    is_int(*text, '\0');
    return lines;
}

static const char *
string_at(const json_t *line, const char *key)
{
    return json_string_value(json_object_get(line, key));
}

static bool
is_null_at(const json_t *line, const char *key)
{
    return json_is_null(json_object_get(line, key));
}

static void
test_lines_are_a_game_its_positions_and_a_summary(const json_t *schema)
{
    struct assessed t;
    json_t *lines, *first, *last;

    assessed_compose(&t);
    t.scale.skip_plies = 4;
    lines = read_lines(schema, report(&t, analysis_put_jsonl, &about));
    is_int(json_array_size(lines), 1 + 13 + 1);
    first = json_array_get(lines, 0);
    last = json_array_get(lines, 14);
    is_str(string_at(first, "type"), "game");
    is_str(string_at(first, "black"), "先手 <太郎>");
    is_int(json_integer_value(json_object_get(first, "plies")), 12);
    for (size_t i = 1; i <= 13; i++) {
        json_t *p = json_array_get(lines, i);
        is_str(string_at(p, "type"), "position");
        is_int(json_integer_value(json_object_get(p, "ply")), (int)i - 1);
        is_str(string_at(p, "side"), i % 2 ? "black" : "white");
    }
    is_str(string_at(last, "type"), "summary");
    is_int(json_array_size(json_object_get(last, "turning_points")), 3);
    json_decref(lines);
    assessed_end(&t);
}

/* One position of each kind, character by character. */
static void
test_a_position_is_written_like_this(void)
{
    struct assessed t;
    const char *text;

    assessed_compose(&t);
    t.mate = (struct shogi_mate){ .answer = SHOGI_MATE_NONE };
    ok(assess_mate(&t.game, 2, &t.mate));
    text = report(&t, analysis_put_jsonl, &about);
    ok(strstr(
        text,
        "{\"type\":\"position\",\"game\":1,\"ply\":2,\"sfen\":\"lnsgkgsnl/1r5b1/"
        "pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3\",\"side\":\"black\","
        "\"score\":{\"kind\":\"cp\",\"cp\":200,\"cp_mover\":200,\"winner\":null,"
        "\"mate\":null,\"bound\":\"exact\"},\"winrate_black\":0.582570,"
        "\"depth\":9,\"seldepth\":12,\"nodes\":1000,\"time_ms\":7,"
        "\"best_usi\":\"9g9f\",\"best\":[{\"rank\":1,\"usi\":\"9g9f\",\"score\":"
        "{\"kind\":\"cp\",\"cp\":200,\"cp_mover\":200,\"winner\":null,\"mate\":null,"
        "\"bound\":\"exact\"},\"depth\":9,\"seldepth\":12,\"pv\":[\"9g9f\"]}],"
        "\"played\":{\"usi\":\"2g2f\",\"ki2\":\"▲２六歩\",\"time_ms\":30000},"
        "\"rank_of_played\":null,\"loss_winrate\":0.243326,\"loss_cp\":600,"
        "\"verdict\":\"mistake\",\"missed_mate\":false,\"walked_into_mate\":false,"
        "\"threw_win_away\":false,\"turning_point\":true,"
        "\"mate\":{\"answer\":\"no-mate\",\"plies\":null,\"shortest\":null,"
        "\"line\":null},\"threat\":null,\"brinkmate\":null,\"engine\":\"engine\","
        "\"recorded\":false,"
        "\"error\":null}\n"));
    ok(strstr(text,
              "\"side\":\"white\",\"score\":{\"kind\":\"mate\",\"cp\":null,"
              "\"cp_mover\":null,\"winner\":\"white\",\"mate\":{\"winner\":\"white\","
              "\"plies\":9},\"bound\":\"exact\"},\"winrate_black\":0.000000,"));
    ok(strstr(text, "\"score\":{\"kind\":\"mate\",\"cp\":null,\"cp_mover\":null,"
                    "\"winner\":\"black\",\"mate\":{\"winner\":\"black\",\"plies\":null},"
                    "\"bound\":\"exact\"},\"winrate_black\":1.000000,"));
    ok(strstr(text, "\"side\":\"white\",\"score\":{\"kind\":\"cp\",\"cp\":-400,"
                    "\"cp_mover\":400,"));
    assessed_end(&t);
}

static void
test_what_is_not_known_is_null(const json_t *schema)
{
    static const char *const keys[] = {
        "score",       "winrate_black",    "depth",          "nodes",         "time_ms",
        "best_usi",    "rank_of_played",   "loss_winrate",   "loss_cp",       "verdict",
        "missed_mate", "walked_into_mate", "threw_win_away", "turning_point", "mate",
        "threat",      "brinkmate",        "engine",         "recorded",
    };
    struct analysis_about nobody = { 0 };
    struct assessed t;
    json_t *lines, *p, *player;

    assessed_begin(&t, ASSESSED_LINE);
    ok(assess_failure(&t.game, 1, "it died"));
    lines = read_lines(schema, report(&t, analysis_put_jsonl, &nobody));
    p = json_array_get(lines, 2);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!ok(is_null_at(p, keys[i])))
            note("%s", keys[i]);
    is_str(string_at(p, "error"), "it died");
    ok(is_null_at(json_array_get(lines, 13), "played"));
    p = json_array_get(lines, 14);
    is_int(json_integer_value(json_object_get(p, "known")), 0);
    is_int(json_integer_value(json_object_get(p, "failed")), 1);
    player = json_object_get(json_object_get(p, "players"), "black");
    ok(is_null_at(json_object_get(player, "match"), "rate"));
    ok(is_null_at(json_object_get(player, "loss_winrate"), "mean"));
    ok(is_null_at(json_array_get(json_object_get(player, "loss_cp"), 0), "mean"));
    ok(is_null_at(json_array_get(lines, 0), "engine"));
    json_decref(lines);
    assessed_end(&t);
}

static void
test_candidates_mates_and_threats_are_written(const json_t *schema)
{
    struct assessed t;
    json_t *lines, *p, *best, *mate;

    assessed_begin(&t, ASSESSED_LINE);
    assessed_line(&t, "7g7f 8c8d", SHOGI_SCORE_CP, 30);
    assessed_line(&t, "2g2f", SHOGI_SCORE_CP, -10);
    t.answer.lines[1].bound = SHOGI_BOUND_UPPER;
    assessed_answer(&t, 0);
    t.answer.end = SHOGI_ANSWER_DECLARE;
    assessed_answer(&t, 1);
    assessed_cp(&t, 2, "2g2f", 31111);
    t.mate = (struct shogi_mate){ .answer = SHOGI_MATE_FOUND, .plies = 1 };
    t.mate.line[0] = shogi_move_from_usi("8h2b+", 5);
    ok(assess_threat(&t.game, 3, &t.mate));
    assess_brink(&t.game, 3, &(struct shogi_brink){ .answer = SHOGI_BRINK_PROVEN });
    ok(assess_mate(&t.game, 4, &t.mate));
    lines = read_lines(schema, report(&t, analysis_put_jsonl, &about));

    best = json_object_get(json_array_get(lines, 1), "best");
    is_int(json_array_size(best), 2);
    is_int(json_array_size(json_object_get(json_array_get(best, 0), "pv")), 2);
    is_str(string_at(json_object_get(json_array_get(best, 1), "score"), "bound"),
           "upper");
    is_int(
        json_integer_value(json_object_get(json_array_get(lines, 1), "rank_of_played")),
        1);
    is_str(string_at(json_array_get(lines, 1), "verdict"), "best");
    p = json_object_get(json_array_get(lines, 2), "score");
    is_str(string_at(p, "kind"), "declaration");
    is_str(string_at(p, "winner"), "white");
    ok(is_null_at(p, "mate") && is_null_at(p, "cp"));
    p = json_object_get(json_array_get(lines, 3), "score");
    is_str(string_at(p, "kind"), "decided");
    ok(is_null_at(p, "mate") && is_null_at(p, "cp"));
    mate = json_object_get(json_array_get(lines, 4), "brinkmate");
    is_str(json_string_value(mate), "proven");
    mate = json_object_get(json_array_get(lines, 4), "threat");
    is_str(string_at(mate, "answer"), "mate");
    is_str(json_string_value(json_array_get(json_object_get(mate, "line"), 0)), "8h2b+");
    mate = json_object_get(json_array_get(lines, 5), "mate");
    is_int(json_integer_value(json_object_get(mate, "plies")), 1);
    json_decref(lines);
    assessed_end(&t);
}

static void
test_the_schema_refuses_what_is_wrong(const json_t *schema)
{
    static const char *const changes[][2] = {
        { "\"type\":\"position\"", "\"type\":\"place\"" },
        { "\"schema\":1", "\"schema\":2" },
        { "\"cp\":50", "\"cp\":\"50\"" },
        { "\"kind\":\"cp\"", "\"kind\":\"mated\"" },
        { "\"winrate_black\"", "\"winrate\"" },
        { "\"verdict\":\"inexact\"", "\"verdict\":\"bad\"" },
        { "\"best_usi\":\"2g2f\"", "\"best_usi\":\"2g2z\"" },
        { "\"truncated\":false", "\"truncated\":null" },
        { "\"missed_mates\":0", "\"missed_mates\":-1" },
    };
    struct assessed t;
    char *text, *changed = calloc(1, 60000);

    assessed_compose(&t);
    text = strdup(report(&t, analysis_put_jsonl, &about));
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const char *at = strstr(text, changes[i][0]), *line = at, *end;
        struct schema s = { .root = schema };
        json_t *v;
        if (!ok(at))
            continue;
        while (line > text && line[-1] != '\n')
            line--;
        end = strchr(at, '\n');
        snprintf(changed, 60000, "%.*s%s%.*s", (int)(at - line), line, changes[i][1],
                 (int)(end - at - (long)strlen(changes[i][0])),
                 at + strlen(changes[i][0]));
        v = json_loads(changed, 0, NULL);
        if (!ok(v && !schema_fits(&s, schema, v)))
            note("with %s", changes[i][1]);
        json_decref(v);
    }
    free(text);
    free(changed);
    assessed_end(&t);
}

static void
test_hostile_names_are_strings_of_json(const json_t *schema)
{
    for (size_t i = 0; i < HOSTILE; i++) {
        struct analysis_about who = { .engine = hostile[i] };
        struct assessed t;
        json_t *lines;
        compose_hostile(&t, hostile[i]);
        lines = read_lines(schema, report(&t, analysis_put_jsonl, &who));
        is_int(json_array_size(lines), 15);
        if (shogi_utf8_is_valid(hostile[i], strlen(hostile[i])))
            is_str(string_at(json_array_get(lines, 0), "black"), hostile[i]);
        json_decref(lines);
        assessed_end(&t);
    }
}

/* ---- CSV ----------------------------------------------------------------------------
 */

enum { COLUMNS = 32 };

/* A row as RFC 4180 has it: its fields, one behind the other in `text`. */
struct row {
    char text[8192];
    const char *field[COLUMNS + 1];
    int count;
    const char *fault;
};

/* Read one row at S; behind it, or NULL. */
static const char *
read_row(struct row *r, const char *s)
{
    char *to = r->text;

    *r = (struct row){ 0 };
    for (;;) {
        if (r->count > COLUMNS)
            return NULL;
        r->field[r->count++] = to;
        if (*s == '"') {
            for (s++; *s && (*s != '"' || s[1] == '"'); s++) {
                *to++ = *s;
                s += *s == '"';
            }
            if (*s++ != '"')
                return NULL;
        } else {
            while (*s && !strchr(",\"\r\n", *s))
                *to++ = *s++;
        }
        *to++ = '\0';
        if (s[0] == '\r' && s[1] == '\n')
            return s + 2;
        if (*s++ != ',')
            return NULL;
    }
}

static int
column(const struct row *head, const char *name)
{
    for (int i = 0; i < head->count; i++)
        if (strcmp(head->field[i], name) == 0)
            return i;
    ok(!"no such column");
    return 0;
}

static void
put_whole_csv(struct shogi_buf *out, const struct assessed_game *a,
              const struct analysis_about *who)
{
    analysis_put_csv_head(out);
    analysis_put_csv(out, a, who);
}

static void
test_each_move_is_a_row_of_as_many_fields_as_the_head(void)
{
    static struct row head, row;
    struct assessed t;
    const char *s;
    int rows = 0;

    assessed_compose(&t);
    s = read_row(&head, report(&t, put_whole_csv, &about));
    is_int(head.count, COLUMNS);
    for (; s && *s; rows++) {
        s = read_row(&row, s);
        if (!ok(s && row.count == COLUMNS))
            break;
        is_int(atoi(row.field[column(&head, "ply")]), rows + 1);
        is_str(row.field[column(&head, "side")], rows % 2 ? "white" : "black");
        is_str(row.field[column(&head, "limit")], "200000 nodes, depth 12");
    }
    is_int(rows, 12);
    assessed_end(&t);
}

/* Row of the move at PLY. */
static void
find_row(struct row *row, const char *s, int ply)
{
    while (s && ply-- >= 0)
        s = read_row(row, s);
    ok(s);
}

static void
test_a_row_says_what_the_move_did(void)
{
    static struct row head, row;
    struct assessed t;
    const char *text;

    assessed_compose(&t);
    text = report(&t, put_whole_csv, &about);
    read_row(&head, text);
    find_row(&row, text, 3);
    is_str(row.field[column(&head, "black")], "先手 <太郎>");
    is_str(row.field[column(&head, "move")], "▲２六歩");
    is_str(row.field[column(&head, "time_ms")], "30000");
    is_str(row.field[column(&head, "cp_before")], "200");
    is_str(row.field[column(&head, "cp")], "-400"); /* a number keeps its sign */
    is_str(row.field[column(&head, "winrate")], "0.339244");
    is_str(row.field[column(&head, "best_usi")], "9g9f");
    is_str(row.field[column(&head, "is_best")], "0");
    is_str(row.field[column(&head, "loss_winrate")], "0.243326");
    is_str(row.field[column(&head, "loss_cp")], "600");
    is_str(row.field[column(&head, "verdict")], "mistake");
    is_str(row.field[column(&head, "turning_point")], "1");
    find_row(&row, text, 5); /* behind it nothing is known */
    is_str(row.field[column(&head, "kind")], "");
    is_str(row.field[column(&head, "cp")], "");
    is_str(row.field[column(&head, "loss_winrate")], "");
    is_str(row.field[column(&head, "verdict")], "");
    is_str(row.field[column(&head, "time_ms")], "");
    find_row(&row, text, 7);
    is_str(row.field[column(&head, "kind")], "mate");
    is_str(row.field[column(&head, "winner")], "white");
    is_str(row.field[column(&head, "mate_plies")], "9");
    is_str(row.field[column(&head, "cp")], "");
    is_str(row.field[column(&head, "threw_win_away")], "1");
    assessed_end(&t);
}

/* Does a spreadsheet take S for a formula? */
static bool
is_formula(const char *s)
{
    static const char *const wide[] = { "＝", "＋", "－", "＠" };
    bool is_number = *s == '-' && s[1] >= '0' && s[1] <= '9'
                     && strspn(s + 1, "0123456789.") == strlen(s + 1);

    for (size_t i = 0; i < 4; i++)
        if (strncmp(s, wide[i], 3) == 0)
            return true;
    return *s && strchr("=+-@\t\r\n", *s) && !is_number;
}

static void
test_no_field_is_a_formula_or_breaks_its_row(void)
{
    static struct row head, row;

    for (size_t i = 0; i < HOSTILE; i++) {
        struct analysis_about who = { .engine = hostile[i] };
        struct assessed t;
        const char *s;
        int rows = 0, formulas = 0, broken = 0, other = 0;
        compose_hostile(&t, hostile[i]);
        s = read_row(&head, report(&t, put_whole_csv, &who));
        for (; s && *s; rows++) {
            s = read_row(&row, s);
            broken += row.count != COLUMNS;
            for (int f = 0; f < row.count; f++)
                formulas += is_formula(row.field[f]);
            /* "-1" is a name there, not a number. */
            other += row.field[column(&head, "black")][0] == '-';
        }
        is_int(rows, 12);
        is_int(formulas + broken + other, 0);
        ok(shogi_utf8_is_valid(t.record.out.data, t.record.out.len - 1));
        ok(!strchr(t.record.out.data, '\x1b'));
        assessed_end(&t);
    }
}

/* ---- text ---------------------------------------------------------------------------
 */

static const struct analysis_about languages[] = {
    { .engine = "engine & sons", .limits = { .nodes = 200000 } },
    { .engine = "engine & sons",
      .limits = { .nodes = 200000 },
      .language = SHOGI_JAPANESE },
};

static void
test_a_composed_game_reads_as_it_did(void)
{
    struct assessed t;

    assessed_compose(&t);
    t.scale.skip_plies = 4;
    assessed_is_golden(report(&t, analysis_put_text, &languages[0]), "analysis-en.txt");
    assessed_is_golden(report(&t, analysis_put_text, &languages[1]), "analysis-ja.txt");
    assessed_end(&t);
}

/* Lines that are too wide, end in blanks, or steer a terminal. */
static int
count_bad_lines(const char *s)
{
    int bad = 0;

    for (const char *lf; (lf = strchr(s, '\n')); s = lf + 1) {
        size_t len = (size_t)(lf - s), size;
        bool is_bad = shogi_utf8_width(s, len) > 80 || (len && lf[-1] == ' ');
        for (size_t at = 0; at < len; at += size) {
            uint32_t c = shogi_utf8_decode(s + at, len - at, &size);
            is_bad = is_bad || c < 0x20 || (c >= 0x7f && c < 0xa0)
                     || (c >= 0x202a && c <= 0x202e) || (c == 0xfffd && size == 1);
        }
        if (is_bad)
            note("%.*s", (int)len, s);
        bad += is_bad;
    }
    return bad + (*s != '\0');
}

static void
test_text_keeps_to_its_columns_and_steers_nothing(void)
{
    for (size_t language = 0; language < 2; language++) {
        struct assessed t;
        for (size_t i = 0; i < HOSTILE; i++) {
            struct analysis_about who = languages[language];
            who.engine = hostile[i];
            compose_hostile(&t, hostile[i]);
            is_int(count_bad_lines(report(&t, analysis_put_text, &who)), 0);
            assessed_end(&t);
        }
        compose_hostile(&t, "とても長い名前とても長い名前とても長い名前とても長い名前と"
                            "ても長い名前とても長い名前とても長い名前とても長い名前");
        is_int(count_bad_lines(report(&t, analysis_put_text, &languages[language])), 0);
        ok(strstr(t.record.out.data, "…"));
        assessed_end(&t);
    }
}

static void
test_a_game_without_values_is_told_without_figures(void)
{
    struct assessed t;
    const char *text;

    assessed_begin(&t, "startpos");
    t.game.is_truncated = true;
    text = report(&t, analysis_put_text, &languages[0]);
    ok(strstr(text, "Positions with a value: 0 of 1\n"));
    ok(strstr(text, "The analysis was broken off.\n"));
    ok(strstr(text, "- of 0"));
    ok(strstr(text, "  none\n"));
    is_int(count_bad_lines(text), 0);
    assessed_end(&t);
}

static void
test_definitions_are_given_once_for_an_input(void)
{
    struct assessed t;

    assessed_compose(&t);
    ok(strstr(report(&t, analysis_put_text, &languages[0]), "What the numbers are\n"));
    t.record.game->source.number = 2;
    ok(!strstr(report(&t, analysis_put_text, &languages[0]), "What the numbers are\n"));
    assessed_end(&t);
}

static void
test_memory_that_is_out_is_told_by_the_buffer(void)
{
    struct assessed t;

    assessed_compose(&t);
    assessed_finish(&t);
    t.record.out.failed = true;
    t.record.out.len = t.record.out.cap = 0;
    analysis_put_text(&t.record.out, &t.game, &about);
    analysis_put_jsonl(&t.record.out, &t.game, &about);
    analysis_put_csv(&t.record.out, &t.game, &about);
    ok(t.record.out.failed);
    is_int(t.record.out.len, 0);
    assessed_end(&t);
}

int
main(void)
{
    json_t *schema = load_schema();

    ok(schema);
    test_lines_are_a_game_its_positions_and_a_summary(schema);
    test_a_position_is_written_like_this();
    test_what_is_not_known_is_null(schema);
    test_candidates_mates_and_threats_are_written(schema);
    test_the_schema_refuses_what_is_wrong(schema);
    test_hostile_names_are_strings_of_json(schema);
    test_each_move_is_a_row_of_as_many_fields_as_the_head();
    test_a_row_says_what_the_move_did();
    test_no_field_is_a_formula_or_breaks_its_row();
    test_a_composed_game_reads_as_it_did();
    test_text_keeps_to_its_columns_and_steers_nothing();
    test_a_game_without_values_is_told_without_figures();
    test_definitions_are_given_once_for_an_input();
    test_memory_that_is_out_is_told_by_the_buffer();
    json_decref(schema);
    return done_testing();
}
