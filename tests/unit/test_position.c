/* SPDX-License-Identifier: MIT */
/* test_position.c - setting up, playing, taking back, checks. */
#include "positions.h"

static unsigned wrong, moves;

static void
complain(const struct shogi_position *p, shogi_move m, const char *what)
{
    char sfen[SHOGI_SFEN_SIZE], usi[SHOGI_USI_SIZE];

    if (wrong++ > 5)
        return;
    shogi_position_to_sfen(p, sfen);
    shogi_move_to_usi(m, usi);
    note("%s: %s in %s", what, usi, sfen);
}

/* The position set up anew from its board and hands: what incremental work must
 * come to. */
static struct shogi_position
rebuilt(const struct shogi_position *p)
{
    struct shogi_position fresh;

    shogi_position_clear(&fresh);
    for (int s = 0; s < SHOGI_SQUARE_COUNT; s++)
        shogi_position_put(&fresh, (shogi_square)s, p->board[s]);
    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
            shogi_position_set_hand(&fresh, (enum shogi_side)side, (enum shogi_kind)kind,
                                    p->hand[side][kind]);
    shogi_position_set_turn(&fresh, (enum shogi_side)p->turn);
    fresh.move_number = p->move_number;
    return fresh;
}

static bool
attacks_king_by_definition(const struct shogi_position *p, enum shogi_side side)
{
    for (int s = 0; s < SHOGI_SQUARE_COUNT; s++)
        if (p->board[s] == shogi_piece_of(side, SHOGI_KING)) {
            shogi_bb a =
                shogi_position_attackers(p, (enum shogi_side) !side, (shogi_square)s);
            if (a.word[0] | a.word[1])
                return true;
        }
    return false;
}

/* Every encodable move, legal or not. */
static void
try_every_move(struct shogi_position *p)
{
    const struct shogi_position before = *p;
    struct shogi_undo u;

    for (uint32_t m = 0; m < 1u << 15; m++) {
        if (!shogi_position_play(p, (shogi_move)m, &u)) {
            if (memcmp(p, &before, sizeof before) != 0)
                complain(&before, (shogi_move)m, "changed by a refused move");
            continue;
        }
        struct shogi_position fresh = rebuilt(p);
        moves++;
        if (memcmp(p, &fresh, sizeof fresh) != 0)
            complain(&before, (shogi_move)m, "not as set up anew");
        enum shogi_side turn = (enum shogi_side)p->turn;
        if (shogi_position_in_check(p, turn) != attacks_king_by_definition(p, turn))
            complain(&before, (shogi_move)m, "wrong check");
        if (shogi_move_gives_check(&before, (shogi_move)m)
            != shogi_position_in_check(p, turn))
            complain(&before, (shogi_move)m, "wrong gives_check");
        shogi_position_undo(p, (shogi_move)m, &u);
        if (memcmp(p, &before, sizeof before) != 0) {
            complain(&before, (shogi_move)m, "not restored");
            *p = before;
        }
    }
}

static void
visit(struct shogi_position *p, uint64_t *random)
{
    if (draw(random, 8) == 0)
        try_every_move(p);
}

static void
test_undo_restores_every_byte_and_the_key_is_as_if_fresh(void)
{
    uint64_t random = 11;

    play_at_random(10, 5, 120, visit);
    for (int i = 0; i < 150; i++) {
        struct shogi_position p = scatter(&random, draw(&random, 101), i % 4);
        try_every_move(&p);
    }
    ok(moves > 10000);
    is_int(wrong, 0);
}

static void
test_a_full_hand_stays_full_and_comes_back(void)
{
    struct shogi_position p = position_of("9/9/9/9/4p4/4P4/9/9/9 b 99P 1"), before = p;
    struct shogi_undo u;

    ok(shogi_position_play(&p, move_of("5f5e"), &u));
    is_int(p.hand[SHOGI_BLACK][SHOGI_PAWN], 99);
    shogi_position_undo(&p, move_of("5f5e"), &u);
    is_mem(&p, &before, sizeof p);
}

