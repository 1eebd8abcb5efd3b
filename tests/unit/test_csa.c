/* SPDX-License-Identifier: MIT */
/* test_csa.c - reading records in CSA format. */
#include "csa_games.h"

#include <stdlib.h>

#define EVEN_SFEN "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"

/* ---- versions and headers -------------------------------------------------------- */

static void
test_every_version_is_read(void)
{
    static const char *const versions[] = { "V2", "V2.1", "V2.2", "V3", "V3.0" };

    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s\n" EVEN "+7776FU\n", versions[i]);
        struct shogi_game *g = read_game(text, NULL);
        is_str(diags_of(g), "");
        is_str(shogi_game_source(g)->version, versions[i] + 1);
        is_str(moves_of(g), "7g7f");
        shogi_game_free(g);
    }
}

static void
test_an_unknown_version_is_read_with_a_warning(void)
{
    struct shogi_game *g = read_game("V4.1\n" EVEN "+7776FU\n", NULL);

    is_str(diags_of(g), "1:1 unknown-version");
    is_str(moves_of(g), "7g7f");
    shogi_game_free(g);
}

static void
test_no_version_is_the_format_of_1997(void)
{
    struct shogi_game *g = read_game("N+one\n" EVEN "+7776FU\n%KACHI\n", NULL);

    is_str(diags_of(g), "");
    is_str(end_of(g), "declare-win white");
    shogi_game_free(g);
}

static void
test_names_may_hold_commas(void)
{
    struct shogi_game *g = read_game("N+GPS, a test\nN-\n" EVEN "+7776FU\n", NULL);

    is_str(shogi_game_header(g, SHOGI_HEADER_BLACK), "GPS, a test");
    is_str(shogi_game_header(g, SHOGI_HEADER_WHITE), "");
    shogi_game_free(g);
}

static void
test_headers_are_kept_known_and_unknown(void)
{
    struct shogi_game *g =
        read_game("V3.0\n$EVENT:a,b:c\n$START_TIME: 13:28:35\n$FOO:bar\n"
                  "$TIMET+:60+0+5\n$表題:kif\n" EVEN "+7776FU\n",
                  NULL);
    const struct shogi_header *h = shogi_game_headers(g);

    is_str(diags_of(g), "");
    is_str(shogi_game_header(g, SHOGI_HEADER_EVENT), "a,b:c");
    is_str(h->key, "棋戦");
    is_str(shogi_game_header(g, SHOGI_HEADER_START_TIME), "13:28:35");
    is_str(shogi_game_header(g, SHOGI_HEADER_OTHER), "bar");
    is_str(h->next->next->key, "FOO");
    is_str(shogi_game_header(g, SHOGI_HEADER_TIME_BLACK), "60+0+5");
    is_str(shogi_game_header(g, SHOGI_HEADER_TITLE), "kif");
    shogi_game_free(g);
}

static void
test_a_note_has_escapes(void)
{
    struct shogi_game *g = read_game("$NOTE:a\\nb\\\\n\\x\n$SITE:c\\n\n" EVEN, NULL);

    is_str(shogi_game_header(g, SHOGI_HEADER_NOTE), "a\nb\\n\\x");
    is_str(shogi_game_header(g, SHOGI_HEADER_SITE), "c\\n");
    shogi_game_free(g);
}

static void
test_headers_with_one_key_are_lines_of_one_value(void)
{
    struct shogi_game *g =
        read_game("$A:1\n$A:\n$A:3\n$B:4\n$A:5\nN+a\nN+b\n" EVEN, NULL);
    const struct shogi_header *h = shogi_game_headers(g);

    is_str(h->value, "1\n\n3");
    is_str(h->next->key, "B");
    is_str(h->next->next->value, "5");
    is_str(h->next->next->next->value, "a");
    is_str(h->next->next->next->next->value, "b");
    shogi_game_free(g);
}

static void
test_the_end_time_may_follow_the_moves(void)
{
    struct shogi_game *g =
        read_game(EVEN "+7776FU\n$END_TIME:2020/01/02\n-3334FU\n%TORYO\n", NULL);

    is_str(diags_of(g), "");
    is_str(moves_of(g), "7g7f 3c3d");
    is_str(shogi_game_header(g, SHOGI_HEADER_END_TIME), "2020/01/02");
    shogi_game_free(g);
    g = read_game(EVEN "+7776FU\n%TORYO\n'$END_TIME:2020/01/03\n'$END_TIME:4\n", NULL);
    is_str(shogi_game_header(g, SHOGI_HEADER_END_TIME), "2020/01/03");
    is_str(node_at(g, 2)->comment, "$END_TIME:4\n");
    shogi_game_free(g);
}

