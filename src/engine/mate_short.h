/* SPDX-License-Identifier: MIT */
/* mate_short.h - mates in one and in three plies, without a table. */
#ifndef SHOGI_ENGINE_MATE_SHORT_H
#define SHOGI_ENGINE_MATE_SHORT_H

#include "engine/checks.h"

#include <shogi/mate.h>

/* shogi_mate_in_one() for who has filled H. */
shogi_move shogi_hunt_mate_in_one(const struct shogi_hunt *h,
                                  const struct shogi_position *p);

/* shogi_mate_in_one(), and how many checks there are. */
shogi_move shogi_mate_or_checks(const struct shogi_position *p, size_t *checks);

/* The first move of a mate in one or three plies, SHOGI_NO_MOVE when there is none;
 * exact.  *NODES grows by the positions looked at.  P is played on and restored. */
shogi_move shogi_mate_in_three(struct shogi_position *p, uint64_t *nodes);

#endif
