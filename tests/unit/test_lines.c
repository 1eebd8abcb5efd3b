/* SPDX-License-Identifier: MIT */
/* test_lines.c - line ends, against their definition. */
#include "tap.h"

#include "base/lines.h"

static uint64_t state;

static uint32_t
draw(uint32_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % n;
}

static size_t
lone_crs(const char *s, size_t len)
{
    size_t count = 0;

    for (size_t i = 0; i < len; i++)
        count += s[i] == '\r' && (i + 1 == len || s[i + 1] != '\n');
    return count;
}

static size_t
feeds(const char *s, size_t len)
{
    size_t count = 0;

    for (size_t i = 0; i < len; i++)
        count += s[i] == '\n';
    return count;
}

/* WORDS of one or two bytes each, put together at random: lengths on both sides of
 * what is looked at in one go. */
static void
compare(const char *const *words, uint32_t count)
{
    size_t wrong = 0;

    state = count;
    for (int round = 0; round < 20000; round++) {
        char text[1024];
        size_t len = 0, wanted = draw(1000);
        while (len < wanted) {
            const char *word = words[draw(count)];
            memcpy(text + len, word, strlen(word));
            len += strlen(word);
        }
        wrong += shogi_lines_count(text, len) != feeds(text, len) + lone_crs(text, len);
        wrong += shogi_lines_have_lone_cr(text, len) != (lone_crs(text, len) > 0);
    }
    is_int(wrong, 0);
}

static void
test_all_three_kinds_of_line_end_are_counted(void)
{
    static const char *const any[] = { "\r\n", "\n", "\r", "a", "b", "\x8d", "\x8a" };
    static const char *const windows[] = { "\r\n", "a", "b", "c", "d", "e", "f", "\x8d" };
    static const char *const plain[] = { "\n", "a" };

    compare(any, 7);
    compare(windows, 8);
    compare(plain, 2);
}

static void
test_a_lone_cr_is_found_wherever_it_stands(void)
{
    char text[700];
    size_t wrong = 0;

    for (size_t at = 0; at < sizeof text; at++) {
        memset(text, 'x', sizeof text);
        memcpy(text, "\r\n", 2);
        wrong += shogi_lines_have_lone_cr(text, sizeof text);
        text[at] = '\r';
        wrong += !shogi_lines_have_lone_cr(text, sizeof text) && at > 0;
        wrong += shogi_lines_count(text, sizeof text) != 1u + (at > 0);
    }
    is_int(wrong, 0);
}

static void
test_nothing_has_no_lines(void)
{
    is_int(shogi_lines_count(NULL, 0), 0);
    ok(!shogi_lines_have_lone_cr(NULL, 0));
}

int
main(void)
{
    test_all_three_kinds_of_line_end_are_counted();
    test_a_lone_cr_is_found_wherever_it_stands();
    test_nothing_has_no_lines();
    return done_testing();
}
