/* SPDX-License-Identifier: MIT */
/* limits.h - sizes of buffers.  A build with --enable-tiny-buffers makes them
 * absurdly small, so that every border between two buffers is crossed. */
#ifndef SHOGI_BASE_LIMITS_H
#define SHOGI_BASE_LIMITS_H

enum {
#ifdef SHOGI_TINY_BUFFERS
    SHOGI_ARENA_BLOCK = 16, /* bytes of a block of an arena */
    SHOGI_BUF_FIRST = 1,    /* bytes of a growing buffer's first allocation */
    SHOGI_READ_SIZE = 3,    /* bytes asked for by one read() */
    SHOGI_BATCH_SIZE = 1,   /* bytes of whole games handed to a worker at once */
    SHOGI_CURSOR_PLIES = 1, /* plies a cursor holds without the heap */
#else
    SHOGI_ARENA_BLOCK = 32 * 1024,
    SHOGI_BUF_FIRST = 4096,
    SHOGI_READ_SIZE = 64 * 1024,
    SHOGI_BATCH_SIZE = 64 * 1024,
    SHOGI_CURSOR_PLIES = 256,
#endif
};

#endif
