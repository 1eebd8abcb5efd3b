/* SPDX-License-Identifier: MIT */
/* model.c - the weights as real numbers, and how they are fitted. */
#include "train/model.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"

enum { BATCH = 1000 };

/* ---- the prior ------------------------------------------------------------------------
 */

static const int16_t piece_prior[SHOGI_KIND_COUNT] = {
    [SHOGI_PAWN] = 90,
    [SHOGI_LANCE] = 315,
    [SHOGI_KNIGHT] = 405,
    [SHOGI_SILVER] = 495,
    [SHOGI_GOLD] = 540,
    [SHOGI_BISHOP] = 855,
    [SHOGI_ROOK] = 990,
    [SHOGI_TOKIN] = 540,
    [SHOGI_PROMOTED_LANCE] = 540,
    [SHOGI_PROMOTED_KNIGHT] = 540,
    [SHOGI_PROMOTED_SILVER] = 540,
    [SHOGI_HORSE] = 945,
    [SHOGI_DRAGON] = 1395,
};

/* Centipawns on the king's own square; shared out by one more than the distance. */
static const int16_t zone_prior[SHOGI_ZONE_COUNT] = {
    [SHOGI_ZONE_ENEMY_ONE] = -85,   [SHOGI_ZONE_ENEMY_TWO] = -60,
    [SHOGI_ZONE_ENEMY_THREE] = -40, [SHOGI_ZONE_OWN_ONE] = 60,
    [SHOGI_ZONE_OWN_TWO] = 40,
};

static void
set_zone_prior(struct shogi_model *m, int set, int file, int rank)
{
    int ranks = rank < 3 ? 3 - rank : rank - 3, files = file < 2 ? 2 - file : file - 2;
    int distance = ranks > files ? ranks : files;
    int place = (set * SHOGI_EVAL_ZONE + file * SHOGI_EVAL_ZONE_RANKS + rank) * 2;
    double value = (double)zone_prior[set] / (distance + 1);

    m->prior[SHOGI_WEIGHT_ZONE + place] = value;
    m->prior[SHOGI_WEIGHT_ZONE + place + 1] = value;
}

void
shogi_model_begin(struct shogi_model *m)
{
    memset(m, 0, sizeof *m);
    for (int kind = 0; kind < SHOGI_KIND_COUNT; kind++)
        m->prior[SHOGI_WEIGHT_PIECE + kind] = piece_prior[kind];
    for (int kind = 0; kind < SHOGI_HAND_COUNT; kind++)
        for (int step = 0; step < SHOGI_EVAL_HAND_STEPS; step++)
            m->prior[SHOGI_WEIGHT_HAND + kind * SHOGI_EVAL_HAND_STEPS + step] =
                piece_prior[kind] * 1.1;
    for (int set = 0; set < SHOGI_ZONE_COUNT; set++)
        for (int file = 0; file < SHOGI_EVAL_ZONE_FILES; file++)
            for (int rank = 0; rank < SHOGI_EVAL_ZONE_RANKS; rank++)
                set_zone_prior(m, set, file, rank);
    memcpy(m->weight, m->prior, sizeof m->weight);
}

/* ---- loss -------------------------------------------------------------------------- */

static double
chance_of(double centipawns)
{
    return 1 / (1 + exp(-centipawns / SHOGI_WIN_SCALE));
}

static double
value_of(const struct shogi_model *m, const struct shogi_samples *s,
         const struct shogi_sample *sample)
{
    const struct shogi_term *t = s->terms + sample->first;
    double sum = 0;

    for (uint16_t i = 0; i < sample->count; i++)
        sum += m->weight[t[i].weight] * t[i].factor;
    return sum / SHOGI_EVAL_FULL_HAND;
}

/* What a position is taught: the chance of Black. */
static double
target_of(const struct shogi_model *m, const struct shogi_sample *sample, double result)
{
    double chance =
        chance_of(sample->value * m->scale[sample->source % SHOGI_SOURCES_MAX]);

    if (!sample->has_value)
        return sample->result;
    return sample->has_result ? result * sample->result + (1 - result) * chance : chance;
}

