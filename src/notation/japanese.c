/* SPDX-License-Identifier: MIT */
/* japanese.c - moves, pieces and numbers as Japanese text, both ways. */
#include "notation/japanese.h"

#include <pthread.h>

/* ---- the table of characters ---------------------------------------------------- */

enum glyph_class {
    GLYPH_NONE,
    GLYPH_DIGIT,
    GLYPH_NUMERAL,
    GLYPH_PIECE,
    GLYPH_SUFFIX,
    GLYPH_SAME,
    GLYPH_PROMOTE,
    GLYPH_NOT,
    GLYPH_RAW,
    GLYPH_DROP,
    GLYPH_WORD,
    GLYPH_MARK,
    GLYPH_OPEN,
    GLYPH_CLOSE,
};

static const struct glyph_row {
    uint8_t class, value;
    char text[3][4];
    const char *more;
} rows[] = {
#define SHOGI_GLYPH(class, value, japanese, traditional, simplified, more)               \
    { GLYPH_##class, value, { japanese, traditional, simplified }, more },
#include "notation/glyph.def"
#undef SHOGI_GLYPH
};

/* A character of three bytes and what it means; key 0: a free slot. */
struct glyph {
    uint32_t key;
    uint8_t class, value;
    bool is_chinese;
};

enum { GLYPH_BITS = 9, GLYPH_SLOTS = 1 << GLYPH_BITS, SCRIPTS = 3 };

static struct glyph glyphs[GLYPH_SLOTS];
static pthread_once_t glyphs_once = PTHREAD_ONCE_INIT;

static inline uint32_t
key_of(const char *p)
{
    const unsigned char *u = (const unsigned char *)p;

    return (uint32_t)u[0] << 16 | (uint32_t)u[1] << 8 | u[2];
}

static inline uint32_t
slot_of(uint32_t key)
{
    return key * 0x9e3779b1u >> (32 - GLYPH_BITS);
}

static void
add_glyph(const struct glyph_row *row, const char *text, bool is_chinese)
{
    uint32_t key = key_of(text), i = slot_of(key);

    while (glyphs[i].key && glyphs[i].key != key)
        i = (i + 1) % GLYPH_SLOTS;
    if (!glyphs[i].key)
        glyphs[i] = (struct glyph){ key, row->class, row->value, is_chinese };
}

static void
fill_glyphs(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        add_glyph(&rows[i], rows[i].text[0], false);
        for (const char *p = rows[i].more; *p; p += 3)
            add_glyph(&rows[i], p, false);
    }
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int script = 1; script < SCRIPTS; script++)
            add_glyph(&rows[i], rows[i].text[script], true);
}

void
shogi_japanese_init(void)
{
    pthread_once(&glyphs_once, fill_glyphs);
}

static const struct glyph no_glyph;

/* The character at P; a zero byte follows the text, and no byte behind it is
 * looked at. */
static inline const struct glyph *
glyph_at(const char *p)
{
    uint32_t key, i;

    if (!(p[0] & 0x80) || !(p[1] & 0x80))
        return &no_glyph;
    key = key_of(p);
    for (i = slot_of(key); glyphs[i].key; i = (i + 1) % GLYPH_SLOTS)
        if (glyphs[i].key == key)
            return &glyphs[i];
    return &no_glyph;
}

static inline enum glyph_class
class_at(const char *p)
{
    return (enum glyph_class)glyph_at(p)->class;
}

/* ---- reading -------------------------------------------------------------------- */

/* Take one digit of a square in any writing, 0..9; -1: none is here. */
static inline int
take_coordinate(struct scan *s)
{
    const struct glyph *g;

    if (*s->p >= '0' && *s->p <= '9')
        return *s->p++ - '0';
    g = glyph_at(s->p);
    if (g->class != GLYPH_DIGIT && g->class != GLYPH_NUMERAL)
        return -1;
    s->p += 3;
    return g->value;
}

bool
shogi_mark_scan(struct scan *s, enum shogi_side *side)
{
    const struct glyph *g = glyph_at(s->p);

    if (g->class != GLYPH_MARK || s->p >= s->eol)
        return false;
    *side = (enum shogi_side)g->value;
    s->p += 3;
    return true;
}

