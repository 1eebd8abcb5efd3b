/* SPDX-License-Identifier: MIT */
/* sfen.c - lines of USI text: one game, or one position, a line.
 *
 *     [position] startpos [moves 7g7f 3c3d ...]
 *     [position] sfen BOARD TURN HANDS [NUMBER] [moves ...]
 *     BOARD TURN HANDS [NUMBER] [moves ...]
 *     [moves] 7g7f 3c3d ...            from the even game
 *
 * A word behind the moves says how the game ended ("resign"): an extension of
 * ShogiHome, read and never written.  Source: the USI protocol. */
#include <string.h>

#include "notation/format.h"

static const char *const sfen_suffixes[] = { ".sfen", ".usi", NULL };

/* One game a line; blank and '#' lines go with the next one, or, at the end,
 * with the last.  Only bytes below 0x40 are looked at. */
static struct shogi_split
sfen_split(const char *s, size_t len, bool at_eof, const struct shogi_split *from)
{
    size_t at = from->scanned;

    while (at < len) {
        const char *lf = memchr(s + at, '\n', len - at);
        const char *end = lf ? lf : s + len;
        const char *p = s + at;

        if (!lf && !at_eof)
            break;
        while (p < end && (*p == ' ' || *p == '\t' || *p == '\r'))
            p++;
        at = lf ? (size_t)(lf + 1 - s) : len;
        if (p < end && *p != '#')
            return (struct shogi_split){ .len = at };
    }
    return at_eof ? (struct shogi_split){ .len = len }
                  : (struct shogi_split){ .scanned = at };
}

/* ---- reading ------------------------------------------------------------------------
 */

static size_t
word_length(const struct scan *s)
{
    const char *p = s->p;

    while (p < s->eol && !scan_blank_length(p))
        p++;
    return (size_t)(p - s->p);
}

/* Take WORD when it is the whole next word. */
static bool
take_word(struct scan *s, const char *word)
{
    size_t len = strlen(word);

    if (word_length(s) != len || memcmp(s->p, word, len) != 0)
        return false;
    s->p += len;
    scan_blanks(s);
    return true;
}

static struct shogi_place
place(struct scan *s)
{
    return (struct shogi_place){ s->number, scan_column(s, s->p) };
}

static void
report_word(struct shogi_game *g, struct scan *s, enum shogi_diag_id id)
{
    shogi_diag_add_text(g, shogi_game_diag(g, id, place(s)), s->p, word_length(s));
}

static enum shogi_status
parse_position(struct scan *s, struct shogi_game *g)
{
    size_t used;
    enum shogi_sfen_error error =
        shogi_position_from_sfen(&g->start, s->p, scan_left(s), &used);

    if (error == SHOGI_SFEN_OK) {
        s->p += used;
        scan_blanks(s);
        return SHOGI_OK;
    }
    s->p += used;
    shogi_diag_add_sfen_error(shogi_game_diag(g, SHOGI_DIAG_BAD_SFEN, place(s)), error);
    return SHOGI_BAD;
}

/* The words behind the moves that ShogiHome writes. */
static const struct {
    const char *word;
    enum shogi_end end;
} end_words[] = {
    { "resign", SHOGI_END_RESIGN },       { "win", SHOGI_END_DECLARE_WIN },
    { "draw", SHOGI_END_DRAW },           { "rep_draw", SHOGI_END_SENNICHITE },
    { "timeout", SHOGI_END_TIME_UP },     { "break", SHOGI_END_INTERRUPT },
    { "interrupt", SHOGI_END_INTERRUPT }, { "mate", SHOGI_END_MATE },
};

/* A word of small letters, which no move is, or a statement of CSA ("%TORYO"),
 * as lists of test positions have it. */
static bool
is_end_word(const struct scan *s)
{
    size_t len = word_length(s);

    if (len > 1 && *s->p == '%')
        return true;
    for (size_t i = 0; i < len; i++)
        if (!((s->p[i] >= 'a' && s->p[i] <= 'z') || s->p[i] == '_'))
            return false;
    return len > 0;
}

