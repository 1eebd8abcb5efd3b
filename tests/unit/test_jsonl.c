/* SPDX-License-Identifier: MIT */
/* test_jsonl.c - JSON Lines: what is written fits the schema and is read back; what
 * jq may have made of it is read; keys are what the manual says. */
#include "tap.h"

#include <jansson.h>

#include "notation/jsonl.h"
#include "random_games.h"
#include "record.h"
#include "roundtrip.h"
#include "schema.h"

#define JSONL (&shogi_format_jsonl)

/* The tree of TEXT and its diagnostics. */
static void
reads(const char *text, const char *tree, const char *diags)
{
    struct record r;

    record_read(&r, JSONL, text);
    if (!is_str(record_tree(&r), tree) || !is_str(record_diags(&r), diags))
        note("%s", text);
    record_free(&r);
}

/* ---- the schema ---------------------------------------------------------------------
 */

static json_t *
load_schema(void)
{
    const char *top = getenv("TOP_SRCDIR");
    char path[4096];

    snprintf(path, sizeof path, "%s/share/shogi-game.schema.json", top ? top : ".");
    return json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
}

/* Does TEXT, one object on one line, fit? */
static bool
fits(const json_t *schema, const char *text, size_t len)
{
    struct schema s = { .root = schema };
    json_t *v = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
    bool result =
        v && memchr(text, '\n', len) == text + len - 1 && schema_fits(&s, schema, v);

    if (!result)
        note("%s", v ? s.fault : "no JSON");
    json_decref(v);
    return result;
}

static void
test_the_schema_refuses_what_is_wrong(const json_t *schema)
{
    static const char *const changes[][2] = {
        { "\"schema\":1", "\"schema\":2" },
        { "\"game\":1", "\"game\":\"1\"" },
        { "\"usi\":\"7g7f\"", "\"usi\":\"7g7x\"" },
        { "\"usi\"", "\"uci\"" },
        { "\"ply\":1,", "\"ply\":0," },
        { "\"reason\":\"resign\"", "\"reason\":\"bored\"" },
        { "\"plies\":1,", "" },
        { "\"findings\":[]", "\"findings\":[{\"code\":\"x\",\"message\":\"y\"}]" },
        { "\"winner\":\"black\"", "\"winner\":\"nobody\"" },
    };
    struct record r;
    char text[4096];

    record_read(&r, &shogi_format_sfen, "startpos moves 7g7f resign");
    snprintf(text, sizeof text, "%s", record_write(&r, JSONL));
    record_free(&r);
    ok(fits(schema, text, strlen(text)));
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const char *at = strstr(text, changes[i][0]);
        char changed[8192];
        if (!ok(at))
            continue;
        snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text,
                 changes[i][1], at + strlen(changes[i][0]));
        struct schema s = { .root = schema };
        json_t *v = json_loads(changed, 0, NULL);
        if (!ok(v && !schema_fits(&s, schema, v)))
            note("with %s", changes[i][1]);
        json_decref(v);
    }
}

static void
test_random_games_fit_the_schema_and_survive(const json_t *schema)
{
    struct shogi_game *g = shogi_game_new();
    int misfits = 0, lost = 0;

    for (uint64_t seed = 1; seed <= 500; seed++) {
        struct record again;
        struct shogi_buf out = { 0 };
        shogi_game_reset(g);
        random_game(g, seed);
        shogi_write_buf(JSONL, g, NULL, &out);
        misfits += !fits(schema, out.data, out.len);
        shogi_buf_putc(&out, '\0');
        record_read(&again, JSONL, out.data);
        lost += again.status != SHOGI_OK
                || !shogi_game_same(g, again.game, JSONL->holds, NULL);
        record_free(&again);
        shogi_buf_release(&out);
    }
    is_int(misfits, 0);
    is_int(lost, 0);
    shogi_game_free(g);
}

