/* SPDX-License-Identifier: MIT */
/* kif.c - KIF: one numbered move a line. */
#include "base/utf8.h"
#include "notation/format.h"
#include "notation/kakinoki.h"

/* ---- reading ------------------------------------------------------------------------
 */

/* Take one character, ASCII or its full-width form. */
static bool
take_either(struct scan *s, char ascii, const char *wide)
{
    return scan_char(s, ascii) || ((*s->p & 0x80) && scan_bytes(s, wide, 3));
}

/* Take up to COUNT numbers with colons between them; how many.  What stands
 * behind a decimal point goes to *FRACTION_MS. */
static int
take_clock(struct scan *s, uint32_t value[], int count, uint32_t *fraction_ms)
{
    int n = 0, digit;

    *fraction_ms = 0;
    do {
        scan_blanks(s);
        if (!scan_number(s, 100000000, &value[n]))
            return -1;
        n++;
    } while (n < count && take_either(s, ':', "："));
    if (scan_char(s, '.')) {
        uint32_t unit = 100;
        while (scan_digit(s, &digit)) {
            *fraction_ms += (uint32_t)digit * unit;
            unit /= 10;
        }
    }
    return n;
}

/* Seconds as milliseconds; -1: more than can be held. */
static int32_t
milliseconds(uint64_t seconds, uint32_t fraction_ms)
{
    uint64_t ms = seconds * 1000 + fraction_ms;

    return ms > INT32_MAX ? -1 : (int32_t)ms;
}

/* Take "( 0:16/00:00:16)"; false: it is none, *TIME and *TOTAL are -1.
 *
 *     (00:31 / 00:00:31)   Shogidokoro
 *     (0:3/0:0:26)         81Dojo, also ( 0:07/)
 *     (90:00/1:30:21)      minutes may pass 59
 *     (0:01:05/0:01:05)    hours
 *     (0:00.5/0:00:01.2)   fractions of a second, MyShogi */
static bool
take_time(struct scan *s, int32_t *time_ms, int32_t *total_ms)
{
    uint32_t v[3], fraction;
    int n;

    *time_ms = *total_ms = -1;
    if (!take_either(s, '(', "（"))
        return false;
    n = take_clock(s, v, 3, &fraction);
    if (n < 2)
        return false;
    int32_t time = milliseconds(n == 3 ? ((uint64_t)v[0] * 60 + v[1]) * 60 + v[2]
                                       : (uint64_t)v[0] * 60 + v[1],
                                fraction);
    int32_t total = -1;
    scan_blanks(s);
    if (take_either(s, '/', "／")) {
        scan_blanks(s);
        if (s->p < s->eol && *s->p != ')' && strncmp(s->p, "）", 3) != 0) {
            n = take_clock(s, v, 3, &fraction);
            if (n < 2)
                return false;
            total = milliseconds(n == 3 ? ((uint64_t)v[0] * 60 + v[1]) * 60 + v[2]
                                        : (uint64_t)v[0] * 60 + v[1],
                                 fraction);
        }
        scan_blanks(s);
    }
    if (!take_either(s, ')', "）") || time < 0)
        return false;
    *time_ms = time;
    *total_ms = total;
    return true;
}

/* What may stand behind a move or an ending: its time, and "+" for "a variation
 * replaces this move".  N may be NULL: nothing is stored. */
static void
read_tail(struct shogi_kakinoki *k, struct shogi_node *n)
{
    struct scan *s = &k->s;
    const char *start;
    int32_t time_ms, total_ms;

    scan_trim(s);
    scan_blanks(s);
    start = s->p;
    if (*s->p == '(' || strncmp(s->p, "（", 3) == 0) {
        if (take_time(s, &time_ms, &total_ms)) {
            if (n) {
                n->time_ms = time_ms;
                n->total_ms = total_ms;
            }
        } else {
            shogi_diag_add_text(k->g,
                                shogi_game_diag(k->g, SHOGI_DIAG_BAD_TIME,
                                                shogi_kakinoki_place(k, start)),
                                start, (size_t)(s->eol - start));
            return;
        }
        scan_blanks(s);
    }
    if (take_either(s, '+', "＋"))
        scan_blanks(s);
    if (scan_at_end(s))
        return;
    start = s->p;
    if (take_time(s, &time_ms, &total_ms) && scan_at_end(s)) { /* IS-SHOGI */
        shogi_kakinoki_tolerate(k, SHOGI_TOLERATED_TWO_TIMES,
                                "a second time behind a move, which is left out",
                                shogi_kakinoki_place(k, start));
        return;
    }
    s->p = start;
    /* Comments at the end of a move line, as written by hand. */
    if (*s->p == '#' || *s->p == '*') {
        shogi_kakinoki_tolerate(k, SHOGI_TOLERATED_TRAILING_COMMENT,
                                "a comment behind a move, which is left out",
                                shogi_kakinoki_place(k, s->p));
        return;
    }
    shogi_diag_add_text(
        k->g,
        shogi_game_diag(k->g, SHOGI_DIAG_UNKNOWN_LINE, shogi_kakinoki_place(k, s->p)),
        s->p, scan_left(s));
}

