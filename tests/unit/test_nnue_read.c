/* SPDX-License-Identifier: MIT */
/* test_nnue_read.c - what a file of a network must be, and what is said of others. */
#include "nnue_file.h"
#include "positions.h"

#include "engine/nnue.h"

/* ---- sizes and hashes ----------------------------------------------------------------
 */

static void
test_hashes_and_size_of_the_usual_network_follow_from_its_shape(void)
{
    const struct shogi_nnue_shape usual = { SHOGI_NNUE_HALFKP, 256, 32, 32 };
    struct shogi_nnue_shape s;
    char name[SHOGI_NNUE_SHAPE_NAME_SIZE];
    int64_t excess;

    is_int(shogi_nnue_inputs_hash(&usual), 0x5d69d7b8);
    is_int(shogi_nnue_layers_hash(&usual), 0x63337156);
    is_int(shogi_nnue_inputs_hash(&usual) ^ shogi_nnue_layers_hash(&usual), 0x3e5aa6ee);
    is_int(12 + 178 + 8 + shogi_nnue_weights_size(&usual), 64217066);
    ok(shogi_nnue_shape_of_hash(0x3e5aa6ee, 64217066 - 12 - 178, &s, &excess));
    is_int(excess, 0);
    shogi_nnue_shape_name(&s, name);
    is_str(name, "HalfKP 256x2-32-32");
    ok(shogi_nnue_shape_of_size(64216868 - 12 - 178 + 198, &s));
    is_int(s.half * 10000 + s.first * 100 + s.second, 2563232);
}

/* No file can be taken for another. */
static void
test_hash_and_size_together_fit_one_shape_only(void)
{
    struct shogi_nnue_shape s = { SHOGI_NNUE_KP, 256, 0, 0 }, found;
    int wrong = 0;
    int64_t excess;

    for (s.first = 8; s.first <= SHOGI_NNUE_LAYER_MAX; s.first += 8)
        for (s.second = 8; s.second <= SHOGI_NNUE_LAYER_MAX; s.second += 8)
            for (uint64_t hashes = 0; hashes <= 8; hashes += 8) {
                uint32_t hash = shogi_nnue_inputs_hash(&s) ^ shogi_nnue_layers_hash(&s);
                uint64_t size = shogi_nnue_weights_size(&s) + hashes;
                wrong += !shogi_nnue_shape_of_hash(hash, size, &found, &excess)
                         || excess != 0 || found.inputs != s.inputs
                         || found.half != s.half || found.first != s.first
                         || found.second != s.second;
            }
    is_int(wrong, 0);
}

/* ---- files that are none -------------------------------------------------------------
 */

static struct nnue_file small; /* K-P 256x2-32-32 */
static char message[400];

/* What is said about the LEN bytes at BYTES; "" when they are a network. */
static const char *
refusal(const void *bytes, size_t len)
{
    struct shogi_nnue *net;

    strcpy(message, "nothing");
    net = shogi_nnue_new(bytes, len, 0, message, sizeof message);
    if (!net)
        return message;
    shogi_nnue_free(net);
    return "";
}

/* The same with the 32-bit number at AT changed. */
static const char *
refusal_with(size_t at, uint32_t n)
{
    unsigned char kept[4];
    const char *text;

    memcpy(kept, small.bytes + at, 4);
    for (int i = 0; i < 4; i++)
        small.bytes[at + (size_t)i] = (unsigned char)(n >> 8 * i);
    text = refusal(small.bytes, small.len);
    memcpy(small.bytes + at, kept, 4);
    return text;
}

