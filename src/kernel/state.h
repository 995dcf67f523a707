/* The state of a game in progress: one block, no pointers.
 *
 * Clone is memcpy of state_size() bytes, save is write, equality is a hash. Three parts:
 *   facts    what is true in the game;
 *   frames   what is being carried out, and the question that is pending;
 *   derived  what follows from the facts and is rebuilt by derive().
 * Players come last, so that a two-player block is shorter than a six-player one. */
#pragma once
#include "kernel/pack.h"

/* ---- facts ---------------------------------------------------------------------------------- */

enum CardFlags {
    CARD_RESTED = 1 << 0,
    CARD_DOWN = 1 << 1,          /* face down */
    CARD_KINDS_CHANGED = 1 << 2, /* Card.kinds_now replaces its printed kinds while it stays */
    CARD_HIT = 1 << 3,           /* the game's "was hit" status, until the next recovery */
    CARD_SHOWN = 1 << 4,         /* hidden card shown to all for a waiting ability */
    CARD_GONE = 1 << 5,          /* removed from the game: in no zone */
    CARD_INFO = 1 << 6,          /* face down with information given by an effect */
    CARD_ASLEEP = 1 << 7,        /* its own static abilities do not listen (sleep.c) */
    CARD_LAST_VOID = 1 << 8,     /* only in Last.flags: its abilities were lost */
    CARD_FLAG_COUNT = 9
};

/* What Card.lost and Last.lost say: LOST_* in the low bits, then what differs from print. */
enum {
    CARD_RENAMED = 1 << 8,
    CARD_RETRAITED = 1 << 9,
    CARD_RECAST = 1 << 10,  /* its kinds */
    CARD_REKEYED = 1 << 11, /* keywords and abilities */
    CARD_RESHAPED = CARD_RENAMED | CARD_RETRAITED | CARD_RECAST | CARD_REKEYED,
    CARD_MODIFIED = 1 << 15 /* any of these, or a number: State.modified lists it */
};

/* A card. 'inc' counts its lives: a card that changes zone is a new card. Cards lie on lines of the
 * processor's cache, so the fields that loops read stand together; last known information is kept
 * apart (Last). The first eight bytes are what zone hashes read. */
typedef struct Card {
    DefId def;
    ZoneId zone;
    PlayerId holder; /* whose zone it lies in: its master */
    SeatSet seats;   /* seats it lies on, in zones with seats */
    uint8_t used;    /* abilities played this turn, bit per place on the card */
    uint16_t flags;  /* CARD_* */
    uint16_t inc;
    CardId tie; /* the card it is tied to */
    uint16_t tie_inc;
    uint16_t beaten_by; /* who beat it, HIT_BY_RULE: set when it falls, told once */
    uint16_t hit_by;    /* source of the last damage or hit since the last recovery, HIT_BY_RULE */
    KindSet kinds_now;  /* with CARD_KINDS_CHANGED */
    int32_t damage;
    uint32_t stamp;  /* when it came to lie here */
    PlayerSet known; /* players who know its face though it is hidden */
    uint8_t guise;   /* with CARD_INFO: row of State.guise + 1 */
    uint8_t put_by;  /* context of the ability that put it here, 0 = a rule */
    uint8_t attacks; /* how often it attacked this turn */
    uint8_t fired;   /* end-of-turn and end-of-attack triggers that have had their time */
    uint8_t latched; /* state triggers that have fired, bit per place on the card */
    uint8_t deeds;   /* game defined, of this life: DEED_* of the game */
    uint8_t times;   /* how often limited triggers fired this turn, two bits per place mod 4 */
    /* a nibble for each of its first two static abilities that read about one opponent: whom its
     * master picked, + 1 */
    uint8_t picked;
    uint8_t pad[5];
    /* derived */
    uint16_t lost; /* LOST_*, CARD_RENAMED and its like */
    KindSet kinds;
    Numbers now;
} Card;
_Static_assert(sizeof(Card) == 64, "a card is one line of the cache");

