/* The words for questions and options: what a scenario writes, a terminal shows and a replay
 * prints. */
#pragma once
#include "kernel/run.h"

/* A pattern: words, and C card, K ability, Z zone and seat from a and b, S seat from b, A number a,
 * M mode a + 1, D the term c, P player a, W keyword a, F `free` if a, T `ability K` or box_word of
 * the thing with serial number c, E `for` the card that the waiting ability number a is about
 * (option_event). */
typedef enum Sense { SENSE_NONE, SENSE_NO, SENSE_ON } Sense; /* declines; ends a phase */
typedef struct Pattern {
    uint8_t kind;
    const char *text;
    Sense sense;
} Pattern;

/* The options of a game, which its host side brings. */
typedef struct GameWords {
    const Pattern *patterns; /* up to a null text */
    uint8_t use;             /* the kind of option that is for activated abilities only */
    /* Fills in what the words of an option leave unsaid; null: nothing is. */
    void (*complete)(const Run *r, Option *o);
    uint16_t pay_clause; /* of the question which cards to rest for a payment */
    uint8_t pay_last;    /* kinds that are better kept in a payment, bit per kind */
    uint32_t tells; /* questions that tell by being asked what the player holds, because who can
                       only decline is not asked: bit per kind */
    uint64_t over;  /* kinds of options whose card takes a place (zone a, seats) where another
                       card may lie, which it then displaces: bit per kind */
} GameWords;

/* How cards are called. Null functions and a null Names: by their printed name. */
typedef struct Names {
    const char *(*card)(const struct Names *, const Run *, CardId);
    bool all; /* also faces that the asked player does not see; else those are called by their place
               */
} Names;

enum { OPTION_WORDS = 12 };
/* One word of an option: a plain word, or a card. */
typedef struct OptionWord {
    CardId card;
    char text[48];    /* plain words only */
    const char *also; /* another spelling, or null */
    bool unsaid;      /* right if it is said, but not shown and not needed */
} OptionWord;

/* The option word by word; returns how many. `ability K` is unsaid on a card that has only one. */
unsigned option_words(const Run *r, const Option *o, OptionWord *out);
/* Where an ability waits several times, for events of different cards that it speaks of: the card
 * that this option to resolve or drop it is about. NONE: there is nothing to tell apart. */
CardId option_event(const Run *r, const Option *o);
/* The option as one line, in the words of docs/SCENARIOS.md. */
const char *option_name(const Run *r, const Decision *d, const Option *o, const Names *names,
                        char *out, size_t size);
/* The other way round: the option that the words describe, on offer or not. find tells which card a
 * word means (0: none). False: no option of the game is written so. */
typedef CardId (*FindCard)(void *ctx, unsigned word);
bool option_from_words(const Run *r, const char *const *words, unsigned n, FindCard find, void *ctx,
                       Option *out);

/* The word for the kind of question: action, attack, card, … */
const char *ask_name(const Game *g, unsigned kind);
/* A card's place: "P1 member 2", "P2 hand 3", "P1 deck 1" (the top one). */
const char *place_name(const Run *r, CardId c, char *out, size_t size);
/* Does it say "no, thank you"? Those are what `run` answers. */
bool option_declines(const Game *g, const Option *o);
/* Is the pending question which cards to rest for a payment (GameWords.pay_clause)? */
bool ask_is_payment(const Run *r);
/* The card that the option would displace (GameWords.over), or NONE. */
CardId option_displaces(const Run *r, const Option *o);
/* The option that stands first for whoever only goes on, by its index: it pays with no card that is
 * better kept, and displaces no card where another one of its kind does not. */
unsigned option_default(const Run *r);
/* Does it end a phase that must be ended some time (attack-phase, end attacks, no attack)? */
bool option_goes_on(const Game *g, const Option *o);
/* Number of the ability on its card, from 1; 0: it is not printed there. */
unsigned ability_number(const Pack *pack, DefId def, AbilId a);
/* Writes the i-th plain word that options of the game can be made of; some come more than once.
 * False: there are no more. */
bool option_plain_word(const Game *g, unsigned i, char *out, size_t size);
/* Is it the first word of an option of the game, whatever its cards and numbers are? */
bool option_begins(const Game *g, const char *word);
