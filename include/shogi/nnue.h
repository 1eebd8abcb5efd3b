/* SPDX-License-Identifier: MIT */
/* shogi/nnue.h - networks that evaluate positions, from the files others train. */
#ifndef SHOGI_NNUE_H
#define SHOGI_NNUE_H

#include <stddef.h>

#include <shogi/status.h>

/* The weights of a network.  Nothing changes them, so that any number of engines and
 * threads may share one; it must outlive those engines. */
struct shogi_nnue;

enum { SHOGI_NNUE_SCALE_MAX = 128 };

/* Make a network of the LEN bytes of a file, which are not needed afterwards.
 *
 * Read are HalfKP networks with a first layer of 256, 512, 768 or 1024 and any second and
 * third layer of up to 128 neurons (256x2-32-32 is the usual one), and K-P networks with
 * a first layer of 256; with or without a hash in front of each section.  What a network
 * is follows from its size and its hash.
 *
 * SCALE, 1..SHOGI_NNUE_SCALE_MAX, is FV_SCALE: what the output is divided by; 0 is what
 * the file says, or else 16.
 *
 * NULL: it is no such file, or memory is out, and ERROR (SIZE bytes) says at which byte
 * and why; what is known of another kind of network is told.  Any thread. */
SHOGI_API struct shogi_nnue *shogi_nnue_new(const void *bytes, size_t len, unsigned scale,
                                            char *error, size_t size);

/* NULL is fine. */
SHOGI_API void shogi_nnue_free(struct shogi_nnue *net);

/* "HalfKP 256x2-32-32 0f3e2d1c, FV_SCALE 16", where the number in hexadecimal is made of
 * all bytes of the file; lives as long as NET. */
SHOGI_API const char *shogi_nnue_name(const struct shogi_nnue *net);

/* What is odd about the file, which was read nevertheless: a sentence, or "". */
SHOGI_API const char *shogi_nnue_remark(const struct shogi_nnue *net);

#endif
