/* SPDX-License-Identifier: MIT */
/* batch.h - some games on their way through the pipeline. */
#ifndef SHOGI_TOOL_BATCH_H
#define SHOGI_TOOL_BATCH_H

#include "tool/pipeline.h"

/* One game, or something to say; offsets are into the buffers of the batch. */
struct batch_item {
    const struct shogi_format *format; /* NULL: not a game, only a line to say */
    enum shogi_encoding encoding;
    size_t path;       /* in `in`, NUL-terminated */
    size_t bytes, len; /* in `in`, padded */
    uint64_t offset, number;
    uint32_t first_line;
    size_t too_large; /* the limit that the game passed; 0: it did not */

    enum tool_status status;
    size_t part, part_count; /* in `parts` */
    size_t note, note_count; /* in `notes` */
};

/* One result of a game. */
struct batch_part {
    size_t text, len; /* in `out` */
    size_t name;      /* in `names`, NUL-terminated; SIZE_MAX: none */
};

/* A line in `said`. */
struct batch_note {
    size_t line, len;
    uint16_t id;
    uint8_t severity;
};

/* All-zero is an empty batch. */
struct batch {
    struct shogi_buf in;    /* bytes of the games and their paths */
    struct shogi_buf items; /* struct batch_item */
    struct shogi_buf out;   /* results */
    struct shogi_buf parts; /* struct batch_part */
    struct shogi_buf said;  /* lines */
    struct shogi_buf notes; /* struct batch_note */
    struct shogi_buf names;
    size_t last_path;            /* in `in` */
    size_t told_path;            /* of the game worked on last, */
    bool told[SHOGI_DIAG_COUNT]; /* and what was said of this path */
    bool has_path;
    bool failed; /* memory ran out */
};

/* What one thread needs to work on batches. */
struct batch_worker {
    const struct work *work;
    struct shogi_game *game;
    struct shogi_buf text;
    void *state;
};

bool batch_worker_open(struct batch_worker *w, const struct work *work);
void batch_worker_close(struct batch_worker *w);

void batch_reset(struct batch *b);
void batch_release(struct batch *b);
size_t batch_count(const struct batch *b);

/* Copy a game into the batch. */
void batch_add(struct batch *b, const struct shogi_format *format,
               enum shogi_encoding encoding, const struct shogi_chunk *chunk,
               size_t too_large);
void batch_say(struct batch *b, const char *path, enum tool_status status,
               const char *line, size_t len);

/* Work on every game of B.  Any thread. */
void batch_work(struct batch *b, struct batch_worker *w);

/* Give every result to `done`, in order.  False: it said stop, or memory ran
 * out, which has been printed. */
bool batch_finish(struct batch *b, const struct work *work);

#endif
