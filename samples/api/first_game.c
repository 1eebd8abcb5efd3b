/* SPDX-License-Identifier: MIT */
/* first_game.c - the smallest complete program: read a game, play it through,
 * write it in another format.
 *
 *     cc first_game.c $(pkg-config --cflags --libs shogi)
 *
 * It prints:
 *
 * > 1 7g7f
 * > 2 3c3d
 * > 3 8h2b+
 * > lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4
 * > black won
 * > startpos moves 7g7f 3c3d 8h2b+
 * 8h2b+
 */
#include <shogi/shogi.h>

#include <stdio.h>
#include <string.h>

static const char record[] = "手合割：平手\n"
                             "   1 ７六歩(77)\n"
                             "   2 ３四歩(33)\n"
                             "   3 ２二角成(88)\n"
                             "   4 投了\n";

/* The main line, a move a line, and the position it leads to. */
static void
print_moves(struct shogi_cursor *c)
{
    char usi[SHOGI_USI_SIZE], sfen[SHOGI_SFEN_SIZE];

    while (shogi_cursor_forward(c) && shogi_cursor_node(c)->move != SHOGI_NO_MOVE) {
        const struct shogi_position *p = shogi_cursor_position(c);

        shogi_move_to_usi(shogi_cursor_node(c)->move, usi);
        printf("%u %s%s\n", (unsigned)shogi_cursor_ply(c), usi,
               shogi_position_in_check(p, p->turn) ? " check" : "");
    }
    shogi_position_to_sfen(shogi_cursor_position(c), sfen);
    puts(sfen);
}

/* What the reader and the writer had to say about the game. */
static void
print_diags(const struct shogi_game *g)
{
    char message[256];

    for (const struct shogi_diag *d = shogi_game_diags(g); d; d = d->next) {
        shogi_diag_message(d, SHOGI_ENGLISH, message, sizeof message);
        fprintf(stderr, "%u:%u: %s: %s [%s]\n", (unsigned)d->at.line,
                (unsigned)d->at.column, shogi_severity_name(d->severity), message,
                shogi_diag_code(d));
    }
}

int
main(void)
{
    static const char *const winner[] = {
        [SHOGI_WINNER_BLACK] = "black won",
        [SHOGI_WINNER_WHITE] = "white won",
        [SHOGI_WINNER_DRAW] = "a draw",
        [SHOGI_WINNER_NOBODY] = "not finished",
    };
    struct shogi_reader *reader =
        shogi_reader_new_memory(record, strlen(record), "a string", NULL);
    struct shogi_game *game = shogi_game_new();
    struct shogi_bytes sfen = { NULL, 0 };
    int status = 1;

    if (reader && game && shogi_reader_next(reader, game) == SHOGI_OK) {
        struct shogi_cursor *cursor = shogi_cursor_new(game);

        if (cursor) {
            print_moves(cursor);
            puts(winner[shogi_game_winner(game)]);
            status = 0;
        }
        shogi_cursor_free(cursor);
        if (shogi_write(shogi_format_from_name("sfen"), game, NULL, &sfen) == SHOGI_OK)
            fputs(sfen.data, stdout);
        shogi_bytes_free(&sfen);
        print_diags(game);
    }
    shogi_game_free(game);
    shogi_reader_free(reader);
    return status;
}
