/* SPDX-License-Identifier: MIT */
/* attack.h - who attacks a square of a position. */
#ifndef SHOGI_RULES_ATTACK_H
#define SHOGI_RULES_ATTACK_H

#include "rules/bitboard.h"

SHOGI_INLINE enum shogi_side
shogi_other(enum shogi_side side)
{
    return side == SHOGI_BLACK ? SHOGI_WHITE : SHOGI_BLACK;
}

SHOGI_INLINE shogi_bb
shogi_occupied(const struct shogi_position *p)
{
    return shogi_bb_or(p->side[0], p->side[1]);
}

/* Gold and the four that move like it, of both sides. */
SHOGI_INLINE shogi_bb
shogi_golds(const struct shogi_position *p)
{
    const shogi_bb *k = p->kind;

    return shogi_bb_or(
        shogi_bb_or(shogi_bb_or(k[SHOGI_GOLD], k[SHOGI_TOKIN]),
                    shogi_bb_or(k[SHOGI_PROMOTED_LANCE], k[SHOGI_PROMOTED_KNIGHT])),
        k[SHOGI_PROMOTED_SILVER]);
}

/* Bishops and horses, and rooks and dragons, of both sides. */
SHOGI_INLINE shogi_bb
shogi_diagonals(const struct shogi_position *p)
{
    return shogi_bb_or(p->kind[SHOGI_BISHOP], p->kind[SHOGI_HORSE]);
}

SHOGI_INLINE shogi_bb
shogi_straights(const struct shogi_position *p)
{
    return shogi_bb_or(p->kind[SHOGI_ROOK], p->kind[SHOGI_DRAGON]);
}

/* Pieces of SIDE that attack SQUARE by a step.  Steps are symmetric: SIDE's
 * silver attacks a square from where the other side's silver would reach. */
SHOGI_INLINE shogi_bb
shogi_step_attackers(const struct shogi_position *p, enum shogi_side side,
                     shogi_square square)
{
    const shogi_bb(*step)[SHOGI_SQUARE_COUNT] = shogi_tables.step[shogi_other(side)];
    const shogi_bb *k = p->kind;
    shogi_bb kings =
        shogi_bb_or(shogi_bb_or(k[SHOGI_KING], k[SHOGI_HORSE]), k[SHOGI_DRAGON]);
    shogi_bb a = shogi_bb_and(step[SHOGI_STEP_PAWN][square], k[SHOGI_PAWN]);

    a = shogi_bb_or(a, shogi_bb_and(step[SHOGI_STEP_KNIGHT][square], k[SHOGI_KNIGHT]));
    a = shogi_bb_or(a, shogi_bb_and(step[SHOGI_STEP_SILVER][square], k[SHOGI_SILVER]));
    a = shogi_bb_or(a, shogi_bb_and(step[SHOGI_STEP_GOLD][square], shogi_golds(p)));
    a = shogi_bb_or(a, shogi_bb_and(step[SHOGI_STEP_KING][square], kings));
    return shogi_bb_and(a, p->side[side]);
}

/* Does an enemy stand where a step of some piece would attack SIDE's king on SQUARE?
 * It is soon asked, and says no for most positions of a game. */
SHOGI_INLINE bool
shogi_is_neared(const struct shogi_position *p, enum shogi_side side, shogi_square square)
{
    const shogi_bb(*step)[SHOGI_SQUARE_COUNT] = shogi_tables.step[side];
    shogi_bb near =
        shogi_bb_or(step[SHOGI_STEP_KING][square], step[SHOGI_STEP_KNIGHT][square]);

    return shogi_bb_meets(near, p->side[shogi_other(side)]);
}

/* Sliders of SIDE that would attack SQUARE on an empty board. */
SHOGI_INLINE shogi_bb
shogi_sliders_towards(const struct shogi_position *p, enum shogi_side side,
                      shogi_square square)
{
    const struct shogi_tables *t = &shogi_tables;
    /* Black's lances move north, so they stand south of what they attack. */
    shogi_bb lance = t->ray[side == SHOGI_BLACK ? SHOGI_SOUTH : SHOGI_NORTH][square];
    shogi_bb a = shogi_bb_or(shogi_bb_and(t->bishop[square], shogi_diagonals(p)),
                             shogi_bb_and(t->rook[square], shogi_straights(p)));

    a = shogi_bb_or(a, shogi_bb_and(lance, p->kind[SHOGI_LANCE]));
    return shogi_bb_and(a, p->side[side]);
}

/* Does one of SLIDERS, which stand on lines with SQUARE, see it? */
SHOGI_INLINE bool
shogi_is_seen(shogi_bb sliders, shogi_square square, shogi_bb occupied)
{
    while (shogi_bb_any(sliders)) {
        shogi_square s = shogi_bb_pop(&sliders);
        if (!shogi_bb_meets(shogi_bb_between(square, s), occupied))
            return true;
    }
    return false;
}

/* Does SIDE attack SQUARE, with OCCUPIED in the way? */
SHOGI_INLINE bool
shogi_is_attacked(const struct shogi_position *p, enum shogi_side side,
                  shogi_square square, shogi_bb occupied)
{
    return shogi_bb_any(shogi_step_attackers(p, side, square))
           || shogi_is_seen(shogi_sliders_towards(p, side, square), square, occupied);
}

/* Does a move from FROM to TO, already played or not, open the line from KING to what
 * stands behind FROM?  Not while the piece stays on that line, nor while another one
 * stands nearer to the king.  KING itself does not move. */
SHOGI_INLINE bool
shogi_opens_line(const struct shogi_position *p, shogi_square king, shogi_square from,
                 shogi_square to)
{
    const uint8_t *line = shogi_tables.direction[king];

    return line[from] != SHOGI_NO_DIRECTION && line[from] != line[to]
           && !shogi_bb_meets(shogi_bb_between(king, from), shogi_occupied(p));
}

SHOGI_INLINE shogi_bb
shogi_kings(const struct shogi_position *p, enum shogi_side side)
{
    return shogi_bb_and(p->kind[SHOGI_KING], p->side[side]);
}

/* Is the mover's king, any of them, attacked once M, which can be carried out,
 * has been played?  The position is not changed. */
bool shogi_leaves_king_attacked(const struct shogi_position *p, shogi_move m);

/* Does the piece on FROM attack TO, another square, as the board stands? */
bool shogi_piece_attacks(const struct shogi_position *p, shogi_square from,
                         shogi_square to);

/* shogi_move_fouls() for who knows whether the side to move is in check. */
uint32_t shogi_move_fouls_knowing(const struct shogi_position *p, shogi_move m,
                                  bool in_check);

/* Does a pawn of the side to move, dropped on the empty square TO, give check
 * to which there is no legal reply? */
bool shogi_pawn_drop_mates(const struct shogi_position *p, shogi_square to);

#endif
