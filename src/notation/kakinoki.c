/* SPDX-License-Identifier: MIT */
/* kakinoki.c - reading what KIF, KI2 and BOD share. */
#include "notation/kakinoki.h"

#include "base/bytes.h"
#include "notation/closing.h"

void
shogi_kakinoki_init(struct shogi_kakinoki *k, const char *format,
                    const struct shogi_text *t, struct shogi_game *g)
{
    shogi_japanese_init();
    /* The cursor is large and has an init of its own. */
    memset(k, 0, offsetof(struct shogi_kakinoki, c));
    memset(&k->state, 0, sizeof *k - offsetof(struct shogi_kakinoki, state));
    k->g = g;
    k->format = format;
    scan_init(&k->s, t);
    k->steps_left = t->len > UINT32_MAX / 8 ? UINT32_MAX : (uint32_t)t->len * 8;
    k->is_blank = true;
    k->turn = k->last_mark = k->late_mover = SHOGI_NO_SIDE;
    shogi_position_clear(&k->board);
}

struct shogi_place
shogi_kakinoki_place(struct shogi_kakinoki *k, const char *p)
{
    return (struct shogi_place){ k->s.number, scan_column(&k->s, p) };
}

static void
report_text(struct shogi_kakinoki *k, enum shogi_diag_id id, const char *from,
            const char *to, const char *p)
{
    shogi_diag_add_text(k->g, shogi_game_diag(k->g, id, shogi_kakinoki_place(k, p)), from,
                        (size_t)(to - from));
}

/* ---- comments ------------------------------------------------------------------- */

/* More bookmarks than anybody sets at one move; adding to them copies them. */
enum { MAX_BOOKMARKS = 64 };

/* Add the current line, which is a comment or a bookmark, to N. */
static void
add_remark(struct shogi_kakinoki *k, struct shogi_node *n)
{
    struct scan *s = &k->s;

    if (*s->p == '&') {
        k->bookmarks = k->bookmarked == n ? k->bookmarks + 1 : 1;
        k->bookmarked = n;
        if (k->bookmarks > MAX_BOOKMARKS)
            report_text(k, SHOGI_DIAG_UNKNOWN_LINE, s->p, s->eol, s->p);
        else
            shogi_game_add_bookmark(k->g, n, s->p + 1, scan_left(s) - 1);
    } else if (scan_char(s, '*')
               || scan_word(s, "＊")) { /* lishogi reads the wide one too */
        shogi_game_add_comment(k->g, n, s->p, scan_left(s));
    }
}

static bool
is_remark(const struct scan *s)
{
    return *s->p == '*' || *s->p == '&' || strncmp(s->p, "＊", 3) == 0;
}

/* A comment belongs to the move above it.  Between a variation's line and its
 * first move nothing is above it in that variation, so it waits for the move. */
static void
read_remark(struct shogi_kakinoki *k)
{
    if (k->state == SHOGI_LINE_SKIPPED)
        return;
    if (k->is_first && k->is_variation) {
        if (!k->has_deferred)
            k->deferred = k->s;
        k->has_deferred = true;
        return;
    }
    add_remark(k, k->is_started ? k->c.node : k->g->root);
}

/* Give the comments that wait, in lines above the one with number BELOW, to N. */
static void
add_deferred(struct shogi_kakinoki *k, struct shogi_node *n, uint32_t below)
{
    struct scan here = k->s;

    if (!k->has_deferred)
        return;
    k->has_deferred = false;
    k->s = k->deferred;
    while (k->s.number < below) {
        scan_blanks(&k->s);
        if (is_remark(&k->s))
            add_remark(k, n);
        if (!scan_next_line(&k->s))
            break;
    }
    k->s = here;
}

/* ---- headers -------------------------------------------------------------------- */

