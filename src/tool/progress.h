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

/* The inputs have so many bytes, of which so many were read; 0: not known. */
void progress_input(uint64_t bytes);
void progress_read(uint64_t bytes);

/* For work on positions: so many more are to be done; one is done.  Any thread; the line
 * is shown by progress_tick(), or here when this is the main thread. */
void progress_expect(uint64_t positions);
void progress_step(void);

/* Renew the line about positions when it is time.  Main thread only. */
void progress_tick(void);

/* Take the line away, before anything else is printed. */
void progress_clear(void);

#endif
