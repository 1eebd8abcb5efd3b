/* SPDX-License-Identifier: MIT */
/* mate_search.c - depth-first proof-number search for a mate by checks.
 *
 * The attacker needs one check that works, the defender one reply; the proof number of
 * a position is how much is left to do for a proof, the disproof number the same for
 * the opposite, and the search goes where least is left.  No function calls itself:
 * the positions of the path are frames, which the loop in run() pushes and pops.
 *
 * Whoever mates can do so without standing twice in one position, so to come back to
 * one of the path (or to the same board with less in hand) is a failure of the
 * attacker.  Such a failure says nothing about other paths.  A disproof knows the
 * lowest ply of the path that it depends on, and is true for good only when that is
 * its own ply or above; the others are kept under a key that holds the whole path.
 * Proofs never depend on the path.
 *
 * Within a given length useless interpositions do not count (muda-ai): when a piece
 * is dropped between a far checker and the king, the attacker may take it with the
 * checker, lose it again, and is as far as before. */
#include "engine/mate_search.h"

#include "base/memory.h"
#include "engine/mate_short.h"
#include "rules/play.h"

enum { NO_LOOP = INT16_MAX, FIRST_ROOM = 1 << 14 };

#define INFINITE ((uint32_t)SHOGI_MATE_INFINITE)
#define FUTILE_KEY 0x6a09e667f3bcc908u /* told apart: takes of what may be useless */

static bool
is_bounded(const struct shogi_mate_frame *f)
{
    return f->length != SHOGI_MATE_ANY_LENGTH;
}

static uint32_t
add_numbers(uint32_t a, uint32_t b)
{
    return a + b < INFINITE ? a + b : INFINITE - 1;
}

static bool
is_at_limit(const struct shogi_mate_solver *s)
{
    return s->limit && s->nodes >= s->limit;
}

/* ---- where a move leads ------------------------------------------------------------ */

uint64_t
shogi_mate_board_key(const struct shogi_position *p)
{
    uint64_t key = p->key;

    for (int side = 0; side < 2; side++)
        for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
            key -= p->hand[side][kind] * shogi_tables.hand_key[side][kind];
    return key;
}

static void
place_child(const struct shogi_mate_solver *s, const struct shogi_mate_frame *f,
            struct shogi_mate_child *c)
{
    const struct shogi_position *p = &s->position;
    enum shogi_side side = (enum shogi_side)p->turn;
    shogi_square to = shogi_move_to(c->move);
    uint64_t key = f->key;

    c->hand = f->hand;
    if (shogi_move_is_drop(c->move)) {
        enum shogi_kind kind = shogi_move_dropped(c->move);
        key += shogi_tables.piece_key[shogi_piece_of(side, kind)][to];
        if (f->attacks)
            c->hand -= shogi_hand_one(kind);
    } else {
        shogi_square from = shogi_move_from(c->move);
        shogi_piece piece = p->board[from], captured = p->board[to];
        key -= shogi_tables.piece_key[piece][from];
        if (shogi_move_promotes(c->move))
            piece = (shogi_piece)(piece + 8);
        key += shogi_tables.piece_key[piece][to];
        if (captured != SHOGI_EMPTY) {
            key -= shogi_tables.piece_key[captured][to];
            if (f->attacks && !c->is_stolen)
                c->hand += shogi_hand_one(shogi_kind_base(shogi_piece_kind(captured)));
        }
    }
    c->key = key + (side == SHOGI_BLACK ? shogi_tables.turn_key : -shogi_tables.turn_key);
}

/* The hand before the move, for a hand after it. */
static uint64_t
hand_before(const struct shogi_position *p, const struct shogi_mate_child *c)
{
    if (c->is_stolen)
        return c->hand;
    if (shogi_move_is_drop(c->move))
        return c->hand + shogi_hand_one(shogi_move_dropped(c->move));
    shogi_piece captured = p->board[shogi_move_to(c->move)];
    if (captured == SHOGI_EMPTY)
        return c->hand;
    uint64_t one = shogi_hand_one(shogi_kind_base(shogi_piece_kind(captured)));
    return shogi_hand_includes(c->hand, one) ? c->hand - one : c->hand;
}

