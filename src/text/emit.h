/* Code generation, shared by emit.c and the files that it is split into. */
#pragma once
#include "text/grammar.h"
#include "vm/vm.h"

enum { MAX_WORDS = 700 };
/* VM code under construction. put() reports an overflow; code that was cut off is never stored. */
typedef struct Words {
    unsigned n;
    Code w[MAX_WORDS];
} Words;

/* State of compiling one ability. After the first error 'failed' is set, *error is filled, and all
 * functions may return anything: callers need not check after each call, but must not walk code. */
typedef struct Emit {
    const TextTree *t;
    Sink *sink;
    TextError *error;
    bool failed, granted;       /* granted: a quoted ability, given to another card */
    unsigned cards_of, deck_of; /* player op of the cards and the deck named last, 0 none */
    /* duration: DUR_* at this point; in_demand: inside !demand, where "…しなければ" may stand */
    unsigned duration, in_cost, in_demand;
    unsigned subject;        /* code position, + 1, behind !subject; 0: none is open */
    bool is_static;          /* static ability: code describes, it does not act */
    bool per_deed;           /* the trigger fires once for what happens at the same time */
    bool next_time;          /* the delayed trigger at hand fires once */
    bool once;               /* the ability is limited to once a turn */
    EventSet trigger_events; /* events that the ability or enclosing delayed trigger waits for */
    bool in_soul;            /* the text says what this card does as a soul */
    bool conditional;        /* some part is under a condition */
    bool in_while;           /* under "while …" in a text that resolves once */
    bool own_play;           /* triggers when this very card is entered */
    bool in_hand;            /* the text says what this card does in the hand */
    unsigned in_zones;       /* mask of zones the text names for itself */
    bool in_replacement;     /* inside the body of a replacement effect */
    bool described;          /* a condition has described cards since the last choice */
    bool it_object;          /* the trigger's "it" is the other card of its event */
    bool last_kills;         /* the last action written kills */
    bool everywhere;         /* the text describes this card in every zone */
    unsigned delay_turn;     /* DUR_* of the later turn the delayed trigger waits in, 0 none */
    bool delay_game;         /* the delayed trigger waits beyond this turn */
    Words gain_set;          /* !gains: the cards that all listed gains apply to */
    Words x, y;              /* definitions of the letters X and Y; empty: none */
    bool cost_x;             /* the cost settles an X */
    Words valid;             /* restrictions said behind the effect, joined; empty: none */
    const Node *bound_set;   /* set that was just assigned to "it" */
    char dropped;            /* role that a pattern leaves out, 0 none */
    const Words *gap;        /* filter for the card that a relative clause describes; null: any */
    unsigned last_from;      /* zones that the last action took cards from, 0 unknown */
    Words chosen_from;       /* set of the last choice, if it is one of a zone's cards; empty: no */
    bool looked;             /* cards were looked at or revealed before this */
    Code self_gone;          /* how "this card" is called that has left its zone, 0: by its name */
    bool moves_on;           /* the rules put this card somewhere when the ability has resolved */
    unsigned limit;          /* times a turn that the text allows, 0 not said */
    bool in_and;             /* behind a condition of the same clause that named a place */
    const Node *last_act;    /* the last action written */
    const Node *trigger;     /* what a triggered ability waits for */
    const Node *before_delay; /* in a delayed trigger: the last action written before it */
    const Node *acts[32];     /* the last ones, in order */
    unsigned nacts;
    unsigned cost_acts;   /* how many of them are the ability's cost */
    unsigned grown;       /* words that an action has put into the code in front of its own */
    bool linked;          /* the first action of this sentence is done to what was chosen before */
    unsigned shift;       /* words added so far in front of a sentence, to the choice before it */
    bool after_may;       /* the last action could be declined */
    unsigned guarded;     /* where code begins that needs the cards of what was optional, + 1 */
    bool guarded_it;      /* and these are "it", or nothing is */
    bool partner_unknown; /* the last swap was with a card that nothing refers to afterwards */
    bool topic_said;      /* the sentence names the player who acts */
    bool causer;          /* the topic is made to act: "相手に…させる" */
    const Words *object;  /* & in the code of the frame at hand */
    const Node *frame;    /* the frame at hand */
    const Words *choosing_from; /* what its choice is made among; null: there is none */
    Words onto;                 /* ONTO for the move at hand; empty: any seat */
    Words last_set;             /* code of the set named last */
    Words last_if;              /* condition that "otherwise" negates */
    Words each;                 /* factor of "for each …"; empty: none */
    bool each_chose;            /* it multiplied how many cards are chosen */
    bool each_used;             /* the factor was applied somewhere in the sentence */
    Words cond_number, cond_set, cond_filter; /* operands of the last condition: @v, @s, @f */
    Code done_goal;   /* where the event put the cards that the set at hand describes; 0: none */
    Words difference; /* of the numbers compared last; empty: none */
    unsigned default_duration; /* of a sentence that names none */
    const Node *paid_for;      /* body of sentences that depend on this sentence's payment */
    const Node *redirect;      /* next sentence, if it changes where this one puts a card */
    unsigned nredirected;      /* moves of this sentence that it applied to; must end as 1 */
    const Node *widening;   /* next sentence, if it lets this one's choice take other cards, too */
    unsigned nwidened;      /* choices of this sentence that it applied to; must end as 1 */
    const Node *last_stat;  /* the last change of a single number */
    Words scale;            /* factor for the numbers of this sentence's changes; empty: none */
    bool scaled;            /* the factor was applied */
    Words keys;             /* keywords that one was chosen of */
    unsigned each_of;       /* the topic is each of these players, in turn; 0: it is not */
    bool in_parts;          /* a cost whose parts a blank may part (Tongue.clause_parts) */
    bool each_looked;       /* each of several players has looked at cards, all of them at once */
    bool in_each;           /* what is written now is done by each of several players */
    bool lying;             /* the trigger is about a card used from the hand */
    const Node *named_cost; /* body of the cost that the text can say to pay; null: none */
    bool free_x;            /* that cost reads an X that the player chooses */
    bool collecting;        /* this sentence acts on what all players chose, at once */
    bool collected;         /* the sentence before did */
    const Node *following;  /* body behind this sentence; a delayed trigger may take from it */
} Emit;

