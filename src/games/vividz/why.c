/* Explains why an option is not offered: the first clause that rules it out. Each function tests
 * the same conditions as the code that offers the option. */
#include "games/vividz/procs.h"
#include "vm/vm.h"

/* 703.2, 508.2: playing a card. */
static unsigned why_play(Run *r, unsigned p, const Option *o) {
    const Card *k = card_of(r->s, o->card);
    if (r->s->ask.kind != VASK_ACTION) return r->s->ask.clause;
    if (k->holder != p) return VZ_502_1b;
    if (k->zone != VZONE_HAND && k->zone != VZONE_KEEP &&
        !rule_on(r, VRC_PLAY_FROM, (PlayerId)p, o->card))
        return VZ_703_2;
    unsigned why = vividz_play_barred(r, (PlayerId)p, o->card, o->b, 0, 0);
    return why ? why : VZ_703_2;
}

/* 907: using an activated ability. */
static unsigned why_use(Run *r, unsigned p, const Option *o) {
    const Card *k = card_of(r->s, o->card);
    const AbilityDef *b = &r->pack->abil[o->c];
    if (k->holder != p) return VZ_502_1c;
    if (b->kind != ABIL_ACTIVATED) return VZ_901_2a;
    if (!(b->zones & zone_bit(k->zone))) return VZ_903_1c;
    unsigned why = vividz_use_barred(r, (PlayerId)p, o->card, o->c);
    return why ? why : VZ_201_3;
}

/* Hook: returns the clause, CLAUSE_NONE if the option is on offer. */
unsigned vividz_why_not(Run *r, unsigned p, const Option *o) {
    State *s = r->s;
    if (!s->ask.pending || s->ask.player != p) return VZ_201_3;
    for (unsigned i = 0; i < s->ask.n; i++)
        if (!memcmp(&s->option[i], o, sizeof *o)) return CLAUSE_NONE;
    switch (o->kind) {
    case VOPT_PLAY:
    case VOPT_EVENT: return why_play(r, p, o);
    case VOPT_USE: return why_use(r, p, o);
    case VOPT_ATTACK: {
        unsigned why = vividz_attack_barred(r, (PlayerId)p, o->card);
        return why ? why : VZ_703_2;
    }
    case VOPT_SLIDE: {
        if (zone_count(s, (PlayerId)p, VZONE_HAND) < 2) return VZ_803_1;
        unsigned why = vividz_slide_barred(r, o->card, o->b);
        return why ? why : VZ_803_1;
    }
    case VOPT_TO_MISSION: return vividz_must_attack(r, (PlayerId)p) ? VZ_102_2 : VZ_703_2;
    default: return s->ask.clause;
    }
}
