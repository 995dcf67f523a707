/* Explains why an option is not offered: the first clause that rules it out, tested in the order of
 * the clauses as where it is offered. GB_11_1_1_2 (loops) is what remains. */
#include "games/granblue/granblue.h"
#include "vm/vm.h"

static unsigned why_use(Run *r, PlayerId p, const Option *o) {
    const AbilityDef *b = &r->pack->abil[o->c];
    const Card *k = card_of(r->s, o->card);
    if (k->holder != p || b->kind != ABIL_ACTIVATED) return GB_8_1_2;
    if (!(b->zones & zone_bit(k->zone)))
        return b->keywords >> GW_ASSIST & 1 ? GB_10_18_2 : GB_2_5_2;
    if (ability_spent(r, o->card, o->c)) return GB_10_5_1;
    if (!ability_valid(r, o->card, o->c)) return GB_8_3_2;
    if (granblue_forbidden(r, p, o->card, o->c)) return GB_1_3_3;
    if (!granblue_cost_payable(r, p, ref_to(r->s, o->card), o->c)) return GB_8_4_2_4;
    return GB_11_1_1_2;
}

static unsigned why_stone(Run *r, PlayerId p, const Option *o) {
    const Card *k = card_of(r->s, o->card);
    const AbilId a = granblue_spell(r, o->card);
    if (k->holder != p || k->zone != GZ_HAND || !a) return GB_6_3_1_2_3;
    if (granblue_forbidden(r, p, o->card, a)) return GB_1_3_3;
    Eval e = eval_source(r, p, ref_to(r->s, o->card));
    const Pc cond = r->pack->abil[a].cond;
    return cond && !vm_truth_at(&e, cond) ? GB_6_3_1_2_3_1 : GB_11_1_1_2;
}

static unsigned why_attack(Run *r, PlayerId p, const Option *o) {
    const State *s = r->s;
    const Card *k = card_of(s, o->card);
    const unsigned clause = o->kind == GOPT_FOLLOW ? GB_7_2_1_3_2 : GB_7_2_1_3_1;
    if (k->holder != p || (k->zone != GZ_LEADER && k->zone != GZ_MEMBER)) return clause;
    if ((k->flags & CARD_RESTED) || (o->kind == GOPT_FOLLOW) != (s->facts[GF_BATTLE] != 0))
        return clause;
    return GB_1_3_3;
}

unsigned granblue_why_not(Run *r, unsigned player, const Option *o) {
    State *s = r->s;
    const PlayerId p = (PlayerId)player;
    unsigned why = CLAUSE_NONE;
    if (!s->ask.pending) return GB_4_6_1;
    if (s->ask.player != p) return GB_4_6_1;
    for (unsigned i = 0; i < s->ask.n; i++)
        if (!memcmp(&s->option[i], o, sizeof *o)) return CLAUSE_NONE;
    switch (o->kind) {
    case GOPT_ENTER:
    case GOPT_REFILL:
        if (card_of(s, o->card)->holder != p || card_of(s, o->card)->zone != GZ_HAND)
            return GB_6_3_1_2_1;
        granblue_can_enter(r, p, o->card, &why);
        break;
    case GOPT_JOB: granblue_can_job(r, p, o->card, &why); break;
    case GOPT_LIMIT: granblue_can_limit(r, p, o->card, &why); break;
    case GOPT_USE: return why_use(r, p, o);
    case GOPT_STONE: return why_stone(r, p, o);
    case GOPT_ATTACK:
    case GOPT_FOLLOW: return why_attack(r, p, o);
    case GOPT_CHARGE:
        if (card_of(s, o->card)->deeds & GDID_CHARGE) return GB_2_6_1_1_3;
        return granblue_cost_payable(r, p, ref_to(s, o->card), o->c) ? GB_7_2_1_3_1_4
                                                                     : GB_2_6_1_1_1;
    default: break;
    }
    return why ? why : s->ask.clause;
}
