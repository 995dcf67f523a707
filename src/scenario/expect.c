/* Evaluates `expect` on the game at the cursor. Every check describes what it found instead. */
#include "scenario/judge.h"
#include "cards/form.h"
#include "kernel/view.h"
#include "text/text.h"
#include "text/message.h"
#include <stdarg.h>
#include <stdlib.h>

/* One evaluation. Checks return true, or false with 'found' filled. */
typedef struct Check {
    Judge *j;
    Run r;
    const Expect *e;
    Pos pos;
    char found[600]; /* what was found instead */
    bool broken;     /* the expectation cannot be evaluated; judge_fail was called */
} Check;

static bool found(Check *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool found(Check *c, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(c->found, sizeof c->found, message(format), args);
    va_end(args);
    return false;
}

/* Resolves a card reference, or sets c->broken. */
static CardId resolve_card(Check *c, const CardWord *w) {
    CardId k = card_resolve(c->j, &c->r, w);
    c->broken |= !k;
    return k;
}

/* ---- zones ---- */

/* Lists the cards of a zone, seat or tie. Returns their number. */
static unsigned cards_there(Check *c, PlayerId p, const ZoneWord *z, CardId *out) {
    const State *s = c->r.s;
    unsigned n = 0;
    CardId of = z->of ? resolve_card(c, z->of) : 0;
    for (unsigned i = 0; i < s->player[p].count[z->zone]; i++) {
        CardId k = zone_card(&s->player[p], z->zone, i);
        if (z->seat && !(card_of(s, k)->seats & seat_bit(z->seat))) continue;
        if (z->of && (card_of(s, k)->tie != of || card_of(s, k)->tie_inc != card_of(s, of)->inc))
            continue;
        out[n++] = k;
    }
    return n;
}

/* Writes the names of cards, with xN for repeated ones. */
static void list_names(Check *c, const CardId *cards, unsigned n, char *out, size_t size) {
    size_t at = 0;
    snprintf(out, size, "%s", message("nothing"));
    for (unsigned i = 0; i < n && at < size; i++) {
        unsigned same = 1;
        const char *name = pack_name(c->r.pack, card_of(c->r.s, cards[i])->def);
        while (i + 1 < n && !strcmp(name, pack_name(c->r.pack, card_of(c->r.s, cards[i + 1])->def)))
            same++, i++;
        int k = snprintf(out + at, size - at, same > 1 ? "%s%s x%u" : "%s%s", at ? ", " : "", name,
                         same);
        if (k > 0) at += (size_t)k;
    }
}

static bool found_there(Check *c, const CardId *cards, unsigned n) {
    char names[500];
    list_names(c, cards, n, names, sizeof names);
    return found(c, "there: %s", names);
}

/* Removes one card that the reference means from the list. */
static bool take_item(Check *c, const CardWord *w, CardId *cards, unsigned *n) {
    for (unsigned i = 0; i < *n; i++) {
        if (!card_is(c->j, &c->r, w, cards[i])) continue;
        memmove(cards + i, cards + i + 1, (*n - i - 1) * sizeof *cards);
        (*n)--;
        return true;
    }
    return false;
}

/* Is the reference a label or a place, and so specific to one card? */
static bool is_label(const Check *c, const CardWord *w) {
    for (unsigned i = 0; w->text && i < c->j->nlabels; i++)
        if (!strcmp(c->j->labels[i].text, w->text)) return true;
    return !w->text;
}

/* Removes every item from the list. Labels and places are more specific, so they are matched before
 * names. */
static bool take_all(Check *c, CardId *cards, unsigned *n) {
    for (unsigned labels = 2; labels-- > 0;)
        for (unsigned i = 0; i < c->e->nitems; i++) {
            const Item *it = &c->e->items[i];
            if (is_label(c, &it->card) != labels) continue;
            for (unsigned k = 0; k < it->count; k++)
                if (!take_item(c, &it->card, cards, n)) return false;
        }
    return true;
}

/* EX_COUNT, EX_IS, EX_HAS and EX_LACKS. */
static bool check_zone(Check *c) {
    CardId cards[CARDS_PER_PLAYER], rest[CARDS_PER_PLAYER];
    unsigned n = cards_there(c, c->e->player, &c->e->zone, cards), left = n;
    char names[500];
    memcpy(rest, cards, sizeof rest);
    switch (c->e->kind) {
    case EX_COUNT:
        if (n == (unsigned)c->e->number) return true;
        list_names(c, cards, n, names, sizeof names);
        return found(c, "%u cards: %s", n, names);
    case EX_IS: return (take_all(c, rest, &left) && !left) || found_there(c, cards, n);
    case EX_HAS: return take_all(c, rest, &left) || found_there(c, cards, n);
    default:
        for (unsigned i = 0; i < c->e->nitems; i++)
            if (take_item(c, &c->e->items[i].card, rest, &left)) return found_there(c, cards, n);
        return true;
    }
}

/* EX_TOP and EX_BOTTOM: cards in order, from that end of the deck. */
static bool check_deck_end(Check *c) {
    CardId cards[CARDS_PER_PLAYER];
    unsigned n = cards_there(c, c->e->player, &c->e->zone, cards), at = 0;
    bool ok = true;
    CardId seen[CARDS_PER_PLAYER];
    for (unsigned i = 0; i < n; i++) seen[i] = c->e->kind == EX_TOP ? cards[n - 1 - i] : cards[i];
    for (unsigned i = 0; i < c->e->nitems && ok; i++)
        for (unsigned k = 0; k < c->e->items[i].count && ok; k++, at++)
            ok = at < n && card_is(c->j, &c->r, &c->e->items[i].card, seen[at]);
    return ok || found_there(c, seen, n < at + 3 ? n : at + 3);
}

/* EX_LYING: how many cards of the zone are upright, rested, down or up. */
static bool check_lying(Check *c) {
    CardId cards[CARDS_PER_PLAYER];
    unsigned n = cards_there(c, c->e->player, &c->e->zone, cards), m = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned f = card_of(c->r.s, cards[i])->flags;
        bool is[] = {!(f & CARD_RESTED), (f & CARD_RESTED) != 0, (f & CARD_DOWN) != 0,
                     !(f & CARD_DOWN)};
        m += is[c->e->lying];
    }
    return m == (unsigned)c->e->number || found(c, "%u cards match", m);
}

