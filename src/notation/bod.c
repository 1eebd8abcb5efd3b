/* SPDX-License-Identifier: MIT */
/* bod.c - BOD: the text of one board, as programs copy it to the clipboard.
 *
 * Source: M. Nakajima on the format (mozuyama.hatenadiary.org/entry/20030909/p5),
 * and boards of Kifu for Windows. */
#include "notation/kakinoki.h"
#include "notation/kif.h"

/* What surrounds a board in real files is read as in KIF: names, comments. */
static enum shogi_status
bod_parse(const struct shogi_text *t, struct shogi_game *g)
{
    struct shogi_kakinoki k;

    shogi_kakinoki_init(&k, "BOD", t, g);
    while (!g->out_of_memory && scan_next_line(&k.s))
        if (!shogi_kakinoki_line(&k))
            shogi_kakinoki_unknown_line(&k);
    if (k.ranks == 0 && !k.has_handicap) /* names alone are no position */
        k.is_record = k.has_header = false;
    return shogi_kakinoki_finish(&k);
}

/* A whole board, and nothing that a record of moves has. */
static int
bod_detect(const char *utf8, size_t len)
{
    struct shogi_text text = { .utf8 = utf8, .len = len };
    struct shogi_written_move m;
    struct scan s;
    int lines = 0, ranks = 0;

    shogi_japanese_init();
    scan_init(&s, &text);
    while (scan_next_line(&s) && lines++ < 400) {
        scan_blanks(&s);
        if (scan_at_end(&s))
            continue;
        if (strncmp(s.p, "#KI", 3) == 0)
            return 0;
        if (*s.p == '|')
            ranks++;
        else if (scan_word(&s, "手数-") || scan_word(&s, "手數-"))
            return 0;
        else if (*s.p >= '0' && *s.p <= '9') { /* files above the board, or a move */
            uint32_t number;
            scan_number(&s, 1000000, &number);
            scan_blanks(&s);
            if (shogi_written_move_scan(&s, &m) == SHOGI_WRITTEN_OK)
                return 0;
        } else if (shogi_written_move_scan(&s, &m) == SHOGI_WRITTEN_OK) {
            return 0;
        }
    }
    return ranks >= 9 ? 80 : 0;
}

/* The last position of the main line, and the move that led to it. */
static void
bod_write(struct shogi_game *g, const struct shogi_write_options *o,
          struct shogi_buf *out)
{
    struct shogi_cursor c;

    (void)o;
    shogi_japanese_init();
    shogi_cursor_init(&c, g);
    while (c.node->child && c.node->child->end == SHOGI_END_NONE
           && shogi_cursor_forward(&c))
        ;
    shogi_diagram_put(out, &c.position, shogi_cursor_target(&c),
                      shogi_kakinoki_is_handicap(g));
    shogi_cursor_release(&c);
}

static const char *const bod_suffixes[] = { ".bod", NULL };

const struct shogi_format shogi_format_bod = {
    .name = "bod",
    .title = "BOD, the text of a board",
    .suffixes = bod_suffixes,
    .separator = "\n",
    .holds = SHOGI_USES_MOVE_NUMBER,
    .detect = bod_detect,
    .split = shogi_kif_split,
    .parse = bod_parse,
    .write = bod_write,
};