/* Numbers are decoration, so a wrong one is only noted, twice a game.  The
 * number of the first move line is the base: a game may begin with a diagram. */
static void
check_number(struct shogi_kakinoki *k, uint32_t number, const char *at)
{
    uint32_t due;

    if (k->state != SHOGI_LINE_OPEN)
        return;
    if (k->is_first && !k->is_variation) {
        k->base = number ? number - 1 : 0;
        /* A diagram that does not say how many moves were made before it. */
        if (k->ranks == 9 && !k->has_plies && number > 1 && number <= UINT16_MAX)
            k->g->start.move_number = k->c.position.move_number = (uint16_t)number;
        return;
    }
    due = k->base + k->c.ply + 1;
    if (number == due || k->number_notes >= 2)
        return;
    k->number_notes++;
    struct shogi_diag *d =
        shogi_game_diag(k->g, SHOGI_DIAG_MOVE_NUMBER, shogi_kakinoki_place(k, at));
    shogi_diag_add_number(d, number);
    shogi_diag_add_number(d, due);
}

/* The end of the word at P: where blanks or a time begin, or where the line ends. */
static const char *
word_end(const struct scan *s)
{
    const char *p = s->p;

    while (p < s->eol && *p != '(' && *p != '+' && strncmp(p, "（", 3) != 0
           && scan_blank_length(p) == 0)
        p++;
    return p;
}

/* The text at the scanner is a move; read it to the end of the line. */
static void
read_move(struct shogi_kakinoki *k, bool needs_origin)
{
    struct scan *s = &k->s;
    const char *start = s->p;
    struct shogi_written_move m;
    struct shogi_place at;
    struct shogi_node *n;

    if (shogi_written_move_scan(s, &m) != SHOGI_WRITTEN_OK
        || (s->p < s->eol && !strchr("(+#*", *s->p) && scan_blank_length(s->p) == 0
            && strncmp(s->p, "（", 3) != 0 && strncmp(s->p, "＋", 3) != 0)) {
        const char *fault = s->p;
        if (s->p < start)
            s->p = start;
        s->p = start;
        scan_trim(s);
        s->p = fault;
        const char *end = word_end(s);
        shogi_kakinoki_bad_move(k, start, end > start ? end : s->eol, fault);
        return;
    }
    at = shogi_kakinoki_place(k, start);
    if (needs_origin && !m.drop && m.from == SHOGI_NO_SQUARE)
        shogi_kakinoki_tolerate(k, SHOGI_TOLERATED_NO_ORIGIN,
                                "moves that do not say where the piece comes from", at);
    n = shogi_kakinoki_add_move(k, &m, at);
    read_tail(k, n);
}

/* Does an origin stand at P, "(77)"?  Then what comes before it is meant as a move. */
static bool
is_origin(const char *p)
{
    return p[0] == '(' && p[1] >= '0' && p[1] <= '9' && p[2] >= '0' && p[2] <= '9'
           && p[3] == ')';
}

static void
read_end(struct shogi_kakinoki *k)
{
    struct scan *s = &k->s;
    const char *start = s->p, *end = word_end(s);
    struct shogi_place at = shogi_kakinoki_place(k, start);
    struct shogi_node *n;

    if (shogi_end_from_kif(start, (size_t)(end - start)) == SHOGI_END_NONE) {
        /* Unknown words may have blanks between them: "Illegal move". */
        struct scan whole = *s;
        while (s->p = end, scan_blanks(s) > 0 && (end = word_end(s)) > s->p)
            ;
        whole.eol = end;
        scan_trim(&whole);
        end = whole.eol;
        if (!shogi_kakinoki_is_end_word(start, end) || is_origin(end)) {
            shogi_kakinoki_bad_move(k, start, end, start);
            return;
        }
    }
    n = shogi_kakinoki_add_end(k, start, (size_t)(end - start), at);
    s->p = end;
    read_tail(k, n);
}

