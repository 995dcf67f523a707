/* Index types, sentinels and limits of the core.
 *
 * Everything under kernel/, vm/ and games/ includes this first. A state holds indices only, never
 * pointers; zero always means "nothing", so zeroed memory is an empty state. */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>
#include <string.h>

typedef uint16_t CardId;   /* card_id(owner, number); 0 = no card */
typedef uint16_t DefId;    /* a card's definition in the pack; 0 = none */
typedef uint16_t AbilId;   /* an ability in the pack; 0 = none */
typedef uint16_t TermId;   /* a name, trait or title that texts refer to; 0 = none */
typedef uint32_t Code;     /* one word of compiled text */
typedef uint16_t Pc;       /* index into the pack's code; 0 = no code */
typedef uint8_t PlayerId;  /* 0-based; NOBODY = none */
typedef uint8_t PlayerSet; /* bit per player */
typedef uint8_t ZoneId;    /* 0 = nowhere */
typedef uint32_t ZoneSet;  /* bit per zone */
typedef uint8_t SeatSet;   /* bit per seat of a zone, the first seat is bit 0 */
typedef uint64_t EventSet; /* bit per kind of event */
typedef uint16_t KindSet;  /* bit per kind of card */
typedef uint32_t HowSet;   /* bit per way of moving */
typedef uint32_t PointSet; /* bit per point of the turn */
typedef uint32_t Touch;    /* TOUCH_*: layers and information that an effect writes */
typedef uint32_t Depends;  /* bit per zone, DEPENDS_*: what an ability reads */

enum {
    NONE = 0,
    NOBODY = 0xFF,
    CARDS_PER_PLAYER = 76, /* numbers 1..75: the largest deck has 70 + 3 + 1 cards */
    CARD_STRIDE = 119,     /* distance between the ids of two players: see card_of */
    MAX_PLAYERS = 6,
    CARD_IDS = MAX_PLAYERS * CARD_STRIDE,
    MAX_ZONES = 24, /* the largest game has 18; bits from here on in a ZoneSet are flags */
    LIST_ROOM = 2 * (CARDS_PER_PLAYER - 1), /* cards in one player's zones: all of two players */
    LIST_LANES = LIST_ROOM + 4,             /* room to search the list four cards at a time */
    ZONE_LANES = 32,                        /* MAX_ZONES + 1, rounded up to a vector */
    ZONES_ALL = (1 << MAX_ZONES) - 2,       /* every zone but "nowhere" */
    MAX_SEATS = 8,                          /* seats of one zone: bits of a SeatSet */
    MAX_WATCHES = 16,   /* patterns of events that the texts of a pack ask about */
    MAX_SET = 152,      /* cards in one set: every card of two players */
    MAX_MODIFIED = 152, /* cards that differ from their printed values at one time: every card of
                           two players */
#ifdef FUDA_TINY        /* small enough for games of the test suite to reach them */
    MAX_FRAMES = 24,
    MAX_EFFECTS = 24,
    MAX_WAITING = 16,
    MAX_LISTENERS = 64,
    MAX_CONTEXTS = 3,
    MAX_REGISTERED = 320,
    MAX_BATCH = 40,
    MAX_OPTIONS = 160,
    MAX_RULES = 12,
    MAX_EXTRA = 12,
    MAX_STACK = 10,
    MAX_TARGETS = 16,
    MAX_DEEDS = 12,
    MAX_COUNTERS = 12,
    MAX_SEEN = 8,
#else
    MAX_FRAMES = 40, /* nested procedures: turn, attack, check, play, text, event, ... about 14 deep
                        in play */
    MAX_EFFECTS = 64,     /* continuous effects of resolved abilities in force at one time */
    MAX_WAITING = 64,     /* triggered abilities waiting at one time */
    MAX_LISTENERS = 128,  /* abilities that are active where their card lies */
    MAX_CONTEXTS = 8,     /* nested abilities being carried out */
    MAX_REGISTERED = 384, /* cards in the registers of all contexts together */
    MAX_BATCH = 80,       /* simultaneous events: one for every card of a player */
    MAX_OPTIONS = 160, /* options of one question: every card of both players' piles, and "done" */
    MAX_RULES = 40,    /* rule changes valid at one time */
    MAX_EXTRA = 40,    /* names, traits and kinds that effects add to cards at one time */
    MAX_STACK = 24,    /* cards and abilities on the stack */
    MAX_TARGETS = 40,  /* their targets */
    MAX_DEEDS = 32,    /* remembered deeds: who struck whom */
    MAX_COUNTERS = 40, /* kinds of counters on cards and players at one time */
    MAX_SEEN = 20,     /* positions of this turn, for the loop rules */
#endif
};

static inline CardId card_id(unsigned owner, unsigned number) {
    return (CardId)(owner * CARD_STRIDE + number);
}
static inline PlayerId card_owner(CardId c) { return (PlayerId)(c / CARD_STRIDE); }
static inline unsigned card_number(CardId c) { return c % CARD_STRIDE; }
static inline PlayerSet player_bit(PlayerId p) { return (PlayerSet)(1u << p); }
static inline ZoneSet zone_bit(ZoneId z) { return 1u << z; }
static inline SeatSet seat_bit(unsigned number) { return (SeatSet)(1u << (number - 1)); }
/* Seat number 0 is none. */
static inline SeatSet seat_set(unsigned number) { return number ? seat_bit(number) : 0; }
/* The lowest seat number in the set, counted from 1; 0 if the set is empty. */
static inline unsigned seat_number(SeatSet set) {
    return set ? (unsigned)__builtin_ctz(set) + 1 : 0;
}
static inline PlayerId player_first(PlayerSet set) { return (PlayerId)__builtin_ctz(set); }
static inline ZoneId zone_first(ZoneSet set) {
    return (ZoneId)__builtin_ctz(set);
} /* set: not empty */

/* A set of cards of all players. */
typedef struct CardSet {
    uint64_t bits[(CARD_IDS + 63) / 64];
} CardSet;
static inline bool card_in(const CardSet *set, CardId c) {
    return set->bits[c / 64] >> (c % 64) & 1;
}
static inline void card_join(CardSet *set, CardId c) {
    set->bits[c / 64] |= UINT64_C(1) << (c % 64);
}

/* A set of places: seats of each player. Zones with seats share their numbering, so that a place
 * is the same in all of them. */
typedef struct Places {
    SeatSet of[MAX_PLAYERS];
} Places;
static inline bool places_any(const Places *p) {
    SeatSet all = 0;
    for (unsigned i = 0; i < MAX_PLAYERS; i++) all |= p->of[i];
    return all;
}

/* A set of rule changes, one bit per kind. */
typedef uint64_t RuleSet;
enum {
    RULE_NOTED =
        62, /* the kernel's own, only in Pack.rules: some text makes a note (ADD_ACCEPTS …) */
    RULE_FORBID = 63 /* the kernel's own: no event happens that matches the pattern */
};
static inline RuleSet rule_bit(unsigned rule) { return UINT64_C(1) << rule; }