/* The header line may have gone on until here: store it. */
static void
flush_header(struct shogi_kakinoki *k)
{
    const char *value = k->text.len ? k->text.data : k->value;
    size_t len = k->text.len ? k->text.len : k->value_len;

    if (!k->key)
        return;
    shogi_game_add_header_text(k->g, SHOGI_HEADER_OTHER, k->key, k->key_len, value, len,
                               k->header_at);
    k->key = NULL;
    k->text.len = 0;
}

/* Where the key of a header ends: at the first colon of the line, full width or
 * ASCII.  NULL: the line is no header. */
static const char *
find_colon(const struct scan *s, size_t *colon_len)
{
    const char *p;

    /* A mark, a digit or punctuation begins something else. */
    if (!(*s->p & 0x80) && !((*s->p | 32) >= 'a' && (*s->p | 32) <= 'z'))
        return NULL;
    for (p = s->p; p < s->eol; p++) {
        if (*p != ':' && *p != '\xef')
            continue;
        *colon_len = *p == ':' ? 1 : strncmp(p, "：", 3) == 0 ? 3 : 0;
        if (*colon_len)
            return p > s->p ? p : NULL;
    }
    return NULL;
}

/* "手番：後手", as some programs have instead of a turn line. */
static bool
read_turn_header(struct shogi_kakinoki *k, const char *key, size_t key_len,
                 const char *value, size_t len)
{
    enum shogi_header_id id;

    if (!shogi_bytes_are(key, key_len, "手番") || k->is_started)
        return false;
    id = shogi_header_id_from_kif_key(value, len);
    if (id != SHOGI_HEADER_BLACK && id != SHOGI_HEADER_WHITE)
        return false;
    k->turn = id == SHOGI_HEADER_BLACK ? SHOGI_BLACK : SHOGI_WHITE;
    return true;
}

static bool
read_header(struct shogi_kakinoki *k)
{
    struct scan value = k->s;
    const char *key = k->s.p, *colon;
    size_t key_len, colon_len;
    enum shogi_header_id id;

    colon = find_colon(&k->s, &colon_len);
    if (!colon)
        return false;
    value.p = colon + colon_len;
    scan_blanks(&value);
    scan_trim(&value);
    k->s.eol = colon;
    scan_trim(&k->s);
    key_len = scan_left(&k->s);
    k->s.eol = value.eol;
    if (key_len == 0)
        return false;
    if (read_turn_header(k, key, key_len, value.p, scan_left(&value)))
        return true;
    flush_header(k);
    id = shogi_header_id_from_kif_key(key, key_len);
    if (shogi_diagram_header(k, key, key_len, value.p, scan_left(&value))
        && (id != SHOGI_HEADER_HANDICAP || k->is_started))
        return true;
    k->is_record |= id != SHOGI_HEADER_OTHER;
    k->has_header |= colon_len == 3;
    k->key = key;
    k->key_len = key_len;
    k->value = value.p;
    k->value_len = scan_left(&value);
    k->header_at = shogi_kakinoki_place(k, key);
    return true;
}

/* A file of the Japan Shogi Association continues its note on a second line: a
 * line break, which these formats write as "\n" in a value. */
static bool
continue_header(struct shogi_kakinoki *k)
{
    enum shogi_header_id id;

    if (!k->key || k->in_body || !(*k->key & 0x80))
        return false;
    id = shogi_header_id_from_kif_key(k->key, k->key_len);
    if (id != SHOGI_HEADER_OTHER && id != SHOGI_HEADER_NOTE)
        return false;
    k->has_unknown = true;
    if (k->text.len == 0)
        shogi_buf_add(&k->text, k->value, k->value_len);
    shogi_buf_add(&k->text, "\\n", 2);
    shogi_buf_add(&k->text, k->s.p, scan_left(&k->s));
    shogi_game_tolerate(k->g, SHOGI_SAY_LONG_HEADER, shogi_kakinoki_place(k, k->s.p));
    return true;
}

