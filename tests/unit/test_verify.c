/* What is refused before a game meets it: wrong code (vm_verify) and wrong rows of a grammar
 * (grammar_check), each kind of fault by one example. */
#include "cards/builder.h"
#include "cards/cardlist.h"
#include "games/rebirth/actions.h"
#include "games/rebirth/rebirth.h"
#include "kernel/pick.h"
#include "text/grammar.h"
#include "text/tongue.h"
#include "vm/vm.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
// clang-format off
#include <cmocka.h>
// clang-format on

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- code ---- */

enum { HAND = 1 << RZ_HAND, NTERM = 3, NABIL = 4 };

/* A pack of one piece of code, two terms, an ability that can be given, one that waits, and a
 * pattern that is watched. */
static const char *verify(const Code *code, unsigned n, char piece, unsigned kind, unsigned *at) {
    static const AbilityDef abil[NABIL] = {[1] = {.kind = ABIL_STATIC},
                                           [2] = {.kind = ABIL_TRIGGERED, .flags = ABIL_DELAYED},
                                           [3] = {.kind = ABIL_WATCH}};
    Code *all = malloc((n + 1) * sizeof *all); /* exactly so long: nothing is read behind it */
    all[0] = 0;
    memcpy(all + 1, code, n * sizeof *code);
    Pack p = {.abil = abil, .code = all, .nabil = NABIL, .nterm = NTERM, .ncode = n + 1};
    AbilityDef a = {.kind = (uint8_t)kind};
    if (kind == ABIL_WATCH) a.events = ev_bit(piece == 's' ? EV_STATE : EV_MOVE);
    *(piece == 'c'                   ? &a.cond
      : piece == 't' || piece == 's' ? &a.trig
      : piece == 'e'                 ? &a.entry
      : piece == '$'                 ? &a.cost
                                     : &a.body) = 1;
    const char *why = vm_verify(&game_rebirth, &p, &a, at);
    free(all);
    return why;
}

