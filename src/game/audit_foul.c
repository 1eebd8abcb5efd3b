/* SPDX-License-Identifier: MIT */
/* audit_foul.c - the fouls of a move, in words. */
#include <stdlib.h>

#include "game/audit.h"
#include "rules/bitboard.h"

typedef void say_fn(struct shogi_diag *d, const struct shogi_position *p, shogi_move m);

/* ---- finding the cause --------------------------------------------------------------
 */

static enum shogi_kind
moved_kind(const struct shogi_position *p, shogi_move m)
{
    if (shogi_move_is_drop(m))
        return shogi_move_dropped(m);
    return p->board[shogi_move_from(m)] == SHOGI_EMPTY
               ? SHOGI_NO_KIND
               : shogi_piece_kind(p->board[shogi_move_from(m)]);
}

/* The first piece that stands between the squares of M, which are in line. */
static shogi_square
blocker_of(const struct shogi_position *p, shogi_move m)
{
    int file = shogi_square_file(shogi_move_from(m)),
        rank = shogi_square_rank(shogi_move_from(m));
    int to_file = shogi_square_file(shogi_move_to(m)),
        to_rank = shogi_square_rank(shogi_move_to(m));
    int step_file = (to_file > file) - (to_file < file),
        step_rank = (to_rank > rank) - (to_rank < rank);

    while (file != to_file || rank != to_rank) {
        file += step_file;
        rank += step_rank;
        if (p->board[shogi_square_at(file, rank)] != SHOGI_EMPTY)
            return shogi_square_at(file, rank);
    }
    return SHOGI_NO_SQUARE;
}

static shogi_square
lowest_square(shogi_bb set)
{
    return shogi_bb_any(set) ? shogi_bb_lowest(set) : SHOGI_NO_SQUARE;
}

/* An own unpromoted pawn on the file of the drop. */
static shogi_square
pawn_on_file(const struct shogi_position *p, shogi_move m)
{
    shogi_bb pawns = shogi_bb_and(p->side[p->turn], p->kind[SHOGI_PAWN]);

    return lowest_square(
        shogi_bb_and(pawns, shogi_bb_file(shogi_square_file(shogi_move_to(m)))));
}

/* ---- the words of each foul ---------------------------------------------------------
 */

static void
say_from(struct shogi_diag *d, const struct shogi_position *p, shogi_move m)
{
    (void)p;
    shogi_diag_add_square(d, shogi_move_from(m));
}

static void
say_to(struct shogi_diag *d, const struct shogi_position *p, shogi_move m)
{
    (void)p;
    shogi_diag_add_square(d, shogi_move_to(m));
}

static void
say_kind(struct shogi_diag *d, const struct shogi_position *p, shogi_move m)
{
    shogi_diag_add_kind(d, moved_kind(p, m));
}

static void
say_kind_and_target(struct shogi_diag *d, const struct shogi_position *p, shogi_move m)
{
    say_kind(d, p, m);
    say_to(d, p, m);
}

static void
say_way(struct shogi_diag *d, const struct shogi_position *p, shogi_move m)
{
    say_kind(d, p, m);
    say_from(d, p, m);
    say_to(d, p, m);
}

static void
say_squares(struct shogi_diag *d, const struct shogi_position *p, shogi_move m)
{
    say_from(d, p, m);
    say_to(d, p, m);
}

static void
say_jump(struct shogi_diag *d, const struct shogi_position *p, shogi_move m)
{
    shogi_square blocker = blocker_of(p, m);

    say_way(d, p, m);
    shogi_diag_add_kind(d, blocker == SHOGI_NO_SQUARE
                               ? SHOGI_NO_KIND
                               : shogi_piece_kind(p->board[blocker]));
    shogi_diag_add_square(d, blocker);
}

static void
say_own_capture(struct shogi_diag *d, const struct shogi_position *p, shogi_move m)
{
    shogi_diag_add_kind(d, shogi_piece_kind(p->board[shogi_move_to(m)]));
    say_to(d, p, m);
}

static void
say_nifu(struct shogi_diag *d, const struct shogi_position *p, shogi_move m)
{
    shogi_diag_add_number(d, shogi_square_file(shogi_move_to(m)));
    shogi_diag_add_square(d, pawn_on_file(p, m));
}

static void
say_uchifuzume(struct shogi_diag *d, const struct shogi_position *p, shogi_move m)
{
    (void)m;
    shogi_diag_add_square(d, p->king[other_side((enum shogi_side)p->turn)]);
}

