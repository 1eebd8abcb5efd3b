/* SPDX-License-Identifier: MIT */
/* analysis_json.c - an assessed game as JSON Lines.
 *
 * Members have a fixed order, and every object has all of its members: what is not
 * known is null, never 0.  A mate is an object of its own, never centipawns. */
#include <string.h>

#include "game/cursor.h"
#include "game/game.h"
#include "notation/japanese.h"
#include "notation/json.h"
#include "tool/analysis_report.h"

enum { SCHEMA = 1 };

struct json {
    struct shogi_buf *out;
    const struct assessed_game *a;
    const struct analysis_about *about;
};

/* ---- values -------------------------------------------------------------------------
 */

static void
put(struct json *j, const char *s)
{
    shogi_buf_puts(j->out, s);
}

/* KEY is written as it is, with what stands before it: `,"ply":`. */
static void
put_number(struct json *j, const char *key, int64_t n)
{
    put(j, key);
    shogi_buf_put_number(j->out, n, 1);
}

static void
put_number_or_null(struct json *j, const char *key, bool is_known, int64_t n)
{
    put(j, key);
    if (is_known)
        shogi_buf_put_number(j->out, n, 1);
    else
        put(j, "null");
}

static void
put_fraction_or_null(struct json *j, const char *key, bool is_known, int32_t millionths)
{
    put(j, key);
    if (is_known)
        analysis_put_fraction(j->out, millionths);
    else
        put(j, "null");
}

static void
put_bool_or_null(struct json *j, const char *key, bool is_known, bool value)
{
    put(j, key);
    put(j, !is_known ? "null" : value ? "true" : "false");
}

static void
put_string_or_null(struct json *j, const char *key, const char *s)
{
    put(j, key);
    if (s)
        shogi_json_put_string(j->out, s, strlen(s));
    else
        put(j, "null");
}

static const char *
name_of_side(enum shogi_side side)
{
    return side == SHOGI_BLACK ? "black" : "white";
}

static void
put_usi(struct json *j, const char *key, shogi_move m)
{
    char usi[SHOGI_USI_SIZE];

    put(j, key);
    if (m == SHOGI_NO_MOVE) {
        put(j, "null");
        return;
    }
    shogi_move_to_usi(m, usi);
    shogi_buf_printf(j->out, "\"%s\"", usi);
}

static void
put_line(struct json *j, const char *key, const shogi_move *moves, size_t count)
{
    put(j, key);
    shogi_buf_putc(j->out, '[');
    for (size_t i = 0; i < count; i++)
        put_usi(j, i ? "," : "", moves[i]);
    shogi_buf_putc(j->out, ']');
}

static void
put_score(struct json *j, const char *key, const struct assessed_value *v,
          enum shogi_side turn)
{
    const char *winner =
        v->winner == SHOGI_NO_SIDE ? NULL : name_of_side((enum shogi_side)v->winner);

    put(j, key);
    if (v->kind == VALUE_NONE) {
        put(j, "null");
        return;
    }
    put_string_or_null(j, "{\"kind\":", analysis_kind_name(v));
    put_number_or_null(j, ",\"cp\":", v->kind == VALUE_CP, v->cp);
    put_number_or_null(j, ",\"cp_mover\":", v->kind == VALUE_CP,
                       turn == SHOGI_BLACK ? v->cp : -(int64_t)v->cp);
    put_string_or_null(j, ",\"winner\":", winner);
    if (v->kind == VALUE_MATE || v->kind == VALUE_MATE_UNKNOWN) {
        put_string_or_null(j, ",\"mate\":{\"winner\":", winner);
        put_number_or_null(j, ",\"plies\":", v->kind == VALUE_MATE, v->plies);
        put(j, "}");
    } else {
        put(j, ",\"mate\":null");
    }
    put_string_or_null(j, ",\"bound\":", analysis_bound_name(v));
    put(j, "}");
}

/* ---- positions ----------------------------------------------------------------------
 */

