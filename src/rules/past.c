/* SPDX-License-Identifier: MIT */
/* past.c - how often each position of a line has stood: an index that can forget. */
#include "rules/past.h"

#include "base/memory.h"

#include <string.h>

enum { FIRST_ROOM = 256 };

static void
link_ply(struct shogi_past *past, uint32_t ply)
{
    uint32_t *bucket = shogi_past_bucket(past, past->plies[ply].key);

    past->plies[ply].older = *bucket;
    *bucket = ply + 1;
}

/* Twice the room; false: memory. */
static bool
make_room(struct shogi_past *past)
{
    uint32_t room = past->room ? 2 * past->room : FIRST_ROOM;
    struct shogi_past_ply *plies;
    uint32_t *buckets;

    if (room > UINT32_MAX / 4)
        return false;
    plies = shogi_memory_resize(past->plies, room * sizeof *plies);
    if (!plies)
        return false;
    past->plies = plies;
    buckets = shogi_memory_resize(past->buckets, room * sizeof *buckets);
    if (!buckets)
        return false;
    past->buckets = buckets;
    past->room = room;
    memset(buckets, 0, room * sizeof *buckets);
    for (uint32_t ply = 0; ply < past->count; ply++)
        link_ply(past, ply);
    return true;
}

/* The last ply noted is the first of its bucket, so it can be taken off. */
static void
forget_from(struct shogi_past *past, uint32_t ply)
{
    while (past->count > ply) {
        const struct shogi_past_ply *last = &past->plies[--past->count];
        *shogi_past_bucket(past, last->key) = last->older;
    }
}

bool
shogi_past_prepare(struct shogi_past *past, uint32_t ply)
{
    forget_from(past, ply);
    return past->count < past->room || make_room(past);
}

void
shogi_past_look_back(struct shogi_past *past)
{
    struct shogi_past_ply *now = &past->plies[past->count - 1];

    for (uint32_t n = now->older; n; n = past->plies[n - 1].older) {
        const struct shogi_past_ply *then = &past->plies[n - 1];
        if (then->key == now->key) {
            now->occurrences = then->occurrences + 1;
            now->first = then->first;
            break;
        }
    }
}

enum shogi_repetition
shogi_past_repetition(const struct shogi_past *past, struct shogi_repetition_found *found)
{
    const struct shogi_past_ply *now = &past->plies[past->count - 1];
    bool black = now->quiet[SHOGI_BLACK] <= now->first;
    bool white = now->quiet[SHOGI_WHITE] <= now->first;

    *found = (struct shogi_repetition_found){ .occurrences = now->occurrences,
                                              .first = now->first };
    if (now->occurrences < 4)
        return SHOGI_REPETITION_NONE;
    if (black == white)
        return SHOGI_REPETITION_FOURFOLD;
    return black ? SHOGI_REPETITION_BLACK_CHECKS : SHOGI_REPETITION_WHITE_CHECKS;
}

void
shogi_past_release(struct shogi_past *past)
{
    shogi_memory_free(past->plies);
    shogi_memory_free(past->buckets);
    *past = (struct shogi_past){ 0 };
}
