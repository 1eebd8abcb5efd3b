/* SPDX-License-Identifier: MIT */
/* assessment.c - what an analysis says of the moves and players of one game. */
#include "tool/assessment.h"

#include <string.h>

#include "game/cursor.h"

/* Engines say with 30,000 and more, some less the plies to get there, that a game is
 * over without naming a mate: a declared win, a better repetition. */
enum { DECIDED_CP = 29000 };

enum { LEAD_RATE = 600000, EVEN_RATE = RATE_ONE / 2 };

const int32_t decided_cp[CP_LIMITS] = { 1500, 700 };

/* ---- values and rates ----------------------------------------------------------------
 */

static enum shogi_side
opponent_of(enum shogi_side side)
{
    return side == SHOGI_BLACK ? SHOGI_WHITE : SHOGI_BLACK;
}

static int32_t
rate_of_value(const struct assessed_value *v, int32_t coefficient)
{
    if (v->kind == VALUE_NONE)
        return RATE_UNKNOWN;
    if (v->kind == VALUE_CP)
        return rate_of_cp(v->cp, coefficient);
    return v->winner == SHOGI_BLACK ? RATE_ONE : 0;
}

static int32_t
rate_for(const struct assessed_position *p, enum shogi_side side)
{
    return side == SHOGI_BLACK ? p->rate : RATE_ONE - p->rate;
}

static int32_t
cut_to_int32(int64_t n)
{
    return n > INT32_MAX ? INT32_MAX : (int32_t)n;
}

/* A score of KIND and BOUND as SIDE sees it, of a position with TURN to move. */
static struct assessed_value
value_of_score(enum shogi_score_kind kind, enum shogi_bound bound, int32_t score,
               enum shogi_side side, enum shogi_side turn)
{
    struct assessed_value v = { .winner = SHOGI_NO_SIDE };
    int64_t value = score;

    if (kind == SHOGI_SCORE_NONE)
        return v;
    v.bound = (uint8_t)bound;
    if (side == SHOGI_WHITE && bound != SHOGI_BOUND_EXACT)
        v.bound = bound == SHOGI_BOUND_LOWER ? SHOGI_BOUND_UPPER : SHOGI_BOUND_LOWER;
    if (side == SHOGI_WHITE)
        value = -value;
    v.winner = value < 0 ? SHOGI_WHITE : SHOGI_BLACK;
    if (kind == SHOGI_SCORE_MATE) {
        v.kind = VALUE_MATE;
        v.plies = cut_to_int32(value < 0 ? -value : value);
        if (value == 0) /* it is on the board */
            v.winner = (uint8_t)opponent_of(turn);
    } else if (kind == SHOGI_SCORE_MATE_UNKNOWN) {
        v.kind = VALUE_MATE_UNKNOWN;
        if (value == 0)
            v.winner = (uint8_t)side;
    } else {
        v.cp = cut_to_int32(value);
        v.kind = value >= DECIDED_CP || value <= -DECIDED_CP ? VALUE_DECIDED : VALUE_CP;
        if (v.kind == VALUE_CP)
            v.winner = SHOGI_NO_SIDE;
    }
    return v;
}

static bool
is_mate_for(const struct assessed_value *v, enum shogi_side side)
{
    return (v->kind == VALUE_MATE || v->kind == VALUE_MATE_UNKNOWN) && v->winner == side;
}

/* ---- filling ------------------------------------------------------------------------
 */

static void
set_mate_on_board(struct assessed_position *p)
{
    p->value = (struct assessed_value){ .kind = VALUE_MATE,
                                        .winner = (uint8_t)opponent_of(p->turn) };
}

bool
assess_begin(struct assessed_game *a, const struct shogi_game *g)
{
    struct shogi_arena arena = a->arena;
    struct shogi_cursor c;
    bool is_done = true;

    shogi_arena_reset(&arena);
    *a = (struct assessed_game){ .game = g, .arena = arena };
    a->plies = shogi_game_plies(g);
    a->positions =
        shogi_arena_alloc(&a->arena, (a->plies + (size_t)1) * sizeof *a->positions);
    a->moves = shogi_arena_alloc(&a->arena, (a->plies + (size_t)1) * sizeof *a->moves);
    if (!a->positions || !a->moves)
        return false;
    shogi_cursor_init_const(&c, g);
    for (uint32_t ply = 0; is_done && ply <= a->plies; ply++) {
        struct assessed_position *p = &a->positions[ply];
        is_done = ply == 0 || shogi_cursor_forward(&c);
        *p =
            (struct assessed_position){ .node = c.node,
                                        .ply = ply,
                                        .turn = (enum shogi_side)c.position.turn,
                                        .value.winner = SHOGI_NO_SIDE,
                                        .rate = RATE_UNKNOWN,
                                        .best = SHOGI_NO_MOVE,
                                        .time_ms = -1,
                                        .is_mated = shogi_position_is_mate(&c.position) };
        if (p->is_mated)
            set_mate_on_board(p);
    }
    shogi_cursor_release(&c);
    return is_done;
}

