/* SPDX-License-Identifier: MIT */
/* eval_tables.c - the weights of the evaluation, spread out for quick reading. */
#include "engine/eval_tables.h"

#include <pthread.h>

#include "engine/eval_weights.h"

struct shogi_eval_tables shogi_eval_tables;

static struct shogi_eval_pair
pair_at(int weight)
{
    return (struct shogi_eval_pair){ shogi_eval_weights[weight],
                                     shogi_eval_weights[weight + 1] };
}

static void
fill_pieces(struct shogi_eval_tables *t)
{
    for (int kind = 0; kind < SHOGI_KIND_COUNT; kind++) {
        for (int i = 0; i < SHOGI_EVAL_RELATIVE; i++) {
            int place = (kind * SHOGI_EVAL_RELATIVE + i) * 2;
            t->own[kind][i] = pair_at(SHOGI_WEIGHT_OWN + place);
            t->enemy[kind][i] = pair_at(SHOGI_WEIGHT_ENEMY + place);
        }
        for (int square = 0; square < SHOGI_SQUARE_COUNT; square++)
            t->placed[kind][square] =
                pair_at(SHOGI_WEIGHT_SQUARE + (kind * SHOGI_SQUARE_COUNT + square) * 2);
    }
    for (int broken = 0; broken <= SHOGI_EVAL_RING; broken++)
        for (int flights = 0; flights <= SHOGI_EVAL_RING; flights++)
            t->ring[broken][flights] = pair_at(
                SHOGI_WEIGHT_RING + (broken * (SHOGI_EVAL_RING + 1) + flights) * 2);
}

static void
fill_places(struct shogi_eval_tables *t)
{
    for (int side = 0; side < 2; side++)
        for (int king = 0; king < SHOGI_SQUARE_COUNT; king++)
            for (int square = 0; square < SHOGI_SQUARE_COUNT; square++) {
                enum shogi_side s = (enum shogi_side)side;
                shogi_square k = (shogi_square)king, q = (shogi_square)square;
                t->square[side][king][square] = (uint8_t)shogi_eval_square(s, k, q);
                t->relative[side][king][square] = (uint8_t)shogi_eval_relative(s, k, q);
            }
}

static void
fill_hand(struct shogi_eval_tables *t)
{
    for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
        for (int n = 0; n < SHOGI_HAND_MAX; n++) {
            int step = n < SHOGI_EVAL_HAND_STEPS ? n : SHOGI_EVAL_HAND_STEPS - 1;
            int place = SHOGI_WEIGHT_HAND + kind * SHOGI_EVAL_HAND_STEPS + step;
            t->hand[kind][n + 1] = t->hand[kind][n] + shogi_eval_weights[place];
        }
}

/* What the squares of a column that are in the set are worth together. */
static uint64_t
zone_pattern(enum shogi_side side, int set, int file, unsigned pattern)
{
    int poor = 0, rich = 0;

    for (int rank = 0; rank < SHOGI_EVAL_ZONE_RANKS; rank++) {
        int seen = side == SHOGI_BLACK ? rank : SHOGI_EVAL_ZONE_RANKS - 1 - rank;
        int place = (set * SHOGI_EVAL_ZONE + file * SHOGI_EVAL_ZONE_RANKS + seen) * 2;
        if (!(pattern >> rank & 1))
            continue;
        poor += shogi_eval_weights[SHOGI_WEIGHT_ZONE + place];
        rich += shogi_eval_weights[SHOGI_WEIGHT_ZONE + place + 1];
    }
    return ((uint64_t)(int64_t)rich << 32) + (uint64_t)(int64_t)poor;
}

static void
fill_column(struct shogi_eval_tables *t, enum shogi_side side, int wing, int column)
{
    static const shogi_square kings[SHOGI_EVAL_WINGS] = { 3 * 9, 4 * 9, 5 * 9 };
    shogi_square square = (shogi_square)(kings[wing] + (column - 2) * 9);
    int file = shogi_eval_files_from(kings[wing], square) + 2;

    for (int set = 0; set < SHOGI_ZONE_COUNT; set++)
        for (unsigned pattern = 0; pattern < SHOGI_EVAL_PATTERNS; pattern++)
            t->zone[side][wing][set][column][pattern] =
                zone_pattern(side, set, file, pattern);
}

