/* SPDX-License-Identifier: MIT */
/* jkf_read.c - reading one game in JSON kifu format, normalised or not. */
#include <stdio.h>
#include <string.h>

#include "notation/csa.h"
#include "notation/japanese.h"
#include "notation/jkf.h"
#include "notation/json.h"

enum line_state { LINE_OPEN, LINE_ENDED, LINE_BROKEN };

/* A list of moves that is being read. */
struct frame {
    const json_t *list;
    size_t next;    /* index of the next entry */
    unsigned depth; /* of the list in the text */
    enum line_state state;
    bool has_gap;                /* the last entry had no move */
    struct shogi_node *last;     /* comments go here */
    const json_t *forks;         /* of the last entry, NULL: all were read */
    size_t next_fork;            /* index into `forks` */
    struct shogi_node *replaced; /* the node that the forks are alternatives to */
};

struct reader {
    struct shogi_game *g;
    struct shogi_cursor c;
    struct shogi_json_places places;
    struct shogi_buf frames; /* struct frame, the main line first */
    struct shogi_place at;   /* of the entry being read */
    bool has_after_end;
    enum shogi_status status;
};

static size_t
frame_count(const struct reader *r)
{
    return r->frames.len / sizeof(struct frame);
}

/* Valid until the next one is pushed. */
static struct frame *
frame_at(const struct reader *r, size_t i)
{
    return (struct frame *)(void *)r->frames.data + i;
}

static struct frame *
top_frame(const struct reader *r)
{
    return frame_at(r, frame_count(r) - 1);
}

/* ---- reporting ----------------------------------------------------------------------
 */

static void
tolerate(struct reader *r, enum shogi_diag_word what)
{
    shogi_game_tolerate(r->g, what, r->at);
}

/* The way to the entry being read, "moves[3].forks[0][1]", and FIELD behind. */
static void
add_path(struct reader *r, struct shogi_diag *d, const char *field)
{
    struct shogi_buf path = { 0 };

    for (size_t i = 0; i < frame_count(r); i++) {
        const struct frame *f = frame_at(r, i);
        if (i == 0)
            shogi_buf_puts(&path, "moves");
        else
            shogi_buf_printf(&path, ".forks[%zu]", frame_at(r, i - 1)->next_fork - 1);
        shogi_buf_printf(&path, "[%zu]", f->next - 1);
    }
    shogi_buf_puts(&path, field);
    if (path.failed)
        r->g->out_of_memory = true;
    else
        shogi_diag_add_text(r->g, d, path.data, path.len);
    shogi_buf_release(&path);
}

/* FIELD of the entry being read is not what it must be. */
static void
report_field(struct reader *r, const char *field, enum shogi_diag_word what)
{
    struct shogi_diag *d = shogi_game_diag(r->g, SHOGI_DIAG_BAD_FIELD, r->at);

    add_path(r, d, field);
    shogi_diag_add_word(d, what);
}

static struct shogi_diag *
report_move(struct reader *r, enum shogi_diag_id id, shogi_move m,
            enum shogi_side offender)
{
    struct shogi_diag *d = shogi_game_diag(r->g, id, r->at);

    d->ply = r->c.ply + 1;
    d->in_variation = frame_count(r) > 1;
    d->move = m;
    d->offender = (uint8_t)offender;
    return d;
}

/* A member of the outermost object is not what it must be. */
static void
report_member(struct reader *r, const char *member, enum shogi_diag_word what)
{
    struct shogi_diag *d = shogi_game_diag(r->g, SHOGI_DIAG_BAD_FIELD, r->at);

    shogi_diag_add_string(r->g, d, member);
    shogi_diag_add_word(d, what);
}

/* Something that is called NAME. */
static void
report_name(struct reader *r, enum shogi_diag_id id, const char *name)
{
    shogi_diag_add_string(r->g, shogi_game_diag(r->g, id, r->at), name);
}

/* ---- headers ------------------------------------------------------------------------
 */

/* By the key of KIF; a header that only CSA knows has the key of CSA. */
static enum shogi_header_id
header_id(const char *key)
{
    enum shogi_header_id id = shogi_header_id_from_kif_key(key, strlen(key));

    if (id == SHOGI_HEADER_OTHER) {
        id = shogi_header_id_from_csa_key(key, strlen(key));
        if (id != SHOGI_HEADER_OTHER && shogi_header_kif_key(id))
            id = SHOGI_HEADER_OTHER; /* "EVENT" is not what "棋戦" is here */
    }
    return id;
}

