/* SPDX-License-Identifier: MIT */
/* shogi/game.h - one game record: headers, start position, tree of moves.
 *
 * A game owns everything that is reached from it, in one arena: strings, nodes
 * and diagnostics live until the game is reset or freed.  Strings are UTF-8
 * and end in NUL.  Different games may be used by different threads. */
#ifndef SHOGI_GAME_H
#define SHOGI_GAME_H

#include <stddef.h>
#include <stdint.h>

#include <shogi/diag.h>
#include <shogi/position.h>
#include <shogi/score.h>
#include <shogi/status.h>
#include <shogi/types.h>

/* How a game ended; rows of end.def.  "Mover" is the side to move when the
 * ending was recorded. */
enum shogi_end {
    SHOGI_END_NONE,        /* no ending recorded, or the game goes on */
    SHOGI_END_RESIGN,      /* the mover resigned (toryo) */
    SHOGI_END_INTERRUPT,   /* broken off (chudan) */
    SHOGI_END_SENNICHITE,
    SHOGI_END_PERPETUAL_CHECK, /* winner as recorded in the node */
    SHOGI_END_JISHOGI,     /* impasse, agreed */
    SHOGI_END_DRAW,        /* hikiwake: declared or agreed draw */
    SHOGI_END_MATE,        /* the mover is mated */
    SHOGI_END_NO_MATE,     /* a problem's answer fails (fuzumi) */
    SHOGI_END_TIME_UP,     /* the mover ran out of time */
    SHOGI_END_FOUL_LOSS,   /* the mover fouled; the move is not recorded */
    SHOGI_END_FOUL_WIN,    /* the opponent fouled, usually by the last recorded move */
    SHOGI_END_DECLARE_WIN, /* the mover declared (nyugyoku, kachi) */
    SHOGI_END_TRY,         /* the mover's king reached its goal */
    SHOGI_END_DEFAULT_WIN, /* walk-over for Black (fusensho) */
    SHOGI_END_DEFAULT_LOSS, /* walk-over against Black (fusenpai) */
    SHOGI_END_MAX_MOVES,   /* move limit */
    SHOGI_END_SEALED,      /* sealed move (fujite): to be continued */
    SHOGI_END_MATTA,       /* the mover took a move back */
    SHOGI_END_ERROR,       /* the recording program gave up */
    SHOGI_END_OTHER,       /* only the words are known */
    SHOGI_END_COUNT
};

enum shogi_winner {
    SHOGI_WINNER_BY_END,  /* follow the rule of the ending */
    SHOGI_WINNER_BLACK,
    SHOGI_WINNER_WHITE,
    SHOGI_WINNER_DRAW,    /* over, and nobody won */
    SHOGI_WINNER_NOBODY,  /* not finished, or not known */
};

/* Was the move that was just played one of the engine's candidates? */
enum shogi_match_mark {
    SHOGI_MATCH_NOT_TOLD,
    SHOGI_MATCH_FIRST, /* the first one */
    SHOGI_MATCH_OTHER, /* one of the others */
};

/* What an engine thought of the position after a node's move. */
struct shogi_analysis {
    struct shogi_analysis *next; /* another engine, or another line of the same */
    const char *engine;          /* NULL: not known */
    const char *pv_text;         /* as recorded, NULL: none */
    const shogi_move *pv;        /* as far as it could be read */
    uint32_t pv_count;
    int32_t value;               /* from Black's (sente's) point of view */
    uint64_t nodes;              /* 0: not recorded */
    int32_t time_ms;             /* -1: not recorded */
    uint16_t depth, seldepth;    /* 0: not recorded */
    uint8_t kind;                /* enum shogi_score_kind */
    uint8_t bound;               /* enum shogi_bound */
    uint8_t rank;                /* 1: best line; n: n-th candidate */
    uint8_t dialect;             /* how the comment that held it was written */
    uint8_t engine_number;       /* of ShogiGUI, plus 1; 0: not recorded */
    uint8_t match;               /* enum shogi_match_mark */
};

