/* SPDX-License-Identifier: MIT */
/* fuzz_kif.c - any bytes as KIF, written and read again. */
#include "round_trip.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct round_trip kif = { .format = &shogi_format_kif,
                                    .comes_back = has_no_nul };

    check_stream_of_games(&kif, data, size);
    return 0;
}