/* Second characters of long names that are also something else. */
static bool
take_long_name(struct scan *s, enum shogi_kind *kind)
{
    const struct glyph *g = glyph_at(s->p);

    if (g->class == GLYPH_SUFFIX) {
        s->p += 3;
        return true;
    }
    if (g->class != GLYPH_PIECE)
        return false;
    if (*kind == SHOGI_KNIGHT && g->value == SHOGI_HORSE) { /* keima */
        s->p += 3;
        return true;
    }
    if (*kind == SHOGI_TOKIN && g->value == SHOGI_GOLD) { /* tokin */
        s->p += 3;
        return true;
    }
    if (*kind == SHOGI_DRAGON && (g->value == SHOGI_KING || g->value == SHOGI_HORSE)) {
        if (g->value == SHOGI_HORSE) /* ryuma is the horse, ryuo the dragon */
            *kind = SHOGI_HORSE;
        s->p += 3;
        return true;
    }
    return false;
}

static bool
take_kind(struct scan *s, enum shogi_kind *kind, bool *is_chinese)
{
    const char *start = s->p;
    const struct glyph *g = glyph_at(s->p);
    bool promoted = g->class == GLYPH_PROMOTE;

    if (promoted) {
        s->p += 3;
        g = glyph_at(s->p);
    }
    if (g->class != GLYPH_PIECE
        || (promoted && !shogi_kind_can_promote((enum shogi_kind)g->value))) {
        s->p = start;
        return false;
    }
    *kind = (enum shogi_kind)g->value;
    *is_chinese |= g->is_chinese;
    s->p += 3;
    if (*s->p & 0x80)
        take_long_name(s, kind);
    if (promoted)
        *kind = shogi_kind_promoted(*kind);
    return true;
}

bool
shogi_kind_scan(struct scan *s, enum shogi_kind *kind)
{
    bool is_chinese = false;

    if (!take_kind(s, kind, &is_chinese))
        return false;
    if (*kind == SHOGI_BISHOP) /* its long name; in a move this may be a word */
        scan_word(s, "行");
    return true;
}

bool
shogi_kind_glyph_scan(struct scan *s, enum shogi_kind *kind)
{
    const struct glyph *g = glyph_at(s->p);

    if (g->class != GLYPH_PIECE)
        return false;
    *kind = (enum shogi_kind)g->value;
    s->p += 3;
    return true;
}

/* Take square or dou with what may follow it; false: the scanner stands at the
 * character that does not fit. */
static bool
take_target(struct scan *s, struct shogi_written_move *m)
{
    int file, rank;

    if (class_at(s->p) == GLYPH_SAME) {
        s->p += 3;
        m->to = SHOGI_NO_SQUARE;
        scan_blanks(s); /* U+3000 as Kifu for Windows, a space or nothing as others */
        return true;
    }
    const char *start = s->p;
    file = take_coordinate(s);
    if (file < 1) {
        s->p = start;
        return false;
    }
    start = s->p;
    rank = take_coordinate(s);
    if (rank < 1) {
        s->p = start;
        return false;
    }
    m->to = shogi_square_at(file, rank);
    if (class_at(s->p) == GLYPH_SAME) /* "68 dou gin", in the line of a diagram */
        s->p += 3;
    return true;
}

/* Take an origin, "(77)"; "(00)" is a drop (TSEC).  A time in parentheses is
 * none: the scanner does not move. */
static void
take_origin(struct scan *s, struct shogi_written_move *m)
{
    const char *start = s->p;
    int file, rank;

    scan_blanks(s);
    if (*s->p == '(')
        s->p++;
    else if (class_at(s->p) == GLYPH_OPEN)
        s->p += 3;
    else
        goto none;
    file = take_coordinate(s);
    rank = file < 0 ? -1 : take_coordinate(s);
    if (rank < 0 || (file == 0) != (rank == 0))
        goto none;
    if (*s->p == ')')
        s->p++;
    else if (class_at(s->p) == GLYPH_CLOSE)
        s->p += 3;
    else
        goto none;
    if (file == 0)
        m->drop = true;
    else
        m->from = shogi_square_at(file, rank);
    return;

none:
    s->p = start;
}

/* Take the words between piece and origin, in any order; false: one that does
 * not fit. */
