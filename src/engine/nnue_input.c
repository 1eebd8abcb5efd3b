/* SPDX-License-Identifier: MIT */
/* nnue_input.c - what of a position a network sees: pieces and places as numbers.
 *
 * The number of a piece on the board is a base for its kind and whose it is, plus its
 * square; a hand of three pawns is the numbers of the first, second and third pawn in
 * hand.  White looks at the board turned round.  Promoted small pieces are golds. */
#include "engine/nnue.h"

#include "rules/bitboard.h"

/* [0: own, 1: of the opponent] */
/* clang-format off */
static const uint16_t board_base[SHOGI_KIND_COUNT][2] = {
    [SHOGI_PAWN]            = {   90,  171 },
    [SHOGI_LANCE]           = {  252,  333 },
    [SHOGI_KNIGHT]          = {  414,  495 },
    [SHOGI_SILVER]          = {  576,  657 },
    [SHOGI_GOLD]            = {  738,  819 },
    [SHOGI_TOKIN]           = {  738,  819 },
    [SHOGI_PROMOTED_LANCE]  = {  738,  819 },
    [SHOGI_PROMOTED_KNIGHT] = {  738,  819 },
    [SHOGI_PROMOTED_SILVER] = {  738,  819 },
    [SHOGI_BISHOP]          = {  900,  981 },
    [SHOGI_HORSE]           = { 1062, 1143 },
    [SHOGI_ROOK]            = { 1224, 1305 },
    [SHOGI_DRAGON]          = { 1386, 1467 },
    [SHOGI_KING]            = { 1548, 1629 }, /* of K-P only */
};

static const uint16_t hand_base[SHOGI_HAND_COUNT][2] = {
    [SHOGI_PAWN]   = {  1, 20 },
    [SHOGI_LANCE]  = { 39, 44 },
    [SHOGI_KNIGHT] = { 49, 54 },
    [SHOGI_SILVER] = { 59, 64 },
    [SHOGI_GOLD]   = { 69, 74 },
    [SHOGI_BISHOP] = { 79, 82 },
    [SHOGI_ROOK]   = { 85, 88 },
};
/* clang-format on */

static shogi_square
turn_square(enum shogi_side side, shogi_square square)
{
    return side == SHOGI_BLACK ? square : (shogi_square)(SHOGI_SQUARE_COUNT - 1 - square);
}

unsigned
shogi_nnue_board_input(enum shogi_side side, shogi_piece piece, shogi_square square)
{
    return board_base[shogi_piece_kind(piece)][shogi_piece_side(piece) != side]
           + turn_square(side, square);
}

unsigned
shogi_nnue_hand_input(enum shogi_side side, enum shogi_side owner, enum shogi_kind kind,
                      unsigned n)
{
    return hand_base[kind][owner != side] + n - 1;
}

const int16_t *
shogi_nnue_row(const struct shogi_nnue *net, enum shogi_side side, shogi_square king,
               unsigned input)
{
    size_t row = input;

    if (net->shape.inputs == SHOGI_NNUE_HALFKP)
        row += (size_t)turn_square(side, king) * SHOGI_NNUE_PIECE_INPUTS;
    return net->weight + row * net->shape.half;
}

bool
shogi_nnue_sees(const struct shogi_position *p)
{
    const uint32_t unseen = SHOGI_PROBLEM_TOO_MANY_PIECES | SHOGI_PROBLEM_TWO_KINGS
                            | SHOGI_PROBLEM_NO_DEFENDER_KING
                            | SHOGI_PROBLEM_NO_ATTACKER_KING;

    return (shogi_position_problems(p) & unseen) == 0;
}
