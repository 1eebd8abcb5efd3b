/* SPDX-License-Identifier: MIT */
/* trace.c - which weights the evaluation of a position adds up, and how often. */
#include "train/trace.h"

#include <stdlib.h>

#include "rules/attack.h"

struct trace {
    const struct shogi_position *p;
    int factor[SHOGI_WEIGHT_COUNT];
    uint8_t attacks[2][SHOGI_SQUARE_COUNT]; /* of all but the king */
    bool by_pawn[2][SHOGI_SQUARE_COUNT];
    bool by_king[2][SHOGI_SQUARE_COUNT];
};

static int
sign_of(enum shogi_side side)
{
    return side == SHOGI_BLACK ? 1 : -1;
}

static void
add_plain(struct trace *t, enum shogi_side side, int weight)
{
    t->factor[weight] += sign_of(side) * SHOGI_EVAL_FULL_HAND;
}

/* A pair that speaks of the king of SIDE. */
static void
add_pair(struct trace *t, enum shogi_side side, int weight)
{
    int points = shogi_eval_hand_points(t->p->hand[shogi_other(side)]);

    t->factor[weight] += sign_of(side) * (SHOGI_EVAL_FULL_HAND - points);
    t->factor[weight + 1] += sign_of(side) * points;
}

/* ---- pieces -------------------------------------------------------------------------
 */

static void
add_piece(struct trace *t, shogi_square square)
{
    enum shogi_side side = shogi_piece_side(t->p->board[square]);
    enum shogi_side other = shogi_other(side);
    int kind = (int)shogi_piece_kind(t->p->board[square]), i;
    const shogi_square *king = t->p->king;

    add_plain(t, side, SHOGI_WEIGHT_PIECE + kind);
    i = kind * SHOGI_SQUARE_COUNT + shogi_eval_square(side, king[side], square);
    add_pair(t, side, SHOGI_WEIGHT_SQUARE + 2 * i);
    if (king[side] != SHOGI_NO_SQUARE) {
        i = kind * SHOGI_EVAL_RELATIVE + shogi_eval_relative(side, king[side], square);
        add_pair(t, side, SHOGI_WEIGHT_OWN + 2 * i);
    }
    if (king[other] != SHOGI_NO_SQUARE) {
        i = kind * SHOGI_EVAL_RELATIVE + shogi_eval_relative(other, king[other], square);
        add_pair(t, other, SHOGI_WEIGHT_ENEMY + 2 * i);
    }
}

static void
add_hand(struct trace *t, enum shogi_side side)
{
    for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
        for (int n = 0; n < t->p->hand[side][kind]; n++) {
            int step = n < SHOGI_EVAL_HAND_STEPS ? n : SHOGI_EVAL_HAND_STEPS - 1;
            add_plain(t, side, SHOGI_WEIGHT_HAND + kind * SHOGI_EVAL_HAND_STEPS + step);
        }
}

/* ---- attacks ------------------------------------------------------------------------
 */

/* A king may be one of several: only the one that the position names counts. */
static void
count_attacks(struct trace *t, shogi_square from)
{
    enum shogi_side side = shogi_piece_side(t->p->board[from]);
    enum shogi_kind kind = shogi_piece_kind(t->p->board[from]);
    shogi_bb to = shogi_attacks(kind, side, from, shogi_occupied(t->p));

    if (kind == SHOGI_KING && from != t->p->king[side])
        return;
    while (shogi_bb_any(to)) {
        shogi_square square = shogi_bb_pop(&to);
        if (kind == SHOGI_KING)
            t->by_king[side][square] = true;
        else
            t->attacks[side][square]++;
        if (kind == SHOGI_PAWN)
            t->by_pawn[side][square] = true;
    }
}

/* How far a slider slides: the steps of a horse and a dragon do not count. */
static void
add_reach(struct trace *t, shogi_square from)
{
    enum shogi_side side = shogi_piece_side(t->p->board[from]);
    enum shogi_kind kind = shogi_piece_kind(t->p->board[from]);
    int slider = shogi_eval_slider(kind);
    shogi_bb to;

    if (slider < 0)
        return;
    to = shogi_attacks(shogi_kind_base(kind), side, from, shogi_occupied(t->p));
    to = shogi_bb_without(to, t->p->side[side]);
    add_plain(t, side,
              SHOGI_WEIGHT_REACH + slider * SHOGI_EVAL_REACH + (int)shogi_bb_count(to));
}

