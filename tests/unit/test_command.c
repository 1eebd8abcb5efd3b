/* SPDX-License-Identifier: MIT */
/* test_command.c - a command is cut as a shell cuts it, and nothing of it is expanded. */
#include "tap.h"

#include <unistd.h>

#include "base/buf.h"
#include "engine/command.h"

/* The words with '|' between them, or what is wrong; lives until the next call. */
static const char *
split(const char *text)
{
    static struct shogi_buf out;
    struct shogi_arena a = { 0 };
    const char *why;
    char **words = shogi_command_split(text, &a, &why);

    shogi_buf_reset(&out);
    if (!words)
        shogi_buf_puts(&out, why);
    for (size_t i = 0; words && words[i]; i++) {
        if (i > 0)
            shogi_buf_putc(&out, '|');
        shogi_buf_puts(&out, words[i]);
    }
    shogi_buf_putc(&out, '\0');
    shogi_arena_release(&a);
    return out.data;
}

static void
test_words_end_at_blanks(void)
{
    is_str(split("engine"), "engine");
    is_str(split("  engine\t-a  b\n"), "engine|-a|b");
}

static void
test_quotes_hold_words_together(void)
{
    is_str(split("'a b'"), "a b");
    is_str(split("\"a b\" c"), "a b|c");
    is_str(split("a'b c'd"), "ab cd");
    is_str(split("engine '' x"), "engine||x");
    is_str(split("'a\"b'"), "a\"b");
    is_str(split("\"it's\""), "it's");
}

static void
test_backslash_quotes_one_character(void)
{
    is_str(split("a\\ b"), "a b");
    is_str(split("a\\'b"), "a'b");
    is_str(split("\"a\\\"b\""), "a\"b");
    is_str(split("\"a\\nb\""), "a\\nb");
    is_str(split("'a\\'"), "a\\");
    is_str(split("a\\\nb"), "ab");
}

static void
test_nothing_is_expanded(void)
{
    is_str(split("engine $HOME `date` $(touch x) * ~ ; rm & >x"),
           "engine|$HOME|`date`|$(touch|x)|*|~|;|rm|&|>x");
}

static void
test_what_cannot_be_cut_is_told(void)
{
    is_str(split(""), "it is empty");
    is_str(split(" \t"), "it is empty");
    is_str(split("''"), "it is empty");
    is_str(split("'a"), "a quote has no end");
    is_str(split("\"a\\\""), "a quote has no end");
    is_str(split("a\\"), "a quote has no end");
}

static void
test_too_many_words_are_told(void)
{
    char text[2 * 400 + 1];

    for (size_t i = 0; i < 400; i++)
        memcpy(text + 2 * i, "x ", 3);
    is_str(split(text), "it has too many words");
}

/* The path found, or what is wrong. */
static const char *
find(const char *word, const char *path)
{
    static char out[4096];
    struct shogi_arena a = { 0 };
    const char *why;
    char *found = shogi_command_find(word, path, &a, &why);

    snprintf(out, sizeof out, "%s", found ? found : why);
    shogi_arena_release(&a);
    return out;
}

static void
test_program_is_found_in_path(void)
{
    is_str(find("sh", "/nowhere:/bin"), "/bin/sh");
    is_str(find("sh", "/nowhere"), "there is no such program in the folders of PATH");
    is_str(find("sh", NULL), "there is no such program in the folders of PATH");
    is_str(find("sh", "/bin/sh"), "there is no such program in the folders of PATH");
}

static void
test_program_with_a_folder_is_not_sought(void)
{
    is_str(find("/bin/sh", "/nowhere"), "/bin/sh");
    is_str(find("/bin/no-such-engine", "/bin"), "there is no such file");
    is_str(find("/bin/", "/bin"), "it is a folder");
    is_str(find("/dev/null", "/bin"), "it may not be run");
}

static void
test_relative_program_gets_an_absolute_path(void)
{
    char here[4000], expected[4096];

    /* /bin may be a link: what counts is where we are then. */
    if (!ok(chdir("/bin") == 0) || !ok(getcwd(here, sizeof here) != NULL))
        return;
    snprintf(expected, sizeof expected, "%s/./sh", here);
    is_str(find("./sh", "/nowhere"), expected);
    is_str(find("sh", "/nowhere::/usr"), expected);
}

int
main(void)
{
    test_words_end_at_blanks();
    test_quotes_hold_words_together();
    test_backslash_quotes_one_character();
    test_nothing_is_expanded();
    test_what_cannot_be_cut_is_told();
    test_too_many_words_are_told();
    test_program_is_found_in_path();
    test_program_with_a_folder_is_not_sought();
    test_relative_program_gets_an_absolute_path();
    return done_testing();
}
