/* doc_vm: prints docs/VM.md, the reference of the instruction set, from the engine's own tables:
 * vm/ops.def, kernel/events.def, kernel/marks.def and those of each game. */
#include "gen/clauses.h"
#include "text/grammar.h"
#include "vm/vm.h"
#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Prints a table cell, escaping '|'. */
static void cell(const char *s) {
    for (; *s; s++) {
        if (*s == '|') putchar('\\');
        putchar(*s);
    }
    fputs(" |", stdout);
}

/* ---- the instruction set --------------------------------------------------------------------- */

static const char *const classes[][2] = {
    {"n", "Numbers"},
    {"b", "Truths"},
    {"p", "Players"},
    {"s", "Sets of cards"},
    {"f", "Filters"},
    {"A", "Actions"},
    {"S", "Lasting effects: actions, and the effects of static abilities"},
    {"T", "Only in static abilities"},
    {"C", "Control: among actions and lasting effects"},
    {"E", "Only in entry code"},
    {"X", "Entry code or action"},
};

/* One table per class of ops. */
static void print_ops(void) {
    for (unsigned k = 0; k < COUNT(classes); k++) {
        printf("\n### %s (`%s`)\n\n| op | operands | meaning |\n|---|---|---|\n", classes[k][1],
               classes[k][0]);
        for (unsigned i = 1; i < OP_COUNT_; i++) {
            if (op_info[i].cls != classes[k][0][0]) continue;
            printf("| `%s` | %s%s%s | ", op_info[i].name, *op_info[i].operands ? "`" : "",
                   op_info[i].operands, *op_info[i].operands ? "`" : "");
            cell(op_info[i].doc);
            putchar('\n');
        }
    }
}

/* From events.def, in the order of EV_*. */
static void print_events(void) {
    puts("\n## Events\n\n"
         "The kinds of event, and what an ability can listen to (`AbilityDef.events`, one bit "
         "each). The last few are\n"
         "not events but kinds of listener. An `ON` of a kind may contain the truths that its row "
         "lists; `vm_verify`\n"
         "and the check of grammars refuse others. Any kind may be tested by truths that are not "
         "about the event.\n\n"
         "| event | meaning | carries |\n|---|---|---|");
    for (unsigned i = 0; i < EV_COUNT; i++) {
        printf("| `%s` | ", event_info[i].name);
        cell(event_info[i].doc);
        for (unsigned op = 1; op < OP_COUNT_; op++)
            if (vm_aspect(op) & event_info[i].carries) printf(" `%s`", op_info[op].name);
        puts(" |");
    }
}

/* ---- a game's own ---------------------------------------------------------------------------- */

/* A table of named things; 'column' heads NameInfo.name. */
static void print_names(const char *title, const char *what, const char *column,
                        const NameInfo *list, unsigned n) {
    printf("\n### %s\n\n%s\n\n| number | key | %s |\n|--:|---|---|\n", title, what, column);
    for (unsigned i = 0; i < n; i++) {
        if (!list[i].key) continue;
        printf("| %u | `%s` | ", i, list[i].key);
        cell(list[i].name);
        putchar('\n');
    }
}

/* Zones with their flags. */
static void print_zones(const Game *g) {
    static const struct {
        unsigned flag;
        const char *word;
    } flags[] = {{ZONE_PUBLIC, "public"},      {ZONE_HOLDER_SEES, "holder sees"},
                 {ZONE_ORDERED, "ordered"},    {ZONE_ORIENTED, "oriented"},
                 {ZONE_SEATED, "seated"},      {ZONE_FIELD, "field"},
                 {ZONE_TIED, "tied"},          {ZONE_SHUFFLED, "shuffled"},
                 {ZONE_LIES_DOWN, "lies down"}};
    puts("\n### Zones\n\nOperand `z` is a set of zones, one bit each.\n\n"
         "| number | key | printed | flags |\n|--:|---|---|---|");
    for (unsigned z = 1; z < g->nzones; z++) {
        const char *between = "";
        printf("| %u | `%s` | %s | ", z, g->zones[z].key, g->zones[z].name);
        for (unsigned i = 0; i < COUNT(flags); i++)
            if (g->zones[z].flags & flags[i].flag) {
                printf("%s%s", between, flags[i].word);
                between = ", ";
            }
        puts(" |");
    }
}

static void print_own_ops(const Game *g) {
    puts("\n### Actions\n\nCalled by `GAME`, carried out by `Game.op`.\n\n"
         "| number | op | operands | meaning |\n|--:|---|---|---|");
    for (unsigned i = 0; i < g->nops; i++) {
        printf("| %u | `%s` | `%s` | ", i, g->ops[i].name, g->ops[i].operands);
        cell(g->ops[i].doc);
        putchar('\n');
    }
}

