/* SPDX-License-Identifier: MIT */
/* audit_result.c - does the recorded result agree with the moves? */
#include <string.h>

#include <shogi/impasse.h>

#include "game/audit.h"

/* ---- declarations -------------------------------------------------------------------
 */

static enum shogi_side
mover_of(const struct audit *a)
{
    return (enum shogi_side)a->c.position.turn;
}

/* Pieces that uwate gave away count for uwate, when the game is a known handicap. */
static uint32_t
bonus_of(const struct audit *a, enum shogi_side side)
{
    enum shogi_handicap handicap = shogi_handicap_of(&a->g->start);

    if (side != SHOGI_WHITE || handicap == SHOGI_HANDICAP_OTHER
        || a->rules->declaration == SHOGI_DECLARATION_27)
        return 0;
    return shogi_handicap_points(&a->g->start);
}

static enum shogi_declared
judge_declaration(const struct audit *a, const struct shogi_impasse *i)
{
    switch (a->rules->declaration) {
    case SHOGI_DECLARATION_24:
        return shogi_declare_24(i);
    case SHOGI_DECLARATION_27:
        return shogi_declare_27(i, mover_of(a));
    case SHOGI_DECLARATION_TRY:
        return shogi_position_is_try(&a->c.position, mover_of(a)) ? SHOGI_DECLARED_WIN
                                                                  : SHOGI_DECLARED_LOSS;
    case SHOGI_DECLARATION_NONE:
        break;
    }
    return SHOGI_DECLARED_LOSS;
}

/* What the rule asks for of points. */
static enum shogi_diag_word
points_needed(const struct audit *a)
{
    if (a->rules->declaration == SHOGI_DECLARATION_TRY)
        return SHOGI_SAY_NEEDS_TRY;
    if (a->rules->declaration == SHOGI_DECLARATION_24)
        return SHOGI_SAY_NEEDS_31_OR_24;
    return mover_of(a) == SHOGI_BLACK ? SHOGI_SAY_NEEDS_28 : SHOGI_SAY_NEEDS_27;
}

static void
report_declaration(struct audit *a, const struct shogi_node *end,
                   const struct shogi_impasse *i, enum shogi_declared declared)
{
    static const enum shogi_diag_word outcome[] = {
        [SHOGI_DECLARED_LOSS] = SHOGI_SAY_LOSS,
        [SHOGI_DECLARED_DRAW] = SHOGI_SAY_DRAW,
        [SHOGI_DECLARED_WIN] = SHOGI_SAY_WIN
    };
    struct shogi_diag *d = shogi_game_diag(a->g, SHOGI_DIAG_DECLARATION, end->at);
    enum shogi_diag_word needed = points_needed(a);

    d->ply = a->c.ply + 1;
    shogi_diag_add_side(d, mover_of(a));
    shogi_diag_add_number(d, i->points);
    shogi_diag_add_word(d, needed);
    shogi_diag_add_number(d, i->pieces_in_camp);
    shogi_diag_add_number(d, needed == SHOGI_SAY_NEEDS_TRY ? 0 : SHOGI_DECLARED_PIECES);
    shogi_diag_add_word(d, i->king_in_camp ? SHOGI_SAY_YES : SHOGI_SAY_NO);
    shogi_diag_add_word(d, i->in_check ? SHOGI_SAY_YES : SHOGI_SAY_NO);
    shogi_diag_add_word(d, outcome[declared]);
}

/* The declaration is the event, unless something happened before it. */
static enum shogi_result
judge_declared_win(struct audit *a, const struct shogi_node *end, bool was_refused)
{
    enum shogi_side mover = mover_of(a);
    struct shogi_impasse i;
    enum shogi_declared declared;
    enum shogi_winner winner[] = { [SHOGI_DECLARED_LOSS] = winner_of(other_side(mover)),
                                   [SHOGI_DECLARED_DRAW] = SHOGI_WINNER_DRAW,
                                   [SHOGI_DECLARED_WIN] = winner_of(mover) };

    if (a->rules->declaration == SHOGI_DECLARATION_NONE)
        return SHOGI_RESULT_UNVERIFIABLE;
    shogi_impasse_look(&a->c.position, mover, bonus_of(a, mover), &i);
    declared = judge_declaration(a, &i);
    report_declaration(a, end, &i, declared);
    audit_set_event(a, SHOGI_EVENT_DECLARATION, a->c.ply + 1, winner[declared]);
    return declared == (was_refused ? SHOGI_DECLARED_LOSS : SHOGI_DECLARED_WIN)
               ? SHOGI_RESULT_OK
               : SHOGI_RESULT_WRONG;
}

/* An impasse by agreement: kings entered, and 24 points for each. */
static enum shogi_result
judge_impasse(const struct audit *a)
{
    struct shogi_impasse black, white;
    bool entered;

    shogi_impasse_look(&a->c.position, SHOGI_BLACK, 0, &black);
    shogi_impasse_look(&a->c.position, SHOGI_WHITE, bonus_of(a, SHOGI_WHITE), &white);
    entered = a->rules->both_kings_enter ? black.king_in_camp && white.king_in_camp
                                         : black.king_in_camp || white.king_in_camp;
    return entered && black.all_points >= 24 && white.all_points >= 24
               ? SHOGI_RESULT_OK
               : SHOGI_RESULT_WRONG;
}