/* ---- what a player sees ---- */

/* Is the card, as seen, tied to 'of'? */
static bool seen_tied(const FudaView *v, const FudaSeen *x, CardId of, const State *s) {
    if (x->tie < 0) return false;
    const FudaSeen *t = &v->cards[x->tie];
    return zone_card(&s->player[t->player], t->zone, t->index) == of;
}

/* Does the item describe a card as the viewer sees it? */
static bool sees_item(Check *c, const Item *it, const FudaSeen *x) {
    if (it->hidden)
        return !x->def && (*it->hidden ? x->kinds == kinds_named(c->r.g, it->hidden)
                                       : !x->kinds || (c->r.g->zones[x->zone].flags & ZONE_PUBLIC));
    if (!x->def) return false;
    CardId card = zone_card(&c->r.s->player[x->player], x->zone, x->index);
    if (is_label(c, &it->card)) return card_is(c->j, &c->r, &it->card, card);
    return !strcmp(pack_name(c->r.pack, x->def), it->card.text);
}

/* EX_SEES compares with view_make, so this also tests that nothing leaks. */
static bool check_sees(Check *c) {
    const Expect *e = c->e;
    FudaView *v = malloc(sizeof *v);
    const FudaSeen *there[CARDS_PER_PLAYER];
    unsigned n = 0, want = 0, left;
    if (!v) return found(c, "out of memory");
    c->r.obs = &c->j->look_observer.obs; /* visibility rules mark clauses */
    view_make(&c->r, e->viewer, v);
    c->r.obs = 0;
    CardId of = e->zone.of ? resolve_card(c, e->zone.of) : 0;
    for (unsigned i = 0; i < v->ncards && n < CARDS_PER_PLAYER; i++) {
        const FudaSeen *x = &v->cards[i];
        if (x->player != e->player || x->zone != e->zone.zone ||
            (e->zone.seat && x->slot != e->zone.seat))
            continue;
        if (!e->zone.of || seen_tied(v, x, of, c->r.s)) there[n++] = x;
    }
    size_t at = 0;
    char names[500] = "nothing";
    for (unsigned i = 0; i < n && at < sizeof names; i++) {
        char kinds[40] = "";
        if (!there[i]->def && there[i]->kinds)
            kinds_words(c->r.g, there[i]->kinds, kinds, sizeof kinds);
        int k = snprintf(names + at, sizeof names - at, "%s%s%s", i ? ", " : "",
                         there[i]->def ? pack_name(c->r.pack, there[i]->def) : kinds,
                         there[i]->def ? "" : "?");
        if (k > 0) at += (size_t)k;
    }
    left = n;
    bool ok = true;
    for (unsigned i = 0; i < e->nitems && ok; i++)
        for (unsigned k = 0; k < e->items[i].count && ok; k++, want++) {
            unsigned m = 0;
            while (m < left && !sees_item(c, &e->items[i], there[m])) m++;
            ok = m < left;
            if (ok) there[m] = there[--left];
        }
    free(v);
    return (ok && !left) || found(c, "seen: %s", names);
}