/* Records the first error, at the node. Always returns false. */
bool fail(Emit *e, const Node *n, const char *what);
void put(Emit *e, Words *w, unsigned x);
void append(Emit *e, Words *w, const Words *x);
/* Writes a clause mark, unless clause is 0. */
void put_mark(Emit *e, Words *w, unsigned op, unsigned clause);
/* Wraps the code written since 'from' as "head length body". */
void wrap(Emit *e, Words *w, unsigned from, const Words *head);
/* Length of the op at w[i] including its operands, without bodies that follow it. */
unsigned op_len(Emit *e, const Words *w, unsigned i);
/* branch.c: 「…して、…してもよい」. */
bool emit_may_with_cost(Emit *e, unsigned run, unsigned fresh, unsigned player, Words *out);
/* branch.c: between sentences. begin_sentence_code ends the guard of the sentence before, unless
 * this one says what happens otherwise; end_sentence_code begins one for the code since 'from' if
 * it needs the cards of an optional action before it. */
void begin_sentence_code(Emit *e, const Node *sentence, Words *out);
/* Does the code read "it" before it makes other cards "it", and not only if something was done? */
bool reads_it(Emit *e, const Words *w, unsigned from);
void end_sentence_code(Emit *e, unsigned from, Words *out);
/* together.c: writes the code for one player so that each of the players does it. */
void emit_for_each(Emit *e, unsigned who, const Words *code, Words *out);
/* The same for the code since 'from' of a sentence that goes on about each of the players
 * (e->each_of), if it speaks of them. */
