/* SPDX-License-Identifier: MIT */
/* buf.h - a growing byte buffer with a sticky error. */
#ifndef SHOGI_BASE_BUF_H
#define SHOGI_BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* All-zero is an empty buffer.  After a failed allocation every append does
 * nothing and `failed` stays true: check it once, at the end. */
struct shogi_buf {
    char *data;
    size_t len, cap;
    bool failed;
};

/* Make room for MORE bytes behind `len`; false when memory is out. */
bool shogi_buf_reserve(struct shogi_buf *b, size_t more);

/* The same where there mostly is room: for writing short texts in place. */
static inline bool
shogi_buf_has_room(struct shogi_buf *b, size_t size)
{
    return b->cap - b->len >= size || shogi_buf_reserve(b, size);
}

static inline void
shogi_buf_add(struct shogi_buf *b, const void *bytes, size_t len)
{
    if (!shogi_buf_has_room(b, len))
        return;
    if (len)
        memcpy(b->data + b->len, bytes, len);
    b->len += len;
}

static inline void
shogi_buf_puts(struct shogi_buf *b, const char *s)
{
    shogi_buf_add(b, s, strlen(s));
}

static inline void
shogi_buf_putc(struct shogi_buf *b, char c)
{
    shogi_buf_add(b, &c, 1);
}

/* N copies of C. */
void shogi_buf_pad(struct shogi_buf *b, char c, size_t n);

/* N in decimal; MIN_DIGITS adds zeros in front. */
void shogi_buf_put_number(struct shogi_buf *b, int64_t n, int min_digits);

/* As printf; for rare text only. */
void shogi_buf_printf(struct shogi_buf *b, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Forget the contents, keep the memory, clear `failed`. */
void shogi_buf_reset(struct shogi_buf *b);

/* Give the memory back; the buffer is empty again. */
void shogi_buf_release(struct shogi_buf *b);

#endif
