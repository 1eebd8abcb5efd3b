/* SPDX-License-Identifier: MIT */
/* perft.h - counting the leaves of the tree of legal moves: a test of the rules. */
#ifndef SHOGI_RULES_PERFT_H
#define SHOGI_RULES_PERFT_H

#include <shogi/position.h>

enum { SHOGI_PERFT_MAX_DEPTH = 32 };

/* How many games of DEPTH plies (0 to SHOGI_PERFT_MAX_DEPTH) begin at P, ended
 * games left out.  Plies are played on P and taken back.  The last ply is
 * counted without a list of moves. */
uint64_t shogi_perft(struct shogi_position *p, int depth);

/* The same with a list of moves at every node: what a search pays. */
uint64_t shogi_perft_listing(struct shogi_position *p, int depth);

#endif
