/* SPDX-License-Identifier: MIT */
/* edit.c - changing a record before it is written. */
#include "game/edit.h"

#include <string.h>

/* The walk of shogi_node_after() on nodes that may be changed. */
static struct shogi_node *
node_after(struct shogi_node *n)
{
    if (n->child)
        return n->child;
    while (n && !n->next)
        n = n->parent;
    return n ? n->next : NULL;
}

static void
drop_headers(struct shogi_game *g)
{
    struct shogi_header **link = &g->headers;

    while (*link) {
        if ((*link)->id == SHOGI_HEADER_HANDICAP)
            link = &(*link)->next;
        else
            *link = (*link)->next;
    }
    g->headers_tail = link;
}

static void
drop_from_node(struct shogi_node *n, uint32_t drop)
{
    if (drop & SHOGI_USES_VARIATIONS && n->child) {
        n->child->next = NULL;
        n->last = n->child;
    }
    if (drop & SHOGI_USES_COMMENTS)
        n->comment = NULL;
    if (drop & SHOGI_USES_BOOKMARKS)
        n->bookmark = NULL;
    if (drop & SHOGI_USES_TIMES)
        n->time_ms = n->total_ms = -1;
    if (drop & SHOGI_USES_ANALYSIS)
        n->analysis = NULL;
}

void
shogi_game_drop(struct shogi_game *g, uint32_t drop)
{
    struct shogi_node *n;

    if (drop & SHOGI_USES_HEADERS)
        drop_headers(g);
    for (n = drop ? g->root : NULL; n; n = node_after(n))
        drop_from_node(n, drop);
}

enum shogi_status
shogi_game_set_header(struct shogi_game *g, const char *key, const char *value)
{
    enum shogi_header_id id = shogi_header_id_from_kif_key(key, strlen(key));
    struct shogi_header *h;
    const char *copy;

    for (h = g->headers; h; h = h->next)
        if (id != SHOGI_HEADER_OTHER ? h->id == id : strcmp(h->key, key) == 0)
            break;
    if (!h)
        return shogi_game_add_header(g, id, key, value);
    copy = shogi_game_text(g, value, strlen(value));
    if (!copy)
        return SHOGI_FATAL;
    h->value = copy;
    return SHOGI_OK;
}

/* ---- lines of play ------------------------------------------------------------------
 */

struct shogi_node *
shogi_game_next_leaf(struct shogi_game *g, struct shogi_node *leaf)
{
    struct shogi_node *n = leaf ? node_after(leaf) : g->root;

    while (n && n->child)
        n = n->child;
    return n;
}

uint32_t
shogi_line_length(const struct shogi_node *leaf)
{
    uint32_t length = 0;

    for (; leaf->parent; leaf = leaf->parent)
        length++;
    return length;
}

void
shogi_line_isolate(struct shogi_node *leaf, struct shogi_line_link *saved)
{
    for (struct shogi_node *n = leaf; n->parent; n = n->parent) {
        *saved++ = (struct shogi_line_link){ n->parent->child, n->next };
        n->parent->child = n;
        n->next = NULL;
    }
}

void
shogi_line_restore(struct shogi_node *leaf, const struct shogi_line_link *saved)
{
    for (struct shogi_node *n = leaf; n->parent; n = n->parent, saved++) {
        n->parent->child = saved->child;
        n->next = saved->next;
    }
}
