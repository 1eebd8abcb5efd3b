/* SPDX-License-Identifier: MIT */
/* kif.c - KIF: one numbered move a line. */
#include "notation/kif.h"
#include "notation/kakinoki.h"

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

static inline uint64_t
eight_bytes(const char *p)
{
    uint64_t word;

    memcpy(&word, p, sizeof word);
    return word;
}

/* The value of two digits, or of a blank and a digit. */
static inline int32_t
two_digits(const char *p)
{
    return (p[0] & 15) * 10 + (p[1] & 15);
}

/* Behind the form of a time that Kifu for Windows writes, "( 0:16/00:00:16)"; NULL:
 * it is another one, or none.  All of the 16 bytes, which is what a text is padded
 * with, are compared at once: in the difference to the form digits are 0 to 9, and
 * everything else is 0. */
static inline const char *
plain_time(const char *p, int32_t *time_ms, int32_t *total_ms)
{
    static const char form[] = "(00:00/00:00:00)", blank[] = "\0\x10\0\0\0\0\0\0";
    static const char limit[] = "\x7f\x76\x76\x7f\x76\x76\x7f\x76"
                                "\x76\x7f\x76\x76\x7f\x76\x76\x7f";
    const uint64_t low = 0x7f7f7f7f7f7f7f7fu;
    uint64_t a = eight_bytes(p) ^ eight_bytes(form);
    uint64_t b = eight_bytes(p + 8) ^ eight_bytes(form + 8);

    if (p[1] == ' ')
        a ^= eight_bytes(blank);
    if (((a | ((a & low) + eight_bytes(limit)))
         | (b | ((b & low) + eight_bytes(limit + 8))))
        & ~low)
        return NULL;
    *time_ms = (two_digits(p + 1) * 60 + two_digits(p + 4)) * 1000;
    *total_ms =
        ((two_digits(p + 7) * 60 + two_digits(p + 10)) * 60 + two_digits(p + 13)) * 1000;
    return p + 16;
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
    if (scan_at_end(s))
        return;
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
        shogi_game_tolerate(k->g, SHOGI_SAY_SECOND_TIME, shogi_kakinoki_place(k, start));
        return;
    }
    s->p = start;
    /* Comments at the end of a move line, as written by hand. */
    if (*s->p == '#' || *s->p == '*') {
        shogi_game_tolerate(k->g, SHOGI_SAY_TRAILING_COMMENT,
                            shogi_kakinoki_place(k, s->p));
        if (scan_char(s, '*') && n)
            shogi_game_add_comment(k->g, n, s->p, scan_left(s));
        return;
    }
    shogi_diag_add_text(
        k->g,
        shogi_game_diag(k->g, SHOGI_DIAG_UNKNOWN_LINE, shogi_kakinoki_place(k, s->p)),
        s->p, scan_left(s));
}

/* The number of the first move line is the base: a game may begin with a diagram. */
static void
settle_base(struct shogi_kakinoki *k, uint32_t number)
{
    k->base = number ? number - 1 : 0;
    /* A diagram that does not say how many moves were made before it. */
    if (k->ranks == 9 && !k->has_plies && number > 1 && number <= UINT16_MAX)
        k->g->start.move_number = k->c.position.move_number = (uint16_t)number;
}

static void
report_number(struct shogi_kakinoki *k, uint32_t number, uint32_t due, const char *at)
{
    struct shogi_diag *d =
        shogi_game_diag(k->g, SHOGI_DIAG_MOVE_NUMBER, shogi_kakinoki_place(k, at));

    shogi_diag_add_number(d, number);
    shogi_diag_add_number(d, due);
}

