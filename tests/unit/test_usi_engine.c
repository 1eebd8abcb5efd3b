/* SPDX-License-Identifier: MIT */
/* test_usi_engine.c - a USI engine cannot hang, flood, fool or outlive us: every mode of
 * tests/fake-usi ends within its deadline, with the right answer or the right words,
 * leaves no process behind, and the next positions are analysed.
 *
 * Each run is a process of its own, so that what it leaves behind can be seen.  With
 * SHOGI_LONG=1 every mode runs with four seeds, else with one. */
#include "tap.h"
#include "usi_run.h"

#include <poll.h>
#include <stdarg.h>

enum {
    TIMES = 1 * USI_SLOW,
    LATE_MS = 3000 * TIMES, /* behind the deadline */
    PARALLEL = 8,
};

/* ---- what is expected ------------------------------------------------------------ */

/* A question's limits. */
enum asking {
    NODES, /* 100 nodes */
    TIME,  /* 60 ms */
    DEPTH, /* 3 */
};

struct run {
    const char *mode;
    enum asking asking;
    const char *cannot_open; /* in the error; NULL: it can be opened */
    const char *fails;       /* in the error of BAD; NULL: it answers */
    bool (*is_right)(const struct shogi_answer *a, const struct shogi_position *p,
                     unsigned ply, unsigned seed); /* NULL: as the others */
    const char *sends;                             /* a line to the engine */
    const char *name;                              /* how it is shown */
    uint16_t lines;
    uint32_t start_ms, ready_ms, grace_ms; /* 0: longer than anything takes */
    bool is_always;                        /* is_right holds for every position */
    bool is_first;      /* it fails at the first position, else at the chosen one */
    bool is_slow;       /* only with SHOGI_LONG=1 */
    uint32_t budget_ms; /* deadlines it may use up, without the start */
};

/* ---- answers
 * --------------------------------------------------------------------------- */

static shogi_move
candidate(const struct shogi_position *p, unsigned ply, unsigned seed, unsigned k)
{
    shogi_move legal[SHOGI_MAX_MOVES];
    size_t count = shogi_legal_moves(p, legal);

    return legal[(seed + ply + k) % count];
}

/* A line as fake-usi has it for this position and no other. */
static bool
is_line(const struct shogi_line *line, int kind, int value, shogi_move first)
{
    return line->kind == kind && line->value == value && line->pv_count == 1
           && line->pv[0] == first;
}

static bool
is_normal(const struct shogi_answer *a, const struct shogi_position *p, unsigned ply,
          unsigned seed)
{
    shogi_move best = candidate(p, ply, seed, 0);

    return a->end == SHOGI_ANSWER_MOVE && a->best == best && a->line_count >= 1
           && is_line(&a->lines[0], SHOGI_SCORE_CP, 100 + (int)ply, best)
           && a->lines[0].bound == SHOGI_BOUND_EXACT && !a->stopped;
}

static bool
is_illegal(const struct shogi_answer *a, const struct shogi_position *p, unsigned ply,
           unsigned seed)
{
    return a->end == SHOGI_ANSWER_ILLEGAL && a->best == SHOGI_NO_MOVE
           && a->line_count == 1 && a->lines[0].pv[0] == candidate(p, ply, seed, 0);
}

static bool
is_illegal_and_nothing(const struct shogi_answer *a, const struct shogi_position *p,
                       unsigned ply, unsigned seed)
{
    (void)p, (void)ply, (void)seed;
    return a->end == SHOGI_ANSWER_ILLEGAL && a->best == SHOGI_NO_MOVE
           && a->line_count == 0;
}

static bool
is_no_move(const struct shogi_answer *a, const struct shogi_position *p, unsigned ply,
           unsigned seed)
{
    return a->end == SHOGI_ANSWER_NO_MOVE && a->best == SHOGI_NO_MOVE
           && a->line_count == 1
           && is_line(&a->lines[0], SHOGI_SCORE_CP, 100 + (int)ply,
                      candidate(p, ply, seed, 0));
}

