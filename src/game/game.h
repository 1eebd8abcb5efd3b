/* SPDX-License-Identifier: MIT */
/* game.h - the inside of a game: what readers fill. */
#ifndef SHOGI_GAME_GAME_H
#define SHOGI_GAME_GAME_H

#include <stdbool.h>

#include <shogi/game.h>

#include "base/arena.h"
#include "base/buf.h"
#include "game/diag.h"

struct shogi_game {
    struct shogi_arena arena;
    struct shogi_source source;
    struct shogi_position start;
    shogi_square start_target; /* where the last move before the start went ("手数＝6
                                  △３四歩 まで"), for a following dou; SHOGI_NO_SQUARE */
    struct shogi_header *headers, **headers_tail;
    struct shogi_node *root;
    /* The ending that a record has behind a foul which cannot be carried out, and so
     * broke the main line off: with its winner, not in the tree; NULL: none. */
    struct shogi_node *late_end;
    struct shogi_diag *diags, **diags_tail;
    uint32_t diag_count[SHOGI_SEVERITY_COUNT];
    uint32_t diag_same[SHOGI_DIAG_COUNT];
    struct shogi_diag spare_diag;
    struct shogi_bounds bounds; /* kept when the game is reset */
    uint64_t node_count, header_count;
    bool too_large; /* a bound was reached, which has been said */

    /* The comment that is being collected, and for which node. */
    struct shogi_node *comment_node;
    struct shogi_buf comment;
    /* Which node was given an analysis last, and that analysis. */
    struct shogi_node *analysis_node;
    struct shogi_analysis *last_analysis;
    bool evaluations_found;          /* the analyses were taken from the comments */
    bool tolerated[SHOGI_SAY_COUNT]; /* what was told by shogi_game_tolerate() */
    bool out_of_memory;              /* sticky; reading ends with SHOGI_FATAL */
};

/* A copy in the arena, NUL-terminated; NULL (and out_of_memory) when there is
 * no memory. */
const char *shogi_game_text(struct shogi_game *g, const char *s, size_t len);

/* Add a header at the end.  With SHOGI_HEADER_OTHER the key is looked up first
 * (shogi_header_id_from_kif_key()). */
enum shogi_status shogi_game_add_header_text(struct shogi_game *g,
                                             enum shogi_header_id id, const char *key,
                                             size_t key_len, const char *value,
                                             size_t value_len, struct shogi_place at);

/* Add one line, without its line end, to the comment of N.  Any number of lines
 * may follow each other in linear time as long as they are for the same node;
 * shogi_game_finish() must follow before the comment is looked at. */
enum shogi_status shogi_game_add_comment(struct shogi_game *g, struct shogi_node *n,
                                         const char *line, size_t len);
enum shogi_status shogi_game_add_bookmark(struct shogi_game *g, struct shogi_node *n,
                                          const char *name, size_t len);

/* The main line was broken off by a foul; behind it stands an ending in WORDS (NULL:
 * they say no more), with MOVER to move.  Only the first is kept. */
void shogi_game_note_late_end(struct shogi_game *g, enum shogi_end end,
                              enum shogi_winner winner, enum shogi_side mover,
                              const char *words, struct shogi_place at);

/* A zeroed analysis, added at the end of N's list; value and times "not
 * recorded".  NULL: memory. */
struct shogi_analysis *shogi_game_add_analysis(struct shogi_game *g,
                                               struct shogi_node *n);

/* Every reader calls this last: it stores the comment being collected.
 * SHOGI_FATAL when memory ran out anywhere. */
enum shogi_status shogi_game_finish(struct shogi_game *g);

/* ---- header.def, end.def, handicap.def ---- */

/* By the KIF key or one of its other spellings; SHOGI_HEADER_OTHER: unknown. */
enum shogi_header_id shogi_header_id_from_kif_key(const char *key, size_t len);
/* Is KEY one of a known header in Chinese characters?  Writers of Japanese records
 * put the KIF key in its place. */
bool shogi_header_key_is_chinese(const char *key);
/* By the CSA key without '$'. */
enum shogi_header_id shogi_header_id_from_csa_key(const char *key, size_t len);
/* The name in dumps and JSON, as "start-time"; "other". */
const char *shogi_header_name(enum shogi_header_id id);
/* SHOGI_HEADER_OTHER: unknown. */
enum shogi_header_id shogi_header_id_from_name(const char *name, size_t len);
/* NULL: the format has no key for it. */
const char *shogi_header_kif_key(enum shogi_header_id id);
const char *shogi_header_csa_key(enum shogi_header_id id);

/* By the word of a notation; SHOGI_END_NONE: unknown.  The CSA statement comes
 * without '%' and sign. */
enum shogi_end shogi_end_from_csa(const char *word, size_t len);
enum shogi_end shogi_end_from_kif(const char *word, size_t len);
/* Is the word of a known ending Chinese?  It says no more than the ending. */
bool shogi_end_word_is_chinese(const char *word, size_t len);
/* By shogi_end_name(). */
enum shogi_end shogi_end_from_name(const char *name, size_t len);
/* NULL: the notation has no word for it. */
const char *shogi_end_csa(enum shogi_end end);
const char *shogi_end_kif(enum shogi_end end);

/* By the KIF name (also its other spellings) or the JKF preset; false: unknown. */
bool shogi_handicap_from_kif(const char *name, size_t len, enum shogi_handicap *handicap);
bool shogi_handicap_from_jkf(const char *preset, size_t len,
                             enum shogi_handicap *handicap);
const char *shogi_handicap_kif(enum shogi_handicap handicap);
const char *shogi_handicap_jkf(enum shogi_handicap handicap);
/* The start position of a named handicap; not for SHOGI_HANDICAP_OTHER. */
void shogi_handicap_position(enum shogi_handicap handicap, struct shogi_position *p);
/* The named handicap whose start position P is (move number not looked at). */
enum shogi_handicap shogi_handicap_of(const struct shogi_position *p);

#endif
