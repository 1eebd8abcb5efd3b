/* SPDX-License-Identifier: MIT */
/* test_audit.c - was it played by the rules, is the result right? */
#include "verdicts.h"

#include <shogi/repetition.h>

/* ---- fouls ------------------------------------------------------------------------- */

static void
test_a_foul_loses_for_who_commits_it(void)
{
    static const struct row rows[] = {
        { NULL, "sfen 4k4/9/9/9/9/9/2P6/9/4K4 b P 1 moves P*7e",
          "foul nifu @1 by black: white; unfinished" },
        { NULL, "sfen 4k4/9/2p6/9/9/9/9/9/4K4 w p 1 moves P*7e",
          "foul nifu @1 by white: black; unfinished" },
        { NULL, "sfen 8k/7pp/9/7N1/9/9/9/9/K8 b P 1 moves P*1c", "none; unfinished" },
        { NULL, "sfen 7nk/7p1/7G1/9/9/9/9/9/K8 b P 1 moves P*1b",
          "foul uchifuzume @1 by black: white; unfinished" },
        { NULL, "sfen 7nk/7p1/7G1/9/9/9/9/9/K8 b L 1 moves L*1b",
          "checkmate @1: black; unfinished" },
        { NULL, "sfen 4k4/9/9/9/9/9/9/9/K8 b P 1 moves P*6a",
          "foul dead-drop @1 by black: white; unfinished" },
        { NULL, "sfen 4k4/9/2N6/9/9/9/9/9/4K4 b - 1 moves 7c6a",
          "foul dead-move @1 by black: white; unfinished" },
        { NULL, "sfen 4k4/9/9/9/9/9/9/4r4/4K4 b G 1 moves G*1a",
          "foul check-ignored @1 by black: white; unfinished" },
        { NULL, "sfen 4k4/9/9/4r4/9/9/9/4G4/4K4 b - 1 moves 5h4h",
          "foul self-check @1 by black: white; unfinished" },
        { NULL, "sfen 4k4/9/9/9/9/9/9/9/4KG3 b - 1 moves 4i3h", "none; unfinished" },
        { NULL, "sfen 4k4/9/9/9/9/9/9/9/4KG3 b - 1 moves 4i2h",
          "foul bad-move @1 by black: white; unfinished" },
        { NULL, "sfen 4k4/9/9/9/9/4P4/9/4R4/4K4 b - 1 moves 5h5e",
          "foul jump @1 by black: white; unfinished" },
        { NULL, "sfen 4k4/9/9/9/9/4P4/9/4R4/4K4 b - 1 moves 5h5f",
          "foul own-capture @1 by black: white; unfinished" },
        { NULL, "sfen k8/9/9/9/9/9/4R4/9/4K4 b - 1 moves 5g5d+",
          "foul promo-zone @1 by black: white; unfinished" },
        { NULL, "sfen k8/9/4G4/9/9/9/9/9/4K4 b - 1 moves 5c5b+",
          "foul promo-piece @1 by black: white; unfinished" },
        { NULL, "sfen k8/9/4+R4/9/9/9/9/9/4K4 b - 1 moves 5c5b+",
          "foul promo-again @1 by black: white; unfinished" },
        { NULL, "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1 moves P*5e",
          "foul not-in-hand @1 by black: white; unfinished" },
        { NULL, "sfen 4k4/9/9/9/4p4/9/9/9/4K4 b P 1 moves P*5e",
          "foul drop-occupied @1 by black: white; unfinished" },
        { NULL, "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1 moves 1a1b",
          "foul empty-source @1 by black: white; unfinished" },
    };

    CHECK("sfen", rows);
}

static void
test_nobody_is_blamed_where_the_notation_does_not_name_the_mover(void)
{
    static const struct row rows[] = {
        { NULL, "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1 moves 5a5b",
          "foul opponent-piece @1: nobody; unfinished" },
    };

    CHECK("sfen", rows);
}

static void
test_all_fouls_of_a_move_are_named(void)
{
    static const struct row rows[] = {
        { NULL, "sfen 8k/9/9/9/9/9/P8/r8/K8 b P 1 moves P*9a",
          "foul nifu,dead-drop,check-ignored @1 by black: white; unfinished" },
        { NULL, "sfen k8/9/9/9/9/4P4/9/4R4/4K4 b - 1 moves 5h5e+",
          "foul jump,promo-zone @1 by black: white; unfinished" },
    };

    CHECK("sfen", rows);
}

static void
test_what_follows_a_foul_is_no_play(void)
{
    static const struct row rows[] = {
        { NULL, "sfen 4k4/9/9/9/9/9/2P6/9/4K4 b 2P 1 moves P*7e 5a5b P*7d",
          "foul nifu @1 by black: white, continued; unfinished | nifu@1 continued@3" },
    };

    CHECK_CODES("sfen", rows);
}

#define JKF_MOVE(from, to, color)                                                        \
    "{\"move\":{" from "\"to\":{" to "},\"color\":" color ",\"piece\":\"FU\"}}"
#define JKF_7G7F JKF_MOVE("\"from\":{\"x\":7,\"y\":7},", "\"x\":7,\"y\":6", "0")
#define JKF_2G2F JKF_MOVE("\"from\":{\"x\":2,\"y\":7},", "\"x\":2,\"y\":6", "0")
#define JKF_DROP JKF_MOVE("", "\"x\":5,\"y\":5", "1")
#define JKF_END(word) "{\"special\":\"" word "\"}"

