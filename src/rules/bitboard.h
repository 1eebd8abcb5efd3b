/* SPDX-License-Identifier: MIT */
/* bitboard.h - sets of squares: how pieces move and what they attack. */
#ifndef SHOGI_RULES_BITBOARD_H
#define SHOGI_RULES_BITBOARD_H

#include <shogi/position.h>

/* Functions of the hot path are inlined with the side as a constant. */
#if defined(__GNUC__)
#define SHOGI_INLINE static inline __attribute__((always_inline, unused))
#define SHOGI_COLD __attribute__((cold, noinline))
/* Of no concern to other libraries: reached without a detour. */
#define SHOGI_HIDDEN __attribute__((visibility("hidden")))
#define SHOGI_NOINLINE __attribute__((noinline))
#define SHOGI_UNLIKELY(x) __builtin_expect(!!(x), 0)
#else
#define SHOGI_INLINE static inline
#define SHOGI_COLD
#define SHOGI_HIDDEN
#define SHOGI_NOINLINE
#define SHOGI_UNLIKELY(x) (x)
#endif

/* Squares of word 0; the rest, files 8 and 9, is in word 1. */
enum { SHOGI_WORD0_SQUARES = 63 };

#define SHOGI_WORD0_ALL 0x7fffffffffffffffu
#define SHOGI_WORD1_ALL 0x3ffffu

/* ---- words ------------------------------------------------------------------------- */

/* The lowest square of a word that is not 0. */
SHOGI_INLINE unsigned
shogi_word_lowest(uint64_t w)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(w);
#else
    unsigned n = 0;
    while (!(w & 1)) {
        w >>= 1;
        n++;
    }
    return n;
#endif
}

/* The highest bit of a word that is not 0. */
SHOGI_INLINE unsigned
shogi_word_highest(uint64_t w)
{
#if defined(__GNUC__)
    return 63u ^ (unsigned)__builtin_clzll(w);
#else
    unsigned n = 0;
    while (w >>= 1)
        n++;
    return n;
#endif
}

/* ---- sets -------------------------------------------------------------------------- */

SHOGI_INLINE shogi_bb
shogi_bb_and(shogi_bb a, shogi_bb b)
{
    return (shogi_bb){ { a.word[0] & b.word[0], a.word[1] & b.word[1] } };
}

SHOGI_INLINE shogi_bb
shogi_bb_or(shogi_bb a, shogi_bb b)
{
    return (shogi_bb){ { a.word[0] | b.word[0], a.word[1] | b.word[1] } };
}

SHOGI_INLINE shogi_bb
shogi_bb_xor(shogi_bb a, shogi_bb b)
{
    return (shogi_bb){ { a.word[0] ^ b.word[0], a.word[1] ^ b.word[1] } };
}

/* A without B. */
SHOGI_INLINE shogi_bb
shogi_bb_without(shogi_bb a, shogi_bb b)
{
    return (shogi_bb){ { a.word[0] & ~b.word[0], a.word[1] & ~b.word[1] } };
}

SHOGI_INLINE bool
shogi_bb_any(shogi_bb b)
{
    return (b.word[0] | b.word[1]) != 0;
}

SHOGI_INLINE bool
shogi_bb_meets(shogi_bb a, shogi_bb b)
{
    return ((a.word[0] & b.word[0]) | (a.word[1] & b.word[1])) != 0;
}

/* The lowest square of a set that is not empty. */
SHOGI_INLINE shogi_square
shogi_bb_lowest(shogi_bb b)
{
    if (b.word[0])
        return (shogi_square)shogi_word_lowest(b.word[0]);
    return (shogi_square)(SHOGI_WORD0_SQUARES + shogi_word_lowest(b.word[1]));
}

/* Take the lowest square out of a set that is not empty. */
SHOGI_INLINE shogi_square
shogi_bb_pop(shogi_bb *b)
{
    shogi_square square = shogi_bb_lowest(*b);
    if (b->word[0])
        b->word[0] &= b->word[0] - 1;
    else
        b->word[1] &= b->word[1] - 1;
    return square;
}

/* Two squares or more. */
SHOGI_INLINE bool
shogi_bb_several(shogi_bb b)
{
    return (b.word[0] & (b.word[0] - 1)) != 0 || (b.word[1] & (b.word[1] - 1)) != 0
           || (b.word[0] && b.word[1]);
}

/* How many squares. */
unsigned shogi_bb_count(shogi_bb b);

/* The whole file, 1..9, and the whole rank, 1..9. */
SHOGI_INLINE shogi_bb
shogi_bb_file(int file)
{
    return file <= 7 ? (shogi_bb){ { (uint64_t)0x1ff << (9 * (file - 1)), 0 } }
                     : (shogi_bb){ { 0, (uint64_t)0x1ff << (9 * (file - 8)) } };
}

