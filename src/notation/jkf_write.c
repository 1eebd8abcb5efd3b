/* SPDX-License-Identifier: MIT */
/* jkf_write.c - writing one game in normalised JSON kifu format, on one line.
 *
 * The tree is walked without recursion: a list of moves that ends is closed, and
 * the way back to the move that carries it is that up the tree. */
#include <string.h>

#include "game/diag.h"
#include "notation/csa.h"
#include "notation/japanese.h"
#include "notation/jkf.h"
#include "notation/json.h"

struct writer {
    struct shogi_game *g;
    struct shogi_buf *out;
    struct shogi_cursor c;
    int64_t seconds[2];   /* of each side on the way to the cursor */
    uint32_t lost_totals; /* totals without a time: there is no place for them */
    bool main_line_only;
};

static char *
put_text(char *to, const char *s)
{
    size_t len = strlen(s);

    memcpy(to, s, len);
    return to + len;
}

static void
put_string(struct writer *w, const char *s)
{
    shogi_json_put_string(w->out, s, strlen(s));
}

/* ---- headers and start position -----------------------------------------------------
 */

/* An object has a key once: the first header with it is kept. */
static bool
is_repeated(const struct shogi_game *g, const struct shogi_header *h)
{
    const struct shogi_header *before = g->headers;

    while (before != h && strcmp(before->key, h->key) != 0)
        before = before->next;
    return before != h;
}

/* Many headers would make a search through all of them long. */
enum { MAX_HEADERS = 1000 };

static void
put_headers(struct writer *w)
{
    const struct shogi_header *h;
    uint32_t count = 0, lost = 0;

    shogi_buf_puts(w->out, "{\"header\":{");
    for (h = w->g->headers; h; h = h->next) {
        if (count == MAX_HEADERS || is_repeated(w->g, h)) {
            lost++;
            continue;
        }
        if (count++ > 0)
            shogi_buf_putc(w->out, ',');
        put_string(w, h->key);
        shogi_buf_putc(w->out, ':');
        put_string(w, h->value);
    }
    shogi_buf_putc(w->out, '}');
    if (lost > 0) {
        struct shogi_diag *d = shogi_game_diag(
            w->g, SHOGI_DIAG_LOST_HEADER, (struct shogi_place){ w->g->source.line, 1 });
        shogi_diag_add_string(w->g, d, "jkf");
        shogi_diag_add_number(d, lost);
    }
}

/* A file of the board, from rank 1. */
static void
put_file(struct writer *w, int file)
{
    for (int rank = 1; rank <= 9; rank++) {
        shogi_piece piece = w->g->start.board[shogi_square_at(file, rank)];
        shogi_buf_putc(w->out, rank == 1 ? '[' : ',');
        if (piece == SHOGI_EMPTY)
            shogi_buf_puts(w->out, "{}");
        else
            shogi_buf_printf(w->out, "{\"color\":%d,\"kind\":\"%s\"}",
                             shogi_piece_side(piece),
                             shogi_csa_code(shogi_piece_kind(piece)));
    }
    shogi_buf_putc(w->out, ']');
}

static void
put_hand(struct writer *w, const uint8_t hand[SHOGI_HAND_COUNT])
{
    static const enum shogi_kind order[SHOGI_HAND_COUNT] = {
        SHOGI_PAWN, SHOGI_LANCE,  SHOGI_KNIGHT, SHOGI_SILVER,
        SHOGI_GOLD, SHOGI_BISHOP, SHOGI_ROOK,
    };

    for (int i = 0; i < SHOGI_HAND_COUNT; i++)
        shogi_buf_printf(w->out, "%c\"%s\":%d", i == 0 ? '{' : ',',
                         shogi_csa_code(order[i]), hand[order[i]]);
    shogi_buf_putc(w->out, '}');
}

/* Programs disagree on which lance the preset "3" lacks, so that one is written
 * as a board. */
