/* SPDX-License-Identifier: MIT */
/* json_scan.c - JSON text looked at without understanding it: where a game ends,
 * which keys there are, where things stand. */
#include <string.h>

#include "base/bytes.h"
#include "notation/json.h"

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static const char *
skip_blanks(const char *p, const char *end)
{
    while (p < end && is_blank(*p))
        p++;
    return p;
}

/* Behind the string whose quote stands at P; END when it is cut. */
static const char *
skip_string(const char *p, const char *end)
{
    for (p++; p < end; p++) {
        if (*p == '"')
            return p + 1;
        if (*p == '\\')
            p++;
    }
    return end;
}

/* ---- cutting ------------------------------------------------------------------------
 */

/* `state` of a split; above the flags the depth, which stops at its largest. */
enum {
    IN_STRING = 1 << 0,
    ESCAPED = 1 << 1, /* the next byte is part of an escape */
    CLOSED = 1 << 2,  /* the object is complete, its line may go on */
    DEPTH_ONE = 1 << 3,
    DEPTH_SHIFT = 3
};

/* Bytes that change the state.  All are below 0x80, and in UTF-8 (JSON has no
 * other encoding) no character has them inside. */
static const bool changes_state[256] = {
    ['"'] = true, ['\\'] = true, ['{'] = true,  ['}'] = true,
    ['['] = true, [']'] = true,  ['\n'] = true,
};

enum answer { NO, YES, UNKNOWN };

/* Blanks between '{' and the key that are looked at; programs write none. */
enum { MAX_BLANKS = 8 };

/* Does a root object begin at P, the beginning of a line? */
static enum answer
begins_root(const char *p, const char *end, bool at_eof, const char *const *root_keys)
{
    enum answer unknown = at_eof ? NO : UNKNOWN, answer = NO;
    const char *limit;

    if (p == end)
        return unknown;
    if (*p++ != '{')
        return NO;
    limit = end - p > MAX_BLANKS ? p + MAX_BLANKS : end;
    while (p < limit && (*p == ' ' || *p == '\t'))
        p++;
    if (p == end)
        return unknown;
    if (*p++ != '"')
        return NO;
    for (; *root_keys; root_keys++) {
        size_t len = strlen(*root_keys), left = (size_t)(end - p);
        size_t seen = left < len ? left : len;
        if (memcmp(p, *root_keys, seen) != 0)
            continue;
        if (left <= len)
            answer = unknown;
        else if (p[len] == '"')
            return YES;
    }
    return answer;
}

static struct shogi_split
wait_at(const char *s, size_t at, uint32_t state)
{
    /* A carriage return stays with its line feed. */
    if (at > 0 && s[at - 1] == '\r')
        at--;
    return (struct shogi_split){ .scanned = at, .state = state };
}

/* The state behind C, which changes it, inside an object or before it. */
static uint32_t
next_state(uint32_t state, char c)
{
    if (c == '\n') /* a string that is not closed ends with its line */
        return state & ~(uint32_t)(IN_STRING | ESCAPED);
    if (state & IN_STRING)
        return c == '\\'  ? state | ESCAPED
               : c == '"' ? state & ~(uint32_t)IN_STRING
                          : state;
    if (state < DEPTH_ONE) /* brackets and junk before the object */
        return c == '{' ? DEPTH_ONE : 0;
    if (c == '"')
        return state | IN_STRING;
    if (c == '{' || c == '[')
        return state > UINT32_MAX - DEPTH_ONE ? state : state + DEPTH_ONE;
    if (c == '}' || c == ']')
        return state - DEPTH_ONE < DEPTH_ONE ? CLOSED : state - DEPTH_ONE;
    return state;
}

/* Behind the object, whose end stands before AT: to the end of the line, or to
 * another object in it. */
static struct shogi_split
take_rest_of_line(const char *s, size_t at, size_t len, bool at_eof)
{
    for (; at < len; at++) {
        if (s[at] == '\n')
            return (struct shogi_split){ .len = at + 1 };
        if (s[at] == '{')
            return (struct shogi_split){ .len = at };
    }
    return at_eof ? (struct shogi_split){ .len = len } : wait_at(s, len, CLOSED);
}

struct shogi_split
shogi_json_split(const char *s, size_t len, bool at_eof, const struct shogi_split *from,
                 const char *const *root_keys)
{
    uint32_t state = from->state;
    size_t at = from->scanned;

    while (at < len && state != CLOSED) {
        if (state & ESCAPED && s[at] != '\n') {
            state &= ~(uint32_t)ESCAPED;
            at++;
            continue;
        }
        while (at < len && !changes_state[(unsigned char)s[at]])
            at++;
        if (at == len)
            break;
        if (s[at] == '\n' && state >= DEPTH_ONE) {
            enum answer answer = begins_root(s + at + 1, s + len, at_eof, root_keys);
            if (answer == YES)
                return (struct shogi_split){ .len = at + 1 };
            if (answer == UNKNOWN)
                return wait_at(s, at, state);
        }
        state = next_state(state, s[at++]);
    }
    if (state == CLOSED)
        return take_rest_of_line(s, at, len, at_eof);
    return at_eof ? (struct shogi_split){ .len = len } : wait_at(s, len, state);
}

