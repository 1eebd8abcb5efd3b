/* SPDX-License-Identifier: MIT */
/* test_movegen.c - generated moves are exactly those without a foul. */
#include "positions.h"

#include "rules/stages.h"

#include <shogi/foul.h>

static unsigned positions, wrong;

static void
complain(const struct shogi_position *p, shogi_move m, const char *what)
{
    char sfen[SHOGI_SFEN_SIZE], usi[SHOGI_USI_SIZE];

    if (wrong++ > 5)
        return;
    shogi_position_to_sfen(p, sfen);
    shogi_move_to_usi(m, usi);
    note("%s: %s in %s", what, usi, sfen);
}

/* The law that ties the fast generator to the definition of legality. */
static void
compare(struct shogi_position *p, uint64_t *random)
{
    static shogi_move legal[SHOGI_MAX_MOVES], pseudo[SHOGI_MAX_MOVES];
    static uint8_t is_legal[1 << 16], is_pseudo[1 << 16];
    size_t n = shogi_legal_moves(p, legal),
           n_pseudo = shogi_pseudo_legal_moves(p, pseudo);
    size_t found = 0;

    (void)random;
    positions++;
    memset(is_legal, 0, sizeof is_legal);
    memset(is_pseudo, 0, sizeof is_pseudo);
    for (size_t i = 0; i < n_pseudo; i++)
        if (is_pseudo[pseudo[i]]++)
            complain(p, pseudo[i], "pseudo-legal twice");
    for (size_t i = 0; i < n; i++) {
        if (is_legal[legal[i]]++)
            complain(p, legal[i], "generated twice");
        if (!is_pseudo[legal[i]])
            complain(p, legal[i], "legal but not pseudo-legal");
    }
    for (uint32_t m = 0; m < 1u << 16; m++) {
        bool is_fair = shogi_move_fouls(p, (shogi_move)m) == 0;
        found += is_fair;
        if (is_fair && !is_legal[m])
            complain(p, (shogi_move)m, "not generated");
        if (!is_fair && is_legal[m])
            complain(p, (shogi_move)m, "generated with a foul");
        if (is_pseudo[m]
            && shogi_move_fouls(p, (shogi_move)m)
                   & ~(uint32_t)(SHOGI_FOUL_CHECK_IGNORED | SHOGI_FOUL_SELF_CHECK
                                 | SHOGI_FOUL_UCHIFUZUME))
            complain(p, (shogi_move)m, "pseudo-legal with another foul");
    }
    if (shogi_position_count_legal_moves(p) != found)
        complain(p, SHOGI_NO_MOVE, "wrong count");
    if (shogi_position_has_legal_move(p) != (found != 0))
        complain(p, SHOGI_NO_MOVE, "wrong has_legal_move");
}

static void
test_random_games_obey_the_law(void)
{
    positions = wrong = 0;
    play_at_random(1, getenv("SHOGI_LONG") ? 100 : 4, 150, compare);
    ok(positions > 100);
    is_int(wrong, 0);
}

static void
test_scattered_pieces_obey_the_law(void)
{
    uint64_t random = 2;

    positions = wrong = 0;
    for (int i = 0; i < (getenv("SHOGI_LONG") ? 20000 : 600); i++) {
        struct shogi_position p = scatter(&random, 10 + draw(&random, 80), i % 3);
        compare(&p, &random);
    }
    is_int(wrong, 0);
}

/* Few pieces and near kings: mates, pins and pawn drops before a king. */
static void
test_naked_kings_obey_the_law(void)
{
    uint64_t random = 3;

    positions = wrong = 0;
    for (int i = 0; i < (getenv("SHOGI_LONG") ? 50000 : 1000); i++) {
        struct shogi_position p = scatter(&random, 3 + draw(&random, 8), 0);
        enum shogi_side mover = (enum shogi_side)p.turn;
        int edge = (int)draw(&random, 9) + 1;
        shogi_position_put(
            &p, shogi_square_at(edge, mover == SHOGI_BLACK ? 1 : 9),
            shogi_piece_of(mover == SHOGI_BLACK ? SHOGI_WHITE : SHOGI_BLACK, SHOGI_KING));
        shogi_position_set_hand(&p, mover, SHOGI_PAWN, 1);
        for (int n = 0; n < 3; n++) {
            int file = edge + (int)draw(&random, 5) - 2, rank = 1 + (int)draw(&random, 3);
            if (file < 1 || file > 9)
                continue;
            shogi_square s =
                shogi_square_at(file, mover == SHOGI_BLACK ? rank : 10 - rank);
            if (p.board[s] == SHOGI_EMPTY)
                shogi_position_put(&p, s, shogi_piece_of(mover, SHOGI_GOLD));
        }
        compare(&p, &random);
    }
    is_int(wrong, 0);
}

