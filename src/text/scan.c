/* SPDX-License-Identifier: MIT */
/* scan.c - blanks, kanji numerals and columns of a line. */
#include "text/scan.h"

#include "base/utf8.h"

/* The length of the blank that ends at END, of which LEN bytes may be read. */
static size_t
blank_length_before(const char *end, size_t len)
{
    if (len == 0)
        return 0;
    if (!(end[-1] & 0x80))
        return scan_blank_length(end - 1);
    if (len >= 2 && scan_blank_length(end - 2) == 2)
        return 2;
    return len >= 3 && scan_blank_length(end - 3) == 3 ? 3 : 0;
}

void
scan_trim(struct scan *s)
{
    size_t n;

    while ((n = blank_length_before(s->eol, scan_left(s))) > 0)
        s->eol -= n;
}

bool
scan_kanji_digit(struct scan *s, int *digit)
{
    static const char digits[9][4] = { "一", "二", "三", "四", "五",
                                       "六", "七", "八", "九" };

    /* Most characters that are asked about are not even in this part of Unicode. */
    if (scan_left(s) < 3 || ((unsigned char)*s->p & 0xfe) != 0xe4)
        return false;
    for (int i = 0; i < 9; i++) {
        if (memcmp(s->p, digits[i], 3) == 0) {
            s->p += 3;
            *digit = i + 1;
            return true;
        }
    }
    return false;
}

/* Take "N times UNIT", where N may be missing and means 1. */
static bool
take_unit(struct scan *s, const char *unit, uint32_t *count)
{
    const char *from = s->p;
    int digit = 1;

    scan_kanji_digit(s, &digit);
    if (scan_word(s, unit)) {
        *count = (uint32_t)digit;
        return true;
    }
    s->p = from;
    return false;
}

bool
scan_count(struct scan *s, uint32_t max, uint32_t *value)
{
    uint32_t hundreds = 0, tens = 0;
    int ones = 0;
    bool any = false;

    if (scan_number(s, max, value))
        return true;
    any |= take_unit(s, "百", &hundreds);
    any |= take_unit(s, "十", &tens);
    any |= scan_kanji_digit(s, &ones);
    if (!any)
        return false;
    *value = hundreds * 100 + tens * 10 + (uint32_t)ones;
    if (*value > max)
        *value = max;
    return true;
}

uint32_t
scan_column(struct scan *s, const char *at)
{
    if (at >= s->counted)
        s->column += (uint32_t)shogi_utf8_count(s->counted, (size_t)(at - s->counted));
    else
        s->column -= (uint32_t)shogi_utf8_count(at, (size_t)(s->counted - at));
    s->counted = at;
    return s->column;
}
