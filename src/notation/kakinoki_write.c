/* SPDX-License-Identifier: MIT */
/* kakinoki_write.c - writing what KIF and KI2 share. */
#include "notation/kakinoki.h"

/* ---- headers -------------------------------------------------------------------- */

/* Are the players shitate and uwate? */
bool
shogi_kakinoki_is_handicap(const struct shogi_game *g)
{
    enum shogi_handicap handicap = shogi_handicap_of(&g->start);
    const struct shogi_header *h;

    if (handicap != SHOGI_HANDICAP_NONE && handicap != SHOGI_HANDICAP_OTHER)
        return true;
    for (h = g->headers; h; h = h->next)
        if (strcmp(h->key, "上手") == 0 || strcmp(h->key, "下手") == 0)
            return true;
    return false;
}

/* The start position.  Three pieces given has two meanings among programs, so a
 * diagram tells which. */
static void
put_start(const struct shogi_game *g, bool is_handicap, struct shogi_buf *out)
{
    enum shogi_handicap handicap = shogi_handicap_of(&g->start);

    if (handicap == SHOGI_HANDICAP_THREE)
        handicap = SHOGI_HANDICAP_OTHER;
    shogi_buf_puts(out, "手合割：");
    shogi_buf_puts(out, shogi_handicap_kif(handicap));
    shogi_buf_putc(out, '\n');
    if (handicap == SHOGI_HANDICAP_OTHER || g->start.move_number > 1
        || g->start_target != SHOGI_NO_SQUARE)
        shogi_diagram_put(out, &g->start, g->start_target, NULL, is_handicap);
}

/* Does KEY begin a line that is no header: moves, a variation, the closing line, the
 * head of the table of moves? */
static bool
begins_other_line(const char *key)
{
    size_t head = shogi_raw_starts_with(key, strlen(key), SHOGI_RAW_TESUU);
    char padded[SHOGI_TEXT_PADDING * 2 + 1] = { 0 };
    struct shogi_text t = { .utf8 = padded, .first_line = 1 };
    enum shogi_side side;
    struct scan s;

    if (shogi_raw_starts_with(key, strlen(key), SHOGI_RAW_VARIATION)
        || shogi_raw_starts_with(key, strlen(key), SHOGI_RAW_MADE)
        || (head && key[head] == '-'))
        return true;
    for (; t.len < SHOGI_TEXT_PADDING && key[t.len]; t.len++)
        padded[t.len] = key[t.len];
    scan_init(&s, &t);
    return scan_next_line(&s)
           && (shogi_written_move_starts(&s) || shogi_mark_scan(&s, &side));
}

/* Will a reader take KEY for the key of a header? */
static bool
is_readable_key(const char *key)
{
    unsigned char c = (unsigned char)*key;
    struct scan s = { .p = key, .eol = key + strlen(key) };

    scan_trim(&s);
    if (scan_blank_length(key) > 0 || *s.eol)
        return false; /* blanks around it would be left out */
    if (begins_other_line(key))
        return false;
    if (!(c & 0x80) && !((c | 32) >= 'a' && (c | 32) <= 'z'))
        return false;
    return !strchr(key, ':') && !strstr(key, "：") && !strchr(key, '\n')
           && !strchr(key, '\r');
}

/* The players' keys tell a handicap game.  A record of another format has no such
 * keys, and a Chinese one has its own. */
static const char *
key_of(const struct shogi_game *g, const struct shogi_header *h, bool is_handicap)
{
    const char *from = g->source.format;
    bool is_kif = from && (strcmp(from, "kif") == 0 || strcmp(from, "ki2") == 0);

    if (h->id != SHOGI_HEADER_BLACK && h->id != SHOGI_HEADER_WHITE)
        return shogi_header_key_is_chinese(h->key)
                   ? shogi_header_kif_key((enum shogi_header_id)h->id)
                   : h->key;
    if (strcmp(h->key, "下手") == 0 || strcmp(h->key, "上手") == 0)
        return h->key;
    if (!is_kif && is_handicap)
        return h->id == SHOGI_HEADER_BLACK ? "下手" : "上手";
    return shogi_header_kif_key((enum shogi_header_id)h->id);
}

/* A line break in a value is written as files of the Japan Shogi Association do. */
static void
put_value(const char *value, struct shogi_buf *out)
{
    for (; *value; value++) {
        if (*value == '\n')
            shogi_buf_add(out, "\\n", 2);
        else if (*value != '\r')
            shogi_buf_putc(out, *value);
    }
    shogi_buf_putc(out, '\n');
}

