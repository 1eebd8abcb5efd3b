/* SPDX-License-Identifier: MIT */
/* pipeline.c - games in, results out, in order, on any number of threads. */
#include "tool/pipeline.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/memory.h"
#include "notation/stream.h"
#include "tool/batch.h"
#include "tool/progress.h"

enum slot_state { SLOT_FREE, SLOT_READY, SLOT_TAKEN, SLOT_DONE };

struct slot {
    struct batch batch;
    enum slot_state state;
};

/* A ring of slots.  `fill` is written by the main thread alone; `take` and the
 * states are guarded by the mutex. */
struct pipeline {
    const struct work *work;
    unsigned jobs;
    struct batch_worker inline_worker; /* of the main thread */
    pthread_t *threads;
    unsigned thread_count; /* 0: not started */
    pthread_mutex_t mutex;
    pthread_cond_t work_there, work_done;
    struct slot *slots;
    size_t slot_count;
    size_t fill, take, give; /* next to be filled, taken by a worker, given out */
    uint64_t games, bytes;   /* so far, for the progress line */
    bool closing;            /* no more batches will come */
    bool stopped;            /* results are no longer wanted */
};

static void *
run_worker(void *context)
{
    struct pipeline *p = context;
    struct batch_worker worker;
    bool good = batch_worker_open(&worker, p->work);

    pthread_mutex_lock(&p->mutex);
    for (;;) {
        struct slot *slot = &p->slots[p->take];
        if (slot->state != SLOT_READY) {
            if (p->closing)
                break;
            pthread_cond_wait(&p->work_there, &p->mutex);
            continue;
        }
        slot->state = SLOT_TAKEN;
        p->take = (p->take + 1) % p->slot_count;
        pthread_mutex_unlock(&p->mutex);
        if (good)
            batch_work(&slot->batch, &worker);
        else
            slot->batch.failed = true;
        pthread_mutex_lock(&p->mutex);
        slot->state = SLOT_DONE;
        pthread_cond_signal(&p->work_done);
    }
    pthread_mutex_unlock(&p->mutex);
    if (good)
        batch_worker_close(&worker);
    return NULL;
}

/* As many as can be had; none is no failure: the main thread then works.  Signals
 * are left to the main thread, which knows of the file it writes. */
static void
start_threads(struct pipeline *p)
{
    sigset_t all, before;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    p->threads = shogi_memory_alloc(p->jobs * sizeof *p->threads);
    while (p->threads && p->thread_count < p->jobs
           && pthread_create(&p->threads[p->thread_count], NULL, run_worker, p) == 0)
        p->thread_count++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (p->thread_count == 0)
        p->jobs = 1;
}

static void
stop_threads(struct pipeline *p)
{
    pthread_mutex_lock(&p->mutex);
    p->closing = true;
    pthread_cond_broadcast(&p->work_there);
    pthread_mutex_unlock(&p->mutex);
    for (unsigned i = 0; i < p->thread_count; i++)
        pthread_join(p->threads[i], NULL);
    shogi_memory_free(p->threads);
}

struct pipeline *
pipeline_open(const struct work *work, unsigned jobs)
{
    struct pipeline *p = shogi_memory_alloc(sizeof *p);

    if (!p)
        return NULL;
    *p = (struct pipeline){ .work = work,
                            .jobs = jobs,
                            .slot_count = 2 * (size_t)jobs + 2 };
    p->slots = shogi_memory_alloc(p->slot_count * sizeof *p->slots);
    if (!p->slots) {
        shogi_memory_free(p);
        return NULL;
    }
    memset(p->slots, 0, p->slot_count * sizeof *p->slots);
    pthread_mutex_init(&p->mutex, NULL);
    pthread_cond_init(&p->work_there, NULL);
    pthread_cond_init(&p->work_done, NULL);
    return p;
}

/* ---- giving out ---------------------------------------------------------------------
 */

static void
give(struct pipeline *p, struct slot *slot)
{
    if (!p->stopped && !batch_finish(&slot->batch, p->work))
        p->stopped = true;
    batch_reset(&slot->batch);
}

