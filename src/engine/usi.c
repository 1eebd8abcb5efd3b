/* SPDX-License-Identifier: MIT */
/* usi.c - a USI engine as a child process: opened, asked, stopped, freed. */
#include "engine/usi.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <shogi/foul.h>

#include "base/memory.h"
#include "engine/command.h"
#include "engine/spawn.h"

enum { QUIT_MS = 2000 };

static struct shogi_usi *
usi_of(struct shogi_engine *e)
{
    return (struct shogi_usi *)e;
}

/* ---- errors ---------------------------------------------------------------------- */

/* Append text, cut to what fits. */
static void
add_text(char *out, size_t size, const char *format, ...)
{
    size_t len = strlen(out);
    va_list args;

    va_start(args, format);
    vsnprintf(out + len, size - len, format, args);
    va_end(args);
}

static void
add_clean(char *out, size_t size, const char *s, size_t len)
{
    size_t used = strlen(out);

    shogi_usi_clean(s, len, out + used, size - used);
}

/* The last lines on standard error, behind each other. */
static void
add_messages(struct shogi_usi *u)
{
    enum { BYTES_MAX = 1200, LINES_MAX = 20 };
    const char *end = u->process.tail + u->process.tail_len, *begin = end;
    unsigned lines = 0;

    while (begin > u->process.tail && end - begin < BYTES_MAX) {
        if (begin[-1] == '\n' && begin != end && ++lines == LINES_MAX)
            break;
        begin--;
    }
    if (begin == end)
        return;
    add_text(u->error, sizeof u->error, "; its standard error ends in '");
    while (begin < end) {
        const char *lf = memchr(begin, '\n', (size_t)(end - begin));
        const char *line_end = lf ? lf : end;

        add_clean(u->error, sizeof u->error, begin, (size_t)(line_end - begin));
        begin = lf ? lf + 1 : end;
        if (begin < end)
            add_text(u->error, sizeof u->error, " / ");
    }
    add_text(u->error, sizeof u->error, "'");
}

void
shogi_usi_fail(struct shogi_usi *u, const char *format, ...)
{
    const char *partial;
    size_t len = u->process.from ? shogi_process_partial(&u->process, &partial) : 0;
    va_list args;

    snprintf(u->error, sizeof u->error, "engine '");
    add_clean(u->error, sizeof u->error, u->program, strlen(u->program));
    add_text(u->error, sizeof u->error, "' ");
    va_start(args, format);
    vsnprintf(u->error + strlen(u->error), sizeof u->error - strlen(u->error), format,
              args);
    va_end(args);
    if (len > 0) {
        add_text(u->error, sizeof u->error, "; it last said, without ending the line, '");
        add_clean(u->error, sizeof u->error, partial, len < 200 ? len : 200);
        add_text(u->error, sizeof u->error, "'");
    } else if (u->last_len > 0) {
        add_text(u->error, sizeof u->error, "; it last said '");
        add_clean(u->error, sizeof u->error, u->last, u->last_len);
        add_text(u->error, sizeof u->error, "'");
    }
    add_messages(u);
}

/* ---- lines both ways ------------------------------------------------------------- */

static void
note_line(struct shogi_usi *u, char direction, const char *line, size_t len)
{
    if (u->options.transcript)
        u->options.transcript(u->options.transcript_context, direction, line, len);
}

bool
shogi_usi_send(struct shogi_usi *u)
{
    bool is_sent = false;

    if (!u->text.failed) {
        note_line(u, '>', u->text.data, u->text.len);
        shogi_buf_putc(&u->text, '\n');
    }
    if (!u->text.failed)
        is_sent = shogi_process_send(&u->process, u->text.data, u->text.len);
    shogi_buf_reset(&u->text);
    if (!is_sent)
        shogi_usi_fail(u, "cannot be spoken to: memory is out");
    return is_sent;
}

bool
shogi_usi_say(struct shogi_usi *u, const char *line)
{
    shogi_buf_puts(&u->text, line);
    return shogi_usi_send(u);
}

static void
empty_wake(struct shogi_usi *u)
{
    char bytes[64];

    while (read(u->wake[0], bytes, sizeof bytes) > 0)
        ;
}

enum shogi_process_event
shogi_usi_hear(struct shogi_usi *u, int64_t deadline_ms, struct shogi_usi_line *line)
{
    const char *text;
    size_t len;
    enum shogi_process_event event =
        shogi_process_wait(&u->process, deadline_ms, u->wake[0], &text, &len);

    if (event == SHOGI_PROCESS_WOKEN)
        empty_wake(u);
    if (event != SHOGI_PROCESS_LINE)
        return event;
    note_line(u, '<', text, len);
    shogi_usi_line_read(text, len, line);
    if (len > 0) {
        u->last_len = len < sizeof u->last ? len : sizeof u->last;
        memcpy(u->last, text, u->last_len);
    }
    return event;
}

void
shogi_usi_kill(struct shogi_usi *u)
{
    shogi_process_stop(&u->process, 0);
    u->is_running = false;
}

