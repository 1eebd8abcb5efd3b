/* SPDX-License-Identifier: MIT */
/* eval.c - what a position is worth: pieces, where they stand, and who attacks what. */
#include "engine/eval.h"

#include "engine/effect.h"
#include "engine/eval_tables.h"

static const struct shogi_eval_tables *const tables = &shogi_eval_tables;

/* ---- sums kept from move to move ----------------------------------------------------
 */

SHOGI_INLINE void
add_pair(int32_t safety[2], struct shogi_eval_pair pair, int sign)
{
    safety[0] += sign * pair.poor;
    safety[1] += sign * pair.rich;
}

/* Whoever has no king is seen as if he stood on file 5. */
SHOGI_INLINE shogi_square
own_king(const struct shogi_position *p, enum shogi_side side)
{
    return p->king[side] == SHOGI_NO_SQUARE ? 4 * 9 : p->king[side];
}

SHOGI_INLINE void
add_material(struct shogi_eval_sums *s, shogi_piece piece, int sign)
{
    int value = shogi_eval_weights[SHOGI_WEIGHT_PIECE + (int)shogi_piece_kind(piece)];

    s->material += shogi_piece_side(piece) == SHOGI_BLACK ? sign * value : -sign * value;
}

/* A piece comes to SQUARE (SIGN 1) or leaves it (-1), as its own king sees it, where P
 * has him. */
SHOGI_INLINE void
add_to_own(struct shogi_eval_sums *s, const struct shogi_position *p, shogi_piece piece,
           shogi_square square, int sign)
{
    enum shogi_side side = shogi_piece_side(piece);
    enum shogi_kind kind = shogi_piece_kind(piece);

    add_pair(s->safety[side],
             tables->placed[kind][tables->square[side][own_king(p, side)][square]], sign);
    if (p->king[side] != SHOGI_NO_SQUARE)
        add_pair(s->safety[side],
                 tables->own[kind][tables->relative[side][p->king[side]][square]], sign);
}

/* The same as the enemy's king sees it. */
SHOGI_INLINE void
add_to_enemy(struct shogi_eval_sums *s, const struct shogi_position *p, shogi_piece piece,
             shogi_square square, int sign)
{
    enum shogi_side other = shogi_other(shogi_piece_side(piece));
    enum shogi_kind kind = shogi_piece_kind(piece);

    if (p->king[other] != SHOGI_NO_SQUARE)
        add_pair(s->safety[other],
                 tables->enemy[kind][tables->relative[other][p->king[other]][square]],
                 sign);
}

/* Both. */
SHOGI_INLINE void
add_piece(struct shogi_eval_sums *s, const struct shogi_position *p, shogi_piece piece,
          shogi_square square, int sign)
{
    add_to_own(s, p, piece, square, sign);
    add_to_enemy(s, p, piece, square, sign);
}

void
shogi_eval_fill(struct shogi_eval_sums *s, const struct shogi_position *p)
{
    shogi_bb pieces = shogi_occupied(p);

    shogi_eval_tables_fill();
    *s = (struct shogi_eval_sums){ 0 };
    for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
        s->material += tables->hand[kind][p->hand[SHOGI_BLACK][kind]]
                       - tables->hand[kind][p->hand[SHOGI_WHITE][kind]];
    while (shogi_bb_any(pieces)) {
        shogi_square square = shogi_bb_pop(&pieces);
        add_material(s, p->board[square], 1);
        add_piece(s, p, p->board[square], square, 1);
    }
}

/* Everything as the king of SIDE sees it, who has one. */
SHOGI_INLINE void
look_from_king(struct shogi_eval_sums *s, const struct shogi_position *p,
               enum shogi_side side)
{
    const uint8_t *square = tables->square[side][p->king[side]];
    const uint8_t *relative = tables->relative[side][p->king[side]];
    shogi_bb own = p->side[side], others = p->side[shogi_other(side)];
    int32_t *safety = s->safety[side];

    safety[0] = safety[1] = 0;
    while (shogi_bb_any(own)) {
        shogi_square at = shogi_bb_pop(&own);
        enum shogi_kind kind = shogi_piece_kind(p->board[at]);
        add_pair(safety, tables->placed[kind][square[at]], 1);
        add_pair(safety, tables->own[kind][relative[at]], 1);
    }
    while (shogi_bb_any(others)) {
        shogi_square at = shogi_bb_pop(&others);
        add_pair(safety, tables->enemy[shogi_piece_kind(p->board[at])][relative[at]], 1);
    }
}

