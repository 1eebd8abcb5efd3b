/* SPDX-License-Identifier: MIT */
/* command.c - cuts a command into words and finds its program. */
#include "engine/command.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

/* Copy one word from *AT to OUT; false: a quote has no end. */
static bool
take_word(const char **at, char **out)
{
    const char *s = *at;
    char *to = *out, quote = '\0';

    for (; *s && (quote || !is_blank(*s)); s++) {
        if (quote ? *s == quote : *s == '\'' || *s == '"') {
            quote = quote ? '\0' : *s;
        } else if (*s == '\\' && quote != '\'') {
            if (!*++s)
                return false;
            /* Inside "..." a backslash quotes only what would mean something there. */
            if (quote && !strchr("\"\\$`\n", *s))
                *to++ = '\\';
            if (*s != '\n')
                *to++ = *s;
        } else {
            *to++ = *s;
        }
    }
    *to++ = '\0';
    *at = s;
    *out = to;
    return !quote;
}

char **
shogi_command_split(const char *text, struct shogi_arena *a, const char **why)
{
    char **words = shogi_arena_alloc(a, (SHOGI_COMMAND_WORDS_MAX + 1) * sizeof *words);
    /* Every word is followed by a blank, or ends the text: a NUL fits for each. */
    char *out = shogi_arena_alloc(a, strlen(text) + 2);
    size_t count = 0;

    *why = "memory is out";
    if (!words || !out)
        return NULL;
    for (;;) {
        while (is_blank(*text))
            text++;
        if (!*text)
            break;
        *why = "it has too many words";
        if (count == SHOGI_COMMAND_WORDS_MAX)
            return NULL;
        words[count++] = out;
        *why = "a quote has no end";
        if (!take_word(&text, &out))
            return NULL;
    }
    *why = "it is empty";
    return count && *words[0] ? words : NULL;
}

/* FOLDER/NAME; FOLDER need not end in a NUL. */
static char *
join(struct shogi_arena *a, const char *folder, size_t len, const char *name)
{
    size_t size = strlen(name) + 1;
    char *path = shogi_arena_alloc(a, len + 1 + size);

    if (!path)
        return NULL;
    memcpy(path, folder, len);
    path[len] = '/';
    memcpy(path + len + 1, name, size);
    return path;
}

/* The program will be started from its own folder: where it is must not depend on ours.
 */
static char *
make_absolute(struct shogi_arena *a, const char *path)
{
    char here[4096];

    if (*path == '/')
        return shogi_arena_text(a, path, strlen(path));
    return getcwd(here, sizeof here) ? join(a, here, strlen(here), path) : NULL;
}

static bool
is_program(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

char *
shogi_command_find(const char *word, const char *path, struct shogi_arena *a,
                   const char **why)
{
    struct stat st;

    if (strchr(word, '/')) {
        *why = "there is no such file";
        if (stat(word, &st) != 0)
            return NULL;
        *why = S_ISDIR(st.st_mode) ? "it is a folder" : "it may not be run";
        if (!is_program(word))
            return NULL;
        *why = "its folder cannot be named";
        return make_absolute(a, word);
    }
    *why = "there is no such program in the folders of PATH";
    while (path && *path) {
        size_t len = strcspn(path, ":");
        /* An empty entry is the current folder, as ever. */
        char *found = len ? join(a, path, len, word) : join(a, ".", 1, word);

        if (found && is_program(found))
            return make_absolute(a, found);
        path += len + (path[len] == ':');
    }
    return NULL;
}
