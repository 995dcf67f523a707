/* The machine that compiled text runs on.
 *
 * Numbers, truths, players, sets and filters never meet a choice and are evaluated at once on the
 * native stack. Actions may; they run in PROC_TEXT frames, one action a step. */
#pragma once
#include "kernel/run.h"

typedef enum Op {
    OP_NONE,
#define OP(name, cls, operands, doc) OP_##name,
#include "vm/ops.def"
#undef OP
    OP_COUNT_
} Op;

typedef struct OpInfo {
    const char *name, *operands, *doc;
    char cls;
} OpInfo;
extern const OpInfo op_info[OP_COUNT_];

/* Is an operand with the letter code in place, and not words that are read as they are? */
static inline bool vm_operand_is_code(char letter) {
    return letter == 'n' || letter == 'b' || letter == 'p' || letter == 's' || letter == 'f';
}

/* What the ops WHOLE and ATLEAST give: a count of all there are, plus how many there must be. More
 * than any number that a text can count. */
enum { VM_WHOLE = 1 << 28 };
static inline bool vm_is_whole(int n) { return n >= VM_WHOLE; }
/* How many must be there for the count to be reached. */
static inline int vm_needed(int n) { return vm_is_whole(n) ? n - VM_WHOLE : n; }

/* How a HAS compares. */
static inline bool vm_compares(int a, unsigned how, int b) {
    switch (how) {
    case 0: return a >= b;
    case 1: return a <= b;
    case 2: return a == b;
    case 3: return a > b;
    case 4: return a < b;
    default: return a != b;
    }
}

/* Locals of PROC_TEXT. */
typedef struct TextLocals {
    Pc pc;          /* the next word */
    Pc end;         /* behind the last word; 0: the code ends with END */
    uint16_t may;   /* words of the body that a pending yes or no is about */
    int16_t credit; /* of a cost: so much of the game's currency need not be paid */
} TextLocals;
FRAME_LOCALS(TextLocals, text_of)

/* Locals of the procedures in modes.c. */
typedef struct ModesLocals {
    int32_t want;    /* how many modes are to be chosen */
    uint16_t chosen; /* bit each; a mode that was carried out is cleared */
    Pc lengths;      /* 'count' lengths, then the bodies */
    uint8_t count;
    PlayerId player;
    uint8_t may; /* 1: none need be chosen, 2: one at least */
} ModesLocals;
FRAME_LOCALS(ModesLocals, modes_of)

typedef struct EachLocals {
    PlayerSet players;
    uint8_t nth;     /* the next player, by turn order */
    PlayerId before; /* "that player" before it */
    Pc body, end;
} EachLocals;
FRAME_LOCALS(EachLocals, each_of)

typedef struct UptoLocals {
    int32_t want, done; /* cards for each player; so many for this one */
    PlayerSet who, whose;
    uint8_t nth;   /* the player at hand, by turn order */
    uint8_t flags; /* UPTO_* */
    bool look;     /* at the cards; else they are drawn */
} UptoLocals;
FRAME_LOCALS(UptoLocals, upto_of)

typedef struct DeclareLocals {
    int32_t low, high;
    PlayerId player;
} DeclareLocals;
FRAME_LOCALS(DeclareLocals, declare_of)

/* What an expression is evaluated for. */
typedef struct Eval {
    Run *r;
    PlayerId you;
    PlayerId viewer; /* whose eyes see the cards: the master's, or who chooses */
    CardRef self;    /* this card */
    CardRef was;     /* this card, as its information is asked for: last known if it left play */
    Context *ctx;    /* null outside a resolution */
    const Event *ev; /* the event asked about, or null */
    CardRef memory;  /* "it", for a delayed trigger that remembers a card; 0: the register tells */
    uint8_t one;     /* the opponent picked for a static ability + 1, 0 none */
    bool choosing;   /* a new "it" is being chosen: "it" is what was spoken of before */
    uint8_t each;    /* 1 + the player whom SOME asks about; 0: none */
    bool base;       /* of a static ability that tells what its own card is, everywhere */
} Eval;

Eval eval_ctx(Run *r, unsigned ctx);
Eval eval_source(Run *r, PlayerId you, CardRef self);

int vm_number_of(const Eval *e, Pc *pc);
bool vm_truth(const Eval *e, Pc *pc);
PlayerSet vm_players_of(const Eval *e, Pc *pc);
unsigned vm_set(const Eval *e, Pc *pc, CardRef *out,
                unsigned max); /* in canonical order, distinct */
bool vm_set_has(const Eval *e, Pc *pc, CardRef c);
/* Of a card whose leaving its seat triggered the ability: as it was there. */
CardRef vm_on_seat(const Eval *e, CardRef c);
int vm_stat(const Eval *e, CardRef c, unsigned stat);
unsigned vm_places(const Eval *e, Pc set);         /* how many zones of players it speaks of */
int vm_count(const Eval *e, Pc *pc);               /* as many as vm_set would give */
int vm_count_to(const Eval *e, Pc *pc, int stop);  /* of COUNT CARDS: no further than so many */
bool vm_enough(const Eval *e, Pc set, unsigned n); /* so many cards of the set may be chosen */
bool vm_any(const Eval *e, Pc *pc); /* a card of the set passes the filter behind it */
bool vm_match(const Eval *e, Pc *pc, CardRef c);
static inline bool vm_truth_at(const Eval *e, Pc pc) { return vm_truth(e, &pc); }
bool vm_match_at(const Eval *e, Pc pc, CardRef c); /* asks no more than it must */

/* Marks in front of an expression are told and passed over; returns the op behind them. */
static inline unsigned vm_op(const Eval *e, Pc *pc, unsigned mark) {
    const Code *k = e->r->pack->code;
    while (k[*pc] == mark) {
        run_rule(e->r, k[*pc + 1]);
        *pc = (Pc)(*pc + 2);
    }
    return k[(*pc)++];
}