/* Is the text at the scanner, in the header, something that only moves have? */
static bool
begins_moves(const struct scan *s)
{
    return shogi_written_move_starts(s)
           || shogi_end_from_kif(s->p, (size_t)(word_end(s) - s->p)) != SHOGI_END_NONE;
}

/* Is the text at the scanner a move, whatever follows it? */
static bool
is_move(const struct scan *s)
{
    struct scan at = *s;
    struct shogi_written_move m;

    return shogi_written_move_scan(&at, &m) == SHOGI_WRITTEN_OK;
}

/* "   1 ７六歩(77)   ( 0:16/00:00:16)+"; false: no such line.
 *
 * In the body every line that begins with a number is meant as a move; behind
 * the ending, hand-made records have lines such as " 1手目" that are none. */
static bool
read_numbered(struct shogi_kakinoki *k)
{
    struct scan *s = &k->s;
    const char *start = s->p;
    uint32_t number;
    bool apart;

    if (!scan_number(s, 1000000, &number))
        return false;
    apart = scan_blanks(s) > 0;
    if (!apart && !scan_at_end(s)) /* "1.７六歩", "1▲７六歩" */
        apart = scan_char(s, '.') || scan_char(s, ':') || shogi_written_move_starts(s);
    scan_blanks(s);
    if (!k->is_started) {
        const char *text = s->p;
        s->p = start;
        if (shogi_diagram_line(k))
            return true;
        s->p = text;
        apart = apart && (k->in_body || begins_moves(s));
    }
    if (apart && !scan_at_end(s)) {
        shogi_kakinoki_start(k);
        check_number(k, number, start);
        if (shogi_written_move_starts(s))
            read_move(k, true);
        else
            read_end(k);
        return true;
    }
    const char *behind = s->p;
    s->p = start;
    if (!k->in_body || k->state != SHOGI_LINE_OPEN || behind == s->eol || is_move(s))
        return false;
    scan_trim(s);
    shogi_kakinoki_bad_move(k, start, s->eol, start);
    return true;
}

/* A move line without number, as copied from somewhere. */
static bool
read_unnumbered(struct shogi_kakinoki *k)
{
    struct scan *s = &k->s;

    if (!shogi_written_move_starts(s) || (!k->in_body && !is_move(s)))
        return false;
    shogi_kakinoki_start(k);
    if (k->state == SHOGI_LINE_OPEN && is_move(s))
        shogi_kakinoki_tolerate(k, SHOGI_TOLERATED_NO_NUMBER, "move lines without number",
                                shogi_kakinoki_place(k, s->p));
    read_move(k, false);
    return true;
}

static enum shogi_status
kif_parse(const struct shogi_text *t, struct shogi_game *g)
{
    struct shogi_kakinoki k;

    shogi_kakinoki_init(&k, t, g);
    while (!g->out_of_memory && scan_next_line(&k.s)) {
        scan_blanks(&k.s);
        if (!read_numbered(&k) && !shogi_kakinoki_line(&k) && !read_unnumbered(&k))
            shogi_kakinoki_unknown_line(&k);
    }
    return shogi_kakinoki_finish(&k);
}

/* ---- writing ------------------------------------------------------------------------
 */

struct writer {
    struct shogi_game *g;
    struct shogi_buf *out;
    struct shogi_cursor c;
    uint32_t base;      /* number of the first move, less 1 */
    int64_t seconds[2]; /* of each side on the way to the cursor */
};

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

/* "( 0:16/00:00:16)" */
static char *
put_time(char *p, const struct writer *w)
{
    const struct shogi_node *n = w->c.node;
    uint32_t time = (uint32_t)(n->time_ms / 1000);
    int64_t sum = n->total_ms >= 0 ? n->total_ms / 1000 : w->seconds[side_of_node(w)];
    uint32_t total = sum < 0 ? 0 : sum > UINT32_MAX ? UINT32_MAX : (uint32_t)sum;

    *p++ = '(';
    p = put_digits(p, time / 60, 2, ' ');
    *p++ = ':';
    p = put_digits(p, time % 60, 2, '0');
    *p++ = '/';
    p = put_digits(p, total / 3600, 2, '0');
    *p++ = ':';
    p = put_digits(p, total / 60 % 60, 2, '0');
    *p++ = ':';
    p = put_digits(p, total % 60, 2, '0');
    *p++ = ')';
    return p;
}

