/* SPDX-License-Identifier: MIT */
/* graph.c - the course of a game as a picture: rate of winning and time over plies.
 *
 * Coordinates are whole tenths of a pixel.  From top to bottom: title, players, the
 * curve, bars of time, numbers of moves, legend, what the rate is made of. */
#include "tool/graph.h"

#include <string.h>

#include "tool/svg.h"

enum {
    LEFT = 480,
    RIGHT = 5860,
    CURVE_TOP = 600,
    CURVE_BOTTOM = 2800,
    TIME_TOP = 2920,
    TIME_BOTTOM = 3360,
    NUMBERS = 3510,
    LEGEND = 3710,
    FOOT = 3900,
    /* Where no times are known the curve has their room. */
    CURVE_BOTTOM_ALONE = 3360,
};

struct graph {
    struct shogi_buf *out;
    const struct assessed_game *a;
    const struct analysis_about *about;
    int32_t bottom;     /* of the curve */
    int32_t longest_ms; /* the longest time of a move; 0: none is known */
};

/* ---- words --------------------------------------------------------------------------
 */

enum word {
    WORD_BLACK,
    WORD_WHITE,
    WORD_MATE,
    WORD_MISSED_MATE,
    WORD_THROWN_WIN,
    WORD_NO_VALUES,
    WORD_TIME,
    WORD_RATE,
    WORD_RECORDED,
    WORD_COUNT
};

static const char *
word(const struct graph *g, enum word w)
{
    static const char *const words[WORD_COUNT][2] = {
        [WORD_BLACK] = { "sente", "先手" },
        [WORD_WHITE] = { "gote", "後手" },
        [WORD_MATE] = { "mate", "詰みあり" },
        [WORD_MISSED_MATE] = { "missed mate", "詰み逃し" },
        [WORD_THROWN_WIN] = { "win thrown away", "頓死" },
        [WORD_NO_VALUES] = { "no evaluations", "評価値がありません" },
        [WORD_TIME] = { "time", "時間" },
        [WORD_RATE] = { "win rate of sente", "先手の勝率" },
        [WORD_RECORDED] = { "evaluations of the record", "棋譜の評価値" },
    };

    return words[w][g->about->language == SHOGI_JAPANESE];
}

/* ---- places -------------------------------------------------------------------------
 */

static int64_t
x_of(const struct graph *g, uint32_t ply)
{
    uint32_t plies = g->a->plies ? g->a->plies : 1;

    return LEFT + (int64_t)ply * (RIGHT - LEFT) / plies;
}

static int64_t
y_of(const struct graph *g, int32_t rate)
{
    return CURVE_TOP + (int64_t)(RATE_ONE - rate) * (g->bottom - CURVE_TOP) / RATE_ONE;
}

/* ---- frame --------------------------------------------------------------------------
 */

