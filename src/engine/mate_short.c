/* SPDX-License-Identifier: MIT */
/* mate_short.c - mates in one and in three plies.
 *
 * Few checks mate.  What a check must do is found once for all of them: the squares
 * beside the king to which he could flee, and the defenders who are free to take.  Who
 * passes that is played, and the rules have the last word. */
#include "engine/mate_short.h"

#include "rules/play.h"

/* What the defender can do, whatever the check. */
struct defence {
    shogi_bb flights;      /* squares beside the king where nothing would attack him */
    shogi_bb fixed;        /* defenders that are pinned */
    shogi_bb first_seen;   /* by one of our sliders: leaving it opens a line */
    shogi_bb without_king; /* occupied squares, as a fleeing king leaves them */
    bool drops;            /* something in hand may go to any square */
};

/* ---- looking around the king ------------------------------------------------------- */

SHOGI_INLINE uint64_t
pawn_attacks(enum shogi_side us, uint64_t pawns)
{
    return us == SHOGI_BLACK ? pawns >> 1 : pawns << 1;
}

SHOGI_INLINE void
add_steps(shogi_bb *attacked, const shogi_bb step[SHOGI_SQUARE_COUNT], shogi_bb pieces)
{
    while (shogi_bb_any(pieces))
        *attacked = shogi_bb_or(*attacked, step[shogi_bb_pop(&pieces)]);
}

/* Attacks of our pieces on the squares beside the king, and perhaps on others. */
SHOGI_INLINE shogi_bb
find_attacks(const struct shogi_position *p, const struct shogi_hunt *h,
             struct defence *d, enum shogi_side us)
{
    const shogi_bb(*step)[SHOGI_SQUARE_COUNT] = shogi_tables.step[us];
    const struct shogi_ring *ring = &shogi_tables.ring[shogi_other(us)][h->king];
    shogi_bb ours = p->side[us], near = shogi_bb_and(ours, ring->near);
    const shogi_bb *kind = p->kind;
    shogi_bb attacked = { { 0, 0 } }, kings, sliders;

    d->first_seen = attacked;
    if (shogi_bb_any(near)) {
        /* A pawn on the last rank must not reach into the next file. */
        shogi_bb pawns = shogi_bb_and(kind[SHOGI_PAWN], near);
        pawns = shogi_bb_without(pawns, shogi_bb_rank(us == SHOGI_BLACK ? 1 : 9));
        attacked.word[0] = pawn_attacks(us, pawns.word[0]);
        attacked.word[1] = pawn_attacks(us, pawns.word[1]);
        kings = shogi_bb_or(shogi_bb_or(kind[SHOGI_KING], kind[SHOGI_HORSE]),
                            kind[SHOGI_DRAGON]);
        add_steps(&attacked, step[SHOGI_STEP_KNIGHT],
                  shogi_bb_and(kind[SHOGI_KNIGHT], near));
        add_steps(&attacked, step[SHOGI_STEP_SILVER],
                  shogi_bb_and(kind[SHOGI_SILVER], near));
        add_steps(&attacked, step[SHOGI_STEP_GOLD], shogi_bb_and(shogi_golds(p), near));
        add_steps(&attacked, step[SHOGI_STEP_KING], shogi_bb_and(kings, near));
    }
    for (sliders = shogi_bb_and(shogi_bb_and(kind[SHOGI_LANCE], ring->lance), ours);
         shogi_bb_any(sliders);)
        d->first_seen =
            shogi_bb_or(d->first_seen,
                        shogi_lance_attacks(us, shogi_bb_pop(&sliders), d->without_king));
    for (sliders = shogi_bb_and(shogi_bb_and(shogi_diagonals(p), ring->bishop), ours);
         shogi_bb_any(sliders);)
        d->first_seen = shogi_bb_or(
            d->first_seen, shogi_bishop_attacks(shogi_bb_pop(&sliders), d->without_king));
    for (sliders = shogi_bb_and(shogi_bb_and(shogi_straights(p), ring->rook), ours);
         shogi_bb_any(sliders);)
        d->first_seen = shogi_bb_or(
            d->first_seen, shogi_rook_attacks(shogi_bb_pop(&sliders), d->without_king));
    return shogi_bb_or(attacked, d->first_seen);
}