#define CODE(...) {__VA_ARGS__}, sizeof((const Code[]){__VA_ARGS__}) / sizeof(Code)
#define ANYCARD   1, OP_ANY
static const struct {
    const char *why; /* null: it is right */
    char piece;
    uint8_t kind;
    unsigned at;
    Code code[24];
    unsigned n;
} codes[] = {
    {0, 'b', ABIL_ACTIVATED, 0, CODE(OP_DRAW, OP_YOU, OP_NUM, 1, 0, OP_END)},
    {0, 'b', ABIL_ACTIVATED, 0,
     CODE(OP_SELECT, OP_YOU, OP_CARDS, OP_YOU, HAND, ANYCARD, OP_NUM, 0, OP_WHOLE, 1, OP_END)},
    {0, 'b', ABIL_ACTIVATED, 0,
     CODE(OP_IF, OP_DID, 7, OP_DRAW, OP_YOU, OP_NUM, 1, 0, OP_ELSE, 1, OP_KEEP, OP_END)},
    {0, 'b', ABIL_STATIC, 0, CODE(OP_MOD, OP_SELF, OP_NUM, 1, OP_NUM, 1, DUR_NONE, OP_END)},
    {0, 'e', ABIL_TRIGGERED, 0, CODE(OP_AIM, OP_YOU, OP_NUM, 1, OP_NUM, 1, 1, 1, OP_SELF, OP_END)},
    {0, 'b', ABIL_ACTIVATED, 0,
     CODE(OP_MODES, OP_YOU, OP_NUM, 1, 0, 2, 1, 2, OP_KEEP, OP_KEEP, OP_KEEP, OP_END)},
    {0, 'b', ABIL_DECK, 0, CODE(OP_WHOLE)},
    /* classes */
    {"no action that can stand here", 'b', ABIL_ACTIVATED, 1, CODE(OP_YOU, OP_END)},
    {"no action that can stand here", 'b', ABIL_ACTIVATED, 1, CODE(0, OP_END)},
    {"no action that can stand here", 'b', ABIL_ACTIVATED, 1, CODE(0xFFFF, OP_END)},
    {"no number", 'b', ABIL_ACTIVATED, 3, CODE(OP_DRAW, OP_YOU, OP_SELF, 0, OP_END)},
    {"no players", 'b', ABIL_ACTIVATED, 2, CODE(OP_DRAW, OP_NUM, 1, 0, OP_END)},
    {"no set of cards", 'b', ABIL_ACTIVATED, 2, CODE(OP_ORIENT, OP_ANY, 1, OP_END)},
    {"no truth", 'c', ABIL_ACTIVATED, 1, CODE(OP_ANY)},
    {"no filter", 't', ABIL_TRIGGERED, 5, CODE(OP_ON, EV_ATTACK, 1, OP_ON_CARD, OP_SELF)},
    {"no number", 'b', ABIL_DECK, 1, CODE(OP_END)},
    {"players whom nothing names", 'b', ABIL_ACTIVATED, 2, CODE(OP_WIN, OP_IMPLIED, OP_END)},
    /* patterns of an event */
    {0, 't', ABIL_TRIGGERED, 0, CODE(OP_ON, EV_SHUFFLE, 0)},
    {0, 't', ABIL_TRIGGERED, 0,
     CODE(OP_ON, EV_MOVE, 3, OP_FROM, HAND, OP_NOT, OP_ON_CARD, OP_THIS, OP_BYEFFECT)},
    {0, 't', ABIL_TRIGGERED, 0, CODE(OP_ON, EV_DAMAGE, 1, OP_GE, OP_AMOUNT, OP_NUM, 2)},
    {0, 't', ABIL_TRIGGERED, 0, CODE(OP_ON, EV_PLAY, 2, OP_ON_CARD, OP_ANY, OP_ON, EV_PLAY, 0)},
    {"no such kind of event", 't', ABIL_TRIGGERED, 2, CODE(OP_ON, EV_NONE, 0)},
    {"no such kind of event", 't', ABIL_TRIGGERED, 2, CODE(OP_ON, EV_STATIC, 0)},
    {"no such kind of event", 't', ABIL_TRIGGERED, 2, CODE(OP_ON, EV_COUNT, 0)},
    {"the code breaks off", 't', ABIL_TRIGGERED, 2, CODE(OP_ON)},
    {"EV_ORIENT does not carry that", 't', ABIL_TRIGGERED, 4,
     CODE(OP_ON, EV_ORIENT, 1, OP_FROM, HAND)},
    {"EV_SHUFFLE does not carry that", 't', ABIL_TRIGGERED, 5,
     CODE(OP_ON, EV_SHUFFLE, 1, OP_NOT, OP_ON_CARD, OP_ANY)},
    {"EV_ATTACK does not carry that", 't', ABIL_TRIGGERED, 5,
     CODE(OP_ON, EV_ATTACK, 1, OP_GE, OP_AMOUNT, OP_NUM, 1)},
    {"EV_POINT does not carry that", 't', ABIL_TRIGGERED, 4,
     CODE(OP_ON, EV_POINT, 1, OP_ACTOR, OP_YOU)},
    {"EV_ATTACK does not carry that", 't', ABIL_TRIGGERED, 7,
     CODE(OP_ON, EV_MOVE, 2, OP_ON, EV_ATTACK, 1, OP_TO, HAND, OP_FROM, HAND)},
    {"a truth about an event outside ON", 't', ABIL_TRIGGERED, 1, CODE(OP_ON_CARD, OP_ANY)},
    {"a truth about an event outside ON", 't', ABIL_TRIGGERED, 5,
     CODE(OP_ON_IF, OP_ON, EV_MOVE, 0, OP_BYEFFECT)},
    /* where an op may stand */
    {"no action that can stand here", 'b', ABIL_STATIC, 1, CODE(OP_WIN, OP_YOU, OP_END)},
    {"no action that can stand here", 'e', ABIL_TRIGGERED, 1, CODE(OP_WIN, OP_YOU, OP_END)},
    {"no action that can stand here", '$', ABIL_ACTIVATED, 1, CODE(OP_SHARE, OP_NUM, 1, OP_END)},
    {"a limit of costs without a choice before it", 'b', ABIL_ACTIVATED, 1,
     CODE(OP_WITHIN, OP_NUM, 1, OP_END)},
    /* ranges */
    {"no set of zones of this game", 'b', ABIL_ACTIVATED, 3,
     CODE(OP_SHUFFLE, OP_YOU, 1 << RZ_COUNT, OP_END)},
    {"put into no zone", 'b', ABIL_ACTIVATED, 4, CODE(OP_MOVE, OP_YOU, OP_SELF, 0, 0, 0, OP_END)},
    {"no such way to move", 'b', ABIL_ACTIVATED, 6,
     CODE(OP_MOVE, OP_YOU, OP_SELF, HAND, 0, RH_COUNT, OP_END)},
    {"no such kind", 'c', ABIL_ACTIVATED, 4, CODE(OP_ALL, OP_SELF, OP_KIND, RK_COUNT)},
    {"no such keyword", 'c', ABIL_ACTIVATED, 4, CODE(OP_ALL, OP_SELF, OP_KEY, 0)},
    {"no such stat", 'c', ABIL_ACTIVATED, 3, CODE(OP_ODD, OP_STAT, STAT_COUNT, OP_SELF)},
    {"no such comparison", 'c', ABIL_ACTIVATED, 5, CODE(OP_ALL, OP_SELF, OP_HAS, 1, 7, OP_NUM, 1)},
    {"no such role", 'c', ABIL_ACTIVATED, 3, CODE(OP_ALL, OP_ROLE, 40, OP_ANY)},
    {"no such fact", 'c', ABIL_ACTIVATED, 2, CODE(OP_FACT, 99, OP_NUM, 0)},
    {"no such number of the game's own", 'c', ABIL_ACTIVATED, 3, CODE(OP_ODD, OP_GNUM, 9, OP_YOU)},
    {"no such predicate of a card", 'c', ABIL_ACTIVATED, 4, CODE(OP_ALL, OP_SELF, OP_FGAME, 0, 0)},
    {"no such point of the turn", 't', ABIL_TRIGGERED, 5,
     CODE(OP_ON, EV_POINT, 1, OP_POINT, RP_COUNT)},
    {"no such deed", 't', ABIL_TRIGGERED, 5, CODE(OP_ON, EV_DEED, 1, OP_DEED, RDEED_COUNT)},
    {"no clause of this game", 'b', ABIL_ACTIVATED, 2, CODE(OP_MARK, CLAUSE_COUNT, OP_END)},
    {"no clause of this game", 'b', ABIL_ACTIVATED, 2, CODE(OP_MARK, NS_104_2, OP_END)},
    {"no duration", 'b', ABIL_ACTIVATED, 5, CODE(OP_COSTMOD, OP_SELF, OP_NUM, 1, 30, OP_END)},
    {"no duration", 'b', ABIL_ACTIVATED, 5,
     CODE(OP_COSTMOD, OP_SELF, OP_NUM, 1, DUR_UNTIL + 15, OP_END)},
    {"no such rule change", 'b', ABIL_STATIC, 2,
     CODE(OP_RULE, 0, OP_YOU, OP_ANY, OP_NUM, 0, DUR_NONE, OP_END)},
    {"no such term", 'c', ABIL_ACTIVATED, 4, CODE(OP_ALL, OP_SELF, OP_NAME, NTERM)},
    {"nothing that can be gained", 'b', ABIL_ACTIVATED, 3,
     CODE(OP_GAIN, OP_SELF, 20, 1, DUR_TURN, OP_END)},
    {"no such kind", 'b', ABIL_ACTIVATED, 4,
     CODE(OP_GAIN, OP_SELF, ADD_KIND, 20, DUR_TURN, OP_END)},
    {"neither 0 nor 1", 'b', ABIL_ACTIVATED, 3, CODE(OP_ORIENT, OP_SELF, 2, OP_END)},
    {"neither name, trait, title, cost nor colour", 'c', ABIL_ACTIVATED, 3,
     CODE(OP_ODD, OP_KINDS, 50, OP_SELF)},
    /* abilities that others make */
    {"no such ability", 'b', ABIL_ACTIVATED, 3, CODE(OP_GRANT, OP_SELF, NABIL, DUR_TURN, OP_END)},
    {"nothing that is given", 'b', ABIL_ACTIVATED, 3, CODE(OP_GRANT, OP_SELF, 2, DUR_TURN, OP_END)},
    {"nothing that waits", 'b', ABIL_ACTIVATED, 2, CODE(OP_DELAY, 1, DUR_TURN, OP_END)},
    /* what has happened this turn */
    {0, 'c', ABIL_ACTIVATED, 0, CODE(OP_ODD, OP_TIMES, 3)},
    {0, 'c', ABIL_ACTIVATED, 0, CODE(OP_ALL, OP_SELF, OP_DONE, 3)},
    {0, 't', ABIL_WATCH, 0, CODE(OP_ON, EV_MOVE, 1, OP_ON_CARD, OP_OF, OP_YOU)},
    {"nothing that is watched", 'c', ABIL_ACTIVATED, 3, CODE(OP_ODD, OP_TIMES, 1)},
    {"nothing that is watched", 'c', ABIL_ACTIVATED, 4, CODE(OP_ALL, OP_SELF, OP_DONE, 2)},
    {"a pattern is no ability", 'b', ABIL_ACTIVATED, 3,
     CODE(OP_GRANT, OP_SELF, 3, DUR_TURN, OP_END)},
    {"a watched pattern belongs to no card", 't', ABIL_WATCH, 5,
     CODE(OP_ON, EV_MOVE, 1, OP_ON_CARD, OP_THIS)},
    {"a watched pattern belongs to no card", 't', ABIL_WATCH, 6,
     CODE(OP_ON, EV_MOVE, 1, OP_ON_CARD, OP_IN, OP_IT)},
    {"a watched pattern belongs to no card", 't', ABIL_WATCH, 2, CODE(OP_NOT, OP_DID)},
#define OF_NO_CARD(at, ...)                                                                        \
    { "a watched pattern belongs to no card", 't', ABIL_WATCH, at, CODE(__VA_ARGS__) }
    OF_NO_CARD(5, OP_ON, EV_MOVE, 1, OP_ON_CARD, OP_OTHER),
    OF_NO_CARD(2, OP_ALL, OP_SELF, OP_ANY),
    OF_NO_CARD(2, OP_ALL, OP_LOOKED, OP_ANY),
    OF_NO_CARD(2, OP_ALL, OP_LEFT, OP_ANY),
    OF_NO_CARD(2, OP_ALL, OP_KEPT, OP_ANY),
    OF_NO_CARD(2, OP_ALL, OP_PUT, HAND, OP_ANY),
    OF_NO_CARD(2, OP_ALL, OP_TARGET, 0, OP_ANY),
    OF_NO_CARD(5, OP_ON, EV_MOVE, 1, OP_WHOSE, OP_TARGETP, 0),
    OF_NO_CARD(2, OP_ODD, OP_X),
    OF_NO_CARD(1, OP_XBIT, 1),
    OF_NO_CARD(1, OP_WON),
    OF_NO_CARD(1, OP_LOST),
    OF_NO_CARD(1, OP_PAID),
#undef OF_NO_CARD
    {"a watch without events", 's', ABIL_WATCH, 1, CODE(OP_TRUE)},
    {"a watch is a pattern and nothing else", 'c', ABIL_WATCH, 0, CODE(OP_TRUE)},
    /* prohibitions by pattern */
    {0, 'b', ABIL_STATIC, 0,
     CODE(OP_FORBID, DUR_NONE, 5, OP_ON, EV_MOVE, 1, OP_ON_CARD, OP_THIS, OP_END)},
    {0, 'b', ABIL_ACTIVATED, 0,
     CODE(OP_FORBIDSET, OP_SELF, DUR_TURN, 5, OP_ON, EV_MOVE, 1, OP_ON_CARD, OP_ANY, OP_END)},
    {"a length is wrong", 'b', ABIL_STATIC, 3,
     CODE(OP_FORBID, DUR_NONE, 6, OP_ON, EV_MOVE, 1, OP_ON_CARD, OP_THIS, OP_END)},
    {"no truth", 'b', ABIL_STATIC, 4, CODE(OP_FORBID, DUR_NONE, 1, OP_ANY, OP_END)},
    /* actions of the game's own */
    {"no such action of the game's own", 'b', ABIL_ACTIVATED, 2, CODE(OP_GAME, ROP_COUNT, OP_END)},
    {"no players", 'b', ABIL_ACTIVATED, 3, CODE(OP_GAME, ROP_HEAL, OP_SELF, OP_NUM, 1, OP_END)},
    /* lengths and ends */
    {"a length is wrong", 'c', ABIL_ACTIVATED, 5,
     CODE(OP_ALL, OP_CARDS, OP_YOU, HAND, 2, OP_ANY, OP_ANY)},
    {"a body ends inside an op", 'b', ABIL_ACTIVATED, 3,
     CODE(OP_IF, OP_DID, 2, OP_DRAW, OP_YOU, OP_NUM, 1, 0, OP_END)},
    {"a body goes beyond the code", 'b', ABIL_ACTIVATED, 3,
     CODE(OP_MAY, OP_YOU, 99, OP_KEEP, OP_END)},
    {"code behind the end", 'b', ABIL_ACTIVATED, 4,
     CODE(OP_MAY, OP_YOU, 2, OP_END, OP_KEEP, OP_END)},
    {"an ELSE without an IF", 'b', ABIL_ACTIVATED, 1, CODE(OP_MAY, OP_YOU, 2, OP_ELSE, 0, OP_END)},
    {"an ELSE without an IF", 'b', ABIL_ACTIVATED, 1, CODE(OP_BY, OP_YOU, 2, OP_ELSE, 0, OP_END)},
    {"an ELSE without an IF", 'b', ABIL_ACTIVATED, 1, CODE(OP_EACH, OP_YOU, 2, OP_ELSE, 0, OP_END)},
    {"an ELSE without an IF", 'b', ABIL_ACTIVATED, 1,
     CODE(OP_ROUNDS, OP_NUM, 1, 2, OP_ELSE, 0, OP_END)},
    {"an ELSE inside a body", 'b', ABIL_ACTIVATED, 4,
     CODE(OP_IF, OP_DID, 3, OP_ELSE, 0, OP_KEEP, OP_END)},
    {"no modes, or too many", 'b', ABIL_ACTIVATED, 1,
     CODE(OP_MODES, OP_YOU, OP_NUM, 1, 0, 0, OP_END)},
    {"the code breaks off", 'b', ABIL_ACTIVATED, 3, CODE(OP_DRAW, OP_YOU)},
    {"the code breaks off", 'b', ABIL_ACTIVATED, 2, CODE(OP_KEEP)},
    {"the code breaks off", 'c', ABIL_ACTIVATED, 5, CODE(OP_AND, 9, OP_DID, OP_DID)},
};

