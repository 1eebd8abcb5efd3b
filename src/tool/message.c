/* SPDX-License-Identifier: MIT */
/* message.c - what a tool says about itself and about the data. */
#include "tool/message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "game/diag.h"
#include "game/game.h"
#include "tool/progress.h"

const char *program_name = "shogi";

void
set_program_name(const char *argv0)
{
    const char *slash = argv0 ? strrchr(argv0, '/') : NULL;

    if (argv0 && *argv0)
        program_name = slash ? slash + 1 : argv0;
}

enum tool_status
tool_worse(enum tool_status a, enum tool_status b)
{
    static const int rank[] = {
        [TOOL_OK] = 0, [TOOL_FINDINGS] = 1, [TOOL_UNREADABLE] = 2, [TOOL_TROUBLE] = 3
    };

    return rank[a] >= rank[b] ? a : b;
}

static void
print_message(const char *format, va_list args, int error)
{
    struct shogi_buf text = { 0 }, shown = { 0 };
    char line[1024];

    /* Names of paths may hold anything: show, never send, control characters. */
    vsnprintf(line, sizeof line, format, args);
    shogi_buf_puts(&text, program_name);
    shogi_buf_puts(&text, ": ");
    shogi_buf_puts(&text, line);
    if (error) {
        shogi_buf_puts(&text, ": ");
        shogi_buf_puts(&text, strerror(error));
    }
    shogi_buf_put_visible(&shown, text.data ? text.data : "", text.len);
    shogi_buf_putc(&shown, '\n');
    progress_clear();
    if (shown.failed)
        fputs("out of memory\n", stderr);
    else
        fwrite(shown.data, 1, shown.len, stderr);
    shogi_buf_release(&text);
    shogi_buf_release(&shown);
}

void
warn(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    print_message(format, args, 0);
    va_end(args);
}

void
warn_errno(int error, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    print_message(format, args, error);
    va_end(args);
}

void
put_message(struct shogi_buf *out, const char *format, ...)
{
    char line[4096];
    va_list args;
    int len;

    va_start(args, format);
    len = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (len < 0)
        return;
    shogi_buf_puts(out, program_name);
    shogi_buf_puts(out, ": ");
    shogi_buf_put_visible(out, line, strlen(line));
    shogi_buf_putc(out, '\n');
}

void
put_diag(struct shogi_buf *out, const struct shogi_game *g, const struct shogi_diag *d,
         enum shogi_language language)
{
    const char *path = g->source.path ? g->source.path : "-";

    shogi_buf_put_visible(out, path, strlen(path));
    shogi_buf_putc(out, ':');
    if (d->at.line > 0) {
        shogi_buf_put_number(out, d->at.line, 1);
        shogi_buf_putc(out, ':');
        shogi_buf_put_number(out, d->at.column, 1);
        shogi_buf_putc(out, ':');
    }
    shogi_buf_putc(out, ' ');
    shogi_buf_puts(out, shogi_severity_name((enum shogi_severity)d->severity));
    shogi_buf_puts(out, ": ");
    shogi_diag_put_message(d, language, out);
    shogi_buf_puts(out, " [");
    shogi_buf_puts(out, shogi_diag_code(d));
    shogi_buf_puts(out, "]\n");
}

bool
language_from_name(const char *name, enum shogi_language *language)
{
    bool japanese = strncmp(name, "ja", 2) == 0;

    if (!japanese && strncmp(name, "en", 2) != 0)
        return false;
    *language = japanese ? SHOGI_JAPANESE : SHOGI_ENGLISH;
    return true;
}

enum shogi_language
language_from_environment(void)
{
    static const char *const names[] = { "LC_ALL", "LC_MESSAGES", "LANG" };
    enum shogi_language language = SHOGI_ENGLISH;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) {
            language_from_name(value, &language);
            return language;
        }
    }
    return language;
}

int
close_output(enum tool_status status)
{
    int error;

    progress_clear();
    errno = 0;
    if (ferror(stdout) || fclose(stdout) != 0) {
        error = errno;
        warn_errno(error ? error : EIO, "write error");
        _exit(TOOL_TROUBLE);
    }
    if (ferror(stderr) || fclose(stderr) != 0)
        _exit(TOOL_TROUBLE);
    return status;
}
