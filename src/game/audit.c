/* SPDX-License-Identifier: MIT */
/* audit.c - walk a finished game and judge it. */
#include "game/audit.h"

#include <stdlib.h>
#include <string.h>

#include <shogi/repetition.h>

#include "rules/attack.h"

static const char *const event_names[SHOGI_EVENT_COUNT] = {
    "none",           "foul",       "checkmate",
    "no-legal-moves", "repetition", "perpetual-check",
    "declaration",    "impasse",    "max-moves",
    "bad-start",
};

static const char *const result_names[] = { "ok", "wrong", "unverifiable", "unfinished" };

const char *
shogi_event_name(enum shogi_event event)
{
    return event_names[event];
}

const char *
shogi_result_name(enum shogi_result result)
{
    return result_names[result];
}

/* ---- the event ----------------------------------------------------------------------
 */

/* An event has different codes, and those of one foul are the most. */
enum {
    FOUL_CODES = 0
#define SHOGI_DIAG(id, code, severity, en, ja) +(SHOGI_##severity == SHOGI_FOUL)
#include "game/diag.def"
#undef SHOGI_DIAG
};
_Static_assert((int)FOUL_CODES <= (int)SHOGI_VERDICT_CODES,
               "a verdict has room for all codes");

void
audit_add_code(struct audit *a, const char *code)
{
    struct shogi_verdict *v = a->v;

    for (size_t i = 0; i < v->code_count; i++)
        if (strcmp(v->codes[i], code) == 0)
            return;
    v->codes[v->code_count++] = code;
}

void
audit_set_event(struct audit *a, enum shogi_event event, uint32_t ply,
                enum shogi_winner winner)
{
    if (a->v->event != SHOGI_EVENT_NONE)
        return;
    a->v->event = event;
    a->v->ply = ply;
    a->v->winner = winner;
}

/* ---- the start ----------------------------------------------------------------------
 */

static const struct {
    uint32_t bit;
    const char *code;
    enum shogi_diag_word words;
} problems[] = {
    { SHOGI_PROBLEM_TOO_MANY_PIECES, "too-many", SHOGI_SAY_TOO_MANY_PIECES },
    { SHOGI_PROBLEM_TWO_KINGS, "kings", SHOGI_SAY_TWO_KINGS },
    { SHOGI_PROBLEM_NO_DEFENDER_KING, "kings", SHOGI_SAY_NO_DEFENDER_KING },
    { SHOGI_PROBLEM_NIFU, "nifu", SHOGI_SAY_TWO_PAWNS },
    { SHOGI_PROBLEM_DEAD_PIECE, "dead-piece", SHOGI_SAY_DEAD_PIECE },
    { SHOGI_PROBLEM_OPPONENT_IN_CHECK, "opposite-check", SHOGI_SAY_OPPONENT_IN_CHECK },
};

static void
look_at_start(struct audit *a)
{
    uint32_t bits = shogi_position_problems(&a->g->start);
    struct shogi_place at = shogi_game_place(a->g);

    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        if (!(bits & problems[i].bit))
            continue;
        audit_add_code(a, problems[i].code);
        shogi_diag_add_word(shogi_game_diag(a->g, SHOGI_DIAG_IMPOSSIBLE_START, at),
                            problems[i].words);
    }
    if (a->v->code_count > 0)
        audit_set_event(a, SHOGI_EVENT_BAD_START, 0, SHOGI_WINNER_NOBODY);
}

/* ---- one move -----------------------------------------------------------------------
 */

