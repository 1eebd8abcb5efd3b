/* SPDX-License-Identifier: MIT */
/* test_chinese.c - records in Chinese characters, read like Japanese ones and
 * written on demand. */
#include "tap.h"

#include "random_games.h"
#include "record.h"

static struct record record;

static const char *
line_of(const struct shogi_format *f, const char *text)
{
    record_free(&record);
    record_read(&record, f, text);
    return record_line(&record);
}

/* The game in F with GLYPHS. */
static const char *
write_in(struct record *r, const struct shogi_format *f, enum shogi_glyphs glyphs)
{
    struct shogi_write_options options = { .glyphs = glyphs };

    shogi_buf_reset(&r->out);
    shogi_write_buf(f, r->game, &options, &r->out);
    return record_answer(r);
}

/* ---- reading -------------------------------------------------------------------- */

static void
test_moves_in_chinese_texts_are_read(void)
{
    is_str(line_of(&shogi_format_ki2, "▲2六步 ▽3四步 ▲2五步 ▽3三角 ▲7六步 ▽4二银\n"
                                      "▲4八银 ▽5四步 ▲5八金右 ▽5二飞 投了\n"),
           "2g2f 3c3d 2f2e 2b3c 7g7f 3a4b 3i4h 5c5d 4i5h 8b5b [resign]");
    is_str(line_of(&shogi_format_ki2, "▲2六步 ▽8四步 ▲2五步 ▽8五步 ▲2四步 ▽同步\n"
                                      "▲同飛 ▽8六步 ▲2三飛成 ▽8七步成 ▲4七桂打\n"
                                      "认输\n"),
           "2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 8e8f 2d2c+ 8f8g+");
    is_str(line_of(&shogi_format_kif, "手數----指手--\n1 ７六步(77)\n2 ３四步(33)\n"
                                      "3 ４七银不成(38)\n"),
           "7g7f 3c3d");
    is_int(record.status, SHOGI_BAD);
}

/* "ge" is the promoted lance to some and the tokin to others: the board tells. */
static void
test_a_character_with_two_meanings_is_read_by_the_board(void)
{
    static const char board[] = "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n"
                                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n"
                                "| ・ ・ ・ ・ と ・ ・ ・ 杏|三\n"
                                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n"
                                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n"
                                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n"
                                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n"
                                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n"
                                "| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n";
    char text[1024];

    snprintf(text, sizeof text, "%s▲6三个 ▽4一玉 ▲1二個\n", board);
    is_str(line_of(&shogi_format_ki2, text), "5c6c 5a4a 1c1b");
    snprintf(text, sizeof text, "%s1 6三个(53)\n2 4一玉(51)\n3 1二個(13)\n", board);
    is_str(line_of(&shogi_format_kif, text), "5c6c 5a4a 1c1b");
    is_str(record_diags(&record), "");
}

static void
test_endings_in_chinese_are_those_in_japanese(void)
{
    static const struct {
        const char *word;
        enum shogi_end end;
    } rows[] = {
        { "认输", SHOGI_END_RESIGN },        { "認輸", SHOGI_END_RESIGN },
        { "中斷", SHOGI_END_INTERRUPT },     { "超时", SHOGI_END_TIME_UP },
        { "超時", SHOGI_END_TIME_UP },       { "反则负", SHOGI_END_FOUL_LOSS },
        { "反則勝", SHOGI_END_FOUL_WIN },    { "持將棋", SHOGI_END_JISHOGI },
        { "入玉胜", SHOGI_END_DECLARE_WIN }, { "不戰勝", SHOGI_END_DEFAULT_WIN },
        { "将死", SHOGI_END_MATE },
    };
    char text[128];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(text, sizeof text, "1 ７六步(77)\n2 %s\n", rows[i].word);
        line_of(&shogi_format_kif, text);
        is_int(record_node(&record, 2)->end, rows[i].end);
        is_str(record_node(&record, 2)->as_written, NULL);
    }
}

