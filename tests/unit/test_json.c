/* SPDX-License-Identifier: MIT */
/* test_json.c - JSON text: where a game ends, what it is, how it is loaded, where
 * things stand in it, and strings that jansson reads back. */
#include "tap.h"

#include <jansson.h>

#include "notation/json.h"
#include "record.h"

static const char *const root_keys[] = { "header", "moves", NULL };

/* Lengths of the pieces of TEXT shown STEP bytes at a time, as "12 3 "; static
 * storage. */
static const char *
pieces_of(const char *text, size_t step)
{
    static char out[256];
    size_t len = strlen(text), at = 0, shown = 0, used = 0;
    struct shogi_split split = { 0 };

    out[0] = '\0';
    while (at < len && used < sizeof out - 16) {
        if (shown == len && split.scanned > 0 && split.len == 0)
            return "it asks for more at the end";
        shown = shown + step < len ? shown + step : len;
        split = shogi_json_split(text + at, shown - at, shown == len, &split, root_keys);
        if (split.len > shown - at || split.scanned > shown - at)
            return "it looks behind the end";
        if (split.len == 0)
            continue;
        used += (size_t)sprintf(out + used, "%zu ", split.len);
        at += split.len;
        split = (struct shogi_split){ 0 };
    }
    return out;
}

static void
cuts(const char *text, const char *expected)
{
    for (size_t step = 1; step < 12; step++)
        if (!is_str(pieces_of(text, step), expected))
            note("%zu bytes at a time of %s", step, text);
    is_str(pieces_of(text, strlen(text)), expected);
}

static void
test_an_object_is_a_game(void)
{
    cuts("{}", "2 ");
    cuts("{}\n{}\n", "3 3 ");
    cuts("{\"a\":[{},{\"b\":[]}]}\r\n{}", "21 2 ");
    cuts("{} {}{}\n", "3 2 3 ");
}

static void
test_elements_of_an_array_are_games(void)
{
    cuts("[{},{}]", "4 3 ");
    cuts("[\n{},\n{}\n]\n", "6 3 2 ");
    cuts("[[{}],\n[{}]]", "7 5 ");
}

static void
test_brackets_in_texts_do_not_count(void)
{
    cuts("{\"a\":\"}\"}\n{}", "10 2 ");
    cuts("{\"a\":\"\\\"}{\"}\n{}", "13 2 ");
    cuts("{\"a\":\"\\\\\"}\n{}", "11 2 ");
    cuts("{\"{\":\"[\"}\n{}", "10 2 ");
}

static void
test_an_object_that_is_not_closed_ends_before_the_next(void)
{
    cuts("{\"moves\":[{\n{\"header\":{}}\n", "12 14 ");
    cuts("{\"header\":{\"a\":\"b\n{ \"moves\":[]}\n{}", "18 14 2 ");
    /* Only keys of the outermost object tell. */
    cuts("{\"moves\":[\n{\"move\":{}},\n{\"moved\":1}]}\n{}", "38 2 ");
    cuts("{\"moves\":[\n{}]}", "15 ");
    cuts("{\"moves\":[{", "11 ");
}

static void
test_junk_goes_with_a_neighbour(void)
{
    cuts("log\n{}\nmore\n{}", "7 7 ");
    cuts("{}}\n{}", "4 2 ");
    cuts("no object", "9 ");
}

static void
test_depth_and_length_do_not_matter(void)
{
    enum { DEEP = 300000 };
    char *text = malloc(2 * DEEP + 8);
    struct shogi_split split;

    if (!ok(text))
        return;
    memset(text, '[', DEEP);
    text[0] = '{';
    memset(text + DEEP, ']', DEEP);
    memcpy(text + 2 * DEEP, "\n{}", 4);
    split =
        shogi_json_split(text, 2 * DEEP + 3, true, &(struct shogi_split){ 0 }, root_keys);
    is_int(split.len, 2 * DEEP + 1);
    free(text);
}

/* ---- weighing -----------------------------------------------------------------------
 */

static int
weigh(const char *text)
{
    static const struct shogi_json_key keys[] = {
        { "a", 1, '{', 1 }, { "b", 1, '[', 2 },     { "c", 3, '"', 4 },
        { "n", 1, '0', 8 }, { "big", 1, '\0', 90 },
    };

    return shogi_json_weigh(text, strlen(text), keys, 5);
}

