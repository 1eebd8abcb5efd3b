/* SPDX-License-Identifier: MIT */
/* memory.h - the only door to the heap, so that a test can make it fail. */
#ifndef SHOGI_BASE_MEMORY_H
#define SHOGI_BASE_MEMORY_H

#include <stddef.h>

/* As malloc and realloc; NULL when memory is out.  Any thread. */
void *shogi_memory_alloc(size_t size);
void *shogi_memory_resize(void *block, size_t size);

/* BLOCK of SIZE bytes, fresh, will be filled, and read here and there: ask the system for
 * large pages, where it has some.  Nothing but time depends on it. */
void shogi_memory_expect_jumps(void *block, size_t size);

/* As free; NULL is fine. */
void shogi_memory_free(void *block);

#endif
