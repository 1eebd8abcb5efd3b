/* SPDX-License-Identifier: MIT */
/* fit.c - fit the weights of the evaluation to records, and write them as C. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "train/model.h"

static const char help[] =
    "Usage: fit [OPTION]... RECORD...\n"
    "Fit the evaluation to the evaluations and results in records of any format, and\n"
    "write src/engine/eval_weights.h to standard output.  Without a record the weights\n"
    "are those that fitting starts from.\n"
    "\n"
    "  -e EPOCHS   look at every position so often (30)\n"
    "  -k K,K...   multiply the evaluations of the first, second ... RECORD; 0: find "
    "out\n"
    "              from the results (0)\n"
    "  -r SHARE    how much results count beside evaluations, 0 to 1 (0.3)\n"
    "  -p PULL     how much weights are held back (0.5)\n"
    "  -t TIE      how much weights that ought to be alike are held together (3)\n"
    "  -s STEP     the first step, in centipawns (4)\n"
    "  -n HOLD     hold out every HOLD-th game (10)\n"
    "  -w WORDS    where the records come from, for the head of the output\n";

struct job {
    struct shogi_samples samples;
    struct shogi_model model;
    struct shogi_fit_options options;
    unsigned hold;
    const char *words;
    double before[2], after[2]; /* losses: learned from, held out */
};

/* ---- the output -------------------------------------------------------------------- */

static int
rounded(double centipawns, int place)
{
    int most = place >= SHOGI_WEIGHT_ZONE && place < SHOGI_WEIGHT_RING
                   ? SHOGI_WEIGHT_ZONE_MAX
                   : SHOGI_WEIGHT_MAX;
    double value = round(centipawns * SHOGI_EVAL_UNIT);

    return value > most ? most : value < -most ? -most : (int)value;
}

static void
print_provenance(const struct job *j)
{
    size_t values = 0, results = 0, held = 0;

    for (size_t i = 0; i < j->samples.count; i++) {
        values += j->samples.list[i].has_value;
        results += j->samples.list[i].has_result;
        held += j->samples.list[i].held_out;
    }
    printf("/* SPDX-License-Identifier: MIT */\n"
           "/* eval_weights.h - the weights of the evaluation: made by src/train/fit.c.\n"
           " *\n");
    if (j->samples.count == 0)
        printf(" * Not fitted: where fitting starts from.\n");
    else
        printf(" * From: %s\n"
               " * %zu games, %zu quiet positions (%zu with an evaluation, %zu with a\n"
               " * result), %zu of them held out.  Loss before and after: learned from\n"
               " * %.5f, %.5f; held out %.5f, %.5f.\n"
               " * fit -e %u -r %g -p %g -t %g -s %g -n %u -k ",
               j->words, j->samples.games, j->samples.count, values, results, held,
               j->before[0], j->after[0], j->before[1], j->after[1], j->options.epochs,
               j->options.result, j->options.pull, j->options.tie, j->options.step,
               j->hold);
    for (unsigned i = 0; i < j->samples.sources && i < SHOGI_SOURCES_MAX; i++)
        printf("%s%.2f", i ? "," : "", j->model.scale[i]);
    printf(" */\n");
}

static void
print_weights(const struct job *j)
{
    int column = 0;

    print_provenance(j);
    printf("#ifndef SHOGI_ENGINE_EVAL_WEIGHTS_H\n#define SHOGI_ENGINE_EVAL_WEIGHTS_H\n\n"
           "#include \"engine/eval_layout.h\"\n\n"
           "/* clang-format off */\n"
           "const int16_t shogi_eval_weights[SHOGI_WEIGHT_COUNT] = {\n");
    for (int i = 0; i < SHOGI_WEIGHT_COUNT; i++) {
        char text[16];
        int length = snprintf(text, sizeof text, "%d,", rounded(j->model.weight[i], i));
        if (column + length > 96) {
            putchar('\n');
            column = 0;
        }
        fputs(text, stdout);
        column += length;
    }
    printf("\n};\n/* clang-format on */\n\n#endif\n");
}

/* ---- the work ---------------------------------------------------------------------- */

