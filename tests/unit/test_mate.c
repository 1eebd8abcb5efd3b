/* SPDX-License-Identifier: MIT */
/* test_mate.c - the mate solver: no false mate, no false "no mate". */
#include "positions.h"

#include <shogi/mate.h>

static struct shogi_mate mate;
static unsigned wrong;

static void
complain(const struct shogi_position *p, const char *what, int number)
{
    char sfen[SHOGI_SFEN_SIZE];

    if (wrong++ > 5)
        return;
    shogi_position_to_sfen(p, sfen);
    note("%s (%d): %s", what, number, sfen);
}

/* ---- the truth, slowly ------------------------------------------------------------- */

static bool attack_mates(const struct shogi_position *p, int plies);

/* The side to move is in check and mated within PLIES, useless interpositions not
 * counted. */
static bool defence_fails(const struct shogi_position *p, int plies);

/* M drops a piece between; taken by the checker and put back into the hand it came
 * from, it changes nothing. */
static bool
is_useless(const struct shogi_position *p, shogi_move m, int plies)
{
    shogi_move list[SHOGI_MAX_MOVES];
    struct shogi_position after = *p;
    struct shogi_undo u;
    enum shogi_side us = (enum shogi_side)p->turn;
    enum shogi_side them = us == SHOGI_BLACK ? SHOGI_WHITE : SHOGI_BLACK;
    enum shogi_kind kind = shogi_move_dropped(m);

    if (p->spare_king)
        return false;
    shogi_position_play(&after, m, &u);
    size_t n = shogi_legal_moves(&after, list);
    for (size_t i = 0; i < n; i++) {
        struct shogi_position taken = after;
        struct shogi_position lifted = after;
        if (shogi_move_to(list[i]) != shogi_move_to(m) || shogi_move_is_drop(list[i]))
            continue;
        /* The piece that takes is the one that gave check through the square. */
        shogi_position_put(&lifted, shogi_move_to(m), SHOGI_EMPTY);
        shogi_bb checkers = shogi_position_attackers(&lifted, them, p->king[us]);
        shogi_square from = shogi_move_from(list[i]);
        if (!(from < 63 ? checkers.word[0] >> from & 1
                        : checkers.word[1] >> (from - 63) & 1))
            continue;
        shogi_position_play(&taken, list[i], &u);
        shogi_position_set_hand(&taken, them, kind, taken.hand[them][kind] - 1);
        shogi_position_set_hand(&taken, us, kind, taken.hand[us][kind] + 1);
        if (defence_fails(&taken, plies))
            return true;
    }
    return false;
}

static bool
defence_fails(const struct shogi_position *p, int plies)
{
    shogi_move list[SHOGI_MAX_MOVES];
    size_t n;

    if (!shogi_position_in_check(p, (enum shogi_side)p->turn))
        return false;
    n = shogi_legal_moves(p, list);
    for (size_t i = 0; i < n; i++) {
        struct shogi_position after = *p;
        struct shogi_undo u;
        shogi_position_play(&after, list[i], &u);
        if (!attack_mates(&after, plies - 1)
            && !(shogi_move_is_drop(list[i]) && is_useless(p, list[i], plies)))
            return false;
    }
    return true;
}

static bool
attack_mates(const struct shogi_position *p, int plies)
{
    shogi_move list[SHOGI_MAX_MOVES];
    size_t n = plies >= 1 ? shogi_legal_moves(p, list) : 0;

    for (size_t i = 0; i < n; i++) {
        struct shogi_position after = *p;
        struct shogi_undo u;
        if (!shogi_move_gives_check(p, list[i]))
            continue;
        shogi_position_play(&after, list[i], &u);
        if (defence_fails(&after, plies - 1))
            return true;
    }
    return false;
}

/* The length of the mate up to MOST plies, or 0. */
static int
true_length(const struct shogi_position *p, int most)
{
    for (int plies = 1; plies <= most; plies += 2)
        if (attack_mates(p, plies))
            return plies;
    return 0;
}

/* ---- the solver against it --------------------------------------------------------- */

static unsigned found, none, unknown, lengths[10];

