/* SPDX-License-Identifier: MIT */
/* format.c - the registry of formats, and which one an input is. */
#include "notation/format.h"

#include <string.h>

#include "base/utf8.h"

static const struct shogi_format *const formats[] = {
#define SHOGI_FORMAT(name) &shogi_format_##name,
#include "notation/formats.def"
#undef SHOGI_FORMAT
};

enum { FORMAT_COUNT = sizeof formats / sizeof *formats, BID_ENOUGH = 50 };

const struct shogi_format *
shogi_format_at(size_t i)
{
    return i < FORMAT_COUNT ? formats[i] : NULL;
}

const struct shogi_format *
shogi_format_from_name(const char *name)
{
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        if (strcmp(formats[i]->name, name) == 0
            || (formats[i]->alias && strcmp(formats[i]->alias, name) == 0))
            return formats[i];
    return NULL;
}

const char *
shogi_format_name(const struct shogi_format *f)
{
    return f->name;
}

const char *
shogi_format_alias(const struct shogi_format *f)
{
    return f->alias;
}

const char *
shogi_format_title(const struct shogi_format *f)
{
    return f->title;
}

bool
shogi_format_can_read(const struct shogi_format *f)
{
    return f->parse != NULL;
}

bool
shogi_format_can_write(const struct shogi_format *f)
{
    return f->write != NULL;
}

uint32_t
shogi_format_holds(const struct shogi_format *f,
                   const struct shogi_write_options *options)
{
    uint32_t holds = f->holds_with && options ? f->holds_with(options) : f->holds;

    /* Evaluations are held wherever comments are. */
    return holds & SHOGI_USES_COMMENTS ? holds | SHOGI_USES_ANALYSIS : holds;
}

/* ---- detection ----------------------------------------------------------------------
 */

static char
lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* In any case of ASCII letters: Windows programs write ".KIF" as well. */
static bool
ends_with(const char *path, const char *suffix)
{
    size_t len = strlen(path), n = strlen(suffix);

    if (len < n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (lower(path[len - n + i]) != lower(suffix[i]))
            return false;
    return true;
}

static const struct shogi_format *
format_from_suffix(const char *path)
{
    for (size_t i = 0; path && i < FORMAT_COUNT; i++)
        for (const char *const *s = formats[i]->suffixes; s && *s; s++)
            if (formats[i]->parse && ends_with(path, *s))
                return formats[i];
    return NULL;
}

const struct shogi_format *
shogi_format_detect(const char *s, size_t len, const char *path,
                    enum shogi_encoding encoding, struct shogi_buf *bids)
{
    const struct shogi_format *best = NULL;
    struct shogi_buf buf = { 0 };
    struct shogi_text text;
    int highest = 0;

    if (!shogi_text_decode(&text, &buf, s, len, false, encoding, 1)) {
        shogi_buf_release(&buf);
        if (bids)
            bids->failed = true;
        return NULL;
    }
    for (size_t i = 0; i < FORMAT_COUNT; i++) {
        int bid = formats[i]->detect ? formats[i]->detect(text.utf8, text.len) : 0;
        if (bids && formats[i]->detect)
            shogi_buf_printf(bids, "%s%s %d", bids->len ? ", " : "", formats[i]->name,
                             bid);
        if (bid > highest) {
            highest = bid;
            best = formats[i];
        }
    }
    shogi_buf_release(&buf);
    return highest >= BID_ENOUGH ? best : format_from_suffix(path);
}