/* Last known information: the card as it was when it last left a zone in play. */
typedef struct Last {
    uint16_t inc; /* the life it is about */
    ZoneId zone;
    PlayerId holder;
    SeatSet seats;
    uint8_t pad;
    uint16_t flags, lost;
    TermId trait; /* an attribute that it had been given */
    Numbers num;
} Last;

enum { CARD_EXTRA_PAID = 2 }; /* in Card.deeds: an additional cost was paid when it was entered */

/* In Card.hit_by and beaten_by: by a rule, as an attack is, and not by an effect. */
enum { HIT_BY_RULE = 0x8000 };
static inline CardId hit_card(uint16_t by) { return (CardId)(by & ~HIT_BY_RULE); }

/* What a face-down card counts as when the effect that put it says so. */
typedef struct Guise {
    int16_t used, cost, atk, def;
    TermId name, trait;
} Guise;
enum { MAX_GUISES = 12 };

typedef struct CardRef {
    CardId card;
    uint16_t inc;
} CardRef;

enum PlayerFlags {
    PLAYER_OUT = 1, /* has left the game */
    PLAYER_WON = 2,
    PLAYER_HAD_TURN = 4,
    PLAYER_GONE = 8 /* left in an earlier turn: his place in the order of turns is no more */
};

enum { FRESH_ALL = 1 << 30 }; /* in Player.fresh: none of his zones has changed */
typedef struct Player {
    Card card[CARDS_PER_PLAYER]; /* [0] is never used */
    Last last[CARDS_PER_PLAYER];
    uint64_t zones_hash;           /* derived: the sum of … */
    uint64_t zone_hash[MAX_ZONES]; /* derived: … the hash of each zone, where not stale */
    ZoneSet stale;                 /* derived: zones whose hash must be made anew */
    ZoneSet fresh;  /* derived: zones unchanged since the game looked at them; FRESH_ALL */
    int32_t damage; /* dealt to the player and not dealt with yet */
    uint8_t count[MAX_ZONES];  /* cards in each zone */
    uint8_t rested[MAX_ZONES]; /* derived: how many of them are rested */
    uint8_t at[ZONE_LANES];    /* where each zone begins in the list, [MAX_ZONES] its end */
    uint8_t flags;             /* PLAYER_* */
    uint8_t team;
    uint8_t ncards;
    uint8_t seats;          /* of zones that do not say how many they have */
    uint8_t counter[12];    /* per-turn counts kept for texts that ask: game defined */
    uint8_t idle[2];        /* derived, game defined: how surely he can do nothing while fresh */
    CardId list[LIST_LANES]; /* his zones one behind the other, each bottom first */
    uint8_t pad[4];          /* to whole cards: see card_of */
} Player;

/* How long a continuous effect lasts. */
typedef enum Duration {
    DUR_NONE,
    DUR_TURN,   /* until this turn ends */
    DUR_ATTACK, /* until this attack ends */
    DUR_GAME,
    DUR_OPP_TURN,      /* during the opponent's next turn only */
    DUR_OPP_TURN_END,  /* from now until the opponent's next turn ends */
    DUR_NEXT_ATTACK,   /* during the next attack of this turn, or of this turn by one card */
    DUR_OWN_TURN,      /* during the master's next turn only */
    DUR_WHILE_THERE,   /* as long as the card stays where it is */
    DUR_PHASE,         /* until this phase ends */
    DUR_NEXT_ATTACKED, /* during the next attack of this turn on one card */
    DUR_OWN_TURN_END,  /* from now until the master's next turn ends */
    DUR_NEXT_TURN,     /* during the next turn only, whosever it is */
    DUR_NEXT_TURN_END, /* from now until the next turn ends */
    DUR_COUNT,
    /* as texts say it: which card's attack is meant is worked out when the effect is made */
    DUR_NEXT_OF_THIS = DUR_COUNT, /* this card's next attack */
    DUR_NEXT_OF_IT,               /* that card's */
    DUR_NEXT_OF_OWN,              /* the next attack of the card that the effect is about */
    DUR_NEXT_ON_OWN,              /* the next attack on the card that the effect is about */
    DUR_UNTIL = 32,               /* and a point: until this turn comes there */
    DUR_UNTIL_OWN = 48,           /* … the master's next turn comes there */
    DUR_UNTIL_OPP = 64,           /* … the opponent's next turn does */
    DUR_OPP_TO = 80,              /* during the opponent's next turn only, until it comes there */
    DUR_WHILE_SOURCE = 96,        /* as long as the card that made it stays on the field */
    DUR_WHILE_OWN_SOURCE,         /* … on the master's */
    DUR_WHILE_RESTED_SOURCE,      /* … and rests there */
} Duration;

