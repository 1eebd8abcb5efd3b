/* SPDX-License-Identifier: MIT */
/* test_nnue.c - networks read from files, and the values they give: the same as those of
 * a slow reader that knows the bytes of the file and nothing of the engine. */
#include <limits.h>

#include "nnue_file.h"
#include "positions.h"

#include "engine/eval.h"
#include "engine/nnue.h"
#include "rules/attack.h"

enum { DEEP = 24 };

/* ---- the slow reader -----------------------------------------------------------------
 */

static int
file_i16(const struct nnue_file *f, size_t at)
{
    int n = f->bytes[at] | f->bytes[at + 1] << 8;

    return n < 0x8000 ? n : n - 0x10000;
}

static int
file_i8(const struct nnue_file *f, size_t at)
{
    return f->bytes[at] < 0x80 ? f->bytes[at] : f->bytes[at] - 0x100;
}

static long
file_i32(const struct nnue_file *f, size_t at)
{
    return (long)file_i16(f, at + 2) * 0x10000 + f->bytes[at] + f->bytes[at + 1] * 0x100;
}

/* Where planes of the board begin: 90 and then 162 a kind. */
static int
slow_plane(enum shogi_kind kind)
{
    switch (kind) {
    case SHOGI_PAWN:
        return 0;
    case SHOGI_LANCE:
        return 1;
    case SHOGI_KNIGHT:
        return 2;
    case SHOGI_SILVER:
        return 3;
    case SHOGI_BISHOP:
        return 5;
    case SHOGI_HORSE:
        return 6;
    case SHOGI_ROOK:
        return 7;
    case SHOGI_DRAGON:
        return 8;
    default:
        return 4; /* gold and what moves like it */
    }
}

/* The inputs of SIDE, kings apart; returns how many. */
static int
slow_pieces(const struct shogi_position *p, int side, int out[SHOGI_NNUE_PIECES])
{
    static const int hands[][2] = { { 1, 20 },  { 39, 44 }, { 49, 54 }, { 59, 64 },
                                    { 79, 82 }, { 85, 88 }, { 69, 74 } };
    int n = 0;

    for (int square = 0; square < 81; square++) {
        shogi_piece piece = p->board[square];
        if (piece == SHOGI_EMPTY || shogi_piece_kind(piece) == SHOGI_KING)
            continue;
        out[n++] = 90 + 162 * slow_plane(shogi_piece_kind(piece))
                   + 81 * ((int)shogi_piece_side(piece) != side)
                   + (side == 0 ? square : 80 - square);
    }
    for (int owner = 0; owner < 2; owner++)
        for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
            for (int i = 1; i <= p->hand[owner][kind]; i++)
                out[n++] = hands[kind][owner != side] + i - 1;
    while (n < SHOGI_NNUE_PIECES)
        out[n++] = 0;
    return n;
}

static void
slow_half(const struct nnue_file *f, const struct nnue_plan *plan,
          const struct shogi_position *p, int side, int *out)
{
    size_t bias = f->inputs_at + (plan->no_section_hashes ? 0 : 4);
    size_t weights = bias + 2 * plan->half;
    int pieces[SHOGI_NNUE_PIECES + 2], n = slow_pieces(p, side, pieces);
    int own = p->king[side], other = p->king[!side];

    if (side == 1) {
        own = 80 - own;
        other = 80 - other;
    }
    if (plan->kp) {
        pieces[n++] = 1548 + own;
        pieces[n++] = 1548 + 81 + other;
    } else {
        for (int i = 0; i < n; i++)
            pieces[i] += own * 1548;
    }
    for (size_t k = 0; k < plan->half; k++) {
        int sum = file_i16(f, bias + 2 * k);
        for (int i = 0; i < n; i++)
            sum += file_i16(f, weights + 2 * ((size_t)pieces[i] * plan->half + k));
        out[k] = sum;
    }
}

static int
clamped(long v)
{
    return v < 0 ? 0 : v > 127 ? 127 : (int)v;
}

/* Floor of V / 64, as a shift of a negative number does it. */
static long
shifted(long v)
{
    return v >= 0 ? v / 64 : -((-v + 63) / 64);
}

/* COUNT sums over WIDTH values; returns where the next layer begins. */
static size_t
slow_layer(const struct nnue_file *f, size_t at, const int *x, size_t width, size_t count,
           long *out)
{
    size_t rows = at + 4 * count;

    for (size_t o = 0; o < count; o++) {
        out[o] = file_i32(f, at + 4 * o);
        for (size_t i = 0; i < width; i++)
            out[o] += file_i8(f, rows + o * nnue_padded(width) + i) * x[i];
    }
    return rows + count * nnue_padded(width);
}