/* Which clauses each kernel mark stands for in this game. */
static void print_marks(const Game *g) {
    static const char *const marks[][2] = {
#define KMARK(name, doc) {#name, doc},
#include "kernel/marks.def"
#undef KMARK
    };
    puts("\n### Kernel marks and their clauses\n\n"
         "`kmark(r, KM_…)` in the kernel and the VM marks the clauses of the row "
         "(`Game.marks`).\n\n"
         "| mark | meaning | clauses |\n|---|---|---|");
    for (unsigned m = 0; m < COUNT(marks); m++) {
        printf("| `KM_%s` | ", marks[m][0]);
        cell(marks[m][1]);
        for (unsigned i = 0; i < COUNT(g->marks[m]) && g->marks[m][i]; i++)
            printf("%s %s", i ? "," : "", clause_info[g->marks[m][i]].id);
        puts(" |");
    }
}

/* All tables of one game. */
static void print_game(const Game *g) {
    printf("\n## %s (`%s`)\n", g->name, g->key);
    print_zones(g);
    print_names("Kinds of card", "Operand of `KIND`.", "printed", g->kinds, g->nkinds);
    print_names("Keywords", "Operand of `KEY` and `USES`; bits of `AbilityDef.keywords`.",
                "printed", g->keywords, g->nkeywords);
    print_names("Points of the turn", "Operand of `POINT`.", "printed", g->points, g->npoints);
    print_names("Rule changes", "First operand of `RULE` and `RULESET`.", "meaning", g->rules,
                g->nrules);
    print_names("Facts", "First operand of `FACT`.", "meaning", g->facts, g->nfacts);
    print_own_ops(g);
    puts("\n### Procedures\n");
    for (unsigned i = PROC_GAME; i < g->nprocs; i++)
        if (g->procs[i].name) printf("- %s\n", g->procs[i].name);
    if (g->marks) print_marks(g);
}

/* ---- examples: printed text and its code ----------------------------------------------------- */

/* Room for the two examples. */
enum { MAX_CODE = 2000, MAX_TERMS = 32, MAX_MADE = 8 };
/* Collects the output of the compiler for an example. */
typedef struct Book {
    const Game *game;
    Code code[MAX_CODE];
    unsigned ncode, nterms, nmade;
    char term[MAX_TERMS][64];
    AbilityDef made[MAX_MADE + 1];
} Book;

/* Sink callbacks. Index 0 means the book is full. */
static unsigned book_term(void *self, const char *text) {
    Book *b = self;
    if (b->nterms + 1 == MAX_TERMS) return 0;
    snprintf(b->term[++b->nterms], sizeof b->term[0], "%s", text);
    return b->nterms;
}

static unsigned book_ability(void *self, const AbilityDef *a) {
    Book *b = self;
    if (b->nmade == MAX_MADE) return 0;
    b->made[++b->nmade] = *a;
    return b->nmade;
}

static unsigned book_code(void *self, const Code *words, unsigned n) {
    Book *b = self;
    unsigned at = b->ncode;
    if (at + n > MAX_CODE) return 0;
    memcpy(b->code + at, words, n * sizeof *words);
    b->ncode += n;
    return at;
}

static void print_zone_set(const Game *g, unsigned zones) {
    const char *between = " ";
    if (!zones) fputs(" 0", stdout);
    for (unsigned z = 1; z < g->nzones; z++)
        if (zones >> z & 1) {
            printf("%s%s", between, g->zones[z].key);
            between = "+";
        }
}

/* Prints an operand; clauses, terms and zones by name. */
static void print_literal(const Book *b, char letter, Code w) {
    if (letter == 'c')
        printf(" %s", clause_info[w].id);
    else if (letter == 't')
        printf(" 「%s」", b->term[w]);
    else if (letter == 'E')
        printf(" %s", event_info[w].name);
    else if (letter == 'i')
        printf(" %d", (int16_t)w);
    else if (letter == 'z' || letter == 'D')
        print_zone_set(b->game, w);
    else
        printf(" %u", w);
}

/* Prints one node with its operands. Returns the position after it. */
static unsigned print_node(const Book *b, unsigned pc) {
    unsigned op = b->code[pc];
    const char *o = vm_operands(b->game, b->code, (Pc)pc);
    printf(" %s", op_info[op].name);
    pc++;
    if (op == OP_GAME) printf(" %s", b->game->ops[b->code[pc++]].name);
    for (; *o; o++) {
        unsigned n = 1;
        if (*o == '*') {
            n = b->code[pc++];
            printf(" %u", n);
            o++;
        }
        for (; n > 0; n--) {
            if (vm_operand_is_code(*o)) {
                pc = print_node(b, pc);
                continue;
            }
            print_literal(b, *o, b->code[pc++]);
            if (*o == 'D' || *o == 'G') printf(" %u", b->code[pc++]);
        }
    }
    return pc;
}

