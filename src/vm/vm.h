/* The virtual machine for compiled text.
 *
 * Expressions (numbers, truths, players, sets, filters) never involve a choice and are evaluated on
 * the native stack. Actions may; they run in PROC_TEXT frames, one action per step. */
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

/* Kinds of event as patterns (ON) name them. */
typedef struct EventInfo {
    const char *name, *doc;
    const char *refusal; /* why an aspect that it does not carry cannot be asked for */
    unsigned carries;    /* HAS_*; 0: no event, but a kind of listener */
} EventInfo;
extern const EventInfo event_info[EV_COUNT];
/* The aspect of an event that the op asks for (HAS_*), 0: none. */
unsigned vm_aspect(unsigned op);

/* Is an operand with this letter nested code, rather than literal words? */
static inline bool vm_operand_is_code(char letter) {
    return letter == 'n' || letter == 'b' || letter == 'p' || letter == 's' || letter == 'f' ||
           letter == 'l';
}

/* Value of WHOLE and ATLEAST: "all", plus the minimum that must exist. Larger than any count. */
enum { VM_WHOLE = 1 << 28 };
enum { KINDS_BITS = 64 }; /* operand of KINDS: bits of the third number */
static inline bool vm_is_whole(int n) { return n >= VM_WHOLE; }
/* The minimum that must exist. */
static inline int vm_needed(int n) { return vm_is_whole(n) ? n - VM_WHOLE : n; }

/* Evaluates comparison 'how' of HAS (letter q in ops.def). */
static inline bool vm_compares(int a, unsigned how, int b) {
    switch (how) {
    case 0: return a >= b;
    case 1: return a <= b;
    case 2: return a == b;
    case 3: return a > b;
    case 4: return a < b;
    case 6: return (a & b) != 0;
    default: return a != b;
    }
}

/* Locals of PROC_TEXT. */
enum { MAX_TURNED = 8 };
typedef struct TextLocals {
    Pc pc;          /* the next word */
    Pc end;         /* end of the code, exclusive; 0: it ends with END */
    uint16_t may;   /* length of the body that a pending yes/no question is about */
    int16_t credit; /* in a cost: this much of the currency need not be paid */
    uint16_t nturned;
    CardRef turned[MAX_TURNED]; /* in the body of an ability: cards that it has turned face down */
} TextLocals;
FRAME_LOCALS(TextLocals, text_of)

/* Locals of the procedures in modes.c. */
typedef struct ModesLocals {
    int32_t want;    /* number of modes to choose */
    uint16_t chosen; /* bit each; cleared once carried out */
    Pc lengths;      /* pc of 'count' lengths, followed by the bodies */
    uint8_t count;
    PlayerId player;
    uint8_t may; /* 1: may choose none, 2: at least one */
} ModesLocals;
FRAME_LOCALS(ModesLocals, modes_of)

typedef struct EachLocals {
    PlayerSet players;
    uint8_t nth;     /* index of the next player in turn order */
    uint8_t ran;     /* players who have run the body or run it now */
    PlayerId before; /* "that player" to restore afterwards */
    Pc body, end;
} EachLocals;
FRAME_LOCALS(EachLocals, each_of)

typedef struct RoundsLocals {
    int32_t left; /* rounds */
    Pc body, end;
    bool begun;
    Places places; /* chosen in earlier rounds */
} RoundsLocals;
FRAME_LOCALS(RoundsLocals, rounds_of)

typedef struct UptoLocals {
    int32_t want, done; /* cards for each player; done for the current one */
    PlayerSet who, whose;
    uint8_t nth;   /* index of the current player in turn order */
    uint8_t flags; /* UPTO_* */
    bool look;     /* look at the cards instead of drawing them */
    uint8_t more;  /* cards that texts add for the current player */
} UptoLocals;
/* May stop after each card; looks are shown to all; texts add no cards. */
enum { UPTO_MAY = 1, UPTO_SHOW = 2, UPTO_PLAIN = 4 };
FRAME_LOCALS(UptoLocals, upto_of)

typedef struct DeclareLocals {
    int32_t low, high;
    PlayerId player;
} DeclareLocals;
FRAME_LOCALS(DeclareLocals, declare_of)