static bool
take_modifiers(struct scan *s, struct shogi_written_move *m)
{
    while (*s->p & 0x80) {
        const struct glyph *g = glyph_at(s->p);

        switch (g->class) {
        case GLYPH_WORD:
            if (m->words & g->value)
                return false;
            m->may_be_name |=
                m->kind == SHOGI_BISHOP && m->words == 0 && g->value == SHOGI_WORD_UP;
            m->words |= g->value;
            break;
        case GLYPH_DROP:
            if (m->drop)
                return false;
            m->drop = true;
            break;
        case GLYPH_PROMOTE:
        case GLYPH_NOT:
        case GLYPH_RAW: /* nama: the same as narazu */
            if (m->promotion != SHOGI_PROMOTION_UNSTATED)
                return false;
            m->promotion = g->class == GLYPH_PROMOTE ? SHOGI_PROMOTES : SHOGI_STAYS;
            if (g->class == GLYPH_NOT) {
                s->p += 3;
                if (class_at(s->p) != GLYPH_PROMOTE)
                    return false;
            }
            break;
        default:
            return true;
        }
        s->p += 3;
    }
    return true;
}

bool
shogi_written_move_starts(const struct scan *s)
{
    if (s->p >= s->eol)
        return false;
    if (*s->p >= '0' && *s->p <= '9')
        return true;
    switch (class_at(s->p)) {
    case GLYPH_MARK:
    case GLYPH_SAME:
    case GLYPH_DIGIT:
        return true;
    case GLYPH_NUMERAL: /* "76" all in kanji; one numeral alone is an ordinary word */
        return class_at(s->p + 3) == GLYPH_NUMERAL && class_at(s->p + 6) == GLYPH_PIECE;
    default:
        return false;
    }
}

enum shogi_written
shogi_written_move_scan(struct scan *s, struct shogi_written_move *m)
{
    enum shogi_side mark = SHOGI_NO_SIDE;
    enum shogi_kind kind;
    bool is_chinese = false;

    if (!shogi_written_move_starts(s))
        return SHOGI_WRITTEN_NONE;
    *m = (struct shogi_written_move){ .from = SHOGI_NO_SQUARE };
    if (shogi_mark_scan(s, &mark))
        scan_blanks(s);
    m->mark = (uint8_t)mark;
    if (!take_target(s, m) || !take_kind(s, &kind, &is_chinese))
        return SHOGI_WRITTEN_BAD;
    m->kind = (uint8_t)kind;
    m->is_chinese = is_chinese;
    m->may_be_tokin =
        kind == SHOGI_PROMOTED_LANCE
        && (memcmp(s->p - 3, "个", 3) == 0 || memcmp(s->p - 3, "個", 3) == 0);
    if ((*s->p & 0x80) && !take_modifiers(s, m))
        return SHOGI_WRITTEN_BAD;
    take_origin(s, m);
    if (m->drop && shogi_kind_is_promoted(kind)) { /* a foul, but a move: "tokin utsu" */
        m->kind = (uint8_t)shogi_kind_base(kind);
        m->promotion = SHOGI_PROMOTES;
    }
    if (m->drop && (m->from != SHOGI_NO_SQUARE || m->kind >= SHOGI_HAND_COUNT))
        return SHOGI_WRITTEN_BAD;
    if (m->drop && m->promotion == SHOGI_PROMOTES
        && !shogi_kind_can_promote((enum shogi_kind)m->kind))
        return SHOGI_WRITTEN_BAD;
    return SHOGI_WRITTEN_OK;
}

/* Take the square or dou, and the blank behind it. */
static inline const char *
plain_target(const char *p, shogi_square *to)
{
    const struct glyph *file = glyph_at(p), *rank;

    if (file->class == GLYPH_SAME) {
        *to = SHOGI_NO_SQUARE;
        return memcmp(p + 3, "　", 3) == 0 ? p + 6 : p + 3;
    }
    rank = file->class == GLYPH_DIGIT ? glyph_at(p + 3) : &no_glyph;
    if (rank->class != GLYPH_NUMERAL || file->value == 0 || rank->value == 0)
        return NULL;
    *to = shogi_square_at(file->value, rank->value);
    return p + 6;
}

/* Take the origin "(77)". */
static inline const char *
plain_origin(const char *p, shogi_square *from)
{
    unsigned file, rank;

    if (p[0] != '(')
        return NULL;
    file = (unsigned)(p[1] - '1');
    if (file > 8)
        return NULL;
    rank = (unsigned)(p[2] - '1');
    if (rank > 8 || p[3] != ')')
        return NULL;
    *from = (shogi_square)(file * 9 + rank);
    return p + 4;
}

