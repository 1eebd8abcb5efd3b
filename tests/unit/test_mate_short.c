/* SPDX-License-Identifier: MIT */
/* test_mate_short.c - checks, mates in one and in three are what the rules say. */
#include "positions.h"

#include "engine/mate_short.h"

static unsigned positions, checks, mates, mates_in_three, wrong;

static void
complain(const struct shogi_position *p, const char *what)
{
    char sfen[SHOGI_SFEN_SIZE];

    if (wrong++ > 5)
        return;
    shogi_position_to_sfen(p, sfen);
    note("%s: %s", what, sfen);
}

static int
compare_moves(const void *a, const void *b)
{
    return *(const shogi_move *)a - *(const shogi_move *)b;
}

/* By the rules alone: every legal move, played and looked at. */
static size_t
list_checks(const struct shogi_position *p, shogi_move *out, bool *any_mates)
{
    shogi_move list[SHOGI_MAX_MOVES];
    size_t n = shogi_legal_moves(p, list), count = 0;

    *any_mates = false;
    for (size_t i = 0; i < n; i++) {
        struct shogi_position after = *p;
        struct shogi_undo u;
        shogi_position_play(&after, list[i], &u);
        if (!shogi_position_in_check(&after, (enum shogi_side)after.turn))
            continue;
        out[count++] = list[i];
        *any_mates |= shogi_position_is_mate(&after);
    }
    return count;
}

static bool mates_by_checks(const struct shogi_position *p, int plies);

static bool
escapes(const struct shogi_position *p, int plies)
{
    shogi_move list[SHOGI_MAX_MOVES];
    size_t n = shogi_legal_moves(p, list);
    bool found = false;

    for (size_t i = 0; i < n && !found; i++) {
        struct shogi_position after = *p;
        struct shogi_undo u;
        shogi_position_play(&after, list[i], &u);
        found = !mates_by_checks(&after, plies - 1);
    }
    return found;
}

static bool
mates_by_checks(const struct shogi_position *p, int plies)
{
    shogi_move list[SHOGI_MAX_MOVES];
    bool any;
    size_t n = list_checks(p, list, &any);

    if (any || plies <= 1)
        return any;
    for (size_t i = 0; i < n; i++) {
        struct shogi_position after = *p;
        struct shogi_undo u;
        shogi_position_play(&after, list[i], &u);
        if (!escapes(&after, plies - 1))
            return true;
    }
    return false;
}

static void
look_at_mate(const struct shogi_position *p, bool any)
{
    shogi_move m = shogi_mate_in_one(p);

    if ((m != SHOGI_NO_MOVE) != any) {
        complain(p, any ? "mate in one not seen" : "no mate in one, but seen");
    } else if (any) {
        struct shogi_position after = *p;
        struct shogi_undo u;
        mates++;
        if (!shogi_position_play(&after, m, &u) || !shogi_position_is_mate(&after))
            complain(p, "the move does not mate");
    }
}

static void
look_at(struct shogi_position *p, uint64_t *random)
{
    static shogi_move found[SHOGI_MAX_MOVES], expected[SHOGI_MAX_MOVES];
    bool any;
    size_t n = shogi_check_moves(p, found), m = list_checks(p, expected, &any);

    (void)random;
    positions++;
    checks += (unsigned)n;
    qsort(found, n, sizeof *found, compare_moves);
    qsort(expected, m, sizeof *expected, compare_moves);
    if (n != m || memcmp(found, expected, n * sizeof *found) != 0)
        complain(p, "other checks than the rules");
    look_at_mate(p, any);
}

/* The same position as the other side would see it, were it its turn. */
static void
look_at_both(struct shogi_position *p, uint64_t *random)
{
    struct shogi_position q = *p;

    look_at(&q, random);
    shogi_position_set_turn(&q, p->turn == SHOGI_BLACK ? SHOGI_WHITE : SHOGI_BLACK);
    look_at(&q, random);
}

