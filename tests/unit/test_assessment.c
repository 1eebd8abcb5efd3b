/* SPDX-License-Identifier: MIT */
/* test_assessment.c - what an analysis says of moves and players: rates, losses,
 * verdicts, mates, match rates and turning points, computed by hand. */
#include "assessed.h"

#include "notation/evaluation.h"

#define FOUR_MOVES "startpos moves 7g7f 3c3d 2g2f 8c8d"

static const struct assessed_move *
move_at(const struct assessed *t, uint32_t ply)
{
    return &t->game.moves[ply - 1];
}

/* ---- rates and scale ----------------------------------------------------------------
 */

/* 1 / (1 + exp(-cp / 600)) with many digits, rounded. */
static void
test_rates_are_those_of_the_logistic_function(void)
{
    static const struct {
        int cp, coefficient;
        int rate;
    } cases[] = {
        { 0, 600, 500000 },        { 1, 600, 500417 },      { 100, 600, 541570 },
        { 300, 600, 622459 },      { -300, 600, 377541 },   { 600, 600, 731059 },
        { 1500, 600, 924142 },     { -1500, 600, 75858 },   { 3000, 600, 993307 },
        { 8000, 600, 999998 },     { 29999, 600, 1000000 }, { -29999, 600, 0 },
        { 756, 756, 731059 },      { 1000, 1429, 668141 },  { 1, 1, 731059 },
        { INT32_MAX, 1, 1000000 },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!is_int(rate_of_cp(cases[i].cp, cases[i].coefficient), cases[i].rate))
            note("%d of %d", cases[i].cp, cases[i].coefficient);
}

static void
test_a_better_value_is_never_a_worse_rate(void)
{
    int falls = 0, lopsided = 0;

    for (int cp = -9000; cp < 9000; cp++) {
        falls += rate_of_cp(cp, 600) > rate_of_cp(cp + 1, 600);
        lopsided += rate_of_cp(cp, 600) + rate_of_cp(-cp, 600) != RATE_ONE;
    }
    is_int(falls, 0);
    is_int(lopsided, 0);
}

static void
test_a_scale_is_read_or_refused_whole(void)
{
    static const char *const bad[] = {
        "",
        "5",
        "5,10,20",
        "5,10,20,50,90",
        "5,10,20,101",
        "5,20,10,50",
        "5,5,20,50",
        "0,10,20,50",
        "5,10,20,50%",
        " 5,10,20,50",
        "5,10,20,-50",
        "5,10,20,.5",
        "5,10,20,50.",
        "5,10,20,1e1",
        "5;10;20;50",
        "5,10,20,99999999999999",
        "1.00001,2,3,4",
        "5,10,20,100.1",
    };
    struct verdict_scale scale;

    verdict_scale_init(&scale);
    ok(verdict_scale_read(&scale, "2.5,10.0001,20,100"));
    is_int(scale.loss[VERDICT_NONE], 0);
    is_int(scale.loss[VERDICT_INEXACT], 25000);
    is_int(scale.loss[VERDICT_DUBIOUS], 100001);
    is_int(scale.loss[VERDICT_MISTAKE], 200000);
    is_int(scale.loss[VERDICT_BLUNDER], 1000000);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (!ok(!verdict_scale_read(&scale, bad[i])))
            note("%s", bad[i]);
    is_int(scale.loss[VERDICT_DUBIOUS], 100001);
}

/* ---- losses and verdicts ------------------------------------------------------------
 */

/* Black plays 7g7f at an even chance, and White answers at RATE of Black: with this
 * coefficient a value is nearly 40,000 times its rate, so that borders can be met. */
static enum verdict
verdict_for(int cp_after)
{
    struct assessed t;
    enum verdict verdict;

    assessed_begin(&t, FOUR_MOVES);
    t.scale.coefficient = 10000;
    assessed_cp(&t, 0, "2g2f", 0);
    assessed_cp(&t, 1, "3c3d", -cp_after);
    assessed_finish(&t);
    verdict = move_at(&t, 1)->verdict;
    assessed_end(&t);
    return verdict;
}

