/* SPDX-License-Identifier: MIT */
/* csa_read.c - reading one game in CSA format.
 *
 *     'CSA encoding=UTF-8    V3 only
 *     V2.2                   no such line: the format of 1997
 *     N+name  N-name  $EVENT:text
 *     P1-KY-KE ...  +        start position, side to move: see csa_setup.c
 *     +7776FU                sign, from (00: a drop), to, piece after the move
 *     T12                    seconds
 *     'comment   '*comment that programs keep   '** 30 -3334FU (evaluation)
 *     %TORYO                 how the game ended
 *
 * Statements may share a line, separated by commas, except in lines that begin
 * with "'", 'N' or '$'.  Sources: the CSA standard V2.2 and V3.0, the source of
 * shogi-server. */
#include "base/utf8.h"
#include "notation/csa_reader.h"

struct shogi_place
shogi_csa_place(struct csa_reader *r)
{
    const char *p = r->s.p;

    if (r->counted < r->s.line || r->counted > p) {
        r->counted = r->s.line;
        r->column = 1;
    }
    r->column += (uint32_t)shogi_utf8_count(r->counted, (size_t)(p - r->counted));
    r->counted = p;
    return (struct shogi_place){ r->s.number, r->column };
}

void
shogi_csa_report(struct csa_reader *r, enum shogi_diag_id id)
{
    shogi_diag_add_text(r->g, shogi_game_diag(r->g, id, shogi_csa_place(r)), r->s.p,
                        scan_left(&r->s));
}

void
shogi_csa_tolerate(struct csa_reader *r, enum shogi_diag_word what)
{
    shogi_game_tolerate(r->g, what, shogi_csa_place(r));
}

/* A move whose sign is damaged: to go on behind it would make another game. */
static bool
is_move_without_sign(const struct csa_reader *r)
{
    enum { CHARACTER = 4, MOVE = 6 };
    struct csa_move w;

    for (size_t sign = 1; sign <= CHARACTER; sign++)
        if (scan_left(&r->s) >= sign + MOVE && shogi_csa_scan_move(r->s.p + sign, &w))
            return true;
    return false;
}

static void
read_unknown(struct csa_reader *r)
{
    if (r->has_content && r->state <= CSA_IN_MOVES && is_move_without_sign(r)) {
        if (r->state == CSA_IN_HEAD)
            shogi_csa_begin_moves(r, SHOGI_BLACK);
        shogi_csa_report(r, SHOGI_DIAG_SYNTAX);
        shogi_csa_stop(r);
        return;
    }
    /* Of what precedes the record one line is enough. */
    if (r->has_content || !r->has_unknown)
        shogi_csa_report(r, SHOGI_DIAG_UNKNOWN_LINE);
    if (!r->has_unknown)
        r->first_unknown = shogi_csa_place(r);
    r->has_unknown = true;
}

void
shogi_csa_read_after_end(struct csa_reader *r)
{
    if (!r->has_after_end)
        shogi_csa_report(r, SHOGI_DIAG_AFTER_END);
    r->has_after_end = true;
}

void
shogi_csa_begin_moves(struct csa_reader *r, enum shogi_side first)
{
    if (!r->setup.has_position)
        shogi_game_diag(r->g, SHOGI_DIAG_NO_START, shogi_csa_place(r));
    if (r->setup.turn == SHOGI_NO_SIDE) {
        r->setup.turn = (uint8_t)(first == SHOGI_NO_SIDE ? SHOGI_BLACK : first);
        /* Downloads from Shogi Wars and some old files lack the line. */
        shogi_diag_add_side(shogi_game_diag(r->g, SHOGI_DIAG_NO_TURN, shogi_csa_place(r)),
                            (enum shogi_side)r->setup.turn);
    }
    shogi_csa_finish_setup(&r->setup, r->g);
    shogi_cursor_init_light(&r->c, r->g);
    r->state = CSA_IN_MOVES;
    r->has_content = true;
}

