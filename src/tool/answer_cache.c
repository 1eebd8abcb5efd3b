/* SPDX-License-Identifier: MIT */
/* answer_cache.c - answers of engines in a file, so that no question is asked twice.
 *
 * In memory is only where the line of each key begins; the line is read when its key is
 * asked for. */
#include "tool/answer_cache.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include <shogi/foul.h>

#include "base/memory.h"
#include "notation/json.h"
#include "notation/jsonl.h"
#include "tool/message.h"

static const char line_start[] = "{\"engine\":";
static const char answer_start[] = ",\"answer\":";

enum { LINE_MAX_BYTES = 1 << 20, READ_BYTES = 1 << 16, FIRST_ENTRIES = 1024 };

struct entry {
    uint64_t hash; /* of the key; 0: free */
    uint64_t at;   /* where its line begins */
};

struct answer_cache {
    pthread_mutex_t mutex;
    int fd;
    char *path;
    struct entry *entries;
    size_t cap, count; /* cap is a power of two, twice the count at least */
    uint64_t end;      /* of the file */
    struct shogi_buf line;
    bool failed; /* to write; said once */
};

/* ---- where a key's line begins ------------------------------------------------------
 */

/* FNV-1a, never 0. */
static uint64_t
hash_of(const char *key, size_t len)
{
    uint64_t hash = 14695981039346656037u;

    for (size_t i = 0; i < len; i++)
        hash = (hash ^ (unsigned char)key[i]) * 1099511628211u;
    return hash ? hash : 1;
}

static bool
grow(struct answer_cache *c)
{
    size_t cap = c->cap ? c->cap * 2 : FIRST_ENTRIES;
    struct entry *entries;

    if (c->count * 2 + 2 <= c->cap)
        return true;
    if (cap > SIZE_MAX / sizeof *entries
        || !(entries = shogi_memory_alloc(cap * sizeof *entries)))
        return false;
    memset(entries, 0, cap * sizeof *entries);
    for (size_t i = 0; i < c->cap; i++) {
        size_t to = c->entries[i].hash & (cap - 1);
        if (!c->entries[i].hash)
            continue;
        while (entries[to].hash)
            to = (to + 1) & (cap - 1);
        entries[to] = c->entries[i];
    }
    shogi_memory_free(c->entries);
    c->entries = entries;
    c->cap = cap;
    return true;
}

static bool
add_entry(struct answer_cache *c, uint64_t hash, uint64_t at)
{
    size_t i;

    if (!grow(c))
        return false;
    for (i = hash & (c->cap - 1); c->entries[i].hash; i = (i + 1) & (c->cap - 1))
        ;
    c->entries[i] = (struct entry){ hash, at };
    c->count++;
    return true;
}

/* How long the key is that a line of LEN bytes begins with; 0: it is no such line. */
static size_t
key_length(const char *line, size_t len)
{
    size_t n = sizeof answer_start - 1;

    if (len < sizeof line_start || memcmp(line, line_start, sizeof line_start - 1) != 0
        || line[len - 1] != '}')
        return 0;
    /* Within a string a quote has a backslash before it. */
    for (const char *s = line; (s = memchr(s, ',', (size_t)(line + len - s))); s++)
        if ((size_t)(line + len - s) > n && memcmp(s, answer_start, n) == 0)
            return (size_t)(s - line);
    return 0;
}

/* ---- opening ------------------------------------------------------------------------
 */

static struct answer_cache *
refuse(struct answer_cache *c, const char *why, int error)
{
    if (error)
        warn_errno(error, "%s '%s'", why, c->path);
    else
        warn("%s '%s'", why, c->path);
    answer_cache_close(c);
    return NULL;
}

static bool
is_locked_by_another(int fd)
{
    struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

    return fcntl(fd, F_SETLK, &lock) != 0 && (errno == EACCES || errno == EAGAIN);
}

/* Index one piece of the file: whole lines, and what is left of the last one stays in
 * `line`.  False: memory. */
