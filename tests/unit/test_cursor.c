/* SPDX-License-Identifier: MIT */
/* test_cursor.c - building a tree of moves and walking it. */
#include "tap.h"

#include <shogi/shogi.h>

#include "game/cursor.h"
#include "game/edit.h"
#include "game/game.h"
#include "random_games.h"

static const struct shogi_place nowhere = { 0, 0 };

static shogi_move
move(const char *usi)
{
    return shogi_move_from_usi(usi, strlen(usi));
}

static bool
is_same(const struct shogi_position *a, const struct shogi_position *b)
{
    return shogi_position_equal(a, b) && a->key == b->key
           && a->move_number == b->move_number;
}

/* 7g7f 3c3d, and 8c8d instead of 3c3d, then resigned. */
static struct shogi_game *
small_game(struct shogi_cursor *c)
{
    struct shogi_game *g = shogi_game_new();

    shogi_cursor_init(c, g);
    shogi_cursor_append(c, move("7g7f"), nowhere);
    shogi_cursor_append(c, move("3c3d"), nowhere);
    shogi_cursor_back(c);
    shogi_cursor_append(c, move("8c8d"), nowhere);
    shogi_cursor_append_end(c, SHOGI_END_RESIGN, SHOGI_WINNER_BY_END, NULL, nowhere);
    return g;
}

static void
test_a_cursor_goes_forward_sideways_and_back(void)
{
    struct shogi_cursor made;
    struct shogi_game *g = small_game(&made);
    struct shogi_cursor *c = shogi_cursor_new(g);
    struct shogi_position start = *shogi_cursor_position(c);

    is_int(shogi_cursor_ply(c), 0);
    ok(!shogi_cursor_back(c));
    ok(shogi_cursor_forward(c) && shogi_cursor_forward(c));
    is_int(shogi_cursor_node(c)->move, move("3c3d"));
    ok(!shogi_cursor_forward(c));
    ok(shogi_cursor_next(c));
    is_int(shogi_cursor_node(c)->move, move("8c8d"));
    is_int(shogi_cursor_ply(c), 2);
    ok(!shogi_cursor_next(c));
    ok(shogi_cursor_forward(c));
    is_int(shogi_cursor_node(c)->end, SHOGI_END_RESIGN);
    is_int(shogi_cursor_ply(c), 2);
    while (shogi_cursor_back(c))
        ;
    ok(is_same(shogi_cursor_position(c), &start));
    shogi_cursor_free(c);
    shogi_cursor_release(&made);
    shogi_game_free(g);
}

static void
test_what_cannot_be_played_is_refused_with_its_place(void)
{
    static const char *const impossible[] = { "7f7e", "P*5e" };
    struct shogi_game *g = shogi_game_new();
    struct shogi_cursor c;

    shogi_cursor_init(&c, g);
    for (size_t i = 0; i < 2; i++) {
        struct shogi_place at = { 7, 3 + (uint32_t)i };
        is_int(shogi_cursor_append(&c, move(impossible[i]), at), SHOGI_BAD);
        ok(g->root->child == NULL);
    }
    is_int(g->diags->at.line, 7);
    is_int(g->diags->next->at.column, 4);
    shogi_cursor_release(&c);
    shogi_game_free(g);
}

static void
test_illegal_moves_are_kept(void)
{
    struct shogi_game *g = shogi_game_new();
    struct shogi_cursor c;

    shogi_cursor_init(&c, g);
    is_int(shogi_cursor_append(&c, move("2h2b"), nowhere), SHOGI_OK);
    is_int(shogi_game_plies(g), 1);
    shogi_cursor_release(&c);
    shogi_game_free(g);
}

