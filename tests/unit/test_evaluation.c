/* SPDX-License-Identifier: MIT */
/* test_evaluation.c - evaluations in comments: every dialect read, every style
 * written and read back, foreign lines untouched. */
#include "tap.h"

#include "notation/evaluation.h"
#include "record.h"

#define KIF_HEAD "手合割：平手\n手数----指手--\n   1 ７六歩(77)\n"

/* The first analysis behind move 1 of a KIF record with COMMENT there. */
static const struct shogi_analysis *
analysis_of(struct record *r, const char *comment)
{
    char text[2048];

    snprintf(text, sizeof text, KIF_HEAD "%s\n   2 ３四歩(33)\n", comment);
    record_read(r, shogi_format_from_name("kif"), text);
    is_int(r->status, SHOGI_OK);
    is_int(shogi_game_find_evaluations(r->game), SHOGI_OK);
    return r->game->root->child->analysis;
}

static void
is_score(const char *comment, enum shogi_score_kind kind, int value)
{
    struct record r;
    const struct shogi_analysis *a = analysis_of(&r, comment);

    note("%s", comment);
    is_int(a ? a->kind : -1, kind);
    is_int(a ? a->value : 0, value);
    record_free(&r);
}

static void
is_foreign(const char *comment)
{
    struct record r;

    note("%s", comment);
    ok(analysis_of(&r, comment) == NULL);
    record_free(&r);
}

static void
test_every_dialect_gives_its_score(void)
{
    is_score("**評価値=80", SHOGI_SCORE_CP, 80);
    is_score("**評価値=-1520", SHOGI_SCORE_CP, -1520);
    is_score("*#評価値=+158.5", SHOGI_SCORE_CP, 158);
    is_score("**詰み=先手勝ち:15手", SHOGI_SCORE_MATE, 15);
    is_score("**詰み=後手勝ち:7手", SHOGI_SCORE_MATE, -7);
    is_score("*#詰み=後手勝ち", SHOGI_SCORE_MATE_UNKNOWN, -1);
    is_score("**解析 0 ○ 候補1 時間 00:10.0 深さ 18/27 ノード数 12345678 評価値 -47 "
             "読み筋 △３四歩(33)",
             SHOGI_SCORE_CP, -47);
    is_score("**対局 時間 00:02.0 評価値 +詰 15 読み筋 △３四歩(33)", SHOGI_SCORE_MATE,
             15);
    is_score("**検討 評価値 -詰", SHOGI_SCORE_MATE_UNKNOWN, -1);
    is_score("**Analysis 0 Depth 12 Value 35 Moves △３四歩(33)", SHOGI_SCORE_CP, 35);
    is_score("** Engine suisho Version 1 候補1 深さ 13/19 ノード数 99 評価値 -47 読み筋 "
             "△３四歩",
             SHOGI_SCORE_CP, -47);
    is_score("** 30 -3334FU +2726FU #1234", SHOGI_SCORE_CP, 30);
    is_score("**30", SHOGI_SCORE_CP, 30);
    is_score("** +130 3c3d 2g2f", SHOGI_SCORE_CP, 130);
    is_score("** -30000", SHOGI_SCORE_CP, -30000);
    is_score("*#形勢[-123]△３四歩 ▲２六歩", SHOGI_SCORE_CP, -123);
    is_score("*#指し手[72]", SHOGI_SCORE_CP, 72);
    is_score("**対局 時間 00:01.5 深さ 9 ノード数 8.5K 評価値 12", SHOGI_SCORE_CP, 12);
}

static void
test_other_comments_are_no_evaluations(void)
{
    is_foreign("*互角");
    is_foreign("*評価値=80");
    is_foreign("*30");
    is_foreign("** 2024年の棋戦から");
    is_foreign("**評価値=高い");
    is_foreign("**解析しました");
    is_foreign("*#推奨手[89] ▲２六歩");
    is_foreign("** 12 comments follow");
}

static void
test_all_fields_are_read(void)
{
    struct record r;
    const struct shogi_analysis *a =
        analysis_of(&r, "**解析 候補2 時間 01:10.5 深さ 18/27 ノード数 99M 評価値 -47↑ "
                        "読み筋 △３四歩(33) ▲２六歩(27)");

    is_int(a->rank, 2);
    is_int(a->time_ms, 70500);
    is_int(a->depth, 18);
    is_int(a->seldepth, 27);
    is_int((long long)a->nodes, 99000000);
    is_int(a->bound, SHOGI_BOUND_LOWER);
    is_int(a->pv_count, 2);
    is_int(a->pv[0], shogi_move_from_usi("3c3d", 4));
    record_free(&r);
}

static void
test_lines_of_shogihome_make_one_evaluation(void)
{
    struct record r;
    const struct shogi_analysis *a =
        analysis_of(&r, "*互角\n**評価値=80\n**読み筋=△３四歩▲２六歩\n**深さ=12\n**"
                        "ノード数=34567\n**エンジン=E\n*#評価値=90");

    is_int(a->value, 80);
    is_int(a->depth, 12);
    is_int((long long)a->nodes, 34567);
    is_str(a->engine, "E");
    is_int(a->pv_count, 2);
    is_int(a->next->value, 90);
    ok(a->next->next == NULL);
    record_free(&r);
}