const char *
shogi_plain_move_scan(const char *p, struct shogi_written_move *m)
{
    const struct glyph *piece;
    bool promoted;

    *m = (struct shogi_written_move){ .from = SHOGI_NO_SQUARE, .mark = SHOGI_NO_SIDE };
    p = plain_target(p, &m->to);
    if (!p)
        return NULL;
    piece = glyph_at(p);
    promoted = piece->class == GLYPH_PROMOTE;
    if (promoted)
        piece = glyph_at(p += 3);
    /* One character for a promoted lance may mean another piece. */
    if (piece->class != GLYPH_PIECE || piece->is_chinese
        || piece->value == SHOGI_PROMOTED_LANCE)
        return NULL;
    m->kind = piece->value;
    if (promoted) {
        if (!shogi_kind_can_promote((enum shogi_kind)m->kind))
            return NULL;
        m->kind = (uint8_t)shogi_kind_promoted((enum shogi_kind)m->kind);
    }
    p += 3;
    if (*p & 0x80) {
        enum glyph_class class = class_at(p);
        p += 3;
        if (class == GLYPH_DROP) {
            m->drop = true;
            return m->kind < SHOGI_HAND_COUNT && *p != '(' && !(*p & 0x80) ? p : NULL;
        }
        if (class != GLYPH_PROMOTE)
            return NULL;
        m->promotion = SHOGI_PROMOTES;
    }
    return plain_origin(p, &m->from);
}

/* ---- which piece is meant ------------------------------------------------------- */

static inline bool
bb_has(shogi_bb b, shogi_square square)
{
    return square < 63 ? b.word[0] >> square & 1 : b.word[1] >> (square - 63) & 1;
}

static inline void
bb_add(shogi_bb *b, shogi_square square)
{
    b->word[square >= 63] |= (uint64_t)1 << (square < 63 ? square : square - 63);
}

static inline bool
bb_is_empty(shogi_bb b)
{
    return !(b.word[0] | b.word[1]);
}

/* How many, but more than two are two. */
static inline int
bb_few(shogi_bb b)
{
    if (bb_is_empty(b))
        return 0;
    if (b.word[0] && b.word[1])
        return 2;
    return ((b.word[0] & (b.word[0] - 1)) | (b.word[1] & (b.word[1] - 1))) ? 2 : 1;
}

/* The lowest square of a set that is not empty. */
static shogi_square
bb_first(shogi_bb b)
{
    shogi_square square = 0;

    while (!bb_has(b, square))
        square++;
    return square;
}

static shogi_bb
bb_and(shogi_bb a, shogi_bb b)
{
    return (shogi_bb){ { a.word[0] & b.word[0], a.word[1] & b.word[1] } };
}

/* Pieces of the mover named KIND that move to TO by the way they move. */
static shogi_bb
candidates(const struct shogi_position *p, enum shogi_kind kind, shogi_square to)
{
    enum shogi_side side = (enum shogi_side)p->turn;
    shogi_bb pieces = bb_and(p->kind[kind], p->side[side]);

    if (bb_is_empty(pieces))
        return pieces;
    return bb_and(shogi_position_attackers(p, side, to), pieces);
}

/* How the way from FROM to TO looks for the mover. */
static unsigned
direction_of(enum shogi_side side, shogi_square from, shogi_square to)
{
    int ahead = shogi_square_rank(from) - shogi_square_rank(to);

    if (side == SHOGI_WHITE)
        ahead = -ahead;
    return ahead > 0 ? SHOGI_WORD_UP : ahead < 0 ? SHOGI_WORD_DOWN : SHOGI_WORD_SIDEWAYS;
}

/* On which side of square B does A lie for the mover?  0: on the same file. */
static unsigned
side_of(enum shogi_side side, shogi_square a, shogi_square b)
{
    int left = shogi_square_file(a) - shogi_square_file(b);

    if (side == SHOGI_WHITE)
        left = -left;
    return left > 0 ? SHOGI_WORD_LEFT : left < 0 ? SHOGI_WORD_RIGHT : 0;
}

static bool
is_big(enum shogi_kind kind)
{
    return kind == SHOGI_ROOK || kind == SHOGI_BISHOP || kind == SHOGI_DRAGON
           || kind == SHOGI_HORSE;
}

/* Does WORDS hold for the piece on FROM among SET, all of which move to TO?
 * Right and left are compared with the target; rooks, bishops and what they
 * promote to are compared with each other: of two dragons the left one is
 * "left", even when it stands straight below the target. */
