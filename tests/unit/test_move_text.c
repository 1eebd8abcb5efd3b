/* SPDX-License-Identifier: MIT */
/* test_move_text.c - every legal move of many positions as the text of each
 * notation: read back it is the same move, and never two. */
#include "tap.h"

#include <stdlib.h>

#include "notation/format.h"
#include "notation/japanese.h"
#include "positions.h"

enum { SHOWN = 10 };

static struct shogi_game *written, *read_back;
static struct shogi_buf text, decoded;
static unsigned positions, moves, faults;

static bool
is_long(void)
{
    return getenv("SHOGI_LONG") != NULL;
}

static void
report(const char *what, const struct shogi_position *p, shogi_move m)
{
    char sfen[SHOGI_SFEN_SIZE], usi[SHOGI_USI_SIZE];

    if (faults++ >= SHOWN)
        return;
    shogi_position_to_sfen(p, sfen);
    shogi_move_to_usi(m, usi);
    note("%s: %s in %s", what, usi, sfen);
}

/* A game that begins with P, where the last move went to TARGET, and has the
 * COUNT moves of LIST as its first moves. */
static void
build(const struct shogi_position *p, shogi_square target, const shogi_move *list,
      size_t count)
{
    struct shogi_cursor c;

    shogi_game_reset(written);
    shogi_game_set_start(written, p);
    written->start_target = target;
    shogi_cursor_init(&c, written);
    for (size_t i = 0; i < count; i++) {
        shogi_cursor_back_to(&c, 0);
        shogi_cursor_append(&c, list[i], (struct shogi_place){ 0 });
    }
    shogi_cursor_release(&c);
    shogi_game_finish(written);
}

/* The first moves of the game as F writes them are read as the same moves. */
static void
check_format(const struct shogi_format *f)
{
    struct shogi_chunk chunk = { .path = "text", .first_line = 1, .number = 1 };
    const struct shogi_node *n, *m;

    shogi_buf_reset(&text);
    if (shogi_write_buf(f, written, NULL, &text) != SHOGI_OK) {
        report(f->name, &written->start, SHOGI_NO_MOVE);
        return;
    }
    chunk.bytes = text.data;
    chunk.len = text.len;
    shogi_read_chunk(f, &chunk, SHOGI_ENCODING_UTF8, &decoded, read_back);
    m = read_back->root->child;
    for (n = written->root->child; n; n = n->next, m = m ? m->next : NULL)
        if (!m || m->move != n->move) {
            report(f->name, &written->start, n->move);
            return;
        }
    if (m)
        report("one move too many", &written->start, m->move);
}

/* The words alone, without the origin that KI2 gives in need. */
static void
check_words(const struct shogi_position *p, shogi_square target, shogi_move m,
            bool must_be_told)
{
    struct shogi_text line = { .first_line = 1 };
    struct shogi_written_move w;
    struct scan s;
    shogi_move found;
    shogi_bb from;
    bool told;

    shogi_buf_reset(&text);
    told = shogi_put_move(&text, p, m, target);
    if (!told) {
        if (must_be_told)
            report("words cannot tell", p, m);
        return;
    }
    if (!shogi_buf_reserve(&text, SHOGI_TEXT_PADDING))
        return;
    memset(text.data + text.len, 0, SHOGI_TEXT_PADDING);
    line.utf8 = text.data;
    line.len = text.len;
    scan_init(&s, &line);
    scan_next_line(&s);
    if (shogi_written_move_scan(&s, &w) != SHOGI_WRITTEN_OK || !scan_at_end(&s)
        || shogi_written_move_find(p, &w, w.to == SHOGI_NO_SQUARE ? target : w.to, &found,
                                   &from)
               != SHOGI_FOUND_ONE
        || found != m)
        report("words", p, m);
}

static void
check_usi(const struct shogi_position *p, shogi_move m)
{
    char usi[SHOGI_USI_SIZE];
    size_t len = shogi_move_to_usi(m, usi);

    if (shogi_move_from_usi(usi, len) != m)
        report("usi", p, m);
}

