/* SPDX-License-Identifier: MIT */
/* fuzz_options.c - any bytes as a command line, as lists of words and as the command of
 * an engine: what is taken is within its bounds, and nothing else is touched. */
#include "fuzz.h"

#include <getopt.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "engine/command.h"
#include "tool/options.h"

enum { ARGUMENTS_MAX = 100 };

static struct {
    const char *string, *optional, *list[OPTION_LIST_MAX + 1];
    uint64_t number;
    size_t size;
    unsigned count;
    int choice;
    bool flag, other;
} opt;

static const char *const words[] = { "one", "two", "three", NULL };
static const struct option_word bits[] = {
    { "one", 1 }, { "two", 2 }, { "three", 4 }, { 0 }
};

/* clang-format off */
static const struct option_row rows[] = {
    { 0, NULL, NULL, OPTION_GROUP, NULL, "All kinds:", NULL },
    { 'f', "flag", NULL, OPTION_FLAG, &opt.flag, "a flag", NULL },
    { 0, "flags", NULL, OPTION_FLAG, &opt.other, "a name that begins with another", NULL },
    { 's', "string", "WORD", OPTION_STRING, &opt.string, "a string", NULL },
    { 0, "optional", "WORD", OPTION_OPTIONAL, &opt.optional, "perhaps one", NULL },
    { 'l', "list", "WORD", OPTION_LIST, opt.list, "several", NULL },
    { 'c', "count", "N", OPTION_COUNT, &opt.count, "a count", NULL },
    { 0, "size", "SIZE", OPTION_SIZE, &opt.size, "a size", NULL },
    { 'n', "number", "N", OPTION_NUMBER, &opt.number, "a number", NULL },
    { 0, "choice", "WORD", OPTION_CHOICE, &opt.choice, "one of some", words },
    { 0, NULL, NULL, OPTION_GROUP, NULL, NULL, NULL },
};
/* clang-format on */

/* TEXT has a NUL behind it; a line is an argument. */
static void
check_options(char *text, size_t len)
{
    static char program[] = "fuzz";
    char *argv[ARGUMENTS_MAX + 1] = { program };
    int argc = 1, operands = 0;

    for (char *s = text; s < text + len && argc < ARGUMENTS_MAX; s += strlen(s) + 1) {
        s[strcspn(s, "\n")] = '\0';
        argv[argc++] = s;
    }
    memset(&opt, 0, sizeof opt);
    optind = 0; /* begin anew */
    if (!parse_options(argc, argv, rows, &operands))
        return;
    must(operands >= 1 && operands <= argc && argv[argc] == NULL);
    must(opt.count <= 9999 && opt.choice >= 0 && opt.choice < 3);
    must(opt.list[OPTION_LIST_MAX] == NULL);
    must(opt.number <= INT64_MAX);
}

static void
check_words(const char *text)
{
    uint32_t found = 0;

    parse_words("--words", text, bits, &found);
    must(found < 8);
}

static void
put_quoted(struct shogi_buf *out, const char *word)
{
    shogi_buf_putc(out, '\'');
    for (; *word; word++)
        if (*word == '\'')
            shogi_buf_puts(out, "'\\''");
        else
            shogi_buf_putc(out, *word);
    shogi_buf_puts(out, "' ");
}

/* The words in quotes are cut into the same words again. */
static void
check_command(const char *text)
{
    struct shogi_arena arena = { 0 };
    struct shogi_buf quoted = { 0 };
    const char *why = NULL;
    char **first = shogi_command_split(text, &arena, &why), **again;
    size_t n = 0;

    must(first || (why && *why));
    for (; first && first[n]; n++)
        put_quoted(&quoted, first[n]);
    shogi_buf_putc(&quoted, '\0');
    must(n <= SHOGI_COMMAND_WORDS_MAX);
    if (n > 0) {
        again = shogi_command_split(quoted.data, &arena, &why);
        must(again != NULL);
        for (size_t i = 0; i <= n; i++)
            must(first[i] ? again[i] && strcmp(first[i], again[i]) == 0 : !again[i]);
    }
    shogi_buf_release(&quoted);
    shogi_arena_release(&arena);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    must(text != NULL);
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    check_words(text);
    check_command(text);
    check_options(text, size);
    free(text);
    return 0;
}
