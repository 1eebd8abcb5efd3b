/* SPDX-License-Identifier: MIT */
/* session.h - a talk over USI: the engine, the position, and the thread that thinks. */
#ifndef SHOGI_TOOL_SESSION_H
#define SHOGI_TOOL_SESSION_H

#include <pthread.h>
#include <stdatomic.h>

#include <shogi/engine.h>
#include <shogi/nnue.h>

#include "base/buf.h"

enum { SESSION_HASH_MB = 64, SESSION_HASH_MB_MAX = 65536 };

enum answer_hold {
    HOLD_NOTHING,
    HOLD_UNTIL_STOP, /* infinite, ponder: no bestmove before stop or ponderhit */
};

/* One session. */
struct session {
    struct shogi_engine *engine; /* NULL until isready */
    unsigned hash_mb, lines;
    struct shogi_nnue *network; /* NULL: none */
    struct shogi_buf network_path;
    unsigned network_scale;
    bool changed; /* an option wants another engine */

    struct shogi_position start;
    shogi_move *moves;
    size_t move_count, move_room;

    /* The thread that thinks, and what it works on. */
    pthread_t thread;
    bool thread_started;
    struct shogi_question question;
    struct shogi_answer answer;
    int64_t began_ms, ponder_ms; /* PONDER_MS: to think after ponderhit */
    int64_t deadline_ms;         /* of a ponderhit; 0: none */
    unsigned hashfull;           /* as it was told last */

    uint64_t mate_nodes;   /* for a mate; 0: the question is the best move */
    atomic_bool mate_stop; /* look no further for one */

    pthread_mutex_t lock; /* of what follows, and of standard output */
    pthread_cond_t released;
    bool thinking;
    enum answer_hold hold;
};

/* Nothing is allocated but the locks. */
void session_init(struct session *s);
void session_release(struct session *s);

/* Say a line, or TEXT, which is whole lines. */
void session_say(struct session *s, const char *line);
void session_say_text(struct session *s, const struct shogi_buf *text);

/* "info string WHAT: WORD"; WORD may be NULL. */
void session_complain(struct session *s, const char *what, const char *word);

/* An engine as the options want it.  False: there is none, and it has been said. */
bool session_make_ready(struct session *s);

bool session_is_thinking(struct session *s);

/* Think about `question` and say what comes of it; with HOLD, bestmove waits.  With
 * `mate_nodes` look for a mate instead. */
void session_think(struct session *s, enum answer_hold hold);

/* Let the answer out as soon as there is one. */
void session_let_go(struct session *s);

/* Answer now, and wait until it is said. */
void session_stop(struct session *s);

/* Wait until the answer is said. */
void session_join(struct session *s);

#endif