static bool
words_hold(const struct shogi_position *p, unsigned words, enum shogi_kind kind,
           shogi_square from, shogi_square to, shogi_bb set)
{
    const unsigned directions = SHOGI_WORD_UP | SHOGI_WORD_SIDEWAYS | SHOGI_WORD_DOWN;
    enum shogi_side side = (enum shogi_side)p->turn;
    unsigned place = words & (SHOGI_WORD_LEFT | SHOGI_WORD_RIGHT);

    if ((words & directions) && !(words & directions & direction_of(side, from, to)))
        return false;
    if (words & SHOGI_WORD_STRAIGHT)
        return side_of(side, from, to) == 0
               && direction_of(side, from, to) == SHOGI_WORD_UP;
    if (!place)
        return true;
    if (!is_big(kind))
        return side_of(side, from, to) == place;
    for (shogi_square other = 0; other < SHOGI_SQUARE_COUNT; other++)
        if (other != from && bb_has(set, other) && side_of(side, from, other) != place)
            return false;
    return true;
}

/* The pieces of SET for which WORDS hold. */
static shogi_bb
filter_words(const struct shogi_position *p, unsigned words, enum shogi_kind kind,
             shogi_square to, shogi_bb set)
{
    shogi_bb left = { { 0, 0 } };

    for (shogi_square from = 0; from < SHOGI_SQUARE_COUNT; from++)
        if (bb_has(set, from) && words_hold(p, words, kind, from, to, set))
            bb_add(&left, from);
    return left;
}

/* The words that tell the piece on FROM from the others of SET, the shortest
 * that the rules allow; false: there are none. */
static bool
words_for(const struct shogi_position *p, enum shogi_kind kind, shogi_square from,
          shogi_square to, shogi_bb set, unsigned *words)
{
    enum shogi_side side = (enum shogi_side)p->turn;
    unsigned direction = direction_of(side, from, to), place = side_of(side, from, to);
    unsigned tries[4];
    size_t count = 0;

    *words = 0;
    if (bb_few(set) < 2)
        return true;
    if (kind != SHOGI_KNIGHT)
        tries[count++] = direction;
    if (is_big(kind)) {
        shogi_bb same = filter_words(p, direction, kind, to, set);

        /* More than two of them stand only on composed boards: compare those
         * that come the same way. */
        for (unsigned w = SHOGI_WORD_RIGHT; w <= SHOGI_WORD_LEFT; w <<= 1) {
            if (words_hold(p, w, kind, from, to, set)) {
                *words = w;
                set = filter_words(p, direction, kind, to, set);
                if (bb_few(set) < 2)
                    *words = direction;
                return true;
            }
            if (words_hold(p, w, kind, from, to, same)) {
                *words = bb_few(same) < 2 ? direction : w | direction;
                return true;
            }
        }
        return false;
    }
    if (place == 0) {
        if (direction == SHOGI_WORD_UP)
            tries[count++] = SHOGI_WORD_STRAIGHT;
    } else {
        tries[count++] = place;
        tries[count++] = place | direction;
    }
    for (size_t i = 0; i < count; i++) {
        *words = tries[i];
        if (bb_few(filter_words(p, tries[i], kind, to, set)) == 1)
            return true;
    }
    return false;
}

bool
shogi_move_words(const struct shogi_position *p, shogi_move m, unsigned *words,
                 bool *drop)
{
    shogi_square to = shogi_move_to(m);
    shogi_piece piece;
    shogi_bb set;

    *words = 0;
    *drop = false;
    if (shogi_move_is_drop(m)) {
        *drop = !bb_is_empty(candidates(p, shogi_move_dropped(m), to));
        return true;
    }
    piece = p->board[shogi_move_from(m)];
    if (piece == SHOGI_EMPTY || shogi_piece_side(piece) != p->turn)
        return false;
    set = candidates(p, shogi_piece_kind(piece), to);
    if (!bb_has(set, shogi_move_from(m)))
        return false;
    return words_for(p, shogi_piece_kind(piece), shogi_move_from(m), to, set, words);
}

