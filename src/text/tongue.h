/* What a game tells the text compiler about its cards. Each game defines one Tongue; nothing else
 * in src/text depends on a game. */
#pragma once
#include "text/emit.h"

/* A constant that row templates may use by name. */
typedef struct Const {
    const char *name;
    int value;
} Const;

/* Two spellings of one word: spell.c writes 'usual' in groups that contain both. */
typedef struct Respelling {
    const char *word, *usual;
} Respelling;

/* A standard reminder, recognised by its content words because order and endings vary. It must
 * agree with the row whose code contains 'needs'. */
enum { SAME_TERMS = 1, SAME_NUMBER = 2, SAME_ICONS = 4, FORCED = 8 };
typedef struct Reminder {
    const char *words[2]; /* all of these occur in the reminder; the second may be null */
    const char *needs;    /* code of the row it explains; null: the whole text */
    unsigned flags;       /* what must agree; FORCED: nothing in the text may be optional */
    const char *what;     /* name of the rule, for messages */
} Reminder;

/* A known misprint and its correction, in code points. Both have the same length, so positions in
 * the printed text stay valid. */
typedef struct Misprint {
    uint32_t wrong[8], right[8];
} Misprint;

enum { MAX_SORTS = 16 };
/* A sort of terms: names, worlds, attributes, … Terms of a sort are traits whose text is between
 * its marks, so that equal words of different sorts differ. A card file has a column for each. */
typedef struct TermSort {
    const char *column;       /* the word in card files and scenarios; null: the last row */
    const char *open, *close; /* marks around the word */
    const char *split;        /* what separates several of them in a column */
    uint8_t stat;             /* STAT_*: the word is this number of the card; 0: none */
    uint8_t more;             /* index + 1 in CardDef.more: likewise; 0: none */
    bool names;               /* the word alone is a name of the card, too */
} TermSort;

typedef struct KindZone {
    uint8_t kind;
    ZoneId zone;
} KindZone;

