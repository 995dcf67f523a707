/* A pack: printed cards and their compiled text, read-only and shared by any number of games.
 * Built outside the core (cards/, text/); the core only reads it. */
#pragma once
#include "kernel/types.h"

enum { MAX_TRAITS = 8, MAX_ABILITIES = 8 };

/* The numbers of a card, by STAT_*. The first two are wide: some games count power in thousands. */
typedef struct Numbers {
    int32_t atk, def;
    int16_t cost, third, fourth, fifth; /* cost -1: has none, by print */
} Numbers;
enum Stat {
    STAT_ATK = 1,
    STAT_DEF,
    STAT_COST,
    STAT_DAMAGE,
    STAT_THIRD,
    STAT_FOURTH,
    STAT_FIFTH,
    STAT_COUNT
};
static inline int stat_of(const Numbers *n, unsigned stat) {
    switch (stat) {
    case STAT_ATK: return n->atk;
    case STAT_DEF: return n->def;
    case STAT_COST: return n->cost;
    case STAT_THIRD: return n->third;
    case STAT_FOURTH: return n->fourth;
    case STAT_FIFTH: return n->fifth;
    default: return 0;
    }
}
static inline void stat_plus(Numbers *n, unsigned stat, int by) {
    switch (stat) {
    case STAT_ATK: n->atk += by; break;
    case STAT_DEF: n->def += by; break;
    case STAT_COST: n->cost = (int16_t)(n->cost + by); break;
    case STAT_THIRD: n->third = (int16_t)(n->third + by); break;
    case STAT_FOURTH: n->fourth = (int16_t)(n->fourth + by); break;
    case STAT_FIFTH: n->fifth = (int16_t)(n->fifth + by); break;
    default: break;
    }
}

typedef struct CardDef {
    uint32_t name; /* offset into strings */
    KindSet kinds; /* bit per kind of the game */
    uint8_t nabil, ntrait;
    Numbers num;
    AbilId abil; /* first of nabil consecutive abilities */
    TermId title, epithet;
    TermId name_term; /* the term that is its whole name, 0: no text speaks of it */
    TermId trait[MAX_TRAITS];
    uint32_t keywords;   /* keywords its printed abilities carry, bit per keyword of the game */
    ZoneSet self_move;   /* zones: some ability triggers on its own move there */
    uint8_t opponent;    /* some ability is ABIL_ONE_OPPONENT */
    ZoneSet listens;     /* zones in which some ability of its own listens */
    ZoneSet statics;     /* zones in which some static ability of its own listens */
    uint8_t box;         /* it has a check box, even if the ability of it was left out */
    AbilId when_checked; /* the ability of its check box, 0: none */
    AbilId extra_cost;   /* the first ability that adds a cost its player may pay, 0: none */
} CardDef;

/* What an ability is. Icon and keyword abilities that need no code are KEYWORD. */
typedef enum AbilKind {
    ABIL_NONE,
    ABIL_ACTIVATED,
    ABIL_TRIGGERED,
    ABIL_STATIC,
    ABIL_CANCEL,
    ABIL_REPLACE,
    ABIL_KEYWORD,
    ABIL_DECK,    /* static ability about building decks: void once a game has begun */
    ABIL_CHECKED, /* of the box that is read when the card is checked */
    ABIL_EXTRA,   /* a cost that may be paid beside the card's own */
    ABIL_SPELL,   /* what a card does when it is resolved itself */
} AbilKind;

enum { BESIDE_REMINDER = 1, BESIDE_NAME = 2 }; /* a reminder; the ability's name */