static void
test_verdicts_begin_at_their_borders(void)
{
    /* The rate is 0.45 at cp -2006.707, 0.4 at -4054.651, 0.3 at -8472.979. */
    is_int(verdict_for(-2006), VERDICT_NONE);
    is_int(verdict_for(-2007), VERDICT_INEXACT);
    is_int(verdict_for(-4054), VERDICT_INEXACT);
    is_int(verdict_for(-4055), VERDICT_DUBIOUS);
    is_int(verdict_for(-8472), VERDICT_DUBIOUS);
    is_int(verdict_for(-8473), VERDICT_MISTAKE);
    is_int(verdict_for(-28999), VERDICT_MISTAKE); /* 0.0522 */
    is_int(verdict_for(0), VERDICT_NONE);
    is_int(verdict_for(8473), VERDICT_NONE);
}

static void
test_half_the_rate_is_a_blunder(void)
{
    struct assessed t;

    assessed_begin(&t, FOUR_MOVES);
    assessed_say(&t, 0, "2g2f", SHOGI_SCORE_CP, 0);
    assessed_say(&t, 1, "3c3d", SHOGI_SCORE_MATE, 5);
    assessed_finish(&t);
    is_int(move_at(&t, 1)->loss, 500000);
    is_int(move_at(&t, 1)->verdict, VERDICT_BLUNDER);
    t.scale.loss[VERDICT_BLUNDER] = 500001;
    assessed_finish(&t);
    is_int(move_at(&t, 1)->verdict, VERDICT_MISTAKE);
    assessed_end(&t);
}

static void
test_the_mover_is_charged_and_gote_sees_it_from_the_other_side(void)
{
    struct assessed t;

    assessed_begin(&t, FOUR_MOVES);
    assessed_cp(&t, 0, "2g2f", 60);
    assessed_cp(&t, 1, "8c8d", 300); /* gote is ahead: sente has lost 360 */
    assessed_cp(&t, 2, "2g2f", 150); /* sente is ahead: gote has lost 450 */
    assessed_cp(&t, 3, "8c8d", -150);
    assessed_finish(&t);

    is_int(t.game.positions[1].value.cp, -300);
    is_int(t.game.positions[1].rate, 377541);
    is_int(move_at(&t, 1)->side, SHOGI_BLACK);
    is_int(move_at(&t, 1)->loss, 524979 - 377541);
    is_int(move_at(&t, 1)->loss_cp, 360);
    is_int(move_at(&t, 1)->verdict, VERDICT_DUBIOUS);
    is_int(move_at(&t, 2)->side, SHOGI_WHITE);
    is_int(move_at(&t, 2)->loss, 562177 - 377541);
    is_int(move_at(&t, 2)->loss_cp, 450);
    is_int(move_at(&t, 3)->loss, 0);
    ok(move_at(&t, 3)->is_known && move_at(&t, 3)->is_best);
    ok(!move_at(&t, 4)->is_known);
    assessed_end(&t);
}

static void
test_the_first_candidate_loses_nothing(void)
{
    struct assessed t;

    assessed_begin(&t, FOUR_MOVES);
    assessed_line(&t, "7g7f 8c8d", SHOGI_SCORE_CP, 500);
    assessed_line(&t, "2g2f", SHOGI_SCORE_CP, 400);
    assessed_answer(&t, 0);
    assessed_line(&t, "8c8d", SHOGI_SCORE_CP, 800);
    assessed_line(&t, "4a3b", SHOGI_SCORE_CP, 700);
    assessed_line(&t, "3c3d", SHOGI_SCORE_CP, 600);
    assessed_answer(&t, 1);
    assessed_cp(&t, 2, "7i6h", 2000);
    assessed_finish(&t);
    is_int(move_at(&t, 1)->loss, 0);
    is_int(move_at(&t, 1)->loss_cp, 0);
    is_int(move_at(&t, 1)->verdict, VERDICT_NONE);
    is_int(move_at(&t, 1)->rank, 1);
    is_int(move_at(&t, 2)->rank, 3);
    is_int(move_at(&t, 3)->rank, 0);
    ok(!move_at(&t, 2)->is_best && move_at(&t, 2)->loss > 0);
    assessed_end(&t);
}

