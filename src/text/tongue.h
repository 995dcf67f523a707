/* How a game writes its cards. One of these for each game; the rest of the compiler knows no game.
 */
#pragma once
#include "text/emit.h"

typedef struct Const {
    const char *name;
    int value;
} Const;

/* Words that are only spellings of each other, in groups that have both. */
typedef struct Respelling {
    const char *word, *usual;
} Respelling;

/* A standard reminder: told by its content words. */
enum { SAME_TERMS = 1, SAME_NUMBER = 2, SAME_ICONS = 4, FORCED = 8 };
typedef struct Reminder {
    const char *words[2]; /* a reminder with all of these … */
    const char *needs;    /* … stands beside a row whose code has this */
    unsigned flags;       /* and has the same terms, number, icons as that; or is about a must */
    const char *what;     /* in words */
} Reminder;

/* A known misprint and what is meant, in code points: as long, so that places in the printed text
 * stay what they are. */
typedef struct Misprint {
    uint32_t wrong[8], right[8];
} Misprint;

struct Tongue {
    const Game *game;
    const Row *row; /* its own rows, behind those of all games */
    unsigned nrow;
    const Const *word; /* what its rows speak of */
    unsigned nword;
    uint32_t name[2], trait[2][2], quote[2]; /* brackets */
    uint32_t aside[2][2]; /* brackets of an ability's name, which says nothing; 0: none */
    uint32_t head; /* the sign in front of abilities, for which other signs are misread; 0: none */
    bool aims;     /* what is chosen is chosen when the card or ability is entered */
    bool plain; /* あなた and 自分 are the master, 相手 his opponent, wherever they stand */
    bool everyones; /* cards that lie open and whose owner is not said are those of all players */
    const Respelling *respellings; /* its own, up to a null word; or null */
    const Reminder *reminders;     /* its own, up to a null first word; or null */
    const Misprint *misprints;     /* its own, up to an empty one; or null */
    /* kinds of ability: rows with !ability KIND */
    void (*ability)(Emit *e, const Node *n, const char *kind, AbilityDef *a);
    const char *given; /* the kind of a keyword that is an ability of its own: !given */
    /* where an ability is valid that does not say it */
    void (*zones)(Emit *e, AbilityDef *a, EventSet events);
    /* clauses, 0: none. [1]: no player was written before */
    unsigned clause_self[2], clause_opp[2], clause_that[2], clause_together[2], clause_before,
        clause_conditions;
    /* cards of the field named by nothing but their name, their trait */
    unsigned clause_bare, clause_bare_name, clause_bare_trait;
    /* X that is reckoned on entering, when it is resolved, all the time; other letters */
    unsigned clause_x_entry, clause_x_resolve, clause_x_static, clause_letter;
    /* cards of a kind that go to a zone only by what says so; clause */
    ZoneId stored_zone;
    uint8_t stored_kind;
    unsigned clause_stored;
    unsigned op_shares; /* the game's own action that gives targets what was allotted to them */
    /* its action that has cards entered, of a checked card done in its place; what FGAME asks of
     * such cards */
    unsigned op_enter, ask_enter;
    unsigned op_control;          /* makes a player the master of cards of the field */
    unsigned op_deal, op_pdamage; /* damage to cards (by whom, to which, so much), to players */
    uint32_t damage_ops;          /* the game's own actions that deal damage, the number last */
    uint32_t counted_ops;         /* the game's own actions whose number "for each" multiplies */
};
const Tongue *tongue_of(const Game *g); /* null: the game has no texts */

/* ability.c: parts of abilities */
Pc emit_keep(Emit *e, Words *w, bool body);
void emit_trigger(Emit *e, const Node *trigger, AbilityDef *a);
void emit_cost(Emit *e, const Node *n, AbilityDef *a);
void emit_effect(Emit *e, const Node *n, AbilityDef *a, unsigned duration);
void emit_condition(Emit *e, const Words *cond, AbilityDef *a); /* of a static ability */

/* aim.c: choices of a body that are made on entering become entry code; the body speaks of targets.
 */
void emit_aims(Emit *e, Words *body, AbilityDef *a);
/* Choices of cards that are entered then: only among those that can be. Nothing becomes a target.
 */
void emit_narrow(Emit *e, Words *body);
/* Cards whose owner was not said: those of all players where they lie open, else the master's. */
void settle_owners(Emit *e, Words *w);
