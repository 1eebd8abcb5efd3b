/* SPDX-License-Identifier: MIT */
/* svg.c - elements of SVG pictures, and text of records in them. */
#include "tool/svg.h"

#include <string.h>

#include "base/utf8.h"
#include "game/diag.h"

/* ---- text ---------------------------------------------------------------------------
 */

static void
put_escaped(struct shogi_buf *out, const char *s, size_t len)
{
    size_t size;

    for (; len > 0; s += size, len -= size) {
        uint32_t c = shogi_utf8_decode(s, len, &size);
        if (c == '&')
            shogi_buf_puts(out, "&amp;");
        else if (c == '<')
            shogi_buf_puts(out, "&lt;");
        else if (c == '>')
            shogi_buf_puts(out, "&gt;");
        else if (c < 0x20 || c == 0xfffe || c == 0xffff || (c == 0xfffd && size == 1))
            shogi_buf_puts(out, "\xef\xbf\xbd"); /* XML has no such character */
        else
            shogi_buf_add(out, s, size);
    }
}

/* About how wide a character of a sans-serif font is, in hundredths of its size;
 * rather too wide than too narrow. */
static int
width_of(uint32_t c)
{
    if (c >= 0x80)
        return c >= 0xff61 && c <= 0xff9f ? 60 : 100;
    if (c == 'm' || c == 'w' || c == 'M' || c == 'W' || c == '@' || c == '%')
        return 112;
    if (c >= 'A' && c <= 'Z')
        return 76;
    return c == 'i' || c == 'j' || c == 'l' || c == ' ' || c == '.' || c == ',' ? 36 : 64;
}

int
svg_width_of_text(const char *s, size_t len)
{
    size_t size;
    int width = 0;

    for (; len > 0; s += size, len -= size)
        width += width_of(shogi_utf8_decode(s, len, &size));
    return width;
}

/* How many bytes of S take at most WIDTH. */
static size_t
fitting(const char *s, size_t len, int width)
{
    size_t at = 0, size;

    while (at < len) {
        width -= width_of(shogi_utf8_decode(s + at, len - at, &size));
        if (width < 0)
            break;
        at += size;
    }
    return at;
}

/* Text of the record: harmless, on one line, at most WIDTH hundredths of its size
 * wide, with an ellipsis where it was cut. */
void
svg_put_text(struct shogi_buf *out, const char *s, int width)
{
    struct shogi_buf shown = { 0 };

    shogi_buf_put_visible(&shown, s, strlen(s));
    if (svg_width_of_text(shown.len ? shown.data : "", shown.len) <= width) {
        put_escaped(out, shown.data, shown.len);
    } else {
        put_escaped(out, shown.data, fitting(shown.data, shown.len, width - 100));
        shogi_buf_puts(out, "…");
    }
    if (shown.failed)
        out->failed = true;
    shogi_buf_release(&shown);
}

/* ---- numbers ------------------------------------------------------------------------
 */

static void
put_tenths(struct shogi_buf *out, int64_t tenths)
{
    if (tenths < 0) {
        shogi_buf_putc(out, '-');
        tenths = -tenths;
    }
    shogi_buf_put_number(out, tenths / 10, 1);
    if (tenths % 10) {
        shogi_buf_putc(out, '.');
        shogi_buf_put_number(out, tenths % 10, 1);
    }
}

/* ` NAME="12.3"` */
static void
put_attribute(struct shogi_buf *out, const char *name, int64_t tenths)
{
    shogi_buf_putc(out, ' ');
    shogi_buf_puts(out, name);
    shogi_buf_puts(out, "=\"");
    put_tenths(out, tenths);
    shogi_buf_putc(out, '"');
}

/* "12.3 45.6" behind C. */
void
svg_put_point(struct shogi_buf *out, char c, int64_t x, int64_t y)
{
    shogi_buf_putc(out, c);
    put_tenths(out, x);
    shogi_buf_putc(out, ' ');
    put_tenths(out, y);
}

void
svg_open(struct shogi_buf *out, const char *name, const char *class)
{
    shogi_buf_putc(out, '<');
    shogi_buf_puts(out, name);
    shogi_buf_puts(out, " class=\"");
    shogi_buf_puts(out, class);
    shogi_buf_putc(out, '"');
}

void
svg_close(struct shogi_buf *out)
{
    shogi_buf_puts(out, "/>\n");
}

void
svg_put_line(struct shogi_buf *out, const char *class, int64_t x1, int64_t y1, int64_t x2,
             int64_t y2)
{
    svg_open(out, "path", class);
    shogi_buf_puts(out, " d=\"");
    svg_put_point(out, 'M', x1, y1);
    svg_put_point(out, 'L', x2, y2);
    shogi_buf_putc(out, '"');
    svg_close(out);
}

void
svg_put_box(struct shogi_buf *out, const char *class, int64_t x, int64_t y, int64_t width,
            int64_t height)
{
    svg_open(out, "rect", class);
    put_attribute(out, "x", x);
    put_attribute(out, "y", y);
    put_attribute(out, "width", width);
    put_attribute(out, "height", height);
    svg_close(out);
}

void
svg_begin_label(struct shogi_buf *out, const char *class, int64_t x, int64_t y)
{
    svg_open(out, "text", class);
    put_attribute(out, "x", x);
    put_attribute(out, "y", y);
    shogi_buf_putc(out, '>');
}

void
svg_end_label(struct shogi_buf *out)
{
    shogi_buf_puts(out, "</text>\n");
}

void
svg_put_label(struct shogi_buf *out, const char *class, int64_t x, int64_t y,
              const char *s)
{
    svg_begin_label(out, class, x, y);
    shogi_buf_puts(out, s);
    svg_end_label(out);
}