/* The moves cannot be followed to it, but who won by it can be compared. */
static void
test_an_ending_behind_a_foul_that_cannot_be_carried_out_is_compared(void)
{
    static const struct row csa[] = {
        { NULL, "V2.2\nPI\n+\n+7776FU\n-0055FU\n%TORYO\n",
          "foul not-in-hand @2 by white: black; wrong" },
        { NULL, "V2.2\nPI\n+\n+7776FU\n-0055FU\n+2726FU\n%TORYO\n",
          "foul not-in-hand @2 by white: black; ok" },
        { NULL, "V2.2\nPI\n+\n+7776FU\n-0055FU\n%-ILLEGAL_ACTION\n",
          "foul not-in-hand @2 by white: black; ok" },
        { NULL, "V2.2\nPI\n+\n+7776FU\n-0055FU\n%+ILLEGAL_ACTION\n",
          "foul not-in-hand @2 by white: black; wrong" },
        { NULL, "V2.2\nPI\n+\n+7776FU\n+2726FU\n%+ILLEGAL_ACTION\n",
          "foul two-moves @2 by black: white; ok" },
        { NULL,
          "V2.2\nN+a\nN-b\nPI\n+\n+7776FU\n-0055FU\n%ILLEGAL_MOVE\n"
          "'summary:illegal move:a win:b lose\n",
          "foul not-in-hand @2 by white: black; ok" },
        { NULL,
          "V2.2\nN+a\nN-b\nPI\n+\n+7776FU\n-0055FU\n%ILLEGAL_MOVE\n"
          "'summary:illegal move:a lose:b win\n",
          "foul not-in-hand @2 by white: black; wrong" },
        { NULL, "V2.2\nPI\n+\n+7776FU\n-5555XX\n%TORYO\n", "none; unfinished" },
    };
    static const struct row kif[] = {
        { NULL, "手合割：平手\n   1 ７六歩(77)\n   2 ５五歩打\n   3 反則勝ち\n",
          "foul not-in-hand @2 by white: black; ok" },
        { NULL, "手合割：平手\n   1 ７六歩(77)\n   2 ５五歩打\n   3 反則負け\n",
          "foul not-in-hand @2 by white: black; wrong" },
        { NULL,
          "手合割：平手\n   1 ７六歩(77)\n   2 ５五歩打\n   3 ２六歩(27)\n   4 投了\n",
          "foul not-in-hand @2 by white: black; ok" },
        { NULL, "手合割：平手\n   1 ７六歩(77)\n   2 ５五歩打\nまで2手で後手の反則負け\n",
          "foul not-in-hand @2 by white: black; ok" },
        { NULL, "手合割：平手\n   1 ７六歩(77)\n   2 ５五歩打\nまで2手で後手の勝ち\n",
          "foul not-in-hand @2 by white: black; wrong" },
        { NULL,
          "手合割：平手\n   1 ７六歩(77)\n   2 ５五歩打\n\n変化：1手\n   1 ２六歩(27)\n"
          "   2 投了\n",
          "foul not-in-hand @2 by white: black; unfinished" },
        { NULL, "手合割：平手\n   1 ７六虎(77)\n   2 投了\n", "none; unfinished" },
    };
    static const struct row sfen[] = {
        { NULL, "position startpos moves 7g7f P*5e resign",
          "foul not-in-hand @2 by white: black; wrong" },
        { NULL, "position startpos moves 7g7f P*5e 2g2f resign",
          "foul not-in-hand @2 by white: black; ok" },
        { NULL, "position startpos moves 7g7f P*5e 2g2f",
          "foul not-in-hand @2 by white: black; unfinished" },
    };
    static const struct row jkf[] = {
        { NULL, "{\"moves\":[{}," JKF_7G7F "," JKF_DROP "," JKF_END("TORYO") "]}",
          "foul not-in-hand @2 by white: black; wrong" },
        { NULL,
          "{\"moves\":[{}," JKF_7G7F "," JKF_DROP "," JKF_2G2F "," JKF_END("TORYO") "]}",
          "foul not-in-hand @2 by white: black; ok" },
        { NULL, "{\"moves\":[{}," JKF_7G7F "," JKF_DROP ",{}," JKF_END("投了") "]}",
          "foul not-in-hand @2 by white: black; wrong" },
        { NULL,
          "{\"moves\":[{}," JKF_7G7F "," JKF_DROP "," JKF_END("-ILLEGAL_ACTION") "]}",
          "foul not-in-hand @2 by white: black; ok" },
        { NULL,
          "{\"moves\":[{}," JKF_7G7F "," JKF_DROP "," JKF_END("+ILLEGAL_ACTION") "]}",
          "foul not-in-hand @2 by white: black; wrong" },
        { NULL, "{\"moves\":[{}," JKF_7G7F "," JKF_2G2F "," JKF_END("TORYO") "]}",
          "foul two-moves @2 by black: white; wrong" },
        { NULL, "{\"moves\":[{}," JKF_7G7F "," JKF_DROP "]}",
          "foul not-in-hand @2 by white: black; unfinished" },
        { NULL, "{\"moves\":[{}," JKF_7G7F ",{\"move\":1}," JKF_END("TORYO") "]}",
          "none; unfinished" },
    };
    static const struct row jsonl[] = {
        { NULL, "{\"moves\":[\"7g7f\",\"P*5e\"],\"result\":\"resign\"}",
          "foul not-in-hand @2 by white: black; wrong" },
        { NULL, "{\"moves\":[\"7g7f\",\"P*5e\",\"2g2f\"],\"result\":\"resign\"}",
          "foul not-in-hand @2 by white: black; ok" },
        { NULL, "{\"moves\":\"7g7f P*5e 2g2f \",\"result\":\"resign\"}",
          "foul not-in-hand @2 by white: black; ok" },
        { NULL, "{\"moves\":\"7g7f  P*5e\",\"result\":\"resign\"}",
          "foul not-in-hand @2 by white: black; wrong" },
        { NULL,
          "{\"moves\":[\"7g7f\",\"P*5e\"],"
          "\"result\":{\"reason\":\"foul-win\",\"winner\":\"black\"}}",
          "foul not-in-hand @2 by white: black; ok" },
        { NULL,
          "{\"moves\":[\"7g7f\",\"P*5e\"],\"result\":{\"winner\":\"white\","
          "\"raw\":\"反則\"}}",
          "foul not-in-hand @2 by white: black; wrong" },
        { NULL, "{\"moves\":[\"7g7f\",\"P*5e\"]}",
          "foul not-in-hand @2 by white: black; unfinished" },
        { NULL, "{\"moves\":[\"7g7f\",\"5e\"],\"result\":\"resign\"}",
          "none; unfinished" },
    };

    CHECK("csa", csa);
    CHECK("kif", kif);
    CHECK("sfen", sfen);
    CHECK("jkf", jkf);
    CHECK("jsonl", jsonl);
}

