/* A pack: printed cards and their compiled text, read-only and shared by any number of games.
 * Built outside the core (cards/, text/); the core only reads it. */
#pragma once
#include "kernel/types.h"

enum { MAX_TRAITS = 16, MAX_ABILITIES = 8, MAX_MORE = 8 };

/* The numbers of a card, by STAT_*. The first two are wide: some games count in thousands. */
typedef struct Numbers {
    int32_t atk, def;
    int16_t cost, third, fourth, fifth; /* cost -1: none is printed */
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
/* Reads the number STAT_*; 0 for STAT_DAMAGE, which is no printed number. */
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
/* Adds to the number STAT_*. */
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

/* A printed card. Everything below 'trait' is computed when the pack is built. */
typedef struct CardDef {
    uint32_t name; /* offset into strings */
    KindSet kinds; /* bit per kind of the game */
    uint8_t nabil, ntrait;
    Numbers num;
    AbilId abil; /* first of nabil consecutive abilities */
    TermId title, epithet;
    TermId name_term; /* the term equal to its whole name, 0: no text refers to it */
    TermId trait[MAX_TRAITS];
    int16_t more[MAX_MORE]; /* further printed numbers that the game defines */
    uint32_t keywords;      /* keywords of its printed abilities, bit each */
    ZoneSet self_move;      /* destination zones for which an ability triggers on its own move */
    uint8_t opponent;       /* an ability is ABIL_ONE_OPPONENT */
    ZoneSet listens;        /* zones in which an ability listens */
    ZoneSet statics;        /* zones in which a static ability listens */
    uint8_t box;            /* it has a check box, even if that ability could not be compiled */
    AbilId when_checked;    /* the ability of the check box, 0: none */
    AbilId extra_cost;      /* the first ability with an optional additional cost, 0: none */
} CardDef;

/* Kinds of ability. Icon and keyword abilities that need no code are KEYWORD. */
typedef enum AbilKind {
    ABIL_NONE,
    ABIL_ACTIVATED,
    ABIL_TRIGGERED,
    ABIL_STATIC,
    ABIL_CANCEL,
    ABIL_REPLACE,
    ABIL_KEYWORD,
    ABIL_DECK,    /* about building decks: inactive once a game has begun */
    ABIL_CHECKED, /* in the check box: carried out when the card is checked */
    ABIL_EXTRA,   /* an additional cost of the card */
    ABIL_SPELL,   /* what the card does when it is resolved */
    ABIL_WATCH,   /* no ability of a card: a pattern of events that TIMES and DONE ask about */
} AbilKind;

enum {
    BESIDE_REMINDER = 1,
    BESIDE_NAME = 2
}; /* the ability is printed with a reminder; with a name */

enum AbilFlags {
    ABIL_ONCE = 1,            /* playable once a turn */
    ABIL_MAY_REPLACE = 2,     /* optional replacement */
    ABIL_STATE = 4,           /* triggers on a condition, not on an event */
    ABIL_SELF_MOVE = 8,       /* triggers on this card's own move, in any zone */
    ABIL_ZONES_PRINTED = 16,  /* its zones are printed on the card */
    ABIL_COST_MAY = 32,       /* triggered ability with a [cost]: paying is optional */
    ABIL_DELAYED = 64,        /* created by another ability, not printed */
    ABIL_PARTNER_ZONE = 128,  /* valid only while the card is a partner in its zone */
    ABIL_ONE_OPPONENT = 1024, /* static: reads about one opponent, so one must be picked */
    ABIL_NEXT_TIME = 512,     /* delayed: triggers once, not every time while it lasts */
    ABIL_FREE_X = 4096,       /* its cost has an X, declared when it is entered */
    ABIL_MODES = 8192,        /* modes are chosen when it is entered */
    ABIL_ENTERS = 16384,      /* only makes its player enter cards */
    ABIL_ENTERS_SELF = 2048,  /* only makes its player enter this card */
    ABIL_MUST_PAY = 32768,    /* a mandatory additional cost */
    /* the other card of the event is "it"; of a watch: it is the card that DONE finds */
    ABIL_IT_OBJECT = 256,
    ABIL_CHANGE = 131072,  /* state trigger: only when the state arises, not while it holds */
    ABIL_PER_DEED = 65536, /* triggers once for all events that happen at the same time */
    ABIL_PAID = 524288, /* its effect speaks of what its cost was paid with */
    ABIL_TALLY = 262144,   /* triggered: does not wait, but is counted on its card (tally_of) */
};

/* Layers, in the order in which they apply. TOUCH_* has a bit for each. */
enum Layer {
    LAYER_TRAIT,
    LAYER_ABILITY,
    LAYER_INFO,
    LAYER_BASE,
    LAYER_NUMBER,
    LAYER_RULE,
    LAYER_COUNT
};
/* Changes whose layer depends on the game (Game.layer_of). */
enum Change {
    CHANGE_TRAIT,   /* a trait is added */
    CHANGE_KEYWORD, /* a keyword is added */
    CHANGE_GRANT,   /* an ability is granted */
    CHANGE_LOSS,    /* abilities are lost */
    CHANGE_INFO,    /* anything else that is not a number */
    CHANGE_COST,    /* the cost is set */
    CHANGE_NEW,     /* a number that the card does not have by print is set */
    CHANGE_COUNT
};
enum {
    TOUCH_TRAIT = 1 << LAYER_TRAIT,
    TOUCH_BASE = 1 << LAYER_BASE,
    TOUCH_ABILITY = 1 << LAYER_ABILITY,
    TOUCH_INFO = 1 << LAYER_INFO,
    TOUCH_STATS = 1 << LAYER_NUMBER,
    TOUCH_RULE = 1 << LAYER_RULE,
    /* above the layers: the information written */
    TOUCH_LAYERS = (1 << LAYER_COUNT) - 1,
    TOUCH_COST = 1 << 10,
    TOUCH_LOWERS = 1 << 11, /* defence may decrease */
    TOUCH_DEF = 1 << 12,
    TOUCH_KINDS = 1 << 13,
    TOUCH_TRAITS = 1 << 14,
    TOUCH_NAMES = 1 << 15,
    TOUCH_KEYS = 1 << 16, /* keywords and lost abilities */
    TOUCH_ATK = 1 << 17,
    TOUCH_THIRD = 1 << 18,
    TOUCH_FOURTH = 1 << 19,
    TOUCH_FIFTH = 1 << 20,
    TOUCH_ALL = 0x7FFFFFFF,
    TOUCH_INFORMATION = TOUCH_ALL & ~TOUCH_LAYERS
};

/* What an ability reads, beside the bits of zones. */
enum {
    DEPENDS_STATUS = 1,       /* orientation, face, damage */
    DEPENDS_MEMORY = 1 << 28, /* what has happened this turn: TIMES and DONE */
    DEPENDS_ATTACK = 1 << 29, /* roles of the attack, and facts */
    DEPENDS_TURN = 1 << 30,   /* whose turn it is */
    DEPENDS_ALL = 0x7FFFFFFF
};

/* An ability of a card: code, and what the kernel needs to know without running it. */
typedef struct AbilityDef {
    uint8_t kind;
    uint8_t index;     /* place on its card, from 0; of a watch: its number in Pack.watch */
    uint8_t span;      /* ability text number on the card, for hosts */
    uint8_t reminder;  /* BESIDE_*: text printed with it that has no effect */
    uint32_t flags;    /* ABIL_* */
    uint32_t pad1;     /* 0: abilities are compared as bytes */
    ZoneSet zones;     /* where it is valid */
    EventSet events;   /* event kinds it listens to */
    EventSet grants;   /* static: what the abilities that it grants listen to */
    uint32_t keywords; /* keywords it carries */
    Pc cond;           /* condition, a truth value; 0 = none */
    Pc trig;           /* the event that it triggers on or replaces, a truth value */
    Pc entry;          /* choices on entry (AIM and the like), 0 = none */
    Pc cost;           /* actions, 0 = none */
    Pc body;           /* actions or static effects */
    Touch touches;     /* TOUCH_*: what its static effects write */
    uint16_t reads;    /* layers whose output its code reads, bit each */
    uint8_t limit;     /* uses or triggers at most this often a turn, 0: no limit */
    Touch wants;       /* TOUCH_*: the information its code reads */
    RuleSet rules;     /* static: the rule changes it makes, bit per kind */
    /* trigger on moves: zones it can match, 0 = any; trigger on a point: the point's bit in
     * 'from'. Tested before the code runs. */
    uint32_t from, to;
    Depends depends; /* static: zones and DEPENDS_* whose change can change its effects */
    HowSet how;      /* trigger on moves: ways of moving it can match, 0 = any */
} AbilityDef;

/* A node of the code: its length, and for a filter on printed values the precomputed answer for
 * every card (cards/printed.c). */
enum {
    PRINTED_WHOLE = 1, /* the card passes if and only if its bit is set */
    PRINTED_PART = 2,  /* the card fails if its bit is clear; a set bit decides nothing */
};
typedef struct PrintedFilter {
    uint32_t row; /* first word in Pack.printed_bits */
    uint8_t len;  /* words of code, 0: unknown */
    uint8_t flags;
    uint16_t bar; /* bits of Card.lost that make the precomputed answer unusable */
    Touch needs;  /* TOUCH_* that must be derived before Card.lost is tested */
} PrintedFilter;

/* A pattern of events whose occurrences in a turn are recorded (memory.c). */
typedef struct WatchDef {
    EventSet events; /* kinds that it can match */
    Pc trig;         /* the pattern, a truth value */
    bool other;      /* DONE finds the other card of the event, not its card */
} WatchDef;

/* Compiled cards. The arrays are indexed by DefId, AbilId, Pc and TermId; index 0 is unused. */
typedef struct Pack {
    const CardDef *def;
    const AbilityDef *abil;
    const Code *code;
    const char *strings;
    const uint32_t *term;     /* term -> offset into strings */
    const uint8_t *sort;      /* term -> 1 + its sort, 0: of no sort */
    const uint64_t *name_has; /* row per def, bit per term: the name is or contains the term */
    const uint64_t *term_has; /* row per term, bit per term: the same for added names */
    uint16_t ndef, nabil, nterm;
    uint16_t row; /* words in a row of name_has and term_has */
    uint32_t ncode;
    const uint64_t
        *part_of; /* row per term, bit per term: a compound trait contains it; null: no compounds */
    const PrintedFilter *printed; /* one per word of code */
    const uint64_t *printed_bits;
    /* For each static ability: the cards whose arrival or departure can change its effect.
     * MATTERS_OWN and MATTERS_OTHERS say whose cards; the low bits are the first word in
     * printed_bits, or MATTERS_ALL. */
    const uint32_t *matters;
    RuleSet rules; /* union of AbilityDef.rules */
    WatchDef watch[MAX_WATCHES];
    unsigned nwatches;
    EventSet watched;         /* union of WatchDef.events */
    bool statics_set_numbers; /* a static ability says what a number becomes */
} Pack;
#define MATTERS_OWN    (UINT32_C(1) << 31)
#define MATTERS_OTHERS (UINT32_C(1) << 30)
#define MATTERS_ALL    (UINT32_MAX >> 2)

/* Tests bit i of a bitset. */
static inline bool bits_has(const uint64_t *bits, unsigned i) {
    return bits[i >> 6] >> (i & 63) & 1;
}
/* Can a card with this definition change the effect of the static ability by coming or going? */
static inline bool pack_matters(const Pack *p, AbilId a, DefId d) {
    uint32_t row = p->matters[a] & MATTERS_ALL;
    return row == MATTERS_ALL || bits_has(p->printed_bits + row, d);
}
/* Is the printed name the term, or does it contain it? */
static inline bool pack_name_has(const Pack *p, DefId d, TermId t) {
    return bits_has(p->name_has + (size_t)d * p->row, t);
}
/* Does the compound trait contain t? */
static inline bool pack_part_of(const Pack *p, TermId compound, TermId t) {
    return p->part_of && bits_has(p->part_of + (size_t)compound * p->row, t);
}
static inline const char *pack_name(const Pack *p, DefId d) { return p->strings + p->def[d].name; }
static inline const char *pack_term(const Pack *p, TermId t) { return p->strings + p->term[t]; }
