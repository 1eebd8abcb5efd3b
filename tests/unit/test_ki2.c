/* SPDX-License-Identifier: MIT */
/* test_ki2.c - KI2: runs of moves, endings among them, cutting, writing. */
#include "tap.h"

#include "random_games.h"
#include "record.h"
#include "roundtrip.h"

static const struct shogi_format *const ki2 = &shogi_format_ki2;

static struct record record;

/* The main line of TEXT. */
static const char *
line_of(const char *text)
{
    record_free(&record);
    record_read(&record, ki2, text);
    return record_line(&record);
}

/* What is reported about TEXT. */
static const char *
diags_of(const char *text)
{
    line_of(text);
    return record_diags(&record);
}

/* ---- reading -------------------------------------------------------------------- */

static void
test_moves_are_read_with_blanks_between_them_or_none(void)
{
    static const char *const texts[] = {
        "▲７六歩    △３四歩    ▲２二角成  △同　銀    ▲４五角\n",
        "▲７六歩△３四歩▲２二角成△同銀▲４五角\n",
        "▲７六歩　△３四歩　▲２二角成　△同　銀　▲４五角",
        "▲７六歩\t△３四歩\r\n▲２二角成\r\n\r\n  △同 銀 ▲４五角\r\n",
        "▲７六歩\n△３四歩\n▲２二角成\n△同　銀\n▲４五角打\n",
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        is_str(line_of(texts[i]), "7g7f 3c3d 8h2b+ 3a2b B*4e");
        is_str(record_diags(&record), "");
    }
}

static void
test_squares_and_marks_are_read_in_all_their_forms(void)
{
    static const char *const texts[] = {
        "☗７六歩☖３四歩☗２二角成☖同銀\n",
        "▼７六歩▽３四歩▼２二角成▽同銀\n",
        "⛊７六歩⛉３四歩⛊２二角成⛉同銀\n",
        "▲76歩△34歩▲22角成△同銀\n",
        "▲７６歩 △３４歩 ▲２２角成 △同銀\n",
        "▲7六歩 △3四歩 ▲2二角成 △同銀\n",
        "76歩 34歩 22角成 同銀\n",
        "７六歩３四歩２二角成同銀\n",
        "▲７六歩(77) △３四歩(33) ▲２二角成(88) △同　銀(31)\n",
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        is_str(line_of(texts[i]), "7g7f 3c3d 8h2b+ 3a2b");
        is_str(record_diags(&record), "");
    }
}

static void
test_moves_may_stand_in_running_text(void)
{
    is_str(line_of("▲7六歩、△3四歩，▲2六歩。\n"), "7g7f 3c3d 2g2f");
    is_str(line_of("1.▲７六歩 △３四歩 2.▲２六歩 △８四歩\n"), "7g7f 3c3d 2g2f 8c8d");
    is_str(line_of("1 ▲７六歩 2 △３四歩\n3 ▲２六歩\n"), "7g7f 3c3d 2g2f");
    is_str(record_diags(&record), "");
    is_str(line_of("初手からの指し手\n▲７六歩 好手 △３四歩\n"), "7g7f 3c3d");
    is_str(record_diags(&record), "1:1 unknown-line, 2:6 unknown-line");
    is_int(record.status, SHOGI_OK);
}

static void
test_white_moves_first_in_a_handicap_game(void)
{
    is_str(line_of("手合割：香落ち\n△３四歩 ▲７六歩 △４四歩\n"), "3c3d 7g7f 4c4d");
    is_str(record_diags(&record), "");
    is_str(diags_of("▲７六歩 ▲３四歩 ▲２六歩\n"), "1:6 tolerated");
    is_int(record.status, SHOGI_OK);
}