static void
test_fouls_are_carried_out_as_described(void)
{
    struct shogi_position p = position_of("4k4/9/9/9/4R4/9/4P4/9/4K4 b P 1");
    struct shogi_undo u;

    /* A king goes nowhere. */
    ok(shogi_position_play(&p, move_of("5e5a"), &u));
    is_int(p.king[SHOGI_WHITE], SHOGI_NO_SQUARE);
    is_int(u.captured, shogi_piece_of(SHOGI_WHITE, SHOGI_KING));
    shogi_position_undo(&p, move_of("5e5a"), &u);
    is_int(p.king[SHOGI_WHITE], shogi_square_at(5, 1));

    /* An own piece goes to the hand. */
    ok(shogi_position_play(&p, move_of("5e5g"), &u));
    is_int(p.hand[SHOGI_BLACK][SHOGI_PAWN], 2);
    shogi_position_undo(&p, move_of("5e5g"), &u);

    /* The opponent's piece stays his, and so does what it takes. */
    ok(shogi_position_play(&p, move_of("5a5e"), &u));
    is_int(p.board[shogi_square_at(5, 5)], shogi_piece_of(SHOGI_WHITE, SHOGI_KING));
    is_int(p.hand[SHOGI_WHITE][SHOGI_ROOK], 1);
    is_int(p.turn, SHOGI_WHITE);
    shogi_position_undo(&p, move_of("5a5e"), &u);

    /* What is dropped promoted lies promoted. */
    ok(shogi_position_play(&p, move_of("P*4d+"), &u));
    is_int(p.board[shogi_square_at(4, 4)], shogi_piece_of(SHOGI_BLACK, SHOGI_TOKIN));
    is_int(p.hand[SHOGI_BLACK][SHOGI_PAWN], 0);
    shogi_position_undo(&p, move_of("P*4d+"), &u);

    /* What cannot promote does not. */
    ok(shogi_position_play(&p, move_of("5i5h+"), &u));
    is_int(p.board[shogi_square_at(5, 8)], shogi_piece_of(SHOGI_BLACK, SHOGI_KING));
}

static void
test_impossible_moves_are_refused(void)
{
    struct shogi_position p = position_of("startpos"), before = p;
    struct shogi_undo u;

    ok(!shogi_position_play(&p, move_of("5e5d"), &u));
    ok(!shogi_position_play(&p, move_of("P*5e"), &u));
    shogi_position_set_hand(&p, SHOGI_BLACK, SHOGI_PAWN, 1);
    ok(!shogi_position_play(&p, move_of("P*7g"), &u));
    shogi_position_set_hand(&p, SHOGI_BLACK, SHOGI_PAWN, 0);
    ok(!shogi_position_play(&p, SHOGI_NO_MOVE, &u));
    ok(!shogi_position_play(&p, 81, &u));
    is_mem(&p, &before, sizeof p);
}

/* What cannot be carried out gives no check, wherever it would lead. */
static void
test_impossible_moves_give_no_check(void)
{
    struct shogi_position p = position_of("4k4/9/9/9/9/9/9/9/4K4 b - 1");

    ok(!shogi_move_gives_check(&p, move_of("5c5b")));
    ok(!shogi_move_gives_check(&p, move_of("5c5b+")));
    ok(!shogi_move_gives_check(&p, move_of("P*5b")));
    p = position_of("4k4/9/9/9/9/9/9/9/4K4 w - 1");
    ok(!shogi_move_gives_check(&p, move_of("5g5h")));
    ok(!shogi_move_gives_check(&p, move_of("G*5h")));
}

static void
test_the_move_number_stops_at_its_limit(void)
{
    struct shogi_position p = position_of("startpos");
    struct shogi_undo u;

    p.move_number = UINT16_MAX;
    ok(shogi_position_play(&p, move_of("7g7f"), &u));
    is_int(p.move_number, UINT16_MAX);
}

/* A key is stored and compared between machines: these numbers are for ever. */
static void
test_keys_are_the_same_on_every_machine(void)
{
    struct shogi_position p = position_of("startpos");

    ok(p.key == 0xe8de2dcee4f3cbbcu);
    p = position_of("4k4/9/9/9/9/9/9/9/4K4 w 2R18p 1");
    ok(p.key == 0xb6607a9dc6cd2349u);
}

static void
test_keys_differ_by_turn_and_hand_but_not_by_number(void)
{
    struct shogi_position a = position_of("4k4/9/9/9/9/9/9/9/4K4 b P 1");
    struct shogi_position b = position_of("4k4/9/9/9/9/9/9/9/4K4 b P 77");

    ok(shogi_position_equal(&a, &b));
    is_int(a.key == b.key, true);
    shogi_position_set_turn(&b, SHOGI_WHITE);
    ok(!shogi_position_equal(&a, &b));
    ok(a.key != b.key);
    b = position_of("4k4/9/9/9/9/9/9/9/4K4 b p 1");
    ok(!shogi_position_equal(&a, &b));
    ok(a.key != b.key);
}

