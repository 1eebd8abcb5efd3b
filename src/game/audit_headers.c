/* SPDX-License-Identifier: MIT */
/* audit_headers.c - headers against the board, each other and the calendar. */
#include <string.h>

#include "game/audit.h"

/* ---- the handicap --------------------------------------------------------------- */

static void
look_at_handicap(struct audit *a, const struct shogi_header *h)
{
    enum shogi_handicap named, real = shogi_handicap_of(&a->g->start);

    if (!shogi_handicap_from_kif(h->value, strlen(h->value), &named)
        || named == SHOGI_HANDICAP_OTHER || named == real)
        return;
    struct shogi_diag *d = shogi_game_diag(a->g, SHOGI_DIAG_HANDICAP_MISMATCH, h->at);
    shogi_diag_add_text(a->g, d, h->value, strlen(h->value));
    shogi_diag_add_string(a->g, d, shogi_handicap_kif(real));
}

/* ---- duplicates ----------------------------------------------------------------- */

/* Notes may stand in several lines; a key that nobody knows may be a list, too. */
static bool
may_stand_twice(const struct shogi_header *h)
{
    return h->id == SHOGI_HEADER_OTHER || h->id == SHOGI_HEADER_NOTE;
}

/* ShogiHome writes the day once more beside the day and time; both keys mean the
 * same here. */
static bool
is_day_of(const char *day, const char *time)
{
    size_t len = strlen(day);

    return strlen(time) > len && memcmp(day, time, len) == 0;
}

/* FIRST is the first header with the key of H. */
static void
look_for_duplicate(struct audit *a, const struct shogi_header *first,
                   const struct shogi_header *h)
{
    struct shogi_diag *d;

    if (first == h || may_stand_twice(h) || is_day_of(h->value, first->value)
        || is_day_of(first->value, h->value))
        return;
    d = shogi_game_diag(a->g, SHOGI_DIAG_DUPLICATE_HEADER, h->at);
    shogi_diag_add_string(a->g, d, h->key);
    shogi_diag_add_number(d, first->at.line);
}

/* ---- dates ---------------------------------------------------------------------- */

/* Take a digit, ASCII or full width; -1: none. */
static int
take_digit(const char **s)
{
    const unsigned char *p = (const unsigned char *)*s;
    int digit;

    if (*p >= '0' && *p <= '9') {
        digit = *p - '0';
        *s += strlen("0");
    } else if (strncmp(*s, "０", strlen("\xef\xbc")) == 0 && p[2] >= 0x90
               && p[2] <= 0x99) {
        digit = p[2] - 0x90;
        *s += strlen("０");
    } else {
        return -1;
    }
    return digit;
}

bool
audit_take_number(const char **s, int64_t *n)
{
    int digit, digits = 0;

    *n = 0;
    for (; (digit = take_digit(s)) >= 0; digits++)
        *n = digits < 9 ? *n * 10 + digit : INT32_MAX;
    return digits > 0;
}

/* One of the signs that may stand between two numbers. */
static bool
take_sign(const char **s, const char *const *signs)
{
    for (; *signs; signs++) {
        size_t len = strlen(*signs);
        if (strncmp(*s, *signs, len) == 0) {
            *s += len;
            return true;
        }
    }
    return false;
}

static int
days_in(int64_t year, int64_t month)
{
    /* Of a month that is not known, too. */
    static const uint8_t days[] = { 31, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

    return days[month] + (month == 2 && is_leap);
}

/* "10:30", "10時30分15秒"; past the words for the day of the week. */
static bool
is_possible_time(const char *s)
{
    static const char *const hour_signs[] = { ":", "：", "時", NULL };
    static const char *const minute_signs[] = { ":", "：", "分", NULL };
    int64_t hour, minute, second = 0;

    s += strcspn(s, "0123456789");
    if (!audit_take_number(&s, &hour) || !take_sign(&s, hour_signs))
        return true;
    if (audit_take_number(&s, &minute) && take_sign(&s, minute_signs))
        audit_take_number(&s, &second);
    /* A leap second is no mistake, and midnight may be the end of the day. */
    return (hour < 24 || (hour == 24 && minute == 0 && second == 0)) && minute < 60
           && second <= 60;
}

/* Is VALUE a date and time that the calendar lacks?  Free text is not; zeros
 * stand for what is not known. */
static bool
is_impossible_date(const char *value)
{
    static const char *const signs[] = { "/", "-", ".", "年", "月", "／", "－", NULL };
    int64_t year, month, day;
    const char *s = value;

    if (!audit_take_number(&s, &year) || year < 1000 || year > 9999
        || !take_sign(&s, signs) || !audit_take_number(&s, &month))
        return false;
    if (month > 12)
        return true;
    if (!take_sign(&s, signs) || !audit_take_number(&s, &day))
        return false;
    if (day > days_in(year, month))
        return true;
    return !is_possible_time(s);
}

static void
look_at_date(struct audit *a, const struct shogi_header *h)
{
    if (is_impossible_date(h->value))
        shogi_diag_add_string(
            a->g, shogi_game_diag(a->g, SHOGI_DIAG_IMPOSSIBLE_DATE, h->at), h->value);
}

void
audit_headers(struct audit *a)
{
    const struct shogi_header *first[SHOGI_HEADER_COUNT] = { NULL };

    for (const struct shogi_header *h = a->g->headers; h; h = h->next) {
        if (!first[h->id])
            first[h->id] = h;
        look_for_duplicate(a, first[h->id], h);
        if (h->id == SHOGI_HEADER_HANDICAP)
            look_at_handicap(a, h);
        else if (h->id == SHOGI_HEADER_START_TIME || h->id == SHOGI_HEADER_END_TIME)
            look_at_date(a, h);
    }
}
