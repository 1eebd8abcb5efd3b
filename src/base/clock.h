/* SPDX-License-Identifier: MIT */
/* clock.h - time that never jumps, for deadlines. */
#ifndef SHOGI_BASE_CLOCK_H
#define SHOGI_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Milliseconds since some moment in the past. */
static inline int64_t
shogi_clock_ms(void)
{
    struct timespec t = { 0 };

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

#endif
