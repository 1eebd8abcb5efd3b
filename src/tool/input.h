/* SPDX-License-Identifier: MIT */
/* input.h - the operands of a tool: paths, "-", lists of paths. */
#ifndef SHOGI_TOOL_INPUT_H
#define SHOGI_TOOL_INPUT_H

#include <stdbool.h>

#include "tool/pipeline.h"

struct inputs {
    char **operands;   /* NULL behind the last; none: standard input */
    const char *list;  /* a path that holds paths, "-": standard input; NULL: none */
    bool list_has_nul; /* they end in NUL, not in a line feed */
    struct shogi_read_options read;
    struct output *output; /* must not replace an input; NULL: it may */
};

/* Feed everything to P, in order.  What cannot be opened is reported in its
 * turn and the rest goes on.  False: stop. */
bool inputs_feed(const struct inputs *in, struct pipeline *p);

#endif