/* Everything that a game can have, by calls. */
static void
fill_game(struct shogi_game *g)
{
    static const shogi_move pv[] = { 1, 2 };
    struct shogi_place at = { 3, 4 };
    struct shogi_cursor c;
    struct shogi_analysis *a;

    g->source = (struct shogi_source){ "p\xff", "kif", "cp932", "2.2", 7, 8, 9 };
    g->start.move_number = 31;
    g->start_target = shogi_square_at(3, 4);
    shogi_game_add_header(g, SHOGI_HEADER_BLACK, "先手", "\"\\\n");
    shogi_game_add_header(g, SHOGI_HEADER_OTHER, "", "");
    shogi_game_add_comment(g, g->root, "start", 5);
    shogi_game_add_bookmark(g, g->root, "mark", 4);
    shogi_cursor_init(&c, g);
    shogi_cursor_append(&c, shogi_move_from_usi("7g7f", 4), at);
    c.node->time_ms = 1234;
    c.node->total_ms = 5678;
    shogi_game_add_comment(g, c.node, "", 0);
    shogi_game_add_comment(g, c.node, "two", 3);
    for (int kind = SHOGI_SCORE_NONE; kind <= SHOGI_SCORE_MATE_UNKNOWN; kind++) {
        a = shogi_game_add_analysis(g, c.node);
        a->kind = (uint8_t)kind;
        a->value = kind == SHOGI_SCORE_NONE           ? 0
                   : kind == SHOGI_SCORE_MATE_UNKNOWN ? -1
                                                      : -30;
        a->bound = (uint8_t)(kind % 3);
        a->rank = (uint8_t)kind;
        a->depth = 10;
        a->seldepth = 20;
        a->nodes = UINT64_C(12345678901);
        a->time_ms = 0;
        a->engine = "engine";
        a->pv_text = "text";
        a->pv = pv;
        a->pv_count = 2;
    }
    shogi_cursor_append_end(&c, SHOGI_END_OTHER, SHOGI_WINNER_WHITE, "words", at);
    shogi_game_add_comment(g, c.node, "end", 3);
    shogi_cursor_back_to(&c, 0);
    shogi_cursor_append(&c, shogi_move_from_usi("2g2f", 4), at);
    shogi_cursor_release(&c);
    shogi_diag_add_string(g, shogi_game_diag(g, SHOGI_DIAG_SYNTAX, at), "\x1b");
    shogi_game_finish(g);
}

static void
test_every_member_survives(const json_t *schema)
{
    struct record r = { .game = shogi_game_new() }, again;
    const struct shogi_analysis *a, *b;
    char text[8192];

    fill_game(r.game);
    snprintf(text, sizeof text, "%s", record_write(&r, JSONL));
    ok(fits(schema, text, strlen(text)));
    record_read(&again, JSONL, text);
    is_int(again.status, SHOGI_OK);
    ok(shogi_game_same(r.game, again.game, JSONL->holds, NULL));
    is_int(again.game->start_target, r.game->start_target);
    is_str(record_node(&again, 2)->as_written, "words");
    is_int(record_node(&again, 2)->winner, SHOGI_WINNER_WHITE);
    b = record_node(&again, 1)->analysis;
    for (a = record_node(&r, 1)->analysis; a && b; a = a->next, b = b->next) {
        is_int(b->kind, a->kind);
        is_int(b->value, a->value);
        is_int(b->bound, a->bound);
        is_int(b->rank, a->rank);
        is_int(b->depth, a->depth);
        is_int(b->seldepth, a->seldepth);
        is_int(b->nodes, a->nodes);
        is_int(b->time_ms, a->time_ms);
        is_str(b->engine, a->engine);
        is_str(b->pv_text, a->pv_text);
        is_int(b->pv_count, a->pv_count);
    }
    ok(!a && !b);
    /* Apart from where it was read, the same again. */
    again.game->source = r.game->source;
    again.game->diags = r.game->diags;
    is_str(record_write(&again, JSONL), text);
    again.game->diags = NULL;
    record_free(&again);
    record_free(&r);
}

/* ---- members ------------------------------------------------------------------------
 */

static void
has(const char *text, const char *part)
{
    if (!ok(strstr(text, part)))
        note("%s\nis not in %s", part, text);
}

