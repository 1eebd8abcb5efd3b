/* SPDX-License-Identifier: MIT */
/* raw.c - a few words in bytes that are not decoded yet. */
#include "text/encoding.h"

#include <string.h>

#include "base/utf8.h"
#include "text/form.h"

/* The spellings of a word in UTF-8, CP932, EUC-JP, GB18030 and Big5, Japanese
 * and Chinese.  A splitter looks at every line, so these stand here as bytes
 * and cost no table; a test compares them with what iconv makes of the words. */
static const char *const words[SHOGI_RAW_WORD_COUNT][12] = {
    /* clang-format off */
    [SHOGI_RAW_VARIATION] = {
        "\xe5\xa4\x89\xe5\x8c\x96", "\xe5\x8f\x98\xe5\x8c\x96", "\xe8\xae\x8a\xe5\x8c\x96",
        "\x95\xcf\x89\xbb", "\x9d\xcc\x89\xbb",
        "\xca\xd1\xb2\xbd", "\xda\xce\xb2\xbd",
        "\x89\xe4\xbb\xaf", "\xb1\xe4\xbb\xaf", "\xd7\x83\xbb\xaf",
        "\xc5\xdc\xa4\xc6", NULL },
    [SHOGI_RAW_COLON] = {
        "\xef\xbc\x9a", "\x81\x46", "\xa1\xa7", "\xa3\xba", "\xa1\x47", NULL },
    [SHOGI_RAW_MADE] = {
        "\xe3\x81\xbe\xe3\x81\xa7", "\x82\xdc\x82\xc5",
        "\xa4\xde\xa4\xc7", /* EUC-JP and GB18030; Big5 has no kana */
        NULL },
    [SHOGI_RAW_TESUU] = {
        "\xe6\x89\x8b\xe6\x95\xb0", "\xe6\x89\x8b\xe6\x95\xb8",
        "\x8e\xe8\x90\x94", "\x8e\xe8\x9d\xc9",
        "\xbc\xea\xbf\xf4", "\xbc\xea\xda\xcb",
        "\xca\xd6\xca\xfd", "\xca\xd6\x94\xb5",
        "\xa4\xe2\xbc\xc6", NULL },
    /* clang-format on */
};

size_t
shogi_raw_starts_with(const char *s, size_t len, enum shogi_raw_word word)
{
    if (len == 0 || !(*s & 0x80))
        return 0;
    for (size_t i = 0; words[word][i]; i++) {
        const char *spelling = words[word][i];

        if (*spelling == *s) {
            size_t n = strlen(spelling);

            if (len >= n && memcmp(s, spelling, n) == 0)
                return n;
        }
    }
    return 0;
}

/* ---- the colon --------------------------------------------------------------------- */

/* The full-width colon in each encoding but UTF-8. */
static const struct {
    size_t (*length)(const unsigned char *s, size_t len);
    char colon[3];
} readings[] = {
    { shogi_cp932_length, "\x81\x46" },
    { shogi_euc_jp_length, "\xa1\xa7" },
    { shogi_gb18030_length, "\xa3\xba" },
    { shogi_big5_length, "\xa1\x47" },
};

/* The first full-width colon before LEN in one reading; LEN: none, or what
 * comes before it cannot be read. */
static size_t
find_in_reading(const char *s, size_t len, size_t reading)
{
    size_t at = 0, n;

    while (at < len) {
        n = readings[reading].length((const unsigned char *)s + at, len - at);
        if (n == 0)
            return len;
        if (n == 2 && memcmp(s + at, readings[reading].colon, 2) == 0)
            return at;
        at += n;
    }
    return len;
}

static size_t
find_in_utf8(const char *s, size_t len)
{
    const char *at = s, *end = s + len;

    while ((at = memchr(at, 0xef, (size_t)(end - at)))) {
        if (end - at >= 3 && memcmp(at, "\xef\xbc\x9a", 3) == 0)
            return (size_t)(at - s);
        at++;
    }
    return len;
}

size_t
shogi_raw_find_colon(const char *s, size_t len)
{
    /* No encoding has ':' inside a character. */
    const char *ascii = len ? memchr(s, ':', len) : NULL;
    size_t best;

    if (len == 0)
        return 0;
    /* Before it the bytes need not end with a whole line, only with a character. */
    if (ascii)
        len = (size_t)(ascii - s);
    best = find_in_utf8(s, len);
    if (shogi_utf8_is_valid(s, best < len ? best : len))
        return best;
    best = len;
    for (size_t i = 0; i < sizeof readings / sizeof readings[0]; i++)
        best = find_in_reading(s, best, i);
    return best;
}
