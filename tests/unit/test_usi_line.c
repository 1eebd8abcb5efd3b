/* SPDX-License-Identifier: MIT */
/* test_usi_line.c - what engines write in a line, and what several lines come to. */
#include "tap.h"

#include "engine/usi_answer.h"

static struct shogi_usi_line
line_of(const char *text)
{
    struct shogi_usi_line line;

    shogi_usi_line_read(text, strlen(text), &line);
    return line;
}

static void
test_line_says_what_it_is(void)
{
    is_int(line_of("usiok").saying, SHOGI_USI_USIOK);
    is_int(line_of(" readyok \t").saying, SHOGI_USI_READYOK);
    is_int(line_of("info").saying, SHOGI_USI_INFO);
    is_int(line_of("bestmove").saying, SHOGI_USI_BESTMOVE);
    is_int(line_of("checkmate nomate").saying, SHOGI_USI_CHECKMATE);
    is_int(line_of("checkmatenomate").saying, SHOGI_USI_CHECKMATE);
    is_int(line_of("").saying, SHOGI_USI_OTHER);
    is_int(line_of("usiokay").saying, SHOGI_USI_OTHER);
    is_int(line_of("information").saying, SHOGI_USI_OTHER);
    is_int(line_of("id author x").saying, SHOGI_USI_OTHER);
    is_int(line_of("id name").saying, SHOGI_USI_OTHER);
}

static void
test_name_is_the_rest_of_its_line(void)
{
    struct shogi_usi_line line = line_of("id name  Suisho 5  x64 ");

    is_int(line.saying, SHOGI_USI_NAME);
    if (is_int(line.text_len, 13))
        is_mem(line.text, "Suisho 5  x64", 13);
}

static void
test_option_name_may_hold_blanks(void)
{
    struct shogi_usi_line line =
        line_of("option name Skill Level type spin default 20 min -20 max 20");

    is_int(line.saying, SHOGI_USI_OPTION);
    if (is_int(line.text_len, 11))
        is_mem(line.text, "Skill Level", 11);
    ok(line.has_range);
    is_int(line.min, -20);
    is_int(line.max, 20);
    is_int(line_of("option name type spin").saying, SHOGI_USI_OTHER);
    is_int(line_of("option name").saying, SHOGI_USI_OTHER);
    ok(!line_of("option name a type spin min 3 max 2").has_range);
    ok(!line_of("option name a type spin min x max 2").has_range);
    ok(!line_of("option name a type check default true").has_range);
}

static void
test_info_words_come_in_any_order(void)
{
    static const char *const texts[] = {
        "info depth 5 seldepth 9 time 699 score cp -26 nodes 189058 nps 27 pv 8e8f 8g8f",
        "info nps 27 time 699 nodes 189058 hashfull 3 score cp -26 seldepth 9 depth 5 "
        "pv 8e8f 8g8f",
        "info pv 8e8f 8g8f score cp -26 nodes 189058 depth 5 seldepth 9",
        "info colour red nodes 189058 wdl 1 2 3 seldepth 9 depth 5 score cp -26 mood "
        "good "
        "pv 8e8f 8g8f resign",
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct shogi_usi_info info = line_of(texts[i]).info;

        is_int(info.depth, 5);
        is_int(info.seldepth, 9);
        is_int(info.nodes, 189058);
        is_int(info.kind, SHOGI_SCORE_CP);
        is_int(info.value, -26);
        is_int(info.multipv, 1);
        is_int(info.pv_count, 2);
    }
}

static void
test_string_is_no_information(void)
{
    struct shogi_usi_info info = line_of("info string depth 3 score cp 5 pv 7g7f").info;

    is_int(info.kind, SHOGI_SCORE_NONE);
    is_int(info.pv_count, 0);
    ok(!info.has_depth);
}

/* "KIND VALUE", with a bound as '<' (it is at most that) or '>'. */
static const char *
score_of(const char *words)
{
    static const char *const kinds[] = { "none", "cp", "mate", "decided" };
    static const char *const bounds[] = { "", ">", "<" };
    static char text[64];
    char line[200];
    struct shogi_usi_info info;

    snprintf(line, sizeof line, "info depth 3 score %s nodes 5 pv 7g7f", words);
    info = line_of(line).info;
    snprintf(text, sizeof text, "%s %s%d", kinds[info.kind], bounds[info.bound],
             info.value);
    /* Whatever the score is, the rest of the line is read. */
    if (info.nodes != 5 || info.pv_count != 1)
        snprintf(text, sizeof text, "the rest is lost");
    return text;
}

static void
test_mate_has_many_forms(void)
{
    is_str(score_of("mate 5"), "mate 5");
    is_str(score_of("mate +5"), "mate 5");
    is_str(score_of("mate -4"), "mate -4");
    is_str(score_of("mate +"), "decided 1");
    is_str(score_of("mate -"), "decided -1");
    is_str(score_of("mate 0"), "decided 1");
    is_str(score_of("mate +0"), "decided 1");
    is_str(score_of("mate -0"), "decided -1");
    is_str(score_of("mate 3999"), "mate 3999");
    is_str(score_of("mate 99999999999999999999"), "decided 1");
}

