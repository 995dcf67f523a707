/* 10-2 appearing, 10-3 job change, 10-4 limit break: what may be put into an area, and how. */
#include "games/granblue/granblue.h"
#include "vm/vm.h"

/* 10-2-3-1-1: ranks of the cards that have appeared in the member area, 'but' one of them. */
static int ranks_of(Run *r, PlayerId p, CardId but) {
    const Player *q = &r->s->player[p];
    int sum = 0;
    for (unsigned i = 0; i < q->count[GZ_MEMBER]; i++) {
        CardId c = zone_card(q, GZ_MEMBER, i);
        if (c == but) continue;
        if (card_cost(r, c) < 0) RULE(GB_1_3_6);
        sum += card_cost(r, c);
    }
    return sum;
}

static int gems(const State *s, PlayerId p) { return (int)zone_count(s, p, GZ_GEM); }

/* Do both cards have one character name (2-1-1-1)? */
static bool same_name(Run *r, CardId a, CardId b) {
    const CardDef *def = r->pack->def;
    return def[card_of(r->s, a)->def].title == def[card_of(r->s, b)->def].title;
}

static bool refuse(Run *r, unsigned *why, unsigned clause) {
    run_rule(r, clause);
    if (why) *why = clause;
    return false;
}

/* One of the limits that no text lifts. */
static bool refuse_anyway(Run *r, unsigned *why, unsigned clause, CardId c) {
    granblue_void_text(r, c);
    return refuse(r, why, clause);
}

bool granblue_can_enter(Run *r, PlayerId p, CardId c, unsigned *why) {
    State *s = r->s;
    const Player *q = &s->player[p];
    if (!granblue_is(r, c, GK_ME)) return refuse(r, why, GB_10_2_1);
    RULE(GB_10_2_3);
    if (q->count[GZ_MEMBER] >= 3) return refuse_anyway(r, why, GB_3_6_3, c);
    if (ranks_of(r, p, NONE) + card_cost(r, c) > gems(s, p))
        return refuse_anyway(r, why, GB_10_2_3_1_1, c);
    for (unsigned i = 0; i < q->count[GZ_MEMBER]; i++)
        if (same_name(r, zone_card(q, GZ_MEMBER, i), c))
            return refuse_anyway(r, why, GB_10_2_3_2_1, c);
    for (unsigned i = 0; rule_any(r, GRC_NO_RANK) && i < s->nrules; i++)
        if (s->rule[i].rule == GRC_NO_RANK && (s->rule[i].players & player_bit(p)) &&
            s->rule[i].amount == card_cost(r, c))
            return refuse(r, why, GB_1_3_3);
    if (rule_move_forbidden(r, c, p, GZ_MEMBER, GH_ENTER)) return refuse(r, why, GB_1_3_3);
    return true;
}

bool granblue_can_job(Run *r, PlayerId p, CardId c, unsigned *why) {
    State *s = r->s;
    const Card *k = card_of(s, c);
    CardId leader = zone_top(s, p, GZ_LEADER);
    if (k->zone != GZ_LEADERS || k->holder != p || !leader) return refuse(r, why, GB_10_3_3_1);
    if (s->player[p].counter[GN_JOB]) {
        granblue_void_text(r, leader);
        return refuse(r, why, GB_10_3_2);
    }
    if (!(k->flags & CARD_DOWN)) return refuse(r, why, GB_10_3_3_1);
    if (card_cost(r, c) > gems(s, p)) return refuse(r, why, GB_10_2_3_1_1);
    if (rule_on(r, GRC_NO_JOB, p, leader)) return refuse(r, why, GB_1_3_3);
    const CardDef *d = &r->pack->def[k->def];
    for (AbilId a = d->abil; a < d->abil + d->nabil; a++) { /* 2-3-1-1: its icon */
        if (!(r->pack->abil[a].keywords >> GW_JOB & 1)) continue;
        RULE(GB_2_3_1_1);
        Eval e = eval_source(r, p, ref_to(s, c));
        if (!vm_truth_at(&e, r->pack->abil[a].cond)) return refuse(r, why, GB_2_3_1);
        run_used(r, c, a);
    }
    return true;
}

