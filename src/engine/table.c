/* SPDX-License-Identifier: MIT */
/* table.c - the transposition table: buckets of four entries in a line of cache. */
#include "engine/table.h"

#include "base/memory.h"

#include <stdint.h>

enum { LINE = 64, AGES = 32, AGE_SHIFT = 3, SAMPLE = 250 };

bool
shogi_table_init(struct shogi_table *t, unsigned mb)
{
    uint64_t size = (uint64_t)(mb ? mb : 1) << 20;

    if (size > SIZE_MAX - LINE)
        return false;
    t->block = shogi_memory_alloc((size_t)size + LINE);
    if (!t->block)
        return false;
    shogi_memory_expect_jumps(t->block, (size_t)size + LINE);
    t->entries = (struct shogi_table_entry *)((uintptr_t)((char *)t->block + LINE - 1)
                                              & ~(uintptr_t)(LINE - 1));
    t->buckets = size / (SHOGI_TABLE_BUCKET * sizeof *t->entries);
    shogi_table_clear(t);
    return true;
}

void
shogi_table_release(struct shogi_table *t)
{
    shogi_memory_free(t->block);
    *t = (struct shogi_table){ 0 };
}

void
shogi_table_clear(struct shogi_table *t)
{
    for (uint64_t i = 0; i < t->buckets * SHOGI_TABLE_BUCKET; i++)
        t->entries[i] = (struct shogi_table_entry){ .move = SHOGI_NO_MOVE,
                                                    .depth = SHOGI_TABLE_EMPTY };
    t->age = 0;
}

void
shogi_table_grow_older(struct shogi_table *t)
{
    t->age = (uint8_t)((t->age + 1) % AGES);
}

/* The upper half of the key chooses: multiplied, so that any number of buckets will
 * do.  There are fewer than 2^32 of them: 256 GB. */
static struct shogi_table_entry *
bucket_of(const struct shogi_table *t, uint64_t key)
{
    return t->entries + SHOGI_TABLE_BUCKET * ((key >> 32) * t->buckets >> 32);
}

const struct shogi_table_entry *
shogi_table_find(const struct shogi_table *t, uint64_t key)
{
    const struct shogi_table_entry *e = bucket_of(t, key);

    for (int i = 0; i < SHOGI_TABLE_BUCKET; i++)
        if (e[i].key == key && e[i].depth != SHOGI_TABLE_EMPTY)
            return &e[i];
    return NULL;
}

void
shogi_table_expect(const struct shogi_table *t, uint64_t key)
{
#if defined(__GNUC__)
    __builtin_prefetch(bucket_of(t, key));
#else
    (void)t;
    (void)key;
#endif
}

/* What an entry is worth keeping: deep, and of late. */
static int
worth(const struct shogi_table *t, const struct shogi_table_entry *e)
{
    int years = (t->age - (e->mark >> AGE_SHIFT) + AGES) % AGES;

    return e->depth - 8 * years;
}

void
shogi_table_store(struct shogi_table *t, const struct shogi_table_entry *e)
{
    struct shogi_table_entry *bucket = bucket_of(t, e->key), *place = bucket;
    shogi_move move = e->move;

    for (int i = 0; i < SHOGI_TABLE_BUCKET; i++) {
        struct shogi_table_entry *old = &bucket[i];
        if (old->depth == SHOGI_TABLE_EMPTY || old->key == e->key) {
            place = old;
            break;
        }
        if (worth(t, old) < worth(t, place))
            place = old;
    }
    if (place->depth != SHOGI_TABLE_EMPTY && place->key == e->key) {
        if (move == SHOGI_NO_MOVE)
            move = place->move;
        /* A shallow bound must not drive out a deep one of this question. */
        if (shogi_table_bound(e) != SHOGI_BOUND_EXACT && e->depth + 4 < place->depth
            && place->mark >> AGE_SHIFT == t->age) {
            place->move = move;
            return;
        }
    }
    *place = *e;
    place->move = move;
    place->mark = (uint8_t)((e->mark & 7) | t->age << AGE_SHIFT);
}

unsigned
shogi_table_permille(const struct shogi_table *t)
{
    uint64_t buckets = t->buckets < SAMPLE ? t->buckets : SAMPLE;
    unsigned used = 0;

    for (uint64_t i = 0; i < buckets * SHOGI_TABLE_BUCKET; i++)
        used += t->entries[i].depth != SHOGI_TABLE_EMPTY
                && t->entries[i].mark >> AGE_SHIFT == t->age;
    return (unsigned)(used * 1000 / (buckets * SHOGI_TABLE_BUCKET));
}
