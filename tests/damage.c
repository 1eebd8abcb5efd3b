/* SPDX-License-Identifier: MIT */
/* damage.c - every sample with one byte in a hundred damaged, through the programs as
 * they are shipped, under limits of time and memory: no crash, no hang, no report of a
 * sanitizer, and no good end with a wrong main line.
 *
 * A line that was damaged may read as another move, which nobody can know.  But where it
 * gives fewer moves than before and the game goes on behind it, moves were invented: then
 * the status must not be 0.  What stands before the damage must be as it was. */
#include "unit/tap.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "notation/format.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif

enum {
    SEEDS = IS_SANITIZED ? 1 : 4, /* for each sample; SHOGI_DAMAGE_SEEDS says otherwise */
    SEEDS_LONG = 1000,
    SIZE_MAX_BYTES = 40000, /* of a sample */
    SECONDS = 20,           /* of CPU time; ten times that by the clock */
    MEGABYTES = 400,        /* of address space, but for sanitizers */
    FAULTS_SHOWN = 10,
    LINES_MAX = 4096
};

static struct {
    unsigned long samples, files, faults;
    unsigned long seeds;
    char path[64]; /* of the damaged file, without its suffix */
    const char *bin;
} damage;

/* What a record says, line by line. */
struct lines {
    unsigned count[LINES_MAX]; /* main-line moves on the line */
    unsigned game[LINES_MAX];  /* whose, from 1 */
    shogi_move first[LINES_MAX];
    bool read; /* without an error */
};

static uint64_t state;

static size_t
random_below(size_t limit)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (size_t)(state % limit);
}

static void
fault(const char *sample, unsigned long seed, const char *what)
{
    if (damage.faults++ < FAULTS_SHOWN)
        note("%s, seed %lu: %s", sample, seed, what);
}

/* ---- the damage ---------------------------------------------------------------------
 */

static bool
ends_line(unsigned char c)
{
    return c == '\n' || c == '\r';
}

/* Every second seed leaves the ends of lines alone, so that lines can be compared.
 * Returns the offset of the first damaged byte. */
static size_t
damage_bytes(unsigned char *bytes, size_t len, bool keep_lines, bool *damaged)
{
    size_t first = len, at;
    unsigned char c;

    for (size_t n = len / 100 + 1; n > 0; n--) {
        at = random_below(len);
        c = (unsigned char)random_below(256);
        if (keep_lines && (ends_line(bytes[at]) || ends_line(c)))
            continue;
        damaged[at] = damaged[at] || bytes[at] != c;
        if (bytes[at] != c && at < first)
            first = at;
        bytes[at] = c;
    }
    return first;
}

/* ---- the programs -------------------------------------------------------------------
 */

static void
start(const char *const *argv)
{
    struct rlimit cpu = { SECONDS, SECONDS };
    struct rlimit space = { (rlim_t)MEGABYTES << 20, (rlim_t)MEGABYTES << 20 };
    int null = open("/dev/null", O_RDWR);

    dup2(null, STDIN_FILENO);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    setrlimit(RLIMIT_CPU, &cpu);
    if (!IS_SANITIZED)
        setrlimit(RLIMIT_AS, &space);
    alarm(10 * SECONDS);
    execv(argv[0], (char *const *)(uintptr_t)argv);
    _exit(127);
}

