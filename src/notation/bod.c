/* SPDX-License-Identifier: MIT */
/* bod.c - BOD: the board as text, one position.
 *
 * The diagram of KIF without a game around it: hands, nine ranks, how many moves
 * were made and the last of them, whose turn it is.  A game is written as its
 * last position.  Source: mozuyama's description of BOD, 2003. */
#include "notation/glyphs.h"
#include "notation/kakinoki.h"
#include "notation/kif.h"

/* Is the line a move, or several, with its number or without? */
static bool
is_move_line(const struct scan *s)
{
    struct scan at = *s;
    struct shogi_written_move m;
    uint32_t number;

    if (shogi_written_move_scan(&at, &m) == SHOGI_WRITTEN_OK)
        return true;
    at = *s;
    if (!scan_number(&at, 1000000, &number))
        return false;
    scan_char(&at, '.');
    scan_blanks(&at);
    return shogi_written_move_scan(&at, &m) == SHOGI_WRITTEN_OK;
}

/* Nine ranks, and nothing that only a game has. */
static int
bod_detect(const char *utf8, size_t len)
{
    struct shogi_text text = { .utf8 = utf8, .len = len };
    struct scan s;
    int ranks = 0;

    shogi_japanese_init();
    scan_init(&s, &text);
    while (scan_next_line(&s)) {
        scan_blanks(&s);
        if (strncmp(s.p, "#KI", 3) == 0 || scan_word(&s, "手数-")
            || scan_word(&s, "手數-"))
            return 0;
        if (*s.p == '|')
            ranks++;
        else if (is_move_line(&s))
            return 0;
    }
    return ranks >= 9 ? 80 : 0;
}

/* The last move of the line at whose end C stands, with its square in any case:
 * a diagram stands alone.  False: there is none. */
static bool
put_last_move(struct shogi_buf *out, const struct shogi_cursor *c)
{
    const struct shogi_node *n = c->node;
    struct shogi_position before = c->position;

    while (n->end != SHOGI_END_NONE)
        n = n->parent;
    if (n->move == SHOGI_NO_MOVE)
        return false;
    shogi_position_undo(&before, n->move, &c->undo[c->ply - 1]);
    shogi_put_mark(out, (enum shogi_side)before.turn);
    shogi_put_move(out, &before, n->move, SHOGI_NO_SQUARE);
    shogi_buf_putc(out, '\0');
    return !out->failed;
}

/* The last position of the main line. */
static void
bod_write(struct shogi_game *g, const struct shogi_write_options *o,
          struct shogi_buf *out)
{
    struct shogi_cursor c;
    struct shogi_buf last = { 0 };
    size_t start = out->len;
    bool has_last;

    shogi_japanese_init();
    shogi_cursor_init_const(&c, g);
    while (shogi_cursor_forward(&c))
        ;
    has_last = put_last_move(&last, &c);
    shogi_diagram_put(out, &c.position, shogi_cursor_target(&c),
                      has_last ? last.data : NULL, shogi_kakinoki_is_handicap(g));
    shogi_buf_release(&last);
    shogi_cursor_release(&c);
    shogi_translate_glyphs(out, start, o->glyphs);
}

static const char *const bod_suffixes[] = { ".bod", NULL };

const struct shogi_format shogi_format_bod = {
    .name = "bod",
    .title = "BOD, a position as a board in text",
    .suffixes = bod_suffixes,
    .separator = "\n",
    .holds = SHOGI_USES_MOVE_NUMBER,
    .detect = bod_detect,
    .split = shogi_kif_split,
    .parse = shogi_kif_parse,
    .write = bod_write,
};