static void wrong_code(void **state) {
    (void)state;
    unsigned behind = 0;
    assert_string_equal(verify(codes[0].code, 0, 'b', ABIL_ACTIVATED, &behind), "no such code");
    assert_int_equal(behind, 1);
    for (unsigned i = 0; i < COUNT(codes); i++) {
        unsigned at = 0;
        const char *why = verify(codes[i].code, codes[i].n, codes[i].piece, codes[i].kind, &at);
        if (!codes[i].why) {
            if (why) fail_msg("code %u: %s at %u", i, why, at);
            assert_int_equal(at, codes[i].n);
            continue;
        }
        if (!why || strcmp(why, codes[i].why) || at != codes[i].at)
            fail_msg("code %u: %s at %u, not %s at %u", i, why ? why : "right", at, codes[i].why,
                     codes[i].at);
    }
}

/* The least and the greatest literal of each class is right, what lies beyond is not. */
static void ranges(void **state) {
    (void)state;
    const Game *g = &game_rebirth;
    const Pack p = {.nterm = NTERM, .nabil = NABIL};
    const struct {
        char letter;
        unsigned least, greatest;
    } rows[] = {
        {'B', 0, 1},
        {'t', 1, NTERM - 1},
        {'T', 0, NTERM - 1},
        {'z', 0, (1u << g->nzones) - 1},
        {'k', 0, g->nkinds - 1u},
        {'K', 1, g->nkeywords - 1u},
        {'W', 0, g->nkeywords - 1u},
        {'S', 1, STAT_COUNT - 1},
        {'o', 1, g->npoints - 1u},
        {'r', 1, g->nroles - 1u},
        {'h', 0, (1u << g->nhows) - 1},
        {'H', 0, g->nhows - 1u},
        {'R', 1, g->nrules - 1u},
        {'F', 0, g->nfacts - 1u},
        {'N', 0, g->nnumbers - 1u},
        {'a', 1, NABIL - 1},
        {'m', 1, 4 + MAX_TRAITS},
        {'q', 0, 6},
        {'g', 0, g->nops - 1u},
        {'d', DUR_NONE, DUR_OPP_END},
        {'d', DUR_UNTIL, DUR_UNTIL + g->npoints - 1u},
        {'d', DUR_WHILE_SOURCE, DUR_WHILE_RESTED_SOURCE},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        const char letter = rows[i].letter;
        if (vm_literal_fault(g, &p, letter, rows[i].least) ||
            vm_literal_fault(g, &p, letter, rows[i].greatest))
            fail_msg("%c: a right literal is refused", letter);
        if (!vm_literal_fault(g, &p, letter, rows[i].greatest + 1) ||
            (rows[i].least && !vm_literal_fault(g, &p, letter, rows[i].least - 1)))
            fail_msg("%c: a wrong literal is accepted", letter);
    }
}

