/* SPDX-License-Identifier: MIT */
/* test_usi_calls.c - what a program may do with a USI engine: stop it from anywhere, let
 * it forget, run it in a folder, give it options, and lose it. */
#include "tap.h"
#include "usi_run.h"

#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>

static struct usi_game game;
static struct shogi_answer answer;

/* What went both ways, a line each, '>' or '<' before it. */
static char log_text[1 << 16];

static void
keep_log(void *context, char direction, const char *line, size_t len)
{
    size_t used = strlen(log_text);

    (void)context;
    if (used + len + 3 < sizeof log_text)
        snprintf(log_text + used, sizeof log_text - used, "%c%.*s\n", direction, (int)len,
                 line);
}

static char open_error[2048];

static struct shogi_engine *
open_command(const char *command, struct shogi_usi_options options)
{
    options.command = command;
    options.transcript = keep_log;
    log_text[0] = open_error[0] = '\0';
    return shogi_engine_open(&options, open_error, sizeof open_error);
}

static struct shogi_engine *
open_fake(const char *mode, unsigned seed, struct shogi_usi_options options)
{
    char command[4200];

    return open_command(usi_fake_command(mode, seed, command, sizeof command), options);
}

/* ---- stopping
 * --------------------------------------------------------------------------- */

static struct shogi_engine *to_stop;

static void *
stop_soon(void *nothing)
{
    poll(NULL, 0, 100);
    shogi_engine_stop(to_stop);
    return nothing;
}

static void
stop_on_signal(int number)
{
    (void)number;
    shogi_engine_stop(to_stop);
}

static void
test_another_thread_stops_it(void)
{
    pthread_t thread;

    to_stop = open_fake("normal", 0, (struct shogi_usi_options){ 0 });
    if (!ok(to_stop != NULL) || !ok(pthread_create(&thread, NULL, stop_soon, NULL) == 0))
        return;
    is_int(usi_ask(to_stop, &game, 1, (struct shogi_limits){ 0 }, &answer), SHOGI_OK);
    ok(answer.stopped);
    is_int(answer.lines[0].value, 101);
    pthread_join(thread, NULL);
    is_int(usi_ask(to_stop, &game, 2, (struct shogi_limits){ .nodes = 9 }, &answer),
           SHOGI_OK);
    ok(!answer.stopped);
    is_int(answer.lines[0].value, 102);
    shogi_engine_free(to_stop);
}

static void
test_a_signal_handler_stops_it(void)
{
    struct sigaction action = { .sa_handler = stop_on_signal }, old;
    struct itimerspec soon = { .it_value = { .tv_nsec = 100000000 } };
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM };
    timer_t timer;

    to_stop = open_fake("normal", 0, (struct shogi_usi_options){ 0 });
    if (!ok(to_stop != NULL))
        return;
    sigaction(SIGALRM, &action, &old);
    if (ok(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)) {
        timer_settime(timer, 0, &soon, NULL);
        is_int(usi_ask(to_stop, &game, 0, (struct shogi_limits){ 0 }, &answer), SHOGI_OK);
        ok(answer.stopped);
        timer_delete(timer);
    }
    sigaction(SIGALRM, &old, NULL);
    shogi_engine_free(to_stop);
}

static void
test_stop_between_questions_is_for_the_next(void)
{
    to_stop = open_fake("normal", 0, (struct shogi_usi_options){ 0 });
    if (!ok(to_stop != NULL))
        return;
    shogi_engine_stop(to_stop);
    is_int(usi_ask(to_stop, &game, 0, (struct shogi_limits){ 0 }, &answer), SHOGI_OK);
    ok(answer.stopped);
    is_int(answer.end, SHOGI_ANSWER_MOVE);
    shogi_engine_free(to_stop);
}

/* ---- limits
 * ----------------------------------------------------------------------------- */

static void
test_time_is_kept_by_our_clock(void)
{
    struct shogi_engine *e = open_fake("normal", 0, (struct shogi_usi_options){ 0 });

    if (!ok(e != NULL))
        return;
    is_int(usi_ask(e, &game, 0, (struct shogi_limits){ .time_ms = 150 }, &answer),
           SHOGI_OK);
    ok(answer.time_ms >= 150);
    ok(strstr(log_text, ">go infinite\n") && strstr(log_text, ">stop\n"));
    shogi_engine_free(e);
}