static void
test_what_is_not_known_is_not_judged(void)
{
    struct assessed t;

    assessed_begin(&t, FOUR_MOVES);
    assessed_cp(&t, 0, "2g2f", 0);
    ok(assess_failure(&t.game, 1, "the engine died"));
    assessed_say(&t, 2, "2g2f", SHOGI_SCORE_NONE, 0); /* a move without a value */
    assessed_cp(&t, 3, "8c8d", 5000);
    assessed_finish(&t);
    is_int(t.game.positions[1].rate, RATE_UNKNOWN);
    is_str(t.game.positions[1].error, "the engine died");
    for (uint32_t ply = 1; ply <= 4; ply++)
        ok(!move_at(&t, ply)->is_known && move_at(&t, ply)->verdict == VERDICT_NONE);
    ok(!move_at(&t, 1)->is_compared); /* no value behind it */
    ok(move_at(&t, 3)->is_compared && move_at(&t, 3)->is_best);
    is_int(t.game.players[SHOGI_BLACK].known, 0);
    is_int(t.game.players[SHOGI_BLACK].loss, RATE_UNKNOWN);
    is_int(t.game.players[SHOGI_BLACK].cp_loss[0], -1);
    is_int(t.game.players[SHOGI_WHITE].compared, 0);
    assessed_end(&t);
}

static void
test_a_bound_seen_from_gote_is_the_other_bound(void)
{
    struct assessed t;

    assessed_begin(&t, FOUR_MOVES);
    assessed_line(&t, "3c3d", SHOGI_SCORE_CP, 100);
    t.answer.lines[0].bound = SHOGI_BOUND_LOWER;
    assessed_answer(&t, 1);
    assessed_line(&t, "2g2f", SHOGI_SCORE_CP, 100);
    t.answer.lines[0].bound = SHOGI_BOUND_LOWER;
    assessed_answer(&t, 2);
    is_int(t.game.positions[1].value.bound, SHOGI_BOUND_UPPER);
    is_int(t.game.positions[2].value.bound, SHOGI_BOUND_LOWER);
    assessed_end(&t);
}

/* ---- mates --------------------------------------------------------------------------
 */

static void
test_a_missed_mate_is_named(void)
{
    struct assessed t;

    assessed_begin(&t, FOUR_MOVES);
    assessed_say(&t, 0, "2g2f", SHOGI_SCORE_MATE, 5);
    assessed_cp(&t, 1, "3c3d", -1500);
    assessed_say(&t, 2, "7i6h", SHOGI_SCORE_MATE_UNKNOWN, 1);
    assessed_say(&t, 3, "4a3b", SHOGI_SCORE_MATE, -9); /* still a mate, another way */
    assessed_finish(&t);
    ok(move_at(&t, 1)->missed_mate && !move_at(&t, 1)->walked_into_mate);
    is_int(move_at(&t, 1)->loss, RATE_ONE - 924142);
    is_int(move_at(&t, 1)->verdict, VERDICT_INEXACT);
    ok(!move_at(&t, 1)->has_loss_cp);
    ok(!move_at(&t, 3)->missed_mate);
    is_int(move_at(&t, 3)->loss, 0);
    is_int(t.game.players[SHOGI_BLACK].missed_mates, 1);
    assessed_end(&t);
}

static void
test_tonshi_is_a_win_thrown_away_into_mate(void)
{
    struct assessed t;

    assessed_begin(&t, FOUR_MOVES);
    assessed_cp(&t, 0, "2g2f", 1500);
    assessed_say(&t, 1, "8c8d", SHOGI_SCORE_MATE, 7); /* sente walks into mate */
    assessed_cp(&t, 2, "7i6h", 900);                  /* gote misses it */
    assessed_say(&t, 3, "4a3b", SHOGI_SCORE_MATE, -3);
    assessed_finish(&t);
    ok(move_at(&t, 1)->threw_win_away && move_at(&t, 1)->walked_into_mate);
    ok(!move_at(&t, 1)->missed_mate);
    is_int(move_at(&t, 1)->verdict, VERDICT_BLUNDER);
    ok(move_at(&t, 2)->missed_mate && !move_at(&t, 2)->walked_into_mate);
    is_int(move_at(&t, 2)->loss, 817574);
    ok(!move_at(&t, 3)->missed_mate && !move_at(&t, 3)->walked_into_mate);
    is_int(t.game.players[SHOGI_BLACK].thrown_wins, 1);
    is_int(t.game.players[SHOGI_WHITE].missed_mates, 1);
    assessed_end(&t);
}