/* Every truth about an event is refused where there is none, and by a kind of event that does not
 * carry what it asks for. */
static void event_truths(void **state) {
    (void)state;
    static const struct {
        Code op, kind;
    } rows[] = {
        {OP_ON_CARD, EV_POINT},  {OP_ON_OTHER, EV_ORIENT},  {OP_NOCARD, EV_MOVE},
        {OP_FROM, EV_ORIENT},    {OP_TO, EV_SHUFFLE},       {OP_HOW, EV_DAMAGE},
        {OP_WHOSE, EV_STATE},    {OP_ACTOR, EV_HIT},        {OP_BYPLAYER, EV_ATTACK},
        {OP_BYEFFECT, EV_BLOCK}, {OP_BYCARD, EV_PLAY},      {OP_BYATTACK, EV_DAMAGE},
        {OP_USES, EV_MOVE},      {OP_POINT, EV_MOVE},       {OP_TURNED, EV_MOVE},
        {OP_DEED, EV_COUNTERS},  {OP_IN_BATTLE, EV_ATTACK}, {OP_ABOUT, EV_DEED},
        {OP_LAID, EV_SHUFFLE},   {OP_LANDS, EV_TIE},        {OP_SWAPPED, EV_ORIENT},
        {OP_MADEBY, EV_BLOCK},   {OP_COUNTED, EV_DAMAGE},   {OP_AMOUNT, EV_ATTACK},
    };
    for (unsigned i = 0; i < COUNT(rows); i++) {
        unsigned at = 0;
        const Code alone[] = {rows[i].op, 0}, inside[] = {OP_ON, rows[i].kind, 1, rows[i].op, 0};
        const char *why = verify(alone, COUNT(alone), 'c', ABIL_ACTIVATED, &at);
        if (rows[i].op == OP_AMOUNT) continue; /* a number, which effects have, too */
        if (!why || strcmp(why, "a truth about an event outside ON"))
            fail_msg("row %u outside ON: %s", i, why ? why : "right");
        if (rows[i].kind == EV_STATE) continue; /* no pattern has this kind */
        why = verify(inside, COUNT(inside), 't', ABIL_TRIGGERED, &at);
        if (!why || strcmp(why, event_info[rows[i].kind].refusal))
            fail_msg("row %u in ON: %s", i, why ? why : "right");
    }
}

