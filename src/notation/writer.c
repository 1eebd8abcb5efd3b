/* SPDX-License-Identifier: MIT */
/* writer.c - say what will be lost, then let the format write. */
#include <string.h>

#include "base/memory.h"
#include "game/uses.h"
#include "notation/evaluation.h"
#include "notation/format.h"

/* What is said when a format lacks a use; MILLISECONDS and TOTALS only matter
 * where times are held at all. */
static const struct {
    uint32_t needs; /* also held, or the loss is told by another row */
    enum shogi_diag_id id;
} losses[SHOGI_USES_BITS] = {
    [SHOGI_USES_HEADERS_BIT] = { 0, SHOGI_DIAG_LOST_HEADER },
    [SHOGI_USES_VARIATIONS_BIT] = { SHOGI_USES_MOVES, SHOGI_DIAG_LOST_VARIATION },
    [SHOGI_USES_COMMENTS_BIT] = { 0, SHOGI_DIAG_LOST_COMMENT },
    [SHOGI_USES_BOOKMARKS_BIT] = { 0, SHOGI_DIAG_LOST_BOOKMARK },
    [SHOGI_USES_TIMES_BIT] = { 0, SHOGI_DIAG_LOST_TIME },
    [SHOGI_USES_MILLISECONDS_BIT] = { SHOGI_USES_TIMES, SHOGI_DIAG_LOST_PRECISION },
    [SHOGI_USES_TOTALS_BIT] = { SHOGI_USES_TIMES, SHOGI_DIAG_LOST_TOTAL },
    [SHOGI_USES_ENDS_BIT] = { 0, SHOGI_DIAG_LOST_RESULT },
    [SHOGI_USES_ANALYSIS_BIT] = { 0, SHOGI_DIAG_LOST_ANALYSIS },
    [SHOGI_USES_MOVES_BIT] = { 0, SHOGI_DIAG_LOST_MOVES },
    [SHOGI_USES_HEADER_LINES_BIT] = { SHOGI_USES_HEADERS, SHOGI_DIAG_LOST_LINE_BREAK },
    [SHOGI_USES_MOVE_NUMBER_BIT] = { 0, SHOGI_DIAG_LOST_MOVE_NUMBER },
};

/* Returns what G uses. */
static uint32_t
report_losses(const struct shogi_format *f, struct shogi_game *g, uint32_t holds)
{
    uint32_t count[SHOGI_USES_BITS];
    uint32_t uses = shogi_game_count_uses(g, count), lost = uses & ~holds;

    for (int bit = 0; lost && bit < SHOGI_USES_BITS; bit++) {
        if (!(lost & 1u << bit) || (holds & losses[bit].needs) != losses[bit].needs)
            continue;
        struct shogi_diag *d = shogi_game_diag(g, losses[bit].id, shogi_game_place(g));
        shogi_diag_add_string(g, d, f->name);
        shogi_diag_add_number(d, bit == SHOGI_USES_MOVE_NUMBER_BIT ? g->start.move_number
                                                                   : count[bit]);
    }
    return uses;
}

static bool
has_new_evaluations(const struct shogi_game *g)
{
    const struct shogi_node *n;

    for (n = g->root; n; n = shogi_node_after(n))
        for (const struct shogi_analysis *a = n->analysis; a; a = a->next)
            if (a->dialect == SHOGI_EVALUATION_NONE)
                return true;
    return false;
}

/* Put evaluations into the comments, in the style asked for.  A format that has
 * a place of its own for them keeps the comments as they are.  USES is what G uses. */
static enum shogi_status
style_evaluations(const struct shogi_format *f, struct shogi_game *g,
                  enum shogi_eval_style style, uint32_t uses)
{
    enum shogi_eval_style own = f->eval_style ? f->eval_style : SHOGI_EVAL_SHOGIHOME;
    uint32_t lost = 0;
    enum shogi_status status;

    if (!(f->holds & SHOGI_USES_COMMENTS) || f->eval_style == SHOGI_EVAL_NONE
        || (style == SHOGI_EVAL_KEEP
            && !(uses & SHOGI_USES_ANALYSIS && has_new_evaluations(g))))
        return SHOGI_OK;
    status = shogi_game_style_evaluations(g, style, own, &lost);
    if (status == SHOGI_OK && lost > 0) {
        struct shogi_diag *d = shogi_game_diag(g, SHOGI_DIAG_LOST_EVALUATION, shogi_game_place(g));
        shogi_diag_add_number(d, lost);
    }
    return status;
}

enum shogi_status
shogi_write_buf(const struct shogi_format *f, struct shogi_game *g,
                const struct shogi_write_options *options, struct shogi_buf *out)
{
    static const struct shogi_write_options none;
    uint32_t uses;

    if (!f->write)
        return SHOGI_BAD;
    if (!options)
        options = &none;
    uses = report_losses(f, g, shogi_format_holds(f, options));
    if (style_evaluations(f, g, options->eval_style, uses) != SHOGI_OK)
        return SHOGI_FATAL;
    f->write(g, options, out);
    return out->failed || g->out_of_memory ? SHOGI_FATAL : SHOGI_OK;
}

enum shogi_status
shogi_write(const struct shogi_format *f, struct shogi_game *g,
            const struct shogi_write_options *options, struct shogi_bytes *out)
{
    struct shogi_buf buf = { 0 };
    enum shogi_status status = shogi_write_buf(f, g, options, &buf);

    shogi_buf_putc(&buf, '\0');
    if (status != SHOGI_OK || buf.failed) {
        shogi_buf_release(&buf);
        return status != SHOGI_OK ? status : SHOGI_FATAL;
    }
    *out = (struct shogi_bytes){ buf.data, buf.len - 1 };
    return SHOGI_OK;
}

void
shogi_bytes_free(struct shogi_bytes *bytes)
{
    shogi_memory_free(bytes->data);
    *bytes = (struct shogi_bytes){ 0 };
}