typedef struct PickPlaces {
    Places from;      /* those still on offer */
    uint8_t min, max; /* how many more */
    PlayerId player;
} PickPlaces;
FRAME_LOCALS(PickPlaces, pick_places_of)

/* The environment of an expression. */
typedef struct Eval {
    Run *r;
    PlayerId you;
    PlayerId
        viewer;   /* whose view limits what is known of hidden cards: the master, or who chooses */
    CardRef self; /* this card */
    CardRef was;  /* this card, for reading information: its last life in play if it left */
    Context *ctx; /* null outside a resolution */
    const Event *ev; /* the event under test, or null */
    CardRef memory;  /* "it" of a delayed trigger that remembers a card; 0: use the register */
    uint8_t one;     /* the opponent picked for a static ability + 1, 0 none */
    bool choosing;   /* a new "it" is being chosen: "it" means the previous one (REG_KEEP) */
    uint8_t each;    /* 1 + the player that SOME iterates over; 0: none */
    bool before;     /* the cards of the event are read as they were before it */
    bool base;       /* evaluating a static ability that defines its own card in every zone */
    bool among;      /* OPP means all opponents, as for the cards of a choice; not in numbers */
} Eval;

/* The environment of an ability being carried out, and of an ability of a card. */
Eval eval_ctx(Run *r, unsigned ctx);
Eval eval_source(Run *r, PlayerId you, CardRef self);

/* Does the running ability refer to the face of a card that shows none? It does if it has turned
 * the card face down itself, or was triggered by that (Game.face_down_is_blank). */
bool vm_recalls(const Eval *e, CardRef c);
void vm_note_turned(Run *r, unsigned ctx, CardRef c); /* the ability turns it face down */
/* Shows the face between the two calls. Nothing may be derived meanwhile. */
Card vm_face_begin(const Eval *e, CardId c);
void vm_face_end(const Eval *e, CardId c, const Card *before);
/* Is the set all cards of hidden zones that pass a filter? Then *pc is at the filter. */
bool vm_hidden_cards(const Eval *e, Pc *pc, PlayerSet *who, ZoneSet *zones);

/* Evaluate the node at *pc and advance *pc past it. */
int vm_number_of(const Eval *e, Pc *pc);
bool vm_truth(const Eval *e, Pc *pc);
PlayerSet vm_players_of(const Eval *e, Pc *pc);
unsigned vm_set(const Eval *e, Pc *pc, CardRef *out,
                /* Writes the distinct cards of the set in canonical order, returns how many. */
                unsigned max);
bool vm_set_has(const Eval *e, Pc *pc, CardRef c); /* is c in the set? */
Places vm_places_of(const Eval *e, Pc *pc);
static inline Places vm_places_at(const Eval *e, Pc pc) { return vm_places_of(e, &pc); }
unsigned places_count(const Places *p);
/* The card's life on its seat, if its leaving triggered the ability; else c. */
CardRef vm_on_seat(const Eval *e, CardRef c);
/* A number of the card as the text means it; 0 if the viewer cannot see its face. */
int vm_stat(const Eval *e, CardRef c, unsigned stat);
/* Number of places, player and zone, that the set expression names. Cards of the players *as_one
 * in zones of one kind lie in one place: of several opponents one card is chosen, not one of each.
 */
unsigned vm_places(const Eval *e, Pc set, PlayerSet *as_one);
int vm_count(const Eval *e, Pc *pc); /* size of the set, without building it where possible */
int vm_count_to(const Eval *e, Pc *pc, int stop);  /* at COUNT CARDS: counts up to 'stop' */
bool vm_enough(const Eval *e, Pc set, unsigned n); /* are at least n cards of the set choosable? */
/* Has a card of this kind no such number, so that nothing compares with it? */
bool vm_lacks_number(const Run *r, CardId c, unsigned stat);
/* Is the number there that of no card, or of cards without such a number (Game.bare_is_undefined)?
 */
bool vm_undefined(const Eval *e, Pc pc);
bool vm_any(const Eval *e, Pc *pc); /* does a card of the set pass the filter that follows? */
static inline bool vm_truth_at(const Eval *e, Pc pc) { return vm_truth(e, &pc); }
bool vm_match_at(const Eval *e, Pc pc, CardRef c); /* short-circuits */

