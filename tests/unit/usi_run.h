/* SPDX-License-Identifier: MIT */
/* usi_run.h - engines for tests: where they are, questions for them, what is left behind.
 */
#ifndef SHOGI_TESTS_USI_RUN_H
#define SHOGI_TESTS_USI_RUN_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <shogi/engine.h>
#include <shogi/foul.h>

#include "base/clock.h"

/* Sanitizers make everything slower, deadlines too. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define USI_SLOW 4
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define USI_SLOW 4
#endif
#endif
#ifndef USI_SLOW
#define USI_SLOW 1
#endif

enum { USI_QUESTIONS = 5 };

/* The game that is asked about: USI_QUESTIONS positions behind 0, 1, ... moves. */
struct usi_game {
    struct shogi_position start;
    shogi_move moves[USI_QUESTIONS];
    struct shogi_position at[USI_QUESTIONS];
};

static inline void
usi_game_set(struct usi_game *g)
{
    static const char *const texts[] = { "7g7f", "3c3d", "2g2f", "8c8d" };
    struct shogi_undo undo;

    shogi_position_set_start(&g->start);
    g->at[0] = g->start;
    for (int i = 1; i < USI_QUESTIONS; i++) {
        g->moves[i - 1] = shogi_move_from_usi(texts[i - 1], 4);
        g->at[i] = g->at[i - 1];
        shogi_position_play(&g->at[i], g->moves[i - 1], &undo);
    }
}

static inline enum shogi_status
usi_ask(struct shogi_engine *e, const struct usi_game *g, size_t ply,
        struct shogi_limits limits, struct shogi_answer *a)
{
    struct shogi_question q = {
        .start = &g->start, .moves = g->moves, .move_count = ply, .limits = limits
    };

    return shogi_engine_analyze(e, &q, a);
}

/* "TOP/tests/fake-usi MODE SEED", in quotes. */
static inline const char *
usi_fake_command(const char *mode, unsigned seed, char *out, size_t size)
{
    const char *bin = getenv("BIN");

    snprintf(out, size, "'%s/tests/fake-usi' %s %u", bin ? bin : ".", mode, seed);
    return out;
}

/* Processes that have TAG in their environment: how many. */
static inline int
usi_count_left(const char *tag)
{
    DIR *proc = opendir("/proc");
    struct dirent *entry;
    int count = 0;

    while (proc && (entry = readdir(proc))) {
        static char text[1 << 16];
        char path[300];
        FILE *f;
        size_t len;

        if (entry->d_name[0] < '0' || entry->d_name[0] > '9')
            continue;
        snprintf(path, sizeof path, "/proc/%s/environ", entry->d_name);
        f = fopen(path, "r");
        len = f ? fread(text, 1, sizeof text - 1, f) : 0;
        if (f)
            fclose(f);
        text[len] = '\0';
        for (size_t i = 0; i < len; i += strlen(text + i) + 1)
            if (strcmp(text + i, tag) == 0)
                count++;
    }
    if (proc)
        closedir(proc);
    return count;
}

/* What is killed needs a moment to be gone. */
static inline int
usi_await_none_left(const char *tag)
{
    int count = usi_count_left(tag);

    for (int i = 0; count > 0 && i < 20; i++) {
        poll(NULL, 0, 50);
        count = usi_count_left(tag);
    }
    return count;
}

/* Is there a child of ours, dead or alive? */
static inline bool
usi_has_child(void)
{
    return waitpid(-1, NULL, WNOHANG) != -1 || errno != ECHILD;
}

static inline int
usi_count_descriptors(void)
{
    int count = 0;

    for (int fd = 0; fd < 256; fd++)
        count += fcntl(fd, F_GETFD) != -1;
    return count;
}

#endif
