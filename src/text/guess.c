/* SPDX-License-Identifier: MIT */
/* guess.c - which encoding some bytes are in.
 *
 * Each candidate reads the bytes; each character it finds costs some bits, few
 * for one that records of games are full of, many for one that nobody writes.
 * The reading that costs least is the likeliest. */
#include "text/decode.h"

#include <limits.h>
#include <pthread.h>
#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "text/cjk.h"
#include "text/form.h"

/* Bits that a character costs.  Only the differences matter. */
enum {
    COST_RECORD = 6,      /* one that records are made of */
    COST_KANA = 8,        /* kana, full-width letters, usual punctuation */
    COST_LETTER = 10,     /* Latin, Greek, Cyrillic, in UTF-8 */
    COST_SYMBOL = 11,     /* from the rows of symbols */
    COST_COMMON = 12,     /* kanji of the first level */
    COST_RARE = 17,       /* kanji of the second level, vendors' additions */
    COST_STRANGE = 20,    /* private use, scripts that records do not use */
    COST_BROKEN = 24,     /* a byte that starts no character */
    COST_HALF_FIRST = 12, /* half-width katakana: the first of a run, */
    COST_HALF_NEXT = 6,   /* one that may follow, */
    COST_HALF_MARK = 3,   /* a mark or small letter behind what it belongs to, */
    COST_HALF_ODD = 14    /* one that no Japanese word has in this place */
};

/* A reading of at least this many bytes that are not ASCII, which cost no more
 * than so many half bits each, is no accident: nothing else needs to be tried. */
enum { SURE_BYTES = 64, SURE_HALF_BITS = 9 };

/* High bytes looked at when it is not that clear. */
enum {
    SAMPLE_BYTES = 4096,
    LONGEST = 4, /* bytes of a character in any encoding */
    SAMPLE_ROOM = SAMPLE_BYTES * LONGEST
};

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

static const struct unit BROKEN = { 1, COST_BROKEN };

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

/* The cost of the half-width katakana C behind BEFORE, another one.  Voicing
 * marks need a consonant that can be voiced, small vowels and small ya, yu, yo
 * one that can be palatalised.  Bytes that are no katakana rarely obey. */
static int
cost_of_next_katakana(unsigned before, unsigned c)
{
    bool is_voiced = before == 0xde || before == 0xdf, fits;

    if (c >= 0xaf && c < 0xdd && c != 0xb0) /* small tsu, vowels and syllables */
        return COST_HALF_NEXT;
    if (c == 0xde) /* voiced: ka, sa, ta, ha rows, and u */
        fits = (before >= 0xb6 && before <= 0xc4) || (before >= 0xca && before <= 0xce)
               || before == 0xb3;
    else if (c == 0xdf) /* half voiced: ha row */
        fits = before >= 0xca && before <= 0xce;
    else if (c >= 0xac && c <= 0xae) /* small ya, yu, yo: ki, shi, chi, ni, hi, mi, ri */
        fits = is_voiced || before == 0xb7 || before == 0xbc || before == 0xc1
               || before == 0xc6 || before == 0xcb || before == 0xd0 || before == 0xd8;
    else if (c >= 0xa7 && c <= 0xab) /* small vowels: fu, te, u, shi, chi */
        fits = is_voiced || before == 0xcc || before == 0xc3 || before == 0xb3
               || before == 0xbc || before == 0xc1;
    else if (c == 0xdd || c == 0xb0) /* n, long vowel */
        fits = before >= 0xb1;
    else if (c == 0xa5) /* middle dot, between two names */
        return before >= 0xb1 ? COST_HALF_NEXT : COST_HALF_ODD;
    else
        fits = false; /* wo, full stop, brackets, comma */
    return fits ? COST_HALF_MARK : COST_HALF_ODD;
}

/* May it begin a word?  Not a small letter, a mark, or n. */
static bool
may_begin(unsigned c)
{
    return c >= 0xb1 && c < 0xdd;
}