/* Every square taken, every square free, one kind only: lists stay in bounds. */
static void
test_no_arrangement_overruns_the_list(void)
{
    static shogi_move list[SHOGI_MAX_MOVES];
    size_t most = 0;

    for (int kind = 0; kind < SHOGI_KIND_COUNT; kind++)
        for (int step = 1; step <= 9; step++) {
            struct shogi_position p;
            shogi_position_clear(&p);
            for (int s = 0; s < SHOGI_SQUARE_COUNT; s += step)
                shogi_position_put(&p, (shogi_square)s,
                                   shogi_piece_of(SHOGI_BLACK, (enum shogi_kind)kind));
            for (int held = 0; held < SHOGI_HAND_COUNT; held++)
                shogi_position_set_hand(&p, SHOGI_BLACK, (enum shogi_kind)held, 99);
            size_t n = shogi_pseudo_legal_moves(&p, list);
            if (n > most)
                most = n;
        }
    ok(most > 600);
    ok(most <= 2025);
    note("longest list: %zu moves", most);
}

/* ---- lists known from elsewhere ---------------------------------------------------- */

static int
compare_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static unsigned rows;

static void
check_row(char *fields[ROW_FIELDS])
{
    static shogi_move list[SHOGI_MAX_MOVES];
    static char usi[SHOGI_MAX_MOVES][SHOGI_USI_SIZE];
    static char joined[SHOGI_MAX_MOVES * SHOGI_USI_SIZE];
    struct shogi_position p = position_of(fields[0]);
    size_t n = shogi_legal_moves(&p, list), len = 0;

    for (size_t i = 0; i < n; i++)
        shogi_move_to_usi(list[i], usi[i]);
    qsort(usi, n, sizeof *usi, compare_text);
    joined[0] = '\0';
    for (size_t i = 0; i < n; i++)
        len +=
            (size_t)snprintf(joined + len, sizeof joined - len, i ? " %s" : "%s", usi[i]);
    rows++;
    if (strcmp(joined, fields[2]) != 0 || n != (size_t)atoi(fields[1])) {
        wrong++;
        note("%s", fields[0]);
        note("     got %s", joined);
        note("expected %s", fields[2]);
    }
}

static void
test_known_lists_are_reproduced(void)
{
    rows = wrong = 0;
    read_table("vectors/legal-moves.tsv", check_row);
    is_int(wrong, 0);
    note("%u lists", rows);
}

/* A pinned piece may stay as it is on the last ranks, if it can move on from there. */
static const char *const pinned[] = {
    "4r3k/4R4/4K4/9/9/9/9/9/9 b - 1", "4r3k/4S4/4K4/9/9/9/9/9/9 b - 1",
    "4r3k/4P4/4K4/9/9/9/9/9/9 b - 1", "4r3k/9/4L4/4K4/9/9/9/9/9 b - 1",
    "4r3k/9/4P4/4K4/9/9/9/9/9 b - 1", "4r3k/9/4N4/4K4/9/9/9/9/9 b - 1",
    "2b5k/3B5/4K4/9/9/9/9/9/9 b - 1", "2b5k/3S5/4K4/9/9/9/9/9/9 b - 1",
    "9/9/9/9/9/9/4k4/4s4/4R3K w - 1", "9/9/9/9/9/9/4k4/4r4/4R3K w - 1",
    "9/9/9/9/9/4k4/4l4/9/4R3K w - 1", "9/9/9/9/9/4k4/4p4/9/4R3K w - 1",
    "9/9/9/9/9/4k4/4n4/9/4R3K w - 1", "9/9/9/9/9/9/4k4/3b5/2B5K w - 1",
    "4r3k/4G4/4K4/9/9/9/9/9/9 b - 1", "4r3k/4+R4/4K4/9/9/9/9/9/9 b - 1",
};