/* A draw that the side to move declares with 24 to 30 points; a plain word for
 * a draw may mean an agreement off the board. */
static enum shogi_result
judge_declared_draw(const struct audit *a)
{
    struct shogi_impasse i;

    shogi_impasse_look(&a->c.position, mover_of(a), bonus_of(a, mover_of(a)), &i);
    if (shogi_declare_24(&i) == SHOGI_DECLARED_DRAW
        || judge_impasse(a) == SHOGI_RESULT_OK)
        return SHOGI_RESULT_OK;
    return a->g->source.format && strcmp(a->g->source.format, "csa") == 0
               ? SHOGI_RESULT_WRONG
               : SHOGI_RESULT_UNVERIFIABLE;
}

/* ---- endings that nothing in the moves decided before -------------------------------
 */

static enum shogi_result
judge_sennichite(struct audit *a, const struct shogi_node *end)
{
    struct shogi_diag *d;

    if (a->most_occurrences >= 4)
        return SHOGI_RESULT_OK;
    if (a->most_occurrences < 2)
        return SHOGI_RESULT_WRONG;
    d = shogi_game_diag(a->g, SHOGI_DIAG_NEAR_SENNICHITE, end->at);
    d->ply = a->c.ply + 1;
    shogi_diag_add_number(d, a->most_occurrences);
    shogi_diag_add_number(d, a->most_ply);
    return a->rules->repetition_by_agreement ? SHOGI_RESULT_UNVERIFIABLE
                                             : SHOGI_RESULT_WRONG;
}

static enum shogi_result
judge_max_moves(const struct audit *a)
{
    if (!a->limit_is_stated)
        return SHOGI_RESULT_UNVERIFIABLE;
    return a->c.ply >= a->limit ? SHOGI_RESULT_OK : SHOGI_RESULT_WRONG;
}

static enum shogi_result
judge_end(struct audit *a, const struct shogi_node *end)
{
    const char *words = end->as_written ? end->as_written : "";

    switch ((enum shogi_end)end->end) {
    case SHOGI_END_NONE:
    case SHOGI_END_INTERRUPT:
    case SHOGI_END_SEALED:
    case SHOGI_END_MATTA:
    case SHOGI_END_ERROR:
        return SHOGI_RESULT_UNFINISHED;
    case SHOGI_END_RESIGN:
    case SHOGI_END_TIME_UP:
        /* A server's summary can name the side that gave up as the winner. */
        return a->v->recorded == winner_of(other_side(mover_of(a))) ? SHOGI_RESULT_OK
                                                                    : SHOGI_RESULT_WRONG;
    case SHOGI_END_DEFAULT_WIN:
    case SHOGI_END_DEFAULT_LOSS:
    case SHOGI_END_NO_MATE:
        return SHOGI_RESULT_OK;
    case SHOGI_END_FOUL_LOSS:
        if (strcmp(words, "illegal kachi") == 0)
            return judge_declared_win(a, end, true);
        /* The token with a sign speaks of a foul that may lie off the board. */
        return words[0] == '%' && (words[1] == '+' || words[1] == '-')
                   ? SHOGI_RESULT_UNVERIFIABLE
                   : SHOGI_RESULT_OK;
    case SHOGI_END_FOUL_WIN:
    case SHOGI_END_OTHER:
        return SHOGI_RESULT_UNVERIFIABLE;
    case SHOGI_END_PERPETUAL_CHECK:
        return a->most_occurrences >= 2 ? SHOGI_RESULT_UNVERIFIABLE : SHOGI_RESULT_WRONG;
    case SHOGI_END_SENNICHITE:
        return judge_sennichite(a, end);
    case SHOGI_END_JISHOGI:
        return judge_impasse(a);
    case SHOGI_END_DRAW:
        return judge_declared_draw(a);
    case SHOGI_END_MATE:
        return shogi_position_has_legal_move(&a->c.position) ? SHOGI_RESULT_WRONG
                                                             : SHOGI_RESULT_OK;
    case SHOGI_END_DECLARE_WIN:
        return judge_declared_win(a, end, false);
    case SHOGI_END_TRY:
        return shogi_position_is_try(&a->c.position, SHOGI_BLACK)
                       || shogi_position_is_try(&a->c.position, SHOGI_WHITE)
                   ? SHOGI_RESULT_OK
                   : SHOGI_RESULT_WRONG;
    case SHOGI_END_MAX_MOVES:
        return judge_max_moves(a);
    case SHOGI_END_COUNT:
        break;
    }
    return SHOGI_RESULT_UNVERIFIABLE;
}

/* ---- endings against an event -------------------------------------------------------
 */

