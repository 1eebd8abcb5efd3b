/* SPDX-License-Identifier: MIT */
/* impasse.c - points, entering kings and declared wins. */
#include <shogi/impasse.h>

enum { BIG = 5 };

static uint32_t
worth(enum shogi_kind kind)
{
    enum shogi_kind base = shogi_kind_base(kind);

    if (base == SHOGI_KING)
        return 0;
    return base == SHOGI_ROOK || base == SHOGI_BISHOP ? BIG : 1;
}

static bool
is_in_camp(shogi_square square, enum shogi_side side)
{
    int rank = shogi_square_rank(square);

    return side == SHOGI_BLACK ? rank <= 3 : rank >= 7;
}

static void
look_at_board(const struct shogi_position *p, enum shogi_side side,
              struct shogi_impasse *out)
{
    for (shogi_square s = 0; s < SHOGI_SQUARE_COUNT; s++) {
        shogi_piece piece = p->board[s];
        if (piece == SHOGI_EMPTY || shogi_piece_side(piece) != side)
            continue;
        bool in_camp = is_in_camp(s, side);
        out->all_points += worth(shogi_piece_kind(piece));
        if (!in_camp)
            continue;
        out->points += worth(shogi_piece_kind(piece));
        if (shogi_piece_kind(piece) == SHOGI_KING)
            out->king_in_camp = true;
        else
            out->pieces_in_camp++;
    }
}

void
shogi_impasse_look(const struct shogi_position *p, enum shogi_side side, uint32_t bonus,
                   struct shogi_impasse *out)
{
    uint32_t held = bonus;

    *out = (struct shogi_impasse){ .in_check = shogi_position_in_check(p, side) };
    look_at_board(p, side, out);
    for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
        held += p->hand[side][kind] * worth((enum shogi_kind)kind);
    out->points += held;
    out->all_points += held;
}

uint32_t
shogi_handicap_points(const struct shogi_position *p)
{
    struct shogi_impasse black, white;
    uint32_t all;

    shogi_impasse_look(p, SHOGI_BLACK, 0, &black);
    shogi_impasse_look(p, SHOGI_WHITE, 0, &white);
    /* The full set is 54 points: 4 big pieces and 34 small ones. */
    all = black.all_points + white.all_points;
    return all > 54 ? 0 : 54 - all;
}

static bool
may_declare(const struct shogi_impasse *i)
{
    return i->king_in_camp && i->pieces_in_camp >= SHOGI_DECLARED_PIECES && !i->in_check;
}

enum shogi_declared
shogi_declare_27(const struct shogi_impasse *i, enum shogi_side side)
{
    uint32_t needed = side == SHOGI_BLACK ? 28 : 27;

    return may_declare(i) && i->points >= needed ? SHOGI_DECLARED_WIN
                                                 : SHOGI_DECLARED_LOSS;
}

enum shogi_declared
shogi_declare_24(const struct shogi_impasse *i)
{
    if (!may_declare(i) || i->points < 24)
        return SHOGI_DECLARED_LOSS;
    return i->points >= 31 ? SHOGI_DECLARED_WIN : SHOGI_DECLARED_DRAW;
}

bool
shogi_position_is_try(const struct shogi_position *p, enum shogi_side side)
{
    shogi_square goal =
        side == SHOGI_BLACK ? shogi_square_at(5, 1) : shogi_square_at(5, 9);

    return p->king[side] == goal && !shogi_position_in_check(p, side);
}