SHOGI_NOINLINE static void
look_for_repetition(struct audit *a, bool is_main)
{
    struct shogi_repetition_found found;
    enum shogi_repetition kind = shogi_past_repetition(&a->past, &found);
    enum shogi_side checker = SHOGI_NO_SIDE;
    struct shogi_place at = a->c.node->at;
    struct shogi_diag *d;

    if (found.occurrences >= a->most_occurrences) {
        a->most_occurrences = found.occurrences;
        a->most_ply = a->c.ply;
    }
    /* The fourth time only: a fifth says nothing new. */
    if (found.occurrences != 4)
        return;
    if (kind != SHOGI_REPETITION_FOURFOLD)
        checker = kind == SHOGI_REPETITION_BLACK_CHECKS ? SHOGI_BLACK : SHOGI_WHITE;
    if (checker == SHOGI_NO_SIDE) {
        d = shogi_game_diag(a->g, SHOGI_DIAG_SENNICHITE, at);
        d->ply = a->c.ply;
        d->in_variation = !is_main;
        shogi_diag_add_number(d, a->c.ply);
        shogi_diag_add_number(d, found.first);
    } else {
        d = shogi_game_diag(a->g, SHOGI_DIAG_PERPETUAL_CHECK, at);
        d->ply = a->c.ply;
        d->in_variation = !is_main;
        d->offender = (uint8_t)checker;
        shogi_diag_add_side(d, checker);
        shogi_diag_add_number(d, found.first + 1);
        shogi_diag_add_number(d, a->c.ply);
    }
    if (!is_main || a->v->event != SHOGI_EVENT_NONE)
        return;
    audit_add_code(a, checker == SHOGI_NO_SIDE ? "sennichite" : "perpetual-check");
    audit_set_event(
        a,
        checker == SHOGI_NO_SIDE ? SHOGI_EVENT_REPETITION : SHOGI_EVENT_PERPETUAL_CHECK,
        a->c.ply,
        checker == SHOGI_NO_SIDE ? SHOGI_WINNER_DRAW : winner_of(other_side(checker)));
    a->v->offender = checker;
}

static bool
has_next_move(const struct audit *a)
{
    return a->c.node->child && a->c.node->child->move != SHOGI_NO_MOVE;
}

/* Mate, or nothing to move: the side to move has lost. */
SHOGI_NOINLINE static void
look_for_mate(struct audit *a, bool is_main)
{
    enum shogi_side loser = (enum shogi_side)a->c.position.turn;
    bool in_check = a->in_check;
    struct shogi_place at = a->c.node->at;

    if (a->c.ply == 0 || a->seen_mate_of == a->c.node)
        return;
    a->seen_mate_of = a->c.node;
    if (shogi_position_has_legal_move(&a->c.position))
        return;
    if (is_main)
        audit_set_event(a, in_check ? SHOGI_EVENT_CHECKMATE : SHOGI_EVENT_NO_LEGAL_MOVES,
                        a->c.ply, winner_of(other_side(loser)));
    if (!in_check) {
        struct shogi_diag *d = shogi_game_diag(a->g, SHOGI_DIAG_NO_LEGAL_MOVES, at);
        d->ply = a->c.ply;
        d->in_variation = !is_main;
        shogi_diag_add_side(d, loser);
        shogi_diag_add_number(d, a->c.ply);
    } else if (has_next_move(a)) {
        struct shogi_diag *d = shogi_game_diag(a->g, SHOGI_DIAG_CHECKMATE, at);
        d->ply = a->c.ply;
        d->in_variation = !is_main;
        shogi_diag_add_number(d, a->c.ply);
    }
}

/* With the JSA's rule a limit reached with check waits until the checks stop. */
SHOGI_NOINLINE static void
look_at_limit(struct audit *a)
{
    uint32_t ply = a->c.ply;

    if (a->v->event != SHOGI_EVENT_NONE)
        return;
    look_for_mate(a, true);
    if (a->v->event != SHOGI_EVENT_NONE)
        return;
    if (a->rules->limit_waits_for_check) {
        /* The checker is the side that moved at the limit; its next move that
         * gives no check ends the game. */
        if (a->in_check || ply % 2 != a->limit % 2)
            return;
    }
    audit_set_event(
        a, a->rules->limit_is_impasse ? SHOGI_EVENT_IMPASSE : SHOGI_EVENT_MAX_MOVES, ply,
        SHOGI_WINNER_DRAW);
    if (has_next_move(a)) {
        struct shogi_diag *d =
            shogi_game_diag(a->g, SHOGI_DIAG_MOVE_LIMIT, a->c.node->at);
        d->ply = ply;
        shogi_diag_add_number(d, a->limit);
        shogi_diag_add_number(d, ply);
    }
}

/* What follows a foul is no play, unless a resignation heals it. */
static bool
is_over_by_foul(const struct audit *a)
{
    return (a->v->event == SHOGI_EVENT_FOUL || a->v->event == SHOGI_EVENT_PERPETUAL_CHECK)
           && !a->rules->resignation_first;
}

/* Could the piece on SQUARE attack KING, that of the side to move, as far as its kind and
 * the place tell? */
