/* SPDX-License-Identifier: MIT */
/* test_kif.c - KIF: numbered move lines, times, endings, cutting, writing. */
#include "tap.h"

#include "record.h"

static const struct shogi_format *const kif = &shogi_format_kif;

#define HEAD "手数----指手---------消費時間--\n"

static struct record record;

/* The main line of TEXT. */
static const char *
line_of(const char *text)
{
    record_free(&record);
    record_read(&record, kif, text);
    return record_line(&record);
}

/* What is reported about TEXT. */
static const char *
diags_of(const char *text)
{
    line_of(text);
    return record_diags(&record);
}

static void
test_moves_are_read_as_the_programs_write_them(void)
{
    is_str(
        line_of("   1 ７六歩(77)   ( 0:16/00:00:16)\n   2 ３四歩(33)   ( 0:00/00:00:00)\n"
                "   3 ２二角成(88) ( 0:01/00:00:17)+\n   4 同　銀(31)\n   5 ５五角打\n"
                "   6 投了         ( 0:03/00:00:03)\n"),
        "7g7f 3c3d 8h2b+ 3a2b B*5e [resign]");
    is_str(record_diags(&record), "");
    is_int(record.status, SHOGI_OK);
}

static void
test_moves_are_read_in_the_spellings_of_other_programs(void)
{
    is_str(line_of("1 76歩(77)\n2 ３４歩（３３）\n3 2二角不成(88)\n4 同銀　(31)\n5 "
                   "５五角打(00)\n"),
           "7g7f 3c3d 8h2b 3a2b B*5e");
    is_str(line_of("　　1　７六歩(77)\n\t2\t３四歩(33)\n　３　２六歩(27)\n"),
           "7g7f 3c3d 2g2f");
    is_str(record_diags(&record), "");
    is_str(line_of("1 ▲７六歩(77)\n2 △３四歩(33)\n3 ☗２六歩(27)\n"), "7g7f 3c3d 2g2f");
    is_str(record_diags(&record), "");
    is_str(line_of("1 ７六歩(77)\r\n2 ３四歩(33)\r\n3 投了"), "7g7f 3c3d [resign]");
}

static void
test_a_line_without_number_or_origin_is_read_with_a_note(void)
{
    is_str(line_of("手合割：平手\n" HEAD "７六歩(77)\n▲３四歩(33)\n"), "7g7f 3c3d");
    is_str(record_diags(&record), "3:1 tolerated, 4:1 tolerated");
    is_str(line_of("1 ７六歩\n2 ３四歩\n3 ２二角成\n4 同銀\n5 ８八銀\n"),
           "7g7f 3c3d 8h2b+ 3a2b 7i8h");
    is_str(record_diags(&record), "1:3 tolerated");
}

