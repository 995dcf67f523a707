/* The state of a game in progress: one block, no pointers.
 *
 * Copy it with memcpy of state_size() bytes, save it with write, compare it by hash. Three parts:
 *   facts    what is true in the game;
 *   frames   what is being carried out, and the pending question;
 *   derived  what follows from the facts; derive() rebuilds it.
 * Players come last, so that a two-player block is shorter than a six-player one. */
#pragma once
#include "kernel/pack.h"

/* ---- facts ----------------------------------------------------------------------------------- */

enum CardFlags {
    CARD_RESTED = 1 << 0,
    CARD_DOWN = 1 << 1,          /* face down */
    CARD_KINDS_CHANGED = 1 << 2, /* Card.kinds_now replaces the printed kinds */
    CARD_HIT = 1 << 3,           /* the game's "was hit" status, until the next recovery */
    CARD_SHOWN = 1 << 4,         /* a hidden card that is revealed for a waiting ability */
    CARD_GONE = 1 << 5,          /* removed from the game: in no zone */
    CARD_INFO = 1 << 6,          /* face down, with information that an effect gave it */
    CARD_ASLEEP = 1 << 7,        /* its own static abilities do not listen (sleep.c) */
    CARD_LAST_VOID = 1 << 8,     /* only in Last.flags: the card had lost its abilities */
    CARD_CHOSEN = 1 << 9, /* chosen since a repetition or cost began: not chosen again in it */
    CARD_PAID = 1 << 10,  /* it came where it is as a cost */
    CARD_FLAG_COUNT = 11
};

/* Bits of Card.lost and Last.lost: LOST_* in the low bits, above them what differs from print. */
enum {
    CARD_RENAMED = 1 << 8,
    CARD_RETRAITED = 1 << 9,
    CARD_RECAST = 1 << 10,  /* its kinds */
    CARD_REKEYED = 1 << 11, /* keywords and abilities */
    CARD_RESHAPED = CARD_RENAMED | CARD_RETRAITED | CARD_RECAST | CARD_REKEYED,
    CARD_MODIFIED = 1 << 15 /* any of these, or a number, differs; State.modified lists the card */
};

/* A card. 'inc' counts its lives: a card that changes zone is a new card. A card fills one cache
 * line, fields that loops read stand together, and last known information is kept apart (Last).
 * Zone hashes read the first eight bytes. */
typedef struct Card {
    DefId def;
    ZoneId zone;
    PlayerId holder; /* whose zone it is in: its master */
    SeatSet seats;   /* seats it lies on, in zones with seats */
    uint8_t used;    /* abilities played this turn, bit per index on the card */
    uint16_t flags;  /* CARD_* */
    uint16_t inc;
    CardId tie; /* the card it is attached to, in that card's life tie_inc */
    uint16_t tie_inc;
    uint16_t beaten_by; /* who beat it, HIT_BY_RULE: copied from hit_by when the card leaves */
    uint16_t hit_by;    /* source of the last damage or hit since the last recovery, HIT_BY_RULE */
    KindSet kinds_now;  /* with CARD_KINDS_CHANGED */
    int32_t damage;
    uint32_t stamp;  /* clock value at which it arrived here */
    PlayerSet known; /* players who know its face although it is hidden */
    uint8_t guise;   /* with CARD_INFO: row of State.guise + 1 */
    uint8_t put_by;  /* context of the ability that put it here; 0 = a rule */
    uint8_t attacks; /* how often it attacked this turn */
    uint8_t fired;   /* end-of-turn and end-of-attack triggers that have fired, bit per index */
    uint8_t latched; /* state triggers that have fired, bit per index */
    uint8_t deeds;   /* DEED_* of the game, done in this life */
    uint8_t times;   /* uses of limited abilities this turn, two bits per index mod 4 */
    uint32_t done;   /* watches that happened to it this turn, in this life: two bits each */
    /* the opponent that the master picked for each of its first two ABIL_ONE_OPPONENT abilities:
     * player + 1, one nibble each */
    uint8_t picked;
    uint8_t many; /* uses this turn of its ability with a limit above TIMES_MAX */
    /* derived */
    uint16_t lost; /* LOST_*, CARD_RENAMED and the other difference bits */
    KindSet kinds;
    uint16_t arrived; /* a fact: the clock (low bits) when it came to its zone or seats */
    Numbers now;
} Card;
_Static_assert(sizeof(Card) == 64, "a card is one line of the cache");

