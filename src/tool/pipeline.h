/* SPDX-License-Identifier: MIT */
/* pipeline.h - games in, results out, in order, on any number of threads.
 *
 * The main thread cuts the input into games and packs them into batches;
 * workers read, work and write text; the main thread gives the results to
 * `done` in the order of the input.  With one job, or one batch, it all happens
 * on the main thread. */
#ifndef SHOGI_TOOL_PIPELINE_H
#define SHOGI_TOOL_PIPELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "notation/format.h"
#include "tool/message.h"
#include "tool/output.h"

/* One result of a game.  The texts live until `done` returns. */
struct result {
    const char *path; /* of the game */
    uint64_t number;  /* of the game in its path, from 1; 0: about the path itself */
    enum tool_status status;
    const char *text; /* what the tool made of it */
    size_t text_len;
    const char *name;         /* a name for a file, NULL: none was asked for */
    const struct note *notes; /* what there is to say about it, in order */
    size_t note_count;
};

/* One line for standard error, or for a report. */
struct note {
    const char *line; /* with its line feed */
    size_t len;
    uint16_t id;      /* enum shogi_diag_id; SHOGI_DIAG_COUNT: about the run */
    uint8_t severity; /* enum shogi_severity */
};

/* What a tool does.  All callbacks get CONTEXT; those that run on worker
 * threads only read it. */
struct work {
    void *context;

    /* State of one worker, an engine say; NULL: none is needed.  Any thread. */
    void *(*worker_open)(const void *context);
    void (*worker_close)(void *worker);

    /* Make text of G.  READ is how reading it ended: OK, or BAD and G holds
     * what could be read.  What is appended to TEXT by one call is one result;
     * a call that sets *MORE is followed by another.  Any thread. */
    enum tool_status (*game)(const void *context, void *worker, enum shogi_status read,
                             struct shogi_game *g, struct shogi_buf *text, bool *more);

    /* Append the name of the file for G to NAME; NULL: no names.  Any thread. */
    void (*name)(const void *context, const struct shogi_game *g, struct shogi_buf *name);

    /* Take the results of one game.  Main thread, in order.  False: stop. */
    bool (*done)(void *context, const struct result *result);

    /* Called now and then on the main thread while it waits for results; NULL: not
     * wanted. */
    void (*tick)(void *context);

    /* Becomes readable when no more games are wanted: reading ends there.  0: never. */
    int stop_fd;

    /* Games take long: each is worked on and given out by itself. */
    bool is_slow;

    /* Where `done` writes to; flushed when a batch was given out, for more may take a
     * while. */
    struct output *output;

    const struct shogi_bounds *bounds; /* of what a game holds; NULL: the default ones */
    enum shogi_language language;
    bool keep_notes;  /* diagnostics of severity SHOGI_NOTE too */
    bool losses_once; /* of a loss that games of a path share, the words of the first will
                         do; lines of the others may be empty */
    bool report; /* diagnostics are the product: `game` puts them into its text, and its
                    status alone counts */
};

struct pipeline;

/* JOBS threads at most, from 1.  NULL: memory. */
struct pipeline *pipeline_open(const struct work *work, unsigned jobs);

/* Read all games of FD, called PATH.  False: stop (a message was printed, or
 * `done` said so). */
bool pipeline_feed(struct pipeline *p, int fd, const char *path,
                   const struct shogi_read_options *options);

/* Something about a path, or the run, that has to wait its turn: LINE ends in
 * a line feed. */
bool pipeline_say(struct pipeline *p, const char *path, enum tool_status status,
                  const char *line, size_t len);

/* Wait for all results; P is freed.  False: it was stopped. */
bool pipeline_close(struct pipeline *p);

#endif
