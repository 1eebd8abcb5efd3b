/* SPDX-License-Identifier: MIT */
/* movegen.c - all legal moves of a position; all pseudo-legal ones.
 *
 * Checkers and pinned pieces are found once; after that every set of targets
 * is legal as a whole and nothing is played to try it.  The side to move and
 * the task are constants of inlined functions.
 *
 * No list is longer than SHOGI_MAX_MOVES.  Look at one target square.  In each
 * of the eight directions only the nearest own piece can reach it (a step or a
 * slide), and two knights can jump to it: ten origins, each with and without
 * promotion, and if it is empty seven kinds of drops: 27 moves at most.  With
 * six own pieces or more on the board 75 squares are left as targets: 2,025
 * moves.  With five or fewer, each has at most 32 moves (a rook in the zone)
 * and 81 squares take drops: 727.  Writers of drops store up to seven moves
 * more than they keep, which 2,048 has room for. */
#include "rules/attack.h"
#include "rules/play.h"
#include "rules/stages.h"

#include <shogi/foul.h>

#include <string.h>

enum task {
    TASK_LEGAL,        /* list them */
    TASK_PSEUDO_LEGAL, /* list more than them */
    TASK_NOISY,        /* list those that take or promote */
    TASK_QUIET,        /* list those that do neither */
    TASK_COUNT,        /* how many? */
    TASK_ANY           /* is there one? */
};

/* What is known about a position before the first move is generated. */
struct scene {
    shogi_bb occupied;
    shogi_bb targets; /* of all pieces but the king */
    shogi_bb empty;   /* for drops */
    shogi_bb enemies; /* for captures */
    shogi_bb pinned;
    shogi_square king;
    bool near;    /* an enemy's step may reach the king or a square beside him */
    bool in_line; /* so may an enemy's slide, were the board empty */
};

/* Where moves go: into a list, or into a number. */
struct sink {
    shogi_move *out;
    size_t count;
};

/* ---- writing ----------------------------------------------------------------------- */

#if defined(__GNUC__)
#define COUNT_BITS(word) (unsigned)__builtin_popcountll(word)
#else
#define COUNT_BITS(word) shogi_bb_count((shogi_bb){ { (word), 0 } })
#endif

SHOGI_INLINE void
put_word(struct sink *s, enum task task, uint64_t to, unsigned base)
{
    if (task == TASK_ANY) {
        s->count |= to != 0;
    } else if (task == TASK_COUNT) {
        s->count += COUNT_BITS(to);
    } else {
        shogi_move *out = s->out;
        for (; to; to &= to - 1)
            *out++ = (shogi_move)(base + shogi_word_lowest(to));
        s->out = out;
    }
}

/* What TASK wants of the squares TO of moves that do not promote. */
SHOGI_INLINE shogi_bb
wanted(enum task task, const struct scene *scene, shogi_bb to)
{
    if (task == TASK_NOISY)
        return shogi_bb_and(to, scene->enemies);
    if (task == TASK_QUIET)
        return shogi_bb_without(to, scene->enemies);
    return to;
}

/* A search does not look at a pawn, bishop or rook that could promote and does not. */
SHOGI_INLINE bool
must_promote(enum task task)
{
    return task == TASK_NOISY || task == TASK_QUIET;
}

/* All moves to the squares of TO; BASE is the rest of the move. */
SHOGI_INLINE void
put_moves(struct sink *s, enum task task, shogi_bb to, unsigned base)
{
    put_word(s, task, to.word[0], base);
    put_word(s, task, to.word[1], base + SHOGI_WORD0_SQUARES);
}

/* Moves of one piece, which promotes when it goes to or comes from the zone.
 * STAYS are the squares where it may stay unpromoted; IS_SHY: a search wants it to
 * promote where it can. */
