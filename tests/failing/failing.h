/* SPDX-License-Identifier: MIT */
/* failing.h - the programs with a heap and a system that fail when told to.
 *
 *     FAILING='write ENOSPC' ../failing/convert -f csa -t kif -o out/x.kif in.csa
 *
 * runs the whole program again and again in the current folder: once as it is, then with
 * the first write() failing, with the second ... until there is none left to fail.  After
 * each run it is asked what the run left behind:
 *
 *   - a signal that was not sent, or a run without end, is a fault;
 *   - a status other than that of the clean run is 2, and something was said;
 *   - with the status of the clean run, everything was written;
 *   - what came on standard output is a beginning of what comes from a clean run;
 *   - every file of the folder out/ is what it was before (as in the folder old/), or
 * what the clean run makes of it; no other file is left but, after a kill, a draft.
 *
 * The first word is what fails: memory, read, write, open, stat, sync, close, rename,
 * link or unlink, or "time" for no call at all.  The second is how:
 *
 *   once, from     (of memory) that one time; that time and ever after
 *   ENOSPC ...     the call has no effect and gives this error; close() closes
 *   short          half of the bytes are written or read
 *   before, after  SIGKILL comes before, or right after, the call
 *   kill=N         (of time) SIGKILL at N random moments
 *
 * A third word, "tells", is for a program that tells of failures on standard output, and
 * goes on: that output is not compared.
 *
 * Most calls of a long row are alike: with SHOGI_LONG each one fails, else the first
 * hundred and then fewer and fewer. */
#ifndef SHOGI_TESTS_FAILING_H
#define SHOGI_TESTS_FAILING_H

#include <stdatomic.h>
#include <stdbool.h>

enum failing_call {
    FAILING_MEMORY,
    FAILING_READ,
    FAILING_WRITE,
    FAILING_OPEN,
    FAILING_STAT,
    FAILING_SYNC,
    FAILING_CLOSE,
    FAILING_RENAME,
    FAILING_LINK,
    FAILING_UNLINK,
    FAILING_NOTHING /* time */
};

enum failing_how {
    FAILING_ONCE,
    FAILING_FROM,
    FAILING_ERROR,
    FAILING_SHORT,
    FAILING_KILL_BEFORE,
    FAILING_KILL_AFTER
};

/* What is to fail in this process. */
struct failing {
    enum failing_call call;
    enum failing_how how;
    int error;           /* errno */
    unsigned long at;    /* the number of the call, from 1; 0: none fails */
    atomic_ulong *count; /* of such calls so far; seen by the process that started this */
};

extern struct failing failing;

#endif
