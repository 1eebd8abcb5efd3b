/* SPDX-License-Identifier: MIT */
/* game.c - one record: its memory, headers, comments, and questions about it. */
#include "game/game.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "game/bounds.h"

struct shogi_game *
shogi_game_new(void)
{
    struct shogi_game *g = shogi_memory_alloc(sizeof *g);

    if (!g)
        return NULL;
    memset(g, 0, sizeof *g);
    shogi_game_set_bounds(g, NULL);
    if (shogi_game_reset(g) != SHOGI_OK) {
        shogi_game_free(g);
        return NULL;
    }
    return g;
}

void
shogi_game_free(struct shogi_game *g)
{
    if (!g)
        return;
    shogi_arena_release(&g->arena);
    shogi_buf_release(&g->comment);
    shogi_memory_free(g);
}

enum shogi_status
shogi_game_reset(struct shogi_game *g)
{
    shogi_arena_reset(&g->arena);
    shogi_buf_reset(&g->comment);
    g->comment_node = NULL;
    g->analysis_node = NULL;
    g->source = (struct shogi_source){ 0 };
    shogi_position_set_start(&g->start);
    g->start_target = SHOGI_NO_SQUARE;
    g->headers = NULL;
    g->headers_tail = &g->headers;
    shogi_game_clear_diags(g);
    g->evaluations_found = false;
    g->out_of_memory = false;
    g->too_large = false;
    g->node_count = g->header_count = 0;
    g->root = shogi_arena_alloc(&g->arena, sizeof *g->root);
    if (!g->root)
        return SHOGI_FATAL;
    g->late_end = NULL;
    g->root->move = SHOGI_NO_MOVE;
    g->root->time_ms = g->root->total_ms = -1;
    return SHOGI_OK;
}

/* A NUL byte of a damaged record would end the text: it becomes a blank. */
const char *
shogi_game_text(struct shogi_game *g, const char *s, size_t len)
{
    char *copy = shogi_arena_text(&g->arena, s, len), *nul = copy;

    if (!copy)
        g->out_of_memory = true;
    while (copy && (nul = memchr(nul, '\0', len - (size_t)(nul - copy))) != NULL)
        *nul = ' ';
    return copy;
}

/* ---- headers ------------------------------------------------------------------------
 */

/* The blanks around a value mean nothing, and most formats lose them. */
static void
trim(const char **value, size_t *len)
{
    while (*len > 0 && (**value == ' ' || **value == '\t')) {
        ++*value;
        --*len;
    }
    while (*len > 0 && ((*value)[*len - 1] == ' ' || (*value)[*len - 1] == '\t'))
        --*len;
}

enum shogi_status
shogi_game_add_header_text(struct shogi_game *g, enum shogi_header_id id, const char *key,
                           size_t key_len, const char *value, size_t value_len,
                           struct shogi_place at)
{
    struct shogi_header *h;

    if (++g->header_count > g->bounds.headers || value_len > g->bounds.header) {
        bool many = g->header_count > g->bounds.headers;
        shogi_game_report_bound(g, many ? g->bounds.headers : g->bounds.header,
                                many ? SHOGI_SAY_HEADERS : SHOGI_SAY_HEADER_BYTES, at);
        return SHOGI_BAD;
    }
    h = shogi_arena_alloc(&g->arena, sizeof *h);
    if (!h) {
        g->out_of_memory = true;
        return SHOGI_FATAL;
    }
    if (id == SHOGI_HEADER_OTHER)
        id = shogi_header_id_from_kif_key(key, key_len);
    trim(&value, &value_len);
    h->id = (uint8_t)id;
    h->at = at;
    h->key = shogi_game_text(g, key, key_len);
    h->value = shogi_game_text(g, value, value_len);
    if (!h->key || !h->value)
        return SHOGI_FATAL;
    *g->headers_tail = h;
    g->headers_tail = &h->next;
    return SHOGI_OK;
}

enum shogi_status
shogi_game_add_header(struct shogi_game *g, enum shogi_header_id id, const char *key,
                      const char *value)
{
    return shogi_game_add_header_text(g, id, key, strlen(key), value, strlen(value),
                                      (struct shogi_place){ 0 });
}

const char *
shogi_game_header(const struct shogi_game *g, enum shogi_header_id id)
{
    const struct shogi_header *h;

    for (h = g->headers; h; h = h->next)
        if (h->id == id)
            return h->value;
    return NULL;
}

/* ---- comments and bookmarks ---------------------------------------------------------
 */

static enum shogi_status
store_comment(struct shogi_game *g)
{
    struct shogi_node *n = g->comment_node;

    g->comment_node = NULL;
    if (!n || g->comment.len == 0)
        return SHOGI_OK;
    n->comment = shogi_game_text(g, g->comment.data, g->comment.len);
    return n->comment ? SHOGI_OK : SHOGI_FATAL;
}