/* Where comments and times belong. */
static struct shogi_node *
current_node(struct csa_reader *r)
{
    return r->state == CSA_IN_HEAD ? r->g->root : r->c.node;
}

/* ---- turns and moves -------------------------------------------------------------- */

/* '+' or '-' alone: who moves first. */
static void
read_turn(struct csa_reader *r)
{
    if (r->state != CSA_IN_HEAD) {
        read_unknown(r);
        return;
    }
    r->setup.turn = *r->s.p == '+' ? SHOGI_BLACK : SHOGI_WHITE;
    r->has_content = true;
}

/* Is what begins with a sign meant as a move?  Lists and lines drawn with signs
 * are not. */
static bool
is_meant_as_move(struct scan s)
{
    unsigned char c;

    s.p++;
    scan_blanks(&s);
    c = (unsigned char)*s.p;
    return c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z');
}

static void
read_signed(struct csa_reader *r)
{
    if (scan_left(&r->s) == 1)
        read_turn(r);
    else if (is_meant_as_move(r->s))
        shogi_csa_read_move(r);
    else
        read_unknown(r);
}

/* ---- times ----------------------------------------------------------------------- */

enum { MAX_SECONDS = INT32_MAX / 1000 - 1 };

/* Behind 'T': whole seconds, in V3 with up to three decimals.  -1: no time. */
static int32_t
scan_time(struct scan *s)
{
    int32_t ms, unit = 100;
    uint32_t seconds;

    scan_blanks(s);
    if (!scan_number(s, MAX_SECONDS + 1, &seconds) || seconds > MAX_SECONDS)
        return -1;
    ms = (int32_t)seconds * 1000;
    if (scan_char(s, '.'))
        for (int digit; scan_digit(s, &digit); unit /= 10)
            ms += unit * digit;
    return scan_at_end(s) ? ms : -1;
}

static void
read_time(struct csa_reader *r)
{
    const char *at = r->s.p;
    struct shogi_node *n = current_node(r);
    int32_t ms;

    if (r->state == CSA_BROKEN)
        return;
    if (n == r->g->root) {
        /* A damaged floodgate log of 2012. */
        shogi_csa_tolerate(r, SHOGI_SAY_TIME_FIRST);
        return;
    }
    r->s.p++;
    ms = scan_time(&r->s);
    r->s.p = at;
    /* Shogi Wars writes times below zero; a second time would say otherwise. */
    if (ms < 0 || n->time_ms >= 0)
        shogi_csa_report(r, SHOGI_DIAG_BAD_TIME);
    else
        n->time_ms = ms;
}

/* ---- endings --------------------------------------------------------------------- */

static enum shogi_winner
winner_of(enum shogi_side side)
{
    return side == SHOGI_BLACK ? SHOGI_WINNER_BLACK : SHOGI_WINNER_WHITE;
}

static void
add_end(struct csa_reader *r, enum shogi_end end, enum shogi_winner winner,
        const char *words, size_t len)
{
    const char *copy = words ? shogi_game_text(r->g, words, len) : NULL;

    if (r->state == CSA_BROKEN) {
        shogi_game_note_late_end(r->g, end, winner, (enum shogi_side)r->late_mover, copy,
                                 shogi_csa_place(r));
        return;
    }
    if (r->state == CSA_IN_HEAD)
        shogi_csa_begin_moves(r, SHOGI_NO_SIDE);
    if (shogi_cursor_append_end(&r->c, end, winner, copy, shogi_csa_place(r)) != SHOGI_OK)
        shogi_csa_stop(r);
    else
        r->state = CSA_AFTER_END;
}

/* "%+ILLEGAL_ACTION": the sign names who fouled.  Seen from the side to move it
 * is a loss, or a win by the opponent's foul. */
