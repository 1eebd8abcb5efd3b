/* SPDX-License-Identifier: MIT */
/* usi_line.h - what a USI engine says in one line: a pure function of its bytes. */
#ifndef SHOGI_ENGINE_USI_LINE_H
#define SHOGI_ENGINE_USI_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <shogi/engine.h>

enum shogi_usi_saying {
    SHOGI_USI_OTHER, /* nothing that matters, or nothing that can be read */
    SHOGI_USI_NAME,
    SHOGI_USI_OPTION,
    SHOGI_USI_USIOK,
    SHOGI_USI_READYOK,
    SHOGI_USI_INFO,
    SHOGI_USI_BESTMOVE,  /* a move, or one of the words that stand for none */
    SHOGI_USI_CHECKMATE, /* the answer to "go mate": some engines give it to any go */
};

/* An info line.  What it does not tell is 0. */
struct shogi_usi_info {
    uint8_t kind, bound; /* enum shogi_score_kind, enum shogi_bound */
    int32_t value;       /* see struct shogi_line */
    uint16_t depth, seldepth;
    uint16_t multipv; /* from 1, which is also what a line without it means */
    uint16_t pv_count;
    uint64_t nodes;
    bool has_depth;                     /* also when it is 0 */
    shogi_move pv[SHOGI_ENGINE_PV_MAX]; /* well-formed moves, not yet legal ones */
};

struct shogi_usi_line {
    enum shogi_usi_saying saying;
    /* NAME: the name; OPTION: its name; CHECKMATE: what follows. */
    const char *text;
    size_t text_len;
    /* OPTION of type spin: its range. */
    int64_t min, max;
    bool has_range;
    /* BESTMOVE: a well-formed move with MOVE, any other word with ILLEGAL. */
    enum shogi_answer_end end;
    shogi_move move;
    struct shogi_usi_info info;
};

/* Scores of this many centipawns stand for "decided", whatever engines mean by them:
 * 30000 and about, 31111 (a superior position), 32000 and about, 1148897. */
enum { SHOGI_USI_DECIDED = 30000 };

/* Read the LEN bytes at S, which hold no line feed.  Anything can be read. */
void shogi_usi_line_read(const char *s, size_t len, struct shogi_usi_line *line);

/* Write the LEN bytes at S as UTF-8 text without control characters and without
 * characters that turn the direction of text: those are left out, and a byte that is
 * no UTF-8 becomes \xNN.  What does not fit into SIZE bytes with the NUL is left out.
 * Returns the length. */
size_t shogi_usi_clean(const char *s, size_t len, char *out, size_t size);

#endif
