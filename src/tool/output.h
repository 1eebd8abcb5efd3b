/* SPDX-License-Identifier: MIT */
/* output.h - where results go: standard output, a path, or a folder. */
#ifndef SHOGI_TOOL_OUTPUT_H
#define SHOGI_TOOL_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "tool/message.h"

struct output;

struct output_options {
    const char *path;   /* -o; NULL: standard output */
    const char *folder; /* -d; NULL: one output for all games */
    const char *suffix; /* of names in the folder, as ".csa" */
    bool force;         /* names in the folder may exist already */
};

/* NULL: a message has been printed. */
struct output *output_open(const struct output_options *options);

/* Is INPUT the very file that the output is going to replace? */
bool output_is_input(const struct output *o, const struct stat *input);

/* INPUT is read in this run: no game may replace it in the folder. */
void output_spare(struct output *o, const struct stat *input);

/* Write LEN bytes; they may wait in a buffer.  False: a message has been
 * printed. */
bool output_write(struct output *o, const char *bytes, size_t len);
bool output_flush(struct output *o);

/* Does every game get a file of its own? */
bool output_is_folder(const struct output *o);

/* Write one game as a file of the folder.  NAME comes from put_name(); a name
 * that was given out before in this run gets a number. */
bool output_write_file(struct output *o, const char *name, const char *bytes, size_t len);

/* Finish: flush, then rename the temporary file when KEEP, else remove it.
 * False: a message has been printed.  O is freed. */
bool output_close(struct output *o, bool keep);

#endif
