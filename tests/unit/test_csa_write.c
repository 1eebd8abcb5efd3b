/* SPDX-License-Identifier: MIT */
/* test_csa_write.c - writing records in CSA format. */
#include "csa_games.h"

#include <stdlib.h>

#include "game/compare.h"
#include "game/uses.h"

/* TEXT, read and written again in VERSION, is EXPECTED. */
static void
is_written(const char *text, enum shogi_csa_version version, const char *expected)
{
    struct shogi_game *g = read_game(text, NULL);
    struct shogi_bytes out = written(g, version);

    is_str(out.data, expected);
    shogi_bytes_free(&out);
    shogi_game_free(g);
}

/* TEXT is what is written for it. */
static void
is_stable(const char *text)
{
    is_written(text, SHOGI_CSA_V22, text);
}

static void
test_a_record_is_written_as_it_was_read(void)
{
    is_stable(
        "V2.2\nN+a, b\nN-c\n$EVENT:d:e\n$FOO:bar\nPI\n+\n'start\n+7776FU\nT1\n'one\n"
        "'** 30 -3334FU #7\n-3334FU\nT0\n+8822UM\n-3122GI\n+0055KA\n%TORYO\nT16\n"
        "'end\n");
}

static void
test_the_newer_version_says_so(void)
{
    is_written("PI\n+\n'start\n+7776FU\nT6.120\n'** 30\n%MAX_MOVES\nT0.5\n",
               SHOGI_CSA_V30,
               "'CSA encoding=UTF-8\nV3.0\nPI\n+\n'*start\n+7776FU\nT6.12\n'** 30\n"
               "%MAX_MOVES\nT0.5\n");
}

static void
test_the_encoding_is_stated_as_the_standard_names_it(void)
{
    struct shogi_game *g = read_game("PI\n+\n", NULL);
    struct shogi_write_options options = { .csa_version = SHOGI_CSA_V30,
                                           .encoding = "cp932" };
    struct shogi_bytes out = { 0 };

    is_int(shogi_write(&shogi_format_csa, g, &options, &out), SHOGI_OK);
    is_str(out.data, "'CSA encoding=SHIFT_JIS\nV3.0\nPI\n+\n");
    shogi_bytes_free(&out);
    options.encoding = "euc-jp";
    is_int(shogi_write(&shogi_format_csa, g, &options, &out), SHOGI_OK);
    is_str(out.data, "'CSA encoding=EUC-JP\nV3.0\nPI\n+\n");
    shogi_bytes_free(&out);
    shogi_game_free(g);
}

static void
test_fractions_of_a_second_are_told_only_where_they_are_lost(void)
{
    struct shogi_game *g = read_game("PI\n+\n+7776FU\nT6.120\n", NULL);
    struct shogi_bytes out = written(g, SHOGI_CSA_V30);

    is_str(diags_of(g), "");
    shogi_bytes_free(&out);
    out = written(g, SHOGI_CSA_V22);
    is_str(diags_of(g), "1:1 lost-precision");
    is_str(out.data, "V2.2\nPI\n+\n+7776FU\nT6\n");
    shogi_bytes_free(&out);
    shogi_game_free(g);
}

static void
test_other_positions_are_written_out(void)
{
    is_stable("V2.2\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 *  *  *  *  *  *  * -KA * \n"
              "P3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP4 *  *  *  *  *  *  *  *  * \n"
              "P5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n"
              "P7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 * +KA *  *  *  *  * +HI * \n"
              "P9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n-\n-4132KI\n");
    is_written("P-51OU\nP+53TO00KI00FU00FU\nP-00HI\n-\n", SHOGI_CSA_V22,
               "V2.2\nP1 *  *  *  * -OU *  *  *  * \nP2 *  *  *  *  *  *  *  *  * \n"
               "P3 *  *  *  * +TO *  *  *  * \nP4 *  *  *  *  *  *  *  *  * \n"
               "P5 *  *  *  *  *  *  *  *  * \nP6 *  *  *  *  *  *  *  *  * \n"
               "P7 *  *  *  *  *  *  *  *  * \nP8 *  *  *  *  *  *  *  *  * \n"
               "P9 *  *  *  *  *  *  *  *  * \nP+00KI00FU00FU\nP-00HI\n-\n");
}

