/* SPDX-License-Identifier: MIT */
/* nnue.c - accumulators that follow a search, and the value of a position.
 *
 * A move only notes which inputs it changes.  When a value is wanted, the sums are
 * brought forward from the nearest ply that has them; where the own king has moved, all
 * inputs of HalfKP are others, and the sums begin at those that this king's square had
 * when it was asked for last. */
#include "engine/nnue.h"

#include <string.h>

#include "base/memory.h"
#include "engine/eval.h"
#include "rules/attack.h"

enum {
    ALIGNMENT = 64,
    WORD = 8,       /* squares that are compared at once; the last one is alone */
    CHANGES = 2,    /* a capture: one piece moves, one goes to a hand */
    ROWS_MAX = 128, /* more than can change between two positions */
};

/* The sums of one side for one square of its king, and the position they are of. */
struct memory {
    shogi_piece board[SHOGI_SQUARE_COUNT];
    uint8_t hand[2][SHOGI_HAND_COUNT];
    uint8_t missing; /* pieces */
    bool known;
    int16_t *values;
};

/* What a move changes with the eyes of one side. */
struct ply_changes {
    uint16_t plus[CHANGES], minus[CHANGES];
    uint8_t count;
    bool king_moved; /* so that nothing of the ply before is left */
    bool ready;      /* VALUES are those of this ply */
    int16_t *values;
};

struct ply {
    struct ply_changes side[2];
};

struct shogi_nnue_stack {
    const struct shogi_nnue *net;
    unsigned plies;
    uint8_t missing; /* pieces, in every position of a search */
    struct ply *ply;
    struct memory memory[2][SHOGI_SQUARE_COUNT]; /* K-P uses one square */
    void *values;                                /* the memory of all sums */
};

/* ---- making
 * ---------------------------------------------------------------------------- */

static size_t
memory_squares(const struct shogi_nnue *net)
{
    return net->shape.inputs == SHOGI_NNUE_HALFKP ? SHOGI_SQUARE_COUNT : 1;
}

static bool
place_values(struct shogi_nnue_stack *s)
{
    size_t half = s->net->shape.half, squares = memory_squares(s->net);
    size_t rows = 2 * (s->plies + 1 + squares);
    int16_t *at;

    s->values = shogi_memory_alloc(rows * half * sizeof *at + ALIGNMENT);
    if (!s->values)
        return false;
    at = (int16_t *)((char *)s->values + (ALIGNMENT - (uintptr_t)s->values % ALIGNMENT));
    for (int side = 0; side < 2; side++) {
        for (unsigned i = 0; i <= s->plies; i++, at += half)
            s->ply[i].side[side].values = at;
        for (size_t i = 0; i < squares; i++, at += half)
            s->memory[side][i].values = at;
    }
    return true;
}

struct shogi_nnue_stack *
shogi_nnue_stack_new(const struct shogi_nnue *net, unsigned plies)
{
    struct shogi_nnue_stack *s = shogi_memory_alloc(sizeof *s);
    size_t size = (plies + 1) * sizeof *s->ply;

    if (!s)
        return NULL;
    memset(s, 0, sizeof *s);
    s->net = net;
    s->plies = plies;
    s->ply = shogi_memory_alloc(size);
    if (s->ply)
        memset(s->ply, 0, size);
    if (!s->ply || !place_values(s)) {
        shogi_nnue_stack_free(s);
        return NULL;
    }
    return s;
}

void
shogi_nnue_stack_free(struct shogi_nnue_stack *s)
{
    if (!s)
        return;
    shogi_memory_free(s->values);
    shogi_memory_free(s->ply);
    shogi_memory_free(s);
}

/* ---- from scratch, or from what is remembered
 * -------------------------------------------- */

/* Rows to add and to take away, in pairs. */
struct rows {
    const int16_t *plus[ROWS_MAX], *minus[ROWS_MAX];
    size_t plus_count, minus_count;
};

static void
add_rows(struct rows *r, const int16_t *row, int count)
{
    for (; count > 0; count--)
        r->plus[r->plus_count++] = row;
    for (; count < 0; count++)
        r->minus[r->minus_count++] = row;
}

/* The view that a refresh is for. */
struct view {
    const struct shogi_nnue *net;
    enum shogi_side side;
    shogi_square king;
};

/* COUNT is 1 or -1. */
static void
add_piece(struct rows *r, const struct view *v, shogi_piece piece, shogi_square square,
          int count)
{
    if (piece == SHOGI_EMPTY)
        return;
    if (shogi_piece_kind(piece) == SHOGI_KING && v->net->shape.inputs != SHOGI_NNUE_KP)
        return;
    add_rows(r,
             shogi_nnue_row(v->net, v->side, v->king,
                            shogi_nnue_board_input(v->side, piece, square)),
             count);
}

