/* SPDX-License-Identifier: MIT */
/* conduct.c - engines that die, hang, flood, or do not do what they are asked. */
#include "fake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
end_without_line_feed(void)
{
    say_infos();
    await_limit();
    put("bestmove ", 9);
    put(move_text(0), strlen(move_text(0)));
    exit(0);
}

/* 100,000 lines, as fast as the pipe takes them. */
static void
flood_infos(void)
{
    static char block[200 * 100];

    for (int i = 0; i < 1000; i++) {
        size_t len = 0;

        for (int j = 0; j < 100; j++)
            len += (size_t)snprintf(
                block + len, sizeof block - len,
                "info depth 2 seldepth 4 score cp 55 nodes 12 nps 1234567 hashfull 12 "
                "time %d multipv 1 pv 7g7f 3c3d 2g2f 8c8d\n",
                i * 100 + j);
        put(block, len);
    }
    think();
}

_Noreturn static void
flood_for_ever(void)
{
    for (;;)
        say("info depth 2 score cp 55 nodes 90 pv 7g7f 3c3d 2g2f 8c8d");
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

static void
leave_child_and_exit(void)
{
    leave_child();
    say_infos();
    exit(6);
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

const struct fake_mode fake_conduct_modes[] = {
    /* clang-format off */
    { .name = "crash-in-search", .go = crash_in_search },
    { .name = "exit-in-search", .go = exit_in_search },
    { .name = "crash-at-stop", .go = crash_at_stop },
    { .name = "hang-in-search", .go = hang_in_search },
    { .name = "hang-at-go", .go = hang },
    { .name = "ignores-stop", .go = hang_in_search },
    { .name = "deaf", .go = be_deaf, .is_always = true },
    { .name = "endless-line", .go = endless_line },
    { .name = "no-line-feed-at-end", .go = end_without_line_feed },
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
    { .name = "slow-reader", .go = read_slowly, .is_always = true },
    { .name = "exits-when-done", .go = exit_when_done, .is_always = true },
    { .name = NULL },
    /* clang-format on */
};