/* 1-3-3: must the member not break the limit, or its player not do it? */
static bool limit_forbidden(Run *r, PlayerId p, CardId m) {
    Event e = event_make(r->s, EV_DEED, p, m);
    e.how = GDEED_LIMIT;
    e.actor = p;
    return event_forbidden(r, &e);
}

CardId granblue_can_limit(Run *r, PlayerId p, CardId c, unsigned *why) {
    State *s = r->s;
    const Player *q = &s->player[p];
    unsigned clause = GB_10_4_3_1;
    CardId onto = NONE;
    if (!granblue_is(r, c, GK_ME) || card_of(s, c)->zone != GZ_HAND)
        clause = GB_10_4_3_1;
    else if (q->counter[GN_LIMIT])
        clause = GB_10_4_2;
    else
        for (unsigned i = 0; i < q->count[GZ_MEMBER] && !onto; i++) {
            CardId m = zone_card(q, GZ_MEMBER, i);
            if (!same_name(r, m, c)) continue;
            if (ranks_of(r, p, m) + card_cost(r, c) > gems(s, p))
                clause = GB_10_2_3_1_1;
            else if (limit_forbidden(r, p, m))
                clause = GB_1_3_3;
            else
                onto = m;
        }
    if (!onto) refuse(r, why, clause);
    return onto;
}

bool granblue_put_member(Run *r, PlayerId p, CardId c, unsigned how, unsigned put, unsigned ctx) {
    unsigned first = batch_open(r);
    RULE(GB_10_2_1);
    RULE(GB_10_2_2);
    RULE(GB_10_2_1_1);
    RULE(GB_10_2_3_1_1);
    Event *e = batch_move(r, c, p, GZ_MEMBER, how);
    e->put = (uint16_t)put;
    e->actor = p;
    if (ctx) event_caused(r->s, e, ctx, p);
    return batch_do(r, first);
}

/* Puts 'now' onto 'old', which goes to the other part of the area, and reports the deed. */
static bool put_over(Run *r, PlayerId p, CardId now, CardId old, ZoneId under, unsigned how,
                     unsigned ctx) {
    State *s = r->s;
    const ZoneId z = card_of(s, old)->zone;
    unsigned first = batch_open(r);
    Event *e = batch_move(r, now, p, z, how);
    e->put = PUT_OVER;
    e->other = old;
    e->actor = p;
    if (ctx) event_caused(s, e, ctx, p);
    e = batch_move(r, old, p, under, how);
    e->put = under == GZ_LEVEL ? PUT_DOWN : PUT_UP;
    if (under == GZ_LEVEL) e->other = now;
    e->actor = p;
    if (batch_do(r, first)) return true;
    first = batch_open(r);
    e = batch_deed(r, under == GZ_LEVEL ? GDEED_LIMIT : GDEED_JOB, p, now, old, 0);
    if (e && ctx) event_caused(s, e, ctx, p);
    if (e) e->actor = p;
    return batch_do(r, first);
}

bool granblue_job_change(Run *r, PlayerId p, CardId c, unsigned ctx) {
    State *s = r->s;
    RULE(GB_10_3_1);
    RULE(GB_10_3_2);
    RULE(GB_10_3_3_1);
    RULE(GB_10_3_3_2);
    RULE(GB_10_3_3_3);
    RULE(GB_10_3_3_3_1);
    s->player[p].counter[GN_JOB] = 1;
    return put_over(r, p, c, zone_top(s, p, GZ_LEADER), GZ_LEADERS, GH_JOB, ctx);
}

bool granblue_limit_break(Run *r, PlayerId p, CardId c, CardId onto, unsigned ctx) {
    RULE(GB_10_4_1);
    RULE(GB_10_4_2);
    RULE(GB_10_4_3_1);
    RULE(GB_10_4_3_2);
    RULE(GB_10_4_3_3);
    RULE(GB_10_4_3_3_1);
    RULE(GB_10_4_3_3_2);
    r->s->player[p].counter[GN_LIMIT] = 1;
    return put_over(r, p, c, onto, GZ_LEVEL, GH_LIMIT, ctx);
}
