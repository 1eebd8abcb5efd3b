/* SPDX-License-Identifier: MIT */
/* temporary.c - a file that appears under its name whole or not at all. */
#include "tool/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/message.h"

/* What ends a program in the middle of its work, as a user would. */
static const int ending_signals[] = { SIGINT, SIGTERM, SIGHUP };
enum { ENDING_COUNT = sizeof ending_signals / sizeof *ending_signals };

/* The drafts that a signal has to remove, the one that was opened last first.  The list
 * is changed on the main thread alone, and signals wait meanwhile. */
static struct temporary *volatile open_drafts;

/* Nothing here that a handler of signals may not do. */
void
temporary_remove_drafts(void)
{
    for (struct temporary *t = open_drafts; t; t = t->outer)
        unlinkat(t->folder, t->draft, 0);
}

static void
end_by(int signal_number)
{
    temporary_remove_drafts();
    raise(signal_number); /* the handler is gone (SA_RESETHAND): end as usual */
}

void
temporary_clean_on_signals(void)
{
    struct sigaction action = { .sa_handler = end_by, .sa_flags = (int)SA_RESETHAND };
    struct sigaction old;

    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < ENDING_COUNT; i++)
        if (sigaction(ending_signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(ending_signals[i], &action, NULL);
}

static void
block_ending_signals(sigset_t *before)
{
    sigset_t ending;

    sigemptyset(&ending);
    for (size_t i = 0; i < ENDING_COUNT; i++)
        sigaddset(&ending, ending_signals[i]);
    pthread_sigmask(SIG_BLOCK, &ending, before);
}

/* The path behind a symbolic link, when PATH is one that leads somewhere. */
static bool
set_path(struct temporary *t, const char *path)
{
    char real[PATH_MAX];
    struct stat st;

    if (t->folder == AT_FDCWD && lstat(path, &st) == 0 && S_ISLNK(st.st_mode)
        && realpath(path, real))
        path = real;
    if (strlen(path) >= sizeof t->path) {
        errno = ENAMETOOLONG;
        return false;
    }
    strcpy(t->path, path);
    return true;
}

/* "folder/.shogi-PID-N.tmp" */
static bool
set_draft(struct temporary *t, unsigned n)
{
    const char *slash = strrchr(t->path, '/');
    int folder_len = slash ? (int)(slash + 1 - t->path) : 0;
    int len = snprintf(t->draft, sizeof t->draft, "%.*s.shogi-%ld-%u.tmp", folder_len,
                       t->path, (long)getpid(), n);

    return len > 0 && (size_t)len < sizeof t->draft;
}

/* Make the file, under a name that nothing has.  A signal comes before it is
 * there or when its name is known, never between. */
static bool
make_draft(struct temporary *t)
{
    sigset_t before;
    int error;

    block_ending_signals(&before);
    errno = EEXIST;
    for (unsigned n = 0; t->fd < 0 && errno == EEXIST && n < 100; n++) {
        if (!set_draft(t, n)) {
            errno = ENAMETOOLONG;
            break;
        }
        t->fd = openat(t->folder, t->draft,
                       O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    }
    error = errno;
    if (t->fd >= 0) {
        t->outer = open_drafts;
        open_drafts = t;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return t->fd >= 0;
}

bool
temporary_open(struct temporary *t, int folder, const char *path)
{
    struct stat old;
    bool existed;

    t->folder = folder;
    t->fd = -1;
    if (!set_path(t, path)) {
        warn_errno(errno, "cannot make '%s'", path);
        return false;
    }
    existed = fstatat(folder, t->path, &old, 0) == 0;
    if (existed && !S_ISREG(old.st_mode)) {
        warn("cannot replace '%s': not a regular file", path);
        return false;
    }
    if (!make_draft(t)) {
        warn_errno(errno, "cannot make a file beside '%s'", path);
        return false;
    }
    /* A file keeps the rights that it had; failing that, it has the usual ones. */
    if (existed && fchmod(t->fd, old.st_mode & 0777) != 0)
        errno = 0;
    return true;
}

/* Give the draft its name, unless something has that name. */
static bool
publish_new(struct temporary *t)
{
    struct stat st;

    if (linkat(t->folder, t->draft, t->folder, t->path, 0) == 0)
        return unlinkat(t->folder, t->draft, 0) == 0;
    if (errno == EEXIST)
        return false;
    /* A file system without hard links. */
    if (fstatat(t->folder, t->path, &st, AT_SYMLINK_NOFOLLOW) == 0) {
        errno = EEXIST;
        return false;
    }
    return renameat(t->folder, t->draft, t->folder, t->path) == 0;
}

static void
close_draft(const struct temporary *t)
{
    sigset_t before;

    block_ending_signals(&before);
    open_drafts = t->outer;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

bool
temporary_keep(struct temporary *t, bool replace)
{
    /* Pipes and special file systems cannot be synchronised: EINVAL is fine. */
    bool good = fsync(t->fd) == 0 || errno == EINVAL || errno == ENOTSUP;

    if (close(t->fd) != 0)
        good = false;
    t->fd = -1;
    if (good)
        good = replace ? renameat(t->folder, t->draft, t->folder, t->path) == 0
                       : publish_new(t);
    if (!good) {
        warn_errno(errno, "cannot write '%s'", t->path);
        temporary_discard(t);
        return false;
    }
    close_draft(t);
    return true;
}

void
temporary_discard(struct temporary *t)
{
    if (t->fd >= 0)
        close(t->fd);
    t->fd = -1;
    unlinkat(t->folder, t->draft, 0);
    close_draft(t);
}
