/* SPDX-License-Identifier: MIT */
/* kif_split.c - where one game of a stream of KIF ends, and whether a text is KIF. */
#include "notation/japanese.h"
#include "notation/kif.h"

/* ---- cutting -------------------------------------------------------------------- */

/* What was seen of a game, as bits of struct shogi_split's state. */
enum {
    SEEN_TEXT = 1 << 0,    /* a line that says something */
    SEEN_HEAD = 1 << 1,    /* the head of the move table */
    SEEN_MOVES = 1 << 2,   /* a numbered line, or a closing line */
    IN_VARIATION = 1 << 3, /* a variation's line, and its first move is to come */
    PAST_ONE = 1 << 4,     /* the last number was above 1 */
    AFTER_BLANK =
        1 << 5,        /* a blank line, and since then only what may stand above a game */
    CLOSED = 1 << 7,   /* the last line of moves has its closing line */
    LONG_RUN = 1 << 6, /* the run of lines above is too long to be kept in view */
    IN_BOARD = 1 << 8, /* the last line that says something was a row of a board */
    BELOW_BOARD = 1 << 9, /* a board is complete: the next one is of another game */
    SEEN_OTHER = 1 << 10, /* a line of no known kind; in KI2 it may hold moves */
    KEY_SHIFT = 16,       /* above: 16 bits of the first header's key, 0: none yet */
};

enum line_kind {
    LINE_BLANK,
    LINE_HASH,  /* also what stands above a board: goes with the game below it */
    LINE_START, /* a BOM, or "#KIF": certainly the first line of a game */
    LINE_REMARK,
    LINE_HEADER,
    LINE_BOARD,
    LINE_NUMBERED,
    LINE_MARKED, /* begins with the mark of a side: moves of KI2 */
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

/* The mark of a side at P, in any encoding; a triangle, or the shape of a piece. */
static bool
is_mark(const char *p, const char *end)
{
    static const char marks[][4] = {
        "\xe2\x96\xb2", "\xe2\x96\xb3", "\xe2\x96\xbc", "\xe2\x96\xbd", /* UTF-8 */
        "\xe2\x98\x96", "\xe2\x98\x97", "\xe2\x9b\x89", "\xe2\x9b\x8a",
        "\x81\xa2",     "\x81\xa3",     "\x81\xa4",     "\x81\xa5", /* CP932 */
        "\xa2\xa4",     "\xa2\xa5",     "\xa2\xa6",     "\xa2\xa7", /* EUC-JP */
        "\xa1\xf7",     "\xa1\xf8",     "\xa8\x8b",     "\xa8\x8c", /* GB18030 */
        "\xa1\xb5",     "\xa1\xb6",     "\xa1\xbe",     "\xa1\xbf", /* Big5 */
    };

    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t len;
        if (marks[i][0] != *p)
            continue;
        len = strlen(marks[i]);
        if ((size_t)(end - p) > len && memcmp(p, marks[i], len) == 0)
            return true;
    }
    return false;
}

/* "至77手", the closing line in Chinese, in UTF-8, GB18030 or Big5. */
static bool
is_chinese_closing(const char *p, const char *end)
{
    size_t n =
        end - p > 3 && memcmp(p, "\xe8\x87\xb3", 3) == 0 ? 3
        : end - p > 2 && (memcmp(p, "\xd6\xc1", 2) == 0 || memcmp(p, "\xa6\xdc", 2) == 0)
            ? 2
            : 0;

    return n && p[n] >= '0' && p[n] <= '9';
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
        line.kind = len >= 4 && memcmp(p, "#KI", 3) == 0 && (p[3] == 'F' || p[3] == '2')
                        ? LINE_START
                        : LINE_HASH;
    else if (*p == '|')
        line.kind = LINE_BOARD;
    else if (*p == '*' || *p == '&')
        line.kind = LINE_REMARK;
    else if ((len >= 2 && *p == '+' && p[1] == '-') || is_file_numbers(p, end))
        line.kind = LINE_HASH;
    else if (is_mark(p, end))
        line.kind = LINE_MARKED;
    else if (shogi_raw_starts_with(p, len, SHOGI_RAW_VARIATION))
        line.kind = LINE_VARIATION;
    else if (shogi_raw_starts_with(p, len, SHOGI_RAW_MADE) || is_chinese_closing(p, end))
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
    bool in_body = state & (SEEN_HEAD | SEEN_MOVES | BELOW_BOARD | SEEN_OTHER);

    switch (line->kind) {
    case LINE_START:
        return state & SEEN_TEXT;
    case LINE_HEADER:
        /* A diagram, or more headers, may stand below the head of the table: it
         * must be the first header again. */
        return state & SEEN_MOVES || (in_body && state >> KEY_SHIFT == line->key);
    case LINE_BOARD:
        return state & (SEEN_MOVES | BELOW_BOARD);
    case LINE_NUMBERED:
        return line->number == 1 && state & SEEN_MOVES && state & PAST_ONE
               && !(state & IN_VARIATION);
    case LINE_MARKED:
        return state & CLOSED;
    default:
        return false;
    }
}

