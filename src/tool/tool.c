/* SPDX-License-Identifier: MIT */
/* tool.c - what all tools share: options, start and end. */
#include "tool/tool.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "base/memory.h"
#include "text/encoding.h"
#include "tool/temporary.h"

/* Not every allocation of jansson that fails is noticed: its scanner goes on without the
 * byte that found no room.  No more work is better than wrong work. */
static void *
alloc_for_json(size_t size)
{
    void *block = shogi_memory_alloc(size);

    if (block || size == 0)
        return block;
    temporary_remove_drafts();
    fprintf(stderr, "%s: out of memory\n", program_name);
    _exit(TOOL_TROUBLE);
}

void
tool_start(char **argv)
{
    set_program_name(argv[0]);
    json_set_alloc_funcs(alloc_for_json, shogi_memory_free);
    /* A parent may have ignored it; a filter has to end when its reader does. */
    signal(SIGPIPE, SIG_DFL);
}

static unsigned
default_jobs(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);

    return n < 1 ? 1 : n > 64 ? 64 : (unsigned)n;
}

static bool
settle_reading(const struct shared_options *shared, struct shogi_read_options *read)
{
    enum shogi_encoding encoding;

    if (shared->from && strcmp(shared->from, "auto") != 0) {
        read->format = shogi_format_from_name(shared->from);
        if (!read->format || !shogi_format_can_read(read->format)) {
            warn("cannot read format '%s'; see --list-formats", shared->from);
            return false;
        }
    }
    if (shared->input_encoding
        && !shogi_encoding_from_name(shared->input_encoding,
                                     strlen(shared->input_encoding), &encoding)) {
        warn("unknown encoding '%s'", shared->input_encoding);
        return false;
    }
    read->encoding = shared->input_encoding;
    read->max_game_size = shared->max_game_size;
    read->whole = shared->whole;
    return true;
}

/* "plies=500" */
static bool
set_limit(const char *arg, struct shogi_bounds *bounds)
{
    const struct {
        const char *name;
        uint64_t *bound;
        unsigned thousand; /* 1024: bytes */
    } names[] = {
        { "line=", &bounds->line, 1024 },      { "comment=", &bounds->comment, 1024 },
        { "header=", &bounds->header, 1024 },  { "headers=", &bounds->headers, 1000 },
        { "plies=", &bounds->plies, 1000 },    { "nodes=", &bounds->nodes, 1000 },
        { "nesting=", &bounds->nesting, 1000 }
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t len = strlen(names[i].name);
        if (strncmp(arg, names[i].name, len) == 0)
            return read_units(arg + len, names[i].thousand, INT64_MAX, names[i].bound);
    }
    return false;
}

static bool
settle_limits(const struct shared_options *shared, struct shogi_bounds *bounds)
{
    for (size_t i = 0; shared->limits[i]; i++) {
        if (!set_limit(shared->limits[i], bounds)) {
            warn("--limit: '%s' is no limit; see --help", shared->limits[i]);
            return false;
        }
    }
    return true;
}

bool
tool_settle(const struct shared_options *shared, struct inputs *in, struct work *work,
            unsigned *jobs)
{
    if (!settle_reading(shared, &in->read) || !settle_limits(shared, &in->read.bounds))
        return false;
    work->bounds = &in->read.bounds;
    in->list = shared->list;
    in->list_has_nul = shared->list_has_nul;
    work->language = language_from_environment();
    if (shared->language && !language_from_name(shared->language, &work->language)) {
        warn("unknown language '%s'", shared->language);
        return false;
    }
    work->keep_notes = shared->verbose;
    *jobs = shared->jobs ? shared->jobs : default_jobs();
    return true;
}

void
print_formats(void)
{
    const struct shogi_format *f;

    for (size_t i = 0; (f = shogi_format_at(i)); i++) {
        const char *alias = shogi_format_alias(f);
        printf("%-6s %-6s %-5s %-5s %s\n", shogi_format_name(f), alias ? alias : "",
               shogi_format_can_read(f) ? "read" : "",
               shogi_format_can_write(f) ? "write" : "", shogi_format_title(f));
    }
}
