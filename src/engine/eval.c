/* SPDX-License-Identifier: MIT */
/* eval.c - what a position is worth: material and hands. */
#include "engine/eval.h"

/* Centipawns.  A piece in hand can go anywhere, so it is worth a little more. */
static const int16_t board_value[SHOGI_KIND_COUNT] = {
    [SHOGI_PAWN] = 90,
    [SHOGI_LANCE] = 300,
    [SHOGI_KNIGHT] = 350,
    [SHOGI_SILVER] = 490,
    [SHOGI_BISHOP] = 800,
    [SHOGI_ROOK] = 950,
    [SHOGI_GOLD] = 540,
    [SHOGI_KING] = 0,
    [SHOGI_TOKIN] = 500,
    [SHOGI_PROMOTED_LANCE] = 490,
    [SHOGI_PROMOTED_KNIGHT] = 500,
    [SHOGI_PROMOTED_SILVER] = 520,
    [SHOGI_HORSE] = 1050,
    [SHOGI_DRAGON] = 1300,
};
static const int16_t hand_value[SHOGI_HAND_COUNT] = {
    [SHOGI_PAWN] = 100,   [SHOGI_LANCE] = 320, [SHOGI_KNIGHT] = 380, [SHOGI_SILVER] = 530,
    [SHOGI_BISHOP] = 880, [SHOGI_ROOK] = 1030, [SHOGI_GOLD] = 590,
};

int
shogi_eval_piece(enum shogi_kind kind)
{
    return board_value[kind];
}

int
shogi_eval_hand(enum shogi_kind kind)
{
    return hand_value[kind];
}

/* Of the owner; as a number for Black. */
static int
signed_for(enum shogi_side side, int value)
{
    return side == SHOGI_BLACK ? value : -value;
}

void
shogi_eval_fill(struct shogi_eval_sums *s, const struct shogi_position *p)
{
    s->material = 0;
    for (int square = 0; square < SHOGI_SQUARE_COUNT; square++) {
        shogi_piece piece = p->board[square];
        if (piece != SHOGI_EMPTY)
            s->material +=
                signed_for(shogi_piece_side(piece), board_value[shogi_piece_kind(piece)]);
    }
    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
            s->material +=
                signed_for((enum shogi_side)side, p->hand[side][kind] * hand_value[kind]);
}

void
shogi_eval_step(struct shogi_eval_sums *next, const struct shogi_eval_sums *before,
                const struct shogi_position *p, shogi_move m, const struct shogi_undo *u)
{
    enum shogi_side mover = shogi_piece_side(u->moved);
    enum shogi_kind placed = shogi_piece_kind(p->board[shogi_move_to(m)]);
    int gain = board_value[placed];

    if (shogi_move_is_drop(m)) {
        gain -= hand_value[shogi_piece_kind(u->moved)];
    } else {
        gain -= board_value[shogi_piece_kind(u->moved)];
        if (u->captured != SHOGI_EMPTY) {
            enum shogi_kind kind = shogi_piece_kind(u->captured);
            enum shogi_kind base = shogi_kind_base(kind);
            gain += board_value[kind];
            if (base != SHOGI_KING)
                gain += (p->hand[mover][base] - u->hand) * hand_value[base];
        }
    }
    next->material = before->material + signed_for(mover, gain);
}

int
shogi_evaluate(const struct shogi_position *p, const struct shogi_eval_sums *s)
{
    int value = signed_for((enum shogi_side)p->turn, s->material);

    return value > SHOGI_EVAL_MAX    ? SHOGI_EVAL_MAX
           : value < -SHOGI_EVAL_MAX ? -SHOGI_EVAL_MAX
                                     : value;
}
