/* SPDX-License-Identifier: MIT */
/* schema.h - does a JSON value fit a JSON schema?  As far as our schema goes: type,
 * const, enum, anyOf, minimum, pattern, required, properties, additionalProperties, items
 * and $ref to #/$defs.  Any other word in the schema is a failure. */
#ifndef SHOGI_TESTS_SCHEMA_H
#define SHOGI_TESTS_SCHEMA_H

#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

struct schema {
    const json_t *root;
    char path[512];  /* of the value looked at */
    char fault[700]; /* the first one */
};

static inline bool
schema_fault(struct schema *s, const char *what)
{
    if (!s->fault[0])
        snprintf(s->fault, sizeof s->fault, "%s: %.180s", s->path[0] ? s->path : "the value",
                 what);
    return false;
}

static inline bool
schema_is_type(const json_t *v, const char *type)
{
    return (strcmp(type, "object") == 0 && json_is_object(v))
           || (strcmp(type, "array") == 0 && json_is_array(v))
           || (strcmp(type, "string") == 0 && json_is_string(v))
           || (strcmp(type, "integer") == 0 && json_is_integer(v))
           || (strcmp(type, "number") == 0 && json_is_number(v))
           || (strcmp(type, "boolean") == 0 && json_is_boolean(v))
           || (strcmp(type, "null") == 0 && json_is_null(v));
}

static inline bool
schema_fits_type(const json_t *type, const json_t *v)
{
    const json_t *one;
    size_t i;

    if (json_is_string(type))
        return schema_is_type(v, json_string_value(type));
    json_array_foreach(type, i,
                       one) if (schema_is_type(v, json_string_value(one))) return true;
    return false;
}

static inline bool
schema_fits_pattern(const json_t *pattern, const json_t *v)
{
    regex_t regex;
    bool fits;

    if (!json_is_string(v))
        return true;
    if (regcomp(&regex, json_string_value(pattern), REG_EXTENDED | REG_NOSUB) != 0)
        return false;
    fits = regexec(&regex, json_string_value(v), 0, NULL, 0) == 0;
    regfree(&regex);
    return fits;
}

static inline bool
schema_fits_enum(const json_t *list, const json_t *v)
{
    const json_t *one;
    size_t i;

    json_array_foreach(list, i, one) if (json_equal(one, v)) return true;
    return false;
}

static inline bool schema_fits(struct schema *s, const json_t *schema, const json_t *v);

/* Members and elements: their path stands in `path` while they are looked at. */
static inline bool
schema_fits_below(struct schema *s, const json_t *schema, const json_t *v,
                  const char *key, size_t index)
{
    size_t len = strlen(s->path);
    bool fits;

    if (key)
        snprintf(s->path + len, sizeof s->path - len, ".%s", key);
    else
        snprintf(s->path + len, sizeof s->path - len, "[%zu]", index);
    fits = schema ? schema_fits(s, schema, v) : schema_fault(s, "no such member");
    s->path[len] = '\0';
    return fits;
}

static inline bool
schema_fits_members(struct schema *s, const json_t *schema, json_t *v)
{
    const json_t *properties = json_object_get(schema, "properties");
    bool is_closed = json_is_false(json_object_get(schema, "additionalProperties"));
    const char *key;
    json_t *member;

    json_object_foreach(v, key, member)
    {
        const json_t *of_member = json_object_get(properties, key);
        if ((of_member || is_closed) && !schema_fits_below(s, of_member, member, key, 0))
            return false;
    }
    return true;
}

static inline bool
schema_has_required(struct schema *s, const json_t *required, const json_t *v)
{
    const json_t *key;
    size_t i;

    json_array_foreach(
        required, i,
        key) if (json_is_object(v)
                 && !json_object_get(
                     v, json_string_value(
                            key))) return schema_fits_below(s, NULL, v,
                                                            json_string_value(key), 0);
    return true;
}

/* The fault that is told is the longest, which has the longest path. */
static inline bool
schema_fits_any(struct schema *s, const json_t *list, const json_t *v)
{
    const json_t *one;
    struct schema furthest = { 0 };
    size_t i;

    json_array_foreach(list, i, one)
    {
        struct schema trial = *s;
        if (schema_fits(&trial, one, v))
            return true;
        if (strlen(trial.fault) > strlen(furthest.fault))
            furthest = trial;
    }
    return schema_fault(s, furthest.fault[0] ? furthest.fault : "nothing fits");
}

/* One word of the schema. */
static inline bool
schema_fits_word(struct schema *s, const json_t *schema, const char *word,
                 const json_t *value, const json_t *v)
{
    if (strcmp(word, "type") == 0)
        return schema_fits_type(value, v) || schema_fault(s, "wrong type");
    if (strcmp(word, "const") == 0)
        return json_equal(value, v) || schema_fault(s, "not the constant");
    if (strcmp(word, "enum") == 0)
        return schema_fits_enum(value, v) || schema_fault(s, "not in the list");
    if (strcmp(word, "anyOf") == 0)
        return schema_fits_any(s, value, v);
    if (strcmp(word, "minimum") == 0)
        return !json_is_number(v) || json_number_value(v) >= json_number_value(value)
               || schema_fault(s, "too small");
    if (strcmp(word, "pattern") == 0)
        return schema_fits_pattern(value, v) || schema_fault(s, "not of the pattern");
    if (strcmp(word, "required") == 0)
        return schema_has_required(s, value, v);
    if (strcmp(word, "$ref") == 0) {
        const char *name = json_string_value(value);
        const json_t *defs = json_object_get(s->root, "$defs");
        if (strncmp(name, "#/$defs/", 8) != 0 || !json_object_get(defs, name + 8))
            return schema_fault(s, "a reference to nothing");
        return schema_fits(s, json_object_get(defs, name + 8), v);
    }
    if (strcmp(word, "items") == 0) {
        const json_t *element;
        size_t i;
        json_array_foreach(v, i, element) if (!schema_fits_below(s, value, element, NULL,
                                                                 i)) return false;
        return true;
    }
    if (strcmp(word, "properties") == 0 || strcmp(word, "additionalProperties") == 0)
        return true; /* schema_fits_members() */
    if (strcmp(word, "description") == 0 || strcmp(word, "title") == 0
        || strcmp(word, "$schema") == 0
        || (strcmp(word, "$defs") == 0 && schema == s->root))
        return true;
    return schema_fault(s, "a word of the schema that is not understood");
}

static inline bool
schema_fits(struct schema *s, const json_t *schema, const json_t *v)
{
    json_t *words = json_incref((json_t *)(uintptr_t)schema), *value;
    const char *word;
    bool fits = true;

    json_object_foreach(words, word, value) fits =
        fits && schema_fits_word(s, schema, word, value, v);
    json_decref(words);
    return fits && schema_fits_members(s, schema, (json_t *)(uintptr_t)v);
}

#endif
