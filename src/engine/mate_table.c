/* SPDX-License-Identifier: MIT */
/* mate_table.c - buckets of what is known in the search for a mate. */
#include "engine/mate_table.h"

#include "base/memory.h"

#include <string.h>

enum { DEFAULT_MEGABYTES = 16, MAX_MEGABYTES = 1 << 16, FIRST_MASK = 127 };

static size_t
table_size(const struct shogi_mate_table *t)
{
    return ((size_t)t->full_mask + 1) * SHOGI_MATE_BUCKET * sizeof *t->entries;
}

bool
shogi_mate_table_init(struct shogi_mate_table *t, unsigned megabytes)
{
    uint64_t bucket = SHOGI_MATE_BUCKET * sizeof *t->entries, buckets = 1;

    if (megabytes == 0)
        megabytes = DEFAULT_MEGABYTES;
    if (megabytes > MAX_MEGABYTES)
        megabytes = MAX_MEGABYTES;
    while (buckets * 2 * bucket <= (uint64_t)megabytes << 20)
        buckets *= 2;
    t->full_mask = buckets - 1;
    t->mask = FIRST_MASK;
    t->used = 0;
    t->generation = 1;
    t->entries = shogi_memory_alloc(table_size(t));
    if (!t->entries)
        return false;
    memset(t->entries, 0, table_size(t));
    return true;
}

void
shogi_mate_table_release(struct shogi_mate_table *t)
{
    shogi_memory_free(t->entries);
    t->entries = NULL;
}

void
shogi_mate_table_forget(struct shogi_mate_table *t)
{
    t->mask = FIRST_MASK;
    t->used = 0;
    if (++t->generation == 0) {
        t->generation = 1;
        memset(t->entries, 0, table_size(t));
    }
}

static bool
is_alive(const struct shogi_mate_table *t, const struct shogi_mate_entry *e)
{
    return e->hand >> 56 == t->generation;
}

static struct shogi_mate_entry *
bucket_of(const struct shogi_mate_table *t, uint64_t key)
{
    /* The keys are sums of random numbers: their high bits are as good as any. */
    return &t->entries[(key >> 20 & t->mask) * SHOGI_MATE_BUCKET];
}

bool
shogi_mate_table_probe(const struct shogi_mate_table *t, uint64_t key, uint64_t hand,
                       int length, struct shogi_mate_entry *out)
{
    const struct shogi_mate_entry *e = bucket_of(t, key), *end = e + SHOGI_MATE_BUCKET;
    const struct shogi_mate_entry *same = NULL;
    uint32_t pn = 1, dn = 1;

    for (; e < end; e++) {
        if (e->key != key || !is_alive(t, e))
            continue;
        uint64_t theirs = shogi_mate_entry_hand(e);
        bool more = shogi_hand_includes(hand, theirs);
        bool less = shogi_hand_includes(theirs, hand);
        if (e->pn == 0 ? more && e->length <= length
                       : e->dn == 0 && less && e->length >= length) {
            *out = *e;
            return true;
        }
        if (e->pn == 0 || e->dn == 0 || e->length != length)
            continue;
        if (more && less)
            same = e;
        else if (less && e->pn > pn)
            pn = e->pn;
        else if (more && e->dn > dn)
            dn = e->dn;
    }
    if (same) {
        *out = *same;
        return true;
    }
    out->pn = pn;
    out->dn = dn;
    out->twins = 0;
    return false;
}

/* Is what OLD says said by E as well? */
static bool
is_covered(const struct shogi_mate_entry *old, const struct shogi_mate_entry *e)
{
    uint64_t a = shogi_mate_entry_hand(old), b = shogi_mate_entry_hand(e);

    if (old->key != e->key)
        return false;
    if (e->pn == 0)
        return old->dn != 0 && (old->pn == 0 ? shogi_hand_includes(a, b) : a == b)
               && e->length <= old->length;
    if (e->dn == 0)
        return old->pn != 0 && (old->dn == 0 ? shogi_hand_includes(b, a) : a == b)
               && e->length >= old->length;
    return old->pn != 0 && old->dn != 0 && a == b && old->length == e->length;
}

/* Use twice as many buckets: each gives to the one as far behind it as there were. */
static void
grow(struct shogi_mate_table *t)
{
    uint64_t buckets = t->mask + 1;

    t->mask = 2 * buckets - 1;
    for (uint64_t i = 0; i < buckets; i++) {
        struct shogi_mate_entry *low = &t->entries[i * SHOGI_MATE_BUCKET];
        struct shogi_mate_entry *high = low + buckets * SHOGI_MATE_BUCKET;
        for (int k = 0; k < SHOGI_MATE_BUCKET; k++) {
            bool moves = is_alive(t, &low[k]) && bucket_of(t, low[k].key) != low;
            high[k].hand = 0;
            if (moves) {
                high[k] = low[k];
                low[k].hand = 0;
            }
        }
    }
}

void
shogi_mate_table_store(struct shogi_mate_table *t, const struct shogi_mate_entry *e)
{
    if (t->used > 4 * t->mask && t->mask < t->full_mask)
        grow(t);
    struct shogi_mate_entry *slot = bucket_of(t, e->key), *end = slot + SHOGI_MATE_BUCKET;
    struct shogi_mate_entry *best = slot;
    unsigned least = UINT32_MAX;

    for (; slot < end; slot++) {
        if (!is_alive(t, slot)) {
            if (least != 0)
                best = slot;
            least = 0;
        } else if (is_covered(slot, e)) {
            best = slot;
            least = 1;
            break;
        } else if (slot->amount + 1u < least) {
            best = slot;
            least = slot->amount + 1u;
        }
    }
    t->used += least == 0;
    *best = *e;
    best->hand |= (uint64_t)t->generation << 56;
}
