/* SPDX-License-Identifier: MIT */
/* jsonl_read.c - reading one game from an object, perhaps changed by jq.
 *
 * Members may be missing or come in any order.  Of those that say the same one is
 * believed: the headers, not the players; the start position, not the handicap; the
 * move in USI, not the other texts of it.  What only tells about the game (ply,
 * plies, keys, findings, source) is not read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/csa.h"
#include "notation/japanese.h"
#include "notation/jsonl_reader.h"

enum { NO_LINE = UINT32_MAX };

/* ---- reporting ----------------------------------------------------------------------
 */

/* FIELD, "moves[3]", "variations[0].moves[1]": of the line being read. */
static void
add_path(struct jsonl_reader *r, struct shogi_diag *d, const char *field)
{
    struct shogi_buf path = { 0 };

    if (r->line > 0)
        shogi_buf_printf(&path, "variations[%u].", (unsigned)(r->line - 1));
    shogi_buf_printf(&path, "moves[%zu]%s", r->entry, field);
    if (path.failed)
        r->g->out_of_memory = true;
    else
        shogi_diag_add_text(r->g, d, path.data, path.len);
    shogi_buf_release(&path);
}

static void
report_entry(struct jsonl_reader *r, const char *field, enum shogi_diag_word what)
{
    struct shogi_diag *d = shogi_game_diag(r->g, SHOGI_DIAG_BAD_FIELD, r->at);

    d->ply = r->c.ply + 1;
    add_path(r, d, field);
    shogi_diag_add_word(d, what);
}

static void
report_field(struct jsonl_reader *r, const char *field, enum shogi_diag_word what)
{
    struct shogi_diag *d = shogi_game_diag(r->g, SHOGI_DIAG_BAD_FIELD, r->at);

    shogi_diag_add_string(r->g, d, field);
    shogi_diag_add_word(d, what);
}

/* ---- headers ------------------------------------------------------------------------
 */

static void
add_header(struct jsonl_reader *r, const char *key, const json_t *value, const char *name)
{
    enum shogi_header_id id = SHOGI_HEADER_OTHER;
    const char *text = json_string_value(value);
    char number[24];

    if (json_is_integer(value)) { /* jq '.headers.最大手数 = 320' */
        snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
        text = number;
    }
    if (!key || !text) {
        report_field(r, "headers", SHOGI_SAY_BAD_HEADER);
        return;
    }
    if (name)
        id = shogi_header_id_from_name(name, strlen(name));
    shogi_game_add_header_text(r->g, id, key, strlen(key), text, strlen(text), r->at);
}

/* [{"key": "棋戦", "value": "..."}], or an object, as jq's from_entries makes it. */
static void
read_headers(struct jsonl_reader *r, json_t *root)
{
    json_t *headers = shogi_json_get(root, "headers"), *h;
    const char *key;
    size_t i;

    json_array_foreach(headers, i, h)
        add_header(r, shogi_json_get_string(h, "key"), json_object_get(h, "value"),
                   shogi_json_get_string(h, "name"));
    if (json_is_object(headers))
        json_object_foreach(headers, key, h) add_header(r, key, h, NULL);
    if (headers && !json_is_array(headers) && !json_is_object(headers))
        report_field(r, "headers", SHOGI_SAY_NO_ARRAY);
}

/* Names are taken from here when there is no header for them. */
static void
read_players(struct jsonl_reader *r, const json_t *root)
{
    static const struct {
        enum shogi_header_id id;
        const char *key;
    } sides[] = { { SHOGI_HEADER_BLACK, "black" }, { SHOGI_HEADER_WHITE, "white" } };
    const json_t *players = shogi_json_get(root, "players");

    for (size_t i = 0; i < 2; i++) {
        const char *name = shogi_json_get_string(players, sides[i].key);
        if (name && !shogi_game_header(r->g, sides[i].id))
            shogi_game_add_header(r->g, sides[i].id, shogi_header_kif_key(sides[i].id),
                                  name);
    }
}

/* ---- start position -----------------------------------------------------------------
 */

static bool
read_sfen(struct jsonl_reader *r, const char *s)
{
    enum shogi_sfen_error error;
    size_t used;

    if (strcmp(s, "startpos") == 0)
        return true;
    if (strncmp(s, "sfen ", 5) == 0)
        s += 5;
    error = shogi_position_from_sfen(&r->g->start, s, strlen(s), &used);
    if (error == SHOGI_SFEN_OK)
        return true;
    shogi_diag_add_sfen_error(shogi_game_diag(r->g, SHOGI_DIAG_BAD_SFEN, r->at), error);
    return false;
}

