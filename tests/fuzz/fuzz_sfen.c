/* SPDX-License-Identifier: MIT */
/* fuzz_sfen.c - any bytes as lines of SFEN and moves, as a position and as a move: what
 * is written for them reads as the same. */
#include "round_trip.h"

#include <string.h>

static void
check_position(const char *s, size_t len)
{
    struct shogi_position p, again;
    char sfen[SHOGI_SFEN_SIZE];
    size_t used = 0, n;

    if (shogi_position_from_sfen(&p, s, len, &used) != SHOGI_SFEN_OK) {
        must(used <= len);
        return;
    }
    must(used <= len);
    n = shogi_position_to_sfen(&p, sfen);
    must(n < sizeof sfen && strlen(sfen) == n);
    must(shogi_position_from_sfen(&again, sfen, n, &used) == SHOGI_SFEN_OK && used == n);
    must(shogi_position_equal(&p, &again) && p.key == again.key
         && p.move_number == again.move_number);
}

static void
check_move(const char *s, size_t len)
{
    shogi_move m = shogi_move_from_usi(s, len);
    char usi[SHOGI_USI_SIZE];

    if (m == SHOGI_NO_MOVE)
        return;
    must(shogi_move_to_usi(m, usi) == len && memcmp(usi, s, len) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct round_trip sfen = { .format = &shogi_format_sfen };
    const char *s = data ? (const char *)data : "";

    check_position(s, size);
    for (size_t len = 0; len <= size && len <= SHOGI_USI_SIZE; len++)
        check_move(s, len);
    check_stream_of_games(&sfen, data, size);
    return 0;
}
