/* SPDX-License-Identifier: MIT */
/* assessment.h - what an analysis says of the moves and players of one game.
 *
 * Everything here is computed from what engines said, now or in the record; nothing
 * thinks or reads.  Only the main line is looked at.  Numbers are whole, so that they
 * are the same on every machine.
 *
 *     assess_begin(&a, g);
 *     for each ply: assess_answer(), assess_recorded(), assess_failure() or nothing,
 *                   then assess_mate() and assess_threat() where they were asked
 *     assess_finish(&a, &scale);
 *     ... reports and graphs read A ...
 *     assess_release(&a) after the last game
 */
#ifndef SHOGI_TOOL_ASSESSMENT_H
#define SHOGI_TOOL_ASSESSMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <shogi/engine.h>
#include <shogi/game.h>
#include <shogi/mate.h>

#include "base/arena.h"
#include "tool/verdict.h"

/* ---- positions and moves ------------------------------------------------------------
 */

enum value_kind {
    VALUE_NONE,         /* not known */
    VALUE_CP,           /* centipawns */
    VALUE_MATE,         /* mate in `plies` */
    VALUE_MATE_UNKNOWN, /* mate, nobody said in how many plies */
    VALUE_DECLARED,     /* the side to move wins by declaration */
    VALUE_DECIDED, /* centipawns from 29,000 on, by which engines say that it is won */
};

/* An evaluation, seen from Black (sente). */
struct assessed_value {
    uint8_t kind;   /* enum value_kind */
    uint8_t bound;  /* enum shogi_bound */
    uint8_t winner; /* enum shogi_side; SHOGI_NO_SIDE with NONE and CP */
    int32_t cp;     /* with CP, and as it was said with DECIDED; else 0 */
    int32_t plies;  /* with MATE; 0: it is on the board */
};

/* One candidate of a position. */
struct assessed_line {
    const shogi_move *pv; /* legal moves, the first is the candidate; NULL when 0 */
    uint32_t pv_count;
    struct assessed_value value;
    uint16_t depth, seldepth; /* 0: not told */
};

/* A mate that was proved: by whom, and how. */
struct assessed_mate {
    uint8_t answer; /* enum shogi_mate_answer; UNKNOWN also when nobody asked */
    bool is_asked;
    bool is_shortest;
    uint16_t plies;
    const shogi_move *line; /* `plies` moves; NULL when there is none */
};

/* A position of the main line. */
struct assessed_position {
    const struct shogi_node *node; /* whose move led here; the root at ply 0 */
    uint32_t ply;
    enum shogi_side turn;
    struct assessed_value value;       /* of the best line */
    int32_t rate;                      /* of Black; RATE_UNKNOWN: no value */
    shogi_move best;                   /* SHOGI_NO_MOVE: not known */
    const struct assessed_line *lines; /* best first */
    uint32_t line_count;
    uint64_t nodes;              /* 0: not told */
    int32_t time_ms;             /* of thinking; -1: not told */
    const char *engine;          /* NULL: not known */
    const char *error;           /* why there is no answer; NULL: nothing failed */
    bool is_analysed;            /* an engine or the record said something */
    bool is_recorded;            /* the record did */
    bool is_mated;               /* by the rules: the side to move is mated */
    struct assessed_mate mate;   /* of the side to move */
    struct assessed_mate threat; /* of the other side, if it could move now (tsumero) */
    bool is_brink_asked;         /* can that be parried? */
    uint8_t brink;               /* enum shogi_brink_answer; PROVEN: it cannot (hisshi) */
};

/* A move of the main line: from position ply - 1 to position ply. */
struct assessed_move {
    uint32_t ply;
    enum shogi_side side;
    shogi_move move;
    bool is_known;    /* both positions have a value: `loss` says something */
    bool is_compared; /* the first candidate is known, and the value behind the move */
    bool is_best;     /* it is the first candidate */
    uint16_t rank;    /* among the candidates, from 1; 0: none of them */
    int32_t loss;     /* of the mover's rate; 0 for the best move, never negative */
    bool has_loss_cp; /* both values are centipawns */
    int32_t loss_cp;  /* of the mover; 0 for the best move, never negative */
    enum verdict verdict;
    bool missed_mate;      /* the mover had a mate and has none any more */
    bool walked_into_mate; /* the mover was not being mated and is now */
    bool threw_win_away;   /* the same, from at least an even position (tonshi) */
};

/* Mean losses of centipawns leave out moves that change nothing any more: both values
 * at least this far ahead, or both this far behind.  The two limits of ShogiGUI. */
enum { CP_LIMITS = 2 };
extern const int32_t decided_cp[CP_LIMITS]; /* 1500, 700 */

struct assessed_player {
    uint32_t moves;          /* played */
    uint32_t compared, best; /* match rate as ShogiGUI has it: best / compared */
    uint32_t later_compared, later_best; /* the same without the first plies */
    uint32_t known;                      /* moves whose loss is known */
    int32_t loss;                        /* its mean over them; RATE_UNKNOWN: none */
    uint32_t cp_moves[CP_LIMITS];        /* moves within the limit */
    int32_t cp_loss[CP_LIMITS];          /* mean over them in hundredths of a centipawn;
                                            -1: none */
    uint32_t verdicts[VERDICT_COUNT];
    uint32_t missed_mates, walked_into_mates, thrown_wins;
};

struct assessed_game {
    const struct shogi_game *game;
    struct verdict_scale scale;
    struct assessed_position *positions; /* ply 0 to plies */
    struct assessed_move *moves;         /* ply 1 to plies, at [ply - 1] */
    uint32_t plies;
    struct assessed_player players[2];
    const uint32_t *turning_points; /* plies of moves that gave the lead away, rising */
    uint32_t turning_point_count;
    bool is_truncated; /* the analysis was broken off; set by who broke it off */
    struct shogi_arena arena;
};

/* Begin with G, which must stay as it is.  A must be all-zero before the first game;
 * what the last one left is forgotten.  False: memory. */
bool assess_begin(struct assessed_game *a, const struct shogi_game *g);

/* What an engine said of the position at PLY; copied, but for ENGINE, its name (NULL:
 * not known).  False: memory. */
bool assess_answer(struct assessed_game *a, uint32_t ply,
                   const struct shogi_answer *answer, const char *engine);

/* What the record says of it, by ENGINE (NULL, or when it says nothing by that one: by
 * the one that is named first).  The analyses must have been found before, see
 * shogi_game_find_evaluations().  Without any nothing changes.  False: memory. */
bool assess_recorded(struct assessed_game *a, uint32_t ply, const char *engine);

/* No engine could answer, and WHY (copied).  False: memory. */
bool assess_failure(struct assessed_game *a, uint32_t ply, const char *why);

/* What the mate solver said: of the side to move at PLY, or of the other side if it
 * could move.  A mate that was found replaces value and best move.  False: memory. */
bool assess_mate(struct assessed_game *a, uint32_t ply, const struct shogi_mate *mate);
bool assess_threat(struct assessed_game *a, uint32_t ply,
                   const struct shogi_mate *threat);

/* Whether the side to move at PLY can parry what threatens. */
void assess_brink(struct assessed_game *a, uint32_t ply, const struct shogi_brink *brink);

/* Compute moves, players and turning points.  A turning point is the costliest move of
 * a side between its last position of at least even chances and the first position in
 * which the other side wins at a rate of 60 % or more.  False: memory. */
bool assess_finish(struct assessed_game *a, const struct verdict_scale *scale);

/* Give the memory back; A is all-zero again. */
void assess_release(struct assessed_game *a);

#endif
