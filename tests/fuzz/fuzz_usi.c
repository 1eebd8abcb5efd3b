/* SPDX-License-Identifier: MIT */
/* fuzz_usi.c - for any lines of an engine: what is read is within its bounds, what comes
 * of them is legal on our board, and text for people has no control characters. */
#include "fuzz.h"

#include <string.h>

#include <shogi/foul.h>

#include "base/utf8.h"
#include "engine/usi_answer.h"

static void
check_info(const struct shogi_usi_info *info)
{
    must(info->kind <= SHOGI_SCORE_MATE_UNKNOWN && info->bound <= SHOGI_BOUND_UPPER);
    must(info->pv_count <= SHOGI_ENGINE_PV_MAX);
    for (size_t i = 0; i < info->pv_count; i++)
        must(info->pv[i] != SHOGI_NO_MOVE);
    if (info->kind == SHOGI_SCORE_CP)
        must(info->value > -SHOGI_USI_DECIDED && info->value < SHOGI_USI_DECIDED);
    if (info->kind == SHOGI_SCORE_MATE)
        must(info->value != 0 && info->value > -4000 && info->value < 4000);
    if (info->kind == SHOGI_SCORE_MATE_UNKNOWN)
        must(info->value == 1 || info->value == -1);
}

static void
check_clean(const char *s, size_t len)
{
    char text[200];
    size_t size = 1 + len % sizeof text, n = shogi_usi_clean(s, len, text, size);

    must(n < size && strlen(text) == n && shogi_utf8_is_valid(text, n));
    for (size_t i = 0; i < n; i++)
        must((unsigned char)text[i] >= 0x20 && text[i] != 0x7f);
}

static void
check_answer(const struct shogi_usi_sayings *sayings, const struct shogi_usi_line *line,
             size_t wanted)
{
    static struct shogi_answer a;
    struct shogi_position start;

    shogi_position_set_start(&start);
    a = (struct shogi_answer){ 0 };
    shogi_usi_sayings_tell(sayings, &start, wanted, line, &a);
    must(a.line_count <= SHOGI_ENGINE_LINES_MAX && a.line_count <= (wanted ? wanted : 1));
    must((a.best != SHOGI_NO_MOVE) == (a.end == SHOGI_ANSWER_MOVE));
    must(a.best == SHOGI_NO_MOVE || shogi_move_fouls(&start, a.best) == 0);
    for (size_t i = 0; i < a.line_count; i++) {
        struct shogi_position p = start;
        struct shogi_undo undo;

        must(i == 0 || a.lines[i].pv_count > 0);
        for (size_t j = 0; j < a.lines[i].pv_count; j++)
            must(shogi_move_fouls(&p, a.lines[i].pv[j]) == 0
                 && shogi_position_play(&p, a.lines[i].pv[j], &undo));
        for (size_t j = 0; j < i; j++)
            must(a.lines[j].pv_count == 0 || a.lines[j].pv[0] != a.lines[i].pv[0]);
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct shogi_usi_sayings sayings;
    const char *s = (const char *)data, *end = s + size;
    size_t wanted = 1 + size % SHOGI_ENGINE_LINES_MAX;

    memset(&sayings, 0, sizeof sayings);
    while (s < end) {
        const char *lf = memchr(s, '\n', (size_t)(end - s));
        size_t len = lf ? (size_t)(lf - s) : (size_t)(end - s);
        struct shogi_usi_line line;

        shogi_usi_line_read(s, len, &line);
        must(!line.text || (line.text >= s && line.text + line.text_len <= s + len));
        must(!line.has_range || line.min <= line.max);
        check_info(&line.info);
        check_clean(s, len);
        if (line.saying == SHOGI_USI_INFO)
            shogi_usi_sayings_add(&sayings, &line.info);
        else if (line.saying == SHOGI_USI_BESTMOVE || line.saying == SHOGI_USI_CHECKMATE)
            check_answer(&sayings, &line, wanted);
        s += len + (lf != NULL);
    }
    return 0;
}