/* One half-move, or the start, or an end. */
struct shogi_node {
    struct shogi_node *parent; /* NULL: the root, which is the start position */
    struct shogi_node *child;  /* the main continuation */
    struct shogi_node *next;   /* the next alternative to this node */
    struct shogi_node *last;   /* the last of the children */
    const char *comment;       /* lines that end in \n; NULL: none */
    const char *bookmark;      /* NULL: none; several are lines */
    const char *as_written;    /* an ending's own words where they say more; NULL: no */
    struct shogi_analysis *analysis; /* NULL: none */
    struct shogi_place at;
    int32_t time_ms;           /* thinking time; -1: not recorded */
    int32_t total_ms;          /* of this side so far, as recorded; -1: not recorded */
    shogi_move move;           /* SHOGI_NO_MOVE at the root and at an end */
    uint8_t end;               /* enum shogi_end; SHOGI_END_NONE: not an end */
    uint8_t winner;            /* enum shogi_winner; of an end */
};

/* The headers that mean the same in several formats; rows of header.def. */
enum shogi_header_id {
    SHOGI_HEADER_OTHER, /* only the key says what it is */
    SHOGI_HEADER_BLACK, /* name of sente or shitate */
    SHOGI_HEADER_WHITE, /* name of gote or uwate */
    SHOGI_HEADER_EVENT,
    SHOGI_HEADER_SITE,
    SHOGI_HEADER_START_TIME,
    SHOGI_HEADER_END_TIME,
    SHOGI_HEADER_OPENING,
    SHOGI_HEADER_TIME_LIMIT,
    SHOGI_HEADER_BYOYOMI,
    SHOGI_HEADER_HANDICAP,
    SHOGI_HEADER_TITLE,
    SHOGI_HEADER_NOTE,
    SHOGI_HEADER_TIME,       /* $TIME of CSA V3 */
    SHOGI_HEADER_TIME_BLACK, /* $TIME+ */
    SHOGI_HEADER_TIME_WHITE, /* $TIME- */
    SHOGI_HEADER_MAX_MOVES,
    SHOGI_HEADER_JISHOGI,    /* $JISHOGI of CSA V3 */
    SHOGI_HEADER_COUNT
};

/* In the order of the record. */
struct shogi_header {
    struct shogi_header *next;
    const char *key;   /* as the record names it, or the KIF key of a known header */
    const char *value; /* may be empty; a line break is \n */
    struct shogi_place at;
    uint8_t id;        /* enum shogi_header_id */
};

/* The named handicaps; rows of handicap.def. */
enum shogi_handicap {
    SHOGI_HANDICAP_NONE, /* even game */
    SHOGI_HANDICAP_LANCE,
    SHOGI_HANDICAP_RIGHT_LANCE,
    SHOGI_HANDICAP_BISHOP,
    SHOGI_HANDICAP_ROOK,
    SHOGI_HANDICAP_ROOK_LANCE,
    SHOGI_HANDICAP_TWO,
    SHOGI_HANDICAP_THREE,
    SHOGI_HANDICAP_FOUR,
    SHOGI_HANDICAP_FIVE,
    SHOGI_HANDICAP_LEFT_FIVE,
    SHOGI_HANDICAP_SIX,
    SHOGI_HANDICAP_LEFT_SEVEN,
    SHOGI_HANDICAP_RIGHT_SEVEN,
    SHOGI_HANDICAP_EIGHT,
    SHOGI_HANDICAP_TEN,
    SHOGI_HANDICAP_OTHER, /* any other start position */
    SHOGI_HANDICAP_COUNT
};

/* Where a game came from. */
struct shogi_source {
    const char *path;     /* NULL: not from a path */
    const char *format;   /* name of the format, NULL: built by calls */
    const char *encoding; /* name, NULL: not decoded */
    const char *version;  /* as the record states it ("2.2" of CSA), NULL: none */
    uint64_t number;      /* of the game in its path, from 1 */
    uint64_t offset;      /* of its first byte (of the decoded stream for UTF-16 and ISO-2022-JP) */
    uint32_t line;        /* of its first line, from 1 */
};

struct shogi_game;

/* An empty game: the even start position, no headers, no moves.  NULL: memory. */
SHOGI_API struct shogi_game *shogi_game_new(void);
/* NULL is fine. */
SHOGI_API void shogi_game_free(struct shogi_game *g);
/* Make it empty again; memory is kept for the next game. */
SHOGI_API enum shogi_status shogi_game_reset(struct shogi_game *g);

