/* SPDX-License-Identifier: MIT */
/* version.c - the version of the library. */
#include <shogi/status.h>

const char *
shogi_version(void)
{
    return SHOGI_VERSION;
}
