/* SPDX-License-Identifier: MIT */
/* encoding.h - which encoding, decode, encode.  The only user of iconv. */
#ifndef SHOGI_TEXT_ENCODING_H
#define SHOGI_TEXT_ENCODING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/* The encodings the suite knows; rows of encoding.def, which gives each its
 * names (ours first, then aliases: "sjis", "shift_jis", "windows-31j", ...) and
 * the name that iconv is asked for.  A name that stands in a file only selects
 * a row; it never reaches iconv_open(). */
enum shogi_encoding {
    SHOGI_ENCODING_AUTO, /* to be found from the bytes */
    SHOGI_ENCODING_UTF8,
    SHOGI_ENCODING_CP932,
    SHOGI_ENCODING_EUC_JP,
    SHOGI_ENCODING_ISO_2022_JP,
    SHOGI_ENCODING_UTF16LE, /* by its BOM */
    SHOGI_ENCODING_UTF16BE,
    SHOGI_ENCODING_GB18030,
    SHOGI_ENCODING_BIG5,
    SHOGI_ENCODING_COUNT
};

/* By any of its names, in any case, '-' and '_' alike; false: unknown. */
bool shogi_encoding_from_name(const char *name, size_t len,
                              enum shogi_encoding *encoding);

/* "utf-8", "cp932", ...; static storage. */
const char *shogi_encoding_name(enum shogi_encoding encoding);

/* Can this system's iconv convert it? */
bool shogi_encoding_available(enum shogi_encoding encoding);

/* Decoded text of one game.  Always UTF-8 without BOM; lines end in \n or
 * \r\n, never in a lone \r; SHOGI_TEXT_PADDING zero bytes follow the LEN bytes,
 * so that a scanner may look ahead without asking for the end.  A NUL byte in
 * the input stays a NUL byte in the text. */
struct shogi_text {
    const char *utf8;
    size_t len;
    uint32_t first_line;          /* number in its path of the first line, from 1 */
    enum shogi_encoding encoding; /* what the bytes were */
    enum shogi_encoding declared; /* what the text says it is; AUTO: nothing */
    bool had_bom;
    size_t bad_count;              /* bytes that could not be decoded, now U+FFFD */
    uint32_t bad_line, bad_column; /* place of the first of them */
};

enum { SHOGI_TEXT_PADDING = 16 };

/* Guess (when ENCODING is AUTO) and decode the LEN bytes at S.  The result
 * points into BUF, which is reset first, or, for UTF-8 without anything to
 * change, at S itself when S_IS_PADDED says that SHOGI_TEXT_PADDING zero bytes
 * follow S.  False only when memory is out or iconv lacks the encoding
 * (shogi_encoding_available() tells which).
 *
 * The guess believes the bytes: BOM; strict UTF-8 (unless all it has is a few
 * characters below U+0800, which can be half-width katakana or a word of EUC-JP)
 * with or without the escape sequences of ISO-2022-JP; then the candidate (UTF-8
 * with some damage, CP932, EUC-JP, GB18030, Big5) in which the bytes read most
 * like a record (sente, teai, piece names, kana ...).  A declaration ("#KIF ...
 * encoding=", "'CSA encoding=") only breaks ties.  S may be NULL when LEN is 0. */
bool shogi_text_decode(struct shogi_text *t, struct shogi_buf *buf, const char *s,
                       size_t len, bool s_is_padded, enum shogi_encoding encoding,
                       uint32_t first_line);

/* How many of the bytes at S are a BOM; 0: there is none.  A text that goes behind
 * others of the same output leaves it out. */
size_t shogi_bom_length(const char *s, size_t len);

/* What could not be encoded. */
struct shogi_encode_loss {
    size_t count;      /* characters replaced */
    uint32_t line;     /* of the output, from 1: where the first one stands */
    char character[8]; /* the first one, UTF-8 with NUL */
};

/* Append the UTF-8 text S to OUT in ENCODING; with CRLF, each \n becomes \r\n.
 * A character that the encoding lacks is first tried as its twin (wave dash and
 * full-width tilde, minus and full-width hyphen-minus, double vertical line and
 * parallel to, sente and gote marks as black and white triangles, yen sign as
 * full-width one, no-break space as space), then becomes the geta mark U+3013 (or
 * '?' where that is missing too) and is counted.  UTF-16 begins with a BOM when
 * OUT is empty; no other encoding gets one.  *LOSS (may be NULL) is set anew.
 * False: memory, or iconv lacks the encoding. */
bool shogi_text_encode(struct shogi_buf *out, const char *s, size_t len,
                       enum shogi_encoding encoding, bool crlf,
                       struct shogi_encode_loss *loss);

/* A stream whose bytes may not be cut before they are decoded (UTF-16, escape
 * sequences).  Turns it into UTF-8 piece by piece. */
struct shogi_transcoder;

/* Does the beginning of a stream (LEN bytes, more may follow) need one?  The
 * encoding, or SHOGI_ENCODING_AUTO when it does not. */
enum shogi_encoding shogi_transcoder_needed(const char *s, size_t len);

/* NULL: memory, or iconv lacks the encoding.  Free with _free; NULL is fine. */
struct shogi_transcoder *shogi_transcoder_new(enum shogi_encoding encoding);
void shogi_transcoder_free(struct shogi_transcoder *t);

/* Append to OUT what the next LEN bytes mean; at the end of the stream call it
 * once with AT_EOF.  A broken unit becomes U+FFFD.  False: memory. */
bool shogi_transcoder_feed(struct shogi_transcoder *t, struct shogi_buf *out,
                           const char *s, size_t len, bool at_eof);

/* ---- undecoded bytes ----------------------------------------------------------------
 * In UTF-8, CP932, EUC-JP, GB18030 and Big5 a line feed is always a line feed,
 * so a stream may be cut into lines before it is decoded.  These look at the
 * raw bytes of one line. */

/* Words that a splitter has to recognise in every encoding. */
enum shogi_raw_word {
    SHOGI_RAW_VARIATION, /* the word that opens a variation */
    SHOGI_RAW_COLON,     /* full-width colon */
    SHOGI_RAW_MADE,      /* the first word of a closing line */
    SHOGI_RAW_TESUU,     /* "number of moves", the head of the move table */
    SHOGI_RAW_WORD_COUNT
};

/* Do the LEN bytes at S begin with WORD in any of the encodings above?
 * Returns the length of the word in bytes, 0 when not. */
size_t shogi_raw_starts_with(const char *s, size_t len, enum shogi_raw_word word);

/* Where in the LEN bytes at S the first full-width or ASCII colon stands, read
 * character by character in each encoding; LEN when there is none. */
size_t shogi_raw_find_colon(const char *s, size_t len);

#endif
