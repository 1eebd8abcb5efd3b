/* SPDX-License-Identifier: MIT */
/* bounds.h - how much a game may hold, so that no input takes all memory. */
#ifndef SHOGI_GAME_BOUNDS_H
#define SHOGI_GAME_BOUNDS_H

#include "game/game.h"

/* What G may hold from now on; 0 in any place, or NULL, is the default. */
void shogi_game_set_bounds(struct shogi_game *g, const struct shogi_bounds *bounds);

/* G holds more than LIMIT of WHAT, which is said once: the game is too large. */
void shogi_game_report_bound(struct shogi_game *g, uint64_t limit,
                             enum shogi_diag_word what, struct shogi_place at);

/* Look at what is known of a whole game only: how deep its variations nest. */
void shogi_game_check_nesting(struct shogi_game *g);

#endif
