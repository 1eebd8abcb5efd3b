/* SPDX-License-Identifier: MIT */
/* test_japanese.c - moves, pieces and numbers as Japanese text. */
#include "tap.h"

#include <stdio.h>
#include <stdlib.h>

#include "notation/japanese.h"

/* A scanner on TEXT, with zero bytes behind it. */
static struct scan
scan_text(const char *text, char padded[256])
{
    struct shogi_text t = { .utf8 = padded, .first_line = 1 };
    struct scan s;

    memset(padded, 0, 256);
    t.len = strlen(text);
    memcpy(padded, text, t.len);
    scan_init(&s, &t);
    scan_next_line(&s);
    return s;
}

static bool
set_position(struct shogi_position *p, const char *sfen)
{
    size_t used;

    return shogi_position_from_sfen(p, sfen, strlen(sfen), &used) == SHOGI_SFEN_OK;
}

/* How TEXT reads in SFEN, the last move having gone to PREVIOUS: USI, or a word. */
static const char *
read_in(const char *sfen, const char *text, shogi_square previous)
{
    static char usi[SHOGI_USI_SIZE];
    struct shogi_written_move m;
    struct shogi_position p;
    char padded[256];
    struct scan s = scan_text(text, padded);
    shogi_move move;
    shogi_bb from;

    if (!set_position(&p, sfen))
        return "bad sfen";
    if (shogi_written_move_scan(&s, &m) != SHOGI_WRITTEN_OK || !scan_at_end(&s))
        return "unreadable";
    switch (shogi_written_move_find(&p, &m, m.to == SHOGI_NO_SQUARE ? previous : m.to,
                                    &move, &from)) {
    case SHOGI_FOUND_NONE:
        return "none";
    case SHOGI_FOUND_AMBIGUOUS:
        return "ambiguous";
    default:
        shogi_move_to_usi(move, usi);
        return usi;
    }
}

/* How USI is written in SFEN. */
static const char *
write_in(const char *sfen, const char *usi, shogi_square previous)
{
    static char text[64];
    struct shogi_position p;
    struct shogi_buf out = { 0 };

    if (!set_position(&p, sfen))
        return "bad sfen";
    shogi_put_mark(&out, (enum shogi_side)p.turn);
    shogi_put_move(&out, &p, shogi_move_from_usi(usi, strlen(usi)), previous);
    snprintf(text, sizeof text, "%.*s", (int)out.len, out.data);
    shogi_buf_release(&out);
    return text;
}

static bool
scans_as(const char *text, enum shogi_kind kind, shogi_square to, shogi_square from)
{
    struct shogi_written_move m;
    char padded[256];
    struct scan s = scan_text(text, padded);

    return shogi_written_move_scan(&s, &m) == SHOGI_WRITTEN_OK && scan_at_end(&s)
           && m.kind == kind && m.to == to && m.from == from;
}

static void
test_squares_are_read_in_every_kind_of_digit(void)
{
    shogi_square seven_six = shogi_square_at(7, 6), seven_seven = shogi_square_at(7, 7);

    ok(scans_as("７六歩(77)", SHOGI_PAWN, seven_six, seven_seven));
    ok(scans_as("７６歩(77)", SHOGI_PAWN, seven_six, seven_seven));
    ok(scans_as("76歩(77)", SHOGI_PAWN, seven_six, seven_seven));
    ok(scans_as("7六歩（７７）", SHOGI_PAWN, seven_six, seven_seven));
    ok(scans_as("七六歩(7七)", SHOGI_PAWN, seven_six, seven_seven));
    ok(scans_as("▲７六歩  (77)", SHOGI_PAWN, seven_six, seven_seven));
}

static void
test_dou_may_be_followed_by_any_blank_or_none(void)
{
    shogi_square from = shogi_square_at(2, 3);

    ok(scans_as("同　歩(23)", SHOGI_PAWN, SHOGI_NO_SQUARE, from));
    ok(scans_as("同 歩(23)", SHOGI_PAWN, SHOGI_NO_SQUARE, from));
    ok(scans_as("同歩(23)", SHOGI_PAWN, SHOGI_NO_SQUARE, from));
    ok(scans_as("同　成銀　(23)", SHOGI_PROMOTED_SILVER, SHOGI_NO_SQUARE, from));
}

