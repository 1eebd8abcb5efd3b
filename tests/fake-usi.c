/* SPDX-License-Identifier: MIT */
/* fake-usi.c - a USI engine with a fault of your choice.
 *
 *     fake-usi MODE [SEED]
 *     fake-usi --list
 *
 * It plays by the protocol but in one place: modes about the start differ there, the
 * others when they are asked about the position behind SEED % 3 + 1 moves.  What it says
 * of a position tells which one it was: its score is 100 and the number of moves. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <shogi/position.h>

struct mode {
    const char *name;
    void (*usi)(void);   /* instead of the answer to "usi" */
    void (*ready)(void); /* instead of the answer to "isready" */
    void (*go)(void);    /* instead of thinking about the chosen position */
    bool is_always;      /* about every position */
    bool ignores_quit;
};

static const struct mode *mode;
static unsigned seed;
static const char *line_end = "\n";

/* What was asked. */
static struct {
    struct shogi_position p;
    shogi_move legal[SHOGI_MAX_MOVES];
    size_t count;
    unsigned ply;
    unsigned long nodes, depth, byoyomi;
    bool is_infinite;
    unsigned lines;
} asked = { .lines = 1 };

/* ---- speaking and hearing -------------------------------------------------------------
 */

static void
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

static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void
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

static void
pause_ms(int ms)
{
    poll(NULL, 0, ms);
}

_Noreturn static void
hang(void)
{
    for (;;)
        pause_ms(1000);
}

static char input[1 << 20];
static size_t input_len;

/* The next line; NULL: none came in WAIT_MS (-1: for ever). */
static const char *
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

/* Until "stop"; at most WAIT_MS. */
static void
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

/* ---- as it should be ------------------------------------------------------------------
 */

/* The K-th candidate, from 0. */
static const char *
move_text(size_t k)
{
    static char texts[4][SHOGI_USI_SIZE];
    static unsigned next;
    char *text = texts[next++ % 4];

    shogi_move_to_usi(asked.legal[(seed + asked.ply + k) % asked.count], text);
    return text;
}

static int
score(void)
{
    return 100 + (int)asked.ply;
}

static void
say_infos(void)
{
    for (unsigned depth = 1; depth <= 3; depth++)
        for (unsigned k = 0; k < asked.lines; k++)
            say("info depth %u seldepth %u time 1 nodes %u score cp %d multipv %u pv %s",
                depth, depth + 2, depth * 100, score() - (int)(10 * k), k + 1,
                move_text(k));
}

/* As long as it is meant to take. */
static void
await_limit(void)
{
    if (asked.is_infinite)
        await_stop(-1);
    else if (asked.byoyomi)
        await_stop((int)asked.byoyomi);
}

static void
say_bestmove(void)
{
    say("bestmove %s", move_text(0));
}

static void
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

static void
introduce(void)
{
    say("id name Fake %s", mode->name);
    say("id author nobody");
    say_options();
    say("usiok");
}

/* ---- faults of the start --------------------------------------------------------------
 */

_Noreturn static void
crash(void)
{
    struct rlimit none = { 0, 0 };

    setrlimit(RLIMIT_CORE, &none);
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
    _exit(99);
}

static void
exit_3(void)
{
    fputs("cannot open eval/nn.bin\n", stderr);
    exit(3);
}

static void
start_slowly(void)
{
    pause_ms(300);
    introduce();
}

static void
end_no_line(void)
{
    say("id name x");
    put("usiok", 5);
}

static void
flood(void)
{
    for (;;)
        say("info string still loading");
}

static void
not_usi(void)
{
    say("Illegal move (no match) usi");
}

static void
keep_alive(void)
{
    for (int i = 0; i < 12; i++) {
        put("\n", 1);
        pause_ms(100);
    }
    say("readyok");
}

static void
ready_and_gone(void)
{
    say("readyok");
    exit(7);
}

static void
use_cr_lf(void)
{
    line_end = "\r\n";
    introduce();
}

static void
use_blanks(void)
{
    line_end = " \t \n\n\n";
    introduce();
}

static void
name_in_cp932(void)
{
    put("id name \x90\x85\x8f\xbd\n", 13); /* two kanji */
    say("usiok");
}

