/* SPDX-License-Identifier: MIT */
/* repetition.c - fourfold repetition and perpetual check. */
#include <shogi/repetition.h>

/* Was every move of a side after ply FIRST a check, up to PLY, after which TURN is to
 * move? */
static void
look_at_checks(uint32_t first, uint32_t ply, unsigned turn,
               bool (*is_check)(const void *context, uint32_t ply), const void *context,
               bool all_checks[2])
{
    all_checks[SHOGI_BLACK] = all_checks[SHOGI_WHITE] = true;
    for (uint32_t n = ply; n > first; n--) {
        turn = !turn;
        all_checks[turn] = all_checks[turn] && is_check(context, n);
    }
}

enum shogi_repetition
shogi_repetition_find(const struct shogi_undo *history, uint32_t ply,
                      const struct shogi_position *p,
                      bool (*is_check)(const void *context, uint32_t ply),
                      const void *context, struct shogi_repetition_found *found)
{
    bool all_checks[2];

    *found = (struct shogi_repetition_found){ .occurrences = 1, .first = ply };
    /* history[n].key is that of the position after n plies. */
    for (uint32_t n = ply; n >= 2;) {
        n -= 2;
        if (history[n].key == p->key) {
            found->occurrences++;
            found->first = n;
        }
    }
    if (found->occurrences < 4)
        return SHOGI_REPETITION_NONE;
    look_at_checks(found->first, ply, p->turn, is_check, context, all_checks);
    if (all_checks[SHOGI_BLACK] == all_checks[SHOGI_WHITE])
        return SHOGI_REPETITION_FOURFOLD;
    return all_checks[SHOGI_BLACK] ? SHOGI_REPETITION_BLACK_CHECKS
                                   : SHOGI_REPETITION_WHITE_CHECKS;
}