static bool
is_nothing(const struct shogi_answer *a, const struct shogi_position *p, unsigned ply,
           unsigned seed)
{
    (void)p, (void)ply, (void)seed;
    return a->end == SHOGI_ANSWER_NO_MOVE && a->best == SHOGI_NO_MOVE
           && a->line_count == 0;
}

static bool
is_resigned(const struct shogi_answer *a, const struct shogi_position *p, unsigned ply,
            unsigned seed)
{
    return a->end == SHOGI_ANSWER_RESIGN && a->best == SHOGI_NO_MOVE && a->line_count == 1
           && is_line(&a->lines[0], SHOGI_SCORE_MATE, -4, candidate(p, ply, seed, 0));
}

static bool
is_declared(const struct shogi_answer *a, const struct shogi_position *p, unsigned ply,
            unsigned seed)
{
    (void)p, (void)ply, (void)seed;
    return a->end == SHOGI_ANSWER_DECLARE && a->best == SHOGI_NO_MOVE
           && a->line_count == 1 && a->lines[0].kind == SHOGI_SCORE_MATE_UNKNOWN
           && a->lines[0].value == 1 && a->lines[0].pv_count == 0;
}

/* A move with a line of that kind and value. */
static bool
is_valued(const struct shogi_answer *a, shogi_move best, int kind, int value)
{
    return a->end == SHOGI_ANSWER_MOVE && a->best == best && a->line_count == 1
           && is_line(&a->lines[0], kind, value, best);
}

static bool
is_unvalued(const struct shogi_answer *a, const struct shogi_position *p, unsigned ply,
            unsigned seed)
{
    return is_valued(a, candidate(p, ply, seed, 0), SHOGI_SCORE_NONE, 0);
}

static bool
is_mate_form(const struct shogi_answer *a, const struct shogi_position *p, unsigned ply,
             unsigned seed)
{
    static const struct {
        int kind, value;
    } forms[] = { /* "5", "+5", "-4", "+", "-", "0", "+0", "-0" */
                  { SHOGI_SCORE_MATE, 5 },          { SHOGI_SCORE_MATE, 5 },
                  { SHOGI_SCORE_MATE, -4 },         { SHOGI_SCORE_MATE_UNKNOWN, 1 },
                  { SHOGI_SCORE_MATE_UNKNOWN, -1 }, { SHOGI_SCORE_MATE_UNKNOWN, 1 },
                  { SHOGI_SCORE_MATE_UNKNOWN, 1 },  { SHOGI_SCORE_MATE_UNKNOWN, -1 }
    };

    return is_valued(a, candidate(p, ply, seed, 0), forms[seed % 8].kind,
                     forms[seed % 8].value);
}

static bool
is_decided(const struct shogi_answer *a, const struct shogi_position *p, unsigned ply,
           unsigned seed)
{
    return is_valued(a, candidate(p, ply, seed, 0), SHOGI_SCORE_MATE_UNKNOWN,
                     seed % 2 ? -1 : 1);
}

static bool
is_won(const struct shogi_answer *a, const struct shogi_position *p, unsigned ply,
       unsigned seed)
{
    return is_valued(a, candidate(p, ply, seed, 0), SHOGI_SCORE_MATE_UNKNOWN, 1);
}

static bool
is_upper_bound(const struct shogi_answer *a, const struct shogi_position *p, unsigned ply,
               unsigned seed)
{
    return is_valued(a, candidate(p, ply, seed, 0), SHOGI_SCORE_CP, -50)
           && a->lines[0].bound == SHOGI_BOUND_UPPER && a->lines[0].depth == 9;
}

static bool
is_three_lines(const struct shogi_answer *a, const struct shogi_position *p, unsigned ply,
               unsigned seed)
{
    if (a->end != SHOGI_ANSWER_MOVE || a->line_count != 3)
        return false;
    for (unsigned k = 0; k < 3; k++)
        if (!is_line(&a->lines[k], SHOGI_SCORE_CP, 100 + (int)ply - (int)(10 * k),
                     candidate(p, ply, seed, k)))
            return false;
    return true;
}

