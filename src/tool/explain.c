/* SPDX-License-Identifier: MIT */
/* explain.c - the rule behind a code. */
#include "tool/explain.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

static const struct {
    const char *english, *japanese, *source;
} explanations[SHOGI_DIAG_COUNT] = {
#define SHOGI_EXPLAIN(name, english, japanese, source)                                   \
    [SHOGI_DIAG_##name] = { english, japanese, source },
#include "tool/explain.def"
#undef SHOGI_EXPLAIN
};

enum { LINE_WIDTH = 76 };

/* A line break may stand at a blank, or between two wide characters. */
static void
print_wrapped(const char *text)
{
    size_t column = 0, len = strlen(text), size;

    for (const char *s = text; len > 0; s += size, len -= size) {
        size_t word = strcspn(s, " ");
        shogi_utf8_decode(s, len, &size);
        if (*s == ' '
            && column + 1 + shogi_utf8_width(s + 1, strcspn(s + 1, " ")) > LINE_WIDTH
            && (unsigned char)s[1] < 0x80) {
            putchar('\n');
            column = 0;
            continue;
        }
        if (size > 1 && column + 2 > LINE_WIDTH && word > 0) {
            putchar('\n');
            column = 0;
        }
        fwrite(s, 1, size, stdout);
        column += shogi_utf8_width(s, size);
    }
    putchar('\n');
}

/* The message with its arguments as "..". */
static void
print_message(enum shogi_diag_id id, enum shogi_language language)
{
    for (const char *s = shogi_diag_id_template(id, language); *s; s++) {
        if (*s == '%' && s[1]) {
            fputs("..", stdout);
            s++;
        } else {
            putchar(*s);
        }
    }
    putchar('\n');
}

enum tool_status
explain(enum shogi_diag_id id)
{
    printf("%s (%s)\n", shogi_diag_id_code(id),
           shogi_severity_name(shogi_diag_id_severity(id)));
    print_message(id, SHOGI_ENGLISH);
    print_message(id, SHOGI_JAPANESE);
    if (explanations[id].english) {
        putchar('\n');
        print_wrapped(explanations[id].english);
        print_wrapped(explanations[id].japanese);
        printf("Source: %s\n", explanations[id].source);
    } else {
        printf("\nSee shogi-diagnostics(7).\n");
    }
    return TOOL_OK;
}
