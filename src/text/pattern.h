/* SPDX-License-Identifier: MIT */
/* pattern.h - regular expressions with limits.  The only user of PCRE2. */
#ifndef SHOGI_TEXT_PATTERN_H
#define SHOGI_TEXT_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

/* A compiled pattern: read-only once made, may be shared by threads. */
struct shogi_pattern;

/* Compile SOURCE (UTF-8, PCRE2 syntax, UTF mode, JIT where available).  NULL:
 * memory, or a bad pattern, of which ERROR (may be NULL) then says what and
 * where. */
struct shogi_pattern *shogi_pattern_new(const char *source, struct shogi_buf *error);
void shogi_pattern_free(struct shogi_pattern *pattern);

/* The part of the subject that a group matched; start NULL: did not take part. */
struct shogi_match {
    const char *start;
    size_t len;
};

enum shogi_match_result {
    SHOGI_MATCH_NO,
    SHOGI_MATCH_YES,
    SHOGI_MATCH_LIMIT,
    SHOGI_MATCH_MEMORY
};

enum { SHOGI_MATCH_GROUPS = 16 };

/* Look for PATTERN in the LEN bytes at S.  Work is bounded (match limit, depth,
 * heap): LIMIT says that a bound was hit.  Any thread. */
enum shogi_match_result shogi_pattern_find(const struct shogi_pattern *pattern,
                                           const char *s, size_t len,
                                           struct shogi_match groups[SHOGI_MATCH_GROUPS]);

/* The number of the group called NAME, 0 when there is none. */
int shogi_pattern_group(const struct shogi_pattern *pattern, const char *name);

#endif