/* Keys of different positions may be the same, if by chance. */
static void
test_positions_with_the_same_key_are_compared_piece_by_piece(void)
{
    struct shogi_position a = position_of("4k4/9/9/9/9/9/9/9/4K4 b P 1"), b = a;

    b.board[shogi_square_at(1, 1)] = shogi_piece_of(SHOGI_WHITE, SHOGI_LANCE);
    ok(!shogi_position_equal(&a, &b));
    b = a;
    b.hand[SHOGI_WHITE][SHOGI_PAWN] = 1;
    ok(!shogi_position_equal(&a, &b));
    b = a;
    b.turn = SHOGI_WHITE;
    ok(!shogi_position_equal(&a, &b));
    b = a;
    b.key++;
    ok(!shogi_position_equal(&a, &b));
}

static void
test_mate_is_a_check_without_a_move(void)
{
    static const struct {
        const char *sfen;
        bool is_mate;
    } rows[] = {
        { "4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1", true },
        { "4k4/4G4/9/9/9/9/9/9/4K4 w - 1", false },
        { "k8/9/1GN6/9/9/9/9/9/4K4 w - 1", false },
        { "startpos", false },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct shogi_position p = position_of(rows[i].sfen);
        is_int(shogi_position_is_mate(&p), rows[i].is_mate);
    }
}

static void
test_setting_up_can_be_changed_and_taken_away(void)
{
    struct shogi_position p = position_of("startpos"), empty;

    shogi_position_clear(&empty);
    for (int s = 0; s < SHOGI_SQUARE_COUNT; s++)
        shogi_position_put(&p, (shogi_square)s, SHOGI_EMPTY);
    is_mem(&p, &empty, sizeof p);
    shogi_position_set_hand(&p, SHOGI_WHITE, SHOGI_ROOK, 1000);
    is_int(p.hand[SHOGI_WHITE][SHOGI_ROOK], SHOGI_HAND_MAX);
    shogi_position_set_hand(&p, SHOGI_WHITE, SHOGI_ROOK, -1);
    is_mem(&p, &empty, sizeof p);
}

static void
test_problems_of_a_start_are_named(void)
{
    static const struct {
        const char *sfen;
        uint32_t problems;
    } rows[] = {
        { "startpos", 0 },
        { "4k4/9/9/9/9/9/9/9/9 b - 1", SHOGI_PROBLEM_NO_ATTACKER_KING },
        { "9/9/9/9/9/9/9/9/4K4 b - 1", SHOGI_PROBLEM_NO_DEFENDER_KING },
        { "9/9/9/9/9/9/9/9/9 w - 1",
          SHOGI_PROBLEM_NO_DEFENDER_KING | SHOGI_PROBLEM_NO_ATTACKER_KING },
        { "4kk3/9/9/9/9/9/9/9/4K4 b - 1", SHOGI_PROBLEM_TWO_KINGS },
        { "4k4/9/9/4P4/9/4P4/9/9/4K4 b - 1", SHOGI_PROBLEM_NIFU },
        { "4k4/9/9/9/9/9/9/9/p3K4 b - 1", SHOGI_PROBLEM_DEAD_PIECE },
        { "4k4/7N1/9/9/9/9/9/9/4K4 b - 1", SHOGI_PROBLEM_DEAD_PIECE },
        { "4k4/9/9/9/9/9/9/l8/4K4 b - 1", 0 },
        { "4k4/9/9/9/4L4/9/9/9/3K5 b - 1", SHOGI_PROBLEM_OPPONENT_IN_CHECK },
        { "4k4/9/9/9/9/9/+P8/9/4K4 b 18P 1", SHOGI_PROBLEM_TOO_MANY_PIECES },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct shogi_position p = position_of(rows[i].sfen);
        if (!is_int(shogi_position_problems(&p), rows[i].problems))
            note("%s", rows[i].sfen);
    }
}

/* A set of each kind, all in one hand, and one more. */
static void
test_a_set_has_so_many_pieces_of_each_kind(void)
{
    static const struct {
        enum shogi_kind kind;
        int count;
    } rows[SHOGI_HAND_COUNT] = {
        { SHOGI_PAWN, 18 },  { SHOGI_LANCE, 4 }, { SHOGI_KNIGHT, 4 }, { SHOGI_SILVER, 4 },
        { SHOGI_BISHOP, 2 }, { SHOGI_ROOK, 2 },  { SHOGI_GOLD, 4 },
    };

    for (size_t i = 0; i < SHOGI_HAND_COUNT; i++) {
        struct shogi_position p = position_of("4k4/9/9/9/9/9/9/9/4K4 b - 1");
        shogi_position_set_hand(&p, SHOGI_WHITE, rows[i].kind, rows[i].count);
        is_int(shogi_position_problems(&p), 0);
        shogi_position_set_hand(&p, SHOGI_BLACK, rows[i].kind, 1);
        is_int(shogi_position_problems(&p), SHOGI_PROBLEM_TOO_MANY_PIECES);
    }
}

