/* SPDX-License-Identifier: MIT */
/* test_jkf.c - JSON kifu format: members that are missing or wrong, forks, starts,
 * endings, times, and what is written. */
#include "tap.h"

#include <jansson.h>

#include "record.h"
#include "roundtrip.h"

#define JKF (&shogi_format_jkf)

#define MOVES(entries) "{\"header\":{},\"moves\":[" entries "]}"
#define M7776                                                                            \
    "{\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}}"
#define M3334                                                                            \
    "{\"move\":{\"from\":{\"x\":3,\"y\":3},\"to\":{\"x\":3,\"y\":4},\"piece\":\"FU\"}}"
#define M2726                                                                            \
    "{\"move\":{\"from\":{\"x\":2,\"y\":7},\"to\":{\"x\":2,\"y\":6},\"piece\":\"FU\"}}"

/* The main line of TEXT and its diagnostics. */
static void
reads(const char *text, const char *line, const char *diags)
{
    struct record r;

    record_read(&r, JKF, text);
    is_str(record_line(&r), line);
    is_str(record_diags(&r), diags);
    record_free(&r);
}

static void
reads_tree(const char *text, const char *tree, const char *diags)
{
    struct record r;

    record_read(&r, JKF, text);
    is_str(record_tree(&r), tree);
    is_str(record_diags(&r), diags);
    record_free(&r);
}

/* ---- moves --------------------------------------------------------------------------
 */

static void
test_color_piece_and_capture_may_be_missing(void)
{
    reads(MOVES("{}," M7776 "," M3334 ","
                "{\"move\":{\"from\":{\"x\":8,\"y\":8},\"to\":{\"x\":2,\"y\":2},"
                "\"promote\":true}},"
                "{\"move\":{\"from\":{\"x\":3,\"y\":1},\"same\":true}},"
                "{\"move\":{\"to\":{\"x\":4,\"y\":5},\"piece\":\"KA\"}}"),
          "7g7f 3c3d 8h2b+ 3a2b B*4e", "");
}

static void
test_null_is_as_good_as_missing(void)
{
    reads("{\"header\":null,\"initial\":null,\"moves\":[{\"comments\":null},"
          "{\"move\":{\"color\":null,\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},"
          "\"piece\":\"FU\",\"same\":null,\"promote\":null,\"capture\":null,"
          "\"relative\":null},\"time\":null,\"special\":null,\"forks\":null},"
          "{\"move\":null,\"special\":\"TORYO\"}]}",
          "7g7f [resign]", "");
}

static void
test_a_piece_named_after_its_promotion_promotes(void)
{
    const char *text =
        MOVES("{}," M7776 "," M3334 ",{\"move\":{\"from\":{\"x\":8,\"y\":8},\"to\":{"
              "\"x\":2,\"y\":2},\"piece\":\"UM\"}}");
    struct record r;

    record_read(&r, JKF, text);
    is_str(record_line(&r), "7g7f 3c3d 8h2b+");
    is_int(r.status, SHOGI_OK);
    record_free(&r);
    /* With "promote" it is a contradiction, and the board is believed. */
    record_read(&r, JKF,
                MOVES("{}," M7776 "," M3334
                      ",{\"move\":{\"from\":{\"x\":8,\"y\":8},\"to\":{\"x\":2,\"y\":2},"
                      "\"piece\":\"UM\",\"promote\":false}}"));
    is_str(record_line(&r), "7g7f 3c3d 8h2b");
    ok(strstr(record_diags(&r), "piece-mismatch"));
    record_free(&r);
}

static void
test_words_tell_a_piece_whose_origin_is_missing(void)
{
    reads(MOVES("{},{\"move\":{\"to\":{\"x\":5,\"y\":8},\"piece\":\"KI\",\"relative\":"
                "\"R\"}}"),
          "4i5h", "1:26 tolerated");
    reads(MOVES("{},{\"move\":{\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}}"), "7g7f",
          "1:26 tolerated");
    reads(MOVES("{},{\"move\":{\"to\":{\"x\":5,\"y\":8},\"piece\":\"KI\"}}"), "",
          "1:26 ambiguous-move");
}

