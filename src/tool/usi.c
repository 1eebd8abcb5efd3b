/* SPDX-License-Identifier: MIT */
/* usi.c - shogi-usi: the built-in engine for graphical interfaces and matches. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/limits.h"
#include "base/memory.h"
#include "engine/builtin.h"
#include "tool/network.h"
#include "tool/tool.h"

#include <shogi/foul.h>

enum {
    HASH_MB = 64,
    HASH_MB_MAX = 65536,
    MARGIN_MS = 100, /* for the way of the answer to the clock */
    LINE_MAX_BYTES = 1 << 20,
};

static struct {
    bool help, version;
} opt;

/* clang-format off */
static const struct option_row usi_options[] = {
    { 0, "help", NULL, OPTION_FLAG, &opt.help, "show this help, and stop", NULL },
    { 0, "version", NULL, OPTION_FLAG, &opt.version, "show the version, and stop", NULL },
    { 0, NULL, NULL, OPTION_GROUP, NULL, NULL, NULL },
};
/* clang-format on */

/* What is told by one thread at a time. */
enum answer_hold {
    HOLD_NOTHING,
    HOLD_UNTIL_STOP, /* infinite, ponder: no bestmove before stop or ponderhit */
};

/* One session. */
struct session {
    struct shogi_engine *engine; /* NULL until isready */
    struct shogi_nnue *network;  /* of the engine; NULL: none */
    unsigned hash_mb, lines;
    char *network_path; /* on the heap; NULL: none is wanted */
    unsigned scale;     /* FV_SCALE; 0: what the file says */
    bool is_outdated;   /* the engine was made with other options */

    struct shogi_position start;
    shogi_move *moves;
    size_t move_count, move_room;

    /* The thread that thinks, and what it works on. */
    pthread_t thread;
    bool thread_started;
    struct shogi_question question;
    struct shogi_answer answer;
    int64_t began_ms, ponder_ms; /* PONDER_MS: to think after ponderhit */
    int64_t deadline_ms;         /* of a ponderhit; 0: none */

    pthread_mutex_t lock; /* of what follows, and of standard output */
    pthread_cond_t changed;
    bool thinking;
    enum answer_hold hold;
};

/* ---- saying ------------------------------------------------------------------------ */

static void
say(struct session *s, const struct shogi_buf *text)
{
    pthread_mutex_lock(&s->lock);
    if (text->len)
        fwrite(text->data, 1, text->len, stdout);
    fflush(stdout);
    pthread_mutex_unlock(&s->lock);
}

static void
say_line(struct session *s, const char *line)
{
    struct shogi_buf text = { 0 };

    shogi_buf_puts(&text, line);
    shogi_buf_putc(&text, '\n');
    say(s, &text);
    shogi_buf_release(&text);
}

/* "info string TEXT: WORD". */
static void
complain(struct session *s, const char *what, const char *word)
{
    struct shogi_buf text = { 0 };

    shogi_buf_printf(&text, "info string %s%s%.100s\n", what, word ? ": " : "",
                     word ? word : "");
    say(s, &text);
    shogi_buf_release(&text);
}

static void
put_move(struct shogi_buf *text, shogi_move m)
{
    char usi[SHOGI_USI_SIZE];

    shogi_move_to_usi(m, usi);
    shogi_buf_puts(text, usi);
}

static void
put_score(struct shogi_buf *text, const struct shogi_line *line)
{
    static const char *const bounds[] = { "", " lowerbound", " upperbound" };

    shogi_buf_puts(text, line->kind == SHOGI_SCORE_MATE ? " score mate " : " score cp ");
    if (line->kind == SHOGI_SCORE_MATE && line->value == 0)
        shogi_buf_putc(text, '-');
    shogi_buf_put_number(text, line->value, 1);
    shogi_buf_puts(text, bounds[line->bound]);
}

