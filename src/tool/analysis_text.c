/* SPDX-License-Identifier: MIT */
/* analysis_text.c - an assessed game to be read by people. */
#include <string.h>

#include "base/utf8.h"
#include "game/cursor.h"
#include "game/game.h"
#include "notation/japanese.h"
#include "tool/analysis_report.h"

/* ---- words --------------------------------------------------------------------------
 */

struct text {
    struct shogi_buf *out;
    const struct assessed_game *a;
    const struct analysis_about *about;
    struct shogi_buf cell; /* what is being aligned */
};

enum word {
    WORD_BLACK,
    WORD_WHITE,
    WORD_ENGINE,
    WORD_RECORDED,
    WORD_BLACK_WINS,
    WORD_WHITE_WINS,
    WORD_DRAW,
    WORD_PLIES,
    WORD_POSITIONS,
    WORD_OF,
    WORD_BROKEN_OFF,
    WORD_MOVES,
    WORD_MATCH,
    WORD_LATER_MATCH,
    WORD_LATER,
    WORD_LOSS,
    WORD_LOSS_CP,
    WORD_MISSED_MATE,
    WORD_WALKED,
    WORD_THROWN,
    WORD_MOMENTS,
    WORD_NO_MOMENT,
    WORD_MOVE,
    WORD_PLAYED,
    WORD_BEFORE,
    WORD_AFTER,
    WORD_LOST,
    WORD_BEST,
    WORD_TURNING_POINT,
    WORD_ONE_MISSED_MATE,
    WORD_ONE_WALKED,
    WORD_ONE_THROWN,
    WORD_MATE,
    WORD_DECLARED,
    WORD_DECIDED,
    WORD_DEFINITIONS,
    WORD_COUNT
};

/* clang-format off */
static const char *const words[WORD_COUNT][2] = {
    [WORD_BLACK] = { "sente", "先手" },
    [WORD_WHITE] = { "gote", "後手" },
    [WORD_ENGINE] = { "Engine: ", "エンジン: " },
    [WORD_RECORDED] = { "evaluations of the record", "棋譜に記録された評価値" },
    [WORD_BLACK_WINS] = { "sente wins", "先手の勝ち" },
    [WORD_WHITE_WINS] = { "gote wins", "後手の勝ち" },
    [WORD_DRAW] = { "drawn", "引き分け" },
    [WORD_PLIES] = { " moves", "手" },
    [WORD_OF] = { " of ", " / " },
    [WORD_POSITIONS] = { "Positions with a value: ", "評価値のある局面: " },
    [WORD_BROKEN_OFF] = { "The analysis was broken off.", "解析は途中で中断されました。" },
    [WORD_MOVES] = { "moves", "指し手" },
    [WORD_MATCH] = { "match rate", "一致率" },
    [WORD_LATER_MATCH] = { "match rate from move ", "一致率 " },
    [WORD_LATER] = { "", "手目から" },
    [WORD_LOSS] = { "mean loss of win rate", "平均損失(勝率)" },
    [WORD_LOSS_CP] = { "mean loss of centipawns, limit ", "平均悪手 基準 " },
    [WORD_MISSED_MATE] = { "mates missed", "詰み逃し" },
    [WORD_WALKED] = { "walked into a mate", "詰まされる手" },
    [WORD_THROWN] = { "wins thrown away", "頓死" },
    [WORD_MOMENTS] = { "Key moments", "重要な局面" },
    [WORD_NO_MOMENT] = { "  none", "  なし" },
    [WORD_MOVE] = { "move", "手数" },
    [WORD_PLAYED] = { "played", "指し手" },
    [WORD_BEFORE] = { "before", "直前" },
    [WORD_AFTER] = { "after", "直後" },
    [WORD_LOST] = { "loss", "損失" },
    [WORD_BEST] = { "best", "最善手" },
    [WORD_TURNING_POINT] = { "turning point", "転機" },
    [WORD_ONE_MISSED_MATE] = { "missed mate", "詰み逃し" },
    [WORD_ONE_WALKED] = { "into mate", "詰まされる手" },
    [WORD_ONE_THROWN] = { "win thrown away", "頓死" },
    [WORD_MATE] = { "mate", "詰" },
    [WORD_DECLARED] = { "declared", "宣言" },
    [WORD_DECIDED] = { "won", "勝勢" },
    [WORD_DEFINITIONS] = { "What the numbers are", "数値の定義" },
};