SHOGI_INLINE shogi_bb
find_pinned(const struct shogi_position *p, const struct shogi_hunt *h,
            enum shogi_side us)
{
    shogi_bb sliders = shogi_sliders_towards(p, us, h->king), found = { { 0, 0 } };

    while (shogi_bb_any(sliders)) {
        shogi_bb between =
            shogi_bb_and(shogi_bb_between(h->king, shogi_bb_pop(&sliders)), h->occupied);
        if (!shogi_bb_several(between))
            found = shogi_bb_or(found, between);
    }
    return shogi_bb_and(found, p->side[shogi_other(us)]);
}

SHOGI_INLINE void
look_around(const struct shogi_position *p, const struct shogi_hunt *h, struct defence *d,
            enum shogi_side us)
{
    enum shogi_side them = shogi_other(us);
    const uint8_t *hand = p->hand[them];

    d->without_king = shogi_bb_without(h->occupied, shogi_bb_of(h->king));
    d->flights = shogi_bb_without(shogi_tables.step[them][SHOGI_STEP_KING][h->king],
                                  p->side[them]);
    d->flights = shogi_bb_without(d->flights, find_attacks(p, h, d, us));
    d->fixed = find_pinned(p, h, us);
    d->drops =
        hand[SHOGI_GOLD] | hand[SHOGI_SILVER] | hand[SHOGI_BISHOP] | hand[SHOGI_ROOK];
}

/* ---- one check --------------------------------------------------------------------- */

/* Is TO defended by us when the piece on FROM has gone there? */
SHOGI_INLINE bool
is_supported(const struct shogi_position *p, enum shogi_side us, shogi_square to,
             shogi_bb from, shogi_bb occupied)
{
    shogi_bb by = shogi_bb_without(shogi_step_attackers(p, us, to), from);

    if (shogi_bb_any(by))
        return true;
    by = shogi_bb_without(shogi_sliders_towards(p, us, to), from);
    return shogi_is_seen(by, to, occupied);
}

/* Could M mate?  False is certain. */
SHOGI_INLINE bool
may_mate(const struct shogi_position *p, const struct shogi_hunt *h,
         const struct defence *d, shogi_move m, enum shogi_side us)
{
    enum shogi_side them = shogi_other(us);
    shogi_square to = shogi_move_to(m);
    shogi_bb target = shogi_bb_of(to), from = { { 0, 0 } }, rest;
    enum shogi_kind kind;
    bool opens = false;

    if (shogi_move_is_drop(m)) {
        kind = shogi_move_dropped(m);
        if (kind == SHOGI_PAWN)
            return false;
    } else {
        shogi_square origin = shogi_move_from(m);
        kind = shogi_piece_kind(p->board[origin]);
        if (shogi_move_promotes(m))
            kind = shogi_kind_promoted(kind);
        from = shogi_bb_of(origin);
        opens = shogi_bb_meets(from, d->first_seen);
    }
    rest = shogi_bb_without(d->flights, target);
    if (shogi_bb_any(rest) && !opens) {
        shogi_bb occupied = shogi_bb_without(d->without_king, from);
        rest = shogi_bb_without(
            rest, shogi_attacks(kind, us, to, shogi_bb_or(occupied, target)));
        if (shogi_bb_any(rest))
            return false;
    }
    bool beside = shogi_bb_has(shogi_tables.step[them][SHOGI_STEP_KING][h->king], to);
    if (beside) {
        shogi_bb occupied = shogi_bb_without(d->without_king, from);
        if (!is_supported(p, us, to, from, occupied))
            return false;
    }
    /* A line that opens may be a second check, or pin who would take. */
    if (opens)
        return true;
    if (!beside && d->drops && kind != SHOGI_KNIGHT)
        return false;
    /* One checker, whom somebody is free to take. */
    shogi_bb takers = shogi_bb_without(shogi_step_attackers(p, them, to), d->fixed);
    takers = shogi_bb_without(takers, shogi_bb_of(h->king));
    return !shogi_bb_any(takers);
}

