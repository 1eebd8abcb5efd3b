/* SPDX-License-Identifier: MIT */
/* cjk.h - tables of multibyte codes, filled from iconv at first use.
 *
 * All of these may be called from any thread; what they return is static and
 * read-only. */
#ifndef SHOGI_TEXT_CJK_H
#define SHOGI_TEXT_CJK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A set of two-byte codes. */
enum shogi_cjk {
    SHOGI_CJK_CP932,
    SHOGI_CJK_JIS,   /* JIS X 0208 as EUC-JP has it, and what vendors added */
    SHOGI_CJK_JIS_2, /* JIS X 0212: EUC-JP behind 0x8f */
    SHOGI_CJK_GB,    /* GB18030, the two-byte part */
    SHOGI_CJK_BIG5,
    SHOGI_CJK_COUNT
};

/* By the lead byte less 0x80, then the trail byte: up to three bytes of UTF-8,
 * then their number, 0 for a code without character.  The number comes last so
 * that a decoder can copy four bytes and move on by `cell[3]`. */
struct shogi_cjk_table {
    unsigned char cell[128][256][4];
};

/* NULL when iconv lacks the encoding. */
const struct shogi_cjk_table *shogi_cjk_table(enum shogi_cjk set);

/* Was it asked for before, so that nothing has to be filled now? */
bool shogi_cjk_is_filled(enum shogi_cjk set);

/* The character of a code, LEAD and TRAIL in 0x80..0xff and 0..0xff; 0: none. */
static inline uint32_t
shogi_cjk_char(const struct shogi_cjk_table *table, unsigned lead, unsigned trail)
{
    const unsigned char *cell = table->cell[lead - 0x80][trail];

    if (cell[3] == 3)
        return (cell[0] & 0x0fu) << 12 | (cell[1] & 0x3fu) << 6 | (cell[2] & 0x3fu);
    return cell[3] == 2 ? (cell[0] & 0x1fu) << 6 | (cell[1] & 0x3fu) : 0;
}

/* The way back: by character, 0..0xffff, lead << 8 | trail, or 0.  Of several
 * codes for a character the one that Windows writes.  NULL as above. */
const uint16_t *shogi_cjk_codes(enum shogi_cjk set);

/* The four-byte codes of GB18030 that stand for characters below U+10000,
 * numbered from 81 30 81 30 in order; the character, or 0. */
enum { SHOGI_GB_FOUR_COUNT = 39420 };
const uint16_t *shogi_cjk_gb_four(void);

/* The way back: 1 + the number of the code, or 0. */
const uint16_t *shogi_cjk_gb_four_codes(void);

#endif