static void
put_candidates(struct json *j, const struct assessed_position *p)
{
    put(j, ",\"best\":[");
    for (uint32_t i = 0; i < p->line_count; i++) {
        const struct assessed_line *line = &p->lines[i];
        put_number(j, i ? ",{\"rank\":" : "{\"rank\":", (int64_t)i + 1);
        put_usi(j, ",\"usi\":", line->pv ? line->pv[0] : (shogi_move)SHOGI_NO_MOVE);
        put_score(j, ",\"score\":", &line->value, p->turn);
        put_number_or_null(j, ",\"depth\":", line->depth, line->depth);
        put_number_or_null(j, ",\"seldepth\":", line->seldepth, line->seldepth);
        put_line(j, ",\"pv\":", line->pv, line->pv_count);
        put(j, "}");
    }
    put(j, "]");
}

/* The move M that was played at C; NULL: the game has no more moves. */
static void
put_played(struct json *j, const struct shogi_cursor *c, const struct assessed_move *m)
{
    struct shogi_buf ki2 = { 0 };
    bool is_known = m && m->is_known;
    int32_t time_ms = m ? j->a->positions[m->ply].node->time_ms : -1;
    const char *verdict = NULL;

    if (!m) {
        put(j, ",\"played\":null");
    } else {
        put_usi(j, ",\"played\":{\"usi\":", m->move);
        analysis_put_move(&ki2, c, m->move);
        put(j, ",\"ki2\":");
        shogi_json_put_string(j->out, ki2.len ? ki2.data : "", ki2.len);
        put_number_or_null(j, ",\"time_ms\":", time_ms >= 0, time_ms);
        put(j, "}");
        if (ki2.failed)
            j->out->failed = true;
        shogi_buf_release(&ki2);
    }
    if (is_known)
        verdict = m->is_best                   ? "best"
                  : m->verdict == VERDICT_NONE ? "good"
                                               : verdict_name(m->verdict, SHOGI_ENGLISH);
    put_number_or_null(j, ",\"rank_of_played\":", m && m->rank, m ? m->rank : 0);
    put_fraction_or_null(j, ",\"loss_winrate\":", is_known, m ? m->loss : 0);
    put_number_or_null(j, ",\"loss_cp\":", is_known && m->has_loss_cp,
                       m ? m->loss_cp : 0);
    put_string_or_null(j, ",\"verdict\":", verdict);
    put_bool_or_null(j, ",\"missed_mate\":", is_known, m && m->missed_mate);
    put_bool_or_null(j, ",\"walked_into_mate\":", is_known, m && m->walked_into_mate);
    put_bool_or_null(j, ",\"threw_win_away\":", is_known, m && m->threw_win_away);
    put_bool_or_null(j, ",\"turning_point\":", is_known,
                     m && analysis_is_turning_point(j->a, m->ply));
}

static void
put_mate(struct json *j, const char *key, const struct assessed_mate *mate)
{
    static const char *const answers[] = {
        [SHOGI_MATE_UNKNOWN] = "unknown",
        [SHOGI_MATE_FOUND] = "mate",
        [SHOGI_MATE_NONE] = "no-mate",
    };
    bool is_found = mate->answer == SHOGI_MATE_FOUND;

    put(j, key);
    if (!mate->is_asked) {
        put(j, "null");
        return;
    }
    put_string_or_null(j, "{\"answer\":", answers[mate->answer]);
    put_number_or_null(j, ",\"plies\":", is_found, mate->plies);
    put_bool_or_null(j, ",\"shortest\":", is_found, mate->is_shortest);
    if (is_found)
        put_line(j, ",\"line\":", mate->line, mate->plies);
    else
        put(j, ",\"line\":null");
    put(j, "}");
}