static void
compare(struct shogi_mate_solver *s, const struct shogi_position *p, int most)
{
    struct shogi_mate_limits limits = { .nodes = 20000, .shortest = true };
    int length = true_length(p, most);

    shogi_mate_solve(s, p, &limits, &mate);
    lengths[length]++;
    found += mate.answer == SHOGI_MATE_FOUND;
    none += mate.answer == SHOGI_MATE_NONE;
    unknown += mate.answer == SHOGI_MATE_UNKNOWN;
    if (mate.nodes > limits.nodes)
        complain(p, "more nodes than allowed", (int)mate.nodes);
    if (mate.answer == SHOGI_MATE_NONE && length != 0)
        complain(p, "called no mate", length);
    if (mate.answer != SHOGI_MATE_FOUND)
        return;
    if (!shogi_mate_line_holds(p, mate.line, mate.plies))
        complain(p, "the line does not hold", mate.plies);
    if (length == 0 && mate.plies <= most)
        complain(p, "too short a mate", mate.plies);
    if (length != 0 && mate.plies < length)
        complain(p, "shorter than the shortest", mate.plies);
    if (mate.is_shortest && length != 0 && mate.plies != length)
        complain(p, "not the shortest", mate.plies);
}

static void
test_small_positions_are_decided_as_by_brute_force(void)
{
    struct shogi_mate_solver *s = shogi_mate_solver_new(1);
    uint64_t random = 31;
    int count = getenv("SHOGI_LONG") ? 20000 : 60;

    for (int i = 0; i < count; i++) {
        struct shogi_position p = corner(&random);
        compare(s, &p, 3);
    }
    for (int i = 0; i < count / 25; i++) {
        struct shogi_position p = corner(&random);
        compare(s, &p, 5);
    }
    is_int(wrong, 0);
    ok(found > 10 && none > 10);
    note("mates %u, none %u, unknown %u; of 1, 3 and 5 plies: %u, %u, %u", found, none,
         unknown, lengths[1], lengths[3], lengths[5]);
    shogi_mate_solver_free(s);
}

/* ---- the truth, whatever the length --------------------------------------------------
 */

/* Every position that checks and replies can reach, and which of them are mates: the
 * least set that holds what one move leads into it, or all replies. */
struct graph {
    struct node {
        struct shogi_position p;
        uint32_t first, count; /* of edges */
        bool attacks, won;
    } * nodes;
    uint32_t *edges, *slots; /* slots: 1 + node, by key */
    uint32_t node_count, edge_count;
    bool overflow;
};

enum { GRAPH_NODES = 5000, GRAPH_EDGES = 100000, GRAPH_SLOTS = 1 << 14 };

static uint32_t
node_of(struct graph *g, const struct shogi_position *p, bool attacks)
{
    uint32_t slot = (uint32_t)(p->key % GRAPH_SLOTS);

    for (; g->slots[slot]; slot = (slot + 1) % GRAPH_SLOTS)
        if (shogi_position_equal(&g->nodes[g->slots[slot] - 1].p, p))
            return g->slots[slot] - 1;
    if (g->node_count == GRAPH_NODES) {
        g->overflow = true;
        return 0;
    }
    g->nodes[g->node_count] = (struct node){ .p = *p, .attacks = attacks };
    g->slots[slot] = ++g->node_count;
    return g->node_count - 1;
}

static void
fill_graph(struct graph *g, const struct shogi_position *root)
{
    static shogi_move list[SHOGI_MAX_MOVES];

    g->node_count = g->edge_count = 0;
    g->overflow = false;
    memset(g->slots, 0, GRAPH_SLOTS * sizeof *g->slots);
    node_of(g, root, true);
    for (uint32_t i = 0; i < g->node_count && !g->overflow; i++) {
        struct node *n = &g->nodes[i];
        size_t count = shogi_legal_moves(&n->p, list);
        n->first = g->edge_count;
        for (size_t k = 0; k < count && !g->overflow; k++) {
            struct shogi_position after = n->p;
            struct shogi_undo u;
            if (n->attacks && !shogi_move_gives_check(&n->p, list[k]))
                continue;
            shogi_position_play(&after, list[k], &u);
            g->overflow = g->edge_count == GRAPH_EDGES;
            if (!g->overflow)
                g->edges[g->edge_count++] = node_of(g, &after, !n->attacks);
        }
        n->count = g->edge_count - n->first;
    }
}

