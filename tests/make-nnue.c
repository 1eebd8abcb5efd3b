/* SPDX-License-Identifier: MIT */
/* make-nnue.c - write a network of random weights to standard output:
 *
 *     make-nnue kp|halfkp HALF FIRST SECOND [TEXT] */
#include "unit/nnue_file.h"

int
main(int argc, char **argv)
{
    struct nnue_plan plan = { .seed = 1 };
    struct nnue_file file;

    if (argc < 5) {
        fprintf(stderr, "usage: make-nnue kp|halfkp HALF FIRST SECOND [TEXT]\n");
        return 2;
    }
    plan.kp = strcmp(argv[1], "kp") == 0;
    plan.half = (unsigned)atoi(argv[2]);
    plan.first = (unsigned)atoi(argv[3]);
    plan.second = (unsigned)atoi(argv[4]);
    plan.text = argc > 5 ? argv[5] : NULL;
    file = nnue_file_make(&plan);
    if (!file.bytes || fwrite(file.bytes, 1, file.len, stdout) != file.len
        || fclose(stdout) != 0) {
        perror("make-nnue");
        return 1;
    }
    free(file.bytes);
    return 0;
}