static void
read_headers(struct reader *r, json_t *root)
{
    json_t *headers = shogi_json_get(root, "header"), *v;
    const char *key;

    if (headers && !json_is_object(headers))
        report_member(r, "header", SHOGI_SAY_NO_OBJECT);
    json_object_foreach(headers, key, v)
    {
        struct shogi_buf text = { 0 };
        const char *value = json_string_value(v);

        if (!value) {
            tolerate(r, SHOGI_SAY_HEADER_NO_TEXT);
            if (json_is_integer(v))
                shogi_buf_put_number(&text, json_integer_value(v), 1);
            else if (json_is_real(v))
                shogi_buf_printf(&text, "%.15g", json_real_value(v));
            else if (json_is_boolean(v))
                shogi_buf_puts(&text, json_is_true(v) ? "true" : "false");
            shogi_buf_putc(&text, '\0');
            r->g->out_of_memory = r->g->out_of_memory || text.failed;
            value = text.failed ? "" : text.data;
        }
        shogi_game_add_header_text(r->g, header_id(key), key, strlen(key), value,
                                   strlen(value), r->at);
        shogi_buf_release(&text);
    }
}

/* ---- start position -----------------------------------------------------------------
 */

static bool
read_color(const json_t *v, enum shogi_side *side)
{
    int64_t n;

    if (!shogi_json_integer(v, 0, 1, &n))
        return false;
    *side = n == 0 ? SHOGI_BLACK : SHOGI_WHITE;
    return true;
}

/* Two letters; SHOGI_NO_KIND: they name none. */
static enum shogi_kind
read_kind(const json_t *v)
{
    const char *code = json_string_value(v);

    return code && strlen(code) == 2 ? shogi_csa_kind(code) : SHOGI_NO_KIND;
}

/* A square of the board: {} or {"color": 0, "kind": "FU"}.  False: WRONG says why. */
static bool
read_cell(const json_t *cell, struct shogi_position *p, shogi_square square,
          enum shogi_diag_word *wrong)
{
    const json_t *kind = shogi_json_get(cell, "kind");
    enum shogi_side side;

    *wrong = SHOGI_SAY_SQUARE_NO_OBJECT;
    if (cell && !json_is_null(cell) && !json_is_object(cell))
        return false;
    if (!kind)
        return true;
    *wrong = SHOGI_SAY_SQUARE_NO_KIND;
    if (read_kind(kind) == SHOGI_NO_KIND)
        return false;
    *wrong = SHOGI_SAY_SQUARE_NO_COLOR;
    if (!read_color(shogi_json_get(cell, "color"), &side))
        return false;
    shogi_position_put(p, square, shogi_piece_of(side, read_kind(kind)));
    return true;
}

/* board[x - 1][y - 1]; {} is a board without pieces. */
static bool
read_board(const json_t *board, struct shogi_position *p, enum shogi_diag_word *wrong)
{
    if (json_is_object(board) && json_object_size(board) == 0)
        return true;
    *wrong = SHOGI_SAY_NO_FILES;
    if (!json_is_array(board) || json_array_size(board) != 9)
        return false;
    for (size_t x = 0; x < 9; x++) {
        const json_t *file = json_array_get(board, x);
        *wrong = SHOGI_SAY_NO_SQUARES;
        if (!json_is_array(file) || json_array_size(file) != 9)
            return false;
        for (size_t y = 0; y < 9; y++)
            if (!read_cell(json_array_get(file, y), p,
                           shogi_square_at((int)x + 1, (int)y + 1), wrong))
                return false;
    }
    return true;
}

/* {"FU": 2, ...} of each side; absent is empty. */
static bool
read_hands(const json_t *hands, struct shogi_position *p, enum shogi_diag_word *wrong)
{
    json_t *count;
    const char *key;
    int64_t n;

    if (!hands)
        return true;
    *wrong = SHOGI_SAY_NO_HANDS;
    if (!json_is_array(hands))
        return false;
    for (int side = 0; side < 2; side++) {
        json_object_foreach(json_array_get(hands, (size_t)side), key, count)
        {
            enum shogi_kind kind = strlen(key) == 2 ? shogi_csa_kind(key) : SHOGI_NO_KIND;
            *wrong = SHOGI_SAY_BAD_COUNT;
            if (!shogi_json_integer(count, 0, SHOGI_HAND_MAX, &n))
                return false;
            *wrong = SHOGI_SAY_NOT_HELD;
            if (kind >= SHOGI_HAND_COUNT && n > 0)
                return false;
            if (kind < SHOGI_HAND_COUNT)
                shogi_position_set_hand(p, (enum shogi_side)side, kind, (int)n);
        }
    }
    return true;
}

