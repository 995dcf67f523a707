/* 9.6: playing and resolving abilities; their costs are in cost.c.
 *
 * LPROC_PLAY announces an ability, lets its X be chosen, pays its cost and carries it out. A
 * triggered ability pays where its text says so (9.7.3.3), so its cost stands in its body. */
#include "games/luck/luck.h"
#include "kernel/place.h"
#include "vm/vm.h"

enum { PLAY_BEGIN, PLAY_X, PLAY_DECLARED, PLAY_PAY, PLAY_PAID, PLAY_RESOLVED };
typedef struct Play {
    CardRef source;
    AbilId abil;
    PlayerId player;
    bool waited; /* a triggered ability with a row in State.waiting */
    bool free;   /* 5.22.6: without paying its cost */
} Play;
FRAME_LOCALS(Play, play_of)

void luck_play_ability(Run *r, PlayerId p, CardId c, AbilId a, int waiting) {
    State *s = r->s;
    if (s->chain < 200) s->chain++;
    s->texts = 1;
    s->facts[LF_ARRANGED] = 0;
    Play *play = play_of(frame_push(r, LPROC_PLAY));
    *play = (Play){.source = ref_to(s, c), .abil = a, .player = p, .free = waiting == PLAY_FREE};
    if (waiting < 0) return;
    play->source.inc = s->waiting[waiting].source.inc;
    play->waited = true;
    s->waiting[waiting].flags |= WAIT_PLAYED;
}

/* ---- who may use what ---- */

/* Does a change of that rule concern the player's ability? */
static bool ability_ruled(Run *r, unsigned rule, PlayerId p, CardId c, AbilId a) {
    const State *s = r->s;
    for (unsigned i = 0; rule_any(r, rule) && i < s->nrules; i++) {
        const RuleNow *x = &s->rule[i];
        if (x->rule != rule || !(x->players & player_bit(p))) continue;
        if (rule == LRC_NO_ABILITY ? x->amount != (int)a
                                   : x->amount && !(ability_keys(r, a) >> x->amount & 1))
            continue;
        Eval e = eval_source(r, x->master, x->source);
        if (x->card && x->card != c) continue;
        if (x->pc && !vm_match_at(&e, x->pc, ref_to(s, c))) continue;
        return true;
    }
    return false;
}

bool luck_ability_forbidden(Run *r, PlayerId p, CardId c, AbilId a) {
    if (bans_in_force(r) &&
        (act_banned(r, EV_USED, p, c, NONE, a) || act_banned(r, EV_PLAY, p, c, NONE, a)))
        return true;
    return ability_ruled(r, LRC_NO_USE, p, c, a) || ability_ruled(r, LRC_NO_ABILITY, p, c, a);
}

bool luck_ability_void(Run *r, PlayerId p, CardId c, AbilId a) {
    return ability_ruled(r, LRC_VOID, p, c, a);
}

bool luck_condition_met(Run *r, PlayerId p, CardId c, AbilId a) {
    const AbilityDef *b = &r->pack->abil[a];
    if (!b->cond) return true;
    Eval e = eval_source(r, p, ref_to(r->s, c));
    return condition_met(r, &e, b);
}

bool luck_play_forbidden(Run *r, PlayerId p, CardId c, AbilId a) {
    return ability_ruled(r, LRC_NO_PLAY, p, c, a);
}

/* Number of souls of the member. */
static unsigned souls_of(const State *s, CardId c) {
    unsigned n = 0;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[LZ_SOUL]; i++) {
            const Card *k = card_of(s, zone_card(&s->player[p], LZ_SOUL, i));
            n += k->tie == c && k->tie_inc == card_of(s, c)->inc;
        }
    return n;
}

/* 11.4.2, 7.5.3.5: with a soul, once a turn for all cards. */
static bool drive_allowed(Run *r, CardId c) {
    RULE(LL_11_4_2);
    if (r->s->facts[LF_DRIVE]) RULE(LL_7_5_3_5);
    return !r->s->facts[LF_DRIVE] && souls_of(r->s, c);
}

bool luck_can_use(Run *r, PlayerId p, CardId c, AbilId a) {
    const unsigned keys = r->pack->abil[a].keywords;
    if (!ability_usable(r, c, a)) {
        if (ability_spent(r, c, a))
            RULE(LL_12_4_1_1);
        else if (WATCHED(r) && !ability_valid(r, c, a))
            RULE(LL_9_3_3_3);
        return false;
    }
    if ((keys >> LW_DRIVE & 1) && !drive_allowed(r, c)) return false;
    if ((keys >> LW_MAKE & 1) && (card_of(r->s, c)->deeds & 1)) {
        RULE(LL_11_11_3_1);
        return false;
    }
    if ((keys >> LW_MAKE & 1) && luck_deed_forbidden(r, LDEED_MAKE, p, c)) return false;
    if (luck_ability_void(r, p, c, a)) {
        RULE(LL_9_3_3_3);
        return false;
    }
    if (luck_ability_forbidden(r, p, c, a)) {
        RULE(LL_12_3_1_1);
        return false;
    }
    if (luck_play_forbidden(r, p, c, a)) {
        RULE(LL_1_3_3);
        return false;
    }
    return luck_cost_payable(r, p, ref_to(r->s, c), a);
}

