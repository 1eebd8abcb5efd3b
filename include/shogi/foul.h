/* SPDX-License-Identifier: MIT */
/* shogi/foul.h - is a move legal, and if not, why not? */
#ifndef SHOGI_FOUL_H
#define SHOGI_FOUL_H

#include <shogi/status.h>
#include <shogi/types.h>

struct shogi_position;

/* Reasons, as bits: one move can break several rules at once. */
enum shogi_foul {
    SHOGI_FOUL_EMPTY_SOURCE = 1 << 0,   /* no piece on the origin */
    SHOGI_FOUL_OPPONENT_PIECE = 1 << 1, /* the piece on the origin is the opponent's */
    SHOGI_FOUL_BAD_MOVE = 1 << 2,       /* the piece does not move like that */
    SHOGI_FOUL_JUMP = 1 << 3,        /* the right direction, but a piece stands between */
    SHOGI_FOUL_OWN_CAPTURE = 1 << 4, /* the target holds a piece of the mover */
    SHOGI_FOUL_DROP_OCCUPIED = 1 << 5,  /* a drop on a piece, whosever it is */
    SHOGI_FOUL_NOT_IN_HAND = 1 << 6,    /* nothing of that kind in hand */
    SHOGI_FOUL_DROP_PROMOTED = 1 << 7,  /* a drop with the promotion bit */
    SHOGI_FOUL_PROMO_ZONE = 1 << 8,     /* neither origin nor target in the zone */
    SHOGI_FOUL_PROMO_PIECE = 1 << 9,    /* gold and king do not promote */
    SHOGI_FOUL_PROMO_AGAIN = 1 << 10,   /* the piece is promoted already */
    SHOGI_FOUL_DEAD_MOVE = 1 << 11,     /* ikidokoro no nai koma, by a move */
    SHOGI_FOUL_DEAD_DROP = 1 << 12,     /* ikidokoro no nai koma, by a drop */
    SHOGI_FOUL_NIFU = 1 << 13,          /* a second unpromoted pawn on the file */
    SHOGI_FOUL_UCHIFUZUME = 1 << 14,    /* mate by a dropped pawn */
    SHOGI_FOUL_CHECK_IGNORED = 1 << 15, /* in check before and after (oute hochi) */
    SHOGI_FOUL_SELF_CHECK = 1 << 16,    /* not in check before, in check after */
    SHOGI_FOUL_KING_CAPTURE =
        1 << 17, /* the move takes a king: the foul was one ply earlier */
};

/* Every rule that playing M in POS would break; 0 when M is legal.
 *
 * This is the definition of legality in the whole suite: shogi_legal_moves()
 * yields exactly the moves for which it returns 0.  Rules that need the past
 * of the game (sennichite) are not looked at: see cursor.h.
 *
 * M may be any 16-bit value, and POS may itself be the result of fouls.
 * Pure: any thread, no allocation, cannot fail. */
SHOGI_API uint32_t shogi_move_fouls(const struct shogi_position *pos, shogi_move m);

#endif