/* The color of the first move that has one; SHOGI_NO_SIDE: none has. */
static enum shogi_side
first_color(const json_t *root)
{
    const json_t *moves = shogi_json_get(root, "moves");
    enum shogi_side side;

    for (size_t i = 0; i < 2; i++)
        if (read_color(
                shogi_json_get(shogi_json_get(json_array_get(moves, i), "move"), "color"),
                &side))
            return side;
    return SHOGI_NO_SIDE;
}

static bool
read_data(struct reader *r, const json_t *root, const json_t *data)
{
    struct shogi_position p;
    enum shogi_side turn;
    enum shogi_diag_word wrong = SHOGI_SAY_NO_OBJECT;

    shogi_position_clear(&p);
    if (!json_is_object(data) || !read_board(shogi_json_get(data, "board"), &p, &wrong)) {
        shogi_diag_add_word(shogi_game_diag(r->g, SHOGI_DIAG_BAD_BOARD, r->at), wrong);
        return false;
    }
    if (!read_hands(shogi_json_get(data, "hands"), &p, &wrong)) {
        report_member(r, "initial.data.hands", wrong);
        return false;
    }
    if (!read_color(shogi_json_get(data, "color"), &turn)) {
        turn = first_color(root) == SHOGI_WHITE ? SHOGI_WHITE : SHOGI_BLACK;
        shogi_diag_add_side(shogi_game_diag(r->g, SHOGI_DIAG_NO_TURN, r->at), turn);
    }
    shogi_position_set_turn(&p, turn);
    r->g->start = p;
    return true;
}

static bool
read_preset(struct reader *r, const json_t *preset)
{
    enum shogi_handicap handicap;
    char number[24];
    const char *name = json_string_value(preset);

    if (json_is_integer(preset)) {
        snprintf(number, sizeof number, "%lld", (long long)json_integer_value(preset));
        name = number;
    }
    if (!name)
        name = "";
    if (!shogi_handicap_from_jkf(name, strlen(name), &handicap)
        || handicap == SHOGI_HANDICAP_OTHER) {
        report_name(r, SHOGI_DIAG_UNKNOWN_HANDICAP, name);
        return false;
    }
    if (handicap == SHOGI_HANDICAP_THREE)
        report_name(r, SHOGI_DIAG_HANDICAP_GUESSED, name);
    shogi_handicap_position(handicap, &r->g->start);
    return true;
}

/* Missing or null: the even game.  A board wins over a name: Kifu for iPhone
 * writes "HIRATE" above the board of a problem. */
static bool
read_start(struct reader *r, const json_t *root)
{
    const json_t *initial = shogi_json_get(root, "initial");
    const json_t *data = shogi_json_get(initial, "data");
    const char *name;
    enum shogi_handicap handicap;

    if (initial && !json_is_object(initial)) {
        report_member(r, "initial", SHOGI_SAY_NO_OBJECT);
        return false;
    }
    if (data ? !read_data(r, root, data)
             : initial && !read_preset(r, shogi_json_get(initial, "preset")))
        return false;
    name = shogi_game_header(r->g, SHOGI_HEADER_HANDICAP);
    if (name) {
        struct scan s = { .p = name, .eol = name + strlen(name) };
        while (s.eol > s.p && (s.eol[-1] == ' ' || s.eol[-1] == '\t'))
            s.eol--;
        while (s.eol - s.p >= 3 && memcmp(s.eol - 3, "　", 3) == 0)
            s.eol -= 3;
        if (shogi_handicap_from_kif(s.p, scan_left(&s), &handicap)
            && handicap != SHOGI_HANDICAP_OTHER
            && handicap != shogi_handicap_of(&r->g->start))
            shogi_diag_add_text(r->g,
                                shogi_game_diag(r->g, SHOGI_DIAG_HANDICAP_BOARD, r->at),
                                s.p, scan_left(&s));
    }
    return true;
}

/* ---- moves --------------------------------------------------------------------------
 */

/* A move as it is written. */
struct written {
    shogi_square from, to; /* SHOGI_NO_SQUARE: not written, or same */
    enum shogi_kind piece; /* SHOGI_NO_KIND: not written */
    enum shogi_kind capture;
    enum shogi_side color; /* SHOGI_NO_SIDE: not written */
    bool same, promotes, has_promote, is_drop;
    unsigned words;
};

static bool
read_square(const json_t *v, shogi_square *square)
{
    int64_t x, y;

    if (!shogi_json_integer(json_object_get(v, "x"), 1, 9, &x)
        || !shogi_json_integer(json_object_get(v, "y"), 1, 9, &y))
        return false;
    *square = shogi_square_at((int)x, (int)y);
    return true;
}