static bool
is_won(const struct graph *g, const struct node *n)
{
    for (uint32_t k = 0; k < n->count; k++)
        if (g->nodes[g->edges[n->first + k]].won == n->attacks)
            return n->attacks;
    return !n->attacks;
}

/* Is the first position a mate? */
static bool
settle(struct graph *g)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = g->node_count; i-- > 0;) {
            struct node *n = &g->nodes[i];
            if (!n->won && is_won(g, n))
                n->won = changed = true;
        }
    }
    return g->nodes[0].won;
}

/* White's king in a corner, walled in by pawns that cannot move, with a few pieces:
 * checks go round and round, but not far. */
static struct shogi_position
cell(uint64_t *random)
{
    struct shogi_position p;
    int files = 3 + (int)draw(random, 3), ranks = 2 + (int)draw(random, 3);

    shogi_position_clear(&p);
    for (int file = 1; file <= 9; file++)
        for (int rank = 1; rank <= 9; rank++)
            if (file > files || rank > ranks)
                shogi_position_put(&p, shogi_square_at(file, rank),
                                   shogi_piece_of(SHOGI_WHITE, SHOGI_PAWN));
    shogi_position_put(&p, shogi_square_at(1 + (int)draw(random, 3), 1),
                       shogi_piece_of(SHOGI_WHITE, SHOGI_KING));
    for (uint32_t i = 3 + draw(random, 3); i > 0; i--) {
        shogi_square square = shogi_square_at(1 + (int)draw(random, (uint32_t)files),
                                              1 + (int)draw(random, (uint32_t)ranks));
        enum shogi_kind kind = (enum shogi_kind)draw(random, SHOGI_KIND_COUNT);
        enum shogi_side side = draw(random, 5) ? SHOGI_BLACK : SHOGI_WHITE;
        if (p.board[square] == SHOGI_EMPTY && kind != SHOGI_KING)
            shogi_position_put(&p, square, shogi_piece_of(side, kind));
    }
    return p;
}

static void
test_endless_checks_are_neither_mates_nor_hide_them(void)
{
    struct shogi_mate_solver *s = shogi_mate_solver_new(1);
    struct graph g = { .nodes = malloc(GRAPH_NODES * sizeof *g.nodes),
                       .edges = malloc(GRAPH_EDGES * sizeof *g.edges),
                       .slots = malloc(GRAPH_SLOTS * sizeof *g.slots) };
    uint64_t random = 32;
    unsigned mates = 0, others = 0, open = 0, large = 0;

    wrong = 0;
    for (int i = getenv("SHOGI_LONG") ? 100000 : 250; i > 0; i--) {
        struct shogi_position p = cell(&random);
        if (shogi_position_in_check(&p,
                                    p.turn == SHOGI_BLACK ? SHOGI_WHITE : SHOGI_BLACK))
            continue;
        fill_graph(&g, &p);
        if (g.overflow)
            large++;
        if (g.overflow || g.node_count < 12)
            continue;
        bool is_mate = settle(&g);
        shogi_mate_solve(s, &p, &(struct shogi_mate_limits){ .nodes = 200000 }, &mate);
        if (mate.answer == SHOGI_MATE_UNKNOWN)
            open++;
        else if ((mate.answer == SHOGI_MATE_FOUND) != is_mate)
            complain(&p, is_mate ? "a mate not seen" : "no mate", mate.plies);
        mates += is_mate;
        others += !is_mate;
    }
    is_int(wrong, 0);
    is_int(open, 0);
    ok(others > 2);
    note("%u mates, %u others, %u undecided, %u too large", mates, others, open, large);
    free(g.nodes);
    free(g.edges);
    free(g.slots);
    shogi_mate_solver_free(s);
}

/* ---- composed problems ---------------------------------------------------------------
 */