/* EX_SEES_COUNTERS: how many counters of that name the viewer sees the player have. */
static bool check_sees_counters(Check *c) {
    const Expect *e = c->e;
    const unsigned kind = judge_term(c->j, e->word);
    int n = 0;
    FudaView *v = malloc(sizeof *v);
    if (!v) return found(c, "out of memory");
    c->r.obs = &c->j->look_observer.obs;
    view_make(&c->r, e->viewer, v);
    c->r.obs = 0;
    for (unsigned i = 0; i < v->ntallies; i++)
        if (v->tallies[i].player == e->player && v->tallies[i].kind == kind) n = v->tallies[i].n;
    free(v);
    return n == e->number || found(c, "%d", n);
}

/* Lists the cards that the player was shown since the last acting statement, up to the cursor. */
static unsigned cards_shown(const Check *c, CardId *out) {
    const Judge *j = c->j;
    unsigned n = 0, end = j->cursor < j->nsnapshots ? j->snapshots[j->cursor].nshown : j->nshown;
    for (unsigned i = j->shown_from; i < end; i++) {
        unsigned k = 0;
        if (!(j->shown[i].to & player_bit(c->e->player))) continue;
        while (k < n && out[k] != j->shown[i].card) k++;
        if (k == n) out[n++] = j->shown[i].card;
    }
    return n;
}

/* Are the listed cards among those shown (all of those with 'which'), or with `not` none of them?
 */
static bool shown_as_expected(Check *c, CardId *cards, unsigned n) {
    const Expect *e = c->e;
    if (!e->not ) return take_all(c, cards, &n) && !(e->which && n);
    for (unsigned i = 0; i < e->nitems; i++)
        if (take_item(c, &e->items[i].card, cards, &n)) return false;
    return true;
}

/* EX_SAW: cards that were shown to a player, wherever they are now. */
static bool check_saw(Check *c) {
    CardId cards[MAX_PLAYERS * CARDS_PER_PLAYER], rest[MAX_PLAYERS * CARDS_PER_PLAYER];
    unsigned n = cards_shown(c, cards);
    char names[500];
    memcpy(rest, cards, n * sizeof *rest);
    if (shown_as_expected(c, rest, n)) return true;
    list_names(c, cards, n, names, sizeof names);
    return found(c, "P%u saw %s", c->e->player + 1u, names);
}

/* ---- a card ---- */

/* The pack's term for a name, 0 if no text refers to it. */
static TermId term_of(const Pack *p, const char *text) {
    char *name = text_name(text);
    TermId found = 0;
    for (TermId t = 1; name && t < p->nterm && !found; t++)
        if (!strcmp(pack_term(p, t), name)) found = t;
    free(name);
    return found;
}

/* A name that no text refers to is not a term of the pack; then the printed name counts, unless the
 * card has lost its names. */
static bool is_named(Check *c, CardId card, const char *text) {
    TermId t = term_of(c->r.pack, text);
    if (t) return card_named(&c->r, card, t);
    const Card *k = card_of(c->r.s, card);
    if ((k->flags & CARD_DOWN) && k->zone && (c->r.g->zones[k->zone].flags & ZONE_FIELD))
        return false;
    derive(&c->r);
    return !(k->lost & LOST_NAMES) && strstr(pack_name(c->r.pack, k->def), text);
}

