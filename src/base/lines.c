/* SPDX-License-Identifier: MIT */
/* lines.c - line ends, many bytes at a time.
 *
 * Compilers make vectors of the loops over a block, whose length is a constant. */
#include "base/lines.h"

#include <string.h>

/* A multiple of every vector, and counts up to it fit into a byte. */
enum { BLOCK = 224 };

/* Of the BLOCK bytes at S, behind which one more may be read. */
static size_t
count_in_block(const char *s)
{
    unsigned char count = 0;

    for (size_t i = 0; i < BLOCK; i++)
        count =
            (unsigned char)(count
                            + ((s[i] == '\n') | ((s[i] == '\r') & (s[i + 1] != '\n'))));
    return count;
}

static size_t
lone_crs_in_block(const char *s)
{
    unsigned char count = 0;

    for (size_t i = 0; i < BLOCK; i++)
        count = (unsigned char)(count + ((s[i] == '\r') & (s[i + 1] != '\n')));
    return count;
}

static bool
is_lone_cr(const char *s, const char *end)
{
    return *s == '\r' && (s + 1 == end || s[1] != '\n');
}

size_t
shogi_lines_count(const char *s, size_t len)
{
    const char *end;
    size_t count = 0;

    if (len == 0)
        return 0;
    end = s + len;
    for (; end - s > BLOCK; s += BLOCK)
        count += count_in_block(s);
    for (; s < end; s++)
        count += *s == '\n' || is_lone_cr(s, end);
    return count;
}

bool
shogi_lines_have_lone_cr(const char *s, size_t len)
{
    const char *end;

    if (len == 0)
        return false;
    end = s + len;
    s = memchr(s, '\r', len);
    if (!s)
        return false;
    for (; end - s > BLOCK; s += BLOCK)
        if (lone_crs_in_block(s) > 0)
            return true;
    while (s < end && !is_lone_cr(s, end))
        s++;
    return s < end;
}