static void
put_info(struct session *s, struct shogi_buf *text, const struct shogi_line *line,
         unsigned rank, uint64_t nodes, unsigned hashfull)
{
    int64_t ms = shogi_search_now_ms() - s->began_ms;
    uint64_t nps = nodes * 1000 / (uint64_t)(ms > 0 ? ms : 1);

    shogi_buf_printf(text, "info depth %u seldepth %u", line->depth, line->seldepth);
    if (line->kind != SHOGI_SCORE_NONE)
        put_score(text, line);
    shogi_buf_printf(text, " nodes %llu nps %llu time %lld hashfull %u",
                     (unsigned long long)nodes, (unsigned long long)nps, (long long)ms,
                     hashfull);
    if (s->question.limits.lines > 1)
        shogi_buf_printf(text, " multipv %u", rank + 1);
    shogi_buf_puts(text, " pv");
    for (unsigned i = 0; i < line->pv_count; i++) {
        shogi_buf_putc(text, ' ');
        put_move(text, line->pv[i]);
    }
    shogi_buf_putc(text, '\n');
}

/* Called by the search. */
static void
watch(void *context, const struct shogi_search *search, unsigned rank)
{
    struct session *s = context;
    struct shogi_buf text = { 0 };
    struct shogi_line line;

    shogi_builtin_line(&line, &search->roots[rank]);
    put_info(s, &text, &line, rank, search->nodes, shogi_table_permille(&search->table));
    say(s, &text);
    shogi_buf_release(&text);
}

/* ---- thinking ---------------------------------------------------------------------- */

static void
put_best(struct shogi_buf *text, const struct shogi_answer *a)
{
    shogi_buf_puts(text, "bestmove ");
    if (a->end == SHOGI_ANSWER_DECLARE) {
        shogi_buf_puts(text, "win");
    } else if (a->best == SHOGI_NO_MOVE) {
        shogi_buf_puts(text, "resign");
    } else {
        put_move(text, a->best);
        if (a->lines[0].pv_count > 1 && a->lines[0].pv[0] == a->best) {
            shogi_buf_puts(text, " ponder ");
            put_move(text, a->lines[0].pv[1]);
        }
    }
    shogi_buf_putc(text, '\n');
}

static void *
think(void *context)
{
    struct session *s = context;
    struct shogi_answer *a = &s->answer;
    struct shogi_buf text = { 0 };

    enum shogi_status status = shogi_engine_analyze(s->engine, &s->question, a);
    if (status != SHOGI_OK)
        complain(s, "no answer", shogi_engine_error(s->engine));
    if (status == SHOGI_OK && a->line_count == 0)
        shogi_buf_puts(&text, "info depth 0 score mate -0\n");
    /* What was found last may not have been told: the search was stopped. */
    for (unsigned i = 0; status == SHOGI_OK && i < a->line_count; i++)
        put_info(s, &text, &a->lines[i], i, a->nodes, 0);
    put_best(&text, a);
    pthread_mutex_lock(&s->lock);
    while (s->hold != HOLD_NOTHING)
        pthread_cond_wait(&s->changed, &s->lock);
    s->thinking = false;
    fwrite(text.data, 1, text.len, stdout);
    fflush(stdout);
    pthread_mutex_unlock(&s->lock);
    shogi_buf_release(&text);
    return NULL;
}

static bool
is_thinking(struct session *s)
{
    pthread_mutex_lock(&s->lock);
    bool thinking = s->thinking;
    pthread_mutex_unlock(&s->lock);
    return thinking;
}

