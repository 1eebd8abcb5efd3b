/* SPDX-License-Identifier: MIT */
/* usi_think.c - asks a USI engine about one position, and does not wait for ever.
 *
 * One "go" at a time, each followed to its "bestmove".  Limits are told to an engine that
 * keeps to them; which one does is found out:
 *
 *   - an engine that ends, or does not think and does not answer "stop", at its first
 *     "go nodes" is started again and asked with "go infinite" from then on;
 *   - one that thinks far beyond the limit is stopped, and asked so from then on;
 *   - one that does not answer "stop" either is given a time (byoyomi). */
#include "engine/usi.h"

#include <string.h>

#include <shogi/foul.h>
#include <shogi/impasse.h>

#include "base/clock.h"

enum {
    NPS_GUESS = 300000, /* nodes a second of an engine that never told any */
    FIRST_MS = 500,     /* for its first word: who is stopped before has no move */
    NPS_SLOW = 1000,    /* the same, when it is waited for */
    SLOWDOWN = 10,      /* a machine may be so much busier than a moment ago */
    SETTLE_MS = 1000,   /* for what may follow a strange bestmove */
    MEASURE_MS = 20,    /* a speed needs that much time */
    DEPTH_SILENCE = 30, /* times the grace: without progress, below "go depth" */
    BYOYOMI_MS = 10000, /* where neither time nor nodes are limited */
};

static const int64_t NEVER = INT64_MAX;

struct thinking {
    struct shogi_usi *u;
    const struct shogi_limits *limits;
    const struct shogi_position *p;
    struct shogi_answer *answer;
    bool is_native;             /* the engine knows the nodes or depth */
    int64_t begin;              /* of the clock: when "go" was sent */
    int64_t advanced;           /* when it told more nodes or depth than before */
    int64_t stopped;            /* when "stop" was sent; NEVER: not yet */
    bool is_probe;              /* "stop" was sent to see whether it is there at all */
    uint32_t nps;               /* in this search; 0: not known */
    uint64_t measured;          /* nodes told when that was computed */
    uint64_t received;          /* bytes from the engine before "go" */
    struct shogi_usi_line held; /* a bestmove that may be of the position before */
    bool has_held;
    int64_t settled; /* when it is taken for this one's */
};

/* ---- asking ---------------------------------------------------------------------- */

static bool
send_position(struct shogi_usi *u, const struct shogi_question *q)
{
    struct shogi_position even;
    char sfen[SHOGI_SFEN_SIZE], move[SHOGI_USI_SIZE];

    /* GPS Shogi hangs at "startpos moves" behind a "sfen", others know little else. */
    shogi_position_set_start(&even);
    shogi_buf_puts(&u->text, "position ");
    if (!u->saw_sfen && shogi_position_equal(q->start, &even)
        && q->start->move_number == 1) {
        shogi_buf_puts(&u->text, "startpos");
    } else {
        u->saw_sfen = true;
        shogi_buf_puts(&u->text, "sfen ");
        shogi_buf_add(&u->text, sfen, shogi_position_to_sfen(q->start, sfen));
    }
    /* All of the way, for without it no engine sees a repetition. */
    if (q->move_count > 0)
        shogi_buf_puts(&u->text, " moves");
    for (size_t i = 0; i < q->move_count; i++) {
        shogi_buf_putc(&u->text, ' ');
        shogi_buf_add(&u->text, move, shogi_move_to_usi(q->moves[i], move));
    }
    return shogi_usi_send(u);
}

/* Milliseconds; as many as there are when that is too many. */
static uint64_t
time_for(uint64_t nodes, uint32_t nps)
{
    if (nodes / nps >= UINT64_MAX / 1000)
        return UINT64_MAX;
    return nodes / nps * 1000 + nodes % nps * 1000 / nps;
}

static bool
send_go(struct thinking *t)
{
    struct shogi_usi *u = t->u;
    const struct shogi_limits *l = t->limits;
    bool has_limit = l->nodes || l->depth || l->time_ms;

    shogi_buf_puts(&u->text, "go");
    if (t->is_native) {
        if (l->depth)
            shogi_buf_printf(&u->text, " depth %u", (unsigned)l->depth);
        if (l->nodes)
            shogi_buf_printf(&u->text, " nodes %llu", (unsigned long long)l->nodes);
    } else if (u->style == SHOGI_USI_BYOYOMI && has_limit) {
        uint64_t ms = l->time_ms ? l->time_ms : BYOYOMI_MS;

        if (l->nodes && time_for(l->nodes, u->nps ? u->nps : NPS_GUESS) < ms)
            ms = time_for(l->nodes, u->nps ? u->nps : NPS_GUESS);
        shogi_buf_printf(&u->text, " btime 0 wtime 0 byoyomi %llu",
                         (unsigned long long)ms);
    } else {
        shogi_buf_puts(&u->text, " infinite");
    }
    return shogi_usi_send(u);
}

static bool
send_stop(struct thinking *t)
{
    t->stopped = shogi_clock_ms();
    return shogi_usi_say(t->u, "stop");
}

