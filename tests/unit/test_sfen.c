/* SPDX-License-Identifier: MIT */
/* test_sfen.c - positions as SFEN text, moves as USI text. */
#include "positions.h"

#define EVEN "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"

static const char *
rewritten(const char *sfen)
{
    static char out[SHOGI_SFEN_SIZE];
    struct shogi_position p;
    size_t used;

    if (shogi_position_from_sfen(&p, sfen, strlen(sfen), &used) != SHOGI_SFEN_OK)
        return NULL;
    size_t len = shogi_position_to_sfen(&p, out);
    is_int(len, strlen(out));
    return out;
}

static void
test_canonical_text_comes_back_as_it_was(void)
{
    static const char *const texts[] = {
        EVEN " b - 1",
        "4k4/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P 1",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        "9/9/9/9/9/9/9/9/9 w - 65535",
        "+P+L+N+S+B+R2K/+p+l+n+s+b+r2k/9/9/9/9/9/9/9 b 99P99p 300",
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        is_str(rewritten(texts[i]), texts[i]);
}

static void
test_sloppy_text_is_read(void)
{
    static const struct {
        const char *text, *canonical;
    } rows[] = {
        { "54/9/9/9/9/9/9/9/111111111 b -", "9/9/9/9/9/9/9/9/9 b - 1" },
        { "9/9/9/9/9/9/9/9/9 b - 0", "9/9/9/9/9/9/9/9/9 b - 1" },
        { "9/9/9/9/9/9/9/9/9_w_-_7", "9/9/9/9/9/9/9/9/9 w - 7" },
        { "9/9/9/9/9/9/9/9/9 w  P2g17pR", "9/9/9/9/9/9/9/9/9 w RP2g17p 1" },
        { "9/9/9/9/9/9/9/9/9 b PPPrr 5", "9/9/9/9/9/9/9/9/9 b 3P2r 5" },
        { "9/9/9/9/9/9/9/9/9 b 1P2P 5", "9/9/9/9/9/9/9/9/9 b 3P 5" },
        { "9/9/9/9/9/9/9/9/9 b - moves 7g7f", "9/9/9/9/9/9/9/9/9 b - 1" },
        { "  9/9/9/9/9/9/9/9/9 b -", "9/9/9/9/9/9/9/9/9 b - 1" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        is_str(rewritten(rows[i].text), rows[i].canonical);
}

static void
test_used_tells_where_the_sfen_ends(void)
{
    static const struct {
        const char *text;
        size_t used;
    } rows[] = {
        { EVEN " b - 12 moves 7g7f", 64 },
        { EVEN " b - moves 7g7f", 61 },
        { EVEN " b -\r\n", 61 },
        { EVEN " w -  ", 61 },
    };
    struct shogi_position p;
    size_t used;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        is_int(shogi_position_from_sfen(&p, rows[i].text, strlen(rows[i].text), &used),
               SHOGI_SFEN_OK);
        is_int(used, rows[i].used);
    }
}

static void
test_every_error_is_named_and_placed(void)
{
    static const struct {
        const char *text;
        enum shogi_sfen_error error;
        size_t at;
    } rows[] = {
        { "", SHOGI_SFEN_RANK_TOO_SHORT, 0 },
        { "8x/9/9/9/9/9/9/9/9 b - 1", SHOGI_SFEN_BAD_PIECE, 1 },
        { "8+G/9/9/9/9/9/9/9/9 b - 1", SHOGI_SFEN_BAD_PIECE, 1 },
        { "8+k/9/9/9/9/9/9/9/9 b - 1", SHOGI_SFEN_BAD_PIECE, 1 },
        { "7++P/9/9/9/9/9/9/9/9 b - 1", SHOGI_SFEN_BAD_PIECE, 1 },
        { "09/9/9/9/9/9/9/9/9 b - 1", SHOGI_SFEN_BAD_PIECE, 0 },
        { "9P/9/9/9/9/9/9/9/9 b - 1", SHOGI_SFEN_RANK_TOO_LONG, 1 },
        { "55/9/9/9/9/9/9/9/9 b - 1", SHOGI_SFEN_RANK_TOO_LONG, 1 },
        { "12/12/12/12 b - 1", SHOGI_SFEN_RANK_TOO_SHORT, 2 },
        { "9/8/9/9/9/9/9/9/9 b - 1", SHOGI_SFEN_RANK_TOO_SHORT, 3 },
        { "9/9/9/9/9/9/9/9 b - 1", SHOGI_SFEN_TOO_FEW_RANKS, 15 },
        { "9/9/9/9/9/9/9/9/9/9 b - 1", SHOGI_SFEN_TOO_MANY_RANKS, 17 },
        { "9/9/9/9/9/9/9/9/9", SHOGI_SFEN_NO_TURN, 17 },
        { "9/9/9/9/9/9/9/9/9 ", SHOGI_SFEN_NO_TURN, 18 },
        { "9/9/9/9/9/9/9/9/9\n", SHOGI_SFEN_NO_TURN, 17 },
        { "9/9/9/9/9/9/9/9/9 \r\n", SHOGI_SFEN_NO_TURN, 18 },
        { "9/9/9/9/9/9/9/9/9 x - 1", SHOGI_SFEN_BAD_TURN, 18 },
        { "9/9/9/9/9/9/9/9/9 bw - 1", SHOGI_SFEN_BAD_TURN, 18 },
        { "9/9/9/9/9/9/9/9/9 b", SHOGI_SFEN_NO_HANDS, 19 },
        { "9/9/9/9/9/9/9/9/9 b\n", SHOGI_SFEN_NO_HANDS, 19 },
        { "9/9/9/9/9/9/9/9/9 w\r\n", SHOGI_SFEN_NO_HANDS, 19 },
        { "9/9/9/9/9/9/9/9/9 b K 1", SHOGI_SFEN_BAD_HAND, 20 },
        { "9/9/9/9/9/9/9/9/9 b P2 1", SHOGI_SFEN_BAD_HAND, 22 },
        { "9/9/9/9/9/9/9/9/9 b +P 1", SHOGI_SFEN_BAD_HAND, 20 },
        { "9/9/9/9/9/9/9/9/9 b -P 1", SHOGI_SFEN_BAD_HAND, 21 },
        { "9/9/9/9/9/9/9/9/9 b 0P 1", SHOGI_SFEN_BAD_HAND, 20 },
        { "9/9/9/9/9/9/9/9/9 b 100P 1", SHOGI_SFEN_HAND_TOO_LARGE, 20 },
        { "9/9/9/9/9/9/9/9/9 b 99PP 1", SHOGI_SFEN_HAND_TOO_LARGE, 23 },
        { "9/9/9/9/9/9/9/9/9 b 99999999999999999999P 1", SHOGI_SFEN_HAND_TOO_LARGE, 20 },
        { "9/9/9/9/9/9/9/9/9 b - 65536", SHOGI_SFEN_BAD_NUMBER, 22 },
        { "9/9/9/9/9/9/9/9/9 b - 655350", SHOGI_SFEN_BAD_NUMBER, 22 },
        { "9/9/9/9/9/9/9/9/9 b - 99999999999999999999", SHOGI_SFEN_BAD_NUMBER, 22 },
        { "9/9/9/9/9/9/9/9/9 b - 1x", SHOGI_SFEN_BAD_NUMBER, 22 },
    };
    struct shogi_position p, before;
    size_t used;

    shogi_position_set_start(&p);
    before = p;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!is_int(
                shogi_position_from_sfen(&p, rows[i].text, strlen(rows[i].text), &used),
                rows[i].error)
            || !is_int(used, rows[i].at))
            note("%s", rows[i].text);
    }
    is_mem(&p, &before, sizeof p);
    for (int e = 0; e < SHOGI_SFEN_ERROR_COUNT; e++)
        ok(strlen(shogi_sfen_error_text((enum shogi_sfen_error)e)) > 10);
}

