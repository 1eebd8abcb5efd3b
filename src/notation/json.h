/* SPDX-License-Identifier: MIT */
/* json.h - what JKF and JSON Lines share: cutting, loading, places, writing.
 *
 * Text is read by jansson.  It is written by the few functions below: jansson
 * writes a tree by recursion as deep as the tree, which here is as deep as
 * variations nest, and it takes several times as long as putting the text down
 * at once.  The tests read back with jansson what is written here. */
#ifndef SHOGI_NOTATION_JSON_H
#define SHOGI_NOTATION_JSON_H

#include <jansson.h>

#include "game/game.h"
#include "notation/format.h"

/* ---- cutting and recognising --------------------------------------------------------
 */

/* One object a game: alone, one a line, spread over lines, or elements of an
 * array.  What stands between two objects (commas, brackets) goes with the one
 * before up to the end of its line, else with the next.  An object that is
 * not closed ends before a line that begins with '{' and one of ROOT_KEYS, which
 * end in NULL: keys that only the outermost object has. */
struct shogi_split shogi_json_split(const char *s, size_t len, bool at_eof,
                                    const struct shogi_split *from,
                                    const char *const *root_keys);

/* A key that tells a format. */
struct shogi_json_key {
    const char *key;
    uint8_t depth;  /* 1: of the outermost object */
    char value;     /* the first character of the value; '0': a number, '\0': any */
    uint8_t weight; /* how much it speaks for the format; counts once */
};

/* The sum of the weights of the COUNT keys (at most 32) that the beginning of a
 * text has, at most 95; 0 when it does not begin with an object. */
int shogi_json_weigh(const char *utf8, size_t len, const struct shogi_json_key *keys,
                     size_t count);

/* ---- loading ------------------------------------------------------------------------
 */

/* The object in T.  NULL, with *STATUS: EOF (there is nothing), BAD (it is no
 * JSON; that is reported in G) or FATAL.  Escapes that stand for no character
 * become U+FFFD, so no string has a NUL inside.  *AT is where the object begins.
 * json_decref() it. */
json_t *shogi_json_load(const struct shogi_text *t, struct shogi_game *g,
                        const char **object, struct shogi_place *at,
                        enum shogi_status *status);

/* V is a whole number from MIN to MAX; JavaScript may write it as 7.0. */
bool shogi_json_integer(const json_t *v, int64_t min, int64_t max, int64_t *n);

/* The member KEY as such a number; OTHERWISE when it is none, or missing. */
int64_t shogi_json_number_or(const json_t *object, const char *key, int64_t min,
                             int64_t max, int64_t otherwise);

/* The member KEY of an object, NULL when it is missing or null. */
json_t *shogi_json_get(const json_t *object, const char *key);

/* The same when it is a string, else NULL. */
const char *shogi_json_get_string(const json_t *object, const char *key);

/* A string's lines (what lies between line feeds) into the comment of N. */
void shogi_json_add_comment(struct shogi_game *g, struct shogi_node *n, const char *text,
                            size_t len);

/* ---- places -------------------------------------------------------------------------
 */

enum { SHOGI_JSON_DEPTH = JSON_PARSER_MAX_DEPTH + 2 };

/* Where the elements of nested lists stand, which jansson does not tell: a
 * second look at the text, once from the front to the back.
 *
 * Lists are the array with the key `list` in the outermost object, and the arrays
 * within an array with the key `sublists` in an element of a list. */
struct shogi_json_places {
    const char *p, *end; /* looked at up to here */
    const char *list, *sublists;
    const char *counted; /* what `at` is the place of */
    struct shogi_place at;
    uint8_t next_kind; /* of the container that may open at `p` */
    uint16_t depth;
    uint8_t kind[SHOGI_JSON_DEPTH]; /* by depth: what is open */
};

enum { SHOGI_JSON_FIRST_LIST = 2, SHOGI_JSON_SUBLIST = 3 }; /* depths: of a list; added */

/* OBJECT is in the text and has the place AT. */
void shogi_json_places_init(struct shogi_json_places *s, const struct shogi_text *t,
                            const char *object, struct shogi_place at, const char *list,
                            const char *sublists);

/* The next element that is an object of the list at DEPTH, going on from there.
 * Each list must be looked at in the order of the text. */
struct shogi_place shogi_json_next_place(struct shogi_json_places *s, unsigned depth);

/* Go past the end of the list at DEPTH. */
void shogi_json_leave(struct shogi_json_places *s, unsigned depth);

/* ---- writing ------------------------------------------------------------------------
 */

/* A string in quotes; a byte that is no UTF-8 becomes U+FFFD. */
void shogi_json_put_string(struct shogi_buf *out, const char *s, size_t len);

#endif