/* SIDE held BEFORE of a kind and now holds what P says. */
SHOGI_INLINE void
change_hand(struct shogi_eval_sums *s, const struct shogi_position *p,
            enum shogi_side side, enum shogi_kind kind, int before)
{
    int change = tables->hand[kind][p->hand[side][kind]] - tables->hand[kind][before];

    s->material += side == SHOGI_BLACK ? change : -change;
}

void
shogi_eval_step(struct shogi_eval_sums *next, const struct shogi_eval_sums *before,
                const struct shogi_position *p, shogi_move m, const struct shogi_undo *u)
{
    enum shogi_side owner = shogi_piece_side(u->moved);
    shogi_square to = shogi_move_to(m);

    /* A king was taken, or there are several. */
    if (p->king[shogi_other(owner)] != u->king[shogi_other(owner)] || p->spare_king) {
        shogi_eval_fill(next, p);
        return;
    }
    *next = *before;
    if (shogi_move_is_drop(m)) {
        add_material(next, p->board[to], 1);
        add_piece(next, p, p->board[to], to, 1);
        change_hand(next, p, owner, shogi_piece_kind(u->moved), u->hand);
        return;
    }
    if (u->captured != SHOGI_EMPTY) {
        add_material(next, u->captured, -1);
        add_to_own(next, p, u->captured, to, -1);
        enum shogi_kind kind = shogi_kind_base(shogi_piece_kind(u->captured));
        if (kind != SHOGI_KING)
            change_hand(next, p, owner, kind, u->hand);
    }
    add_to_enemy(next, p, u->moved, shogi_move_from(m), -1);
    add_to_enemy(next, p, p->board[to], to, 1);
    /* All that stands around a king who has moved is seen from another place. */
    if (p->king[owner] != u->king[owner] && p->king[owner] != SHOGI_NO_SQUARE) {
        look_from_king(next, p, owner);
        return;
    }
    if (u->captured != SHOGI_EMPTY)
        add_to_enemy(next, p, u->captured, to, -1);
    add_to_own(next, p, u->moved, shogi_move_from(m), -1);
    add_to_own(next, p, p->board[to], to, 1);
    if (p->board[to] != u->moved) {
        add_material(next, p->board[to], 1);
        add_material(next, u->moved, -1);
    }
}

/* ---- sliders ------------------------------------------------------------------------
 */

SHOGI_INLINE int
count_bits(uint64_t word)
{
#if defined(__GNUC__)
    return __builtin_popcountll(word);
#else
    return (int)shogi_bb_count((shogi_bb){ { word, 0 } });
#endif
}

SHOGI_INLINE int
count_squares(shogi_bb b)
{
    return count_bits(b.word[0]) + count_bits(b.word[1]);
}

/* What the sliders of SIDE see is added to its effects; returns what it is worth. */
SHOGI_INLINE int
add_slides(struct shogi_effects *e, const struct shogi_position *p, enum shogi_side side)
{
    const int16_t *reach = shogi_eval_weights + SHOGI_WEIGHT_REACH;
    shogi_bb own = p->side[side], occupied = shogi_occupied(p);
    shogi_bb set = shogi_bb_and(own, p->kind[SHOGI_LANCE]);
    int value = 0;

    while (shogi_bb_any(set)) {
        shogi_square square = shogi_bb_pop(&set);
        unsigned w = square >= SHOGI_WORD0_SQUARES;
        shogi_bb to = { { 0, 0 } };
        to.word[w] = shogi_lance_slides(side, square, w, occupied.word[w]);
        shogi_effects_add(e, shogi_pair_of(to));
        value += reach[count_squares(shogi_bb_without(to, own))];
    }
    set = shogi_bb_and(own, shogi_diagonals(p));
    while (shogi_bb_any(set)) {
        shogi_square square = shogi_bb_pop(&set);
        shogi_bb to = shogi_bishop_attacks(square, occupied);
        int slider = shogi_eval_slider(shogi_piece_kind(p->board[square]));
        shogi_effects_add(e, shogi_pair_of(to));
        value +=
            reach[slider * SHOGI_EVAL_REACH + count_squares(shogi_bb_without(to, own))];
    }
    set = shogi_bb_and(own, shogi_straights(p));
    while (shogi_bb_any(set)) {
        shogi_square square = shogi_bb_pop(&set);
        shogi_bb to = shogi_rook_attacks(square, occupied);
        int slider = shogi_eval_slider(shogi_piece_kind(p->board[square]));
        shogi_effects_add(e, shogi_pair_of(to));
        value +=
            reach[slider * SHOGI_EVAL_REACH + count_squares(shogi_bb_without(to, own))];
    }
    return value;
}

