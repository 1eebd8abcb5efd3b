/* SPDX-License-Identifier: MIT */
/* sfen.c - positions as SFEN text, moves as USI text. */
#include <shogi/position.h>

#include <string.h>

/* A place in a text of known length. */
struct text {
    const char *s;
    size_t len, at;
};

/* The byte at the place; 0 at the end. */
static char
peek(const struct text *t)
{
    return t->at < t->len ? t->s[t->at] : '\0';
}

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* '_' stands for a blank in addresses of web pages. */
static bool
is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '_';
}

/* A field ends here: blank, line end, or nothing more. */
static bool
is_field_end(char c)
{
    return c == '\0' || c == '\r' || c == '\n' || is_blank(c);
}

static void
skip_blanks(struct text *t)
{
    while (is_blank(peek(t)))
        t->at++;
}

/* ---- pieces ------------------------------------------------------------------------ */

static const char *const piece_letters[SHOGI_KIND_COUNT] = {
#define SHOGI_PIECE(name, sfen, csa, board, move) [SHOGI_##name] = sfen,
#include "rules/piece.def"
#undef SHOGI_PIECE
};

/* As White has them: the unpromoted kinds, in their order. */
static const char lower_letters[] = "plnsbrgk";

/* The unpromoted kind that a letter names; its case is its side. */
static enum shogi_kind
kind_of_letter(char c, enum shogi_side *side)
{
    for (int kind = SHOGI_PAWN; kind <= SHOGI_KING; kind++) {
        if (c != piece_letters[kind][0] && c != lower_letters[kind])
            continue;
        *side = c == lower_letters[kind] ? SHOGI_WHITE : SHOGI_BLACK;
        return (enum shogi_kind)kind;
    }
    return SHOGI_NO_KIND;
}

static char *
put_piece(char *out, enum shogi_side side, enum shogi_kind kind)
{
    for (const char *s = piece_letters[kind]; *s; s++)
        *out++ = side == SHOGI_WHITE && *s != '+' ? (char)(*s - 'A' + 'a') : *s;
    return out;
}

static char *
put_number(char *out, unsigned n)
{
    char digits[10];
    size_t count = 0;

    do
        digits[count++] = (char)('0' + n % 10);
    while (n /= 10);
    while (count)
        *out++ = digits[--count];
    return out;
}

/* ---- reading ----------------------------------------------------------------------- */

static enum shogi_sfen_error
read_piece(struct shogi_position *p, struct text *t, int file, int rank)
{
    size_t start = t->at;
    bool promoted = peek(t) == '+';
    enum shogi_side side;

    if (promoted)
        t->at++;
    enum shogi_kind kind = kind_of_letter(peek(t), &side);
    if (kind == SHOGI_NO_KIND || (promoted && !shogi_kind_can_promote(kind))) {
        t->at = start;
        return SHOGI_SFEN_BAD_PIECE;
    }
    if (file < 1) {
        t->at = start;
        return SHOGI_SFEN_RANK_TOO_LONG;
    }
    t->at++;
    shogi_position_put(p, shogi_square_at(file, rank),
                       shogi_piece_of(side, promoted ? shogi_kind_promoted(kind) : kind));
    return SHOGI_SFEN_OK;
}

/* Digits that stand side by side add up: "54" is nine empty squares. */
static enum shogi_sfen_error
read_rank(struct shogi_position *p, struct text *t, int rank)
{
    int file = 9;

    while (!is_field_end(peek(t)) && peek(t) != '/') {
        char c = peek(t);
        if (is_digit(c)) {
            if (c == '0')
                return SHOGI_SFEN_BAD_PIECE;
            if (file < c - '0')
                return SHOGI_SFEN_RANK_TOO_LONG;
            file -= c - '0';
            t->at++;
            continue;
        }
        enum shogi_sfen_error error = read_piece(p, t, file, rank);
        if (error != SHOGI_SFEN_OK)
            return error;
        file--;
    }
    return file > 0 ? SHOGI_SFEN_RANK_TOO_SHORT : SHOGI_SFEN_OK;
}

static enum shogi_sfen_error
read_board(struct shogi_position *p, struct text *t)
{
    for (int rank = 1; rank <= 9; rank++) {
        enum shogi_sfen_error error = read_rank(p, t, rank);
        if (error != SHOGI_SFEN_OK)
            return error;
        if (rank < 9) {
            if (peek(t) != '/')
                return SHOGI_SFEN_TOO_FEW_RANKS;
            t->at++;
        }
    }
    return peek(t) == '/' ? SHOGI_SFEN_TOO_MANY_RANKS : SHOGI_SFEN_OK;
}

