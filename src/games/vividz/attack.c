/* Chapter 800: attack and battle. Steps follow the order of the clauses.
 *
 * There is no defender: whoever stands in the lane of the attacker when it is asked is meant. */
#include "games/vividz/procs.h"
#include "kernel/pick.h"
#include "vm/vm.h"

enum {
    ATT_DECLARE,    /* 802.1b, 802.1c */
    ATT_DECLARED,   /* 802.1d */
    ATT_BLOCK,      /* 803.1: ask */
    ATT_BLOCKING,   /* answered */
    ATT_SLIDE_PAID, /* the two cards of the hand are chosen */
    ATT_SLIDE,      /* … and in the trash */
    ATT_BLOCKED,    /* 803.2 */
    ATT_SCOUT,      /* 803.3, 804.1 */
    ATT_SCOUTING,   /* 804.2 */
    ATT_BATTLE,     /* 804.3, 805.1 */
    ATT_DAMAGE,     /* 805.2, 805.3 */
    ATT_END,        /* 805.4, 806.1 */
    ATT_SUCCESS,    /* 806.2, 806.3 */
    ATT_SUCCEEDED,  /* 806.4 */
    ATT_AGAIN,      /* 806.5 to 806.7 */
};
typedef struct Attack {
    CardId card; /* the attacker */
    CardId sliding;
    uint8_t area;
    uint8_t lane;   /* where the attacker was when it attacked */
    bool succeeded; /* the success was told */
} Attack;
FRAME_LOCALS(Attack, attack_of)

CardId vividz_attacker(const State *s) {
    const CardRef c = s->fact_card[VR_ATTACKING];
    return ref_live(s, c) && card_of(s, c.card)->zone == VZONE_AREA ? c.card : NONE;
}

/* The opponent's character in the lane of the attacker, NONE: none. */
static CardId opposite(const State *s) {
    const CardId c = vividz_attacker(s);
    if (!c) return NONE;
    return vividz_char(s, vividz_opponent(card_of(s, c)->holder), vividz_lane(s, c));
}

unsigned vividz_attack_barred(Run *r, PlayerId p, CardId c) {
    const State *s = r->s;
    const Card *k = card_of(s, c);
    if (p != s->turn_player || k->holder != p || k->zone != VZONE_AREA) return VZ_802_1a;
    if (vividz_first_turn(s)) return VZ_703_2a;
    if ((k->flags & CARD_RESTED) && !rule_on(r, VRC_ATTACK_RESTED, NOBODY, c)) return VZ_802_1a;
    if (vividz_icon(r, c, VW_NO_ATTACK)) {
        RULE(VZ_802_1a);
        return VZ_802_1a;
    }
    if (rule_on(r, VRC_NO_ATTACK, p, c) || act_forbidden(r, EV_ATTACK, p, c, NONE, 0)) {
        RULE(VZ_102_7);
        return VZ_102_7;
    }
    return CLAUSE_NONE;
}

bool vividz_must_attack(Run *r, PlayerId p) {
    const State *s = r->s;
    if (!rule_any(r, VRC_MUST_ATTACK)) return false;
    for (unsigned i = 0; i < s->player[p].count[VZONE_AREA]; i++) {
        CardId c = zone_card(&s->player[p], VZONE_AREA, i);
        if (rule_on(r, VRC_MUST_ATTACK, p, c) && !vividz_attack_barred(r, p, c)) return true;
    }
    return false;
}

void vividz_attack_begin(Run *r, CardId c) { attack_of(frame_push(r, VPROC_ATTACK))->card = c; }

/* 802.1a to 802.1c */
static void declare(Run *r, Frame *f) {
    State *s = r->s;
    const CardId c = attack_of(f)->card;
    const PlayerId p = s->turn_player;
    Card *k = card_at(s, c);
    vividz_reach(s, VP_ATTACK);
    RULE(VZ_801_1);
    RULE(VZ_802_1);
    RULE(VZ_802_1a);
    s->facts[VF_ATTACKING] = 1;
    s->facts[VF_ENDING] = 0;
    s->fact_card[VR_ATTACKING] = ref_to(s, c);
    attack_of(f)->lane = (uint8_t)vividz_lane(s, c);
    derived_read_changed(s, DEPENDS_ATTACK);
    k->attacks = (uint8_t)(k->attacks + (k->attacks < 255));
    s->spent |= SPENT_ATTACKS;
    f->step = ATT_DECLARED;
    unsigned first = batch_open(r);
    RULE(VZ_802_1b);
    if (!r->g->orient_forbidden(r, c, 1)) batch_orient(r, p, c, true);
    RULE(VZ_802_1c);
    batch_add(r, EV_ATTACK, p, c);
    batch_do(r, first);
}

