/* SPDX-License-Identifier: MIT */
/* memory.c - the only door to the heap. */
#include "base/memory.h"

#include <stdlib.h>

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
shogi_memory_free(void *block)
{
    free(block);
}