static double
cross_entropy(double target, double chance)
{
    const double least = 1e-9;

    return -target * log(chance + least) - (1 - target) * log(1 - chance + least);
}

/* A result alone says less about a position than an engine does. */
static double
trust_in(const struct shogi_sample *sample)
{
    return sample->has_value ? 1 : 0.25;
}

double
shogi_model_loss(const struct shogi_model *m, const struct shogi_samples *s,
                 double result, bool held_out)
{
    double loss = 0, trust = 0;

    for (size_t i = 0; i < s->count; i++) {
        const struct shogi_sample *sample = &s->list[i];
        double target = target_of(m, sample, result);
        if (sample->held_out != held_out || !sample->has_value)
            continue;
        loss += cross_entropy(target, chance_of(value_of(m, s, sample)))
                - cross_entropy(target, target);
        trust += 1;
    }
    return trust > 0 ? loss / trust : 0;
}

/* ---- scales of sources ------------------------------------------------------------- */

static double
scale_loss(const struct shogi_samples *s, unsigned source, double scale)
{
    double loss = 0;

    for (size_t i = 0; i < s->count; i++) {
        const struct shogi_sample *sample = &s->list[i];
        if (sample->source == source && sample->has_value && sample->has_result)
            loss += cross_entropy(sample->result, chance_of(sample->value * scale));
    }
    return loss;
}

void
shogi_model_find_scales(struct shogi_model *m, const struct shogi_samples *s)
{
    for (unsigned source = 0; source < s->sources && source < SHOGI_SOURCES_MAX;
         source++) {
        if (m->scale[source] > 0)
            continue;
        double best = 1, least = scale_loss(s, source, 1);
        for (double scale = 0.3; scale < 2.5; scale *= 1.03) {
            double loss = scale_loss(s, source, scale);
            if (loss < least) {
                least = loss;
                best = scale;
            }
        }
        m->scale[source] = best;
    }
}

/* ---- weights that ought to be alike ------------------------------------------------ */

/* What a piece is worth beside a king changes little from square to square, from left
 * to right, and with what the other side holds. */
struct tie {
    uint16_t one, other;
};

struct ties {
    struct tie *list;
    size_t count;
};

static void
tie_pair(struct ties *t, int one, int other)
{
    for (int half = 0; half < 2; half++)
        t->list[t->count++] =
            (struct tie){ (uint16_t)(one + half), (uint16_t)(other + half) };
}

/* A table of FILES files of RANKS ranks of pairs at FIRST, with the king's file at
 * MIDDLE: what lies as far on the other side of it is alike.  MIDDLE -1: nothing is. */
static void
tie_table(struct ties *t, int first, int files, int ranks, int middle)
{
    for (int file = 0; file < files; file++)
        for (int rank = 0; rank < ranks; rank++) {
            int here = first + (file * ranks + rank) * 2, twin = 2 * middle - file;
            t->list[t->count++] = (struct tie){ (uint16_t)here, (uint16_t)(here + 1) };
            if (rank + 1 < ranks)
                tie_pair(t, here, here + 2);
            if (file + 1 < files)
                tie_pair(t, here, here + 2 * ranks);
            if (middle >= 0 && twin > file && twin < files)
                tie_pair(t, here, first + (twin * ranks + rank) * 2);
        }
}

