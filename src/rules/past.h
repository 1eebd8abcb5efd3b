/* SPDX-License-Identifier: MIT */
/* past.h - how often each position of a line has stood, found at once.
 *
 * shogi_repetition_find() looks back ply by ply, which is fine for one question;
 * whoever asks after every ply of a long line keeps a past. */
#ifndef SHOGI_RULES_PAST_H
#define SHOGI_RULES_PAST_H

#include <string.h>

#include <shogi/repetition.h>

/* A ply that was noted. */
struct shogi_past_ply {
    uint64_t key;
    uint32_t older;       /* 1 + the ply before it in its bucket; 0: none */
    uint32_t occurrences; /* of this position up to here */
    uint32_t first;       /* the ply of the first one */
    uint32_t quiet[2];    /* by side: the last ply at which it gave no check */
};

/* All-zero is an empty past. */
struct shogi_past {
    struct shogi_past_ply *plies;
    uint32_t *buckets; /* by key: 1 + the last ply; as many as there is room for plies */
    uint32_t count, room;
};

static inline uint32_t *
shogi_past_bucket(const struct shogi_past *past, uint64_t key)
{
    return &past->buckets[key & (past->room - 1)];
}

/* For shogi_past_note(), where it happens seldom: forget PLY and later, make room for
 * one more; the last ply noted may have stood before. */
bool shogi_past_prepare(struct shogi_past *past, uint32_t ply);
void shogi_past_look_back(struct shogi_past *past);

/* The line now stands after PLY moves at a position with KEY, to which MOVER
 * moved, with check or not.  Plies are noted one after the other, 0 first; what
 * was noted of PLY and later, in another variation, is forgotten.  False: memory;
 * nothing has changed then but what was forgotten. */
static inline bool
shogi_past_note(struct shogi_past *past, uint32_t ply, uint64_t key,
                enum shogi_side mover, bool is_check)
{
    struct shogi_past_ply *now;
    uint32_t *bucket;

    if ((past->count > ply || past->count == past->room)
        && !shogi_past_prepare(past, ply))
        return false;
    now = &past->plies[past->count];
    bucket = shogi_past_bucket(past, key);
    now->key = key;
    now->older = *bucket;
    now->occurrences = 1;
    now->first = ply;
    if (ply == 0) {
        now->quiet[SHOGI_BLACK] = now->quiet[SHOGI_WHITE] = 0;
    } else {
        memcpy(now->quiet, now[-1].quiet, sizeof now->quiet);
        if (!is_check)
            now->quiet[mover] = ply;
    }
    *bucket = ++past->count;
    if (now->older)
        shogi_past_look_back(past);
    return true;
}

/* How often the position of the last ply noted has stood. */
static inline uint32_t
shogi_past_occurrences(const struct shogi_past *past)
{
    return past->plies[past->count - 1].occurrences;
}

/* What shogi_repetition_find() would say of the last ply noted. */
enum shogi_repetition shogi_past_repetition(const struct shogi_past *past,
                                            struct shogi_repetition_found *found);

/* Give the memory back; the past is empty again. */
void shogi_past_release(struct shogi_past *past);

#endif