SHOGI_INLINE shogi_bb
shogi_bb_rank(int rank)
{
    return (shogi_bb){ { (uint64_t)0x40201008040201u << (rank - 1),
                         (uint64_t)0x201u << (rank - 1) } };
}

/* Ranks 1..3 for Black, 7..9 for White: where SIDE promotes. */
SHOGI_INLINE shogi_bb
shogi_bb_zone(enum shogi_side side)
{
    unsigned shift = side == SHOGI_BLACK ? 0 : 6;
    return (shogi_bb){ { (uint64_t)(7 * 0x40201008040201u) << shift,
                         (uint64_t)(7 * 0x201u) << shift } };
}

/* Rank 1..9 as SIDE sees it: 1 is the farthest. */
SHOGI_INLINE int
shogi_rank_for(enum shogi_side side, shogi_square square)
{
    int rank = square % 9 + 1;
    return side == SHOGI_BLACK ? rank : 10 - rank;
}

/* ---- tables ------------------------------------------------------------------------ */

/* A direction and its opposite differ in bit 0.  North is towards rank 1,
 * where Black promotes; west is towards file 9, Black's left. */
enum shogi_direction {
    SHOGI_NORTH,
    SHOGI_SOUTH,
    SHOGI_EAST,
    SHOGI_WEST,
    SHOGI_NORTH_EAST,
    SHOGI_SOUTH_WEST,
    SHOGI_SOUTH_EAST,
    SHOGI_NORTH_WEST,
    SHOGI_DIRECTION_COUNT,
    SHOGI_NO_DIRECTION = SHOGI_DIRECTION_COUNT
};

/* Who moves by steps, and how: a horse and a dragon add the king's. */
enum shogi_step {
    SHOGI_STEP_PAWN,
    SHOGI_STEP_KNIGHT,
    SHOGI_STEP_SILVER,
    SHOGI_STEP_GOLD,
    SHOGI_STEP_KING,
    SHOGI_STEP_COUNT
};

/* Which pieces may matter for a king on a square: a test of four sets against
 * the enemy's pieces proves for most positions of a game that there is no
 * check, no pin, and that every square beside the king is safe. */
struct shogi_ring {
    shogi_bb near;   /* a step from here attacks the king or a square beside him */
    shogi_bb lance;  /* on an empty board a lance from here does */
    shogi_bb bishop; /* ... */
    shogi_bb rook;   /* ... */
};

struct shogi_tables {
    shogi_bb square[SHOGI_SQUARE_COUNT]; /* each alone */
    shogi_bb ray[SHOGI_DIRECTION_COUNT]
                [SHOGI_SQUARE_COUNT]; /* without the square itself */
    shogi_bb step[2][SHOGI_STEP_COUNT][SHOGI_SQUARE_COUNT];
    /* From where SIDE's step piece, on an empty board, gets in one move to a square
     * from which it attacks this one, promoted if it may promote on the way. */
    shogi_bb approach[2][SHOGI_STEP_COUNT][SHOGI_SQUARE_COUNT];
    shogi_bb rook[SHOGI_SQUARE_COUNT]; /* on an empty board */
    shogi_bb bishop[SHOGI_SQUARE_COUNT];
    struct shogi_ring ring[2][SHOGI_SQUARE_COUNT]; /* by the king's side and square */
    uint64_t piece_key[32][SHOGI_SQUARE_COUNT];
    uint64_t hand_key[2][SHOGI_HAND_COUNT]; /* per piece in hand */
    uint64_t turn_key;                      /* White to move */
    /* enum shogi_direction from one square to another. */
    uint8_t direction[SHOGI_SQUARE_COUNT][SHOGI_SQUARE_COUNT];
    bool has_popcount; /* the processor counts bits in one instruction */
};

/* Filled by shogi_tables_fill(), constant from then on.  Every position begins
 * with shogi_position_clear(), which fills them; so whoever holds a position
 * may read them. */
extern struct shogi_tables shogi_tables SHOGI_HIDDEN;

/* Any thread, any number of times. */
void shogi_tables_fill(void);

/* ---- single squares ---------------------------------------------------------------- */

/* From the table: a shift would need to know the word. */
SHOGI_INLINE shogi_bb
shogi_bb_of(shogi_square square)
{
    return shogi_tables.square[square];
}

SHOGI_INLINE bool
shogi_bb_has(shogi_bb b, shogi_square square)
{
    return shogi_bb_meets(b, shogi_bb_of(square));
}

/* Add the squares of SET that are not in B, take those away that are. */
SHOGI_INLINE void
shogi_bb_flip(shogi_bb *b, shogi_bb set)
{
    *b = shogi_bb_xor(*b, set);
}

/* ---- attacks ----------------------------------------------------------------------- */

/* How far a slider comes from SQUARE in a direction of growing square numbers
 * (south, west, north-west, south-west), the first piece in OCCUPIED included:
 * subtracting 1 flips all bits up to the lowest blocker.  W is the word of
 * SQUARE, a constant where it matters: from word 1 no way leads up to word 0. */