static void
test_pieces_have_many_names(void)
{
    static const struct {
        const char *text;
        enum shogi_kind kind;
    } names[] = {
        { "５五竜(11)", SHOGI_DRAGON },
        { "５五龍(11)", SHOGI_DRAGON },
        { "５五竜王(11)", SHOGI_DRAGON },
        { "５五龙(11)", SHOGI_DRAGON },
        { "５五龍馬(11)", SHOGI_HORSE },
        { "５五马(11)", SHOGI_HORSE },
        { "５五王(11)", SHOGI_KING },
        { "５五玉将(11)", SHOGI_KING },
        { "５五全(11)", SHOGI_PROMOTED_SILVER },
        { "５五成银(11)", SHOGI_PROMOTED_SILVER },
        { "５五圭(11)", SHOGI_PROMOTED_KNIGHT },
        { "５五今(11)", SHOGI_PROMOTED_KNIGHT },
        { "５五杏(11)", SHOGI_PROMOTED_LANCE },
        { "５五仝(11)", SHOGI_PROMOTED_LANCE },
        { "５五と金(11)", SHOGI_TOKIN },
        { "５五个(11)", SHOGI_PROMOTED_LANCE },
        { "５五個(11)", SHOGI_PROMOTED_LANCE },
        { "５五今(11)", SHOGI_PROMOTED_KNIGHT },
        { "５五步(11)", SHOGI_PAWN },
        { "５五歩兵(11)", SHOGI_PAWN },
        { "５五桂馬(11)", SHOGI_KNIGHT },
        { "５五香車(11)", SHOGI_LANCE },
        { "５五飞(11)", SHOGI_ROOK },
        { "５五銀將(11)", SHOGI_SILVER },
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!ok(scans_as(names[i].text, names[i].kind, shogi_square_at(5, 5),
                         shogi_square_at(1, 1))))
            note("%s", names[i].text);
}

static void
test_promotion_is_said_behind_the_piece(void)
{
    struct shogi_written_move m;
    char padded[256];
    static const struct {
        const char *text;
        enum shogi_promotion promotion;
    } rows[] = {
        { "２二角成(88)", SHOGI_PROMOTES },
        { "２二角不成(88)", SHOGI_STAYS },
        { "２二角生(88)", SHOGI_STAYS },
        { "２二角(88)", SHOGI_PROMOTION_UNSTATED },
        { "２二成桂(33)", SHOGI_PROMOTION_UNSTATED },
        { "２二桂右成", SHOGI_PROMOTES },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct scan s = scan_text(rows[i].text, padded);
        is_int(shogi_written_move_scan(&s, &m), SHOGI_WRITTEN_OK);
        is_int(m.promotion, rows[i].promotion);
    }
}

static void
test_origin_00_is_a_drop_and_a_time_is_no_origin(void)
{
    struct shogi_written_move m;
    char padded[256];
    struct scan s = scan_text("５五角打(22)", padded);

    is_int(shogi_written_move_scan(&s, &m), SHOGI_WRITTEN_BAD); /* a drop from a square */
    s = scan_text("５五角(00)", padded);
    is_int(shogi_written_move_scan(&s, &m), SHOGI_WRITTEN_OK);
    ok(m.drop);
    s = scan_text("５五角打   (10:02/00:00:02)", padded);
    is_int(shogi_written_move_scan(&s, &m), SHOGI_WRITTEN_OK);
    ok(m.drop && m.from == SHOGI_NO_SQUARE);
    is_int(scan_column(&s, s.p), 5);
}