SHOGI_INLINE void
put_promoting(struct sink *s, enum task task, enum shogi_side side, shogi_square from,
              bool in_zone, shogi_bb to, shogi_bb stays, const struct scene *scene,
              bool is_shy)
{
    unsigned base = (unsigned)from << 7;
    shogi_bb promotes = in_zone ? to : shogi_bb_and(to, shogi_bb_zone(side));

    if (is_shy && must_promote(task))
        stays = shogi_bb_without(stays, promotes);
    put_moves(s, task, wanted(task, scene, shogi_bb_and(to, stays)), base);
    if (task != TASK_QUIET && shogi_bb_any(promotes))
        put_moves(s, task, promotes, base | 1 << 14);
}

/* ---- squares where a kind can still move ------------------------------------------- */

SHOGI_INLINE shogi_bb
all_squares(void)
{
    return (shogi_bb){ { SHOGI_WORD0_ALL, SHOGI_WORD1_ALL } };
}

/* All but the last rank, for pawn and lance. */
SHOGI_INLINE shogi_bb
before_last_rank(enum shogi_side side)
{
    return shogi_bb_without(all_squares(), shogi_bb_rank(side == SHOGI_BLACK ? 1 : 9));
}

/* All but the last two ranks, for the knight. */
SHOGI_INLINE shogi_bb
before_last_two_ranks(enum shogi_side side)
{
    return shogi_bb_without(before_last_rank(side),
                            shogi_bb_rank(side == SHOGI_BLACK ? 2 : 8));
}

/* The COUNT ranks farthest from SIDE. */
SHOGI_INLINE shogi_bb
first_ranks(enum shogi_side side, unsigned count)
{
    uint64_t ranks = (1u << count) - 1;
    unsigned shift = side == SHOGI_BLACK ? 0 : 9 - count;

    return (shogi_bb){ { ranks * 0x40201008040201u << shift, ranks * 0x201u << shift } };
}

/* ---- pieces on the board ----------------------------------------------------------- */

SHOGI_INLINE uint64_t
step_pawns(enum shogi_side side, uint64_t pawns)
{
    return side == SHOGI_BLACK ? pawns >> 1 : pawns << 1;
}

/* A pawn's move follows from its target alone: the origin is next to it. */
SHOGI_INLINE void
put_pawn_word(struct sink *s, enum task task, enum shogi_side side, uint64_t to,
              unsigned first, unsigned promote)
{
    if (task == TASK_COUNT || task == TASK_ANY) {
        put_word(s, task, to, 0);
        return;
    }
    unsigned base =
        first + ((side == SHOGI_BLACK ? first + 1 : first - 1) << 7) + promote;
    shogi_move *out = s->out;
    for (; to; to &= to - 1)
        *out++ = (shogi_move)(base + 129 * shogi_word_lowest(to));
    s->out = out;
}

SHOGI_INLINE void
put_pawn_moves(const struct shogi_position *p, struct sink *s, enum task task,
               enum shogi_side side, const struct scene *scene, shogi_bb free)
{
    shogi_bb pawns = shogi_bb_and(p->kind[SHOGI_PAWN], free);

    /* A pawn that stands dead on the last rank must not wrap to the next file. */
    pawns = shogi_bb_and(pawns, before_last_rank(side));
    shogi_bb stays = wanted(task, scene, before_last_rank(side));
    if (must_promote(task))
        stays = shogi_bb_without(stays, shogi_bb_zone(side));
    for (unsigned w = 0; w < 2; w++) {
        uint64_t to = step_pawns(side, pawns.word[w]) & scene->targets.word[w];
        unsigned first = w * SHOGI_WORD0_SQUARES;
        put_pawn_word(s, task, side, to & stays.word[w], first, 0);
        if (task != TASK_QUIET)
            put_pawn_word(s, task, side, to & shogi_bb_zone(side).word[w], first,
                          1 << 14);
    }
}

/* Pieces are taken word by word: W, a constant, is the word of PIECES. */

SHOGI_INLINE shogi_square
square_of(uint64_t pieces, unsigned w)
{
    return (shogi_square)(shogi_word_lowest(pieces) + w * SHOGI_WORD0_SQUARES);
}

/* Does the lowest of PIECES stand where SIDE promotes? */
SHOGI_INLINE bool
is_in_zone(uint64_t pieces, unsigned w, enum shogi_side side)
{
    return pieces & (~pieces + 1) & shogi_bb_zone(side).word[w];
}

