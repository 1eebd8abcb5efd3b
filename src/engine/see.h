/* SPDX-License-Identifier: MIT */
/* see.h - who wins the exchange on a square, were nothing else on the board. */
#ifndef SHOGI_ENGINE_SEE_H
#define SHOGI_ENGINE_SEE_H

#include <shogi/position.h>

/* What taking a piece of KIND gains: it is lost to one side, and the other has it
 * in hand.  Centipawns; a king is worth more than everything else. */
int shogi_see_exchange(enum shogi_kind kind);

/* Does M, a pseudo-legal move, followed by all captures on its target that pay, gain
 * at least THRESHOLD centipawns for the mover? */
bool shogi_see_at_least(const struct shogi_position *p, shogi_move m, int threshold);

#endif
