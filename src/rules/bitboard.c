/* SPDX-License-Identifier: MIT */
/* bitboard.c - tables of steps, rays and keys; attacks of a piece. */
#include "rules/bitboard.h"

#include <pthread.h>

struct shogi_tables shogi_tables;

/* By enum shogi_direction: what a step adds to file and rank. */
static const int8_t step_file[SHOGI_DIRECTION_COUNT] = { 0, 0, -1, 1, -1, 1, -1, 1 };
static const int8_t step_rank[SHOGI_DIRECTION_COUNT] = { -1, 1, 0, 0, -1, 1, 1, -1 };

/* Which of the eight neighbours Black's piece may step to. */
static const uint8_t step_directions[SHOGI_STEP_COUNT] = {
    [SHOGI_STEP_PAWN] = 1 << SHOGI_NORTH,
    [SHOGI_STEP_SILVER] = 1 << SHOGI_NORTH | 1 << SHOGI_NORTH_EAST | 1 << SHOGI_NORTH_WEST
                          | 1 << SHOGI_SOUTH_EAST | 1 << SHOGI_SOUTH_WEST,
    [SHOGI_STEP_GOLD] = 1 << SHOGI_NORTH | 1 << SHOGI_NORTH_EAST | 1 << SHOGI_NORTH_WEST
                        | 1 << SHOGI_EAST | 1 << SHOGI_WEST | 1 << SHOGI_SOUTH,
    [SHOGI_STEP_KING] = 0xff,
};

static bool
is_on_board(int file, int rank)
{
    return file >= 1 && file <= 9 && rank >= 1 && rank <= 9;
}

static void
add_square(shogi_bb *b, int file, int rank)
{
    if (is_on_board(file, rank))
        *b = shogi_bb_or(*b, shogi_bb_of(shogi_square_at(file, rank)));
}

static void
fill_rays(shogi_square from)
{
    struct shogi_tables *t = &shogi_tables;

    for (int to = 0; to < SHOGI_SQUARE_COUNT; to++)
        t->direction[from][to] = SHOGI_NO_DIRECTION;
    for (int d = 0; d < SHOGI_DIRECTION_COUNT; d++) {
        int file = shogi_square_file(from) + step_file[d];
        int rank = shogi_square_rank(from) + step_rank[d];
        for (; is_on_board(file, rank); file += step_file[d], rank += step_rank[d]) {
            add_square(&t->ray[d][from], file, rank);
            t->direction[from][shogi_square_at(file, rank)] = (uint8_t)d;
        }
    }
    for (int d = SHOGI_NORTH; d <= SHOGI_WEST; d++)
        t->rook[from] = shogi_bb_or(t->rook[from], t->ray[d][from]);
    for (int d = SHOGI_NORTH_EAST; d <= SHOGI_NORTH_WEST; d++)
        t->bishop[from] = shogi_bb_or(t->bishop[from], t->ray[d][from]);
}

static void
fill_steps(enum shogi_side side, shogi_square from)
{
    int file = shogi_square_file(from), rank = shogi_square_rank(from);
    int forward = side == SHOGI_BLACK ? -1 : 1;

    for (int s = 0; s < SHOGI_STEP_COUNT; s++) {
        shogi_bb *b = &shogi_tables.step[side][s][from];
        for (int d = 0; d < SHOGI_DIRECTION_COUNT; d++)
            if (step_directions[s] >> d & 1)
                add_square(b, file + step_file[d], rank - step_rank[d] * forward);
    }
    add_square(&shogi_tables.step[side][SHOGI_STEP_KNIGHT][from], file - 1,
               rank + 2 * forward);
    add_square(&shogi_tables.step[side][SHOGI_STEP_KNIGHT][from], file + 1,
               rank + 2 * forward);
}

static void
fill_ring(enum shogi_side side, shogi_square king)
{
    const struct shogi_tables *t = &shogi_tables;
    struct shogi_ring *ring = &shogi_tables.ring[side][king];
    shogi_bb squares =
        shogi_bb_or(t->step[side][SHOGI_STEP_KING][king], shogi_bb_of(king));

    while (shogi_bb_any(squares)) {
        shogi_square s = shogi_bb_pop(&squares);
        ring->near = shogi_bb_or(ring->near, t->step[side][SHOGI_STEP_KING][s]);
        ring->near = shogi_bb_or(ring->near, t->step[side][SHOGI_STEP_KNIGHT][s]);
        ring->lance = shogi_bb_or(
            ring->lance, t->ray[side == SHOGI_BLACK ? SHOGI_NORTH : SHOGI_SOUTH][s]);
        ring->bishop = shogi_bb_or(ring->bishop, t->bishop[s]);
        ring->rook = shogi_bb_or(ring->rook, t->rook[s]);
    }
}

