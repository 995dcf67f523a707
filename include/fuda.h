/* fuda.h: the public C API of Fuda, a rules engine for Japanese trading card games.
 *
 *   A pack holds compiled cards and never changes; a state is one block of plain data (clone it
 * with memcpy, fuda_state_size tells how much). fuda_run goes on until a decision is due or the
 * game is over; fuda_answer takes an option's number and refuses a wrong one without changing
 * anything:
 *
 *     while (fuda_run(&run) == FUDA_DECISION) fuda_answer(&run, choose(&run));
 *
 * For now the public types are those of the core. */
#pragma once
#include "kernel/run.h"

typedef Run FudaRun;
typedef State FudaState;
typedef Pack FudaPack;
typedef Game FudaGame;
enum { FUDA_DECISION = STATUS_DECISION, FUDA_OVER = STATUS_OVER };

/* The five games by key or number; null for an unknown one. */
static inline const FudaGame *fuda_game(const char *key) { return game_by_key(key); }
static inline const FudaGame *fuda_game_at(unsigned i) { return game_at(i); }

/* A deck as definitions of the pack, in any order. */
typedef struct FudaDeck {
    const DefId *main;
    unsigned nmain;
    const DefId *side; /* partners and the like, as the game has them */
    unsigned nside;
    const DefId *extra; /* a third pile where the game has one */
    unsigned nextra;
} FudaDeck;

typedef struct FudaSetup {
    const FudaGame *game;
    const FudaPack *pack;
    unsigned players; /* 2.. */
    unsigned format;  /* 0 = standard */
    uint64_t seed;
    const FudaDeck *decks; /* one a player */
    int first;             /* who goes first, -1 = by lot */
} FudaSetup;

/* Writes a new game into the state (any bytes may be there before). False: a deck does not fit the
 * limits. */
bool fuda_new(FudaState *s, const FudaSetup *setup);
static inline int fuda_run(FudaRun *r) { return run_on(r); }
static inline bool fuda_answer(FudaRun *r, unsigned option) { return run_answer(r, option); }
static inline bool fuda_concede(FudaRun *r, unsigned player) {
    return run_concede(r, (PlayerId)player);
}
static inline size_t fuda_state_size(const FudaState *s) { return state_size(s); }
static inline uint64_t fuda_hash(const FudaState *s) { return state_hash(s); }

/* What one player may know: the same bytes for any two states that differ only in what is hidden
 * from that player. */
typedef struct FudaSeen {
    DefId def; /* 0: its face is hidden from the viewer */
    uint8_t player, zone, index, slot;
    uint16_t flags; /* CARD_RESTED, CARD_DOWN, ... */
    KindSet kinds;  /* kinds the viewer may know even of a hidden card */
    SeatSet seats;  /* all seats it lies on; slot is the first of them */
    int32_t atk, def_now, damage;
    int16_t cost;
    int16_t third; /* the third number, where the game has one */
    int16_t tie;   /* index in this list of the card it is tied to, -1 none */
} FudaSeen;
enum { FUDA_MAX_SEEN = MAX_PLAYERS * CARDS_PER_PLAYER };
typedef struct FudaChoice {
    uint8_t kind, a, b;
    int16_t seen;     /* index in cards of the card it is about, -1 none */
    uint16_t ability; /* place of the ability on that card + 1, 0 none */
} FudaChoice;
/* What was entered and waits to be resolved: open to all, as are its targets. */
typedef struct FudaTarget {
    uint8_t kind;  /* TARGET_CARD, TARGET_PLAYER, TARGET_STACKED */
    uint8_t share; /* what was allotted to it */
    int16_t which; /* index in cards, player, or index in things; -1: it is gone */
} FudaTarget;
typedef struct FudaThing {
    uint8_t sort;            /* STACK_CARD, STACK_ABILITY, STACK_CHECKS */
    uint8_t player;          /* its master */
    uint8_t count;           /* STACK_CHECKS: how many */
    uint8_t flags;           /* STACKED_* */
    uint8_t modes, extra;    /* chosen modes and additional costs paid, bit each */
    uint8_t first, ntargets; /* in targets */
    int16_t x;
    int16_t seen;   /* index in cards of the card it is or comes from, -1: gone or out of sight */
    AbilId ability; /* of the pack: what will be carried out, 0 nothing */
} FudaThing;
typedef struct FudaView {
    uint8_t viewer, nplayers, turn_player, point, result, asked, ask_kind, min, max;
    uint8_t out[MAX_PLAYERS], won[MAX_PLAYERS], counts[MAX_PLAYERS][MAX_ZONES];
    uint8_t facts[16];
    uint16_t turn, clause;
    unsigned ncards, nchoices, nthings;
    int16_t
        roles[6]; /* as State.fact_card: index in cards of who attacks and the like, -1 nobody */
    FudaSeen cards[FUDA_MAX_SEEN];
    FudaThing things[MAX_STACK]; /* the next to be resolved is the last */
    FudaTarget targets[MAX_TARGETS];
    FudaChoice choices[MAX_OPTIONS]; /* only when the viewer is asked */
} FudaView;
/* Brings derived values of the state up to date: view a copy where the bytes must stay as they are.
 */
void fuda_view(FudaRun *r, unsigned player, FudaView *out);