static int
child_length(const struct shogi_mate_frame *f, const struct shogi_mate_child *c)
{
    if (!is_bounded(f))
        return f->length;
    return c->is_stolen ? f->length + 1 : f->length - 1;
}

void
shogi_mate_steal(struct shogi_position *p, shogi_move m, struct shogi_undo *u)
{
    enum shogi_side us = (enum shogi_side)p->turn, them = shogi_other(us);

    shogi_position_play_known(p, m, u);
    enum shogi_kind kind = shogi_kind_base(shogi_piece_kind(u->captured));
    p->hand[us][kind]--;
    p->hand[them][kind]++;
    p->key += shogi_tables.hand_key[them][kind] - shogi_tables.hand_key[us][kind];
}

static void
play_child(struct shogi_mate_solver *s, const struct shogi_mate_child *c,
           struct shogi_undo *u)
{
    if (c->is_stolen)
        shogi_mate_steal(&s->position, c->move, u);
    else
        shogi_position_play_known(&s->position, c->move, u);
}

static void
undo_child(struct shogi_mate_solver *s, const struct shogi_mate_child *c,
           const struct shogi_undo *u)
{
    struct shogi_position *p = &s->position;

    if (c->is_stolen)
        p->hand[p->turn][shogi_kind_base(shogi_piece_kind(u->captured))]--;
    shogi_position_undo_known(p, c->move, u);
}

/* ---- the path ---------------------------------------------------------------------- */

static uint64_t
mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Of the positions up to F itself, in their order. */
static uint64_t
path_behind(const struct shogi_mate_frame *f)
{
    return mix(f->path + mix(f->key ^ mix(f->hand)));
}

static uint16_t *
path_counter(struct shogi_mate_solver *s, uint64_t key)
{
    return &s->on_path[key >> 10 & 1023];
}

/* The ply at which the attacker stood on this board with as much in hand or more, or
 * NO_LOOP. */
static int
find_loop(struct shogi_mate_solver *s, uint64_t key, uint64_t hand)
{
    if (*path_counter(s, key) == 0)
        return NO_LOOP;
    for (int ply = s->depth; ply >= 0; ply--)
        if (s->frames[ply].key == key && shogi_hand_includes(s->frames[ply].hand, hand))
            return ply;
    return NO_LOOP;
}

/* ---- what is known of a child ------------------------------------------------------ */

static void
set_proven(struct shogi_mate_child *c, uint64_t proof, int length)
{
    c->pn = 0;
    c->dn = INFINITE;
    c->hand = proof;
    c->length = (int16_t)length;
}

static void
set_disproven(struct shogi_mate_child *c, uint64_t disproof, int loop)
{
    c->pn = INFINITE;
    c->dn = 0;
    c->hand = disproof;
    c->loop = (int16_t)loop;
}

static bool
is_decided(const struct shogi_mate_child *c)
{
    return c->pn == 0 || c->dn == 0;
}

static uint64_t
table_key(uint64_t key, bool is_futile)
{
    return is_futile ? key ^ FUTILE_KEY : key;
}

static uint64_t
twin_key(uint64_t key, uint64_t path)
{
    return mix(key + path);
}

/* Take what the table knows.  False: nothing, not even numbers. */
static bool
look_up(struct shogi_mate_solver *s, const struct shogi_mate_frame *f,
        struct shogi_mate_child *c)
{
    struct shogi_mate_entry e;
    int length = child_length(f, c);
    bool found = shogi_mate_table_probe(&s->table, table_key(c->key, c->is_futile),
                                        c->hand, length, &e);

    if (e.pn == 0 && found) {
        set_proven(c, shogi_mate_entry_hand(&e), e.length);
        return true;
    }
    if (e.dn == 0 && found) {
        set_disproven(c, shogi_mate_entry_hand(&e), NO_LOOP);
        return true;
    }
    c->pn = e.pn;
    c->dn = e.dn;
    c->has_twins = e.twins;
    if (found && e.twins
        && shogi_mate_table_probe(&s->table, twin_key(c->key, path_behind(f)), c->hand,
                                  length, &e)
        && e.dn == 0 && shogi_mate_entry_hand(&e) == c->hand)
        set_disproven(c, c->hand, e.move == SHOGI_NO_MOVE ? -1 : (int)e.move);
    return found;
}