static void
read_illegal_action(struct csa_reader *r, enum shogi_side offender)
{
    enum shogi_end end = SHOGI_END_FOUL_WIN;

    if (r->state == CSA_IN_HEAD)
        shogi_csa_begin_moves(r, SHOGI_NO_SIDE);
    if (offender
        == (enum shogi_side)(r->state == CSA_BROKEN ? r->late_mover : r->c.position.turn))
        end = SHOGI_END_FOUL_LOSS;
    add_end(r, end, SHOGI_WINNER_BY_END, r->s.p, scan_left(&r->s));
}

static void
read_end(struct csa_reader *r)
{
    const char *word = r->s.p + 1;
    size_t len = scan_left(&r->s) - 1;
    enum shogi_winner winner;
    enum shogi_end end;

    if (r->state == CSA_BROKEN && r->late_mover == SHOGI_NO_SIDE)
        return;
    if (r->state == CSA_AFTER_END) {
        shogi_csa_read_after_end(r);
        return;
    }
    if (len == 0) {
        read_unknown(r);
        return;
    }
    if ((*word == '+' || *word == '-')
        && shogi_end_from_csa(word + 1, len - 1) == SHOGI_END_FOUL_WIN) {
        read_illegal_action(r, *word == '+' ? SHOGI_BLACK : SHOGI_WHITE);
        return;
    }
    end = shogi_csa_end(word, len, &winner);
    if (end == SHOGI_END_NONE) {
        end = SHOGI_END_OTHER;
        shogi_csa_report(r, SHOGI_DIAG_UNKNOWN_END);
    }
    /* The words of the standard say nothing more than the ending. */
    if (shogi_end_from_csa(word, len) != SHOGI_END_NONE)
        add_end(r, end, winner, NULL, 0);
    else
        add_end(r, end, winner, r->s.p, scan_left(&r->s));
}

/* ---- lines of the server --------------------------------------------------------- */

/* Who gives perpetual check loses: whoever is not in check now. */
static enum shogi_winner
perpetual_winner(const struct shogi_position *p)
{
    enum shogi_side turn = (enum shogi_side)p->turn;

    return winner_of(shogi_position_in_check(p, turn) ? turn : (enum shogi_side) !turn);
}

/* "#TIME_UP": where it stands in a file it is the only ending, or repeats the
 * one above. */
static void
read_server_line(struct csa_reader *r)
{
    size_t len = scan_left(&r->s);
    enum shogi_winner winner = SHOGI_WINNER_BY_END;
    enum shogi_end end;

    if (!shogi_csa_server_end(r->s.p + 1, len - 1, &end)) {
        read_unknown(r);
        return;
    }
    if (r->state != CSA_IN_MOVES || end == SHOGI_END_NONE)
        return;
    /* Logs of clients of the tournament server (GPS at the WCSC). */
    shogi_csa_tolerate(r, SHOGI_SAY_SERVER_LINE);
    if (end == SHOGI_END_PERPETUAL_CHECK) {
        shogi_cursor_settle(&r->c);
        winner = perpetual_winner(&r->c.position);
    }
    add_end(r, end, winner, r->s.p, len);
}

/* ---- the summary of floodgate
 * ---------------------------------------------------------- */

/* How a game ends of which the summary says END and WINNER, at this place. */
static enum shogi_end
summary_end(const struct csa_reader *r, enum shogi_end end, enum shogi_winner winner)
{
    enum shogi_winner mover = winner_of((enum shogi_side)r->c.position.turn);
    enum shogi_end written = (enum shogi_end)r->c.node->end;

    /* A foul move may have been recorded: then the mover wins by it. */
    if (end == SHOGI_END_FOUL_LOSS && winner == mover)
        return SHOGI_END_FOUL_WIN;
    /* A broken connection is logged as a resignation. */
    if (end == SHOGI_END_OTHER && written == SHOGI_END_RESIGN && winner != mover)
        return SHOGI_END_RESIGN;
    return end;
}