static void
test_who_was_losing_walks_into_mate_without_throwing_a_win_away(void)
{
    struct assessed t;

    assessed_begin(&t, FOUR_MOVES);
    assessed_cp(&t, 0, "2g2f", -1);
    assessed_say(&t, 1, "3c3d", SHOGI_SCORE_MATE, 7);
    assessed_cp(&t, 2, "7i6h", 0);
    assessed_say(&t, 3, "4a3b", SHOGI_SCORE_MATE, 1); /* from an even chance */
    assessed_finish(&t);
    ok(move_at(&t, 1)->walked_into_mate && !move_at(&t, 1)->threw_win_away);
    ok(move_at(&t, 3)->walked_into_mate && move_at(&t, 3)->threw_win_away);
    is_int(t.game.players[SHOGI_BLACK].walked_into_mates, 2);
    assessed_end(&t);
}

static void
test_who_is_mated_anyway_does_not_walk_into_mate(void)
{
    struct assessed t;

    assessed_begin(&t, FOUR_MOVES);
    assessed_say(&t, 0, "2g2f", SHOGI_SCORE_MATE, -6);
    assessed_say(&t, 1, "3c3d", SHOGI_SCORE_MATE, 1);
    assessed_finish(&t);
    ok(!move_at(&t, 1)->walked_into_mate && !move_at(&t, 1)->threw_win_away);
    is_int(move_at(&t, 1)->loss, 0);
    assessed_end(&t);
}

static void
test_a_mate_may_be_missed_into_a_mate(void)
{
    struct assessed t;

    assessed_begin(&t, FOUR_MOVES);
    assessed_say(&t, 0, "2g2f", SHOGI_SCORE_MATE, 3);
    assessed_say(&t, 1, "3c3d", SHOGI_SCORE_MATE, 3);
    assessed_finish(&t);
    ok(move_at(&t, 1)->missed_mate && move_at(&t, 1)->threw_win_away);
    is_int(move_at(&t, 1)->loss, RATE_ONE);
    assessed_end(&t);
}

static void
test_the_solver_finds_what_the_engine_did_not(void)
{
    struct assessed t;

    assessed_begin(&t, FOUR_MOVES);
    assessed_cp(&t, 0, "7g7f", 700);
    t.mate = (struct shogi_mate){ .answer = SHOGI_MATE_FOUND,
                                  .plies = 3,
                                  .is_shortest = true };
    t.mate.line[0] = shogi_move_from_usi("2g2f", 4);
    ok(assess_mate(&t.game, 0, &t.mate));
    assessed_cp(&t, 1, "3c3d", -700);
    t.mate = (struct shogi_mate){ .answer = SHOGI_MATE_NONE };
    ok(assess_mate(&t.game, 1, &t.mate));
    assessed_finish(&t);
    is_int(t.game.positions[0].value.kind, VALUE_MATE);
    is_int(t.game.positions[0].value.plies, 3);
    is_int(t.game.positions[0].best, shogi_move_from_usi("2g2f", 4));
    is_int(t.game.positions[0].lines[0].value.cp, 700);
    ok(t.game.positions[1].mate.is_asked && t.game.positions[1].value.kind == VALUE_CP);
    ok(move_at(&t, 1)->missed_mate);
    assessed_end(&t);
}

