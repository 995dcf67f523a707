/* 1100 damage, 1300 what texts tell to do beyond the kernel's actions. */
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

/* The numbers of the rules of that kind together. */
static int damage_rules(Run *r, unsigned rule, CardId card, PlayerId player) {
    const State *s = r->s;
    int sum = 0;
    if (!rule_any(r, rule)) return 0;
    for (unsigned i = 0; i < s->nrules; i++)
        if (s->rule[i].rule == rule && ninja_rule_about(r, &s->rule[i], card, player))
            sum += s->rule[i].amount;
    return sum;
}

/* 1326, 1102.4c: by how much it is more, or less (below 0), for what deals it and who takes it. */
static int damage_more(Run *r, CardId by, CardId card, PlayerId player, bool battle) {
    int more = by ? damage_rules(r, NRC_MORE_DAMAGE, by, NOBODY) : 0;
    if (by && battle) more += damage_rules(r, NRC_MORE_BATTLE, by, NOBODY);
    if (more > 0) RULE(NS_1326_1);
    more -= damage_rules(r, NRC_LESS_DAMAGE, card, player);
    if (battle) more -= damage_rules(r, NRC_LESS_BATTLE, card, player);
    if (more) RULE(NS_1102_4c);
    return more;
}

/* 104.4: does it take none at all, or none in battle? */
static bool undamaged(Run *r, CardId card, PlayerId player, bool battle) {
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

/* 1102.4: one event a recipient; what adds to it is reckoned here (1326.1). */
void ninja_deal_damage(Run *r, unsigned first, CardRef by, PlayerId master, CardId card,
                       PlayerId player, int n, unsigned how) {
    State *s = r->s;
    bool battle = how & DEAL_BATTLE;
    (void)first;
    const RuleSet changes = rule_bit(NRC_MORE_DAMAGE) | rule_bit(NRC_MORE_BATTLE) |
                            rule_bit(NRC_LESS_DAMAGE) | rule_bit(NRC_LESS_BATTLE);
    if (n > 0 && !(how & DEAL_AGAIN) && rules_among(r, changes))
        n += damage_more(r, by.card, card, player, battle);
    if (n <= 0) {
        RULE(NS_1317_2);
        RULE(NS_104_2);
        return;
    }
    if (card && (card_of(s, card)->zone != NZ_FIELD || !(card_kinds(r, card) >> NK_CH & 1))) {
        RULE(NS_1102_4d);
        return;
    }
    if (undamaged(r, card, player, battle)) {
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
    e->by = battle ? NOBODY : master;
    e->how = battle;
    if (card && by.card) deed_add(r, battle ? ND_HURT_IN_BATTLE : ND_HURT, by, ref_to(s, card));
}

static void op_pdamage(Run *r, Frame *f) {
    PlayerSet set = text_players(r, f);
    int n = text_number(r, f);
    const Context *x = &r->s->ctx[f->ctx];
    unsigned first = batch_open(r);
    for (PlayerId p = 0; p < r->s->nplayers; p++)
        if (set & player_bit(p)) ninja_deal_damage(r, first, x->source, x->master, NONE, p, n, 0);
    batch_do(r, first);
}

static void op_deal(Run *r, Frame *f) {
    CardRef by[MAX_SET], c[MAX_SET];
    unsigned m = text_set(r, f, by), n = text_set(r, f, c);
    int amount = text_number(r, f);
    const Context *x = &r->s->ctx[f->ctx];
    if (!m) return; /* 1205.1a: who was to deal it is not there */
    unsigned first = batch_open(r);
    for (unsigned i = 0; i < n; i++)
        if (ref_live(r->s, c[i]))
            ninja_deal_damage(r, first, by[0], x->master, c[i].card, NOBODY, amount, 0);
    batch_do(r, first);
}

/* 1216.3: the text says what deals it. */
static void op_pdeal(Run *r, Frame *f) {
    CardRef by[MAX_SET];
    unsigned m = text_set(r, f, by);
    PlayerSet set = text_players(r, f);
    int n = text_number(r, f);
    const Context *x = &r->s->ctx[f->ctx];
    if (!m) return;
    unsigned first = batch_open(r);
    RULE(NS_1216_3);
    for (PlayerId p = 0; p < r->s->nplayers; p++)
        if (set & player_bit(p)) ninja_deal_damage(r, first, by[0], x->master, NONE, p, n, 0);
    batch_do(r, first);
}

/* 1102.4c: damage that is about to be dealt becomes so much; what made it more has applied. */
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
    ninja_deal_damage(r, first, ref_to(r->s, e.other), e.by, e.card, e.player, n,
                      (e.how ? DEAL_BATTLE : 0u) | DEAL_AGAIN);
    batch_do(r, first);
}

/* The damage that is about to be dealt, with all that is true of it, for somebody else. */
static void redirect(Run *r, CardId card, PlayerId player) {
    const Event *was = replaced_event(r->s);
    if (!was || was->kind != EV_DAMAGE) return;
    const Event e = *was;
    unsigned first = batch_open(r);
    RULE(NS_1214_1);
    ninja_deal_damage(r, first, ref_to(r->s, e.other), e.by, card, player, e.amount,
                      (e.how ? DEAL_BATTLE : 0u) | DEAL_AGAIN);
    batch_do(r, first);
}

static void op_redirect(Run *r, Frame *f) {
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c);
    if (n && ref_live(r->s, c[0])) redirect(r, c[0].card, NOBODY);
}