static uint32_t
state_after(const struct raw_line *line, uint32_t state)
{
    if (state & IN_BOARD && line->kind != LINE_BOARD && line->kind != LINE_BLANK)
        state = (state | BELOW_BOARD) & ~(uint32_t)IN_BOARD;
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
    case LINE_BOARD:
        state |= IN_BOARD;
        break;
    case LINE_NUMBERED:
        state |= SEEN_MOVES;
        state &= ~(uint32_t)(IN_VARIATION | PAST_ONE);
        if (line->number > 1)
            state |= PAST_ONE;
        break;
    case LINE_MARKED:
        state |= SEEN_MOVES;
        break;
    case LINE_VARIATION:
        state |= IN_VARIATION;
        state &= ~(uint32_t)CLOSED;
        break;
    case LINE_CLOSING:
        state |= SEEN_MOVES | CLOSED;
        break;
    case LINE_OTHER:
        state |= SEEN_OTHER;
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

/* Behind the lines from P on that begin with a number above 1 and a space, whatever
 * follows: moves, nearly all of a record.  *STATE is that behind the last of them. */
static const char *
skip_numbered_lines(const char *p, const char *end, uint32_t *state)
{
    enum { LONGEST = 12 }; /* as much of a line is looked at */
    const char *start = p;

    while (end - p > LONGEST && !(*state & IN_BOARD)) {
        const char *q = p, *digits, *lf;
        while (*q == ' ' && q - p < 6)
            q++;
        for (digits = q; *q >= '0' && *q <= '9' && q - digits < 5; q++)
            ;
        /* No zero in front, so that one digit above 1, or two, make more than 1. */
        if (*q != ' ' || q == digits || *digits == '0'
            || (q == digits + 1 && *digits == '1'))
            break;
        lf = memchr(q, '\n', (size_t)(end - q));
        if (!lf)
            break;
        p = lf + 1;
    }
    if (p > start) {
        *state |= SEEN_TEXT | SEEN_MOVES | PAST_ONE;
        *state &= ~(uint32_t)(IN_VARIATION | AFTER_BLANK | LONG_RUN);
    }
    return p;
}

/* Such a run is looked at again with each call, so its size is bounded. */
enum { MAX_RUN = 16 * 1024 };

/* A new game begins where a line can only be the first of one: see begins_game().
 * The run of lines just above it that may belong to it goes with it. */
struct shogi_split
shogi_kif_split(const char *s, size_t len, bool at_eof, const struct shogi_split *from)
{
    uint32_t state = from->state;
    size_t at = from->scanned, above = at; /* the run of lines just above */
    bool has_run = false;

    while (at < len) {
        size_t next = (size_t)(skip_numbered_lines(s + at, s + len, &state) - s);
        struct raw_line line;
        const char *lf;

        if (next > at) {
            has_run = false;
            at = next;
            continue;
        }
        lf = memchr(s + at, '\n', len - at);
        next = lf ? (size_t)(lf + 1 - s) : len;
        if (!lf && !at_eof)
            break;
        line = look_at_line(s + at, s + next - (lf != NULL));
        if (begins_game(&line, state))
            return (struct shogi_split){ .len = has_run ? above : at };
        if (!goes_with_next(&line, state, has_run || state & LONG_RUN)) {
            has_run = false;
            state &= ~(uint32_t)LONG_RUN;
        } else if (!has_run && !(state & LONG_RUN)) {
            above = at;
            has_run = true;
        }
        if (has_run && next - above > MAX_RUN) {
            has_run = false;
            state |= LONG_RUN;
        }
        state = state_after(&line, state);
        at = next;
    }
    if (at_eof)
        return (struct shogi_split){ .len = len };
    return (struct shogi_split){ .scanned = has_run ? above : at, .state = state };
}

/* ---- detection ------------------------------------------------------------------ */

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
    const char *colon = s->p;

    /* Of this line only: the text goes on for 64 KiB. */
    while ((colon = memchr(colon, 0xef, (size_t)(s->eol - colon)))
           && strncmp(colon, "：", strlen("：")) != 0)
        colon++;
    if (!colon)
        return false;
    key.eol = colon;
    return shogi_header_id_from_kif_key(key.p, scan_left(&key)) != SHOGI_HEADER_OTHER
           || scan_word(&key, "手合割");
}

int
shogi_kif_detect(const char *utf8, size_t len)
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
