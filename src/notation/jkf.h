/* SPDX-License-Identifier: MIT */
/* jkf.h - what the files of the JKF format share. */
#ifndef SHOGI_NOTATION_JKF_H
#define SHOGI_NOTATION_JKF_H

#include "notation/format.h"

/* A word for an ending that neither CSA nor KIF has one for; NULL: they have. */
const char *shogi_jkf_own_word(enum shogi_end end);

/* By such a word; SHOGI_END_NONE: unknown. */
enum shogi_end shogi_jkf_end_from_own_word(const char *word);

/* Is WORD one that CSA could have, without its '%'?  JKF leaves the '%' out of
 * those, and of those only. */
bool shogi_jkf_is_token(const char *word);

/* Who wins by perpetual check when the record does not say: the side that is in
 * check now, or else the side that has just moved. */
enum shogi_winner shogi_jkf_perpetual_winner(const struct shogi_position *p);

enum shogi_status shogi_jkf_parse(const struct shogi_text *t, struct shogi_game *g);
void shogi_jkf_write(struct shogi_game *g, const struct shogi_write_options *o,
                     struct shogi_buf *out);

#endif
