/* SPDX-License-Identifier: MIT */
/* interrupt.h - SIGINT and SIGTERM end long work in good order.
 *
 * The first one asks: engines answer with what they have, no more games are read, and
 * what is done is written.  The second one ends the program at once. */
#ifndef SHOGI_TOOL_INTERRUPT_H
#define SHOGI_TOOL_INTERRUPT_H

#include <stdbool.h>

#include <shogi/engine.h>

/* Begin to catch the two signals, but for those that are ignored.  Call it before any
 * thread is started, once.  False: a message has been printed. */
bool interrupt_start(void);

/* Did a signal come?  Any thread. */
bool interrupt_came(void);

/* Readable when a signal came. */
int interrupt_fd(void);

/* E is to be stopped when a signal comes, until it is let go, before it is freed.  False:
 * memory.  Any thread. */
bool interrupt_watch(struct shogi_engine *e);
void interrupt_let_go(struct shogi_engine *e);

/* At the very end: when a signal came, end by it.  Else return. */
void interrupt_finish(void);

#endif
