/* SPDX-License-Identifier: MIT */
/* blunders.c - how far the marks of the built-in engine can be trusted.
 *
 *     blunders [-n NODES] [-l NODES] [-e COMMAND] [-C COEFFICIENT] [-c CACHE]
 *              [-M NODES] [-r MOVES] [-s STEP] [-k STEP] [-m MOVES] [-t SECONDS] FILE...
 *
 * Of the runs of -r (8) moves in the games of FILE, every STEP-th (-s, 7) is judged as
 * shogi-analyze does it, with -n (100000) nodes of the built-in engine for each position
 * and -M (20000) nodes of the mate solver.
 * The same moves are then judged by a stronger engine (-e, fairy-stockfish) with -l
 * nodes (a hundred times as many): always those that the built-in engine called
 * mistakes, blunders or dubious, and every STEP-th of the runs (-k, 8), whose other moves
 * stand for all others.  It ends after -m (300) such moves, or -t seconds.  Moves that
 * follow each other share a position, which makes runs cheaper than single moves.
 *
 * Precision: of the marks, those that the stronger engine makes, too.  Recall: of the
 * stronger engine's marks, those that the built-in one made.  Answers of the stronger
 * engine are kept in -c, so that a second run need not wait for them.
 *
 * Centipawns are no common unit: a rate of winning is made of those of the stronger
 * engine with -C.  The default is Fairy-Stockfish's: where the results of games say 680
 * for the built-in engine, they say 1100 for it, so 970 goes with our 600. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <shogi/format.h>
#include <shogi/foul.h>

#include "game/cursor.h"
#include "game/game.h"
#include "tool/answer_cache.h"
#include "tool/assessment.h"
#include "tool/message.h"

/* Moves by what the built-in engine calls them, which decides how many are labelled. */
enum stratum { MARKED, DOUBTED, OTHER, STRATUM_COUNT };

struct counts {
    unsigned games;
    struct {
        unsigned moves, labelled;
        unsigned marks;  /* of the labelled ones: those that the stronger engine marks */
        unsigned doubts; /* those that it calls dubious */
    } of[STRATUM_COUNT];
};

struct bench {
    struct shogi_engine *engine, *judge;
    struct shogi_mate_solver *solver;
    uint64_t nodes, judge_nodes, mate_nodes;
    struct answer_cache *cache;
    unsigned run, step, other_step, most;
    time_t end;
    struct verdict_scale scale, judge_scale;
    struct assessed_game mine, theirs;
    struct shogi_buf moves, key;
    struct shogi_answer answer;
    struct shogi_mate mate;
    struct counts counts;
    unsigned turn; /* which move it is */
};

static void
fail(const char *what)
{
    fprintf(stderr, "blunders: %s\n", what);
    exit(2);
}

/* ---- asking -------------------------------------------------------------------------
 */

/* Tell OUT what E says of the position of C, with nothing in mind of earlier ones. */
static void
ask(struct bench *b, struct shogi_engine *e, const struct shogi_cursor *c,
    struct assessed_game *out)
{
    bool is_judge = e == b->judge;
    struct shogi_question q = {
        .start = &c->game->start,
        .moves = (const shogi_move *)(const void *)b->moves.data,
        .move_count = c->ply,
        .limits = { .nodes = is_judge ? b->judge_nodes : b->nodes },
    };

    if (out->positions[c->ply].is_analysed || out->positions[c->ply].is_mated)
        return;
    shogi_buf_reset(&b->key);
    answer_cache_put_key(&b->key, shogi_engine_name(e), "", &q, &c->position);
    if (!is_judge || !b->cache
        || !answer_cache_get(b->cache, &b->key, &c->position, &b->answer)) {
        shogi_engine_forget(e);
        if (shogi_engine_analyze(e, &q, &b->answer) != SHOGI_OK)
            fail(shogi_engine_error(e));
        if (is_judge && b->cache)
            answer_cache_add(b->cache, &b->key, &b->answer);
    }
    if (!assess_answer(out, c->ply, &b->answer, NULL))
        fail("out of memory");
    if (is_judge || b->mate_nodes == 0)
        return;
    shogi_mate_solve(b->solver, &c->position,
                     &(struct shogi_mate_limits){ b->mate_nodes, .shortest = true },
                     &b->mate);
    if (!assess_mate(out, c->ply, &b->mate))
        fail("out of memory");
}

/* Both positions of the next move of C. */
static void
ask_twice(struct bench *b, struct shogi_engine *e, struct shogi_cursor *c,
          struct assessed_game *out)
{
    ask(b, e, c, out);
    shogi_cursor_forward(c);
    ask(b, e, c, out);
    shogi_cursor_back(c);
}