/* The line that begins with the move just played starts behind it. */
static void
test_a_line_of_play_may_begin_with_the_move_just_played(void)
{
    struct record r;
    const struct shogi_analysis *a =
        analysis_of(&r, "**対局 評価値 45 読み筋 ▲７六歩(77) △３四歩(33) ▲２六歩(27)");

    is_int(a->pv_count, 2);
    is_int(a->pv[0], shogi_move_from_usi("3c3d", 4));
    record_free(&r);
}

static const char *
written(struct record *r, const char *format, enum shogi_eval_style style)
{
    struct shogi_write_options o = { .eval_style = style };

    shogi_buf_reset(&r->out);
    is_int(shogi_write_buf(shogi_format_from_name(format), r->game, &o, &r->out),
           SHOGI_OK);
    return record_answer(r);
}

static void
test_every_style_is_read_back_with_the_same_numbers(void)
{
    static const char *const scores[] = { "**評価値=80", "**評価値=-1520",
                                          "**詰み=先手勝ち:15手", "**詰み=後手勝ち" };
    static const enum shogi_eval_style styles[] = { SHOGI_EVAL_SHOGIHOME,
                                                    SHOGI_EVAL_SHOGIGUI,
                                                    SHOGI_EVAL_FLOODGATE, SHOGI_EVAL_CSA3,
                                                    SHOGI_EVAL_BOTH };
    static const char *const formats[] = { "kif", "csa" };

    for (size_t i = 0; i < 4 * 5 * 2; i++) {
        enum shogi_eval_style style = styles[i / 4 % 5];
        const char *format = formats[i / 20];
        char comment[200];
        struct record r, back;
        const struct shogi_analysis *a, *b;
        snprintf(comment, sizeof comment, "%s\n**読み筋=△３四歩▲２六歩\n*言葉",
                 scores[i % 4]);
        a = analysis_of(&r, comment);
        note("%s as %s, style %d", scores[i % 4], format, (int)style);
        record_read(&back, shogi_format_from_name(format), written(&r, format, style));
        shogi_game_find_evaluations(back.game);
        b = back.game->root->child->analysis;
        ok(b != NULL && !b->next);
        if (b && style != SHOGI_EVAL_FLOODGATE && style != SHOGI_EVAL_CSA3) {
            is_int(b->kind, a->kind);
            is_int(b->value, a->value);
        } else if (b) {
            /* A mate is +-30000 there. */
            is_int(b->value, a->kind == SHOGI_SCORE_CP ? a->value
                             : a->value > 0            ? 30000
                                                       : -30000);
        }
        is_int(b ? b->pv_count : 0, 2);
        ok(strstr(back.game->root->child->comment, "言葉\n") != NULL);
        record_free(&r);
        record_free(&back);
    }
}

static void
test_number_and_mark_of_shogigui_are_kept(void)
{
    struct record r;
    const struct shogi_analysis *a =
        analysis_of(&r, "**解析 1 △ 候補1 深さ 9 評価値 +詰 5 読み筋 △３四歩(33)");

    is_int(a->engine_number, 2);
    is_int(a->match, SHOGI_MATCH_OTHER);
    ok(strstr(written(&r, "kif", SHOGI_EVAL_BOTH),
              "**解析 1 △ 候補1 深さ 9 評価値 +詰 5 読み筋 "
              "△３四歩(33)\n*#詰み=先手勝ち:5手\n")
       != NULL);
    record_free(&r);
    a = analysis_of(&r, "**解析 ○ 評価値 5");
    is_int(a->match, SHOGI_MATCH_FIRST);
    is_int(a->engine_number, 0);
    record_free(&r);
}

/* A mate of another opinion stands for itself. */
static void
test_a_mate_behind_centipawns_is_another_evaluation(void)
{
    struct record r;
    const struct shogi_analysis *a =
        analysis_of(&r, "**解析 評価値 500\n*#詰み=先手勝ち:5手");

    is_int(a->value, 500);
    is_int(a->next ? a->next->value : 0, 5);
    record_free(&r);
}

static void
test_keep_and_none(void)
{
    struct record r;

    analysis_of(&r, "*前\n** 30 -3334FU #12\n*後");
    ok(strstr(written(&r, "kif", SHOGI_EVAL_KEEP), "*前\n** 30 -3334FU #12\n*後\n")
       != NULL);
    ok(strstr(written(&r, "csa", SHOGI_EVAL_KEEP), "'** 30 -3334FU #12\n") != NULL);
    ok(strstr(written(&r, "kif", SHOGI_EVAL_NONE), "*前\n*後\n") != NULL);
    record_free(&r);
}

/* What came from an engine is written even when comments are kept. */
static void
test_an_evaluation_without_a_comment_is_written(void)
{
    struct record r;
    struct shogi_analysis *a;

    record_read(&r, shogi_format_from_name("kif"), KIF_HEAD);
    a = shogi_game_add_analysis(r.game, r.game->root->child);
    a->kind = SHOGI_SCORE_CP;
    a->value = -77;
    ok(strstr(written(&r, "kif", SHOGI_EVAL_KEEP), "**評価値=-77\n") != NULL);
    record_free(&r);
}

int
main(void)
{
    test_every_dialect_gives_its_score();
    test_other_comments_are_no_evaluations();
    test_all_fields_are_read();
    test_lines_of_shogihome_make_one_evaluation();
    test_a_line_of_play_may_begin_with_the_move_just_played();
    test_every_style_is_read_back_with_the_same_numbers();
    test_number_and_mark_of_shogigui_are_kept();
    test_a_mate_behind_centipawns_is_another_evaluation();
    test_keep_and_none();
    test_an_evaluation_without_a_comment_is_written();
    return done_testing();
}
