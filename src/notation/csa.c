/* SPDX-License-Identifier: MIT */
/* csa.c - the format of the Computer Shogi Association: its words, where a game
 * ends, how it is recognised. */
#include "notation/csa.h"

#include "base/ascii.h"
#include "base/bytes.h"

static const char *const csa_suffixes[] = { ".csa", NULL };

/* ---- words ----------------------------------------------------------------------- */

static const char *const codes[SHOGI_KIND_COUNT] = {
#define SHOGI_PIECE(name, sfen, csa, board, move) [SHOGI_##name] = csa,
#include "rules/piece.def"
#undef SHOGI_PIECE
};

const char *
shogi_csa_code(enum shogi_kind kind)
{
    return codes[kind];
}

#define CODE(a, b) (((a)&31) << 5 | ((b)&31))

/* clang-format off */
const uint8_t shogi_csa_kinds[1 << 10] = {
    [CODE('F', 'U')] = 1 + SHOGI_PAWN,            [CODE('T', 'O')] = 1 + SHOGI_TOKIN,
    [CODE('K', 'Y')] = 1 + SHOGI_LANCE,           [CODE('N', 'Y')] = 1 + SHOGI_PROMOTED_LANCE,
    [CODE('K', 'E')] = 1 + SHOGI_KNIGHT,          [CODE('N', 'K')] = 1 + SHOGI_PROMOTED_KNIGHT,
    [CODE('G', 'I')] = 1 + SHOGI_SILVER,          [CODE('N', 'G')] = 1 + SHOGI_PROMOTED_SILVER,
    [CODE('K', 'A')] = 1 + SHOGI_BISHOP,          [CODE('U', 'M')] = 1 + SHOGI_HORSE,
    [CODE('H', 'I')] = 1 + SHOGI_ROOK,            [CODE('R', 'Y')] = 1 + SHOGI_DRAGON,
    [CODE('K', 'I')] = 1 + SHOGI_GOLD,            [CODE('O', 'U')] = 1 + SHOGI_KING,
};
/* clang-format on */

/* ---- cutting --------------------------------------------------------------------- */

/* What a game has shown so far: `state` of a split. */
enum {
    SEEN_BOARD = 1 << 0,
    SEEN_TURN = 1 << 1, /* who moves first: nothing of the head is missing */
    SEEN_MOVES = 1 << 2,
    SEEN_END = 1 << 3,
    INSIDE_LINE = 1 << 4, /* `scanned` lies in a line whose beginning was looked at */
};

enum line_kind {
    LINE_OTHER,
    LINE_COMMENT,     /* or blank */
    LINE_DECLARATION, /* what programs put on top: goes with what follows */
    LINE_SEPARATOR,
    LINE_VERSION,
    LINE_NAME,
    LINE_HEADER,
    LINE_BOARD,
    LINE_TURN,
    LINE_MOVE,
    LINE_END,
};

/* A line is told by its first bytes; these many are enough. */
enum { LINE_PREFIX = 32 };

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static enum line_kind
classify_comment(const char *s, size_t len)
{
    static const char *const declarations[] = {
        "'CSA encoding=",     /* V3 */
        "'encoding=",         /* Kifu for Windows */
        "' ----",             /* the same and Gekisashi */
        "' CSA",              /* ShogiHome */
        "'Protocol_Version:", /* clients of the tournament server */
        "'BEGIN Game_Sum",
    };

    if (len < 2 || !strchr(" CePB", s[1])) /* none of them; strings end in NUL */
        return LINE_COMMENT;
    for (size_t i = 0; i < sizeof declarations / sizeof *declarations; i++)
        if (shogi_bytes_begin(s, len, declarations[i]))
            return LINE_DECLARATION;
    return LINE_COMMENT;
}

/* The line of LEN bytes at S, or its beginning: only LINE_PREFIX bytes count, so
 * that it does not matter how much of it was read.  Bytes above 0x7f are not
 * looked at: they mean something else in each encoding. */
