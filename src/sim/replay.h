/* A game on disk: cards as printed, decks, seed, and the answers with the state hash before each.
 *
 *     fuda replay 1
 *     game KEY
 *     rules 1.20                   version of the rulebook
 *     date 2024-05-01              date of the card texts
 *     engine 0.1.0 00b84814        writer; only the same engine compares hashes
 *     format standard
 *     seed 42
 *     first lot                    or P1, P2, ...
 *     asks all                     present if players were asked where they could only decline
 *     cards partial                present if abilities that do not compile were left out
 *     card NAME                    one block per card, numbered from 1
 *       kind CH
 *       cost 2
 *       atk 3
 *       def 5
 *       third 1                    if the game has a third stat
 *       epithet WORD
 *       trait WORD                 any number
 *       title WORD
 *       text PRINTED ABILITY       any number; \n is a line break, \\ a backslash
 *       box PRINTED ABILITY
 *     deck P1
 *       main 1 1 1 2 2             card numbers; also side, extra
 *     # sum 0123456789abcdef       checksum of all lines that are not comments
 *     play
 *     3/7 0123456789abcdef         option 3 of 7, chosen in the state with this hash
 *     concede P2 0123456789abcdef
 *     over win P1 0123456789abcdef or: draw, lost (all), fault, open (not finished)
 *
 * Lines that start with '#' are comments. `# table WORDS` before `play` records who played. A file
 * need not have a sum: older versions wrote none, and whoever edits a file deletes it. */
#pragma once
#include "cards/arena.h"
#include "cards/builder.h"
#include "cards/store.h"
#include "kernel/setup.h"

#define FUDA_VERSION "0.1.0"

/* Limits against damaged files. REPLAY_CONCEDE marks a concession among the answers. */
enum { REPLAY_MAX_CARDS = 4096, REPLAY_MAX_STEPS = 1 << 20, REPLAY_CONCEDE = 0xFFFF };

/* A whole replay. The arena owns all strings of the cards; *_line fields are line numbers for
 * messages, 0 if the replay was not read from a file. */
typedef struct ReplayStep {
    uint16_t answer; /* option, or REPLAY_CONCEDE */
    uint16_t of;     /* number of options, or the player who concedes */
    uint32_t line;   /* line in the file */
    uint64_t hash;   /* state hash before the answer */
} ReplayStep;

typedef struct ReplayDeck {
    DefId card[PILES][CARDS_PER_PLAYER]; /* card numbers of this file, from 1 */
    unsigned n[PILES];
} ReplayDeck;

/* Does the file match its checksum? */
typedef enum ReplaySum { SUM_NONE, SUM_RIGHT, SUM_WRONG } ReplaySum;

typedef struct Replay {
    const Game *game;
    char rules[32], date[16], engine[48];
    char table[160]; /* who played, for hosts; "": unknown */
    unsigned players, format;
    uint64_t seed;
    int first;    /* first player, -1: by lot */
    bool ask_all; /* ask the questions of GameWords.tells also where there is only one answer */
    bool partial; /* leave out abilities that do not compile (else: an error) */
    CardText *card;
    unsigned **text_line; /* per card: line of each ability, or null */
    unsigned *card_line;
    unsigned ncards;
    ReplayDeck deck[MAX_PLAYERS];
    unsigned deck_line[MAX_PLAYERS];
    ReplayStep *step;
    unsigned nsteps;
    uint8_t result; /* RESULT_*; RESULT_NONE: not finished */
    PlayerSet won;
    uint64_t last_hash;
    unsigned end_line;
    ReplaySum sum;
    Arena arena;
} Replay;

/* Starts an empty replay for a game, with this engine's name, the rulebook's version and today's
 * date. */
void replay_init(Replay *p, const Game *g);
void replay_free(Replay *p);
/* Appends a copy of the card and returns its number, from 1. */
unsigned replay_add_card(Replay *p, const CardText *c);
/* Appends an answer: option 'answer' of 'of', or REPLAY_CONCEDE by player 'of'. */
void replay_add_step(Replay *p, unsigned answer, unsigned of, uint64_t hash);
/* Records the result and the final hash. */
void replay_set_end(Replay *p, const State *s);

/* Reads a replay from a file, or from bytes in memory. Returns false with *e set; then there is
 * nothing to free. */
bool replay_read(Replay *p, const char *path, FileError *e);
bool replay_take(Replay *p, const char *path, const void *bytes, size_t size, FileError *e);
/* The whole file in memory, with the checksum before `play`; null if there is no room. The caller
 * frees it. */
char *replay_bytes(const Replay *p, size_t *size);
/* Writes the replay to a file. Replaces only a replay that nobody is playing. */
bool replay_write(const Replay *p, const char *path, FileError *e);
/* Writes the replay to a file that this program has locked. */
bool replay_save(const Replay *p, LockedFile *to, FileError *e);
extern const FileType replay_type;

/* Starts the comment with the checksum. */
#define REPLAY_SUM "# sum "
/* The checksum after one more line; it starts with 0. Comments and empty lines do not count. */
uint64_t replay_sum(uint64_t sum, const char *line, size_t size);

/* ---- playing it again
 * ------------------------------------------------------------------------------- */

/* Result of replay_verify. */
typedef struct ReplayReport {
    unsigned decisions; /* answers accepted */
    bool hashes;        /* hashes were compared: the file is from this engine */
    uint8_t result;
    PlayerSet won;
    unsigned turns;
    uint64_t partial[REPLAY_MAX_CARDS / 64]; /* bit per card of the file: played in part */
} ReplayReport;

/* A game set up from a replay. */
typedef struct ReplayGame {
    Run run;
    Builder *builder;
    FudaDeck decks[MAX_PLAYERS];
    DefId piles[MAX_PLAYERS][PILES][CARDS_PER_PLAYER];
    FudaSetup setup;
    uint64_t partial[REPLAY_MAX_CARDS / 64]; /* as in ReplayReport */
} ReplayGame;
/* Compiles the cards, checks the decks and sets up the initial state. Returns false with *e set
 * ('path' is for messages). */
/* Run.ask_single of the game. */
uint32_t replay_asks(const Replay *p);
bool replay_open(const Replay *p, const char *path, ReplayGame *g, FileError *e);
void replay_close(ReplayGame *g);
/* Plays the whole game again. Returns false with *e naming the line and decision where it diverges.
 */
bool replay_verify(const Replay *p, const char *path, ReplayReport *out, FileError *e);

/* "0.1.0 00b84814": version and layout hash of this engine. */
void engine_name(char *out, size_t size);
/* Version of the rulebook a game implements, "" if unknown. */
const char *rulebook_version(const Game *g);
