/* SPDX-License-Identifier: MIT */
/* test_bod.c - BOD: boards in text, read in their many forms, cut, and written. */
#include "tap.h"

#include <stdlib.h>

#include "positions.h"
#include "record.h"

static const struct shogi_format *const bod = &shogi_format_bod;

static struct record record;

#define FRAME "+---------------------------+\n"
#define FILES "  ９ ８ ７ ６ ５ ４ ３ ２ １\n"
#define EVEN                                                                                 \
    "|v香v桂v銀v金v玉v金v銀v桂v香|一\n| ・v飛 ・ ・ ・ ・ ・v角 ・|二\n" \
    "|v歩v歩v歩v歩v歩v歩v歩v歩v歩|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n" \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n" \
    "| 歩 歩 歩 歩 歩 歩 歩 歩 歩|七\n| ・ 角 ・ ・ ・ ・ ・ 飛 ・|八\n" \
    "| 香 桂 銀 金 玉 金 銀 桂 香|九\n"
#define PROBLEM                                                                              \
    "| ・ ・ ・ ・v王 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n" \
    "| ・ ・ ・ ・ と ・ ・v圭 ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n" \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n" \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n" \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n"
#define RANKS_2_TO_9                                                                         \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ と ・ ・ ・ ・|三\n" \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n" \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n" \
    "| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n"

static const char *
sfen_of(const char *text)
{
    record_free(&record);
    record_read(&record, bod, text);
    return record_sfen(&record);
}

static void
test_a_board_is_a_position(void)
{
    is_str(sfen_of("後手の持駒：なし\n" FILES FRAME EVEN FRAME "先手の持駒：なし\n"),
           "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
    is_str(record_diags(&record), "");
    is_str(sfen_of("後手の持駒：飛　角　金三　銀四　桂三　香四　歩十七　\n" FILES FRAME
                       PROBLEM FRAME "先手の持駒：金　飛　\n"),
           "4k4/9/4+P2+n1/9/9/9/9/9/9 b RGrb3g4s3n4l17p 1");
    is_str(sfen_of(EVEN), /* only the ranks */
           "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
}

static void
test_the_turn_is_that_of_its_line_or_follows_the_last_move(void)
{
    static const char end[] = "4k4/9/4+P2+n1/9/9/9/9/9/9 ";
    static const struct {
        const char *below, *turn;
    } rows[] = {
        { "", "b - 1" },
        { "後手番\n", "w - 1" },
        { "上手番\n", "w - 1" },
        { "先手番\n", "b - 1" },
        { "手番：後手\n", "w - 1" },
        { "手数＝7  ▲５三と  まで\n", "w - 8" },
        { "手数＝6  △２三圭  まで\n", "b - 7" },
        { "手数＝6  △２三圭  まで\n\n後手番\n", "w - 7" },
        { "手数=6 △２三桂成 まで\n", "b - 7" },
        { "手数＝0    まで\n", "b - 1" },
    };
    char text[2048], sfen[128];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(text, sizeof text, "%s%s", PROBLEM, rows[i].below);
        snprintf(sfen, sizeof sfen, "%s%s", end, rows[i].turn);
        is_str(sfen_of(text), sfen);
        is_str(record_diags(&record), "");
    }
}

static void
test_hands_are_read_with_any_separator(void)
{
    static const char *const hands[] = {
        "先手の持駒：飛　角二　歩十一　\n", "先手の持駒：飛 角二 歩十一\n",
        "先手の持駒：飛角二歩十一\n",       "下手の持駒：飛、角二、歩１１\n",
        "先手の持ち駒：歩11 飛1 角2\n",     "先手持駒：飛車　角行二　歩兵十一\n",
    };
    char text[2048];

    for (size_t i = 0; i < sizeof hands / sizeof *hands; i++) {
        snprintf(text, sizeof text, "後手の持駒：なし　\n%s%s", PROBLEM, hands[i]);
        is_str(sfen_of(text), "4k4/9/4+P2+n1/9/9/9/9/9/9 b R2B11P 1");
    }
}

static void
test_ranks_are_read_as_programs_write_them(void)
{
    static const char *const ranks[] = {
        "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n", "| · · · ·v王 · · · ·|\n",
        "|・・・・v玉・・・・|\n",           "| . . . .V玉 . . . .|一\n",
        "| 　 　 　 　w玉 　 　 　 　|一\n",
    };
    char text[2048];

    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        snprintf(text, sizeof text, "%s%s", ranks[i], RANKS_2_TO_9);
        is_str(sfen_of(text), "4k4/9/4+P4/9/9/9/9/9/9 b - 1");
    }
}

