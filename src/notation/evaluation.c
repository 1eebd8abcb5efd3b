/* SPDX-License-Identifier: MIT */
/* evaluation.c - evaluations of engines, found in comments. */
#include "notation/evaluation.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "game/cursor.h"
#include "notation/evaluation_lines.h"
#include "text/encoding.h"
#include "text/pattern.h"

/* ---- the table of patterns ----------------------------------------------------------
 */

enum field {
    FIELD_VALUE,
    FIELD_WINNER,
    FIELD_SIGN,
    FIELD_MATE,
    FIELD_DEPTH,
    FIELD_SELDEPTH,
    FIELD_NODES,
    FIELD_UNIT,
    FIELD_MINUTES,
    FIELD_SECONDS,
    FIELD_RANK,
    FIELD_BOUND,
    FIELD_NUMBER,
    FIELD_MATCH,
    FIELD_ENGINE,
    FIELD_PV,
    FIELD_COUNT
};

static const char *const field_names[FIELD_COUNT] = {
    "value",   "winner",  "sign", "mate",  "depth",  "seldepth", "nodes",  "unit",
    "minutes", "seconds", "rank", "bound", "number", "match",    "engine", "pv",
};

static const struct {
    enum shogi_evaluation_dialect dialect;
    const char *start, *source;
} rows[] = {
#define SHOGI_EVALUATION(dialect, start, source)                                         \
    { SHOGI_EVALUATION_##dialect, start, source },
#include "notation/evaluation.def"
#undef SHOGI_EVALUATION
};

enum { ROW_COUNT = sizeof rows / sizeof *rows };

/* Compiled at the first comment that could hold an evaluation. */
static struct {
    struct shogi_pattern *pattern;
    size_t start_len;
    int group[FIELD_COUNT]; /* 0: the row has no such group */
} compiled[ROW_COUNT];

static pthread_once_t compile_once = PTHREAD_ONCE_INIT;
static bool compile_failed;

static void
compile_rows(void)
{
    for (size_t i = 0; i < ROW_COUNT; i++) {
        compiled[i].start_len = strlen(rows[i].start);
        compiled[i].pattern = shogi_pattern_new(rows[i].source, NULL);
        if (!compiled[i].pattern) {
            compile_failed = true;
            return;
        }
        for (int f = 0; f < FIELD_COUNT; f++)
            compiled[i].group[f] =
                shogi_pattern_group(compiled[i].pattern, field_names[f]);
    }
}

/* ---- one line -----------------------------------------------------------------------
 */

struct found {
    enum shogi_evaluation_dialect dialect;
    struct shogi_match field[FIELD_COUNT];
};

/* Cheap for the lines that are none: they do not begin like one. */
static bool
match_line(const char *line, size_t len, struct found *found)
{
    struct shogi_match groups[SHOGI_MATCH_GROUPS];

    if (len == 0 || (*line != '*' && *line != '#'))
        return false;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (len < compiled[i].start_len
            || memcmp(line, rows[i].start, compiled[i].start_len) != 0
            || shogi_pattern_find(compiled[i].pattern, line, len, groups)
                   != SHOGI_MATCH_YES)
            continue;
        found->dialect = rows[i].dialect;
        for (int f = 0; f < FIELD_COUNT; f++)
            found->field[f] = compiled[i].group[f] ? groups[compiled[i].group[f]]
                                                   : (struct shogi_match){ 0 };
        return true;
    }
    return false;
}

bool
shogi_evaluation_is_line(const char *line, size_t len)
{
    struct found found;

    return match_line(line, len, &found);
}

/* The number in a field, saturating at MAX; a fraction is cut off. */
static uint64_t
number_of(const struct shogi_match *m, uint64_t max)
{
    uint64_t n = 0;

    for (size_t i = 0; i < m->len && m->start[i] >= '0' && m->start[i] <= '9'; i++) {
        unsigned digit = (unsigned)(m->start[i] - '0');
        n = n > (max - digit) / 10 ? max : n * 10 + digit;
    }
    return n;
}

static int32_t
signed_number_of(const struct shogi_match *m)
{
    struct shogi_match digits = *m;
    bool negative = *m->start == '-';

    if (*m->start == '-' || *m->start == '+') {
        digits.start++;
        digits.len--;
    }
    return (int32_t)(negative ? -1 : 1) * (int32_t)number_of(&digits, 9999999);
}

/* The digits behind the point, in thousandths. */
static unsigned
thousandths_of(const struct shogi_match *m)
{
    const char *point = m->len ? memchr(m->start, '.', m->len) : NULL;
    unsigned n = 0, unit = 100;

    for (; point && ++point < m->start + m->len && unit; unit /= 10)
        n += unit * (unsigned)(*point - '0');
    return n;
}