/* ---- 9.6.2 ---- */

/* 2.1.2.2: is it a my logicalist with a name, which is not its card name? */
static bool has_own_name(Run *r, CardId c) {
    TermId names[MAX_TRAITS];
    return card_of(r->s, c)->zone == LZ_MY && card_terms(r, c, LSORT_NAME + 1, names);
}

/* Opens the context of the ability and loads what its trigger remembers. */
static bool begin(Run *r, Frame *f) {
    State *s = r->s;
    const Play *play = play_of(f);
    const AbilityDef *b = &r->pack->abil[play->abil];
    RULE(LL_9_6_2);
    static const struct {
        uint8_t key;
        uint16_t clause;
    } keys[] = {{LW_COVENANT, LL_11_2_1}, {LW_VANGUARD, LL_11_3_1},   {LW_BREAK, LL_11_7_1},
                {LW_BLAST, LL_11_8_1},    {LW_BLASTSKILL, LL_11_9_1}, {LW_MAKE, LL_11_11_1}};
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        if (b->keywords >> keys[i].key & 1) RULE(keys[i].clause);
    if ((b->keywords >> LW_BLAST & 1) && (card_of(s, play->source.card)->flags & CARD_DOWN))
        RULE(LL_4_1_3_2_2_1);
    if ((b->keywords >> LW_COVENANT & 1) && r->pack->code[b->trig + 8] == OP_FOR) RULE(LL_11_2_1_1);
    if (b->keywords >> LW_EXSOUL & 1) {
        RULE(play->waited ? LL_11_6_1_2 : LL_11_6_1_3);
        RULE(play->waited ? LL_11_6_1_2_1 : LL_11_6_1_3_1);
    }
    unsigned c = ctx_open(r, play->abil, play->player, play->source);
    if (!c) return false;
    f->ctx = (uint8_t)c;
    Context *x = &s->ctx[c];
    x->begun = ++s->clock; /* 9.9.1.8.2; what its cost moves, it has moved */
    if (play->waited) {
        const Waiting *w = &s->waiting[waiting_played(s, play->abil, play->source)];
        if ((b->keywords >> LW_COVENANT & 1) && has_own_name(r, w->object.card)) RULE(LL_2_1_2_2);
        RULE(LL_3_2_1_2_2);
        if (!ref_live(s, play->source)) RULE(LL_9_7_7);
        x->subject = w->subject;
        x->object = w->object;
        x->amount = w->amount;
        x->left_seat = (w->flags & WAIT_LEFT_SEAT) != 0;
        x->player = w->player;
        bool object = (w->flags & WAIT_MEMORY) || (b->flags & ABIL_IT_OBJECT);
        CardRef it = object ? w->object : w->subject;
        if (it.card) reg_push(r, x, REG_IT, it);
    } else {
        RULE(LL_3_2_1_2_3);
        if ((b->keywords >> LW_DRIVE & 1) && !play->free) {
            RULE(LL_11_4_1);
            s->facts[LF_DRIVE] = 1;
        }
        if (play->free) RULE(LL_5_22_6);
    }
    if (b->flags & ABIL_ONCE) RULE(LL_12_4_1_1);
    if ((b->flags & ABIL_ONCE) || (b->limit && b->kind == ABIL_ACTIVATED))
        ability_used(r, play->source, play->abil);
    event_tell(r, EV_PLAY, play->player, play->source.card, NONE, play->abil);
    return true;
}

/* The payment in the body of the ability, from *from to *end. False: there is none outside of
 * conditions. */
static bool payment_of(const Run *r, Pc body, Pc *from, Pc *end) {
    const Code *code = r->pack->code;
    for (Pc pc = body; body && code[pc] != OP_END; vm_skip(r->g, code, &pc)) {
        if (code[pc] != OP_BY) continue;
        Pc at = (Pc)(pc + 1);
        vm_skip(r->g, code, &at);
        *from = (Pc)(at + 1);
        *end = (Pc)(*from + code[at]);
        return true;
    }
    return false;
}

/* Can the cost be paid with the X of the context? */
static bool x_payable(Run *r, Frame *f) {
    const Play *play = play_of(f);
    const AbilityDef *b = &r->pack->abil[play->abil];
    Pc from, end;
    if (b->kind == ABIL_ACTIVATED) return luck_can_pay(r, f->ctx, play->player, play->abil);
    return payment_of(r, b->body, &from, &end) &&
           luck_parts_payable(r, f->ctx, from, end, play->player);
}