static void
test_a_damaged_board_is_an_error_with_its_place(void)
{
    static const struct {
        const char *text, *diags;
    } rows[] = {
        { "| ・ ・ ・ ・v玉 ・ ・ ・|一\n" RANKS_2_TO_9, "1:18 bad-board" },
        { "| ・ ・ ・ ・v王玉 ・ ・ ・ ・|一\n" RANKS_2_TO_9, "1:20 bad-board" },
        { "| ・ ・ ・ ・v猫 ・ ・ ・ ・|一\n" RANKS_2_TO_9, "1:11 bad-board" },
        { RANKS_2_TO_9, "8:1 bad-board" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sfen_of(rows[i].text);
        is_str(record_diags(&record), rows[i].diags);
        is_int(record.status, SHOGI_BAD);
    }
    sfen_of("hello\n");
    is_int(record.status, SHOGI_BAD);
    sfen_of("\n\n");
    is_int(record.status, SHOGI_EOF);
}

static void
test_boards_behind_each_other_are_cut(void)
{
    static const struct {
        const char *text;
        int games;
    } rows[] = {
        { "後手の持駒：なし\n" FILES FRAME EVEN FRAME "先手の持駒：なし\n", 1 },
        { "後手の持駒：なし\n" FILES FRAME EVEN FRAME "先手の持駒：なし\n"
          "後手の持駒：なし\n" FILES FRAME PROBLEM FRAME "先手の持駒：なし\n後手番\n",
          2 },
        { FILES FRAME EVEN FRAME "\n" FILES FRAME PROBLEM FRAME "\n" FILES FRAME EVEN,
          3 },
        { EVEN "\n後手番\n" PROBLEM, 2 },
        { "先手：A\n後手の持駒：なし\n" EVEN "先手の持駒：なし\n手数＝4 まで\n\n"
          "先手：B\n後手の持駒：なし\n" PROBLEM "先手の持駒：なし\n",
          2 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t len = strlen(rows[i].text);
        is_int(record_count_games(bod, rows[i].text, len, len), rows[i].games);
        is_int(record_count_games(bod, rows[i].text, len, 1), rows[i].games);
    }
}

static void
test_a_board_alone_is_told_from_one_with_moves(void)
{
    is_str(record_format_of("後手の持駒：なし\n" FILES FRAME EVEN FRAME
                            "先手の持駒：なし\n"),
           "bod");
    is_str(record_format_of(FILES FRAME PROBLEM FRAME "手数＝6  △２三圭  まで\n後手番\n"),
           "bod");
    is_str(record_format_of(EVEN "手数----指手--\n"), "kif");
    is_str(record_format_of(EVEN "   1 ７六歩(77)\n"), "kif");
    is_str(record_format_of(EVEN "▲７六歩 △３四歩\n"), "ki2");
    is_str(record_format_of(EVEN "76歩34歩\n"), "ki2");
}

/* ---- writing ---------------------------------------------------------------------- */

static const char *
board_of(const struct shogi_format *f, const char *text)
{
    record_free(&record);
    record_read(&record, f, text);
    return record_write(&record, bod);
}

static void
test_a_game_is_written_as_its_last_position(void)
{
    is_str(board_of(&shogi_format_kif,
                    "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 投了\n"
                    "変化：2手\n2 ８四歩(83)\n"),
           "後手の持駒：なし\n" FILES FRAME "|v香v桂v銀v金v玉v金v銀v桂v香|一\n"
           "| ・v飛 ・ ・ ・ ・ ・ 馬 ・|二\n|v歩v歩v歩v歩v歩v歩 ・v歩v歩|三\n"
           "| ・ ・ ・ ・ ・ ・v歩 ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n"
           "| ・ ・ 歩 ・ ・ ・ ・ ・ ・|六\n| 歩 歩 ・ 歩 歩 歩 歩 歩 歩|七\n"
           "| ・ ・ ・ ・ ・ ・ ・ 飛 ・|八\n| 香 桂 銀 金 玉 金 銀 桂 香|九\n" FRAME
           "先手の持駒：角　\n手数＝3  ▲２二角成  まで\n後手番\n");
    is_str(record_diags(&record), "1:1 lost-result, 1:1 lost-moves");
}

static void
test_the_sides_of_a_handicap_game_have_their_names(void)
{
    const char *text =
        board_of(&shogi_format_kif, "手合割：六枚落ち\n1 ４二玉(51)\n2 ７六歩(77)\n");

    ok(strncmp(text, "上手の持駒：なし\n", strlen("上手の持駒：なし\n")) == 0);
    ok(strstr(text, "下手の持駒：なし\n手数＝2  ▲７六歩  まで\n上手番\n"));
}

static void
test_chinese_boards_are_read_back(void)
{
    static const enum shogi_glyphs glyphs[] = { SHOGI_GLYPHS_ZH_HANS,
                                                SHOGI_GLYPHS_ZH_HANT };
    static const char sfen[] =
        "4k3l/3+R1+P3/2+bp2g2/s2+L1+S+N2/9/9/P2P5/9/4K4 w RBGSNL2P2gsnl12p 41";
    char text[2048];

    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++) {
        struct shogi_write_options options = { .glyphs = glyphs[i] };
        struct record again;

        record_free(&record);
        record_read(&record, &shogi_format_sfen, sfen);
        shogi_buf_reset(&record.out);
        shogi_write_buf(bod, record.game, &options, &record.out);
        snprintf(text, sizeof text, "%s", record_answer(&record));
        ok(!strstr(text, "歩"));
        record_read(&again, bod, text);
        is_str(record_sfen(&again), sfen);
        record_free(&again);
    }
}

static void
test_any_position_is_read_as_it_was_written(void)
{
    const int count = getenv("SHOGI_LONG") ? 20000 : 2000;
    uint64_t random = 3;
    int faults = 0;

    for (int i = 0; i < count; i++) {
        struct shogi_position p = scatter(&random, draw(&random, 70), 1);
        struct record again;

        p.move_number = (uint16_t)(1 + draw(&random, 300));
        record_free(&record);
        record = (struct record){ .game = shogi_game_new() };
        shogi_game_set_start(record.game, &p);
        record_read(&again, bod, record_write(&record, bod));
        if (again.status != SHOGI_OK || again.game->start.key != p.key
            || again.game->start.move_number != p.move_number
            || !shogi_position_equal(&again.game->start, &p))
            if (faults++ < 5)
                note("%s", record_answer(&record));
        record_free(&again);
    }
    is_int(faults, 0);
}

int
main(void)
{
    test_a_board_is_a_position();
    test_the_turn_is_that_of_its_line_or_follows_the_last_move();
    test_hands_are_read_with_any_separator();
    test_ranks_are_read_as_programs_write_them();
    test_a_damaged_board_is_an_error_with_its_place();
    test_boards_behind_each_other_are_cut();
    test_a_board_alone_is_told_from_one_with_moves();
    test_a_game_is_written_as_its_last_position();
    test_the_sides_of_a_handicap_game_have_their_names();
    test_chinese_boards_are_read_back();
    test_any_position_is_read_as_it_was_written();
    record_free(&record);
    return done_testing();
}