static bool
read_relative(const char *s, struct written *w)
{
    static const struct {
        char letter;
        uint8_t word;
    } words[] = {
        { 'L', SHOGI_WORD_LEFT }, { 'C', SHOGI_WORD_STRAIGHT }, { 'R', SHOGI_WORD_RIGHT },
        { 'U', SHOGI_WORD_UP },   { 'M', SHOGI_WORD_SIDEWAYS }, { 'D', SHOGI_WORD_DOWN },
    };

    for (; *s; s++) {
        size_t i = 0;
        while (i < 6 && words[i].letter != *s)
            i++;
        if (i < 6)
            w->words |= words[i].word;
        else if (*s == 'H')
            w->is_drop = true;
        else
            return false;
    }
    return true;
}

/* The members of MOVE.  False: reported. */
static bool
read_written(struct reader *r, const json_t *move, struct written *w)
{
    const json_t *v;

    *w = (struct written){ .from = SHOGI_NO_SQUARE,
                           .to = SHOGI_NO_SQUARE,
                           .piece = SHOGI_NO_KIND,
                           .capture = SHOGI_NO_KIND,
                           .color = SHOGI_NO_SIDE };
    if (!json_is_object(move)) {
        report_field(r, ".move", SHOGI_SAY_NO_OBJECT);
        return false;
    }
    if ((v = shogi_json_get(move, "from")) && !read_square(v, &w->from)) {
        report_field(r, ".move.from", SHOGI_SAY_BAD_COORDINATES);
        return false;
    }
    if ((v = shogi_json_get(move, "to")) && !read_square(v, &w->to)) {
        report_field(r, ".move.to", SHOGI_SAY_BAD_COORDINATES);
        return false;
    }
    if ((v = shogi_json_get(move, "piece"))
        && (w->piece = read_kind(v)) == SHOGI_NO_KIND) {
        report_field(r, ".move.piece", SHOGI_SAY_NO_KIND);
        return false;
    }
    if ((v = shogi_json_get(move, "color")) && !read_color(v, &w->color)) {
        report_field(r, ".move.color", SHOGI_SAY_BAD_COLOR);
        return false;
    }
    v = shogi_json_get(move, "relative");
    if (v && (!json_is_string(v) || !read_relative(json_string_value(v), w))) {
        report_field(r, ".move.relative", SHOGI_SAY_BAD_RELATIVE);
        return false;
    }
    if ((v = shogi_json_get(move, "promote")) && !json_is_boolean(v)) {
        report_field(r, ".move.promote", SHOGI_SAY_NO_BOOLEAN);
        return false;
    }
    w->has_promote = v;
    w->promotes = json_is_true(v);
    w->same = json_is_true(json_object_get(move, "same"));
    w->capture = read_kind(shogi_json_get(move, "capture"));
    return true;
}

/* Where the move goes.  False: reported. */
static bool
settle_target(struct reader *r, struct written *w)
{
    shogi_square target = shogi_cursor_target(&r->c);

    if (w->to == SHOGI_NO_SQUARE && w->same) {
        if (target == SHOGI_NO_SQUARE) {
            shogi_game_diag(r->g, SHOGI_DIAG_NO_DOU, r->at);
            return false;
        }
        w->to = target;
    } else if (w->to == SHOGI_NO_SQUARE) {
        report_field(r, ".move", SHOGI_SAY_NO_TARGET);
        return false;
    } else if (w->same && w->to != target) {
        tolerate(r, SHOGI_SAY_SAME_ELSEWHERE);
    }
    return true;
}

/* The side to move moves a piece whose square is named. */
static shogi_move
settle_board_move(struct reader *r, struct written *w)
{
    shogi_piece piece = r->c.position.board[w->from];
    shogi_move m = shogi_move_board(w->from, w->to, w->promotes);
    enum shogi_kind stands;

    if (piece == SHOGI_EMPTY || shogi_piece_side(piece) != r->c.position.turn
        || w->piece == SHOGI_NO_KIND)
        return m;
    stands = shogi_piece_kind(piece);
    if (stands == w->piece)
        return m;
    if (!w->has_promote && shogi_kind_can_promote(stands)
        && shogi_kind_promoted(stands) == w->piece) {
        /* json-kifu-format before it has normalised a CSA record. */
        tolerate(r, SHOGI_SAY_PIECE_AFTER);
        return shogi_move_board(w->from, w->to, true);
    }
    struct shogi_diag *d = report_move(r, SHOGI_DIAG_PIECE_MISMATCH, m, SHOGI_NO_SIDE);
    shogi_diag_add_kind(d, w->piece);
    shogi_diag_add_kind(d, stands);
    shogi_diag_add_square(d, w->from);
    return m;
}

