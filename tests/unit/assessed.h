/* SPDX-License-Identifier: MIT */
/* assessed.h - for tests of what is made of analyses: a game and what engines say of
 * it, in a few words. */
#ifndef SHOGI_TESTS_ASSESSED_H
#define SHOGI_TESTS_ASSESSED_H

#include <stdlib.h>

#include "tap.h"

#include "record.h"
#include "tool/assessment.h"

#define ASSESSED_LINE                                                                    \
    "startpos moves 7g7f 3c3d 2g2f 4c4d 3i4h 3a3b 5g5f 8b4b 5i6h 5a6b 6h7h 6b7b resign"

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

/* Each verdict, a missed mate and a tonshi, with times, unknown positions between. */
static inline void
assessed_compose(struct assessed *t)
{
    static const int32_t times[] = { 1000, 2000, 30000, 61000, -1,    5000,
                                     0,    3000, 20000, 90500, 10000, 4000 };
    struct shogi_node *n;

    assessed_begin(t, ASSESSED_LINE);
    n = t->record.game->root->child;
    for (size_t i = 0; n && i < sizeof times / sizeof *times; i++, n = n->child)
        n->time_ms = times[i];
    shogi_game_add_header(t->record.game, SHOGI_HEADER_BLACK, "先手", "先手 <太郎>");
    shogi_game_add_header(t->record.game, SHOGI_HEADER_WHITE, "後手", "Gote & Co.");
    shogi_game_add_header(t->record.game, SHOGI_HEADER_EVENT, "棋戦", "Composed game");
    shogi_game_add_header(t->record.game, SHOGI_HEADER_START_TIME, "開始日時",
                          "2026/01/02");
    assessed_cp(t, 0, "2g2f", 50);
    assessed_cp(t, 1, "8c8d", 100); /* 1: inexact */
    assessed_cp(t, 2, "9g9f", 200); /* 2: dubious */
    assessed_cp(t, 3, "9c9d", 400); /* 3: mistake, turning point */
    assessed_cp(t, 4, "9g9f", -350);
    /* 5 is not known */
    assessed_cp(t, 6, "9g9f", 700);
    assessed_say(t, 7, "9c9d", SHOGI_SCORE_MATE, 9); /* 7: tonshi, a blunder */
    assessed_cp(t, 8, "9g9f", -900);                 /* 8: missed mate, dubious */
    assessed_cp(t, 9, "9c9d", 900);
    assessed_say(t, 10, "9g9f", SHOGI_SCORE_MATE, 7); /* 10: tonshi */
    assessed_say(t, 11, "9c9d", SHOGI_SCORE_MATE, -6);
    assessed_say(t, 12, "9g9f", SHOGI_SCORE_MATE_UNKNOWN, 1);
}

/* Is TEXT the file NAME here, as somebody saw it and found it good?  What differs
 * is left in a file of the same name in the current folder. */
static inline void
assessed_is_golden(const char *text, const char *name)
{
    const char *top = getenv("TOP_SRCDIR");
    char path[4096], *want = calloc(1, 100000);
    FILE *in, *out;
    size_t len = 0;

    snprintf(path, sizeof path, "%s/tests/unit/%s", top ? top : ".", name);
    in = fopen(path, "rb");
    if (in) {
        len = fread(want, 1, 99999, in);
        fclose(in);
    }
    if (!ok(len == strlen(text) && memcmp(want, text, len) == 0)) {
        note("./%s is not tests/unit/%s", name, name);
        out = fopen(name, "wb");
        if (out) {
            fputs(text, out);
            fclose(out);
        }
    }
    free(want);
}

#endif
