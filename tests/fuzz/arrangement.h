/* SPDX-License-Identifier: MIT */
/* arrangement.h - any bytes as an arrangement of pieces. */
#ifndef SHOGI_TESTS_FUZZ_ARRANGEMENT_H
#define SHOGI_TESTS_FUZZ_ARRANGEMENT_H

#include <stddef.h>
#include <stdint.h>

#include <shogi/position.h>

/* The first byte tells the turn; then two bytes a piece, up to PIECES of them: where, and
 * which; then the hands. */
static inline struct shogi_position
read_arrangement(const uint8_t *data, size_t size, size_t pieces)
{
    struct shogi_position p;
    size_t i = 1;

    shogi_position_clear(&p);
    for (; i + 1 < size && i < 2 * pieces; i += 2) {
        enum shogi_kind kind = (enum shogi_kind)((data[i + 1] & 127) % SHOGI_KIND_COUNT);
        shogi_position_put(&p, data[i] % SHOGI_SQUARE_COUNT,
                           shogi_piece_of((enum shogi_side)(data[i + 1] >> 7), kind));
    }
    for (unsigned k = 0; i < size && k < 2 * SHOGI_HAND_COUNT; i++, k++)
        shogi_position_set_hand(&p, (enum shogi_side)(k & 1), (enum shogi_kind)(k / 2),
                                data[i] % 4);
    if (size > 0)
        shogi_position_set_turn(&p, (enum shogi_side)(data[0] & 1));
    return p;
}

#endif