static void
put_start(struct writer *w)
{
    enum shogi_handicap handicap = shogi_game_handicap(w->g);

    if (handicap == SHOGI_HANDICAP_THREE)
        handicap = SHOGI_HANDICAP_OTHER;
    shogi_buf_puts(w->out, ",\"initial\":{\"preset\":");
    put_string(w, shogi_handicap_jkf(handicap));
    if (handicap == SHOGI_HANDICAP_OTHER) {
        shogi_buf_printf(w->out, ",\"data\":{\"color\":%d,\"board\":[", w->g->start.turn);
        for (int file = 1; file <= 9; file++) {
            if (file > 1)
                shogi_buf_putc(w->out, ',');
            put_file(w, file);
        }
        shogi_buf_puts(w->out, "],\"hands\":[");
        put_hand(w, w->g->start.hand[SHOGI_BLACK]);
        shogi_buf_putc(w->out, ',');
        put_hand(w, w->g->start.hand[SHOGI_WHITE]);
        shogi_buf_puts(w->out, "]}");
    }
    shogi_buf_putc(w->out, '}');
}

/* ---- moves --------------------------------------------------------------------------
 */

static char *
put_square(char *to, const char *key, shogi_square square)
{
    to = put_text(to, key);
    to = put_text(to, "{\"x\":");
    *to++ = (char)('0' + shogi_square_file(square));
    to = put_text(to, ",\"y\":");
    *to++ = (char)('0' + shogi_square_rank(square));
    *to++ = '}';
    return to;
}

/* Could the piece of KIND that makes M promote or stay as it is? */
static bool
has_choice(enum shogi_side side, enum shogi_kind kind, shogi_move m)
{
    int from = shogi_square_rank(shogi_move_from(m));
    int to = shogi_square_rank(shogi_move_to(m));

    if (!shogi_kind_can_promote(kind))
        return false;
    return side == SHOGI_BLACK ? from <= 3 || to <= 3 : from >= 7 || to >= 7;
}

static char *
put_relative(char *to, unsigned words, bool is_hit)
{
    /* Place before direction, whatever the order of the bits. */
    static const struct {
        uint8_t word;
        char letter;
    } letters[] = {
        { SHOGI_WORD_LEFT, 'L' }, { SHOGI_WORD_STRAIGHT, 'C' }, { SHOGI_WORD_RIGHT, 'R' },
        { SHOGI_WORD_UP, 'U' },   { SHOGI_WORD_SIDEWAYS, 'M' }, { SHOGI_WORD_DOWN, 'D' },
    };

    if (!words && !is_hit)
        return to;
    to = put_text(to, ",\"relative\":\"");
    for (int i = 0; i < 6; i++)
        if (words & letters[i].word)
            *to++ = letters[i].letter;
    if (is_hit)
        *to++ = 'H';
    *to++ = '"';
    return to;
}

/* The move N, which is played on the position of the cursor. */
static void
put_move(struct writer *w, const struct shogi_node *n)
{
    const struct shogi_position *p = &w->c.position;
    shogi_move m = n->move;
    shogi_square target = shogi_move_to(m);
    bool is_drop = shogi_move_is_drop(m), promotes = shogi_move_promotes(m), is_hit;
    enum shogi_side side = (enum shogi_side)p->turn;
    enum shogi_kind kind =
        is_drop ? shogi_move_dropped(m) : shogi_piece_kind(p->board[shogi_move_from(m)]);
    char text[256], *to = text;
    unsigned words;

    to = put_text(to, "\"move\":{\"color\":");
    *to++ = side == SHOGI_BLACK ? '0' : '1';
    if (!is_drop)
        to = put_square(to, ",\"from\":", shogi_move_from(m));
    to = put_square(to, ",\"to\":", target);
    to = put_text(to, ",\"piece\":\"");
    if (is_drop && promotes && shogi_kind_can_promote(kind))
        kind = shogi_kind_promoted(kind);
    to = put_text(to, shogi_csa_code(kind));
    *to++ = '"';
    if (n->parent->move != SHOGI_NO_MOVE && shogi_move_to(n->parent->move) == target)
        to = put_text(to, ",\"same\":true");
    /* A drop names what stands there then, but for what cannot promote. */
    if (is_drop ? promotes && !shogi_kind_is_promoted(kind)
                : promotes || has_choice(side, kind, m))
        to = put_text(to, promotes ? ",\"promote\":true" : ",\"promote\":false");
    if (p->board[target] != SHOGI_EMPTY) {
        to = put_text(to, ",\"capture\":\"");
        to = put_text(to, shogi_csa_code(shogi_piece_kind(p->board[target])));
        *to++ = '"';
    }
    if (shogi_move_words(p, m, &words, &is_hit))
        to = put_relative(to, words, is_hit);
    *to++ = '}';
    shogi_buf_add(w->out, text, (size_t)(to - text));
}

