/* SPDX-License-Identifier: MIT */
/* jsonl_remarks.c - what JSON Lines say of a position: comment, time, evaluations. */
#include <string.h>

#include "notation/evaluation.h"
#include "notation/jsonl_reader.h"

/* ---- evaluations --------------------------------------------------------------------
 */

static void
read_score(const json_t *object, struct shogi_analysis *a)
{
    const char *side = shogi_json_get_string(object, "mate_for");
    int64_t n;

    if (shogi_json_integer(json_object_get(object, "mate"), INT32_MIN, INT32_MAX, &n)) {
        a->kind = SHOGI_SCORE_MATE;
        a->value = (int32_t)n;
    } else if (side) {
        a->kind = SHOGI_SCORE_MATE_UNKNOWN;
        a->value = strcmp(side, "white") == 0 ? -1 : 1;
    } else if (shogi_json_integer(json_object_get(object, "cp"), INT32_MIN, INT32_MAX,
                                  &n)) {
        a->kind = SHOGI_SCORE_CP;
        a->value = (int32_t)n;
    }
}

static void
read_pv(struct jsonl_reader *r, const json_t *pv, struct shogi_analysis *a)
{
    size_t count = json_array_size(pv), i = 0;
    shogi_move *moves;

    if (count == 0)
        return;
    if (count > SHOGI_PV_MAX)
        count = SHOGI_PV_MAX;
    moves = shogi_arena_alloc(&r->g->arena, count * sizeof *moves);
    if (!moves) {
        r->g->out_of_memory = true;
        return;
    }
    for (; i < count; i++) {
        const char *usi = json_string_value(json_array_get(pv, i));
        moves[i] = usi ? shogi_move_from_usi(usi, strlen(usi)) : SHOGI_NO_MOVE;
        if (moves[i] == SHOGI_NO_MOVE)
            break;
    }
    a->pv = moves;
    a->pv_count = (uint32_t)i;
}

static void
add_evaluation(struct jsonl_reader *r, struct shogi_node *n, const json_t *object)
{
    static const char *const bounds[] = { "exact", "lower", "upper" };
    struct shogi_analysis *a = shogi_game_add_analysis(r->g, n);
    const char *engine = shogi_json_get_string(object, "engine");
    const char *text = shogi_json_get_string(object, "pv_text");
    const char *bound = shogi_json_get_string(object, "bound");

    if (!a)
        return;
    read_score(object, a);
    for (uint8_t i = 0; bound && i < 3; i++)
        if (strcmp(bound, bounds[i]) == 0)
            a->bound = i;
    a->rank = (uint8_t)shogi_json_number_or(object, "rank", 0, UINT8_MAX, 0);
    a->depth = (uint16_t)shogi_json_number_or(object, "depth", 0, UINT16_MAX, 0);
    a->seldepth = (uint16_t)shogi_json_number_or(object, "seldepth", 0, UINT16_MAX, 0);
    a->nodes = (uint64_t)shogi_json_number_or(object, "nodes", 0, INT64_MAX, 0);
    a->time_ms = (int32_t)shogi_json_number_or(object, "time_ms", 0, INT32_MAX, -1);
    a->engine = engine ? shogi_game_text(r->g, engine, strlen(engine)) : NULL;
    a->pv_text = text ? shogi_game_text(r->g, text, strlen(text)) : NULL;
    read_pv(r, shogi_json_get(object, "pv"), a);
}

/* One that stands in the comment, too, is taken from there (see
 * shogi_jsonl_finish_remarks()), so that it is not written twice. */
static void
read_evaluation(struct jsonl_reader *r, struct shogi_node *n, const json_t *object)
{
    struct jsonl_told *told;

    if (!json_is_object(object))
        return;
    if (!json_is_true(json_object_get(object, "in_comment"))) {
        add_evaluation(r, n, object);
        return;
    }
    told = shogi_arena_alloc(&r->g->arena, sizeof *told);
    if (!told) {
        r->g->out_of_memory = true;
        return;
    }
    *told = (struct jsonl_told){ r->tolds, n, object };
    r->tolds = told;
}

static bool
has_found(const struct shogi_node *n)
{
    const struct shogi_analysis *a = n->analysis;

    while (a && a->dialect == SHOGI_EVALUATION_NONE)
        a = a->next;
    return a;
}

void
shogi_jsonl_finish_remarks(struct jsonl_reader *r)
{
    struct jsonl_told *told = r->tolds, *before = NULL;

    if (!told)
        return;
    if (shogi_game_finish(r->g) != SHOGI_OK
        || shogi_game_find_evaluations(r->g) != SHOGI_OK) {
        r->g->out_of_memory = true;
        return;
    }
    while (told) { /* the last was put first */
        struct jsonl_told *next = told->next;
        told->next = before;
        before = told;
        told = next;
    }
    for (; before; before = before->next)
        if (!has_found(before->node))
            add_evaluation(r, before->node, before->object);
}

/* ---- what a move, an ending and the start have in common ------------------------------
 */

static void
read_time(struct jsonl_reader *r, const json_t *object, const char *key, int32_t *ms)
{
    const json_t *v = shogi_json_get(object, key);
    double value = json_number_value(v);

    if (!v)
        return;
    if (json_is_number(v) && value >= 0 && value <= INT32_MAX)
        *ms = (int32_t)value; /* jq may have divided: a fraction is cut off */
    else
        shogi_diag_add_string(r->g, shogi_game_diag(r->g, SHOGI_DIAG_BAD_TIME, r->at),
                              key);
}

void
shogi_jsonl_read_remarks(struct jsonl_reader *r, const json_t *object,
                         struct shogi_node *n)
{
    const json_t *comment = shogi_json_get(object, "comment"), *line;
    const json_t *others = shogi_json_get(object, "other_evaluations");
    const char *bookmark = shogi_json_get_string(object, "bookmark");
    size_t i;

    if (n != r->g->root) {
        read_time(r, object, "time_ms", &n->time_ms);
        read_time(r, object, "total_ms", &n->total_ms);
    }
    if (json_is_string(comment))
        shogi_json_add_comment(r->g, n, json_string_value(comment),
                               json_string_length(comment));
    json_array_foreach(comment, i, line) /* as JKF has it */
        if (json_is_string(line)) shogi_json_add_comment(r->g, n, json_string_value(line),
                                                         json_string_length(line));
    if (bookmark)
        shogi_game_add_bookmark(r->g, n, bookmark, strlen(bookmark));
    read_evaluation(r, n, shogi_json_get(object, "evaluation"));
    json_array_foreach(others, i, line) read_evaluation(r, n, line);
}
