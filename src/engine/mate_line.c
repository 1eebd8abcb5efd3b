/* SPDX-License-Identifier: MIT */
/* mate_line.c - from the table to a line of play, and from a line to a verdict. */
#include "engine/mate_line.h"

#include "engine/mate_short.h"
#include "rules/play.h"

#include <shogi/foul.h>

/* ---- does a line hold? ------------------------------------------------------------- */

/* M takes, with the checker, what was dropped between on TO. */
static bool
takes_with_checker(const struct shogi_position *p, shogi_move m, shogi_square to)
{
    shogi_square king = p->king[shogi_other((enum shogi_side)p->turn)];

    return !shogi_move_is_drop(m) && shogi_move_to(m) == to && king != SHOGI_NO_SQUARE
           && shogi_tables.direction[king][shogi_move_from(m)]
                  == shogi_tables.direction[king][to]
           && shogi_tables.direction[king][to] != SHOGI_NO_DIRECTION;
}

static bool is_mated(const struct shogi_position *p);

/* Does it change nothing that M, a reply to a check, is a drop between? */
static bool
is_useless(const struct shogi_position *p, shogi_move m)
{
    shogi_move list[SHOGI_MAX_MOVES];
    struct shogi_position after = *p;
    struct shogi_undo u;

    shogi_position_play_known(&after, m, &u);
    size_t n = shogi_legal_moves(&after, list);
    for (size_t i = 0; i < n; i++) {
        struct shogi_position taken = after;
        if (!takes_with_checker(&after, list[i], shogi_move_to(m)))
            continue;
        shogi_mate_steal(&taken, list[i], &u);
        if (is_mated(&taken))
            return true;
    }
    return false;
}

/* The side to move is in check and has but useless interpositions.  Each brings the
 * checker nearer to the king, so that this calls itself seven times at most. */
static bool
is_mated(const struct shogi_position *p)
{
    shogi_move list[SHOGI_MAX_MOVES];
    shogi_square last = SHOGI_NO_SQUARE;

    if (!shogi_position_in_check(p, (enum shogi_side)p->turn))
        return false;
    size_t n = shogi_legal_moves(p, list);
    for (size_t i = 0; i < n; i++)
        if (!shogi_move_is_drop(list[i]) || p->spare_king)
            return false;
    for (size_t i = 0; i < n; i++) {
        /* What is dropped makes no difference; it does not stay. */
        if (shogi_move_to(list[i]) != last && !is_useless(p, list[i]))
            return false;
        last = shogi_move_to(list[i]);
    }
    return true;
}

bool
shogi_mate_line_holds(const struct shogi_position *p, const shogi_move *line,
                      size_t count)
{
    struct shogi_position now = *p;
    enum shogi_side us = (enum shogi_side)p->turn;
    struct shogi_undo u;

    if (count % 2 == 0)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (shogi_move_fouls(&now, line[i]) != 0
            || !shogi_position_play(&now, line[i], &u))
            return false;
        if (i % 2 == 0 && !shogi_position_in_check(&now, shogi_other(us)))
            return false;
    }
    return is_mated(&now);
}

/* ---- the line ---------------------------------------------------------------------- */

/* For the question whether a drop is useless when the table does not know. */
enum { USELESS_NODES = 2000 };

/* The line as it grows. */
struct walk {
    struct shogi_mate_solver *solver;
    struct shogi_position now;
    bool strict; /* lengths are kept to, though that may take a search */
};

static bool
is_known(const struct walk *w, const struct shogi_position *p, int length,
         struct shogi_mate_found *found)
{
    struct shogi_mate_entry e;
    uint64_t hand = shogi_hand_pack(p->hand[p->turn]);

    if (!shogi_mate_table_probe(&w->solver->table, shogi_mate_board_key(p), hand, length,
                                &e)
        || e.pn != 0 || shogi_move_fouls(p, e.move) != 0)
        return false;
    *found = (struct shogi_mate_found){ SHOGI_MATE_FOUND, e.move, e.length };
    return true;
}

/* The mate of the side to move in P, within LENGTH plies if the walk is strict. */
static bool
find_mate(struct walk *w, const struct shogi_position *p, int length,
          struct shogi_mate_found *found)
{
    struct shogi_mate_solver *s = w->solver;
    shogi_move m;

    if (s->limit && s->nodes >= s->limit)
        return false;
    s->nodes++;
    if (length >= 1 && (m = shogi_mate_in_one(p)) != SHOGI_NO_MOVE) {
        *found = (struct shogi_mate_found){ SHOGI_MATE_FOUND, m, 1 };
        return true;
    }
    if (is_known(w, p, length, found))
        return true;
    if (!w->strict) {
        length = SHOGI_MATE_ANY_LENGTH;
        if (is_known(w, p, length, found))
            return true;
    }
    shogi_mate_search(s, p, length, found);
    return found->answer == SHOGI_MATE_FOUND;
}

/* A reply, and how long the mate takes behind it. */
struct reply {
    shogi_move move;
    int length;
};