/* What stands behind the move text, which is COLUMNS wide: Kifu for Windows
 * fills it to 12. */
static void
put_tail(struct writer *w, int columns)
{
    const struct shogi_node *n = w->c.node;
    char tail[64], *p = tail;

    if (n->time_ms >= 0 || n->next) {
        for (; columns < 12; columns++)
            *p++ = ' ';
        *p++ = ' ';
    }
    if (n->time_ms >= 0)
        p = put_time(p, w);
    if (n->next)
        *p++ = '+';
    *p++ = '\n';
    shogi_buf_add(w->out, tail, (size_t)(p - tail));
}

static void
put_number(struct writer *w, uint32_t number)
{
    char text[16], *p = put_digits(text, number, 4, ' ');

    *p++ = ' ';
    shogi_buf_add(w->out, text, (size_t)(p - text));
}

/* The move that led to the cursor. */
static void
put_move(struct writer *w)
{
    const struct shogi_node *n = w->c.node;
    shogi_square to = shogi_move_to(n->move), previous = w->g->start_target;
    enum shogi_kind kind = shogi_piece_kind(w->c.undo[w->c.ply - 1].moved);
    bool is_drop = shogi_move_is_drop(n->move), promotes = shogi_move_promotes(n->move);
    size_t start;

    put_number(w, w->base + w->c.ply);
    start = w->out->len;
    if (n->parent->move != SHOGI_NO_MOVE)
        previous = shogi_move_to(n->parent->move);
    if (to == previous)
        shogi_buf_add(w->out, "同　", 6);
    else
        shogi_put_square(w->out, to);
    if (is_drop && promotes && shogi_kind_can_promote(kind))
        kind = shogi_kind_promoted(kind);
    shogi_put_kind(w->out, kind);
    if (is_drop)
        shogi_buf_add(w->out, "打", 3);
    else if (promotes)
        shogi_buf_add(w->out, "成", 3);
    int columns = (int)(w->out->len - start) / 3 * 2;
    if (!is_drop) {
        char origin[4] = { '(', '0', '0', ')' };
        origin[1] = (char)('0' + shogi_square_file(shogi_move_from(n->move)));
        origin[2] = (char)('0' + shogi_square_rank(shogi_move_from(n->move)));
        shogi_buf_add(w->out, origin, 4);
        columns += 4;
    }
    put_tail(w, columns);
}

static void
put_end(struct writer *w)
{
    const struct shogi_node *n = w->c.node;
    enum shogi_side mover = (enum shogi_side)w->c.position.turn;
    uint32_t number = w->base + w->c.ply;
    const char *note;
    const char *word = shogi_kakinoki_end_word(w->g, n, mover, "kif", &note);

    if (word) {
        size_t len = strlen(word);
        put_number(w, number + 1);
        shogi_buf_add(w->out, word, len);
        put_tail(w, (int)shogi_utf8_width(word, len));
    }
    if (note) {
        shogi_buf_putc(w->out, '*');
        shogi_buf_puts(w->out, note);
        shogi_buf_putc(w->out, '\n');
    }
    if (word)
        shogi_kakinoki_put_remarks(n, w->out);
    shogi_kakinoki_put_closing(w->g, n, mover, number, w->out);
    if (!word)
        shogi_kakinoki_put_remarks(n, w->out);
}

/* The node at the cursor. */
static void
put_node(struct writer *w)
{
    count_time(w, 1);
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
    while (!main_line_only && w->c.node->parent) {
        bool is_end = w->c.node->end != SHOGI_END_NONE;

        count_time(w, -1);
        if (!w->c.node->next) {
            shogi_cursor_back(&w->c);
            continue;
        }
        shogi_buf_puts(w->out, "\n変化：");
        shogi_buf_put_number(w->out, w->base + w->c.ply + is_end, 1);
        shogi_buf_puts(w->out, "手\n");
        if (!shogi_cursor_next(&w->c))
            return;
        put_node(w);
        while (shogi_cursor_forward(&w->c))
            put_node(w);
    }
}

