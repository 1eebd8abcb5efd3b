/* SPDX-License-Identifier: MIT */
/* rewrite.c - one game to text: edit, write, encode, check. */
#include "tool/rewrite.h"

#include <string.h>

#include "base/memory.h"
#include "game/compare.h"
#include "game/edit.h"
#include "game/uses.h"
#include "notation/evaluation.h"

/* What a thread keeps from game to game. */
struct rewriter {
    struct shogi_buf utf8;        /* text that still has to be encoded */
    struct shogi_game *again;     /* what was read back */
    struct shogi_buf bytes, text; /* for reading back */
    struct shogi_node *leaf;      /* of the line written last, of a game that is split */
};

void *
rewrite_open(const void *context)
{
    const struct rewrite *r = context;
    struct rewriter *w = shogi_memory_alloc(sizeof *w);

    if (!w)
        return NULL;
    *w = (struct rewriter){ .again = r->check ? shogi_game_new() : NULL };
    if (!r->check || w->again)
        return w;
    shogi_memory_free(w);
    return NULL;
}

void
rewrite_close(void *worker)
{
    struct rewriter *w = worker;

    shogi_game_free(w->again);
    shogi_buf_release(&w->utf8);
    shogi_buf_release(&w->bytes);
    shogi_buf_release(&w->text);
    shogi_memory_free(w);
}

/* ---- settling -----------------------------------------------------------------------
 */

const char *const rewrite_newlines[] = { "default", "lf", "crlf", NULL };

bool
rewrite_set_format(struct rewrite *r, const char *name)
{
    r->to = shogi_format_from_name(name);
    if (r->to && shogi_format_can_write(r->to))
        return true;
    warn("cannot write format '%s'; see --list-formats", name);
    return false;
}

bool
rewrite_set_encoding(struct rewrite *r, const char *name, enum rewrite_newline newline)
{
    r->encoding = SHOGI_ENCODING_UTF8;
    if (name && !shogi_encoding_from_name(name, strlen(name), &r->encoding)) {
        warn("unknown encoding '%s'", name);
        return false;
    }
    if (!shogi_encoding_available(r->encoding)) {
        warn("iconv of this system cannot write '%s'", name);
        return false;
    }
    r->crlf = newline == NEWLINE_CRLF
              || (newline == NEWLINE_DEFAULT && r->encoding == SHOGI_ENCODING_CP932);
    r->write.encoding = shogi_encoding_name(r->encoding);
    return true;
}

/* ---- editing ------------------------------------------------------------------------
 */

bool
rewrite_is_header(const char *s)
{
    return strchr(s, '=') && *s != '=';
}

static enum shogi_status
set_headers(const struct rewrite *r, struct shogi_game *g)
{
    for (const char *const *h = r->headers; h && *h; h++) {
        const char *equals = strchr(*h, '=');
        const char *key = shogi_game_text(g, *h, (size_t)(equals - *h));
        if (!key || shogi_game_set_header(g, key, equals + 1) != SHOGI_OK)
            return SHOGI_FATAL;
    }
    return SHOGI_OK;
}

/* Evaluations live in comments, in lines of their own. */
static enum shogi_status
drop_evaluations(struct shogi_game *g)
{
    uint32_t lost = 0;

    return shogi_game_style_evaluations(g, SHOGI_EVAL_NONE, SHOGI_EVAL_NONE, &lost);
}

static enum shogi_status
edit(const struct rewrite *r, struct shogi_game *g)
{
    if (r->drop & SHOGI_USES_ANALYSIS && drop_evaluations(g) != SHOGI_OK)
        return SHOGI_FATAL;
    shogi_game_drop(
        g, r->drop | (r->variations == VARIATIONS_MAIN ? SHOGI_USES_VARIATIONS : 0));
    return set_headers(r, g);
}

/* ---- writing ------------------------------------------------------------------------
 */

static void
report_encode_loss(const struct rewrite *r, struct shogi_game *g,
                   const struct shogi_encode_loss *loss)
{
    struct shogi_diag *d =
        shogi_game_diag(g, SHOGI_DIAG_LOST_CHARACTER, shogi_game_place(g));

    shogi_diag_add_string(g, d, shogi_encoding_name(r->encoding));
    shogi_diag_add_string(g, d, loss->character);
    shogi_diag_add_number(d, (int64_t)loss->count);
    shogi_diag_add_number(d, loss->line);
}

/* UTF-8 with plain line feeds is written in place, all else is encoded. */
enum shogi_status
rewrite_text(const struct rewrite *r, struct shogi_game *g, struct shogi_buf *utf8,
             struct shogi_buf *out)
{
    struct shogi_encode_loss loss = { 0 };
    size_t start = out->len;

