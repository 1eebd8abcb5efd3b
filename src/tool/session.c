/* SPDX-License-Identifier: MIT */
/* session.c - what is said over USI, and the thread that thinks. */
#include "tool/session.h"

#include <stdio.h>

#include "base/memory.h"
#include "engine/builtin.h"
#include "tool/network.h"

#include <shogi/mate.h>

enum { MATE_NODES_FIRST = 10000 };

/* ---- saying ------------------------------------------------------------------------ */

void
session_say_text(struct session *s, const struct shogi_buf *text)
{
    pthread_mutex_lock(&s->lock);
    if (text->len)
        fwrite(text->data, 1, text->len, stdout);
    fflush(stdout);
    pthread_mutex_unlock(&s->lock);
}

void
session_say(struct session *s, const char *line)
{
    struct shogi_buf text = { 0 };

    shogi_buf_puts(&text, line);
    shogi_buf_putc(&text, '\n');
    session_say_text(s, &text);
    shogi_buf_release(&text);
}

void
session_complain(struct session *s, const char *what, const char *word)
{
    struct shogi_buf text = { 0 };

    shogi_buf_printf(&text, "info string %s%s%.100s\n", what, word ? ": " : "",
                     word ? word : "");
    session_say_text(s, &text);
    shogi_buf_release(&text);
}

static void
put_move(struct shogi_buf *text, shogi_move m)
{
    char usi[SHOGI_USI_SIZE];

    shogi_move_to_usi(m, usi);
    shogi_buf_puts(text, usi);
}

static void
put_score(struct shogi_buf *text, const struct shogi_line *line)
{
    static const char *const bounds[] = { "", " lowerbound", " upperbound" };

    shogi_buf_puts(text, line->kind == SHOGI_SCORE_MATE ? " score mate " : " score cp ");
    if (line->kind == SHOGI_SCORE_MATE && line->value == 0)
        shogi_buf_putc(text, '-');
    shogi_buf_put_number(text, line->value, 1);
    shogi_buf_puts(text, bounds[line->bound]);
}

static void
put_info(struct session *s, struct shogi_buf *text, const struct shogi_line *line,
         unsigned rank, uint64_t nodes)
{
    int64_t ms = shogi_search_now_ms() - s->began_ms;
    uint64_t nps = nodes * 1000 / (uint64_t)(ms > 0 ? ms : 1);

    shogi_buf_printf(text, "info depth %u seldepth %u", line->depth, line->seldepth);
    if (line->kind != SHOGI_SCORE_NONE)
        put_score(text, line);
    shogi_buf_printf(text, " nodes %llu nps %llu time %lld hashfull %u",
                     (unsigned long long)nodes, (unsigned long long)nps, (long long)ms,
                     s->hashfull);
    if (s->question.limits.lines > 1)
        shogi_buf_printf(text, " multipv %u", rank + 1);
    shogi_buf_puts(text, " pv");
    for (unsigned i = 0; i < line->pv_count; i++) {
        shogi_buf_putc(text, ' ');
        put_move(text, line->pv[i]);
    }
    shogi_buf_putc(text, '\n');
}

/* Called by the search. */
static void
watch(void *context, const struct shogi_search *search, unsigned rank)
{
    struct session *s = context;
    struct shogi_buf text = { 0 };
    struct shogi_line line;

    shogi_builtin_line(&line, &search->roots[rank]);
    s->hashfull = shogi_table_permille(&search->table);
    put_info(s, &text, &line, rank, search->nodes);
    session_say_text(s, &text);
    shogi_buf_release(&text);
}

/* ---- thinking ---------------------------------------------------------------------- */

static void
put_best(struct shogi_buf *text, const struct shogi_answer *a)
{
    shogi_buf_puts(text, "bestmove ");
    if (a->end == SHOGI_ANSWER_DECLARE) {
        shogi_buf_puts(text, "win");
    } else if (a->best == SHOGI_NO_MOVE) {
        shogi_buf_puts(text, "resign");
    } else {
        put_move(text, a->best);
        if (a->lines[0].pv_count > 1 && a->lines[0].pv[0] == a->best) {
            shogi_buf_puts(text, " ponder ");
            put_move(text, a->lines[0].pv[1]);
        }
    }
    shogi_buf_putc(text, '\n');
}

static void *
think(void *context)
{
    struct session *s = context;
    struct shogi_answer *a = &s->answer;
    struct shogi_buf text = { 0 };

    enum shogi_status status = shogi_engine_analyze(s->engine, &s->question, a);
    if (status != SHOGI_OK)
        session_complain(s, "no answer", shogi_engine_error(s->engine));
    if (status == SHOGI_OK && a->line_count == 0)
        shogi_buf_puts(&text, "info depth 0 score mate -0\n");
    /* What was found last may not have been told: the search was stopped. */
    for (unsigned i = 0; status == SHOGI_OK && i < a->line_count; i++)
        put_info(s, &text, &a->lines[i], i, a->nodes);
    put_best(&text, a);
    pthread_mutex_lock(&s->lock);
    while (s->hold != HOLD_NOTHING)
        pthread_cond_wait(&s->released, &s->lock);
    s->thinking = false;
    fwrite(text.data, 1, text.len, stdout);
    fflush(stdout);
    pthread_mutex_unlock(&s->lock);
    shogi_buf_release(&text);
    return NULL;
}

/* ---- mates ------------------------------------------------------------------------- */