static void
name_with_escapes(void)
{
    say("id name \x1b[31m\x07red\x1b]0;title\x07 \xe2\x80\xae"
        "evil\xc2\x9b \x7f");
    say("usiok");
}

static void
offer_odd_names(void)
{
    say("option name Skill Level type spin default 20 min 0 max 20");
    say("option name Clear Hash type button");
    say("option name Style type combo default Normal var Solid var Risky type");
    say("option name Hash type spin default 16 min 1 max 64");
    say("option name type spin");
    say("option");
    say("usiok");
}

static void
offer_usi_multipv(void)
{
    say("option name USI_MultiPV type spin default 1 min 1 max 32");
    say("usiok");
}

static void
offer_thousands(void)
{
    for (int i = 0; i < 5000; i++)
        say("option name Parameter%d type spin default 0 min -99 max 99", i);
    introduce();
}

/* ---- faults of the search -------------------------------------------------------------
 */

static void
crash_in_search(void)
{
    say_infos();
    crash();
}

static void
exit_in_search(void)
{
    say_infos();
    fputs("assertion failed: eval.cpp:12\n", stderr);
    exit(5);
}

static void
crash_at_stop(void)
{
    say_infos();
    await_stop(-1);
    crash();
}

static void
hang_in_search(void)
{
    say_infos();
    hang();
}

static void
bear_all(void)
{
    signal(SIGTERM, SIG_IGN);
    introduce();
}

static void
illegal_bestmove(void)
{
    say_infos();
    await_limit();
    say("bestmove 5i5a+ ponder 1a1b");
}

static void
illegal_bestmove_only(void)
{
    await_limit();
    say("bestmove xyzzy");
}

static void
late_bestmove(void)
{
    say("bestmove 5i5a"); /* of some other position */
    pause_ms(50);
    think();
}

static void
two_bestmoves(void)
{
    think();
    say_bestmove();
    pause_ms(50);
    say_bestmove();
}

static void
info_after_bestmove(void)
{
    think();
    say("info depth 99 score cp -999 nodes 9 pv 1a1b");
}

/* Words for no move, another one for each seed. */
static void
no_move(void)
{
    static const char *const words[] = { "(none)", "none", "0000", "null", "pass", "" };

    say_infos();
    await_limit();
    say("bestmove %s", words[seed % 6]);
}

static void
resign(void)
{
    say("info depth 3 score mate -4 pv %s resign", move_text(0));
    await_limit();
    say("bestmove resign");
}

static void
win(void)
{
    say("info depth 1 nodes 0 time 0 score mate + string Nyugyoku");
    await_limit();
    say("bestmove win");
}

static void
checkmate_nomate(void)
{
    static const char *const words[] = { "checkmatenomate", "checkmate nomate",
                                         "checkmate timeout",
                                         "checkmate notimplemented" };

    await_limit();
    say("%s", words[seed % 4]);
}

static void
checkmate_line(void)
{
    await_limit();
    say("checkmate %s 5a5b", move_text(0));
}

/* The test knows what each seed says. */
static void
mate_forms(void)
{
    static const char *const forms[] = { "5", "+5", "-4", "+", "-", "0", "+0", "-0" };

    say("info depth 4 score cp 7 pv %s", move_text(0));
    say("info depth 5 score mate %s pv %s", forms[seed % 8], move_text(0));
    await_limit();
    say_bestmove();
}

static void
decided_scores(void)
{
    static const char *const scores[] = { "31111", "-31111", "1148897", "-1148897" };

    say("info depth 2 seldepth 1 time 1 score cp %s nodes 4 pv %s", scores[seed % 4],
        move_text(0));
    await_limit();
    say_bestmove();
}

static void
upperbound_only(void)
{
    say("info depth 9 score cp -50 upperbound pv %s", move_text(0));
    await_limit();
    say_bestmove();
}

static void
bounds_last(void)
{
    say_infos();
    say("info depth 4 score cp 12 upperbound nodes 400 pv %s", move_text(1));
    say("info depth 4 score lowerbound cp 900 nodes 401 pv %s", move_text(1));
    say("info depth 4 lowerbound score cp 900 nodes 402 pv %s", move_text(2));
    await_limit();
    say_bestmove();
}

