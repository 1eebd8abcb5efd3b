/* SPDX-License-Identifier: MIT */
/* test_pairs.c - every pair of formats, there and back, on random games: what
 * differs is exactly what was announced as lost. */
#include "tap.h"

#include "game/compare.h"
#include "game/uses.h"
#include "notation/format.h"
#include "random_games.h"

enum { GAMES = 2000 };

struct trip {
    struct shogi_game *from, *to;
    struct shogi_buf text, decoded, why;
};

/* Write FROM as F, read it back into TO; true when only LOST differs. */
static bool
there_and_back(struct trip *t, const struct shogi_format *f, uint32_t *lost)
{
    uint32_t all = SHOGI_USES_HEADERS | SHOGI_USES_VARIATIONS | SHOGI_USES_COMMENTS
                   | SHOGI_USES_BOOKMARKS | SHOGI_USES_TIMES | SHOGI_USES_ENDS
                   | SHOGI_USES_MOVES | SHOGI_USES_MOVE_NUMBER | SHOGI_USES_HEADER_LINES;
    struct shogi_chunk chunk = { .path = "trip", .first_line = 1, .number = 1 };

    shogi_buf_reset(&t->text);
    shogi_buf_reset(&t->why);
    if (shogi_write_buf(f, t->from, NULL, &t->text) != SHOGI_OK)
        return false;
    *lost |= shogi_game_announced_losses(t->from);
    chunk.bytes = t->text.data;
    chunk.len = t->text.len;
    if (shogi_read_chunk(f, &chunk, SHOGI_ENCODING_UTF8, &t->decoded, t->to)
        != SHOGI_OK) {
        shogi_buf_puts(&t->why, "cannot be read back");
        return false;
    }
    if (*lost & SHOGI_USES_MOVES)
        return true; /* a board only: its own tests look at it */
    return shogi_game_same(t->from, t->to, all & ~*lost, &t->why);
}

static void
swap(struct trip *t)
{
    struct shogi_game *g = t->from;

    t->from = t->to;
    t->to = g;
}

/* A random game through F and then through G. */
static bool
survives(struct trip *t, const struct shogi_format *f, const struct shogi_format *g,
         uint64_t seed)
{
    uint32_t lost = 0;

    shogi_game_reset(t->from);
    random_game(t->from, seed);
    if (!there_and_back(t, f, &lost))
        return false;
    swap(t);
    return there_and_back(t, g, &lost);
}

static void
test_only_what_was_announced_is_lost(void)
{
    struct trip t = { .from = shogi_game_new(), .to = shogi_game_new() };
    const struct shogi_format *f, *g;

    for (size_t i = 0; (f = shogi_format_at(i)); i++) {
        for (size_t j = 0; (g = shogi_format_at(j)); j++) {
            uint64_t failed = 0;
            if (!f->parse || !f->write || !g->parse || !g->write)
                continue;
            for (uint64_t seed = 1; seed <= GAMES; seed++) {
                if (survives(&t, f, g, seed))
                    continue;
                if (failed++ == 0) {
                    shogi_buf_putc(&t.why, '\0');
                    note("%s then %s, game %llu: %s", f->name, g->name,
                         (unsigned long long)seed, t.why.data);
                }
            }
            is_int(failed, 0);
        }
    }
    shogi_game_free(t.from);
    shogi_game_free(t.to);
    shogi_buf_release(&t.text);
    shogi_buf_release(&t.decoded);
    shogi_buf_release(&t.why);
}

int
main(void)
{
    test_only_what_was_announced_is_lost();
    return done_testing();
}
