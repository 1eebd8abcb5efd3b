/* SPDX-License-Identifier: MIT */
/* usi_start.c - brings a USI engine to the point where it can be asked. */
#include "engine/usi.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"

enum {
    OFFERS_MAX = 1000, /* options that are remembered */
    READY_FACTOR = 4,  /* keep-alive lines may stretch the wait for readyok so often */
};

/* What we set ourselves.  An engine has one of the names, the usual one first. */
enum setting { HASH, THREADS, PONDER, LINES, SETTING_COUNT };

static const char *const setting_names[SETTING_COUNT][2] = {
    /* clang-format off */
    [HASH]    = { "USI_Hash", "Hash" },
    [THREADS] = { "Threads", "Thread" },
    [PONDER]  = { "USI_Ponder", "Ponder" },
    [LINES]   = { "MultiPV", "USI_MultiPV" },
    /* clang-format on */
};

/* ---- what it offers -------------------------------------------------------------- */

/* One more; those that cannot be kept only lose their range. */
static void
add_offer(struct shogi_usi *u, const struct shogi_usi_line *line)
{
    struct shogi_usi_offer *offer;

    if (u->offer_count >= OFFERS_MAX)
        return;
    offer = shogi_arena_alloc(&u->offers_arena, sizeof *offer);
    if (!offer)
        return;
    offer->name = shogi_arena_text(&u->offers_arena, line->text, line->text_len);
    if (!offer->name)
        return;
    offer->min = line->min;
    offer->max = line->max;
    offer->has_range = line->has_range;
    offer->next = u->offers;
    u->offers = offer;
    u->offer_count++;
}

static const struct shogi_usi_offer *
find_offer(const struct shogi_usi *u, const char *name)
{
    const struct shogi_usi_offer *o = u->offers;

    while (o && strcmp(o->name, name) != 0)
        o = o->next;
    return o;
}

static const struct shogi_usi_offer *
find_setting(const struct shogi_usi *u, enum setting setting)
{
    const struct shogi_usi_offer *o = find_offer(u, setting_names[setting][0]);

    return o ? o : find_offer(u, setting_names[setting][1]);
}

static bool
is_named(const char *option, const char *name)
{
    size_t len = strlen(name);

    return strncmp(option, name, len) == 0 && (option[len] == '=' || option[len] == '\0');
}

/* Does the user set it, under either name? */
static bool
is_users(const struct shogi_usi *u, enum setting setting)
{
    for (size_t i = 0; u->options.options[i]; i++)
        if (is_named(u->options.options[i], setting_names[setting][0])
            || is_named(u->options.options[i], setting_names[setting][1]))
            return true;
    return false;
}

/* ---- setting options ------------------------------------------------------------- */

static bool
send_number(struct shogi_usi *u, const char *name, const struct shogi_usi_offer *offer,
            int64_t value)
{
    if (offer && offer->has_range)
        value = value < offer->min ? offer->min : value > offer->max ? offer->max : value;
    shogi_buf_puts(&u->text, "setoption name ");
    shogi_buf_puts(&u->text, offer ? offer->name : name);
    shogi_buf_puts(&u->text, " value ");
    shogi_buf_put_number(&u->text, value, 0);
    return shogi_usi_send(u);
}

static bool
send_lines(struct shogi_usi *u)
{
    const struct shogi_usi_offer *offer = find_setting(u, LINES);

    return !offer || is_users(u, LINES) || send_number(u, NULL, offer, u->lines);
}

/* The name under which the engine knows NAME (LEN bytes): its other name when only that
 * one is offered. */
static const char *
offered_name(const struct shogi_usi *u, const char *name, size_t len, size_t *out_len)
{
    *out_len = len;
    for (const struct shogi_usi_offer *o = u->offers; o; o = o->next)
        if (strlen(o->name) == len && memcmp(o->name, name, len) == 0)
            return name;
    for (int i = 0; i < SETTING_COUNT; i++)
        for (int j = 0; j < 2; j++) {
            const char *other = setting_names[i][!j];

            if (strlen(setting_names[i][j]) == len
                && memcmp(setting_names[i][j], name, len) == 0 && find_offer(u, other)) {
                *out_len = strlen(other);
                return other;
            }
        }
    return name;
}

