/* SPDX-License-Identifier: MIT */
/* engine.c - one door to all engines. */
#include "engine/engine.h"

enum shogi_status
shogi_engine_analyze(struct shogi_engine *e, const struct shogi_question *q,
                     struct shogi_answer *a)
{
    return e->class->analyze(e, q, a);
}

void
shogi_engine_stop(struct shogi_engine *e)
{
    e->class->stop(e);
}

void
shogi_engine_forget(struct shogi_engine *e)
{
    e->class->forget(e);
}

void
shogi_engine_free(struct shogi_engine *e)
{
    if (e)
        e->class->free(e);
}

const char *
shogi_engine_name(const struct shogi_engine *e)
{
    return e->class->name(e);
}

const char *
shogi_engine_error(const struct shogi_engine *e)
{
    return e->class->error(e);
}