/* Evaluates a property that is true or false. */
static bool prop_flag(Check *c, CardId card, const Prop *x) {
    const Card *k = card_of(c->r.s, card);
    TermId t;
    CardId there[CARDS_PER_PLAYER];
    switch (x->kind) {
    case PROP_UPRIGHT: return !(k->flags & CARD_RESTED);
    case PROP_RESTED: return k->flags & CARD_RESTED;
    case PROP_UP: return !(k->flags & CARD_DOWN);
    case PROP_DOWN: return k->flags & CARD_DOWN;
    case PROP_KIND: return (card_kinds(&c->r, card) & (unsigned)x->number) == (unsigned)x->number;
    case PROP_TRAIT: t = term_of(c->r.pack, x->text); return t && card_trait(&c->r, card, t);
    case PROP_NAMED: return is_named(c, card, x->text);
    case PROP_REMOVED:
        return (k->flags & CARD_GONE) ||
               (k->zone && !strcmp(c->r.g->zones[k->zone].key, "removed"));
    default: {
        unsigned n = cards_there(c, x->player, &x->zone, there);
        for (unsigned i = 0; i < n; i++)
            if (there[i] == card) return true;
        return false;
    }
    }
}

/* Counters on the card, of that kind or of all. */
static int chips_on(const Check *c, CardId card, const char *kind) {
    const State *s = c->r.s;
    int n = 0;
    if (kind) return counter_of(s, card, NOBODY, c->j->table->chip(&c->r, kind));
    for (unsigned i = 0; i < s->ncounters; i++)
        if (s->counter[i].card == card) n += s->counter[i].n;
    return n;
}

static int prop_number(Check *c, CardId card, const Prop *x) {
    if (x->kind == PROP_DAMAGE) return card_of(c->r.s, card)->damage;
    if (x->kind == PROP_CHIPS) return chips_on(c, card, x->text);
    return card_stat(&c->r, ref_to(c->r.s, card), x->stat);
}

/* `expect 甲 in P1 hand` holds for any card of that name. *decided: the property is of this form.
 */
static bool in_zone(Check *c, const Prop *x, bool *decided) {
    CardId there[CARDS_PER_PLAYER];
    *decided = x->kind == PROP_IN && c->e->card->text && !is_label(c, c->e->card);
    if (!*decided) return false;
    unsigned n = cards_there(c, x->player, &x->zone, there);
    for (unsigned i = 0; i < n; i++)
        if (card_is(c->j, &c->r, c->e->card, there[i])) return !x->not ;
    return x->not || found_there(c, there, n);
}

/* Evaluates all properties of EX_CARD in order. */
static bool props_hold(Check *c) {
    for (unsigned i = 0; i < c->e->nprops; i++) {
        const Prop *x = &c->e->props[i];
        bool decided, ok = in_zone(c, x, &decided);
        char place[64];
        if (decided) {
            if (!ok) return false;
            continue;
        }
        CardId card = resolve_card(c, c->e->card);
        if (c->broken) return false;
        place_name(&c->r, card, place, sizeof place);
        if (x->kind <= PROP_CHIPS) {
            const char *word = x->kind == PROP_DAMAGE  ? "damage"
                               : x->kind == PROP_CHIPS ? c->j->table->chips
                                                       : x->text;
            int v = prop_number(c, card, x);
            if (v != x->number) return found(c, "%s is %d (%s)", word, v, place);
        } else if (prop_flag(c, card, x) == x->not ) {
            const Card *k = card_of(c->r.s, card);
            char kinds[40];
            return found(c, "the card is %s, %s, kind %s, at %s",
                         k->flags & CARD_RESTED ? "rested" : "upright",
                         k->flags & CARD_DOWN ? "down" : "up",
                         kinds_words(c->r.g, card_kinds(&c->r, card), kinds, sizeof kinds), place);
        }
    }
    return true;
}

/* Derived numbers are computed on demand and mark clauses, hence the observer. */
static bool check_card(Check *c) {
    c->r.obs = &c->j->look_observer.obs;
    bool ok = props_hold(c);
    c->r.obs = 0;
    return ok;
}

