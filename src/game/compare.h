/* SPDX-License-Identifier: MIT */
/* compare.h - do two records say the same? */
#ifndef SHOGI_GAME_COMPARE_H
#define SHOGI_GAME_COMPARE_H

#include "game/game.h"

/* Do A and B say the same in everything that HELD (bits of enum shogi_uses)
 * names, and in the start position?  Places, sources and diagnostics do
 * not count; without SHOGI_USES_MILLISECONDS times are compared in whole
 * seconds.  When not, one line about the first difference goes to WHY (may be
 * NULL). */
bool shogi_game_same(const struct shogi_game *a, const struct shogi_game *b,
                     uint32_t held, struct shogi_buf *why);

#endif
