/* SPDX-License-Identifier: MIT */
/* utf8.c - characters in UTF-8. */
#include "base/utf8.h"

#include <string.h>

#include "base/ascii.h"

enum { REPLACEMENT = 0xfffd };

static inline bool
is_tail(unsigned char byte)
{
    return (byte & 0xc0) == 0x80;
}

/* The length of the valid character at S, which does not start with an ASCII
 * byte; 0 when there is none.  Ranges as in table 3-7 of the Unicode standard. */
static size_t
wide_length(const unsigned char *s, size_t len)
{
    unsigned lead = s[0];

    if (lead < 0xc2 || lead > 0xf4 || len < 2 || !is_tail(s[1]))
        return 0;
    if (lead < 0xe0)
        return 2;
    if (len < 3 || !is_tail(s[2]))
        return 0;
    if (lead < 0xf0) {
        if ((lead == 0xe0 && s[1] < 0xa0) || (lead == 0xed && s[1] > 0x9f))
            return 0;
        return 3;
    }
    if (len < 4 || !is_tail(s[3]) || (lead == 0xf0 && s[1] < 0x90)
        || (lead == 0xf4 && s[1] > 0x8f))
        return 0;
    return 4;
}

uint32_t
shogi_utf8_decode(const char *s, size_t len, size_t *size)
{
    const unsigned char *u = (const unsigned char *)s;

    *size = 1;
    if (u[0] < 0x80)
        return u[0];
    switch (wide_length(u, len)) {
    case 2:
        *size = 2;
        return (u[0] & 0x1fu) << 6 | (u[1] & 0x3fu);
    case 3:
        *size = 3;
        return (u[0] & 0x0fu) << 12 | (u[1] & 0x3fu) << 6 | (u[2] & 0x3fu);
    case 4:
        *size = 4;
        return (u[0] & 0x07u) << 18 | (u[1] & 0x3fu) << 12 | (u[2] & 0x3fu) << 6
               | (u[3] & 0x3fu);
    default:
        return REPLACEMENT;
    }
}

size_t
shogi_utf8_encode(uint32_t c, char out[4])
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xc0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3f));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xe0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 0x3f));
        out[2] = (char)(0x80 | (c & 0x3f));
        return 3;
    }
    out[0] = (char)(0xf0 | c >> 18);
    out[1] = (char)(0x80 | (c >> 12 & 0x3f));
    out[2] = (char)(0x80 | (c >> 6 & 0x3f));
    out[3] = (char)(0x80 | (c & 0x3f));
    return 4;
}

size_t
shogi_utf8_count(const char *s, size_t len)
{
    size_t at = 0, size, count = 0;

    for (; at < len; at += size, count++)
        shogi_utf8_decode(s + at, len - at, &size);
    return count;
}

/* Is there a valid character of three bytes at S, where four may be read?  Most
 * of the characters of a record are such. */
static inline bool
is_three_bytes(const char *s)
{
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint32_t word, start;

    memcpy(&word, s, sizeof word);
    if ((word & 0x00c0c0f0) != 0x008080e0)
        return false;
    /* The bits that tell an overlong form (none set) and a surrogate (d, 20). */
    start = word & 0x200f;
    return start != 0 && start != 0x200d;
#else
    return (*s & 0xf0) == 0xe0 && wide_length((const unsigned char *)s, 4) == 3;
#endif
}

size_t
shogi_utf8_valid_length(const char *s, size_t len)
{
    const char *p = s, *end;
    size_t size;

    if (len == 0) /* S may be NULL then */
        return 0;
    end = s + len;
    while ((p = shogi_ascii_skip(p, end)) < end) {
        do {
            while (end - p >= 4 && is_three_bytes(p))
                p += 3;
            if (p == end || !(*p & 0x80))
                break;
            size = wide_length((const unsigned char *)p, (size_t)(end - p));
            if (size == 0)
                return (size_t)(p - s);
            p += size;
        } while (p < end && (*p & 0x80));
    }
    return len;
}

bool
shogi_utf8_is_valid(const char *s, size_t len)
{
    return shogi_utf8_valid_length(s, len) == len;
}

static size_t
width_of(uint32_t c)
{
    if (c < 0x20 || (c >= 0x7f && c < 0xa0))
        return 0;
    if (c < 0x7f || (c >= 0xff61 && c <= 0xff9f))
        return 1;
    return 2;
}

size_t
shogi_utf8_width(const char *s, size_t len)
{
    size_t at = 0, size, width = 0;

    for (; at < len; at += size)
        width += width_of(shogi_utf8_decode(s + at, len - at, &size));
    return width;
}
