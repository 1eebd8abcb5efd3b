/* SPDX-License-Identifier: MIT */
/* japanese.h - moves, pieces and numbers as Japanese text, both ways.
 *
 * What KIF, KI2, BOD diagrams and written lines of play have in common.  The
 * characters stand in glyph.def.  Text is UTF-8.  Any thread. */
#ifndef SHOGI_NOTATION_JAPANESE_H
#define SHOGI_NOTATION_JAPANESE_H

#include <shogi/position.h>

#include "base/buf.h"
#include "text/scan.h"

/* The words that tell two pieces of a kind apart, as bits. */
enum shogi_word {
    SHOGI_WORD_RIGHT = 1 << 0,    /* migi */
    SHOGI_WORD_LEFT = 1 << 1,     /* hidari */
    SHOGI_WORD_STRAIGHT = 1 << 2, /* sugu (choku) */
    SHOGI_WORD_UP = 1 << 3,       /* agaru, of dragon and horse also yuku */
    SHOGI_WORD_SIDEWAYS = 1 << 4, /* yoru */
    SHOGI_WORD_DOWN = 1 << 5,     /* hiku */
};

enum shogi_promotion { SHOGI_PROMOTION_UNSTATED, SHOGI_PROMOTES, SHOGI_STAYS };

/* A move as it is written. */
struct shogi_written_move {
    shogi_square to;   /* SHOGI_NO_SQUARE: dou, where the last move went */
    shogi_square from; /* SHOGI_NO_SQUARE: not written */
    uint8_t kind;      /* enum shogi_kind: the piece before the move, as it is named */
    uint8_t mark;      /* enum shogi_side: the mark before it; SHOGI_NO_SIDE: none */
    uint8_t words;     /* bits of enum shogi_word */
    uint8_t promotion; /* enum shogi_promotion */
    bool drop;         /* "utsu", or the origin 00 */
    bool may_be_tokin; /* "ge", read as promoted lance, is the tokin to others */
    bool may_be_name;  /* the word "yuku" behind a bishop may belong to its long name */
    bool is_chinese;   /* a character that only Chinese has was read */
};

enum shogi_written {
    SHOGI_WRITTEN_NONE, /* no move starts here */
    SHOGI_WRITTEN_OK,
    SHOGI_WRITTEN_BAD, /* it starts like a move, and is none */
};

/* Fill the tables that everything below looks at.  Cheap when done already;
 * call it before the first of the others in a reader or writer. */
void shogi_japanese_init(void);

/* Take one move:
 *
 *     [mark] (square | dou) piece [words] [naru | narazu | utsu] [origin]
 *
 * Digits of a square may be ASCII, full width or kanji; an origin is two digits
 * in parentheses.  NONE: the scanner does not move.  BAD: it stands at the
 * character that does not fit, *M is undefined. */
enum shogi_written shogi_written_move_scan(struct scan *s, struct shogi_written_move *m);

/* The same for the commonest form alone, without blanks and in the characters that
 * Kifu for Windows writes:
 *
 *     ７六歩(77)   同　成銀(43)   ２二角成(88)   ５五角打
 *
 * Where the move ends; NULL: it is none, or another form.  An origin that stands apart
 * from a drop, which is no move then, is left to the caller.  SHOGI_TEXT_PADDING zero
 * bytes follow the text at P. */
const char *shogi_plain_move_scan(const char *p, struct shogi_written_move *m);

/* Would shogi_written_move_scan() say OK or BAD here? */
bool shogi_written_move_starts(const struct scan *s);

/* Take one piece name: one character, promoted silver as two, or a long name
 * ("ginsho").  False: the scanner does not move. */
bool shogi_kind_scan(struct scan *s, enum shogi_kind *kind);

/* Take the one character of a piece on a board. */
bool shogi_kind_glyph_scan(struct scan *s, enum shogi_kind *kind);

/* Take a mark of a side, full-width triangle or piece shape. */
bool shogi_mark_scan(struct scan *s, enum shogi_side *side);

/* How a written move without an origin was understood. */
enum shogi_found {
    SHOGI_FOUND_NONE, /* no piece of the mover can move like that, none in hand */
    SHOGI_FOUND_ONE,
    SHOGI_FOUND_LOOSELY,   /* one, but the words are not those that the rules ask for */
    SHOGI_FOUND_AMBIGUOUS, /* several */
};

/* Which move of the side to move in P is meant by M, which goes to TO (dou is
 * already resolved)?  *FOUND is set for ONE and LOOSELY; else *FROM holds the
 * squares of all pieces that could be meant.  A written origin decides alone.
 *
 * The words are those of the Japan Shogi Association; a pinned piece counts as
 * a piece that could move.  Source: shogi.or.jp/faq/kihuhyouki.html. */
enum shogi_found shogi_written_move_find(const struct shogi_position *p,
                                         const struct shogi_written_move *m,
                                         shogi_square to, shogi_move *found,
                                         shogi_bb *from);

/* The drop that M says, to TO; that of a promoted piece keeps the promotion. */
shogi_move shogi_written_drop(const struct shogi_written_move *m, shogi_square to);

/* The words that M, a move of the side to move in P, needs: bits of enum
 * shogi_word; *DROP: whether a drop has to say so.  False: words cannot tell it
 * from another move, or the piece does not move like that (a foul). */
bool shogi_move_words(const struct shogi_position *p, shogi_move m, unsigned *words,
                      bool *drop);

/* ---- writing -------------------------------------------------------------------- */

/* Full-width file and kanji rank, 6 bytes. */
void shogi_put_square(struct shogi_buf *out, shogi_square square);
/* As in a move: promoted silver, knight and lance with two characters. */
void shogi_put_kind(struct shogi_buf *out, enum shogi_kind kind);
/* The same where there is room for six bytes at P; returns where they end. */
char *shogi_write_square(char *p, shogi_square square);
char *shogi_write_kind(char *p, enum shogi_kind kind);
/* As on a board: one character, 3 bytes. */
void shogi_put_kind_glyph(struct shogi_buf *out, enum shogi_kind kind);
/* The triangle of a side, 3 bytes. */
void shogi_put_mark(struct shogi_buf *out, enum shogi_side side);
/* 1..999 in kanji. */
void shogi_put_numeral(struct shogi_buf *out, unsigned n);
/* The kanji of bits of enum shogi_word, position first, then direction. */
void shogi_put_words(struct shogi_buf *out, unsigned words);
/* A move of P as KI2 has it, without mark: square or dou (PREVIOUS is where the
 * last move went, SHOGI_NO_SQUARE: nowhere), piece, words, promotion or drop.
 * Returns what shogi_move_words() says; the text is written in any case. */
bool shogi_put_move(struct shogi_buf *out, const struct shogi_position *p, shogi_move m,
                    shogi_square previous);

#endif
