/* SPDX-License-Identifier: MIT */
/* fuzz_json.c - for any bytes, as JKF and as JSON Lines: games are cut the same
 * however the stream is read, each can be read, what is written for it is JSON, and
 * reads as the same game unless a loss was told. */
#include "fuzz.h"

#include <string.h>

#include <jansson.h>

#include "game/compare.h"
#include "notation/evaluation.h"

static bool
told_a_loss(const struct shogi_game *g)
{
    const struct shogi_diag *d;

    for (d = shogi_game_diags(g); d; d = d->next)
        if (shogi_diag_is_loss((enum shogi_diag_id)d->id))
            return true;
    return false;
}

/* As deep as jansson goes, so that it can read what is written. */
static bool
is_shallow(const struct shogi_game *g)
{
    unsigned depth = 0, deepest = 0;

    for (const struct shogi_node *n = g->root; n; n = shogi_node_after(n)) {
        depth = 0;
        for (const struct shogi_node *p = n; p->parent; p = p->parent)
            depth += p->parent->child != p;
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest < 600;
}

static void
check_round_trip(const struct shogi_format *f, struct shogi_game *g)
{
    uint32_t held = shogi_format_holds(f, NULL) & ~(uint32_t)SHOGI_USES_ANALYSIS;
    struct shogi_chunk chunk = { .path = "again", .first_line = 1 };
    struct shogi_game *back = shogi_game_new();
    struct shogi_buf out = { 0 }, text = { 0 };
    json_t *root;

    if (!(shogi_game_uses(g) & SHOGI_USES_TOTALS))
        held &= ~(uint32_t)SHOGI_USES_TOTALS;
    must(back && shogi_write_buf(f, g, NULL, &out) == SHOGI_OK);
    root = json_loadb(out.data, out.len, JSON_REJECT_DUPLICATES, NULL);
    must(root);
    json_decref(root);
    chunk.bytes = out.data;
    chunk.len = out.len;
    must(split_in_steps(f, out.data, out.len, out.len) == out.len);
    must(shogi_read_chunk(f, &chunk, SHOGI_ENCODING_UTF8, &text, back) == SHOGI_OK);
    if (!told_a_loss(g))
        must(shogi_game_same(g, back, held, NULL));
    shogi_buf_release(&out);
    shogi_buf_release(&text);
    shogi_game_free(back);
}

static void
check(const struct shogi_format *f, const char *s, size_t left)
{
    struct shogi_chunk chunk = { .bytes = s, .path = "x", .first_line = 1 };
    struct shogi_game *g = shogi_game_new();
    struct shogi_buf text = { 0 };

    must(g);
    f->detect(s, left);
    for (; left > 0; left -= chunk.len) {
        enum shogi_status status;
        chunk.len = split_in_steps(f, chunk.bytes, left, 1);
        must(chunk.len == split_in_steps(f, chunk.bytes, left, left));
        status = shogi_read_chunk(f, &chunk, SHOGI_ENCODING_UTF8, &text, g);
        must(status != SHOGI_FATAL);
        if (status == SHOGI_OK && is_shallow(g))
            check_round_trip(f, g);
        chunk.bytes += chunk.len;
    }
    shogi_buf_release(&text);
    shogi_game_free(g);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check(&shogi_format_jkf, (const char *)data, size);
    check(&shogi_format_jsonl, (const char *)data, size);
    return 0;
}
