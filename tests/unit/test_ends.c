/* SPDX-License-Identifier: MIT */
/* test_ends.c - every ending, with either side to move, in every format: the
 * winner and the reason survive, or "lost-end" says that they do not. */
#include "tap.h"

#include "game/cursor.h"
#include "notation/format.h"

static bool
says_lost(const struct shogi_game *g)
{
    for (const struct shogi_diag *d = g->diags; d; d = d->next)
        if (strcmp(shogi_diag_code(d), "lost-end") == 0
            || strcmp(shogi_diag_code(d), "lost-result") == 0)
            return true;
    return false;
}

/* A game of PLIES moves that ends with END. */
static void
make_game(struct shogi_game *g, uint32_t plies, enum shogi_end end,
          enum shogi_winner winner)
{
    static const char *const moves[] = { "7g7f", "3c3d", "2g2f" };
    struct shogi_place nowhere = { 0 };
    struct shogi_cursor c;

    shogi_game_reset(g);
    shogi_cursor_init(&c, g);
    for (uint32_t i = 0; i < plies; i++)
        shogi_cursor_append(&c, shogi_move_from_usi(moves[i], 4), nowhere);
    shogi_cursor_append_end(&c, end, winner, end == SHOGI_END_OTHER ? "休憩" : NULL,
                            nowhere);
    shogi_cursor_release(&c);
}

static void
check(const struct shogi_format *f, const struct shogi_write_options *o, uint32_t plies,
      enum shogi_end end, enum shogi_winner winner)
{
    struct shogi_game *g = shogi_game_new(), *back = shogi_game_new();
    struct shogi_buf text = { 0 }, decoded = { 0 };
    struct shogi_chunk chunk = { .path = "ends", .first_line = 1, .number = 1 };
    const struct shogi_node *read;

    make_game(g, plies, end, winner);
    is_int(shogi_write_buf(f, g, o, &text), SHOGI_OK);
    chunk.bytes = text.data;
    chunk.len = text.len;
    is_int(shogi_read_chunk(f, &chunk, SHOGI_ENCODING_UTF8, &decoded, back), SHOGI_OK);
    read = shogi_game_end(back);
    if (!says_lost(g)) {
        is_str(shogi_end_name(read ? (enum shogi_end)read->end : SHOGI_END_NONE),
               shogi_end_name(end));
        is_int(shogi_game_winner(back), shogi_game_winner(g));
    } else {
        /* What stands for it may say less, but never name the wrong winner. */
        enum shogi_winner was = shogi_game_winner(g), now = shogi_game_winner(back);
        ok(now == was || now == SHOGI_WINNER_NOBODY || now == SHOGI_WINNER_DRAW);
        ok(was != SHOGI_WINNER_DRAW || now == SHOGI_WINNER_DRAW
           || now == SHOGI_WINNER_NOBODY);
    }
    note("%s, %u moves, %s: %s", f->name, (unsigned)plies, shogi_end_name(end),
         says_lost(g) ? "lost-end" : "kept");
    shogi_game_free(g);
    shogi_game_free(back);
    shogi_buf_release(&text);
    shogi_buf_release(&decoded);
}

static void
test_winner_and_reason_survive_or_are_announced_as_lost(void)
{
    static const struct shogi_write_options csa3 = { .csa_version = SHOGI_CSA_V30 };
    const struct shogi_format *f;

    for (size_t i = 0; (f = shogi_format_at(i)); i++) {
        if (!f->parse || !f->write)
            continue;
        for (int end = SHOGI_END_NONE + 1; end < SHOGI_END_COUNT; end++) {
            enum shogi_winner winner = end == SHOGI_END_PERPETUAL_CHECK
                                           ? SHOGI_WINNER_WHITE
                                           : SHOGI_WINNER_BY_END;
            for (uint32_t plies = 2; plies <= 3; plies++) {
                check(f, NULL, plies, (enum shogi_end)end, winner);
                if (strcmp(f->name, "csa") == 0)
                    check(f, &csa3, plies, (enum shogi_end)end, winner);
            }
        }
    }
}

int
main(void)
{
    test_winner_and_reason_survive_or_are_announced_as_lost();
    return done_testing();
}
