/* fuda.h: the public C API of Fuda, a rules engine for Japanese trading card games.
 *
 * A pack holds compiled cards and never changes. A state is one block of plain data: copy it with
 * memcpy of fuda_state_size bytes. fuda_run plays until a decision is due or the game is over;
 * fuda_answer takes the number of an option and refuses a wrong one without changing anything:
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

/* A game by its key or by its index; null if there is none. */
static inline const FudaGame *fuda_game(const char *key) { return game_by_key(key); }
static inline const FudaGame *fuda_game_at(unsigned i) { return game_at(i); }

/* A deck: definitions of the pack, in any order. */
typedef struct FudaDeck {
    const DefId *pile[PILES]; /* the main deck, then the game's other piles, such as partners */
    unsigned n[PILES];
} FudaDeck;

typedef struct FudaSetup {
    const FudaGame *game;
    const FudaPack *pack;
    unsigned players; /* at least 2 */
    unsigned format;  /* index in Game.formats */
    uint64_t seed;
    const FudaDeck *decks; /* one per player */
    int first;             /* who goes first; -1 = random */
} FudaSetup;

/* Initializes the state for a new game; its previous contents do not matter. False: the number
 * of players does not fit the format, or a deck is too large. */
bool fuda_new(FudaState *s, const FudaSetup *setup);
/* Plays until a decision is due (FUDA_DECISION) or the game is over (FUDA_OVER). */
static inline int fuda_run(FudaRun *r) { return run_on(r); }
/* Answers the pending question. False: no such option, nothing changed. */
static inline bool fuda_answer(FudaRun *r, unsigned option) { return run_answer(r, option); }
/* The player concedes, at any time. False: the game is over or the player has left. */
static inline bool fuda_concede(FudaRun *r, unsigned player) {
    return run_concede(r, (PlayerId)player);
}
static inline size_t fuda_state_size(const FudaState *s) { return state_size(s); }
static inline uint64_t fuda_hash(const FudaState *s) { return state_hash(s); }

/* A card as one player may see it. Two states that differ only in what is hidden from that
 * player give the same bytes. */
typedef struct FudaSeen {
    DefId def;                         /* 0: the face is hidden from the viewer */
    uint8_t player, zone, index, slot; /* zone 0: a card of the viewer's that waits outside */
    uint16_t flags;                    /* CARD_RESTED, CARD_DOWN, ... */
    KindSet kinds;                     /* kinds that the viewer may know, even of a hidden card */
    SeatSet seats;                     /* all its seats; slot is the first of them */
    int32_t atk, def_now, damage;
    int16_t cost;
    int16_t third; /* the third number, in games that have one */
    int16_t tie;   /* index in FudaView.cards of the card it is attached to, -1 none */
} FudaSeen;
enum { FUDA_MAX_SEEN = MAX_PLAYERS * CARDS_PER_PLAYER };
/* An option of the pending question. */
typedef struct FudaChoice {
    uint8_t kind, a, b;
    int16_t seen;     /* index in FudaView.cards of its card, -1 none */
    uint16_t ability; /* index of the ability on that card + 1, 0 none */
} FudaChoice;
/* A row of the stack and its targets: public information. */
typedef struct FudaTarget {
    uint8_t kind;  /* TARGET_CARD, TARGET_PLAYER, TARGET_STACKED */
    uint8_t share; /* its share of a divided amount */
    int16_t which; /* index in cards, player, or index in things; -1: gone */
} FudaTarget;
typedef struct FudaThing {
    uint8_t sort;            /* STACK_CARD, STACK_ABILITY, STACK_CHECKS */
    uint8_t player;          /* its master */
    uint8_t count;           /* STACK_CHECKS: number of checks */
    uint8_t flags;           /* STACKED_* */
    uint8_t modes, extra;    /* chosen modes and paid additional costs, bit each */
    uint8_t first, ntargets; /* range in FudaView.targets */
    int16_t x;
    int16_t seen;   /* index in cards of the card or the source; -1: gone or hidden */
    AbilId ability; /* ability of the pack that will be carried out, 0 none */
} FudaThing;
/* Everything that one player may know. */
typedef struct FudaView {
    uint8_t viewer, nplayers, turn_player, point, result, asked, ask_kind, min, max;
    uint8_t out[MAX_PLAYERS], won[MAX_PLAYERS], counts[MAX_PLAYERS][MAX_ZONES];
    uint8_t facts[16];
    uint16_t turn, clause;
    unsigned ncards, nchoices, nthings;
    /* Cards in State.fact_card (attacker and the like): index in cards, -1 none. */
    int16_t roles[6];
    FudaSeen cards[FUDA_MAX_SEEN];
    FudaThing things[MAX_STACK]; /* the last is resolved next */
    FudaTarget targets[MAX_TARGETS];
    FudaChoice choices[MAX_OPTIONS]; /* only if the viewer is asked */
} FudaView;
/* Writes the player's view. Derives values in the state, so pass a copy if its bytes must not
 * change. */
void fuda_view(FudaRun *r, unsigned player, FudaView *out);
