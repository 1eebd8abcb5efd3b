/* SPDX-License-Identifier: MIT */
/* analysis_csv.c - an assessed game as rows of CSV.
 *
 * Lines end in CR LF and fields are quoted where RFC 4180 asks for it.  Quoting keeps
 * no spreadsheet from running a field as a formula: a text gets an apostrophe in front
 * when it begins like one.  Numbers are ours and keep their sign. */
#include <string.h>

#include "base/utf8.h"
#include "game/cursor.h"
#include "notation/japanese.h"
#include "tool/analysis_report.h"

struct csv {
    struct shogi_buf *out;
    const struct assessed_game *a;
    const struct analysis_about *about;
    struct shogi_buf scratch;
    bool is_first; /* of the row */
};

/* ---- fields -------------------------------------------------------------------------
 */

static void
begin_field(struct csv *w)
{
    if (!w->is_first)
        shogi_buf_putc(w->out, ',');
    w->is_first = false;
}

static bool
begins_formula(const char *s, size_t len)
{
    size_t size;
    uint32_t c = len ? shogi_utf8_decode(s, len, &size) : 'x';

    switch (c) {
    case '=':
    case '+':
    case '-':
    case '@':
    case '\t':
    case '\r':
    case '\n':
    case 0xff1d: /* the same in full width */
    case 0xff0b:
    case 0xff0d:
    case 0xff20:
        return true;
    default:
        return false;
    }
}

/* S may be NULL: an empty field. */
static void
put_text(struct csv *w, const char *s)
{
    size_t len = s ? strlen(s) : 0, size;

    begin_field(w);
    if (len == 0)
        return;
    shogi_buf_putc(w->out, '"');
    if (begins_formula(s, len))
        shogi_buf_putc(w->out, '\'');
    for (; len > 0; s += size, len -= size) {
        uint32_t c = shogi_utf8_decode(s, len, &size);
        if (c == 0xfffd || (c < 0x20 && c != '\n' && c != '\t')
            || (c >= 0x7f && c < 0xa0))
            shogi_buf_puts(w->out, "\xef\xbf\xbd");
        else
            shogi_buf_add(w->out, s, size);
        if (c == '"')
            shogi_buf_putc(w->out, '"');
    }
    shogi_buf_putc(w->out, '"');
}

/* A word of ours, which needs no quotes; NULL: an empty field. */
static void
put_word(struct csv *w, const char *s)
{
    begin_field(w);
    if (s)
        shogi_buf_puts(w->out, s);
}

static void
put_number(struct csv *w, bool is_known, int64_t n)
{
    begin_field(w);
    if (is_known)
        shogi_buf_put_number(w->out, n, 1);
}

static void
put_fraction(struct csv *w, bool is_known, int32_t millionths)
{
    begin_field(w);
    if (is_known)
        analysis_put_fraction(w->out, millionths);
}

static void
put_usi(struct csv *w, shogi_move m)
{
    char usi[SHOGI_USI_SIZE];

    if (m == SHOGI_NO_MOVE) {
        put_word(w, NULL);
        return;
    }
    shogi_move_to_usi(m, usi);
    put_word(w, usi);
}

static void
put_move(struct csv *w, const struct shogi_cursor *c, shogi_move m)
{
    shogi_buf_reset(&w->scratch);
    analysis_put_move(&w->scratch, c, m);
    shogi_buf_putc(&w->scratch, '\0');
    if (w->scratch.failed)
        w->out->failed = true;
    else
        put_text(w, w->scratch.data);
}

static void
end_row(struct csv *w)
{
    shogi_buf_puts(w->out, "\r\n");
    w->is_first = true;
}

/* ---- rows ---------------------------------------------------------------------------
 */

/* In this order; shogi-analyze(1) tells what each is. */
static const char head[] =
    "path,game,black,white,ply,side,usi,move,time_ms,cp_before,winrate_before,kind,cp,"
    "winrate,winner,mate_plies,bound,best_usi,is_best,rank,loss_winrate,loss_cp,verdict,"
    "missed_mate,walked_into_mate,threw_win_away,turning_point,depth,nodes,engine,limit,"
    "error\r\n";