static void
test_nodes_and_depth_are_told(void)
{
    struct shogi_engine *e = open_fake("normal", 0, (struct shogi_usi_options){ 0 });

    if (!ok(e != NULL))
        return;
    usi_ask(e, &game, 0, (struct shogi_limits){ .nodes = 1000 }, &answer);
    ok(strstr(log_text, ">go nodes 1000\n") != NULL);
    usi_ask(e, &game, 0, (struct shogi_limits){ .depth = 7 }, &answer);
    ok(strstr(log_text, ">go depth 7\n") != NULL);
    ok(strstr(log_text, ">stop\n") == NULL);
    shogi_engine_free(e);
}

/* The fake thinks for ever here, and tells depth 3 and 300 nodes at once. */
static void
test_an_engine_without_limits_is_stopped_at_them(void)
{
    struct shogi_engine *e =
        open_fake("dies-of-limits", 0, (struct shogi_usi_options){ 0 });

    if (!ok(e != NULL))
        return;
    is_int(usi_ask(e, &game, 0, (struct shogi_limits){ .depth = 3 }, &answer), SHOGI_OK);
    is_int(answer.lines[0].depth, 3);
    ok(strstr(log_text, ">go infinite\n") != NULL);
    is_int(usi_ask(e, &game, 1, (struct shogi_limits){ .nodes = 300 }, &answer),
           SHOGI_OK);
    is_int(answer.nodes, 300);
    is_int(answer.end, SHOGI_ANSWER_MOVE);
    shogi_engine_free(e);
}

/* ---- what is sent
 * ----------------------------------------------------------------------- */

static void
test_the_whole_way_is_sent(void)
{
    struct shogi_engine *e = open_fake("normal", 0, (struct shogi_usi_options){ 0 });
    struct shogi_position p;
    struct shogi_question q = { .start = &p, .limits = { .nodes = 9 } };
    size_t used;

    if (!ok(e != NULL))
        return;
    usi_ask(e, &game, 3, (struct shogi_limits){ .nodes = 9 }, &answer);
    ok(strstr(log_text, ">position startpos moves 7g7f 3c3d 2g2f\n") != NULL);
    shogi_position_from_sfen(&p, "4k4/9/9/9/9/9/9/9/4K4 w R 8", 27, &used);
    is_int(shogi_engine_analyze(e, &q, &answer), SHOGI_OK);
    ok(strstr(log_text, ">position sfen 4k4/9/9/9/9/9/9/9/4K4 w R 8\n") != NULL);
    shogi_engine_free(e);
}

static void
test_options_are_sent_under_the_name_that_is_offered(void)
{
    static const char *const options[] = { "USI_Hash=32", "Skill Level=3", "Clear Hash",
                                           "EvalDir=",    "Unheard=x=y",   NULL };
    struct shogi_engine *e =
        open_fake("odd-options", 0, (struct shogi_usi_options){ .options = options });

    if (!ok(e != NULL))
        return;
    ok(strstr(log_text, ">setoption name Hash value 32\n") != NULL);
    ok(strstr(log_text, "value 64") == NULL);
    ok(strstr(log_text, ">setoption name Skill Level value 3\n") != NULL);
    ok(strstr(log_text, ">setoption name Clear Hash\n") != NULL);
    ok(strstr(log_text, ">setoption name EvalDir value <empty>\n") != NULL);
    ok(strstr(log_text, ">setoption name Unheard value x=y\n") != NULL);
    shogi_engine_free(e);
}

static void
test_numbers_are_cut_to_what_is_offered(void)
{
    struct shogi_engine *e = open_fake(
        "normal", 0, (struct shogi_usi_options){ .hash_mb = 99999, .threads = 64 });

    if (!ok(e != NULL))
        return;
    ok(strstr(log_text, ">setoption name USI_Hash value 1024\n") != NULL);
    ok(strstr(log_text, ">setoption name Threads value 2\n") != NULL);
    shogi_engine_free(e);
}

static void
test_options_that_would_be_commands_are_refused(void)
{
    static const char *const options[] = { "A=1\nquit", NULL };

    ok(open_fake("normal", 0, (struct shogi_usi_options){ .options = options }) == NULL);
    ok(strstr(open_error, "an option has no name or holds a control character") != NULL);
}

static void
test_forgetting_is_a_new_game(void)
{
    struct shogi_engine *e = open_fake("normal", 0, (struct shogi_usi_options){ 0 });
    struct shogi_limits limits = { .nodes = 9 };
    const char *end;

    if (!ok(e != NULL))
        return;
    usi_ask(e, &game, 0, limits, &answer);
    usi_ask(e, &game, 1, limits, &answer);
    end = log_text + strlen(log_text);
    usi_ask(e, &game, 2, limits, &answer);
    ok(strstr(end, "usinewgame") == NULL);
    end = log_text + strlen(log_text);
    shogi_engine_forget(e);
    is_int(usi_ask(e, &game, 3, limits, &answer), SHOGI_OK);
    ok(strstr(end, ">isready\n<readyok\n>usinewgame\n") != NULL);
    shogi_engine_free(e);
}

