/* SPDX-License-Identifier: MIT */
/* path.c - repetition within the game and within the search. */
#include "engine/path.h"

#include "base/memory.h"
#include "rules/bitboard.h"

#include <string.h>

static uint8_t *
counter_of(struct shogi_path *path, uint64_t board_key)
{
    return &path->seen[(board_key >> 20) % SHOGI_PATH_COUNTERS];
}

static uint64_t
key_of_hands(const struct shogi_position *p)
{
    uint64_t key = 0;

    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
            key += p->hand[side][kind] * shogi_tables.hand_key[side][kind];
    return key;
}

static void
add_step(struct shogi_path *path, const struct shogi_position *p, unsigned checks)
{
    struct shogi_path_step *step = &path->steps[path->count++];

    step->key = p->key;
    memcpy(step->hand, p->hand, sizeof step->hand);
    /* Most moves leave the hands as they were. */
    if (path->count >= 2 && memcmp(step->hand, step[-1].hand, sizeof step->hand) == 0)
        step->board_key = p->key - (step[-1].key - step[-1].board_key);
    else
        step->board_key = p->key - key_of_hands(p);
    step->checks = (uint16_t)(checks < UINT16_MAX ? checks : UINT16_MAX);
    uint8_t *counter = counter_of(path, step->board_key);
    *counter = (uint8_t)(*counter + (*counter < UINT8_MAX));
}

bool
shogi_path_begin(struct shogi_path *path, const struct shogi_position *p, size_t room)
{
    struct shogi_path_step *steps = path->steps;

    if (room + 1 > path->room) {
        if (room > SIZE_MAX / sizeof *steps - 1)
            return false;
        steps = shogi_memory_resize(path->steps, (room + 1) * sizeof *steps);
        if (!steps)
            return false;
        path->steps = steps;
        path->room = room + 1;
    }
    path->count = path->root = 0;
    memset(path->seen, 0, sizeof path->seen);
    add_step(path, p, 0);
    return true;
}

void
shogi_path_release(struct shogi_path *path)
{
    shogi_memory_free(path->steps);
    path->steps = NULL;
    path->room = path->count = 0;
}

void
shogi_path_push(struct shogi_path *path, const struct shogi_position *p, bool is_check)
{
    unsigned checks = 0;

    if (is_check)
        checks = 1u + (path->count >= 2 ? path->steps[path->count - 2].checks : 0u);
    add_step(path, p, checks);
}

void
shogi_path_pop(struct shogi_path *path)
{
    uint8_t *counter = counter_of(path, path->steps[--path->count].board_key);

    /* A full counter has lost count, and stays. */
    *counter = (uint8_t)(*counter - (*counter < UINT8_MAX));
}

/* A round from step FIRST to the last one. */
static enum shogi_path_verdict
judge_round(const struct shogi_path *path, size_t first)
{
    size_t last = path->count - 1, moves = (last - first) / 2;
    bool opponent = path->steps[last].checks >= moves;
    bool mover = path->steps[last - 1].checks >= moves;

    if (opponent == mover)
        return SHOGI_PATH_DRAW;
    return opponent ? SHOGI_PATH_WIN : SHOGI_PATH_LOSS;
}

static bool
has_at_least(const uint8_t a[SHOGI_HAND_COUNT], const uint8_t b[SHOGI_HAND_COUNT])
{
    for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
        if (a[kind] < b[kind])
            return false;
    return true;
}

/* The same board with other hands: better or worse for SIDE, when both hands say so. */
static enum shogi_path_verdict
compare_hands(const struct shogi_path_step *now, const struct shogi_path_step *then,
              unsigned side)
{
    if (has_at_least(now->hand[side], then->hand[side])
        && has_at_least(then->hand[side ^ 1], now->hand[side ^ 1]))
        return SHOGI_PATH_SUPERIOR;
    if (has_at_least(then->hand[side], now->hand[side])
        && has_at_least(now->hand[side ^ 1], then->hand[side ^ 1]))
        return SHOGI_PATH_INFERIOR;
    return SHOGI_PATH_NEW;
}

enum shogi_path_verdict
shogi_path_judge(const struct shogi_path *path, const struct shogi_position *p)
{
    size_t last = path->count - 1, first = last;
    const struct shogi_path_step *now = &path->steps[last];
    unsigned times = 1;

    if (path->seen[(now->board_key >> 20) % SHOGI_PATH_COUNTERS] < 2)
        return SHOGI_PATH_NEW;
    for (size_t n = last; n >= 2;) {
        const struct shogi_path_step *then = &path->steps[n -= 2];
        if (then->board_key != now->board_key)
            continue;
        if (then->key == now->key) {
            first = n;
            if (n >= path->root)
                return judge_round(path, first);
            times++;
        } else if (n >= path->root) {
            enum shogi_path_verdict v = compare_hands(now, then, p->turn);
            if (v != SHOGI_PATH_NEW)
                return v;
        }
    }
    return times >= 4 ? judge_round(path, first) : SHOGI_PATH_NEW;
}