static void
kif_write(struct shogi_game *g, const struct shogi_write_options *o,
          struct shogi_buf *out)
{
    struct writer w = { .g = g,
                        .out = out,
                        .base = (uint32_t)(g->start.move_number - 1) };
    enum shogi_encoding encoding = SHOGI_ENCODING_UTF8;

    shogi_japanese_init();
    if (o->encoding)
        shogi_encoding_from_name(o->encoding, strlen(o->encoding), &encoding);
    shogi_buf_puts(out, "#KIF version=2.0 encoding=");
    shogi_buf_puts(out, encoding == SHOGI_ENCODING_CP932  ? "Shift_JIS\n"
                        : encoding == SHOGI_ENCODING_UTF8 ? "UTF-8\n"
                                                          : "");
    if (encoding != SHOGI_ENCODING_CP932 && encoding != SHOGI_ENCODING_UTF8) {
        shogi_buf_puts(out, shogi_encoding_name(encoding));
        shogi_buf_putc(out, '\n');
    }
    shogi_kakinoki_put_headers(g, out);
    shogi_kakinoki_put_remarks(g->root, out);
    shogi_buf_puts(out, "手数----指手---------消費時間--\n");
    shogi_cursor_init(&w.c, g);
    put_lines(&w, o->main_line_only);
    shogi_cursor_release(&w.c);
}
/* ---- cutting ------------------------------------------------------------------------
 */

/* What was seen of a game, as bits of struct shogi_split's state. */
enum {
    SEEN_TEXT = 1 << 0,    /* a line that says something */
    SEEN_HEAD = 1 << 1,    /* the head of the move table */
    SEEN_MOVES = 1 << 2,   /* a numbered line, or a closing line */
    IN_VARIATION = 1 << 3, /* a variation's line, and its first move is to come */
    PAST_ONE = 1 << 4,     /* the last number was above 1 */
    AFTER_BLANK =
        1 << 5,     /* a blank line, and since then only what may stand above a game */
    KEY_SHIFT = 16, /* above: 16 bits of the first header's key, 0: none yet */
};

enum line_kind {
    LINE_BLANK,
    LINE_HASH,  /* also what stands above a board: goes with the game below it */
    LINE_START, /* a BOM, or "#KIF": certainly the first line of a game */
    LINE_REMARK,
    LINE_HEADER,
    LINE_BOARD,
    LINE_NUMBERED,
    LINE_HEAD,
    LINE_VARIATION,
    LINE_CLOSING,
    LINE_OTHER,
};

struct raw_line {
    enum line_kind kind;
    uint32_t number; /* of LINE_NUMBERED */
    uint32_t key;    /* of LINE_HEADER: 16 bits that are not 0 */
};

/* Blanks of one undecoded line: ASCII, and U+3000 in UTF-8, CP932 and EUC-JP. */
static const char *
skip_raw_blanks(const char *p, const char *end)
{
    for (;;) {
        if (p < end && (*p == ' ' || *p == '\t' || *p == '\r'))
            p++;
        else if (end - p >= 3 && memcmp(p, "\xe3\x80\x80", 3) == 0)
            p += 3;
        else if (end - p >= 2
                 && (memcmp(p, "\x81\x40", 2) == 0 || memcmp(p, "\xa1\xa1", 2) == 0))
            p += 2;
        else
            return p;
    }
}

static uint32_t
key_bits(const char *p, const char *end)
{
    uint32_t hash = 2166136261u;

    while (p < end)
        hash = (hash ^ (unsigned char)*p++) * 16777619u;
    return (hash >> 16 ^ hash) & 0xffff ? (hash >> 16 ^ hash) & 0xffff : 1;
}

/* A line that begins with an ASCII digit: numbered when blanks follow. */
static struct raw_line
look_at_digits(const char *p, const char *end)
{
    struct raw_line line = { LINE_NUMBERED, 0, 0 };

    while (p < end && *p >= '0' && *p <= '9') {
        if (line.number < 1000000)
            line.number = line.number * 10 + (uint32_t)(*p - '0');
        p++;
    }
    if (p == end || skip_raw_blanks(p, end) == p)
        line.kind = LINE_OTHER;
    return line;
}

