/* SPDX-License-Identifier: MIT */
/* process.h - a child process that is spoken to in lines, and cannot make us wait,
 * fill our memory, kill us by a signal, or outlive us unnoticed. */
#ifndef SHOGI_ENGINE_PROCESS_H
#define SHOGI_ENGINE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"

enum {
    SHOGI_PROCESS_LINE_MAX = 64 * 1024, /* bytes of a line; the rest of it is dropped */
    SHOGI_PROCESS_TAIL = 4096,          /* bytes of its last messages that are kept */
};

struct shogi_process {
    pid_t pid;           /* 0: it has ended and is reaped */
    int in, out, err;    /* our ends of its streams; -1: closed */
    int status;          /* of waitpid(), once pid is 0; -1: somebody else has it */
    int64_t now_ms;      /* of shogi_clock_ms(), when it was last looked at */
    struct shogi_buf to; /* for its standard input */
    size_t sent;         /* of that */
    char *from;          /* what it wrote: FROM_SIZE bytes */
    size_t begin, end;   /* of what is not yet taken */
    uint64_t received;   /* bytes, in all */
    bool is_dropping;    /* the rest of a line that was too long */
    char tail[SHOGI_PROCESS_TAIL]; /* of standard error */
    size_t tail_len;
};

enum shogi_process_event {
    SHOGI_PROCESS_LINE,  /* a line came */
    SHOGI_PROCESS_LATE,  /* the deadline passed */
    SHOGI_PROCESS_WOKEN, /* the wake pipe can be read */
    SHOGI_PROCESS_ENDED, /* it has ended, or reads or writes no more, and all it wrote
                            is taken */
};

/* Run PATH as shogi_spawn() does; P is all-zero, or a process that has ended.  0, or an
 * errno. */
int shogi_process_start(struct shogi_process *p, const char *path, char *const *words,
                        const char *folder);

/* Send bytes soon: now, or while a wait goes on.  False: memory is out. */
bool shogi_process_send(struct shogi_process *p, const char *bytes, size_t len);

/* Send what waits and read what is there, waiting at most WAIT_MS for either.  True when
 * WAKE (a descriptor, -1: none) can be read. */
bool shogi_process_look(struct shogi_process *p, int wait_ms, int wake);

/* The next whole line that was read, without its end; it lives until the next call.
 * The last one may lack its end.  False: there is none. */
bool shogi_process_take_line(struct shogi_process *p, const char **line, size_t *len);

/* Wait for a line until DEADLINE_MS of the clock, or until WAKE can be read.  Lines that
 * are here already come first, whatever the time is. */
enum shogi_process_event shogi_process_wait(struct shogi_process *p, int64_t deadline_ms,
                                            int wake, const char **line, size_t *len);

/* A line that has begun and not ended; "" when there is none.  Returns its length. */
size_t shogi_process_partial(const struct shogi_process *p, const char **line);

/* How it ended, as "exited with status 1" or "closed its output": into SIZE bytes. */
void shogi_process_describe(const struct shogi_process *p, char *out, size_t size);

/* Wait at most WAIT_MS for it to end by itself; what it writes meanwhile is lost. */
void shogi_process_await_end(struct shogi_process *p, int wait_ms);

/* End it and all of its group: with PATIENCE_MS by itself, then by SIGTERM, then by
 * SIGKILL; reap it and close its streams.  0 is SIGKILL at once.  Its memory and its
 * last messages stay. */
void shogi_process_stop(struct shogi_process *p, int patience_ms);

/* The same at once, and its memory is given back; all-zero is fine. */
void shogi_process_release(struct shogi_process *p);

#endif
