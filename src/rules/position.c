/* SPDX-License-Identifier: MIT */
/* position.c - setting up a position, playing moves on it, checks. */
#include "rules/attack.h"
#include "rules/play.h"

#include <pthread.h>
#include <string.h>

void
shogi_position_clear(struct shogi_position *p)
{
    shogi_tables_fill();
    memset(p, 0, sizeof *p);
    p->king[SHOGI_BLACK] = p->king[SHOGI_WHITE] = SHOGI_NO_SQUARE;
    p->move_number = 1;
}

static struct shogi_position even_game;

static void
make_even_game(void)
{
    static const uint8_t back_rank[9] = { SHOGI_LANCE,  SHOGI_KNIGHT, SHOGI_SILVER,
                                          SHOGI_GOLD,   SHOGI_KING,   SHOGI_GOLD,
                                          SHOGI_SILVER, SHOGI_KNIGHT, SHOGI_LANCE };
    struct shogi_position *p = &even_game;

    shogi_position_clear(p);
    for (int side = SHOGI_BLACK; side <= SHOGI_WHITE; side++) {
        enum shogi_side s = (enum shogi_side)side;
        bool black = s == SHOGI_BLACK;
        for (int file = 1; file <= 9; file++) {
            shogi_position_put(p, shogi_square_at(file, black ? 9 : 1),
                               shogi_piece_of(s, (enum shogi_kind)back_rank[file - 1]));
            shogi_position_put(p, shogi_square_at(file, black ? 7 : 3),
                               shogi_piece_of(s, SHOGI_PAWN));
        }
        shogi_position_put(p, shogi_square_at(black ? 8 : 2, black ? 8 : 2),
                           shogi_piece_of(s, SHOGI_BISHOP));
        shogi_position_put(p, shogi_square_at(black ? 2 : 8, black ? 8 : 2),
                           shogi_piece_of(s, SHOGI_ROOK));
    }
}

/* Made once: every game that is read begins with it. */
void
shogi_position_set_start(struct shogi_position *p)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, make_even_game);
    *p = even_game;
}

void
shogi_position_count_kings(struct shogi_position *p)
{
    p->spare_king = false;
    for (int side = 0; side < 2; side++) {
        shogi_bb kings = shogi_bb_and(p->kind[SHOGI_KING], p->side[side]);
        p->king[side] = shogi_bb_any(kings) ? shogi_bb_lowest(kings) : SHOGI_NO_SQUARE;
        p->spare_king |= shogi_bb_several(kings);
    }
}

void
shogi_position_put(struct shogi_position *p, shogi_square square, shogi_piece piece)
{
    shogi_piece old = p->board[square];

    if (old != SHOGI_EMPTY) {
        shogi_position_flip(p, old, square);
        p->key -= shogi_tables.piece_key[old][square];
    }
    p->board[square] = piece;
    if (piece != SHOGI_EMPTY) {
        shogi_position_flip(p, piece, square);
        p->key += shogi_tables.piece_key[piece][square];
    }
    shogi_position_count_kings(p);
}

void
shogi_position_set_hand(struct shogi_position *p, enum shogi_side side,
                        enum shogi_kind kind, int count)
{
    uint8_t *hand = &p->hand[side][kind];

    p->key -= *hand * shogi_tables.hand_key[side][kind];
    *hand = (uint8_t)(count < 0 ? 0 : count > SHOGI_HAND_MAX ? SHOGI_HAND_MAX : count);
    p->key += *hand * shogi_tables.hand_key[side][kind];
}

void
shogi_position_set_turn(struct shogi_position *p, enum shogi_side side)
{
    if (p->turn == side)
        return;
    p->turn = (uint8_t)side;
    p->key += side == SHOGI_WHITE ? shogi_tables.turn_key : -shogi_tables.turn_key;
}

bool
shogi_position_equal(const struct shogi_position *a, const struct shogi_position *b)
{
    return a->key == b->key && a->turn == b->turn
           && memcmp(a->board, b->board, sizeof a->board) == 0
           && memcmp(a->hand, b->hand, sizeof a->hand) == 0;
}

bool
shogi_position_play(struct shogi_position *p, shogi_move m, struct shogi_undo *u)
{
    shogi_square to = shogi_move_to(m);

    if (to >= SHOGI_SQUARE_COUNT || m >> 15)
        return false;
    if (shogi_move_is_drop(m)) {
        unsigned kind = shogi_move_dropped(m);
        if (kind >= SHOGI_HAND_COUNT || p->hand[p->turn][kind] == 0
            || p->board[to] != SHOGI_EMPTY)
            return false;
    } else if (p->board[shogi_move_from(m)] == SHOGI_EMPTY) {
        return false;
    }
    shogi_position_play_known(p, m, u);
    return true;
}

void
shogi_position_undo(struct shogi_position *p, shogi_move m, const struct shogi_undo *u)
{
    shogi_position_undo_known(p, m, u);
}

/* ---- attacks and checks ------------------------------------------------------------ */

shogi_bb
shogi_position_attackers(const struct shogi_position *p, enum shogi_side side,
                         shogi_square square)
{
    shogi_bb found = shogi_step_attackers(p, side, square);
    shogi_bb sliders = shogi_sliders_towards(p, side, square),
             occupied = shogi_occupied(p);

    while (shogi_bb_any(sliders)) {
        shogi_square s = shogi_bb_pop(&sliders);
        if (!shogi_bb_meets(shogi_bb_between(square, s), occupied))
            found = shogi_bb_or(found, shogi_bb_of(s));
    }
    return found;
}

bool
shogi_position_in_check(const struct shogi_position *p, enum shogi_side side)
{
    shogi_bb kings = shogi_kings(p, side), occupied = shogi_occupied(p);

    while (shogi_bb_any(kings))
        if (shogi_is_attacked(p, shogi_other(side), shogi_bb_pop(&kings), occupied))
            return true;
    return false;
}

