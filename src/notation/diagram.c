/* SPDX-License-Identifier: MIT */
/* diagram.c - the start position of KIF, KI2 and BOD, both ways. */
#include "notation/kakinoki.h"

#include "base/bytes.h"

/* ---- reading -------------------------------------------------------------------- */

/* Report what cannot be used as a board; the game has no start then. */
static void
bad_board(struct shogi_kakinoki *k, const char *text, size_t len, const char *p)
{
    if (!k->is_bad_board)
        shogi_diag_add_text(
            k->g, shogi_game_diag(k->g, SHOGI_DIAG_BAD_BOARD, shogi_kakinoki_place(k, p)),
            text, len);
    k->is_bad_board = true;
}

/* Take what stands for an empty square: a dot of one of many code points, or a
 * wide space.  A character that could name a piece is none. */
static bool
take_empty(struct scan *s)
{
    static const char *const dots[] = { "・", "･", "·",  "．", "　", "●", "○", "∙",
                                        "•",  "‧", "。", "､",  "□",  "-", ".", "*" };

    for (size_t i = 0; i < sizeof dots / sizeof *dots; i++)
        if (scan_word(s, dots[i]))
            return true;
    return false;
}

/* Take one cell: a column for the side, then a piece or a dot.  White's pieces
 * have v; other letters are those of programs near KIF. */
static bool
take_cell(struct scan *s, shogi_piece *piece)
{
    enum shogi_side side = SHOGI_BLACK;
    enum shogi_kind kind;

    while (scan_char(s, ' ')) /* one, or none where blanks were collapsed */
        ;
    if (s->p < s->eol && strchr("vVw", *s->p))
        side = SHOGI_WHITE;
    if (s->p < s->eol && strchr("vVw^b+", *s->p))
        s->p++;
    else if (s->eol - s->p > 1 && *s->p == '-' && (s->p[1] & 0x80)) {
        side = SHOGI_WHITE;
        s->p++;
    }
    if (shogi_kind_glyph_scan(s, &kind)) {
        *piece = shogi_piece_of(side, kind);
        return true;
    }
    *piece = SHOGI_EMPTY;
    return take_empty(s);
}

/* "|v香v桂 ・ ... v香|一" */
static void
read_row(struct shogi_kakinoki *k)
{
    struct scan *s = &k->s;
    const char *row = s->p;
    shogi_piece piece;

    k->ranks++;
    if (k->ranks > 9) {
        bad_board(k, row, (size_t)(s->eol - row), row);
        return;
    }
    s->p++;
    for (int file = 9; file >= 1; file--) {
        if (!take_cell(s, &piece)) {
            bad_board(k, row, (size_t)(s->eol - row), s->p);
            return;
        }
        shogi_position_put(&k->board, shogi_square_at(file, k->ranks), piece);
    }
    scan_blanks(s);
    if (!scan_char(s, '|'))
        bad_board(k, row, (size_t)(s->eol - row), s->p);
}

/* "手数＝6  △３四歩  まで": how many moves were made, and the last of them. */
static bool
read_plies(struct shogi_kakinoki *k)
{
    struct scan at = k->s;
    struct scan *s = &at;
    struct shogi_written_move m;
    uint32_t number;

    if (!scan_word(s, "手数") && !scan_word(s, "手數"))
        return false;
    if (!scan_word(s, "＝") && !scan_char(s, '='))
        return false;
    scan_char(s, '='); /* "==", as cshogi writes it */
    scan_blanks(s);
    if (!scan_number(s, 65534, &number))
        return false;
    k->is_record = true;
    k->has_plies = true;
    k->plies_before = number;
    scan_word(s, "手");
    scan_blanks(s);
    if (shogi_written_move_scan(s, &m) == SHOGI_WRITTEN_OK) {
        k->last_mark = m.mark;
        if (!k->is_started)
            k->g->start_target = m.to;
    }
    return true;
}

static bool
read_turn(struct shogi_kakinoki *k)
{
    static const struct {
        const char *line;
        enum shogi_side side;
    } turns[] = {
        { "先手番", SHOGI_BLACK }, { "後手番", SHOGI_WHITE }, { "下手番", SHOGI_BLACK },
        { "上手番", SHOGI_WHITE }, { "后手番", SHOGI_WHITE },
    };
    size_t len = scan_left(&k->s);

    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        if (shogi_bytes_are(k->s.p, len, turns[i].line)) {
            k->turn = (uint8_t)turns[i].side;
            k->is_record = true;
            return true;
        }
    }
    return false;
}

