/* SPDX-License-Identifier: MIT */
/* jsonl_write.c - writing one game as an object on one line.
 *
 * Members have a fixed order.  What is not known is left out, but for the members
 * that every game has; those are null. */
#include <string.h>

#include "game/diag.h"
#include "notation/csa.h"
#include "notation/evaluation.h"
#include "notation/japanese.h"
#include "notation/json.h"
#include "notation/jsonl.h"

/* A line of moves on the way to the cursor. */
struct segment {
    const struct shogi_node *first; /* its first node; NULL: the main line */
    uint32_t id;
};

struct writer {
    struct shogi_game *g;
    struct shogi_buf *out;
    struct shogi_cursor c;
    struct shogi_buf segments; /* struct segment, the main line first */
    struct shogi_buf scratch;
    uint64_t moves_key;
    bool main_line_only;
};

static void
put_string(struct writer *w, const char *s)
{
    shogi_json_put_string(w->out, s, strlen(s));
}

/* `"KEY":"S"` with BEFORE in front; nothing when S is NULL. */
static void
put_member(struct writer *w, const char *before, const char *key, const char *s)
{
    if (!s)
        return;
    shogi_buf_puts(w->out, before);
    shogi_buf_putc(w->out, '"');
    shogi_buf_puts(w->out, key);
    shogi_buf_add(w->out, "\":", 2);
    put_string(w, s);
}

static void
put_string_or_null(struct writer *w, const char *key, const char *s)
{
    shogi_buf_puts(w->out, key);
    if (s)
        put_string(w, s);
    else
        shogi_buf_add(w->out, "null", 4);
}

static void
put_number(struct writer *w, const char *key, int64_t n)
{
    shogi_buf_puts(w->out, key);
    shogi_buf_put_number(w->out, n, 1);
}

/* ---- about the game -----------------------------------------------------------------
 */

static void
put_source(struct writer *w)
{
    const struct shogi_source *source = &w->g->source;

    put_string_or_null(w, "\"source\":{\"path\":", source->path);
    put_number(w, ",\"game\":", (int64_t)source->number);
    put_number(w, ",\"line\":", source->line);
    put_number(w, ",\"offset\":", (int64_t)source->offset);
    put_string_or_null(w, ",\"format\":", source->format);
    put_string_or_null(w, ",\"encoding\":", source->encoding);
    put_member(w, ",", "version", source->version);
    shogi_buf_putc(w->out, '}');
}

static void
put_headers(struct writer *w)
{
    const struct shogi_header *h;

    shogi_buf_puts(w->out, ",\"headers\":[");
    for (h = w->g->headers; h; h = h->next) {
        shogi_buf_puts(w->out, h == w->g->headers ? "{\"key\":" : ",{\"key\":");
        put_string(w, h->key);
        shogi_buf_puts(w->out, ",\"value\":");
        put_string(w, h->value);
        if (h->id != SHOGI_HEADER_OTHER)
            put_member(w, ",", "name", shogi_header_name((enum shogi_header_id)h->id));
        shogi_buf_putc(w->out, '}');
    }
    put_string_or_null(
        w, "],\"players\":{\"black\":", shogi_game_header(w->g, SHOGI_HEADER_BLACK));
    put_string_or_null(w, ",\"white\":", shogi_game_header(w->g, SHOGI_HEADER_WHITE));
    shogi_buf_putc(w->out, '}');
}

static void
put_start(struct writer *w)
{
    char sfen[SHOGI_SFEN_SIZE];
    shogi_square target = w->g->start_target;

    shogi_position_to_sfen(&w->g->start, sfen);
    put_member(w, ",", "start", sfen);
    put_member(w, ",", "handicap", shogi_handicap_kif(shogi_game_handicap(w->g)));
    if (target != SHOGI_NO_SQUARE)
        shogi_buf_printf(w->out, ",\"start_target\":\"%d%c\"", shogi_square_file(target),
                         'a' + shogi_square_rank(target) - 1);
    put_number(w, ",\"plies\":", shogi_game_plies(w->g));
}

/* ---- evaluations --------------------------------------------------------------------
 */

static void
put_score(struct writer *w, const struct shogi_analysis *a)
{
    static const char *const bounds[] = { NULL, "lower", "upper" };

    switch ((enum shogi_score_kind)a->kind) {
    case SHOGI_SCORE_NONE:
        shogi_buf_puts(w->out, "{\"cp\":null");
        break;
    case SHOGI_SCORE_CP:
        put_number(w, "{\"cp\":", a->value);
        break;
    case SHOGI_SCORE_MATE:
        put_number(w, "{\"mate\":", a->value);
        break;
    case SHOGI_SCORE_MATE_UNKNOWN:
        shogi_buf_puts(w->out, a->value < 0 ? "{\"mate_for\":\"white\""
                                            : "{\"mate_for\":\"black\"");
        break;
    }
    put_member(w, ",", "bound", bounds[a->bound]);
}