/* The proof hand of a mate in one by M. */
static uint64_t
proof_of_mate(const struct shogi_position *p, uint64_t hand, shogi_move m)
{
    enum shogi_side us = (enum shogi_side)p->turn, them = shogi_other(us);
    struct shogi_mate_child c = { .move = m, .hand = 0 };
    shogi_square king = p->king[them], to = shogi_move_to(m);
    bool beside = king != SHOGI_NO_SQUARE && !p->spare_king
                  && shogi_bb_has(shogi_tables.step[them][SHOGI_STEP_KING][king], to);

    /* A check from afar, perhaps by another piece: what the defender lacks could be
     * put between. */
    if (!beside || !shogi_move_is_drop(m)) {
        uint64_t left = hand;
        if (shogi_move_is_drop(m))
            left -= shogi_hand_one(shogi_move_dropped(m));
        c.hand = left & shogi_hand_lacks(shogi_hand_pack(p->hand[them]));
    }
    return shogi_hand_min(hand_before(p, &c), hand);
}

/* For the attacker to move, without a check: any hand is too little, but for kinds of
 * which he has none now. */
static uint64_t
disproof_without_checks(uint64_t hand, uint64_t totals)
{
    return totals & ~shogi_hand_lacks(hand);
}

/* Look at the position after a reply of the defender. */
static void
look_at_reply(struct shogi_mate_solver *s, const struct shogi_mate_frame *f,
              struct shogi_mate_child *c)
{
    struct shogi_position *p = &s->position;
    struct shogi_undo u;
    int length = child_length(f, c);
    shogi_move m;
    size_t checks;

    if (length < 1 && !c->is_futile) {
        set_disproven(c, SHOGI_HAND_BITS, NO_LOOP);
        return;
    }
    s->nodes++;
    shogi_position_play_known(p, c->move, &u);
    m = shogi_mate_or_checks(p, &checks);
    if (m != SHOGI_NO_MOVE && length >= 1) {
        set_proven(c, proof_of_mate(p, c->hand, m), 1);
    } else if (checks == 0) {
        uint64_t totals = shogi_hand_pack(p->hand[0]) + shogi_hand_pack(p->hand[1]);
        set_disproven(c, disproof_without_checks(c->hand, totals), NO_LOOP);
    }
    shogi_position_undo_known(p, c->move, &u);
}

/* Guess how hard it is to prove that a check mates, or the opposite. */
static void
guess_check(const struct shogi_position *p, struct shogi_mate_child *c)
{
    enum shogi_side us = (enum shogi_side)p->turn, them = shogi_other(us);
    shogi_square king = p->king[them], to = shogi_move_to(c->move);
    shogi_bb from = { { 0, 0 } }, takers, helpers;
    uint32_t pn = 1, dn = 1;

    if (king == SHOGI_NO_SQUARE)
        return;
    if (!shogi_move_is_drop(c->move))
        from = shogi_bb_of(shogi_move_from(c->move));
    takers = shogi_bb_without(shogi_position_attackers(p, them, to), shogi_bb_of(king));
    helpers = shogi_bb_without(shogi_position_attackers(p, us, to), from);
    pn += shogi_bb_any(takers);
    if (!shogi_bb_has(shogi_tables.step[them][SHOGI_STEP_KING][king], to))
        pn++; /* from afar */
    else if (!shogi_bb_any(helpers))
        pn += 2; /* the king may take */
    else
        dn += !shogi_bb_any(takers);
    if (c->pn < pn)
        c->pn = pn;
    if (c->dn < dn)
        c->dn = dn;
}

/* First look at a child that is not waiting. */
static void
evaluate(struct shogi_mate_solver *s, const struct shogi_mate_frame *f,
         struct shogi_mate_child *c)
{
    c->loop = NO_LOOP;
    c->waits = false;
    if (!is_bounded(f)) {
        int loop = find_loop(s, c->key, c->hand);
        if (loop != NO_LOOP) {
            set_disproven(c, c->hand, loop);
            return;
        }
    }
    if (look_up(s, f, c))
        return;
    if (f->attacks)
        guess_check(&s->position, c);
    else if (!is_at_limit(s))
        look_at_reply(s, f, c);
}

