/* Why an option is not offered: the first clause that rules it out. */
#include "games/luck/luck.h"

static unsigned why_not_sortie(Run *r, PlayerId p, const Option *o) {
    const State *s = r->s;
    if (p != s->turn_player || s->point != LP_MAIN) return LL_7_5_3_1;
    if (card_of(s, o->card)->zone != LZ_HAND) return LL_7_5_3_1;
    return luck_play_barred(r, p, o->card);
}

static unsigned why_not_use(Run *r, PlayerId p, const Option *o) {
    const State *s = r->s;
    const AbilityDef *b = &r->pack->abil[o->c];
    if (p != s->turn_player || s->point != LP_MAIN) return LL_7_5_3_7;
    if (!ability_valid(r, o->card, o->c)) return LL_9_3_3_3;
    if (ability_spent(r, o->card, o->c)) return LL_12_4_1_1;
    if ((b->keywords >> LW_DRIVE & 1) && s->facts[LF_DRIVE]) return LL_7_5_3_5;
    if (luck_ability_void(r, p, o->card, o->c)) return LL_9_3_3_3;
    if (luck_ability_forbidden(r, p, o->card, o->c)) return LL_12_3_1_1;
    if (luck_play_forbidden(r, p, o->card, o->c)) return LL_1_3_3;
    if (luck_can_use(r, p, o->card, o->c)) return CLAUSE_NONE;
    return b->keywords >> LW_DRIVE & 1 ? LL_11_4_2 : LL_9_6_2_3_2;
}

static unsigned why_not_attack(Run *r, PlayerId p, const Option *o) {
    const State *s = r->s;
    if (p != s->turn_player) return LL_8_1_1;
    if (s->facts[LF_ATTACKS] >= luck_attack_limit(r, p)) return LL_8_2_3;
    if (card_of(s, o->card)->zone != LZ_CIRCLE || (card_of(s, o->card)->flags & CARD_RESTED))
        return LL_8_2_5;
    return luck_attack_barred(r, p, o->card) ? LL_1_3_3 : CLAUSE_NONE;
}

/* What forbids the option whenever it is asked for; CLAUSE_NONE: nothing. */
static unsigned forbidding(Run *r, PlayerId p, const Option *o) {
    const State *s = r->s;
    switch (o->kind) {
    case LOPT_SORTIE: return why_not_sortie(r, p, o);
    case LOPT_USE: return why_not_use(r, p, o);
    case LOPT_ATTACK: return why_not_attack(r, p, o);
    case LOPT_AIM: return luck_aim_why(r, p, o->b);
    case LOPT_UNITE:
    case LOPT_CHANGE:
        if (luck_deed_forbidden(r, LDEED_UNION, p, NONE)) return LL_1_3_3;
        if (o->kind == LOPT_CHANGE) return luck_may_unite(r, p, true) ? LL_11_5_1 : LL_7_5_3_3;
        return luck_may_unite(r, p, false) ? LL_5_13_1_1 : LL_7_5_3_2;
    case LOPT_LUCK: return luck_deed_forbidden(r, LDEED_LUCK, p, NONE) ? LL_1_3_3 : LL_5_18_1;
    case LOPT_ARRANGE: return s->facts[LF_ARRANGED] ? LL_12_1_1_2 : LL_7_5_3_6;
    case LOPT_INTERCEPT: return luck_has_icon(r, o->card) ? LL_8_3_3_1 : LL_2_11_3;
    case LOPT_DEFINE:
    case LOPT_BOOST: return LL_2_15_2;
    default: return CLAUSE_NONE;
    }
}

unsigned luck_why_not(Run *r, unsigned p, const Option *o) {
    const State *s = r->s;
    if (s->ask.pending && s->ask.player == p)
        for (unsigned i = 0; i < s->ask.n; i++)
            if (!memcmp(&s->option[i], o, sizeof *o)) return CLAUSE_NONE;
    const unsigned why = forbidding(r, p, o);
    return why ? why : s->ask.clause; /* something else is asked */
}
