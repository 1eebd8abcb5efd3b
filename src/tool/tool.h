/* SPDX-License-Identifier: MIT */
/* tool.h - what all tools share: options, start and end. */
#ifndef SHOGI_TOOL_TOOL_H
#define SHOGI_TOOL_TOOL_H

#include "tool/input.h"
#include "tool/options.h"
#include "tool/sandbox.h"

/* Values of the options that every tool has. */
struct shared_options {
    const char *from;
    const char *input_encoding;
    const char *list;
    const char *language;
    const char *limits[OPTION_LIST_MAX + 1];
    size_t max_game_size;
    unsigned jobs; /* 0: one for each processor */
    int sandbox;   /* enum sandbox_mode */
    bool list_has_nul, whole, quiet, verbose, no_progress;
    bool help, version, list_formats;
};

/* Rows for a tool's table; TO is the name of a struct shared_options. */
/* clang-format off */
#define SHARED_INPUT_ROWS(to)                                                              \
    { 0, NULL, NULL, OPTION_GROUP, NULL, "Input:", NULL },                                 \
    { 'f', "from", "FORMAT", OPTION_STRING, &(to).from,                                    \
      "read FORMAT (default: look at the input)", NULL },                                  \
    { 0, "input-encoding", "ENC", OPTION_STRING, &(to).input_encoding,                     \
      "the input is in ENC (default: found for each game)", NULL },                        \
    { 0, "whole", NULL, OPTION_FLAG, &(to).whole,                                          \
      "each input is one game, never cut", NULL },                                         \
    { 0, "from-list", "FILE", OPTION_STRING, &(to).list,                                   \
      "read the paths of inputs from FILE, one a line", NULL },                            \
    { '0', "null", NULL, OPTION_FLAG, &(to).list_has_nul,                                  \
      "paths of --from-list end in NUL", NULL },                                           \
    { 0, "max-game-size", "SIZE", OPTION_SIZE, &(to).max_game_size,                        \
      "refuse games larger than SIZE (default 64M)", NULL },                               \
    { 0, "limit", "NAME=N", OPTION_LIST, (to).limits,                                      \
      "line, comment, header, headers, plies, nodes, nesting", NULL }

#define SHARED_OTHER_ROWS(to)                                                              \
    { 0, NULL, NULL, OPTION_GROUP, NULL, "General:", NULL },                               \
    { 'j', "jobs", "N", OPTION_COUNT, &(to).jobs,                                          \
      "work on N batches of games at a time", NULL },                                      \
    { 'q', "quiet", NULL, OPTION_FLAG, &(to).quiet, "print errors only", NULL },           \
    { 'v', "verbose", NULL, OPTION_FLAG, &(to).verbose, "print notes as well", NULL },     \
    { 0, "lang", "LANG", OPTION_STRING, &(to).language,                                    \
      "messages in LANG, en or ja (default: the locale's)", NULL },                        \
    { 0, "no-progress", NULL, OPTION_FLAG, &(to).no_progress,                              \
      "no progress line on a terminal", NULL },                                            \
    { 0, "sandbox", "MODE", OPTION_CHOICE, &(to).sandbox,                                  \
      "give up rights that are not needed, where the system can", sandbox_words },         \
    { 0, "list-formats", NULL, OPTION_FLAG, &(to).list_formats,                            \
      "list the formats, and stop", NULL },                                                \
    { 0, "help", NULL, OPTION_FLAG, &(to).help, "show this help, and stop", NULL },        \
    { 0, "version", NULL, OPTION_FLAG, &(to).version, "show the version, and stop", NULL }
/* clang-format on */

/* First thing in every main(). */
void tool_start(char **argv);

/* Turn the shared options into what inputs and pipeline want.  False: a message
 * has been printed. */
bool tool_settle(const struct shared_options *shared, struct inputs *in,
                 struct work *work, unsigned *jobs);

/* Print the formats and what each can do. */
void print_formats(void);

#endif
