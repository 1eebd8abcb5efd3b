/* SPDX-License-Identifier: MIT */
/* test_graph.c - the picture of a game: well-formed XML for every game and name, the
 * marks that are due, and one picture byte by byte. */
#include "assessed.h"

#include "base/utf8.h"
#include "tool/graph.h"

/* ---- a small checker of XML ---------------------------------------------------------
 */

struct xml {
    const char *s, *end;
    const char *open[16]; /* names of the elements that are open */
    size_t open_len[16];
    int depth, elements;
    const char *fault;
};

static bool
xml_fault(struct xml *x, const char *fault)
{
    if (!x->fault)
        x->fault = fault;
    return false;
}

static size_t
xml_name(const char *s)
{
    return strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-");
}

/* One character of text or of a value: a real one, or one of three entities. */
static bool
xml_character(struct xml *x)
{
    size_t size;
    uint32_t c = shogi_utf8_decode(x->s, (size_t)(x->end - x->s), &size);

    if (*x->s == '&') {
        size_t n = strcspn(x->s, ";") + 1;
        if (strncmp(x->s, "&amp;", n) != 0 && strncmp(x->s, "&lt;", n) != 0
            && strncmp(x->s, "&gt;", n) != 0)
            return xml_fault(x, "an entity that XML does not know");
        x->s += n;
        return true;
    }
    if (c == '<' || (c < 0x20 && c != '\n') || (c >= 0x7f && c < 0xa0) || c == 0xfffe
        || c == 0xffff || (c == 0xfffd && size == 1) || (c >= 0x202a && c <= 0x202e)
        || (c >= 0x2066 && c <= 0x2069))
        return xml_fault(x, "a character that must not be there");
    x->s += size;
    return true;
}

static bool
xml_attribute(struct xml *x)
{
    size_t n = xml_name(++x->s);

    if (n == 0 || strncmp(x->s, "on", 2) == 0
        || (n == 4 && strncmp(x->s, "href", 4) == 0))
        return xml_fault(x, "an attribute that must not be there");
    x->s += n;
    if (strncmp(x->s, "=\"", 2) != 0)
        return xml_fault(x, "an attribute without value");
    for (x->s += 2; x->s < x->end && *x->s != '"';)
        if (!xml_character(x))
            return false;
    x->s++;
    return true;
}

static bool
xml_tag(struct xml *x)
{
    bool closes = x->s[1] == '/';
    const char *name = x->s + 1 + closes;
    size_t n = xml_name(name);

    if (n == 0 || (n == 6 && strncmp(name, "script", 6) == 0))
        return xml_fault(x, "an element that must not be there");
    x->s = name + n;
    if (closes) {
        if (x->depth == 0 || x->open_len[--x->depth] != n
            || strncmp(x->open[x->depth], name, n) != 0)
            return xml_fault(x, "an element is closed that is not open");
        return *x->s++ == '>' || xml_fault(x, "a broken end tag");
    }
    if (x->depth == 0 && x->elements > 0)
        return xml_fault(x, "a second root");
    x->elements++;
    while (*x->s == ' ')
        if (!xml_attribute(x))
            return false;
    if (strncmp(x->s, "/>", 2) == 0) {
        x->s += 2;
        return true;
    }
    if (*x->s++ != '>' || x->depth == 16)
        return xml_fault(x, "a broken tag");
    x->open[x->depth] = name;
    x->open_len[x->depth++] = n;
    return true;
}

/* How many elements; -1: TEXT, which ends in NUL, is not well-formed, or may act. */
static int
count_elements(const char *text, size_t len)
{
    struct xml x = { .s = text, .end = text + len };

    while (x.s < x.end && !x.fault) {
        if (*x.s == '<')
            xml_tag(&x);
        else if (x.depth > 0)
            xml_character(&x);
        else if (*x.s++ != '\n')
            xml_fault(&x, "text outside");
    }
    if (x.depth > 0)
        xml_fault(&x, "an element is not closed");
    if (x.fault)
        note("%s: %.60s", x.fault, x.s < x.end ? x.s : "");
    return x.fault ? -1 : x.elements;
}