static enum line_kind
classify(const char *s, size_t len)
{
    bool is_whole = len < LINE_PREFIX;
    char next;

    if (!is_whole)
        len = LINE_PREFIX;
    if (shogi_bytes_begin(s, len,
                          "\xef\xbb\xbf")) /* a BOM: files put together with cat */
        return LINE_VERSION;
    for (; len > 0 && is_blank(*s); len--)
        s++;
    while (is_whole && len > 0 && is_blank(s[len - 1]))
        len--;
    if (len == 0)
        return LINE_COMMENT;
    next = len > 1 ? s[1] : '\0';
    switch (*s) {
    case '/':
        return is_whole && len == 1 ? LINE_SEPARATOR : LINE_OTHER;
    case '\'':
        return classify_comment(s, len);
    case '$':
        return shogi_bytes_begin(s, len, "$END_TIME") ? LINE_OTHER : LINE_HEADER;
    case '+':
    case '-':
        if (is_whole && len == 1)
            return LINE_TURN;
        return is_digit(next) ? LINE_MOVE : LINE_OTHER;
    case '%':
        return LINE_END;
    case 'N':
        return next == '+' || next == '-' ? LINE_NAME : LINE_OTHER;
    case 'P':
        return next == 'I' || next == '1' ? LINE_BOARD : LINE_OTHER;
    case 'V':
        return is_digit(next) ? LINE_VERSION : LINE_OTHER;
    default:
        return LINE_OTHER;
    }
}

/* Does a line begin another game, after what this one has shown?  Headers may
 * stand among moves (WCSC), and "$END_TIME" behind them, so only an ending tells
 * that a header is another's. */
static bool
begins_game(enum line_kind kind, uint32_t state)
{
    switch (kind) {
    case LINE_VERSION:
    case LINE_BOARD:
        return state & (SEEN_BOARD | SEEN_TURN | SEEN_MOVES);
    case LINE_NAME:
        return state & (SEEN_TURN | SEEN_MOVES);
    case LINE_HEADER:
        return state & SEEN_END;
    default:
        return false;
    }
}

static uint32_t
state_after(enum line_kind kind, uint32_t state)
{
    switch (kind) {
    case LINE_BOARD:
        return state | SEEN_BOARD;
    case LINE_TURN:
        return state | SEEN_TURN;
    case LINE_MOVE:
        return state | SEEN_MOVES;
    case LINE_END:
        return state | SEEN_MOVES | SEEN_END;
    default:
        return state;
    }
}

/* Behind the line at S: \n, \r\n or \r.  NULL: its end is not among the bytes
 * before END.  *LF is the first \n from S on (END: none), found before or now, so
 * that none is looked for twice. */
static const char *
find_next_line(const char *s, const char *end, const char **lf, bool at_eof)
{
    const char *cr;

    if (!*lf || *lf < s) {
        *lf = memchr(s, '\n', (size_t)(end - s));
        if (!*lf)
            *lf = end;
    }
    cr = memchr(s, '\r', (size_t)(*lf - s));
    if (cr && cr + 1 < end)
        return cr[1] == '\n' ? cr + 2 : cr + 1;
    if (!cr && *lf < end)
        return *lf + 1;
    return at_eof ? end : NULL;
}

/* Without the line feed at its end. */
static size_t
line_length(const char *p, const char *next)
{
    return (size_t)(next - p) - (next > p && next[-1] == '\n');
}

/* Four digits and two capitals, or what has the same high bits: in any case one
 * line.  Bytes are compared all at once. */
static bool
looks_like_move(const char *p)
{
    uint32_t digits;
    uint16_t capitals;

    memcpy(&digits, p, sizeof digits);
    memcpy(&capitals, p + 4, sizeof capitals);
    return (digits & 0xf0f0f0f0u) == 0x30303030u && (capitals & 0xc0c0u) == 0x4040u;
}

/* Does every line that begins in the BLOCK bytes at S, and every one that begins
 * right behind a line feed there, begin as a move or a time?  Compilers make vectors
 * of the loop.  Two more bytes may be read. */
