/* SPDX-License-Identifier: MIT */
/* fake.h - what the parts of tests/fake-usi share. */
#ifndef SHOGI_TESTS_FAKE_H
#define SHOGI_TESTS_FAKE_H

#include <stdbool.h>
#include <stddef.h>

#include <shogi/position.h>

struct fake_mode {
    const char *name;
    void (*usi)(void);   /* instead of the answer to "usi" */
    void (*ready)(void); /* instead of the answer to "isready" */
    void (*go)(void);    /* instead of thinking about the chosen position */
    bool is_always;      /* about every position */
    bool ignores_quit;
};

/* Each ends in a row without a name. */
extern const struct fake_mode fake_start_modes[];   /* start.c */
extern const struct fake_mode fake_conduct_modes[]; /* conduct.c */
extern const struct fake_mode fake_saying_modes[];  /* sayings.c */

struct fake_question {
    struct shogi_position p;
    shogi_move legal[SHOGI_MAX_MOVES];
    size_t count;
    unsigned ply; /* moves that led to P */
    unsigned long nodes, depth, byoyomi;
    bool is_infinite;
    unsigned lines;
};

extern struct fake_question asked;
extern const struct fake_mode *mode;
extern unsigned seed;
extern const char *line_end;

/* LEN bytes, or a printf line with its end. */
void put(const char *bytes, size_t len);
void say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The next line; NULL: none came in WAIT_MS (-1: for ever). */
const char *hear(int wait_ms);

void pause_ms(int ms);
_Noreturn void hang(void);
_Noreturn void crash(void);
_Noreturn void endless_line(void);

/* A child that keeps the pipes open, and does not listen to SIGTERM. */
void leave_child(void);

/* As it should be: all of a search, and its parts. */
void think(void);
void say_infos(void);
void await_limit(void);
void await_stop(int wait_ms);
void say_bestmove(void);

/* The K-th candidate, from 0. */
const char *move_text(size_t k);
int score(void);

/* The answer to "usi". */
void introduce(void);

#endif
