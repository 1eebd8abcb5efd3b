/* SPDX-License-Identifier: MIT */
/* closing.c - the line that says how many moves were made and who won. */
#include "notation/closing.h"

static enum shogi_side
take_side(struct scan *s)
{
    static const struct {
        const char *word;
        enum shogi_side side;
    } sides[] = {
        { "先手", SHOGI_BLACK }, { "下手", SHOGI_BLACK }, { "後手", SHOGI_WHITE },
        { "上手", SHOGI_WHITE }, { "后手", SHOGI_WHITE },
    };

    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        if (scan_word(s, sides[i].word))
            return sides[i].side;
    return SHOGI_NO_SIDE;
}

/* "先手の勝ち", "後手の反則負け", behind the number. */
static void
take_verdict(struct scan *s, struct shogi_closing *c)
{
    static const char *const reasons[] = { "時間切れにより", "時間切れで",
                                           "切れ負けにより" };

    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        c->is_time |= scan_word(s, reasons[i]);
    c->named = take_side(s);
    if (c->named == SHOGI_NO_SIDE) {
        c->end = shogi_end_from_kif(s->p, scan_left(s));
        return;
    }
    scan_word(s, "の");
    c->is_foul = scan_word(s, "反則");
    c->is_declared = scan_word(s, "入玉") || scan_word(s, "宣言");
    scan_word(s, "宣言");
    if (scan_word(s, "時間切れ") || scan_word(s, "切れ"))
        c->is_time = true;
    if (scan_word(s, "負"))
        c->named_loses = true;
    else if (!scan_word(s, "勝") && !scan_word(s, "胜") && !scan_word(s, "勝利"))
        c->named = SHOGI_NO_SIDE;
}

bool
shogi_closing_scan(struct scan *s, struct shogi_closing *c)
{
    *c = (struct shogi_closing){ .named = SHOGI_NO_SIDE };
    if (!scan_word(s, "まで"))
        return false;
    scan_word(s, "、");
    scan_blanks(s);
    c->has_number = scan_count(s, 1000000, &c->number);
    scan_word(s, "手");
    scan_word(s, "で");
    scan_blanks(s);
    take_verdict(s, c);
    return true;
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
