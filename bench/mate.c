/* SPDX-License-Identifier: MIT */
/* mate.c - how many mates of a table are found, and how fast. */
#include <shogi/mate.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static const char help[] =
    "Usage: mate [OPTION]... FILE\n"
    "Solve the problems of FILE, lines of SFEN, TAB, PLIES[, TAB...], and print by "
    "PLIES\n"
    "how many are solved.  PLIES is a number, '?' for a mate of unknown length, or\n"
    "'none<=N' for no mate within N plies.\n"
    "\n"
    "  -n NODES    for each problem (100000; of more than 7 plies 1000000)\n"
    "  -p PLIES    only those\n"
    "  -s          prove that the mate is the shortest\n"
    "  -v          name what is not solved\n";

struct row {
    char plies[16];
    unsigned total, solved, none, unknown, wrong, shorter, longer, shortest;
    uint64_t nodes, most_nodes;
    double seconds;
};

enum { MAX_ROWS = 64 };

static struct row rows[MAX_ROWS];
static size_t row_count;
static struct {
    uint64_t nodes;
    const char *plies;
    bool shortest, verbose;
} opt;

static double
cpu_seconds(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6;
}

static struct row *
row_of(const char *plies)
{
    for (size_t i = 0; i < row_count; i++)
        if (strcmp(rows[i].plies, plies) == 0)
            return &rows[i];
    if (row_count == MAX_ROWS)
        return NULL;
    snprintf(rows[row_count].plies, sizeof rows->plies, "%s", plies);
    return &rows[row_count++];
}

static void
count_found(struct row *row, const struct shogi_position *p,
            const struct shogi_mate *mate, const char *sfen)
{
    char *end;
    long plies = strtol(row->plies, &end, 10);
    bool none = strncmp(row->plies, "none<=", 6) == 0;

    row->solved++;
    row->shortest += mate->is_shortest;
    if (!shogi_mate_line_holds(p, mate->line, mate->plies)) {
        row->wrong++;
        printf("WRONG LINE %s\n", sfen);
    } else if (none && mate->plies <= strtol(row->plies + 6, NULL, 10)) {
        row->wrong++;
        printf("MATE IN %u, BUT NONE WITHIN %s: %s\n", (unsigned)mate->plies,
               row->plies + 6, sfen);
    } else if (!*end && plies > 0) {
        row->longer += mate->plies > plies;
        row->shorter += mate->plies < plies;
        if (opt.verbose && mate->is_shortest && mate->plies > plies)
            printf("shortest is %u, not %ld: %s\n", (unsigned)mate->plies, plies, sfen);
    }
}

/* What a problem may cost. */
static uint64_t
nodes_for(const struct row *row)
{
    if (opt.nodes)
        return opt.nodes;
    return strtol(row->plies, NULL, 10) > 7 ? 1000000 : 100000;
}

static void
solve(struct shogi_mate_solver *s, struct row *row, const char *sfen)
{
    static struct shogi_mate mate;
    struct shogi_position p;
    size_t used;

    if (shogi_position_from_sfen(&p, sfen, strlen(sfen), &used) != SHOGI_SFEN_OK)
        return;
    double start = cpu_seconds();
    shogi_mate_solve(
        s, &p,
        &(struct shogi_mate_limits){ .nodes = nodes_for(row), .shortest = opt.shortest },
        &mate);
    row->seconds += cpu_seconds() - start;
    row->total++;
    row->nodes += mate.nodes;
    if (mate.nodes > row->most_nodes)
        row->most_nodes = mate.nodes;
    if (mate.answer == SHOGI_MATE_FOUND)
        count_found(row, &p, &mate, sfen);
    else if (mate.answer == SHOGI_MATE_NONE)
        row->none++;
    else
        row->unknown++;
    if (opt.verbose && mate.answer != SHOGI_MATE_FOUND)
        printf("%s %s %" PRIu64 ": %s\n", row->plies,
               mate.answer == SHOGI_MATE_NONE ? "none" : "unknown", mate.nodes, sfen);
}

static int
read_problems(struct shogi_mate_solver *s, FILE *f)
{
    static char line[4096];

    while (fgets(line, sizeof line, f)) {
        char *tab = strchr(line, '\t');
        struct row *row;
        if (!tab)
            continue;
        *tab++ = '\0';
        tab[strcspn(tab, "\t\n")] = '\0';
        if (strcmp(tab, "plies") == 0 || (opt.plies && strcmp(tab, opt.plies) != 0))
            continue;
        row = row_of(tab);
        if (!row)
            return 1;
        solve(s, row, line);
    }
    return 0;
}

static void
print_rows(void)
{
    printf("%-9s %6s %6s %6s %7s %6s %8s %7s %9s %9s %10s\n", "plies", "total", "mate",
           "none", "unknown", "wrong", "shortest", "longer", "nodes", "seconds",
           "nodes/s");
    for (size_t i = 0; i < row_count; i++) {
        const struct row *r = &rows[i];
        printf("%-9s %6u %6u %6u %7u %6u %8u %7u %9" PRIu64 " %9.3f %10.0f\n", r->plies,
               r->total, r->solved, r->none, r->unknown, r->wrong, r->shortest, r->longer,
               r->nodes, r->seconds,
               r->seconds > 0 ? (double)r->nodes / r->seconds : 0.0);
    }
}

static int
read_options(int argc, char **argv)
{
    int i = 1;

    for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
        if (strcmp(argv[i], "-s") == 0)
            opt.shortest = true;
        else if (strcmp(argv[i], "-v") == 0)
            opt.verbose = true;
        else if (strcmp(argv[i], "-n") == 0 && i + 1 < argc)
            opt.nodes = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "-p") == 0 && i + 1 < argc)
            opt.plies = argv[++i];
        else
            return 0;
    }
    return i + 1 == argc ? i : 0;
}

int
main(int argc, char **argv)
{
    int operand = read_options(argc, argv), status;
    struct shogi_mate_solver *s;
    FILE *f;

    if (operand == 0) {
        fputs(help, stderr);
        return 2;
    }
    f = fopen(argv[operand], "r");
    if (!f) {
        fprintf(stderr, "mate: %s: %s\n", argv[operand], strerror(errno));
        return 2;
    }
    s = shogi_mate_solver_new(0);
    status = s ? read_problems(s, f) : 2;
    print_rows();
    shogi_mate_solver_free(s);
    fclose(f);
    return status;
}
