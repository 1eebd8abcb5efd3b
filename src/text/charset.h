/* SPDX-License-Identifier: MIT */
/* charset.h - what iconv knows about an encoding, code by code. */
#ifndef SHOGI_TEXT_CHARSET_H
#define SHOGI_TEXT_CHARSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text/encoding.h"

struct shogi_charset {
    void *iconv;
};

enum { SHOGI_CHARSET_BATCH = 256 }; /* codes converted at once, at most */

/* Open the charsets of a row of encoding.def; MORE selects the second list.
 * False: iconv has none of them. */
bool shogi_charset_open(struct shogi_charset *c, enum shogi_encoding encoding, bool more);
void shogi_charset_close(struct shogi_charset *c);

/* What COUNT codes of SIZE bytes each, put side by side at CODES, stand for.
 * An entry of CHARS that is not 0 is left alone; one whose code iconv does not
 * know stays 0. */
void shogi_charset_decode(struct shogi_charset *c, const unsigned char *codes,
                          size_t size, size_t count, uint32_t *chars);

#endif
