/* SPDX-License-Identifier: MIT */
/* csa_setup.c - the start position of a CSA record.
 *
 *     PI                     the even game
 *     PI82HI22KA             the even game without these pieces
 *     P1-KY-KE-GI ...        ranks, nine cells from file 9 to file 1
 *     P+59OU00KI             pieces of one side; square 00 is the hand
 *     P-00AL                 all that is left goes to this hand
 *
 * Source: the CSA standard, V2.2 section 2.5 and V3.0. */
#include "base/utf8.h"
#include "notation/csa.h"

/* All pieces of a set, by base kind. */
static const int piece_count[SHOGI_HAND_COUNT] = {
    [SHOGI_PAWN] = 18,  [SHOGI_LANCE] = 4, [SHOGI_KNIGHT] = 4, [SHOGI_SILVER] = 4,
    [SHOGI_BISHOP] = 2, [SHOGI_ROOK] = 2,  [SHOGI_GOLD] = 4,
};

/* What reads one statement. */
struct statement {
    struct scan *s;
    struct shogi_game *g;
    struct shogi_place place; /* of `from` */
    const char *from;
    bool reported; /* a fault that does not end the reading of it */
};

static struct shogi_place
place_of(const struct statement *t, const char *at)
{
    struct shogi_place place = t->place;

    place.column += (uint32_t)shogi_utf8_count(t->from, (size_t)(at - t->from));
    return place;
}

static void
report(struct statement *t, enum shogi_diag_id id, const char *at)
{
    shogi_diag_add_text(t->g, shogi_game_diag(t->g, id, place_of(t, at)), at,
                        (size_t)(t->s->eol - at));
}

/* The same for the first of any number of faults. */
static void
report_first(struct statement *t, enum shogi_diag_id id, const char *at)
{
    if (!t->reported)
        report(t, id, at);
    t->reported = true;
}

static bool
is_sign(char c)
{
    return c == '+' || c == '-';
}

static enum shogi_side
side_of_sign(char sign)
{
    return sign == '-' ? SHOGI_WHITE : SHOGI_BLACK;
}

/* Take "82HI": a square (00: SHOGI_NO_SQUARE) and a piece. */
static bool
take_placed(struct scan *s, shogi_square *square, enum shogi_kind *kind)
{
    if (scan_left(s) < 4)
        return false;
    *kind = shogi_csa_kind(s->p + 2);
    if (*kind == SHOGI_NO_KIND)
        return false;
    if (s->p[0] == '0' && s->p[1] == '0')
        *square = SHOGI_NO_SQUARE;
    else if (s->p[0] >= '1' && s->p[0] <= '9' && s->p[1] >= '1' && s->p[1] <= '9')
        *square = shogi_square_at(s->p[0] - '0', s->p[1] - '0');
    else
        return false;
    s->p += 4;
    return true;
}

/* Behind "PI": the pieces that a handicap takes away; they go nowhere. */
static void
read_removals(struct statement *t)
{
    struct scan *s = t->s;
    struct shogi_position *start = &t->g->start;
    shogi_square square;
    enum shogi_kind kind;

    shogi_position_set_start(start);
    for (scan_blanks(s); !scan_at_end(s); scan_blanks(s)) {
        const char *at = s->p;
        shogi_piece piece;

        if (!take_placed(s, &square, &kind) || square == SHOGI_NO_SQUARE) {
            report(t, SHOGI_DIAG_BAD_BOARD, at);
            return;
        }
        piece = start->board[square];
        if (piece == SHOGI_EMPTY || shogi_piece_kind(piece) != kind)
            report_first(t, SHOGI_DIAG_BAD_BOARD, at);
        else
            shogi_position_put(start, square, SHOGI_EMPTY);
    }
}

/* ---- ranks ----------------------------------------------------------------------- */

/* Cells of three characters, as the standard has them: for ranks whose empty
 * cells are blanks or another sign.  Returns how many. */
