/* SPDX-License-Identifier: MIT */
/* nnue_read.c - a network out of the bytes of a file. */
#include "engine/nnue.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

enum {
    HEADER_SIZE = 12, /* version, hash, length of the text */
    ALIGNMENT = 64,   /* bytes, of every array */
    TEXT_SHOWN = 160, /* bytes of the text in a message */
};

struct reader {
    const unsigned char *bytes;
    size_t len, at;
    char *error;
    size_t size; /* of `error` */
};

/* ---- bytes: little-endian, whatever this machine is ----------------------------------
 */

static uint32_t
read_u32(struct reader *r)
{
    const unsigned char *b = r->bytes + r->at;

    r->at += 4;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* Another number for another file, most probably; the same on every machine. */
static uint32_t
sum_of_bytes(const unsigned char *bytes, size_t len)
{
    struct reader r = { .bytes = bytes, .len = len };
    uint64_t sum = len;

    while (r.len - r.at >= 8) {
        uint64_t word = read_u32(&r);
        word |= (uint64_t)read_u32(&r) << 32;
        sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 32;
    }
    for (; r.at < r.len; r.at++)
        sum = (sum ^ bytes[r.at]) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(sum >> 32);
}

static void
read_i32s(struct reader *r, int32_t *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = (int32_t)read_u32(r);
}

static void
read_i16s(struct reader *r, int16_t *restrict out, size_t n)
{
    const unsigned char *b = r->bytes + r->at;

    for (size_t i = 0; i < n; i++)
        out[i] = (int16_t)(b[2 * i] | b[2 * i + 1] << 8);
    r->at += 2 * n;
}

static void
read_i8s(struct reader *r, int16_t *restrict out, size_t n)
{
    const unsigned char *b = r->bytes + r->at;

    for (size_t i = 0; i < n; i++)
        out[i] = (int8_t)b[i];
    r->at += n;
}

/* ---- what the file calls itself ------------------------------------------------------
 */

/* Its text, fit to be shown; empty when there is none of that length. */
static void
copy_text(const struct reader *r, size_t text_len, char out[TEXT_SHOWN + 1])
{
    size_t n = text_len <= r->len - HEADER_SIZE ? text_len : 0;

    if (n > TEXT_SHOWN)
        n = TEXT_SHOWN;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = r->bytes[HEADER_SIZE + i];
        out[i] = c >= 0x20 && c < 0x7f ? (char)c : '?';
    }
    out[n] = '\0';
}

/* ",fv_scale=24" somewhere in the text; 0: nothing sensible is said. */
static unsigned
scale_of_text(const unsigned char *text, size_t len)
{
    static const char key[] = "fv_scale=";
    const size_t key_len = sizeof key - 1;

    for (size_t i = 0; i + key_len < len; i++) {
        unsigned scale = 0;
        if (memcmp(text + i, key, key_len) != 0)
            continue;
        for (i += key_len; i < len && text[i] >= '0' && text[i] <= '9'; i++)
            if (scale <= SHOGI_NNUE_SCALE_MAX)
                scale = scale * 10 + text[i] - '0';
        return scale <= SHOGI_NNUE_SCALE_MAX ? scale : 0;
    }
    return 0;
}

/* ---- which network -------------------------------------------------------------------
 */

static bool
is_compressed(const struct reader *r)
{
    static const char magic[] = "COMPRESSED_LEB128";
    const size_t n = sizeof magic - 1;

    /* Behind the hash of the section. */
    return r->len - r->at >= 4 + n && memcmp(r->bytes + r->at + 4, magic, n) == 0;
}

static bool
refuse_version(struct reader *r, uint32_t version, size_t text_len)
{
    char text[TEXT_SHOWN + 1];

    copy_text(r, text_len, text);
    snprintf(r->error, r->size,
             "byte 0: not a network that can be read: version 0x%08" PRIX32
             " instead of 0x%08X; the file calls itself \"%s\"",
             version, (unsigned)SHOGI_NNUE_VERSION, text);
    return false;
}

/* A network of another kind: what is known of it. */
static bool
refuse_shape(struct reader *r, size_t text_len)
{
    const char *name = shogi_nnue_foreign_name(r->len - r->at);
    char text[TEXT_SHOWN + 1];

    copy_text(r, text_len, text);
    snprintf(
        r->error, r->size,
        "byte %zu: not a network that can be read: %s%s%s; the file calls itself \"%s\"",
        r->at, is_compressed(r) ? "compressed, " : "",
        name ? "its size is that of " : "its size is of no HalfKP or K-P network",
        name ? name : "", text);
    return false;
}

