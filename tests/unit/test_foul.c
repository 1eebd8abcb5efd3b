/* SPDX-License-Identifier: MIT */
/* test_foul.c - why a move is not legal. */
#include "positions.h"

#include <shogi/foul.h>

#include "rules/attack.h"

static uint32_t
fouls_of(const char *sfen, const char *usi)
{
    struct shogi_position p = position_of(sfen);
    uint32_t fouls = shogi_move_fouls(&p, move_of(usi));

    /* Whoever knows of checks comes to the same by another way. */
    is_int(shogi_move_fouls_knowing(&p, move_of(usi),
                                    shogi_position_in_check(&p, (enum shogi_side)p.turn)),
           fouls);
    return fouls;
}

static void
test_second_pawn_on_a_file_is_nifu(void)
{
    const char *sfen = "4k4/9/9/9/9/9/4P4/9/4K4 b P 1";

    is_int(fouls_of(sfen, "P*5e"), SHOGI_FOUL_NIFU);
    is_int(fouls_of(sfen, "P*4e"), 0);
    is_int(fouls_of("4k4/9/4p4/9/9/9/9/9/4K4 w p 1", "P*5e"), SHOGI_FOUL_NIFU);
}

static void
test_only_own_unpromoted_pawns_count_for_nifu(void)
{
    is_int(fouls_of("4k4/9/9/9/9/9/4+P4/9/4K4 b P 1", "P*5e"), 0);
    is_int(fouls_of("4k4/9/9/9/9/9/4p4/9/3K5 b P 1", "P*5e"), 0);
    is_int(fouls_of("4k4/9/9/9/9/9/4P4/9/4K4 b L 1", "L*5e"), 0);
}

/* Of two kings each may be exposed, though only one of them can be looked at first. */
static void
test_either_of_two_kings_must_not_be_exposed(void)
{
    is_int(fouls_of("r3k4/9/9/9/G8/9/9/9/K7K b - 1", "9e8e"), SHOGI_FOUL_SELF_CHECK);
    is_int(fouls_of("4k3r/9/9/9/8G/9/9/9/K7K b - 1", "1e2e"), SHOGI_FOUL_SELF_CHECK);
    is_int(fouls_of("r3k3r/9/9/9/G7G/9/9/9/K7K b - 1", "1e1d"), 0);
}

static void
test_mate_by_a_dropped_pawn_is_uchifuzume(void)
{
    is_int(fouls_of("8k/9/6G1G/9/9/9/9/9/K8 b P 1", "P*1b"), 0);
    is_int(fouls_of("7nk/9/6G1G/9/9/9/9/9/K8 b P 1", "P*1b"), SHOGI_FOUL_UCHIFUZUME);
    is_int(fouls_of("7nk/9/6G1G/9/9/9/9/9/K8 b L 1", "L*1b"), 0);
    is_int(fouls_of("k8/9/9/9/9/9/6g1g/9/7NK w p 1", "P*1h"), SHOGI_FOUL_UCHIFUZUME);
}

static void
test_a_pawn_that_moves_may_mate(void)
{
    is_int(fouls_of("7nk/9/6G1P/9/9/9/9/9/K7L b - 1", "1c1b"), 0);
}

static void
test_pinned_defender_may_take_the_pawn_along_the_pin_only(void)
{
    /* The gold takes straight ahead, on the line of the lance that pins it. */
    is_int(fouls_of("3lkl3/3p1p3/4g4/3N1N3/4L4/9/9/9/K8 b P 1", "P*5b"), 0);
    is_int(fouls_of("3lkl3/3p1p3/4s4/3N1N3/4L4/9/9/9/K8 b P 1", "P*5b"),
           SHOGI_FOUL_UCHIFUZUME);
}