static void
fill_score(struct shogi_analysis *a, const struct shogi_match *f)
{
    int32_t mate = (int32_t)number_of(&f[FIELD_MATE], 9999);

    if (f[FIELD_VALUE].start) {
        a->kind = SHOGI_SCORE_CP;
        a->value = signed_number_of(&f[FIELD_VALUE]);
    }
    if (f[FIELD_WINNER].start || f[FIELD_SIGN].start) {
        bool white = f[FIELD_SIGN].start ? *f[FIELD_SIGN].start == '-'
                                         : memcmp(f[FIELD_WINNER].start, "後", 3) == 0;
        a->kind = mate ? SHOGI_SCORE_MATE : SHOGI_SCORE_MATE_UNKNOWN;
        a->value = mate ? mate : 1;
        a->value = white ? -a->value : a->value;
    }
    if (f[FIELD_BOUND].start)
        a->bound = memcmp(f[FIELD_BOUND].start, "↑", 3) == 0 ? SHOGI_BOUND_LOWER
                                                             : SHOGI_BOUND_UPPER;
}

static uint64_t
nodes_of(const struct shogi_match *f)
{
    uint64_t unit = 1, whole = number_of(&f[FIELD_NODES], UINT64_MAX / 2000000000u);

    if (f[FIELD_UNIT].len)
        unit = *f[FIELD_UNIT].start == 'K'   ? 1000u
               : *f[FIELD_UNIT].start == 'M' ? 1000000u
                                             : 1000000000u;
    return unit == 1 ? number_of(&f[FIELD_NODES], UINT64_MAX / 16)
                     : whole * unit + unit / 1000 * thousandths_of(&f[FIELD_NODES]);
}

static void
fill_numbers(struct shogi_analysis *a, const struct shogi_match *f)
{
    if (f[FIELD_DEPTH].start)
        a->depth = (uint16_t)number_of(&f[FIELD_DEPTH], 9999);
    if (f[FIELD_SELDEPTH].start)
        a->seldepth = (uint16_t)number_of(&f[FIELD_SELDEPTH], 9999);
    if (f[FIELD_NODES].start)
        a->nodes = nodes_of(f);
    if (f[FIELD_RANK].start)
        a->rank = (uint8_t)number_of(&f[FIELD_RANK], 255);
    if (f[FIELD_MATCH].start)
        a->match = memcmp(f[FIELD_MATCH].start, "○", 3) == 0 ? SHOGI_MATCH_FIRST
                                                             : SHOGI_MATCH_OTHER;
    if (f[FIELD_SECONDS].start)
        a->time_ms = (int32_t)(number_of(&f[FIELD_MINUTES], 30000) * 60000
                               + number_of(&f[FIELD_SECONDS], 59) * 1000
                               + thousandths_of(&f[FIELD_SECONDS]));
}

/* ---- a game -------------------------------------------------------------------------
 */

enum { ENGINES_MAX = 16 };

struct search {
    struct shogi_game *g;
    struct shogi_cursor cursor;
    const char *engine[ENGINES_MAX]; /* of ShogiGUI, by number */
    struct shogi_analysis *open[2];  /* of ShogiHome at this node: game, research */
    struct shogi_analysis *last;     /* of the line before; NULL: it was none */
};

/* "*Engines 0 name": ShogiGUI names its engines at the start. */
static void
note_engine(struct search *s, const char *line, size_t len)
{
    static const char head[] = "*Engines ";
    const char *name;
    size_t n = sizeof head - 1;

    if (len < n + 3 || memcmp(line, head, n) != 0 || line[n] < '0' || line[n] > '9')
        return;
    name = memchr(line + n, ' ', len - n);
    if (name && name + 1 < line + len)
        s->engine[line[n] - '0'] =
            shogi_game_text(s->g, name + 1, (size_t)(line + len - name - 1));
}

static enum shogi_status
fill_pv(struct search *s, struct shogi_analysis *a, const struct shogi_match *pv)
{
    shogi_move moves[SHOGI_PV_MAX], *copy;
    char *words;
    struct shogi_match text = *pv;
    size_t count;

    while (text.len && (*text.start == ' ' || *text.start == '\t')) {
        text.start++;
        text.len--;
    }
    if (text.len == 0)
        return SHOGI_OK;
    words = shogi_arena_alloc(&s->g->arena, text.len + SHOGI_TEXT_PADDING);
    if (!words)
        return SHOGI_FATAL;
    memcpy(words, text.start, text.len);
    a->pv_text = words;
    count = shogi_pv_read(&s->cursor.position, shogi_cursor_target(&s->cursor), words,
                          text.len, moves, SHOGI_PV_MAX);
    copy = shogi_arena_alloc(&s->g->arena, count * sizeof *copy);
    if (!copy)
        return SHOGI_FATAL;
    memcpy(copy, moves, count * sizeof *copy);
    a->pv = copy;
    a->pv_count = (uint32_t)count;
    return SHOGI_OK;
}

