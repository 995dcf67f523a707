/* The game in words: options, questions, events and pages, as one player may read them. */
#pragma once
#include "tui/table.h"

/* The player as the viewer calls him: you, computer, player 2. */
const char *tell_player(const Table *t, PlayerId p, PlayerId viewer);
/* "X attacks Y", among several players with their names; false: nothing attacks. */
bool tell_attack(const Table *t, Text *out);
/* Whose turn it is: the player, or his team. */
void tell_side(const Table *t, PlayerId p, PlayerId viewer, Text *out);
/* " (A)" behind a player's name in a game of teams, else nothing. */
const char *tell_team(const Table *t, PlayerId p);
/* How it stands between the teams, "A 1 : 0 B"; nothing where that is no matter. */
void tell_score(const Table *t, Text *out);
/* A card: its name if the viewer may know it, else where it lies. */
void tell_card(const Table *t, CardId c, PlayerId viewer, Text *out);
/* What it costs after all effects. */
int tell_cost(const Table *t, CardId c);
/* An ability as tell_ability, without a reminder at its end; 'effect': only what it does. */
void tell_effect(Table *t, AbilId a, bool effect, Text *out);
/* The printed numbers, after 'before'; nothing of a kind that has none. */
void tell_print(const Table *t, const CardDef *d, const char *before, Text *out);
/* Its numbers after all effects. */
void tell_numbers(const Table *t, CardId c, Text *out);
/* A zone, with the seat or the number in it if that is not 0. */
void tell_place(const Table *t, unsigned zone, unsigned number, Text *out);
/* An option of the pending question, for the player who is asked. */
void tell_option(Table *t, const Option *o, Text *out);
/* The card that lies where the option's card would go, if its words speak of it; 0: none. */
CardId tell_displaced(const Table *t, const Option *o);
/* A line of the question: its option, and how many are equal. */
void tell_line(Table *t, unsigned line, Text *out);
/* The question in words: what is asked, and how many cards are still to be chosen. */
void tell_question(Table *t, Text *out);
/* Why it is asked: the clause's gist with its number. */
void tell_reason(const Table *t, Text *out);
/* The ability that asks, as "card: text", with 'effect' only what it does; of a payment, what is
 * paid for; nothing if a rule asks. */
void tell_asker(Table *t, bool effect, Text *out);
/* An ability: its printed text, in English what was understood of it. "" if it is not printed. */
const char *tell_ability(Table *t, AbilId a);
void tell_result(const Table *t, Text *out);
/* "partial cards: NAME, NAME", or nothing where every card is whole. */
void tell_partial(const Table *t, Text *out);

/* Lines of the log, to be freed; null: nothing to say. */
char *tell_event(Table *t, const Event *e, PlayerId viewer);
char *tell_taken(Table *t, const Decision *d, const Option *o, PlayerId viewer);
/* An option that was the only one, as its player is told. */
char *tell_alone(Table *t, const Decision *d, const Option *o, PlayerId viewer);
char *tell_turn(const Table *t, PlayerId viewer);
/* The topmost thing that waits, if it is this ability, begins to be carried out. */
char *tell_resolved(Table *t, CardId c, AbilId a, PlayerId viewer);

/* ---- what was entered and waits (space.c) -----------------------------------------------------
 */

/* A thing that waits: its card and whose it is, or how many checks. */
void tell_thing(Table *t, const Stacked *x, PlayerId viewer, Text *out);
/* The same for a list: whose, what it is aimed at, and the text of an ability. */
void tell_waiting(Table *t, const Stacked *x, Text *out);

/* The tag to be typed for a card of the view: h3, m2, e; capital for another player's, and among
 * several with that player's number: 3M2. */
void tell_tag(const Table *t, const FudaSeen *x, Text *out);

/* ---- pages (pages.c) --------------------------------------------------------------------------
 */

void page_why(Table *t, Text *out);
void page_card(Table *t, CardId c, DefId def, Text *out);
/* What could be meant by using this card now, and the first clause that is against it. */
void page_why_not(Table *t, CardId c, Text *out);
void page_log(const Table *t, Text *out);
void page_news(const Table *t, Text *out); /* of it, what is new since the last prompt */
void page_help(const Table *t, Text *out);
/* The page of the guide for the pending question, if it was not shown yet; its title in *title. */
bool page_guide(Table *t, const char **title, Text *out);
/* Likewise for kinds of option (bit each): one is about to be taken, or was the only one. */
bool page_guide_after(Table *t, uint64_t options, const char **title, Text *out);

/* ---- finding (find.c) -------------------------------------------------------------------------
 */

/* The card that a tag or a name means, among those that 'me' may know. def is set also where the
 * card is in the own deck or nowhere. False: there is none. */
bool find_card(const Table *t, const char *word, CardId *c, DefId *def);
/* Does the line begin with a tag: h3, M2, and among several players 3M2? */
bool find_is_tag(const Table *t, const char *line);
/* Leaves those options in 'keep' that fit all words (tags, or parts of their text); returns how
 * many. */
unsigned find_options(Table *t, const char *words, bool *keep);
