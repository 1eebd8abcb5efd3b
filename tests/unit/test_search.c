/* SPDX-License-Identifier: MIT */
/* test_search.c - what the built-in engine finds. */
#include "positions.h"

#include <shogi/engine.h>

static struct shogi_engine *engine;

static struct shogi_answer
ask(const char *sfen, struct shogi_limits limits)
{
    struct shogi_position p = position_of(sfen);
    struct shogi_question q = { .start = &p, .limits = limits };
    struct shogi_answer a;

    is_int(shogi_engine_analyze(engine, &q, &a), SHOGI_OK);
    return a;
}

static void
test_a_mate_in_one_is_found(void)
{
    struct shogi_answer a =
        ask("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", (struct shogi_limits){ .depth = 3 });

    is_int(a.end, SHOGI_ANSWER_MOVE);
    is_int(a.best, move_of("G*5b"));
    is_int(a.lines[0].kind, SHOGI_SCORE_MATE);
    is_int(a.lines[0].value, 1);
}

static void
test_the_limit_of_nodes_is_exact(void)
{
    static const uint64_t limits[] = { 1, 2, 100, 1000, 12345 };

    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct shogi_answer a =
            ask("startpos", (struct shogi_limits){ .nodes = limits[i] });
        is_int(a.nodes, limits[i]);
        is_int(a.end, SHOGI_ANSWER_MOVE);
    }
}

int
main(void)
{
    engine = shogi_engine_new(0);
    if (!ok(engine != NULL))
        return done_testing();
    test_a_mate_in_one_is_found();
    test_the_limit_of_nodes_is_exact();
    shogi_engine_free(engine);
    return done_testing();
}