typedef enum EffectKind {
    EFF_NONE,
    EFF_STAT,    /* a, b added to two numbers of the card */
    EFF_GRANT,   /* gives the ability abil */
    EFF_LOSE,    /* a = LOST_* */
    EFF_GAIN,    /* a = ADD_*, b = term or kind */
    EFF_RULE,    /* rule a with number c, about players b; pc filters cards */
    EFF_DELAYED, /* a triggered ability that waits for its event */
    EFF_REPLACE, /* a replacement effect */
    EFF_CONTROL, /* the master holds the card; it goes back to player a */
    EFF_NEXT,    /* the next card put into the zones of the players that passes pc gets a, b */
    EFF_SET,     /* the stat a becomes b */
    EFF_KIND_COUNT
} EffectKind;
_Static_assert(EFF_KIND_COUNT <= 16, "State.effect_kinds has a bit for each");

enum EffectFlags { EFF_DORMANT = 1, EFF_ONCE = 2, EFF_FACE_DOWN = 4, EFF_OPEN = 8 };

/* A continuous effect that was made by a resolved ability, or a delayed trigger. */
typedef struct Effect {
    uint8_t kind, duration;
    PlayerId master;
    uint8_t flags;
    CardRef target; /* 0: not about one card; EFF_NEXT: inc is the set of players */
    CardRef source;
    AbilId abil;     /* EFF_GRANT, EFF_DELAYED: the ability; others: where it comes from */
    Pc pc;           /* EFF_RULE, EFF_NEXT: filter */
    int32_t a, b;    /* see EffectKind */
    uint8_t stat[2]; /* EFF_STAT, EFF_NEXT: the numbers that a and b are added to; 0: none */
    uint16_t turn;   /* turn in which it was made */
    union {
        uint32_t zones; /* EFF_NEXT */
        int32_t c;      /* EFF_RULE: the rule's number */
    };
    uint32_t stamp;
    CardRef memory; /* "that card" for delayed triggers; whose next attack is waited for */
} Effect;

/* A triggered ability that waits to be played, once for each time it triggered. */
typedef struct Waiting {
    AbilId abil;
    PlayerId master;
    PlayerId player; /* who did or suffered the event */
    CardRef source, subject, object;
    int32_t amount;
    uint8_t flags;  /* WAIT_* */
    uint8_t effect; /* index + 1 of the effect that gave it */
} Waiting;
enum {
    WAIT_SHOWN = 1,
    WAIT_LEFT_SEAT = 2, /* its event is a card leaving a seat: information as it was there */
    WAIT_PLAYED = 8,    /* is being played now */
    WAIT_MEMORY = 4,    /* the object is what the delayed trigger remembers */
    WAIT_SPENT = 16,    /* once a turn, and that once was another wait of this ability */
};

/* What was entered and waits to be resolved, newest last: a card, an ability, or checks. */
enum { STACK_NONE, STACK_CARD, STACK_ABILITY, STACK_CHECKS };
typedef struct Stacked {
    uint8_t sort;
    PlayerId master;
    uint16_t serial; /* what it is spoken of by */
    CardRef source;  /* the card, in the life in which it has the ability */
    AbilId abil;     /* STACK_CARD: the one that is carried out, 0 none */
    int16_t x;
    uint8_t modes;    /* chosen ones, bit each */
    uint8_t extra;    /* additional costs that were paid, bit each */
    uint8_t first, n; /* its targets in State.target */
    uint8_t count;    /* STACK_CHECKS: how many */
    uint8_t flags;    /* STACKED_* */
    /* of the event that triggered it */
    PlayerId player;
    uint8_t wait; /* WAIT_* */
    CardRef subject, object;
    int32_t amount;
} Stacked;
enum {
    STACKED_CHECK = 1,   /* the ability of a checked card: that card leaves with it */
    STACKED_FREE = 2,    /* entered without paying */
    STACKED_ENTERING = 4 /* not yet: what it needs is being chosen and paid */
};

