/* SPDX-License-Identifier: MIT */
/* profile.c - whose rules a game was played by. */
#include <string.h>

#include <shogi/audit.h>

#include "game/game.h"

static const struct {
    const char *name;
    struct shogi_rules rules;
} profiles[SHOGI_PROFILE_COUNT] = {
#define SHOGI_PROFILE(id, name, points, max, waits, impasse, agreement, resignation,     \
                      kings)                                                             \
    [SHOGI_PROFILE_##id] = { name,                                                       \
                             { .profile = SHOGI_PROFILE_##id,                            \
                               .declaration = SHOGI_DECLARATION_##points,                \
                               .max_moves = max,                                         \
                               .limit_waits_for_check = waits,                           \
                               .limit_is_impasse = impasse,                              \
                               .repetition_by_agreement = agreement,                     \
                               .resignation_first = resignation,                         \
                               .both_kings_enter = kings } },
#include "game/profile.def"
#undef SHOGI_PROFILE
};

void
shogi_rules_set(struct shogi_rules *rules, enum shogi_profile profile)
{
    *rules = profiles[profile].rules;
}

bool
shogi_profile_from_name(const char *name, enum shogi_profile *profile)
{
    for (int i = 0; i < SHOGI_PROFILE_COUNT; i++) {
        if (strcmp(profiles[i].name, name) == 0) {
            *profile = (enum shogi_profile)i;
            return true;
        }
    }
    return false;
}

const char *
shogi_profile_name(enum shogi_profile profile)
{
    return profiles[profile].name;
}

enum shogi_profile
shogi_profile_of(const struct shogi_game *g)
{
    const char *event = shogi_game_header(g, SHOGI_HEADER_EVENT);

    /* The game id of shogi-server: "wdoor+floodgate-300-10F+...", or another name of
     * a match behind that of the host. */
    if (event && strstr(event, "floodgate-"))
        return SHOGI_PROFILE_FLOODGATE;
    if (g->source.format && strcmp(g->source.format, "csa") == 0
        && ((event && strncmp(event, "wdoor+", strlen("wdoor+")) == 0)
            || shogi_game_header(g, SHOGI_HEADER_MAX_MOVES)
            || shogi_game_header(g, SHOGI_HEADER_JISHOGI)
            || (g->root->comment && strstr(g->root->comment, "Max_Moves:"))))
        return SHOGI_PROFILE_CSA;
    return SHOGI_PROFILE_JSA;
}