/* ---- questions ---- */

static bool found_question(Check *c) {
    format_question(c->j, &c->r, c->found, sizeof c->found);
    return false;
}

/* Every option must match an answer, and every answer an option. */
static bool check_options(Check *c) {
    const State *s = c->r.s;
    bool exact;
    if (!s->ask.pending || !asks_for(&c->r, c->e->word)) return found_question(c);
    for (unsigned i = 0; i < c->e->nanswers; i++)
        if (answer_match(c->j, &c->r, &c->e->answers[i], 0) < 0) return found_question(c);
    for (unsigned o = 0; o < s->ask.n; o++) {
        bool named = false;
        for (unsigned i = 0; i < c->e->nanswers && !named; i++)
            named = answer_matches(c->j, &c->r, &c->e->answers[i], &s->option[o], &exact);
        if (!named) return found_question(c);
    }
    for (unsigned i = 0; i < c->e->nanswers; i++) {
        const Answer *a = &c->e->answers[i];
        answer_warn(c->j, &c->r, a, (unsigned)answer_match(c->j, &c->r, a, 0), 0);
    }
    return true;
}

/* A question that is named must be asked, also for `no option`. */
static bool check_option(Check *c) {
    bool asked = c->r.s->ask.pending;
    if (c->e->word && !(asked && asks_for(&c->r, c->e->word))) return found_question(c);
    int o = asked ? answer_match(c->j, &c->r, &c->e->answers[0], 0) : MATCH_NONE;
    bool there = o != MATCH_NONE;
    if (o >= 0 && !c->e->not ) answer_warn(c->j, &c->r, &c->e->answers[0], (unsigned)o, 0);
    return there != c->e->not || found_question(c);
}

static bool check_asked(Check *c) {
    const State *s = c->r.s;
    bool ok = s->ask.pending && s->ask.player == c->e->player;
    if (!ok || !asks_for(&c->r, c->e->word)) return found_question(c);
    return !c->e->clause || s->ask.clause == c->e->clause ||
           found(c, "%s asks",
                 s->ask.clause ? clause_info[s->ask.clause].id : message("no clause"));
}

/* EX_NOT_ASKED: no such question since the last acting statement, up to the cursor. */
static bool check_not_asked(Check *c) {
    const Judge *j = c->j;
    unsigned end = j->cursor < j->nsnapshots ? j->snapshots[j->cursor].nasked : j->nasked;
    for (unsigned i = j->asked_from; i < end; i++) {
        const char *kind = ask_name(c->r.g, j->asked[i].kind);
        if (j->asked[i].player != c->e->player || (c->e->word && strcmp(c->e->word, kind)))
            continue;
        return found(c, "P%u was asked %s", c->e->player + 1u, kind);
    }
    return true;
}

/* Compares the clause with Game.why_not. */
static bool check_why_not(Check *c) {
    Option o;
    if (!c->r.g->why_not) return found(c, "not supported yet");
    if (!answer_option(c->j, &c->r, &c->e->answers[0], &o))
        return found(c, "these words do not describe an option");
    unsigned clause = c->r.g->why_not(&c->r, c->e->player, &o);
    if (clause == c->e->clause) return true;
    return found(c, "%s",
                 clause && clause < CLAUSE_COUNT ? clause_info[clause].id
                                                 : message("no clause forbids it"));
}

/* EX_WAITING counts triggered abilities that wait to be played. */
static bool check_waiting(Check *c) {
    const State *s = c->r.s;
    int n = 0;
    for (unsigned i = 0; i < s->nwaiting; i++)
        n += !c->e->card || card_is(c->j, &c->r, c->e->card, s->waiting[i].source.card);
    return n == c->e->number || found(c, "%d waiting", n);
}

/* ---- the stack ---- */

