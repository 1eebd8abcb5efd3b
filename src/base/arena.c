/* SPDX-License-Identifier: MIT */
/* arena.c - blocks of memory that are handed out from front to back. */
#include "base/arena.h"

#include <stdint.h>
#include <string.h>

#include "base/limits.h"
#include "base/memory.h"

struct shogi_arena_block {
    struct shogi_arena_block *next;
    size_t size; /* of `bytes` */
    alignas(max_align_t) char bytes[];
};

static void
use_block(struct shogi_arena *a, struct shogi_arena_block *block)
{
    a->current = block;
    a->next = block->bytes;
    a->end = block->bytes + block->size;
}

/* Make a block with room for SIZE bytes the current one: the next kept block
 * that is large enough, or a new one put right behind the current one. */
static int
open_block(struct shogi_arena *a, size_t size)
{
    struct shogi_arena_block **link = a->current ? &a->current->next : &a->first;
    struct shogi_arena_block *block = *link;
    size_t want = size > SHOGI_ARENA_BLOCK ? size : SHOGI_ARENA_BLOCK;

    if (!block || block->size < size) {
        if (want > SIZE_MAX - sizeof *block)
            return -1;
        block = shogi_memory_alloc(sizeof *block + want);
        if (!block)
            return -1;
        block->size = want;
        block->next = *link;
        *link = block;
    }
    use_block(a, block);
    return 0;
}

void *
shogi_arena_take_somewhere(struct shogi_arena *a, size_t size)
{
    const size_t unit = alignof(max_align_t);
    void *at;

    if (size > SIZE_MAX - unit)
        return NULL;
    size = (size + unit - 1) / unit * unit;
    if (!a->current || (size_t)(a->end - a->next) < size) {
        if (open_block(a, size))
            return NULL;
    }
    at = a->next;
    a->next += size;
    return at;
}

void *
shogi_arena_alloc(struct shogi_arena *a, size_t size)
{
    void *at = shogi_arena_take(a, size);

    return at ? memset(at, 0, size) : NULL;
}

char *
shogi_arena_text(struct shogi_arena *a, const char *s, size_t len)
{
    char *copy = len < SIZE_MAX ? shogi_arena_alloc(a, len + 1) : NULL;

    if (copy && len)
        memcpy(copy, s, len);
    return copy;
}

void
shogi_arena_reset(struct shogi_arena *a)
{
    if (a->first)
        use_block(a, a->first);
}

void
shogi_arena_release(struct shogi_arena *a)
{
    struct shogi_arena_block *block = a->first, *next;

    for (; block; block = next) {
        next = block->next;
        shogi_memory_free(block);
    }
    *a = (struct shogi_arena){ 0 };
}
