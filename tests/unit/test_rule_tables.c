/* SPDX-License-Identifier: MIT */
/* test_rule_tables.c - the audit against tables of cases with their verdicts.
 *
 * A row is read as a record, so that the readers are part of what is tested; the
 * expected column has a small language of its own:
 *
 *     LEGAL    FOUL(NIFU,UCHIFUZUME)@1 winner=w continued    CHECKMATE@3 winner=b
 *     INVALID_START(KINGS)    RESULT_WRONG expected=...       DECLARE csa27=WIN
 * jsa24=DRAW
 */
#include "positions.h"
#include "record.h"

#include <shogi/audit.h>
#include <shogi/foul.h>

static int rows;

/* ---- a row becomes a verdict --------------------------------------------------------
 */

static void
audit_text(struct record *r, const char *format, const char *text,
           const struct shogi_rules *rules, struct shogi_verdict *v)
{
    struct shogi_rules by_record;

    record_read(r, shogi_format_from_name(format), text);
    if (!rules) {
        shogi_rules_set(&by_record, shogi_profile_of(r->game));
        rules = &by_record;
    }
    is_int(shogi_game_audit(r->game, rules, v), SHOGI_OK);
}

static void
audit_line(struct record *r, const char *sfen, const char *moves,
           const struct shogi_rules *rules, struct shogi_verdict *v)
{
    static char line[1 << 16];
    struct shogi_position p = position_of(sfen);
    char start[SHOGI_SFEN_SIZE];

    shogi_position_to_sfen(&p, start);
    snprintf(line, sizeof line, "sfen %s%s%s\n",
             strcmp(sfen, "startpos") == 0 ? start : sfen, *moves ? " moves " : "",
             moves);
    audit_text(r, "sfen", line, rules, v);
}

/* ---- the language of the expected column --------------------------------------------
 */

/* "@12": the ply, 0 when there is none. */
static uint32_t
ply_in(const char *expected)
{
    const char *at = strchr(expected, '@');

    return at ? (uint32_t)strtoul(at + 1, NULL, 10) : 0;
}

/* "winner=b" at the end of EXPECTED, as a verdict has it. */
static enum shogi_winner
winner_in(const char *expected, enum shogi_winner none)
{
    const char *at = strstr(expected, "winner=");

    if (!at || at[7] == '?')
        return SHOGI_WINNER_NOBODY;
    return at[7] == 'b' ? SHOGI_WINNER_BLACK : at[7] == 'w' ? SHOGI_WINNER_WHITE : none;
}

/* Write the codes of V as the tables do, "NIFU,UCHIFUZUME". */
static void
put_codes(const struct shogi_verdict *v, char *out, size_t size)
{
    size_t len = 0;

    out[0] = '\0';
    for (size_t i = 0; i < v->code_count; i++) {
        if (i > 0 && len + 1 < size)
            out[len++] = ',';
        for (const char *c = v->codes[i]; *c && len + 1 < size; c++)
            out[len++] = *c == '-' ? '_' : (char)(*c >= 'a' ? *c - 'a' + 'A' : *c);
        out[len] = '\0';
    }
}

static bool
begins(const char *s, const char *word)
{
    return strncmp(s, word, strlen(word)) == 0;
}

/* "FOUL(CODES)@..." or "INVALID_START(CODES)". */
static bool
has_codes(const struct shogi_verdict *v, const char *expected)
{
    char codes[256];
    const char *open = strchr(expected, '(');

    put_codes(v, codes, sizeof codes);
    return is_int(strcspn(open + 1, ")"), strlen(codes))
           && is_mem(open + 1, codes, strlen(codes));
}

static bool
is_event(const struct shogi_verdict *v, enum shogi_event event, const char *expected)
{
    bool good = is_str(shogi_event_name(v->event), shogi_event_name(event))
                && is_int(v->ply, ply_in(expected))
                && is_int(v->continued, strstr(expected, " continued") != NULL);

    if (strstr(expected, "winner="))
        good = is_int(v->winner, winner_in(expected, SHOGI_WINNER_DRAW)) && good;
    return good;
}

static bool
is_result(const struct shogi_verdict *v, const char *expected)
{
    enum shogi_result want = begins(expected, "RESULT_WRONG") ? SHOGI_RESULT_WRONG
                             : strstr(expected, "unverifiable")
                                 ? SHOGI_RESULT_UNVERIFIABLE
                             : strstr(expected, "unfinished") ? SHOGI_RESULT_UNFINISHED
                                                              : SHOGI_RESULT_OK;
    bool good = is_str(shogi_result_name(v->result), shogi_result_name(want));
    const char *event = strstr(expected, "expected=");

    if (want == SHOGI_RESULT_OK
        && winner_in(expected, SHOGI_WINNER_DRAW) <= SHOGI_WINNER_WHITE)
        good = is_int(v->recorded, winner_in(expected, SHOGI_WINNER_DRAW)) && good;
    if (event && begins(event, "expected=FOUL("))
        good = is_event(v, SHOGI_EVENT_FOUL, event) && has_codes(v, event) && good;
    return good;
}

