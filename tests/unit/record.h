/* SPDX-License-Identifier: MIT */
/* record.h - for tests of formats: a text becomes a game, a game becomes lines to
 * compare. */
#ifndef SHOGI_TESTS_RECORD_H
#define SHOGI_TESTS_RECORD_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/compare.h"
#include "notation/format.h"

struct record {
    struct shogi_game *game;
    struct shogi_buf text; /* what the game was decoded into */
    struct shogi_buf out;  /* what the last question answered */
    enum shogi_status status;
};

/* Read the UTF-8 TEXT as one game of F. */
static inline void
record_read(struct record *r, const struct shogi_format *f, const char *text)
{
    struct shogi_chunk chunk = {
        .bytes = text, .len = strlen(text), .path = "test", .first_line = 1, .number = 1
    };

    *r = (struct record){ .game = shogi_game_new() };
    r->status = shogi_read_chunk(f, &chunk, SHOGI_ENCODING_AUTO, &r->text, r->game);
}

static inline void
record_free(struct record *r)
{
    shogi_game_free(r->game);
    shogi_buf_release(&r->text);
    shogi_buf_release(&r->out);
}

static inline const char *
record_answer(struct record *r)
{
    shogi_buf_putc(&r->out, '\0');
    return r->out.failed ? "out of memory" : r->out.data;
}

static inline void
record_put_node(struct record *r, const struct shogi_node *n)
{
    char usi[SHOGI_USI_SIZE];

    if (n->end != SHOGI_END_NONE) {
        shogi_buf_puts(&r->out, "[");
        shogi_buf_puts(&r->out, shogi_end_name((enum shogi_end)n->end));
        shogi_buf_puts(&r->out, "]");
        return;
    }
    shogi_move_to_usi(n->move, usi);
    shogi_buf_puts(&r->out, usi);
}

/* The main line, "7g7f 3c3d [resign]". */
static inline const char *
record_line(struct record *r)
{
    shogi_buf_reset(&r->out);
    for (const struct shogi_node *n = r->game->root->child; n; n = n->child) {
        record_put_node(r, n);
        if (n->child)
            shogi_buf_putc(&r->out, ' ');
    }
    return record_answer(r);
}

/* Every line in the order of the tree, a variation as " (3: 6g6f 8c8d)" behind
 * the line before it, its first move with its number; no nesting is shown. */
static inline const char *
record_tree(struct record *r)
{
    shogi_buf_reset(&r->out);
    for (const struct shogi_node *n = r->game->root->child; n; n = shogi_node_after(n)) {
        if (n->parent->child != n) {
            int64_t number = r->game->start.move_number;
            for (const struct shogi_node *p = n->parent; p->parent; p = p->parent)
                number++;
            shogi_buf_puts(&r->out, " | ");
            shogi_buf_put_number(&r->out, number, 1);
            shogi_buf_puts(&r->out, ": ");
        } else if (n->parent->parent) {
            shogi_buf_putc(&r->out, ' ');
        }
        record_put_node(r, n);
    }
    return record_answer(r);
}

/* The diagnostics, "3:6 syntax, 5:1 after-end". */
static inline const char *
record_diags(struct record *r)
{
    shogi_buf_reset(&r->out);
    for (const struct shogi_diag *d = r->game->diags; d; d = d->next)
        shogi_buf_printf(&r->out, "%s%u:%u %s", d == r->game->diags ? "" : ", ",
                         (unsigned)d->at.line, (unsigned)d->at.column,
                         shogi_diag_code(d));
    return record_answer(r);
}

static inline const char *
record_sfen(struct record *r)
{
    char sfen[SHOGI_SFEN_SIZE];

    shogi_position_to_sfen(&r->game->start, sfen);
    shogi_buf_reset(&r->out);
    shogi_buf_puts(&r->out, sfen);
    return record_answer(r);
}

/* The node of the main line after PLY moves, or the end behind the last. */
static inline const struct shogi_node *
record_node(const struct record *r, int ply)
{
    const struct shogi_node *n = r->game->root;

    while (ply-- > 0 && n->child)
        n = n->child;
    return n;
}

/* The game as F writes it. */
static inline const char *
record_write(struct record *r, const struct shogi_format *f)
{
    shogi_buf_reset(&r->out);
    shogi_write_buf(f, r->game, NULL, &r->out);
    return record_answer(r);
}

/* Is the game the same after it was written and read again as F?  The first
 * difference is noted. */
static inline bool
record_survives(struct record *r, const struct shogi_format *f)
{
    struct record again;
    struct shogi_buf why = { 0 };
    bool same;

    record_read(&again, f, record_write(r, f));
    same =
        again.status == SHOGI_OK && shogi_game_same(r->game, again.game, f->holds, &why);
    if (!same)
        printf("# status %d, %.*s\n", (int)again.status, (int)why.len,
               why.len ? why.data : "");
    record_free(&again);
    shogi_buf_release(&why);
    return same;
}

/* The name of the format that TEXT is taken for. */
static inline const char *
record_format_of(const char *text)
{
    const struct shogi_format *f =
        shogi_format_detect(text, strlen(text), NULL, SHOGI_ENCODING_UTF8, NULL);

    return f ? f->name : "none";
}

/* Into how many games does F cut the LEN bytes of TEXT, which are shown to it in
 * steps of STEP bytes?  -1: they are not the whole text. */
static inline int
record_count_games(const struct shogi_format *f, const char *text, size_t len,
                   size_t step)
{
    struct shogi_split split = { 0 };
    size_t at = 0, shown = 0;
    int games = 0;

    while (at < len) {
        shown = shown + step < len ? shown + step : len;
        split = f->split(text + at, shown - at, shown == len, &split);
        if (split.len > shown - at || (split.len == 0 && shown == len))
            return -1;
        if (split.len) {
            games++;
            at += split.len;
            split = (struct shogi_split){ 0 };
        }
    }
    return games;
}

#endif
