/* SPDX-License-Identifier: MIT */
/* process.c - a child process that is spoken to in lines. */
#include "engine/process.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "engine/spawn.h"

enum {
    FROM_SIZE = 2 * SHOGI_PROCESS_LINE_MAX,
    SLICE_MS = 50,  /* a process may end while its children hold its pipes */
    TERM_MS = 500,  /* between SIGTERM and SIGKILL */
    REAP_MS = 2000, /* behind SIGKILL */
};

int
shogi_process_start(struct shogi_process *p, const char *path, char *const *words,
                    const char *folder)
{
    struct shogi_spawned s;
    int error;

    if (!p->from)
        p->from = shogi_memory_alloc(FROM_SIZE);
    if (!p->from)
        return ENOMEM;
    p->in = p->out = p->err = -1;
    shogi_buf_reset(&p->to);
    p->sent = p->begin = p->end = p->tail_len = 0;
    p->is_dropping = false;
    error = shogi_spawn(path, words, folder, &s);
    if (error)
        return error;
    p->pid = s.pid;
    p->in = s.in;
    p->out = s.out;
    p->err = s.err;
    p->status = 0;
    p->now_ms = shogi_clock_ms();
    return 0;
}

static void
close_stream(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* ---- its end --------------------------------------------------------------------- */

/* Has it ended?  Then its whole group is killed while its number is still its own, and
 * it is reaped. */
static bool
has_ended(struct shogi_process *p)
{
    siginfo_t info = { .si_pid = 0 };

    if (p->pid == 0)
        return true;
    if (waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0) {
        if (info.si_pid == 0)
            return false;
    } else if (errno == EINTR) {
        return false;
    }
    kill(-p->pid, SIGKILL);
    if (waitpid(p->pid, &p->status, WNOHANG) != p->pid)
        p->status = -1; /* the program we are part of reaps all children itself */
    p->pid = 0;
    return true;
}

void
shogi_process_describe(const struct shogi_process *p, char *out, size_t size)
{
    /* clang-format off */
    static const struct { int number; const char *name; } signals[] = {
        { SIGSEGV, "SIGSEGV" }, { SIGABRT, "SIGABRT" }, { SIGKILL, "SIGKILL" },
        { SIGTERM, "SIGTERM" }, { SIGFPE, "SIGFPE" },   { SIGILL, "SIGILL" },
        { SIGBUS, "SIGBUS" },   { SIGPIPE, "SIGPIPE" }, { SIGINT, "SIGINT" },
    };
    /* clang-format on */
    const char *name = "";

    if (p->pid != 0) {
        snprintf(out, size, "closed its standard %s", p->in < 0 ? "input" : "output");
    } else if (p->status == -1) {
        snprintf(out, size, "ended");
    } else if (WIFSIGNALED(p->status)) {
        int number = WTERMSIG(p->status);

        for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
            if (signals[i].number == number)
                name = signals[i].name;
        snprintf(out, size, "was killed by signal %d%s%s%s", number, *name ? " (" : "",
                 name, *name ? ")" : "");
    } else {
        snprintf(out, size, "exited with status %d", WEXITSTATUS(p->status));
    }
}

/* ---- writing --------------------------------------------------------------------- */

/* As write(), without the signal that a closed pipe sends.  Only this thread's mask is
 * touched, and only for this moment. */
static ssize_t
write_quietly(int fd, const char *bytes, size_t len)
{
    sigset_t set, old, pending;
    bool was_pending;
    ssize_t n;
    int error;

    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    sigemptyset(&pending);
    sigpending(&pending);
    was_pending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &set, &old);
    n = write(fd, bytes, len);
    error = errno;
    if (n < 0 && error == EPIPE && !was_pending) {
        int number;

        sigemptyset(&pending);
        sigpending(&pending);
        if (sigismember(&pending, SIGPIPE) == 1)
            sigwait(&set, &number);
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = error;
    return n;
}

static void
write_queue(struct shogi_process *p)
{
    while (p->in >= 0 && p->sent < p->to.len) {
        ssize_t n = write_quietly(p->in, p->to.data + p->sent, p->to.len - p->sent);

        if (n > 0)
            p->sent += (size_t)n;
        else if (n < 0 && errno == EAGAIN)
            return;
        else if (n == 0 || errno != EINTR)
            close_stream(&p->in);
    }
    shogi_buf_reset(&p->to);
    p->sent = 0;
}

bool
shogi_process_send(struct shogi_process *p, const char *bytes, size_t len)
{
    shogi_buf_add(&p->to, bytes, len);
    if (p->to.failed) {
        shogi_buf_reset(&p->to);
        p->sent = 0;
        return false;
    }
    write_queue(p);
    return true;
}

/* ---- reading --------------------------------------------------------------------- */

/* Move what is not yet taken to the front. */
static void
make_room(struct shogi_process *p)
{
    if (p->end > p->begin)
        memmove(p->from, p->from + p->begin, p->end - p->begin);
    p->end -= p->begin;
    p->begin = 0;
}

static void
read_output(struct shogi_process *p)
{
    ssize_t n;

    if (p->end == FROM_SIZE || p->begin == p->end)
        make_room(p);
    if (p->end == FROM_SIZE)
        return; /* lines are waiting to be taken */
    n = read(p->out, p->from + p->end, FROM_SIZE - p->end);
    if (n > 0) {
        p->end += (size_t)n;
        p->received += (uint64_t)n;
    } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
        close_stream(&p->out);
    }
}