/* 803.1: offers the slide of each own character for two cards of the hand. */
static void offer_slides(Run *r, PlayerId p) {
    const State *s = r->s;
    unsigned able = 0;
    for (unsigned i = 0; i < s->player[p].count[VZONE_HAND]; i++)
        able += !rule_move_forbidden(r, zone_card(&s->player[p], VZONE_HAND, i), p, VZONE_TRASH,
                                     VH_PAY);
    if (able < 2) return;
    for (unsigned i = 0; i < s->player[p].count[VZONE_AREA]; i++) {
        CardId c = zone_card(&s->player[p], VZONE_AREA, i);
        for (unsigned area = 1; area <= AREAS; area++)
            if (!vividz_slide_barred(r, c, area))
                ask_add(r, (Option){
                               .kind = VOPT_SLIDE, .card = c, .a = VZONE_AREA, .b = (uint8_t)area});
    }
}

static bool ask_block(Run *r) {
    const PlayerId p = vividz_opponent(r->s->turn_player);
    vividz_reach(r->s, VP_BLOCK);
    RULE(VZ_803_1);
    RULE(VZ_201_1);
    RULE(VZ_201_3);
    ask_begin(r, p, VASK_BLOCK, VZ_803_1);
    vividz_offer_abilities(r, p);
    offer_slides(r, p);
    ask_add(r, (Option){.kind = VOPT_PASS});
    return ask_done(r);
}

/* The chosen act of the block step begins. */
static void block(Run *r, Frame *f) {
    State *s = r->s;
    const Option o = s->picked;
    const PlayerId p = vividz_opponent(s->turn_player);
    f->step = ATT_BLOCKED;
    if (o.kind == VOPT_USE) {
        vividz_play_ability(r, p, o.card, o.c, -1);
    } else if (o.kind == VOPT_SLIDE) {
        attack_of(f)->sliding = o.card;
        attack_of(f)->area = o.b;
        f->step = ATT_SLIDE_PAID;
        RULE(VZ_508_3);
        reg_clear(r, &s->ctx[0], REG_MOVE);
        Frame *g = pick_begin(r, 0, p, 2, 2, PICK_FREE, REG_MOVE);
        pick_of(g)->list = VL_HAND;
        pick_of(g)->steady = 1;
        pick_of(g)->clause = VZ_803_1;
    }
}

/* The two cards go to the trash. */
static bool pay_slide(Run *r) {
    State *s = r->s;
    Context *x = &s->ctx[0];
    unsigned first = batch_open(r);
    for (unsigned i = 0; i < x->n[REG_MOVE]; i++) {
        CardId c = reg_cards(s, x, REG_MOVE)[i].card;
        batch_move(r, c, card_owner(c), VZONE_TRASH, VH_PAY)->actor = card_owner(c);
    }
    reg_clear(r, x, REG_MOVE);
    return batch_do(r, first);
}

static void slide(Run *r, Frame *f) {
    const Attack *a = attack_of(f);
    f->step = ATT_BLOCKED;
    if (!vividz_slide_barred(r, a->sliding, a->area))
        vividz_slide_to(r, a->sliding, a->area, 0, card_of(r->s, a->sliding)->holder);
}

/* 804.2: one player scouts, or both. */
static void scout(Run *r, Frame *f) {
    State *s = r->s;
    const bool both = opposite(s);
    f->step = ATT_BATTLE;
    RULE(both ? VZ_804_2b : VZ_804_2a);
    vividz_scout_begin(r, both ? everyone(s) : player_bit(s->turn_player), 0, true);
}

/* 805.2, 805.3 */
static void battle(Run *r, Frame *f) {
    State *s = r->s;
    const CardId c = vividz_attacker(s), at = opposite(s);
    f->step = ATT_END;
    if (!c || !at) {
        RULE(VZ_805_2);
        return;
    }
    int damage = card_stat(r, ref_to(s, c), STAT_DEF) +
                 (int)rules_sum(r, VRC_MORE_BATTLE, NOBODY, c) +
                 (int)rules_sum(r, VRC_MORE_DEALT, NOBODY, c) -
                 (int)rules_sum(r, VRC_LESS_BATTLE, NOBODY, at) -
                 (int)rules_sum(r, VRC_LESS_DAMAGE, NOBODY, at);
    RULE(VZ_805_3);
    if (vividz_lane(s, c) != attack_of(f)->lane) RULE(VZ_913_1a);
    RULE(VZ_305_1);
    RULE(VZ_305_3);
    if (damage <= 0) {
        RULE(VZ_1101_2);
        return;
    }
    if (act_forbidden(r, EV_DAMAGE, card_of(s, at)->holder, at, c, damage)) {
        RULE(VZ_102_7);
        return;
    }
    RULE(VZ_1101_1);
    RULE(VZ_914_3);
    unsigned first = batch_open(r);
    Event *e = batch_add(r, EV_DAMAGE, card_of(s, at)->holder, at);
    e->amount = damage;
    e->other = c;
    e->how = 1;
    batch_do(r, first);
}

