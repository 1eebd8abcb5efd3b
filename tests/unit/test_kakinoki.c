/* SPDX-License-Identifier: MIT */
/* test_kakinoki.c - what KIF, KI2 and BOD share: headers, diagrams, variations, closing
 * lines. */
#include "tap.h"

#include "record.h"

static const struct shogi_format *const kif = &shogi_format_kif;

#define HEAD "手数----指手---------消費時間--\n"
#define EVEN "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"

static struct record record;

static void
read_text(const char *text)
{
    record_free(&record);
    record_read(&record, kif, text);
}

static const char *
start_of(const char *text)
{
    read_text(text);
    return record_sfen(&record);
}

static const char *
tree_of(const char *text)
{
    read_text(text);
    return record_tree(&record);
}

/* The I-th header as "key=value". */
static const char *
header(int i)
{
    static char text[512];
    const struct shogi_header *h = record.game->headers;

    while (h && i-- > 0)
        h = h->next;
    if (!h)
        return "none";
    snprintf(text, sizeof text, "%s=%s", h->key, h->value);
    return text;
}

/* ---- headers -------------------------------------------------------------------- */

static void
test_headers_are_kept_in_order_and_trimmed(void)
{
    read_text("開始日時：2014/09/13 "
              "14：59\n手合割：平手　　\n棋戦:春の会\n先手：\n後手：山田　太郎　\n"
              "好きな駒：桂\n" HEAD "1 ７六歩(77)\n");
    is_str(header(0), "開始日時=2014/09/13 14：59");
    is_str(header(2), "棋戦=春の会");
    is_str(header(3), "先手=");
    is_str(header(4), "後手=山田　太郎");
    is_str(header(5), "好きな駒=桂");
    is_str(header(6), "none");
    is_str(shogi_game_header(record.game, SHOGI_HEADER_EVENT), "春の会");
    is_str(record_diags(&record), "");
    ok(record_survives(&record, kif));
}

static void
test_a_note_may_go_on_in_the_next_line(void)
{
    read_text("手合割：平手\n備考：一行目\n二行目\n先手：A\n何か\n" HEAD
              "1 ７六歩(77)\n");
    is_str(header(1), "備考=一行目\\n二行目");
    is_str(header(2), "先手=A");
    is_str(record_diags(&record), "3:1 tolerated, 5:1 unknown-line");
    ok(record_survives(&record, kif));
}

static void
test_a_variation_in_the_header_opens_nothing(void)
{
    is_str(tree_of("手合割：平手\n変化：12手\n手数：5手詰(参考)\n" HEAD "1 ７六歩(77)\n"),
           "7g7f");
    is_str(record_diags(&record), "2:1 tolerated");
    is_str(header(1), "手数=5手詰(参考)");
}

static void
test_headers_of_ones_own_alone_are_a_record(void)
{
    read_text("好きな駒：桂\n嫌いな駒：\n");
    is_int(record.status, SHOGI_OK);
    read_text("好きな駒：桂\nあれこれ書いた文\n");
    is_int(record.status, SHOGI_BAD);
}

/* ---- handicaps ------------------------------------------------------------------ */