static void op_redirect_player(Run *r, Frame *f) {
    PlayerSet who = text_players(r, f);
    if (who) redirect(r, NONE, player_first(who));
}

static void op_heal_some(Run *r, Frame *f) {
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c), first = batch_open(r);
    int less = text_number(r, f);
    for (unsigned i = 0; i < n && less > 0; i++)
        if (ref_live(r->s, c[i]) && card_of(r->s, c[i].card)->damage)
            batch_add(r, EV_HEAL, card_of(r->s, c[i].card)->holder, c[i].card)->amount =
                (int16_t)less;
    batch_do(r, first);
}

/* The newest thing in the space that is the card, or an ability of it, beside the one that asks. */
static const Stacked *newest_of(const State *s, CardRef c, unsigned row) {
    for (unsigned i = s->nstack; i-- > 0;) {
        const Stacked *t = &s->stack[i];
        if (t->sort != STACK_CHECKS && t->serial != row && t->source.card == c.card &&
            t->source.inc == c.inc)
            return t;
    }
    return 0;
}

static void negate_these(Run *r, Context *x, const uint16_t *serial, unsigned n) {
    State *s = r->s;
    PlayerId by = x->master;
    x->did = 0;
    reg_clear(r, x, REG_IT); /* it: the card where it has gone */
    for (unsigned i = 0; i < n; i++) {
        const Stacked *u = stack_row(s, serial[i]);
        CardId c = u && u->sort == STACK_CARD ? u->source.card : NONE;
        x->did |= ninja_negate(r, serial[i], by);
        if (c && card_of(s, c)->zone != NZ_SPACE) reg_push(r, x, REG_IT, ref_to(s, c));
    }
}

/* What was chosen, else what it is spoken of: that which was entered just now. */
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
    negate_these(r, x, serial, n);
}

/* All things of that sort but the one that says so. */
static void op_negate_all(Run *r, Frame *f) {
    Context *x = &r->s->ctx[f->ctx];
    uint16_t serial[MAX_STACK];
    unsigned what = text_word(r, f);
    Pc filter = text_of(f)->pc;
    Eval e = eval_ctx(r, f->ctx);
    unsigned n = ninja_stack_choices(r, &e, filter, what, x->row, serial);
    vm_pass(r, &filter);
    text_of(f)->pc = filter;
    negate_these(r, x, serial, n);
}