/* ---- threatened pieces ---------------------------------------------------------------
 */

SHOGI_INLINE int
sum_by_kind(const struct shogi_position *p, shogi_bb set, int weight)
{
    int value = 0;

    while (shogi_bb_any(set))
        value +=
            shogi_eval_weights[weight
                               + (int)shogi_piece_kind(p->board[shogi_bb_pop(&set)])];
    return value;
}

/* What it costs SIDE that its pieces are attacked. */
SHOGI_INLINE int
threats(const struct shogi_position *p, enum shogi_side side,
        const struct shogi_effects *own, const struct shogi_effects *enemy)
{
    int row = p->turn == side ? SHOGI_KIND_COUNT : 0;
    shogi_bb pieces = shogi_bb_without(p->side[side], p->kind[SHOGI_KING]);
    shogi_bb defended = shogi_bb_or(shogi_pair_set(own->one), own->king);
    shogi_bb hanging =
        shogi_bb_without(shogi_bb_and(pieces, shogi_pair_set(enemy->one)), defended);
    shogi_bb poked = shogi_bb_without(shogi_bb_and(pieces, shogi_pair_set(enemy->pawn)),
                                      p->kind[SHOGI_PAWN]);

    return sum_by_kind(p, hanging, SHOGI_WEIGHT_HANGING + row)
           + sum_by_kind(p, poked, SHOGI_WEIGHT_POKED + row);
}

/* ---- around the kings ----------------------------------------------------------------
 */

/* Nine bits a file, bit 0 of each is the first rank of the window. */
SHOGI_INLINE uint64_t
look_through(const struct shogi_eval_window *w, shogi_bb b)
{
    uint64_t files = (b.word[0] >> w->right | b.word[1] << w->left) & w->mask;

    return files << w->turn | files >> (-w->turn & 63);
}

/* What the five columns of a set around a king say of his safety, as ZONE has it. */
SHOGI_INLINE uint64_t
zone_sum(const uint64_t zone[SHOGI_EVAL_ZONE_FILES][SHOGI_EVAL_PATTERNS], uint64_t seen)
{
    unsigned last = SHOGI_EVAL_PATTERNS - 1;

    return zone[0][seen & last] + zone[1][seen >> 9 & last] + zone[2][seen >> 18 & last]
           + zone[3][seen >> 27 & last] + zone[4][seen >> 36 & last];
}

/* The squares beside a king, as a window has them. */
SHOGI_INLINE int
count_ring(enum shogi_side side, uint64_t seen)
{
    uint64_t ring =
        side == SHOGI_BLACK
            ? (uint64_t)0x1c << 9 | (uint64_t)0x14 << 18 | (uint64_t)0x1c << 27
            : (uint64_t)0xe << 9 | (uint64_t)0xa << 18 | (uint64_t)0xe << 27;

    return count_bits(seen & ring);
}

/* What the enemy has to drop on BROKEN squares beside the king. */
SHOGI_INLINE int
drops(const uint8_t hand[SHOGI_HAND_COUNT], int broken)
{
    const int16_t *weight = shogi_eval_weights + SHOGI_WEIGHT_DROP + broken;
    int value = 0;

    for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
        value += hand[kind] ? weight[kind * (SHOGI_EVAL_RING + 1)] : 0;
    return value;
}

