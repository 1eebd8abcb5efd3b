/* SPDX-License-Identifier: MIT */
/* test_bitboard.c - the tables of steps, rays and approaches are what a player would
 * find with a finger on the board. */
#include "positions.h"

#include "rules/bitboard.h"

static const shogi_bb empty;

static bool
same(shogi_bb a, shogi_bb b)
{
    return a.word[0] == b.word[0] && a.word[1] == b.word[1];
}

/* Add the square LEFT files to the left of FROM and FORWARD ranks before it, as SIDE
 * sees them; false off the board. */
static bool
add_step(shogi_bb *set, enum shogi_side side, shogi_square from, int left, int forward)
{
    int sign = side == SHOGI_BLACK ? 1 : -1;
    int file = shogi_square_file(from) + sign * left;
    int rank = shogi_square_rank(from) - sign * forward;

    if (file < 1 || file > 9 || rank < 1 || rank > 9)
        return false;
    *set = shogi_bb_or(*set, shogi_bb_of(shogi_square_at(file, rank)));
    return true;
}

/* ---- how pieces move ----------------------------------------------------------------
 */

/* Steps as pairs "left, forward"; slides in the same way, as far as they go. */
static const struct way {
    enum shogi_kind kind;
    int steps[8][2];
    int slides[4][2];
} ways[] = {
    { SHOGI_PAWN, { { 0, 1 } }, { { 0, 0 } } },
    { SHOGI_LANCE, { { 0, 0 } }, { { 0, 1 } } },
    { SHOGI_KNIGHT, { { -1, 2 }, { 1, 2 } }, { { 0, 0 } } },
    { SHOGI_SILVER,
      { { -1, 1 }, { 0, 1 }, { 1, 1 }, { -1, -1 }, { 1, -1 } },
      { { 0, 0 } } },
    { SHOGI_BISHOP, { { 0, 0 } }, { { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } } },
    { SHOGI_ROOK, { { 0, 0 } }, { { 0, 1 }, { 0, -1 }, { 1, 0 }, { -1, 0 } } },
    { SHOGI_GOLD,
      { { -1, 1 }, { 0, 1 }, { 1, 1 }, { -1, 0 }, { 1, 0 }, { 0, -1 } },
      { { 0, 0 } } },
    { SHOGI_KING,
      { { -1, 1 },
        { 0, 1 },
        { 1, 1 },
        { -1, 0 },
        { 1, 0 },
        { -1, -1 },
        { 0, -1 },
        { 1, -1 } },
      { { 0, 0 } } },
    { SHOGI_HORSE,
      { { 0, 1 }, { 0, -1 }, { 1, 0 }, { -1, 0 } },
      { { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } } },
    { SHOGI_DRAGON,
      { { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } },
      { { 0, 1 }, { 0, -1 }, { 1, 0 }, { -1, 0 } } },
};

/* The first piece in the way can be taken; behind it nothing is reached. */
static shogi_bb
reached(const struct way *way, enum shogi_side side, shogi_square from, shogi_bb occupied)
{
    shogi_bb set = empty;

    for (int i = 0; i < 8; i++)
        if (way->steps[i][0] || way->steps[i][1])
            add_step(&set, side, from, way->steps[i][0], way->steps[i][1]);
    for (int i = 0; i < 4; i++)
        for (int n = 1; n < 9 && (way->slides[i][0] || way->slides[i][1]); n++) {
            shogi_bb to = empty;
            if (!add_step(&to, side, from, n * way->slides[i][0], n * way->slides[i][1]))
                break;
            set = shogi_bb_or(set, to);
            if (shogi_bb_meets(to, occupied))
                break;
        }
    return set;
}

static void
test_every_piece_moves_as_players_know(void)
{
    uint64_t random = 5;
    unsigned wrong = 0;

    for (int round = 0; round < 20; round++) {
        shogi_bb occupied = empty;
        for (int s = 0; s < SHOGI_SQUARE_COUNT; s++)
            if ((int)draw(&random, 20) < round)
                occupied = shogi_bb_or(occupied, shogi_bb_of((shogi_square)s));
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
            for (int side = 0; side < 2; side++)
                for (int s = 0; s < SHOGI_SQUARE_COUNT; s++)
                    wrong += !same(shogi_attacks(ways[w].kind, (enum shogi_side)side,
                                                 (shogi_square)s, occupied),
                                   reached(&ways[w], (enum shogi_side)side,
                                           (shogi_square)s, occupied));
    }
    is_int(wrong, 0);
}

static void
test_what_is_promoted_to_gold_moves_as_gold(void)
{
    static const enum shogi_kind kinds[] = { SHOGI_TOKIN, SHOGI_PROMOTED_LANCE,
                                             SHOGI_PROMOTED_KNIGHT,
                                             SHOGI_PROMOTED_SILVER };

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (int s = 0; s < SHOGI_SQUARE_COUNT; s += 7)
            ok(same(shogi_attacks(kinds[i], SHOGI_WHITE, (shogi_square)s, empty),
                    shogi_attacks(SHOGI_GOLD, SHOGI_WHITE, (shogi_square)s, empty)));
}

/* ---- lines --------------------------------------------------------------------------
 */

static int
sign_of(int n)
{
    return (n > 0) - (n < 0);
}