static long
slow_value(const struct nnue_file *f, const struct nnue_plan *plan, int scale,
           const struct shogi_position *p)
{
    static int x[2 * SHOGI_NNUE_HALF_MAX], y[SHOGI_NNUE_LAYER_MAX];
    long sums[SHOGI_NNUE_LAYER_MAX];
    size_t at = f->layers_at + (plan->no_section_hashes ? 0 : 4);

    slow_half(f, plan, p, p->turn, x);
    slow_half(f, plan, p, !p->turn, x + plan->half);
    for (size_t i = 0; i < 2 * plan->half; i++)
        x[i] = clamped(x[i]);
    at = slow_layer(f, at, x, 2 * plan->half, plan->first, sums);
    for (size_t i = 0; i < plan->first; i++)
        y[i] = clamped(shifted(sums[i]));
    at = slow_layer(f, at, y, plan->first, plan->second, sums);
    for (size_t i = 0; i < plan->second; i++)
        y[i] = clamped(shifted(sums[i]));
    if (slow_layer(f, at, y, plan->second, 1, sums) != f->len)
        return LONG_MAX;
    long cp = sums[0] / scale * 100 / 90;
    return cp > SHOGI_EVAL_MAX    ? SHOGI_EVAL_MAX
           : cp < -SHOGI_EVAL_MAX ? -SHOGI_EVAL_MAX
                                  : cp;
}

/* ---- games, there and back -----------------------------------------------------------
 */

struct walk {
    const struct nnue_file *file;
    const struct nnue_plan *plan;
    struct shogi_nnue *net;
    struct shogi_nnue_stack *stack;
    struct shogi_position position;
    uint64_t random;
    int visited, goal, wrong;
    int values[2]; /* the least and the greatest */
};

static void
compare_here(struct walk *w, unsigned ply)
{
    long slow = slow_value(w->file, w->plan, w->net->scale, &w->position);
    int value = shogi_nnue_evaluate(w->stack, ply, &w->position);
    char sfen[SHOGI_SFEN_SIZE];

    if (value < w->values[0])
        w->values[0] = value;
    if (value > w->values[1])
        w->values[1] = value;
    if (value == slow || w->wrong++ > 3)
        return;
    shogi_position_to_sfen(&w->position, sfen);
    note("ply %u, %s: %d instead of %ld", ply, sfen, value, slow);
}

/* Kings, captures and promotions more often than chance has them. */
static shogi_move
choose(struct walk *w, const shogi_move *list, size_t n)
{
    const struct shogi_position *p = &w->position;
    shogi_move m = list[draw(&w->random, (uint32_t)n)];

    for (size_t i = 0; i < n && draw(&w->random, 3) == 0; i++) {
        shogi_move tried = list[draw(&w->random, (uint32_t)n)];
        if (shogi_move_is_drop(tried))
            continue;
        if (shogi_move_promotes(tried) || p->board[shogi_move_to(tried)] != SHOGI_EMPTY
            || shogi_piece_kind(p->board[shogi_move_from(tried)]) == SHOGI_KING)
            m = tried;
    }
    return m;
}

static void
look(struct walk *w, unsigned ply)
{
    struct shogi_position *p = &w->position;
    enum shogi_side mover = (enum shogi_side)p->turn;
    shogi_move list[SHOGI_MAX_MOVES];
    struct shogi_undo u;
    size_t n = shogi_legal_moves(p, list);

    w->visited++;
    if (draw(&w->random, 3) > 0)
        compare_here(w, ply);
    if (ply == DEEP || n == 0 || w->visited >= w->goal)
        return;
    if (draw(&w->random, 8) == 0 && !shogi_position_in_check(p, mover)) {
        shogi_position_set_turn(p, shogi_other(mover));
        shogi_nnue_pass(w->stack, ply + 1);
        look(w, ply + 1);
        shogi_position_set_turn(p, mover);
    }
    for (uint32_t i = draw(&w->random, 2) + draw(&w->random, 2); i > 0; i--) {
        shogi_move m = choose(w, list, n);
        shogi_position_play(p, m, &u);
        shogi_nnue_step(w->stack, ply + 1, p, m, &u);
        look(w, ply + 1);
        shogi_position_undo(p, m, &u);
    }
    if (draw(&w->random, 2))
        compare_here(w, ply);
}

