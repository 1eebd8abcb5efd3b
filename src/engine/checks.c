/* SPDX-License-Identifier: MIT */
/* checks.c - all legal moves that give check.
 *
 * A check comes from a square from which the moved piece attacks the king, or from a
 * slider whose line the moved piece leaves.  Both sets are found once. */
#include "engine/checks.h"

#include <shogi/foul.h>

/* ---- the scene --------------------------------------------------------------------- */

/* Pieces of OWNER that alone stand between SQUARE and a slider of SIDE.  *SEEN tells
 * whether a slider sees the square itself. */
SHOGI_INLINE shogi_bb
find_shields(const struct shogi_position *p, enum shogi_side side, shogi_square square,
             shogi_bb occupied, enum shogi_side owner, bool *seen)
{
    shogi_bb sliders = shogi_sliders_towards(p, side, square), found = { { 0, 0 } };

    while (shogi_bb_any(sliders)) {
        shogi_bb between =
            shogi_bb_and(shogi_bb_between(square, shogi_bb_pop(&sliders)), occupied);
        if (!shogi_bb_any(between))
            *seen = true;
        else if (!shogi_bb_several(between))
            found = shogi_bb_or(found, shogi_bb_and(between, p->side[owner]));
    }
    return found;
}

SHOGI_INLINE void
fill_origins(struct shogi_hunt *h, enum shogi_side them)
{
    const shogi_bb(*step)[SHOGI_SQUARE_COUNT] = shogi_tables.step[them];
    shogi_square k = h->king;
    shogi_bb gold = step[SHOGI_STEP_GOLD][k], king = step[SHOGI_STEP_KING][k];
    shogi_bb *from = h->from;

    from[SHOGI_PAWN] = step[SHOGI_STEP_PAWN][k];
    from[SHOGI_LANCE] = shogi_lance_attacks(them, k, h->occupied);
    from[SHOGI_KNIGHT] = step[SHOGI_STEP_KNIGHT][k];
    from[SHOGI_SILVER] = step[SHOGI_STEP_SILVER][k];
    from[SHOGI_BISHOP] = shogi_bishop_attacks(k, h->occupied);
    from[SHOGI_ROOK] = shogi_rook_attacks(k, h->occupied);
    from[SHOGI_GOLD] = gold;
    from[SHOGI_KING] = (shogi_bb){ { 0, 0 } };
    from[SHOGI_TOKIN] = gold;
    from[SHOGI_PROMOTED_LANCE] = gold;
    from[SHOGI_PROMOTED_KNIGHT] = gold;
    from[SHOGI_PROMOTED_SILVER] = gold;
    from[SHOGI_HORSE] = shogi_bb_or(from[SHOGI_BISHOP], king);
    from[SHOGI_DRAGON] = shogi_bb_or(from[SHOGI_ROOK], king);
}

bool
shogi_hunt_begin(struct shogi_hunt *h, const struct shogi_position *p)
{
    enum shogi_side us = (enum shogi_side)p->turn, them = shogi_other(us);
    bool seen = false;

    h->king = p->king[them];
    h->own = p->king[us];
    if (SHOGI_UNLIKELY(h->king == SHOGI_NO_SQUARE || p->spare_king))
        return false;
    h->occupied = shogi_occupied(p);
    h->hidden = find_shields(p, us, h->king, h->occupied, us, &seen);
    if (SHOGI_UNLIKELY(seen || shogi_bb_any(shogi_step_attackers(p, us, h->king))))
        return false;
    h->targets = shogi_bb_or(p->side[us], p->kind[SHOGI_KING]);
    h->targets =
        shogi_bb_without((shogi_bb){ { SHOGI_WORD0_ALL, SHOGI_WORD1_ALL } }, h->targets);
    h->pinned = (shogi_bb){ { 0, 0 } };
    h->in_check = false;
    if (h->own != SHOGI_NO_SQUARE) {
        h->pinned = find_shields(p, them, h->own, h->occupied, us, &h->in_check);
        h->in_check |= shogi_bb_any(shogi_step_attackers(p, them, h->own));
    }
    fill_origins(h, them);
    return true;
}

/* ---- writing ----------------------------------------------------------------------- */

SHOGI_INLINE shogi_move *
put(shogi_move *out, shogi_bb to, unsigned base)
{
    for (uint64_t w = to.word[0]; w; w &= w - 1)
        *out++ = (shogi_move)(base + shogi_word_lowest(w));
    for (uint64_t w = to.word[1]; w; w &= w - 1)
        *out++ = (shogi_move)(base + SHOGI_WORD0_SQUARES + shogi_word_lowest(w));
    return out;
}

