/* SPDX-License-Identifier: MIT */
/* mate_brink.c - brinkmate (hisshi): is there no defence against the mate?
 *
 * No defence is left out: each legal move is played, and its mate is proven and
 * replayed, or a quiet move of the attacker is found behind which the same question has
 * the answer yes.  The attacker is the same throughout, so that all searches share one
 * table. */
#include "base/memory.h"
#include "engine/mate_line.h"
#include "rules/play.h"

/* A defence gets so many nodes at first, then eight times as many, and so on. */
enum { FIRST_NODES = 400, MORE = 8 };

struct brink {
    struct shogi_mate_solver *solver;
    struct shogi_mate *line; /* to replay what was found */
    uint64_t limit;          /* of all */
};

static bool
is_spent(const struct brink *b)
{
    return b->limit && b->solver->nodes >= b->limit;
}

/* Has the attacker, to move in P, a mate by checks?  With NODES at most. */
static enum shogi_mate_answer
ask_for_mate(struct brink *b, const struct shogi_position *p, uint64_t nodes)
{
    struct shogi_mate_solver *s = b->solver;
    struct shogi_mate_found found;

    s->limit = s->nodes + nodes;
    if (b->limit && s->limit > b->limit)
        s->limit = b->limit;
    shogi_mate_search(s, p, SHOGI_MATE_ANY_LENGTH, &found);
    if (found.answer != SHOGI_MATE_FOUND)
        return (enum shogi_mate_answer)found.answer;
    s->limit = b->limit;
    if (shogi_mate_line_find(s, p, found.length, false, b->line)
        && shogi_mate_line_holds(p, b->line->line, b->line->plies))
        return SHOGI_MATE_FOUND;
    return SHOGI_MATE_UNKNOWN;
}

static enum shogi_brink_answer ask(struct brink *b, const struct shogi_position *p,
                                   unsigned renewals, uint64_t nodes,
                                   shogi_move *defence);

/* No mate was found in P: is there a move of the attacker that keeps the defender
 * lost? */
static enum shogi_brink_answer
ask_for_renewal(struct brink *b, const struct shogi_position *p, unsigned renewals,
                uint64_t nodes)
{
    shogi_move list[SHOGI_MAX_MOVES], defence;
    size_t n = shogi_legal_moves(p, list);
    enum shogi_brink_answer answer = SHOGI_BRINK_REFUTED;

    for (size_t i = 0; i < n; i++) {
        struct shogi_position after = *p;
        struct shogi_undo u;
        if (is_spent(b))
            return SHOGI_BRINK_UNKNOWN;
        shogi_position_play_known(&after, list[i], &u);
        enum shogi_brink_answer a = ask(b, &after, renewals - 1, nodes, &defence);
        if (a == SHOGI_BRINK_PROVEN)
            return a;
        if (a == SHOGI_BRINK_UNKNOWN)
            answer = a;
    }
    return answer;
}

/* What becomes of the defender when P is reached by his move? */
static enum shogi_brink_answer
ask_about_defence(struct brink *b, const struct shogi_position *p, unsigned renewals,
                  uint64_t nodes)
{
    enum shogi_mate_answer mate = ask_for_mate(b, p, nodes);

    if (mate == SHOGI_MATE_FOUND)
        return SHOGI_BRINK_PROVEN;
    if (renewals > 0) {
        enum shogi_brink_answer renewed = ask_for_renewal(b, p, renewals, nodes);
        if (renewed == SHOGI_BRINK_PROVEN)
            return renewed;
        if (renewed == SHOGI_BRINK_UNKNOWN)
            mate = SHOGI_MATE_UNKNOWN;
    }
    return mate == SHOGI_MATE_NONE ? SHOGI_BRINK_REFUTED : SHOGI_BRINK_UNKNOWN;
}

/* With NODES for each defence; *DEFENCE is what was not answered.  Calls itself by way
 * of ask_for_renewal() no deeper than RENEWALS, of which there are few. */
static enum shogi_brink_answer
ask(struct brink *b, const struct shogi_position *p, unsigned renewals, uint64_t nodes,
    shogi_move *defence)
{
    shogi_move list[SHOGI_MAX_MOVES];
    size_t n = shogi_legal_moves(p, list);
    enum shogi_brink_answer answer = SHOGI_BRINK_PROVEN;

    *defence = SHOGI_NO_MOVE;
    for (size_t i = 0; i < n; i++) {
        struct shogi_position after = *p;
        struct shogi_undo u;
        enum shogi_brink_answer a = SHOGI_BRINK_UNKNOWN;
        shogi_position_play_known(&after, list[i], &u);
        if (!is_spent(b))
            a = ask_about_defence(b, &after, renewals, nodes);
        if (a == SHOGI_BRINK_PROVEN)
            continue;
        *defence = list[i];
        if (a == SHOGI_BRINK_REFUTED || is_spent(b))
            return a;
        answer = a;
        if (renewals == 0 && nodes == FIRST_NODES)
            continue; /* another may be refuted soon */
        return a;
    }
    return answer;
}

void
shogi_mate_brink(struct shogi_mate_solver *s, const struct shogi_position *p,
                 unsigned renewals, const struct shogi_mate_limits *limits,
                 struct shogi_brink *out)
{
    struct brink b = { .solver = s, .limit = limits->nodes };

    *out = (struct shogi_brink){ .defence = SHOGI_NO_MOVE };
    if (renewals > SHOGI_BRINK_RENEWALS_MAX)
        renewals = SHOGI_BRINK_RENEWALS_MAX;
    b.line = shogi_memory_alloc(sizeof *b.line);
    if (!shogi_mate_begin(s, p) || !b.line) {
        shogi_memory_free(b.line);
        return;
    }
    for (uint64_t nodes = FIRST_NODES; out->answer == SHOGI_BRINK_UNKNOWN;
         nodes *= MORE) {
        out->answer = (uint8_t)ask(&b, p, renewals, nodes, &out->defence);
        if (is_spent(&b) || s->out_of_memory || nodes > UINT64_MAX / MORE)
            break;
    }
    out->nodes = s->nodes;
    shogi_memory_free(b.line);
}
