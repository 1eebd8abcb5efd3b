/* SPDX-License-Identifier: MIT */
/* transcript.h - what was said to engines and by them, line by line, in a file. */
#ifndef SHOGI_TOOL_TRANSCRIPT_H
#define SHOGI_TOOL_TRANSCRIPT_H

#include <stdbool.h>
#include <stddef.h>

struct transcript;

/* NULL: a message has been printed. */
struct transcript *transcript_open(const char *path);
/* False: something could not be written, and a message has been printed.  NULL is fine.
 */
bool transcript_close(struct transcript *t);

/* The number of a new engine, from 1.  Any thread. */
unsigned transcript_number(struct transcript *t);

/* "SECONDS NUMBER> line": to the engine with that number, or with '<' from it.  Control
 * characters are shown, not written.  Any thread. */
void transcript_add(struct transcript *t, unsigned number, char direction,
                    const char *line, size_t len);

#endif