static void
test_fouls_of_one_move_are_all_named(void)
{
    is_int(fouls_of("7nk/9/6G1G/9/9/9/8P/9/K8 b P 1", "P*1b"),
           SHOGI_FOUL_NIFU | SHOGI_FOUL_UCHIFUZUME);
    is_int(fouls_of("4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5a"),
           SHOGI_FOUL_NIFU | SHOGI_FOUL_DEAD_DROP | SHOGI_FOUL_DROP_OCCUPIED);
    is_int(fouls_of("8k/9/9/9/9/9/3P5/9/r3K4 b P 1", "P*6e"),
           SHOGI_FOUL_NIFU | SHOGI_FOUL_CHECK_IGNORED);
    is_int(fouls_of("8k/4P4/9/9/b8/9/9/9/4K4 b - 1", "5b5a"),
           SHOGI_FOUL_DEAD_MOVE | SHOGI_FOUL_CHECK_IGNORED);
    is_int(fouls_of("8k/9/9/9/4G4/9/9/9/K8 b - 1", "5e5d+"),
           SHOGI_FOUL_PROMO_ZONE | SHOGI_FOUL_PROMO_PIECE);
    is_int(fouls_of("startpos", "5i5g"), SHOGI_FOUL_BAD_MOVE | SHOGI_FOUL_OWN_CAPTURE);
    is_int(fouls_of("startpos", "8h6f"), SHOGI_FOUL_JUMP);
    is_int(fouls_of("startpos", "8h5e"), SHOGI_FOUL_JUMP);
    is_int(fouls_of("startpos", "1i1g"), SHOGI_FOUL_OWN_CAPTURE);
}

static void
test_pieces_that_could_never_move_again_are_dead(void)
{
    const char *hand = "9/9/8k/9/9/9/9/9/4K4 b LNPS 1";

    is_int(fouls_of(hand, "P*5a"), SHOGI_FOUL_DEAD_DROP);
    is_int(fouls_of(hand, "L*5a"), SHOGI_FOUL_DEAD_DROP);
    is_int(fouls_of(hand, "N*5b"), SHOGI_FOUL_DEAD_DROP);
    is_int(fouls_of(hand, "N*5c"), 0);
    is_int(fouls_of(hand, "S*5a"), 0);
    is_int(fouls_of("9/4P4/8k/9/9/9/9/9/4K4 b - 1", "5b5a"), SHOGI_FOUL_DEAD_MOVE);
    is_int(fouls_of("9/4P4/8k/9/9/9/9/9/4K4 b - 1", "5b5a+"), 0);
    is_int(fouls_of("9/4S4/8k/9/9/9/9/9/4K4 b - 1", "5b5a"), 0);
}

static void
test_promotion_needs_the_zone_and_a_piece_that_promotes(void)
{
    is_int(fouls_of("8k/9/9/9/4S4/9/9/9/K8 b - 1", "5e5d+"), SHOGI_FOUL_PROMO_ZONE);
    is_int(fouls_of("8k/9/4S4/9/9/9/9/9/K8 b - 1", "5c4d+"), 0);
    is_int(fouls_of("8k/9/9/4G4/9/9/9/9/K8 b - 1", "5d5c+"), SHOGI_FOUL_PROMO_PIECE);
    is_int(fouls_of("8k/9/9/4+S4/9/9/9/9/K8 b - 1", "5d5c+"), SHOGI_FOUL_PROMO_AGAIN);
    is_int(fouls_of("8k/9/9/9/9/9/9/9/K8 b P 1", "P*5c+"), SHOGI_FOUL_DROP_PROMOTED);
}

static void
test_moves_of_nothing_are_fouls_of_their_own(void)
{
    is_int(fouls_of("startpos", "5e5d"), SHOGI_FOUL_EMPTY_SOURCE);
    is_int(fouls_of("startpos", "3c3d"), SHOGI_FOUL_OPPONENT_PIECE);
    is_int(fouls_of("startpos", "P*5e"), SHOGI_FOUL_NOT_IN_HAND);
    is_int(fouls_of("startpos", "5i5i"), SHOGI_FOUL_BAD_MOVE);
}

static void
test_every_16_bit_value_has_a_verdict(void)
{
    struct shogi_position p = position_of("startpos");

    is_int(shogi_move_fouls(&p, SHOGI_NO_MOVE), SHOGI_FOUL_BAD_MOVE);
    is_int(shogi_move_fouls(&p, 0x7fff), SHOGI_FOUL_BAD_MOVE);
    is_int(shogi_move_fouls(&p, (shogi_move)(40 | 127 << 7)), SHOGI_FOUL_NOT_IN_HAND);
}