/* Made for this test.  0 plies: there is no mate. */
static const struct {
    const char *sfen;
    int plies;
    const char *why;
} problems[] = {
    { "8k/9/7G1/9/9/9/9/9/9 b Gr2b2g4s4n4l18p 1", 1, "two golds" },
    { "9/7+p1/8k/5R3/7R1/9/9/9/9 b GP2b3g4s4n4l16p 1", 3, "a dropped gold mates" },
    { "9/6k2/7+pK/5R3/6N2/9/9/9/9 b Lp 1", 3, "the attacker is in check" },
    { "1k1+BR4/3+r5/2K6/9/9/9/9/9/9 b SNL 1", 3, "the same, and a double check" },
    { "4lr3/6Bkg/9/6+R2/8g/9/9/9/9 b GNLbg4s3n2l18p 1", 5, "interpositions" },
    { "5k1+r+L/3+B5/7R1/2+N6/9/9/9/9/9 b GLb3g4s3n2l18p 1", 5, "a rook stays a rook" },
    { "9/9/8k/6G2/9/9/9/9/9 b BGL2rb2g4s4n3l18p 1", 7, "a lance from below" },
    { "9/6B2/3+N5/6k2/9/3r3R1/6+B2/9/9 b G3g4s3n4l18p 1", 7, "in the open" },
    { "3+r1k3/2b2B3/6G2/3g5/9/9/9/9/9 b 2SPr2g2s4n4l17p 1", 9, "a bishop stays one" },
    { "9/8k/9/5+BL2/9/9/9/9/9 b GL2rb3g4s4n2l18p 1", 11, "many lances to put between" },
    { "5B2k/9/9/9/9/9/9/9/9 b GL2rb3g4s4n3l18p 1", 13, "a knight between" },
    { "4+B4/7k1/8N/4+R4/9/9/9/9/9 b Nrb4g4s2n4l18p 1", 13, "a gold between" },
    { "7nk/9/7G1/9/9/9/9/9/9 b P 1", 0, "mate by a dropped pawn" },
    { "7nk/9/6+B2/9/9/9/9/9/9 b P 1", 0, "the same by a horse's help" },
    { "4k4/9/9/9/9/9/9/9/4R4 b - 1", 0, "nothing but a rook" },
    { "4k4/9/9/4+R4/9/9/9/9/9 b - 1", 0, "the king in the middle" },
    { "9/9/9/9/4k4/9/9/9/4K4 b 2R 1", 9, "two rooks drive a king" },
    { "9/9/9/9/4k4/9/9/9/4K4 b R 1", 0, "one does not" },
    { "9/9/9/9/9/9/9/9/9 b 2R2B4G 1", 0, "no king" },
    { "8R/9/8k/9/9/9/9/9/9 b - 1", 0, "in check already" },
};

static void
test_composed_problems(void)
{
    struct shogi_mate_solver *s = shogi_mate_solver_new(0);
    struct shogi_mate_limits limits = { .nodes = 300000, .shortest = true };

    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        struct shogi_position p = position_of(problems[i].sfen);
        shogi_mate_solve(s, &p, &limits, &mate);
        bool fits = problems[i].plies == 0
                        ? mate.answer == SHOGI_MATE_NONE && mate.plies == 0
                        : mate.answer == SHOGI_MATE_FOUND && mate.is_shortest
                              && mate.plies == problems[i].plies
                              && shogi_mate_line_holds(&p, mate.line, mate.plies);
        if (!ok(fits))
            note("%s: answer %d, %d plies: %s", problems[i].why, mate.answer, mate.plies,
                 problems[i].sfen);
    }
    shogi_mate_solver_free(s);
}

static void
test_useless_interpositions_do_not_count(void)
{
    struct shogi_mate_solver *s = shogi_mate_solver_new(1);
    struct shogi_mate_limits limits = { .nodes = 100000, .shortest = true };
    /* The rook checks along the first rank as soon as the tokin leaves it. */
    struct shogi_position p = position_of("R3+P3k/9/6N1G/9/9/9/9/9/9 b r2b3g4s3n4l17p 1");
    shogi_move afar = move_of("L*5i");

    shogi_mate_solve(s, &p, &limits, &mate);
    is_int(mate.answer, SHOGI_MATE_FOUND);
    is_int(mate.is_shortest, 1);
    is_int(mate.plies, 1);
    is_int(true_length(&p, 1), 1);
    ok(shogi_mate_line_holds(&p, mate.line, mate.plies));
    /* The knight stands by what takes on 5b, the last square; without it nothing. */
    p = position_of("3pkp3/3p1p3/9/5N3/9/9/9/9/9 b L2rb4s 1");
    ok(shogi_mate_line_holds(&p, &afar, 1));
    p = position_of("3pkp3/3p1p3/9/9/9/9/9/9/9 b L2rb4s 1");
    ok(!shogi_mate_line_holds(&p, &afar, 1));
    /* A piece that moves between is not useless. */
    p = position_of("3pkp3/2gp1p3/9/5N3/9/9/9/9/9 b L 1");
    ok(!shogi_mate_line_holds(&p, &afar, 1) || true_length(&p, 1) == 1);
    shogi_mate_solver_free(s);
}