/* Ops inside one another without end are refused, not followed. */
static void too_deep(void **state) {
    (void)state;
    unsigned at;
    Code code[3000];
    for (unsigned i = 0; i < COUNT(code); i++) code[i] = OP_NOT;
    assert_string_equal(verify(code, COUNT(code), 'c', ABIL_ACTIVATED, &at),
                        "ops too deep inside one another");
    for (unsigned i = 0; i + 2 < COUNT(code); i += 3) {
        code[i] = OP_MAY;
        code[i + 1] = OP_YOU;
        code[i + 2] = (Code)(COUNT(code) - i - 3);
    }
    assert_non_null(verify(code, COUNT(code), 'b', ABIL_ACTIVATED, &at));
}

/* What stands one behind another is not deep, however much of it there is. */
static void long_but_flat(void **state) {
    (void)state;
    enum { TIMES = 300 };
    static const struct {
        Code code[12];
        unsigned n;
    } parts[] = {
        {CODE(OP_MAY, OP_YOU, 1, OP_KEEP)},
        {CODE(OP_IF, OP_DID, 3, OP_KEEP, OP_ELSE, 1, OP_KEEP)},
        {CODE(OP_DRAW, OP_YOU, OP_NUM, 1, 0)},
        {CODE(OP_MODES, OP_YOU, OP_NUM, 1, 0, 1, 1, OP_KEEP)},
    };
    for (unsigned k = 0; k < COUNT(parts); k++) {
        Code code[12 * TIMES + 1];
        unsigned n = 0, at;
        for (unsigned i = 0; i < TIMES; i++)
            for (unsigned j = 0; j < parts[k].n; j++) code[n++] = parts[k].code[j];
        code[n++] = OP_END;
        const char *why = verify(code, n, 'b', ABIL_ACTIVATED, &at);
        if (why) fail_msg("part %u: %s at %u", k, why, at);
    }
}

