/* SPDX-License-Identifier: MIT */
/* usi.c - shogi-usi: the built-in engine for graphical interfaces and matches. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/limits.h"
#include "base/memory.h"
#include "engine/search.h"
#include "tool/session.h"
#include "tool/tool.h"

#include <shogi/foul.h>

enum {
    MARGIN_MS = 100, /* for the way of the answer to the clock */
    LINE_MAX_BYTES = 1 << 20,
    MATE_NODES_A_MS = 100,
    MATE_NODES_MOST = 3000000,
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
                     shogi_version(), SESSION_HASH_MB, SESSION_HASH_MB_MAX,
                     SHOGI_ENGINE_LINES_MAX, SHOGI_NNUE_SCALE_MAX);
    session_say_text(s, &text);
    shogi_buf_release(&text);
}

static void
do_isready(struct session *s, char *rest)
{
    (void)rest;
    if (session_is_thinking(s) || session_make_ready(s))
        session_say(s, "readyok");
}

static void
do_usinewgame(struct session *s, char *rest)
{
    (void)rest;
    if (session_is_thinking(s)) {
        session_complain(s, "still thinking, not done", "usinewgame");
        return;
    }
    session_join(s);
    if (s->engine)
        shogi_engine_forget(s->engine);
}

/* A number from 1 to MOST, or from LEAST. */
static void
set_number(struct session *s, const char *name, const char *value, uint64_t least,
           uint64_t most, unsigned *number)
{
    uint64_t n;

    if (!read_number(value, UINT32_MAX, &n) || n < least || n > most) {
        session_complain(s, "no such value for this option", name);
        return;
    }
    s->changed = s->changed || (number != &s->lines && *number != n);
    *number = (unsigned)n;
}

static void
set_network(struct session *s, const char *path)
{
    shogi_buf_reset(&s->network_path);
    if (path && strcmp(path, "<empty>") != 0) {
        shogi_buf_puts(&s->network_path, path);
        shogi_buf_putc(&s->network_path, '\0');
    }
    s->changed = true;
}

static void
set_option(struct session *s, const char *name, const char *value)
{
    if (strcmp(name, "USI_Hash") == 0)
        set_number(s, name, value, 1, SESSION_HASH_MB_MAX, &s->hash_mb);
    else if (strcmp(name, "MultiPV") == 0)
        set_number(s, name, value, 1, SHOGI_ENGINE_LINES_MAX, &s->lines);
    else if (strcmp(name, "FV_SCALE") == 0)
        set_number(s, name, value, 0, SHOGI_NNUE_SCALE_MAX, &s->network_scale);
    else if (strcmp(name, "EvalFile") == 0)
        set_network(s, value);
    else if (strcmp(name, "USI_Ponder") != 0)
        session_complain(s, "no such option", name);
}

static void
do_setoption(struct session *s, char *rest)
{
    char *word = next_word(&rest), *name, *value = NULL;

    if (session_is_thinking(s)) {
        session_complain(s, "still thinking, not done", "setoption");
        return;
    }
    if (!word || strcmp(word, "name") != 0 || !(name = next_word(&rest))) {
        session_complain(s, "this is no setoption name NAME value VALUE", NULL);
        return;
    }
    word = next_word(&rest);
    /* The path of a file may hold blanks. */
    if (word && strcmp(word, "value") == 0)
        value = rest + strspn(rest, " \t");
    set_option(s, name, value);
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
        session_complain(s, "this is neither startpos nor sfen", word);
        return false;
    }
    enum shogi_sfen_error error =
        shogi_position_from_sfen(p, *rest, strlen(*rest), &used);
    if (error != SHOGI_SFEN_OK) {
        session_complain(s, shogi_sfen_error_text(error), *rest + used);
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

    if (session_is_thinking(s)) {
        session_complain(s, "still thinking, not done", "position");
        return;
    }
    if (!read_start(s, &rest, &p))
        return;
    s->start = p;
    s->move_count = 0;
    word = next_word(&rest);
    if (word && strcmp(word, "moves") != 0)
        session_complain(s, "moves were expected", word);
    while (word && (word = next_word(&rest))) {
        shogi_move m = shogi_move_from_usi(word, strlen(word));
        if (m == SHOGI_NO_MOVE || shogi_move_fouls(&p, m) != 0) {
            session_complain(s, "this move is illegal, it and what follows are left out",
                             word);
            return;
        }
        if (!add_move(s, m)) {
            session_complain(s, "out of memory", NULL);
            return;
        }
        shogi_position_play(&p, m, &undo);
    }
}