static bool
make_ties(struct ties *t)
{
    enum { TIES_MAX = 4 * SHOGI_WEIGHT_COUNT };
    const int files = SHOGI_EVAL_RELATIVE_FILES, ranks = SHOGI_EVAL_RELATIVE_RANKS;

    t->count = 0;
    t->list = shogi_memory_alloc(TIES_MAX * sizeof *t->list);
    if (!t->list)
        return false;
    for (int kind = 0; kind < SHOGI_KIND_COUNT; kind++) {
        int place = kind * SHOGI_EVAL_RELATIVE * 2;
        tie_table(t, SHOGI_WEIGHT_SQUARE + kind * SHOGI_SQUARE_COUNT * 2, 9, 9, -1);
        tie_table(t, SHOGI_WEIGHT_OWN + place, files, ranks, 8);
        tie_table(t, SHOGI_WEIGHT_ENEMY + place, files, ranks, 8);
    }
    for (int set = 0; set < SHOGI_ZONE_COUNT; set++)
        tie_table(t, SHOGI_WEIGHT_ZONE + set * SHOGI_EVAL_ZONE * 2, SHOGI_EVAL_ZONE_FILES,
                  SHOGI_EVAL_ZONE_RANKS, 2);
    tie_table(t, SHOGI_WEIGHT_RING, SHOGI_EVAL_RING + 1, SHOGI_EVAL_RING + 1, -1);
    return true;
}

/* ---- fitting ----------------------------------------------------------------------- */

/* Adam: Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015. */
struct adam {
    double gradient[SHOGI_WEIGHT_COUNT];
    double mean[SHOGI_WEIGHT_COUNT], square[SHOGI_WEIGHT_COUNT];
    double mean_left, square_left; /* powers of the two decays */
    struct ties ties;
};

static void
add_gradient(struct adam *a, const struct shogi_model *m, const struct shogi_samples *s,
             const struct shogi_sample *sample, double result)
{
    const struct shogi_term *t = s->terms + sample->first;
    double error = chance_of(value_of(m, s, sample)) - target_of(m, sample, result);

    error *= trust_in(sample) / SHOGI_EVAL_FULL_HAND;
    for (uint16_t i = 0; i < sample->count; i++)
        a->gradient[t[i].weight] += error * t[i].factor;
}

/* What holds the weights together adds its SHARE to the gradient. */
static void
add_bonds(struct adam *a, const struct shogi_model *m,
          const struct shogi_fit_options *options, double share)
{
    const double unit = share * SHOGI_WIN_SCALE / (100.0 * 100.0);

    for (int i = 0; i < SHOGI_WEIGHT_COUNT; i++)
        a->gradient[i] += options->pull * unit * (m->weight[i] - m->prior[i]);
    for (size_t i = 0; i < a->ties.count; i++) {
        int one = a->ties.list[i].one, other = a->ties.list[i].other;
        double apart =
            m->weight[one] - m->prior[one] - m->weight[other] + m->prior[other];
        a->gradient[one] += options->tie * unit * apart;
        a->gradient[other] -= options->tie * unit * apart;
    }
}

/* By the gradient, which is then forgotten. */
static void
take_step(struct adam *a, struct shogi_model *m, double step)
{
    const double keep_mean = 0.9, keep_square = 0.999;

    a->mean_left *= keep_mean;
    a->square_left *= keep_square;
    for (int i = 0; i < SHOGI_WEIGHT_COUNT; i++) {
        double g = a->gradient[i];
        a->gradient[i] = 0;
        a->mean[i] = keep_mean * a->mean[i] + (1 - keep_mean) * g;
        a->square[i] = keep_square * a->square[i] + (1 - keep_square) * g * g;
        m->weight[i] -= step * (a->mean[i] / (1 - a->mean_left))
                        / (sqrt(a->square[i] / (1 - a->square_left)) + 1e-8);
    }
}

/* The same order on every machine. */
static void
shuffle(size_t *order, size_t count)
{
    uint64_t state = count;

    for (size_t i = count; i > 1; i--) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        size_t j = (size_t)((state >> 33) % i);
        size_t kept = order[i - 1];
        order[i - 1] = order[j];
        order[j] = kept;
    }
}

static size_t
list_learned(const struct shogi_samples *s, size_t *order)
{
    size_t count = 0;

    for (size_t i = 0; i < s->count; i++)
        if (!s->list[i].held_out)
            order[count++] = i;
    shuffle(order, count);
    return count;
}

