/* SPDX-License-Identifier: MIT */
/* test_see.c - exchanges on a square are counted as if they were played. */
#include "positions.h"

#include "engine/see.h"
#include "rules/bitboard.h"

/* M is worth exactly VALUE. */
static void
is_worth(const char *sfen, const char *usi, int value)
{
    struct shogi_position p = position_of(sfen);

    ok(shogi_see_at_least(&p, move_of(usi), value));
    ok(!shogi_see_at_least(&p, move_of(usi), value + 1));
}

static int
worth(enum shogi_kind kind)
{
    return shogi_see_exchange(kind);
}

static void
test_what_nobody_defends_is_won(void)
{
    is_worth("4k4/9/9/4s4/4P4/9/9/9/4K4 b - 1", "5e5d", worth(SHOGI_SILVER));
}

static void
test_promotion_counts(void)
{
    is_worth("4k4/9/4s4/4P4/9/9/9/9/4K4 b - 1", "5d5c+",
             worth(SHOGI_SILVER) + shogi_eval_tables.promotion[SHOGI_PAWN]);
}

static void
test_a_rook_for_a_defended_pawn_is_a_loss(void)
{
    is_worth("4k4/9/9/4g4/4p4/9/9/4R4/4K4 b - 1", "5h5e",
             worth(SHOGI_PAWN) - worth(SHOGI_ROOK));
}

static void
test_a_second_rook_behind_the_first_takes_part(void)
{
    is_worth("4k4/9/9/4g4/4p4/9/4R4/4R4/4K4 b - 1", "5g5e",
             worth(SHOGI_PAWN) - worth(SHOGI_ROOK) + worth(SHOGI_GOLD));
}

static void
test_a_drop_where_it_is_taken_loses_the_piece(void)
{
    is_worth("4k4/9/9/4g4/9/9/9/9/4K4 b S 1", "S*5e", -worth(SHOGI_SILVER));
    is_worth("4k4/9/9/4g4/9/9/9/9/4K4 b S 1", "S*5f", 0);
}

static void
test_a_king_takes_only_what_is_not_defended(void)
{
    is_worth("4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5b", -worth(SHOGI_GOLD));
    is_worth("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", 0);
}

/* ---- against playing it out -------------------------------------------------------- */

/* From the cheapest piece to the dearest; equals do not matter. */
static const enum shogi_kind by_price[] = { SHOGI_PAWN,           SHOGI_LANCE,
                                            SHOGI_KNIGHT,         SHOGI_TOKIN,
                                            SHOGI_PROMOTED_LANCE, SHOGI_PROMOTED_KNIGHT,
                                            SHOGI_SILVER,         SHOGI_PROMOTED_SILVER,
                                            SHOGI_GOLD,           SHOGI_BISHOP,
                                            SHOGI_ROOK,           SHOGI_HORSE,
                                            SHOGI_DRAGON,         SHOGI_KING };

static shogi_square
cheapest(const struct shogi_position *p, enum shogi_side side, shogi_square square)
{
    for (size_t i = 0; i < sizeof by_price / sizeof *by_price; i++) {
        shogi_bb set = shogi_position_attackers(p, side, square);
        for (shogi_square from = 0; from < SHOGI_SQUARE_COUNT; from++)
            if (p->board[from] == shogi_piece_of(side, by_price[i]) && from != square
                && shogi_bb_has(set, from))
                return from;
    }
    return SHOGI_NO_SQUARE;
}

/* What SIDE wins by taking what stands on SQUARE, or not. */
static int
play_out(struct shogi_position p, enum shogi_side side, shogi_square square)
{
    shogi_square from = cheapest(&p, side, square);
    enum shogi_side other = side == SHOGI_BLACK ? SHOGI_WHITE : SHOGI_BLACK;

    if (from == SHOGI_NO_SQUARE)
        return 0;
    int gain = worth(shogi_piece_kind(p.board[square]));
    shogi_piece taker = p.board[from];
    shogi_position_put(&p, from, SHOGI_EMPTY);
    shogi_position_put(&p, square, taker);
    if (shogi_piece_kind(taker) == SHOGI_KING
        && cheapest(&p, other, square) != SHOGI_NO_SQUARE)
        return 0;
    gain -= play_out(p, other, square);
    return gain > 0 ? gain : 0;
}

static int
value_of(const struct shogi_position *p, shogi_move m)
{
    struct shogi_position after = *p;
    struct shogi_undo u;
    shogi_square to = shogi_move_to(m);
    enum shogi_side other = p->turn == SHOGI_BLACK ? SHOGI_WHITE : SHOGI_BLACK;

    shogi_position_play(&after, m, &u);
    int gain = u.captured == SHOGI_EMPTY ? 0 : worth(shogi_piece_kind(u.captured));
    if (shogi_move_promotes(m))
        gain += shogi_eval_tables.piece[shogi_piece_kind(after.board[to])]
                - shogi_eval_tables.piece[shogi_piece_kind(u.moved)];
    return gain - play_out(after, other, to);
}

static unsigned compared, wrong;

static void
compare_moves(struct shogi_position *p, uint64_t *random)
{
    shogi_move list[SHOGI_MAX_MOVES];
    size_t count = shogi_legal_moves(p, list);

    (void)random;
    for (size_t i = 0; i < count; i++) {
        int value = value_of(p, list[i]);
        compared++;
        if (shogi_see_at_least(p, list[i], value)
            && !shogi_see_at_least(p, list[i], value + 1))
            continue;
        char sfen[SHOGI_SFEN_SIZE], usi[SHOGI_USI_SIZE];
        shogi_position_to_sfen(p, sfen);
        shogi_move_to_usi(list[i], usi);
        if (wrong++ < 5)
            note("%s %s is worth %d", sfen, usi, value);
    }
}

static void
test_every_exchange_is_what_playing_it_out_gives(void)
{
    play_at_random(5, 12, 150, compare_moves);
    ok(compared > 50000);
    is_int(wrong, 0);
}

int
main(void)
{
    test_what_nobody_defends_is_won();
    test_promotion_counts();
    test_a_rook_for_a_defended_pawn_is_a_loss();
    test_a_second_rook_behind_the_first_takes_part();
    test_a_drop_where_it_is_taken_loses_the_piece();
    test_a_king_takes_only_what_is_not_defended();
    test_every_exchange_is_what_playing_it_out_gives();
    return done_testing();
}
