/* SPDX-License-Identifier: MIT */
/* audit_clock.c - thinking times against totals and against the declared control.
 *
 * Without a control that can be read whole nobody is accused.  A clock counts
 * whole seconds; who has nothing left when a move is made has lost:
 *
 *     left + increment + byoyomi - time <= 0
 *
 * as shogi-server computes it (source: its code, and the CSA's rules). */
#include <stdlib.h>
#include <string.h>

#include "game/audit.h"

/* Seconds; main time, byoyomi for each move after it, increment before each move. */
struct control {
    int64_t main_s, byoyomi_s, increment_s;
    bool known;
    bool rounded; /* recorded times may be half a second too long */
};

static const struct control unknown;

/* ---- reading a control --------------------------------------------------------------
 */

static bool
take_word(const char **s, const char *word)
{
    size_t len = strlen(word);

    if (strncmp(*s, word, len) != 0)
        return false;
    *s += len;
    return true;
}

static void
skip_blanks(const char **s)
{
    while (**s == ' ' || take_word(s, "　"))
        *s += **s == ' ';
}

/* "HH:MM+SS" of CSA V2. */
static struct control
control_from_time_limit(const char *s)
{
    struct control c = unknown;
    int64_t hours, minutes, seconds;

    if (audit_take_number(&s, &hours) && take_word(&s, ":")
        && audit_take_number(&s, &minutes) && take_word(&s, "+")
        && audit_take_number(&s, &seconds) && !*s) {
        c.main_s = hours * 3600 + minutes * 60;
        c.byoyomi_s = seconds;
        c.known = true;
    }
    return c;
}

static bool
take_seconds(const char **s, int64_t *n)
{
    if (!audit_take_number(s, n))
        return false;
    /* Fractions are dropped, as clocks of whole seconds do. */
    if (take_word(s, "."))
        while (**s >= '0' && **s <= '9')
            ++*s;
    return true;
}

/* "main+byoyomi+increment" of CSA V3, seconds. */
static struct control
control_from_time(const char *s)
{
    struct control c = unknown;

    c.known = take_seconds(&s, &c.main_s) && take_word(&s, "+")
              && take_seconds(&s, &c.byoyomi_s) && take_word(&s, "+")
              && take_seconds(&s, &c.increment_s) && !*s;
    return c;
}

/* "30分", "1時間30分", "90秒"; at least one of them. */
static bool
take_duration(const char **s, int64_t *seconds)
{
    static const struct {
        const char *word;
        int64_t seconds;
    } units[] = { { "時間", 3600 }, { "分", 60 }, { "秒", 1 } };
    bool any = false;

    *seconds = 0;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        const char *at = *s;
        int64_t n;
        if (!audit_take_number(&at, &n) || !take_word(&at, units[i].word))
            continue;
        *seconds += n * units[i].seconds;
        *s = at;
        any = true;
    }
    return any;
}

/* "各10分", "10分切れ負け", "15分+60秒", "1時間(チェスクロック使用)" is not
 * understood, and neither is anything else that stands behind. */
static struct control
control_from_kif(const char *limit, const char *byoyomi)
{
    struct control c = unknown;
    bool states_end = byoyomi != NULL;

    take_word(&limit, "各");
    if (!take_duration(&limit, &c.main_s))
        return c;
    skip_blanks(&limit);
    if (take_word(&limit, "切れ負け")) {
        states_end = true;
    } else if (take_word(&limit, "+") || take_word(&limit, "＋")) {
        states_end = take_duration(&limit, &c.byoyomi_s);
    }
    skip_blanks(&limit);
    c.known = states_end && !*limit;
    if (byoyomi && *byoyomi) {
        take_word(&byoyomi, "1手");
        take_word(&byoyomi, "一手");
        c.known = c.known && take_duration(&byoyomi, &c.byoyomi_s) && !*byoyomi;
    }
    return c;
}

/* "wdoor+floodgate-300-10F+black+white+date": main time, then byoyomi, or an
 * increment with F. */
static struct control
control_from_event(const char *s)
{
    struct control c = unknown;
    int64_t more;

    s = s ? strstr(s, "floodgate-") : NULL;
    if (!s)
        return c;
    s += strlen("floodgate-");
    if (!audit_take_number(&s, &c.main_s) || !take_word(&s, "-")
        || !audit_take_number(&s, &more))
        return c;
    if (take_word(&s, "F"))
        c.increment_s = more;
    else
        c.byoyomi_s = more;
    c.known = *s == '+' || !*s;
    return c;
}

/* Records of 81Dojo round: a move of its last second has all of the byoyomi, and
 * play goes on. */
static bool
rounds_times(const struct shogi_game *g)
{
    const char *site = shogi_game_header(g, SHOGI_HEADER_SITE);

    return site && strncmp(site, "81Dojo", strlen("81Dojo")) == 0;
}

