/* SPDX-License-Identifier: MIT */
/* legality.c - how long it takes to judge a move by all rules and to play it.
 *
 *     legality PASSES <RECORDS
 *
 * Reads games in any format from standard input and keeps what a program would get
 * over USI: start positions, and moves as text.  Then all games are replayed PASSES
 * times: each move is read from its text, judged by shogi_move_fouls(), and played.
 * Printed are the games, the moves of a pass that break no rule, and nanoseconds of CPU
 * time a move in the best pass. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <shogi/cursor.h>
#include <shogi/format.h>
#include <shogi/foul.h>

struct text {
    char usi[SHOGI_USI_SIZE];
    size_t len;
};

struct game {
    struct shogi_position start;
    size_t first, count; /* of the moves */
};

static struct game *games;
static struct text *moves;
static size_t game_count, game_room, move_count, move_room;

static void *
grow(void *old, size_t *room, size_t size)
{
    *room = *room ? *room * 2 : 1024;
    old = realloc(old, *room * size);
    if (!old) {
        fputs("legality: out of memory\n", stderr);
        exit(2);
    }
    return old;
}

/* Keep the main line of G. */
static void
keep_game(struct shogi_game *g)
{
    struct shogi_cursor *c = shogi_cursor_new(g);
    struct game *game;

    if (game_count == game_room)
        games = grow(games, &game_room, sizeof *games);
    game = &games[game_count++];
    *game = (struct game){ .start = *shogi_cursor_position(c), .first = move_count };
    while (shogi_cursor_forward(c)) {
        shogi_move m = shogi_cursor_node(c)->move;
        if (m == SHOGI_NO_MOVE)
            break;
        if (move_count == move_room)
            moves = grow(moves, &move_room, sizeof *moves);
        moves[move_count].len = shogi_move_to_usi(m, moves[move_count].usi);
        move_count++;
    }
    game->count = move_count - game->first;
    shogi_cursor_free(c);
}

static bool
keep_games(FILE *in)
{
    struct shogi_reader *r = shogi_reader_new(in, "-", NULL);
    struct shogi_game *g = shogi_game_new();
    enum shogi_status status = SHOGI_FATAL;

    while (r && g) {
        status = shogi_reader_next(r, g);
        if (status == SHOGI_FATAL || status == SHOGI_EOF)
            break;
        keep_game(g);
    }
    shogi_game_free(g);
    shogi_reader_free(r);
    return status == SHOGI_EOF;
}

/* How many moves break no rule; a game ends with the first that does. */
static size_t
replay(const struct game *game)
{
    struct shogi_position p = game->start;
    struct shogi_undo u;

    for (size_t i = 0; i < game->count; i++) {
        const struct text *t = &moves[game->first + i];
        shogi_move m = shogi_move_from_usi(t->usi, t->len);
        if (shogi_move_fouls(&p, m) != 0 || !shogi_position_play(&p, m, &u))
            return i;
    }
    return game->count;
}

static double
cpu_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int
main(int argc, char **argv)
{
    long passes = argc == 2 ? strtol(argv[1], NULL, 10) : 0;
    double best = 0;
    size_t legal = 0;

    if (passes < 1) {
        fputs("Usage: legality PASSES <RECORDS\n", stderr);
        return 2;
    }
    if (!keep_games(stdin)) {
        fputs("legality: the records cannot be read\n", stderr);
        return 2;
    }
    for (long pass = 0; pass < passes; pass++) {
        double begin = cpu_ns(), took;
        legal = 0;
        for (size_t i = 0; i < game_count; i++)
            legal += replay(&games[i]);
        took = cpu_ns() - begin;
        if (pass == 0 || took < best)
            best = took;
    }
    printf("%zu %zu %.1f\n", game_count, legal, legal ? best / (double)legal : 0);
    free(games);
    free(moves);
    return 0;
}
