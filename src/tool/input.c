/* SPDX-License-Identifier: MIT */
/* input.c - the operands of a tool: paths, "-", lists of paths. */
#include "tool/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "tool/progress.h"

static bool
say(struct pipeline *p, const char *path, const char *what, int error)
{
    struct shogi_buf line = { 0 };
    bool good;

    put_message(&line, "%s '%s'%s%s", what, path, error ? ": " : "",
                error ? strerror(error) : "");
    good = pipeline_say(p, path, TOOL_TROUBLE, line.data ? line.data : "", line.len);
    shogi_buf_release(&line);
    return good;
}

static bool
feed_path(const struct inputs *in, struct pipeline *p, const char *path)
{
    struct stat st;
    bool good;
    int fd;

    if (strcmp(path, "-") == 0)
        return pipeline_feed(p, STDIN_FILENO, "-", &in->read);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return say(p, path, "cannot open", errno);
    if (fstat(fd, &st) != 0) {
        good = say(p, path, "cannot open", errno);
    } else if (S_ISDIR(st.st_mode)) {
        good = say(p, path, "cannot read", EISDIR);
    } else if (in->output && output_is_input(in->output, &st)) {
        good = say(p, path, "the output would overwrite", 0);
    } else {
        if (in->output)
            output_spare(in->output, &st);
        good = pipeline_feed(p, fd, path, &in->read);
    }
    close(fd);
    return good;
}

/* The next path of LIST as a NUL-terminated string; false: that was all, or a
 * failure (of LIST or of memory). */
static bool
read_path(FILE *list, char end, struct shogi_buf *path)
{
    int c = getc(list);

    shogi_buf_reset(path);
    if (c == EOF)
        return false;
    for (; c != EOF && c != (unsigned char)end; c = getc(list))
        shogi_buf_putc(path, (char)c);
    shogi_buf_putc(path, '\0');
    return !path->failed;
}

static bool
feed_list(const struct inputs *in, struct pipeline *p)
{
    bool is_stdin = strcmp(in->list, "-") == 0;
    FILE *list = is_stdin ? stdin : fopen(in->list, "r");
    char end = in->list_has_nul ? '\0' : '\n';
    struct shogi_buf path = { 0 };
    bool good = true;

    if (!list)
        return say(p, in->list, "cannot open", errno);
    while (good && read_path(list, end, &path))
        if (*path.data)
            good = feed_path(in, p, path.data);
    if (good && (ferror(list) || path.failed))
        good = say(p, in->list, "cannot read", path.failed ? ENOMEM : errno);
    shogi_buf_release(&path);
    if (!is_stdin)
        fclose(list);
    return good;
}

/* Also those that are read only after others have been written. */
static void
spare_operands(const struct inputs *in)
{
    struct stat st;

    if (!in->output || !output_is_folder(in->output))
        return;
    for (char **path = in->operands; *path; path++)
        if (strcmp(*path, "-") != 0 && stat(*path, &st) == 0)
            output_spare(in->output, &st);
}

/* How many bytes there are to read; 0: not known. */
static uint64_t
total_size(const struct inputs *in)
{
    struct stat st;
    uint64_t sum = 0;

    if (in->list)
        return 0;
    if (!*in->operands)
        return fstat(STDIN_FILENO, &st) == 0 && S_ISREG(st.st_mode) ? (uint64_t)st.st_size
                                                                    : 0;
    for (char **path = in->operands; *path; path++) {
        if (strcmp(*path, "-") == 0 || stat(*path, &st) != 0 || !S_ISREG(st.st_mode))
            return 0;
        sum += (uint64_t)st.st_size;
    }
    return sum;
}

bool
inputs_feed(const struct inputs *in, struct pipeline *p)
{
    bool good = true;

    spare_operands(in);
    progress_input(total_size(in));
    if (in->list && !feed_list(in, p))
        return false;
    if (!*in->operands && !in->list)
        return feed_path(in, p, "-");
    for (char **path = in->operands; good && *path; path++)
        good = feed_path(in, p, *path);
    return good;
}
