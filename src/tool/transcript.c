/* SPDX-License-Identifier: MIT */
/* transcript.c - what was said to engines and by them, line by line, in a file. */
#include "tool/transcript.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "game/diag.h"
#include "tool/message.h"

struct transcript {
    pthread_mutex_t mutex;
    FILE *file;
    char *path;
    struct timespec start;
    unsigned engines;
};

struct transcript *
transcript_open(const char *path)
{
    struct transcript *t = shogi_memory_alloc(sizeof *t);

    if (!t) {
        warn("out of memory");
        return NULL;
    }
    *t = (struct transcript){ .file = fopen(path, "w"),
                              .path = shogi_memory_alloc(strlen(path) + 1) };
    if (!t->file || !t->path) {
        warn_errno(t->file ? ENOMEM : errno, "cannot open '%s'", path);
        if (t->file)
            fclose(t->file);
        shogi_memory_free(t->path);
        shogi_memory_free(t);
        return NULL;
    }
    strcpy(t->path, path);
    pthread_mutex_init(&t->mutex, NULL);
    clock_gettime(CLOCK_MONOTONIC, &t->start);
    return t;
}

bool
transcript_close(struct transcript *t)
{
    bool good;

    if (!t)
        return true;
    errno = 0;
    good = !ferror(t->file);
    good = fclose(t->file) == 0 && good;
    if (!good)
        warn_errno(errno ? errno : EIO, "cannot write '%s'", t->path);
    pthread_mutex_destroy(&t->mutex);
    shogi_memory_free(t->path);
    shogi_memory_free(t);
    return good;
}

unsigned
transcript_number(struct transcript *t)
{
    unsigned number;

    pthread_mutex_lock(&t->mutex);
    number = ++t->engines;
    pthread_mutex_unlock(&t->mutex);
    return number;
}

void
transcript_add(struct transcript *t, unsigned number, char direction, const char *line,
               size_t len)
{
    struct shogi_buf text = { 0 };
    struct timespec now;
    long ms;

    pthread_mutex_lock(&t->mutex);
    clock_gettime(CLOCK_MONOTONIC, &now);
    ms = (long)(now.tv_sec - t->start.tv_sec) * 1000
         + (now.tv_nsec - t->start.tv_nsec) / 1000000;
    shogi_buf_printf(&text, "%ld.%03ld %u%c ", ms / 1000, ms % 1000, number, direction);
    shogi_buf_put_visible(&text, line, len);
    shogi_buf_putc(&text, '\n');
    if (!text.failed)
        fwrite(text.data, 1, text.len, t->file);
    fflush(t->file);
    pthread_mutex_unlock(&t->mutex);
    shogi_buf_release(&text);
}