static bool
is_in_hand(const struct reader *r, enum shogi_kind kind)
{
    return kind < SHOGI_HAND_COUNT && r->c.position.hand[r->c.position.turn][kind] > 0;
}

/* No origin: a drop, or a move of which words may tell the piece.  SHOGI_NO_MOVE:
 * reported. */
static shogi_move
settle_other_move(struct reader *r, struct written *w)
{
    struct shogi_written_move written = { .to = w->to,
                                          .from = SHOGI_NO_SQUARE,
                                          .kind = (uint8_t)w->piece,
                                          .mark = SHOGI_NO_SIDE,
                                          .words = (uint8_t)w->words,
                                          .promotion = w->promotes ? SHOGI_PROMOTES
                                                                   : SHOGI_STAYS };
    enum shogi_kind base = shogi_kind_base(w->piece);
    enum shogi_found found = SHOGI_FOUND_NONE;
    shogi_move m;
    shogi_bb from;

    if (w->piece == SHOGI_NO_KIND) {
        report_field(r, ".move", SHOGI_SAY_NO_PIECE);
        return SHOGI_NO_MOVE;
    }
    if (!w->is_drop && (w->words || !is_in_hand(r, w->piece)))
        found = shogi_written_move_find(&r->c.position, &written, w->to, &m, &from);
    if (found == SHOGI_FOUND_ONE || found == SHOGI_FOUND_LOOSELY) {
        /* json-kifu-format before it has normalised a KI2 record. */
        tolerate(r, SHOGI_SAY_NO_ORIGIN);
        return m;
    }
    if (found == SHOGI_FOUND_AMBIGUOUS) {
        add_path(r,
                 report_move(r, SHOGI_DIAG_AMBIGUOUS_MOVE, SHOGI_NO_MOVE, SHOGI_NO_SIDE),
                 ".move");
        return SHOGI_NO_MOVE;
    }
    if (base >= SHOGI_HAND_COUNT) {
        struct shogi_diag *d =
            report_move(r, SHOGI_DIAG_NO_CANDIDATE, SHOGI_NO_MOVE, SHOGI_NO_SIDE);
        shogi_diag_add_kind(d, w->piece);
        shogi_diag_add_square(d, w->to);
        return SHOGI_NO_MOVE;
    }
    /* The drop of a promoted piece is a foul that the text can say. */
    m = shogi_move_drop(base, w->to);
    return w->promotes || w->piece != base
               ? (shogi_move)(m | shogi_move_board(0, 0, true))
               : m;
}

/* The other side moves, it seems.  False: it does, which is reported. */
static bool
check_color(struct reader *r, const struct written *w)
{
    enum shogi_side turn = (enum shogi_side)r->c.position.turn;
    shogi_piece piece;

    if (w->color == SHOGI_NO_SIDE || w->color == turn)
        return true;
    piece = w->from == SHOGI_NO_SQUARE ? SHOGI_EMPTY : r->c.position.board[w->from];
    if (piece != SHOGI_EMPTY && shogi_piece_side(piece) == turn) {
        /* Readers derive the color from the turn, so nobody notices. */
        tolerate(r, SHOGI_SAY_OTHER_COLOR);
        return true;
    }
    shogi_diag_add_side(
        report_move(r, r->c.ply == 0 ? SHOGI_DIAG_WRONG_TURN : SHOGI_DIAG_TWO_MOVES,
                    w->from == SHOGI_NO_SQUARE
                        ? SHOGI_NO_MOVE
                        : shogi_move_board(w->from, w->to, w->promotes),
                    w->color),
        w->color);
    return false;
}

/* What the record says was captured is not what stands there: one of them is
 * wrong, perhaps since an earlier move. */
static void
check_capture(struct reader *r, const struct written *w, shogi_move m)
{
    shogi_piece piece = r->c.position.board[w->to];

    if (w->capture == SHOGI_NO_KIND)
        return;
    if (piece == SHOGI_EMPTY) {
        tolerate(r, SHOGI_SAY_EMPTY_CAPTURE);
    } else if (shogi_piece_kind(piece) != w->capture) {
        struct shogi_diag *d =
            report_move(r, SHOGI_DIAG_PIECE_MISMATCH, m, SHOGI_NO_SIDE);
        shogi_diag_add_kind(d, w->capture);
        shogi_diag_add_kind(d, shogi_piece_kind(piece));
        shogi_diag_add_square(d, w->to);
    }
}

