/* SPDX-License-Identifier: MIT */
/* test_arena.c - memory that is handed out from front to back, and forgotten at once. */
#include "tap.h"

#include <stdalign.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/limits.h"

static bool
is_zero(const unsigned char *bytes, size_t size)
{
    while (size > 0 && bytes[size - 1] == 0)
        size--;
    return size == 0;
}

static bool
is_aligned(const void *at)
{
    return (uintptr_t)at % alignof(max_align_t) == 0;
}

static void
test_memory_is_zeroed_and_aligned_also_when_used_again(void)
{
    struct shogi_arena a = { 0 };
    bool zero = true, aligned = true;

    for (int round = 0; round < 3; round++) {
        for (size_t size = 0; size < 3000; size += 7) {
            unsigned char *at = shogi_arena_alloc(&a, size);

            if (!at)
                break;
            zero &= is_zero(at, size);
            aligned &= is_aligned(at);
            memset(at, 0xff, size);
        }
        shogi_arena_reset(&a);
    }
    ok(zero);
    ok(aligned);
    shogi_arena_release(&a);
}

static void
test_blocks_do_not_overlap(void)
{
    enum { COUNT = 500 };
    struct shogi_arena a = { 0 };
    unsigned char *at[COUNT];
    bool intact = true;

    for (int i = 0; i < COUNT; i++) {
        at[i] = shogi_arena_alloc(&a, (size_t)i);
        memset(at[i], i & 0xff, (size_t)i);
    }
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < i; j++)
            intact &= at[i][j] == (i & 0xff);
    ok(intact);
    shogi_arena_release(&a);
}

static void
test_an_object_may_be_larger_than_a_block(void)
{
    struct shogi_arena a = { 0 };
    size_t large = (size_t)SHOGI_ARENA_BLOCK * 5 + 1;
    char *small = shogi_arena_alloc(&a, 8), *big = shogi_arena_alloc(&a, large);

    ok(small && big);
    memset(big, 'x', large);
    is_int(small[0], 0);
    ok(shogi_arena_alloc(&a, 8));
    shogi_arena_release(&a);
}

static void
test_reset_keeps_the_blocks(void)
{
    struct shogi_arena a = { 0 };
    void *first = shogi_arena_alloc(&a, 100), *again;

    shogi_arena_alloc(&a, SHOGI_ARENA_BLOCK);
    shogi_arena_reset(&a);
    again = shogi_arena_alloc(&a, 100);
    ok(first == again);
    shogi_arena_release(&a);
    ok(!a.first && !a.current);
    shogi_arena_reset(&a);
    ok(shogi_arena_alloc(&a, 1));
    shogi_arena_release(&a);
}

static void
test_a_text_is_copied_with_a_nul_behind(void)
{
    struct shogi_arena a = { 0 };
    char source[] = "7g7f 3c3d";
    char *copy = shogi_arena_text(&a, source, 4);

    source[0] = 'x';
    is_str(copy, "7g7f");
    is_str(shogi_arena_text(&a, NULL, 0), "");
    shogi_arena_release(&a);
}

static void
test_impossible_sizes_are_refused(void)
{
    struct shogi_arena a = { 0 };

    ok(!shogi_arena_alloc(&a, SIZE_MAX));
    ok(!shogi_arena_alloc(&a, SIZE_MAX - 8));
    ok(!shogi_arena_text(&a, "", SIZE_MAX));
    ok(shogi_arena_alloc(&a, 8));
    shogi_arena_release(&a);
}

int
main(void)
{
    test_memory_is_zeroed_and_aligned_also_when_used_again();
    test_blocks_do_not_overlap();
    test_an_object_may_be_larger_than_a_block();
    test_reset_keeps_the_blocks();
    test_a_text_is_copied_with_a_nul_behind();
    test_impossible_sizes_are_refused();
    return done_testing();
}