SHOGI_INLINE void
put_lance_moves(struct sink *s, enum task task, enum shogi_side side, unsigned w,
                uint64_t pieces, const struct scene *scene)
{
    shogi_bb stays = wanted(task, scene, before_last_rank(side));

    for (; pieces; pieces &= pieces - 1) {
        shogi_square from = square_of(pieces, w);
        uint64_t to = shogi_lance_slides(side, from, w, scene->occupied.word[w])
                      & scene->targets.word[w];
        unsigned base = ((unsigned)from << 7) + w * SHOGI_WORD0_SQUARES;
        put_word(s, task, to & stays.word[w], base);
        if (task == TASK_QUIET)
            continue;
        if (!is_in_zone(pieces, w, side))
            to &= shogi_bb_zone(side).word[w];
        put_word(s, task, to, base | 1 << 14);
    }
}

/* Moves of step pieces that do not promote: golds, and those too far away. */
SHOGI_INLINE void
put_plain_steps(struct sink *s, enum task task, const shogi_bb step[SHOGI_SQUARE_COUNT],
                unsigned w, uint64_t pieces, shogi_bb targets)
{
    for (; pieces; pieces &= pieces - 1) {
        shogi_square from = square_of(pieces, w);
        put_moves(s, task, shogi_bb_and(step[from], targets), (unsigned)from << 7);
    }
}

SHOGI_INLINE void
put_promoting_steps(struct sink *s, enum task task, enum shogi_side side,
                    const shogi_bb step[SHOGI_SQUARE_COUNT], unsigned w, uint64_t pieces,
                    const struct scene *scene, shogi_bb stays)
{
    for (; pieces; pieces &= pieces - 1) {
        shogi_square from = square_of(pieces, w);
        put_promoting(s, task, side, from, is_in_zone(pieces, w, side),
                      shogi_bb_and(step[from], scene->targets), stays, scene, false);
    }
}

SHOGI_INLINE void
put_step_moves(const struct shogi_position *p, struct sink *s, enum task task,
               enum shogi_side side, unsigned w, uint64_t free, const struct scene *scene)
{
    const shogi_bb(*step)[SHOGI_SQUARE_COUNT] = shogi_tables.step[side];
    uint64_t knights = p->kind[SHOGI_KNIGHT].word[w] & free;
    uint64_t silvers = p->kind[SHOGI_SILVER].word[w] & free;
    uint64_t knights_reach = first_ranks(side, 5).word[w];
    uint64_t silvers_reach = first_ranks(side, 4).word[w];
    shogi_bb targets = wanted(task, scene, scene->targets);

    put_plain_steps(s, task, step[SHOGI_STEP_KNIGHT], w, knights & ~knights_reach,
                    targets);
    put_promoting_steps(s, task, side, step[SHOGI_STEP_KNIGHT], w,
                        knights & knights_reach, scene, before_last_two_ranks(side));
    put_plain_steps(s, task, step[SHOGI_STEP_SILVER], w, silvers & ~silvers_reach,
                    targets);
    put_promoting_steps(s, task, side, step[SHOGI_STEP_SILVER], w,
                        silvers & silvers_reach, scene, all_squares());
    put_plain_steps(s, task, step[SHOGI_STEP_GOLD], w, shogi_golds(p).word[w] & free,
                    targets);
}

