/* SPDX-License-Identifier: MIT */
/* options.c - command lines by a table. */
#include "tool/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { FIRST_CODE = 256, HELP_COLUMN = 30 };

static bool
is_option(const struct option_row *row)
{
    return row->kind != OPTION_GROUP;
}

static bool
try_help(void)
{
    fprintf(stderr, "Try '%s --help' for more information.\n", program_name);
    return false;
}

bool
usage_error(const char *message)
{
    warn("%s", message);
    return try_help();
}

static bool
bad_argument(const struct option_row *row, const char *arg)
{
    warn("invalid argument '%s' for '--%s'", arg, row->name);
    return try_help();
}

static bool
set_count(const struct option_row *row, const char *arg)
{
    char *end;
    unsigned long n = strtoul(arg, &end, 10);

    if (*arg < '0' || *arg > '9' || *end || n < 1 || n > 9999)
        return bad_argument(row, arg);
    *(unsigned *)row->to = (unsigned)n;
    return true;
}

bool
read_units(const char *arg, unsigned thousand, uint64_t most, uint64_t *out)
{
    static const char units[] = "KMG";
    const char *unit;
    char *end;
    unsigned long long n;

    errno = 0;
    n = strtoull(arg, &end, 10);
    if (*arg < '0' || *arg > '9' || errno || n == 0 || n > most)
        return false;
    if (*end) {
        unit = strchr(units, *end);
        if (!unit || end[1])
            return false;
        for (; unit >= units; unit--) {
            if (n > most / thousand)
                return false;
            n *= thousand;
        }
    }
    *out = n;
    return true;
}

static bool
set_size(const struct option_row *row, const char *arg)
{
    uint64_t n;

    if (!read_units(arg, 1024, SIZE_MAX, &n))
        return bad_argument(row, arg);
    *(size_t *)row->to = (size_t)n;
    return true;
}

static bool
set_number(const struct option_row *row, const char *arg)
{
    return read_units(arg, 1000, INT64_MAX, row->to) || bad_argument(row, arg);
}

static bool
add_to_list(const struct option_row *row, const char *arg)
{
    const char **list = row->to;
    size_t n = 0;

    while (list[n])
        n++;
    if (n == OPTION_LIST_MAX) {
        warn("too many '--%s'", row->name);
        return try_help();
    }
    list[n] = arg;
    return true;
}

static bool
set_choice(const struct option_row *row, const char *arg)
{
    for (int i = 0; row->words[i]; i++) {
        if (strcmp(row->words[i], arg) == 0) {
            *(int *)row->to = i;
            return true;
        }
    }
    bad_argument(row, arg);
    fputs("Valid arguments are:", stderr);
    for (int i = 0; row->words[i]; i++)
        fprintf(stderr, " %s", row->words[i]);
    fputs("\n", stderr);
    return false;
}

static bool
set_option(const struct option_row *row, const char *arg)
{
    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)row->to = true;
        return true;
    case OPTION_OPTIONAL:
        *(const char **)row->to = arg ? arg : "";
        return true;
    case OPTION_STRING:
        *(const char **)row->to = arg;
        return true;
    case OPTION_LIST:
        return add_to_list(row, arg);
    case OPTION_COUNT:
        return set_count(row, arg);
    case OPTION_SIZE:
        return set_size(row, arg);
    case OPTION_NUMBER:
        return set_number(row, arg);
    case OPTION_CHOICE:
        return set_choice(row, arg);
    case OPTION_GROUP:
        break;
    }
    return false;
}

static int
argument_of(const struct option_row *row)
{
    if (row->kind == OPTION_OPTIONAL)
        return optional_argument;
    return row->arg ? required_argument : no_argument;
}

/* The tables that getopt_long() wants; LETTERS has room for 3 bytes a row. */
static void
fill_tables(const struct option_row *table, struct option *longs, char *letters)
{
    for (int i = 0; table[i].help; i++) {
        if (!is_option(&table[i]))
            continue;
        *longs++ = (struct option){ table[i].name, argument_of(&table[i]), NULL,
                                    FIRST_CODE + i };
        if (table[i].letter) {
            *letters++ = table[i].letter;
            if (table[i].arg)
                *letters++ = ':';
        }
    }
    *longs = (struct option){ 0 };
    *letters = '\0';
}

static const struct option_row *
row_of(const struct option_row *table, int code)
{
    for (int i = 0; table[i].help; i++)
        if (is_option(&table[i]) && (code == FIRST_CODE + i || code == table[i].letter))
            return &table[i];
    return NULL;
}

bool
parse_options(int argc, char **argv, const struct option_row *table, int *operands)
{
    struct option *longs;
    char *letters;
    size_t rows = 0;
    int code;
    bool good = true;

    while (table[rows].help)
        rows++;
    longs = shogi_memory_alloc((rows + 1) * sizeof *longs);
    letters = shogi_memory_alloc(rows * 2 + 1);
    if (!longs || !letters) {
        warn("out of memory");
        good = false;
    } else {
        fill_tables(table, longs, letters);
    }
    while (good && (code = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
        const struct option_row *row = row_of(table, code);
        good = row ? set_option(row, optarg) : try_help();
    }
    shogi_memory_free(longs);
    shogi_memory_free(letters);
    *operands = optind;
    return good;
}

bool
parse_words(const char *option, const char *list, const struct option_word *words,
            uint32_t *bits)
{
    while (list && *list) {
        const struct option_word *w = words;
        size_t len = strcspn(list, ",");
        while (w->word && (strlen(w->word) != len || memcmp(w->word, list, len) != 0))
            w++;
        if (!w->word) {
            warn("%s: unknown word '%.*s'", option, (int)len, list);
            return false;
        }
        *bits |= w->bits;
        list += len + (list[len] == ',');
    }
    return true;
}

/* ---- --help and --version -----------------------------------------------------------
 */

/* The words of a choice, on a line of their own; the first is the default. */
static void
print_words(const char *const *words)
{
    printf("%*s", HELP_COLUMN, "");
    for (size_t i = 0; words[i]; i++)
        printf("%s%s", words[i], words[i + 1] ? ", " : "\n");
}

static void
print_row(const struct option_row *row)
{
    int column = 0;

    if (!is_option(row)) {
        printf("\n%s\n", row->help);
        return;
    }
    column += row->letter ? printf("  -%c, ", row->letter) : printf("      ");
    column += printf("--%s", row->name);
    if (row->arg)
        column += printf(row->kind == OPTION_OPTIONAL ? "[=%s]" : "=%s", row->arg);
    if (column >= HELP_COLUMN) {
        printf("\n");
        column = 0;
    }
    printf("%*s%s\n", HELP_COLUMN - column, "", row->help);
    if (row->kind == OPTION_CHOICE)
        print_words(row->words);
}

void
print_help(const char *usage, const char *summary, const struct option_row *table,
           const char *closing)
{
    printf("Usage: %s %s\n%s", program_name, usage, summary);
    for (int i = 0; table[i].help; i++)
        print_row(&table[i]);
    printf("\n%s", closing);
}

void
print_version(void)
{
    printf("%s (shogi-utils) %s\n", program_name, shogi_version());
}
