/* SPDX-License-Identifier: MIT */
/* pv.c - a line of play as text: CSA, USI or Japanese moves behind each other. */
#include "notation/csa.h"
#include "notation/evaluation.h"
#include "notation/japanese.h"
#include "text/scan.h"

/* Promotion is told by the piece that stands on the origin. */
static shogi_move
move_of(const struct shogi_position *p, const struct csa_move *m)
{
    shogi_piece piece;

    if (m->from == SHOGI_NO_SQUARE)
        return m->kind < SHOGI_HAND_COUNT
                   ? shogi_move_drop((enum shogi_kind)m->kind, m->to)
                   : SHOGI_NO_MOVE;
    piece = p->board[m->from];
    if (piece == SHOGI_EMPTY)
        return SHOGI_NO_MOVE;
    if ((enum shogi_kind)m->kind == shogi_piece_kind(piece))
        return shogi_move_board(m->from, m->to, false);
    return shogi_kind_can_promote(shogi_piece_kind(piece))
                   && shogi_kind_promoted(shogi_piece_kind(piece))
                          == (enum shogi_kind)m->kind
               ? shogi_move_board(m->from, m->to, true)
               : SHOGI_NO_MOVE;
}

/* "+7776FU" with the sign of the side to move. */
static shogi_move
take_csa_move(struct scan *s, const struct shogi_position *p)
{
    struct csa_move m;
    char sign = p->turn == SHOGI_BLACK ? '+' : '-';

    if (scan_left(s) < 7 || *s->p != sign || !shogi_csa_scan_move(s->p + 1, &m))
        return SHOGI_NO_MOVE;
    s->p += 7;
    return move_of(p, &m);
}

static shogi_move
take_usi_move(struct scan *s)
{
    const char *end = s->p;
    shogi_move m;

    while (end < s->eol && end - s->p < 6 && !scan_blank_length(end))
        end++;
    m = shogi_move_from_usi(s->p, (size_t)(end - s->p));
    if (m != SHOGI_NO_MOVE)
        s->p = end;
    return m;
}

static shogi_move
take_japanese_move(struct scan *s, const struct shogi_position *p, shogi_square previous)
{
    struct shogi_written_move m;
    shogi_move found;
    enum shogi_found how;
    shogi_square to;
    shogi_bb from;

    if (shogi_written_move_scan(s, &m) != SHOGI_WRITTEN_OK)
        return SHOGI_NO_MOVE;
    to = m.to == SHOGI_NO_SQUARE ? previous : m.to;
    if (to == SHOGI_NO_SQUARE || (m.mark != SHOGI_NO_SIDE && m.mark != p->turn))
        return SHOGI_NO_MOVE;
    how = shogi_written_move_find(p, &m, to, &found, &from);
    return how == SHOGI_FOUND_ONE || how == SHOGI_FOUND_LOOSELY ? found : SHOGI_NO_MOVE;
}

/* Programs may begin with the move that was just played: go to the first mark
 * of the side to move, as ShogiHome does. */
static void
skip_to_mover(struct scan *s, enum shogi_side mover)
{
    struct scan at = *s;
    enum shogi_side side;

    scan_blanks(&at);
    if (!shogi_mark_scan(&at, &side) || side == mover)
        return;
    for (; at.p < at.eol; at.p++) {
        struct scan mark = at;
        if (shogi_mark_scan(&mark, &side) && side == mover) {
            s->p = at.p;
            return;
        }
    }
}

size_t
shogi_pv_read(const struct shogi_position *p, shogi_square previous, const char *s,
              size_t len, shogi_move *out, size_t max)
{
    struct scan scan = {
        .p = s, .eol = s + len, .line = s, .next = s + len, .end = s + len
    };
    struct shogi_position now = *p;
    struct shogi_undo undo;
    size_t count = 0;

    shogi_japanese_init();
    skip_to_mover(&scan, (enum shogi_side)p->turn);
    while (count < max) {
        shogi_move m;
        scan_blanks(&scan);
        if (scan_at_end(&scan))
            break;
        m = take_csa_move(&scan, &now);
        if (m == SHOGI_NO_MOVE)
            m = take_usi_move(&scan);
        if (m == SHOGI_NO_MOVE)
            m = take_japanese_move(&scan, &now, previous);
        if (m == SHOGI_NO_MOVE || !shogi_position_play(&now, m, &undo))
            break;
        previous = shogi_move_to(m);
        out[count++] = m;
    }
    return count;
}