SHOGI_INLINE void
put_slider_moves(const struct shogi_position *p, struct sink *s, enum task task,
                 enum shogi_side side, unsigned w, uint64_t free,
                 const struct scene *scene)
{
    const shogi_bb *king_step = shogi_tables.step[side][SHOGI_STEP_KING];
    uint64_t bishops = p->kind[SHOGI_BISHOP].word[w] & free;
    uint64_t rooks = p->kind[SHOGI_ROOK].word[w] & free;
    uint64_t horses = p->kind[SHOGI_HORSE].word[w] & free;
    uint64_t dragons = p->kind[SHOGI_DRAGON].word[w] & free;
    shogi_bb targets = wanted(task, scene, scene->targets);

    for (; bishops; bishops &= bishops - 1) {
        shogi_square from = square_of(bishops, w);
        shogi_bb to = shogi_bishop_slides(from, w, scene->occupied);
        put_promoting(s, task, side, from, is_in_zone(bishops, w, side),
                      shogi_bb_and(to, scene->targets), all_squares(), scene, true);
    }
    for (; rooks; rooks &= rooks - 1) {
        shogi_square from = square_of(rooks, w);
        shogi_bb to = shogi_rook_slides(from, w, scene->occupied);
        put_promoting(s, task, side, from, is_in_zone(rooks, w, side),
                      shogi_bb_and(to, scene->targets), all_squares(), scene, true);
    }
    for (; horses; horses &= horses - 1) {
        shogi_square from = square_of(horses, w);
        shogi_bb to =
            shogi_bb_or(shogi_bishop_slides(from, w, scene->occupied), king_step[from]);
        put_moves(s, task, shogi_bb_and(to, targets), (unsigned)from << 7);
    }
    for (; dragons; dragons &= dragons - 1) {
        shogi_square from = square_of(dragons, w);
        shogi_bb to =
            shogi_bb_or(shogi_rook_slides(from, w, scene->occupied), king_step[from]);
        put_moves(s, task, shogi_bb_and(to, targets), (unsigned)from << 7);
    }
}

/* A pinned piece may move on the line between the king and the one who pins.  A
 * knight never does. */
SHOGI_INLINE void
put_pinned_moves(const struct shogi_position *p, struct sink *s, enum task task,
                 enum shogi_side side, const struct scene *scene)
{
    shogi_bb pinned = scene->pinned;

    while (shogi_bb_any(pinned)) {
        shogi_square from = shogi_bb_pop(&pinned);
        enum shogi_kind kind = shogi_piece_kind(p->board[from]);
        unsigned d = shogi_tables.direction[scene->king][from];
        shogi_bb line = shogi_tables.ray[d][scene->king];
        shogi_bb to = shogi_bb_and(shogi_attacks(kind, side, from, scene->occupied),
                                   shogi_bb_and(line, scene->targets));
        if (!shogi_kind_can_promote(kind))
            put_moves(s, task, wanted(task, scene, to), (unsigned)from << 7);
        else
            put_promoting(
                s, task, side, from, shogi_bb_has(shogi_bb_zone(side), from), to,
                kind == SHOGI_PAWN || kind == SHOGI_LANCE ? before_last_rank(side)
                                                          : all_squares(),
                scene, kind == SHOGI_PAWN || kind == SHOGI_BISHOP || kind == SHOGI_ROOK);
    }
}

SHOGI_INLINE bool
is_flight_attacked(const struct shogi_position *p, enum shogi_side side,
                   const struct scene *scene, shogi_square t, shogi_bb occupied)
{
    enum shogi_side them = shogi_other(side);

    if (scene->near && shogi_bb_any(shogi_step_attackers(p, them, t)))
        return true;
    return scene->in_line
           && shogi_is_seen(shogi_sliders_towards(p, them, t), t, occupied);
}

SHOGI_INLINE void
put_king_moves(const struct shogi_position *p, struct sink *s, enum task task,
               enum shogi_side side, const struct scene *scene)
{
    shogi_square from = scene->king;
    shogi_bb to = shogi_bb_without(shogi_tables.step[side][SHOGI_STEP_KING][from],
                                   shogi_bb_or(p->side[side], p->kind[SHOGI_KING]));

    to = wanted(task, scene, to);
    if (scene->near || scene->in_line) {
        /* The king does not hide the square behind him from a slider. */
        shogi_bb occupied = shogi_bb_without(scene->occupied, shogi_bb_of(from));
        for (shogi_bb left = to; shogi_bb_any(left);) {
            shogi_square t = shogi_bb_pop(&left);
            if (is_flight_attacked(p, side, scene, t, occupied)) {
                shogi_bb_flip(&to, shogi_bb_of(t));
            } else if (task == TASK_ANY) {
                s->count = 1;
                return;
            }
        }
    }
    put_moves(s, task, to, (unsigned)from << 7);
}

