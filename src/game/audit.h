/* SPDX-License-Identifier: MIT */
/* audit.h - what the parts of the audit share. */
#ifndef SHOGI_GAME_AUDIT_H
#define SHOGI_GAME_AUDIT_H

#include <shogi/audit.h>
#include <shogi/foul.h>

#include "game/cursor.h"
#include "game/game.h"
#include "rules/past.h"

/* A game that is being judged. */
struct audit {
    struct shogi_game *g;
    const struct shogi_rules *rules;
    struct shogi_verdict *v;
    struct shogi_cursor c;
    bool limit_is_stated;   /* by the record, or by the profile of a server */
    uint32_t limit;         /* of moves; 0: none */
    bool in_check;          /* the side to move is */
    bool left_king_safe;    /* the last move did, as far as was looked at */
    struct shogi_past past; /* of the line to where the cursor stands */
    const struct shogi_node *seen_mate_of; /* the last node that was looked at for mate */
    /* Of any position so far; the result is judged before variations are walked. */
    uint32_t most_occurrences;
    uint32_t most_ply; /* the last one that stood so often */
};

/* Take digits, ASCII or full width; more than nine of them are INT32_MAX. */
bool audit_take_number(const char **s, int64_t *n);

/* Headers against the board, against each other and against the calendar. */
void audit_headers(struct audit *a);

/* The event of the main line, when it is the first one. */
void audit_set_event(struct audit *a, enum shogi_event event, uint32_t ply,
                     enum shogi_winner winner);
void audit_add_code(struct audit *a, const char *code);

/* Add a diagnostic for every bit of FOULS that M, not yet played, commits. */
void audit_report_fouls(struct audit *a, shogi_move m, uint32_t fouls,
                        struct shogi_place at, bool is_main);

/* The recorded ending against what happened; A stands at the last position of
 * the main line. */
void audit_judge_result(struct audit *a);

/* Times against totals and against the declared control. */
void audit_clocks(struct audit *a);

static inline enum shogi_winner
winner_of(enum shogi_side side)
{
    return side == SHOGI_BLACK ? SHOGI_WINNER_BLACK : SHOGI_WINNER_WHITE;
}

static inline enum shogi_side
other_side(enum shogi_side side)
{
    return side == SHOGI_BLACK ? SHOGI_WHITE : SHOGI_BLACK;
}

#endif
