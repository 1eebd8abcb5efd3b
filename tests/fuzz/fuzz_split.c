/* SPDX-License-Identifier: MIT */
/* fuzz_split.c - for any bytes and any format: games of a stream are cut the same
 * however the stream is read, they are the whole input, and each can be read and
 * judged without the others. */
#include "fuzz.h"

#include <string.h>

#include <shogi/audit.h>

/* An ending is the last node of its line, and every message is one line. */
static void
check_game(const struct shogi_game *g, enum shogi_status status)
{
    for (const struct shogi_node *n = shogi_game_root(g); n; n = shogi_node_after(n))
        must(n->end == SHOGI_END_NONE || (!n->child && n->move == SHOGI_NO_MOVE));
    for (const struct shogi_diag *d = shogi_game_diags(g); d; d = d->next) {
        char message[300];
        must(shogi_diag_message(d, SHOGI_ENGLISH, message, sizeof message) > 0);
        must(strchr(message, '\n') == NULL);
        must(shogi_diag_message(d, SHOGI_JAPANESE, message, sizeof message) > 0);
    }
    must(status != SHOGI_BAD || shogi_game_diags(g) != NULL);
}

static void
read_stream(const struct shogi_format *f, const char *s, size_t left)
{
    struct shogi_chunk chunk = { .path = "x", .first_line = 1 };
    struct shogi_game *g = shogi_game_new();
    struct shogi_buf text = { 0 };
    struct shogi_rules rules;
    struct shogi_verdict verdict;

    must(g != NULL);
    while (left > 0) {
        enum shogi_status status;
        chunk.bytes = s;
        chunk.len = split_in_steps(f, s, left, left);
        must(split_in_steps(f, s, left, 1) == chunk.len);
        status = shogi_read_chunk(f, &chunk, SHOGI_ENCODING_AUTO, &text, g);
        must(status != SHOGI_FATAL);
        if (status != SHOGI_EOF) {
            check_game(g, status);
            shogi_rules_set(&rules, shogi_profile_of(g));
            must(shogi_game_audit(g, &rules, &verdict) == SHOGI_OK);
            check_game(g, status);
        }
        s += chunk.len;
        left -= chunk.len;
    }
    shogi_buf_release(&text);
    shogi_game_free(g);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct shogi_format *f;

    for (size_t i = 0; (f = shogi_format_at(i)); i++)
        if (f->parse)
            read_stream(f, (const char *)data, size);
    return 0;
}