/* Where a piece of KIND, unpromoted, is dead. */
SHOGI_INLINE shogi_bb
dead_squares(enum shogi_kind kind, enum shogi_side side)
{
    shogi_bb dead = { { 0, 0 } };

    if (kind == SHOGI_PAWN || kind == SHOGI_LANCE || kind == SHOGI_KNIGHT)
        dead = shogi_bb_rank(side == SHOGI_BLACK ? 1 : 9);
    if (kind == SHOGI_KNIGHT)
        dead = shogi_bb_or(dead, shogi_bb_rank(side == SHOGI_BLACK ? 2 : 8));
    return dead;
}

/* shogi_attacks() for a constant KIND: a step is one look at a table. */
SHOGI_INLINE shogi_bb
attacks_of(enum shogi_kind kind, enum shogi_side us, shogi_square from, shogi_bb occupied)
{
    const shogi_bb(*step)[SHOGI_SQUARE_COUNT] = shogi_tables.step[us];

    switch (kind) {
    case SHOGI_PAWN:
        return step[SHOGI_STEP_PAWN][from];
    case SHOGI_KNIGHT:
        return step[SHOGI_STEP_KNIGHT][from];
    case SHOGI_SILVER:
        return step[SHOGI_STEP_SILVER][from];
    case SHOGI_GOLD:
        return step[SHOGI_STEP_GOLD][from];
    default:
        return shogi_attacks(kind, us, from, occupied);
    }
}

/* The checks of one piece.  KIND is a constant where it matters. */
SHOGI_INLINE shogi_move *
put_piece(const struct shogi_hunt *h, shogi_move *out, enum shogi_side us,
          enum shogi_kind kind, shogi_square from)
{
    shogi_bb to = shogi_bb_and(attacks_of(kind, us, from, h->occupied), h->targets);
    shogi_bb off = { { 0, 0 } }; /* the line of a slider behind it */
    unsigned base = (unsigned)from << 7;

    if (SHOGI_UNLIKELY(shogi_bb_has(h->pinned, from)))
        to = shogi_bb_and(to,
                          shogi_tables.ray[shogi_tables.direction[h->own][from]][h->own]);
    if (SHOGI_UNLIKELY(shogi_bb_has(h->hidden, from)))
        off = shogi_bb_without(
            to, shogi_tables.ray[shogi_tables.direction[h->king][from]][h->king]);
    shogi_bb stays = shogi_bb_or(shogi_bb_and(to, h->from[kind]), off);
    if (!shogi_kind_can_promote(kind))
        return put(out, stays, base);
    out = put(out, shogi_bb_without(stays, dead_squares(kind, us)), base);
    shogi_bb zone = shogi_bb_zone(us);
    if (!shogi_bb_has(zone, from))
        to = shogi_bb_and(to, zone);
    shogi_bb promotes =
        shogi_bb_and(to, shogi_bb_or(h->from[shogi_kind_promoted(kind)], off));
    return put(out, promotes, base | 1 << 14);
}

SHOGI_INLINE shogi_move *
put_pieces(const struct shogi_hunt *h, shogi_move *out, enum shogi_side us,
           enum shogi_kind kind, shogi_bb pieces)
{
    while (shogi_bb_any(pieces))
        out = put_piece(h, out, us, kind, shogi_bb_pop(&pieces));
    return out;
}

/* A king gives check only by leaving a line. */
SHOGI_COLD static shogi_move *
put_king(const struct shogi_hunt *h, const struct shogi_position *p, shogi_move *out)
{
    enum shogi_side us = (enum shogi_side)p->turn, them = shogi_other(us);
    shogi_bb line = shogi_tables.ray[shogi_tables.direction[h->king][h->own]][h->king];
    shogi_bb to =
        shogi_bb_and(shogi_tables.step[us][SHOGI_STEP_KING][h->own], h->targets);
    shogi_bb occupied = shogi_bb_without(h->occupied, shogi_bb_of(h->own));

    to = shogi_bb_without(to, line);
    while (shogi_bb_any(to)) {
        shogi_square t = shogi_bb_pop(&to);
        if (!shogi_is_attacked(p, them, t, occupied))
            *out++ = shogi_move_board(h->own, t, false);
    }
    return out;
}

SHOGI_INLINE shogi_move *
put_drops(const struct shogi_hunt *h, const struct shogi_position *p, shogi_move *out,
          enum shogi_side us)
{
    static const uint8_t order[] = { SHOGI_ROOK, SHOGI_LANCE,  SHOGI_BISHOP,
                                     SHOGI_GOLD, SHOGI_SILVER, SHOGI_KNIGHT };
    const uint8_t *hand = p->hand[us];

