/* SPDX-License-Identifier: MIT */
/* json.c - loading JSON by jansson, and writing strings. */
#include "notation/json.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"

/* ---- escapes that stand for nothing -------------------------------------------------
 */

/* The value of four hexadecimal digits; -1: they are none. */
static int32_t
read_hex(const char *p, const char *end)
{
    int32_t value = 0;

    if (end - p < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        char c = p[i];
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

static bool
is_low_surrogate(int32_t c)
{
    return c >= 0xdc00 && c <= 0xdfff;
}

/* Does the escape at P, a backslash and 'u', stand for no character: half of a
 * surrogate pair, or NUL?  *LEN is how many bytes belong together. */
static bool
is_broken_escape(const char *p, const char *end, size_t *len)
{
    int32_t c = read_hex(p + 2, end);

    *len = 6;
    if (c == 0 || is_low_surrogate(c))
        return true;
    if (c < 0xd800 || c > 0xdbff)
        return false;
    if (end - p >= 12 && p[6] == '\\' && p[7] == 'u'
        && is_low_surrogate(read_hex(p + 8, end))) {
        *len = 12;
        return false;
    }
    return true;
}

/* Put the escape of U+FFFD, which is as long, in place of each of them in the LEN
 * bytes at S; returns how many there were, and where the *FIRST is.  A program that
 * cuts a string between the two halves of a pair writes such. */
static size_t
repair_escapes(char *s, size_t len, size_t *first)
{
    char *p = s, *end = s + len;
    size_t count = 0, size;

    while ((p = memchr(p, '\\', (size_t)(end - p)))) {
        if (end - p < 6)
            break;
        if (p[1] != 'u') {
            p += 2;
        } else {
            if (is_broken_escape(p, end, &size)) {
                memcpy(p + 2, "fffd", 4);
                if (count++ == 0)
                    *first = (size_t)(p - s);
            }
            p += size;
        }
    }
    return count;
}

/* ---- loading ------------------------------------------------------------------------
 */

/* Where P stands; *FROM, before it, has the place AT. */
static struct shogi_place
place_from(const char *from, const char *p, struct shogi_place at)
{
    for (; from < p; from++) {
        if (*from == '\n') {
            at.line++;
            at.column = 1;
        } else {
            at.column += (*from & 0xc0) != 0x80;
        }
    }
    return at;
}

struct loader {
    struct shogi_game *g;
    const char *s; /* the object, and what follows it */
    size_t len;
    size_t flags;
    struct shogi_place at; /* of `s` */
    char *copy;            /* what is read instead, NULL: `s` */
    json_error_t error;
};

static struct shogi_place
error_place(const struct loader *l)
{
    size_t position = l->error.position > 0 ? (size_t)l->error.position : 0;

    if (position > l->len)
        position = l->len;
    while (position > 0 && memchr(" \t\r\n", l->s[position - 1], 4))
        position--; /* what is missing is missed at the end of the text */
    return place_from(l->s, l->s + position, l->at);
}

static json_t *
load(struct loader *l)
{
    return json_loadb(l->copy ? l->copy : l->s, l->len, l->flags | JSON_DISABLE_EOF_CHECK,
                      &l->error);
}

/* Give way in what made jansson refuse the text, once for each kind; false: there
 * is nothing to give way in.  *STATUS is FATAL when memory is out. */
static bool
give_way(struct loader *l, enum shogi_status *status)
{
    struct shogi_diag *d;
    size_t count, first = 0;

    switch (json_error_code(&l->error)) {
    case json_error_duplicate_key:
        d = shogi_game_diag(l->g, SHOGI_DIAG_DUPLICATE_KEY, error_place(l));
        shogi_diag_add_string(l->g, d, l->error.text);
        l->flags &= ~(size_t)JSON_REJECT_DUPLICATES;
        return true;
    case json_error_numeric_overflow:
        /* A number that no field has; as a real number it does no harm. */
        if (l->flags & JSON_DECODE_INT_AS_REAL)
            return false;
        l->flags |= JSON_DECODE_INT_AS_REAL;
        return true;
    case json_error_unknown: /* jansson does not always say that it had no memory */
    case json_error_out_of_memory:
        *status = SHOGI_FATAL;
        return false;
    case json_error_invalid_syntax:
    case json_error_null_character:
    case json_error_null_byte_in_key:
        if (l->copy)
            return false;
        l->copy = shogi_memory_alloc(l->len);
        if (!l->copy) {
            *status = SHOGI_FATAL;
            return false;
        }
        memcpy(l->copy, l->s, l->len);
        count = repair_escapes(l->copy, l->len, &first);
        if (count > 0)
            shogi_diag_add_number(shogi_game_diag(l->g, SHOGI_DIAG_BAD_ESCAPE,
                                                  place_from(l->s, l->s + first, l->at)),
                                  (int64_t)count);
        return count > 0;
    default:
        return false;
    }
}

static json_t *
load_tolerantly(struct loader *l, enum shogi_status *status)
{
    json_t *root;

    *status = SHOGI_BAD;
    do
        root = load(l);
    while (!root && give_way(l, status));
    if (!root && *status == SHOGI_BAD)
        shogi_diag_add_string(l->g,
                              shogi_game_diag(l->g, SHOGI_DIAG_BAD_JSON, error_place(l)),
                              l->error.text);
    shogi_memory_free(l->copy);
    return root;
}

/* What stands between objects, where a path is an array or has a line each. */
static const char *
skip_separators(const char *p, const char *end)
{
    while (p < end && memchr(" \t\r\n,[]", *p, 8))
        p++;
    return p;
}

static void
report_line(struct shogi_game *g, enum shogi_diag_id id, const char *p, const char *end,
            struct shogi_place at)
{
    const char *eol = memchr(p, '\n', (size_t)(end - p));

    if (!eol)
        eol = end;
    if (eol > p && eol[-1] == '\r')
        eol--;
    shogi_diag_add_text(g, shogi_game_diag(g, id, at), p, (size_t)(eol - p));
}

json_t *
shogi_json_load(const struct shogi_text *t, struct shogi_game *g, const char **object,
                struct shogi_place *at, enum shogi_status *status)
{
    const char *end = t->utf8 + t->len;
    const char *p = skip_separators(t->utf8, end), *brace, *rest;
    struct loader l = { .g = g, .flags = JSON_REJECT_DUPLICATES };
    json_t *root;

    *status = SHOGI_EOF;
    if (p == end)
        return NULL;
    l.at = place_from(t->utf8, p, (struct shogi_place){ t->first_line, 1 });
    brace = memchr(p, '{', (size_t)(end - p));
    if (!brace) {
        report_line(g, SHOGI_DIAG_NOT_A_RECORD, p, end, l.at);
        *status = SHOGI_BAD;
        return NULL;
    }
    if (brace > p) {
        report_line(g, SHOGI_DIAG_UNKNOWN_LINE, p, brace, l.at);
        l.at = place_from(p, brace, l.at);
    }
    l.s = *object = brace;
    l.len = (size_t)(end - brace);
    *at = l.at;
    root = load_tolerantly(&l, status);
    if (!root)
        return NULL;
    rest = skip_separators(l.s + l.error.position, end);
    if (rest < end)
        report_line(g, SHOGI_DIAG_AFTER_END, rest, end, place_from(l.s, rest, l.at));
    *status = SHOGI_OK;
    return root;
}

/* ---- members ------------------------------------------------------------------------
 */

bool
shogi_json_integer(const json_t *v, int64_t min, int64_t max, int64_t *n)
{
    double real;

    if (json_is_integer(v)) {
        *n = json_integer_value(v);
        return *n >= min && *n <= max;
    }
    if (!json_is_real(v))
        return false;
    real = json_real_value(v);
    if (!(real >= -9e15 && real <= 9e15) || real != (double)(int64_t)real)
        return false;
    *n = (int64_t)real;
    return *n >= min && *n <= max;
}

int64_t
shogi_json_number_or(const json_t *object, const char *key, int64_t min, int64_t max,
                     int64_t otherwise)
{
    int64_t n;

    return shogi_json_integer(json_object_get(object, key), min, max, &n) ? n : otherwise;
}

json_t *
shogi_json_get(const json_t *object, const char *key)
{
    json_t *v = json_object_get(object, key);

    return json_is_null(v) ? NULL : v;
}

const char *
shogi_json_get_string(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

void
shogi_json_add_comment(struct shogi_game *g, struct shogi_node *n, const char *text,
                       size_t len)
{
    const char *end = text + len, *lf;

    do {
        lf = memchr(text, '\n', (size_t)(end - text));
        shogi_game_add_comment(g, n, text, (size_t)((lf ? lf : end) - text));
        text = lf ? lf + 1 : end;
    } while (lf);
}

/* ---- writing ------------------------------------------------------------------------
 */

/* What is written behind a backslash; 'u': four hexadecimal digits. */
static const char escapes[256] = {
    [0] = 'u',  [1] = 'u',  [2] = 'u',   [3] = 'u',     [4] = 'u',    [5] = 'u',
    [6] = 'u',  [7] = 'u',  [8] = 'b',   [9] = 't',     [10] = 'n',   [11] = 'u',
    [12] = 'f', [13] = 'r', [14] = 'u',  [15] = 'u',    [16] = 'u',   [17] = 'u',
    [18] = 'u', [19] = 'u', [20] = 'u',  [21] = 'u',    [22] = 'u',   [23] = 'u',
    [24] = 'u', [25] = 'u', [26] = 'u',  [27] = 'u',    [28] = 'u',   [29] = 'u',
    [30] = 'u', [31] = 'u', ['"'] = '"', ['\\'] = '\\', [0x7f] = 'u',
};

static void
put_escape(struct shogi_buf *out, unsigned char c)
{
    static const char hex[] = "0123456789abcdef";
    char text[6] = { '\\', escapes[c], '0', '0', hex[c >> 4], hex[c & 15] };

    shogi_buf_add(out, text, escapes[c] == 'u' ? 6 : 2);
}

/* The bytes from S to END are UTF-8. */
static void
put_escaped(struct shogi_buf *out, const char *s, const char *end)
{
    const char *run = s;

    for (; s < end; s++) {
        if (!escapes[(unsigned char)*s])
            continue;
        shogi_buf_add(out, run, (size_t)(s - run));
        put_escape(out, (unsigned char)*s);
        run = s + 1;
    }
    shogi_buf_add(out, run, (size_t)(end - run));
}

void
shogi_json_put_string(struct shogi_buf *out, const char *s, size_t len)
{
    const char *end = s + len;

    shogi_buf_putc(out, '"');
    for (;;) {
        size_t valid = shogi_utf8_valid_length(s, (size_t)(end - s));
        put_escaped(out, s, s + valid);
        s += valid;
        if (s == end)
            break;
        shogi_buf_add(out, "\xef\xbf\xbd", 3); /* the bytes of a path may be anything */
        s++;
    }
    shogi_buf_putc(out, '"');
}
