/* SPDX-License-Identifier: MIT */
/* test_eval.c - the evaluation: its symmetries, its sums, its order of positions. */
#include <stdlib.h>

#include "engine/eval_tables.h"
#include "positions.h"
#include "train/trace.h"

/* From scratch. */
static int
value_of(const struct shogi_position *p)
{
    struct shogi_eval_sums s;

    shogi_eval_fill(&s, p);
    return shogi_evaluate(p, &s);
}

/* What PLACE makes of every square, with the sides exchanged when EXCHANGE. */
static struct shogi_position
rearranged(const struct shogi_position *p, shogi_square (*place)(shogi_square),
           bool exchange)
{
    struct shogi_position q;

    shogi_position_clear(&q);
    for (int square = 0; square < SHOGI_SQUARE_COUNT; square++)
        if (p->board[square] != SHOGI_EMPTY) {
            enum shogi_side side = shogi_piece_side(p->board[square]);
            enum shogi_kind kind = shogi_piece_kind(p->board[square]);
            side = exchange ? (enum shogi_side)(1 - (int)side) : side;
            shogi_position_put(&q, place((shogi_square)square),
                               shogi_piece_of(side, kind));
        }
    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
            shogi_position_set_hand(&q, (enum shogi_side)(exchange ? 1 - side : side),
                                    (enum shogi_kind)kind, p->hand[side][kind]);
    shogi_position_set_turn(&q, (enum shogi_side)(exchange ? 1 - p->turn : p->turn));
    return q;
}

static shogi_square
turned(shogi_square square)
{
    return (shogi_square)(80 - square);
}

static shogi_square
mirrored(shogi_square square)
{
    return (shogi_square)((8 - square / 9) * 9 + square % 9);
}

/* By the plain definition. */
static int
traced_value_of(const struct shogi_position *p)
{
    static struct shogi_term terms[SHOGI_TRACE_MAX];
    size_t count = shogi_eval_trace(p, terms);
    long sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += (long)terms[i].factor * shogi_eval_weights[terms[i].weight];
    sum /= SHOGI_EVAL_FULL_HAND * SHOGI_EVAL_UNIT;
    sum = p->turn == SHOGI_BLACK ? sum : -sum;
    return sum > SHOGI_EVAL_MAX    ? SHOGI_EVAL_MAX
           : sum < -SHOGI_EVAL_MAX ? -SHOGI_EVAL_MAX
                                   : (int)sum;
}

static bool
same_sums(const struct shogi_eval_sums *a, const struct shogi_eval_sums *b)
{
    return a->material == b->material
           && memcmp(a->safety, b->safety, sizeof a->safety) == 0;
}

/* ---- random games ---------------------------------------------------------------------
 */

struct faults {
    int sums, definition, sides, mirror, range;
};

static void
check_position(const struct shogi_position *p, const struct shogi_eval_sums *s,
               struct faults *f)
{
    struct shogi_position other = rearranged(p, turned, true);
    struct shogi_position mirror = rearranged(p, mirrored, false);
    struct shogi_eval_sums whole;
    int value = shogi_evaluate(p, s);

    shogi_eval_fill(&whole, p);
    f->sums += !same_sums(s, &whole);
    f->definition += value != traced_value_of(p);
    /* Of several kings the lowest square counts, which is another one when turned. */
    f->sides += !p->spare_king && value != value_of(&other);
    f->mirror += !p->spare_king && value != value_of(&mirror);
    f->range += abs(value) > SHOGI_EVAL_MAX;
}

/* Play up to PLIES random moves from START, and take them all back. */
static void
check_game(const char *start, uint64_t seed, struct faults *f)
{
    enum { PLIES = 120 };
    static shogi_move list[SHOGI_MAX_MOVES];
    struct shogi_position p = position_of(start);
    struct shogi_eval_sums sums[PLIES + 1];
    struct shogi_undo undo[PLIES];
    shogi_move moves[PLIES];
    int ply = 0;

    shogi_eval_fill(&sums[0], &p);
    check_position(&p, &sums[0], f);
    for (; ply < PLIES; ply++) {
        size_t count = shogi_pseudo_legal_moves(&p, list);
        if (count == 0)
            break;
        moves[ply] = list[draw(&seed, (uint32_t)count)];
        if (!shogi_position_play(&p, moves[ply], &undo[ply]))
            break;
        shogi_eval_step(&sums[ply + 1], &sums[ply], &p, moves[ply], &undo[ply]);
        check_position(&p, &sums[ply + 1], f);
    }
    while (ply-- > 0) {
        struct shogi_eval_sums whole;
        shogi_position_undo(&p, moves[ply], &undo[ply]);
        shogi_eval_fill(&whole, &p);
        f->sums += !same_sums(&sums[ply], &whole);
    }
}

/* Kings are taken in such games, for the moves are pseudo-legal. */
static void
test_random_games_agree_with_the_definition_and_its_symmetries(void)
{
    static const char *const starts[] = {
        "startpos",
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
        "4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1",
        "lnsgk1snl/1r4gb1/p1pppp2p/6pp1/1p7/2P6/PP1PPPPPP/1BG4R1/LNS1KGSNL b - 11",
    };
    struct faults f = { 0 };

    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        for (uint64_t seed = 1; seed <= 2; seed++)
            check_game(starts[i], seed, &f);
    is_int(f.sums, 0);
    is_int(f.definition, 0);
    is_int(f.sides, 0);
    is_int(f.mirror, 0);
    is_int(f.range, 0);
}

