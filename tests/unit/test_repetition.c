/* SPDX-License-Identifier: MIT */
/* test_repetition.c - sennichite and perpetual check. */
#include "positions.h"

#include <shogi/repetition.h>

#include "rules/past.h"

enum { MAX_PLIES = 600 };

/* A line of play, and what stands after each ply. */
static struct line {
    struct shogi_position p;
    struct shogi_undo undo[MAX_PLIES];
    bool check[MAX_PLIES + 1];
    uint32_t ply;
    struct shogi_repetition_found found;
} line;

static bool
is_check(const void *context, uint32_t ply)
{
    return ((const struct line *)context)->check[ply];
}

static void
begin(const char *sfen)
{
    line.p = position_of(sfen);
    line.ply = 0;
}

static enum shogi_repetition
play(const char *usi)
{
    if (!shogi_position_play(&line.p, move_of(usi), &line.undo[line.ply]))
        is_str("no move to play", usi);
    line.check[++line.ply] =
        shogi_position_in_check(&line.p, (enum shogi_side)line.p.turn);
    return shogi_repetition_find(line.undo, line.ply, &line.p, is_check, &line,
                                 &line.found);
}

/* Play MOVES; the first verdict that is not NONE, with its ply in *AT. */
static enum shogi_repetition
play_all(const char *sfen, const char *moves, uint32_t *at)
{
    static char copy[1 << 14];
    enum shogi_repetition first = SHOGI_REPETITION_NONE;

    begin(sfen);
    *at = 0;
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *usi = strtok(copy, " "); usi; usi = strtok(NULL, " ")) {
        enum shogi_repetition now = play(usi);
        if (now != SHOGI_REPETITION_NONE && first == SHOGI_REPETITION_NONE) {
            first = now;
            *at = line.ply;
        }
    }
    return first;
}

static void
test_the_start_counts_as_an_occurrence(void)
{
    const char *cycle[] = { "2h3h", "8b7b", "3h2h", "7b8b" };
    uint32_t ply = 0;

    begin("startpos");
    for (; ply < 11; ply++)
        is_int(play(cycle[ply % 4]), SHOGI_REPETITION_NONE);
    is_int(line.found.occurrences, 3);
    is_int(play(cycle[ply % 4]), SHOGI_REPETITION_FOURFOLD);
    is_int(line.found.occurrences, 4);
    is_int(line.found.first, 0);
}

static void
test_hands_make_a_difference(void)
{
    uint32_t at;

    is_int(play_all("8k/9/9/9/9/9/9/4G4/K8 w 6p 1",
                    "P*5g 5h5g P*5h 5g5h P*5g 5h5g P*5h 5g5h P*5g 5h5g P*5h 5g5h", &at),
           SHOGI_REPETITION_NONE);
}

static void
test_the_one_who_always_checks_loses_whoever_completes_the_fourth(void)
{
    const char *checks = "7b7a 9a9b 7a7b 9b9a 7b7a 9a9b 7a7b 9b9a 7b7a 9a9b 7a7b 9b9a";
    uint32_t at;

    is_int(play_all("k2K5/2R6/9/9/9/9/9/9/9 b - 1", checks, &at),
           SHOGI_REPETITION_BLACK_CHECKS);
    is_int(at, 12);
    is_int(play_all("9/9/9/9/9/9/9/2r6/K2k5 w - 1",
                    "7h7i 9i9h 7i7h 9h9i 7h7i 9i9h 7i7h 9h9i 7h7i 9i9h 7i7h 9h9i", &at),
           SHOGI_REPETITION_WHITE_CHECKS);
    is_int(at, 12);
}

static void
test_one_quiet_move_between_first_and_fourth_is_enough(void)
{
    uint32_t at;

    is_int(play_all("k2K5/2R6/8p/9/9/9/9/9/9 b - 1",
                    "7b7a 9a9b 7a7b 9b9a 7b7a 9a9b 7a7b 9b9a 7b7d 9a9b 7d7b 9b9a", &at),
           SHOGI_REPETITION_FOURFOLD);
    is_int(at, 12);
}

static void
test_quiet_moves_before_the_first_do_not_matter(void)
{
    uint32_t at;

    is_int(
        play_all("k2K5/9/2R6/9/9/9/9/9/8p w - 1",
                 "9a9b 7c7b 9b9a 7b7a 9a9b 7a7b 9b9a 7b7a 9a9b 7a7b 9b9a 7b7a 9a9b 7a7b "
                 "9b9a",
                 &at),
        SHOGI_REPETITION_BLACK_CHECKS);
}

/* ---- the index ----------------------------------------------------------------------
 */

