/* SPDX-License-Identifier: MIT */
/* sandbox.h - a process that reads records of strangers gives up what it does not need.
 */
#ifndef SHOGI_TOOL_SANDBOX_H
#define SHOGI_TOOL_SANDBOX_H

#include <stdbool.h>

/* As the words of --sandbox. */
enum sandbox_mode {
    SANDBOX_TRY,     /* as much as the system offers, and not a word about it */
    SANDBOX_REQUIRE, /* all of it, or no run */
    SANDBOX_OFF
};
extern const char *const sandbox_words[];

/* What files are still needed.  A name may be NULL, or of nothing. */
struct sandbox_needs {
    char *const *inputs;     /* NULL behind the last: are read */
    bool any_input;          /* names of inputs come later: everything may be read */
    const char *also_read;   /* one more file */
    const char *outputs[4];  /* files that are made, or replaced, in their folders */
    const char *folder;      /* files are made in it */
    bool inputs_are_outputs; /* they are replaced */
};

/* From here on no thread of the process reads any other file (but those of the system's
 * libraries, where converters of encodings lie), makes or removes any elsewhere, opens a
 * socket, starts a program or looks at another process.  To be called before a thread is
 * started.  False: a message has been printed. */
bool sandbox_enter(enum sandbox_mode mode, const struct sandbox_needs *needs);

#endif
