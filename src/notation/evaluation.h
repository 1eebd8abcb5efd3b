/* SPDX-License-Identifier: MIT */
/* evaluation.h - evaluations of engines in comments: finding and writing them. */
#ifndef SHOGI_NOTATION_EVALUATION_H
#define SHOGI_NOTATION_EVALUATION_H

#include <shogi/format.h>

#include "base/buf.h"
#include "game/cursor.h"
#include "game/game.h"

/* Who writes evaluations like this; stored in shogi_analysis.dialect. */
enum shogi_evaluation_dialect {
    SHOGI_EVALUATION_NONE, /* from no comment: an engine, or JSON */
    SHOGI_EVALUATION_SHOGIHOME,
    SHOGI_EVALUATION_SHOGIHOME_RESEARCH,
    SHOGI_EVALUATION_SHOGIGUI,
    SHOGI_EVALUATION_KISHIN,
    SHOGI_EVALUATION_K_SHOGI,
    SHOGI_EVALUATION_FLOODGATE, /* and CSA V3 */
};

/* Fill the analyses of every node of G from its comments, which stay as they
 * are.  A second call does nothing.  Lines of ShogiHome that follow each other
 * make one analysis.  FATAL: memory. */
enum shogi_status shogi_game_find_evaluations(struct shogi_game *g);

/* Write the analyses of every node in STYLE into the comments, in place of the
 * lines that they came from; all other lines stay byte for byte.  With KEEP only
 * those that came from no comment are added, in FALLBACK.  What a style cannot
 * say is added to *LOST.  FATAL: memory. */
enum shogi_status shogi_game_style_evaluations(struct shogi_game *g,
                                               enum shogi_eval_style style,
                                               enum shogi_eval_style fallback,
                                               uint32_t *lost);

/* Append to OUT the lines, in STYLE, that say A of the position of C, as a comment has
 * them.  Returns how much of A the style cannot say. */
uint32_t shogi_evaluation_put(struct shogi_buf *out, const struct shogi_cursor *c,
                              const struct shogi_analysis *a,
                              enum shogi_eval_style style);

/* Append the COUNT moves of a line of play from the position of C, as ShogiGUI writes
 * them: "▲７六歩(77) △３四歩(33)". */
void shogi_pv_put(struct shogi_buf *out, const struct shogi_cursor *c,
                  const shogi_move *pv, uint32_t count);

/* Read a line of play from the LEN bytes at S, behind which SHOGI_TEXT_PADDING
 * zero bytes stand, into OUT (at most MAX moves): CSA
 * moves with signs, USI moves, or Japanese ones, from the position P, in which
 * the last move went to PREVIOUS.  Stops at the first word that is no possible
 * move.  Returns how many. */
size_t shogi_pv_read(const struct shogi_position *p, shogi_square previous, const char *s,
                     size_t len, shogi_move *out, size_t max);

enum { SHOGI_PV_MAX = 256 };

#endif