SHOGI_INLINE shogi_bb
shogi_slide_up(enum shogi_direction d, shogi_square square, unsigned w, shogi_bb occupied)
{
    const shogi_bb *ray = &shogi_tables.ray[d][square];
    uint64_t o0 = occupied.word[0] & ray->word[0], o1 = occupied.word[1] & ray->word[1];

    if (w == 1)
        return (shogi_bb){ { 0, ray->word[1] & (o1 ^ (o1 - 1)) } };
    return (shogi_bb){ { ray->word[0] & (o0 ^ (o0 - 1)),
                         ray->word[1] & (o1 ^ (o1 - (o0 == 0))) } };
}

/* The same in a direction of falling square numbers: from the highest blocker. */
SHOGI_INLINE shogi_bb
shogi_slide_down(enum shogi_direction d, shogi_square square, unsigned w,
                 shogi_bb occupied)
{
    const shogi_bb *ray = &shogi_tables.ray[d][square];
    uint64_t o0 = occupied.word[0] & ray->word[0], o1 = occupied.word[1] & ray->word[1];
    uint64_t reach0 = ray->word[0] & ~(uint64_t)0 << shogi_word_highest(o0 | 1);

    if (w == 0)
        return (shogi_bb){ { reach0, 0 } };
    return (shogi_bb){ { o1 ? 0 : reach0,
                         ray->word[1] & ~(uint64_t)0 << shogi_word_highest(o1 | 1) } };
}

/* Attacks of sliders on SQUARE, which is in word W. */
SHOGI_INLINE shogi_bb
shogi_bishop_slides(shogi_square square, unsigned w, shogi_bb occupied)
{
    return shogi_bb_or(
        shogi_bb_or(shogi_slide_down(SHOGI_NORTH_EAST, square, w, occupied),
                    shogi_slide_up(SHOGI_SOUTH_WEST, square, w, occupied)),
        shogi_bb_or(shogi_slide_down(SHOGI_SOUTH_EAST, square, w, occupied),
                    shogi_slide_up(SHOGI_NORTH_WEST, square, w, occupied)));
}

/* A file is within one word. */
SHOGI_INLINE uint64_t
shogi_lance_slides(enum shogi_side side, shogi_square square, unsigned w,
                   uint64_t occupied)
{
    enum shogi_direction d = side == SHOGI_BLACK ? SHOGI_NORTH : SHOGI_SOUTH;
    uint64_t ray = shogi_tables.ray[d][square].word[w], o = ray & occupied;

    return side == SHOGI_BLACK ? ray & ~(uint64_t)0 << shogi_word_highest(o | 1)
                               : ray & (o ^ (o - 1));
}

SHOGI_INLINE shogi_bb
shogi_rook_slides(shogi_square square, unsigned w, shogi_bb occupied)
{
    shogi_bb to = shogi_bb_or(shogi_slide_down(SHOGI_EAST, square, w, occupied),
                              shogi_slide_up(SHOGI_WEST, square, w, occupied));

    to.word[w] |= shogi_lance_slides(SHOGI_BLACK, square, w, occupied.word[w])
                  | shogi_lance_slides(SHOGI_WHITE, square, w, occupied.word[w]);
    return to;
}

/* The same for who does not know the word. */
SHOGI_INLINE shogi_bb
shogi_bishop_attacks(shogi_square square, shogi_bb occupied)
{
    return square < SHOGI_WORD0_SQUARES ? shogi_bishop_slides(square, 0, occupied)
                                        : shogi_bishop_slides(square, 1, occupied);
}

SHOGI_INLINE shogi_bb
shogi_rook_attacks(shogi_square square, shogi_bb occupied)
{
    return square < SHOGI_WORD0_SQUARES ? shogi_rook_slides(square, 0, occupied)
                                        : shogi_rook_slides(square, 1, occupied);
}

SHOGI_INLINE shogi_bb
shogi_lance_attacks(enum shogi_side side, shogi_square square, shogi_bb occupied)
{
    if (square < SHOGI_WORD0_SQUARES)
        return (shogi_bb){ { shogi_lance_slides(side, square, 0, occupied.word[0]), 0 } };
    return (shogi_bb){ { 0, shogi_lance_slides(side, square, 1, occupied.word[1]) } };
}

/* The squares strictly between two; empty when they share no line. */
SHOGI_INLINE shogi_bb
shogi_bb_between(shogi_square a, shogi_square b)
{
    unsigned d = shogi_tables.direction[a][b];

    if (d == SHOGI_NO_DIRECTION)
        return (shogi_bb){ { 0, 0 } };
    return shogi_bb_and(shogi_tables.ray[d][a], shogi_tables.ray[d ^ 1][b]);
}

/* The squares that a piece of KIND and SIDE on SQUARE attacks. */
shogi_bb shogi_attacks(enum shogi_kind kind, enum shogi_side side, shogi_square square,
                       shogi_bb occupied);

#endif
