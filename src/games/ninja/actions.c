/* 1100: damage; 1300: the actions of card text that go beyond the kernel's.
 *
 * ninja_op() dispatches: operations of ops.def to their op_* function, and those of the VM whose
 * meaning is up to the game. A function reads its operands from the code with text_set(),
 * text_number() and so on, in the order of the operand letters. All damage goes through
 * ninja_deal_damage(). */
#include "games/ninja/ninja.h"
#include "kernel/pick.h"
#include "kernel/place.h"
#include "vm/vm.h"

const GameOp ninja_ops[NOP_COUNT] = {
#define GAME_OP(name, operands, meaning, function) {#name, operands, meaning},
#include "games/ninja/ops.def"
#undef GAME_OP
};

bool ninja_rule_about(Run *r, const RuleNow *x, CardId card, PlayerId player) {
    if (!card) return !x->card && !x->pc && (x->players & player_bit(player));
    if (x->card || !x->pc) return x->card == card;
    Eval e = eval_source(r, x->master, x->source);
    return vm_match_at(&e, x->pc, ref_to(r->s, card));
}

/* The sum of all rule changes of this kind that apply to the card or player. */
static int sum_damage_rules(Run *r, unsigned rule, CardId card, PlayerId player) {
    const State *s = r->s;
    int sum = 0;
    if (!rule_any(r, rule)) return 0;
    for (unsigned i = 0; i < s->nrules; i++)
        if (s->rule[i].rule == rule && ninja_rule_about(r, &s->rule[i], card, player))
            sum += s->rule[i].amount;
    return sum;
}

/* 1326, 1102.4c: how much damage is added, for its source and its recipient; negative: a
 * reduction. */
static int damage_bonus(Run *r, CardId by, CardId card, PlayerId player, bool battle) {
    int more = by ? sum_damage_rules(r, NRC_MORE_DAMAGE, by, NOBODY) : 0;
    if (by && battle) more += sum_damage_rules(r, NRC_MORE_BATTLE, by, NOBODY);
    if (more > 0) RULE(NS_1326_1);
    more -= sum_damage_rules(r, NRC_LESS_DAMAGE, card, player);
    if (battle) more -= sum_damage_rules(r, NRC_LESS_BATTLE, card, player);
    if (more) RULE(NS_1102_4c);
    return more;
}

/* 104.4: does a text prevent the damage, all of it or (amount 2) battle damage? */
static bool damage_prevented(Run *r, CardId card, PlayerId player, bool battle) {
    const State *s = r->s;
    if (!rule_any(r, NRC_NO_DAMAGE)) return false;
    for (unsigned i = 0; i < s->nrules; i++) {
        const RuleNow *x = &s->rule[i];
        if (x->rule == NRC_NO_DAMAGE && (x->amount != 2 || battle) &&
            ninja_rule_about(r, x, card, player))
            return true;
    }
    return false;
}

/* Applies increases and reductions (1326.1) and adds one event per recipient to the batch. */
void ninja_deal_damage(Run *r, unsigned first, CardRef by, unsigned ctx, CardId card,
                       PlayerId player, int n, unsigned how) {
    State *s = r->s;
    bool battle = how & DEAL_BATTLE;
    (void)first;
    const RuleSet changes = rule_bit(NRC_MORE_DAMAGE) | rule_bit(NRC_MORE_BATTLE) |
                            rule_bit(NRC_LESS_DAMAGE) | rule_bit(NRC_LESS_BATTLE);
    if (n > 0 && !(how & DEAL_AGAIN) && rules_among(r, changes))
        n += damage_bonus(r, by.card, card, player, battle);
    if (n <= 0) {
        RULE(NS_1317_2);
        RULE(NS_104_2);
        return;
    }
    if (card && (card_of(s, card)->zone != NZ_FIELD || !(card_kinds(r, card) >> NK_CH & 1))) {
        RULE(NS_1102_4d);
        return;
    }
    if (damage_prevented(r, card, player, battle)) {
        RULE(NS_104_4);
        return;
    }
    RULE(NS_1317_1);
    RULE(card ? NS_1102_4b : NS_1102_4a);
    RULE(battle ? NS_1216_4 : NS_1216_3);
    if (!battle) RULE(NS_1216_2);
    RULE(NS_1102_5);
    Event *e = batch_add(r, EV_DAMAGE, card ? card_of(s, card)->holder : player, card);
    e->amount = n;
    e->other = by.card;
    e->how = battle;
    if (!battle) event_caused(s, e, ctx, s->ctx[ctx].master);
    if (event_forbidden(r, e)) {
        RULE(NS_104_4);
        batch_drop(r, s->nbatch - 1u);
        return;
    }
    if (card && by.card) deed_add(r, battle ? ND_HURT_IN_BATTLE : ND_HURT, by, ref_to(s, card));
}

