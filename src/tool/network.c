/* SPDX-License-Identifier: MIT */
/* network.c - the file of a network that evaluates positions. */
#include "tool/network.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "tool/message.h"

/* The largest that is read has 240 million bytes. */
enum { FILE_MAX_BYTES = 1 << 30, READ_BYTES = 1 << 20 };

/* All bytes of FD.  False: errno says why. */
static bool
read_all(int fd, struct shogi_buf *out)
{
    struct stat st;
    ssize_t n;

    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= FILE_MAX_BYTES)
        shogi_buf_reserve(out, (size_t)st.st_size + READ_BYTES);
    do {
        errno = ENOMEM;
        if (!shogi_buf_reserve(out, READ_BYTES))
            return false;
        n = read(fd, out->data + out->len, READ_BYTES);
        if (n > 0)
            out->len += (size_t)n;
        if (out->len > FILE_MAX_BYTES) {
            errno = EFBIG;
            return false;
        }
    } while (n > 0 || (n < 0 && errno == EINTR));
    return n == 0;
}

struct shogi_nnue *
network_read(const char *path, unsigned scale, char *error, size_t size)
{
    struct shogi_nnue *net = NULL;
    struct shogi_buf bytes = { 0 };
    char why[512];
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0 || !read_all(fd, &bytes)) {
        snprintf(error, size, "cannot read '%s': %s", path, strerror(errno));
    } else {
        net = shogi_nnue_new(bytes.data, bytes.len, scale, why, sizeof why);
        if (!net)
            snprintf(error, size, "'%s': %s", path, why);
    }
    if (fd >= 0)
        close(fd);
    shogi_buf_release(&bytes);
    return net;
}

struct shogi_nnue *
network_open(const char *path, unsigned scale)
{
    char error[1024];
    struct shogi_nnue *net = network_read(path, scale, error, sizeof error);

    if (!net)
        warn("%s", error);
    else if (*shogi_nnue_remark(net))
        warn("'%s': %s", path, shogi_nnue_remark(net));
    return net;
}