    for (unsigned i = 0; i < sizeof order; i++)
        if (hand[order[i]])
            out = put(out, shogi_bb_without(h->from[order[i]], h->occupied),
                      (SHOGI_SQUARE_COUNT + (unsigned)order[i]) << 7);
    shogi_bb to = shogi_bb_without(h->from[SHOGI_PAWN], h->occupied);
    if (hand[SHOGI_PAWN] && shogi_bb_any(to)) {
        shogi_square t = shogi_bb_lowest(to);
        shogi_bb pawns = shogi_bb_and(p->kind[SHOGI_PAWN], p->side[us]);
        if (!shogi_bb_meets(pawns, shogi_bb_file(shogi_square_file(t)))
            && !shogi_pawn_drop_mates(p, t))
            *out++ = shogi_move_drop(SHOGI_PAWN, t);
    }
    return out;
}

/* ---- the whole --------------------------------------------------------------------- */

SHOGI_INLINE size_t
list_checks(const struct shogi_hunt *h, const struct shogi_position *p, shogi_move *start,
            enum shogi_side us)
{
    const shogi_bb(*approach)[SHOGI_SQUARE_COUNT] = shogi_tables.approach[us];
    const shogi_bb *kind = p->kind;
    shogi_square k = h->king;
    shogi_bb ours = p->side[us];
    shogi_move *out = put_drops(h, p, start, us);

#define PUT(KIND, SET, STEP)                                                             \
    out = put_pieces(                                                                    \
        h, out, us, KIND,                                                                \
        shogi_bb_and(SET, shogi_bb_and(ours, shogi_bb_or(approach[SHOGI_STEP_##STEP][k], \
                                                         h->hidden))))
    out = put_pieces(h, out, us, SHOGI_DRAGON, shogi_bb_and(kind[SHOGI_DRAGON], ours));
    out = put_pieces(h, out, us, SHOGI_HORSE, shogi_bb_and(kind[SHOGI_HORSE], ours));
    out = put_pieces(h, out, us, SHOGI_ROOK, shogi_bb_and(kind[SHOGI_ROOK], ours));
    out = put_pieces(h, out, us, SHOGI_BISHOP, shogi_bb_and(kind[SHOGI_BISHOP], ours));
    PUT(SHOGI_GOLD, shogi_golds(p), GOLD);
    PUT(SHOGI_SILVER, kind[SHOGI_SILVER], SILVER);
    PUT(SHOGI_KNIGHT, kind[SHOGI_KNIGHT], KNIGHT);
    out = put_pieces(h, out, us, SHOGI_LANCE, shogi_bb_and(kind[SHOGI_LANCE], ours));
    PUT(SHOGI_PAWN, kind[SHOGI_PAWN], PAWN);
#undef PUT
    if (h->own != SHOGI_NO_SQUARE && shogi_bb_has(h->hidden, h->own))
        out = put_king(h, p, out);
    return (size_t)(out - start);
}

/* In check: of the few legal moves those that give check. */
SHOGI_COLD static size_t
list_counter_checks(const struct shogi_hunt *h, const struct shogi_position *p,
                    shogi_move *out)
{
    size_t n = shogi_legal_moves(p, out), kept = 0;

    for (size_t i = 0; i < n; i++)
        if (shogi_hunt_is_check(h, p, out[i]))
            out[kept++] = out[i];
    return kept;
}

SHOGI_NOINLINE static size_t
list_black(const struct shogi_hunt *h, const struct shogi_position *p, shogi_move *out)
{
    return list_checks(h, p, out, SHOGI_BLACK);
}

SHOGI_NOINLINE static size_t
list_white(const struct shogi_hunt *h, const struct shogi_position *p, shogi_move *out)
{
    return list_checks(h, p, out, SHOGI_WHITE);
}

size_t
shogi_hunt_checks(const struct shogi_hunt *h, const struct shogi_position *p,
                  shogi_move out[SHOGI_MAX_MOVES])
{
    if (SHOGI_UNLIKELY(h->in_check))
        return list_counter_checks(h, p, out);
    return p->turn == SHOGI_BLACK ? list_black(h, p, out) : list_white(h, p, out);
}

/* Several kings, none, or one that is attacked already: move by move. */
SHOGI_COLD static size_t
filter_legal_moves(const struct shogi_position *p, shogi_move *out)
{
    size_t n = shogi_legal_moves(p, out), kept = 0;

    for (size_t i = 0; i < n; i++)
        if (shogi_move_gives_check(p, out[i]))
            out[kept++] = out[i];
    return kept;
}

size_t
shogi_check_moves(const struct shogi_position *p, shogi_move out[SHOGI_MAX_MOVES])
{
    struct shogi_hunt h;

    if (!shogi_hunt_begin(&h, p))
        return filter_legal_moves(p, out);
    return shogi_hunt_checks(&h, p, out);
}
