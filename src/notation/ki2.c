/* SPDX-License-Identifier: MIT */
/* ki2.c - KI2: moves behind each other, as people write them.
 *
 *     ▲７六歩    △３四歩    ▲２六歩    △８四歩
 *     まで4手で中断
 *
 * Everything but the lines of moves is shared with KIF.  Sources: Y. Kakinoki's
 * notes on KI2, the notation of the Japan Shogi Association. */
#include "base/utf8.h"
#include "notation/closing.h"
#include "notation/glyphs.h"
#include "notation/kakinoki.h"
#include "notation/kif.h"

/* ---- reading ------------------------------------------------------------------------
 */

static const char *
word_end(const struct scan *s)
{
    const char *p = s->p;

    while (p < s->eol && scan_blank_length(p) == 0)
        p++;
    return p;
}

/* "△投了" or "投了": an ending among the moves, as Shogi DB2 writes it.  A word
 * that is not known is one only with a mark, and as the last of its line. */
static bool
read_end(struct shogi_kakinoki *k)
{
    struct scan at = k->s;
    const char *start = k->s.p, *end;
    enum shogi_side side;
    bool is_marked = shogi_mark_scan(&at, &side);

    /* Asked first: moves may follow each other without a blank to the line's end. */
    if (shogi_written_move_starts(&at))
        return false;
    end = word_end(&at);
    if (end == at.p)
        return false;
    if (shogi_end_from_kif(at.p, (size_t)(end - at.p)) == SHOGI_END_NONE
        && (!is_marked || end != at.eol || !shogi_kakinoki_is_end_word(at.p, end)))
        return false;
    shogi_kakinoki_add_end(k, at.p, (size_t)(end - at.p), shogi_kakinoki_place(k, start));
    k->s.p = end;
    return true;
}

/* "▲７六歩  好手": a word among the moves that is nothing like one. */
static bool
read_other_word(struct shogi_kakinoki *k)
{
    const char *start = k->s.p, *end;

    if (shogi_written_move_starts(&k->s))
        return false;
    end = word_end(&k->s);
    if (!shogi_kakinoki_is_end_word(start, end))
        return false;
    shogi_diag_add_text(
        k->g,
        shogi_game_diag(k->g, SHOGI_DIAG_UNKNOWN_LINE, shogi_kakinoki_place(k, start)),
        start, (size_t)(end - start));
    k->s.p = end;
    return true;
}

/* "まで4手で中断", behind the last move. */
static bool
read_closing(struct shogi_kakinoki *k)
{
    struct shogi_closing ignored;
    struct scan at = k->s;

    return shogi_closing_scan(&at, &ignored) && shogi_kakinoki_line(k);
}

/* What may stand between two moves: blanks, commas and full stops as in running
 * text, and "1. ", the number of a move that has a mark. */
static void
skip_between(struct scan *s)
{
    static const char *const stops[] = { "、", "，", "。", ",", ".", "→" };
    struct scan at;
    enum shogi_side side;
    uint32_t number;
    bool again;

    do {
        again = scan_blanks(s) > 0;
        for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
            again |= scan_word(s, stops[i]);
    } while (again);
    at = *s;
    if (!scan_number(&at, 1000000, &number))
        return;
    if (!scan_char(&at, '.') && !scan_char(&at, ':'))
        scan_word(&at, "．");
    scan_blanks(&at);
    if (at.p < at.eol && shogi_mark_scan(&at, &side))
        s->p = at.p - 3;
}

/* One move; the next one may follow without a blank.  False: the rest of the
 * line is no move, which has been reported. */
static bool
read_move(struct shogi_kakinoki *k)
{
    struct scan *s = &k->s;
    const char *start = s->p;
    struct shogi_written_move m;

    if (shogi_written_move_scan(s, &m) != SHOGI_WRITTEN_OK) {
        const char *fault = s->p;
        s->p = start;
        shogi_kakinoki_bad_move(k, start, word_end(s), fault > start ? fault : start);
        return false;
    }
    shogi_kakinoki_add_move(k, &m, shogi_kakinoki_place(k, start));
    return true;
}

static void
read_moves(struct shogi_kakinoki *k)
{
    if (!k->is_started && shogi_kakinoki_start(k)) {
        k->base = (uint32_t)(k->g->start.move_number - 1);
        k->base_is_guess = true;
    }
    scan_trim(&k->s);
    for (;;) {
        skip_between(&k->s);
        if (scan_at_end(&k->s) || read_closing(k))
            return;
        if (!read_end(k) && !read_other_word(k) && !read_move(k))
            return;
    }
}

/* Does the line begin with a move, or, among moves, with the word of an ending? */
static bool
begins_with_move(const struct shogi_kakinoki *k)
{
    struct scan at = k->s;
    struct shogi_written_move m;
    enum shogi_side side;

    skip_between(&at);
    if (shogi_written_move_starts(&at)) {
        struct scan move = at;
        if (k->in_body || shogi_written_move_scan(&move, &m) == SHOGI_WRITTEN_OK)
            return true;
    }
    return (shogi_mark_scan(&at, &side) || k->in_body)
           && shogi_end_from_kif(at.p, (size_t)(word_end(&at) - at.p)) != SHOGI_END_NONE;
}