/* ---- drops ------------------------------------------------------------------------- */

/* All squares of the files on which a pawn of PAWNS stands.  In each file's nine
 * bits, adding 255 to the lower eight carries into the ninth unless they are 0. */
SHOGI_INLINE uint64_t
fill_files(uint64_t pawns)
{
    const uint64_t low = 0x40201008040201u * 0xffu & SHOGI_WORD0_ALL;
    const uint64_t top = (uint64_t)0x40201008040201u << 8;
    uint64_t any = (((pawns & low) + low) | pawns) & top;

    return (any << 1) - (any >> 8);
}

SHOGI_INLINE void
put_pawn_drops(const struct shogi_position *p, struct sink *s, enum task task,
               enum shogi_side side, const struct scene *scene)
{
    shogi_bb pawns = shogi_bb_and(p->kind[SHOGI_PAWN], p->side[side]);
    shogi_bb taken = { { fill_files(pawns.word[0]), fill_files(pawns.word[1]) } };
    shogi_bb to =
        shogi_bb_without(shogi_bb_and(scene->empty, before_last_rank(side)), taken);
    shogi_square king = p->king[shogi_other(side)];

    if (task != TASK_PSEUDO_LEGAL && king != SHOGI_NO_SQUARE) {
        /* Uchifuzume: only the square before the king comes into question. */
        shogi_bb before = shogi_tables.step[shogi_other(side)][SHOGI_STEP_PAWN][king];
        if (shogi_bb_meets(before, to)
            && shogi_pawn_drop_mates(p, shogi_bb_lowest(before)))
            to = shogi_bb_without(to, before);
    }
    put_moves(s, task, to, (SHOGI_SQUARE_COUNT + SHOGI_PAWN) << 7);
}

/* N moves to each square of TO, four at a time: 16-bit lanes that do not carry. */
SHOGI_INLINE void
put_drop_word(struct sink *s, uint64_t to, unsigned first, const uint16_t *bases,
              unsigned n)
{
    const uint64_t lanes = 0x0001000100010001u;
    uint64_t base[2];

    memcpy(base, bases, sizeof base);
    for (; to; to &= to - 1) {
        uint64_t add = lanes * (first + shogi_word_lowest(to));
        uint64_t moves = base[0] + add;
        memcpy(s->out, &moves, sizeof moves);
        if (n > 4) {
            moves = base[1] + add;
            memcpy(s->out + 4, &moves, sizeof moves);
        }
        s->out += n;
    }
}

SHOGI_INLINE void
put_drop_set(struct sink *s, enum task task, shogi_bb to, const uint16_t *bases,
             unsigned n)
{
    if (n == 0)
        return;
    if (task == TASK_ANY) {
        put_moves(s, task, to, 0);
    } else if (task == TASK_COUNT) {
        s->count += n * (COUNT_BITS(to.word[0]) + COUNT_BITS(to.word[1]));
    } else {
        put_drop_word(s, to.word[0], 0, bases, n);
        put_drop_word(s, to.word[1], SHOGI_WORD0_SQUARES, bases, n);
    }
}

/* Pieces other than pawns, square by square.  Knight and lance come first in
 * the list, so that the last ranks take what is behind them. */
SHOGI_INLINE void
put_piece_drops(const struct shogi_position *p, struct sink *s, enum task task,
                enum shogi_side side, const struct scene *scene)
{
    static const uint8_t order[] = { SHOGI_KNIGHT, SHOGI_LANCE,  SHOGI_SILVER,
                                     SHOGI_GOLD,   SHOGI_BISHOP, SHOGI_ROOK };
    const uint8_t *hand = p->hand[side];
    uint16_t bases[2 + sizeof order + 8] = { 0 };
    unsigned n = 0, knights = hand[SHOGI_KNIGHT] != 0, lances = hand[SHOGI_LANCE] != 0;

