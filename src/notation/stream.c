/* SPDX-License-Identifier: MIT */
/* stream.c - fill a buffer, let the format cut a game off, give it out. */
#include "notation/stream.h"

#include <string.h>

#include "base/limits.h"
#include "base/lines.h"

enum { DETECT_SIZE = 64 * 1024, ESCAPE = 0x1b };

void
shogi_stream_init(struct shogi_stream *s, struct shogi_source_bytes in, const char *path,
                  const struct shogi_read_options *options, enum shogi_encoding encoding)
{
    *s = (struct shogi_stream){ .in = in,
                                .path = path,
                                .format = options ? options->format : NULL,
                                .encoding = encoding,
                                .max_game_size = options ? options->max_game_size : 0,
                                .whole = options && options->whole,
                                .line = 1 };
    if (s->max_game_size == 0)
        s->max_game_size = SHOGI_MAX_GAME_SIZE;
}

void
shogi_stream_release(struct shogi_stream *s)
{
    shogi_buf_release(&s->data);
    shogi_buf_release(&s->raw);
    shogi_buf_release(&s->bids);
    shogi_transcoder_free(s->transcoder);
    s->transcoder = NULL;
}

static enum shogi_status
fail(struct shogi_stream *s, enum shogi_stream_error error)
{
    s->error = error;
    return SHOGI_FATAL;
}

/* Move what was not given out to the front and read once more into BUF. */
static enum shogi_status
read_into(struct shogi_stream *s, struct shogi_buf *buf)
{
    long n;

    if (!shogi_buf_reserve(buf, SHOGI_READ_SIZE))
        return fail(s, SHOGI_STREAM_MEMORY);
    n = s->in.read(s->in.context, buf->data + buf->len, SHOGI_READ_SIZE);
    if (n < 0)
        return fail(s, SHOGI_STREAM_READ);
    buf->len += (size_t)n;
    s->at_eof = n == 0;
    return SHOGI_OK;
}

static enum shogi_status
transcode(struct shogi_stream *s)
{
    if (!shogi_transcoder_feed(s->transcoder, &s->data, s->raw.data ? s->raw.data : "",
                               s->raw.len, s->at_eof))
        return fail(s, SHOGI_STREAM_MEMORY);
    shogi_buf_reset(&s->raw);
    return SHOGI_OK;
}

/* From here on the stream is ENCODING: the last NEW bytes of `data` too. */
static enum shogi_status
start_transcoding(struct shogi_stream *s, enum shogi_encoding encoding, size_t new)
{
    s->transcoder = shogi_transcoder_new(encoding);
    if (!s->transcoder)
        return fail(s, shogi_encoding_available(encoding) ? SHOGI_STREAM_MEMORY
                                                          : SHOGI_STREAM_NO_ENCODING);
    s->encoding = SHOGI_ENCODING_AUTO;
    shogi_buf_add(&s->raw, s->data.data + s->data.len - new, new);
    if (s->raw.failed)
        return fail(s, SHOGI_STREAM_MEMORY);
    s->data.len -= new;
    return transcode(s);
}

/* Do the last NEW bytes of `data` have an escape sequence of ISO-2022-JP that only ASCII
 * stands before?  Other bytes, or sequences that terminals understand, are of a record
 * that is stored in another way. */
static bool
has_first_escape(struct shogi_stream *s, size_t new)
{
    const char *at = s->data.data + s->data.len - new;

    if (!s->escape_seen) {
        at = s->data.data + s->start; /* once what came before, too */
        new = s->data.len - s->start;
    }
    s->escape_seen = true;
    if (shogi_transcoder_needed(at, new) == SHOGI_ENCODING_ISO_2022_JP)
        return true;
    for (size_t i = 0; i < new && !s->is_eight_bit; i++)
        s->is_eight_bit = (at[i] & 0x80) != 0;
    return false;
}

/* Escape sequences may appear at any time; before the first of them the bytes
 * are ASCII in this encoding too.  One may have been cut by the end of the last read. */
static enum shogi_status
look_for_escapes(struct shogi_stream *s, size_t new)
{
    enum { CUT = 3 };
    size_t old = s->data.len - s->start - new;

    if (s->transcoder || new == 0 || s->is_eight_bit
        || (s->encoding != SHOGI_ENCODING_AUTO
            && s->encoding != SHOGI_ENCODING_ISO_2022_JP))
        return SHOGI_OK;
    new += old < CUT ? old : CUT;
    if (!memchr(s->data.data + s->data.len - new, ESCAPE, new)
        || (s->encoding == SHOGI_ENCODING_AUTO && !has_first_escape(s, new)))
        return SHOGI_OK;
    return start_transcoding(s, SHOGI_ENCODING_ISO_2022_JP, new);
}

