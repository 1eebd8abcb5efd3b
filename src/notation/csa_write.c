/* SPDX-License-Identifier: MIT */
/* csa_write.c - writing one game in CSA format, V2.2 or V3.0.
 *
 * The version is repeated for each game, though the standard wants it once a
 * file: games get cut apart and put together, and readers do not mind. */
#include "game/diag.h"
#include "notation/csa.h"

struct writer {
    struct shogi_game *g;
    const struct shogi_write_options *o;
    struct shogi_buf *out;
    enum shogi_side turn;
    shogi_piece board[SHOGI_SQUARE_COUNT]; /* all that a move needs to be written */
};

static bool
is_v3(const struct writer *w)
{
    return w->o->csa_version == SHOGI_CSA_V30;
}

static char
sign_of(enum shogi_side side)
{
    return side == SHOGI_BLACK ? '+' : '-';
}

/* ---- headers --------------------------------------------------------------------- */

/* The first line of V3.  The standard knows two names; the others are what
 * everybody calls them. */
static void
put_declaration(struct writer *w)
{
    enum shogi_encoding encoding = SHOGI_ENCODING_UTF8;
    const char *name = w->o->encoding;

    if (name)
        shogi_encoding_from_name(name, strlen(name), &encoding);
    shogi_buf_puts(w->out, "'CSA encoding=");
    if (encoding == SHOGI_ENCODING_CP932) {
        shogi_buf_puts(w->out, "SHIFT_JIS");
    } else {
        for (name = shogi_encoding_name(encoding); *name; name++)
            shogi_buf_putc(
                w->out, *name >= 'a' && *name <= 'z' ? (char)(*name - 'a' + 'A') : *name);
    }
    shogi_buf_puts(w->out, "\nV3.0\n");
}

/* ---- start position -------------------------------------------------------------- */

static void
put_ranks(struct writer *w)
{
    for (int rank = 1; rank <= 9; rank++) {
        shogi_buf_putc(w->out, 'P');
        shogi_buf_putc(w->out, (char)('0' + rank));
        for (int file = 9; file >= 1; file--) {
            shogi_piece piece = w->board[shogi_square_at(file, rank)];
            if (piece == SHOGI_EMPTY) {
                shogi_buf_add(w->out, " * ", 3);
            } else {
                shogi_buf_putc(w->out, sign_of(shogi_piece_side(piece)));
                shogi_buf_add(w->out, shogi_csa_code(shogi_piece_kind(piece)), 2);
            }
        }
        shogi_buf_putc(w->out, '\n');
    }
}

static void
put_hand(struct writer *w, enum shogi_side side)
{
    static const enum shogi_kind order[SHOGI_HAND_COUNT] = {
        SHOGI_ROOK,   SHOGI_BISHOP, SHOGI_GOLD, SHOGI_SILVER,
        SHOGI_KNIGHT, SHOGI_LANCE,  SHOGI_PAWN,
    };
    const uint8_t *hand = w->g->start.hand[side];
    bool any = false;

    for (int i = 0; i < SHOGI_HAND_COUNT; i++) {
        for (int n = 0; n < hand[order[i]]; n++) {
            if (!any) {
                shogi_buf_putc(w->out, 'P');
                shogi_buf_putc(w->out, sign_of(side));
            }
            any = true;
            shogi_buf_add(w->out, "00", 2);
            shogi_buf_add(w->out, shogi_csa_code(order[i]), 2);
        }
    }
    if (any)
        shogi_buf_putc(w->out, '\n');
}

/* "PI" for the even game is read by all; handicaps as "PI82HI" and hands as
 * "00AL" are not (Kakinoki Shogi, Kifu for Windows, Shogidokoro lack one or the
 * other), so everything else is written out. */
static void
put_start(struct writer *w)
{
    if (shogi_game_handicap(w->g) == SHOGI_HANDICAP_NONE) {
        shogi_buf_add(w->out, "PI\n", 3);
    } else {
        put_ranks(w);
        put_hand(w, SHOGI_BLACK);
        put_hand(w, SHOGI_WHITE);
    }
    shogi_buf_putc(w->out, sign_of(w->turn));
    shogi_buf_putc(w->out, '\n');
}

/* ---- comments and times ---------------------------------------------------------- */

/* In V3 the star tells programs to keep the comment; readers of V2.2 would show
 * it.  A text that begins with a star (an evaluation) always needs one more. */
static void
put_comment_line(struct writer *w, const char *line, size_t len)
{
    shogi_buf_putc(w->out, '\'');
    if (is_v3(w) || (len > 0 && *line == '*'))
        shogi_buf_putc(w->out, '*');
    shogi_buf_add(w->out, line, len);
    for (size_t i = 1; len && i <= len && !w->out->failed; i++)
        if (w->out->data[w->out->len - i] == '\r')
            w->out->data[w->out->len - i] = ' ';
    shogi_buf_putc(w->out, '\n');
}

