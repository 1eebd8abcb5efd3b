/* SPDX-License-Identifier: MIT */
/* usi.h - a USI engine: what its three files share.
 *
 * usi.c holds it, usi_start.c brings it to the point where it can be asked, usi_think.c
 * asks. */
#ifndef SHOGI_ENGINE_USI_H
#define SHOGI_ENGINE_USI_H

#include <stdatomic.h>

#include "base/arena.h"
#include "engine/engine.h"
#include "engine/process.h"
#include "engine/usi_answer.h"

/* How an engine is told when to stop. */
enum shogi_usi_style {
    SHOGI_USI_NATIVE,  /* "go nodes N", "go depth N" */
    SHOGI_USI_CLOCK,   /* it knows neither: "go infinite", and "stop" at our time */
    SHOGI_USI_BYOYOMI, /* nor does it hear "stop": a time is all it understands */
};

/* An option that the engine offers. */
struct shogi_usi_offer {
    struct shogi_usi_offer *next;
    const char *name;
    int64_t min, max;
    bool has_range;
};

struct shogi_usi {
    struct shogi_engine base;
    struct shogi_usi_options options; /* its strings are in `arena` */
    struct shogi_arena arena;
    char **words; /* the command */
    char *path;   /* of the program */
    const char *folder;
    const char *program; /* its name without folders */
    struct shogi_process process;
    struct shogi_buf text; /* a line to send */

    /* As it told when it was started. */
    struct shogi_arena offers_arena;
    struct shogi_usi_offer *offers;
    unsigned offer_count;
    char name[256];

    /* What it was told. */
    uint16_t lines;  /* MultiPV */
    bool saw_sfen;   /* since it was started */
    bool is_fresh;   /* nothing is to be forgotten */
    bool is_running; /* started, and not known to be stuck or dead */

    /* What is known of its manners. */
    enum shogi_usi_style style;
    bool knows_limits; /* it kept to "go nodes" or "go depth" once */
    bool hears_stop;   /* it answered "stop" once */
    bool is_quiet;     /* it thinks without a word */
    bool has_strays;   /* it goes on talking behind its bestmove */
    bool is_known;     /* whether it has, that is */
    bool has_answered; /* since it was started */
    uint32_t nps;      /* in its last search; 0: not known */

    unsigned failures; /* since the last answer */
    bool is_lost;
    char last[256]; /* of what it said last, raw */
    size_t last_len;
    char error[2048];

    atomic_int stop;                  /* 1: asked for */
    int wake[2];                      /* a byte in it: look at `stop` */
    struct shogi_usi_sayings sayings; /* about the question at hand */
};

/* ---- usi.c ----------------------------------------------------------------------- */

/* Send u->text as a line and empty it.  False: memory is out, and the error is set. */
bool shogi_usi_send(struct shogi_usi *u);
bool shogi_usi_say(struct shogi_usi *u, const char *line);

/* Wait for a line until DEADLINE_MS and read it.  WOKEN: u->stop was set meanwhile. */
enum shogi_process_event shogi_usi_hear(struct shogi_usi *u, int64_t deadline_ms,
                                        struct shogi_usi_line *line);

/* Set the error: a printf text about the engine ("did not answer"), which goes behind its
 * name; behind it comes what it said last. */
void shogi_usi_fail(struct shogi_usi *u, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Kill it; the next question starts it again. */
void shogi_usi_kill(struct shogi_usi *u);

static inline bool
shogi_usi_is_stopped(struct shogi_usi *u)
{
    return atomic_load(&u->stop) != 0;
}

/* ---- usi_start.c ----------------------------------------------------------------- */

/* Start it, set its options, wait until it is ready.  False: it is killed, and the error
 * is set. */
bool shogi_usi_start(struct shogi_usi *u);

/* Throw away what it said unasked.  False: it has ended, and the error is set. */
bool shogi_usi_is_alive(struct shogi_usi *u);

/* Make it ready for Q, asked in u->lines or other lines, as a new game when it shall
 * forget.  False as above. */
bool shogi_usi_prepare(struct shogi_usi *u, const struct shogi_question *q);

/* ---- usi_think.c ----------------------------------------------------------------- */

enum shogi_usi_outcome {
    SHOGI_USI_ANSWERED,
    SHOGI_USI_ASK_AGAIN, /* it is known better now */
    SHOGI_USI_WAS_DEAD,  /* it was asked too late; it is killed, and the error is set */
    SHOGI_USI_FAILED,    /* it is killed, and the error is set */
};

/* Ask Q, which leads to the position P, and fill A. */
enum shogi_usi_outcome shogi_usi_think(struct shogi_usi *u,
                                       const struct shogi_question *q,
                                       const struct shogi_position *p,
                                       struct shogi_answer *a);

#endif