static void
test_an_ending_is_told_by_the_closing_line(void)
{
    static const struct {
        const char *line, *moves;
    } rows[] = {
        { "まで2手で後手の勝ち", "7g7f 3c3d [resign]" },
        { "まで2手で時間切れにより後手の勝ち", "7g7f 3c3d [time-up]" },
        { "まで2手で先手の反則負け", "7g7f 3c3d [illegal]" },
        { "まで2手で先手の反則勝ち", "7g7f 3c3d [foul-win]" },
        { "まで2手で先手の入玉勝ち", "7g7f 3c3d [declare-win]" },
        { "まで2手で中断", "7g7f 3c3d [interrupt]" },
        { "まで2手で千日手", "7g7f 3c3d [sennichite]" },
        { "まで2手で持将棋", "7g7f 3c3d [jishogi]" },
        { "まで2手詰", "7g7f 3c3d [mate]" },
        { "まで、2手で封じ手", "7g7f 3c3d [sealed]" },
    };
    char text[256];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(text, sizeof text, "▲７六歩 △３四歩\n%s\n", rows[i].line);
        is_str(line_of(text), rows[i].moves);
        is_str(record_diags(&record), "");
        snprintf(text, sizeof text, "▲７六歩 △３四歩 %s\n", rows[i].line);
        is_str(line_of(text), rows[i].moves);
    }
}

static void
test_an_ending_may_stand_among_the_moves(void)
{
    is_str(line_of("▲７六歩 △３四歩 ▲投了\n"), "7g7f 3c3d [resign]");
    is_str(line_of("▲７六歩 △３四歩\n▲投了\n"), "7g7f 3c3d [resign]");
    is_str(line_of("▲７六歩△３四歩▲投了\n"), "7g7f 3c3d [resign]");
    is_str(line_of("▲７六歩 △３四歩 投了\n"), "7g7f 3c3d [resign]");
    is_str(line_of("▲７六歩 △３四歩\n千日手\n"), "7g7f 3c3d [sennichite]");
    is_str(record_diags(&record), "");
    is_str(line_of("▲７六歩 △休憩\n"), "7g7f [other]");
    is_str(record_diags(&record), "1:6 unknown-end");
    is_str(record_node(&record, 2)->as_written, "休憩");
}

static void
test_a_foul_that_ends_the_game_is_kept(void)
{
    is_str(line_of("▲２六歩 △８四歩 ▲２五歩 △８五歩 ▲２四歩 △同　歩 ▲同　飛 △８六歩打\n"
                   "まで8手で先手の反則勝ち\n"),
           "2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d P*8f [foul-win]");
    is_int(record.status, SHOGI_OK);
}

static void
test_comments_and_bookmarks_break_the_row_and_belong_to_the_move_above(void)
{
    line_of("*はじめに\n▲７六歩    △３四歩\n*角道\n*を開ける\n&しおり\n▲２六歩\n"
            "まで3手で中断\n*終わり\n");
    is_str(record_node(&record, 0)->comment, "はじめに\n");
    is_str(record_node(&record, 2)->comment, "角道\nを開ける\n");
    is_str(record_node(&record, 2)->bookmark, "しおり");
    is_str(record_node(&record, 4)->comment, "終わり\n");
    is_str(record_diags(&record), "");
}

static void
test_variations_hang_on_the_line_read_last(void)
{
    line_of("▲７六歩 △３四歩 ▲２六歩 △８四歩\nまで4手で中断\n\n"
            "変化：   3手\n▲６六歩 △８四歩\nまで4手で先手の勝ち\n\n変化：4\n△４四歩\n\n"
            "変化：1手\n▲２六歩\n");
    is_str(record_tree(&record),
           "7g7f 3c3d 2g2f 8c8d [interrupt] | 3: 6g6f 8c8d [other] | 4: 4c4d | 1: 2g2f");
    is_int(record.status, SHOGI_OK);
}

/* Numbers of variations go on from the diagram, or begin with one: KI2 has no
 * other numbers that would tell. */
