/* SPDX-License-Identifier: MIT */
/* interrupt.c - SIGINT and SIGTERM end long work in good order.
 *
 * The signals are blocked everywhere; a thread waits for them.  So nothing here runs in
 * a signal handler, and engines can be stopped under a lock. */
#include "tool/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "tool/message.h"

static struct interrupt {
    sigset_t signals;
    atomic_int came; /* the number of the signal; 0: none */
    int pipe[2];
    pthread_mutex_t mutex; /* guards the engines */
    struct shogi_engine **engines;
    size_t count, cap;
} interrupt = { .mutex = PTHREAD_MUTEX_INITIALIZER };

static void
stop_engines(void)
{
    pthread_mutex_lock(&interrupt.mutex);
    for (size_t i = 0; i < interrupt.count; i++)
        shogi_engine_stop(interrupt.engines[i]);
    pthread_mutex_unlock(&interrupt.mutex);
}

static void
end_by(int number)
{
    sigset_t one;

    sigemptyset(&one);
    sigaddset(&one, number);
    raise(number);
    pthread_sigmask(SIG_UNBLOCK, &one, NULL);
}

/* An engine that was just about to begin does not notice that it was stopped: do it
 * again until the program ends. */
static void *
wait_for_signals(void *context)
{
    const struct timespec again = { .tv_nsec = 200000000 };
    int number;

    (void)context;
    while (sigwait(&interrupt.signals, &number) != 0)
        ;
    atomic_store(&interrupt.came, number);
    while (write(interrupt.pipe[1], "", 1) < 0 && errno == EINTR)
        ;
    do {
        stop_engines();
        number = sigtimedwait(&interrupt.signals, NULL, &again);
    } while (number < 0);
    end_by(number);
    return NULL;
}

/* Descriptors that are none of the three standard ones, and not for engines. */
static bool
open_pipe(void)
{
    if (pipe(interrupt.pipe) != 0)
        return false;
    for (size_t i = 0; i < 2; i++) {
        int fd = fcntl(interrupt.pipe[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
        close(interrupt.pipe[i]);
        interrupt.pipe[i] = fd;
    }
    return interrupt.pipe[0] >= 0 && interrupt.pipe[1] >= 0;
}

bool
interrupt_start(void)
{
    static const int numbers[] = { SIGINT, SIGTERM };
    struct sigaction old;
    pthread_t thread;
    int error;

    sigemptyset(&interrupt.signals);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaddset(&interrupt.signals, numbers[i]);
    if (!open_pipe()) {
        warn_errno(errno, "cannot open a pipe");
        return false;
    }
    pthread_sigmask(SIG_BLOCK, &interrupt.signals, NULL);
    error = pthread_create(&thread, NULL, wait_for_signals, NULL);
    if (error) {
        warn_errno(error, "cannot start a thread");
        return false;
    }
    pthread_detach(thread);
    return true;
}

bool
interrupt_came(void)
{
    return atomic_load(&interrupt.came) != 0;
}

int
interrupt_fd(void)
{
    return interrupt.pipe[0];
}

bool
interrupt_watch(struct shogi_engine *e)
{
    bool good = true;

    pthread_mutex_lock(&interrupt.mutex);
    if (interrupt.count == interrupt.cap) {
        size_t cap = interrupt.cap ? interrupt.cap * 2 : 16;
        struct shogi_engine **more =
            shogi_memory_resize(interrupt.engines, cap * sizeof *more);
        good = more != NULL;
        if (good) {
            interrupt.engines = more;
            interrupt.cap = cap;
        }
    }
    if (good)
        interrupt.engines[interrupt.count++] = e;
    pthread_mutex_unlock(&interrupt.mutex);
    return good;
}

void
interrupt_let_go(struct shogi_engine *e)
{
    pthread_mutex_lock(&interrupt.mutex);
    for (size_t i = 0; i < interrupt.count; i++)
        if (interrupt.engines[i] == e)
            interrupt.engines[i--] = interrupt.engines[--interrupt.count];
    if (interrupt.count == 0) {
        shogi_memory_free(interrupt.engines);
        interrupt.engines = NULL;
        interrupt.cap = 0;
    }
    pthread_mutex_unlock(&interrupt.mutex);
}

void
interrupt_finish(void)
{
    int number = atomic_load(&interrupt.came);

    if (!number)
        return;
    signal(number, SIG_DFL);
    end_by(number);
}