static void
test_a_line_that_is_no_mate_does_not_hold(void)
{
    struct shogi_position p = position_of("9/7+p1/8k/5R3/7R1/9/9/9/9 b GP 1");
    shogi_move good[] = { move_of("4d1d"), move_of("1c1d"), move_of("G*2d") };
    shogi_move other[] = { move_of("4d1d"), move_of("1c1b"), move_of("G*2d") };
    shogi_move quiet[] = { move_of("4d5d"), move_of("1c1d"), move_of("G*1e") };

    is_int(shogi_mate_line_holds(&p, good, 3), 1);
    is_int(shogi_mate_line_holds(&p, good, 1), 0);
    is_int(shogi_mate_line_holds(&p, good, 2), 0);
    is_int(shogi_mate_line_holds(&p, other, 3), 0);
    is_int(shogi_mate_line_holds(&p, quiet, 3), 0);
}

/* ---- the same question, the same answer ----------------------------------------------
 */

static void
test_answers_do_not_depend_on_what_was_asked_before(void)
{
    static struct shogi_mate again;
    struct shogi_mate_solver *used = shogi_mate_solver_new(1);
    struct shogi_mate_limits limits = { .nodes = 20000, .shortest = true };
    uint64_t random = 33;

    wrong = 0;
    /* More questions than there are generations of the table. */
    for (int i = 0; i < 300; i++) {
        struct shogi_position p = corner(&random);
        struct shogi_mate_solver *fresh;
        limits.nodes = i % 10 ? 300 : 20000;
        shogi_mate_solve(used, &p, &limits, &again);
        if (i % 10)
            continue;
        fresh = shogi_mate_solver_new(1);
        shogi_mate_solve(fresh, &p, &limits, &mate);
        shogi_mate_solver_free(fresh);
        if (mate.answer != again.answer || mate.plies != again.plies
            || mate.nodes != again.nodes || mate.is_shortest != again.is_shortest
            || memcmp(mate.line, again.line, mate.plies * sizeof *mate.line) != 0)
            complain(&p, "another answer", i);
    }
    is_int(wrong, 0);
    shogi_mate_solver_free(used);
}

static void
test_no_more_nodes_than_allowed(void)
{
    struct shogi_mate_solver *s = shogi_mate_solver_new(1);
    struct shogi_position p = position_of("9/8k/9/5+BL2/9/9/9/9/9 b GL2rb3g4s4n2l18p 1");

    for (uint64_t nodes = 1; nodes < 3000; nodes = nodes * 3 / 2 + 1) {
        shogi_mate_solve(s, &p, &(struct shogi_mate_limits){ .nodes = nodes }, &mate);
        if (mate.nodes > nodes || mate.answer == SHOGI_MATE_NONE)
            complain(&p, "too many nodes", (int)mate.nodes);
    }
    is_int(wrong, 0);
    shogi_mate_solve(s, &p, &(struct shogi_mate_limits){ .nodes = 100 }, &mate);
    is_int(mate.answer, SHOGI_MATE_UNKNOWN);
    shogi_mate_solver_free(s);
}

/* ---- threats -------------------------------------------------------------------------
 */