/* Two kings, a rook and few squares: positions return often, and checks are many. */
static void
test_a_past_says_what_looking_back_says(void)
{
    static const char *const starts[] = { "k2K5/2R6/9/9/9/9/9/9/9 b - 1",
                                          "9/9/9/9/9/9/9/2r6/K2k5 w - 1" };
    static shogi_move list[SHOGI_MAX_MOVES];
    struct shogi_past past = { 0 };
    uint64_t random = 21;
    unsigned differ = 0, fourfold = 0, perpetual = 0;

    for (int game = 0; game < 400; game++) {
        begin(starts[game % 2]);
        shogi_past_note(&past, 0, line.p.key, SHOGI_BLACK, false);
        while (line.ply < 300) {
            char usi[SHOGI_USI_SIZE];
            struct shogi_repetition_found found;
            size_t n = shogi_legal_moves(&line.p, list);
            if (n == 0)
                break;
            shogi_move m = list[draw(&random, n < 3 ? (uint32_t)n : 3)];
            for (size_t i = 0; i < n && draw(&random, 200); i++)
                if (shogi_move_gives_check(&line.p, list[i]))
                    m = list[i];
            shogi_move_to_usi(m, usi);
            enum shogi_side mover = (enum shogi_side)line.p.turn;
            enum shogi_repetition looked = play(usi);
            shogi_past_note(&past, line.ply, line.p.key, mover, line.check[line.ply]);
            enum shogi_repetition noted = shogi_past_repetition(&past, &found);
            differ += noted != looked || found.first != line.found.first
                      || found.occurrences != line.found.occurrences;
            fourfold += noted == SHOGI_REPETITION_FOURFOLD;
            perpetual += noted > SHOGI_REPETITION_FOURFOLD;
        }
    }
    is_int(differ, 0);
    ok(fourfold > 100 && perpetual > 10);
    note("%u fourfold, %u perpetual", fourfold, perpetual);
    shogi_past_release(&past);
}

static void
test_a_variation_forgets_the_line_it_leaves(void)
{
    struct shogi_past past = { 0 };
    struct shogi_repetition_found found;

    for (uint32_t ply = 0; ply < 1000; ply++)
        shogi_past_note(&past, ply, ply % 4 + 1, ply % 2 ? SHOGI_BLACK : SHOGI_WHITE,
                        false);
    is_int(shogi_past_repetition(&past, &found), SHOGI_REPETITION_FOURFOLD);
    is_int(found.occurrences, 250);
    shogi_past_note(&past, 5, 1, SHOGI_BLACK, false);
    is_int(shogi_past_repetition(&past, &found), SHOGI_REPETITION_NONE);
    is_int(found.occurrences, 3);
    is_int(past.count, 6);
    shogi_past_release(&past);
}

/* Looking back at each of a million plies would take hours. */
static void
test_a_million_plies_take_a_moment(void)
{
    struct shogi_past past = { 0 };
    struct shogi_repetition_found found;
    uint32_t ply = 0;

    for (; ply < 1000000; ply++)
        if (!shogi_past_note(&past, ply, ply / 3 * 0x9e3779b97f4a7c15u, SHOGI_BLACK,
                             true))
            break;
    is_int(ply, 1000000);
    is_int(shogi_past_repetition(&past, &found), SHOGI_REPETITION_NONE);
    is_int(found.first, 999999);
    shogi_past_release(&past);
}

/* ---- cases written down elsewhere -------------------------------------------------- */

static unsigned cases;

static void
check_case(char *fields[ROW_FIELDS])
{
    char got[64];
    uint32_t at;

    if (fields[0][0] != 'R' && fields[0][0] != 'C')
        return;
    switch (play_all(fields[1], fields[2], &at)) {
    case SHOGI_REPETITION_NONE:
        snprintf(got, sizeof got, "LEGAL");
        break;
    case SHOGI_REPETITION_FOURFOLD:
        snprintf(got, sizeof got, "REPETITION@%u winner=none", (unsigned)at);
        break;
    case SHOGI_REPETITION_BLACK_CHECKS:
        snprintf(got, sizeof got, "PERPETUAL_CHECK@%u winner=w", (unsigned)at);
        break;
    case SHOGI_REPETITION_WHITE_CHECKS:
        snprintf(got, sizeof got, "PERPETUAL_CHECK@%u winner=b", (unsigned)at);
        break;
    }
    char *continued = strstr(fields[3], " continued");
    if (continued)
        *continued = '\0';
    cases++;
    if (!is_str(got, fields[3]))
        note("%s: %s", fields[0], fields[4]);
}

static void
test_the_cases_have_their_verdicts(void)
{
    read_table("cases/rules/cases.tsv", check_case);
    note("%u cases", cases);
}

/* "agrees; replay: VERDICT (4x)" */
static void
check_vector(char *fields[ROW_FIELDS])
{
    uint32_t at;

    if (strncmp(fields[0], "repetition", 10) != 0 || !strstr(fields[5], "replay: "))
        return;
    enum shogi_repetition got = play_all(fields[1], fields[2], &at);
    enum shogi_repetition expected =
        strstr(fields[5], "black LOSES")   ? SHOGI_REPETITION_BLACK_CHECKS
        : strstr(fields[5], "white LOSES") ? SHOGI_REPETITION_WHITE_CHECKS
        : strstr(fields[5], "sennichite")  ? SHOGI_REPETITION_FOURFOLD
                                           : SHOGI_REPETITION_NONE;
    cases++;
    if (!is_int(got, expected))
        note("%s %s", fields[1], fields[2]);
}

static void
test_lines_judged_elsewhere_are_judged_alike(void)
{
    cases = 0;
    read_table("vectors/rules.tsv", check_vector);
    note("%u lines", cases);
}

int
main(void)
{
    test_the_start_counts_as_an_occurrence();
    test_hands_make_a_difference();
    test_the_one_who_always_checks_loses_whoever_completes_the_fourth();
    test_one_quiet_move_between_first_and_fourth_is_enough();
    test_quiet_moves_before_the_first_do_not_matter();
    test_a_past_says_what_looking_back_says();
    test_a_variation_forgets_the_line_it_leaves();
    test_a_million_plies_take_a_moment();
    test_the_cases_have_their_verdicts();
    test_lines_judged_elsewhere_are_judged_alike();
    return done_testing();
}
