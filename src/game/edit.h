/* SPDX-License-Identifier: MIT */
/* edit.h - changing a record before it is written. */
#ifndef SHOGI_GAME_EDIT_H
#define SHOGI_GAME_EDIT_H

#include "game/game.h"

/* Take out of G what DROP (bits of enum shogi_uses) names: headers, variations,
 * comments, bookmarks, times (with their totals), analyses.  The start position
 * and its name stay. */
void shogi_game_drop(struct shogi_game *g, uint32_t drop);

/* Give the header KEY the value VALUE; the first one with that key, or that
 * meaning, is changed, else one is added.  FATAL: memory. */
enum shogi_status shogi_game_set_header(struct shogi_game *g, const char *key,
                                        const char *value);

/* The leaf behind LEAF in a walk of the tree, main line first; NULL: the first
 * leaf.  NULL is returned behind the last one. */
struct shogi_node *shogi_game_next_leaf(struct shogi_game *g, struct shogi_node *leaf);

/* A line of play as a record of its own: swap the links so that from the root
 * to LEAF every node is the only child of its parent.  Give SAVED room for as
 * many links as LEAF has ancestors, and shogi_line_restore() what it holds. */
struct shogi_line_link {
    struct shogi_node *child, *next;
};
uint32_t shogi_line_length(const struct shogi_node *leaf);
void shogi_line_isolate(struct shogi_node *leaf, struct shogi_line_link *saved);
void shogi_line_restore(struct shogi_node *leaf, const struct shogi_line_link *saved);

#endif