static void
test_closing_lines_in_chinese_tell_the_result(void)
{
    static const struct {
        const char *line, *moves;
    } rows[] = {
        { "至2手后手胜", "7g7f 3c3d [resign]" },
        { "至2手，后手的胜", "7g7f 3c3d [resign]" },
        { "至2手超時後手勝", "7g7f 3c3d [time-up]" },
        { "至2手因超时后手胜", "7g7f 3c3d [time-up]" },
        { "至2手先手反则负", "7g7f 3c3d [illegal]" },
        { "至2手先手反則勝", "7g7f 3c3d [foul-win]" },
        { "至2手中斷", "7g7f 3c3d [interrupt]" },
        { "至2手千日手", "7g7f 3c3d [sennichite]" },
        { "至2手先手胜", "7g7f 3c3d [other]" },
        { "至今无人知晓", "7g7f 3c3d" },
    };
    char text[256];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(text, sizeof text, "▲7六步 ▽3四步\n%s\n", rows[i].line);
        is_str(line_of(&shogi_format_ki2, text), rows[i].moves);
    }
    line_of(&shogi_format_ki2, "▲7六步 ▽3四步\n至2手超时先手胜\n");
    is_str(record_node(&record, 3)->as_written, "まで2手で時間切れにより先手の勝ち");
}

static void
test_handicaps_have_the_names_of_chinese_clubs(void)
{
    static const struct {
        const char *name;
        enum shogi_handicap handicap;
    } rows[] = {
        { "平手", SHOGI_HANDICAP_NONE },          { "让左香", SHOGI_HANDICAP_LANCE },
        { "讓左香", SHOGI_HANDICAP_LANCE },       { "让香", SHOGI_HANDICAP_LANCE },
        { "让右香", SHOGI_HANDICAP_RIGHT_LANCE }, { "让角", SHOGI_HANDICAP_BISHOP },
        { "让飞", SHOGI_HANDICAP_ROOK },          { "讓飛車", SHOGI_HANDICAP_ROOK },
        { "让飞香", SHOGI_HANDICAP_ROOK_LANCE },  { "让飞角", SHOGI_HANDICAP_TWO },
        { "让二枚", SHOGI_HANDICAP_TWO },         { "让两子", SHOGI_HANDICAP_TWO },
        { "讓兩枚", SHOGI_HANDICAP_TWO },         { "让四子", SHOGI_HANDICAP_FOUR },
        { "让六枚", SHOGI_HANDICAP_SIX },         { "讓八子", SHOGI_HANDICAP_EIGHT },
        { "让10子", SHOGI_HANDICAP_TEN },
    };
    static const char *const keys[] = { "手合割", "让子", "讓子" };
    char text[128];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(text, sizeof text, "%s：%s\n", keys[i % 3], rows[i].name);
        line_of(&shogi_format_kif, text);
        if (!is_int(shogi_game_handicap(record.game), rows[i].handicap))
            note("%s", rows[i].name);
        is_int(record.status, SHOGI_OK);
    }
    line_of(&shogi_format_kif, "手合割：让七子\n");
    is_int(record.status, SHOGI_BAD);
}

static void
test_headers_in_chinese_are_those_in_japanese(void)
{
    line_of(&shogi_format_kif,
            "棋战：练习\n场所：北京\n开始日时：2026/05/03\n先手：张三\n"
            "后手：李四\n裁判：王五\n手数----指手--\n");
    is_str(shogi_game_header(record.game, SHOGI_HEADER_EVENT), "练习");
    is_str(shogi_game_header(record.game, SHOGI_HEADER_SITE), "北京");
    is_str(shogi_game_header(record.game, SHOGI_HEADER_WHITE), "李四");
    is_str(
        record_write(&record, &shogi_format_ki2),
        "#KI2 version=2.0 encoding=UTF-8\n棋戦：练习\n場所：北京\n開始日時：2026/05/03\n"
        "手合割：平手\n先手：张三\n後手：李四\n裁判：王五\n\n");
}

/* ---- writing -------------------------------------------------------------------- */

