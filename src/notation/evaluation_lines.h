/* SPDX-License-Identifier: MIT */
/* evaluation_lines.h - which lines of a comment are evaluations. */
#ifndef SHOGI_NOTATION_EVALUATION_LINES_H
#define SHOGI_NOTATION_EVALUATION_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* Is the LEN bytes' comment line part of an evaluation in a known dialect?
 * Only after shogi_game_find_evaluations() of some game with comments. */
bool shogi_evaluation_is_line(const char *line, size_t len);

#endif
