/* SPDX-License-Identifier: MIT */
/* cursor.c - a node, its position, and the way back. */
#include "game/cursor.h"

#include <string.h>

#include <shogi/foul.h>

#include "base/memory.h"
#include "game/bounds.h"
#include "game/game.h"
#include "rules/play.h"

void
shogi_cursor_init(struct shogi_cursor *c, struct shogi_game *g)
{
    c->position = g->start;
    c->game = g;
    c->node = g->root;
    c->ply = 0;
    c->cap = SHOGI_CURSOR_PLIES;
    c->full_from = 0;
    c->is_light = c->is_stale = false;
    c->undo = c->inside;
}

void
shogi_cursor_init_light(struct shogi_cursor *c, struct shogi_game *g)
{
    shogi_cursor_init(c, g);
    c->is_light = true;
}

void
shogi_cursor_init_const(struct shogi_cursor *c, const struct shogi_game *g)
{
    /* A cursor that only walks changes nothing of the game. */
    union {
        const struct shogi_game *in;
        struct shogi_game *out;
    } game = { .in = g };

    shogi_cursor_init(c, game.out);
}

void
shogi_cursor_release(struct shogi_cursor *c)
{
    if (c->undo != c->inside)
        shogi_memory_free(c->undo);
    c->undo = c->inside;
    c->cap = SHOGI_CURSOR_PLIES;
}

struct shogi_cursor *
shogi_cursor_new(struct shogi_game *g)
{
    struct shogi_cursor *c = shogi_memory_alloc(sizeof *c);

    if (c)
        shogi_cursor_init(c, g);
    return c;
}

void
shogi_cursor_free(struct shogi_cursor *c)
{
    if (!c)
        return;
    shogi_cursor_release(c);
    shogi_memory_free(c);
}

/* Who walks on sees no difference to the end of a line: the game keeps the mark, which
 * whoever reads, writes or judges it looks at in the end. */
static bool
grow(struct shogi_cursor *c)
{
    struct shogi_undo *more = NULL;
    size_t size = (size_t)c->cap * 2 * sizeof *more;

    if (c->cap <= UINT32_MAX / 2)
        more = shogi_memory_resize(c->undo == c->inside ? NULL : c->undo, size);
    if (!more) {
        c->game->out_of_memory = true;
        return false;
    }
    if (c->undo == c->inside)
        memcpy(more, c->inside, sizeof c->inside);
    c->undo = more;
    c->cap *= 2;
    return true;
}

/* Room for one more undo; false: memory. */
static inline bool
make_room(struct shogi_cursor *c)
{
    return c->ply < c->cap || grow(c);
}

/* ---- the board alone ----------------------------------------------------------------
 *
 * The same as shogi_position_play() and shogi_position_undo() without sets, kings and
 * keys; a test holds them against each other. */

/* PIECE, which is moved or dropped, behind M. */
static inline shogi_piece
piece_behind(shogi_piece piece, shogi_move m)
{
    enum shogi_kind kind = shogi_piece_kind(piece);

    if (!shogi_move_promotes(m) || !shogi_kind_can_promote(kind))
        return piece;
    return shogi_piece_of(shogi_piece_side(piece), shogi_kind_promoted(kind));
}

static inline bool
drop_on_board(struct shogi_position *p, shogi_move m, struct shogi_undo *u)
{
    unsigned kind = shogi_move_dropped(m);

    if (kind >= SHOGI_HAND_COUNT || p->hand[p->turn][kind] == 0
        || p->board[shogi_move_to(m)] != SHOGI_EMPTY)
        return false;
    u->moved = shogi_piece_of((enum shogi_side)p->turn, (enum shogi_kind)kind);
    u->captured = SHOGI_EMPTY;
    u->hand = p->hand[p->turn][kind]--;
    p->board[shogi_move_to(m)] = piece_behind(u->moved, m);
    return true;
}

static inline bool
move_on_board(struct shogi_position *p, shogi_move m, struct shogi_undo *u)
{
    shogi_piece *from = &p->board[shogi_move_from(m)], *to = &p->board[shogi_move_to(m)];

    if (*from == SHOGI_EMPTY)
        return false;
    u->moved = *from;
    *from = SHOGI_EMPTY;
    u->captured = *to;
    *to = piece_behind(u->moved, m);
    if (u->captured != SHOGI_EMPTY) {
        enum shogi_kind kind = shogi_kind_base(shogi_piece_kind(u->captured));
        if (kind != SHOGI_KING) {
            uint8_t *hand = &p->hand[shogi_piece_side(u->moved)][kind];
            u->hand = *hand;
            *hand = (uint8_t)(*hand + (*hand < SHOGI_HAND_MAX));
        }
    }
    return true;
}

SHOGI_INLINE bool
play_on_board(struct shogi_position *p, shogi_move m, struct shogi_undo *u)
{
    if (shogi_move_to(m) >= SHOGI_SQUARE_COUNT || m >> 15)
        return false;
    if (!(shogi_move_is_drop(m) ? drop_on_board(p, m, u) : move_on_board(p, m, u)))
        return false;
    u->move_number = p->move_number;
    p->turn ^= 1;
    p->move_number = (uint16_t)(p->move_number + (p->move_number != UINT16_MAX));
    return true;
}