/* ---- recognising --------------------------------------------------------------------
 */

static bool
fits(const struct shogi_json_key *key, char value)
{
    if (key->value == '0')
        return (value >= '0' && value <= '9') || value == '-';
    return !key->value || key->value == value;
}

/* Bits of the keys that are KEY of LEN bytes at DEPTH with a value like VALUE. */
static uint32_t
find_key(const struct shogi_json_key *keys, size_t count, const char *key, size_t len,
         unsigned depth, char value)
{
    uint32_t found = 0;

    for (size_t i = 0; i < count; i++)
        if (keys[i].depth == depth && strlen(keys[i].key) == len
            && memcmp(keys[i].key, key, len) == 0 && fits(&keys[i], value))
            found |= 1u << i;
    return found;
}

int
shogi_json_weigh(const char *utf8, size_t len, const struct shogi_json_key *keys,
                 size_t count)
{
    const char *p = utf8, *end = utf8 + len;
    uint32_t found = 0;
    unsigned depth = 0;
    int weight = 0;

    while (p < end && (is_blank(*p) || *p == '[' || *p == ','))
        p++;
    if (p == end || *p != '{')
        return 0;
    while (p < end) {
        if (*p == '"') {
            const char *key = p + 1, *behind = skip_string(p, end);
            const char *colon = skip_blanks(behind, end);
            p = behind;
            if (colon < end && *colon == ':') {
                p = skip_blanks(colon + 1, end);
                found |= find_key(keys, count, key, (size_t)(behind - 1 - key), depth,
                                  p < end ? *p : '\0');
            }
            continue;
        }
        if (*p == '{' || *p == '[')
            depth++;
        else if ((*p == '}' || *p == ']') && --depth == 0)
            break;
        p++;
    }
    for (size_t i = 0; i < count; i++)
        weight += found >> i & 1 ? keys[i].weight : 0;
    return weight > 95 ? 95 : weight;
}

/* ---- places -------------------------------------------------------------------------
 */

enum kind { OTHER, LIST, ELEMENT, SUBLISTS };

void
shogi_json_places_init(struct shogi_json_places *s, const struct shogi_text *t,
                       const char *object, struct shogi_place at, const char *list,
                       const char *sublists)
{
    s->p = s->counted = object;
    s->end = t->utf8 + t->len;
    s->list = list;
    s->sublists = sublists;
    s->at = at;
    s->next_kind = OTHER;
    s->depth = 0;
    s->kind[0] = OTHER;
}

/* The string at `p`: a key says what may open next. */
static void
step_string(struct shogi_json_places *s)
{
    const char *key = s->p + 1, *colon;
    size_t len;

    s->p = skip_string(s->p, s->end);
    colon = skip_blanks(s->p, s->end);
    if (colon == s->end || *colon != ':')
        return;
    len = (size_t)(s->p - 1 - key);
    s->p = colon + 1;
    if (s->depth == 1 && shogi_bytes_are(key, len, s->list))
        s->next_kind = LIST;
    else if (s->kind[s->depth] == ELEMENT && shogi_bytes_are(key, len, s->sublists))
        s->next_kind = SUBLISTS;
    else
        s->next_kind = OTHER;
}

static void
open_container(struct shogi_json_places *s, char c)
{
    enum kind outer = (enum kind)s->kind[s->depth], kind = OTHER;

    if (c == '{')
        kind = outer == LIST ? ELEMENT : OTHER;
    else
        kind = outer == SUBLISTS ? LIST : (enum kind)s->next_kind;
    if (s->depth + 1 < SHOGI_JSON_DEPTH)
        s->kind[++s->depth] = (uint8_t)kind;
    else
        s->p = s->end; /* jansson has not read this */
    s->next_kind = OTHER;
}

static void
step(struct shogi_json_places *s)
{
    char c = *s->p;

    if (c == '"') {
        step_string(s);
        return;
    }
    s->p++;
    if (c == '{' || c == '[')
        open_container(s, c);
    else if ((c == '}' || c == ']') && s->depth > 0)
        s->depth--;
    else if (c == ',')
        s->next_kind = OTHER;
}

static struct shogi_place
place_of(struct shogi_json_places *s, const char *p)
{
    for (; s->counted < p; s->counted++) {
        if (*s->counted == '\n') {
            s->at.line++;
            s->at.column = 1;
        } else {
            s->at.column += (*s->counted & 0xc0) != 0x80;
        }
    }
    return s->at;
}

struct shogi_place
shogi_json_next_place(struct shogi_json_places *s, unsigned depth)
{
    while (s->p < s->end) {
        const char *at = s->p;
        bool is_found = *at == '{' && s->depth == depth && s->kind[depth] == LIST;
        step(s);
        if (is_found)
            return place_of(s, at);
    }
    return s->at;
}

void
shogi_json_leave(struct shogi_json_places *s, unsigned depth)
{
    while (s->p < s->end && s->depth >= depth)
        step(s);
}