static void
test_the_checker_sees_what_is_wrong(void)
{
    static const char *const bad[] = {
        "<a>",
        "<a></b>",
        "<a/><b/>",
        "<a>&nbsp;</a>",
        "<a>\x01</a>",
        "<a b=\"<\"/>",
        "<a b=c/>",
        "a",
        "<script/>",
        "<a onload=\"x\"/>",
        "<a href=\"\"/>",
        "<a>\xff</a>",
        "<a>\xe2\x80\xae</a>",
        "</a>",
        "<a>&lt</a>",
    };

    is_int(count_elements("<a b=\"c\">&lt;<d/>\n</a>\n", 23), 2);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (!ok(count_elements(bad[i], strlen(bad[i])) < 0))
            note("%s", bad[i]);
}

/* ---- drawing ------------------------------------------------------------------------
 */

static const struct analysis_about about = { .engine = "engine & sons",
                                             .limits = { .nodes = 200000 } };

static const char *
draw_as(struct assessed *t, const struct analysis_about *who)
{
    assessed_finish(t);
    shogi_buf_reset(&t->record.out);
    graph_put_svg(&t->record.out, &t->game, who);
    return record_answer(&t->record);
}

static const char *
draw(struct assessed *t)
{
    return draw_as(t, &about);
}

/* Is the picture well-formed, all of it? */
static bool
is_well_formed(struct assessed *t)
{
    const char *text = draw(t);

    return count_elements(text, strlen(text)) > 0
           && strlen(text) == t->record.out.len - 1;
}

static int
count_of(const char *text, const char *what)
{
    int n = 0;

    while ((text = strstr(text, what))) {
        text += strlen(what);
        n++;
    }
    return n;
}

/* Marks stand in the legend, too, so each that occurs is there once more. */
static int
count_marks(const char *text, const char *class)
{
    char element[64];
    int n;

    snprintf(element, sizeof element, "<path class=\"%s\"", class);
    n = count_of(text, element);
    return n > 0 ? n - 1 : 0;
}

/* ---- pictures -----------------------------------------------------------------------
 */

static void
test_every_kind_of_mark_is_drawn_where_it_is_due(void)
{
    struct assessed t;
    const char *svg;

    assessed_compose(&t);
    ok(is_well_formed(&t));
    svg = draw(&t);
    is_int(count_marks(svg, "inexact"), 1);
    is_int(count_marks(svg, "dubious"), 2);
    is_int(count_marks(svg, "mistake"), 1);
    is_int(count_marks(svg, "blunder"), 2);
    is_int(count_marks(svg, "missed"), 1);
    is_int(count_marks(svg, "thrown"), 2);
    is_int(count_of(svg, "<path class=\"curve\""), 2); /* a gap between them */
    is_int(count_of(svg, "<rect class=\"mate\""), 3);  /* white's, black's, legend */
    is_int(count_of(svg, "<rect class=\"black\""), 4);
    is_int(count_of(svg, "<rect class=\"white\""), 6);
    is_int(count_of(svg, "<path class=\"turn\""), (int)t.game.turning_point_count);
    assessed_end(&t);
}

static void
test_a_composed_game_looks_as_it_did(void)
{
    struct analysis_about japanese = about;
    struct assessed t;

    japanese.language = SHOGI_JAPANESE;
    assessed_compose(&t);
    assessed_is_golden(draw(&t), "graph-en.svg");
    assessed_is_golden(draw_as(&t, &japanese), "graph-ja.svg");
    assessed_end(&t);
}

static void
test_hostile_names_are_text(void)
{
    static const char *const names[] = {
        "</text><script>alert(1)</script>",
        "\"><image href=\"http://example.invalid/\"/>",
        "]]><!-- & &amp; &#0; &lol;",
        "\x1b[31mred\x07\x01\x7f",
        "a\xe2\x80\xaeleft\xe2\x81\xa6\xc2\x9b",
        "\xff\xfe broken \xc3",
        "\xef\xbf\xbe\xef\xbf\xbf\xed\xa0\x80",
        "two\nlines\ttab",
        "",
        " ",
    };
    struct assessed t;
    int expected;

    assessed_compose(&t);
    expected = count_elements(draw(&t), strlen(draw(&t)));
    assessed_end(&t);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct analysis_about who = { .engine = names[i] };
        const char *svg;
        assessed_compose(&t);
        for (struct shogi_header *h = t.record.game->headers; h; h = h->next)
            h->value = names[i];
        svg = draw_as(&t, &who);
        /* Title and date are left out when they are empty. */
        is_int(count_elements(svg, strlen(svg)), expected - (*names[i] ? 0 : 2));
        ok(!strstr(svg, "<script") && !strstr(svg, "<image") && !strstr(svg, "\x1b"));
        assessed_end(&t);
    }
}