/* Last known information: the card as it was when it last left a zone in play. */
typedef struct Last {
    uint16_t inc; /* the life that it describes */
    ZoneId zone;
    PlayerId holder;
    SeatSet seats;
    uint8_t tied; /* with Game.ties_counted: how many cards were tied to it */
    uint16_t flags, lost;
    TermId trait; /* a trait that an effect had added */
    Numbers num;
} Last;

enum { TIMES_MAX = 3, MANY_MAX = 255 }; /* the largest limits that Card.times and many count to */
enum { CARD_EXTRA_PAID = 2 }; /* in Card.deeds: its player paid an additional cost for it */

/* Flag in Card.hit_by and beaten_by: a rule (such as an attack) did it, not an effect. */
enum { HIT_BY_RULE = 0x8000 };
static inline CardId hit_card(uint16_t by) { return (CardId)(by & ~HIT_BY_RULE); }

/* Values of a face-down card whose effect defines them. */
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
    PLAYER_GONE = 8 /* left in an earlier turn: no longer has a place in the turn order */
};

enum { FRESH_ALL = 1 << 30 }; /* in Player.fresh: no zone of the player has changed */
typedef struct Player {
    Card card[CARDS_PER_PLAYER]; /* [0] is unused */
    Last last[CARDS_PER_PLAYER];
    uint64_t zones_hash;           /* derived: sum of zone_hash */
    uint64_t zone_hash[MAX_ZONES]; /* derived: hash of each zone, valid unless stale */
    ZoneSet stale;                 /* derived: zones whose hash must be recomputed */
    ZoneSet fresh;  /* derived: zones unchanged since the game last looked at them; FRESH_ALL */
    int32_t damage; /* damage dealt to the player and not yet processed */
    uint8_t count[MAX_ZONES];  /* cards in each zone */
    uint8_t rested[MAX_ZONES]; /* derived: how many of them are rested */
    uint8_t at[ZONE_LANES];    /* where each zone begins in 'list'; [MAX_ZONES]: its end */
    uint8_t flags;             /* PLAYER_* */
    uint8_t team;
    uint8_t ncards;
    uint8_t seats;           /* number of seats of zones whose ZoneInfo.seats is 0 */
    uint8_t counter[12];     /* per-turn counters that texts read: game defined */
    uint8_t idle[2];         /* derived, game defined: what is unplayable while 'fresh' holds */
    CardId list[LIST_LANES]; /* the player's zones, concatenated, each bottom first */
    uint8_t pad[4];          /* pads to a multiple of a card: see card_of */
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
    DUR_NEXT_ATTACKED, /* during the next attack of this turn on one card */
    DUR_OWN_TURN_END,  /* from now until the master's next turn ends */
    DUR_NEXT_TURN,     /* during the next turn only, of any player */
    DUR_NEXT_TURN_END, /* from now until the next turn ends */
    DUR_COUNT,
    /* only in texts: resolved to one of the above when the effect is made */
    DUR_NEXT_OF_THIS = DUR_COUNT, /* this card's next attack */
    DUR_NEXT_OF_IT,               /* that card's */
    DUR_NEXT_OF_OWN,              /* the next attack of the affected card */
    DUR_NEXT_ON_OWN,              /* the next attack on the affected card */
    DUR_OWN_END,        /* until the end of the master's turn: this one, or else the next */
    DUR_OPP_END,        /* likewise of the opponent's turn */
    DUR_UNTIL = 32,     /* + point: until this turn reaches that point */
    DUR_UNTIL_OWN = 48, /* + point: … the master's next turn reaches it */
    DUR_UNTIL_OPP = 64, /* + point: … the opponent's next turn reaches it */
    DUR_OPP_TO =
        80, /* + point: during the opponent's next turn only, until it reaches that point */
    DUR_WHILE_SOURCE = 96,   /* as long as the source stays on the field */
    DUR_WHILE_OWN_SOURCE,    /* … on the master's side */
    DUR_WHILE_RESTED_SOURCE, /* … and stays rested there */
} Duration;

