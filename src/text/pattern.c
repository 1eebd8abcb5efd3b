/* SPDX-License-Identifier: MIT */
/* pattern.c - regular expressions with limits.  The only user of PCRE2. */
#include "text/pattern.h"

#include <pthread.h>
#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/memory.h"

/* Bounds of one search: steps, levels of backtracking, kilobytes of heap.  They
 * stop a pattern that would go on for hours after a fraction of a second. */
enum { MATCH_LIMIT = 1000000, DEPTH_LIMIT = 10000, HEAP_LIMIT_KB = 32 * 1024 };

/* Broken bytes in a text match nothing, and are no error. */
static const uint32_t OPTIONS =
    PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C;

struct shogi_pattern {
    pcre2_code *code;
    pcre2_match_context *limits;
};

/* PCRE2 asks for memory by our door too. */
static void *
allocate(size_t size, void *data)
{
    (void)data;
    return shogi_memory_alloc(size);
}

static void
give_back(void *block, void *data)
{
    (void)data;
    shogi_memory_free(block);
}

static void
report_error(struct shogi_buf *error, int code, size_t offset)
{
    PCRE2_UCHAR text[256];

    if (!error)
        return;
    if (pcre2_get_error_message(code, text, sizeof text) < 0)
        text[0] = '\0';
    shogi_buf_printf(error, "%s, at byte %zu", (const char *)text, offset + 1);
}

struct shogi_pattern *
shogi_pattern_new(const char *source, struct shogi_buf *error)
{
    struct shogi_pattern *pattern = shogi_memory_alloc(sizeof *pattern);
    pcre2_general_context *general =
        pcre2_general_context_create(allocate, give_back, NULL);
    pcre2_compile_context *compile =
        general ? pcre2_compile_context_create(general) : NULL;
    size_t offset = 0;
    int code = PCRE2_ERROR_NOMEMORY;

    if (pattern) {
        pattern->code = NULL;
        pattern->limits = general ? pcre2_match_context_create(general) : NULL;
        if (compile && pattern->limits) {
            pattern->code = pcre2_compile((PCRE2_SPTR)source, PCRE2_ZERO_TERMINATED,
                                          OPTIONS, &code, &offset, compile);
        }
    }
    pcre2_compile_context_free(compile);
    pcre2_general_context_free(general);
    if (!pattern || !pattern->code) {
        report_error(error, code, offset);
        shogi_pattern_free(pattern);
        return NULL;
    }
    pcre2_set_match_limit(pattern->limits, MATCH_LIMIT);
    pcre2_set_depth_limit(pattern->limits, DEPTH_LIMIT);
    pcre2_set_heap_limit(pattern->limits, HEAP_LIMIT_KB);
    /* Where there is no JIT the interpreter does the same, slower. */
    pcre2_jit_compile(pattern->code, PCRE2_JIT_COMPLETE);
    return pattern;
}

void
shogi_pattern_free(struct shogi_pattern *pattern)
{
    if (!pattern)
        return;
    pcre2_match_context_free(pattern->limits);
    pcre2_code_free(pattern->code);
    shogi_memory_free(pattern);
}

/* ---- matching ---------------------------------------------------------------------- */

/* A block for the places of groups, one for each thread, kept until it ends. */
static pthread_key_t data_key;
static bool has_data_key;

static void
free_data(void *data)
{
    pcre2_match_data_free(data);
}

static void
make_data_key(void)
{
    has_data_key = pthread_key_create(&data_key, free_data) == 0;
}

static pcre2_match_data *
new_data(void)
{
    pcre2_general_context *general =
        pcre2_general_context_create(allocate, give_back, NULL);
    pcre2_match_data *data =
        general ? pcre2_match_data_create(SHOGI_MATCH_GROUPS, general) : NULL;

    pcre2_general_context_free(general);
    return data;
}

/* This thread's block; NULL: memory. */
static pcre2_match_data *
data_of_thread(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pcre2_match_data *data;

    pthread_once(&once, make_data_key);
    if (!has_data_key)
        return NULL;
    data = pthread_getspecific(data_key);
    if (data)
        return data;
    data = new_data();
    if (data && pthread_setspecific(data_key, data) != 0) {
        pcre2_match_data_free(data);
        return NULL;
    }
    return data;
}

static void
set_groups(pcre2_match_data *data, int count, const char *s,
           struct shogi_match groups[SHOGI_MATCH_GROUPS])
{
    const size_t *places = pcre2_get_ovector_pointer(data);

    for (int i = 0; i < SHOGI_MATCH_GROUPS; i++) {
        size_t start, end;

        groups[i] = (struct shogi_match){ 0 };
        if (i >= count || places[i * 2] == PCRE2_UNSET)
            continue;
        start = places[i * 2];
        end = places[i * 2 + 1];
        groups[i].start = s + start;
        groups[i].len = end > start ? end - start : 0;
    }
}

enum shogi_match_result
shogi_pattern_find(const struct shogi_pattern *pattern, const char *s, size_t len,
                   struct shogi_match groups[SHOGI_MATCH_GROUPS])
{
    pcre2_match_data *data = data_of_thread();
    int count;

    if (!data)
        return SHOGI_MATCH_MEMORY;
    count = pcre2_match(pattern->code, (PCRE2_SPTR)s, len, 0, 0, data, pattern->limits);
    /* Compiled code works on a small stack; the interpreter has HEAP_LIMIT_KB. */
    if (count == PCRE2_ERROR_JIT_STACKLIMIT)
        count = pcre2_match(pattern->code, (PCRE2_SPTR)s, len, 0, PCRE2_NO_JIT, data,
                            pattern->limits);
    switch (count) {
    case PCRE2_ERROR_NOMATCH:
        return SHOGI_MATCH_NO;
    case PCRE2_ERROR_NOMEMORY:
        return SHOGI_MATCH_MEMORY;
    default:
        if (count < 0) /* one of the limits */
            return SHOGI_MATCH_LIMIT;
    }
    /* 0: more groups than asked for; all places are filled. */
    set_groups(data, count ? count : SHOGI_MATCH_GROUPS, s, groups);
    return SHOGI_MATCH_YES;
}

int
shogi_pattern_group(const struct shogi_pattern *pattern, const char *name)
{
    int number = pcre2_substring_number_from_name(pattern->code, (PCRE2_SPTR)name);

    return number > 0 ? number : 0;
}
