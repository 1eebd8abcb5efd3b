/* SPDX-License-Identifier: MIT */
/* fuzz_json.c - any bytes as JKF and as JSON Lines: what is written for them is JSON. */
#include "round_trip.h"

#include <jansson.h>

/* As deep as jansson goes, so that it can read what is written. */
static bool
is_shallow(const struct shogi_game *g, const struct shogi_chunk *chunk)
{
    unsigned depth = 0, deepest = 0;

    (void)chunk;
    for (const struct shogi_node *n = g->root; n; n = shogi_node_after(n)) {
        depth = 0;
        for (const struct shogi_node *p = n; p->parent; p = p->parent)
            depth += p->parent->child != p;
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest < 600;
}

static void
look_for_json(const struct shogi_buf *written)
{
    json_t *root = json_loadb(written->data, written->len, JSON_REJECT_DUPLICATES, NULL);

    must(root);
    json_decref(root);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct round_trip json = { .format = &shogi_format_jkf,
                               .encoding = SHOGI_ENCODING_UTF8,
                               .uncompared = SHOGI_USES_ANALYSIS,
                               .comes_back = is_shallow,
                               .look = look_for_json };

    check_stream_of_games(&json, data, size);
    json.format = &shogi_format_jsonl;
    check_stream_of_games(&json, data, size);
    return 0;
}