/* Deals the damage of the batch, if any is left to deal. */
static void damage_done(Run *r, const Frame *f, unsigned first) {
    r->s->ctx[f->ctx].did = r->s->nbatch > first;
    batch_do(r, first);
}

/* PDAMAGE: the source deals damage to the players. */
static void op_pdamage(Run *r, Frame *f) {
    PlayerSet set = text_players(r, f);
    int n = text_number(r, f);
    const Context *x = &r->s->ctx[f->ctx];
    unsigned first = batch_open(r);
    for (PlayerId p = 0; p < r->s->nplayers; p++)
        if (set & player_bit(p)) ninja_deal_damage(r, first, x->source, f->ctx, NONE, p, n, 0);
    damage_done(r, f, first);
}

/* DEAL: the first card deals damage to each card of the second set. */
static void op_deal(Run *r, Frame *f) {
    CardRef by[MAX_SET], c[MAX_SET];
    unsigned m = text_set(r, f, by), n = text_set(r, f, c);
    int amount = text_number(r, f);
    unsigned first = batch_open(r);
    for (unsigned i = 0; m && i < n; i++) /* 1205.1a: not if the card that was to deal it is gone */
        if (ref_live(r->s, c[i]))
            ninja_deal_damage(r, first, by[0], f->ctx, c[i].card, NOBODY, amount, 0);
    damage_done(r, f, first);
}

/* PDEAL, 1216.3: a card named by the text deals damage to the players. */
static void op_pdeal(Run *r, Frame *f) {
    CardRef by[MAX_SET];
    unsigned m = text_set(r, f, by);
    PlayerSet set = text_players(r, f);
    int n = text_number(r, f);
    unsigned first = batch_open(r);
    if (m) RULE(NS_1216_3);
    for (PlayerId p = 0; m && p < r->s->nplayers; p++)
        if (set & player_bit(p)) ninja_deal_damage(r, first, by[0], f->ctx, NONE, p, n, 0);
    damage_done(r, f, first);
}

/* TAKE, 1102.4c: within a replacement, changes the amount of the damage; increases have been
 * applied already. Elsewhere the players take the damage. */
static void op_take(Run *r, Frame *f) {
    const Event *was = replaced_event(r->s);
    if (!was || was->kind != EV_DAMAGE) {
        op_pdamage(r, f);
        return;
    }
    const Event e = *was;
    text_players(r, f);
    int n = text_number(r, f);
    unsigned first = batch_open(r);
    RULE(NS_1102_4c);
    ninja_deal_damage(r, first, ref_to(r->s, e.other), e.ctx, e.card, e.player, n,
                      (e.how ? DEAL_BATTLE : 0u) | DEAL_AGAIN);
    batch_do(r, first);
}

/* 1214.1: deals the damage being replaced to another recipient, otherwise unchanged. */
static void redirect_damage(Run *r, CardId card, PlayerId player) {
    const Event *was = replaced_event(r->s);
    if (!was || was->kind != EV_DAMAGE) return;
    const Event e = *was;
    unsigned first = batch_open(r);
    RULE(NS_1214_1);
    ninja_deal_damage(r, first, ref_to(r->s, e.other), e.ctx, card, player, e.amount,
                      (e.how ? DEAL_BATTLE : 0u) | DEAL_AGAIN);
    batch_do(r, first);
}

/* REDIRECT, REDIRECTP: the damage being replaced is dealt to the card or the player instead. */
static void op_redirect(Run *r, Frame *f) {
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c);
    if (n && ref_live(r->s, c[0])) redirect_damage(r, c[0].card, NOBODY);
}

static void op_redirect_player(Run *r, Frame *f) {
    PlayerSet who = text_players(r, f);
    if (who) redirect_damage(r, NONE, player_first(who));
}

/* HEAL: removes that much damage from each card. */
static void op_heal_some(Run *r, Frame *f) {
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c), first = batch_open(r);
    int less = text_number(r, f);
    for (unsigned i = 0; i < n && less > 0; i++)
        if (ref_live(r->s, c[i]) && card_of(r->s, c[i].card)->damage) {
            Event *e = batch_add(r, EV_HEAL, card_of(r->s, c[i].card)->holder, c[i].card);
            e->amount = (int16_t)less;
            event_caused(r->s, e, f->ctx, r->s->ctx[f->ctx].master);
        }
    batch_do(r, first);
}

