/* SPDX-License-Identifier: MIT */
/* play.c - an engine against itself, with what it thinks of every position: records
 * for the trainer. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <shogi/engine.h>
#include <shogi/foul.h>
#include <shogi/format.h>

#include "base/memory.h"
#include "game/cursor.h"
#include "game/game.h"

static const char help[] =
    "Usage: play [OPTION]... OPENINGS\n"
    "Play games of an engine against itself that begin like a game in the record file\n"
    "OPENINGS, and write them as CSA with the engine's evaluations.\n"
    "\n"
    "  -c COMMAND  a USI engine (the built-in engine)\n"
    "  -o N=V      an option of it; may be repeated\n"
    "  -g GAMES    how many (10)\n"
    "  -n NODES    think so long about a move (3000)\n"
    "  -r PERCENT  of the moves are drawn among all legal ones (0)\n"
    "  -s SEED     another seed, other games (1)\n";

enum {
    OPENING_MIN = 4,  /* plies of an opening that are played at least */
    OPENING_MAX = 36, /* and at most */
    PLIES_MAX = 320,  /* then nobody has won */
    HOPELESS = 3000,  /* centipawns behind: twice in a row ends a game */
    OPENINGS_MAX = 65536,
    OPTIONS_MAX = 16,
};

struct opening {
    uint16_t count;
    shogi_move moves[OPENING_MAX];
};

struct play {
    struct shogi_engine *engine;
    struct shogi_game *game;
    struct shogi_cursor cursor;
    struct opening *openings;
    size_t opening_count;
    uint64_t chance, nodes;
    uint32_t games, random_percent;
    const char *command, *options[OPTIONS_MAX + 1];
    size_t option_count;
    shogi_move moves[PLIES_MAX];
    struct shogi_answer answer;
};

/* splitmix64 */
static uint32_t
draw_below(struct play *p, uint32_t n)
{
    uint64_t z = p->chance += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) >> 32) % n;
}

/* ---- openings -------------------------------------------------------------------------
 */

/* The first moves of G's main line, when it is an even game. */
static void
add_opening(struct play *p, struct shogi_game *g)
{
    struct opening *o = &p->openings[p->opening_count];
    const struct shogi_node *node = shogi_game_root(g)->child;

    if (shogi_game_handicap(g) != SHOGI_HANDICAP_NONE)
        return;
    o->count = 0;
    for (; node && node->end == SHOGI_END_NONE && o->count < OPENING_MAX;
         node = node->child)
        o->moves[o->count++] = node->move;
    if (o->count >= OPENING_MIN)
        p->opening_count++;
}

static bool
read_openings(struct play *p, const char *path)
{
    FILE *in = fopen(path, "rb");
    struct shogi_reader *r = in ? shogi_reader_new(in, path, NULL) : NULL;
    enum shogi_status status = SHOGI_FATAL;

    while (r && p->opening_count < OPENINGS_MAX
           && (status = shogi_reader_next(r, p->game)) != SHOGI_EOF
           && status != SHOGI_FATAL)
        if (status == SHOGI_OK)
            add_opening(p, p->game);
    shogi_reader_free(r);
    if (in)
        fclose(in);
    return p->opening_count > 0;
}

/* ---- a game ---------------------------------------------------------------------------
 */

static bool
play_move(struct play *p, shogi_move m)
{
    p->moves[p->cursor.ply] = m;
    return shogi_cursor_append(&p->cursor, m, (struct shogi_place){ 0 }) == SHOGI_OK;
}

static bool
play_opening(struct play *p)
{
    const struct opening *o = &p->openings[draw_below(p, (uint32_t)p->opening_count)];
    uint32_t plies = OPENING_MIN + draw_below(p, (uint32_t)o->count - OPENING_MIN + 1);

    for (uint32_t i = 0; i < plies; i++)
        if (shogi_move_fouls(&p->cursor.position, o->moves[i])
            || !play_move(p, o->moves[i]))
            return false;
    return true;
}

/* Does this position stand for the fourth time? */
static bool
is_repeated(const struct play *p)
{
    uint32_t times = 0;

    for (uint32_t i = 0; i < p->cursor.ply; i++)
        times += p->cursor.undo[i].key == p->cursor.position.key;
    return times >= 3;
}

/* Keep what the engine thinks with the position it thought about. */
static bool
note_answer(struct play *p)
{
    const struct shogi_line *line = &p->answer.lines[0];
    struct shogi_analysis *a = shogi_game_add_analysis(p->game, p->cursor.node);
    int sign = p->cursor.position.turn == SHOGI_BLACK ? 1 : -1;
    shogi_move *pv;

    if (!a)
        return false;
    a->kind = line->kind;
    a->bound = line->bound;
    a->value = sign * line->value;
    a->rank = 1;
    pv = shogi_arena_alloc(&p->game->arena, sizeof line->pv);
    if (!pv)
        return false;
    memcpy(pv, line->pv, sizeof line->pv);
    a->pv = pv;
    a->pv_count = line->pv_count;
    return true;
}

static shogi_move
random_move(struct play *p)
{
    static shogi_move list[SHOGI_MAX_MOVES];
    size_t count = shogi_legal_moves(&p->cursor.position, list);

    return list[draw_below(p, (uint32_t)count)];
}