static void
test_every_handicap_is_read_and_written(void)
{
    static const struct {
        const char *name, *ranks;
    } rows[] = {
        { "香落ち", "lnsgkgsn1/1r5b1" }, { "右香落ち", "1nsgkgsnl/1r5b1" },
        { "角落ち", "lnsgkgsnl/1r7" },   { "飛車落ち", "lnsgkgsnl/7b1" },
        { "飛香落ち", "lnsgkgsn1/7b1" }, { "二枚落ち", "lnsgkgsnl/9" },
        { "三枚落ち", "lnsgkgsn1/9" },   { "四枚落ち", "1nsgkgsn1/9" },
        { "五枚落ち", "2sgkgsn1/9" },    { "左五枚落ち", "1nsgkgs2/9" },
        { "六枚落ち", "2sgkgs2/9" },     { "右七枚落ち", "3gkgs2/9" },
        { "左七枚落ち", "2sgkg3/9" },    { "八枚落ち", "3gkg3/9" },
        { "十枚落ち", "4k4/9" },         { "両香落ち", "1nsgkgsn1/1r5b1" },
        { "九枚落ち", "4kg3/9" },        { "飛落ち", "lnsgkgsnl/7b1" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[256], sfen[256];

        snprintf(text, sizeof text,
                 "手合割：%s　　\n下手：A\n上手：B\n" HEAD "1 ３四歩(33)\n",
                 rows[i].name);
        snprintf(sfen, sizeof sfen, "%s/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
                 rows[i].ranks);
        is_str(start_of(text), sfen);
        is_str(record_line(&record), "3c3d");
        is_str(record_diags(&record),
               strcmp(rows[i].name, "三枚落ち") == 0 ? "1:5 handicap-guessed" : "");
        ok(record_survives(&record, kif));
    }
    is_str(start_of("手合割：歩三兵\n1 ３四歩打\n"),
           "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1");
}

static void
test_three_pieces_given_are_written_with_a_diagram(void)
{
    read_text("手合割：三枚落ち\n1 ４二玉(51)\n");
    const char *text = record_write(&record, kif);
    ok(strstr(text, "手合割：その他\n")
       && strstr(text, "|v香v桂v銀v金v玉v金v銀v桂 ・|一\n"));
}

static void
test_an_unknown_handicap_without_a_board_is_an_error(void)
{
    read_text("手合割：花落ち\n" HEAD "1 ７六歩(77)\n");
    is_int(record.status, SHOGI_BAD);
    is_str(record_diags(&record), "1:5 unknown-handicap");
    is_str(record_line(&record), "");
}

static void
test_a_first_move_of_the_wrong_side_is_told(void)
{
    read_text("手合割：香落ち\n" HEAD "1 ７六歩(77)\n2 ３四歩(33)\n");
    is_int(record.status, SHOGI_BAD);
    is_str(record_diags(&record), "3:3 wrong-turn");
}

/* ---- diagrams ------------------------------------------------------------------- */

#define TOP "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n"
#define EMPTY "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n"
#define BOARD                                                                            \
    TOP "| ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n" EMPTY                                        \
        "| ・ ・ ・ ・ ・ ・ 金 ・ ・|三\n" EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY          \
        "+---------------------------+\n"

static void
test_a_diagram_wins_over_the_handicap(void)
{
    is_str(start_of("手合割：平手\n後手の持駒：歩十八　\n" BOARD
                    "先手の持駒：金　\n1 １二金打\n"),
           "8k/9/6G2/9/9/9/9/9/9 b G18p 1");
    is_str(record_diags(&record), "1:5 handicap-board");
    is_str(record_line(&record), "G*1b");
    ok(record_survives(&record, kif));
}

static void
test_hands_are_read_with_any_separator_or_none(void)
{
    static const struct {
        const char *hand, *sfen;
    } rows[] = {
        { "飛　角二　歩十一　", "8k/9/6G2/9/9/9/9/9/9 b R2B11P 1" },
        { "飛 角二 歩十一", "8k/9/6G2/9/9/9/9/9/9 b R2B11P 1" },
        { "飛角二歩十一", "8k/9/6G2/9/9/9/9/9/9 b R2B11P 1" },
        { "飛 角2 歩１１", "8k/9/6G2/9/9/9/9/9/9 b R2B11P 1" },
        { "歩　歩　歩十八", "8k/9/6G2/9/9/9/9/9/9 b 20P 1" },
        { "なし　", "8k/9/6G2/9/9/9/9/9/9 b - 1" },
        { "", "8k/9/6G2/9/9/9/9/9/9 b - 1" },
        { "银二", "8k/9/6G2/9/9/9/9/9/9 b 2S 1" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[1024];

        snprintf(text, sizeof text, BOARD "下手の持駒：%s\n" HEAD, rows[i].hand);
        is_str(start_of(text), rows[i].sfen);
        is_str(record_diags(&record), "");
    }
    read_text(BOARD "先手の持駒：飛　虎\n1 １二金打\n");
    is_int(record.status, SHOGI_BAD);
    is_str(record_diags(&record), "13:9 bad-hand");
}

static void
test_cells_are_read_as_many_programs_write_them(void)
{
    is_str(start_of("|v王v竜 ･v全V圭w杏-とv馬^歩|\n" EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY
                        EMPTY EMPTY),
           "k+r1+s+n+l+p+bP/9/9/9/9/9/9/9/9 b - 1");
    is_str(record_diags(&record), "");
    is_str(
        start_of(
            "|v香v桂・・・・・・香|\n" EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY),
        "ln6L/9/9/9/9/9/9/9/9 b - 1");
}

static void
test_a_damaged_diagram_is_an_error_with_its_place(void)
{
    read_text(TOP "| ・ ・ ・ 虎 ・ ・ ・ ・v玉|一\n" EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY
                  EMPTY EMPTY HEAD "1 １二金打\n");
    is_int(record.status, SHOGI_BAD);
    is_str(record_diags(&record), "3:9 bad-board");
    read_text(EMPTY "| ・ ・|\n" EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY);
    is_str(record_diags(&record), "2:6 bad-board");
    read_text(EMPTY EMPTY EMPTY HEAD "1 １二金打\n");
    is_int(record.status, SHOGI_BAD);
    read_text(EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY EMPTY);
    is_int(record.status, SHOGI_BAD);
}

static void
test_the_turn_is_that_of_the_turn_line_then_of_the_last_move(void)
{
    is_str(start_of(BOARD "後手番\n"), "8k/9/6G2/9/9/9/9/9/9 w - 1");
    is_str(start_of(BOARD "下手番\n"), "8k/9/6G2/9/9/9/9/9/9 b - 1");
    is_str(start_of(BOARD "手数＝7  ▲３三金打  まで\n"), "8k/9/6G2/9/9/9/9/9/9 w - 8");
    is_str(start_of(BOARD "手数＝6  △３三金  まで\n後手番\n"),
           "8k/9/6G2/9/9/9/9/9/9 w - 7");
    is_str(start_of("手合割：角落ち\n" BOARD), "8k/9/6G2/9/9/9/9/9/9 w - 1");
    is_str(start_of("手番：後手\n" BOARD), "8k/9/6G2/9/9/9/9/9/9 w - 1");
    is_str(start_of("後手番\n1 ８四歩(83)\n"),
           "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
}

static void
test_dou_may_follow_the_last_move_of_a_diagram(void)
{
    const char *text =
        BOARD "手数＝7  ▲３三金  まで\n" HEAD "8 ２二玉(11)\n9 同　金(33)\n変化：9手\n"
              "9 ３四金(33)\n";

    is_str(start_of(text), "8k/9/6G2/9/9/9/9/9/9 w - 8");
    is_str(record_tree(&record), "1a2b 3c2b | 9: 3c3d");
    ok(record_survives(&record, kif));
    is_str(tree_of(BOARD "手数＝7 ▲３三金 まで\n8 同　玉(11)\n"), "1a3c");
    ok(record_survives(&record, kif));
}

static void
test_a_diagram_may_stand_below_the_head_of_the_table(void)
{
    is_str(start_of("先手：A\n" HEAD BOARD "先手の持駒：金\n1 １二金打\n"),
           "8k/9/6G2/9/9/9/9/9/9 b G 1");
    is_str(record_line(&record), "G*1b");
}

/* ---- comments ------------------------------------------------------------------- */

static void
test_comments_belong_to_the_move_above(void)
{
    read_text("*前\n" HEAD
              "*\n*持ち時間：各30分\n&開始\n1 ７六歩(77)\n* 空白\n**評価値=80\n"
              "*1 ３四歩(33)\n2 投了\n*終\nまで1手で後手の勝ち\n*最後\n");
    is_str(record_node(&record, 0)->comment, "前\n\n持ち時間：各30分\n");
    is_str(record_node(&record, 0)->bookmark, "開始");
    is_str(record_node(&record, 1)->comment, " 空白\n*評価値=80\n1 ３四歩(33)\n");
    is_str(record_node(&record, 2)->comment, "終\n最後\n");
    ok(record_survives(&record, kif));
}

static void
test_comments_above_a_variations_first_move_belong_to_it(void)
{
    is_str(
        tree_of(
            "1 ７六歩(77)\n2 ３四歩(33)\n*main\n変化：2手\n*above\n&mark\n2 ８四歩(83)\n"
            "*below\n"),
        "7g7f 3c3d | 2: 8c8d");
    is_str(record_node(&record, 2)->comment, "main\n");
    is_str(record_node(&record, 2)->next->comment, "above\nbelow\n");
    is_str(record_node(&record, 2)->next->bookmark, "mark");
    ok(record_survives(&record, kif));
}

static void
test_comments_of_an_empty_variation_are_not_lost(void)
{
    is_str(tree_of("1 ７六歩(77)\n2 ３四歩(33)\n変化：2手\n*lone\n"), "7g7f 3c3d");
    is_str(record_node(&record, 1)->comment, "lone\n");
    is_int(record.status, SHOGI_OK);
}

/* ---- variations ----------------------------------------------------------------- */

static void
test_a_variation_hangs_on_the_line_written_last(void)
{
    is_str(
        tree_of("1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n4 ８四歩(83)\n5 中断\n"
                "\n変化：4手\n4 ４四歩(43)\n\n変化：3手目\n3 ６六歩(67)\n4 ８四歩(83)\n"
                "変化：　４手\n4 ３五歩(34)\n変化：3\n3 ７五歩(76)\n"),
        "7g7f 3c3d 2g2f 8c8d [interrupt] | 4: 4c4d | 3: 6g6f 8c8d | 4: 3d3e | 3: 7f7e");
    is_int(record.status, SHOGI_OK);
    is_str(record_diags(&record), "");
    ok(record_survives(&record, kif));
}

static void
test_dou_in_a_variation_is_the_square_of_the_move_it_follows(void)
{
    is_str(
        tree_of("1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ５五角打\n"
                "変化：4手\n4 同　飛(82)\n"),
        "7g7f 3c3d 8h2b+ 3a2b B*5e | 4: 8b2b");
}

static void
test_a_variation_may_replace_the_first_move_or_the_ending(void)
{
    is_str(
        tree_of(
            "1 ７六歩(77)\n2 投了\n変化：2手\n2 ３四歩(33)\n変化：1手\n1 ２六歩(27)\n"),
        "7g7f [resign] | 2: 3c3d | 1: 2g2f");
    is_int(record.status, SHOGI_OK);
    ok(record_survives(&record, kif));
}

static void
test_a_variation_without_a_place_is_one_error_and_left_out(void)
{
    is_str(
        tree_of("1 ７六歩(77)\n2 ３四歩(33)\n変化：9手\n9 ２六歩(27)\n*note\n変化：2手\n"
                "2 ８四歩(83)\n"),
        "7g7f 3c3d | 2: 8c8d");
    is_str(record_diags(&record), "3:1 variation-place");
    is_int(record.status, SHOGI_OK);
    /* There is no third move that it could replace. */
    is_str(tree_of("1 ７六歩(77)\n2 ３四歩(33)\n変化：3手\n3 ２六歩(27)\n"), "7g7f 3c3d");
    is_str(record_diags(&record), "3:1 variation-place");
    is_str(
        tree_of("1 ７六歩(77)\n2 ３四歩(33)\n変化：変化：2手\n2 ８四歩(83)\n変化：2手\n"
                "2 ８四歩(83)\n"),
        "7g7f 3c3d");
    is_str(record_diags(&record), "3:4 syntax, 5:1 variation-place");
}

static void
test_variations_that_fit_the_main_line_only_hang_on_it(void)
{
    is_str(tree_of("1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n4 ８四歩(83)\n変化：1手\n1 "
                   "２六歩(27)\n"
                   "変化：3手\n3 ６六歩(67)\n変化：4手\n4 ４四歩(43)\n"),
           "7g7f 3c3d 2g2f 8c8d | 4: 4c4d | 3: 6g6f | 1: 2g2f");
    is_str(record_diags(&record), "7:1 tolerated");
    ok(record_survives(&record, kif));
}

static void
test_a_variation_that_cannot_be_read_costs_only_itself(void)
{
    is_str(tree_of("1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n変化：2手\n2 ８四歩(83)\n3 "
                   "９九虎(11)\n"
                   "4 ８五歩(84)\n変化：1手\n1 ２六歩(27)\n"),
           "7g7f 3c3d 2g2f | 2: 8c8d | 1: 2g2f");
    is_str(record_diags(&record), "6:5 syntax");
    is_int(record.status, SHOGI_OK);
    /* What hangs on the moves that are missing goes with them. */
    is_str(tree_of("1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n4 ８四歩(83)\n変化：2手\n"
                   "2 ８四歩(83)\n3 ９九虎(11)\n4 ８五歩(84)\n変化：4手\n4 ４四歩(43)\n"
                   "変化：3手\n3 ６六歩(67)\n変化：2手\n2 ５四歩(53)\n"),
           "7g7f 3c3d 2g2f 8c8d | 2: 8c8d | 2: 5c5d");
    is_str(record_diags(&record),
           "7:5 syntax, 9:1 variation-place, 11:1 variation-place");
    /* Its own alternatives do not. */
    is_str(tree_of("1 ７六歩(77)\n2 ３四歩(33)\n変化：2手\n2 ９九虎(11)\n変化：2手\n2 "
                   "５四歩(53)\n"),
           "7g7f 3c3d | 2: 5c5d");
    is_str(record_diags(&record), "4:5 syntax");
}

static void
test_a_main_line_that_breaks_keeps_what_came_before(void)
{
    is_str(
        tree_of("手合割：平手\n1 ７六歩(77)\n2 ３四歩(55)\n3 ２六歩(27)\n4 ８四歩(83)\n"
                "変化：1手\n1 ２六歩(27)\n変化：2手\n2 ８四歩(83)\n"),
        "7g7f | 1: 2g2f");
    is_int(record.status, SHOGI_BAD);
    is_str(record_diags(&record), "3:3 empty-source, 8:1 variation-place");
}

/* ---- closing lines -------------------------------------------------------------- */

static const char *
closed_by(const char *closing)
{
    static char answer[128];
    char text[512];

    snprintf(text, sizeof text, "1 ７六歩(77)\n2 ３四歩(33)\n%s\n", closing);
    read_text(text);
    snprintf(answer, sizeof answer, "%s %d", record_line(&record),
             (int)shogi_game_winner(record.game));
    return answer;
}

static void
test_a_closing_line_gives_the_ending_that_no_word_gives(void)
{
    /* Black is to move. */
    is_str(closed_by("まで2手で後手の勝ち"), "7g7f 3c3d [resign] 2");
    is_str(closed_by("まで、2手で後手の勝ち"), "7g7f 3c3d [resign] 2");
    is_str(closed_by("まで2手で時間切れにより後手の勝ち"), "7g7f 3c3d [time-up] 2");
    is_str(closed_by("まで2手で先手の反則負け"), "7g7f 3c3d [illegal] 2");
    is_str(closed_by("まで2手で先手の反則勝ち"), "7g7f 3c3d [foul-win] 1");
    is_str(closed_by("まで2手で後手の反則負け"), "7g7f 3c3d [foul-win] 1");
    is_str(closed_by("まで2手で先手の入玉勝ち"), "7g7f 3c3d [declare-win] 1");
    is_str(closed_by("まで2手で中断"), "7g7f 3c3d [interrupt] 4");
    is_str(closed_by("まで2手で千日手"), "7g7f 3c3d [sennichite] 3");
    is_str(closed_by("まで2手で持将棋"), "7g7f 3c3d [jishogi] 3");
    is_str(closed_by("まで2手で封じ手"), "7g7f 3c3d [sealed] 4");
    is_str(closed_by("まで2手詰"), "7g7f 3c3d [mate] 2");
    is_str(closed_by("まで2手で詰み"), "7g7f 3c3d [mate] 2");
    is_str(closed_by("まで2手で最大手数"), "7g7f 3c3d [max-moves] 3");
    is_str(closed_by("まで2手で先手の勝ち"), "7g7f 3c3d [other] 1");
    ok(record_survives(&record, kif));
    is_str(closed_by("まで"), "7g7f 3c3d 4");
}

static void
test_the_ending_word_wins_over_a_closing_line_that_contradicts_it(void)
{
    read_text("1 ７六歩(77)\n2 投了\nまで1手で後手の勝ち\n");
    is_str(record_line(&record), "7g7f [resign]");
    is_int(shogi_game_winner(record.game), SHOGI_WINNER_BLACK);
    is_str(record_diags(&record), "3:1 closing-line");
    read_text("1 ７六歩(77)\n2 投了\nまで1手で先手の勝ち\n");
    is_str(record_diags(&record), "");
}

static void
test_a_closing_line_tells_who_won_at_an_unknown_ending(void)
{
    read_text("1 ７六歩(77)\n2 没収試合\nまで1手で後手の勝ち\n");
    is_int(shogi_game_winner(record.game), SHOGI_WINNER_WHITE);
    ok(record_survives(&record, kif));
}

static void
test_each_line_of_moves_may_have_its_closing_line(void)
{
    is_str(
        tree_of(
            "1 ７六歩(77)\n2 ３四歩(33)\nまで2手で後手の勝ち\n変化：1手\n1 ２六歩(27)\n"
            "まで1手で先手の反則勝ち\n"),
        "7g7f 3c3d [resign] | 1: 2g2f [illegal]");
    is_str(record_diags(&record), "");
}

static void
test_a_closing_line_behind_all_variations_is_of_the_main_line(void)
{
    is_str(tree_of("1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n変化：2手\n2 ８四歩(83)\n"
                   "まで3手で先手の勝ち\n"),
           "7g7f 3c3d 2g2f [resign] | 2: 8c8d");
    is_str(record_diags(&record), "");
    is_str(tree_of("1 ７六歩(77)\n2 ３四歩(33)\n3 投了\n変化：1手\n1 ２六歩(27)\n"
                   "まで2手で後手の勝ち\n*最後\n"),
           "7g7f 3c3d [resign] | 1: 2g2f");
    is_str(record_node(&record, 3)->comment, "最後\n");
}

int
main(void)
{
    test_headers_are_kept_in_order_and_trimmed();
    test_a_note_may_go_on_in_the_next_line();
    test_a_variation_in_the_header_opens_nothing();
    test_headers_of_ones_own_alone_are_a_record();
    test_every_handicap_is_read_and_written();
    test_three_pieces_given_are_written_with_a_diagram();
    test_an_unknown_handicap_without_a_board_is_an_error();
    test_a_first_move_of_the_wrong_side_is_told();
    test_a_diagram_wins_over_the_handicap();
    test_hands_are_read_with_any_separator_or_none();
    test_cells_are_read_as_many_programs_write_them();
    test_a_damaged_diagram_is_an_error_with_its_place();
    test_the_turn_is_that_of_the_turn_line_then_of_the_last_move();
    test_dou_may_follow_the_last_move_of_a_diagram();
    test_a_diagram_may_stand_below_the_head_of_the_table();
    test_comments_belong_to_the_move_above();
    test_comments_above_a_variations_first_move_belong_to_it();
    test_comments_of_an_empty_variation_are_not_lost();
    test_a_variation_hangs_on_the_line_written_last();
    test_dou_in_a_variation_is_the_square_of_the_move_it_follows();
    test_a_variation_may_replace_the_first_move_or_the_ending();
    test_a_variation_without_a_place_is_one_error_and_left_out();
    test_variations_that_fit_the_main_line_only_hang_on_it();
    test_a_variation_that_cannot_be_read_costs_only_itself();
    test_a_main_line_that_breaks_keeps_what_came_before();
    test_a_closing_line_gives_the_ending_that_no_word_gives();
    test_the_ending_word_wins_over_a_closing_line_that_contradicts_it();
    test_a_closing_line_tells_who_won_at_an_unknown_ending();
    test_each_line_of_moves_may_have_its_closing_line();
    test_a_closing_line_behind_all_variations_is_of_the_main_line();
    record_free(&record);
    return done_testing();
}