static void
test_members_are_what_the_manual_says(void)
{
    struct record r;
    const char *text;

    record_read(&r, &shogi_format_kif,
                "手合割：平手\n先手：A\n*c1\n*c2\n手数----指手---------消費時間--\n"
                "   1 ７六歩(77)   ( 0:03/00:00:03)\n*c\n   2 ３四歩(33)\n"
                "   3 ２二角成(88)\n   4 同　銀(31)\n   5 ８八角打\n   6 投了   ( "
                "0:01/00:00:01)\n"
                "変化：2手\n   2 ８四歩(83)\n");
    text = record_write(&r, JSONL);
    has(text,
        "{\"schema\":1,\"source\":{\"path\":\"test\",\"game\":1,\"line\":1,\"offset\":0,"
        "\"format\":\"kif\",\"encoding\":\"utf-8\"},\"headers\":[{\"key\":\"手合割\","
        "\"value\":\"平手\",\"name\":\"handicap\"},{\"key\":\"先手\",\"value\":\"A\","
        "\"name\":\"black\"}],\"players\":{\"black\":\"A\",\"white\":null},\"start\":"
        "\"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\","
        "\"handicap\":\"平手\",\"plies\":5,\"comment\":\"c1\\nc2\",\"moves\":["
        "{\"ply\":1,\"usi\":\"7g7f\",\"kif\":\"７六歩(77)\",\"ki2\":\"▲７六歩\","
        "\"csa\":\"+7776FU\",\"time_ms\":3000,\"total_ms\":3000,\"comment\":\"c\"},");
    has(text,
        "{\"ply\":3,\"usi\":\"8h2b+\",\"kif\":\"２二角成(88)\",\"ki2\":\"▲２二角成\","
        "\"csa\":\"+8822UM\"},{\"ply\":4,\"usi\":\"3a2b\",\"kif\":\"同　銀(31)\","
        "\"ki2\":\"△同　銀\",\"csa\":\"-3122GI\"},{\"ply\":5,\"usi\":\"B*8h\","
        "\"kif\":\"８八角打\",\"ki2\":\"▲８八角\",\"csa\":\"+0088KA\"}],"
        "\"variations\":[{\"id\":1,\"parent\":0,\"ply\":2,\"moves\":[{\"ply\":2,"
        "\"usi\":\"8c8d\",\"kif\":\"８四歩(83)\",\"ki2\":\"△８四歩\",\"csa\":\"-8384FU\"}"
        "],"
        "\"result\":null}],\"result\":{\"winner\":\"black\",\"reason\":\"resign\","
        "\"time_ms\":1000,\"total_ms\":1000},\"keys\":{\"moves\":\"");
    has(text, "\"},\"findings\":[]}\n");
    record_free(&r);
}

static void
test_variations_name_the_line_they_branch_from(void)
{
    struct record r;
    const char *text;

    record_read(&r, &shogi_format_kif,
                "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n"
                "変化：2手\n   2 ８四歩(83)\n   3 ６八銀(79)\n   4 ３四歩(33)\n"
                "変化：3手\n   3 ２六歩(27)\n変化：2手\n   2 ４四歩(43)\n");
    text = record_write(&r, JSONL);
    has(text, "{\"id\":1,\"parent\":0,\"ply\":2,\"moves\":[{\"ply\":2,\"usi\":\"8c8d\"");
    has(text, "{\"id\":2,\"parent\":1,\"ply\":3,\"moves\":[{\"ply\":3,\"usi\":\"2g2f\"");
    has(text, "{\"id\":3,\"parent\":0,\"ply\":2,\"moves\":[{\"ply\":2,\"usi\":\"4c4d\"");
    record_free(&r);
}

static void
test_a_foul_that_ki2_cannot_say_has_no_ki2(void)
{
    struct record r;

    record_read(&r, &shogi_format_sfen, "startpos moves 2h2c");
    has(record_write(&r, JSONL), "\"kif\":\"２三飛(28)\",\"csa\":\"+2823HI\"}");
    record_free(&r);
}

