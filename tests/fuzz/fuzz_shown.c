/* SPDX-License-Identifier: MIT */
/* fuzz_shown.c - any bytes as text of a record that is shown: no control character
 * reaches a terminal, no markup a picture, no path a name of a file, and a string of JSON
 * is read as what was written. */
#include "fuzz.h"

#include <string.h>

#include <jansson.h>

#include "base/utf8.h"
#include "game/diag.h"
#include "notation/json.h"
#include "tool/names.h"
#include "tool/svg.h"

static bool
is_control(uint32_t c)
{
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x200e || c == 0x200f || c == 0x61c
           || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x2028
           || c == 0x2029;
}

static void
must_be_clean(const struct shogi_buf *b)
{
    size_t size;

    must(shogi_utf8_is_valid(b->data ? b->data : "", b->len));
    for (size_t i = 0; i < b->len; i += size)
        must(!is_control(shogi_utf8_decode(b->data + i, b->len - i, &size)));
}

static void
check_name(const char *s, size_t len)
{
    struct shogi_buf name = { 0 }, again = { 0 };

    put_file_name(&name, s, len);
    must(name.len > 0 && name.len <= 200);
    must(name.data[0] != '.' && name.data[0] != '-' && name.data[name.len - 1] != '.');
    must(!memchr(name.data, '/', name.len) && !memchr(name.data, '\\', name.len));
    must_be_clean(&name);
    put_file_name(&again, name.data, name.len);
    must(again.len == name.len && memcmp(again.data, name.data, name.len) == 0);
    shogi_buf_release(&name);
    shogi_buf_release(&again);
}

/* As content of an element: none is begun or ended, and each & begins an entity. */
static void
check_svg(const char *text)
{
    struct shogi_buf out = { 0 };

    svg_put_text(&out, text, 5000);
    must_be_clean(&out);
    for (size_t i = 0; i < out.len; i++) {
        must(out.data[i] != '<' && out.data[i] != '>');
        must(out.data[i] != '&' || memchr(out.data + i, ';', out.len - i));
    }
    shogi_buf_release(&out);
}

/* What is no UTF-8 is not asked for here: a game has none. */
static void
check_json(const char *s, size_t len)
{
    struct shogi_buf out = { 0 };
    json_t *root;

    if (!shogi_utf8_is_valid(s, len))
        return;
    shogi_json_put_string(&out, s, len);
    root = json_loadb(out.data, out.len, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
    must(json_is_string(root) && json_string_length(root) == len
         && memcmp(json_string_value(root), s, len) == 0);
    json_decref(root);
    shogi_buf_release(&out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct shogi_buf text = { 0 }, shown = { 0 };

    shogi_buf_add(&text, data, size);
    shogi_buf_putc(&text, '\0');
    shogi_buf_put_visible(&shown, text.data, size);
    must_be_clean(&shown);
    check_name(text.data, size);
    check_svg(text.data);
    check_json(text.data, size);
    shogi_buf_release(&text);
    shogi_buf_release(&shown);
    return 0;
}