enum AbilFlags {
    ABIL_ONCE = 1,            /* playable once a turn */
    ABIL_MAY_REPLACE = 2,     /* optional replacement */
    ABIL_STATE = 4,           /* triggers on a state, not an event */
    ABIL_SELF_MOVE = 8,       /* triggers on this card's own move, whatever zones it names */
    ABIL_ZONES_PRINTED = 16,  /* the zones stand on the card */
    ABIL_COST_MAY = 32,       /* triggered ability with a [cost]: paying is optional */
    ABIL_DELAYED = 64,        /* made by another ability; not printed on its own */
    ABIL_PARTNER_ZONE = 128,  /* valid only while the card is a partner in its zone */
    ABIL_ONE_OPPONENT = 1024, /* static: reads about an opponent, so one must be picked */
    ABIL_NEXT_TIME = 512,     /* delayed: triggers once, not each time while it lasts */
    ABIL_FREE_X = 4096,       /* its cost has an X that is declared when it is entered */
    ABIL_MODES = 8192,        /* modes are chosen when it is entered */
    ABIL_ENTERS = 16384,      /* all it does is to have cards entered */
    ABIL_ENTERS_SELF = 2048,  /* all it says is that this card is entered */
    ABIL_MUST_PAY = 32768,    /* an additional cost that is no choice */
    ABIL_IT_OBJECT = 256,     /* this card does something to another one: that one is "it" */
};

/* Layers in order, and what they write. */
enum Layer {
    LAYER_TRAIT,
    LAYER_ABILITY,
    LAYER_INFO,
    LAYER_BASE,
    LAYER_NUMBER,
    LAYER_RULE,
    LAYER_COUNT
};
/* What belongs to different layers in different games: Game.layer_of tells. */
enum Change {
    CHANGE_TRAIT,   /* an attribute is given */
    CHANGE_KEYWORD, /* a keyword is given */
    CHANGE_GRANT,   /* an ability is given */
    CHANGE_LOSS,    /* abilities are lost */
    CHANGE_INFO,    /* anything else that is no number */
    CHANGE_COST,    /* the cost becomes something */
    CHANGE_NEW,     /* a number that the card did not have becomes something */
    CHANGE_COUNT
};
enum {
    TOUCH_TRAIT = 1 << LAYER_TRAIT,
    TOUCH_BASE = 1 << LAYER_BASE,
    TOUCH_ABILITY = 1 << LAYER_ABILITY,
    TOUCH_INFO = 1 << LAYER_INFO,
    TOUCH_STATS = 1 << LAYER_NUMBER,
    TOUCH_RULE = 1 << LAYER_RULE,
    /* … and which information that is */
    TOUCH_LAYERS = (1 << LAYER_COUNT) - 1,
    TOUCH_COST = 1 << 10,
    TOUCH_LOWERS = 1 << 11, /* defence may become less */
    TOUCH_DEF = 1 << 12,
    TOUCH_KINDS = 1 << 13,
    TOUCH_TRAITS = 1 << 14,
    TOUCH_NAMES = 1 << 15,
    TOUCH_KEYS = 1 << 16, /* keywords, and abilities that are lost */
    TOUCH_ATK = 1 << 17,
    TOUCH_THIRD = 1 << 18,
    TOUCH_FOURTH = 1 << 19,
    TOUCH_FIFTH = 1 << 20,
    TOUCH_ALL = 0x7FFFFFFF,
    TOUCH_INFORMATION = TOUCH_ALL & ~TOUCH_LAYERS
};

enum {
    DEPENDS_STATUS = 1,       /* orientation, face, damage */
    DEPENDS_ATTACK = 1 << 29, /* roles and facts */
    DEPENDS_TURN = 1 << 30,   /* whose turn it is */
    DEPENDS_ALL = 0x7FFFFFFF
};