/* The newest thing on the stack that is the card or one of its abilities, except the row that asks.
 * Null: none. */
static const Stacked *newest_of(const State *s, CardRef c, unsigned row) {
    for (unsigned i = s->nstack; i-- > 0;) {
        const Stacked *t = &s->stack[i];
        if (t->sort != STACK_CHECKS && t->serial != row && t->source.card == c.card &&
            t->source.inc == c.inc)
            return t;
    }
    return 0;
}

/* 1321: negates the rows. "It" becomes the negated cards, where they are now. */
static void negate_rows(Run *r, Context *x, const uint16_t *serial, unsigned n) {
    State *s = r->s;
    x->did = 0;
    reg_clear(r, x, REG_IT);
    for (unsigned i = 0; i < n; i++) {
        const Stacked *u = stack_row(s, serial[i]);
        CardId c = u && u->sort == STACK_CARD ? u->source.card : NONE;
        x->did |= ninja_negate(r, serial[i], (unsigned)(x - s->ctx));
        if (c && card_of(s, c)->zone != NZ_SPACE) reg_push(r, x, REG_IT, ref_to(s, c));
    }
}

/* NEGATE: negates the chosen targets; without a choice, the thing that "it" refers to. */
static void op_negate(Run *r, Frame *f) {
    State *s = r->s;
    Context *x = &s->ctx[f->ctx];
    uint16_t serial[MAX_TARGETS];
    unsigned n = 0;
    const Stacked *t = stack_row(s, x->row);
    bool chosen = false;
    for (unsigned i = 0; t && i < t->n; i++) {
        const Target *g = &s->target[t->first + i];
        chosen |= g->kind == TARGET_STACKED;
        if (g->kind == TARGET_STACKED && !g->wrong) serial[n++] = g->ref.card;
    }
    if (!chosen && x->n[REG_IT] && (t = newest_of(s, reg_cards(r->s, x, REG_IT)[0], x->row)))
        serial[n++] = t->serial;
    negate_rows(r, x, serial, n);
}

/* NEGATEALL: negates everything of this sort except the thing that says so. */
static void op_negate_all(Run *r, Frame *f) {
    Context *x = &r->s->ctx[f->ctx];
    uint16_t serial[MAX_STACK];
    unsigned what = text_word(r, f);
    Pc filter = text_of(f)->pc;
    Eval e = eval_ctx(r, f->ctx);
    unsigned n = ninja_stack_choices(r, &e, filter, what, x->row, serial);
    vm_pass(r, &filter);
    text_of(f)->pc = filter;
    negate_rows(r, x, serial, n);
}

/* ENTER, 1313: enters the cards one after another; those that cannot be entered are skipped
 * (1313.2). */
static void op_enter(Run *r, Frame *f) {
    State *s = r->s;
    CardRef c[MAX_SET];
    PlayerSet who = text_players(r, f);
    unsigned n = text_set(r, f, c), free = text_word(r, f);
    PlayerId p = who ? player_first(who) : s->ctx[f->ctx].master;
    RULE(NS_1313_1);
    RULE(free ? NS_1313_1b : NS_1313_1a);
    s->ctx[f->ctx].did = 0;
    if (!n) RULE(NS_1313_2);
    for (unsigned i = n; i-- > 0;) {
        if (!ref_live(s, c[i]) || !ninja_can_enter_card(r, p, c[i].card, free ? ENTER_FREE : 0)) {
            RULE(NS_1313_2);
            continue;
        }
        s->ctx[f->ctx].did = 1;
        ninja_enter_card(r, p, c[i].card, free ? ENTER_FREE : 0);
    }
}

/* The ENTER operation that follows a choice, past optional parts; NONE: none follows. */
static Pc find_enter_op(const Run *r, Pc pc) {
    const Code *k = r->pack->code;
    while (k[pc] == OP_MAY) {
        pc++;
        vm_pass(r, &pc);
        pc++;
    }
    return k[pc] == OP_GAME && k[pc + 1] == NOP_ENTER ? pc : NONE;
}

bool ninja_enters_free(const Run *r, Pc select) {
    const Code *k = r->pack->code;
    vm_pass(r, &select);
    Pc pc = find_enter_op(r, select);
    if (!pc) return false;
    vm_pass(r, &pc);
    return k[pc - 1];
}