/* ---- when to stop ---------------------------------------------------------------- */

static int64_t
sooner(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t
later_by(int64_t from, uint64_t ms)
{
    return ms > (uint64_t)(NEVER - from) ? NEVER : from + (int64_t)ms;
}

/* When "stop" has to be sent if nothing happens before. */
static int64_t
stop_time(const struct thinking *t)
{
    const struct shogi_usi *u = t->u;
    const struct shogi_limits *l = t->limits;
    uint32_t grace = u->options.grace_ms, nps = t->nps ? t->nps : u->nps;
    int64_t due = NEVER;

    if (l->time_ms)
        due = later_by(t->begin, l->time_ms);
    if (l->nodes && t->is_native) {
        uint64_t ms = time_for(l->nodes, nps ? nps : NPS_SLOW);

        ms = ms < UINT64_MAX / SLOWDOWN ? ms * (nps ? SLOWDOWN : 2) : UINT64_MAX;
        due = sooner(due, later_by(later_by(t->begin, ms), grace));
    } else if (l->nodes) {
        uint64_t ms = time_for(l->nodes, nps ? nps : NPS_GUESS);

        if (ms < FIRST_MS && !u->sayings.has_thought && !u->is_quiet)
            ms = FIRST_MS;
        due = sooner(due, later_by(t->begin, ms));
    }
    if (l->depth)
        due = sooner(due, later_by(t->advanced, (uint64_t)grace * DEPTH_SILENCE));
    if (u->style == SHOGI_USI_BYOYOMI && due != NEVER)
        due = later_by(due, grace);
    if (t->is_native && !u->sayings.has_thought && !u->is_quiet)
        due = sooner(due, later_by(t->begin, grace));
    return due;
}

/* By what it told: is it at the limit, or far beyond one that was told to it? */
static bool
is_enough(struct thinking *t)
{
    struct shogi_usi *u = t->u;
    const struct shogi_limits *l = t->limits;
    uint16_t depth = l->depth ? shogi_usi_sayings_depth(&u->sayings, u->lines) : 0;
    bool is_far = (l->nodes && u->sayings.nodes / 2 > l->nodes + 100000)
                  || (l->depth && depth > l->depth + 1);

    if (t->is_native) {
        if (is_far)
            u->style = SHOGI_USI_CLOCK;
        return is_far;
    }
    return (l->nodes && u->sayings.nodes >= l->nodes) || (l->depth && depth >= l->depth);
}

/* Only when the count has grown: one that stands still is no slow search. */
static void
measure_speed(struct thinking *t)
{
    int64_t ms = t->u->process.now_ms - t->begin;
    uint64_t nodes = t->u->sayings.nodes;

    if (nodes <= t->measured || ms < MEASURE_MS)
        return;
    t->measured = nodes;
    nodes = nodes < UINT64_MAX / 1000 ? nodes * 1000 / (uint64_t)ms : UINT32_MAX;
    t->nps = nodes < 1 ? 1 : nodes > UINT32_MAX ? UINT32_MAX : (uint32_t)nodes;
}

/* ---- what comes of it ------------------------------------------------------------ */

/* It did not understand how it was asked: it died of it, or sat there. */
static bool
is_misunderstanding(const struct thinking *t)
{
    return t->is_native && !t->u->knows_limits && !t->u->sayings.has_thought;
}

static enum shogi_usi_outcome
give_up(struct thinking *t)
{
    struct shogi_usi *u = t->u;
    bool is_again = is_misunderstanding(t);

    if (is_again)
        u->style = SHOGI_USI_CLOCK;
    else if (t->stopped != NEVER && u->process.pid != 0 && !u->hears_stop)
        u->style = SHOGI_USI_BYOYOMI;
    shogi_usi_kill(u);
    return is_again ? SHOGI_USI_ASK_AGAIN : SHOGI_USI_FAILED;
}

/* When it did not say a word about this question it may have ended before it. */
static enum shogi_usi_outcome
note_death(struct thinking *t)
{
    struct shogi_usi *u = t->u;
    char how[64];

    shogi_process_describe(&u->process, how, sizeof how);
    shogi_usi_fail(u, "%s while it thought", how);
    if (u->has_answered && u->process.received == t->received) {
        shogi_usi_kill(u);
        return SHOGI_USI_WAS_DEAD;
    }
    return give_up(t);
}

static enum shogi_usi_outcome
note_stuck(struct thinking *t)
{
    shogi_usi_fail(t->u, "did not answer 'stop' within %u ms",
                   (unsigned)t->u->options.grace_ms);
    return give_up(t);
}

/* Nothing was thought, and this makes no sense here: is it the answer to an old
 * question?  A book move and a declaration need no thought. */
static bool
is_strange(const struct thinking *t, const struct shogi_usi_line *bestmove)
{
    enum shogi_side side = (enum shogi_side)t->p->turn;
    struct shogi_impasse impasse;

    if (t->u->sayings.has_thought)
        return false;
    if (bestmove->saying != SHOGI_USI_BESTMOVE)
        return true;
    if (bestmove->end == SHOGI_ANSWER_MOVE)
        return shogi_move_fouls(t->p, bestmove->move) != 0;
    shogi_impasse_look(t->p, side, 0, &impasse);
    return bestmove->end != SHOGI_ANSWER_DECLARE
           || shogi_declare_27(&impasse, side) != SHOGI_DECLARED_WIN;
}

static enum shogi_usi_outcome
take_answer(struct thinking *t, const struct shogi_usi_line *bestmove)
{
    struct shogi_usi *u = t->u;
    int64_t ms = shogi_clock_ms() - t->begin;

    u->error[0] = '\0';
    if (t->stopped != NEVER)
        u->hears_stop = true;
    else if (t->is_native)
        u->knows_limits = true;
    if (t->nps)
        u->nps = t->nps;
    if (t->is_probe && !shogi_usi_is_stopped(u)) {
        /* It thought without a word; or it did not think, and has no move to say so. */
        if (u->sayings.has_thought || !is_strange(t, bestmove))
            u->is_quiet = true;
        else
            u->style = SHOGI_USI_CLOCK;
        return SHOGI_USI_ASK_AGAIN;
    }
    u->has_answered = true;
    shogi_usi_sayings_tell(&u->sayings, t->p, u->lines, bestmove, t->answer);
    t->answer->time_ms = ms > UINT32_MAX ? UINT32_MAX : (uint32_t)ms;
    return SHOGI_USI_ANSWERED;
}

/* ---- listening ------------------------------------------------------------------- */

/* Some engines go on talking about the last position. */
static bool
is_about_another(const struct thinking *t, const struct shogi_usi_info *info)
{
    return info->pv_count > 0 && shogi_move_fouls(t->p, info->pv[0]) != 0;
}

/* One line.  False: it ends the thinking. */
static bool
take_line(struct thinking *t, const struct shogi_usi_line *line)
{
    struct shogi_usi *u = t->u;

    if (line->saying == SHOGI_USI_INFO && is_about_another(t, &line->info)) {
        u->has_strays = true;
    } else if (line->saying == SHOGI_USI_INFO) {
        uint64_t nodes = u->sayings.nodes;
        uint16_t depth = u->sayings.depth;

        shogi_usi_sayings_add(&u->sayings, &line->info);
        if (u->sayings.nodes > nodes || u->sayings.depth > depth)
            t->advanced = u->process.now_ms;
        measure_speed(t);
        if (t->has_held && u->sayings.has_thought) {
            t->has_held = false; /* only now it thinks about our question */
            u->has_strays = true;
        }
    } else if (line->saying == SHOGI_USI_BESTMOVE
               || line->saying == SHOGI_USI_CHECKMATE) {
        u->has_strays = u->has_strays || t->has_held;
        if (!is_strange(t, line))
            return false;
        t->held = *line;
        t->has_held = true;
        t->settled = later_by(u->process.now_ms, SETTLE_MS);
    }
    return true;
}

static int64_t
deadline_of(const struct thinking *t)
{
    int64_t due =
        t->stopped == NEVER ? stop_time(t) : later_by(t->stopped, t->u->options.grace_ms);

    return t->has_held ? sooner(due, t->settled) : due;
}

/* Until it answers, dies, or lets a deadline pass. */
static enum shogi_usi_outcome
listen(struct thinking *t)
{
    struct shogi_usi *u = t->u;

    for (;;) {
        struct shogi_usi_line line;
        int64_t deadline = deadline_of(t);
        enum shogi_process_event event = shogi_usi_hear(u, deadline, &line);
        bool is_late = u->process.now_ms >= deadline;

        if (event == SHOGI_PROCESS_ENDED)
            return t->has_held ? take_answer(t, &t->held) : note_death(t);
        if (event == SHOGI_PROCESS_LINE && !take_line(t, &line))
            return take_answer(t, &line);
        if (t->has_held && u->process.now_ms >= t->settled)
            return take_answer(t, &t->held);
        if (t->stopped != NEVER) {
            if (is_late)
                return note_stuck(t);
        } else if (shogi_usi_is_stopped(u) || is_late || is_enough(t)) {
            t->is_probe = is_late && t->is_native && !u->sayings.has_thought
                          && !u->is_quiet
                          && (!t->limits->time_ms
                              || deadline < later_by(t->begin, t->limits->time_ms));
            if (!send_stop(t))
                return give_up(t);
        }
    }
}

enum shogi_usi_outcome
shogi_usi_think(struct shogi_usi *u, const struct shogi_question *q,
                const struct shogi_position *p, struct shogi_answer *a)
{
    struct thinking t = { .u = u,
                          .limits = &q->limits,
                          .p = p,
                          .answer = a,
                          .stopped = NEVER,
                          .settled = NEVER };

    t.is_native = u->style == SHOGI_USI_NATIVE && (q->limits.nodes || q->limits.depth);
    memset(&u->sayings, 0, sizeof u->sayings);
    t.begin = t.advanced = shogi_clock_ms();
    t.received = u->process.received;
    if (!send_position(u, q) || !send_go(&t))
        return give_up(&t);
    return listen(&t);
}
