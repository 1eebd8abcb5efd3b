/* SPDX-License-Identifier: MIT */
/* perft.c - count or print the legal moves of a position: for people and tests. */
#include "rules/perft.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: perft SFEN [DEPTH] [OPTION]...\n"
    "Count the games of DEPTH plies that begin at SFEN ('startpos': the even game).\n"
    "\n"
    "  --divide   a line for each first move, then the total\n"
    "  --list     write a list of moves at every node, also before the last ply\n"
    "  --moves    the legal moves in USI, sorted, on one line, separated by blanks;\n"
    "             DEPTH is not needed\n"
    "  --help     this text\n";

static struct {
    const char *sfen;
    int depth;
    bool divide, list, moves;
} opt = { .depth = -1 };

static int
compare_moves(const void *a, const void *b)
{
    char x[SHOGI_USI_SIZE], y[SHOGI_USI_SIZE];

    shogi_move_to_usi(*(const shogi_move *)a, x);
    shogi_move_to_usi(*(const shogi_move *)b, y);
    return strcmp(x, y);
}

static size_t
sorted_moves(const struct shogi_position *p, shogi_move list[SHOGI_MAX_MOVES])
{
    size_t n = shogi_legal_moves(p, list);

    qsort(list, n, sizeof *list, compare_moves);
    return n;
}

static void
print_moves(const struct shogi_position *p)
{
    shogi_move list[SHOGI_MAX_MOVES];
    size_t n = sorted_moves(p, list);

    for (size_t i = 0; i < n; i++) {
        char usi[SHOGI_USI_SIZE];
        shogi_move_to_usi(list[i], usi);
        printf(i ? " %s" : "%s", usi);
    }
    putchar('\n');
}

static uint64_t
count(struct shogi_position *p, int depth)
{
    return opt.list ? shogi_perft_listing(p, depth) : shogi_perft(p, depth);
}

static void
print_divide(struct shogi_position *p)
{
    shogi_move list[SHOGI_MAX_MOVES];
    struct shogi_undo u;
    size_t n = opt.depth > 0 ? sorted_moves(p, list) : 0;

    for (size_t i = 0; i < n; i++) {
        char usi[SHOGI_USI_SIZE];
        shogi_move_to_usi(list[i], usi);
        if (!shogi_position_play(p, list[i], &u))
            continue;
        printf("%s %" PRIu64 "\n", usi, count(p, opt.depth - 1));
        shogi_position_undo(p, list[i], &u);
    }
}

static bool
parse_depth(const char *s)
{
    char *end;

    errno = 0;
    long n = strtol(s, &end, 10);
    if (end == s || *end || errno || n < 0 || n > SHOGI_PERFT_MAX_DEPTH)
        return false;
    opt.depth = (int)n;
    return true;
}

/* Options may stand anywhere. */
static bool
parse_arguments(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--divide") == 0)
            opt.divide = true;
        else if (strcmp(argv[i], "--list") == 0)
            opt.list = true;
        else if (strcmp(argv[i], "--moves") == 0)
            opt.moves = true;
        else if (!opt.sfen)
            opt.sfen = argv[i];
        else if (opt.depth >= 0 || !parse_depth(argv[i]))
            return false;
    }
    return opt.sfen && (opt.moves || opt.depth >= 0);
}

static bool
read_position(struct shogi_position *p)
{
    size_t used;

    if (strcmp(opt.sfen, "startpos") == 0) {
        shogi_position_set_start(p);
        return true;
    }
    enum shogi_sfen_error error =
        shogi_position_from_sfen(p, opt.sfen, strlen(opt.sfen), &used);
    if (error == SHOGI_SFEN_OK)
        return true;
    fprintf(stderr, "perft: column %zu: %s\n", used + 1, shogi_sfen_error_text(error));
    return false;
}

int
main(int argc, char **argv)
{
    struct shogi_position p;

    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(help, stdout);
        return 0;
    }
    if (!parse_arguments(argc, argv)) {
        fputs(help, stderr);
        return 2;
    }
    if (!read_position(&p))
        return 2;
    if (opt.moves)
        print_moves(&p);
    if (opt.divide)
        print_divide(&p);
    if (opt.depth >= 0)
        printf("%" PRIu64 "\n", count(&p, opt.depth));
    return fflush(stdout) == 0 ? 0 : 2;
}
