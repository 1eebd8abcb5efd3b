/* SPDX-License-Identifier: MIT */
/* message.h - what a tool says about itself and about the data. */
#ifndef SHOGI_TOOL_MESSAGE_H
#define SHOGI_TOOL_MESSAGE_H

#include <stdbool.h>

#include <shogi/diag.h>
#include <shogi/game.h>

#include "base/buf.h"

/* Exit status, as of diff and grep; the worse one wins: 2, then 3, then 1. */
enum tool_status {
    TOOL_OK = 0,
    TOOL_FINDINGS = 1,   /* lossy with --strict; findings of an audit */
    TOOL_TROUBLE = 2,    /* usage, input and output, memory */
    TOOL_UNREADABLE = 3, /* some game or file could not be read; the rest was done */
};

enum tool_status tool_worse(enum tool_status a, enum tool_status b);

/* The name that the program was called by, without its folder. */
extern const char *program_name;
void set_program_name(const char *argv0);

/* "program: message" on standard error; as printf. */
void warn(const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 1, 2)))
#endif
    ;

/* The same with ": " and the text of errno value ERROR behind. */
void warn_errno(int error, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* The same as bytes, for messages that have to wait their turn. */
void put_message(struct shogi_buf *out, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* "path:line:column: severity: message [code]" and a line feed. */
void put_diag(struct shogi_buf *out, const struct shogi_game *g,
              const struct shogi_diag *d, enum shogi_language language);

/* By --lang, else LC_ALL, LC_MESSAGES, LANG; false: NAME is no language. */
bool language_from_name(const char *name, enum shogi_language *language);
enum shogi_language language_from_environment(void);

/* Flush and close standard output and error; a write that failed at any time
 * ends the program with TOOL_TROUBLE.  Returns STATUS otherwise. */
int close_output(enum tool_status status);

#endif