static bool
read_start(struct jsonl_reader *r, const json_t *root)
{
    const char *sfen = shogi_json_get_string(root, "start");
    const char *name = shogi_json_get_string(root, "handicap");
    const char *target = shogi_json_get_string(root, "start_target");
    enum shogi_handicap handicap;

    if (target && target[0] >= '1' && target[0] <= '9' && target[1] >= 'a'
        && target[1] <= 'i' && !target[2])
        r->g->start_target = shogi_square_at(target[0] - '0', target[1] - 'a' + 1);
    if (sfen)
        return read_sfen(r, sfen);
    if (shogi_json_get(root, "start")) {
        report_field(r, "start", SHOGI_SAY_NO_TEXT);
        return false;
    }
    if (!name)
        return true;
    if ((!shogi_handicap_from_kif(name, strlen(name), &handicap)
         && !shogi_handicap_from_jkf(name, strlen(name), &handicap))
        || handicap == SHOGI_HANDICAP_OTHER) {
        shogi_diag_add_string(
            r->g, shogi_game_diag(r->g, SHOGI_DIAG_UNKNOWN_HANDICAP, r->at), name);
        return false;
    }
    shogi_handicap_position(handicap, &r->g->start);
    return true;
}

/* ---- moves --------------------------------------------------------------------------
 */

/* "+7776FU", or without the sign. */
static shogi_move
move_from_csa(const struct shogi_position *p, const char *s)
{
    struct csa_move w;
    enum shogi_kind kind;
    shogi_piece piece;

    s += *s == '+' || *s == '-';
    if (strlen(s) != 6 || !shogi_csa_scan_move(s, &w))
        return SHOGI_NO_MOVE;
    kind = (enum shogi_kind)w.kind;
    if (w.from == SHOGI_NO_SQUARE)
        return kind < SHOGI_HAND_COUNT ? shogi_move_drop(kind, w.to) : SHOGI_NO_MOVE;
    piece = p->board[w.from];
    return shogi_move_board(w.from, w.to,
                            shogi_kind_is_promoted(kind) && piece != SHOGI_EMPTY
                                && shogi_piece_kind(piece) == shogi_kind_base(kind));
}

enum { MAX_MOVE_TEXT = 64 };

/* "７六歩(77)", or as KI2 has it. */
static shogi_move
move_from_japanese(const struct shogi_cursor *c, const char *s)
{
    char text[MAX_MOVE_TEXT + SHOGI_TEXT_PADDING] = "";
    size_t len = strlen(s);
    struct shogi_written_move w;
    struct scan scan;
    shogi_move m;
    shogi_bb from;

    if (len > MAX_MOVE_TEXT)
        return SHOGI_NO_MOVE;
    memcpy(text, s, len);
    scan = (struct scan){ .p = text, .line = text, .eol = text + len };
    scan.next = scan.end = scan.eol;
    if (shogi_written_move_scan(&scan, &w) != SHOGI_WRITTEN_OK)
        return SHOGI_NO_MOVE;
    scan_blanks(&scan);
    if (!scan_at_end(&scan))
        return SHOGI_NO_MOVE;
    if (w.to == SHOGI_NO_SQUARE)
        w.to = shogi_cursor_target(c);
    if (w.to == SHOGI_NO_SQUARE)
        return SHOGI_NO_MOVE;
    switch (shogi_written_move_find(&c->position, &w, w.to, &m, &from)) {
    case SHOGI_FOUND_ONE:
    case SHOGI_FOUND_LOOSELY:
        return m;
    default:
        return SHOGI_NO_MOVE;
    }
}

/* The move of an entry: an object, or only its text in USI. */
static shogi_move
find_move(const struct jsonl_reader *r, const json_t *entry)
{
    const char *usi = json_is_string(entry) ? json_string_value(entry)
                                            : shogi_json_get_string(entry, "usi");
    const char *csa = shogi_json_get_string(entry, "csa");
    const char *kif = shogi_json_get_string(entry, "kif");
    const char *ki2 = shogi_json_get_string(entry, "ki2");

    if (usi)
        return shogi_move_from_usi(usi, strlen(usi));
    if (csa)
        return move_from_csa(&r->c.position, csa);
    if (kif)
        return move_from_japanese(&r->c, kif);
    return ki2 ? move_from_japanese(&r->c, ki2) : SHOGI_NO_MOVE;
}