/* Writes a stack entry in the words that `expect stack` uses. */
static void entry_text(Check *c, const Stacked *t, char *out, size_t size) {
    const Pack *pack = c->r.pack;
    if (t->sort == STACK_CHECKS) {
        snprintf(out, size, t->count > 1 ? "check P%u x%u" : "check P%u", t->master + 1u, t->count);
        return;
    }
    DefId def = card_of(c->r.s, t->source.card)->def;
    unsigned k = ability_number(pack, def, t->abil);
    if (t->sort == STACK_CARD)
        snprintf(out, size, "%s", pack_name(pack, def));
    else if (t->abil == pack->def[def].when_checked)
        snprintf(out, size, "%s %s", pack_name(pack, def), box_word(c->r.g));
    else
        snprintf(out, size, k ? "%s ability %u" : "%s ability", pack_name(pack, def), k);
}

/* Fills c->found with the whole stack. */
static bool found_stack(Check *c) {
    size_t at = 0;
    snprintf(c->found, sizeof c->found, "%s", message("on the stack: nothing"));
    for (unsigned i = c->r.s->nstack; i-- > 0 && at < sizeof c->found;) {
        char text[160];
        entry_text(c, &c->r.s->stack[i], text, sizeof text);
        int n = snprintf(c->found + at, sizeof c->found - at, "%s%s",
                         at ? "; " : message("on the stack: "), text);
        if (n > 0) at += (size_t)n;
    }
    return false;
}

/* Does the stack entry match the expected one? */
static bool entry_is(Check *c, const StackEntry *x, const Stacked *t) {
    if (x->sort == ENTRY_CHECK)
        return t->sort == STACK_CHECKS && t->master == x->player && t->count == x->number;
    if (t->sort != (x->sort == ENTRY_CARD ? STACK_CARD : STACK_ABILITY)) return false;
    if (!card_is(c->j, &c->r, &x->card, t->source.card)) return false;
    DefId def = card_of(c->r.s, t->source.card)->def;
    bool box = t->abil && t->abil == c->r.pack->def[def].when_checked;
    if (x->sort == ENTRY_CARD) return true;
    if (box != (x->sort == ENTRY_BOX)) return false;
    return !x->number || ability_number(c->r.pack, def, t->abil) == x->number;
}

/* All players must see the stack and its targets as they are. */
static bool check_stack_view(Check *c) {
    const State *s = c->r.s;
    FudaView *v = malloc(sizeof *v);
    bool same = true;
    if (!v) return found(c, "out of memory");
    for (PlayerId p = 0; p < s->nplayers && same; p++) {
        view_make(&c->r, p, v);
        same = v->nthings == s->nstack;
        for (unsigned i = 0; i < s->nstack && same; i++) {
            const FudaThing *a = &v->things[i];
            const Stacked *b = &s->stack[i];
            same = a->sort == b->sort && a->player == b->master && a->count == b->count &&
                   a->ability == b->abil && a->ntargets == b->n;
            bool lies = b->sort == STACK_CARD && ref_live(s, b->source);
            same &=
                !lies || (a->seen >= 0 && v->cards[a->seen].def == card_of(s, b->source.card)->def);
            for (unsigned k = b->first; k < b->first + b->n && same; k++)
                same = s->target[k].kind != TARGET_CARD || !ref_live(s, s->target[k].ref) ||
                       v->targets[k].which >= 0;
        }
    }
    free(v);
    return same || found(c, "a player does not see the stack as it is");
}

/* EX_STACK: the list is topmost first, the state stores the top last. */
static bool check_stack(Check *c) {
    const State *s = c->r.s;
    if (s->nstack != c->e->nentries) return found_stack(c);
    for (unsigned i = 0; i < s->nstack; i++)
        if (!entry_is(c, &c->e->entries[i], &s->stack[s->nstack - 1 - i])) return found_stack(c);
    return check_stack_view(c);
}

/* Checks stored in one entry count one by one. */
static bool check_stack_count(Check *c) {
    int n = 0;
    for (unsigned i = 0; i < c->r.s->nstack; i++)
        n += c->r.s->stack[i].sort == STACK_CHECKS ? c->r.s->stack[i].count : 1;
    return n == c->e->number || found_stack(c);
}

/* ---- a deck ---- */