static void
test_what_starts_like_a_move_and_is_none_is_told_with_its_place(void)
{
    static const struct {
        const char *text;
        enum shogi_written result;
        uint32_t column;
    } rows[] = {
        { "７六虎(77)", SHOGI_WRITTEN_BAD, 3 },
        { "０九歩(77)", SHOGI_WRITTEN_BAD, 1 },
        { "10一歩(33)", SHOGI_WRITTEN_BAD, 2 },
        { "同", SHOGI_WRITTEN_BAD, 2 },
        { "７六", SHOGI_WRITTEN_BAD, 3 },
        { "▲投了", SHOGI_WRITTEN_BAD, 2 },
        { "７六歩不(77)", SHOGI_WRITTEN_BAD, 5 },
        { "２二角成成(88)", SHOGI_WRITTEN_BAD, 5 },
        { "２二成金(88)", SHOGI_WRITTEN_BAD, 3 },
        { "２二玉打", SHOGI_WRITTEN_BAD, 5 },
        { "投了", SHOGI_WRITTEN_NONE, 1 },
        { "一手詰", SHOGI_WRITTEN_NONE, 1 },
        { "", SHOGI_WRITTEN_NONE, 1 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct shogi_written_move m;
        char padded[256];
        struct scan s = scan_text(rows[i].text, padded);

        if (!is_int(shogi_written_move_scan(&s, &m), rows[i].result)
            || !is_int(scan_column(&s, s.p), rows[i].column))
            note("%s", rows[i].text);
    }
}

static void
test_the_drop_of_a_promoted_piece_can_be_read(void)
{
    is_str(read_in("4k4/9/9/9/9/9/9/9/4K4 b P 1", "５五と打", SHOGI_NO_SQUARE), "P*5e+");
}

static void
test_a_piece_in_hand_is_dropped_when_none_on_the_board_can_come(void)
{
    is_str(read_in("4k4/9/9/9/9/9/9/9/4K4 b P 1", "▲５五歩", SHOGI_NO_SQUARE), "P*5e");
    is_str(read_in("4k4/9/9/9/9/4P4/9/9/4K4 b P 1", "▲５五歩", SHOGI_NO_SQUARE), "5f5e");
    is_str(read_in("4k4/9/9/9/9/4P4/9/9/4K4 b P 1", "▲５五歩打", SHOGI_NO_SQUARE),
           "P*5e");
    is_str(read_in("4k4/9/9/9/9/9/9/9/4K4 b - 1", "▲５五歩", SHOGI_NO_SQUARE), "none");
}

static void
test_dou_means_where_the_last_move_went(void)
{
    const char *sfen = "4k4/9/9/9/9/3S1S3/9/9/4K4 b - 1";

    is_str(read_in(sfen, "▲同銀右", shogi_square_at(5, 5)), "4f5e");
    is_str(read_in(sfen, "▲同銀", shogi_square_at(5, 5)), "ambiguous");
    is_str(read_in(sfen, "▲同銀", shogi_square_at(3, 5)), "4f3e");
}

static void
test_words_that_the_rules_would_not_write_are_still_understood(void)
{
    /* Straight, where the rules say left or right of two dragons. */
    is_str(read_in("9/9/9/9/9/9/9/9/+R+R7 b - 1", "▲８八龍直", SHOGI_NO_SQUARE), "8i8h");
    /* Both words where one would do. */
    is_str(read_in("9/9/9/9/9/9/9/9/1GG6 b - 1", "▲７八金左上", SHOGI_NO_SQUARE), "8i7h");
    /* A word too many for a piece that stands alone. */
    is_str(read_in("9/9/9/9/9/9/9/9/2G6 b - 1", "▲７八金直", SHOGI_NO_SQUARE), "7i7h");
    /* "Yuku" behind a bishop may belong to its name. */
    is_str(read_in("9/9/9/9/9/9/9/9/1B7 b - 1", "▲７八角行", SHOGI_NO_SQUARE), "8i7h");
    /* One of the two silvers is pinned to the king. */
    is_str(read_in("4k4/4r4/9/9/9/9/4S1S2/4K4/9 b - 1", "▲４六銀", SHOGI_NO_SQUARE),
           "3g4f");
}

static void
test_a_pinned_piece_counts_when_words_are_chosen(void)
{
    is_str(write_in("4k4/4r4/9/9/9/9/4S1S2/4K4/9 b - 1", "3g4f", SHOGI_NO_SQUARE),
           "▲４六銀右");
}

static void
test_dou_is_set_off_from_a_single_character_only(void)
{
    const char *sfen = "4k4/9/9/9/9/3S1S3/9/9/4K4 b P 1";

    is_str(write_in(sfen, "4f5e", shogi_square_at(5, 5)), "▲同銀右");
    is_str(write_in(sfen, "P*5e", shogi_square_at(5, 5)), "▲同　歩");
    is_str(write_in(sfen, "4f3e", shogi_square_at(3, 5)), "▲同　銀");
}

static void
test_declined_promotion_is_said_only_of_what_could_promote(void)
{
    is_str(write_in("9/9/4S4/9/9/9/9/9/9 b - 1", "5c5b", SHOGI_NO_SQUARE), "▲５二銀不成");
    is_str(write_in("9/9/4S4/9/9/9/9/9/9 b - 1", "5c5b+", SHOGI_NO_SQUARE), "▲５二銀成");
    is_str(write_in("9/9/4G4/9/9/9/9/9/9 b - 1", "5c5b", SHOGI_NO_SQUARE), "▲５二金");
    is_str(write_in("9/9/4+S4/9/9/9/9/9/9 b - 1", "5c5b", SHOGI_NO_SQUARE), "▲５二成銀");
    is_str(write_in("9/9/9/9/9/9/4r4/9/9 w - 1", "5g5e", SHOGI_NO_SQUARE), "△５五飛不成");
}

static void
test_a_move_that_words_cannot_tell_is_reported(void)
{
    struct shogi_position p;
    unsigned words;
    bool drop;

    /* Two lances on one file, and the one behind "moves". */
    set_position(&p, "9/9/9/9/9/4L4/4L4/9/9 b - 1");
    ok(shogi_move_words(&p, shogi_move_from_usi("5f5e", 4), &words, &drop) && words == 0);
    ok(!shogi_move_words(&p, shogi_move_from_usi("5g5e", 4), &words, &drop));
    ok(!shogi_move_words(&p, shogi_move_from_usi("1a1b", 4), &words, &drop));
}

static const char *
numeral(unsigned n)
{
    static char text[32];
    struct shogi_buf out = { 0 };

    shogi_put_numeral(&out, n);
    snprintf(text, sizeof text, "%.*s", (int)out.len, out.data);
    shogi_buf_release(&out);
    return text;
}

static void
test_numerals_are_written_as_counts_of_pieces(void)
{
    is_str(numeral(2), "二");
    is_str(numeral(10), "十");
    is_str(numeral(18), "十八");
    is_str(numeral(40), "四十");
    is_str(numeral(99), "九十九");
    is_str(numeral(101), "百一");
}

static FILE *
open_shared(const char *name)
{
    const char *shared = getenv("SHOGI_SHARED");
    char path[4096];

    if (!shared)
        return NULL;
    snprintf(path, sizeof path, "%s/%s", shared, name);
    return fopen(path, "r");
}

/* Cut LINE at tabs into at most COUNT fields; how many there are. */
static int
cut_fields(char *line, char *field[], int count)
{
    int n = 0;

    line[strcspn(line, "\r\n")] = '\0';
    while (n < count) {
        char *tab = strchr(line, '\t');
        field[n++] = line;
        if (!tab)
            break;
        *tab = '\0';
        line = tab + 1;
    }
    return n;
}

/* Do A and B say the same but for wide blanks?  Test tables of other programs set
 * "dou" off in their own ways. */
static bool
same_but_for_blanks(const char *a, const char *b)
{
    for (;;) {
        while (strncmp(a, "　", 3) == 0)
            a += 3;
        while (strncmp(b, "　", 3) == 0)
            b += 3;
        if (*a != *b || !*a)
            return *a == *b;
        a++;
        b++;
    }
}

/* TEXT without the mark of a side. */
static const char *
without_mark(const char *text)
{
    static const char *const marks[] = { "▲", "△", "☗", "☖" };

    for (size_t i = 0; i < 4; i++)
        if (strncmp(text, marks[i], 3) == 0)
            return text + 3;
    return text;
}

/* Every row "SFEN, USI, text" reads and writes as it says. */
static void
test_the_association_table_is_followed(void)
{
    FILE *f = open_shared("cases/formats/ki2_relative_markers.tsv");
    unsigned rows = 0, wrong_text = 0, wrong_move = 0;
    char line[1024], *field[3];

    if (!f) {
        skip("SHOGI_SHARED has no table of relative words");
        return;
    }
    while (fgets(line, sizeof line, f)) {
        if (cut_fields(line, field, 3) < 3)
            continue;
        field[2][strcspn(field[2], "\t")] = '\0';
        rows++;
        if (strcmp(write_in(field[0], field[1], SHOGI_NO_SQUARE), field[2]) != 0) {
            note("%s: not %s", write_in(field[0], field[1], SHOGI_NO_SQUARE), field[2]);
            wrong_text++;
        }
        if (strcmp(read_in(field[0], field[2], SHOGI_NO_SQUARE), field[1]) != 0) {
            note("%s %s: not %s", field[0], field[2], field[1]);
            wrong_move++;
        }
    }
    fclose(f);
    ok(rows > 50);
    is_int(wrong_text, 0);
    is_int(wrong_move, 0);
}

/* Moves of real records, with the square that the last move went to.  Rows that
 * two sources see alike must be written so, all must be understood; a few have
 * words of an older manner, or words of none. */
static void
test_moves_of_real_records_are_understood_and_written_alike(void)
{
    FILE *f = open_shared("vectors/ki2.tsv");
    unsigned rows = 0, wrong_text = 0, wrong_move = 0;
    char line[2048], *field[6];

    if (!f) {
        skip("SHOGI_SHARED has no table of moves");
        return;
    }
    while (fgets(line, sizeof line, f)) {
        shogi_square last = SHOGI_NO_SQUARE;
        const char *text;
        char *turn;

        if (cut_fields(line, field, 6) < 6 || strcmp(field[0], "sfen") == 0)
            continue;
        if (strncmp(field[1], "last_dest=", 10) == 0)
            last = shogi_square_at(field[1][10] - '0', field[1][11] - 'a' + 1);
        /* Some rows tell neither where the last move went nor the right turn. */
        text = without_mark(field[3]);
        if (last == SHOGI_NO_SQUARE && strncmp(text, "同", 3) == 0)
            last = shogi_move_to(shogi_move_from_usi(field[2], strlen(field[2])));
        turn = strchr(field[0], ' ') + 1;
        if (text != field[3])
            *turn = strstr("▲☗", (char[4]){ field[3][0], field[3][1], field[3][2] })
                        ? 'b'
                        : 'w';
        rows++;
        field[5][strcspn(field[5], "\t")] = '\0';
        text = without_mark(write_in(field[0], field[2], last));
        if (strcmp(field[5], "yes") == 0
            && !same_but_for_blanks(text, without_mark(field[3]))) {
            note("%s: not %s", text, field[3]);
            wrong_text++;
        }
        if (strcmp(read_in(field[0], field[3], last), field[2]) != 0) {
            note("%s %s: %s, not %s", field[0], field[3],
                 read_in(field[0], field[3], last), field[2]);
            wrong_move++;
        }
    }
    fclose(f);
    ok(rows > 100);
    is_int(wrong_text, 0);
    ok(wrong_move <= 4);
}

static bool
is_same_written_move(const struct shogi_written_move *a,
                     const struct shogi_written_move *b)
{
    return a->to == b->to && a->from == b->from && a->kind == b->kind
           && a->mark == b->mark && a->words == b->words && a->promotion == b->promotion
           && a->drop == b->drop && a->may_be_tokin == b->may_be_tokin
           && a->may_be_name == b->may_be_name && a->is_chinese == b->is_chinese;
}

/* Texts put together from what moves are made of, at random. */
static void
test_plain_moves_are_read_as_all_moves_are(void)
{
    static const char *const words[] = {
        "７",   "六", "２", "二", "１", "九",   "歩",   "銀",   "成", "杏", "龍", "王",
        "と",   "馬", "打", "同", "　", "(77)", "(12)", "(00)", "(",  " ",  "6",  "右",
        "不成", "▲",  "个", "桂", "行", "步",   "飛",   "＋",   "：", "\n",
    };
    enum { WORDS = sizeof words / sizeof *words };
    size_t plain = 0, wrong = 0;
    uint64_t state = 1;

    for (int i = 0; i < 2000000; i++) {
        struct shogi_written_move m, other;
        char text[64] = "", padded[256];
        enum shogi_written result;
        const char *end;
        struct scan s;

        for (int j = 0; j < 6; j++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            /* Mostly they begin as moves do. */
            uint32_t draw = (uint32_t)(state >> 40);
            uint32_t n =
                j < 4 && draw % 4 ? (const uint32_t[]){ 0, 2, 15 }[draw % 3] : draw;
            if (j == 1 && draw % 4)
                n = draw % 2 ? 1 : 16;
            if (j >= 2 && j < 4 && draw % 4)
                n = 6 + draw % 12;
            strcat(text, words[n % WORDS]);
        }
        s = scan_text(text, padded);
        end = shogi_plain_move_scan(s.p, &m);
        if (!end || (m.drop && strchr(end, '(')))
            continue;
        plain++;
        result = shogi_written_move_scan(&s, &other);
        wrong +=
            result != SHOGI_WRITTEN_OK || s.p != end || !is_same_written_move(&m, &other);
    }
    is_int(wrong, 0);
    ok(plain > 10000);
}

/* Every move that KIF can name goes the short way. */
static void
test_moves_as_kifu_for_windows_writes_them_are_plain(void)
{
    static const char *const ends[] = { "(77)", "成(91)", "打" };
    struct shogi_written_move m;
    size_t wrong = 0;

    for (shogi_square to = 0; to <= SHOGI_SQUARE_COUNT; to++)
        for (int kind = 0; kind < SHOGI_KIND_COUNT; kind++)
            for (size_t i = 0; i < 3; i++) {
                struct shogi_buf text = { 0 };
                char padded[256];
                const char *end;
                if (i == 2 && kind >= SHOGI_HAND_COUNT)
                    continue;
                if (to < SHOGI_SQUARE_COUNT)
                    shogi_put_square(&text, to);
                else
                    shogi_buf_puts(&text, "同　");
                shogi_put_kind(&text, (enum shogi_kind)kind);
                shogi_buf_puts(&text, ends[i]);
                shogi_buf_putc(&text, '\0');
                end = shogi_plain_move_scan(scan_text(text.data, padded).p, &m);
                wrong += end != padded + text.len - 1 || m.kind != kind
                         || m.to != (to < SHOGI_SQUARE_COUNT ? to : SHOGI_NO_SQUARE)
                         || m.from
                                != (i == 0   ? 60
                                    : i == 1 ? 72
                                             : SHOGI_NO_SQUARE)
                         || m.drop != (i == 2)
                         || m.promotion
                                != (i == 1 ? SHOGI_PROMOTES : SHOGI_PROMOTION_UNSTATED);
                shogi_buf_release(&text);
            }
    is_int(wrong, 0);
}

int
main(void)
{
    shogi_japanese_init();
    test_squares_are_read_in_every_kind_of_digit();
    test_dou_may_be_followed_by_any_blank_or_none();
    test_pieces_have_many_names();
    test_promotion_is_said_behind_the_piece();
    test_origin_00_is_a_drop_and_a_time_is_no_origin();
    test_what_starts_like_a_move_and_is_none_is_told_with_its_place();
    test_the_drop_of_a_promoted_piece_can_be_read();
    test_a_piece_in_hand_is_dropped_when_none_on_the_board_can_come();
    test_dou_means_where_the_last_move_went();
    test_words_that_the_rules_would_not_write_are_still_understood();
    test_a_pinned_piece_counts_when_words_are_chosen();
    test_dou_is_set_off_from_a_single_character_only();
    test_declined_promotion_is_said_only_of_what_could_promote();
    test_a_move_that_words_cannot_tell_is_reported();
    test_numerals_are_written_as_counts_of_pieces();
    test_the_association_table_is_followed();
    test_moves_of_real_records_are_understood_and_written_alike();
    test_plain_moves_are_read_as_all_moves_are();
    test_moves_as_kifu_for_windows_writes_them_are_plain();
    return done_testing();
}