enum { TARGET_CARD, TARGET_PLAYER, TARGET_STACKED };
typedef struct Target {
    uint8_t kind, slot; /* slot: which choice of the text, from 0 */
    uint8_t share;      /* what was allotted to it */
    uint8_t wrong;      /* not what the text asks for any more */
    CardRef ref;        /* TARGET_PLAYER: card = player + 1; TARGET_STACKED: card = serial */
} Target;

/* Who did something to whom. */
typedef struct Deed {
    uint8_t kind, pad; /* game defined */
    CardRef by, on;
} Deed;

/* ---- frames --------------------------------------------------------------------------------- */

/* A procedure that is being carried out. Its locals are a struct of its own type, laid over
 * 'locals' by FRAME_LOCALS; all of it is zero when the frame is pushed. */
enum { FRAME_CELLS = 11, FRAME_WORDS = 2 * FRAME_CELLS };
typedef struct Frame {
    uint8_t proc, step;
    uint8_t ctx; /* context of the ability it works for, 0 = none */
    uint8_t flags;
    uint32_t locals[FRAME_CELLS];
} Frame;
/* FRAME_LOCALS(Draw, draw_of): 'draw_of(f)' are the locals of a frame whose procedure has the
 * locals 'Draw'. */
#define FRAME_LOCALS(Type, name)                                                                   \
    _Static_assert(sizeof(Type) <= sizeof(((Frame *)0)->locals) && _Alignof(Type) <= 4,            \
                   "locals fit the frame");                                                        \
    static inline Type *name(Frame *f) { return (Type *)(void *)f->locals; }

/* Registers of an ability that is being carried out. */
enum { REG_IT, REG_LOOK, REG_KEEP, REG_MOVE, REG_COUNT };
typedef struct Context {
    AbilId abil;
    PlayerId master;
    PlayerId player;   /* "that player" */
    PlayerId opponent; /* the opponent picked where several could be meant */
    uint8_t did;       /* whether the last optional or conditional action was done */
    uint8_t won;       /* result of the last check: 1 won, 2 lost */
    uint8_t cancelled;
    CardRef source, subject, object;
    uint16_t source_now; /* life of the source where the ability itself put it, 0: it did not */
    int32_t amount, x;
    uint8_t in_use;
    uint8_t
        shuffled; /* 1 cards of what was shuffled are put to their places next, 2 they are now */
    uint8_t n[REG_COUNT]; /* cards in each register */
    uint16_t base;        /* where its registers begin in State.reg, one behind the other */
    uint8_t mode, replaced;
    uint8_t left_seat; /* the subject is asked about as it was on its seat */
    uint8_t agreed;    /* the next "may" was answered already: yes */
    uint16_t row;      /* serial of the thing on the stack that it belongs to, 0 none */
    uint8_t modes;     /* chosen when it was entered, bit each */
    uint8_t extra;     /* additional costs that were paid, bit each */
    uint32_t begun;    /* clock when its effect began */
} Context;

/* This card, as an ability that is being carried out acts on it. */
static inline CardRef ctx_source(const Context *x) {
    return (CardRef){x->source.card, x->source_now ? x->source_now : x->source.inc};
}

/* An event: the only way in which anything changes. */
typedef struct Event {
    uint8_t kind, how;
    PlayerId player; /* who does it or whom it befalls */
    PlayerId to_player;
    CardId card;
    CardId cause; /* card whose ability does it, 0 = a rule */
    ZoneId from, to;
    SeatSet seats_from, seats_to;
    uint16_t put; /* PUT_* */
    uint16_t inc; /* the card's life before */
    int32_t amount;
    CardId other; /* second card */
    PlayerId by;  /* whose effect, NOBODY = a rule */
    uint8_t ctx;  /* context of the ability that does it, 0 = a rule */
} Event;

