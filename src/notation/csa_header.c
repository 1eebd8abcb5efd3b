/* SPDX-License-Identifier: MIT */
/* csa_header.c - names of players and other headers of a CSA record, both ways.
 *
 *     N+name      N-name
 *     $EVENT:text
 *     $NOTE:one line\nand another    V3
 *     $KEY:one line
 *     $KEY:and another
 *
 * Known headers get the key that KIF has for them; the others keep theirs. */
#include "notation/csa.h"

/* ---- reading --------------------------------------------------------------------- */

static void
add_header(struct shogi_game *g, enum shogi_header_id id, const char *key, size_t key_len,
           const struct scan *s)
{
    const char *known = shogi_header_kif_key(id);
    struct shogi_place at = { s->number, 1 };

    if (id != SHOGI_HEADER_OTHER && !known)
        known = shogi_header_csa_key(id);
    shogi_game_add_header_text(g, id, known ? known : key,
                               known ? strlen(known) : key_len, s->p, scan_left(s), at);
}

/* $NOTE has "\n" for a line break and "\\" for a backslash. */
static void
unescape(struct shogi_game *g, struct scan *s)
{
    char *text = shogi_arena_alloc(&g->arena, scan_left(s) + 1), *to = text;

    if (!text) {
        g->out_of_memory = true;
        return;
    }
    for (const char *p = s->p; p < s->eol; p++) {
        if (*p == '\\' && p + 1 < s->eol && (p[1] == 'n' || p[1] == '\\'))
            *to++ = *++p == 'n' ? '\n' : '\\';
        else
            *to++ = *p;
    }
    s->p = text;
    s->eol = to;
}

bool
shogi_csa_read_header(const struct scan *line, struct shogi_game *g,
                      enum shogi_header_id *id)
{
    struct scan s = *line;
    const char *key = s.p + 1, *colon;
    size_t key_len;

    if (*s.p == 'N') {
        *id = *key == '+' ? SHOGI_HEADER_BLACK : SHOGI_HEADER_WHITE;
        s.p += 2;
        scan_blanks(&s);
        add_header(g, *id, NULL, 0, &s);
        return true;
    }
    colon = memchr(key, ':', (size_t)(s.eol - key));
    if (!colon)
        return false;
    key_len = (size_t)(colon - key);
    *id = shogi_header_id_from_csa_key(key, key_len);
    if (*id == SHOGI_HEADER_OTHER) /* written by us, for a header of KIF */
        *id = shogi_header_id_from_kif_key(key, key_len);
    s.p = colon + 1;
    scan_blanks(&s);
    if (*id == SHOGI_HEADER_NOTE)
        unescape(g, &s);
    add_header(g, *id, key, key_len, &s);
    return true;
}

static bool
is_one_line(enum shogi_header_id id)
{
    return id == SHOGI_HEADER_BLACK || id == SHOGI_HEADER_WHITE
           || id == SHOGI_HEADER_NOTE;
}

/* Does the header behind A, in the next line, go on with its value? */
static bool
continues(const struct shogi_header *a)
{
    const struct shogi_header *b = a->next;

    return b && b->at.line == a->at.line + 1 && a->id == b->id
           && !is_one_line((enum shogi_header_id)a->id) && strcmp(a->key, b->key) == 0;
}

/* Make one value of those of FIRST and of all that continue it. */
static void
join(struct shogi_game *g, struct shogi_header *first)
{
    struct shogi_header *h, *last = first;
    size_t size = strlen(first->value) + 1;
    char *text, *to;

    for (; continues(last); last = last->next)
        size += strlen(last->next->value) + 1;
    text = to = shogi_arena_alloc(&g->arena, size);
    if (!text) {
        g->out_of_memory = true;
        return;
    }
    for (h = first; h != last->next; h = h->next) {
        size_t len = strlen(h->value);
        memcpy(to, h->value, len);
        to += len;
        *to++ = h == last ? '\0' : '\n';
    }
    first->value = text;
    first->next = last->next;
    if (!first->next)
        g->headers_tail = &first->next;
}

void
shogi_csa_join_headers(struct shogi_game *g)
{
    for (struct shogi_header *h = g->headers; h; h = h->next)
        if (continues(h))
            join(g, h);
}

/* ---- writing --------------------------------------------------------------------- */

/* A name is one line. */
static void
put_name(struct shogi_buf *out, char sign, const char *name)
{
    shogi_buf_putc(out, 'N');
    shogi_buf_putc(out, sign);
    for (; *name; name++)
        shogi_buf_putc(out, *name == '\n' || *name == '\r' ? ' ' : *name);
    shogi_buf_putc(out, '\n');
}

/* In $NOTE a line break is "\n", and a backslash is doubled. */
static void
put_note(struct shogi_buf *out, const char *s)
{
    for (; *s; s++) {
        if (*s == '\n')
            shogi_buf_puts(out, "\\n");
        else if (*s == '\\')
            shogi_buf_puts(out, "\\\\");
        else
            shogi_buf_putc(out, *s == '\r' ? ' ' : *s);
    }
}

/* Up to the first colon is the key, so none may be in it. */
static void
put_key(struct shogi_buf *out, const char *key)
{
    for (; *key; key++) {
        if (*key == ':')
            shogi_buf_puts(out, "：");
        else
            shogi_buf_putc(out, *key == '\n' || *key == '\r' ? ' ' : *key);
    }
}

/* Keys that CSA does not know are written as they are: other readers skip them,
 * ours knows them.  A value of several lines is several headers, which our
 * reader joins again. */
static void
put_header(struct shogi_buf *out, const struct shogi_header *h)
{
    enum shogi_header_id id = (enum shogi_header_id)h->id;
    const char *key = shogi_header_csa_key(id), *value = h->value;

    if (!key)
        key = shogi_header_kif_key(id);
    if (!key)
        key = h->key;
    shogi_buf_putc(out, '$');
    put_key(out, key);
    shogi_buf_putc(out, ':');
    if (id == SHOGI_HEADER_NOTE) {
        put_note(out, value);
        value = "";
    }
    for (; *value; value++) {
        if (*value == '\n') {
            shogi_buf_puts(out, "\n$");
            put_key(out, key);
        }
        shogi_buf_putc(out, *value == '\n' ? ':' : *value == '\r' ? ' ' : *value);
    }
    shogi_buf_putc(out, '\n');
}

/* The start position tells the handicap. */
static bool
is_written(const struct shogi_header *h)
{
    return h->id != SHOGI_HEADER_BLACK && h->id != SHOGI_HEADER_WHITE
           && h->id != SHOGI_HEADER_HANDICAP;
}

void
shogi_csa_put_headers(const struct shogi_game *g, struct shogi_buf *out)
{
    const struct shogi_header *h, *before = NULL;

    for (h = g->headers; h; h = h->next) {
        if (h->id == SHOGI_HEADER_BLACK)
            put_name(out, '+', h->value);
        else if (h->id == SHOGI_HEADER_WHITE)
            put_name(out, '-', h->value);
    }
    for (h = g->headers; h; h = h->next) {
        if (!is_written(h))
            continue;
        /* Two headers with one key, not one of two lines. */
        if (before && before->id == h->id
            && (h->id != SHOGI_HEADER_OTHER || strcmp(before->key, h->key) == 0))
            shogi_buf_putc(out, '\n');
        put_header(out, h);
        before = h;
    }
}
