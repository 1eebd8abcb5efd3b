/* SPDX-License-Identifier: MIT */
/* builtin.h - the built-in engine for those who want to look over its shoulder. */
#ifndef SHOGI_ENGINE_BUILTIN_H
#define SHOGI_ENGINE_BUILTIN_H

#include "engine/search.h"

/* E comes from shogi_engine_new().  WATCH is called by the thread that analyzes,
 * whenever a line is known better; NULL: never again. */
void shogi_builtin_watch(struct shogi_engine *e, shogi_search_watch *watch,
                         void *context);

/* Forget a stop that came after the last answer: it must not end the next question. */
void shogi_builtin_ignore_stop(struct shogi_engine *e);

/* What is known of a root move, as the answer tells it. */
void shogi_builtin_line(struct shogi_line *line, const struct shogi_root_move *r);

#endif
