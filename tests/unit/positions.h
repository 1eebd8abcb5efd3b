/* SPDX-License-Identifier: MIT */
/* positions.h - positions for tests of the rules: from text, from random play,
 * and arrangements that no game can reach.  The same on every machine. */
#ifndef SHOGI_TESTS_POSITIONS_H
#define SHOGI_TESTS_POSITIONS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <shogi/position.h>

#include "tap.h"

/* splitmix64 */
static inline uint32_t
draw(uint64_t *state, uint32_t below)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) >> 32) % below;
}

/* SFEN, or "startpos"; a failed check when it cannot be read. */
static inline struct shogi_position
position_of(const char *sfen)
{
    struct shogi_position p;
    size_t used;

    shogi_position_set_start(&p);
    if (strcmp(sfen, "startpos") == 0)
        return p;
    enum shogi_sfen_error error = shogi_position_from_sfen(&p, sfen, strlen(sfen), &used);
    if (error != SHOGI_SFEN_OK && !is_int(error, SHOGI_SFEN_OK))
        note("%s", sfen);
    return p;
}

static inline shogi_move
move_of(const char *usi)
{
    return shogi_move_from_usi(usi, strlen(usi));
}

/* Call VISIT with each position of GAMES games of random legal moves, up to
 * PLIES long; every fourth move is a capture or a promotion where there is one,
 * so that hands fill. */
static inline void
play_at_random(uint64_t seed, int games, int plies,
               void (*visit)(struct shogi_position *p, uint64_t *random))
{
    shogi_move list[SHOGI_MAX_MOVES];
    struct shogi_undo u;

    for (int g = 0; g < games; g++) {
        struct shogi_position p;
        shogi_position_set_start(&p);
        for (int ply = 0; ply < plies; ply++) {
            visit(&p, &seed);
            size_t n = shogi_legal_moves(&p, list);
            if (n == 0)
                break;
            shogi_move m = list[draw(&seed, (uint32_t)n)];
            for (size_t i = 0; i < n && draw(&seed, 4) == 0; i++) {
                shogi_move tried = list[draw(&seed, (uint32_t)n)];
                if (shogi_move_promotes(tried) || p.board[shogi_move_to(tried)])
                    m = tried;
            }
            shogi_position_play(&p, m, &u);
        }
    }
}

/* Any pieces anywhere: DENSITY of 100 squares are taken; KINGS of each side at
 * most, hands at random. */
static inline struct shogi_position
scatter(uint64_t *random, uint32_t density, int kings)
{
    struct shogi_position p;
    int left[2] = { kings, kings };

    shogi_position_clear(&p);
    for (int square = 0; square < SHOGI_SQUARE_COUNT; square++) {
        enum shogi_side side = (enum shogi_side)draw(random, 2);
        enum shogi_kind kind = (enum shogi_kind)draw(random, SHOGI_KIND_COUNT);
        if (draw(random, 100) >= density || (kind == SHOGI_KING && left[side]-- <= 0))
            continue;
        shogi_position_put(&p, (shogi_square)square, shogi_piece_of(side, kind));
    }
    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
            if (draw(random, 2))
                shogi_position_set_hand(&p, (enum shogi_side)side, (enum shogi_kind)kind,
                                        (int)draw(random, 3));
    shogi_position_set_turn(&p, (enum shogi_side)draw(random, 2));
    return p;
}

/* A king with few pieces around, and the attacker's near him: many mates. */
static inline struct shogi_position
corner(uint64_t *random)
{
    struct shogi_position p;
    enum shogi_side us = (enum shogi_side)draw(random, 2);
    enum shogi_side them = us == SHOGI_BLACK ? SHOGI_WHITE : SHOGI_BLACK;
    shogi_square king = (shogi_square)draw(random, SHOGI_SQUARE_COUNT);

    shogi_position_clear(&p);
    shogi_position_put(&p, king, shogi_piece_of(them, SHOGI_KING));
    for (uint32_t i = 4 + draw(random, 8); i > 0; i--) {
        int file = shogi_square_file(king) + (int)draw(random, 7) - 3;
        int rank = shogi_square_rank(king) + (int)draw(random, 7) - 3;
        enum shogi_kind kind = (enum shogi_kind)draw(random, SHOGI_KIND_COUNT);
        if (file < 1 || file > 9 || rank < 1 || rank > 9 || kind == SHOGI_KING
            || p.board[shogi_square_at(file, rank)] != SHOGI_EMPTY)
            continue;
        shogi_position_put(&p, shogi_square_at(file, rank),
                           shogi_piece_of(draw(random, 3) ? us : them, kind));
    }
    if (draw(random, 2)) {
        shogi_square own = (shogi_square)draw(random, SHOGI_SQUARE_COUNT);
        if (p.board[own] == SHOGI_EMPTY)
            shogi_position_put(&p, own, shogi_piece_of(us, SHOGI_KING));
    }
    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
            if (draw(random, 4) == 0)
                shogi_position_set_hand(&p, (enum shogi_side)side, (enum shogi_kind)kind,
                                        1);
    shogi_position_set_turn(&p, us);
    return p;
}

/* ---- tables of facts, outside the tree --------------------------------------------- */

enum { ROW_FIELDS = 8 };

/* Call VISIT with the fields of each row of a TSV file below $SHOGI_SHARED, the
 * heading left out; missing fields are "".  Skips the test when it is not there. */
static inline void
read_table(const char *name, void (*visit)(char *fields[ROW_FIELDS]))
{
    static char line[1 << 16];
    static char empty[1];
    char path[4096];
    const char *shared = getenv("SHOGI_SHARED");

    if (!shared) {
        skip("SHOGI_SHARED is not set: no tables of facts");
        return;
    }
    snprintf(path, sizeof path, "%s/%s", shared, name);
    FILE *f = fopen(path, "r");
    if (!f) {
        skip("this table of facts is not there");
        return;
    }
    for (bool heading = true; fgets(line, sizeof line, f); heading = false) {
        char *fields[ROW_FIELDS], *s = line;
        line[strcspn(line, "\n")] = '\0';
        for (int i = 0; i < ROW_FIELDS; i++) {
            char *tab = strchr(s, '\t');
            fields[i] = s;
            if (tab)
                *tab = '\0';
            s = tab ? tab + 1 : empty;
        }
        if (!heading)
            visit(fields);
    }
    fclose(f);
}

#endif
