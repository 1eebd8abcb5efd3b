/* SPDX-License-Identifier: MIT */
/* fix.h - mending what an audit found, where there is one right answer. */
#ifndef SHOGI_TOOL_FIX_H
#define SHOGI_TOOL_FIX_H

#include <shogi/audit.h>

#include "game/game.h"

/* What may be mended, as bits. */
enum fix {
    FIX_RESULT = 1 << 0,   /* the ending, by what the moves lead to */
    FIX_HANDICAP = 1 << 1, /* the name of the handicap, by the board */
    FIX_NUMBERS = 1 << 2,  /* the numbers of moves: writing counts afresh */
    FIX_TOTALS = 1 << 3,   /* total times, by the times of the moves */
};

/* Mend G, and put one diagnostic for each mend in place of all others. */
void fix_game(struct shogi_game *g, const struct shogi_verdict *v, uint32_t fixes);

#endif