static void
multipv_in_any_order(void)
{
    for (unsigned k = asked.lines; k-- > 0;)
        say("info nps 9 multipv %u nodes 100 hashfull 3 score cp %d depth 3 pv %s", k + 1,
            score() - (int)(10 * k), move_text(k));
    say("info depth 4 multipv 77 score cp 5 pv %s", move_text(9));
    say("info depth 4 multipv 0 score cp 5 pv %s", move_text(9));
    await_limit();
    say_bestmove();
}

/* The second is missing; the third has no score; the fourth says again what is first. */
static void
multipv_with_gaps(void)
{
    say("info depth 3 multipv 1 score cp %d pv %s", score(), move_text(0));
    say("info depth 3 multipv 3 pv %s", move_text(1));
    say("info depth 2 multipv 4 score cp 1 pv %s", move_text(0));
    await_limit();
    say_bestmove();
}

static void
long_line(void)
{
    static char text[1 << 20];

    say_infos();
    memset(text, 'x', sizeof text);
    memcpy(text, "info string ", 12);
    put(text, sizeof text);
    put("\n", 1);
    memcpy(text, "bestmove 1a1b", 13); /* the rest of a line is no line */
    put("info depth 1 ", 13);
    memset(text + 13, ' ', sizeof text - 13);
    put(text + 13, sizeof text - 13);
    put(text, 13);
    put("\n", 1);
    await_limit();
    say_bestmove();
}

_Noreturn static void
endless_line(void)
{
    static char text[65536];

    memset(text, 'x', sizeof text);
    for (;;)
        put(text, sizeof text);
}

static void
end_without_line_feed(void)
{
    say_infos();
    await_limit();
    put("bestmove ", 9);
    put(move_text(0), strlen(move_text(0)));
    exit(0);
}

static void
binary_noise(void)
{
    unsigned char bytes[4096];
    uint32_t state = seed * 2654435761u + 1;

    for (int i = 0; i < 64; i++) {
        for (size_t j = 0; j < sizeof bytes; j++) {
            state = state * 1664525u + 1013904223u;
            bytes[j] = (unsigned char)(state >> 24);
        }
        put((char *)bytes, sizeof bytes);
    }
    put("\n", 1);
    think();
}

static void
flood_infos(void)
{
    for (int i = 0; i < 100000; i++)
        say("info depth 2 seldepth 4 score cp 55 nodes 12 nps 1234567 hashfull 12 time "
            "%d "
            "multipv 1 pv 7g7f 3c3d 2g2f 8c8d",
            i);
    think();
}

_Noreturn static void
flood_for_ever(void)
{
    for (;;)
        say("info depth 2 score cp 55 nodes 12 pv 7g7f 3c3d 2g2f 8c8d");
}

static void
flood_stderr(void)
{
    char text[1024];

    memset(text, 'e', sizeof text);
    text[sizeof text - 1] = '\n';
    for (int i = 0; i < 1024; i++)
        if (write(STDERR_FILENO, text, sizeof text) < 0)
            break;
    think();
}

static void
close_stdout(void)
{
    say_infos();
    close(STDOUT_FILENO);
    hang();
}

static void
close_stdin(void)
{
    say_infos();
    close(STDIN_FILENO);
    if (!asked.nodes)
        hang();
    say_bestmove(); /* this once it can */
    hang();
}

/* A child that keeps the pipes open, and does not listen to SIGTERM. */
static void
leave_child(void)
{
    signal(SIGTERM, SIG_IGN);
    if (fork() == 0)
        hang();
    signal(SIGTERM, SIG_DFL);
}

static void
leave_child_and_exit(void)
{
    leave_child();
    say_infos();
    exit(6);
}

static void
introduce_with_child(void)
{
    leave_child();
    introduce();
}

/* It does not know "go nodes", and says nothing more. */
static void
ignore_limits(void)
{
    if (asked.is_infinite || asked.byoyomi)
        think();
}

static void
die_of_limits(void)
{
    if (asked.nodes || asked.depth) {
        fputs("terminate called after throwing\n  what():  unknown option in go\n",
              stderr);
        abort();
    }
    think();
}

