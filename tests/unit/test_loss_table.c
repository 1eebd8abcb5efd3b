/* SPDX-License-Identifier: MIT */
/* test_loss_table.c - the table of shogi-formats(7) is what the formats say of
 * themselves.
 *
 * In the page, behind a line `.\" loss table` and .EX, stand a row of names of
 * formats and a row for each use: its name, then yes or no for each format.  A
 * name with "3" behind it ("csa3") means the newer version of that format. */
#include "tap.h"

#include <stdlib.h>

#include <shogi/format.h>

#include "game/uses.h"

enum { COLUMNS = 16, LINE = 512 };

/* Names of rows, in the order of the bits of enum shogi_uses. */
static const char *const uses[] = {
    "headers", "variations", "comments", "bookmarks", "times",  "fractions",
    "totals",  "ends",       "analysis", "moves",     "number", "lines",
};
enum { USES = sizeof uses / sizeof *uses };

static struct column {
    const struct shogi_format *format;
    uint32_t holds;
} columns[COLUMNS];
static size_t column_count;
static bool seen[USES];

static FILE *
open_table(void)
{
    const char *top = getenv("TOP_SRCDIR");
    char path[4096], line[LINE];
    FILE *f;

    snprintf(path, sizeof path, "%s/man/shogi-formats.7", top ? top : ".");
    f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f))
        if (strcmp(line, ".\\\" loss table\n") == 0)
            return fgets(line, sizeof line, f) ? f : NULL; /* .EX */
    return NULL;
}

static void
read_names(char *line)
{
    for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n")) {
        struct shogi_write_options options = { 0 };
        size_t len = strlen(word);
        bool is_newer = len > 1 && word[len - 1] == '3';

        if (is_newer) {
            word[len - 1] = '\0';
            options.csa_version = SHOGI_CSA_V30;
        }
        note("column %s", word);
        const struct shogi_format *f = shogi_format_from_name(word);
        if (!ok(f && column_count < COLUMNS))
            return;
        columns[column_count++] = (struct column){ f, shogi_format_holds(f, &options) };
    }
}

static void
check_row(char *line)
{
    const char *name = strtok(line, " \n");
    size_t use = 0;

    while (name && use < USES && strcmp(uses[use], name) != 0)
        use++;
    if (!name || !ok(use < USES)) {
        note("row %s", name ? name : "(empty)");
        return;
    }
    seen[use] = true;
    for (size_t i = 0; i < column_count; i++) {
        const char *cell = strtok(NULL, " \n");
        const char *expected = columns[i].holds & 1u << use ? "yes" : "no";

        if (!is_str(cell, expected))
            note("%s of %s", name, shogi_format_name(columns[i].format));
    }
}

static void
test_table_says_what_formats_hold(FILE *f)
{
    char line[LINE];

    if (!fgets(line, sizeof line, f))
        return;
    read_names(line);
    while (fgets(line, sizeof line, f) && line[0] != '.')
        check_row(line);
    is_int(USES, SHOGI_USES_BITS);
    for (size_t i = 0; i < USES; i++)
        if (!ok(seen[i]))
            note("no row %s", uses[i]);
}

static void
test_every_format_that_can_be_written_has_a_column(void)
{
    const struct shogi_format *f;

    for (size_t i = 0; (f = shogi_format_at(i)); i++) {
        bool found = !shogi_format_can_read(f) || !shogi_format_can_write(f);

        for (size_t j = 0; j < column_count; j++)
            found = found || columns[j].format == f;
        if (!ok(found))
            note("no column %s", shogi_format_name(f));
    }
}

int
main(void)
{
    FILE *f = open_table();

    if (ok(f)) {
        test_table_says_what_formats_hold(f);
        fclose(f);
    }
    test_every_format_that_can_be_written_has_a_column();
    return done_testing();
}