/* The mover, told its fate by the last answer, gives up. */
static bool
is_hopeless(const struct shogi_answer *a, uint32_t *behind)
{
    const struct shogi_line *line = &a->lines[0];
    bool bad =
        line->value < 0 && (line->kind != SHOGI_SCORE_CP || line->value <= -HOPELESS);

    if (bad)
        ++*behind;
    else if (line->value < HOPELESS)
        *behind = 0;
    return bad && *behind >= 2;
}

/* From behind the opening to the end, which is returned. */
static enum shogi_end
play_on(struct play *p)
{
    uint32_t behind = 0;
    struct shogi_question q = { .start = shogi_game_start(p->game), .moves = p->moves };

    q.limits.nodes = p->nodes;
    while (p->cursor.ply < PLIES_MAX) {
        q.move_count = p->cursor.ply;
        if (is_repeated(p))
            return SHOGI_END_SENNICHITE;
        if (shogi_engine_analyze(p->engine, &q, &p->answer) != SHOGI_OK)
            return SHOGI_END_ERROR;
        if (p->answer.end == SHOGI_ANSWER_RESIGN)
            return SHOGI_END_RESIGN;
        if (p->answer.end == SHOGI_ANSWER_DECLARE)
            return SHOGI_END_DECLARE_WIN;
        if (p->answer.end != SHOGI_ANSWER_MOVE)
            return SHOGI_END_ERROR;
        if (p->answer.line_count > 0 && !note_answer(p))
            return SHOGI_END_ERROR;
        if (p->answer.line_count > 0 && is_hopeless(&p->answer, &behind))
            return SHOGI_END_RESIGN;
        if (!play_move(p, draw_below(p, 100) < p->random_percent ? random_move(p)
                                                                 : p->answer.best))
            return SHOGI_END_ERROR;
    }
    return SHOGI_END_MAX_MOVES;
}

static bool
write_game(struct play *p)
{
    struct shogi_write_options options = { .eval_style = SHOGI_EVAL_FLOODGATE };
    struct shogi_bytes bytes;
    bool done;

    if (shogi_game_finish(p->game) != SHOGI_OK
        || shogi_write(shogi_format_from_name("csa"), p->game, &options, &bytes)
               != SHOGI_OK)
        return false;
    done = fwrite(bytes.data, 1, bytes.len, stdout) == bytes.len
           && fputs("/\n", stdout) >= 0 && fflush(stdout) == 0;
    shogi_bytes_free(&bytes);
    return done;
}

static bool
play_game(struct play *p)
{
    bool done = shogi_game_reset(p->game) == SHOGI_OK;
    enum shogi_end end;

    shogi_engine_forget(p->engine);
    shogi_cursor_init(&p->cursor, p->game);
    if (done && play_opening(p)) {
        end = play_on(p);
        done = end != SHOGI_END_ERROR
               && shogi_cursor_append_end(&p->cursor, end, SHOGI_WINNER_BY_END, NULL,
                                          (struct shogi_place){ 0 })
                      == SHOGI_OK
               && write_game(p);
    }
    shogi_cursor_release(&p->cursor);
    return done;
}

/* ---- the run --------------------------------------------------------------------------
 */

static bool
read_options(struct play *p, int argc, char **argv)
{
    int option;

    while ((option = getopt(argc, argv, "c:o:g:n:r:s:")) != -1) {
        uint64_t number = optarg ? strtoull(optarg, NULL, 10) : 0;
        switch (option) {
        case 'c':
            p->command = optarg;
            break;
        case 'o':
            if (p->option_count < OPTIONS_MAX)
                p->options[p->option_count++] = optarg;
            break;
        case 'g':
            p->games = (uint32_t)number;
            break;
        case 'n':
            p->nodes = number;
            break;
        case 'r':
            p->random_percent = (uint32_t)number;
            break;
        case 's':
            p->chance = number;
            break;
        default:
            return false;
        }
    }
    return optind == argc - 1;
}

static bool
open_engine(struct play *p)
{
    char error[256] = "out of memory";
    struct shogi_usi_options usi = { .command = p->command, .options = p->options };

    p->engine =
        p->command ? shogi_engine_open(&usi, error, sizeof error) : shogi_engine_new(0);
    if (!p->engine)
        fprintf(stderr, "play: %s\n", error);
    return p->engine != NULL;
}

static int
run(struct play *p, const char *path)
{
    if (!read_openings(p, path)) {
        fprintf(stderr, "play: no openings in '%s'\n", path);
        return 2;
    }
    if (!open_engine(p))
        return 2;
    for (uint32_t i = 0; i < p->games; i++)
        if (!play_game(p)) {
            fprintf(stderr, "play: game %" PRIu32 " failed: %s\n", i + 1,
                    shogi_engine_error(p->engine));
            return 2;
        }
    return 0;
}

int
main(int argc, char **argv)
{
    struct play *p = shogi_memory_alloc(sizeof *p);
    int status = 2;

    if (!p)
        return 2;
    memset(p, 0, sizeof *p);
    p->games = 10;
    p->nodes = 3000;
    p->chance = 1;
    p->game = shogi_game_new();
    p->openings = shogi_memory_alloc(OPENINGS_MAX * sizeof *p->openings);
    if (!read_options(p, argc, argv))
        fputs(help, stderr);
    else if (p->game && p->openings)
        status = run(p, argv[optind]);
    shogi_engine_free(p->engine);
    shogi_game_free(p->game);
    shogi_memory_free(p->openings);
    shogi_memory_free(p);
    return status;
}