static enum shogi_status
ki2_parse(const struct shogi_text *t, struct shogi_game *g)
{
    struct shogi_kakinoki k;

    shogi_kakinoki_init(&k, "KI2", t, g);
    while (!g->out_of_memory && scan_next_line(&k.s)) {
        scan_blanks(&k.s);
        if (begins_with_move(&k))
            read_moves(&k);
        else if (!shogi_kakinoki_line(&k))
            shogi_kakinoki_unknown_line(&k);
    }
    return shogi_kakinoki_finish(&k);
}

/* Runs of moves with the marks of the sides, and no numbers before them. */
static int
ki2_detect(const char *utf8, size_t len)
{
    struct shogi_text text = { .utf8 = utf8, .len = len };
    struct shogi_written_move m;
    struct scan s;
    int lines = 0;

    shogi_japanese_init();
    scan_init(&s, &text);
    while (scan_next_line(&s) && lines++ < 400) {
        scan_blanks(&s);
        if (strncmp(s.p, "#KI2", 4) == 0)
            return 98;
        if (strncmp(s.p, "#KIF", 4) == 0)
            return 0;
        if (s.p < s.eol && *s.p >= '0' && *s.p <= '9') {
            struct scan at = s;
            uint32_t number;
            /* "1 ７六歩(77)" is KIF; "76歩 34歩" is a run of moves. */
            skip_between(&s);
            if (s.p == at.p && scan_number(&at, 1000000, &number) && scan_blanks(&at) > 0
                && shogi_written_move_starts(&at))
                return 0;
        }
        if (shogi_written_move_scan(&s, &m) != SHOGI_WRITTEN_OK)
            continue;
        if (m.from == SHOGI_NO_SQUARE)
            return m.mark != SHOGI_NO_SIDE ? 90 : 65;
        return m.mark != SHOGI_NO_SIDE ? 60 : 0;
    }
    return 0;
}

/* ---- writing ------------------------------------------------------------------------
 */

enum { MOVES_IN_ROW = 6, MOVE_COLUMNS = 12 };

struct writer {
    struct shogi_game *g;
    struct shogi_buf *out;
    struct shogi_cursor c;
    enum shogi_dialect dialect;
    bool is_handicap;
    uint32_t base;  /* number of the first move, less 1 */
    int in_row;     /* moves in the row being written */
    size_t padding; /* owed before the next move of the row */
};

static void
end_row(struct writer *w)
{
    if (w->in_row > 0)
        shogi_buf_putc(w->out, '\n');
    w->in_row = 0;
    w->padding = 0;
}

/* Words cannot tell a foul from every other move: the origin does, as in KIF. */
static void
put_origin(struct writer *w, shogi_move m)
{
    if (shogi_move_is_drop(m)) {
        struct shogi_diag *d;
        if (!shogi_move_promotes(m))
            return;
        d = shogi_game_diag(w->g, SHOGI_DIAG_LOST_FOUL, w->c.node->at);
        d->ply = w->c.ply;
        d->move = m;
        shogi_diag_add_string(w->g, d, "ki2");
        return;
    }
    shogi_buf_putc(w->out, '(');
    shogi_buf_put_number(w->out,
                         shogi_square_file(shogi_move_from(m)) * 10
                             + shogi_square_rank(shogi_move_from(m)),
                         2);
    shogi_buf_putc(w->out, ')');
}

/* The move to the child N of the node at the cursor, which then goes there. */
static void
put_move(struct writer *w)
{
    const struct shogi_node *n = w->c.node;
    struct shogi_position before = w->c.position;
    shogi_square previous = w->g->start_target;
    size_t start, columns;

    shogi_position_undo(&before, n->move, &w->c.undo[w->c.ply - 1]);
    if (n->parent->move != SHOGI_NO_MOVE)
        previous = shogi_move_to(n->parent->move);
    if (w->in_row == MOVES_IN_ROW)
        end_row(w);
    shogi_buf_pad(w->out, ' ', w->padding);
    start = w->out->len;
    shogi_put_mark(w->out, (enum shogi_side)before.turn);
    if (!shogi_put_move(w->out, &before, n->move, previous)
        || (shogi_move_is_drop(n->move) && shogi_move_promotes(n->move)))
        put_origin(w, n->move);
    columns =
        w->out->failed ? 0 : shogi_utf8_width(w->out->data + start, w->out->len - start);
    w->padding = columns < MOVE_COLUMNS ? MOVE_COLUMNS - columns : 1;
    w->in_row++;
    if (n->comment || n->bookmark) {
        end_row(w);
        shogi_kakinoki_put_remarks(n, w->out);
    }
}