/* Each a paragraph of at most 80 columns; %s is what stands in the game's scale. */
static const char *const definitions[][2] = {
    { "match rate: moves that are the engine's first candidate, of the moves whose\n"
      "  position before has a first candidate and whose position after has a value\n"
      "  (as ShogiGUI counts).",
      "一致率: エンジンの最善候補と同じ指し手の割合。直前の局面に候補手があり、\n"
      "  直後の局面に評価値がある指し手を数える(ShogiGUI と同じ)。" },
    { "loss: win rate of the mover before the move less that after it, as the search of\n"
      "  the next position has it; 0 for the first candidate.",
      "損失: 指した側の勝率が、直前の局面から直後の局面までに減った分。\n"
      "  最善候補を指したときは 0。" },
    { "centipawns: mean loss of the moves whose two values are centipawns and not both\n"
      "  beyond the limit on the same side.",
      "平均悪手: 直前と直後の評価値がともに基準を超えて同じ側に傾いた指し手と、\n"
      "  詰みを除いた、評価値の損失の平均。" },
    { "turning point: the costliest move of a side between its last even position and\n"
      "  the first in which the other side's win rate is 60 % or more.",
      "転機: 互角以上だった最後の局面から、相手の勝率が初めて 60 % 以上になる\n"
      "  局面までの、最も損失の大きい指し手。" },
};
/* clang-format on */

static const char *
word(const struct text *t, enum word w)
{
    return words[w][t->about->language == SHOGI_JAPANESE];
}

/* ---- columns ------------------------------------------------------------------------
 */

enum { LABEL_WIDTH = 40, PLAYER_WIDTH = 20 };

static void
pad(struct text *t, size_t width)
{
    size_t has = shogi_utf8_width(t->cell.len ? t->cell.data : "", t->cell.len);

    shogi_buf_pad(t->out, ' ', has < width ? width - has : 0);
}

static void
put_cell(struct text *t)
{
    shogi_buf_add(t->out, t->cell.len ? t->cell.data : "", t->cell.len);
    if (t->cell.failed)
        t->out->failed = true;
}

/* Write the cell, and begin the next. */
static void
put_left(struct text *t, size_t width)
{
    put_cell(t);
    pad(t, width);
    shogi_buf_reset(&t->cell);
}

static void
put_right(struct text *t, size_t width)
{
    pad(t, width);
    put_cell(t);
    shogi_buf_reset(&t->cell);
}

/* Blanks at the end of a line are nobody's. */
static void
end_line(struct text *t)
{
    struct shogi_buf *out = t->out;

    while (!out->failed && out->len > 0 && out->data[out->len - 1] == ' ')
        out->len--;
    shogi_buf_putc(out, '\n');
}

/* Text of the record into the cell, at most WIDTH columns wide. */
static void
add_text(struct text *t, const char *s, size_t width)
{
    size_t start = t->cell.len, len, size;

    shogi_buf_put_visible(&t->cell, s, strlen(s));
    if (t->cell.failed || t->cell.len == start)
        return;
    s = t->cell.data + start;
    len = t->cell.len - start;
    if (shogi_utf8_width(s, len) <= width)
        return;
    for (size_t at = 0, used = 0; at < len; at += size) {
        shogi_utf8_decode(s + at, len - at, &size);
        used += shogi_utf8_width(s + at, size);
        if (used > width - 2) {
            t->cell.len = start + at;
            break;
        }
    }
    shogi_buf_puts(&t->cell, "…");
}