static void
undo_on_board(struct shogi_position *p, shogi_move m, const struct shogi_undo *u)
{
    enum shogi_side owner = shogi_piece_side(u->moved);

    p->board[shogi_move_to(m)] = u->captured;
    if (shogi_move_is_drop(m)) {
        p->hand[owner][shogi_piece_kind(u->moved)] = u->hand;
    } else {
        enum shogi_kind kind = u->captured == SHOGI_EMPTY
                                   ? SHOGI_KING
                                   : shogi_kind_base(shogi_piece_kind(u->captured));
        if (kind != SHOGI_KING)
            p->hand[owner][kind] = u->hand;
        p->board[shogi_move_from(m)] = u->moved;
    }
    p->turn ^= 1;
    p->move_number = u->move_number;
}

/* Sets, kings and key of what stands on the board and in the hands. */
static void
complete(struct shogi_position *p)
{
    const struct shogi_position known = *p;

    shogi_position_clear(p);
    for (shogi_square square = 0; square < SHOGI_SQUARE_COUNT; square++)
        if (known.board[square] != SHOGI_EMPTY)
            shogi_position_put(p, square, known.board[square]);
    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
            shogi_position_set_hand(p, (enum shogi_side)side, (enum shogi_kind)kind,
                                    known.hand[side][kind]);
    shogi_position_set_turn(p, (enum shogi_side)known.turn);
    p->move_number = known.move_number;
}

void
shogi_cursor_settle(struct shogi_cursor *c)
{
    if (!c->is_light)
        return;
    if (c->is_stale)
        complete(&c->position);
    c->is_light = c->is_stale = false;
    c->full_from = c->ply;
}

/* ---- walking ------------------------------------------------------------------------
 */

/* Play M, for which there is room; false: it cannot be carried out. */
SHOGI_INLINE bool
play(struct shogi_cursor *c, shogi_move m)
{
    struct shogi_undo *u = &c->undo[c->ply];

    if (!c->is_light) {
        if (!shogi_position_play(&c->position, m, u))
            return false;
    } else {
        if (!play_on_board(&c->position, m, u))
            return false;
        c->is_stale = true;
    }
    c->ply++;
    return true;
}

static void
take_back(struct shogi_cursor *c)
{
    const struct shogi_undo *u = &c->undo[--c->ply];

    if (c->ply < c->full_from) {
        c->is_light = true;
        c->full_from = 0;
    }
    if (c->is_light) {
        undo_on_board(&c->position, c->node->move, u);
        c->is_stale = true;
    } else {
        shogi_position_undo(&c->position, c->node->move, u);
    }
}

bool
shogi_cursor_enter(struct shogi_cursor *c, struct shogi_node *n)
{
    if (n->move != SHOGI_NO_MOVE && (!make_room(c) || !play(c, n->move)))
        return false;
    c->node = n;
    return true;
}

bool
shogi_cursor_forward(struct shogi_cursor *c)
{
    return c->node->child && shogi_cursor_enter(c, c->node->child);
}

bool
shogi_cursor_forward_legal(struct shogi_cursor *c)
{
    struct shogi_node *n = c->node->child;

    if (!make_room(c))
        return false;
    shogi_position_play_known(&c->position, n->move, &c->undo[c->ply++]);
    c->node = n;
    return true;
}

bool
shogi_cursor_back(struct shogi_cursor *c)
{
    if (!c->node->parent)
        return false;
    if (c->node->move != SHOGI_NO_MOVE)
        take_back(c);
    c->node = c->node->parent;
    return true;
}

bool
shogi_cursor_next(struct shogi_cursor *c)
{
    struct shogi_node *next = c->node->next;

    return next && shogi_cursor_back(c) && shogi_cursor_enter(c, next);
}

void
shogi_cursor_back_to(struct shogi_cursor *c, uint32_t ply)
{
    while ((c->ply > ply || c->node->end != SHOGI_END_NONE) && shogi_cursor_back(c))
        ;
}

bool
shogi_cursor_next_line(struct shogi_cursor *c)
{
    while (!c->node->next)
        if (!shogi_cursor_back(c))
            return false;
    return shogi_cursor_next(c);
}

bool
shogi_cursor_step(struct shogi_cursor *c)
{
    return shogi_cursor_forward(c) || shogi_cursor_next_line(c);
}

const struct shogi_node *
shogi_cursor_node(const struct shogi_cursor *c)
{
    return c->node;
}

const struct shogi_position *
shogi_cursor_position(const struct shogi_cursor *c)
{
    return &c->position;
}

uint32_t
shogi_cursor_ply(const struct shogi_cursor *c)
{
    return c->ply;
}

shogi_square
shogi_cursor_target(const struct shogi_cursor *c)
{
    const struct shogi_node *n = c->node;

    while (n->end != SHOGI_END_NONE)
        n = n->parent;
    return n->move == SHOGI_NO_MOVE ? c->game->start_target : shogi_move_to(n->move);
}