static void
test_variations_behind_a_diagram_are_counted_either_way(void)
{
    static const char board[] = "後手の持駒：なし\n"
                                "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n"
                                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"
                                "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n"
                                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"
                                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n"
                                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
                                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n"
                                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n"
                                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n"
                                "先手の持駒：金二\n手数＝20  △５一玉  まで\n";
    char text[1024];

    snprintf(text, sizeof text, "%s▲５二金 △６一玉\n変化：22手\n△４一玉\n", board);
    line_of(text);
    is_str(record_tree(&record), "G*5b 5a6a | 22: 5a4a");
    snprintf(text, sizeof text, "%s▲５二金 △６一玉\n変化：2手\n△４一玉\n", board);
    line_of(text);
    is_str(record_tree(&record), "G*5b 5a6a | 22: 5a4a");
    snprintf(text, sizeof text, "%s▲同　金\n", board);
    is_str(diags_of(text), "13:1 drop-occupied"); /* "dou" is known, 5一 is taken */
}

/* ---- what cannot be read ---------------------------------------------------------- */

static void
test_a_move_that_fits_several_pieces_is_an_error_that_names_them(void)
{
    is_str(diags_of("▲７六歩 △３四歩\n▲５八金 △８四歩\n"), "2:1 ambiguous-move");
    is_str(record.game->diags->arg[0].text, "49 69");
    is_int(record.status, SHOGI_BAD);
    is_str(record_line(&record), "7g7f 3c3d");
}

