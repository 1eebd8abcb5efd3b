/* SPDX-License-Identifier: MIT */
/* temporary.h - a file that appears under its name whole or not at all. */
#ifndef SHOGI_TOOL_TEMPORARY_H
#define SHOGI_TOOL_TEMPORARY_H

#include <stdbool.h>

enum { TEMPORARY_PATH_MAX = 4096 };

struct temporary {
    int folder; /* what the paths are relative to */
    int fd;
    char path[TEMPORARY_PATH_MAX];  /* its final path */
    char draft[TEMPORARY_PATH_MAX]; /* beside it, in the same folder */
    struct temporary *outer; /* was opened before this one and is still open */
};

/* Make a new file beside PATH (relative to FOLDER, or AT_FDCWD).  Several may be open, as
 * brackets nest.  A symbolic link at PATH is followed, so that the file behind it is
 * replaced.  False: a message has been printed. */
bool temporary_open(struct temporary *t, int folder, const char *path);

/* Store it for good under its name: fsync, then rename.  Without REPLACE a file
 * that exists already is an error.  False: a message has been printed. */
bool temporary_keep(struct temporary *t, bool replace);

void temporary_discard(struct temporary *t);

/* Remove all drafts of this process, which is about to end.  Any thread. */
void temporary_remove_drafts(void);

/* The same when it is ended by SIGINT, SIGTERM or SIGHUP. */
void temporary_clean_on_signals(void);

#endif
