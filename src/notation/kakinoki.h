/* SPDX-License-Identifier: MIT */
/* kakinoki.h - what KIF, KI2 and BOD share: all lines but those of moves.
 *
 * Headers, board diagrams, hands, turn lines, comments, bookmarks, variations
 * and closing lines, read and written.  A format reads its own move lines and
 * hands everything else to shogi_kakinoki_line().
 * Sources: Y. Kakinoki's description of KIF (kakinoki.o.oo7.jp/kif_format.html),
 * M. Katsuda on variations (katsuda.net/ksb/test/kif.html), and real records. */
#ifndef SHOGI_NOTATION_KAKINOKI_H
#define SHOGI_NOTATION_KAKINOKI_H

#include <shogi/format.h>

#include "game/cursor.h"
#include "game/game.h"
#include "notation/japanese.h"
#include "text/scan.h"

/* How the line of moves that is being read stands. */
enum shogi_line_state {
    SHOGI_LINE_OPEN,    /* the next move goes here */
    SHOGI_LINE_ENDED,   /* its ending was read */
    SHOGI_LINE_BROKEN,  /* a move could not be read, the rest of the line is left out */
    SHOGI_LINE_SKIPPED, /* a variation that has no place */
};

/* A record that is being read. */
struct shogi_kakinoki {
    struct shogi_game *g;
    struct scan s;
    const char *format;    /* what it is called in a message */
    struct shogi_cursor c; /* at the last node that was read */

    enum shogi_line_state state;
    bool in_body;        /* the head of the move table, or a move, was seen */
    bool is_started;     /* the start position is settled, `c` can be used */
    bool is_variation;   /* the line being read is not the main line */
    bool is_first;       /* its first move is still to come */
    bool is_unusable;    /* the main line cannot be read whole */
    bool is_record;      /* something was seen that only a record has */
    bool has_header;     /* a header whose key is not known was seen */
    bool has_unknown;    /* a line that means nothing was seen */
    bool is_blank;       /* nothing was seen but blanks and '#' lines */
    bool reported_skip;  /* moves left out were reported, for this line */
    bool main_is_closed; /* the main line has its closing line */
    uint32_t base;       /* number of the first move line, less 1 */
    bool base_is_guess;  /* moves have no numbers: it is that of the diagram, or 0 */
    bool main_has_end;
    uint8_t late_mover; /* to move where a foul broke the main line off, and behind the
                           moves left out since; SHOGI_NO_SIDE: none did */
    uint32_t main_plies;
    uint32_t empty_variations; /* with comments and without a move */
    uint32_t
        skipped_number; /* of the variation that has no place, 0: none, or not known */
    uint32_t number_notes;
    uint32_t steps_left; /* that may still be made to find a variation's place */
    const struct shogi_node *bookmarked; /* the node of the last bookmark, and how many */
    uint32_t bookmarks;
    bool has_deferred;    /* comments wait for the first move of a variation */
    struct scan deferred; /* before the first of them */

    /* the header that may go on in the next line */
    const char *key, *value;
    size_t key_len, value_len;
    struct shogi_place header_at;
    struct shogi_buf text;

    /* what the start position is made of */
    struct shogi_position board;
    uint8_t ranks; /* of the diagram, read so far */
    bool is_bad_board;
    bool has_hand[2];
    uint8_t hand[2][SHOGI_HAND_COUNT];
    uint8_t turn;      /* of the turn line; SHOGI_NO_SIDE */
    uint8_t last_mark; /* side of the move before the diagram; SHOGI_NO_SIDE */
    bool has_plies;    /* the diagram says how many moves were made */
    uint32_t plies_before;
    bool has_handicap, is_unknown_handicap;
    enum shogi_handicap handicap;
    const char
        *extra_start; /* SFEN of a handicap that is no row of handicap.def, or NULL */
    const char *handicap_text;
    size_t handicap_len;
    struct shogi_place handicap_at;
};

/* ---- reading -------------------------------------------------------------------- */

/* FORMAT is how messages call what is read, "KIF". */
void shogi_kakinoki_init(struct shogi_kakinoki *k, const char *format,
                         const struct shogi_text *t, struct shogi_game *g);

/* Everything is read: store what is pending.  What a parser returns. */
enum shogi_status shogi_kakinoki_finish(struct shogi_kakinoki *k);

/* Where the scanner stands, and where P stands in its line. */
struct shogi_place shogi_kakinoki_place(struct shogi_kakinoki *k, const char *p);

