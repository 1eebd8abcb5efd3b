/* SPDX-License-Identifier: MIT */
/* random_games.h - records made up at random: legal trees with comments, times,
 * headers and endings.  The same seed gives the same game on every machine. */
#ifndef SHOGI_TESTS_RANDOM_GAMES_H
#define SHOGI_TESTS_RANDOM_GAMES_H

#include <stdio.h>
#include <string.h>

#include "game/cursor.h"
#include "game/game.h"

static uint64_t random_state;

/* splitmix64 */
static inline uint32_t
random_below(uint32_t n)
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) >> 32) % n;
}

static const char *const random_words[] = {
    "歩",         "好手",
    "a,b",        "まで3手で先手の勝ち",
    "変化：2手",  "* 星",
    "'quote",     "%TORYO",
    "  indented", "1 ７六歩(77)",
    "#sharp",     "&and",
    "髙橋①㈱",    "～−",
    "x/y",        "\"json\\",
    "+7776FU",    "",
    "対局",       "後手：誰か",
};

static inline const char *
random_word(void)
{
    return random_words[random_below(sizeof random_words / sizeof *random_words)];
}

static inline void
random_comment(struct shogi_game *g, struct shogi_node *n)
{
    char line[200];

    for (uint32_t i = random_below(3) + 1; i > 0; i--) {
        snprintf(line, sizeof line, "%s %s", random_word(), random_word());
        shogi_game_add_comment(g, n, line, strlen(line));
    }
}

static inline void
random_headers(struct shogi_game *g)
{
    static const char *const values[] = {
        "甲", "乙 丙", "竜王戦：第1局", "2024/05/01 10:00:00", "10分", "a=b"
    };
    static const enum shogi_header_id ids[] = {
        SHOGI_HEADER_BLACK, SHOGI_HEADER_WHITE,      SHOGI_HEADER_EVENT,
        SHOGI_HEADER_SITE,  SHOGI_HEADER_START_TIME, SHOGI_HEADER_NOTE
    };

    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (random_below(2))
            shogi_game_add_header(g, ids[i], shogi_header_kif_key(ids[i]),
                                  values[random_below(sizeof values / sizeof *values)]);
    if (random_below(3) == 0)
        shogi_game_add_header(g, SHOGI_HEADER_OTHER, "記録係", "丁");
}

/* Play up to PLIES random legal moves from where C stands. */
static inline void
random_line(struct shogi_game *g, struct shogi_cursor *c, uint32_t plies, bool times,
            int32_t total_s[2])
{
    static shogi_move moves[SHOGI_MAX_MOVES];

    for (uint32_t i = 0; i < plies; i++) {
        size_t n = shogi_legal_moves(&c->position, moves);
        enum shogi_side mover = (enum shogi_side)c->position.turn;
        if (n == 0
            || shogi_cursor_append(c, moves[random_below((uint32_t)n)],
                                   (struct shogi_place){ 0 })
                   != SHOGI_OK)
            return;
        if (times) {
            int32_t s = (int32_t)random_below(200);
            total_s[mover] += s;
            c->node->time_ms = s * 1000;
            c->node->total_ms = total_s[mover] * 1000;
        }
        if (random_below(5) == 0)
            random_comment(g, c->node);
        if (random_below(20) == 0)
            shogi_game_add_bookmark(g, c->node, "しおり", strlen("しおり"));
    }
}

static inline void
random_end(struct shogi_cursor *c)
{
    static const enum shogi_end ends[] = { SHOGI_END_RESIGN,   SHOGI_END_INTERRUPT,
                                           SHOGI_END_TIME_UP,  SHOGI_END_SENNICHITE,
                                           SHOGI_END_JISHOGI,  SHOGI_END_DECLARE_WIN,
                                           SHOGI_END_FOUL_LOSS };

    shogi_cursor_append_end(c, ends[random_below(sizeof ends / sizeof *ends)],
                            SHOGI_WINNER_BY_END, NULL, (struct shogi_place){ 0 });
}

/* Fill G, which is fresh. */
static inline void
random_game(struct shogi_game *g, uint64_t seed)
{
    struct shogi_position start;
    struct shogi_cursor c;
    int32_t total_s[2] = { 0, 0 };
    bool times;

    random_state = seed * 7919 + 1;
    times = random_below(2);
    if (random_below(4) == 0) {
        shogi_handicap_position((enum shogi_handicap)random_below(SHOGI_HANDICAP_OTHER),
                                &start);
        shogi_game_set_start(g, &start);
    }
    random_headers(g);
    shogi_cursor_init(&c, g);
    if (random_below(4) == 0)
        random_comment(g, g->root);
    random_line(g, &c, random_below(60), times, total_s);
    if (random_below(4))
        random_end(&c);
    for (uint32_t i = random_below(6); i > 0 && c.ply > 0; i--) {
        int32_t restart_s[2] = { 0, 0 };
        /* A branch anywhere on the line written last. */
        shogi_cursor_back_to(&c, random_below(c.ply));
        random_line(g, &c, random_below(8) + 1, false, restart_s);
        if (random_below(4) == 0)
            random_end(&c);
    }
    shogi_cursor_release(&c);
    shogi_game_finish(g);
}

#endif
