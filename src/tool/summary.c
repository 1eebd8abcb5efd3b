/* SPDX-License-Identifier: MIT */
/* summary.c - how many games were judged, by whose rules, and what was found. */
#include "tool/summary.h"

#include <stdlib.h>
#include <string.h>

/* ---- the line of a game -------------------------------------------------------------
 */

void
summary_begin_line(struct shogi_buf *out, enum shogi_profile profile)
{
    shogi_buf_put_number(out, profile, 1);
}

void
summary_add_finding(struct shogi_buf *out, enum shogi_diag_id id)
{
    shogi_buf_putc(out, ' ');
    shogi_buf_put_number(out, id, 1);
}

void
summary_end_line(struct shogi_buf *out)
{
    shogi_buf_putc(out, '\n');
}

/* ---- counting -----------------------------------------------------------------------
 */

static void
add_tally(struct tally *to, const struct tally *t)
{
    to->games += t->games;
    to->faulty += t->faulty;
    to->unreadable += t->unreadable;
    for (int i = 0; i < SHOGI_PROFILE_COUNT; i++)
        to->by_rules[i] += t->by_rules[i];
}

size_t
summary_count(struct summary *s, enum tool_status status, const char *text, size_t len)
{
    const char *lf = len ? memchr(text, '\n', len) : NULL;
    struct tally one = { .games = 1,
                         .faulty = status == TOOL_FINDINGS,
                         .unreadable = status == TOOL_UNREADABLE };
    char *at;

    if (lf) {
        one.by_rules[strtoul(text, &at, 10)] = 1;
        while (at < lf)
            s->found[strtoul(at, &at, 10)]++;
    }
    add_tally(&s->here, &one);
    add_tally(&s->total, &one);
    return lf ? (size_t)(lf + 1 - text) : 0;
}

/* ---- telling ------------------------------------------------------------------------
 */

static void
put_tally(struct shogi_buf *out, const struct tally *t)
{
    const char *between = " by the rules of ";

    shogi_buf_put_number(out, (int64_t)t->games, 1);
    shogi_buf_puts(out, t->games == 1 ? " game" : " games");
    for (int i = 0; i < SHOGI_PROFILE_COUNT; i++) {
        if (t->by_rules[i] == 0)
            continue;
        shogi_buf_printf(out, "%s%s", between, shogi_profile_name((enum shogi_profile)i));
        if (t->by_rules[i] != t->games)
            shogi_buf_printf(out, " (%llu)", (unsigned long long)t->by_rules[i]);
        between = " and ";
    }
    shogi_buf_printf(out, ", %llu with findings, %llu unreadable\n",
                     (unsigned long long)t->faulty, (unsigned long long)t->unreadable);
}

void
summary_put_path(struct summary *s, const char *path, struct shogi_buf *out)
{
    shogi_buf_put_visible(out, path, strlen(path));
    shogi_buf_puts(out, ": ");
    put_tally(out, &s->here);
    s->here = (struct tally){ 0 };
}

void
summary_put_total(const struct summary *s, struct shogi_buf *out)
{
    shogi_buf_puts(out, "total: ");
    put_tally(out, &s->total);
    for (int i = 0; i < SHOGI_DIAG_COUNT; i++)
        if (s->found[i])
            shogi_buf_printf(out, "%8llu %s\n", (unsigned long long)s->found[i],
                             shogi_diag_id_code((enum shogi_diag_id)i));
}