static void
test_pinned_pieces_on_the_last_ranks_obey_the_law(void)
{

    wrong = 0;
    for (size_t i = 0; i < sizeof pinned / sizeof *pinned; i++) {
        struct shogi_position p = position_of(pinned[i]);
        compare(&p, NULL);
    }
    is_int(wrong, 0);
}

/* Whether a move is pseudo-legal is a matter of how pieces move alone. */
static void
test_a_pawn_that_would_mate_is_dropped_only_pseudo_legally(void)
{
    static const struct {
        const char *sfen, *usi;
    } drops[] = {
        { "7nk/7p1/7G1/9/9/9/9/9/K8 b P 1", "P*1b" },
        { "8k/9/9/9/9/9/1g7/1P7/KN7 w p 1", "P*9h" },
    };
    static shogi_move list[SHOGI_MAX_MOVES];

    for (size_t i = 0; i < sizeof drops / sizeof *drops; i++) {
        struct shogi_position p = position_of(drops[i].sfen);
        int found[2] = { 0, 0 };
        for (int pseudo = 0; pseudo < 2; pseudo++) {
            size_t n =
                pseudo ? shogi_pseudo_legal_moves(&p, list) : shogi_legal_moves(&p, list);
            for (size_t m = 0; m < n; m++)
                found[pseudo] += list[m] == move_of(drops[i].usi);
        }
        is_int(found[0], 0);
        is_int(found[1], 1);
    }
}

/* ---- in stages --------------------------------------------------------------------- */

/* Each legal move is in one of three sets; which one follows from what it does. */
static void
compare_stages(struct shogi_position *p, uint64_t *random)
{
    static shogi_move list[SHOGI_MAX_MOVES];
    static uint8_t stage[1 << 16]; /* 1: noisy, 2: quiet */
    size_t noisy = shogi_noisy_moves(p, list), quiet, legal;
    bool good = true;

    (void)random;
    for (size_t i = 0; i < noisy; i++)
        stage[list[i]] |= 1;
    quiet = shogi_quiet_moves(p, list);
    for (size_t i = 0; i < quiet; i++)
        stage[list[i]] |= 2;
    legal = shogi_legal_moves(p, list);
    for (size_t i = 0; i < legal; i++) {
        shogi_move m = list[i];
        bool is_noisy = shogi_move_promotes(m) || p->board[shogi_move_to(m)];
        int expected = shogi_move_is_shy(p, m) ? 0 : is_noisy ? 1 : 2;
        good = good && stage[m] == expected;
        noisy -= stage[m] == 1;
        quiet -= stage[m] == 2;
        stage[m] = 0;
    }
    positions++;
    wrong += !good || noisy || quiet;
}

static void
test_stages_share_out_the_legal_moves(void)
{
    uint64_t random = 3;

    positions = wrong = 0;
    play_at_random(2, 10, 150, compare_stages);
    for (int i = 0; i < 500; i++) {
        struct shogi_position p = scatter(&random, 5 + draw(&random, 60), 1 + i % 2);
        compare_stages(&p, &random);
    }
    for (size_t i = 0; i < sizeof pinned / sizeof *pinned; i++) {
        struct shogi_position p = position_of(pinned[i]);
        compare_stages(&p, &random);
    }
    ok(positions > 1000);
    is_int(wrong, 0);
}

int
main(void)
{
    test_random_games_obey_the_law();
    test_scattered_pieces_obey_the_law();
    test_naked_kings_obey_the_law();
    test_no_arrangement_overruns_the_list();
    test_pinned_pieces_on_the_last_ranks_obey_the_law();
    test_a_pawn_that_would_mate_is_dropped_only_pseudo_legally();
    test_stages_share_out_the_legal_moves();
    test_known_lists_are_reproduced();
    return done_testing();
}