static bool
may_reach(const struct shogi_position *p, shogi_square square, shogi_square king)
{
    static const uint32_t sliders = 1u << SHOGI_LANCE | 1u << SHOGI_BISHOP
                                    | 1u << SHOGI_ROOK | 1u << SHOGI_HORSE
                                    | 1u << SHOGI_DRAGON;
    enum shogi_kind kind = shogi_piece_kind(p->board[square]);

    if (sliders >> kind & 1)
        return shogi_tables.direction[king][square] != SHOGI_NO_DIRECTION;
    return kind == SHOGI_KNIGHT
           || shogi_bb_has(shogi_tables.step[p->turn][SHOGI_STEP_KING][king], square);
}

/* Is the side to move in check by the move of this node?  WAS_SAFE: its king was
 * not attacked before that move; then only the piece that moved can give check, or
 * one behind the square that it left. */
SHOGI_INLINE bool
is_check(const struct audit *a, bool was_safe)
{
    const struct shogi_position *p = &a->c.position;
    shogi_square king = p->king[p->turn];
    shogi_move m = a->c.node->move;

    if (!was_safe || king == SHOGI_NO_SQUARE || p->spare_king)
        return shogi_position_in_check(p, (enum shogi_side)p->turn);
    if (may_reach(p, shogi_move_to(m), king)
        && shogi_piece_attacks(p, shogi_move_to(m), king))
        return true;
    return !shogi_move_is_drop(m)
           && shogi_opens_line(p, king, shogi_move_from(m), shogi_move_to(m))
           && shogi_position_in_check(p, (enum shogi_side)p->turn);
}

/* Keep in mind the position to which the move of the node led. */
SHOGI_INLINE void
note_position(struct audit *a, bool was_safe)
{
    enum shogi_side mover = other_side((enum shogi_side)a->c.position.turn);

    a->in_check = is_check(a, was_safe);
    if (!shogi_past_note(&a->past, a->c.ply, a->c.position.key, mover, a->in_check))
        a->g->out_of_memory = true;
}

/* A stands after the move of its node.  Whether that mates is only looked at where
 * no legal move follows that shows the contrary. */
SHOGI_INLINE void
look_at_position(struct audit *a, bool is_main, bool was_safe)
{
    note_position(a, was_safe);
    if (a->g->out_of_memory || (is_main && is_over_by_foul(a)))
        return;
    if (!has_next_move(a))
        look_for_mate(a, is_main);
    if (shogi_past_occurrences(&a->past) > 1)
        look_for_repetition(a, is_main);
    if (is_main && a->limit > 0 && a->c.ply >= a->limit)
        look_at_limit(a);
}

/* Go to N, a child, and look at its move and at what it leads to. */
SHOGI_INLINE bool
follow(struct audit *a, const struct shogi_node *n, bool is_main)
{
    bool was_safe = a->left_king_safe, is_over = is_main && is_over_by_foul(a);
    uint32_t fouls;

    if (n->move == SHOGI_NO_MOVE)
        return false;
    fouls = is_over ? 0 : shogi_move_fouls_knowing(&a->c.position, n->move, a->in_check);
    if (fouls) {
        look_for_mate(a, is_main);
        audit_report_fouls(a, n->move, fouls, n->at, is_main);
    }
    a->left_king_safe = !fouls;
    /* Each move of a game can be carried out: only memory may be missing. */
    if (a->left_king_safe ? shogi_cursor_forward_legal(&a->c)
                          : shogi_cursor_forward(&a->c))
        look_at_position(a, is_main, was_safe);
    else
        a->g->out_of_memory = true;
    return !a->g->out_of_memory;
}

/* Only CSA marks each move with its mover; elsewhere nobody can tell who moved out
 * of turn. */
static bool
names_mover(const struct audit *a, const struct shogi_diag *d)
{
    if (d->id == SHOGI_DIAG_OPPONENT_PIECE || d->id == SHOGI_DIAG_WRONG_TURN)
        return a->g->source.format && strcmp(a->g->source.format, "csa") == 0;
    return true;
}

/* Did the main line come to a foul that only the reader could see? */
static bool
is_reader_foul(const struct shogi_diag *d)
{
    return d->severity == SHOGI_FOUL && !d->in_variation;
}

/* The ply of the first one, 0: none.  The main line is read in its order. */
static uint32_t
first_reader_foul(const struct shogi_game *g)
{
    for (const struct shogi_diag *d = g->diags; d; d = d->next)
        if (is_reader_foul(d))
            return d->ply;
    return 0;
}

/* Fouls at PLY that only the reader could see: a move that cannot be carried out,
 * so that the record ends before it, or what the notation itself says. */
