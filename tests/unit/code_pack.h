/* For tests: a copy of a pack whose cards get more abilities, written as code. */
#pragma once
#include "cards/printed.h"
#include "cards/watches.h"
#include "vm/vm.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
// clang-format off
#include <cmocka.h>
// clang-format on

enum { CODE_ROOM = 4000, ABIL_ROOM = 1000 };
typedef struct CodePack {
    const Game *game;
    Pack pack;
    CardDef *def;
    AbilityDef *abil;
    Code *code;
    PrintedTable printed;
} CodePack;

/* Copies the n elements of an array and leaves room for more. */
static inline void *copy_array(const void *from, size_t n, size_t room, size_t size) {
    char *out = calloc(n + room, size);
    assert_non_null(out);
    memcpy(out, from, n * size);
    return out;
}

static inline void code_open(CodePack *c, const Game *g, const Pack *from) {
    *c = (CodePack){.game = g, .pack = *from};
    c->pack.def = c->def = copy_array(from->def, from->ndef, 0, sizeof *c->def);
    c->pack.abil = c->abil = copy_array(from->abil, from->nabil, ABIL_ROOM, sizeof *c->abil);
    c->pack.code = c->code = copy_array(from->code, from->ncode, CODE_ROOM, sizeof *c->code);
}

static inline void code_free(CodePack *c) {
    printed_free(&c->printed);
    free(c->def);
    free(c->abil);
    free(c->code);
}

/* Appends code and returns its position. */
static inline Pc code_put(CodePack *c, const Code *code, unsigned n) {
    Pc at = (Pc)c->pack.ncode;
    memcpy(c->code + at, code, n * sizeof *code);
    c->pack.ncode += n;
    return at;
}
#define PUT(c, ...)                                                                                \
    code_put((c), (const Code[]){__VA_ARGS__}, sizeof((const Code[]){__VA_ARGS__}) / sizeof(Code))

/* Appends an ability that belongs to no card: a watch. */
static inline AbilId code_ability(CodePack *c, AbilityDef a) {
    c->abil[c->pack.nabil] = a;
    c->pack.rules |= a.rules;
    return (AbilId)c->pack.nabil++;
}

/* Gives the definition one more ability. Its abilities are consecutive, so they move to the end. */
static inline AbilId code_give(CodePack *c, DefId d, AbilityDef a) {
    CardDef *def = &c->def[d];
    const AbilId first = (AbilId)c->pack.nabil;
    assert_true(def->nabil < MAX_ABILITIES && c->pack.nabil + 2 * MAX_ABILITIES < UINT16_MAX);
    for (unsigned i = 0; i < def->nabil; i++) code_ability(c, c->abil[def->abil + i]);
    a.index = def->nabil++;
    def->abil = first;
    def->listens |= a.zones;
    if (a.kind == ABIL_STATIC) def->statics |= a.zones;
    return code_ability(c, a);
}

/* Verifies everything and computes what packs are looked up by. */
static inline const Pack *code_done(CodePack *c) {
    unsigned at;
    assert_true(watches_number(c->game, c->code, c->abil, 1, c->pack.nabil));
    for (unsigned i = 1; i < c->pack.nabil; i++) {
        const char *why = vm_verify(c->game, &c->pack, &c->abil[i], &at);
        if (why) fail_msg("ability %u: %s at %u", i, why, at);
    }
    watches_collect(&c->pack);
    printed_make(c->game, &c->pack, &c->printed);
    return &c->pack;
}
