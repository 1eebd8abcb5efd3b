/* SPDX-License-Identifier: MIT */
/* test_real_engines.c - the two USI engines of Debian: gpsusi (package gpsshogi), which
 * knows no "go nodes" and has an option Thread, and fairy-stockfish, which has no USI_
 * options.  Where one is not installed its tests are skipped. */
#include "tap.h"
#include "usi_run.h"

#include <pthread.h>

static struct usi_game game;
static struct shogi_answer answer;

static struct shogi_engine *
open_engine(const char *program, const char *const *options)
{
    struct shogi_usi_options o = { .command = program,
                                   .options = options,
                                   .hash_mb = 16,
                                   .start_ms = 300000, /* machines are busy */
                                   .grace_ms = 60000,
                                   .restarts = 1 };
    char error[2048];
    struct shogi_engine *e;

    if (access(program, X_OK) != 0) {
        char text[200];

        snprintf(text, sizeof text, "%s is not installed", program);
        skip(text);
        return NULL;
    }
    e = shogi_engine_open(&o, error, sizeof error);
    if (!ok(e != NULL))
        note("%s", error);
    return e;
}

/* An answer with a legal move, and a line that begins with it or with another. */
static bool
is_good(enum shogi_status status, const struct shogi_position *p, struct shogi_engine *e)
{
    bool good = ok(status == SHOGI_OK) && ok(answer.end == SHOGI_ANSWER_MOVE)
                && ok(shogi_move_fouls(p, answer.best) == 0)
                && ok(answer.line_count >= 1 && answer.lines[0].pv_count >= 1);

    if (!good)
        note("%s", shogi_engine_error(e));
    return good;
}

static enum shogi_status
ask_sfen(struct shogi_engine *e, const char *sfen, struct shogi_limits limits,
         struct shogi_position *p)
{
    struct shogi_question q = { .start = p, .limits = limits };
    size_t used;

    shogi_position_from_sfen(p, sfen, strlen(sfen), &used);
    return shogi_engine_analyze(e, &q, &answer);
}

/* A gold mates on 5b. */
static const char *const mate_in_one = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";

static struct shogi_engine *to_stop;

enum { STOP_MS = 300 };

static void *
stop_soon(void *nothing)
{
    poll(NULL, 0, STOP_MS);
    shogi_engine_stop(to_stop);
    return nothing;
}

static void
check_stop(struct shogi_engine *e)
{
    pthread_t thread;

    to_stop = e;
    if (!ok(pthread_create(&thread, NULL, stop_soon, NULL) == 0))
        return;
    is_good(usi_ask(e, &game, 4, (struct shogi_limits){ 0 }, &answer), &game.at[4], e);
    /* An engine may be sure of its move before. */
    ok(answer.stopped || answer.time_ms <= STOP_MS);
    pthread_join(thread, NULL);
}

/* ---- GPS Shogi
 * -------------------------------------------------------------------------- */

static const char gps[] = "/usr/games/gpsusi";

static void
test_gpsusi_is_stopped_by_our_clock(void)
{
    struct shogi_engine *e = open_engine(gps, NULL);
    struct shogi_position p;

    if (!e)
        return;
    ok(strncmp(shogi_engine_name(e), "gpsshogi", 8) == 0);
    is_good(usi_ask(e, &game, 0, (struct shogi_limits){ .nodes = 50000 }, &answer),
            &game.at[0], e);
    is_good(usi_ask(e, &game, 3, (struct shogi_limits){ .time_ms = 500 }, &answer),
            &game.at[3], e);
    is_int(answer.lines[0].kind, SHOGI_SCORE_CP);
    is_good(usi_ask(e, &game, 2, (struct shogi_limits){ .depth = 4 }, &answer),
            &game.at[2], e);
    /* It says "score cp 1148897" of a mate. */
    if (is_good(ask_sfen(e, mate_in_one, (struct shogi_limits){ .nodes = 1000 }, &p), &p,
                e)) {
        is_int(answer.lines[0].kind, SHOGI_SCORE_MATE_UNKNOWN);
        is_int(answer.lines[0].value, 1);
        is_int(answer.best, shogi_move_from_usi("G*5b", 4));
    }
    check_stop(e);
    shogi_engine_free(e);
}

/* ---- Fairy-Stockfish
 * -------------------------------------------------------------------- */

static const char fairy[] = "/usr/games/fairy-stockfish";

static void
test_fairy_keeps_to_nodes(void)
{
    struct shogi_engine *e = open_engine(fairy, NULL);
    struct shogi_limits limits = { .nodes = 20000 };
    struct shogi_answer first;

    if (!e)
        return;
    ok(strncmp(shogi_engine_name(e), "Fairy-Stockfish", 15) == 0);
    is_good(usi_ask(e, &game, 2, limits, &answer), &game.at[2], e);
    ok(answer.nodes >= 15000 && answer.nodes <= 30000);
    ok(answer.lines[0].depth >= 4);
    is_int(answer.lines[0].bound, SHOGI_BOUND_EXACT);
    first = answer;
    is_good(usi_ask(e, &game, 3, limits, &answer), &game.at[3], e);
    /* Who has forgotten says the same again. */
    shogi_engine_forget(e);
    is_good(usi_ask(e, &game, 2, limits, &answer), &game.at[2], e);
    is_int(answer.best, first.best);
    is_int(answer.lines[0].value, first.lines[0].value);
    is_int(answer.nodes, first.nodes);
    check_stop(e);
    shogi_engine_free(e);
}

static void
test_fairy_gives_several_lines_and_mates(void)
{
    static const char *const options[] = { "USI_Hash=8", "Skill Level=20", "Clear Hash",
                                           NULL };
    struct shogi_engine *e = open_engine(fairy, options);
    struct shogi_position p;

    if (!e)
        return;
    is_good(usi_ask(e, &game, 1,
                    (struct shogi_limits){ .depth = 6, .nodes = 200000, .lines = 3 },
                    &answer),
            &game.at[1], e);
    if (is_int(answer.line_count, 3)) {
        ok(answer.lines[0].value >= answer.lines[1].value);
        ok(answer.lines[0].pv[0] != answer.lines[1].pv[0]);
    }
    if (is_good(ask_sfen(e, mate_in_one, (struct shogi_limits){ .nodes = 5000 }, &p), &p,
                e)) {
        is_int(answer.lines[0].kind, SHOGI_SCORE_MATE);
        is_int(answer.lines[0].value, 1);
        is_int(answer.best, shogi_move_from_usi("G*5b", 4));
    }
    is_good(usi_ask(e, &game, 0, (struct shogi_limits){ .time_ms = 200 }, &answer),
            &game.at[0], e);
    shogi_engine_free(e);
}

int
main(void)
{
    usi_game_set(&game);
    test_gpsusi_is_stopped_by_our_clock();
    test_fairy_keeps_to_nodes();
    test_fairy_gives_several_lines_and_mates();
    ok(!usi_has_child());
    return done_testing();
}
