/* SPDX-License-Identifier: MIT */
/* shogi/types.h - sides, kinds, pieces, squares and moves: small values, no pointers. */
#ifndef SHOGI_TYPES_H
#define SHOGI_TYPES_H

#include <stdbool.h>
#include <stdint.h>

/* Black is sente, in a handicap game shitate; White is gote or uwate. */
enum shogi_side { SHOGI_BLACK, SHOGI_WHITE, SHOGI_NO_SIDE };

/* A piece without its side.  The first seven can be held in hand; a promoted
 * kind is its base kind plus eight. */
enum shogi_kind {
    SHOGI_PAWN,
    SHOGI_LANCE,
    SHOGI_KNIGHT,
    SHOGI_SILVER,
    SHOGI_BISHOP,
    SHOGI_ROOK,
    SHOGI_GOLD,
    SHOGI_KING,
    SHOGI_TOKIN,
    SHOGI_PROMOTED_LANCE,
    SHOGI_PROMOTED_KNIGHT,
    SHOGI_PROMOTED_SILVER,
    SHOGI_HORSE,
    SHOGI_DRAGON,
    SHOGI_KIND_COUNT,
    SHOGI_HAND_COUNT = SHOGI_GOLD + 1,
    SHOGI_NO_KIND = SHOGI_KIND_COUNT
};

static inline bool
shogi_kind_can_promote(enum shogi_kind kind)
{
    return kind < SHOGI_GOLD;
}

static inline bool
shogi_kind_is_promoted(enum shogi_kind kind)
{
    return kind > SHOGI_KING;
}

/* The promoted kind of a kind that can promote. */
static inline enum shogi_kind
shogi_kind_promoted(enum shogi_kind kind)
{
    return (enum shogi_kind)(kind + 8);
}

/* The kind as it goes into a hand: unpromoted.  A king stays a king. */
static inline enum shogi_kind
shogi_kind_base(enum shogi_kind kind)
{
    return shogi_kind_is_promoted(kind) ? (enum shogi_kind)(kind - 8) : kind;
}

/* A piece on the board: 0 for none, else 1 + kind + 16 * side. */
typedef uint8_t shogi_piece;
enum { SHOGI_EMPTY = 0 };

static inline shogi_piece
shogi_piece_of(enum shogi_side side, enum shogi_kind kind)
{
    return (shogi_piece)(1 + (int)kind + 16 * (int)side);
}

/* Only for a piece that is not SHOGI_EMPTY. */
static inline enum shogi_kind
shogi_piece_kind(shogi_piece piece)
{
    return (enum shogi_kind)((piece & 15) - 1);
}

/* Only for a piece that is not SHOGI_EMPTY. */
static inline enum shogi_side
shogi_piece_side(shogi_piece piece)
{
    return (enum shogi_side)(piece >> 4);
}

/* A square, 0..80, file by file from Black's right: 1a is 0, 1i is 8, 9i is 80. */
typedef uint8_t shogi_square;
enum { SHOGI_SQUARE_COUNT = 81, SHOGI_NO_SQUARE = 255 };

/* FILE and RANK are 1..9, as players name them: rank a is 1. */
static inline shogi_square
shogi_square_at(int file, int rank)
{
    return (shogi_square)((file - 1) * 9 + rank - 1);
}

static inline int
shogi_square_file(shogi_square square)
{
    return square / 9 + 1;
}

static inline int
shogi_square_rank(shogi_square square)
{
    return square % 9 + 1;
}

/* A move in 16 bits.  It says what was played, not whether it was legal.
 *
 *     bits 0-6    to       0..80
 *     bits 7-13   from     0..80, or 81 + kind for a drop
 *     bit  14     promote
 *     bit  15     0; set only in SHOGI_NO_MOVE
 */
typedef uint16_t shogi_move;
enum { SHOGI_NO_MOVE = 0xffff };

static inline shogi_move
shogi_move_board(shogi_square from, shogi_square to, bool promotes)
{
    return (shogi_move)(to | from << 7 | (promotes ? 1 << 14 : 0));
}

/* KIND is below SHOGI_HAND_COUNT. */
static inline shogi_move
shogi_move_drop(enum shogi_kind kind, shogi_square to)
{
    return (shogi_move)(to | (SHOGI_SQUARE_COUNT + (int)kind) << 7);
}

static inline shogi_square
shogi_move_to(shogi_move m)
{
    return m & 0x7f;
}

static inline bool
shogi_move_is_drop(shogi_move m)
{
    return (m >> 7 & 0x7f) >= SHOGI_SQUARE_COUNT;
}

static inline bool
shogi_move_promotes(shogi_move m)
{
    return m >> 14 & 1;
}

/* Where the piece came from.  Only for a move that is no drop. */
static inline shogi_square
shogi_move_from(shogi_move m)
{
    return m >> 7 & 0x7f;
}

/* What was dropped.  Only for a drop. */
static inline enum shogi_kind
shogi_move_dropped(shogi_move m)
{
    return (enum shogi_kind)((m >> 7 & 0x7f) - SHOGI_SQUARE_COUNT);
}

#endif
