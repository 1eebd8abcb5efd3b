/* SPDX-License-Identifier: MIT */
/* cjk.c - tables of multibyte codes, filled from iconv at first use. */
#include "text/cjk.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/utf8.h"
#include "text/charset.h"

/* Where the codes of a set lie, and the lead bytes in the order in which a
 * character that has several codes is looked up: ranges, first and last. */
static const struct {
    enum shogi_encoding encoding;
    unsigned char prefix; /* a byte before each code; 0: none */
    unsigned char trail_first, trail_last;
    unsigned char order[8][2];
} sets[SHOGI_CJK_COUNT] = {
    /* clang-format off */
    /* As Windows writes: the JIS rows, NEC's row 13, IBM's kanji, NEC's copies
     * of IBM's kanji, the private rows. */
    [SHOGI_CJK_CP932] = { SHOGI_ENCODING_CP932, 0, 0x40, 0xfc,
        { { 0x81, 0x86 }, { 0x88, 0x9f }, { 0xe0, 0xec }, { 0x87, 0x87 },
          { 0xfa, 0xfc }, { 0xed, 0xef }, { 0xf0, 0xf9 } } },
    [SHOGI_CJK_JIS]   = { SHOGI_ENCODING_EUC_JP, 0, 0xa1, 0xfe, { { 0xa1, 0xfe } } },
    [SHOGI_CJK_JIS_2] = { SHOGI_ENCODING_EUC_JP, 0x8f, 0xa1, 0xfe, { { 0xa1, 0xfe } } },
    [SHOGI_CJK_GB]    = { SHOGI_ENCODING_GB18030, 0, 0x40, 0xfe,
        { { 0xa1, 0xf7 }, { 0x81, 0xa0 }, { 0xf8, 0xfe } } },
    /* Two numerals stand among the symbols once more. */
    [SHOGI_CJK_BIG5]  = { SHOGI_ENCODING_BIG5, 0, 0x40, 0xfe,
        { { 0xa4, 0xc6 }, { 0xa1, 0xa3 }, { 0xc7, 0xfe }, { 0x81, 0xa0 } } },
    /* clang-format on */
};

static struct shogi_cjk_table tables[SHOGI_CJK_COUNT];
static atomic_bool table_is_filled[SHOGI_CJK_COUNT];

static uint16_t codes[SHOGI_CJK_COUNT][65536];

static uint16_t gb_four[SHOGI_GB_FOUR_COUNT];
static uint16_t gb_four_codes[65536];

/* ---- code to character ---------------------------------------------------------- */

/* Ask one source for the characters of a lead byte that CHARS lacks. */
static void
ask_for_row(struct shogi_charset *c, enum shogi_cjk set, unsigned lead, uint32_t *chars)
{
    unsigned char row[256 * 3];
    unsigned first = sets[set].trail_first, last = sets[set].trail_last;
    size_t n = 0;

    for (unsigned trail = first; trail <= last; trail++) {
        if (sets[set].prefix)
            row[n++] = sets[set].prefix;
        row[n++] = (unsigned char)lead;
        row[n++] = (unsigned char)trail;
    }
    shogi_charset_decode(c, row, sets[set].prefix ? 3 : 2, last - first + 1,
                         chars + first);
}

static void
fill_row(struct shogi_cjk_table *table, unsigned lead, const uint32_t *chars)
{
    for (unsigned trail = 0; trail < 256; trail++) {
        unsigned char *cell = table->cell[lead - 0x80][trail];
        char bytes[4];

        /* Beyond U+FFFF there are only some of Hong Kong's additions to Big5. */
        if (chars[trail] < 0x80 || chars[trail] > 0xffff)
            continue;
        cell[3] = (unsigned char)shogi_utf8_encode(chars[trail], bytes);
        memcpy(cell, bytes, 3);
    }
}

static void
fill_table(enum shogi_cjk set)
{
    struct shogi_charset main, more;
    bool has_more;

    if (!shogi_charset_open(&main, sets[set].encoding, false))
        return;
    has_more = shogi_charset_open(&more, sets[set].encoding, true);
    for (size_t i = 0; sets[set].order[i][0]; i++) {
        for (unsigned lead = sets[set].order[i][0]; lead <= sets[set].order[i][1];
             lead++) {
            uint32_t chars[256] = { 0 };

            ask_for_row(&main, set, lead, chars);
            if (has_more)
                ask_for_row(&more, set, lead, chars);
            fill_row(&tables[set], lead, chars);
        }
    }
    if (has_more)
        shogi_charset_close(&more);
    shogi_charset_close(&main);
    table_is_filled[set] = true;
}

