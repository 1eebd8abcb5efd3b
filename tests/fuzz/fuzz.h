/* SPDX-License-Identifier: MIT */
/* fuzz.h - what the fuzz targets share: an assertion, and cutting in steps. */
#ifndef SHOGI_TESTS_FUZZ_H
#define SHOGI_TESTS_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "notation/format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* CONDITION holds, or the log says which did not. */
#define must(condition) fuzz_must((condition), __FILE__, __LINE__, #condition)

static inline void
fuzz_must(bool condition, const char *file, int line, const char *text)
{
    if (condition)
        return;
    fprintf(stderr, "%s:%d: not true: %s\n", file, line, text);
    abort();
}

/* The length of the game of F at S of which STEP bytes are shown, then twice as
 * many, and so on. */
static inline size_t
split_in_steps(const struct shogi_format *f, const char *s, size_t len, size_t step)
{
    struct shogi_split from = { 0 };
    size_t shown = step < len ? step : len;

    for (;;) {
        struct shogi_split found = f->split(s, shown, shown == len, &from);
        must(found.len <= shown && found.scanned <= shown);
        if (found.len > 0)
            return found.len;
        must(shown < len && found.scanned >= from.scanned);
        from = found;
        shown = shown + step < len ? shown + step : len;
        step *= 2;
    }
}

#endif