static void
test_line_breaks_do_not_break_headers(void)
{
    struct shogi_game *g = shogi_game_new(), *back;
    struct shogi_bytes out;

    shogi_game_add_header(g, SHOGI_HEADER_BLACK, "先手", "a\nb");
    shogi_game_add_header(g, SHOGI_HEADER_NOTE, "備考", "c\nd\\e\\n");
    shogi_game_add_header(g, SHOGI_HEADER_OTHER, "x:y\nz", "f\ng\\");
    shogi_game_add_header(g, SHOGI_HEADER_HANDICAP, "手合割", "平手");
    out = written(g, SHOGI_CSA_V22);
    is_str(out.data,
           "V2.2\nN+a b\n$NOTE:c\\nd\\\\e\\\\n\n$x：y z:f\n$x：y z:g\\\nPI\n+\n");
    back = read_game(out.data, NULL);
    is_str(shogi_game_header(back, SHOGI_HEADER_NOTE), "c\nd\\e\\n");
    is_str(shogi_game_header(back, SHOGI_HEADER_OTHER), "f\ng\\");
    shogi_bytes_free(&out);
    shogi_game_free(back);
    shogi_game_free(g);
}

static void
test_two_headers_with_one_key_stay_two(void)
{
    is_stable("V2.2\n$A:1\n$A:2\n\n$A:3\nPI\n+\n");
    is_written("$A:1\nN+a\n$A:2\nPI\n+\n", SHOGI_CSA_V22,
               "V2.2\nN+a\n$A:1\n\n$A:2\nPI\n+\n");
}

static void
test_a_promotion_that_cannot_be_written_is_told(void)
{
    struct shogi_game *g = read_game("P+53KI52TO00FU\nP-11OU\n+\n", NULL);
    struct shogi_cursor *c = shogi_cursor_new(g);
    struct shogi_place at = { 0 };
    struct shogi_bytes out;

    shogi_cursor_append(c, shogi_move_from_usi("5c4c+", 5), at); /* a gold */
    shogi_cursor_append(c, shogi_move_from_usi("1a1b", 4), at);
    shogi_cursor_append(c, shogi_move_from_usi("5b5a+", 5), at); /* promoted before */
    shogi_cursor_append(c, shogi_move_from_usi("1b1c", 4), at);
    shogi_cursor_append(c, shogi_move_from_usi("P*2e+", 5), at); /* can be written */
    out = written(g, SHOGI_CSA_V22);
    ok(strstr(out.data, "+5343KI\n-1112OU\n+5251TO\n-1213OU\n+0025TO\n") != NULL);
    is_str(diags_of(g), "0:0 lost-foul, 0:0 lost-foul");
    is_int(shogi_game_diags(g)->ply, 1);
    is_int(shogi_game_diags(g)->next->ply, 3);
    shogi_bytes_free(&out);
    shogi_cursor_free(c);
    shogi_game_free(g);
}

/* ---- endings --------------------------------------------------------------------- */

/* A game of PLIES moves that ends so. */
static struct shogi_game *
game_with_end(int plies, enum shogi_end end, enum shogi_winner winner, const char *words)
{
    struct shogi_game *g = read_game(plies % 2 ? "PI\n+\n+7776FU\n" : "PI\n+\n", NULL);
    struct shogi_cursor *c = shogi_cursor_new(g);

    while (shogi_cursor_forward(c))
        ;
    shogi_cursor_append_end(c, end, winner, words, (struct shogi_place){ 0 });
    shogi_cursor_free(c);
    return g;
}

/* Written with Black to move it is BLACK behind the position, with White to move
 * WHITE; LOST: that is told. */
static void
is_end_written(enum shogi_end end, enum shogi_winner winner, const char *words, bool lost,
               const char *black, const char *white)
{
    for (int plies = 0; plies < 2; plies++) {
        struct shogi_game *g = game_with_end(plies, end, winner, words);
        struct shogi_bytes out = written(g, SHOGI_CSA_V22);
        is_str(strchr(out.data, '%'), plies ? white : black);
        is_str(diags_of(g), lost ? "0:0 lost-end" : "");
        shogi_bytes_free(&out);
        shogi_game_free(g);
    }
}

