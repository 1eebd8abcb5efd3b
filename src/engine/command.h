/* SPDX-License-Identifier: MIT */
/* command.h - a command as a shell would cut it into words, without a shell. */
#ifndef SHOGI_ENGINE_COMMAND_H
#define SHOGI_ENGINE_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

enum { SHOGI_COMMAND_WORDS_MAX = 256 };

/* Cut TEXT at blanks, tabs and line feeds; '...', "..." and \ quote as in sh(1), and
 * nothing is expanded.  The words live in A, with NULL behind the last.  NULL: *WHY
 * says in a few words what is wrong (static storage). */
char **shogi_command_split(const char *text, struct shogi_arena *a, const char **why);

/* Where WORD is: as it stands when it has a '/', else in the folders of PATH (the
 * value of that variable, NULL is none); an absolute path that lives in A.  NULL:
 * there is no such program that may be run, and *WHY says so. */
char *shogi_command_find(const char *word, const char *path, struct shogi_arena *a,
                         const char **why);

#endif