/* Prints one part of an ability: a single expression, or with 'body' a list of actions. */
static void print_part(const Book *b, const char *name, unsigned pc, bool body) {
    for (; pc && (!body || b->code[pc] != OP_END); name = "") {
        printf("    %-10s", name);
        pc = print_node(b, pc);
        putchar('\n');
        if (!body) return;
    }
}

/* Compiles a text and prints its code. Returns false if it does not compile. */
static bool print_example(const Game *g, unsigned kinds, const char *text) {
    static Book book;
    AbilityDef a[MAX_ENTRY_ABILITIES];
    TextError error = {0};
    book = (Book){.game = g, .ncode = 1};
    Sink sink = {&book, book_term, book_ability, book_code, kinds};
    TextTree *t = text_parse(g, text, &error);
    unsigned n = t ? text_emit(t, &sink, a, &error) : 0;
    text_free(t);
    if (!n) {
        fprintf(stderr, "tools/doc_vm.c: example %s: character %u: %s\n", text, error.at,
                error.message);
        return false;
    }
    printf("\n`%s`\n\n", text);
    print_part(&book, "condition", a[0].cond, false);
    print_part(&book, "trigger", a[0].trig, false);
    print_part(&book, "cost", a[0].cost, true);
    print_part(&book, "body", a[0].body, true);
    return true;
}

/* ---- the page -------------------------------------------------------------------------------- */

static const char intro[] =
    "# The virtual machine for compiled text\n\n"
    "Generated by `tools/doc_vm.c` from `src/vm/ops.def` and the games' tables. `make docs` "
    "regenerates it, and the\n"
    "test `docs.vm` checks that it is current. [ARCHITECTURE.md](ARCHITECTURE.md) describes how "
    "code is run,\n"
    "[TEXT.md](TEXT.md) how text is compiled.\n\n"
    "## Code\n\n"
    "Code is an array of 32-bit words in the pack, in prefix form: an op word, then its operands "
    "in place.\n\n"
    "| letter | operand |\n|---|---|\n"
    "| `n` `b` `p` `s` `f` | nested code: a number, a truth, players, a set of cards, a filter |\n"
    "| `w` | flags, or a number that the op explains |\n"
    "| `i` | a signed word |\n"
    "| `B` | 0 or 1 |\n"
    "| `c` | a clause |\n"
    "| `t` `T` | a term of the pack: a name, trait or title; `T`: 0 means none |\n"
    "| `z` | a set of zones, one bit each |\n"
    "| `h` `H` | ways of moving, one bit each (0 any); a way of moving |\n"
    "| `d` | a duration, `DUR_*` of `kernel/state.h` |\n"
    "| `k` `K` `W` | a kind; a keyword; a keyword, 0 any |\n"
    "| `S` `q` | a stat, `STAT_*` of `kernel/pack.h`; a comparison: 0 GE, 1 LE, 2 EQ, 3 GT, 4 LT, "
    "5 NE |\n"
    "| `m` | 1 name, 2 trait, 3 title, 4 cost |\n"
    "| `o` `r` `e` `E` | a point of the turn; a role of an attack; a deed; a kind of event |\n"
    "| `R` `F` `N` `Q` | a rule change, fact, number, predicate that the game defines |\n"
    "| `a` | an ability of the pack |\n"
    "| `D` | a destination, two words: zones, and `PUT_*` of `kernel/run.h` |\n"
    "| `G` | a gain, two words: `enum Add`, and a term, kind or keyword |\n"
    "| `L` | the length of the operand or body that follows, so that it can be skipped |\n"
    "| `*` | a list: a count, then that many of the next letter |\n"
    "| `g` | an action that the game defines: its number, then its operands |\n\n"
    "Numbers, truths, players, sets and filters never involve a choice and are evaluated at once. "
    "Actions run in\n"
    "frames of `PROC_TEXT`, one per step. A body ends with `END`.\n\n"
    "`vm_verify` (`src/vm/verify.c`) checks the code of every ability before it enters a pack: "
    "classes, operands,\n"
    "lengths, and where it ends. A failure is reported as an error in the card's text.\n\n"
    "## The instruction set";

int main(void) {
    static const char *const examples[] = {
        "【自】【エントリー】:このキャラが登場した時、自分のメンバーから1枚選び、ターン中、+1/+1。",
        "【起】【メンバー】【ターン1】:[①]"
        "自分のデッキの上から2枚見る。その中から1枚を手札に加え、残りを控え室に置く。",
    };
    bool ok = true;
    puts(intro);
    print_ops();
    print_events();
    puts("\n## Examples\n\nTwo printed abilities and their code, one action per line. Zones, "
         "clauses and\n"
         "terms are printed by name; the tables above explain the other operands.");
    for (unsigned i = 0; i < COUNT(examples); i++) ok &= print_example(game_at(0), 1, examples[i]);
    for (unsigned i = 0; game_at(i); i++) print_game(game_at(i));
    return ok ? 0 : 1;
}
