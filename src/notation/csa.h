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

/* ---- start position -------------------------------------------------------------- */

/* What was read of a start position so far. */
struct csa_setup {
    bool has_position;
    uint8_t turn; /* SHOGI_NO_SIDE: not stated */
    uint8_t rest; /* whose hand gets all that is left ("00AL"); SHOGI_NO_SIDE: nobody's */
};

/* Read the statement between `p` (which is at AT) and `eol`, which begins with
 * 'P', into the start position of G.  False: it is none. */
bool shogi_csa_read_setup(struct csa_setup *u, struct scan *s, struct shogi_place at,
                          struct shogi_game *g);

/* Give the rest to a hand, and the turn to its side. */
void shogi_csa_finish_setup(const struct csa_setup *u, struct shogi_game *g);

/* ---- headers --------------------------------------------------------------------- */

/* Add the header of the line at `p`, trimmed, which begins with '$' or with "N+"
 * or "N-"; *ID tells which it was.  False: it is none. */
bool shogi_csa_read_header(const struct scan *line, struct shogi_game *g,
                           enum shogi_header_id *id);

/* Write the names, then the other headers. */
void shogi_csa_put_headers(const struct shogi_game *g, struct shogi_buf *out);

/* ---- endings --------------------------------------------------------------------- */

/* The ending that the word behind '%' and without a sign says, of the standard
 * or of Shogi Wars; SHOGI_END_NONE: unknown. */
enum shogi_end shogi_csa_end(const char *word, size_t len, enum shogi_winner *winner);

/* The same for what the tournament server says behind '#'.  *END may be
 * SHOGI_END_NONE (it only tells who won).  False: no such word. */
bool shogi_csa_server_end(const char *word, size_t len, enum shogi_end *end);

/* The comment line of a floodgate log that says how the game ended. */
struct csa_summary {
    const char *type; /* static storage */
    enum shogi_end end;
    enum shogi_winner winner; /* SHOGI_WINNER_BY_END: not said */
    bool is_plain;            /* the type says no more than the ending */
};

/* Read "summary:TYPE:NAME RESULT:NAME RESULT", where the names are those of
 * PLAYER, by side (NULL: not known).  False: the line is no such thing. */
bool shogi_csa_scan_summary(const char *const player[2], const char *line, size_t len,
                            struct csa_summary *summary);

/* ---- functions of the format ----------------------------------------------------- */

struct shogi_split shogi_csa_split(const char *s, size_t len, bool at_eof,
                                   const struct shogi_split *from);
enum shogi_status shogi_csa_parse(const struct shogi_text *t, struct shogi_game *g);
void shogi_csa_write(struct shogi_game *g, const struct shogi_write_options *o,
                     struct shogi_buf *out);

#endif
