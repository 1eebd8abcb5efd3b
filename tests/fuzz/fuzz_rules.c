/* SPDX-License-Identifier: MIT */
/* fuzz_rules.c - for any arrangement of pieces: the generated moves are exactly those
 * that break no rule, each is told apart from all others by its text in Japanese and in
 * USI, and what is played is taken back whole. */
#include "fuzz.h"

#include <string.h>

#include <shogi/foul.h>

#include "arrangement.h"
#include "notation/japanese.h"

enum { MOVE_COUNT = 1 << 15, PIECES = 81 };

static void
check_generation(const struct shogi_position *p, const shogi_move *list, size_t count)
{
    static uint8_t is_generated[MOVE_COUNT];

    memset(is_generated, 0, sizeof is_generated);
    for (size_t i = 0; i < count; i++) {
        must(!is_generated[list[i]]);
        is_generated[list[i]] = 1;
    }
    for (unsigned m = 0; m < MOVE_COUNT; m++)
        must(is_generated[m] == (shogi_move_fouls(p, (shogi_move)m) == 0));
    must(shogi_position_count_legal_moves(p) == count);
    must(shogi_position_has_legal_move(p) == (count > 0));
}

static void
check_undo(const struct shogi_position *p, shogi_move m)
{
    struct shogi_position after = *p;
    struct shogi_undo undo;

    must(shogi_position_play(&after, m, &undo) && after.turn != p->turn);
    shogi_position_undo(&after, m, &undo);
    must(memcmp(&after, p, sizeof after) == 0);
}

static void
check_text(const struct shogi_position *p, shogi_move m, struct shogi_buf *text)
{
    struct shogi_text line = { .first_line = 1 };
    struct shogi_written_move w;
    struct scan s;
    shogi_move found;
    shogi_bb from;
    char usi[SHOGI_USI_SIZE];

    must(shogi_move_from_usi(usi, shogi_move_to_usi(m, usi)) == m);
    shogi_buf_reset(text);
    if (!shogi_put_move(text, p, m, SHOGI_NO_SQUARE))
        return;
    line.len = text->len;
    shogi_buf_pad(text, '\0', SHOGI_TEXT_PADDING);
    line.utf8 = text->data;
    scan_init(&s, &line);
    must(scan_next_line(&s));
    must(shogi_written_move_scan(&s, &w) == SHOGI_WRITTEN_OK && scan_at_end(&s));
    must(shogi_written_move_find(p, &w, w.to, &found, &from) == SHOGI_FOUND_ONE);
    must(found == m);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct shogi_position p = read_arrangement(data, size, PIECES);
    shogi_move list[SHOGI_MAX_MOVES];
    size_t count = shogi_legal_moves(&p, list);
    struct shogi_buf text = { 0 };

    must(count <= SHOGI_MAX_MOVES);
    check_generation(&p, list, count);
    shogi_japanese_init();
    for (size_t i = 0; i < count; i++) {
        check_undo(&p, list[i]);
        check_text(&p, list[i], &text);
    }
    shogi_buf_release(&text);
    return 0;
}