void go_on_for_each(Emit *e, const Node *sentence, unsigned from, Words *out);
/* Does the op occur in the first op's tree? */
bool contains_op(Emit *e, const Words *w, unsigned op);
bool asks_where_put(Emit *e, const Words *w);
void look_where_put(Emit *e, const Node *n, unsigned from, Words *out);
void put_place(Emit *e, const Node *n, Words *out);
void emit_among(Emit *e, const Node *n, Words *out);
/* Does a frame have roles that emit_frame composes? */
bool frame_is_composed(const Emit *e, const Node *n);
/* Is the number of the form "手札が3枚になるように"? */
bool says_place(const Emit *e, const Node *many);
/* "手札が3枚になるように選び": writes the choice, false if the number is of another form. */
bool emit_choice_until_so(Emit *e, const Node *n, const Node *many, Words *out);

/* emit.c: nodes. A row's code has segments separated by ';'. */
const char *node_code(const Emit *e, const Node *n); /* "" for a leaf */
/* Do words for zones say which cards they mean even where they only name the place? */
bool limits_cards(const Emit *e, const Node *n);
/* The body of CARDS in these zones: any card of which their words are true. */
void put_place_body(Emit *e, const Node *zones, Words *out);
void emit_node(Emit *e, const Node *n, Words *out); /* the first segment */
void emit_part(Emit *e, const Node *n, unsigned segment, Words *out);
void emit_tail(Emit *e, const Node *n, Words *out); /* what follows the leading "!word" */
/* Writes one token of a template and returns the position behind it. */
const char *emit_token(Emit *e, const Node *n, const char *s, Words *out);
void emit_word(Emit *e, const Node *n, const char *s, size_t length, Words *out);
/* Writes "{ body }": its length, then the body, with nested FAND filters flattened. */
void put_body(Emit *e, Words *out, Words *body);
void emit_it(Emit *e, const Node *n, Words *out); /* the object of an action that names none */
/* object.c: narrows a set to cards that pass the filter; CARDS takes it into its own. */
void narrow_set(Emit *e, Words *set, const Words *filter);
/* The code from 'from' on stands behind a choice, but speaks of the cards chosen before it. */
void speak_of_kept(Emit *e, unsigned from, Words *out);
/* Leaves the cards to which the action can be done: those that a choice would be narrowed to. */
void narrow_to_done(Emit *e, const Node *act, Words *set);
/* object.c: writes an action that a frame describes: the choice that its roles ask for, then its
 * code, in which & stands for the cards. */
void emit_frame(Emit *e, const Node *n, Words *out);
/* moods.c: template words for what was done, has happened and must not happen */
void emit_done(Emit *e, const Node *n, Words *out);
bool is_payment(const Emit *e, const Words *w, unsigned i); /* all of it or nothing? */
void emit_difference(Emit *e, const Node *n, Words *out);
void emit_share(Emit *e, const Node *n, Words *out);
void emit_made(Emit *e, const Node *n, Words *out);
void each_deck(Emit *e, const Node *act, unsigned at, Words *out);
void note_own_move(Emit *e, const Words *pattern);
void emit_counted(Emit *e, Words *out); /* the number of cards that the last action was done to */
void emit_had(Emit *e, const Node *n, Words *out);
void emit_hadnot(Emit *e, const Node *n, Words *out);
void emit_gap(Emit *e, const Node *n, Words *out);
void emit_donethis(Emit *e, const Node *n, Words *out);
void emit_times(Emit *e, const Node *n, Words *out);
void emit_how_often(Emit *e, const Node *n, Words *out);
void emit_so_often(Emit *e, const Node *n, Words *out);
void emit_orelse(Emit *e, const Node *n, Words *out);
void emit_ofit(Emit *e, const Node *n, Words *out);
void emit_during(Emit *e, const Node *n, Words *out);
void emit_until(Emit *e, const Node *n, Words *out);
void emit_lying(Emit *e, const Node *n, Words *out);
void emit_untilown(Emit *e, const Node *n, Words *out);
void emit_turnof(Emit *e, const Node *n, Words *out);
void emit_both(Emit *e, const Node *n, Words *out);
void emit_thereis(Emit *e, const Node *n, Words *out);
void emit_afield(Emit *e, const Node *n, Words *out);
void emit_kind_zone(Emit *e,
                    Words *pattern); /* where cards of a kind lie, in a pattern of events */
