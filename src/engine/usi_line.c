/* SPDX-License-Identifier: MIT */
/* usi_line.c - reads lines of USI engines, also those that the protocol does not know. */
#include "engine/usi_line.h"

#include <string.h>

#include "base/utf8.h"

/* A word of a line, and the rest behind it. */
struct words {
    const char *at, *end;
    const char *word;
    size_t len;
};

static bool
next_word(struct words *w)
{
    while (w->at < w->end && (*w->at == ' ' || *w->at == '\t'))
        w->at++;
    w->word = w->at;
    while (w->at < w->end && *w->at != ' ' && *w->at != '\t')
        w->at++;
    w->len = (size_t)(w->at - w->word);
    return w->len > 0;
}

static bool
word_is(const struct words *w, const char *text)
{
    return w->len == strlen(text) && memcmp(w->word, text, w->len) == 0;
}

/* The word as a number, cut to +-LIMIT; false: it is none. */
static bool
word_is_number(const struct words *w, int64_t limit, int64_t *value)
{
    bool is_negative = w->len && *w->word == '-';
    size_t i = is_negative || (w->len && *w->word == '+') ? 1 : 0;
    int64_t n = 0;

    if (i == w->len)
        return false;
    for (; i < w->len; i++) {
        int digit = w->word[i] - '0';

        if (digit < 0 || digit > 9)
            return false;
        n = n > (limit - digit) / 10 ? limit : n * 10 + digit;
    }
    *value = is_negative ? -n : n;
    return true;
}

/* The next word when it is a number from 0 to LIMIT (a larger one is LIMIT), which is
 * taken; else nothing is, and OUT stays. */
static bool
take_number(struct words *w, int64_t limit, int64_t *out)
{
    struct words next = *w;
    int64_t value;

    if (!next_word(&next) || !word_is_number(&next, limit, &value))
        return false;
    *w = next;
    if (value < 0)
        return false;
    *out = value;
    return true;
}

static void
set_unknown_mate(struct shogi_usi_info *info, int value)
{
    info->kind = SHOGI_SCORE_MATE_UNKNOWN;
    info->value = value;
}

/* "5", "+5", "-5", "+", "-", "0", "+0", "-0"; plies.  False: something else. */
static bool
read_mate(struct words *w, struct shogi_usi_info *info)
{
    enum { PLIES_MAX = 4000 };
    int64_t plies;

    if (word_is(w, "+")) {
        set_unknown_mate(info, 1);
    } else if (word_is(w, "-") || word_is(w, "-0")) {
        set_unknown_mate(info, -1);
    } else if (!word_is_number(w, PLIES_MAX, &plies)) {
        return false;
    } else if (plies == 0 || plies == PLIES_MAX) {
        /* 0: whoever can still move is not mated but wins, by declaration perhaps. */
        set_unknown_mate(info, 1);
    } else if (plies > -PLIES_MAX) {
        info->kind = SHOGI_SCORE_MATE;
        info->value = (int32_t)plies;
    } else {
        /* Solvers say -9999 or -4000 when they find no mate: that is no score. */
        info->kind = SHOGI_SCORE_NONE;
        info->value = 0;
    }
    return true;
}

/* Behind "score". */
static void
read_score(struct words *w, struct shogi_usi_info *info)
{
    struct words next = *w;
    bool is_mate;
    int64_t value;

    if (!next_word(&next))
        return;
    is_mate = word_is(&next, "mate");
    if (!is_mate && !word_is(&next, "cp"))
        return;
    *w = next;
    if (!next_word(&next))
        return;
    if (is_mate) {
        if (!read_mate(&next, info))
            return;
    } else if (word_is_number(&next, INT32_MAX, &value)) {
        info->kind = SHOGI_SCORE_CP;
        info->value = (int32_t)value;
        if (value >= SHOGI_USI_DECIDED || value <= -SHOGI_USI_DECIDED)
            set_unknown_mate(info, value < 0 ? -1 : 1);
    } else {
        return;
    }
    *w = next;
}

/* Behind "pv": up to the first word that is no move ("resign", "pass", ...). */
static void
read_pv(struct words *w, struct shogi_usi_info *info)
{
    struct words next = *w;

    info->pv_count = 0;
    while (next_word(&next)) {
        shogi_move m = shogi_move_from_usi(next.word, next.len);

        if (m == SHOGI_NO_MOVE)
            return;
        if (info->pv_count < SHOGI_ENGINE_PV_MAX)
            info->pv[info->pv_count++] = m;
        *w = next;
    }
}

/* In any order; what is not known is passed over, a word at a time. */
static void
read_info(struct words *w, struct shogi_usi_info *info)
{
    int64_t n;

    info->multipv = 1;
    while (next_word(w)) {
        if (word_is(w, "string"))
            return;
        if (word_is(w, "score")) {
            read_score(w, info);
        } else if (word_is(w, "lowerbound")) {
            info->bound = SHOGI_BOUND_LOWER;
        } else if (word_is(w, "upperbound")) {
            info->bound = SHOGI_BOUND_UPPER;
        } else if (word_is(w, "pv")) {
            read_pv(w, info);
        } else if (word_is(w, "depth")) {
            if (take_number(w, UINT16_MAX, &n)) {
                info->depth = (uint16_t)n;
                info->has_depth = true;
            }
        } else if (word_is(w, "seldepth")) {
            if (take_number(w, UINT16_MAX, &n))
                info->seldepth = (uint16_t)n;
        } else if (word_is(w, "multipv")) {
            if (take_number(w, UINT16_MAX, &n))
                info->multipv = (uint16_t)n;
        } else if (word_is(w, "nodes")) {
            if (take_number(w, INT64_MAX, &n) && n < INT64_MAX)
                info->nodes = (uint64_t)n; /* more than that is no count */
        }
    }
}