/* The position at each node of random trees is that of its moves from the start. */
static void
test_a_walk_visits_each_node_once_in_its_position(void)
{
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct shogi_game *g = shogi_game_new();
        struct shogi_cursor c;
        size_t nodes = 0, visited = 0, wrong = 0;
        random_game(g, seed);
        for (const struct shogi_node *n = g->root; n; n = shogi_node_after(n))
            nodes++;
        shogi_cursor_init(&c, g);
        do {
            struct shogi_cursor again;
            const struct shogi_node *path[512], *n;
            size_t depth = 0;
            visited++;
            for (n = c.node; n->parent && depth < 512; n = n->parent)
                path[depth++] = n;
            shogi_cursor_init(&again, g);
            while (depth > 0)
                if (path[--depth]->move != SHOGI_NO_MOVE) {
                    struct shogi_undo undo;
                    shogi_position_play(&again.position, path[depth]->move, &undo);
                }
            wrong += !is_same(&again.position, &c.position);
            shogi_cursor_release(&again);
        } while (shogi_cursor_step(&c));
        ok(visited == nodes);
        ok(wrong == 0);
        shogi_cursor_release(&c);
        shogi_game_free(g);
    }
}

/* Is what LIGHT knows without being settled that of FULL? */
static bool
has_board_of(const struct shogi_cursor *light, const struct shogi_cursor *full)
{
    const struct shogi_position *a = &light->position, *b = &full->position;

    return memcmp(a->board, b->board, sizeof a->board) == 0
           && memcmp(a->hand, b->hand, sizeof a->hand) == 0 && a->turn == b->turn
           && a->move_number == b->move_number;
}

static bool
has_position_of(const struct shogi_cursor *settled, const struct shogi_cursor *full)
{
    const struct shogi_position *a = &settled->position, *b = &full->position;

    return is_same(a, b) && memcmp(a->side, b->side, sizeof a->side) == 0
           && memcmp(a->kind, b->kind, sizeof a->kind) == 0
           && memcmp(a->king, b->king, sizeof a->king) == 0
           && a->spare_king == b->spare_king;
}

static void
test_a_light_cursor_walks_as_another_and_can_be_settled_anywhere(void)
{
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct shogi_game *g = shogi_game_new();
        struct shogi_cursor full, light;
        size_t wrong = 0;

        random_game(g, seed);
        shogi_cursor_init(&full, g);
        shogi_cursor_init_light(&light, g);
        do {
            wrong += light.node != full.node || !has_board_of(&light, &full);
            if (random_below(20) == 0) {
                shogi_cursor_settle(&light);
                wrong += !has_position_of(&light, &full);
            }
            if (!light.is_light)
                wrong += !has_position_of(&light, &full);
        } while (shogi_cursor_step(&full) && shogi_cursor_step(&light));
        ok(wrong == 0);
        shogi_cursor_release(&full);
        shogi_cursor_release(&light);
        shogi_game_free(g);
    }
}

/* Moves as damaged records have them: kings are taken, own pieces, anything. */
static void
test_a_light_cursor_plays_and_refuses_any_move_as_another(void)
{
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct shogi_game *g = shogi_game_new(), *h = shogi_game_new();
        struct shogi_cursor full, light;
        size_t wrong = 0;

        random_state = seed;
        shogi_cursor_init(&full, g);
        shogi_cursor_init_light(&light, h);
        for (int i = 0; i < 5000; i++) {
            shogi_move m = (shogi_move)random_below(1 << 16);
            wrong += shogi_cursor_append(&full, m, nowhere)
                     != shogi_cursor_append(&light, m, nowhere);
            if (random_below(100) == 0)
                wrong += shogi_cursor_back(&full) != shogi_cursor_back(&light);
            if (random_below(300) == 0)
                shogi_cursor_settle(&light);
            wrong += !has_board_of(&light, &full);
        }
        ok(full.ply > 20);
        shogi_cursor_settle(&light);
        ok(wrong == 0 && has_position_of(&light, &full));
        while (shogi_cursor_back(&full) && shogi_cursor_back(&light))
            wrong += !has_board_of(&light, &full);
        shogi_cursor_settle(&light);
        ok(wrong == 0 && has_position_of(&light, &full));
        shogi_cursor_release(&full);
        shogi_cursor_release(&light);
        shogi_game_free(g);
        shogi_game_free(h);
    }
}