/* EX_DECK: the deck is legal, or breaks the given clause (any of its first eight faults). */
static bool check_deck(Check *c) {
    DeckFault fault[8];
    if (!card_form(c->r.g) || !card_form(c->r.g)->check)
        return found(c, "decks of %s cannot be checked", c->r.g->key);
    unsigned n = judge_deck_faults(c->j, c->e->player, fault, 8);
    for (unsigned i = 0; i < n && i < 8; i++)
        if (fault[i].clause == c->e->clause) return true;
    if (!n) return !c->e->clause || found(c, "the deck is legal");
    char text[300];
    card_form(c->r.g)->say(&c->r, &fault[0], text, sizeof text);
    return found(c, "%s: %s", clause_info[fault[0].clause].id, text);
}

/* ---- the turn, the attack, the end ---- */

/* EX_ROLE: an attack role that nobody has is "nothing". */
static bool check_role(Check *c) {
    CardId k = c->r.g->role(&c->r, c->e->which).card;
    bool is = k && card_is(c->j, &c->r, c->e->card, k);
    return is != c->e->not ||
           found(c, "%s: %s", c->e->word,
                 k ? pack_name(c->r.pack, card_of(c->r.s, k)->def) : message("nothing"));
}

/* EX_WINNER, EX_LOSER, EX_DRAW and EX_OVER. */
static bool check_result(Check *c) {
    const State *s = c->r.s;
    const char *const results[] = {"the game goes on", "somebody has won", "a draw",
                                   "all have lost", "a fault"};
    unsigned flags = c->e->player == NOBODY ? 0 : s->player[c->e->player].flags;
    bool ok = c->e->kind == EX_WINNER  ? s->result && (flags & PLAYER_WON)
              : c->e->kind == EX_LOSER ? (flags & PLAYER_OUT) != 0
              : c->e->kind == EX_DRAW  ? s->result == RESULT_DRAW || s->result == RESULT_ALL_LOST
                                       : s->result != RESULT_NONE;
    return ok != c->e->not || found(c, "%s", message(results[s->result < 5 ? s->result : 4]));
}

/* EX_CLAUSE. Terms and headings are not carried out, so `no clause` says nothing about them. */
static bool check_clause(Check *c) {
    const Expect *e = c->e;
    bool ran = clause_ran(c->j, e->clause);
    if (!ran && e->not &&clause_info[e->clause].kind != CLAUSE_KIND_RULE)
        judge_warn(c->j, c->pos, "clause %s is not a rule that is carried out; expected a rule",
                   clause_info[e->clause].id);
    return ran != e->not || found(c, e->not ? "it ran" : "it did not run");
}

/* Evaluates the expectation. */
static bool check(Check *c) {
    const Expect *e = c->e;
    const State *s = c->r.s;
    switch (e->kind) {
    case EX_COUNT:
    case EX_IS:
    case EX_HAS:
    case EX_LACKS: return check_zone(c);
    case EX_TOP:
    case EX_BOTTOM: return check_deck_end(c);
    case EX_LYING: return check_lying(c);
    case EX_CARD: return check_card(c);
    case EX_ASKED: return check_asked(c);
    case EX_NOT_ASKED: return check_not_asked(c);
    case EX_NOBODY: return !s->ask.pending || found_question(c);
    case EX_OPTIONS: return check_options(c);
    case EX_OPTION: return check_option(c);
    case EX_WAITING: return check_waiting(c);
    case EX_SEES: return check_sees(c);
    case EX_SEES_COUNTERS: return check_sees_counters(c);
    case EX_SAW: return check_saw(c);
    case EX_CLAUSE: return check_clause(c);
    case EX_TURN:
        return (turn_side(s) & player_bit(e->player)) ||
               found(c, "it is the turn of P%u", s->turn_player + 1u);
    case EX_POINT:
        return c->j->table->point(s) == e->which ||
               found(c, "%s", c->j->table->points[c->j->table->point(s)].word);
    case EX_TURNS: return s->turn == e->number || found(c, "turn %u", s->turn);
    case EX_OUT:
        return player_in(s, e->player) == e->not ||
               found(c, e->not ? "that player has left" : "that player is in the game");
    case EX_COUNTERS: {
        int n = counter_of(s, NONE, e->player, judge_term(c->j, e->word));
        return n == e->number || found(c, "%d", n);
    }
    case EX_POINTS: {
        unsigned points = s->score[s->player[e->player].team & 1];
        return points == (unsigned)e->number || found(c, "%u points", points);
    }
    case EX_ROLE: return check_role(c);
    case EX_ATTACKED_PLAYER:
        return (c->j->table->attacked(s) == e->player) != e->not ||
               found(c, e->not ? "that player is attacked" : "that player is not attacked");
    case EX_STACK: return check_stack(c);
    case EX_STACK_COUNT: return check_stack_count(c);
    case EX_FACT:
        return c->j->table->fact(&c->r, e->which) != e->not ||
               found(c, e->not ? "it is true" : "it is false");
    case EX_WHY_NOT: return check_why_not(c);
    case EX_DECK: return check_deck(c);
    default: return check_result(c);
    }
}