    if (r->encoding == SHOGI_ENCODING_UTF8 && !r->crlf)
        return shogi_write_buf(r->to, g, &r->write, out);
    shogi_buf_reset(utf8);
    if (shogi_write_buf(r->to, g, &r->write, utf8) != SHOGI_OK
        || !shogi_text_encode(out, utf8->data, utf8->len, r->encoding, r->crlf, &loss))
        return SHOGI_FATAL;
    if (loss.count == 0)
        return SHOGI_OK;
    report_encode_loss(r, g, &loss);
    if (r->unmappable == UNMAPPABLE_MARK)
        return SHOGI_OK;
    out->len = start;
    return SHOGI_BAD;
}

/* The line of play behind the one written last, as a record of its own. */
static enum shogi_status
write_next_line(const struct rewrite *r, struct rewriter *w, struct shogi_game *g,
                struct shogi_buf *out, bool *more)
{
    struct shogi_line_link *saved;
    enum shogi_status status;

    w->leaf = shogi_game_next_leaf(g, w->leaf);
    saved =
        shogi_arena_alloc(&g->arena, (shogi_line_length(w->leaf) + 1) * sizeof *saved);
    if (!saved)
        return SHOGI_FATAL;
    shogi_line_isolate(w->leaf, saved);
    status = rewrite_text(r, g, &w->utf8, out);
    shogi_line_restore(w->leaf, saved);
    *more = shogi_game_next_leaf(g, w->leaf) != NULL;
    if (!*more)
        w->leaf = NULL;
    return status;
}

/* ---- checking -----------------------------------------------------------------------
 */

/* Read the LEN bytes at BYTES back and compare with G in all that the format
 * holds. */
static enum shogi_status
check_text(const struct rewrite *r, struct rewriter *w, struct shogi_game *g)
{
    struct shogi_chunk chunk = { .bytes = w->bytes.data,
                                 .len = w->bytes.len,
                                 .path = g->source.path,
                                 .first_line = 1,
                                 .number = 1 };
    uint32_t holds =
        shogi_format_holds(r->to, &r->write) & ~shogi_game_announced_losses(g);
    struct shogi_buf why = { 0 };
    enum shogi_status status;

    if (!r->to->parse)
        return SHOGI_OK;
    status = shogi_read_chunk(r->to, &chunk, r->encoding, &w->text, w->again);
    /* What was found in the comments of one game is looked for in the other too. */
    if (status == SHOGI_OK && g->evaluations_found)
        status = shogi_game_find_evaluations(w->again);
    if (status == SHOGI_FATAL)
        return SHOGI_FATAL;
    if (r->write.eval_style == SHOGI_EVAL_NONE) /* left out as asked */
        holds &= ~(uint32_t)SHOGI_USES_ANALYSIS;
    if (status == SHOGI_OK && shogi_game_same(g, w->again, holds, &why))
        return SHOGI_OK;
    if (status != SHOGI_OK)
        shogi_buf_puts(&why, "it cannot be read back");
    struct shogi_diag *d =
        shogi_game_diag(g, SHOGI_DIAG_CHECK_DIFFERS, shogi_game_place(g));
    shogi_diag_add_string(g, d, r->to->name);
    shogi_diag_add_text(g, d, why.data ? why.data : "", why.len);
    shogi_buf_release(&why);
    return SHOGI_BAD;
}

static enum tool_status
check_game(const struct rewrite *r, struct rewriter *w, struct shogi_game *g)
{
    enum shogi_status status;

    shogi_buf_reset(&w->bytes);
    status = rewrite_text(r, g, &w->utf8, &w->bytes);
    if (status == SHOGI_OK && w->bytes.len > 0)
        status = check_text(r, w, g);
    if (status == SHOGI_FATAL)
        g->out_of_memory = true;
    return status == SHOGI_OK ? TOOL_OK : TOOL_FINDINGS;
}

/* ---- one game -----------------------------------------------------------------------
 */

static bool
any_lost(const struct shogi_game *g)
{
    for (const struct shogi_diag *d = g->diags; d; d = d->next)
        if (shogi_diag_is_loss((enum shogi_diag_id)d->id))
            return true;
    return false;
}

enum tool_status
rewrite_game(const void *context, void *worker, enum shogi_status read,
             struct shogi_game *g, struct shogi_buf *text, bool *more)
{
    const struct rewrite *r = context;
    struct rewriter *w = worker;
    enum shogi_status status = SHOGI_OK;

    if (read == SHOGI_BAD && !r->keep_broken)
        return TOOL_UNREADABLE;
    if (!w->leaf)
        status = edit(r, g);
    if (status == SHOGI_OK && r->check)
        return check_game(r, w, g);
    if (status == SHOGI_OK)
        status = r->variations == VARIATIONS_SPLIT ? write_next_line(r, w, g, text, more)
                                                   : rewrite_text(r, g, &w->utf8, text);
    if (status == SHOGI_FATAL) {
        g->out_of_memory = true;
        return TOOL_TROUBLE;
    }
    return status == SHOGI_BAD || (r->strict && any_lost(g)) ? TOOL_FINDINGS : TOOL_OK;
}
