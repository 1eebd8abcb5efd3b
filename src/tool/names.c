/* SPDX-License-Identifier: MIT */
/* names.c - names of files, made from what a record says. */
#include "tool/names.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"

enum { NAME_MAX_BYTES = 200 };

static char
lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* ---- one harmless name --------------------------------------------------------------
 */

static bool
is_harmless(uint32_t c)
{
    if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'))
        return true;
    if (c == '_' || c == '-' || c == '.')
        return true;
    /* Latin letters, then kana, kanji, half-width katakana, hangul; no signs,
     * no bidi controls, no private use. */
    return (c >= 0xc0 && c < 0x250 && c != 0xd7 && c != 0xf7)
           || (c >= 0x3005 && c <= 0x3007) || (c >= 0x3041 && c <= 0x30ff)
           || (c >= 0x3400 && c <= 0x9fff) || (c >= 0xac00 && c <= 0xd7a3)
           || (c >= 0xf900 && c <= 0xfaff) || (c >= 0xff10 && c <= 0xff19)
           || (c >= 0xff21 && c <= 0xff3a) || (c >= 0xff41 && c <= 0xff5a)
           || (c >= 0xff66 && c <= 0xff9f) || (c >= 0x20000 && c <= 0x3134f);
}

/* CON, NUL, COM1 ... with or without a suffix. */
static bool
is_device(const char *s, size_t len)
{
    static const char *const devices[] = { "con", "prn", "aux", "nul", "com", "lpt" };
    const char *dot = memchr(s, '.', len);
    size_t n = dot ? (size_t)(dot - s) : len;

    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        if (n < 3 || lower(s[0]) != devices[i][0] || lower(s[1]) != devices[i][1]
            || lower(s[2]) != devices[i][2])
            continue;
        if (n == 3 ? i < 4 : n == 4 && i >= 4 && s[3] >= '0' && s[3] <= '9')
            return true;
    }
    return false;
}

void
put_file_name(struct shogi_buf *out, const char *s, size_t len)
{
    size_t start = out->len, size;

    for (; len > 0; s += size, len -= size) {
        uint32_t c = shogi_utf8_decode(s, len, &size);
        if (out->len - start + size > NAME_MAX_BYTES)
            break;
        bool leads = out->len == start && (c == '.' || c == '-');
        if (is_harmless(c) && !leads)
            shogi_buf_add(out, s, size);
        else
            shogi_buf_putc(out, '_');
    }
    while (!out->failed && out->len > start && out->data[out->len - 1] == '.')
        out->len--;
    if (out->len == start)
        shogi_buf_putc(out, '_');
    if (!out->failed && is_device(out->data + start, out->len - start)) {
        char *dot = memchr(out->data + start, '.', out->len - start);
        if (dot) /* "nul.txt_" would still be the device */
            *dot = '_';
        else
            shogi_buf_putc(out, '_');
    }
}

/* ---- templates ----------------------------------------------------------------------
 */

static void
put_stem(struct shogi_buf *out, const struct shogi_game *g)
{
    const char *path = g->source.path ? g->source.path : "game";
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');

    if (strcmp(base, "-") == 0)
        base = "game", dot = NULL;
    put_file_name(out, base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
}

static void
put_header(struct shogi_buf *out, const struct shogi_game *g, enum shogi_header_id id)
{
    const char *value = shogi_game_header(g, id);

    if (value && *value)
        put_file_name(out, value, strlen(value));
    else
        shogi_buf_putc(out, '_');
}

static bool
put_field(struct shogi_buf *out, const char *field, size_t len,
          const struct shogi_game *g)
{
    static const struct {
        const char *name;
        enum shogi_header_id id;
    } headers[] = { { "black", SHOGI_HEADER_BLACK },
                    { "white", SHOGI_HEADER_WHITE },
                    { "date", SHOGI_HEADER_START_TIME },
                    { "event", SHOGI_HEADER_EVENT } };

    if (len == 4 && memcmp(field, "stem", 4) == 0) {
        put_stem(out, g);
        return true;
    }
    if (len == 1 && *field == 'n') {
        shogi_buf_put_number(out, (int64_t)g->source.number, 1);
        return true;
    }
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        if (strlen(headers[i].name) == len && memcmp(headers[i].name, field, len) == 0) {
            put_header(out, g, headers[i].id);
            return true;
        }
    }
    return false;
}

