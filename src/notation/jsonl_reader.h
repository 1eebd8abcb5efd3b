/* SPDX-License-Identifier: MIT */
/* jsonl_reader.h - a game of JSON Lines that is being read. */
#ifndef SHOGI_NOTATION_JSONL_READER_H
#define SHOGI_NOTATION_JSONL_READER_H

#include "notation/json.h"
#include "notation/jsonl.h"

/* A line of moves: the main line is the first, then come the variations. */
struct jsonl_line {
    const json_t *object;
    struct shogi_place at;
    int64_t id, parent;   /* as recorded */
    bool has_id;          /* else its number in the array stands for it */
    uint32_t ply;         /* of its first move, from 1 */
    uint32_t count;       /* moves that were read */
    uint32_t outer;       /* index of the line it branches from */
    uint32_t child, next; /* indices of lines that branch from it, last ply first */
};

/* An evaluation that the comment of its move says, too. */
struct jsonl_told {
    struct jsonl_told *next;
    struct shogi_node *node;
    const json_t *object;
};

struct jsonl_reader {
    struct shogi_game *g;
    struct shogi_cursor c;
    struct shogi_place at; /* of the object, variation or move being read */
    struct shogi_json_places places;
    const struct shogi_text *text;
    const char *object; /* in the text */
    struct jsonl_line *lines;
    uint32_t line_count;
    uint32_t line; /* being read */
    size_t entry;  /* in its moves */
    struct jsonl_told *tolds;
    enum shogi_status status;
};

/* What a move, an ending and the start position have in common, into N: times,
 * comment, bookmark, evaluations. */
void shogi_jsonl_read_remarks(struct jsonl_reader *r, const json_t *object,
                              struct shogi_node *n);

/* Everything is read: take up evaluations that were left to a comment which is no
 * longer there. */
void shogi_jsonl_finish_remarks(struct jsonl_reader *r);

#endif