/* What a variation does is no deed of the game. */
static void
test_a_foul_of_a_variation_that_the_reader_saw_is_none_of_the_game(void)
{
    static const struct row kif[] = {
        { NULL,
          "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n\n変化：1手\n   1 ３四歩(33)\n",
          "none; ok | wrong-turn@1v" },
        { NULL,
          "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n\n変化：2手\n   2 ５五歩打\n",
          "none; ok | not-in-hand@2v" },
    };
    static const struct row jkf[] = {
        { NULL,
          "{\"moves\":[{}," JKF_7G7F
          ",{\"move\":{\"from\":{\"x\":3,\"y\":3},\"to\":{\"x\":3,\"y\":4}},"
          "\"forks\":[[" JKF_2G2F "]]}," JKF_END("TORYO") "]}",
          "none; ok | two-moves@2v" },
    };

    CHECK_CODES("kif", kif);
    CHECK_CODES("jkf", jkf);
}

/* The first of several counts, whoever sees it, and all of one move. */
static void
test_of_fouls_that_only_the_reader_sees_the_first_counts(void)
{
    static const struct row rows[] = {
        { NULL,
          "V2.2\nPI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0055UM\n-8384FU\n-8485FU\n",
          "foul drop-promoted @5 by black: white, continued; unfinished"
          " | drop-promoted@5 continued@6 two-moves@7" },
        /* A remark of the reader before it, and one at the same move. */
        { NULL, "V2.2\nPI\n+\n7776FU\n-3334KI\n+2726FU\n+2625FU\n",
          "foul two-moves @4 by black: white; unfinished"
          " | tolerated@0 piece-mismatch@2 two-moves@4" },
        { NULL,
          "V2.2\nPI\n+\n+7776FU\n-3334FU\n+8822UM\n-3142GI\n+2233KA\n-4233GI\n+0055UM\n",
          "foul unpromote @5 by black: white, continued; unfinished"
          " | unpromote@5 continued@7" },
        /* Nifu, and with the next move a horse that is a bishop again. */
        { NULL,
          "V2.2\nP1 *  *  *  * -OU *  *  *  * \nP2 *  *  *  *  *  *  *  *  * \n"
          "P3 *  *  *  *  *  *  *  *  * \nP4 *  *  *  *  *  *  *  *  * \n"
          "P5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  * -UM *  * \n"
          "P7 *  *  *  *  *  *  * +FU * \nP8 *  *  *  *  *  *  *  *  * \n"
          "P9+OU *  *  *  *  *  *  *  * \nP+00FU\n+\n+0025FU\n-3645KA\n",
          "foul nifu @1 by black: white, continued; unfinished"
          " | nifu@1 unpromote@2 continued@2" },
    };

    CHECK_CODES("csa", rows);
}

static void
test_csa_says_who_moved_out_of_turn(void)
{
    static const struct row rows[] = {
        { NULL, "V2.2\nPI\n+\n+7776FU\n+2726FU\n",
          "foul two-moves @2 by black: white; unfinished" },
        { NULL, "V2.2\nPI\n+\n-3334FU\n",
          "foul wrong-turn @1 by white: black; unfinished" },
        { NULL, "V2.2\nPI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0055UM\n",
          "foul drop-promoted @5 by black: white; unfinished" },
        { NULL, "V2.2\nPI\n+\n+7776FU\n-3334FU\n+8822UM\n-3142GI\n+2233KA\n",
          "foul unpromote @5 by black: white; unfinished" },
    };

    CHECK("csa", rows);
}

/* ---- the end on the board -----------------------------------------------------------
 */

static void
test_mate_and_no_move_lose_for_the_side_to_move(void)
{
    static const struct row rows[] = {
        { NULL, "sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G 1 moves G*5b",
          "checkmate @1: black; unfinished" },
        { NULL, "sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G 1 moves G*5b resign",
          "checkmate @1: black; ok" },
        { NULL, "sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G 1 moves G*5b 5a6a",
          "checkmate @1: black, continued; unfinished" },
        { NULL, "sfen k8/9/1R7/9/9/9/9/9/4K4 b G 1 moves G*7b", "none; unfinished" },
        { NULL, "sfen k8/9/1+R7/9/9/9/9/9/4K4 b - 1 moves 8c8b", "none; unfinished" },
        { NULL, "sfen k8/9/1GN6/9/9/9/9/9/4K4 b - 1 moves 5i5h",
          "no-legal-moves @1: black; unfinished" },
    };

    CHECK("sfen", rows);
}

static void
test_the_start_counts_among_the_four_times(void)
{
    static const struct row rows[] = {
        { NULL,
          "position startpos moves 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b "
          "3h2h 7b8b ",
          "repetition sennichite @12: draw; unfinished" },
        { NULL,
          "position startpos moves 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b "
          "3h2h ",
          "none; unfinished" },
        { NULL,
          "position startpos moves 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b "
          "3h2h 7b8b 7g7f",
          "repetition sennichite @12: draw, continued; unfinished" },
        { NULL,
          "position startpos moves 7g7f 3c3d 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b "
          "2h4h 8b7b 4h2h 7b8b ",
          "repetition sennichite @14: draw; unfinished" },
    };

    CHECK("sfen", rows);
}

/* Each position is told when it stands for the fourth time, and never again. */
static void
test_a_position_that_stands_a_fifth_time_is_not_told_again(void)
{
    static const struct row rows[] = {
        { NULL,
          "position startpos moves 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b "
          "3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 2h3h",
          "repetition sennichite @12: draw, continued; unfinished | "
          "undeclared-sennichite@12 undeclared-sennichite@13 undeclared-sennichite@14 "
          "undeclared-sennichite@15 continued@17" },
    };

    CHECK_CODES("sfen", rows);
}