typedef struct Option {
    uint8_t kind; /* game or kernel option kind */
    uint8_t a, b;
    SeatSet seats; /* of a card that takes several: all of them; else 0, and b tells */
    CardId card;
    uint16_t c;
} Option;

/* The seats of an option that names some. */
static inline SeatSet option_seats(const Option *o) {
    return o->seats ? o->seats : o->b ? seat_bit(o->b) : 0;
}

/* The pending question. */
typedef struct Decision {
    PlayerId player;
    uint8_t kind;
    uint8_t min, max; /* how many more are to be picked in this run of questions */
    uint16_t clause;
    uint8_t n;
    uint8_t pending;
} Decision;

typedef struct Listener {
    EventSet events;
    CardId card;
    AbilId abil;
} Listener;

typedef struct RuleNow {
    uint8_t rule;
    PlayerSet players;
    PlayerId master;
    uint8_t pad;
    int32_t amount;
    CardRef source;
    CardId card; /* the only card it is about, 0: pc tells */
    Pc pc;       /* filter, 0: all; of one card: what it demands, 0 nothing */
} RuleNow;

typedef struct Extra {
    CardId card;
    uint8_t kind; /* ADD_* */
    uint8_t pad;
    uint16_t term;
} Extra;

/* So many counters of a kind on a card, or on a player where card is 0. */
typedef struct Counter {
    CardId card;
    PlayerId player;
    uint8_t kind; /* game defined */
    int16_t n;    /* never 0 */
} Counter;

/* A position of this turn (action 0), or an action that led back to one from there. */
typedef struct Seen {
    uint64_t position; /* 0: the action is barred at 'at' */
    uint64_t at, action;
} Seen;

/* Choices since the last open position: where, what, out of how many. */
typedef struct Choice {
    uint64_t position, action;
    uint16_t options, frame;
    uint32_t player;
} Choice;
enum { MAX_PATH = 8 };

enum { DIRTY_VALUES = 1, DIRTY_RULES = 2 }; /* what is to be derived anew; rules by themselves */
/* Beside the zones: damage, faces, ties, or what was derived anew; what would be, if it were asked;
 * what was dealt to players. */
enum {
    UNCHECKED_VALUES = 1,
    UNCHECKED_DERIVED = 1 << 29,
    UNCHECKED_PLAYERS = 1 << 30,
    UNCHECKED_ALL = 0x7FFFFFFF
};
_Static_assert(MAX_ZONES <= 29, "zones and flags share a word");
enum { SPENT_USED = 1, SPENT_FIRED = 2, SPENT_ATTACKS = 4, SPENT_BEATEN = 8 };

enum Result { RESULT_NONE, RESULT_WIN, RESULT_DRAW, RESULT_ALL_LOST, RESULT_FAULT };