static inline PlayerSet vm_you(const Eval *e) {
    if (WATCHED(e->r)) {
        kmark(e->r, KM_YOU);
        if (e->r->s->team_size > 1) kmark(e->r, KM_YOU_ALONE);
    }
    return player_bit(e->you);
}

/* The two commonest expressions are read in place. */
static inline int vm_number(const Eval *e, Pc *pc) {
    const Code *k = &e->r->pack->code[*pc];
    if (k[0] != OP_NUM) return vm_number_of(e, pc);
    *pc = (Pc)(*pc + 2);
    return (int32_t)k[1];
}
static inline PlayerSet vm_players(const Eval *e, Pc *pc) {
    if (e->r->pack->code[*pc] != OP_YOU) return vm_players_of(e, pc);
    ++*pc;
    return vm_you(e);
}

/* The card lies face down as a rule, and the viewer does not see its face: of its information he
 * has only what everybody can tell. */
bool vm_unseen(const Eval *e, CardRef c);
/* Does the filter ask for information of cards in these zones that not everybody can tell? */
bool vm_asks_info(const Run *r, Pc filter, ZoneSet zones);

void vm_skip(const Game *g, const Code *code, Pc *pc); /* past one node */
/* The same in the code of the pack, where its length is known. */
static inline void vm_pass(const Run *r, Pc *pc) {
    unsigned len = r->pack->printed[*pc].len;
    if (len)
        *pc = (Pc)(*pc + len);
    else
        vm_skip(r->g, r->pack->code, pc);
}
/* Does the action read about an opponent, or let one act? Then one must be picked (not where
 * effects last on all of them, or cards are chosen among theirs). */
enum { OPPONENT_READ = 1, OPPONENT_ACTS };
unsigned vm_one_opponent(const Game *g, const Code *code, Pc pc);
bool vm_mentions_opponent(const Game *g, const Code *code, Pc *pc);
/* Calls for every op of one node, itself first; returns the place behind it. */
typedef void (*OpVisit)(void *self, unsigned op, const Code *operands);
unsigned vm_walk(const Game *g, const Code *code, unsigned pc, OpVisit visit, void *self);
const char *vm_operands(const Game *g, const Code *code, Pc pc);

/* Static effects of an ability in one layer; true if anything was written. */
bool vm_static(const Eval *e, Pc pc, unsigned layer, uint64_t *probe);
/* Is it all of the sort that vm_static carries out: nothing is done, something is so? */
bool vm_only_lasts(const Game *g, const Code *code, unsigned n);

/* Could it be paid beside so much of the game's currency, and without the card that is entered? */
bool vm_can_beside(Run *r, unsigned ctx, Pc pc, PlayerId payer, CardId entered, int cost);
bool vm_can_all(Run *r, unsigned ctx, const Pc *pc, unsigned count, PlayerId payer, CardId entered,
                int cost); /* all of the codes, one after the other */
/* Told at once from how a cost begins: it asks for more than there is of the game's currency, or
 * for a card to be rested that is. */
bool vm_out_of_reach(Run *r, Pc cost, CardId self, unsigned have);
bool text_pays(const Run *r); /* is the text that runs now a cost? */
/* The player sees the cards of the players' zones. */
void vm_look_through(Run *r, PlayerId p, PlayerSet whose, ZoneSet zones);
bool vm_can(Run *r, unsigned ctx, Pc pc); /* could the body be carried out wholly, as a cost? */
bool vm_can_until(Run *r, unsigned ctx, Pc pc, Pc end, PlayerId payer);
/* The rest of a cost, if this card is picked as well for the choice before it. */
bool vm_can_with(Run *r, unsigned ctx, Pc pc, Pc end, PlayerId payer, CardRef one);
bool vm_chooses_later(const Run *r, Pc pc, Pc end);
/* Of a choice that is part of a cost: those cards with which the rest of it can still be paid. */
unsigned text_leaves(Run *r, Frame *text, PlayerId payer, CardRef *c, unsigned n);
Frame *vm_call_cost(Run *r, unsigned ctx, Pc pc);
unsigned text_set(Run *r, Frame *f, CardRef *out); /* operands of the game's own actions */
int text_number(Run *r, Frame *f);
PlayerSet text_players(Run *r, Frame *f);
unsigned text_word(Run *r, Frame *f);
/* Until a point of this turn that has passed, for an attack that is not, or as long as a card stays
 * that has left: what is to last so long does not begin. */
bool text_expired(Run *r, const Context *x, unsigned dur);
Frame *vm_call(Run *r, unsigned ctx, Pc pc); /* push a frame that carries out a body */
/* Does the text hold more than one instruction? For marks. */
static inline bool vm_several(const Run *r, Pc pc) {
    unsigned n = 0;
    for (const Code *k = r->pack->code; n < 2 && k[pc] != OP_END; vm_pass(r, &pc))
        n += k[pc] != OP_MARK;
    return n > 1;
}

/* verify.c: is all code of the ability well formed? Null: yes, and *at tells how many words it has.
 * Else why not, and *at is the word of the pack's code. Of the pack it reads code, nterm, and the
 * flags of the nabil abilities. */
const char *vm_verify(const Game *g, const Pack *p, const AbilityDef *a, unsigned *at);
/* Null, or why the word cannot be an operand with the letter (ops.def). A null pack: terms and
 * abilities are not looked at. */
const char *vm_literal_fault(const Game *g, const Pack *p, char letter, unsigned w);
char vm_gain_letter(unsigned what); /* of the second word of a G; 0: nothing can be gained so */
