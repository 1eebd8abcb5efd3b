/* SPDX-License-Identifier: MIT */
/* report.h - findings of an audit as text, JSON lines, CI annotations or SARIF. */
#ifndef SHOGI_TOOL_REPORT_H
#define SHOGI_TOOL_REPORT_H

#include <shogi/audit.h>

#include "game/game.h"

enum report_format { REPORT_TEXT, REPORT_JSON, REPORT_GITHUB, REPORT_SARIF };

struct report_style {
    enum report_format format;
    enum shogi_language language;
    bool colour; /* of text, for terminals */
};

/* One finding, D with SEVERITY (which options may have changed), appended. */
void report_finding(struct shogi_buf *out, const struct report_style *style,
                    const struct shogi_game *g, const struct shogi_diag *d,
                    enum shogi_severity severity);

/* What the audit says of the whole game; JSON only, nothing for the others. */
void report_verdict(struct shogi_buf *out, const struct report_style *style,
                    const struct shogi_game *g, const struct shogi_verdict *v);

/* What stands before the first and behind the last finding of a run, and between
 * two results. */
const char *report_head(const struct report_style *style);
const char *report_foot(const struct report_style *style);
const char *report_separator(const struct report_style *style);

#endif