static void
put_pv(struct writer *w, const struct shogi_analysis *a)
{
    char usi[SHOGI_USI_SIZE];

    shogi_buf_puts(w->out, ",\"pv\":[");
    for (uint32_t i = 0; i < a->pv_count; i++) {
        size_t len = shogi_move_to_usi(a->pv[i], usi);
        shogi_buf_puts(w->out, i ? ",\"" : "\"");
        shogi_buf_add(w->out, usi, len);
        shogi_buf_putc(w->out, '"');
    }
    shogi_buf_putc(w->out, ']');
}

static void
put_evaluation(struct writer *w, const struct shogi_analysis *a)
{
    put_score(w, a);
    if (a->rank)
        put_number(w, ",\"rank\":", a->rank);
    if (a->depth)
        put_number(w, ",\"depth\":", a->depth);
    if (a->seldepth)
        put_number(w, ",\"seldepth\":", a->seldepth);
    if (a->nodes)
        put_number(w,
                   ",\"nodes\":", a->nodes > INT64_MAX ? INT64_MAX : (int64_t)a->nodes);
    if (a->time_ms >= 0)
        put_number(w, ",\"time_ms\":", a->time_ms);
    put_member(w, ",", "engine", a->engine);
    if (a->pv_count)
        put_pv(w, a);
    put_member(w, ",", "pv_text", a->pv_text);
    if (a->dialect != SHOGI_EVALUATION_NONE)
        shogi_buf_puts(w->out, ",\"in_comment\":true");
    shogi_buf_putc(w->out, '}');
}

/* The first evaluation, and the others of the same position. */
static void
put_evaluations(struct writer *w, const struct shogi_analysis *a)
{
    if (!a)
        return;
    shogi_buf_puts(w->out, ",\"evaluation\":");
    put_evaluation(w, a);
    if (!a->next)
        return;
    shogi_buf_puts(w->out, ",\"other_evaluations\":[");
    while ((a = a->next)) {
        put_evaluation(w, a);
        if (a->next)
            shogi_buf_putc(w->out, ',');
    }
    shogi_buf_putc(w->out, ']');
}

/* What a move, an ending and the start position have in common.  The lines of a
 * comment have line feeds between them, and none behind the last. */
static void
put_remarks(struct writer *w, const struct shogi_node *n)
{
    if (n->time_ms >= 0)
        put_number(w, ",\"time_ms\":", n->time_ms);
    if (n->total_ms >= 0)
        put_number(w, ",\"total_ms\":", n->total_ms);
    if (n->comment && *n->comment) {
        size_t len = strlen(n->comment);
        shogi_buf_puts(w->out, ",\"comment\":");
        shogi_json_put_string(w->out, n->comment, len - (n->comment[len - 1] == '\n'));
    }
    put_member(w, ",", "bookmark", n->bookmark);
    put_evaluations(w, n->analysis);
}

/* ---- moves --------------------------------------------------------------------------
 */

static enum shogi_kind
kind_of_move(const struct shogi_position *p, shogi_move m)
{
    return shogi_move_is_drop(m) ? shogi_move_dropped(m)
                                 : shogi_piece_kind(p->board[shogi_move_from(m)]);
}

/* "+7776FU" */
static void
put_csa(struct writer *w, shogi_move m)
{
    const struct shogi_position *p = &w->c.position;
    enum shogi_kind kind = kind_of_move(p, m);
    char text[7] = { p->turn == SHOGI_BLACK ? '+' : '-', '0', '0' };
    const char *code;

    if (!shogi_move_is_drop(m)) {
        text[1] = (char)('0' + shogi_square_file(shogi_move_from(m)));
        text[2] = (char)('0' + shogi_square_rank(shogi_move_from(m)));
    }
    text[3] = (char)('0' + shogi_square_file(shogi_move_to(m)));
    text[4] = (char)('0' + shogi_square_rank(shogi_move_to(m)));
    if (shogi_move_promotes(m) && shogi_kind_can_promote(kind))
        kind = shogi_kind_promoted(kind);
    code = shogi_csa_code(kind);
    text[5] = code[0];
    text[6] = code[1];
    shogi_buf_add(w->out, text, sizeof text);
}

