/* SPDX-License-Identifier: MIT */
/* tap.h - C tests that speak TAP: a check is a line, a failure says where and what.
 *
 *     static void
 *     test_a_promoted_pawn_is_a_tokin(void)
 *     {
 *         is_int(shogi_kind_promoted(SHOGI_PAWN), SHOGI_TOKIN);
 *     }
 *
 *     int
 *     main(void)
 *     {
 *         test_a_promoted_pawn_is_a_tokin();
 *         return done_testing();
 *     }
 *
 * The description of a check is the function it stands in and the text of the
 * check.  Each check returns whether it passed, so that a test can stop where
 * going on makes no sense.  With TAP_STOPS the first failure ends the program: who
 * only asks whether a test fails need not wait.  Not for threads. */
#ifndef SHOGI_TESTS_TAP_H
#define SHOGI_TESTS_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__)
#define TAP_UNUSED __attribute__((unused))
#define TAP_FORMAT(string, args) __attribute__((format(printf, string, args), unused))
#else
#define TAP_UNUSED
#define TAP_FORMAT(string, args)
#endif

static int tap_count, tap_failures;

/* CONDITION holds. */
#define ok(condition) tap_ok((condition), __FILE__, __LINE__, __func__, #condition)

/* Two integers are equal; any integer type that fits into long long. */
#define is_int(got, expected)                                                              \
    tap_is_int((long long)(got), (long long)(expected), __FILE__, __LINE__, __func__,      \
               #got " == " #expected)

/* Two strings are equal; NULL equals only NULL. */
#define is_str(got, expected)                                                              \
    tap_is_str((got), (expected), __FILE__, __LINE__, __func__, #got " is " #expected)

/* Two runs of SIZE bytes are equal. */
#define is_mem(got, expected, size)                                                        \
    tap_is_mem((got), (expected), (size), __FILE__, __LINE__, __func__,                    \
               #got " holds " #expected)

/* What stands here cannot be tested now; REASON says why. */
#define skip(reason) tap_skip(__func__, (reason))

/* A line for the reader of the log, as printf. */
#define note(...) tap_note(__VA_ARGS__)

TAP_FORMAT(1, 2)
static inline void
tap_note(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fputs("# ", stdout);
    vprintf(format, args);
    putchar('\n');
    fflush(stdout);
    va_end(args);
}

/* A '#' or a line feed in a description would read as TAP of its own. */
static inline void
tap_description(const char *function, const char *text)
{
    printf(" - %s: ", function);
    for (; *text; text++)
        putchar(*text == '#' || *text == '\n' ? ' ' : *text);
    putchar('\n');
}

static inline bool
tap_ok(bool passed, const char *file, int line, const char *function, const char *text)
{
    printf(passed ? "ok %d" : "not ok %d", ++tap_count);
    tap_description(function, text);
    if (!passed) {
        tap_failures++;
        tap_note("%s:%d: in %s", file, line, function);
#ifdef TAP_STOPS
        exit(1);
#endif
    }
    fflush(stdout);
    return passed;
}

TAP_UNUSED static inline bool
tap_is_int(long long got, long long expected, const char *file, int line,
           const char *function, const char *text)
{
    if (tap_ok(got == expected, file, line, function, text))
        return true;
    tap_note("     got: %lld", got);
    tap_note("expected: %lld", expected);
    return false;
}

/* A text with line feeds, every line of it behind a '#'. */
static inline void
tap_note_text(const char *label, const char *text)
{
    printf("# %s: ", label);
    if (!text)
        fputs("NULL", stdout);
    for (; text && *text; text++) {
        putchar(*text);
        if (*text == '\n')
            fputs("#         | ", stdout);
    }
    putchar('\n');
    fflush(stdout);
}

TAP_UNUSED static inline bool
tap_is_str(const char *got, const char *expected, const char *file, int line,
           const char *function, const char *text)
{
    bool equal = got && expected ? strcmp(got, expected) == 0 : got == expected;

    if (tap_ok(equal, file, line, function, text))
        return true;
    tap_note_text("     got", got);
    tap_note_text("expected", expected);
    return false;
}

static inline void
tap_note_bytes(const char *label, const unsigned char *bytes, size_t from, size_t size)
{
    printf("# %s:", label);
    for (size_t i = from; i < size && i < from + 16; i++)
        printf(" %02x", bytes[i]);
    printf(" (from byte %zu of %zu)\n", from, size);
    fflush(stdout);
}

TAP_UNUSED static inline bool
tap_is_mem(const void *got, const void *expected, size_t size, const char *file, int line,
           const char *function, const char *text)
{
    const unsigned char *a = (const unsigned char *)got;
    const unsigned char *b = (const unsigned char *)expected;
    size_t i = 0;

    while (a && b && i < size && a[i] == b[i])
        i++;
    if (tap_ok(i == size, file, line, function, text))
        return true;
    if (!a || !b) {
        tap_note("%s is NULL", a ? "expected" : "got");
        return false;
    }
    tap_note_bytes("     got", a, i, size);
    tap_note_bytes("expected", b, i, size);
    return false;
}

TAP_UNUSED static inline void
tap_skip(const char *function, const char *reason)
{
    printf("ok %d - %s # SKIP %s\n", ++tap_count, function, reason);
    fflush(stdout);
}

/* Print the plan; returns the exit status for main(). */
TAP_UNUSED static inline int
done_testing(void)
{
    printf("1..%d\n", tap_count);
    fflush(stdout);
    return tap_failures ? 1 : 0;
}

#endif