enum shogi_status
shogi_game_add_comment(struct shogi_game *g, struct shogi_node *n, const char *line,
                       size_t len)
{
    if (g->comment_node != n) {
        if (store_comment(g) != SHOGI_OK)
            return SHOGI_FATAL;
        shogi_buf_reset(&g->comment);
        if (n->comment)
            shogi_buf_puts(&g->comment, n->comment);
        g->comment_node = n;
    }
    if (g->comment.len + len > g->bounds.comment) {
        shogi_game_report_bound(g, g->bounds.comment, SHOGI_SAY_COMMENT_BYTES, n->at);
        return SHOGI_BAD;
    }
    shogi_buf_add(&g->comment, line, len);
    shogi_buf_putc(&g->comment, '\n');
    if (g->comment.failed)
        g->out_of_memory = true;
    return g->comment.failed ? SHOGI_FATAL : SHOGI_OK;
}

enum shogi_status
shogi_game_add_bookmark(struct shogi_game *g, struct shogi_node *n, const char *name,
                        size_t len)
{
    size_t old = n->bookmark ? strlen(n->bookmark) : 0;
    char *text = shogi_arena_alloc(&g->arena, old + len + 2);

    if (!text) {
        g->out_of_memory = true;
        return SHOGI_FATAL;
    }
    if (old) {
        memcpy(text, n->bookmark, old);
        text[old++] = '\n';
    }
    if (len)
        memcpy(text + old, name, len);
    n->bookmark = text;
    return SHOGI_OK;
}

struct shogi_analysis *
shogi_game_add_analysis(struct shogi_game *g, struct shogi_node *n)
{
    struct shogi_analysis *a = shogi_arena_alloc(&g->arena, sizeof *a);
    struct shogi_analysis **link = &n->analysis;

    if (!a) {
        g->out_of_memory = true;
        return NULL;
    }
    a->time_ms = -1;
    if (*link && n == g->analysis_node)
        link = &g->last_analysis->next; /* a node may have very many */
    g->analysis_node = n;
    g->last_analysis = a;
    while (*link)
        link = &(*link)->next;
    *link = a;
    return a;
}

enum shogi_status
shogi_game_finish(struct shogi_game *g)
{
    if (store_comment(g) != SHOGI_OK || g->out_of_memory)
        return SHOGI_FATAL;
    return SHOGI_OK;
}

/* ---- questions ----------------------------------------------------------------------
 */

const struct shogi_position *
shogi_game_start(const struct shogi_game *g)
{
    return &g->start;
}

const struct shogi_node *
shogi_game_root(const struct shogi_game *g)
{
    return g->root;
}

const struct shogi_header *
shogi_game_headers(const struct shogi_game *g)
{
    return g->headers;
}

const struct shogi_diag *
shogi_game_diags(const struct shogi_game *g)
{
    return g->diags;
}

const struct shogi_source *
shogi_game_source(const struct shogi_game *g)
{
    return &g->source;
}

enum shogi_handicap
shogi_game_handicap(const struct shogi_game *g)
{
    return shogi_handicap_of(&g->start);
}

uint32_t
shogi_game_plies(const struct shogi_game *g)
{
    const struct shogi_node *n;
    uint32_t plies = 0;

    for (n = g->root->child; n && n->move != SHOGI_NO_MOVE; n = n->child)
        plies++;
    return plies;
}

const struct shogi_node *
shogi_game_end(const struct shogi_game *g)
{
    const struct shogi_node *n = g->root;

    while (n->child)
        n = n->child;
    return n->end != SHOGI_END_NONE ? n : NULL;
}

enum shogi_winner
shogi_game_winner(const struct shogi_game *g)
{
    const struct shogi_node *end = shogi_game_end(g);
    enum shogi_side mover = (enum shogi_side)((g->start.turn + shogi_game_plies(g)) % 2);

    return end ? shogi_end_winner(end, mover) : SHOGI_WINNER_NOBODY;
}

void
shogi_game_note_late_end(struct shogi_game *g, enum shogi_end end,
                         enum shogi_winner winner, enum shogi_side mover,
                         const char *words, struct shogi_place at)
{
    struct shogi_node *n;

    if (g->late_end || end == SHOGI_END_NONE)
        return;
    n = shogi_arena_alloc(&g->arena, sizeof *n);
    if (!n) {
        g->out_of_memory = true;
        return;
    }
    n->end = (uint8_t)end;
    n->winner = (uint8_t)winner;
    n->winner = (uint8_t)shogi_end_winner(n, mover);
    n->as_written = words;
    n->time_ms = n->total_ms = -1;
    n->at = at;
    g->late_end = n;
}

const struct shogi_node *
shogi_node_after(const struct shogi_node *n)
{
    if (n->child)
        return n->child;
    while (n && !n->next)
        n = n->parent;
    return n ? n->next : NULL;
}

enum shogi_status
shogi_game_set_start(struct shogi_game *g, const struct shogi_position *start)
{
    if (g->root->child)
        return SHOGI_BAD;
    g->start = *start;
    return SHOGI_OK;
}
