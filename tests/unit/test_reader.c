/* SPDX-License-Identifier: MIT */
/* test_reader.c - games from a stream, one after the other. */
#include "tap.h"

#include <shogi/shogi.h>

#include "base/memory.h"
#include "notation/stream.h"

static const char two_games[] =
    "V2.2\nPI\n+\n+7776FU\n%TORYO\n/\nPI\n+\n+2726FU\n-3334FU\n";

static struct shogi_reader *
reader_of(const char *text, const char *path, const struct shogi_read_options *options)
{
    return shogi_reader_new_memory(text, strlen(text), path, options);
}

static void
test_games_come_one_by_one_with_their_place(void)
{
    struct shogi_reader *r = reader_of(two_games, "two.csa", NULL);
    struct shogi_game *g = shogi_game_new();

    is_int(shogi_reader_next(r, g), SHOGI_OK);
    is_int(shogi_game_plies(g), 1);
    is_int((int)shogi_game_source(g)->number, 1);
    is_int(shogi_reader_next(r, g), SHOGI_OK);
    is_int(shogi_game_plies(g), 2);
    is_int((int)shogi_game_source(g)->number, 2);
    is_int(shogi_game_source(g)->line, 7);
    is_str(shogi_game_source(g)->format, "csa");
    is_int(shogi_reader_next(r, g), SHOGI_EOF);
    is_int(shogi_reader_next(r, g), SHOGI_EOF);
    ok(shogi_reader_error(r) == NULL);
    shogi_reader_free(r);
    shogi_game_free(g);
}

static void
test_a_game_outlives_its_reader(void)
{
    char path[] = "here.csa";
    struct shogi_reader *r = reader_of(two_games, path, NULL);
    struct shogi_game *g = shogi_game_new();

    memset(path, 'x', sizeof path - 1);
    is_int(shogi_reader_next(r, g), SHOGI_OK);
    shogi_reader_free(r);
    is_str(shogi_game_source(g)->path, "here.csa");
    is_str(shogi_end_name((enum shogi_end)shogi_game_end(g)->end), "resign");
    shogi_game_free(g);
}

static void
test_a_broken_game_does_not_stop_the_next(void)
{
    struct shogi_reader *r =
        reader_of("PI\n+\n+7776FU\n-9999XX\n/\nPI\n+\n+2726FU\n", "x", NULL);
    struct shogi_game *g = shogi_game_new();

    is_int(shogi_reader_next(r, g), SHOGI_BAD);
    is_int(shogi_game_plies(g), 1);
    is_int(shogi_game_diags(g)->severity, SHOGI_ERROR);
    is_int(shogi_game_diags(g)->at.line, 4);
    is_int(shogi_reader_next(r, g), SHOGI_OK);
    is_int(shogi_game_plies(g), 1);
    shogi_reader_free(r);
    shogi_game_free(g);
}

static void
test_a_game_over_the_limit_is_named_and_passed_over(void)
{
    struct shogi_read_options options = { .max_game_size = 64 };
    struct shogi_buf text = { 0 };
    struct shogi_game *g = shogi_game_new();
    struct shogi_reader *r;

    options.format = shogi_format_from_name("csa");
    shogi_buf_puts(&text, "PI\n+\n");
    for (int i = 0; i < 20; i++)
        shogi_buf_puts(&text, "'a line of a comment\n");
    shogi_buf_puts(&text, "/\nPI\n+\n+2726FU\n");
    r = shogi_reader_new_memory(text.data, text.len, "big.csa", &options);
    is_int(shogi_reader_next(r, g), SHOGI_BAD);
    is_str(shogi_diag_code(shogi_game_diags(g)), "game-too-large");
    is_str(shogi_game_source(g)->path, "big.csa");
    is_int(shogi_reader_next(r, g), SHOGI_OK);
    is_int(shogi_game_plies(g), 1);
    is_int(shogi_reader_next(r, g), SHOGI_EOF);
    shogi_reader_free(r);
    shogi_game_free(g);
    shogi_buf_release(&text);
}