static void
test_findings_are_written(void)
{
    struct record r;

    record_read(&r, &shogi_format_csa, "PI\n+\n+7776FU\n+2726FU\n");
    is_int(r.status, SHOGI_BAD);
    has(record_write(&r, JSONL),
        "\"findings\":[{\"severity\":\"foul\",\"code\":\"two-moves\",\"line\":4,"
        "\"column\":1,"
        "\"ply\":2,\"move\":\"2g2f\",\"offender\":\"black\",\"message\":\"");
    record_free(&r);
}

/* ---- reading what was changed -------------------------------------------------------
 */

static void
test_members_may_be_missing(void)
{
    reads("{\"moves\":[]}", "", "");
    reads("{\"moves\":[\"7g7f\",{\"usi\":\"3c3d\"}],\"result\":\"resign\"}",
          "7g7f 3c3d [resign]", "");
    reads("{\"moves\":\"7g7f  3c3d\"}", "7g7f 3c3d", "");
    reads("{\"start\":\"startpos\"}", "", "");
    reads("{\"start\":\"sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1\",\"moves\":[\"P*5h\"]}", "P*5h",
          "");
    reads("{\"handicap\":\"六枚落ち\",\"moves\":[\"5a5b\"]}", "5a5b", "");
    reads("{\"handicap\":\"6\",\"moves\":[\"5a5b\"]}", "5a5b", "");
    reads("{\"players\":{\"black\":null}}", "", "");
    reads("{}", "", "1:1 not-a-record");
    reads("{\"result\":{}}", "", "1:1 not-a-record");
}

static void
test_a_move_is_read_from_what_is_left_of_it(void)
{
    /* USI is believed. */
    reads("{\"moves\":[{\"usi\":\"7g7f\",\"csa\":\"+2726FU\",\"kif\":\"９六歩(97)\"}]}",
          "7g7f", "");
    reads("{\"moves\":[{\"csa\":\"+7776FU\"},{\"csa\":\"3334FU\"},{\"csa\":\"+8822UM\"},"
          "{\"csa\":\"-3122GI\"},{\"csa\":\"+0045KA\"}]}",
          "7g7f 3c3d 8h2b+ 3a2b B*4e", "");
    reads("{\"moves\":[{\"kif\":\"７六歩(77)\"},{\"ki2\":\"△３四歩\"},{\"ki2\":"
          "\"２二角成\"},"
          "{\"kif\":\"同　銀(31)\"},{\"kif\":\"４五角打\"}]}",
          "7g7f 3c3d 8h2b+ 3a2b B*4e", "");
    reads("{\"moves\":[{\"ply\":1}]}", "", "1:11 bad-field");
    reads("{\"moves\":[{\"usi\":\"7g7\"}]}", "", "1:11 bad-field");
    reads("{\"moves\":[{\"csa\":\"+7776fu\"}]}", "", "1:11 bad-field");
    reads("{\"moves\":[{\"kif\":\"同　歩(77)\"}]}", "", "1:11 bad-field");
    reads("{\"moves\":[{\"ki2\":\"５八金\"}]}", "", "1:11 bad-field");
    reads("{\"moves\":[[]]}", "", "1:1 bad-field");
    reads("{\"moves\":{}}", "", "1:1 bad-field");
    reads("{\"moves\":[{\"usi\":\"7g7f\"},{\"usi\":\"7g7f\"}]}", "7g7f",
          "1:26 empty-source");
}

static void
test_variations_may_come_in_any_order(void)
{
    reads("{\"variations\":[{\"id\":3,\"parent\":5,\"ply\":2,\"moves\":[\"8c8d\"]},"
          "{\"id\":5,\"parent\":0,\"ply\":1,\"moves\":[\"2g2f\",\"3c3d\"]},"
          "{\"id\":9,\"ply\":2,\"moves\":[\"4c4d\"],\"result\":{\"reason\":\"resign\"}},"
          "{\"id\":10,\"ply\":1,\"moves\":[],\"result\":{\"reason\":\"interrupt\"}}],"
          "\"moves\":[\"7g7f\",\"3c3d\"]}",
          "7g7f 3c3d | 2: 4c4d [resign] | 1: 2g2f 3c3d | 2: 8c8d | 1: [interrupt]", "");
}

