/* SPDX-License-Identifier: MIT */
/* mate_table.h - what is known of positions in the search for a mate.
 *
 * Of a board all that is known stands in one bucket.  A proof holds for every hand of
 * the attacker that includes its own, a disproof for every hand that its own includes;
 * numbers of what is not decided hold for one hand. */
#ifndef SHOGI_ENGINE_MATE_TABLE_H
#define SHOGI_ENGINE_MATE_TABLE_H

#include "engine/mate_hand.h"

#include <shogi/types.h>

enum {
    SHOGI_MATE_INFINITE = 1 << 28, /* proof and disproof numbers */
    SHOGI_MATE_ANY_LENGTH = INT16_MAX,
    SHOGI_MATE_BUCKET = 8,
};

/* 32 bytes. */
struct shogi_mate_entry {
    uint64_t key;  /* of the board, without hands */
    uint64_t hand; /* the attacker's; the generation is in the top byte */
    uint32_t pn, dn;
    shogi_move move; /* proofs of the attacker's move */
    int16_t length;  /* proof: within so many plies; else: none within so many */
    uint16_t amount; /* of work that went into it */
    uint16_t twins;  /* there are disproofs of it that hold on one path only */
};

struct shogi_mate_table {
    struct shogi_mate_entry *entries;
    uint64_t mask; /* of the bucket numbers in use: small problems stay in the cache */
    uint64_t full_mask;
    uint64_t used; /* entries */
    uint8_t generation;
};

/* MEGABYTES is cut to what makes sense.  False: memory. */
bool shogi_mate_table_init(struct shogi_mate_table *t, unsigned megabytes);
void shogi_mate_table_release(struct shogi_mate_table *t);

/* Forget all; costs nothing most of the time. */
void shogi_mate_table_forget(struct shogi_mate_table *t);

/* What is known of a mate within LENGTH plies for an attacker with HAND.  False:
 * nothing, but OUT's numbers are at least what other hands promise, and at least 1. */
bool shogi_mate_table_probe(const struct shogi_mate_table *t, uint64_t key, uint64_t hand,
                            int length, struct shogi_mate_entry *out);

/* Keep E, whose generation is filled in. */
void shogi_mate_table_store(struct shogi_mate_table *t, const struct shogi_mate_entry *e);

SHOGI_INLINE uint64_t
shogi_mate_entry_hand(const struct shogi_mate_entry *e)
{
    return e->hand & SHOGI_HAND_BITS;
}

#endif