/* Trees of random moves from many positions of random games, and from unusual starts. */
static void
walk_games(struct walk *w, int goal)
{
    static const char *const starts[] = {
        "startpos",
        "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "8k/9/9/9/9/9/9/9/K8 w 18p4l4n4s4g2b2r 1",
        "8k/9/9/9/9/9/9/9/K8 b RB2G2S2N2L9Prb2g2s2n2l9p 1",
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        "+L+N+Sgk4/3+P+P+P3/9/4+B4/9/4+r4/9/3+p+p+p3/+l+n+sGK4 b RBrb9P 1",
    };
    static const size_t count = sizeof starts / sizeof *starts;
    shogi_move list[SHOGI_MAX_MOVES];
    struct shogi_undo u;

    w->visited = w->wrong = 0;
    for (int game = 0; w->visited < goal; game++) {
        w->position = position_of(starts[(size_t)game % count]);
        for (int ply = 0; ply < 120 && w->visited < goal; ply++) {
            size_t n = shogi_legal_moves(&w->position, list);
            if (n == 0)
                break;
            shogi_position_play(&w->position, choose(w, list, n), &u);
            if (ply % 10 != 0)
                continue;
            shogi_nnue_fill(w->stack, &w->position);
            w->goal = w->visited + 20;
            look(w, 0);
        }
    }
}

static void
check_plan(const struct nnue_plan *plan, int positions)
{
    struct nnue_file file = nnue_file_make(plan);
    char error[400];
    struct walk w = { .file = &file, .plan = plan, .random = plan->seed };

    if (!ok(file.bytes != NULL))
        return;
    w.net = shogi_nnue_new(file.bytes, file.len, 0, error, sizeof error);
    if (!ok(w.net != NULL)) {
        note("%s", error);
        free(file.bytes);
        return;
    }
    is_str(shogi_nnue_remark(w.net), "");
    w.stack = shogi_nnue_stack_new(w.net, DEEP);
    if (ok(w.stack != NULL)) {
        walk_games(&w, positions);
        is_int(w.wrong, 0);
        ok(w.values[1] - w.values[0] > 100); /* else nothing was compared */
        note("%s: %d positions, values %d to %d", shogi_nnue_name(w.net), w.visited,
             w.values[0], w.values[1]);
    }
    shogi_nnue_stack_free(w.stack);
    shogi_nnue_free(w.net);
    free(file.bytes);
}

static void
test_k_p_gives_the_values_of_the_slow_reader(void)
{
    check_plan(
        &(struct nnue_plan){
            .kp = true, .half = 256, .first = 32, .second = 32, .seed = 1 },
        1000);
    check_plan(&(struct nnue_plan){ .kp = true,
                                    .half = 256,
                                    .first = 16,
                                    .second = 64,
                                    .no_section_hashes = true,
                                    .seed = 2 },
               300);
    check_plan(
        &(struct nnue_plan){
            .kp = true, .half = 256, .first = 40, .second = 104, .seed = 3 },
        300);
}

static void
test_halfkp_gives_the_values_of_the_slow_reader(void)
{
    check_plan(&(struct nnue_plan){ .half = 256, .first = 32, .second = 32, .seed = 4 },
               1000);
}

/* Up to a quarter of a gigabyte each. */
static void
test_larger_halfkp_give_the_values_of_the_slow_reader(void)
{
    static const uint16_t shapes[][3] = { { 512, 16, 32 }, { 512, 8, 64 },
                                          { 512, 8, 96 },  { 512, 32, 32 },
                                          { 768, 16, 64 }, { 1024, 8, 32 },
                                          { 1024, 8, 64 } };

    if (!getenv("SHOGI_LONG")) {
        skip("SHOGI_LONG is not set: hundreds of megabytes");
        return;
    }
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        check_plan(&(struct nnue_plan){ .half = shapes[i][0],
                                        .first = shapes[i][1],
                                        .second = shapes[i][2],
                                        .seed = 10 + i,
                                        .no_section_hashes = i % 2 },
                   1000);
}

static struct nnue_file small; /* K-P 256x2-32-32 */
static char message[400];

/* ---- arithmetic
 * ------------------------------------------------------------------------ */

static void
fill_at_random(int16_t *out, size_t n, uint64_t *random)
{
    for (size_t i = 0; i < n; i++)
        out[i] = (int16_t)(draw(random, 65536) - 32768);
}