static void
test_solvers_no_mate_is_no_score(void)
{
    is_str(score_of("mate -9999"), "none 0");
    is_str(score_of("mate -4000"), "none 0");
}

static void
test_great_centipawns_are_decided(void)
{
    is_str(score_of("cp 29999"), "cp 29999");
    is_str(score_of("cp 30000"), "decided 1");
    is_str(score_of("cp -31111"), "decided -1");
    is_str(score_of("cp 1148897"), "decided 1");
    is_str(score_of("cp -1000000000000000000000000000000"), "decided -1");
}

static void
test_bounds_are_told_from_scores(void)
{
    is_str(score_of("cp 12 lowerbound"), "cp >12");
    is_str(score_of("cp 12 upperbound"), "cp <12");
    is_str(score_of("mate 3 upperbound"), "mate <3");
    is_str(score_of("cp 0"), "cp 0");
}

static void
test_what_is_no_score_is_none(void)
{
    is_str(score_of(""), "none 0");
    is_str(score_of("cp"), "none 0");
    is_str(score_of("mate"), "none 0");
    is_str(score_of("cp x"), "none 0");
    is_str(score_of("mate x"), "none 0");
    is_str(score_of("cp 1e5"), "none 0");
    is_str(score_of("12"), "none 0");
}

static void
test_bestmove_has_many_words(void)
{
    is_int(line_of("bestmove 7g7f ponder 3c3d").end, SHOGI_ANSWER_MOVE);
    is_int(line_of("bestmove 7g7f ponder 3c3d").move, shogi_move_from_usi("7g7f", 4));
    is_int(line_of("bestmove resign").end, SHOGI_ANSWER_RESIGN);
    is_int(line_of("bestmove win").end, SHOGI_ANSWER_DECLARE);
    is_int(line_of("bestmove (none)").end, SHOGI_ANSWER_NO_MOVE);
    is_int(line_of("bestmove none").end, SHOGI_ANSWER_NO_MOVE);
    is_int(line_of("bestmove 0000").end, SHOGI_ANSWER_NO_MOVE);
    is_int(line_of("bestmove null").end, SHOGI_ANSWER_NO_MOVE);
    is_int(line_of("bestmove pass").end, SHOGI_ANSWER_NO_MOVE);
    is_int(line_of("bestmove").end, SHOGI_ANSWER_NO_MOVE);
    is_int(line_of("bestmove e2e4").end, SHOGI_ANSWER_ILLEGAL);
    is_int(line_of("bestmove e2e4").move, SHOGI_NO_MOVE);
}

static void
test_long_pv_is_cut(void)
{
    char text[8 * 300] = "info pv";

    for (int i = 0; i < 300; i++)
        strcat(text, " 7g7f");
    strcat(text, " depth 4");
    is_int(line_of(text).info.pv_count, SHOGI_ENGINE_PV_MAX);
    is_int(line_of(text).info.depth, 4);
}

/* ---- text to show
 * ------------------------------------------------------------------------ */

static const char *
clean(const char *s, size_t size)
{
    static char out[100];

    shogi_usi_clean(s, strlen(s), out, size);
    return out;
}

static void
test_shown_text_has_no_control_characters(void)
{
    is_str(clean("a\x1b[31mb\x07\r\n\tc\x7f", 100), "a[31mbc");
    is_str(clean("\xe6\xb0\xb4\xe5\x8c\xa0", 100), "\xe6\xb0\xb4\xe5\x8c\xa0");
    is_str(clean("\x90\x85\x8f\xbd", 100), "\\x90\\x85\\x8f\\xbd");
    is_str(clean("a\xc2\x9b"
                 "b",
                 100),
           "ab");
    is_str(clean("a\xe2\x80\xae"
                 "b\xe2\x81\xa6"
                 "c",
                 100),
           "abc");
    is_str(clean("a\xef\xbf\xbd", 100), "a\xef\xbf\xbd");
}

static void
test_shown_text_is_cut_between_characters(void)
{
    is_str(clean("abc", 4), "abc");
    is_str(clean("abc", 3), "ab");
    is_str(clean("\xe6\xb0\xb4\xe5\x8c\xa0", 6), "\xe6\xb0\xb4");
    is_str(clean("a\xff", 5), "a");
    is_str(clean("abc", 1), "");
}

/* ---- what several lines come to
 * ---------------------------------------------------------- */

/* The answer in the start position to TEXT, lines with the bestmove last. */
static struct shogi_answer
answer_to(const char *text, size_t wanted)
{
    struct shogi_usi_sayings sayings = { 0 };
    struct shogi_answer a = { 0 };
    struct shogi_position p;
    struct shogi_usi_line line;

    shogi_position_set_start(&p);
    for (;;) {
        size_t len = strcspn(text, "\n");

        shogi_usi_line_read(text, len, &line);
        if (line.saying != SHOGI_USI_INFO)
            break;
        shogi_usi_sayings_add(&sayings, &line.info);
        text += len + 1;
    }
    shogi_usi_sayings_tell(&sayings, &p, wanted, &line, &a);
    return a;
}