/* It takes every "go" for "go infinite" and counts. */
static void
overshoot(void)
{
    unsigned long long nodes = 1000000;

    say_infos();
    for (int i = 0; i < 200; i++) {
        const char *line;

        say("info depth %d nodes %llu score cp %d pv %s", i + 4, nodes, score(),
            move_text(0));
        nodes *= 2;
        line = hear(10);
        if (line && strcmp(line, "stop") == 0)
            break;
    }
    say_bestmove();
}

static void
answer_early(void)
{
    say_infos();
    say_bestmove();
}

/* Only "go ... byoyomi" ends, for it never looks at its input. */
static void
be_deaf(void)
{
    say_infos();
    if (asked.is_infinite)
        hang();
    pause_ms((int)asked.byoyomi);
    say_bestmove();
}

static void
think_silently(void)
{
    if (!asked.is_infinite)
        await_stop(700);
    else
        await_limit();
    say("info depth 3 nodes 300 score cp %d pv %s", score(), move_text(0));
    say_bestmove();
}

static void
talk_for_ever(void)
{
    for (;;) {
        say("info string thinking hard");
        pause_ms(20);
    }
}

static void
unknown_words(void)
{
    say("info wdl 1 2 3 colour red depth x depth 3 tbhits 0 currmove 7g7f currmovenumber "
        "1 "
        "cpuload 900 refutation 7g7f 3c3d nodes 10 score cp %d mood good pv %s mood bad",
        score(), move_text(0));
    say("info currline 1 7g7f 3c3d");
    say("info");
    say("info score");
    say("info score cp");
    say("info score mate");
    say("info score mate x");
    say("info score cp 1e5");
    say("info depth");
    say("info pv");
    say("hello");
    say("info string score cp 5 pv 7g7f");
    await_limit();
    say_bestmove();
}

static void
huge_numbers(void)
{
    say("info depth 3 score cp %d nodes 5 pv %s", score(), move_text(0));
    say("info depth 99999999999999999999999 seldepth 70000 "
        "nodes 340282366920938463463374607431768211456 score cp "
        "1000000000000000000000000000000 pv %s",
        move_text(0));
    await_limit();
    say_bestmove();
}

static void
negative_depth(void)
{
    say("info depth -3 seldepth -9 nodes -4 multipv -1 score cp %d pv %s", score(),
        move_text(0));
    say("info depth -3 nodes -4 multipv 1 score cp %d pv %s", score(), move_text(0));
    await_limit();
    say_bestmove();
}

static void
words_in_pv(void)
{
    static const char *const words[] = { "resign", "win", "pass", "none", "rep_draw" };

    say("info depth 3 score cp %d nodes 5 pv %s %s 7g7f", score(), move_text(0),
        words[seed % 5]);
    await_limit();
    say_bestmove();
}

/* The second half of the line cannot be played. */
static void
illegal_pv(void)
{
    say("info depth 3 score cp %d nodes 5 pv %s 5e5d 5d5c", score(), move_text(0));
    await_limit();
    say_bestmove();
}

static void
score_without_pv(void)
{
    say("info depth 3 score cp %d nodes 5", score());
    await_limit();
    say_bestmove();
}

static void
no_info(void)
{
    await_limit();
    say_bestmove();
}

static void
read_slowly(void)
{
    pause_ms(200);
    think();
}

static void
exit_when_done(void)
{
    think();
    exit(0);
}

/* ---- modes ----------------------------------------------------------------------------
 */

