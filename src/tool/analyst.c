/* SPDX-License-Identifier: MIT */
/* analyst.c - one engine at work for one thread: it looks at games, one by one. */
#include "tool/analyst.h"

#include <stdio.h>

#include <shogi/foul.h>

#include "base/memory.h"
#include "game/cursor.h"
#include "notation/evaluation.h"
#include "tool/answer_cache.h"
#include "tool/interrupt.h"
#include "tool/progress.h"
#include "tool/transcript.h"

/* A brinkmate has as many mates to prove as there are moves. */
enum { BRINK_FACTOR = 10, BRINK_RENEWALS = 1 };

struct analyst {
    const struct analyst_options *options;
    struct shogi_engine *engine;
    struct shogi_buf moves;           /* shogi_move, from the start to the position */
    struct shogi_buf key;             /* of the question at hand, in the cache */
    struct shogi_answer answer;       /* to the question at hand */
    struct shogi_mate_solver *solver; /* NULL: no mates are looked for */
    struct shogi_mate mate;
    bool is_used;    /* a game was looked at before */
    unsigned number; /* of its engine in the transcript */
};

/* ---- coming and going ---------------------------------------------------------------
 */

static void
note_line(void *context, char direction, const char *line, size_t len)
{
    const struct analyst *a = context;

    transcript_add(a->options->transcript, a->number, direction, line, len);
}

static struct shogi_engine *
open_engine(struct analyst *a, char *error, size_t size)
{
    const struct analyst_options *o = a->options;
    struct shogi_usi_options usi;
    struct shogi_engine *e;

    if (o->usi) {
        usi = *o->usi;
        if (o->transcript) {
            a->number = transcript_number(o->transcript);
            usi.transcript = note_line;
            usi.transcript_context = a;
        }
        return shogi_engine_open(&usi, error, size);
    }
    e = shogi_engine_new_nnue(o->hash_mb, o->network);
    if (!e)
        snprintf(error, size, "out of memory");
    return e;
}

struct analyst *
analyst_open(const struct analyst_options *o, char *error, size_t size)
{
    struct analyst *a = shogi_memory_alloc(sizeof *a);

    snprintf(error, size, "out of memory");
    if (!a)
        return NULL;
    a->options = o;
    a->moves = a->key = (struct shogi_buf){ 0 };
    a->is_used = false;
    a->number = 0;
    a->solver = o->mate_nodes ? shogi_mate_solver_new(0) : NULL;
    a->engine = a->solver || !o->mate_nodes ? open_engine(a, error, size) : NULL;
    if (a->engine && interrupt_watch(a->engine))
        return a;
    shogi_mate_solver_free(a->solver);
    shogi_engine_free(a->engine);
    shogi_memory_free(a);
    return NULL;
}

void
analyst_close(struct analyst *a)
{
    if (!a)
        return;
    interrupt_let_go(a->engine);
    shogi_engine_free(a->engine);
    shogi_mate_solver_free(a->solver);
    shogi_buf_release(&a->moves);
    shogi_buf_release(&a->key);
    shogi_memory_free(a);
}

const char *
analyst_engine(const struct analyst *a)
{
    return shogi_engine_name(a->engine);
}

const char *
analyst_error(const struct analyst *a)
{
    return shogi_engine_error(a->engine);
}

/* ---- one position -------------------------------------------------------------------
 */

/* Engines want two kings, one each, and do not take one. */
static const char *
refusal_of(const struct shogi_position *p)
{
    uint32_t problems = shogi_position_problems(p);

    if (problems & (SHOGI_PROBLEM_NO_ATTACKER_KING | SHOGI_PROBLEM_NO_DEFENDER_KING))
        return "a king is missing";
    if (problems & SHOGI_PROBLEM_TWO_KINGS)
        return "a side has two kings";
    if (problems & SHOGI_PROBLEM_OPPONENT_IN_CHECK)
        return "the side that does not move is in check";
    return NULL;
}

static bool
has_evaluation(const struct shogi_node *n)
{
    for (const struct shogi_analysis *a = n->analysis; a; a = a->next)
        if (a->kind != SHOGI_SCORE_NONE)
            return true;
    return false;
}

/* What the cache or the engine says of the position of C. */
static enum shogi_status
ask(struct analyst *a, const struct shogi_cursor *c)
{
    struct answer_cache *cache = a->options->cache;
    struct shogi_question q = {
        .start = &c->game->start,
        .moves = (const shogi_move *)(const void *)a->moves.data,
        .move_count = a->moves.len / sizeof(shogi_move),
        .limits = a->options->limits,
    };
    enum shogi_status status;

    if (cache) {
        shogi_buf_reset(&a->key);
        answer_cache_put_key(&a->key, analyst_engine(a), a->options->settings, &q,
                             &c->position);
        if (answer_cache_get(cache, &a->key, &c->position, &a->answer))
            return SHOGI_OK;
    }
    /* No answer may depend on which positions were asked for before. */
    if (!a->options->usi)
        shogi_engine_forget(a->engine);
    status = shogi_engine_analyze(a->engine, &q, &a->answer);
    if (cache && status == SHOGI_OK && !a->answer.stopped)
        answer_cache_add(cache, &a->key, &a->answer);
    return status;
}