static void
test_exact_score_of_the_greatest_depth_is_kept(void)
{
    struct shogi_answer a = answer_to("info depth 8 score cp 10 pv 7g7f\n"
                                      "info depth 9 score cp 20 pv 2g2f\n"
                                      "info depth 8 score cp 30 pv 7g7f\n"
                                      "info depth 10 score cp 5 upperbound pv 2g2f\n"
                                      "bestmove 2g2f",
                                      1);

    is_int(a.line_count, 1);
    is_int(a.lines[0].value, 20);
    is_int(a.lines[0].depth, 9);
    is_int(a.lines[0].bound, SHOGI_BOUND_EXACT);
    is_int(a.best, shogi_move_from_usi("2g2f", 4));
}

static void
test_bound_serves_where_nothing_is_exact(void)
{
    struct shogi_answer a = answer_to("info multipv 1 depth 9 score cp 20 pv 2g2f\n"
                                      "info multipv 2 depth 9 score cp 7 upperbound pv "
                                      "7g7f\nbestmove 2g2f",
                                      2);

    is_int(a.line_count, 2);
    is_int(a.lines[0].bound, SHOGI_BOUND_EXACT);
    is_int(a.lines[1].bound, SHOGI_BOUND_UPPER);
    is_int(a.lines[1].value, 7);
}

static void
test_more_lines_than_wanted_are_left_out(void)
{
    is_int(answer_to("info multipv 1 depth 1 score cp 2 pv 2g2f\n"
                     "info multipv 2 depth 1 score cp 1 pv 7g7f\nbestmove 2g2f",
                     1)
               .line_count,
           1);
}

static void
test_pv_is_cut_at_the_first_illegal_move(void)
{
    struct shogi_answer a = answer_to(
        "info depth 1 score cp 2 pv 2g2f 3c3d 2f2e 2f2e 8c8d\nbestmove 2g2f", 1);

    is_int(a.lines[0].pv_count, 3);
    a = answer_to("info depth 1 score cp 2 pv 1a1b 3c3d\nbestmove 2g2f", 1);
    is_int(a.lines[0].pv_count, 1);
    is_int(a.lines[0].pv[0], shogi_move_from_usi("2g2f", 4));
}

static void
test_score_and_moves_may_come_apart(void)
{
    struct shogi_answer a = answer_to("info pv 2g2f 3c3d\ninfo depth 4 score cp 33\n"
                                      "bestmove 2g2f",
                                      1);

    is_int(a.line_count, 1);
    is_int(a.lines[0].value, 33);
    is_int(a.lines[0].pv_count, 2);
}

static void
test_move_without_a_word_is_a_line_without_score(void)
{
    struct shogi_answer a = answer_to("bestmove 2g2f", 1);

    is_int(a.end, SHOGI_ANSWER_MOVE);
    is_int(a.line_count, 1);
    is_int(a.lines[0].kind, SHOGI_SCORE_NONE);
    is_int(a.lines[0].pv[0], a.best);
}

static void
test_illegal_bestmove_leaves_the_lines(void)
{
    struct shogi_answer a =
        answer_to("info depth 1 score cp 2 pv 2g2f\nbestmove 1a1b", 1);

    is_int(a.end, SHOGI_ANSWER_ILLEGAL);
    is_int(a.best, SHOGI_NO_MOVE);
    is_int(a.line_count, 1);
}

static void
test_most_nodes_are_told(void)
{
    is_int(answer_to("info depth 1 nodes 50 score cp 2 pv 2g2f\ninfo nodes 70\n"
                     "info string nodes 900\nbestmove 2g2f",
                     1)
               .nodes,
           70);
}

int
main(void)
{
    test_line_says_what_it_is();
    test_name_is_the_rest_of_its_line();
    test_option_name_may_hold_blanks();
    test_info_words_come_in_any_order();
    test_string_is_no_information();
    test_mate_has_many_forms();
    test_solvers_no_mate_is_no_score();
    test_great_centipawns_are_decided();
    test_bounds_are_told_from_scores();
    test_what_is_no_score_is_none();
    test_bestmove_has_many_words();
    test_long_pv_is_cut();
    test_shown_text_has_no_control_characters();
    test_shown_text_is_cut_between_characters();
    test_exact_score_of_the_greatest_depth_is_kept();
    test_bound_serves_where_nothing_is_exact();
    test_more_lines_than_wanted_are_left_out();
    test_pv_is_cut_at_the_first_illegal_move();
    test_score_and_moves_may_come_apart();
    test_move_without_a_word_is_a_line_without_score();
    test_illegal_bestmove_leaves_the_lines();
    test_most_nodes_are_told();
    return done_testing();
}
