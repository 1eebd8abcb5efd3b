/* SPDX-License-Identifier: MIT */
/* fake.c - tests/fake-usi: a USI engine with a fault of your choice.
 *
 *     fake-usi MODE [SEED]
 *     fake-usi --list
 *
 * It plays by the protocol but in one place: modes about the start differ there, the
 * others when they are asked about the position behind SEED % 3 + 1 moves.  What it says
 * of a position tells which one it was: its score is 100 and the number of moves. */
#include "fake.h"

#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

const struct fake_mode *mode;
unsigned seed;
const char *line_end = "\n";
struct fake_question asked = { .lines = 1 };

/* ---- speaking and hearing -------------------------------------------------------- */

void
put(const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t n = write(STDOUT_FILENO, bytes, len);

        if (n <= 0)
            _exit(0);
        bytes += n;
        len -= (size_t)n;
    }
}

void
say(const char *format, ...)
{
    char text[4096];
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(text, sizeof text - 2, format, args);
    va_end(args);
    strcpy(text + n, line_end);
    put(text, strlen(text));
}

void
pause_ms(int ms)
{
    poll(NULL, 0, ms);
}

_Noreturn void
hang(void)
{
    for (;;)
        pause_ms(1000);
}

static char input[1 << 20];
static size_t input_len;

const char *
hear(int wait_ms)
{
    static char line[sizeof input];

    for (;;) {
        char *lf = memchr(input, '\n', input_len);
        struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
        ssize_t n;

        if (lf) {
            size_t len = (size_t)(lf - input);

            memcpy(line, input, len);
            line[len] = '\0';
            input_len -= len + 1;
            memmove(input, lf + 1, input_len);
            return line;
        }
        if (poll(&in, 1, wait_ms) == 0)
            return NULL;
        n = read(STDIN_FILENO, input + input_len, sizeof input - input_len);
        if (n <= 0 && mode->ignores_quit)
            hang();
        if (n <= 0)
            exit(0);
        input_len += (size_t)n;
    }
}

static void
obey_quit(void)
{
    if (!mode->ignores_quit)
        exit(0);
}

void
await_stop(int wait_ms)
{
    const char *line;

    while ((line = hear(wait_ms)) && strcmp(line, "stop") != 0) {
        if (strcmp(line, "quit") == 0)
            obey_quit();
        if (strcmp(line, "isready") == 0)
            say("readyok");
    }
}

_Noreturn void
crash(void)
{
    struct rlimit none = { 0, 0 };

    setrlimit(RLIMIT_CORE, &none);
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
    _exit(99);
}

_Noreturn void
endless_line(void)
{
    static char text[65536];

    memset(text, 'x', sizeof text);
    for (;;)
        put(text, sizeof text);
}

void
leave_child(void)
{
    signal(SIGTERM, SIG_IGN);
    if (fork() == 0)
        hang();
    signal(SIGTERM, SIG_DFL);
}

/* ---- as it should be ------------------------------------------------------------- */

const char *
move_text(size_t k)
{
    static char texts[4][SHOGI_USI_SIZE];
    static unsigned next;
    char *text = texts[next++ % 4];

    shogi_move_to_usi(asked.legal[(seed + asked.ply + k) % asked.count], text);
    return text;
}

int
score(void)
{
    return 100 + (int)asked.ply;
}

void
say_infos(void)
{
    for (unsigned depth = 1; depth <= 3; depth++)
        for (unsigned k = 0; k < asked.lines; k++)
            say("info depth %u seldepth %u time 1 nodes %u score cp %d multipv %u pv %s",
                depth, depth + 2, depth * 100, score() - (int)(10 * k), k + 1,
                move_text(k));
}

/* As long as it is meant to take. */
void
await_limit(void)
{
    if (asked.is_infinite)
        await_stop(-1);
    else if (asked.byoyomi)
        await_stop((int)asked.byoyomi);
}

void
say_bestmove(void)
{
    say("bestmove %s", move_text(0));
}

void
think(void)
{
    say_infos();
    await_limit();
    say_bestmove();
}

static void
say_options(void)
{
    say("option name USI_Hash type spin default 16 min 1 max 1024");
    say("option name Threads type spin default 1 min 1 max 2");
    say("option name MultiPV type spin default 1 min 1 max 32");
}

void
introduce(void)
{
    say("id name Fake %s", mode->name);
    say("id author nobody");
    say_options();
    say("usiok");
}

/* ---- commands -------------------------------------------------------------------- */

/* "startpos" or "sfen ...", then " moves ..." */
static void
set_position(const char *text)
{
    const char *moves = strstr(text, " moves ");
    struct shogi_undo undo;
    size_t used;

    shogi_position_set_start(&asked.p);
    if (strncmp(text, "sfen ", 5) == 0)
        shogi_position_from_sfen(&asked.p, text + 5, strlen(text + 5), &used);
    asked.ply = 0;
    for (moves = moves ? moves + 7 : ""; *moves; asked.ply++) {
        size_t len = strcspn(moves, " ");

        if (!shogi_position_play(&asked.p, shogi_move_from_usi(moves, len), &undo))
            exit(98);
        moves += len + (moves[len] == ' ');
    }
    asked.count = shogi_legal_moves(&asked.p, asked.legal);
}

static unsigned long
number_behind(const char *text, const char *word)
{
    const char *at = strstr(text, word);

    return at ? strtoul(at + strlen(word), NULL, 10) : 0;
}

static void
go(const char *text)
{
    bool is_chosen = asked.ply == seed % 3 + 1;

    asked.nodes = number_behind(text, "nodes ");
    asked.depth = number_behind(text, "depth ");
    asked.byoyomi = number_behind(text, "byoyomi ");
    asked.is_infinite = strstr(text, "infinite") != NULL;
    if (mode->go && (mode->is_always || is_chosen))
        mode->go();
    else
        think();
}

static void
obey(const char *line)
{
    if (strcmp(line, "usi") == 0) {
        mode->usi ? mode->usi() : introduce();
    } else if (strcmp(line, "isready") == 0) {
        mode->ready ? mode->ready() : say("readyok");
    } else if (strncmp(line, "position ", 9) == 0) {
        set_position(line + 9);
    } else if (strncmp(line, "go", 2) == 0) {
        go(line);
    } else if (strcmp(line, "quit") == 0) {
        obey_quit();
    } else if (strcmp(line, "stop") == 0) {
        say("bestmove resign"); /* as GPS Shogi does when it does not think */
    } else if (strstr(line, "MultiPV value ")) {
        asked.lines = (unsigned)number_behind(line, "value ");
    }
}

int
main(int argc, char **argv)
{
    static const struct fake_mode *const tables[] = { fake_start_modes,
                                                      fake_conduct_modes,
                                                      fake_saying_modes };
    bool is_list = argc == 2 && strcmp(argv[1], "--list") == 0;

    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        for (const struct fake_mode *m = tables[i]; m->name; m++) {
            if (is_list)
                puts(m->name);
            else if (argc > 1 && strcmp(argv[1], m->name) == 0)
                mode = m;
        }
    if (!mode)
        return is_list ? 0 : 2;
    seed = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    shogi_position_set_start(&asked.p);
    asked.count = shogi_legal_moves(&asked.p, asked.legal);
    for (;;)
        obey(hear(-1));
}
