/* SPDX-License-Identifier: MIT */
/* corpus.c - public records against the table that says what they hold.
 *
 * The table is $SHOGI_SHARED/corpus/dev/expected.tsv, a row for each game:
 * path, number, format, verdict, start, moves, plies, end, variations,
 * confidence, notes.  Every path is read twice, with its format found and with
 * its format named.
 *
 *     ok            start, moves, end and number of variations are those listed
 *     broken        an error or a foul is reported, with its place
 *     not-a-record  nothing is read without an error
 *     odd           what was made of it is printed, not judged
 *
 * A format that the suite does not read is counted and left out. */
#include "unit/tap.h"

#include <stdlib.h>

#include "base/buf.h"
#include "notation/format.h"

enum { FORMATS_MAX = 16, SHOWN_MAX = 100 };

enum column {
    PATH,
    NUMBER,
    FORMAT,
    VERDICT,
    START,
    MOVES,
    PLIES,
    END,
    VARIATIONS,
    COLUMNS
};

enum verdict { OK, BROKEN, NOT_A_RECORD, ODD, VERDICTS };

static const char *const verdict_names[VERDICTS] = { "ok", "broken", "not-a-record",
                                                     "odd" };

/* What came of the rows of one format. */
struct tally {
    char format[16];
    size_t rows[VERDICTS], wrong[VERDICTS];
};

struct corpus {
    const char *folder;
    FILE *table;
    char *row; /* the next one, cut at the tabs; `column` points into it */
    size_t row_size;
    char *column[COLUMNS];
    bool at_end;

    bool named; /* the format is named, not found */
    struct tally tally[FORMATS_MAX];
    size_t formats, left_out, shown, unreadable;

    struct shogi_buf bytes; /* of the path being read */
    struct shogi_reader *reader;
    struct shogi_game *game;
    struct shogi_buf moves;
};

/* Where the judge of games disagrees with the table, because the table is wrong;
 * HACKING.md says why. */
static const struct {
    const char *path, *start;
} corrections[] = {
    { "bod/sunfish-shogi+tsshogi/extracted/src/tests/kakinoki.spec.ts#22.bod",
      "lnsgkgsnl/1r7/pppppp1pp/6p2/9/2P4P1/PP1PPPP1P/1+b5R1/LNSGKGSNL b b 5" },
};

/* ---- the table ---- */

static void
next_row(struct corpus *c)
{
    ssize_t len = getline(&c->row, &c->row_size, c->table);
    char *at = c->row;

    c->at_end = len <= 0;
    if (c->at_end)
        return;
    c->row[strcspn(c->row, "\r\n")] = '\0';
    for (int i = 0; i < COLUMNS; i++) {
        size_t n = strcspn(at, "\t");
        c->column[i] = at;
        at += n;
        if (*at)
            *at++ = '\0';
    }
}

static enum verdict
row_verdict(const struct corpus *c)
{
    for (int v = 0; v < VERDICTS; v++)
        if (strcmp(c->column[VERDICT], verdict_names[v]) == 0)
            return (enum verdict)v;
    return ODD;
}

static const char *
row_start(const struct corpus *c)
{
    for (size_t i = 0; i < sizeof corrections / sizeof *corrections; i++)
        if (strcmp(c->column[PATH], corrections[i].path) == 0)
            return corrections[i].start;
    return c->column[START];
}

static struct tally *
tally_of(struct corpus *c, const char *format)
{
    size_t i;

    if (strcmp(format, "-") == 0)
        format = "(none)";
    for (i = 0; i < c->formats; i++)
        if (strcmp(c->tally[i].format, format) == 0)
            return &c->tally[i];
    if (c->formats == FORMATS_MAX)
        return &c->tally[0];
    snprintf(c->tally[i].format, sizeof c->tally[i].format, "%s", format);
    c->formats++;
    return &c->tally[i];
}

/* ---- one game ---- */

static void
put_moves(struct shogi_buf *out, const struct shogi_game *g)
{
    char usi[SHOGI_USI_SIZE];

    shogi_buf_reset(out);
    for (const struct shogi_node *n = shogi_game_root(g)->child; n; n = n->child) {
        if (n->end != SHOGI_END_NONE)
            break;
        shogi_move_to_usi(n->move, usi);
        if (out->len)
            shogi_buf_putc(out, ' ');
        shogi_buf_puts(out, usi);
    }
    shogi_buf_putc(out, '\0');
}