typedef enum EffectKind {
    EFF_NONE,
    EFF_STAT,    /* adds a and b to the numbers stat[0] and stat[1] of the card */
    EFF_GRANT,   /* grants the ability abil */
    EFF_LOSE,    /* a = LOST_* */
    EFF_GAIN,    /* a = ADD_*, b = term or kind */
    EFF_RULE,    /* rule change a with amount c for players b; pc filters cards, or is a pattern */
    EFF_DELAYED, /* a triggered ability that waits for its event */
    EFF_REPLACE, /* a replacement effect */
    EFF_CONTROL, /* the master controls the card; it returns to player a */
    EFF_NEXT,    /* the next card entering 'zones' of the players that passes pc gets a, b; with
                    EFF_OPEN every such card */
    EFF_SET,     /* sets the stat a to b */
    EFF_KIND_COUNT
} EffectKind;
_Static_assert(EFF_KIND_COUNT <= 16, "State.effect_kinds has a bit for each");

enum EffectFlags { EFF_DORMANT = 1, EFF_ONCE = 2, EFF_FACE_DOWN = 4, EFF_OPEN = 8 };

/* A continuous effect of a resolved ability, or a delayed trigger. State.effect is in order of
 * creation or renewal. */
typedef struct Effect {
    uint8_t kind, duration;
    PlayerId master;
    uint8_t flags;
    CardRef target; /* 0: not about one card; EFF_NEXT: inc is a PlayerSet */
    CardRef source;
    AbilId abil;  /* EFF_GRANT, EFF_DELAYED, EFF_REPLACE: the ability; others: the ability that made
                     it */
    Pc pc;        /* EFF_RULE, EFF_NEXT: filter */
    int32_t a, b; /* see EffectKind */
    uint8_t stat[2]; /* EFF_STAT, EFF_NEXT: STAT_* that a and b are added to; 0: none */
    uint16_t turn;   /* turn in which it was made */
    union {
        uint32_t zones; /* EFF_NEXT */
        int32_t c;      /* EFF_RULE: the amount */
    };
    uint32_t stamp;
    CardRef memory; /* "that card" of a delayed trigger; the card whose next attack is awaited */
} Effect;

/* A triggered ability that waits to be played. One row for each time it triggered. */
typedef struct Waiting {
    AbilId abil;
    PlayerId master;
    PlayerId player; /* the player of the event */
    CardRef source, subject, object;
    int32_t amount;
    uint8_t flags;  /* WAIT_* */
    uint8_t effect; /* index + 1 of the delayed trigger that made it */
} Waiting;
enum {
    WAIT_SHOWN = 1,
    WAIT_LEFT_SEAT = 2, /* a card left its seat: read its information as of then */
    WAIT_PLAYED = 8,    /* is being played now */
    WAIT_MEMORY = 4,    /* 'object' is the card that the delayed trigger remembers */
    WAIT_SPENT = 16,    /* once a turn, and another row of the same ability has used it up */
};

/* The stack: a card, an ability, or checks, to be resolved newest first. The newest is the last
 * row. */
enum { STACK_NONE, STACK_CARD, STACK_ABILITY, STACK_CHECKS };
typedef struct Stacked {
    uint8_t sort;
    PlayerId master;
    uint16_t serial; /* identifies the row; stable while rows above or below it go */
    CardRef source;  /* the card, in the life that has the ability */
    AbilId abil;     /* STACK_CARD: the ability to carry out, 0 none */
    int16_t x;
    uint8_t modes;    /* chosen modes, bit each */
    uint8_t extra;    /* additional costs that were paid, bit each */
    uint8_t first, n; /* its targets: State.target[first .. first + n - 1] */
    uint8_t count;    /* STACK_CHECKS: how many */
    uint8_t flags;    /* STACKED_* */
    /* of the event that triggered it, as in Waiting */
    PlayerId player;
    uint8_t wait; /* WAIT_* */
    CardRef subject, object;
    int32_t amount;
} Stacked;
enum {
    STACKED_CHECK = 1,   /* the ability of a checked card: the card leaves when it is resolved */
    STACKED_FREE = 2,    /* entered without paying */
    STACKED_ENTERING = 4 /* still being entered: targets and costs are being chosen */
};