static void
test_perpetual_check_loses_for_the_checker(void)
{
    static const struct row rows[] = {
        { NULL,
          "sfen k8/9/9/9/9/9/9/9/1R6K b - 1 moves 8i9i 9a8a 9i8i 8a9a 8i9i 9a8a 9i8i "
          "8a9a 8i9i 9a8a 9i8i 8a9a ",
          "perpetual-check perpetual-check @12 by black: white; unfinished" },
        { NULL,
          "sfen 1r6k/9/9/9/9/9/9/9/K8 w - 1 moves 8a9a 9i8i 9a8a 8i9i 8a9a 9i8i 9a8a "
          "8i9i 8a9a 9i8i 9a8a 8i9i ",
          "perpetual-check perpetual-check @12 by white: black; unfinished" },
        { NULL,
          "sfen k8/9/9/9/9/9/9/9/1R6K b - 1 moves 8i9i 9a8a 9i8i 8a9a 8i9i 9a8a 9i8i "
          "8a9a 8i9i 9a8a 9i8i 8a9a 8i9i",
          "perpetual-check perpetual-check @12 by black: white, continued; unfinished" },
        { NULL,
          "sfen k8/9/9/9/9/9/9/9/2R5K b - 1 moves 7i8i 9a9b 8i9i 9b8b 9i8i 8b9b 8i9i "
          "9b8b 9i8i 8b9b 8i9i 9b8b 9i8i 8b9b 8i9i 9b8b",
          "perpetual-check perpetual-check @14 by black: white, continued; unfinished" },
        { NULL,
          "sfen k8/9/9/9/9/9/9/9/1R6K b - 1 moves 8i9i 9a8a 9i8i 8a9a 8i9i 9a8a 9i8i "
          "8a9a 8i7i 9a8a 7i8i 8a9a",
          "repetition sennichite @12: draw; unfinished" },
    };

    CHECK("sfen", rows);
}

/* ---- declared wins ------------------------------------------------------------------
 */

static void
test_points_of_the_27_point_rule(void)
{
    static const struct row rows[] = {
        { "csa", "sfen K+R+B6/+P+P+P+P+P+P+P+P1/9/9/9/9/9/9/8k b RB 1 moves win",
          "declaration @1: black; ok" },
        { "csa", "sfen K+R+B6/+P+P+P+P+P+P+P+P1/9/9/9/9/9/9/8k b R4P 1 moves win",
          "declaration @1: white; wrong" },
        { "csa", "sfen K8/9/9/9/9/9/9/1+p+p+p+p+p+p+p+p/6+b+rk w r4p 1 moves win",
          "declaration @1: white; ok" },
        { "csa", "sfen K8/9/9/9/9/9/9/1+p+p+p+p+p+p+p+p/6+b+rk w r3p 1 moves win",
          "declaration @1: black; wrong" },
        { "csa", "sfen K+R+B6/+P+P+P+P+P+P+P2/9/9/9/9/9/9/8k b RB5P 1 moves win",
          "declaration @1: white; wrong" },
        { "csa", "sfen 1+R+B6/+P+P+P+P+P+P+P+P1/9/K8/9/9/9/9/8k b RB 1 moves win",
          "declaration @1: white; wrong" },
        { "csa", "sfen K+R+B6/+P+P+P+P+P+P+P+P1/9/l8/9/9/9/9/8k b RB 1 moves win",
          "declaration @1: black; ok" },
        { "csa", "sfen 1+R+B6/l+P+P+P+P+P+P+P+P/K8/9/9/9/9/9/8k b RB 1 moves win",
          "declaration @1: white; wrong" },
        { "floodgate", "sfen K+R+B6/+P+P+P+P+P+P+P+P1/9/9/9/9/9/9/8k b RB 1 moves win",
          "declaration @1: black; ok" },
        { "fesa", "sfen K+R+B6/+P+P+P+P+P+P+P+P1/9/9/9/9/9/9/8k b RB 1 moves win",
          "declaration @1: black; ok" },
        { "lishogi", "sfen K+R+B6/+P+P+P+P+P+P+P+P1/9/9/9/9/9/9/8k b RB 1 moves win",
          "declaration @1: black; ok" },
    };

    CHECK("sfen", rows);
}

static void
test_points_of_the_24_point_rule(void)
{
    static const struct row rows[] = {
        { "jsa", "sfen K+R+B6/+P+P+P+P+P+P+P+P1/9/9/9/9/9/9/8k b RB3P 1 moves win",
          "declaration @1: black; ok" },
        { "jsa", "sfen K+R+B6/+P+P+P+P+P+P+P+P1/9/9/9/9/9/9/8k b RB2P 1 moves win",
          "declaration @1: draw; wrong" },
        { "jsa", "sfen K+R+B6/+P+P+P+P+P+P+P+P1/9/9/9/9/9/9/8k b RP 1 moves win",
          "declaration @1: draw; wrong" },
        { "jsa", "sfen K+R+B6/+P+P+P+P+P+P+P+P1/9/9/9/9/9/9/8k b R 1 moves win",
          "declaration @1: white; wrong" },
        { "jsa", "sfen K8/9/9/9/9/9/9/1+p+p+p+p+p+p+p+p/6+b+rk w rb3p 1 moves win",
          "declaration @1: white; ok" },
        { "jsa", "sfen K8/9/9/9/9/9/9/1+p+p+p+p+p+p+p+p/6+b+rk w rb2p 1 moves win",
          "declaration @1: draw; wrong" },
    };

    CHECK("sfen", rows);
}

static void
test_what_uwate_gave_away_counts_for_uwate(void)
{
    static const struct row rows[] = {
        { "jsa", "手合割：二枚落ち\n   1 入玉勝ち\n", "declaration @1: black; wrong" },
    };

    CHECK("kif", rows);
}

#define CAMP_OF_22                                                                       \
    "P+91OU\nP-88TO78TO68TO58TO48TO38TO28TO18TO39UM29RY19OU00FU00FU00FU00FU"

/* The server says that a declaration failed; by its rules, or by those of the JSA. */
static void
test_a_refused_declaration_is_right_only_where_it_loses(void)
{
    static const struct row rows[] = {
        { NULL,
          "V2.2\nN+a\nN-b\n$EVENT:wdoor+x-0-30+a+b+1\n" CAMP_OF_22 "00HI\n-\n%KACHI\n"
          "'summary:illegal kachi:b lose:a win\n",
          "declaration @1: white; wrong" },
        { NULL,
          "V2.2\nN+a\nN-b\n$EVENT:wdoor+x-0-30+a+b+1\n" CAMP_OF_22 "\n-\n%KACHI\n"
          "'summary:illegal kachi:b lose:a win\n",
          "declaration @1: black; ok" },
        { "jsa",
          "V2.2\nN+a\nN-b\n" CAMP_OF_22 "00HI\n-\n%KACHI\n"
          "'summary:illegal kachi:b lose:a win\n",
          "declaration @1: draw; wrong" },
        { "jsa",
          "V2.2\nN+a\nN-b\n" CAMP_OF_22 "\n-\n%KACHI\n"
          "'summary:illegal kachi:b lose:a win\n",
          "declaration @1: black; ok" },
    };

    CHECK("csa", rows);
}

