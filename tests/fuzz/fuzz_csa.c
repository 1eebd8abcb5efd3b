/* SPDX-License-Identifier: MIT */
/* fuzz_csa.c - any bytes as CSA, written in both versions and read again. */
#include "round_trip.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct round_trip csa = { .format = &shogi_format_csa, .comes_back = has_no_nul };

    check_stream_of_games(&csa, data, size);
    csa.options.csa_version = SHOGI_CSA_V30;
    check_stream_of_games(&csa, data, size);
    return 0;
}
