/* SPDX-License-Identifier: MIT */
/* output.c - where results go: standard output, a path, or a folder. */
#include "tool/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "tool/names.h"
#include "tool/temporary.h"

enum { WAITING_SIZE = 128 * 1024 };

struct output {
    struct output_options options;
    struct temporary file;    /* with a path */
    int fd;                   /* standard output, or the temporary file */
    int folder;               /* -1: none */
    struct name_set names;    /* given out in this run */
    struct name_set spared;   /* files, as device and number, not to be replaced */
    struct shogi_buf waiting; /* not yet written */
};

static struct output *
fail(struct output *o)
{
    shogi_memory_free(o);
    return NULL;
}

static bool
open_folder(struct output *o)
{
    const char *path = o->options.folder;

    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        warn_errno(errno, "cannot make folder '%s'", path);
        return false;
    }
    o->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (o->folder < 0)
        warn_errno(errno, "cannot open folder '%s'", path);
    return o->folder >= 0;
}

struct output *
output_open(const struct output_options *options)
{
    struct output *o = shogi_memory_alloc(sizeof *o);

    if (!o) {
        warn("out of memory");
        return NULL;
    }
    *o = (struct output){ .options = *options, .fd = STDOUT_FILENO, .folder = -1 };
    if (options->folder)
        return open_folder(o) ? o : fail(o);
    if (options->path) {
        if (!temporary_open(&o->file, AT_FDCWD, options->path))
            return fail(o);
        o->fd = o->file.fd;
    }
    return o;
}

bool
output_is_input(const struct output *o, const struct stat *input)
{
    struct stat mine;

    return o->options.path && S_ISREG(input->st_mode) && stat(o->options.path, &mine) == 0
           && mine.st_dev == input->st_dev && mine.st_ino == input->st_ino;
}

static void
put_identity(char out[64], const struct stat *st)
{
    snprintf(out, 64, "%llu-%llu", (unsigned long long)st->st_dev,
             (unsigned long long)st->st_ino);
}

void
output_spare(struct output *o, const struct stat *input)
{
    char identity[64];

    /* Without force nothing that exists is replaced. */
    if (o->folder < 0 || !o->options.force)
        return;
    put_identity(identity, input);
    if (!name_set_add(&o->spared, identity))
        o->options.force = false;
}

static bool
is_spared(const struct output *o, const char *name)
{
    struct stat st;
    char identity[64];

    if (!o->options.force || fstatat(o->folder, name, &st, AT_SYMLINK_NOFOLLOW) != 0)
        return false;
    put_identity(identity, &st);
    return name_set_has(&o->spared, identity);
}

bool
output_is_folder(const struct output *o)
{
    return o->folder >= 0;
}

static bool
write_all(int fd, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t n = write(fd, bytes, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        bytes += n;
        len -= (size_t)n;
    }
    return true;
}

bool
output_flush(struct output *o)
{
    bool good = write_all(o->fd, o->waiting.data, o->waiting.len);

    if (!good && o->options.path)
        warn_errno(errno, "cannot write '%s'", o->options.path);
    else if (!good)
        warn_errno(errno, "write error");
    shogi_buf_reset(&o->waiting);
    return good;
}

bool
output_write(struct output *o, const char *bytes, size_t len)
{
    if (o->waiting.len + len > WAITING_SIZE && !output_flush(o))
        return false;
    shogi_buf_add(&o->waiting, bytes, len);
    if (o->waiting.failed)
        warn("out of memory");
    return !o->waiting.failed;
}

bool
output_write_file(struct output *o, const char *name, const char *bytes, size_t len)
{
    struct shogi_buf path = { 0 };
    struct temporary file;
    bool good = false;

    if (!name_set_unique(&o->names, name, o->options.suffix, &path)) {
        warn("out of memory");
        goto done;
    }
    if (is_spared(o, path.data)) {
        warn("the output would overwrite '%s/%s', which is an input", o->options.folder,
             path.data);
        goto done;
    }
    if (!temporary_open(&file, o->folder, path.data))
        goto done;
    if (!write_all(file.fd, bytes, len)) {
        warn_errno(errno, "cannot write '%s/%s'", o->options.folder, path.data);
        temporary_discard(&file);
        goto done;
    }
    good = temporary_keep(&file, o->options.force);
done:
    shogi_buf_release(&path);
    return good;
}

bool
output_close(struct output *o, bool keep)
{
    bool good = output_flush(o);

    keep = keep && good;
    if (o->options.path && !o->options.folder) {
        if (keep)
            good = temporary_keep(&o->file, true) && good;
        else
            temporary_discard(&o->file);
    }
    if (o->folder >= 0)
        close(o->folder);
    name_set_release(&o->names);
    name_set_release(&o->spared);
    shogi_buf_release(&o->waiting);
    shogi_memory_free(o);
    return good;
}
