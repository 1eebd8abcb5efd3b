/* SPDX-License-Identifier: MIT */
/* analysis.h - one game to what is written of its analysis.  Any thread. */
#ifndef SHOGI_TOOL_ANALYSIS_H
#define SHOGI_TOOL_ANALYSIS_H

#include <pthread.h>

#include "tool/analyst.h"
#include "tool/annotation.h"
#include "tool/pipeline.h"
#include "tool/rewrite.h"

enum analysis_format {
    ANALYSIS_RECORD, /* the record with comments */
    ANALYSIS_JSONL,
    ANALYSIS_CSV,
    ANALYSIS_TEXT,
};

/* The results of a game follow each other; these bytes begin those that do not go to the
 * output.  No record and no report begins like that. */
enum { ANALYSIS_GRAPH = '\001', ANALYSIS_SUMMARY = '\002' };

/* What is done to every game; read-only while games are worked on, but for the mutex and
 * what it guards. */
struct analysis {
    enum analysis_format format;
    struct rewrite rewrite; /* `to` NULL: the format of each game */
    bool has_style;         /* else that of the format */
    struct annotation_options annotation;
    struct analyst_options analyst;
    struct verdict_scale scale;
    enum shogi_language language; /* of reports */
    bool graph, summary;          /* make them, too */

    /* The engine that was started to see whether it can be, until a worker takes it. */
    pthread_mutex_t mutex;
    struct analyst *spare;
};

/* The format in which G is written. */
const struct shogi_format *analysis_format_of(const struct analysis *a,
                                              const struct shogi_game *g);

/* The callbacks of struct work, see tool/pipeline.h; CONTEXT is a struct analysis.  The
 * status is TROUBLE when the engine is lost: what was done up to there is in the text. */
void *analysis_open(const void *context);
void analysis_close(void *worker);
enum tool_status analysis_game(const void *context, void *worker, enum shogi_status read,
                               struct shogi_game *g, struct shogi_buf *text, bool *more);

#endif
