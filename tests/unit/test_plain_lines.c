/* SPDX-License-Identifier: MIT */
/* test_plain_lines.c - the short way that plain lines of moves take, against the long
 * one.
 *
 * A tab where a line of KIF begins with a blank, or a blank behind a line of CSA, means
 * nothing, and sends the line the long way. */
#include "tap.h"

#include <stdlib.h>

#include "game/edit.h"
#include "random_games.h"
#include "record.h"

/* ---- texts --------------------------------------------------------------------------
 */

/* Games as F writes them, some bytes exchanged for others that lines of moves have. */
static void
put_games(struct shogi_buf *text, const struct shogi_format *f, uint64_t seed,
          uint32_t damage)
{
    static const char bytes[] = "0123456789 ():/+-T,\n\n\r'\0";
    static const struct shogi_write_options options;
    struct shogi_game *g = shogi_game_new();

    shogi_buf_reset(text);
    for (uint64_t i = 0; i < 3; i++) {
        shogi_game_reset(g);
        random_game(g, seed * 3 + i);
        if (seed % 2) /* long runs of moves */
            shogi_game_drop(g, SHOGI_USES_COMMENTS | SHOGI_USES_BOOKMARKS);
        shogi_write_buf(f, g, &options, text);
    }
    for (uint32_t i = 0; i < damage; i++) {
        char *at = text->data + random_below((uint32_t)text->len);
        if (memchr(bytes, *at, sizeof bytes))
            *at = bytes[random_below(sizeof bytes)];
    }
    shogi_game_free(g);
}

static void
put_kif_the_long_way(struct shogi_buf *out, const struct shogi_buf *text)
{
    shogi_buf_reset(out);
    shogi_buf_add(out, text->data, text->len);
    for (size_t i = 0; i < out->len; i++)
        if (out->data[i] == ' ' && (i == 0 || out->data[i - 1] == '\n'))
            out->data[i] = '\t';
}

/* Not where a comment or \r ends the line: the blank would belong to it. */
static void
put_csa_the_long_way(struct shogi_buf *out, const struct shogi_buf *text)
{
    const char *line = text->data, *end = text->data + text->len, *lf;

    shogi_buf_reset(out);
    for (; (lf = memchr(line, '\n', (size_t)(end - line))); line = lf + 1) {
        size_t len = (size_t)(lf - line);
        shogi_buf_add(out, line, len);
        if (len > 0 && memchr("+-T", *line, 3) && !memchr(line, '\'', len)
            && line[len - 1] != '\r')
            shogi_buf_putc(out, ' ');
        shogi_buf_putc(out, '\n');
    }
    shogi_buf_add(out, line, (size_t)(end - line));
}

/* ---- comparing ----------------------------------------------------------------------
 */

static bool
is_same_node(const struct shogi_node *a, const struct shogi_node *b)
{
    return a->move == b->move && a->end == b->end && a->winner == b->winner
           && a->time_ms == b->time_ms && a->total_ms == b->total_ms
           && a->at.line == b->at.line && a->at.column == b->at.column
           && (a->comment ? b->comment && strcmp(a->comment, b->comment) == 0
                          : !b->comment);
}

static bool
is_same_diag(const struct shogi_diag *a, const struct shogi_diag *b)
{
    return a->id == b->id && a->at.line == b->at.line && a->at.column == b->at.column
           && a->ply == b->ply && a->move == b->move;
}

static bool
is_same_game(const struct shogi_game *a, const struct shogi_game *b)
{
    const struct shogi_node *m = a->root, *n = b->root;
    const struct shogi_diag *d = a->diags, *e = b->diags;

    for (; m && n && is_same_node(m, n); m = shogi_node_after(m))
        n = shogi_node_after(n);
    for (; d && e && is_same_diag(d, e); d = d->next)
        e = e->next;
    return !m && !n && !d && !e;
}

/* Cut A and B into games and read them; false: they are not the same. */
static bool
is_same_stream(const struct shogi_format *f, const struct shogi_buf *a,
               const struct shogi_buf *b)
{
    const struct shogi_read_options options = { .format = f };
    struct shogi_reader *r = shogi_reader_new_memory(a->data, a->len, NULL, &options);
    struct shogi_reader *s = shogi_reader_new_memory(b->data, b->len, NULL, &options);
    struct shogi_game *g = shogi_game_new(), *h = shogi_game_new();
    enum shogi_status status;
    bool same;

    do {
        status = shogi_reader_next(r, g);
        same = shogi_reader_next(s, h) == status
               && (status == SHOGI_EOF
                   || (g->source.line == h->source.line && is_same_game(g, h)));
    } while (same && status != SHOGI_EOF);
    shogi_game_free(g);
    shogi_game_free(h);
    shogi_reader_free(r);
    shogi_reader_free(s);
    return same;
}

static void
compare(const struct shogi_format *f,
        void (*put_the_long_way)(struct shogi_buf *, const struct shogi_buf *))
{
    struct shogi_buf text = { 0 }, other = { 0 };
    size_t wrong = 0;

    for (uint64_t seed = 1; seed <= 1500; seed++) {
        put_games(&text, f, seed, (uint32_t)(seed % 10 * 5));
        put_the_long_way(&other, &text);
        if (!is_same_stream(f, &text, &other)) {
            wrong++;
            printf("# seed %d\n", (int)seed);
        }
    }
    is_int(wrong, 0);
    shogi_buf_release(&text);
    shogi_buf_release(&other);
}

/* How many of the LEN bytes at S are the first game, when STEP of them come at a time. */
static size_t
first_cut(const struct shogi_format *f, const char *s, size_t len, size_t step)
{
    struct shogi_split found = { 0 }, from;
    size_t seen = 0;

    do {
        from = found;
        seen = len - seen > step ? seen + step : len;
        found = f->split(s, seen, seen == len, &from);
    } while (found.len == 0);
    return found.len;
}

/* Few bytes at a time leave no room for the short ways. */
static void
compare_cuts(const struct shogi_format *f)
{
    struct shogi_buf text = { 0 };
    size_t wrong = 0, cuts = 0;

    for (uint64_t seed = 1; seed <= 1500; seed++) {
        put_games(&text, f, seed, (uint32_t)(seed % 10 * 5));
        for (size_t at = 0, len; at < text.len; at += len) {
            const char *s = text.data + at;
            len = first_cut(f, s, text.len - at, SIZE_MAX);
            wrong += len != first_cut(f, s, text.len - at, 11);
            cuts++;
        }
    }
    is_int(wrong, 0);
    ok(cuts > 1500);
    shogi_buf_release(&text);
}

static void
test_games_are_cut_alike_from_one_piece_and_from_many(void)
{
    compare_cuts(&shogi_format_kif);
    compare_cuts(&shogi_format_csa);
}

static void
test_plain_lines_of_kif_mean_what_others_mean(void)
{
    compare(&shogi_format_kif, put_kif_the_long_way);
}

static void
test_plain_lines_of_csa_mean_what_others_mean(void)
{
    compare(&shogi_format_csa, put_csa_the_long_way);
}

int
main(void)
{
    test_plain_lines_of_kif_mean_what_others_mean();
    test_plain_lines_of_csa_mean_what_others_mean();
    test_games_are_cut_alike_from_one_piece_and_from_many();
    return done_testing();
}