/* "７六歩(77)", "同　銀(31)", "５五角打" */
static void
put_kif(struct writer *w, shogi_move m, shogi_square previous)
{
    enum shogi_kind kind = kind_of_move(&w->c.position, m);

    if (shogi_move_to(m) == previous)
        shogi_buf_add(w->out, "同　", 6);
    else
        shogi_put_square(w->out, shogi_move_to(m));
    if (shogi_move_is_drop(m)) {
        if (shogi_move_promotes(m) && shogi_kind_can_promote(kind))
            kind = shogi_kind_promoted(kind);
        shogi_put_kind(w->out, kind);
        shogi_buf_add(w->out, "打", 3);
        return;
    }
    shogi_put_kind(w->out, kind);
    if (shogi_move_promotes(m))
        shogi_buf_add(w->out, "成", 3);
    char origin[4] = { '(', (char)('0' + shogi_square_file(shogi_move_from(m))),
                       (char)('0' + shogi_square_rank(shogi_move_from(m))), ')' };
    shogi_buf_add(w->out, origin, 4);
}

/* The move N, which is played on the position of the cursor. */
static void
put_move(struct writer *w, const struct shogi_node *n)
{
    shogi_square previous = shogi_cursor_target(&w->c);
    char usi[SHOGI_USI_SIZE];
    size_t len = shogi_move_to_usi(n->move, usi), ki2;

    put_number(w, "{\"ply\":", w->c.ply + 1);
    shogi_buf_add(w->out, ",\"usi\":\"", 8);
    shogi_buf_add(w->out, usi, len);
    shogi_buf_add(w->out, "\",\"kif\":\"", 9);
    put_kif(w, n->move, previous);
    ki2 = w->out->len;
    shogi_buf_add(w->out, "\",\"ki2\":\"", 9);
    shogi_put_mark(w->out, (enum shogi_side)w->c.position.turn);
    /* KI2 has no words for some fouls. */
    if (!shogi_put_move(w->out, &w->c.position, n->move, previous) && !w->out->failed)
        w->out->len = ki2;
    shogi_buf_add(w->out, "\",\"csa\":\"", 9);
    put_csa(w, n->move);
    shogi_buf_putc(w->out, '"');
    put_remarks(w, n);
    shogi_buf_putc(w->out, '}');
    if (w->segments.len == sizeof(struct segment))
        w->moves_key = shogi_moves_key_add(w->moves_key, usi, len);
}

static void
enter(struct writer *w, struct shogi_node *n)
{
    if (!shogi_cursor_enter(&w->c, n))
        w->out->failed = true;
}

/* The moves from N, a child of this node, along the main continuation; the cursor
 * goes along.  The ending behind them, or NULL. */
static const struct shogi_node *
put_line(struct writer *w, struct shogi_node *n)
{
    bool is_first = true;

    shogi_buf_puts(w->out, "\"moves\":[");
    for (; n && !w->out->failed; n = n->child) {
        if (n->end == SHOGI_END_NONE) {
            if (!is_first)
                shogi_buf_putc(w->out, ',');
            put_move(w, n);
            is_first = false;
        }
        enter(w, n);
    }
    shogi_buf_putc(w->out, ']');
    return w->c.node->end != SHOGI_END_NONE ? w->c.node : NULL;
}

/* The ending N with MOVER to move; NULL: none is recorded. */
static void
put_result(struct writer *w, const struct shogi_node *n, enum shogi_side mover)
{
    static const char *const winners[] = {
        [SHOGI_WINNER_BLACK] = "black",
        [SHOGI_WINNER_WHITE] = "white",
        [SHOGI_WINNER_DRAW] = "draw",
        [SHOGI_WINNER_NOBODY] = NULL,
    };

    if (!n) {
        shogi_buf_puts(w->out, ",\"result\":null");
        return;
    }
    put_string_or_null(w,
                       ",\"result\":{\"winner\":", winners[shogi_end_winner(n, mover)]);
    put_member(w, ",", "reason", shogi_end_name((enum shogi_end)n->end));
    put_member(w, ",", "raw", n->as_written);
    put_remarks(w, n);
    shogi_buf_putc(w->out, '}');
}

/* ---- variations ---------------------------------------------------------------------
 */

static void
push_segment(struct writer *w, const struct shogi_node *first, uint32_t id)
{
    struct segment segment = { first, id };

    shogi_buf_add(&w->segments, &segment, sizeof segment);
    if (w->segments.failed)
        w->out->failed = true;
}

static const struct segment *
top_segment(const struct writer *w)
{
    return (const struct segment *)(void *)(w->segments.data + w->segments.len) - 1;
}

/* To the parent, out of the line of moves that began here. */
static void
go_back(struct writer *w)
{
    if (w->c.node == top_segment(w)->first)
        w->segments.len -= sizeof(struct segment);
    shogi_cursor_back(&w->c);
}

