/* Writing English from the tree: shared by explain.c (sentences) and english.c (phrases).
 *
 * The English column of a row is a phrase with these parts in it:
 *   {1} {D}        a part of the pattern, or a role of the frame
 *   {a1} {s1}      a noun phrase with its article, or in the plural
 *   {=1}           a noun phrase behind "is" or "are"
 *   {2*1}          part 1, as many of them as part 2 says ("2 characters", "a card", "1 of your …")
 *   {2*#}          so many cards
 *   {e2*1}         the same behind "for": "each character", "every 2 characters"
 *   {c1}           cards to be counted: "cards in your hand"
 *   {p1}           a zone as a place: "the hand", "your hand"
 *   {any} {any2}   one of the cards that the parts describe: "one of your members"; in part 2
 *   {all}          all of them: "characters in your retire zone"
 *   {there1}       a number behind "as many as": "there are cards in your hand"
 *   {no1}          part 1, which nothing has happened to: "any of your members"
 *   {in} {into}    "in" or "among", whichever goes with the zone in this row; "into", "to" of a
 * return {1<} {1>}      what stands before and behind a number of such cards: "you have … cards in
 * hand" {2@1} {2@1#3}  part 2, a comparison, with part 1 at its @ and what part 3 counts at its #
 *   {2'1}          point 2 of the turn of 1: "the start of your main phase"
 *   {o1} {x1}      an ordinal; how many times
 *   {e1} {E1} {k1} "each" or "every 2"; the same with "point"; "each of the" or "every 2"
 *   {&}            the cards that an action is about
 *   {w?it}         a role, or this if it is not said
 *   {is} {are} {b|t|p}  verbs in the number of the subject and in the form of the clause
 *   {attack}       "this attack", or "that attack" if the text says so
 *   {this} {that} {its} {their} {they}  the card itself, the card meant, possessives, a pronoun
 *   {one:a|b}      one or the other word, as "it" is one card or several (with / for |)
 *   {it}           the card meant, or "one of them"
 *   {would} {past} the event that follows would happen, has happened
 *   ~              in a noun: what follows is behind it ("card ~with spark")
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
/* How the name of a zone is written: as its cards if they are called by it, else as a place; as a
 * place or places; as one or many of its cards. In a list of both sorts, ZONE_CARDS of all players
 * is ZONE_EACH. */
enum ZoneForm { ZONE_CARDS, ZONE_EACH, ZONE_PLACE, ZONE_PLACES, ZONE_ONE, ZONE_MANY };

/* English of a zone: "place|unit", or "=unit|place" if its cards are called by the zone. */
typedef struct ZoneWords {
    const char *unit, *place;
    size_t nunit, nplace;
    bool named; /* its cards are called by the zone: members */
    bool seat;  /* "a seat": there are several such places */
} ZoneWords;

/* Cards as a row names them: whose, which of them, where. */
typedef struct Cards {
    const Node *own, *adj, *more, *zones, *f; /* null: not said; more: a second adjective */
    bool any; /* all cards of the zone, not only those called by it */
} Cards;

/* What a number counts: cards of a set, among them those that 'what' describes. */
typedef struct Counted {
    const Node *set, *what; /* null: not said */
    const Node *top;        /* they come from the top of whose deck */
    const Node *noun;       /* or cards of this zone, by their own word; null: none */
    const Node *other;      /* or any cards of these zones; null: none */
    const Node *alike;      /* in what they must be alike; null: nothing */
    Cards c;                /* the set, if 'cards' */
    bool cards;
    bool them;   /* the set is the cards looked at */
    bool counts; /* they are only counted: those of all players are "members of all players" */
    bool from;   /* they are chosen from there: "from your hand", not "in your hand" */
    unsigned number;
} Counted;

typedef struct Say {
    const TextTree *t;
    Buffer *b;
    unsigned actor;         /* player op of the subject: "your" or "their" refers to it */
    unsigned doer;          /* player op of whoever acted last: "if they do" */
    const Node *topic;      /* the player that the sentence is about, null: you */
    const Counted *counted; /* the noun of the number being written */
    const Node *operand;    /* what the comparison being written compares with */
    const Node *compared;   /* the cards that it counts, null if none */
    const Node *comparing;  /* the row that holds both */
    const Node *duration;   /* applies to the following actions of the sentence, too */
    unsigned it_owner;      /* player op whose cards "it" stands for, 0 unknown */
    unsigned place_owner;   /* the same for the destination being written */
    unsigned event_owner;   /* player op whose card the event being written is about, 0 unknown */
    unsigned char number;   /* enum Number of the noun being written */
    unsigned char zone;     /* enum ZoneForm */
    bool many;              /* the noun phrase written last is plural */
    bool plural;            /* the cards that "it" stands for are several */
    bool each_player;       /* cards of all players are "each player's" */
    bool total;             /* cards of all players are counted together */
    bool own_deed;          /* who acts and is not named is you */
    bool several;           /* the object of the action is several cards */
    bool optional;          /* 'doer' had the choice to act */
    bool third;             /* the subject of the action is a third person */
    bool would;             /* the event being written would happen */
    bool forbids;           /* the event being written cannot happen */
    bool returns;           /* the event being written is that cards return to where they go */
    bool none;              /* the event being written has not happened to any such card */
    bool past;              /* the event being written has happened */
    const Node *state;      /* the state that the cards are put in, null once it is said */
    bool stated_place;      /* the text says whose the destination is */
    bool paid;              /* the sentence depends on a payment made before */
    bool instead;           /* the sentence ends with "instead" */
    bool in_cost;           /* inside a cost */
    bool is_static;         /* here "it" is the set named last */
    bool among_event;       /* what is done is done to some of the cards of the trigger */
    bool also;              /* the condition being written is one of what is done in addition */
    bool of_it;             /* what is done depends on what "it" is */
    char last_set[400];     /* English of the set named last */
} Say;

