/* SPDX-License-Identifier: MIT */
/* guess.c - which encoding some bytes are in.
 *
 * Each candidate reads the bytes; each character it finds costs some bits, few
 * for one that records of games are full of, many for one that nobody writes.
 * The reading that costs least is the likeliest. */
#include "text/decode.h"

#include <pthread.h>
#include <string.h>

#include "base/utf8.h"
#include "text/cjk.h"

/* Bits that a character costs.  Only the differences matter. */
enum {
    COST_RECORD = 6, /* one that records are made of */
    COST_KANA = 8,   /* kana, full-width letters, usual punctuation */
    COST_SYMBOL = 11,
    COST_COMMON = 12,     /* kanji of the first level */
    COST_RARE = 17,       /* kanji of the second level, vendors' additions */
    COST_STRANGE = 20,    /* private use, letters of Latin-1 and the like */
    COST_BROKEN = 24,     /* a byte that starts no character */
    COST_HALF_FIRST = 13, /* half-width katakana: the first of a run, */
    COST_HALF_NEXT = 6,   /* one that may follow, */
    COST_HALF_ODD = 14    /* one that no Japanese word has in this place */
};

/* A reading of at least this many characters which cost no more than this each
 * is no accident: nothing else needs to be tried. */
enum { SURE_COUNT = 48, SURE_COST = 9 };

/* High bytes looked at when it is not that clear. */
enum { SAMPLE_BYTES = 4096 };

/* What a declaration is worth: not much, since many of them lie. */
enum { DECLARED_BONUS = 10 };

/* ---- the characters of records --------------------------------------------------- */

enum language { JAPANESE = 1, CHINESE = 2 };

static const struct {
    enum language language;
    const char *chars;
} record_chars[] = {
    { JAPANESE,
      "先手後下上合割数指消費時間開始終了日棋戦型場所持表題備考記録同名人段級対局秒分年月"
      "歩香桂銀金角飛王玉と成馬龍竜杏圭全打右左直寄引行入不切落平"
      "一二三四五六七八九十１２３４５６７８９０："
      "まで中断投千詰反則変化勝敗将通算の▲△▼▽・　" },
    { CHINESE,
      "先手后後下上合割数數指消费費时時间間开開始终終了日棋战戰场場持表题題备備记記录錄"
      "同名人段級级对對局秒分年月"
      "步歩香桂银銀金角飞飛王玉成马馬龙龍竜打右左直寄引行入不切落让讓平"
      "一二三四五六七八九十１２３４５６７８９０："
      "中断斷投千诘詰反则則变變化胜勝败敗负負将將▲△▼▽　" },
};

static unsigned char languages[65536]; /* by character: whose records have it */

static void
fill_languages(void)
{
    for (size_t i = 0; i < sizeof record_chars / sizeof record_chars[0]; i++) {
        const char *s = record_chars[i].chars, *end = s + strlen(s);
        size_t size;

        for (; s < end; s += size) {
            uint32_t c = shogi_utf8_decode(s, (size_t)(end - s), &size);

            languages[c] = (unsigned char)(languages[c] | record_chars[i].language);
        }
    }
}

/* ---- what a character costs ------------------------------------------------------ */

struct unit {
    size_t size; /* bytes, at least 1 */
    int cost;    /* bits */
};

static bool
is_record_char(uint32_t c, enum language language)
{
    return c < 65536 && (languages[c] & language);
}

/* The cost of a character by its block; KANJI is for the unified ideographs. */
static int
cost_of(uint32_t c, enum language language, int kanji)
{
    if (is_record_char(c, language))
        return COST_RECORD;
    if (c >= 0x4e00 && c <= 0x9fff)
        return kanji;
    if ((c >= 0x3041 && c <= 0x30fe) || (c >= 0x3001 && c <= 0x3002)
        || (c >= 0x300c && c <= 0x300f) || (c >= 0xff01 && c <= 0xff5e))
        return language == JAPANESE ? COST_KANA : COST_COMMON;
    if (c >= 0x2010 && c <= 0x33ff)
        return COST_SYMBOL;
    return COST_STRANGE;
}

/* May the half-width katakana C follow BEFORE, another one?  Voicing marks need
 * a consonant that can be voiced, small vowels and small ya, yu, yo one that
 * can be palatalised; punctuation inside a word is odd. */