static bool
is_two_lines(const struct shogi_answer *a, const struct shogi_position *p, unsigned ply,
             unsigned seed)
{
    return a->end == SHOGI_ANSWER_MOVE && a->line_count == 2
           && is_line(&a->lines[0], SHOGI_SCORE_CP, 100 + (int)ply,
                      candidate(p, ply, seed, 0))
           && is_line(&a->lines[1], SHOGI_SCORE_NONE, 0, candidate(p, ply, seed, 1));
}

/* ---- runs
 * ------------------------------------------------------------------------------ */

#define ESCAPED_KANJI "\\x90\\x85\\x8f\\xbd"
#define STUCK "did not answer 'stop' within"

enum {
    SHORT = 400,
    SPEAKING = 1200 * USI_SLOW, /* long enough to say a word */
    GRACE = 700 * USI_SLOW,
};

static const struct run runs[] = {
    /* clang-format off */
    { .mode = "normal", .sends = "setoption name USI_Hash value 256", .name = "Fake normal" },
    { .mode = "normal", .asking = TIME, .sends = "go infinite" },
    { .mode = "normal", .lines = 3, .is_right = is_three_lines, .is_always = true,
      .sends = "setoption name MultiPV value 3" },
    { .mode = "slow-usiok" },
    { .mode = "no-usiok", .cannot_open = "did not say usiok within", .start_ms = SHORT },
    { .mode = "no-line-end", .cannot_open = "without ending the line, 'usiok'",
      .start_ms = SPEAKING },
    { .mode = "crash-at-usi",
      .cannot_open = "was killed by signal 11 (SIGSEGV) before it said usiok" },
    { .mode = "exit-at-usi", .cannot_open = "exited with status 3 before it said usiok; "
                                    "its standard error ends in 'cannot open eval/nn.bin'" },
    { .mode = "flood-at-usi", .cannot_open = "did not say usiok within", .start_ms = SHORT },
    { .mode = "endless-line-at-usi", .cannot_open = "did not say usiok within", .start_ms = SHORT },
    { .mode = "not-usi", .cannot_open = "it last said 'Illegal move (no match) usi'",
      .start_ms = SPEAKING },
    { .mode = "exit-at-isready", .cannot_open = "exited with status 3 before it said readyok" },
    { .mode = "crash-at-isready", .cannot_open = "(SIGSEGV) before it said readyok" },
    { .mode = "no-readyok", .cannot_open = "did not say readyok within", .ready_ms = SHORT },
    { .mode = "flood-at-isready", .cannot_open = "did not say readyok within", .ready_ms = SHORT,
      .budget_ms = 3 * SHORT },
    { .mode = "keep-alive", .ready_ms = 900 * USI_SLOW },
    { .mode = "exit-behind-readyok", .fails = "exited with status 7", .is_always = true },
    { .mode = "cr-lf" },
    { .mode = "blanks", .name = "Fake blanks" },
    { .mode = "cp932-name", .name = ESCAPED_KANJI },
    { .mode = "escapes-in-name", .name = "[31mred]0;title evil " },
    { .mode = "odd-options", .sends = "setoption name Hash value 64" },
    { .mode = "usi-multipv", .lines = 2, .sends = "setoption name USI_MultiPV value 2" },
    { .mode = "thousands-of-options" },
    { .mode = "ignores-quit" },
    { .mode = "ignores-quit-and-term" },
    { .mode = "child-holds-pipes" },
    { .mode = "crash-in-search", .fails = "was killed by signal 11 (SIGSEGV) while it thought" },
    { .mode = "exit-in-search",
      .fails = "its standard error ends in 'assertion failed: eval.cpp:12'" },
    { .mode = "crash-at-stop", .asking = TIME,
      .fails = "was killed by signal 11 (SIGSEGV) while it thought" },
    { .mode = "hang-in-search", .fails = STUCK, .grace_ms = GRACE, .budget_ms = 2 * GRACE },
    { .mode = "hang-at-go", .fails = STUCK, .grace_ms = GRACE, .budget_ms = 2 * GRACE },
    { .mode = "ignores-stop", .asking = TIME, .fails = STUCK, .grace_ms = GRACE,
      .budget_ms = GRACE },
    { .mode = "deaf", .asking = TIME, .fails = STUCK, .is_first = true, .grace_ms = GRACE,
      .budget_ms = GRACE, .sends = "go btime 0 wtime 0 byoyomi 60" },
    { .mode = "illegal-bestmove", .is_right = is_illegal },
    { .mode = "illegal-bestmove", .asking = TIME, .is_right = is_illegal },
    { .mode = "illegal-bestmove-only", .is_right = is_illegal_and_nothing },
    { .mode = "late-bestmove" },
    { .mode = "two-bestmoves" },
    { .mode = "two-bestmoves", .asking = TIME },
    { .mode = "info-behind-bestmove" },
    { .mode = "no-move", .is_right = is_no_move },
    { .mode = "resign", .is_right = is_resigned },
    { .mode = "win", .is_right = is_declared },
    { .mode = "checkmate-nomate", .is_right = is_nothing },
    { .mode = "checkmate-line", .is_right = is_unvalued },
    { .mode = "mate-forms", .is_right = is_mate_form },
    { .mode = "decided-scores", .is_right = is_decided },
    { .mode = "upperbound-only", .is_right = is_upper_bound },
    { .mode = "bounds-last" },
    { .mode = "multipv-order", .lines = 3, .is_right = is_three_lines },
    { .mode = "multipv-gaps", .lines = 4, .is_right = is_two_lines },
    { .mode = "long-line" },
    { .mode = "endless-line", .fails = STUCK, .grace_ms = GRACE, .budget_ms = 2 * GRACE },
    { .mode = "no-line-feed-at-end" },
    { .mode = "binary-noise" },
    { .mode = "flood", .budget_ms = 5000 * USI_SLOW },
    { .mode = "flood-for-ever", .fails = STUCK, .grace_ms = GRACE, .budget_ms = 3 * GRACE },
    { .mode = "flood-for-ever", .asking = DEPTH, .fails = STUCK, .grace_ms = GRACE,
      .budget_ms = 31 * GRACE, .is_slow = true },
    { .mode = "stderr-1mb" },
    { .mode = "closes-stdout", .fails = "closed its standard output while it thought" },
    { .mode = "closes-stdin" },
    { .mode = "exits-before-child", .fails = "exited with status 6 while it thought" },
    { .mode = "ignores-limits", .grace_ms = GRACE, .budget_ms = GRACE },
    { .mode = "dies-of-limits", .sends = "go infinite" },
    { .mode = "dies-of-limits", .asking = DEPTH, .sends = "go infinite" },
    { .mode = "overshoots" },
    { .mode = "overshoots", .asking = DEPTH, .sends = "go infinite" },
    { .mode = "early-bestmove", .asking = TIME },
    { .mode = "silent", .grace_ms = SHORT, .budget_ms = SHORT + 5 * 700 },
    { .mode = "talks-for-ever", .fails = STUCK, .grace_ms = GRACE, .budget_ms = 2 * GRACE },
    { .mode = "unknown-words" },
    { .mode = "huge-numbers", .is_right = is_won },
    { .mode = "negative-depth" },
    { .mode = "words-in-pv" },
    { .mode = "illegal-pv" },
    { .mode = "score-without-pv" },
    { .mode = "no-info", .is_right = is_unvalued },
    { .mode = "slow-reader" },
    { .mode = "exits-when-done" },
    /* clang-format on */
};

