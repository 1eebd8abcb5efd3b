/* SPDX-License-Identifier: MIT */
/* csa.h - what the files of the CSA format share. */
#ifndef SHOGI_NOTATION_CSA_H
#define SHOGI_NOTATION_CSA_H

#include "notation/format.h"

/* The kind that two letters name ("FU"); SHOGI_NO_KIND: none.  Two bytes at S
 * are read. */
enum shogi_kind shogi_csa_kind(const char *s);

/* Two letters of a kind; static storage. */
const char *shogi_csa_code(enum shogi_kind kind);

/* A move as it is written, behind the sign: "7776FU". */
struct csa_move {
    shogi_square from; /* SHOGI_NO_SQUARE: a drop */
    shogi_square to;
    uint8_t kind; /* after the move */
};

/* Read six characters; false: they are no move. */
bool shogi_csa_scan_move(const char *s, struct csa_move *m);

/* Does the LEN bytes' word at S begin with "V" and a digit? */
static inline bool
shogi_csa_is_version(const char *s, size_t len)
{
    return len >= 2 && s[0] == 'V' && s[1] >= '0' && s[1] <= '9';
}

/* ---- start position -----------------------------------------------------------------
 */

/* What was read of a start position so far. */
struct csa_setup {
    bool has_position;
    uint8_t turn; /* SHOGI_NO_SIDE: not stated */
    uint8_t rest; /* whose hand gets all that is left ("00AL"); SHOGI_NO_SIDE: nobody's */
};

/* Read the statement between `p` and `eol`, which begins with 'P', into the
 * start position of G.  False: it is none. */
bool shogi_csa_read_setup(struct csa_setup *u, struct scan *s, struct shogi_game *g);

/* Give the rest to a hand, and the turn to its side. */
void shogi_csa_finish_setup(const struct csa_setup *u, struct shogi_game *g);

/* ---- functions of the format ----------------------------------------------------------
 */

struct shogi_split shogi_csa_split(const char *s, size_t len, bool at_eof,
                                   const struct shogi_split *from);
enum shogi_status shogi_csa_parse(const struct shogi_text *t, struct shogi_game *g);
void shogi_csa_write(struct shogi_game *g, const struct shogi_write_options *o,
                     struct shogi_buf *out);

#endif
