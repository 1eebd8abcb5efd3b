/* SPDX-License-Identifier: MIT */
/* kif_write.c - KIF in the layout of Kifu for Windows. */
#include "base/utf8.h"
#include "notation/glyphs.h"
#include "notation/kakinoki.h"
#include "notation/kif.h"

struct writer {
    struct shogi_game *g;
    struct shogi_buf *out;
    struct shogi_cursor c;
    enum shogi_dialect dialect;
    bool is_handicap;
    uint32_t base;      /* number of the first move, less 1 */
    int64_t seconds[2]; /* of each side on the way to the cursor */
    uint32_t branches;  /* nodes on that way which have an alternative to come */
};

/* Bytes of a line of a move, at most; of an ending without its word. */
enum { LINE_ROOM = 96 };

/* Whose time the node at the cursor took. */
static enum shogi_side
side_of_node(const struct writer *w)
{
    bool is_move = w->c.node->move != SHOGI_NO_MOVE;

    return (enum shogi_side)(w->c.position.turn ^ is_move);
}

/* Count the time of the node at the cursor, forward or (SIGN -1) back. */
static void
count_time(struct writer *w, int sign)
{
    if (w->c.node->time_ms >= 0)
        w->seconds[side_of_node(w)] += sign * (w->c.node->time_ms / 1000);
}

static char *
put_digits(char *p, uint32_t n, int min_digits, char fill)
{
    char digits[10];
    int count = 0;

    do
        digits[count++] = (char)('0' + n % 10);
    while (n /= 10);
    for (int i = count; i < min_digits; i++)
        *p++ = fill;
    while (count)
        *p++ = digits[--count];
    return p;
}

/* The same with two digits at least: nearly always there are two. */
static inline char *
put_two(char *p, uint32_t n, char fill)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";

    if (n >= 100)
        return put_digits(p, n, 2, fill);
    memcpy(p, pairs + (size_t)n * 2, 2);
    if (n < 10)
        *p = fill;
    return p + 2;
}

/* "( 0:16/00:00:16)" */
static char *
put_time(char *p, const struct writer *w)
{
    const struct shogi_node *n = w->c.node;
    uint32_t time = (uint32_t)(n->time_ms / 1000);
    int64_t sum = n->total_ms >= 0 ? n->total_ms / 1000 : w->seconds[side_of_node(w)];
    uint32_t total = sum < 0 ? 0 : sum > UINT32_MAX ? UINT32_MAX : (uint32_t)sum;

    *p++ = '(';
    p = put_two(p, time / 60, ' ');
    *p++ = ':';
    p = put_two(p, time % 60, '0');
    *p++ = '/';
    p = put_two(p, total / 3600, '0');
    *p++ = ':';
    p = put_two(p, total / 60 % 60, '0');
    *p++ = ':';
    p = put_two(p, total % 60, '0');
    *p++ = ')';
    return p;
}

/* What stands behind the move text, which is COLUMNS wide: Kifu for Windows
 * fills it to 12. */
static char *
put_tail(char *p, const struct writer *w, int columns)
{
    const struct shogi_node *n = w->c.node;

    if (n->time_ms >= 0 || n->next) {
        int blanks = columns < 12 ? 13 - columns : 1;
        memset(p, ' ', 13);
        p += blanks;
    }
    if (n->time_ms >= 0)
        p = put_time(p, w);
    if (n->next)
        *p++ = '+';
    *p++ = '\n';
    return p;
}

static char *
put_number(char *p, uint32_t number)
{
    if (number < 100) {
        memset(p, ' ', 2);
        p = put_two(p + 2, number, ' ');
    } else {
        p = put_digits(p, number, 4, ' ');
    }
    *p++ = ' ';
    return p;
}

/* A foul that only other formats can hold whole: a promoted piece is dropped.
 * There is a name for it when the piece can promote at all. */
static enum shogi_kind
promoted_drop(struct writer *w, enum shogi_kind kind)
{
    const struct shogi_node *n = w->c.node;
    struct shogi_diag *d;

    if (shogi_kind_can_promote(kind))
        return shogi_kind_promoted(kind);
    d = shogi_game_diag(w->g, SHOGI_DIAG_LOST_FOUL, n->at);
    d->ply = w->c.ply;
    d->move = n->move;
    shogi_diag_add_string(w->g, d, "kif");
    return kind;
}

