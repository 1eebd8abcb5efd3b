/* SPDX-License-Identifier: MIT */
/* fuzz_ki2.c - any bytes as KI2, written and read again. */
#include "round_trip.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct round_trip ki2 = { .format = &shogi_format_ki2,
                                    .comes_back = has_no_nul };

    check_stream_of_games(&ki2, data, size);
    return 0;
}