typedef struct State {
    /* What is asked for all the time stands in the first 128 bytes, where it is found by the
     * shortest instructions. (f) facts, (r) how the game runs, (d) derived. */
    uint32_t layout;  /* (f) LAYOUT_HASH of the build that made it */
    uint8_t nplayers; /* (f) */
    uint8_t result;   /* (f) RESULT_* */
    PlayerId turn_player;
    uint8_t point;      /* (f) phase or step, game defined */
    uint32_t clock;     /* (f) time stamps */
    EventSet heard;     /* (d) union of the events listened to */
    EventSet replaced;  /* (d) union of the events that listening replacements are about */
    RuleSet rule_mask;  /* (d) rule changes in force when they were last derived */
    RuleSet may_rule;   /* (d) those that static abilities and effects can make now */
    Touch layers;       /* (d) TOUCH_* of all static abilities; TOUCH_ALL: effects have changed */
    Touch derived;      /* (d) … when they were last derived, and of effects that changed since */
    Touch due;          /* (d) what may differ from what was derived last (reckon_due) */
    Depends depends;    /* (d) union of what listening static abilities depend on */
    uint32_t unchecked; /* (r) zones whose cards changed since the last check timing, UNCHECKED_* */
    PointSet points;    /* (d) points of the turn that are listened to */
    HowSet hows;        /* (d) ways of moving that are listened to, … */
    ZoneSet tos;        /* (d) … and zones moved to */
    uint16_t serial;    /* (f) of the last thing entered */
    uint8_t dirty;      /* (d) DIRTY_* */
    uint8_t nframes, nbatch;
    uint8_t ctx_top; /* (r) the highest context in use; those above it are all zero */
    uint16_t nreg;   /* (r) cards in all registers together */
    uint8_t nlisteners,
        nfixed;  /* listeners, and those of them that are facts; granted ones follow */
    uint8_t top; /* (d) what lies on top of the stack: STACK_* */
    uint8_t nstack, ntargets, nwaiting, neffects, nseen, ndeeds;
    uint8_t deed_kinds;    /* (f) kinds of deeds that are listed, bit each */
    uint16_t effect_kinds; /* (f) kinds of effects there have been since there was none, bit each */
    uint8_t nrules, nextra, nmodified, ncounters;
    uint8_t rules_on_cards; /* (d) some rule change is about a single card */
    uint8_t nuntil;    /* (f) effects that last until a point of a turn, or while a card stays */
    PlayerSet active;  /* (d) whose cards have abilities that may be used */
    PlayerSet leaving; /* (r) players who have lost and are to leave before anything else happens */
    uint8_t npath, chain; /* (f) chain: abilities played since the last open position */
    uint8_t open;         /* (f) the pending question is an open position */
    uint8_t nbarred;      /* (f) some action is barred this turn */
    uint8_t hits;         /* (f) some card's hit_by is set */
    uint8_t texts;        /* (f) some ability was carried out this turn: positions may come again */
    uint8_t spent;        /* (f) SPENT_*: cards have something to forget at the end of the turn */
    uint8_t glimpsed;     /* (f) some hidden card may be known to somebody */
    uint8_t fault;        /* (f) a limit was met: FAULT_* */
    uint16_t forced;      /* (r) what the rules did by themselves since the last real decision */
    uint32_t choices;     /* (r) real decisions so far */
    uint64_t here;        /* (r) hash of the position at the pending question, 0 = not watched */
    Decision ask;
    Option picked; /* (r) the last answer */
    /* (r) players of whom it is known that they can do nothing, as of this clock and these facts */
    uint32_t idle_clock;
    uint16_t idle_serial;
    uint8_t idle, idle_key;
    uint8_t facts[16]; /* (f) game defined facts of the turn or attack */
    /* facts */
    CardRef fact_card[6]; /* game defined: attacking, supporting, ... */
    uint64_t random[2];
    uint32_t turn_clock; /* time stamp of the turn's beginning */
    uint16_t turn;       /* number of this turn, from 1 */
    uint16_t acted;      /* what was done at open positions in this turn */
    uint8_t game, format;
    PlayerId first_player;
    uint8_t order[MAX_PLAYERS]; /* players in the order of turns */
    uint8_t team_size;          /* 1: each for himself; else turns are the teams' */
    uint8_t circle;             /* opponents are the neighbours in the order of turns only */
    uint8_t score[4];           /* game defined facts of the whole game: points of teams, ... */
    Stacked stack[MAX_STACK];
    Target target[MAX_TARGETS];
    Deed deed[MAX_DEEDS];
    Effect effect[MAX_EFFECTS];
    Waiting waiting[MAX_WAITING];
    Seen seen[MAX_SEEN]; /* a ring: nseen counts without end */
    Choice path[MAX_PATH];
    Guise guise[MAX_GUISES];
    Counter counter[MAX_COUNTERS];
    /* how the game runs */
    Frame frame[MAX_FRAMES];
    Context ctx[MAX_CONTEXTS + 1]; /* [0] serves the rules themselves: payments and the like */
    CardRef reg[MAX_REGISTERED];   /* the registers of all contexts, in their order */
    Event batch[MAX_BATCH];
    Option option[MAX_OPTIONS];
    /* derived */
    Listener listen[MAX_LISTENERS];
    RuleNow rule[MAX_RULES];
    Extra extra[MAX_EXTRA];
    CardId modified[MAX_MODIFIED];
    /* players: facts, the last so that the block can end early */
    Player player[MAX_PLAYERS];
} State;

