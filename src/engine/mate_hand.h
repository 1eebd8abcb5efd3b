/* SPDX-License-Identifier: MIT */
/* mate_hand.h - a hand in one word, compared kind by kind in one step.
 *
 * Kind k is in byte k, at most SHOGI_HAND_MAX, so that the top bit of a byte is free
 * to catch a borrow. */
#ifndef SHOGI_ENGINE_MATE_HAND_H
#define SHOGI_ENGINE_MATE_HAND_H

#include "rules/bitboard.h"

#define SHOGI_HAND_GUARDS 0x80808080808080u
#define SHOGI_HAND_BITS 0x7f7f7f7f7f7f7fu

SHOGI_INLINE uint64_t
shogi_hand_pack(const uint8_t hand[SHOGI_HAND_COUNT])
{
    uint64_t packed = 0;

    for (unsigned kind = 0; kind < SHOGI_HAND_COUNT; kind++)
        packed |= (uint64_t)hand[kind] << 8 * kind;
    return packed;
}

/* One piece. */
SHOGI_INLINE uint64_t
shogi_hand_one(enum shogi_kind kind)
{
    return (uint64_t)1 << 8 * (unsigned)kind;
}

/* All bits of the kinds of which A holds as many as B or more. */
SHOGI_INLINE uint64_t
shogi_hand_mask(uint64_t a, uint64_t b)
{
    uint64_t guards = ((a | SHOGI_HAND_GUARDS) - b) & SHOGI_HAND_GUARDS;

    return guards - (guards >> 7);
}

/* Does A hold all that B holds? */
SHOGI_INLINE bool
shogi_hand_includes(uint64_t a, uint64_t b)
{
    return (((a | SHOGI_HAND_GUARDS) - b) & SHOGI_HAND_GUARDS) == SHOGI_HAND_GUARDS;
}

SHOGI_INLINE uint64_t
shogi_hand_max(uint64_t a, uint64_t b)
{
    uint64_t mask = shogi_hand_mask(a, b);

    return (a & mask) | (b & ~mask);
}

SHOGI_INLINE uint64_t
shogi_hand_min(uint64_t a, uint64_t b)
{
    uint64_t mask = shogi_hand_mask(a, b);

    return (b & mask) | (a & ~mask);
}

/* All bits of the kinds of which A holds none. */
SHOGI_INLINE uint64_t
shogi_hand_lacks(uint64_t a)
{
    return shogi_hand_mask(0, a);
}

#endif