/* Would a reader of the closing line at the end of the output find END again?  Of
 * an ending of other words it finds the line. */
static bool
closing_tells(const struct writer *w, size_t start, const struct shogi_node *n)
{
    const char *words = n->end == SHOGI_END_OTHER ? n->as_written : NULL;
    struct shogi_text text = { .utf8 = w->out->data + start, .len = w->out->len - start };
    struct shogi_closing closing;
    enum shogi_winner winner;
    struct scan s;

    scan_init(&s, &text);
    return !w->out->failed && text.len > 0 && scan_next_line(&s)
           && (!words
               || (strlen(words) == scan_left(&s)
                   && memcmp(words, s.p, scan_left(&s)) == 0))
           && shogi_closing_scan(&s, &closing)
           && shogi_closing_end(&closing, (enum shogi_side)w->c.position.turn, &winner)
                  == (enum shogi_end)n->end;
}

static void
put_end_word(struct writer *w, const struct shogi_node *n)
{
    enum shogi_side mover = (enum shogi_side)w->c.position.turn;
    const char *note;
    const char *word = shogi_kakinoki_end_word(w->g, n, mover, "ki2", w->dialect, &note);

    if (word) {
        /* Without a move before it, what tells that a word no reader knows is an ending
         * is where it stands. */
        if (!n->parent->parent
            && shogi_end_from_kif(word, strlen(word)) == SHOGI_END_NONE)
            shogi_kakinoki_put_table_head(w->out);
        shogi_put_mark(w->out, mover);
        shogi_buf_puts(w->out, word);
        shogi_buf_putc(w->out, '\n');
    }
    if (note) {
        shogi_buf_putc(w->out, '*');
        shogi_buf_puts(w->out, note);
        shogi_buf_putc(w->out, '\n');
    }
}

/* The closing line tells the ending; what it cannot tell stands among the moves,
 * and so does an ending that is a variation by itself. */
static void
put_end(struct writer *w)
{
    const struct shogi_node *n = w->c.node;
    enum shogi_side mover = (enum shogi_side)w->c.position.turn;
    size_t start;

    end_row(w);
    start = w->out->len;
    shogi_kakinoki_put_closing(n, mover, w->is_handicap, w->base + w->c.ply, w->out);
    /* The scanner looks ahead as far as a decoded text is padded. */
    if (!shogi_buf_reserve(w->out, SHOGI_TEXT_PADDING))
        return;
    memset(w->out->data + w->out->len, 0, SHOGI_TEXT_PADDING);
    if (n->parent->child != n || !closing_tells(w, start, n)) {
        w->out->len = start;
        put_end_word(w, n);
    }
    shogi_kakinoki_put_remarks(n, w->out);
}

static void
put_node(struct writer *w)
{
    if (w->c.node->end != SHOGI_END_NONE)
        put_end(w);
    else
        put_move(w);
}

static void
put_lines(struct writer *w, bool main_line_only)
{
    while (shogi_cursor_forward(&w->c))
        put_node(w);
    end_row(w);
    while (!main_line_only && shogi_cursor_next_line(&w->c)) {
        bool is_end = w->c.node->end != SHOGI_END_NONE;
        shogi_kakinoki_put_variation(w->base + w->c.ply + is_end, w->out);
        do
            put_node(w);
        while (shogi_cursor_forward(&w->c));
        end_row(w);
    }
}

static void
ki2_write(struct shogi_game *g, const struct shogi_write_options *o,
          struct shogi_buf *out)
{
    struct writer w = { .g = g,
                        .out = out,
                        .dialect = o->dialect,
                        .is_handicap = shogi_kakinoki_is_handicap(g),
                        .base = (uint32_t)(g->start.move_number - 1) };
    size_t start = out->len;

    shogi_japanese_init();
    shogi_kakinoki_put_banner("KI2", o, out);
    shogi_kakinoki_put_headers(g, "ki2", w.is_handicap, out);
    shogi_kakinoki_put_remarks(g->root, out);
    shogi_buf_putc(out, '\n');
    shogi_cursor_init(&w.c, g);
    put_lines(&w, o->main_line_only);
    shogi_cursor_release(&w.c);
    shogi_translate_glyphs(out, start, o->glyphs);
}

static const char *const ki2_suffixes[] = { ".ki2", ".ki2u", NULL };

const struct shogi_format shogi_format_ki2 = {
    .name = "ki2",
    .title = "KI2, the notation of books and newspapers",
    .suffixes = ki2_suffixes,
    .separator = "\n",
    .holds = SHOGI_USES_HEADERS | SHOGI_USES_VARIATIONS | SHOGI_USES_COMMENTS
             | SHOGI_USES_BOOKMARKS | SHOGI_USES_ENDS | SHOGI_USES_ANALYSIS
             | SHOGI_USES_MOVES | SHOGI_USES_MOVE_NUMBER,
    .detect = ki2_detect,
    .split = shogi_kif_split,
    .parse = ki2_parse,
    .write = ki2_write,
};
