/* SPDX-License-Identifier: MIT */
/* batch.c - some games on their way through the pipeline. */
#include "tool/batch.h"

#include <string.h>

#include "base/memory.h"
#include "game/bounds.h"

/* ---- a thread's own things ----------------------------------------------------------
 */

bool
batch_worker_open(struct batch_worker *w, const struct work *work)
{
    *w = (struct batch_worker){ .work = work, .game = shogi_game_new() };
    if (w->game)
        shogi_game_set_bounds(w->game, work->bounds);
    if (w->game && work->worker_open)
        w->state = work->worker_open(work->context);
    if (w->game && (w->state || !work->worker_open))
        return true;
    shogi_game_free(w->game);
    *w = (struct batch_worker){ 0 };
    return false;
}

void
batch_worker_close(struct batch_worker *w)
{
    if (w->work->worker_close && w->state)
        w->work->worker_close(w->state);
    shogi_game_free(w->game);
    shogi_buf_release(&w->text);
}

/* ---- filling ------------------------------------------------------------------------
 */

void
batch_reset(struct batch *b)
{
    shogi_buf_reset(&b->in);
    shogi_buf_reset(&b->items);
    shogi_buf_reset(&b->out);
    shogi_buf_reset(&b->parts);
    shogi_buf_reset(&b->said);
    shogi_buf_reset(&b->notes);
    shogi_buf_reset(&b->names);
    b->has_path = false;
    b->failed = false;
}

void
batch_release(struct batch *b)
{
    shogi_buf_release(&b->in);
    shogi_buf_release(&b->items);
    shogi_buf_release(&b->out);
    shogi_buf_release(&b->parts);
    shogi_buf_release(&b->said);
    shogi_buf_release(&b->notes);
    shogi_buf_release(&b->names);
}

/* Buffers of bytes hold whole structs, and realloc aligns for any of them. */
static struct batch_item *
items_of(const struct batch *b)
{
    return (struct batch_item *)(void *)b->items.data;
}

static const struct batch_part *
parts_of(const struct batch *b)
{
    return (const struct batch_part *)(const void *)b->parts.data;
}

static const struct batch_note *
notes_of(const struct batch *b)
{
    return (const struct batch_note *)(const void *)b->notes.data;
}

size_t
batch_count(const struct batch *b)
{
    return b->items.len / sizeof(struct batch_item);
}

static size_t
add_path(struct batch *b, const char *path)
{
    if (!b->has_path || strcmp(b->in.data + b->last_path, path) != 0) {
        b->last_path = b->in.len;
        shogi_buf_add(&b->in, path, strlen(path) + 1);
        b->has_path = !b->in.failed;
    }
    return b->last_path;
}

static void
add_item(struct batch *b, const struct batch_item *item)
{
    shogi_buf_add(&b->items, item, sizeof *item);
    if (b->items.failed || b->in.failed)
        b->failed = true;
}

void
batch_add(struct batch *b, const struct shogi_format *format,
          enum shogi_encoding encoding, const struct shogi_chunk *chunk, size_t too_large)
{
    struct batch_item item = { .format = format,
                               .encoding = encoding,
                               .path = add_path(b, chunk->path),
                               .bytes = b->in.len,
                               .len = chunk->len,
                               .offset = chunk->offset,
                               .number = chunk->number,
                               .first_line = chunk->first_line,
                               .too_large = too_large };

    shogi_buf_add(&b->in, chunk->bytes, chunk->len);
    shogi_buf_pad(&b->in, '\0', SHOGI_TEXT_PADDING);
    add_item(b, &item);
}

void
batch_say(struct batch *b, const char *path, enum tool_status status, const char *line,
          size_t len)
{
    struct batch_item item = {
        .path = add_path(b, path), .bytes = b->in.len, .len = len, .status = status
    };

    shogi_buf_add(&b->in, line, len);
    add_item(b, &item);
}

/* ---- working ------------------------------------------------------------------------
 */

static void
add_note(struct batch *b, struct batch_item *item, size_t line, uint16_t id,
         uint8_t severity)
{
    struct batch_note note = { line, b->said.len - line, id, severity };

    shogi_buf_add(&b->notes, &note, sizeof note);
    item->note_count++;
}

/* Was the loss ID put into words for a game before, in the same path?  Now it is. */
static bool
is_told(struct batch *b, const struct batch_item *item, uint16_t id)
{
    bool told;

    if (b->told_path != item->path)
        memset(b->told, 0, sizeof b->told);
    b->told_path = item->path;
    told = b->told[id];
    b->told[id] = true;
    return told;
}

static void
add_notes(struct batch *b, struct batch_item *item, const struct work *work,
          const struct shogi_game *g)
{
    const struct shogi_diag *d;

    item->note = b->notes.len / sizeof(struct batch_note);
    for (d = g->diags; d; d = d->next) {
        size_t line = b->said.len;
        if (d->severity == SHOGI_NOTE && !work->keep_notes)
            continue;
        if (!work->losses_once || !shogi_diag_is_loss((enum shogi_diag_id)d->id)
            || !is_told(b, item, d->id))
            put_diag(&b->said, g, d, work->language);
        add_note(b, item, line, d->id, d->severity);
    }
}

static enum tool_status
status_of(const struct shogi_game *g, enum shogi_status read)
{
    bool faults =
        shogi_game_diag_count(g, SHOGI_ERROR) + shogi_game_diag_count(g, SHOGI_FOUL);

    return read == SHOGI_BAD || faults ? TOOL_UNREADABLE : TOOL_OK;
}

