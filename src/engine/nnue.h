/* SPDX-License-Identifier: MIT */
/* nnue.h - networks that evaluate positions: shape, weights, accumulators.
 *
 * A network sees a position twice, once with the eyes of each side.  What a side sees
 * are active inputs; the sum of their weights, kept up to date from move to move, is its
 * accumulator.  Both accumulators go through three small layers to a value.  All of it
 * is whole numbers, so that every path of the code gives the same. */
#ifndef SHOGI_ENGINE_NNUE_H
#define SHOGI_ENGINE_NNUE_H

#include <shogi/nnue.h>
#include <shogi/position.h>

/* ---- shape ------------------------------------------------------------------------- */

enum shogi_nnue_inputs { SHOGI_NNUE_HALFKP, SHOGI_NNUE_KP };

enum {
    SHOGI_NNUE_VERSION = 0x7af32f16,
    SHOGI_NNUE_HALF_MAX = 1024,     /* neurons that one side's inputs reach */
    SHOGI_NNUE_LAYER_MAX = 128,     /* neurons of the second and third layer */
    SHOGI_NNUE_PIECES = 38,         /* of a game, kings apart */
    SHOGI_NNUE_PIECE_INPUTS = 1548, /* "BonaPiece": a piece and where it is; 0: missing */
    SHOGI_NNUE_SCALE = 16,
    SHOGI_NNUE_HASHES_SIZE = 8, /* bytes of the hashes of both sections */
};

struct shogi_nnue_shape {
    enum shogi_nnue_inputs inputs;
    uint16_t half, first, second; /* 256, 32, 32 */
};

/* How many inputs a side has. */
uint32_t shogi_nnue_input_count(enum shogi_nnue_inputs inputs);

/* What is written before the biases and weights of the first layer, and of the rest. */
uint32_t shogi_nnue_inputs_hash(const struct shogi_nnue_shape *s);
uint32_t shogi_nnue_layers_hash(const struct shogi_nnue_shape *s);

/* Bytes of all biases and weights in a file. */
uint64_t shogi_nnue_weights_size(const struct shogi_nnue_shape *s);

/* "HalfKP 256x2-32-32"; returns its length. */
enum { SHOGI_NNUE_SHAPE_NAME_SIZE = 40 };
size_t shogi_nnue_shape_name(const struct shogi_nnue_shape *s,
                             char out[SHOGI_NNUE_SHAPE_NAME_SIZE]);

/* Of the shapes with the hash HASH, the one that is nearest to a file with SIZE bytes of
 * hashes, biases and weights.  *EXCESS is how many bytes the file has too many (negative:
 * too few); 0 when it fits with or without the hashes.  False: no shape has HASH. */
bool shogi_nnue_shape_of_hash(uint32_t hash, uint64_t size, struct shogi_nnue_shape *s,
                              int64_t *excess);

/* The one shape that fits SIZE, with or without the hashes; false: none or several do. */
bool shogi_nnue_shape_of_size(uint64_t size, struct shogi_nnue_shape *s);

/* The name of a kind of network that is not read, by SIZE; NULL: none known. */
const char *shogi_nnue_foreign_name(uint64_t size);

/* ---- weights ----------------------------------------------------------------------- */

/* Sums of weighted inputs.  The rows of `weight` are padded with zeros to `width`, and
 * there are zero rows up to a multiple of four. */
struct shogi_nnue_layer {
    int32_t *bias;
    int16_t *weight;
    uint16_t width, count;
};

struct shogi_nnue {
    struct shogi_nnue_shape shape;
    uint16_t scale;  /* FV_SCALE */
    int16_t *bias;   /* shape.half */
    int16_t *zero;   /* the weights of no input */
    int16_t *weight; /* shape.half for each input */
    struct shogi_nnue_layer layer[3];
    void *block; /* the memory of all these */
    char name[SHOGI_NNUE_SHAPE_NAME_SIZE + 32];
    char remark[160];
};