static void
fill_zone(struct shogi_eval_tables *t)
{
    for (int wing = 0; wing < SHOGI_EVAL_WINGS; wing++)
        for (int column = 0; column < SHOGI_EVAL_ZONE_FILES; column++) {
            fill_column(t, SHOGI_BLACK, wing, column);
            fill_column(t, SHOGI_WHITE, wing, column);
        }
}

/* Bits of RANKS in each of the five files around a king. */
#define COLUMNS(ranks) ((uint64_t)(ranks)*0x1008040201u)

static struct shogi_eval_window
window_around(enum shogi_side side, shogi_square king)
{
    int file = king / 9 - 2, left_out = file < 0 ? -file : 0;
    /* The first rank of the window, from -3 to 6. */
    int rank = king % 9 - (side == SHOGI_BLACK ? 3 : 2);
    unsigned ranks = (1u << SHOGI_EVAL_ZONE_RANKS) - 1;
    int right = file < 0 ? 0 : 9 * file;
    uint64_t mask = COLUMNS((rank < 0 ? ranks >> -rank : ranks << rank) & 0x1ff);
    uint64_t turn = (uint64_t)(9 * left_out - rank) & 63, on_board;

    mask &= ((uint64_t)1 << 9 * (SHOGI_EVAL_ZONE_FILES - left_out)) - 1;
    on_board = SHOGI_WORD0_ALL >> right | (uint64_t)SHOGI_WORD1_ALL << (63 - right);
    on_board &= mask;
    return (struct shogi_eval_window){
        .mask = mask,
        .squares = on_board << turn | on_board >> (-turn & 63),
        .right = (uint8_t)right,
        .left = (uint8_t)(63 - right),
        .turn = (uint8_t)turn,
        .wing = king < 4 * 9   ? 0
                : king < 5 * 9 ? 1
                               : 2,
    };
}

static void
fill_windows(struct shogi_eval_tables *t)
{
    for (int side = 0; side < 2; side++)
        for (int king = 0; king < SHOGI_SQUARE_COUNT; king++)
            t->window[side][king] =
                window_around((enum shogi_side)side, (shogi_square)king);
}

static void
fill_exchanges(struct shogi_eval_tables *t)
{
    const int16_t *hand = shogi_eval_weights + SHOGI_WEIGHT_HAND;

    for (int kind = 0; kind < SHOGI_KIND_COUNT; kind++)
        t->piece[kind] = shogi_eval_weights[SHOGI_WEIGHT_PIECE + kind] / SHOGI_EVAL_UNIT;
    for (int kind = 0; kind < SHOGI_KIND_COUNT; kind++) {
        enum shogi_kind base = shogi_kind_base((enum shogi_kind)kind);
        if (shogi_kind_can_promote((enum shogi_kind)kind))
            t->promotion[kind] =
                (int16_t)(t->piece[shogi_kind_promoted((enum shogi_kind)kind)]
                          - t->piece[kind]);
        t->exchange[kind] =
            kind == SHOGI_KING
                ? SHOGI_EVAL_KING
                : (int16_t)(t->piece[kind]
                            + hand[(int)base * SHOGI_EVAL_HAND_STEPS] / SHOGI_EVAL_UNIT);
    }
}

static void
fill_tables(void)
{
    struct shogi_eval_tables *t = &shogi_eval_tables;

    fill_pieces(t);
    fill_places(t);
    fill_hand(t);
    fill_zone(t);
    fill_windows(t);
    fill_exchanges(t);
#if defined(__GNUC__) && defined(__x86_64__)
    t->has_vectors = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
                     && __builtin_cpu_supports("bmi2")
                     && __builtin_cpu_supports("popcnt");
#endif
}

void
shogi_eval_tables_fill(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, fill_tables);
}
