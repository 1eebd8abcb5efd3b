/* SPDX-License-Identifier: MIT */
/* test_search.c - what the built-in engine finds, and that it stops when it is told. */
#include "positions.h"

#include "../../bench/positions.h"

#include <pthread.h>
#include <time.h>

#include <shogi/engine.h>
#include <shogi/foul.h>

static struct shogi_engine *engine;
static struct shogi_answer answer;

static enum shogi_status
ask_after(const struct shogi_position *start, const char *moves,
          struct shogi_limits limits)
{
    static shogi_move list[256];
    struct shogi_question q = { .start = start, .moves = list, .limits = limits };

    for (const char *s = moves; *s; s += strspn(s, " ")) {
        size_t len = strcspn(s, " ");
        list[q.move_count++] = shogi_move_from_usi(s, len);
        s += len;
    }
    return shogi_engine_analyze(engine, &q, &answer);
}

static const struct shogi_line *
ask(const char *sfen, struct shogi_limits limits)
{
    struct shogi_position p = position_of(sfen);

    if (ask_after(&p, "", limits) != SHOGI_OK)
        ok(!"the engine has an answer");
    return answer.lines;
}

/* The line that begins with M; NULL: none does. */
static const struct shogi_line *
line_of(const char *usi)
{
    for (unsigned i = 0; i < answer.line_count; i++)
        if (answer.lines[i].pv[0] == move_of(usi))
            return &answer.lines[i];
    return NULL;
}

/* ---- mates ------------------------------------------------------------------------- */

/* The PV of a mate is one: as long as it says, legal, and mate at the end. */
static bool
mates(const char *sfen, const struct shogi_line *line, int plies)
{
    struct shogi_position p = position_of(sfen);
    struct shogi_undo u;

    if (line->pv_count != plies)
        return false;
    for (int i = 0; i < plies; i++) {
        if (shogi_move_fouls(&p, line->pv[i]) != 0)
            return false;
        shogi_position_play(&p, line->pv[i], &u);
    }
    return shogi_position_is_mate(&p);
}