static bool
may_follow(unsigned before, unsigned c)
{
    bool voiced = before == 0xde || before == 0xdf;

    if (c == 0xde) /* voiced: ka, sa, ta, ha rows, and u */
        return (before >= 0xb6 && before <= 0xc4) || (before >= 0xca && before <= 0xce)
               || before == 0xb3;
    if (c == 0xdf) /* half voiced: ha row */
        return before >= 0xca && before <= 0xce;
    if (c >= 0xac && c <= 0xae) /* small ya, yu, yo: ki, shi, chi, ni, hi, mi, ri */
        return voiced || before == 0xb7 || before == 0xbc || before == 0xc1
               || before == 0xc6 || before == 0xcb || before == 0xd0 || before == 0xd8;
    if (c >= 0xa7 && c <= 0xab) /* small vowels: fu, te, u, shi, chi */
        return voiced || before == 0xcc || before == 0xc3 || before == 0xb3
               || before == 0xbc || before == 0xc1;
    if (c == 0xa5) /* middle dot */
        return before >= 0xb1;
    return c >= 0xaf;
}

/* May it begin a word?  Not a small letter, a mark, or n. */
static bool
may_begin(unsigned c)
{
    return c >= 0xb1 && c < 0xdd;
}

static struct unit
read_cp932(const unsigned char *p, size_t left, unsigned before)
{
    const struct shogi_cjk_table *table = shogi_cjk_table(SHOGI_CJK_CP932);
    unsigned lead = p[0];
    uint32_t c;
    int kanji;

    if (lead >= 0xa1 && lead <= 0xdf) {
        if (before >= 0xa1 && before <= 0xdf)
            return (struct unit){ 1, may_follow(before, lead) ? COST_HALF_NEXT
                                                              : COST_HALF_ODD };
        return (struct unit){ 1,
                              COST_HALF_FIRST + (may_begin(lead) ? 0 : COST_HALF_ODD) };
    }
    if (left < 2 || lead == 0x80 || lead == 0xa0 || lead > 0xfc)
        return (struct unit){ 1, COST_BROKEN };
    c = shogi_cjk_char(table, lead, p[1]);
    if (c == 0)
        return (struct unit){ 1, COST_BROKEN };
    kanji = lead < 0x98 || (lead == 0x98 && p[1] <= 0x72) ? COST_COMMON : COST_RARE;
    if (lead == 0x87) /* circled digits and other extras of row 13 */
        kanji = COST_SYMBOL;
    return (struct unit){ 2, cost_of(c, JAPANESE, kanji) };
}

static struct unit
read_euc_jp(const unsigned char *p, size_t left, unsigned before)
{
    uint32_t c;

    (void)before;
    if (p[0] == 0x8e && left >= 2 && p[1] >= 0xa1 && p[1] <= 0xdf)
        return (struct unit){ 2, COST_HALF_NEXT };
    if (p[0] == 0x8f && left >= 3 && p[1] >= 0xa1 && p[2] >= 0xa1)
        return (struct unit){ 3, COST_STRANGE };
    if (p[0] < 0xa1 || left < 2)
        return (struct unit){ 1, COST_BROKEN };
    c = shogi_cjk_char(shogi_cjk_table(SHOGI_CJK_JIS), p[0], p[1]);
    if (c == 0)
        return (struct unit){ 1, COST_BROKEN };
    return (struct unit){ 2,
                          cost_of(c, JAPANESE, p[0] < 0xd0 ? COST_COMMON : COST_RARE) };
}

static struct unit
read_gb18030(const unsigned char *p, size_t left, unsigned before)
{
    uint32_t c;
    int kanji = COST_RARE;

    (void)before;
    if (p[0] == 0x80 || p[0] == 0xff || left < 2)
        return (struct unit){ 1, COST_BROKEN };
    if (left >= 4 && p[1] >= '0' && p[1] <= '9' && p[2] >= 0x81 && p[2] <= 0xfe
        && p[3] >= '0' && p[3] <= '9')
        return (struct unit){ 4, COST_RARE };
    c = shogi_cjk_char(shogi_cjk_table(SHOGI_CJK_GB), p[0], p[1]);
    if (c == 0)
        return (struct unit){ 1, COST_BROKEN };
    if (p[0] >= 0xb0 && p[0] <= 0xd7 && p[1] >= 0xa1)
        kanji = COST_COMMON;
    return (struct unit){ 2, cost_of(c, CHINESE, kanji) };
}

static struct unit
read_big5(const unsigned char *p, size_t left, unsigned before)
{
    uint32_t c;

    (void)before;
    if (p[0] == 0x80 || p[0] == 0xff || left < 2)
        return (struct unit){ 1, COST_BROKEN };
    c = shogi_cjk_char(shogi_cjk_table(SHOGI_CJK_BIG5), p[0], p[1]);
    if (c == 0)
        return (struct unit){ 1, COST_BROKEN };
    return (struct unit){ 2, cost_of(c, CHINESE, p[0] < 0xc8 ? COST_COMMON : COST_RARE) };
}

static struct unit
read_utf8(const unsigned char *p, size_t left, unsigned before)
{
    size_t size;
    uint32_t c = shogi_utf8_decode((const char *)p, left, &size);

    (void)before;
    if (size == 1)
        return (struct unit){ 1, COST_BROKEN };
    return (struct unit){ size, cost_of(c, JAPANESE, COST_COMMON) };
}

