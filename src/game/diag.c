/* SPDX-License-Identifier: MIT */
/* diag.c - diagnostics: what was found, where, in words. */
#include "game/diag.h"

#include <string.h>

#include "base/utf8.h"
#include "game/game.h"

static const struct {
    const char *code;
    enum shogi_severity severity;
    const char *message[2];
} table[SHOGI_DIAG_COUNT] = {
#define SHOGI_DIAG(name, code, severity, english, japanese)                              \
    [SHOGI_DIAG_##name] = { code, SHOGI_##severity, { english, japanese } },
#include "game/diag.def"
#undef SHOGI_DIAG
};

static const struct {
    const char *english, *japanese;
} kind_names[SHOGI_KIND_COUNT] = {
    [SHOGI_PAWN] = { "pawn", "歩" },
    [SHOGI_LANCE] = { "lance", "香" },
    [SHOGI_KNIGHT] = { "knight", "桂" },
    [SHOGI_SILVER] = { "silver", "銀" },
    [SHOGI_BISHOP] = { "bishop", "角" },
    [SHOGI_ROOK] = { "rook", "飛" },
    [SHOGI_GOLD] = { "gold", "金" },
    [SHOGI_KING] = { "king", "玉" },
    [SHOGI_TOKIN] = { "tokin", "と" },
    [SHOGI_PROMOTED_LANCE] = { "promoted lance", "成香" },
    [SHOGI_PROMOTED_KNIGHT] = { "promoted knight", "成桂" },
    [SHOGI_PROMOTED_SILVER] = { "promoted silver", "成銀" },
    [SHOGI_HORSE] = { "horse", "馬" },
    [SHOGI_DRAGON] = { "dragon", "龍" },
};

static const struct {
    const char *english, *japanese;
} words[SHOGI_SAY_COUNT] = {
#define SHOGI_WORD(name, english, japanese) [SHOGI_SAY_##name] = { english, japanese },
#include "game/word.def"
#include "rules/sfen_error.def"
#undef SHOGI_WORD
};

static const uint8_t sfen_errors[SHOGI_SFEN_ERROR_COUNT] = {
#define SHOGI_WORD(name, english, japanese) [SHOGI_##name] = SHOGI_SAY_##name,
#include "rules/sfen_error.def"
#undef SHOGI_WORD
};

static const char *const severity_names[SHOGI_SEVERITY_COUNT] = {
    [SHOGI_NOTE] = "note",
    [SHOGI_WARNING] = "warning",
    [SHOGI_FOUL] = "foul",
    [SHOGI_ERROR] = "error",
};

enum { ARG_TEXT_MAX = 60 };

struct shogi_place
shogi_game_place(const struct shogi_game *g)
{
    return (struct shogi_place){ g->source.line, g->source.line ? 1 : 0 };
}

bool
shogi_diag_is_loss(enum shogi_diag_id id)
{
    return id < SHOGI_DIAG_COUNT && strncmp(table[id].code, "lost-", 5) == 0;
}

const char *
shogi_diag_id_code(enum shogi_diag_id id)
{
    return table[id].code;
}

enum shogi_severity
shogi_diag_id_severity(enum shogi_diag_id id)
{
    return table[id].severity;
}

const char *
shogi_diag_id_template(enum shogi_diag_id id, enum shogi_language language)
{
    return table[id].message[language];
}

const char *
shogi_diag_code(const struct shogi_diag *d)
{
    return table[d->id].code;
}

const char *
shogi_severity_name(enum shogi_severity severity)
{
    return severity_names[severity];
}

size_t
shogi_game_diag_count(const struct shogi_game *g, enum shogi_severity severity)
{
    return g->diag_count[severity];
}

/* ---- adding -------------------------------------------------------------------------
 */

static struct shogi_diag *
fill(struct shogi_diag *d, enum shogi_diag_id id, struct shogi_place at)
{
    *d = (struct shogi_diag){ .at = at,
                              .id = (uint16_t)id,
                              .severity = (uint8_t)table[id].severity,
                              .offender = SHOGI_NO_SIDE,
                              .move = SHOGI_NO_MOVE,
                              .kind = SHOGI_NO_KIND };
    return d;
}

static struct shogi_diag *
link_new(struct shogi_game *g, enum shogi_diag_id id, struct shogi_place at)
{
    struct shogi_diag *d = shogi_arena_alloc(&g->arena, sizeof *d);

    if (!d) {
        g->out_of_memory = true;
        return fill(&g->spare_diag, id, at);
    }
    *g->diags_tail = d;
    g->diags_tail = &d->next;
    return fill(d, id, at);
}

struct shogi_diag *
shogi_game_diag(struct shogi_game *g, enum shogi_diag_id id, struct shogi_place at)
{
    g->diag_count[table[id].severity]++;
    g->diag_same[id]++;
    if (table[id].severity == SHOGI_FOUL || g->diag_same[id] <= SHOGI_DIAG_MAX_SAME)
        return link_new(g, id, at);
    if (g->diag_same[id] == SHOGI_DIAG_MAX_SAME + 1)
        link_new(g, SHOGI_DIAG_TOO_MANY_DIAGS, at);
    return fill(&g->spare_diag, id, at);
}

void
shogi_game_clear_diags(struct shogi_game *g)
{
    g->diags = NULL;
    g->diags_tail = &g->diags;
    memset(g->diag_count, 0, sizeof g->diag_count);
    memset(g->diag_same, 0, sizeof g->diag_same);
    memset(g->tolerated, 0, sizeof g->tolerated);
}

void
shogi_diag_about_move(struct shogi_diag *d, const struct shogi_position *p, uint32_t ply,
                      shogi_move m)
{
    shogi_piece piece;

    d->ply = ply;
    d->move = m;
    d->offender = p->turn;
    if (shogi_move_is_drop(m)) {
        d->kind = (uint8_t)shogi_move_dropped(m);
    } else if (shogi_move_from(m) < SHOGI_SQUARE_COUNT) {
        piece = p->board[shogi_move_from(m)];
        d->kind =
            (uint8_t)(piece != SHOGI_EMPTY ? shogi_piece_kind(piece) : SHOGI_NO_KIND);
    }
}

static struct shogi_diag *
add(struct shogi_diag *d, enum shogi_arg_type type, int64_t number, const char *text)
{
    if (d->arg_count < SHOGI_DIAG_ARGS)
        d->arg[d->arg_count++] = (struct shogi_diag_arg){ type, number, text };
    return d;
}

struct shogi_diag *
shogi_diag_add_text(struct shogi_game *g, struct shogi_diag *d, const char *s, size_t len)
{
    const char *copy = "";

    if (len > ARG_TEXT_MAX) {
        len = ARG_TEXT_MAX;
        while (len > ARG_TEXT_MAX - 4 && ((unsigned char)s[len] & 0xc0) == 0x80)
            len--;
    }
    if (d != &g->spare_diag) {
        copy = shogi_game_text(g, s, len);
        if (!copy)
            copy = "";
    }
    return add(d, SHOGI_ARG_TEXT, 0, copy);
}

struct shogi_diag *
shogi_diag_add_string(struct shogi_game *g, struct shogi_diag *d, const char *s)
{
    return shogi_diag_add_text(g, d, s, strlen(s));
}

struct shogi_diag *
shogi_diag_add_number(struct shogi_diag *d, int64_t n)
{
    return add(d, SHOGI_ARG_NUMBER, n, NULL);
}

struct shogi_diag *
shogi_diag_add_square(struct shogi_diag *d, shogi_square square)
{
    return add(d, SHOGI_ARG_SQUARE, square, NULL);
}

struct shogi_diag *
shogi_diag_add_kind(struct shogi_diag *d, enum shogi_kind kind)
{
    return add(d, SHOGI_ARG_KIND, kind, NULL);
}

struct shogi_diag *
shogi_diag_add_side(struct shogi_diag *d, enum shogi_side side)
{
    return add(d, SHOGI_ARG_SIDE, side, NULL);
}

struct shogi_diag *
shogi_diag_add_word(struct shogi_diag *d, enum shogi_diag_word word)
{
    return add(d, SHOGI_ARG_WORD, word, NULL);
}

struct shogi_diag *
shogi_diag_add_sfen_error(struct shogi_diag *d, enum shogi_sfen_error error)
{
    return shogi_diag_add_word(d, sfen_errors[error]);
}

void
shogi_game_tolerate(struct shogi_game *g, enum shogi_diag_word what,
                    struct shogi_place at)
{
    if (g->tolerated[what])
        return;
    g->tolerated[what] = true;
    shogi_diag_add_word(shogi_game_diag(g, SHOGI_DIAG_TOLERATED, at), what);
}

struct shogi_diag *
shogi_diag_add_end(struct shogi_diag *d, uint8_t end)
{
    return add(d, SHOGI_ARG_END, end, NULL);
}

/* ---- order --------------------------------------------------------------------------
 */

static bool
is_before(const struct shogi_diag *a, const struct shogi_diag *b)
{
    return a->at.line != b->at.line ? a->at.line < b->at.line
                                    : a->at.column < b->at.column;
}

/* Merge two sorted lists; what is the same place stays in the order A, B. */
static struct shogi_diag *
merge(struct shogi_diag *a, struct shogi_diag *b)
{
    struct shogi_diag *head = NULL, **tail = &head;

    while (a && b) {
        struct shogi_diag **least = is_before(b, a) ? &b : &a;
        *tail = *least;
        tail = &(*least)->next;
        *least = *tail;
    }
    *tail = a ? a : b;
    return head;
}

/* Take the longest sorted beginning off LIST. */
static struct shogi_diag *
take_run(struct shogi_diag **list)
{
    struct shogi_diag *run = *list, *last = run;

    while (last->next && !is_before(last->next, last))
        last = last->next;
    *list = last->next;
    last->next = NULL;
    return run;
}

/* A reader's findings are in order, and so are those of the audit: few runs.  Runs
 * are merged as a binary counter counts, so that many stay cheap, too. */
void
shogi_game_sort_diags(struct shogi_game *g)
{
    struct shogi_diag *level[32] = { NULL }, *list = g->diags;

    if (!list)
        return;
    while (list) {
        struct shogi_diag *run = take_run(&list);
        size_t i = 0;
        for (; i < 31 && level[i]; i++) {
            run = merge(level[i], run);
            level[i] = NULL;
        }
        level[i] = merge(level[i], run);
    }
    for (size_t i = 0; i < 32; i++)
        list = merge(level[i], list);
    g->diags = list;
    for (g->diags_tail = &g->diags; *g->diags_tail;)
        g->diags_tail = &(*g->diags_tail)->next;
}

/* ---- words --------------------------------------------------------------------------
 */

/* Characters that could steer a terminal or hide text. */
static bool
is_visible(uint32_t c)
{
    if (c < 0x20 || (c >= 0x7f && c < 0xa0))
        return false;
    return !((c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e)
             || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || c == 0x061c);
}

void
shogi_buf_put_visible(struct shogi_buf *out, const char *s, size_t len)
{
    size_t size;

    for (; len > 0; s += size, len -= size) {
        uint32_t c = shogi_utf8_decode(s, len, &size);
        if (c == 0xfffd && size == 1)
            shogi_buf_printf(out, "\\x%02x", (unsigned char)*s);
        else if (is_visible(c))
            shogi_buf_add(out, s, size);
        else if (c < 0x100)
            shogi_buf_printf(out, "\\x%02x", (unsigned)c);
        else
            shogi_buf_printf(out, "\\u{%04x}", (unsigned)c);
    }
}

static void
put_square(struct shogi_buf *out, shogi_square square)
{
    static const char ranks[9][4] = {
        "一", "二", "三", "四", "五", "六", "七", "八", "九"
    };

    if (square >= SHOGI_SQUARE_COUNT) {
        shogi_buf_puts(out, "?");
        return;
    }
    shogi_buf_put_number(out, shogi_square_file(square), 1);
    shogi_buf_puts(out, ranks[shogi_square_rank(square) - 1]);
}

static void
put_kind(struct shogi_buf *out, int64_t kind, enum shogi_language language)
{
    if (kind < 0 || kind >= SHOGI_KIND_COUNT)
        shogi_buf_puts(out, "?");
    else
        shogi_buf_puts(out, language == SHOGI_JAPANESE ? kind_names[kind].japanese
                                                       : kind_names[kind].english);
}

static void
put_side(struct shogi_buf *out, int64_t side, enum shogi_language language)
{
    static const char *const names[2][2] = { { "sente", "gote" }, { "先手", "後手" } };

    shogi_buf_puts(out, names[language][side == SHOGI_WHITE]);
}

static void
put_end(struct shogi_buf *out, enum shogi_end end, enum shogi_language language)
{
    const char *word = language == SHOGI_JAPANESE ? shogi_end_kif(end) : NULL;

    shogi_buf_puts(out, word ? word : shogi_end_name(end));
}

static void
put_arg(struct shogi_buf *out, const struct shogi_diag_arg *arg,
        enum shogi_language language)
{
    switch (arg->type) {
    case SHOGI_ARG_TEXT:
        shogi_buf_put_visible(out, arg->text, strlen(arg->text));
        break;
    case SHOGI_ARG_NUMBER:
        shogi_buf_put_number(out, arg->number, 1);
        break;
    case SHOGI_ARG_SQUARE:
        put_square(out, (shogi_square)arg->number);
        break;
    case SHOGI_ARG_KIND:
        put_kind(out, arg->number, language);
        break;
    case SHOGI_ARG_SIDE:
        put_side(out, arg->number, language);
        break;
    case SHOGI_ARG_WORD:
        shogi_buf_puts(out, language == SHOGI_JAPANESE ? words[arg->number].japanese
                                                       : words[arg->number].english);
        break;
    case SHOGI_ARG_END:
        put_end(out, (enum shogi_end)arg->number, language);
        break;
    }
}

/* "▲7六歩", "△2二角成", "▲5五歩打", in the order of a record. */
static void
put_move_text(struct shogi_buf *out, const struct shogi_diag *d)
{
    shogi_buf_puts(out, d->offender == SHOGI_WHITE ? "△" : "▲");
    put_square(out, shogi_move_to(d->move));
    put_kind(out, d->kind, SHOGI_JAPANESE);
    if (shogi_move_promotes(d->move))
        shogi_buf_puts(out, "成");
    if (shogi_move_is_drop(d->move))
        shogi_buf_puts(out, "打");
}

/* "move 5 ▲5五歩打", "5手目 7g7f". */
static void
put_move(struct shogi_buf *out, const struct shogi_diag *d, enum shogi_language language)
{
    char usi[SHOGI_USI_SIZE];

    shogi_buf_printf(out, language == SHOGI_JAPANESE ? "%u手目" : "move %u",
                     (unsigned)d->ply);
    if (d->move == SHOGI_NO_MOVE)
        return;
    shogi_buf_putc(out, ' ');
    if (d->kind != SHOGI_NO_KIND && d->offender != SHOGI_NO_SIDE)
        put_move_text(out, d);
    else
        shogi_buf_add(out, usi, shogi_move_to_usi(d->move, usi));
}

void
shogi_diag_put_message(const struct shogi_diag *d, enum shogi_language language,
                       struct shogi_buf *out)
{
    const char *s = table[d->id].message[language];

    for (; *s; s++) {
        if (s[0] == '%' && s[1] == 'm') {
            put_move(out, d, language);
            s++;
        } else if (s[0] == '%' && s[1] >= '1' && s[1] <= '0' + SHOGI_DIAG_ARGS) {
            if (s[1] - '1' < d->arg_count)
                put_arg(out, &d->arg[s[1] - '1'], language);
            s++;
        } else {
            shogi_buf_putc(out, *s);
        }
    }
}

size_t
shogi_diag_message(const struct shogi_diag *d, enum shogi_language language, char *out,
                   size_t size)
{
    struct shogi_buf buf = { 0 };
    size_t len, cut;

    shogi_diag_put_message(d, language, &buf);
    len = buf.len;
    if (size > 0) {
        cut = len < size ? len : size - 1;
        if (cut)
            memcpy(out, buf.data, cut);
        out[cut] = '\0';
    }
    shogi_buf_release(&buf);
    return len;
}