static void
put_mate(struct shogi_buf *text, const struct shogi_mate *mate)
{
    shogi_buf_puts(text, "checkmate");
    if (mate->answer != SHOGI_MATE_FOUND)
        shogi_buf_puts(text, mate->answer == SHOGI_MATE_NONE ? " nomate" : " timeout");
    for (unsigned i = 0; mate->answer == SHOGI_MATE_FOUND && i < mate->plies; i++) {
        shogi_buf_putc(text, ' ');
        put_move(text, mate->line[i]);
    }
    shogi_buf_putc(text, '\n');
}

/* With more and more nodes, so that stop is heard on the way. */
static void
solve_in_steps(struct session *s, const struct shogi_position *p, struct shogi_mate *mate)
{
    struct shogi_mate_solver *solver = shogi_mate_solver_new(s->hash_mb);
    uint64_t nodes = MATE_NODES_FIRST;

    mate->answer = SHOGI_MATE_UNKNOWN;
    while (solver && mate->answer == SHOGI_MATE_UNKNOWN && !atomic_load(&s->mate_stop)) {
        bool is_last = nodes >= s->mate_nodes;
        struct shogi_mate_limits limits = { .nodes = is_last ? s->mate_nodes : nodes };
        shogi_mate_solve(solver, p, &limits, mate);
        if (is_last)
            break;
        nodes *= 4;
    }
    shogi_mate_solver_free(solver);
}

static void *
solve(void *context)
{
    struct session *s = context;
    struct shogi_position p = *s->question.start;
    struct shogi_buf text = { 0 };
    struct shogi_mate mate;
    struct shogi_undo undo;

    for (size_t i = 0; i < s->question.move_count; i++)
        shogi_position_play(&p, s->question.moves[i], &undo);
    solve_in_steps(s, &p, &mate);
    put_mate(&text, &mate);
    pthread_mutex_lock(&s->lock);
    s->thinking = false;
    pthread_mutex_unlock(&s->lock);
    session_say_text(s, &text);
    shogi_buf_release(&text);
    return NULL;
}

/* ---- starting and stopping --------------------------------------------------------- */

bool
session_is_thinking(struct session *s)
{
    pthread_mutex_lock(&s->lock);
    bool thinking = s->thinking;
    pthread_mutex_unlock(&s->lock);
    return thinking;
}

void
session_let_go(struct session *s)
{
    pthread_mutex_lock(&s->lock);
    s->hold = HOLD_NOTHING;
    pthread_cond_broadcast(&s->released);
    pthread_mutex_unlock(&s->lock);
}

void
session_join(struct session *s)
{
    if (s->thread_started)
        pthread_join(s->thread, NULL);
    s->thread_started = false;
    s->deadline_ms = 0;
}

void
session_stop(struct session *s)
{
    atomic_store(&s->mate_stop, true);
    if (session_is_thinking(s))
        shogi_engine_stop(s->engine);
    session_let_go(s);
    session_join(s);
}

void
session_think(struct session *s, enum answer_hold hold)
{
    shogi_builtin_ignore_stop(s->engine);
    s->began_ms = shogi_search_now_ms();
    s->hashfull = 0;
    s->thinking = true;
    s->hold = hold;
    atomic_store(&s->mate_stop, false);
    s->thread_started =
        pthread_create(&s->thread, NULL, s->mate_nodes ? solve : think, s) == 0;
    if (!s->thread_started) {
        s->thinking = false;
        session_complain(s, "no thread can be started", NULL);
    }
}

/* ---- the engine -------------------------------------------------------------------- */

/* The network that was asked for, or none; what is wrong with it is said. */
static void
load_network(struct session *s)
{
    struct shogi_buf text = { 0 };
    char error[1024];

    shogi_nnue_free(s->network);
    s->network = NULL;
    if (s->network_path.len == 0)
        return;
    s->network =
        network_read(s->network_path.data, s->network_scale, error, sizeof error);
    if (!s->network)
        shogi_buf_printf(&text, "info string evaluating without EvalFile: %s\n", error);
    else
        shogi_buf_printf(&text, "info string evaluating with %s\n",
                         shogi_nnue_name(s->network));
    if (s->network && *shogi_nnue_remark(s->network))
        shogi_buf_printf(&text, "info string EvalFile: %s\n",
                         shogi_nnue_remark(s->network));
    session_say_text(s, &text);
    shogi_buf_release(&text);
}

bool
session_make_ready(struct session *s)
{
    if (s->engine && !s->changed)
        return true;
    shogi_engine_free(s->engine);
    load_network(s);
    s->engine = shogi_engine_new_nnue(s->hash_mb, s->network);
    s->changed = false;
    if (!s->engine)
        session_complain(s, "out of memory; choose a smaller USI_Hash", NULL);
    else
        shogi_builtin_watch(s->engine, watch, s);
    return s->engine != NULL;
}

void
session_init(struct session *s)
{
    *s = (struct session){ .hash_mb = SESSION_HASH_MB, .lines = 1 };
    shogi_position_set_start(&s->start);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->released, NULL);
}

void
session_release(struct session *s)
{
    pthread_cond_destroy(&s->released);
    pthread_mutex_destroy(&s->lock);
    shogi_engine_free(s->engine);
    shogi_nnue_free(s->network);
    shogi_buf_release(&s->network_path);
    shogi_memory_free(s->moves);
}
