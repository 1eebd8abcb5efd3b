/* SPDX-License-Identifier: MIT */
/* kif.h - the parts of the format KIF: see struct shogi_format. */
#ifndef SHOGI_NOTATION_KIF_H
#define SHOGI_NOTATION_KIF_H

#include "notation/format.h"

int shogi_kif_detect(const char *utf8, size_t len);
struct shogi_split shogi_kif_split(const char *s, size_t len, bool at_eof,
                                   const struct shogi_split *from);
enum shogi_status shogi_kif_parse(const struct shogi_text *t, struct shogi_game *g);
void shogi_kif_write(struct shogi_game *g, const struct shogi_write_options *o,
                     struct shogi_buf *out);

#endif