static void
test_keys_count_where_they_stand(void)
{
    is_int(weigh("{\"a\":{},\"b\":[{\"c\":\"\"}],\"n\":-1}"), 15);
    is_int(weigh("[\n{\"a\" : {}, \"a\":{}}"), 1);
    is_int(weigh("{\"a\":[],\"b\":{},\"c\":\"\",\"n\":\"0\"}"), 0);
    is_int(weigh("{\"x\":{\"a\":{},\"b\":[]},\"y\":\"a\"}"), 0);
    is_int(weigh("{\"big\":1,\"n\":1}"), 95);
    is_int(weigh("\"a\""), 0);
    is_int(weigh(""), 0);
    is_int(weigh("{"), 0);
}

static void
test_a_beginning_may_be_cut_anywhere(void)
{
    const char *text = "{\"n\":1,\"b\":[{\"c\":\"\\\"\"}]}";
    struct shogi_json_key key = { "n", 1, '0', 8 };

    for (size_t len = 0; len <= strlen(text); len++)
        is_int(shogi_json_weigh(text, len, &key, 1), len > 5 ? 8 : 0);
}

/* ---- loading ------------------------------------------------------------------------
 */

/* What is reported about TEXT, "1:2 code"; and its member "a" as it is read, when
 * it is a text.  Static storage. */
static const char *
load(const char *text)
{
    static char out[512];
    struct shogi_text t = { .utf8 = text, .len = strlen(text), .first_line = 7 };
    struct record r = { .game = shogi_game_new() };
    enum shogi_status status;
    struct shogi_place at = { 0 };
    const char *object, *value;
    json_t *root = shogi_json_load(&t, r.game, &object, &at, &status);

    value = shogi_json_get_string(root, "a");
    snprintf(out, sizeof out, "%d %s%s%s", (int)status, record_diags(&r),
             r.game->diags ? " " : "", value ? value : "-");
    json_decref(root);
    record_free(&r);
    return out;
}

static void
test_what_is_no_json_is_an_error_with_its_place(void)
{
    is_str(load("{\"a\":\"b\"}"), "0 b");
    is_str(load(""), "1 -");
    is_str(load(" \n],[\n"), "1 -");
    is_str(load("words"), "-1 7:1 not-a-record -");
    is_str(load("{\"a\":\n 01}"), "-1 8:3 bad-json -");
    is_str(load("{\"a\":\"\t\"}"), "-1 7:7 bad-json -");
    is_str(load("{\"a\":1e999}"), "-1 7:11 bad-json -");
    is_str(load("{\"a\":\"b\"} x"), "0 7:11 after-end b");
    is_str(load("x\n {\"a\":\"b\"}"), "0 7:1 unknown-line b");
}

static void
test_depth_has_a_limit(void)
{
    enum { DEEP = 100000 };
    char *text = malloc(DEEP + 8);

    if (!ok(text))
        return;
    memset(text, '[', DEEP);
    memcpy(text, "{\"a\":", 5);
    text[DEEP] = '\0';
    ok(strncmp(load(text), "-1 7:", 5) == 0);
    ok(strstr(load(text), "bad-json"));
    free(text);
}

static void
test_oddities_of_json_are_read(void)
{
    is_str(load("{\"a\":\"b\",\"a\":\"c\"}"), "0 7:13 duplicate-key c");
    is_str(load("{\"a\":\"b\",\"n\":99999999999999999999}"), "0 b");
    is_str(load("{\"a\":\"x\\u0000y\"}"), "0 7:8 bad-escape x\xef\xbf\xbdy");
    is_str(load("{\"a\":\"\\ud83d\"}"), "0 7:7 bad-escape \xef\xbf\xbd");
    is_str(load("{\"a\":\"\\ude00!\"}"), "0 7:7 bad-escape \xef\xbf\xbd!");
    is_str(load("{\"a\":\"\\ud83d\\ude00\"}"), "0 \xf0\x9f\x98\x80");
    is_str(load("{\"a\":\"\\\\ud83d\"}"), "0 \\ud83d");
    is_str(load("{\"\\u0000\":1,\"a\":\"b\"}"), "0 7:3 bad-escape b");
    /* All of it at once. */
    is_str(load("{\"n\":99999999999999999999,\"a\":1,\"a\":\"\\ud83d\"}"),
           "0 7:36 duplicate-key, 7:38 bad-escape \xef\xbf\xbd");
}