/* 1313: those that can be entered in due form, one after the other. */
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

/* Behind a choice, the action that enters what was chosen; NONE: there is none. */
static Pc entered_next(const Run *r, Pc pc) {
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
    Pc pc = entered_next(r, select);
    if (!pc) return false;
    vm_pass(r, &pc);
    return k[pc - 1];
}

static unsigned face_up(const State *s, PlayerId p) {
    unsigned n = 0;
    const CardId *taken = zone_cards(&s->player[p], NZ_DAMAGE);
    for (unsigned i = 0, m = s->player[p].count[NZ_DAMAGE]; i < m; i++)
        n += !(card_of(s, taken[i])->flags & CARD_DOWN);
    return n;
}

static bool no_jitsu(Run *r, PlayerId p, int n) {
    if ((int)face_up(r->s, p) >= n) return false;
    RULE(NS_1320_1a);
    return true;
}

enum { HEAL_PICK, HEAL_PICKED };
typedef struct Heal {
    int16_t count;   /* cards of the damage zone */
    PlayerId player; /* whose they are */
    bool jitsu;      /* 1320: turn them face down; else 1319: recover */
} Heal;
FRAME_LOCALS(Heal, heal_of)

/* 1320, 1319: the player chooses among cards that all can see, so they are no targets. */
static void op_damage_zone(Run *r, Frame *f, bool jitsu) {
    PlayerSet who = text_players(r, f);
    int n = text_number(r, f);
    PlayerId p = who ? player_first(who) : r->s->ctx[f->ctx].master;
    Frame *g = frame_push(r, NPROC_HEAL);
    g->ctx = f->ctx;
    *heal_of(g) = (Heal){.count = (int16_t)n, .player = p, .jitsu = jitsu};
}

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
        if (heal.count <= 0 || barred || (jitsu && no_jitsu(r, p, heal.count))) {
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
            batch_add(r, EV_FACE, p, c)->amount = 1;
        } else {
            Event *e = batch_move(r, c, card_owner(c), NZ_OHIGAN, NH_RECOVER);
            e->by = x->master;
        }
    }
    if (x->n[REG_MOVE])
        batch_deed(r, jitsu ? NDEED_JITSU : NDEED_RECOVER, p, NONE, NONE, x->n[REG_MOVE]);
    reg_clear(r, x, REG_MOVE);
    frame_pop(r);
    batch_do(r, first);
}

/* 306.4: a card goes to the field of its new master, and is the same card there. */
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
        e->a = card_of(s, c[i].card)->holder; /* to whom it goes back */
        if (e->a == p) continue;
        batch_move(r, c[i].card, p, NZ_FIELD, NH_CONTROL);
    }
    batch_do(r, first);
}

/* 1403.2: its master picks among those still there that attacked it this turn. */
static void op_satsubatsu(Run *r, Frame *f) {
    State *s = r->s;
    Context *x = &s->ctx[f->ctx];
    RULE(NS_1403_2);
    Frame *g = pick_begin(r, f->ctx, x->master, 1, 1, PICK_FREE, REG_IT);
    pick_of(g)->list = NL_ATTACKERS;
    pick_of(g)->clause = NS_1403_2;
}

/* Another character is attacked from now on; outside an attack nothing happens. */
static void op_retarget(Run *r, Frame *f) {
    State *s = r->s;
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c);
    if (!n || !ref_live(s, c[0]) || card_of(s, c[0].card)->zone != NZ_FIELD) return;
    ninja_attack_turned(r, c[0], NOBODY);
}

static void op_retarget_player(Run *r, Frame *f) {
    PlayerSet who = text_players(r, f);
    if (who) ninja_attack_turned(r, (CardRef){0, 0}, player_first(who));
}