static bool
refuse_size(struct reader *r, const struct shogi_nnue_shape *s, int64_t excess)
{
    char name[SHOGI_NNUE_SHAPE_NAME_SIZE];

    shogi_nnue_shape_name(s, name);
    if (excess < 0)
        snprintf(r->error, r->size,
                 "byte %zu: the file ends %" PRId64 " bytes early for %s", r->len,
                 -excess, name);
    else
        snprintf(r->error, r->size,
                 "byte %" PRIu64 ": %" PRId64 " bytes follow the end of %s",
                 (uint64_t)r->len - (uint64_t)excess, excess, name);
    return false;
}

/* The shape by hash and size, or by size alone.  Where the hash speaks of the same
 * inputs, but of a file of another size, the file is damaged. */
static bool
find_shape(struct reader *r, uint32_t hash, size_t text_len, struct shogi_nnue *net)
{
    struct shogi_nnue_shape by_hash, *s = &net->shape;
    uint64_t size = r->len - r->at;
    int64_t excess;
    char name[SHOGI_NNUE_SHAPE_NAME_SIZE];
    bool known = shogi_nnue_shape_of_hash(hash, size, &by_hash, &excess);

    if (known && excess == 0) {
        *s = by_hash;
        return true;
    }
    if (!is_compressed(r) && shogi_nnue_shape_of_size(size, s)
        && !(known && by_hash.inputs == s->inputs && by_hash.half == s->half)) {
        shogi_nnue_shape_name(s, name);
        snprintf(net->remark, sizeof net->remark,
                 "the hash 0x%08" PRIX32
                 " is not that of %s, which its size tells (0x%08" PRIX32 ")",
                 hash, name, shogi_nnue_inputs_hash(s) ^ shogi_nnue_layers_hash(s));
        return true;
    }
    return known ? refuse_size(r, &by_hash, excess) : refuse_shape(r, text_len);
}

/* Version, hash and text; R is then at the first section. */
static bool
read_header(struct reader *r, struct shogi_nnue *net, unsigned *scale)
{
    uint32_t version, hash, text_len;

    if (r->len < HEADER_SIZE) {
        snprintf(r->error, r->size, "byte %zu: the file ends within its header", r->len);
        return false;
    }
    version = read_u32(r);
    hash = read_u32(r);
    text_len = read_u32(r);
    if (version != SHOGI_NNUE_VERSION)
        return refuse_version(r, version, text_len);
    if (text_len > r->len - HEADER_SIZE) {
        snprintf(r->error, r->size,
                 "byte 8: a text of %" PRIu32 " bytes, where the file has %zu more",
                 text_len, r->len - HEADER_SIZE);
        return false;
    }
    *scale = scale_of_text(r->bytes + r->at, text_len);
    r->at += text_len;
    return find_shape(r, hash, text_len, net);
}

/* ---- weights -------------------------------------------------------------------------
 */

