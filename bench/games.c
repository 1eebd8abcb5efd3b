/* SPDX-License-Identifier: MIT */
/* games.c - any number of made-up games, for measuring.
 *
 * Moves are drawn from the legal ones, with a preference for captures, which makes
 * games as long as real ones and their moves as varied.  The same arguments give the
 * same bytes on every machine.  POOL different games are made and then repeated, so
 * that a pipe is filled faster than any program empties it. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game/cursor.h"
#include "game/game.h"
#include "notation/format.h"
#include "text/encoding.h"

enum { POOL = 500, PLIES_MIN = 70, PLIES_RANGE = 90 }; /* 115 on the average */

static const char help[] =
    "Usage: games FORMAT COUNT [ENCODING]\n"
    "Write COUNT made-up games in FORMAT (kif, csa, ...) to standard output.\n"
    "COUNT may end in B: go on until that many bytes were written.\n";

/* ---- chance ---- */

static uint64_t chance;

/* splitmix64 */
static uint32_t
draw_below(uint32_t n)
{
    uint64_t z = chance += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) >> 32) % n;
}

static const char *
draw(const char *const *words, size_t count)
{
    return words[draw_below((uint32_t)count)];
}

#define DRAW(words) draw(words, sizeof words / sizeof *words)

/* ---- one game ---- */

static void
add_headers(struct shogi_game *g, uint32_t number)
{
    static const char *const families[] = { "山田", "佐藤", "鈴木", "高橋", "田中",
                                            "渡辺", "伊藤", "中村", "小林", "加藤" };
    static const char *const given[] = { "太郎", "花子", "一郎", "健二",
                                         "美咲", "翔",   "大輔", "直樹" };
    static const char *const ranks[] = { "九段", "八段", "七段", "六段", "アマ五段" };
    static const char *const events[] = { "社会人リーグ", "県大会", "研究会", "順位戦" };
    static const enum shogi_header_id sides[] = { SHOGI_HEADER_BLACK,
                                                  SHOGI_HEADER_WHITE };
    static const char *const keys[] = { "先手", "後手" };
    char text[200];

    snprintf(text, sizeof text, "%u/%02u/%02u %02u:%02u:00", 1990 + draw_below(35),
             1 + draw_below(12), 1 + draw_below(28), 9 + draw_below(10), draw_below(60));
    shogi_game_add_header(g, SHOGI_HEADER_START_TIME, "開始日時", text);
    snprintf(text, sizeof text, "%s第%u局", DRAW(events), number + 1);
    shogi_game_add_header(g, SHOGI_HEADER_EVENT, "棋戦", text);
    for (int side = 0; side < 2; side++) {
        snprintf(text, sizeof text, "%s%s%s", DRAW(families), DRAW(given), DRAW(ranks));
        shogi_game_add_header(g, sides[side], keys[side], text);
    }
}

/* Of three draws the first that captures. */
static shogi_move
draw_move(const struct shogi_position *p)
{
    static shogi_move moves[SHOGI_MAX_MOVES];
    size_t n = shogi_legal_moves(p, moves);
    shogi_move m = SHOGI_NO_MOVE;

    for (int i = 0; n > 0 && i < 3; i++) {
        m = moves[draw_below((uint32_t)n)];
        if (p->board[shogi_move_to(m)] != SHOGI_EMPTY)
            break;
    }
    return m;
}