/* Every other line, in the order in which KIF has them. */
static void
put_variations(struct writer *w)
{
    uint32_t id = 0;

    while (w->c.node->parent && !w->out->failed) {
        struct shogi_node *next = w->c.node->next;
        const struct shogi_node *end;

        go_back(w);
        if (!next)
            continue;
        put_number(w, id ? ",{\"id\":" : "{\"id\":", (int64_t)id + 1);
        put_number(w, ",\"parent\":", top_segment(w)->id);
        put_number(w, ",\"ply\":", (int64_t)w->c.ply + 1);
        shogi_buf_putc(w->out, ',');
        push_segment(w, next, ++id);
        end = w->out->failed ? NULL : put_line(w, next);
        put_result(w, end, (enum shogi_side)w->c.position.turn);
        shogi_buf_putc(w->out, '}');
    }
}

/* ---- keys and findings --------------------------------------------------------------
 */

static void
put_keys(struct writer *w, uint64_t final_key)
{
    char hex[SHOGI_KEY_SIZE];

    shogi_key_to_hex(w->moves_key, hex);
    put_member(w, ",\"keys\":{", "moves", hex);
    shogi_key_to_hex(final_key, hex);
    put_member(w, ",", "final", hex);
    shogi_buf_putc(w->out, '}');
}

static void
put_finding(struct writer *w, const struct shogi_diag *d)
{
    char usi[SHOGI_USI_SIZE];

    put_member(w, "{", "severity", shogi_severity_name((enum shogi_severity)d->severity));
    put_member(w, ",", "code", shogi_diag_code(d));
    if (d->at.line) {
        put_number(w, ",\"line\":", d->at.line);
        put_number(w, ",\"column\":", d->at.column);
    }
    if (d->ply)
        put_number(w, ",\"ply\":", d->ply);
    if (d->move != SHOGI_NO_MOVE) {
        shogi_move_to_usi(d->move, usi);
        put_member(w, ",", "move", usi);
    }
    if (d->offender != SHOGI_NO_SIDE)
        put_member(w, ",", "offender", d->offender == SHOGI_BLACK ? "black" : "white");
    shogi_buf_reset(&w->scratch);
    shogi_diag_put_message(d, SHOGI_ENGLISH, &w->scratch);
    shogi_buf_puts(w->out, ",\"message\":");
    shogi_json_put_string(w->out, w->scratch.len ? w->scratch.data : "", w->scratch.len);
    shogi_buf_putc(w->out, '}');
    if (w->scratch.failed)
        w->out->failed = true;
}

static void
put_findings(struct writer *w)
{
    const struct shogi_diag *d;

    shogi_buf_puts(w->out, ",\"findings\":[");
    for (d = w->g->diags; d; d = d->next) {
        put_finding(w, d);
        if (d->next)
            shogi_buf_putc(w->out, ',');
    }
    shogi_buf_puts(w->out, "]}\n");
}

static void
put_game(struct writer *w)
{
    const struct shogi_node *end;
    enum shogi_side mover;
    uint64_t final_key;

    put_number(w, "{\"schema\":", SHOGI_JSONL_SCHEMA);
    shogi_buf_putc(w->out, ',');
    put_source(w);
    put_headers(w);
    put_start(w);
    put_remarks(w, w->g->root);
    shogi_buf_putc(w->out, ',');
    end = put_line(w, w->g->root->child);
    mover = (enum shogi_side)w->c.position.turn;
    final_key = w->c.position.key;
    shogi_buf_puts(w->out, ",\"variations\":[");
    if (!w->main_line_only)
        put_variations(w);
    shogi_buf_putc(w->out, ']');
    put_result(w, end, mover);
    put_keys(w, final_key);
    put_findings(w);
}

void
shogi_jsonl_write(struct shogi_game *g, const struct shogi_write_options *o,
                  struct shogi_buf *out)
{
    struct writer w;

    if (shogi_game_find_evaluations(g) != SHOGI_OK) {
        out->failed = true;
        return;
    }
    shogi_japanese_init();
    w.g = g;
    w.out = out;
    w.segments = w.scratch = (struct shogi_buf){ 0 };
    w.moves_key = shogi_moves_key(&g->start);
    w.main_line_only = o->main_line_only;
    shogi_cursor_init(&w.c, g);
    push_segment(&w, NULL, 0);
    if (!out->failed)
        put_game(&w);
    shogi_cursor_release(&w.c);
    shogi_buf_release(&w.segments);
    shogi_buf_release(&w.scratch);
}
