/* SPDX-License-Identifier: MIT */
/* vocabulary.c - the tables of headers, endings and handicaps, both ways. */
#include <pthread.h>
#include <string.h>

#include "base/bytes.h"
#include "game/game.h"

/* ---- headers ------------------------------------------------------------------------
 */

static const struct {
    const char *name, *kif, *csa;
} headers[SHOGI_HEADER_COUNT] = {
    [SHOGI_HEADER_OTHER] = { "other", NULL, NULL },
#define SHOGI_HEADER(id, name, kif, csa) [SHOGI_HEADER_##id] = { name, kif, csa },
#include "game/header.def"
#undef SHOGI_HEADER
};

/* Other spellings of KIF keys that mean the same. */
static const struct {
    const char *key;
    enum shogi_header_id id;
} header_spellings[] = {
    { "下手", SHOGI_HEADER_BLACK }, /* handicap games and problems */
    { "上手", SHOGI_HEADER_WHITE },
    { "対局日", SHOGI_HEADER_START_TIME }, /* Kakinoki's description lists both */
    { "開始日", SHOGI_HEADER_START_TIME },
};

/* Chinese keys, where they differ from the Japanese ones. */
static const struct {
    const char *key;
    enum shogi_header_id id;
} chinese_keys[] = {
#define SHOGI_CHINESE_KEY(id, japanese, traditional, simplified)                         \
    { traditional, SHOGI_HEADER_##id }, { simplified, SHOGI_HEADER_##id },
#include "game/chinese.def"
    { "让子", SHOGI_HEADER_HANDICAP },       { "讓子", SHOGI_HEADER_HANDICAP },
    { "开始时间", SHOGI_HEADER_START_TIME }, { "開始時間", SHOGI_HEADER_START_TIME },
    { "结束时间", SHOGI_HEADER_END_TIME },   { "結束時間", SHOGI_HEADER_END_TIME },
};

/* The header that a Chinese KEY stands for; OTHER: it is Japanese, or not known. */
static enum shogi_header_id
header_id_from_chinese(const char *key, size_t len)
{
    for (size_t i = 0; i < sizeof chinese_keys / sizeof *chinese_keys; i++)
        if (shogi_bytes_are(key, len, chinese_keys[i].key)
            && !shogi_bytes_are(key, len, headers[chinese_keys[i].id].kif))
            return chinese_keys[i].id;
    return SHOGI_HEADER_OTHER;
}

bool
shogi_header_key_is_chinese(const char *key)
{
    return header_id_from_chinese(key, strlen(key)) != SHOGI_HEADER_OTHER;
}

enum shogi_header_id
shogi_header_id_from_kif_key(const char *key, size_t len)
{
    for (size_t id = 1; id < SHOGI_HEADER_COUNT; id++)
        /* What KIF has no key for is written with that of CSA. */
        if (shogi_bytes_are(key, len,
                            headers[id].kif ? headers[id].kif : headers[id].csa))
            return (enum shogi_header_id)id;
    for (size_t i = 0; i < sizeof header_spellings / sizeof *header_spellings; i++)
        if (shogi_bytes_are(key, len, header_spellings[i].key))
            return header_spellings[i].id;
    return header_id_from_chinese(key, len);
}

enum shogi_header_id
shogi_header_id_from_csa_key(const char *key, size_t len)
{
    for (size_t id = 1; id < SHOGI_HEADER_COUNT; id++)
        if (shogi_bytes_are(key, len, headers[id].csa))
            return (enum shogi_header_id)id;
    /* The text of CSA V3.0 has the keys of one side with a T too many. */
    if (shogi_bytes_are(key, len, "TIMET+"))
        return SHOGI_HEADER_TIME_BLACK;
    if (shogi_bytes_are(key, len, "TIMET-"))
        return SHOGI_HEADER_TIME_WHITE;
    return SHOGI_HEADER_OTHER;
}

enum shogi_header_id
shogi_header_id_from_name(const char *name, size_t len)
{
    for (size_t id = 1; id < SHOGI_HEADER_COUNT; id++)
        if (shogi_bytes_are(name, len, headers[id].name))
            return (enum shogi_header_id)id;
    return SHOGI_HEADER_OTHER;
}

const char *
shogi_header_name(enum shogi_header_id id)
{
    return headers[id].name;
}

const char *
shogi_header_kif_key(enum shogi_header_id id)
{
    return headers[id].kif;
}

const char *
shogi_header_csa_key(enum shogi_header_id id)
{
    return headers[id].csa;
}

/* ---- endings ------------------------------------------------------------------------
 */

enum end_rule { NOBODY, DRAW, MOVER_WINS, MOVER_LOSES, BLACK_WINS, WHITE_WINS };

static const struct {
    const char *name;
    enum end_rule rule;
    const char *csa, *kif;
} ends[SHOGI_END_COUNT] = {
#define SHOGI_END(id, name, rule, csa, kif) [SHOGI_END_##id] = { name, rule, csa, kif },
#include "game/end.def"
#undef SHOGI_END
};

/* Other words of KIF and of programs near it. */
static const struct {
    const char *word;
    enum shogi_end end;
} end_spellings[] = {
    { "詰", SHOGI_END_MATE },
    { "時間切れ", SHOGI_END_TIME_UP },
    { "Time-up", SHOGI_END_TIME_UP }, /* 81Dojo */
    { "入玉宣言勝ち", SHOGI_END_DECLARE_WIN },
    { "勝ち宣言", SHOGI_END_DECLARE_WIN },
    { "宣言勝ち", SHOGI_END_DECLARE_WIN },
    { "入玉宣言", SHOGI_END_DECLARE_WIN },
    { "最大手数", SHOGI_END_MAX_MOVES },
    { "最大手数超過", SHOGI_END_MAX_MOVES },
    { "引き分け", SHOGI_END_DRAW }, /* lishogi */
    { "引分け", SHOGI_END_DRAW },
    { "引分", SHOGI_END_DRAW },
    { "王手連続千日手", SHOGI_END_PERPETUAL_CHECK }, /* MyShogi */
    { "連続王手の千日手", SHOGI_END_PERPETUAL_CHECK },
    { "トライ", SHOGI_END_TRY }, /* ShogiHome */
};

/* Chinese words for endings: of clubs, and of translations of programs. */
static const struct {
    const char *word;
    enum shogi_end end;
} chinese_ends[] = {
#define SHOGI_CHINESE_END(id, japanese, traditional, simplified)                         \
    { traditional, SHOGI_END_##id }, { simplified, SHOGI_END_##id },
#include "game/chinese.def"
    { "认输", SHOGI_END_RESIGN },
    { "認輸", SHOGI_END_RESIGN },
    { "将死", SHOGI_END_MATE },
    { "將死", SHOGI_END_MATE },
    { "诘み", SHOGI_END_MATE },
    { "反則敗北", SHOGI_END_FOUL_LOSS },
    { "入玉宣言胜", SHOGI_END_DECLARE_WIN },
    { "入玉宣言勝", SHOGI_END_DECLARE_WIN },
    { "平局", SHOGI_END_DRAW },
    { "和棋", SHOGI_END_DRAW },
};

/* The ending that a Chinese word stands for; NONE: it is Japanese, or not known. */
static enum shogi_end
end_from_chinese(const char *word, size_t len)
{
    for (size_t i = 0; i < sizeof chinese_ends / sizeof *chinese_ends; i++)
        if (shogi_bytes_are(word, len, chinese_ends[i].word))
            return chinese_ends[i].end;
    return SHOGI_END_NONE;
}

enum shogi_end
shogi_end_from_csa(const char *word, size_t len)
{
    for (size_t end = 1; end < SHOGI_END_COUNT; end++)
        if (shogi_bytes_are(word, len, ends[end].csa))
            return (enum shogi_end)end;
    return shogi_bytes_are(word, len, "MAX_MOVES") ? SHOGI_END_MAX_MOVES : SHOGI_END_NONE;
}

enum shogi_end
shogi_end_from_kif(const char *word, size_t len)
{
    for (size_t end = 1; end < SHOGI_END_COUNT; end++)
        if (shogi_bytes_are(word, len, ends[end].kif))
            return (enum shogi_end)end;
    for (size_t i = 0; i < sizeof end_spellings / sizeof *end_spellings; i++)
        if (shogi_bytes_are(word, len, end_spellings[i].word))
            return end_spellings[i].end;
    return end_from_chinese(word, len);
}

bool
shogi_end_word_is_chinese(const char *word, size_t len)
{
    for (size_t i = 0; i < sizeof end_spellings / sizeof *end_spellings; i++)
        if (shogi_bytes_are(word, len, end_spellings[i].word))
            return false;
    return end_from_chinese(word, len) != SHOGI_END_NONE;
}

enum shogi_end
shogi_end_from_name(const char *name, size_t len)
{
    for (size_t end = 1; end < SHOGI_END_COUNT; end++)
        if (shogi_bytes_are(name, len, ends[end].name))
            return (enum shogi_end)end;
    return SHOGI_END_NONE;
}

const char *
shogi_end_name(enum shogi_end end)
{
    return ends[end].name;
}

const char *
shogi_end_csa(enum shogi_end end)
{
    return ends[end].csa;
}

const char *
shogi_end_kif(enum shogi_end end)
{
    return ends[end].kif;
}

enum shogi_winner
shogi_end_winner(const struct shogi_node *end, enum shogi_side mover)
{
    enum shogi_winner by_side[2] = { SHOGI_WINNER_BLACK, SHOGI_WINNER_WHITE };

    if (end->winner != SHOGI_WINNER_BY_END)
        return (enum shogi_winner)end->winner;
    switch (ends[end->end].rule) {
    case DRAW:
        return SHOGI_WINNER_DRAW;
    case MOVER_WINS:
        return by_side[mover];
    case MOVER_LOSES:
        return by_side[!mover];
    case BLACK_WINS:
        return SHOGI_WINNER_BLACK;
    case WHITE_WINS:
        return SHOGI_WINNER_WHITE;
    case NOBODY:
        break;
    }
    return SHOGI_WINNER_NOBODY;
}

/* ---- handicaps ----------------------------------------------------------------------
 */

static const struct {
    const char *kif, *jkf, *ranks;
} handicaps[SHOGI_HANDICAP_COUNT] = {
#define SHOGI_HANDICAP(name, kif, jkf, ranks)                                            \
    [SHOGI_HANDICAP_##name] = { kif, jkf, ranks },
#include "game/handicap.def"
#undef SHOGI_HANDICAP
};

static const struct {
    const char *name;
    enum shogi_handicap handicap;
} handicap_spellings[] = {
    { "香落", SHOGI_HANDICAP_LANCE },           { "左香落ち", SHOGI_HANDICAP_LANCE },
    { "右香落", SHOGI_HANDICAP_RIGHT_LANCE },   { "角落", SHOGI_HANDICAP_BISHOP },
    { "飛落ち", SHOGI_HANDICAP_ROOK },          { "飛落", SHOGI_HANDICAP_ROOK },
    { "飛車落", SHOGI_HANDICAP_ROOK },          { "飛香落", SHOGI_HANDICAP_ROOK_LANCE },
    { "二枚落", SHOGI_HANDICAP_TWO },           { "飛角落ち", SHOGI_HANDICAP_TWO },
    { "三枚落", SHOGI_HANDICAP_THREE },         { "四枚落", SHOGI_HANDICAP_FOUR },
    { "五枚落", SHOGI_HANDICAP_FIVE },          { "右五枚落ち", SHOGI_HANDICAP_FIVE },
    { "六枚落", SHOGI_HANDICAP_SIX },           { "八枚落", SHOGI_HANDICAP_EIGHT },
    { "七枚落ち", SHOGI_HANDICAP_RIGHT_SEVEN }, /* lishogi: the right silver is gone */
    { "十枚落", SHOGI_HANDICAP_TEN },           { "2枚落ち", SHOGI_HANDICAP_TWO },
    { "4枚落ち", SHOGI_HANDICAP_FOUR },         { "6枚落ち", SHOGI_HANDICAP_SIX },
    { "8枚落ち", SHOGI_HANDICAP_EIGHT },        { "10枚落ち", SHOGI_HANDICAP_TEN },
#define SHOGI_CHINESE_HANDICAP(id, japanese, traditional, simplified)                    \
    { traditional, SHOGI_HANDICAP_##id }, { simplified, SHOGI_HANDICAP_##id },
#include "game/chinese.def"
};

/* Take WORD from the LEN bytes at *S. */
static bool
take(const char **s, size_t *len, const char *word)
{
    size_t n = strlen(word);

    if (*len < n || memcmp(*s, word, n) != 0)
        return false;
    *s += n;
    *len -= n;
    return true;
}

/* "让飞车", "讓兩子": as Chinese clubs say it, "give" and what is given. */
static bool
handicap_from_chinese(const char *name, size_t len, enum shogi_handicap *handicap)
{
    static const struct {
        const char *given;
        enum shogi_handicap handicap;
    } rows[] = {
        { "香", SHOGI_HANDICAP_LANCE },          { "飛車", SHOGI_HANDICAP_ROOK },
        { "飞车", SHOGI_HANDICAP_ROOK },         { "飛車香", SHOGI_HANDICAP_ROOK_LANCE },
        { "飞车香", SHOGI_HANDICAP_ROOK_LANCE }, { "飛角", SHOGI_HANDICAP_TWO },
        { "飞角", SHOGI_HANDICAP_TWO },          { "车角", SHOGI_HANDICAP_TWO },
        { "車角", SHOGI_HANDICAP_TWO },
    };
    static const struct {
        const char *count;
        enum shogi_handicap handicap;
    } counts[] = {
        { "二", SHOGI_HANDICAP_TWO },   { "两", SHOGI_HANDICAP_TWO },
        { "兩", SHOGI_HANDICAP_TWO },   { "2", SHOGI_HANDICAP_TWO },
        { "三", SHOGI_HANDICAP_THREE }, { "3", SHOGI_HANDICAP_THREE },
        { "四", SHOGI_HANDICAP_FOUR },  { "4", SHOGI_HANDICAP_FOUR },
        { "五", SHOGI_HANDICAP_FIVE },  { "5", SHOGI_HANDICAP_FIVE },
        { "六", SHOGI_HANDICAP_SIX },   { "6", SHOGI_HANDICAP_SIX },
        { "八", SHOGI_HANDICAP_EIGHT }, { "8", SHOGI_HANDICAP_EIGHT },
        { "十", SHOGI_HANDICAP_TEN },   { "10", SHOGI_HANDICAP_TEN },
    };

    if (!take(&name, &len, "让") && !take(&name, &len, "讓"))
        return false;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (shogi_bytes_are(name, len, rows[i].given)) {
            *handicap = rows[i].handicap;
            return true;
        }
    }
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (!take(&name, &len, counts[i].count))
            continue;
        *handicap = counts[i].handicap;
        return shogi_bytes_are(name, len, "枚") || shogi_bytes_are(name, len, "子");
    }
    return false;
}

bool
shogi_handicap_from_kif(const char *name, size_t len, enum shogi_handicap *handicap)
{
    for (size_t i = 0; i < SHOGI_HANDICAP_COUNT; i++) {
        if (shogi_bytes_are(name, len, handicaps[i].kif)) {
            *handicap = (enum shogi_handicap)i;
            return true;
        }
    }
    for (size_t i = 0; i < sizeof handicap_spellings / sizeof *handicap_spellings; i++) {
        if (shogi_bytes_are(name, len, handicap_spellings[i].name)) {
            *handicap = handicap_spellings[i].handicap;
            return true;
        }
    }
    return handicap_from_chinese(name, len, handicap);
}

bool
shogi_handicap_from_jkf(const char *preset, size_t len, enum shogi_handicap *handicap)
{
    for (size_t i = 0; i < SHOGI_HANDICAP_COUNT; i++) {
        if (shogi_bytes_are(preset, len, handicaps[i].jkf)) {
            *handicap = (enum shogi_handicap)i;
            return true;
        }
    }
    return false;
}

const char *
shogi_handicap_kif(enum shogi_handicap handicap)
{
    return handicaps[handicap].kif;
}

const char *
shogi_handicap_jkf(enum shogi_handicap handicap)
{
    return handicaps[handicap].jkf;
}

static void
build_handicap(enum shogi_handicap handicap, struct shogi_position *p)
{
    const char *s = handicaps[handicap].ranks;
    struct shogi_position even;
    int file = 9, rank = 1;

    shogi_position_set_start(p);
    if (handicap == SHOGI_HANDICAP_NONE || !s)
        return;
    even = *p;
    for (file = 9; file >= 1; file--)
        for (rank = 1; rank <= 2; rank++)
            shogi_position_put(p, shogi_square_at(file, rank), SHOGI_EMPTY);
    file = 9;
    rank = 1;
    for (; *s; s++) {
        if (*s == '/') {
            file = 9;
            rank++;
        } else if (*s >= '1' && *s <= '9') {
            file -= *s - '0';
        } else {
            shogi_square at = shogi_square_at(file--, rank);
            shogi_position_put(p, at, even.board[at]);
        }
    }
    shogi_position_set_turn(p, SHOGI_WHITE);
}

static struct shogi_position handicap_positions[SHOGI_HANDICAP_OTHER];
static pthread_once_t handicaps_once = PTHREAD_ONCE_INIT;

static void
build_handicaps(void)
{
    for (int h = 0; h < SHOGI_HANDICAP_OTHER; h++)
        build_handicap((enum shogi_handicap)h, &handicap_positions[h]);
}

void
shogi_handicap_position(enum shogi_handicap handicap, struct shogi_position *p)
{
    pthread_once(&handicaps_once, build_handicaps);
    *p = handicap_positions[handicap < SHOGI_HANDICAP_OTHER ? handicap
                                                            : SHOGI_HANDICAP_NONE];
}

enum shogi_handicap
shogi_handicap_of(const struct shogi_position *p)
{
    pthread_once(&handicaps_once, build_handicaps);
    for (int h = 0; h < SHOGI_HANDICAP_OTHER; h++)
        if (handicap_positions[h].key == p->key
            && shogi_position_equal(&handicap_positions[h], p))
            return (enum shogi_handicap)h;
    return SHOGI_HANDICAP_OTHER;
}