static void
test_a_file_cut_off_anywhere_is_refused_with_the_place(void)
{
    const size_t layers = small.layers_at + 4;
    const size_t borders[] = { 4,
                               8,
                               12,
                               small.inputs_at,
                               small.inputs_at + 4,
                               small.inputs_at + 4 + 512,
                               small.layers_at,
                               layers,
                               layers + 128,
                               layers + 128 + 16384,
                               small.len - 36,
                               small.len - 4,
                               small.len };
    uint64_t random = 5;
    int accepted = 0, misplaced = 0;
    char place[40];

    for (size_t i = 0; i < sizeof borders / sizeof *borders; i++)
        for (size_t len = borders[i] - 1; len <= borders[i] + 1 && len < small.len; len++)
            accepted += refusal(small.bytes, len)[0] == '\0';
    for (int i = 0; i < 300; i++) {
        size_t len = draw(&random, (uint32_t)small.len);
        const char *text = refusal(small.bytes, len);
        accepted += text[0] == '\0';
        snprintf(place, sizeof place, "byte %zu: the file ends ", len);
        misplaced += len >= small.inputs_at && strncmp(text, place, strlen(place)) != 0;
    }
    for (size_t len = 0; len <= small.inputs_at + 4; len++)
        accepted += refusal(small.bytes, len)[0] == '\0';
    is_int(accepted, 0);
    is_int(misplaced, 0);
    is_str(refusal(small.bytes, 0), "byte 0: the file ends within its header");
    is_str(refusal(small.bytes, 11), "byte 11: the file ends within its header");
    is_str(refusal(small.bytes, small.len - 1),
           "byte 893916: the file ends 1 bytes early for K-P 256x2-32-32");
    is_str(refusal(small.bytes, small.len - 36),
           "byte 893881: the file ends 36 bytes early for K-P 256x2-32-32");
}

static void
test_bytes_behind_the_network_are_refused(void)
{
    unsigned char *longer = malloc(small.len + 5000);
    int accepted = 0;

    if (!ok(longer != NULL))
        return;
    memcpy(longer, small.bytes, small.len);
    memset(longer + small.len, 0, 5000);
    for (size_t n = 1; n <= 5000; n += n < 40 ? 1 : 31)
        accepted += refusal(longer, small.len + n)[0] == '\0';
    is_int(accepted, 0);
    is_str(refusal(longer, small.len + 8),
           "byte 893917: 8 bytes follow the end of K-P 256x2-32-32");
    free(longer);
}

static void
test_another_version_is_refused(void)
{
    const char *text = refusal_with(0, 0x7af32f20);

    ok(strstr(text, "byte 0: ") == text);
    ok(strstr(text, "version 0x7AF32F20 instead of 0x7AF32F16"));
    ok(strstr(text, "\"Features=K+P["));
}

static void
test_a_text_longer_than_the_file_is_refused(void)
{
    is_str(refusal_with(8, 0xffffffff),
           "byte 8: a text of 4294967295 bytes, where the file has 893905 more");
    ok(refusal_with(8, (uint32_t)small.len - 12)[0] != '\0');
}

static void
test_an_odd_hash_of_the_file_is_remarked_and_one_of_a_section_refused(void)
{
    struct shogi_nnue *net;
    char place[40];

    small.bytes[4] ^= 1;
    net = shogi_nnue_new(small.bytes, small.len, 0, message, sizeof message);
    if (ok(net != NULL))
        ok(strstr(shogi_nnue_remark(net), "is not that of K-P 256x2-32-32"));
    shogi_nnue_free(net);
    small.bytes[4] ^= 1;
    snprintf(place, sizeof place, "byte %zu: the hash of the section is",
             small.inputs_at);
    ok(strstr(refusal_with(small.inputs_at, 0), place));
    snprintf(place, sizeof place, "byte %zu: the hash of the section is",
             small.layers_at);
    ok(strstr(refusal_with(small.layers_at, 0), place));
}

/* A file of SIZE bytes that begins like a network and calls itself TEXT. */
static const char *
foreign(size_t size, const char *text, uint32_t hash, const char *behind)
{
    unsigned char *bytes = calloc(1, size);
    const char *said = "no memory";
    struct nnue_file file = { .bytes = bytes };
    struct nnue_writer w = { &file, 1 };

    if (!bytes)
        return said;
    nnue_put_u32(&w, 0x7af32f16);
    nnue_put_u32(&w, hash);
    nnue_put_u32(&w, (uint32_t)strlen(text));
    memcpy(bytes + file.len, text, strlen(text));
    memcpy(bytes + file.len + strlen(text) + 4, behind, strlen(behind));
    said = refusal(bytes, size);
    free(bytes);
    return said;
}

