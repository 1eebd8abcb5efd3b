/* SPDX-License-Identifier: MIT */
/* standalone.c - runs a fuzz target without libFuzzer, with the same options.
 *
 *     fuzz_x [-seed=N] [-runs=N] [-max_total_time=SECONDS] [-max_len=BYTES]
 *            [-timeout=SECONDS] [-dict=FILE] [-close_fd_mask=2] [FILE | FOLDER]...
 *
 * Every input is run once.  With -max_total_time (or -runs, counted from there),
 * small changes of the inputs follow, the same ones for the same seed; some put in a word
 * of the dictionary.  With -close_fd_mask=2 nothing that the target says on standard
 * error is seen.  An input that breaks the target is left in the current folder as
 * crash-input, one that takes too long as timeout-input.  Other options are ignored. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct input {
    uint8_t *data;
    size_t size;
};

static struct {
    unsigned long seed, runs, max_total_time, max_len, timeout, close_fd_mask;
} opt = { .seed = 1, .max_len = 65536, .timeout = 60 };

static struct input *inputs;
static size_t input_count, input_room;

enum { WORDS_MAX = 512 };
static struct input words[WORDS_MAX];
static size_t word_count;

/* What is running now, for the signal handler. */
static const uint8_t *volatile current_data;
static volatile size_t current_size;

static void
save_input(int signal_number)
{
    const char *path = signal_number == SIGALRM ? "timeout-input" : "crash-input";
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);

    if (fd >= 0 && write(fd, current_data, current_size) >= 0)
        close(fd);
    if (signal_number == SIGALRM)
        _exit(70);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* A sanitizer's own handler stays: it tells more, and then aborts. */
