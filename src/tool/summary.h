/* SPDX-License-Identifier: MIT */
/* summary.h - how many games were judged, by whose rules, and what was found. */
#ifndef SHOGI_TOOL_SUMMARY_H
#define SHOGI_TOOL_SUMMARY_H

#include <shogi/audit.h>

#include "game/diag.h"
#include "tool/message.h"

struct tally {
    uint64_t games, faulty, unreadable;
    uint64_t by_rules[SHOGI_PROFILE_COUNT];
};

/* All-zero before the first game. */
struct summary {
    struct tally here, total; /* of this path, and of the run */
    uint64_t found[SHOGI_DIAG_COUNT];
};

/* A worker says in a line of numbers what the main thread will count: begin it,
 * add each finding, end it. */
void summary_begin_line(struct shogi_buf *out, enum shogi_profile profile);
void summary_add_finding(struct shogi_buf *out, enum shogi_diag_id id);
void summary_end_line(struct shogi_buf *out);

/* Count a game that ended with STATUS, and what the line at TEXT says of it.
 * Returns the length of the line.  Without a line: 0. */
size_t summary_count(struct summary *s, enum tool_status status, const char *text,
                     size_t len);

/* "PATH: 12 games by the rules of jsa, 3 with findings, 1 unreadable"; the next
 * path begins. */
void summary_put_path(struct summary *s, const char *path, struct shogi_buf *out);

/* The same of the whole run, and how often each code was found. */
void summary_put_total(const struct summary *s, struct shogi_buf *out);

#endif
