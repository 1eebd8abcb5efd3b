/* SPDX-License-Identifier: MIT */
/* side_output.c - what an analysis writes beside its output: graphs and a summary. */
#include "tool/side_output.h"

#include <string.h>

#include "base/memory.h"
#include "tool/output.h"

struct side_output {
    const char *graph;
    struct output *summary; /* NULL: none */
    unsigned long graphs;   /* written so far */
    bool has_summary;       /* of a game, already */
};

struct side_output *
side_output_open(const char *graph, const char *summary)
{
    struct side_output *s = shogi_memory_alloc(sizeof *s);
    struct output_options options = { .path = summary };

    if (!s) {
        warn("out of memory");
        return NULL;
    }
    *s = (struct side_output){ .graph = graph };
    if (!summary || (s->summary = output_open(&options)))
        return s;
    shogi_memory_free(s);
    return NULL;
}

/* The path of graph number N, with its NUL. */
static void
put_path(struct shogi_buf *out, const char *path, unsigned long n)
{
    const char *field = strstr(path, "{n}");
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    size_t stem = dot ? (size_t)(dot - path) : strlen(path);

    if (field) {
        shogi_buf_add(out, path, (size_t)(field - path));
        shogi_buf_printf(out, "%lu", n);
        shogi_buf_puts(out, field + 3);
    } else {
        shogi_buf_add(out, path, stem);
        if (n > 1)
            shogi_buf_printf(out, "-%lu", n);
        shogi_buf_puts(out, path + stem);
    }
    shogi_buf_putc(out, '\0');
}

bool
side_output_graph(struct side_output *s, const char *bytes, size_t len)
{
    struct output_options options = { 0 };
    struct shogi_buf path = { 0 };
    struct output *o;
    bool good;

    put_path(&path, s->graph, ++s->graphs);
    if (path.failed) {
        warn("out of memory");
        return false;
    }
    options.path = path.data;
    o = output_open(&options);
    good = o && output_write(o, bytes, len);
    if (o)
        good = output_close(o, good) && good;
    shogi_buf_release(&path);
    return good;
}

bool
side_output_summary(struct side_output *s, const char *bytes, size_t len)
{
    if (s->has_summary && !output_write(s->summary, "\n", 1))
        return false;
    s->has_summary = true;
    return output_write(s->summary, bytes, len);
}

bool
side_output_close(struct side_output *s, bool keep)
{
    bool good;

    if (!s)
        return true;
    good = !s->summary || output_close(s->summary, keep);
    shogi_memory_free(s);
    return good;
}