static bool
index_piece(struct answer_cache *c, const char *s, size_t len)
{
    const char *end = s + len, *lf;

    for (; s < end; s = lf + 1) {
        size_t key;
        lf = memchr(s, '\n', (size_t)(end - s));
        if (c->line.len < LINE_MAX_BYTES)
            shogi_buf_add(&c->line, s, (size_t)((lf ? lf : end) - s));
        c->end += (size_t)((lf ? lf + 1 : end) - s);
        if (!lf)
            break;
        key = c->line.len ? key_length(c->line.data, c->line.len) : 0;
        if (key && !add_entry(c, hash_of(c->line.data, key), c->end - c->line.len - 1))
            return false;
        shogi_buf_reset(&c->line);
    }
    return !c->line.failed;
}

/* Is what stands at the beginning of the file none of our lines?  Nothing may be added
 * to somebody's record that was named by mistake. */
static bool
is_foreign(int fd)
{
    char start[sizeof line_start - 1];
    ssize_t n = pread(fd, start, sizeof start, 0);

    return n > 0 && memcmp(start, line_start, (size_t)n) != 0;
}

static bool
read_index(struct answer_cache *c, int *error)
{
    char *piece = shogi_memory_alloc(READ_BYTES);
    bool good = piece != NULL;
    ssize_t n = 1;

    *error = ENOMEM;
    while (good && n > 0) {
        n = pread(c->fd, piece, READ_BYTES, (off_t)c->end);
        if (n < 0) {
            *error = errno;
            good = false;
        }
        if (n > 0)
            good = index_piece(c, piece, (size_t)n);
    }
    shogi_memory_free(piece);
    return good;
}

struct answer_cache *
answer_cache_open(const char *path)
{
    struct answer_cache *c = shogi_memory_alloc(sizeof *c);
    int error;

    if (!c) {
        warn("out of memory");
        return NULL;
    }
    *c = (struct answer_cache){ .fd = -1 };
    pthread_mutex_init(&c->mutex, NULL);
    c->path = shogi_memory_alloc(strlen(path) + 1);
    if (!c->path) {
        warn("out of memory");
        answer_cache_close(c);
        return NULL;
    }
    strcpy(c->path, path);
    c->fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (c->fd < 0)
        return refuse(c, "cannot open", errno);
    if (is_locked_by_another(c->fd))
        return refuse(c, "another process uses", 0);
    if (is_foreign(c->fd))
        return refuse(c, "this is no cache of answers:", 0);
    if (!read_index(c, &error))
        return refuse(c, "cannot read", error);
    /* A run that was broken off in the middle of a line. */
    if (c->line.len > 0) {
        shogi_buf_reset(&c->line);
        if (write(c->fd, "\n", 1) != 1)
            return refuse(c, "cannot write", errno);
        c->end++;
    }
    return c;
}

bool
answer_cache_close(struct answer_cache *c)
{
    bool good;

    if (!c)
        return true;
    good = !c->failed;
    if (c->fd >= 0 && close(c->fd) != 0 && good) {
        warn_errno(errno, "cannot write '%s'", c->path);
        good = false;
    }
    pthread_mutex_destroy(&c->mutex);
    shogi_buf_release(&c->line);
    shogi_memory_free(c->entries);
    shogi_memory_free(c->path);
    shogi_memory_free(c);
    return good;
}

/* ---- keys ---------------------------------------------------------------------------
 */

static void
put_string(struct shogi_buf *out, const char *key, const char *value)
{
    shogi_buf_puts(out, key);
    shogi_json_put_string(out, value, strlen(value));
}

static void
put_number(struct shogi_buf *out, const char *key, uint64_t n)
{
    shogi_buf_puts(out, key);
    shogi_buf_put_number(out, (int64_t)n, 1);
}

void
answer_cache_put_key(struct shogi_buf *key, const char *engine, const char *settings,
                     const struct shogi_question *q, const struct shogi_position *p)
{
    char sfen[SHOGI_SFEN_SIZE], usi[SHOGI_USI_SIZE], history[SHOGI_KEY_SIZE];
    uint64_t moves = shogi_moves_key(q->start);

    for (size_t i = 0; i < q->move_count; i++)
        moves = shogi_moves_key_add(moves, usi, shogi_move_to_usi(q->moves[i], usi));
    shogi_key_to_hex(moves, history);
    shogi_position_to_sfen(p, sfen);
    put_string(key, line_start, engine);
    put_string(key, ",\"settings\":", settings);
    put_number(key, ",\"nodes\":", q->limits.nodes);
    put_number(key, ",\"depth\":", q->limits.depth);
    put_number(key, ",\"time_ms\":", q->limits.time_ms);
    put_number(key, ",\"multipv\":", q->limits.lines);
    put_string(key, ",\"sfen\":", sfen);
    put_string(key, ",\"history\":", history);
}