/* ---- positions
 * -------------------------------------------------------------------------- */

static void
test_impossible_positions_are_not_sent(void)
{
    static const char *const sfens[] = {
        "9/9/9/9/9/9/9/9/4K4 b - 1",       "4k4/9/9/9/9/9/9/9/9 b - 1",
        "4k4/9/9/9/9/9/4P4/4P4/4K4 b - 1", "4k4/4R4/9/9/9/9/9/9/4K4 b - 1",
        "4k3P/9/9/9/9/9/9/9/4K4 b - 1",
    };
    struct shogi_engine *e = open_fake("normal", 0, (struct shogi_usi_options){ 0 });
    size_t used;

    if (!ok(e != NULL))
        return;
    for (size_t i = 0; i < sizeof sfens / sizeof *sfens; i++) {
        struct shogi_position p;
        struct shogi_question q = { .start = &p };

        shogi_position_from_sfen(&p, sfens[i], strlen(sfens[i]), &used);
        is_int(shogi_engine_analyze(e, &q, &answer), SHOGI_BAD);
        ok(strstr(shogi_engine_error(e), "not a position for an engine") != NULL);
    }
    ok(strstr(log_text, ">position") == NULL);
    is_int(usi_ask(e, &game, 0, (struct shogi_limits){ .nodes = 9 }, &answer), SHOGI_OK);
    is_str(shogi_engine_error(e), "");
    shogi_engine_free(e);
}

static void
test_illegal_way_is_not_sent(void)
{
    struct shogi_engine *e = open_fake("normal", 0, (struct shogi_usi_options){ 0 });
    shogi_move moves[] = { shogi_move_from_usi("7g7f", 4),
                           shogi_move_from_usi("7g7f", 4) };
    struct shogi_question q = { .start = &game.start, .moves = moves, .move_count = 2 };

    if (!ok(e != NULL))
        return;
    is_int(shogi_engine_analyze(e, &q, &answer), SHOGI_BAD);
    is_str(shogi_engine_error(e),
           "not a position for an engine: move 2 before it is illegal");
    shogi_engine_free(e);
}

static void
test_a_mated_side_resigns_without_an_engine(void)
{
    struct shogi_engine *e = open_fake("normal", 0, (struct shogi_usi_options){ 0 });
    struct shogi_position p;
    struct shogi_question q = { .start = &p };
    const char *sfen = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
    size_t used;

    if (!ok(e != NULL))
        return;
    shogi_position_from_sfen(&p, sfen, strlen(sfen), &used);
    is_int(shogi_engine_analyze(e, &q, &answer), SHOGI_OK);
    is_int(answer.end, SHOGI_ANSWER_RESIGN);
    is_int(answer.line_count, 0);
    shogi_engine_free(e);
}

/* ---- programs and folders
 * --------------------------------------------------------------- */