static void
test_checks_and_mates_in_random_games(void)
{
    positions = checks = mates = wrong = 0;
    play_at_random(20, getenv("SHOGI_LONG") ? 2000 : 150, 180, look_at_both);
    is_int(wrong, 0);
    ok(positions > 20000 && mates > 50);
    note("%u positions, %u checks, %u mates in one", positions, checks, mates);
}

static void
test_checks_and_mates_in_scattered_positions(void)
{
    uint64_t random = 21;
    int count = getenv("SHOGI_LONG") ? 300000 : 8000;

    positions = checks = mates = wrong = 0;
    for (int i = 0; i < count; i++) {
        /* Boards with no king, one and two of a side, empty ones and full ones. */
        struct shogi_position p =
            scatter(&random, 5 + draw(&random, 60), (int)draw(&random, 3));
        look_at(&p, &random);
    }
    is_int(wrong, 0);
    ok(mates > 100);
    note("%u positions, %u checks, %u mates in one", positions, checks, mates);
}

static void
test_checks_and_mates_around_a_bare_king(void)
{
    uint64_t random = 22;
    int count = getenv("SHOGI_LONG") ? 500000 : 15000;

    positions = checks = mates = wrong = 0;
    for (int i = 0; i < count; i++) {
        struct shogi_position p = corner(&random);
        look_at(&p, &random);
    }
    is_int(wrong, 0);
    ok(mates > 1000);
    note("%u positions, %u checks, %u mates in one", positions, checks, mates);
}

static void
test_mate_in_three_is_what_the_rules_say(void)
{
    uint64_t random = 23, nodes = 0;
    int count = getenv("SHOGI_LONG") ? 20000 : 400;

    mates_in_three = wrong = 0;
    for (int i = 0; i < count; i++) {
        struct shogi_position p = corner(&random), before = p;
        bool expected = mates_by_checks(&p, 3);
        if ((shogi_mate_in_three(&p, &nodes) != SHOGI_NO_MOVE) != expected)
            complain(&p, expected ? "mate in three not seen" : "no mate in three");
        if (!shogi_position_equal(&p, &before))
            complain(&before, "not restored");
        mates_in_three += expected;
    }
    is_int(wrong, 0);
    ok(mates_in_three > 20 && nodes > 1000);
    note("%u mates within three", mates_in_three);
}

static void
visit_problem(char *fields[ROW_FIELDS])
{
    if (strcmp(fields[1], "1") == 0) {
        struct shogi_position p = position_of(fields[0]);
        uint64_t random = 0;
        positions++;
        if (shogi_mate_in_one(&p) == SHOGI_NO_MOVE)
            complain(&p, "not solved");
        look_at(&p, &random);
    }
}

static void
test_problems_of_one_ply_are_solved(void)
{
    positions = wrong = 0;
    read_table("vectors/tsume.tsv", visit_problem);
    is_int(wrong, 0);
    note("%u problems", positions / 2);
}

static void
test_a_dropped_pawn_does_not_mate(void)
{
    struct shogi_position pawn = position_of("7nk/9/7G1/9/9/9/9/9/9 b P 1");
    struct shogi_position lance = position_of("7nk/9/7G1/9/9/9/9/9/9 b LP 1");
    struct shogi_position push = position_of("7nk/9/6G1P/9/9/9/9/9/9 b - 1");

    is_int(shogi_mate_in_one(&pawn), SHOGI_NO_MOVE);
    is_int(shogi_mate_in_one(&lance), move_of("L*1b"));
    is_int(shogi_mate_in_one(&push), SHOGI_NO_MOVE);
    push = position_of("7nk/7s1/5N2P/9/9/9/8L/9/9 b - 1");
    look_at(&push, NULL);
    is_int(shogi_mate_in_one(&push), move_of("1c1b")); /* a pawn that moves may */
}

int
main(void)
{
    test_a_dropped_pawn_does_not_mate();
    test_checks_and_mates_in_random_games();
    test_checks_and_mates_in_scattered_positions();
    test_checks_and_mates_around_a_bare_king();
    test_mate_in_three_is_what_the_rules_say();
    test_problems_of_one_ply_are_solved();
    return done_testing();
}
