/* SPDX-License-Identifier: MIT */
/* memory.c - the only door to the heap. */
#define _DEFAULT_SOURCE /* madvise() */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

void *
shogi_memory_alloc(size_t size)
{
    return malloc(size);
}

void *
shogi_memory_resize(void *block, size_t size)
{
    return realloc(block, size);
}

void
shogi_memory_expect_jumps(void *block, size_t size)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t page = (uintptr_t)2 << 20;
    uintptr_t begin = ((uintptr_t)block + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)block + size) / page * page;

    if (end > begin)
        madvise((void *)begin, end - begin, MADV_HUGEPAGE);
#else
    (void)block;
    (void)size;
#endif
}

void
shogi_memory_free(void *block)
{
    free(block);
}