static void
add_moves(struct shogi_game *g)
{
    static const char *const remarks[] = { "ここが勝負所。", "次の一手が難しい局面。",
                                           "この手が敗着となった。",
                                           "感想戦では別の手が有力とされた。" };
    const struct shogi_place nowhere = { 0 };
    struct shogi_cursor c;
    uint32_t plies = PLIES_MIN + draw_below(PLIES_RANGE);
    int32_t total_ms[2] = { 0, 0 };
    enum shogi_end end = SHOGI_END_RESIGN;

    shogi_cursor_init(&c, g);
    while (c.ply < plies) {
        enum shogi_side mover = (enum shogi_side)c.position.turn;
        shogi_move m = draw_move(&c.position);
        if (m == SHOGI_NO_MOVE)
            break;
        if (shogi_cursor_append(&c, m, nowhere) != SHOGI_OK)
            break;
        c.node->time_ms = (int32_t)draw_below(draw_below(10) ? 60 : 600) * 1000;
        c.node->total_ms = total_ms[mover] += c.node->time_ms;
        if (draw_below(25) == 0) {
            const char *remark = DRAW(remarks);
            shogi_game_add_comment(g, c.node, remark, strlen(remark));
        }
    }
    if (shogi_position_is_mate(&c.position))
        end = SHOGI_END_MATE;
    shogi_cursor_append_end(&c, end, SHOGI_WINNER_BY_END, NULL, nowhere);
    shogi_cursor_release(&c);
}

/* Game NUMBER, from 0, behind a separator when it is not the first, as bytes. */
static bool
make_game(struct shogi_game *g, uint32_t number, const struct shogi_format *f,
          enum shogi_encoding encoding, struct shogi_buf *out)
{
    struct shogi_buf text = { 0 };
    struct shogi_write_options options = { .encoding = shogi_encoding_name(encoding) };
    bool good;

    chance = number;
    if (shogi_game_reset(g) != SHOGI_OK)
        return false;
    add_headers(g, number);
    add_moves(g);
    if (f->separator)
        shogi_buf_puts(&text, f->separator);
    good = shogi_game_finish(g) == SHOGI_OK
           && shogi_write_buf(f, g, &options, &text) == SHOGI_OK
           && shogi_text_encode(out, text.data, text.len, encoding,
                                encoding == SHOGI_ENCODING_CP932, NULL);
    shogi_buf_release(&text);
    return good;
}

/* ---- many ---- */

struct pool {
    struct shogi_buf game[POOL];
    size_t separator; /* bytes that the first game of all leaves out */
};

static int
write_games(const struct pool *p, uint64_t games, uint64_t bytes)
{
    uint64_t written = 0;

    for (uint64_t i = 0; i < games && written < bytes; i++) {
        const struct shogi_buf *b = &p->game[i % POOL];
        size_t skip = i == 0 ? p->separator : 0;
        if (fwrite(b->data + skip, 1, b->len - skip, stdout) != b->len - skip)
            break;
        written += b->len;
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 2;
}

int
main(int argc, char **argv)
{
    static struct pool pool;
    enum shogi_encoding encoding = SHOGI_ENCODING_UTF8;
    struct shogi_game *g = shogi_game_new();
    const struct shogi_format *f = argc > 2 ? shogi_format_from_name(argv[1]) : NULL;
    char *rest = NULL;
    uint64_t count = argc > 2 ? strtoull(argv[2], &rest, 10) : 0;
    uint64_t needed;

    if (argc < 3 || argc > 4 || !f || !f->write || (*rest && strcmp(rest, "B") != 0)
        || (argc == 4
            && !shogi_encoding_from_name(argv[3], strlen(argv[3]), &encoding))) {
        fputs(help, stderr);
        return 2;
    }
    needed = *rest ? UINT64_MAX : count;
    for (uint32_t i = 0; i < POOL && i < needed; i++)
        if (!g || !make_game(g, i, f, encoding, &pool.game[i])) {
            fprintf(stderr, "games: game %" PRIu32 " cannot be written\n", i);
            return 2;
        }
    shogi_game_free(g);
    pool.separator = f->separator ? strlen(f->separator) : 0;
    if (encoding == SHOGI_ENCODING_CP932)
        for (const char *s = f->separator; s && *s; s++)
            pool.separator += *s == '\n';
    return write_games(&pool, needed, *rest ? count : UINT64_MAX);
}