/* ---- entering a position ----------------------------------------------------------- */

static struct shogi_mate_child *
add_child(struct shogi_mate_solver *s, struct shogi_mate_frame *f, shogi_move m)
{
    if (s->child_count == s->child_room) {
        uint32_t room = s->child_room ? 2 * s->child_room : FIRST_ROOM;
        struct shogi_mate_child *more =
            shogi_memory_resize(s->children, room * sizeof *more);
        if (!more) {
            s->out_of_memory = true;
            return NULL;
        }
        s->children = more;
        s->child_room = room;
    }
    struct shogi_mate_child *c = &s->children[s->child_count++];
    *c = (struct shogi_mate_child){ .move = m, .pn = 1, .dn = 1, .loop = NO_LOOP };
    f->count++;
    return c;
}

/* May the far checker take on TO what was put between? */
static bool
takes_along_line(const struct shogi_position *p, shogi_move m, shogi_square to)
{
    shogi_square king = p->king[shogi_other((enum shogi_side)p->turn)];

    return !shogi_move_is_drop(m) && shogi_move_to(m) == to
           && shogi_tables.direction[king][shogi_move_from(m)]
                  == shogi_tables.direction[king][to];
}

/* PUT is the square of what may be a useless interposition. */
static void
expand_attack(struct shogi_mate_solver *s, struct shogi_mate_frame *f, shogi_square put)
{
    shogi_move list[SHOGI_MAX_MOVES];
    size_t n = shogi_check_moves(&s->position, list);

    for (size_t i = 0; i < n; i++) {
        struct shogi_mate_child *c;
        if (f->is_futile && takes_along_line(&s->position, list[i], put)) {
            if (!(c = add_child(s, f, list[i])))
                return;
            c->is_stolen = true;
            place_child(s, f, c);
            evaluate(s, f, c);
        }
        if (is_bounded(f) && f->length < 1)
            continue;
        if (!(c = add_child(s, f, list[i])))
            return;
        place_child(s, f, c);
        evaluate(s, f, c);
    }
}

/* Is one of several drops on a square that need not be looked at yet? */
static bool
is_later_drop(const struct shogi_mate_frame *f, const struct shogi_mate_child *c)
{
    const struct shogi_mate_child *before = c - 1;

    return f->count > 1 && shogi_move_is_drop(c->move) && shogi_move_is_drop(before->move)
           && shogi_move_to(before->move) == shogi_move_to(c->move);
}

static void
expand_defence(struct shogi_mate_solver *s, struct shogi_mate_frame *f)
{
    shogi_move list[SHOGI_MAX_MOVES];
    size_t n = shogi_legal_moves(&s->position, list);

    for (size_t i = 0; i < n; i++) {
        struct shogi_mate_child *c = add_child(s, f, list[i]);
        if (!c)
            return;
        c->is_futile =
            is_bounded(f) && shogi_move_is_drop(list[i]) && !s->position.spare_king;
        place_child(s, f, c);
        c->waits = is_later_drop(f, c);
        if (c->waits)
            continue;
        evaluate(s, f, c);
        if (c->dn == 0)
            return; /* the others do not matter */
    }
}

/* Could a piece that the defender does not have now be put between? */
static bool
is_blockable(const struct shogi_position *p)
{
    enum shogi_side us = (enum shogi_side)p->turn, them = shogi_other(us);
    shogi_square king = p->king[us];

    if (p->spare_king || king == SHOGI_NO_SQUARE)
        return true;
    shogi_bb far = shogi_bb_without(shogi_position_attackers(p, them, king),
                                    shogi_tables.step[us][SHOGI_STEP_KING][king]);
    return shogi_bb_any(shogi_bb_without(far, p->kind[SHOGI_KNIGHT]));
}

/* ---- what the children say of the position ------------------------------------------
 */

static void
decide_attack_proven(struct shogi_mate_solver *s, struct shogi_mate_frame *f,
                     const struct shogi_mate_child *c)
{
    f->pn = 0;
    f->dn = INFINITE;
    f->best = c->move;
    f->proof = hand_before(&s->position, c);
    f->proof_length = (int16_t)(c->is_stolen ? c->length - 1 : c->length + 1);
}

