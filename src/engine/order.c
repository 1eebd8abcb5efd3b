/* SPDX-License-Identifier: MIT */
/* order.c - moves in the order in which a search had best look at them. */
#include "engine/order.h"

#include "engine/see.h"
#include "rules/attack.h"
#include "rules/stages.h"

enum stage {
    STAGE_FIRST,
    STAGE_LIST_NOISY,
    STAGE_NOISY,
    STAGE_QUICK,
    STAGE_LIST_QUIET,
    STAGE_QUIET,
    STAGE_BAD,
    STAGE_DONE,
    STAGE_FIRST_EVASION,
    STAGE_LIST_EVASIONS,
    STAGE_EVASION,
    STAGE_FIRST_ONLY_NOISY,
    STAGE_LIST_ONLY_NOISY,
    STAGE_ONLY_NOISY,
    STAGE_LIST_SHY,
    STAGE_SHY,
};

enum {
    KILLER_BONUS = 1 << 20,
    TAKES_BONUS = 1 << 22, /* among evasions */
    SHY_MALUS = 1 << 24,
    SORT_DEEPER = 1000, /* a ply more pays for sorting moves that did as much worse */
};

static bool
is_usable(const struct shogi_order *o, shogi_move m, bool in_check)
{
    return m != SHOGI_NO_MOVE && shogi_move_fouls_knowing(o->p, m, in_check) == 0;
}

void
shogi_order_begin(struct shogi_order *o, bool in_check, int depth)
{
    if (!is_usable(o, o->first, in_check))
        o->first = SHOGI_NO_MOVE;
    o->stage = in_check ? STAGE_FIRST_EVASION : STAGE_FIRST;
    o->skip_quiet = false;
    o->next_quick = 0;
    o->least = 1 - SORT_DEEPER * (depth - 1);
    o->most = shogi_order_quiet_limit(depth);
}

void
shogi_order_begin_noisy(struct shogi_order *o)
{
    const struct shogi_position *p = o->p;

    if (o->first != SHOGI_NO_MOVE
        && ((!shogi_move_promotes(o->first)
             && (shogi_move_to(o->first) >= SHOGI_SQUARE_COUNT
                 || p->board[shogi_move_to(o->first)] == SHOGI_EMPTY))
            || !is_usable(o, o->first, false)))
        o->first = SHOGI_NO_MOVE;
    o->stage = STAGE_FIRST_ONLY_NOISY;
}

void
shogi_order_add_shy(struct shogi_order *o)
{
    o->stage = STAGE_LIST_SHY;
}

/* ---- scores ------------------------------------------------------------------------ */

static unsigned
quiet_index(unsigned target, shogi_move m)
{
    return target + (shogi_move_is_drop(m) ? (unsigned)SHOGI_ORDER_TARGETS : 0u);
}

static int16_t *
noisy_history(const struct shogi_order *o, shogi_move m)
{
    return &o->memory
                ->noisy[shogi_order_target(o->p, m)][o->p->board[shogi_move_to(m)] & 15];
}

/* The rows of the histories that matter for the moves of a node. */
struct quiet_rows {
    const int16_t *quiet, *after[2]; /* after: by target, of the side to move */
};

static inline struct quiet_rows
find_rows(const struct shogi_order *o)
{
    const struct shogi_order_memory *memory = o->memory;

    return (struct quiet_rows){
        memory->quiet,
        { memory->after[0][o->before[0]], memory->after[1][o->before[1]] },
    };
}

static inline int
look_up(const struct quiet_rows *rows, const struct shogi_position *p, shogi_move m)
{
    unsigned target = shogi_order_target(p, m);
    unsigned own = target - (p->turn == SHOGI_BLACK ? 0u : (unsigned)SHOGI_ORDER_OWN);

    return rows->quiet[quiet_index(target, m)] + rows->after[0][own]
           + rows->after[1][own];
}

int
shogi_order_quiet_history(const struct shogi_order *o, shogi_move m)
{
    struct quiet_rows rows = find_rows(o);

    return look_up(&rows, o->p, m);
}

static int
noisy_score(const struct shogi_order *o, shogi_move m)
{
    return shogi_see_gain(o->p, m) * 8 + *noisy_history(o, m);
}

static void
score_quiet(struct shogi_order *o)
{
    struct quiet_rows rows = find_rows(o);

    for (unsigned i = o->at; i < o->end; i++)
        o->score[i] = look_up(&rows, o->p, o->list[i]);
}

