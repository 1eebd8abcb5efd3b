/* SPDX-License-Identifier: MIT */
/* match.c - two USI engines play each other; who is stronger, and how sure is that?
 *
 *     match [-g GAMES] [-s FIRST] [-o OPENINGS] [-v] ENGINE GO ENGINE GO
 *
 * ENGINE is a command with arguments separated by blanks, then "NAME=VALUE" for each
 * option, all separated by ';'.  GO is what to say behind "go", as "nodes 20000".  Each
 * opening, a line of USI moves, is played twice with colours changed, beginning with
 * opening number FIRST.  The referee is our own core: an illegal move, a foul by
 * perpetual check or a crash loses; a game of 320 plies is a draw.  A game ends early
 * when both engines agree for six plies that one side has won by 3000 centipawns. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rules/past.h"

#include <shogi/foul.h>
#include <shogi/impasse.h>

enum { PLIES_MAX = 320, LINE_ROOM = 1 << 16, DECIDED = 3000, DECIDED_PLIES = 6 };

struct player {
    char *command, *go;
    pid_t pid;
    FILE *in, *out;
};

struct game {
    struct shogi_position start, position;
    struct shogi_past past;
    char moves[16 * PLIES_MAX];
    unsigned ply;
    unsigned decided; /* plies in a row of which both say the same side has won */
    int decided_for;  /* 1: Black */
};

static bool verbose;

/* ---- engines ----------------------------------------------------------------------- */

static void
fail(const char *what)
{
    fprintf(stderr, "match: %s: %s\n", what, strerror(errno));
    exit(2);
}

static void
run_command(char *command, const int to[2], const int from[2])
{
    char *argv[32];
    int argc = 0;

    for (char *word = strtok(command, " "); word && argc < 31; word = strtok(NULL, " "))
        argv[argc++] = word;
    argv[argc] = NULL;
    if (argc == 0)
        _exit(127);
    dup2(to[0], 0);
    dup2(from[1], 1);
    for (int fd = 3; fd < 64; fd++)
        close(fd);
    execvp(argv[0], argv);
    _exit(127);
}

static void
say(struct player *e, const char *text)
{
    fprintf(e->in, "%s\n", text);
    fflush(e->in);
}

/* The next line of E that begins with WORD; false: E is gone.  The last score on the
 * way is left in *SCORE. */
static bool
wait_for(struct player *e, const char *word, char line[LINE_ROOM], int *score)
{
    while (fgets(line, LINE_ROOM, e->out)) {
        const char *cp = strstr(line, " score cp "), *mate = strstr(line, " score mate ");
        if (cp && score)
            *score = atoi(cp + 10);
        else if (mate && score)
            *score = mate[12] == '-' ? -30000 : 30000;
        if (strncmp(line, word, strlen(word)) == 0)
            return true;
    }
    return false;
}

static void
open_player(struct player *e)
{
    char line[LINE_ROOM], *option, *save = NULL;
    int to[2], from[2];

    if (pipe(to) != 0 || pipe(from) != 0)
        fail("pipe");
    char *command = strtok_r(e->command, ";", &save);
    fflush(stdout);
    e->pid = fork();
    if (e->pid < 0)
        fail("fork");
    if (e->pid == 0)
        run_command(command, to, from);
    close(to[0]);
    close(from[1]);
    e->in = fdopen(to[1], "w");
    e->out = fdopen(from[0], "r");
    if (!e->in || !e->out)
        fail("fdopen");
    say(e, "usi");
    if (!wait_for(e, "usiok", line, NULL))
        fail(command);
    while ((option = strtok_r(NULL, ";", &save))) {
        char *value = strchr(option, '=');
        if (value)
            *value++ = '\0';
        fprintf(e->in, "setoption name %s value %s\n", option, value ? value : "");
    }
    say(e, "isready");
    if (!wait_for(e, "readyok", line, NULL))
        fail(command);
}

static void
close_player(struct player *e)
{
    say(e, "quit");
    fclose(e->in);
    fclose(e->out);
    waitpid(e->pid, NULL, 0);
}

/* ---- one game ---------------------------------------------------------------------- */

static void
begin_game(struct game *g)
{
    shogi_position_set_start(&g->position);
    g->start = g->position;
    g->moves[0] = '\0';
    g->ply = g->decided = 0;
    if (!shogi_past_note(&g->past, 0, g->position.key, SHOGI_BLACK, false))
        fail("past");
}

/* 1: Black has won, -1: White has, 0: draw, 2: go on. */
static int
play(struct game *g, const char *usi)
{
    struct shogi_position *p = &g->position;
    shogi_move m = shogi_move_from_usi(usi, strlen(usi));
    enum shogi_side mover = (enum shogi_side)p->turn;
    int loss = mover == SHOGI_BLACK ? -1 : 1;
    struct shogi_repetition_found found;
    struct shogi_undo undo;

    if (m == SHOGI_NO_MOVE || shogi_move_fouls(p, m) != 0)
        return loss;
    shogi_position_play(p, m, &undo);
    g->ply++;
    strcat(strcat(g->moves, " "), usi);
    bool check = shogi_position_in_check(p, (enum shogi_side)p->turn);
    if (!shogi_past_note(&g->past, g->ply, p->key, mover, check))
        fail("past");
    switch (shogi_past_repetition(&g->past, &found)) {
    case SHOGI_REPETITION_FOURFOLD:
        return 0;
    case SHOGI_REPETITION_BLACK_CHECKS:
        return -1;
    case SHOGI_REPETITION_WHITE_CHECKS:
        return 1;
    case SHOGI_REPETITION_NONE:
        break;
    }
    if (!shogi_position_has_legal_move(p))
        return -loss;
    return g->ply >= PLIES_MAX ? 0 : 2;
}

