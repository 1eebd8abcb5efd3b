/* SPDX-License-Identifier: MIT */
/* test_impasse.c - points, entering kings, declarations. */
#include "positions.h"

#include <shogi/impasse.h>

static struct shogi_impasse
look(const char *sfen, enum shogi_side side)
{
    struct shogi_position p = position_of(sfen);
    struct shogi_impasse i;

    shogi_impasse_look(&p, side, 0, &i);
    return i;
}

static void
test_big_pieces_count_five_and_the_king_nothing(void)
{
    struct shogi_impasse i =
        look("RB2K4/+R+B+P6/9/9/4P4/9/9/9/4k4 b RB2P 1", SHOGI_BLACK);

    is_int(i.points, 4 * 5 + 1 + 2 * 5 + 2);
    is_int(i.all_points, 34);
    is_int(i.pieces_in_camp, 5);
    ok(i.king_in_camp);
    ok(!i.in_check);
}

static void
test_the_camp_is_the_far_three_ranks(void)
{
    ok(look("9/9/4K4/9/9/9/9/9/4k4 b - 1", SHOGI_BLACK).king_in_camp);
    ok(!look("9/9/9/4K4/9/9/9/9/4k4 b - 1", SHOGI_BLACK).king_in_camp);
    ok(look("9/9/9/9/9/9/4k4/9/K8 b - 1", SHOGI_WHITE).king_in_camp);
    ok(!look("9/9/9/9/9/4k4/9/9/K8 b - 1", SHOGI_WHITE).king_in_camp);
}

static void
test_the_start_has_27_points_on_each_side(void)
{
    is_int(look("startpos", SHOGI_BLACK).all_points, 27);
    is_int(look("startpos", SHOGI_WHITE).all_points, 27);
    is_int(look("startpos", SHOGI_BLACK).points, 0);
}