static enum shogi_sfen_error
read_turn(struct shogi_position *p, struct text *t)
{
    char c = peek(t);

    if (is_field_end(c))
        return SHOGI_SFEN_NO_TURN;
    if (c != 'b' && c != 'w')
        return SHOGI_SFEN_BAD_TURN;
    t->at++;
    if (!is_field_end(peek(t))) {
        t->at--;
        return SHOGI_SFEN_BAD_TURN;
    }
    shogi_position_set_turn(p, c == 'w' ? SHOGI_WHITE : SHOGI_BLACK);
    return SHOGI_SFEN_OK;
}

/* One kind of a hand: [count] letter. */
static enum shogi_sfen_error
read_held(struct shogi_position *p, struct text *t)
{
    size_t start = t->at;
    bool counted = is_digit(peek(t));
    int count = counted ? 0 : 1;
    enum shogi_side side;

    for (; is_digit(peek(t)); t->at++)
        if (count <= SHOGI_HAND_MAX)
            count = 10 * count + peek(t) - '0';
    enum shogi_kind kind = kind_of_letter(peek(t), &side);
    if (kind == SHOGI_NO_KIND || kind >= SHOGI_HAND_COUNT || count == 0) {
        if (!counted || count == 0)
            t->at = start;
        return SHOGI_SFEN_BAD_HAND;
    }
    count += p->hand[side][kind];
    if (count > SHOGI_HAND_MAX) {
        t->at = start;
        return SHOGI_SFEN_HAND_TOO_LARGE;
    }
    t->at++;
    shogi_position_set_hand(p, side, kind, count);
    return SHOGI_SFEN_OK;
}

static enum shogi_sfen_error
read_hands(struct shogi_position *p, struct text *t)
{
    if (is_field_end(peek(t)))
        return SHOGI_SFEN_NO_HANDS;
    if (peek(t) == '-') {
        t->at++;
        return is_field_end(peek(t)) ? SHOGI_SFEN_OK : SHOGI_SFEN_BAD_HAND;
    }
    while (!is_field_end(peek(t))) {
        enum shogi_sfen_error error = read_held(p, t);
        if (error != SHOGI_SFEN_OK)
            return error;
    }
    return SHOGI_SFEN_OK;
}

/* The number may be missing: the place then stays behind the hands. */
static enum shogi_sfen_error
read_move_number(struct shogi_position *p, struct text *t)
{
    struct text number = *t;
    uint32_t n = 0;

    skip_blanks(&number);
    if (!is_digit(peek(&number)))
        return SHOGI_SFEN_OK;
    t->at = number.at;
    for (; is_digit(peek(&number)); number.at++)
        if (n <= UINT16_MAX)
            n = 10 * n + (uint32_t)(peek(&number) - '0');
    if (n > UINT16_MAX || !is_field_end(peek(&number)))
        return SHOGI_SFEN_BAD_NUMBER;
    p->move_number = (uint16_t)(n ? n : 1);
    t->at = number.at;
    return SHOGI_SFEN_OK;
}

enum shogi_sfen_error
shogi_position_from_sfen(struct shogi_position *p, const char *s, size_t len,
                         size_t *used)
{
    typedef enum shogi_sfen_error reader(struct shogi_position *, struct text *);
    static reader *const fields[] = { read_board, read_turn, read_hands,
                                      read_move_number };
    struct text t = { .s = s, .len = len };
    struct shogi_position read;

    shogi_position_clear(&read);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (fields[i] != read_move_number)
            skip_blanks(&t);
        enum shogi_sfen_error error = fields[i](&read, &t);
        if (error != SHOGI_SFEN_OK) {
            *used = t.at;
            return error;
        }
    }
    *p = read;
    *used = t.at;
    return SHOGI_SFEN_OK;
}

const char *
shogi_sfen_error_text(enum shogi_sfen_error error)
{
    static const char *const text[SHOGI_SFEN_ERROR_COUNT] = {
#define SHOGI_WORD(name, english, japanese) [SHOGI_##name] = english,
#include "rules/sfen_error.def"
#undef SHOGI_WORD
    };

    return (unsigned)error < SHOGI_SFEN_ERROR_COUNT ? text[error] : "unknown error";
}