void
shogi_kakinoki_unknown_line(struct shogi_kakinoki *k)
{
    scan_trim(&k->s);
    if (continue_header(k))
        return;
    flush_header(k);
    k->is_blank = false;
    k->has_unknown = true;
    if (k->state == SHOGI_LINE_SKIPPED)
        return;
    report_text(k, SHOGI_DIAG_UNKNOWN_LINE, k->s.p, k->s.eol, k->s.p);
}

/* ---- moves ---------------------------------------------------------------------- */

bool
shogi_kakinoki_start(struct shogi_kakinoki *k)
{
    if (k->is_started)
        return k->state != SHOGI_LINE_BROKEN || k->is_variation;
    flush_header(k);
    k->is_started = k->in_body = k->is_first = true;
    if (!shogi_diagram_finish(k)) {
        k->is_unusable = true;
        k->state = SHOGI_LINE_BROKEN;
    }
    shogi_cursor_init_light(&k->c, k->g);
    return k->state != SHOGI_LINE_BROKEN;
}

/* The line of moves ends here, because of an error that was reported. */
static void
break_line(struct shogi_kakinoki *k)
{
    k->state = SHOGI_LINE_BROKEN;
    if (k->is_variation)
        k->skipped_number = k->base + k->c.ply + 1;
    else
        k->is_unusable = true;
}

/* Is the main line broken off by a foul, and goes on? */
static bool
is_late(const struct shogi_kakinoki *k)
{
    return k->late_mover != SHOGI_NO_SIDE && !k->is_variation;
}

static void
report_after_end(struct shogi_kakinoki *k, struct shogi_place at)
{
    struct scan s = k->s;

    s.p = s.line;
    scan_blanks(&s);
    scan_trim(&s);
    shogi_diag_add_text(k->g, shogi_game_diag(k->g, SHOGI_DIAG_AFTER_END, at), s.p,
                        scan_left(&s));
}

/* Can the next node be added?  What stands behind an ending is left out, with
 * one warning for each line of moves. */
static inline bool
may_add(struct shogi_kakinoki *k, struct shogi_place at)
{
    k->is_blank = false;
    if (k->is_started && k->state == SHOGI_LINE_OPEN)
        return true;
    if (!shogi_kakinoki_start(k))
        return false;
    if (k->state == SHOGI_LINE_ENDED && !k->reported_skip) {
        k->reported_skip = true;
        report_after_end(k, at);
    }
    return k->state == SHOGI_LINE_OPEN;
}

void
shogi_kakinoki_bad_move(struct shogi_kakinoki *k, const char *from, const char *to,
                        const char *p)
{
    if (!may_add(k, shogi_kakinoki_place(k, p)))
        return;
    report_text(k, SHOGI_DIAG_SYNTAX, from, to, p);
    break_line(k);
}

static struct shogi_node *
added_node(struct shogi_kakinoki *k)
{
    k->is_record = true;
    k->is_first = false;
    if (!k->is_variation) {
        k->main_plies = k->c.ply;
        k->main_has_end = k->c.node->end != SHOGI_END_NONE;
    }
    add_deferred(k, k->c.node, k->s.number);
    return k->c.node;
}

/* The piece named and the piece moved are not the same: the square is trusted,
 * because a wrong name is the commoner slip. */
static void
report_mismatch(struct shogi_kakinoki *k, const struct shogi_written_move *m,
                shogi_move move, enum shogi_kind stands, struct shogi_place at)
{
    struct shogi_diag *d = shogi_game_diag(k->g, SHOGI_DIAG_PIECE_MISMATCH, at);

    d->ply = k->c.ply + 1;
    d->move = move;
    shogi_diag_add_kind(d, (enum shogi_kind)m->kind);
    shogi_diag_add_kind(d, stands);
    shogi_diag_add_square(d, m->from);
}

/* The first move is of the side that is not to move, as when shitate begins a
 * handicap game. */
static void
report_wrong_turn(struct shogi_kakinoki *k, shogi_move move, enum shogi_side side,
                  struct shogi_place at)
{
    struct shogi_diag *d = shogi_game_diag(k->g, SHOGI_DIAG_WRONG_TURN, at);

