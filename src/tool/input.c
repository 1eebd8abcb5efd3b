/* SPDX-License-Identifier: MIT */
/* input.c - the operands of a tool: paths, "-", lists of paths. */
#include "tool/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    } else if (in->allowed && !in->allowed(&st)) {
        good = say(p, path, "the output would overwrite", 0);
    } else {
        good = pipeline_feed(p, fd, path, &in->read);
    }
    close(fd);
    return good;
}

static bool
feed_list(const struct inputs *in, struct pipeline *p)
{
    bool is_stdin = strcmp(in->list, "-") == 0;
    FILE *list = is_stdin ? stdin : fopen(in->list, "r");
    char *path = NULL;
    size_t size = 0;
    ssize_t len;
    bool good = true;

    if (!list)
        return say(p, in->list, "cannot open", errno);
    while (good
           && (len = getdelim(&path, &size, in->list_has_nul ? '\0' : '\n', list)) > 0) {
        if (path[len - 1] == '\n' && !in->list_has_nul)
            path[--len] = '\0';
        if (len > 0 && *path)
            good = feed_path(in, p, path);
    }
    if (good && ferror(list))
        good = say(p, in->list, "cannot read", errno);
    free(path);
    if (!is_stdin)
        fclose(list);
    return good;
}

bool
inputs_feed(const struct inputs *in, struct pipeline *p)
{
    bool good = true;

    if (in->list && !feed_list(in, p))
        return false;
    if (!*in->operands && !in->list)
        return feed_path(in, p, "-");
    for (char **path = in->operands; good && *path; path++)
        good = feed_path(in, p, *path);
    return good;
}