/* What a step piece on FROM attacks with its next step but one.  A gold and a king do
 * not promote, but what a gold attacks they attack anyway. */
static shogi_bb
two_steps(enum shogi_side side, enum shogi_step step, shogi_square from)
{
    const shogi_bb(*steps)[SHOGI_SQUARE_COUNT] = shogi_tables.step[side];
    shogi_bb to = steps[step][from], zone = shogi_bb_zone(side), reached = { { 0, 0 } };

    while (shogi_bb_any(to)) {
        shogi_square s = shogi_bb_pop(&to);
        reached = shogi_bb_or(reached, steps[step][s]);
        if (shogi_bb_has(zone, from) || shogi_bb_has(zone, s))
            reached = shogi_bb_or(reached, steps[SHOGI_STEP_GOLD][s]);
    }
    return reached;
}

static void
fill_approaches(enum shogi_side side, shogi_square from)
{
    for (int step = 0; step < SHOGI_STEP_COUNT; step++) {
        shogi_bb reached = two_steps(side, (enum shogi_step)step, from);
        while (shogi_bb_any(reached)) {
            shogi_bb *set = &shogi_tables.approach[side][step][shogi_bb_pop(&reached)];
            *set = shogi_bb_or(*set, shogi_bb_of(from));
        }
    }
}

/* Numbers for the keys, by the generator known as splitmix64: the same on every
 * machine, for ever. */
static uint64_t
next_random(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15u;

    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static void
fill_keys(void)
{
    uint64_t state = 0;

    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < SHOGI_KIND_COUNT; kind++)
            for (int square = 0; square < SHOGI_SQUARE_COUNT; square++)
                shogi_tables.piece_key[shogi_piece_of((enum shogi_side)side,
                                                      (enum shogi_kind)kind)][square] =
                    next_random(&state);
    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
            shogi_tables.hand_key[side][kind] = next_random(&state);
    shogi_tables.turn_key = next_random(&state);
}

static void
fill_tables(void)
{
    for (unsigned square = 0; square < SHOGI_SQUARE_COUNT; square++) {
        unsigned w = square >= SHOGI_WORD0_SQUARES;
        shogi_tables.square[square].word[w] = (uint64_t)1
                                              << (square - w * SHOGI_WORD0_SQUARES);
    }
    for (int square = 0; square < SHOGI_SQUARE_COUNT; square++) {
        fill_rays((shogi_square)square);
        fill_steps(SHOGI_BLACK, (shogi_square)square);
        fill_steps(SHOGI_WHITE, (shogi_square)square);
    }
    for (int square = 0; square < SHOGI_SQUARE_COUNT; square++) {
        fill_ring(SHOGI_BLACK, (shogi_square)square);
        fill_ring(SHOGI_WHITE, (shogi_square)square);
        fill_approaches(SHOGI_BLACK, (shogi_square)square);
        fill_approaches(SHOGI_WHITE, (shogi_square)square);
    }
    fill_keys();
#if defined(__GNUC__) && defined(__x86_64__)
    shogi_tables.has_popcount =
        __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi");
#endif
}

void
shogi_tables_fill(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, fill_tables);
}

unsigned
shogi_bb_count(shogi_bb b)
{
    unsigned n = 0;

    for (int w = 0; w < 2; w++)
        for (uint64_t left = b.word[w]; left; left &= left - 1)
            n++;
    return n;
}

shogi_bb
shogi_attacks(enum shogi_kind kind, enum shogi_side side, shogi_square square,
              shogi_bb occupied)
{
    const shogi_bb(*step)[SHOGI_SQUARE_COUNT] = shogi_tables.step[side];

    switch (kind) {
    case SHOGI_PAWN:
        return step[SHOGI_STEP_PAWN][square];
    case SHOGI_LANCE:
        return shogi_lance_attacks(side, square, occupied);
    case SHOGI_KNIGHT:
        return step[SHOGI_STEP_KNIGHT][square];
    case SHOGI_SILVER:
        return step[SHOGI_STEP_SILVER][square];
    case SHOGI_BISHOP:
        return shogi_bishop_attacks(square, occupied);
    case SHOGI_ROOK:
        return shogi_rook_attacks(square, occupied);
    case SHOGI_KING:
        return step[SHOGI_STEP_KING][square];
    case SHOGI_HORSE:
        return shogi_bb_or(shogi_bishop_attacks(square, occupied),
                           step[SHOGI_STEP_KING][square]);
    case SHOGI_DRAGON:
        return shogi_bb_or(shogi_rook_attacks(square, occupied),
                           step[SHOGI_STEP_KING][square]);
    default:
        return step[SHOGI_STEP_GOLD][square];
    }
}