/* Does the event end the game under these rules, whatever followed? */
static bool
is_decisive(const struct audit *a)
{
    switch (a->v->event) {
    case SHOGI_EVENT_FOUL:
    case SHOGI_EVENT_PERPETUAL_CHECK:
        return !a->rules->resignation_first || !a->v->continued;
    case SHOGI_EVENT_CHECKMATE:
    case SHOGI_EVENT_NO_LEGAL_MOVES:
    case SHOGI_EVENT_MAX_MOVES:
    case SHOGI_EVENT_IMPASSE:
        return true;
    case SHOGI_EVENT_REPETITION:
        /* JSA since 2019: a repetition that both play on from is broken off. */
        return !a->v->continued || !a->rules->repetition_by_agreement;
    case SHOGI_EVENT_NONE:
    case SHOGI_EVENT_DECLARATION:
    case SHOGI_EVENT_BAD_START:
    case SHOGI_EVENT_COUNT:
        break;
    }
    return false;
}

/* With resignation first, whatever ended the game after a foul stands. */
static bool
resignation_heals(const struct audit *a, const struct shogi_node *end)
{
    return a->rules->resignation_first
           && (a->v->event == SHOGI_EVENT_FOUL
               || a->v->event == SHOGI_EVENT_PERPETUAL_CHECK)
           && (end->end == SHOGI_END_RESIGN || end->end == SHOGI_END_TIME_UP
               || end->end == SHOGI_END_MATE);
}

static enum shogi_result
judge_against_event(const struct audit *a, const struct shogi_node *end)
{
    const struct shogi_verdict *v = a->v;

    if (resignation_heals(a, end))
        return SHOGI_RESULT_OK;
    if (v->winner == SHOGI_WINNER_NOBODY)
        return SHOGI_RESULT_UNVERIFIABLE;
    /* A problem says that its answer fails although it mates: no result of a game. */
    if (end->end == SHOGI_END_NO_MATE)
        return SHOGI_RESULT_OK;
    return v->recorded == v->winner ? SHOGI_RESULT_OK : SHOGI_RESULT_WRONG;
}

static void
report_wrong(struct audit *a, const struct shogi_node *end)
{
    static const enum shogi_diag_word words[SHOGI_EVENT_COUNT] = {
        [SHOGI_EVENT_FOUL] = SHOGI_SAY_FOUL,
        [SHOGI_EVENT_CHECKMATE] = SHOGI_SAY_MATE,
        [SHOGI_EVENT_NO_LEGAL_MOVES] = SHOGI_SAY_NO_LEGAL_MOVES,
        [SHOGI_EVENT_REPETITION] = SHOGI_SAY_REPETITION,
        [SHOGI_EVENT_PERPETUAL_CHECK] = SHOGI_SAY_PERPETUAL_CHECK,
        [SHOGI_EVENT_DECLARATION] = SHOGI_SAY_DECLARATION,
        [SHOGI_EVENT_IMPASSE] = SHOGI_SAY_MOVE_LIMIT,
        [SHOGI_EVENT_MAX_MOVES] = SHOGI_SAY_MOVE_LIMIT,
    };
    bool by_event =
        a->v->event != SHOGI_EVENT_NONE && a->v->event != SHOGI_EVENT_BAD_START;
    struct shogi_diag *d = shogi_game_diag(
        a->g, by_event ? SHOGI_DIAG_RESULT_MISMATCH : SHOGI_DIAG_RESULT_NOT_SHOWN,
        end->at);

    d->ply = (end == a->g->late_end ? a->v->ply : a->c.ply) + 1;
    if (end->as_written)
        shogi_diag_add_string(a->g, d, end->as_written);
    else
        shogi_diag_add_end(d, end->end);
    if (by_event) {
        shogi_diag_add_word(d, words[a->v->event]);
        shogi_diag_add_number(d, a->v->ply);
    }
    shogi_diag_add_string(a->g, d, shogi_profile_name(a->rules->profile));
}

/* A line of SFEN is often the beginning of a game; elsewhere moves without an
 * ending are a record that somebody did not finish, unless they end the game by
 * themselves, or are all that could be read. */
static bool
can_lack_end(const struct audit *a)
{
    return a->c.ply > 0 && a->v->event == SHOGI_EVENT_NONE
           && shogi_game_diag_count(a->g, SHOGI_ERROR) == 0
           && !(a->g->source.format && strcmp(a->g->source.format, "sfen") == 0);
}

void
audit_judge_result(struct audit *a)
{
    const struct shogi_node *end = shogi_game_end(a->g);
    struct shogi_verdict *v = a->v;

    if (end) {
        v->recorded = shogi_end_winner(end, mover_of(a));
        v->result = is_decisive(a) ? judge_against_event(a, end) : judge_end(a, end);
    } else if (a->g->late_end) {
        /* Behind a foul that cannot be carried out: only the foul can be compared. */
        end = a->g->late_end;
        v->recorded = (enum shogi_winner)end->winner;
        v->result =
            is_decisive(a) ? judge_against_event(a, end) : SHOGI_RESULT_UNVERIFIABLE;
    } else {
        v->result = SHOGI_RESULT_UNFINISHED;
        if (can_lack_end(a))
            shogi_game_diag(a->g, SHOGI_DIAG_MISSING_END, a->c.node->at);
    }
    v->end = end;
    if (v->result == SHOGI_RESULT_WRONG)
        report_wrong(a, end);
}
