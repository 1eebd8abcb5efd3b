/* SPDX-License-Identifier: MIT */
/* analysis_report.c - what all forms of reports about an analysis share. */
#include "tool/analysis_report.h"

#include "game/cursor.h"
#include "notation/japanese.h"

void
analysis_put_limits(struct shogi_buf *out, const struct shogi_limits *limits,
                    enum shogi_language language)
{
    bool is_japanese = language == SHOGI_JAPANESE;
    const char *between = "";

    if (limits->nodes) {
        shogi_buf_printf(out, "%llu%s", (unsigned long long)limits->nodes,
                         is_japanese ? "ノード" : " nodes");
        between = ", ";
    }
    if (limits->depth) {
        shogi_buf_printf(out, "%s%s%u", between, is_japanese ? "深さ" : "depth ",
                         (unsigned)limits->depth);
        between = ", ";
    }
    if (limits->time_ms)
        shogi_buf_printf(out, "%s%u%s", between, (unsigned)limits->time_ms,
                         is_japanese ? "ミリ秒" : " ms");
}

void
analysis_put_move(struct shogi_buf *out, const struct shogi_cursor *c, shogi_move m)
{
    shogi_put_mark(out, (enum shogi_side)c->position.turn);
    shogi_put_move(out, &c->position, m, shogi_cursor_target(c));
}

bool
analysis_is_turning_point(const struct assessed_game *a, uint32_t ply)
{
    uint32_t low = 0, high = a->turning_point_count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (a->turning_points[middle] < ply)
            low = middle + 1;
        else
            high = middle;
    }
    return low < a->turning_point_count && a->turning_points[low] == ply;
}

void
analysis_put_fraction(struct shogi_buf *out, int32_t millionths)
{
    shogi_buf_put_number(out, millionths / RATE_ONE, 1);
    shogi_buf_putc(out, '.');
    shogi_buf_put_number(out, millionths % RATE_ONE, 6);
}

int32_t
analysis_fraction(uint32_t part, uint32_t whole)
{
    return (int32_t)(((uint64_t)part * RATE_ONE + whole / 2) / whole);
}

const char *
analysis_kind_name(const struct assessed_value *v)
{
    static const char *const kinds[] = {
        [VALUE_NONE] = NULL,
        [VALUE_CP] = "cp",
        [VALUE_MATE] = "mate",
        [VALUE_MATE_UNKNOWN] = "mate",
        [VALUE_DECLARED] = "declaration",
        [VALUE_DECIDED] = "decided",
    };

    return kinds[v->kind];
}

const char *
analysis_bound_name(const struct assessed_value *v)
{
    static const char *const bounds[] = { "exact", "lower", "upper" };

    return v->kind == VALUE_NONE ? NULL : bounds[v->bound];
}
