/* Index types, sentinels and limits of the core.
 *
 * Everything under kernel/, vm/ and games/ includes this first. A state holds indices only, never
 * pointers; zero always means "nothing", so zeroed memory is an empty state. */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>
#include <string.h>

typedef uint16_t CardId;   /* of its owner, by number (1..63): card_id; 0 = no card */
typedef uint16_t DefId;    /* a card's definition in the pack; 0 = none */
typedef uint16_t AbilId;   /* an ability in the pack; 0 = none */
typedef uint16_t TermId;   /* a name, trait or title that texts speak of; 0 = none */
typedef uint16_t Code;     /* one word of compiled text */
typedef uint16_t Pc;       /* index into the pack's code; 0 = no code */
typedef uint8_t PlayerId;  /* 0.. ; NOBODY = none */
typedef uint8_t PlayerSet; /* bit per player */
typedef uint8_t ZoneId;    /* 0 = nowhere */
typedef uint32_t ZoneSet;  /* bit per zone */

enum {
    NONE = 0,
    NOBODY = 0xFF,
    CARDS_PER_PLAYER = 64, /* numbers 1..63: 50 + 3 partners + 5 deer in the largest deck */
    CARD_STRIDE = 72,      /* from one player's ids to the next one's: see card_of */
    MAX_PLAYERS = 6,
    CARD_IDS = MAX_PLAYERS * CARD_STRIDE,
    MAX_ZONES = 14,  /* zone ids fit a ZoneSet and a nibble */
    LIST_ROOM = 126, /* cards in one player's zones: all of two players */
    MAX_SEATS = 8,
#ifdef FUDA_TINY
    MAX_FRAMES = 24,
    MAX_EFFECTS = 24,
    MAX_WAITING = 16,
#else
    MAX_FRAMES = 40, /* nested procedures: turn, attack, check, play, text, event, ... about 14 deep
                        in play */
    MAX_EFFECTS = 64, /* continuous effects of resolved abilities that live at one time */
    MAX_WAITING = 48, /* triggered abilities waiting at one time */
#endif
    MAX_LISTENERS = 128, /* abilities that are valid where their card lies now */
    MAX_CONTEXTS = 4,    /* abilities being carried out inside one another */
    MAX_SET = 60,        /* cards in one register: at most all of a zone */
    MAX_BATCH = 64,      /* events that happen at once */
    MAX_OPTIONS = 136,   /* answers to one question */
    MAX_RULES = 40,      /* rule changes valid at one time */
    MAX_EXTRA = 24,      /* names, traits and kinds given to cards at one time */
    MAX_STACK = 24,      /* cards and abilities that were entered and not resolved yet */
    MAX_TARGETS = 40,    /* what they are aimed at */
    MAX_DEEDS = 32,      /* who struck whom, for as long as it matters */
    MAX_SEEN = 20,       /* positions of this turn remembered for the loop rules */
};

static inline CardId card_id(unsigned owner, unsigned number) {
    return (CardId)(owner * CARD_STRIDE + number);
}
static inline PlayerId card_owner(CardId c) { return (PlayerId)(c / CARD_STRIDE); }
static inline unsigned card_number(CardId c) { return c % CARD_STRIDE; }
static inline PlayerSet player_bit(PlayerId p) { return (PlayerSet)(1u << p); }
static inline ZoneSet zone_bit(ZoneId z) { return 1u << z; }
static inline PlayerId player_first(PlayerSet set) { return (PlayerId)__builtin_ctz(set); }
static inline ZoneId zone_first(ZoneSet set) {
    return (ZoneId)__builtin_ctz(set);
} /* set: not empty */

/* Four of a list at once, so that it is foretold how often: j from i on, and where the list ends
 * the last one again. */
#define IN_FOURS(j, i, n)                                                                          \
    _Pragma("GCC unroll 4") for (unsigned j##_ = 0, j = (i); j##_ < 4;                             \
                                 j##_++, j = (i) + j##_ < (n) ? (i) + j##_ : (n)-1)

/* Kinds of rule changes, bit each. */
typedef uint64_t RuleSet;
static inline RuleSet rule_bit(unsigned rule) { return UINT64_C(1) << rule; }
