/* SPDX-License-Identifier: MIT */
/* jsonl.c - JSON Lines: an object a game and line, for jq, pandas and DuckDB.
 *
 *     {"schema": 1, "source": {...}, "headers": [...], "players": {...},
 *      "start": "SFEN", "handicap": "平手", "plies": 2,
 *      "moves": [{"ply": 1, "usi": "7g7f", "kif": "７六歩(77)", ...}, ...],
 *      "variations": [{"id": 1, "parent": 0, "ply": 2, "moves": [...]}],
 *      "result": {"winner": "black", "reason": "resign"},
 *      "keys": {"moves": "...", "final": "..."}, "findings": []}
 *
 * Everything is described in shogi-jsonl(7). */
#include "notation/jsonl.h"
#include "notation/json.h"

static const char *const jsonl_suffixes[] = { ".jsonl", ".ndjson", NULL };

/* ---- keys ---------------------------------------------------------------------------
 */

void
shogi_key_to_hex(uint64_t key, char out[SHOGI_KEY_SIZE])
{
    for (int i = 15; i >= 0; i--, key >>= 4)
        out[i] = "0123456789abcdef"[key & 15];
    out[16] = '\0';
}

static uint64_t
add_bytes(uint64_t key, const char *s, size_t len)
{
    for (size_t i = 0; i < len; i++)
        key = (key ^ (unsigned char)s[i]) * 0x100000001b3u;
    return key;
}

uint64_t
shogi_moves_key(const struct shogi_position *start)
{
    char sfen[SHOGI_SFEN_SIZE];
    size_t len = shogi_position_to_sfen(start, sfen);

    while (sfen[len - 1] != ' ')
        len--;
    return add_bytes(0xcbf29ce484222325u, sfen, len - 1);
}

uint64_t
shogi_moves_key_add(uint64_t key, const char *usi, size_t len)
{
    return add_bytes(add_bytes(key, " ", 1), usi, len);
}

/* ---- the format ---------------------------------------------------------------------
 */

/* Objects spread over lines (jq without -c) and arrays (jq -s) are read, too. */
static struct shogi_split
jsonl_split(const char *s, size_t len, bool at_eof, const struct shogi_split *from)
{
    static const char *const root_keys[] = { "schema",  "source", "headers",
                                             "players", "start",  NULL };

    return shogi_json_split(s, len, at_eof, from, root_keys);
}

static int
jsonl_detect(const char *utf8, size_t len)
{
    static const struct shogi_json_key keys[] = {
        { "schema", 1, '0', 40 },   { "source", 1, '{', 20 },
        { "headers", 1, '[', 30 },  { "headers", 1, '{', 30 },
        { "players", 1, '{', 10 },  { "start", 1, '"', 40 },
        { "moves", 1, '[', 30 },    { "moves", 1, '"', 30 },
        { "usi", 3, '"', 50 },      { "variations", 1, '[', 20 },
        { "result", 1, '{', 20 },   { "keys", 1, '{', 20 },
        { "handicap", 1, '"', 20 },
    };

    return shogi_json_weigh(utf8, len, keys, sizeof keys / sizeof *keys);
}

const struct shogi_format shogi_format_jsonl = {
    .name = "jsonl",
    .title = "JSON Lines, all that is known of a game in an object a line",
    .suffixes = jsonl_suffixes,
    .has_long_lines = true,
    .holds = SHOGI_USES_HEADERS | SHOGI_USES_HEADER_LINES | SHOGI_USES_VARIATIONS
             | SHOGI_USES_COMMENTS | SHOGI_USES_BOOKMARKS | SHOGI_USES_TIMES
             | SHOGI_USES_MILLISECONDS | SHOGI_USES_TOTALS | SHOGI_USES_ENDS
             | SHOGI_USES_ANALYSIS | SHOGI_USES_MOVES | SHOGI_USES_MOVE_NUMBER,
    .eval_style = SHOGI_EVAL_NONE,
    .detect = jsonl_detect,
    .split = jsonl_split,
    .parse = shogi_jsonl_parse,
    .write = shogi_jsonl_write,
};