SHOGI_INLINE shogi_move
find_mate(const struct shogi_hunt *h, const struct shogi_position *p, shogi_move *list,
          size_t n, enum shogi_side us)
{
    struct shogi_position after;
    struct defence d;
    bool copied = false;

    look_around(p, h, &d, us);
    for (size_t i = 0; i < n; i++) {
        struct shogi_undo u;
        if (!may_mate(p, h, &d, list[i], us))
            continue;
        if (!copied)
            after = *p;
        copied = true;
        shogi_position_play_known(&after, list[i], &u);
        bool mates = !shogi_position_has_legal_move(&after);
        if (mates)
            return list[i];
        shogi_position_undo_known(&after, list[i], &u);
    }
    return SHOGI_NO_MOVE;
}

SHOGI_NOINLINE static shogi_move
find_black(const struct shogi_hunt *h, const struct shogi_position *p, shogi_move *list,
           size_t n)
{
    return find_mate(h, p, list, n, SHOGI_BLACK);
}

SHOGI_NOINLINE static shogi_move
find_white(const struct shogi_hunt *h, const struct shogi_position *p, shogi_move *list,
           size_t n)
{
    return find_mate(h, p, list, n, SHOGI_WHITE);
}

/* Several kings, none, or one that is attacked already: by playing every check. */
SHOGI_COLD static shogi_move
try_all(const struct shogi_position *p, size_t *checks)
{
    shogi_move list[SHOGI_MAX_MOVES];
    size_t n = shogi_check_moves(p, list);

    *checks = n;
    for (size_t i = 0; i < n; i++) {
        struct shogi_position after = *p;
        struct shogi_undo u;
        shogi_position_play_known(&after, list[i], &u);
        if (!shogi_position_has_legal_move(&after))
            return list[i];
    }
    return SHOGI_NO_MOVE;
}

/* The checks of P go into LIST. */
SHOGI_INLINE shogi_move
find_with(const struct shogi_hunt *h, const struct shogi_position *p, shogi_move *list,
          size_t *checks)
{
    *checks = shogi_hunt_checks(h, p, list);
    if (*checks == 0)
        return SHOGI_NO_MOVE;
    return p->turn == SHOGI_BLACK ? find_black(h, p, list, *checks)
                                  : find_white(h, p, list, *checks);
}

shogi_move
shogi_hunt_mate_in_one(const struct shogi_hunt *h, const struct shogi_position *p)
{
    shogi_move list[SHOGI_MAX_MOVES];
    size_t checks;

    return find_with(h, p, list, &checks);
}

shogi_move
shogi_mate_or_checks(const struct shogi_position *p, size_t *checks)
{
    shogi_move list[SHOGI_MAX_MOVES];
    struct shogi_hunt h;

    if (!shogi_hunt_begin(&h, p))
        return try_all(p, checks);
    return find_with(&h, p, list, checks);
}

shogi_move
shogi_mate_in_one(const struct shogi_position *p)
{
    size_t checks;

    return shogi_mate_or_checks(p, &checks);
}

/* ---- three plies ------------------------------------------------------------------- */

/* Is the side to move, which is in check, mated in one whatever it replies? */
static bool
all_replies_lose(struct shogi_position *p, uint64_t *nodes)
{
    shogi_move replies[SHOGI_MAX_MOVES];
    size_t n = shogi_legal_moves(p, replies);

    for (size_t i = 0; i < n; i++) {
        struct shogi_undo u;
        shogi_position_play_known(p, replies[i], &u);
        ++*nodes;
        bool mates = shogi_mate_in_one(p) != SHOGI_NO_MOVE;
        shogi_position_undo_known(p, replies[i], &u);
        if (!mates)
            return false;
    }
    return true;
}

shogi_move
shogi_mate_in_three(struct shogi_position *p, uint64_t *nodes)
{
    shogi_move checks[SHOGI_MAX_MOVES];
    size_t n = shogi_check_moves(p, checks);
    shogi_move found = n == 0 ? SHOGI_NO_MOVE : shogi_mate_in_one(p);

    for (size_t i = 0; i < n && found == SHOGI_NO_MOVE; i++) {
        struct shogi_undo u;
        shogi_position_play_known(p, checks[i], &u);
        ++*nodes;
        if (all_replies_lose(p, nodes))
            found = checks[i];
        shogi_position_undo_known(p, checks[i], &u);
    }
    return found;
}