/* All replies, the longest last, first those that are no drops. */
static bool
list_replies(struct walk *w, int length, struct reply *replies, size_t *count)
{
    shogi_move list[SHOGI_MAX_MOVES];
    size_t n = shogi_legal_moves(&w->now, list);

    for (size_t i = 0; i < n; i++) {
        struct shogi_position after = w->now;
        struct shogi_undo u;
        struct shogi_mate_found found;
        bool drops = shogi_move_is_drop(list[i]);
        size_t at = i;
        shogi_position_play_known(&after, list[i], &u);
        if (!find_mate(w, &after, drops ? SHOGI_MATE_ANY_LENGTH : length - 1, &found))
            return false;
        while (at > 0
               && (shogi_move_is_drop(replies[at - 1].move) != drops
                       ? !drops
                       : replies[at - 1].length > found.length)) {
            replies[at] = replies[at - 1];
            at--;
        }
        replies[at] = (struct reply){ list[i], found.length };
    }
    *count = n;
    return true;
}

/* The defender is mated within LENGTH plies in P, after a check. */
static bool
is_lost(struct walk *w, const struct shogi_position *p, int length)
{
    struct shogi_mate_solver *s = w->solver;
    struct shogi_mate_entry e;
    struct shogi_mate_found found;
    uint64_t limit = s->limit;
    uint64_t hand = shogi_hand_pack(p->hand[shogi_other((enum shogi_side)p->turn)]);

    if (shogi_mate_table_probe(&s->table, shogi_mate_board_key(p), hand, length, &e)
        && e.pn == 0)
        return true;
    if (!w->strict && (limit == 0 || s->nodes + USELESS_NODES < limit))
        s->limit = s->nodes + USELESS_NODES;
    shogi_mate_search_reply(s, p, length, &found);
    s->limit = limit;
    return found.answer == SHOGI_MATE_FOUND;
}

/* Is the drop M, within LENGTH plies, as if it had not been? */
static bool
is_useless_within(struct walk *w, shogi_move m, int length)
{
    shogi_move list[SHOGI_MAX_MOVES];
    struct shogi_position after = w->now;
    struct shogi_undo u;

    if (after.spare_king)
        return false;
    shogi_position_play_known(&after, m, &u);
    size_t n = shogi_legal_moves(&after, list);
    for (size_t i = 0; i < n; i++) {
        struct shogi_position taken = after;
        if (!takes_with_checker(&after, list[i], shogi_move_to(m)))
            continue;
        shogi_mate_steal(&taken, list[i], &u);
        if (is_lost(w, &taken, length))
            return true;
    }
    return false;
}

/* Behind M there is a mate within LENGTH plies; is there none that is shorter? */
static bool
is_least(struct walk *w, shogi_move m, int length)
{
    struct shogi_position after = w->now;
    struct shogi_undo u;
    struct shogi_mate_found found;

    if (length <= 1)
        return true;
    shogi_position_play_known(&after, m, &u);
    shogi_mate_search(w->solver, &after, length - 2, &found);
    return found.answer == SHOGI_MATE_NONE;
}

/* The reply that lasts longest; SHOGI_NO_MOVE when but useless ones are left. */
static bool
choose_reply(struct walk *w, int length, struct reply *chosen)
{
    struct reply replies[SHOGI_MAX_MOVES];
    size_t n;
    int most = 0;

    *chosen = (struct reply){ SHOGI_NO_MOVE, 0 };
    if (!list_replies(w, length, replies, &n))
        return false;
    for (size_t i = 0; i < n; i++) {
        const struct reply *r = &replies[i];
        if (r->length + 1 <= most)
            continue;
        if (shogi_move_is_drop(r->move) && is_useless_within(w, r->move, most))
            continue;
        if (w->strict && r->length + 1 >= length && !is_least(w, r->move, r->length))
            continue;
        most = r->length + 1;
        *chosen = *r;
    }
    return true;
}

/* Has the line been here?  Only proofs whose length is not known lead astray. */
static bool
was_seen(const struct shogi_position *start, const struct shogi_mate *m, int count)
{
    struct shogi_position p = *start, now = *start;
    struct shogi_undo u;

    for (int i = 0; i < count; i++)
        shogi_position_play_known(&now, m->line[i], &u);
    for (int i = 0; i < count; i++) {
        if (p.key == now.key)
            return true;
        shogi_position_play_known(&p, m->line[i], &u);
    }
    return false;
}

bool
shogi_mate_line_find(struct shogi_mate_solver *s, const struct shogi_position *p,
                     int length, bool strict, struct shogi_mate *out)
{
    struct walk w = { .solver = s, .now = *p, .strict = strict };
    struct shogi_undo u;
    int count = 0;

    for (;;) {
        struct shogi_mate_found found;
        struct reply reply;
        if (count + 1 >= SHOGI_MATE_LINE_MAX || !find_mate(&w, &w.now, length, &found))
            return false;
        out->line[count++] = found.move;
        shogi_position_play_known(&w.now, found.move, &u);
        if (!choose_reply(&w, found.length - 1, &reply))
            return false;
        if (reply.move == SHOGI_NO_MOVE)
            break;
        out->line[count++] = reply.move;
        shogi_position_play_known(&w.now, reply.move, &u);
        if (!strict && reply.length > length && was_seen(p, out, count))
            return false;
        length = reply.length;
    }
    out->plies = (uint16_t)count;
    return true;
}
