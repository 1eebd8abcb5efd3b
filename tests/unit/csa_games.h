/* SPDX-License-Identifier: MIT */
/* csa_games.h - games from CSA text, and what they say, for the tests of CSA. */
#ifndef SHOGI_TESTS_CSA_GAMES_H
#define SHOGI_TESTS_CSA_GAMES_H

#include "tap.h"

#include <shogi/shogi.h>

#include "notation/format.h"

/* Moves of the even game. */
#define EVEN "PI\n+\n"

/* A game from the text, which the caller frees; *STATUS may be NULL. */
TAP_UNUSED static struct shogi_game *
read_game(const char *text, enum shogi_status *status)
{
    struct shogi_read_options options = { .format = &shogi_format_csa, .whole = true };
    struct shogi_reader *r =
        shogi_reader_new_memory(text, strlen(text), "test.csa", &options);
    struct shogi_game *g = shogi_game_new();
    enum shogi_status got = shogi_reader_next(r, g);

    if (status)
        *status = got;
    shogi_reader_free(r);
    return g;
}

/* "7g7f 3c3d": the main line; static storage. */
TAP_UNUSED static const char *
moves_of(const struct shogi_game *g)
{
    static char text[4096];
    const struct shogi_node *n;
    size_t at = 0;

    text[0] = '\0';
    for (n = shogi_game_root(g)->child; n && n->move != SHOGI_NO_MOVE; n = n->child) {
        if (at)
            text[at++] = ' ';
        at += shogi_move_to_usi(n->move, text + at);
    }
    return text;
}

/* The start position; static storage. */
TAP_UNUSED static const char *
start_of(const struct shogi_game *g)
{
    static char sfen[SHOGI_SFEN_SIZE];

    shogi_position_to_sfen(shogi_game_start(g), sfen);
    return sfen;
}

/* "resign white": how the main line ended and who won; static storage. */
TAP_UNUSED static const char *
end_of(const struct shogi_game *g)
{
    static const char *const winners[] = { "?", "black", "white", "draw", "nobody" };
    static char text[64];
    const struct shogi_node *end = shogi_game_end(g);

    snprintf(text, sizeof text, "%s %s",
             end ? shogi_end_name((enum shogi_end)end->end) : "none",
             winners[shogi_game_winner(g)]);
    return text;
}

/* "5:1 two-moves, 6:1 after-end": all diagnostics; static storage. */
TAP_UNUSED static const char *
diags_of(const struct shogi_game *g)
{
    static char text[4096];
    const struct shogi_diag *d;
    size_t at = 0;

    text[0] = '\0';
    for (d = shogi_game_diags(g); d && at < sizeof text - 64; d = d->next)
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%u:%u %s", at ? ", " : "",
                               (unsigned)d->at.line, (unsigned)d->at.column,
                               shogi_diag_code(d));
    return text;
}

/* The node after PLY moves of the main line; PLY one more: the end. */
TAP_UNUSED static const struct shogi_node *
node_at(const struct shogi_game *g, int ply)
{
    const struct shogi_node *n = shogi_game_root(g);

    while (n && ply-- > 0)
        n = n->child;
    return n;
}

/* G written as CSA; the caller frees it. */
TAP_UNUSED static struct shogi_bytes
written(struct shogi_game *g, enum shogi_csa_version version)
{
    struct shogi_write_options options = { .csa_version = version };
    struct shogi_bytes out = { 0 };

    shogi_write(&shogi_format_csa, g, &options, &out);
    return out;
}

#endif
