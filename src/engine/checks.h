/* SPDX-License-Identifier: MIT */
/* checks.h - moves that give check, and what decides whether one mates. */
#ifndef SHOGI_ENGINE_CHECKS_H
#define SHOGI_ENGINE_CHECKS_H

#include "rules/attack.h"

/* What is known before the first check is looked for.  Of positions with one king
 * to attack, which is not attacked already. */
struct shogi_hunt {
    shogi_bb occupied;
    shogi_bb targets;  /* of pieces: not ours, no king */
    shogi_bb hidden;   /* ours: leaving the line to their king gives check */
    shogi_bb pinned;   /* ours, by our own king */
    shogi_square king; /* theirs */
    shogi_square own;  /* ours, or SHOGI_NO_SQUARE */
    bool in_check;     /* we are */
    /* From where a piece of ours attacks their king. */
    shogi_bb from[SHOGI_KIND_COUNT];
};

/* Fill H.  False: this is none of those positions. */
bool shogi_hunt_begin(struct shogi_hunt *h, const struct shogi_position *p);

/* A hunt that is begun when it is first needed. */
struct shogi_hunt_later {
    bool begun, possible; /* the latter is known once it has begun */
    struct shogi_hunt hunt;
};

/* The hunt in P; NULL: this is none of those positions. */
SHOGI_INLINE const struct shogi_hunt *
shogi_hunt_now(struct shogi_hunt_later *h, const struct shogi_position *p)
{
    if (!h->begun) {
        h->begun = true;
        h->possible = shogi_hunt_begin(&h->hunt, p);
    }
    return h->possible ? &h->hunt : NULL;
}

/* All legal moves that give check; any position.  Returns how many; the order is the
 * same on every machine. */
size_t shogi_check_moves(const struct shogi_position *p, shogi_move out[SHOGI_MAX_MOVES]);

/* The same for who has filled H. */
size_t shogi_hunt_checks(const struct shogi_hunt *h, const struct shogi_position *p,
                         shogi_move out[SHOGI_MAX_MOVES]);

/* Does M, a legal move of the side to move, give check? */
SHOGI_INLINE bool
shogi_hunt_is_check(const struct shogi_hunt *h, const struct shogi_position *p,
                    shogi_move m)
{
    shogi_square to = shogi_move_to(m);

    if (shogi_move_is_drop(m))
        return shogi_bb_has(h->from[shogi_move_dropped(m)], to);
    shogi_square from = shogi_move_from(m);
    enum shogi_kind kind = shogi_piece_kind(p->board[from]);
    if (shogi_bb_has(h->from[shogi_move_promotes(m) ? shogi_kind_promoted(kind) : kind],
                     to))
        return true;
    return shogi_bb_has(h->hidden, from)
           && shogi_tables.direction[h->king][to]
                  != shogi_tables.direction[h->king][from];
}

#endif