/* The exit status; negative: the signal that ended it. */
static int
run(const char *const *argv)
{
    pid_t child = fork();
    int status = 0;

    if (child == 0)
        start(argv);
    if (child < 0 || waitpid(child, &status, 0) < 0)
        return -1000;
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

/* ---- lines of a record --------------------------------------------------------------
 */

static void
add_game(struct lines *l, const struct shogi_game *g, unsigned number)
{
    for (const struct shogi_node *n = g->root->child; n; n = n->child) {
        uint32_t line = n->at.line;
        if (n->end != SHOGI_END_NONE || line >= LINES_MAX)
            continue;
        if (l->count[line]++ == 0)
            l->first[line] = n->move;
        l->game[line] = number;
    }
}

static void
read_lines(struct lines *l, const unsigned char *bytes, size_t len, const char *path)
{
    struct shogi_reader *r = shogi_reader_new_memory(bytes, len, path, NULL);
    struct shogi_game *g = shogi_game_new();
    enum shogi_status status = SHOGI_FATAL;

    memset(l, 0, sizeof *l);
    l->read = true;
    for (unsigned n = 1; r && g; n++) {
        status = shogi_reader_next(r, g);
        if (status == SHOGI_EOF || status == SHOGI_FATAL)
            break;
        l->read = l->read && status == SHOGI_OK
                  && shogi_game_diag_count(g, SHOGI_ERROR) == 0
                  && shogi_game_diag_count(g, SHOGI_FOUL) == 0;
        add_game(l, g, n);
    }
    l->read = l->read && status == SHOGI_EOF;
    shogi_game_free(g);
    shogi_reader_free(r);
}

static unsigned
line_of(const unsigned char *bytes, size_t at)
{
    unsigned line = 1;

    for (size_t i = 0; i < at; i++)
        line += bytes[i] == '\n' || (bytes[i] == '\r' && bytes[i + 1] != '\n');
    return line;
}

/* Does its game go on behind LINE? */
static bool
goes_on(const struct lines *l, const struct lines *was, unsigned line)
{
    for (unsigned i = line + 1; i < LINES_MAX; i++)
        if (l->count[i] > 0 && was->game[i] == was->game[line])
            return true;
    return false;
}

static void
compare(const char *sample, unsigned long seed, const unsigned char *bytes, size_t len,
        const bool *damaged, const struct lines *was, const struct lines *is,
        unsigned first)
{
    unsigned line = 1;
    char what[100];

    for (unsigned i = 1; i < first && i < LINES_MAX; i++)
        if (was->count[i] != is->count[i]
            || (was->count[i] > 0 && was->first[i] != is->first[i]))
            fault(sample, seed, "a move before the damage is another");
    for (size_t at = 0; at < len && line < LINES_MAX; at++) {
        if (damaged[at] && is->count[line] < was->count[line] && goes_on(is, was, line)) {
            snprintf(what, sizeof what, "line %u lost its move and the game goes on",
                     line);
            fault(sample, seed, what);
            return;
        }
        line += bytes[at] == '\n' || (bytes[at] == '\r' && bytes[at + 1] != '\n');
    }
}

/* ---- a sample -----------------------------------------------------------------------
 */

static bool
has_lines(const char *sample)
{
    const char *dot = strrchr(sample, '.');

    return dot
           && (strcmp(dot, ".kif") == 0 || strcmp(dot, ".kifu") == 0
               || strcmp(dot, ".ki2") == 0 || strcmp(dot, ".csa") == 0);
}

static bool
write_file(const char *path, const unsigned char *bytes, size_t len)
{
    FILE *f = fopen(path, "wb");

    return f && (fwrite(bytes, 1, len, f) == len) & (fclose(f) == 0);
}

static void
try_seed(const char *sample, const unsigned char *whole, size_t len,
         const struct lines *was, unsigned long seed)
{
    static unsigned char bytes[SIZE_MAX_BYTES + 1];
    static bool damaged[SIZE_MAX_BYTES];
    static struct lines is;
    const char *suffix = strrchr(sample, '.');
    char path[128], convert[512], validate[512], what[64];
    bool keep_lines = seed % 2 == 1;
    int status[2];
    size_t first;

    memcpy(bytes, whole, len);
    bytes[len] = '\0';
    memset(damaged, 0, len);
    state = (seed + 1) * 0x9e3779b97f4a7c15 + len;
    first = damage_bytes(bytes, len, keep_lines, damaged);
    snprintf(path, sizeof path, "%s%s", damage.path, suffix ? suffix : "");
    snprintf(convert, sizeof convert, "%s/shogi-convert", damage.bin);
    snprintf(validate, sizeof validate, "%s/shogi-validate", damage.bin);
    if (!write_file(path, bytes, len)) {
        fault(sample, seed, "cannot be written");
        return;
    }
    status[0] = run((const char *const[]){ convert, "-j1", "-t", "jsonl", path, NULL });
    status[1] = run((const char *const[]){ validate, "-j1", "--json", path, NULL });
    unlink(path);
    damage.files++;
    for (size_t i = 0; i < 2; i++) {
        if (status[i] >= 0 && status[i] <= 3 && status[i] != 2)
            continue;
        snprintf(what, sizeof what, "shogi-%s ends with %d", i ? "validate" : "convert",
                 status[i]);
        fault(sample, seed, what);
    }
    if (!keep_lines || !has_lines(sample) || !was->read)
        return;
    read_lines(&is, bytes, len, path);
    if (is.read != (status[0] == 0))
        fault(sample, seed, "library and program do not agree");
    if (status[0] == 0)
        compare(sample, seed, bytes, len, damaged, was, &is, line_of(whole, first));
}

static void
try_sample(const char *sample)
{
    static unsigned char whole[SIZE_MAX_BYTES + 1];
    static struct lines was;
    FILE *f = fopen(sample, "rb");
    size_t len = f ? fread(whole, 1, SIZE_MAX_BYTES, f) : 0;

    if (f)
        fclose(f);
    if (len == 0)
        return;
    damage.samples++;
    read_lines(&was, whole, len, sample);
    for (unsigned long seed = 0; seed < damage.seeds; seed++)
        try_seed(sample, whole, len, &was, seed);
}

/* What lies beside a sample tells of it. */
static bool
is_sample(const char *name)
{
    static const char *const beside[] = { ".dump",     ".diag", ".why", ".text",
                                          ".tsv",      ".md",   ".svg", ".kif.json",
                                          ".csa.json", ".c" };
    size_t len = strlen(name);

    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
        if (len > strlen(beside[i])
            && strcmp(name + len - strlen(beside[i]), beside[i]) == 0)
            return false;
    return true;
}

static void
try_folder(const char *folder)
{
    struct dirent **entries = NULL;
    int n = scandir(folder, &entries, NULL, alphasort);

    for (int i = 0; i < n; i++) {
        char path[1024];
        struct stat st;

        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (entries[i]->d_name[0] == '.' || stat(path, &st) != 0)
            continue;
        if (S_ISDIR(st.st_mode))
            try_folder(path);
        else if (is_sample(entries[i]->d_name))
            try_sample(path);
    }
    for (int i = 0; i < n; i++)
        free(entries[i]);
    free(entries);
}

static void
test_a_damaged_record_is_read_as_it_was_or_refused(void)
{
    const char *top = getenv("TOP_SRCDIR"), *seeds = getenv("SHOGI_DAMAGE_SEEDS");
    char samples[512];

    damage.bin = getenv("BIN");
    if (!top || !damage.bin) {
        skip("TOP_SRCDIR and BIN name no folders");
        return;
    }
    damage.seeds = getenv("SHOGI_LONG") ? SEEDS_LONG : SEEDS;
    if (seeds)
        damage.seeds = strtoul(seeds, NULL, 10);
    snprintf(samples, sizeof samples, "%s/samples", top);
    snprintf(damage.path, sizeof damage.path, "damaged-%ld", (long)getpid());
    try_folder(samples);
    ok(damage.samples > 100);
    is_int(damage.faults, 0);
    note("figure P2: %lu samples, %lu damaged files, %lu faults", damage.samples,
         damage.files, damage.faults);
}

int
main(void)
{
    test_a_damaged_record_is_read_as_it_was_or_refused();
    return done_testing();
}
