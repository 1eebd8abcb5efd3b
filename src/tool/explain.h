/* SPDX-License-Identifier: MIT */
/* explain.h - the rule behind a code. */
#ifndef SHOGI_TOOL_EXPLAIN_H
#define SHOGI_TOOL_EXPLAIN_H

#include "game/diag.h"
#include "tool/message.h"

/* Print code, severity, messages, rule and source in English and Japanese on
 * standard output. */
enum tool_status explain(enum shogi_diag_id id);

#endif