/* Wait until a batch is done; the mutex is held. */
static void
wait_for_work(struct pipeline *p)
{
    enum { TICK_NS = 250000000 };
    struct timespec until;

    if (!p->work->tick) {
        pthread_cond_wait(&p->work_done, &p->mutex);
        return;
    }
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += TICK_NS;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&p->work_done, &p->mutex, &until);
    pthread_mutex_unlock(&p->mutex);
    p->work->tick(p->work->context);
    pthread_mutex_lock(&p->mutex);
}

/* Give out what is done, in order; with WAIT, at least one batch. */
static void
give_done(struct pipeline *p, bool wait)
{
    pthread_mutex_lock(&p->mutex);
    for (;;) {
        struct slot *slot = &p->slots[p->give];
        while (wait && (slot->state == SLOT_READY || slot->state == SLOT_TAKEN))
            wait_for_work(p);
        if (slot->state != SLOT_DONE)
            break;
        pthread_mutex_unlock(&p->mutex);
        give(p, slot);
        pthread_mutex_lock(&p->mutex);
        slot->state = SLOT_FREE;
        p->give = (p->give + 1) % p->slot_count;
        wait = false;
    }
    pthread_mutex_unlock(&p->mutex);
}

/* The batch being filled goes to the workers, or is worked on here. */
static void
flush(struct pipeline *p, bool is_last)
{
    struct slot *slot = &p->slots[p->fill];

    if (batch_count(&slot->batch) == 0 && !slot->batch.failed)
        return;
    if (p->jobs > 1 && p->thread_count == 0 && !is_last)
        start_threads(p);
    if (p->thread_count == 0) {
        if (!p->inline_worker.game && !batch_worker_open(&p->inline_worker, p->work))
            slot->batch.failed = true;
        batch_work(&slot->batch, &p->inline_worker);
        give(p, slot);
        return;
    }
    pthread_mutex_lock(&p->mutex);
    slot->state = SLOT_READY;
    pthread_cond_signal(&p->work_there);
    pthread_mutex_unlock(&p->mutex);
    p->fill = (p->fill + 1) % p->slot_count;
    give_done(p, p->fill == p->give);
}

/* ---- feeding ------------------------------------------------------------------------
 */

struct input {
    struct pipeline *pipeline;
    int fd;
    int error;    /* errno of a failed read */
    bool is_slow; /* not a regular file: what is there should not wait */
};

enum { PATIENCE_MS = 10 };

/* Nothing comes from FD for now. */
static bool
is_idle(int fd)
{
    struct pollfd f = { .fd = fd, .events = POLLIN };

    return poll(&f, 1, PATIENCE_MS) == 0;
}

/* Where games take long, the tool counts something smaller. */
static void
show_progress(const struct pipeline *p)
{
    if (!p->work->is_slow)
        progress_show(p->games, p->bytes);
}

/* What was read so far is worked on and given out. */
static void
give_all(struct pipeline *p)
{
    flush(p, false);
    while (p->thread_count > 0 && p->give != p->fill)
        give_done(p, true);
    show_progress(p);
}

/* Are no more games wanted?  Where bytes may be long in coming, wait for either. */
static bool
is_stopped(const struct input *in)
{
    struct pollfd f[] = { { .fd = in->pipeline->work->stop_fd, .events = POLLIN },
                          { .fd = in->fd, .events = POLLIN } };
    nfds_t count = in->is_slow ? 2 : 1;
    int ready;

    if (!in->pipeline->work->stop_fd)
        return false;
    do
        ready = poll(f, count, in->is_slow ? -1 : 0);
    while (ready < 0 && errno == EINTR);
    return ready > 0 && f[0].revents != 0;
}

static long
read_fd(void *context, char *out, size_t size)
{
    struct input *in = context;
    ssize_t n;

    if (in->is_slow && is_idle(in->fd))
        give_all(in->pipeline);
    if (is_stopped(in))
        return 0;
    do
        n = read(in->fd, out, size);
    while (n < 0 && errno == EINTR);
    if (n < 0)
        in->error = errno;
    return n;
}

bool
pipeline_say(struct pipeline *p, const char *path, enum tool_status status,
             const char *line, size_t len)
{
    batch_say(&p->slots[p->fill].batch, path, status, line, len);
    return !p->stopped;
}