enum { RUN_COUNT = sizeof runs / sizeof runs[0] };

/* ---- one run, in its own process
 * -------------------------------------------------------- */

static bool is_failed;

/* What is wrong goes to standard output, which is a pipe to the test. */
static void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void
complain(const char *format, ...)
{
    va_list args;

    is_failed = true;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    fflush(stdout);
}

/* Lines to the engine, LF between them. */
struct sent {
    char text[1 << 16];
    size_t len;
};

static void
keep_sent(void *context, char direction, const char *line, size_t len)
{
    struct sent *s = context;

    if (direction != '>' || s->len + len + 1 >= sizeof s->text)
        return;
    memcpy(s->text + s->len, line, len);
    s->len += len;
    s->text[s->len++] = '\n';
}

static void
check_answer(const struct run *r, const struct usi_game *g, unsigned ply, unsigned seed,
             const struct shogi_answer *a, const char *error)
{
    bool is_chosen = ply == seed % 3 + 1;
    bool is_right = r->is_right && (is_chosen || r->is_always)
                        ? r->is_right(a, &g->at[ply], ply, seed)
                        : is_normal(a, &g->at[ply], ply, seed);

    for (unsigned i = 0; i < a->line_count; i++) {
        struct shogi_position p = g->at[ply];
        struct shogi_undo undo;

        for (unsigned j = 0; j < a->lines[i].pv_count; j++)
            if (shogi_move_fouls(&p, a->lines[i].pv[j]) != 0
                || !shogi_position_play(&p, a->lines[i].pv[j], &undo))
                complain("line %u is illegal at move %u", i + 1, j + 1);
    }
    if (!is_right)
        complain(
            "position %u: wrong answer: end %d, best %u, %u lines, the first of kind "
            "%d, value %d, bound %d, %u moves; error '%s'",
            ply, a->end, a->best, a->line_count, a->lines[0].kind, a->lines[0].value,
            a->lines[0].bound, a->lines[0].pv_count, error);
    if (*error)
        complain("position %u: an answer, and an error: %s", ply, error);
}

