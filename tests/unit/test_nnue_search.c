/* SPDX-License-Identifier: MIT */
/* test_nnue_search.c - the built-in engine, when a network values positions. */
#include "nnue_file.h"
#include "positions.h"

#include "engine/builtin.h"

static struct shogi_nnue *net;

static struct shogi_answer
ask(struct shogi_engine *e, const char *sfen, uint64_t nodes)
{
    struct shogi_position p = position_of(sfen);
    struct shogi_question q = { .start = &p, .limits = { .nodes = nodes, .lines = 2 } };
    struct shogi_answer a;

    if (!is_int(shogi_engine_analyze(e, &q, &a), SHOGI_OK))
        note("%s", shogi_engine_error(e));
    return a;
}

static bool
same_line(const struct shogi_line *a, const struct shogi_line *b)
{
    return a->value == b->value && a->kind == b->kind && a->depth == b->depth
           && a->pv_count == b->pv_count
           && memcmp(a->pv, b->pv, a->pv_count * sizeof *a->pv) == 0;
}

static const char *const middle_game =
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";

/* What was learnt about other positions may not show once it is forgotten, and it does
 * not matter which sums are remembered. */
static void
test_the_same_nodes_give_the_same_answer(void)
{
    struct shogi_engine *e = shogi_engine_new_nnue(1, net);
    struct shogi_engine *fresh = shogi_engine_new_nnue(1, net);
    struct shogi_position p = position_of(middle_game);
    struct shogi_answer a, b;

    if (!ok(e && fresh) || !ok(shogi_nnue_sees(&p)))
        return;
    ask(e, "startpos", 3000);
    shogi_engine_forget(e);
    a = ask(e, middle_game, 5000);
    b = ask(fresh, middle_game, 5000);
    is_int(a.nodes, 5000);
    is_int(a.best, b.best);
    ok(same_line(&a.lines[0], &b.lines[0]) && same_line(&a.lines[1], &b.lines[1]));
    shogi_engine_free(e);
    shogi_engine_free(fresh);
}

static void
test_the_network_decides(void)
{
    struct shogi_engine *with = shogi_engine_new_nnue(1, net);
    struct shogi_engine *without = shogi_engine_new_nnue(1, NULL);
    struct shogi_answer a, b;

    if (!ok(with && without))
        return;
    a = ask(with, "startpos", 2000);
    b = ask(without, "startpos", 2000);
    ok(a.lines[0].value != b.lines[0].value);
    is_str(shogi_engine_name(with),
           "shogi-utils " SHOGI_VERSION " with K-P 256x2-32-32 3ccd794a, FV_SCALE 16");
    is_str(shogi_engine_name(without), "shogi-utils " SHOGI_VERSION);
    shogi_engine_free(with);
    shogi_engine_free(without);
}

static void
test_a_mate_is_found_whatever_the_network_thinks(void)
{
    struct shogi_engine *e = shogi_engine_new_nnue(1, net);

    if (!ok(e != NULL))
        return;
    struct shogi_answer a = ask(e, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 1000);
    is_int(a.best, move_of("G*5b"));
    is_int(a.lines[0].kind, SHOGI_SCORE_MATE);
    shogi_engine_free(e);
}

/* As if there were no network, also when one was used before. */
static void
test_positions_that_a_network_cannot_see_are_valued_without_it(void)
{
    static const char *const unseen[] = {
        "4k4/9/9/9/9/9/9/9/9 b R2b4g4s4n4l18p 1",
        "4k4/9/9/9/4r4/9/9/9/3KK4 b P 1",
        "4k4/9/9/9/4p4/9/9/9/4K4 b 25P 1",
    };
    struct shogi_engine *with = shogi_engine_new_nnue(1, net);
    struct shogi_engine *without = shogi_engine_new(1);

    if (!ok(with && without))
        return;
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++) {
        ask(with, middle_game, 500);
        shogi_engine_forget(with);
        shogi_engine_forget(without);
        struct shogi_answer a = ask(with, unseen[i], 1500),
                            b = ask(without, unseen[i], 1500);
        is_int(a.best, b.best);
        if (!ok(same_line(&a.lines[0], &b.lines[0])))
            note("%s", unseen[i]);
    }
    shogi_engine_free(with);
    shogi_engine_free(without);
}

int
main(void)
{
    struct nnue_file file = nnue_file_make(&(struct nnue_plan){
        .kp = true, .half = 256, .first = 32, .second = 32, .seed = 1 });
    char error[400] = "";

    if (ok(file.bytes != NULL))
        net = shogi_nnue_new(file.bytes, file.len, 0, error, sizeof error);
    free(file.bytes);
    if (!ok(net != NULL)) {
        note("%s", error);
        return done_testing();
    }
    test_the_same_nodes_give_the_same_answer();
    test_the_network_decides();
    test_a_mate_is_found_whatever_the_network_thinks();
    test_positions_that_a_network_cannot_see_are_valued_without_it();
    shogi_nnue_free(net);
    return done_testing();
}