static bool
say_stream_error(struct pipeline *p, const struct shogi_stream *s, const struct input *in)
{
    enum tool_status status = TOOL_UNREADABLE;
    struct shogi_buf line = { 0 };

    switch (s->error) {
    case SHOGI_STREAM_READ:
        put_message(&line, "cannot read '%s': %s", s->path, strerror(in->error));
        status = TOOL_TROUBLE;
        break;
    case SHOGI_STREAM_NO_FORMAT:
        shogi_buf_put_visible(&line, s->path, strlen(s->path));
        shogi_buf_printf(
            &line,
            ":1:1: error: nothing of a game record was found (looked at: %.*s)"
            " [not-a-record]\n",
            (int)s->bids.len, s->bids.data);
        break;
    case SHOGI_STREAM_NO_ENCODING:
        put_message(&line, "cannot read '%s': iconv cannot convert its encoding",
                    s->path);
        status = TOOL_TROUBLE;
        break;
    case SHOGI_STREAM_MEMORY:
    case SHOGI_STREAM_OK:
        warn("out of memory");
        p->stopped = true;
        return false;
    }
    pipeline_say(p, s->path, status, line.data ? line.data : "", line.len);
    shogi_buf_release(&line);
    return !p->stopped;
}

/* An empty stream is no game, and that is fine; a path without a byte was
 * meant to hold one. */
static void
say_empty(struct pipeline *p, const char *path)
{
    struct shogi_buf line = { 0 };

    shogi_buf_put_visible(&line, path, strlen(path));
    shogi_buf_puts(
        &line,
        ":1:1: error: nothing of a game record was found (empty) [not-a-record]\n");
    pipeline_say(p, path, TOOL_UNREADABLE, line.data ? line.data : "", line.len);
    shogi_buf_release(&line);
}

/* Cut off one game and put it into the batch. */
static enum shogi_status
feed_game(struct pipeline *p, struct shogi_stream *s)
{
    struct shogi_chunk chunk;
    enum shogi_status status = shogi_stream_next(s, &chunk);
    struct batch *batch = &p->slots[p->fill].batch; /* reading may have begun a new one */

    if (status != SHOGI_OK && status != SHOGI_BAD)
        return status;
    batch_add(batch, s->format, s->encoding, &chunk,
              status == SHOGI_BAD ? s->max_game_size : 0);
    p->games++;
    p->bytes += chunk.len;
    progress_read(p->bytes);
    if (batch->in.len >= SHOGI_BATCH_SIZE || batch->failed || p->work->is_slow) {
        flush(p, false);
        show_progress(p);
    }
    return SHOGI_OK;
}

bool
pipeline_feed(struct pipeline *p, int fd, const char *path,
              const struct shogi_read_options *options)
{
    enum shogi_encoding encoding = SHOGI_ENCODING_AUTO;
    struct input in = { .pipeline = p, .fd = fd };
    struct shogi_stream stream;
    enum shogi_status status = SHOGI_OK;
    struct stat st;

    if (options->encoding)
        shogi_encoding_from_name(options->encoding, strlen(options->encoding), &encoding);
    in.is_slow = fstat(fd, &st) == 0 && !S_ISREG(st.st_mode);
    shogi_stream_init(&stream, (struct shogi_source_bytes){ read_fd, &in }, path, options,
                      encoding);
    while (status == SHOGI_OK && !p->stopped)
        status = feed_game(p, &stream);
    if (status == SHOGI_FATAL)
        say_stream_error(p, &stream, &in);
    else if (status == SHOGI_EOF && stream.number == 0 && !in.is_slow)
        say_empty(p, path);
    shogi_stream_release(&stream);
    return !p->stopped;
}

bool
pipeline_close(struct pipeline *p)
{
    bool good;

    flush(p, true);
    while (p->thread_count > 0 && p->give != p->fill)
        give_done(p, true);
    if (p->thread_count > 0)
        stop_threads(p);
    good = !p->stopped;
    for (size_t i = 0; i < p->slot_count; i++)
        batch_release(&p->slots[i].batch);
    if (p->inline_worker.work)
        batch_worker_close(&p->inline_worker);
    pthread_cond_destroy(&p->work_done);
    pthread_cond_destroy(&p->work_there);
    pthread_mutex_destroy(&p->mutex);
    shogi_memory_free(p->slots);
    shogi_memory_free(p);
    return good;
}