/* The surroundings of SIDE's king are added to SAFETY; returns what counts as it is. */
SHOGI_INLINE int
add_zones(int32_t safety[2], const struct shogi_position *p, enum shogi_side side,
          const struct shogi_effects *own, const struct shogi_effects *enemy)
{
    shogi_square king = p->king[side];
    const uint64_t(*zone)[SHOGI_EVAL_ZONE_FILES][SHOGI_EVAL_PATTERNS];
    const struct shogi_eval_window *w;
    uint64_t sum;
    int32_t poor;
    int broken;

    if (king == SHOGI_NO_SQUARE)
        return 0;
    w = &tables->window[side][king];
    zone = tables->zone[side][w->wing];
    uint64_t enemy_one = look_through(w, shogi_pair_set(enemy->one));
    uint64_t enemy_two = look_through(w, shogi_pair_set(enemy->two));
    uint64_t own_one = look_through(w, shogi_pair_set(own->one));
    uint64_t own_two = look_through(w, shogi_pair_set(own->two));
    uint64_t pieces = look_through(w, p->side[side]);
    uint64_t others = look_through(w, p->side[shogi_other(side)]);
    uint64_t flights = w->squares & ~(pieces | enemy_one);
    sum = zone_sum(zone[SHOGI_ZONE_ENEMY_ONE], enemy_one)
          + zone_sum(zone[SHOGI_ZONE_ENEMY_TWO], enemy_two)
          + zone_sum(zone[SHOGI_ZONE_ENEMY_THREE],
                     look_through(w, shogi_pair_set(enemy->three)))
          + zone_sum(zone[SHOGI_ZONE_OWN_ONE], own_one)
          + zone_sum(zone[SHOGI_ZONE_OWN_TWO], own_two)
          + zone_sum(zone[SHOGI_ZONE_BROKEN], enemy_one & ~own_one)
          + zone_sum(zone[SHOGI_ZONE_OUTNUMBERED], enemy_two & ~own_two)
          + zone_sum(zone[SHOGI_ZONE_LOOSE], pieces & ~own_one)
          + zone_sum(zone[SHOGI_ZONE_FLIGHT], flights)
          + zone_sum(zone[SHOGI_ZONE_HOLE], w->squares & ~(pieces | others | own_one));
    poor = (int32_t)(uint32_t)sum;
    safety[0] += poor;
    safety[1] += (int32_t)(uint32_t)((sum - (uint64_t)(int64_t)poor) >> 32);
    broken = count_ring(side, enemy_one & ~own_one);
    add_pair(safety, tables->ring[broken][count_ring(side, flights)], 1);
    return drops(p->hand[shogi_other(side)], broken);
}

/* ---- all together --------------------------------------------------------------------
 */

/* How safe a king is while the other side holds so many points, in sixteenths. */
SHOGI_INLINE int32_t
mix(const int32_t safety[2], int points)
{
    return safety[0] * (SHOGI_EVAL_FULL_HAND - points) + safety[1] * points;
}

SHOGI_INLINE int
evaluate(const struct shogi_position *p, const struct shogi_eval_sums *s)
{
    int32_t safety[2][2] = { { s->safety[0][0], s->safety[0][1] },
                             { s->safety[1][0], s->safety[1][1] } };
    int points_black = shogi_eval_hand_points(p->hand[SHOGI_BLACK]);
    int points_white = shogi_eval_hand_points(p->hand[SHOGI_WHITE]);
    struct shogi_effects black, white;
    int tempo = shogi_eval_weights[SHOGI_WEIGHT_TEMPO];
    int32_t value = s->material + (p->turn == SHOGI_BLACK ? tempo : -tempo);

    shogi_effects_add_steps(&black, p, SHOGI_BLACK);
    shogi_effects_add_steps(&white, p, SHOGI_WHITE);
    value += add_slides(&black, p, SHOGI_BLACK) - add_slides(&white, p, SHOGI_WHITE);
    value +=
        threats(p, SHOGI_BLACK, &black, &white) - threats(p, SHOGI_WHITE, &white, &black);
    value += add_zones(safety[SHOGI_BLACK], p, SHOGI_BLACK, &black, &white)
             - add_zones(safety[SHOGI_WHITE], p, SHOGI_WHITE, &white, &black);
    value = value * SHOGI_EVAL_FULL_HAND + mix(safety[SHOGI_BLACK], points_white)
            - mix(safety[SHOGI_WHITE], points_black);
    /* Division towards zero: the same for both sides. */
    value /= SHOGI_EVAL_FULL_HAND * SHOGI_EVAL_UNIT;
    return p->turn == SHOGI_BLACK ? value : -value;
}

/* Where the processor has vectors, and counts bits in one instruction, a copy of the
 * code uses them. */
#if defined(__GNUC__) && defined(__x86_64__) && !defined(SHOGI_PLAIN_WORDS)
__attribute__((target("avx2,bmi,bmi2,popcnt"))) SHOGI_NOINLINE static int
evaluate_with_vectors(const struct shogi_position *p, const struct shogi_eval_sums *s)
{
    return evaluate(p, s);
}
#else
#define evaluate_with_vectors evaluate
#endif

int
shogi_evaluate(const struct shogi_position *p, const struct shogi_eval_sums *s)
{
    int value = tables->has_vectors ? evaluate_with_vectors(p, s) : evaluate(p, s);

    return value > SHOGI_EVAL_MAX    ? SHOGI_EVAL_MAX
           : value < -SHOGI_EVAL_MAX ? -SHOGI_EVAL_MAX
                                     : value;
}