static void
catch_signal(int signal_number)
{
    struct sigaction old, new = { .sa_handler = save_input };

    sigemptyset(&new.sa_mask);
    if (sigaction(signal_number, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
        sigaction(signal_number, &new, NULL);
}

static void *
need(void *memory)
{
    if (!memory) {
        fputs("standalone: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

static void
add_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    struct input in = { .data = need(malloc(opt.max_len + 1)) };

    if (!f) {
        perror(path);
        exit(1);
    }
    in.size = fread(in.data, 1, opt.max_len, f);
    fclose(f);
    in.data = need(realloc(in.data, in.size + 1));
    if (input_count == input_room) {
        input_room = input_room ? 2 * input_room : 64;
        inputs = need(realloc(inputs, input_room * sizeof *inputs));
    }
    inputs[input_count++] = in;
}

static void
add_folder(const char *folder)
{
    struct dirent **entries = NULL;
    int n = scandir(folder, &entries, NULL, alphasort);

    for (int i = 0; i < n; i++) {
        char path[4096];
        struct stat st;

        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (stat(path, &st) == 0 && S_ISREG(st.st_mode))
            add_file(path);
        free(entries[i]);
    }
    free(entries);
}

/* LINE as "word", with \xNN, \\ and \" in it; anything else is a comment. */
static void
add_word(const char *line)
{
    const char *s = strchr(line, '"'), *end = strrchr(line, '"');
    struct input word = { .data = need(malloc(strlen(line) + 1)) };
    unsigned byte;

    for (s = s ? s + 1 : end; s && s < end; s++) {
        if (s[0] == '\\' && s[1] == 'x' && sscanf(s + 2, "%2x", &byte) == 1) {
            word.data[word.size++] = (uint8_t)byte;
            s += 3;
            continue;
        }
        s += s[0] == '\\';
        word.data[word.size++] = (uint8_t)*s;
    }
    if (*line != '#' && word.size > 0 && word_count < WORDS_MAX)
        words[word_count++] = word;
    else
        free(word.data);
}

static void
add_dictionary(const char *path)
{
    FILE *f = fopen(path, "r");
    char line[512];

    if (!f) {
        perror(path);
        exit(1);
    }
    while (fgets(line, sizeof line, f))
        add_word(line);
    fclose(f);
}

static uint64_t
random_below(uint64_t limit)
{
    static uint64_t state;

    if (!state)
        state = opt.seed * 0x9e3779b97f4a7c15 + 1;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return limit ? state % limit : 0;
}

/* Replace COUNT bytes at AT by the SIZE bytes at FROM; what is too long is cut. */
static size_t
splice(uint8_t *buf, size_t len, size_t at, size_t count, const uint8_t *from,
       size_t size)
{
    if (len - count + size > opt.max_len)
        return len;
    memmove(buf + at + size, buf + at + count, len - at - count);
    if (size)
        memcpy(buf + at, from, size);
    return len - count + size;
}

/* One change of the LEN bytes in BUF; returns the new length. */
static size_t
change(uint8_t *buf, size_t len)
{
    static const char *const bytes[] = { "\n",           "\r\n", "\0",   " ",    "0",
                                         "99999999999",  "\xff", "\x81", "\x1b", "-",
                                         "\xef\xbb\xbf", "/\n",  "+",    "*",    "9999",
                                         "\xe5\x90\x8c" };
    size_t at = (size_t)random_below(len + 1);
    size_t count = (size_t)random_below(len - at + 1);
    const struct input *other = &inputs[random_below(input_count)];
    size_t from = (size_t)random_below(other->size + 1);
    const char *word = bytes[random_below(sizeof bytes / sizeof *bytes)];

    switch (random_below(word_count ? 8 : 6)) {
    case 0: /* another bit */
        if (at < len)
            buf[at] ^= (uint8_t)(1 << random_below(8));
        return len;
    case 1: /* another byte */
        if (at < len)
            buf[at] = (uint8_t)random_below(256);
        return len;
    case 2: /* a piece less */
        return splice(buf, len, at, count < 64 ? count : random_below(64), NULL, 0);
    case 3: /* a piece of another input */
        return splice(buf, len, at, 0, other->data + from,
                      (size_t)random_below(other->size - from + 1) % 512);
    case 4: /* something that means something */
        return splice(buf, len, at, 0, (const uint8_t *)word, *word ? strlen(word) : 1);
    case 5: /* cut short */
        return random_below(4) ? len : at;
    default:
        other = &words[random_below(word_count)];
        return splice(buf, len, at, 0, other->data, other->size);
    }
}

static void
run(const uint8_t *data, size_t size)
{
    /* A copy of exactly this size, so that a sanitizer sees reads behind it. */
    uint8_t *copy = need(malloc(size ? size : 1));

    if (size)
        memcpy(copy, data, size);
    current_data = copy;
    current_size = size;
    alarm((unsigned)opt.timeout);
    LLVMFuzzerTestOneInput(copy, size);
    alarm(0);
    free(copy);
}

static unsigned long
run_changes(time_t end)
{
    uint8_t *buf = need(malloc(opt.max_len + 1));
    unsigned long n = 0;

    while ((opt.runs && n < opt.runs) || (opt.max_total_time && time(NULL) < end)) {
        const struct input *in = &inputs[random_below(input_count)];
        size_t len = in->size;

        memcpy(buf, in->data, len);
        for (uint64_t edits = 1 + random_below(6); edits > 0; edits--)
            len = change(buf, len);
        run(buf, len);
        n++;
    }
    free(buf);
    return n;
}

static bool
parse_option(const char *arg, const char *name, unsigned long *value)
{
    size_t len = strlen(name);

    if (strncmp(arg, name, len) != 0 || arg[len] != '=')
        return false;
    *value = strtoul(arg + len + 1, NULL, 10);
    return true;
}

int
main(int argc, char **argv)
{
    time_t start = time(NULL);

    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-')
            (void)(parse_option(argv[i], "-seed", &opt.seed)
                   || parse_option(argv[i], "-runs", &opt.runs)
                   || parse_option(argv[i], "-max_total_time", &opt.max_total_time)
                   || parse_option(argv[i], "-max_len", &opt.max_len)
                   || parse_option(argv[i], "-close_fd_mask", &opt.close_fd_mask)
                   || parse_option(argv[i], "-timeout", &opt.timeout));
    for (int i = 1; i < argc; i++) {
        struct stat st;

        if (strncmp(argv[i], "-dict=", 6) == 0)
            add_dictionary(argv[i] + 6);
        if (argv[i][0] == '-')
            continue;
        if (stat(argv[i], &st) == 0 && S_ISDIR(st.st_mode))
            add_folder(argv[i]);
        else
            add_file(argv[i]);
    }
    if ((opt.close_fd_mask & 2) && !freopen("/dev/null", "w", stderr))
        return 1;
    catch_signal(SIGABRT);
    catch_signal(SIGSEGV);
    catch_signal(SIGFPE);
    catch_signal(SIGBUS);
    catch_signal(SIGALRM);

    run(NULL, 0);
    for (size_t i = 0; i < input_count; i++)
        run(inputs[i].data, inputs[i].size);
    unsigned long n = input_count ? run_changes(start + (time_t)opt.max_total_time) : 0;
    printf("%zu inputs, %lu changes of them\n", input_count, n);
    for (size_t i = 0; i < input_count; i++)
        free(inputs[i].data);
    for (size_t i = 0; i < word_count; i++)
        free(words[i].data);
    free(inputs);
    return 0;
}