/* ---- candidates ------------------------------------------------------------------ */

/* In the order in which they are tried; the first of equals wins. */
static const struct candidate {
    enum shogi_encoding encoding;
    int start; /* bits: how much rarer than CP932 such records are */
    struct unit (*read)(const unsigned char *p, size_t left, unsigned before);
} candidates[] = {
    { SHOGI_ENCODING_CP932, 0, read_cp932 },
    { SHOGI_ENCODING_UTF8, 0, read_utf8 },
    { SHOGI_ENCODING_EUC_JP, 4, read_euc_jp },
    { SHOGI_ENCODING_GB18030, 16, read_gb18030 },
    { SHOGI_ENCODING_BIG5, 18, read_big5 },
};

enum { CANDIDATES = sizeof candidates / sizeof candidates[0] };

struct reading {
    long cost;
    size_t count; /* of characters that are not ASCII */
};

/* Read up to END, or MAX_COUNT characters, or until it costs more than LIMIT. */
static struct reading
read_as(const struct candidate *candidate, const unsigned char *p,
        const unsigned char *end, size_t max_count, long limit)
{
    struct reading r = { candidate->start, 0 };
    unsigned before = 0;

    while (p < end && r.count < max_count && r.cost <= limit) {
        struct unit unit;

        if (*p < 0x80) {
            before = *p++;
            continue;
        }
        unit = candidate->read(p, (size_t)(end - p), before);
        before = *p;
        p += unit.size;
        r.cost += unit.cost;
        r.count++;
    }
    return r;
}

/* The end of the part that is looked at: behind a line. */
static const unsigned char *
sample_end(const unsigned char *p, const unsigned char *end)
{
    size_t high = 0;

    for (; p < end; p++) {
        high += *p >= 0x80;
        if (high >= SAMPLE_BYTES && *p == '\n')
            break;
    }
    return p;
}

enum shogi_encoding
shogi_encoding_guess(const char *s, size_t len, enum shogi_encoding declared)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const unsigned char *p = (const unsigned char *)s, *end = p + len;
    enum shogi_encoding best = SHOGI_ENCODING_UTF8;
    long least = -1;

    pthread_once(&once, fill_languages);
    if (shogi_encoding_available(SHOGI_ENCODING_CP932)) {
        struct reading r = read_as(&candidates[0], p, end, SURE_COUNT, 100000);

        if (r.count == SURE_COUNT && r.cost <= (long)SURE_COUNT * SURE_COST)
            return SHOGI_ENCODING_CP932;
    }
    end = sample_end(p, end);
    for (int i = 0; i < CANDIDATES; i++) {
        long cost;

        if (!shogi_encoding_available(candidates[i].encoding))
            continue;
        cost = read_as(&candidates[i], p, end, SIZE_MAX, 10000000).cost;
        if (candidates[i].encoding == declared)
            cost -= DECLARED_BONUS;
        if (least < 0 || cost < least) {
            least = cost;
            best = candidates[i].encoding;
        }
    }
    return best;
}

/* ---- declarations ---------------------------------------------------------------- */

static size_t
line_length(const char *s, size_t len)
{
    size_t n = 0;

    while (n < len && s[n] != '\n' && s[n] != '\r')
        n++;
    return n;
}

static bool
is_name_char(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')
           || c == '-' || c == '_';
}

/* The name behind "encoding=" in a line; AUTO: there is none that we know. */
static enum shogi_encoding
declared_in_line(const char *s, size_t len)
{
    static const char key[] = "encoding=";
    const size_t key_len = sizeof key - 1;
    enum shogi_encoding encoding;
    size_t n = 0;

    while (len >= key_len && memcmp(s, key, key_len) != 0) {
        s++;
        len--;
    }
    if (len < key_len)
        return SHOGI_ENCODING_AUTO;
    s += key_len;
    len -= key_len;
    while (n < len && is_name_char(s[n]))
        n++;
    if (n > 0 && shogi_encoding_from_name(s, n, &encoding))
        return encoding;
    return SHOGI_ENCODING_AUTO;
}

enum shogi_encoding
shogi_encoding_declared(const char *s, size_t len)
{
    /* Comments of KIF and KI2, of CSA; only the first few lines, and no book. */
    for (int line = 0; line < 4 && len > 0; line++) {
        size_t n = line_length(s, len < 512 ? len : 512);

        if (*s == '#' || *s == '\'') {
            enum shogi_encoding encoding = declared_in_line(s, n);

            if (encoding != SHOGI_ENCODING_AUTO)
                return encoding;
        } else if (n > 0) {
            break;
        }
        n += n < len;
        s += n;
        len -= n;
    }
    return SHOGI_ENCODING_AUTO;
}