void emit_polar(Emit *e, const Node *n, Words *out);
void emit_too(Emit *e, const Node *n, Words *out);
void emit_compare(Emit *e, const Node *n, Words *out);
void emit_anydid(Emit *e, const Node *n, Words *out);
void emit_having(Emit *e, const Node *n, Words *out);
void emit_distinct(Emit *e, const Node *n, Words *out);
void emit_even(Emit *e, const Node *n, Words *out);
void emit_checker(Emit *e, const Node *n, Words *out);
void emit_exist(Emit *e, const Node *n, Words *out);
void emit_forbid(Emit *e, const Node *n, Words *out);
void emit_forbid_of(Emit *e, const Node *n, Words *out);
/* special.c: writes where a frame's action puts cards: zones and flags */
/* Is it an action on this card, which the rules put somewhere when its ability has resolved? */
bool moves_on(const Emit *e, const Node *act);
void emit_destination(Emit *e, const Node *n, Words *out);
/* special.c: writes the template word that 's' names, given without its '!'. */
/* Does the template word at s, with its !, write the rest of the code itself? */
bool special_takes_rest(const char *s);
void emit_special(Emit *e, const Node *n, const char *s, size_t len, Words *out);

/* emit.c: sentences */
void emit_body(Emit *e, const Node *n, Words *out);
/* Does the action take the cards spoken of before: それを, 選んだカードを, or nothing said? */
bool acts_on_spoken(const Emit *e, const Node *act);
/* Was the last action a choice, so that what is done to the cards is still to come? */
bool only_chose(const Emit *e);
/* Does the sentence go on with what the action before it began: 「1枚選ぶ。それを控え室に置く。」,
 * and with 'did' also 「控え室に置いてよい。置いたら、…」? */
bool sentence_goes_on(const Emit *e, const Node *sentence, bool did);
/* Compiles the sentences behind this one that go on with what it began: a condition, a delayed
 * trigger or "each player" holds for them, too. 'did': DID is not known outside. */
void emit_continuation(Emit *e, bool did, Words *out);
void emit_sentence(Emit *e, const Node *n, Words *out);
/* Unrolls a right-recursive list into at most 'max' nodes; returns how many. */
unsigned flatten(const Emit *e, const Node *n, const Node **out, unsigned max);
/* Writes items i to n of a sentence. */
void emit_items(Emit *e, const Node **item, unsigned i, unsigned n, Words *out);
/* Clause that decided what 自分, 相手 or そのプレイヤー means, 0 if none is to be marked. */
unsigned player_clause(const Emit *e, const Node *n, const char *code);
/* Position of the last damage action, w->n if there is none. */
unsigned last_damage(Emit *e, const Words *w);
/* Writes the damage action at of->w[at] again, with the number of n's first child. */
void emit_damage_again(Emit *e, const Node *n, const Words *of, unsigned at, Words *out);

/* ability.c */
void emit_ability(Emit *e, const Node *n, AbilityDef *a);
void emit_replace(Emit *e, const Node *n, AbilityDef *a);
EventSet events_of(Emit *e, const Words *w); /* kinds of event that a trigger listens to */
/* Does "it" mean the other card of the trigger's event rather than its subject? */
bool it_is_object(Emit *e, const Words *w);

/* branch.c */

/* Position behind the action at i and all bodies that belong to it. */
unsigned skip_action(Emit *e, const Words *w, unsigned i);
/* Does the body contain an ELSE of its own, not one of a nested IF? */
bool has_else(Emit *e, const Words *w, unsigned from, unsigned to);
/* Writes IF cond; WHEN if the condition asks about what was just done. */
void put_if(Emit *e, Words *head, const Words *cond);
void emit_if(Emit *e, const Node **item, unsigned i, unsigned n, Words *out);
/* What is done zero times is not done: "all" of a payment, since 'run', is at least one card. */
void pay_something(Emit *e, unsigned run, Words *out);
/* Writes what depends on a payment: items i to n and the sentences in e->paid_for. */
void emit_paid_for(Emit *e, const Node **item, unsigned i, unsigned n, Words *out);
/* The rest of the body behind 'body' if its first sentence depends on a payment, else null. */
const Node *paid_for_after(const Emit *e, const Node *body);