/* Every ability of the cards that come with the program, with words changed at random: nothing but
 * a verdict comes of it (the sanitizers watch). */
static void spoiled_code(void **state) {
    (void)state;
    static const char *const files[][2] = {{"rebirth", "cards/rebirth/starter.csv"},
                                           {"ninja", "cards/ninja/starter.csv"}};
    for (unsigned f = 0; f < COUNT(files); f++) {
        const Game *g = game_by_key(files[f][0]);
        CardList cards;
        FileError error;
        cards_init(&cards, g);
        assert_true(cards_read(&cards, files[f][1], &error));
        Builder *b = builder_new(g);
        for (unsigned i = 0; i < cards.n; i++) {
            unsigned entry;
            TextError why;
            CardText card = card_text(&cards.card[i]);
            assert_true(builder_add(b, &card, &entry, &why));
        }
        const Pack *p = builder_pack(b);
        Code *code = malloc(p->ncode * sizeof *code);
        Pack spoiled = *p;
        spoiled.code = code;
        uint32_t random = 1;
        unsigned refused = 0, tried = 0, at;
        for (unsigned a = 1; a < p->nabil; a++) assert_null(vm_verify(g, p, &p->abil[a], &at));
        for (unsigned round = 0; round < 200; round++) {
            memcpy(code, p->code, p->ncode * sizeof *code);
            for (unsigned i = 0; i < 40; i++) {
                random = random * 1664525u + 1013904223u;
                code[1 + (random >> 8) % (p->ncode - 1)] =
                    (Code)(random >> 3 & (i & 1 ? 255 : 0xFFFF));
            }
            for (unsigned a = 1; a < p->nabil; a++, tried++)
                refused += vm_verify(g, &spoiled, &p->abil[a], &at) != 0;
        }
        assert_true(refused > tried / 100);
        free(code);
        builder_free(b);
        cards_free(&cards);
    }
}

