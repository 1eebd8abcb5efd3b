/* SPDX-License-Identifier: MIT */
/* svg.h - elements of SVG pictures, and text of records in them.
 *
 * Coordinates are whole tenths of a pixel, so that the numbers are written alike
 * everywhere.  Classes and labels are the program's own words; what comes from a record
 * goes through svg_put_text(). */
#ifndef SHOGI_TOOL_SVG_H
#define SHOGI_TOOL_SVG_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/* Text of a record: escaped, on one line, without control and bidi characters, at most
 * WIDTH hundredths of its font's size wide, with an ellipsis where it was cut. */
void svg_put_text(struct shogi_buf *out, const char *s, int width);

/* About how wide S is, in hundredths of its font's size. */
int svg_width_of_text(const char *s, size_t len);

/* "<NAME class="CLASS"" and "/>". */
void svg_open(struct shogi_buf *out, const char *name, const char *class);
void svg_close(struct shogi_buf *out);

/* In the `d` of a path: COMMAND, X and Y. */
void svg_put_point(struct shogi_buf *out, char command, int64_t x, int64_t y);

void svg_put_line(struct shogi_buf *out, const char *class, int64_t x1, int64_t y1,
                  int64_t x2, int64_t y2);
void svg_put_box(struct shogi_buf *out, const char *class, int64_t x, int64_t y,
                 int64_t width, int64_t height);

/* Text at X and the base line Y. */
void svg_put_label(struct shogi_buf *out, const char *class, int64_t x, int64_t y,
                   const char *s);
/* The same around what is put between the two calls. */
void svg_begin_label(struct shogi_buf *out, const char *class, int64_t x, int64_t y);
void svg_end_label(struct shogi_buf *out);

#endif
