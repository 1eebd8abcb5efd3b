/* SPDX-License-Identifier: MIT */
/* uses.c - what a game uses of what formats may lack. */
#include "game/uses.h"

#include <stdlib.h>
#include <string.h>

/* Does the recorded total of N differ from the total before plus its time? */
static inline bool
total_differs(const struct shogi_node *n)
{
    const struct shogi_node *before = n->parent;

    if (n->total_ms < 0)
        return false;
    before = before && before->parent ? before->parent : NULL;
    if (before && before->parent)
        return before->total_ms < 0 || n->time_ms < 0
               || before->total_ms / 1000 + n->time_ms / 1000 != n->total_ms / 1000;
    return n->time_ms < 0 || n->time_ms / 1000 != n->total_ms / 1000;
}

static inline void
count_node(const struct shogi_node *n, uint32_t count[SHOGI_USES_BITS])
{
    const struct shogi_node *parent = n->parent;

    /* Most nodes have none of these. */
    if (n->comment || n->bookmark || n->analysis) {
        count[SHOGI_USES_COMMENTS_BIT] += n->comment != NULL;
        count[SHOGI_USES_BOOKMARKS_BIT] += n->bookmark != NULL;
        count[SHOGI_USES_ANALYSIS_BIT] += n->analysis != NULL;
    }
    count[SHOGI_USES_TIMES_BIT] += n->time_ms >= 0;
    count[SHOGI_USES_MILLISECONDS_BIT] += n->time_ms > 0 && n->time_ms % 1000 != 0;
    count[SHOGI_USES_TOTALS_BIT] += total_differs(n);
    count[SHOGI_USES_ENDS_BIT] += n->end != SHOGI_END_NONE;
    count[SHOGI_USES_MOVES_BIT] += n->move != SHOGI_NO_MOVE;
    count[SHOGI_USES_VARIATIONS_BIT] += parent && parent->child != n;
}

uint32_t
shogi_game_count_uses(const struct shogi_game *g, uint32_t count[SHOGI_USES_BITS])
{
    uint32_t sum[SHOGI_USES_BITS] = { 0 }; /* kept in registers, as COUNT cannot be */
    uint32_t open = 0, uses = 0;           /* alternatives that are still to come */
    const struct shogi_header *h;
    const struct shogi_node *n = g->root, *after;

    do {
        count_node(n, sum);
        open += n->next != NULL;
        after = n->child;
        if (!after && open > 0) {
            after = shogi_node_after(n);
            open--;
        }
        n = after;
    } while (n);
    memcpy(count, sum, sizeof sum);
    for (h = g->headers; h; h = h->next)
        count[SHOGI_USES_HEADER_LINES_BIT] += strchr(h->value, '\n') != NULL;
    for (h = g->headers; h; h = h->next)
        count[SHOGI_USES_HEADERS_BIT] += h->id != SHOGI_HEADER_HANDICAP && *h->value;
    count[SHOGI_USES_MOVE_NUMBER_BIT] = g->start.move_number > 1;
    for (int bit = 0; bit < SHOGI_USES_BITS; bit++)
        uses |= count[bit] ? 1u << bit : 0;
    return uses;
}

uint32_t
shogi_game_uses(const struct shogi_game *g)
{
    uint32_t count[SHOGI_USES_BITS];

    return shogi_game_count_uses(g, count);
}

uint32_t
shogi_game_announced_losses(const struct shogi_game *g)
{
    static const struct {
        enum shogi_diag_id id;
        uint32_t bits;
    } rows[] = {
        { SHOGI_DIAG_LOST_HEADER, SHOGI_USES_HEADERS },
        { SHOGI_DIAG_LOST_LINE_BREAK, SHOGI_USES_HEADER_LINES },
        { SHOGI_DIAG_LOST_VARIATION, SHOGI_USES_VARIATIONS },
        { SHOGI_DIAG_LOST_COMMENT, SHOGI_USES_COMMENTS },
        { SHOGI_DIAG_LOST_BOOKMARK, SHOGI_USES_BOOKMARKS },
        { SHOGI_DIAG_LOST_TIME,
          SHOGI_USES_TIMES | SHOGI_USES_TOTALS | SHOGI_USES_MILLISECONDS },
        { SHOGI_DIAG_LOST_PRECISION, SHOGI_USES_MILLISECONDS },
        { SHOGI_DIAG_LOST_TOTAL, SHOGI_USES_TOTALS },
        { SHOGI_DIAG_LOST_RESULT, SHOGI_USES_ENDS },
        { SHOGI_DIAG_LOST_END, SHOGI_USES_ENDS | SHOGI_USES_COMMENTS },
        { SHOGI_DIAG_LOST_MOVES,
          SHOGI_USES_MOVES | SHOGI_USES_VARIATIONS | SHOGI_USES_ENDS },
        { SHOGI_DIAG_LOST_MOVE_NUMBER, SHOGI_USES_MOVE_NUMBER },
        { SHOGI_DIAG_LOST_ANALYSIS, SHOGI_USES_ANALYSIS },
        { SHOGI_DIAG_LOST_EVALUATION, SHOGI_USES_ANALYSIS },
        { SHOGI_DIAG_LOST_FOUL, SHOGI_USES_MOVES },
    };
    uint32_t lost = 0;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (g->diag_same[rows[i].id] > 0)
            lost |= rows[i].bits;
    return lost;
}