static void
test_a_piece_in_hand_is_dropped(void)
{
    /* A gold that is in hand and could also come from the board. */
    const char *start =
        "{\"initial\":{\"preset\":\"OTHER\",\"data\":{\"color\":0,\"board\":["
        "[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],"
        "[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],"
        "[{},{},{},{},{},{},{},{},{\"color\":0,\"kind\":\"KI\"}],"
        "[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}],"
        "[{},{},{},{},{},{},{},{},{}],[{},{},{},{},{},{},{},{},{}]],"
        "\"hands\":[{\"KI\":1},{}]}},\"moves\":[{},{\"move\":{\"to\":"
        "{\"x\":5,\"y\":8},\"piece\":\"KI\"%s}}]}";
    char text[2048];

    snprintf(text, sizeof text, start, "");
    reads(text, "G*5h", "");
    snprintf(text, sizeof text, start, ",\"relative\":\"H\"");
    reads(text, "G*5h", "");
    snprintf(text, sizeof text, start, ",\"relative\":\"U\"");
    reads(text, "5i5h", "1:376 tolerated");
}

static void
test_fouls_that_can_be_played_are_read(void)
{
    reads(MOVES("{},{\"move\":{\"from\":{\"x\":2,\"y\":8},\"to\":{\"x\":2,\"y\":3},"
                "\"piece\":\"HI\"}},"
                "{\"move\":{\"from\":{\"x\":5,\"y\":1},\"to\":{\"x\":5,\"y\":3},"
                "\"piece\":\"OU\"}}"),
          "2h2c 5a5c", "");
    /* A gold that promotes. */
    reads(MOVES("{},{\"move\":{\"from\":{\"x\":4,\"y\":9},\"to\":{\"x\":4,\"y\":3},"
                "\"piece\":\"KI\","
                "\"promote\":true}}"),
          "4i4c+", "");
}

static void
test_moves_that_are_none_are_errors(void)
{
    static const char *const moves[] = {
        "{\"from\":{\"x\":0,\"y\":7},\"to\":{\"x\":7,\"y\":6}}",
        "{\"from\":{\"x\":7},\"to\":{\"x\":7,\"y\":6}}",
        "{\"from\":[7,7],\"to\":{\"x\":7,\"y\":6}}",
        "{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6.5}}",
        "{\"from\":{\"x\":7,\"y\":7},\"to\":\"76\"}",
        "{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"fu\"}",
        "{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":1}",
        "{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"color\":\"black\"}",
        "{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"relative\":\"Z\"}",
        "{}",
        "[]",
        "\"7g7f\"",
    };

    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        struct record r;
        char text[256];
        snprintf(text, sizeof text, "{\"moves\":[{},{\"move\":%s}]}", moves[i]);
        record_read(&r, JKF, text);
        is_int(r.status, SHOGI_BAD);
        if (!is_str(record_diags(&r), "1:14 bad-field"))
            note("%s", text);
        record_free(&r);
    }
}

static void
test_moves_that_cannot_be_played_are_fouls_with_their_place(void)
{
    reads("{\"moves\": [{},\n  " M7776 ",\n  " M7776 "]}", "7g7f", "3:3 empty-source");
    reads("{\"moves\": [{},\n  " M3334 "]}", "", "2:3 opponent-piece");
    reads("{\"moves\": [{},\n {\"move\":{\"to\":{\"x\":5,\"y\":5},\"piece\":\"TO\"}}]}",
          "", "2:2 not-in-hand");
    reads(MOVES("{},{\"move\":{\"color\":1,\"from\":{\"x\":3,\"y\":3},\"to\":{\"x\":3,"
                "\"y\":4}}}"),
          "", "1:26 wrong-turn");
    reads(MOVES("{}," M7776 ",{\"move\":{\"color\":0,\"from\":{\"x\":2,\"y\":7},"
                "\"to\":{\"x\":2,\"y\":6}}}"),
          "7g7f", "1:90 two-moves");
    reads(MOVES("{},{\"move\":{\"color\":1,\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,"
                "\"y\":6}}}"),
          "7g7f", "1:26 tolerated");
}

