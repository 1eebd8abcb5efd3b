/* SPDX-License-Identifier: MIT */
/* roundtrip.c - parse(write(parse(x))) = parse(x): every record of the samples
 * and of the public corpus, through every format that can be read and written.
 * What the writer announced as lost does not count; what was written is written
 * again, byte for byte, from what was read back. */
#include "unit/tap.h"

#include <ftw.h>
#include <stdlib.h>

#include "base/buf.h"
#include "game/compare.h"
#include "game/uses.h"
#include "notation/evaluation.h"
#include "notation/format.h"

enum { WAYS_MAX = 16, SHOWN_MAX = 20 };

/* Of one path; archives hold many thousands that are much alike. */
enum { GAMES_MAX = 50 };

/* A format with options, and what came of it. */
struct way {
    const struct shogi_format *format;
    struct shogi_write_options options;
    char name[32];
    size_t games, whole, wrong;
};

/* nftw() has no context of its own. */
static struct {
    struct way ways[WAYS_MAX];
    size_t way_count, shown;
    struct shogi_game *from, *to;
    struct shogi_buf first, second, decoded, why;
} trip;

static void
add_way(const struct shogi_format *f, const char *suffix,
        const struct shogi_write_options *options)
{
    struct way *w = &trip.ways[trip.way_count++];

    *w = (struct way){ .format = f, .options = *options };
    snprintf(w->name, sizeof w->name, "%s%s", shogi_format_name(f), suffix);
}

/* Every format that can say how a game went on. */
static void
find_ways(void)
{
    static const struct shogi_write_options plain, v3 = { .csa_version = SHOGI_CSA_V30 };
    const struct shogi_format *f;

    for (size_t i = 0; (f = shogi_format_at(i)) && trip.way_count < WAYS_MAX; i++)
        if (shogi_format_can_read(f) && shogi_format_can_write(f)
            && shogi_format_holds(f, &plain) & SHOGI_USES_MOVES)
            add_way(f, "", &plain);
    add_way(shogi_format_from_name("csa"), " 3.0", &v3);
}

/* What must come back. */
static uint32_t
held_of(const struct way *w)
{
    uint32_t held = shogi_format_holds(w->format, &w->options)
                    & ~shogi_game_announced_losses(trip.from);

    /* Where the record has no totals, writers put the sums of the times. */
    if (!(shogi_game_uses(trip.from) & SHOGI_USES_TOTALS))
        held &= ~(uint32_t)SHOGI_USES_TOTALS;
    return held;
}

static bool
comes_back(struct way *w)
{
    struct shogi_chunk chunk = { .path = "back", .first_line = 1, .number = 1 };
    uint32_t held;

    shogi_buf_reset(&trip.first);
    shogi_buf_reset(&trip.second);
    if (shogi_write_buf(w->format, trip.from, &w->options, &trip.first) != SHOGI_OK) {
        shogi_buf_puts(&trip.why, "cannot be written");
        return false;
    }
    held = held_of(w);
    w->whole += shogi_game_announced_losses(trip.from) == 0;
    chunk.bytes = trip.first.data;
    chunk.len = trip.first.len;
    if (shogi_read_chunk(w->format, &chunk, SHOGI_ENCODING_UTF8, &trip.decoded, trip.to)
            != SHOGI_OK
        || shogi_game_find_evaluations(trip.to) != SHOGI_OK) {
        shogi_buf_puts(&trip.why, "cannot be read back");
        return false;
    }
    if (!shogi_game_same(trip.from, trip.to, held, &trip.why))
        return false;
    /* JSON Lines also tell where the record came from, and that is new.  A loss
     * may leave something to be lost the second time: words become a comment. */
    if (shogi_game_announced_losses(trip.from)
        || strcmp(shogi_format_name(w->format), "jsonl") == 0)
        return true;
    if (shogi_write_buf(w->format, trip.to, &w->options, &trip.second) != SHOGI_OK
        || trip.first.len != trip.second.len
        || memcmp(trip.first.data, trip.second.data, trip.first.len) != 0) {
        shogi_buf_puts(&trip.why, "is written differently the second time");
        return false;
    }
    return true;
}

static void
try_way(struct way *w, const char *path)
{
    shogi_buf_reset(&trip.why);
    w->games++;
    if (comes_back(w))
        return;
    w->wrong++;
    if (trip.shown++ < SHOWN_MAX)
        note("%s, game %llu, as %s: %.*s", path,
             (unsigned long long)shogi_game_source(trip.from)->number, w->name,
             (int)trip.why.len, trip.why.len ? trip.why.data : "");
}

/* The path is read anew for each way: writing adds to the diagnostics. */
static void
try_path(struct way *w, const char *path)
{
    FILE *f = fopen(path, "rb");
    struct shogi_reader *r = f ? shogi_reader_new(f, path, NULL) : NULL;
    enum shogi_status status;
    size_t left = getenv("SHOGI_LONG") ? SIZE_MAX : GAMES_MAX;

    while (r && left-- > 0 && (status = shogi_reader_next(r, trip.from)) != SHOGI_EOF
           && status != SHOGI_FATAL)
        if (shogi_game_find_evaluations(trip.from) == SHOGI_OK)
            try_way(w, path);
    shogi_reader_free(r);
    if (f)
        fclose(f);
}

static bool
ends_in(const char *path, const char *suffix)
{
    size_t a = strlen(path), b = strlen(suffix);

    return a > b && strcmp(path + a - b, suffix) == 0;
}

static int
visit(const char *path, const struct stat *st, int type, struct FTW *where)
{
    static const char *const others[] = { ".dump", ".diag", ".why", ".tsv",
                                          ".c",    ".json", ".md",  NULL };

    (void)st;
    (void)where;
    if (type != FTW_F)
        return 0;
    for (size_t i = 0; others[i]; i++)
        if (ends_in(path, others[i]))
            return 0;
    for (size_t i = 0; i < trip.way_count; i++)
        try_path(&trip.ways[i], path);
    return 0;
}

static void
test_every_record_comes_back(const char *folder)
{
    size_t games = 0;

    trip.way_count = trip.shown = 0;
    find_ways();
    if (nftw(folder, visit, 16, FTW_PHYS) != 0) {
        skip("the folder is not there");
        return;
    }
    note("%-10s %8s %8s %8s", "through", "games", "no loss", "wrong");
    for (size_t i = 0; i < trip.way_count; i++) {
        const struct way *w = &trip.ways[i];
        note("%-10s %8zu %8zu %8zu", w->name, w->games, w->whole, w->wrong);
        is_int(w->wrong, 0);
        games += w->games;
    }
    ok(games > 0);
}

int
main(void)
{
    const char *shared = getenv("SHOGI_SHARED"), *top = getenv("TOP_SRCDIR");
    char folder[4096];

    trip.from = shogi_game_new();
    trip.to = shogi_game_new();
    if (!ok(trip.from && trip.to))
        return done_testing();
    snprintf(folder, sizeof folder, "%s/samples", top ? top : ".");
    test_every_record_comes_back(folder);
    if (shared) {
        snprintf(folder, sizeof folder, "%s/corpus/dev", shared);
        test_every_record_comes_back(folder);
    } else {
        skip("SHOGI_SHARED is not set: no public records");
    }
    shogi_game_free(trip.from);
    shogi_game_free(trip.to);
    shogi_buf_release(&trip.first);
    shogi_buf_release(&trip.second);
    shogi_buf_release(&trip.decoded);
    shogi_buf_release(&trip.why);
    return done_testing();
}