    d->ply = 1;
    d->in_variation = k->is_variation;
    d->move = move;
    d->offender = (uint8_t)side;
    shogi_diag_add_side(d, side);
}

/* Which move is meant where no origin is written. */
static bool
find_move(struct shogi_kakinoki *k, const struct shogi_written_move *m, shogi_square to,
          shogi_move *move, struct shogi_place at)
{
    struct shogi_diag *d;
    struct shogi_buf squares = { 0 };
    shogi_bb from;

    shogi_cursor_settle(&k->c);
    switch (shogi_written_move_find(&k->c.position, m, to, move, &from)) {
    case SHOGI_FOUND_LOOSELY:
        shogi_game_tolerate(k->g, SHOGI_SAY_LOOSE_WORDS, at);
        return true;
    case SHOGI_FOUND_ONE:
        return true;
    case SHOGI_FOUND_NONE:
        d = shogi_game_diag(k->g, SHOGI_DIAG_NO_CANDIDATE, at);
        shogi_diag_add_kind(d, (enum shogi_kind)m->kind);
        shogi_diag_add_square(d, to);
        break;
    case SHOGI_FOUND_AMBIGUOUS:
        for (shogi_square square = 0; square < SHOGI_SQUARE_COUNT; square++) {
            if (!(from.word[square >= 63] >> (square < 63 ? square : square - 63) & 1))
                continue;
            if (squares.len)
                shogi_buf_putc(&squares, ' ');
            shogi_buf_put_number(&squares, shogi_square_file(square), 1);
            shogi_buf_put_number(&squares, shogi_square_rank(square), 1);
        }
        d = shogi_game_diag(k->g, SHOGI_DIAG_AMBIGUOUS_MOVE, at);
        shogi_diag_add_text(k->g, d, squares.data ? squares.data : "", squares.len);
        shogi_buf_release(&squares);
        break;
    }
    return false;
}

/* The move that M means here; false: none (reported). */
static bool
resolve_move(struct shogi_kakinoki *k, const struct shogi_written_move *m,
             shogi_move *move, struct shogi_place at)
{
    const struct shogi_position *p = &k->c.position;
    shogi_square to = m->to;
    shogi_piece piece;

    if (to == SHOGI_NO_SQUARE)
        to = shogi_cursor_target(&k->c);
    if (to == SHOGI_NO_SQUARE) {
        shogi_game_diag(k->g, SHOGI_DIAG_NO_DOU, at);
        return false;
    }
    if (m->drop) {
        *move = shogi_written_drop(m, to);
        return true;
    }
    if (m->from == SHOGI_NO_SQUARE)
        return find_move(k, m, to, move, at);
    *move = shogi_move_board(m->from, to, m->promotion == SHOGI_PROMOTES);
    piece = p->board[m->from];
    if (k->c.ply == 0 && piece != SHOGI_EMPTY && shogi_piece_side(piece) != p->turn) {
        report_wrong_turn(k, *move, shogi_piece_side(piece), at);
        return false;
    }
    if (piece != SHOGI_EMPTY && shogi_piece_kind(piece) != (enum shogi_kind)m->kind
        && !(m->may_be_tokin && shogi_piece_kind(piece) == SHOGI_TOKIN)
        && shogi_piece_side(piece) == (enum shogi_side)p->turn)
        report_mismatch(k, m, *move, shogi_piece_kind(piece), at);
    return true;
}

struct shogi_node *
shogi_kakinoki_add_move(struct shogi_kakinoki *k, const struct shogi_written_move *m,
                        struct shogi_place at)
{
    shogi_move move;

