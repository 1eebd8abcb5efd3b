/* SPDX-License-Identifier: MIT */
/* arena.h - everything of one game, freed at once. */
#ifndef SHOGI_BASE_ARENA_H
#define SHOGI_BASE_ARENA_H

#include <stdalign.h>
#include <stddef.h>

struct shogi_arena_block;

/* All-zero is an empty arena. */
struct shogi_arena {
    struct shogi_arena_block *first; /* all blocks, in the order of use */
    struct shogi_arena_block *current;
    char *next; /* the free part of the current block */
    char *end;
};

/* SIZE zeroed bytes, aligned for any object; NULL when memory is out.  They
 * live until the arena is reset or released. */
void *shogi_arena_alloc(struct shogi_arena *a, size_t size);

/* The same where the current block may be too small; not zeroed. */
void *shogi_arena_take_somewhere(struct shogi_arena *a, size_t size);

/* The same as shogi_arena_alloc(), not zeroed. */
static inline void *
shogi_arena_take(struct shogi_arena *a, size_t size)
{
    const size_t unit = alignof(max_align_t), room = (size + unit - 1) / unit * unit;
    void *at = a->next;

    /* Also when SIZE is 0, or too large to be rounded. */
    if (!at || room - 1 >= (size_t)(a->end - a->next))
        return shogi_arena_take_somewhere(a, size);
    a->next += room;
    return at;
}

/* A copy of the LEN bytes at S with a NUL behind; NULL when memory is out. */
char *shogi_arena_text(struct shogi_arena *a, const char *s, size_t len);

/* Forget everything, keep the blocks. */
void shogi_arena_reset(struct shogi_arena *a);

/* Give the memory back; the arena is empty again. */
void shogi_arena_release(struct shogi_arena *a);

#endif