static struct control
declared_control(const struct shogi_game *g, enum shogi_side side)
{
    const char *time = shogi_game_header(
        g, side == SHOGI_BLACK ? SHOGI_HEADER_TIME_BLACK : SHOGI_HEADER_TIME_WHITE);
    const char *limit = shogi_game_header(g, SHOGI_HEADER_TIME_LIMIT);
    struct control c = unknown;

    if (!time)
        time = shogi_game_header(g, SHOGI_HEADER_TIME);
    if (time)
        return control_from_time(time);
    if (limit) {
        c = control_from_time_limit(limit);
        return c.known
                   ? c
                   : control_from_kif(limit, shogi_game_header(g, SHOGI_HEADER_BYOYOMI));
    }
    return control_from_event(shogi_game_header(g, SHOGI_HEADER_EVENT));
}

static struct control
control_of(const struct shogi_game *g, enum shogi_side side)
{
    struct control c = declared_control(g, side);

    c.rounded = rounds_times(g);
    return c;
}

/* ---- the clocks ---------------------------------------------------------------------
 */

struct clock {
    struct control control;
    int64_t left_s;  /* of the main time */
    int32_t total_s; /* the last one, as recorded; -1: not recorded */
    bool overstepped;
};

/* The kind of the piece that N moves, by the moves that brought it to its square. */
static enum shogi_kind
kind_of(const struct shogi_game *g, const struct shogi_node *n)
{
    shogi_square square = shogi_move_from(n->move);
    enum shogi_kind kind = SHOGI_NO_KIND;
    bool promoted = false;

    if (shogi_move_is_drop(n->move))
        return shogi_move_dropped(n->move);
    for (n = n->parent; n->parent; n = n->parent) {
        if (shogi_move_to(n->move) != square)
            continue;
        promoted |= shogi_move_promotes(n->move);
        if (shogi_move_is_drop(n->move))
            break;
        square = shogi_move_from(n->move);
    }
    if (n->parent)
        kind = shogi_move_dropped(n->move);
    else if (g->start.board[square] != SHOGI_EMPTY)
        kind = shogi_piece_kind(g->start.board[square]);
    return promoted && shogi_kind_can_promote(kind) ? shogi_kind_promoted(kind) : kind;
}

static struct shogi_diag *
report(struct audit *a, enum shogi_diag_id id, const struct shogi_node *n, uint32_t ply,
       enum shogi_side side)
{
    struct shogi_diag *d = shogi_game_diag(a->g, id, n->at);

    d->ply = ply;
    d->move = n->move;
    d->offender = (uint8_t)side;
    /* Of what is left out, after many of the kind, nothing is looked up. */
    if (d != &a->g->spare_diag && n->move != SHOGI_NO_MOVE)
        d->kind = (uint8_t)kind_of(a->g, n);
    return d;
}

/* The total must be the one before plus this move.  Clocks show whole seconds. */
static void
check_total(struct audit *a, struct clock *k, const struct shogi_node *n, int32_t used_s,
            uint32_t ply, enum shogi_side side)
{
    int32_t total_s = n->total_ms / 1000;

    if (k->total_s >= 0 && n->time_ms >= 0 && n->total_ms >= 0
        && total_s != k->total_s + used_s) {
        struct shogi_diag *d = report(a, SHOGI_DIAG_TIME_MISMATCH, n, ply, side);
        shogi_diag_add_number(d, total_s);
        shogi_diag_add_number(d, k->total_s + used_s);
    }
    k->total_s = n->total_ms < 0 ? -1 : total_s;
}

static void
run_clock(struct audit *a, struct clock *k, const struct shogi_node *n, int64_t used,
          uint32_t ply, enum shogi_side side)
{
    int64_t left;
    bool ended_by_time = n->end == SHOGI_END_TIME_UP;

    if (!k->control.known || n->time_ms < 0)
        return;
    left = k->left_s + k->control.increment_s + k->control.byoyomi_s - used;
    if (left <= (k->control.rounded ? -1 : 0) && n->move != SHOGI_NO_MOVE
        && !k->overstepped) {
        struct shogi_diag *d = report(a, SHOGI_DIAG_TIME_EXCEEDED, n, ply, side);
        shogi_diag_add_number(d, used);
        shogi_diag_add_number(d, left + used);
        k->overstepped = true;
    }
    /* Many programs give the ending no time: then the byoyomi may have run out. */
    if (left > 0 && ended_by_time && !k->overstepped && (used > 0 || k->left_s > 0))
        shogi_diag_add_number(report(a, SHOGI_DIAG_TIME_NOT_PROVEN, n, ply, side), left);
    left -= k->control.byoyomi_s;
    k->left_s = left > 0 ? left : 0;
}

void
audit_clocks(struct audit *a)
{
    struct clock clocks[2];
    enum shogi_side side = (enum shogi_side)a->g->start.turn;
    uint32_t ply = 0;

    for (int i = 0; i < 2; i++) {
        clocks[i] = (struct clock){ .control = control_of(a->g, (enum shogi_side)i) };
        clocks[i].left_s = clocks[i].control.main_s;
    }
    for (const struct shogi_node *n = a->g->root->child; n; n = n->child) {
        int32_t used_s = n->time_ms / 1000;
        ply++;
        check_total(a, &clocks[side], n, used_s, ply, side);
        run_clock(a, &clocks[side], n, used_s, ply, side);
        side = other_side(side);
    }
}