static void
test_the_way_to_mate_that_the_engine_knows_stays_its_best_move(void)
{
    struct assessed t;

    assessed_begin(&t, FOUR_MOVES);
    assessed_say(&t, 0, "7g7f", SHOGI_SCORE_MATE, 9);
    t.mate = (struct shogi_mate){ .answer = SHOGI_MATE_FOUND, .plies = 3 };
    t.mate.line[0] = shogi_move_from_usi("2g2f", 4);
    ok(assess_mate(&t.game, 0, &t.mate));
    is_int(t.game.positions[0].best, shogi_move_from_usi("7g7f", 4));
    is_int(t.game.positions[0].value.plies, 3);
    assessed_end(&t);
}

/* Mate in one by a gold in front of the king; nobody has to be asked of the end. */
static void
test_a_mate_on_the_board_needs_no_engine(void)
{
    struct assessed t;

    assessed_begin(&t, "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b");
    assessed_say(&t, 0, "G*5b", SHOGI_SCORE_MATE, 1);
    assessed_finish(&t);
    ok(t.game.positions[1].is_mated && !t.game.positions[1].is_analysed);
    is_int(t.game.positions[1].value.kind, VALUE_MATE);
    is_int(t.game.positions[1].value.plies, 0);
    is_int(t.game.positions[1].rate, RATE_ONE);
    ok(move_at(&t, 1)->is_known && move_at(&t, 1)->is_best);
    assessed_end(&t);
}

static void
test_an_engine_that_resigns_when_mated_changes_nothing(void)
{
    struct assessed t;

    assessed_begin(&t, "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b");
    t.answer.end = SHOGI_ANSWER_RESIGN;
    assessed_say(&t, 1, "", SHOGI_SCORE_MATE, 0);
    is_int(t.game.positions[1].value.winner, SHOGI_BLACK);
    is_int(t.game.positions[1].value.plies, 0);
    assessed_end(&t);
}

static void
test_a_declared_win_is_a_win_and_no_mate(void)
{
    struct assessed t;

    assessed_begin(&t, FOUR_MOVES);
    t.answer.end = SHOGI_ANSWER_DECLARE;
    assessed_answer(&t, 1);
    assessed_cp(&t, 2, "2g2f", 0);
    assessed_finish(&t);
    is_int(t.game.positions[1].value.kind, VALUE_DECLARED);
    is_int(t.game.positions[1].value.winner, SHOGI_WHITE);
    is_int(t.game.positions[1].rate, 0);
    ok(!move_at(&t, 2)->missed_mate && !move_at(&t, 2)->is_compared);
    is_int(move_at(&t, 2)->loss, 500000);
    assessed_end(&t);
}

static void
test_centipawns_beyond_all_scales_are_decided_games(void)
{
    struct assessed t;

    assessed_begin(&t, FOUR_MOVES);
    assessed_cp(&t, 0, "2g2f", 29000);
    assessed_cp(&t, 1, "8c8d", 28999);
    assessed_cp(&t, 2, "2g2f", INT32_MIN);
    assessed_finish(&t);
    is_int(t.game.positions[0].value.kind, VALUE_DECIDED);
    is_int(t.game.positions[0].rate, RATE_ONE);
    is_int(t.game.positions[1].value.kind, VALUE_CP);
    is_int(t.game.positions[2].value.kind, VALUE_DECIDED);
    is_int(t.game.positions[2].value.winner, SHOGI_WHITE);
    ok(!move_at(&t, 1)->missed_mate); /* nobody said that it was a mate */
    ok(!move_at(&t, 1)->has_loss_cp);
    assessed_end(&t);
}

/* ---- players ------------------------------------------------------------------------
 */

#define EIGHT_MOVES FOUR_MOVES " 2f2e 8d8e 6i7h 4a3b"