static void
test_a_threat_is_a_mate_if_the_side_to_move_passes(void)
{
    struct shogi_mate_solver *s = shogi_mate_solver_new(1);
    struct shogi_mate_limits limits = { .nodes = 10000 };
    struct shogi_position p = position_of("8k/9/p5GG1/9/9/9/9/9/4K4 w - 1");

    shogi_mate_threat(s, &p, &limits, &mate);
    is_int(mate.answer, SHOGI_MATE_FOUND);
    is_int(mate.plies, 1);
    is_int(shogi_move_to(mate.line[0]), shogi_square_at(2, 2));
    p = position_of("8k/9/p5G2/9/9/9/9/9/4K4 w - 1");
    shogi_mate_threat(s, &p, &limits, &mate);
    is_int(mate.answer, SHOGI_MATE_NONE);
    p = position_of("8k/9/p5G1L/9/9/9/9/9/4K4 w - 1"); /* in check */
    shogi_mate_threat(s, &p, &limits, &mate);
    is_int(mate.answer, SHOGI_MATE_UNKNOWN);
    shogi_mate_solver_free(s);
}

static int
brink(struct shogi_mate_solver *s, const char *sfen, unsigned renewals, uint64_t nodes,
      shogi_move *defence)
{
    struct shogi_position p = position_of(sfen);
    struct shogi_brink b;

    shogi_mate_brink(s, &p, renewals, &(struct shogi_mate_limits){ .nodes = nodes }, &b);
    if (b.nodes > nodes)
        complain(&p, "too many nodes", (int)b.nodes);
    if ((b.answer == SHOGI_BRINK_PROVEN) != (b.defence == SHOGI_NO_MOVE))
        complain(&p, "a defence, or none", b.answer);
    if (defence)
        *defence = b.defence;
    return b.answer;
}

static void
test_brinkmate_needs_a_mate_after_every_defence(void)
{
    struct shogi_mate_solver *s = shogi_mate_solver_new(1);
    shogi_move defence;

    wrong = 0;
    is_int(brink(s, "8k/9/p5GG1/9/9/9/9/9/4K4 w - 1", 0, 50000, NULL),
           SHOGI_BRINK_PROVEN);
    /* A pawn on 2a guards 2b. */
    is_int(brink(s, "8k/9/p5GG1/9/9/9/9/9/4K4 w p 1", 1, 50000, &defence),
           SHOGI_BRINK_REFUTED);
    is_int(defence, move_of("P*2a"));
    /* A knight gives check; once the king has gone away all is as before. */
    is_int(brink(s, "8k/9/p5GG1/9/9/9/9/9/4K4 w n 1", 0, 50000, &defence),
           SHOGI_BRINK_REFUTED);
    is_int(shogi_move_dropped(defence), SHOGI_KNIGHT);
    is_int(brink(s, "8k/9/p5GG1/9/9/9/9/9/4K4 w n 1", 1, 50000, NULL),
           SHOGI_BRINK_PROVEN);
    /* A rook gives check, and check again. */
    is_int(brink(s, "8k/9/p5GG1/9/9/9/9/9/4K4 w r 1", 0, 50000, &defence),
           SHOGI_BRINK_REFUTED);
    ok(defence != SHOGI_NO_MOVE);
    is_int(brink(s, "8k/9/p5GG1/9/9/9/9/9/4K4 w r 1", 0, 3, NULL), SHOGI_BRINK_UNKNOWN);
    is_int(brink(s, "4k4/9/4P4/9/9/9/9/9/4K4 w - 1", 1, 50000, NULL),
           SHOGI_BRINK_REFUTED);
    is_int(wrong, 0);
    shogi_mate_solver_free(s);
}

static void
test_a_brinkmate_may_need_a_quiet_move_more(void)
{
    struct shogi_mate_solver *s = shogi_mate_solver_new(4);
    const char *sfen = "2R6/3G2+N2/8N/2+B2k2s/2K6/5S3/3b5/9/9 w GP 1";

    wrong = 0;
    is_int(brink(s, sfen, 0, 200000, NULL), SHOGI_BRINK_REFUTED);
    is_int(brink(s, sfen, 1, 200000, NULL), SHOGI_BRINK_PROVEN);
    is_int(wrong, 0);
    shogi_mate_solver_free(s);
}

