/* SPDX-License-Identifier: MIT */
/* nnue_forward.c - the arithmetic of a network: sums of rows, and its three layers.
 *
 * Loops have constant lengths where it matters, so that compilers make vectors of them at
 * -O2; where the compiler and the system can, each function exists once a generation of
 * processors and the right one is chosen when the program starts.  Weights of 8 bits are
 * kept in 16: products of pairs are then one instruction from SSE2 on. */
#include "engine/nnue.h"

#include "rules/bitboard.h"

#ifdef SHOGI_TARGET_CLONES
#define CLONES                                                                           \
    __attribute__((target_clones("arch=icelake-server", "avx2", "ssse3", "default")))
#else
#define CLONES
#endif

enum {
    CHUNK = 64,      /* divides every shape's half */
    LAYER_CHUNK = 8, /* divides the neurons of every layer but the last */
    CLIP = 127,      /* what a neuron gives at most */
    SHIFT = 6,       /* the layers' fixed point */
};

/* ---- accumulators --------------------------------------------------------------------
 */

SHOGI_INLINE void
change(int16_t *restrict out, const int16_t *restrict from, const int16_t *restrict plus,
       const int16_t *restrict minus, size_t n)
{
    for (size_t at = 0; at < n; at += CHUNK)
        for (size_t i = 0; i < CHUNK; i++)
            out[at + i] = (int16_t)(from[at + i] + plus[at + i] - minus[at + i]);
}

SHOGI_INLINE void
change_twice(int16_t *restrict out, const int16_t *restrict from,
             const int16_t *const plus[2], const int16_t *const minus[2], size_t n)
{
    const int16_t *restrict a = plus[0], *restrict b = plus[1];
    const int16_t *restrict c = minus[0], *restrict d = minus[1];

    for (size_t at = 0; at < n; at += CHUNK)
        for (size_t i = 0; i < CHUNK; i++)
            out[at + i] =
                (int16_t)(from[at + i] + a[at + i] + b[at + i] - c[at + i] - d[at + i]);
}

SHOGI_INLINE void
adjust(int16_t *restrict values, const int16_t *const plus[2],
       const int16_t *const minus[2], size_t n)
{
    const int16_t *restrict a = plus[0], *restrict b = plus[1];
    const int16_t *restrict c = minus[0], *restrict d = minus[1];

    for (size_t at = 0; at < n; at += CHUNK)
        for (size_t i = 0; i < CHUNK; i++)
            values[at + i] =
                (int16_t)(values[at + i] + a[at + i] + b[at + i] - c[at + i] - d[at + i]);
}

/* ---- layers --------------------------------------------------------------------------
 */

SHOGI_INLINE void
clip_half(int16_t *restrict out, const int16_t *restrict values, size_t n)
{
    for (size_t at = 0; at < n; at += CHUNK)
        for (size_t i = 0; i < CHUNK; i++) {
            int16_t v = values[at + i] < 0 ? 0 : values[at + i];
            out[at + i] = v > CLIP ? CLIP : v;
        }
}

/* Four sums at once, so that X is read a fourth as often. */
SHOGI_INLINE void
sum_rows(const struct shogi_nnue_layer *layer, size_t width, const int16_t *restrict x,
         int32_t *restrict out)
{
    for (size_t row = 0; row < layer->count; row += 4) {
        const int16_t *restrict w = layer->weight + row * width;
        int32_t a = 0, b = 0, c = 0, d = 0;
        for (size_t i = 0; i < width; i++) {
            a += w[i] * x[i];
            b += w[width + i] * x[i];
            c += w[2 * width + i] * x[i];
            d += w[3 * width + i] * x[i];
        }
        out[row] = a;
        out[row + 1] = b;
        out[row + 2] = c;
        out[row + 3] = d;
    }
}

/* The usual widths as constants. */
SHOGI_INLINE void
sum_layer(const struct shogi_nnue_layer *layer, const int16_t *restrict x,
          int32_t *restrict out)
{
    switch (layer->width) {
    case 32:
        sum_rows(layer, 32, x, out);
        break;
    case 64:
        sum_rows(layer, 64, x, out);
        break;
    case 512:
        sum_rows(layer, 512, x, out);
        break;
    case 1024:
        sum_rows(layer, 1024, x, out);
        break;
    case 1536:
        sum_rows(layer, 1536, x, out);
        break;
    case 2048:
        sum_rows(layer, 2048, x, out);
        break;
    default:
        sum_rows(layer, layer->width, x, out);
    }
}