static void
test_a_match_of_a_server_is_played_by_its_rules(void)
{
    static const struct {
        const char *event;
        enum shogi_profile profile;
    } rows[] = {
        { "wdoor+floodgate-300-10F+a+b+1", SHOGI_PROFILE_FLOODGATE },
        { "wdoor+match-0-30+a+b+1", SHOGI_PROFILE_CSA },
        { "a wdoor+match", SHOGI_PROFILE_JSA },
        { "wdoor", SHOGI_PROFILE_JSA },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record r;
        char text[100];
        snprintf(text, sizeof text, "V2.2\n$EVENT:%s\nPI\n+\n", rows[i].event);
        record_read(&r, shogi_format_from_name("csa"), text);
        is_int(shogi_profile_of(r.game), rows[i].profile);
        record_free(&r);
    }
}

/* Who tries, and who wins by it. */
static void
test_a_try_is_the_start_square_of_the_other_king(void)
{
    static const struct {
        const char *text;
        enum shogi_winner winner;
    } rows[] = {
        { "sfen 4K4/9/9/9/9/9/9/9/k8 b - 1 moves win", SHOGI_WINNER_BLACK },
        { "sfen 3K5/9/9/9/9/9/9/9/k8 b - 1 moves win", SHOGI_WINNER_WHITE },
        { "sfen 4K4/9/9/4r4/9/9/9/9/k8 b - 1 moves win", SHOGI_WINNER_WHITE },
        { "sfen K8/9/9/9/9/9/9/9/4k4 w - 1 moves win", SHOGI_WINNER_WHITE },
        { "sfen K8/9/9/9/9/9/9/9/5k3 w - 1 moves win", SHOGI_WINNER_BLACK },
        { "sfen K8/9/9/9/9/9/9/4k4/9 w - 1 moves win", SHOGI_WINNER_BLACK },
    };
    struct shogi_rules rules;
    struct shogi_verdict v;
    struct record r;

    shogi_rules_set(&rules, SHOGI_PROFILE_JSA);
    rules.declaration = SHOGI_DECLARATION_TRY;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        record_read(&r, shogi_format_from_name("sfen"), rows[i].text);
        is_int(shogi_game_audit(r.game, &rules, &v), SHOGI_OK);
        is_int(v.winner, rows[i].winner);
        record_free(&r);
    }
}

/* ---- move limits --------------------------------------------------------------------
 */

static void
test_a_recorded_limit_ends_the_game(void)
{
    static const struct row rows[] = {
        { NULL,
          "V3.0\n$MAX_MOVES:4\nPI\n+\n+7776FU\n-3334FU\n+2726FU\n-8384FU\n%MAX_MOVES\n",
          "max-moves @4: draw; ok" },
        { NULL,
          "V3.0\n$MAX_MOVES:4\nPI\n+\n+7776FU\n-3334FU\n+2726FU\n-8384FU\n+2625FU\n",
          "max-moves @4: draw, continued; unfinished" },
        { NULL, "V3.0\n$MAX_MOVES:4\nPI\n+\n+7776FU\n-3334FU\n+2726FU\n%MAX_MOVES\n",
          "none; wrong" },
        { NULL, "V3.0\nPI\n+\n+7776FU\n%MAX_MOVES\n", "none; unverifiable" },
        { NULL, "V2.2\n'Max_Moves:2\nPI\n+\n+7776FU\n-3334FU\n%MAX_MOVES\n",
          "max-moves @2: draw; ok" },
        { NULL, "V3.0\n$MAX_MOVES:4\nPI\n+\n+7776FU\n-3334FU\n+2726FU\n-8384FU\n%TORYO\n",
          "max-moves @4: draw; wrong" },
    };

    CHECK("csa", rows);
}

static void
test_the_jsa_waits_for_the_end_of_checks(void)
{
    static const struct row rows[] = {
        { "jsa",
          "手合割：平手\n最大手数：3\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 "
          "２二角成(88)\n",
          "impasse @3: draw; unfinished" },
        { "csa",
          "手合割：平手\n最大手数：3\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 "
          "２二角成(88)\n",
          "max-moves @3: draw; unfinished" },
        { "jsa",
          "手合割：平手\n最大手数：3\n   1 ７六歩(77)\n   2 ９四歩(93)\n   3 "
          "３三角成(88)\n",
          "none; unfinished" },
        { "csa",
          "手合割：平手\n最大手数：3\n   1 ７六歩(77)\n   2 ９四歩(93)\n   3 "
          "３三角成(88)\n",
          "max-moves @3: draw; unfinished" },
        { "jsa",
          "手合割：平手\n最大手数：3\n   1 ７六歩(77)\n   2 ９四歩(93)\n   3 "
          "３三角成(88)\n   4 ６二玉(51)\n   5 ２二馬(33)\n",
          "impasse @5: draw; unfinished" },
        { "jsa",
          "手合割：平手\n最大手数：3\n   1 ７六歩(77)\n   2 ９四歩(93)\n   3 "
          "３三角成(88)\n   4 ６二玉(51)\n",
          "none; unfinished" },
        /* The last move of the limit is gote's, and so is the one that is waited for. */
        { "jsa",
          "手合割：平手\n最大手数：4\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 "
          "６八玉(59)\n   4 ７七角成(22)\n   5 ７七角(88)\n",
          "none; unfinished" },
        { "jsa",
          "手合割：平手\n最大手数：4\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 "
          "６八玉(59)\n   4 ７七角成(22)\n   5 ７七角(88)\n   6 ８四歩(83)\n",
          "impasse @6: draw; unfinished" },
    };

    CHECK("kif", rows);
}

/* ---- recorded results ---------------------------------------------------------------
 */