static void
test_own_king_must_not_be_left_attacked(void)
{
    is_int(fouls_of("4r3k/9/9/9/9/9/4G4/9/4K4 b - 1", "5g4g"), SHOGI_FOUL_SELF_CHECK);
    is_int(fouls_of("4r3k/9/9/9/9/9/4G4/9/4K4 b - 1", "5g5f"), 0);
    is_int(fouls_of("4r3k/9/9/9/4K4/9/9/9/9 b - 1", "5e5f"), SHOGI_FOUL_CHECK_IGNORED);
    is_int(fouls_of("9/9/4k4/9/4K4/9/9/9/9 b - 1", "5e5d"), SHOGI_FOUL_SELF_CHECK);
}

static void
test_taking_the_king_is_a_foul(void)
{
    is_int(fouls_of("4k4/9/9/9/4R4/9/9/9/4K4 b - 1", "5e5a"), SHOGI_FOUL_KING_CAPTURE);
}

/* Every king of a side with several is royal. */
static void
test_all_kings_of_a_side_must_be_safe(void)
{
    is_int(fouls_of("k8/9/9/9/r7K/9/9/4K4/9 b - 1", "5h5g"), SHOGI_FOUL_CHECK_IGNORED);
    is_int(fouls_of("k8/9/9/9/r3K4/9/9/K8/9 b - 1", "5e5d"), SHOGI_FOUL_CHECK_IGNORED);
    is_int(fouls_of("k8/9/9/9/r3K4/9/9/2K6/9 b - 1", "5e5d"), 0);
}

/* ---- uchifuzume by brute force ----------------------------------------------------- */

static unsigned drops, mates, wrong;

static bool
has_fair_move(const struct shogi_position *p)
{
    for (uint32_t m = 0; m < 1u << 15; m++)
        if (shogi_move_fouls(p, (shogi_move)m) == 0)
            return true;
    return false;
}

static void
check_pawn_drops(struct shogi_position *p)
{
    struct shogi_undo u;

    for (int to = 0; to < SHOGI_SQUARE_COUNT; to++) {
        shogi_move m = shogi_move_drop(SHOGI_PAWN, (shogi_square)to);
        enum shogi_side mover = (enum shogi_side)p->turn;
        int before = to + (mover == SHOGI_BLACK ? -1 : 1);
        bool is_before_king =
            to % 9 != (mover == SHOGI_BLACK ? 0 : 8)
            && p->board[before] == shogi_piece_of((enum shogi_side) !mover, SHOGI_KING);
        bool says = shogi_move_fouls(p, m) & SHOGI_FOUL_UCHIFUZUME;
        if (!shogi_position_play(p, m, &u))
            continue;
        bool is_mate = is_before_king && !has_fair_move(p);
        shogi_position_undo(p, m, &u);
        drops += is_before_king;
        mates += is_mate;
        if (says != is_mate && wrong++ < 5) {
            char sfen[SHOGI_SFEN_SIZE];
            shogi_position_to_sfen(p, sfen);
            note("P to square %d in %s", to, sfen);
        }
    }
}

static void
test_uchifuzume_is_a_pawn_drop_after_which_nothing_is_legal(void)
{
    uint64_t random = 5;

    for (int i = 0; i < 4000; i++) {
        struct shogi_position p =
            scatter(&random, 5 + draw(&random, 40), i % 4 == 0 ? 3 : 0);
        enum shogi_side mover = (enum shogi_side)p.turn;
        int file = 1 + (int)draw(&random, 9), rank = 1 + (int)draw(&random, 2);
        shogi_position_put(&p,
                           shogi_square_at(file, mover == SHOGI_BLACK ? rank : 10 - rank),
                           shogi_piece_of((enum shogi_side) !mover, SHOGI_KING));
        shogi_position_set_hand(&p, mover, SHOGI_PAWN, 1);
        check_pawn_drops(&p);
    }
    is_int(wrong, 0);
    ok(mates > 20);
    note("%u pawn drops before a king, %u of them mates", drops, mates);
}

/* ---- cases written down elsewhere -------------------------------------------------- */