/* "%TORYO", "%+ILLEGAL_ACTION": the sign names the offender. */
static enum shogi_end
end_of_statement(const char *words, enum shogi_side mover)
{
    bool has_sign = words[1] == '+' || words[1] == '-';
    enum shogi_end end =
        shogi_end_from_csa(words + 1 + has_sign, strlen(words) - 1 - has_sign);

    if (has_sign && end == SHOGI_END_FOUL_WIN
        && (words[1] == '-') == (mover == SHOGI_WHITE))
        return SHOGI_END_FOUL_LOSS;
    return end == SHOGI_END_NONE ? SHOGI_END_OTHER : end;
}

/* Take the word of an ending, where MOVER is to move.  *WORDS is a copy of it, NULL:
 * memory; a word that is not known is reported. */
static enum shogi_end
take_end(struct scan *s, struct shogi_game *g, enum shogi_side mover, const char **words)
{
    enum shogi_end end = SHOGI_END_OTHER;
    size_t len = word_length(s);

    *words = shogi_game_text(g, s->p, len);
    if (!*words)
        return SHOGI_END_NONE;
    for (size_t i = 0; i < sizeof end_words / sizeof *end_words; i++)
        if (strcmp(end_words[i].word, *words) == 0)
            end = end_words[i].end;
    if (**words == '%')
        end = end_of_statement(*words, mover);
    if (end == SHOGI_END_OTHER)
        report_word(g, s, SHOGI_DIAG_UNKNOWN_END);
    s->p += len;
    scan_blanks(s);
    return end;
}

static enum shogi_status
parse_end(struct scan *s, struct shogi_game *g, struct shogi_cursor *c)
{
    struct shogi_place at = place(s);
    const char *words;
    enum shogi_end end = take_end(s, g, (enum shogi_side)c->position.turn, &words);

    return words ? shogi_cursor_append_end(c, end, SHOGI_WINNER_BY_END, words, at)
                 : SHOGI_FATAL;
}

/* A move that stands at the scanner cannot be carried out.  Moves behind it are left
 * out; an ending behind them is kept for the audit. */
static void
parse_late_end(struct scan *s, struct shogi_game *g, const struct shogi_cursor *c)
{
    enum shogi_side mover = (enum shogi_side)c->position.turn;

    for (size_t len; !scan_at_end(s); s->p += len, scan_blanks(s)) {
        len = word_length(s);
        if (shogi_move_from_usi(s->p, len) == SHOGI_NO_MOVE)
            break;
        mover = mover == SHOGI_BLACK ? SHOGI_WHITE : SHOGI_BLACK;
    }
    if (!scan_at_end(s) && is_end_word(s)) {
        struct shogi_place at = place(s);
        const char *words;
        enum shogi_end end = take_end(s, g, mover, &words);
        shogi_game_note_late_end(g, end, SHOGI_WINNER_BY_END, mover, words, at);
    }
}

static enum shogi_status
parse_moves(struct scan *s, struct shogi_game *g, struct shogi_cursor *c)
{
    while (!scan_at_end(s)) {
        size_t len = word_length(s);
        shogi_move m = shogi_move_from_usi(s->p, len);

        if (m != SHOGI_NO_MOVE) {
            enum shogi_status status = shogi_cursor_append(c, m, place(s));
            if (status == SHOGI_BAD)
                parse_late_end(s, g, c);
            if (status != SHOGI_OK)
                return status;
            s->p += len;
            scan_blanks(s);
        } else if (is_end_word(s)) {
            if (parse_end(s, g, c) != SHOGI_OK)
                return SHOGI_FATAL;
            if (scan_at_end(s))
                return SHOGI_OK;
            report_word(g, s, SHOGI_DIAG_AFTER_END);
            return SHOGI_OK;
        } else {
            report_word(g, s, SHOGI_DIAG_SYNTAX);
            return SHOGI_BAD;
        }
    }
    return SHOGI_OK;
}

/* The line of the game, and not its blanks and '#' lines. */
static bool
find_line(struct scan *s)
{
    while (scan_next_line(s)) {
        scan_trim(s);
        scan_blanks(s);
        if (!scan_at_end(s) && *s->p != '#')
            return true;
    }
    return false;
}