static inline const Row *row_of(const TextTree *t, const Node *n) {
    return grammar_row(t->grammar, n->row);
}
static inline unsigned phrase_of(const TextTree *t, const Node *n) {
    return n->leaf ? PHRASE_OTHER : row_of(t, n)->phrase_id;
}

static inline bool is_phrase(const TextTree *t, const Node *n, unsigned phrase) {
    return phrase_of(t, n) == phrase;
}

/* ---- say_words.c ---- */

void say(Say *y, const char *s);
/* Does the text written so far end with this? */
bool ends_with(const Say *y, const char *end);
/* Is [s, s + n) the word, or one of the words of a list that ends with a null? */
bool is_word(const char *s, size_t n, const char *word);
bool in_list(const char *s, size_t n, const char *const *list);
size_t word_length(const char *s);      /* of the lower-case letters at s */
extern const char *const modal_verbs[]; /* "may", "cannot" …: they have one form only */
/* Writes a noun; "one/many" has a plural of its own. */
void say_noun_word(Say *y, const char *s, size_t n, bool many);
/* Write the third person of a base form, and the plural of a third person. */
void say_third_person(Say *y, const char *s, size_t n);
void say_plural_verb(Say *y, const char *s, size_t n);
/* Turns the article "a " at this position into "an" where the next word asks for it. */
void fix_article(Say *y, size_t at);
void say_ordinal(Say *y, int i);
int number_of(const TextTree *t, const Node *n);
/* Writes a player as the subject of a clause: "you", "the opponent". */
void say_player(Say *y, unsigned player);
/* Writes whose something is: "your", "their", "the opponent's". */
void say_owner(Say *y, unsigned player);
/* The player that an owner names, 0 if it is several or none. */
unsigned owner_of(const TextTree *t, const Node *own);

/* ---- say_nouns.c ---- */

ZoneWords zone_of(const TextTree *t, const Node *n);
void say_zones(Say *y, const Node *n, unsigned form);
void say_zone(Say *y, const Node *n);
/* Writes a zone as a place of the owner, null if none is said. */
void say_place(Say *y, const Node *own, const Node *zones);
/* Writes a noun without and with what modifies it. */
void say_head(Say *y, const Node *head, bool many);
void say_noun(Say *y, const Node *n, unsigned number);
/* Does a modifier stand behind its noun? */
bool is_behind(const TextTree *t, const Node *adj);
/* Reads owner, zone and filter from the parts of a row; returns false if it has others. */
bool read_cards(const TextTree *t, const Node *n, Cards *c);
/* The same for a set that is nothing else. */
bool is_set_of_cards(const TextTree *t, const Node *set, Cards *c);
/* Are the cards called by their zone? */
bool is_named(const TextTree *t, const Cards *c);
/* Writes all of the cards: "your members", "your hand", "characters in your hand". */
void say_all(Say *y, const Cards *c);
void say_all_cards(Say *y, const Cards *c);
Counted counted_of(const TextTree *t, const Node *set, const Node *what, bool from);
/* Is it "of your members" rather than "members"? */
bool is_partitive(const TextTree *t, const Counted *h);
/* Write what is counted: the noun, where the cards are, both. */
/* The noun that a number counts, null if it is not said. */
const Node *counted_noun(const Counted *h);
/* Writes "1 A and 1 B": cards of several kinds, as many of each; 'many' stands before the first. */
void say_kinds(Say *y, const Node *kinds, const Node *many, unsigned number);
void say_counted_noun(Say *y, const Counted *h, unsigned number);
void say_counted_where(Say *y, const Counted *h);
void say_counted(Say *y, const Counted *h, unsigned number);
/* Is the English of a number the number alone? */
bool is_bare(const Row *many);
/* Writes a number, null for one, and what it counts. */
void say_count(Say *y, const Node *many, Counted *h);
/* Writes "each of your members", "every 2 cards in your hand". */
void say_each(Say *y, const Node *num, Counted *h);

/* ---- say_clause.c ---- */

bool is_negative(const Node *n);
/* Write what stands before and behind a number in a condition: "you have", "cards in your hand". */
void say_lead(Say *y, const Node *n, const Node *part);
void say_tail(Say *y, const Node *n, const Node *part);
/* Writes that cards are, or are not, in some place. */
void say_existence(Say *y, const Node *n);
/* Writes that there are such cards, or none. */
void say_have(Say *y, const Node *n, const Node *set);
/* Writes what this effect did. */
void say_done(Say *y, const Node *n, const char *participle, size_t len);
/* Remembers whose cards "it" stands for from now on. */
void note_owner(Say *y, const Node *set);
/* Writes what an action without an object is about; 'first': the clause begins with it. */
void say_implied(Say *y, const Node *n, bool first);
/* Writes the set that an action is about; cards that are described are "each character in …". */
void say_each_of(Say *y, const Node *set);
/* Writes what an action is about, from the roles of its frame. */
void say_object(Say *y, const Node *n);
/* Writes a verb as the form of its clause asks: {is} or {base|third person|participle}. */
void say_verb(Say *y, const Node *n, const char *s, bool many);
/* Does the English of an action begin with its own subject, so that no player is one? */
bool has_subject(const Row *act);
/* Does it begin with a word like "cannot", which needs a subject? */
bool needs_subject(const Row *act);

/* ---- say_template.c and explain.c ---- */

void say_template(Say *y, const Node *n, const char *s);
/* Writes a node that is no sentence or ability. */
void say_phrase(Say *y, const Node *n);
/* Writes any node. */
void english(Say *y, const Node *n);