static void
test_a_foul_decides_unless_a_resignation_heals_it(void)
{
    static const struct row rows[] = {
        { "jsa", "sfen 4k4/9/9/9/9/9/2P6/9/4K4 b P 1 moves P*7e resign",
          "foul nifu @1 by black: white; wrong" },
        { "jsa-2013", "sfen 4k4/9/9/9/9/9/2P6/9/4K4 b P 1 moves P*7e resign",
          "foul nifu @1 by black: white; ok" },
        { "jsa", "sfen 4k4/9/9/9/9/9/2P6/9/4K4 b P 1 moves P*7e 5a5b resign",
          "foul nifu @1 by black: white, continued; ok" },
        { "jsa", "sfen 4k4/9/9/9/9/9/2P6/9/4K4 b P 1 moves P*7e 5a5b 5i5h resign",
          "foul nifu @1 by black: white, continued; wrong" },
        { "jsa-2013", "sfen 4k4/9/9/9/9/9/2P6/9/4K4 b P 1 moves P*7e 5a5b 5i5h resign",
          "foul nifu @1 by black: white, continued; ok" },
        /* So do a loss on time and a mate, but not what decides nothing. */
        { "jsa-2013", "sfen 4k4/9/9/9/9/9/2P6/9/4K4 b P 1 moves P*7e %TIME_UP",
          "foul nifu @1 by black: white; ok" },
        { "jsa-2013", "sfen 4k4/9/9/9/9/9/2P6/9/4K4 b P 1 moves P*7e %TSUMI",
          "foul nifu @1 by black: white; ok" },
        { "jsa-2013", "sfen 4k4/9/9/9/9/9/2P6/9/4K4 b P 1 moves P*7e %HIKIWAKE",
          "foul nifu @1 by black: white; wrong" },
        { "jsa-2013", "sfen 4k4/9/9/9/9/9/2P6/9/4K4 b P 1 moves P*7e %+ILLEGAL_ACTION",
          "foul nifu @1 by black: white; ok" },
        { "jsa-2013",
          "sfen 4k4/9/9/9/9/9/2P6/9/4K4 b P 1 moves P*7e 5a5b %+ILLEGAL_ACTION",
          "foul nifu @1 by black: white, continued; unverifiable" },
        { "jsa",
          "sfen k8/9/9/9/9/9/9/9/2R5K b - 1 moves 7i9i 9a8a 9i8i 8a9a 8i9i 9a8a 9i8i "
          "8a9a 8i9i 9a8a 9i8i 8a9a 8i9i resign",
          "perpetual-check perpetual-check @13 by black: white; wrong" },
        { "jsa-2013",
          "sfen k8/9/9/9/9/9/9/9/2R5K b - 1 moves 7i9i 9a8a 9i8i 8a9a 8i9i 9a8a 9i8i "
          "8a9a 8i9i 9a8a 9i8i 8a9a 8i9i resign",
          "perpetual-check perpetual-check @13 by black: white; ok" },
        { "jsa", "sfen 4k4/9/9/9/9/9/2P6/9/4K4 b P 1 moves P*7e %ILLEGAL_MOVE",
          "foul nifu @1 by black: white; wrong" },
        { "jsa", "sfen 4k4/9/9/9/9/9/2P6/9/4K4 b P 1 moves P*7e %+ILLEGAL_ACTION",
          "foul nifu @1 by black: white; ok" },
        { "jsa", "sfen 4k4/9/9/9/9/9/2P6/9/4K4 b P 1 moves P*7e %-ILLEGAL_ACTION",
          "foul nifu @1 by black: white; wrong" },
    };

    CHECK("sfen", rows);
}

static void
test_an_ending_that_the_moves_must_show_is_shown(void)
{
    static const struct row rows[] = {
        { NULL, "position startpos moves 7g7f 3c3d resign", "none; ok" },
        { NULL, "position startpos moves 7g7f 3c3d %TIME_UP", "none; ok" },
        { NULL, "position startpos moves 7g7f 3c3d %TSUMI", "none; wrong" },
        { NULL, "position startpos moves 7g7f 3c3d %CHUDAN", "none; unfinished" },
        { NULL, "position startpos moves 7g7f 3c3d %MATTA", "none; unfinished" },
        { NULL, "position startpos moves 7g7f 3c3d ", "none; unfinished" },
        { "csa", "position startpos moves 7g7f 3c3d %SENNICHITE", "none; wrong" },
        { "jsa", "position startpos moves 7g7f 3c3d %SENNICHITE", "none; wrong" },
        { "jsa", "position startpos moves 7g7f 3c3d 2h3h 8b7b 3h2h 7b8b %SENNICHITE",
          "none; unverifiable" },
        { "csa", "position startpos moves 7g7f 3c3d 2h3h 8b7b 3h2h 7b8b %SENNICHITE",
          "none; wrong" },
        { NULL,
          "position startpos moves 7g7f 3c3d 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b "
          "2h3h 8b7b 3h2h 7b8b %SENNICHITE",
          "repetition sennichite @14: draw; ok" },
        { NULL,
          "position startpos moves 7g7f 3c3d 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b "
          "2h3h 8b7b 3h2h 7b8b resign",
          "repetition sennichite @14: draw; wrong" },
        { NULL, "position startpos moves 7g7f 3c3d %JISHOGI", "none; wrong" },
        { NULL, "position startpos moves 7g7f 3c3d %+ILLEGAL_ACTION",
          "none; unverifiable" },
        { NULL, "position startpos moves 7g7f %-ILLEGAL_ACTION", "none; unverifiable" },
        { NULL, "position startpos moves 7g7f 3c3d %-ILLEGAL_ACTION",
          "none; unverifiable" },
        { NULL, "position startpos moves 7g7f 3c3d %ILLEGAL_MOVE", "none; ok" },
        { NULL, "position startpos moves 7g7f 3c3d %HIKIWAKE", "none; unverifiable" },
        { NULL, "position startpos moves 7g7f 3c3d win", "declaration @3: white; wrong" },
    };

    CHECK("sfen", rows);
}

/* ---- clocks -------------------------------------------------------------------------
 */

