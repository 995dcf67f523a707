/* Shared by emit.c (rows, sentences) and ability.c (abilities, icons). */
#pragma once
#include "text/grammar.h"
#include "vm/vm.h"

enum { MAX_WORDS = 700 };
typedef struct Words {
    unsigned n;
    Code w[MAX_WORDS];
} Words;

typedef struct Emit {
    const TextTree *t;
    Sink *sink;
    TextError *error;
    bool failed, granted;
    unsigned cards_of, deck_of; /* whose cards, whose deck was spoken of last: an op, 0 none */
    unsigned duration, in_cost, demands; /* demands: "…しなければ" may stand */
    unsigned
        subject; /* behind the player who has to do something first: where his deeds begin, + 1 */
    bool is_static;
    bool next_time;    /* the trigger at hand is about the next time only */
    bool once;         /* the ability can be used once a turn */
    EventSet heard;    /* events that the ability, or the delayed trigger within it, waits for */
    bool in_soul;      /* it says what this card does as a soul */
    bool conditional;  /* something in it is under a condition */
    bool whilst;       /* … while something is so, in a text that is carried out once */
    bool own_play;     /* it triggers on this very card being entered */
    bool in_hand;      /* it says what this card does in the hand */
    unsigned in_zones; /* … in these zones: a mask */
    bool replaces;     /* it says what is done instead */
    bool kills;        /* the last deed of the text is to kill */
    bool everywhere;   /* it says what this card is, wherever it lies */
    unsigned in_turn;  /* … waits in that turn to come only: a duration */
    bool for_game;     /* the delayed trigger at hand waits beyond this turn */
    Words gains;       /* the cards that get one thing after another */
    Words x, y;        /* what the text says that the letters are */
    const Node *as_it; /* a set that was made "it" just before */
    Words last_set;    /* what was named last */
    Words last_if;     /* the condition that "otherwise" is about */
    Words each;        /* "for each …": multiplies the numbers of the sentence */
    bool each_used;
    Words asked_number, asked_set, asked_filter; /* what the last conditions were about */
    unsigned usual;                              /* the duration of a sentence that names none */
    const Node *bought;    /* sentences that the payment of this one buys, too */
    const Node *elsewhere; /* the sentence behind says that a card is put elsewhere instead */
    unsigned diverted;     /* how many moves of this sentence it was found to be about */
} Emit;

bool fail(Emit *e, const Node *n, const char *what);
void put(Emit *e, Words *w, unsigned x);
/* The clause that is carried out where what follows is asked; 0: none. */
void put_mark(Emit *e, Words *w, unsigned op, unsigned clause);
void wrap(Emit *e, Words *w, unsigned from, const Words *head);
void emit_node(Emit *e, const Node *n, Words *out);
void emit_body(Emit *e, const Node *n, Words *out);
void emit_sentence(Emit *e, const Node *n, Words *out);
/* special.c: a word of a template that begins with '!', without that. */
void emit_special(Emit *e, const Node *n, const char *s, size_t len, Words *out);
/* The clause by which 自分, 相手 or そのプレイヤー was understood, 0: none is needed. */
unsigned player_clause(const Emit *e, const Node *n, const char *code);
unsigned last_damage(Emit *e, const Words *w); /* where damage is dealt last; the end: nowhere */
/* The damage that is dealt there, with another number. */
void other_amount(Emit *e, const Node *n, const Words *of, unsigned at, Words *out);
void emit_ability(Emit *e, const Node *n, AbilityDef *a);
EventSet events_of(Emit *e, const Words *w); /* kinds of event a trigger listens to */
bool it_is_object(Emit *e, const Words *w);  /* this card does something to a card described */
void append(Emit *e, Words *w, const Words *x);
unsigned op_len(Emit *e, const Words *w, unsigned i);
/* The items of a sentence, or the parts of another such chain, in order. */
unsigned flatten(const Emit *e, const Node *n, const Node **out, unsigned max);
void emit_rest(Emit *e, const Node *n, Words *out);
void emit_items(Emit *e, const Node **item, unsigned i, unsigned n, Words *out);

const char *emit_token(Emit *e, const Node *n, const char *s, Words *out);

/* ability.c */
void emit_replace(Emit *e, const Node *n, AbilityDef *a);
bool mentions(Emit *e, const Words *w, unsigned op); /* does the op stand in the code? */

/* branch.c */
/* Behind the action at i and the bodies that belong to it. */
unsigned behind_action(Emit *e, const Words *w, unsigned i);
/* Does the body end with an ELSE of its own, not one of an IF inside it? */
bool has_else(Emit *e, const Words *w, unsigned from, unsigned to);
void put_if(Emit *e, Words *head, const Words *cond);
void emit_if(Emit *e, const Node **item, unsigned i, unsigned n, Words *out);
/* What a payment buys: the rest of the sentence from i on, and the sentences behind it. */
void emit_bought(Emit *e, const Node **item, unsigned i, unsigned n, Words *out);
const Node *bought_after(const Emit *e, const Node *body);

/* choice.c */
/* Choices written since 'from' whose cards an action written since 'fresh' is about. */
void restrict_choices(Emit *e, Words *out, unsigned from, unsigned fresh, bool cost);

/* each.c */
/* What an action has written since 'fresh': its numbers are multiplied by "for each". */
void multiply(Emit *e, Words *out, unsigned fresh);

/* cases.c */
void note_condition(Emit *e, const Words *cond);
void note_each(Emit *e, const Words *each);
/* @v the number, @s the set, @f the filter that was asked about last */
void emit_asked(Emit *e, const Node *n, char what, Words *out);
void emit_doall(Emit *e, const Node *n, Words *out);
void emit_ways(Emit *e, const Node *n, Words *out);
void emit_or(Emit *e, const Node **item, unsigned i, unsigned n, unsigned run, unsigned fresh,
             Words *out);

/* instead.c */
/* Of the sentences of the body from 'n' on: is the second about where the first puts a card? Then
 * it is noted in e->elsewhere. */
void note_elsewhere(Emit *e, const Node *body);
/* What an action has written since 'fresh': a move there goes elsewhere, as noted. */
void divert(Emit *e, const Node *act, Words *out, unsigned fresh);
/* The sentence says that the card comes from the top of the deck instead of from the zone it was
 * chosen from in what was written since 'from'; false: it does not. */
bool emit_from_top(Emit *e, const Node *sentence, Words *out, unsigned from);
/* "かわりに2枚選ぶ": what was written, with that number in its first choice; false: not that. */
bool recount(Emit *e, const Node *item, const Words *first, Words *out);
void emit_part(Emit *e, const Node *n, unsigned segment, Words *out);
/* "A、Xなら、かわりにB" in one sentence; false: it is nothing of the kind. */
bool emit_instead(Emit *e, const Node **item, unsigned n, Words *out);
/* IF cond then ELSE other; with 'may' the other one is also done when the first is declined. */
void either(Emit *e, const Words *cond, const Words *then, const Words *other, bool may,
            Words *out);

const char *node_code(const Emit *e, const Node *n);