/* ---- what no game reaches ---------------------------------------------------------- */

static void
test_absurd_positions_have_values_in_range(void)
{
    static const shogi_piece fillers[] = { 1 + SHOGI_GOLD, 1 + SHOGI_DRAGON,
                                           1 + SHOGI_KING, 1 + SHOGI_LANCE,
                                           17 + SHOGI_ROOK };
    struct faults f = { 0 };

    for (size_t i = 0; i < sizeof fillers; i++)
        for (int hands = 0; hands < 2; hands++) {
            struct shogi_position p;
            struct shogi_eval_sums s;
            shogi_position_clear(&p);
            for (int square = 0; square < SHOGI_SQUARE_COUNT; square++)
                shogi_position_put(&p, (shogi_square)square, fillers[i]);
            for (int kind = 0; hands && kind < SHOGI_HAND_COUNT; kind++)
                shogi_position_set_hand(&p, SHOGI_BLACK, (enum shogi_kind)kind,
                                        SHOGI_HAND_MAX);
            shogi_eval_fill(&s, &p);
            check_position(&p, &s, &f);
        }
    is_int(f.definition + f.sides + f.mirror + f.range, 0);
}

static void
test_a_position_may_lack_kings_or_have_several(void)
{
    static const char *const positions[] = {
        "9/9/9/9/9/9/9/9/9 b - 1",
        "9/9/9/4k4/9/9/4G4/9/9 b 2r 1",
        "k7k/9/4k4/9/9/9/4K4/9/K7K w Pp 1",
        "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1",
    };
    struct faults f = { 0 };

    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        struct shogi_position p = position_of(positions[i]);
        struct shogi_eval_sums s;
        shogi_eval_fill(&s, &p);
        check_position(&p, &s, &f);
    }
    is_int(f.definition + f.sides + f.mirror + f.range, 0);
}

/* A foul may take an own piece, and move a piece of the other side. */
static void
test_sums_follow_moves_that_are_fouls(void)
{
    struct shogi_position p = position_of("startpos");
    static const char *const fouls[] = { "8h2b", "2h2g", "3a3b", "5i5a", "P*5e", "1a1b" };
    struct shogi_eval_sums s, next, whole;
    int wrong = 0;

    shogi_eval_fill(&s, &p);
    for (size_t i = 0; i < sizeof fouls / sizeof *fouls; i++) {
        struct shogi_undo u;
        shogi_move m = shogi_move_from_usi(fouls[i], strlen(fouls[i]));
        if (!shogi_position_play(&p, m, &u))
            continue;
        shogi_eval_step(&next, &s, &p, m, &u);
        shogi_eval_fill(&whole, &p);
        wrong += !same_sums(&next, &whole);
        s = next;
    }
    is_int(wrong, 0);
}

/* ---- what is better ---------------------------------------------------------------- */

static int
value_at(const char *sfen)
{
    struct shogi_position p = position_of(sfen);

    return value_of(&p);
}

static void
test_more_material_is_better(void)
{
    int even = value_at("startpos");

    ok(abs(even) < 100);
    /* Without a rook, without a bishop of White's. */
    ok(value_at("lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1")
       > even + 250);
    ok(value_at("lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1")
       > even + 200);
    ok(value_at("1nsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1")
       > even);
    ok(value_at("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w P 1")
       < even);
}

/* Mino against a king who stays in the middle while the enemy has much in hand. */
static void
test_a_castle_is_safer_than_a_king_in_the_middle(void)
{
    ok(value_at("lns1k1snl/9/pppp1pppp/9/9/9/PPPP1PPPP/5GSK1/LN3G1NL b RB2Prb2p2g 1")
       > value_at("lns1k1snl/9/pppp1pppp/9/9/9/PPPP1PPPP/9/LN1GKGSNL b RB2Prb2p2g 1"));
}

/* ---- the golden sum ---------------------------------------------------------------- */

/* Of the values along games that are always the same: it changes when the weights or the
 * terms do, and with nothing else. */
static void
test_values_are_the_same_everywhere(void)
{
    enum { GOLDEN = 2072574531 };
    static shogi_move list[SHOGI_MAX_MOVES];
    uint32_t sum = 0;

    for (uint64_t game = 1; game <= 20; game++) {
        struct shogi_position p = position_of("startpos");
        struct shogi_undo u;
        uint64_t seed = game;
        for (int ply = 0; ply < 100; ply++) {
            size_t count = shogi_legal_moves(&p, list);
            if (count == 0)
                break;
            shogi_position_play(&p, list[draw(&seed, (uint32_t)count)], &u);
            sum = sum * 31 + (uint32_t)value_of(&p);
        }
    }
    is_int(sum & 0x7fffffff, GOLDEN);
}

static void
test_values_need_no_vectors(void)
{
    bool has_vectors = shogi_eval_tables.has_vectors;

    shogi_eval_tables.has_vectors = false;
    test_values_are_the_same_everywhere();
    shogi_eval_tables.has_vectors = has_vectors;
}

int
main(void)
{
    test_random_games_agree_with_the_definition_and_its_symmetries();
    test_absurd_positions_have_values_in_range();
    test_a_position_may_lack_kings_or_have_several();
    test_sums_follow_moves_that_are_fouls();
    test_more_material_is_better();
    test_a_castle_is_safer_than_a_king_in_the_middle();
    test_values_are_the_same_everywhere();
    test_values_need_no_vectors();
    return done_testing();
}