static void
put_comment(struct writer *w, const char *comment)
{
    while (comment && *comment) {
        const char *lf = strchr(comment, '\n');
        size_t len = lf ? (size_t)(lf - comment) : strlen(comment);
        put_comment_line(w, comment, len);
        comment += len + (lf != NULL);
    }
}

/* Seconds; V3 has up to three decimals. */
static void
put_time(struct writer *w, int32_t ms)
{
    if (ms < 0)
        return;
    shogi_buf_putc(w->out, 'T');
    shogi_buf_put_number(w->out, ms / 1000, 1);
    ms %= 1000;
    if (ms && is_v3(w)) {
        int digits = 3;
        for (; ms % 10 == 0; ms /= 10)
            digits--;
        shogi_buf_putc(w->out, '.');
        shogi_buf_put_number(w->out, ms, digits);
    }
    shogi_buf_putc(w->out, '\n');
}

/* ---- moves ----------------------------------------------------------------------- */

static void
report_foul(struct writer *w, const struct shogi_node *n, uint32_t ply)
{
    struct shogi_diag *d = shogi_game_diag(w->g, SHOGI_DIAG_LOST_FOUL, n->at);

    d->ply = ply;
    d->move = n->move;
    shogi_diag_add_string(w->g, d, "csa");
}

/* The kind that stands on the target after M.  The text cannot say that a piece
 * promotes that cannot. */
static enum shogi_kind
play(struct writer *w, const struct shogi_node *n, uint32_t ply)
{
    shogi_move m = n->move;
    enum shogi_kind kind;

    if (shogi_move_is_drop(m)) {
        kind = shogi_move_dropped(m);
    } else {
        kind = shogi_piece_kind(w->board[shogi_move_from(m)]);
        w->board[shogi_move_from(m)] = SHOGI_EMPTY;
    }
    if (shogi_move_promotes(m)) {
        if (shogi_kind_can_promote(kind))
            kind = shogi_kind_promoted(kind);
        else
            report_foul(w, n, ply);
    }
    w->board[shogi_move_to(m)] = shogi_piece_of(w->turn, kind);
    return kind;
}

static char *
put_square(char *to, shogi_square square)
{
    *to++ = (char)('1' + square / 9);
    *to++ = (char)('1' + square % 9);
    return to;
}

static void
put_move(struct writer *w, const struct shogi_node *n, uint32_t ply)
{
    enum shogi_kind kind = play(w, n, ply);
    const char *code = shogi_csa_code(kind);
    char text[8], *to = text;

    *to++ = sign_of(w->turn);
    if (shogi_move_is_drop(n->move)) {
        *to++ = '0';
        *to++ = '0';
    } else {
        to = put_square(to, shogi_move_from(n->move));
    }
    to = put_square(to, shogi_move_to(n->move));
    *to++ = code[0];
    *to++ = code[1];
    *to = '\n';
    shogi_buf_add(w->out, text, sizeof text);
    w->turn = (enum shogi_side) !w->turn;
}

/* ---- endings --------------------------------------------------------------------- */

/* How an ending is written. */
struct token {
    const char *word; /* behind '%' and sign */
    char sign;        /* of who fouled; '\0': none */
    bool is_lost;     /* says less, or something else */
};

/* Words for what neither CSA nor KIF has a word for. */
static const char *const own_words[SHOGI_END_COUNT] = {
    [SHOGI_END_PERPETUAL_CHECK] = "連続王手の千日手",
    [SHOGI_END_DRAW] = "引き分け",
    [SHOGI_END_TRY] = "トライ",
    [SHOGI_END_MAX_MOVES] = "最大手数",
    [SHOGI_END_MATTA] = "待った",
    [SHOGI_END_ERROR] = "エラー",
};

static const char *
words_of(const struct shogi_node *n)
{
    enum shogi_end end = (enum shogi_end)n->end;

    if (n->as_written)
        return n->as_written;
    if (shogi_end_kif(end))
        return shogi_end_kif(end);
    return own_words[end] ? own_words[end] : shogi_end_name(end);
}

/* A word that stands in a CSA record as it is: '%' and letters. */
static bool
is_token(const char *s)
{
    if (!s || *s++ != '%' || !*s)
        return false;
    for (; *s; s++)
        if (!(*s >= 'A' && *s <= 'Z') && !(*s >= '0' && *s <= '9') && *s != '_'
            && *s != '+' && *s != '-')
            return false;
    return true;
}

/* Who fouled, when somebody did: the side that did not win. */
static struct token
foul_token(const struct writer *w, const struct shogi_node *n, enum shogi_winner winner)
{
    enum shogi_side loser = winner == SHOGI_WINNER_BLACK ? SHOGI_WHITE : SHOGI_BLACK;
    bool is_perpetual = n->end == SHOGI_END_PERPETUAL_CHECK;
    struct token action = { "ILLEGAL_ACTION", sign_of(loser), is_perpetual };

    if (winner != SHOGI_WINNER_BLACK && winner != SHOGI_WINNER_WHITE)
        return (struct token){ is_perpetual ? "SENNICHITE" : "CHUDAN", '\0', true };
    if (is_perpetual || loser != w->turn)
        return action;
    /* Both may say that the side to move fouled; a record keeps what it had. */
    if (is_token(n->as_written) && strcmp(n->as_written + 2, action.word) == 0
        && n->as_written[1] == action.sign)
        return action;
    return (struct token){ "ILLEGAL_MOVE", '\0', false };
}

