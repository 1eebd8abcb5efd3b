/* SPDX-License-Identifier: MIT */
/* buf.c - a growing byte buffer. */
#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/limits.h"
#include "base/memory.h"

bool
shogi_buf_reserve(struct shogi_buf *b, size_t more)
{
    size_t cap = b->cap ? b->cap : SHOGI_BUF_FIRST;
    char *data;

    if (b->failed || more > SIZE_MAX / 2 - b->len)
        goto fail;
    while (cap < b->len + more)
        cap *= 2;
    if (cap == b->cap)
        return true;
    data = shogi_memory_resize(b->data, cap);
    if (!data)
        goto fail;
    b->data = data;
    b->cap = cap;
    return true;

fail:
    /* With no room left every later append comes here again. */
    b->failed = true;
    b->cap = b->len;
    return false;
}

void
shogi_buf_pad(struct shogi_buf *b, char c, size_t n)
{
    if (!shogi_buf_has_room(b, n))
        return;
    if (n)
        memset(b->data + b->len, c, n);
    b->len += n;
}

void
shogi_buf_put_number(struct shogi_buf *b, int64_t n, int min_digits)
{
    char digits[24];
    char *at = digits + sizeof digits;
    uint64_t rest = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;

    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
        min_digits--;
    } while ((rest || min_digits > 0) && at > digits + 1);
    if (n < 0)
        *--at = '-';
    shogi_buf_add(b, at, (size_t)(digits + sizeof digits - at));
}

void
shogi_buf_printf(struct shogi_buf *b, const char *format, ...)
{
    va_list args;
    int len;

    va_start(args, format);
    len = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (len < 0 || !shogi_buf_reserve(b, (size_t)len + 1)) {
        b->failed = true;
        return;
    }
    va_start(args, format);
    vsnprintf(b->data + b->len, (size_t)len + 1, format, args);
    va_end(args);
    b->len += (size_t)len;
}

void
shogi_buf_reset(struct shogi_buf *b)
{
    b->len = 0;
    b->failed = false;
}

void
shogi_buf_release(struct shogi_buf *b)
{
    shogi_memory_free(b->data);
    *b = (struct shogi_buf){ 0 };
}
