/* SPDX-License-Identifier: MIT */
/* shogi/cursor.h - walking a game with its position and its past. */
#ifndef SHOGI_CURSOR_H
#define SHOGI_CURSOR_H

#include <shogi/game.h>

/* A node of a game, the position after its move, and the way back to the
 * start.  A cursor may outlive changes of the game made through cursors, not
 * a reset of it. */
struct shogi_cursor;

/* At the root of G.  NULL: memory. */
SHOGI_API struct shogi_cursor *shogi_cursor_new(struct shogi_game *g);
/* NULL is fine. */
SHOGI_API void shogi_cursor_free(struct shogi_cursor *c);

/* To the main continuation; false: there is none (or memory is out). */
SHOGI_API bool shogi_cursor_forward(struct shogi_cursor *c);
/* To the next alternative of this node. */
SHOGI_API bool shogi_cursor_next(struct shogi_cursor *c);
/* To the parent. */
SHOGI_API bool shogi_cursor_back(struct shogi_cursor *c);

SHOGI_API const struct shogi_node *shogi_cursor_node(const struct shogi_cursor *c);
SHOGI_API const struct shogi_position *shogi_cursor_position(const struct shogi_cursor *c);
/* How many moves lead here. */
SHOGI_API uint32_t shogi_cursor_ply(const struct shogi_cursor *c);

/* Add M as the last continuation of this node and go there.  Illegal moves are
 * accepted; SHOGI_BAD, with a diagnostic at AT, when M cannot be carried out at
 * all: nothing of the mover on the origin, nothing in hand, a drop on a piece.
 * SHOGI_FATAL: memory. */
SHOGI_API enum shogi_status shogi_cursor_append(struct shogi_cursor *c, shogi_move m,
                                                struct shogi_place at);

/* Add an ending as the last continuation and go there.  WORDS may be NULL. */
SHOGI_API enum shogi_status shogi_cursor_append_end(struct shogi_cursor *c, enum shogi_end end,
                                                    enum shogi_winner winner, const char *words,
                                                    struct shogi_place at);

#endif