/* Let the answer out, as soon as there is one. */
static void
release_answer(struct session *s)
{
    pthread_mutex_lock(&s->lock);
    s->hold = HOLD_NOTHING;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

static void
join(struct session *s)
{
    if (s->thread_started)
        pthread_join(s->thread, NULL);
    s->thread_started = false;
    s->deadline_ms = 0;
}

static void
stop_thinking(struct session *s)
{
    if (is_thinking(s))
        shogi_engine_stop(s->engine);
    release_answer(s);
    join(s);
}

/* The network that was asked for, or none; what is wrong with it is said. */
static void
load_network(struct session *s)
{
    struct shogi_buf text = { 0 };
    char error[1024];

    shogi_nnue_free(s->network);
    s->network = NULL;
    if (!s->network_path)
        return;
    s->network = network_read(s->network_path, s->scale, error, sizeof error);
    if (!s->network)
        shogi_buf_printf(&text, "info string evaluating without EvalFile: %s\n", error);
    else
        shogi_buf_printf(&text, "info string evaluating with %s\n",
                         shogi_nnue_name(s->network));
    if (s->network && *shogi_nnue_remark(s->network))
        shogi_buf_printf(&text, "info string EvalFile: %s\n",
                         shogi_nnue_remark(s->network));
    say(s, &text);
    shogi_buf_release(&text);
}

/* With the table and the network that were asked for.  False: no memory; it has been
 * said. */
static bool
make_ready(struct session *s)
{
    if (s->engine && !s->is_outdated)
        return true;
    shogi_engine_free(s->engine);
    load_network(s);
    s->engine = shogi_engine_new_nnue(s->hash_mb, s->network);
    s->is_outdated = false;
    if (!s->engine)
        complain(s, "out of memory; choose a smaller USI_Hash", NULL);
    else
        shogi_builtin_watch(s->engine, watch, s);
    return s->engine != NULL;
}

/* ---- words of a command ------------------------------------------------------------ */

/* The next word of *TEXT, which is cut there; NULL: none is left. */
static char *
next_word(char **text)
{
    char *word = *text + strspn(*text, " \t");

    if (!*word)
        return NULL;
    *text = word + strcspn(word, " \t");
    if (**text)
        *(*text)++ = '\0';
    return word;
}

static bool
read_number(const char *word, uint64_t most, uint64_t *number)
{
    char *end;

    if (!word || *word < '0' || *word > '9')
        return false;
    errno = 0;
    unsigned long long n = strtoull(word, &end, 10);
    if (errno || *end)
        return false;
    *number = n < most ? n : most;
    return true;
}

/* ---- commands ---------------------------------------------------------------------- */

static void
do_usi(struct session *s, char *rest)
{
    struct shogi_buf text = { 0 };

    (void)rest;
    shogi_buf_printf(&text,
                     "id name shogi-utils %s\nid author the shogi-utils maintainers\n"
                     "option name USI_Hash type spin default %d min 1 max %d\n"
                     "option name USI_Ponder type check default false\n"
                     "option name MultiPV type spin default 1 min 1 max %d\n"
                     "option name EvalFile type filename default <empty>\n"
                     "option name FV_SCALE type spin default 0 min 0 max %d\n"
                     "usiok\n",
                     shogi_version(), HASH_MB, HASH_MB_MAX, SHOGI_ENGINE_LINES_MAX,
                     SHOGI_NNUE_SCALE_MAX);
    say(s, &text);
    shogi_buf_release(&text);
}

static void
do_isready(struct session *s, char *rest)
{
    (void)rest;
    if (is_thinking(s) || make_ready(s))
        say_line(s, "readyok");
}

static void
do_usinewgame(struct session *s, char *rest)
{
    (void)rest;
    if (is_thinking(s)) {
        complain(s, "still thinking, not done", "usinewgame");
        return;
    }
    join(s);
    if (s->engine)
        shogi_engine_forget(s->engine);
}

/* Options that are numbers. */
static const struct number_option {
    const char *name;
    unsigned least, most;
    size_t offset; /* of an unsigned in struct session */
    bool outdates; /* the engine must be made again */
} number_options[] = {
    { "USI_Hash", 1, HASH_MB_MAX, offsetof(struct session, hash_mb), true },
    { "MultiPV", 1, SHOGI_ENGINE_LINES_MAX, offsetof(struct session, lines), false },
    { "FV_SCALE", 0, SHOGI_NNUE_SCALE_MAX, offsetof(struct session, scale), true },
};

static void
set_number(struct session *s, const struct number_option *o, const char *value)
{
    unsigned *to = (unsigned *)(void *)((char *)s + o->offset);
    uint64_t n;

    if (!read_number(value, UINT32_MAX, &n) || n < o->least || n > o->most) {
        complain(s, "no such value for this option", o->name);
        return;
    }
    s->is_outdated |= o->outdates && *to != n;
    *to = (unsigned)n;
}

/* VALUE is a path, with blanks in it; NULL, "" and "<empty>" are none. */
static void
set_network(struct session *s, const char *value)
{
    size_t size = value ? strlen(value) + 1 : 0;
    char *path = NULL;

    if (size > 1 && strcmp(value, "<empty>") != 0) {
        path = shogi_memory_alloc(size);
        if (!path) {
            complain(s, "out of memory", NULL);
            return;
        }
        memcpy(path, value, size);
    }
    shogi_memory_free(s->network_path);
    s->network_path = path;
    s->is_outdated = true;
}

static void
set_option(struct session *s, const char *name, char *value)
{
    if (strcmp(name, "USI_Ponder") == 0)
        return;
    if (strcmp(name, "EvalFile") == 0) {
        set_network(s, value);
        return;
    }
    for (size_t i = 0; i < sizeof number_options / sizeof *number_options; i++)
        if (strcmp(name, number_options[i].name) == 0) {
            set_number(s, &number_options[i], value ? next_word(&value) : NULL);
            return;
        }
    complain(s, "no such option", name);
}

static void
do_setoption(struct session *s, char *rest)
{
    char *word = next_word(&rest), *name;

    if (!word || strcmp(word, "name") != 0 || !(name = next_word(&rest))) {
        complain(s, "this is no setoption name NAME value VALUE", NULL);
        return;
    }
    word = next_word(&rest);
    set_option(s, name,
               word && strcmp(word, "value") == 0 ? rest + strspn(rest, " \t") : NULL);
}

/* False: REST begins with no position, and it has been said. */
static bool
read_start(struct session *s, char **rest, struct shogi_position *p)
{
    char *word = next_word(rest);
    size_t used = 0;

    if (word && strcmp(word, "startpos") == 0) {
        shogi_position_set_start(p);
        return true;
    }
    if (!word || strcmp(word, "sfen") != 0) {
        complain(s, "this is neither startpos nor sfen", word);
        return false;
    }
    enum shogi_sfen_error error =
        shogi_position_from_sfen(p, *rest, strlen(*rest), &used);
    if (error != SHOGI_SFEN_OK) {
        complain(s, shogi_sfen_error_text(error), *rest + used);
        return false;
    }
    *rest += used;
    return true;
}

static bool
add_move(struct session *s, shogi_move m)
{
    if (s->move_count == s->move_room) {
        size_t room = s->move_room ? 2 * s->move_room : 512;
        shogi_move *moves = shogi_memory_resize(s->moves, room * sizeof *moves);
        if (!moves)
            return false;
        s->moves = moves;
        s->move_room = room;
    }
    s->moves[s->move_count++] = m;
    return true;
}

/* What cannot be played is said, and the position stays as it was before it. */
static void
do_position(struct session *s, char *rest)
{
    struct shogi_position p;
    struct shogi_undo undo;
    char *word;

    if (is_thinking(s)) {
        complain(s, "still thinking, not done", "position");
        return;
    }
    if (!read_start(s, &rest, &p))
        return;
    s->start = p;
    s->move_count = 0;
    word = next_word(&rest);
    if (word && strcmp(word, "moves") != 0)
        complain(s, "moves were expected", word);
    while (word && (word = next_word(&rest))) {
        shogi_move m = shogi_move_from_usi(word, strlen(word));
        if (m == SHOGI_NO_MOVE || shogi_move_fouls(&p, m) != 0) {
            complain(s, "this move is illegal, it and what follows are left out", word);
            return;
        }
        if (!add_move(s, m)) {
            complain(s, "out of memory", NULL);
            return;
        }
        shogi_position_play(&p, m, &undo);
    }
}

/* What go says about time. */
struct clocks {
    uint64_t left[2], gain[2], byoyomi;
    bool any;
};

/* The limits of "go"; false: a word is wrong, and it has been said. */
static bool
read_limits(struct session *s, char *rest, struct shogi_limits *limits,
            struct clocks *clocks, bool *is_held, bool *is_ponder)
{
    char *word;
    uint64_t n;

    while ((word = next_word(&rest))) {
        if (strcmp(word, "infinite") == 0) {
            *is_held = true;
            continue;
        }
        if (strcmp(word, "ponder") == 0) {
            *is_held = *is_ponder = true;
            continue;
        }
        if (!read_number(next_word(&rest), UINT64_MAX, &n)) {
            complain(s, "no number behind this word of go", word);
            return false;
        }
        if (strcmp(word, "nodes") == 0)
            limits->nodes = n;
        else if (strcmp(word, "depth") == 0)
            limits->depth = (uint16_t)(n < 1000 ? n : 1000);
        else if (strcmp(word, "movetime") == 0)
            limits->time_ms = (uint32_t)(n < UINT32_MAX ? n : UINT32_MAX);
        else if (strcmp(word, "btime") == 0)
            clocks->left[SHOGI_BLACK] = n, clocks->any = true;
        else if (strcmp(word, "wtime") == 0)
            clocks->left[SHOGI_WHITE] = n, clocks->any = true;
        else if (strcmp(word, "binc") == 0)
            clocks->gain[SHOGI_BLACK] = n;
        else if (strcmp(word, "winc") == 0)
            clocks->gain[SHOGI_WHITE] = n;
        else if (strcmp(word, "byoyomi") == 0)
            clocks->byoyomi = n, clocks->any = true;
        else {
            complain(s, "no such word of go", word);
            return false;
        }
    }
    return true;
}

/* How long SIDE may think. */
static uint32_t
time_for_move(const struct clocks *c, unsigned side)
{
    uint64_t ms = c->left[side] / 35 + c->gain[side] * 3 / 4 + c->byoyomi;
    uint64_t most = c->left[side] + c->byoyomi;

    if (ms > most)
        ms = most;
    ms = ms > 2 * MARGIN_MS ? ms - MARGIN_MS : ms / 2;
    return ms < 1 ? 1 : ms < UINT32_MAX ? (uint32_t)ms : UINT32_MAX;
}

static unsigned
side_to_move(const struct session *s)
{
    return (s->start.turn + s->move_count) % 2;
}

static void
do_go(struct session *s, char *rest)
{
    struct shogi_limits limits = { .lines = (uint16_t)s->lines };
    struct clocks clocks = { .any = false };
    bool is_held = false, is_ponder = false;

    if (is_thinking(s)) {
        complain(s, "still thinking, not done", "go");
        return;
    }
    join(s);
    if (!read_limits(s, rest, &limits, &clocks, &is_held, &is_ponder) || !make_ready(s))
        return;
    s->ponder_ms = clocks.any ? time_for_move(&clocks, side_to_move(s)) : 0;
    if (clocks.any && !is_held)
        limits.time_ms = (uint32_t)s->ponder_ms;
    shogi_builtin_ignore_stop(s->engine);
    s->question = (struct shogi_question){ .start = &s->start,
                                           .moves = s->moves,
                                           .move_count = s->move_count,
                                           .limits = limits };
    s->began_ms = shogi_search_now_ms();
    s->thinking = true;
    s->hold = is_held ? HOLD_UNTIL_STOP : HOLD_NOTHING;
    s->thread_started = pthread_create(&s->thread, NULL, think, s) == 0;
    if (!s->thread_started) {
        s->thinking = false;
        complain(s, "no thread can be started", NULL);
    }
}

static void
do_stop(struct session *s, char *rest)
{
    (void)rest;
    stop_thinking(s);
}

static void
do_ponderhit(struct session *s, char *rest)
{
    (void)rest;
    if (!is_thinking(s))
        return;
    release_answer(s);
    if (s->ponder_ms > 0)
        s->deadline_ms = shogi_search_now_ms() + s->ponder_ms;
}

/* ---- the session ------------------------------------------------------------------- */

static const struct command {
    const char *name;
    void (*run)(struct session *s, char *rest);
} commands[] = {
    { "usi", do_usi },
    { "isready", do_isready },
    { "setoption", do_setoption },
    { "usinewgame", do_usinewgame },
    { "position", do_position },
    { "go", do_go },
    { "stop", do_stop },
    { "ponderhit", do_ponderhit },
    { "gameover", do_stop },
};

/* False: the session is over. */
static bool
obey(struct session *s, char *line)
{
    char *rest = line, *word = next_word(&rest);

    if (!word)
        return true;
    if (strcmp(word, "quit") == 0)
        return false;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(word, commands[i].name) == 0) {
            commands[i].run(s, rest);
            return true;
        }
    complain(s, "no such command", word);
    return true;
}

