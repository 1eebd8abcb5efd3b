/* SPDX-License-Identifier: MIT */
/* utf8.h - characters in UTF-8: decode, encode, count, measure. */
#ifndef SHOGI_BASE_UTF8_H
#define SHOGI_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The character at S, of which LEN > 0 bytes may be read; *SIZE is its length
 * in bytes.  A byte that starts no valid character (overlong, surrogate, above
 * U+10FFFF, cut) gives U+FFFD and a length of 1. */
uint32_t shogi_utf8_decode(const char *s, size_t len, size_t *size);

/* Write C, a valid character, to OUT; returns how many bytes, 1..4. */
size_t shogi_utf8_encode(uint32_t c, char out[4]);

/* How many characters; a broken byte counts as one. */
size_t shogi_utf8_count(const char *s, size_t len);

/* Is all of it strict UTF-8?  No copy, no allocation. */
bool shogi_utf8_is_valid(const char *s, size_t len);

/* How many bytes from the start are strict UTF-8: LEN when all of it is. */
size_t shogi_utf8_valid_length(const char *s, size_t len);

/* Columns in the sense of Kifu for Windows and of terminals: ASCII and
 * half-width katakana 1, other characters 2, control characters 0. */
size_t shogi_utf8_width(const char *s, size_t len);

#endif
