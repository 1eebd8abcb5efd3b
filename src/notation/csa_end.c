/* SPDX-License-Identifier: MIT */
/* csa_end.c - the words by which records in CSA format end: statements, lines of
 * the tournament server, and the summary in the logs of floodgate. */
#include "base/bytes.h"
#include "notation/csa.h"

/* ---- statements ------------------------------------------------------------------ */

/* Shogi Wars, as ShogiDroid reads it: %SENTE_WIN_..., %GOTE_WIN_... */
static const struct {
    const char *word;
    enum shogi_end end;
} wars_wins[] = {
    { "TORYO", SHOGI_END_RESIGN },
    { "CHECKMATE", SHOGI_END_MATE },
    { "TIMEOUT", SHOGI_END_TIME_UP },
    { "DISCONNECT", SHOGI_END_OTHER },
    { "ENTERINGKING", SHOGI_END_DECLARE_WIN },
    { "OUTE_SENNICHI", SHOGI_END_PERPETUAL_CHECK },
};

static const struct {
    const char *word;
    enum shogi_end end;
} wars_draws[] = {
    { "DRAW_SENNICHI", SHOGI_END_SENNICHITE },
    { "DRAW_PLY_LIMIT", SHOGI_END_MAX_MOVES },
    { "DRAW_INVALID", SHOGI_END_DRAW },
};

/* An ending of Shogi Wars, behind '%'. */
static enum shogi_end
wars_end(const char *s, size_t len, enum shogi_winner *winner)
{
    struct scan word = { .p = s, .eol = s + len };

    for (size_t i = 0; i < sizeof wars_draws / sizeof *wars_draws; i++) {
        if (shogi_bytes_are(s, len, wars_draws[i].word)) {
            *winner = SHOGI_WINNER_DRAW;
            return wars_draws[i].end;
        }
    }
    if (scan_word(&word, "SENTE_WIN_"))
        *winner = SHOGI_WINNER_BLACK;
    else if (scan_word(&word, "GOTE_WIN_"))
        *winner = SHOGI_WINNER_WHITE;
    else
        return SHOGI_END_NONE;
    for (size_t i = 0; i < sizeof wars_wins / sizeof *wars_wins; i++)
        if (shogi_bytes_are(word.p, scan_left(&word), wars_wins[i].word))
            return wars_wins[i].end;
    return SHOGI_END_OTHER;
}

enum shogi_end
shogi_csa_end(const char *word, size_t len, enum shogi_winner *winner)
{
    enum shogi_end end = shogi_end_from_csa(word, len);

    *winner = SHOGI_WINNER_BY_END;
    return end != SHOGI_END_NONE ? end : wars_end(word, len, winner);
}

/* ---- lines of the server --------------------------------------------------------- */

static const struct {
    const char *word;
    enum shogi_end end; /* SHOGI_END_NONE: does not say who or how */
} server_words[] = {
    { "RESIGN", SHOGI_END_RESIGN },
    { "TIME_UP", SHOGI_END_TIME_UP },
    { "ILLEGAL_MOVE", SHOGI_END_FOUL_LOSS },
    { "ILLEGAL_ACTION", SHOGI_END_FOUL_WIN },
    { "SENNICHITE", SHOGI_END_SENNICHITE },
    { "OUTE_SENNICHITE", SHOGI_END_PERPETUAL_CHECK },
    { "JISHOGI", SHOGI_END_DECLARE_WIN },
    { "MAX_MOVES", SHOGI_END_MAX_MOVES },
    { "CHUDAN", SHOGI_END_INTERRUPT },
    { "DRAW", SHOGI_END_DRAW },
    { "CENSORED", SHOGI_END_NONE },
    { "WIN", SHOGI_END_NONE },
    { "LOSE", SHOGI_END_NONE },
};

bool
shogi_csa_server_end(const char *word, size_t len, enum shogi_end *end)
{
    for (size_t i = 0; i < sizeof server_words / sizeof *server_words; i++) {
        if (shogi_bytes_are(word, len, server_words[i].word)) {
            *end = server_words[i].end;
            return true;
        }
    }
    return false;
}