static int
evasion_score(const struct shogi_order *o, shogi_move m)
{
    shogi_piece taken = o->p->board[shogi_move_to(m)];
    int score;

    if (taken != SHOGI_EMPTY)
        score =
            TAKES_BONUS + noisy_score(o, m)
            - (shogi_piece_kind(o->p->board[shogi_move_from(m)]) == SHOGI_KING ? 800 : 0);
    else
        score = shogi_order_quiet_history(o, m) + (m == o->quick[0] ? KILLER_BONUS : 0);
    return shogi_move_is_shy(o->p, m) ? score - SHY_MALUS : score;
}

static void
score_list(struct shogi_order *o, int (*score)(const struct shogi_order *, shogi_move))
{
    for (unsigned i = o->at; i < o->end; i++)
        o->score[i] = score(o, o->list[i]);
}

/* The best of the good scores to the front, in order; the rest as it comes. */
static void
sort_list(struct shogi_order *o)
{
    unsigned sorted = o->at, full = o->at + o->most;

    for (unsigned i = o->at; i < o->end; i++) {
        int score = o->score[i];
        shogi_move m = o->list[i];
        unsigned at = sorted;
        if (score < o->least || (sorted == full && score <= o->score[full - 1]))
            continue;
        if (sorted == full)
            at--;
        else
            sorted++;
        o->score[i] = o->score[at];
        o->list[i] = o->list[at];
        for (; at > o->at && o->score[at - 1] < score; at--) {
            o->score[at] = o->score[at - 1];
            o->list[at] = o->list[at - 1];
        }
        o->score[at] = score;
        o->list[at] = m;
    }
}

/* Take the best of what is left. */
static shogi_move
take_best(struct shogi_order *o)
{
    unsigned best = o->at;

    for (unsigned i = o->at + 1; i < o->end; i++)
        if (o->score[i] > o->score[best])
            best = i;
    shogi_move m = o->list[best];
    int score = o->score[best];
    o->list[best] = o->list[o->at];
    o->score[best] = o->score[o->at];
    o->list[o->at] = m;
    o->score[o->at] = score;
    o->at++;
    return m;
}

/* ---- stages ------------------------------------------------------------------------ */

static void
list_noisy(struct shogi_order *o)
{
    o->at = o->bad = 0;
    o->end = (unsigned)shogi_noisy_moves(o->p, o->list);
    score_list(o, noisy_score);
}

/* Noisy moves that do not lose material; the others go to the front of the list. */
static shogi_move
next_good(struct shogi_order *o)
{
    while (o->at < o->end) {
        shogi_move m = take_best(o);
        if (m == o->first)
            continue;
        if (shogi_see_at_least(o->p, m, 0))
            return m;
        o->list[o->bad++] = m;
    }
    return SHOGI_NO_MOVE;
}

static shogi_move
next_listed(struct shogi_order *o)
{
    while (o->at < o->end) {
        shogi_move m = o->list[o->at++];
        if (m != o->first)
            return m;
    }
    return SHOGI_NO_MOVE;
}

/* Before quiet moves are listed: one of them often is enough.  What is left in QUICK
 * has been given. */
static shogi_move
next_quick(struct shogi_order *o)
{
    while (o->next_quick < SHOGI_ORDER_QUICK) {
        shogi_move *m = &o->quick[o->next_quick++];
        bool is_known = *m == SHOGI_NO_MOVE || *m == o->first;
        for (const shogi_move *other = o->quick; other < m; other++)
            is_known |= *m == *other;
        if (!is_known && !shogi_order_is_noisy(o->p, *m) && is_usable(o, *m, false))
            return *m;
        *m = SHOGI_NO_MOVE;
    }
    return SHOGI_NO_MOVE;
}

static shogi_move
next_quiet(struct shogi_order *o)
{
    while (o->at < o->end) {
        shogi_move m = o->list[o->at++];
        if (m != o->first && m != o->quick[0] && m != o->quick[1] && m != o->quick[2])
            return m;
    }
    return SHOGI_NO_MOVE;
}

static shogi_move
next_best(struct shogi_order *o)
{
    while (o->at < o->end) {
        shogi_move m = take_best(o);
        if (m != o->first)
            return m;
    }
    return SHOGI_NO_MOVE;
}

static void
list_quiet(struct shogi_order *o)
{
    o->at = o->bad;
    o->end = o->at + (unsigned)shogi_quiet_moves(o->p, o->list + o->at);
    score_quiet(o);
    sort_list(o);
}

