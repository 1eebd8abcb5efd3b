/* SPDX-License-Identifier: MIT */
/* progress.c - a line on a terminal for work that lasts. */
#include "tool/progress.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_MS = 2000, AGAIN_MS = 500 };

static struct progress {
    bool allowed, shown;
    int64_t started_ms, next_ms;
    pthread_t main_thread;
    uint64_t input, read;         /* bytes; 0: not known */
    atomic_ullong expected, done; /* positions */
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
    progress.allowed = allowed && isatty(STDERR_FILENO);
    progress.main_thread = pthread_self();
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

/* ---- positions ----------------------------------------------------------------------
 */

void
progress_input(uint64_t bytes)
{
    progress.input = bytes;
}

void
progress_read(uint64_t bytes)
{
    progress.read = bytes;
}

void
progress_expect(uint64_t positions)
{
    atomic_fetch_add(&progress.expected, positions);
}

void
progress_step(void)
{
    atomic_fetch_add(&progress.done, 1);
    if (progress.allowed && pthread_equal(pthread_self(), progress.main_thread))
        progress_tick();
}

/* How many positions there will be: those of the games that were read, and as many for
 * each byte of the rest. */
static double
all_positions(uint64_t expected)
{
    if (progress.input <= progress.read || progress.read == 0)
        return (double)expected;
    return (double)expected * ((double)progress.input / (double)progress.read);
}

void
progress_tick(void)
{
    uint64_t done = atomic_load(&progress.done);
    uint64_t expected = atomic_load(&progress.expected);
    int64_t now;
    double all, elapsed;

    if (!progress.allowed || done == 0 || (now = now_ms()) < progress.next_ms)
        return;
    all = all_positions(expected);
    elapsed = (double)(now - progress.started_ms) / 1000;
    fprintf(stderr, "\r\033[K%llu of %s%.0f positions, %.0f s, about %.0f s left",
            (unsigned long long)done, progress.input ? "" : "at least ", all, elapsed,
            all > (double)done ? elapsed * (all / (double)done - 1) : 0.0);
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
