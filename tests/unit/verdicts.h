/* SPDX-License-Identifier: MIT */
/* verdicts.h - for tests of the audit: a record becomes a line of words. */
#ifndef SHOGI_TESTS_VERDICTS_H
#define SHOGI_TESTS_VERDICTS_H

#include "record.h"
#include "tap.h"

#include <shogi/audit.h>

static inline const char *
side_word(enum shogi_side side)
{
    return side == SHOGI_BLACK ? "black" : side == SHOGI_WHITE ? "white" : "nobody";
}

static inline const char *
winner_word(enum shogi_winner winner)
{
    static const char *const words[] = { "?", "black", "white", "draw", "nobody" };

    return words[winner];
}

/* "foul nifu @3 by white: black, continued; ok" is what happened, at which ply, by
 * whom, who wins by it, and what the recorded result is. */
static inline void
put_verdict(struct shogi_buf *out, const struct shogi_verdict *v)
{
    shogi_buf_puts(out, shogi_event_name(v->event));
    for (size_t i = 0; i < v->code_count; i++)
        shogi_buf_printf(out, "%s%s", i ? "," : " ", v->codes[i]);
    if (v->event != SHOGI_EVENT_NONE) {
        shogi_buf_printf(out, " @%u", (unsigned)v->ply);
        if (v->offender != SHOGI_NO_SIDE)
            shogi_buf_printf(out, " by %s", side_word(v->offender));
        shogi_buf_printf(out, ": %s", winner_word(v->winner));
    }
    shogi_buf_printf(out, "%s; %s", v->continued ? ", continued" : "",
                     shogi_result_name(v->result));
}

/* The verdict on TEXT, a record in FORMAT, by the rules of PROFILE, and with
 * WITH_CODES all codes behind it. */
static inline const char *
judged(struct record *r, const char *format, const char *profile, const char *text,
       bool with_codes)
{
    struct shogi_rules rules;
    struct shogi_verdict v;
    enum shogi_profile id;
    struct shogi_buf line = { 0 };

    record_read(r, shogi_format_from_name(format), text);
    if (!profile)
        id = shogi_profile_of(r->game);
    else if (!shogi_profile_from_name(profile, &id))
        return "unknown profile";
    shogi_rules_set(&rules, id);
    rules.variations = with_codes;
    if (shogi_game_audit(r->game, &rules, &v) != SHOGI_OK)
        return "out of memory";
    put_verdict(&line, &v);
    if (with_codes) {
        shogi_buf_puts(&line, " |");
        for (const struct shogi_diag *d = r->game->diags; d; d = d->next)
            if (d->id != SHOGI_DIAG_MISSING_END)
                shogi_buf_printf(&line, " %s@%u%s", shogi_diag_code(d), (unsigned)d->ply,
                                 d->in_variation ? "v" : "");
    }
    shogi_buf_reset(&r->out);
    shogi_buf_add(&r->out, line.data, line.len);
    shogi_buf_release(&line);
    return record_answer(r);
}

struct row {
    const char *profile; /* NULL: by the record */
    const char *text, *verdict;
};

static inline void
check_rows(const char *format, const struct row *rows, size_t count, bool with_codes)
{
    struct record r;

    for (size_t i = 0; i < count; i++) {
        const char *got = judged(&r, format, rows[i].profile, rows[i].text, with_codes);
        if (!is_str(got, rows[i].verdict))
            note("%s", rows[i].text);
        record_free(&r);
    }
}

#define CHECK(format, rows) check_rows(format, rows, sizeof rows / sizeof *rows, false)
#define CHECK_CODES(format, rows)                                                        \
    check_rows(format, rows, sizeof rows / sizeof *rows, true)

#endif