static enum shogi_status
read_item(const struct batch *b, const struct batch_item *item, struct batch_worker *w)
{
    struct shogi_chunk chunk = { .bytes = b->in.data + item->bytes,
                                 .len = item->len,
                                 .is_padded = true,
                                 .path = b->in.data + item->path,
                                 .first_line = item->first_line,
                                 .offset = item->offset,
                                 .number = item->number };

    if (item->too_large == 0)
        return shogi_read_chunk(item->format, &chunk, item->encoding, &w->text, w->game);
    if (shogi_game_reset(w->game) != SHOGI_OK)
        return SHOGI_FATAL;
    shogi_report_too_large(w->game, &chunk, item->too_large);
    return SHOGI_BAD;
}

static void
add_part(struct batch *b, struct batch_item *item, const struct batch_worker *w,
         size_t text)
{
    struct batch_part part = { text, b->out.len - text, SIZE_MAX };

    if (w->work->name) {
        part.name = b->names.len;
        w->work->name(w->work->context, w->game, &b->names);
        shogi_buf_putc(&b->names, '\0');
    }
    shogi_buf_add(&b->parts, &part, sizeof part);
    item->part_count++;
}

static enum shogi_status
report_no_game(struct shogi_game *g, const struct batch_item *item)
{
    struct shogi_diag *d = shogi_game_diag(g, SHOGI_DIAG_NOT_A_RECORD,
                                           (struct shogi_place){ item->first_line, 1 });

    shogi_diag_add_string(g, d, item->format->name);
    return SHOGI_BAD;
}

static void
work_on(struct batch *b, struct batch_item *item, struct batch_worker *w)
{
    enum shogi_status read = read_item(b, item, w);
    bool more = true;

    /* Blanks behind the last game are nothing; an input of blanks only is no record. */
    if (read == SHOGI_EOF && item->number > 1)
        return;
    if (read == SHOGI_EOF)
        read = report_no_game(w->game, item);
    if (read == SHOGI_FATAL) {
        b->failed = true;
        return;
    }
    item->status = w->work->report ? TOOL_OK : status_of(w->game, read);
    item->part = b->parts.len / sizeof(struct batch_part);
    while (more && !b->out.failed && !w->game->out_of_memory) {
        size_t text = b->out.len;
        enum tool_status status;
        more = false;
        status = w->work->game(w->work->context, w->state, read, w->game, &b->out, &more);
        item->status = tool_worse(item->status, status);
        if (b->out.len > text)
            add_part(b, item, w, text);
    }
    if (!w->work->report)
        add_notes(b, item, w->work, w->game);
    if (w->game->out_of_memory)
        b->failed = true;
}

void
batch_work(struct batch *b, struct batch_worker *w)
{
    struct batch_item *items = items_of(b);

    b->told_path = SIZE_MAX;
    for (size_t i = 0; i < batch_count(b) && !b->failed; i++)
        if (items[i].format)
            work_on(b, &items[i], w);
    if (b->out.failed || b->parts.failed || b->said.failed || b->notes.failed
        || b->names.failed)
        b->failed = true;
}

/* ---- giving out ---------------------------------------------------------------------
 */

/* A line to say, as the only note of its result. */
static bool
finish_line(const struct batch *b, const struct batch_item *item, const struct work *work)
{
    struct note note = { b->in.data + item->bytes, item->len, SHOGI_DIAG_COUNT,
                         SHOGI_ERROR };
    struct result result = { .path = b->in.data + item->path,
                             .status = item->status,
                             .notes = &note,
                             .note_count = 1 };

    return work->done(work->context, &result);
}

/* The notes first, some at a time. */
static bool
finish_notes(const struct batch *b, const struct batch_item *item,
             const struct work *work)
{
    enum { AT_ONCE = 64 };
    struct note notes[AT_ONCE];
    struct result result = { .path = b->in.data + item->path,
                             .number = item->number,
                             .status = item->status,
                             .text = "",
                             .notes = notes };

    for (size_t i = 0; i < item->note_count; i++) {
        const struct batch_note *from = &notes_of(b)[item->note + i];
        notes[result.note_count++] = (struct note){ b->said.data + from->line, from->len,
                                                    from->id, from->severity };
        if (result.note_count < AT_ONCE && i + 1 < item->note_count)
            continue;
        if (!work->done(work->context, &result))
            return false;
        result.note_count = 0;
    }
    return true;
}

static bool
finish_game(const struct batch *b, const struct batch_item *item, const struct work *work)
{
    struct result result = { .path = b->in.data + item->path,
                             .number = item->number,
                             .status = item->status,
                             .text = "" };

    if (!finish_notes(b, item, work))
        return false;
    if (item->part_count == 0)
        return work->done(work->context, &result);
    for (size_t i = 0; i < item->part_count; i++) {
        const struct batch_part *part = &parts_of(b)[item->part + i];
        result.text = b->out.data + part->text;
        result.text_len = part->len;
        result.name = part->name == SIZE_MAX ? NULL : b->names.data + part->name;
        if (!work->done(work->context, &result))
            return false;
    }
    return true;
}

bool
batch_finish(struct batch *b, const struct work *work)
{
    const struct batch_item *items = items_of(b);

    if (b->failed) {
        warn("out of memory");
        return false;
    }
    for (size_t i = 0; i < batch_count(b); i++)
        if (!(items[i].format ? finish_game(b, &items[i], work)
                              : finish_line(b, &items[i], work)))
            return false;
    return output_flush(work->output);
}
