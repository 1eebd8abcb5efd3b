/* SPDX-License-Identifier: MIT */
/* play.h - playing moves without a question asked: for generators and searches. */
#ifndef SHOGI_RULES_PLAY_H
#define SHOGI_RULES_PLAY_H

#include "rules/bitboard.h"

/* Take away or add a piece of a side in the sets, not on the board. */
SHOGI_INLINE void
shogi_position_flip(struct shogi_position *p, shogi_piece piece, shogi_square square)
{
    shogi_bb alone = shogi_bb_of(square);

    shogi_bb_flip(&p->side[shogi_piece_side(piece)], alone);
    shogi_bb_flip(&p->kind[shogi_piece_kind(piece)], alone);
}

/* A piece leaves FROM as BEFORE and arrives on TO as AFTER, of the same side. */
SHOGI_INLINE void
shogi_position_shift(struct shogi_position *p, shogi_piece before, shogi_square from,
                     shogi_piece after, shogi_square to)
{
    shogi_bb origin = shogi_bb_of(from), target = shogi_bb_of(to);

    shogi_bb_flip(&p->side[shogi_piece_side(before)], shogi_bb_xor(origin, target));
    shogi_bb_flip(&p->kind[shogi_piece_kind(before)], origin);
    shogi_bb_flip(&p->kind[shogi_piece_kind(after)], target);
}

/* When a king has come or gone otherwise than by a move of its own, or a side has
 * several: seldom enough to stay out of what is inlined. */
SHOGI_COLD void shogi_position_count_kings(struct shogi_position *p);

/* Drop a piece that is in hand on an empty square. */
SHOGI_INLINE void
shogi_position_play_drop(struct shogi_position *p, shogi_move m, struct shogi_undo *u)
{
    enum shogi_side side = (enum shogi_side)p->turn;
    enum shogi_kind kind = shogi_move_dropped(m);
    shogi_square to = shogi_move_to(m);
    shogi_piece piece = shogi_piece_of(side, kind), placed = piece;

    if (SHOGI_UNLIKELY(shogi_move_promotes(m)) && shogi_kind_can_promote(kind))
        placed = shogi_piece_of(side, shogi_kind_promoted(kind));
    u->moved = piece;
    u->captured = SHOGI_EMPTY;
    u->hand = p->hand[side][kind]--;
    p->board[to] = placed;
    shogi_position_flip(p, placed, to);
    p->key += shogi_tables.piece_key[placed][to] - shogi_tables.hand_key[side][kind];
}

/* Take what stands on SQUARE into the hand of SIDE; a king goes nowhere. */
SHOGI_INLINE void
shogi_position_capture(struct shogi_position *p, enum shogi_side side,
                       shogi_square square, struct shogi_undo *u)
{
    shogi_piece captured = p->board[square];
    enum shogi_kind kind = shogi_kind_base(shogi_piece_kind(captured));

    shogi_position_flip(p, captured, square);
    p->key -= shogi_tables.piece_key[captured][square];
    if (SHOGI_UNLIKELY(kind == SHOGI_KING)) {
        shogi_position_count_kings(p);
        return;
    }
    u->hand = p->hand[side][kind];
    if (SHOGI_UNLIKELY(p->hand[side][kind] >= SHOGI_HAND_MAX))
        return;
    p->hand[side][kind]++;
    p->key += shogi_tables.hand_key[side][kind];
}

/* Move what stands on the origin, whosever it is. */
SHOGI_INLINE void
shogi_position_play_board(struct shogi_position *p, shogi_move m, struct shogi_undo *u)
{
    shogi_square from = shogi_move_from(m), to = shogi_move_to(m);
    shogi_piece piece = p->board[from], placed = piece;
    enum shogi_side owner = shogi_piece_side(piece);

    if (shogi_move_promotes(m) && shogi_kind_can_promote(shogi_piece_kind(piece)))
        placed = (shogi_piece)(piece + 8);
    u->moved = piece;
    p->board[from] = SHOGI_EMPTY;
    u->captured = p->board[to];
    if (u->captured != SHOGI_EMPTY)
        shogi_position_capture(p, owner, to, u);
    p->board[to] = placed;
    shogi_position_shift(p, piece, from, placed, to);
    p->key += shogi_tables.piece_key[placed][to] - shogi_tables.piece_key[piece][from];
    if (shogi_piece_kind(piece) == SHOGI_KING) {
        p->king[owner] = to;
        if (SHOGI_UNLIKELY(p->spare_king))
            shogi_position_count_kings(p);
    }
}

/* Play M, which shogi_position_play() would not refuse. */
SHOGI_INLINE void
shogi_position_play_known(struct shogi_position *p, shogi_move m, struct shogi_undo *u)
{
    u->key = p->key;
    u->move_number = p->move_number;
    u->king[0] = p->king[0];
    u->king[1] = p->king[1];
    u->hand = 0;
    if (shogi_move_is_drop(m))
        shogi_position_play_drop(p, m, u);
    else
        shogi_position_play_board(p, m, u);
    p->key += p->turn == SHOGI_BLACK ? shogi_tables.turn_key : -shogi_tables.turn_key;
    p->turn ^= 1;
    p->move_number = (uint16_t)(p->move_number + (p->move_number != UINT16_MAX));
}

SHOGI_INLINE void
shogi_position_undo_known(struct shogi_position *p, shogi_move m,
                          const struct shogi_undo *u)
{
    shogi_square to = shogi_move_to(m);
    enum shogi_side owner = shogi_piece_side(u->moved);
    shogi_piece placed = p->board[to];

    p->board[to] = u->captured;
    if (shogi_move_is_drop(m)) {
        shogi_position_flip(p, placed, to);
        p->hand[owner][shogi_piece_kind(u->moved)] = u->hand;
    } else {
        shogi_square from = shogi_move_from(m);
        p->board[from] = u->moved;
        shogi_position_shift(p, u->moved, from, placed, to);
        if (u->captured != SHOGI_EMPTY) {
            enum shogi_kind kind = shogi_kind_base(shogi_piece_kind(u->captured));
            shogi_position_flip(p, u->captured, to);
            if (kind != SHOGI_KING)
                p->hand[owner][kind] = u->hand;
        }
    }
    p->turn ^= 1;
    p->key = u->key;
    p->move_number = u->move_number;
    p->king[0] = u->king[0];
    p->king[1] = u->king[1];
    if (SHOGI_UNLIKELY(u->captured != SHOGI_EMPTY
                       && shogi_piece_kind(u->captured) == SHOGI_KING))
        shogi_position_count_kings(p);
}

#endif
