/* SPDX-License-Identifier: MIT */
/* fuzz_nnue.c - for any bytes, and for a network with any bytes in it: either it is
 * refused with the place, or it gives the same values from move to move as from scratch,
 * on this processor as on any. */
#include "fuzz.h"

#include <string.h>

#include "engine/eval.h"
#include "engine/nnue.h"
#include "rules/bitboard.h"
#include "../unit/nnue_file.h"

enum { PLIES = 8, PATCH_HEAD = 8 };

static struct nnue_file base; /* made once, never changed */
static unsigned char *bytes;  /* as much, and a little more */

static void
check_refusal(const char *error)
{
    must(strncmp(error, "byte ", 5) == 0 && strlen(error) > 20);
    for (; *error; error++)
        must(*error >= 0x20 && *error < 0x7f);
}

/* From scratch. */
static int
fresh_value(const struct shogi_nnue *net, const struct shogi_position *p)
{
    struct shogi_nnue_stack *s = shogi_nnue_stack_new(net, 0);
    int value;

    must(s != NULL);
    shogi_nnue_fill(s, p);
    value = shogi_nnue_evaluate(s, 0, p);
    shogi_nnue_stack_free(s);
    return value;
}

static void
check_values(const struct shogi_nnue *net, const uint8_t *choice, size_t count)
{
    struct shogi_nnue_stack *s = shogi_nnue_stack_new(net, PLIES);
    shogi_move list[SHOGI_MAX_MOVES];
    struct shogi_position p;
    struct shogi_undo u;

    must(s != NULL);
    shogi_position_set_start(&p);
    shogi_nnue_fill(s, &p);
    for (unsigned ply = 0; ply < PLIES && ply < count; ply++) {
        size_t n = shogi_legal_moves(&p, list);
        if (n == 0)
            break;
        shogi_move m = list[choice[ply] % n];
        must(shogi_position_play(&p, m, &u));
        shogi_nnue_step(s, ply + 1, &p, m, &u);
        if (choice[ply] & 1) {
            int value = shogi_nnue_evaluate(s, ply + 1, &p);
            must(value == fresh_value(net, &p));
            must(value >= -SHOGI_EVAL_MAX && value <= SHOGI_EVAL_MAX);
        }
    }
    shogi_nnue_stack_free(s);
}

static void
check_paths(const struct shogi_nnue *net)
{
    const int16_t *own = net->weight, *other = net->weight + net->shape.half;

    must(shogi_nnue_forward(net, own, other)
         == shogi_nnue_forward_plain(net, own, other));
}

static void
read_and_check(const unsigned char *from, size_t len, const uint8_t *choice, size_t count)
{
    char error[512] = "";
    struct shogi_nnue *net = shogi_nnue_new(from, len, 0, error, sizeof error);

    if (!net) {
        check_refusal(error);
        return;
    }
    check_values(net, choice, count);
    check_paths(net);
    shogi_nnue_free(net);
}

/* DATA says where it goes, from the front or from the end, how often it is repeated, and
 * how much of the file is left away or added. */
static void
check_patched(const uint8_t *data, size_t size)
{
    size_t at = (size_t)(data[0] | data[1] << 8 | data[2] << 16) % base.len;
    size_t repeat = data[3] + 1u, len = base.len, n = size - PATCH_HEAD;

    memcpy(bytes, base.bytes, base.len);
    if (data[4] & 1)
        at = at % 64 * 4;
    for (; n > 0 && repeat > 0 && at + n <= len; repeat--, at += n)
        memcpy(bytes + at, data + PATCH_HEAD, n);
    if (data[4] & 2)
        len += (size_t)data[5];
    else if (data[4] & 4)
        len -= (size_t)(data[5] | data[6] << 8);
    read_and_check(bytes, len, data, size);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!base.bytes) {
        base = nnue_file_make(&(struct nnue_plan){
            .kp = true, .half = 256, .first = 8, .second = 16, .seed = 1 });
        must(base.bytes != NULL);
        bytes = malloc(base.len + 256);
        must(bytes != NULL);
    }
    memset(bytes + base.len, 0, 256);
    read_and_check(data, size, data, size);
    if (size >= PATCH_HEAD)
        check_patched(data, size);
    return 0;
}