/* How long to wait for the next command: for ever, or until the time to think that
 * ponderhit gave has passed. */
static int
patience(struct session *s)
{
    int64_t left;

    if (s->deadline_ms == 0)
        return -1;
    left = s->deadline_ms - shogi_search_now_ms();
    return left <= 0 ? 0 : left < 1000000 ? (int)left : 1000000;
}

/* More of standard input into IN; false: there is no more. */
static bool
read_more(struct session *s, struct shogi_buf *in)
{
    struct pollfd ready = { .fd = STDIN_FILENO, .events = POLLIN };

    for (;;) {
        int n = poll(&ready, 1, patience(s));
        if (n < 0 && errno != EINTR)
            return false;
        if (n > 0)
            break;
        if (n == 0)
            stop_thinking(s);
    }
    if (!shogi_buf_reserve(in, SHOGI_READ_SIZE))
        return false;
    ssize_t got = read(STDIN_FILENO, in->data + in->len, SHOGI_READ_SIZE);
    if (got < 0 && errno == EINTR)
        return true;
    if (got <= 0)
        return false;
    in->len += (size_t)got;
    return true;
}

/* Obey the whole lines of IN, and keep the rest.  False: quit. */
static bool
obey_lines(struct session *s, struct shogi_buf *in)
{
    size_t from = 0;
    char *feed;

    while (from < in->len && (feed = memchr(in->data + from, '\n', in->len - from))) {
        char *line = in->data + from;
        from = (size_t)(feed - in->data) + 1;
        *feed = '\0';
        if (feed > line && feed[-1] == '\r')
            feed[-1] = '\0';
        if (!obey(s, line))
            return false;
    }
    if (from == 0 && in->len > LINE_MAX_BYTES) {
        complain(s, "this line is too long", NULL);
        from = in->len;
    }
    if (in->len > from)
        memmove(in->data, in->data + from, in->len - from);
    in->len -= from;
    return true;
}