    for (unsigned i = 0; i < sizeof order; i++) {
        bases[n] = (uint16_t)((SHOGI_SQUARE_COUNT + order[i]) << 7);
        n += hand[order[i]] != 0;
    }
    if (n == 0)
        return;
    shogi_bb last = shogi_bb_rank(side == SHOGI_BLACK ? 1 : 9);
    shogi_bb next = shogi_bb_rank(side == SHOGI_BLACK ? 2 : 8);
    put_drop_set(s, task, shogi_bb_and(scene->empty, before_last_two_ranks(side)), bases,
                 n);
    put_drop_set(s, task, shogi_bb_and(scene->empty, next), bases + knights, n - knights);
    put_drop_set(s, task, shogi_bb_and(scene->empty, last), bases + knights + lances,
                 n - knights - lances);
}

SHOGI_INLINE void
put_drops(const struct shogi_position *p, struct sink *s, enum task task,
          enum shogi_side side, const struct scene *scene)
{
    static const uint8_t nothing[SHOGI_HAND_COUNT];

    if (memcmp(p->hand[side], nothing, sizeof nothing) == 0)
        return;
    if (p->hand[side][SHOGI_PAWN])
        put_pawn_drops(p, s, task, side, scene);
    put_piece_drops(p, s, task, side, scene);
}

/* ---- the whole --------------------------------------------------------------------- */

/* Could any enemy, by where he stands, attack the king or a square beside him? */
SHOGI_INLINE void
look_around(const struct shogi_position *p, enum shogi_side side, struct scene *scene)
{
    const struct shogi_ring *ring = &shogi_tables.ring[side][scene->king];
    shogi_bb them = p->side[shogi_other(side)];
    shogi_bb lines = shogi_bb_and(ring->lance, p->kind[SHOGI_LANCE]);

    lines = shogi_bb_or(lines, shogi_bb_and(ring->bishop, shogi_diagonals(p)));
    lines = shogi_bb_or(lines, shogi_bb_and(ring->rook, shogi_straights(p)));
    scene->near = shogi_bb_meets(ring->near, them);
    scene->in_line = shogi_bb_meets(lines, them);
}

/* Find who gives check and who is pinned.  Returns the checkers. */
SHOGI_INLINE shogi_bb
find_checkers(const struct shogi_position *p, enum shogi_side side, struct scene *scene)
{
    enum shogi_side them = shogi_other(side);
    shogi_bb checkers = { { 0, 0 } };

    if (scene->near)
        checkers = shogi_step_attackers(p, them, scene->king);
    if (!scene->in_line)
        return checkers;
    shogi_bb sliders = shogi_sliders_towards(p, them, scene->king);
    while (shogi_bb_any(sliders)) {
        shogi_square s = shogi_bb_pop(&sliders);
        shogi_bb between =
            shogi_bb_and(shogi_bb_between(scene->king, s), scene->occupied);
        if (!shogi_bb_any(between))
            checkers = shogi_bb_or(checkers, shogi_bb_of(s));
        else if (!shogi_bb_several(between))
            scene->pinned =
                shogi_bb_or(scene->pinned, shogi_bb_and(between, p->side[side]));
    }
    return checkers;
}

/* The king, and the pieces that are not free because of him.  False: nothing
 * else can move. */
SHOGI_INLINE bool
put_royal_moves(const struct shogi_position *p, struct sink *s, enum task task,
                enum shogi_side side, struct scene *scene)
{
    look_around(p, side, scene);
    put_king_moves(p, s, task, side, scene);
    if (task == TASK_ANY && s->count)
        return false;
    if (!scene->near && !scene->in_line)
        return true;
    shogi_bb checkers = find_checkers(p, side, scene);
    if (!shogi_bb_any(checkers)) {
        put_pinned_moves(p, s, task, side, scene);
        return true;
    }
    if (shogi_bb_several(checkers))
        return false;
    /* Take the checker or step between; no pinned piece can do either. */
    scene->empty = shogi_bb_between(scene->king, shogi_bb_lowest(checkers));
    scene->targets = shogi_bb_and(shogi_bb_or(scene->empty, checkers), scene->targets);
    return true;
}

