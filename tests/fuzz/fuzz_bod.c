/* SPDX-License-Identifier: MIT */
/* fuzz_bod.c - any bytes as BOD: a position is written and read again. */
#include "round_trip.h"

/* It holds the last position only, which is the first one when there is no move. */
static bool
has_no_moves(const struct shogi_game *g, const struct shogi_chunk *chunk)
{
    (void)chunk;
    return !shogi_game_root(g)->child;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct round_trip bod = { .format = &shogi_format_bod,
                                    .comes_back = has_no_moves };

    check_stream_of_games(&bod, data, size);
    return 0;
}
