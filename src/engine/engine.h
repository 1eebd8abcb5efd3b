/* SPDX-License-Identifier: MIT */
/* engine.h - what stands behind struct shogi_engine: one table of functions each. */
#ifndef SHOGI_ENGINE_ENGINE_H
#define SHOGI_ENGINE_ENGINE_H

#include <shogi/engine.h>

/* Every engine begins with this; the rest is its own. */
struct shogi_engine {
    const struct shogi_engine_class *class;
};

/* What the functions of shogi/engine.h hand on; their comments are the contract. */
struct shogi_engine_class {
    enum shogi_status (*analyze)(struct shogi_engine *e, const struct shogi_question *q,
                                 struct shogi_answer *a);
    void (*stop)(struct shogi_engine *e);
    void (*forget)(struct shogi_engine *e);
    void (*free)(struct shogi_engine *e);
    const char *(*name)(const struct shogi_engine *e);
    const char *(*error)(const struct shogi_engine *e);
};

#endif
