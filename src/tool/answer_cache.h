/* SPDX-License-Identifier: MIT */
/* answer_cache.h - answers of engines in a file, so that no question is asked twice.
 *
 * The file has an object of JSON a line:
 *
 *     {"engine":...,"settings":...,"nodes":...,"sfen":...,"history":...,"answer":{...}}
 *
 * and lines are only added, each by one write.  A line that was broken off is ignored. */
#ifndef SHOGI_TOOL_ANSWER_CACHE_H
#define SHOGI_TOOL_ANSWER_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include <shogi/engine.h>

#include "base/buf.h"

/* Any number of threads may use one at a time. */
struct answer_cache;

/* Open the file at PATH, which is made when it does not exist, and which no other process
 * can open as a cache until it is closed.  NULL: a message has been printed. */
struct answer_cache *answer_cache_open(const char *path);
/* False: a line could not be written, and a message has been printed.  NULL is fine. */
bool answer_cache_close(struct answer_cache *c);

/* Append the key of Q, asked of ENGINE with SETTINGS, to KEY: what two questions share
 * that have the same answer.  P is the position of Q.  The whole way to it counts, for
 * repetition. */
void answer_cache_put_key(struct shogi_buf *key, const char *engine, const char *settings,
                          const struct shogi_question *q, const struct shogi_position *p);

/* Fill A with the answer to the question with KEY, at P.  False: there is none. */
bool answer_cache_get(struct answer_cache *c, const struct shogi_buf *key,
                      const struct shogi_position *p, struct shogi_answer *a);

/* Keep A. */
void answer_cache_add(struct answer_cache *c, const struct shogi_buf *key,
                      const struct shogi_answer *a);

#endif