/* False: the line cannot go on. */
static bool
read_entry(struct jsonl_reader *r, const json_t *entry)
{
    shogi_move m = find_move(r, entry);

    /* Moves of variations have the place of their variation. */
    if (r->line == 0 && json_is_object(entry))
        r->at = shogi_json_next_place(&r->places, SHOGI_JSON_FIRST_LIST);

    if (m == SHOGI_NO_MOVE) {
        report_entry(r, "", SHOGI_SAY_NO_MOVE_TEXT);
        return false;
    }
    if (shogi_cursor_append(&r->c, m, r->at) != SHOGI_OK)
        return false;
    if (json_is_object(entry))
        shogi_jsonl_read_remarks(r, entry, r->c.node);
    return true;
}

/* "7g7f 3c3d": the moves as one text. */
static bool
read_text_of_moves(struct jsonl_reader *r, const char *s)
{
    for (r->entry = 0;; r->entry++) {
        size_t len;
        shogi_move m;

        s += strspn(s, " \t\n");
        len = strcspn(s, " \t\n");
        if (len == 0)
            return true;
        m = shogi_move_from_usi(s, len);
        if (m == SHOGI_NO_MOVE)
            report_entry(r, "", SHOGI_SAY_NO_MOVE_TEXT);
        if (m == SHOGI_NO_MOVE || shogi_cursor_append(&r->c, m, r->at) != SHOGI_OK)
            return false;
        s += len;
    }
}

static bool
read_moves(struct jsonl_reader *r, const json_t *moves)
{
    const json_t *entry;

    if (json_is_string(moves))
        return read_text_of_moves(r, json_string_value(moves));
    if (moves && !json_is_array(moves)) {
        report_field(r, "moves", SHOGI_SAY_NO_ARRAY);
        return false;
    }
    json_array_foreach(moves, r->entry, entry) if (!read_entry(r, entry)) return false;
    return true;
}

/* ---- endings ------------------------------------------------------------------------
 */

static enum shogi_winner
read_winner(const char *name)
{
    static const struct {
        const char *name;
        enum shogi_winner winner;
    } names[] = {
        { "black", SHOGI_WINNER_BLACK }, { "sente", SHOGI_WINNER_BLACK },
        { "white", SHOGI_WINNER_WHITE }, { "gote", SHOGI_WINNER_WHITE },
        { "draw", SHOGI_WINNER_DRAW },
    };

    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].name, name) == 0)
            return names[i].winner;
    return SHOGI_WINNER_NOBODY;
}

/* Our name of the ending, or, in JSON that somebody else made, a word of CSA or KIF. */
static enum shogi_end
end_from_any(const char *word)
{
    size_t len = strlen(word);
    enum shogi_end end = shogi_end_from_name(word, len);

    if (end == SHOGI_END_NONE)
        end = shogi_end_from_csa(word + (*word == '%'), len - (*word == '%'));
    return end != SHOGI_END_NONE ? end : shogi_end_from_kif(word, len);
}

/* What RESULT says behind the last move, where MOVER is to move; behind one that cannot
 * be carried out, IS_LATE, it is only kept for the audit. */
static void
read_result(struct jsonl_reader *r, const json_t *result, enum shogi_side mover,
            bool is_late)
{
    const char *reason = json_is_string(result) ? json_string_value(result)
                                                : shogi_json_get_string(result, "reason");
    const char *raw = shogi_json_get_string(result, "raw");
    enum shogi_end end = reason ? end_from_any(reason) : SHOGI_END_NONE;
    enum shogi_winner winner = SHOGI_WINNER_BY_END;

    if (!result || (!reason && !raw && !shogi_json_get(result, "winner")))
        return;
    if (end == SHOGI_END_NONE) {
        if (reason) {
            shogi_diag_add_string(
                r->g, shogi_game_diag(r->g, SHOGI_DIAG_UNKNOWN_END, r->at), reason);
            raw = raw ? raw : reason;
        }
        end = SHOGI_END_OTHER;
    }
    if (json_object_get(result, "winner")) {
        struct shogi_node by_end = { .end = (uint8_t)end };
        winner = read_winner(shogi_json_get_string(result, "winner"));
        if (winner == shogi_end_winner(&by_end, mover))
            winner = SHOGI_WINNER_BY_END;
    }
    if (is_late)
        shogi_game_note_late_end(r->g, end, winner, mover,
                                 raw ? shogi_game_text(r->g, raw, strlen(raw)) : NULL,
                                 r->at);
    else if (shogi_cursor_append_end(&r->c, end, winner, raw, r->at) == SHOGI_OK)
        shogi_jsonl_read_remarks(r, result, r->c.node);
}

/* ---- variations ---------------------------------------------------------------------
 */

/* How many moves there are in MOVES. */
static size_t
count_moves(const json_t *moves)
{
    size_t count = 0;

    if (!json_is_string(moves))
        return json_array_size(moves);
    for (const char *s = json_string_value(moves); *(s += strspn(s, " \t\n")); count++)
        s += strcspn(s, " \t\n");
    return count;
}