/* ---- choosing the moment ---- */

/* Does the expectation refer to a question? Then only snapshots with an open question are
 * considered. */
static bool about_question(const Expect *e) {
    return e->kind == EX_ASKED || e->kind == EX_NOBODY || e->kind == EX_OPTIONS ||
           e->kind == EX_OPTION || e->kind == EX_WHY_NOT;
}

/* Evaluates the expectation at the cursor. */
static bool evaluate(Judge *j, const Statement *st, Check *c) {
    *c = (Check){.j = j, .r = judge_view(j), .e = &st->expect, .pos = st->pos};
    bool ok = check(c) && !c->broken;
    return ok || judge_limited(j, c->r.s);
}

/* Does the expectation say that something has not happened since the last acting statement? Then it
 * must hold up to the last moment that it can refer to. */
static bool about_never(const Expect *e) {
    return e->kind == EX_NOT_ASKED || (e->kind == EX_SAW && (e->not || e->which));
}

/* Tries mere picks, which the game took by itself; only expectations that name a question can refer
 * to them. */
static bool evaluate_picks(Judge *j, const Statement *st, unsigned from) {
    Check c;
    unsigned kept = j->cursor;
    const Expect *e = &st->expect;
    if ((e->not &&!e->word) ||
        (e->kind != EX_ASKED && e->kind != EX_OPTIONS && e->kind != EX_OPTION))
        return false;
    for (j->cursor = from; j->cursor < j->nsnapshots; j->cursor++)
        if (j->snapshots[j->cursor].point == POINT_NONE &&
            !option_declines(j->run.g, &j->snapshots[j->cursor].s->option[0]) &&
            evaluate(j, st, &c))
            return true;
    j->cursor = kept;
    return false;
}

static bool fail_expect(Judge *j, const Statement *st, const Check *c) {
    char question[500] = "";
    if (!about_question(&st->expect)) format_question(j, &c->r, question, sizeof question);
    return judge_fail(j, st->pos, "not true: %s; %s%s%s", st->source, c->found,
                      *question ? either("; ", "。") : "", question);
}

/* Evaluates the expectation at that moment only; the cursor stays where it is. */
static bool expect_at(Judge *j, const Statement *st, unsigned moment) {
    Check c;
    unsigned kept = j->cursor;
    j->cursor = moment;
    bool ok = evaluate(j, st, &c);
    j->cursor = kept;
    return ok || (!c.broken && fail_expect(j, st, &c));
}

/* Evaluates at the cursor; if the game has moved on by itself, at the first moment for which the
 * expectation holds, unless `run to asked` stopped at the cursor. */
bool judge_expect(Judge *j, const Statement *st) {
    Check c;
    unsigned from = j->cursor, limit = judge_limit(j, st);
    if (j->held) return expect_at(j, st, from);
    if (about_never(&st->expect)) return expect_at(j, st, limit);
    for (;;) {
        cursor_skip(j, about_question(&st->expect));
        if (evaluate(j, st, &c)) return true;
        if (c.broken && j->cursor >= limit) return false;
        if (j->cursor < limit) {
            j->error.line = 0;
            j->cursor++;
        } else if (evaluate_picks(j, st, from)) {
            return true;
        } else if (j->cursor >= j->nsnapshots && judge_same_options(j)) {
            j->new_statement = false;
            if (!judge_answer(j, st->pos, 0)) return false;
            from = 0;
            limit = judge_limit(j, st);
        } else {
            return fail_expect(j, st, &c);
        }
    }
}