SHOGI_API const struct shogi_position *shogi_game_start(const struct shogi_game *g);
SHOGI_API const struct shogi_node *shogi_game_root(const struct shogi_game *g);
SHOGI_API const struct shogi_header *shogi_game_headers(const struct shogi_game *g);
SHOGI_API const struct shogi_diag *shogi_game_diags(const struct shogi_game *g);
SHOGI_API const struct shogi_source *shogi_game_source(const struct shogi_game *g);

/* The value of the first header with ID, NULL when there is none. */
SHOGI_API const char *shogi_game_header(const struct shogi_game *g, enum shogi_header_id id);

/* The named handicap that the start position is, SHOGI_HANDICAP_OTHER when it
 * is none of them. */
SHOGI_API enum shogi_handicap shogi_game_handicap(const struct shogi_game *g);

/* How many plies the main line has. */
SHOGI_API uint32_t shogi_game_plies(const struct shogi_game *g);

/* The end node of the main line; NULL: no ending is recorded. */
SHOGI_API const struct shogi_node *shogi_game_end(const struct shogi_game *g);

/* Who won the main line: SHOGI_WINNER_BLACK, _WHITE, _DRAW or _NOBODY. */
SHOGI_API enum shogi_winner shogi_game_winner(const struct shogi_game *g);

/* Who won at END, an end node, with MOVER to move. */
SHOGI_API enum shogi_winner shogi_end_winner(const struct shogi_node *end, enum shogi_side mover);

/* The name of an ending in dumps, JSON and messages, as "resign". */
SHOGI_API const char *shogi_end_name(enum shogi_end end);

/* How much a game may hold; what holds more is refused, as far as it was read.  0: the
 * default, which is named here. */
struct shogi_bounds {
    uint64_t line;    /* bytes of a line of text (formats that write a game on many): 1 MiB */
    uint64_t comment; /* bytes of the comment of a move: 8 MiB */
    uint64_t header;  /* bytes of a header's value: 64 KiB */
    uint64_t headers; /* 1,000 */
    uint64_t plies;   /* moves in a line of play: 10,000 */
    uint64_t nodes;   /* moves and endings in all variations: 1,000,000 */
    uint64_t nesting; /* variations in variations: 100,000 */
};

/* What a game may use and a format may be unable to hold, as bits. */
enum shogi_uses {
    SHOGI_USES_HEADERS = 1 << 0,     /* names of players included */
    SHOGI_USES_VARIATIONS = 1 << 1,
    SHOGI_USES_COMMENTS = 1 << 2,
    SHOGI_USES_BOOKMARKS = 1 << 3,
    SHOGI_USES_TIMES = 1 << 4,       /* thinking times in seconds */
    SHOGI_USES_MILLISECONDS = 1 << 5, /* a time that is no whole second */
    SHOGI_USES_TOTALS = 1 << 6,      /* recorded totals that the times do not give */
    SHOGI_USES_ENDS = 1 << 7,
    SHOGI_USES_ANALYSIS = 1 << 8,
    SHOGI_USES_MOVES = 1 << 9,
    SHOGI_USES_MOVE_NUMBER = 1 << 10, /* the first move is not number 1 */
    SHOGI_USES_HEADER_LINES = 1 << 11, /* a header's value has several lines */
};

/* What G uses: bits of enum shogi_uses. */
SHOGI_API uint32_t shogi_game_uses(const struct shogi_game *g);

/* The node that follows N when the whole tree is walked, main line first:
 * its first child, else the next alternative of it or of the nearest ancestor
 * that has one.  NULL: that was all.  No recursion, no memory. */
SHOGI_API const struct shogi_node *shogi_node_after(const struct shogi_node *n);

/* Add a header at the end.  KEY and VALUE are copied. */
SHOGI_API enum shogi_status shogi_game_add_header(struct shogi_game *g, enum shogi_header_id id,
                                                  const char *key, const char *value);

/* Replace the start position; only while the game has no moves. */
SHOGI_API enum shogi_status shogi_game_set_start(struct shogi_game *g,
                                                 const struct shogi_position *start);

#endif