/* Alternatives, also those that only end the game in another way. */
static long
count_variations(const struct shogi_game *g)
{
    long count = 0;

    for (const struct shogi_node *n = shogi_game_root(g); n; n = shogi_node_after(n))
        if (n->parent && n != n->parent->child)
            count++;
    return count;
}

/* Say what differs, for the first hundred. */
static void
show(struct corpus *c, const char *what, const char *expected, const char *got)
{
    if (c->shown++ >= SHOWN_MAX)
        return;
    note("%s, game %s, format %s: %s", c->column[PATH], c->column[NUMBER],
         c->named ? "named" : "found", what);
    note("  listed: %s", expected);
    note("  read:   %s", got);
}

static void
show_diags(struct corpus *c, const struct shogi_game *g)
{
    char message[300];

    for (const struct shogi_diag *d = shogi_game_diags(g); d; d = d->next) {
        if (d->severity < SHOGI_WARNING || c->shown >= SHOWN_MAX)
            continue;
        shogi_diag_message(d, SHOGI_ENGLISH, message, sizeof message);
        note("  %u:%u: %s [%s]", (unsigned)d->at.line, (unsigned)d->at.column, message,
             shogi_diag_code(d));
    }
}

static bool
is_as_listed(struct corpus *c)
{
    const struct shogi_node *end = shogi_game_end(c->game);
    const char *end_name =
        shogi_end_name(end ? (enum shogi_end)end->end : SHOGI_END_NONE);
    char start[SHOGI_SFEN_SIZE], count[32];
    bool good = true;

    shogi_position_to_sfen(shogi_game_start(c->game), start);
    put_moves(&c->moves, c->game);
    snprintf(count, sizeof count, "%ld", count_variations(c->game));
    if (strcmp(start, row_start(c)) != 0) {
        show(c, "start", row_start(c), start);
        good = false;
    }
    if (strcmp(c->moves.data, c->column[MOVES]) != 0) {
        show(c, "moves", c->column[MOVES], c->moves.data);
        good = false;
    }
    if (strcmp(end_name, c->column[END]) != 0) {
        show(c, "end", c->column[END], end_name);
        good = false;
    }
    if (*c->column[VARIATIONS] && strcmp(count, c->column[VARIATIONS]) != 0) {
        show(c, "variations", c->column[VARIATIONS], count);
        good = false;
    }
    if (!good)
        show_diags(c, c->game);
    return good;
}

/* An error or a foul with its place. */
static bool
has_error(const struct shogi_game *g)
{
    for (const struct shogi_diag *d = shogi_game_diags(g); d; d = d->next)
        if (d->severity >= SHOGI_FOUL && d->at.line > 0)
            return true;
    return false;
}

static void
show_odd(struct corpus *c, enum shogi_status status)
{
    const struct shogi_node *end;

    if (c->named)
        return;
    if (status == SHOGI_EOF || status == SHOGI_FATAL) {
        note("odd: %s: refused", c->column[PATH]);
        return;
    }
    end = shogi_game_end(c->game);
    note("odd: %s: %u plies, %s%s", c->column[PATH], (unsigned)shogi_game_plies(c->game),
         shogi_end_name(end ? (enum shogi_end)end->end : SHOGI_END_NONE),
         status == SHOGI_BAD ? ", with errors" : "");
}

/* A row that lists a game, against the next game of its path. */
static void
judge_game(struct corpus *c, struct tally *t, enum shogi_status status)
{
    enum verdict verdict = row_verdict(c);
    bool good = true;

    t->rows[verdict]++;
    if (verdict == ODD) {
        show_odd(c, status);
    } else if (status == SHOGI_EOF || status == SHOGI_FATAL) {
        show(c, "the game", "there",
             status == SHOGI_EOF ? "missing" : shogi_reader_error(c->reader));
        good = false;
    } else if (verdict == OK) {
        good = is_as_listed(c) && status == SHOGI_OK;
    } else {
        good = has_error(c->game);
        if (!good)
            show(c, "verdict", "broken", "no error");
    }
    t->wrong[verdict] += !good;
}

/* A path that holds no record: nothing is found, or it is read with errors. */
static void
judge_refusal(struct corpus *c, struct tally *t)
{
    enum shogi_status status;
    bool refused = false, found = false;

    while ((status = shogi_reader_next(c->reader, c->game)) == SHOGI_OK
           || status == SHOGI_BAD) {
        found = true;
        if (status == SHOGI_BAD && has_error(c->game))
            refused = true;
    }
    if (!found)
        refused = true;
    t->rows[NOT_A_RECORD]++;
    t->wrong[NOT_A_RECORD] += !refused;
    if (!refused)
        show(c, "verdict", "no record", "read without an error");
}