static void
test_only_what_is_not_of_the_record_is_changed(void)
{
    static const char text[] =
        "手合割：飛車落ち\n棋戦：銀河戦\n上手：後藤\n下手：歩\n飛：銀\n"
        "1 ３四歩(33)\n*△３四歩、先手の勝ち\n&銀\n2 ７六歩(77)\n3 投了\n"
        "変化：2手\n2 ４八銀(39)\n";

    line_of(&shogi_format_kif, text);
    is_str(write_in(&record, &shogi_format_kif, SHOGI_GLYPHS_ZH_HANS),
           "#KIF version=2.0 "
           "encoding=UTF-8\n手合割：让飞\n棋战：銀河戦\n上手：後藤\n下手：歩\n"
           "飛：銀\n手数----指手---------消费时间--\n   1 "
           "３四步(33)\n*△３四歩、先手の勝ち\n&銀\n"
           "   2 ７六步(77)   +\n   3 投了\n至2手下手胜\n\n变化：2手\n   2 ４八银(39)\n");
    is_str(write_in(&record, &shogi_format_ki2, SHOGI_GLYPHS_ZH_HANT),
           "#KI2 version=2.0 "
           "encoding=UTF-8\n手合割：讓飛\n棋戰：銀河戦\n上手：後藤\n下手：歩\n"
           "飛：銀\n\n△３四步\n*△３四歩、先手の勝ち\n&銀\n▲７六步\n至2手下手勝\n\n"
           "變化：2手\n▲４八銀\n");
}

static void
test_words_of_an_ending_that_are_not_known_stay(void)
{
    line_of(&shogi_format_kif, "1 ７六歩(77)\n2 休日の銀行\n");
    ok(strstr(write_in(&record, &shogi_format_kif, SHOGI_GLYPHS_ZH_HANS),
              "   2 休日の銀行\n"));
    ok(strstr(write_in(&record, &shogi_format_ki2, SHOGI_GLYPHS_ZH_HANS),
              "▲７六步\n△休日の銀行\n"));
}

/* Random games in ENCODING with GLYPHS, and back to Japanese. */
static void
check_games(const struct shogi_format *f, enum shogi_glyphs glyphs,
            enum shogi_encoding encoding)
{
    struct shogi_buf encoded = { 0 };
    int failures = 0;

    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct shogi_chunk chunk = { .path = "test", .first_line = 1, .number = 1 };
        struct record again = { .game = shogi_game_new() };
        struct shogi_encode_loss loss;
        const char *text, *japanese;

        record_free(&record);
        record = (struct record){ .game = shogi_game_new() };
        random_game(record.game, seed);
        text = write_in(&record, f, glyphs);
        shogi_buf_reset(&encoded);
        shogi_text_encode(&encoded, text, strlen(text), encoding, false, &loss);
        if (loss.count == 0) { /* comments and names may have kana */
            chunk.bytes = encoded.data;
            chunk.len = encoded.len;
            again.status = shogi_read_chunk(f, &chunk, encoding, &again.text, again.game);
            text = write_in(&again, f, SHOGI_GLYPHS_JA);
            japanese = write_in(&record, f, SHOGI_GLYPHS_JA);
            if ((again.status != SHOGI_OK || strcmp(text, japanese) != 0)
                && failures++ < 3)
                note("seed %llu in %s:\n%s", (unsigned long long)seed, f->name, text);
        }
        record_free(&again);
    }
    is_int(failures, 0);
    shogi_buf_release(&encoded);
}

static void
test_what_is_written_in_chinese_is_read_back_the_same(void)
{
    const struct shogi_format *const formats[] = { &shogi_format_kif, &shogi_format_ki2 };

    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        check_games(formats[i], SHOGI_GLYPHS_ZH_HANS, SHOGI_ENCODING_UTF8);
        check_games(formats[i], SHOGI_GLYPHS_ZH_HANT, SHOGI_ENCODING_UTF8);
        check_games(formats[i], SHOGI_GLYPHS_ZH_HANS, SHOGI_ENCODING_GB18030);
        check_games(formats[i], SHOGI_GLYPHS_ZH_HANT, SHOGI_ENCODING_BIG5);
    }
}

