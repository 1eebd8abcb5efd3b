/* SPDX-License-Identifier: MIT */
/* analysis_report.h - an assessed game as JSON Lines, as CSV, or to be read. */
#ifndef SHOGI_TOOL_ANALYSIS_REPORT_H
#define SHOGI_TOOL_ANALYSIS_REPORT_H

#include <shogi/diag.h>

#include "base/buf.h"
#include "tool/assessment.h"

/* Who thought, and how long; every percentage is told together with it. */
struct analysis_about {
    const char *engine;           /* its name; NULL: the record's own evaluations */
    struct shogi_limits limits;   /* of one position; all 0: not known */
    enum shogi_language language; /* of text; JSON and CSV have one only */
};

/* Append one game, finished, in one of the forms.  JSON Lines: an object "game", an
 * object "position" for each position from ply 0, an object "summary"; see
 * share/shogi-analysis.schema.json.  Strings are UTF-8 whatever the record holds. */
void analysis_put_jsonl(struct shogi_buf *out, const struct assessed_game *a,
                        const struct analysis_about *about);

/* CSV as RFC 4180 has it, a row a move, see shogi-analyze(1).  The head comes once,
 * before the first game.  A text that a spreadsheet would take for a formula gets an
 * apostrophe in front. */
void analysis_put_csv_head(struct shogi_buf *out);
void analysis_put_csv(struct shogi_buf *out, const struct assessed_game *a,
                      const struct analysis_about *about);

/* For people, at most 80 columns, nothing that steers a terminal.  The first game of an
 * input also says what the numbers are. */
void analysis_put_text(struct shogi_buf *out, const struct assessed_game *a,
                       const struct analysis_about *about);

/* ---- what the forms share -----------------------------------------------------------
 */

struct shogi_cursor;

/* "200000 nodes, depth 12"; nothing when there is no limit. */
void analysis_put_limits(struct shogi_buf *out, const struct shogi_limits *limits,
                         enum shogi_language language);

/* M, played at C, as KI2 has it with the mark of its side; shogi_japanese_init() must
 * have been called. */
void analysis_put_move(struct shogi_buf *out, const struct shogi_cursor *c, shogi_move m);

/* Is the move at PLY a turning point of A? */
bool analysis_is_turning_point(const struct assessed_game *a, uint32_t ply);

/* "cp", "mate", "declaration", "decided"; NULL: there is no value. */
const char *analysis_kind_name(const struct assessed_value *v);

/* "exact", "lower", "upper"; NULL: there is no value. */
const char *analysis_bound_name(const struct assessed_value *v);

/* MILLIONTHS as a fraction of one: "0.123456". */
void analysis_put_fraction(struct shogi_buf *out, int32_t millionths);

/* PART of WHOLE, which is not 0, in millionths, rounded. */
int32_t analysis_fraction(uint32_t part, uint32_t whole);

#endif