void
shogi_kakinoki_put_headers(struct shogi_game *g, const char *format, bool is_handicap,
                           struct shogi_buf *out)
{
    const struct shogi_header *h;
    bool has_start = false;
    int64_t lost = 0;

    for (h = g->headers; h; h = h->next) {
        bool is_start = h->id == SHOGI_HEADER_HANDICAP;

        if (!has_start
            && (is_start || h->id == SHOGI_HEADER_BLACK || h->id == SHOGI_HEADER_WHITE)) {
            put_start(g, is_handicap, out);
            has_start = true;
        }
        if (is_start)
            continue;
        if (!is_readable_key(h->key)) {
            lost++; /* a comment, for people at least */
            shogi_buf_putc(out, '*');
        }
        shogi_buf_puts(out, key_of(g, h, is_handicap));
        shogi_buf_puts(out, "：");
        put_value(h->value, out);
    }
    if (!has_start)
        put_start(g, is_handicap, out);
    if (lost > 0) {
        struct shogi_diag *d =
            shogi_game_diag(g, SHOGI_DIAG_LOST_HEADER, shogi_game_place(g));
        shogi_diag_add_string(g, d, format);
        shogi_diag_add_number(d, lost);
    }
}

/* ---- comments ------------------------------------------------------------------- */

/* TEXT as lines that begin with MARK.  The line feed behind the last line of a
 * comment ends it; bookmarks have one between them only. */
static void
put_lines(char mark, const char *text, bool ends_in_lf, struct shogi_buf *out)
{
    const char *lf;

    do {
        lf = strchr(text, '\n');
        shogi_buf_putc(out, mark);
        shogi_buf_add(out, text, lf ? (size_t)(lf - text) : strlen(text));
        shogi_buf_putc(out, '\n');
        text = lf ? lf + 1 : NULL;
    } while (text && (*text || !ends_in_lf));
}

void
shogi_kakinoki_put_remarks(const struct shogi_node *n, struct shogi_buf *out)
{
    if (n->comment)
        put_lines('*', n->comment, true, out);
    if (n->bookmark)
        put_lines('&', n->bookmark, false, out);
}

/* ---- endings -------------------------------------------------------------------- */

bool
shogi_kakinoki_is_end_word(const char *p, const char *end)
{
    struct scan s = { .p = p, .eol = end, .line = p, .next = end, .end = end };
    enum shogi_kind kind;
    int digit;

    if (p == end || (!(*p & 0x80) && !((*p | 32) >= 'a' && (*p | 32) <= 'z')))
        return false;
    if (shogi_kind_scan(&s, &kind))
        return false;
    for (; s.p < end; s.p++)
        if (scan_digit(&s, &digit) || *s.p == '(' || *s.p == '+' || *s.p == '\n')
            return false;
    return true;
}

/* Would a reader of WORDS find END again? */
static bool
reads_as(const char *words, enum shogi_end end)
{
    size_t len = strlen(words);
    enum shogi_end known = shogi_end_from_kif(words, len);

    if (end == SHOGI_END_OTHER)
        return known == SHOGI_END_NONE && shogi_kakinoki_is_end_word(words, words + len);
    return known == end;
}

/* Endings that Kakinoki's list has no word for: the nearest, and what the game
 * really said. */
static const struct {
    enum shogi_end end, nearest;
    const char *words;
} nearest_ends[] = {
    { SHOGI_END_DRAW, SHOGI_END_JISHOGI, "引き分け" },
    { SHOGI_END_MAX_MOVES, SHOGI_END_JISHOGI, "最大手数" },
    { SHOGI_END_TRY, SHOGI_END_DECLARE_WIN, "トライ" },
    { SHOGI_END_MATTA, SHOGI_END_INTERRUPT, "待った" },
    { SHOGI_END_ERROR, SHOGI_END_INTERRUPT, "エラー" },
    { SHOGI_END_OTHER, SHOGI_END_INTERRUPT, NULL },
};