/* What go says about time. */
struct clocks {
    uint64_t left[2], gain[2], byoyomi;
    bool any;
    uint64_t mate_nodes; /* 0: no mate is asked for */
};

/* What stands behind "go mate": milliseconds or infinite.  Nodes are counted, so that
 * the answer does not depend on the machine. */
static bool
read_mate(struct session *s, const char *word, struct clocks *clocks)
{
    uint64_t ms = MATE_NODES_MOST / MATE_NODES_A_MS;

    if (word && strcmp(word, "infinite") != 0
        && !read_number(word, MATE_NODES_MOST / MATE_NODES_A_MS, &ms)) {
        session_complain(s, "neither a number nor infinite behind go mate", word);
        return false;
    }
    clocks->mate_nodes = ms ? ms * MATE_NODES_A_MS : MATE_NODES_A_MS;
    return true;
}

/* The limits of "go"; false: a word is wrong, and it has been said. */
static bool
read_limits(struct session *s, char *rest, struct shogi_limits *limits,
            struct clocks *clocks, bool *is_held, bool *is_ponder)
{
    char *word;
    uint64_t n;

    while ((word = next_word(&rest))) {
        if (strcmp(word, "mate") == 0) {
            if (!read_mate(s, next_word(&rest), clocks))
                return false;
            continue;
        }
        if (strcmp(word, "infinite") == 0) {
            *is_held = true;
            continue;
        }
        if (strcmp(word, "ponder") == 0) {
            *is_held = *is_ponder = true;
            continue;
        }
        if (!read_number(next_word(&rest), UINT64_MAX, &n)) {
            session_complain(s, "no number behind this word of go", word);
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
            session_complain(s, "no such word of go", word);
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

    if (session_is_thinking(s)) {
        session_complain(s, "still thinking, not done", "go");
        return;
    }
    session_join(s);
    if (!read_limits(s, rest, &limits, &clocks, &is_held, &is_ponder)
        || !session_make_ready(s))
        return;
    s->ponder_ms = clocks.any ? time_for_move(&clocks, side_to_move(s)) : 0;
    if (clocks.any && !is_held)
        limits.time_ms = (uint32_t)s->ponder_ms;
    s->question = (struct shogi_question){ .start = &s->start,
                                           .moves = s->moves,
                                           .move_count = s->move_count,
                                           .limits = limits };
    s->mate_nodes = clocks.mate_nodes;
    session_think(s, is_held ? HOLD_UNTIL_STOP : HOLD_NOTHING);
}

static void
do_stop(struct session *s, char *rest)
{
    (void)rest;
    session_stop(s);
}

static void
do_ponderhit(struct session *s, char *rest)
{
    (void)rest;
    if (!session_is_thinking(s))
        return;
    session_let_go(s);
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
    session_complain(s, "no such command", word);
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

/* More of standard input into IN; false: there is no more, *GOOD says whether that is
 * its end. */
static bool
read_more(struct session *s, struct shogi_buf *in, bool *good)
{
    struct pollfd ready = { .fd = STDIN_FILENO, .events = POLLIN };

    for (;;) {
        int n = poll(&ready, 1, patience(s));
        if (n < 0 && errno != EINTR)
            return false;
        if (n > 0)
            break;
        if (n == 0)
            session_stop(s);
    }
    if (!shogi_buf_reserve(in, SHOGI_READ_SIZE))
        return false;
    ssize_t got = read(STDIN_FILENO, in->data + in->len, SHOGI_READ_SIZE);
    if (got < 0 && errno == EINTR)
        return true;
    if (got < 0) {
        warn_errno(errno, "cannot read standard input");
        *good = false;
    }
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
        while (feed > line && strchr(" \t\r", feed[-1]))
            *--feed = '\0';
        if (!obey(s, line))
            return false;
    }
    if (from == 0 && in->len > LINE_MAX_BYTES) {
        session_complain(s, "this line is too long", NULL);
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
    bool quit = false, good = true;

    while (!quit && read_more(s, &in, &good))
        quit = !obey_lines(s, &in);
    if (!quit && in.len > 0) {
        shogi_buf_putc(&in, '\n');
        quit = !obey_lines(s, &in);
    }
    if (quit || s->hold != HOLD_NOTHING || s->deadline_ms)
        session_stop(s);
    session_join(s);
    shogi_buf_release(&in);
    return in.failed || !good ? TOOL_TROUBLE : TOOL_OK;
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
    session_init(s);
    status = serve(s);
    session_release(s);
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