/* Does the answer say who stands better? */
static bool
has_value(const struct shogi_answer *answer)
{
    return answer->end == SHOGI_ANSWER_DECLARE
           || (answer->line_count > 0 && answer->lines[0].kind != SHOGI_SCORE_NONE);
}

/* How long it took is told only where time was the limit: the same nodes give the same
 * bytes. */
static bool
tell_answer(const struct analyst *a, uint32_t ply, struct assessed_game *out)
{
    if (!assess_answer(out, ply, &a->answer, analyst_engine(a)))
        return false;
    if (!a->options->limits.time_ms)
        out->positions[ply].time_ms = -1;
    return true;
}

/* Prove mates at the position of C.  False: memory. */
static bool
look_for_mates(struct analyst *a, const struct shogi_cursor *c, struct assessed_game *out)
{
    struct shogi_mate_limits limits = { a->options->mate_nodes, .shortest = true };
    struct shogi_brink brink;

    if (!a->solver)
        return true;
    shogi_mate_solve(a->solver, &c->position, &limits, &a->mate);
    if (!assess_mate(out, c->ply, &a->mate))
        return false;
    if (!a->options->threats)
        return true;
    shogi_mate_threat(a->solver, &c->position, &limits, &a->mate);
    if (!assess_threat(out, c->ply, &a->mate))
        return false;
    if (a->mate.answer == SHOGI_MATE_FOUND) {
        limits.nodes *= BRINK_FACTOR;
        shogi_mate_brink(a->solver, &c->position, BRINK_RENEWALS, &limits, &brink);
        assess_brink(out, c->ply, &brink);
    }
    return true;
}

/* The position of C, which has legal moves.  False: memory. */
static bool
examine_position(struct analyst *a, const struct shogi_cursor *c,
                 struct assessed_game *out, struct examination *how)
{
    enum shogi_status status;

    if (interrupt_came()) {
        how->is_broken_off = true;
        return true;
    }
    if (a->options->skip_recorded && has_evaluation(c->node))
        return assess_recorded(out, c->ply, NULL);
    status = ask(a, c);
    if (status == SHOGI_OK && !a->answer.stopped && has_value(&a->answer))
        return tell_answer(a, c->ply, out) && look_for_mates(a, c, out);
    /* What is half thought out is no answer, and the engine did not fail. */
    if (interrupt_came()) {
        how->is_broken_off = true;
        return true;
    }
    if (status == SHOGI_FATAL && !a->options->usi)
        return false; /* the built-in engine is lost with the memory only */
    how->failures++;
    how->is_engine_lost = status == SHOGI_FATAL;
    return assess_failure(out, c->ply,
                          status == SHOGI_OK
                              ? "the engine gave no evaluation within the limit"
                              : shogi_engine_error(a->engine));
}

/* ---- a game -------------------------------------------------------------------------
 */

static bool
is_wanted(const struct analyst_options *o, uint32_t ply)
{
    return ply + 1 >= o->from && (o->to == 0 || ply <= o->to);
}

/* To the next position of the main line.  False: there is none that can be looked at. */
static bool
step(struct analyst *a, struct shogi_cursor *c, struct examination *how)
{
    const struct shogi_node *n = c->node->child;

    if (!n || n->end != SHOGI_END_NONE)
        return false;
    if (shogi_move_fouls(&c->position, n->move) != 0) {
        how->first_foul = c->ply + 1;
        return false;
    }
    shogi_buf_add(&a->moves, &n->move, sizeof n->move);
    if (shogi_cursor_forward(c))
        return true;
    a->moves.failed = true;
    return false;
}

bool
analyst_examine(struct analyst *a, struct shogi_game *g, struct assessed_game *out,
                struct examination *how)
{
    const struct analyst_options *o = a->options;
    struct shogi_cursor c;
    bool good = true;

    *how = (struct examination){ .refusal = refusal_of(&g->start) };
    if (how->refusal)
        return true;
    if (a->is_used)
        shogi_engine_forget(a->engine);
    a->is_used = true;
    for (uint32_t ply = 0; ply <= out->plies; ply++)
        progress_expect(is_wanted(o, ply));
    shogi_buf_reset(&a->moves);
    shogi_cursor_init(&c, g);
    do {
        bool wanted = is_wanted(o, c.ply);
        if (wanted && shogi_position_has_legal_move(&c.position))
            good = examine_position(a, &c, out, how);
        if (wanted)
            progress_step();
    } while (good && !how->is_broken_off && !how->is_engine_lost && step(a, &c, how));
    shogi_cursor_release(&c);
    return good && !a->moves.failed;
}