bool
shogi_position_is_mate(const struct shogi_position *p)
{
    return shogi_position_in_check(p, (enum shogi_side)p->turn)
           && !shogi_position_has_legal_move(p);
}

/* By playing it: for what is not a plain move of the side to move. */
static bool
gives_check_when_played(const struct shogi_position *p, shogi_move m)
{
    enum shogi_side opponent = shogi_other((enum shogi_side)p->turn);
    struct shogi_position after = *p;
    struct shogi_undo u;

    return shogi_position_play(&after, m, &u)
           && shogi_position_in_check(&after, opponent);
}

bool
shogi_move_gives_check(const struct shogi_position *p, shogi_move m)
{
    enum shogi_side side = (enum shogi_side)p->turn;
    shogi_square king = p->king[shogi_other(side)], to = shogi_move_to(m);
    shogi_square from = shogi_move_from(m);

    /* A drop, several kings, a king taken, a foreign piece. */
    if (shogi_move_is_drop(m) || king == SHOGI_NO_SQUARE || p->spare_king
        || to >= SHOGI_SQUARE_COUNT || to == king || m >> 15
        || p->board[from] == SHOGI_EMPTY || shogi_piece_side(p->board[from]) != side)
        return gives_check_when_played(p, m);
    enum shogi_kind kind = shogi_piece_kind(p->board[from]);
    if (shogi_move_promotes(m) && shogi_kind_can_promote(kind))
        kind = shogi_kind_promoted(kind);
    shogi_bb gone = shogi_bb_or(shogi_bb_of(from), shogi_bb_of(to));
    shogi_bb occupied = shogi_bb_without(shogi_occupied(p), shogi_bb_of(from));
    occupied = shogi_bb_or(occupied, shogi_bb_of(to));
    if (shogi_bb_has(shogi_attacks(kind, side, to, occupied), king)
        || shogi_bb_any(shogi_bb_without(shogi_step_attackers(p, side, king), gone)))
        return true;
    return shogi_is_seen(shogi_bb_without(shogi_sliders_towards(p, side, king), gone),
                         king, occupied);
}

/* ---- problems ---------------------------------------------------------------------- */

/* How many pieces of a kind that can be held a set has. */
static const uint8_t set_count[SHOGI_HAND_COUNT] = { 18, 4, 4, 4, 2, 2, 4 };

static bool
has_too_many_pieces(const struct shogi_position *p)
{
    unsigned count[SHOGI_KING + 1] = { 0 };

    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
            count[kind] += p->hand[side][kind];
    for (int square = 0; square < SHOGI_SQUARE_COUNT; square++)
        if (p->board[square] != SHOGI_EMPTY)
            count[shogi_kind_base(shogi_piece_kind(p->board[square]))]++;
    /* Kings have a problem of their own. */
    for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
        if (count[kind] > set_count[kind])
            return true;
    return false;
}

static bool
has_dead_piece(const struct shogi_position *p, enum shogi_side side)
{
    int last = side == SHOGI_BLACK ? 1 : 9, next = side == SHOGI_BLACK ? 2 : 8;
    shogi_bb pawns = shogi_bb_or(p->kind[SHOGI_PAWN], p->kind[SHOGI_LANCE]);
    shogi_bb dead =
        shogi_bb_and(shogi_bb_or(pawns, p->kind[SHOGI_KNIGHT]), shogi_bb_rank(last));

    dead = shogi_bb_or(dead, shogi_bb_and(p->kind[SHOGI_KNIGHT], shogi_bb_rank(next)));
    return shogi_bb_meets(dead, p->side[side]);
}

static bool
has_two_pawns_on_a_file(const struct shogi_position *p, enum shogi_side side)
{
    shogi_bb pawns = shogi_bb_and(p->kind[SHOGI_PAWN], p->side[side]);

    while (shogi_bb_any(pawns)) {
        int file = shogi_square_file(shogi_bb_pop(&pawns));
        if (shogi_bb_meets(pawns, shogi_bb_file(file)))
            return true;
    }
    return false;
}

uint32_t
shogi_position_problems(const struct shogi_position *p)
{
    enum shogi_side mover = (enum shogi_side)p->turn, other = shogi_other(mover);
    struct shogi_position even;
    uint32_t problems = 0;

    /* Nearly every game begins like this. */
    shogi_position_set_start(&even);
    if (shogi_position_equal(p, &even))
        return 0;
    if (has_too_many_pieces(p))
        problems |= SHOGI_PROBLEM_TOO_MANY_PIECES;
    if (shogi_bb_several(shogi_kings(p, mover))
        || shogi_bb_several(shogi_kings(p, other)))
        problems |= SHOGI_PROBLEM_TWO_KINGS;
    if (p->king[mover] == SHOGI_NO_SQUARE)
        problems |= SHOGI_PROBLEM_NO_ATTACKER_KING;
    /* Within a problem it is the attacker's check that is to be answered. */
    if (p->king[other] == SHOGI_NO_SQUARE)
        problems |= shogi_position_in_check(p, mover) ? SHOGI_PROBLEM_NO_ATTACKER_KING
                                                      : SHOGI_PROBLEM_NO_DEFENDER_KING;
    if (has_two_pawns_on_a_file(p, mover) || has_two_pawns_on_a_file(p, other))
        problems |= SHOGI_PROBLEM_NIFU;
    if (has_dead_piece(p, mover) || has_dead_piece(p, other))
        problems |= SHOGI_PROBLEM_DEAD_PIECE;
    if (shogi_position_in_check(p, other))
        problems |= SHOGI_PROBLEM_OPPONENT_IN_CHECK;
    return problems;
}
