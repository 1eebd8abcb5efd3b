/* SPDX-License-Identifier: MIT */
/* sweep.c - runs the program again and again, and looks at what each run left. */
#define _GNU_SOURCE
#include "failing.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { EVERY_ONE = 100, PATIENCE_S = 120, FAULTS_SHOWN = 10 };

static const char *const call_names[] = {
    [FAILING_MEMORY] = "memory", [FAILING_READ] = "read",     [FAILING_WRITE] = "write",
    [FAILING_OPEN] = "open",     [FAILING_STAT] = "stat",     [FAILING_SYNC] = "sync",
    [FAILING_CLOSE] = "close",   [FAILING_RENAME] = "rename", [FAILING_LINK] = "link",
    [FAILING_UNLINK] = "unlink", [FAILING_NOTHING] = "time"
};

static const struct {
    const char *name;
    enum failing_how how;
    int error;
} ways[] = {
    { "once", FAILING_ONCE, ENOMEM },     { "from", FAILING_FROM, ENOMEM },
    { "ENOSPC", FAILING_ERROR, ENOSPC },  { "EIO", FAILING_ERROR, EIO },
    { "EINTR", FAILING_ERROR, EINTR },    { "EACCES", FAILING_ERROR, EACCES },
    { "EMFILE", FAILING_ERROR, EMFILE },  { "short", FAILING_SHORT, 0 },
    { "before", FAILING_KILL_BEFORE, 0 }, { "after", FAILING_KILL_AFTER, 0 },
};

static struct {
    int status;     /* of the clean run */
    double seconds; /* it took */
    unsigned long runs, faults;
    bool kills;
    bool tells; /* what it says on standard output tells of failures */
} sweep;

static void
give_up(const char *what)
{
    fprintf(stderr, "failing: %s: %s\n", what, strerror(errno));
    _exit(99);
}

static void
fault(unsigned long at, const char *what)
{
    if (sweep.faults++ < FAULTS_SHOWN)
        printf("# %s number %lu: %s\n", call_names[failing.call], at, what);
}

/* ---- files --------------------------------------------------------------------------
 */

struct content {
    char *bytes; /* NULL: there is no such file */
    size_t len;
};

static struct content
load(const char *path)
{
    struct content c = { 0 };
    struct stat st;
    FILE *f = fopen(path, "rb");

    if (!f)
        return c;
    if (fstat(fileno(f), &st) != 0 || !(c.bytes = malloc((size_t)st.st_size + 1)))
        give_up(path);
    c.len = fread(c.bytes, 1, (size_t)st.st_size, f);
    fclose(f);
    return c;
}

static bool
is_same(const struct content *a, const struct content *b)
{
    return a->bytes && b->bytes && a->len == b->len
           && memcmp(a->bytes, b->bytes, a->len) == 0;
}

static void
copy(const char *from, const char *to)
{
    struct content c = load(from);
    FILE *f = fopen(to, "wb");

    if (!c.bytes || !f || fwrite(c.bytes, 1, c.len, f) != c.len || fclose(f) != 0)
        give_up(to);
    free(c.bytes);
}

/* DO for each file in FOLDER, as (FOLDER/NAME, NAME). */
static void
each_file(const char *folder, void (*act)(const char *path, const char *name, void *),
          void *context)
{
    DIR *d = opendir(folder);
    struct dirent *e;
    char path[512];

    if (!d)
        give_up(folder);
    while ((e = readdir(d))) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        act(path, e->d_name, context);
    }
    closedir(d);
}

static void
remove_file(const char *path, const char *name, void *context)
{
    (void)name;
    (void)context;
    remove(path);
}

static void
copy_into(const char *path, const char *name, void *folder)
{
    char to[512];

    snprintf(to, sizeof to, "%s/%s", (const char *)folder, name);
    copy(path, to);
}

static void
fill(char *folder, const char *from)
{
    mkdir(folder, 0777);
    each_file(folder, remove_file, NULL);
    each_file(from, copy_into, folder);
}

/* ---- one run ------------------------------------------------------------------------
 */

static double
now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void
redirect(int fd, const char *path)
{
    int to = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);

    if (to < 0 || dup2(to, fd) < 0)
        give_up(path);
    close(to);
}

/* Returns in the child, which goes on as the program; the parent gets its wait status.
 * KILL_AFTER: seconds until it is killed; negative: it is not. */
static bool
run(unsigned long at, double kill_after, int *status)
{
    static char out[] = "out";
    pid_t child;

    fill(out, "old");
    atomic_store(failing.count, 0);
    lseek(STDIN_FILENO, 0, SEEK_SET);
    fflush(stdout);
    child = fork();
    if (child < 0)
        give_up("fork");
    if (child == 0) {
        redirect(STDOUT_FILENO, "stdout");
        redirect(STDERR_FILENO, "stderr");
        alarm(PATIENCE_S);
        atomic_store(failing.count, 0);
        failing.at = at;
        return true;
    }
    if (kill_after >= 0) {
        struct timespec t = { (time_t)kill_after,
                              (long)((kill_after - (double)(time_t)kill_after) * 1e9) };
        nanosleep(&t, NULL);
        kill(child, SIGKILL);
    }
    while (waitpid(child, status, 0) < 0)
        if (errno != EINTR)
            give_up("waitpid");
    return false;
}

/* ---- what it left -------------------------------------------------------------------
 */