static void
ask_all(const struct run *r, unsigned seed, struct shogi_engine *e)
{
    struct shogi_limits limits = { .nodes = r->asking == NODES ? 100 : 0,
                                   .time_ms = r->asking == TIME ? 60 : 0,
                                   .depth = r->asking == DEPTH ? 3 : 0,
                                   .lines = r->lines };
    struct usi_game g;

    usi_game_set(&g);
    for (unsigned ply = 0; ply < USI_QUESTIONS; ply++) {
        static struct shogi_answer a;
        bool fails =
            r->fails && (r->is_always || ply == (r->is_first ? 0 : seed % 3 + 1));
        enum shogi_status status = usi_ask(e, &g, ply, limits, &a);
        const char *error = shogi_engine_error(e);

        if (fails && status == SHOGI_OK)
            complain("position %u: answered", ply);
        else if (!fails && status != SHOGI_OK)
            complain("position %u: status %d, %s", ply, status, error);
        else if (fails && !strstr(error, r->fails))
            complain("position %u: wrong error: %s", ply, error);
        else if (!fails)
            check_answer(r, &g, ply, seed, &a, error);
    }
}

static void
check_left(const char *tag, int descriptors)
{
    int left = usi_await_none_left(tag);

    if (usi_has_child())
        complain("a zombie or a child is left");
    if (left > 0)
        complain("%d processes are left", left);
    if (usi_count_descriptors() != descriptors)
        complain("%d descriptors are left", usi_count_descriptors() - descriptors);
}