/* Marks clauses in front of an expression and returns the op behind them. */
static inline unsigned vm_op(const Eval *e, Pc *pc, unsigned mark) {
    const Code *k = e->r->pack->code;
    while (k[*pc] == mark) {
        run_rule(e->r, k[*pc + 1]);
        *pc = (Pc)(*pc + 2);
    }
    return k[(*pc)++];
}

/* "You", with its marks. */
static inline PlayerSet vm_you(const Eval *e) {
    if (WATCHED(e->r)) {
        kmark(e->r, KM_YOU);
        if (e->r->s->team_size > 1) kmark(e->r, KM_YOU_ALONE);
    }
    return player_bit(e->you);
}

/* Inlined fast path for the most common number and players. */
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

/* The card lies in a zone of face-down cards and the viewer cannot see its face: only its public
 * kinds are known. */
bool vm_unseen(const Eval *e, CardRef c);
/* Does the filter read information of cards in these zones that is not public? */
bool vm_asks_info(const Run *r, Pc filter, ZoneSet zones);

void vm_skip(const Game *g, const Code *code, Pc *pc); /* advances past one node */
/* The same in the pack's code, where the length may be precomputed. */
static inline void vm_pass(const Run *r, Pc *pc) {
    unsigned len = r->pack->printed[*pc].len;
    if (len)
        *pc = (Pc)(*pc + len);
    else
        vm_skip(r->g, r->pack->code, pc);
}
bool vm_lasts(unsigned op); /* does the action make a lasting effect? */
/* Does the action read about an opponent, or let one act? Then one must be picked, unless its
 * effect lasts on all of them or it chooses among the cards of all. */
enum { OPPONENT_READ = 1, OPPONENT_ACTS };
unsigned vm_one_opponent(const Game *g, const Code *code, Pc pc);
/* Advances past one node. Does it contain OPP, other than as "in the opponent's turn"? */
bool vm_mentions_opponent(const Game *g, const Code *code, Pc *pc);
/* Visits every op of one node, itself first; returns the pc behind it. */
typedef void (*OpVisit)(void *self, unsigned op, const Code *operands);
unsigned vm_walk(const Game *g, const Code *code, unsigned pc, OpVisit visit, void *self);
const char *vm_operands(const Game *g, const Code *code, Pc pc); /* operand letters of the op */

/* Applies the static effects of an ability in one layer. True: something was written. With
 * 'probe' it writes nothing and hashes what it would write. */
bool vm_static(const Eval *e, Pc pc, unsigned layer, uint64_t *probe);
/* Does the code consist only of ops that vm_static applies? */
bool vm_only_lasts(const Game *g, const Code *code, unsigned n);

/* Could the cost be paid in addition to 'cost' of the currency, without using the card being
 * entered? */
bool vm_can_beside(Run *r, unsigned ctx, Pc pc, PlayerId payer, CardId entered, int cost);
bool vm_can_all(Run *r, unsigned ctx, const Pc *pc, unsigned count, PlayerId payer, CardId entered,
                int cost); /* the same for several costs, paid one after the other */
/* Cheap test of a cost's leading ops: true if it is certain that it cannot be paid, because it
 * needs more currency than 'have' or rests a card that is already rested. */
bool vm_surely_unpayable(Run *r, Pc cost, CardId self, unsigned have);
bool text_pays(const Run *r); /* is the running text a cost? */
/* The effect in the context shows the cards of the players' zones to p. */
void vm_look_through(Run *r, unsigned ctx, PlayerId p, PlayerSet whose, ZoneSet zones);
bool vm_can(Run *r, unsigned ctx, Pc pc); /* could the body be carried out completely, as a cost? */
bool vm_can_until(Run *r, unsigned ctx, Pc pc, Pc end, PlayerId payer); /* the same up to 'end' */
/* Can the payer carry out the next op of a cost frame now, completely? */
bool vm_part_payable(Run *r, Frame *text, PlayerId payer);
/* ---- trial.c ---- */
/* Do parts of the cost touch one another, or what pays the currency? 'self': where the card is. */
bool vm_tangled(const Game *g, const Code *code, Pc pc, Pc end, ZoneSet self);
/* Does the text choose the cards of a part? A prohibition may be about one of them only. */
bool vm_cost_chooses(const Run *r, Pc pc);
bool vm_tangled_now(const Run *r, unsigned ctx, Pc pc, Pc end); /* of an ability that runs */
/* Do parts of several costs touch one another? False for a single one. */
bool vm_tangled_together(const Run *r, unsigned ctx, const Pc *pc, unsigned n);
/* Could the costs be paid, one after the other? 'first' as for vm_can_all. */
bool vm_try_costs(Run *r, unsigned ctx, const Pc *pc, unsigned n, Pc end, PlayerId payer,
                  CardId entered, int first);