static const char head[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"600\" height=\"400\""
    " viewBox=\"0 0 600 400\" role=\"img\" font-family=\"sans-serif\">\n";

/* Light, and dark where the viewer says so; the background is our own either way. */
static const char style[] =
    "<style>\n"
    ".paper{fill:#fff}\n"
    ".frame,.grid,.even,.turn{fill:none;stroke:#ddd}\n"
    ".frame,.even{stroke:#888}\n"
    ".turn{stroke:#777;stroke-dasharray:3 3}\n"
    "text{fill:#222;font-size:10px}\n"
    ".title{font-size:15px;font-weight:bold}\n"
    ".player,.none{font-size:13px}\n"
    ".none,.middle{text-anchor:middle}\n"
    ".axis,.end{text-anchor:end}\n"
    ".foot,.axis,.end,.middle{fill:#555}\n"
    ".number{fill:#555;stroke:#fff;stroke-width:3px;paint-order:stroke}\n"
    ".area{fill:#3b6ea8;fill-opacity:.15}\n"
    ".point{fill:#1f4e8c}\n"
    ".curve{fill:none;stroke:#1f4e8c;stroke-width:1.6;stroke-linejoin:round;"
    "stroke-linecap:round}\n"
    ".mate{fill:#7b3fa0}\n"
    ".black{fill:#444}\n"
    ".white{fill:#b9b9b9}\n"
    ".inexact{fill:#fff;stroke:#8a6d00;stroke-width:1.2}\n"
    ".dubious{fill:#e6a700;stroke:#6b4e00;stroke-width:.6}\n"
    ".mistake{fill:#e8590c;stroke:#7a2c00;stroke-width:.6}\n"
    ".blunder{fill:#c2002f;stroke:#600;stroke-width:.6}\n"
    ".missed,.thrown{fill:none;stroke:#7b3fa0;stroke-width:1.8}\n"
    "@media (prefers-color-scheme:dark){\n"
    ".paper{fill:#16191d}\n"
    ".grid{stroke:#30353c}\n"
    ".frame,.even,.turn{stroke:#8b939d}\n"
    "text{fill:#e6e6e6}\n"
    ".foot,.axis,.end,.middle{fill:#aab2bc}\n"
    ".number{fill:#aab2bc;stroke:#16191d}\n"
    ".area{fill:#6aa5e8;fill-opacity:.2}\n"
    ".point{fill:#8cbcf5}\n"
    ".curve{stroke:#8cbcf5}\n"
    ".mate{fill:#c792ea}\n"
    ".black{fill:#707780}\n"
    ".white{fill:#d5d9de}\n"
    ".inexact{fill:#16191d;stroke:#e0c050}\n"
    ".missed,.thrown{stroke:#c792ea}\n"
    "}\n"
    "</style>\n";

/* The name of a player, else the word for the side. */
static const char *
name_of(const struct graph *g, enum shogi_side side)
{
    const char *name = shogi_game_header(
        g->a->game, side == SHOGI_BLACK ? SHOGI_HEADER_BLACK : SHOGI_HEADER_WHITE);

    return name && *name ? name : word(g, side == SHOGI_BLACK ? WORD_BLACK : WORD_WHITE);
}

/* What the picture is of, for who cannot see it, too. */
static void
put_titles(struct graph *g)
{
    const char *title = shogi_game_header(g->a->game, SHOGI_HEADER_EVENT);
    const char *date = shogi_game_header(g->a->game, SHOGI_HEADER_START_TIME);

    if (!title || !*title)
        title = shogi_game_header(g->a->game, SHOGI_HEADER_TITLE);
    shogi_buf_puts(g->out, "<title>▲");
    svg_put_text(g->out, name_of(g, SHOGI_BLACK), 6000);
    shogi_buf_puts(g->out, " △");
    svg_put_text(g->out, name_of(g, SHOGI_WHITE), 6000);
    shogi_buf_puts(g->out, "</title>\n");
    shogi_buf_puts(g->out, style);
    svg_put_box(g->out, "paper", 0, 0, 6000, 4000);
    if (title && *title) {
        svg_begin_label(g->out, "title", 140, 230);
        svg_put_text(g->out, title, date && *date ? 2900 : 3750);
        svg_end_label(g->out);
    }
    if (date && *date) {
        svg_begin_label(g->out, "end", RIGHT, 230);
        svg_put_text(g->out, date, 1300);
        svg_end_label(g->out);
    }
    for (int side = 0; side < 2; side++) {
        svg_begin_label(g->out, "player", side ? 3050 : 140, 450);
        shogi_buf_puts(g->out, side ? "△ " : "▲ ");
        svg_put_text(g->out, name_of(g, (enum shogi_side)side), 2050);
        svg_end_label(g->out);
    }
}

/* The step between numbers of moves: at most a dozen, round. */
static uint32_t
step_of(uint32_t plies)
{
    uint32_t step = 1;

    for (int i = 0; plies / step > 12; i++)
        step = i % 3 == 1 ? step / 2 * 5 : step * 2; /* 1 2 5 10 20 50 */
    return step;
}

static void
put_axes(struct graph *g)
{
    uint32_t step = step_of(g->a->plies);
    int32_t middle = (CURVE_TOP + g->bottom) / 2;

    for (int quarter = 1; quarter < 4; quarter++) {
        int64_t y = y_of(g, RATE_ONE / 4 * quarter);
        svg_put_line(g->out, quarter == 2 ? "even" : "grid", LEFT, y, RIGHT, y);
    }
    for (uint64_t ply = 0; ply <= g->a->plies; ply += step) {
        int64_t x = x_of(g, (uint32_t)ply);
        if (ply > 0 && ply < g->a->plies)
            svg_put_line(g->out, "grid", x, CURVE_TOP, x, g->bottom);
        svg_begin_label(g->out, "middle", x, NUMBERS);
        shogi_buf_put_number(g->out, (int64_t)ply, 1);
        svg_end_label(g->out);
    }
    svg_put_label(g->out, "axis", LEFT - 50, CURVE_TOP + 40, "100%");
    svg_put_label(g->out, "axis", LEFT - 50, CURVE_TOP + 170, word(g, WORD_BLACK));
    svg_put_label(g->out, "axis", LEFT - 50, middle + 35, "50%");
    svg_put_label(g->out, "axis", LEFT - 50, g->bottom - 100, word(g, WORD_WHITE));
    svg_put_label(g->out, "axis", LEFT - 50, g->bottom + 30, "0%");
}

/* ---- curve --------------------------------------------------------------------------
 */

static bool
is_known(const struct graph *g, uint32_t ply)
{
    return ply <= g->a->plies && g->a->positions[ply].rate != RATE_UNKNOWN;
}

static bool
has_values(const struct graph *g)
{
    for (uint32_t ply = 0; ply <= g->a->plies; ply++)
        if (is_known(g, ply))
            return true;
    return false;
}

/* Call PUT for each stretch FIRST to LAST of positions for which HOLDS. */
static void
for_stretches(struct graph *g, bool (*holds)(const struct graph *, uint32_t),
              void (*put)(struct graph *, uint32_t, uint32_t))
{
    for (uint32_t ply = 0; ply <= g->a->plies; ply++) {
        uint32_t first = ply;
        if (!holds(g, ply))
            continue;
        while (holds(g, ply + 1))
            ply++;
        put(g, first, ply);
    }
}

static void
put_stretch(struct graph *g, char command, uint32_t first, uint32_t last)
{
    for (uint32_t ply = first; ply <= last; ply++, command = 'L')
        svg_put_point(g->out, command, x_of(g, ply), y_of(g, g->a->positions[ply].rate));
}

/* From the line of even chances. */
static void
put_area(struct graph *g, uint32_t first, uint32_t last)
{
    int64_t even = y_of(g, RATE_ONE / 2);

    svg_open(g->out, "path", "area");
    shogi_buf_puts(g->out, " d=\"");
    svg_put_point(g->out, 'M', x_of(g, first), even);
    put_stretch(g, 'L', first, last);
    svg_put_point(g->out, 'L', x_of(g, last), even);
    shogi_buf_puts(g->out, "Z\"");
    svg_close(g->out);
}

static void
put_curve(struct graph *g, uint32_t first, uint32_t last)
{
    svg_open(g->out, "path", first == last ? "point" : "curve");
    shogi_buf_puts(g->out, " d=\"");
    put_stretch(g, 'M', first, last);
    if (first == last) /* a line of no length would not be seen */
        shogi_buf_puts(g->out, "m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0Z");
    shogi_buf_putc(g->out, '"');
    svg_close(g->out);
}

static bool
is_mate_for(const struct graph *g, uint32_t ply, enum shogi_side side)
{
    const struct assessed_value *v;

    if (ply > g->a->plies)
        return false;
    v = &g->a->positions[ply].value;
    return (v->kind == VALUE_MATE || v->kind == VALUE_MATE_UNKNOWN) && v->winner == side;
}

static bool
is_black_mating(const struct graph *g, uint32_t ply)
{
    return is_mate_for(g, ply, SHOGI_BLACK);
}

static bool
is_white_mating(const struct graph *g, uint32_t ply)
{
    return is_mate_for(g, ply, SHOGI_WHITE);
}

enum { STRIP = 50 };

static void
put_strip(struct graph *g, uint32_t first, uint32_t last, int64_t y)
{
    int64_t x = x_of(g, first) - 15;

    svg_put_box(g->out, "mate", x, y, x_of(g, last) + 15 - x, STRIP);
}

static void
put_black_strip(struct graph *g, uint32_t first, uint32_t last)
{
    put_strip(g, first, last, CURVE_TOP - STRIP);
}

static void
put_white_strip(struct graph *g, uint32_t first, uint32_t last)
{
    put_strip(g, first, last, g->bottom);
}

/* ---- marks --------------------------------------------------------------------------
 */

enum mark {
    MARK_INEXACT,
    MARK_DUBIOUS,
    MARK_MISTAKE,
    MARK_BLUNDER,
    MARK_MISSED_MATE,
    MARK_THROWN_WIN,
    MARK_COUNT
};

/* Each has a form of its own, for who does not see its colour; from the middle, in
 * pixels. */
static const struct {
    const char *class, *form;
} marks[MARK_COUNT] = {
    [MARK_INEXACT] = { "inexact", "m-2.2 0a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0Z" },
    [MARK_DUBIOUS] = { "dubious", "m0-3.8l3.8 3.8l-3.8 3.8l-3.8-3.8Z" },
    [MARK_MISTAKE] = { "mistake", "m0-4.6l4.4 7.8h-8.8Z" },
    [MARK_BLUNDER] = { "blunder", "m-4-4h8v8h-8Z" },
    [MARK_MISSED_MATE] = { "missed", "m-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0Z" },
    [MARK_THROWN_WIN] = { "thrown", "m-7-7l14 14m0-14l-14 14" },
};

static void
put_mark(struct graph *g, enum mark mark, int64_t x, int64_t y)
{
    svg_open(g->out, "path", marks[mark].class);
    shogi_buf_puts(g->out, " d=\"");
    svg_put_point(g->out, 'M', x, y);
    shogi_buf_puts(g->out, marks[mark].form);
    shogi_buf_putc(g->out, '"');
    svg_close(g->out);
}

/* Does M get MARK?  Where many moves stand close together the smaller faults are left
 * out, so that the large ones are seen. */
static bool
has_mark(const struct graph *g, const struct assessed_move *m, enum mark mark)
{
    switch (mark) {
    case MARK_MISSED_MATE:
        return m->missed_mate;
    case MARK_THROWN_WIN:
        return m->threw_win_away;
    case MARK_INEXACT:
        return m->verdict == VERDICT_INEXACT && g->a->plies <= 300;
    case MARK_DUBIOUS:
        return m->verdict == VERDICT_DUBIOUS && g->a->plies <= 600;
    case MARK_MISTAKE:
        return m->verdict == VERDICT_MISTAKE;
    default:
        return m->verdict == VERDICT_BLUNDER;
    }
}

static bool
occurs(const struct graph *g, enum mark mark)
{
    for (uint32_t i = 0; i < g->a->plies; i++)
        if (has_mark(g, &g->a->moves[i], mark))
            return true;
    return false;
}

/* The worst on top. */
static void
put_marks(struct graph *g)
{
    for (int mark = 0; mark < MARK_COUNT; mark++)
        for (uint32_t ply = 1; ply <= g->a->plies; ply++)
            if (has_mark(g, &g->a->moves[ply - 1], (enum mark)mark))
                put_mark(g, (enum mark)mark, x_of(g, ply),
                         y_of(g, g->a->positions[ply].rate));
}

/* A line down to each turning point, with the number of the move where there is room. */
static void
put_turning_points(struct graph *g)
{
    int64_t free_from = LEFT;

    for (uint32_t i = 0; i < g->a->turning_point_count; i++) {
        uint32_t ply = g->a->turning_points[i];
        int64_t x = x_of(g, ply);
        svg_put_line(g->out, "turn", x, CURVE_TOP, x, g->bottom);
        if (x < free_from || x > RIGHT - 260)
            continue;
        svg_begin_label(g->out, "number", x + 25, g->bottom - 40);
        shogi_buf_put_number(g->out, ply, 1);
        svg_end_label(g->out);
        free_from = x + 280;
    }
}

/* ---- time ---------------------------------------------------------------------------
 */

static void
find_longest(struct graph *g)
{
    g->longest_ms = 0;
    for (uint32_t ply = 1; ply <= g->a->plies; ply++)
        if (g->a->positions[ply].node->time_ms > g->longest_ms)
            g->longest_ms = g->a->positions[ply].node->time_ms;
    g->bottom = g->longest_ms ? CURVE_BOTTOM : CURVE_BOTTOM_ALONE;
}

/* "1:02:03", "4:05", "0:07" */
static void
put_duration(struct shogi_buf *out, int32_t ms)
{
    int32_t s = (int32_t)(((int64_t)ms + 500) / 1000);

    if (s >= 3600) {
        shogi_buf_put_number(out, s / 3600, 1);
        shogi_buf_putc(out, ':');
    }
    shogi_buf_put_number(out, s / 60 % 60, s >= 3600 ? 2 : 1);
    shogi_buf_putc(out, ':');
    shogi_buf_put_number(out, s % 60, 2);
}

/* Sente's bars stand on the middle line, gote's hang below it. */
static void
put_bar(struct graph *g, uint32_t ply, int64_t width)
{
    const int32_t middle = (TIME_TOP + TIME_BOTTOM) / 2;
    const struct assessed_position *p = &g->a->positions[ply];
    bool is_white = g->a->moves[ply - 1].side == SHOGI_WHITE;
    int64_t height = (int64_t)p->node->time_ms * (TIME_BOTTOM - middle) / g->longest_ms;

    if (p->node->time_ms > 0 && height > 0)
        svg_put_box(g->out, is_white ? "white" : "black", x_of(g, ply) - width / 2,
                    is_white ? middle : middle - height, width, height);
}

static void
put_times(struct graph *g)
{
    const int32_t middle = (TIME_TOP + TIME_BOTTOM) / 2;
    int64_t width = (RIGHT - LEFT) * 4 / 5 / (int64_t)(g->a->plies ? g->a->plies : 1);

    width = width > 60 ? 60 : width < 6 ? 6 : width;
    for (uint32_t ply = 1; ply <= g->a->plies; ply++)
        put_bar(g, ply, width);
    svg_put_line(g->out, "even", LEFT, middle, RIGHT, middle);
    svg_put_label(g->out, "axis", LEFT - 50, TIME_TOP + 130, word(g, WORD_TIME));
    svg_begin_label(g->out, "axis", LEFT - 50, TIME_TOP + 270);
    put_duration(g->out, g->longest_ms);
    svg_end_label(g->out);
}

/* ---- legend -------------------------------------------------------------------------
 */

static const char *
name_of_mark(const struct graph *g, enum mark mark)
{
    if (mark == MARK_MISSED_MATE)
        return word(g, WORD_MISSED_MATE);
    if (mark == MARK_THROWN_WIN)
        return word(g, WORD_THROWN_WIN);
    return verdict_name((enum verdict)(mark - MARK_INEXACT + VERDICT_INEXACT),
                        g->about->language);
}

/* Where the next item begins. */
static int64_t
put_item(struct graph *g, int64_t x, const char *name)
{
    svg_put_label(g->out, "foot", x + 145, LEGEND + 35, name);
    return x + 145 + svg_width_of_text(name, strlen(name)) + 110;
}

/* What the marks in the picture are. */
static void
put_legend(struct graph *g)
{
    bool has_mate = false;
    int64_t x = 140;

    for (int mark = 0; mark < MARK_COUNT; mark++) {
        if (!occurs(g, (enum mark)mark))
            continue;
        put_mark(g, (enum mark)mark, x + 65, LEGEND);
        x = put_item(g, x, name_of_mark(g, (enum mark)mark));
    }
    for (uint32_t ply = 0; ply <= g->a->plies; ply++)
        has_mate = has_mate || is_black_mating(g, ply) || is_white_mating(g, ply);
    if (!has_mate)
        return;
    svg_put_box(g->out, "mate", x, LEGEND - STRIP / 2, 100, STRIP);
    put_item(g, x, word(g, WORD_MATE));
}

static void
put_foot(struct graph *g)
{
    const struct shogi_limits *limits = &g->about->limits;

    svg_begin_label(g->out, "foot", 140, FOOT);
    shogi_buf_puts(g->out, word(g, WORD_RATE));
    shogi_buf_puts(g->out, " = 1 / (1 + exp(-cp / ");
    shogi_buf_put_number(g->out, g->a->scale.coefficient, 1);
    shogi_buf_puts(g->out, "))");
    shogi_buf_puts(g->out, "; ");
    svg_put_text(g->out, g->about->engine ? g->about->engine : word(g, WORD_RECORDED),
                 1900);
    if (limits->nodes || limits->depth || limits->time_ms)
        shogi_buf_puts(g->out, "; ");
    analysis_put_limits(g->out, limits, g->about->language);
    svg_end_label(g->out);
}

void
graph_put_svg(struct shogi_buf *out, const struct assessed_game *a,
              const struct analysis_about *about)
{
    struct graph g = { .out = out, .a = a, .about = about };

    find_longest(&g);
    shogi_buf_puts(out, head);
    put_titles(&g);
    put_axes(&g);
    if (!has_values(&g))
        svg_put_label(out, "none", (LEFT + RIGHT) / 2, (CURVE_TOP + g.bottom) / 2 - 100,
                      word(&g, WORD_NO_VALUES));
    for_stretches(&g, is_known, put_area);
    for_stretches(&g, is_known, put_curve);
    for_stretches(&g, is_black_mating, put_black_strip);
    for_stretches(&g, is_white_mating, put_white_strip);
    svg_put_box(out, "frame", LEFT, CURVE_TOP, RIGHT - LEFT, g.bottom - CURVE_TOP);
    put_turning_points(&g);
    put_marks(&g);
    if (g.longest_ms)
        put_times(&g);
    put_legend(&g);
    put_foot(&g);
    shogi_buf_puts(out, "</svg>\n");
}