static void
test_who_uses_all_the_time_has_lost(void)
{
    static const struct row rows[] = {
        { NULL, "V2.2\n$TIME_LIMIT:00:01+10\nPI\n+\n+7776FU\nT69\n-3334FU\nT0\n",
          "none; unfinished |" },
        { NULL, "V2.2\n$TIME_LIMIT:00:01+10\nPI\n+\n+7776FU\nT70\n-3334FU\nT0\n",
          "none; unfinished | time-exceeded@1" },
        { NULL,
          "V2.2\n$TIME_LIMIT:00:01+10\nPI\n+\n+7776FU\nT60\n-3334FU\nT0\n+2726FU\nT9\n",
          "none; unfinished |" },
        { NULL,
          "V2.2\n$TIME_LIMIT:00:01+10\nPI\n+\n+7776FU\nT60\n-3334FU\nT0\n+2726FU\nT10\n",
          "none; unfinished | time-exceeded@3" },
        { NULL, "V2.2\n$TIME_LIMIT:00:01+00\nPI\n+\n+7776FU\nT60\n",
          "none; unfinished | time-exceeded@1" },
        { NULL, "V2.2\n$TIME_LIMIT:00:01+00\nPI\n+\n+7776FU\nT59\n-3334FU\nT60\n",
          "none; unfinished | time-exceeded@2" },
        { NULL, "V2.2\n$TIME:60+0+10\nPI\n+\n+7776FU\nT69\n-3334FU\nT1\n+2726FU\nT10\n",
          "none; unfinished |" },
        { NULL, "V2.2\n$TIME:60+0+10\nPI\n+\n+7776FU\nT70\n",
          "none; unfinished | time-exceeded@1" },
        { NULL, "V2.2\n$TIME:60+0+10\nPI\n+\n+7776FU\nT69\n-3334FU\nT1\n+2726FU\nT11\n",
          "none; unfinished | time-exceeded@3" },
        { NULL, "V2.2\n$TIME+:10+0+0\n$TIME-:20+0+0\nPI\n+\n+7776FU\nT9\n-3334FU\nT19\n",
          "none; unfinished |" },
        { NULL, "V2.2\n$TIME+:10+0+0\n$TIME-:20+0+0\nPI\n+\n+7776FU\nT10\n-3334FU\nT20\n",
          "none; unfinished | time-exceeded@1 time-exceeded@2" },
        { NULL,
          "V2.2\n$EVENT:wdoor+floodgate-60-10F+a+b+1\nPI\n+\n+7776FU\nT69\n-"
          "3334FU\nT70\n",
          "none; unfinished | time-exceeded@2" },
        { NULL,
          "V2.2\n$EVENT:wdoor+floodgate-60-10+a+b+1\nPI\n+\n+7776FU\nT60\n-3334FU\nT1\n+"
          "2726FU\nT9\n-8384FU\nT1\n+2625FU\nT10\n",
          "none; unfinished | time-exceeded@5" },
        { NULL, "V2.2\n$EVENT:club\nPI\n+\n+7776FU\nT9999\n", "none; unfinished |" },
        { NULL, "V2.2\n$TIME_LIMIT:1 hour\nPI\n+\n+7776FU\nT9999\n",
          "none; unfinished |" },
        { NULL, "V2.2\n$TIME_LIMIT:00:01+00\nPI\n+\n+7776FU\nT30\n%TIME_UP\nT10\n",
          "none; ok | time-not-proven@2" },
        { NULL, "V2.2\n$TIME_LIMIT:00:01+00\nPI\n+\n+7776FU\nT30\n%TIME_UP\nT60\n",
          "none; ok |" },
    };

    CHECK_CODES("csa", rows);
}

static void
test_controls_in_words_are_read_whole_or_not_at_all(void)
{
    static const struct row rows[] = {
        { NULL,
          "持ち時間：1分\n秒読み：10秒\n   1 ７六歩(77)   ( 1:09/00:01:09)\n   2 "
          "３四歩(33)   ( 0:00/00:00:00)\n",
          "none; unfinished |" },
        { NULL,
          "持ち時間：1分\n秒読み：10秒\n   1 ７六歩(77)   ( 1:10/00:01:10)\n   2 "
          "３四歩(33)   ( 0:00/00:00:00)\n",
          "none; unfinished | time-exceeded@1" },
        { NULL, "持ち時間：各1分切れ負け\n   1 ７六歩(77)   ( 1:00/00:01:00)\n",
          "none; unfinished | time-exceeded@1" },
        { NULL,
          "持ち時間：1分+10秒\n   1 ７六歩(77)   ( 1:00/00:01:00)\n   2 ３四歩(33)   ( "
          "0:00/00:00:00)\n   3 ２六歩(27)   ( 0:10/00:01:10)\n",
          "none; unfinished | time-exceeded@3" },
        { NULL,
          "持ち時間：１分＋１０秒\n   1 ７六歩(77)   ( 1:00/00:01:00)\n   2 ３四歩(33)   "
          "( 0:00/00:00:00)\n   3 ２六歩(27)   ( 0:09/00:01:09)\n",
          "none; unfinished |" },
        { NULL, "持ち時間：1時間1分切れ負け\n   1 ７六歩(77)   ( 60:59/01:00:59)\n",
          "none; unfinished |" },
        { NULL, "持ち時間：1時間1分切れ負け\n   1 ７六歩(77)   ( 61:00/01:01:00)\n",
          "none; unfinished | time-exceeded@1" },
        { NULL,
          "持ち時間：1分（チェスクロック使用）\n   1 ７六歩(77)   ( 61:00/01:01:00)\n",
          "none; unfinished |" },
        { NULL, "持ち時間：1分\n   1 ７六歩(77)   ( 61:00/01:01:00)\n",
          "none; unfinished |" },
    };

    CHECK_CODES("kif", rows);
}

static void
test_totals_are_sums(void)
{
    static const struct row rows[] = {
        { NULL,
          "   1 ７六歩(77)   ( 0:10/00:00:10)\n   2 ３四歩(33)   ( 0:05/00:00:05)\n   3 "
          "２六歩(27)   ( 0:10/00:00:20)\n",
          "none; unfinished |" },
        { NULL,
          "   1 ７六歩(77)   ( 0:10/00:00:10)\n   2 ３四歩(33)   ( 0:05/00:00:05)\n   3 "
          "２六歩(27)   ( 0:10/00:00:30)\n",
          "none; unfinished | time-mismatch@3" },
        { NULL,
          "   1 ７六歩(77)   ( 0:10/00:00:10)\n   2 ３四歩(33)   ( 0:05/00:00:06)\n   3 "
          "２六歩(27)   ( 0:10/00:00:20)\n   4 ８四歩(83)   ( 0:01/00:00:07)\n",
          "none; unfinished | time-mismatch@2" },
    };

    CHECK_CODES("kif", rows);
}

/* ---- the start, headers, variations -------------------------------------------------
 */

