/* SPDX-License-Identifier: MIT */
/* names.h - names of files, made from what a record says. */
#ifndef SHOGI_TOOL_NAMES_H
#define SHOGI_TOOL_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "game/game.h"

/* The names of this run, as hashes; all-zero is empty. */
struct name_set {
    struct name_entry {
        uint64_t hash; /* 0: free */
        uint64_t next; /* the number to try when the name is asked for again */
    } * entries;
    size_t cap, count;
};

/* Put NAME SUFFIX, or NAME-2 SUFFIX, ... - the first that was not given out
 * before, upper and lower case alike - into OUT as a NUL-terminated string.
 * False: memory. */
bool name_set_unique(struct name_set *set, const char *name, const char *suffix,
                     struct shogi_buf *out);
/* NAME was given out.  False: memory. */
bool name_set_add(struct name_set *set, const char *name);
bool name_set_has(const struct name_set *set, const char *name);
void name_set_release(struct name_set *set);

/* Replace the fields of TEMPLATE by what G says: {stem} {n} {black} {white}
 * {date} {event}, each made harmless.  False: an unknown field, FIELD (may be
 * NULL) then points at it. */
bool put_name(struct shogi_buf *out, const char *template, const struct shogi_game *g,
              const char **field);

/* S as one harmless file name of at most 200 bytes: ASCII letters and digits,
 * '_', '-', '.' and characters from U+00C0 up that are letters in the widest
 * sense stay, everything else becomes '_'; no '.' or '-' in front, no dot at the
 * end, no device name of Windows; never empty. */
void put_file_name(struct shogi_buf *out, const char *s, size_t len);

#endif
