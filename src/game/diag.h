/* SPDX-License-Identifier: MIT */
/* diag.h - adding diagnostics to a game; their text. */
#ifndef SHOGI_GAME_DIAG_H
#define SHOGI_GAME_DIAG_H

#include <stdbool.h>
#include <stddef.h>

#include <shogi/diag.h>
#include <shogi/position.h>

#include "base/buf.h"

struct shogi_game;

/* Rows of diag.def. */
enum shogi_diag_id {
#define SHOGI_DIAG(name, code, severity, english, japanese) SHOGI_DIAG_##name,
#include "game/diag.def"
#undef SHOGI_DIAG
    SHOGI_DIAG_COUNT
};

/* The most notes, warnings and errors of one code that a game keeps: after them
 * one "too-many-errors" stands for the rest.  Fouls are never left out. */
enum { SHOGI_DIAG_MAX_SAME = 20 };

/* Add a diagnostic at AT and return it, so that arguments can be added; never
 * NULL: when memory is out, or enough of the same code were added, it is a
 * spare one that nobody will see.  Give the arguments at once: the next call
 * may reuse the spare one. */
struct shogi_diag *shogi_game_diag(struct shogi_game *g, enum shogi_diag_id id,
                                   struct shogi_place at);

/* Where G begins: the place of what is said about it as a whole.  0:0 when it was
 * not read from anywhere. */
struct shogi_place shogi_game_place(const struct shogi_game *g);

/* Forget all diagnostics of G. */
void shogi_game_clear_diags(struct shogi_game *g);

/* Say that D is about M, which is move number PLY, played in P. */
void shogi_diag_about_move(struct shogi_diag *d, const struct shogi_position *p,
                           uint32_t ply, shogi_move m);

/* Add the next argument.  Text is copied into the game; text of the record is
 * cut at a character border to about 60 bytes. */
struct shogi_diag *shogi_diag_add_text(struct shogi_game *g, struct shogi_diag *d,
                                       const char *s, size_t len);
struct shogi_diag *shogi_diag_add_string(struct shogi_game *g, struct shogi_diag *d,
                                         const char *s);
struct shogi_diag *shogi_diag_add_number(struct shogi_diag *d, int64_t n);
struct shogi_diag *shogi_diag_add_square(struct shogi_diag *d, shogi_square square);
struct shogi_diag *shogi_diag_add_kind(struct shogi_diag *d, enum shogi_kind kind);
struct shogi_diag *shogi_diag_add_side(struct shogi_diag *d, enum shogi_side side);

/* Words that an argument can be. */
enum shogi_diag_word {
#define SHOGI_WORD(name, english, japanese) SHOGI_SAY_##name,
#include "game/word.def"
#include "rules/sfen_error.def"
#undef SHOGI_WORD
    SHOGI_SAY_COUNT
};
struct shogi_diag *shogi_diag_add_word(struct shogi_diag *d, enum shogi_diag_word word);
struct shogi_diag *shogi_diag_add_sfen_error(struct shogi_diag *d,
                                             enum shogi_sfen_error error);
/* How a game ended, END, in the words of both languages. */
struct shogi_diag *shogi_diag_add_end(struct shogi_diag *d, uint8_t end);

/* WHAT some programs write, and what is read without loss: a note, once a game. */
void shogi_game_tolerate(struct shogi_game *g, enum shogi_diag_word what,
                         struct shogi_place at);

/* Put the diagnostics of G in the order of their places; those of one place stay as
 * they were added. */
void shogi_game_sort_diags(struct shogi_game *g);

/* How many diagnostics of a severity were added (left out ones counted too). */
size_t shogi_game_diag_count(const struct shogi_game *g, enum shogi_severity severity);

/* The same text as shogi_diag_message(), into OUT. */
void shogi_diag_put_message(const struct shogi_diag *d, enum shogi_language language,
                            struct shogi_buf *out);

/* S as it may be shown on a terminal: control characters, DEL, C1 and bidi
 * controls become \x1b or \u{202e}, broken bytes \xff. */
void shogi_buf_put_visible(struct shogi_buf *out, const char *s, size_t len);

/* Does it say that something was lost on the way to a format ("lost-...")?
 * SHOGI_DIAG_COUNT does not. */
bool shogi_diag_is_loss(enum shogi_diag_id id);

/* Of a row of the table. */
const char *shogi_diag_id_code(enum shogi_diag_id id);
enum shogi_severity shogi_diag_id_severity(enum shogi_diag_id id);
/* The message before its arguments are put in, see diag.def. */
const char *shogi_diag_id_template(enum shogi_diag_id id, enum shogi_language language);

#endif