static void
compare_squares(struct rows *r, const struct view *v, const struct memory *m,
                const struct shogi_position *p, unsigned from, unsigned to)
{
    for (unsigned square = from; square < to; square++)
        if (m->board[square] != p->board[square]) {
            add_piece(r, v, m->board[square], (shogi_square)square, -1);
            add_piece(r, v, p->board[square], (shogi_square)square, 1);
        }
}

static void
compare_boards(struct rows *r, const struct view *v, const struct memory *m,
               const struct shogi_position *p)
{
    unsigned square = 0;

    for (; square + WORD <= SHOGI_SQUARE_COUNT; square += WORD)
        if (memcmp(m->board + square, p->board + square, WORD) != 0)
            compare_squares(r, v, m, p, square, square + WORD);
    compare_squares(r, v, m, p, square, SHOGI_SQUARE_COUNT);
}

static void
compare_hands(struct rows *r, const struct view *v, const struct memory *m,
              const struct shogi_position *p, enum shogi_side owner)
{
    for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++) {
        unsigned before = m->hand[owner][kind], now = p->hand[owner][kind];
        for (unsigned n = before; n > now; n--)
            add_rows(r,
                     shogi_nnue_row(
                         v->net, v->side, v->king,
                         shogi_nnue_hand_input(v->side, owner, (enum shogi_kind)kind, n)),
                     -1);
        for (unsigned n = before + 1; n <= now; n++)
            add_rows(r,
                     shogi_nnue_row(
                         v->net, v->side, v->king,
                         shogi_nnue_hand_input(v->side, owner, (enum shogi_kind)kind, n)),
                     1);
    }
}

static uint8_t
count_missing(const struct shogi_position *p)
{
    unsigned there = 0;

    for (int square = 0; square < SHOGI_SQUARE_COUNT; square++)
        there += p->board[square] != SHOGI_EMPTY;
    for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
        there += (unsigned)p->hand[SHOGI_BLACK][kind] + p->hand[SHOGI_WHITE][kind];
    return (uint8_t)(SHOGI_NNUE_PIECES + 2 - there);
}

static void
apply_rows(struct rows *r, int16_t *values, const struct shogi_nnue *net)
{
    while (r->plus_count % 2 || r->plus_count < r->minus_count)
        r->plus[r->plus_count++] = net->zero;
    while (r->minus_count < r->plus_count)
        r->minus[r->minus_count++] = net->zero;
    for (size_t i = 0; i < r->plus_count; i += 2)
        shogi_nnue_adjust(values, &r->plus[i], &r->minus[i], net->shape.half);
}

/* The sums for SIDE in P, into OUT. */
static void
refresh(struct shogi_nnue_stack *s, const struct shogi_position *p, enum shogi_side side,
        int16_t *out)
{
    const struct shogi_nnue *net = s->net;
    struct view v = { net, side, p->king[side] };
    struct memory *m = &s->memory[side][memory_squares(net) > 1 ? v.king : 0];
    size_t size = net->shape.half * sizeof *out;
    struct rows r;

    r.plus_count = r.minus_count = 0;
    if (!m->known) {
        memset(m->board, SHOGI_EMPTY, sizeof m->board);
        memset(m->hand, 0, sizeof m->hand);
        m->missing = 0;
        m->known = true;
        memcpy(m->values, net->bias, size);
    }
    compare_boards(&r, &v, m, p);
    compare_hands(&r, &v, m, p, SHOGI_BLACK);
    compare_hands(&r, &v, m, p, SHOGI_WHITE);
    add_rows(&r, shogi_nnue_row(net, side, v.king, 0), s->missing - m->missing);
    apply_rows(&r, m->values, net);
    memcpy(m->board, p->board, sizeof p->board);
    memcpy(m->hand, p->hand, sizeof p->hand);
    m->missing = s->missing;
    memcpy(out, m->values, size);
}

/* ---- from move to move
 * ------------------------------------------------------------------- */

void
shogi_nnue_fill(struct shogi_nnue_stack *s, const struct shogi_position *p)
{
    s->missing = count_missing(p);
    for (int side = 0; side < 2; side++) {
        struct ply_changes *c = &s->ply[0].side[side];
        refresh(s, p, (enum shogi_side)side, c->values);
        c->ready = true;
    }
}

