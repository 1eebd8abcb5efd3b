/* SPDX-License-Identifier: MIT */
/* nnue_file.h - network files made up from a seed, for tests and for the bench. */
#ifndef SHOGI_TESTS_NNUE_FILE_H
#define SHOGI_TESTS_NNUE_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a file is to hold. */
struct nnue_plan {
    bool kp; /* K-P; else HalfKP */
    unsigned half, first, second;
    bool no_section_hashes;
    const char *text; /* NULL: what the usual trainers write */
    uint64_t seed;
};

struct nnue_file {
    unsigned char *bytes;
    size_t len;
    size_t inputs_at, layers_at; /* the sections, with their hashes */
};

struct nnue_writer {
    struct nnue_file *file;
    uint64_t random; /* xorshift64; never 0 */
};

static inline unsigned
nnue_input_count(const struct nnue_plan *plan)
{
    return plan->kp ? 1710 : 125388;
}

static inline size_t
nnue_padded(size_t n)
{
    return (n + 31) & ~(size_t)31;
}

static inline uint32_t
nnue_file_inputs_hash(const struct nnue_plan *plan)
{
    /* Of K and P: the one XOR the other turned left by a bit. */
    uint32_t kp = 0xd3cee169u ^ (0x764cfb4bu << 1 | 0x764cfb4bu >> 31);

    return (plan->kp ? kp : 0x5d69d5b8u) ^ 2 * plan->half;
}

static inline uint32_t
nnue_file_layers_hash(const struct nnue_plan *plan)
{
    const unsigned counts[] = { plan->first, plan->second, 1 };
    uint32_t hash = 0xec42e90du ^ 2 * plan->half;

    for (int i = 0; i < 3; i++) {
        uint32_t before = i > 0 ? 0x538d24c7u + hash : hash;
        hash = 0xcc03dae4u + counts[i];
        hash ^= before >> 1;
        hash ^= before << 31;
    }
    return hash;
}

static inline void
nnue_put_byte(struct nnue_writer *w, unsigned byte)
{
    w->file->bytes[w->file->len++] = (unsigned char)byte;
}

static inline void
nnue_put_u32(struct nnue_writer *w, uint32_t n)
{
    for (int i = 0; i < 4; i++)
        nnue_put_byte(w, n >> 8 * i & 0xff);
}

static inline uint64_t
nnue_random(struct nnue_writer *w)
{
    w->random ^= w->random << 13;
    w->random ^= w->random >> 7;
    w->random ^= w->random << 17;
    return w->random;
}

/* Numbers within +-SIZE, which is a power of two less 1, of 16 bits; N is even. */
static inline void
nnue_put_i16s(struct nnue_writer *w, size_t n, unsigned size)
{
    for (size_t i = 0; i < n; i += 2) {
        uint64_t r = nnue_random(w);
        for (int k = 0; k < 2; k++, r >>= 32) {
            int v = (int)(r >> 8 & (2 * size + 1)) - (int)size;
            nnue_put_byte(w, (unsigned)v & 0xff);
            nnue_put_byte(w, (unsigned)v >> 8 & 0xff);
        }
    }
}

static inline void
nnue_put_i32s(struct nnue_writer *w, size_t n, unsigned size)
{
    for (size_t i = 0; i < n; i++)
        nnue_put_u32(w, (uint32_t)(nnue_random(w) >> 8 & (2 * size + 1)) - size);
}

static inline void
nnue_put_i8s(struct nnue_writer *w, size_t n, unsigned size)
{
    for (size_t i = 0; i < n; i++)
        nnue_put_byte(w, (unsigned)(nnue_random(w) >> 8 & (2 * size + 1)) - size);
}

/* Weights that leave neurons neither always 0 nor always full.  The padding of rows is
 * not 0 either: nobody may look at it. */
static inline void
nnue_put_layers(struct nnue_writer *w, const struct nnue_plan *plan)
{
    nnue_put_i32s(w, plan->first, 2047);
    nnue_put_i8s(w, plan->first * nnue_padded(2 * plan->half), plan->half > 256 ? 7 : 15);
    nnue_put_i32s(w, plan->second, 1023);
    nnue_put_i8s(w, plan->second * nnue_padded(plan->first), 31);
    nnue_put_i32s(w, 1, 1023);
    nnue_put_i8s(w, nnue_padded(plan->second), 127);
}

/* `bytes` is NULL when memory is out; the caller frees it. */
static inline struct nnue_file
nnue_file_make(const struct nnue_plan *plan)
{
    struct nnue_file file = { 0 };
    struct nnue_writer w = { &file, plan->seed * 2 + 1 };
    unsigned inputs = nnue_input_count(plan);
    char usual[300];
    const char *text = plan->text ? plan->text : usual;

    snprintf(usual, sizeof usual,
             "Features=%s[%u->%ux2],Network=AffineTransform[1<-%u](ClippedReLU[%u]("
             "AffineTransform[%u<-%u](ClippedReLU[%u](AffineTransform[%u<-%u]("
             "InputSlice[%u(0:%u)])))))",
             plan->kp ? "K+P" : "HalfKP(Friend)", inputs, plan->half, plan->second,
             plan->second, plan->second, plan->first, plan->first, plan->first,
             2 * plan->half, 2 * plan->half, 2 * plan->half);
    file.bytes = malloc(2 * (size_t)plan->half * (inputs + 1) + 1000000);
    if (!file.bytes)
        return file;
    nnue_put_u32(&w, 0x7af32f16u);
    nnue_put_u32(&w, nnue_file_inputs_hash(plan) ^ nnue_file_layers_hash(plan));
    nnue_put_u32(&w, (uint32_t)strlen(text));
    memcpy(file.bytes + file.len, text, strlen(text));
    file.len += strlen(text);
    file.inputs_at = file.len;
    if (!plan->no_section_hashes)
        nnue_put_u32(&w, nnue_file_inputs_hash(plan));
    nnue_put_i16s(&w, plan->half, 63);
    nnue_put_i16s(&w, (size_t)plan->half * inputs, 31);
    file.layers_at = file.len;
    if (!plan->no_section_hashes)
        nnue_put_u32(&w, nnue_file_layers_hash(plan));
    nnue_put_layers(&w, plan);
    return file;
}

#endif
