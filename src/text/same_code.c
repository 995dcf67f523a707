/* text_same_code: compiles two trees and compares the results. Both are written to a stream of
 * words in which clause marks are left out and body lengths become brackets, so only behaviour
 * counts. */
#include "text/emit.h"
#include <stdlib.h>

enum { MAX_STREAM = 8000, MAX_TERMS_SEEN = 200, OPEN = 0xFFFE, CLOSE = 0xFFFF };

/* Names interned for both trees, so equal names get equal numbers. */
typedef struct Terms {
    char *text[MAX_TERMS_SEEN];
    unsigned n;
} Terms;
/* Canonical form of the compiled abilities. 'full': it overflowed and cannot be compared. */
typedef struct Stream {
    const Game *game;
    Terms *terms;
    Code w[MAX_STREAM];
    unsigned n, abilities;
    bool full;
} Stream;

/* Appends a word; sets 'full' instead of overflowing. */
static void put_word(Stream *s, unsigned w) {
    if (s->n == MAX_STREAM)
        s->full = true;
    else
        s->w[s->n++] = (Code)w;
}

/* Sink callback: interns a name. Both trees share one table. */
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

/* Writes the ops of a body between brackets. */
static unsigned body_words(Stream *s, const Code *c, unsigned pc, unsigned length) {
    put_word(s, OPEN);
    for (unsigned end = pc + length; pc < end;) pc = op_words(s, c, pc);
    put_word(s, CLOSE);
    return pc;
}

static bool has_body(unsigned op) {
    return op == OP_IF || op == OP_WHEN || op == OP_MAY || op == OP_BY || op == OP_EACH ||
           op == OP_ROUNDS || op == OP_ELSE;
}

/* Writes the op at pc with its operands and bodies; returns the position behind it. */
static unsigned op_words(Stream *s, const Code *c, unsigned pc) {
    unsigned op = c[pc], length = 0, count = 0, lengths = 0;
    const char *o = vm_operands(s->game, c, (Pc)pc);
    if (op == OP_MARK) return pc + 2;
    if (op == OP_FMARK || op == OP_BMARK || op == OP_NMARK || op == OP_PMARK || op == OP_SMARK)
        return op_words(s, c, pc + 2);
    put_word(s, op);
    if (op == OP_GAME) put_word(s, c[pc + 1]);
    pc += op == OP_GAME ? 2 : 1;
    for (; *o; o++) {
        unsigned n = 1;
        if (*o == '*') {
            put_word(s, n = count = c[pc++]);
            o++;
        }
        for (; n > 0; n--) {
            if (*o == 'L') {
                if (count) lengths = lengths ? lengths : pc;
                length = c[pc++];
            } else if (vm_operand_is_code(*o)) {
                pc = op_words(s, c, pc);
            } else {
                put_word(s, c[pc++]);
                if (*o == 'D' || *o == 'G') put_word(s, c[pc++]);
            }
        }
    }
    if (has_body(op)) return body_words(s, c, pc, length);
    for (unsigned i = 0; op == OP_MODES && i < count; i++)
        pc = body_words(s, c, pc, c[lengths + i]);
    return pc;
}

/* Sink callback: writes code between brackets. */
static unsigned code(void *self, const Code *words, unsigned n) {
    Stream *s = self;
    unsigned at = s->n + 1; /* a pc is never 0 */
    put_word(s, OPEN);
    for (unsigned pc = 0; pc < n && !s->full;) pc = op_words(s, words, pc);
    put_word(s, CLOSE);
    return at;
}

/* Writes the fields that affect play. from, to, how and depends are derived from the trigger
 * code. */
static void ability_words(Stream *s, const AbilityDef *a) {
    put_word(s, a->kind);
    put_word(s, a->flags);
    put_word(s, a->zones);
    put_word(s, a->events & 0xFFFF);
    put_word(s, a->events >> 16);
    put_word(s, a->keywords);
    put_word(s, a->trig);
    put_word(s, a->cond);
    put_word(s, a->cost);
    put_word(s, a->body);
}

static unsigned ability(void *self, const AbilityDef *a) {
    Stream *s = self;
    ability_words(s, a);
    return ++s->abilities;
}

/* Compiles a tree into the stream. Returns false if it fails or overflows. */
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
