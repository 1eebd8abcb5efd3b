/* SPDX-License-Identifier: MIT */
/* dump.c - write-only: everything that a game holds, for tests and the curious.
 *
 *     source kif cp932
 *     header black "先手" "name"
 *     start lnsgkgsnl/... b - 1
 *       * a comment of the start
 *     1 7g7f 16.000 total 16
 *       & a bookmark
 *     2 resign winner white "投了"
 *     variation 2
 *     2 8c8d
 *
 * Places are left out: they are tested where they are used. */
#include <string.h>

#include "notation/evaluation.h"
#include "notation/format.h"

/* In quotes, on one line. */
static void
put_quoted(struct shogi_buf *out, const char *s)
{
    shogi_buf_putc(out, '"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            shogi_buf_putc(out, '\\');
        if (*s == '\n')
            shogi_buf_puts(out, "\\n");
        else
            shogi_buf_putc(out, *s);
    }
    shogi_buf_putc(out, '"');
}

/* Each line of TEXT behind MARK. */
static void
put_lines(struct shogi_buf *out, const char *mark, const char *text)
{
    while (*text) {
        size_t len = strcspn(text, "\n");
        shogi_buf_puts(out, mark);
        shogi_buf_add(out, text, len);
        shogi_buf_putc(out, '\n');
        text += len + (text[len] == '\n');
    }
}

static void
put_seconds(struct shogi_buf *out, int32_t ms)
{
    shogi_buf_put_number(out, ms / 1000, 1);
    if (ms % 1000 != 0) {
        shogi_buf_putc(out, '.');
        shogi_buf_put_number(out, ms % 1000, 3);
    }
}

static void
put_score(struct shogi_buf *out, const struct shogi_analysis *a)
{
    static const char *const kinds[] = { "none", "cp", "mate", "mate-unknown" };
    static const char *const bounds[] = { "", " at-least", " at-most" };

    shogi_buf_printf(out, "%s %ld%s", kinds[a->kind], (long)a->value, bounds[a->bound]);
}

static void
put_analysis(struct shogi_buf *out, const struct shogi_analysis *a)
{
    for (; a; a = a->next) {
        shogi_buf_puts(out, "  ! ");
        put_score(out, a);
        if (a->rank)
            shogi_buf_printf(out, " rank %u", a->rank);
        if (a->depth)
            shogi_buf_printf(out, " depth %u/%u", a->depth, a->seldepth);
        if (a->nodes)
            shogi_buf_printf(out, " nodes %llu", (unsigned long long)a->nodes);
        if (a->time_ms >= 0) {
            shogi_buf_puts(out, " time ");
            put_seconds(out, a->time_ms);
        }
        if (a->engine) {
            shogi_buf_puts(out, " engine ");
            put_quoted(out, a->engine);
        }
        if (a->pv_count)
            shogi_buf_puts(out, " pv");
        for (uint32_t i = 0; i < a->pv_count; i++) {
            char usi[SHOGI_USI_SIZE];
            shogi_buf_putc(out, ' ');
            shogi_buf_add(out, usi, shogi_move_to_usi(a->pv[i], usi));
        }
        if (a->pv_text) {
            shogi_buf_puts(out, " text ");
            put_quoted(out, a->pv_text);
        }
        shogi_buf_putc(out, '\n');
    }
}

static void
put_end(struct shogi_buf *out, const struct shogi_cursor *c)
{
    static const char *const winners[] = { "", "black", "white", "draw", "nobody" };
    enum shogi_winner winner =
        shogi_end_winner(c->node, (enum shogi_side)c->position.turn);

    shogi_buf_printf(out, "%s winner %s", shogi_end_name((enum shogi_end)c->node->end),
                     winners[winner]);
    if (c->node->as_written) {
        shogi_buf_putc(out, ' ');
        put_quoted(out, c->node->as_written);
    }
}

static void
put_node(struct shogi_buf *out, const struct shogi_cursor *c)
{
    const struct shogi_node *n = c->node;
    char usi[SHOGI_USI_SIZE];

    if (n->parent) {
        bool is_end = n->end != SHOGI_END_NONE;
        shogi_buf_printf(out, "%u ", (unsigned)(c->ply + is_end));
        if (is_end)
            put_end(out, c);
        else
            shogi_buf_add(out, usi, shogi_move_to_usi(n->move, usi));
        if (n->time_ms >= 0) {
            shogi_buf_puts(out, " time ");
            put_seconds(out, n->time_ms);
        }
        if (n->total_ms >= 0) {
            shogi_buf_puts(out, " total ");
            put_seconds(out, n->total_ms);
        }
        shogi_buf_putc(out, '\n');
    }
    if (n->comment)
        put_lines(out, "  *", n->comment);
    if (n->bookmark)
        put_lines(out, "  &", n->bookmark);
    put_analysis(out, n->analysis);
}

static void
put_head(struct shogi_buf *out, const struct shogi_game *g)
{
    const struct shogi_header *h;
    char sfen[SHOGI_SFEN_SIZE];

    shogi_buf_printf(out, "source %s %s", g->source.format ? g->source.format : "-",
                     g->source.encoding ? g->source.encoding : "-");
    if (g->source.version)
        shogi_buf_printf(out, " version %s", g->source.version);
    shogi_buf_putc(out, '\n');
    for (h = g->headers; h; h = h->next) {
        shogi_buf_printf(out, "header %s ",
                         shogi_header_name((enum shogi_header_id)h->id));
        put_quoted(out, h->key);
        shogi_buf_putc(out, ' ');
        put_quoted(out, h->value);
        shogi_buf_putc(out, '\n');
    }
    shogi_position_to_sfen(&g->start, sfen);
    shogi_buf_printf(out, "start %s\n", sfen);
    if (g->start_target != SHOGI_NO_SQUARE)
        shogi_buf_printf(out, "target %d%c\n", shogi_square_file(g->start_target),
                         'a' + shogi_square_rank(g->start_target) - 1);
}

static void
dump_write(struct shogi_game *g, const struct shogi_write_options *o,
           struct shogi_buf *out)
{
    struct shogi_cursor c;

    if (shogi_game_find_evaluations(g) != SHOGI_OK) {
        out->failed = true;
        return;
    }
    put_head(out, g);
    shogi_cursor_init_const(&c, g);
    do {
        if (c.node->parent && c.node->parent->child != c.node)
            shogi_buf_printf(out, "variation %u\n",
                             (unsigned)(c.ply + (c.node->end != SHOGI_END_NONE)));
        put_node(out, &c);
    } while (o->main_line_only ? shogi_cursor_forward(&c) : shogi_cursor_step(&c));
    shogi_cursor_release(&c);
}

const struct shogi_format shogi_format_dump = {
    .name = "dump",
    .title = "everything the suite knows of a game, write only",
    .separator = "\n",
    .holds = UINT32_MAX,
    .eval_style = SHOGI_EVAL_NONE,
    .write = dump_write,
};