/* The summary decides over what the % line says. */
static void
read_summary(struct csa_reader *r, const struct csa_summary *summary)
{
    struct shogi_node *n;
    enum shogi_end end;

    if (r->state == CSA_IN_HEAD)
        shogi_csa_begin_moves(r, SHOGI_NO_SIDE);
    end = summary_end(r, summary->end, summary->winner);
    if (r->state == CSA_IN_MOVES) {
        add_end(r, end, summary->winner, summary->type, strlen(summary->type));
        return;
    }
    n = r->c.node;
    if (n->end != end
        || shogi_end_winner(n, (enum shogi_side)r->c.position.turn) != summary->winner) {
        struct shogi_diag *d =
            shogi_game_diag(r->g, SHOGI_DIAG_SUMMARY, shogi_csa_place(r));
        shogi_diag_add_string(r->g, d, summary->type);
        shogi_diag_add_string(r->g, d, shogi_end_name((enum shogi_end)n->end));
    }
    n->end = (uint8_t)end;
    n->winner = (uint8_t)summary->winner;
    if (!summary->is_plain)
        n->as_written = summary->type;
}

/* The same behind a foul that ended the line of moves. */
static void
read_late_summary(struct csa_reader *r, const struct csa_summary *summary)
{
    enum shogi_side mover = (enum shogi_side)r->late_mover;
    enum shogi_end end = summary->end;

    if (end == SHOGI_END_FOUL_LOSS && summary->winner == winner_of(mover))
        end = SHOGI_END_FOUL_WIN;
    r->g->late_end = NULL;
    shogi_game_note_late_end(r->g, end, summary->winner, mover,
                             summary->is_plain ? NULL : summary->type,
                             shogi_csa_place(r));
}

/* ---- comments -------------------------------------------------------------------- */

/* Declarations of the encoding stand before everything else; Kifu for Windows
 * writes the second. */
static bool
is_declaration(struct scan *s)
{
    return scan_word(s, "'CSA encoding=") || scan_word(s, "'encoding=");
}

/* floodgate hides the time of the end in a comment. */
static bool
adopt_end_time(struct csa_reader *r, const char *text, const char *eol)
{
    struct scan s = { .p = text, .eol = eol };

    if (r->has_end_time || !scan_word(&s, "$END_TIME:"))
        return false;
    scan_blanks(&s);
    scan_trim(&s);
    if (scan_at_end(&s))
        return false;
    shogi_game_add_header_text(r->g, SHOGI_HEADER_END_TIME,
                               shogi_header_kif_key(SHOGI_HEADER_END_TIME),
                               strlen(shogi_header_kif_key(SHOGI_HEADER_END_TIME)), s.p,
                               scan_left(&s), shogi_csa_place(r));
    r->has_end_time = true;
    return true;
}

/* The names, looked for once: a record of many headers may have many summaries. */
static const char *const *
players(struct csa_reader *r)
{
    if (!r->has_players) {
        r->player[SHOGI_BLACK] = shogi_game_header(r->g, SHOGI_HEADER_BLACK);
        r->player[SHOGI_WHITE] = shogi_game_header(r->g, SHOGI_HEADER_WHITE);
    }
    r->has_players = true;
    return r->player;
}

/* Behind the quote sign.  A first '*' only says that programs should keep the
 * comment (V3): the text of "'*foo" is "foo" as that of "'foo", and that of
 * "'** 30" is "* 30".  In KIF, which puts a '*' before each comment, it is
 * "** 30", what ShogiHome and floodgate's readers of KIF look for. */