/* object.c: does the text of the node contain these characters? */
bool contains_text(const TextTree *t, const Node *n, unsigned from, unsigned end);
/* object.c: 「門1枚と手札1枚を選び、そのカードをその門に…」: which of two choices the node means,
 * by its noun. False: it does not follow two choices, or may mean both. */
bool emit_half(Emit *e, const Node *n, Words *out);

/* choice.c: restricts choices written since 'from' to cards that the action written since 'fresh'
 * can be done to. Returns where that begins now. 'cost': the action is paid as a cost. */
unsigned restrict_choices(Emit *e, Words *out, unsigned from, unsigned fresh, bool cost);

/* each.c: multiplies the numbers of the actions written since 'fresh' by e->each. */
void multiply(Emit *e, Words *out, unsigned fresh);
void put_factor(Emit *e, const Node *n, Words *out); /* of a number that "for each" multiplies */
bool emit_rounds(Emit *e, const Node **item, unsigned i, unsigned n, Words *out);

/* cases.c */
void note_condition(Emit *e, const Words *cond); /* fills cond_number, cond_set, cond_filter */
void note_each(Emit *e, const Words *each);      /* the same, from a "for each" factor */
/* Writes an operand of the last condition: 'v' its number, 's' its set, 'f' its filter. */
void emit_last_condition(Emit *e, const Node *n, char what, Words *out);
void emit_static_it(Emit *e, const Node *n, Words *out);
void emit_doall(Emit *e, const Node *n, Words *out);
void emit_ways(Emit *e, const Node *n, Words *out);
/* "A or B": makes a MODES of the code since 'run' or 'fresh' and the items behind i. */
void emit_or(Emit *e, const Node **item, unsigned i, unsigned n, unsigned run, unsigned fresh,
             Words *out);

/* instead.c */

/* Sets e->redirect if the second sentence of the body changes where the first puts a card. */
void note_redirect(Emit *e, const Node *body);
/* Applies e->redirect to a move that the action has written since 'fresh'. */
void redirect_move(Emit *e, const Node *act, Words *out, unsigned fresh);
/* Sets e->widening if the second sentence of the body says what else the first may choose. */
void note_widening(Emit *e, const Node *body);
/* Adds to the set what e->widening lets the choice of the action take as well. */
void widen_choice(Emit *e, const Node *act, Words *set);
/* The same for the cards that one is swapped with. */
void widen_partner(Emit *e, Words *set);
/* Writes the further choice that e->widening asks for behind the choice of the action. */
void choose_more(Emit *e, const Node *act, Words *out);
/* Fills e->scale if the second sentence of the body multiplies the numbers of the first. */
void note_scale(Emit *e, const Node *body);
/* "from the top of the deck instead": rewrites the choice and move written since 'from'. Returns
 * false if the sentence is not of that form. */
bool emit_from_top(Emit *e, const Node *sentence, Words *out, unsigned from);
/* "かわりに2枚選ぶ": copies 'first' with that number in its first choice; false if not that. */
bool recount(Emit *e, const Node *item, const Words *first, Words *out);
/* "A、Xなら、かわりにB" in one sentence. Returns false if the items are not of that form. */
bool emit_instead(Emit *e, const Node **item, unsigned n, Words *out);
/* Writes IF cond then ELSE other. 'may': other is also done when 'then' is declined. */
/* Before an alternative to the code 'other': lets the condition and the alternative speak of the
 * cards that 'other' would be about. */
void settle_cards(Emit *e, const Words *cond, const Words *then, Words *other, Words *out);
/* "…、Vするかわりに…": of the code 'other' only the action V is replaced, which must be its end;
 * moves the rest to 'out'. The items before 'alt' may name no action: then all is replaced. */
void split_named(Emit *e, const Node **item, unsigned alt, Words *other, Words *out);
void emit_if_else(Emit *e, const Words *cond, const Words *then, const Words *other, bool may,
                  Words *out);
