/* SPDX-License-Identifier: MIT */
/* closing.h - the line that says how many moves were made and who won.
 *
 *     まで77手で先手の勝ち         まで77手で時間切れにより先手の勝ち
 *     まで8手で先手の反則負け      まで120手で千日手
 *     まで61手詰                   (problems, without "de")
 *     至77手先手胜                 (Chinese)
 */
#ifndef SHOGI_NOTATION_CLOSING_H
#define SHOGI_NOTATION_CLOSING_H

#include "base/buf.h"
#include "game/game.h"
#include "text/scan.h"

/* What a closing line says. */
struct shogi_closing {
    bool has_number;
    uint32_t number;       /* moves made */
    enum shogi_end end;    /* SHOGI_END_NONE: no ending that is known */
    enum shogi_side named; /* the side it names, SHOGI_NO_SIDE: none */
    bool named_loses;      /* "foul loss": in all other forms the named side wins */
    bool is_time, is_foul, is_declared;
    bool names_handicap; /* shitate, uwate */
    bool is_chinese;
};

/* Take a closing line; what it says behind "made" may be nothing. */
bool shogi_closing_scan(struct scan *s, struct shogi_closing *c);

/* In Japanese, what it says of a winner; without line feed. */
void shogi_closing_put(struct shogi_buf *out, const struct shogi_closing *c);

/* The ending that C stands for with MOVER to move (NONE: none), and who wins if
 * the ending does not say so by itself. */
enum shogi_end shogi_closing_end(const struct shogi_closing *c, enum shogi_side mover,
                                 enum shogi_winner *winner);

#endif