static inline struct unit
read_cp932(const struct shogi_cjk_table *table, const unsigned char *p, size_t left,
           unsigned before)
{
    unsigned lead = p[0];
    uint32_t c;
    int kanji;

    if (lead >= 0xa1 && lead <= 0xdf) {
        if (before >= 0xa1 && before <= 0xdf)
            return (struct unit){ 1, cost_of_next_katakana(before, lead) };
        return (struct unit){ 1,
                              COST_HALF_FIRST + (may_begin(lead) ? 0 : COST_HALF_ODD) };
    }
    c = left >= 2 ? shogi_cjk_char(table, lead, p[1]) : 0;
    if (c == 0)
        return BROKEN;
    kanji = lead < 0x98 || (lead == 0x98 && p[1] <= 0x72) ? COST_COMMON : COST_RARE;
    return (struct unit){ 2, cost_of(c, JAPANESE, kanji) };
}

static inline struct unit
read_euc_jp(const struct shogi_cjk_table *table, const unsigned char *p, size_t left,
            unsigned before)
{
    size_t size = shogi_euc_jp_length(p, left);
    uint32_t c;

    if (size == 0)
        return BROKEN;
    /* Half-width katakana.  In CP932 the pair is one of a few kanji, and words of
     * three such kanji are rare. */
    if (p[0] == 0x8e)
        return (struct unit){ 2, before == 0x8e ? COST_KANA : COST_RARE };
    if (p[0] == 0x8f)
        return (struct unit){ 3, COST_STRANGE };
    c = shogi_cjk_char(table, p[0], p[1]);
    if (c == 0)
        return BROKEN;
    return (struct unit){ 2,
                          cost_of(c, JAPANESE, p[0] < 0xd0 ? COST_COMMON : COST_RARE) };
}

static inline struct unit
read_gb18030(const struct shogi_cjk_table *table, const unsigned char *p, size_t left,
             unsigned before)
{
    size_t size = shogi_gb18030_length(p, left);
    bool is_common = p[0] >= 0xb0 && p[0] <= 0xd7 && left >= 2 && p[1] >= 0xa1;
    uint32_t c;

    (void)before;
    if (size == 0)
        return BROKEN;
    if (size == 4)
        return (struct unit){ 4, COST_RARE };
    c = shogi_cjk_char(table, p[0], p[1]);
    if (c == 0)
        return BROKEN;
    return (struct unit){ 2, cost_of(c, CHINESE, is_common ? COST_COMMON : COST_RARE) };
}

static inline struct unit
read_big5(const struct shogi_cjk_table *table, const unsigned char *p, size_t left,
          unsigned before)
{
    uint32_t c = left >= 2 ? shogi_cjk_char(table, p[0], p[1]) : 0;

    (void)before;
    if (c == 0)
        return BROKEN;
    return (struct unit){ 2, cost_of(c, CHINESE, p[0] < 0xc8 ? COST_COMMON : COST_RARE) };
}

static inline struct unit
read_utf8(const struct shogi_cjk_table *table, const unsigned char *p, size_t left,
          unsigned before)
{
    size_t size;
    uint32_t c = shogi_utf8_decode((const char *)p, left, &size);

    (void)table;
    (void)before;
    if (size == 1)
        return BROKEN;
    if ((c >= 0xc0 && c < 0x300) || (c >= 0x370 && c < 0x530))
        return (struct unit){ size, COST_LETTER };
    if (c >= 0xa0 && c < 0xc0)
        return (struct unit){ size, COST_COMMON };
    return (struct unit){ size, cost_of(c, JAPANESE, COST_COMMON) };
}

/* ---- readings -------------------------------------------------------------------- */

static inline const unsigned char *
skip_ascii(const unsigned char *p, const unsigned char *end)
{
    return (const unsigned char *)shogi_ascii_skip((const char *)p, (const char *)end);
}

struct reading {
    long cost;
    size_t bytes; /* of characters that are not ASCII */
};

/* Some bytes, and when enough of them were read. */
struct text {
    const unsigned char *p, *end;
    size_t max_bytes; /* that are not ASCII */
    long limit;       /* above this cost nothing more is asked */
};

/* What the bytes of T cost as READ reads them.  Each reading has a function of its
 * own, so that its loop has no call in it. */