/* The move that led to the cursor. */
static void
put_move(struct writer *w)
{
    const struct shogi_node *n = w->c.node;
    shogi_square to = shogi_move_to(n->move), previous = w->g->start_target;
    enum shogi_kind kind = shogi_piece_kind(w->c.undo[w->c.ply - 1].moved);
    bool is_drop = shogi_move_is_drop(n->move), promotes = shogi_move_promotes(n->move);
    char *p, *text;
    int columns;

    if (!shogi_buf_has_room(w->out, LINE_ROOM))
        return;
    text = put_number(w->out->data + w->out->len, w->base + w->c.ply);
    if (n->parent->move != SHOGI_NO_MOVE)
        previous = shogi_move_to(n->parent->move);
    p = to == previous ? (char *)memcpy(text, "同　", 6) + 6
                       : shogi_write_square(text, to);
    if (is_drop && promotes)
        kind = promoted_drop(w, kind);
    p = shogi_write_kind(p, kind);
    if (is_drop || promotes) {
        memcpy(p, is_drop ? "打" : "成", 3);
        p += 3;
    }
    columns = (int)(p - text) / 3 * 2;
    if (!is_drop) {
        shogi_square from = shogi_move_from(n->move);
        p[0] = '(';
        p[1] = (char)('0' + shogi_square_file(from));
        p[2] = (char)('0' + shogi_square_rank(from));
        p[3] = ')';
        p += 4;
        columns += 4;
    }
    p = put_tail(p, w, columns);
    w->out->len = (size_t)(p - w->out->data);
}

static void
put_end(struct writer *w)
{
    const struct shogi_node *n = w->c.node;
    enum shogi_side mover = (enum shogi_side)w->c.position.turn;
    uint32_t number = w->base + w->c.ply;
    const char *note;
    const char *word = shogi_kakinoki_end_word(w->g, n, mover, "kif", w->dialect, &note);

    if (word) {
        size_t len = strlen(word);
        char text[LINE_ROOM], *end = put_number(text, number + 1);
        shogi_buf_add(w->out, text, (size_t)(end - text));
        shogi_buf_add(w->out, word, len);
        end = put_tail(text, w, (int)shogi_utf8_width(word, len));
        shogi_buf_add(w->out, text, (size_t)(end - text));
    }
    if (note) {
        shogi_buf_putc(w->out, '*');
        shogi_buf_puts(w->out, note);
        shogi_buf_putc(w->out, '\n');
    }
    if (word)
        shogi_kakinoki_put_remarks(n, w->out);
    shogi_kakinoki_put_closing(n, mover, w->is_handicap, number, w->out);
    if (!word)
        shogi_kakinoki_put_remarks(n, w->out);
}

/* The node at the cursor. */
static void
put_node(struct writer *w)
{
    count_time(w, 1);
    w->branches += w->c.node->next != NULL;
    if (w->c.node->end != SHOGI_END_NONE) {
        put_end(w);
        return;
    }
    put_move(w);
    shogi_kakinoki_put_remarks(w->c.node, w->out);
}

/* Every line of moves, the main line first.  A variation hangs on the line that
 * was written before it, so the last branch of a line comes first. */
static void
put_lines(struct writer *w, bool main_line_only)
{
    while (shogi_cursor_forward(&w->c))
        put_node(w);
    while (!main_line_only && w->branches > 0) {
        bool is_end = w->c.node->end != SHOGI_END_NONE;

        count_time(w, -1);
        if (!w->c.node->next) {
            shogi_cursor_back(&w->c);
            continue;
        }
        w->branches--;
        shogi_kakinoki_put_variation(w->base + w->c.ply + is_end, w->out);
        if (!shogi_cursor_next(&w->c))
            return;
        put_node(w);
        while (shogi_cursor_forward(&w->c))
            put_node(w);
    }
}

void
shogi_kif_write(struct shogi_game *g, const struct shogi_write_options *o,
                struct shogi_buf *out)
{
    struct writer w = { .g = g,
                        .out = out,
                        .dialect = o->dialect,
                        .is_handicap = shogi_kakinoki_is_handicap(g),
                        .base = (uint32_t)(g->start.move_number - 1) };
    size_t start = out->len;

    shogi_japanese_init();
    shogi_kakinoki_put_banner("KIF", o, out);
    shogi_kakinoki_put_headers(g, "kif", w.is_handicap, out);
    shogi_kakinoki_put_remarks(g->root, out);
    shogi_kakinoki_put_table_head(out);
    shogi_cursor_init_light(&w.c, g);
    put_lines(&w, o->main_line_only);
    shogi_cursor_release(&w.c);
    shogi_translate_glyphs(out, start, o->glyphs);
}
