/* SPDX-License-Identifier: MIT */
/* options.h - one table drives the parser, --help and the check of the manual. */
#ifndef SHOGI_TOOL_OPTIONS_H
#define SHOGI_TOOL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tool/message.h"

enum option_kind {
    OPTION_FLAG,     /* bool: set to true */
    OPTION_STRING,   /* const char * */
    OPTION_OPTIONAL, /* const char *: the argument, "" when there is none */
    OPTION_LIST,   /* const char *[OPTION_LIST_MAX + 1]: each use adds one, NULL behind */
    OPTION_COUNT,  /* unsigned: 1..9999 */
    OPTION_SIZE,   /* size_t: bytes, with K, M or G behind */
    OPTION_NUMBER, /* uint64_t: from 1, with K, M or G behind: thousands, millions ... */
    OPTION_CHOICE, /* int: the place of the word in `words` */
    OPTION_GROUP,  /* no option: a heading of --help */
};

enum { OPTION_LIST_MAX = 64 };

/* A row of a tool's table; the last one has no help. */
struct option_row {
    char letter;      /* 0: long only */
    const char *name; /* NULL for a heading */
    const char *arg;  /* name of the argument, NULL: takes none */
    enum option_kind kind;
    void *to;
    const char *help;         /* one line */
    const char *const *words; /* of a choice, NULL behind the last */
};

/* Parse the options of TABLE; options and operands may stand in any order,
 * "--" ends the options, long options may be shortened.  On success *OPERANDS
 * is the index of the first operand (they have been moved behind the options).
 * On failure a message has been printed. */
bool parse_options(int argc, char **argv, const struct option_row *table, int *operands);

/* ARG is a number above 0 and up to MOST, with K, M or G behind for powers of THOUSAND. */
bool read_units(const char *arg, unsigned thousand, uint64_t most, uint64_t *out);

/* Print MESSAGE and where help is to be had.  Returns false. */
bool usage_error(const char *message);

/* A word that stands for bits in the argument of an option. */
struct option_word {
    const char *word; /* NULL behind the last */
    uint32_t bits;
};

/* Add the bits of the words in LIST, "one,two", to *BITS; NULL: none.  False: the
 * message about OPTION that has an unknown word has been printed. */
bool parse_words(const char *option, const char *list, const struct option_word *words,
                 uint32_t *bits);

/* Print "Usage: ...", SUMMARY and TABLE on standard output. */
void print_help(const char *usage, const char *summary, const struct option_row *table,
                const char *closing);

/* "program (shogi-utils) version". */
void print_version(void);

#endif