struct Tongue {
    const Game *game;
    const Row *row; /* the game's own rows, tried after the common ones */
    unsigned nrow;
    const Const *word; /* constants of its rows */
    unsigned nword;
    uint32_t name[2], trait[2][2], quote[2]; /* opening and closing brackets */
    const TermSort
        *sorts; /* null: all traits are of one sort, and their marks are no part of them */
    uint32_t name_bracket[2][2]; /* brackets of an ability's own name, which is skipped; 0: none */
    /* An ability's own name stands before a colon and is skipped, except these words in it (code
     * points, up to an empty one) and headings that are no names; null: names have brackets. */
    const uint32_t (*name_keys)[12], (*name_headings)[12];
    const char *const *without; /* patterns of common rows that are none of its own; or null */
    uint32_t ability_mark;      /* sign in front of abilities, often misread as another; 0: none */
    bool targets_on_entry;      /* choices are targets, made when the card or ability is entered */
    bool word_chooses;          /* without the word 選ぶ a pick is no choice by a text */
    bool fixed_players;   /* あなた and 自分 always mean the master, 相手 the opponent */
    bool self_is_topic;   /* 自分 is the topic of the sentence, else the master */
    bool topic_ends;      /* a sentence without a topic is about the master */
    bool opp_is_masters;  /* 相手 always means the master's opponent */
    bool reads_last;      /* numbers of a card that the effect has moved out of play are its last */
    ZoneSet anyones;      /* cards in these zones without a stated owner are those of all players */
    bool bare_is_own;     /* cards without a stated owner are the master's, in events, too */
    bool open_is_anyones; /* cards in open zones without a stated owner are those of all players */
    bool event_made;      /* "the drawn card" is what the trigger was about, if nothing was drawn */
    bool quiet_ops;       /* no operation of the game looks at cards */
    bool it_is_attacked;  /* "when a card is attacked": "it" is that one, not the attacker */
    bool looks_anyway;    /* "look at N, and you may …": looking is not optional */
    bool among_it;        /* "among them" without looking: the cards moved or chosen before */
    bool own_moves;       /* a text about its own card's move is valid where the card comes from */
    bool it_is_self;      /* the game makes "it" this card where the text names none */
    bool own_costs;       /* cards without a stated owner in a cost are the payer's */
    /* Zones, as words of codes or parts of patterns, which without a stated owner are those of the
     * player whose cards the ability chose before; ends with null; or null. */
    const char *const *chosen_zones;
    const char *card_word[2];      /* the printed word for a card on the field, and its English */
    const Respelling *respellings; /* ends with a null word; or null */
    const Reminder *reminders;     /* ends with a null first word; or null */
    const Misprint *misprints;     /* ends with an empty one; or null */
    /* Compiles an ability whose row is "!ability KIND" into *a. */
    void (*ability)(Emit *e, const Node *n, const char *kind, AbilityDef *a);
    bool each_repeats;        /* "for each" repeats actions instead of multiplying their numbers */
    const char *granted_kind; /* KIND used for a keyword granted as an ability (!given) */
    /* Sets a->zones if the text does not say where the ability is valid. */
    void (*zones)(Emit *e, AbilityDef *a, EventSet events);
    /* Clauses to mark; 0: none. Index 1: no player was mentioned before. */
    unsigned clause_self[2], clause_opp[2], clause_that[2], clause_together[2], clause_before,
        clause_conditions;
    unsigned clause_parts;     /* parts of a cost that a blank parts are paid in any order */
    unsigned clause_self_each; /* "oneself" after several players is each of them */
    /* Kinds whose bare word means the cards in certain zones: code of the noun, word of the zones,
     * and whether an owner must be said. Ends with a null. */
    const struct Home {
        const char *noun, *zones;
        bool owned;
    } * homes;
    /* Cards of the field referred to without a zone: in general, by name, by trait. */
    unsigned clause_bare, clause_bare_name, clause_bare_trait;
    /* X computed on entry, on resolution, continuously; other letters. */
    unsigned clause_x_entry, clause_x_cost, clause_x_resolve, clause_x_static, clause_letter;
    /* Cards of this kind enter this zone only by effects that name the kind; the clause. */
    ZoneId restricted_zone;
    uint8_t restricted_kind;
    uint8_t unnumbered_kind; /* cards of this kind have no numbers; 0: all have */
    unsigned clause_restricted;
    unsigned op_allot;            /* gives each target the amount allotted to it */
    unsigned op_enter, ask_enter; /* enters cards; the FGAME query whether a card can be entered */
    unsigned op_control;          /* makes a player the master of cards on the field */
    unsigned op_deal, op_pdamage; /* damage to cards (source, cards, amount), to players */
    /* Cards of these kinds without a stated zone lie in these; ends with zone 0; or null. */
    const KindZone *kind_zones;
    /* A bare number of cards of this zone is that many from its top: the FGAME query for them. */
    ZoneId top_zone;
    unsigned top_query;
    uint32_t damage_ops; /* bit per game op: deals damage, the amount being last */
    uint32_t
        shared_ops; /* bit per game op: of a set, its first operand, also of cards of all players */
    uint32_t pay_ops;     /* bit per game op: a payment, as PAY is: all of it or nothing */
    uint32_t counted_ops; /* bit per game op: "for each" multiplies its number */
};
const Tongue *tongue_of(const Game *g); /* null: the game has no text compiler */

/* ability.c: building blocks for Tongue.ability */

/* Stores code in the sink and returns its pc, 0 if it is empty. 'body' appends OP_END. */
Pc store_code(Emit *e, Words *w, bool body);
/* Compiles a trigger condition: a->trig, events, the fast filters from/to/how, and flags. */
void emit_trigger(Emit *e, const Node *trigger, AbilityDef *a);
void emit_cost(Emit *e, const Node *n, AbilityDef *a);
void mark_tried(Emit *e, Words *w); /* begins a cost with TRIED if its parts touch one another */
/* Removes the marks between the parts of a cost: their order makes no difference. */
void drop_parts(Emit *e, Words *w);
/* Does the code read the X that the player chooses? */
bool reads_x(Emit *e, const Words *w);
/* In a cost: marks that a blank parts this action from what was written before it. */
void mark_part(Emit *e, const Node *n, Words *out);
/* Compiles a body. 'duration' is that of sentences which name none. */
void emit_effect(Emit *e, const Node *n, AbilityDef *a, unsigned duration);
/* Adds what the condition of a static ability reads to a->reads, wants and depends. */
void emit_condition(Emit *e, const Words *cond, AbilityDef *a);

/* targets.c */

/* Moves the choices of a body that are made on entry into a->entry; the body then refers to
 * targets. */
void lift_targets(Emit *e, Words *body, AbilityDef *a);
/* Restricts choices of cards that the body enters to those that can be entered. */
void narrow_choices(Emit *e, Words *body);
/* Replaces OP_IMPLIED, an owner that the text does not state: all players for open zones, else the
 * master. Does nothing unless Tongue.open_is_anyones. */
void resolve_owners(Emit *e, Words *w);
