/* SPDX-License-Identifier: MIT */
/* verdict.h - rates of winning, and from which loss on a move is called bad. */
#ifndef SHOGI_TOOL_VERDICT_H
#define SHOGI_TOOL_VERDICT_H

#include <stdbool.h>
#include <stdint.h>

#include <shogi/diag.h>

/* A rate of winning, or the loss of it, is in millionths. */
enum { RATE_ONE = 1000000, RATE_UNKNOWN = -1 };

/* How bad a move was, by the loss of the mover's rate of winning. */
enum verdict {
    VERDICT_NONE,    /* no loss to speak of, or not known */
    VERDICT_INEXACT, /* kanshu */
    VERDICT_DUBIOUS, /* gimonte */
    VERDICT_MISTAKE, /* akushu */
    VERDICT_BLUNDER, /* dai-akushu */
    VERDICT_COUNT
};

/* What makes a number a verdict. */
struct verdict_scale {
    int32_t loss[VERDICT_COUNT]; /* at least, millionths; rising; [VERDICT_NONE] is 0 */
    int32_t coefficient;         /* rate = 1 / (1 + exp(-cp / coefficient)); 1..100,000 */
    uint32_t skip_plies;         /* opening moves that the second match rate leaves out */
};

/* Coefficient 600; 5, 10, 20 and 50 % as ShogiHome has them; 0 plies. */
void verdict_scale_init(struct verdict_scale *scale);

/* Read "5,10,20,50": four percentages that rise, at most 100, with at most four
 * decimals.  False: it is nothing like that, SCALE is untouched. */
bool verdict_scale_read(struct verdict_scale *scale, const char *text);

/* "inexact", "dubious", "mistake", "blunder", and in Japanese the words that players
 * use; "" for VERDICT_NONE.  The English ones are also those of JSON and CSV. */
const char *verdict_name(enum verdict verdict, enum shogi_language language);

/* The rate of winning, 0..1,000,000, of who is ahead by CP centipawns. */
int32_t rate_of_cp(int32_t cp, int32_t coefficient);

/* What a loss of RATE is called. */
enum verdict verdict_of_loss(const struct verdict_scale *scale, int32_t loss);

#endif