static void
read_comment(struct csa_reader *r)
{
    struct scan *s = &r->s;
    const char *text = s->p + 1;
    struct csa_summary summary;

    if (r->state == CSA_BROKEN && r->late_mover == SHOGI_NO_SIDE)
        return;
    if (!r->has_content && is_declaration(s))
        return;
    if (text < s->eol && *text == '*')
        text++;
    if (*text == 's'
        && shogi_csa_scan_summary(players(r), text, (size_t)(s->eol - text), &summary))
        (r->state == CSA_BROKEN ? read_late_summary : read_summary)(r, &summary);
    else if (s->eol > text && *text == '$' && adopt_end_time(r, text, s->eol))
        return;
    if (r->state != CSA_BROKEN)
        shogi_game_add_comment(r->g, current_node(r), text, (size_t)(s->eol - text));
}

/* ---- lines ----------------------------------------------------------------------- */

static void
read_header(struct csa_reader *r)
{
    enum shogi_header_id id;

    if (!shogi_csa_read_header(&r->s, r->g, &id)) {
        read_unknown(r);
        return;
    }
    r->has_content = true;
    r->has_end_time |= id == SHOGI_HEADER_END_TIME;
}

static void
read_version(struct csa_reader *r)
{
    static const char *const known[] = { "2", "2.1", "2.2", "3", "3.0" };
    const char *version = shogi_game_text(r->g, r->s.p + 1, scan_left(&r->s) - 1);
    size_t i = 0;

    if (!version)
        return;
    while (i < sizeof known / sizeof *known && strcmp(version, known[i]) != 0)
        i++;
    if (i == sizeof known / sizeof *known)
        shogi_csa_report(r, SHOGI_DIAG_UNKNOWN_VERSION);
    r->g->source.version = version;
}

/* ---- lines ----------------------------------------------------------------------- */

static void
read_setup(struct csa_reader *r)
{
    if (r->state == CSA_BROKEN)
        return;
    if (r->state != CSA_IN_HEAD) {
        read_unknown(r);
        return;
    }
    if (r->setup.turn != SHOGI_NO_SIDE && r->setup.has_position)
        /* Boards in the tests of shogi-server. */
        shogi_csa_tolerate(r, SHOGI_SAY_LATE_PIECES);
    if (!r->setup.has_position && r->s.p == r->s.line
        && shogi_csa_skip_even_board(&r->s)) {
        /* A game begins with the even position. */
        r->setup.has_position = r->has_content = true;
        return;
    }
    if (shogi_csa_read_setup(&r->setup, &r->s, shogi_csa_place(r), r->g))
        r->has_content = true;
    else
        read_unknown(r);
}

static bool
is_digits(const char *p, const char *end)
{
    while (p < end && *p >= '0' && *p <= '9')
        p++;
    return p == end;
}

/* What begins with none of the signs of a statement. */
static void
read_other(struct csa_reader *r)
{
    const char *p = r->s.p;
    size_t len = scan_left(&r->s);
    struct csa_move w;

    if (len == 6 && shogi_csa_scan_move(p, &w))
        shogi_csa_read_move(r);
    else if (len > 1 && *p == 'L' && is_digits(p + 1, r->s.eol))
        /* Lines "L600" of remaining seconds: ShogiDroid. */
        shogi_csa_tolerate(r, SHOGI_SAY_REMAINING_TIME);
    else if (len > 2 && p[0] == 'v' && p[1] == '=' && r->state != CSA_BROKEN)
        /* AobaZero: "+7776FU,v=12". */
        shogi_game_add_comment(r->g, current_node(r), p, len);
    else
        read_unknown(r);
}

/* One statement, from `p` to `eol`, trimmed and not empty. */
static void
read_statement(struct csa_reader *r)
{
    switch (*r->s.p) {
    case '+':
    case '-':
        read_signed(r);
        break;
    case 'T':
        if (scan_left(&r->s) > 1
            && (r->s.p[1] == '-' || r->s.p[1] == ' ' || r->s.p[1] == '.'
                || (r->s.p[1] >= '0' && r->s.p[1] <= '9')))
            read_time(r);
        else
            read_unknown(r);
        break;
    case '%':
        read_end(r);
        break;
    case '#':
        read_server_line(r);
        break;
    case 'P':
        read_setup(r);
        break;
    case '\'':
        read_comment(r);
        break;
    default:
        if (shogi_csa_is_version(r->s.p, scan_left(&r->s)))
            read_version(r);
        else
            read_other(r);
        break;
    }
}