/* Whoever closes the input still gets the answer to a question with a limit. */
static enum tool_status
serve(struct session *s)
{
    struct shogi_buf in = { 0 };
    bool quit = false;

    while (!quit && read_more(s, &in))
        quit = !obey_lines(s, &in);
    if (!quit && in.len > 0) {
        shogi_buf_putc(&in, '\n');
        quit = !obey_lines(s, &in);
    }
    if (quit || s->hold != HOLD_NOTHING || s->deadline_ms)
        stop_thinking(s);
    join(s);
    shogi_buf_release(&in);
    return in.failed ? TOOL_TROUBLE : TOOL_OK;
}

static enum tool_status
run_session(void)
{
    struct session *s = shogi_memory_alloc(sizeof *s);
    enum tool_status status;

    if (!s) {
        warn("out of memory");
        return TOOL_TROUBLE;
    }
    *s = (struct session){ .hash_mb = HASH_MB, .lines = 1 };
    shogi_position_set_start(&s->start);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->changed, NULL);
    status = serve(s);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    shogi_engine_free(s->engine);
    shogi_nnue_free(s->network);
    shogi_memory_free(s->network_path);
    shogi_memory_free(s->moves);
    shogi_memory_free(s);
    return status;
}

int
main(int argc, char **argv)
{
    enum tool_status status = TOOL_OK;
    int operands;

    tool_start(argv);
    if (!parse_options(argc, argv, usi_options, &operands))
        return close_output(TOOL_TROUBLE);
    if (opt.help) {
        print_help("[OPTION]...",
                   "Play and analyse shogi over the USI protocol.\n\nOptions:\n",
                   usi_options,
                   "Commands are read from standard input; shogi-usi(1) names them.\n");
    } else if (opt.version) {
        print_version();
    } else if (operands < argc) {
        warn("unexpected operand '%s'", argv[operands]);
        status = TOOL_TROUBLE;
    } else {
        status = run_session();
    }
    return close_output(status);
}