/* 806.2, 806.3 */
static void succeed(Run *r, Frame *f) {
    State *s = r->s;
    const CardId c = vividz_attacker(s);
    f->step = ATT_SUCCEEDED;
    unsigned first = batch_open(r);
    if (c && !attack_of(f)->succeeded) {
        RULE(VZ_806_2);
        RULE(VZ_806_3);
        RULE(VZ_1118_1);
        attack_of(f)->succeeded = true;
        card_at(s, c)->deeds |= VCARD_SUCCESS;
        derived_read_changed(s, DEPENDS_ATTACK);
        batch_deed(r, VDEED_SUCCESS, s->turn_player, c, NONE, 0);
    }
    trigger_point_once(r, VP_ATTACK_END, s->turn_player);
    batch_do(r, first);
}

/* 806.5 to 806.7: true if the attack is over. */
static bool over(Run *r, Frame *f) {
    State *s = r->s;
    RULE(VZ_806_5);
    f->step = ATT_SUCCESS;
    if (s->nwaiting || trigger_point_once(r, VP_ATTACK_END, s->turn_player)) return false;
    RULE(VZ_806_6);
    effects_end(r, DUR_ATTACK);
    effects_end(r, (Duration)(DUR_UNTIL + VP_ATTACK_OVER));
    RULE(VZ_806_7);
    f->step = ATT_AGAIN;
    return !vividz_preprocess(r);
}

static void finish(Run *r) {
    State *s = r->s;
    trigger_fired_clear(r);
    s->facts[VF_ATTACKING] = s->facts[VF_ENDING] = 0;
    s->fact_card[VR_ATTACKING] = (CardRef){0};
    derived_read_changed(s, DEPENDS_ATTACK);
    frame_pop(r);
}

/* 803.3 and the like: does the attack go on? An effect may have ended it. */
static bool goes_on(Run *r) {
    const State *s = r->s;
    return vividz_attacker(s) && !s->facts[VF_ENDING];
}

/* 802 and 803. */
static void first_steps(Run *r, Frame *f) {
    switch (f->step) {
    case ATT_DECLARE: declare(r, f); return;
    case ATT_DECLARED:
        f->step = ATT_BLOCK;
        RULE(VZ_802_1d);
        vividz_preprocess(r);
        return;
    case ATT_BLOCK:
        RULE(VZ_802_1e);
        f->step = r->s->facts[VF_ENDING] ? ATT_END : ATT_BLOCKING;
        if (f->step == ATT_BLOCKING) ask_block(r);
        return;
    case ATT_BLOCKING: block(r, f); return;
    case ATT_SLIDE_PAID:
        f->step = ATT_SLIDE;
        pay_slide(r);
        return;
    case ATT_SLIDE: slide(r, f); return;
    default:
        RULE(VZ_803_2);
        f->step = ATT_SCOUT;
        vividz_preprocess(r);
    }
}

/* Procedure, 800. */
void vividz_attack(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case ATT_SCOUT:
        RULE(VZ_803_3);
        f->step = goes_on(r) ? ATT_SCOUTING : ATT_END;
        if (f->step == ATT_END) return;
        vividz_reach(s, VP_SCOUT);
        RULE(VZ_804_1);
        vividz_preprocess(r);
        return;
    case ATT_SCOUTING:
        f->step = ATT_END;
        if (goes_on(r)) scout(r, f);
        return;
    case ATT_BATTLE:
        RULE(VZ_804_3);
        f->step = s->facts[VF_ENDING] ? ATT_END : ATT_DAMAGE;
        if (f->step == ATT_END) return;
        vividz_reach(s, VP_BATTLE);
        RULE(VZ_805_1);
        vividz_preprocess(r);
        return;
    case ATT_DAMAGE:
        if (s->facts[VF_ENDING])
            f->step = ATT_END;
        else
            battle(r, f);
        return;
    case ATT_END:
        RULE(VZ_805_4);
        vividz_reach(s, VP_ATTACK_END);
        f->step = ATT_SUCCESS;
        RULE(VZ_806_1);
        vividz_preprocess(r);
        return;
    case ATT_SUCCESS: succeed(r, f); return;
    case ATT_SUCCEEDED:
        RULE(VZ_806_4);
        f->step = ATT_AGAIN;
        if (vividz_preprocess(r)) return;
        /* fallthrough */
    case ATT_AGAIN:
        if (over(r, f)) finish(r);
        return;
    default: first_steps(r, f);
    }
}
