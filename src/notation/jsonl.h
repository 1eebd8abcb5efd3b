/* SPDX-License-Identifier: MIT */
/* jsonl.h - what the files of the JSON Lines format share.  The object is described
 * in shogi-jsonl(7) and share/shogi-game.schema.json. */
#ifndef SHOGI_NOTATION_JSONL_H
#define SHOGI_NOTATION_JSONL_H

#include "notation/format.h"

/* It changes when something is taken away or means something else; members may be
 * added at any time. */
enum { SHOGI_JSONL_SCHEMA = 1 };

enum { SHOGI_KEY_SIZE = 17 };

/* A key as JSON has it: 16 hexadecimal digits and a NUL. */
void shogi_key_to_hex(uint64_t key, char out[SHOGI_KEY_SIZE]);

/* The key of a start position and a line of moves from it: FNV-1a of 64 bits over
 * "BOARD TURN HANDS" of the SFEN, without the move number, and behind it each move
 * in USI with a blank before it.  Begin with the first, add move by move. */
uint64_t shogi_moves_key(const struct shogi_position *start);
uint64_t shogi_moves_key_add(uint64_t key, const char *usi, size_t len);

enum shogi_status shogi_jsonl_parse(const struct shogi_text *t, struct shogi_game *g);
void shogi_jsonl_write(struct shogi_game *g, const struct shogi_write_options *o,
                       struct shogi_buf *out);

#endif
