/* SPDX-License-Identifier: MIT */
/* assessed.h - for tests of what is made of analyses: a game and what engines say of
 * it, in a few words. */
#ifndef SHOGI_TESTS_ASSESSED_H
#define SHOGI_TESTS_ASSESSED_H

#include "tap.h"

#include "record.h"
#include "tool/assessment.h"

struct assessed {
    struct record record;
    struct assessed_game game;
    struct verdict_scale scale;
    struct shogi_answer answer;
    struct shogi_mate mate;
};

/* Begin with TEXT, a game as F has it. */
static inline void
assessed_begin_as(struct assessed *t, const struct shogi_format *f, const char *text)
{
    memset(t, 0, sizeof *t);
    verdict_scale_init(&t->scale);
    record_read(&t->record, f, text);
    ok(t->record.status == SHOGI_OK && assess_begin(&t->game, t->record.game));
}

/* The same with a line of USI. */
static inline void
assessed_begin(struct assessed *t, const char *text)
{
    assessed_begin_as(t, &shogi_format_sfen, text);
}

static inline void
assessed_end(struct assessed *t)
{
    assess_release(&t->game);
    record_free(&t->record);
}

static inline void
assessed_finish(struct assessed *t)
{
    ok(assess_finish(&t->game, &t->scale));
}

/* Add a candidate, PV in USI, to the answer that is being made. */
static inline void
assessed_line(struct assessed *t, const char *pv, enum shogi_score_kind kind, int value)
{
    struct shogi_line *line = &t->answer.lines[t->answer.line_count++];
    const char *s = pv;

    *line = (struct shogi_line){
        .kind = (uint8_t)kind, .value = value, .depth = 9, .seldepth = 12
    };
    while (*s) {
        size_t len = strcspn(s, " ");
        line->pv[line->pv_count++] = shogi_move_from_usi(s, len);
        s += len + strspn(s + len, " ");
    }
}

/* Give the answer that was made to the position at PLY, and begin a new one. */
static inline void
assessed_answer(struct assessed *t, uint32_t ply)
{
    struct shogi_answer *a = &t->answer;

    if (a->end == SHOGI_ANSWER_MOVE) {
        a->best = a->line_count && a->lines[0].pv_count ? a->lines[0].pv[0]
                                                        : (shogi_move)SHOGI_NO_MOVE;
        if (a->best == SHOGI_NO_MOVE)
            a->end = SHOGI_ANSWER_NO_MOVE;
    }
    a->nodes = 1000;
    a->time_ms = 7;
    if (!ok(assess_answer(&t->game, ply, a, "engine")))
        note("ply %u", (unsigned)ply);
    memset(a, 0, sizeof *a);
}

/* One candidate, as the side to move sees it. */
static inline void
assessed_say(struct assessed *t, uint32_t ply, const char *pv, enum shogi_score_kind kind,
             int value)
{
    assessed_line(t, pv, kind, value);
    assessed_answer(t, ply);
}

static inline void
assessed_cp(struct assessed *t, uint32_t ply, const char *pv, int value)
{
    assessed_say(t, ply, pv, SHOGI_SCORE_CP, value);
}

#endif