static void
test_mates_are_found_and_shown(void)
{
    static const struct {
        int plies;
        const char *sfen;
    } known[] = {
        { 1, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1" },
        { 3, "B3+Sl1p1/1nP+R1g2l/3p1pn2/pg3lp2/+rppPk3p/2S3G2/1PNS2PPP/P1G2+B1SL/6KN1 b "
             "P2p 143" },
        { 3, "l1s1ggsnl/4k2p1/2+B2p2p/p3g4/9/P1P1p1P2/N2p+lPN1P/1Sr5R/1P2P1K1L w "
             "B2Pgsn3p 92" },
        { 3, "k1+L+N1gsnl/2+P2ppp1/1S6p/plp4Gn/1p5NK/P3PGP2/+r4P2P/2+b+p1+b1S1/4+r1SgL b "
             "4p 149" },
        { -2, "lnkn+B+S1+L1/1p+R6/plpppG3/6p1S/5S2p/5p2P/3+bPPP1N/+r3GKS2/5G2L w GN5Pp "
              "116" },
        { -4, "ln+N2g1g1/3k4l/p1pp1psp1/6p1p/2BP5/PPP1P3P/2nG1PPP1/3Rgs1S1/L1S1+p1KNL b "
              "rbp 73" },
        { 5, "l1s1p4/3g3+B1/p1npgp1+L1/2P2g2p/6n2/PP1PPPpk1/2R2n3/1S+rB1KPp1/LN7 w "
             "Sgsl4p 148" },
        { 5, "ln1g4+B/2sp1k3/pp5+L1/2p1p1p1p/5n3/P1S1P3P/1P2lPPP1/2R1s1G2/L2R2K2 b "
             "BGN2Pgsn2p 147" },
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct shogi_line *line =
            ask(known[i].sfen, (struct shogi_limits){ .nodes = 30000 });
        bool good = line->kind == SHOGI_SCORE_MATE && line->value == known[i].plies
                    && line->bound == SHOGI_BOUND_EXACT
                    && mates(known[i].sfen, line, abs(known[i].plies));
        if (!ok(good))
            note("%s: kind %d, value %d", known[i].sfen, line->kind, line->value);
    }
}

static void
test_whoever_is_mated_resigns(void)
{
    ask("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", (struct shogi_limits){ .nodes = 100 });
    is_int(answer.end, SHOGI_ANSWER_RESIGN);
    is_int(answer.best, SHOGI_NO_MOVE);
    is_int(answer.line_count, 0);
}

/* ---- limits ------------------------------------------------------------------------ */

static void
test_the_limit_of_nodes_is_exact(void)
{
    static const uint64_t limits[] = { 1, 2, 3, 50, 100, 1000, 12345 };

    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        for (uint16_t lines = 1; lines <= 3; lines += 2) {
            ask(bench_positions[i],
                (struct shogi_limits){ .nodes = limits[i], .lines = lines });
            is_int(answer.nodes, limits[i]);
            is_int(answer.end, SHOGI_ANSWER_MOVE);
            is_int(answer.line_count, lines);
        }
}

static void
test_depth_is_a_limit(void)
{
    const struct shogi_line *line = ask("startpos", (struct shogi_limits){ .depth = 3 });

    is_int(line->depth, 3);
    is_int(line->kind, SHOGI_SCORE_CP);
}

static void
test_time_is_a_limit(void)
{
    ask("startpos", (struct shogi_limits){ .time_ms = 50 });
    ok(answer.time_ms >= 50);
    ok(answer.time_ms < 5000);
    ok(!answer.stopped);
}

static void *
stop_soon(void *unused)
{
    struct timespec pause = { .tv_nsec = 50 * 1000 * 1000 };

    (void)unused;
    nanosleep(&pause, NULL);
    shogi_engine_stop(engine);
    return NULL;
}

static void
test_another_thread_stops_it(void)
{
    pthread_t thread;

    if (!ok(pthread_create(&thread, NULL, stop_soon, NULL) == 0))
        return;
    ask("startpos", (struct shogi_limits){ 0 });
    pthread_join(thread, NULL);
    ok(answer.stopped);
    is_int(answer.end, SHOGI_ANSWER_MOVE);
    ask("startpos", (struct shogi_limits){ .nodes = 5000 });
    ok(!answer.stopped);
    is_int(answer.nodes, 5000);
}

/* ---- the same again ---------------------------------------------------------------- */

static void
test_what_is_forgotten_does_not_matter(void)
{
    struct shogi_limits limits = { .nodes = 20000, .lines = 2 };
    static struct shogi_answer first;

    for (size_t i = 0; i < 4; i++) {
        shogi_engine_forget(engine);
        ask(bench_positions[i], limits);
        first = answer;
        ask(bench_positions[i + 4], limits);
        shogi_engine_forget(engine);
        ask(bench_positions[i], limits);
        is_int(answer.best, first.best);
        is_mem(answer.lines, first.lines, sizeof first.lines);
    }
}

static void
test_the_search_has_its_signature(void)
{
    uint64_t nodes = 0;

    for (int i = 0; i < BENCH_POSITIONS; i++) {
        shogi_engine_forget(engine);
        ask(bench_positions[i], (struct shogi_limits){ .depth = BENCH_DEPTH });
        nodes += answer.nodes;
    }
    /* Whoever changes what the engine does puts the number found here in its place. */
    is_int(nodes, BENCH_SIGNATURE);
}

/* ---- lines ------------------------------------------------------------------------- */

static bool
is_legal_line(const char *sfen, const struct shogi_line *line)
{
    struct shogi_position p = position_of(sfen);
    struct shogi_undo u;

    for (unsigned i = 0; i < line->pv_count; i++) {
        if (shogi_move_fouls(&p, line->pv[i]) != 0)
            return false;
        shogi_position_play(&p, line->pv[i], &u);
    }
    return line->pv_count > 0;
}

static void
test_lines_are_legal_different_and_in_order(void)
{
    for (int i = 0; i < BENCH_POSITIONS; i++) {
        const char *sfen = bench_positions[i];
        bool legal = true, different = true, in_order = true;
        ask(sfen, (struct shogi_limits){ .nodes = 6000, .lines = 5 });
        for (unsigned a = 0; a < answer.line_count; a++) {
            legal = legal && is_legal_line(sfen, &answer.lines[a]);
            in_order = in_order
                       && (a == 0 || answer.lines[a].kind != SHOGI_SCORE_CP
                           || answer.lines[a - 1].kind != SHOGI_SCORE_CP
                           || answer.lines[a].value <= answer.lines[a - 1].value);
            for (unsigned b = 0; b < a; b++)
                different = different && answer.lines[a].pv[0] != answer.lines[b].pv[0];
        }
        is_int(answer.line_count, 5);
        is_int(answer.best, answer.lines[0].pv[0]);
        ok(legal);
        ok(different);
        ok(in_order);
    }
}

static void
test_there_are_no_more_lines_than_moves(void)
{
    ask("4k4/9/9/9/9/9/9/9/4K4 b - 1",
        (struct shogi_limits){ .nodes = 2000, .lines = 20 });
    is_int(answer.line_count, 5);
}

/* ---- rules ------------------------------------------------------------------------- */

/* Kings step to and fro; Black, who has a rook more, would win. */
static const char *const shuffled = "4k4/9/9/9/9/9/9/7R1/4K4 b - 1";

static void
test_the_weaker_side_takes_the_fourth_repetition(void)
{
    struct shogi_position p = position_of(shuffled);
    const char *moves = "5i4i 5a4a 4i5i 4a5a 5i4i 5a4a 4i5i 4a5a 5i4i 5a4a 4i5i";

    is_int(ask_after(&p, moves, (struct shogi_limits){ .nodes = 3000 }), SHOGI_OK);
    is_int(answer.best, move_of("4a5a"));
    is_int(answer.lines[0].kind, SHOGI_SCORE_CP);
    is_int(answer.lines[0].value, 0);
}

static void
test_the_stronger_side_avoids_it(void)
{
    struct shogi_position p = position_of(shuffled);
    const char *moves = "5i4i 5a4a 4i5i 4a5a 5i4i 5a4a 4i5i 4a5a 5i4i 5a4a";

    is_int(ask_after(&p, moves, (struct shogi_limits){ .depth = 4, .lines = 32 }),
           SHOGI_OK);
    ok(answer.best != move_of("4i5i"));
    ok(answer.lines[0].value > 0);
    if (ok(line_of("4i5i") != NULL))
        is_int(line_of("4i5i")->value, 0);
}

/* A rook that checks for ever: the fourth time, whoever checks has lost. */
static void
test_perpetual_check_loses(void)
{
    struct shogi_position p = position_of("8k/4R4/9/9/9/9/9/9/K8 b - 1");
    const char *moves = "5b5a 1a1b 5a5b 1b1a 5b5a 1a1b 5a5b 1b1a 5b5a 1a1b";

    is_int(ask_after(&p, moves, (struct shogi_limits){ .nodes = 5000 }), SHOGI_OK);
    ok(answer.best != move_of("5a5b"));
    ok(answer.lines[0].value > 0);
    /* After the check White goes back, and has won. */
    is_int(ask_after(&p, "5b5a 1a1b 5a5b 1b1a 5b5a 1a1b 5a5b 1b1a 5b5a 1a1b 5a5b",
                     (struct shogi_limits){ .nodes = 5000 }),
           SHOGI_OK);
    is_int(answer.best, move_of("1b1a"));
    is_int(answer.lines[0].kind, SHOGI_SCORE_CP);
    ok(answer.lines[0].value > 20000);
}

static void
test_a_win_by_declaration_is_declared(void)
{
    ask("K+R+R+B5/+P+P+P+P5/+P+P+P+P5/9/9/9/9/9/8k b B10P 1",
        (struct shogi_limits){ .nodes = 1000 });
    is_int(answer.end, SHOGI_ANSWER_DECLARE);
    is_int(answer.best, SHOGI_NO_MOVE);
}

static void
test_a_declaration_ahead_is_seen(void)
{
    /* One more piece in the camp is needed. */
    const struct shogi_line *line = ask("K+R+R+B5/+P+P+P6/+P+P+P6/P8/9/9/9/9/8k b B10P 1",
                                        (struct shogi_limits){ .nodes = 3000 });

    is_int(answer.end, SHOGI_ANSWER_MOVE);
    ok(line->kind == SHOGI_SCORE_MATE || line->value > 20000);
}

/* ---- positions of problems and of nonsense ----------------------------------------- */

static void
test_a_side_without_a_king_can_play(void)
{
    const struct shogi_line *line =
        ask("4k4/9/4P4/9/9/9/9/9/9 b G 1", (struct shogi_limits){ .nodes = 500 });

    is_int(line->kind, SHOGI_SCORE_MATE);
    is_int(line->value, 1);
    ask("4k4/9/4P4/9/9/9/9/9/9 w G 1", (struct shogi_limits){ .nodes = 500 });
    is_int(answer.end, SHOGI_ANSWER_MOVE);
}

static void
test_a_king_that_can_be_taken_is_refused(void)
{
    struct shogi_position p = position_of("4k4/4G4/9/9/9/9/9/9/4K4 b - 1");

    is_int(ask_after(&p, "", (struct shogi_limits){ .nodes = 10 }), SHOGI_BAD);
    is_str(shogi_engine_error(engine), "the side not to move is in check");
    is_int(ask_after(&p, "1a1b", (struct shogi_limits){ .nodes = 10 }), SHOGI_BAD);
}

static void
test_any_arrangement_is_survived(void)
{
    uint64_t random = 11;
    unsigned answered = 0, legal = 0;

    for (int i = 0; i < 600; i++) {
        struct shogi_position p = scatter(&random, 5 + draw(&random, 60), i % 4);
        struct shogi_limits limits = { .nodes = 200, .lines = (uint16_t)(1 + i % 3) };
        enum shogi_status status = ask_after(&p, "", limits);
        if (status == SHOGI_BAD)
            continue;
        answered++;
        legal += answer.end == SHOGI_ANSWER_MOVE
                     ? shogi_move_fouls(&p, answer.best) == 0
                     : answer.end == SHOGI_ANSWER_DECLARE
                           || !shogi_position_has_legal_move(&p);
    }
    ok(answered > 100);
    is_int(legal, answered);
}

int
main(void)
{
    engine = shogi_engine_new(4);
    if (!ok(engine != NULL))
        return done_testing();
    test_mates_are_found_and_shown();
    test_whoever_is_mated_resigns();
    test_the_limit_of_nodes_is_exact();
    test_depth_is_a_limit();
    test_time_is_a_limit();
    test_another_thread_stops_it();
    test_what_is_forgotten_does_not_matter();
    test_the_search_has_its_signature();
    test_lines_are_legal_different_and_in_order();
    test_there_are_no_more_lines_than_moves();
    test_the_weaker_side_takes_the_fourth_repetition();
    test_the_stronger_side_avoids_it();
    test_perpetual_check_loses();
    test_a_win_by_declaration_is_declared();
    test_a_declaration_ahead_is_seen();
    test_a_side_without_a_king_can_play();
    test_a_king_that_can_be_taken_is_refused();
    test_any_arrangement_is_survived();
    shogi_engine_free(engine);
    return done_testing();
}
