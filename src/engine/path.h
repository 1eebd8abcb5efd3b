/* SPDX-License-Identifier: MIT */
/* path.h - the way to a position: the game so far and the line being looked at, asked
 * at each node whether it repeats itself. */
#ifndef SHOGI_ENGINE_PATH_H
#define SHOGI_ENGINE_PATH_H

#include <shogi/position.h>

struct shogi_path_step {
    uint64_t key, board_key;           /* board_key: without the hands */
    uint8_t hand[2][SHOGI_HAND_COUNT]; /* of Black and White */
    uint16_t checks; /* given in a row by the side that moved here, this one included */
};

enum { SHOGI_PATH_COUNTERS = 4096 };

struct shogi_path {
    struct shogi_path_step *steps; /* on the heap, as many as there is room for */
    size_t room, count;
    size_t root;                       /* the step at which the search began */
    uint8_t seen[SHOGI_PATH_COUNTERS]; /* how many steps share these bits of board_key */
};

/* What the position that was reached last is for the side to move. */
enum shogi_path_verdict {
    SHOGI_PATH_NEW,
    SHOGI_PATH_DRAW,     /* fourfold repetition, or once again within the search */
    SHOGI_PATH_WIN,      /* the opponent has checked all the way round */
    SHOGI_PATH_LOSS,     /* the side to move has */
    SHOGI_PATH_SUPERIOR, /* it stood with less in hand within the search */
    SHOGI_PATH_INFERIOR, /* with more */
};

/* Begin anew at P, with room for ROOM more steps.  False: memory. */
bool shogi_path_begin(struct shogi_path *path, const struct shogi_position *p,
                      size_t room);
void shogi_path_release(struct shogi_path *path);

/* P was reached by a move, with check or not. */
void shogi_path_push(struct shogi_path *path, const struct shogi_position *p,
                     bool is_check);
void shogi_path_pop(struct shogi_path *path);

/* What is the last step, at which P stands? */
enum shogi_path_verdict shogi_path_judge(const struct shogi_path *path,
                                         const struct shogi_position *p);

#endif