/* ---- rows ---- */

typedef struct Heard {
    unsigned n, line; /* line 0: the fault belongs to no row */
    char what[300];
} Heard;

static void hear(void *self, const Row *row, const char *what) {
    Heard *h = self;
    if (h->n++) return;
    h->line = row ? row->line : 0;
    snprintf(h->what, sizeof h->what, "%s", what);
}

static unsigned check_with(const Game *g, Row wrong, Heard *h) {
    Tongue t = *tongue_of(g);
    Row *rows = malloc((t.nrow + 1) * sizeof *rows);
    memcpy(rows, t.row, t.nrow * sizeof *rows);
    rows[t.nrow++] = wrong;
    t.row = rows;
    *h = (Heard){0};
    unsigned n = grammar_check(&t, hear, h);
    bool told = !n || h->line == wrong.line;
    free(rows);
    if (!told) fail_msg("line %u: the fault is told of line %u: %s", wrong.line, h->line, h->what);
    return n;
}

static const struct {
    const char *what;
    Row row;
} rows[] = {
// clang-format off
#define ROW(p, how, makes, says)                                                                   \
    {.phrase = p, .pattern = how, .code = makes, .english = says, .file = __FILE__, .line = __LINE__}
#define WRONG(why, ...) {why, ROW(__VA_ARGS__)},
    WRONG("unknown word ANYY", "adj", "赤い", "ANYY", "red")
    WRONG("unknown word !nosuch", "act", "踊る", "!nosuch", "dance")
    WRONG("unknown word RB_99_1", "adj", "赤い", "FMARK RB_99_1 ANY", "red")
    /* classes */
    WRONG("SELF: wanted a filter", "adj", "赤い", "SELF", "red")
    WRONG("ANY: wanted a set of cards", "cond", "赤い", "GE COUNT ANY NUM 1", "red")
    WRONG("YOU: wanted a number", "act", "踊る", "DRAW @p YOU 0", "dance")
    WRONG("ENTRY: wanted a set of cards", "act", "踊る", "ORIENT ENTRY 1", "dance")
    WRONG("@d: wanted a set of cards", "act", "踊る", "ORIENT @d 1", "dance")
    WRONG("@x: wanted a set of cards", "act", "踊る", "ORIENT @x 1", "dance")
    WRONG("!thatattack: wanted a filter", "adj", "赤い", "FNOT !thatattack", "red")
    WRONG("the code ends too early: wanted a filter", "adj", "赤い", "FNOT", "red")
    WRONG("unexpected ANY", "adj", "赤い", "ANY ANY", "red")
    WRONG("unexpected }", "adj", "赤い", "ANY }", "red")
    /* operands */
    WRONG("9: no such kind", "adj", "赤い", "KIND 9", "red")
    WRONG("KW_SPARK: wanted a kind", "adj", "赤い", "KIND KW_SPARK", "red")
    WRONG("K_CH: wanted a keyword", "adj", "赤い", "KEY K_CH", "red")
    WRONG("99: no such keyword", "adj", "赤い", "KEY 99", "red")
    WRONG("40000: no set of zones of this game", "adj", "赤い", "AT EVERY 40000", "red")
    WRONG("OPP: wanted zones", "adj", "赤い", "AT EVERY OPP", "red")
    WRONG("8: no such stat", "adj", "赤い", "HAS 8 0 NUM 1", "red")
    WRONG("8: no such comparison", "adj", "赤い", "HAS 1 8 NUM 1", "red")
    WRONG("77: no such role", "adj", "赤い", "FROLE 77", "red")
    WRONG("77: no such point of the turn", "event", "赤い", "ON EV_POINT 1 POINT 77", "red")
    WRONG("unknown word EV_FLY", "event", "赤い", "ON EV_FLY 0", "red")
    WRONG("HAND: wanted a kind of event", "event", "赤い", "ON HAND 0", "red")
    WRONG("1: wanted a truth", "event", "赤い", "ON EV_MOVE 1 1", "red")
    WRONG("FROM: EV_ORIENT does not carry that", "event", "赤い", "ON EV_ORIENT 1 FROM HAND", "red")
    WRONG("AMOUNT: EV_ATTACK does not carry that", "event", "赤い", "ON EV_ATTACK 1 EQ AMOUNT NUM 1", "red")
    WRONG("BYCARD: EV_POINT does not carry that", "event", "赤い",
          "ON_ANY 2 ON EV_MOVE 1 BYCARD ANY ON EV_POINT 1 NOT BYCARD ANY", "red")
    WRONG("99: no such way to move", "act", "踊る", "MOVE @p IT HAND 0 99", "dance")
    WRONG("unknown word D_NEVER", "dur", "永遠に", "D_NEVER", "forever")
    WRONG("KW_ACT: wanted a duration", "dur", "永遠に", "KW_ACT", "forever")
    WRONG("30: no duration", "dur", "永遠に", "30", "forever")
    WRONG("2: neither 0 nor 1", "act", "踊る", "ORIENT IT 2", "dance")
    WRONG("20: nothing that can be gained", "act", "<#name>踊る", "GAIN IT 20 $1 @d", "dance")
    WRONG("3: wanted a name or trait of the text", "adj", "赤い", "NAME 3", "red")
    WRONG("3: wanted a rule change, by its name", "act", "踊る", "RULE 3 @p ANY NUM 0 @d", "x")
    WRONG("HAND: wanted a rule change", "act", "踊る", "RULE HAND @p ANY NUM 0 @d", "x")
    WRONG("unknown word G_NOTHING", "act", "踊る", "GAME G_NOTHING", "dance")
    WRONG("SELF: wanted players", "act", "踊る", "GAME G_HEAL SELF NUM 1", "dance")
    WRONG("0: wanted a count", "adj", "赤い", "FAND 0", "red")
    WRONG("ANY: wanted {", "set", "赤い", "CARDS YOU HAND ANY", "red")
    WRONG(": wanted }", "set", "赤い", "CARDS YOU HAND { ANY", "red")
    /* parts */
    WRONG("$1: there are 0 parts", "adj", "赤い", "FNOT $1", "red")
    WRONG("$3: there are 1 parts", "adj", "<set>赤い", "FNOT $3", "red")
    WRONG("<set> gives a set of cards, wanted a filter", "adj", "<set>赤い", "FNOT $1", "red")
    WRONG("$1: wanted a filter", "adj", "<#number>赤い", "FNOT $1", "red")
    WRONG("%1: wanted a filter", "adj", "<num>赤い", "FNOT %1", "red")
    WRONG("#1 is not a plain number", "act", "<set>踊る", "LOSE $1 #1 @d", "dance")
    WRONG("no row for the phrase <nowhere>", "adj", "<nowhere>赤い", "ANY", "red")
    WRONG("this word does not take 1 parts", "act", "<num>踊る", "!gains", "dance")
    WRONG("the English refers to part 2, but the pattern has 1", "adj", "<num>赤い", "ANY", "{2} red")
    /* patterns */
    WRONG("a < is never closed", "adj", "<num赤い", "ANY", "red")
    WRONG("a { is never closed", "adj", "{赤い|青い", "ANY", "red")
    WRONG("unknown verb: ~飛ぶ", "act", "~飛ぶ", "KEEP", "fly")
    // clang-format on
};

