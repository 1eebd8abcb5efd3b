/* SPDX-License-Identifier: MIT */
/* stream.h - a stream of bytes, cut into games.  Constant memory: never more
 * than one game and one read is held. */
#ifndef SHOGI_NOTATION_STREAM_H
#define SHOGI_NOTATION_STREAM_H

#include "notation/format.h"

/* Where bytes come from: read up to SIZE bytes into OUT; 0 at the end, a
 * negative number for an error (which `context` remembers). */
struct shogi_source_bytes {
    long (*read)(void *context, char *out, size_t size);
    void *context;
};

enum { SHOGI_MAX_GAME_SIZE = 64 * 1024 * 1024 }; /* the default limit, bytes */

enum shogi_stream_error {
    SHOGI_STREAM_OK,
    SHOGI_STREAM_READ,       /* the source failed */
    SHOGI_STREAM_MEMORY,
    SHOGI_STREAM_NO_FORMAT,  /* no format fits; `bids` says what was looked at */
    SHOGI_STREAM_NO_ENCODING, /* iconv cannot convert the stream */
};

struct shogi_stream {
    struct shogi_source_bytes in;
    const char *path;
    const struct shogi_format *format; /* NULL until it was found */
    enum shogi_encoding encoding;      /* AUTO: guess for each game */
    size_t max_game_size;
    bool whole;
    enum shogi_stream_error error;
    struct shogi_buf bids;

    struct shogi_buf data; /* bytes not yet given out begin at `start` */
    size_t start;
    struct shogi_buf raw; /* read, but not yet transcoded */
    struct shogi_transcoder *transcoder;
    struct shogi_split split; /* how far the game at `start` was looked at */
    uint64_t offset;          /* of `start` in the stream */
    uint64_t number;          /* of the last game given out */
    uint32_t line;            /* of the first line at `start`, from 1 */
    bool at_eof;
    bool is_open;             /* the beginning was looked at */
    bool escape_seen;         /* an escape character was read */
    bool is_eight_bit;        /* before or without a sequence of ISO-2022-JP */
};

/* OPTIONS of shogi_reader_new(); an encoding name must have been checked. */
void shogi_stream_init(struct shogi_stream *s, struct shogi_source_bytes in, const char *path,
                       const struct shogi_read_options *options, enum shogi_encoding encoding);
void shogi_stream_release(struct shogi_stream *s);

/* Look at the beginning and settle the format.  FATAL: see `error`. */
enum shogi_status shogi_stream_open(struct shogi_stream *s);

/* The next game's bytes, valid until the next call.  OK; EOF; BAD: a game was
 * larger than the limit and has been dropped, `chunk` says where it was (len
 * 0); FATAL: see `error`. */
enum shogi_status shogi_stream_next(struct shogi_stream *s, struct shogi_chunk *chunk);

#endif
