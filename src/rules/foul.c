/* SPDX-License-Identifier: MIT */
/* foul.c - the rules of a single move: why it is not legal.
 *
 * This is written from the rules, piece by piece, and shares nothing with the
 * generator but the tables: the tests hold one against the other. */
#include "rules/attack.h"
#include "rules/play.h"

#include <shogi/foul.h>

#define BIT(direction) (1u << (direction))

enum {
    DIAGONALS = BIT(SHOGI_NORTH_EAST) | BIT(SHOGI_SOUTH_WEST) | BIT(SHOGI_SOUTH_EAST)
                | BIT(SHOGI_NORTH_WEST),
    STRAIGHTS = BIT(SHOGI_NORTH) | BIT(SHOGI_SOUTH) | BIT(SHOGI_EAST) | BIT(SHOGI_WEST)
};

/* How each kind moves: its steps (SHOGI_STEP_COUNT: none), and the directions
 * in which it slides, as Black sees it. */
static const struct {
    uint8_t step, slides;
} movement[SHOGI_KIND_COUNT] = {
    [SHOGI_PAWN] = { SHOGI_STEP_PAWN, 0 },
    [SHOGI_LANCE] = { SHOGI_STEP_COUNT, BIT(SHOGI_NORTH) },
    [SHOGI_KNIGHT] = { SHOGI_STEP_KNIGHT, 0 },
    [SHOGI_SILVER] = { SHOGI_STEP_SILVER, 0 },
    [SHOGI_BISHOP] = { SHOGI_STEP_COUNT, DIAGONALS },
    [SHOGI_ROOK] = { SHOGI_STEP_COUNT, STRAIGHTS },
    [SHOGI_GOLD] = { SHOGI_STEP_GOLD, 0 },
    [SHOGI_KING] = { SHOGI_STEP_KING, 0 },
    [SHOGI_TOKIN] = { SHOGI_STEP_GOLD, 0 },
    [SHOGI_PROMOTED_LANCE] = { SHOGI_STEP_GOLD, 0 },
    [SHOGI_PROMOTED_KNIGHT] = { SHOGI_STEP_GOLD, 0 },
    [SHOGI_PROMOTED_SILVER] = { SHOGI_STEP_GOLD, 0 },
    [SHOGI_HORSE] = { SHOGI_STEP_KING, DIAGONALS },
    [SHOGI_DRAGON] = { SHOGI_STEP_KING, STRAIGHTS },
};

/* 0, SHOGI_FOUL_BAD_MOVE or SHOGI_FOUL_JUMP. */
SHOGI_INLINE uint32_t
movement_fouls(const struct shogi_position *p, shogi_piece piece, shogi_square from,
               shogi_square to)
{
    enum shogi_kind kind = shogi_piece_kind(piece);
    enum shogi_side side = shogi_piece_side(piece);
    unsigned step = movement[kind].step, slides = movement[kind].slides;

    if (step != SHOGI_STEP_COUNT && shogi_bb_has(shogi_tables.step[side][step][from], to))
        return 0;
    if (kind == SHOGI_LANCE && side == SHOGI_WHITE)
        slides = BIT(SHOGI_SOUTH);
    unsigned d = shogi_tables.direction[from][to];
    if (d == SHOGI_NO_DIRECTION || !(slides & BIT(d)))
        return SHOGI_FOUL_BAD_MOVE;
    return shogi_bb_meets(shogi_bb_between(from, to), shogi_occupied(p)) ? SHOGI_FOUL_JUMP
                                                                         : 0;
}

bool
shogi_piece_attacks(const struct shogi_position *p, shogi_square from, shogi_square to)
{
    return movement_fouls(p, p->board[from], from, to) == 0;
}

/* Ikidokoro no nai koma: could an unpromoted piece never leave TO? */
static bool
is_dead_end(enum shogi_kind kind, enum shogi_side side, shogi_square to)
{
    if (kind == SHOGI_PAWN || kind == SHOGI_LANCE)
        return shogi_rank_for(side, to) == 1;
    return kind == SHOGI_KNIGHT && shogi_rank_for(side, to) <= 2;
}

static uint32_t
promotion_fouls(enum shogi_kind kind, enum shogi_side side, shogi_square from,
                shogi_square to)
{
    uint32_t fouls = 0;

    if (shogi_rank_for(side, from) > 3 && shogi_rank_for(side, to) > 3)
        fouls |= SHOGI_FOUL_PROMO_ZONE;
    if (kind == SHOGI_GOLD || kind == SHOGI_KING)
        fouls |= SHOGI_FOUL_PROMO_PIECE;
    if (shogi_kind_is_promoted(kind))
        fouls |= SHOGI_FOUL_PROMO_AGAIN;
    return fouls;
}