/* The same for parts of one cost, each from pc[i] to end[i]. */
bool vm_try_parts(Run *r, unsigned ctx, const Pc *pc, const Pc *end, unsigned n, PlayerId payer,
                  int first);
/* The first part that pays currency, from which a credit is taken; 0 if none does. */
unsigned vm_paying_part(const Run *r, const Pc *pc, unsigned n);
/* The zones from which the cost takes cards, as far as it names them; for marks. */
ZoneSet vm_cost_takes(const Run *r, Pc cost);
/* In a cost that begins with TRIED: drops the options of the question about to be asked after which
 * it could not be paid to the end. False: no such cost is being paid. */
bool vm_keep_payable(Run *r);
/* Is the instruction from 'op' to 'end' all that each of several players does, and did another one
 * do it before? Then the cards of all of them are those that were looked at. */
bool each_looks_on(Run *r, Frame *text, Pc op, Pc end);
bool text_is_cost(const Frame *f);
void text_try(Frame *f); /* its questions offer only what lets the rest of the cost be paid */
bool text_is_tried(const Run *r, Frame *f);
void text_step(Run *r, Frame *f); /* one action */

/* numbers.c: the numbers of all cards in play before an effect, and EV_NUMBER for each that is
 * another one now. */
enum { TOLD_STATS = 4 };
typedef struct NumbersBefore {
    unsigned n;
    CardRef card[MAX_SET];
    int value[MAX_SET][TOLD_STATS];
} NumbersBefore;
void numbers_read(Run *r, NumbersBefore *out);
void numbers_tell(Run *r, unsigned ctx, const NumbersBefore *before);
/* Runs the body so many times; no card or place is chosen in two of them. */
void vm_call_rounds(Run *r, unsigned ctx, int n, Pc body, Pc end);
void vm_drop_chosen_places(Run *r, unsigned ctx, Places *from);     /* in earlier rounds */
Frame *vm_call_cost(Run *r, unsigned ctx, Pc pc);                   /* as vm_call, for a cost */
void vm_call_costs(Run *r, unsigned ctx, const Pc *pc, unsigned n); /* the first is paid first */
/* Parts of one cost in this order, each from pc[i] to end[i]; the credit need not be paid. */
void vm_call_parts(Run *r, unsigned ctx, const Pc *pc, const Pc *end, unsigned n, int credit);
unsigned text_set(Run *r, Frame *f, CardRef *out); /* read an operand of a game's op */
int text_number(Run *r, Frame *f);
PlayerSet text_players(Run *r, Frame *f);
Places text_places(Run *r, Frame *f);
unsigned text_word(Run *r, Frame *f);
/* Is the duration already over: a point of this turn that has passed, "this attack" outside an
 * attack, a source that has left? Then the effect does not begin. */
bool text_expired(Run *r, const Context *x, unsigned dur);
Frame *vm_call(Run *r, unsigned ctx, Pc pc); /* pushes a frame that carries out a body */
/* Does the text have more than one instruction? Used for marks only. */
static inline bool vm_several(const Run *r, Pc pc) {
    unsigned n = 0;
    for (const Code *k = r->pack->code; n < 2 && k[pc] != OP_END; vm_pass(r, &pc))
        n += k[pc] != OP_MARK;
    return n > 1;
}

/* verify.c: is the ability's code well formed? Returns null and its length in *at, or the reason
 * and the offending word of the pack's code in *at. Of the pack it reads code, nterm and the
 * flags of the nabil abilities. */
const char *vm_verify(const Game *g, const Pack *p, const AbilityDef *a, unsigned *at);
/* Null, or why the word is no valid operand for the letter (ops.def). With a null pack, terms
 * and abilities are not checked. */
const char *vm_literal_fault(const Game *g, const Pack *p, char letter, unsigned w);
char vm_gain_letter(unsigned what); /* letter of the second word of a G; 0: invalid gain */
