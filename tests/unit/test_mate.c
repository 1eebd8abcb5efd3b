/* SPDX-License-Identifier: MIT */
/* test_mate.c - the mate solver: no false mate, no false "no mate". */
#include "positions.h"

#include <shogi/mate.h>

static struct shogi_mate mate;
static unsigned wrong;

static void
complain(const struct shogi_position *p, const char *what, int number)
{
    char sfen[SHOGI_SFEN_SIZE];

    if (wrong++ > 5)
        return;
    shogi_position_to_sfen(p, sfen);
    note("%s (%d): %s", what, number, sfen);
}

/* ---- the truth, slowly ------------------------------------------------------------- */

static bool attack_mates(const struct shogi_position *p, int plies);

/* The side to move is in check and mated within PLIES, useless interpositions not
 * counted. */
static bool defence_fails(const struct shogi_position *p, int plies);

/* M drops a piece between; taken by the checker and put back into the hand it came
 * from, it changes nothing. */
static bool
is_useless(const struct shogi_position *p, shogi_move m, int plies)
{
    shogi_move list[SHOGI_MAX_MOVES];
    struct shogi_position after = *p;
    struct shogi_undo u;
    enum shogi_side us = (enum shogi_side)p->turn;
    enum shogi_side them = us == SHOGI_BLACK ? SHOGI_WHITE : SHOGI_BLACK;
    enum shogi_kind kind = shogi_move_dropped(m);

    if (p->spare_king)
        return false;
    shogi_position_play(&after, m, &u);
    size_t n = shogi_legal_moves(&after, list);
    for (size_t i = 0; i < n; i++) {
        struct shogi_position taken = after;
        struct shogi_position lifted = after;
        if (shogi_move_to(list[i]) != shogi_move_to(m) || shogi_move_is_drop(list[i]))
            continue;
        /* The piece that takes is the one that gave check through the square. */
        shogi_position_put(&lifted, shogi_move_to(m), SHOGI_EMPTY);
        shogi_bb checkers = shogi_position_attackers(&lifted, them, p->king[us]);
        shogi_square from = shogi_move_from(list[i]);
        if (!(from < 63 ? checkers.word[0] >> from & 1
                        : checkers.word[1] >> (from - 63) & 1))
            continue;
        shogi_position_play(&taken, list[i], &u);
        shogi_position_set_hand(&taken, them, kind, taken.hand[them][kind] - 1);
        shogi_position_set_hand(&taken, us, kind, taken.hand[us][kind] + 1);
        if (defence_fails(&taken, plies))
            return true;
    }
    return false;
}

static bool
defence_fails(const struct shogi_position *p, int plies)
{
    shogi_move list[SHOGI_MAX_MOVES];
    size_t n;

    if (!shogi_position_in_check(p, (enum shogi_side)p->turn))
        return false;
    n = shogi_legal_moves(p, list);
    for (size_t i = 0; i < n; i++) {
        struct shogi_position after = *p;
        struct shogi_undo u;
        shogi_position_play(&after, list[i], &u);
        if (!attack_mates(&after, plies - 1)
            && !(shogi_move_is_drop(list[i]) && is_useless(p, list[i], plies)))
            return false;
    }
    return true;
}

static bool
attack_mates(const struct shogi_position *p, int plies)
{
    shogi_move list[SHOGI_MAX_MOVES];
    size_t n = plies >= 1 ? shogi_legal_moves(p, list) : 0;

    for (size_t i = 0; i < n; i++) {
        struct shogi_position after = *p;
        struct shogi_undo u;
        if (!shogi_move_gives_check(p, list[i]))
            continue;
        shogi_position_play(&after, list[i], &u);
        if (defence_fails(&after, plies - 1))
            return true;
    }
    return false;
}

/* The length of the mate up to MOST plies, or 0. */
static int
true_length(const struct shogi_position *p, int most)
{
    for (int plies = 1; plies <= most; plies += 2)
        if (attack_mates(p, plies))
            return plies;
    return 0;
}

/* ---- the solver against it --------------------------------------------------------- */

static unsigned found, none, unknown, lengths[10];

static void
compare(struct shogi_mate_solver *s, const struct shogi_position *p, int most)
{
    struct shogi_mate_limits limits = { .nodes = 20000, .shortest = true };
    int length = true_length(p, most);

    shogi_mate_solve(s, p, &limits, &mate);
    lengths[length]++;
    found += mate.answer == SHOGI_MATE_FOUND;
    none += mate.answer == SHOGI_MATE_NONE;
    unknown += mate.answer == SHOGI_MATE_UNKNOWN;
    if (mate.nodes > limits.nodes)
        complain(p, "more nodes than allowed", (int)mate.nodes);
    if (mate.answer == SHOGI_MATE_NONE && length != 0)
        complain(p, "called no mate", length);
    if (mate.answer != SHOGI_MATE_FOUND)
        return;
    if (!shogi_mate_line_holds(p, mate.line, mate.plies))
        complain(p, "the line does not hold", mate.plies);
    if (length == 0 && mate.plies <= most)
        complain(p, "too short a mate", mate.plies);
    if (length != 0 && mate.plies < length)
        complain(p, "shorter than the shortest", mate.plies);
    if (mate.is_shortest && length != 0 && mate.plies != length)
        complain(p, "not the shortest", mate.plies);
}

static void
test_small_positions_are_decided_as_by_brute_force(void)
{
    struct shogi_mate_solver *s = shogi_mate_solver_new(1);
    uint64_t random = 31;
    int count = getenv("SHOGI_LONG") ? 20000 : 250;

    for (int i = 0; i < count; i++) {
        struct shogi_position p = corner(&random);
        compare(s, &p, 3);
    }
    for (int i = 0; i < count / 10; i++) {
        struct shogi_position p = corner(&random);
        compare(s, &p, 5);
    }
    is_int(wrong, 0);
    ok(found > 20 && none > 20);
    note("mates %u, none %u, unknown %u; of 1, 3 and 5 plies: %u, %u, %u", found, none,
         unknown, lengths[1], lengths[3], lengths[5]);
    shogi_mate_solver_free(s);
}

int
main(void)
{
    test_small_positions_are_decided_as_by_brute_force();
    return done_testing();
}