/* With several kings on either side, or none that moved, try it out. */
SHOGI_COLD static bool
is_attacked_after(const struct shogi_position *p, shogi_move m)
{
    enum shogi_side side = (enum shogi_side)p->turn;
    struct shogi_position after = *p;
    struct shogi_undo u;

    return shogi_position_play(&after, m, &u) && shogi_position_in_check(&after, side);
}

bool
shogi_leaves_king_attacked(const struct shogi_position *p, shogi_move m)
{
    enum shogi_side side = (enum shogi_side)p->turn, them = shogi_other(side);
    shogi_square king = p->king[side], to = shogi_move_to(m);
    shogi_bb target = shogi_bb_of(to), occupied = shogi_bb_or(shogi_occupied(p), target);

    if (king == SHOGI_NO_SQUARE)
        return false;
    if (SHOGI_UNLIKELY(shogi_bb_several(shogi_kings(p, side))))
        return is_attacked_after(p, m);
    if (!shogi_move_is_drop(m)) {
        shogi_square from = shogi_move_from(m);
        occupied = shogi_bb_without(occupied, shogi_bb_of(from));
        if (from == king)
            king = to;
    }
    /* What stood on the target has been captured. */
    if (shogi_is_neared(p, side, king)
        && shogi_bb_any(shogi_bb_without(shogi_step_attackers(p, them, king), target)))
        return true;
    shogi_bb sliders = shogi_bb_without(shogi_sliders_towards(p, them, king), target);
    return shogi_is_seen(sliders, king, occupied);
}

/* ---- uchifuzume -------------------------------------------------------------------- */

/* The defender has several kings: play the pawn and try every reply. */
SHOGI_COLD static bool
drop_mates_one_of_several_kings(const struct shogi_position *p, shogi_square to)
{
    struct shogi_position after = *p;
    struct shogi_undo u;
    shogi_move replies[SHOGI_MAX_MOVES];

    shogi_position_play_known(&after, shogi_move_drop(SHOGI_PAWN, to), &u);
    size_t n = shogi_pseudo_legal_moves(&after, replies);
    for (size_t i = 0; i < n; i++)
        if (!shogi_leaves_king_attacked(&after, replies[i]))
            return false;
    return true;
}

bool
shogi_pawn_drop_mates(const struct shogi_position *p, shogi_square to)
{
    enum shogi_side us = (enum shogi_side)p->turn, them = shogi_other(us);
    shogi_bb before = shogi_tables.step[us][SHOGI_STEP_PAWN][to];
    shogi_bb kings = shogi_kings(p, them), target = shogi_bb_of(to);

    if (!shogi_bb_meets(before, kings))
        return false;
    if (SHOGI_UNLIKELY(shogi_bb_several(kings)))
        return drop_mates_one_of_several_kings(p, to);

    shogi_square king = shogi_bb_lowest(kings);
    shogi_bb occupied = shogi_bb_or(shogi_occupied(p), target);
    /* The king goes somewhere, perhaps onto the pawn. */
    shogi_bb flights = shogi_bb_without(shogi_tables.step[them][SHOGI_STEP_KING][king],
                                        shogi_bb_or(p->side[them], p->kind[SHOGI_KING]));
    shogi_bb without_king = shogi_bb_without(occupied, kings);
    while (shogi_bb_any(flights))
        if (!shogi_is_attacked(p, us, shogi_bb_pop(&flights), without_king))
            return false;
    /* Another piece takes the pawn and does not open a line to its king. */
    shogi_bb takers = shogi_bb_without(shogi_position_attackers(p, them, to), kings);
    while (shogi_bb_any(takers)) {
        shogi_bb from = shogi_bb_of(shogi_bb_pop(&takers));
        if (!shogi_is_attacked(p, us, king, shogi_bb_without(occupied, from)))
            return false;
    }
    return true;
}

/* ---- the verdict ------------------------------------------------------------------- */