/* ---- endings ------------------------------------------------------------------------
 */

/* Both may say that the side to move fouled; a record keeps what it had. */
static const char *
foul_word(const struct shogi_node *n, enum shogi_side mover, enum shogi_winner winner)
{
    static const char *const actions[2] = { "+ILLEGAL_ACTION", "-ILLEGAL_ACTION" };
    enum shogi_side loser = winner == SHOGI_WINNER_BLACK ? SHOGI_WHITE : SHOGI_BLACK;

    if (loser == mover
        && !(n->as_written && *n->as_written == '%'
             && strcmp(n->as_written + 1, actions[loser]) == 0))
        return "ILLEGAL_MOVE";
    return actions[loser];
}

/* A statement of CSA without its '%', or the record's own word.  *WINNER is who
 * wins for a reader of it. */
static const char *
end_word(const struct writer *w, const struct shogi_node *n, enum shogi_winner *winner)
{
    enum shogi_end end = (enum shogi_end)n->end;
    enum shogi_side mover = (enum shogi_side)w->c.position.turn;
    struct shogi_node by_end = { .end = n->end };
    const char *word = shogi_end_csa(end);

    *winner = shogi_end_winner(&by_end, mover);
    if (end == SHOGI_END_FOUL_LOSS || end == SHOGI_END_FOUL_WIN)
        return foul_word(n, mover, *winner);
    if (end == SHOGI_END_PERPETUAL_CHECK) {
        /* The word names nobody; where the position names another winner than the
         * record, the foul is all that can be said. */
        enum shogi_winner recorded = shogi_end_winner(n, mover);
        *winner = shogi_jkf_perpetual_winner(&w->c.position);
        if (recorded != *winner && recorded < SHOGI_WINNER_DRAW)
            return foul_word(n, mover, recorded);
    }
    if (!word)
        word = shogi_jkf_own_word(end);
    if (!word)
        word = shogi_end_kif(end);
    if (!word)
        word = n->as_written && *n->as_written ? n->as_written : "CHUDAN";
    if (end == SHOGI_END_OTHER && *word == '%' && shogi_jkf_is_token(word + 1))
        word++;
    return word;
}

static void
put_end(struct writer *w, const struct shogi_node *n)
{
    enum shogi_side mover = (enum shogi_side)w->c.position.turn;
    enum shogi_winner winner;
    const char *word = end_word(w, n, &winner);

    shogi_buf_puts(w->out, "\"special\":");
    put_string(w, word);
    /* A word of KIF that looks like a statement of CSA is read as one. */
    if (winner != shogi_end_winner(n, mover)
        || (n->end == SHOGI_END_OTHER
            && (!n->as_written || shogi_jkf_is_token(n->as_written)))) {
        struct shogi_diag *d = shogi_game_diag(w->g, SHOGI_DIAG_LOST_END, n->at);
        shogi_diag_add_string(w->g, d, "jkf");
        shogi_diag_add_string(w->g, d,
                              n->as_written ? n->as_written
                                            : shogi_end_name((enum shogi_end)n->end));
        shogi_diag_add_string(w->g, d, word);
    }
}

/* ---- times and comments -------------------------------------------------------------
 */

/* Whose time N takes; for a move the cursor stands behind it. */
static enum shogi_side
side_of_node(const struct writer *w, const struct shogi_node *n)
{
    return (enum shogi_side)(w->c.position.turn ^ (n->move != SHOGI_NO_MOVE));
}

/* Count the time of N, forward or (SIGN -1) back. */
static void
count_time(struct writer *w, const struct shogi_node *n, int sign)
{
    if (n->time_ms >= 0)
        w->seconds[side_of_node(w, n)] += sign * (n->time_ms / 1000);
}

static void
put_clock(struct writer *w, int64_t seconds, bool always_hours)
{
    shogi_buf_putc(w->out, '{');
    if (always_hours || seconds >= 3600) {
        shogi_buf_puts(w->out, "\"h\":");
        shogi_buf_put_number(w->out, seconds / 3600, 1);
        shogi_buf_putc(w->out, ',');
    }
    shogi_buf_puts(w->out, "\"m\":");
    shogi_buf_put_number(w->out, seconds / 60 % 60, 1);
    shogi_buf_puts(w->out, ",\"s\":");
    shogi_buf_put_number(w->out, seconds % 60, 1);
    shogi_buf_putc(w->out, '}');
}