/* "９ ８ ７ ...", the files above a board: a wide nine and a blank. */
static bool
is_file_numbers(const char *p, const char *end)
{
    size_t nine =
        end - p >= 3 && memcmp(p, "\xef\xbc\x99", 3) == 0 ? 3
        : end - p >= 2 && (memcmp(p, "\x82\x58", 2) == 0 || memcmp(p, "\xa3\xb9", 2) == 0)
            ? 2
            : 0;

    return nine && skip_raw_blanks(p + nine, end) > p + nine;
}

/* What the undecoded line from P to END is. */
static struct raw_line
look_at_line(const char *p, const char *end)
{
    struct raw_line line = { LINE_OTHER, 0, 0 };
    size_t len, colon;

    if (end - p >= 3 && memcmp(p, "\xef\xbb\xbf", 3) == 0)
        return (struct raw_line){ LINE_START, 0, 0 };
    p = skip_raw_blanks(p, end);
    len = (size_t)(end - p);
    if (len == 0)
        return (struct raw_line){ LINE_BLANK, 0, 0 };
    if (*p >= '0' && *p <= '9')
        return look_at_digits(p, end);
    if (*p == '#')
        line.kind = len >= 4 && memcmp(p, "#KIF", 4) == 0 ? LINE_START : LINE_HASH;
    else if (*p == '|')
        line.kind = LINE_BOARD;
    else if (*p == '*' || *p == '&')
        line.kind = LINE_REMARK;
    else if ((len >= 2 && *p == '+' && p[1] == '-') || is_file_numbers(p, end))
        line.kind = LINE_HASH;
    else if (shogi_raw_starts_with(p, len, SHOGI_RAW_VARIATION))
        line.kind = LINE_VARIATION;
    else if (shogi_raw_starts_with(p, len, SHOGI_RAW_MADE))
        line.kind = LINE_CLOSING;
    else if ((*p & 0x80) || ((*p | 32) >= 'a' && (*p | 32) <= 'z')) {
        size_t word = shogi_raw_starts_with(p, len, SHOGI_RAW_TESUU);
        if (word && word < len && p[word] == '-')
            return (struct raw_line){ LINE_HEAD, 0, 0 };
        colon = shogi_raw_find_colon(p, len);
        if (colon < len && colon > 0)
            line = (struct raw_line){ LINE_HEADER, 0, key_bits(p, p + colon) };
    }
    return line;
}

/* Does LINE begin another game, with STATE of the one before? */
static bool
begins_game(const struct raw_line *line, uint32_t state)
{
    bool in_body = state & (SEEN_HEAD | SEEN_MOVES);

    switch (line->kind) {
    case LINE_START:
        return state & SEEN_TEXT;
    case LINE_HEADER:
        /* A diagram, or more headers, may stand below the head of the table: it
         * must be the first header again. */
        return state & SEEN_MOVES || (in_body && state >> KEY_SHIFT == line->key);
    case LINE_BOARD:
        return state & SEEN_MOVES;
    case LINE_NUMBERED:
        return line->number == 1 && state & SEEN_MOVES && state & PAST_ONE
               && !(state & IN_VARIATION);
    default:
        return false;
    }
}

static uint32_t
state_after(const struct raw_line *line, uint32_t state)
{
    switch (line->kind) {
    case LINE_BLANK:
        return state | AFTER_BLANK;
    case LINE_START:
    case LINE_HASH:
    case LINE_REMARK:
        return state;
    case LINE_HEADER:
        if (!(state >> KEY_SHIFT))
            state |= line->key << KEY_SHIFT;
        break;
    case LINE_HEAD:
        state |= SEEN_HEAD;
        break;
    case LINE_NUMBERED:
        state |= SEEN_MOVES;
        state &= ~(uint32_t)(IN_VARIATION | PAST_ONE);
        if (line->number > 1)
            state |= PAST_ONE;
        break;
    case LINE_VARIATION:
        state |= IN_VARIATION;
        break;
    case LINE_CLOSING:
        state |= SEEN_MOVES;
        break;
    default:
        break;
    }
    return (state | SEEN_TEXT) & ~(uint32_t)AFTER_BLANK;
}

/* May LINE stand above the first line of a game and belong to it?  Comments do
 * so only with a blank line above them (shogi-extend begins with comments);
 * without one they belong to the last move. */