/* TARGET_PAID: no target, but a card that the cost was paid with, which the effect speaks of; these
 * come last. */
enum { TARGET_CARD, TARGET_PLAYER, TARGET_STACKED, TARGET_PAID };
typedef struct Target {
    uint8_t kind, slot; /* slot: index of the choice in the text */
    uint8_t share;      /* its share of a divided amount */
    uint8_t wrong;      /* no longer a legal target */
    CardRef ref;        /* TARGET_PLAYER: card = player + 1; TARGET_STACKED: card = serial */
} Target;

/* A record that one card did something to another, for rules that ask later. */
typedef struct Deed {
    uint8_t kind, pad; /* game defined */
    CardRef by, on;
} Deed;

/* ---- frames ---------------------------------------------------------------------------------- */

/* A procedure in progress. Its locals are a struct of the procedure's own type, laid over
 * 'locals' by FRAME_LOCALS; a pushed frame is zero. */
enum { FRAME_CELLS = 11, FRAME_WORDS = 2 * FRAME_CELLS };
typedef struct Frame {
    uint8_t proc, step;
    uint8_t ctx; /* context of the ability it belongs to, 0 = none */
    uint8_t flags;
    uint32_t locals[FRAME_CELLS];
} Frame;
/* FRAME_LOCALS(Draw, draw_of) defines draw_of(f): the locals of a frame, typed as 'Draw'. */
#define FRAME_LOCALS(Type, name)                                                                   \
    _Static_assert(sizeof(Type) <= sizeof(((Frame *)0)->locals) && _Alignof(Type) <= 4,            \
                   "locals fit the frame");                                                        \
    static inline Type *name(Frame *f) { return (Type *)(void *)f->locals; }

/* An ability being carried out, with its registers: sets of cards that its text refers to. "It"
 * (REG_IT), cards looked at (REG_LOOK), an earlier "it" (REG_KEEP), cards being moved
 * (REG_MOVE). */
enum { REG_IT, REG_LOOK, REG_KEEP, REG_MOVE, REG_COUNT };
typedef struct Context {
    AbilId abil;
    PlayerId master;
    PlayerId player;   /* "that player" */
    PlayerId opponent; /* the opponent picked where there are several */
    uint8_t did;       /* the last optional or conditional action was done */
    uint8_t won;       /* result of the last check: 1 won, 2 lost */
    uint8_t cancelled;
    CardRef source, subject, object;
    int32_t amount, x;
    uint32_t begun;      /* clock when it began */
    uint16_t source_now; /* the source's life after the ability itself moved it; 0: it did not */
    uint16_t base;       /* where its registers begin in State.reg; they are contiguous */
    uint16_t row;        /* serial of the stack row it resolves, 0 none */
    uint8_t in_use;
    uint8_t shuffled; /* 1: the next action moves cards of the shuffled zone, 2: this one does */
    uint8_t n[REG_COUNT]; /* cards in each register */
    uint8_t replaced;
    uint8_t left_seat; /* information about the subject is as of when it left its seat */
    uint8_t agreed;    /* the next "may" is already answered: yes */
    uint8_t modes;     /* modes chosen on entry, bit each */
    uint8_t extra;     /* additional costs that were paid, bit each */
    uint8_t paying;    /* costs of the ability that are being paid */
    Places places;     /* the places chosen last */
} Context;

/* "This card" as the running ability acts on it: the new life if the ability itself moved it. */
static inline CardRef ctx_source(const Context *x) {
    return (CardRef){x->source.card, x->source_now ? x->source_now : x->source.inc};
}