/* A bias may be any number: the sum wraps around. */
SHOGI_INLINE int32_t
add_bias(int32_t sum, int32_t bias)
{
    return (int32_t)((uint32_t)sum + (uint32_t)bias);
}

/* From LAYER to what the next one sees, padded with zeros to NEXT_WIDTH. */
SHOGI_INLINE void
pass_layer(const struct shogi_nnue_layer *layer, const int16_t *restrict x,
           int16_t *restrict out, size_t next_width)
{
    int32_t sums[SHOGI_NNUE_LAYER_MAX];
    const int32_t *restrict bias = layer->bias;

    sum_layer(layer, x, sums);
    for (size_t at = 0; at < layer->count; at += LAYER_CHUNK)
        for (size_t i = 0; i < LAYER_CHUNK; i++) {
            int32_t v = add_bias(sums[at + i], bias[at + i]) >> SHIFT;
            v = v < 0 ? 0 : v;
            out[at + i] = (int16_t)(v > CLIP ? CLIP : v);
        }
    for (size_t i = layer->count; i < next_width; i++)
        out[i] = 0;
}

SHOGI_INLINE int32_t
forward(const struct shogi_nnue *net, const int16_t *own, const int16_t *other)
{
    _Alignas(64) int16_t x[2 * SHOGI_NNUE_HALF_MAX];
    _Alignas(64) int16_t y[SHOGI_NNUE_LAYER_MAX], z[SHOGI_NNUE_LAYER_MAX];
    const struct shogi_nnue_layer *layer = net->layer;
    size_t half = net->shape.half;
    int32_t sum = 0;

    clip_half(x, own, half);
    clip_half(x + half, other, half);
    pass_layer(&layer[0], x, y, layer[1].width);
    pass_layer(&layer[1], y, z, layer[2].width);
    for (size_t at = 0; at < layer[2].width; at += 32)
        for (size_t i = 0; i < 32; i++)
            sum += layer[2].weight[at + i] * z[at + i];
    return add_bias(sum, layer[2].bias[0]);
}

/* ---- for this processor ---------------------------------------------------------------
 */

/* Static, because compilers export what they make of others from a shared library. */

CLONES static void
change_fast(int16_t *restrict out, const int16_t *restrict from,
            const int16_t *restrict plus, const int16_t *restrict minus, size_t n)
{
    change(out, from, plus, minus, n);
}

CLONES static void
change_twice_fast(int16_t *restrict out, const int16_t *restrict from,
                  const int16_t *const plus[2], const int16_t *const minus[2], size_t n)
{
    change_twice(out, from, plus, minus, n);
}

CLONES static void
adjust_fast(int16_t *restrict values, const int16_t *const plus[2],
            const int16_t *const minus[2], size_t n)
{
    adjust(values, plus, minus, n);
}

CLONES static int32_t
forward_fast(const struct shogi_nnue *net, const int16_t *own, const int16_t *other)
{
    return forward(net, own, other);
}

void
shogi_nnue_change(int16_t *restrict out, const int16_t *restrict from,
                  const int16_t *restrict plus, const int16_t *restrict minus, size_t n)
{
    change_fast(out, from, plus, minus, n);
}

void
shogi_nnue_change_twice(int16_t *restrict out, const int16_t *restrict from,
                        const int16_t *const plus[2], const int16_t *const minus[2],
                        size_t n)
{
    change_twice_fast(out, from, plus, minus, n);
}

void
shogi_nnue_adjust(int16_t *restrict values, const int16_t *const plus[2],
                  const int16_t *const minus[2], size_t n)
{
    adjust_fast(values, plus, minus, n);
}

int32_t
shogi_nnue_forward(const struct shogi_nnue *net, const int16_t *own, const int16_t *other)
{
    return forward_fast(net, own, other);
}

/* ---- for any processor
 * ----------------------------------------------------------------- */

void
shogi_nnue_change_plain(int16_t *restrict out, const int16_t *restrict from,
                        const int16_t *restrict plus, const int16_t *restrict minus,
                        size_t n)
{
    change(out, from, plus, minus, n);
}

void
shogi_nnue_change_twice_plain(int16_t *restrict out, const int16_t *restrict from,
                              const int16_t *const plus[2], const int16_t *const minus[2],
                              size_t n)
{
    change_twice(out, from, plus, minus, n);
}

void
shogi_nnue_adjust_plain(int16_t *restrict values, const int16_t *const plus[2],
                        const int16_t *const minus[2], size_t n)
{
    adjust(values, plus, minus, n);
}

int32_t
shogi_nnue_forward_plain(const struct shogi_nnue *net, const int16_t *own,
                         const int16_t *other)
{
    return forward(net, own, other);
}
