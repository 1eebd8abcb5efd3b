/* SPDX-License-Identifier: MIT */
/* shogi/format.h - the formats: reading games, writing games. */
#ifndef SHOGI_FORMAT_H
#define SHOGI_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <shogi/game.h>

/* A record format; static, read-only. */
struct shogi_format;

/* The I-th format, NULL behind the last. */
SHOGI_API const struct shogi_format *shogi_format_at(size_t i);
/* By name ("kif") or another name ("usi"); NULL: unknown. */
SHOGI_API const struct shogi_format *shogi_format_from_name(const char *name);
SHOGI_API const char *shogi_format_name(const struct shogi_format *f);
/* Another name it answers to; NULL: none. */
SHOGI_API const char *shogi_format_alias(const struct shogi_format *f);
/* One line for a list. */
SHOGI_API const char *shogi_format_title(const struct shogi_format *f);
SHOGI_API bool shogi_format_can_read(const struct shogi_format *f);
SHOGI_API bool shogi_format_can_write(const struct shogi_format *f);

/* ---- reading ------------------------------------------------------------------------ */

struct shogi_read_options {
    const struct shogi_format *format; /* NULL: look at the input, then at the path */
    const char *encoding;              /* name; NULL: find it for each game */
    size_t max_game_size;              /* bytes; 0: 64 MiB */
    struct shogi_bounds bounds;        /* of what a game holds */
    bool whole;                        /* the input is one game, never cut */
};

struct shogi_reader;

/* Read games from IN, which stays the caller's.  PATH (may be NULL) is copied
 * and named in places.  OPTIONS may be NULL.  NULL: memory, or an unknown
 * encoding name. */
SHOGI_API struct shogi_reader *shogi_reader_new(FILE *in, const char *path,
                                                const struct shogi_read_options *options);
/* From LEN bytes of memory, which must outlive the reader. */
SHOGI_API struct shogi_reader *shogi_reader_new_memory(const void *bytes, size_t len,
                                                       const char *path,
                                                       const struct shogi_read_options *options);
SHOGI_API void shogi_reader_free(struct shogi_reader *r);

/* Read the next game into G, which is reset first.  OK; EOF; BAD: this game
 * could not be read whole (its diagnostics say why; what could be read is in
 * G), go on; FATAL: memory, a read error, or no format fits. */
SHOGI_API enum shogi_status shogi_reader_next(struct shogi_reader *r, struct shogi_game *g);

/* Why the last call was FATAL, in English; NULL: it was not.  Lives as long as
 * the reader. */
SHOGI_API const char *shogi_reader_error(const struct shogi_reader *r);

/* ---- writing ------------------------------------------------------------------------ */

enum shogi_csa_version { SHOGI_CSA_V22, SHOGI_CSA_V30 };
enum shogi_sfen_style {
    SHOGI_SFEN_GAME,      /* start and moves */
    SHOGI_SFEN_POSITIONS, /* the SFEN of every position of the main line, a line each */
    SHOGI_SFEN_FINAL,     /* the SFEN of the last position of the main line */
};

/* How evaluations are written into comments. */
enum shogi_eval_style {
    SHOGI_EVAL_KEEP,      /* as they stand in the record's comments */
    SHOGI_EVAL_SHOGIHOME,
    SHOGI_EVAL_SHOGIGUI,
    SHOGI_EVAL_FLOODGATE,
    SHOGI_EVAL_CSA3,      /* the same with numbers of nodes */
    SHOGI_EVAL_NONE,      /* taken out */
    SHOGI_EVAL_BOTH,      /* as ShogiGUI, and what ShogiHome does not read there in its own way */
};

/* The script of pieces and sides in KIF, KI2 and BOD. */
enum shogi_glyphs { SHOGI_GLYPHS_JA, SHOGI_GLYPHS_ZH_HANS, SHOGI_GLYPHS_ZH_HANT };

/* Which program is going to read KIF and KI2. */
enum shogi_dialect {
    SHOGI_DIALECT_KIFU_FOR_WINDOWS, /* the endings of Kakinoki's description */
    SHOGI_DIALECT_SHOGIHOME,        /* also move limit, draw and try */
    SHOGI_DIALECT_81DOJO,           /* "Time-up" */
    SHOGI_DIALECT_GEKISASHI,        /* six endings only */
};

/* All-zero is the default. */
struct shogi_write_options {
    bool main_line_only;
    enum shogi_csa_version csa_version;
    enum shogi_sfen_style sfen_style;
    enum shogi_eval_style eval_style;
    enum shogi_glyphs glyphs;
    enum shogi_dialect dialect;
    const char *encoding; /* name of the encoding that the text will be stored in, for formats
                             that state it; NULL: "utf-8".  The text itself is always UTF-8. */
};

/* Bytes that the library made; free with shogi_bytes_free(). */
struct shogi_bytes {
    char *data; /* NUL behind the last byte */
    size_t len;
};

/* What F can hold when written with OPTIONS (NULL: the default ones): bits of
 * enum shogi_uses. */
SHOGI_API uint32_t shogi_format_holds(const struct shogi_format *f,
                                      const struct shogi_write_options *options);

/* Write G as F in UTF-8 with \n.  What F cannot hold is left out and added to
 * the diagnostics of G as "lost-..." warnings.  BAD: F cannot write. */
SHOGI_API enum shogi_status shogi_write(const struct shogi_format *f, struct shogi_game *g,
                                        const struct shogi_write_options *options,
                                        struct shogi_bytes *out);
SHOGI_API void shogi_bytes_free(struct shogi_bytes *bytes);

#endif
