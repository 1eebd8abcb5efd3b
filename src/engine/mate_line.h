/* SPDX-License-Identifier: MIT */
/* mate_line.h - the line of a mate that was found, and whether a line holds. */
#ifndef SHOGI_ENGINE_MATE_LINE_H
#define SHOGI_ENGINE_MATE_LINE_H

#include "engine/mate_search.h"

/* Write down the line of a mate within LENGTH plies in P against the defence that
 * lasts longest as far as is known; with SHORTEST, as far as it can be proven: LENGTH is
 * the least then.  False: the nodes ran out. */
bool shogi_mate_line_find(struct shogi_mate_solver *s, const struct shogi_position *p,
                          int length, bool shortest, struct shogi_mate *out);

#endif
