/* SPDX-License-Identifier: MIT */
/* compare.c - do two records say the same? */
#include "game/compare.h"

#include <string.h>

static bool
same_text(const char *a, const char *b)
{
    if (!a || !b)
        return a == b || (!a && !*b) || (!b && !*a);
    return strcmp(a, b) == 0;
}

/* With a line break as good as the "\\n" that stands for it, and blanks around the
 * value as good as none: where one holds, both are a matter of the layout. */
static bool
same_value(const char *a, const char *b, uint32_t held)
{
    if (!a || !b || held & SHOGI_USES_HEADER_LINES)
        return same_text(a, b);
    a += strspn(a, " ");
    b += strspn(b, " ");
    while (*a && *b) {
        bool x = *a == '\n' || (*a == '\\' && a[1] == 'n');
        bool y = *b == '\n' || (*b == '\\' && b[1] == 'n');
        if (x != y || (!x && *a != *b))
            return false;
        a += *a == '\\' && x ? 2 : 1;
        b += *b == '\\' && y ? 2 : 1;
    }
    a += strspn(a, " ");
    b += strspn(b, " ");
    return *a == *b;
}

static bool
differ(struct shogi_buf *why, const char *what, uint32_t ply, const char *a,
       const char *b)
{
    if (why)
        shogi_buf_printf(why, "%s at ply %u: '%s' and '%s'", what, (unsigned)ply,
                         a ? a : "", b ? b : "");
    return false;
}

static bool
differ_number(struct shogi_buf *why, const char *what, uint32_t ply, int64_t a, int64_t b)
{
    if (why)
        shogi_buf_printf(why, "%s at ply %u: %lld and %lld", what, (unsigned)ply,
                         (long long)a, (long long)b);
    return false;
}

/* The next header that counts: the handicap is told by the start position. */
static const struct shogi_header *
counted(const struct shogi_header *h)
{
    while (h && (h->id == SHOGI_HEADER_HANDICAP || !*h->value))
        h = h->next;
    return h;
}

/* Formats have an order of their own for the headers they know, so the order
 * counts among the others only. */
static bool
same_headers(const struct shogi_game *a, const struct shogi_game *b, uint32_t held,
             struct shogi_buf *why)
{
    const struct shogi_header *x, *y;

    for (int id = 1; id < SHOGI_HEADER_COUNT; id++) {
        const char *u = shogi_game_header(a, (enum shogi_header_id)id);
        const char *v = shogi_game_header(b, (enum shogi_header_id)id);
        if (id != SHOGI_HEADER_HANDICAP && !same_value(u, v, held))
            return differ(why, "header", 0, u, v);
    }
    x = counted(a->headers);
    y = counted(b->headers);
    while (x || y) {
        while (x && x->id != SHOGI_HEADER_OTHER)
            x = counted(x->next);
        while (y && y->id != SHOGI_HEADER_OTHER)
            y = counted(y->next);
        if (!x && !y)
            break;
        if (!x || !y)
            return differ(why, "header", 0, x ? x->key : NULL, y ? y->key : NULL);
        if (!same_text(x->key, y->key))
            return differ(why, "header key", 0, x->key, y->key);
        if (!same_value(x->value, y->value, held))
            return differ(why, "header value", 0, x->value, y->value);
        x = counted(x->next);
        y = counted(y->next);
    }
    return true;
}

static int32_t
rounded(int32_t ms, uint32_t held)
{
    return ms < 0 || held & SHOGI_USES_MILLISECONDS ? ms : ms / 1000 * 1000;
}

static uint32_t
ply_of(const struct shogi_node *n)
{
    uint32_t ply = 0;

    for (; n->parent; n = n->parent)
        ply++;
    return ply;
}

/* Of two ends that are of one kind and have the same side to move. */
static bool
same_winner(const struct shogi_game *g, const struct shogi_node *a,
            const struct shogi_node *b)
{
    enum shogi_side mover;

    if (a->winner == b->winner)
        return true;
    mover = (enum shogi_side)((g->start.turn + ply_of(a) - 1) % 2);
    return shogi_end_winner(a, mover) == shogi_end_winner(b, mover);
}

