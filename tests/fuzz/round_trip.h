/* SPDX-License-Identifier: MIT */
/* round_trip.h - any bytes as a stream of records: the games are cut the same however
 * the stream is read, each can be read, and what is written for it reads as the same
 * game but for the losses that were told. */
#ifndef SHOGI_TESTS_FUZZ_ROUND_TRIP_H
#define SHOGI_TESTS_FUZZ_ROUND_TRIP_H

#include "fuzz.h"

#include <string.h>

#include "game/compare.h"
#include "game/uses.h"

struct round_trip {
    const struct shogi_format *format;
    enum shogi_encoding encoding; /* of the stream */
    struct shogi_write_options options;
    uint32_t uncompared; /* bits of enum shogi_uses */
    /* Does this game, read from CHUNK, come back?  NULL: each does. */
    bool (*comes_back)(const struct shogi_game *g, const struct shogi_chunk *chunk);
    void (*look)(const struct shogi_buf *written); /* NULL: no need */
};

/* A NUL byte comes back as a blank, with which a line may mean more. */
static inline bool
has_no_nul(const struct shogi_game *g, const struct shogi_chunk *chunk)
{
    (void)g;
    return !memchr(chunk->bytes, '\0', chunk->len);
}

/* What the format holds, and says nothing of losing. */
static inline uint32_t
held_of(const struct round_trip *t, const struct shogi_game *g)
{
    uint32_t held = shogi_format_holds(t->format, &t->options) & ~t->uncompared;

    /* Where the record has no totals, writers put the sums of the times. */
    if (!(shogi_game_uses(g) & SHOGI_USES_TOTALS))
        held &= ~(uint32_t)SHOGI_USES_TOTALS;
    held &= ~shogi_game_announced_losses(g);
    /* A header whose key reads as something else is written as a comment. */
    return held & SHOGI_USES_HEADERS ? held : held & ~(uint32_t)SHOGI_USES_COMMENTS;
}

static inline bool
told(const struct shogi_game *g, enum shogi_diag_id id)
{
    for (const struct shogi_diag *d = shogi_game_diags(g); d; d = d->next)
        if (d->id == id)
            return true;
    return false;
}

static inline void
must_be_same(const struct shogi_game *a, const struct shogi_game *b, uint32_t held)
{
    struct shogi_buf why = { 0 };
    bool same = shogi_game_same(a, b, held, &why);

    if (!same)
        fprintf(stderr, "%.*s\n", (int)why.len, why.data);
    must(same);
    shogi_buf_release(&why);
}

static inline void
check_written(const struct round_trip *t, struct shogi_game *g)
{
    struct shogi_chunk chunk = { .path = "again", .first_line = 1 };
    struct shogi_game *back = shogi_game_new();
    struct shogi_buf out = { 0 }, text = { 0 };

    must(back && shogi_write_buf(t->format, g, &t->options, &out) == SHOGI_OK);
    if (t->look)
        t->look(&out);
    chunk.bytes = out.data;
    chunk.len = out.len;
    must(split_in_steps(t->format, out.data, out.len, out.len) == out.len);
    if (!told(g, SHOGI_DIAG_LOST_FOUL)) {
        must(shogi_read_chunk(t->format, &chunk, SHOGI_ENCODING_UTF8, &text, back)
             == SHOGI_OK);
        must_be_same(g, back, held_of(t, g));
    }
    shogi_buf_release(&out);
    shogi_buf_release(&text);
    shogi_game_free(back);
}

static inline void
check_stream_of_games(const struct round_trip *t, const uint8_t *data, size_t left)
{
    struct shogi_chunk chunk = { .bytes = (const char *)data,
                                 .path = "x",
                                 .first_line = 1 };
    struct shogi_game *g = shogi_game_new();
    struct shogi_buf text = { 0 };

    must(g != NULL);
    shogi_format_detect((const char *)data, left, NULL, t->encoding, NULL);
    for (; left > 0; left -= chunk.len) {
        enum shogi_status status;
        chunk.len = split_in_steps(t->format, chunk.bytes, left, left);
        must(split_in_steps(t->format, chunk.bytes, left, 1) == chunk.len);
        status = shogi_read_chunk(t->format, &chunk, t->encoding, &text, g);
        must(status != SHOGI_FATAL);
        must(status != SHOGI_BAD || g->diags != NULL);
        if (status == SHOGI_OK && (!t->comes_back || t->comes_back(g, &chunk)))
            check_written(t, g);
        chunk.bytes += chunk.len;
    }
    shogi_buf_release(&text);
    shogi_game_free(g);
}

#endif