static void
test_no_game_starts_from_a_position_that_cannot_be(void)
{
    static const struct row rows[] = {
        { NULL, "sfen 4k4/9/9/9/4R4/9/9/9/4K4 b - 1",
          "bad-start opposite-check @0: nobody; unfinished" },
        { NULL, "sfen 4k4/9/9/9/9/9/4P4/4P4/4K4 b - 1",
          "bad-start nifu @0: nobody; unfinished" },
        { NULL, "sfen P3k4/9/9/9/9/9/9/9/4K4 b - 1",
          "bad-start dead-piece @0: nobody; unfinished" },
        { NULL, "sfen 4k4/9/9/9/9/9/9/3K5/4K4 b - 1",
          "bad-start kings @0: nobody; unfinished" },
        { NULL, "sfen 9/9/9/9/9/9/9/9/4K4 b - 1",
          "bad-start kings @0: nobody; unfinished" },
        { NULL, "sfen 4k4/9/9/9/9/9/9/9/4K4 b 3R 1",
          "bad-start too-many @0: nobody; unfinished" },
        /* Two kings of one side, and none of the other, are one code. */
        { NULL, "sfen 9/9/9/9/9/9/9/3K5/4K4 b - 1",
          "bad-start kings @0: nobody; unfinished" },
        { NULL, "sfen 9/9/9/9/9/9/9/3K5/4K4 b 3R 1",
          "bad-start too-many,kings @0: nobody; unfinished" },
        { NULL, "sfen P8/9/P8/9/9/9/9/3K5/4K4 b 3R 1",
          "bad-start too-many,kings,nifu,dead-piece @0: nobody; unfinished" },
        { NULL, "sfen 4k4/9/9/9/9/9/9/9/9 b - 1", "none; unfinished" },
    };

    CHECK("sfen", rows);
}

static void
test_headers_are_held_against_board_and_calendar(void)
{
    static const struct row rows[] = {
        { NULL, "開始日時：2023/02/28\n   1 ７六歩(77)\n   2 投了\n", "none; ok |" },
        { NULL, "開始日時：2023/02/29\n   1 ７六歩(77)\n   2 投了\n",
          "none; ok | impossible-date@0" },
        { NULL, "開始日時：2024/02/29 23:59\n   1 ７六歩(77)\n   2 投了\n",
          "none; ok |" },
        { NULL, "開始日時：1900/02/29\n   1 ７六歩(77)\n   2 投了\n",
          "none; ok | impossible-date@0" },
        { NULL, "開始日時：2000/02/29\n   1 ７六歩(77)\n   2 投了\n", "none; ok |" },
        { NULL, "終了日時：2023年4月31日\n   1 ７六歩(77)\n   2 投了\n",
          "none; ok | impossible-date@0" },
        { NULL, "開始日時：2023/13/01\n   1 ７六歩(77)\n   2 投了\n",
          "none; ok | impossible-date@0" },
        { NULL, "開始日時：2023/12/31 24:01\n   1 ７六歩(77)\n   2 投了\n",
          "none; ok | impossible-date@0" },
        { NULL, "開始日時：2023/12/31 10:60\n   1 ７六歩(77)\n   2 投了\n",
          "none; ok | impossible-date@0" },
        { NULL, "開始日時：2023/12/31 10:59:60\n   1 ７六歩(77)\n   2 投了\n",
          "none; ok |" },
        { NULL, "開始日時：2023/12/31 10:59:61\n   1 ７六歩(77)\n   2 投了\n",
          "none; ok | impossible-date@0" },
        { NULL, "開始日時：昔\n   1 ７六歩(77)\n   2 投了\n", "none; ok |" },
        { NULL, "開始日時：2023/00/00\n   1 ７六歩(77)\n   2 投了\n", "none; ok |" },
        { NULL, "先手：甲\n先手：乙\n   1 ７六歩(77)\n   2 投了\n",
          "none; ok | duplicate-header@0" },
        { NULL, "備考：甲\n備考：乙\n   1 ７六歩(77)\n   2 投了\n", "none; ok |" },
    };

    CHECK_CODES("kif", rows);
}

static void
test_variations_are_looked_at_without_touching_the_verdict(void)
{
    static const struct row rows[] = {
        { NULL,
          "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n\n変化：2手\n   2 ３四歩(33)\n   "
          "3 ７七飛(28)\n   4 ３五歩(34)\n",
          "none; ok | bad-move@3v" },
        { NULL,
          "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n\n変化：2手\n   2 ３五歩(33)\n",
          "none; ok | bad-move@2v" },
    };

    CHECK_CODES("kif", rows);
}

int
main(void)
{
    test_a_foul_loses_for_who_commits_it();
    test_nobody_is_blamed_where_the_notation_does_not_name_the_mover();
    test_all_fouls_of_a_move_are_named();
    test_what_follows_a_foul_is_no_play();
    test_an_ending_behind_a_foul_that_cannot_be_carried_out_is_compared();
    test_a_foul_of_a_variation_that_the_reader_saw_is_none_of_the_game();
    test_of_fouls_that_only_the_reader_sees_the_first_counts();
    test_csa_says_who_moved_out_of_turn();
    test_mate_and_no_move_lose_for_the_side_to_move();
    test_the_start_counts_among_the_four_times();
    test_a_position_that_stands_a_fifth_time_is_not_told_again();
    test_perpetual_check_loses_for_the_checker();
    test_points_of_the_27_point_rule();
    test_points_of_the_24_point_rule();
    test_what_uwate_gave_away_counts_for_uwate();
    test_a_refused_declaration_is_right_only_where_it_loses();
    test_a_match_of_a_server_is_played_by_its_rules();
    test_a_try_is_the_start_square_of_the_other_king();
    test_a_recorded_limit_ends_the_game();
    test_the_jsa_waits_for_the_end_of_checks();
    test_a_foul_decides_unless_a_resignation_heals_it();
    test_an_ending_that_the_moves_must_show_is_shown();
    test_who_uses_all_the_time_has_lost();
    test_controls_in_words_are_read_whole_or_not_at_all();
    test_totals_are_sums();
    test_no_game_starts_from_a_position_that_cannot_be();
    test_headers_are_held_against_board_and_calendar();
    test_variations_are_looked_at_without_touching_the_verdict();
    return done_testing();
}