bool
shogi_cursor_in_variation(const struct shogi_cursor *c)
{
    if (c->node->child)
        return true;
    for (const struct shogi_node *n = c->node; n->parent; n = n->parent)
        if (n->parent->child != n)
            return true;
    return false;
}

/* ---- building -----------------------------------------------------------------------
 */

/* Is there room for one more node of the game, and of its line? */
static inline bool
fits(struct shogi_cursor *c, struct shogi_place at)
{
    const struct shogi_bounds *bounds = &c->game->bounds;

    if (c->ply < bounds->plies && ++c->game->node_count <= bounds->nodes)
        return true;
    if (c->ply >= bounds->plies)
        shogi_game_report_bound(c->game, bounds->plies, SHOGI_SAY_PLIES, at);
    else
        shogi_game_report_bound(c->game, bounds->nodes, SHOGI_SAY_NODES, at);
    return false;
}

static inline struct shogi_node *
new_child(struct shogi_cursor *c, struct shogi_place at)
{
    struct shogi_node *n = shogi_arena_take(&c->game->arena, sizeof *n);

    if (!n) {
        c->game->out_of_memory = true;
        return NULL;
    }
    /* Every member by itself: compilers clear structs with slow instructions. */
    n->parent = c->node;
    n->child = n->next = n->last = NULL;
    n->comment = n->bookmark = n->as_written = NULL;
    n->analysis = NULL;
    n->at = at;
    n->time_ms = n->total_ms = -1;
    n->move = SHOGI_NO_MOVE;
    n->end = SHOGI_END_NONE;
    n->winner = SHOGI_WINNER_BY_END;
    return n;
}

static void
link_child(struct shogi_node *parent, struct shogi_node *n)
{
    if (parent->last)
        parent->last->next = n;
    else
        parent->child = n;
    parent->last = n;
}

static void
report_impossible(struct shogi_cursor *c, shogi_move m, struct shogi_place at)
{
    enum shogi_diag_id id = SHOGI_DIAG_EMPTY_SOURCE;
    struct shogi_diag *d;
    uint32_t fouls;

    shogi_cursor_settle(c);
    fouls = shogi_move_fouls(&c->position, m);
    if (fouls & SHOGI_FOUL_OPPONENT_PIECE)
        id = SHOGI_DIAG_OPPONENT_PIECE;
    else if (fouls & SHOGI_FOUL_NOT_IN_HAND)
        id = SHOGI_DIAG_NOT_IN_HAND;
    else if (fouls & SHOGI_FOUL_DROP_OCCUPIED)
        id = SHOGI_DIAG_DROP_OCCUPIED;
    d = shogi_game_diag(c->game, id, at);
    shogi_diag_about_move(d, &c->position, c->ply + 1, m);
    d->in_variation = shogi_cursor_in_variation(c);
    if (id == SHOGI_DIAG_NOT_IN_HAND)
        shogi_diag_add_kind(d, shogi_move_dropped(m));
    else
        shogi_diag_add_square(d, shogi_move_is_drop(m) ? shogi_move_to(m)
                                                       : shogi_move_from(m));
}

static bool
moves_an_opponents_piece(const struct shogi_position *p, shogi_move m)
{
    shogi_piece piece;

    if (shogi_move_is_drop(m) || shogi_move_from(m) >= SHOGI_SQUARE_COUNT)
        return false;
    piece = p->board[shogi_move_from(m)];
    return piece != SHOGI_EMPTY && shogi_piece_side(piece) != (enum shogi_side)p->turn;
}

enum shogi_status
shogi_cursor_append(struct shogi_cursor *c, shogi_move m, struct shogi_place at)
{
    struct shogi_node *n;

    if (c->node->end != SHOGI_END_NONE || !fits(c, at))
        return SHOGI_BAD;
    n = new_child(c, at);
    if (!n || !make_room(c)) {
        c->game->out_of_memory = true;
        return SHOGI_FATAL;
    }
    if (moves_an_opponents_piece(&c->position, m) || !play(c, m)) {
        report_impossible(c, m, at);
        return SHOGI_BAD;
    }
    n->move = m;
    link_child(c->node, n);
    c->node = n;
    return SHOGI_OK;
}

enum shogi_status
shogi_cursor_append_end(struct shogi_cursor *c, enum shogi_end end,
                        enum shogi_winner winner, const char *words,
                        struct shogi_place at)
{
    struct shogi_node *n;

    if (c->node->end != SHOGI_END_NONE || end == SHOGI_END_NONE || !fits(c, at))
        return SHOGI_BAD;
    n = new_child(c, at);
    if (!n)
        return SHOGI_FATAL;
    n->end = (uint8_t)end;
    n->winner = (uint8_t)winner;
    if (words) {
        n->as_written = shogi_game_text(c->game, words, strlen(words));
        if (!n->as_written)
            return SHOGI_FATAL;
    }
    link_child(c->node, n);
    c->node = n;
    return SHOGI_OK;
}