/* All at once, with the numbers they have before it. */
static void op_duel(Run *r, Frame *f) {
    CardRef c[MAX_SET];
    unsigned n = text_set(r, f, c), stat = text_word(r, f), first = batch_open(r);
    PlayerId master = r->s->ctx[f->ctx].master;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < n; j++)
            if (i != j && ref_live(r->s, c[i]) && ref_live(r->s, c[j]))
                ninja_deal_damage(r, first, c[i], master, c[j].card, NOBODY,
                                  card_stat(r, c[i], stat), 0);
    batch_do(r, first);
}

/* 1305.1 */
static void op_shares(Run *r, Frame *f) {
    State *s = r->s;
    const Context *x = &s->ctx[f->ctx];
    unsigned slot = text_word(r, f), first = batch_open(r);
    const Stacked *t = stack_row(s, x->row);
    RULE(NS_1305_1);
    for (unsigned i = 0; t && i < t->n; i++) {
        const Target *g = &s->target[t->first + i];
        if (g->slot == slot && !g->wrong && g->kind == TARGET_CARD && ref_live(s, g->ref))
            ninja_deal_damage(r, first, x->source, x->master, g->ref.card, NOBODY, g->share, 0);
    }
    batch_do(r, first);
}

/* What could be added to what was found so far: all of the first sort or all of the second. */
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

/* Behind the operands that begin there. */
static Pc text_past(const Run *r, Pc pc) {
    Pc at = (Pc)(pc - 2);
    vm_pass(r, &at);
    return at;
}

static void op_searchsum(Run *r, Frame *f) {
    Context *x = &r->s->ctx[f->ctx];
    Pc pc = text_of(f)->pc, at = pc;
    Eval e = eval_ctx(r, f->ctx);
    vm_players(&e, &at);
    vm_look_through(r, x->master, vm_players(&e, &at), 1u << NZ_DECK);
    Frame *g = pick_begin(r, f->ctx, x->master, 0, VM_WHOLE, PICK_FREE, REG_IT);
    pick_of(g)->list = NL_SEARCH;
    pick_of(g)->pc = pc;
    pick_of(g)->clause = NS_1307_2;
    text_of(f)->pc = text_past(r, pc);
}

/* A choice that is made when the text is carried out (1204.2e-3). */
static void aim_now(Run *r, Frame *f) {
    Pc at = (Pc)(text_of(f)->pc - 1), behind = at;
    vm_pass(r, &behind);
    text_of(f)->pc = behind;
    ninja_aim_push(r, f->ctx, at, LATE_SLOT);
    r->s->ctx[f->ctx].did = 0;
}

/* 1312.1; a credit (1204.2g-6) lowers what the frame pays in total. */
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
    ninja_attack_ended(r);
}

void ninja_op(Run *r, Frame *f, unsigned op) {
    static void (*const own[NOP_COUNT])(Run *, Frame *) = {
#define GAME_OP(name, operands, meaning, function) function,
#include "games/ninja/ops.def"
#undef GAME_OP
    };
    if (op == OP_AIMSTACK || op == OP_AIMPLAYER || op == OP_AIMEITHER) {
        aim_now(r, f);
        return;
    }
    if (op == OP_PAY) {
        op_pay(r, f);
        return;
    }
    if (op >= OP_COUNT_ && op < OP_COUNT_ + NOP_COUNT)
        own[op - OP_COUNT_](r, f);
    else
        run_fault(r, FAULT_CODE);
}

bool ninja_op_unpayable(Run *r, unsigned player, unsigned op, int n) {
    return op == NOP_JITSU && no_jitsu(r, (PlayerId)player, n);
}

bool ninja_op_payable(Run *r, unsigned ctx, unsigned op, unsigned pc) {
    Eval e = eval_ctx(r, ctx);
    Pc at = (Pc)pc;
    if (op != NOP_JITSU) return true;
    PlayerSet who = vm_players(&e, &at);
    return !no_jitsu(r, who ? player_first(who) : e.you, vm_number(&e, &at));
}