/* ---- forks --------------------------------------------------------------------------
 */

static void
test_a_fork_replaces_the_move_that_carries_it(void)
{
    reads_tree(MOVES("{}," M7776 "," M3334 ",{\"special\":\"TORYO\",\"forks\":[["
                     "{\"special\":\"CHUDAN\"}],[" M2726 "]]}"),
               "7g7f 3c3d [resign] | 3: [interrupt] | 3: 2g2f", "");
    reads_tree(
        MOVES("{},{\"forks\":[[" M2726 "," M3334 "],[{\"special\":\"TORYO\"}]],"
              "\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6}}}," M3334),
        "7g7f 3c3d | 1: 2g2f 3c3d | 1: [resign]", "");
}

static void
test_forks_nest(void)
{
    reads_tree(
        "{\"moves\":[{},{\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6}},"
        "\"forks\":[[{\"move\":{\"from\":{\"x\":2,\"y\":7},\"to\":{\"x\":2,\"y\":6}},"
        "\"forks\":[[{\"special\":\"TORYO\"}],[{\"special\":\"CHUDAN\"}]]},"
        "{\"move\":{\"from\":{\"x\":3,\"y\":3},\"to\":{\"x\":3,\"y\":4}},"
        "\"forks\":[[{\"special\":\"TSUMI\"}]]}]]}," M3334 "]}",
        "7g7f 3c3d | 1: 2g2f 3c3d | 2: [mate] | 1: [resign] | 1: [interrupt]", "");
}

static void
test_a_broken_fork_ends_alone(void)
{
    struct record r;

    record_read(
        &r, JKF,
        "{\"moves\":[{},{\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6}},"
        "\"forks\":[\n[" M2726 ",\n" M7776 ",\n" M3334 "],\n[{\"special\":\"TORYO\"}]]},"
        "\n" M3334 "]}");
    is_int(r.status, SHOGI_OK);
    is_str(record_tree(&r), "7g7f 3c3d | 1: 2g2f | 1: [resign]");
    is_str(record_diags(&r), "3:1 opponent-piece");
    is_int(record_node(&r, 2)->at.line, 6);
    record_free(&r);
}

/* A game whose variations nest DEPTH deep, by calls. */
static void
nest(struct shogi_game *g, int depth)
{
    static const char *const usi[4][2] = {
        { "2h3h", "2h1h" }, { "8b7b", "8b9b" }, { "3h2h", "1h2h" }, { "7b8b", "9b8b" }
    };
    struct shogi_place nowhere = { 0 };
    struct shogi_cursor c;
    bool right[2] = { false, false };

    /* The rooks go aside and come back, so that there is always a choice. */
    shogi_cursor_init(&c, g);
    for (int i = 0; i < depth; i++) {
        int step = i % 4;
        bool *way = &right[step % 2];
        const char *first, *second;
        if (step < 2) {
            first = usi[step][0];
            second = usi[step][1];
            *way = true;
        } else {
            first = second = usi[step][*way];
        }
        shogi_cursor_append(&c, shogi_move_from_usi(first, 4), nowhere);
        shogi_cursor_back(&c);
        shogi_cursor_append(&c, shogi_move_from_usi(second, 4), nowhere);
    }
    shogi_cursor_release(&c);
}

