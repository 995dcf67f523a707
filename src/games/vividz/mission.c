/* Missions: their conditions (304.6, 1005), checks (1006) and clearing (704.3).
 *
 * Each condition of a mission is an ability of its own. One that counts deeds is ABIL_TALLY: the
 * kernel counts every event that would trigger it, and game.c (playable) lets it count in the main
 * phase of its player only. One that asks about a state has a condition and no trigger. */
#include "games/vividz/procs.h"
#include "vm/vm.h"

/* Is the one condition met? */
static bool condition_met_now(Run *r, CardId c, AbilId a) {
    const AbilityDef *b = &r->pack->abil[a];
    if (b->flags & ABIL_TALLY) {
        RULE(VZ_304_6c);
        return tally_of(r, c, a) >= b->limit;
    }
    Eval e = eval_source(r, card_of(r->s, c)->holder, ref_to(r->s, c));
    return vm_truth_at(&e, b->cond);
}

bool vividz_conditions_met(Run *r, CardId c, unsigned block) {
    const CardDef *d = &r->pack->def[card_of(r->s, c)->def];
    bool any = false;
    for (AbilId a = d->abil; a < d->abil + d->nabil; a++) {
        if (!(r->pack->abil[a].keywords >> block & 1)) continue;
        if (!condition_met_now(r, c, a)) return false;
        any = true;
    }
    if (any) RULE(VZ_304_6d);
    return any;
}

static bool face_down(const State *s, CardId c) { return card_of(s, c)->flags & CARD_DOWN; }
static bool asleep(const State *s, CardId c) { return card_of(s, c)->flags & CARD_RESTED; }

/* Reports the conditions of the mission that are met, as abilities that have taken effect. */
static void mark_met(Run *r, CardId c, unsigned block) {
    const CardDef *d = &r->pack->def[card_of(r->s, c)->def];
    for (AbilId a = d->abil; WATCHED(r) && a < d->abil + d->nabil; a++)
        if (r->pack->abil[a].keywords >> block & 1) run_used(r, c, a);
}

/* 1006.1, 1113: in the main phase, as soon as all conditions are met. */
bool vividz_missions_due(Run *r, bool add) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    bool due = false;
    if (s->point < VP_MAIN || s->point > VP_ATTACK_END) return false;
    for (unsigned i = 0; i < s->player[p].count[VZONE_MISSION]; i++) {
        CardId c = zone_card(&s->player[p], VZONE_MISSION, i);
        if (face_down(s, c) || asleep(s, c) || act_forbidden(r, EV_ORIENT, p, c, NONE, 1)) continue;
        if (!vividz_conditions_met(r, c, VW_CHECK)) continue;
        due = true;
        if (!add) continue;
        RULE(VZ_304_6a);
        RULE(VZ_1006_1);
        RULE(VZ_1113_1);
        RULE(VZ_1113_2);
        mark_met(r, c, VW_CHECK);
        batch_orient(r, p, c, true);
    }
    return due;
}

/* 704.3: checked missions of the turn player are cleared, or wake up. */
bool vividz_missions_settle(Run *r) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    unsigned first = batch_open(r);
    RULE(VZ_704_3);
    for (unsigned i = 0; i < s->player[p].count[VZONE_MISSION]; i++) {
        CardId c = zone_card(&s->player[p], VZONE_MISSION, i);
        if (face_down(s, c) || !asleep(s, c)) continue;
        if (vividz_conditions_met(r, c, VW_CLEAR) && !act_forbidden(r, EV_FACE, p, c, NONE, 1)) {
            RULE(VZ_304_6b);
            RULE(VZ_704_3a);
            RULE(VZ_1114_1);
            mark_met(r, c, VW_CLEAR);
            Event *e = batch_add(r, EV_FACE, p, c);
            e->amount = 1;
            e->actor = p;
        } else {
            RULE(VZ_704_3b);
            batch_orient(r, p, c, false);
        }
    }
    return batch_do(r, first);
}

void vividz_missions_forget(Run *r) {
    State *s = r->s;
    RULE(VZ_1005_2);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[VZONE_MISSION]; i++)
            counters_drop(s, zone_card(&s->player[p], VZONE_MISSION, i));
}

bool vividz_all_cleared(const State *s, PlayerId p) {
    const unsigned n = s->player[p].count[VZONE_MISSION];
    for (unsigned i = 0; i < n; i++)
        if (!face_down(s, zone_card(&s->player[p], VZONE_MISSION, i))) return false;
    return n > 0;
}