static void
run_one(const struct run *r, unsigned seed)
{
    static struct sent sent;
    char command[4200], tag[64], error[2048] = "";
    int descriptors = usi_count_descriptors();
    int64_t begin = shogi_clock_ms(), limit, took;
    struct shogi_usi_options options = { .command = usi_fake_command(
                                             r->mode, seed, command, sizeof command),
                                         .start_ms = r->start_ms ? r->start_ms : 60000,
                                         .ready_ms = r->ready_ms ? r->ready_ms : 60000,
                                         .grace_ms = r->grace_ms ? r->grace_ms : 20000,
                                         .restarts = 2,
                                         .transcript = keep_sent,
                                         .transcript_context = &sent };
    struct shogi_engine *e;

    snprintf(tag, sizeof tag, "SHOGI_TEST_RUN=%ld", (long)getpid());
    putenv(tag);
    e = shogi_engine_open(&options, error, sizeof error);
    if (e) {
        if (r->cannot_open)
            complain("it can be opened");
        if (r->name && strcmp(shogi_engine_name(e), r->name) != 0)
            complain("its name is '%s'", shogi_engine_name(e));
        ask_all(r, seed, e);
        shogi_engine_free(e);
    } else if (!r->cannot_open || !strstr(error, r->cannot_open)) {
        complain("cannot be opened: %s", error);
    }
    took = shogi_clock_ms() - begin;
    limit = r->start_ms + r->ready_ms + (r->asking == TIME ? 60 * USI_QUESTIONS : 0)
            + r->budget_ms + LATE_MS;
    if (took > limit)
        complain("it took %lld ms, and %lld are allowed", (long long)took,
                 (long long)limit);
    sent.text[sent.len] = '\0';
    if (r->sends && !strstr(sent.text, r->sends))
        complain("'%s' is not sent, but:\n%s", r->sends, sent.text);
    check_left(tag, descriptors);
}

/* ---- all of them, some at a time
 * -------------------------------------------------------- */

struct job {
    pid_t pid; /* 0: none */
    int out;
    size_t run;
    unsigned seed;
};

static void
start_job(struct job *j, size_t run, unsigned seed)
{
    int ends[2];

    fflush(stdout);
    if (pipe(ends) != 0 || (j->pid = fork()) < 0) {
        tap_ok(false, __FILE__, __LINE__, __func__, "a process can be made");
        j->pid = 0;
        return;
    }
    if (j->pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        run_one(&runs[run], seed);
        _exit(is_failed);
    }
    close(ends[1]);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    j->out = ends[0];
    j->run = run;
    j->seed = seed;
}

static void
end_job(struct job *j, int status)
{
    static const char *const askings[] = { "nodes", "time", "depth" };
    const struct run *r = &runs[j->run];
    char text[16384], title[128];
    ssize_t len = 0, n;

    while ((n = read(j->out, text + len, sizeof text - 1 - (size_t)len)) > 0)
        len += n;
    text[len > 0 ? len : 0] = '\0';
    close(j->out);
    j->pid = 0;
    snprintf(title, sizeof title, "%s, %s, seed %u", r->mode, askings[r->asking],
             j->seed);
    if (!tap_ok(status == 0, __FILE__, __LINE__, "fake-usi", title))
        tap_note_text("what is wrong", *text ? text : "it crashed");
}

static void
test_every_fault_is_survived(unsigned seeds)
{
    struct job jobs[PARALLEL] = { { 0 } };
    size_t next = 0, total = RUN_COUNT * seeds, running = 0;

    while (next < total || running > 0) {
        int status;
        pid_t pid;

        for (size_t i = 0; i < PARALLEL && next < total; i++)
            if (jobs[i].pid == 0) {
                while (seeds == 1 && next < total && runs[next % RUN_COUNT].is_slow)
                    next++;
                if (next == total)
                    break;
                start_job(&jobs[i], next % RUN_COUNT, (unsigned)(next / RUN_COUNT));
                running += jobs[i].pid != 0;
                next++;
            }
        pid = waitpid(-1, &status, 0);
        for (size_t i = 0; i < PARALLEL; i++)
            if (pid > 0 && jobs[i].pid == pid) {
                end_job(&jobs[i], status);
                running--;
            }
    }
}

int
main(void)
{
    unsigned seeds = getenv("SHOGI_LONG") ? 4 : 1;

    test_every_fault_is_survived(seeds);
    return done_testing();
}
