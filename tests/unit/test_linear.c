/* SPDX-License-Identifier: MIT */
/* test_linear.c - time grows with the record, not with its square: records that are
 * long in one way only, read, judged and written, once and four times as long. */
#include "tap.h"

#include <time.h>

#include <shogi/audit.h>

#include "game/bounds.h"
#include "notation/evaluation.h"
#include "notation/format.h"

enum { SHORT = 10000, LONG = 4 * SHORT };

/* Four times as long may take ten times as long; a square takes sixteen times.  What
 * takes less than this, in seconds of CPU time, is not looked at. */
static const double ratio_max = 10, least = 0.1;

/* HEAD, then BODY N times, then TAIL. */
struct shape {
    const char *title, *format, *head, *body, *tail;
};

#define KIF_HEAD "手合割：平手\n手数----指手----\n"
#define KIF_MOVE KIF_HEAD "1 ７六歩(77)\n"

static const struct shape shapes[] = {
    { "moves on a line", "sfen", "startpos moves", " 2h3h 8b7b 3h2h 7b8b", "\n" },
    { "comment lines", "sfen", "", "# nothing\n", "startpos\n" },
    { "moves on lines", "csa", "PI\n+\n", "+2838HI\n-8272HI\n+3828HI\n-7282HI\n", "" },
    { "moves on a line", "csa", "PI,+", ",+2838HI,-8272HI,+3828HI,-7282HI", "\n" },
    { "comments", "csa", "PI\n+\n+7776FU\n", "'a comment\n", "%TORYO\n" },
    { "evaluations of one move", "csa", "PI\n+\n+7776FU\n", "'** 30 -3334FU\n", "" },
    { "moves of one evaluation", "csa", "PI\n+\n+2838HI\n'** 30",
      " -8272HI +3828HI -7282HI +2838HI", "\n" },
    { "headers", "csa", "", "$NOTE:a\n", "PI\n+\n+7776FU\n" },
    { "pieces in hand", "csa", "P-", "00FU", "\n+\n" },
    { "moves on lines", "ki2", "", "▲３八飛△７二飛▲２八飛△８二飛\n", "" },
    { "moves on a line", "ki2", "", "▲３八飛△７二飛▲２八飛△８二飛", "\n" },
    { "comments", "kif", KIF_MOVE, "*長いコメント\n", "" },
    { "a comment on a line", "kif", KIF_MOVE "*", "長いコメント", "\n" },
    { "evaluations of one move", "kif", KIF_MOVE, "**評価値=30\n", "" },
    { "headers of one key", "kif", "", "備考：値\n", KIF_MOVE },
    { "bookmarks", "kif", KIF_MOVE, "&しおり\n", "" },
    { "variations of one move", "kif", KIF_MOVE, "\n変化：1手\n1 ２六歩(27)\n", "" },
    { "variations without a move", "kif", KIF_MOVE, "変化：1手\n", "" },
    { "moves that cannot be read", "kif", KIF_MOVE, "2 ４四歩(99)\n", "" },
    { "lines that mean nothing", "kif", KIF_HEAD, "あああ\n", "1 ７六歩(77)\n" },
    { "closing lines", "kif", KIF_MOVE, "まで1手で先手の勝ち\n", "" },
    { "pieces in hand", "kif", "先手の持駒：", "歩　", "\n" KIF_HEAD },
    { "empty lines", "kif", KIF_MOVE, "\n\n\n\n", "2 ３四歩(33)\n" },
    { "comments", "jkf", "{\"moves\":[{\"comments\":[\"a\"", ",\"b\"", "]}]}" },
    { "moves without a move", "jkf", "{\"moves\":[{}", ",{}", "]}" },
};

/* CPU seconds to read, judge and write SHAPE with N bodies; negative: memory. */
static double
time_of(const struct shape *shape, size_t n)
{
    const struct shogi_format *f = shogi_format_from_name(shape->format);
    struct shogi_chunk chunk = { .path = "long", .first_line = 1, .number = 1 };
    struct shogi_buf in = { 0 }, text = { 0 }, out = { 0 };
    struct shogi_game *g = shogi_game_new();
    static const struct shogi_bounds wide = { .line = UINT32_MAX,
                                              .headers = UINT32_MAX,
                                              .plies = UINT32_MAX };
    struct shogi_rules rules;
    struct shogi_verdict verdict;
    clock_t start;
    bool good;

    shogi_buf_puts(&in, shape->head);
    while (n-- > 0)
        shogi_buf_puts(&in, shape->body);
    shogi_buf_puts(&in, shape->tail);
    chunk.bytes = in.data;
    chunk.len = in.len;
    if (g)
        shogi_game_set_bounds(g, &wide);
    start = clock();
    good = g && !in.failed
           && shogi_read_chunk(f, &chunk, SHOGI_ENCODING_UTF8, &text, g) != SHOGI_FATAL
           && shogi_game_find_evaluations(g) == SHOGI_OK;
    if (good) {
        shogi_rules_set(&rules, shogi_profile_of(g));
        good =
            shogi_game_audit(g, &rules, &verdict) == SHOGI_OK
            && shogi_write_buf(shogi_format_from_name("kif"), g, NULL, &out) == SHOGI_OK
            && shogi_write_buf(shogi_format_from_name("jsonl"), g, NULL, &out)
                   == SHOGI_OK;
    }
    start = clock() - start;
    shogi_game_free(g);
    shogi_buf_release(&in);
    shogi_buf_release(&text);
    shogi_buf_release(&out);
    return good ? (double)start / CLOCKS_PER_SEC : -1;
}

static void
test_four_times_the_record_takes_about_four_times_as_long(void)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        double once = time_of(&shapes[i], SHORT), four = time_of(&shapes[i], LONG);
        note("%s, %s: %.3f s, four times: %.3f s", shapes[i].format, shapes[i].title,
             once, four);
        ok(once >= 0 && four >= 0);
        ok(four < least || four < ratio_max * once);
    }
}

int
main(void)
{
    test_four_times_the_record_takes_about_four_times_as_long();
    return done_testing();
}
