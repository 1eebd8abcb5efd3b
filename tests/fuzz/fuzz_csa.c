/* SPDX-License-Identifier: MIT */
/* fuzz_csa.c - for any bytes: games of a stream are cut the same however it is
 * read, each can be read, and what is written for it reads as the same game
 * unless a loss was told. */
#include "fuzz.h"

#include <string.h>

#include "game/compare.h"
#include "game/uses.h"

static const struct shogi_format *const csa = &shogi_format_csa;

static bool
told_a_loss(const struct shogi_game *g)
{
    const struct shogi_diag *d;

    for (d = shogi_game_diags(g); d; d = d->next)
        if (d->id == SHOGI_DIAG_LOST_END || d->id == SHOGI_DIAG_LOST_FOUL)
            return true;
    return false;
}

static void
check_round_trip(struct shogi_game *g, enum shogi_csa_version version)
{
    struct shogi_write_options options = { .csa_version = version };
    struct shogi_chunk chunk = { .path = "again", .first_line = 1 };
    struct shogi_game *back = shogi_game_new();
    struct shogi_buf out = { 0 }, text = { 0 };

    must(back && shogi_write_buf(csa, g, &options, &out) == SHOGI_OK);
    chunk.bytes = out.data;
    chunk.len = out.len;
    must(split_in_steps(csa, out.data, out.len, out.len) == out.len);
    must(shogi_read_chunk(csa, &chunk, SHOGI_ENCODING_UTF8, &text, back) == SHOGI_OK);
    if (!told_a_loss(g))
        must(shogi_game_same(g, back, shogi_format_holds(csa, &options), NULL));
    shogi_buf_release(&out);
    shogi_buf_release(&text);
    shogi_game_free(back);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct shogi_chunk chunk = { .bytes = (const char *)data,
                                 .path = "x",
                                 .first_line = 1 };
    struct shogi_game *g = shogi_game_new();
    struct shogi_buf text = { 0 };
    size_t left = size;

    must(g != NULL);
    while (left > 0) {
        enum shogi_status status;
        chunk.len = split_in_steps(csa, chunk.bytes, left, left);
        must(split_in_steps(csa, chunk.bytes, left, 1) == chunk.len);
        status = shogi_read_chunk(csa, &chunk, SHOGI_ENCODING_AUTO, &text, g);
        must(status != SHOGI_FATAL);
        must(status != SHOGI_BAD || g->diags != NULL);
        /* A NUL byte comes back as a blank, with which a line may mean more. */
        if (status == SHOGI_OK && !memchr(chunk.bytes, '\0', chunk.len)) {
            check_round_trip(g, SHOGI_CSA_V22);
            check_round_trip(g, SHOGI_CSA_V30);
        }
        chunk.bytes += chunk.len;
        left -= chunk.len;
    }
    shogi_buf_release(&text);
    shogi_game_free(g);
    return 0;
}
