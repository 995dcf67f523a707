/* Explains why an option is not offered: the first clause that rules it out. Each function tests
 * the same conditions as the code that offers the option, in the order of the clauses. RB_14_1_1_2
 * (the loop rule) is what remains when nothing else forbids it. */
#include "games/rebirth/procs.h"
#include "vm/vm.h"

/* 7.4.2.3: using an activated ability. */
static unsigned why_use(Run *r, unsigned p, const Option *o) {
    State *s = r->s;
    const AbilityDef *b = &r->pack->abil[o->c];
    const Card *k = card_of(s, o->card);
    if (k->holder != p) return RB_3_1_2_2;
    if (b->kind != ABIL_ACTIVATED) return RB_7_4_2_3;
    if (!(b->zones & zone_bit(k->zone))) return RB_9_4_4;
    if (ability_spent(r, o->card, o->c)) return RB_9_2_2_1;
    if (rebirth_ability_forbidden(r, (PlayerId)p, o->card, o->c)) return RB_9_15_1;
    Eval e = eval_source(r, (PlayerId)p, ref_to(s, o->card));
    if (!condition_met(r, &e, b)) return RB_11_2_3_2;
    if (!ability_valid(r, o->card, o->c)) return RB_9_4_2;
    if (!rebirth_can_use(r, (PlayerId)p, o->card, o->c)) return RB_9_5_2_2;
    return RB_14_1_1_2;
}

static int upright_energy(const State *s, unsigned p) {
    int n = 0;
    for (unsigned i = 0; i < s->player[p].count[RZ_ENERGY]; i++)
        n += !(card_of(s, zone_card(&s->player[p], RZ_ENERGY, i))->flags & CARD_RESTED);
    return n;
}

/* 7.4.2.1: playing a character. */
static unsigned why_play(Run *r, unsigned p, const Option *o) {
    const Card *k = card_of(r->s, o->card);
    if (k->holder != p || !(k->kinds >> RK_CH & 1) ||
        (k->zone != RZ_HAND && !rule_on(r, RRC_PLAY_FROM, (PlayerId)p, o->card)))
        return RB_7_4_2_1;
    if (rebirth_play_cost(r, o->card, o->a) > upright_energy(r->s, p)) return RB_5_14_1_1;
    if (rule_on(r, RRC_NO_PLAY, (PlayerId)p, o->card)) return RB_1_3_3;
    if (act_forbidden(r, EV_PLAY, (PlayerId)p, o->card, NONE, 0) ||
        rule_move_forbidden(r, o->card, (PlayerId)p, o->a, RH_PLAY))
        return RB_1_3_3;
    return RB_14_1_1_2;
}

/* 8.2.4: attacking with the support of this member. */
static unsigned why_attack(Run *r, unsigned p, const Option *o) {
    State *s = r->s;
    const Card *k = card_of(s, o->card);
    if (!(turn_side(s) & player_bit(k->holder))) return RB_8_2_4;
    if (s->turn == 1) return RB_8_2_3_1;
    p = k->holder; /* 13.5.7.2.4: any player of the team may attack */
    if (k->zone != RZ_MEMBER || (k->flags & CARD_RESTED)) return RB_8_2_4;
    if (rebirth_attack_barred(r, (PlayerId)p)) return rebirth_attack_barred(r, (PlayerId)p);
    if (rule_on(r, RRC_NO_ATTACK, (PlayerId)p, zone_top(s, (PlayerId)p, RZ_ENTRY))) return RB_1_3_3;
    if (bans_in_force(r) && rebirth_attack_forbidden(r, (PlayerId)p)) return RB_1_3_3;
    return RB_9_10_5;
}

/* 8.3.3: blocking with this card. */
static unsigned why_block(Run *r, unsigned p, const Option *o) {
    const Card *k = card_of(r->s, o->card);
    if (k->zone != RZ_HAND || k->holder != p) return RB_8_3_3;
    if (!(card_keywords(r, o->card) >> RW_BLOCKER & 1)) return RB_11_6_1;
    if (rebirth_block_forbidden(r, (PlayerId)p, o->card)) return RB_1_3_3;
    return RB_11_6_3;
}

/* 9.7.3: cancelling with this ability. */
static unsigned why_cancel(Run *r, unsigned p, const Option *o) {
    const AbilityDef *b = &r->pack->abil[o->c];
    Eval e = eval_source(r, (PlayerId)p, ref_to(r->s, o->card));
    if (rule_on(r, RRC_NO_CANCEL, (PlayerId)p, o->card)) return RB_1_3_3;
    if (!condition_met(r, &e, b)) return RB_11_2_3_4;
    return RB_9_1_1_4_2;
}

/* Hook: returns the clause, CLAUSE_NONE if the option is on offer. */
unsigned rebirth_why_not(Run *r, unsigned p, const Option *o) {
    State *s = r->s;
    if (!s->ask.pending || !(team_mates(s, s->ask.player) & player_bit((PlayerId)p)))
        return RB_7_1_2;
    for (unsigned i = 0; i < s->ask.n; i++)
        if (!memcmp(&s->option[i], o, sizeof *o)) return CLAUSE_NONE;
    switch (o->kind) {
    case ROPT_USE: return why_use(r, p, o);
    case ROPT_PLAY: return why_play(r, p, o);
    case ROPT_MOVE_ENTRY: return RB_7_4_2_2;
    case ROPT_SET: return RB_7_4_2_4;
    case ROPT_ATTACK: return why_attack(r, p, o);
    case ROPT_PARTNER_ATTACK: return RB_8_2_4_4;
    case ROPT_BLOCK: return why_block(r, p, o);
    case ROPT_CANCEL:
    case ROPT_STOP_CANCEL: return why_cancel(r, p, o);
    case ROPT_DROP: return RB_9_8_3_1;
    default: return s->ask.clause;
    }
}