static void
test_match_rates_leave_out_the_opening_when_asked(void)
{
    struct assessed t;
    const struct assessed_player *black = &t.game.players[SHOGI_BLACK],
                                 *white = &t.game.players[SHOGI_WHITE];

    assessed_begin(&t, EIGHT_MOVES);
    assessed_cp(&t, 0, "7g7f", 0);
    assessed_cp(&t, 1, "8c8d", 0);
    assessed_cp(&t, 2, "2g2f", 0);
    assessed_cp(&t, 3, "8c8d", 0);
    assessed_cp(&t, 4, "6i7h", 0);
    assessed_cp(&t, 5, "8d8e", 0);
    assessed_cp(&t, 6, "6i7h", 0);
    assessed_cp(&t, 7, "8e8f", 0); /* of move 8 only the candidate is known */
    t.scale.skip_plies = 3;
    assessed_finish(&t);
    is_int(black->moves, 4);
    is_int(black->compared, 4);
    is_int(black->best, 3);
    is_int(black->later_compared, 2);
    is_int(black->later_best, 1);
    is_int(white->moves, 4);
    is_int(white->compared, 3);
    is_int(white->best, 2);
    is_int(white->later_compared, 2);
    is_int(white->later_best, 2);
    assessed_end(&t);
}

static void
test_means_and_counts_are_those_of_the_moves(void)
{
    struct assessed t;
    const struct assessed_player *black = &t.game.players[SHOGI_BLACK],
                                 *white = &t.game.players[SHOGI_WHITE];

    assessed_begin(&t, EIGHT_MOVES);
    assessed_cp(&t, 0, "9g9f", 0);
    assessed_cp(&t, 1, "9c9d", 300);   /* black lost 300: 0.122459 */
    assessed_cp(&t, 2, "9g9f", -300);  /* white nothing */
    assessed_cp(&t, 3, "9c9d", 800);   /* black 500: 0.377541 - 0.208609 */
    assessed_cp(&t, 4, "9g9f", -1600); /* nothing */
    assessed_cp(&t, 5, "9c9d", 2600);  /* black 1000, but decided: 0.064969 - 0.012954 */
    assessed_cp(&t, 6, "9g9f", -1600); /* white 1000, decided */
    assessed_cp(&t, 7, "9c9d", 1600);
    assessed_finish(&t);
    is_int(rate_of_cp(-800, 600), 208609);
    is_int(rate_of_cp(-2600, 600), 12954);
    is_int(rate_of_cp(-1600, 600), 64969);
    is_int(black->known, 4);
    is_int(black->loss, (122459 + 168932 + 52015 + 2) / 4);
    is_int(black->cp_moves[0], 2);
    is_int(black->cp_loss[0], 80000 / 2);
    is_int(black->cp_moves[1], 2);
    is_int(white->known, 3);
    is_int(white->loss, 17338);    /* 52,015 / 3 */
    is_int(white->cp_moves[0], 2); /* from 300 to 300, from 800 to 1600 */
    is_int(white->cp_moves[1], 1);
    is_int(white->cp_loss[0], 0);
    is_int(black->verdicts[VERDICT_INEXACT], 1);
    is_int(black->verdicts[VERDICT_DUBIOUS], 2);
    is_int(black->verdicts[VERDICT_NONE], 1);
    is_int(white->verdicts[VERDICT_INEXACT], 1);
    assessed_end(&t);
}

/* Uwate, who is gote, has the first move. */
static void
test_in_a_handicap_game_gote_moves_first(void)
{
    struct assessed t;

    assessed_begin(&t,
                   "sfen lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1 "
                   "moves 3c3d 7g7f 8c8d");
    assessed_cp(&t, 0, "5a4b", -600); /* gote is 600 behind */
    assessed_cp(&t, 1, "2g2f", 1200); /* gote lost 600 */
    assessed_cp(&t, 2, "5a4b", -300); /* sente lost 900 */
    assessed_finish(&t);
    is_int(t.game.positions[0].turn, SHOGI_WHITE);
    is_int(t.game.positions[0].rate, 731059);
    is_int(move_at(&t, 1)->side, SHOGI_WHITE);
    is_int(move_at(&t, 1)->loss, 880797 - 731059);
    is_int(move_at(&t, 1)->loss_cp, 600);
    is_int(move_at(&t, 2)->side, SHOGI_BLACK);
    is_int(move_at(&t, 2)->loss_cp, 900);
    is_int(t.game.players[SHOGI_WHITE].moves, 2);
    is_int(t.game.players[SHOGI_WHITE].known, 1);
    assessed_end(&t);
}

