/* SPDX-License-Identifier: MIT */
/* rewrite.h - one game to text: edit, write, encode, check.  Any thread. */
#ifndef SHOGI_TOOL_REWRITE_H
#define SHOGI_TOOL_REWRITE_H

#include "notation/format.h"
#include "tool/message.h"

enum variations { VARIATIONS_KEEP, VARIATIONS_MAIN, VARIATIONS_SPLIT };
enum unmappable { UNMAPPABLE_MARK, UNMAPPABLE_ERROR };

enum rewrite_newline { NEWLINE_DEFAULT, NEWLINE_LF, NEWLINE_CRLF };

/* The words of these in an option, NULL behind the last. */
extern const char *const rewrite_newlines[];

/* What is done to every game; read-only while games are worked on. */
struct rewrite {
    const struct shogi_format *to;
    struct shogi_write_options write;
    enum shogi_encoding encoding;
    bool crlf;
    enum variations variations;
    enum unmappable unmappable;
    uint32_t drop;              /* bits of enum shogi_uses */
    const char *const *headers; /* "KEY=VALUE", NULL behind the last */
    bool keep_broken, strict;
    bool check; /* read back and compare, instead of text */
};

/* Write the format called NAME.  False: a message has been printed. */
bool rewrite_set_format(struct rewrite *r, const char *name);

/* Write the encoding called NAME (NULL: UTF-8), with NEWLINE, which by default is CR LF
 * with CP932, else LF.  False: a message has been printed. */
bool rewrite_set_encoding(struct rewrite *r, const char *name,
                          enum rewrite_newline newline);

/* Is S "KEY=VALUE" with a key? */
bool rewrite_is_header(const char *s);

/* Append G as R wants it to OUT; UTF8 is scratch.  BAD: a character has no place in
 * the encoding, which is an error by R, and nothing was appended. */
enum shogi_status rewrite_text(const struct rewrite *r, struct shogi_game *g,
                               struct shogi_buf *utf8, struct shogi_buf *out);

/* The callbacks of struct work, see tool/pipeline.h; CONTEXT is a struct
 * rewrite. */
void *rewrite_open(const void *context);
void rewrite_close(void *worker);
enum tool_status rewrite_game(const void *context, void *worker, enum shogi_status read,
                              struct shogi_game *g, struct shogi_buf *text, bool *more);

#endif
