/* SPDX-License-Identifier: MIT */
/* shogi/diag.h - what was found in a game record, and where. */
#ifndef SHOGI_DIAG_H
#define SHOGI_DIAG_H

#include <stddef.h>
#include <stdint.h>

#include <shogi/status.h>
#include <shogi/types.h>

/* A place in the text of a record; the path is that of the game. */
struct shogi_place {
    uint32_t line;   /* in its path, from 1; 0: no place */
    uint32_t column; /* characters, from 1 */
};

enum shogi_severity {
    SHOGI_NOTE,    /* read with tolerance; nothing is wrong with the game */
    SHOGI_WARNING, /* something was lost, guessed or contradicts itself */
    SHOGI_FOUL,    /* a rule of shogi was broken */
    SHOGI_ERROR,   /* something could not be read */
    SHOGI_SEVERITY_COUNT
};

enum shogi_language { SHOGI_ENGLISH, SHOGI_JAPANESE };

/* One argument of a message. */
enum shogi_arg_type {
    SHOGI_ARG_TEXT,
    SHOGI_ARG_NUMBER,
    SHOGI_ARG_SQUARE,
    SHOGI_ARG_KIND,
    SHOGI_ARG_SIDE,
    SHOGI_ARG_WORD, /* one of a few words that both languages have */
    SHOGI_ARG_END   /* enum shogi_end */
};

struct shogi_diag_arg {
    enum shogi_arg_type type;
    int64_t number;   /* also the square, kind, side */
    const char *text; /* lives as long as the game */
};

enum { SHOGI_DIAG_ARGS = 8 };

/* In the arena of the game; read-only. */
struct shogi_diag {
    struct shogi_diag *next;
    struct shogi_place at;
    uint16_t id;       /* a row of the table of codes, see shogi_diag_code() */
    uint8_t severity;  /* enum shogi_severity */
    uint8_t offender;  /* enum shogi_side; SHOGI_NO_SIDE: nobody */
    uint32_t ply;      /* of the move it is about, from 1; 0: about no move */
    shogi_move move;   /* SHOGI_NO_MOVE: about no move, or one that cannot be encoded */
    uint8_t kind;      /* enum shogi_kind of the moved piece; SHOGI_NO_KIND: not known */
    bool in_variation; /* the move it is about is not of the main line */
    uint8_t arg_count;
    struct shogi_diag_arg arg[SHOGI_DIAG_ARGS];
};

/* The stable code, as "nifu"; static storage. */
SHOGI_API const char *shogi_diag_code(const struct shogi_diag *d);

/* "note", "warning", "foul", "error"; static storage. */
SHOGI_API const char *shogi_severity_name(enum shogi_severity severity);

/* The message as one line of UTF-8 without place and code, cut to SIZE - 1
 * bytes; control characters of the record are shown as \x1b.  Returns the
 * length it has uncut, as snprintf does. */
SHOGI_API size_t shogi_diag_message(const struct shogi_diag *d,
                                    enum shogi_language language, char *out, size_t size);

#endif