static void
test_what_is_no_program_is_told(void)
{
    static const struct {
        const char *command, *error;
    } cases[] = {
        { "", "cannot use '' as an engine: it is empty" },
        { "'x", "cannot use ''x' as an engine: a quote has no end" },
        { "/no/such/engine x", "there is no such file" },
        { "no-such-engine-anywhere", "no such program in the folders of PATH" },
        { "/dev/null", "it may not be run" },
        { "/bin/true", "exited with status 0 before it said usiok" },
        { "/bin/cat", "exited" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct shogi_usi_options options = { .start_ms = 300 };

        ok(open_command(cases[i].command, options) == NULL);
        if (strcmp(cases[i].command, "/bin/cat") == 0) /* it says "usi", and waits */
            ok(strstr(open_error, "did not say usiok")
               && strstr(open_error, "said 'usi'"));
        else if (!ok(strstr(open_error, cases[i].error) != NULL))
            note("%s", open_error);
    }
    ok(open_command("/bin/true", (struct shogi_usi_options){ .folder = "/no/folder" })
       == NULL);
    ok(strstr(open_error, "cannot be run in the folder '/no/folder'") != NULL);
}

static void
write_file(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");

    if (ok(f != NULL)) {
        fputs(text, f);
        fclose(f);
        chmod(path, 0755);
    }
}

/* Words of a hostile folder are words, and the program runs in its own folder. */
static void
test_no_shell_and_its_own_folder(void)
{
    const char *temporary = getenv("TMPDIR");
    char top[100], folder[200], path[300], command[400];
    struct shogi_engine *e;

    snprintf(top, sizeof top, "%.60s/usi-calls-%ld", temporary ? temporary : "/tmp",
             (long)getpid());
    if (!ok(mkdir(top, 0700) == 0))
        return;
    snprintf(folder, sizeof folder, "%s/a b;$(touch x)", top);
    snprintf(path, sizeof path, "%s/e'n\"g", folder);
    ok(mkdir(folder, 0700) == 0);
    write_file(path, "#!/bin/sh\n"
                     "echo id name `pwd` \"$1\"\necho usiok\nread a\nread b\nread c\n"
                     "echo readyok\nread d\nread e\n");
    snprintf(command, sizeof command, "\"%s/a b;\\$(touch x)/e'n\\\"g\" '$HOME'", top);
    e = open_command(command, (struct shogi_usi_options){ 0 });
    if (ok(e != NULL)) {
        snprintf(command, sizeof command, "%s $HOME", folder);
        is_str(shogi_engine_name(e), command);
        shogi_engine_free(e);
    } else {
        note("%s", open_error);
    }
    snprintf(command, sizeof command, "%s/x", folder);
    ok(access(command, F_OK) != 0);
    ok(access("x", F_OK) != 0);
    unlink(path);
    rmdir(folder);
    rmdir(top);
}

static void
test_another_folder_can_be_asked_for(void)
{
    char command[300];
    struct shogi_engine *e;

    snprintf(command, sizeof command,
             "/bin/sh -c 'echo id name $(pwd); echo usiok; read a; read b; read c; "
             "echo readyok; read d; read e'");
    e = open_command(command, (struct shogi_usi_options){ .folder = "/" });
    if (ok(e != NULL))
        is_str(shogi_engine_name(e), "/");
    shogi_engine_free(e);
}

/* ---- losing it
 * -------------------------------------------------------------------------- */

static void
test_an_engine_without_restarts_is_lost(void)
{
    struct shogi_engine *e =
        open_fake("exit-in-search", 0, (struct shogi_usi_options){ 0 });
    struct shogi_limits limits = { .nodes = 100 };

    if (!ok(e != NULL))
        return;
    is_int(usi_ask(e, &game, 0, limits, &answer), SHOGI_OK);
    is_int(usi_ask(e, &game, 1, limits, &answer), SHOGI_FATAL);
    ok(strstr(shogi_engine_error(e), "exited with status 5 while it thought") != NULL);
    is_int(usi_ask(e, &game, 2, limits, &answer), SHOGI_FATAL);
    ok(strstr(shogi_engine_error(e), "exited with status 5 while it thought") != NULL);
    shogi_engine_free(e);
}

static void
test_restarts_are_counted_one_after_the_other(void)
{
    struct shogi_engine *e =
        open_fake("exit-in-search", 0, (struct shogi_usi_options){ .restarts = 1 });
    struct shogi_limits limits = { .nodes = 100 };

    if (!ok(e != NULL))
        return;
    for (int i = 0; i < 3; i++) {
        is_int(usi_ask(e, &game, 1, limits, &answer), SHOGI_BAD);
        is_int(usi_ask(e, &game, 0, limits, &answer), SHOGI_OK);
    }
    is_int(usi_ask(e, &game, 1, limits, &answer), SHOGI_BAD);
    is_int(usi_ask(e, &game, 1, limits, &answer), SHOGI_FATAL);
    shogi_engine_free(e);
}

static void
test_options_are_sent_again_after_a_restart(void)
{
    static const char *const options[] = { "Style=bold", NULL };
    struct shogi_engine *e =
        open_fake("exit-in-search", 0,
                  (struct shogi_usi_options){ .restarts = 1, .options = options });
    struct shogi_limits limits = { .nodes = 100, .lines = 2 };
    const char *end;

    if (!ok(e != NULL))
        return;
    is_int(usi_ask(e, &game, 1, limits, &answer), SHOGI_BAD);
    end = log_text + strlen(log_text);
    is_int(usi_ask(e, &game, 2, limits, &answer), SHOGI_OK);
    is_int(answer.line_count, 2);
    ok(strstr(end, ">setoption name Style value bold\n") != NULL);
    ok(strstr(end, ">setoption name MultiPV value 2\n") != NULL);
    shogi_engine_free(e);
}

/* ---- manners of ours
 * -------------------------------------------------------------------- */

static void
test_signals_of_the_program_are_left_alone(void)
{
    struct sigaction old, ignore = { .sa_handler = SIG_IGN };
    struct sigaction defaults = { .sa_handler = SIG_DFL };
    struct shogi_engine *e;
    sigset_t mask;

    /* A closed pipe would end this test by SIGPIPE. */
    sigaction(SIGPIPE, &defaults, NULL);
    e = open_fake("closes-stdin", 0, (struct shogi_usi_options){ .restarts = 1 });
    if (!ok(e != NULL))
        return;
    for (size_t ply = 0; ply < 3; ply++)
        is_int(usi_ask(e, &game, ply, (struct shogi_limits){ .nodes = 9 }, &answer),
               SHOGI_OK);
    shogi_engine_free(e);
    sigaction(SIGPIPE, NULL, &old);
    ok(old.sa_handler == SIG_DFL);
    pthread_sigmask(SIG_BLOCK, NULL, &mask);
    ok(!sigismember(&mask, SIGPIPE));
    sigpending(&mask);
    ok(!sigismember(&mask, SIGPIPE));
    /* Whoever ignores its children's ends gets no status, and answers all the same. */
    sigaction(SIGCHLD, &ignore, &old);
    e = open_fake("crash-in-search", 0, (struct shogi_usi_options){ .restarts = 1 });
    if (ok(e != NULL)) {
        is_int(usi_ask(e, &game, 1, (struct shogi_limits){ .nodes = 9 }, &answer),
               SHOGI_BAD);
        ok(strstr(shogi_engine_error(e), "ended while it thought") != NULL);
        is_int(usi_ask(e, &game, 2, (struct shogi_limits){ .nodes = 9 }, &answer),
               SHOGI_OK);
    }
    shogi_engine_free(e);
    sigaction(SIGCHLD, &old, NULL);
}

static void *
ask_many(void *result)
{
    struct shogi_usi_options options = { 0 };
    static const char *const modes[] = { "normal", "flood", "stderr-1mb" };
    struct shogi_engine *e;
    char command[4200], error[200];
    struct shogi_answer *a = calloc(1, sizeof *a);
    int good = 0;

    options.command =
        usi_fake_command(modes[*(int *)result % 3], 0, command, sizeof command);
    e = shogi_engine_open(&options, error, sizeof error);
    for (size_t ply = 0; e && ply < USI_QUESTIONS; ply++)
        good +=
            usi_ask(e, &game, ply, (struct shogi_limits){ .nodes = 100 }, a) == SHOGI_OK
            && a->lines[0].value == 100 + (int)ply;
    shogi_engine_free(e);
    free(a);
    *(int *)result = good;
    return NULL;
}

static void
test_engines_in_several_threads(void)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    int results[THREADS];

    for (int i = 0; i < THREADS; i++) {
        results[i] = i;
        if (!ok(pthread_create(&threads[i], NULL, ask_many, &results[i]) == 0))
            return;
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        is_int(results[i], USI_QUESTIONS);
    }
}