/* ---- asking ---------------------------------------------------------------------- */

/* Positions that no game reaches are not sent: some engines end, some answer about
 * another position.  False: the error is set. */
static bool
find_position(struct shogi_usi *u, const struct shogi_question *q,
              struct shogi_position *p)
{
    /* clang-format off */
    static const struct { uint32_t problem; const char *text; } texts[] = {
        { SHOGI_PROBLEM_NO_ATTACKER_KING, "the side to move has no king" },
        { SHOGI_PROBLEM_NO_DEFENDER_KING, "the side not to move has no king" },
        { SHOGI_PROBLEM_TWO_KINGS, "a side has two kings" },
        { SHOGI_PROBLEM_OPPONENT_IN_CHECK, "the side not to move is in check" },
        { SHOGI_PROBLEM_NIFU, "two pawns of a side are on a file" },
        { SHOGI_PROBLEM_DEAD_PIECE, "a piece can never move again" },
        { SHOGI_PROBLEM_TOO_MANY_PIECES, "there are too many pieces" },
    };
    /* clang-format on */
    uint32_t problems = shogi_position_problems(q->start);
    struct shogi_undo undo;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (problems & texts[i].problem) {
            snprintf(u->error, sizeof u->error, "not a position for an engine: %s",
                     texts[i].text);
            return false;
        }
    *p = *q->start;
    for (size_t i = 0; i < q->move_count; i++)
        if (shogi_move_fouls(p, q->moves[i]) != 0
            || !shogi_position_play(p, q->moves[i], &undo)) {
            snprintf(u->error, sizeof u->error,
                     "not a position for an engine: move %zu before it is illegal",
                     i + 1);
            return false;
        }
    return true;
}

/* It failed; may it be started again? */
static enum shogi_status
count_failure(struct shogi_usi *u)
{
    if (u->failures++ < u->options.restarts)
        return SHOGI_BAD;
    u->is_lost = true;
    return SHOGI_FATAL;
}

/* Start it again when it does not run.  A start that fails is tried again as often as
 * restarts are left. */
static enum shogi_status
revive(struct shogi_usi *u)
{
    if (u->is_running && !shogi_usi_is_alive(u) && count_failure(u) == SHOGI_FATAL)
        return SHOGI_FATAL;
    while (!u->is_running) {
        if (shogi_usi_start(u))
            break;
        if (shogi_usi_is_stopped(u))
            return SHOGI_BAD;
        if (count_failure(u) == SHOGI_FATAL)
            return SHOGI_FATAL;
    }
    return SHOGI_OK;
}

static enum shogi_status
ask(struct shogi_usi *u, const struct shogi_question *q, const struct shogi_position *p,
    struct shogi_answer *a)
{
    enum shogi_usi_style style = u->style;
    enum shogi_usi_outcome outcome;

    do {
        enum shogi_status status = revive(u);

        if (status != SHOGI_OK)
            return status;
        outcome =
            shogi_usi_prepare(u, q) ? shogi_usi_think(u, q, p, a) : SHOGI_USI_WAS_DEAD;
        if (outcome == SHOGI_USI_WAS_DEAD && count_failure(u) == SHOGI_FATAL)
            return SHOGI_FATAL;
    } while ((outcome == SHOGI_USI_ASK_AGAIN || outcome == SHOGI_USI_WAS_DEAD)
             && !shogi_usi_is_stopped(u));
    if (outcome == SHOGI_USI_ANSWERED) {
        u->failures = 0;
        return SHOGI_OK;
    }
    if (outcome != SHOGI_USI_FAILED) {
        shogi_usi_fail(u, "was stopped before it answered");
        return SHOGI_BAD;
    }
    /* Whatever it was, it was not the way of asking. */
    if (style == SHOGI_USI_NATIVE && u->style == SHOGI_USI_CLOCK)
        u->style = style;
    return count_failure(u);
}

static enum shogi_status
analyze(struct shogi_engine *e, const struct shogi_question *q, struct shogi_answer *a)
{
    struct shogi_usi *u = usi_of(e);
    struct shogi_position p;
    enum shogi_status status = SHOGI_OK;

    *a = (struct shogi_answer){ .best = SHOGI_NO_MOVE, .end = SHOGI_ANSWER_NO_MOVE };
    if (u->is_lost)
        return SHOGI_FATAL;
    u->error[0] = '\0';
    if (!find_position(u, q, &p))
        status = SHOGI_BAD;
    else if (!shogi_position_has_legal_move(&p))
        a->end = SHOGI_ANSWER_RESIGN; /* needs no engine, and some end here */
    else
        status = ask(u, q, &p, a);
    a->stopped = atomic_exchange(&u->stop, 0) != 0;
    empty_wake(u);
    return status;
}

static void
stop(struct shogi_engine *e)
{
    struct shogi_usi *u = usi_of(e);
    int saved = errno;

    atomic_store(&u->stop, 1);
    /* A full pipe wakes as well. */
    if (write(u->wake[1], "", 1) < 0)
        errno = saved;
    errno = saved;
}