/* Keep the last bytes only. */
static void
read_messages(struct shogi_process *p)
{
    char bytes[4096];
    ssize_t n = read(p->err, bytes, sizeof bytes);
    size_t len, over;

    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        close_stream(&p->err);
    if (n <= 0)
        return;
    len = (size_t)n;
    over = p->tail_len + len > sizeof p->tail ? p->tail_len + len - sizeof p->tail : 0;
    if (over > 0)
        memmove(p->tail, p->tail + over, p->tail_len - over);
    p->tail_len -= over;
    memcpy(p->tail + p->tail_len, bytes, len);
    p->tail_len += len;
}

bool
shogi_process_look(struct shogi_process *p, int wait_ms, int wake)
{
    struct pollfd fds[] = {
        { .fd = p->out, .events = POLLIN },
        { .fd = p->err, .events = POLLIN },
        { .fd = p->sent < p->to.len ? p->in : -1, .events = POLLOUT },
        { .fd = wake, .events = POLLIN },
    };
    int ready = poll(fds, sizeof fds / sizeof *fds, wait_ms);

    if (ready > 0) {
        if (fds[0].revents)
            read_output(p);
        if (fds[1].revents)
            read_messages(p);
        if (fds[2].revents)
            write_queue(p);
    }
    p->now_ms = shogi_clock_ms();
    return ready > 0 && fds[3].revents != 0;
}

bool
shogi_process_take_line(struct shogi_process *p, const char **line, size_t *len)
{
    char *begin = p->from + p->begin;
    size_t waiting = p->end - p->begin;
    char *lf = waiting ? memchr(begin, '\n', waiting) : NULL;
    size_t whole = lf ? (size_t)(lf - begin) + 1 : 0;
    bool is_rest = p->is_dropping;

    if (!lf) {
        /* A line that is too long, or the last one at the end of the stream. */
        if (waiting < SHOGI_PROCESS_LINE_MAX && (p->out >= 0 || waiting == 0))
            return false;
        whole = waiting;
        p->is_dropping = p->out >= 0;
    } else {
        p->is_dropping = false;
    }
    p->begin += whole;
    if (is_rest)
        return shogi_process_take_line(p, line, len);
    *line = begin;
    *len = lf ? whole - 1 : whole;
    if (*len > SHOGI_PROCESS_LINE_MAX)
        *len = SHOGI_PROCESS_LINE_MAX;
    if (*len > 0 && begin[*len - 1] == '\r')
        --*len;
    return true;
}

size_t
shogi_process_partial(const struct shogi_process *p, const char **line)
{
    *line = p->from + p->begin;
    return p->is_dropping ? 0 : p->end - p->begin;
}

/* No more than a slice, so that the end of the process is seen. */
static int
slice_until(int64_t deadline_ms)
{
    int64_t left = deadline_ms - shogi_clock_ms();

    return left <= 0 ? 0 : left < SLICE_MS ? (int)left : SLICE_MS;
}

/* Look once more: true when that brought something. */
static bool
has_more(struct shogi_process *p, int wait_ms)
{
    uint64_t before = p->received;

    shogi_process_look(p, wait_ms, -1);
    return p->received != before;
}

enum shogi_process_event
shogi_process_wait(struct shogi_process *p, int64_t deadline_ms, int wake,
                   const char **line, size_t *len)
{
    for (;;) {
        uint64_t before = p->received;
        bool is_woken;

        if (shogi_process_take_line(p, line, len))
            return SHOGI_PROCESS_LINE;
        /* Who does not listen any more may have said why. */
        if (p->out < 0 || (p->in < 0 && !has_more(p, SLICE_MS) && p->out >= 0)) {
            shogi_process_await_end(p, TERM_MS);
            return SHOGI_PROCESS_ENDED;
        }
        if (p->now_ms >= deadline_ms && slice_until(deadline_ms) == 0)
            return SHOGI_PROCESS_LATE;
        is_woken = shogi_process_look(p, slice_until(deadline_ms), wake);
        /* It may have left its end of the pipe to children of its own. */
        if (p->received == before && has_ended(p) && !has_more(p, 0))
            close_stream(&p->out);
        if (is_woken)
            return SHOGI_PROCESS_WOKEN;
    }
}

/* ---- stopping -------------------------------------------------------------------- */

void
shogi_process_await_end(struct shogi_process *p, int wait_ms)
{
    int64_t deadline = shogi_clock_ms() + wait_ms;

    while (!has_ended(p) && slice_until(deadline) > 0) {
        int slice = slice_until(deadline);

        p->begin = p->end = 0; /* nobody reads it, and it must not wait for us */
        shogi_process_look(p, slice < 10 ? slice : 10, -1);
    }
}

void
shogi_process_stop(struct shogi_process *p, int patience_ms)
{
    if (p->from && patience_ms > 0) {
        shogi_process_await_end(p, patience_ms);
        if (!has_ended(p))
            kill(-p->pid, SIGTERM);
        shogi_process_await_end(p, TERM_MS);
    }
    if (p->from && !has_ended(p)) {
        kill(-p->pid, SIGKILL);
        shogi_process_await_end(p, REAP_MS);
    }
    if (p->from) {
        close_stream(&p->in);
        close_stream(&p->out);
        close_stream(&p->err);
    }
}

void
shogi_process_release(struct shogi_process *p)
{
    shogi_process_stop(p, 0);
    shogi_buf_release(&p->to);
    shogi_memory_free(p->from);
    *p = (struct shogi_process){ 0 };
}
