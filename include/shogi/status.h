/* SPDX-License-Identifier: MIT */
/* shogi/status.h - how a call ended; what is exported. */
#ifndef SHOGI_STATUS_H
#define SHOGI_STATUS_H

#if defined(__GNUC__)
#define SHOGI_API __attribute__((visibility("default")))
#else
#define SHOGI_API
#endif

/* Four ways to come back, and no fifth for warnings: those are in the list of
 * diagnostics of the game (see shogi/diag.h). */
enum shogi_status {
    SHOGI_OK = 0,     /* done */
    SHOGI_EOF = 1,    /* no more games */
    SHOGI_BAD = -1,   /* this game cannot be used; the next may be fine */
    SHOGI_FATAL = -2, /* out of memory, read error: stop */
};

/* The version of the library at run time, as "0.1.0".  Static storage. */
SHOGI_API const char *shogi_version(void);

#endif