/* The ending of Kakinoki's list that is nearest to N, which is not on it. */
static enum shogi_end
nearest_end(const struct shogi_node *n, enum shogi_side mover, const char **words)
{
    enum shogi_winner winner = shogi_end_winner(n, mover);
    enum shogi_winner by_mover =
        mover == SHOGI_BLACK ? SHOGI_WINNER_BLACK : SHOGI_WINNER_WHITE;

    *words = n->as_written;
    if (n->end == SHOGI_END_PERPETUAL_CHECK) {
        *words = "連続王手の千日手";
        if (winner != SHOGI_WINNER_BLACK && winner != SHOGI_WINNER_WHITE)
            return SHOGI_END_SENNICHITE;
        return winner == by_mover ? SHOGI_END_FOUL_WIN : SHOGI_END_FOUL_LOSS;
    }
    for (size_t i = 0; i < sizeof nearest_ends / sizeof *nearest_ends; i++) {
        if (nearest_ends[i].end != n->end)
            continue;
        if (nearest_ends[i].words)
            *words = nearest_ends[i].words;
        return nearest_ends[i].nearest;
    }
    return SHOGI_END_INTERRUPT;
}

/* A closing line that stands for an ending which no word tells. */
static bool
is_closing_line(const struct shogi_node *n)
{
    return n->as_written && strncmp(n->as_written, "まで", 6) == 0
           && !shogi_kakinoki_is_end_word(n->as_written,
                                          n->as_written + strlen(n->as_written));
}

/* The words that ShogiHome has beside Kakinoki's. */
static const char *
shogihome_word(enum shogi_end end)
{
    for (size_t i = 0; i < sizeof nearest_ends / sizeof *nearest_ends; i++)
        if (nearest_ends[i].end == end && end != SHOGI_END_MATTA
            && end != SHOGI_END_ERROR)
            return nearest_ends[i].words;
    return NULL;
}

/* Gekisashi knows six endings (source: notes in bioshogi): who has lost otherwise
 * resigns, and everything else is an interruption; the word becomes a note. */
static const char *
gekisashi_word(const struct shogi_node *n, enum shogi_side mover, const char *word)
{
    static const enum shogi_end known[] = { SHOGI_END_INTERRUPT, SHOGI_END_RESIGN,
                                            SHOGI_END_JISHOGI,   SHOGI_END_SENNICHITE,
                                            SHOGI_END_MATE,      SHOGI_END_TIME_UP };
    enum shogi_winner winner = shogi_end_winner(n, mover);
    enum shogi_winner opponent =
        mover == SHOGI_BLACK ? SHOGI_WINNER_WHITE : SHOGI_WINNER_BLACK;

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(shogi_end_kif(known[i]), word) == 0)
            return word;
    return shogi_end_kif(winner == opponent            ? SHOGI_END_RESIGN
                         : winner == SHOGI_WINNER_DRAW ? SHOGI_END_JISHOGI
                                                       : SHOGI_END_INTERRUPT);
}

static void
report_lost_end(struct shogi_game *g, const struct shogi_node *n, const char *format,
                const char *word)
{
    struct shogi_diag *d = shogi_game_diag(g, SHOGI_DIAG_LOST_END, n->at);

    shogi_diag_add_string(g, d, format);
    shogi_diag_add_string(
        g, d, n->as_written ? n->as_written : shogi_end_name((enum shogi_end)n->end));
    shogi_diag_add_string(g, d, word);
}

/* The word of Kakinoki's description, or of the record. */
static const char *
plain_end_word(const struct shogi_node *n, enum shogi_side mover, const char **note,
               bool *is_nearest)
{
    enum shogi_end end = (enum shogi_end)n->end;
    const char *word = shogi_end_kif(end);

    *note = NULL;
    *is_nearest = false;
    if (n->as_written && reads_as(n->as_written, end))
        return n->as_written;
    if (word)
        return word;
    *is_nearest = true;
    return shogi_end_kif(nearest_end(n, mover, note));
}

/* Does N say of the winner what a reader of its word would not know?  Beside words
 * of its own KIF has the closing line. */
static bool
has_own_winner(const struct shogi_node *n, enum shogi_side mover, bool is_ki2)
{
    struct shogi_node plain = *n;

    plain.winner = SHOGI_WINNER_BY_END;
    return (is_ki2 || n->end != SHOGI_END_OTHER)
           && shogi_end_winner(&plain, mover) != shogi_end_winner(n, mover);
}

/* Of any kind: U+3000 as well. */
static bool
has_blank(const char *word)
{
    for (; *word; word++)
        if (scan_blank_length(word) > 0)
            return true;
    return false;
}