/* Those of SET whose move leaves the own king safe. */
static shogi_bb
filter_safe(const struct shogi_position *p, shogi_square to, shogi_bb set)
{
    shogi_bb safe = { { 0, 0 } };

    for (shogi_square from = 0; from < SHOGI_SQUARE_COUNT; from++) {
        struct shogi_position after = *p;
        struct shogi_undo undo;

        if (bb_has(set, from)
            && shogi_position_play(&after, shogi_move_board(from, to, false), &undo)
            && !shogi_position_in_check(&after, (enum shogi_side)p->turn))
            bb_add(&safe, from);
    }
    return safe;
}

/* Which of SET do the words of M mean?  Exactly what the rules would write goes
 * first, then what the words say by themselves, then what is legal. */
static enum shogi_found
choose(const struct shogi_position *p, const struct shogi_written_move *m,
       shogi_square to, shogi_bb set, shogi_bb *from)
{
    enum shogi_kind kind = (enum shogi_kind)m->kind;
    shogi_bb exact = { { 0, 0 } }, left;
    unsigned words;

    *from = set;
    if (bb_few(set) == 1 && !m->words)
        return SHOGI_FOUND_ONE;
    for (shogi_square square = 0; square < SHOGI_SQUARE_COUNT; square++)
        if (bb_has(set, square) && words_for(p, kind, square, to, set, &words)
            && words == m->words)
            bb_add(&exact, square);
    if (bb_few(exact) == 1) {
        *from = exact;
        return SHOGI_FOUND_ONE;
    }
    left = filter_words(p, m->words, kind, to, set);
    if (bb_is_empty(left) && m->may_be_name)
        left = filter_words(p, m->words & ~(unsigned)SHOGI_WORD_UP, kind, to, set);
    if (bb_few(left) == 2)
        left = filter_safe(p, to, left);
    /* One piece only can move there: superfluous words may even be wrong. */
    if (bb_is_empty(left) && bb_few(set) == 1)
        left = set;
    if (bb_few(left) != 1)
        return SHOGI_FOUND_AMBIGUOUS;
    *from = left;
    return SHOGI_FOUND_LOOSELY;
}

shogi_move
shogi_written_drop(const struct shogi_written_move *m, shogi_square to)
{
    shogi_move drop = shogi_move_drop((enum shogi_kind)m->kind, to);

    return m->promotion == SHOGI_PROMOTES ? (shogi_move)(drop | 1 << 14) : drop;
}

enum shogi_found
shogi_written_move_find(const struct shogi_position *p,
                        const struct shogi_written_move *m, shogi_square to,
                        shogi_move *found, shogi_bb *from)
{
    enum shogi_kind kind = (enum shogi_kind)m->kind;
    bool promotes = m->promotion == SHOGI_PROMOTES;
    bool in_hand = kind < SHOGI_HAND_COUNT && p->hand[p->turn][kind] > 0;
    struct shogi_written_move tokin;
    enum shogi_found result;

    *from = (shogi_bb){ { 0, 0 } };
    if (m->drop) {
        *found = shogi_written_drop(m, to);
        return SHOGI_FOUND_ONE;
    }
    if (m->from != SHOGI_NO_SQUARE) {
        *found = shogi_move_board(m->from, to, promotes);
        return SHOGI_FOUND_ONE;
    }
    *from = candidates(p, kind, to);
    if (bb_is_empty(*from) && m->may_be_tokin) {
        tokin = *m;
        tokin.kind = SHOGI_TOKIN;
        m = &tokin;
        *from = candidates(p, SHOGI_TOKIN, to);
    }
    if (bb_is_empty(*from)) {
        if (!in_hand || m->words || promotes)
            return SHOGI_FOUND_NONE;
        *found = shogi_move_drop(kind, to);
        return SHOGI_FOUND_ONE;
    }
    result = choose(p, m, to, *from, from);
    if (result == SHOGI_FOUND_ONE || result == SHOGI_FOUND_LOOSELY)
        *found = shogi_move_board(bb_first(*from), to, promotes);
    return result;
}

/* ---- writing -------------------------------------------------------------------- */

static const char file_glyphs[10][4] = { "０", "１", "２", "３", "４",
                                         "５", "６", "７", "８", "９" };
static const char numerals[10][4] = { "〇", "一", "二", "三", "四",
                                      "五", "六", "七", "八", "九" };

/* In the order of enum shogi_kind. */
static const char kind_names[SHOGI_KIND_COUNT][7] = {
    "歩", "香", "桂",   "銀",   "角",   "飛", "金",
    "玉", "と", "成香", "成桂", "成銀", "馬", "龍",
};
static const char kind_glyphs[SHOGI_KIND_COUNT][4] = {
    "歩", "香", "桂", "銀", "角", "飛", "金", "玉", "と", "杏", "圭", "全", "馬", "龍",
};

