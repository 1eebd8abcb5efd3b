/* SPDX-License-Identifier: MIT */
/* cursor.h - a cursor as a value on the stack. */
#ifndef SHOGI_GAME_CURSOR_H
#define SHOGI_GAME_CURSOR_H

#include <shogi/cursor.h>

#include "base/limits.h"

/* A light cursor plays on the board alone, which is all that reading and writing
 * most notations takes: of its position only `board`, `hand`, `turn` and
 * `move_number` can be used until shogi_cursor_settle() makes up for the rest. */
struct shogi_cursor {
    struct shogi_position position;
    struct shogi_game *game;
    struct shogi_node *node;
    uint32_t ply;            /* moves from the start to here */
    uint32_t cap;            /* of undo */
    uint32_t full_from;      /* this ply and those below were played on the board alone */
    bool is_light;           /* so will be the next */
    bool is_stale;           /* more than the board is missing in the position */
    struct shogi_undo *undo; /* of ply 1 at index 0; `inside`, or on the heap */
    struct shogi_undo inside[SHOGI_CURSOR_PLIES];
};

/* At the root of G.  The start position of G must not change any more. */
void shogi_cursor_init(struct shogi_cursor *c, struct shogi_game *g);
void shogi_cursor_init_light(struct shogi_cursor *c, struct shogi_game *g);
void shogi_cursor_release(struct shogi_cursor *c);

/* The whole position of a light cursor is needed here, and from here on: it is light
 * again when it goes back from here. */
void shogi_cursor_settle(struct shogi_cursor *c);

/* For walking a game that is only read; a mark of lost memory is left in it all the same.
 */
void shogi_cursor_init_const(struct shogi_cursor *c, const struct shogi_game *g);

/* To N, a child of this node; false: memory. */
bool shogi_cursor_enter(struct shogi_cursor *c, struct shogi_node *n);

/* To the child, whose move is known to break no rule; false: memory. */
bool shogi_cursor_forward_legal(struct shogi_cursor *c);

/* Go back until PLY moves lead here, past any end. */
void shogi_cursor_back_to(struct shogi_cursor *c, uint32_t ply);

/* From the end of a line to the first node of the next variation, in the order
 * in which KIF writes them: the line just walked is left at its last branch
 * first.  False: every line was walked.  Walk the main line to its end, then
 * call this and walk on until it is false: each node is entered once. */
bool shogi_cursor_next_line(struct shogi_cursor *c);

/* To the next node of that walk, main line first: forward, else the next line.
 * A loop `do visit while step` from the root visits each node once. */
bool shogi_cursor_step(struct shogi_cursor *c);

/* Would a move appended here belong to a variation? */
bool shogi_cursor_in_variation(const struct shogi_cursor *c);

/* Where the last move went (for dou), or the start's target; SHOGI_NO_SQUARE. */
shogi_square shogi_cursor_target(const struct shogi_cursor *c);

#endif