static void
test_each_ending_is_written(void)
{
    const enum shogi_winner none = SHOGI_WINNER_BY_END;

    is_end_written(SHOGI_END_RESIGN, none, NULL, false, "%TORYO\n", "%TORYO\n");
    is_end_written(SHOGI_END_INTERRUPT, none, NULL, false, "%CHUDAN\n", "%CHUDAN\n");
    is_end_written(SHOGI_END_SENNICHITE, none, NULL, false, "%SENNICHITE\n",
                   "%SENNICHITE\n");
    is_end_written(SHOGI_END_JISHOGI, none, NULL, false, "%JISHOGI\n", "%JISHOGI\n");
    is_end_written(SHOGI_END_DRAW, none, NULL, false, "%HIKIWAKE\n", "%HIKIWAKE\n");
    is_end_written(SHOGI_END_MATE, none, NULL, false, "%TSUMI\n", "%TSUMI\n");
    is_end_written(SHOGI_END_NO_MATE, none, NULL, false, "%FUZUMI\n", "%FUZUMI\n");
    is_end_written(SHOGI_END_TIME_UP, none, "Time-up", false, "%TIME_UP\n", "%TIME_UP\n");
    is_end_written(SHOGI_END_FOUL_LOSS, none, NULL, false, "%ILLEGAL_MOVE\n",
                   "%ILLEGAL_MOVE\n");
    is_end_written(SHOGI_END_FOUL_WIN, none, NULL, false, "%-ILLEGAL_ACTION\n",
                   "%+ILLEGAL_ACTION\n");
    is_end_written(SHOGI_END_DECLARE_WIN, none, NULL, false, "%KACHI\n", "%KACHI\n");
    is_end_written(SHOGI_END_MATTA, none, NULL, false, "%MATTA\n", "%MATTA\n");
    is_end_written(SHOGI_END_ERROR, none, NULL, false, "%ERROR\n", "%ERROR\n");
}

static void
test_an_ending_without_a_word_is_told_and_kept_in_a_comment(void)
{
    const enum shogi_winner none = SHOGI_WINNER_BY_END;

    is_end_written(SHOGI_END_PERPETUAL_CHECK, SHOGI_WINNER_BLACK, NULL, true,
                   "%-ILLEGAL_ACTION\n'連続王手の千日手\n",
                   "%-ILLEGAL_ACTION\n'連続王手の千日手\n");
    is_end_written(SHOGI_END_PERPETUAL_CHECK, none, NULL, true,
                   "%SENNICHITE\n'連続王手の千日手\n",
                   "%SENNICHITE\n'連続王手の千日手\n");
    is_end_written(SHOGI_END_TRY, none, NULL, true, "%KACHI\n'トライ\n",
                   "%KACHI\n'トライ\n");
    is_end_written(SHOGI_END_DEFAULT_WIN, none, NULL, true, "%CHUDAN\n'不戦勝\n",
                   "%TORYO\n'不戦勝\n");
    is_end_written(SHOGI_END_DEFAULT_LOSS, none, NULL, true, "%TORYO\n'不戦敗\n",
                   "%CHUDAN\n'不戦敗\n");
    is_end_written(SHOGI_END_MAX_MOVES, none, NULL, true, "%JISHOGI\n'最大手数\n",
                   "%JISHOGI\n'最大手数\n");
    is_end_written(SHOGI_END_SEALED, none, NULL, true, "%CHUDAN\n'封じ手\n",
                   "%CHUDAN\n'封じ手\n");
    is_end_written(SHOGI_END_OTHER, none, "休憩", true, "%CHUDAN\n'休憩\n",
                   "%CHUDAN\n'休憩\n");
    is_end_written(SHOGI_END_OTHER, none, "%FOO BAR", true, "%CHUDAN\n'%FOO BAR\n",
                   "%CHUDAN\n'%FOO BAR\n");
    is_end_written(SHOGI_END_OTHER, none, "%FOO", false, "%FOO\n", "%FOO\n");
}

static void
test_the_winner_decides_who_fouled(void)
{
    is_end_written(SHOGI_END_FOUL_LOSS, SHOGI_WINNER_WHITE, NULL, false,
                   "%ILLEGAL_MOVE\n", "%+ILLEGAL_ACTION\n");
    is_end_written(SHOGI_END_FOUL_WIN, SHOGI_WINNER_WHITE, NULL, false, "%ILLEGAL_MOVE\n",
                   "%+ILLEGAL_ACTION\n");
}

static void
test_the_words_of_a_foul_are_kept(void)
{
    is_stable("V2.2\nPI\n+\n+7776FU\n-3334FU\n%+ILLEGAL_ACTION\n");
    is_stable("V2.2\nPI\n+\n+7776FU\n-3334FU\n%-ILLEGAL_ACTION\n");
    is_stable("V2.2\nPI\n+\n+7776FU\n-3334FU\n%ILLEGAL_MOVE\n");
}

