/* SPDX-License-Identifier: MIT */
/* shogi/mate.h - is there a mate?  Proofs only: what is found has been replayed. */
#ifndef SHOGI_MATE_H
#define SHOGI_MATE_H

#include <stddef.h>
#include <stdint.h>

#include <shogi/position.h>
#include <shogi/status.h>

enum shogi_mate_answer {
    SHOGI_MATE_UNKNOWN, /* at the limit */
    SHOGI_MATE_FOUND,   /* the side to move mates by checks alone */
    SHOGI_MATE_NONE,    /* it cannot */
};

enum { SHOGI_MATE_LINE_MAX = 2048 };

struct shogi_mate_limits {
    uint64_t nodes; /* positions looked at; 0: no limit */
    bool shortest;  /* look on until no shorter mate is left, within the nodes */
};

struct shogi_mate {
    uint8_t answer;     /* enum shogi_mate_answer */
    bool is_shortest;   /* proven: the length against the best defence; otherwise there
                           may be a shorter mate, or a defence that lasts longer */
    uint16_t plies;     /* of the line, which has no useless interpositions (muda-ai) */
    shogi_move line[SHOGI_MATE_LINE_MAX]; /* ends in mate */
    uint64_t nodes;     /* spent */
};

/* Solves problems, one after the other; used by one thread at a time. */
struct shogi_mate_solver;

/* With a table of HASH_MB megabytes (0: 16).  NULL: memory. */
SHOGI_API struct shogi_mate_solver *shogi_mate_solver_new(unsigned hash_mb);
/* NULL is fine. */
SHOGI_API void shogi_mate_solver_free(struct shogi_mate_solver *s);

/* Look for a mate of the side to move in P, which may have no king itself.  The
 * same question gets the same answer, whatever was asked before. */
SHOGI_API void shogi_mate_solve(struct shogi_mate_solver *s, const struct shogi_position *p,
                                const struct shogi_mate_limits *limits,
                                struct shogi_mate *out);

/* Would the side to move be mated if it passed (tsumero)?  UNKNOWN also when it is in
 * check.  OUT is the mate that threatens, as from the other side. */
SHOGI_API void shogi_mate_threat(struct shogi_mate_solver *s, const struct shogi_position *p,
                                 const struct shogi_mate_limits *limits,
                                 struct shogi_mate *out);

enum shogi_brink_answer {
    SHOGI_BRINK_UNKNOWN, /* not proven, not refuted: the nodes ran out */
    SHOGI_BRINK_PROVEN,  /* whatever is played, the mate cannot be parried (hisshi) */
    SHOGI_BRINK_REFUTED, /* there is a defence */
};

enum { SHOGI_BRINK_RENEWALS_MAX = 3 };

struct shogi_brink {
    uint8_t answer;     /* enum shogi_brink_answer */
    shogi_move defence; /* REFUTED: one; UNKNOWN: one that was not answered; PROVEN:
                           SHOGI_NO_MOVE */
    uint64_t nodes;     /* spent */
};

/* Is the side to move in P lost to mates?  It is when after each of its legal moves,
 * every one of which is looked at, the other side has a mate by checks or, RENEWALS
 * times at most (cut to the maximum), a move after which the same is true again.
 * LIMITS: only nodes count. */
SHOGI_API void shogi_mate_brink(struct shogi_mate_solver *s,
                                const struct shogi_position *p, unsigned renewals,
                                const struct shogi_mate_limits *limits,
                                struct shogi_brink *out);

/* A move that mates at once, SHOGI_NO_MOVE when there is none.  Exact. */
SHOGI_API shogi_move shogi_mate_in_one(const struct shogi_position *p);

/* Is LINE (COUNT moves) a mate: legal moves, each of the attacker gives check, the last
 * one mates?  Behind it there may be useless interpositions: drops between a far
 * checker and the king that the checker takes, and mates, even if it lost again what it
 * took. */
SHOGI_API bool shogi_mate_line_holds(const struct shogi_position *p, const shogi_move *line,
                                     size_t count);

#endif
