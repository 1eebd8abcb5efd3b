/* SPDX-License-Identifier: MIT */
/* csa_move.c - the moves of a CSA record. */
#include "base/ascii.h"
#include "notation/csa_reader.h"

/* ---- moves ----------------------------------------------------------------------- */

/* The move W on the board of P.  False: the piece after the move is not what
 * the one that moves can be. */
static inline bool
match_move(const struct shogi_position *p, struct csa_move w, shogi_move *m)
{
    enum shogi_kind kind = (enum shogi_kind)w.kind;
    shogi_piece piece;

    if (w.from == SHOGI_NO_SQUARE) {
        *m = shogi_move_drop(kind, w.to);
        return kind < SHOGI_HAND_COUNT;
    }
    piece = p->board[w.from];
    if (piece == shogi_piece_of((enum shogi_side)p->turn, kind)) {
        *m = shogi_move_board(w.from, w.to, false);
        return true;
    }
    *m = shogi_move_board(w.from, w.to, true);
    return shogi_kind_is_promoted(kind)
           && piece == shogi_piece_of((enum shogi_side)p->turn, shogi_kind_base(kind));
}

static struct shogi_diag *
report_move(struct csa_reader *r, enum shogi_diag_id id, shogi_move m,
            enum shogi_side offender)
{
    struct shogi_diag *d = shogi_game_diag(r->g, id, shogi_csa_place(r));

    d->ply = r->c.ply + 1;
    d->move = m;
    d->offender = (uint8_t)offender;
    return d;
}

/* The move of W, which match_move() refused.  False: there is none. */
static bool
explain_move(struct csa_reader *r, struct csa_move w, shogi_move *m)
{
    enum shogi_side turn = (enum shogi_side)r->c.position.turn;
    enum shogi_kind kind = (enum shogi_kind)w.kind, stands;
    shogi_piece piece;

    if (w.from == SHOGI_NO_SQUARE) {
        if (kind == SHOGI_KING) {
            shogi_diag_add_kind(
                report_move(r, SHOGI_DIAG_NOT_IN_HAND, SHOGI_NO_MOVE, turn), kind);
            return false;
        }
        /* A promoted piece cannot be dropped; that it was is kept. */
        *m = (shogi_move)(shogi_move_drop(shogi_kind_base(kind), w.to)
                          | shogi_move_board(0, 0, true));
        return true;
    }
    *m = shogi_move_board(w.from, w.to, false);
    piece = r->c.position.board[w.from];
    if (piece == SHOGI_EMPTY || shogi_piece_side(piece) != turn)
        return true; /* the cursor says so */
    stands = shogi_piece_kind(piece);
    if (shogi_kind_is_promoted(stands) && shogi_kind_base(stands) == kind) {
        shogi_diag_add_kind(report_move(r, SHOGI_DIAG_UNPROMOTE, *m, turn), kind);
        return true;
    }
    *m = shogi_move_board(w.from, w.to,
                          shogi_kind_is_promoted(kind) && shogi_kind_can_promote(stands));
    struct shogi_diag *d = report_move(r, SHOGI_DIAG_PIECE_MISMATCH, *m, SHOGI_NO_SIDE);
    shogi_diag_add_kind(d, kind);
    shogi_diag_add_kind(d, stands);
    shogi_diag_add_square(d, w.from);
    return true;
}

/* SIDE moves, but it is the other's turn. */
static void
report_turn(struct csa_reader *r, struct csa_move w, enum shogi_side side)
{
    bool is_first = r->c.ply == 0;
    struct shogi_position other = r->c.position;
    shogi_move m = SHOGI_NO_MOVE;

    shogi_position_set_turn(&other, side);
    if (!match_move(&other, w, &m) && w.from == SHOGI_NO_SQUARE)
        m = SHOGI_NO_MOVE;
    shogi_diag_add_side(
        report_move(r, is_first ? SHOGI_DIAG_WRONG_TURN : SHOGI_DIAG_TWO_MOVES, m, side),
        side);
}

