/* SPDX-License-Identifier: MIT */
/* shogi/impasse.h - points, entering kings and declared wins (nyugyoku, jishogi).
 *
 * Rook, bishop and their promoted forms count 5, everything else but the king 1.
 * Sources: the JSA's declaration rule of 2013 (24 and 31 points), the CSA's and
 * FESA's (27 and 28 points), the JSA's notes on handicap games. */
#ifndef SHOGI_IMPASSE_H
#define SHOGI_IMPASSE_H

#include <stdbool.h>

#include <shogi/position.h>

/* What decides about a declaration of one side. */
struct shogi_impasse {
    uint32_t points;         /* pieces in the far three ranks and in hand */
    uint32_t all_points;     /* all own pieces, board and hand: for an agreed impasse */
    uint32_t pieces_in_camp; /* in the far three ranks, without the king */
    bool king_in_camp;
    bool in_check;
};

/* Look at SIDE in P.  BONUS is added to both sums: what uwate gave away in a
 * handicap game, see shogi_handicap_points(). */
SHOGI_API void shogi_impasse_look(const struct shogi_position *p, enum shogi_side side,
                                  uint32_t bonus, struct shogi_impasse *out);

/* Points of the pieces that are missing from the full set in P, for uwate. */
SHOGI_API uint32_t shogi_handicap_points(const struct shogi_position *p);

/* Pieces that must stand in the camp, the king not counted, whatever the points. */
enum { SHOGI_DECLARED_PIECES = 10 };

enum shogi_declared { SHOGI_DECLARED_LOSS, SHOGI_DECLARED_DRAW, SHOGI_DECLARED_WIN };

/* What a declaration of SIDE, to move, is worth: 28 points win for Black, 27 for
 * White, anything less loses. */
SHOGI_API enum shogi_declared shogi_declare_27(const struct shogi_impasse *i,
                                               enum shogi_side side);

/* 31 points win, 24 to 30 end the game without a winner, less loses. */
SHOGI_API enum shogi_declared shogi_declare_24(const struct shogi_impasse *i);

/* The king stands on the square where the other king starts (5a for Black, 5i
 * for White) and is not attacked there. */
SHOGI_API bool shogi_position_is_try(const struct shogi_position *p,
                                     enum shogi_side side);

#endif
