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
 * share/shogi-analysis.schema.json. */
void analysis_put_jsonl(struct shogi_buf *out, const struct assessed_game *a,
                        const struct analysis_about *about);

/* CSV as RFC 4180 has it, a row a move.  The head comes once, before the first game. */
void analysis_put_csv_head(struct shogi_buf *out);
void analysis_put_csv(struct shogi_buf *out, const struct assessed_game *a,
                      const struct analysis_about *about);

/* For people, at most 80 columns. */
void analysis_put_text(struct shogi_buf *out, const struct assessed_game *a,
                       const struct analysis_about *about);

#endif
