/* SPDX-License-Identifier: MIT */
/* mate_search.h - is there a mate?  Depth-first proof-number search. */
#ifndef SHOGI_ENGINE_MATE_SEARCH_H
#define SHOGI_ENGINE_MATE_SEARCH_H

#include "engine/checks.h"
#include "engine/mate_table.h"

#include <shogi/mate.h>

/* A move of a position on the path, and what is known of where it leads. */
struct shogi_mate_child {
    uint64_t key, hand; /* there; once it is decided, HAND is that of the proof */
    uint32_t pn, dn;
    shogi_move move;
    int16_t length; /* of a proof */
    int16_t loop;   /* a disproof: the lowest ply of the path that it depends on */
    bool waits;     /* not looked at before those in front of it are proven */
    bool is_stolen; /* takes a useless interposition, without keeping the piece */
    bool is_futile; /* an interposition that may be useless */
    bool has_twins; /* as in the table */
};

/* A position on the path. */
struct shogi_mate_frame {
    uint64_t key, hand, totals; /* totals: both hands together */
    uint64_t path;              /* says which positions lie before it, in order */
    uint64_t nodes;             /* when it was entered */
    uint32_t first, count;      /* its children */
    uint32_t chosen;
    uint32_t limit_pn, limit_dn;
    uint32_t pn, dn;
    uint64_t proof;         /* hand, once it is decided */
    struct shogi_undo undo; /* of the move to it */
    shogi_move best;
    int16_t length; /* the mate must be within so many plies */
    int16_t proof_length;
    int16_t loop;
    bool has_twins;
    bool attacks;              /* the side to move is who attacks */
    bool is_futile, is_stolen; /* as of the child it was */
};

struct shogi_mate_solver {
    struct shogi_mate_table table;
    struct shogi_position position;
    struct shogi_mate_frame *frames;
    struct shogi_mate_child *children;
    uint32_t child_count, child_room;
    int depth;              /* of the frame worked on */
    uint16_t on_path[1024]; /* how many keys of the path fall here */
    uint64_t nodes, limit;
    bool out_of_memory;
};

/* Of a search. */
struct shogi_mate_found {
    uint8_t answer; /* enum shogi_mate_answer */
    shogi_move move;
    int length; /* of the proof, an upper bound */
};

/* A new question about P: forget all.  False: P has so many pieces of a kind that the
 * hands could not be told apart. */
bool shogi_mate_begin(struct shogi_mate_solver *s, const struct shogi_position *p);

/* Look for a mate of the side to move in P within LENGTH plies (SHOGI_MATE_ANY_LENGTH:
 * no limit; then useless interpositions count), until S->nodes reaches S->limit. */
void shogi_mate_search(struct shogi_mate_solver *s, const struct shogi_position *p,
                       int length, struct shogi_mate_found *found);

/* The same, when it is the defender's turn; for what follows a check.  EVEN. */
void shogi_mate_search_reply(struct shogi_mate_solver *s, const struct shogi_position *p,
                             int length, struct shogi_mate_found *found);

/* Key of board and turn, without hands: as in the table. */
uint64_t shogi_mate_board_key(const struct shogi_position *p);

/* M, which takes on its target square, without keeping what it takes. */
void shogi_mate_steal(struct shogi_position *p, shogi_move m, struct shogi_undo *u);

#endif