static void
test_variations_without_a_place_are_left_out(void)
{
    reads("{\"moves\":[\"7g7f\"],\"variations\":[{\"moves\":[\"2g2f\"]}]}", "7g7f",
          "1:33 variation-place");
    reads("{\"moves\":[\"7g7f\"],\"variations\":[{\"ply\":2,\"moves\":[\"3c3d\"]}]}",
          "7g7f", "1:33 variation-place");
    reads("{\"moves\":[],\"variations\":[{\"ply\":1,\"moves\":[\"7g7f\"]}]}", "",
          "1:27 variation-place");
    reads("{\"moves\":[\"7g7f\"],\"variations\":[{\"ply\":1,\"parent\":9,\"moves\":["
          "\"2g2f\"]}]}",
          "7g7f", "1:33 variation-place");
    /* Each other's parent. */
    reads("{\"moves\":[\"7g7f\"],\"variations\":[{\"id\":1,\"parent\":2,\"ply\":1},"
          "{\"id\":2,\"parent\":1,\"ply\":1}]}",
          "7g7f", "1:33 variation-place, 1:61 variation-place");
    reads("{\"moves\":[\"7g7f\"],\"variations\":7}", "7g7f", "1:1 bad-field");
}

static void
test_a_broken_main_line_keeps_no_variation_in_its_place(void)
{
    struct record r;

    record_read(
        &r, JSONL,
        "{\"moves\":[\"7g7f\",\"7g7f\"],\"variations\":[{\"ply\":2,\"moves\":[\"3c3d\"]},"
        "{\"ply\":1,\"moves\":[\"2g2f\"]}]}");
    is_int(r.status, SHOGI_BAD);
    is_str(record_tree(&r), "7g7f | 1: 2g2f");
    record_free(&r);
}

static void
test_results_are_read(void)
{
    static const struct {
        const char *result;
        enum shogi_end end;
        enum shogi_winner winner;
    } rows[] = {
        { "{\"reason\":\"time-up\"}", SHOGI_END_TIME_UP, SHOGI_WINNER_WHITE },
        { "{\"reason\":\"resign\",\"winner\":\"white\"}", SHOGI_END_RESIGN,
          SHOGI_WINNER_WHITE },
        { "{\"reason\":\"resign\",\"winner\":\"black\"}", SHOGI_END_RESIGN,
          SHOGI_WINNER_BLACK },
        { "{\"reason\":\"other\",\"winner\":null}", SHOGI_END_OTHER,
          SHOGI_WINNER_NOBODY },
        { "{\"winner\":\"draw\"}", SHOGI_END_OTHER, SHOGI_WINNER_DRAW },
        { "{\"reason\":\"%KACHI\"}", SHOGI_END_DECLARE_WIN, SHOGI_WINNER_BLACK },
        { "{\"reason\":\"投了\"}", SHOGI_END_RESIGN, SHOGI_WINNER_WHITE },
        { "{\"reason\":\"perpetual-check\",\"winner\":\"white\"}",
          SHOGI_END_PERPETUAL_CHECK, SHOGI_WINNER_WHITE },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct record r;
        char text[256];
        snprintf(text, sizeof text, "{\"moves\":[],\"result\":%s}", rows[i].result);
        record_read(&r, JSONL, text);
        is_int(record_node(&r, 1)->end, rows[i].end);
        is_int(shogi_game_winner(r.game), rows[i].winner);
        record_free(&r);
    }
    reads("{\"moves\":[],\"result\":null}", "", "");
    reads("{\"moves\":[],\"result\":{\"winner\":null,\"reason\":null}}", "", "");
    reads("{\"moves\":[],\"result\":{\"reason\":\"bored\"}}", "[other]",
          "1:1 unknown-end");
}