/* False: the line of moves ends here. */
static bool
read_move(struct reader *r, const json_t *move)
{
    struct written w;
    shogi_move m;

    if (!read_written(r, move, &w) || !settle_target(r, &w) || !check_color(r, &w))
        return false;
    m = w.from != SHOGI_NO_SQUARE ? settle_board_move(r, &w) : settle_other_move(r, &w);
    if (m == SHOGI_NO_MOVE)
        return false;
    check_capture(r, &w, m);
    return shogi_cursor_append(&r->c, m, r->at) == SHOGI_OK;
}

/* ---- endings ------------------------------------------------------------------------
 */

enum { TOKEN_MAX = 63 }; /* of a statement of CSA, bytes */

bool
shogi_jkf_is_token(const char *word)
{
    size_t len = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-");

    return len > 0 && len < TOKEN_MAX && !word[len];
}

/* What WORD says where MOVER is to move, a statement of CSA without its '%' or a word
 * of KIF.  *IS_PLAIN: it says no more than that. */
static enum shogi_end
find_end(const struct reader *r, const char *word, enum shogi_side mover,
         enum shogi_winner *winner, bool *is_plain)
{
    size_t len = strlen(word);
    enum shogi_end end;

    *winner = SHOGI_WINNER_BY_END;
    *is_plain = false;
    if (strcmp(word, "+ILLEGAL_ACTION") == 0 || strcmp(word, "-ILLEGAL_ACTION") == 0) {
        enum shogi_side offender = *word == '+' ? SHOGI_BLACK : SHOGI_WHITE;
        return offender == mover ? SHOGI_END_FOUL_LOSS : SHOGI_END_FOUL_WIN;
    }
    end = shogi_csa_end(word, len, winner);
    *is_plain = end != SHOGI_END_NONE && *winner == SHOGI_WINNER_BY_END;
    if (end == SHOGI_END_NONE)
        end = shogi_jkf_end_from_own_word(word);
    if (end == SHOGI_END_NONE)
        end = shogi_end_from_kif(word, len);
    if (end == SHOGI_END_PERPETUAL_CHECK && *winner == SHOGI_WINNER_BY_END)
        *winner = shogi_jkf_perpetual_winner(&r->c.position);
    return end;
}

struct ending {
    enum shogi_end end;
    enum shogi_winner winner;
    const char *words; /* NULL: they say no more; else of the record, or `token` */
    char token[TOKEN_MAX + 1];
};

/* The ending where MOVER is to move.  False: it is none (reported). */
static bool
read_ending(struct reader *r, const json_t *special, enum shogi_side mover,
            struct ending *e)
{
    const char *word = json_string_value(special);
    bool is_plain;

    if (!word || !*word) {
        report_field(r, ".special", SHOGI_SAY_NO_TEXT);
        return false;
    }
    e->words = word;
    word += *word == '%';
    e->end = find_end(r, word, mover, &e->winner, &is_plain);
    if (e->end == SHOGI_END_NONE) {
        e->end = SHOGI_END_OTHER;
        shogi_diag_add_string(r->g, shogi_game_diag(r->g, SHOGI_DIAG_UNKNOWN_END, r->at),
                              word);
    }
    /* As CSA would have it, so that it can be written there again. */
    if (shogi_jkf_is_token(word)) {
        e->token[0] = '%';
        strcpy(e->token + 1, word);
        e->words = e->token;
    }
    if (is_plain)
        e->words = NULL;
    return true;
}

/* False: no ending. */
static bool
read_end(struct reader *r, const json_t *special)
{
    struct ending e;

    return read_ending(r, special, (enum shogi_side)r->c.position.turn, &e)
           && shogi_cursor_append_end(&r->c, e.end, e.winner, e.words, r->at) == SHOGI_OK;
}

/* ---- times and comments -------------------------------------------------------------
 */

/* {"h": 0, "m": 1, "s": 5}, of which "h" may be missing.  False: it is no time. */
static bool
read_clock(const json_t *v, int32_t *ms)
{
    static const char *const keys[] = { "h", "m", "s" };
    double seconds = 0;
    bool any = false;

    for (int i = 0; i < 3; i++) {
        const json_t *part = shogi_json_get(v, keys[i]);
        if (part && !json_is_number(part))
            return false;
        if (part && !(json_number_value(part) >= 0))
            return false;
        any = any || part;
        seconds = seconds * 60 + json_number_value(part);
    }
    if (!any || !(seconds * 1000 <= INT32_MAX))
        return false;
    *ms = (int32_t)(seconds * 1000 + 0.5);
    return true;
}