static void
test_a_handicap_gives_its_points_to_uwate(void)
{
    struct shogi_position p =
        position_of("lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    struct shogi_impasse i;

    is_int(shogi_handicap_points(&p), 5);
    shogi_impasse_look(&p, SHOGI_WHITE, shogi_handicap_points(&p), &i);
    is_int(i.all_points, 27);
}

static void
test_a_full_set_and_more_gives_no_points(void)
{
    static const struct {
        const char *sfen;
        uint32_t points;
    } rows[] = {
        { "startpos", 0 },
        { "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSN1 b - 1", 1 },
        { "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b P 1", 0 },
        { "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b RP 1", 0 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct shogi_position p = position_of(rows[i].sfen);
        is_int(shogi_handicap_points(&p), rows[i].points);
    }
}

static void
test_28_points_win_for_black_and_27_for_white(void)
{
    struct shogi_impasse i = { .points = 27, .pieces_in_camp = 10, .king_in_camp = true };

    is_int(shogi_declare_27(&i, SHOGI_BLACK), SHOGI_DECLARED_LOSS);
    is_int(shogi_declare_27(&i, SHOGI_WHITE), SHOGI_DECLARED_WIN);
    i.points = 28;
    is_int(shogi_declare_27(&i, SHOGI_BLACK), SHOGI_DECLARED_WIN);
}

static void
test_31_points_win_and_24_draw(void)
{
    struct shogi_impasse i = { .pieces_in_camp = 10, .king_in_camp = true };
    static const struct {
        uint32_t points;
        enum shogi_declared verdict;
    } rows[] = { { 23, SHOGI_DECLARED_LOSS },
                 { 24, SHOGI_DECLARED_DRAW },
                 { 30, SHOGI_DECLARED_DRAW },
                 { 31, SHOGI_DECLARED_WIN } };

    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        i.points = rows[n].points;
        is_int(shogi_declare_24(&i), rows[n].verdict);
    }
}

static void
test_every_condition_of_a_declaration_is_needed(void)
{
    const struct shogi_impasse good = { .points = 40,
                                        .pieces_in_camp = 10,
                                        .king_in_camp = true };
    struct shogi_impasse bad[3] = { good, good, good };

    bad[0].pieces_in_camp = 9;
    bad[1].king_in_camp = false;
    bad[2].in_check = true;
    for (int n = 0; n < 3; n++) {
        is_int(shogi_declare_27(&bad[n], SHOGI_WHITE), SHOGI_DECLARED_LOSS);
        is_int(shogi_declare_24(&bad[n]), SHOGI_DECLARED_LOSS);
    }
    is_int(shogi_declare_24(&good), SHOGI_DECLARED_WIN);
}

static void
test_a_try_is_the_king_safe_on_the_other_kings_square(void)
{
    struct shogi_position p = position_of("4K4/9/9/9/9/9/9/9/k8 w - 1");

    ok(shogi_position_is_try(&p, SHOGI_BLACK));
    ok(!shogi_position_is_try(&p, SHOGI_WHITE));
    p = position_of("4K3r/9/9/9/9/9/9/9/k8 w - 1");
    ok(!shogi_position_is_try(&p, SHOGI_BLACK));
}

/* ---- cases written down elsewhere -------------------------------------------------- */

static unsigned cases;

static const char *
word_of(enum shogi_declared d)
{
    return d == SHOGI_DECLARED_WIN ? "WIN" : d == SHOGI_DECLARED_DRAW ? "DRAW" : "LOSE";
}

/* "DECLARE csa27=WIN jsa24=DRAW"; moves, then "win". */
static void
check_case(char *fields[ROW_FIELDS])
{
    struct shogi_undo u;
    struct shogi_impasse i;
    char got[64];

    if (fields[0][0] != 'I' || strncmp(fields[3], "DECLARE", 7) != 0)
        return;
    struct shogi_position p = position_of(fields[1]);
    for (char *usi = strtok(fields[2], " "); usi; usi = strtok(NULL, " "))
        if (strcmp(usi, "win") != 0)
            shogi_position_play(&p, move_of(usi), &u);
    shogi_impasse_look(&p, (enum shogi_side)p.turn, 0, &i);
    snprintf(got, sizeof got, "DECLARE csa27=%s jsa24=%s",
             word_of(shogi_declare_27(&i, (enum shogi_side)p.turn)),
             word_of(shogi_declare_24(&i)));
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

/* "rule=general27 color=black => lose" */
static void
check_declaration(const struct shogi_position *p, const char *expected, uint32_t bonus)
{
    enum shogi_side side = strstr(expected, "color=white")   ? SHOGI_WHITE
                           : strstr(expected, "color=black") ? SHOGI_BLACK
                                                             : (enum shogi_side)p->turn;
    struct shogi_impasse i;

    /* Only the side to move may declare; that is the caller's to see. */
    if (side != (enum shogi_side)p->turn)
        return;
    shogi_impasse_look(p, side, side == SHOGI_WHITE ? bonus : 0, &i);
    enum shogi_declared got =
        strstr(expected, "24") ? shogi_declare_24(&i) : shogi_declare_27(&i, side);
    const char *arrow = strstr(expected, "=> ");
    enum shogi_declared wanted = strcmp(arrow, "=> win") == 0    ? SHOGI_DECLARED_WIN
                                 : strcmp(arrow, "=> draw") == 0 ? SHOGI_DECLARED_DRAW
                                                                 : SHOGI_DECLARED_LOSS;
    cases++;
    if (!is_str(word_of(got), word_of(wanted)))
        note("%s", expected);
}

/* "color=black points=28" or "black=54 white=0" */
static void
check_points(const struct shogi_position *p, const char *expected, bool all,
             uint32_t bonus)
{
    static const char *const words[2][2] = { { "color=black points=", "black=" },
                                             { "color=white points=", "white=" } };

    for (int side = 0; side < 2; side++) {
        struct shogi_impasse i;
        shogi_impasse_look(p, (enum shogi_side)side, side == SHOGI_WHITE ? bonus : 0, &i);
        for (int n = 0; n < 2; n++) {
            const char *at = strstr(expected, words[side][n]);
            if (!at || (n == 1 && strstr(expected, "color=")))
                continue;
            cases++;
            is_int(all ? i.all_points : i.points, atoi(at + strlen(words[side][n])));
        }
    }
}

static void
check_vector(char *fields[ROW_FIELDS])
{
    bool is_handicap = strstr(fields[4], "uwate") || strstr(fields[4], "shitate");

    if (strncmp(fields[0], "declaration", 11) != 0
        && strcmp(fields[0], "jishogi_points") != 0)
        return;
    struct shogi_position p = position_of(fields[1]);
    uint32_t bonus = is_handicap ? shogi_handicap_points(&p) : 0;
    if (strcmp(fields[0], "declaration") == 0)
        check_declaration(&p, fields[3], bonus);
    else
        check_points(&p, fields[3], fields[0][0] == 'j', bonus);
}

static void
test_declarations_judged_elsewhere_are_judged_alike(void)
{
    cases = 0;
    read_table("vectors/rules.tsv", check_vector);
    note("%u declarations and sums", cases);
}

int
main(void)
{
    test_big_pieces_count_five_and_the_king_nothing();
    test_the_camp_is_the_far_three_ranks();
    test_the_start_has_27_points_on_each_side();
    test_a_handicap_gives_its_points_to_uwate();
    test_a_full_set_and_more_gives_no_points();
    test_28_points_win_for_black_and_27_for_white();
    test_31_points_win_and_24_draw();
    test_every_condition_of_a_declaration_is_needed();
    test_a_try_is_the_king_safe_on_the_other_kings_square();
    test_the_cases_have_their_verdicts();
    test_declarations_judged_elsewhere_are_judged_alike();
    return done_testing();
}