/* The squares between two on a line, one step after the other. */
static void
test_between_two_squares_of_a_line_stands_what_one_passes(void)
{
    unsigned wrong = 0;

    for (int a = 0; a < SHOGI_SQUARE_COUNT; a++)
        for (int b = 0; b < SHOGI_SQUARE_COUNT; b++) {
            int files =
                shogi_square_file((shogi_square)b) - shogi_square_file((shogi_square)a);
            int ranks =
                shogi_square_rank((shogi_square)b) - shogi_square_rank((shogi_square)a);
            bool on_line =
                a != b && (files == 0 || ranks == 0 || abs(files) == abs(ranks));
            int steps = abs(files) > abs(ranks) ? abs(files) : abs(ranks);
            shogi_bb between = empty;
            for (int n = 1; on_line && n < steps; n++)
                add_step(&between, SHOGI_BLACK, (shogi_square)a, n * sign_of(files),
                         -n * sign_of(ranks));
            wrong += !same(shogi_bb_between((shogi_square)a, (shogi_square)b), between);
            wrong += (shogi_tables.direction[a][b] != SHOGI_NO_DIRECTION) != on_line;
        }
    is_int(wrong, 0);
}

/* ---- what may matter for a king -----------------------------------------------------
 */

static bool
attacks_any(enum shogi_kind kind, enum shogi_side side, int from, shogi_bb squares)
{
    return shogi_bb_meets(shogi_attacks(kind, side, (shogi_square)from, empty), squares);
}

static void
test_a_ring_holds_whoever_attacks_the_king_or_a_square_beside_him(void)
{
    unsigned wrong = 0;

    for (int side = 0; side < 2; side++)
        for (int king = 0; king < SHOGI_SQUARE_COUNT; king++) {
            enum shogi_side enemy = side == SHOGI_BLACK ? SHOGI_WHITE : SHOGI_BLACK;
            const struct shogi_ring *ring = &shogi_tables.ring[side][king];
            shogi_bb around =
                shogi_bb_or(shogi_attacks(SHOGI_KING, enemy, (shogi_square)king, empty),
                            shogi_bb_of((shogi_square)king));
            for (int s = 0; s < SHOGI_SQUARE_COUNT; s++) {
                wrong += shogi_bb_has(ring->near, (shogi_square)s)
                         != (attacks_any(SHOGI_KING, enemy, s, around)
                             || attacks_any(SHOGI_KNIGHT, enemy, s, around));
                wrong += shogi_bb_has(ring->lance, (shogi_square)s)
                         != attacks_any(SHOGI_LANCE, enemy, s, around);
                wrong += shogi_bb_has(ring->bishop, (shogi_square)s)
                         != attacks_any(SHOGI_BISHOP, enemy, s, around);
                wrong += shogi_bb_has(ring->rook, (shogi_square)s)
                         != attacks_any(SHOGI_ROOK, enemy, s, around);
            }
        }
    is_int(wrong, 0);
}

/* Every first move on an empty board, promoted where the zone allows it. */
static bool
comes_to_attack(enum shogi_kind kind, enum shogi_side side, int from, int target)
{
    shogi_bb first = shogi_attacks(kind, side, (shogi_square)from, empty);
    shogi_bb zone = shogi_bb_zone(side), aim = shogi_bb_of((shogi_square)target);

    for (int s = 0; s < SHOGI_SQUARE_COUNT; s++) {
        if (!shogi_bb_has(first, (shogi_square)s))
            continue;
        if (attacks_any(kind, side, s, aim))
            return true;
        if (shogi_kind_can_promote(kind)
            && (shogi_bb_has(zone, (shogi_square)from)
                || shogi_bb_has(zone, (shogi_square)s))
            && attacks_any(shogi_kind_promoted(kind), side, s, aim))
            return true;
    }
    return false;
}

static void
test_an_approach_is_a_square_from_which_one_move_leads_to_an_attack(void)
{
    static const enum shogi_kind kinds[SHOGI_STEP_COUNT] = {
        [SHOGI_STEP_PAWN] = SHOGI_PAWN,     [SHOGI_STEP_KNIGHT] = SHOGI_KNIGHT,
        [SHOGI_STEP_SILVER] = SHOGI_SILVER, [SHOGI_STEP_GOLD] = SHOGI_GOLD,
        [SHOGI_STEP_KING] = SHOGI_KING,
    };
    unsigned wrong = 0;

    for (int side = 0; side < 2; side++)
        for (int step = 0; step < SHOGI_STEP_COUNT; step++)
            for (int target = 0; target < SHOGI_SQUARE_COUNT; target++)
                for (int from = 0; from < SHOGI_SQUARE_COUNT; from++)
                    wrong += shogi_bb_has(shogi_tables.approach[side][step][target],
                                          (shogi_square)from)
                             != comes_to_attack(kinds[step], (enum shogi_side)side, from,
                                                target);
    is_int(wrong, 0);
}

static void
test_a_set_of_squares_knows_how_many_they_are(void)
{
    shogi_bb set = empty;

    is_int(shogi_bb_count(set), 0);
    for (int s = 0; s < SHOGI_SQUARE_COUNT; s++) {
        set = shogi_bb_or(set, shogi_bb_of((shogi_square)s));
        is_int(shogi_bb_count(set), s + 1);
    }
}

int
main(void)
{
    shogi_tables_fill();
    test_every_piece_moves_as_players_know();
    test_what_is_promoted_to_gold_moves_as_gold();
    test_between_two_squares_of_a_line_stands_what_one_passes();
    test_a_ring_holds_whoever_attacks_the_king_or_a_square_beside_him();
    test_an_approach_is_a_square_from_which_one_move_leads_to_an_attack();
    test_a_set_of_squares_knows_how_many_they_are();
    return done_testing();
}