static void
test_declarations_of_the_encoding_are_no_comments(void)
{
    struct shogi_game *g = read_game("'CSA encoding=UTF-8\nV3.0\n'encoding=Shift_JIS\n"
                                     "'---\n" EVEN "'CSA encoding=UTF-8\n",
                                     NULL);

    is_str(node_at(g, 0)->comment, "---\nCSA encoding=UTF-8\n");
    shogi_game_free(g);
}

/* ---- start position -------------------------------------------------------------- */

static void
is_start(const char *text, const char *sfen, const char *diags)
{
    struct shogi_game *g = read_game(text, NULL);

    is_str(start_of(g), sfen);
    is_str(diags_of(g), diags);
    shogi_game_free(g);
}

#define RANKS_2_TO_9                                                                     \
    "P2 * -HI *  *  *  *  * -KA * \nP3-FU-FU-FU-FU-FU-FU-FU-FU-FU\n"                     \
    "P4 *  *  *  *  *  *  *  *  * \nP5 *  *  *  *  *  *  *  *  * \n"                     \
    "P6 *  *  *  *  *  *  *  *  * \nP7+FU+FU+FU+FU+FU+FU+FU+FU+FU\n"                     \
    "P8 * +KA *  *  *  *  * +HI * \nP9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n"

static void
test_boards_are_read(void)
{
    is_start("PI\n+\n", EVEN_SFEN, "");
    is_start("P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n" RANKS_2_TO_9 "P+\nP-\n+\n", EVEN_SFEN, "");
    is_start("PI,+\n", EVEN_SFEN, "");
}

