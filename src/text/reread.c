/* Two trees that make the same abilities. Both are emitted into a list of words in which marks of
 * clauses are left out and lengths are brackets, so that only what is done counts. */
#include "text/emit.h"
#include <stdlib.h>

enum { MAX_STREAM = 8000, MAX_TERMS_SEEN = 200, OPEN = 0xFFFE, CLOSE = 0xFFFF };

typedef struct Terms {
    char *text[MAX_TERMS_SEEN];
    unsigned n;
} Terms;
typedef struct Stream {
    const Game *game;
    Terms *terms;
    Code w[MAX_STREAM];
    unsigned n, abilities;
    bool full;
} Stream;

static void say(Stream *s, unsigned w) {
    if (s->n == MAX_STREAM)
        s->full = true;
    else
        s->w[s->n++] = (Code)w;
}

static unsigned term(void *self, const char *text) {
    Terms *t = ((Stream *)self)->terms;
    for (unsigned i = 0; i < t->n; i++)
        if (!strcmp(t->text[i], text)) return i + 1;
    if (t->n == MAX_TERMS_SEEN) return 0;
    t->text[t->n] = malloc(strlen(text) + 1);
    strcpy(t->text[t->n], text);
    return ++t->n;
}

static unsigned op_words(Stream *s, const Code *c, unsigned pc);

/* A body: its actions between brackets. */
static unsigned body_words(Stream *s, const Code *c, unsigned pc, unsigned length) {
    say(s, OPEN);
    for (unsigned end = pc + length; pc < end;) pc = op_words(s, c, pc);
    say(s, CLOSE);
    return pc;
}

static bool has_body(unsigned op) {
    return op == OP_IF || op == OP_WHEN || op == OP_MAY || op == OP_BY || op == OP_EACH ||
           op == OP_ELSE;
}

static unsigned op_words(Stream *s, const Code *c, unsigned pc) {
    unsigned op = c[pc], length = 0, count = 0, lengths = 0;
    const char *o = vm_operands(s->game, c, (Pc)pc);
    if (op == OP_MARK) return pc + 2;
    if (op == OP_FMARK || op == OP_BMARK || op == OP_NMARK || op == OP_PMARK || op == OP_SMARK)
        return op_words(s, c, pc + 2);
    say(s, op);
    if (op == OP_GAME) say(s, c[pc + 1]);
    pc += op == OP_GAME ? 2 : 1;
    for (; *o; o++) {
        unsigned n = 1;
        if (*o == '*') {
            say(s, n = count = c[pc++]);
            o++;
        }
        for (; n > 0; n--) {
            if (*o == 'L') {
                if (count) lengths = lengths ? lengths : pc;
                length = c[pc++];
            } else if (vm_operand_is_code(*o)) {
                pc = op_words(s, c, pc);
            } else {
                say(s, c[pc++]);
                if (*o == 'D' || *o == 'G') say(s, c[pc++]);
            }
        }
    }
    if (has_body(op)) return body_words(s, c, pc, length);
    for (unsigned i = 0; op == OP_MODES && i < count; i++)
        pc = body_words(s, c, pc, c[lengths + i]);
    return pc;
}

static unsigned code(void *self, const Code *words, unsigned n) {
    Stream *s = self;
    unsigned at = s->n + 1; /* a pc: never 0 */
    say(s, OPEN);
    for (unsigned pc = 0; pc < n && !s->full;) pc = op_words(s, words, pc);
    say(s, CLOSE);
    return at;
}

static void ability_words(Stream *s, const AbilityDef *a) {
    say(s, a->kind);
    say(s, a->flags);
    say(s, a->zones);
    say(s, a->events & 0xFFFF);
    say(s, a->events >> 16);
    say(s, a->keywords);
    say(s, a->trig);
    say(s, a->cond);
    say(s, a->cost);
    say(s, a->body);
}

static unsigned ability(void *self, const AbilityDef *a) {
    Stream *s = self;
    ability_words(s, a);
    return ++s->abilities;
}

static bool stream(const TextTree *t, Stream *s) {
    AbilityDef out[MAX_ENTRY_ABILITIES];
    TextError error;
    Sink sink = {s, term, ability, code, 1};
    unsigned n = text_emit(t, &sink, out, &error);
    for (unsigned i = 0; i < n; i++) ability_words(s, &out[i]);
    return n && !s->full;
}

bool text_same_code(const TextTree *a, const TextTree *b) {
    Terms terms = {0};
    Stream *s = malloc(2 * sizeof *s);
    for (unsigned i = 0; i < 2; i++) {
        s[i].game = a->game;
        s[i].terms = &terms;
        s[i].n = s[i].abilities = 0;
        s[i].full = false;
    }
    bool same = stream(a, &s[0]) && stream(b, &s[1]) && s[0].n == s[1].n &&
                !memcmp(s[0].w, s[1].w, s[0].n * sizeof(Code));
    for (unsigned i = 0; i < terms.n; i++) free(terms.text[i]);
    free(s);
    return same;
}