/* The cursor stands where the line begins. */
static bool
read_line(struct jsonl_reader *r, uint32_t i)
{
    struct jsonl_line *line = &r->lines[i];
    const json_t *moves = shogi_json_get(line->object, "moves");
    const json_t *result = shogi_json_get(line->object, "result");
    unsigned turn = r->c.position.turn;
    uint32_t before = r->c.ply;
    bool is_whole;

    r->line = i;
    r->at = line->at;
    r->entry = 0;
    is_whole = read_moves(r, moves);
    line->count = r->c.ply - before;
    r->at = line->at;
    if (is_whole || (i == 0 && shogi_game_diag_count(r->g, SHOGI_FOUL) > 0))
        read_result(r, result, (enum shogi_side)((turn + count_moves(moves)) % 2),
                    !is_whole);
    return is_whole;
}

struct by_id {
    int64_t id;
    bool has_id; /* one that is recorded goes before a number that is the same */
    uint32_t line;
};

static int
compare_ids(const void *a, const void *b)
{
    const struct by_id *x = a, *y = b;

    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    if (x->has_id != y->has_id)
        return x->has_id ? -1 : 1;
    return x->line < y->line ? -1 : x->line > y->line;
}

struct by_ply {
    uint32_t ply, line;
};

/* By ply; of those with the same the last one first. */
static int
compare_plies(const void *a, const void *b)
{
    const struct by_ply *x = a, *y = b;

    if (x->ply != y->ply)
        return x->ply < y->ply ? -1 : 1;
    return x->line > y->line ? -1 : x->line < y->line;
}