static void
test_long_names_are_cut_at_a_character(void)
{
    char name[3001] = "";
    struct assessed t;

    for (int i = 0; i < 1000; i++)
        strcat(name, i % 10 ? "長" : "龍");
    assessed_compose(&t);
    for (struct shogi_header *h = t.record.game->headers; h; h = h->next)
        h->value = name;
    ok(is_well_formed(&t));
    ok(strstr(draw(&t), "長…") && t.record.out.len < 20000);
    assessed_end(&t);
}

static void
test_a_game_without_evaluations_says_so(void)
{
    struct assessed t;

    assessed_begin(&t, ASSESSED_LINE);
    ok(is_well_formed(&t));
    ok(strstr(draw(&t), "no evaluations"));
    ok(!strstr(draw(&t), "class=\"curve\" d"));
    ok(!strstr(draw(&t), "<rect class=\"black\""));
    assessed_end(&t);
}

static void
test_games_of_no_and_of_one_move_are_drawn(void)
{
    struct assessed t;

    assessed_begin(&t, "startpos");
    assessed_cp(&t, 0, "2g2f", 100);
    ok(is_well_formed(&t));
    is_int(count_of(draw(&t), "<path class=\"point\""), 1);
    assessed_end(&t);

    assessed_begin(&t, "startpos moves 7g7f");
    t.record.game->root->child->time_ms = INT32_MAX;
    assessed_cp(&t, 0, "2g2f", 100);
    assessed_cp(&t, 1, "3c3d", -100);
    ok(is_well_formed(&t));
    ok(strstr(draw(&t), "596:31:24")); /* hours, minutes, seconds */
    assessed_end(&t);
}

/* Golds that go to and fro, PLIES moves. */
static void
long_game(struct assessed *t, int plies)
{
    static const char *const moves[] = { " 4i5h", " 4a5b", " 5h4i", " 5b4a" };
    char *text = calloc(1, (size_t)plies * 5 + 32);
    size_t len = strlen(strcpy(text, "startpos moves"));

    for (int i = 0; i < plies; i++, len += 5)
        memcpy(text + len, moves[i % 4], 5);
    assessed_begin(t, text);
    free(text);
    for (int ply = 0; ply <= plies; ply++)
        assessed_cp(t, (uint32_t)ply, "9g9f", (ply * 7919) % 4001 - 2000);
}

static void
test_long_games_keep_their_large_marks_only(void)
{
    struct assessed t;

    long_game(&t, 301);
    ok(is_well_formed(&t));
    is_int(count_marks(draw(&t), "inexact"), 0);
    ok(count_marks(draw(&t), "dubious") > 0);
    assessed_end(&t);

    long_game(&t, 1200);
    ok(is_well_formed(&t));
    is_int(count_marks(draw(&t), "dubious"), 0);
    is_int(count_marks(draw(&t), "mistake"),
           (int)(t.game.players[0].verdicts[VERDICT_MISTAKE]
                 + t.game.players[1].verdicts[VERDICT_MISTAKE]));
    assessed_end(&t);
}

/* Every number of an attribute stays on the paper. */
static void
test_nothing_is_drawn_beside_the_paper(void)
{
    static const char *const attributes[] = { " x=\"", " y=\"" };
    struct assessed t;
    const char *at;

    for (int plies = 1; plies <= 600; plies += 151) {
        long_game(&t, plies);
        for (size_t i = 0; i < 2; i++) {
            int outside = 0;
            for (at = draw(&t); (at = strstr(at, attributes[i])); at++) {
                double value = strtod(at + strlen(attributes[i]), NULL);
                outside += value < 0 || value > (i == 0 ? 600 : 400);
            }
            is_int(outside, 0);
        }
        assessed_end(&t);
    }
}

int
main(void)
{
    test_the_checker_sees_what_is_wrong();
    test_every_kind_of_mark_is_drawn_where_it_is_due();
    test_a_composed_game_looks_as_it_did();
    test_hostile_names_are_text();
    test_long_names_are_cut_at_a_character();
    test_a_game_without_evaluations_says_so();
    test_games_of_no_and_of_one_move_are_drawn();
    test_long_games_keep_their_large_marks_only();
    test_nothing_is_drawn_beside_the_paper();
    return done_testing();
}
