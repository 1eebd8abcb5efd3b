/* SPDX-License-Identifier: MIT */
/* spawn.h - starts a program with pipes to its three streams. */
#ifndef SHOGI_ENGINE_SPAWN_H
#define SHOGI_ENGINE_SPAWN_H

#include <sys/types.h>

struct shogi_spawned {
    pid_t pid;        /* leads a process group of its own */
    int in, out, err; /* our ends of its standard streams: non-blocking, closed on exec */
};

/* A pipe whose ends are closed on exec and above 2, so that no standard stream is hit.
 * 0, or an errno. */
int shogi_spawn_pipe(int ends[2]);

/* Run PATH with WORDS (NULL behind the last) in FOLDER; NULL: where we are.  No signal
 * is blocked there, and those that a parent may ignore have their default again.
 * 0, or the errno of what failed. */
int shogi_spawn(const char *path, char *const *words, const char *folder,
                struct shogi_spawned *out);

#endif