/* All legal moves of P; WITH_CSA: also one game for each of them. */
static void
check_position(const struct shogi_position *p, shogi_square target, bool reachable,
               bool with_csa)
{
    static shogi_move list[SHOGI_MAX_MOVES];
    size_t count = shogi_legal_moves(p, list);

    if (count == 0)
        return;
    positions++;
    moves += (unsigned)count;
    for (size_t i = 0; i < count; i++) {
        check_words(p, target, list[i], reachable);
        check_usi(p, list[i]);
    }
    build(p, target, list, count);
    check_format(&shogi_format_kif);
    check_format(&shogi_format_ki2);
    check_format(&shogi_format_jkf);
    for (size_t i = 0; with_csa && i < count; i++) {
        build(p, SHOGI_NO_SQUARE, &list[i], 1);
        check_format(&shogi_format_csa);
        check_format(&shogi_format_sfen);
    }
}

static void
begin(void)
{
    positions = moves = faults = 0;
}

static void
test_every_move_of_random_play_is_read_as_it_was_written(void)
{
    static shogi_move list[SHOGI_MAX_MOVES];
    const unsigned enough = is_long() ? 20000 : 600;
    uint64_t random = 11;

    begin();
    while (positions < enough) {
        struct shogi_position p;
        shogi_square target = SHOGI_NO_SQUARE;

        shogi_position_set_start(&p);
        for (int ply = 0; ply < 200 && positions < enough; ply++) {
            size_t n = shogi_legal_moves(&p, list);
            struct shogi_undo undo;
            shogi_move m;

            if (n == 0)
                break;
            check_position(&p, target, true, positions % 8 == 0);
            m = list[draw(&random, (uint32_t)n)];
            for (size_t i = 0; i < n; i++) /* captures fill the hands */
                if (draw(&random, 3) == 0 && p.board[shogi_move_to(list[i])])
                    m = list[i];
            shogi_position_play(&p, m, &undo);
            target = shogi_move_to(m);
        }
    }
    note("%u moves of %u positions", moves, positions);
    ok(moves > 10000);
    is_int(faults, 0);
}

/* Boards that no game reaches: nine gold pieces around a square, four dragons.
 * Where words fail the writers give the origin. */
static void
test_every_move_of_composed_boards_is_read_as_it_was_written(void)
{
    const int count = is_long() ? 20000 : 600;
    uint64_t random = 5;

    begin();
    for (int i = 0; i < count; i++) {
        struct shogi_position p = scatter(&random, 20 + draw(&random, 40), 1);
        check_position(&p, SHOGI_NO_SQUARE, false, i % 16 == 0);
    }
    note("%u moves of %u positions", moves, positions);
    ok(moves > 10000);
    is_int(faults, 0);
}

/* The positions along the USI moves of one row; every STEP-th is looked at. */
static void
check_game(const char *sfen, const char *usi, unsigned step)
{
    struct shogi_position p;
    shogi_square target = SHOGI_NO_SQUARE;
    size_t used;

    if (shogi_position_from_sfen(&p, sfen, strlen(sfen), &used) != SHOGI_SFEN_OK)
        return;
    for (unsigned ply = 0;; ply++) {
        size_t len = strcspn(usi, " ");
        struct shogi_undo undo;
        shogi_move m;

        if (ply % step == step - 1)
            check_position(&p, target, false, false);
        if (len == 0)
            return;
        m = shogi_move_from_usi(usi, len);
        if (m == SHOGI_NO_MOVE || !shogi_position_play(&p, m, &undo))
            return;
        target = shogi_move_to(m);
        usi += len + (usi[len] == ' ');
    }
}

static unsigned rows;

static void
visit_row(char *fields[ROW_FIELDS])
{
    if (strcmp(fields[3], "ok") == 0 && rows++ % (is_long() ? 1 : 12) == 0)
        check_game(fields[4], fields[5], is_long() ? 7 : 31);
}

static void
test_every_move_of_real_games_is_read_as_it_was_written(void)
{
    begin();
    rows = 0;
    read_table("corpus/dev/expected.tsv", visit_row);
    note("%u moves of %u positions", moves, positions);
    ok(rows == 0 || positions > 300);
    is_int(faults, 0);
}

int
main(void)
{
    shogi_japanese_init();
    written = shogi_game_new();
    read_back = shogi_game_new();
    if (!ok(written && read_back))
        return done_testing();
    test_every_move_of_random_play_is_read_as_it_was_written();
    test_every_move_of_composed_boards_is_read_as_it_was_written();
    test_every_move_of_real_games_is_read_as_it_was_written();
    shogi_game_free(written);
    shogi_game_free(read_back);
    shogi_buf_release(&text);
    shogi_buf_release(&decoded);
    return done_testing();
}