/* The number of face-up cards in the player's damage zone. */
static unsigned count_face_up(const State *s, PlayerId p) {
    unsigned n = 0;
    const CardId *taken = zone_cards(&s->player[p], NZ_DAMAGE);
    for (unsigned i = 0, m = s->player[p].count[NZ_DAMAGE]; i < m; i++)
        n += !(card_of(s, taken[i])->flags & CARD_DOWN);
    return n;
}

/* 1320.1a: are there too few face-up cards for jitsu? */
static bool jitsu_impossible(Run *r, PlayerId p, int n) {
    if ((int)count_face_up(r->s, p) >= n) return false;
    RULE(NS_1320_1a);
    return true;
}

enum { HEAL_PICK, HEAL_PICKED };
typedef struct Heal {
    int16_t count;   /* number of cards */
    PlayerId player; /* whose damage zone */
    bool jitsu;      /* 1320: turn the cards face down; else 1319: recover them */
} Heal;
FRAME_LOCALS(Heal, heal_of)

/* JITSU, RECOVER: push the choice of cards. The cards are public, so they are picked and not
 * targeted. */
static void op_damage_zone(Run *r, Frame *f, bool jitsu) {
    PlayerSet who = text_players(r, f);
    int n = text_number(r, f);
    PlayerId p = who ? player_first(who) : r->s->ctx[f->ctx].master;
    Frame *g = frame_push(r, NPROC_HEAL);
    g->ctx = f->ctx;
    *heal_of(g) = (Heal){.count = (int16_t)n, .player = p, .jitsu = jitsu};
}

/* Procedure, 1319 and 1320: the player picks cards of the damage zone, which are moved or turned at
 * once. */
void ninja_heal(Run *r, Frame *f) {
    State *s = r->s;
    Context *x = &s->ctx[f->ctx];
    const Heal heal = *heal_of(f);
    const PlayerId p = heal.player;
    const bool jitsu = heal.jitsu;
    if (f->step == HEAL_PICK) {
        f->step = HEAL_PICKED;
        x->did = 0;
        bool barred = !jitsu && rule_on(r, NRC_NO_RECOVER, p, NONE);
        if (barred) RULE(NS_104_4);
        if (heal.count <= 0) RULE(NS_104_2);
        if (heal.count <= 0 || barred || (jitsu && jitsu_impossible(r, p, heal.count))) {
            frame_pop(r);
            return;
        }
        RULE(jitsu ? NS_1320_1 : NS_1319_1);
        if (s->player[p].count[NZ_DAMAGE] < heal.count) RULE(NS_104_2);
        const unsigned n = (unsigned)heal.count;
        Frame *g = pick_begin(r, f->ctx, p, n, n, PICK_FREE, REG_MOVE);
        pick_of(g)->list = jitsu ? NL_FACE_UP : NL_DAMAGE;
        pick_of(g)->steady = 1;
        pick_of(g)->clause = jitsu ? NS_1320_1 : NS_1319_1;
        return;
    }
    unsigned first = batch_open(r);
    for (unsigned i = 0; i < x->n[REG_MOVE]; i++) {
        CardId c = reg_cards(r->s, x, REG_MOVE)[i].card;
        x->did = 1;
        if (jitsu) {
            RULE(NS_309_1b);
            event_caused(s, batch_add(r, EV_FACE, p, c), f->ctx, p)->amount = 1;
        } else {
            event_caused(s, batch_move(r, c, card_owner(c), NZ_OHIGAN, NH_RECOVER), f->ctx, p);
        }
    }
    Event *deed = 0;
    if (x->n[REG_MOVE])
        deed = batch_deed(r, jitsu ? NDEED_JITSU : NDEED_RECOVER, p, NONE, NONE, x->n[REG_MOVE]);
    if (deed) event_caused(s, deed, f->ctx, p);
    reg_clear(r, x, REG_MOVE);
    frame_pop(r);
    batch_do(r, first);
}

/* CONTROL, 306.4: moves the cards to the field of their new master, where they remain the same
 * cards. */