/* "name N type T ...": N may hold blanks, so that it ends where " type " begins. */
static void
read_option(struct words *w, struct shogi_usi_line *line)
{
    const char *begin = NULL, *end = NULL;
    bool has_min = false, has_max = false;

    if (!next_word(w) || !word_is(w, "name"))
        return;
    while (next_word(w) && !word_is(w, "type")) {
        if (!begin)
            begin = w->word;
        end = w->at;
    }
    if (!begin)
        return;
    line->saying = SHOGI_USI_OPTION;
    line->text = begin;
    line->text_len = (size_t)(end - begin);
    while (next_word(w)) {
        bool is_min = word_is(w, "min"), is_max = word_is(w, "max");

        if (!is_min && !is_max)
            continue;
        if (next_word(w)
            && word_is_number(w, INT64_MAX, is_min ? &line->min : &line->max))
            *(is_min ? &has_min : &has_max) = true;
    }
    line->has_range = has_min && has_max && line->min <= line->max;
}

static void
read_bestmove(struct words *w, struct shogi_usi_line *line)
{
    /* clang-format off */
    static const struct {
        const char *word;
        enum shogi_answer_end end;
    } words[] = {
        { "resign", SHOGI_ANSWER_RESIGN },
        { "win",    SHOGI_ANSWER_DECLARE },
        { "none",   SHOGI_ANSWER_NO_MOVE },  /* YaneuraOu */
        { "(none)", SHOGI_ANSWER_NO_MOVE },  /* of UCI */
        { "0000",   SHOGI_ANSWER_NO_MOVE },
        { "null",   SHOGI_ANSWER_NO_MOVE },
        { "pass",   SHOGI_ANSWER_NO_MOVE },
    };
    /* clang-format on */

    line->saying = SHOGI_USI_BESTMOVE;
    line->move = SHOGI_NO_MOVE;
    line->end = SHOGI_ANSWER_NO_MOVE;
    if (!next_word(w))
        return;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (word_is(w, words[i].word)) {
            line->end = words[i].end;
            return;
        }
    line->move = shogi_move_from_usi(w->word, w->len);
    line->end = line->move == SHOGI_NO_MOVE ? SHOGI_ANSWER_ILLEGAL : SHOGI_ANSWER_MOVE;
}

/* "checkmate nomate", and sunfish's "checkmatenomate". */
static void
read_checkmate(struct words *w, size_t prefix, struct shogi_usi_line *line)
{
    line->saying = SHOGI_USI_CHECKMATE;
    line->text = w->word + prefix;
    w->at = line->text;
    line->text_len = (size_t)(w->end - line->text);
    line->info.multipv = 1;
    read_pv(w, &line->info);
}

void
shogi_usi_line_read(const char *s, size_t len, struct shogi_usi_line *line)
{
    static const char checkmate[] = "checkmate";
    const size_t prefix = sizeof checkmate - 1;
    struct words w = { .at = s, .end = s + len };

    memset(line, 0, sizeof *line);
    if (!next_word(&w))
        return;
    if (word_is(&w, "info")) {
        line->saying = SHOGI_USI_INFO;
        read_info(&w, &line->info);
    } else if (word_is(&w, "bestmove")) {
        read_bestmove(&w, line);
    } else if (word_is(&w, "option")) {
        read_option(&w, line);
    } else if (word_is(&w, "usiok")) {
        line->saying = SHOGI_USI_USIOK;
    } else if (word_is(&w, "readyok")) {
        line->saying = SHOGI_USI_READYOK;
    } else if (word_is(&w, "id")) {
        if (next_word(&w) && word_is(&w, "name") && next_word(&w)) {
            line->saying = SHOGI_USI_NAME;
            while (w.end[-1] == ' ' || w.end[-1] == '\t')
                w.end--;
            line->text = w.word;
            line->text_len = (size_t)(w.end - w.word);
        }
    } else if (w.len >= prefix && memcmp(w.word, checkmate, prefix) == 0) {
        read_checkmate(&w, prefix, line);
    }
}

/* Control characters, line separators, and those that turn the direction of text. */
static bool
is_unwanted(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c || c == 0x200e || c == 0x200f
           || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0xfeff;
}

size_t
shogi_usi_clean(const char *s, size_t len, char *out, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    size_t used = 0;

    for (size_t n; len > 0; s += n, len -= n) {
        uint32_t c = shogi_utf8_decode(s, len, &n);
        unsigned char byte = (unsigned char)*s;
        char escape[4] = { '\\', 'x', digits[byte >> 4], digits[byte & 15] };
        bool is_broken = c == 0xfffd && n == 1;
        size_t more = is_broken ? sizeof escape : n;

        if (!is_broken && is_unwanted(c))
            continue;
        if (used + more + 1 > size)
            break;
        memcpy(out + used, is_broken ? escape : s, more);
        used += more;
    }
    if (size)
        out[used] = '\0';
    return used;
}