static void
decide_attack_disproven(struct shogi_mate_solver *s, struct shogi_mate_frame *f)
{
    uint64_t proof = is_bounded(f) && f->length < 1
                         ? SHOGI_HAND_BITS
                         : disproof_without_checks(f->hand, f->totals);
    int loop = NO_LOOP;

    for (uint32_t i = 0; i < f->count; i++) {
        const struct shogi_mate_child *c = &s->children[f->first + i];
        proof = shogi_hand_min(proof, hand_before(&s->position, c));
        if (c->loop < loop)
            loop = c->loop;
    }
    f->pn = INFINITE;
    f->dn = 0;
    f->proof = proof;
    f->loop = (int16_t)loop;
}

/* The attacker takes the child with the least to prove. */
static void
sum_up_attack(struct shogi_mate_solver *s, struct shogi_mate_frame *f, uint32_t *second)
{
    uint32_t pn = INFINITE, most = 0, unsolved = 0, least_dn = INFINITE;

    *second = INFINITE;
    for (uint32_t i = 0; i < f->count; i++) {
        const struct shogi_mate_child *c = &s->children[f->first + i];
        if (c->pn == 0) {
            decide_attack_proven(s, f, c);
            return;
        }
        if (c->dn == 0)
            continue;
        unsolved++;
        if (c->dn > most)
            most = c->dn;
        if (c->pn < pn || (c->pn == pn && c->dn < least_dn)) {
            *second = pn;
            pn = c->pn;
            least_dn = c->dn;
            f->chosen = i;
        } else if (c->pn < *second) {
            *second = c->pn;
        }
    }
    if (unsolved == 0) {
        decide_attack_disproven(s, f);
        return;
    }
    f->pn = pn;
    f->dn = add_numbers(most, unsolved - 1);
}

static void
decide_defence_proven(struct shogi_mate_solver *s, struct shogi_mate_frame *f)
{
    uint64_t proof = 0;
    int length = 0;

    for (uint32_t i = 0; i < f->count; i++) {
        const struct shogi_mate_child *c = &s->children[f->first + i];
        proof = shogi_hand_max(proof, c->hand);
        if (c->length + 1 > length)
            length = c->length + 1;
    }
    if (is_blockable(&s->position))
        proof = shogi_hand_max(proof, f->hand & shogi_hand_lacks(f->totals - f->hand));
    f->pn = 0;
    f->dn = INFINITE;
    f->proof = proof;
    f->proof_length = (int16_t)length;
}

static void
decide_defence_disproven(struct shogi_mate_frame *f, const struct shogi_mate_child *c)
{
    f->pn = INFINITE;
    f->dn = 0;
    f->loop = c->loop;
    f->proof = shogi_hand_min(c->hand, f->totals);
    if (shogi_move_is_drop(c->move))
        f->proof = shogi_hand_min(
            f->proof, f->totals - shogi_hand_one(shogi_move_dropped(c->move)));
    f->best = c->move;
}

/* The first that waits behind C, when C is proven. */
static void
wake_next(struct shogi_mate_solver *s, struct shogi_mate_frame *f, uint32_t i)
{
    for (; i + 1 < f->count && s->children[f->first + i].pn == 0
           && s->children[f->first + i + 1].waits;
         i++)
        evaluate(s, f, &s->children[f->first + i + 1]);
}

/* The defender takes the child with the least to disprove. */
static void
sum_up_defence(struct shogi_mate_solver *s, struct shogi_mate_frame *f, uint32_t *second)
{
    const struct shogi_mate_child *refuting = NULL;
    uint32_t dn = INFINITE, most = 0, unsolved = 0, least_pn = INFINITE;

    *second = INFINITE;
    for (uint32_t i = 0; i < f->count; i++) {
        wake_next(s, f, i);
        const struct shogi_mate_child *c = &s->children[f->first + i];
        if (c->pn == 0 || c->waits)
            continue;
        if (c->dn == 0 && (!refuting || c->loop > refuting->loop))
            refuting = c;
        unsolved++;
        if (c->pn > most)
            most = c->pn;
        if (c->dn < dn || (c->dn == dn && c->pn < least_pn)) {
            *second = dn;
            dn = c->dn;
            least_pn = c->pn;
            f->chosen = i;
        } else if (c->dn < *second) {
            *second = c->dn;
        }
    }
    if (refuting) {
        decide_defence_disproven(f, refuting);
    } else if (unsolved == 0) {
        decide_defence_proven(s, f);
    } else {
        f->dn = dn;
        f->pn = add_numbers(most, unsolved - 1);
    }
}