typedef struct AbilityDef {
    uint8_t kind;
    uint8_t index;     /* place on its card, from 0 */
    uint8_t span;      /* ability text number on the card, for hosts */
    uint8_t reminder;  /* BESIDE_*: what is printed with it and does nothing */
    uint16_t flags;    /* ABIL_* */
    uint16_t pad1;     /* 0, as the others: abilities are kept as bytes */
    ZoneSet zones;     /* where it is valid */
    EventSet events;   /* event kinds it listens to */
    uint32_t keywords; /* keywords it carries */
    Pc cond;           /* condition keywords, a truth value */
    Pc trig;           /* what triggers or is replaced, a truth value about an event */
    Pc entry;          /* what is chosen when it is entered: AIM and its like, 0 = nothing */
    Pc cost;           /* actions, 0 = none */
    Pc body;           /* actions or static effects */
    Touch touches;     /* TOUCH_*: what its static effects write */
    uint16_t reads;    /* what its code reads, bit per layer that writes it */
    uint8_t limit;     /* triggers at most so often a turn, 0: without end */
    Touch wants;       /* … and which information that is: TOUCH_* */
    RuleSet rules;     /* static: the rule changes it makes, bit per kind */
    uint32_t from, to; /* triggers on one kind of move only: its zones, 0 = any; on one point of the
                          turn only: its bit in 'from' (told before the code is asked) */
    Depends depends; /* static: a change of what can change its effects; bit per zone, DEPENDS_* */
    HowSet how;      /* triggers on a move made so, bit each; 0 = any (told as from and to) */
} AbilityDef;

/* Of a node of the code: its length; of a filter that what is printed decides: the answers, given
 * beforehand by cards/printed.c. */
enum {
    PRINTED_WHOLE = 1, /* the card passes if its bit is set */
    PRINTED_PART = 2,  /* the card does not pass if its bit is not set */
};
typedef struct PrintedFilter {
    uint32_t row; /* of Pack.printed_bits: its first word */
    uint8_t len;  /* words of code, 0: not known */
    uint8_t flags;
    uint16_t bar; /* what in Card.lost tells that the answer has changed, … */
    Touch needs;  /* … and TOUCH_*: what would change it */
} PrintedFilter;

typedef struct Pack {
    const CardDef *def;
    const AbilityDef *abil;
    const Code *code;
    const char *strings;
    const uint32_t *term; /* term -> offset into strings */
    const uint64_t
        *name_has; /* row per def, bit per term: the card's name is or contains the term */
    const uint64_t *term_has; /* row per term, bit per term: likewise for added names */
    uint16_t ndef, nabil, nterm;
    uint16_t row; /* words in a row of name_has and term_has */
    uint32_t ncode;
    const uint64_t *part_of; /* row per term, bit per term: it is or is part of it; null: none is */
    const PrintedFilter *printed; /* for each word of the code */
    const uint64_t *printed_bits;
    /* For each ability, of a static one: which cards, coming or going, can change what it does.
     * MATTERS_OWN, MATTERS_OTHERS: whose; below: the first word in printed_bits, or MATTERS_ALL */
    const uint32_t *matters;
    RuleSet rules; /* all rule changes that its abilities make, bit per kind */
} Pack;
#define MATTERS_OWN    (UINT32_C(1) << 31)
#define MATTERS_OTHERS (UINT32_C(1) << 30)
#define MATTERS_ALL    (UINT32_MAX >> 2)

static inline bool bits_has(const uint64_t *bits, unsigned i) {
    return bits[i >> 6] >> (i & 63) & 1;
}
static inline bool pack_matters(const Pack *p, AbilId a, DefId d) {
    uint32_t row = p->matters[a] & MATTERS_ALL;
    return row == MATTERS_ALL || bits_has(p->printed_bits + row, d);
}
static inline bool pack_name_has(const Pack *p, DefId d, TermId t) {
    return bits_has(p->name_has + (size_t)d * p->row, t);
}
/* Is t a part of the compound attribute? */
static inline bool pack_part_of(const Pack *p, TermId compound, TermId t) {
    return p->part_of && bits_has(p->part_of + (size_t)compound * p->row, t);
}
static inline const char *pack_name(const Pack *p, DefId d) { return p->strings + p->def[d].name; }
static inline const char *pack_term(const Pack *p, TermId t) { return p->strings + p->term[t]; }