enum Fault {
#define FAULT(name, what) FAULT_##name,
#include "kernel/faults.def"
#undef FAULT
    FAULT_COUNT
};

_Static_assert(offsetof(State, player) + 2 * sizeof(Player) <= 32 * 1024,
               "two-player state over 32 KiB");
_Static_assert(sizeof(State) <= 80 * 1024, "six-player state over 80 KiB");

static inline size_t state_size(const State *s) {
    return offsetof(State, player) + s->nplayers * sizeof(Player);
}
/* The i-th card of a zone, from the bottom. */
static inline CardId zone_card(const Player *p, ZoneId z, unsigned i) {
    return p->list[p->at[z] + i];
}
/* All cards of a zone, from the bottom; count[z] of them. */
static inline const CardId *zone_cards(const Player *p, ZoneId z) { return &p->list[p->at[z]]; }
static inline unsigned zone_upright(const Player *p, ZoneId z) {
    return p->count[z] - p->rested[z];
}
/* A player is as long as so many cards, so that an id tells where its card is without its owner. */
_Static_assert(sizeof(Player) == CARD_STRIDE * sizeof(Card), "ids of cards do not fit the players");
static inline Card *card_at(State *s, CardId c) { return (Card *)(void *)s->player + c; }
static inline const Card *card_of(const State *s, CardId c) {
    return (const Card *)(const void *)s->player + c;
}
static inline Last *last_at(State *s, CardId c) {
    return &s->player[card_owner(c)].last[card_number(c)];
}
static inline const Last *last_of(const State *s, CardId c) {
    return &s->player[card_owner(c)].last[card_number(c)];
}
/* What a card adds to the hash of an unordered zone. Equal cards add the same. The hashes of a zone
 * are summed up, so a change of one card must not cancel a like change of another: every bit passes
 * two multiplications. */
static inline uint64_t card_hash(const Card *k) {
    const uint64_t flags = k->flags & (CARD_RESTED | CARD_DOWN | CARD_KINDS_CHANGED);
    uint64_t a = k->def | (uint64_t)k->zone << 16 | (uint64_t)k->holder << 24 |
                 (uint64_t)k->seats << 32 | (uint64_t)k->used << 40 | flags << 48;
    a += (k->tie | (uint64_t)(uint32_t)k->damage << 16) * 0xc2b2ae3d27d4eb4fu;
    a = (a ^ a >> 32) * 0x9e3779b97f4a7c15u;
    a = (a ^ a >> 29) * 0xd6e8feb86659fd93u;
    return a ^ a >> 32;
}
/* In an ordered zone a card adds its face, by place. */
static inline uint64_t place_hash(const Card *k, unsigned place) {
    uint32_t face = k->def | (uint32_t)k->zone << 16 | (uint32_t)k->holder << 24;
    uint64_t a = face * 0x9e3779b97f4a7c15u;
    a ^= a >> 31;
    return a << (place & 63) | a >> (-place & 63);
}
static inline CardRef ref_of(CardId c, uint16_t inc) { return (CardRef){c, inc}; }
static inline CardRef ref_to(const State *s, CardId c) {
    return ref_of(c, c ? card_of(s, c)->inc : 0);
}
/* The cards of a context's register, n[reg] of them. */
static inline unsigned reg_first(const Context *x, unsigned reg) {
    unsigned at = x->base;
    for (unsigned i = 0; i < reg; i++) at += x->n[i];
    return at;
}
static inline CardRef *reg_cards(State *s, const Context *x, unsigned reg) {
    return &s->reg[reg_first(x, reg)];
}
static inline const CardRef *reg_read(const State *s, const Context *x, unsigned reg) {
    return &s->reg[reg_first(x, reg)];
}
/* Is the card still the one that was referred to? */
static inline bool ref_live(const State *s, CardRef r) {
    return r.card && card_of(s, r.card)->inc == r.inc;
}