/* What a bestmove that is no move means. */
static int
judge_word(const struct game *g, const char *word)
{
    enum shogi_side mover = (enum shogi_side)g->position.turn;
    int win = mover == SHOGI_BLACK ? 1 : -1;
    struct shogi_impasse impasse;

    if (strcmp(word, "win") != 0)
        return -win;
    shogi_impasse_look(&g->position, mover, 0, &impasse);
    return shogi_declare_27(&impasse, mover) == SHOGI_DECLARED_WIN ? win : -win;
}

/* Do both agree?  SCORE is the mover's. */
static bool
is_decided(struct game *g, int score)
{
    int black = g->position.turn == SHOGI_BLACK ? score : -score;
    int winner = black >= DECIDED ? 1 : black <= -DECIDED ? -1 : 0;

    if (winner == 0 || (g->decided > 0 && winner != g->decided_for))
        g->decided = 0;
    if (winner != 0)
        g->decided++;
    g->decided_for = winner;
    return g->decided >= DECIDED_PLIES;
}

/* A game from OPENING; as play(). */
static int
play_game(struct game *g, struct player *black, struct player *white, char *opening)
{
    char line[LINE_ROOM], *save = NULL;
    int result = 2;

    begin_game(g);
    for (char *usi = strtok_r(opening, " \n", &save); usi && result == 2;
         usi = strtok_r(NULL, " \n", &save))
        result = play(g, usi);
    say(black, "usinewgame");
    say(white, "usinewgame");
    while (result == 2) {
        struct player *e = g->position.turn == SHOGI_BLACK ? black : white;
        int loss = g->position.turn == SHOGI_BLACK ? -1 : 1, score = 0;
        fprintf(e->in, "position startpos moves%s\ngo %s\n", g->moves, e->go);
        fflush(e->in);
        if (!wait_for(e, "bestmove", line, &score))
            return loss;
        char *word = line + strlen("bestmove");
        word += strspn(word, " ");
        word[strcspn(word, " \r\n")] = '\0';
        if (is_decided(g, score))
            return g->decided_for;
        result =
            strlen(word) < 4 || strlen(word) > 5 ? judge_word(g, word) : play(g, word);
    }
    return result;
}

/* ---- the match --------------------------------------------------------------------- */

static double
elo_of(double share)
{
    share = share < 0.001 ? 0.001 : share > 0.999 ? 0.999 : share;
    return -400 * log10(1 / share - 1);
}

static void
report(unsigned wins, unsigned draws, unsigned losses)
{
    double n = wins + draws + losses, share = (wins + draws / 2.0) / n;
    double square = (wins + draws / 4.0) / n - share * share;
    double error = n > 1 ? 1.96 * sqrt(square / (n - 1)) : 0.5;

    printf("+%u =%u -%u  %.1f %% +- %.1f  Elo %+.0f (%+.0f..%+.0f)\n", wins, draws,
           losses, 100 * share, 100 * error, elo_of(share), elo_of(share - error),
           elo_of(share + error));
    fflush(stdout);
}

static size_t
read_openings(const char *path, char ***openings)
{
    char line[4096];
    size_t count = 0;
    FILE *f = fopen(path, "r");

    if (!f)
        fail(path);
    while (fgets(line, sizeof line, f)) {
        if (line[0] == '#' || line[0] == '\n')
            continue;
        *openings = realloc(*openings, (count + 1) * sizeof **openings);
        if (!*openings || !((*openings)[count++] = strdup(line)))
            fail("memory");
    }
    fclose(f);
    return count;
}

static void
play_match(struct player players[2], char **openings, size_t count, unsigned first,
           unsigned games)
{
    static struct game game;
    unsigned tally[3] = { 0 };

    for (unsigned i = 0; i < games; i++) {
        char *opening = strdup(openings[(first + i / 2) % count]);
        bool black = i % 2 == 0;
        if (!opening)
            fail("memory");
        int result = play_game(&game, &players[!black], &players[black], opening);
        free(opening);
        if (!black)
            result = -result;
        tally[1 - result]++;
        if (verbose)
            printf("game %u: %s, %u plies:%s\n", i + 1,
                   result > 0   ? "first wins"
                   : result < 0 ? "second wins"
                                : "draw",
                   game.ply, game.moves);
        if (verbose || (i + 1) % 10 == 0 || i + 1 == games)
            report(tally[0], tally[1], tally[2]);
    }
    shogi_past_release(&game.past);
}

int
main(int argc, char **argv)
{
    struct player players[2] = { { 0 } };
    const char *path = "openings.txt";
    unsigned games = 20, first = 0;
    char **openings = NULL;
    int c;

    while ((c = getopt(argc, argv, "g:s:o:v")) != -1) {
        if (c == 'g')
            games = (unsigned)strtoul(optarg, NULL, 10);
        else if (c == 's')
            first = (unsigned)strtoul(optarg, NULL, 10);
        else if (c == 'o')
            path = optarg;
        else if (c == 'v')
            verbose = true;
        else
            return 2;
    }
    if (argc - optind != 4) {
        fprintf(stderr, "usage: match [-g GAMES] [-s FIRST] [-o OPENINGS] [-v] "
                        "ENGINE GO ENGINE GO\n");
        return 2;
    }
    size_t count = read_openings(path, &openings);
    if (count == 0)
        return 2;
    for (int i = 0; i < 2; i++) {
        players[i].command = argv[optind + 2 * i];
        players[i].go = argv[optind + 2 * i + 1];
        open_player(&players[i]);
    }
    play_match(players, openings, count, first, games);
    for (int i = 0; i < 2; i++)
        close_player(&players[i]);
    for (size_t i = 0; i < count; i++)
        free(openings[i]);
    free(openings);
    return 0;
}