/* N / 10^PLACES with that many decimals. */
static void
add_decimal(struct text *t, int64_t n, int places)
{
    int64_t unit = 1;

    for (int i = 0; i < places; i++)
        unit *= 10;
    shogi_buf_put_number(&t->cell, n / unit, 1);
    shogi_buf_putc(&t->cell, '.');
    shogi_buf_put_number(&t->cell, n % unit, places);
}

/* "12.3 %" */
static void
add_percentage(struct text *t, int32_t millionths)
{
    add_decimal(t, (millionths + 500) / 1000, 1);
    shogi_buf_puts(&t->cell, " %");
}

/* ---- head ---------------------------------------------------------------------------
 */

static void
add_player(struct text *t, enum shogi_side side, size_t width)
{
    const char *name = shogi_game_header(
        t->a->game, side == SHOGI_BLACK ? SHOGI_HEADER_BLACK : SHOGI_HEADER_WHITE);

    shogi_put_mark(&t->cell, side);
    if (!name || !*name)
        name = word(t, side == SHOGI_BLACK ? WORD_BLACK : WORD_WHITE);
    add_text(t, name, width);
}

/* "120 moves, sente wins: resign" */
static void
put_result(struct text *t)
{
    const struct shogi_node *end = shogi_game_end(t->a->game);
    enum shogi_winner winner = shogi_game_winner(t->a->game);
    const char *how = NULL;

    if (end && t->about->language == SHOGI_JAPANESE)
        how = shogi_end_kif((enum shogi_end)end->end);
    if (end && !how)
        how = shogi_end_name((enum shogi_end)end->end);
    shogi_buf_printf(t->out, "%u%s", (unsigned)t->a->plies, word(t, WORD_PLIES));
    if (winner != SHOGI_WINNER_NOBODY)
        shogi_buf_printf(t->out, ", %s",
                         word(t, winner == SHOGI_WINNER_BLACK   ? WORD_BLACK_WINS
                                 : winner == SHOGI_WINNER_WHITE ? WORD_WHITE_WINS
                                                                : WORD_DRAW));
    if (how)
        shogi_buf_printf(t->out, "%s%s", winner == SHOGI_WINNER_NOBODY ? ", " : ": ",
                         how);
    end_line(t);
}

static void
put_head(struct text *t)
{
    const char *event = shogi_game_header(t->a->game, SHOGI_HEADER_EVENT);
    const char *date = shogi_game_header(t->a->game, SHOGI_HEADER_START_TIME);
    uint32_t known = 0;

    add_player(t, SHOGI_BLACK, 36);
    shogi_buf_puts(&t->cell, " ");
    add_player(t, SHOGI_WHITE, 36);
    put_left(t, 0);
    end_line(t);
    if (event && *event)
        add_text(t, event, 50);
    if (t->cell.len)
        shogi_buf_puts(&t->cell, "  ");
    if (date && *date)
        add_text(t, date, 26);
    if (t->cell.len) {
        put_left(t, 0);
        end_line(t);
    }
    put_result(t);
    shogi_buf_puts(&t->cell, word(t, WORD_ENGINE));
    add_text(t, t->about->engine ? t->about->engine : word(t, WORD_RECORDED), 40);
    if (t->about->limits.nodes || t->about->limits.depth || t->about->limits.time_ms)
        shogi_buf_puts(&t->cell, ", ");
    analysis_put_limits(&t->cell, &t->about->limits, t->about->language);
    put_left(t, 0);
    end_line(t);
    for (uint32_t ply = 0; ply <= t->a->plies; ply++)
        known += t->a->positions[ply].rate != RATE_UNKNOWN;
    shogi_buf_printf(t->out, "%s%u%s%u\n", word(t, WORD_POSITIONS), (unsigned)known,
                     word(t, WORD_OF), (unsigned)t->a->plies + 1);
    if (t->a->is_truncated)
        shogi_buf_printf(t->out, "%s\n", word(t, WORD_BROKEN_OFF));
}

/* ---- players ------------------------------------------------------------------------
 */