static void op_control(Run *r, Frame *f) {
    State *s = r->s;
    CardRef c[MAX_SET];
    PlayerSet who = text_players(r, f);
    unsigned n = text_set(r, f, c), dur = text_word(r, f);
    PlayerId p = who ? player_first(who) : s->ctx[f->ctx].master;
    unsigned first = batch_open(r);
    if (text_expired(r, &s->ctx[f->ctx], dur)) return;
    RULE(NS_105_3);
    RULE(NS_306_4);
    for (unsigned i = 0; i < n; i++) {
        if (!ref_live(s, c[i]) || card_of(s, c[i].card)->zone != NZ_FIELD) continue;
        Effect *e = effect_add(r, EFF_CONTROL, (Duration)dur, p);
        e->target = c[i];
        e->source = ctx_source(&s->ctx[f->ctx]);
        e->a = card_of(s, c[i].card)->holder; /* the player who gets it back */
        if (e->a == p) continue;
        event_caused(s, batch_move(r, c[i].card, p, NZ_FIELD, NH_CONTROL), f->ctx, p);
    }
    batch_do(r, first);
}

/* SATSUBATSU, 1403.2: its master picks one of the cards that attacked it this turn and are still
 * there. */
static void op_satsubatsu(Run *r, Frame *f) {
    State *s = r->s;
    Context *x = &s->ctx[f->ctx];
    RULE(NS_1403_2);
    Frame *g = pick_begin(r, f->ctx, x->master, 1, 1, PICK_FREE, REG_IT);
    pick_of(g)->list = NL_ATTACKERS;
    pick_of(g)->clause = NS_1403_2;
}

/* RETARGET: redirects the attack to the card; does nothing outside an attack. */
static void op_retarget(Run *r, Frame *f) {
    State *s = r->s;
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c);
    if (!n || !ref_live(s, c[0]) || card_of(s, c[0].card)->zone != NZ_FIELD) return;
    ninja_redirect_attack(r, c[0], NOBODY, f->ctx);
}

/* RETARGETP: redirects the attack to the player. */
static void op_retarget_player(Run *r, Frame *f) {
    PlayerSet who = text_players(r, f);
    if (who) ninja_redirect_attack(r, (CardRef){0, 0}, player_first(who), f->ctx);
}

/* DUEL: each card deals damage to all others, simultaneously. */
static void op_duel(Run *r, Frame *f) {
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c), stat = text_word(r, f), first = batch_open(r);
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < n; j++)
            if (i != j && ref_live(r->s, c[i]) && ref_live(r->s, c[j]))
                ninja_deal_damage(r, first, c[i], f->ctx, c[j].card, NOBODY,
                                  card_stat(r, c[i], stat), 0);
    damage_done(r, f, first);
}

/* SHARES, 1305.1: deals each target the damage allotted to it. */
static void op_shares(Run *r, Frame *f) {
    State *s = r->s;
    const Context *x = &s->ctx[f->ctx];
    unsigned slot = text_word(r, f), first = batch_open(r);
    const Stacked *t = stack_row(s, x->row);
    RULE(NS_1305_1);
    for (unsigned i = 0; t && i < t->n; i++) {
        const Target *g = &s->target[t->first + i];
        if (g->slot == slot && !g->wrong && g->kind == TARGET_CARD && ref_live(s, g->ref))
            ninja_deal_damage(r, first, x->source, f->ctx, g->ref.card, NOBODY, g->share, 0);
    }
    damage_done(r, f, first);
}

/* The cards that can be added to those found so far: all must match the first filter or all the
 * second, within its count, and the total cost stays within the limit. */
unsigned ninja_search_candidates(Run *r, Frame *f, struct CardRef *out) {
    State *s = r->s;
    const Pick *p = pick_of(f);
    const Context *x = &s->ctx[f->ctx];
    Eval e = eval_ctx(r, f->ctx);
    Pc pc = p->pc;
    vm_players(&e, &pc);
    PlayerSet whose = vm_players(&e, &pc);
    unsigned n = 0, len = r->pack->code[pc++];
    Pc first = pc;
    pc = (Pc)(pc + len);
    int most = vm_number(&e, &pc);
    len = r->pack->code[pc++];
    Pc second = pc;
    pc = (Pc)(pc + len);
    int most2 = vm_number(&e, &pc), limit = vm_number(&e, &pc), have = 0;
    bool all1 = (int)x->n[REG_IT] < most, all2 = (int)x->n[REG_IT] < most2;
    for (unsigned i = 0; i < x->n[REG_IT]; i++) {
        have += card_stat(r, reg_cards(r->s, x, REG_IT)[i], STAT_COST);
        all1 &= vm_match_at(&e, first, reg_cards(r->s, x, REG_IT)[i]);
        all2 &= vm_match_at(&e, second, reg_cards(r->s, x, REG_IT)[i]);
    }
    for (PlayerId q = 0; q < s->nplayers; q++)
        for (unsigned i = 0;
             (whose & player_bit(q)) && i < s->player[q].count[NZ_DECK] && n < MAX_SET; i++) {
            CardRef c = ref_to(s, zone_card(&s->player[q], NZ_DECK, i));
            bool fits = (all1 && vm_match_at(&e, first, c)) || (all2 && vm_match_at(&e, second, c));
            if (fits && have + card_stat(r, c, STAT_COST) <= limit) out[n++] = c;
        }
    return n;
}