/* Numbers are decoration, so a wrong one is only noted, twice a game. */
static inline void
check_number(struct shogi_kakinoki *k, uint32_t number, const char *at)
{
    uint32_t due = k->base + k->c.ply + 1;

    if (k->state != SHOGI_LINE_OPEN)
        return;
    if (k->is_first && !k->is_variation)
        settle_base(k, number);
    else if (number != due && k->number_notes++ < 2)
        report_number(k, number, due, at);
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

/* Does a move end here: at a blank, a time, a plus, a comment, the end of the line? */
static bool
is_move_end(const struct scan *s)
{
    return s->p >= s->eol || strchr("(+#*", *s->p) || scan_blank_length(s->p) > 0
           || strncmp(s->p, "（", 3) == 0 || strncmp(s->p, "＋", 3) == 0;
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

    if (shogi_written_move_scan(s, &m) != SHOGI_WRITTEN_OK || !is_move_end(s)) {
        const char *end = word_end(s);
        shogi_kakinoki_bad_move(k, start, end > start ? end : s->eol, s->p);
        return;
    }
    at = shogi_kakinoki_place(k, start);
    if (needs_origin && !m.drop && m.from == SHOGI_NO_SQUARE)
        shogi_game_tolerate(k->g, SHOGI_SAY_NO_ORIGIN, at);
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
        shogi_game_tolerate(k->g, SHOGI_SAY_NO_NUMBER, shogi_kakinoki_place(k, s->p));
    read_move(k, false);
    return true;
}

/* ---- plain lines ---------------------------------------------------------------- */

/* A line of a move as Kifu for Windows writes it, and nearly all programs do. */
struct plain_line {
    uint32_t number;
    const char *digits, *text; /* where the number and the move stand */
    struct shogi_written_move m;
    int32_t time_ms, total_ms; /* -1: none */
};

/* Take digits, seven at most. */
static inline const char *
plain_number(const char *p, uint32_t *number)
{
    const char *start = p;

    for (*number = 0; *p >= '0' && *p <= '9' && p - start < 7; p++)
        *number = *number * 10 + (uint32_t)(*p - '0');
    return p;
}

static inline const char *
skip_spaces(const char *p)
{
    while (*p == ' ')
        p++;
    return p;
}

/* The line at P, when it is plain and ends with a line feed: the end of it, before
 * that; NULL: it is another.  Zero bytes, which fit nowhere, follow the text. */
static inline const char *
scan_plain_line(const char *p, struct plain_line *line)
{
    line->digits = skip_spaces(p);
    p = plain_number(line->digits, &line->number);
    line->text = skip_spaces(p);
    if (p == line->digits || p - line->digits > 6 || line->text == p)
        return NULL;
    p = shogi_plain_move_scan(line->text, &line->m);
    if (!p)
        return NULL;
    line->time_ms = line->total_ms = -1;
    p = skip_spaces(p);
    if (*p == '(' && !(p = plain_time(p, &line->time_ms, &line->total_ms)))
        return NULL;
    p += *p == '+';
    return *p == '\n' || (*p == '\r' && p[1] == '\n') ? p : NULL;
}

/* Read the lines that follow as long as they are plain: the same as read_numbered()
 * does for each of them. */
static void
read_plain_lines(struct shogi_kakinoki *k)
{
    struct plain_line line;
    const char *eol;
    struct shogi_node *n;

    while (k->is_started && (eol = scan_plain_line(k->s.next, &line))) {
        scan_to_known_line(&k->s, eol, eol + 1 + (*eol == '\r'));
        check_number(k, line.number, line.digits);
        n = shogi_kakinoki_add_move(
            k, &line.m,
            (struct shogi_place){ k->s.number, (uint32_t)(line.text - k->s.line) + 1 });
        if (n) {
            n->time_ms = line.time_ms;
            n->total_ms = line.total_ms;
        }
    }
}

enum shogi_status
shogi_kif_parse(const struct shogi_text *t, struct shogi_game *g)
{
    struct shogi_kakinoki k;

    shogi_kakinoki_init(&k, "KIF", t, g);
    while (!g->out_of_memory && scan_next_line(&k.s)) {
        scan_blanks(&k.s);
        if (!read_numbered(&k) && !shogi_kakinoki_line(&k) && !read_unnumbered(&k))
            shogi_kakinoki_unknown_line(&k);
        read_plain_lines(&k);
    }
    return shogi_kakinoki_finish(&k);
}

static const char *const kif_suffixes[] = { ".kif", ".kifu", NULL };

const struct shogi_format shogi_format_kif = {
    .name = "kif",
    .title = "KIF, the record of Kakinoki Shogi and Kifu for Windows",
    .suffixes = kif_suffixes,
    .separator = "\n",
    .holds = SHOGI_USES_HEADERS | SHOGI_USES_VARIATIONS | SHOGI_USES_COMMENTS
             | SHOGI_USES_BOOKMARKS | SHOGI_USES_TIMES | SHOGI_USES_TOTALS
             | SHOGI_USES_ENDS | SHOGI_USES_ANALYSIS | SHOGI_USES_MOVES
             | SHOGI_USES_MOVE_NUMBER,
    .detect = shogi_kif_detect,
    .split = shogi_kif_split,
    .parse = shogi_kif_parse,
    .write = shogi_kif_write,
};