/* Read the current line if it is one that the formats share; false: it is none
 * (the scanner stands behind its leading blanks, before trailing ones). */
bool shogi_kakinoki_line(struct shogi_kakinoki *k);

/* The line is neither: in the header it may continue the value before it. */
void shogi_kakinoki_unknown_line(struct shogi_kakinoki *k);

/* The parts of shogi_kakinoki_line() that make the start position (diagram.c):
 * board rows, turn lines, the line of moves made before; hands and the handicap,
 * which are headers.  False: not one of them. */
bool shogi_diagram_line(struct shogi_kakinoki *k);
bool shogi_diagram_header(struct shogi_kakinoki *k, const char *key, size_t key_len,
                          const char *value, size_t value_len);

/* The start position into the game; false: it cannot be settled (reported). */
bool shogi_diagram_finish(struct shogi_kakinoki *k);

/* Settle the start position; false: it cannot be (reported).  Nothing happens
 * when that was done before. */
bool shogi_kakinoki_start(struct shogi_kakinoki *k);

/* Add a move that was written at AT as M.  The new node, or NULL: the line of
 * moves does not go on (reported). */
struct shogi_node *shogi_kakinoki_add_move(struct shogi_kakinoki *k,
                                           const struct shogi_written_move *m,
                                           struct shogi_place at);

/* Add the ending WORD that stands at AT.  NULL as above, and for memory. */
struct shogi_node *shogi_kakinoki_add_end(struct shogi_kakinoki *k, const char *word,
                                          size_t len, struct shogi_place at);

/* The text from FROM to TO cannot be a move: report it at P and end the line of
 * moves. */
void shogi_kakinoki_bad_move(struct shogi_kakinoki *k, const char *from, const char *to,
                             const char *p);

/* ---- writing -------------------------------------------------------------------- */

/* A diagram as BOD has it: hands, board, hands, moves made before, turn.  TARGET
 * is where the last move before it went, SHOGI_NO_SQUARE: not known; LAST is its
 * text, NULL: what is known of it is taken from the board.  The sides are shitate
 * and uwate with IS_HANDICAP. */
void shogi_diagram_put(struct shogi_buf *out, const struct shogi_position *p,
                       shogi_square target, const char *last, bool is_handicap);

/* "#KIF version=2.0 encoding=UTF-8": by it Windows programs know UTF-8. */
void shogi_kakinoki_put_banner(const char *format, const struct shogi_write_options *o,
                               struct shogi_buf *out);

/* The line above the moves. */
void shogi_kakinoki_put_table_head(struct shogi_buf *out);

/* Do the sides of G have the names of a handicap game, shitate and uwate? */
bool shogi_kakinoki_is_handicap(const struct shogi_game *g);

/* All headers in their order, with the start position among them: as the name of
 * a handicap, or as a diagram.  A key that would not be read as one makes the header
 * a comment, which a "lost-header" of FORMAT says. */
void shogi_kakinoki_put_headers(struct shogi_game *g, const char *format,
                                bool is_handicap, struct shogi_buf *out);

/* Comment and bookmark lines of N. */
void shogi_kakinoki_put_remarks(const struct shogi_node *n, struct shogi_buf *out);

/* The word for the ending N with MOVER to move in DIALECT, NULL: only a closing
 * line can tell it.  When FORMAT has none of its own the nearest is taken, "lost-end" is
 * added to the diagnostics of G, and *NOTE is a comment that tells the ending
 * (else NULL). */
const char *shogi_kakinoki_end_word(struct shogi_game *g, const struct shogi_node *n,
                                    enum shogi_side mover, const char *format,
                                    enum shogi_dialect dialect, const char **note);

/* The line that begins a variation whose first move has NUMBER. */
void shogi_kakinoki_put_variation(uint32_t number, struct shogi_buf *out);

/* The closing line of a line of moves that ends in N, an ending, with MOVER to
 * move, the last move having NUMBER; nothing when there is none for it. */
void shogi_kakinoki_put_closing(const struct shogi_node *n, enum shogi_side mover,
                                bool is_handicap, uint32_t number, struct shogi_buf *out);

/* Can the text from P to END be the word of an ending, known or not?  What has a
 * digit, or begins as no word does, is a move that cannot be read. */
bool shogi_kakinoki_is_end_word(const char *p, const char *end);

#endif