static const struct {
    const char *word;
    enum shogi_event event;
} events[] = {
    { "CHECKMATE@", SHOGI_EVENT_CHECKMATE },
    { "NO_LEGAL_MOVES@", SHOGI_EVENT_NO_LEGAL_MOVES },
    { "REPETITION@", SHOGI_EVENT_REPETITION },
    { "PERPETUAL_CHECK@", SHOGI_EVENT_PERPETUAL_CHECK },
};

/* Is V what EXPECTED says?  False also for words that are not known. */
static bool
is_verdict(const struct shogi_verdict *v, const char *expected)
{
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (begins(expected, events[i].word))
            return is_event(v, events[i].event, expected);
    if (begins(expected, "FOUL("))
        return is_event(v, SHOGI_EVENT_FOUL, expected) && has_codes(v, expected);
    if (begins(expected, "INVALID_START("))
        return is_int(v->event, SHOGI_EVENT_BAD_START) && has_codes(v, expected);
    if (begins(expected, "RESULT_"))
        return is_result(v, expected);
    if (begins(expected, "expected="))
        return is_event(v, SHOGI_EVENT_FOUL, expected) && has_codes(v, expected);
    return ok(begins(expected, "LEGAL"))
           && is_str(shogi_event_name(v->event), shogi_event_name(SHOGI_EVENT_NONE));
}

/* ---- cases.tsv ----------------------------------------------------------------------
 */

static bool
is_declared(const char *sfen, const char *moves, enum shogi_profile profile,
            const char *expected)
{
    struct record r;
    struct shogi_verdict v;
    struct shogi_rules rules;
    bool good;

    shogi_rules_set(&rules, profile);
    audit_line(&r, sfen, moves, &rules, &v);
    enum shogi_side mover =
        (enum shogi_side)((r.game->start.turn + shogi_game_plies(r.game)) % 2);
    enum shogi_winner own =
        mover == SHOGI_BLACK ? SHOGI_WINNER_BLACK : SHOGI_WINNER_WHITE;
    enum shogi_winner other =
        mover == SHOGI_BLACK ? SHOGI_WINNER_WHITE : SHOGI_WINNER_BLACK;
    good = is_str(shogi_event_name(v.event), "declaration")
           && is_int(v.winner, begins(expected, "WIN")    ? own
                               : begins(expected, "DRAW") ? SHOGI_WINNER_DRAW
                                                          : other);
    record_free(&r);
    return good;
}

/* "LEGAL csa256=MAX_MOVES@256", "LEGAL jsa500=JISHOGI@500". */
static bool
is_limited(const char *sfen, const char *moves, const char *expected)
{
    const char *at = strstr(expected, "csa256=MAX_MOVES@");
    struct record r;
    struct shogi_verdict v;
    struct shogi_rules rules;
    bool good;

    shogi_rules_set(&rules, at ? SHOGI_PROFILE_CSA : SHOGI_PROFILE_JSA);
    if (at)
        rules.max_moves = 256;
    audit_line(&r, sfen, moves, &rules, &v);
    good = is_str(shogi_event_name(v.event), at ? "max-moves" : "impasse")
           && is_int(v.ply, ply_in(at ? at : strstr(expected, "jsa500=")));
    record_free(&r);
    return good;
}

static bool
is_as_expected(char *fields[ROW_FIELDS])
{
    const char *sfen = fields[1], *moves = fields[2], *expected = fields[3];
    struct record r;
    struct shogi_verdict v;
    bool good;

    if (begins(expected, "DECLARE ")) {
        const char *csa = strstr(expected, "csa27="), *jsa = strstr(expected, "jsa24=");
        return ok(csa && jsa) && is_declared(sfen, moves, SHOGI_PROFILE_CSA, csa + 6)
               && is_declared(sfen, moves, SHOGI_PROFILE_JSA, jsa + 6);
    }
    if (strstr(expected, "MAX_MOVES@") || strstr(expected, "JISHOGI@"))
        return is_limited(sfen, moves, expected);
    audit_line(&r, sfen, moves, NULL, &v);
    good = is_verdict(&v, expected);
    record_free(&r);
    return good;
}

static void
visit_case(char *fields[ROW_FIELDS])
{
    rows++;
    if (!is_as_expected(fields))
        note("%s: %s - %s", fields[0], fields[3], fields[4]);
}

static void
test_every_case_gets_its_verdict(void)
{
    rows = 0;
    read_table("cases/rules/cases.tsv", visit_case);
    ok(rows == 0 || rows >= 200);
}

/* ---- handicaps.tsv ------------------------------------------------------------------
 */