static void
read_times(struct reader *r, const json_t *time, struct shogi_node *n)
{
    const json_t *now = shogi_json_get(time, "now");
    const json_t *total = shogi_json_get(time, "total");

    if (now && !read_clock(now, &n->time_ms))
        add_path(r, shogi_game_diag(r->g, SHOGI_DIAG_BAD_TIME, r->at), ".time.now");
    if (total && !read_clock(total, &n->total_ms))
        add_path(r, shogi_game_diag(r->g, SHOGI_DIAG_BAD_TIME, r->at), ".time.total");
}

static void
read_comment(struct reader *r, const json_t *line, struct shogi_node *n)
{
    if (json_is_string(line))
        shogi_json_add_comment(r->g, n, json_string_value(line),
                               json_string_length(line));
    else
        report_field(r, ".comments", SHOGI_SAY_LINE_NO_TEXT);
}

/* An array of lines; one text is read, too ("comment" in the schema's entry of
 * the start position). */
static void
read_comments(struct reader *r, const json_t *entry, struct shogi_node *n)
{
    const json_t *comments = shogi_json_get(entry, "comments"), *line;
    size_t i;

    if (!comments)
        comments = shogi_json_get(entry, "comment");
    if (!comments)
        return;
    if (!json_is_array(comments))
        read_comment(r, comments, n);
    json_array_foreach(comments, i, line) read_comment(r, line, n);
}

/* ---- lists --------------------------------------------------------------------------
 */

static bool
push_list(struct reader *r, const json_t *list, unsigned depth)
{
    struct frame f = { .list = list, .depth = depth, .last = r->c.node };

    shogi_buf_add(&r->frames, &f, sizeof f);
    if (r->frames.failed)
        r->g->out_of_memory = true;
    return !r->frames.failed;
}

/* The line cannot go on; only of the main line it matters to the whole. */
static void
break_line(struct reader *r, struct frame *f)
{
    f->state = LINE_BROKEN;
    if (frame_count(r) == 1)
        r->status = SHOGI_BAD;
}

/* The entry's forks are read when its move is in its place. */
static void
open_forks(struct reader *r, struct frame *f, const json_t *forks,
           struct shogi_node *replaced)
{
    if (!forks)
        return;
    if (!json_is_array(forks)) {
        report_field(r, ".forks", SHOGI_SAY_NO_ARRAY);
    } else if (json_array_size(forks) > 0 && !replaced) {
        report_field(r, ".forks", SHOGI_SAY_NOTHING_REPLACED);
    } else if (json_array_size(forks) > 0) {
        f->forks = forks;
        f->next_fork = 0;
        f->replaced = replaced;
    }
}

/* A move of the main line in ENTRY, the last one taken from F, cannot be carried out.
 * Moves behind it are left out; an ending behind them is kept for the audit. */
static void
read_late_end(struct reader *r, struct frame *f, const json_t *entry)
{
    enum shogi_side mover = (enum shogi_side)r->c.position.turn;
    struct ending e;

    for (;;) {
        const json_t *move = shogi_json_get(entry, "move");
        const json_t *special = shogi_json_get(entry, "special");
        if (move) {
            read_color(shogi_json_get(move, "color"), &mover);
            mover = mover == SHOGI_BLACK ? SHOGI_WHITE : SHOGI_BLACK;
        }
        if (special) {
            if (read_ending(r, special, mover, &e))
                shogi_game_note_late_end(
                    r->g, e.end, e.winner, mover,
                    e.words ? shogi_game_text(r->g, e.words, strlen(e.words)) : NULL,
                    r->at);
            return;
        }
        if (f->next == json_array_size(f->list))
            return;
        entry = json_array_get(f->list, f->next++);
        if (json_is_object(entry))
            r->at = shogi_json_next_place(&r->places, f->depth);
    }
}

static void
read_after_end(struct reader *r)
{
    if (!r->has_after_end)
        add_path(r, shogi_game_diag(r->g, SHOGI_DIAG_AFTER_END, r->at), "");
    r->has_after_end = true;
}