/* A copy of COUNT moves; NULL: there are none, or no memory. */
static const shogi_move *
copy_moves(struct assessed_game *a, const shogi_move *moves, size_t count)
{
    shogi_move *copy;

    if (count == 0)
        return NULL;
    copy = shogi_arena_alloc(&a->arena, count * sizeof *copy);
    if (copy)
        memcpy(copy, moves, count * sizeof *copy);
    return copy;
}

bool
assess_answer(struct assessed_game *a, uint32_t ply, const struct shogi_answer *answer,
              const char *engine)
{
    struct assessed_position *p = &a->positions[ply];
    struct assessed_line *lines = NULL;

    if (answer->line_count > 0) {
        lines = shogi_arena_alloc(&a->arena, answer->line_count * sizeof *lines);
        if (!lines)
            return false;
    }
    for (size_t i = 0; i < answer->line_count; i++) {
        const struct shogi_line *from = &answer->lines[i];
        lines[i] = (struct assessed_line){
            .pv = copy_moves(a, from->pv, from->pv_count),
            .pv_count = from->pv_count,
            .value = value_of_score((enum shogi_score_kind)from->kind,
                                    (enum shogi_bound)from->bound, from->value, p->turn,
                                    p->turn),
            .depth = from->depth,
            .seldepth = from->seldepth,
        };
        if (from->pv_count > 0 && !lines[i].pv)
            return false;
    }
    p->lines = lines;
    p->line_count = answer->line_count;
    p->nodes = answer->nodes;
    p->time_ms = answer->time_ms <= INT32_MAX ? (int32_t)answer->time_ms : INT32_MAX;
    p->engine = engine;
    p->is_analysed = true;
    if (answer->end == SHOGI_ANSWER_MOVE)
        p->best = answer->best;
    else if (p->line_count > 0 && lines[0].pv)
        p->best = lines[0].pv[0];
    if (p->is_mated)
        return true;
    if (answer->end == SHOGI_ANSWER_DECLARE) {
        p->value =
            (struct assessed_value){ .kind = VALUE_DECLARED, .winner = (uint8_t)p->turn };
        p->best = SHOGI_NO_MOVE;
    } else if (p->line_count > 0) {
        p->value = lines[0].value;
    }
    return true;
}

static bool
is_engine(const struct shogi_analysis *analysis, const char *engine)
{
    return engine && analysis->engine ? strcmp(engine, analysis->engine) == 0
                                      : engine == analysis->engine;
}

/* Whose analyses of LIST count: ENGINE's when there are any. */
static const char *
choose_engine(const struct shogi_analysis *list, const char *engine)
{
    for (const struct shogi_analysis *one = list; engine && one; one = one->next)
        if (is_engine(one, engine))
            return engine;
    return list->engine;
}

/* The best analysis of ENGINE in LIST with a rank above *RANK: of the lowest such rank
 * the deepest, the first of them.  *RANK becomes its rank.  NULL: there is none. */
static const struct shogi_analysis *
next_candidate(const struct shogi_analysis *list, const char *engine, unsigned *rank)
{
    const struct shogi_analysis *best = NULL;
    unsigned best_rank = 0;

    for (const struct shogi_analysis *one = list; one; one = one->next) {
        unsigned its_rank = one->rank ? one->rank : 1;
        if (!is_engine(one, engine) || its_rank <= *rank)
            continue;
        if (!best || its_rank < best_rank
            || (its_rank == best_rank && one->depth > best->depth)) {
            best = one;
            best_rank = its_rank;
        }
    }
    *rank = best_rank;
    return best;
}

bool
assess_recorded(struct assessed_game *a, uint32_t ply, const char *engine)
{
    struct assessed_position *p = &a->positions[ply];
    const struct shogi_analysis *list = p->node->analysis, *from;
    struct assessed_line *lines;
    unsigned rank = 0, count = 0;

    if (!list)
        return true;
    engine = choose_engine(list, engine);
    while (next_candidate(list, engine, &rank))
        count++;
    lines = shogi_arena_alloc(&a->arena, count * sizeof *lines);
    if (!lines)
        return false;
    p->lines = lines;
    p->line_count = count;
    for (rank = 0; (from = next_candidate(list, engine, &rank)); lines++) {
        *lines = (struct assessed_line){
            .pv = from->pv_count ? from->pv : NULL,
            .pv_count = from->pv_count,
            .value = value_of_score((enum shogi_score_kind)from->kind,
                                    (enum shogi_bound)from->bound, from->value,
                                    SHOGI_BLACK, p->turn),
            .depth = from->depth,
            .seldepth = from->seldepth,
        };
        if (lines > p->lines)
            continue;
        p->nodes = from->nodes;
        p->time_ms = from->time_ms;
    }
    p->engine = engine;
    p->is_analysed = p->is_recorded = true;
    if (p->lines[0].pv)
        p->best = p->lines[0].pv[0];
    if (!p->is_mated)
        p->value = p->lines[0].value;
    return true;
}