static void
visit_handicap(char *fields[ROW_FIELDS])
{
    struct shogi_position p = position_of(fields[2]);
    struct shogi_verdict v;
    struct record r;
    enum shogi_handicap handicap;
    char sfen[SHOGI_SFEN_SIZE];

    rows++;
    audit_line(&r, fields[2], "", NULL, &v);
    if (!is_str(shogi_event_name(v.event), "none")
        || !is_int(p.turn, strstr(fields[3], "White") ? SHOGI_WHITE : SHOGI_BLACK))
        note("%s", fields[0]);
    record_free(&r);
    if (!shogi_handicap_from_kif(fields[0], strlen(fields[0]), &handicap)
        || handicap == SHOGI_HANDICAP_OTHER)
        return;
    shogi_handicap_position(handicap, &p);
    shogi_position_to_sfen(&p, sfen);
    if (!is_str(sfen, fields[2]))
        note("%s", fields[0]);
}

static void
test_every_handicap_is_a_start(void)
{
    rows = 0;
    read_table("cases/rules/handicaps.tsv", visit_handicap);
    ok(rows == 0 || rows >= 15);
}

/* ---- records ------------------------------------------------------------------------
 */

static bool
has_finding(const struct record *r, const char *code, uint32_t ply)
{
    for (const struct shogi_diag *d = r->game->diags; d; d = d->next)
        if (strcmp(shogi_diag_code(d), code) == 0 && (ply == 0 || d->ply == ply))
            return true;
    return false;
}

static bool
is_record_as_expected(const struct record *r, const struct shogi_verdict *v,
                      const char *expected)
{
    if (begins(expected, "TIME_EXCEEDED@"))
        return ok(has_finding(r, "time-exceeded", ply_in(expected)));
    if (begins(expected, "TIME_SUM@"))
        return ok(has_finding(r, "time-mismatch", ply_in(expected)));
    if (strstr(expected, "time_ok") && !ok(!has_finding(r, "time-exceeded", 0)))
        return false;
    return is_verdict(v, expected);
}

static void
visit_record(char *fields[ROW_FIELDS])
{
    static char text[1 << 16];
    char path[4096];
    const char *dot = strrchr(fields[0], '.');
    struct record r;
    struct shogi_verdict v;

    snprintf(path, sizeof path, "%s/cases/rules/records/%s", getenv("SHOGI_SHARED"),
             fields[0]);
    FILE *f = fopen(path, "rb");
    if (!ok(f && dot))
        return;
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    rows++;
    audit_text(&r, strcmp(dot, ".csa") == 0 ? "csa" : "kif", text, NULL, &v);
    if (!is_record_as_expected(&r, &v, fields[1]))
        note("%s: %s", fields[0], fields[1]);
    record_free(&r);
}

static void
test_every_record_gets_its_verdict(void)
{
    rows = 0;
    read_table("cases/rules/records/expected.tsv", visit_record);
    ok(rows == 0 || rows >= 12);
}

/* ---- what other implementations say --------------------------------------------------
 */

static bool
agrees_about_move(const char *sfen, const char *text, const char *expected)
{
    struct shogi_position p = position_of(sfen);
    struct shogi_undo undo;
    shogi_move m = SHOGI_NO_MOVE;

    for (const char *s = text; *s;) {
        size_t len = strcspn(s, " ");
        m = shogi_move_from_usi(s, len);
        s += len + strspn(s + len, " ");
        if (*s && !ok(m != SHOGI_NO_MOVE && shogi_position_play(&p, m, &undo)))
            return false;
    }
    return is_int(m != SHOGI_NO_MOVE && shogi_move_fouls(&p, m) == 0,
                  strcmp(expected, "legal") == 0);
}

static bool
agrees_about_repetition(char *fields[ROW_FIELDS])
{
    const char *replay = strstr(fields[5], "replay: ");
    struct record r;
    struct shogi_verdict v;
    bool good;

    if (!ok(replay))
        return false;
    replay += strlen("replay: ");
    audit_line(&r, fields[1], fields[2], NULL, &v);
    good = is_str(shogi_event_name(v.event), begins(replay, "sennichite") ? "repetition"
                                             : begins(replay, "perpetual")
                                                 ? "perpetual-check"
                                                 : "none");
    if (begins(replay, "perpetual"))
        good = is_int(v.offender, strstr(replay, "black") ? SHOGI_BLACK : SHOGI_WHITE)
               && good;
    record_free(&r);
    return good;
}

static void
visit_vector(char *fields[ROW_FIELDS])
{
    bool good = true;

    if (!strstr(fields[5], "agree"))
        return;
    rows++;
    if (strcmp(fields[0], "move") == 0)
        good = agrees_about_move(fields[1], fields[2], fields[3]);
    else if (strcmp(fields[0], "repetition") == 0)
        good = agrees_about_repetition(fields);
    else
        good = ok(!"a kind of row that is known");
    if (!good)
        note("%s | %s | %s | %s", fields[0], fields[1], fields[2], fields[3]);
}

static void
test_other_implementations_agree(void)
{
    rows = 0;
    read_table("vectors/rules.tsv", visit_vector);
    ok(rows == 0 || rows >= 300);
}

int
main(void)
{
    test_every_case_gets_its_verdict();
    test_every_handicap_is_a_start();
    test_every_record_gets_its_verdict();
    test_other_implementations_agree();
    return done_testing();
}
