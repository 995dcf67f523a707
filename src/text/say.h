/* Writing English from the tree: shared by explain.c (sentences) and english.c (phrases).
 *
 * The English column of a row is a phrase with these parts in it:
 *   {1} {D}        a part of the pattern, or a role of the frame
 *   {a1} {s1}      a noun phrase with its article, or in the plural
 *   {=1}           a noun phrase behind "is" or "are"
 *   {2*1}          part 1, as many of them as part 2 says ("2 characters", "a card", "1 of your …")
 *   {e2*1}         the same behind "for": "each character", "every 2 characters"
 *   {c1}           cards to be counted: "cards in your hand"
 *   {p1}           a zone as a place: "the hand", "your hand"
 *   {any}          one of the cards that the parts describe: "one of your members"
 *   {in}           "in" or "among", whichever goes with the zone in this row
 *   {1<} {1>}      what stands before and behind a number of such cards: "you have … cards in hand"
 *   {o1} {x1}      an ordinal; how many times
 *   {e1} {E1}      "each" or "every 2"; the same with "point"
 *   {&}            the cards that an action is about
 *   {w?it}         a role, or this if it is not said
 *   {is} {are} {b|t|p}  verbs in the number of the subject and in the form of the clause
 *   {this} {that} {its} {their} {they}  the card itself, the card meant, possessives, a pronoun
 *   {would} {past} the event that follows would happen, has happened
 *   ~              what follows stands behind the noun: "~with cost 3"
 *   ^              the next letter is a capital
 *   #              in a number: where the noun goes ("any number of #")
 *   one/many       in a noun: a plural that is not regular
 * Verbs that stand first are written in the base form if a player is the subject ("draw {n}"), else
 * in the third person ("{1} gets {2}"), and made to agree. */
#pragma once
#include "text/explain.h"
#include "vm/vm.h"

/* How a noun phrase is written. */
enum Number { BARE, ARTICLE, PLURAL };
/* How the name of a zone is written: as its cards, as a place, as one or many of its cards. */
enum ZoneForm { ZONE_CARDS, ZONE_PLACE, ZONE_PLACES, ZONE_ONE, ZONE_MANY };

typedef struct Hole Hole;

typedef struct Say {
    const TextTree *t;
    Buffer *b;
    unsigned actor;       /* player op of the subject: "your" or "their" refers to it */
    unsigned doer;        /* player op of whoever acted last: "if they do" */
    const Node *topic;    /* the player that the sentence is about, null: you */
    const Hole *hole;     /* the noun of the number being written */
    const Node *duration; /* applies to the following actions of the sentence, too */
    unsigned it_owner;    /* player op whose cards "it" stands for, 0 unknown */
    unsigned place_owner; /* the same for the destination being written */
    unsigned char number; /* enum Number of the noun being written */
    unsigned char zone;   /* enum ZoneForm */
    bool many;            /* the noun phrase written last is plural */
    bool plural;          /* the cards that "it" stands for are several */
    bool each_player;     /* cards of all players are "each player's" */
    bool several;         /* the object of the action is several cards */
    bool optional;        /* 'doer' had the choice to act */
    bool third;           /* the subject of the action is a third person */
    bool would;           /* the event being written would happen */
    bool past;            /* the event being written has happened */
    bool stated_place;    /* the text says whose the destination is */
    bool instead;         /* the sentence ends with "instead" */
    bool in_cost;         /* inside a cost */
    bool is_static;       /* here "it" is the set named last */
    char last_set[400];   /* English of the set named last */
} Say;

static inline const Row *row_of(const TextTree *t, const Node *n) {
    return grammar_row(t->grammar, n->row);
}
static inline unsigned phrase_of(const TextTree *t, const Node *n) {
    return n->leaf ? PHRASE_OTHER : row_of(t, n)->phrase_id;
}

void say(Say *y, const char *s);
/* Writes any node. explain.c: sentences and abilities; english.c: the rest. */
void english(Say *y, const Node *n);
void say_phrase(Say *y, const Node *n);
/* Writes a player as the subject of a clause: "you", "the opponent". */
void say_player(Say *y, unsigned player);
/* Does the English of an action begin with its own subject, so that no player is one? */
bool has_subject(const Row *act);
/* Does it begin with a word like "cannot", which needs a subject? */
bool needs_subject(const Row *act);