static void
test_pieces_taken_away_go_nowhere(void)
{
    is_start("PI82HI22KA\n-\n",
             "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "");
    is_start("PI82KA\n+\n", EVEN_SFEN, "1:3 bad-board");
    is_start("PI82H\n+\n", EVEN_SFEN, "1:3 bad-board");
}

static void
test_blanks_of_a_rank_may_be_lost(void)
{
    const char *sfen = "9/9/9/9/r7b/9/9/9/9 b - 1";

    is_start("P5-HI *  *  *  *  *  *  * -KA\n+\n", sfen, "");
    is_start("P5 -HI * * * * * * * -KA\n+\n", sfen, "");
    is_start("P5-HI*******-KA\n+\n", sfen, "");
    is_start("P5-HI                     -KA\n+\n", sfen, "");
    is_start("P5-HI . . . . . . . . . . .-KA\n+\n", "9/9/9/9/rb7/9/9/9/9 b - 1",
             "1:3 bad-board");
    is_start("P5 *  *  *  *  *  *  *  *  *.\n+\n", "9/9/9/9/9/9/9/9/9 b - 1",
             "1:1 tolerated");
}

static void
test_a_rank_of_the_wrong_length_is_an_error_unless_it_is_empty(void)
{
    is_start("P5-HI * -KA\n+\n", "9/9/9/9/r1b6/9/9/9/9 b - 1", "1:3 bad-board");
    is_start("P5 *  * \nP5-HI *  *  *  *  *  *  *  * -KA\n+\n",
             "9/9/9/9/r8/9/9/9/9 b - 1", "1:1 tolerated, 2:3 bad-board");
    is_start("P5-XX *  *  *  *  *  *  *  * \n+\n", "9/9/9/9/9/9/9/9/9 b - 1",
             "1:3 bad-board");
}

static void
test_pieces_of_one_side_are_placed(void)
{
    is_start("P-51OU\nP+53KI00KI00FU00FU\nP-00HI\n+\n", "4k4/9/4G4/9/9/9/9/9/9 b G2Pr 1",
             "");
    is_start("P-51OU\nP+51KI\n+\n", "4G4/9/9/9/9/9/9/9/9 b - 1", "2:3 bad-board");
    is_start("P-51OU\nP+51KI52KI51KI\n+\n", "4G4/4G4/9/9/9/9/9/9/9 b - 1",
             "2:3 bad-board");
    is_start("P+00OU\n+\n", "9/9/9/9/9/9/9/9/9 b - 1", "1:3 bad-hand");
    is_start("P+00TO55XX\n+\n", "9/9/9/9/9/9/9/9/9 b - 1", "1:3 bad-hand, 1:7 bad-board");
}

static void
test_the_rest_goes_to_a_hand_without_kings_and_promoted_pieces(void)
{
    is_start("P-11OU\nP+33UM44TO\nP+00FU\nP-00AL\n+\n",
             "8k/9/6+B2/5+P3/9/9/9/9/9 b P2rb4g4s4n4l16p 1", "");
    /* wherever it is said */
    is_start("P-00AL\nP-11OU\nP+33UM44TO00FU\n+\n",
             "8k/9/6+B2/5+P3/9/9/9/9/9 b P2rb4g4s4n4l16p 1", "");
}

static void
test_pieces_may_follow_the_side_to_move(void)
{
    is_start("P-51OU\n+\nP+00KI\nP-00FU\n", "4k4/9/9/9/9/9/9/9/9 b Gp 1",
             "3:1 tolerated");
}

static void
test_the_first_move_tells_the_side_when_nothing_else_does(void)
{
    is_start("PI82HI\n-3142GI\n",
             "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
             "2:1 no-turn");
    is_start("PI\n+7776FU\n", EVEN_SFEN, "2:1 no-turn");
    is_start("PI\n", EVEN_SFEN, "1:1 no-turn");
}

static void
test_without_a_position_the_even_game_is_assumed(void)
{
    is_start("N+a\n+\n+7776FU\n", EVEN_SFEN, "3:1 no-start-position");
    is_start("N+a\n", EVEN_SFEN, "1:1 no-start-position, 1:1 no-turn");
}

static void
test_a_position_may_be_given_as_sfen(void)
{
    is_start("PS4k4/9/9/9/9/9/9/9/4K4 w G 1\n-5142OU\n", "4k4/9/9/9/9/9/9/9/4K4 w G 1",
             "");
    is_start("PS4k4/9 b\n", "9/9/9/9/9/9/9/9/9 b - 1", "1:8 bad-sfen, 1:1 no-turn");
}

/* ---- moves ----------------------------------------------------------------------- */

static void
is_line(const char *text, const char *moves, const char *diags)
{
    struct shogi_game *g = read_game(text, NULL);

    is_str(moves_of(g), moves);
    is_str(diags_of(g), diags);
    shogi_game_free(g);
}

/* The same, and the main line ends there. */
static void
is_broken(const char *text, const char *moves, const char *diags)
{
    enum shogi_status status;
    struct shogi_game *g = read_game(text, &status);

    is_int(status, SHOGI_BAD);
    is_str(moves_of(g), moves);
    is_str(diags_of(g), diags);
    shogi_game_free(g);
}

static void
test_promotion_is_inferred_from_the_board(void)
{
    is_line(EVEN
            "+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0055KA\n-8384FU\n+5533UM\n-2133KE\n",
            "7g7f 3c3d 8h2b+ 3a2b B*5e 8c8d 5e3c+ 2a3c", "");
    /* a horse stays one without promoting again */
    is_line("P+88UM\nP-51OU\n+\n+8855UM\n", "8h5e", "");
}

static void
test_statements_may_share_a_line(void)
{
    struct shogi_game *g = read_game(
        EVEN "+7776FU,T1\n-3334FU  ,T2  ,'T99\n+2726FU,'a,-8384FU\nT3\n%TORYO,T4\n",
        NULL);

    is_str(diags_of(g), "");
    is_str(moves_of(g), "7g7f 3c3d 2g2f");
    is_int(node_at(g, 1)->time_ms, 1000);
    is_int(node_at(g, 2)->time_ms, 2000);
    is_str(node_at(g, 2)->comment, "T99\n");
    is_int(node_at(g, 3)->time_ms, 3000);
    is_str(node_at(g, 3)->comment, "a,-8384FU\n");
    is_int(node_at(g, 4)->time_ms, 4000);
    shogi_game_free(g);
}

static void
test_blanks_around_statements_do_not_matter(void)
{
    is_line("\r\n" EVEN "\r\n+7776FU \r\n\r\n \t-3334FU\t\r\nT1 \r\n", "7g7f 3c3d", "");
    is_line(EVEN "+7776FU\n-3334FU", "7g7f 3c3d", "");
}

static void
test_the_sign_must_be_that_of_the_turn(void)
{
    is_broken(EVEN "+7776FU\n+2726FU\n-3334FU\n", "7g7f", "4:1 two-moves");
    is_broken(EVEN "-3334FU\n", "", "3:1 wrong-turn");
    is_broken("PI\n-\n+7776FU\n", "", "3:1 wrong-turn");
}

static void
test_a_foul_by_turn_names_the_move_and_who_played_it(void)
{
    struct shogi_game *g = read_game(EVEN "+7776FU\n+2726FU\n", NULL);
    const struct shogi_diag *d = shogi_game_diags(g);
    char usi[SHOGI_USI_SIZE];

    is_int(d->ply, 2);
    is_int(d->offender, SHOGI_BLACK);
    shogi_move_to_usi(d->move, usi);
    is_str(usi, "2g2f");
    shogi_game_free(g);
}

static void
test_what_cannot_be_carried_out_ends_the_moves(void)
{
    is_broken(EVEN "+7776FU\n-5554FU\n+2726FU\n", "7g7f", "4:1 empty-source");
    is_broken(EVEN "+3334FU\n", "", "3:1 opponent-piece");
    is_broken(EVEN "+0055FU\n", "", "3:1 not-in-hand");
    is_broken(EVEN "+0055OU\n", "", "3:1 not-in-hand");
    is_broken(EVEN "+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0022KA\n",
              "7g7f 3c3d 8h2b+ 3a2b", "7:1 drop-occupied");
}

static void
test_fouls_that_can_be_carried_out_are_read(void)
{
    is_line(EVEN "+8822UM\n", "8h2b+", ""); /* over the pawn */
    is_line(EVEN "+7799FU\n", "7g9i", "");  /* on an own piece */
    is_line(EVEN "+7776FU\n-5162OU\n+5958OU\n-6251OU\n", "7g7f 5a6b 5i5h 6b5a", "");
}

static void
test_a_promoted_drop_is_kept_as_the_foul_it_is(void)
{
    is_line("P-51OU\nP+00FU\n+\n+0025TO\n", "P*2e+", "");
}

static void
test_a_piece_that_loses_its_promotion_is_a_foul(void)
{
    struct shogi_game *g = read_game("P-51OU\nP+23TO\n+\n+2322FU\n-5152OU\n", NULL);

    is_str(moves_of(g), "2c2b 5a5b");
    is_str(diags_of(g), "4:1 unpromote");
    is_int(shogi_game_diags(g)->severity, SHOGI_FOUL);
    shogi_game_free(g);
}

static void
test_another_piece_than_stands_there_is_told(void)
{
    is_line(EVEN "+7776KY\n", "7g7f", "3:1 piece-mismatch");
    is_line("P-51OU\nP+23FU\n+\n+2322NG\n", "2c2b+", "4:1 piece-mismatch");
    is_line("P-51OU\nP+23KI\n+\n+2322TO\n", "2c2b", "4:1 piece-mismatch");
}

static void
test_what_is_meant_as_a_move_is_an_error(void)
{
    is_broken(EVEN "+7776FU\n-3334fu\n+2726FU\n", "7g7f", "4:1 syntax");
    is_broken(EVEN "+7776FUx\n", "", "3:1 syntax");
    is_broken(EVEN "+7776\n", "", "3:1 syntax");
    is_broken(EVEN "+7770FU\n", "", "3:1 syntax");
    is_broken(EVEN "+0776FU\n", "", "3:1 syntax");
    is_broken(EVEN "+7776XX\n", "", "3:1 syntax");
    is_broken(EVEN "+ 7776FU\n", "", "3:1 syntax");
    is_broken(EVEN "+７六歩\n", "", "3:1 syntax");
    is_broken(EVEN "+7776FU T1\n", "", "3:1 syntax");
    is_broken(EVEN "+7776FU,-3344FU,,x+2726FU,+27\n", "7g7f 3c4d", "3:18 syntax");
    is_broken(EVEN "x7776FU\n-3344FU\n", "", "3:1 syntax");
}

static void
test_lines_that_mean_nothing_are_told_and_passed_over(void)
{
    is_line(EVEN "+7776FU\n-----\nfoo\n+-\n-3334FU\n", "7g7f 3c3d",
            "4:1 unknown-line, 5:1 unknown-line, 6:1 unknown-line");
    /* of a preamble only one line is */
    is_line("BEGIN Game_Summary\nName+:a\n" EVEN "+7776FU\nEND\n", "7g7f",
            "1:1 unknown-line, 6:1 unknown-line");
}

static void
test_headers_behind_a_broken_line_are_kept(void)
{
    struct shogi_game *g =
        read_game(EVEN "+77\n'comment\n%TORYO\n$END_TIME:2020/01/02\n", NULL);

    is_str(end_of(g), "none nobody");
    is_str(shogi_game_header(g, SHOGI_HEADER_END_TIME), "2020/01/02");
    shogi_game_free(g);
}

static void
test_dialects_of_other_programs_are_read(void)
{
    is_line(EVEN "7776FU\n3334FU\n", "7g7f 3c3d", "3:1 tolerated"); /* ShogiGUI */
    is_line(EVEN "+7776FU\nL600\n-3334FU\nL599\n", "7g7f 3c3d", "4:1 tolerated");
    struct shogi_game *g = read_game(EVEN "+7776FU,v=12\n", NULL); /* AobaZero */
    is_str(diags_of(g), "");
    is_str(node_at(g, 1)->comment, "v=12\n");
    shogi_game_free(g);
}

/* ---- times ----------------------------------------------------------------------- */

static void
is_time(const char *statement, int ms, const char *diags)
{
    char text[128];
    struct shogi_game *g;

    snprintf(text, sizeof text, EVEN "+7776FU\n%s\n", statement);
    g = read_game(text, NULL);
    is_int(node_at(g, 1)->time_ms, ms);
    is_str(diags_of(g), diags);
    shogi_game_free(g);
}

static void
test_times_are_seconds_with_up_to_three_decimals(void)
{
    is_time("T0", 0, "");
    is_time("T16", 16000, "");
    is_time("T6.123", 6123, "");
    is_time("T6.5", 6500, "");
    is_time("T6.1239", 6123, "");
    is_time("T1234567", 1234567000, "");
    is_time("T-600", -1, "4:1 bad-time");
    is_time("T9999999999", -1, "4:1 bad-time");
    is_time("T12s", -1, "4:1 bad-time");
    is_time("T12\nT13", 12000, "5:1 bad-time");
    is_time("'** 30\nT12", 12000, "");
}

static void
test_a_time_before_the_first_move_is_passed_over(void)
{
    is_line(EVEN "T5\nT6\n+7776FU\n", "7g7f", "3:1 tolerated");
}

/* ---- comments -------------------------------------------------------------------- */

static void
test_comments_belong_to_what_stands_above(void)
{
    struct shogi_game *g = read_game("'one\n" EVEN "'\n'two\n+7776FU\n'*three\nT1\n"
                                     "'** 30 -3334FU #7\n'*** x\n%TORYO\n' four\n",
                                     NULL);

    is_str(node_at(g, 0)->comment, "one\n\ntwo\n");
    is_str(node_at(g, 1)->comment, "three\n* 30 -3334FU #7\n** x\n");
    is_str(node_at(g, 2)->comment, " four\n");
    shogi_game_free(g);
}

/* ---- endings --------------------------------------------------------------------- */

/* The ending of LINE with Black and with White to move. */
static void
is_end(const char *line, const char *black, const char *white)
{
    char text[256];
    struct shogi_game *g;

    snprintf(text, sizeof text, "N+a b\nN-c\n" EVEN "+7776FU\n-3334FU\n%s\n", line);
    g = read_game(text, NULL);
    is_str(end_of(g), black);
    shogi_game_free(g);
    snprintf(text, sizeof text, "N+a b\nN-c\n" EVEN "+7776FU\n%s\n", line);
    g = read_game(text, NULL);
    is_str(end_of(g), white);
    shogi_game_free(g);
}

static void
test_statements_end_the_game(void)
{
    is_end("%TORYO", "resign white", "resign black");
    is_end("%CHUDAN", "interrupt nobody", "interrupt nobody");
    is_end("%SENNICHITE", "sennichite draw", "sennichite draw");
    is_end("%JISHOGI", "jishogi draw", "jishogi draw");
    is_end("%TSUMI", "mate white", "mate black");
    is_end("%FUZUMI", "no-mate nobody", "no-mate nobody");
    is_end("%MATTA", "matta nobody", "matta nobody");
    is_end("%ERROR", "error nobody", "error nobody");
    is_end("%KACHI", "declare-win black", "declare-win white");
    is_end("%HIKIWAKE", "draw draw", "draw draw");
    is_end("%TIME_UP", "time-up white", "time-up black");
    is_end("%ILLEGAL_MOVE", "illegal white", "illegal black");
    is_end("%MAX_MOVES", "max-moves draw", "max-moves draw");
    is_end("%FOO", "other nobody", "other nobody");
    is_end("%", "none nobody", "none nobody");
}

static void
test_the_sign_of_an_illegal_action_is_the_offender(void)
{
    is_end("%+ILLEGAL_ACTION", "illegal white", "foul-win white");
    is_end("%-ILLEGAL_ACTION", "foul-win black", "illegal black");
}

static void
test_endings_of_shogi_wars_name_the_winner(void)
{
    is_end("%SENTE_WIN_TORYO", "resign black", "resign black");
    is_end("%GOTE_WIN_CHECKMATE", "mate white", "mate white");
    is_end("%SENTE_WIN_DISCONNECT", "other black", "other black");
    is_end("%GOTE_WIN_OUTE_SENNICHI", "perpetual-check white", "perpetual-check white");
    is_end("%DRAW_SENNICHI", "sennichite draw", "sennichite draw");
    is_end("%DRAW_PLY_LIMIT", "max-moves draw", "max-moves draw");
}

static void
test_an_unknown_ending_keeps_its_words(void)
{
    struct shogi_game *g = read_game(EVEN "+7776FU\n%FOO_BAR\nT3\n", NULL);

    is_str(shogi_game_end(g)->as_written, "%FOO_BAR");
    is_int(shogi_game_end(g)->time_ms, 3000);
    is_str(diags_of(g), "4:1 unknown-end");
    shogi_game_free(g);
}

static void
test_the_first_ending_counts(void)
{
    struct shogi_game *g =
        read_game(EVEN "+7776FU\n%TORYO\n%KACHI\n-3334FU\nfoo\n", NULL);

    is_str(end_of(g), "resign black");
    is_str(diags_of(g), "5:1 after-end, 7:1 unknown-line");
    shogi_game_free(g);
}

static void
test_a_summary_ends_a_game_without_a_statement(void)
{
    is_end("'summary:time up:a b lose:c win", "time-up white", "time-up white");
    is_end("'summary:sennichite:a b draw:c draw", "sennichite draw", "sennichite draw");
    is_end("'summary:oute_sennichite:a b lose:c win", "perpetual-check white",
           "perpetual-check white");
    is_end("'summary:max_moves:a b draw:c draw", "max-moves draw", "max-moves draw");
    is_end("'summary:illegal move:a b lose:c win", "illegal white", "foul-win white");
    is_end("'summary:uchifuzume:a b win:c lose", "foul-win black", "illegal black");
    is_end("'summary:oute_kaihimore:a b lose:c win", "illegal white", "foul-win white");
    is_end("'summary:outori:a b win:c lose", "foul-win black", "illegal black");
    is_end("'summary:abnormal:a b lose:c win", "other white", "other white");
    is_end("'*summary:time up:a b lose:c win", "time-up white", "time-up white");
    is_end("'summary:nonsense:a b lose:c win", "none nobody", "none nobody");
    is_end("'summary", "none nobody", "none nobody");
}

static void
test_the_names_of_a_summary_decide(void)
{
    is_end("'summary:time up:c lose:a b win", "time-up black", "time-up black");
    is_end("'summary:time up:x lose:y win", "time-up white", "time-up white");
    is_end("'summary:time up", "none nobody", "none nobody");
    is_end("'summary:time up:", "time-up white", "time-up black");
}

static void
test_a_summary_decides_over_a_statement(void)
{
    is_end("%KACHI\n'summary:illegal kachi:a b lose:c win", "illegal white",
           "foul-win white");
    is_end("%KACHI\n'summary:kachi:a b win:c lose", "declare-win black",
           "declare-win black");
    is_end("%TORYO\n'summary:abnormal:a b lose:c win", "resign white", "other white");
    struct shogi_game *g =
        read_game(EVEN "+7776FU\n%KACHI\n'summary:illegal kachi:a win:b lose\n", NULL);
    is_str(diags_of(g), "5:1 summary");
    is_str(shogi_game_end(g)->as_written, "illegal kachi");
    is_str(shogi_game_end(g)->comment, "summary:illegal kachi:a win:b lose\n");
    shogi_game_free(g);
}

static void
test_lines_of_the_server_end_a_game(void)
{
    is_end("#TIME_UP", "time-up white", "time-up black");
    is_end("#RESIGN\n#WIN", "resign white", "resign black");
    is_end("%KACHI\n#JISHOGI\n#WIN", "declare-win black", "declare-win white");
    is_end("#MAX_MOVES\n#CENSORED", "max-moves draw", "max-moves draw");
    is_end("#WIN", "none nobody", "none nobody");
    is_line(EVEN "+7776FU\n%TORYO\n#RESIGN\n#LOSE\n", "7g7f", "");
    is_line(EVEN "+7776FU\n#TIME_UP\n", "7g7f", "4:1 tolerated");
}

static void
test_who_gives_perpetual_check_loses_by_it(void)
{
    struct shogi_game *g =
        read_game("P-51OU\nP+00HI\n+\n+0055HI\n#OUTE_SENNICHITE\n", NULL);

    is_str(end_of(g), "perpetual-check white");
    shogi_game_free(g);
    g = read_game("P-51OU\nP+55HI00FU\n-\n-5141OU\n#OUTE_SENNICHITE\n", NULL);
    is_str(end_of(g), "perpetual-check white");
    shogi_game_free(g);
}

/* ---- what is no record ----------------------------------------------------------- */

static void
test_what_says_nothing_is_no_game(void)
{
    static const char *const texts[] = { "", "\n \r\n", "'a comment\n", "/\n", "V2.2\n" };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        enum shogi_status status;
        struct shogi_game *g = read_game(texts[i], &status);
        is_int(status, SHOGI_EOF);
        is_str(diags_of(g), "");
        shogi_game_free(g);
    }
}