static void
run_epoch(struct adam *a, struct shogi_model *m, const struct shogi_samples *s,
          const struct shogi_fit_options *options, const size_t *order, size_t count,
          double step)
{
    for (size_t first = 0; first < count; first += BATCH) {
        size_t end = first + BATCH < count ? first + BATCH : count;
        for (size_t i = first; i < end; i++)
            add_gradient(a, m, s, &s->list[order[i]], options->result);
        add_bonds(a, m, options, (double)(end - first) / (double)count);
        take_step(a, m, step);
    }
}

bool
shogi_model_fit(struct shogi_model *m, const struct shogi_samples *s,
                const struct shogi_fit_options *options,
                void (*tell)(const struct shogi_model *m, unsigned epoch, void *context),
                void *context)
{
    size_t *order = shogi_memory_alloc((s->count + 1) * sizeof *order);
    struct adam *a = shogi_memory_alloc(sizeof *a);

    bool ready = false;

    if (a) {
        memset(a, 0, sizeof *a);
        ready = order && make_ties(&a->ties);
    }
    if (ready) {
        size_t count = list_learned(s, order);
        a->mean_left = a->square_left = 1;
        for (unsigned epoch = 0; epoch < options->epochs; epoch++) {
            double left = 1 - (double)epoch / options->epochs;
            run_epoch(a, m, s, options, order, count,
                      options->step * (0.02 + 0.98 * left));
            tell(m, epoch + 1, context);
        }
    }
    if (a)
        shogi_memory_free(a->ties.list);
    shogi_memory_free(order);
    shogi_memory_free(a);
    return ready;
}

/* ---- settling ---------------------------------------------------------------------- */

/* The mean of COUNT weights from FIRST on, as often as they are used. */
static double
mean_weight(const struct shogi_model *m, const double *uses, int first, int count)
{
    double sum = 0, total = 0;

    for (int i = first; i < first + count; i++) {
        sum += uses[i] * m->weight[i];
        total += uses[i];
    }
    return total > 0 ? sum / total : 0;
}

/* Take their mean from COUNT weights from FIRST on, and return it. */
static double
take_mean(struct shogi_model *m, const double *uses, int first, int count)
{
    double mean = mean_weight(m, uses, first, count);

    for (int i = first; i < first + count; i++)
        m->weight[i] -= mean;
    return mean;
}

static void
settle_kind(struct shogi_model *m, const double *uses, enum shogi_kind kind)
{
    const int squares = SHOGI_SQUARE_COUNT * 2, relative = SHOGI_EVAL_RELATIVE * 2;
    int k = (int)kind, slider = shogi_eval_slider(kind);
    double *value = &m->weight[SHOGI_WEIGHT_PIECE + k];

    *value += take_mean(m, uses, SHOGI_WEIGHT_SQUARE + k * squares, squares);
    *value += take_mean(m, uses, SHOGI_WEIGHT_OWN + k * relative, relative);
    *value -= take_mean(m, uses, SHOGI_WEIGHT_ENEMY + k * relative, relative);
    if (slider >= 0)
        *value += take_mean(m, uses, SHOGI_WEIGHT_REACH + slider * SHOGI_EVAL_REACH,
                            SHOGI_EVAL_REACH);
    if (k < SHOGI_HAND_COUNT)
        m->weight[SHOGI_WEIGHT_HAND + k * SHOGI_EVAL_HAND_STEPS] -= take_mean(
            m, uses, SHOGI_WEIGHT_DROP + k * (SHOGI_EVAL_RING + 1), SHOGI_EVAL_RING + 1);
}

void
shogi_model_settle(struct shogi_model *m, const struct shogi_samples *s)
{
    double uses[SHOGI_WEIGHT_COUNT] = { 0 };

    for (size_t i = 0; i < s->term_count; i++)
        uses[s->terms[i].weight] += fabs((double)s->terms[i].factor);
    for (int kind = 0; kind < SHOGI_KIND_COUNT; kind++)
        if (kind != SHOGI_KING)
            settle_kind(m, uses, (enum shogi_kind)kind);
}
