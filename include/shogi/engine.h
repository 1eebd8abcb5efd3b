/* SPDX-License-Identifier: MIT */
/* shogi/engine.h - thinking about positions: the built-in engine, or any USI engine.
 *
 * An engine is used by one thread at a time; only shogi_engine_stop() may be called
 * from another one, or from a signal handler. */
#ifndef SHOGI_ENGINE_H
#define SHOGI_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#include <shogi/nnue.h>
#include <shogi/position.h>
#include <shogi/score.h>
#include <shogi/status.h>

enum {
    SHOGI_ENGINE_PV_MAX = 64,    /* moves of a line */
    SHOGI_ENGINE_LINES_MAX = 32, /* candidates of a position */
};

/* When to stop thinking: at the first limit that is reached; 0 is no limit.
 * Without any limit an engine thinks until shogi_engine_stop(). */
struct shogi_limits {
    uint64_t nodes; /* the same nodes give the same answer on every machine */
    uint32_t time_ms;
    uint16_t depth; /* plies */
    uint16_t lines; /* candidates wanted; 0 is 1 */
};

/* A position with the way that led to it, which repetition needs. */
struct shogi_question {
    const struct shogi_position *start;
    const shogi_move *moves; /* legal ones, played from START in this order */
    size_t move_count;
    struct shogi_limits limits;
};

/* One candidate. */
struct shogi_line {
    shogi_move pv[SHOGI_ENGINE_PV_MAX]; /* legal moves, the first is the candidate */
    uint16_t pv_count;        /* 0, in the first line only: a score without a move */
    int32_t value;            /* from the side to move's point of view; see kind */
    uint8_t kind;             /* enum shogi_score_kind; NONE: not evaluated */
    uint8_t bound;            /* enum shogi_bound */
    uint16_t depth, seldepth; /* 0: not told */
};

/* How an answer came about. */
enum shogi_answer_end {
    SHOGI_ANSWER_MOVE,    /* `best` is a legal move */
    SHOGI_ANSWER_RESIGN,  /* mated, or the engine gives up */
    SHOGI_ANSWER_DECLARE, /* wins by declaration */
    SHOGI_ANSWER_NO_MOVE, /* the engine named no move */
    SHOGI_ANSWER_ILLEGAL, /* the engine named an illegal move; `lines` hold what is legal
                           */
};

struct shogi_answer {
    struct shogi_line
        lines[SHOGI_ENGINE_LINES_MAX]; /* best first; rank is the place + 1 */
    uint16_t line_count;
    shogi_move best;  /* SHOGI_NO_MOVE: see end */
    uint8_t end;      /* enum shogi_answer_end */
    bool stopped;     /* by shogi_engine_stop() */
    uint64_t nodes;   /* 0: not told */
    uint32_t time_ms; /* of thinking, measured here */
};

struct shogi_engine;

/* The built-in engine with a table of HASH_MB megabytes (0: 16).  NULL: memory. */
SHOGI_API struct shogi_engine *shogi_engine_new(unsigned hash_mb);

/* The same, but the network NET, which outlives the engine, values positions; NULL: no
 * network.  Positions that a network cannot see, without one king a side or with more
 * pieces than a game has, are valued without it. */
SHOGI_API struct shogi_engine *shogi_engine_new_nnue(unsigned hash_mb,
                                                     const struct shogi_nnue *net);

/* How a USI engine is started and spoken to. */
struct shogi_usi_options {
    const char *command; /* program and arguments, split as a shell splits words,
                            without a shell */
    const char *folder;  /* to run it in; NULL: the program's own */
    /* "NAME=VALUE", "NAME=" for an empty value, "NAME" for a button; NULL behind the
     * last; NULL: none.  USI_Hash is Hash where the engine has only that, and so on. */
    const char *const *options;
    unsigned hash_mb;  /* 0: 256 */
    unsigned threads;  /* 0: 1 */
    uint32_t start_ms; /* until usiok; 0: 30,000 */
    uint32_t ready_ms; /* of silence until readyok, and four times that in all;
                          0: 300,000 */
    uint32_t grace_ms; /* behind the limit until bestmove; 0: 10,000 */
    unsigned restarts; /* of an engine that died or is stuck, one after the
                          other without an answer between them; 0: none */
    /* Every line both ways, '>' to the engine, '<' from it; NULL: not wanted. */
    void (*transcript)(void *context, char direction, const char *line, size_t len);
    void *transcript_context;
};

/* Start a USI engine; it runs in a process group of its own until it is freed.  NULL: it
 * cannot be used, and ERROR (SIZE bytes) says why.
 *
 * A USI engine that does not keep to nodes or depth is found out and stopped by the
 * clock; what it reaches then depends on the machine. */
SHOGI_API struct shogi_engine *shogi_engine_open(const struct shogi_usi_options *options,
                                                 char *error, size_t size);

/* Ends what was started; NULL is fine. */
SHOGI_API void shogi_engine_free(struct shogi_engine *e);

/* Think about Q, and fill A.  BAD: this position has no answer (it has no king, the
 * engine failed at it), shogi_engine_error() says why, and the next question may be
 * asked.  FATAL: the engine is lost for good. */
SHOGI_API enum shogi_status shogi_engine_analyze(struct shogi_engine *e,
                                                 const struct shogi_question *q,
                                                 struct shogi_answer *a);

/* Answer soon with what is known.  Between two questions it is for the next one.  Any
 * thread, any signal handler. */
SHOGI_API void shogi_engine_stop(struct shogi_engine *e);

/* Forget what earlier questions taught: the next answer does not depend on them. */
SHOGI_API void shogi_engine_forget(struct shogi_engine *e);

/* Lives as long as E: "shogi-utils 0.1.0", behind it " with " and the name of a network
 * when there is one, or what a USI engine calls itself, as UTF-8 without control
 * characters. */
SHOGI_API const char *shogi_engine_name(const struct shogi_engine *e);

/* What went wrong last; lives until the next call.  "" when nothing did. */
SHOGI_API const char *shogi_engine_error(const struct shogi_engine *e);

#endif
