/* doc_state: prints docs/STATE.md, the memory layout of a state, from src/kernel/state.h.
 *
 * Names, order and comments come from the header (run it in the root of the repository), sizes and
 * alignments from the compiler through the two tables below. A new field needs no change here; a
 * new type or limit needs one entry. The computed layout of each struct is checked against its
 * sizeof, so a wrong page is never printed. */
#undef FUDA_TINY /* describe the normal build */
#include "kernel/run.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
/* Limits of the header this tool can read. */
enum { MAX_LINES = 1000, MAX_NAME = 64 };

typedef struct Type {
    const char *name;
    size_t size, align;
} Type;
#define T(type)                                                                                    \
    { #type, sizeof(type), _Alignof(type) }
/* Types that fields of a state may have. */
static const Type types[] = {
    T(State),     T(Player),   T(Card),    T(CardRef),  T(Guise),    T(Effect),   T(Waiting),
    T(Frame),     T(Context),  T(Event),   T(Option),   T(Decision), T(Listener), T(RuleNow),
    T(Extra),     T(Seen),     T(Choice),  T(Repeat),   T(uint8_t),  T(int8_t),   T(uint16_t),
    T(int16_t),   T(uint32_t), T(int32_t), T(uint64_t), T(RuleSet),  T(CardId),   T(DefId),
    T(AbilId),    T(TermId),   T(Stacked), T(Target),   T(Deed),     T(Pc),       T(PlayerId),
    T(PlayerSet), T(ZoneId),   T(ZoneSet), T(SeatSet),  T(EventSet), T(KindSet),  T(HowSet),
    T(PointSet),  T(Touch),    T(Depends), T(Numbers),  T(Counter),  T(Last),     T(Places),
};

typedef struct Limit {
    const char *name;
    size_t value;
} Limit;
#define K(name)                                                                                    \
    { #name, name }
/* Constants that may occur as array lengths. */
static const Limit limits[] = {
    K(MAX_PLAYERS),    K(CARDS_PER_PLAYER), K(MAX_ZONES),    K(MAX_SEATS),    K(MAX_FRAMES),
    K(FRAME_WORDS),    K(FRAME_CELLS),      K(MAX_CONTEXTS), K(REG_COUNT),    K(MAX_SET),
    K(MAX_BATCH),      K(MAX_OPTIONS),      K(MAX_EFFECTS),  K(MAX_WAITING),  K(MAX_LISTENERS),
    K(MAX_RULES),      K(MAX_EXTRA),        K(MAX_GUISES),   K(MAX_SEEN),     K(MAX_PATH),
    K(MAX_TRAIL),      K(LIST_ROOM),        K(MAX_STACK),    K(MAX_TARGETS),  K(MAX_DEEDS),
    K(MAX_REGISTERED), K(MAX_MODIFIED),     K(MAX_WATCHES),  K(MAX_COUNTERS), K(ZONE_LANES),
    K(LIST_LANES),
};

static const char header[] = "src/kernel/state.h";
static char *line_of[MAX_LINES + 1];
static unsigned nlines;

static void fail(unsigned line, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));
/* Prints an error with its line in the header, and exits. */
static void fail(unsigned line, const char *format, ...) {
    va_list args;
    fprintf(stderr, "%s:%u: ", header, line + 1);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(1);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Splits a file into lines, stored in lines[]; 'text' holds the contents. Returns their number. */
static unsigned read_lines(const char *path, char *text, size_t size, char **lines, unsigned max) {
    FILE *in = fopen(path, "rb");
    size_t n = in ? fread(text, 1, size - 1, in) : 0;
    unsigned count = 0;
    if (in) fclose(in);
    if (!n || n == size - 1) {
        fprintf(stderr, "%s: cannot be read (run this in the root of the repository)\n", path);
        exit(1);
    }
    text[n] = 0;
    for (char *s = strtok(text, "\n"), *end = s; s && count < max; s = strtok(NULL, "\n")) {
        for (; end < s; end++) { /* strtok skips empty lines: keep line numbers right */
            if (*end == '\n' && count < max) lines[count++] = end;
        }
        lines[count++] = s;
        end = s + strlen(s) + 1;
    }
    return count;
}

/* Comments of a line, without delimiters. */
typedef struct Notes {
    char text[3][300];
    unsigned n;
} Notes;

/* Moves the comments of a line into 'notes'. */
static void take_comments(char *line, Notes *notes) {
    notes->n = 0;
    while (notes->n < COUNT(notes->text)) {
        char *from = strstr(line, "/*"), *to = from ? strstr(from, "*/") : NULL;
        if (!to) return;
        const char *s = from + 2 + strspn(from + 2, " ");
        int n = (int)(to - s);
        while (n > 0 && s[n - 1] == ' ') n--;
        snprintf(notes->text[notes->n++], sizeof notes->text[0], "%.*s", n, s);
        memmove(from, to + 2, strlen(to + 2) + 1);
    }
}

/* Does the line end inside a comment or declaration? */
static bool unfinished(const char *s) {
    const char *open = NULL, *code = s + strspn(s, " ");
    for (const char *at = s; (at = strstr(at, "/*")); open = at, at += 2) {
    }
    if (open && !strstr(open, "*/")) return true;
    return *code && strncmp(code, "/*", 2) != 0 && !strpbrk(code, ";{}");
}

/* Is the line a continued comment of the member above it? These are indented deeper than members.
 */
static bool goes_on(const char *s) {
    size_t n = strspn(s, " ");
    return n > 4 && !strncmp(s + n, "/*", 2);
}

/* Joins a line with its continuation lines. Returns the index of the last one. */
static unsigned whole_line(unsigned line, char *out, size_t size) {
    snprintf(out, size, "%s", line_of[line]);
    while (line + 1 < nlines && (unfinished(out) || goes_on(line_of[line + 1]))) {
        const char *more = line_of[++line];
        size_t n = strlen(out);
        more += strspn(more, " ");
        if (*more == '*' && more[1] != '/') more += 1 + strspn(more + 1, " ");
        snprintf(out + n, size - n, " %s", more);
    }
    return line;
}

/* Prints the comment above a struct. */
static void print_intro(unsigned line) {
    unsigned first = line;
    if (!line || !strstr(line_of[line - 1], "*/")) return;
    while (first > 0 && !strstr(line_of[first], "/*")) first--;
    if (strstr(line_of[first], "----")) return;
    fputc('\n', stdout);
    for (unsigned i = first; i < line; i++) {
        char *s = line_of[i] + strspn(line_of[i], " /*");
        char *end = strstr(s, "*/");
        int n = end ? (int)(end - s) : (int)strlen(s);
        while (n > 0 && s[n - 1] == ' ') n--;
        printf("%.*s\n", n, s);
    }
}

/* ---- laying out ------------------------------------------------------------------------------ */

/* Position while a struct is laid out. */
typedef struct Layout {
    size_t at, align;
    size_t shared, largest; /* inside a union: its offset, and its largest member */
    bool in_union;
    unsigned line;
} Layout;

/* Fails if the type is missing in types[]. */
static const Type *type_named(const char *name, unsigned line) {
    for (unsigned i = 0; i < COUNT(types); i++)
        if (!strcmp(types[i].name, name)) return &types[i];
    fail(line, "tools/doc_state.c has no T(%s)", name);
}

static size_t limit_named(const char *name, unsigned line) {
    if (isdigit((unsigned char)*name)) return strtoul(name, NULL, 10);
    for (unsigned i = 0; i < COUNT(limits); i++)
        if (!strcmp(limits[i].name, name)) return limits[i].value;
    fail(line, "tools/doc_state.c has no K(%s)", name);
}

/* Number of elements of "[A][B + 1]". */
static size_t extent(const char *s, unsigned line) {
    size_t n = 1;
    for (s = strchr(s, '['); s; s = strchr(s, '[')) {
        char name[MAX_NAME];
        unsigned more = 0;
        if (sscanf(++s, "%63[A-Z_a-z0-9] + %u", name, &more) < 1)
            fail(line, "an array whose length is not read");
        n *= limit_named(name, line) + more;
    }
    return n;
}

/* Prints a table row, escaping '|'. */
static void row(size_t at, size_t size, const char *type, const char *field, const char *meaning) {
    printf("| %zu | %zu | %s | %s | ", at, size, type, field);
    for (; *meaning; meaning++) {
        if (*meaning == '|') putchar('\\');
        putchar(*meaning);
    }
    puts(" |");
}

/* Places one field: padding, offset, row. */
static void place(Layout *l, const Type *type, const char *name, const char *meaning) {
    char spelled[2 * MAX_NAME], field[2 * MAX_NAME];
    size_t at = l->in_union ? l->shared : l->at, size = type->size * extent(name, l->line);
    size_t gap = (type->align - at % type->align) % type->align;
    const char *array = strchr(name, '[');
    if (gap && !l->in_union) row(at, gap, "", "", "*(padding)*");
    at += gap;
    snprintf(spelled, sizeof spelled, "`%s%.60s`", type->name, array ? array : "");
    snprintf(field, sizeof field, "`%.*s`", (int)strcspn(name, "["), name);
    row(at, size, spelled, field, meaning);
    if (type->align > l->align) l->align = type->align;
    if (l->in_union && size > l->largest) l->largest = size;
    if (!l->in_union) l->at = at + size;
}

/* Comment for a field. A comment "NAME: text" applies only to the field NAME of the declaration. */
static const char *about(const Notes *notes, const char *names, const char *name) {
    const char *general = "";
    for (unsigned i = 0; i < notes->n; i++) {
        const char *text = notes->text[i];
        char word[MAX_NAME];
        size_t n = strcspn(text, ": "), len = strcspn(name, "[,");
        snprintf(word, sizeof word, "%.*s", (int)n, text);
        if (text[n] != ':' || n >= sizeof word || !strstr(names, word))
            general = text;
        else if (n == len && !strncmp(name, word, n))
            return text + n + 1 + (text[n + 1] == ' ');
    }
    return general;
}

/* Lays out a declaration such as "uint8_t kind, duration". */
static void declaration(Layout *l, char *s, const Notes *notes) {
    char type[MAX_NAME], names[400];
    int n = 0;
    if (sscanf(s, " %63[A-Za-z0-9_]%n", type, &n) < 1 || !n) return;
    const Type *t = type_named(type, l->line);
    snprintf(names, sizeof names, "%s", s + n);
    for (char *name = strtok(s + n, ","); name; name = strtok(NULL, ",")) {
        name += strspn(name, " ");
        place(l, t, name, about(notes, names, name));
    }
}

/* Lays out one line of a struct. */
static void member_line(Layout *l, char *line) {
    Notes notes;
    take_comments(line, &notes);
    char *s = line + strspn(line, " ");
    if (!strncmp(s, "union {", 7)) {
        l->in_union = true;
        l->shared = l->at;
        l->largest = 0;
    } else if (*s == '}') {
        l->at = l->shared + l->largest;
        l->in_union = false;
    } else if (!*s) {
        if (notes.n) printf("| | | | | **%s** |\n", notes.text[0]);
    } else {
        for (char *end; (end = strchr(s, ';')); s = end + 1) {
            *end = 0;
            declaration(l, s, &notes);
        }
    }
}

/* Prints the struct that starts on this line. Returns its last line. */
static unsigned print_struct(unsigned line) {
    char name[MAX_NAME];
    if (sscanf(line_of[line], "typedef struct %63s {", name) != 1) fail(line, "no name");
    const Type *type = type_named(name, line);
    Layout l = {.align = 1};
    printf("\n## %s: %zu bytes\n", name, type->size);
    print_intro(line);
    puts("\n| at | bytes | type | field | meaning |\n|--:|--:|---|---|---|");
    for (l.line = line + 1; l.line < nlines; l.line++) {
        char text[1000];
        if (line_of[l.line][0] == '}') break;
        l.line = whole_line(l.line, text, sizeof text);
        member_line(&l, text);
    }
    size_t end = (l.at + l.align - 1) / l.align * l.align;
    if (end > l.at) row(l.at, end - l.at, "", "", "*(padding)*");
    if (end != type->size)
        fail(line, "%s has %zu bytes, not the %zu that were read", name, type->size, end);
    return l.line;
}

/* ---- the page -------------------------------------------------------------------------------- */

/* The largest of a count over all games. */
#define MOST(field)                                                                                \
    static size_t most_##field(void) {                                                             \
        size_t n = 0;                                                                              \
        for (unsigned i = 0; game_at(i); i++)                                                      \
            if (game_at(i)->field > n) n = game_at(i)->field;                                      \
        return n;                                                                                  \
    }
MOST(nzones)
MOST(nkinds)
MOST(nkeywords)
MOST(npoints)
MOST(nhows)
MOST(nrules)

/* How much of each limit is used, and what the largest of the five games needs. */
static void print_room(void) {
    const struct {
        const char *what;
        size_t used, planned, limit; /* planned 0: not known to grow */
    } rows[] = {
        {"bytes for two players", offsetof(State, player) + 2 * sizeof(Player), 0, 32 * 1024},
        {"bytes for six players", sizeof(State), 0, 80 * 1024},
        {"cards of a player", 58, 74, CARDS_PER_PLAYER - 1},
        {"zones (`ZoneSet`, including nowhere)", most_nzones(), 18, MAX_ZONES},
        {"seats of a zone (`SeatSet`)", 3, 6, MAX_SEATS},
        {"kinds of card (`KindSet`)", most_nkinds(), 9, 8 * sizeof(KindSet)},
        {"keywords", most_nkeywords(), 16, 32},
        {"points of the turn (durations until one)", most_npoints(), 14, DUR_UNTIL_OWN - DUR_UNTIL},
        {"ways of moving (`HowSet`)", most_nhows(), 20, 8 * sizeof(HowSet)},
        {"rule changes (`RuleSet`)", most_nrules(), 48, RULE_FORBID},
        {"kinds of event (`EventSet`)", EV_COUNT, 40, 8 * sizeof(EventSet)},
        {"card flags", CARD_FLAG_COUNT, 0, 16},
        {"layers", LAYER_COUNT, 8, 10},
        {"information in `Touch`", 11, 15, 31 - 10},
        {"numbers of a card, with damage", STAT_COUNT - 1, 7, STAT_COUNT - 1},
        {"bytes of a frame's locals", sizeof(((Frame *)0)->locals), 0,
         sizeof(((Frame *)0)->locals)},
    };
    puts("\n## Room\n\nWhat is used today, what the largest of the five games needs (where known), "
         "and the limit.\n\n| what | used | planned | limit | left |\n|---|--:|--:|--:|--:|");
    for (unsigned i = 0; i < COUNT(rows); i++) {
        size_t need = rows[i].planned > rows[i].used ? rows[i].planned : rows[i].used;
        printf("| %s | %zu | ", rows[i].what, rows[i].used);
        if (rows[i].planned) printf("%zu", rows[i].planned);
        printf(" | %zu | %zu |\n", rows[i].limit, rows[i].limit - need);
    }
}

/* The head of the page: sizes by number of players, and limits. */
static void print_sizes(void) {
    puts("# The state, byte by byte\n\n"
         "Generated by `tools/doc_state.c` from `src/kernel/state.h`. `make docs` regenerates it, "
         "and the test\n"
         "`docs.state` checks that it is current. [ARCHITECTURE.md](ARCHITECTURE.md) explains the "
         "parts. Offsets (*at*)\n"
         "and sizes are in bytes.\n\n"
         "## Sizes\n\n"
         "| players | bytes |\n|--:|--:|");
    for (unsigned n = 2; n <= MAX_PLAYERS; n++)
        printf("| %u | %zu |\n", n, offsetof(State, player) + n * sizeof(Player));
    printf("\nThe part before the players takes %zu bytes, a player %zu.\n",
           offsetof(State, player), sizeof(Player));
    print_room();
    puts("\n## Limits\n\n| limit | value |\n|---|--:|");
    for (unsigned i = 0; i < COUNT(limits); i++)
        printf("| `%s` | %zu |\n", limits[i].name, limits[i].value);
    puts("\nA game that exceeds a limit ends with `RESULT_FAULT` and a `FAULT_*`. The preset "
         "`tiny` shrinks most\n"
         "of them so that games of the test suite reach them.");
}

int main(void) {
    static char text[1 << 17];
    nlines = read_lines(header, text, sizeof text, line_of, MAX_LINES);
    print_sizes();
    for (unsigned i = 0; i < nlines; i++)
        if (!strncmp(line_of[i], "typedef struct ", 15) && strchr(line_of[i], '{'))
            i = print_struct(i);
    return 0;
}