/* ---- writing ----------------------------------------------------------------------- */

static char *
put_rank(char *out, const struct shogi_position *p, int rank)
{
    unsigned empty = 0;

    for (int file = 9; file >= 1; file--) {
        shogi_piece piece = p->board[shogi_square_at(file, rank)];
        if (piece == SHOGI_EMPTY) {
            empty++;
            continue;
        }
        if (empty)
            *out++ = (char)('0' + empty);
        empty = 0;
        out = put_piece(out, shogi_piece_side(piece), shogi_piece_kind(piece));
    }
    if (empty)
        *out++ = (char)('0' + empty);
    return out;
}

static char *
put_hands(char *out, const struct shogi_position *p)
{
    static const uint8_t order[SHOGI_HAND_COUNT] = { SHOGI_ROOK,   SHOGI_BISHOP,
                                                     SHOGI_GOLD,   SHOGI_SILVER,
                                                     SHOGI_KNIGHT, SHOGI_LANCE,
                                                     SHOGI_PAWN };
    char *start = out;

    for (int side = SHOGI_BLACK; side <= SHOGI_WHITE; side++)
        for (int i = 0; i < SHOGI_HAND_COUNT; i++) {
            unsigned count = p->hand[side][order[i]];
            if (count == 0)
                continue;
            if (count > 1)
                out = put_number(out, count);
            out = put_piece(out, (enum shogi_side)side, (enum shogi_kind)order[i]);
        }
    if (out == start)
        *out++ = '-';
    return out;
}

size_t
shogi_position_to_sfen(const struct shogi_position *p, char out[SHOGI_SFEN_SIZE])
{
    char *end = out;

    for (int rank = 1; rank <= 9; rank++) {
        if (rank > 1)
            *end++ = '/';
        end = put_rank(end, p, rank);
    }
    *end++ = ' ';
    *end++ = p->turn == SHOGI_BLACK ? 'b' : 'w';
    *end++ = ' ';
    end = put_hands(end, p);
    *end++ = ' ';
    end = put_number(end, p->move_number);
    *end = '\0';
    return (size_t)(end - out);
}

/* ---- moves ------------------------------------------------------------------------- */

/* Two characters, "7g"; SHOGI_NO_SQUARE when they are none. */
static shogi_square
read_square(const char *s)
{
    if (s[0] < '1' || s[0] > '9' || s[1] < 'a' || s[1] > 'i')
        return SHOGI_NO_SQUARE;
    return shogi_square_at(s[0] - '0', s[1] - 'a' + 1);
}

shogi_move
shogi_move_from_usi(const char *s, size_t len)
{
    bool promotes = len == 5 && s[4] == '+';

    if (len != 4 && !promotes)
        return SHOGI_NO_MOVE;
    shogi_square to = read_square(s + 2);
    if (to == SHOGI_NO_SQUARE)
        return SHOGI_NO_MOVE;
    if (s[1] == '*') {
        enum shogi_side side;
        enum shogi_kind kind = kind_of_letter(s[0], &side);
        if (kind >= SHOGI_HAND_COUNT || side != SHOGI_BLACK)
            return SHOGI_NO_MOVE;
        return (shogi_move)(shogi_move_drop(kind, to) | (promotes ? 1 << 14 : 0));
    }
    shogi_square from = read_square(s);
    return from == SHOGI_NO_SQUARE ? SHOGI_NO_MOVE : shogi_move_board(from, to, promotes);
}

static char *
put_square(char *out, shogi_square square)
{
    *out++ = (char)('0' + shogi_square_file(square));
    *out++ = (char)('a' + shogi_square_rank(square) - 1);
    return out;
}

size_t
shogi_move_to_usi(shogi_move m, char out[SHOGI_USI_SIZE])
{
    char *end = out;

    if (shogi_move_is_drop(m)) {
        unsigned kind = shogi_move_dropped(m);
        *end++ = kind < SHOGI_HAND_COUNT ? piece_letters[kind][0] : '?';
        *end++ = '*';
    } else {
        end = put_square(end, shogi_move_from(m));
    }
    end = put_square(end, shogi_move_to(m));
    if (shogi_move_promotes(m))
        *end++ = '+';
    *end = '\0';
    return (size_t)(end - out);
}