/* How far before the last rank a piece stands as its side sees it, and is dead. */
static void
test_a_piece_that_can_never_move_is_a_problem_of_either_side(void)
{
    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < SHOGI_KIND_COUNT; kind++)
            for (int rank = 1; rank <= 9; rank++) {
                struct shogi_position p = position_of("9/9/9/9/9/9/9/9/9 b - 1");
                int forward = side == SHOGI_BLACK ? rank - 1 : 9 - rank;
                bool dead = forward == 0 ? kind == SHOGI_PAWN || kind == SHOGI_LANCE
                                               || kind == SHOGI_KNIGHT
                                         : forward == 1 && kind == SHOGI_KNIGHT;
                shogi_position_put(
                    &p, shogi_square_at(3, rank),
                    shogi_piece_of((enum shogi_side)side, (enum shogi_kind)kind));
                is_int((shogi_position_problems(&p) & SHOGI_PROBLEM_DEAD_PIECE) != 0,
                       dead);
            }
}

static void
test_two_pawns_on_a_file_are_a_problem_of_either_side(void)
{
    static const struct {
        const char *sfen;
        uint32_t problems;
    } rows[] = {
        { "4k4/9/P8/9/9/9/P8/9/4K4 b - 1", SHOGI_PROBLEM_NIFU },
        { "4k4/9/8p/9/9/9/8p/9/4K4 b - 1", SHOGI_PROBLEM_NIFU },
        { "4k4/9/1p7/9/9/9/1P7/9/4K4 b - 1", 0 },
        { "4k4/9/2P6/9/9/9/2+P6/9/4K4 b - 1", 0 },
        { "4k4/9/7pp/9/9/9/PP7/9/4K4 b - 1", 0 },
        { "4k4/9/7p1/9/9/9/1P7/1P7/4K4 b - 1", SHOGI_PROBLEM_NIFU },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct shogi_position p = position_of(rows[i].sfen);
        is_int(shogi_position_problems(&p), rows[i].problems);
    }
}

/* Of the two sides of a problem the attacker is the one that checks. */
static void
test_a_side_that_checks_needs_no_king(void)
{
    static const struct {
        const char *sfen;
        uint32_t problems;
    } rows[] = {
        { "4k4/4G4/4P4/9/9/9/9/9/9 w - 2", SHOGI_PROBLEM_NO_ATTACKER_KING },
        { "4k4/9/4G4/4P4/9/9/9/9/9 w - 2", SHOGI_PROBLEM_NO_DEFENDER_KING },
        { "9/9/9/9/9/9/9/4r4/4K4 b - 1", SHOGI_PROBLEM_NO_ATTACKER_KING },
        { "9/9/9/9/9/9/9/3r5/4K4 b - 1", SHOGI_PROBLEM_NO_DEFENDER_KING },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct shogi_position p = position_of(rows[i].sfen);
        if (!is_int(shogi_position_problems(&p), rows[i].problems))
            note("%s", rows[i].sfen);
    }
}

int
main(void)
{
    test_undo_restores_every_byte_and_the_key_is_as_if_fresh();
    test_a_full_hand_stays_full_and_comes_back();
    test_fouls_are_carried_out_as_described();
    test_impossible_moves_are_refused();
    test_impossible_moves_give_no_check();
    test_the_move_number_stops_at_its_limit();
    test_keys_are_the_same_on_every_machine();
    test_keys_differ_by_turn_and_hand_but_not_by_number();
    test_positions_with_the_same_key_are_compared_piece_by_piece();
    test_mate_is_a_check_without_a_move();
    test_setting_up_can_be_changed_and_taken_away();
    test_problems_of_a_start_are_named();
    test_a_piece_that_can_never_move_is_a_problem_of_either_side();
    test_two_pawns_on_a_file_are_a_problem_of_either_side();
    test_a_set_has_so_many_pieces_of_each_kind();
    test_a_side_that_checks_needs_no_king();
    return done_testing();
}
