/* SPDX-License-Identifier: MIT */
/* ascii.h - runs of ASCII bytes and of digits, eight at a time. */
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

/* How many of the eight bytes at S are digits before the first that is none. */
static inline size_t
shogi_ascii_count_digits(const char *s)
{
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t word, others;

    memcpy(&word, s, sizeof word);
    word ^= 0x3030303030303030u; /* digits are 0 to 9 now */
    others = (((word & 0x7f7f7f7f7f7f7f7fu) + 0x7676767676767676u) | word)
             & 0x8080808080808080u;
    return others ? (size_t)__builtin_ctzll(others) / 8 : 8;
#else
    size_t n = 0;

    while (n < 8 && s[n] >= '0' && s[n] <= '9')
        n++;
    return n;
#endif
}

/* The value of COUNT digits at S, 1 to 8; eight bytes may be read.  Records are full
 * of numbers whose length nobody can predict, so there is no loop. */
static inline uint32_t
shogi_ascii_number(const char *s, size_t count)
{
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t word;

    memcpy(&word, s, sizeof word);
    word = (word & 0x0f0f0f0f0f0f0f0fu) << (8 - count) * 8; /* zeros in front */
    word = (word * 10 + (word >> 8)) & 0x00ff00ff00ff00ffu; /* pairs */
    word = (word * 100 + (word >> 16)) & 0x0000ffff0000ffffu;
    return (uint32_t)(word * 10000 + (word >> 32));
#else
    uint32_t value = 0;

    for (size_t i = 0; i < count; i++)
        value = value * 10 + (uint32_t)(s[i] - '0');
    return value;
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