/* Endings without a word of their own: what says the same about the winner, if
 * anything does. */
static struct token
nearest_token(const struct writer *w, const struct shogi_node *n,
              enum shogi_winner winner)
{
    enum shogi_winner loses =
        w->turn == SHOGI_BLACK ? SHOGI_WINNER_WHITE : SHOGI_WINNER_BLACK;

    if (n->end == SHOGI_END_MAX_MOVES)
        return is_v3(w) ? (struct token){ "MAX_MOVES", '\0', false }
                        : (struct token){ "JISHOGI", '\0', true };
    if (n->end == SHOGI_END_TRY)
        return (struct token){ "KACHI", '\0', true };
    if (winner == loses)
        return (struct token){ "TORYO", '\0', true };
    if (winner == SHOGI_WINNER_DRAW)
        return (struct token){ "HIKIWAKE", '\0', true };
    return (struct token){ "CHUDAN", '\0', true };
}

static struct token
token_of(const struct writer *w, const struct shogi_node *n)
{
    struct shogi_node by_end = { .end = n->end };
    enum shogi_winner winner = shogi_end_winner(n, w->turn);
    const char *word = shogi_end_csa((enum shogi_end)n->end);

    if (n->end == SHOGI_END_OTHER && is_token(n->as_written))
        return (struct token){ n->as_written + 1, '\0', false };
    if (n->end == SHOGI_END_FOUL_LOSS || n->end == SHOGI_END_FOUL_WIN
        || n->end == SHOGI_END_PERPETUAL_CHECK)
        return foul_token(w, n, winner);
    if (!word || (n->end == SHOGI_END_MATTA && is_v3(w))) /* V3 took it out */
        return nearest_token(w, n, winner);
    if (shogi_end_winner(&by_end, w->turn) == winner)
        return (struct token){ word, '\0', false };
    /* Shogi Wars names the winner, whoever is to move. */
    if (is_token(n->as_written))
        return (struct token){ n->as_written + 1, '\0', false };
    return (struct token){ word, '\0', true };
}

/* A log of floodgate says in a comment how the game ended, and still does. */
static bool
has_summary(const struct writer *w, const struct shogi_node *n)
{
    const char *player[2] = { shogi_game_header(w->g, SHOGI_HEADER_BLACK),
                              shogi_game_header(w->g, SHOGI_HEADER_WHITE) };
    const char *line = n->as_written ? n->comment : NULL, *lf;
    struct csa_summary summary;

    for (; line && *line; line = lf + 1) {
        lf = strchr(line, '\n');
        if (!lf)
            break;
        if (shogi_csa_scan_summary(player, line, (size_t)(lf - line), &summary)
            && strcmp(summary.type, n->as_written) == 0)
            return true;
    }
    return false;
}

static void
put_end(struct writer *w, const struct shogi_node *n)
{
    struct token token = token_of(w, n);
    size_t at = w->out->len;
    const char *words = words_of(n);

    shogi_buf_putc(w->out, '%');
    if (token.sign)
        shogi_buf_putc(w->out, token.sign);
    shogi_buf_puts(w->out, token.word);
    if (has_summary(w, n))
        token.is_lost = false;
    if (token.is_lost && !w->out->failed) {
        struct shogi_diag *d = shogi_game_diag(w->g, SHOGI_DIAG_LOST_END, n->at);
        shogi_diag_add_string(w->g, d, "csa");
        shogi_diag_add_string(w->g, d, words);
        shogi_diag_add_text(w->g, d, w->out->data + at, w->out->len - at);
    }
    shogi_buf_putc(w->out, '\n');
    put_time(w, n->time_ms);
    if (token.is_lost)
        put_comment(w, words);
}

/* ---- the whole ------------------------------------------------------------------- */

void
shogi_csa_write(struct shogi_game *g, const struct shogi_write_options *o,
                struct shogi_buf *out)
{
    struct writer w = {
        .g = g, .o = o, .out = out, .turn = (enum shogi_side)g->start.turn
    };
    const struct shogi_node *n;
    uint32_t ply = 0;

    memcpy(w.board, g->start.board, sizeof w.board);
    if (is_v3(&w))
        put_declaration(&w);
    else
        shogi_buf_add(out, "V2.2\n", 5);
    shogi_csa_put_headers(g, out);
    put_start(&w);
    put_comment(&w, g->root->comment);
    for (n = g->root->child; n; n = n->child) {
        if (n->move == SHOGI_NO_MOVE) {
            put_end(&w, n);
        } else {
            put_move(&w, n, ++ply);
            put_time(&w, n->time_ms);
        }
        put_comment(&w, n->comment);
    }
}