static void
test_whole_numbers_may_be_written_with_a_point(void)
{
    json_t *v = json_loads("[7, 7.0, 7.5, 1e300, \"7\", null, -1]", 0, NULL);
    bool expected[] = { true, true, false, false, false, false, false };
    int64_t n;

    for (size_t i = 0; i < 7; i++) {
        n = 7;
        is_int(shogi_json_integer(json_array_get(v, i), 0, 100, &n), expected[i]);
        ok(!expected[i] || n == 7);
    }
    json_decref(v);
}

/* ---- places -------------------------------------------------------------------------
 */

static void
is_place(struct shogi_place got, uint32_t line, uint32_t column)
{
    is_int(got.line, line);
    is_int(got.column, column);
}

static void
test_elements_of_nested_lists_have_their_places(void)
{
    const char *text = "{\"x\": [[{}]], \"list\": [{\"y\": [{}], \"あ\": \"[{\"},\n"
                       "  {\"subs\": [[{}, {\"subs\": []}], [], [\n"
                       "   {}, {}]]}, null, {}]}";
    struct shogi_text t = { .utf8 = text, .len = strlen(text), .first_line = 1 };
    struct shogi_json_places *s = malloc(sizeof *s);

    if (!ok(s))
        return;
    shogi_json_places_init(s, &t, text, (struct shogi_place){ 1, 1 }, "list", "subs");
    is_place(shogi_json_next_place(s, 2), 1, 24);
    is_place(shogi_json_next_place(s, 2), 2, 3);
    is_place(shogi_json_next_place(s, 5), 2, 14);
    is_place(shogi_json_next_place(s, 5), 2, 18);
    shogi_json_leave(s, 5);
    is_place(shogi_json_next_place(s, 5), 3, 4);
    shogi_json_leave(s, 5);
    is_place(shogi_json_next_place(s, 2), 3, 21);
    free(s);
}

/* ---- writing ------------------------------------------------------------------------
 */

static void
test_strings_are_read_back_by_jansson(void)
{
    static const char *const texts[] = {
        "",
        "plain",
        "\"quoted\" \\ back",
        "\b\f\n\r\t\x01\x1f\x7f",
        "後手 \xf0\x9f\x98\x80",
        "/ \xe2\x80\xa8",
        "\\u0041",
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct shogi_buf out = { 0 };
        json_t *v;
        shogi_json_put_string(&out, texts[i], strlen(texts[i]));
        v = json_loadb(out.data, out.len, JSON_DECODE_ANY, NULL);
        is_str(json_string_value(v), texts[i]);
        json_decref(v);
        shogi_buf_release(&out);
    }
}

static void
test_bytes_that_are_no_text_are_replaced(void)
{
    struct shogi_buf out = { 0 };

    shogi_json_put_string(&out, "a\xff\xe3\x81z\xed\xa0\x80", 8);
    shogi_buf_putc(&out, '\0');
    is_str(out.data, "\"a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz\xef\xbf\xbd\xef\xbf\xbd"
                     "\xef\xbf\xbd\"");
    shogi_buf_release(&out);
}

int
main(void)
{
    test_an_object_is_a_game();
    test_elements_of_an_array_are_games();
    test_brackets_in_texts_do_not_count();
    test_an_object_that_is_not_closed_ends_before_the_next();
    test_junk_goes_with_a_neighbour();
    test_depth_and_length_do_not_matter();
    test_keys_count_where_they_stand();
    test_a_beginning_may_be_cut_anywhere();
    test_what_is_no_json_is_an_error_with_its_place();
    test_depth_has_a_limit();
    test_oddities_of_json_are_read();
    test_whole_numbers_may_be_written_with_a_point();
    test_elements_of_nested_lists_have_their_places();
    test_strings_are_read_back_by_jansson();
    test_bytes_that_are_no_text_are_replaced();
    return done_testing();
}