/* 9.6.2.2.1: X is chosen before paying; without paying it is 0 (5.22.6.1). */
static bool ask_x(Run *r, Frame *f) {
    const Play *play = play_of(f);
    const AbilityDef *b = &r->pack->abil[play->abil];
    if (!(b->flags & ABIL_FREE_X)) return false;
    if (play->free) {
        RULE(LL_5_22_6_1);
        r->s->ctx[f->ctx].x = 0;
        return false;
    }
    RULE(LL_1_3_5);
    RULE(LL_9_6_2_2);
    RULE(LL_9_6_2_2_1);
    ask_begin(r, play->player, ASK_NUMBER, LL_9_6_2_2_1);
    for (unsigned i = 0; i < 60; i++) {
        r->s->ctx[f->ctx].x = (int)i;
        if (!x_payable(r, f)) break;
        ask_add(r, (Option){.kind = OPT_NUMBER, .a = (uint8_t)i});
    }
    r->s->ctx[f->ctx].x = 0;
    return ask_done(r);
}

/* Has the ability become void where its card lies? */
static bool is_void(Run *r, const Play *play) {
    const CardId c = play->source.card;
    const CardDef *d = &r->pack->def[card_of(r->s, c)->def];
    const bool printed = play->abil >= d->abil && play->abil < d->abil + d->nabil;
    return (printed && card_silent(r, c)) || !luck_condition_met(r, play->player, c, play->abil);
}

static void resolve(Run *r, Frame *f) {
    State *s = r->s;
    const Play *play = play_of(f);
    const AbilityDef *b = &r->pack->abil[play->abil];
    RULE(LL_9_6_2_4);
    RULE(LL_9_6_2_4_1);
    RULE(LL_3_2_1_3);
    if (!ref_live(s, play->source))
        RULE(LL_9_6_2_4_2);
    else if (WATCHED(r) && is_void(r, play))
        RULE(LL_9_3_4);
    run_used(r, play->source.card, play->abil);
    s->ctx[f->ctx].did = 0;
    if (b->body) vm_call(r, f->ctx, b->body);
}

/* 5.33.2: relics that this effect turned up are turned down again. */
static void turn_relics_down(Run *r, unsigned ctx) {
    State *s = r->s;
    unsigned first = batch_open(r);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[LZ_RELIC]; i++) {
            CardId c = zone_card(&s->player[p], LZ_RELIC, i);
            if (card_of(s, c)->deeds != ctx || (card_of(s, c)->flags & CARD_DOWN)) continue;
            RULE(LL_5_33_2);
            card_at(s, c)->deeds = 0;
            batch_add(r, EV_FACE, p, c)->amount = 1;
        }
    batch_do(r, first);
}

/* Is the card revealed to all that would not see it otherwise? */
static bool revealed(const Run *r, const Card *k) {
    const bool open = (r->g->zones[k->zone].flags & ZONE_PUBLIC) && !(k->flags & CARD_DOWN);
    return !open && k->known == (1u << r->s->nplayers) - 1;
}

/* 5.19.2: cards that were revealed as a cost stay open until the ability has been resolved. */
static void mark_revealed(const Run *r) {
    const State *s = r->s;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++)
            if (revealed(r, card_of(s, card_id(p, i)))) RULE(LL_5_19_2);
}

/* 5.19.3.1, 5.23.2.1: with the outermost ability all cards are hidden again that were revealed or
 * that a player might look at. */
static void hide_open(Run *r) {
    State *s = r->s;
    for (unsigned i = 0; i < s->nframes; i++)
        if (s->frame[i].proc == LPROC_PLAY) return;
    if (!s->glimpsed) return;
    s->glimpsed = 0;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++) {
            Card *k = card_at(s, card_id(p, i));
            if (!k->known) continue;
            RULE(revealed(r, k) ? LL_5_19_3_1 : LL_5_23_2_1);
            if (!revealed(r, k)) RULE(LL_5_23_2);
            k->known = 0;
        }
}

static void finish(Run *r, Frame *f) {
    State *s = r->s;
    const Play play = *play_of(f);
    const unsigned waiting = play.waited ? waiting_played(s, play.abil, play.source) : 0,
                   ctx = f->ctx;
    frame_pop(r);
    turn_relics_down(r, ctx);
    hide_open(r);
    ctx_close(r, ctx);
    if (play.waited && waiting < s->nwaiting) luck_waiting_drop(r, waiting);
    state_trigger_resolved(r, play.source, play.abil);
    event_tell(r, EV_USED, play.player, play.source.card, 0, play.abil);
}

/* Procedure, 9.6 */
void luck_play(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case PLAY_BEGIN:
        f->step = PLAY_X;
        if (!begin(r, f)) {
            frame_pop(r);
            return;
        }
        /* fallthrough */
    case PLAY_X:
        f->step = PLAY_DECLARED;
        s->picked = (Option){0};
        if (ask_x(r, f)) return;
        /* fallthrough */
    case PLAY_DECLARED:
        if (s->picked.kind == OPT_NUMBER) s->ctx[f->ctx].x = s->picked.a;
        f->step = PLAY_PAID;
        if (!play_of(f)->free) luck_pay_cost(r, f->ctx, play_of(f)->player, play_of(f)->abil);
        return;
    case PLAY_PAID:
        f->step = PLAY_RESOLVED;
        luck_interrupt(r); /* 10.2.3: a deck emptied by the payment is reshuffled now */
        if (s->result) return;
        if (WATCHED(r) && s->glimpsed) mark_revealed(r);
        resolve(r, f);
        return;
    default: finish(r, f);
    }
}
