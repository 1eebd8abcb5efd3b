/* SPDX-License-Identifier: MIT */
/* shogi/shogi.h - the whole public API. */
#ifndef SHOGI_SHOGI_H
#define SHOGI_SHOGI_H

#ifdef __cplusplus
extern "C" {
#endif

#include <shogi/audit.h>
#include <shogi/cursor.h>
#include <shogi/diag.h>
#include <shogi/engine.h>
#include <shogi/format.h>
#include <shogi/foul.h>
#include <shogi/game.h>
#include <shogi/impasse.h>
#include <shogi/mate.h>
#include <shogi/nnue.h>
#include <shogi/position.h>
#include <shogi/repetition.h>
#include <shogi/score.h>
#include <shogi/status.h>
#include <shogi/types.h>

#ifdef __cplusplus
}
#endif

#endif