/* A piece is on TO that was on FROM, or in its owner's hand, before. */
static void
note_mover(struct ply_changes *c, enum shogi_side side, const struct shogi_position *p,
           shogi_move m, const struct shogi_undo *u)
{
    enum shogi_side owner = shogi_piece_side(u->moved);
    shogi_square to = shogi_move_to(m);

    c->plus[c->count] = (uint16_t)shogi_nnue_board_input(side, p->board[to], to);
    if (shogi_move_is_drop(m))
        c->minus[c->count++] = (uint16_t)shogi_nnue_hand_input(
            side, owner, shogi_piece_kind(u->moved), u->hand);
    else
        c->minus[c->count++] =
            (uint16_t)shogi_nnue_board_input(side, u->moved, shogi_move_from(m));
}

static void
note_capture(struct ply_changes *c, enum shogi_side side, shogi_move m,
             const struct shogi_undo *u)
{
    enum shogi_side taker = shogi_piece_side(u->moved);
    enum shogi_kind kind = shogi_kind_base(shogi_piece_kind(u->captured));

    c->minus[c->count] =
        (uint16_t)shogi_nnue_board_input(side, u->captured, shogi_move_to(m));
    c->plus[c->count++] =
        (uint16_t)shogi_nnue_hand_input(side, taker, kind, u->hand + 1u);
}

void
shogi_nnue_step(struct shogi_nnue_stack *s, unsigned ply, const struct shogi_position *p,
                shogi_move m, const struct shogi_undo *u)
{
    bool halfkp = s->net->shape.inputs == SHOGI_NNUE_HALFKP;
    bool king = shogi_piece_kind(u->moved) == SHOGI_KING;

    for (int i = 0; i < 2; i++) {
        enum shogi_side side = (enum shogi_side)i;
        struct ply_changes *c = &s->ply[ply].side[side];
        c->ready = false;
        c->count = 0;
        c->king_moved = halfkp && king && shogi_piece_side(u->moved) == side;
        if (!(halfkp && king))
            note_mover(c, side, p, m, u);
        if (u->captured != SHOGI_EMPTY)
            note_capture(c, side, m, u);
    }
}

void
shogi_nnue_pass(struct shogi_nnue_stack *s, unsigned ply)
{
    for (int side = 0; side < 2; side++) {
        struct ply_changes *c = &s->ply[ply].side[side];
        c->ready = false;
        c->count = 0;
        c->king_moved = false;
    }
}

/* The sums of C, when FROM are those of the ply before. */
static void
bring_forward(const struct shogi_nnue *net, struct ply_changes *c, const int16_t *from,
              enum shogi_side side, shogi_square king)
{
    const int16_t *plus[CHANGES], *minus[CHANGES];
    size_t half = net->shape.half;

    for (int i = 0; i < c->count; i++) {
        plus[i] = shogi_nnue_row(net, side, king, c->plus[i]);
        minus[i] = shogi_nnue_row(net, side, king, c->minus[i]);
    }
    if (c->count == 0)
        memcpy(c->values, from, half * sizeof *from);
    else if (c->count == 1)
        shogi_nnue_change(c->values, from, plus[0], minus[0], half);
    else
        shogi_nnue_change_twice(c->values, from, plus, minus, half);
    c->ready = true;
}

/* The sums of SIDE at PLY, where the position is P. */
static const int16_t *
ready_values(struct shogi_nnue_stack *s, unsigned ply, const struct shogi_position *p,
             enum shogi_side side)
{
    struct ply_changes *here = &s->ply[ply].side[side];
    unsigned at = ply;

    while (!s->ply[at].side[side].ready) {
        if (s->ply[at].side[side].king_moved) {
            refresh(s, p, side, here->values);
            here->ready = true;
            return here->values;
        }
        at--;
    }
    for (; at < ply; at++)
        bring_forward(s->net, &s->ply[at + 1].side[side], s->ply[at].side[side].values,
                      side, p->king[side]);
    return here->values;
}

int
shogi_nnue_evaluate(struct shogi_nnue_stack *s, unsigned ply,
                    const struct shogi_position *p)
{
    enum shogi_side own = (enum shogi_side)p->turn;
    const int16_t *own_values = ready_values(s, ply, p, own);
    const int16_t *other_values = ready_values(s, ply, p, shogi_other(own));
    int64_t value = shogi_nnue_forward(s->net, own_values, other_values) / s->net->scale;

    value = value * 100 / 90; /* a pawn is 90 in the units of the trainers */
    if (value > SHOGI_EVAL_MAX)
        return SHOGI_EVAL_MAX;
    return value < -SHOGI_EVAL_MAX ? -SHOGI_EVAL_MAX : (int)value;
}