static uint32_t
count_open(const struct shogi_mate_solver *s, const struct shogi_mate_frame *f)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < f->count; i++) {
        const struct shogi_mate_child *c = &s->children[f->first + i];
        n += !is_decided(c) && !c->waits;
    }
    return n;
}

static void
sum_up(struct shogi_mate_solver *s, struct shogi_mate_frame *f, uint32_t *second)
{
    if (f->attacks)
        sum_up_attack(s, f, second);
    else
        sum_up_defence(s, f, second);
}

/* ---- pushing and popping ----------------------------------------------------------- */

static uint32_t
less_than(uint32_t limit, uint32_t taken)
{
    return limit > taken ? limit - taken : 1;
}

static uint32_t
a_bit_more(uint32_t number)
{
    return number >= INFINITE ? INFINITE : number + 1 + number / 8;
}

static uint32_t
lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* How far the chosen child of F may go. */
static void
set_limits(const struct shogi_mate_solver *s, const struct shogi_mate_frame *f,
           uint32_t second, struct shogi_mate_frame *child)
{
    uint32_t others = count_open(s, f) - 1;

    if (f->attacks) {
        child->limit_pn = lesser(f->limit_pn, a_bit_more(second));
        child->limit_dn = less_than(f->limit_dn, others);
    } else {
        child->limit_dn = lesser(f->limit_dn, a_bit_more(second));
        child->limit_pn = less_than(f->limit_pn, others);
    }
}

static void
enter(struct shogi_mate_solver *s, shogi_square put)
{
    struct shogi_mate_frame *f = &s->frames[s->depth];
    const struct shogi_position *p = &s->position;

    f->totals = shogi_hand_pack(p->hand[0]) + shogi_hand_pack(p->hand[1]);
    f->nodes = s->nodes++;
    f->first = s->child_count;
    f->count = 0;
    f->best = SHOGI_NO_MOVE;
    f->proof_length = 0;
    f->loop = NO_LOOP;
    ++*path_counter(s, f->key);
    if (f->attacks)
        expand_attack(s, f, put);
    else
        expand_defence(s, f);
}

static void
push(struct shogi_mate_solver *s, uint32_t second)
{
    struct shogi_mate_frame *f = &s->frames[s->depth], *next = f + 1;
    const struct shogi_mate_child *c = &s->children[f->first + f->chosen];

    *next = (struct shogi_mate_frame){ .key = c->key,
                                       .hand = c->hand,
                                       .path = path_behind(f),
                                       .length = (int16_t)child_length(f, c),
                                       .attacks = !f->attacks,
                                       .is_futile = c->is_futile,
                                       .is_stolen = c->is_stolen,
                                       .has_twins = c->has_twins };
    set_limits(s, f, second, next);
    shogi_square put = shogi_move_to(c->move);
    play_child(s, c, &next->undo);
    s->depth++;
    enter(s, put);
}

static void
remember(struct shogi_mate_solver *s, const struct shogi_mate_frame *f)
{
    uint64_t amount = s->nodes - f->nodes;
    struct shogi_mate_entry e = { .key = table_key(f->key, f->is_futile),
                                  .hand = f->hand,
                                  .pn = f->pn,
                                  .dn = f->dn,
                                  .move = f->best,
                                  .length = f->length,
                                  .amount =
                                      amount < UINT16_MAX ? (uint16_t)amount : UINT16_MAX,
                                  .twins = f->has_twins };

    if (f->dn == 0 && f->loop < s->depth) {
        /* True on this path only. */
        struct shogi_mate_entry twin = e;
        twin.key = twin_key(f->key, f->path);
        twin.move = f->loop < 0 ? SHOGI_NO_MOVE : (shogi_move)f->loop;
        shogi_mate_table_store(&s->table, &twin);
        e.pn = e.dn = 1;
        e.twins = 1;
    } else if (f->pn == 0 || f->dn == 0) {
        e.hand = f->proof;
        if (f->pn == 0)
            e.length = f->proof_length;
    }
    shogi_mate_table_store(&s->table, &e);
}