/* Every prefix of a good text, in a buffer without a NUL behind it. */
static void
test_nothing_behind_the_length_is_read(void)
{
    const char *text = "+l8/9/9/9/9/9/9/9/9 b 12P3p 123";
    size_t len = strlen(text), used;
    struct shogi_position p;

    for (size_t n = 0; n <= len; n++) {
        char *exact = malloc(n + !n);
        memcpy(exact, text, n);
        enum shogi_sfen_error error = shogi_position_from_sfen(&p, exact, n, &used);
        free(exact);
        ok(used <= n);
        /* Whole after "12P", after "3p", and from there on. */
        is_int(error == SHOGI_SFEN_OK, n == 25 || n >= 27);
    }
}

/* A number that goes on behind the length is not read on. */
static void
test_a_number_ends_with_the_text(void)
{
    const char *text = "4k4/9/9/9/9/9/9/9/4K4 b - 123";
    size_t used;
    struct shogi_position p;

    is_int(shogi_position_from_sfen(&p, text, strlen(text) - 1, &used), SHOGI_SFEN_OK);
    is_int(p.move_number, 12);
    is_int(used, strlen(text) - 1);
    is_int(shogi_position_from_sfen(&p, text, strlen(text) - 2, &used), SHOGI_SFEN_OK);
    is_int(p.move_number, 1);
}

