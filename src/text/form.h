/* SPDX-License-Identifier: MIT */
/* form.h - the bytes that make a character of an encoding, by their form only.
 *
 * Each returns the length of the character at S, of which LEN > 0 bytes may be
 * read, or 0 when no character has this form.  Whether the code has a meaning
 * is not asked: that takes a table (cjk.h). */
#ifndef SHOGI_TEXT_FORM_H
#define SHOGI_TEXT_FORM_H

#include <stdbool.h>
#include <stddef.h>

static inline bool
shogi_byte_is_between(unsigned char c, unsigned first, unsigned last)
{
    return c >= first && c <= last;
}

static inline size_t
shogi_cp932_length(const unsigned char *s, size_t len)
{
    if (s[0] < 0x80 || shogi_byte_is_between(s[0], 0xa1, 0xdf)) /* half-width katakana */
        return 1;
    if (s[0] == 0x80 || s[0] == 0xa0 || s[0] > 0xfc || len < 2)
        return 0;
    return s[1] >= 0x40 && s[1] != 0x7f && s[1] <= 0xfc ? 2 : 0;
}

static inline size_t
shogi_euc_jp_length(const unsigned char *s, size_t len)
{
    if (s[0] < 0x80)
        return 1;
    if (s[0] == 0x8e) /* half-width katakana */
        return len >= 2 && shogi_byte_is_between(s[1], 0xa1, 0xdf) ? 2 : 0;
    if (s[0] == 0x8f) /* JIS X 0212 */
        return len >= 3 && shogi_byte_is_between(s[1], 0xa1, 0xfe)
                       && shogi_byte_is_between(s[2], 0xa1, 0xfe)
                   ? 3
                   : 0;
    return len >= 2 && shogi_byte_is_between(s[0], 0xa1, 0xfe)
                   && shogi_byte_is_between(s[1], 0xa1, 0xfe)
               ? 2
               : 0;
}

static inline size_t
shogi_gb18030_length(const unsigned char *s, size_t len)
{
    if (s[0] < 0x80)
        return 1;
    if (s[0] == 0x80 || s[0] == 0xff || len < 2)
        return 0;
    if (shogi_byte_is_between(s[1], '0', '9'))
        return len >= 4 && shogi_byte_is_between(s[2], 0x81, 0xfe)
                       && shogi_byte_is_between(s[3], '0', '9')
                   ? 4
                   : 0;
    return s[1] >= 0x40 && s[1] != 0x7f && s[1] != 0xff ? 2 : 0;
}

static inline size_t
shogi_big5_length(const unsigned char *s, size_t len)
{
    if (s[0] < 0x80)
        return 1;
    if (!shogi_byte_is_between(s[0], 0x81, 0xfe) || len < 2)
        return 0;
    return shogi_byte_is_between(s[1], 0x40, 0x7e)
                   || shogi_byte_is_between(s[1], 0xa1, 0xfe)
               ? 2
               : 0;
}

#endif