static const struct mode modes[] = {
    /* clang-format off */
    { .name = "normal" },
    { .name = "slow-usiok", .usi = start_slowly },
    { .name = "no-usiok", .usi = hang },
    { .name = "no-line-end", .usi = end_no_line },
    { .name = "crash-at-usi", .usi = crash },
    { .name = "exit-at-usi", .usi = exit_3 },
    { .name = "flood-at-usi", .usi = flood },
    { .name = "endless-line-at-usi", .usi = endless_line },
    { .name = "not-usi", .usi = not_usi },
    { .name = "exit-at-isready", .ready = exit_3 },
    { .name = "crash-at-isready", .ready = crash },
    { .name = "no-readyok", .ready = hang },
    { .name = "flood-at-isready", .ready = flood },
    { .name = "keep-alive", .ready = keep_alive },
    { .name = "exit-behind-readyok", .ready = ready_and_gone },
    { .name = "cr-lf", .usi = use_cr_lf },
    { .name = "blanks", .usi = use_blanks },
    { .name = "cp932-name", .usi = name_in_cp932 },
    { .name = "escapes-in-name", .usi = name_with_escapes },
    { .name = "odd-options", .usi = offer_odd_names },
    { .name = "usi-multipv", .usi = offer_usi_multipv },
    { .name = "thousands-of-options", .usi = offer_thousands },
    { .name = "ignores-quit", .ignores_quit = true },
    { .name = "ignores-quit-and-term", .usi = bear_all, .ignores_quit = true },
    { .name = "child-holds-pipes", .usi = introduce_with_child },
    { .name = "crash-in-search", .go = crash_in_search },
    { .name = "exit-in-search", .go = exit_in_search },
    { .name = "crash-at-stop", .go = crash_at_stop },
    { .name = "hang-in-search", .go = hang_in_search },
    { .name = "hang-at-go", .go = hang },
    { .name = "ignores-stop", .go = hang_in_search },
    { .name = "deaf", .go = be_deaf, .is_always = true },
    { .name = "illegal-bestmove", .go = illegal_bestmove },
    { .name = "illegal-bestmove-only", .go = illegal_bestmove_only },
    { .name = "late-bestmove", .go = late_bestmove },
    { .name = "two-bestmoves", .go = two_bestmoves, .is_always = true },
    { .name = "info-behind-bestmove", .go = info_after_bestmove, .is_always = true },
    { .name = "no-move", .go = no_move },
    { .name = "resign", .go = resign },
    { .name = "win", .go = win },
    { .name = "checkmate-nomate", .go = checkmate_nomate },
    { .name = "checkmate-line", .go = checkmate_line },
    { .name = "mate-forms", .go = mate_forms },
    { .name = "decided-scores", .go = decided_scores },
    { .name = "upperbound-only", .go = upperbound_only },
    { .name = "bounds-last", .go = bounds_last },
    { .name = "multipv-order", .go = multipv_in_any_order },
    { .name = "multipv-gaps", .go = multipv_with_gaps },
    { .name = "long-line", .go = long_line },
    { .name = "endless-line", .go = endless_line },
    { .name = "no-line-feed-at-end", .go = end_without_line_feed },
    { .name = "binary-noise", .go = binary_noise },
    { .name = "flood", .go = flood_infos },
    { .name = "flood-for-ever", .go = flood_for_ever },
    { .name = "stderr-1mb", .go = flood_stderr },
    { .name = "closes-stdout", .go = close_stdout },
    { .name = "closes-stdin", .go = close_stdin },
    { .name = "exits-before-child", .go = leave_child_and_exit },
    { .name = "ignores-limits", .go = ignore_limits, .is_always = true },
    { .name = "dies-of-limits", .go = die_of_limits, .is_always = true },
    { .name = "overshoots", .go = overshoot, .is_always = true },
    { .name = "early-bestmove", .go = answer_early, .is_always = true },
    { .name = "silent", .go = think_silently, .is_always = true },
    { .name = "talks-for-ever", .go = talk_for_ever },
    { .name = "unknown-words", .go = unknown_words },
    { .name = "huge-numbers", .go = huge_numbers },
    { .name = "negative-depth", .go = negative_depth },
    { .name = "words-in-pv", .go = words_in_pv },
    { .name = "illegal-pv", .go = illegal_pv },
    { .name = "score-without-pv", .go = score_without_pv },
    { .name = "no-info", .go = no_info },
    { .name = "slow-reader", .go = read_slowly, .is_always = true },
    { .name = "exits-when-done", .go = exit_when_done, .is_always = true },
    /* clang-format on */
};

/* ---- commands -------------------------------------------------------------------------
 */

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
    const size_t count = sizeof modes / sizeof *modes;

    for (size_t i = 0; i < count; i++) {
        if (argc == 2 && strcmp(argv[1], "--list") == 0)
            puts(modes[i].name);
        else if (argc > 1 && strcmp(argv[1], modes[i].name) == 0)
            mode = &modes[i];
    }
    if (!mode)
        return argc == 2 && strcmp(argv[1], "--list") == 0 ? 0 : 2;
    seed = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;
    shogi_position_set_start(&asked.p);
    asked.count = shogi_legal_moves(&asked.p, asked.legal);
    for (;;)
        obey(hear(-1));
}
