/* SPDX-License-Identifier: MIT */
/* reader.c - one game after the other, on one thread. */
#include <string.h>

#include "base/memory.h"
#include "game/bounds.h"
#include "notation/stream.h"

static void
look_for_long_line(const struct shogi_text *t, struct shogi_game *g)
{
    struct scan s;

    scan_init(&s, t);
    while (!g->too_large && scan_next_line(&s))
        if (scan_left(&s) > g->bounds.line)
            shogi_game_report_bound(g, g->bounds.line, SHOGI_SAY_LINE_BYTES,
                                    (struct shogi_place){ s.number, 1 });
}

enum shogi_status
shogi_read_chunk(const struct shogi_format *f, const struct shogi_chunk *chunk,
                 enum shogi_encoding encoding, struct shogi_buf *buf,
                 struct shogi_game *g)
{
    struct shogi_text text;
    struct shogi_place at = { chunk->first_line, 1 };
    enum shogi_status status;

    if (shogi_game_reset(g) != SHOGI_OK
        || !shogi_text_decode(&text, buf, chunk->bytes, chunk->len, chunk->is_padded,
                              encoding, chunk->first_line))
        return SHOGI_FATAL;
    g->source = (struct shogi_source){ .path = chunk->path,
                                       .format = f->name,
                                       .encoding = shogi_encoding_name(text.encoding),
                                       .number = chunk->number,
                                       .offset = chunk->offset,
                                       .line = chunk->first_line };
    if (text.bad_count > 0) {
        struct shogi_diag *d =
            shogi_game_diag(g, SHOGI_DIAG_BAD_ENCODING,
                            (struct shogi_place){ text.bad_line, text.bad_column });
        shogi_diag_add_number(d, (int64_t)text.bad_count);
        shogi_diag_add_string(g, d, g->source.encoding);
    }
    if (text.declared != SHOGI_ENCODING_AUTO && text.declared != text.encoding) {
        struct shogi_diag *d = shogi_game_diag(g, SHOGI_DIAG_WRONG_DECLARATION, at);
        shogi_diag_add_string(g, d, shogi_encoding_name(text.declared));
        shogi_diag_add_string(g, d, g->source.encoding);
    }
    if (text.len > g->bounds.line && !f->has_long_lines)
        look_for_long_line(&text, g);
    status = g->too_large ? SHOGI_BAD : f->parse(&text, g);
    if (shogi_game_finish(g) != SHOGI_OK)
        return SHOGI_FATAL;
    shogi_game_check_nesting(g);
    return g->too_large && status == SHOGI_OK ? SHOGI_BAD : status;
}

void
shogi_report_too_large(struct shogi_game *g, const struct shogi_chunk *chunk,
                       size_t limit)
{
    g->source.path = chunk->path;
    g->source.number = chunk->number;
    g->source.line = chunk->first_line;
    shogi_game_report_bound(g, limit, SHOGI_SAY_BYTES,
                            (struct shogi_place){ chunk->first_line, 1 });
}

/* ---- the public reader --------------------------------------------------------------
 */

struct shogi_reader {
    struct shogi_stream stream;
    struct shogi_buf text;
    struct shogi_bounds bounds;
    char *path;
    FILE *file; /* NULL: memory */
    const char *bytes;
    size_t left;
};

static long
read_file(void *context, char *out, size_t size)
{
    struct shogi_reader *r = context;
    size_t n = fread(out, 1, size, r->file);

    return n == 0 && ferror(r->file) ? -1 : (long)n;
}

static long
read_memory(void *context, char *out, size_t size)
{
    struct shogi_reader *r = context;
    size_t n = r->left < size ? r->left : size;

    if (n)
        memcpy(out, r->bytes, n);
    r->bytes += n;
    r->left -= n;
    return (long)n;
}

static struct shogi_reader *
new_reader(const char *path, const struct shogi_read_options *options,
           long (*read)(void *, char *, size_t))
{
    enum shogi_encoding encoding = SHOGI_ENCODING_AUTO;
    struct shogi_reader *r;

    if (options && options->encoding
        && !shogi_encoding_from_name(options->encoding, strlen(options->encoding),
                                     &encoding))
        return NULL;
    r = shogi_memory_alloc(sizeof *r);
    if (!r)
        return NULL;
    memset(r, 0, sizeof *r);
    if (options)
        r->bounds = options->bounds;
    if (path) {
        r->path = shogi_memory_alloc(strlen(path) + 1);
        if (!r->path) {
            shogi_memory_free(r);
            return NULL;
        }
        strcpy(r->path, path);
    }
    shogi_stream_init(&r->stream, (struct shogi_source_bytes){ read, r }, r->path,
                      options, encoding);
    return r;
}

struct shogi_reader *
shogi_reader_new(FILE *in, const char *path, const struct shogi_read_options *options)
{
    struct shogi_reader *r = new_reader(path, options, read_file);

    if (r)
        r->file = in;
    return r;
}

struct shogi_reader *
shogi_reader_new_memory(const void *bytes, size_t len, const char *path,
                        const struct shogi_read_options *options)
{
    struct shogi_reader *r = new_reader(path, options, read_memory);

    if (r) {
        r->bytes = bytes;
        r->left = len;
    }
    return r;
}

void
shogi_reader_free(struct shogi_reader *r)
{
    if (!r)
        return;
    shogi_stream_release(&r->stream);
    shogi_buf_release(&r->text);
    shogi_memory_free(r->path);
    shogi_memory_free(r);
}

/* The game outlives the reader, so it needs a path of its own. */
static enum shogi_status
keep_path(struct shogi_reader *r, struct shogi_game *g, enum shogi_status status)
{
    if (!r->path || status == SHOGI_FATAL)
        return status;
    g->source.path = shogi_game_text(g, r->path, strlen(r->path));
    return g->source.path ? status : SHOGI_FATAL;
}

enum shogi_status
shogi_reader_next(struct shogi_reader *r, struct shogi_game *g)
{
    struct shogi_chunk chunk;
    enum shogi_status status = SHOGI_EOF;

    shogi_game_set_bounds(g, &r->bounds);
    /* A chunk without a game (blank lines at the end) is passed over. */
    while (status == SHOGI_EOF) {
        status = shogi_stream_next(&r->stream, &chunk);
        if (status == SHOGI_EOF || status == SHOGI_FATAL)
            return status;
        if (status == SHOGI_BAD) {
            if (shogi_game_reset(g) == SHOGI_OK)
                shogi_report_too_large(g, &chunk, r->stream.max_game_size);
            else
                status = SHOGI_FATAL;
            break;
        }
        status =
            shogi_read_chunk(r->stream.format, &chunk, r->stream.encoding, &r->text, g);
    }
    status = keep_path(r, g, status);
    if (status == SHOGI_FATAL)
        r->stream.error = SHOGI_STREAM_MEMORY;
    return status;
}

const char *
shogi_reader_error(const struct shogi_reader *r)
{
    switch (r->stream.error) {
    case SHOGI_STREAM_OK:
        return NULL;
    case SHOGI_STREAM_READ:
        return "read error";
    case SHOGI_STREAM_MEMORY:
        return "out of memory";
    case SHOGI_STREAM_NO_FORMAT:
        return "not a game record in any known format";
    case SHOGI_STREAM_NO_ENCODING:
        return "iconv cannot convert this encoding";
    }
    return NULL;
}
