/* SPDX-License-Identifier: MIT */
/* csa.h - what the files of the CSA format share. */
#ifndef SHOGI_NOTATION_CSA_H
#define SHOGI_NOTATION_CSA_H

#include "notation/format.h"

/* Two letters of a kind; static storage. */
const char *shogi_csa_code(enum shogi_kind kind);

/* Kinds by the low five bits of each of their two letters, plus one; 0: none. */
extern const uint8_t shogi_csa_kinds[1 << 10];

/* The kind that two letters name ("FU"); SHOGI_NO_KIND: none.  Two bytes at S
 * are read. */
static inline enum shogi_kind
shogi_csa_kind(const char *s)
{
    unsigned a = (unsigned char)s[0], b = (unsigned char)s[1];
    uint8_t kind = shogi_csa_kinds[(a & 31) << 5 | (b & 31)];

    /* 0x40 to 0x5f: capital letters, and signs that are in no name. */
    return kind && (a >> 5) == 2 && (b >> 5) == 2 ? (enum shogi_kind)(kind - 1)
                                                  : SHOGI_NO_KIND;
}

/* A move as it is written, behind the sign: "7776FU". */
struct csa_move {
    shogi_square from; /* SHOGI_NO_SQUARE: a drop */
    shogi_square to;
    uint8_t kind; /* after the move */
};

/* Read six characters; false: they are no move. */
static inline bool
shogi_csa_scan_move(const char *s, struct csa_move *m)
{
    unsigned from_file = (unsigned)(s[0] - '1'), from_rank = (unsigned)(s[1] - '1');
    unsigned to_file = (unsigned)(s[2] - '1'), to_rank = (unsigned)(s[3] - '1');

    if (to_file > 8 || to_rank > 8)
        return false;
    if (from_file <= 8 && from_rank <= 8)
        m->from = (shogi_square)(from_file * 9 + from_rank);
    else if (s[0] == '0' && s[1] == '0')
        m->from = SHOGI_NO_SQUARE;
    else
        return false;
    m->to = (shogi_square)(to_file * 9 + to_rank);
    m->kind = (uint8_t)shogi_csa_kind(s + 4);
    return m->kind != SHOGI_NO_KIND;
}

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

/* Is this the first of the nine lines of the even game's board, to the letter?
 * Then go to the last of them: most records begin so. */
bool shogi_csa_skip_even_board(struct scan *s);

/* Give the rest to a hand, and the turn to its side. */
void shogi_csa_finish_setup(const struct csa_setup *u, struct shogi_game *g);

/* ---- headers --------------------------------------------------------------------- */

/* Add the header of the line at `p`, trimmed, which begins with '$' or with "N+"
 * or "N-"; *ID tells which it was.  False: it is none. */
bool shogi_csa_read_header(const struct scan *line, struct shogi_game *g,
                           enum shogi_header_id *id);

/* Make one header, a line of the value for each, of those with the same key that
 * follow each other. */
void shogi_csa_join_headers(struct shogi_game *g);

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
