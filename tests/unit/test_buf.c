/* SPDX-License-Identifier: MIT */
/* test_buf.c - a growing buffer and its sticky error. */
#include "tap.h"

#include "base/buf.h"

static bool
holds(const struct shogi_buf *b, const char *text)
{
    return b->len == strlen(text) && (b->len == 0 || memcmp(b->data, text, b->len) == 0);
}

static void
test_an_empty_buffer_has_no_data(void)
{
    struct shogi_buf b = { 0 };

    shogi_buf_add(&b, NULL, 0);
    shogi_buf_puts(&b, "");
    is_int(b.len, 0);
    ok(!b.failed);
    shogi_buf_release(&b);
}

static void
test_everything_that_is_appended_is_there_in_order(void)
{
    struct shogi_buf b = { 0 };

    shogi_buf_puts(&b, "position ");
    shogi_buf_add(&b, "startposition", 8);
    shogi_buf_putc(&b, ' ');
    shogi_buf_pad(&b, '-', 3);
    shogi_buf_pad(&b, '+', 0);
    shogi_buf_put_number(&b, 12, 4);
    shogi_buf_printf(&b, " %s=%d", "ply", 7);
    ok(holds(&b, "position startpos ---0012 ply=7"));
    shogi_buf_reset(&b);
    is_int(b.len, 0);
    shogi_buf_puts(&b, "again");
    ok(holds(&b, "again"));
    shogi_buf_release(&b);
}

static void
test_numbers_are_written_in_full_range(void)
{
    static const struct {
        int64_t number;
        int digits;
        const char *text;
    } cases[] = {
        { 0, 0, "0" },     { 0, 2, "00" },
        { 7, 1, "7" },     { 1234, 2, "1234" },
        { -5, 3, "-005" }, { INT64_MAX, 0, "9223372036854775807" },
        { 42, -3, "42" },  { INT64_MIN, 0, "-9223372036854775808" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct shogi_buf b = { 0 };

        shogi_buf_put_number(&b, cases[i].number, cases[i].digits);
        if (!ok(holds(&b, cases[i].text)))
            note("%s", cases[i].text);
        shogi_buf_release(&b);
    }
}

static void
test_a_buffer_grows_over_many_small_appends(void)
{
    struct shogi_buf b = { 0 };
    bool right = true;

    for (int i = 0; i < 100000; i++)
        shogi_buf_putc(&b, (char)('a' + i % 26));
    is_int(b.len, 100000);
    for (int i = 0; i < 100000; i++)
        right &= b.data[i] == 'a' + i % 26;
    ok(right);
    shogi_buf_release(&b);
}

static void
test_an_error_sticks_until_reset(void)
{
    struct shogi_buf b = { 0 };

    shogi_buf_puts(&b, "kept");
    ok(!shogi_buf_reserve(&b, SIZE_MAX / 2));
    ok(b.failed);
    shogi_buf_puts(&b, "lost");
    shogi_buf_putc(&b, '!');
    shogi_buf_pad(&b, '!', 5);
    ok(holds(&b, "kept"));
    ok(b.failed);
    shogi_buf_reset(&b);
    ok(!b.failed);
    shogi_buf_puts(&b, "a much longer text than before, so that it has to grow");
    ok(holds(&b, "a much longer text than before, so that it has to grow"));
    shogi_buf_release(&b);
}

int
main(void)
{
    test_an_empty_buffer_has_no_data();
    test_everything_that_is_appended_is_there_in_order();
    test_numbers_are_written_in_full_range();
    test_a_buffer_grows_over_many_small_appends();
    test_an_error_sticks_until_reset();
    return done_testing();
}