    if (!may_add(k, at)) {
        if (is_late(k))
            k->late_mover ^= 1;
        return NULL;
    }
    if (m->is_chinese)
        shogi_game_tolerate(k->g, SHOGI_SAY_CHINESE, at);
    if (m->mark != SHOGI_NO_SIDE && m->mark != k->c.position.turn)
        shogi_game_tolerate(k->g, SHOGI_SAY_OTHER_MARK, at);
    if (!resolve_move(k, m, &move, at)
        || shogi_cursor_append(&k->c, move, at) != SHOGI_OK) {
        break_line(k);
        if (!k->is_variation && shogi_game_diag_count(k->g, SHOGI_FOUL) > 0)
            k->late_mover = k->c.position.turn ^ 1;
        return NULL;
    }
    return added_node(k);
}

struct shogi_node *
shogi_kakinoki_add_end(struct shogi_kakinoki *k, const char *word, size_t len,
                       struct shogi_place at)
{
    enum shogi_end end = shogi_end_from_kif(word, len);
    const char *canonical, *words = NULL;
    bool may = may_add(k, at);

    if (!may && !is_late(k))
        return NULL;
    if (end == SHOGI_END_NONE) {
        end = SHOGI_END_OTHER;
        shogi_diag_add_text(k->g, shogi_game_diag(k->g, SHOGI_DIAG_UNKNOWN_END, at), word,
                            len);
    }
    canonical = shogi_end_kif(end);
    if ((!canonical || !shogi_bytes_are(word, len, canonical))
        && !shogi_end_word_is_chinese(word, len)) {
        words = shogi_game_text(k->g, word, len);
        if (!words)
            return NULL;
    }
    if (!may) {
        shogi_game_note_late_end(k->g, end, SHOGI_WINNER_BY_END,
                                 (enum shogi_side)k->late_mover, words, at);
        return NULL;
    }
    if (shogi_cursor_append_end(&k->c, end, SHOGI_WINNER_BY_END, words, at) != SHOGI_OK)
        return NULL;
    k->state = SHOGI_LINE_ENDED;
    /* An unknown word alone makes no record: any list has numbered words. */
    bool was_record = k->is_record;
    added_node(k);
    k->is_record = was_record || end != SHOGI_END_OTHER;
    return k->c.node;
}

/* ---- variations ----------------------------------------------------------------- */

/* Stand on the node that the move with NUMBER is to follow, and which has a
 * continuation already; false: there is no such node. */
static bool
go_to_branch(struct shogi_kakinoki *k, uint32_t number)
{
    uint32_t ply = number - k->base - 1; /* moves before it */

    if (number <= k->base || ply > k->c.ply)
        return false;
    if (ply == k->c.ply && k->c.node->end == SHOGI_END_NONE && !k->c.node->child)
        return false;
    shogi_cursor_back_to(&k->c, ply);
    return true;
}

/* Some programs (mog, and records made by hand) hang every variation on the main
 * line, in rising order, where the line read last is too short.  Going there from
 * the start costs steps, which are bounded by the size of the text. */
static bool
go_to_main_line(struct shogi_kakinoki *k, uint32_t number, const char *at)
{
    uint32_t ply = number - k->base - 1;

    if (k->skipped_number || number <= k->base || ply >= k->main_plies + k->main_has_end
        || ply > k->steps_left)
        return false;
    k->steps_left -= ply;
    shogi_game_tolerate(k->g, SHOGI_SAY_LOOSE_VARIATION, shogi_kakinoki_place(k, at));
    shogi_cursor_back_to(&k->c, 0);
    while (k->c.ply < ply && shogi_cursor_forward(&k->c))
        ;
    return k->c.ply == ply;
}

/* "変化：3手", hung on the line of moves read last: it replaces move 3 of it. */
static void
begin_variation(struct shogi_kakinoki *k, uint32_t number, const char *at)
{
    bool fits;

    k->is_variation = true;
    k->is_first = true;
    k->has_deferred = k->reported_skip = false;
    if (k->base_is_guess && number <= k->base)
        k->base = 0;
    /* What hangs on a variation that was not read has no place either. */
    fits = !(k->skipped_number && number > k->skipped_number)
           && (go_to_branch(k, number) || go_to_main_line(k, number, at));
    if (fits) {
        k->state = SHOGI_LINE_OPEN;
        k->skipped_number = 0;
        return;
    }
    if (!k->skipped_number || number < k->skipped_number)
        k->skipped_number = number;
    k->state = SHOGI_LINE_SKIPPED;
    struct shogi_diag *d =
        shogi_game_diag(k->g, SHOGI_DIAG_VARIATION_PLACE, shogi_kakinoki_place(k, at));
    shogi_diag_add_number(d, number);
    shogi_diag_add_number(d, k->base + k->c.ply);
}