/* Of how many moves that is. */
static void
add_of(struct text *t, uint32_t moves)
{
    shogi_buf_printf(&t->cell,
                     t->about->language == SHOGI_JAPANESE ? " (%u手)" : " of %u",
                     (unsigned)moves);
}

static void
add_match(struct text *t, uint32_t best, uint32_t compared)
{
    if (compared)
        add_percentage(t, analysis_fraction(best, compared));
    else
        shogi_buf_putc(&t->cell, '-');
    add_of(t, compared);
}

/* Rows of the table of players; what each says of player P. */
enum row {
    ROW_MOVES,
    ROW_MATCH,
    ROW_LATER_MATCH,
    ROW_LOSS,
    ROW_CP,
    ROW_CP_LAST = ROW_CP + CP_LIMITS - 1,
    ROW_VERDICT,
    ROW_VERDICT_LAST = ROW_VERDICT + VERDICT_COUNT - 2,
    ROW_MISSED_MATES,
    ROW_WALKED,
    ROW_THROWN,
    ROW_COUNT
};

static void
add_title(struct text *t, enum row row)
{
    static const enum word titles[ROW_COUNT] = {
        [ROW_MOVES] = WORD_MOVES,
        [ROW_MATCH] = WORD_MATCH,
        [ROW_LATER_MATCH] = WORD_LATER_MATCH,
        [ROW_LOSS] = WORD_LOSS,
        [ROW_MISSED_MATES] = WORD_MISSED_MATE,
        [ROW_WALKED] = WORD_WALKED,
        [ROW_THROWN] = WORD_THROWN,
    };

    shogi_buf_puts(&t->cell, "  ");
    if (row >= ROW_CP && row <= ROW_CP_LAST) {
        shogi_buf_puts(&t->cell, word(t, WORD_LOSS_CP));
        shogi_buf_put_number(&t->cell, decided_cp[row - ROW_CP], 1);
    } else if (row >= ROW_VERDICT && row <= ROW_VERDICT_LAST) {
        enum verdict verdict = (enum verdict)(row - ROW_VERDICT + VERDICT_INEXACT);
        shogi_buf_printf(&t->cell, "%s (>= ", verdict_name(verdict, t->about->language));
        add_percentage(t, t->a->scale.loss[verdict]);
        shogi_buf_putc(&t->cell, ')');
    } else {
        shogi_buf_puts(&t->cell, word(t, titles[row]));
        if (row == ROW_LATER_MATCH)
            shogi_buf_printf(&t->cell, "%u%s", (unsigned)t->a->scale.skip_plies + 1,
                             word(t, WORD_LATER));
    }
}

static void
add_count(struct text *t, const struct assessed_player *p, uint32_t count)
{
    if (p->known)
        shogi_buf_put_number(&t->cell, count, 1);
    else
        shogi_buf_putc(&t->cell, '-');
}

static void
add_figure(struct text *t, enum row row, const struct assessed_player *p)
{
    switch (row) {
    case ROW_MOVES:
        shogi_buf_put_number(&t->cell, p->moves, 1);
        return;
    case ROW_MATCH:
        add_match(t, p->best, p->compared);
        return;
    case ROW_LATER_MATCH:
        add_match(t, p->later_best, p->later_compared);
        return;
    case ROW_LOSS:
        if (p->known)
            add_percentage(t, p->loss);
        else
            shogi_buf_putc(&t->cell, '-');
        add_of(t, p->known);
        return;
    case ROW_MISSED_MATES:
        add_count(t, p, p->missed_mates);
        return;
    case ROW_WALKED:
        add_count(t, p, p->walked_into_mates);
        return;
    case ROW_THROWN:
        add_count(t, p, p->thrown_wins);
        return;
    default:
        break;
    }
    if (row >= ROW_VERDICT) {
        add_count(t, p, p->verdicts[row - ROW_VERDICT + VERDICT_INEXACT]);
        return;
    }
    if (p->cp_moves[row - ROW_CP])
        add_decimal(t, p->cp_loss[row - ROW_CP], 2);
    else
        shogi_buf_putc(&t->cell, '-');
    add_of(t, p->cp_moves[row - ROW_CP]);
}