static void wrong_rows(void **state) {
    (void)state;
    Heard h;
    for (unsigned i = 0; i < COUNT(rows); i++) {
        unsigned n = check_with(&game_rebirth, rows[i].row, &h);
        if (!n || strcmp(h.what, rows[i].what))
            fail_msg("line %u: %s, not %s", rows[i].row.line, n ? h.what : "no fault",
                     rows[i].what);
    }
}

/* Segments: another row reads one that this row has not. */
static void wrong_segments(void **state) {
    (void)state;
    Heard h;
    Row row = ROW("howmany", "三つほど", "NUM 3", "three");
    assert_int_not_equal(check_with(&game_rebirth, row, &h), 0);
    assert_string_equal(h.what, "there is no segment 1, but other rows read it");
}

static void right_rows(void **state) {
    (void)state;
    for (unsigned i = 0; game_at(i); i++) {
        Heard h = {0};
        if (grammar_check(tongue_of(game_at(i)), hear, &h)) fail_msg("%s", h.what);
        Row row = ROW("adj", "赤い<num>個の", "HAS 3 0 $1", "{1} red");
        assert_int_equal(check_with(game_at(i), row, &h), 0);
        row.pattern = tongue_of(game_at(i))->row[0].pattern;
        row.phrase = tongue_of(game_at(i))->row[0].phrase;
        row.code = tongue_of(game_at(i))->row[0].code;
        row.english = "";
        assert_int_not_equal(check_with(game_at(i), row, &h), 0);
        assert_non_null(strstr(h.what, "has the same pattern"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_code),    cmocka_unit_test(ranges),
        cmocka_unit_test(event_truths),  cmocka_unit_test(too_deep),
        cmocka_unit_test(long_but_flat), cmocka_unit_test(spoiled_code),
        cmocka_unit_test(wrong_rows),    cmocka_unit_test(wrong_segments),
        cmocka_unit_test(right_rows),
    };
    return cmocka_run_group_tests(tests, 0, 0);
}
