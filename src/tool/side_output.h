/* SPDX-License-Identifier: MIT */
/* side_output.h - what an analysis writes beside its output: graphs and a summary. */
#ifndef SHOGI_TOOL_SIDE_OUTPUT_H
#define SHOGI_TOOL_SIDE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

struct side_output;

/* GRAPH is the path of graphs, SUMMARY that of a summary; NULL: none.  In GRAPH the first
 * "{n}" stands for the number of the game in this run; without it later games get "-2",
 * "-3" before the suffix.  NULL: a message has been printed. */
struct side_output *side_output_open(const char *graph, const char *summary);

/* The graph of the next game, a file of its own, which is replaced when it exists.
 * False: a message has been printed. */
bool side_output_graph(struct side_output *s, const char *bytes, size_t len);

/* The next piece of the summary; between two of them stands an empty line. */
bool side_output_summary(struct side_output *s, const char *bytes, size_t len);

/* The summary gets its name when KEEP, else it is removed.  False: a message has been
 * printed.  NULL is fine. */
bool side_output_close(struct side_output *s, bool keep);

#endif