static void
put_position(struct json *j, const struct shogi_cursor *c)
{
    const struct assessed_position *p = &j->a->positions[c->ply];
    const struct assessed_move *m = c->ply < j->a->plies ? &j->a->moves[c->ply] : NULL;
    static const char *const brinks[] = {
        [SHOGI_BRINK_UNKNOWN] = "unknown",
        [SHOGI_BRINK_PROVEN] = "proven",
        [SHOGI_BRINK_REFUTED] = "refuted",
    };
    char sfen[SHOGI_SFEN_SIZE];
    uint16_t depth = p->line_count ? p->lines[0].depth : 0;
    uint16_t seldepth = p->line_count ? p->lines[0].seldepth : 0;

    shogi_position_to_sfen(&c->position, sfen);
    put_number(j, "{\"type\":\"position\",\"game\":",
               (int64_t)shogi_game_source(j->a->game)->number);
    put_number(j, ",\"ply\":", c->ply);
    put_string_or_null(j, ",\"sfen\":", sfen);
    put_string_or_null(j, ",\"side\":", name_of_side(p->turn));
    put_score(j, ",\"score\":", &p->value, p->turn);
    put_fraction_or_null(j, ",\"winrate_black\":", p->rate != RATE_UNKNOWN, p->rate);
    put_number_or_null(j, ",\"depth\":", depth, depth);
    put_number_or_null(j, ",\"seldepth\":", seldepth, seldepth);
    put_number_or_null(j, ",\"nodes\":", p->nodes,
                       p->nodes > INT64_MAX ? INT64_MAX : (int64_t)p->nodes);
    put_number_or_null(j, ",\"time_ms\":", p->time_ms >= 0, p->time_ms);
    put_usi(j, ",\"best_usi\":", p->best);
    put_candidates(j, p);
    put_played(j, c, m);
    put_mate(j, ",\"mate\":", &p->mate);
    put_mate(j, ",\"threat\":", &p->threat);
    put_string_or_null(j, ",\"brinkmate\":", p->is_brink_asked ? brinks[p->brink] : NULL);
    put_string_or_null(j, ",\"engine\":", p->engine);
    put_bool_or_null(j, ",\"recorded\":", p->is_analysed, p->is_recorded);
    put_string_or_null(j, ",\"error\":", p->error);
    put(j, "}\n");
}

/* ---- game and summary ---------------------------------------------------------------
 */

static void
put_game(struct json *j)
{
    const struct shogi_game *g = j->a->game;
    const struct shogi_source *source = shogi_game_source(g);
    const struct shogi_limits *limits = &j->about->limits;
    char sfen[SHOGI_SFEN_SIZE];

    shogi_position_to_sfen(shogi_game_start(g), sfen);
    put_number(j, "{\"type\":\"game\",\"schema\":", SCHEMA);
    put_number(j, ",\"game\":", (int64_t)source->number);
    put_string_or_null(j, ",\"path\":", source->path);
    put_string_or_null(j, ",\"black\":", shogi_game_header(g, SHOGI_HEADER_BLACK));
    put_string_or_null(j, ",\"white\":", shogi_game_header(g, SHOGI_HEADER_WHITE));
    put_string_or_null(j, ",\"event\":", shogi_game_header(g, SHOGI_HEADER_EVENT));
    put_string_or_null(j, ",\"date\":", shogi_game_header(g, SHOGI_HEADER_START_TIME));
    put_string_or_null(j, ",\"start\":", sfen);
    put_number(j, ",\"plies\":", j->a->plies);
    put_string_or_null(j, ",\"engine\":", j->about->engine);
    put_number_or_null(j, ",\"limits\":{\"nodes\":", limits->nodes,
                       (int64_t)(limits->nodes & INT64_MAX));
    put_number_or_null(j, ",\"depth\":", limits->depth, limits->depth);
    put_number_or_null(j, ",\"time_ms\":", limits->time_ms, limits->time_ms);
    put_number(j, ",\"lines\":", limits->lines ? limits->lines : 1);
    put_number(j, "},\"coefficient\":", j->a->scale.coefficient);
    put(j, ",\"thresholds\":{");
    for (int v = VERDICT_INEXACT; v < VERDICT_COUNT; v++) {
        shogi_buf_printf(j->out, "%s\"%s\":", v > VERDICT_INEXACT ? "," : "",
                         verdict_name((enum verdict)v, SHOGI_ENGLISH));
        analysis_put_fraction(j->out, j->a->scale.loss[v]);
    }
    put(j, "}}\n");
}

static void
put_match(struct json *j, const char *key, uint32_t from_ply, uint32_t best,
          uint32_t compared)
{
    put_fraction_or_null(j, key, compared,
                         compared ? analysis_fraction(best, compared) : 0);
    put_number(j, ",\"best\":", best);
    put_number(j, ",\"moves\":", compared);
    put_number(j, ",\"from_ply\":", from_ply);
    put(j, "}");
}