/* An event: the only way in which facts about cards change (event.c). */
typedef struct Event {
    uint8_t kind, how;
    PlayerId player; /* who does it, or whom it happens to */
    PlayerId to_player;
    CardId card;
    PlayerId actor; /* who carries it out, NOBODY = a rule without an acting player */
    uint8_t cost;   /* it is done as the cost of an ability, not by its effect */
    ZoneId from, to;
    SeatSet seats_from, seats_to;
    uint16_t put; /* PUT_* */
    uint16_t inc; /* the card's life before the event */
    int32_t amount;
    CardId other; /* second card */
    PlayerId by;  /* whose effect or cost causes it, NOBODY = a rule */
    uint8_t ctx;  /* context of the effect that causes it; see event_cause */
} Event;

typedef struct Option {
    uint8_t kind; /* game or kernel option kind */
    uint8_t a, b;
    SeatSet seats; /* for a card on several seats: all of them; else 0, and b is the seat */
    CardId card;
    uint16_t c;
} Option;

/* The seats that the option is about. */
static inline SeatSet option_seats(const Option *o) {
    return o->seats ? o->seats : o->b ? seat_bit(o->b) : 0;
}

/* The pending question. Its options are State.option[0 .. n-1]. */
typedef struct Decision {
    PlayerId player;
    uint8_t kind;
    uint8_t min, max; /* how many more are to be picked in this sequence of questions */
    uint16_t clause;
    uint8_t n;
    uint8_t pending;
} Decision;

/* An ability that is active where its card lies, and the events it listens to. */
typedef struct Listener {
    EventSet events;
    CardId card;
    AbilId abil;
} Listener;

/* A rule change in force. */
typedef struct RuleNow {
    uint8_t rule;
    PlayerSet players;
    PlayerId master;
    uint8_t pad;
    int32_t amount;
    CardRef source;
    CardId card; /* the only card it applies to, 0: those that pass pc */
    Pc pc;       /* filter, 0: every card; with 'card': the cost it demands, 0 none; RULE_FORBID:
                    the pattern of the events */
} RuleNow;

/* A name, trait or keyword that an effect adds to a card or takes from it. */
typedef struct Extra {
    CardId card;
    uint8_t kind; /* ADD_* */
    uint8_t pad;
    uint16_t term;
} Extra;

/* The counters of one kind on a card, or on a player if card is 0. */
typedef struct Counter {
    CardId card;
    uint16_t kind; /* game defined: its own number, or a term */
    int16_t n;     /* never 0 */
    PlayerId player;
    uint8_t pad;
} Counter;

/* A position of this turn and the action taken there, for the loop rules. With position 0: the
 * action is barred at 'at'. */
typedef struct Seen {
    uint64_t position; /* hash of the position */
    uint64_t at, action;
} Seen;

/* A choice since the last open position: where, what, out of how many options. */
typedef struct Choice {
    uint64_t position, action;
    uint16_t options, frame;
    uint32_t player;
} Choice;
enum { MAX_PATH = 8 };

/* The choices of the last actions, and a loop that is repeated (repeat.c). */
enum { MAX_TRAIL = 16 };
typedef struct Repeat {
    uint64_t trail[MAX_TRAIL]; /* one choice each, the latest last */
    uint64_t barred;           /* the loop that begins with this choice was repeated just now */
    Option first;              /* the first choice of the round */
    uint16_t times, named;     /* rounds to go; the number that is being named */
    uint8_t ntrail, length;    /* choices in 'trail'; of them, at its end, one round */
    uint8_t at;                /* the next choice of the round */
    uint8_t stop;              /* the last round ends at this choice, of another player; 0: none */
    PlayerId who;              /* who names a number */
} Repeat;

/* What must be derived again: values of cards, rule changes. */
enum { DIRTY_VALUES = 1, DIRTY_RULES = 2 };
/* Bits of State.unchecked beside the zones. VALUES: damage, faces, ties, counters or derived values
 * changed; KINDS: derived kinds, with VALUES; DERIVED: deriving may change values; PLAYERS: damage
 * to players changed. */
enum {
    UNCHECKED_VALUES = 1,
    UNCHECKED_KINDS = 1 << 28,
    UNCHECKED_DERIVED = 1 << 29,
    UNCHECKED_PLAYERS = 1 << 30,
    UNCHECKED_ALL = 0x7FFFFFFF
};
_Static_assert(MAX_ZONES <= 28, "zones and flags share a word");
enum { SPENT_USED = 1, SPENT_FIRED = 2, SPENT_ATTACKS = 4, SPENT_BEATEN = 8 };