/* "NAME=VALUE", "NAME=" for an empty text, "NAME" for a button. */
static bool
send_users(struct shogi_usi *u, const char *option)
{
    const char *equals = strchr(option, '=');
    size_t len = equals ? (size_t)(equals - option) : strlen(option);
    const char *name = offered_name(u, option, len, &len);

    shogi_buf_puts(&u->text, "setoption name ");
    shogi_buf_add(&u->text, name, len);
    if (equals) {
        shogi_buf_puts(&u->text, " value ");
        shogi_buf_puts(&u->text, equals[1] ? equals + 1 : "<empty>");
    }
    return shogi_usi_send(u);
}

static bool
send_options(struct shogi_usi *u)
{
    const struct shogi_usi_offer *threads = find_setting(u, THREADS);
    const struct shogi_usi_offer *ponder = find_setting(u, PONDER);

    /* The protocol has the size of the table set even where it is not offered. */
    if (!is_users(u, HASH)
        && !send_number(u, "USI_Hash", find_setting(u, HASH), u->options.hash_mb))
        return false;
    if (threads && !is_users(u, THREADS)
        && !send_number(u, NULL, threads, u->options.threads))
        return false;
    if (ponder && !is_users(u, PONDER)) {
        shogi_buf_puts(&u->text, "setoption name ");
        shogi_buf_puts(&u->text, ponder->name);
        shogi_buf_puts(&u->text, " value false");
        if (!shogi_usi_send(u))
            return false;
    }
    for (size_t i = 0; u->options.options[i]; i++)
        if (!send_users(u, u->options.options[i]))
            return false;
    return send_lines(u);
}

/* ---- waiting --------------------------------------------------------------------- */

/* A name that shows nothing leaves that of the program. */
static void
set_name(struct shogi_usi *u, const struct shogi_usi_line *line)
{
    char name[sizeof u->name];

    if (shogi_usi_clean(line->text, line->text_len, name, sizeof name) > 0)
        memcpy(u->name, name, sizeof name);
}

/* Where one thought came unasked, others may follow. */
static void
note_stray(struct shogi_usi *u, const struct shogi_usi_line *line)
{
    if (line->saying == SHOGI_USI_BESTMOVE || line->saying == SHOGI_USI_CHECKMATE
        || (line->saying == SHOGI_USI_INFO && (line->info.kind || line->info.pv_count)))
        u->has_strays = true;
}

/* Wait for a line of WANTED, at most SILENCE_MS from sign to sign of life and TOTAL_MS in
 * all.  False: the error is set. */
static bool
await(struct shogi_usi *u, enum shogi_usi_saying wanted, const char *word,
      uint32_t silence_ms, int64_t total_ms)
{
    int64_t begin = shogi_clock_ms(), heard = begin;
    uint64_t received = u->process.received;

    for (;;) {
        int64_t deadline = heard + silence_ms;
        struct shogi_usi_line line = { .saying = SHOGI_USI_OTHER };
        enum shogi_process_event event;

        if (deadline > begin + total_ms)
            deadline = begin + total_ms;
        event = shogi_usi_hear(u, deadline, &line);
        if (event == SHOGI_PROCESS_LINE && line.saying == wanted)
            return true;
        if (shogi_usi_is_stopped(u)) {
            shogi_usi_fail(u, "was stopped before it said %s", word);
            return false;
        }
        if (event == SHOGI_PROCESS_ENDED) {
            char how[64];

            shogi_process_describe(&u->process, how, sizeof how);
            shogi_usi_fail(u, "%s before it said %s", how, word);
            return false;
        }
        if (line.saying == SHOGI_USI_OPTION)
            add_offer(u, &line);
        else if (line.saying == SHOGI_USI_NAME)
            set_name(u, &line);
        else
            note_stray(u, &line);
        if (u->process.received != received) {
            received = u->process.received;
            heard = u->process.now_ms;
        }
        if (u->process.now_ms >= deadline
            && (event == SHOGI_PROCESS_LATE || u->process.now_ms >= begin + total_ms)) {
            shogi_usi_fail(u, "did not say %s within %lld ms", word,
                           (long long)(u->process.now_ms - begin));
            return false;
        }
    }
}

