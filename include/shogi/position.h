/* SPDX-License-Identifier: MIT */
/* shogi/position.h - board, hands, side to move: a value without a past. */
#ifndef SHOGI_POSITION_H
#define SHOGI_POSITION_H

#include <stddef.h>

#include <shogi/status.h>
#include <shogi/types.h>

/* A set of squares: word 0 holds files 1 to 7 (bit = square), word 1 files 8
 * and 9 (bit = square - 63). */
typedef struct {
    uint64_t word[2];
} shogi_bb;

/* A position is a value: no pointer, no past; copy it with `=`.  It begins with
 * shogi_position_clear(), or with a function that calls it.  Any
 * arrangement can be represented, also one that no game can reach; see
 * shogi_position_problems().  Change it only through the functions below. */
struct shogi_position {
    shogi_bb side[2];                      /* who */
    shogi_bb kind[SHOGI_KIND_COUNT];       /* what */
    shogi_piece board[SHOGI_SQUARE_COUNT]; /* the same, by square */
    uint8_t hand[2][SHOGI_HAND_COUNT];     /* 0..SHOGI_HAND_MAX each */
    uint8_t turn;                          /* enum shogi_side: who moves */
    shogi_square king[2]; /* SHOGI_NO_SQUARE: none; with several, the lowest square */
    bool spare_king;      /* a side has several; all of them must be safe */
    uint16_t move_number; /* of the next move; 1 at the start of a game, stops at 65535 */
    uint64_t key;         /* of board, hands and turn; the same on every machine */
};

enum { SHOGI_HAND_MAX = 99 };

/* What undo needs, and the history a cursor looks back on. */
struct shogi_undo {
    uint64_t key;         /* before the move */
    shogi_piece moved;    /* as it stood before the move; for a drop: what was dropped */
    shogi_piece captured; /* SHOGI_EMPTY: nothing */
    uint16_t move_number; /* before the move */
    shogi_square king[2]; /* before the move */
    uint8_t hand;         /* before the move, of the kind dropped or captured */
};

/* Empty board, empty hands, Black to move, move number 1. */
SHOGI_API void shogi_position_clear(struct shogi_position *p);

/* The even game (hirate). */
SHOGI_API void shogi_position_set_start(struct shogi_position *p);

/* Put PIECE on SQUARE (SHOGI_EMPTY: take away what stands there). */
SHOGI_API void shogi_position_put(struct shogi_position *p, shogi_square square,
                                  shogi_piece piece);

/* COUNT is cut to 0..SHOGI_HAND_MAX. */
SHOGI_API void shogi_position_set_hand(struct shogi_position *p, enum shogi_side side,
                                       enum shogi_kind kind, int count);

SHOGI_API void shogi_position_set_turn(struct shogi_position *p, enum shogi_side side);

/* Same board, hands and turn; the move number does not count. */
SHOGI_API bool shogi_position_equal(const struct shogi_position *a,
                                    const struct shogi_position *b);

/* Play M and fill U.  False, and P untouched, when M is impossible to carry
 * out: nothing of the mover (nor, for the record of a foul, of the opponent)
 * on the origin, nothing in hand, a drop on an occupied square, a square off
 * the board.  Everything else is carried out, legal or not: capturing an own
 * piece or a king takes it off the board (a king goes nowhere, anything else to
 * the hand of the side whose piece took it; a hand of SHOGI_HAND_MAX takes no
 * more), the promotion bit promotes what can promote, a foreign piece stays
 * foreign, and the turn passes in any case.
 * Pure but for P and U. */
SHOGI_API bool shogi_position_play(struct shogi_position *p, shogi_move m,
                                   struct shogi_undo *u);

/* Take back M, which shogi_position_play() played, with its U. */
SHOGI_API void shogi_position_undo(struct shogi_position *p, shogi_move m,
                                   const struct shogi_undo *u);

/* No position, possible or not, has more legal or pseudo-legal moves. */
enum { SHOGI_MAX_MOVES = 2048 };

/* All legal moves, unpromoted ones too; those for which shogi_move_fouls() is
 * 0.  Returns how many; the order is the same on every machine. */
SHOGI_API size_t shogi_legal_moves(const struct shogi_position *p,
                                   shogi_move out[SHOGI_MAX_MOVES]);

/* The same without looking at the own king's safety and at uchifuzume. */
SHOGI_API size_t shogi_pseudo_legal_moves(const struct shogi_position *p,
                                          shogi_move out[SHOGI_MAX_MOVES]);

/* Is there a legal move?  Faster than counting. */
SHOGI_API bool shogi_position_has_legal_move(const struct shogi_position *p);