/* Comments of a variation without any move stay with the move before it; but
 * only for a few such variations, because adding to a comment copies it. */
static void
end_variation(struct shogi_kakinoki *k, uint32_t below)
{
    if (k->has_deferred && k->state == SHOGI_LINE_OPEN) {
        if (k->empty_variations++ < 8)
            add_deferred(k, k->c.node, below);
        else
            shogi_diag_add_string(
                k->g,
                shogi_game_diag(k->g, SHOGI_DIAG_UNKNOWN_LINE,
                                (struct shogi_place){ k->deferred.number, 1 }),
                "*");
    }
    k->has_deferred = false;
}

static bool
read_variation(struct shogi_kakinoki *k)
{
    struct scan *s = &k->s;
    const char *start = s->p;
    uint32_t number;

    if (!scan_word(s, "変化") && !scan_word(s, "變化") && !scan_word(s, "变化"))
        return false;
    scan_blanks(s);
    if (!scan_word(s, "：") && !scan_char(s, ':')) {
        s->p = start;
        return false;
    }
    if (!k->is_started || !k->g->root->child) {
        /* A key that ShogiHome's users met in headers: it opens nothing. */
        shogi_game_tolerate(k->g, SHOGI_SAY_VARIATION_FIRST,
                            shogi_kakinoki_place(k, start));
        return true;
    }
    end_variation(k, k->s.number);
    scan_blanks(s);
    if (!scan_count(s, 1000000, &number) || number == 0) {
        report_text(k, SHOGI_DIAG_SYNTAX, start, s->eol, s->p);
        k->is_variation = true;
        k->state = SHOGI_LINE_SKIPPED;
        k->skipped_number = 1;
        return true;
    }
    begin_variation(k, number, start);
    return true;
}

/* ---- closing lines -------------------------------------------------------------- */

/* Compare the closing line at AT with the ending at the cursor. */
static void
check_closing(struct shogi_kakinoki *k, const struct shogi_closing *c, const char *at)
{
    enum shogi_side mover = (enum shogi_side)k->c.position.turn;
    struct shogi_node said = { 0 };
    struct shogi_node *end = k->c.node;
    enum shogi_winner winner, recorded = shogi_end_winner(end, mover);
    struct shogi_diag *d;

    said.end = (uint8_t)shogi_closing_end(c, mover, &winner);
    said.winner = (uint8_t)winner;
    if (said.end == SHOGI_END_NONE)
        return;
    /* A word that is not known says nothing about the winner; the first line that comes
     * does. */
    if ((end->end == SHOGI_END_OTHER || end->end == SHOGI_END_PERPETUAL_CHECK)
        && recorded == SHOGI_WINNER_NOBODY) {
        end->winner = (uint8_t)shogi_end_winner(&said, mover);
        return;
    }
    if (shogi_end_winner(&said, mover) == recorded)
        return;
    d = shogi_game_diag(k->g, SHOGI_DIAG_CLOSING_LINE, shogi_kakinoki_place(k, at));
    shogi_diag_add_text(k->g, d, at, (size_t)(k->s.eol - at));
    shogi_diag_add_string(k->g, d,
                          end->as_written ? end->as_written
                          : shogi_end_kif((enum shogi_end)end->end)
                              ? shogi_end_kif((enum shogi_end)end->end)
                              : shogi_end_name((enum shogi_end)end->end));
}

/* Does the line count the moves that stand there?  Who fouled may have made a move
 * that is not recorded, and some programs count from a diagram, not from its number. */