static void
tell_losses(const struct shogi_model *m, unsigned epoch, void *context)
{
    struct job *j = context;
    bool last = epoch == j->options.epochs;

    if (epoch % 5 != 0 && !last)
        return;
    j->after[0] = shogi_model_loss(m, &j->samples, j->options.result, false);
    j->after[1] = shogi_model_loss(m, &j->samples, j->options.result, true);
    fprintf(stderr, "epoch %u: loss %.5f, held out %.5f\n", epoch, j->after[0],
            j->after[1]);
}

/* What can be said before anything is learned. */
static void
tell_start(struct job *j)
{
    struct shogi_model *plain = shogi_memory_alloc(sizeof *plain);

    for (unsigned i = 0; i < j->samples.sources && i < SHOGI_SOURCES_MAX; i++)
        fprintf(stderr, "source %u: evaluations times %.2f\n", i, j->model.scale[i]);
    fprintf(stderr, "%zu games, %zu positions, %zu terms\n", j->samples.games,
            j->samples.count, j->samples.term_count);
    j->before[0] = shogi_model_loss(&j->model, &j->samples, j->options.result, false);
    j->before[1] = shogi_model_loss(&j->model, &j->samples, j->options.result, true);
    fprintf(stderr, "not fitted: loss %.5f, held out %.5f\n", j->before[0], j->before[1]);
    if (plain) {
        *plain = j->model;
        for (int i = SHOGI_WEIGHT_TEMPO; i < SHOGI_WEIGHT_COUNT; i++)
            plain->weight[i] = 0;
        fprintf(stderr, "material only: loss %.5f, held out %.5f\n",
                shogi_model_loss(plain, &j->samples, j->options.result, false),
                shogi_model_loss(plain, &j->samples, j->options.result, true));
    }
    shogi_memory_free(plain);
}

static void
read_scales(struct shogi_model *m, const char *text)
{
    char *end = NULL;

    for (size_t i = 0; i < SHOGI_SOURCES_MAX && *text; i++) {
        m->scale[i] = strtod(text, &end);
        if (end == text || *end != ',')
            break;
        text = end + 1;
    }
}

static bool
read_options(struct job *j, int argc, char **argv)
{
    int option;

    while ((option = getopt(argc, argv, "e:k:r:p:s:t:n:w:")) != -1) {
        double number = strtod(optarg ? optarg : "0", NULL);
        switch (option) {
        case 'e':
            j->options.epochs = (unsigned)number;
            break;
        case 'k':
            read_scales(&j->model, optarg);
            break;
        case 'r':
            j->options.result = number;
            break;
        case 'p':
            j->options.pull = number;
            break;
        case 't':
            j->options.tie = number;
            break;
        case 's':
            j->options.step = number;
            break;
        case 'n':
            j->hold = number < 2 ? 2 : (unsigned)number;
            break;
        case 'w':
            j->words = optarg;
            break;
        default:
            return false;
        }
    }
    return true;
}

static int
run(struct job *j, char **paths)
{
    for (; *paths; paths++) {
        enum shogi_status status = shogi_samples_read(&j->samples, *paths, j->hold);
        if (status == SHOGI_BAD)
            fprintf(stderr, "fit: cannot read '%s'\n", *paths);
        if (status == SHOGI_FATAL) {
            fprintf(stderr, "fit: out of memory\n");
            return 2;
        }
    }
    if (j->samples.count > 0) {
        shogi_model_find_scales(&j->model, &j->samples);
        tell_start(j);
        if (!shogi_model_fit(&j->model, &j->samples, &j->options, tell_losses, j)) {
            fprintf(stderr, "fit: out of memory\n");
            return 2;
        }
    }
    shogi_model_settle(&j->model, &j->samples);
    print_weights(j);
    return ferror(stdout) || fflush(stdout) ? 2 : 0;
}

int
main(int argc, char **argv)
{
    struct job *j = shogi_memory_alloc(sizeof *j);
    int status = 2;

    if (!j)
        return 2;
    memset(j, 0, sizeof *j);
    j->options = (struct shogi_fit_options){ 30, 0.3, 0.5, 3, 4 };
    j->hold = 10;
    j->words = "records";
    shogi_model_begin(&j->model);
    if (read_options(j, argc, argv))
        status = run(j, argv + optind);
    else
        fputs(help, stderr);
    shogi_samples_release(&j->samples);
    shogi_memory_free(j);
    return status;
}