static void
test_variations_of_any_depth_are_written(void)
{
    struct record r = { .game = shogi_game_new() }, again;

    nest(r.game, 100);
    record_read(&again, JKF, record_write(&r, JKF));
    is_int(again.status, SHOGI_OK);
    ok(shogi_game_same(r.game, again.game, JKF->holds, NULL));
    record_free(&again);
    shogi_game_reset(r.game);
    /* No stack is deep enough for this; jansson refuses to read it. */
    nest(r.game, 200000);
    record_read(&again, JKF, record_write(&r, JKF));
    is_int(again.status, SHOGI_BAD);
    ok(strstr(record_diags(&again), "bad-json"));
    record_free(&again);
    record_free(&r);
}

/* ---- start positions and headers ----------------------------------------------------
 */

static void
starts(const char *initial, const char *sfen, const char *diags)
{
    struct record r;
    char text[512];

    snprintf(text, sizeof text, "{\"header\":{}%s,\"moves\":[{}]}", initial);
    record_read(&r, JKF, text);
    is_str(record_sfen(&r), sfen);
    is_str(record_diags(&r), diags);
    record_free(&r);
}

#define EVEN "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"

static void
test_presets_give_start_positions(void)
{
    starts("", EVEN, "");
    starts(",\"initial\":null", EVEN, "");
    starts(",\"initial\":{\"preset\":\"HIRATE\"}", EVEN, "");
    starts(",\"initial\":{\"preset\":\"5_L\"}",
           "1nsgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "");
    starts(",\"initial\":{\"preset\":\"KY_R\"}",
           "1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1", "");
    starts(",\"initial\":{\"preset\":\"3\"}",
           "lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
           "1:1 handicap-guessed");
    starts(",\"initial\":{\"preset\":\"9\"}", EVEN, "1:1 unknown-handicap");
    starts(",\"initial\":{}", EVEN, "1:1 unknown-handicap");
}

static void
test_boards_are_read_by_file(void)
{
    starts(",\"initial\":{\"preset\":\"OTHER\",\"data\":{\"board\":{},\"color\":1,"
           "\"hands\":[{\"FU\":18},{}]}}",
           "9/9/9/9/9/9/9/9/9 w 18P 1", "");
    starts(",\"initial\":{\"preset\":\"OTHER\",\"data\":{\"board\":{}}}",
           "9/9/9/9/9/9/9/9/9 b - 1", "1:1 no-turn");
    starts(",\"initial\":{\"preset\":\"OTHER\",\"data\":{\"board\":[]}}", EVEN,
           "1:1 bad-board");
    starts(",\"initial\":{\"preset\":\"OTHER\",\"data\":{\"board\":{},\"color\":0,"
           "\"hands\":[{\"FU\":-1},{}]}}",
           EVEN, "1:1 bad-field");
}

static void
test_every_start_position_survives(void)
{
    static const char *const sfens[] = {
        "lnsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        "+p+l+n+s+b+rgk1/9/9/9/9/9/9/9/1KG+R+B+S+N+L+P w RBGSNLP2rb3g4s2n2l9p 1",
        "9/9/9/9/9/9/9/9/9 b 18P 1",
        "4k4/9/9/9/9/9/9/9/9 b 2R 1",
    };

    for (size_t i = 0; i < sizeof sfens / sizeof *sfens; i++) {
        struct record r = { .game = shogi_game_new() };
        size_t used;
        shogi_position_from_sfen(&r.game->start, sfens[i], strlen(sfens[i]), &used);
        ok(record_survives(&r, JKF));
        record_free(&r);
    }
    for (int h = 0; h < SHOGI_HANDICAP_OTHER; h++) {
        struct record r = { .game = shogi_game_new() };
        shogi_handicap_position((enum shogi_handicap)h, &r.game->start);
        ok(record_survives(&r, JKF));
        record_free(&r);
    }
}

static void
test_headers_keep_their_order_and_meaning(void)
{
    struct record r;
    const struct shogi_header *h;

    record_read(
        &r, JKF,
        "{\"header\":{\"表題\":\"t\",\"先手\":\"a\",\"x：\":\"\\ny\",\"TIME+\":\"9\","
        "\"EVENT\":\"e\",\"n\":5},\"moves\":[]}");
    h = r.game->headers;
    is_int(h->id, SHOGI_HEADER_TITLE);
    h = h->next;
    is_int(h->id, SHOGI_HEADER_BLACK);
    h = h->next;
    is_str(h->value, "\ny");
    h = h->next;
    is_int(h->id, SHOGI_HEADER_TIME_BLACK);
    h = h->next;
    is_int(h->id, SHOGI_HEADER_OTHER);
    h = h->next;
    is_str(h->value, "5");
    ok(!h->next);
    is_str(record_diags(&r), "1:1 tolerated");
    ok(record_survives(&r, JKF));
    record_free(&r);
}

static void
test_a_second_header_with_the_same_key_is_lost_with_a_warning(void)
{
    struct record r = { .game = shogi_game_new() };
    const char *text;

    shogi_game_add_header(r.game, SHOGI_HEADER_OTHER, "k", "1");
    shogi_game_add_header(r.game, SHOGI_HEADER_OTHER, "k", "2");
    text = record_write(&r, JKF);
    ok(strstr(text, "{\"header\":{\"k\":\"1\"},"));
    is_str(record_diags(&r), "0:1 lost-header");
    record_free(&r);
}

/* ---- endings ------------------------------------------------------------------------
 */

static void
test_every_ending_survives(void)
{
    for (int end = 1; end < SHOGI_END_COUNT; end++) {
        for (int turn = 0; turn < 2; turn++) {
            struct record r = { .game = shogi_game_new() }, again;
            struct shogi_cursor c;
            enum shogi_winner winner = SHOGI_WINNER_BY_END;
            if (end == SHOGI_END_PERPETUAL_CHECK)
                winner = turn ? SHOGI_WINNER_BLACK : SHOGI_WINNER_WHITE;
            shogi_position_set_turn(&r.game->start, (enum shogi_side)turn);
            shogi_cursor_init(&c, r.game);
            shogi_cursor_append_end(&c, (enum shogi_end)end, winner,
                                    end == SHOGI_END_OTHER ? "%FOO" : NULL,
                                    (struct shogi_place){ 0 });
            record_read(&again, JKF, record_write(&r, JKF));
            is_str(record_diags(&r), "");
            is_int(record_node(&again, 1)->end, end);
            is_int(shogi_game_winner(again.game), shogi_game_winner(r.game));
            ok(shogi_game_same(r.game, again.game, JKF->holds, NULL));
            record_free(&again);
            record_free(&r);
        }
    }
}

static void
test_a_winner_that_the_word_does_not_tell_is_lost_with_a_warning(void)
{
    struct record r = { .game = shogi_game_new() };
    struct shogi_cursor c;

    shogi_cursor_init(&c, r.game);
    shogi_cursor_append_end(&c, SHOGI_END_RESIGN, SHOGI_WINNER_BLACK, NULL,
                            (struct shogi_place){ 0 });
    ok(strstr(record_write(&r, JKF), "\"special\":\"TORYO\""));
    is_str(record_diags(&r), "0:0 lost-end");
    record_free(&r);
}

static void
test_the_sign_of_an_illegal_action_is_the_offender(void)
{
    reads(MOVES("{}," M7776 ",{\"special\":\"+ILLEGAL_ACTION\"}"), "7g7f [foul-win]", "");
    reads(MOVES("{}," M7776 ",{\"special\":\"-ILLEGAL_ACTION\"}"), "7g7f [illegal]", "");
    reads(MOVES("{}," M7776 ",{\"special\":\"%ILLEGAL_MOVE\"}"), "7g7f [illegal]", "");
}

static void
test_nothing_follows_an_ending(void)
{
    reads(MOVES("{},{\"special\":\"TORYO\"}," M7776 ",{\"special\":\"CHUDAN\"}"),
          "[resign]", "1:46 after-end");
    reads(MOVES("{},{\"special\":\"TORYO\"},{},{\"comments\":[\"c\"]}"), "[resign]", "");
}

/* ---- times and comments -------------------------------------------------------------
 */

static void
time_is(const char *time, int32_t time_ms, int32_t total_ms, const char *diags)
{
    struct record r;
    char text[512];

    snprintf(
        text, sizeof text,
        "{\"moves\":[{},{\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6}},"
        "\"time\":%s}]}",
        time);
    record_read(&r, JKF, text);
    is_int(record_node(&r, 1)->time_ms, time_ms);
    is_int(record_node(&r, 1)->total_ms, total_ms);
    is_str(record_diags(&r), diags);
    record_free(&r);
}

static void
test_times_are_hours_minutes_and_seconds(void)
{
    time_is("{\"now\":{\"m\":1,\"s\":2},\"total\":{\"h\":1,\"m\":0,\"s\":5}}", 62000,
            3605000, "");
    time_is("{\"now\":{\"h\":2,\"m\":61,\"s\":0}}", 10860000, -1, "");
    time_is("{\"now\":{\"m\":0,\"s\":1.25},\"total\":null}", 1250, -1, "");
    time_is("{}", -1, -1, "");
    time_is("{\"now\":{}}", -1, -1, "1:14 bad-time");
    time_is("{\"now\":{\"m\":-1,\"s\":0}}", -1, -1, "1:14 bad-time");
    time_is("{\"now\":{\"m\":\"1\",\"s\":0}}", -1, -1, "1:14 bad-time");
    time_is("{\"now\":{\"h\":1e12}}", -1, -1, "1:14 bad-time");
}

static void
test_totals_are_summed_for_each_side(void)
{
    struct record r;
    const char *text;

    record_read(&r, &shogi_format_csa,
                "V2.2\nPI\n+\n+7776FU\nT3599\n-3334FU\nT5\n+2726FU\nT2\n%TORYO\nT60\n");
    text = record_write(&r, JKF);
    ok(strstr(
        text,
        "\"time\":{\"now\":{\"m\":59,\"s\":59},\"total\":{\"h\":0,\"m\":59,\"s\":59}}"));
    ok(strstr(
        text,
        "\"time\":{\"now\":{\"m\":0,\"s\":2},\"total\":{\"h\":1,\"m\":0,\"s\":1}}"));
    ok(strstr(
        text,
        "\"time\":{\"now\":{\"m\":1,\"s\":0},\"total\":{\"h\":0,\"m\":1,\"s\":5}}"));
    record_free(&r);
}

static void
test_comments_are_lines(void)
{
    struct record r;

    record_read(
        &r, JKF,
        MOVES(
            "{\"comments\":[\"a\",\"\",\"b\\nc\"]},{\"comments\":[\"one\"],\"move\":"
            "{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6}}},"
            "{\"special\":\"TORYO\",\"comments\":[\"end\"]},{\"comments\":[\"more\"]}"));
    is_str(record_node(&r, 0)->comment, "a\n\nb\nc\n");
    is_str(record_node(&r, 1)->comment, "one\n");
    is_str(record_node(&r, 2)->comment, "end\nmore\n");
    ok(record_survives(&r, JKF));
    record_free(&r);
}

/* ---- writing ------------------------------------------------------------------------
 */

/* What is written for the last of MOVES (USI) from the even game. */
static void
writes_last(const char *moves, const char *expected)
{
    struct record r;
    const char *text, *last;
    char line[512];

    snprintf(line, sizeof line, "startpos moves %s", moves);
    record_read(&r, &shogi_format_sfen, line);
    text = record_write(&r, JKF);
    last = strstr(text, "{\"move\":");
    for (const char *next = last; next; next = strstr(next + 1, "{\"move\":"))
        last = next;
    snprintf(line, sizeof line, "%s}]}\n", expected);
    is_str(last, line);
    record_free(&r);
}

static void
test_moves_are_written_in_full(void)
{
    writes_last("7g7f", "{\"move\":{\"color\":0,\"from\":{\"x\":7,\"y\":7},"
                        "\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}");
    writes_last(
        "7g7f 3c3d 8h2b+",
        "{\"move\":{\"color\":0,\"from\":{\"x\":8,\"y\":8},\"to\":{\"x\":2,\"y\":2},"
        "\"piece\":\"KA\",\"promote\":true,\"capture\":\"KA\"}");
    writes_last(
        "7g7f 3c3d 8h2b",
        "{\"move\":{\"color\":0,\"from\":{\"x\":8,\"y\":8},\"to\":{\"x\":2,\"y\":2},"
        "\"piece\":\"KA\",\"promote\":false,\"capture\":\"KA\"}");
    writes_last(
        "7g7f 3c3d 8h2b+ 3a2b",
        "{\"move\":{\"color\":1,\"from\":{\"x\":3,\"y\":1},\"to\":{\"x\":2,\"y\":2},"
        "\"piece\":\"GI\",\"same\":true,\"capture\":\"UM\"}");
    writes_last("7g7f 3c3d 8h2b+ 3a2b B*4e",
                "{\"move\":{\"color\":0,\"to\":{\"x\":4,\"y\":5},\"piece\":\"KA\"}");
    writes_last("4i5h", "{\"move\":{\"color\":0,\"from\":{\"x\":4,\"y\":9},"
                        "\"to\":{\"x\":5,\"y\":8},\"piece\":\"KI\",\"relative\":\"R\"}");
    writes_last("5i5h 6a5b",
                "{\"move\":{\"color\":1,\"from\":{\"x\":6,\"y\":1},"
                "\"to\":{\"x\":5,\"y\":2},\"piece\":\"KI\",\"relative\":\"R\"}");
}

static void
test_a_drop_says_so_where_a_piece_could_move(void)
{
    struct record r;

    record_read(&r, &shogi_format_sfen, "sfen 4k4/9/9/9/9/9/9/9/4KG3 b G 1 moves G*4h");
    ok(strstr(record_write(&r, JKF), "\"piece\":\"KI\",\"relative\":\"H\""));
    record_free(&r);
}

static void
test_fouls_survive(void)
{
    static const char *const lines[] = {
        "sfen 4k4/9/9/9/9/9/9/9/4K4 b GP 1 moves G*5e+", /* a promoted gold */
        "sfen 4k4/9/9/9/9/9/9/9/4K4 b GP 1 moves P*5e+", /* a tokin from hand */
        "sfen 4k4/9/9/9/9/9/9/9/4KG3 b - 1 moves 4i4h+",
        "sfen 4k4/9/9/9/9/9/9/4P4/4K4 b - 1 moves 5i5h 5a5h", /* own piece, king */
        "startpos moves 2h2c 8b8g+ 2c2b+",
    };

    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct record r;
        record_read(&r, &shogi_format_sfen, lines[i]);
        is_int(r.status, SHOGI_OK);
        ok(record_survives(&r, JKF));
        is_str(record_diags(&r), "");
        record_free(&r);
    }
}

