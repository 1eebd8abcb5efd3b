/* SPDX-License-Identifier: MIT */
/* graph.h - the course of a game as a picture: rate of winning and time over plies. */
#ifndef SHOGI_TOOL_GRAPH_H
#define SHOGI_TOOL_GRAPH_H

#include "base/buf.h"
#include "tool/analysis_report.h"

/* Append an SVG document of A, finished: 600 by 400, no scripts, nothing from
 * elsewhere, light or dark as the viewer is.  Names of the record are escaped, shortened
 * and freed of what could steer text.  The same bytes everywhere. */
void graph_put_svg(struct shogi_buf *out, const struct assessed_game *a,
                   const struct analysis_about *about);

#endif