static void
pop(struct shogi_mate_solver *s)
{
    struct shogi_mate_frame *f = &s->frames[s->depth];

    remember(s, f);
    --*path_counter(s, f->key);
    s->child_count = f->first;
    if (s->depth-- == 0)
        return;
    struct shogi_mate_frame *parent = f - 1;
    struct shogi_mate_child *c = &s->children[parent->first + parent->chosen];
    undo_child(s, c, &f->undo);
    c->pn = f->pn;
    c->dn = f->dn;
    if (f->pn == 0)
        set_proven(c, f->proof, f->proof_length);
    else if (f->dn == 0 && f->loop <= s->depth)
        set_disproven(c, f->hand, f->loop);
    else if (f->dn == 0)
        set_disproven(c, f->proof, NO_LOOP);
}

/* ---- the search -------------------------------------------------------------------- */

/* What the table has learnt of the chosen child since it was looked at. */
static bool
has_news(struct shogi_mate_solver *s, const struct shogi_mate_frame *f)
{
    struct shogi_mate_child *c = &s->children[f->first + f->chosen];
    struct shogi_mate_child now = *c;

    if (!look_up(s, f, &now) || (now.pn == c->pn && now.dn == c->dn))
        return false;
    *c = now;
    return true;
}

static void
run(struct shogi_mate_solver *s)
{
    while (s->depth >= 0) {
        struct shogi_mate_frame *f = &s->frames[s->depth];
        uint32_t second = INFINITE;
        f->pn = f->dn = 1; /* with children missing nothing can be said */
        if (!s->out_of_memory)
            sum_up(s, f, &second);
        if (f->pn >= f->limit_pn || f->dn >= f->limit_dn || f->pn == 0 || f->dn == 0
            || is_at_limit(s) || s->out_of_memory) {
            pop(s);
        } else if (s->depth + 1 >= SHOGI_MATE_LINE_MAX) {
            struct shogi_mate_child *c = &s->children[f->first + f->chosen];
            set_disproven(c, c->hand, -1);
        } else if (!has_news(s, f)) {
            push(s, second);
        }
    }
}

static void
search_from(struct shogi_mate_solver *s, const struct shogi_position *p, bool attacks,
            int length, struct shogi_mate_found *found)
{
    struct shogi_mate_frame *f = &s->frames[0];
    enum shogi_side us = (enum shogi_side)p->turn;

    *found = (struct shogi_mate_found){ .answer = SHOGI_MATE_UNKNOWN };
    if (is_at_limit(s))
        return;
    s->position = *p;
    s->depth = 0;
    s->child_count = 0;
    *f = (struct shogi_mate_frame){ .key = shogi_mate_board_key(p),
                                    .length = (int16_t)length,
                                    .attacks = attacks,
                                    .limit_pn = INFINITE,
                                    .limit_dn = INFINITE };
    f->hand = shogi_hand_pack(p->hand[attacks ? us : shogi_other(us)]);
    enter(s, SHOGI_NO_SQUARE);
    run(s);
    found->answer = f->pn == 0                   ? SHOGI_MATE_FOUND
                    : f->dn == 0 && f->loop >= 0 ? SHOGI_MATE_NONE
                                                 : SHOGI_MATE_UNKNOWN;
    found->move = f->best;
    found->length = f->proof_length;
}

void
shogi_mate_search(struct shogi_mate_solver *s, const struct shogi_position *p, int length,
                  struct shogi_mate_found *found)
{
    search_from(s, p, true, length, found);
}

void
shogi_mate_search_reply(struct shogi_mate_solver *s, const struct shogi_position *p,
                        int length, struct shogi_mate_found *found)
{
    search_from(s, p, false, length, found);
}