static void
put_losses(struct json *j, const struct assessed_player *p)
{
    put_fraction_or_null(j, ",\"loss_winrate\":{\"mean\":", p->known, p->loss);
    put_number(j, ",\"moves\":", p->known);
    put(j, "},\"loss_cp\":[");
    for (int i = 0; i < CP_LIMITS; i++) {
        put_number(j, i ? ",{\"limit\":" : "{\"limit\":", decided_cp[i]);
        put(j, ",\"mean\":");
        if (p->cp_moves[i])
            shogi_buf_printf(j->out, "%d.%02d", (int)(p->cp_loss[i] / 100),
                             (int)(p->cp_loss[i] % 100));
        else
            put(j, "null");
        put_number(j, ",\"moves\":", p->cp_moves[i]);
        put(j, "}");
    }
    put(j, "]");
}

static void
put_player(struct json *j, enum shogi_side side)
{
    const struct assessed_player *p = &j->a->players[side];
    const struct assessed_game *a = j->a;

    put(j, side == SHOGI_BLACK ? "\"black\":{" : ",\"white\":{");
    put_string_or_null(j, "\"name\":",
                       shogi_game_header(a->game, side == SHOGI_BLACK
                                                      ? SHOGI_HEADER_BLACK
                                                      : SHOGI_HEADER_WHITE));
    put_number(j, ",\"moves\":", p->moves);
    put_match(j, ",\"match\":{\"rate\":", 1, p->best, p->compared);
    put_match(j, ",\"match_later\":{\"rate\":", a->scale.skip_plies + 1, p->later_best,
              p->later_compared);
    put_losses(j, p);
    put(j, ",\"verdicts\":{");
    for (int v = VERDICT_INEXACT; v < VERDICT_COUNT; v++)
        shogi_buf_printf(j->out, "%s\"%s\":%u", v > VERDICT_INEXACT ? "," : "",
                         verdict_name((enum verdict)v, SHOGI_ENGLISH),
                         (unsigned)p->verdicts[v]);
    put_number(j, "},\"missed_mates\":", p->missed_mates);
    put_number(j, ",\"walked_into_mates\":", p->walked_into_mates);
    put_number(j, ",\"wins_thrown_away\":", p->thrown_wins);
    put(j, "}");
}

/* What the figures of a summary are; they may be read far from this manual. */
static const char definitions[] =
    ",\"definitions\":{"
    "\"match\":\"moves that are the first candidate, of the moves from from_ply on whose "
    "position before has a first candidate and whose position after has a value\","
    "\"loss_winrate\":\"win rate of the mover before the move less that after it, 0 for "
    "the first candidate; win rate = 1 / (1 + exp(-cp / coefficient)), mates 1 and 0\","
    "\"loss_cp\":\"the same in centipawns, of the moves with both values in centipawns "
    "and not both of them beyond limit on the same side\"}}\n";

static void
put_summary(struct json *j)
{
    const struct assessed_game *a = j->a;
    uint32_t known = 0, failed = 0;

    for (uint32_t ply = 0; ply <= a->plies; ply++) {
        known += a->positions[ply].rate != RATE_UNKNOWN;
        failed += a->positions[ply].error != NULL;
    }
    put_number(j, "{\"type\":\"summary\",\"game\":",
               (int64_t)shogi_game_source(a->game)->number);
    put_bool_or_null(j, ",\"truncated\":", true, a->is_truncated);
    put_number(j, ",\"positions\":", (int64_t)a->plies + 1);
    put_number(j, ",\"known\":", known);
    put_number(j, ",\"failed\":", failed);
    put_string_or_null(j, ",\"engine\":", j->about->engine);
    put(j, ",\"players\":{");
    put_player(j, SHOGI_BLACK);
    put_player(j, SHOGI_WHITE);
    put(j, "},\"turning_points\":[");
    for (uint32_t i = 0; i < a->turning_point_count; i++)
        put_number(j, i ? "," : "", a->turning_points[i]);
    put(j, "]");
    put(j, definitions);
}

void
analysis_put_jsonl(struct shogi_buf *out, const struct assessed_game *a,
                   const struct analysis_about *about)
{
    struct json j = { .out = out, .a = a, .about = about };
    struct shogi_cursor c;

    shogi_japanese_init();
    put_game(&j);
    shogi_cursor_init_const(&c, a->game);
    do {
        put_position(&j, &c);
    } while (c.ply < a->plies && shogi_cursor_forward(&c));
    if (c.ply < a->plies)
        out->failed = true;
    shogi_cursor_release(&c);
    put_summary(&j);
}
