/* SPDX-License-Identifier: MIT */
/* test_utf8.c - characters in UTF-8. */
#include "tap.h"

#include "base/ascii.h"
#include "base/utf8.h"

/* Written again from the definition, slowly: D is the value of a sequence, and
 * a sequence is right when encoding its value gives it back. */
static bool
is_valid_by_definition(const unsigned char *s, size_t len)
{
    for (size_t at = 0, n; at < len; at += n) {
        uint32_t c = s[at];
        char back[4];

        n = s[at] < 0x80 ? 1 : s[at] >> 5 == 6 ? 2 : s[at] >> 4 == 14 ? 3 : 4;
        if (n == 4 && s[at] >> 3 != 30)
            return false;
        if (n > len - at)
            return false;
        if (n > 1)
            c &= 0x7fu >> n;
        for (size_t i = 1; i < n; i++)
            c = c << 6 | (s[at + i] & 0x3f);
        if (c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
            return false;
        if (shogi_utf8_encode(c, back) != n || memcmp(back, s + at, n) != 0)
            return false;
    }
    return true;
}

static void
test_every_character_survives_encoding(void)
{
    uint32_t wrong = 0;

    for (uint32_t c = 0; c <= 0x10ffff; c++) {
        char bytes[8] = { 0 };
        size_t size, n;

        if (c >= 0xd800 && c <= 0xdfff)
            continue;
        n = shogi_utf8_encode(c, bytes);
        if (shogi_utf8_decode(bytes, n, &size) != c || size != n)
            wrong++;
        if (!shogi_utf8_is_valid(bytes, n)
            || shogi_utf8_is_valid(bytes, n - (n > 1)) != (n == 1))
            wrong++;
    }
    is_int(wrong, 0);
}

static void
test_validity_agrees_with_the_definition_for_all_short_sequences(void)
{
    /* Interesting bytes: the ends of every range of table 3-7 of the standard. */
    static const unsigned char bytes[] = { 0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f,
                                           0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0,
                                           0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1,
                                           0xf3, 0xf4, 0xf5, 0xf8, 0xff };
    const int n = sizeof bytes;
    uint32_t wrong = 0;

    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            for (int c = 0; c < n; c++)
                for (int d = 0; d < n; d++) {
                    unsigned char s[5] = { bytes[a], bytes[b], bytes[c], bytes[d], 'x' };

                    for (size_t len = 1; len <= 5; len++)
                        wrong += shogi_utf8_is_valid((const char *)s, len)
                                 != is_valid_by_definition(s, len);
                }
    is_int(wrong, 0);
}

static void
test_a_fault_is_found_wherever_it_stands(void)
{
    static const char text[] =
        "   1 ７六歩(77)   ( 0:01/00:00:01)\n *飛車先を突く。José 😀\n";
    char copy[sizeof text];
    uint32_t wrong = 0;

    ok(shogi_utf8_is_valid(text, sizeof text - 1));
    for (size_t i = 0; i < sizeof text - 1; i++) {
        size_t valid;

        memcpy(copy, text, sizeof text);
        copy[i] = (char)0xff;
        valid = shogi_utf8_valid_length(copy, sizeof text - 1);
        /* The character that the byte belonged to is not whole any more. */
        wrong += valid > i || i - valid > 3 || !shogi_utf8_is_valid(copy, valid);
    }
    is_int(wrong, 0);
}

static void
test_a_broken_byte_is_one_replacement_character(void)
{
    static const char *const broken[] = {
        "\x80",     "\xc0\x80", "\xe3\x81",        "\xed\xa0\x80",
        "\xf5\x80", "\xff",     "\xf0\x8f\xbf\xbf"
    };
    size_t size;

    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        is_int(shogi_utf8_decode(broken[i], strlen(broken[i]), &size), 0xfffd);
        is_int(size, 1);
        is_int(shogi_utf8_count(broken[i], strlen(broken[i])), strlen(broken[i]));
    }
}

static void
test_characters_and_columns_are_counted(void)
{
    is_int(shogi_utf8_count("７六歩(77)", strlen("７六歩(77)")), 7);
    is_int(shogi_utf8_width("７六歩(77)", strlen("７六歩(77)")), 10);
    is_int(shogi_utf8_width("ｶｶﾞ\t\x1b\x7f", strlen("ｶｶﾞ\t\x1b\x7f")), 3);
    is_int(shogi_utf8_count("", 0), 0);
    is_int(shogi_utf8_width("", 0), 0);
}

static void
test_runs_of_ascii_are_measured_and_copied(void)
{
    char text[40], copy[48], *out;
    bool right = true;

    for (size_t len = 0; len < 32; len++) {
        for (size_t high = 0; high <= len; high++) {
            const char *stop;

            memset(text, 'a', sizeof text);
            memset(copy, 0, sizeof copy);
            if (high < len)
                text[high] = (char)0xe3;
            stop = shogi_ascii_skip(text, text + len);
            right &= stop == text + high;
            out = copy;
            stop = shogi_ascii_copy(&out, text, text + len);
            right &= stop == text + high && out == copy + high
                     && memcmp(copy, text, high) == 0;
        }
    }
    ok(right);
}

int
main(void)
{
    test_every_character_survives_encoding();
    test_validity_agrees_with_the_definition_for_all_short_sequences();
    test_a_fault_is_found_wherever_it_stands();
    test_a_broken_byte_is_one_replacement_character();
    test_characters_and_columns_are_counted();
    test_runs_of_ascii_are_measured_and_copied();
    return done_testing();
}
