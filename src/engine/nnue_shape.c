/* SPDX-License-Identifier: MIT */
/* nnue_shape.c - which networks there are: their sizes and hashes.
 *
 * A file tells its shape in words that trainers do not keep true, in a hash that several
 * shapes share, and by its size, which is an equation for the shape. */
#include "engine/nnue.h"

#include <stdio.h>
#include <stdlib.h>

/* clang-format off */
static const struct {
    const char *name;
    uint32_t count, hash;
    uint16_t half_max;
} known_inputs[] = {
    [SHOGI_NNUE_HALFKP] = { "HalfKP", 125388, 0x5d69d5b8, 1024 },
    [SHOGI_NNUE_KP]     = { "K-P",      1710, 0x3f5717ff,  256 },
};

/* Inputs of networks that are not read. */
static const struct {
    const char *name;
    uint32_t count;
} foreign_inputs[] = {
    { "HalfKPE9",  1128492 },
    { "HalfKPvm",    69660 },
    { "HalfKA",     138510 },
    { "HalfKA",     131949 },
    { "HalfKA_hm",   73305 },
    { "HalfKA_hm",   76950 },
};
/* clang-format on */

enum {
    INPUTS = sizeof known_inputs / sizeof *known_inputs,
    FOREIGN = sizeof foreign_inputs / sizeof *foreign_inputs,
    HALF_STEP = 256,
    LAYER_STEP = 8, /* fewer steps, and sizes and hashes would be ambiguous */
};

static uint64_t
pad32(uint64_t n)
{
    return (n + 31) / 32 * 32;
}

/* Everything behind the weights of the inputs. */
static uint64_t
layers_size(uint64_t half, uint64_t first, uint64_t second)
{
    return first * (4 + pad32(2 * half)) + second * (4 + pad32(first)) + 4
           + pad32(second);
}

static uint64_t
inputs_size(uint64_t half, uint64_t count)
{
    return 2 * half * (1 + count);
}

uint32_t
shogi_nnue_input_count(enum shogi_nnue_inputs inputs)
{
    return known_inputs[inputs].count;
}

uint64_t
shogi_nnue_weights_size(const struct shogi_nnue_shape *s)
{
    return inputs_size(s->half, known_inputs[s->inputs].count)
           + layers_size(s->half, s->first, s->second);
}

uint32_t
shogi_nnue_inputs_hash(const struct shogi_nnue_shape *s)
{
    return known_inputs[s->inputs].hash ^ 2u * s->half;
}

/* A layer of COUNT sums over what has the hash BEFORE. */
static uint32_t
sums_hash(uint32_t before, uint32_t count)
{
    return (0xcc03dae4u + count) ^ before >> 1 ^ before << 31;
}

uint32_t
shogi_nnue_layers_hash(const struct shogi_nnue_shape *s)
{
    const uint32_t clipped = 0x538d24c7u;
    uint32_t hash = 0xec42e90du ^ 2u * s->half;

    hash = sums_hash(hash, s->first) + clipped;
    hash = sums_hash(hash, s->second) + clipped;
    return sums_hash(hash, 1);
}

static uint32_t
file_hash(const struct shogi_nnue_shape *s)
{
    return shogi_nnue_inputs_hash(s) ^ shogi_nnue_layers_hash(s);
}

size_t
shogi_nnue_shape_name(const struct shogi_nnue_shape *s,
                      char out[SHOGI_NNUE_SHAPE_NAME_SIZE])
{
    return (size_t)snprintf(out, SHOGI_NNUE_SHAPE_NAME_SIZE, "%s %ux2-%u-%u",
                            known_inputs[s->inputs].name, s->half, s->first, s->second);
}

/* The next shape behind S in the order of inputs, half, first, second. */
static bool
next_shape(struct shogi_nnue_shape *s)
{
    s->second += LAYER_STEP;
    if (s->second <= SHOGI_NNUE_LAYER_MAX)
        return true;
    s->second = LAYER_STEP;
    s->first += LAYER_STEP;
    if (s->first <= SHOGI_NNUE_LAYER_MAX)
        return true;
    s->first = LAYER_STEP;
    s->half += HALF_STEP;
    if (s->half <= known_inputs[s->inputs].half_max)
        return true;
    s->half = HALF_STEP;
    s->inputs++;
    return (int)s->inputs < INPUTS;
}

static const struct shogi_nnue_shape before_all = { SHOGI_NNUE_HALFKP, HALF_STEP,
                                                    LAYER_STEP, 0 };

bool
shogi_nnue_shape_of_hash(uint32_t hash, uint64_t size, struct shogi_nnue_shape *s,
                         int64_t *excess)
{
    struct shogi_nnue_shape try = before_all;
    bool found = false;

    while (next_shape(&try)) {
        int64_t over = (int64_t)(size - shogi_nnue_weights_size(&try));
        if (file_hash(&try) != hash)
            continue;
        if (over != 0)
            over -= SHOGI_NNUE_HASHES_SIZE;
        if (found && llabs(over) >= llabs(*excess))
            continue;
        found = true;
        *s = try;
        *excess = over;
    }
    return found;
}

bool
shogi_nnue_shape_of_size(uint64_t size, struct shogi_nnue_shape *s)
{
    struct shogi_nnue_shape try = before_all;
    unsigned count = 0;

    while (next_shape(&try)) {
        uint64_t weights = shogi_nnue_weights_size(&try);
        if (weights == size || weights + SHOGI_NNUE_HASHES_SIZE == size) {
            count++;
            *s = try;
        }
    }
    return count == 1;
}

/* Can the layers behind HALF take SIZE bytes? */
static bool
layers_fit(uint64_t half, uint64_t size)
{
    return size >= layers_size(half, 1, 1)
           && size <= layers_size(half, SHOGI_NNUE_LAYER_MAX, SHOGI_NNUE_LAYER_MAX);
}

const char *
shogi_nnue_foreign_name(uint64_t size)
{
    for (int i = 0; i < FOREIGN; i++)
        for (uint64_t half = HALF_STEP; half <= SHOGI_NNUE_HALF_MAX; half += HALF_STEP) {
            uint64_t inputs = inputs_size(half, foreign_inputs[i].count);
            if (size >= inputs && layers_fit(half, size - inputs))
                return foreign_inputs[i].name;
        }
    return NULL;
}