static void
look_at_file(const char *path, const char *name, void *context)
{
    unsigned long at = *(unsigned long *)context;
    struct content mine = load(path), other[2];
    char paths[2][512];
    bool known = false;

    snprintf(paths[0], sizeof paths[0], "old/%s", name);
    snprintf(paths[1], sizeof paths[1], "new/%s", name);
    for (size_t i = 0; i < 2; i++) {
        other[i] = load(paths[i]);
        known = known || is_same(&mine, &other[i]);
        free(other[i].bytes);
    }
    free(mine.bytes);
    if (!known && !(sweep.kills && strncmp(name, ".shogi-", 7) == 0))
        fault(at, path);
}

static void
look_for(const char *path, const char *name, void *context)
{
    unsigned long at = *(unsigned long *)context;
    char out[512];
    struct content mine, wanted = load(path);

    snprintf(out, sizeof out, "out/%s", name);
    mine = load(out);
    if (!is_same(&mine, &wanted))
        fault(at, "a good end without all files");
    free(mine.bytes);
    free(wanted.bytes);
}

static void
look_at_stdout(unsigned long at, bool whole)
{
    struct content is = load("stdout"), wanted = load("stdout-clean");

    if (whole ? !is_same(&is, &wanted)
              : is.len > wanted.len || memcmp(is.bytes, wanted.bytes, is.len) != 0)
        fault(at, whole ? "a good end with another standard output"
                        : "standard output is no beginning of the right one");
    free(is.bytes);
    free(wanted.bytes);
}

static void
look_at_end(unsigned long at, int status)
{
    struct stat said;
    char what[64];

    if (WIFSIGNALED(status)) {
        if (sweep.kills && WTERMSIG(status) == SIGKILL)
            return;
        snprintf(what, sizeof what, "it ended by signal %d", WTERMSIG(status));
        fault(at, what);
        return;
    }
    if (WEXITSTATUS(status) == sweep.status)
        return;
    if (WEXITSTATUS(status) != 2) {
        snprintf(what, sizeof what, "its status is %d", WEXITSTATUS(status));
        fault(at, what);
    }
    if (stat("stderr", &said) != 0 || said.st_size == 0)
        if (failing.call != FAILING_WRITE)
            fault(at, "nothing was said");
}

static void
look(unsigned long at, int status)
{
    bool good = WIFEXITED(status) && WEXITSTATUS(status) == sweep.status
                && (sweep.status != 2 || at == 0);
    static char out[] = "out", new[] = "new";

    sweep.runs++;
    look_at_end(at, status);
    /* Of several inputs, those that can be read are. */
    if (!sweep.tells
        && (good || failing.call == FAILING_MEMORY || failing.call == FAILING_WRITE))
        look_at_stdout(at, good);
    each_file(out, look_at_file, &at);
    if (good)
        each_file(new, look_for, &at);
}

/* ---- all runs -----------------------------------------------------------------------
 */

/* With the calls that fail growing rarer behind the first ones. */
static unsigned long
next_call(unsigned long at)
{
    static bool asked, all;

    if (!asked)
        all = getenv("SHOGI_LONG") != NULL;
    asked = true;
    return all || at < EVERY_ONE ? at + 1 : at + at / 25;
}

/* True in a child. */
static bool
sweep_calls(void)
{
    int status = 0;

    for (unsigned long at = 1;; at = next_call(at)) {
        if (run(at, -1, &status))
            return true;
        if (atomic_load(failing.count) < at)
            return false;
        look(at, status);
    }
}

static bool
sweep_times(unsigned long kills)
{
    int status = 0;

    srand(1);
    for (unsigned long i = 1; i <= kills; i++) {
        if (run(0, sweep.seconds * rand() / RAND_MAX * 1.1, &status))
            return true;
        look(i, status);
    }
    return false;
}

static void
set_way(const char *spec, unsigned long *kills)
{
    char call[16], way[16], word[8] = "";

    if (sscanf(spec, "%15s %15s %7s", call, way, word) < 2)
        give_up(spec);
    sweep.tells = strcmp(word, "tells") == 0;
    for (size_t i = 0; i < sizeof call_names / sizeof *call_names; i++)
        if (strcmp(call_names[i], call) == 0)
            failing.call = (enum failing_call)i;
    *kills = strncmp(way, "kill=", 5) == 0 ? strtoul(way + 5, NULL, 10) : 0;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (strcmp(ways[i].name, way) != 0)
            continue;
        failing.how = ways[i].how;
        failing.error = ways[i].error;
        sweep.kills = ways[i].how >= FAILING_KILL_BEFORE;
        return;
    }
    sweep.kills = *kills > 0;
    if (!*kills)
        give_up(spec);
}

/* Before main(), which the children go on with. */
__attribute__((constructor)) static void
begin(void)
{
    const char *spec = getenv("FAILING");
    static char new[] = "new";
    unsigned long kills;
    double start;
    int status = 0;

    if (!spec)
        return;
    set_way(spec, &kills);
    failing.count = mmap(NULL, sizeof *failing.count, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (failing.count == MAP_FAILED)
        give_up("mmap");
    start = now();
    if (run(0, -1, &status))
        return;
    sweep.seconds = now() - start;
    sweep.status = WIFEXITED(status) ? WEXITSTATUS(status) : 99;
    copy("stdout", "stdout-clean");
    fill(new, "out");
    if (kills ? sweep_times(kills) : sweep_calls())
        return;
    /* Whatever was left lies in nobody's way. */
    if (run(0, -1, &status))
        return;
    look(0, status);
    printf("%lu runs, %lu faults, clean status %d\n", sweep.runs, sweep.faults,
           sweep.status);
    fflush(stdout);
    _exit(sweep.faults > 0 || sweep.status > 3);
}