/* For every bit, over the whole range of the numbers. */
static void
test_what_this_processor_does_is_what_every_processor_does(void)
{
    static int16_t rows[5][SHOGI_NNUE_HALF_MAX], fast[SHOGI_NNUE_HALF_MAX],
        plain[SHOGI_NNUE_HALF_MAX];
    const int16_t *const plus[2] = { rows[1], rows[2] };
    const int16_t *const minus[2] = { rows[3], rows[4] };
    struct shogi_nnue *net =
        shogi_nnue_new(small.bytes, small.len, 0, message, sizeof message);
    uint64_t random = 7;
    int wrong = 0;

    if (!ok(net != NULL))
        return;
    for (int i = 0; i < 200; i++) {
        size_t n = 256 * (1 + draw(&random, 4)), size = n * sizeof *fast;
        for (int row = 0; row < 5; row++)
            fill_at_random(rows[row], n, &random);
        shogi_nnue_change(fast, rows[0], rows[1], rows[2], n);
        shogi_nnue_change_plain(plain, rows[0], rows[1], rows[2], n);
        wrong += memcmp(fast, plain, size) != 0;
        shogi_nnue_change_twice(fast, rows[0], plus, minus, n);
        shogi_nnue_change_twice_plain(plain, rows[0], plus, minus, n);
        wrong += memcmp(fast, plain, size) != 0;
        shogi_nnue_adjust(fast, plus, minus, n);
        shogi_nnue_adjust_plain(plain, plus, minus, n);
        wrong += memcmp(fast, plain, size) != 0;
        for (size_t k = 0; i % 2 && k < n; k++) {
            rows[0][k] = (int16_t)(rows[0][k] >> 8);
            rows[1][k] = (int16_t)(rows[1][k] >> 8);
        }
        wrong += shogi_nnue_forward(net, rows[0], rows[1])
                 != shogi_nnue_forward_plain(net, rows[0], rows[1]);
    }
    is_int(wrong, 0);
    shogi_nnue_free(net);
}

/* Weights that no trainer writes: sums wrap, and nothing is undefined. */
static void
test_a_hostile_network_gives_some_value(void)
{
    unsigned char *bytes = malloc(small.len);
    struct shogi_position p = position_of("startpos");
    struct shogi_nnue *net;
    struct shogi_nnue_stack *stack;
    int value;

    if (!ok(bytes != NULL))
        return;
    for (unsigned fill = 0x7f; fill <= 0x80; fill++) {
        memcpy(bytes, small.bytes, small.len);
        memset(bytes + small.inputs_at + 4, (int)fill,
               small.layers_at - small.inputs_at - 4);
        memset(bytes + small.layers_at + 4, (int)fill, small.len - small.layers_at - 4);
        net = shogi_nnue_new(bytes, small.len, 1, message, sizeof message);
        stack = net ? shogi_nnue_stack_new(net, 4) : NULL;
        if (ok(stack != NULL)) {
            shogi_nnue_fill(stack, &p);
            value = shogi_nnue_evaluate(stack, 0, &p);
            ok(value >= -SHOGI_EVAL_MAX && value <= SHOGI_EVAL_MAX);
        }
        shogi_nnue_stack_free(stack);
        shogi_nnue_free(net);
    }
    free(bytes);
}

static void
test_a_network_sees_positions_with_two_kings_and_no_spare_pieces(void)
{
    static const struct {
        const char *sfen;
        bool seen;
    } cases[] = {
        { "startpos", true },
        { "4k4/9/9/9/9/9/9/9/4K4 b - 1", true },
        { "4k4/9/9/9/9/9/9/9/9 b R2b4g4s4n4l18p 1", false },
        { "9/9/9/9/9/9/9/9/4K4 b - 1", false },
        { "4k4/9/9/9/9/9/9/9/3KK4 b - 1", false },
        { "4k4/9/9/9/9/9/9/9/4K4 b 19P 1", false },
        { "4k4/9/9/9/9/9/9/9/4K4 b 18Pp 1", false },
        { "4k4/+P8/9/9/9/9/9/9/4K4 b 18P 1", false },
        { "4k4/+B+B+B6/9/9/9/9/9/9/4K4 b - 1", false },
        { "4k4/9/9/9/9/9/9/9/4K4 b 5L 1", false },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct shogi_position p = position_of(cases[i].sfen);
        if (!is_int(shogi_nnue_sees(&p), cases[i].seen))
            note("%s", cases[i].sfen);
    }
}

int
main(void)
{
    small = nnue_file_make(&(struct nnue_plan){
        .kp = true, .half = 256, .first = 32, .second = 32, .seed = 8 });
    if (!ok(small.bytes != NULL))
        return done_testing();
    test_what_this_processor_does_is_what_every_processor_does();
    test_a_hostile_network_gives_some_value();
    test_a_network_sees_positions_with_two_kings_and_no_spare_pieces();
    test_k_p_gives_the_values_of_the_slow_reader();
    test_halfkp_gives_the_values_of_the_slow_reader();
    test_larger_halfkp_give_the_values_of_the_slow_reader();
    free(small.bytes);
    return done_testing();
}