static enum shogi_status
parse_line(struct scan *s, struct shogi_game *g)
{
    struct shogi_cursor cursor;
    enum shogi_status status = SHOGI_OK;

    take_word(s, "position");
    if (!take_word(s, "startpos") && !take_word(s, "moves")
        && shogi_move_from_usi(s->p, word_length(s)) == SHOGI_NO_MOVE) {
        take_word(s, "sfen");
        if (parse_position(s, g) != SHOGI_OK)
            return SHOGI_BAD;
    }
    take_word(s, "moves");
    shogi_cursor_init_light(&cursor, g);
    status = parse_moves(s, g, &cursor);
    shogi_cursor_release(&cursor);
    return status;
}

static enum shogi_status
sfen_parse(const struct shogi_text *t, struct shogi_game *g)
{
    struct scan s;

    scan_init(&s, t);
    return find_line(&s) ? parse_line(&s, g) : SHOGI_EOF;
}

/* Sure as soon as the first line that says something is a position. */
static int
sfen_detect(const char *utf8, size_t len)
{
    struct shogi_text t = { .utf8 = utf8, .len = len, .first_line = 1 };
    struct shogi_position p;
    struct scan s;
    size_t used;
    bool named;

    scan_init(&s, &t);
    if (!find_line(&s))
        return 0;
    named = take_word(&s, "position");
    if (take_word(&s, "startpos"))
        return 95;
    named = take_word(&s, "sfen") || named;
    if (shogi_position_from_sfen(&p, s.p, scan_left(&s), &used) == SHOGI_SFEN_OK)
        return 95;
    if (named)
        return 60; /* a position with a fault, to be reported as such */
    return take_word(&s, "moves")
                   || shogi_move_from_usi(s.p, word_length(&s)) != SHOGI_NO_MOVE
               ? 80
               : 0;
}

/* ---- writing ------------------------------------------------------------------------
 */

static void
put_sfen(struct shogi_buf *out, const struct shogi_position *p)
{
    char sfen[SHOGI_SFEN_SIZE];

    shogi_buf_add(out, sfen, shogi_position_to_sfen(p, sfen));
}

static void
write_game(const struct shogi_game *g, struct shogi_buf *out)
{
    const struct shogi_node *n = g->root->child;

    if (g->start.move_number == 1 && shogi_game_handicap(g) == SHOGI_HANDICAP_NONE) {
        shogi_buf_puts(out, "startpos");
    } else {
        shogi_buf_puts(out, "sfen ");
        put_sfen(out, &g->start);
    }
    if (n && n->move != SHOGI_NO_MOVE)
        shogi_buf_puts(out, " moves");
    for (; n && n->move != SHOGI_NO_MOVE; n = n->child) {
        if (!shogi_buf_has_room(out, 1 + SHOGI_USI_SIZE))
            return;
        out->data[out->len++] = ' ';
        out->len += shogi_move_to_usi(n->move, out->data + out->len);
    }
    shogi_buf_putc(out, '\n');
}

/* Every position of the main line, or only the last. */
static void
write_positions(const struct shogi_game *g, bool only_last, struct shogi_buf *out)
{
    struct shogi_cursor c;

    shogi_cursor_init_const(&c, g);
    do {
        const struct shogi_node *next = c.node->child;
        if (c.node->end != SHOGI_END_NONE)
            break;
        if (only_last && next && next->move != SHOGI_NO_MOVE)
            continue;
        put_sfen(out, &c.position);
        shogi_buf_putc(out, '\n');
    } while (shogi_cursor_forward(&c));
    shogi_cursor_release(&c);
}

static void
sfen_write(struct shogi_game *g, const struct shogi_write_options *o,
           struct shogi_buf *out)
{
    if (o->sfen_style == SHOGI_SFEN_GAME)
        write_game(g, out);
    else
        write_positions(g, o->sfen_style == SHOGI_SFEN_FINAL, out);
}

const struct shogi_format shogi_format_sfen = {
    .name = "sfen",
    .alias = "usi",
    .title = "SFEN positions and USI games, one a line",
    .suffixes = sfen_suffixes,
    .has_long_lines = true,
    .holds = SHOGI_USES_MOVES | SHOGI_USES_MOVE_NUMBER,
    .detect = sfen_detect,
    .split = sfen_split,
    .parse = sfen_parse,
    .write = sfen_write,
};
