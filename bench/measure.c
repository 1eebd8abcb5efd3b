/* SPDX-License-Identifier: MIT */
/* measure.c - run a command several times and print what the best run needed:
 *
 *     measure RUNS INPUT COMMAND [ARGUMENT]...
 *
 * Standard input of the command is INPUT, its output goes nowhere.  Printed are,
 * in milliseconds and KiB: user CPU, system CPU, wall clock, peak memory.  The best
 * run is that of the least CPU; other load on the machine only ever adds. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct cost {
    double user, system, wall; /* milliseconds */
    long peak;                 /* KiB; of the largest run so far */
};

static double
to_ms(struct timeval t)
{
    return (double)t.tv_sec * 1e3 + (double)t.tv_usec / 1e3;
}

static double
now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void
become(const char *input, char **command)
{
    int in = open(input, O_RDONLY), out = open("/dev/null", O_WRONLY);

    if (in >= 0 && out >= 0 && dup2(in, 0) >= 0 && dup2(out, 1) >= 0)
        execvp(command[0], command);
    perror(in < 0 ? input : command[0]);
    _exit(127);
}

/* What one run needed; false: it failed. */
static int
run(const char *input, char **command, struct cost *cost)
{
    struct rusage before, after;
    double start;
    int status = 0;
    pid_t child;

    getrusage(RUSAGE_CHILDREN, &before);
    start = now_ms();
    child = fork();
    if (child == 0)
        become(input, command);
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 0;
    cost->wall = now_ms() - start;
    getrusage(RUSAGE_CHILDREN, &after);
    cost->user = to_ms(after.ru_utime) - to_ms(before.ru_utime);
    cost->system = to_ms(after.ru_stime) - to_ms(before.ru_stime);
    cost->peak = after.ru_maxrss;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int
main(int argc, char **argv)
{
    struct cost best = { 0 }, cost;
    int runs = argc > 3 ? atoi(argv[1]) : 0;

    if (runs < 1) {
        fputs("Usage: measure RUNS INPUT COMMAND [ARGUMENT]...\n", stderr);
        return 2;
    }
    for (int i = 0; i < runs; i++) {
        if (!run(argv[2], argv + 3, &cost)) {
            fprintf(stderr, "measure: %s failed\n", argv[3]);
            return 1;
        }
        if (i == 0 || cost.user + cost.system < best.user + best.system)
            best = cost;
    }
    printf("%.2f %.2f %.2f %ld\n", best.user, best.system, best.wall, cost.peak);
    return 0;
}