SHOGI_NOINLINE static uint32_t
drop_fouls(const struct shogi_position *p, shogi_move m)
{
    enum shogi_kind kind = shogi_move_dropped(m);
    enum shogi_side side = (enum shogi_side)p->turn;
    shogi_square to = shogi_move_to(m);
    uint32_t fouls = 0;

    if (kind >= SHOGI_HAND_COUNT || p->hand[side][kind] == 0)
        return SHOGI_FOUL_NOT_IN_HAND;
    if (p->board[to] != SHOGI_EMPTY)
        fouls |= SHOGI_FOUL_DROP_OCCUPIED;
    /* What is dropped promoted is neither a pawn nor dead. */
    if (shogi_move_promotes(m))
        return fouls | SHOGI_FOUL_DROP_PROMOTED;
    if (is_dead_end(kind, side, to))
        fouls |= SHOGI_FOUL_DEAD_DROP;
    if (kind == SHOGI_PAWN) {
        shogi_bb pawns = shogi_bb_and(p->kind[SHOGI_PAWN], p->side[side]);
        if (shogi_bb_meets(pawns, shogi_bb_file(shogi_square_file(to))))
            fouls |= SHOGI_FOUL_NIFU;
        if (!(fouls & SHOGI_FOUL_DROP_OCCUPIED) && shogi_pawn_drop_mates(p, to))
            fouls |= SHOGI_FOUL_UCHIFUZUME;
    }
    return fouls;
}

SHOGI_INLINE uint32_t
board_fouls(const struct shogi_position *p, shogi_move m)
{
    shogi_square from = shogi_move_from(m), to = shogi_move_to(m);
    shogi_piece piece = p->board[from], target = p->board[to];
    enum shogi_side side = (enum shogi_side)p->turn;

    if (piece == SHOGI_EMPTY)
        return SHOGI_FOUL_EMPTY_SOURCE;
    /* Whose turn it really was cannot be told, so nothing else is judged. */
    if (shogi_piece_side(piece) != side)
        return SHOGI_FOUL_OPPONENT_PIECE;
    if (from == to)
        return SHOGI_FOUL_BAD_MOVE;
    uint32_t fouls = movement_fouls(p, piece, from, to);
    if (target != SHOGI_EMPTY) {
        if (shogi_piece_side(target) == side)
            fouls |= SHOGI_FOUL_OWN_CAPTURE;
        else if (!fouls && shogi_piece_kind(target) == SHOGI_KING)
            fouls |= SHOGI_FOUL_KING_CAPTURE;
    }
    if (shogi_move_promotes(m))
        fouls |= promotion_fouls(shogi_piece_kind(piece), side, from, to);
    else if (is_dead_end(shogi_piece_kind(piece), side, to))
        fouls |= SHOGI_FOUL_DEAD_MOVE;
    return fouls;
}

/* Can M, which can be carried out, take the shield from the mover's king, which is
 * not in check?  Only the king itself can, and a piece that shields it. */
static bool
can_expose_king(const struct shogi_position *p, shogi_move m)
{
    shogi_square king = p->king[p->turn], from = shogi_move_from(m);

    if (p->spare_king)
        return true;
    if (king == SHOGI_NO_SQUARE || shogi_move_is_drop(m))
        return false;
    return from == king || shogi_opens_line(p, king, from, shogi_move_to(m));
}

/* What cannot be carried out says nothing about the king's safety. */
enum {
    UNPLAYABLE = SHOGI_FOUL_EMPTY_SOURCE | SHOGI_FOUL_OPPONENT_PIECE | SHOGI_FOUL_BAD_MOVE
                 | SHOGI_FOUL_JUMP | SHOGI_FOUL_OWN_CAPTURE | SHOGI_FOUL_DROP_OCCUPIED
                 | SHOGI_FOUL_NOT_IN_HAND
};

/* All but the safety of the mover's king. */
SHOGI_INLINE uint32_t
own_fouls(const struct shogi_position *p, shogi_move m)
{
    if (shogi_move_to(m) >= SHOGI_SQUARE_COUNT || m >> 15)
        return SHOGI_FOUL_BAD_MOVE;
    return shogi_move_is_drop(m) ? drop_fouls(p, m) : board_fouls(p, m);
}

uint32_t
shogi_move_fouls_knowing(const struct shogi_position *p, shogi_move m, bool in_check)
{
    uint32_t fouls = own_fouls(p, m);

    if (!(fouls & UNPLAYABLE) && (in_check || can_expose_king(p, m))
        && shogi_leaves_king_attacked(p, m))
        fouls |= in_check ? SHOGI_FOUL_CHECK_IGNORED : SHOGI_FOUL_SELF_CHECK;
    return fouls;
}

uint32_t
shogi_move_fouls(const struct shogi_position *p, shogi_move m)
{
    uint32_t fouls = own_fouls(p, m);

    if (!(fouls & UNPLAYABLE) && shogi_leaves_king_attacked(p, m))
        fouls |= shogi_position_in_check(p, (enum shogi_side)p->turn)
                     ? SHOGI_FOUL_CHECK_IGNORED
                     : SHOGI_FOUL_SELF_CHECK;
    return fouls;
}