static int
scan_columns(const struct scan *s, shogi_piece cells[9])
{
    size_t len = scan_left(s);

    if (len < 25 || len > 27) /* blanks of the last cell may be trimmed */
        return 0;
    for (int i = 0; i < 9; i++) {
        const char *cell = s->p + (size_t)i * 3;
        enum shogi_kind kind = SHOGI_NO_KIND;

        cells[i] = SHOGI_EMPTY;
        if (!is_sign(cell[0]))
            continue;
        if ((size_t)(s->eol - cell) >= 3)
            kind = shogi_csa_kind(cell + 1);
        if (kind == SHOGI_NO_KIND)
            return 0;
        cells[i] = shogi_piece_of(side_of_sign(cell[0]), kind);
    }
    return 9;
}

/* '*' or a sign with two letters, wherever they stand: mail and web pages
 * collapse blanks, editors trim them.  Returns how many there were (the first
 * nine are in CELLS), -1 for a piece that is none; what is neither goes to
 * *NOISE. */
static int
scan_cells(struct scan *s, shogi_piece cells[9], bool *noise)
{
    int n = 0;

    *noise = false;
    for (scan_blanks(s); !scan_at_end(s); scan_blanks(s)) {
        shogi_piece piece = SHOGI_EMPTY;

        if (is_sign(*s->p)) {
            enum shogi_kind kind =
                scan_left(s) >= 3 ? shogi_csa_kind(s->p + 1) : SHOGI_NO_KIND;
            if (kind == SHOGI_NO_KIND)
                return -1;
            piece = shogi_piece_of(side_of_sign(*s->p), kind);
            s->p += 3;
        } else if (*s->p == '*') {
            s->p++;
        } else {
            *noise = true;
            s->p++;
            continue;
        }
        if (n < 9)
            cells[n] = piece;
        n++;
    }
    return n;
}

static bool
is_empty_rank(const shogi_piece cells[9], int n)
{
    for (int i = 0; i < n && i < 9; i++)
        if (cells[i] != SHOGI_EMPTY)
            return false;
    return true;
}

/* Behind "P1".  A rank of too few or too many cells is an error unless it is
 * empty; its pieces stay where they were counted. */
static void
read_rank(struct statement *t, int rank)
{
    const char *at = t->s->p;
    shogi_piece cells[9] = { 0 }, fixed[9];
    bool noise;
    int n = scan_cells(t->s, cells, &noise);

    if (n == 9) {
        if (noise)
            report(t, SHOGI_DIAG_TOLERATED, t->from);
    } else {
        t->s->p = at;
        if (scan_columns(t->s, fixed) == 9)
            memcpy(cells, fixed, sizeof cells);
        else if (n >= 0 && is_empty_rank(cells, n))
            report(t, SHOGI_DIAG_TOLERATED, t->from);
        else
            report(t, SHOGI_DIAG_BAD_BOARD, at);
    }
    for (int i = 0; i < 9; i++)
        shogi_position_put(&t->g->start, shogi_square_at(9 - i, rank), cells[i]);
}

/* ---- pieces of one side -------------------------------------------------------------
 */

/* Behind "P+" or "P-"; may be empty (some programs always write both lines). */
static void
read_pieces(struct csa_setup *u, struct statement *t, enum shogi_side side)
{
    struct scan *s = t->s;
    struct shogi_position *start = &t->g->start;
    shogi_square square;
    enum shogi_kind kind;

    for (scan_blanks(s); !scan_at_end(s); scan_blanks(s)) {
        const char *at = s->p;

        if (scan_bytes(s, "00AL", 4)) {
            if (u->rest == SHOGI_NO_SIDE)
                u->rest = (uint8_t)side;
        } else if (!take_placed(s, &square, &kind)) {
            report(t, SHOGI_DIAG_BAD_BOARD, at);
            return;
        } else if (square != SHOGI_NO_SQUARE) {
            if (start->board[square] != SHOGI_EMPTY)
                report_first(t, SHOGI_DIAG_BAD_BOARD, at);
            shogi_position_put(start, square, shogi_piece_of(side, kind));
        } else if (kind < SHOGI_HAND_COUNT) {
            shogi_position_set_hand(start, side, kind, start->hand[side][kind] + 1);
        } else {
            report_first(t, SHOGI_DIAG_BAD_HAND, at);
        }
    }
}