static void
check_count(struct shogi_kakinoki *k, const struct shogi_closing *c, const char *at)
{
    uint32_t plies = k->base + k->c.ply;
    struct shogi_diag *d;

    if (!c->has_number || c->number == plies || c->number == k->c.ply
        || ((k->c.node->end == SHOGI_END_FOUL_LOSS || c->is_foul)
            && c->number == plies + 1))
        return;
    d = shogi_game_diag(k->g, SHOGI_DIAG_CLOSING_COUNT, shogi_kakinoki_place(k, at));
    shogi_diag_add_number(d, c->number);
    shogi_diag_add_number(d, plies);
}

/* Use the closing line for the line of moves at whose end the cursor stands. */
static void
apply_closing(struct shogi_kakinoki *k, const struct shogi_closing *c, const char *at)
{
    enum shogi_winner winner;
    enum shogi_end end;
    const char *words = NULL;

    check_count(k, c, at);
    if (k->c.node->end != SHOGI_END_NONE) {
        check_closing(k, c, at);
        return;
    }
    end = shogi_closing_end(c, (enum shogi_side)k->c.position.turn, &winner);
    if (end == SHOGI_END_NONE)
        return;
    if (end == SHOGI_END_OTHER) {
        struct shogi_buf japanese = { 0 };

        if (c->is_chinese)
            shogi_closing_put(&japanese, c);
        words = c->is_chinese ? shogi_game_text(k->g, japanese.data ? japanese.data : "",
                                                japanese.len)
                              : shogi_game_text(k->g, at, (size_t)(k->s.eol - at));
        shogi_buf_release(&japanese);
    }
    if (shogi_cursor_append_end(&k->c, end, winner, words, shogi_kakinoki_place(k, at))
        == SHOGI_OK)
        added_node(k);
}

/* The closing line of a main line that a foul broke off. */
static void
apply_late_closing(struct shogi_kakinoki *k, const struct shogi_closing *c,
                   const char *at)
{
    enum shogi_side mover = (enum shogi_side)k->late_mover;
    struct shogi_node *late = k->g->late_end, said = { 0 };
    enum shogi_winner winner;

    said.end = (uint8_t)shogi_closing_end(c, mover, &winner);
    said.winner = (uint8_t)winner;
    if (!late)
        shogi_game_note_late_end(k->g, (enum shogi_end)said.end, winner, mover,
                                 said.end == SHOGI_END_OTHER
                                     ? shogi_game_text(k->g, at, (size_t)(k->s.eol - at))
                                     : NULL,
                                 shogi_kakinoki_place(k, at));
    else if (late->winner == SHOGI_WINNER_NOBODY && said.end != SHOGI_END_NONE)
        late->winner = (uint8_t)shogi_end_winner(&said, mover);
}

/* rsshogi writes the closing line of the main line once, behind all variations;
 * Kifu for Windows one at each line.  The number of moves tells. */
static bool
closes_main_line(const struct shogi_kakinoki *k, const struct shogi_closing *c)
{
    if (!k->is_variation || k->main_is_closed || !c->has_number
        || c->number != k->base + k->main_plies)
        return false;
    return k->state == SHOGI_LINE_SKIPPED ? !k->main_has_end
                                          : c->number != k->base + k->c.ply;
}

static void
close_main_line(struct shogi_kakinoki *k, const struct shogi_closing *c, const char *at)
{
    struct shogi_cursor main;

    shogi_cursor_init(&main, k->g);
    while (shogi_cursor_forward(&main))
        ;
    shogi_cursor_release(&k->c);
    k->c = main;
    if (main.undo == main.inside)
        k->c.undo = k->c.inside;
    k->is_variation = k->is_first = false;
    apply_closing(k, c, at);
}