/* Statements separated by commas, with blanks around them (2005_YAMADA_GPS, a
 * tournament server); a comment runs to the end of the line. */
static void
read_statements(struct csa_reader *r)
{
    struct scan *s = &r->s;
    const char *eol = s->eol;

    while (s->p < eol) {
        const char *comma =
            *s->p == '\'' ? NULL : memchr(s->p, ',', (size_t)(eol - s->p));
        s->eol = comma ? comma : eol;
        if (*s->p != '\'')
            scan_trim(s);
        if (!scan_at_end(s))
            read_statement(r);
        s->p = comma ? comma + 1 : eol;
        s->eol = eol;
        scan_blanks(s);
    }
}

static void
read_line(struct csa_reader *r)
{
    struct scan *s = &r->s;

    scan_blanks(s);
    if (scan_at_end(s))
        return;
    if (*s->p == '\'') {
        read_comment(r);
        return;
    }
    if (*s->p == '$' || (*s->p == 'N' && (s->p[1] == '+' || s->p[1] == '-'))) {
        scan_trim(s);
        read_header(r);
    } else {
        read_statements(r);
    }
}

/* "/" alone; only where a path is read as one game more can follow. */
static bool
is_separator(const struct scan *s)
{
    struct scan rest = *s;

    scan_blanks(&rest);
    if (!scan_char(&rest, '/'))
        return false;
    scan_blanks(&rest);
    return scan_at_end(&rest);
}

static void
read_behind_separator(struct csa_reader *r)
{
    while (scan_next_line(&r->s)) {
        scan_blanks(&r->s);
        if (!scan_at_end(&r->s)) {
            shogi_csa_read_after_end(r);
            return;
        }
    }
}

/* ---- the whole ------------------------------------------------------------------- */

static enum shogi_status
finish(struct csa_reader *r)
{
    if (!r->has_content && !r->has_unknown)
        return SHOGI_EOF;
    /* A board alone, between lines that are none of ours, is a quotation in some
     * other text (documentation of programs has such). */
    if (!r->has_content
        || (r->has_unknown && r->state == CSA_IN_HEAD && !r->g->headers)) {
        shogi_diag_add_string(
            r->g, shogi_game_diag(r->g, SHOGI_DIAG_NOT_A_RECORD, r->first_unknown),
            "csa");
        return SHOGI_BAD;
    }
    if (r->state == CSA_IN_HEAD) {
        r->s.p = r->s.line;
        shogi_csa_begin_moves(r, SHOGI_NO_SIDE);
    }
    return r->status;
}

enum shogi_status
shogi_csa_parse(const struct shogi_text *t, struct shogi_game *g)
{
    struct csa_reader r;
    enum shogi_status status;

    r.g = g;
    r.setup = (struct csa_setup){ .turn = SHOGI_NO_SIDE, .rest = SHOGI_NO_SIDE };
    r.state = CSA_IN_HEAD;
    r.has_content = r.has_unknown = r.has_after_end = false;
    r.has_end_time = r.has_players = false;
    r.counted = t->utf8;
    r.column = 1;
    r.status = SHOGI_OK;
    r.late_mover = SHOGI_NO_SIDE;
    scan_init(&r.s, t);
    while (scan_next_line(&r.s)) {
        if (!is_separator(&r.s)) {
            read_line(&r);
        } else if (r.has_content) {
            read_behind_separator(&r);
            break;
        }
        shogi_csa_read_plain_lines(&r);
    }
    shogi_csa_join_headers(g);
    status = finish(&r);
    if (r.state != CSA_IN_HEAD)
        shogi_cursor_release(&r.c);
    return g->out_of_memory ? SHOGI_FATAL : status;
}
