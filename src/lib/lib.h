/* The C interface (include/fuda.h): what its objects are made of. */
#pragma once
#include "fuda.h"
#include "cards/load.h"
#include "kernel/view.h"
#include "sim/replay.h"
#include "sim/sim.h"

struct fuda_cards {
    CardList list;
    bool used; /* a pack points into it */
};

struct fuda_deck {
    DeckFile file;
    unsigned size;
};

typedef struct PackDeck {
    DefId pile[PILES][CARDS_PER_PLAYER];
    unsigned n[PILES];
} PackDeck;

/* Compiled decks. Never changes once it is made. */
struct fuda_pack {
    const Game *game;
    Builder *builder; /* owned, unless 'borrowed' */
    bool borrowed, partial;
    const Pack *pack;
    unsigned format, ndecks, ncards;
    PackDeck *decks;
    FudaDeck *fuda;              /* the same for game_start */
    CardText *text;              /* by definition - 1; points into the cards */
    const PrintedCard **printed; /* likewise; null: from a replay */
    char day[16];                /* of the card texts */
    uint64_t hash;
};

/* An event with what each viewer may know of it. The last viewer is the spectator. */
enum { MAX_VIEWERS = MAX_PLAYERS + 1 };
typedef struct Happened {
    uint8_t kind, from, to, seat;
    CardId card, second;
    int8_t player, to_player;
    uint8_t named, other_named; /* viewers who know the card, bit each */
    bool open;                  /* everybody knows the amount */
    DefId def, other_def;
    uint32_t before[MAX_VIEWERS], after[MAX_VIEWERS], other[MAX_VIEWERS];
    int32_t amount;
} Happened;

typedef struct Answer {
    uint16_t option, of; /* as in ReplayStep */
} Answer;

/* What a state that is not quiet keeps: handles, moves and answers. */
typedef struct Watch {
    Observer observer;
    struct fuda_state *state;
    fuda_listener *listener;
    void *context;
    unsigned listens;            /* index of the viewer it listens for */
    unsigned nviewers, ncards;   /* ncards: ids of cards */
    uint32_t *handle;            /* [viewer * ncards + card]; 0: out of sight */
    uint32_t given[MAX_VIEWERS]; /* handles given out so far */
    Happened *happened;          /* since the last answer */
    unsigned nhappened, room;
    Answer *answer;
    unsigned nanswers;
    bool unsettled; /* answered since the handles were brought up to date */
    bool foreign;   /* a sample: its answers do not lead to it */
} Watch;

struct fuda_state {
    const fuda_pack *pack;
    Run run;
    fuda_setup setup;
    size_t size;  /* of the state's block */
    Watch *watch; /* null: quiet */
};

/* ---- errors (error.c) ---- */

/* Fills in the error and returns false. */
bool lib_fail(fuda_error *e, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same with the message of a reader. */
bool lib_fail_input(fuda_error *e, const FileError *why);
bool lib_no_memory(fuda_error *e);
/* An object is missing where 'what' is expected. */
bool lib_missing(fuda_error *e, const char *what);
void lib_ok(fuda_error *e);
/* Copies a string as snprintf does; returns its length. */
size_t lib_put(const char *s, char *out, size_t size);

/* ---- packs (pack.c) ---- */

/* A pack of the cards and decks of a replay; the game is already open. Null: no memory. */
fuda_pack *pack_of_replay(const Replay *p, const ReplayGame *g, fuda_error *e);
static inline const Game *game_of(const fuda_game *g) { return (const Game *)(const void *)g; }
static inline const fuda_game *game_out(const Game *g) {
    return (const fuda_game *)(const void *)g;
}

/* ---- states (state.c) ---- */

/* A state without contents, for so many players. */
fuda_state *state_alloc(const fuda_pack *pack, unsigned players, bool quiet, fuda_error *e);
/* Is the setup possible with the pack? */
bool setup_check(const fuda_pack *pack, const fuda_setup *setup, fuda_error *e);
/* Begins the game of the setup in a block. */
bool setup_start(const fuda_pack *pack, const fuda_setup *setup, uint64_t seed, State *s);
/* Index of a viewer: the player, or the number of players for a spectator; -1: nobody. */
int viewer_index(const fuda_state *s, int viewer);
static inline PlayerId viewer_id(const fuda_state *s, unsigned index) {
    return index < s->run.s->nplayers ? (PlayerId)index : NOBODY;
}
bool viewer_check(const fuda_state *s, int viewer, fuda_error *e);
static inline bool viewer_sees(const fuda_state *s, unsigned index, CardId c) {
    return index < s->run.s->nplayers ? card_visible(&s->run, (PlayerId)index, c)
                                      : card_visible_to_all(&s->run, c);
}
/* A run on a copy of the state, for functions that derive values. Null r->s: no memory. The caller
 * frees r->s. */
Run state_look(const fuda_state *s);

/* ---- what happened (watch.c) ---- */

Watch *watch_new(struct fuda_state *s);
void watch_free(Watch *w);
bool watch_copy(Watch *to, const Watch *from);
bool watch_answer(Watch *w, unsigned option, unsigned of); /* false: no memory */
void watch_settle(Watch *w);                               /* the state stands still again */
static inline uint32_t watch_handle(const Watch *w, unsigned viewer, CardId c) {
    return w->handle[viewer * w->ncards + c];
}

/* ---- views (view.c) ---- */

/* Writes an observation from a view. */
size_t observation_width(unsigned players);
void observation_write(const FudaView *v, int viewer, int32_t *out);
