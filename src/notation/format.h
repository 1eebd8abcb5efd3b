/* SPDX-License-Identifier: MIT */
/* format.h - what every format fills in, and the registry. */
#ifndef SHOGI_NOTATION_FORMAT_H
#define SHOGI_NOTATION_FORMAT_H

#include <shogi/format.h>

#include "base/buf.h"
#include "game/cursor.h"
#include "game/game.h"
#include "text/encoding.h"
#include "text/scan.h"

/* What a splitter found. */
struct shogi_split {
    size_t len;     /* bytes of this game; 0: cannot tell yet, show me more */
    size_t scanned; /* with len 0: bytes that need not be looked at again, a start of a line */
    uint32_t state; /* with len 0: what was seen up to there; given back with the next call */
};

struct shogi_format {
    const char *name;            /* "kif": -f kif, kif2..., ...2kif */
    const char *alias;           /* another name, NULL: none */
    const char *title;           /* for lists */
    const char *const *suffixes; /* ".kif", ".kifu", NULL */
    const char *separator;       /* written between two games of one output; NULL: nothing */
    bool has_long_lines;         /* a game may be a single line */
    uint32_t holds;              /* bits of enum shogi_uses, with default options */
    /* The same where it depends on the options; NULL: it does not. */
    uint32_t (*holds_with)(const struct shogi_write_options *o);
    /* How comments of this format say what came from no comment; KEEP: as
     * ShogiHome does; NONE: evaluations have a place of their own. */
    enum shogi_eval_style eval_style;

    /* How sure is it that this is the format, 0..100?  LEN bytes of decoded
     * text, the beginning of a path; it may be cut anywhere.  NULL: never. */
    int (*detect)(const char *utf8, size_t len);

    /* Of the LEN > 0 bytes at S, undecoded, which begin a game, how many belong
     * to it?  `from->scanned` and `from->state` are what the last call for the
     * same game left (zero at first).  At the end of input the answer is never
     * 0.  Work is linear in the bytes not yet scanned. */
    struct shogi_split (*split)(const char *s, size_t len, bool at_eof,
                                const struct shogi_split *from);

    /* Fill G, which is fresh, from one game's text.  BAD: the main line could
     * not be read whole; what could is in G.  NULL: write-only. */
    enum shogi_status (*parse)(const struct shogi_text *t, struct shogi_game *g);

    /* Append G as text to OUT.  G may get "lost-end" and "lost-foul" warnings;
     * everything else that is not held has been reported before.  NULL: read-only. */
    void (*write)(struct shogi_game *g, const struct shogi_write_options *o, struct shogi_buf *out);
};

#define SHOGI_FORMAT(name) extern const struct shogi_format shogi_format_##name;
#include "notation/formats.def"
#undef SHOGI_FORMAT

/* Games that have nothing to say about where they stand (an empty chunk, white
 * space and comments only) are no games: a splitter joins them to a neighbour
 * and a parser returns SHOGI_EOF for one. */

/* One game, not yet decoded. */
struct shogi_chunk {
    const char *bytes;
    size_t len;
    bool is_padded;     /* SHOGI_TEXT_PADDING zero bytes follow */
    const char *path;   /* lives longer than the game */
    uint32_t first_line;
    uint64_t offset, number;
};

/* Decode CHUNK with ENCODING (AUTO: guess) into BUF, parse it as F into G,
 * which is reset first.  Pure but for G and BUF.  EOF: the chunk holds no game.
 * FATAL: memory. */
enum shogi_status shogi_read_chunk(const struct shogi_format *f, const struct shogi_chunk *chunk,
                                   enum shogi_encoding encoding, struct shogi_buf *buf,
                                   struct shogi_game *g);

/* Say in G, an empty game, that CHUNK was larger than LIMIT bytes. */
void shogi_report_too_large(struct shogi_game *g, const struct shogi_chunk *chunk, size_t limit);

/* The format of an input that begins with the LEN bytes at S (undecoded) and
 * has PATH (may be NULL): the highest bid of at least 50, else the suffix, else
 * NULL, and BIDS (may be NULL) says what each format thought. */
const struct shogi_format *shogi_format_detect(const char *s, size_t len, const char *path,
                                               enum shogi_encoding encoding,
                                               struct shogi_buf *bids);

/* As shogi_write(), appended to OUT. */
enum shogi_status shogi_write_buf(const struct shogi_format *f, struct shogi_game *g,
                                  const struct shogi_write_options *options, struct shogi_buf *out);

#endif
