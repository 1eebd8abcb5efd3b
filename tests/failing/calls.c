/* SPDX-License-Identifier: MIT */
/* calls.c - the doors of a program to the heap and to the system, each with a spring.
 * Linked before the library and the C library, whose functions they hide and call. */
#define _GNU_SOURCE /* RTLD_NEXT */
#undef _FORTIFY_SOURCE
#include "failing.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

struct failing failing = { .call = FAILING_NOTHING };

static void
end_here(void)
{
    raise(SIGKILL); /* kill() is refused in the sandbox */
    pause();
}

/* Is this call of kind CALL the one?  Sets errno when it has to fail. */
static bool
springs(enum failing_call call)
{
    unsigned long n;

    if (call != failing.call || !failing.count)
        return false;
    n = atomic_fetch_add(failing.count, 1) + 1;
    if (failing.at == 0 || n < failing.at
        || (n > failing.at && failing.how != FAILING_FROM))
        return false;
    if (failing.how == FAILING_KILL_BEFORE)
        end_here();
    errno = failing.error;
    return true;
}

/* Does a call that springs fail, or is something done to it? */
static bool
fails(enum failing_call call)
{
    return springs(call)
           && (failing.how == FAILING_ERROR || failing.how == FAILING_ONCE
               || failing.how == FAILING_FROM);
}

/* The function NAME behind the one here. */
static void *
behind(const char *name)
{
    void *function = dlsym(RTLD_NEXT, name);

    if (!function) {
        fprintf(stderr, "there is no %s\n", name);
        _exit(99);
    }
    return function;
}

/* After the call that had to be the last. */
static void
pass(bool sprang)
{
    if (sprang && failing.how == FAILING_KILL_AFTER)
        end_here();
}

/* Some calls take part whole or not at all: what springs, fails or ends the process. */
#define PASS_ON(call, name, type, ...)                                                   \
    do {                                                                                 \
        static type *real;                                                               \
        bool sprang = springs(call);                                                     \
        int result;                                                                      \
        if (sprang && failing.how == FAILING_ERROR)                                      \
            return -1;                                                                   \
        if (!real)                                                                       \
            *(void **)&real = behind(name);                                              \
        result = real(__VA_ARGS__);                                                      \
        pass(sprang);                                                                    \
        return result;                                                                   \
    } while (0)

/* ---- base/memory.h ------------------------------------------------------------------
 */

void *
shogi_memory_alloc(size_t size)
{
    return fails(FAILING_MEMORY) ? NULL : malloc(size);
}

void *
shogi_memory_resize(void *block, size_t size)
{
    return fails(FAILING_MEMORY) ? NULL : realloc(block, size);
}

void
shogi_memory_expect_jumps(void *block, size_t size)
{
    (void)block;
    (void)size;
}

void
shogi_memory_free(void *block)
{
    free(block);
}

/* ---- the system ---------------------------------------------------------------------
 */

ssize_t
read(int fd, void *buf, size_t size)
{
    typedef ssize_t read_type(int, void *, size_t);
    static read_type *real;
    bool sprang = springs(FAILING_READ);

    if (sprang && failing.how == FAILING_ERROR)
        return -1;
    if (sprang && failing.how == FAILING_SHORT && size > 1)
        size /= 2;
    if (!real)
        *(void **)&real = behind("read");
    return real(fd, buf, size);
}

ssize_t
write(int fd, const void *buf, size_t size)
{
    typedef ssize_t write_type(int, const void *, size_t);
    static write_type *real;
    bool sprang = springs(FAILING_WRITE);
    ssize_t n;

    if (sprang && failing.how == FAILING_ERROR)
        return -1;
    if (sprang && failing.how == FAILING_SHORT && size > 1)
        size /= 2;
    if (!real)
        *(void **)&real = behind("write");
    n = real(fd, buf, size);
    pass(sprang);
    return n;
}

int
open(const char *path, int flags, ...)
{
    typedef int open_type(const char *, int, ...);
    va_list args;
    mode_t mode = 0;

    if (flags & O_CREAT) {
        va_start(args, flags);
        mode = va_arg(args, mode_t);
        va_end(args);
    }
    PASS_ON(FAILING_OPEN, "open", open_type, path, flags, mode);
}

int
openat(int folder, const char *path, int flags, ...)
{
    typedef int openat_type(int, const char *, int, ...);
    va_list args;
    mode_t mode = 0;

    if (flags & O_CREAT) {
        va_start(args, flags);
        mode = va_arg(args, mode_t);
        va_end(args);
    }
    PASS_ON(FAILING_OPEN, "openat", openat_type, folder, path, flags, mode);
}

int
fstat(int fd, struct stat *st)
{
    typedef int fstat_type(int, struct stat *);

    PASS_ON(FAILING_STAT, "fstat", fstat_type, fd, st);
}

int
fsync(int fd)
{
    typedef int fsync_type(int);

    PASS_ON(FAILING_SYNC, "fsync", fsync_type, fd);
}

/* What was closed is closed, also when the system says that it went wrong. */
int
close(int fd)
{
    typedef int close_type(int);
    static close_type *real;
    bool sprang = springs(FAILING_CLOSE);
    int result;

    if (!real)
        *(void **)&real = behind("close");
    result = real(fd);
    pass(sprang);
    if (sprang) {
        errno = failing.error;
        return -1;
    }
    return result;
}

int
renameat(int from_folder, const char *from, int to_folder, const char *to)
{
    typedef int renameat_type(int, const char *, int, const char *);

    PASS_ON(FAILING_RENAME, "renameat", renameat_type, from_folder, from, to_folder, to);
}

int
linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
    typedef int linkat_type(int, const char *, int, const char *, int);

    PASS_ON(FAILING_LINK, "linkat", linkat_type, from_folder, from, to_folder, to, flags);
}

int
unlinkat(int folder, const char *path, int flags)
{
    typedef int unlinkat_type(int, const char *, int);

    PASS_ON(FAILING_UNLINK, "unlinkat", unlinkat_type, folder, path, flags);
}
