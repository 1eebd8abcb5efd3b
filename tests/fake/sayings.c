/* SPDX-License-Identifier: MIT */
/* sayings.c - engines that say what the protocol does not know, or what is not true. */
#include "fake.h"

#include <stdint.h>
#include <string.h>

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

const struct fake_mode fake_saying_modes[] = {
    /* clang-format off */
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
    { .name = "binary-noise", .go = binary_noise },
    { .name = "unknown-words", .go = unknown_words },
    { .name = "huge-numbers", .go = huge_numbers },
    { .name = "negative-depth", .go = negative_depth },
    { .name = "words-in-pv", .go = words_in_pv },
    { .name = "illegal-pv", .go = illegal_pv },
    { .name = "score-without-pv", .go = score_without_pv },
    { .name = "no-info", .go = no_info },
    { .name = NULL },
    /* clang-format on */
};