/* ---- the summary of floodgate
 * ---------------------------------------------------------- */

/* Where the summary says how a game ended there is no % line, except for what
 * players themselves state. */
static const struct {
    const char *type;
    enum shogi_end end;
    bool is_plain; /* says no more than the ending */
} summaries[] = {
    { "toryo", SHOGI_END_RESIGN, true },
    { "kachi", SHOGI_END_DECLARE_WIN, true },
    { "illegal kachi", SHOGI_END_FOUL_LOSS, false },
    { "time up", SHOGI_END_TIME_UP, false },
    { "illegal move", SHOGI_END_FOUL_LOSS, false },
    { "uchifuzume", SHOGI_END_FOUL_LOSS, false },
    { "oute_kaihimore", SHOGI_END_FOUL_LOSS, false },
    { "outori", SHOGI_END_FOUL_LOSS, false },
    { "sennichite", SHOGI_END_SENNICHITE, false },
    { "oute_sennichite", SHOGI_END_PERPETUAL_CHECK, false },
    { "max_moves", SHOGI_END_MAX_MOVES, false },
    { "abnormal", SHOGI_END_OTHER, false }, /* the loser's connection broke */
};

/* Take "NAME RESULT" up to a colon or the end; the result is the last word. */
static bool
take_result(struct scan *s, const char **name, size_t *name_len,
            enum shogi_winner *result)
{
    const char *end = memchr(s->p, ':', scan_left(s)), *blank;

    if (!end)
        end = s->eol;
    for (blank = end; blank > s->p && blank[-1] != ' '; blank--)
        ;
    if (blank == s->p)
        return false;
    /* BLACK stands for "this one won", WHITE for "the other". */
    if (shogi_bytes_are(blank, (size_t)(end - blank), "win"))
        *result = SHOGI_WINNER_BLACK;
    else if (shogi_bytes_are(blank, (size_t)(end - blank), "lose"))
        *result = SHOGI_WINNER_WHITE;
    else if (shogi_bytes_are(blank, (size_t)(end - blank), "draw"))
        *result = SHOGI_WINNER_DRAW;
    else
        return false;
    *name = s->p;
    *name_len = (size_t)(blank - 1 - s->p);
    s->p = end < s->eol ? end + 1 : end;
    return true;
}

static bool
is_player(const char *player, const char *name, size_t len)
{
    return player && shogi_bytes_are(name, len, player);
}

/* Behind the type: who won.  The two may come in any order (old logs begin with
 * the loser), so the names decide. */
static enum shogi_winner
scan_winner(const char *const player[2], struct scan *s)
{
    const char *name[2];
    size_t len[2];
    enum shogi_winner result[2];
    bool swapped;

    if (!take_result(s, &name[0], &len[0], &result[0])
        || !take_result(s, &name[1], &len[1], &result[1]))
        return SHOGI_WINNER_BY_END;
    if (result[0] == SHOGI_WINNER_DRAW)
        return SHOGI_WINNER_DRAW;
    swapped = is_player(player[SHOGI_WHITE], name[0], len[0])
              && !is_player(player[SHOGI_BLACK], name[0], len[0]);
    return (result[0] == SHOGI_WINNER_BLACK) != swapped ? SHOGI_WINNER_BLACK
                                                        : SHOGI_WINNER_WHITE;
}

bool
shogi_csa_scan_summary(const char *const player[2], const char *line, size_t len,
                       struct csa_summary *summary)
{
    struct scan s = { .p = line, .eol = line + len };
    const char *type, *colon;

    if (!scan_word(&s, "summary:"))
        return false;
    type = s.p;
    colon = memchr(type, ':', scan_left(&s));
    for (size_t i = 0; colon && i < sizeof summaries / sizeof *summaries; i++) {
        if (shogi_bytes_are(type, (size_t)(colon - type), summaries[i].type)) {
            s.p = colon + 1;
            *summary =
                (struct csa_summary){ summaries[i].type, summaries[i].end,
                                      scan_winner(player, &s), summaries[i].is_plain };
            return true;
        }
    }
    return false;
}