/* Above and below the board: lines of minus signs, and file numbers, three at
 * least ("1 2" alone would be a move). */
static bool
is_frame(const struct scan *s)
{
    struct scan at = *s;
    int digit;

    if (scan_char(&at, '+'))
        return scan_char(&at, '-') || scan_at_end(&at);
    for (int i = 0; i < 3; i++)
        if (!scan_digit(&at, &digit) || scan_blanks(&at) == 0)
            return false;
    return true;
}

bool
shogi_diagram_line(struct shogi_kakinoki *k)
{
    if (*k->s.p == '|' && k->s.p < k->s.eol) {
        if (k->is_started)
            return false;
        k->is_record = true;
        read_row(k);
        return true;
    }
    return is_frame(&k->s) || read_plies(k) || read_turn(k);
}

/* "飛　角二　歩十一", with any separator or none. */
static void
read_hand(struct shogi_kakinoki *k, enum shogi_side side, const char *value, size_t len)
{
    static const char *const nothing[] = { "なし", "ナシ", "無し", "無", "无", "-" };
    struct scan s = k->s;
    uint8_t *hand = k->hand[side];

    s.p = value;
    s.eol = value + len;
    k->has_hand[side] = true;
    k->is_record = true;
    memset(hand, 0, SHOGI_HAND_COUNT);
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        if (shogi_bytes_are(value, len, nothing[i]))
            return;
    while (scan_blanks(&s), !scan_at_end(&s)) {
        const char *item = s.p;
        enum shogi_kind kind;
        uint32_t count = 1;

        if (scan_word(&s, "、") || scan_char(&s, ','))
            continue;
        if (!shogi_kind_scan(&s, &kind) || kind >= SHOGI_HAND_COUNT
            || (scan_count(&s, SHOGI_HAND_MAX, &count) && count == 0)) {
            shogi_diag_add_text(
                k->g,
                shogi_game_diag(k->g, SHOGI_DIAG_BAD_HAND, shogi_kakinoki_place(k, item)),
                value, len);
            k->is_bad_board = true;
            return;
        }
        if (count > (uint32_t)(SHOGI_HAND_MAX - hand[kind]))
            count = (uint32_t)(SHOGI_HAND_MAX - hand[kind]);
        hand[kind] = (uint8_t)(hand[kind] + count);
    }
}

/* Handicaps that no program but a few knows by name, and whose meaning is not
 * in doubt.  Source: shogiops (lishogi), bioshogi, pyogi. */