static void
test_what_is_written_is_json(void)
{
    struct record r;
    const char *text;
    json_t *root;

    record_read(
        &r, JKF,
        "{\"header\":{\"\\\"\\\\\\n\":\"\\u0001\"},\"moves\":[{\"comments\":[\"\\t\"]},"
        "{\"special\":\"\\\"\"}]}");
    text = record_write(&r, JKF);
    root = json_loads(text, 0, NULL);
    ok(root);
    is_str(json_string_value(json_object_get(json_object_get(root, "header"), "\"\\\n")),
           "\x01");
    ok(strchr(text, '\n') == text + strlen(text) - 1);
    json_decref(root);
    record_free(&r);
}

/* ---- the corpus ---------------------------------------------------------------------
 */

static void
test_public_records_survive(void)
{
    struct roundtrip t;

    if (!roundtrip_corpus(&t, JKF))
        return;
    ok(t.games > 0);
    is_int(t.failures, 0);
}

/* Cut ROW at tabs into COLUMNS. */
static int
cut_row(char *row, char *columns[], int max)
{
    int n = 0;

    row[strcspn(row, "\n")] = '\0';
    while (n < max && row) {
        columns[n++] = row;
        row = strchr(row, '\t');
        if (row)
            *row++ = '\0';
    }
    return n;
}