SHOGI_INLINE void
generate(const struct shogi_position *p, struct sink *s, enum task task,
         enum shogi_side side)
{
    struct scene scene = { .occupied = shogi_occupied(p), .king = p->king[side] };

    scene.targets =
        shogi_bb_without(all_squares(), shogi_bb_or(p->side[side], p->kind[SHOGI_KING]));
    scene.empty = shogi_bb_without(all_squares(), scene.occupied);
    scene.enemies = p->side[shogi_other(side)];
    if (task == TASK_PSEUDO_LEGAL) {
        for (shogi_bb kings = shogi_kings(p, side); shogi_bb_any(kings);) {
            scene.king = shogi_bb_pop(&kings);
            put_king_moves(p, s, task, side, &scene);
        }
    } else if (scene.king != SHOGI_NO_SQUARE) {
        if (!put_royal_moves(p, s, task, side, &scene))
            return;
    }
    if (task == TASK_ANY && s->count)
        return;
    shogi_bb free = shogi_bb_without(p->side[side], scene.pinned);
    put_pawn_moves(p, s, task, side, &scene, free);
    put_lance_moves(s, task, side, 0, p->kind[SHOGI_LANCE].word[0] & free.word[0],
                    &scene);
    put_lance_moves(s, task, side, 1, p->kind[SHOGI_LANCE].word[1] & free.word[1],
                    &scene);
    put_step_moves(p, s, task, side, 0, free.word[0], &scene);
    put_step_moves(p, s, task, side, 1, free.word[1], &scene);
    put_slider_moves(p, s, task, side, 0, free.word[0], &scene);
    put_slider_moves(p, s, task, side, 1, free.word[1], &scene);
    if (task == TASK_ANY && s->count)
        return;
    if (task != TASK_NOISY)
        put_drops(p, s, task, side, &scene);
}

/* With two kings of a side, all of them royal, pins mean little: the definition
 * decides about each move. */
SHOGI_COLD static size_t
filter_pseudo_legal(const struct shogi_position *p, shogi_move *out)
{
    size_t n = shogi_pseudo_legal_moves(p, out), kept = 0;

    for (size_t i = 0; i < n; i++)
        if (shogi_move_fouls(p, out[i]) == 0)
            out[kept++] = out[i];
    return kept;
}

/* One function for each side and task: the compiler must not mix them. */
#define LISTER(name, task, side)                                                         \
    SHOGI_NOINLINE static size_t name(const struct shogi_position *p, shogi_move *out)   \
    {                                                                                    \
        struct sink s = { .out = out };                                                  \
                                                                                         \
        generate(p, &s, task, side);                                                     \
        return (size_t)(s.out - out);                                                    \
    }
LISTER(list_black, TASK_LEGAL, SHOGI_BLACK)
LISTER(list_white, TASK_LEGAL, SHOGI_WHITE)
LISTER(noisy_black, TASK_NOISY, SHOGI_BLACK)
LISTER(noisy_white, TASK_NOISY, SHOGI_WHITE)
LISTER(quiet_black, TASK_QUIET, SHOGI_BLACK)
LISTER(quiet_white, TASK_QUIET, SHOGI_WHITE)

size_t
shogi_legal_moves(const struct shogi_position *p, shogi_move out[SHOGI_MAX_MOVES])
{
    if (SHOGI_UNLIKELY(p->spare_king))
        return filter_pseudo_legal(p, out);
    return p->turn == SHOGI_BLACK ? list_black(p, out) : list_white(p, out);
}

size_t
shogi_pseudo_legal_moves(const struct shogi_position *p, shogi_move out[SHOGI_MAX_MOVES])
{
    struct sink s = { .out = out };

    if (p->turn == SHOGI_BLACK)
        generate(p, &s, TASK_PSEUDO_LEGAL, SHOGI_BLACK);
    else
        generate(p, &s, TASK_PSEUDO_LEGAL, SHOGI_WHITE);
    return (size_t)(s.out - out);
}

/* ---- in stages --------------------------------------------------------------------- */