static void
test_what_looks_like_a_move_and_is_none_is_an_error_with_its_place(void)
{
    static const struct {
        const char *line, *diags;
    } rows[] = {
        { "   2 ３四虎(33)   ( 0:01/00:00:01)\n", "2:8 syntax" },
        { "   2 ０四歩(33)\n", "2:6 syntax" },
        { "   2 10四歩(33)\n", "2:7 syntax" },
        { "   2 ３四(33)\n", "2:8 syntax" },
        { "   2 ３四歩(33)x\n", "2:13 syntax" },
        { "   2 同\n", "2:7 syntax" },
        { "   2 歩(33)\n", "2:6 syntax" },
        { "   2 六歩(33)\n", "2:6 syntax" },
        { "   2 +3334FU\n", "2:6 syntax" },
        { "   2 P-3d\n", "2:6 syntax" },
        { "   2 3c3d\n", "2:7 syntax" },
        { "   2手目 ３四歩\n", "2:4 syntax" },
        { "   2 ３四歩(77)\n", "2:6 empty-source" },
        { "   2 ３四歩(76)\n", "2:6 opponent-piece" },
        { "   2 ３四歩打\n", "2:6 not-in-hand" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[256];

        snprintf(text, sizeof text, "   1 ７六歩(77)\n%s   3 ２六歩(27)\n", rows[i].line);
        if (!is_str(diags_of(text), rows[i].diags))
            note("%s", rows[i].line);
        is_str(record_line(&record), "7g7f");
        is_int(record.status, SHOGI_BAD);
    }
}

static void
test_illegal_moves_that_can_be_carried_out_are_kept(void)
{
    is_str(line_of("1 ７六歩(77)\n2 ５五角(22)\n3 ９一歩成(76)\n4 反則負け\n"),
           "7g7f 2b5e 7f9a+ [illegal]");
    is_int(record.status, SHOGI_OK);
    is_str(record_diags(&record), "");
}

static void
test_dou_needs_a_move_before_it(void)
{
    is_str(diags_of("1 同　歩(77)\n2 ３四歩(33)\n"), "1:3 no-previous-move");
    is_int(record.status, SHOGI_BAD);
}

static void
test_a_wrong_piece_name_is_told_and_the_square_is_trusted(void)
{
    is_str(line_of("1 ７六銀(77)\n2 ３四歩(33)\n"), "7g7f 3c3d");
    is_str(record_diags(&record), "1:3 piece-mismatch");
}

static int
seconds_of(const char *time)
{
    char text[256];

    snprintf(text, sizeof text, "   1 ７六歩(77)   %s\n   2 ３四歩(33)\n", time);
    line_of(text);
    int ms = record_node(&record, 1)->time_ms;
    return ms < 0 ? ms : ms / 1000;
}

static void
test_times_are_read_in_all_their_forms(void)
{
    is_int(seconds_of("( 0:16/00:00:16)"), 16);
    is_int(record_node(&record, 1)->total_ms, 16000);
    is_int(seconds_of("(00:31 / 00:00:31)"), 31);
    is_int(seconds_of("(0:3/0:0:26)"), 3);
    is_int(record_node(&record, 1)->total_ms, 26000);
    is_int(seconds_of("( 0:07/)"), 7);
    is_int(record_node(&record, 1)->total_ms, -1);
    is_int(seconds_of("(90:00/1:30:21)"), 5400);
    is_int(seconds_of("( 120:00/02:01:40 )"), 7200);
    is_int(seconds_of("(0:01:05/0:01:05)"), 65);
    is_int(seconds_of("（ ０：０７／００：００：０７）"), 7);
    is_int(seconds_of("( 0:05)+"), 5);
    seconds_of("(0:00.5/0:00:01.25)");
    is_int(record_node(&record, 1)->time_ms, 500);
    is_int(record_node(&record, 1)->total_ms, 1250);
    is_int(seconds_of(""), -1);
    is_str(record_diags(&record), "");
}

static void
test_a_time_that_cannot_be_read_costs_no_move(void)
{
    is_int(seconds_of("( 0:/00:00:16)"), -1);
    is_str(record_diags(&record), "1:16 bad-time");
    is_str(record_line(&record), "7g7f 3c3d");
    is_int(seconds_of("(99999999:00/)"), -1);
    is_str(record_diags(&record), "1:16 bad-time");
    is_int(seconds_of("( 0:01/"), -1);
    is_str(record_diags(&record), "1:16 bad-time");
}

static void
test_every_ending_has_its_word(void)
{
    static const struct {
        const char *word, *name;
    } rows[] = {
        { "投了", "resign" },
        { "中断", "interrupt" },
        { "千日手", "sennichite" },
        { "持将棋", "jishogi" },
        { "詰み", "mate" },
        { "詰", "mate" },
        { "不詰", "no-mate" },
        { "切れ負け", "time-up" },
        { "時間切れ", "time-up" },
        { "Time-up", "time-up" },
        { "反則負け", "illegal" },
        { "反則勝ち", "foul-win" },
        { "入玉勝ち", "declare-win" },
        { "入玉宣言勝ち", "declare-win" },
        { "不戦勝", "default-win" },
        { "不戦敗", "default-loss" },
        { "封じ手", "sealed" },
        { "最大手数", "max-moves" },
        { "引き分け", "draw" },
        { "トライ", "try" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[256], line[64];

        snprintf(text, sizeof text, "   1 ７六歩(77)\n   2 %s   ( 0:03/00:00:03)\n",
                 rows[i].word);
        snprintf(line, sizeof line, "7g7f [%s]", rows[i].name);
        is_str(line_of(text), line);
        is_int(record_node(&record, 2)->time_ms, 3000);
        is_str(record_diags(&record), "");
        ok(record_survives(&record, kif));
    }
}

static void
test_an_unknown_ending_is_kept_word_for_word(void)
{
    is_str(line_of("1 ７六歩(77)\n2 休憩\n"), "7g7f [other]");
    is_str(record_node(&record, 2)->as_written, "休憩");
    is_str(record_diags(&record), "2:3 unknown-end");
    ok(record_survives(&record, kif));
    is_str(line_of("1 ７六歩(77)\n2 Illegal move  ( 0:01/)\n"), "7g7f [other]");
    is_str(record_node(&record, 2)->as_written, "Illegal move");
    is_int(record_node(&record, 2)->time_ms, 1000);
}

static void
test_what_follows_an_ending_is_left_out_with_one_warning(void)
{
    is_str(line_of("1 ７六歩(77)\n2 投了\n2 ３四歩(33)\n3 中断\n"), "7g7f [resign]");
    is_str(record_diags(&record), "3:3 after-end");
    is_str(line_of("1 ７六歩(77)\n2 投了\nまで1手で先手の勝ち\n 1手目\n"),
           "7g7f [resign]");
    is_str(record_diags(&record), "4:3 after-end");
}

static void
test_wrong_move_numbers_are_noted_twice_at_most(void)
{
    is_str(line_of("1 ７六歩(77)\n1 ３四歩(33)\n5 ２六歩(27)\n9 ８四歩(83)\n"),
           "7g7f 3c3d 2g2f 8c8d");
    is_str(record_diags(&record), "2:1 move-number, 3:1 move-number");
    is_int(record.status, SHOGI_OK);
}

static void
test_comments_at_the_end_of_a_move_line_are_noted(void)
{
    is_str(line_of("1 ７六歩(77) # 初手\n2 ３四歩(33) * 二手目\n"), "7g7f 3c3d");
    is_str(record_diags(&record), "1:11 tolerated");
    is_str(record_node(&record, 1)->comment, NULL);
    is_str(record_node(&record, 2)->comment, " 二手目\n");
}

/* ---- cutting -------------------------------------------------------------------- */

static int
games_in(const char *text)
{
    int games = record_count_games(kif, text, strlen(text), strlen(text));

    /* A stream shown in any steps is cut at the same places. */
    for (size_t step = 1; step < 40; step += 13)
        if (record_count_games(kif, text, strlen(text), step) != games)
            return -1;
    return games;
}

static void
test_a_new_game_begins_where_a_line_can_only_be_its_first(void)
{
#define ONE "1 ７六歩(77)\n2 投了\n"
    is_int(games_in("手合割：平手\n" HEAD ONE "手合割：平手\n" HEAD ONE), 2);
    is_int(games_in(ONE ONE ONE), 3);
    is_int(games_in("#KIF version=2.0 encoding=UTF-8\n" ONE
                    "\xef\xbb\xbf#KIF version=2.0 encoding=UTF-8\n" ONE),
           2);
    is_int(games_in(ONE "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n"
                        "|v香v桂v銀v金v玉v金v銀v桂v香|一\n"),
           2);
    is_int(games_in("開始日時：\n" HEAD "開始日時：\n" HEAD), 2);
    is_int(games_in("\n\n" ONE "\n\n"), 1);
}

static void
test_a_game_is_not_cut_inside(void)
{
    is_int(games_in("手合割：平手\n先手：\n" HEAD "後手：\n" ONE), 1);
    is_int(games_in("1 ７六歩(77)\n2 ３四歩(33)\n変化：1手\n*note\n1 ２六歩(27)\n"), 1);
    is_int(games_in("1 ７六歩(77)\n*先手：A\n&後手：B\n# 手合割：平手\n2 投了\n"), 1);
    is_int(games_in("# ---- banner\n手合割：平手\n# second\n" ONE "# last\n"), 1);
    is_int(games_in("1 ７六歩(77) ( 0:01/00:00:01)\n1 ３四歩(33)\n"), 1);
    is_int(games_in(HEAD "|v香v桂v銀v金v玉v金v銀v桂v香|一\n" ONE), 1);
}

static void
test_lines_above_a_game_go_with_it(void)
{
    const char *text = ONE "# of the second\n手合割：平手\n" ONE;
    struct shogi_split split = { 0 };

    split = kif->split(text, strlen(text), true, &split);
    is_int(split.len, strlen(ONE));
    text = ONE "*of the first\n\n*of the second\n手合割：平手\n" ONE;
    split = (struct shogi_split){ 0 };
    split = kif->split(text, strlen(text), true, &split);
    is_int(split.len, strlen(ONE "*of the first\n\n"));
}

/* ---- detection ------------------------------------------------------------------ */

static int
bid_for(const char *text)
{
    return kif->detect(text, strlen(text));
}

static void
test_kif_is_recognised_by_what_only_it_has(void)
{
    ok(bid_for("#KIF version=2.0 encoding=UTF-8\n") > 90);
    ok(bid_for("   1 ７六歩(77)\n\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0") >= 80);
    ok(bid_for("先手：A\n後手：B\n\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0") >= 50);
    ok(bid_for("先手：A\n▲７六歩 △３四歩\n\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0") < 50);
    ok(bid_for("#KI2 version=2.0\n先手：A\n") == 0);
    ok(bid_for("V2.2\nPI\n+\n+7776FU\n") == 0);
    ok(bid_for("position startpos moves 7g7f\n") == 0);
}

static void
test_text_without_anything_of_a_record_is_refused(void)
{
    is_str(diags_of("hello\nworld\n"),
           "1:1 unknown-line, 2:1 unknown-line, 2:1 not-a-record");
    is_int(record.status, SHOGI_BAD);
    line_of("\n  \n# nothing\n");
    is_int(record.status, SHOGI_EOF);
    line_of("1 apples\n2 pears\n");
    is_int(record.status, SHOGI_BAD);
}

/* ---- writing -------------------------------------------------------------------- */

static void
test_the_layout_is_that_of_kifu_for_windows(void)
{
    line_of("手合割：平手\n先手：A\n後手：\n*はじめに\n1 ７六歩(77) (0:16/00:00:16)\n"
            "*一手目\n2 ３四歩(33) (10:00/00:10:00)\n3 ２二角成(88) (0:01/00:00:17)\n"
            "4 同銀(31) (0:02/00:10:02)\n&しおり\n5 ５五角打 (0:03/00:00:20)\n6 投了\n"
            "変化：4手\n4 同飛(82) (0:04/00:10:04)\n");
    is_str(
        record_write(&record, kif),
        "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n先手：A\n後手：\n*はじめに\n" HEAD
        "   1 ７六歩(77)   ( 0:16/00:00:16)\n*一手目\n"
        "   2 ３四歩(33)   (10:00/00:10:00)\n"
        "   3 ２二角成(88) ( 0:01/00:00:17)\n"
        "   4 同　銀(31)   ( 0:02/00:10:02)+\n&しおり\n"
        "   5 ５五角打     ( 0:03/00:00:20)\n"
        "   6 投了\nまで5手で先手の勝ち\n"
        "\n変化：4手\n   4 同　飛(82)   ( 0:04/00:10:04)\n");
    ok(record_survives(&record, kif));
}

static void
test_totals_that_were_not_recorded_are_summed_for_each_side(void)
{
    line_of("1 ７六歩(77) (0:10/)\n2 ３四歩(33) (1:00/)\n3 ２六歩(27) (0:05/)\n"
            "変化：2手\n2 ８四歩(83) (0:02/)\n3 ２六歩(27) (0:01/)\n");
    const char *text = record_write(&record, kif);
    ok(strstr(text, "２六歩(27)   ( 0:05/00:00:15)\n"));
    ok(strstr(text, "８四歩(83)   ( 0:02/00:00:02)\n"));
    ok(strstr(text, "２六歩(27)   ( 0:01/00:00:11)\n"));
}

static void
test_a_move_without_time_has_no_parentheses_but_may_have_a_plus(void)
{
    line_of("1 ７六歩(77)\n2 ３四歩(33)\n変化：2手\n2 ８四歩(83)\n");
    ok(strstr(record_write(&record, kif), "   1 ７六歩(77)\n   2 ３四歩(33)   +\n"));
}

static void
test_the_encoding_is_named_in_the_first_line(void)
{
    struct shogi_write_options options = { .encoding = "cp932" };
    struct shogi_buf out = { 0 };

    line_of("1 ７六歩(77)\n");
    shogi_write_buf(kif, record.game, &options, &out);
    ok(out.len > 37
       && memcmp(out.data, "#KIF version=2.0 encoding=Shift_JIS\n", 36) == 0);
    shogi_buf_release(&out);
}

static void
test_only_the_main_line_is_written_when_asked(void)
{
    struct shogi_write_options options = { .main_line_only = true };
    struct shogi_buf out = { 0 };

    line_of("1 ７六歩(77)\n2 ３四歩(33)\n変化：2手\n2 ８四歩(83)\n");
    shogi_write_buf(kif, record.game, &options, &out);
    shogi_buf_putc(&out, '\0');
    ok(!strstr(out.data, "変化"));
    shogi_buf_release(&out);
}

static void
test_an_ending_without_a_word_of_kif_is_announced_and_noted(void)
{
    struct shogi_cursor cursor;

    line_of("1 ７六歩(77)\n");
    shogi_cursor_init(&cursor, record.game);
    shogi_cursor_forward(&cursor);
    shogi_cursor_append_end(&cursor, SHOGI_END_MAX_MOVES, SHOGI_WINNER_BY_END, NULL,
                            (struct shogi_place){ 0 });
    shogi_cursor_release(&cursor);
    ok(strstr(record_write(&record, kif), "   2 持将棋\n*最大手数\nまで1手で持将棋\n"));
    is_str(record_diags(&record), "0:0 lost-end");
}

int
main(void)
{
    test_moves_are_read_as_the_programs_write_them();
    test_moves_are_read_in_the_spellings_of_other_programs();
    test_a_line_without_number_or_origin_is_read_with_a_note();
    test_what_looks_like_a_move_and_is_none_is_an_error_with_its_place();
    test_illegal_moves_that_can_be_carried_out_are_kept();
    test_dou_needs_a_move_before_it();
    test_a_wrong_piece_name_is_told_and_the_square_is_trusted();
    test_times_are_read_in_all_their_forms();
    test_a_time_that_cannot_be_read_costs_no_move();
    test_every_ending_has_its_word();
    test_an_unknown_ending_is_kept_word_for_word();
    test_what_follows_an_ending_is_left_out_with_one_warning();
    test_wrong_move_numbers_are_noted_twice_at_most();
    test_comments_at_the_end_of_a_move_line_are_noted();
    test_a_new_game_begins_where_a_line_can_only_be_its_first();
    test_a_game_is_not_cut_inside();
    test_lines_above_a_game_go_with_it();
    test_kif_is_recognised_by_what_only_it_has();
    test_text_without_anything_of_a_record_is_refused();
    test_the_layout_is_that_of_kifu_for_windows();
    test_totals_that_were_not_recorded_are_summed_for_each_side();
    test_a_move_without_time_has_no_parentheses_but_may_have_a_plus();
    test_the_encoding_is_named_in_the_first_line();
    test_only_the_main_line_is_written_when_asked();
    test_an_ending_without_a_word_of_kif_is_announced_and_noted();
    record_free(&record);
    return done_testing();
}