static void
list_shy(struct shogi_order *o)
{
    unsigned count = (unsigned)shogi_legal_moves(o->p, o->list);

    o->at = o->end = 0;
    for (unsigned i = 0; i < count; i++)
        if (shogi_move_is_shy(o->p, o->list[i]))
            o->list[o->end++] = o->list[i];
}

shogi_move
shogi_order_next(struct shogi_order *o)
{
    shogi_move m;

    switch ((enum stage)o->stage) {
    case STAGE_FIRST:
        o->stage = STAGE_LIST_NOISY;
        if (o->first != SHOGI_NO_MOVE)
            return o->first;
        /* fall through */
    case STAGE_LIST_NOISY:
        list_noisy(o);
        o->stage = STAGE_NOISY;
        /* fall through */
    case STAGE_NOISY:
        if ((m = next_good(o)) != SHOGI_NO_MOVE)
            return m;
        o->stage = STAGE_QUICK;
        /* fall through */
    case STAGE_QUICK:
        if (!o->skip_quiet && (m = next_quick(o)) != SHOGI_NO_MOVE)
            return m;
        o->stage = STAGE_LIST_QUIET;
        /* fall through */
    case STAGE_LIST_QUIET:
        if (!o->skip_quiet)
            list_quiet(o);
        o->stage = STAGE_QUIET;
        /* fall through */
    case STAGE_QUIET:
        if (!o->skip_quiet && (m = next_quiet(o)) != SHOGI_NO_MOVE)
            return m;
        o->at = 0;
        o->end = o->bad;
        o->stage = STAGE_BAD;
        /* fall through */
    case STAGE_BAD:
        return next_listed(o);
    case STAGE_FIRST_EVASION:
        o->stage = STAGE_LIST_EVASIONS;
        if (o->first != SHOGI_NO_MOVE)
            return o->first;
        /* fall through */
    case STAGE_LIST_EVASIONS:
        o->at = 0;
        o->end = (unsigned)shogi_legal_moves(o->p, o->list);
        score_list(o, evasion_score);
        o->stage = STAGE_EVASION;
        /* fall through */
    case STAGE_EVASION:
        return next_best(o);
    case STAGE_FIRST_ONLY_NOISY:
        o->stage = STAGE_LIST_ONLY_NOISY;
        if (o->first != SHOGI_NO_MOVE)
            return o->first;
        /* fall through */
    case STAGE_LIST_ONLY_NOISY:
        list_noisy(o);
        o->stage = STAGE_ONLY_NOISY;
        /* fall through */
    case STAGE_ONLY_NOISY:
        return next_best(o);
    case STAGE_LIST_SHY:
        list_shy(o);
        o->stage = STAGE_SHY;
        /* fall through */
    case STAGE_SHY:
        return next_listed(o);
    case STAGE_DONE:
        break;
    }
    return SHOGI_NO_MOVE;
}

/* ---- learning ---------------------------------------------------------------------- */

/* Towards the bonus, the slower the nearer to the end of the scale. */
static void
learn(int16_t *value, int bonus)
{
    int size = bonus < 0 ? -bonus : bonus;

    *value = (int16_t)(*value + bonus - *value * size / SHOGI_ORDER_HISTORY_MAX);
}

static void
learn_quiet(struct shogi_order *o, shogi_move m, int bonus)
{
    unsigned target = shogi_order_target(o->p, m), own = target % SHOGI_ORDER_OWN;

    learn(&o->memory->quiet[quiet_index(target, m)], bonus);
    for (int i = 0; i < 2; i++)
        if (o->before[i] != SHOGI_ORDER_NOWHERE)
            learn(&o->memory->after[i][o->before[i]][own], bonus);
}

void
shogi_order_learn(struct shogi_order *o, shogi_move m, const shogi_move *tried,
                  unsigned count, int depth)
{
    int bonus = 12 * depth * depth + 60 * depth - 20;

    bonus = bonus > 1500 ? 1500 : bonus;
    if (shogi_order_is_noisy(o->p, m)) {
        learn(noisy_history(o, m), bonus);
    } else {
        learn_quiet(o, m, bonus);
        o->memory->counter[o->before[0]] = m;
    }
    for (unsigned i = 0; i < count; i++) {
        if (shogi_order_is_noisy(o->p, tried[i]))
            learn(noisy_history(o, tried[i]), -bonus);
        else if (!shogi_order_is_noisy(o->p, m))
            learn_quiet(o, tried[i], -bonus);
    }
}