/* How many legal moves. */
SHOGI_API size_t shogi_position_count_legal_moves(const struct shogi_position *p);

/* Is SIDE's king attacked, any of them when there are several?  False when SIDE
 * has none. */
SHOGI_API bool shogi_position_in_check(const struct shogi_position *p,
                                       enum shogi_side side);

/* The side to move is in check and has no legal move. */
SHOGI_API bool shogi_position_is_mate(const struct shogi_position *p);

/* Would M give check to the opponent's king?  An impossible move does not. */
SHOGI_API bool shogi_move_gives_check(const struct shogi_position *p, shogi_move m);

/* Squares from which a piece of SIDE attacks SQUARE. */
SHOGI_API shogi_bb shogi_position_attackers(const struct shogi_position *p,
                                            enum shogi_side side, shogi_square square);

/* What makes a start position impossible, as bits. */
enum shogi_problem {
    SHOGI_PROBLEM_TOO_MANY_PIECES = 1 << 0, /* of a kind but the king, as unpromoted */
    SHOGI_PROBLEM_TWO_KINGS = 1 << 1,       /* two or more of one side */
    SHOGI_PROBLEM_NO_DEFENDER_KING =
        1 << 2, /* the side not to move has no king, and gives no check */
    SHOGI_PROBLEM_NO_ATTACKER_KING =
        1 << 3, /* the side to move has none, or that which gives check: tsume */
    SHOGI_PROBLEM_NIFU = 1 << 4,       /* two unpromoted pawns of a side on a file */
    SHOGI_PROBLEM_DEAD_PIECE = 1 << 5, /* a piece that can never move again */
    SHOGI_PROBLEM_OPPONENT_IN_CHECK = 1 << 6, /* the side not to move is in check */
};

/* Bits of enum shogi_problem; 0 when a game could start like this. */
SHOGI_API uint32_t shogi_position_problems(const struct shogi_position *p);

/* ---- SFEN and USI text ------------------------------------------------------------- */

/* Why a text is no SFEN. */
enum shogi_sfen_error {
    SHOGI_SFEN_OK = 0,
    SHOGI_SFEN_BAD_PIECE, /* a letter that names no piece, or '+' before gold or king */
    SHOGI_SFEN_RANK_TOO_LONG, /* more than nine squares in a rank */
    SHOGI_SFEN_RANK_TOO_SHORT,
    SHOGI_SFEN_TOO_FEW_RANKS,
    SHOGI_SFEN_TOO_MANY_RANKS,
    SHOGI_SFEN_NO_TURN,  /* the second field is missing */
    SHOGI_SFEN_BAD_TURN, /* neither b nor w */
    SHOGI_SFEN_NO_HANDS,
    SHOGI_SFEN_BAD_HAND, /* a letter that cannot be held, a count without a letter */
    SHOGI_SFEN_HAND_TOO_LARGE, /* more than SHOGI_HAND_MAX of a kind */
    SHOGI_SFEN_BAD_NUMBER,     /* the fourth field is no number 0..65535 */
    SHOGI_SFEN_ERROR_COUNT
};

/* Read "board turn hands [number]" from the LEN bytes at S.  Fields are
 * separated by blanks (or by '_', as in addresses of web pages); a missing
 * number, or 0, is read as 1; hands may come in any order and with repeated
 * letters.  On success *USED is how many bytes belong to the SFEN (a following
 * word that is no number is left alone); on error *USED is the place of the
 * fault, and P is untouched. */
SHOGI_API enum shogi_sfen_error shogi_position_from_sfen(struct shogi_position *p,
                                                         const char *s, size_t len,
                                                         size_t *used);

/* One English sentence for an error; static storage. */
SHOGI_API const char *shogi_sfen_error_text(enum shogi_sfen_error error);

enum { SHOGI_SFEN_SIZE = 256 };

/* Canonical SFEN with its NUL; hands in the order R B G S N L P.  Returns its
 * length without the NUL. */
SHOGI_API size_t shogi_position_to_sfen(const struct shogi_position *p,
                                        char out[SHOGI_SFEN_SIZE]);

/* "7g7f", "8h2b+", "P*5e" in exactly LEN bytes; SHOGI_NO_MOVE when it is none.
 * "P*5e+" is read: a foul, not a syntax error. */
SHOGI_API shogi_move shogi_move_from_usi(const char *s, size_t len);

enum { SHOGI_USI_SIZE = 8 };

/* Returns the length without the NUL: 4 or 5. */
SHOGI_API size_t shogi_move_to_usi(shogi_move m, char out[SHOGI_USI_SIZE]);

#endif