void
analysis_put_csv_head(struct shogi_buf *out)
{
    shogi_buf_puts(out, head);
}

static void
put_value(struct csv *w, const struct assessed_position *p)
{
    const struct assessed_value *v = &p->value;
    bool has_winner = v->kind != VALUE_NONE && v->kind != VALUE_CP;

    put_word(w, analysis_kind_name(v));
    put_number(w, v->kind == VALUE_CP, v->cp);
    put_fraction(w, p->rate != RATE_UNKNOWN, p->rate);
    put_word(w, !has_winner ? NULL : v->winner == SHOGI_BLACK ? "black" : "white");
    put_number(w, v->kind == VALUE_MATE, v->plies);
    put_word(w, analysis_bound_name(v));
}

static void
put_judgement(struct csv *w, const struct assessed_position *p,
              const struct assessed_move *m)
{
    put_usi(w, p->best);
    put_number(w, m->is_compared, m->is_best);
    put_number(w, m->rank, m->rank);
    put_fraction(w, m->is_known, m->loss);
    put_number(w, m->is_known && m->has_loss_cp, m->loss_cp);
    put_word(w, !m->is_known                 ? NULL
                : m->is_best                 ? "best"
                : m->verdict == VERDICT_NONE ? "good"
                                             : verdict_name(m->verdict, SHOGI_ENGLISH));
    put_number(w, m->is_known, m->missed_mate);
    put_number(w, m->is_known, m->walked_into_mate);
    put_number(w, m->is_known, m->threw_win_away);
    put_number(w, m->is_known, analysis_is_turning_point(w->a, m->ply));
}

/* The move at C that leads from position P to the next. */
static void
put_row(struct csv *w, const struct shogi_cursor *c)
{
    const struct assessed_position *p = &w->a->positions[c->ply], *q = p + 1;
    const struct assessed_move *m = &w->a->moves[c->ply];
    const struct shogi_source *source = shogi_game_source(w->a->game);

    put_text(w, source->path);
    put_number(w, true, (int64_t)source->number);
    put_text(w, shogi_game_header(w->a->game, SHOGI_HEADER_BLACK));
    put_text(w, shogi_game_header(w->a->game, SHOGI_HEADER_WHITE));
    put_number(w, true, m->ply);
    put_word(w, m->side == SHOGI_BLACK ? "black" : "white");
    put_usi(w, m->move);
    put_move(w, c, m->move);
    put_number(w, q->node->time_ms >= 0, q->node->time_ms);
    put_number(w, p->value.kind == VALUE_CP, p->value.cp);
    put_fraction(w, p->rate != RATE_UNKNOWN, p->rate);
    put_value(w, q);
    put_judgement(w, p, m);
    put_number(w, q->line_count && q->lines[0].depth,
               q->line_count ? q->lines[0].depth : 0);
    put_number(w, q->nodes, q->nodes > INT64_MAX ? INT64_MAX : (int64_t)q->nodes);
    put_text(w, q->engine);
    shogi_buf_reset(&w->scratch);
    analysis_put_limits(&w->scratch, &w->about->limits, SHOGI_ENGLISH);
    shogi_buf_putc(&w->scratch, '\0');
    put_text(w, w->scratch.failed ? NULL : w->scratch.data);
    put_text(w, q->error);
    end_row(w);
}

void
analysis_put_csv(struct shogi_buf *out, const struct assessed_game *a,
                 const struct analysis_about *about)
{
    struct csv w = { .out = out, .a = a, .about = about, .is_first = true };
    struct shogi_cursor c;

    shogi_japanese_init();
    shogi_cursor_init_const(&c, a->game);
    while (c.ply < a->plies) {
        put_row(&w, &c);
        if (!shogi_cursor_forward(&c)) {
            out->failed = true;
            break;
        }
    }
    shogi_cursor_release(&c);
    if (w.scratch.failed)
        out->failed = true;
    shogi_buf_release(&w.scratch);
}
