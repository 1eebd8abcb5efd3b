/* SPDX-License-Identifier: MIT */
/* bod.c - BOD: the board as text, one position.
 *
 * The diagram of KIF without a game around it: hands, nine ranks, how many moves
 * were made and the last of them, whose turn it is.  A game is written as its
 * last position.  Source: mozuyama's description of BOD, 2003. */
#include "notation/glyphs.h"
#include "notation/kakinoki.h"
#include "notation/kif.h"

/* Nine ranks and nothing that only a game has. */
static int
bod_detect(const char *utf8, size_t len)
{
    struct shogi_text text = { .utf8 = utf8, .len = len };
    struct shogi_written_move m;
    struct scan s;
    int ranks = 0;

    shogi_japanese_init();
    scan_init(&s, &text);
    while (scan_next_line(&s)) {
        uint32_t number;
        scan_blanks(&s);
        if (strncmp(s.p, "#KI", 3) == 0 || strncmp(s.p, "手数-", strlen("手数-")) == 0)
            return 0;
        if (*s.p == '|')
            ranks++;
        else if (scan_number(&s, 1000000, &number) && scan_blanks(&s) > 0 && ranks >= 9
                 && shogi_written_move_scan(&s, &m) == SHOGI_WRITTEN_OK)
            return 0;
        else if (ranks >= 9 && shogi_written_move_scan(&s, &m) == SHOGI_WRITTEN_OK)
            return 0;
    }
    return ranks >= 9 ? 80 : 0;
}

static void
bod_write(struct shogi_game *g, const struct shogi_write_options *o,
          struct shogi_buf *out)
{
    struct shogi_cursor c;
    size_t start = out->len;

    shogi_japanese_init();
    shogi_cursor_init_const(&c, g);
    while (shogi_cursor_forward(&c))
        ;
    shogi_diagram_put(out, &c.position, shogi_cursor_target(&c),
                      shogi_kakinoki_is_handicap(g));
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