static bool
read_closing(struct shogi_kakinoki *k)
{
    const char *start = k->s.p;
    struct shogi_closing c;

    if (!shogi_closing_scan(&k->s, &c))
        return false;
    k->s.p = start;
    if (!k->g->root->child && !c.has_number)
        return false;
    k->is_record = true;
    scan_trim(&k->s);
    if (!shogi_kakinoki_start(k)) {
        if (is_late(k))
            apply_late_closing(k, &c, start);
        return true;
    }
    if (closes_main_line(k, &c)) {
        end_variation(k, k->s.number);
        close_main_line(k, &c, start);
        k->main_is_closed = true;
    } else if (k->state <= SHOGI_LINE_ENDED && !(k->is_variation && k->is_first)) {
        apply_closing(k, &c, start);
        k->main_is_closed |= !k->is_variation;
    }
    if (k->state == SHOGI_LINE_OPEN)
        k->state = SHOGI_LINE_ENDED;
    return true;
}

/* ---- lines ---------------------------------------------------------------------- */

/* The head of the move table; it may come without its columns. */
static bool
is_table_head(struct scan *s)
{
    const char *start = s->p;
    bool is_head = (scan_word(s, "手数") || scan_word(s, "手數"))
                   && (scan_char(s, '-') || scan_word(s, "－") || scan_word(s, "―"));

    s->p = start;
    return is_head;
}

/* Which way up the board is shown says nothing about the game. */
static bool
is_view_flag(const struct scan *s)
{
    return shogi_bytes_are(s->p, scan_left(s), "盤面回転")
           || shogi_bytes_are(s->p, scan_left(s), "盤面反転");
}

/* '#' begins a line for programs; only the version is kept. */
static void
read_hash_line(struct shogi_kakinoki *k)
{
    struct scan *s = &k->s;
    const char *version;

    scan_char(s, '#');
    if (!scan_word(s, "KIF") && !scan_word(s, "KI2"))
        return;
    k->is_record = true;
    scan_blanks(s);
    if (!scan_word(s, "version="))
        return;
    version = s->p;
    while (s->p < s->eol && *s->p != ' ')
        s->p++;
    if (s->p > version)
        k->g->source.version = shogi_game_text(k->g, version, (size_t)(s->p - version));
}

bool
shogi_kakinoki_line(struct shogi_kakinoki *k)
{
    struct scan *s = &k->s;

    scan_blanks(s);
    if (scan_at_end(s)) {
        flush_header(k);
        return true;
    }
    if (*s->p == '#') {
        read_hash_line(k);
        return true;
    }
    k->is_blank = false;
    if (is_remark(s)) {
        flush_header(k);
        read_remark(k);
        return true;
    }
    scan_trim(s);
    if (is_table_head(s)) {
        k->in_body = k->is_record = true;
        flush_header(k);
        return true;
    }
    if (shogi_diagram_line(k) || is_view_flag(s) || read_variation(k)
        || read_closing(k)) {
        flush_header(k);
        return true;
    }
    return read_header(k);
}

enum shogi_status
shogi_kakinoki_finish(struct shogi_kakinoki *k)
{
    enum shogi_status status;

    if (k->is_blank && !k->is_record) {
        shogi_buf_release(&k->text);
        return shogi_game_finish(k->g) == SHOGI_OK ? SHOGI_EOF : SHOGI_FATAL;
    }
    shogi_kakinoki_start(k);
    flush_header(k);
    end_variation(k, UINT32_MAX);
    shogi_cursor_release(&k->c);
    shogi_buf_release(&k->text);
    /* Headers of one's own alone are a record, among other text they are none. */
    if (!k->is_record && !k->is_unusable && (!k->has_header || k->has_unknown)) {
        shogi_diag_add_string(k->g,
                              shogi_game_diag(k->g, SHOGI_DIAG_NOT_A_RECORD,
                                              (struct shogi_place){ k->s.number, 1 }),
                              k->format);
        k->is_unusable = true;
    }
    status = shogi_game_finish(k->g);
    return status == SHOGI_OK && k->is_unusable ? SHOGI_BAD : status;
}