/* Does the record at PATH have this start, these moves and this ending? */
static bool
is_record(const char *path, const char *sfen, const char *moves, const char *end)
{
    struct record r = { .game = shogi_game_new() };
    FILE *f = fopen(path, "rb");
    struct shogi_reader *reader = f ? shogi_reader_new(f, path, NULL) : NULL;
    bool right = reader && shogi_reader_next(reader, r.game) == SHOGI_OK;
    const struct shogi_node *ending = shogi_game_end(r.game);
    const char *line;

    right = right && strcmp(record_sfen(&r), sfen) == 0
            && strcmp(ending ? shogi_end_name((enum shogi_end)ending->end) : "none", end)
                   == 0;
    line = record_line(&r);
    right = right && strncmp(line, moves, strlen(moves)) == 0
            && (line[strlen(moves)] == '\0' || strstr(line + strlen(moves), "[") != NULL);
    if (!right)
        note("%s: %s", path, line);
    shogi_reader_free(reader);
    if (f)
        fclose(f);
    record_free(&r);
    return right;
}

static void
test_public_records_give_their_moves(void)
{
    const char *shared = getenv("SHOGI_SHARED");
    char path[4096], row[65536], *column[10];
    int rows = 0, wrong = 0;
    FILE *table = NULL;

    if (shared) {
        snprintf(path, sizeof path, "%s/corpus/dev/expected.tsv", shared);
        table = fopen(path, "r");
    }
    if (!table) {
        skip(shared ? "SHOGI_SHARED has no corpus" : "SHOGI_SHARED is not set");
        return;
    }
    while (fgets(row, sizeof row, table)) {
        if (cut_row(row, column, 10) < 8 || strcmp(column[2], "jkf") != 0
            || strcmp(column[3], "ok") != 0)
            continue;
        snprintf(path, sizeof path, "%.1000s/corpus/dev/%.2000s", shared, column[0]);
        rows++;
        wrong += !is_record(path, column[4], column[5], column[7]);
    }
    fclose(table);
    ok(rows > 0);
    is_int(wrong, 0);
}