/* In the order in which a verdict lists them. */
static const struct {
    uint32_t bit;
    const char *code;
} codes[] = {
    { SHOGI_FOUL_NIFU, "NIFU" },
    { SHOGI_FOUL_UCHIFUZUME, "UCHIFUZUME" },
    { SHOGI_FOUL_DEAD_DROP, "DEAD_DROP" },
    { SHOGI_FOUL_DEAD_MOVE, "DEAD_MOVE" },
    { SHOGI_FOUL_CHECK_IGNORED, "CHECK_IGNORED" },
    { SHOGI_FOUL_SELF_CHECK, "SELF_CHECK" },
    { SHOGI_FOUL_OPPONENT_PIECE, "OPPONENT_PIECE" },
    { SHOGI_FOUL_BAD_MOVE, "BAD_MOVE" },
    { SHOGI_FOUL_JUMP, "JUMP" },
    { SHOGI_FOUL_OWN_CAPTURE, "OWN_CAPTURE" },
    { SHOGI_FOUL_EMPTY_SOURCE, "EMPTY_SOURCE" },
    { SHOGI_FOUL_DROP_OCCUPIED, "DROP_OCCUPIED" },
    { SHOGI_FOUL_NOT_IN_HAND, "NOT_IN_HAND" },
    { SHOGI_FOUL_DROP_PROMOTED, "DROP_PROMOTED" },
    { SHOGI_FOUL_PROMO_ZONE, "PROMO_ZONE" },
    { SHOGI_FOUL_PROMO_PIECE, "PROMO_PIECE" },
    { SHOGI_FOUL_PROMO_AGAIN, "PROMO_AGAIN" },
    { SHOGI_FOUL_KING_CAPTURE, "KING_CAPTURE" },
};

static void
print_codes(uint32_t fouls, char *out, size_t size)
{
    size_t len = 0;

    out[0] = '\0';
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (fouls & codes[i].bit)
            len += (size_t)snprintf(out + len, size - len, len ? ",%s" : "%s",
                                    codes[i].code);
}

/* The first foul of a case as "FOUL(CODES)@PLY", or the end of the game as
 * "CHECKMATE@PLY", "NO_LEGAL_MOVES@PLY", or "LEGAL". */
static void
judge(struct shogi_position *p, char *moves, char *out, size_t size)
{
    struct shogi_undo u;
    int ply = 0;

    snprintf(out, size, "LEGAL");
    for (char *usi = strtok(moves, " "); usi; usi = strtok(NULL, " ")) {
        char list[256];
        shogi_move m = move_of(usi);
        if (m == SHOGI_NO_MOVE)
            return;
        uint32_t fouls = shogi_move_fouls(p, m);
        ply++;
        print_codes(fouls, list, sizeof list);
        if (fouls) {
            snprintf(out, size, "FOUL(%s)@%d", list, ply);
            return;
        }
        shogi_position_play(p, m, &u);
    }
    if (ply > 0 && !shogi_position_has_legal_move(p))
        snprintf(out, size,
                 shogi_position_is_mate(p) ? "CHECKMATE@%d" : "NO_LEGAL_MOVES@%d", ply);
}

static unsigned cases;

static void
check_case(char *fields[ROW_FIELDS])
{
    char got[512], *expected = fields[3];

    if (strncmp(expected, "FOUL", 4) != 0 && strncmp(expected, "LEGAL", 5) != 0
        && strncmp(expected, "CHECKMATE", 9) != 0
        && strncmp(expected, "NO_LEGAL", 8) != 0)
        return;
    struct shogi_position p = position_of(fields[1]);
    judge(&p, fields[2], got, sizeof got);
    expected[strcspn(expected, " ")] = '\0';
    cases++;
    if (!is_str(got, expected))
        note("%s: %s", fields[0], fields[4]);
}

static void
test_the_cases_have_their_verdicts(void)
{
    read_table("cases/rules/cases.tsv", check_case);
    note("%u cases", cases);
}

static void
check_invalid_start(char *fields[ROW_FIELDS])
{
    static const struct {
        uint32_t bit;
        const char *word;
    } words[] = { { SHOGI_PROBLEM_TOO_MANY_PIECES, "TOO_MANY" },
                  { SHOGI_PROBLEM_TWO_KINGS, "KINGS" },
                  { SHOGI_PROBLEM_NO_DEFENDER_KING, "NO_DEFENDER" },
                  { SHOGI_PROBLEM_NIFU, "NIFU" },
                  { SHOGI_PROBLEM_DEAD_PIECE, "DEAD_PIECE" },
                  { SHOGI_PROBLEM_OPPONENT_IN_CHECK, "OPPOSITE_CHECK" } };

    if (fields[0][0] != 'Z')
        return;
    struct shogi_position p = position_of(fields[1]);
    uint32_t problems =
        shogi_position_problems(&p) & ~(uint32_t)SHOGI_PROBLEM_NO_ATTACKER_KING;
    uint32_t named = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(fields[3], words[i].word))
            named |= words[i].bit;
    if (!is_int(problems, named))
        note("%s: %s", fields[0], fields[3]);
}