static inline struct reading
read_all(const struct text *t, const struct shogi_cjk_table *table,
         struct unit (*read)(const struct shogi_cjk_table *table, const unsigned char *p,
                             size_t left, unsigned before))
{
    const unsigned char *p = t->p, *end = t->end;
    struct reading r = { 0, 0 };
    unsigned before = 0;

    while (p < end && r.bytes < t->max_bytes && r.cost <= t->limit) {
        struct unit unit;

        if (*p < 0x80) {
            p = skip_ascii(p, end);
            before = 0;
            continue;
        }
        unit = read(table, p, (size_t)(end - p), before);
        before = *p;
        p += unit.size;
        r.cost += unit.cost;
        r.bytes += unit.size;
    }
    return r;
}

static struct reading
read_all_cp932(const struct text *t, const struct shogi_cjk_table *table)
{
    return read_all(t, table, read_cp932);
}

static struct reading
read_all_utf8(const struct text *t, const struct shogi_cjk_table *table)
{
    return read_all(t, table, read_utf8);
}

static struct reading
read_all_euc_jp(const struct text *t, const struct shogi_cjk_table *table)
{
    return read_all(t, table, read_euc_jp);
}

static struct reading
read_all_gb18030(const struct text *t, const struct shogi_cjk_table *table)
{
    return read_all(t, table, read_gb18030);
}

static struct reading
read_all_big5(const struct text *t, const struct shogi_cjk_table *table)
{
    return read_all(t, table, read_big5);
}

/* ---- candidates ------------------------------------------------------------------ */

static size_t
utf8_length(const unsigned char *p, size_t left)
{
    size_t size;
    uint32_t c = shogi_utf8_decode((const char *)p, left, &size);

    return c >= 0x80 && size == 1 ? 0 : size;
}

/* In the order in which they are tried: the likeliest first, so that the others know
 * what they have to beat.  The first of equals wins, but UTF-8 over all. */
static const struct candidate {
    enum shogi_encoding encoding;
    enum shogi_cjk set; /* SHOGI_CJK_COUNT: needs no table */
    int start;          /* bits: how much rarer than CP932 such records are */
    size_t (*length)(const unsigned char *p, size_t left);
    struct reading (*read)(const struct text *t, const struct shogi_cjk_table *table);
} candidates[] = {
    /* clang-format off */
    { SHOGI_ENCODING_CP932,   SHOGI_CJK_CP932,  0, shogi_cp932_length,   read_all_cp932 },
    { SHOGI_ENCODING_UTF8,    SHOGI_CJK_COUNT,  0, utf8_length,          read_all_utf8 },
    { SHOGI_ENCODING_EUC_JP,  SHOGI_CJK_JIS,    2, shogi_euc_jp_length,  read_all_euc_jp },
    { SHOGI_ENCODING_GB18030, SHOGI_CJK_GB,    16, shogi_gb18030_length, read_all_gb18030 },
    { SHOGI_ENCODING_BIG5,    SHOGI_CJK_BIG5,  18, shogi_big5_length,    read_all_big5 },
    /* clang-format on */
};

enum { CANDIDATES = sizeof candidates / sizeof candidates[0] };

/* What the bytes cost at least in the form of a candidate, whatever they mean:
 * found without its table, which takes time to fill.  Stops above LIMIT. */
static long
least_cost(const struct candidate *candidate, const unsigned char *p,
           const unsigned char *end, long limit)
{
    long cost = candidate->start;

    while ((p = skip_ascii(p, end)) < end && cost <= limit) {
        size_t size = candidate->length(p, (size_t)(end - p));

        cost += size == 0 ? COST_BROKEN : size == 1 ? COST_HALF_MARK : COST_RECORD;
        p += size ? size : 1;
    }
    return cost;
}

/* Copy to OUT what tells encodings apart, so that all candidates read little: of
 * the first SAMPLE_BYTES that are not ASCII each, with what may belong to the same
 * character.  ASCII farther behind stands for itself in all of them.  Returns how
 * many bytes that are. */
