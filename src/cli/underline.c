#include "cli/underline.h"
#include "cards/file.h"
#include "cli/cli.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Line width assumed for files and pipes. */
enum { MAX_CELLS = 4096 };

bool use_colour(FILE *out) {
    const char *no = getenv("NO_COLOR");
    return isatty(fileno(out)) && !(no && *no);
}

/* Terminal width; MAX_CELLS if 'out' is no terminal. */
static unsigned columns(FILE *out) {
    struct winsize size;
    if (!isatty(fileno(out))) return MAX_CELLS;
    if (ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 20) return size.ws_col;
    return 80;
}

/* Punctuation and blanks. */
static bool ends_phrase(uint32_t c) {
    static const char marks[] = "、。，．,.：:【】〔〕《》「」（）()［］[] 　";
    const char *s = marks;
    for (uint32_t m; (m = utf8_next(&s));)
        if (m == c) return true;
    return false;
}

/* Number of characters to underline at s: up to the next punctuation mark, at least one. */
static unsigned phrase_length(const char *s) {
    unsigned n = 0;
    bool words = false;
    for (uint32_t c; (c = utf8_next(&s)) && c != '\n'; n++) {
        if (ends_phrase(c) && words) break;
        words = words || !ends_phrase(c);
    }
    return n ? n : 1;
}

static void put(FILE *out, const char *from, const char *to) {
    fwrite(from, 1, (size_t)(to - from), out);
}

/* First character of the line to show, so that the place is within the left two thirds. */
static const char *visible_start(const char *line, const char *place, unsigned room) {
    unsigned width = 0;
    for (const char *s = line; s < place;) width += utf8_width(utf8_next(&s));
    while (line < place && width > room * 2 / 3) width -= utf8_width(utf8_next(&line));
    return line;
}

/* An ellipsis marks each end of the line that is cut off. */
void print_underlined(FILE *out, const char *text, unsigned at, const char *indent) {
    const char *line = text, *place = text;
    for (uint32_t c; at && (c = utf8_next(&place)); at--)
        if (c == '\n') line = place;
    unsigned all = columns(out), blank = (unsigned)strlen(indent) + 2,
             room = all > blank + 8 ? all - blank : 8;
    const char *from = visible_start(line, place, room), *to = from;
    unsigned before = 0, under = 0, width = 0, words = phrase_length(place);
    for (const char *s = from, *c = s; *s && *s != '\n'; c = s) {
        unsigned w = utf8_width(utf8_next(&s));
        if (width + w > room) break;
        width += w;
        to = s;
        if (c < place)
            before += w;
        else if (words) {
            under += w;
            words--;
        }
    }
    bool colour = use_colour(out);
    fprintf(out, "%s%s", indent, from > line ? "…" : "");
    put(out, from, to);
    fprintf(out, "%s\n%s%*s%s", *to && *to != '\n' ? "…" : "", indent, (int)before + (from > line),
            "", colour ? "\033[1;31m" : "");
    for (unsigned i = 0; i < (under ? under : 1); i++) putc(i ? '~' : '^', out);
    fprintf(out, "%s\n", colour ? "\033[0m" : "");
}

void json_compiled(const char *text, const Compiled *c) {
    fputs("\"text\": ", stdout);
    json_string(text);
    printf(", \"ok\": %s, \"explain_en\": ", c->ok ? "true" : "false");
    if (c->en)
        json_string(c->en);
    else
        fputs("null", stdout);
    fputs(", \"explain_ja\": ", stdout);
    if (c->ja)
        json_string(c->ja);
    else
        fputs("null", stdout);
    if (c->listing) printf(", \"code\": \"%016" PRIx64 "\"", compiled_hash(c));
    if (c->names) {
        fputs(", \"name\": ", stdout);
        json_string(c->names);
    }
    if (c->reminder) {
        fputs(", \"reminder\": ", stdout);
        json_string(c->reminder);
    }
    if (*c->warning) {
        fputs(", \"warning\": ", stdout);
        json_string(c->warning);
    }
    fputs(", \"error\": ", stdout);
    if (c->ok) {
        fputs("null", stdout);
        return;
    }
    printf("{\"char\": %u, \"message\": ", c->at);
    json_string(c->message);
    putchar('}');
}