static bool
same_analysis(const struct shogi_analysis *a, const struct shogi_analysis *b,
              const struct shogi_node *n, struct shogi_buf *why)
{
    for (; a && b; a = a->next, b = b->next) {
        if (a->kind != b->kind || a->value != b->value)
            return differ_number(why, "evaluation", ply_of(n), a->value, b->value);
        if (a->depth != b->depth || a->nodes != b->nodes)
            return differ_number(why, "depth or nodes of an evaluation", ply_of(n),
                                 a->depth, b->depth);
    }
    return a || b ? differ_number(why, "number of evaluations", ply_of(n), a != NULL,
                                  b != NULL)
                  : true;
}

static bool
same_node(const struct shogi_game *g, const struct shogi_node *a,
          const struct shogi_node *b, uint32_t held, struct shogi_buf *why)
{
    char usi[2][SHOGI_USI_SIZE];

    if (a->move != b->move) {
        shogi_move_to_usi(a->move, usi[0]);
        shogi_move_to_usi(b->move, usi[1]);
        return differ(why, "move", ply_of(a), usi[0], usi[1]);
    }
    if (held & SHOGI_USES_ENDS) {
        if (a->end != b->end)
            return differ(why, "ending", ply_of(a),
                          shogi_end_name((enum shogi_end)a->end),
                          shogi_end_name((enum shogi_end)b->end));
        if (a->end != SHOGI_END_NONE && !same_winner(g, a, b))
            return differ_number(why, "winner", ply_of(a), a->winner, b->winner);
        if (a->end == SHOGI_END_OTHER && !same_text(a->as_written, b->as_written))
            return differ(why, "words of an ending", ply_of(a), a->as_written,
                          b->as_written);
    }
    if (held & SHOGI_USES_TIMES && rounded(a->time_ms, held) != rounded(b->time_ms, held))
        return differ_number(why, "time", ply_of(a), a->time_ms, b->time_ms);
    /* A total that is not recorded follows from the times, and writers add it. */
    if (held & SHOGI_USES_TOTALS && a->total_ms >= 0 && b->total_ms >= 0
        && rounded(a->total_ms, held) != rounded(b->total_ms, held))
        return differ_number(why, "total time", ply_of(a), a->total_ms, b->total_ms);
    if (held & SHOGI_USES_COMMENTS && !same_text(a->comment, b->comment))
        return differ(why, "comment", ply_of(a), a->comment, b->comment);
    if (held & SHOGI_USES_BOOKMARKS && !same_text(a->bookmark, b->bookmark))
        return differ(why, "bookmark", ply_of(a), a->bookmark, b->bookmark);
    if (held & SHOGI_USES_ANALYSIS)
        return same_analysis(a->analysis, b->analysis, a, why);
    return true;
}

/* The node after N in a walk; only main continuations without VARIATIONS. */
static const struct shogi_node *
step(const struct shogi_node *n, uint32_t held)
{
    n = held & SHOGI_USES_VARIATIONS ? shogi_node_after(n) : n->child;
    while (n && n->end != SHOGI_END_NONE && !(held & SHOGI_USES_ENDS))
        n = held & SHOGI_USES_VARIATIONS ? shogi_node_after(n) : n->child;
    return n;
}

bool
shogi_game_same(const struct shogi_game *a, const struct shogi_game *b, uint32_t held,
                struct shogi_buf *why)
{
    const struct shogi_node *x = a->root, *y = b->root;
    char sfen[2][SHOGI_SFEN_SIZE];

    if (!shogi_position_equal(&a->start, &b->start)) {
        shogi_position_to_sfen(&a->start, sfen[0]);
        shogi_position_to_sfen(&b->start, sfen[1]);
        return differ(why, "start position", 0, sfen[0], sfen[1]);
    }
    if (held & SHOGI_USES_MOVE_NUMBER && a->start.move_number != b->start.move_number)
        return differ_number(why, "move number", 0, a->start.move_number,
                             b->start.move_number);
    if (held & SHOGI_USES_HEADERS && !same_headers(a, b, held, why))
        return false;
    if (!(held & SHOGI_USES_MOVES))
        return true;
    while (x && y) {
        /* Same shape: both have, or lack, each link that a walk follows. */
        if (!same_node(a, x, y, held, why))
            return false;
        if (held & SHOGI_USES_VARIATIONS
            && (!x->next != !y->next || !x->child != !y->child) && held & SHOGI_USES_ENDS)
            return differ_number(why, "shape of the tree", ply_of(x), x->next != NULL,
                                 y->next != NULL);
        x = step(x, held);
        y = step(y, held);
    }
    return x || y ? differ_number(why, "number of moves", ply_of(x ? x : y), x != NULL,
                                  y != NULL)
                  : true;
}