/* ---- judging ------------------------------------------------------------------------
 */

static bool
is_done(const struct bench *b)
{
    unsigned labelled = 0;

    for (int i = 0; i < STRATUM_COUNT; i++)
        labelled += b->counts.of[i].labelled;
    return labelled >= b->most || (b->end && time(NULL) >= b->end);
}

static enum stratum
stratum_of(const struct assessed_move *m)
{
    return m->verdict >= VERDICT_MISTAKE   ? MARKED
           : m->verdict == VERDICT_DUBIOUS ? DOUBTED
                                           : OTHER;
}

/* The next move of C, which the built-in engine has judged. */
static void
label(struct bench *b, struct shogi_cursor *c)
{
    enum stratum stratum = stratum_of(&b->mine.moves[c->ply]);
    const struct assessed_move *m = &b->theirs.moves[c->ply];

    b->counts.of[stratum].moves++;
    if (stratum == OTHER && b->turn / b->run / b->step % b->other_step != 0)
        return;
    ask_twice(b, b->judge, c, &b->theirs);
    if (!assess_finish(&b->theirs, &b->judge_scale))
        fail("out of memory");
    if (!m->is_known)
        return;
    b->counts.of[stratum].labelled++;
    b->counts.of[stratum].marks += stratum_of(m) == MARKED;
    b->counts.of[stratum].doubts += stratum_of(m) == DOUBTED;
    fprintf(stderr, "%s move %u: %.1f %%, %s %.1f %%\n", shogi_game_source(c->game)->path,
            (unsigned)m->ply, b->mine.moves[c->ply].loss / 1e4,
            shogi_engine_name(b->judge), m->loss / 1e4);
}

static void
look_at_game(struct bench *b, struct shogi_game *g)
{
    struct shogi_cursor c;
    const struct shogi_node *n;

    if (shogi_position_problems(&g->start) || !assess_begin(&b->mine, g)
        || !assess_begin(&b->theirs, g))
        return;
    b->counts.games++;
    shogi_buf_reset(&b->moves);
    for (n = g->root->child; n && n->end == SHOGI_END_NONE; n = n->child)
        shogi_buf_add(&b->moves, &n->move, sizeof n->move);
    shogi_cursor_init(&c, g);
    while ((n = c.node->child) && n->end == SHOGI_END_NONE && !is_done(b)
           && shogi_move_fouls(&c.position, n->move) == 0) {
        if (b->turn / b->run % b->step == 0) {
            ask_twice(b, b->engine, &c, &b->mine);
            if (!assess_finish(&b->mine, &b->scale))
                fail("out of memory");
            if (b->mine.moves[c.ply].is_known)
                label(b, &c);
        }
        b->turn++;
        if (!shogi_cursor_forward(&c))
            break;
    }
    shogi_cursor_release(&c);
}

static void
look_at_file(struct bench *b, const char *path)
{
    FILE *in = fopen(path, "rb");
    struct shogi_reader *r = in ? shogi_reader_new(in, path, NULL) : NULL;
    struct shogi_game *g = shogi_game_new();
    enum shogi_status status;

    if (!r || !g) {
        fprintf(stderr, "blunders: %s cannot be read\n", path);
    } else {
        while (!is_done(b)
               && ((status = shogi_reader_next(r, g)) == SHOGI_OK || status == SHOGI_BAD))
            if (status == SHOGI_OK)
                look_at_game(b, g);
    }
    shogi_game_free(g);
    shogi_reader_free(r);
    if (in)
        fclose(in);
}

/* ---- telling ------------------------------------------------------------------------
 */

/* Wilson's interval of 95 % for HITS of N. */
static void
interval(double hits, double n, double *low, double *high)
{
    const double z = 1.96;
    double share = hits / n, middle = (share + z * z / (2 * n)) / (1 + z * z / n);
    double half =
        z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n));

    *low = middle - half;
    *high = middle + half;
}

static void
print_share(const char *name, double share, double low, double high)
{
    printf("%s %.0f %% (95 %%: %.0f to %.0f %%)\n", name, 100 * share, 100 * low,
           100 * high);
}

/* Each labelled move stands for as many of its kind as there are to one of them.  The
 * interval of recall is that of how many marks are missed, in the two kinds together. */
