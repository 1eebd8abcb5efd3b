/* SPDX-License-Identifier: MIT */
/* csa_reader.h - what reads one game in CSA format: its state, and the parts of it
 * that are files of their own. */
#ifndef SHOGI_NOTATION_CSA_READER_H
#define SHOGI_NOTATION_CSA_READER_H

#include "notation/csa.h"

enum csa_state {
    CSA_IN_HEAD, /* headers and start position */
    CSA_IN_MOVES,
    CSA_AFTER_END,
    CSA_BROKEN, /* a move could not be carried out: the rest cannot mean anything */
};

struct csa_reader {
    struct scan s;
    struct shogi_game *g;
    struct shogi_cursor c; /* from CSA_IN_MOVES on */
    struct csa_setup setup;
    enum csa_state state;
    bool has_content;   /* anything but comments was recognised */
    bool has_unknown;   /* a line was not */
    bool has_after_end; /* it was told that something follows the end */
    bool has_end_time;  /* a header says when the game ended */
    bool has_players;
    const char *player[2]; /* names, NULL: none; see players() */
    struct shogi_place first_unknown;
    enum shogi_status status;
    uint8_t late_mover; /* to move behind the foul that ended the line of moves, and
                           behind the moves left out since; SHOGI_NO_SIDE: none did */
    /* A place in this line whose column is known: columns are counted on from
     * there, so that a line of any number of statements takes linear time. */
    const char *counted;
    uint32_t column;
};

/* Where the scanner stands. */
struct shogi_place shogi_csa_place(struct csa_reader *r);

/* Add a diagnostic about the rest of the statement. */
void shogi_csa_report(struct csa_reader *r, enum shogi_diag_id id);

/* Tell of a tolerance, once a game. */
void shogi_csa_tolerate(struct csa_reader *r, enum shogi_diag_word what);

/* Tell of the first of what follows the end. */
void shogi_csa_read_after_end(struct csa_reader *r);

/* Moves begin: the start position is settled.  FIRST is the side that moves
 * first as far as the moves tell. */
void shogi_csa_begin_moves(struct csa_reader *r, enum shogi_side first);

/* The line of moves ends here, not by an ending. */
static inline void
shogi_csa_stop(struct csa_reader *r)
{
    r->state = CSA_BROKEN;
    r->status = SHOGI_BAD;
}

/* ---- csa_move.c ---- */

/* The statement at the scanner: seven characters with a sign, or six without. */
void shogi_csa_read_move(struct csa_reader *r);

/* Lines from the next on that are nothing but a move, a time, or both with a
 * comma: they are nearly all of a record, so they take a way of their own.  It
 * ends, with nothing done, before the first line that is anything else.  Bytes
 * behind the text are zero and stop it. */
void shogi_csa_read_plain_lines(struct csa_reader *r);

#endif
