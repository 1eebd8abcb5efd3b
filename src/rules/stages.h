/* SPDX-License-Identifier: MIT */
/* stages.h - legal moves in two parts, for who hopes not to need the second. */
#ifndef SHOGI_RULES_STAGES_H
#define SHOGI_RULES_STAGES_H

#include <shogi/position.h>

/* Legal moves that take or promote, and those that do neither.  Both leave out shy
 * moves; together with them they are all legal moves.  The order is the same on every
 * machine. */
size_t shogi_noisy_moves(const struct shogi_position *p, shogi_move out[SHOGI_MAX_MOVES]);
size_t shogi_quiet_moves(const struct shogi_position *p, shogi_move out[SHOGI_MAX_MOVES]);

/* Does M, a legal move, leave a pawn, bishop or rook unpromoted that could promote?
 * That only makes sense to avoid mate by a dropped pawn, or to be mated by one. */
bool shogi_move_is_shy(const struct shogi_position *p, shogi_move m);

#endif