static uint32_t
find_line(const struct by_id *ids, uint32_t count, int64_t id)
{
    uint32_t low = 0, high = count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (ids[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && ids[low].id == id ? ids[low].line : (uint32_t)NO_LINE;
}

static void
report_place(struct jsonl_reader *r, uint32_t i, uint32_t moves)
{
    struct shogi_diag *d =
        shogi_game_diag(r->g, SHOGI_DIAG_VARIATION_PLACE, r->lines[i].at);

    shogi_diag_add_number(d, r->lines[i].ply);
    shogi_diag_add_number(d, moves);
}

/* A missing id is the number of the variation, a missing parent the main line. */
static void
list_variations(struct jsonl_reader *r, const json_t *root)
{
    const json_t *variations = shogi_json_get(root, "variations");
    size_t size = json_array_size(variations);

    if (variations && !json_is_array(variations))
        report_field(r, "variations", SHOGI_SAY_NO_ARRAY);
    if (size > UINT32_MAX / 2)
        size = 0; /* more than a game may have bytes */
    r->lines = shogi_arena_alloc(&r->g->arena, (size + 1) * sizeof *r->lines);
    if (!r->lines) {
        r->g->out_of_memory = true;
        return;
    }
    r->line_count = (uint32_t)size + 1;
    r->lines[0] = (struct jsonl_line){
        .object = root, .at = r->at, .has_id = true, .ply = 1, .child = NO_LINE
    };
    shogi_json_places_init(&r->places, r->text, r->object, r->at, "variations", "");
    for (uint32_t i = 1; i < r->line_count; i++) {
        const json_t *v = json_array_get(variations, i - 1);
        r->lines[i] = (struct jsonl_line){
            .object = v,
            .at = json_is_object(v)
                      ? shogi_json_next_place(&r->places, SHOGI_JSON_FIRST_LIST)
                      : r->at,
            .id = shogi_json_number_or(v, "id", 1, INT64_MAX, i),
            .parent = shogi_json_number_or(v, "parent", 0, INT64_MAX, 0),
            .child = NO_LINE
        };
        r->lines[i].has_id = json_is_number(json_object_get(v, "id"));
        r->lines[i].ply = (uint32_t)shogi_json_number_or(v, "ply", 1, INT32_MAX, 0);
    }
}

/* Hang each line on the one it branches from. */
static bool
link_variations(struct jsonl_reader *r)
{
    struct by_id *ids = shogi_arena_alloc(&r->g->arena, r->line_count * sizeof *ids);
    struct by_ply *plies = shogi_arena_alloc(&r->g->arena, r->line_count * sizeof *plies);

    if (!ids || !plies) {
        r->g->out_of_memory = true;
        return false;
    }
    for (uint32_t i = 0; i < r->line_count; i++) {
        ids[i] = (struct by_id){ r->lines[i].id, r->lines[i].has_id, i };
        plies[i] = (struct by_ply){ r->lines[i].ply, i };
    }
    qsort(ids, r->line_count, sizeof *ids, compare_ids);
    qsort(plies, r->line_count, sizeof *plies, compare_plies);
    for (uint32_t i = 0; i < r->line_count; i++) {
        struct jsonl_line *line = &r->lines[plies[i].line];
        if (plies[i].line == 0)
            continue;
        line->outer = find_line(ids, r->line_count, line->parent);
        if (line->outer == NO_LINE || line->ply == 0) {
            report_place(r, plies[i].line, 0);
            continue;
        }
        line->next = r->lines[line->outer].child;
        r->lines[line->outer].child = plies[i].line;
    }
    return true;
}

/* Line I branches from the one whose end the cursor is at, or is behind. */
static bool
enter_variation(struct jsonl_reader *r, uint32_t i)
{
    const struct jsonl_line *line = &r->lines[i], *outer = &r->lines[line->outer];

    if (line->ply >= outer->ply && line->ply - outer->ply <= outer->count) {
        shogi_cursor_back_to(&r->c, line->ply - 1);
        if (r->c.node->child)
            return true;
    }
    report_place(r, i, outer->ply - 1 + outer->count);
    return false;
}

/* From the main line on each line's variations, those of its last moves first:
 * the cursor only goes back in a line that was read. */
static void
read_variations(struct jsonl_reader *r)
{
    uint32_t at = 0;

    for (;;) {
        uint32_t child = r->lines[at].child;
        if (child == NO_LINE) {
            if (at == 0)
                return;
            at = r->lines[at].outer;
            continue;
        }
        r->lines[at].child = r->lines[child].next;
        if (enter_variation(r, child)) {
            read_line(r, child);
            at = child;
        }
    }
}

/* Lines whose parents are each other's were not reached. */
static void
report_unreached(struct jsonl_reader *r)
{
    for (uint32_t i = 1; i < r->line_count; i++)
        if (r->lines[i].outer != NO_LINE && r->lines[i].ply != 0
            && r->lines[i].child != NO_LINE)
            report_place(r, i, 0);
}

/* ---- the whole ----------------------------------------------------------------------
 */

static bool
is_record(const json_t *root)
{
    static const char *const keys[] = { "moves",   "start",    "headers",
                                        "players", "handicap", "variations" };

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (json_object_get(root, keys[i]))
            return true;
    return false;
}

static void
check_schema(struct jsonl_reader *r, const json_t *root)
{
    const json_t *schema = shogi_json_get(root, "schema");
    const char *text = json_string_value(schema);
    char number[24] = "";
    int64_t n;

    if (!schema || shogi_json_integer(schema, 1, SHOGI_JSONL_SCHEMA, &n))
        return;
    if (json_is_integer(schema))
        snprintf(number, sizeof number, "%lld", (long long)json_integer_value(schema));
    shogi_diag_add_string(r->g, shogi_game_diag(r->g, SHOGI_DIAG_UNKNOWN_VERSION, r->at),
                          text ? text : number);
}

static void
read_root(struct jsonl_reader *r, json_t *root)
{
    if (!is_record(root)) {
        shogi_diag_add_string(r->g, shogi_game_diag(r->g, SHOGI_DIAG_NOT_A_RECORD, r->at),
                              "jsonl");
        r->status = SHOGI_BAD;
        return;
    }
    check_schema(r, root);
    read_headers(r, root);
    read_players(r, root);
    if (!read_start(r, root)) {
        r->status = SHOGI_BAD;
        return;
    }
    list_variations(r, root);
    if (r->g->out_of_memory)
        return;
    shogi_japanese_init();
    shogi_cursor_init(&r->c, r->g);
    shogi_jsonl_read_remarks(r, root, r->g->root);
    shogi_json_places_init(&r->places, r->text, r->object, r->at, "moves", "");
    if (!read_line(r, 0))
        r->status = SHOGI_BAD;
    if (r->line_count > 1 && link_variations(r)) {
        read_variations(r);
        report_unreached(r);
    }
    shogi_cursor_release(&r->c);
    shogi_jsonl_finish_remarks(r);
}

enum shogi_status
shogi_jsonl_parse(const struct shogi_text *t, struct shogi_game *g)
{
    struct jsonl_reader r;
    json_t *root;

    r.g = g;
    r.text = t;
    r.lines = NULL;
    r.line_count = 0;
    r.tolds = NULL;
    root = shogi_json_load(t, g, &r.object, &r.at, &r.status);
    if (!root)
        return r.status;
    read_root(&r, root);
    json_decref(root);
    return g->out_of_memory ? SHOGI_FATAL : r.status;
}