bool
assess_failure(struct assessed_game *a, uint32_t ply, const char *why)
{
    a->positions[ply].error = shogi_arena_text(&a->arena, why, strlen(why));
    return a->positions[ply].error != NULL;
}

static bool
copy_mate(struct assessed_game *a, struct assessed_mate *to,
          const struct shogi_mate *mate)
{
    *to = (struct assessed_mate){ .answer = mate->answer, .is_asked = true };
    if (mate->answer != SHOGI_MATE_FOUND)
        return true;
    to->is_shortest = mate->is_shortest;
    to->plies = mate->plies;
    to->line = copy_moves(a, mate->line, mate->plies);
    return mate->plies == 0 || to->line;
}

bool
assess_mate(struct assessed_game *a, uint32_t ply, const struct shogi_mate *mate)
{
    struct assessed_position *p = &a->positions[ply];

    if (!copy_mate(a, &p->mate, mate))
        return false;
    if (mate->answer != SHOGI_MATE_FOUND || mate->plies == 0)
        return true;
    /* The engine's own way to mate stays the best move. */
    if (p->best == SHOGI_NO_MOVE || !is_mate_for(&p->value, p->turn))
        p->best = mate->line[0];
    p->value = (struct assessed_value){ .kind = VALUE_MATE,
                                        .winner = (uint8_t)p->turn,
                                        .plies = mate->plies };
    return true;
}

bool
assess_threat(struct assessed_game *a, uint32_t ply, const struct shogi_mate *threat)
{
    return copy_mate(a, &a->positions[ply].threat, threat);
}

void
assess_brink(struct assessed_game *a, uint32_t ply, const struct shogi_brink *brink)
{
    a->positions[ply].is_brink_asked = true;
    a->positions[ply].brink = brink->answer;
}

void
assess_release(struct assessed_game *a)
{
    shogi_arena_release(&a->arena);
    *a = (struct assessed_game){ 0 };
}

/* ---- moves --------------------------------------------------------------------------
 */

static uint16_t
rank_of(const struct assessed_position *p, shogi_move m)
{
    for (uint32_t i = 0; i < p->line_count; i++)
        if (p->lines[i].pv && p->lines[i].pv[0] == m)
            return (uint16_t)(i + 1);
    return p->line_count == 0 && p->best == m ? 1 : 0;
}

/* From position P to Q, where both have values. */
static void
find_loss(struct assessed_move *m, const struct assessed_position *p,
          const struct assessed_position *q, const struct verdict_scale *scale)
{
    int sign = m->side == SHOGI_BLACK ? 1 : -1;
    enum shogi_side other = opponent_of(m->side);

    m->is_known = true;
    m->has_loss_cp = p->value.kind == VALUE_CP && q->value.kind == VALUE_CP;
    if (m->is_best)
        return;
    m->loss = rate_for(p, m->side) - rate_for(q, m->side);
    if (m->loss < 0)
        m->loss = 0;
    if (m->has_loss_cp && sign * (p->value.cp - q->value.cp) > 0)
        m->loss_cp = sign * (p->value.cp - q->value.cp);
    m->verdict = verdict_of_loss(scale, m->loss);
    m->missed_mate = is_mate_for(&p->value, m->side) && q->value.winner != m->side;
    m->walked_into_mate = p->value.winner != other && is_mate_for(&q->value, other);
    m->threw_win_away = m->walked_into_mate && rate_for(p, m->side) >= EVEN_RATE;
}

static void
assess_move(struct assessed_game *a, uint32_t ply)
{
    const struct assessed_position *p = &a->positions[ply - 1], *q = p + 1;
    struct assessed_move *m = &a->moves[ply - 1];

    *m = (struct assessed_move){ .ply = ply, .side = p->turn, .move = q->node->move };
    m->is_best = p->best == m->move;
    m->rank = rank_of(p, m->move);
    m->is_compared = p->best != SHOGI_NO_MOVE && q->value.kind != VALUE_NONE;
    if (p->value.kind != VALUE_NONE && q->value.kind != VALUE_NONE)
        find_loss(m, p, q, &a->scale);
}