static void
look_at_reader_fouls(struct audit *a, uint32_t ply)
{
    if (a->v->event != SHOGI_EVENT_NONE)
        return;
    for (const struct shogi_diag *d = a->g->diags; d; d = d->next) {
        bool is_known;
        if (!is_reader_foul(d) || d->ply != ply)
            continue;
        is_known = names_mover(a, d);
        audit_add_code(a, shogi_diag_code(d));
        if (is_known)
            a->v->offender = (enum shogi_side)d->offender;
        audit_set_event(a, SHOGI_EVENT_FOUL, ply,
                        is_known ? winner_of(other_side((enum shogi_side)d->offender))
                                 : SHOGI_WINNER_NOBODY);
    }
}

/* ---- the walk -----------------------------------------------------------------------
 */

static void
walk_main_line(struct audit *a)
{
    uint32_t foul_ply = first_reader_foul(a->g);

    note_position(a, false);
    a->left_king_safe = a->v->event != SHOGI_EVENT_BAD_START;
    while (a->c.node->child && !a->g->out_of_memory) {
        if (a->c.ply + 1 == foul_ply)
            look_at_reader_fouls(a, foul_ply);
        if (!follow(a, a->c.node->child, true))
            break;
    }
    if (a->c.ply + 1 == foul_ply)
        look_at_reader_fouls(a, foul_ply);
}

static void
walk_variations(struct audit *a)
{
    while (!a->g->out_of_memory && shogi_cursor_next_line(&a->c)) {
        struct shogi_node *n = a->c.node;
        /* Back to the branch, to look at its first move as at any other. */
        if (n->move != SHOGI_NO_MOVE) {
            uint32_t fouls;
            shogi_cursor_back(&a->c);
            fouls = shogi_move_fouls(&a->c.position, n->move);
            if (fouls)
                audit_report_fouls(a, n->move, fouls, n->at, false);
            shogi_cursor_enter(&a->c, n);
            look_at_position(a, false, false);
            a->left_king_safe = false;
        }
        while (a->c.node->child && follow(a, a->c.node->child, false))
            ;
    }
}

static void
set_limit(struct audit *a)
{
    const char *recorded = shogi_game_header(a->g, SHOGI_HEADER_MAX_MOVES);
    const char *comment = a->g->root->comment;
    const char *at = comment ? strstr(comment, "Max_Moves:") : NULL;
    long n;

    a->limit = a->rules->max_moves;
    /* The JSA's limit of 500 is a rule of its own, not what a recorded
     * %MAX_MOVES speaks of. */
    a->limit_is_stated = a->limit && !a->rules->limit_is_impasse;
    if (!recorded)
        recorded = at ? at + strlen("Max_Moves:") : "";
    n = strtol(recorded, NULL, 10);
    if (n > 0 && n < 100000) {
        a->limit = (uint32_t)n;
        a->limit_is_stated = true;
    }
}

/* A stands at the end of the main line. */
static void
report_continued(struct audit *a)
{
    struct shogi_diag *d = shogi_game_diag(a->g, SHOGI_DIAG_AFTER_FOUL, a->c.node->at);

    d->ply = a->c.ply;
    shogi_diag_add_number(d, a->v->ply);
    shogi_diag_add_number(d, a->c.ply);
}

enum shogi_status
shogi_game_audit(struct shogi_game *g, const struct shogi_rules *rules,
                 struct shogi_verdict *verdict)
{
    struct audit a = { .g = g, .rules = rules, .v = verdict };

    *verdict = (struct shogi_verdict){ .offender = SHOGI_NO_SIDE,
                                       .winner = SHOGI_WINNER_NOBODY,
                                       .recorded = SHOGI_WINNER_NOBODY,
                                       .profile = rules->profile };
    set_limit(&a);
    shogi_cursor_init(&a.c, g);
    look_at_start(&a);
    audit_headers(&a);
    walk_main_line(&a);
    verdict->continued = verdict->event != SHOGI_EVENT_NONE
                         && verdict->event != SHOGI_EVENT_BAD_START
                         && verdict->ply < a.c.ply;
    if (verdict->continued)
        report_continued(&a);
    audit_judge_result(&a);
    audit_clocks(&a);
    if (rules->variations)
        walk_variations(&a);
    shogi_past_release(&a.past);
    shogi_cursor_release(&a.c);
    shogi_game_sort_diags(g);
    return g->out_of_memory ? SHOGI_FATAL : SHOGI_OK;
}
