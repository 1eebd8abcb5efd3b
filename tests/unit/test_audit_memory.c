/* SPDX-License-Identifier: MIT */
/* test_audit_memory.c - an audit for which memory runs out gives no verdict.
 *
 * The heap of this program is its own, in place of src/base/memory.c. */
#include "verdicts.h"

#include "base/memory.h"

static unsigned asked;      /* how often for memory */
static unsigned failing;    /* which of these fails; 0: none */
static bool failing_onward; /* and all behind it */

static bool
fails(void)
{
    asked++;
    return failing && (failing_onward ? asked >= failing : asked == failing);
}

void *
shogi_memory_alloc(size_t size)
{
    return fails() ? NULL : malloc(size);
}

void *
shogi_memory_resize(void *block, size_t size)
{
    return fails() ? NULL : realloc(block, size);
}

void
shogi_memory_expect_jumps(void *block, size_t size)
{
    (void)block;
    (void)size;
}

void
shogi_memory_free(void *block)
{
    free(block);
}

/* Rooks go to and fro; longer than what a cursor and a past hold at first.  A variation
 * of the same length follows, and in both of them a foul. */
static void
put_long_game(struct shogi_buf *out)
{
    static const char *const moves[] = { "３八飛(28)", "７二飛(82)", "２八飛(38)",
                                         "８二飛(72)" };

    for (int line = 0; line < 2; line++) {
        if (line)
            shogi_buf_puts(out, "\n変化：1手\n");
        for (int ply = 0; ply < 1200; ply++)
            shogi_buf_printf(out, "%4d %s\n", ply + 1, moves[ply % 4]);
        shogi_buf_puts(out, "1201 ２三飛(28)\n1202 投了\n");
    }
    shogi_buf_putc(out, '\0');
}

static enum shogi_status
audit_failing(struct record *r, const char *text, unsigned nth, bool onward,
              struct shogi_verdict *v)
{
    struct shogi_rules rules;
    enum shogi_status status;

    record_read(r, shogi_format_from_name("kif"), text);
    shogi_rules_set(&rules, SHOGI_PROFILE_CSA);
    rules.variations = true;
    asked = 0;
    failing = nth;
    failing_onward = onward;
    status = shogi_game_audit(r->game, &rules, v);
    failing = 0;
    return status;
}

static unsigned
count_codes(const struct record *r, const char *code)
{
    unsigned count = 0;

    for (const struct shogi_diag *d = r->game->diags; d; d = d->next)
        count += strcmp(shogi_diag_code(d), code) == 0;
    return count;
}

static void
test_with_memory_a_long_game_and_its_variation_are_judged(void)
{
    struct shogi_buf text = { 0 };
    struct shogi_verdict v;
    struct record r;

    put_long_game(&text);
    is_int(audit_failing(&r, text.data, 0, false, &v), SHOGI_OK);
    ok(asked >= 4);
    is_str(shogi_event_name(v.event), "repetition");
    is_int(count_codes(&r, "jump"), 2);
    record_free(&r);
    shogi_buf_release(&text);
}

/* The first to fail, the second, ...: as many as there are. */
static void
test_without_memory_there_is_no_verdict_wherever_it_fails(void)
{
    struct shogi_buf text = { 0 };
    struct shogi_verdict v;
    struct record r;
    unsigned most;

    put_long_game(&text);
    audit_failing(&r, text.data, 0, false, &v);
    record_free(&r);
    most = asked;
    for (unsigned nth = 1; nth <= most; nth++)
        for (int onward = 0; onward < 2; onward++) {
            if (!is_int(audit_failing(&r, text.data, nth, onward, &v), SHOGI_FATAL))
                note("allocation %u of %u", nth, most);
            record_free(&r);
        }
    shogi_buf_release(&text);
}

int
main(void)
{
    test_with_memory_a_long_game_and_its_variation_are_judged();
    test_without_memory_there_is_no_verdict_wherever_it_fails();
    return done_testing();
}
