/* check_grammar: checks the rows of every game's grammar; the build runs it. A fault is one line,
 * `file:line: <phrase> "pattern": what is wrong`, and ends it with 1. */
#include "text/grammar.h"
#include "text/tongue.h"
#include <stdio.h>

static void print_fault(void *self, const Row *row, const char *what) {
    const Game *g = self;
    if (row)
        fprintf(stderr, "%s:%u: %s: <%s> \"%s\": %s\n    %s\n", row->file, row->line, g->key,
                row->phrase, row->pattern, what, row->code);
    else
        fprintf(stderr, "%s: %s\n", g->key, what);
}

int main(void) {
    unsigned faults = 0;
    for (unsigned i = 0; game_at(i); i++)
        faults += grammar_check(tongue_of(game_at(i)), print_fault, (void *)(uintptr_t)game_at(i));
    if (faults) fprintf(stderr, "%u faults in the grammars\n", faults);
    return faults != 0;
}