/* The end of the operands that begin at pc, the first one of a GAME operation. */
static Pc past_operands(const Run *r, Pc pc) {
    Pc at = (Pc)(pc - 2);
    vm_pass(r, &at);
    return at;
}

/* SEARCHSUM, 1307.2: looks through the deck and picks cards as above. */
static void op_searchsum(Run *r, Frame *f) {
    Context *x = &r->s->ctx[f->ctx];
    Pc pc = text_of(f)->pc, at = pc;
    Eval e = eval_ctx(r, f->ctx);
    vm_players(&e, &at);
    vm_look_through(r, f->ctx, x->master, vm_players(&e, &at), 1u << NZ_DECK);
    Frame *g = pick_begin(r, f->ctx, x->master, 0, VM_WHOLE, PICK_FREE, REG_IT);
    pick_of(g)->list = NL_SEARCH;
    pick_of(g)->pc = pc;
    pick_of(g)->clause = NS_1307_2;
    text_of(f)->pc = past_operands(r, pc);
}

/* 1204.2e-3: makes a choice that takes place on resolution. */
static void aim_on_resolution(Run *r, Frame *f) {
    Pc at = (Pc)(text_of(f)->pc - 1), behind = at;
    vm_pass(r, &behind);
    text_of(f)->pc = behind;
    ninja_aim_push(r, f->ctx, at, LATE_SLOT);
    r->s->ctx[f->ctx].did = 0;
}

/* PAY, 1312.1. A credit (1204.2g-6) reduces what the frame pays in total. */
static void op_pay(Run *r, Frame *f) {
    Context *x = &r->s->ctx[f->ctx];
    PlayerSet who = text_players(r, f);
    int n = text_number(r, f), less = text_of(f)->credit < n ? text_of(f)->credit : n;
    if (less > 0) n -= less, text_of(f)->credit = (int16_t)(text_of(f)->credit - less);
    RULE(NS_1312_1);
    x->did = 1;
    if (n <= 0) {
        RULE(NS_1203_5);
        return;
    }
    ninja_pay_ether(r, f->ctx, who ? player_first(who) : x->master, (unsigned)n);
}

static void op_jitsu(Run *r, Frame *f) { op_damage_zone(r, f, true); }
static void op_recover(Run *r, Frame *f) { op_damage_zone(r, f, false); }
static void op_end_attack(Run *r, Frame *f) {
    (void)f;
    ninja_end_attack(r);
}

/* Hook: carries out an operation of the game (ops.def) or one of the VM's that the game defines. */
void ninja_op(Run *r, Frame *f, unsigned op) {
    static void (*const handlers[NOP_COUNT])(Run *, Frame *) = {
#define GAME_OP(name, operands, meaning, function) function,
#include "games/ninja/ops.def"
#undef GAME_OP
    };
    if (op == OP_AIMSTACK || op == OP_AIMPLAYER || op == OP_AIMEITHER) {
        aim_on_resolution(r, f);
        return;
    }
    if (op == OP_PAY) {
        op_pay(r, f);
        return;
    }
    if (op >= OP_COUNT_ && op < OP_COUNT_ + NOP_COUNT)
        handlers[op - OP_COUNT_](r, f);
    else
        run_fault(r, FAULT_CODE);
}

bool ninja_op_unpayable(Run *r, unsigned player, unsigned op, int n) {
    return op == NOP_JITSU && jitsu_impossible(r, (PlayerId)player, n);
}

/* Only jitsu can be impossible (1320.1a); the other operations do as much as they can (104.2). */
bool ninja_op_payable(Run *r, unsigned ctx, unsigned op, unsigned pc) {
    Eval e = eval_ctx(r, ctx);
    Pc at = (Pc)pc;
    if (op != NOP_JITSU) return true;
    PlayerSet who = vm_players(&e, &at);
    return !jitsu_impossible(r, who ? player_first(who) : e.you, vm_number(&e, &at));
}
