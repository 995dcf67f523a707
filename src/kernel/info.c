/* Reads information about cards and rule changes in force: what effect.c derived, or last known
 * information of cards that have left. */
#include "vm/vm.h"

/* Returns the answer for a sleeping card, woken for the question. */
#define ASK_WOKEN(type, c, question)                                                               \
    do {                                                                                           \
        Woken w_;                                                                                  \
        card_wake(r, (c), &w_);                                                                    \
        type answer_ = question;                                                                   \
        card_sleep(r, (c), &w_);                                                                   \
        return answer_;                                                                            \
    } while (0)

int card_stat(Run *r, CardRef c, unsigned stat) {
    const Card *k = card_of(r->s, c.card);
    if (!c.card) return 0;
    if (card_asleep(r->s, c.card)) ASK_WOKEN(int, c.card, card_stat(r, c, stat));
    if (stat == STAT_DAMAGE) return k->damage;
    derive_for(r, stat_touches(stat));
    const Last *l = last_of(r->s, c.card);
    bool left = k->inc != c.inc && l->inc == c.inc;
    if (left) kmark(r, KM_LAST_KNOWN);
    return stat_of(left ? &l->num : &k->now, stat);
}

/* Does a row of 'extra' give the card this name, trait or keyword? */
static bool extra_in(const Run *r, const Extra *extra, unsigned n, CardId c, unsigned kind,
                     TermId t) {
    for (unsigned i = 0; i < n; i++) {
        const Extra *x = &extra[i];
        if (x->card != c || x->kind != kind) continue;
        if (x->term == t) return true;
        if (kind == ADD_TRAIT && pack_part_of(r->pack, x->term, t)) return true;
        if (kind == ADD_NAME && bits_has(r->pack->term_has + (size_t)x->term * r->pack->row, t))
            return true;
    }
    return false;
}

static bool extra_has(Run *r, CardId c, unsigned kind, TermId t) {
    return extra_in(r, r->s->extra, r->s->nextra, c, kind, t);
}

/* Did the card have it when it left play in the batch that triggers look at? -1: not one of
 * those cards, or print decides. */
static int had_when_left(const Run *r, CardRef c, unsigned kind, TermId t) {
    const Departed *b = r->before;
    unsigned lost = kind == ADD_NAME ? LOST_NAMES : LOST_TRAITS;
    for (unsigned i = 0; b && i < b->nwere; i++) {
        if (b->were[i].ref.card != c.card || b->were[i].ref.inc != c.inc) continue;
        if (extra_in(r, b->extra, b->nextra, c.card, kind, t)) return 1;
        return b->were[i].masked || (b->were[i].lost & lost) ? 0 : -1;
    }
    return -1;
}

bool card_named_then(Run *r, CardRef c, TermId t) {
    int then = r->before ? had_when_left(r, c, ADD_NAME, t) : -1;
    return then < 0 ? card_named(r, c.card, t) : then > 0;
}

bool card_trait_then(Run *r, CardRef c, TermId t) {
    int then = r->before ? had_when_left(r, c, ADD_TRAIT, t) : -1;
    const Last *l = last_of(r->s, c.card);
    if (then < 0 && c.card && card_of(r->s, c.card)->inc != c.inc && l->inc == c.inc) {
        kmark(r, KM_LAST_KNOWN);
        if (l->trait && (l->trait == t || pack_part_of(r->pack, l->trait, t))) return true;
        if (l->lost & LOST_TRAITS) return false;
    }
    return then < 0 ? card_trait(r, c.card, t) : then > 0;
}

bool card_named(Run *r, CardId c, TermId t) {
    const Card *k = card_of(r->s, c);
    if (!c) return false;
    if (card_asleep(r->s, c)) ASK_WOKEN(bool, c, card_named(r, c, t));
    derive_for(r, TOUCH_NAMES);
    if (r->s->nextra && extra_has(r, c, LOSE_NAME, t)) return false;
    bool masked = card_masked(r, k);
    if (masked && guise_of(r, k)->name &&
        bits_has(r->pack->term_has + (size_t)guise_of(r, k)->name * r->pack->row, t))
        return true;
    bool gone = masked || (k->lost & LOST_NAMES);
    return (!gone && pack_name_has(r->pack, k->def, t)) ||
           (r->s->nextra && extra_has(r, c, ADD_NAME, t));
}