static void
test_networks_of_other_kinds_are_named(void)
{
    const char *text;

    text = foreign(12 + 20 + 8 + 2 * 256 * (1128492 + 1) + 17700, "Features=HalfKPE9(Fr",
                   0x12345678, "");
    ok(strstr(text, "byte 32: ") == text);
    ok(strstr(text, "its size is that of HalfKPE9; the file calls itself "
                    "\"Features=HalfKPE9(Fr\""));
    text = foreign(12 + 8 + 2 * 256 * (69660 + 1) + 17700, "", 0x12345678, "");
    ok(strstr(text, "its size is that of HalfKPvm; the file calls itself \"\""));
    text = foreign(12 + 3 + 8 + 2 * 256 * (138510 + 1) + 17700, "x\n\x80", 0, "");
    ok(strstr(text, "its size is that of HalfKA; the file calls itself \"x??\""));
    text = foreign(12 + 8 + 2 * 256 * (73305 + 1) + 17700, "", 0, "");
    ok(strstr(text, "its size is that of HalfKA_hm;"));
    text = foreign(3000000, "ArchType=SFNN_halfka2_1024_7_64_k3k3", 0x3c203b32,
                   "COMPRESSED_LEB128");
    ok(strstr(text, "compressed, its size is of no HalfKP or K-P network; the file calls "
                    "itself \"ArchType=SFNN_halfka2_1024_7_64_k3k3\""));
}

/* ---- what a file and a caller say of the scale
 * ----------------------------------------- */

static unsigned
scale_of(const char *text, unsigned asked)
{
    struct nnue_plan plan = {
        .kp = true, .half = 256, .first = 8, .second = 8, .text = text, .seed = 6
    };
    struct nnue_file file = nnue_file_make(&plan);
    struct shogi_nnue *net =
        shogi_nnue_new(file.bytes, file.len, asked, message, sizeof message);
    unsigned scale = net ? net->scale : 0;

    shogi_nnue_free(net);
    free(file.bytes);
    return scale;
}

static void
test_the_scale_is_what_is_asked_for_then_what_the_file_says(void)
{
    is_int(scale_of("Features=K+P", 0), 16);
    is_int(scale_of("Features=K+P,fv_scale=28", 0), 28);
    is_int(scale_of("Features=K+P,fv_scale=28", 24), 24);
    is_int(scale_of("fv_scale=", 0), 16);
    is_int(scale_of("fv_scale=0", 0), 16);
    is_int(scale_of("fv_scale=99999999999999999999", 0), 16);
    is_int(scale_of("fv_scale=14,x", 0), 14);
    is_int(scale_of("", 129), 0);
    is_str(message, "FV_SCALE 129 is not within 1 and 128");
}

int
main(void)
{
    small = nnue_file_make(&(struct nnue_plan){
        .kp = true, .half = 256, .first = 32, .second = 32, .seed = 8 });
    if (!ok(small.bytes != NULL))
        return done_testing();
    test_hashes_and_size_of_the_usual_network_follow_from_its_shape();
    test_hash_and_size_together_fit_one_shape_only();
    test_a_file_cut_off_anywhere_is_refused_with_the_place();
    test_bytes_behind_the_network_are_refused();
    test_another_version_is_refused();
    test_a_text_longer_than_the_file_is_refused();
    test_an_odd_hash_of_the_file_is_remarked_and_one_of_a_section_refused();
    test_networks_of_other_kinds_are_named();
    test_the_scale_is_what_is_asked_for_then_what_the_file_says();
    free(small.bytes);
    return done_testing();
}