static void
test_nothing_is_left_behind(int descriptors)
{
    ok(!usi_has_child());
    is_int(usi_count_descriptors(), descriptors);
    shogi_engine_free(NULL);
}

int
main(void)
{
    int descriptors = usi_count_descriptors();

    usi_game_set(&game);
    test_another_thread_stops_it();
    test_a_signal_handler_stops_it();
    test_stop_between_questions_is_for_the_next();
    test_time_is_kept_by_our_clock();
    test_nodes_and_depth_are_told();
    test_an_engine_without_limits_is_stopped_at_them();
    test_the_whole_way_is_sent();
    test_options_are_sent_under_the_name_that_is_offered();
    test_numbers_are_cut_to_what_is_offered();
    test_options_that_would_be_commands_are_refused();
    test_forgetting_is_a_new_game();
    test_impossible_positions_are_not_sent();
    test_illegal_way_is_not_sent();
    test_a_mated_side_resigns_without_an_engine();
    test_what_is_no_program_is_told();
    test_no_shell_and_its_own_folder();
    test_another_folder_can_be_asked_for();
    test_an_engine_without_restarts_is_lost();
    test_restarts_are_counted_one_after_the_other();
    test_options_are_sent_again_after_a_restart();
    test_signals_of_the_program_are_left_alone();
    test_engines_in_several_threads();
    test_nothing_is_left_behind(descriptors);
    return done_testing();
}