enum Result { RESULT_NONE, RESULT_WIN, RESULT_DRAW, RESULT_ALL_LOST, RESULT_FAULT };

typedef struct State {
    /* Fields that are read all the time are in the first 128 bytes, where x86 needs the shortest
     * displacement. (f) facts, (r) how the game runs, (d) derived. */
    uint32_t layout;  /* (f) identifies the layout of the build that made the state */
    uint8_t nplayers; /* (f) */
    uint8_t result;   /* (f) RESULT_* */
    PlayerId turn_player;
    uint8_t point;            /* (f) phase or step, game defined */
    uint32_t clock;           /* (f) source of time stamps */
    EventSet listened_events; /* (d) union of Listener.events and Pack.watched */
    EventSet replaced;        /* (d) union of the events that replacement effects listen to */
    EventSet grantable;       /* (d) what the abilities listen to that may be granted now */
    RuleSet rule_mask;        /* (d) rule changes in force when they were last derived */
    RuleSet may_rule;   /* (d) rule changes that static abilities and effects could make now */
    Touch layers;       /* (d) TOUCH_* of all static abilities; TOUCH_ALL: to be recomputed */
    Touch derived;      /* (d) TOUCH_* written when last derived, or by effects changed since */
    Touch due;          /* (d) TOUCH_* that may be out of date (derived_update_due) */
    Depends depends;    /* (d) union of AbilityDef.depends of the listening static abilities */
    uint32_t unchecked; /* (r) zones changed since the last clean rule processing, UNCHECKED_* */
    PointSet points;    /* (d) points of the turn that triggers listen to */
    HowSet hows;        /* (d) ways of moving that triggers listen to */
    ZoneSet tos;        /* (d) destination zones that triggers listen to */
    uint16_t serial;    /* (f) serial of the last row pushed on the stack */
    uint8_t dirty;      /* (d) DIRTY_* */
    uint8_t nframes, nbatch;
    uint8_t ctx_top;            /* (r) the highest context in use; those above are zero */
    uint16_t nreg;              /* (r) cards in all registers */
    uint8_t nlisteners, nfixed; /* listeners; the first nfixed are facts, granted ones follow */
    uint8_t top;                /* (d) sort of the top row of the stack: STACK_* */
    uint8_t nstack, ntargets, nwaiting, neffects, nseen, ndeeds;
    uint8_t deed_kinds;    /* (f) kinds of deeds in 'deed', bit each */
    uint16_t effect_kinds; /* (f) superset of the kinds in 'effect', bit each; 0 if there is none */
    uint8_t nrules, nextra, nmodified, ncounters;
    uint8_t rules_on_cards; /* (d) some rule change is about a single card */
    uint8_t nuntil;         /* (f) number of effects with a duration of DUR_UNTIL or more */
    PlayerSet active;       /* (d) players whose cards have activated abilities */
    PlayerSet leaving;      /* (r) players who have lost and leave before the next step */
    uint8_t npath, chain;   /* (f) chain: abilities played since the last open position */
    uint8_t open;           /* (f) the pending question is an open position */
    uint8_t nbarred;        /* (f) some action is barred this turn */
    uint8_t hits;           /* (f) a card's hit_by is set */
    uint8_t texts;          /* (f) an ability was carried out this turn, so a position may repeat */
    uint8_t spent;          /* (f) SPENT_*: what must be reset on cards at the end of the turn */
    uint8_t glimpsed;       /* (f) a hidden card may have 'known' set */
    uint8_t fault;          /* (f) FAULT_*: the limit that was exceeded */
    uint8_t remembers;      /* (f) 'happened' or a Card.done is not zero */
    uint16_t forced;        /* (r) forced steps since the last real decision */
    uint32_t choices;       /* (r) real decisions so far */
    uint64_t here;          /* (r) hash of the position at the pending question, 0 = not tracked */
    Decision ask;
    Option picked; /* (r) the last answer */
    /* (r) players who are known to have nothing to do, valid for this clock, serial and key */
    uint32_t idle_clock;
    uint16_t idle_serial;
    uint8_t idle, idle_key;
    uint8_t facts[16]; /* (f) facts of the turn or attack, game defined */
    /* facts */
    CardRef fact_card[6]; /* game defined: attacking, supporting, ... */
    uint64_t random[2];
    uint32_t turn_clock; /* time stamp of the turn's beginning */
    uint16_t turn;       /* number of this turn, from 1 */
    uint16_t acted;      /* actions taken at open positions this turn */
    uint8_t game, format;
    PlayerId first_player;
    uint8_t order[MAX_PLAYERS]; /* turn order */
    uint8_t team_size;          /* 1: no teams; else a team takes its turn together */
    uint8_t circle;             /* only the neighbours in turn order are opponents */
    uint8_t score[4];           /* facts of the whole game, game defined: points of teams, ... */
    Stacked stack[MAX_STACK];
    Target target[MAX_TARGETS];
    Deed deed[MAX_DEEDS];
    Effect effect[MAX_EFFECTS];
    Waiting waiting[MAX_WAITING];
    Seen seen[MAX_SEEN]; /* ring buffer of the last MAX_SEEN; see hash.c */
    Choice path[MAX_PATH];
    Repeat repeat;
    Guise guise[MAX_GUISES];
    Counter counter[MAX_COUNTERS];
    /* how often each watch has happened this turn from the point of view of each player, at most
     * 255 times */
    uint8_t happened[MAX_WATCHES][MAX_PLAYERS];
    /* how the game runs */
    Frame frame[MAX_FRAMES];
    Context ctx[MAX_CONTEXTS + 1]; /* [0] serves the rules: payments and the like */
    CardRef reg[MAX_REGISTERED];   /* arena: the registers of all contexts, in order */
    Event batch[MAX_BATCH];
    Option option[MAX_OPTIONS];
    /* derived */
    Listener listen[MAX_LISTENERS];
    RuleNow rule[MAX_RULES];
    Extra extra[MAX_EXTRA];
    CardId modified[MAX_MODIFIED];
    /* players: facts; last, so that the block can end early */
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
/* A player is exactly CARD_STRIDE cards long, so card ids index cards without looking up the
 * owner. */
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
/* The card's term in the hash of an unordered zone. Equal cards have equal terms. Zone hashes
 * are sums of terms, so a change of one card must not cancel a like change of another: every bit
 * passes two multiplications. */
static inline uint64_t card_hash(const Card *k) {
    const uint64_t flags = k->flags & (CARD_RESTED | CARD_DOWN | CARD_KINDS_CHANGED);
    uint64_t a = k->def | (uint64_t)k->zone << 16 | (uint64_t)k->holder << 24 |
                 (uint64_t)k->seats << 32 | (uint64_t)k->used << 40 | flags << 48;
    a += (k->tie | (uint64_t)(uint32_t)k->damage << 16) * 0xc2b2ae3d27d4eb4fu;
    a = (a ^ a >> 32) * 0x9e3779b97f4a7c15u;
    a = (a ^ a >> 29) * 0xd6e8feb86659fd93u;
    return a ^ a >> 32;
}
/* The card's term in the hash of an ordered zone: its face, rotated by its place. */
static inline uint64_t place_hash(const Card *k, unsigned place) {
    uint64_t a =
        k->def | (uint64_t)k->zone << 16 | (uint64_t)k->holder << 24 | (uint64_t)place << 32;
    a *= 0x9e3779b97f4a7c15u;
    return (a ^ a >> 29) * 0xd6e8feb86659fd93u;
}
static inline CardRef ref_of(CardId c, uint16_t inc) { return (CardRef){c, inc}; }
static inline CardRef ref_to(const State *s, CardId c) {
    return ref_of(c, c ? card_of(s, c)->inc : 0);
}
/* Index in State.reg of a context's register; the register has n[reg] cards. */
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
/* Is the card still in the life that the reference names? */
static inline bool ref_live(const State *s, CardRef r) {
    return r.card && card_of(s, r.card)->inc == r.inc;
}