bool
put_name(struct shogi_buf *out, const char *template, const struct shogi_game *g,
         const char **field)
{
    struct shogi_buf name = { 0 };
    const char *s = template, *close;

    while (*s) {
        close = *s == '{' ? strchr(s, '}') : NULL;
        if (!close) {
            shogi_buf_putc(&name, *s++);
            continue;
        }
        if (!put_field(&name, s + 1, (size_t)(close - s - 1), g)) {
            if (field)
                *field = s;
            shogi_buf_release(&name);
            return false;
        }
        s = close + 1;
    }
    /* Once more as a whole: the pieces together may be too long, or begin badly. */
    put_file_name(out, name.data ? name.data : "", name.len);
    out->failed = out->failed || name.failed;
    shogi_buf_release(&name);
    return true;
}

/* ---- unique in this run -------------------------------------------------------------
 */

/* FNV-1a of the name in lower case, never 0. */
static uint64_t
hash_of(const char *s)
{
    uint64_t hash = 14695981039346656037u;

    for (; *s; s++)
        hash = (hash ^ (unsigned char)lower(*s)) * 1099511628211u;
    return hash ? hash : 1;
}

/* The entry of HASH, or the free one where it belongs. */
static struct name_entry *
find(struct name_entry *entries, size_t cap, uint64_t hash)
{
    size_t i = hash & (cap - 1);

    while (entries[i].hash && entries[i].hash != hash)
        i = (i + 1) & (cap - 1);
    return &entries[i];
}

/* Room for two more entries. */
static bool
grow(struct name_set *set)
{
    size_t cap = set->cap ? set->cap * 2 : 1024;
    struct name_entry *entries;

    if ((set->count + 2) * 2 < set->cap)
        return true;
    if (cap > SIZE_MAX / sizeof *entries
        || !(entries = shogi_memory_alloc(cap * sizeof *entries)))
        return false;
    memset(entries, 0, cap * sizeof *entries);
    for (size_t i = 0; i < set->cap; i++)
        if (set->entries[i].hash)
            *find(entries, cap, set->entries[i].hash) = set->entries[i];
    shogi_memory_free(set->entries);
    set->entries = entries;
    set->cap = cap;
    return true;
}

static bool
add(struct name_set *set, struct name_entry *entry, uint64_t hash)
{
    if (entry->hash)
        return false;
    *entry = (struct name_entry){ hash, 2 };
    set->count++;
    return true;
}

bool
name_set_unique(struct name_set *set, const char *name, const char *suffix,
                struct shogi_buf *out)
{
    uint64_t hash = hash_of(name);
    struct name_entry *base;

    if (!grow(set))
        return false;
    base = find(set->entries, set->cap, hash);
    shogi_buf_reset(out);
    shogi_buf_puts(out, name);
    while (!out->failed && !add(set, base, hash)) {
        /* NAME was given out: the next number, unless a record has that name. */
        shogi_buf_reset(out);
        shogi_buf_puts(out, name);
        shogi_buf_printf(out, "-%llu", (unsigned long long)base->next++);
        shogi_buf_putc(out, '\0');
        if (out->failed)
            return false;
        out->len--;
        hash = hash_of(out->data);
        if (add(set, find(set->entries, set->cap, hash), hash))
            break;
        hash = base->hash;
    }
    shogi_buf_puts(out, suffix);
    shogi_buf_putc(out, '\0');
    return !out->failed;
}

bool
name_set_add(struct name_set *set, const char *name)
{
    uint64_t hash = hash_of(name);

    if (!grow(set))
        return false;
    add(set, find(set->entries, set->cap, hash), hash);
    return true;
}

bool
name_set_has(const struct name_set *set, const char *name)
{
    return set->cap > 0 && find(set->entries, set->cap, hash_of(name))->hash != 0;
}

void
name_set_release(struct name_set *set)
{
    shogi_memory_free(set->entries);
    *set = (struct name_set){ 0 };
}
