/* SPDX-License-Identifier: MIT */
/* shogi/audit.h - was a finished game played by the rules, and is its result right? */
#ifndef SHOGI_AUDIT_H
#define SHOGI_AUDIT_H

#include <stdbool.h>

#include <shogi/game.h>

/* Whose rules; rows of profile.def. */
enum shogi_profile {
    SHOGI_PROFILE_JSA,       /* Japan Shogi Association, since October 2019 */
    SHOGI_PROFILE_JSA_2013,  /* the same before: resignation heals a foul */
    SHOGI_PROFILE_CSA,       /* Computer Shogi Association, tournaments */
    SHOGI_PROFILE_FLOODGATE, /* shogi-server, 256 moves unless the record says otherwise */
    SHOGI_PROFILE_FESA,
    SHOGI_PROFILE_LISHOGI,
    SHOGI_PROFILE_81DOJO,
    SHOGI_PROFILE_COUNT
};

enum shogi_declaration {
    SHOGI_DECLARATION_NONE,
    SHOGI_DECLARATION_24, /* 31 points win, 24 to 30 no game */
    SHOGI_DECLARATION_27, /* 28 points for Black, 27 for White */
    SHOGI_DECLARATION_TRY,
};

/* A profile with its switches. */
struct shogi_rules {
    enum shogi_profile profile;
    enum shogi_declaration declaration;
    uint32_t max_moves;        /* 0: no limit but that of the record */
    bool limit_waits_for_check; /* JSA: a limit reached with check waits for its end */
    bool limit_is_impasse;     /* JSA: the game is then jishogi */
    bool repetition_by_agreement; /* JSA since 2019: before the fourth time */
    bool resignation_first;    /* a result stands although a foul is found later */
    bool both_kings_enter;     /* an agreed impasse needs both kings in the camp */
    bool variations;           /* look at variations too; the verdict is of the main line */
};

/* The switches of PROFILE; false for an unknown NAME. */
SHOGI_API void shogi_rules_set(struct shogi_rules *rules, enum shogi_profile profile);
SHOGI_API bool shogi_profile_from_name(const char *name, enum shogi_profile *profile);
SHOGI_API const char *shogi_profile_name(enum shogi_profile profile);

/* The profile for G when nobody names one: floodgate and CSA events by what the
 * record says, JSA for all others (spec: the rules of human games). */
SHOGI_API enum shogi_profile shogi_profile_of(const struct shogi_game *g);

/* What happened first in the main line. */
enum shogi_event {
    SHOGI_EVENT_NONE,
    SHOGI_EVENT_FOUL,
    SHOGI_EVENT_CHECKMATE,
    SHOGI_EVENT_NO_LEGAL_MOVES,
    SHOGI_EVENT_REPETITION,
    SHOGI_EVENT_PERPETUAL_CHECK,
    SHOGI_EVENT_DECLARATION,
    SHOGI_EVENT_IMPASSE,
    SHOGI_EVENT_MAX_MOVES,
    SHOGI_EVENT_BAD_START,
    SHOGI_EVENT_COUNT
};
SHOGI_API const char *shogi_event_name(enum shogi_event event);

enum shogi_result {
    SHOGI_RESULT_OK,
    SHOGI_RESULT_WRONG,
    SHOGI_RESULT_UNVERIFIABLE, /* the moves can neither show nor refute it */
    SHOGI_RESULT_UNFINISHED,   /* no result is recorded, or an interruption */
};
SHOGI_API const char *shogi_result_name(enum shogi_result result);

enum { SHOGI_VERDICT_CODES = 24 };

struct shogi_verdict {
    enum shogi_event event;
    uint32_t ply;              /* of the event, from 1; 0: the start */
    enum shogi_side offender;  /* of a foul; SHOGI_NO_SIDE: nobody, or not known */
    enum shogi_winner winner;  /* by the event; NOBODY: none, or not known */
    bool continued;            /* moves follow the event */
    const char *codes[SHOGI_VERDICT_CODES]; /* of the event; static storage */
    size_t code_count;
    const struct shogi_node *end;   /* the recorded ending; NULL: none */
    enum shogi_winner recorded;     /* who won by it */
    enum shogi_result result;
    enum shogi_profile profile;
};

/* Walk G and judge it by RULES.  What is found is added to the diagnostics of
 * G, with place, ply, move and offender.  G is as a reader left it, also after
 * SHOGI_BAD: a move that could not be carried out is then the foul.  FATAL:
 * memory. */
SHOGI_API enum shogi_status shogi_game_audit(struct shogi_game *g, const struct shogi_rules *rules,
                                             struct shogi_verdict *verdict);

#endif
