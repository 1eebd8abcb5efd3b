/* SPDX-License-Identifier: MIT */
/* test_csa_stream.c - finding records in CSA format in streams, and real ones. */
#include "csa_games.h"

#include <stdlib.h>

/* ---- several games --------------------------------------------------------------- */

/* How many games are in TEXT, read STEP bytes at a time; their lengths, as
 * "12,7", go to OUT. */
static void
split_text(const char *text, size_t step, char *out, size_t size)
{
    size_t len = strlen(text), start = 0, end = 0, at = 0;
    struct shogi_split from = { 0 };

    out[0] = '\0';
    while (start < len) {
        bool at_eof = end == len;
        struct shogi_split s = from;
        if (end > start)
            s = shogi_format_csa.split(text + start, end - start, at_eof, &from);
        if (s.len > 0 && end > start) {
            at += (size_t)snprintf(out + at, size - at, "%s%zu", at ? "," : "", s.len);
            start += s.len;
            from = (struct shogi_split){ 0 };
            continue;
        }
        from = s;
        end = len - end < step ? len : end + step;
    }
}

static void
is_split(const char *text, const char *lengths)
{
    char got[256];
    static const size_t steps[] = { 1, 2, 3, 7, 50, 100000 };

    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        split_text(text, steps[i], got, sizeof got);
        is_str(got, lengths);
    }
}

static void
test_a_slash_separates_games(void)
{
    is_split("PI\n+\n/\nPI\n", "7,3");
    is_split("PI\n+\n / \r\nPI\n", "10,3");
    is_split("PI\n+7776FU\n%TORYO\n/\n", "20");
    is_split("PI\n/x\n'/\n", "9");
    is_split("PI\r/\rPI\r", "5,3"); /* lines that end in \r alone */
}

static void
test_a_head_begins_a_game_once_there_are_moves(void)
{
    is_split("V2.2\nN+\nN-\n$EVENT:\nPI\n+\n+7776FU\nV2.2\nPI\n", "32,8");
    is_split("PI\n+7776FU\nN+a\nPI\n", "11,7");
    is_split("PI\n+7776FU\nPI\n", "11,3");
    is_split("PI\nV2\nPI\nP1-KY\n", "3,6,6"); /* boards */
    is_split("P-51OU\n+\nN+a\nP-51OU\n-\n", "9,13");
    is_split("PI\n+7776FU\nP1-KY\n", "11,6");
    is_split("PI\n%TORYO\n$EVENT:x\n", "10,9");
    is_split("PI\n+7776FU,T12\n-3334FU,T12\r\n\xef\xbb\xbfV2\n", "28,6");
}

static void
test_other_lines_do_not_begin_a_game(void)
{
    is_split("PI\n+7776FU\n$END_TIME:x\n$SITE:\n-3334FU\n", "38");
    is_split("PI\n+7776FU\n%TORYO\n$END_TIME:x\n", "30");
    is_split("PI\n+7776FU\n'P1-KY\n'V2\nP+00FU\nNone\nVersion\n", "42");
}

static void
test_comments_stay_with_the_game_above_unless_they_declare_an_encoding(void)
{
    is_split("PI\n+7776FU\n'x\n\nV2\n", "15,3");
    is_split("PI\n+7776FU\n'x\n'CSA encoding=UTF-8\n\n'y\nV2\n", "14,27");
    is_split("PI\n+7776FU\n'encoding=x\n-3334FU\nV2\n", "31,3");
    is_split("PI\n+7776FU\n'x\n'encoding=x\n' ---- Kifu\nV2\n", "14,27");
}

static void
test_each_game_begins_anew(void)
{
    const char *text = "V2.2\nN+a\nPI82HI\n-\n-3142GI\nT1\n%TORYO\n/\nPI\n+\n+7776FU\n";
    struct shogi_reader *r = shogi_reader_new_memory(
        text, strlen(text), "x",
        &(struct shogi_read_options){ .format = &shogi_format_csa });
    struct shogi_game *g = shogi_game_new();

    is_int(shogi_reader_next(r, g), SHOGI_OK);
    is_str(end_of(g), "resign white");
    is_int(shogi_reader_next(r, g), SHOGI_OK);
    is_str(shogi_game_header(g, SHOGI_HEADER_BLACK), NULL);
    is_str(moves_of(g), "7g7f");
    is_int(shogi_game_diags(g) == NULL, 1);
    is_int(shogi_reader_next(r, g), SHOGI_EOF);
    shogi_game_free(g);
    shogi_reader_free(r);
}