/* pthread_once() passes no argument: a function for each set. */
static void
fill_cp932(void)
{
    fill_table(SHOGI_CJK_CP932);
}

static void
fill_jis(void)
{
    fill_table(SHOGI_CJK_JIS);
}

static void
fill_jis_2(void)
{
    fill_table(SHOGI_CJK_JIS_2);
}

static void
fill_gb(void)
{
    fill_table(SHOGI_CJK_GB);
}

static void
fill_big5(void)
{
    fill_table(SHOGI_CJK_BIG5);
}

const struct shogi_cjk_table *
shogi_cjk_table(enum shogi_cjk set)
{
    static pthread_once_t once[SHOGI_CJK_COUNT] = { PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT,
                                                    PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT,
                                                    PTHREAD_ONCE_INIT };
    static void (*const fill[SHOGI_CJK_COUNT])(void) = {
        fill_cp932, fill_jis, fill_jis_2, fill_gb, fill_big5,
    };

    pthread_once(&once[set], fill[set]);
    return table_is_filled[set] ? &tables[set] : NULL;
}

bool
shogi_cjk_is_filled(enum shogi_cjk set)
{
    return table_is_filled[set];
}

/* ---- character to code ---------------------------------------------------------- */

static void
invert_table(enum shogi_cjk set)
{
    const struct shogi_cjk_table *table = shogi_cjk_table(set);

    if (!table)
        return;
    for (size_t i = 0; sets[set].order[i][0]; i++) {
        for (unsigned lead = sets[set].order[i][0]; lead <= sets[set].order[i][1];
             lead++) {
            for (unsigned trail = 0x40; trail < 256; trail++) {
                uint32_t c = shogi_cjk_char(table, lead, trail);

                if (c && codes[set][c] == 0)
                    codes[set][c] = (uint16_t)(lead << 8 | trail);
            }
        }
    }
}

static void
invert_cp932(void)
{
    invert_table(SHOGI_CJK_CP932);
}

static void
invert_jis(void)
{
    invert_table(SHOGI_CJK_JIS);
}

static void
invert_jis_2(void)
{
    invert_table(SHOGI_CJK_JIS_2);
}

static void
invert_gb(void)
{
    invert_table(SHOGI_CJK_GB);
}

static void
invert_big5(void)
{
    invert_table(SHOGI_CJK_BIG5);
}

const uint16_t *
shogi_cjk_codes(enum shogi_cjk set)
{
    static pthread_once_t once[SHOGI_CJK_COUNT] = { PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT,
                                                    PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT,
                                                    PTHREAD_ONCE_INIT };
    static void (*const invert[SHOGI_CJK_COUNT])(void) = {
        invert_cp932, invert_jis, invert_jis_2, invert_gb, invert_big5,
    };

    pthread_once(&once[set], invert[set]);
    return table_is_filled[set] ? codes[set] : NULL;
}

/* ---- the four-byte codes of GB18030 --------------------------------------------- */

static void
fill_gb_four(void)
{
    struct shogi_charset c;
    unsigned char batch[SHOGI_CHARSET_BATCH * 4];
    size_t at, n;

    if (!shogi_charset_open(&c, SHOGI_ENCODING_GB18030, false))
        return;
    for (at = 0; at < SHOGI_GB_FOUR_COUNT; at += n) {
        uint32_t chars[SHOGI_CHARSET_BATCH] = { 0 };

        n = SHOGI_GB_FOUR_COUNT - at;
        if (n > SHOGI_CHARSET_BATCH)
            n = SHOGI_CHARSET_BATCH;
        for (size_t i = 0; i < n; i++) {
            unsigned number = (unsigned)(at + i);

            batch[i * 4] = (unsigned char)(0x81 + number / 12600);
            batch[i * 4 + 1] = (unsigned char)(0x30 + number / 1260 % 10);
            batch[i * 4 + 2] = (unsigned char)(0x81 + number / 10 % 126);
            batch[i * 4 + 3] = (unsigned char)(0x30 + number % 10);
        }
        shogi_charset_decode(&c, batch, 4, n, chars);
        for (size_t i = 0; i < n; i++) {
            if (chars[i] == 0 || chars[i] > 0xffff)
                continue;
            gb_four[at + i] = (uint16_t)chars[i];
            gb_four_codes[chars[i]] = (uint16_t)(at + i + 1);
        }
    }
    shogi_charset_close(&c);
}

static void
fill_gb_four_once(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, fill_gb_four);
}

const uint16_t *
shogi_cjk_gb_four(void)
{
    fill_gb_four_once();
    return gb_four;
}

const uint16_t *
shogi_cjk_gb_four_codes(void)
{
    fill_gb_four_once();
    return gb_four_codes;
}