/* What is proven or refuted is so when each defence is asked about by itself. */
static void
test_brinkmates_in_small_positions(void)
{
    static shogi_move list[SHOGI_MAX_MOVES];
    struct shogi_mate_solver *s = shogi_mate_solver_new(1);
    struct shogi_mate_limits limits = { .nodes = 100000 };
    uint64_t random = 34;
    unsigned count[3] = { 0 };

    wrong = 0;
    for (int i = getenv("SHOGI_LONG") ? 3000 : 30; i > 0; i--) {
        struct shogi_position p = corner(&random);
        struct shogi_brink b;
        struct shogi_undo u;
        shogi_position_set_turn(&p, p.turn == SHOGI_BLACK ? SHOGI_WHITE : SHOGI_BLACK);
        if (shogi_position_in_check(&p,
                                    p.turn == SHOGI_BLACK ? SHOGI_WHITE : SHOGI_BLACK))
            continue;
        shogi_mate_brink(s, &p, 0, &limits, &b);
        count[b.answer]++;
        size_t n = shogi_legal_moves(&p, list);
        for (size_t k = 0; k < n && b.answer == SHOGI_BRINK_PROVEN; k++) {
            struct shogi_position after = p;
            shogi_position_play(&after, list[k], &u);
            shogi_mate_solve(s, &after, &limits, &mate);
            if (mate.answer == SHOGI_MATE_NONE)
                complain(&p, "a defence", mate.answer);
        }
        if (b.answer != SHOGI_BRINK_REFUTED)
            continue;
        shogi_position_play(&p, b.defence, &u);
        shogi_mate_solve(s, &p, &limits, &mate);
        if (mate.answer == SHOGI_MATE_FOUND)
            complain(&p, "no defence", mate.plies);
    }
    is_int(wrong, 0);
    note("unknown %u, proven %u, refuted %u", count[0], count[1], count[2]);
    shogi_mate_solver_free(s);
}

/* ---- problems of others ---------------------------------------------------------------
 */

static struct shogi_mate_solver *table_solver;
static unsigned rows, solved, table_total;

static void
visit_problem(char *fields[ROW_FIELDS])
{
    bool is_none = strncmp(fields[1], "none<=", 6) == 0;
    long plies = strtol(is_none ? fields[1] + 6 : fields[1], NULL, 10);
    struct shogi_mate_limits limits = { .nodes = plies > 7 ? 1000000 : 100000,
                                        .shortest = is_none };
    struct shogi_position p = position_of(fields[0]);

    if (++rows % (getenv("SHOGI_LONG") ? 1 : 16))
        return;
    shogi_mate_solve(table_solver, &p, &limits, &mate);
    if (mate.answer == SHOGI_MATE_FOUND
        && !shogi_mate_line_holds(&p, mate.line, mate.plies))
        complain(&p, "the line does not hold", mate.plies);
    if (is_none) {
        if (mate.answer == SHOGI_MATE_FOUND && mate.plies <= plies)
            complain(&p, "there is no such mate", mate.plies);
        return;
    }
    if (mate.answer == SHOGI_MATE_NONE)
        complain(&p, "there is a mate", (int)plies);
    if (mate.answer == SHOGI_MATE_UNKNOWN && plies > 0 && plies <= 3)
        complain(&p, "not solved", (int)plies);
    table_total++;
    solved += mate.answer == SHOGI_MATE_FOUND;
}

static void
test_problems_of_others_are_solved(void)
{
    wrong = 0;
    table_solver = shogi_mate_solver_new(0);
    read_table("vectors/tsume.tsv", visit_problem);
    is_int(wrong, 0);
    ok(table_total == 0 || solved * 100 >= table_total * 98);
    note("%u of %u solved", solved, table_total);
    shogi_mate_solver_free(table_solver);
}

int
main(void)
{
    test_composed_problems();
    test_useless_interpositions_do_not_count();
    test_a_line_that_is_no_mate_does_not_hold();
    test_answers_do_not_depend_on_what_was_asked_before();
    test_no_more_nodes_than_allowed();
    test_a_threat_is_a_mate_if_the_side_to_move_passes();
    test_brinkmate_needs_a_mate_after_every_defence();
    test_a_brinkmate_may_need_a_quiet_move_more();
    test_brinkmates_in_small_positions();
    test_small_positions_are_decided_as_by_brute_force();
    test_endless_checks_are_neither_mates_nor_hide_them();
    test_problems_of_others_are_solved();
    return done_testing();
}
