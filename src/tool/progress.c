/* SPDX-License-Identifier: MIT */
/* progress.c - a line on a terminal for work that lasts. */
#include "tool/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_MS = 2000, AGAIN_MS = 500 };

static struct progress {
    bool allowed, shown;
    int64_t started_ms, next_ms;
} progress;

static int64_t
now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void
progress_start(bool allowed)
{
    progress = (struct progress){ .allowed = allowed && isatty(STDERR_FILENO) };
    if (!progress.allowed)
        return;
    progress.started_ms = now_ms();
    progress.next_ms = progress.started_ms + FIRST_MS;
}

void
progress_show(uint64_t games, uint64_t bytes)
{
    int64_t now;

    if (!progress.allowed || (now = now_ms()) < progress.next_ms)
        return;
    fprintf(stderr, "\r\033[K%llu games, %llu MB, %llu s", (unsigned long long)games,
            (unsigned long long)(bytes / 1000000),
            (unsigned long long)((now - progress.started_ms) / 1000));
    fflush(stderr);
    progress.shown = true;
    progress.next_ms = now + AGAIN_MS;
}

void
progress_clear(void)
{
    if (!progress.shown)
        return;
    fputs("\r\033[K", stderr);
    progress.shown = false;
}
