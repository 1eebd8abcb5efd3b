/* SPDX-License-Identifier: MIT */
/* annotation.h - an assessed game's evaluations and verdicts as comments of its record.
 *
 * What is written for the move that led to a position stands behind what its comment
 * says already, in this order, each on a line of its own:
 *
 *     【悪手】勝率 54.2% → 31.0% 最善手 ▲７六歩(77)     the verdict, the mover's view
 *     【詰み逃し】5手詰 ▲５三銀打                       the mover had a mate
 *     【頓死】7手詰                                      the opponent has one now
 *     【詰めろ】3手詰                                    the mover threatens one, proved
 *     【必至】3手詰                                      and it cannot be parried
 *     evaluations in the style asked for
 *
 * In the comment of the start position stand the engine, as ShogiGUI names it, and what
 * it was asked for. */
#ifndef SHOGI_TOOL_ANNOTATION_H
#define SHOGI_TOOL_ANNOTATION_H

#include <stdbool.h>

#include <shogi/format.h>

#include "tool/assessment.h"

struct annotation_options {
    const char *engine;          /* its name */
    struct shogi_limits limits;  /* of one position */
    enum shogi_eval_style style; /* of evaluations in comments; NONE: no comments */
    bool in_place_of_its_own; /* the format has such a place for evaluations: there, not
                                 in comments */
    bool verdicts;            /* name bad moves */
    bool replace;             /* take away evaluations and verdicts that stand there */
    bool lines;               /* candidates that were not played as variations */
    bool skip[2];             /* nothing at the moves of this side */
    uint32_t pv_plies;        /* of lines of play, at most */
};

/* Write into the record of A, which is finished.  G is A's game.  False: memory. */
bool annotate(struct shogi_game *g, const struct assessed_game *a,
              const struct annotation_options *o);

#endif