static size_t
aligned(size_t n)
{
    return (n + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* The next N bytes of the block that *AT walks through. */
static void *
take(unsigned char **at, size_t n)
{
    unsigned char *p = *at;

    *at += aligned(n);
    return p;
}

static void
shape_layer(struct shogi_nnue_layer *layer, size_t width, size_t count)
{
    layer->width = (uint16_t)((width + 31) / 32 * 32);
    layer->count = (uint16_t)count;
}

static size_t
layer_rows(const struct shogi_nnue_layer *layer)
{
    return (layer->count + 3u) / 4 * 4;
}

static size_t
layer_size(const struct shogi_nnue_layer *layer)
{
    return aligned(layer_rows(layer) * sizeof *layer->bias)
           + aligned(layer_rows(layer) * layer->width * sizeof *layer->weight);
}

static void
take_layer(unsigned char **at, struct shogi_nnue_layer *layer)
{
    layer->bias = take(at, layer_rows(layer) * sizeof *layer->bias);
    layer->weight = take(at, layer_rows(layer) * layer->width * sizeof *layer->weight);
}

/* Memory for all weights, in one block: malloc() does not align as vectors like it. */
static bool
place_weights(struct shogi_nnue *net)
{
    const struct shogi_nnue_shape *s = &net->shape;
    size_t row = s->half * sizeof *net->weight;
    size_t inputs = shogi_nnue_input_count(s->inputs);
    size_t size = row * (inputs + 2) + ALIGNMENT;
    unsigned char *at;

    shape_layer(&net->layer[0], 2u * s->half, s->first);
    shape_layer(&net->layer[1], s->first, s->second);
    shape_layer(&net->layer[2], s->second, 1);
    for (int i = 0; i < 3; i++)
        size += layer_size(&net->layer[i]);
    net->block = shogi_memory_alloc(size);
    if (!net->block)
        return false;
    shogi_memory_expect_jumps(net->block, size);
    at = (unsigned char *)net->block + (ALIGNMENT - (uintptr_t)net->block % ALIGNMENT);
    net->bias = take(&at, row);
    net->zero = take(&at, row);
    net->weight = take(&at, row * inputs);
    for (int i = 0; i < 3; i++)
        take_layer(&at, &net->layer[i]);
    return true;
}

/* What the padding of the file holds meets only inputs that are 0. */
static void
read_layer(struct reader *r, struct shogi_nnue_layer *layer)
{
    size_t rows = layer_rows(layer), n = (size_t)layer->count * layer->width;

    read_i32s(r, layer->bias, layer->count);
    memset(layer->bias + layer->count, 0, (rows - layer->count) * sizeof *layer->bias);
    read_i8s(r, layer->weight, n);
    memset(layer->weight + n, 0, (rows * layer->width - n) * sizeof *layer->weight);
}

/* The hash of a section, when sections have one; a file whose own hash is odd may have
 * odd ones here. */
static bool
read_hash(struct reader *r, const struct shogi_nnue *net, uint32_t expected)
{
    size_t at = r->at;
    uint32_t hash = read_u32(r);

    if (hash == expected || net->remark[0])
        return true;
    snprintf(r->error, r->size,
             "byte %zu: the hash of the section is 0x%08" PRIX32
             " instead of 0x%08" PRIX32,
             at, hash, expected);
    return false;
}

static bool
read_weights(struct reader *r, struct shogi_nnue *net)
{
    const struct shogi_nnue_shape *s = &net->shape;
    bool hashes = r->len - r->at != shogi_nnue_weights_size(s);

    if (!place_weights(net)) {
        snprintf(r->error, r->size, "out of memory");
        return false;
    }
    if (hashes && !read_hash(r, net, shogi_nnue_inputs_hash(s)))
        return false;
    read_i16s(r, net->bias, s->half);
    memset(net->zero, 0, s->half * sizeof *net->zero);
    read_i16s(r, net->weight, (size_t)s->half * shogi_nnue_input_count(s->inputs));
    if (hashes && !read_hash(r, net, shogi_nnue_layers_hash(s)))
        return false;
    for (int i = 0; i < 3; i++)
        read_layer(r, &net->layer[i]);
    return true;
}

/* ---- the door ------------------------------------------------------------------------
 */

struct shogi_nnue *
shogi_nnue_new(const void *bytes, size_t len, unsigned scale, char *error, size_t size)
{
    struct reader r = { bytes, len, 0, error, size };
    struct shogi_nnue *net;
    unsigned told;
    size_t name_len;

    if (scale > SHOGI_NNUE_SCALE_MAX) {
        snprintf(error, size, "FV_SCALE %u is not within 1 and %d", scale,
                 SHOGI_NNUE_SCALE_MAX);
        return NULL;
    }
    net = shogi_memory_alloc(sizeof *net);
    if (!net) {
        snprintf(error, size, "out of memory");
        return NULL;
    }
    *net = (struct shogi_nnue){ .scale = SHOGI_NNUE_SCALE };
    if (!read_header(&r, net, &told) || !read_weights(&r, net)) {
        shogi_nnue_free(net);
        return NULL;
    }
    if (scale || told)
        net->scale = (uint16_t)(scale ? scale : told);
    name_len = shogi_nnue_shape_name(&net->shape, net->name);
    snprintf(net->name + name_len, sizeof net->name - name_len,
             " %08" PRIx32 ", FV_SCALE %u", sum_of_bytes(bytes, len), net->scale);
    return net;
}

void
shogi_nnue_free(struct shogi_nnue *net)
{
    if (!net)
        return;
    shogi_memory_free(net->block);
    shogi_memory_free(net);
}

const char *
shogi_nnue_name(const struct shogi_nnue *net)
{
    return net->name;
}

const char *
shogi_nnue_remark(const struct shogi_nnue *net)
{
    return net->remark;
}