/* ---- answers as JSON ----------------------------------------------------------------
 */

static const char *const kinds[] = { NULL, "cp", "mate", "mate_unknown" };
static const char *const bounds[] = { NULL, "lower", "upper" };
static const char *const ends[] = { "move", "resign", "declare", "no-move", "illegal" };

enum {
    KIND_COUNT = sizeof kinds / sizeof *kinds,
    BOUND_COUNT = sizeof bounds / sizeof *bounds,
    END_COUNT = sizeof ends / sizeof *ends
};

static void
put_move(struct shogi_buf *out, shogi_move m)
{
    char usi[SHOGI_USI_SIZE];

    shogi_move_to_usi(m, usi);
    put_string(out, "", usi);
}

static void
put_line(struct shogi_buf *out, const struct shogi_line *line)
{
    put_number(out, "{\"depth\":", line->depth);
    put_number(out, ",\"seldepth\":", line->seldepth);
    if (line->kind != SHOGI_SCORE_NONE) {
        put_string(out, ",\"kind\":", kinds[line->kind]);
        shogi_buf_printf(out, ",\"value\":%ld", (long)line->value);
    }
    if (line->bound)
        put_string(out, ",\"bound\":", bounds[line->bound]);
    shogi_buf_puts(out, ",\"pv\":[");
    for (size_t i = 0; i < line->pv_count; i++) {
        shogi_buf_puts(out, i ? "," : "");
        put_move(out, line->pv[i]);
    }
    shogi_buf_puts(out, "]}");
}

static void
put_answer(struct shogi_buf *out, const struct shogi_answer *a)
{
    put_string(out, "{\"end\":", ends[a->end]);
    if (a->best != SHOGI_NO_MOVE) {
        shogi_buf_puts(out, ",\"best\":");
        put_move(out, a->best);
    }
    put_number(out, ",\"nodes\":", a->nodes);
    put_number(out, ",\"time_ms\":", a->time_ms);
    shogi_buf_puts(out, ",\"lines\":[");
    for (size_t i = 0; i < a->line_count; i++) {
        shogi_buf_puts(out, i ? "," : "");
        put_line(out, &a->lines[i]);
    }
    shogi_buf_puts(out, "]}");
}

/* The place of the word with KEY among COUNT words; COUNT: none of them, 0 when it is
 * missing and WORDS has no first one. */
static size_t
word_of(const json_t *object, const char *key, const char *const *words, size_t count)
{
    const char *s = shogi_json_get_string(object, key);

    for (size_t i = 0; s && i < count; i++)
        if (words[i] && strcmp(words[i], s) == 0)
            return i;
    return s || words[0] ? count : 0;
}

static shogi_move
move_of(const json_t *value)
{
    return json_is_string(value)
               ? shogi_move_from_usi(json_string_value(value), json_string_length(value))
               : SHOGI_NO_MOVE;
}

/* Nobody vouches for what stands in a file: a line of play has to be one. */
static bool
read_pv(const json_t *list, struct shogi_position p, struct shogi_line *line)
{
    struct shogi_undo undo;

    if (!json_is_array(list) || json_array_size(list) > SHOGI_ENGINE_PV_MAX)
        return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        shogi_move m = move_of(json_array_get(list, i));
        if (m == SHOGI_NO_MOVE || shogi_move_fouls(&p, m) != 0
            || !shogi_position_play(&p, m, &undo))
            return false;
        line->pv[line->pv_count++] = m;
    }
    return true;
}

static bool
read_line(const json_t *object, const struct shogi_position *p, struct shogi_line *line)
{
    size_t kind = word_of(object, "kind", kinds, KIND_COUNT);
    size_t bound = word_of(object, "bound", bounds, BOUND_COUNT);

    if (kind == KIND_COUNT || bound == BOUND_COUNT)
        return false;
    *line = (struct shogi_line){
        .kind = (uint8_t)kind,
        .bound = (uint8_t)bound,
        .value = (int32_t)shogi_json_number_or(object, "value", INT32_MIN, INT32_MAX, 0),
        .depth = (uint16_t)shogi_json_number_or(object, "depth", 0, UINT16_MAX, 0),
        .seldepth = (uint16_t)shogi_json_number_or(object, "seldepth", 0, UINT16_MAX, 0),
    };
    return read_pv(shogi_json_get(object, "pv"), *p, line);
}

