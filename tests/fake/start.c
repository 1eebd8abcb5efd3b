/* SPDX-License-Identifier: MIT */
/* start.c - what an engine may do wrong before it is asked, or when it shall end. */
#include "fake.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

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

static void
bear_all(void)
{
    signal(SIGTERM, SIG_IGN);
    introduce();
}

static void
introduce_with_child(void)
{
    leave_child();
    introduce();
}

const struct fake_mode fake_start_modes[] = {
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
    { .name = NULL },
    /* clang-format on */
};