static void
put_times(struct writer *w, const struct shogi_node *n)
{
    if (n->time_ms < 0) {
        w->lost_totals += n->total_ms >= 0;
        return;
    }
    shogi_buf_puts(w->out, ",\"time\":{\"now\":");
    put_clock(w, n->time_ms / 1000, false);
    shogi_buf_puts(w->out, ",\"total\":");
    put_clock(w, n->total_ms >= 0 ? n->total_ms / 1000 : w->seconds[side_of_node(w, n)],
              true);
    shogi_buf_putc(w->out, '}');
}

static void
put_comments(struct writer *w, const char *comment)
{
    char before = '[';

    if (!comment || !*comment)
        return;
    shogi_buf_puts(w->out, "\"comments\":");
    while (*comment) {
        const char *lf = strchr(comment, '\n');
        size_t len = lf ? (size_t)(lf - comment) : strlen(comment);
        shogi_buf_putc(w->out, before);
        shogi_json_put_string(w->out, comment, len);
        comment += len + (lf != NULL);
        before = ',';
    }
    shogi_buf_putc(w->out, ']');
}

/* ---- the tree -----------------------------------------------------------------------
 */

/* Stand on N, a child of this node, and count its time. */
static void
enter(struct writer *w, struct shogi_node *n)
{
    if (!shogi_cursor_enter(&w->c, n))
        w->out->failed = true;
    count_time(w, n, 1);
}

static void
go_back(struct writer *w)
{
    count_time(w, w->c.node, -1);
    shogi_cursor_back(&w->c);
}

/* The entry of N, a child of this node, without its end; go there. */
static void
put_entry(struct writer *w, struct shogi_node *n)
{
    shogi_buf_putc(w->out, '{');
    if (n->end == SHOGI_END_NONE)
        put_move(w, n);
    else
        put_end(w, n);
    enter(w, n);
    put_times(w, n);
    if (n->comment && *n->comment) {
        shogi_buf_putc(w->out, ',');
        put_comments(w, n->comment);
    }
}

/* The entry of this node is complete.  The child whose entry comes next, its comma
 * and brackets written; NULL: that was the last. */
static struct shogi_node *
next_entry(struct writer *w)
{
    for (;;) {
        struct shogi_node *n = w->c.node;

        shogi_buf_putc(w->out, '}');
        if (n->child) {
            shogi_buf_putc(w->out, ',');
            return n->child;
        }
        /* The list ends.  It began with an alternative, or it is the main line. */
        shogi_buf_putc(w->out, ']');
        while (n->parent && n == n->parent->child) {
            go_back(w);
            n = w->c.node;
        }
        if (!n->parent)
            return NULL;
        go_back(w);
        if (n->next) {
            shogi_buf_puts(w->out, ",[");
            return n->next;
        }
        /* That was the last fork of the first alternative, which goes on. */
        shogi_buf_putc(w->out, ']');
        enter(w, n->parent->child);
    }
}

static void
put_moves(struct writer *w)
{
    struct shogi_node *n = w->g->root->child;

    shogi_buf_puts(w->out, ",\"moves\":[{");
    put_comments(w, w->g->root->comment);
    shogi_buf_puts(w->out, n ? "}," : "}]");
    while (n && !w->out->failed) {
        put_entry(w, n);
        if (n->parent->child == n && n->next && !w->main_line_only) {
            shogi_buf_puts(w->out, ",\"forks\":[[");
            go_back(w);
            n = n->next;
        } else {
            n = next_entry(w);
        }
    }
}

void
shogi_jkf_write(struct shogi_game *g, const struct shogi_write_options *o,
                struct shogi_buf *out)
{
    struct writer w;

    w.g = g;
    w.out = out;
    w.seconds[0] = w.seconds[1] = 0;
    w.lost_totals = 0;
    w.main_line_only = o->main_line_only;
    shogi_cursor_init(&w.c, g);
    put_headers(&w);
    put_start(&w);
    put_moves(&w);
    shogi_buf_puts(out, "}\n");
    shogi_cursor_release(&w.c);
    if (w.lost_totals > 0) {
        struct shogi_diag *d =
            shogi_game_diag(g, SHOGI_DIAG_LOST_TOTAL, shogi_game_place(g));
        shogi_diag_add_string(g, d, "jkf");
        shogi_diag_add_number(d, w.lost_totals);
    }
}
