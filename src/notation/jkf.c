/* SPDX-License-Identifier: MIT */
/* jkf.c - JSON kifu format: where a game ends, how it is recognised, its words.
 *
 *     {"header": {"先手": "A", "後手": "B"},
 *      "initial": {"preset": "HIRATE"},
 *      "moves": [{"comments": ["of the start"]},
 *                {"move": {"color": 0, "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6},
 *                          "piece": "FU"},
 *                 "time": {"now": {"m": 0, "s": 3}, "total": {"h": 0, "m": 0, "s": 3}},
 *                 "forks": [[{"move": ...}, ...]]},
 *                {"special": "TORYO"}]}
 *
 * A fork replaces the move that carries it.  Sources: the JSON schema and the
 * reader of json-kifu-format, and records of other programs. */
#include <string.h>

#include "notation/jkf.h"
#include "notation/json.h"

static const char *const jkf_suffixes[] = { ".jkf", NULL };

/* ---- words --------------------------------------------------------------------------
 */

static const struct {
    enum shogi_end end;
    const char *word;
} own_words[] = {
    { SHOGI_END_PERPETUAL_CHECK, "連続王手の千日手" },
    { SHOGI_END_TRY, "トライ" },
    { SHOGI_END_MAX_MOVES, "MAX_MOVES" }, /* of CSA V3 */
};

enum { OWN_WORDS = sizeof own_words / sizeof *own_words };

const char *
shogi_jkf_own_word(enum shogi_end end)
{
    for (size_t i = 0; i < OWN_WORDS; i++)
        if (own_words[i].end == end)
            return own_words[i].word;
    return NULL;
}

enum shogi_end
shogi_jkf_end_from_own_word(const char *word)
{
    for (size_t i = 0; i < OWN_WORDS; i++)
        if (strcmp(own_words[i].word, word) == 0)
            return own_words[i].end;
    return SHOGI_END_NONE;
}

enum shogi_winner
shogi_jkf_perpetual_winner(const struct shogi_position *p)
{
    enum shogi_side turn = (enum shogi_side)p->turn;
    bool turn_wins = shogi_position_in_check(p, turn);

    return turn_wins == (turn == SHOGI_BLACK) ? SHOGI_WINNER_BLACK : SHOGI_WINNER_WHITE;
}

/* ---- cutting and recognising --------------------------------------------------------
 */

static struct shogi_split
jkf_split(const char *s, size_t len, bool at_eof, const struct shogi_split *from)
{
    static const char *const root_keys[] = { "header", "initial", "moves", NULL };

    return shogi_json_split(s, len, at_eof, from, root_keys);
}

static int
jkf_detect(const char *utf8, size_t len)
{
    static const struct shogi_json_key keys[] = {
        { "header", 1, '{', 40 }, { "initial", 1, '{', 40 }, { "preset", 2, '"', 10 },
        { "moves", 1, '[', 40 },  { "move", 3, '{', 40 },    { "special", 3, '"', 20 },
        { "forks", 3, '[', 20 },
    };

    return shogi_json_weigh(utf8, len, keys, sizeof keys / sizeof *keys);
}

/* Evaluations are held in comments, as the reader found them there. */
const struct shogi_format shogi_format_jkf = {
    .name = "jkf",
    .title = "JSON kifu format, an object a game",
    .suffixes = jkf_suffixes,
    .has_long_lines = true,
    .holds = SHOGI_USES_HEADERS | SHOGI_USES_HEADER_LINES | SHOGI_USES_VARIATIONS
             | SHOGI_USES_COMMENTS | SHOGI_USES_TIMES | SHOGI_USES_TOTALS
             | SHOGI_USES_ENDS | SHOGI_USES_MOVES,
    .detect = jkf_detect,
    .split = jkf_split,
    .parse = shogi_jkf_parse,
    .write = shogi_jkf_write,
};