static void
test_a_text_without_a_record_is_refused(void)
{
    is_broken("hello\nworld\n", "", "1:1 unknown-line, 1:1 not-a-record");
}

int
main(void)
{
    test_every_version_is_read();
    test_an_unknown_version_is_read_with_a_warning();
    test_no_version_is_the_format_of_1997();
    test_names_may_hold_commas();
    test_headers_are_kept_known_and_unknown();
    test_a_note_has_escapes();
    test_headers_with_one_key_are_lines_of_one_value();
    test_the_end_time_may_follow_the_moves();
    test_declarations_of_the_encoding_are_no_comments();
    test_boards_are_read();
    test_pieces_taken_away_go_nowhere();
    test_blanks_of_a_rank_may_be_lost();
    test_a_rank_of_the_wrong_length_is_an_error_unless_it_is_empty();
    test_pieces_of_one_side_are_placed();
    test_the_rest_goes_to_a_hand_without_kings_and_promoted_pieces();
    test_pieces_may_follow_the_side_to_move();
    test_the_first_move_tells_the_side_when_nothing_else_does();
    test_without_a_position_the_even_game_is_assumed();
    test_a_position_may_be_given_as_sfen();
    test_promotion_is_inferred_from_the_board();
    test_statements_may_share_a_line();
    test_blanks_around_statements_do_not_matter();
    test_the_sign_must_be_that_of_the_turn();
    test_a_foul_by_turn_names_the_move_and_who_played_it();
    test_what_cannot_be_carried_out_ends_the_moves();
    test_fouls_that_can_be_carried_out_are_read();
    test_a_promoted_drop_is_kept_as_the_foul_it_is();
    test_a_piece_that_loses_its_promotion_is_a_foul();
    test_another_piece_than_stands_there_is_told();
    test_what_is_meant_as_a_move_is_an_error();
    test_lines_that_mean_nothing_are_told_and_passed_over();
    test_headers_behind_a_broken_line_are_kept();
    test_dialects_of_other_programs_are_read();
    test_times_are_seconds_with_up_to_three_decimals();
    test_a_time_before_the_first_move_is_passed_over();
    test_comments_belong_to_what_stands_above();
    test_statements_end_the_game();
    test_the_sign_of_an_illegal_action_is_the_offender();
    test_endings_of_shogi_wars_name_the_winner();
    test_an_unknown_ending_keeps_its_words();
    test_the_first_ending_counts();
    test_a_summary_ends_a_game_without_a_statement();
    test_the_names_of_a_summary_decide();
    test_a_summary_decides_over_a_statement();
    test_lines_of_the_server_end_a_game();
    test_who_gives_perpetual_check_loses_by_it();
    test_what_says_nothing_is_no_game();
    test_a_text_without_a_record_is_refused();
    return done_testing();
}