/* The mover's king after the move, and a piece that attacks it. */
static void
say_check(struct shogi_diag *d, const struct shogi_position *p, shogi_move m)
{
    enum shogi_side mover = (enum shogi_side)p->turn;
    struct shogi_position after = *p;
    struct shogi_undo undo;
    shogi_square king, attacker = SHOGI_NO_SQUARE;

    shogi_position_play(&after, m, &undo);
    king = after.king[mover];
    if (king != SHOGI_NO_SQUARE)
        attacker =
            lowest_square(shogi_position_attackers(&after, other_side(mover), king));
    shogi_diag_add_square(d, king);
    shogi_diag_add_kind(d, attacker == SHOGI_NO_SQUARE
                               ? SHOGI_NO_KIND
                               : shogi_piece_kind(after.board[attacker]));
    shogi_diag_add_square(d, attacker);
}

/* In the order of the catalogue of fouls. */
static const struct {
    uint32_t bit;
    enum shogi_diag_id id;
    say_fn *say;
} fouls_in_order[] = {
    { SHOGI_FOUL_NIFU, SHOGI_DIAG_NIFU, say_nifu },
    { SHOGI_FOUL_UCHIFUZUME, SHOGI_DIAG_UCHIFUZUME, say_uchifuzume },
    { SHOGI_FOUL_DEAD_DROP, SHOGI_DIAG_DEAD_DROP, say_kind_and_target },
    { SHOGI_FOUL_DEAD_MOVE, SHOGI_DIAG_DEAD_MOVE, say_kind_and_target },
    { SHOGI_FOUL_CHECK_IGNORED, SHOGI_DIAG_CHECK_IGNORED, say_check },
    { SHOGI_FOUL_SELF_CHECK, SHOGI_DIAG_SELF_CHECK, say_check },
    { SHOGI_FOUL_OPPONENT_PIECE, SHOGI_DIAG_OPPONENT_PIECE, say_from },
    { SHOGI_FOUL_BAD_MOVE, SHOGI_DIAG_BAD_MOVE, say_way },
    { SHOGI_FOUL_JUMP, SHOGI_DIAG_JUMP, say_jump },
    { SHOGI_FOUL_OWN_CAPTURE, SHOGI_DIAG_OWN_CAPTURE, say_own_capture },
    { SHOGI_FOUL_EMPTY_SOURCE, SHOGI_DIAG_EMPTY_SOURCE, say_from },
    { SHOGI_FOUL_DROP_OCCUPIED, SHOGI_DIAG_DROP_OCCUPIED, say_to },
    { SHOGI_FOUL_NOT_IN_HAND, SHOGI_DIAG_NOT_IN_HAND, say_kind },
    { SHOGI_FOUL_DROP_PROMOTED, SHOGI_DIAG_DROP_PROMOTED, say_kind },
    { SHOGI_FOUL_PROMO_ZONE, SHOGI_DIAG_PROMO_ZONE, say_squares },
    { SHOGI_FOUL_PROMO_PIECE, SHOGI_DIAG_PROMO_PIECE, say_kind },
    { SHOGI_FOUL_PROMO_AGAIN, SHOGI_DIAG_PROMO_AGAIN, say_kind },
    { SHOGI_FOUL_KING_CAPTURE, SHOGI_DIAG_KING_CAPTURE, say_to },
};

void
audit_report_fouls(struct audit *a, shogi_move m, uint32_t fouls, struct shogi_place at,
                   bool is_main)
{
    const struct shogi_position *p = &a->c.position;
    enum shogi_side mover = (enum shogi_side)p->turn;
    bool is_first = is_main && a->v->event == SHOGI_EVENT_NONE;

    for (size_t i = 0; i < sizeof fouls_in_order / sizeof *fouls_in_order; i++) {
        if (!(fouls & fouls_in_order[i].bit))
            continue;
        struct shogi_diag *d = shogi_game_diag(a->g, fouls_in_order[i].id, at);
        shogi_diag_about_move(d, p, a->c.ply + 1, m);
        d->in_variation = !is_main;
        fouls_in_order[i].say(d, p, m);
        if (is_first)
            audit_add_code(a, shogi_diag_id_code(fouls_in_order[i].id));
    }
    if (is_first) {
        audit_set_event(a, SHOGI_EVENT_FOUL, a->c.ply + 1, winner_of(other_side(mover)));
        a->v->offender = mover;
    }
}
