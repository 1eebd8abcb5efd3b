/* SPDX-License-Identifier: MIT */
/* spawn.c - starts a program with pipes to its three streams.
 *
 * posix_spawn and not fork: it needs no care about what other threads hold, and says
 * itself when there is no such program.  A parent-death signal is not asked for: it
 * would come when the thread that started the program ends. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* pipe2, posix_spawn_file_actions_addchdir_np */
#endif
#include "engine/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <unistd.h>

extern char **environ;

/* Our end and the program's end of a pipe. */
struct ends {
    int ours, theirs;
};

static void
close_pair(int a, int b)
{
    if (a >= 0)
        close(a);
    if (b >= 0)
        close(b);
}

static int
open_pipe(int ends[2])
{
#ifdef HAVE_PIPE2
    /* In one step: a thread that starts another program must not hand our ends on. */
    return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
#else
    if (pipe(ends) != 0)
        return errno;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
#endif
}

int
shogi_spawn_pipe(int ends[2])
{
    int error = open_pipe(ends);

    for (int i = 0; i < 2 && error == 0; i++) {
        int low = ends[i];

        if (low > 2)
            continue;
        ends[i] = fcntl(low, F_DUPFD_CLOEXEC, 3);
        if (ends[i] < 0) {
            error = errno;
            ends[i] = low;
            close_pair(ends[0], ends[1]);
        } else {
            close(low);
        }
    }
    return error;
}

static void
close_ends(struct ends *e)
{
    close_pair(e->ours, e->theirs);
}

/* The program reads from stream 0 and writes to 1 and 2. */
static int
open_streams(struct ends streams[3])
{
    int error = 0;

    for (int i = 0; i < 3; i++)
        streams[i] = (struct ends){ -1, -1 };
    for (int i = 0; i < 3 && error == 0; i++) {
        int ends[2];

        error = shogi_spawn_pipe(ends);
        if (error == 0) {
            streams[i].ours = ends[i == 0];
            streams[i].theirs = ends[i != 0];
            fcntl(streams[i].ours, F_SETFL, O_NONBLOCK);
        }
    }
    return error;
}

static int
add_actions(posix_spawn_file_actions_t *actions, const struct ends streams[3],
            const char *folder)
{
    int error = 0;

    for (int i = 0; i < 3 && error == 0; i++)
        error = posix_spawn_file_actions_adddup2(actions, streams[i].theirs, i);
    if (!folder || error)
        return error;
#if defined(HAVE_POSIX_SPAWN_FILE_ACTIONS_ADDCHDIR)
    return posix_spawn_file_actions_addchdir(actions, folder);
#elif defined(HAVE_POSIX_SPAWN_FILE_ACTIONS_ADDCHDIR_NP)
    return posix_spawn_file_actions_addchdir_np(actions, folder);
#else
    return ENOSYS;
#endif
}

static int
set_attributes(posix_spawnattr_t *attributes)
{
    static const int restored[] = { SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD };
    sigset_t none, defaults;
    int error;

    sigemptyset(&none);
    sigemptyset(&defaults);
    for (size_t i = 0; i < sizeof restored / sizeof *restored; i++)
        sigaddset(&defaults, restored[i]);
    error = posix_spawnattr_setsigmask(attributes, &none);
    if (!error)
        error = posix_spawnattr_setsigdefault(attributes, &defaults);
    if (!error)
        error = posix_spawnattr_setpgroup(attributes, 0);
    if (!error)
        error = posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK
                                                         | POSIX_SPAWN_SETSIGDEF
                                                         | POSIX_SPAWN_SETPGROUP);
    return error;
}

static int
run(const char *path, char *const *words, const char *folder,
    const struct ends streams[3], pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);

    if (error)
        return error;
    error = posix_spawnattr_init(&attributes);
    if (!error) {
        error = add_actions(&actions, streams, folder);
        if (!error)
            error = set_attributes(&attributes);
        if (!error)
            error = posix_spawn(pid, path, &actions, &attributes, words, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int
shogi_spawn(const char *path, char *const *words, const char *folder,
            struct shogi_spawned *out)
{
    struct ends streams[3];
    int error = open_streams(streams);

    if (!error)
        error = run(path, words, folder, streams, &out->pid);
    for (int i = 0; i < 3; i++) {
        if (error)
            close_ends(&streams[i]);
        else
            close(streams[i].theirs);
    }
    if (error)
        return error;
    out->in = streams[0].ours;
    out->out = streams[1].ours;
    out->err = streams[2].ours;
    return 0;
}