bool
shogi_move_is_shy(const struct shogi_position *p, shogi_move m)
{
    enum shogi_side side = (enum shogi_side)p->turn;

    if (shogi_move_is_drop(m) || shogi_move_promotes(m))
        return false;
    shogi_square from = shogi_move_from(m), to = shogi_move_to(m);
    enum shogi_kind kind = shogi_piece_kind(p->board[from]);
    return (kind == SHOGI_PAWN || kind == SHOGI_BISHOP || kind == SHOGI_ROOK)
           && (shogi_rank_for(side, from) <= 3 || shogi_rank_for(side, to) <= 3);
}

/* With several kings: sort out of all legal moves. */
SHOGI_COLD static size_t
filter_stage(const struct shogi_position *p, shogi_move *out, bool noisy)
{
    size_t n = shogi_legal_moves(p, out), kept = 0;

    for (size_t i = 0; i < n; i++) {
        bool is_noisy =
            shogi_move_promotes(out[i]) || p->board[shogi_move_to(out[i])] != SHOGI_EMPTY;
        if (is_noisy == noisy && !shogi_move_is_shy(p, out[i]))
            out[kept++] = out[i];
    }
    return kept;
}

size_t
shogi_noisy_moves(const struct shogi_position *p, shogi_move out[SHOGI_MAX_MOVES])
{
    if (SHOGI_UNLIKELY(p->spare_king))
        return filter_stage(p, out, true);
    return p->turn == SHOGI_BLACK ? noisy_black(p, out) : noisy_white(p, out);
}

size_t
shogi_quiet_moves(const struct shogi_position *p, shogi_move out[SHOGI_MAX_MOVES])
{
    if (SHOGI_UNLIKELY(p->spare_king))
        return filter_stage(p, out, false);
    return p->turn == SHOGI_BLACK ? quiet_black(p, out) : quiet_white(p, out);
}

/* ---- counting ---------------------------------------------------------------------- */

/* Where the processor counts bits in one instruction, nothing is listed. */
#if defined(__GNUC__) && defined(__x86_64__)
#define POPCOUNT_TARGET __attribute__((noinline, target("popcnt,bmi")))
#define HAS_POPCOUNT (shogi_tables.has_popcount)
#else
#define POPCOUNT_TARGET SHOGI_NOINLINE
#define HAS_POPCOUNT true
#endif

POPCOUNT_TARGET static size_t
count_black(const struct shogi_position *p)
{
    struct sink s = { .count = 0 };

    generate(p, &s, TASK_COUNT, SHOGI_BLACK);
    return s.count;
}

POPCOUNT_TARGET static size_t
count_white(const struct shogi_position *p)
{
    struct sink s = { .count = 0 };

    generate(p, &s, TASK_COUNT, SHOGI_WHITE);
    return s.count;
}

/* Apart, so that counting does not pay for the room. */
SHOGI_NOINLINE static size_t
count_listed(const struct shogi_position *p)
{
    shogi_move list[SHOGI_MAX_MOVES];

    return shogi_legal_moves(p, list);
}

size_t
shogi_position_count_legal_moves(const struct shogi_position *p)
{
    if (SHOGI_UNLIKELY(p->spare_king) || !HAS_POPCOUNT)
        return count_listed(p);
    return p->turn == SHOGI_BLACK ? count_black(p) : count_white(p);
}

SHOGI_NOINLINE static bool
has_any_black(const struct shogi_position *p)
{
    struct sink s = { .count = 0 };

    generate(p, &s, TASK_ANY, SHOGI_BLACK);
    return s.count != 0;
}

SHOGI_NOINLINE static bool
has_any_white(const struct shogi_position *p)
{
    struct sink s = { .count = 0 };

    generate(p, &s, TASK_ANY, SHOGI_WHITE);
    return s.count != 0;
}

bool
shogi_position_has_legal_move(const struct shogi_position *p)
{
    if (SHOGI_UNLIKELY(p->spare_king))
        return count_listed(p) != 0;
    return p->turn == SHOGI_BLACK ? has_any_black(p) : has_any_white(p);
}