/* ---- turning points -----------------------------------------------------------------
 */

static void
test_turning_points_are_the_moves_that_gave_the_lead_away(void)
{
    struct assessed t;

    assessed_begin(&t, EIGHT_MOVES);
    assessed_cp(&t, 0, "9g9f", 0);
    assessed_cp(&t, 1, "9c9d", 50);
    assessed_cp(&t, 2, "9g9f", 600); /* white's move 2 gave black the lead */
    assessed_cp(&t, 3, "9c9d",
                -180); /* black's move 3 lost some, and black still leads */
    assessed_cp(&t, 4, "9g9f", 180);
    assessed_cp(&t, 5, "9c9d", 100); /* black's move 5 lost it, white is a little ahead */
    assessed_cp(&t, 6, "9g9f", -150);
    assessed_cp(&t, 7, "9c9d", 900); /* white leads, black's move 7 cost more */
    assessed_cp(&t, 8, "9g9f", -900);
    assessed_finish(&t);
    is_int(t.game.turning_point_count, 2);
    is_int(t.game.turning_points[0], 2);
    is_int(t.game.turning_points[1], 7);
    assessed_end(&t);
}

static void
test_a_game_that_drifts_has_no_turning_point(void)
{
    struct assessed t;

    assessed_begin(&t, EIGHT_MOVES);
    for (uint32_t ply = 0; ply <= 8; ply++)
        assessed_cp(&t, ply, "9g9f", (int)ply * 50 * (ply % 2 ? -1 : 1));
    assessed_finish(&t);
    is_int(t.game.turning_point_count, 0);
    assessed_end(&t);
}

/* ---- records ------------------------------------------------------------------------
 */

static void
test_evaluations_of_a_record_are_assessed_like_answers(void)
{
    struct assessed t;
    const char *kif = "手合割：平手\n手数----指手--\n"
                      "   1 ７六歩(77)\n**解析 0 ○ 候補1 時間 00:01.0 深さ 10/12 "
                      "ノード数 1000 評価値 60 "
                      "読み筋 △８四歩(83) ▲２六歩(27)\n"
                      "**解析 0 ○ 候補2 時間 00:01.0 深さ 10/12 ノード数 1000 評価値 90 "
                      "読み筋 △３四歩(33)\n"
                      "   2 ３四歩(33)\n**解析 0 △ 候補1 時間 00:01.0 深さ 11/12 "
                      "ノード数 2000 評価値 700 "
                      "読み筋 ▲２六歩(27)\n"
                      "   3 ２六歩(27)\n**解析 0 ○ 評価値 +詰 15\n"
                      "   4 ８四歩(83)\n";

    assessed_begin_as(&t, shogi_format_from_name("kif"), kif);
    is_int(shogi_game_find_evaluations(t.record.game), SHOGI_OK);
    for (uint32_t ply = 0; ply <= t.game.plies; ply++)
        ok(assess_recorded(&t.game, ply, "no such engine"));
    assessed_finish(&t);
    ok(!t.game.positions[0].is_analysed && t.game.positions[1].is_recorded);
    is_int(t.game.positions[1].line_count, 2);
    is_int(t.game.positions[1].lines[1].value.cp, 90);
    is_int(t.game.positions[1].best, shogi_move_from_usi("8c8d", 4));
    is_int(t.game.positions[1].nodes, 1000);
    is_int(move_at(&t, 2)->rank, 2);
    is_int(move_at(&t, 2)->loss_cp, 640);
    is_int(move_at(&t, 2)->verdict, VERDICT_MISTAKE);
    ok(move_at(&t, 3)->is_best);
    is_int(t.game.positions[3].value.kind, VALUE_MATE);
    is_int(t.game.positions[3].value.winner, SHOGI_BLACK);
    is_int(t.game.positions[3].value.plies, 15);
    assessed_end(&t);
}

