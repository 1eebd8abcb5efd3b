/* SPDX-License-Identifier: MIT */
/* input.h - the operands of a tool: paths, "-", lists of paths. */
#ifndef SHOGI_TOOL_INPUT_H
#define SHOGI_TOOL_INPUT_H

#include <stdbool.h>
#include <sys/stat.h>

#include "tool/pipeline.h"

struct inputs {
    char **operands;   /* NULL behind the last; none: standard input */
    const char *list;  /* a path that holds paths, "-": standard input; NULL: none */
    bool list_has_nul; /* they end in NUL, not in a line feed */
    struct shogi_read_options read;
    /* May this input be read?  False: a reason has been put into WHY; NULL: all
     * may. */
    bool (*allowed)(const struct stat *st);
};

/* Feed everything to P, in order.  What cannot be opened is reported in its
 * turn and the rest goes on.  False: stop. */
bool inputs_feed(const struct inputs *in, struct pipeline *p);

#endif