/* ---- recognising ----------------------------------------------------------------- */

static int
bid(const char *text)
{
    return shogi_format_csa.detect(text, strlen(text));
}

static void
test_records_are_recognised(void)
{
    ok(bid("V2.2\nPI\n+\n") >= 80);
    ok(bid("PI\n+\n+7776FU\n") >= 70);
    ok(bid("+7776FU,T1\n-3334FU,T2\n") >= 60);
    ok(bid("'comment\n'another\nN+a\nN-b\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\n") >= 60);
    ok(bid("'CSA encoding=UTF-8\n") >= 60);
}

static void
test_other_texts_are_not_taken_for_records(void)
{
    is_int(bid(""), 0);
    is_int(bid("startpos moves 7g7f 3c3d\n"), 0);
    is_int(bid("手合割：平手\n先手：\n   1 ７六歩(77)\n"), 0);
    is_int(bid("{\"header\":{},\"moves\":[{}]}\n"), 0);
    ok(bid("A record looks like this:\n\n    V2.2\n    PI\n    +\n    +7776FU\n\n"
           "The first line\ntells the version,\nthe second\nthe position,\nand so\non.\n")
       < 50);
}

/* ---- real records ---------------------------------------------------------------- */

/* Split a row at tabs. */
static size_t
columns(char *row, char **column, size_t max)
{
    size_t n = 0;

    row[strcspn(row, "\r\n")] = '\0';
    while (row && n < max) {
        column[n++] = row;
        row = strchr(row, '\t');
        if (row)
            *row++ = '\0';
    }
    return n;
}

static bool
row_is_right(const char *folder, char **column)
{
    struct shogi_read_options options = { .format = &shogi_format_csa };
    struct shogi_game *g = shogi_game_new();
    struct shogi_reader *r;
    char path[4096];
    bool right = false;
    FILE *f;

    snprintf(path, sizeof path, "%s/%s", folder, column[0]);
    f = fopen(path, "rb");
    r = f ? shogi_reader_new(f, path, &options) : NULL;
    for (int i = atoi(column[1]); r && i > 0; i--)
        right = shogi_reader_next(r, g) == SHOGI_OK;
    if (right) {
        right = strcmp(start_of(g), column[4]) == 0 && strcmp(moves_of(g), column[5]) == 0
                && strncmp(end_of(g), column[7], strlen(column[7])) == 0;
    }
    if (!right)
        note("%s: game %s: %s, %s, %s", column[0], column[1], moves_of(g), end_of(g),
             diags_of(g));
    if (r)
        shogi_reader_free(r);
    if (f)
        fclose(f);
    shogi_game_free(g);
    return right;
}

static void
test_real_records_give_their_moves(void)
{
    const char *shared = getenv("SHOGI_SHARED");
    char folder[2048], path[4096], row[32768], *column[16];
    int rows = 0, wrong = 0;
    FILE *table;

    if (!shared) {
        skip("SHOGI_SHARED is not set");
        return;
    }
    snprintf(folder, sizeof folder, "%s/corpus/dev", shared);
    snprintf(path, sizeof path, "%s/expected.tsv", folder);
    table = fopen(path, "r");
    if (!table) {
        skip("SHOGI_SHARED has no corpus/dev/expected.tsv");
        return;
    }
    while (fgets(row, sizeof row, table)) {
        if (columns(row, column, 16) < 8 || strcmp(column[2], "csa") != 0
            || strcmp(column[3], "ok") != 0)
            continue;
        rows++;
        wrong += !row_is_right(folder, column);
    }
    fclose(table);
    note("%d games", rows);
    ok(rows > 0);
    is_int(wrong, 0);
}

int
main(void)
{
    test_a_slash_separates_games();
    test_a_head_begins_a_game_once_there_are_moves();
    test_other_lines_do_not_begin_a_game();
    test_comments_stay_with_the_game_above_unless_they_declare_an_encoding();
    test_each_game_begins_anew();
    test_records_are_recognised();
    test_other_texts_are_not_taken_for_records();
    test_real_records_give_their_moves();
    return done_testing();
}