static size_t
take_sample(const unsigned char *p, const unsigned char *end,
            unsigned char out[SAMPLE_ROOM])
{
    size_t n = 0;

    for (size_t high = 1; high <= SAMPLE_BYTES && (p = skip_ascii(p, end)) < end;
         high++) {
        out[n++] = *p++;
        for (int i = 1; i < LONGEST && p < end && (*p < 0x80 || high == SAMPLE_BYTES);
             i++)
            out[n++] = *p++;
    }
    return n;
}

/* Is it CP932 without doubt?  Nearly all games that come here are. */
static bool
is_surely_cp932(const unsigned char *p, const unsigned char *end)
{
    const struct text t = { p, end, SURE_BYTES, SURE_BYTES * SURE_HALF_BITS };
    const struct shogi_cjk_table *table = shogi_cjk_table(SHOGI_CJK_CP932);
    struct reading r;

    if (!table)
        return false;
    r = read_all_cp932(&t, table);
    return r.bytes >= SURE_BYTES && r.cost * 2 <= (long)r.bytes * SURE_HALF_BITS;
}

/* What the bytes cost as CANDIDATE reads them, or something above LIMIT.  For an
 * encoding that iconv lacks it is told by form alone, with common kanji for all that
 * there is: the caller will find out that it cannot be decoded, and can say which one
 * it is. */
static long
cost_as(const struct candidate *candidate, const unsigned char *p,
        const unsigned char *end, long limit)
{
    const struct text t = { p, end, SIZE_MAX, limit - candidate->start };
    const struct shogi_cjk_table *table = NULL;

    if (candidate->set != SHOGI_CJK_COUNT) {
        if (!shogi_cjk_is_filled(candidate->set)
            && least_cost(candidate, p, end, limit) >= limit)
            return LONG_MAX;
        table = shogi_cjk_table(candidate->set);
        if (!table)
            return least_cost(candidate, p, end, LONG_MAX) * (COST_COMMON / COST_RECORD);
    }
    return candidate->start + candidate->read(&t, table).cost;
}

/* The candidate that costs least. */
static enum shogi_encoding
cheapest(const unsigned char *p, const unsigned char *end, enum shogi_encoding declared)
{
    enum shogi_encoding best = SHOGI_ENCODING_UTF8;
    long least = LONG_MAX;

    for (int i = 0; i < CANDIDATES; i++) {
        const struct candidate *candidate = &candidates[i];
        bool is_utf8 = candidate->encoding == SHOGI_ENCODING_UTF8;
        long bonus = candidate->encoding == declared ? DECLARED_BONUS : 0;
        long limit = least > LONG_MAX - bonus ? LONG_MAX : least + bonus;
        long cost = cost_as(candidate, p, end, limit) - bonus;

        if (cost < least || (is_utf8 && cost == least)) {
            least = cost;
            best = candidate->encoding;
        }
    }
    return best;
}

/* Strict UTF-8, but nothing beyond U+07FF: half-width katakana and short words
 * of EUC-JP can look like that. */
static bool
has_only_short_chars(const unsigned char *p, const unsigned char *end)
{
    bool any = false;

    while ((p = skip_ascii(p, end)) < end) {
        if (*p >= 0xe0)
            return false;
        any = true;
        p += 2;
    }
    return any;
}

enum shogi_encoding
shogi_encoding_guess(const char *s, size_t len, enum shogi_encoding declared,
                     bool *is_utf8)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const unsigned char *p = (const unsigned char *)s, *end = p + len;
    unsigned char sample[SAMPLE_ROOM];

    *is_utf8 = shogi_utf8_is_valid(s, len);
    if (*is_utf8 && !has_only_short_chars(p, end))
        return skip_ascii(p, end) == end && shogi_has_jis_escape(s, len)
                   ? SHOGI_ENCODING_ISO_2022_JP
                   : SHOGI_ENCODING_UTF8;
    pthread_once(&once, fill_languages);
    p = skip_ascii(p, end);
    if (!*is_utf8 && is_surely_cp932(p, end))
        return SHOGI_ENCODING_CP932;
    return cheapest(sample, sample + take_sample(p, end, sample), declared);
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