static void
test_headers_are_believed_before_players(void)
{
    struct record r;

    record_read(
        &r, JSONL,
        "{\"headers\":[{\"key\":\"先手\",\"value\":\"h\"},{\"key\":\"k\",\"value\":\"v\","
        "\"name\":\"note\"}],\"players\":{\"black\":\"p\",\"white\":\"w\"}}");
    is_str(shogi_game_header(r.game, SHOGI_HEADER_BLACK), "h");
    is_str(shogi_game_header(r.game, SHOGI_HEADER_WHITE), "w");
    is_str(shogi_game_header(r.game, SHOGI_HEADER_NOTE), "v");
    record_free(&r);
    record_read(&r, JSONL,
                "{\"headers\":{\"棋戦\":\"e\",\"x\":1},\"start\":\"startpos\"}");
    is_str(shogi_game_header(r.game, SHOGI_HEADER_EVENT), "e");
    is_str(r.game->headers->next->value, "1");
    record_free(&r);
    reads("{\"headers\":[{\"value\":\"v\"}]}", "", "1:1 bad-field");
    reads("{\"headers\":3}", "", "1:1 bad-field");
}

static void
test_times_may_be_any_numbers(void)
{
    struct record r;

    record_read(&r, JSONL,
                "{\"moves\":[{\"usi\":\"7g7f\",\"time_ms\":1500.7,\"total_ms\":2e3},"
                "{\"usi\":\"3c3d\",\"time_ms\":-1,\"total_ms\":\"5\"}]}");
    is_int(record_node(&r, 1)->time_ms, 1500);
    is_int(record_node(&r, 1)->total_ms, 2000);
    is_int(record_node(&r, 2)->time_ms, -1);
    is_int(record_node(&r, 2)->total_ms, -1);
    is_str(record_diags(&r), "1:58 bad-time, 1:58 bad-time");
    record_free(&r);
}

static void
test_an_evaluation_is_not_read_twice(void)
{
    struct record r;

    record_read(&r, JSONL,
                "{\"moves\":[{\"usi\":\"7g7f\",\"comment\":\"*評価値=30\",\"evaluation\":"
                "{\"cp\":30,"
                "\"in_comment\":true}},{\"usi\":\"3c3d\",\"evaluation\":{\"cp\":40,"
                "\"in_comment\":true}}]}");
    is_int(shogi_game_find_evaluations(r.game), SHOGI_OK);
    ok(record_node(&r, 1)->analysis && !record_node(&r, 1)->analysis->next);
    ok(record_node(&r, 2)->analysis && record_node(&r, 2)->analysis->value == 40);
    record_free(&r);
}

static void
test_a_later_schema_is_read_with_a_warning(void)
{
    reads("{\"schema\":1,\"moves\":[]}", "", "");
    reads("{\"schema\":2,\"moves\":[]}", "", "1:1 unknown-version");
    reads("{\"schema\":\"x\",\"moves\":[]}", "", "1:1 unknown-version");
}

static void
test_games_of_jq_are_recognised(void)
{
    static const char *const texts[] = {
        "{\"schema\":1,\"moves\":[]}\n",
        "{\n  \"start\": \"startpos\",\n  \"moves\": [\n",
        "[{\"moves\":[{\"ply\":1,\"usi\":\"7g7f\"}]}]",
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ok(shogi_format_detect(texts[i], strlen(texts[i]), NULL, SHOGI_ENCODING_AUTO,
                               NULL)
           == JSONL);
}

static void
test_a_line_that_is_cut_costs_one_game(void)
{
    const char *text =
        "{\"schema\":1,\"moves\":[\"7g7f\"]}\n{\"schema\":1,\"moves\":[\"7g\n"
        "{\"schema\":1,\"moves\":[\"2g2f\"]}\n";

    for (size_t step = 1; step < 30; step++)
        is_int(record_count_games(JSONL, text, strlen(text), step), 3);
}

/* ---- keys ---------------------------------------------------------------------------
 */

/* The numbers of the manual, made anew. */
static uint64_t
next_number(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);

    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static uint64_t
key_of_manual(const struct shogi_position *p)
{
    uint64_t state = 0, key = 0, turn;

    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < SHOGI_KIND_COUNT; kind++)
            for (int square = 0; square < SHOGI_SQUARE_COUNT; square++) {
                uint64_t number = next_number(&state);
                if (p->board[square]
                    == shogi_piece_of((enum shogi_side)side, (enum shogi_kind)kind))
                    key += number;
            }
    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
            key += p->hand[side][kind] * next_number(&state);
    turn = next_number(&state);
    return p->turn == SHOGI_WHITE ? key + turn : key;
}