int
main(void)
{
    test_color_piece_and_capture_may_be_missing();
    test_null_is_as_good_as_missing();
    test_a_piece_named_after_its_promotion_promotes();
    test_words_tell_a_piece_whose_origin_is_missing();
    test_a_piece_in_hand_is_dropped();
    test_fouls_that_can_be_played_are_read();
    test_moves_that_are_none_are_errors();
    test_moves_that_cannot_be_played_are_fouls_with_their_place();
    test_a_fork_replaces_the_move_that_carries_it();
    test_forks_nest();
    test_a_broken_fork_ends_alone();
    test_variations_of_any_depth_are_written();
    test_presets_give_start_positions();
    test_boards_are_read_by_file();
    test_every_start_position_survives();
    test_headers_keep_their_order_and_meaning();
    test_a_second_header_with_the_same_key_is_lost_with_a_warning();
    test_every_ending_survives();
    test_a_winner_that_the_word_does_not_tell_is_lost_with_a_warning();
    test_the_sign_of_an_illegal_action_is_the_offender();
    test_nothing_follows_an_ending();
    test_times_are_hours_minutes_and_seconds();
    test_totals_are_summed_for_each_side();
    test_comments_are_lines();
    test_moves_are_written_in_full();
    test_a_drop_says_so_where_a_piece_could_move();
    test_fouls_survive();
    test_what_is_written_is_json();
    test_public_records_give_their_moves();
    test_public_records_survive();
    return done_testing();
}