static void
test_impossible_starts_are_seen(void)
{
    read_table("cases/rules/cases.tsv", check_invalid_start);
}

static void
check_vector(char *fields[ROW_FIELDS])
{
    if (strcmp(fields[0], "move") != 0 || !strstr(fields[5], "agree"))
        return;
    struct shogi_position p = position_of(fields[1]);
    shogi_move m = move_of(fields[2]);
    bool is_legal = m != SHOGI_NO_MOVE && shogi_move_fouls(&p, m) == 0;
    cases++;
    if (is_legal != (strcmp(fields[3], "legal") == 0)) {
        wrong++;
        note("%s %s should be %s", fields[1], fields[2], fields[3]);
    }
}

static void
test_moves_judged_elsewhere_are_judged_alike(void)
{
    cases = wrong = 0;
    read_table("vectors/rules.tsv", check_vector);
    is_int(wrong, 0);
    note("%u moves", cases);
}

/* What cannot be carried out leaves no king behind that could be attacked. */
static void
test_a_move_that_cannot_be_carried_out_is_no_foul_against_the_king(void)
{
    static const struct {
        const char *sfen, *usi;
        uint32_t fouls;
    } rows[] = {
        { "4r3k/9/9/9/9/9/9/4S4/4K4 b - 1", "5h4h", SHOGI_FOUL_BAD_MOVE },
        { "4r3k/9/9/9/9/9/9/4R4/4K4 b - 1", "5h4g", SHOGI_FOUL_BAD_MOVE },
        { "4r3k/9/9/9/9/9/9/3PR4/4K4 b - 1", "5h7h", SHOGI_FOUL_JUMP },
        { "4r3k/9/9/9/9/9/9/3PR4/4K4 b - 1", "5h6h", SHOGI_FOUL_OWN_CAPTURE },
        { "4r3k/9/9/9/9/9/9/9/4K4 b - 1", "5a5b", SHOGI_FOUL_OPPONENT_PIECE },
        { "4r3k/9/9/9/9/9/9/9/4K4 b - 1", "6a6b", SHOGI_FOUL_EMPTY_SOURCE },
        { "4r3k/9/9/9/9/9/9/9/4K4 b - 1", "G*4h", SHOGI_FOUL_NOT_IN_HAND },
        { "4r3k/9/9/9/9/9/9/3P5/4K4 b G 1", "G*6h", SHOGI_FOUL_DROP_OCCUPIED },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct shogi_position p = position_of(rows[i].sfen);
        shogi_move m = move_of(rows[i].usi);
        is_int(shogi_move_fouls(&p, m), rows[i].fouls);
        is_int(shogi_move_fouls_knowing(
                   &p, m, shogi_position_in_check(&p, (enum shogi_side)p.turn)),
               rows[i].fouls);
    }
}

int
main(void)
{
    test_second_pawn_on_a_file_is_nifu();
    test_only_own_unpromoted_pawns_count_for_nifu();
    test_either_of_two_kings_must_not_be_exposed();
    test_mate_by_a_dropped_pawn_is_uchifuzume();
    test_a_pawn_that_moves_may_mate();
    test_pinned_defender_may_take_the_pawn_along_the_pin_only();
    test_fouls_of_one_move_are_all_named();
    test_pieces_that_could_never_move_again_are_dead();
    test_promotion_needs_the_zone_and_a_piece_that_promotes();
    test_moves_of_nothing_are_fouls_of_their_own();
    test_every_16_bit_value_has_a_verdict();
    test_own_king_must_not_be_left_attacked();
    test_taking_the_king_is_a_foul();
    test_all_kings_of_a_side_must_be_safe();
    test_uchifuzume_is_a_pawn_drop_after_which_nothing_is_legal();
    test_the_cases_have_their_verdicts();
    test_impossible_starts_are_seen();
    test_moves_judged_elsewhere_are_judged_alike();
    test_a_move_that_cannot_be_carried_out_is_no_foul_against_the_king();
    return done_testing();
}