/* ---- arithmetic -------------------------------------------------------------------- */

/* N is a multiple of 64; OUT overlaps with nothing.  Sums wrap around. */

/* OUT is FROM plus a row minus a row. */
void shogi_nnue_change(int16_t *restrict out, const int16_t *restrict from,
                       const int16_t *restrict plus, const int16_t *restrict minus,
                       size_t n);
/* OUT is FROM plus two rows minus two rows. */
void shogi_nnue_change_twice(int16_t *restrict out, const int16_t *restrict from,
                             const int16_t *const plus[2], const int16_t *const minus[2],
                             size_t n);
/* The same in place. */
void shogi_nnue_adjust(int16_t *restrict values, const int16_t *const plus[2],
                       const int16_t *const minus[2], size_t n);

/* The output, undivided, for the accumulators of the side to move and of the other. */
int32_t shogi_nnue_forward(const struct shogi_nnue *net, const int16_t *own,
                           const int16_t *other);

/* The four of them as the compiler makes them for any processor of the family: for tests
 * of the fast ones, which are chosen when a program starts. */
void shogi_nnue_change_plain(int16_t *restrict out, const int16_t *restrict from,
                             const int16_t *restrict plus, const int16_t *restrict minus,
                             size_t n);
void shogi_nnue_change_twice_plain(int16_t *restrict out, const int16_t *restrict from,
                                   const int16_t *const plus[2],
                                   const int16_t *const minus[2], size_t n);
void shogi_nnue_adjust_plain(int16_t *restrict values, const int16_t *const plus[2],
                             const int16_t *const minus[2], size_t n);
int32_t shogi_nnue_forward_plain(const struct shogi_nnue *net, const int16_t *own,
                                 const int16_t *other);

/* ---- inputs ------------------------------------------------------------------------ */

/* The input of PIECE on SQUARE with the eyes of SIDE.  A king has one only as a K-P
 * input. */
unsigned shogi_nnue_board_input(enum shogi_side side, shogi_piece piece,
                                shogi_square square);

/* The input of the N-th piece, from 1, of KIND in the hand of OWNER. */
unsigned shogi_nnue_hand_input(enum shogi_side side, enum shogi_side owner,
                               enum shogi_kind kind, unsigned n);

/* Its weights, when the king of SIDE stands on KING. */
const int16_t *shogi_nnue_row(const struct shogi_nnue *net, enum shogi_side side,
                              shogi_square king, unsigned input);

/* Can a network see P?  It needs one king a side, and no more pieces than a game has. */
bool shogi_nnue_sees(const struct shogi_position *p);

/* ---- accumulators of a search ------------------------------------------------------ */

struct shogi_nnue_stack;

/* For plies 0..PLIES of one search at a time.  NULL: memory. */
struct shogi_nnue_stack *shogi_nnue_stack_new(const struct shogi_nnue *net,
                                              unsigned plies);
void shogi_nnue_stack_free(struct shogi_nnue_stack *s);

/* P, which the network sees, is the position of ply 0. */
void shogi_nnue_fill(struct shogi_nnue_stack *s, const struct shogi_position *p);

/* P is the position of PLY (1 or more); M, which is legal, was just played on ply PLY - 1
 * and changed U.  Cheap: the work is done when somebody asks for a value. */
void shogi_nnue_step(struct shogi_nnue_stack *s, unsigned ply,
                     const struct shogi_position *p, shogi_move m,
                     const struct shogi_undo *u);

/* The turn passed between ply PLY - 1 and PLY. */
void shogi_nnue_pass(struct shogi_nnue_stack *s, unsigned ply);

/* Centipawns from the point of view of the side to move in P, the position of PLY,
 * within +-SHOGI_EVAL_MAX. */
int shogi_nnue_evaluate(struct shogi_nnue_stack *s, unsigned ply,
                        const struct shogi_position *p);

#endif
