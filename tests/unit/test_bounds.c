/* SPDX-License-Identifier: MIT */
/* test_bounds.c - what a game may hold: one less than the limit, the limit, one more. */
#include "tap.h"

#include "game/bounds.h"
#include "record.h"

enum { LIMIT = 7 };

/* HEAD, BODY so often, TAIL. */
static const struct shape {
    const char *title, *format, *head, *body, *tail;
    struct shogi_bounds bounds;
    enum shogi_diag_word what;
    int offset; /* what the head has of it already */
} shapes[] = {
    { "bytes in a line",
      "csa",
      "PI\n+\n+7776FU\n",
      "'",
      "\n",
      { .line = LIMIT + 7 },
      SHOGI_SAY_LINE_BYTES,
      -7 },
    { "bytes in a comment",
      "csa",
      "PI\n+\n+7776FU\n'*",
      "x",
      "\n",
      { .comment = LIMIT },
      SHOGI_SAY_COMMENT_BYTES,
      0 },
    { "bytes in a header",
      "csa",
      "N+",
      "x",
      "\nPI\n+\n+7776FU\n",
      { .header = LIMIT },
      SHOGI_SAY_HEADER_BYTES,
      0 },
    { "headers",
      "csa",
      "",
      "$NOTE:a\n",
      "PI\n+\n+7776FU\n",
      { .headers = LIMIT },
      SHOGI_SAY_HEADERS,
      0 },
    { "headers",
      "kif",
      "",
      "備考：あ\n",
      "手合割：平手\n手数----指手----\n1 ７六歩(77)\n",
      { .headers = LIMIT },
      SHOGI_SAY_HEADERS,
      1 },
    { "moves in a line of play",
      "sfen",
      "startpos moves 7g7f 3c3d",
      " 2g2f",
      "\n",
      { .plies = LIMIT },
      SHOGI_SAY_PLIES,
      2 },
    { "moves in all",
      "kif",
      "手合割：平手\n手数----指手----\n1 ７六歩(77)\n",
      "\n変化：1手\n1 ２六歩(27)\n",
      "",
      { .nodes = LIMIT },
      SHOGI_SAY_NODES,
      1 },
};

/* Moves that can be played again and again. */
static void
put_bodies(struct shogi_buf *text, const struct shape *shape, int n)
{
    static const char *const there_and_back[] = { " 2h3h", " 8b7b", " 3h2h", " 7b8b" };

    for (int i = 0; i < n; i++)
        shogi_buf_puts(text, strcmp(shape->format, "sfen") == 0 ? there_and_back[i % 4]
                                                                : shape->body);
}

static enum shogi_status
read_with(const struct shogi_bounds *bounds, const char *format, struct shogi_buf *text,
          struct record *r)
{
    struct shogi_chunk chunk = { .bytes = text->data,
                                 .len = text->len,
                                 .path = "test",
                                 .first_line = 1,
                                 .number = 1 };

    *r = (struct record){ .game = shogi_game_new() };
    shogi_game_set_bounds(r->game, bounds);
    r->status = shogi_read_chunk(shogi_format_from_name(format), &chunk,
                                 SHOGI_ENCODING_UTF8, &r->text, r->game);
    return r->status;
}

static bool
is_too_large(const struct record *r, enum shogi_diag_word what)
{
    for (const struct shogi_diag *d = r->game->diags; d; d = d->next)
        if (d->id == SHOGI_DIAG_GAME_TOO_LARGE)
            return d->arg_count == 2 && d->arg[1].number == (int64_t)what;
    return false;
}

static void
test_the_limit_is_reached_and_not_passed(void)
{
    unsigned good = 0;

    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const struct shape *shape = &shapes[i];
        for (int over = -1; over <= 1; over++) {
            struct shogi_buf text = { 0 };
            struct record r;
            shogi_buf_puts(&text, shape->head);
            put_bodies(&text, shape, LIMIT + over - shape->offset);
            shogi_buf_puts(&text, shape->tail);
            read_with(&shape->bounds, shape->format, &text, &r);
            bool right = over > 0 ? r.status == SHOGI_BAD && is_too_large(&r, shape->what)
                                  : r.status == SHOGI_OK && !r.game->too_large;
            good += right;
            if (!ok(right))
                note("%s of %s, %+d: status %d, %s", shape->title, shape->format, over,
                     (int)r.status, record_diags(&r));
            record_free(&r);
            shogi_buf_release(&text);
        }
    }
    note("figure P5: %u of %zu limits at n-1, n, n+1", good,
         3 * (sizeof shapes / sizeof *shapes));
}

static void
test_nesting_has_a_limit(void)
{
    static const struct shogi_bounds bounds = { .nesting = 1 };
    struct shogi_buf text = { 0 };
    struct record r;

    shogi_buf_puts(
        &text, "手合割：平手\n手数----指手----\n1 ７六歩(77)\n2 ３四歩(33)\n"
               "3 ２六歩(27)\n4 ４四歩(43)\n\n変化：2手\n2 ８四歩(83)\n3 ２六歩(27)\n");
    is_int(read_with(&bounds, "kif", &text, &r), SHOGI_OK);
    record_free(&r);
    shogi_buf_puts(&text, "\n変化：3手\n3 ６八銀(79)\n");
    is_int(read_with(&bounds, "kif", &text, &r), SHOGI_BAD);
    ok(is_too_large(&r, SHOGI_SAY_LEVELS));
    record_free(&r);
    shogi_buf_release(&text);
}

static void
test_a_game_that_was_too_large_leaves_nothing_behind(void)
{
    static const struct shogi_bounds bounds = { .plies = 1 };
    struct shogi_buf text = { 0 };
    struct record r;

    shogi_buf_puts(&text, "startpos moves 7g7f 3c3d\n");
    is_int(read_with(&bounds, "sfen", &text, &r), SHOGI_BAD);
    is_str(record_line(&r), "7g7f");
    is_int(shogi_game_reset(r.game), SHOGI_OK);
    ok(!r.game->too_large && r.game->node_count == 0);
    is_int(r.game->bounds.plies, 1);
    record_free(&r);
    shogi_buf_release(&text);
}

int
main(void)
{
    test_the_limit_is_reached_and_not_passed();
    test_nesting_has_a_limit();
    test_a_game_that_was_too_large_leaves_nothing_behind();
    return done_testing();
}