static void
put_players(struct text *t)
{
    shogi_buf_putc(t->out, '\n');
    put_left(t, LABEL_WIDTH);
    for (int side = 0; side < 2; side++) {
        add_player(t, (enum shogi_side)side, PLAYER_WIDTH - 4);
        put_right(t, PLAYER_WIDTH);
    }
    end_line(t);
    for (int row = 0; row < ROW_COUNT; row++) {
        if (row == ROW_LATER_MATCH && t->a->scale.skip_plies == 0)
            continue;
        add_title(t, (enum row)row);
        put_left(t, LABEL_WIDTH);
        for (int side = 0; side < 2; side++) {
            add_figure(t, (enum row)row, &t->a->players[side]);
            put_right(t, PLAYER_WIDTH);
        }
        end_line(t);
    }
}

/* ---- key moments --------------------------------------------------------------------
 */

enum { PLY_WIDTH = 6, MOVE_WIDTH = 14, VALUE_WIDTH = 10, LOSS_WIDTH = 8 };

/* "+123", "-mate 5", seen from sente. */
static void
add_value(struct text *t, const struct assessed_value *v)
{
    bool is_plus = v->kind == VALUE_CP ? v->cp >= 0 : v->winner == SHOGI_BLACK;

    if (v->kind == VALUE_NONE) {
        shogi_buf_putc(&t->cell, '-');
        return;
    }
    if (is_plus)
        shogi_buf_putc(&t->cell, '+');
    else if (v->kind != VALUE_CP)
        shogi_buf_putc(&t->cell, '-');
    if (v->kind == VALUE_CP)
        shogi_buf_put_number(&t->cell, v->cp, 1);
    else if (v->kind == VALUE_DECLARED)
        shogi_buf_puts(&t->cell, word(t, WORD_DECLARED));
    else if (v->kind == VALUE_DECIDED)
        shogi_buf_puts(&t->cell, word(t, WORD_DECIDED));
    else
        shogi_buf_puts(&t->cell, word(t, WORD_MATE));
    if (v->kind == VALUE_MATE) {
        shogi_buf_putc(&t->cell, ' ');
        shogi_buf_put_number(&t->cell, v->plies, 1);
    }
}

static bool
is_moment(const struct text *t, const struct assessed_move *m)
{
    bool costs = m->verdict >= VERDICT_INEXACT;

    return m->verdict >= VERDICT_MISTAKE || m->missed_mate || m->threw_win_away
           || (m->walked_into_mate && costs) || analysis_is_turning_point(t->a, m->ply);
}

static void
add_remark(struct text *t, bool is_so, const char *remark)
{
    if (!is_so)
        return;
    if (t->cell.len)
        shogi_buf_puts(&t->cell, ", ");
    shogi_buf_puts(&t->cell, remark);
}

/* Two lines where the remarks do not fit behind the rest. */
static void
put_moment(struct text *t, const struct shogi_cursor *c, const struct assessed_move *m)
{
    const struct assessed_position *p = &t->a->positions[m->ply - 1];
    size_t used = PLY_WIDTH + 2 + 2 * MOVE_WIDTH + 2 * VALUE_WIDTH + LOSS_WIDTH + 2;

    shogi_buf_put_number(&t->cell, m->ply, 1);
    put_right(t, PLY_WIDTH);
    shogi_buf_puts(t->out, "  ");
    analysis_put_move(&t->cell, c, m->move);
    put_left(t, MOVE_WIDTH);
    add_value(t, &p[0].value);
    put_right(t, VALUE_WIDTH);
    add_value(t, &p[1].value);
    put_right(t, VALUE_WIDTH);
    add_percentage(t, m->loss);
    put_right(t, LOSS_WIDTH);
    shogi_buf_puts(t->out, "  ");
    if (p->value.kind == VALUE_DECLARED)
        shogi_buf_puts(&t->cell, word(t, WORD_DECLARED));
    else if (p->best != SHOGI_NO_MOVE && !m->is_best)
        analysis_put_move(&t->cell, c, p->best);
    put_left(t, MOVE_WIDTH);
    add_remark(t, m->verdict != VERDICT_NONE,
               verdict_name(m->verdict, t->about->language));
    add_remark(t, m->missed_mate, word(t, WORD_ONE_MISSED_MATE));
    add_remark(t, m->threw_win_away, word(t, WORD_ONE_THROWN));
    add_remark(t, m->walked_into_mate && !m->threw_win_away, word(t, WORD_ONE_WALKED));
    add_remark(t, analysis_is_turning_point(t->a, m->ply), word(t, WORD_TURNING_POINT));
    if (used + shogi_utf8_width(t->cell.data, t->cell.len) > 80) {
        end_line(t);
        shogi_buf_pad(t->out, ' ', PLY_WIDTH + 2);
    }
    put_left(t, 0);
    end_line(t);
}

