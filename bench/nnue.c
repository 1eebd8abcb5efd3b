/* SPDX-License-Identifier: MIT */
/* nnue.c - what a network costs: nanoseconds for each of its parts, and the speed of a
 * search with it.
 *
 *     nnue [kp|halfkp HALF FIRST SECOND]
 *
 * Weights are random, positions those of random games.  Each figure is the least of many
 * short runs, by processor time: other work on the machine only ever adds. */
#include "../tests/unit/nnue_file.h"
#include "../tests/unit/positions.h"

#include <time.h>

#include <shogi/engine.h>

#include "engine/nnue.h"

enum { GAMES = 8, PLIES = 64, ROUNDS = 1000, REPEATS = 200 };

/* Random games, with what led from position to position. */
static struct game {
    struct shogi_position position[PLIES + 1];
    shogi_move move[PLIES];
    struct shogi_undo undo[PLIES];
    unsigned plies;
} games[GAMES];

static volatile int64_t sink; /* so that nothing is left out */

static double
now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Captures wherever there are some: pieces come into hands. */
static void
make_games(void)
{
    static shogi_move list[SHOGI_MAX_MOVES];
    uint64_t random = 1;

    for (int i = 0; i < GAMES; i++) {
        struct game *g = &games[i];
        shogi_position_set_start(&g->position[0]);
        for (g->plies = 0; g->plies < PLIES; g->plies++) {
            struct shogi_position *p = &g->position[g->plies];
            size_t n = shogi_legal_moves(p, list);
            if (n == 0)
                break;
            shogi_move m = list[draw(&random, (uint32_t)n)];
            for (size_t k = 0; k < n && draw(&random, 8); k++) {
                shogi_move tried = list[draw(&random, (uint32_t)n)];
                if (p->board[shogi_move_to(tried)] != SHOGI_EMPTY)
                    m = tried;
            }
            p[1] = *p;
            shogi_position_play(&p[1], m, &g->undo[g->plies]);
            g->move[g->plies] = m;
        }
    }
}

/* ---- the parts -----------------------------------------------------------------------
 */

/* What is timed; returns how many times it was done. */
typedef unsigned part(const struct shogi_nnue *net, struct shogi_nnue_stack *s);

/* Both accumulators after a move that is no capture, all in the cache. */
static unsigned
update(const struct shogi_nnue *net, struct shogi_nnue_stack *s)
{
    static _Alignas(64) int16_t out[2][SHOGI_NNUE_HALF_MAX];
    size_t half = net->shape.half;

    (void)s;
    for (unsigned i = 0; i < REPEATS; i++)
        for (int side = 0; side < 2; side++) {
            const int16_t *row = net->weight + (i % 8 + (size_t)side * 9) * half;
            shogi_nnue_change(out[side], net->bias, row, row + 20 * half, half);
            sink += out[side][i];
        }
    return REPEATS;
}

static unsigned
update_capture(const struct shogi_nnue *net, struct shogi_nnue_stack *s)
{
    static _Alignas(64) int16_t out[2][SHOGI_NNUE_HALF_MAX];
    size_t half = net->shape.half;

    (void)s;
    for (unsigned i = 0; i < REPEATS; i++)
        for (int side = 0; side < 2; side++) {
            const int16_t *row = net->weight + (i % 8 + (size_t)side * 9) * half;
            const int16_t *const plus[2] = { row, row + 20 * half };
            const int16_t *const minus[2] = { row + 30 * half, row + 40 * half };
            shogi_nnue_change_twice(out[side], net->bias, plus, minus, half);
            sink += out[side][i];
        }
    return REPEATS;
}

static unsigned
forward(const struct shogi_nnue *net, struct shogi_nnue_stack *s)
{
    size_t half = net->shape.half;

    (void)s;
    for (unsigned i = 0; i < REPEATS; i++)
        sink += shogi_nnue_forward(net, net->weight + (i % 8) * half,
                                   net->weight + (8 + i % 8) * half);
    return REPEATS;
}

static unsigned
forward_plain(const struct shogi_nnue *net, struct shogi_nnue_stack *s)
{
    size_t half = net->shape.half;

    (void)s;
    for (unsigned i = 0; i < REPEATS; i++)
        sink += shogi_nnue_forward_plain(net, net->weight + (i % 8) * half,
                                         net->weight + (8 + i % 8) * half);
    return REPEATS;
}

