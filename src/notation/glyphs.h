/* SPDX-License-Identifier: MIT */
/* glyphs.h - Japanese text of a record in Chinese characters. */
#ifndef SHOGI_NOTATION_GLYPHS_H
#define SHOGI_NOTATION_GLYPHS_H

#include <shogi/format.h>

#include "base/buf.h"

/* Put the characters of GLYPHS in place of the Japanese ones in the lines of OUT
 * from START on: pieces of moves, boards and hands, and the names of the sides.
 * Comments, bookmarks, the banner and the values of headers stay as they are. */
void shogi_translate_glyphs(struct shogi_buf *out, size_t start, enum shogi_glyphs glyphs);

#endif
