/* SPDX-License-Identifier: MIT */
/* engine.c - how fast the built-in engine searches, and the signature of its search.
 *
 *     engine [NODES]
 *     engine positions
 *
 * Nodes a second of processor time, so that other work on the machine counts little; each
 * position is searched with NODES nodes and an empty table.  Then all positions to a
 * fixed depth: how many nodes that took changes only with what the engine does.  Or only
 * the names and SFENs of the positions, for measuring another engine. */
#include "positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <shogi/engine.h>

static const struct {
    const char *name, *sfen;
} timed[] = {
    { "start position",
      "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1" },
    { "opening", "lns1ggsnl/1r2k2b1/p1p2p1pp/1p1pp1p2/9/2PPP2P1/PPB2PP1P/4K1GR1/"
                 "LNSG2SNL b - 19" },
    { "middle game", "+Bnr1g2nl/2gsk1s2/2pp1p1p1/p3p1p1p/1p1P5/P1P1P4/LPNS1PPPP/1+r3G1SL/"
                     "1G2K2N1 b Lb 39" },
    { "end game", "6gSl/3sk4/+BNpp1pn2/p1g1plpLp/1p1P5/P1P1P4/+rPNS1PPPP/2G4SL/5GKN1 b "
                  "RPb 91" },
};

static struct shogi_answer
think(struct shogi_engine *e, const char *sfen, struct shogi_limits limits)
{
    struct shogi_position p;
    struct shogi_question q = { .start = &p, .limits = limits };
    struct shogi_answer a;
    size_t used;

    if (shogi_position_from_sfen(&p, sfen, strlen(sfen), &used) != SHOGI_SFEN_OK
        || shogi_engine_analyze(e, &q, &a) != SHOGI_OK) {
        fprintf(stderr, "engine: cannot search %s\n", sfen);
        exit(2);
    }
    return a;
}

int
main(int argc, char **argv)
{
    uint64_t nodes = argc > 1 ? strtoull(argv[1], NULL, 10) : 2000000, signature = 0;
    struct shogi_engine *e;

    if (argc > 1 && strcmp(argv[1], "positions") == 0) {
        for (size_t i = 0; i < sizeof timed / sizeof *timed; i++)
            printf("%s\t%s\n", timed[i].name, timed[i].sfen);
        return 0;
    }
    e = shogi_engine_new(64);
    if (!e)
        return 2;
    for (size_t i = 0; i < sizeof timed / sizeof *timed; i++) {
        shogi_engine_forget(e);
        clock_t begin = clock();
        struct shogi_answer a =
            think(e, timed[i].sfen, (struct shogi_limits){ .nodes = nodes });
        double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
        printf("%-16s %9.0f nodes/s, depth %u\n", timed[i].name,
               (double)a.nodes / (seconds > 0 ? seconds : 1e-6), a.lines[0].depth);
    }
    for (size_t i = 0; i < BENCH_POSITIONS; i++) {
        shogi_engine_forget(e);
        signature +=
            think(e, bench_positions[i], (struct shogi_limits){ .depth = BENCH_DEPTH })
                .nodes;
    }
    printf("signature        %9llu nodes to depth %d in %d positions\n",
           (unsigned long long)signature, BENCH_DEPTH, BENCH_POSITIONS);
    shogi_engine_free(e);
    return 0;
}