/* The move of SIDE that was reported ends the line of moves. */
static void
stop_by_foul(struct csa_reader *r, enum shogi_side side)
{
    shogi_csa_stop(r);
    if (shogi_game_diag_count(r->g, SHOGI_FOUL) > 0)
        r->late_mover = side == SHOGI_BLACK ? SHOGI_WHITE : SHOGI_BLACK;
}

void
shogi_csa_read_move(struct csa_reader *r)
{
    struct scan *s = &r->s;
    enum shogi_side side = SHOGI_NO_SIDE;
    struct csa_move w;
    shogi_move m;
    size_t sign = *s->p == '+' || *s->p == '-';

    if (r->state == CSA_BROKEN) {
        if (r->late_mover != SHOGI_NO_SIDE && sign)
            r->late_mover = *s->p == '+' ? SHOGI_WHITE : SHOGI_BLACK;
        return;
    }
    if (r->state == CSA_AFTER_END) {
        shogi_csa_read_after_end(r);
        return;
    }
    if (sign)
        side = *s->p == '+' ? SHOGI_BLACK : SHOGI_WHITE;
    if (r->state == CSA_IN_HEAD)
        shogi_csa_begin_moves(r, side);
    if (scan_left(s) != sign + 6 || !shogi_csa_scan_move(s->p + sign, &w)) {
        shogi_csa_report(r, SHOGI_DIAG_SYNTAX);
        shogi_csa_stop(r);
        return;
    }
    if (!sign)
        shogi_csa_tolerate(r, SHOGI_SAY_NO_SIGN); /* as ShogiGUI reads and writes */
    else if (side != (enum shogi_side)r->c.position.turn) {
        report_turn(r, w, side);
        stop_by_foul(r, side);
        return;
    }
    if ((!match_move(&r->c.position, w, &m) && !explain_move(r, w, &m))
        || shogi_cursor_append(&r->c, m, shogi_csa_place(r)) != SHOGI_OK)
        stop_by_foul(r, (enum shogi_side)r->c.position.turn);
}

/* ---- plain lines ----------------------------------------------------------------- */

/* Behind the digits of "12" at P, which a line end must follow; NULL, and *MS as it
 * was: something else stands there. */
static inline const char *
plain_seconds(const char *p, int32_t *ms)
{
    size_t digits = shogi_ascii_count_digits(p);
    const char *behind = p + digits;

    behind += *behind == '\r';
    if (digits == 0 || digits > 6 || *behind != '\n')
        return NULL;
    *ms = (int32_t)shogi_ascii_number(p, digits) * 1000;
    return behind + 1;
}

/* Behind the move that ends before P, and its time when it stands in the same
 * line; NULL: something else stands there. */
static inline const char *
plain_rest(const char *p, int32_t *ms)
{
    if (p[0] == ',' && p[1] == 'T')
        return plain_seconds(p + 2, ms);
    *ms = -1;
    p += *p == '\r';
    return *p == '\n' ? p + 1 : NULL;
}

void
shogi_csa_read_plain_lines(struct csa_reader *r)
{
    struct scan *s = &r->s;
    const char *p = s->next, *next;
    struct csa_move w;
    shogi_move m;
    int32_t ms;

    while (r->state == CSA_IN_MOVES) {
        if (*p == 'T') {
            if (r->c.ply == 0 || r->c.node->time_ms >= 0
                || !(next = plain_seconds(p + 1, &r->c.node->time_ms)))
                break;
        } else {
            if (*p != (r->c.position.turn == SHOGI_BLACK ? '+' : '-')
                || !shogi_csa_scan_move(p + 1, &w) || !match_move(&r->c.position, w, &m)
                || !(next = plain_rest(p + 7, &ms)))
                break;
            if (shogi_cursor_append(&r->c, m, (struct shogi_place){ s->number + 1, 1 })
                != SHOGI_OK)
                stop_by_foul(r, (enum shogi_side)r->c.position.turn);
            else
                r->c.node->time_ms = ms;
        }
        p = next;
        s->next = p;
        s->number++;
    }
}