static void
test_the_winner_of_an_ending_of_shogi_wars_is_kept(void)
{
    is_written("PI\n+\n%SENTE_WIN_TORYO\n", SHOGI_CSA_V22,
               "V2.2\nPI\n+\n%SENTE_WIN_TORYO\n");
    is_written("PI\n+\n%GOTE_WIN_TORYO\n", SHOGI_CSA_V22, "V2.2\nPI\n+\n%TORYO\n");
}

static void
test_a_summary_goes_on_to_decide(void)
{
    const char *text = "N+a\nN-b\nPI\n+\n+7776FU\nT1\n'P1 *\n'summary:oute_sennichite:a "
                       "win:b lose\n'x\n";
    struct shogi_game *g = read_game(text, NULL), *back;
    struct shogi_bytes out = written(g, SHOGI_CSA_V22);
    struct shogi_buf why = { 0 };

    is_str(diags_of(g), "");
    back = read_game(out.data, NULL);
    is_str(end_of(back), "perpetual-check black");
    ok(shogi_game_same(g, back, shogi_format_csa.holds, &why));
    shogi_buf_release(&why);
    shogi_bytes_free(&out);
    shogi_game_free(back);
    shogi_game_free(g);
}

/* ---- there and back -------------------------------------------------------------- */

static bool
comes_back(struct shogi_game *g, enum shogi_csa_version version, const char *path)
{
    struct shogi_write_options options = { .csa_version = version };
    uint32_t held = shogi_format_holds(&shogi_format_csa, &options);
    struct shogi_buf why = { 0 };
    struct shogi_bytes out = written(g, version);
    struct shogi_game *back = read_game(out.data, NULL);
    bool same = shogi_game_same(g, back, held, &why);

    if (!same)
        note("%s: %.*s", path, (int)why.len, why.data);
    shogi_buf_release(&why);
    shogi_bytes_free(&out);
    shogi_game_free(back);
    return same;
}

/* Every game of the record at PATH. */
static int
count_lost(const char *path)
{
    struct shogi_read_options options = { .format = &shogi_format_csa };
    struct shogi_game *g = shogi_game_new();
    FILE *f = fopen(path, "rb");
    struct shogi_reader *r = f ? shogi_reader_new(f, path, &options) : NULL;
    int lost = 0;

    while (r && shogi_reader_next(r, g) == SHOGI_OK) {
        lost += !comes_back(g, SHOGI_CSA_V30, path);
        /* the limit of moves has a word in the newer version only */
        if (!shogi_game_end(g) || shogi_game_end(g)->end != SHOGI_END_MAX_MOVES
            || shogi_game_end(g)->as_written)
            lost += !comes_back(g, SHOGI_CSA_V22, path);
    }
    if (!r)
        lost++;
    shogi_reader_free(r);
    if (f)
        fclose(f);
    shogi_game_free(g);
    return lost;
}

static void
test_real_records_come_back_the_same(void)
{
    const char *shared = getenv("SHOGI_SHARED");
    char path[32768 + 4096], row[32768];
    int rows = 0, lost = 0;
    FILE *table;

    if (!shared) {
        skip("SHOGI_SHARED is not set");
        return;
    }
    snprintf(path, sizeof path, "%s/corpus/dev/expected.tsv", shared);
    table = fopen(path, "r");
    if (!table) {
        skip("SHOGI_SHARED has no corpus/dev/expected.tsv");
        return;
    }
    while (fgets(row, sizeof row, table)) {
        char *tab = strchr(row, '\t');
        if (!tab || !strstr(tab, "\tcsa\tok\t"))
            continue;
        *tab = '\0';
        snprintf(path, sizeof path, "%s/corpus/dev/%s", shared, row);
        rows++;
        lost += count_lost(path);
    }
    fclose(table);
    note("%d records", rows);
    ok(rows > 0);
    is_int(lost, 0);
}

int
main(void)
{
    test_a_record_is_written_as_it_was_read();
    test_the_newer_version_says_so();
    test_the_encoding_is_stated_as_the_standard_names_it();
    test_fractions_of_a_second_are_told_only_where_they_are_lost();
    test_other_positions_are_written_out();
    test_line_breaks_do_not_break_headers();
    test_two_headers_with_one_key_stay_two();
    test_a_promotion_that_cannot_be_written_is_told();
    test_each_ending_is_written();
    test_an_ending_without_a_word_is_told_and_kept_in_a_comment();
    test_the_winner_decides_who_fouled();
    test_the_words_of_a_foul_are_kept();
    test_the_winner_of_an_ending_of_shogi_wars_is_kept();
    test_a_summary_goes_on_to_decide();
    test_real_records_come_back_the_same();
    return done_testing();
}