static void
test_lines_of_play_are_isolated_and_put_back(void)
{
    struct shogi_cursor c;
    struct shogi_game *g = small_game(&c);
    struct shogi_line_link saved[8];
    struct shogi_node *leaf = NULL;
    uint32_t lines = 0;

    while ((leaf = shogi_game_next_leaf(g, leaf))) {
        ok(shogi_line_length(leaf) <= 8);
        shogi_line_isolate(leaf, saved);
        ok(g->root->child->child->next == NULL);
        is_int(shogi_game_plies(g), 2);
        is_int(g->root->child->child->move, lines == 0 ? move("3c3d") : move("8c8d"));
        shogi_line_restore(leaf, saved);
        lines++;
    }
    is_int(lines, 2);
    is_int(g->root->child->child->next->move, move("8c8d"));
    shogi_game_drop(g, SHOGI_USES_VARIATIONS);
    ok(g->root->child->child->next == NULL);
    shogi_cursor_release(&c);
    shogi_game_free(g);
}

static void
test_a_reset_game_is_as_a_new_one(void)
{
    struct shogi_game *g = shogi_game_new(), *fresh = shogi_game_new();
    struct shogi_position start;

    random_game(g, 4);
    is_int(shogi_game_reset(g), SHOGI_OK);
    shogi_position_set_start(&start);
    ok(shogi_position_equal(shogi_game_start(g), &start));
    ok(!shogi_game_headers(g) && !shogi_game_diags(g) && !shogi_game_root(g)->child);
    ok(!shogi_game_root(g)->comment && !shogi_game_end(g));
    is_int(shogi_game_uses(g), shogi_game_uses(fresh));
    is_int(shogi_game_winner(g), SHOGI_WINNER_NOBODY);
    shogi_game_free(g);
    shogi_game_free(fresh);
}

static void
test_a_header_is_changed_or_added(void)
{
    struct shogi_game *g = shogi_game_new();

    shogi_game_set_header(g, "先手", "甲");
    shogi_game_set_header(g, "先手", "丙");
    shogi_game_set_header(g, "私", "x");
    is_str(shogi_game_header(g, SHOGI_HEADER_BLACK), "丙");
    ok(g->headers->next && !g->headers->next->next);
    shogi_game_drop(g, SHOGI_USES_HEADERS);
    ok(g->headers == NULL);
    shogi_game_set_header(g, "後手", "乙");
    is_str(shogi_game_header(g, SHOGI_HEADER_WHITE), "乙");
    shogi_game_free(g);
}

static void
test_evaluations_stay_in_their_order(void)
{
    struct shogi_cursor c;
    struct shogi_game *g = small_game(&c);
    struct shogi_node *first = g->root->child, *second = first->child;

    for (int i = 0; i < 6; i++)
        shogi_game_add_analysis(g, i % 2 ? first : second)->value = i;
    is_int(first->analysis->value, 1);
    is_int(first->analysis->next->value, 3);
    is_int(first->analysis->next->next->value, 5);
    is_int(second->analysis->next->next->value, 4);
    ok(second->analysis->next->next->next == NULL);
    shogi_cursor_release(&c);
    shogi_game_free(g);
}

int
main(void)
{
    test_a_cursor_goes_forward_sideways_and_back();
    test_what_cannot_be_played_is_refused_with_its_place();
    test_illegal_moves_are_kept();
    test_a_walk_visits_each_node_once_in_its_position();
    test_a_light_cursor_walks_as_another_and_can_be_settled_anywhere();
    test_a_light_cursor_plays_and_refuses_any_move_as_another();
    test_lines_of_play_are_isolated_and_put_back();
    test_a_reset_game_is_as_a_new_one();
    test_a_header_is_changed_or_added();
    test_evaluations_stay_in_their_order();
    return done_testing();
}