static void
test_position_keys_are_those_of_the_manual(void)
{
    static const char *const sfens[] = {
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "+p+l+n+s+b+rgk1/9/9/9/9/9/9/9/1KG+R+B+S+N+L+P w R2BGSNL18Prb3g4s2n2l9p 7",
        "9/9/9/9/9/9/9/9/9 w - 1",
    };
    struct shogi_position p;
    size_t used;

    for (size_t i = 0; i < sizeof sfens / sizeof *sfens; i++) {
        shogi_position_from_sfen(&p, sfens[i], strlen(sfens[i]), &used);
        is_int(p.key, key_of_manual(&p));
    }
}

static void
test_keys_never_change(void)
{
    struct record r;
    char hex[SHOGI_KEY_SIZE];

    record_read(&r, &shogi_format_sfen, "startpos");
    has(record_write(&r, JSONL),
        "\"keys\":{\"moves\":\"301cf115cbd4fdd1\",\"final\":\"e8de2dcee4f3cbbc\"}");
    record_free(&r);
    record_read(&r, &shogi_format_sfen, "startpos moves 7g7f 3c3d 8h2b+");
    has(record_write(&r, JSONL),
        "\"keys\":{\"moves\":\"52159e8264ee7e44\",\"final\":\"1792381c62a9964c\"}");
    record_free(&r);
    shogi_key_to_hex(UINT64_C(0x0123456789abcdef), hex);
    is_str(hex, "0123456789abcdef");
}

static void
test_keys_do_not_depend_on_numbers_variations_or_the_end(void)
{
    struct record a, b;
    const char *x, *y;

    record_read(&a, JSONL, "{\"moves\":[\"7g7f\"]}");
    record_read(
        &b, JSONL,
        "{\"start\":\"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 9\","
        "\"moves\":[\"7g7f\"],\"variations\":[{\"ply\":1,\"moves\":[\"2g2f\"]}],"
        "\"result\":\"resign\"}");
    x = strstr(record_write(&a, JSONL), "\"keys\":");
    y = strstr(record_write(&b, JSONL), "\"keys\":");
    is_str(x, y);
    record_free(&a);
    record_free(&b);
}

/* ---- the corpus ---------------------------------------------------------------------
 */

static void
test_public_records_survive(void)
{
    struct roundtrip t;

    if (!roundtrip_corpus(&t, JSONL))
        return;
    ok(t.games > 0);
    is_int(t.failures, 0);
}

int
main(void)
{
    json_t *schema = load_schema();

    if (ok(schema)) {
        test_the_schema_refuses_what_is_wrong(schema);
        test_random_games_fit_the_schema_and_survive(schema);
        test_every_member_survives(schema);
    }
    json_decref(schema);
    test_members_are_what_the_manual_says();
    test_variations_name_the_line_they_branch_from();
    test_a_foul_that_ki2_cannot_say_has_no_ki2();
    test_findings_are_written();
    test_members_may_be_missing();
    test_a_move_is_read_from_what_is_left_of_it();
    test_variations_may_come_in_any_order();
    test_variations_without_a_place_are_left_out();
    test_a_broken_main_line_keeps_no_variation_in_its_place();
    test_results_are_read();
    test_headers_are_believed_before_players();
    test_times_may_be_any_numbers();
    test_an_evaluation_is_not_read_twice();
    test_a_later_schema_is_read_with_a_warning();
    test_games_of_jq_are_recognised();
    test_a_line_that_is_cut_costs_one_game();
    test_position_keys_are_those_of_the_manual();
    test_keys_never_change();
    test_keys_do_not_depend_on_numbers_variations_or_the_end();
    test_public_records_survive();
    return done_testing();
}