static void
test_what_no_format_fits_is_fatal_and_says_so(void)
{
    struct shogi_reader *r = reader_of("Dear diary,\nnothing happened.\n", "d.txt", NULL);
    struct shogi_game *g = shogi_game_new();

    is_int(shogi_reader_next(r, g), SHOGI_FATAL);
    ok(shogi_reader_error(r) && strstr(shogi_reader_error(r), "format"));
    shogi_reader_free(r);
    shogi_game_free(g);
}

static void
test_an_unknown_encoding_makes_no_reader(void)
{
    struct shogi_read_options options = { .encoding = "utf-9" };

    ok(reader_of(two_games, "x", &options) == NULL);
}

static void
test_whole_input_is_one_game(void)
{
    struct shogi_read_options options = { .whole = true };
    struct shogi_reader *r = reader_of("startpos moves 7g7f\n", "x.sfen", &options);
    struct shogi_game *g = shogi_game_new();

    is_int(shogi_reader_next(r, g), SHOGI_OK);
    is_int(shogi_reader_next(r, g), SHOGI_EOF);
    shogi_reader_free(r);
    shogi_game_free(g);
}

/* ---- reads of any size ---- */

struct trickle {
    const char *bytes;
    size_t left, step;
    bool fails; /* when all was given */
};

static long
read_trickle(void *context, char *out, size_t size)
{
    struct trickle *t = context;
    size_t n = t->step < t->left ? t->step : t->left;

    if (n > size)
        n = size;
    if (n == 0 && t->fails)
        return -1;
    memcpy(out, t->bytes, n);
    t->bytes += n;
    t->left -= n;
    return (long)n;
}

static void
test_games_are_the_same_however_they_arrive(void)
{
    for (size_t step = 1; step < sizeof two_games; step++) {
        struct trickle t = { two_games, sizeof two_games - 1, step, false };
        struct shogi_stream s;
        struct shogi_chunk chunk;
        size_t first = 0, second = 0;
        shogi_stream_init(&s, (struct shogi_source_bytes){ read_trickle, &t }, "x", NULL,
                          SHOGI_ENCODING_AUTO);
        if (shogi_stream_next(&s, &chunk) == SHOGI_OK)
            first = chunk.len;
        if (shogi_stream_next(&s, &chunk) == SHOGI_OK && chunk.offset == first)
            second = chunk.len;
        ok(first == strlen("V2.2\nPI\n+\n+7776FU\n%TORYO\n/\n"));
        ok(first + second == sizeof two_games - 1);
        ok(shogi_stream_next(&s, &chunk) == SHOGI_EOF);
        shogi_stream_release(&s);
    }
}

static void
test_a_read_error_is_no_end(void)
{
    struct trickle t = { two_games, sizeof two_games - 1, 7, true };
    struct shogi_stream s;
    struct shogi_chunk chunk;
    enum shogi_status status;

    shogi_stream_init(&s, (struct shogi_source_bytes){ read_trickle, &t }, "x", NULL,
                      SHOGI_ENCODING_AUTO);
    while ((status = shogi_stream_next(&s, &chunk)) == SHOGI_OK)
        ;
    is_int(status, SHOGI_FATAL);
    is_int(s.error, SHOGI_STREAM_READ);
    shogi_stream_release(&s);
}

int
main(void)
{
    test_games_come_one_by_one_with_their_place();
    test_a_game_outlives_its_reader();
    test_a_broken_game_does_not_stop_the_next();
    test_a_game_over_the_limit_is_named_and_passed_over();
    test_what_no_format_fits_is_fatal_and_says_so();
    test_an_unknown_encoding_makes_no_reader();
    test_whole_input_is_one_game();
    test_games_are_the_same_however_they_arrive();
    test_a_read_error_is_no_end();
    return done_testing();
}