const char *
shogi_kakinoki_end_word(struct shogi_game *g, const struct shogi_node *n,
                        enum shogi_side mover, const char *format,
                        enum shogi_dialect dialect, const char **note)
{
    bool is_nearest, is_ki2 = strcmp(format, "ki2") == 0;
    const char *word, *own;

    *note = NULL;
    if (is_closing_line(n))
        return NULL;
    if (dialect == SHOGI_DIALECT_SHOGIHOME
        && (word = shogihome_word((enum shogi_end)n->end)))
        return word;
    if (dialect == SHOGI_DIALECT_81DOJO && n->end == SHOGI_END_TIME_UP)
        return "Time-up";
    word = plain_end_word(n, mover, note, &is_nearest);
    if (dialect == SHOGI_DIALECT_GEKISASHI) {
        own = gekisashi_word(n, mover, word);
        if (own != word && !*note)
            *note = word;
        is_nearest = is_nearest || own != word;
        word = own;
    }
    /* Among moves a blank ends a word. */
    if (is_ki2 && n->end == SHOGI_END_OTHER && has_blank(word)) {
        *note = word;
        word = shogi_end_kif(SHOGI_END_INTERRUPT);
        is_nearest = true;
    }
    if (is_nearest || has_own_winner(n, mover, is_ki2))
        report_lost_end(g, n, format, word);
    return word;
}

void
shogi_kakinoki_put_variation(uint32_t number, struct shogi_buf *out)
{
    shogi_buf_puts(out, "\n変化：");
    shogi_buf_put_number(out, number, 1);
    shogi_buf_puts(out, "手\n");
}

void
shogi_kakinoki_put_closing(const struct shogi_node *n, enum shogi_side mover,
                           bool is_handicap, uint32_t number, struct shogi_buf *out)
{
    static const char *const names[2][2] = { { "先手", "後手" }, { "下手", "上手" } };
    enum shogi_end end = (enum shogi_end)n->end;
    enum shogi_winner winner = shogi_end_winner(n, mover);
    const char *const *sides = names[is_handicap];
    const char *ignored, *before = "", *side = NULL, *verdict = "の勝ち";

    if (is_closing_line(n)) {
        put_value(n->as_written, out);
        return;
    }
    if (winner == SHOGI_WINNER_BLACK || winner == SHOGI_WINNER_WHITE)
        side = sides[winner == SHOGI_WINNER_WHITE];
    if (end != SHOGI_END_OTHER && !shogi_end_kif(end))
        end = nearest_end(n, mover, &ignored);
    switch (end) {
    case SHOGI_END_TIME_UP:
        before = "時間切れにより";
        break;
    case SHOGI_END_FOUL_LOSS:
        side = sides[mover];
        verdict = "の反則負け";
        break;
    case SHOGI_END_FOUL_WIN:
        verdict = "の反則勝ち";
        break;
    case SHOGI_END_DECLARE_WIN:
        verdict = "の入玉勝ち";
        break;
    case SHOGI_END_OTHER:
        if (winner == SHOGI_WINNER_DRAW) {
            side = "";
            verdict = "引き分け";
        }
        if (!side)
            return;
        break;
    default:
        if (!side || end == SHOGI_END_MATE) {
            side = "";
            verdict = shogi_end_kif(end);
        }
        break;
    }
    shogi_buf_puts(out, "まで");
    shogi_buf_put_number(out, number, 1);
    shogi_buf_puts(out, "手で");
    shogi_buf_puts(out, before);
    shogi_buf_puts(out, side ? side : sides[mover]);
    shogi_buf_puts(out, verdict);
    shogi_buf_putc(out, '\n');
}

void
shogi_kakinoki_put_table_head(struct shogi_buf *out)
{
    shogi_buf_puts(out, "手数----指手---------消費時間--\n");
}

void
shogi_kakinoki_put_banner(const char *format, const struct shogi_write_options *o,
                          struct shogi_buf *out)
{
    enum shogi_encoding encoding = SHOGI_ENCODING_UTF8;

    if (o->encoding)
        shogi_encoding_from_name(o->encoding, strlen(o->encoding), &encoding);
    shogi_buf_putc(out, '#');
    shogi_buf_puts(out, format);
    shogi_buf_puts(out, " version=2.0 encoding=");
    shogi_buf_puts(out, encoding == SHOGI_ENCODING_CP932 ? "Shift_JIS"
                        : encoding == SHOGI_ENCODING_UTF8
                            ? "UTF-8"
                            : shogi_encoding_name(encoding));
    shogi_buf_putc(out, '\n');
}