/* ---- players ------------------------------------------------------------------------
 */

/* The sums of one player's means. */
struct sums {
    int64_t loss, cp[CP_LIMITS];
};

/* Is M from P to Q, both centipawns, a move in a game that was decided by LIMIT? */
static bool
is_decided(const struct assessed_position *p, int32_t limit)
{
    int32_t before = p[0].value.cp, after = p[1].value.cp;

    return (before >= limit && after >= limit) || (before <= -limit && after <= -limit);
}

static void
count_move(struct assessed_player *player, struct sums *sums,
           const struct assessed_game *a, const struct assessed_move *m)
{
    player->moves++;
    if (m->is_compared) {
        player->compared++;
        player->best += m->is_best;
        if (m->ply > a->scale.skip_plies) {
            player->later_compared++;
            player->later_best += m->is_best;
        }
    }
    if (!m->is_known)
        return;
    player->known++;
    sums->loss += m->loss;
    for (int i = 0; m->has_loss_cp && i < CP_LIMITS; i++) {
        if (is_decided(&a->positions[m->ply - 1], decided_cp[i]))
            continue;
        player->cp_moves[i]++;
        sums->cp[i] += m->loss_cp;
    }
    player->verdicts[m->verdict]++;
    player->missed_mates += m->missed_mate;
    player->walked_into_mates += m->walked_into_mate;
    player->thrown_wins += m->threw_win_away;
}

static void
assess_players(struct assessed_game *a)
{
    struct sums sums[2] = { 0 };

    memset(a->players, 0, sizeof a->players);
    for (uint32_t i = 0; i < a->plies; i++)
        count_move(&a->players[a->moves[i].side], &sums[a->moves[i].side], a,
                   &a->moves[i]);
    for (int side = 0; side < 2; side++) {
        struct assessed_player *player = &a->players[side];
        player->loss = RATE_UNKNOWN;
        if (player->known)
            player->loss =
                (int32_t)((sums[side].loss + player->known / 2) / player->known);
        for (int i = 0; i < CP_LIMITS; i++) {
            uint32_t n = player->cp_moves[i];
            player->cp_loss[i] = n ? (int32_t)((sums[side].cp[i] * 100 + n / 2) / n) : -1;
        }
    }
}

/* ---- turning points -----------------------------------------------------------------
 */

/* The costliest move of LOSER from position FROM to position TO, the first of such;
 * 0: none cost enough for a verdict. */
static uint32_t
costliest(const struct assessed_game *a, enum shogi_side loser, uint32_t from,
          uint32_t to)
{
    int32_t loss = a->scale.loss[VERDICT_INEXACT] - 1;
    uint32_t ply = 0;

    for (uint32_t i = from; i < to; i++) {
        const struct assessed_move *m = &a->moves[i];
        if (m->side != loser || !m->is_known || m->loss <= loss)
            continue;
        loss = m->loss;
        ply = m->ply;
    }
    return ply;
}

static bool
find_turning_points(struct assessed_game *a)
{
    enum shogi_side leader = SHOGI_NO_SIDE;
    uint32_t last_even[2] = { 0, 0 }, *plies;

    plies = shogi_arena_alloc(&a->arena, (a->plies + (size_t)1) * sizeof *plies);
    if (!plies)
        return false;
    a->turning_points = plies;
    a->turning_point_count = 0;
    for (uint32_t ply = 0; ply <= a->plies; ply++) {
        const struct assessed_position *p = &a->positions[ply];
        enum shogi_side ahead = p->rate >= EVEN_RATE ? SHOGI_BLACK : SHOGI_WHITE;
        if (p->rate == RATE_UNKNOWN)
            continue;
        if (rate_for(p, ahead) >= LEAD_RATE && ahead != leader) {
            enum shogi_side loser = opponent_of(ahead);
            uint32_t at = costliest(a, loser, last_even[loser], ply);
            if (at)
                plies[a->turning_point_count++] = at;
            leader = ahead;
        }
        last_even[ahead] = ply;
        if (p->rate == EVEN_RATE)
            last_even[SHOGI_WHITE] = ply;
    }
    return true;
}

bool
assess_finish(struct assessed_game *a, const struct verdict_scale *scale)
{
    a->scale = *scale;
    for (uint32_t ply = 0; ply <= a->plies; ply++)
        a->positions[ply].rate =
            rate_of_value(&a->positions[ply].value, scale->coefficient);
    for (uint32_t ply = 1; ply <= a->plies; ply++)
        assess_move(a, ply);
    assess_players(a);
    return find_turning_points(a);
}
