/* SPDX-License-Identifier: MIT */
/* decode.h - bytes of one game to UTF-8: the parts behind shogi_text_decode(). */
#ifndef SHOGI_TEXT_DECODE_H
#define SHOGI_TEXT_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "text/encoding.h"

/* Where a decoder writes.  The room it has is the caller's business: three
 * bytes for each byte of input and SHOGI_DECODE_SLACK are always enough, since
 * a single byte becomes at most U+FFFD or a half-width katakana. */
struct shogi_decoded {
    char *at;        /* the next byte */
    char *first_bad; /* the first U+FFFD for a broken byte; NULL: none */
    size_t bad_count;
};

enum { SHOGI_DECODE_SLACK = 16 }; /* bytes that may be overwritten behind `at` */

/* One U+FFFD for one broken byte. */
void shogi_decoded_add_bad(struct shogi_decoded *d);

/* Decode the LEN bytes at S.  ENCODING is one of UTF8, CP932, EUC_JP, GB18030,
 * BIG5.  False: iconv lacks it. */
bool shogi_decode_bytes(struct shogi_decoded *d, enum shogi_encoding encoding,
                        const char *s, size_t len);

/* What the first lines say the encoding is: "#KIF version=2.0 encoding=...",
 * "'CSA encoding=..."; AUTO: nothing, or a name unknown to encoding.def. */
enum shogi_encoding shogi_encoding_declared(const char *s, size_t len);

/* The likeliest encoding of bytes without BOM: UTF8 (perhaps with some damage),
 * CP932, EUC_JP, GB18030, BIG5, ISO_2022_JP.  *IS_UTF8: they are strict UTF-8,
 * whatever they are taken for. */
enum shogi_encoding shogi_encoding_guess(const char *s, size_t len,
                                         enum shogi_encoding declared, bool *is_utf8);

/* Is there an escape sequence of ISO-2022-JP? */
bool shogi_has_jis_escape(const char *s, size_t len);

/* Decode the LEN bytes at S, a whole text in UTF-16 without BOM or ISO-2022-JP,
 * to the end of BUF.  False: memory, or iconv lacks it.  *FIRST_BAD counts from the start
 * of BUF. */
bool shogi_transcode(struct shogi_buf *buf, enum shogi_encoding encoding, const char *s,
                     size_t len, size_t *bad_count, size_t *first_bad);

#endif
