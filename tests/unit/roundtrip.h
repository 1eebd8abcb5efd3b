/* SPDX-License-Identifier: MIT */
/* roundtrip.h - public records, whatever their format, through one format and back. */
#ifndef SHOGI_TESTS_ROUNDTRIP_H
#define SHOGI_TESTS_ROUNDTRIP_H

#include "tap.h"

#include <stdlib.h>

#include "game/compare.h"
#include "notation/evaluation.h"
#include "notation/format.h"

struct roundtrip {
    const struct shogi_format *format;
    struct shogi_game *from, *to;
    struct shogi_buf text, decoded;
    size_t games, failures;
};

/* What the format holds of this game, and says nothing of losing. */
static inline uint32_t
roundtrip_held(const struct roundtrip *t)
{
    uint32_t held = t->format->holds;

    /* Where the record has no totals, writers put the sums of the times. */
    if (!(shogi_game_uses(t->from) & SHOGI_USES_TOTALS))
        held &= ~(uint32_t)SHOGI_USES_TOTALS;
    for (const struct shogi_diag *d = t->from->diags; d; d = d->next) {
        if (strcmp(shogi_diag_code(d), "lost-end") == 0)
            held &= ~(uint32_t)SHOGI_USES_ENDS;
        if (strcmp(shogi_diag_code(d), "lost-header") == 0)
            held &= ~(uint32_t)SHOGI_USES_HEADERS;
    }
    return held;
}

/* The game in `from`, of PATH: is it the same behind the format? */
static inline void
roundtrip_game(struct roundtrip *t, const char *path)
{
    struct shogi_chunk chunk = { .path = "back", .first_line = 1, .number = 1 };
    struct shogi_buf why = { 0 };
    bool same = false;

    t->games++;
    shogi_buf_reset(&t->text);
    if (shogi_game_find_evaluations(t->from) == SHOGI_OK
        && shogi_write_buf(t->format, t->from, NULL, &t->text) == SHOGI_OK) {
        chunk.bytes = t->text.data;
        chunk.len = t->text.len;
        same =
            shogi_read_chunk(t->format, &chunk, SHOGI_ENCODING_UTF8, &t->decoded, t->to)
                == SHOGI_OK
            && shogi_game_find_evaluations(t->to) == SHOGI_OK
            && shogi_game_same(t->from, t->to, roundtrip_held(t), &why);
    }
    if (!same && t->failures++ < 10)
        note("%s, game %llu: %.*s", path, (unsigned long long)t->from->source.number,
             (int)why.len, why.len ? why.data : "");
    shogi_buf_release(&why);
}

static inline void
roundtrip_path(struct roundtrip *t, const char *path)
{
    FILE *f = fopen(path, "rb");
    struct shogi_reader *r = f ? shogi_reader_new(f, path, NULL) : NULL;
    enum shogi_status status;

    while (r && (status = shogi_reader_next(r, t->from)) != SHOGI_EOF
           && status != SHOGI_FATAL)
        roundtrip_game(t, path);
    shogi_reader_free(r);
    if (f)
        fclose(f);
}

/* Every record of the corpus through FORMAT; false, and a skip, without one. */
static inline bool
roundtrip_corpus(struct roundtrip *t, const struct shogi_format *format)
{
    const char *shared = getenv("SHOGI_SHARED");
    char path[4096], row[65536], before[4096] = "";
    FILE *table = NULL;

    *t = (struct roundtrip){ .format = format };
    if (shared) {
        snprintf(path, sizeof path, "%s/corpus/dev/expected.tsv", shared);
        table = fopen(path, "r");
    }
    if (!table) {
        skip(shared ? "SHOGI_SHARED has no corpus" : "SHOGI_SHARED is not set");
        return false;
    }
    t->from = shogi_game_new();
    t->to = shogi_game_new();
    while (t->from && t->to && fgets(row, sizeof row, table)) {
        row[strcspn(row, "\t\n")] = '\0';
        if (strcmp(row, before) == 0 || strcmp(row, "path") == 0)
            continue;
        snprintf(before, sizeof before, "%.4000s", row);
        snprintf(path, sizeof path, "%.1000s/corpus/dev/%.2000s", shared, row);
        roundtrip_path(t, path);
    }
    fclose(table);
    shogi_game_free(t->from);
    shogi_game_free(t->to);
    shogi_buf_release(&t->text);
    shogi_buf_release(&t->decoded);
    note("%zu games", t->games);
    return true;
}

#endif