static unsigned differ;

static void
check_round_trip(struct shogi_position *p, uint64_t *random)
{
    char sfen[SHOGI_SFEN_SIZE];
    size_t len = shogi_position_to_sfen(p, sfen), used;
    struct shogi_position back;

    (void)random;
    if (len >= SHOGI_SFEN_SIZE
        || shogi_position_from_sfen(&back, sfen, len, &used) != SHOGI_SFEN_OK
        || used != len || memcmp(&back, p, sizeof back) != 0)
        if (differ++ < 5)
            note("%s", sfen);
}

static void
test_every_position_survives_the_round_trip(void)
{
    uint64_t random = 7;

    play_at_random(6, 20, 200, check_round_trip);
    for (int i = 0; i < 2000; i++) {
        struct shogi_position p = scatter(&random, draw(&random, 101), 40);
        check_round_trip(&p, &random);
    }
    is_int(differ, 0);
}

static void
test_usi_moves_are_read_and_written(void)
{
    char out[SHOGI_USI_SIZE];

    differ = 0;
    is_int(move_of("7g7f"),
           shogi_move_board(shogi_square_at(7, 7), shogi_square_at(7, 6), false));
    is_int(move_of("8h2b+"),
           shogi_move_board(shogi_square_at(8, 8), shogi_square_at(2, 2), true));
    is_int(move_of("P*5e"), shogi_move_drop(SHOGI_PAWN, shogi_square_at(5, 5)));
    for (uint32_t m = 0; m < 1u << 15; m++) {
        unsigned from = m >> 7 & 0x7f;
        if ((m & 0x7f) >= SHOGI_SQUARE_COUNT
            || from >= SHOGI_SQUARE_COUNT + SHOGI_HAND_COUNT)
            continue;
        size_t len = shogi_move_to_usi((shogi_move)m, out);
        if (len != strlen(out) || len > 5 || shogi_move_from_usi(out, len) != m) {
            differ++;
            note("%s", out);
        }
    }
    is_int(differ, 0);
}

static void
test_what_is_no_move_is_refused(void)
{
    static const char *const texts[] = { "",      "7g",     "7g7",  "0a1a",   "7j7f",
                                         "7g7f-", "7g7f++", "K*5e", "p*5e",   "+P5e",
                                         "P*0e",  "P*5j",   "X*5e", "resign", "win",
                                         "7G7F",  "７g7f",  "7g 7f" };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!is_int(move_of(texts[i]), SHOGI_NO_MOVE))
            note("%s", texts[i]);
}

int
main(void)
{
    test_canonical_text_comes_back_as_it_was();
    test_sloppy_text_is_read();
    test_used_tells_where_the_sfen_ends();
    test_every_error_is_named_and_placed();
    test_nothing_behind_the_length_is_read();
    test_a_number_ends_with_the_text();
    test_every_position_survives_the_round_trip();
    test_usi_moves_are_read_and_written();
    test_what_is_no_move_is_refused();
    return done_testing();
}
