/* Renders the game as text for one player: options, questions, events, pages. Functions append to
 * 'out'. They name only what the viewer may know. */
#pragma once
#include "tui/table.h"

/* The player's name from the viewer's side: "You", "Computer", "Player 2". */
const char *player_label(const Table *t, PlayerId p, PlayerId viewer);
/* "X attacks Y", with player names if there are three or more. Returns false if there is no attack.
 */
bool describe_attack(const Table *t, Text *out);
/* The player, or in a team game the team. */
void describe_side(const Table *t, PlayerId p, PlayerId viewer, Text *out);
/* " (A)" after a player's name in a team game, else "". */
const char *team_suffix(const Table *t, PlayerId p);
/* Score between the teams, "A 1 : 0 B"; nothing in formats without one. */
void describe_score(const Table *t, Text *out);
/* The card's name if the viewer may know it, else its place. */
void describe_card(const Table *t, CardId c, PlayerId viewer, Text *out);
/* Cost after all effects. */
int current_cost(const Table *t, CardId c);
/* Text of an ability without a trailing reminder; with 'effect' only the part after the condition.
 */
void describe_effect(Table *t, AbilId a, bool effect, Text *out);
/* Printed stats, preceded by 'before'; nothing for kinds without stats. */
void describe_printed_stats(const Table *t, const CardDef *d, const char *before, Text *out);
/* Stats after all effects. */
/* Attack and defence, or the one number where cards have but one. */
void describe_pair(const Table *t, int atk, int def, Text *out);
/* How far the abilities that count (ABIL_TALLY) have got: " 1/2 0/1"; nothing if it has none. */
void describe_tallies(const Table *t, CardId c, Text *out);
/* The player's counters, each " 「name」number". */
void describe_counters(const Table *t, unsigned player, Text *x);
/* The number of cards tied to one; nothing for 0. */
void describe_tied(const Table *t, unsigned n, Text *out);
void describe_stats(const Table *t, CardId c, Text *out);
/* The zone's name, with a seat or card number unless that is 0. */
void describe_place(const Table *t, unsigned zone, unsigned number, Text *out);
/* An option of the pending question. */
void describe_option(Table *t, const Option *o, Text *out);
/* A line of the question: its option, and how many equal ones it stands for. */
void describe_line(Table *t, unsigned line, Text *out);
/* What is asked, and how many cards are still to be chosen. */
void describe_question(Table *t, Text *out);
/* The clause that asks: "[id] gist". */
void describe_reason(const Table *t, Text *out);
/* The ability that asks, as "card: text"; with 'effect' only its effect. For a payment, what is
 * paid for. Nothing if a rule asks. */
void describe_asking_ability(Table *t, bool effect, Text *out);
/* An ability's printed text, in English its explanation; "" if it is not printed. Owned by the
 * table. */
const char *ability_text(Table *t, AbilId a);
void describe_result(const Table *t, Text *out);
/* The clauses by which the game ended: "[id] gist", a line each. */
void describe_decided(const Table *t, Text *out);
/* Names the partial cards, if there are any. */
void describe_partial(const Table *t, Text *out);

/* Log entries. The caller frees the string; null means there is nothing to log. */
char *describe_event(Table *t, const Event *e, PlayerId viewer);
char *describe_answer(Table *t, const Decision *d, const Option *o, PlayerId viewer);
/* What the player is told about a forced option. */
char *describe_forced(Table *t, const Decision *d, const Option *o, PlayerId viewer);
char *describe_concession(const Table *t, PlayerId who, PlayerId viewer);
char *describe_turn(const Table *t, PlayerId viewer);
/* The top item of the stack starts to resolve; null unless it is this ability. */
char *describe_resolved(Table *t, CardId c, AbilId a, PlayerId viewer);

/* ---- the stack (stack.c) -----------------------------------------------------
 */

/* A stack item: its card and controller, or the number of checks. */
void describe_stack_item(Table *t, const Stacked *x, PlayerId viewer, Text *out);
/* A stack item for a list: controller, targets, and the text of an ability. */
void describe_stack_entry(Table *t, const Stacked *x, Text *out);

/* The tag to type for a card: h3, m2, e. Capitals for other players' cards, preceded by the
 * player's number if there are three or more: 3M2. */
void describe_tag(const Table *t, const FudaSeen *x, Text *out);

/* ---- pages (pages.c, look.c, why_not.c)
 * --------------------------------------------------------------------------
 */

/* Why the question is asked; a card's printed text and state; the log; help. */
void page_why(Table *t, Text *out);
void page_card(Table *t, CardId c, DefId def, Text *out);
/* The cards of a zone as far as 'me' may know them. */
void page_zone(const Table *t, PlayerId p, unsigned zone, Text *out);
/* The zones that have cards, with the letters to type. */
void page_zones(const Table *t, Text *out);
/* What changes the card's numbers and abilities, with sources (cause.c). */
void page_causes(Table *t, CardId c, Text *out);
/* For each way to use the card now, whether it is possible and, if not, the first clause against
 * it. */
void page_why_not(Table *t, CardId c, Text *out);
/* The same for a card of the viewer's that he cannot see, for all cards of a place, and for what
 * the words name: options on offer, actions of the game, or a player. False: they name nothing. */
void page_why_not_unseen(Table *t, DefId def, Text *out);
void page_why_not_zone(Table *t, PlayerId p, unsigned zone, Text *out);
bool page_why_not_action(Table *t, const char *words, Text *out);
/* "  [id] gist" and the end of the line; nothing for no clause. */
void page_clause(const Table *t, unsigned c, Text *out);
void page_log(const Table *t, Text *out);
/* After the game: who won by which clause, how long it took, what decided it. */
void page_summary(Table *t, Text *out);
/* The goal of the scenario from which the game began. */
void page_goal(const Table *t, Text *out);
/* Log entries since the last prompt. */
void page_news(const Table *t, Text *out);
void page_help(const Table *t, Text *out);
/* The tutorial page for the pending question. Returns false if there is none or it was shown. */
bool page_guide(Table *t, const char **title, Text *out);
/* Likewise for option kinds (bit per kind) that are about to be taken or were forced. */
bool page_guide_after(Table *t, uint64_t options, const char **title, Text *out);

/* ---- finding (find.c) -------------------------------------------------------------------------
 */

/* Resolves a tag or name among the cards that 'me' may know. A name may also match a card in the
 * viewer's own deck list; then *c is NONE. Returns false if nothing matches. */
bool find_card(const Table *t, const char *word, CardId *c, DefId *def);
/* Does the line start with a tag: h3, M2, or with three or more players 3M2? */
bool find_is_tag(const Table *t, const char *line);
/* Resolves a tag without a number (w, W, 3w) or a zone's name to a zone. */
bool find_zone(const Table *t, const char *words, PlayerId *p, unsigned *zone);
/* Sets keep[i] for the options that match all words (tags, or parts of the option's text). Returns
 * how many match. */
unsigned find_options(Table *t, const char *words, bool *keep);
