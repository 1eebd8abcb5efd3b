/* SPDX-License-Identifier: MIT */
/* uses.h - counts of what a game uses of what formats may lack. */
#ifndef SHOGI_GAME_USES_H
#define SHOGI_GAME_USES_H

#include "game/game.h"

/* The bits of enum shogi_uses by number. */
enum {
    SHOGI_USES_HEADERS_BIT,
    SHOGI_USES_VARIATIONS_BIT,
    SHOGI_USES_COMMENTS_BIT,
    SHOGI_USES_BOOKMARKS_BIT,
    SHOGI_USES_TIMES_BIT,
    SHOGI_USES_MILLISECONDS_BIT,
    SHOGI_USES_TOTALS_BIT,
    SHOGI_USES_ENDS_BIT,
    SHOGI_USES_ANALYSIS_BIT,
    SHOGI_USES_MOVES_BIT,
    SHOGI_USES_MOVE_NUMBER_BIT,
    SHOGI_USES_HEADER_LINES_BIT,
    SHOGI_USES_BITS
};

/* Count each use; returns the bits of those that are not 0.  Headers without a
 * value and the name of the handicap, which the start position tells, do not
 * count. */
uint32_t shogi_game_count_uses(const struct shogi_game *g,
                               uint32_t count[SHOGI_USES_BITS]);

/* The uses that the "lost-..." diagnostics of G say are lost, as bits. */
uint32_t shogi_game_announced_losses(const struct shogi_game *g);

#endif