/* "PSlnsgkgsnl/...": ShogiDroid reads and writes it. */
static void
read_sfen(struct csa_setup *u, struct statement *t)
{
    struct scan *s = t->s;
    size_t used;
    enum shogi_sfen_error error;

    scan_blanks(s);
    error = shogi_position_from_sfen(&t->g->start, s->p, scan_left(s), &used);
    if (error == SHOGI_SFEN_OK)
        u->turn = t->g->start.turn;
    else
        shogi_diag_add_sfen_error(
            shogi_game_diag(t->g, SHOGI_DIAG_BAD_SFEN, place_of(t, s->p + used)), error);
}

bool
shogi_csa_skip_even_board(struct scan *s)
{
    static const char lines[9][30] = {
        "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY", "P2 * -HI *  *  *  *  * -KA * ",
        "P3-FU-FU-FU-FU-FU-FU-FU-FU-FU", "P4 *  *  *  *  *  *  *  *  * ",
        "P5 *  *  *  *  *  *  *  *  * ", "P6 *  *  *  *  *  *  *  *  * ",
        "P7+FU+FU+FU+FU+FU+FU+FU+FU+FU", "P8 * +KA *  *  *  *  * +HI * ",
        "P9+KY+KE+GI+KI+OU+KI+GI+KE+KY",
    };
    const char *p = s->line;

    for (int i = 0; i < 9; i++) {
        if (s->end - p < 31 || memcmp(p, lines[i], 29) != 0)
            return false;
        p += 29;
        p += *p == '\r';
        if (*p++ != '\n')
            return false;
    }
    s->next = p;
    s->number += 8;
    return true;
}

bool
shogi_csa_read_setup(struct csa_setup *u, struct scan *s, struct shogi_place at,
                     struct shogi_game *g)
{
    struct statement t = { .s = s, .g = g, .place = at, .from = s->p };
    char what = scan_left(s) >= 2 ? s->p[1] : '\0';
    bool is_rank = what >= '1' && what <= '9';

    if (!is_rank && what != 'I' && what != 'S' && !is_sign(what))
        return false;
    if (!u->has_position && what != 'I')
        shogi_position_clear(&g->start);
    u->has_position = true;
    s->p += 2;
    if (is_rank)
        read_rank(&t, what - '0');
    else if (what == 'I')
        read_removals(&t);
    else if (what == 'S')
        read_sfen(u, &t);
    else
        read_pieces(u, &t, side_of_sign(what));
    return true;
}

/* ---- the end of it --------------------------------------------------------------- */

/* Promoted pieces count as what they were, kings are never among the rest. */
static void
hand_out_rest(struct shogi_position *p, enum shogi_side side)
{
    int left[SHOGI_HAND_COUNT];

    for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
        left[kind] =
            piece_count[kind] - p->hand[SHOGI_BLACK][kind] - p->hand[SHOGI_WHITE][kind];
    for (int square = 0; square < SHOGI_SQUARE_COUNT; square++) {
        enum shogi_kind kind;

        if (p->board[square] == SHOGI_EMPTY)
            continue;
        kind = shogi_kind_base(shogi_piece_kind(p->board[square]));
        if (kind < SHOGI_HAND_COUNT)
            left[kind]--;
    }
    for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
        if (left[kind] > 0)
            shogi_position_set_hand(p, side, (enum shogi_kind)kind,
                                    p->hand[side][kind] + left[kind]);
}

void
shogi_csa_finish_setup(const struct csa_setup *u, struct shogi_game *g)
{
    if (u->rest != SHOGI_NO_SIDE)
        hand_out_rest(&g->start, (enum shogi_side)u->rest);
    if (u->turn != SHOGI_NO_SIDE && u->turn != g->start.turn)
        shogi_position_set_turn(&g->start, (enum shogi_side)u->turn);
}
