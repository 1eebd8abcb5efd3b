/* SPDX-License-Identifier: MIT */
/* test_pattern.c - regular expressions with limits. */
#include "tap.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "text/pattern.h"

static bool
is_text(struct shogi_match m, const char *text)
{
    return m.start && m.len == strlen(text) && memcmp(m.start, text, m.len) == 0;
}

static void
test_groups_are_found_by_number_and_name(void)
{
    struct shogi_pattern *p =
        shogi_pattern_new("(?<year>\\d{4})年(?<month>\\d+)月(?<day>(\\d+)日)?", NULL);
    struct shogi_match g[SHOGI_MATCH_GROUPS];
    const char *s = "対局日：2024年5月";

    if (!ok(p))
        return;
    is_int(shogi_pattern_find(p, s, strlen(s), g), SHOGI_MATCH_YES);
    ok(is_text(g[0], "2024年5月"));
    ok(is_text(g[shogi_pattern_group(p, "year")], "2024"));
    ok(is_text(g[shogi_pattern_group(p, "month")], "5"));
    ok(!g[shogi_pattern_group(p, "day")].start);
    ok(!g[SHOGI_MATCH_GROUPS - 1].start);
    is_int(shogi_pattern_group(p, "hour"), 0);
    is_int(shogi_pattern_find(p, s, 5, g), SHOGI_MATCH_NO);
    is_int(shogi_pattern_find(p, "", 0, g), SHOGI_MATCH_NO);
    shogi_pattern_free(p);
}

static void
test_a_bad_pattern_is_told_with_its_place(void)
{
    struct shogi_buf error = { 0 };

    ok(!shogi_pattern_new("先手(", &error));
    ok(error.len > 0);
    shogi_buf_putc(&error, '\0');
    ok(strstr(error.data, "at byte 8") != NULL);
    note("%s", error.data);
    ok(!shogi_pattern_new("[", NULL));
    shogi_buf_release(&error);
}

static void
test_characters_are_matched_not_bytes(void)
{
    struct shogi_pattern *p = shogi_pattern_new("^.歩$", NULL);
    struct shogi_match g[SHOGI_MATCH_GROUPS];

    if (!ok(p))
        return;
    is_int(shogi_pattern_find(p, "六歩", 6, g), SHOGI_MATCH_YES);
    is_int(shogi_pattern_find(p, "七六歩", 9, g), SHOGI_MATCH_NO);
    shogi_pattern_free(p);
}

static void
test_broken_bytes_match_nothing_and_are_no_error(void)
{
    struct shogi_pattern *p = shogi_pattern_new("b", NULL);
    struct shogi_match g[SHOGI_MATCH_GROUPS];

    is_int(shogi_pattern_find(p, "\xff\xe3\x81", 3, g), SHOGI_MATCH_NO);
    is_int(shogi_pattern_find(p,
                              "\xff\xe3\x81"
                              "b",
                              4, g),
           SHOGI_MATCH_YES);
    shogi_pattern_free(p);
}

static void
test_more_groups_than_asked_for_are_fine(void)
{
    struct shogi_pattern *p =
        shogi_pattern_new("(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)", NULL);
    struct shogi_match g[SHOGI_MATCH_GROUPS];

    is_int(shogi_pattern_find(p, "abcdefghijklmnopqrst", 20, g), SHOGI_MATCH_YES);
    ok(is_text(g[15], "o"));
    shogi_pattern_free(p);
}

static double
seconds_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Patterns that take exponential time without limits. */
static void
test_a_catastrophic_pattern_ends_soon(void)
{
    static const char *const sources[] = { "(a+)+$", "(a|aa)+$", "(a|a?)+$",
                                           "^(([a-z])+.)+[A-Z]$", "(.*a){30}b" };
    char subject[4001];
    struct shogi_match g[SHOGI_MATCH_GROUPS];

    memset(subject, 'a', sizeof subject);
    subject[sizeof subject - 1] = '!';
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        struct shogi_pattern *p = shogi_pattern_new(sources[i], NULL);
        double start = seconds_now();
        enum shogi_match_result result;

        if (!ok(p))
            continue;
        result = shogi_pattern_find(p, subject, sizeof subject, g);
        note("%s: result %d after %.3f s", sources[i], (int)result,
             seconds_now() - start);
        ok(result == SHOGI_MATCH_LIMIT || result == SHOGI_MATCH_NO);
        ok(seconds_now() - start < 10);
        shogi_pattern_free(p);
    }
}

static void
test_the_limit_is_told(void)
{
    struct shogi_pattern *p = shogi_pattern_new("^(([a-z])+.)+[A-Z]$", NULL);
    struct shogi_match g[SHOGI_MATCH_GROUPS];
    const char *s = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

    is_int(shogi_pattern_find(p, s, strlen(s), g), SHOGI_MATCH_LIMIT);
    /* The thread's block is fit for use afterwards. */
    is_int(shogi_pattern_find(p, "abC", 3, g), SHOGI_MATCH_YES);
    shogi_pattern_free(p);
}

static void
test_a_long_text_is_no_trouble(void)
{
    struct shogi_pattern *plain = shogi_pattern_new("詰み$", NULL);
    struct shogi_pattern *greedy = shogi_pattern_new("^(?:[^x]|\\n)*(詰み)", NULL);
    struct shogi_match g[SHOGI_MATCH_GROUPS];
    struct shogi_buf text = { 0 };
    const char *s;

    for (int i = 0; i < 100000; i++)
        shogi_buf_puts(&text, "*コメント\n");
    shogi_buf_puts(&text, "詰み");
    is_int(shogi_pattern_find(plain, text.data, text.len, g), SHOGI_MATCH_YES);
    ok(is_text(g[0], "詰み"));
    /* One that may step back at every character of a long comment. */
    s = text.data + text.len - strlen("詰み") - 400 * strlen("*コメント\n");
    is_int(shogi_pattern_find(greedy, s, (size_t)(text.data + text.len - s), g),
           SHOGI_MATCH_YES);
    ok(is_text(g[1], "詰み"));
    shogi_buf_release(&text);
    shogi_pattern_free(plain);
    shogi_pattern_free(greedy);
}

static void *
search_often(void *pattern)
{
    struct shogi_match g[SHOGI_MATCH_GROUPS];
    const char *s = "まで77手で先手の勝ち";
    long right = 0;

    for (int i = 0; i < 1000; i++)
        right += shogi_pattern_find(pattern, s, strlen(s), g) == SHOGI_MATCH_YES
                 && is_text(g[1], "77");
    return right == 1000 ? pattern : NULL;
}

static void
test_threads_may_share_a_pattern(void)
{
    struct shogi_pattern *p = shogi_pattern_new("まで(\\d+)手", NULL);
    pthread_t threads[4];
    void *result;

    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, search_often, p);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], &result);
        ok(result == p);
    }
    shogi_pattern_free(p);
}

static void
test_freeing_nothing_is_fine(void)
{
    shogi_pattern_free(NULL);
    ok(true);
}

int
main(void)
{
    test_groups_are_found_by_number_and_name();
    test_a_bad_pattern_is_told_with_its_place();
    test_characters_are_matched_not_bytes();
    test_broken_bytes_match_nothing_and_are_no_error();
    test_more_groups_than_asked_for_are_fine();
    test_a_catastrophic_pattern_ends_soon();
    test_the_limit_is_told();
    test_a_long_text_is_no_trouble();
    test_threads_may_share_a_pattern();
    test_freeing_nothing_is_fine();
    return done_testing();
}