bool card_named_wholly(Run *r, CardId c, TermId t) {
    const Card *k = card_of(r->s, c);
    if (!c) return false;
    if (card_asleep(r->s, c)) ASK_WOKEN(bool, c, card_named_wholly(r, c, t));
    derive_for(r, TOUCH_NAMES);
    if (r->s->nextra && extra_has(r, c, LOSE_NAME, t)) return false;
    for (unsigned i = 0; i < r->s->nextra; i++)
        if (r->s->extra[i].card == c && r->s->extra[i].kind == ADD_NAME && r->s->extra[i].term == t)
            return true;
    if (card_masked(r, k) || (k->lost & LOST_NAMES)) return false;
    return pack_name_has(r->pack, k->def, t) && r->pack->def[k->def].name_term == t;
}

bool card_trait(Run *r, CardId c, TermId t) {
    const Card *k = card_of(r->s, c);
    const CardDef *d = &r->pack->def[k->def];
    if (!c) return false;
    if (card_asleep(r->s, c)) ASK_WOKEN(bool, c, card_trait(r, c, t));
    derive_for(r, TOUCH_TRAITS);
    if (r->s->nextra && extra_has(r, c, LOSE_TRAIT, t)) return false;
    if (r->s->nextra && extra_has(r, c, ADD_TRAIT, t)) return true;
    if (card_masked(r, k)) return t && guise_of(r, k)->trait == t;
    if (k->lost & LOST_TRAITS) return false;
    for (unsigned i = 0; i < d->ntrait; i++)
        if (d->trait[i] == t || pack_part_of(r->pack, d->trait[i], t)) {
            if (d->ntrait > 1) kmark(r, KM_TRAITS);
            return true;
        }
    return false;
}

unsigned card_terms(Run *r, CardId c, unsigned sort, TermId out[MAX_TRAITS]) {
    const State *s = r->s;
    unsigned n = 0;
    derive_for(r, TOUCH_TRAITS);
    const CardDef *d = &r->pack->def[card_of(s, c)->def];
    for (unsigned i = 0; i < d->ntrait; i++)
        if (r->pack->sort[d->trait[i]] == sort && card_trait(r, c, d->trait[i]))
            out[n++] = d->trait[i];
    for (unsigned i = 0; i < s->nextra && n < MAX_TRAITS; i++)
        if (s->extra[i].card == c && s->extra[i].kind == ADD_TRAIT &&
            r->pack->sort[s->extra[i].term] == sort)
            out[n++] = s->extra[i].term;
    return n;
}

uint32_t keywords_lost(const State *s, CardId c) {
    uint32_t keys = 0;
    for (unsigned i = 0; i < s->nextra; i++)
        if (s->extra[i].card == c && s->extra[i].kind == LOSE_KEYWORD)
            keys |= 1u << s->extra[i].term;
    return keys;
}

uint32_t card_keywords(Run *r, CardId c) {
    const State *s = r->s;
    const Card *k = card_of(s, c);
    if (!c) return 0;
    derive_for(r, TOUCH_KEYS);
    if ((k->lost & LOST_ABILITIES) && r->g->loss_takes_granted) return 0;
    uint32_t keys =
        card_masked(r, k) || (k->lost & LOST_ABILITIES) ? 0 : r->pack->def[k->def].keywords;
    for (unsigned i = 0; i < s->nextra; i++)
        if (s->extra[i].card == c && s->extra[i].kind == ADD_KEYWORD)
            keys |= 1u << s->extra[i].term;
    for (unsigned i = s->nfixed; i < s->nlisteners; i++)
        if (s->listen[i].card == c) keys |= r->pack->abil[s->listen[i].abil].keywords;
    return keys & ~keywords_lost(s, c);
}

/* Number of rule changes of this kind in force for the player (NOBODY: any) and card; *sum adds
 * up their amounts. */
static unsigned rules_in_force(Run *r, unsigned rule, PlayerId p, CardId c, unsigned *sum) {
    State *s = r->s;
    unsigned n = 0;
    *sum = 0;
    for (unsigned i = 0; i < s->nrules; i++) {
        const RuleNow *x = &s->rule[i];
        if (x->rule != rule || (p != NOBODY && !(x->players & player_bit(p)))) continue;
        if (x->card && x->card != c) continue;
        if (x->pc) {
            Eval e = eval_source(r, x->master, x->source);
            if (!c || !vm_match_at(&e, x->pc, ref_to(s, c))) continue;
        }
        n++;
        *sum += x->amount;
    }
    return n;
}

unsigned rules_summed(Run *r, unsigned rule, PlayerId p, CardId c) {
    unsigned sum;
    rules_in_force(r, rule, p, c, &sum);
    if (sum) kmark(r, KM_RULE_CHANGED);
    return sum;
}

unsigned rules_counted(Run *r, unsigned rule, PlayerId p, CardId c) {
    unsigned sum, n = rules_in_force(r, rule, p, c, &sum);
    if (n) kmark(r, KM_RULE_CHANGED);
    return n;
}