/* Does the line say for ShogiHome once more what the mate of the line before it, by
 * ShogiGUI, says?  See SHOGI_EVAL_BOTH. */
static bool
says_it_again(const struct search *s, const struct found *found)
{
    return found->dialect == SHOGI_EVALUATION_SHOGIHOME_RESEARCH
           && found->field[FIELD_WINNER].start && s->last
           && s->last->dialect == SHOGI_EVALUATION_SHOGIGUI
           && (s->last->kind == SHOGI_SCORE_MATE
               || s->last->kind == SHOGI_SCORE_MATE_UNKNOWN);
}

/* The analysis that a line belongs to: a new one, or that of the lines before
 * it, when it is of ShogiHome. */
static struct shogi_analysis *
analysis_for(struct search *s, const struct found *found)
{
    bool research = found->dialect == SHOGI_EVALUATION_SHOGIHOME_RESEARCH;
    bool in_lines = research || found->dialect == SHOGI_EVALUATION_SHOGIHOME;
    struct shogi_analysis *a;

    if (says_it_again(s, found))
        return s->last;
    if (in_lines && s->open[research])
        return s->open[research];
    a = shogi_game_add_analysis(s->g, s->cursor.node);
    if (a)
        a->dialect = (uint8_t)found->dialect;
    if (in_lines)
        s->open[research] = a;
    return a;
}

static enum shogi_status
look_at_line(struct search *s, const char *line, size_t len)
{
    struct shogi_analysis *a;
    struct found found;

    note_engine(s, line, len);
    if (!match_line(line, len, &found)) {
        s->last = NULL;
        return SHOGI_OK;
    }
    a = analysis_for(s, &found);
    s->last = a;
    if (!a)
        return SHOGI_FATAL;
    fill_score(a, found.field);
    fill_numbers(a, found.field);
    if (found.field[FIELD_NUMBER].start) {
        size_t number = number_of(&found.field[FIELD_NUMBER], ENGINES_MAX);
        a->engine = number < ENGINES_MAX ? s->engine[number] : NULL;
        a->engine_number = number < ENGINES_MAX ? (uint8_t)(number + 1) : 0;
    }
    if (found.field[FIELD_ENGINE].start) {
        a->engine = shogi_game_text(s->g, found.field[FIELD_ENGINE].start,
                                    found.field[FIELD_ENGINE].len);
        if (!a->engine)
            return SHOGI_FATAL;
    }
    return found.field[FIELD_PV].start ? fill_pv(s, a, &found.field[FIELD_PV]) : SHOGI_OK;
}

/* Only lines that begin with '*' or '#' can be evaluations. */
static bool
may_hold_evaluations(const char *comment)
{
    while (comment) {
        if (*comment == '*' || *comment == '#')
            return true;
        comment = strchr(comment, '\n');
        if (comment)
            comment++;
    }
    return false;
}

static enum shogi_status
look_at_node(struct search *s)
{
    const char *line = s->cursor.node->comment;

    if (!may_hold_evaluations(line))
        return SHOGI_OK;
    s->open[0] = s->open[1] = s->last = NULL;
    while (*line) {
        size_t len = strcspn(line, "\n");
        if (look_at_line(s, line, len) != SHOGI_OK)
            return SHOGI_FATAL;
        line += len + (line[len] == '\n');
    }
    return SHOGI_OK;
}

static bool
any_comment_may(const struct shogi_game *g)
{
    const struct shogi_node *n;

    for (n = g->root; n; n = shogi_node_after(n))
        if (may_hold_evaluations(n->comment))
            return true;
    return false;
}

enum shogi_status
shogi_game_find_evaluations(struct shogi_game *g)
{
    struct search s = { .g = g };
    enum shogi_status status;

    if (g->evaluations_found)
        return SHOGI_OK;
    g->evaluations_found = true;
    if (!any_comment_may(g))
        return SHOGI_OK;
    if (pthread_once(&compile_once, compile_rows) != 0 || compile_failed)
        return SHOGI_FATAL;
    shogi_cursor_init(&s.cursor, g);
    do
        status = look_at_node(&s);
    while (status == SHOGI_OK && shogi_cursor_step(&s.cursor));
    shogi_cursor_release(&s.cursor);
    return status;
}