static enum shogi_status
fill(struct shogi_stream *s)
{
    size_t before;

    if (s->start > 0) {
        memmove(s->data.data, s->data.data + s->start, s->data.len - s->start);
        s->data.len -= s->start;
        s->start = 0;
    }
    if (s->transcoder) {
        if (read_into(s, &s->raw) != SHOGI_OK)
            return SHOGI_FATAL;
        return transcode(s);
    }
    before = s->data.len;
    if (read_into(s, &s->data) != SHOGI_OK)
        return SHOGI_FATAL;
    return look_for_escapes(s, s->data.len - before);
}

/* UTF-16 is told by its first two bytes. */
static enum shogi_status
look_at_bom(struct shogi_stream *s)
{
    enum shogi_encoding encoding = s->encoding;

    while (s->data.len < 4 && !s->at_eof)
        if (fill(s) != SHOGI_OK)
            return SHOGI_FATAL;
    if (s->transcoder || s->data.len == 0)
        return SHOGI_OK;
    if (encoding == SHOGI_ENCODING_AUTO)
        encoding = shogi_transcoder_needed(s->data.data, s->data.len);
    if (encoding != SHOGI_ENCODING_UTF16LE && encoding != SHOGI_ENCODING_UTF16BE
        && encoding != SHOGI_ENCODING_ISO_2022_JP)
        return SHOGI_OK;
    return start_transcoding(s, encoding, s->data.len);
}

/* Without the line that a sample of LEN bytes may have been cut in. */
static size_t
whole_lines(const char *s, size_t len)
{
    size_t cut = len;

    while (cut > 0 && s[cut - 1] != '\n' && s[cut - 1] != '\r')
        cut--;
    return cut ? cut : len;
}

enum shogi_status
shogi_stream_open(struct shogi_stream *s)
{
    if (s->is_open)
        return SHOGI_OK;
    if (look_at_bom(s) != SHOGI_OK)
        return SHOGI_FATAL;
    while (!s->format && s->data.len < DETECT_SIZE && !s->at_eof)
        if (fill(s) != SHOGI_OK)
            return SHOGI_FATAL;
    if (!s->format && s->data.len > 0) {
        size_t len = s->data.len < DETECT_SIZE ? s->data.len : DETECT_SIZE;
        if (len < s->data.len || !s->at_eof)
            len = whole_lines(s->data.data, len);
        s->format =
            shogi_format_detect(s->data.data, len, s->path, s->encoding, &s->bids);
        if (s->bids.failed)
            return fail(s, SHOGI_STREAM_MEMORY);
        if (!s->format)
            return fail(s, SHOGI_STREAM_NO_FORMAT);
    }
    s->is_open = true;
    return SHOGI_OK;
}

static void
take(struct shogi_stream *s, size_t len, struct shogi_chunk *chunk)
{
    *chunk = (struct shogi_chunk){ .bytes = s->data.data + s->start,
                                   .len = len,
                                   .path = s->path,
                                   .first_line = s->line,
                                   .offset = s->offset,
                                   .number = ++s->number };
    s->line += (uint32_t)shogi_lines_count(chunk->bytes, len);
    s->offset += len;
    s->start += len;
    s->split = (struct shogi_split){ 0 };
}

/* Drop whole lines of a game that is too large, so that memory stays bounded;
 * a line that is itself too large is dropped up to what was read. */
static void
drop_scanned(struct shogi_stream *s)
{
    size_t len = s->split.scanned ? s->split.scanned : s->data.len - s->start;

    s->line += (uint32_t)shogi_lines_count(s->data.data + s->start, len);
    s->offset += len;
    s->start += len;
    s->split.scanned = 0;
}

static struct shogi_split
cut(struct shogi_stream *s)
{
    const char *at = s->data.data + s->start;
    size_t len = s->data.len - s->start;

    if (s->whole)
        return (struct shogi_split){ .len = s->at_eof ? len : 0, .scanned = len };
    return s->format->split(at, len, s->at_eof, &s->split);
}

enum shogi_status
shogi_stream_next(struct shogi_stream *s, struct shogi_chunk *chunk)
{
    struct shogi_chunk lost = { 0 };
    bool too_large = false;

    if (shogi_stream_open(s) != SHOGI_OK)
        return SHOGI_FATAL;
    for (;;) {
        if (s->data.len > s->start) {
            struct shogi_split found = cut(s);
            if (found.len > 0) {
                take(s, found.len, chunk);
                if (too_large)
                    *chunk = lost;
                return too_large || found.len > s->max_game_size ? SHOGI_BAD : SHOGI_OK;
            }
            s->split = found;
            if (s->data.len - s->start > s->max_game_size) {
                if (!too_large)
                    lost = (struct shogi_chunk){ .path = s->path,
                                                 .first_line = s->line,
                                                 .offset = s->offset,
                                                 .number = s->number + 1 };
                too_large = true;
                drop_scanned(s);
            }
        } else if (s->at_eof) {
            *chunk = lost;
            return too_large ? SHOGI_BAD : SHOGI_EOF;
        }
        if (!s->at_eof && fill(s) != SHOGI_OK)
            return SHOGI_FATAL;
    }
}
