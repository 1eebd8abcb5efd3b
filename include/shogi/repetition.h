/* SPDX-License-Identifier: MIT */
/* shogi/repetition.h - fourfold repetition (sennichite) and perpetual check.
 *
 * Two positions are the same when board, hands and side to move are; the start
 * counts as an occurrence, and the four need not follow each other.  A side
 * that gave check with every one of its moves between the first and the fourth
 * occurrence has lost; when both did, it is plain repetition.
 * Source: the JSA's rules of play, article 8; WCSC tournament rules. */
#ifndef SHOGI_REPETITION_H
#define SHOGI_REPETITION_H

#include <stdbool.h>

#include <shogi/position.h>

enum shogi_repetition {
    SHOGI_REPETITION_NONE, /* fewer than four */
    SHOGI_REPETITION_FOURFOLD,
    SHOGI_REPETITION_BLACK_CHECKS, /* Black checked perpetually, and loses */
    SHOGI_REPETITION_WHITE_CHECKS,
};

struct shogi_repetition_found {
    uint32_t occurrences; /* of the position now reached, this one counted */
    uint32_t first; /* the ply after which it stood for the first time, 0: the start */
};

/* How often did P, reached by PLY moves, stand before?  HISTORY holds what
 * shogi_position_play() filled in for each of them.
 * IS_CHECK says whether the position after a ply (1..PLY) is a check; it is only
 * asked for a position that stands for the fourth time or more.  FOUND is always
 * filled.  Pure. */
SHOGI_API enum shogi_repetition
shogi_repetition_find(const struct shogi_undo *history, uint32_t ply,
                      const struct shogi_position *p,
                      bool (*is_check)(const void *context, uint32_t ply),
                      const void *context, struct shogi_repetition_found *found);

#endif
