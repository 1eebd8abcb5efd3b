/* SPDX-License-Identifier: MIT */
/* scan.h - a place in decoded text: lines, words, numbers, columns.
 *
 * A scanner stands at `p` in a line that ends before `eol`.  Functions that
 * take something return whether it was there; if not, they do not move. */
#ifndef SHOGI_TEXT_SCAN_H
#define SHOGI_TEXT_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "text/encoding.h"

struct scan {
    const char *p;    /* here */
    const char *eol;  /* end of this line, without its line end */
    const char *line; /* start of this line */
    const char *next; /* start of the next line */
    const char *end;  /* end of the text; zero bytes follow */
    uint32_t number;  /* of this line in its path, from 1 */

    const char *counted; /* of this line, scan_column() has counted this far */
    uint32_t column;     /* of `counted` */
};

/* Stand before the first line; scan_next_line() goes to it. */
static inline void
scan_init(struct scan *s, const struct shogi_text *t)
{
    *s = (struct scan){ .p = t->utf8,
                        .eol = t->utf8,
                        .line = t->utf8,
                        .next = t->utf8,
                        .end = t->utf8 + t->len,
                        .number = t->first_line - 1,
                        .counted = t->utf8,
                        .column = 1 };
}

/* Go to the next line, of which it is known that it ends before EOL, and that
 * another begins at NEXT. */
static inline void
scan_to_known_line(struct scan *s, const char *eol, const char *next)
{
    s->p = s->line = s->counted = s->next;
    s->column = 1;
    s->eol = eol;
    s->next = next;
    s->number++;
}

/* Go to the next line; false at the end of the text. */
static inline bool
scan_next_line(struct scan *s)
{
    const char *lf, *eol;

    if (s->next == s->end)
        return false;
    lf = memchr(s->next, '\n', (size_t)(s->end - s->next));
    eol = lf ? lf : s->end;
    if (eol > s->next && eol[-1] == '\r')
        eol--;
    scan_to_known_line(s, eol, lf ? lf + 1 : s->end);
    return true;
}

static inline bool
scan_at_end(const struct scan *s)
{
    return s->p >= s->eol;
}

/* What is left of the line. */
static inline size_t
scan_left(const struct scan *s)
{
    return (size_t)(s->eol - s->p);
}

/* Take LEN bytes of a literal WORD. */
static inline bool
scan_bytes(struct scan *s, const char *word, size_t len)
{
    if (scan_left(s) < len || memcmp(s->p, word, len) != 0)
        return false;
    s->p += len;
    return true;
}

/* Take WORD, which ends in NUL. */
static inline bool
scan_word(struct scan *s, const char *word)
{
    return scan_bytes(s, word, strlen(word));
}

/* Take one ASCII character. */
static inline bool
scan_char(struct scan *s, char c)
{
    if (s->p >= s->eol || *s->p != c)
        return false;
    s->p++;
    return true;
}

/* Is a blank at P?  Its length in bytes, 0 when not.  Blanks are space, tab, NUL,
 *
 *     U+3000   e3 80 80   ideographic space: Kifu for Windows pads with it
 *     U+00A0   c2 a0      no-break space: text copied from web pages
 *     U+FEFF   ef bb bf   a BOM in the middle: files put together with cat
 *     U+200B   e2 80 8b   zero width space: web pages again
 *
 * Bytes behind a text are zero: ask for the end before asking for a blank. */
static inline size_t
scan_blank_length(const char *p)
{
    const unsigned char *u = (const unsigned char *)p;

    if (u[0] < 0x80)
        return u[0] == ' ' || u[0] == '\t' || u[0] == '\0';
    switch (u[0]) {
    case 0xe3:
        return u[1] == 0x80 && u[2] == 0x80 ? 3 : 0;
    case 0xc2:
        return u[1] == 0xa0 ? 2 : 0;
    case 0xef:
        return u[1] == 0xbb && u[2] == 0xbf ? 3 : 0;
    case 0xe2:
        return u[1] == 0x80 && u[2] == 0x8b ? 3 : 0;
    default:
        return 0;
    }
}

/* Take all blanks; how many bytes. */
static inline size_t
scan_blanks(struct scan *s)
{
    const char *from = s->p;
    size_t n;

    while (s->p < s->eol && (n = scan_blank_length(s->p)) > 0)
        s->p += n;
    return (size_t)(s->p - from);
}

/* Move `eol` back over trailing blanks. */
void scan_trim(struct scan *s);

/* Take one decimal digit, ASCII or full width. */
static inline bool
scan_digit(struct scan *s, int *digit)
{
    const unsigned char *p = (const unsigned char *)s->p;

    if (s->p >= s->eol)
        return false;
    if (p[0] >= '0' && p[0] <= '9') {
        *digit = p[0] - '0';
        s->p++;
        return true;
    }
    /* U+FF10 to U+FF19 */
    if (p[0] == 0xef && s->eol - s->p >= 3 && p[1] == 0xbc && p[2] >= 0x90
        && p[2] <= 0x99) {
        *digit = p[2] - 0x90;
        s->p += 3;
        return true;
    }
    return false;
}

/* Take a run of decimal digits, ASCII or full width; the value saturates at
 * MAX.  At least one digit. */
static inline bool
scan_number(struct scan *s, uint32_t max, uint32_t *value)
{
    uint64_t number;
    int digit;

    if (!scan_digit(s, &digit))
        return false;
    number = (uint64_t)digit;
    while (scan_digit(s, &digit)) {
        number = number * 10 + (uint64_t)digit;
        if (number > max)
            number = max;
    }
    *value = number > max ? max : (uint32_t)number;
    return true;
}

/* Take one kanji digit, ichi to ku (1..9). */
bool scan_kanji_digit(struct scan *s, int *digit);

/* Take a count: decimal digits, or kanji numerals up to 999 (juichi, niju,
 * hyaku ni); saturates at MAX. */
bool scan_count(struct scan *s, uint32_t max, uint32_t *value);

/* The column of AT in this line: characters from 1.  It is counted from where it
 * was asked for last, since a line may be as long as the text. */
uint32_t scan_column(struct scan *s, const char *at);

#endif
