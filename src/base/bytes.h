/* SPDX-License-Identifier: MIT */
/* bytes.h - bytes with a length against words that end in NUL. */
#ifndef SHOGI_BASE_BYTES_H
#define SHOGI_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Are the LEN bytes at S exactly WORD, which may be NULL, no word at all?  Most
 * differ in the first byte. */
static inline bool
shogi_bytes_are(const char *s, size_t len, const char *word)
{
    if (!word)
        return false;
    while (len > 0 && *word && *word == *s) {
        word++;
        s++;
        len--;
    }
    return len == 0 && !*word;
}

/* Do they begin with WORD? */
static inline bool
shogi_bytes_begin(const char *s, size_t len, const char *word)
{
    return len >= strlen(word) && memcmp(s, word, strlen(word)) == 0;
}

#endif
