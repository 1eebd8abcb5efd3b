/* SPDX-License-Identifier: MIT */
/* network.h - the file of a network that evaluates positions. */
#ifndef SHOGI_TOOL_NETWORK_H
#define SHOGI_TOOL_NETWORK_H

#include <stddef.h>

#include <shogi/nnue.h>

/* The network in the file at PATH, with SCALE as shogi_nnue_new() has it.  NULL: ERROR
 * (SIZE bytes) says why. */
struct shogi_nnue *network_read(const char *path, unsigned scale, char *error,
                                size_t size);

/* The same; what is odd about the file is printed.  NULL: a message has been printed. */
struct shogi_nnue *network_open(const char *path, unsigned scale);

#endif