static void
add_threats(struct trace *t, shogi_square square)
{
    enum shogi_side side = shogi_piece_side(t->p->board[square]);
    enum shogi_side other = shogi_other(side);
    int kind = (int)shogi_piece_kind(t->p->board[square]);
    int row = t->p->turn == side ? SHOGI_KIND_COUNT : 0;

    if (kind == SHOGI_KING)
        return;
    if (t->attacks[other][square] && !t->attacks[side][square]
        && !t->by_king[side][square])
        add_plain(t, side, SHOGI_WEIGHT_HANGING + row + kind);
    if (t->by_pawn[other][square] && kind != SHOGI_PAWN)
        add_plain(t, side, SHOGI_WEIGHT_POKED + row + kind);
}

/* ---- around the kings ----------------------------------------------------------------
 */

/* Which sets SQUARE is in, as the king of SIDE sees it. */
static unsigned
zone_sets(const struct trace *t, enum shogi_side side, shogi_square square)
{
    unsigned own = t->attacks[side][square],
             enemy = t->attacks[shogi_other(side)][square];
    shogi_piece piece = t->p->board[square];
    bool is_own = piece != SHOGI_EMPTY && shogi_piece_side(piece) == side;

    return (unsigned)(enemy >= 1) << SHOGI_ZONE_ENEMY_ONE
           | (unsigned)(enemy >= 2) << SHOGI_ZONE_ENEMY_TWO
           | (unsigned)(enemy >= 3) << SHOGI_ZONE_ENEMY_THREE
           | (unsigned)(own >= 1) << SHOGI_ZONE_OWN_ONE
           | (unsigned)(own >= 2) << SHOGI_ZONE_OWN_TWO
           | (unsigned)(enemy >= 1 && !own) << SHOGI_ZONE_BROKEN
           | (unsigned)(enemy >= 2 && own < 2) << SHOGI_ZONE_OUTNUMBERED
           | (unsigned)(is_own && !own) << SHOGI_ZONE_LOOSE
           | (unsigned)(!is_own && !enemy) << SHOGI_ZONE_FLIGHT
           | (unsigned)(piece == SHOGI_EMPTY && !own) << SHOGI_ZONE_HOLE;
}

static void
add_zones(struct trace *t, enum shogi_side side)
{
    shogi_square king = t->p->king[side];
    const uint8_t *hand = t->p->hand[shogi_other(side)];
    int broken = 0, flights = 0;

    if (king == SHOGI_NO_SQUARE)
        return;
    for (int square = 0; square < SHOGI_SQUARE_COUNT; square++) {
        int file = shogi_eval_files_from(king, (shogi_square)square) + 2;
        int relative = shogi_eval_relative(side, king, (shogi_square)square);
        int rank = relative % SHOGI_EVAL_RELATIVE_RANKS - 8 + 3;
        unsigned sets = zone_sets(t, side, (shogi_square)square);
        if (abs(file - 2) > 2 || rank < 0 || rank >= SHOGI_EVAL_ZONE_RANKS)
            continue;
        for (int set = 0; set < SHOGI_ZONE_COUNT; set++)
            if (sets >> set & 1)
                add_pair(t, side,
                         SHOGI_WEIGHT_ZONE
                             + 2
                                   * (set * SHOGI_EVAL_ZONE + file * SHOGI_EVAL_ZONE_RANKS
                                      + rank));
        if (square == king || abs(file - 2) > 1 || abs(rank - 3) > 1)
            continue;
        broken += (int)(sets >> SHOGI_ZONE_BROKEN & 1);
        flights += (int)(sets >> SHOGI_ZONE_FLIGHT & 1);
    }
    add_pair(t, side, SHOGI_WEIGHT_RING + 2 * (broken * (SHOGI_EVAL_RING + 1) + flights));
    for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
        if (hand[kind])
            add_plain(t, side, SHOGI_WEIGHT_DROP + kind * (SHOGI_EVAL_RING + 1) + broken);
}

size_t
shogi_eval_trace(const struct shogi_position *p, struct shogi_term out[SHOGI_TRACE_MAX])
{
    struct trace t = { .p = p };
    size_t count = 0;

    for (int square = 0; square < SHOGI_SQUARE_COUNT; square++)
        if (p->board[square] != SHOGI_EMPTY) {
            add_piece(&t, (shogi_square)square);
            count_attacks(&t, (shogi_square)square);
            add_reach(&t, (shogi_square)square);
        }
    for (int square = 0; square < SHOGI_SQUARE_COUNT; square++)
        if (p->board[square] != SHOGI_EMPTY)
            add_threats(&t, (shogi_square)square);
    for (int side = 0; side < 2; side++) {
        add_hand(&t, (enum shogi_side)side);
        add_zones(&t, (enum shogi_side)side);
    }
    add_plain(&t, (enum shogi_side)p->turn, SHOGI_WEIGHT_TEMPO);
    for (int weight = 0; weight < SHOGI_WEIGHT_COUNT; weight++)
        if (t.factor[weight])
            out[count++] =
                (struct shogi_term){ (uint16_t)weight, (int16_t)t.factor[weight] };
    return count;
}