static void
test_what_looks_like_a_move_and_is_none_is_an_error_with_its_place(void)
{
    static const struct {
        const char *text, *diags;
    } rows[] = {
        { "▲７六歩 △３四虎 ▲２六歩\n", "1:9 syntax" },
        { "▲７六歩 △３四\n", "1:9 syntax" },
        { "▲７六歩 △０四歩\n", "1:7 syntax" },
        { "▲７六歩 △同\n", "1:8 syntax" },
        { "▲７六歩 △歩成\n", "1:7 syntax" },
        { "▲７六歩 歩成 △３四歩\n", "1:6 syntax" },
        { "▲７六歩 △３四歩不 ▲２六歩\n", "1:11 syntax" },
        { "▲７六歩 △休憩 ▲２六歩\n", "1:7 syntax" },
        { "▲７六歩 △５五角\n", "1:6 no-candidate" },
        { "▲７六歩 △５五金打\n", "1:6 not-in-hand" },
        { "▲７六歩 ＋３３３４ＦＵ\n", "1:6 syntax" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        is_str(diags_of(rows[i].text), rows[i].diags);
        is_int(record.status, SHOGI_BAD);
        is_str(record_line(&record), "7g7f");
    }
    is_str(diags_of("▲同　歩\n"), "1:1 no-previous-move");
}

static void
test_an_error_in_a_variation_costs_that_variation_only(void)
{
    diags_of(
        "▲７六歩 △３四歩 ▲２六歩\n\n変化：2手\n△８四虎 ▲２六歩\n\n変化：1手\n▲２六歩\n");
    is_str(record_diags(&record), "4:4 syntax");
    is_str(record_tree(&record), "7g7f 3c3d 2g2f | 1: 2g2f");
    is_int(record.status, SHOGI_OK);
}

static void
test_what_follows_an_ending_is_left_out_with_one_warning(void)
{
    is_str(diags_of("▲７六歩 △投了 ▲２六歩 △３四歩\n▲２五歩\n"), "1:10 after-end");
    is_str(record_line(&record), "7g7f [resign]");
}

static void
test_text_without_anything_of_a_record_is_refused(void)
{
    diags_of("hello\nworld\n");
    is_int(record.status, SHOGI_BAD);
    line_of("\n  \n# nothing\n");
    is_int(record.status, SHOGI_EOF);
}

/* ---- cutting and recognising ------------------------------------------------------ */

static void
test_a_new_game_begins_where_a_line_can_only_be_its_first(void)
{
    static const struct {
        const char *text;
        int games;
    } rows[] = {
        { "先手：A\n後手：B\n▲７六歩\nまで1手で中断\n先手：C\n後手：D\n▲２六歩\n", 2 },
        { "#KI2 version=2.0\n▲７六歩\n#KI2 version=2.0\n▲２六歩\n", 2 },
        { "▲７六歩\nまで1手で中断\n\n▲２六歩\nまで1手で中断\n", 2 },
        { "先手：A\n76歩 34歩\n先手：C\n26歩\n", 2 },
        { "先手：A\n▲７六歩 △３四歩\n\n変化：2手\n△８四歩\nまで2手で中断\n", 1 },
        { "先手：A\n▲７六歩\n*先手：これは注釈\n△３四歩\n▲２六歩\n", 1 },
        { "▲７六歩\n\n△３四歩\n\n▲２六歩\n", 1 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t len = strlen(rows[i].text);
        is_int(record_count_games(ki2, rows[i].text, len, len), rows[i].games);
        is_int(record_count_games(ki2, rows[i].text, len, 1), rows[i].games);
    }
}

static void
test_ki2_is_told_from_kif_and_bod(void)
{
    is_str(record_format_of("▲７六歩 △３四歩\n"), "ki2");
    is_str(record_format_of("先手：A\n後手：B\n手合割：平手\n\n▲７六歩    △３四歩\n"),
           "ki2");
    is_str(record_format_of("#KI2 version=2.0\n手合割：平手\n"), "ki2");
    is_str(record_format_of("76歩 34歩 26歩\n"), "ki2");
    is_str(record_format_of("1.▲７六歩 2.△３四歩\n"), "ki2");
    is_str(record_format_of("1 ▲７六歩(77)\n2 △３四歩(33)\n"), "kif");
    is_str(record_format_of("1 ７六歩(77)\n2 ３四歩(33)\n"), "kif");
    is_str(record_format_of("手合割：平手\n*▲７六歩 △３四歩\n1 ７六歩(77)\n"), "kif");
}

/* ---- writing ---------------------------------------------------------------------- */

static void
test_rows_have_six_moves_filled_to_twelve_columns(void)
{
    line_of("先手：A\n後手：B\n▲２六歩△８四歩▲２五歩△８五歩▲７八金△３二金▲２四歩△同歩"
            "▲同飛△２三歩▲２六飛△８六歩▲同歩△同飛▲５八玉△５二玉▲３八銀△７二銀\n"
            "まで18手で後手の勝ち\n");
    is_str(record_write(&record, ki2),
           "#KI2 version=2.0 encoding=UTF-8\n手合割：平手\n先手：A\n後手：B\n\n"
           "▲２六歩    △８四歩    ▲２五歩    △８五歩    ▲７八金    △３二金\n"
           "▲２四歩    △同　歩    ▲同　飛    △２三歩    ▲２六飛    △８六歩\n"
           "▲同　歩    △同　飛    ▲５八玉    △５二玉    ▲３八銀    △７二銀\n"
           "まで18手で後手の勝ち\n");
}

static void
test_a_long_move_keeps_a_blank_before_the_next(void)
{
    line_of("後手の持駒：なし\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n"
            "| 馬 ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ 銀 ・ 銀 ・ ・ ・ ・|三\n"
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ 銀 ・ 銀 ・ ・ ・ ・|五\n"
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n"
            "| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n"
            "先手の持駒：なし\n▲６四銀左引不成 △４一玉\n");
    is_str(record_line(&record), "7c6d 5a4a");
    ok(strstr(record_write(&record, ki2), "\n▲６四銀左引不成 △４一玉\n"));
}

static void
test_comments_end_a_row(void)
{
    line_of("▲７六歩 "
            "△３四歩\n*角道\n&しおり\n▲２六歩\n\n変化：2手\n△８四歩\nまで2手で中断\n");
    is_str(record_write(&record, ki2),
           "#KI2 version=2.0 encoding=UTF-8\n手合割：平手\n\n▲７六歩    △３四歩\n*角道\n"
           "&しおり\n▲２六歩\n\n変化：2手\n△８四歩\nまで2手で中断\n");
}

/* What no closing line tells stands among the moves. */
static void
test_every_ending_survives(void)
{
    struct shogi_cursor cursor;

    for (int end = SHOGI_END_NONE + 1; end < SHOGI_END_COUNT; end++) {
        const struct shogi_node *found;
        char text[512];
        bool is_lost;

        line_of("▲７六歩 △３四歩 ▲２六歩\n");
        shogi_cursor_init(&cursor, record.game);
        while (shogi_cursor_forward(&cursor))
            ;
        shogi_cursor_append_end(&cursor, (enum shogi_end)end, SHOGI_WINNER_BY_END,
                                end == SHOGI_END_OTHER ? "休憩" : NULL,
                                (struct shogi_place){ 0 });
        shogi_cursor_release(&cursor);
        snprintf(text, sizeof text, "%s", record_write(&record, ki2));
        is_lost = record.game->diags != NULL;
        line_of(text);
        found = record_node(&record, 4);
        if (!ok(found->end == end || is_lost))
            note("%s became %s:\n%s", shogi_end_name((enum shogi_end)end),
                 shogi_end_name((enum shogi_end)found->end), text);
    }
}

static void
test_fouls_that_words_cannot_tell_are_written_with_their_origin(void)
{
    line_of("▲７六歩 △３四歩 ▲８五角(88) △８四歩\n");
    is_str(record_line(&record), "7g7f 3c3d 8h8e 8c8d");
    ok(strstr(record_write(&record, ki2), "▲８五角(88)"));
    ok(record_survives(&record, ki2));
}

static void
test_random_games_survive(void)
{
    int failures = 0;

    for (uint64_t seed = 1; seed <= 300; seed++) {
        record_free(&record);
        record = (struct record){ .game = shogi_game_new() };
        random_game(record.game, seed);
        if (!record_survives(&record, ki2) && failures++ < 5)
            note("seed %llu", (unsigned long long)seed);
    }
    is_int(failures, 0);
}

static void
test_public_records_survive(void)
{
    struct roundtrip t;

    if (!roundtrip_corpus(&t, ki2))
        return;
    ok(t.games > 1000);
    is_int(t.failures, 0);
}

int
main(void)
{
    test_moves_are_read_with_blanks_between_them_or_none();
    test_squares_and_marks_are_read_in_all_their_forms();
    test_moves_may_stand_in_running_text();
    test_white_moves_first_in_a_handicap_game();
    test_an_ending_is_told_by_the_closing_line();
    test_an_ending_may_stand_among_the_moves();
    test_a_foul_that_ends_the_game_is_kept();
    test_comments_and_bookmarks_break_the_row_and_belong_to_the_move_above();
    test_variations_hang_on_the_line_read_last();
    test_variations_behind_a_diagram_are_counted_either_way();
    test_a_move_that_fits_several_pieces_is_an_error_that_names_them();
    test_what_looks_like_a_move_and_is_none_is_an_error_with_its_place();
    test_an_error_in_a_variation_costs_that_variation_only();
    test_what_follows_an_ending_is_left_out_with_one_warning();
    test_text_without_anything_of_a_record_is_refused();
    test_a_new_game_begins_where_a_line_can_only_be_its_first();
    test_ki2_is_told_from_kif_and_bod();
    test_rows_have_six_moves_filled_to_twelve_columns();
    test_a_long_move_keeps_a_blank_before_the_next();
    test_comments_end_a_row();
    test_every_ending_survives();
    test_fouls_that_words_cannot_tell_are_written_with_their_origin();
    test_random_games_survive();
    test_public_records_survive();
    record_free(&record);
    return done_testing();
}