enum { BLOCK = 128 };

static bool
begins_plain_lines_only(const char *s)
{
    unsigned char others = 0;

    for (size_t i = 0; i < BLOCK; i++) {
        bool is_sign = (s[i + 1] == '+') | (s[i + 1] == '-');
        bool is_plain =
            (s[i + 1] == 'T') | (is_sign & (s[i + 2] >= '0') & (s[i + 2] <= '9'));
        others |= (unsigned char)(((s[i] == '\n') & !is_plain)
                                  | ((s[i] == '\r') & (s[i + 1] != '\n')));
    }
    return others == 0;
}

/* P is the beginning of a line that a line feed precedes, in the midst of moves.  A
 * later one, before which all lines begin as moves and times do; or P. */
static const char *
skip_plain_blocks(const char *p, const char *end)
{
    const char *s = p - 1;

    while (end - s > BLOCK + 2 && begins_plain_lines_only(s))
        s += BLOCK;
    while (s > p && s[-1] != '\n')
        s--;
    return s > p ? s : p;
}

/* Behind the plain lines at P: "+7776FU", "T12" or "+7776FU,T12", and nothing
 * else.  They are nearly all of a record. */
static const char *
skip_plain_lines(const char *p, const char *end, uint32_t *state)
{
    enum { LONGEST = 20, SOME = 8 };

    for (int lines = 1; end - p >= LONGEST; lines++) {
        const char *q = p;

        if ((*p == '+' || *p == '-') && is_digit(p[1]) && looks_like_move(p + 1)) {
            q += 7;
            q += *q == ',' && q[1] == 'T';
        }
        if (*q == 'T')
            q += 1 + shogi_ascii_count_digits(q + 1);
        if (q == p)
            break;
        q += *q == '\r';
        if (*q != '\n')
            break;
        if (*p != 'T')
            *state |= SEEN_MOVES;
        p = q + 1;
        /* After some of them more are likely. */
        if (lines % SOME == 0 && *state & SEEN_MOVES)
            p = skip_plain_blocks(p, end);
    }
    return p;
}

/* Comments between a declaration and the line that begins a game are not many; a
 * run longer than this belongs to the game before. */
enum { DECLARATION_REACH = 4096 };

/* A game ends behind a line "/" and before a line that begins another.  Comments
 * above that line belong to the game before (floodgate ends its logs with some),
 * from the first declaration on to the game that begins. */
struct shogi_split
shogi_csa_split(const char *s, size_t len, bool at_eof, const struct shogi_split *from)
{
    const char *p = s + from->scanned, *end = s + len, *next, *lf = NULL;
    const char *declaration = NULL;
    uint32_t state = from->state;

    for (; p < end; p = next) {
        enum line_kind kind = LINE_OTHER;

        if (!(state & INSIDE_LINE)) {
            next = skip_plain_lines(p, end, &state);
            if (next > p) {
                declaration = NULL;
                continue;
            }
        }
        next = find_next_line(p, end, &lf, at_eof);
        if (!next && end - p < LINE_PREFIX)
            break;
        if (!(state & INSIDE_LINE))
            kind = classify(p, line_length(p, next ? next : end));
        if (kind == LINE_SEPARATOR)
            return (struct shogi_split){ .len = (size_t)(next - s) };
        if (declaration && p - declaration > DECLARATION_REACH)
            declaration = NULL;
        if (begins_game(kind, state))
            return (struct shogi_split){ .len = (size_t)((declaration ? declaration : p)
                                                         - s) };
        if (kind == LINE_DECLARATION && !declaration && p > s)
            declaration = p;
        else if (kind != LINE_DECLARATION && kind != LINE_COMMENT)
            declaration = NULL;
        state = state_after(kind, state);
        if (!next) {
            state |= INSIDE_LINE;
            if (end - p > DECLARATION_REACH)
                declaration = NULL;
            p = end[-1] == '\r' ? end - 1 : end;
            break;
        }
        state &= ~(uint32_t)INSIDE_LINE;
    }
    if (at_eof)
        return (struct shogi_split){ .len = len };
    if (declaration) { /* look at it again when more of what follows is there */
        p = declaration;
        state &= ~(uint32_t)INSIDE_LINE;
    }
    return (struct shogi_split){ .scanned = (size_t)(p - s), .state = state };
}