static void
forget(struct shogi_engine *e)
{
    usi_of(e)->is_fresh = false;
}

static const char *
name(const struct shogi_engine *e)
{
    return ((const struct shogi_usi *)e)->name;
}

static const char *
error(const struct shogi_engine *e)
{
    return ((const struct shogi_usi *)e)->error;
}

/* ---- opening and freeing --------------------------------------------------------- */

static void
free_usi(struct shogi_engine *e)
{
    struct shogi_usi *u = usi_of(e);

    if (u->is_running) {
        shogi_usi_say(u, "quit");
        shogi_process_stop(&u->process, QUIT_MS);
    }
    shogi_process_release(&u->process);
    for (int i = 0; i < 2; i++)
        if (u->wake[i] >= 0)
            close(u->wake[i]);
    shogi_buf_release(&u->text);
    shogi_arena_release(&u->offers_arena);
    shogi_arena_release(&u->arena);
    shogi_memory_free(u);
}

static const struct shogi_engine_class usi_class = {
    .analyze = analyze,
    .stop = stop,
    .forget = forget,
    .free = free_usi,
    .name = name,
    .error = error,
};

/* Line feeds in what is sent would be commands of their own. */
static bool
has_control_character(const char *s)
{
    for (; *s; s++)
        if ((unsigned char)*s < 0x20 || *s == 0x7f)
            return true;
    return false;
}

/* Copies of the options' strings.  False: *WHY says what is wrong with them. */
static bool
copy_options(struct shogi_usi *u, const char *const *options, const char **why)
{
    size_t count = 0;
    char **copies;

    *why = "memory is out";
    while (options && options[count])
        count++;
    copies = shogi_arena_alloc(&u->arena, (count + 1) * sizeof *copies);
    if (!copies)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (has_control_character(options[i]) || !*options[i] || *options[i] == '=') {
            *why = "an option has no name or holds a control character";
            return false;
        }
        copies[i] = shogi_arena_text(&u->arena, options[i], strlen(options[i]));
        if (!copies[i])
            return false;
    }
    u->options.options = (const char *const *)copies;
    return true;
}

/* Where the program is, and where to run it. */
static bool
find_program(struct shogi_usi *u, const char **why)
{
    const char *slash;

    u->words = shogi_command_split(u->options.command, &u->arena, why);
    if (!u->words)
        return false;
    slash = strrchr(u->words[0], '/');
    u->program = slash && slash[1] ? slash + 1 : u->words[0];
    u->path = shogi_command_find(u->words[0], getenv("PATH"), &u->arena, why);
    if (!u->path)
        return false;
    *why = "memory is out";
    slash = strrchr(u->path, '/');
    u->folder =
        u->options.folder
            ? shogi_arena_text(&u->arena, u->options.folder, strlen(u->options.folder))
            : shogi_arena_text(&u->arena, u->path,
                               slash == u->path ? 1 : (size_t)(slash - u->path));
    return u->folder != NULL;
}

static bool
set_up(struct shogi_usi *u, const struct shogi_usi_options *options, const char **why)
{
    u->options = *options;
    u->options.hash_mb = options->hash_mb ? options->hash_mb : 256;
    u->options.threads = options->threads ? options->threads : 1;
    u->options.start_ms = options->start_ms ? options->start_ms : 30000;
    u->options.ready_ms = options->ready_ms ? options->ready_ms : 300000;
    u->options.grace_ms = options->grace_ms ? options->grace_ms : 10000;
    u->lines = 1;
    *why = "there is no command";
    if (!options->command)
        return false;
    if (!copy_options(u, options->options, why) || !find_program(u, why))
        return false;
    shogi_usi_clean(u->program, strlen(u->program), u->name, sizeof u->name);
    *why = "no pipe can be made";
    if (shogi_spawn_pipe(u->wake) != 0) {
        u->wake[0] = u->wake[1] = -1;
        return false;
    }
    fcntl(u->wake[0], F_SETFL, O_NONBLOCK);
    fcntl(u->wake[1], F_SETFL, O_NONBLOCK);
    return true;
}

struct shogi_engine *
shogi_engine_open(const struct shogi_usi_options *options, char *why, size_t size)
{
    struct shogi_usi *u = shogi_memory_alloc(sizeof *u);
    const char *fault = "memory is out";
    char command[256] = "";

    if (options->command)
        shogi_usi_clean(options->command, strlen(options->command), command,
                        sizeof command);
    if (u) {
        memset(u, 0, sizeof *u);
        u->base.class = &usi_class;
        u->program = "";
        u->wake[0] = u->wake[1] = -1;
        if (set_up(u, options, &fault)) {
            if (shogi_usi_start(u))
                return &u->base;
            snprintf(why, size, "%s", u->error);
            free_usi(&u->base);
            return NULL;
        }
        free_usi(&u->base);
    }
    snprintf(why, size, "cannot use '%s' as an engine: %s", command, fault);
    return NULL;
}