char *
shogi_write_square(char *p, shogi_square square)
{
    memcpy(p, file_glyphs[shogi_square_file(square)], 3);
    memcpy(p + 3, numerals[shogi_square_rank(square)], 3);
    return p + 6;
}

char *
shogi_write_kind(char *p, enum shogi_kind kind)
{
    memcpy(p, kind_names[kind], 6);
    return p + (kind >= SHOGI_PROMOTED_LANCE && kind <= SHOGI_PROMOTED_SILVER ? 6 : 3);
}

void
shogi_put_square(struct shogi_buf *out, shogi_square square)
{
    char text[6];

    shogi_buf_add(out, text, (size_t)(shogi_write_square(text, square) - text));
}

void
shogi_put_kind(struct shogi_buf *out, enum shogi_kind kind)
{
    char text[6];

    shogi_buf_add(out, text, (size_t)(shogi_write_kind(text, kind) - text));
}

void
shogi_put_kind_glyph(struct shogi_buf *out, enum shogi_kind kind)
{
    shogi_buf_add(out, kind_glyphs[kind], 3);
}

void
shogi_put_mark(struct shogi_buf *out, enum shogi_side side)
{
    shogi_buf_add(out, side == SHOGI_BLACK ? "▲" : "△", 3);
}

void
shogi_put_numeral(struct shogi_buf *out, unsigned n)
{
    if (n >= 100) {
        if (n >= 200)
            shogi_buf_add(out, numerals[n / 100 % 10], 3);
        shogi_buf_add(out, "百", 3);
    }
    if (n / 10 % 10) {
        if (n / 10 % 10 > 1)
            shogi_buf_add(out, numerals[n / 10 % 10], 3);
        shogi_buf_add(out, "十", 3);
    }
    if (n % 10)
        shogi_buf_add(out, numerals[n % 10], 3);
}

void
shogi_put_words(struct shogi_buf *out, unsigned words)
{
    static const char text[6][4] = { "右", "左", "直", "上", "寄", "引" };

    for (unsigned i = 0; i < 6; i++)
        if (words >> i & 1)
            shogi_buf_add(out, text[i], 3);
}

/* May M be declined to promote: a piece that can, into, inside or out of the
 * last three ranks? */
static bool
could_promote(const struct shogi_position *p, shogi_move m)
{
    shogi_piece piece = p->board[shogi_move_from(m)];
    int from = shogi_square_rank(shogi_move_from(m)),
        to = shogi_square_rank(shogi_move_to(m));

    if (!shogi_kind_can_promote(shogi_piece_kind(piece)))
        return false;
    return p->turn == SHOGI_BLACK ? from <= 3 || to <= 3 : from >= 7 || to >= 7;
}

bool
shogi_put_move(struct shogi_buf *out, const struct shogi_position *p, shogi_move m,
               shogi_square previous)
{
    bool is_drop = shogi_move_is_drop(m), says_drop, expressed;
    shogi_piece piece =
        is_drop ? shogi_piece_of((enum shogi_side)p->turn, shogi_move_dropped(m))
                : p->board[shogi_move_from(m)];
    enum shogi_kind kind;
    unsigned words;
    size_t start;

    if (piece == SHOGI_EMPTY)
        return false;
    kind = shogi_piece_kind(piece);
    expressed = shogi_move_words(p, m, &words, &says_drop);
    if (shogi_move_to(m) == previous)
        shogi_buf_add(out, "同", 3);
    else
        shogi_put_square(out, shogi_move_to(m));
    start = out->len;
    shogi_put_kind(out, kind);
    shogi_put_words(out, words);
    if (says_drop)
        shogi_buf_add(out, "打", 3);
    else if (!is_drop && shogi_move_promotes(m))
        shogi_buf_add(out, "成", 3);
    else if (!is_drop && could_promote(p, m))
        shogi_buf_add(out, "不成", 6);
    /* "dou" is set off only from a single character: "dou  fu", "dou-ginhiku". */
    if (shogi_move_to(m) == previous && out->len == start + 3) {
        shogi_buf_add(out, "　", 3);
        if (!out->failed) {
            memmove(out->data + start + 3, out->data + start, 3);
            memcpy(out->data + start, "　", 3);
        }
    }
    return expressed;
}