static const struct {
    const char *name, *sfen;
} extra_handicaps[] = {
    { "左銀落ち", "lnsgkg1nl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1" },
    { "右銀落ち", "ln1gkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1" },
    { "両香落ち", "1nsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1" },
    { "九枚落ち", "4kg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1" },
    { "十九枚落ち", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1" },
    { "裸玉", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1" },
    { "歩三兵", "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w 3p 1" },
    { "トンボ", "4k4/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1" },
    { "トンボ＋香", "l3k3l/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1" },
    { "トンボ＋桂香", "ln2k2nl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1" },
};

static void
read_handicap(struct shogi_kakinoki *k, const char *value, size_t len)
{
    k->is_record = true;
    k->has_handicap = len > 0;
    k->handicap_text = value;
    k->handicap_len = len;
    k->handicap_at = shogi_kakinoki_place(k, value);
    k->is_unknown_handicap = false;
    k->extra_start = NULL;
    if (len == 0 || shogi_handicap_from_kif(value, len, &k->handicap))
        return;
    k->handicap = SHOGI_HANDICAP_OTHER;
    for (size_t i = 0; i < sizeof extra_handicaps / sizeof *extra_handicaps; i++)
        if (shogi_bytes_are(value, len, extra_handicaps[i].name))
            k->extra_start = extra_handicaps[i].sfen;
    k->is_unknown_handicap = !k->extra_start;
}

/* A line of the start position behind the first move says nothing any more. */
static void
report_late(struct shogi_kakinoki *k, const char *from, const char *to)
{
    shogi_diag_add_text(
        k->g,
        shogi_game_diag(k->g, SHOGI_DIAG_UNKNOWN_LINE, shogi_kakinoki_place(k, from)),
        from, (size_t)(to - from));
}

/* "先手の持駒", "下手の持ち駒", "后手的持驹": whose hand?  SHOGI_NO_SIDE: no hand. */
static enum shogi_side
hand_of_key(const struct shogi_kakinoki *k, const char *key, size_t len)
{
    static const struct {
        const char *word;
        enum shogi_side side;
    } sides[] = {
        { "先手", SHOGI_BLACK }, { "後手", SHOGI_WHITE }, { "下手", SHOGI_BLACK },
        { "上手", SHOGI_WHITE }, { "后手", SHOGI_WHITE },
    };
    static const char *const hands[] = { "持駒", "持ち駒", "持ちごま", "持驹", "手驹" };
    struct scan s = k->s;
    enum shogi_side side = SHOGI_NO_SIDE;

    s.p = key;
    s.eol = key + len;
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        if (side == SHOGI_NO_SIDE && scan_word(&s, sides[i].word))
            side = sides[i].side;
    if (!scan_word(&s, "の"))
        scan_word(&s, "的");
    for (size_t i = 0; i < sizeof hands / sizeof *hands; i++)
        if (shogi_bytes_are(s.p, scan_left(&s), hands[i]))
            return side;
    return SHOGI_NO_SIDE;
}

bool
shogi_diagram_header(struct shogi_kakinoki *k, const char *key, size_t key_len,
                     const char *value, size_t value_len)
{
    static const char *const handicap_keys[] = { "手合割", "手合い割", "手合", "让子",
                                                 "讓子" };

    enum shogi_side side = hand_of_key(k, key, key_len);

    if (side != SHOGI_NO_SIDE) {
        if (k->is_started)
            report_late(k, key, value + value_len);
        else
            read_hand(k, side, value, value_len);
        return true;
    }
    for (size_t i = 0; i < sizeof handicap_keys / sizeof *handicap_keys; i++) {
        if (!shogi_bytes_are(key, key_len, handicap_keys[i]))
            continue;
        if (k->is_started)
            report_late(k, key, value + value_len);
        else
            read_handicap(k, value, value_len);
        return true;
    }
    return false;
}

/* Who moves first: the turn line, else the mark of the move before the diagram,
 * else uwate in a named handicap. */
static enum shogi_side
first_mover(const struct shogi_kakinoki *k)
{
    if (k->turn != SHOGI_NO_SIDE)
        return (enum shogi_side)k->turn;
    if (k->last_mark != SHOGI_NO_SIDE)
        return k->last_mark == SHOGI_BLACK ? SHOGI_WHITE : SHOGI_BLACK;
    if (k->has_handicap && k->handicap != SHOGI_HANDICAP_NONE
        && k->handicap != SHOGI_HANDICAP_OTHER)
        return SHOGI_WHITE;
    return SHOGI_BLACK;
}

static void
report_handicap(struct shogi_kakinoki *k, enum shogi_diag_id id)
{
    shogi_diag_add_text(k->g, shogi_game_diag(k->g, id, k->handicap_at), k->handicap_text,
                        k->handicap_len);
}

/* The board of the handicap; false: there is none of that name. */
static bool
set_handicap(struct shogi_kakinoki *k)
{
    size_t used;

    if (k->is_unknown_handicap
        || (k->has_handicap && k->handicap == SHOGI_HANDICAP_OTHER && !k->extra_start)) {
        report_handicap(k, SHOGI_DIAG_UNKNOWN_HANDICAP);
        return false;
    }
    if (k->extra_start)
        return shogi_position_from_sfen(&k->board, k->extra_start, strlen(k->extra_start),
                                        &used)
               == SHOGI_SFEN_OK;
    shogi_handicap_position(k->has_handicap ? k->handicap : SHOGI_HANDICAP_NONE,
                            &k->board);
    if (k->has_handicap && k->handicap == SHOGI_HANDICAP_THREE)
        report_handicap(k, SHOGI_DIAG_HANDICAP_GUESSED);
    if (k->turn != SHOGI_NO_SIDE)
        shogi_position_set_turn(&k->board, (enum shogi_side)k->turn);
    return true;
}

/* The diagram is trusted: Kakinoki Shogi and Kifu for iPhone write the even game
 * above the diagram of a problem, Todai Shogi and Mynavi "tsume shogi". */
static void
compare_handicap(struct shogi_kakinoki *k)
{
    struct shogi_position named;

    if (!k->has_handicap
        || (k->handicap == SHOGI_HANDICAP_OTHER && !k->is_unknown_handicap))
        return;
    if (!k->is_unknown_handicap) {
        shogi_handicap_position(k->handicap, &named);
        shogi_position_set_turn(&named, (enum shogi_side)k->board.turn);
        if (shogi_position_equal(&named, &k->board))
            return;
    }
    report_handicap(k, SHOGI_DIAG_HANDICAP_BOARD);
}

bool
shogi_diagram_finish(struct shogi_kakinoki *k)
{
    char count[2] = { (char)('0' + k->ranks % 10), '\0' };

    if (k->is_bad_board)
        return false;
    if (k->ranks != 0 && k->ranks != 9) {
        bad_board(k, count, 1, k->s.line);
        return false;
    }
    if (k->ranks == 0 && !set_handicap(k))
        return false;
    if (k->ranks == 9)
        shogi_position_set_turn(&k->board, first_mover(k));
    for (int side = 0; side < 2; side++)
        for (int kind = 0; k->has_hand[side] && kind < SHOGI_HAND_COUNT; kind++)
            shogi_position_set_hand(&k->board, (enum shogi_side)side,
                                    (enum shogi_kind)kind, k->hand[side][kind]);
    if (k->ranks == 9)
        compare_handicap(k);
    if (k->has_plies)
        k->board.move_number = (uint16_t)(k->plies_before + 1);
    return shogi_game_set_start(k->g, &k->board) == SHOGI_OK;
}

/* ---- writing -------------------------------------------------------------------- */

static void
put_hand(struct shogi_buf *out, const struct shogi_position *p, enum shogi_side side)
{
    static const uint8_t order[SHOGI_HAND_COUNT] = { SHOGI_ROOK,   SHOGI_BISHOP,
                                                     SHOGI_GOLD,   SHOGI_SILVER,
                                                     SHOGI_KNIGHT, SHOGI_LANCE,
                                                     SHOGI_PAWN };
    bool any = false;

    for (int i = 0; i < SHOGI_HAND_COUNT; i++) {
        unsigned count = p->hand[side][order[i]];

        if (count == 0)
            continue;
        any = true;
        shogi_put_kind(out, (enum shogi_kind)order[i]);
        if (count > 1)
            shogi_put_numeral(out, count);
        shogi_buf_puts(out, "　"); /* behind the last one too, as Kifu for Windows does */
    }
    shogi_buf_puts(out, any ? "\n" : "なし\n");
}

/* "手数＝6  △３四歩  まで" */
static void
put_plies(struct shogi_buf *out, const struct shogi_position *p, shogi_square target,
          const char *last)
{
    shogi_buf_puts(out, "手数＝");
    shogi_buf_put_number(out, p->move_number - 1, 1);
    shogi_buf_puts(out, "  ");
    if (last) {
        shogi_buf_puts(out, last);
        shogi_buf_puts(out, "  ");
    } else if (target != SHOGI_NO_SQUARE && p->board[target] != SHOGI_EMPTY) {
        shogi_put_mark(out, p->turn == SHOGI_BLACK ? SHOGI_WHITE : SHOGI_BLACK);
        shogi_put_square(out, target);
        shogi_put_kind(out, shogi_piece_kind(p->board[target]));
        shogi_buf_puts(out, "  ");
    }
    shogi_buf_puts(out, "まで\n");
}

void
shogi_diagram_put(struct shogi_buf *out, const struct shogi_position *p,
                  shogi_square target, const char *last, bool is_handicap)
{
    shogi_buf_puts(out, is_handicap ? "上手の持駒：" : "後手の持駒：");
    put_hand(out, p, SHOGI_WHITE);
    shogi_buf_puts(out, "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n");
    for (int rank = 1; rank <= 9; rank++) {
        shogi_buf_putc(out, '|');
        for (int file = 9; file >= 1; file--) {
            shogi_piece piece = p->board[shogi_square_at(file, rank)];

            if (piece == SHOGI_EMPTY) {
                shogi_buf_puts(out, " ・");
                continue;
            }
            shogi_buf_putc(out, shogi_piece_side(piece) == SHOGI_WHITE ? 'v' : ' ');
            shogi_put_kind_glyph(out, shogi_piece_kind(piece));
        }
        shogi_buf_putc(out, '|');
        shogi_put_numeral(out, (unsigned)rank);
        shogi_buf_putc(out, '\n');
    }
    shogi_buf_puts(out, "+---------------------------+\n");
    shogi_buf_puts(out, is_handicap ? "下手の持駒：" : "先手の持駒：");
    put_hand(out, p, SHOGI_BLACK);
    if (p->move_number > 1 || target != SHOGI_NO_SQUARE)
        put_plies(out, p, target, last);
    if (p->turn == SHOGI_WHITE)
        shogi_buf_puts(out, is_handicap ? "上手番\n" : "後手番\n");
}
