/* SPDX-License-Identifier: MIT */
/* progress.h - a line on a terminal for work that lasts. */
#ifndef SHOGI_TOOL_PROGRESS_H
#define SHOGI_TOOL_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Start the clock.  Nothing is ever shown when ALLOWED is false or standard
 * error is no terminal. */
void progress_start(bool allowed);

/* So much is done; the line appears after two seconds and is renewed twice a
 * second.  Main thread only. */
void progress_show(uint64_t games, uint64_t bytes);

/* Take the line away, before anything else is printed. */
void progress_clear(void);

#endif