static void
print_recall(const struct bench *b, double found)
{
    double missed = 0, less = 0, more = 0, low, high;

    for (int i = DOUBTED; i < STRATUM_COUNT; i++) {
        double moves = b->counts.of[i].moves, n = b->counts.of[i].labelled;
        double share = n > 0 ? b->counts.of[i].marks / n : 0;
        if (n == 0)
            continue;
        interval(b->counts.of[i].marks, n, &low, &high);
        missed += moves * share;
        less += pow(moves * (share - low), 2);
        more += pow(moves * (high - share), 2);
    }
    low = missed - sqrt(less) > 0 ? missed - sqrt(less) : 0;
    print_share("recall", found / (found + missed), found / (found + missed + sqrt(more)),
                found / (found + low));
}

static void
print_result(const struct bench *b)
{
    static const char *const names[] = { "mistake or blunder", "dubious", "less" };
    const struct counts *n = &b->counts;
    double low, high;

    printf("%u games; marks of %s, %llu nodes; labels of %s, %llu nodes\n", n->games,
           shogi_engine_name(b->engine), (unsigned long long)b->nodes,
           shogi_engine_name(b->judge), (unsigned long long)b->judge_nodes);
    printf("%-20s %8s %9s %18s %8s\n", "called", "moves", "labelled", names[MARKED],
           names[DOUBTED]);
    for (int i = 0; i < STRATUM_COUNT; i++)
        printf("%-20s %8u %9u %18u %8u\n", names[i], n->of[i].moves, n->of[i].labelled,
               n->of[i].marks, n->of[i].doubts);
    if (n->of[MARKED].marks == 0)
        return;
    interval(n->of[MARKED].marks, n->of[MARKED].labelled, &low, &high);
    print_share("precision", (double)n->of[MARKED].marks / n->of[MARKED].labelled, low,
                high);
    print_recall(b, (double)n->of[MARKED].marks * n->of[MARKED].moves
                        / n->of[MARKED].labelled);
}

/* ---- starting -----------------------------------------------------------------------
 */

static void
open_engines(struct bench *b, const char *command)
{
    struct shogi_usi_options usi = { .command = command, .hash_mb = 64 };
    char error[256];

    b->engine = shogi_engine_new(16);
    b->judge = shogi_engine_open(&usi, error, sizeof error);
    b->solver = shogi_mate_solver_new(0);
    if (!b->engine || !b->solver)
        fail("out of memory");
    if (!b->judge)
        fail(error);
}

int
main(int argc, char **argv)
{
    struct bench *b = calloc(1, sizeof *b);
    const char *command = "fairy-stockfish", *cache = NULL;
    int option;

    if (!b)
        fail("out of memory");
    set_program_name(argv[0]);
    verdict_scale_init(&b->scale);
    verdict_scale_init(&b->judge_scale);
    b->judge_scale.coefficient = 970;
    b->nodes = 100000;
    b->mate_nodes = 20000;
    b->run = 8;
    b->step = 7;
    b->other_step = 8;
    b->most = 300;
    while ((option = getopt(argc, argv, "n:l:e:C:c:M:r:s:k:m:t:")) != -1) {
        switch (option) {
        case 'n':
            b->nodes = strtoull(optarg, NULL, 10);
            break;
        case 'l':
            b->judge_nodes = strtoull(optarg, NULL, 10);
            break;
        case 'e':
            command = optarg;
            break;
        case 'C':
            b->judge_scale.coefficient = atoi(optarg);
            break;
        case 'c':
            cache = optarg;
            break;
        case 'M':
            b->mate_nodes = strtoull(optarg, NULL, 10);
            break;
        case 'r':
            b->run = (unsigned)atoi(optarg);
            break;
        case 's':
            b->step = (unsigned)atoi(optarg);
            break;
        case 'k':
            b->other_step = (unsigned)atoi(optarg);
            break;
        case 'm':
            b->most = (unsigned)atoi(optarg);
            break;
        case 't':
            b->end = time(NULL) + atoi(optarg);
            break;
        default:
            return 2;
        }
    }
    if (b->judge_nodes == 0)
        b->judge_nodes = 100 * b->nodes;
    if (b->nodes == 0 || b->run == 0 || b->step == 0 || b->other_step == 0)
        fail("a number of 0 makes no sense");
    if (b->judge_scale.coefficient < 1 || b->judge_scale.coefficient > 100000)
        fail("a coefficient is 1 to 100000");
    open_engines(b, command);
    if (cache && !(b->cache = answer_cache_open(cache)))
        return 2;
    for (; optind < argc && !is_done(b); optind++)
        look_at_file(b, argv[optind]);
    print_result(b);
    answer_cache_close(b->cache);
    shogi_engine_free(b->engine);
    shogi_mate_solver_free(b->solver);
    shogi_engine_free(b->judge);
    assess_release(&b->mine);
    assess_release(&b->theirs);
    shogi_buf_release(&b->moves);
    shogi_buf_release(&b->key);
    free(b);
    return 0;
}
