/* SPDX-License-Identifier: MIT */
/* table.h - what is remembered of positions: the transposition table. */
#ifndef SHOGI_ENGINE_TABLE_H
#define SHOGI_ENGINE_TABLE_H

#include <shogi/score.h>
#include <shogi/types.h>

#include <stddef.h>

/* 16 bytes, with the whole key: an entry never speaks of another position, but for
 * the chance of two in 2^64. */
struct shogi_table_entry {
    uint64_t key;
    shogi_move move; /* SHOGI_NO_MOVE: none known */
    int16_t value;   /* mates counted from the position itself */
    int16_t eval;    /* static */
    int8_t depth;    /* 0 and below: quiescence; EMPTY: nothing is here */
    uint8_t mark;    /* bits 0-1 enum shogi_bound, bit 2 seen in a PV, bits 3-7 age */
};

enum {
    SHOGI_TABLE_EMPTY = -128,
    SHOGI_TABLE_ONLY_EVAL = -2, /* nothing has been searched yet */
    SHOGI_TABLE_BUCKET = 4
};

struct shogi_table {
    void *block; /* on the heap; `entries` is within, on a border of 64 bytes */
    struct shogi_table_entry *entries;
    uint64_t buckets;
    uint8_t age; /* 0..31 */
};

/* MB megabytes, at least 1.  False: memory. */
bool shogi_table_init(struct shogi_table *t, unsigned mb);
void shogi_table_release(struct shogi_table *t);

/* Empty, as after init. */
void shogi_table_clear(struct shogi_table *t);

/* A new question: what was stored before may be replaced first. */
void shogi_table_grow_older(struct shogi_table *t);

/* NULL: nothing is known. */
const struct shogi_table_entry *shogi_table_find(const struct shogi_table *t,
                                                 uint64_t key);

/* KEY will be asked for soon. */
void shogi_table_expect(const struct shogi_table *t, uint64_t key);

/* Keep E, unless something better is known of the same position. */
void shogi_table_store(struct shogi_table *t, const struct shogi_table_entry *e);

/* How full it is, in permille: entries of this age, by a sample. */
unsigned shogi_table_permille(const struct shogi_table *t);

static inline enum shogi_bound
shogi_table_bound(const struct shogi_table_entry *e)
{
    return (enum shogi_bound)(e->mark & 3);
}

static inline bool
shogi_table_was_pv(const struct shogi_table_entry *e)
{
    return e->mark & 4;
}

static inline uint8_t
shogi_table_mark(enum shogi_bound bound, bool is_pv)
{
    return (uint8_t)((unsigned)bound | (is_pv ? 4u : 0u));
}

#endif
