/* SPDX-License-Identifier: MIT */
/* verdict.c - rates of winning, and from which loss on a move is called bad. */
#include "tool/verdict.h"

#include <stddef.h>
#include <string.h>

/* ---- scale --------------------------------------------------------------------------
 */

void
verdict_scale_init(struct verdict_scale *scale)
{
    *scale = (struct verdict_scale){ .loss = { 0, 50000, 100000, 200000, 500000 },
                                     .coefficient = 600 };
}

/* "12.5" as millionths of the whole; NULL, or what stands behind it. */
static const char *
read_percentage(const char *s, int32_t *rate)
{
    int32_t n = 0, unit = RATE_ONE / 100;

    if (*s < '0' || *s > '9')
        return NULL;
    for (; *s >= '0' && *s <= '9'; s++) {
        n = n * 10 + (*s - '0') * unit;
        if (n > RATE_ONE)
            return NULL;
    }
    if (*s == '.') {
        if (s[1] < '0' || s[1] > '9')
            return NULL;
        for (s++; *s >= '0' && *s <= '9'; s++) {
            unit /= 10;
            if (unit == 0)
                return NULL;
            n += (*s - '0') * unit;
        }
    }
    *rate = n;
    return n <= RATE_ONE ? s : NULL;
}

bool
verdict_scale_read(struct verdict_scale *scale, const char *text)
{
    int32_t loss[VERDICT_COUNT] = { 0 };

    for (int i = VERDICT_INEXACT; i < VERDICT_COUNT; i++) {
        if (i > VERDICT_INEXACT && *text++ != ',')
            return false;
        text = read_percentage(text, &loss[i]);
        if (!text || loss[i] <= loss[i - 1])
            return false;
    }
    if (*text)
        return false;
    memcpy(scale->loss, loss, sizeof loss);
    return true;
}

const char *
verdict_name(enum verdict verdict, enum shogi_language language)
{
    static const char *const names[VERDICT_COUNT][2] = {
        [VERDICT_NONE] = { "", "" },
        [VERDICT_INEXACT] = { "inexact", "緩手" },
        [VERDICT_DUBIOUS] = { "dubious", "疑問手" },
        [VERDICT_MISTAKE] = { "mistake", "悪手" },
        [VERDICT_BLUNDER] = { "blunder", "大悪手" },
    };

    return names[verdict][language == SHOGI_JAPANESE];
}

/* ---- rates --------------------------------------------------------------------------
 */

/* A product of numbers with 32 binary places. */
static uint64_t
multiply(uint64_t a, uint64_t b)
{
    return (a * b) >> 32;
}

/* exp(-X); X and the result have 32 binary places.  X is below 32. */
static uint64_t
exp_minus(uint64_t x)
{
    const uint64_t one = (uint64_t)1 << 32, one_by_e = 1580030169;
    uint64_t term = one, plus = one, minus = 0;

    /* The fraction by the power series, the whole part by division. */
    for (unsigned k = 1; k <= 16; k++) {
        term = multiply(term, x & (one - 1)) / k;
        if (k % 2)
            minus += term;
        else
            plus += term;
    }
    plus -= minus;
    for (uint64_t n = x >> 32; n > 0; n--)
        plus = multiply(plus, one_by_e);
    return plus;
}

int32_t
rate_of_cp(int32_t cp, int32_t coefficient)
{
    const uint64_t one = (uint64_t)1 << 32;
    uint64_t distance = (uint64_t)(cp < 0 ? -(int64_t)cp : cp);
    uint64_t x = (distance << 32) / (uint64_t)coefficient;
    uint64_t odds = x < 32 * one ? exp_minus(x) : 0;
    int32_t rate = (int32_t)((RATE_ONE * one + (one + odds) / 2) / (one + odds));

    return cp < 0 ? RATE_ONE - rate : rate;
}

enum verdict
verdict_of_loss(const struct verdict_scale *scale, int32_t loss)
{
    enum verdict verdict = VERDICT_BLUNDER;

    while (verdict > VERDICT_NONE && loss < scale->loss[verdict])
        verdict--;
    return verdict;
}