/* ---- recognising ----------------------------------------------------------------- */

/* How much a line that means something here speaks for the format; 0: it means
 * nothing, -1: it may stand anywhere. */
static int
weigh_line(const struct scan *s)
{
    const char *p = s->p;
    size_t len = scan_left(s);
    struct csa_move m;

    if (*p == '\'')
        return shogi_bytes_begin(p, len, "'CSA encoding=") ? 60 : -1;
    if ((*p == '+' || *p == '-') && len == 1)
        return 15;
    if ((*p == '+' || *p == '-') && len == 7 && shogi_csa_scan_move(p + 1, &m))
        return 30;
    if (shogi_csa_is_version(p, len))
        return len <= 4 ? 40 : 0;
    if (*p == 'N' && (p[1] == '+' || p[1] == '-'))
        return 25;
    if (*p == '%')
        return p[1] == '+' || p[1] == '-' || shogi_end_from_csa(p + 1, len - 1) ? 20 : 0;
    if (*p == 'T' && is_digit(p[1]))
        return 1;
    if (*p == '$' && memchr(p, ':', len))
        return 10;
    if (shogi_bytes_begin(p, len, "PI") && (len == 2 || is_digit(p[2])))
        return 30;
    if (*p == 'P' && p[1] >= '1' && p[1] <= '9'
        && (p[2] == '-' || p[2] == '+' || p[2] == ' '))
        return 15;
    return shogi_bytes_begin(p, len, "P+00") || shogi_bytes_begin(p, len, "P-00") ? 25
                                                                                  : 0;
}

/* Lines that mean nothing speak against it: a text about the format is no
 * record. */
static int
csa_detect(const char *utf8, size_t len)
{
    struct shogi_text t = { .utf8 = utf8, .len = len, .first_line = 1 };
    int weight = 0, known = 0, unknown = 0;
    struct scan s;

    scan_init(&s, &t);
    while (weight < 1000 && unknown < 200 && scan_next_line(&s)) {
        int line;

        scan_blanks(&s);
        if (scan_at_end(&s))
            continue;
        const char *comma = memchr(s.p, ',', scan_left(&s));
        if (comma && *s.p != '\'' && *s.p != '$' && *s.p != 'N')
            s.eol = comma;
        scan_trim(&s);
        line = scan_at_end(&s) ? 0 : weigh_line(&s);
        known += line > 0;
        unknown += line == 0;
        weight += line > 0 ? line : 0;
    }
    if (weight > 100)
        weight = 100;
    return known ? weight * known / (known + unknown) : 0;
}

/* ---- the format ------------------------------------------------------------------ */

/* Comments hold evaluations, as the reader found them there. */
enum {
    CSA_HOLDS = SHOGI_USES_HEADERS | SHOGI_USES_HEADER_LINES | SHOGI_USES_COMMENTS
                | SHOGI_USES_TIMES | SHOGI_USES_ENDS | SHOGI_USES_MOVES
};

static uint32_t
csa_holds(const struct shogi_write_options *o)
{
    return CSA_HOLDS | (o->csa_version == SHOGI_CSA_V30 ? SHOGI_USES_MILLISECONDS : 0);
}

const struct shogi_format shogi_format_csa = {
    .name = "csa",
    .title = "CSA standard record, V2.2 or V3.0",
    .suffixes = csa_suffixes,
    .separator = "/\n",
    .holds = CSA_HOLDS,
    .holds_with = csa_holds,
    .eval_style = SHOGI_EVAL_CSA3,
    .detect = csa_detect,
    .split = shogi_csa_split,
    .parse = shogi_csa_parse,
    .write = shogi_csa_write,
};