/* Both accumulators of any position, from those of others with the same kings. */
static unsigned
refresh(const struct shogi_nnue *net, struct shogi_nnue_stack *s)
{
    unsigned n = 0;

    (void)net;
    for (int i = 0; i < GAMES; i++)
        for (unsigned ply = 0; ply < games[i].plies; ply += 3, n++)
            shogi_nnue_fill(s, &games[i].position[ply]);
    return n;
}

/* The same, when nothing but the kings stands where it was. */
static unsigned
refresh_all(const struct shogi_nnue *net, struct shogi_nnue_stack *s)
{
    const struct shogi_position even = position_of("startpos");
    const struct shogi_position bare = position_of("4k4/9/9/9/9/9/9/9/4K4 b - 1");

    (void)net;
    for (int i = 0; i < 16; i++)
        shogi_nnue_fill(s, i % 2 ? &even : &bare);
    return 16;
}

/* Whole games: a move, and the value of the position. */
static unsigned
step_and_evaluate(const struct shogi_nnue *net, struct shogi_nnue_stack *s)
{
    unsigned n = 0;

    (void)net;
    for (int i = 0; i < GAMES; i++) {
        const struct game *g = &games[i];
        shogi_nnue_fill(s, &g->position[0]);
        for (unsigned ply = 0; ply < g->plies; ply++, n++) {
            shogi_nnue_step(s, ply + 1, &g->position[ply + 1], g->move[ply],
                            &g->undo[ply]);
            sink += shogi_nnue_evaluate(s, ply + 1, &g->position[ply + 1]);
        }
    }
    return n;
}

static void
measure(const char *name, part *run, const struct shogi_nnue *net,
        struct shogi_nnue_stack *s)
{
    double best = 0;

    for (int i = 0; i < ROUNDS; i++) {
        double begin = now_ns();
        double each = 1.0 / run(net, s);
        each *= now_ns() - begin;
        if (i == 0 || each < best)
            best = each;
    }
    printf("%-44s %8.0f ns\n", name, best);
}

static void
measure_search(const struct shogi_nnue *net)
{
    struct shogi_engine *e = shogi_engine_new_nnue(16, net);
    struct shogi_question q = { .start = &games[0].position[0],
                                .limits = { .nodes = 300000 } };
    struct shogi_answer a;

    if (!e)
        return;
    double begin = now_ns();
    if (shogi_engine_analyze(e, &q, &a) == SHOGI_OK)
        printf("%-44s %8.0f nodes/s\n",
               net ? "search with the network" : "search without a network",
               (double)a.nodes * 1e9 / (now_ns() - begin));
    shogi_engine_free(e);
}

static int
measure_all(const struct nnue_plan *plan)
{
    struct nnue_file file = nnue_file_make(plan);
    char error[400] = "out of memory";
    struct shogi_nnue *net = NULL;
    struct shogi_nnue_stack *s = NULL;

    double begin = now_ns();
    if (file.bytes)
        net = shogi_nnue_new(file.bytes, file.len, 0, error, sizeof error);
    double reading = now_ns() - begin;
    free(file.bytes);
    if (net)
        s = shogi_nnue_stack_new(net, PLIES);
    if (!s) {
        fprintf(stderr, "nnue: %s\n", error);
        return 2;
    }
    printf("%s\n%-44s %8.0f ms\n", shogi_nnue_name(net), "reading", reading / 1e6);
    measure("update after a quiet move, both sides", update, net, s);
    measure("update after a capture, both sides", update_capture, net, s);
    measure("refresh, both sides", refresh, net, s);
    measure("refresh, all pieces other ones", refresh_all, net, s);
    measure("forward", forward, net, s);
    measure("forward, for any processor", forward_plain, net, s);
    measure("all of it, a move of a game", step_and_evaluate, net, s);
    measure_search(net);
    shogi_nnue_stack_free(s);
    shogi_nnue_free(net);
    return 0;
}

int
main(int argc, char **argv)
{
    struct nnue_plan plan = {
        .kp = true, .half = 256, .first = 32, .second = 32, .seed = 1
    };
    int status;

    make_games();
    if (argc == 5) {
        plan.kp = strcmp(argv[1], "kp") == 0;
        plan.half = (unsigned)atoi(argv[2]);
        plan.first = (unsigned)atoi(argv[3]);
        plan.second = (unsigned)atoi(argv[4]);
        return measure_all(&plan);
    }
    status = measure_all(&plan);
    plan.kp = false;
    if (status == 0)
        status = measure_all(&plan);
    measure_search(NULL);
    return status;
}
