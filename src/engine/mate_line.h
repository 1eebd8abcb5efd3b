/* SPDX-License-Identifier: MIT */
/* mate_line.h - the line of a mate that was found, and whether a line holds. */
#ifndef SHOGI_ENGINE_MATE_LINE_H
#define SHOGI_ENGINE_MATE_LINE_H

#include "engine/mate_search.h"

/* Write down the line of a mate in P, which was found with LENGTH plies, against the
 * defence that lasts longest as far as the table knows.  If STRICT, LENGTH is the least
 * there is, and the line shall have it.  False: the nodes ran out. */
bool shogi_mate_line_find(struct shogi_mate_solver *s, const struct shogi_position *p,
                          int length, bool strict, struct shogi_mate *out);

#endif
