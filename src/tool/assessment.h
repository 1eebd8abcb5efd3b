/* SPDX-License-Identifier: MIT */
/* assessment.h - what an analysis says of the moves and players of one game.
 *
 * Everything here is computed from answers of an engine; nothing thinks or reads.  All
 * values are from Black's (sente's) point of view unless the name says mover. */
#ifndef SHOGI_TOOL_ASSESSMENT_H
#define SHOGI_TOOL_ASSESSMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <shogi/engine.h>
#include <shogi/game.h>

/* How bad a move was, by the loss of the mover's chance to win. */
enum verdict {
    VERDICT_NONE,       /* no loss to speak of, or not known */
    VERDICT_INEXACT,    /* kanshu */
    VERDICT_DUBIOUS,    /* gimonte */
    VERDICT_MISTAKE,    /* akushu */
    VERDICT_BLUNDER,    /* dai-akushu */
    VERDICT_COUNT
};

/* What makes a number a verdict. */
struct verdict_scale {
    double loss[VERDICT_COUNT]; /* of win rate, 0..1, at least; [VERDICT_NONE] is 0 */
    double coefficient;         /* win rate = 1 / (1 + exp(-cp / coefficient)) */
};

/* A position of the main line. */
struct assessed_position {
    const struct shogi_node *node; /* whose move led here; the root at ply 0 */
    uint32_t ply;
    enum shogi_side turn;
    bool is_known;               /* there is a value */
    int32_t value;               /* of the best line, Black's view; see kind */
    uint8_t kind, bound;         /* enum shogi_score_kind, enum shogi_bound */
    double win_rate;             /* of Black, 0..1 */
    shogi_move best;             /* SHOGI_NO_MOVE: not known */
    const struct shogi_answer *answer; /* NULL: not analysed */
};

/* A move of the main line: from position ply - 1 to position ply. */
struct assessed_move {
    uint32_t ply;
    enum shogi_side side;
    shogi_move move;
    bool is_known;         /* both positions have a value */
    bool is_best;          /* it was the first candidate */
    uint16_t rank;         /* among the candidates, from 1; 0: none of them */
    double loss;           /* of the mover's win rate, 0..1; 0 for the best move */
    int32_t loss_cp;       /* of the mover, centipawns, 0 when one value is a mate */
    enum verdict verdict;
    bool missed_mate;      /* the mover had a mate and has none now */
    bool threw_win_away;   /* the mover was not being mated and is now (tonshi) */
};

struct assessed_player {
    uint32_t moves;        /* with both values known */
    uint32_t best;         /* of them, first candidates: ShogiGUI's match rate */
    uint32_t later_moves, later_best; /* the same without the first plies */
    double loss;           /* mean of win rate, 0..1 */
    double loss_cp;        /* mean, over loss_cp_moves */
    uint32_t loss_cp_moves; /* moves where neither side was decided (1500 or more) */
    uint32_t verdicts[VERDICT_COUNT];
    uint32_t missed_mates, thrown_wins;
};

struct assessed_game {
    struct assessed_position *positions; /* ply 0 to plies */
    struct assessed_move *moves;         /* ply 1 to plies, at [ply - 1] */
    uint32_t plies;
    struct assessed_player players[2];
    uint32_t *turning_points; /* plies where the lead changed hands for good or long */
    uint32_t turning_point_count;
};

#endif