/* Of several engines the one that is asked for, of one rank the deepest line. */
static void
test_the_engine_that_is_named_counts(void)
{
    static const struct {
        const char *engine;
        int value, rank, depth;
    } said[] = {
        { "A", 10, 1, 5 }, { "B", 20, 2, 7 }, { "B", 30, 1, 7 },
        { "A", 40, 1, 9 }, { "B", 50, 1, 7 }, { "A", 60, 3, 9 },
    };
    struct assessed t;

    assessed_begin(&t, FOUR_MOVES);
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        struct shogi_analysis *a =
            shogi_game_add_analysis(t.record.game, t.record.game->root);
        a->engine = said[i].engine;
        a->kind = SHOGI_SCORE_CP;
        a->value = said[i].value;
        a->rank = (uint8_t)said[i].rank;
        a->depth = (uint16_t)said[i].depth;
    }
    ok(assess_recorded(&t.game, 0, "B"));
    is_str(t.game.positions[0].engine, "B");
    is_int(t.game.positions[0].line_count, 2);
    is_int(t.game.positions[0].value.cp, 30);
    is_int(t.game.positions[0].lines[1].value.cp, 20);
    ok(assess_recorded(&t.game, 0, NULL));
    is_str(t.game.positions[0].engine, "A");
    is_int(t.game.positions[0].value.cp, 40);
    is_int(t.game.positions[0].lines[1].value.cp, 60);
    assessed_end(&t);
}

static void
test_one_assessment_after_the_other_forgets_the_first(void)
{
    struct assessed t;

    assessed_begin(&t, FOUR_MOVES);
    assessed_cp(&t, 0, "9g9f", 0);
    assessed_cp(&t, 1, "9c9d", 3000);
    assessed_finish(&t);
    ok(assess_begin(&t.game, t.record.game));
    assessed_finish(&t);
    ok(!t.game.positions[0].is_analysed && !move_at(&t, 1)->is_known);
    is_int(t.game.players[0].known, 0);
    is_int(t.game.turning_point_count, 0);
    assessed_end(&t);
}

static void
test_a_game_without_moves_is_assessed(void)
{
    struct assessed t;

    assessed_begin(&t, "startpos");
    assessed_cp(&t, 0, "2g2f", 40);
    assessed_finish(&t);
    is_int(t.game.plies, 0);
    is_int(t.game.positions[0].rate, rate_of_cp(40, 600));
    is_int(t.game.players[SHOGI_BLACK].moves, 0);
    assessed_end(&t);
}

int
main(void)
{
    test_rates_are_those_of_the_logistic_function();
    test_a_better_value_is_never_a_worse_rate();
    test_a_scale_is_read_or_refused_whole();
    test_verdicts_begin_at_their_borders();
    test_half_the_rate_is_a_blunder();
    test_the_mover_is_charged_and_gote_sees_it_from_the_other_side();
    test_the_first_candidate_loses_nothing();
    test_what_is_not_known_is_not_judged();
    test_a_bound_seen_from_gote_is_the_other_bound();
    test_a_missed_mate_is_named();
    test_tonshi_is_a_win_thrown_away_into_mate();
    test_who_was_losing_walks_into_mate_without_throwing_a_win_away();
    test_who_is_mated_anyway_does_not_walk_into_mate();
    test_a_mate_may_be_missed_into_a_mate();
    test_the_solver_finds_what_the_engine_did_not();
    test_the_way_to_mate_that_the_engine_knows_stays_its_best_move();
    test_a_mate_on_the_board_needs_no_engine();
    test_an_engine_that_resigns_when_mated_changes_nothing();
    test_a_declared_win_is_a_win_and_no_mate();
    test_centipawns_beyond_all_scales_are_decided_games();
    test_match_rates_leave_out_the_opening_when_asked();
    test_means_and_counts_are_those_of_the_moves();
    test_in_a_handicap_game_gote_moves_first();
    test_turning_points_are_the_moves_that_gave_the_lead_away();
    test_a_game_that_drifts_has_no_turning_point();
    test_evaluations_of_a_record_are_assessed_like_answers();
    test_the_engine_that_is_named_counts();
    test_one_assessment_after_the_other_forgets_the_first();
    test_a_game_without_moves_is_assessed();
    return done_testing();
}
