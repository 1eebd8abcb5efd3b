/* SPDX-License-Identifier: MIT */
/* closing.c - the line that says how many moves were made and who won. */
#include "notation/closing.h"

static enum shogi_side
take_side(struct scan *s, bool *names_handicap)
{
    static const struct {
        const char *word;
        enum shogi_side side;
        bool is_handicap;
    } sides[] = {
        { "先手", SHOGI_BLACK, false }, { "下手", SHOGI_BLACK, true },
        { "後手", SHOGI_WHITE, false }, { "上手", SHOGI_WHITE, true },
        { "后手", SHOGI_WHITE, false },
    };

    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        if (scan_word(s, sides[i].word)) {
            *names_handicap = sides[i].is_handicap;
            return sides[i].side;
        }
    }
    return SHOGI_NO_SIDE;
}

/* Take one of COUNT words. */
static bool
take_any(struct scan *s, const char *const words[], size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (scan_word(s, words[i]))
            return true;
    return false;
}

#define TAKE_ANY(s, words) take_any(s, words, sizeof(words) / sizeof *(words))

/* "先手の勝ち", "後手の反則負け", behind the number. */
static void
take_verdict(struct scan *s, struct shogi_closing *c)
{
    static const char *const reasons[] = {
        "時間切れにより", "時間切れで", "切れ負けにより", "因超时", "因超時",
        "超时",           "超時"
    };
    static const char *const fouls[] = { "反則", "反则", "犯规", "犯規" };
    static const char *const times[] = { "時間切れ", "切れ", "超时", "超時" };
    static const char *const losses[] = { "負", "负" };
    static const char *const wins[] = { "勝", "胜", "获胜", "獲勝" };
    static const char *const of[] = { "の", "的" };
    const char *start = s->p;

    c->is_time = TAKE_ANY(s, reasons);
    scan_word(s, "，");
    c->named = take_side(s, &c->names_handicap);
    if (c->named == SHOGI_NO_SIDE) {
        s->p = start;
        c->is_time = false;
        c->end = shogi_end_from_kif(s->p, scan_left(s));
        return;
    }
    TAKE_ANY(s, of);
    c->is_foul = TAKE_ANY(s, fouls);
    c->is_declared = scan_word(s, "入玉") || scan_word(s, "宣言");
    scan_word(s, "宣言");
    c->is_time |= TAKE_ANY(s, times);
    if (TAKE_ANY(s, losses))
        c->named_loses = true;
    else if (!TAKE_ANY(s, wins))
        c->named = SHOGI_NO_SIDE;
}

bool
shogi_closing_scan(struct scan *s, struct shogi_closing *c)
{
    const char *start = s->p;

    *c = (struct shogi_closing){ .named = SHOGI_NO_SIDE };
    if (!scan_word(s, "まで"))
        c->is_chinese = scan_word(s, "至");
    if (s->p == start)
        return false;
    scan_word(s, "、");
    scan_blanks(s);
    c->has_number = scan_count(s, 1000000, &c->number);
    if (c->is_chinese && (!c->has_number || !scan_word(s, "手"))) {
        s->p = start; /* an ordinary word of Chinese, "until" */
        return false;
    }
    scan_word(s, "手");
    if (!scan_word(s, "で"))
        scan_word(s, "，");
    scan_blanks(s);
    take_verdict(s, c);
    return true;
}

void
shogi_closing_put(struct shogi_buf *out, const struct shogi_closing *c)
{
    static const char *const names[2][2] = { { "先手", "後手" }, { "下手", "上手" } };

    shogi_buf_puts(out, "まで");
    if (c->has_number) {
        shogi_buf_put_number(out, c->number, 1);
        shogi_buf_puts(out, "手で");
    }
    if (c->is_time)
        shogi_buf_puts(out, "時間切れにより");
    if (c->named != SHOGI_NO_SIDE)
        shogi_buf_puts(out, names[c->names_handicap][c->named]);
    shogi_buf_puts(out, c->is_foul ? "の反則" : c->is_declared ? "の入玉" : "の");
    shogi_buf_puts(out, c->named_loses ? "負け" : "勝ち");
}

enum shogi_end
shogi_closing_end(const struct shogi_closing *c, enum shogi_side mover,
                  enum shogi_winner *winner)
{
    enum shogi_side wins = c->named;

    *winner = SHOGI_WINNER_BY_END;
    if (c->named == SHOGI_NO_SIDE)
        return c->end;
    if (c->named_loses)
        wins = c->named == SHOGI_BLACK ? SHOGI_WHITE : SHOGI_BLACK;
    if (c->is_foul)
        return wins == mover ? SHOGI_END_FOUL_WIN : SHOGI_END_FOUL_LOSS;
    if (c->is_declared && wins == mover)
        return SHOGI_END_DECLARE_WIN;
    if (wins != mover)
        return c->is_time ? SHOGI_END_TIME_UP : SHOGI_END_RESIGN;
    *winner = wins == SHOGI_BLACK ? SHOGI_WINNER_BLACK : SHOGI_WINNER_WHITE;
    return SHOGI_END_OTHER;
}
