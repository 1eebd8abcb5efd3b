/* SPDX-License-Identifier: MIT */
/* lines.h - line ends in bytes: \n, \r\n, or a \r alone. */
#ifndef SHOGI_BASE_LINES_H
#define SHOGI_BASE_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* How many lines end in the LEN bytes at S, which may be NULL when LEN is 0. */
size_t shogi_lines_count(const char *s, size_t len);

/* Is there a \r that no \n follows? */
bool shogi_lines_have_lone_cr(const char *s, size_t len);

#endif