static bool
goes_with_next(const struct raw_line *line, uint32_t state, bool has_run)
{
    if (line->kind == LINE_REMARK)
        return has_run || state & AFTER_BLANK;
    return line->kind == LINE_HASH || (has_run && line->kind == LINE_BLANK);
}

/* A new game begins where a line can only be the first of one: see begins_game().
 * The run of lines just above it that may belong to it goes with it. */
static struct shogi_split
kif_split(const char *s, size_t len, bool at_eof, const struct shogi_split *from)
{
    uint32_t state = from->state;
    size_t at = from->scanned, above = at; /* the run of lines just above */
    bool has_run = false;

    while (at < len) {
        const char *lf = memchr(s + at, '\n', len - at);
        size_t next = lf ? (size_t)(lf + 1 - s) : len;
        struct raw_line line;

        if (!lf && !at_eof)
            break;
        line = look_at_line(s + at, s + next - (lf != NULL));
        if (begins_game(&line, state))
            return (struct shogi_split){ .len = has_run ? above : at };
        if (!goes_with_next(&line, state, has_run)) {
            has_run = false;
        } else if (!has_run) {
            above = at;
            has_run = true;
        }
        state = state_after(&line, state);
        at = next;
    }
    if (at_eof)
        return (struct shogi_split){ .len = len };
    return (struct shogi_split){ .scanned = has_run ? above : at, .state = state };
}

/* ---- detection ----------------------------------------------------------------------
 */

/* Lines of moves written with triangles, as in KI2. */
static bool
is_unnumbered_run(const struct scan *s)
{
    struct scan at = *s;
    struct shogi_written_move m;

    return shogi_written_move_scan(&at, &m) == SHOGI_WRITTEN_OK && m.mark != SHOGI_NO_SIDE
           && m.from == SHOGI_NO_SQUARE;
}

/* "1 ７六歩(77)": a number, blanks, a move with its origin. */
static bool
is_numbered_move(const struct scan *s)
{
    struct scan at = *s;
    struct shogi_written_move m;
    uint32_t number;

    if (!scan_number(&at, 1000000, &number) || scan_blanks(&at) == 0)
        return false;
    return shogi_written_move_scan(&at, &m) == SHOGI_WRITTEN_OK
           && (m.drop || m.from != SHOGI_NO_SQUARE);
}

static bool
is_known_header(const struct scan *s)
{
    struct scan key = *s;
    const char *colon = strstr(s->p, "：");

    if (!colon || colon >= s->eol)
        return false;
    key.eol = colon;
    return shogi_header_id_from_kif_key(key.p, scan_left(&key)) != SHOGI_HEADER_OTHER
           || scan_word(&key, "手合割");
}

static int
kif_detect(const char *utf8, size_t len)
{
    struct shogi_text text = { .utf8 = utf8, .len = len };
    struct scan s;
    int bid = 0, ranks = 0, lines = 0;

    shogi_japanese_init();
    scan_init(&s, &text);
    while (scan_next_line(&s) && lines++ < 400) {
        scan_blanks(&s);
        if (strncmp(s.p, "#KI2", 4) == 0)
            return 0;
        if (strncmp(s.p, "#KIF", 4) == 0)
            return 98;
        if (is_numbered_move(&s))
            return 90;
        if (is_unnumbered_run(&s))
            return 40;
        if (bid < 85 && scan_word(&s, "手数-"))
            bid = 85;
        else if (bid < 70 && is_known_header(&s))
            bid = 70;
        else if (*s.p == '|' && ++ranks == 9 && bid < 60)
            bid = 60;
    }
    return bid;
}

static const char *const kif_suffixes[] = { ".kif", ".kifu", ".bod", NULL };

const struct shogi_format shogi_format_kif = {
    .name = "kif",
    .title = "KIF, the record of Kakinoki Shogi and Kifu for Windows",
    .suffixes = kif_suffixes,
    .separator = "\n",
    .holds = SHOGI_USES_HEADERS | SHOGI_USES_VARIATIONS | SHOGI_USES_COMMENTS
             | SHOGI_USES_BOOKMARKS | SHOGI_USES_TIMES | SHOGI_USES_TOTALS
             | SHOGI_USES_ENDS | SHOGI_USES_ANALYSIS | SHOGI_USES_MOVES
             | SHOGI_USES_MOVE_NUMBER,
    .detect = kif_detect,
    .split = kif_split,
    .parse = kif_parse,
    .write = kif_write,
};