static void
put_moments(struct text *t)
{
    static const struct {
        enum word word;
        int width; /* below 0: to the left */
    } columns[] = { { WORD_MOVE, PLY_WIDTH },     { WORD_PLAYED, -MOVE_WIDTH },
                    { WORD_BEFORE, VALUE_WIDTH }, { WORD_AFTER, VALUE_WIDTH },
                    { WORD_LOST, LOSS_WIDTH },    { WORD_BEST, -MOVE_WIDTH } };
    struct shogi_cursor c;
    bool is_empty = true;

    shogi_buf_printf(t->out, "\n%s\n", word(t, WORD_MOMENTS));
    shogi_cursor_init_const(&c, t->a->game);
    for (uint32_t ply = 1; ply <= t->a->plies; ply++) {
        const struct assessed_move *m = &t->a->moves[ply - 1];
        if (is_moment(t, m)) {
            for (size_t i = 0; is_empty && i < sizeof columns / sizeof *columns; i++) {
                if (columns[i].width < 0)
                    shogi_buf_puts(t->out, "  ");
                shogi_buf_puts(&t->cell, word(t, columns[i].word));
                if (columns[i].width < 0)
                    put_left(t, (size_t)-columns[i].width);
                else
                    put_right(t, (size_t)columns[i].width);
            }
            if (is_empty)
                end_line(t);
            is_empty = false;
            put_moment(t, &c, m);
        }
        if (!shogi_cursor_forward(&c))
            break;
    }
    shogi_cursor_release(&c);
    if (is_empty)
        shogi_buf_printf(t->out, "%s\n", word(t, WORD_NO_MOMENT));
}

static void
put_definitions(struct text *t)
{
    bool is_japanese = t->about->language == SHOGI_JAPANESE;

    shogi_buf_printf(t->out, "\n%s\n", word(t, WORD_DEFINITIONS));
    shogi_buf_printf(t->out,
                     is_japanese ? "評価値: 先手から見た値。\n"
                                   "勝率: 1 / (1 + exp(-評価値 / %d))。詰みは 1 か 0。\n"
                                 : "values: centipawns, seen from sente.\n"
                                   "win rate: 1 / (1 + exp(-cp / %d)); mates 1 or 0.\n",
                     (int)t->a->scale.coefficient);
    for (size_t i = 0; i < sizeof definitions / sizeof *definitions; i++)
        shogi_buf_printf(t->out, "%s\n", definitions[i][is_japanese]);
}

void
analysis_put_text(struct shogi_buf *out, const struct assessed_game *a,
                  const struct analysis_about *about)
{
    struct text t = { .out = out, .a = a, .about = about };

    shogi_japanese_init();
    put_head(&t);
    put_players(&t);
    put_moments(&t);
    /* Once for all games of an input. */
    if (shogi_game_source(a->game)->number <= 1)
        put_definitions(&t);
    if (t.cell.failed)
        out->failed = true;
    shogi_buf_release(&t.cell);
}