/* ---- one path ---- */

static bool
load(struct corpus *c, const char *path)
{
    char name[8192];
    size_t n = 1;
    FILE *f;

    snprintf(name, sizeof name, "%s/%s", c->folder, path);
    f = fopen(name, "rb");
    shogi_buf_reset(&c->bytes);
    while (f && n > 0 && shogi_buf_reserve(&c->bytes, 65536)) {
        n = fread(c->bytes.data + c->bytes.len, 1, 65536, f);
        c->bytes.len += n;
    }
    if (f)
        fclose(f);
    return f && !c->bytes.failed;
}

/* The rows of one path; `row` is then the first of the next. */
static void
read_path(struct corpus *c)
{
    struct shogi_read_options options = { 0 };
    struct tally *t = tally_of(c, c->column[FORMAT]);
    const struct shogi_format *format = shogi_format_from_name(c->column[FORMAT]);
    enum shogi_status status = SHOGI_OK;
    char path[4096];

    snprintf(path, sizeof path, "%s", c->column[PATH]);
    options.format = c->named ? format : NULL;
    c->reader = NULL;
    if (load(c, path))
        c->reader = shogi_reader_new_memory(c->bytes.data, c->bytes.len, path, &options);
    if (!c->reader) {
        note("%s cannot be read", path);
        c->unreadable++;
    }
    while (!c->at_end && strcmp(c->column[PATH], path) == 0) {
        if (!c->reader) {
        } else if (row_verdict(c) == NOT_A_RECORD) {
            judge_refusal(c, t);
        } else if (!format || !shogi_format_can_read(format)) {
            c->left_out++;
        } else {
            if (status == SHOGI_OK || status == SHOGI_BAD)
                status = shogi_reader_next(c->reader, c->game);
            judge_game(c, t, status);
        }
        next_row(c);
    }
    shogi_reader_free(c->reader);
}

/* ---- all of it ---- */

static void
print_counts(struct corpus *c)
{
    note("format %s:", c->named ? "named" : "found");
    note("%8s %8s %8s %8s %14s %8s", "", "ok", "of", "broken", "not-a-record", "odd");
    for (size_t i = 0; i < c->formats; i++) {
        const struct tally *t = &c->tally[i];
        note("%8s %8zu %8zu %6zu/%zu %10zu/%zu %8zu", t->format,
             t->rows[OK] - t->wrong[OK], t->rows[OK], t->rows[BROKEN] - t->wrong[BROKEN],
             t->rows[BROKEN], t->rows[NOT_A_RECORD] - t->wrong[NOT_A_RECORD],
             t->rows[NOT_A_RECORD], t->rows[ODD]);
    }
    if (c->left_out)
        note("%zu rows are of formats that are not read", c->left_out);
}

static void
test_every_record_is_read_as_listed(const char *folder, bool named)
{
    struct corpus c = { .folder = folder, .named = named };
    char path[4096];
    size_t wrong = 0, rows = 0;

    snprintf(path, sizeof path, "%s/expected.tsv", folder);
    c.table = fopen(path, "r");
    c.game = shogi_game_new();
    if (!c.table || !c.game) {
        skip("SHOGI_SHARED has no corpus");
        shogi_game_free(c.game);
        return;
    }
    next_row(&c); /* the names of the columns */
    ok(!c.at_end && strcmp(c.column[VARIATIONS], "variations") == 0);
    next_row(&c);
    while (!c.at_end)
        read_path(&c);
    print_counts(&c);
    for (size_t i = 0; i < c.formats; i++)
        for (int v = 0; v < VERDICTS; v++) {
            wrong += c.tally[i].wrong[v];
            rows += c.tally[i].rows[v];
        }
    ok(rows > 0);
    is_int(c.unreadable, 0);
    is_int(wrong, 0);
    fclose(c.table);
    shogi_game_free(c.game);
    shogi_buf_release(&c.bytes);
    shogi_buf_release(&c.moves);
    free(c.row);
}

int
main(void)
{
    const char *shared = getenv("SHOGI_SHARED");
    char folder[2048];

    if (!shared) {
        skip("SHOGI_SHARED is not set");
        return done_testing();
    }
    snprintf(folder, sizeof folder, "%s/corpus/dev", shared);
    test_every_record_is_read_as_listed(folder, false);
    test_every_record_is_read_as_listed(folder, true);
    return done_testing();
}
