/* A game on disk: the game, the cards as printed, the decks, the seed, the answers, and a state
 * hash at each of them.
 *
 *     fuda replay 1
 *     game KEY
 *     rules 1.20                   the rulebook's version
 *     date 2024-05-01              the day whose card texts were used
 *     engine 0.1.0 00b84814        who wrote it: hashes are compared by the same engine only
 *     format standard
 *     seed 42
 *     first lot                    or P1, P2, ...
 *     cards partial                only if abilities that are not understood were left out
 *     card NAME                    one block a card, numbered from 1
 *       kind CH
 *       cost 2
 *       atk 3
 *       def 5
 *       third 1                    where the game has one
 *       epithet WORD
 *       trait WORD                 any number
 *       title WORD
 *       text PRINTED ABILITY       any number; \n is a line break, \\ a backslash
 *       box PRINTED ABILITY
 *     deck P1
 *       main 1 1 1 2 2             numbers of cards; also side, extra
 *     play
 *     3/7 0123456789abcdef         the fourth of seven options, in the state with this hash
 *     concede P2 0123456789abcdef
 *     over win P1 0123456789abcdef or: draw, lost (all), fault, open (not finished)
 *
 * A line that begins with '#' is a remark. `# table WORDS` before `play` tells who sat at the
 * table. */
#pragma once
#include "cards/arena.h"
#include "cards/builder.h"
#include "cards/file.h"
#include "fuda.h"

#define FUDA_VERSION "0.1.0"

enum { REPLAY_MAX_CARDS = 4096, REPLAY_MAX_STEPS = 1 << 20, REPLAY_CONCEDE = 0xFFFF };
enum { REPLAY_PILES = 3 };

typedef struct ReplayStep {
    uint16_t answer; /* option, or REPLAY_CONCEDE */
    uint16_t of;     /* number of options; the player who concedes */
    uint32_t line;   /* in the file */
    uint64_t hash;   /* of the state before it */
} ReplayStep;

typedef struct ReplayDeck {
    DefId card[REPLAY_PILES][CARDS_PER_PLAYER]; /* numbers of cards of this file, from 1 */
    unsigned n[REPLAY_PILES];
} ReplayDeck;

typedef struct Replay {
    const Game *game;
    char rules[32], date[16], engine[48];
    char table[64]; /* who sat at the table, for hosts; "" = unknown */
    unsigned players, format;
    uint64_t seed;
    int first;    /* -1 by lot */
    bool partial; /* abilities that are not understood are left out (else: an error) */
    CardText *card;
    unsigned **text_line; /* line of each ability of each card, or null */
    unsigned *card_line;
    unsigned ncards;
    ReplayDeck deck[MAX_PLAYERS];
    unsigned deck_line[MAX_PLAYERS];
    ReplayStep *step;
    unsigned nsteps;
    uint8_t result; /* RESULT_*; NONE: not finished */
    PlayerSet won;
    uint64_t last_hash;
    unsigned end_line;
    Arena arena;
} Replay;

void replay_init(Replay *p, const Game *g);
void replay_free(Replay *p);
/* Takes over a card (copied) and returns its number. */
unsigned replay_add_card(Replay *p, const CardText *c);
void replay_add_step(Replay *p, unsigned answer, unsigned of, uint64_t hash);
void replay_set_end(Replay *p, const State *s);

/* False: *e tells what is wrong and where. Nothing of a file that is wrong is used. */
bool replay_read(Replay *p, const char *path, FileError *e);
bool replay_take(Replay *p, const char *path, const void *bytes, size_t size, FileError *e);
/* Writes a new file beside and puts it in place when it is whole. */
bool replay_write(const Replay *p, const char *path, FileError *e);

/* ---- playing it again
 * ------------------------------------------------------------------------------- */

typedef struct ReplayReport {
    unsigned decisions; /* answers that were taken */
    bool hashes;        /* hashes were compared: the file is of this engine */
    uint8_t result;
    PlayerSet won;
    unsigned turns;
    uint64_t partial[REPLAY_MAX_CARDS / 64]; /* bit per card of the file: abilities left out */
} ReplayReport;

/* A game made ready from a replay. */
typedef struct ReplayGame {
    Run run;
    Builder *builder;
    FudaDeck decks[MAX_PLAYERS];
    DefId piles[MAX_PLAYERS][REPLAY_PILES][CARDS_PER_PLAYER];
    FudaSetup setup;
    uint64_t partial[REPLAY_MAX_CARDS / 64]; /* as in ReplayReport */
} ReplayGame;
/* Compiles the cards, checks the decks and writes the first state. False: *e tells (path names the
 * file). */
bool replay_open(const Replay *p, const char *path, ReplayGame *g, FileError *e);
void replay_close(ReplayGame *g);
/* Plays the whole game again. False: *e names the line and the decision where it goes another way.
 */
bool replay_verify(const Replay *p, const char *path, ReplayReport *out, FileError *e);

/* "0.1.0 00b84814": this engine and the layout of its states. */
void engine_name(char *out, size_t size);
/* Version of the rulebook that a game follows; "" if unknown. */
const char *rulebook_version(const Game *g);