/* ---- the tables ------------------------------------------------------------------- */

static const struct {
    const char *japanese, *traditional, *simplified;
} words[] = {
#define SHOGI_CHINESE_KEY(id, japanese, traditional, simplified)                         \
    { japanese, traditional, simplified },
#define SHOGI_CHINESE_END(id, japanese, traditional, simplified)                         \
    { japanese, traditional, simplified },
#define SHOGI_CHINESE_HANDICAP(id, japanese, traditional, simplified)                    \
    { japanese, traditional, simplified },
#define SHOGI_CHINESE_PHRASE(japanese, traditional, simplified)                          \
    { japanese, traditional, simplified },
#include "game/chinese.def"
};

static void
test_no_chinese_word_is_longer_than_the_japanese_one(void)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!ok(strlen(words[i].traditional) <= strlen(words[i].japanese)
                && strlen(words[i].simplified) <= strlen(words[i].japanese)))
            note("%s", words[i].japanese);
}

static void
test_every_traditional_word_is_in_big5(void)
{
    struct shogi_buf out = { 0 };
    struct shogi_encode_loss loss;

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        shogi_buf_reset(&out);
        if (!shogi_text_encode(&out, words[i].traditional, strlen(words[i].traditional),
                               SHOGI_ENCODING_BIG5, false, &loss)) {
            skip("this system has no Big5");
            break;
        }
        if (!is_int(loss.count, 0))
            note("%s", words[i].traditional);
    }
    shogi_buf_release(&out);
}

/* ---- cutting ------------------------------------------------------------------------
 */

static void
test_games_in_chinese_encodings_are_cut(void)
{
    static const char hans[] =
        "先手：张三\n后手：李四\n\n▲7六步 ▽3四步\n至2手中断\n\n"
        "▽3四步\n至1手中断\n先手：李四\n\n▲2六步\n\n变化：1手\n▲7六步\n";
    static const char hant[] =
        "先手：張三\n後手：李四\n\n▲7六步 ▽3四步\n至2手中斷\n\n"
        "▽3四步\n至1手中斷\n先手：李四\n\n▲2六步\n\n變化：1手\n▲7六步\n";
    static const struct {
        const char *text;
        enum shogi_encoding encoding;
    } rows[] = {
        { hans, SHOGI_ENCODING_UTF8 },
        { hant, SHOGI_ENCODING_UTF8 },
        { hans, SHOGI_ENCODING_GB18030 },
        { hant, SHOGI_ENCODING_BIG5 },
    };
    struct shogi_buf out = { 0 };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        shogi_buf_reset(&out);
        if (!shogi_text_encode(&out, rows[i].text, strlen(rows[i].text), rows[i].encoding,
                               false, NULL)) {
            skip("this system lacks an encoding");
            continue;
        }
        is_int(record_count_games(&shogi_format_ki2, out.data, out.len, out.len), 3);
        is_int(record_count_games(&shogi_format_ki2, out.data, out.len, 1), 3);
    }
    shogi_buf_release(&out);
}

int
main(void)
{
    test_moves_in_chinese_texts_are_read();
    test_a_character_with_two_meanings_is_read_by_the_board();
    test_endings_in_chinese_are_those_in_japanese();
    test_closing_lines_in_chinese_tell_the_result();
    test_handicaps_have_the_names_of_chinese_clubs();
    test_headers_in_chinese_are_those_in_japanese();
    test_only_what_is_not_of_the_record_is_changed();
    test_words_of_an_ending_that_are_not_known_stay();
    test_what_is_written_in_chinese_is_read_back_the_same();
    test_no_chinese_word_is_longer_than_the_japanese_one();
    test_every_traditional_word_is_in_big5();
    test_games_in_chinese_encodings_are_cut();
    record_free(&record);
    return done_testing();
}