static bool
await_ready(struct shogi_usi *u)
{
    return shogi_usi_say(u, "isready")
           && await(u, SHOGI_USI_READYOK, "readyok", u->options.ready_ms,
                    (int64_t)u->options.ready_ms * READY_FACTOR);
}

/* In the order that all engines take: usinewgame behind readyok. */
static bool
begin_game(struct shogi_usi *u)
{
    u->is_fresh = await_ready(u) && shogi_usi_say(u, "usinewgame");
    return u->is_fresh;
}

/* ---- starting -------------------------------------------------------------------- */

static bool
run_program(struct shogi_usi *u)
{
    struct stat st;
    char text[128] = "";
    int error = 0;

    if (stat(u->folder, &st) != 0)
        error = errno;
    else if (!S_ISDIR(st.st_mode))
        error = ENOTDIR;
    if (error) {
        strerror_r(error, text, sizeof text);
        shogi_usi_fail(u, "cannot be run in the folder '%s': %s", u->folder, text);
        return false;
    }
    error = shogi_process_start(&u->process, u->path, u->words, u->folder);
    /* Where a program can only be run in our own folder. */
    if (error == ENOSYS && !u->options.folder)
        error = shogi_process_start(&u->process, u->path, u->words, NULL);
    if (error) {
        strerror_r(error, text, sizeof text);
        shogi_usi_fail(u, "cannot be run: %s", text);
        return false;
    }
    return true;
}

/* Engines whose manners need not be found out. */
static void
recognize(struct shogi_usi *u)
{
    /* GPS Shogi ends at "go nodes" and "go depth". */
    if (strncmp(u->name, "gpsshogi", 8) == 0 && u->style == SHOGI_USI_NATIVE)
        u->style = SHOGI_USI_CLOCK;
}

bool
shogi_usi_start(struct shogi_usi *u)
{
    u->is_running = u->has_answered = u->saw_sfen = false;
    u->last_len = 0;
    shogi_arena_reset(&u->offers_arena);
    u->offers = NULL;
    u->offer_count = 0;
    if (run_program(u) && shogi_usi_say(u, "usi")
        && await(u, SHOGI_USI_USIOK, "usiok", u->options.start_ms, u->options.start_ms)
        && send_options(u) && begin_game(u)) {
        recognize(u);
        u->is_running = true;
        return true;
    }
    shogi_usi_kill(u);
    return false;
}

/* ---- before each question -------------------------------------------------------- */

bool
shogi_usi_is_alive(struct shogi_usi *u)
{
    enum { ROUNDS = 64 };
    struct shogi_usi_line line;
    enum shogi_process_event event;
    int rounds = 0;
    uint64_t received;

    do {
        received = u->process.received;
        shogi_process_look(&u->process, 0, -1);
        while ((event = shogi_usi_hear(u, 0, &line)) == SHOGI_PROCESS_LINE)
            note_stray(u, &line);
    } while (u->process.received != received && ++rounds < ROUNDS);
    if (event == SHOGI_PROCESS_ENDED) {
        char how[64];

        shogi_process_describe(&u->process, how, sizeof how);
        shogi_usi_fail(u, "%s while nothing was asked", how);
        shogi_usi_kill(u);
    }
    return u->is_running;
}

bool
shogi_usi_prepare(struct shogi_usi *u, const struct shogi_question *q)
{
    uint16_t lines = q->limits.lines ? q->limits.lines : 1;
    bool is_ready = true;

    if (lines > SHOGI_ENGINE_LINES_MAX)
        lines = SHOGI_ENGINE_LINES_MAX;
    if (lines != u->lines) {
        u->lines = lines;
        u->is_fresh = false; /* options are set before isready */
        is_ready = send_lines(u);
    }
    if (is_ready && !u->is_fresh)
        is_ready = begin_game(u);
    else if (is_ready && (u->has_strays || (u->has_answered && !u->is_known))) {
        /* What comes before readyok is old.  Once each engine is looked at so. */
        is_ready = await_ready(u);
        u->is_known = true;
    }
    if (!is_ready)
        shogi_usi_kill(u);
    return is_ready;
}
