/* SPDX-License-Identifier: MIT */
/* test_sandbox.c - what a program gives up it does not have; what it needs it keeps. */
#define _GNU_SOURCE /* CLONE_NEWUSER */
#include "tap.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "text/encoding.h"
#include "tool/sandbox.h"

static char folder[PATH_MAX], input[PATH_MAX + 16], output[PATH_MAX + 16];

/* Do ACT in a process with the rights that NEEDS leaves; what it returns, or 100 where
 * they cannot be taken away. */
static int
inside(const struct sandbox_needs *needs, int (*act)(void))
{
    pid_t child;
    int status = 0;

    fflush(stdout);
    child = fork();
    if (child == 0) {
        _exit(freopen("/dev/null", "w", stderr) && sandbox_enter(SANDBOX_REQUIRE, needs)
                  ? act()
                  : 100);
    }
    if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status);
}

/* ---- what is refused: 0 when it is ---------------------------------------------------
 */

static int
refused(int result)
{
    return result < 0 && (errno == EACCES || errno == EPERM) ? 0 : 1;
}

static int
read_a_file(void)
{
    return refused(open("/etc/passwd", O_RDONLY));
}

static int
list_a_folder(void)
{
    return refused(open("/etc", O_RDONLY | O_DIRECTORY));
}

static int
read_behind_a_link(void)
{
    char link[PATH_MAX + 32];

    snprintf(link, sizeof link, "%s/link", folder);
    return refused(open(link, O_RDONLY));
}

static int
write_elsewhere(void)
{
    return refused(open("/tmp/shogi-forbidden", O_WRONLY | O_CREAT, 0666));
}

static int
write_the_input(void)
{
    return refused(open(input, O_WRONLY));
}

static int
remove_elsewhere(void)
{
    return refused(unlink("/etc/passwd"));
}

static int
open_a_socket(void)
{
    return refused(socket(AF_INET, SOCK_STREAM, 0));
}

static int
open_a_local_socket(void)
{
    return refused(socket(AF_UNIX, SOCK_STREAM, 0));
}

static int
start_a_program(void)
{
    char name[] = "true", *const argv[] = { name, NULL };

    return refused(execv("/bin/true", argv));
}

static int
start_a_process(void)
{
    return refused(fork());
}

static int
end_another_process(void)
{
    return refused(kill(getppid(), 0));
}

static int
call_a_shell(void)
{
    return refused(system("true") == 0 ? 0 : -1);
}

static const struct {
    const char *what;
    int (*act)(void);
} forbidden[] = {
    { "reading /etc/passwd", read_a_file },
    { "listing /etc", list_a_folder },
    { "reading behind a link in the folder of the output", read_behind_a_link },
    { "writing into /tmp", write_elsewhere },
    { "writing the input", write_the_input },
    { "removing /etc/passwd", remove_elsewhere },
    { "opening a socket", open_a_socket },
    { "opening a local socket", open_a_local_socket },
    { "starting a program", start_a_program },
    { "starting a process", start_a_process },
    { "sending a signal", end_another_process },
    { "calling a shell", call_a_shell },
};

static void
test_what_is_given_up_is_refused(const struct sandbox_needs *needs)
{
    int count = 0;

    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++) {
        if (inside(needs, forbidden[i].act) == 0)
            count++;
        else
            note("not refused: %s", forbidden[i].what);
    }
    is_int(count, sizeof forbidden / sizeof *forbidden);
    note("figure P14: %d of %zu forbidden actions refused", count,
         sizeof forbidden / sizeof *forbidden);
}

/* ---- what is kept: 0 when it works ---------------------------------------------------
 */

static void *
nothing(void *context)
{
    return context;
}

static int
do_the_work(void)
{
    char draft[PATH_MAX + 32];
    struct shogi_buf buf = { 0 };
    struct shogi_text text;
    pthread_t thread;
    int in = open(input, O_RDONLY), out;
    bool good;

    snprintf(draft, sizeof draft, "%s/draft", folder);
    out = open(draft, O_WRONLY | O_CREAT | O_EXCL, 0666);
    good = in >= 0 && out >= 0 && write(out, "x", 1) == 1 && fsync(out) == 0
           && close(out) == 0 && rename(draft, output) == 0 && link(output, draft) == 0
           && unlink(draft) == 0;
    good = good && pthread_create(&thread, NULL, nothing, NULL) == 0
           && pthread_join(thread, NULL) == 0;
    /* The C library may have to load its converter now. */
    good =
        good
        && shogi_text_decode(&text, &buf, "\x8e\xe8", 2, false, SHOGI_ENCODING_CP932, 1)
        && text.bad_count == 0;
    shogi_buf_release(&buf);
    return good ? 0 : 1;
}

static void
test_what_the_work_needs_is_kept(const struct sandbox_needs *needs)
{
    is_int(inside(needs, do_the_work), 0);
}

static int
enter_again(void)
{
    return sandbox_enter(SANDBOX_TRY, &(struct sandbox_needs){ .any_input = true })
                   && sandbox_enter(SANDBOX_OFF, &(struct sandbox_needs){ 0 })
               ? read_a_file()
               : 1;
}

static void
test_what_was_given_up_does_not_come_back(const struct sandbox_needs *needs)
{
    is_int(inside(needs, enter_again), 0);
}

static int
measure(void)
{
    return 0;
}

/* The process is counted as well; milliseconds of the quickest of some runs. */
static void
test_it_costs_less_than_two_milliseconds(const struct sandbox_needs *needs)
{
    double best = 1000;

    for (int i = 0; i < 20; i++) {
        struct timespec a, b;
        double ms;
        clock_gettime(CLOCK_MONOTONIC, &a);
        inside(needs, measure);
        clock_gettime(CLOCK_MONOTONIC, &b);
        ms = (double)(b.tv_sec - a.tv_sec) * 1e3 + (double)(b.tv_nsec - a.tv_nsec) / 1e6;
        best = ms < best ? ms : best;
    }
    note("%.2f ms with the process that is made for it", best);
    ok(best < 2);
}

static bool
make_files(void)
{
    char link[PATH_MAX + 32], cwd[PATH_MAX - 64];
    FILE *f;

    if (!getcwd(cwd, sizeof cwd))
        return false;
    snprintf(folder, sizeof folder, "%s/sandbox-%ld", cwd, (long)getpid());
    snprintf(input, sizeof input, "%s.in", folder);
    snprintf(output, sizeof output, "%s/out", folder);
    snprintf(link, sizeof link, "%s/link", folder);
    f = fopen(input, "w");
    return f && fclose(f) == 0 && mkdir(folder, 0777) == 0
           && symlink("/etc/passwd", link) == 0;
}

static void
remove_files(void)
{
    char link[PATH_MAX + 32];

    snprintf(link, sizeof link, "%s/link", folder);
    unlink(link);
    unlink(output);
    unlink(input);
    rmdir(folder);
}

int
main(void)
{
    char *inputs[] = { input, NULL };
    struct sandbox_needs needs = { .inputs = inputs, .outputs = { output } };

    if (!ok(make_files()))
        return done_testing();
    if (inside(&needs, measure) == 100) {
        skip("this system has no Landlock or no seccomp, or a sanitizer is in the way");
    } else {
        test_what_is_given_up_is_refused(&needs);
        test_what_the_work_needs_is_kept(&needs);
        test_what_was_given_up_does_not_come_back(&needs);
        test_it_costs_less_than_two_milliseconds(&needs);
    }
    remove_files();
    return done_testing();
}