static void
read_entry(struct reader *r, struct frame *f, const json_t *entry)
{
    const json_t *move = shogi_json_get(entry, "move");
    const json_t *special = shogi_json_get(entry, "special");
    struct shogi_node *before = r->c.node, *replaced = NULL;
    size_t fouls = shogi_game_diag_count(r->g, SHOGI_FOUL);

    if ((move || special) && f->state == LINE_ENDED) {
        read_after_end(r);
        return;
    }
    if (move) {
        if (f->next == 1 && frame_count(r) == 1)
            /* Written by hand: the first entry is that of the start position. */
            tolerate(r, SHOGI_SAY_MOVE_AT_START);
        if (f->has_gap)
            tolerate(r, SHOGI_SAY_EMPTY_ENTRY);
        if (!read_move(r, move)) {
            break_line(r, f);
            if (frame_count(r) == 1 && shogi_game_diag_count(r->g, SHOGI_FOUL) > fouls)
                read_late_end(r, f, entry);
            return;
        }
        replaced = f->last = r->c.node;
    }
    if (special) {
        if (!read_end(r, special)) {
            break_line(r, f);
            return;
        }
        f->state = LINE_ENDED;
        f->last = r->c.node;
        if (!replaced)
            replaced = f->last;
    }
    f->has_gap = !move && !special && (f->next > 1 || frame_count(r) > 1);
    read_comments(r, entry, f->last);
    if (f->last != before || f->last != r->g->root)
        read_times(r, shogi_json_get(entry, "time"), f->last);
    open_forks(r, f, shogi_json_get(entry, "forks"), replaced);
}

/* Back to the node PARENT, above this one. */
static void
go_back(struct reader *r, const struct shogi_node *parent)
{
    while (r->c.node != parent && shogi_cursor_back(&r->c))
        ;
}

/* The forks of the last entry are read one after the other, then the line goes
 * on behind the entry. */
static void
step_forks(struct reader *r, struct frame *f)
{
    struct shogi_node *replaced = f->replaced;
    const json_t *fork;

    go_back(r, replaced->parent);
    if (f->next_fork == json_array_size(f->forks)) {
        f->forks = NULL;
        if (!shogi_cursor_enter(&r->c, replaced)
            || (f->last != replaced && !shogi_cursor_enter(&r->c, f->last)))
            r->g->out_of_memory = true;
        return;
    }
    fork = json_array_get(f->forks, f->next_fork++);
    if (json_is_array(fork))
        push_list(r, fork, f->depth + SHOGI_JSON_SUBLIST);
    else if (!json_is_null(fork))
        report_field(r, ".forks", SHOGI_SAY_FORK_NO_ARRAY);
}

static void
read_lists(struct reader *r)
{
    while (frame_count(r) > 0 && !r->g->out_of_memory) {
        struct frame *f = top_frame(r);

        if (f->forks) {
            step_forks(r, f);
        } else if (f->state == LINE_BROKEN || f->next == json_array_size(f->list)) {
            shogi_json_leave(&r->places, f->depth);
            r->frames.len -= sizeof *f;
        } else {
            const json_t *entry = json_array_get(f->list, f->next++);
            if (json_is_object(entry)) {
                r->at = shogi_json_next_place(&r->places, f->depth);
                read_entry(r, f, entry);
            } else if (!json_is_null(entry)) {
                report_field(r, "", SHOGI_SAY_ENTRY_NO_OBJECT);
                break_line(r, f);
            }
        }
    }
}

static void
read_root(struct reader *r, json_t *root)
{
    const json_t *moves = shogi_json_get(root, "moves");

    if (!json_object_get(root, "header") && !json_object_get(root, "initial") && !moves) {
        report_name(r, SHOGI_DIAG_NOT_A_RECORD, "jkf");
        r->status = SHOGI_BAD;
        return;
    }
    read_headers(r, root);
    if (!read_start(r, root)) {
        r->status = SHOGI_BAD;
        return;
    }
    if (moves && !json_is_array(moves)) {
        report_member(r, "moves", SHOGI_SAY_NO_ARRAY);
        r->status = SHOGI_BAD;
        return;
    }
    shogi_japanese_init();
    shogi_cursor_init(&r->c, r->g);
    if (moves && push_list(r, moves, SHOGI_JSON_FIRST_LIST))
        read_lists(r);
    shogi_cursor_release(&r->c);
}

enum shogi_status
shogi_jkf_parse(const struct shogi_text *t, struct shogi_game *g)
{
    struct reader r;
    const char *object;
    json_t *root;

    r.g = g;
    r.frames = (struct shogi_buf){ 0 };
    r.has_after_end = false;
    root = shogi_json_load(t, g, &object, &r.at, &r.status);
    if (!root)
        return r.status;
    shogi_json_places_init(&r.places, t, object, r.at, "moves", "forks");
    read_root(&r, root);
    json_decref(root);
    shogi_buf_release(&r.frames);
    return g->out_of_memory ? SHOGI_FATAL : r.status;
}