static bool
read_answer(const json_t *object, const struct shogi_position *p, struct shogi_answer *a)
{
    const json_t *lines = shogi_json_get(object, "lines");
    const json_t *best = shogi_json_get(object, "best");
    size_t end = word_of(object, "end", ends, END_COUNT);

    if (end == END_COUNT || !json_is_array(lines)
        || json_array_size(lines) > SHOGI_ENGINE_LINES_MAX)
        return false;
    *a = (struct shogi_answer){
        .end = (uint8_t)end,
        .best = best ? move_of(best) : SHOGI_NO_MOVE,
        .nodes = (uint64_t)shogi_json_number_or(object, "nodes", 0, INT64_MAX, 0),
        .time_ms = (uint32_t)shogi_json_number_or(object, "time_ms", 0, UINT32_MAX, 0),
    };
    if (a->best != SHOGI_NO_MOVE && shogi_move_fouls(p, a->best) != 0)
        return false;
    for (size_t i = 0; i < json_array_size(lines); i++)
        if (!read_line(json_array_get(lines, i), p, &a->lines[a->line_count++]))
            return false;
    return true;
}

/* ---- asking and adding --------------------------------------------------------------
 */

/* The line that begins at AT, into `line`, without its end. */
static bool
read_at(struct answer_cache *c, uint64_t at)
{
    shogi_buf_reset(&c->line);
    while (c->line.len < LINE_MAX_BYTES && shogi_buf_reserve(&c->line, 4096)) {
        ssize_t n =
            pread(c->fd, c->line.data + c->line.len, 4096, (off_t)(at + c->line.len));
        char *lf = n > 0 ? memchr(c->line.data + c->line.len, '\n', (size_t)n) : NULL;
        if (n <= 0)
            return false;
        if (lf) {
            c->line.len = (size_t)(lf - c->line.data);
            return true;
        }
        c->line.len += (size_t)n;
    }
    return false;
}

static bool
get_at(struct answer_cache *c, uint64_t at, const struct shogi_buf *key,
       const struct shogi_position *p, struct shogi_answer *a)
{
    json_t *answer;
    size_t start;
    bool good;

    if (!read_at(c, at) || key_length(c->line.data, c->line.len) != key->len
        || memcmp(c->line.data, key->data, key->len) != 0)
        return false;
    start = key->len + sizeof answer_start - 1;
    answer = json_loadb(c->line.data + start, c->line.len - start - 1, 0, NULL);
    good = answer && read_answer(answer, p, a);
    json_decref(answer);
    return good;
}

bool
answer_cache_get(struct answer_cache *c, const struct shogi_buf *key,
                 const struct shogi_position *p, struct shogi_answer *a)
{
    uint64_t hash;
    bool found = false;

    if (key->failed || key->len == 0)
        return false;
    hash = hash_of(key->data, key->len);
    pthread_mutex_lock(&c->mutex);
    for (size_t i = hash & (c->cap - 1); !found && c->cap && c->entries[i].hash;
         i = (i + 1) & (c->cap - 1))
        if (c->entries[i].hash == hash)
            found = get_at(c, c->entries[i].at, key, p, a);
    pthread_mutex_unlock(&c->mutex);
    return found;
}

void
answer_cache_add(struct answer_cache *c, const struct shogi_buf *key,
                 const struct shogi_answer *a)
{
    struct shogi_buf line = { 0 };
    ssize_t n;

    shogi_buf_add(&line, key->data, key->len);
    shogi_buf_puts(&line, answer_start);
    put_answer(&line, a);
    shogi_buf_puts(&line, "}\n");
    pthread_mutex_lock(&c->mutex);
    if (!line.failed && !key->failed && !c->failed) {
        errno = 0;
        n = write(c->fd, line.data, line.len);
        if (n != (ssize_t)line.len) {
            warn_errno(errno ? errno : EIO, "cannot write '%s'", c->path);
            c->failed = true;
        } else {
            add_entry(c, hash_of(key->data, key->len), c->end);
            c->end += (uint64_t)n;
        }
    }
    pthread_mutex_unlock(&c->mutex);
    shogi_buf_release(&line);
}
