/* SPDX-License-Identifier: MIT */
/* bounds.c - how much a game may hold, so that no input takes all memory. */
#include "game/bounds.h"

/* What no record comes near to, and little enough for any machine. */
static const struct shogi_bounds usual = { .line = 1024 * 1024,
                                           .comment = 8 * 1024 * 1024,
                                           .header = 64 * 1024,
                                           .headers = 1000,
                                           .plies = 10000,
                                           .nodes = 1000000,
                                           .nesting = 100000 };

static uint64_t
or_usual(uint64_t bound, uint64_t otherwise)
{
    return bound ? bound : otherwise;
}

void
shogi_game_set_bounds(struct shogi_game *g, const struct shogi_bounds *bounds)
{
    static const struct shogi_bounds none;
    const struct shogi_bounds *b = bounds ? bounds : &none;

    g->bounds = (struct shogi_bounds){ .line = or_usual(b->line, usual.line),
                                       .comment = or_usual(b->comment, usual.comment),
                                       .header = or_usual(b->header, usual.header),
                                       .headers = or_usual(b->headers, usual.headers),
                                       .plies = or_usual(b->plies, usual.plies),
                                       .nodes = or_usual(b->nodes, usual.nodes),
                                       .nesting = or_usual(b->nesting, usual.nesting) };
}

void
shogi_game_report_bound(struct shogi_game *g, uint64_t limit, enum shogi_diag_word what,
                        struct shogi_place at)
{
    if (g->too_large)
        return;
    g->too_large = true;
    shogi_diag_add_word(
        shogi_diag_add_number(shogi_game_diag(g, SHOGI_DIAG_GAME_TOO_LARGE, at),
                              limit > INT64_MAX ? INT64_MAX : (int64_t)limit),
        what);
}

/* In the order of the tree, up and down with the variations; as many steps as nodes. */
void
shogi_game_check_nesting(struct shogi_game *g)
{
    const struct shogi_node *n = g->root;
    uint64_t depth = 0;

    if (g->node_count <= g->bounds.nesting)
        return;
    while (n) {
        if (n->child) {
            n = n->child;
            continue;
        }
        for (; n && !n->next; n = n->parent)
            depth -= n->parent && n->parent->child != n;
        if (!n)
            break;
        depth += n->parent->child == n;
        n = n->next;
        if (depth > g->bounds.nesting) {
            shogi_game_report_bound(g, g->bounds.nesting, SHOGI_SAY_LEVELS, n->at);
            return;
        }
    }
}
