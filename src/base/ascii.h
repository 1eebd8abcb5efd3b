/* SPDX-License-Identifier: MIT */
/* ascii.h - runs of ASCII bytes, eight at a time. */
#ifndef SHOGI_BASE_ASCII_H
#define SHOGI_BASE_ASCII_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* How many of the eight bytes at S come before the first one that is not
 * ASCII; 8: all of them. */
static inline size_t
shogi_ascii_count_eight(const char *s)
{
    uint64_t word;

    memcpy(&word, s, sizeof word);
    word &= 0x8080808080808080u;
    if (word == 0)
        return 8;
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return (size_t)__builtin_ctzll(word) / 8;
#else
    size_t n = 0;

    while (!(s[n] & 0x80))
        n++;
    return n;
#endif
}

/* Past the ASCII bytes at S; END when that is all. */
static inline const char *
shogi_ascii_skip(const char *s, const char *end)
{
    size_t n;

    while (end - s >= 8) {
        n = shogi_ascii_count_eight(s);
        s += n;
        if (n < 8)
            return s;
    }
    while (s < end && !(*s & 0x80))
        s++;
    return s;
}

/* The same, and copy them to *OUT, which moves on; up to seven bytes more may be
 * written behind it. */
static inline const char *
shogi_ascii_copy(char **out, const char *s, const char *end)
{
    char *to = *out;
    size_t n;

    while (end - s >= 8) {
        memcpy(to, s, 8);
        n = shogi_ascii_count_eight(s);
        s += n;
        to += n;
        if (n < 8) {
            *out = to;
            return s;
        }
    }
    while (s < end && !(*s & 0x80))
        *to++ = *s++;
    *out = to;
    return s;
}

#endif
