/* 900: the rule check; 1000: rule processing.
 *
 * Whether processing is due is computed incrementally: State.unchecked records what changed
 * since the last clean check, and changed_due() tests only what depends on that (CHECKED_LOSS,
 * CHECKED_KILL). It clears the record when nothing is due, except for what a text prevented.
 * Debug builds verify with ninja_processing_overlooked() that nothing is missed.
 *
 * NPROC_CHECK then repeats 902.1: processing while any is due, else one trigger at a time, until
 * neither is left. */
#include "games/ninja/ninja.h"
#include "vm/vm.h"

/* ---- 1000 rule processing ---- */

/* 1002: does anybody meet a condition for losing (10 damage, empty deck)? */
static bool anyone_loses(const State *s) {
    bool any = false;
    for (PlayerId p = 0; p < s->nplayers; p++)
        any |= (s->player[p].count[NZ_DAMAGE] >= 10) | !s->player[p].count[NZ_DECK];
    return any;
}

bool ninja_lose_forbidden(Run *r, unsigned player) {
    if (!rule_on(r, NRC_NO_LOSE, (PlayerId)player, NONE) &&
        !act_forbidden(r, EV_LEAVE, (PlayerId)player, NONE, NONE, 0))
        return false;
    RULE(NS_104_1);
    RULE(NS_104_4);
    return true;
}

/* 1002: the players who lose. Sets *kept if a text keeps a player from losing. */
static PlayerSet losers(Run *r, bool *prevented) {
    const State *s = r->s;
    PlayerSet out = 0;
    if (!anyone_loses(s)) return 0;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        if (s->player[p].count[NZ_DAMAGE] >= 10) {
            RULE(NS_1002_1);
            out |= player_bit(p);
        }
        if (!s->player[p].count[NZ_DECK]) {
            RULE(NS_1002_2);
            out |= player_bit(p);
        }
        if ((out & player_bit(p)) && ninja_lose_forbidden(r, p)) {
            out &= (PlayerSet)~player_bit(p);
            *prevented = true;
        }
    }
    return out;
}

/* 1004.1: is this a character with lethal damage? */
static bool has_lethal_damage(const Card *k) {
    return (k->damage >= k->now.def) & (k->kinds >> NK_CH & 1);
}

/* Does any effect lower or set endurance, whether derived yet or not? */
static bool any_effect_lowers(Run *r) {
    const State *s = r->s;
    return (s->layers | s->derived | effects_touch(r)) & TOUCH_LOWERS;
}

/* Could a character have lethal damage by values that are not derived yet? As long as nothing
 * lowers it, endurance is at least the printed one. */
static bool may_have_lethal(Run *r) {
    const State *s = r->s;
    if (any_effect_lowers(r)) return true;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        const CardId *field = zone_cards(&s->player[p], NZ_FIELD);
        for (unsigned i = 0, n = s->player[p].count[NZ_FIELD]; i < n; i++) {
            const Card *k = card_of(s, field[i]);
            bool printed = !(k->flags & (CARD_DOWN | CARD_KINDS_CHANGED));
            if (!printed || k->damage >= r->pack->def[k->def].num.def) return true;
        }
    }
    return false;
}

bool ninja_kill_forbidden(Run *r, CardId c) {
    if (!rule_on(r, NRC_NO_KILL, NOBODY, c) &&
        !rule_move_forbidden(r, c, card_owner(c), NZ_OHIGAN, NH_KILL))
        return false;
    RULE(NS_104_4);
    return true;
}

/* 1004: is there a character to kill? Sets *kept if a text protects one with lethal damage. */
static bool any_lethal(Run *r, bool *prevented) {
    const State *s = r->s;
    if (derive_due(r, TOUCH_DEF | TOUCH_KINDS)) {
        if (!may_have_lethal(r)) return false;
        derive_now(r);
    }
    for (PlayerId p = 0; p < s->nplayers; p++) {
        const CardId *field = zone_cards(&s->player[p], NZ_FIELD);
        const unsigned n = s->player[p].count[NZ_FIELD];
        bool any = false;
        for (unsigned i = 0; i < n; i++) any |= has_lethal_damage(card_of(s, field[i]));
        if (any && !rule_any(r, NRC_NO_KILL) && !bans_in_force(r)) return true;
        for (unsigned i = 0; any && i < n; i++) {
            if (!has_lethal_damage(card_of(s, field[i]))) continue;
            if (!ninja_kill_forbidden(r, field[i])) return true;
            *prevented = true;
        }
    }
    return false;
}

/* 1003: has a player taken damage that is not turned into checks yet? */
static bool any_player_damaged(const State *s) {
    int all = 0;
    for (PlayerId p = 0; p < s->nplayers; p++) all |= s->player[p].damage;
    return all > 0;
}

/* Is rule processing due, given what changed since the last clean check (State.unchecked)? If not,
 * clears the record of changes. */
static bool changed_due(Run *r) {
    State *s = r->s;
    bool derived = s->unchecked & UNCHECKED_DERIVED, prevented = false, loss_prevented = false;
    if (derived && states_listened(s)) waiting_state(r, DEPENDS_ALL); /* 1209.8 */
    if ((s->unchecked & (CHECKED_LOSS | UNCHECKED_PLAYERS)) &&
        (any_player_damaged(s) || (anyone_loses(s) && losers(r, &loss_prevented))))
        return true;
    if (((s->unchecked & CHECKED_KILL) || (derived && derive_due(r, TOUCH_DEF | TOUCH_KINDS))) &&
        any_lethal(r, &prevented))
        return true;
    /* check again next time what a text prevented: the text may cease to apply */
    s->unchecked = (prevented ? CHECKED_KILL : 0u) | (loss_prevented ? CHECKED_LOSS : 0u);
    return false;
}

bool ninja_processing_due(Run *r) { return (r->s->unchecked & CHECKED_ALL) && changed_due(r); }

bool ninja_processing_overlooked(Run *r) {
    if (r->s->unchecked & CHECKED_ALL) return false; /* a check is pending anyway */
    derive_now(r);
    settled_recheck(r->s, UNCHECKED_ALL);
    return ninja_processing_due(r);
}

bool ninja_rules_due(Run *r) { return ninja_processing_due(r) || r->s->nwaiting; }

/* 103.1 to 103.3: the players lose; if both do, the player whose turn it is not wins. */
static void lose(Run *r, PlayerSet set) {
    State *s = r->s;
    RULE(NS_103_1);
    if (set == everyone(s)) {
        RULE(NS_103_3);
        player_win(r, everyone(s) & (PlayerSet)~player_bit(s->turn_player));
        return;
    }
    RULE(NS_103_2);
    player_lose(r, set);
}

/* Pushes n damage checks. Adjacent checks of one player share a stack row. */
static void push_checks(Run *r, PlayerId p, unsigned n) {
    State *s = r->s;
    Stacked *t = stack_top(s);
    if (!t || t->sort != STACK_CHECKS || t->master != p) t = stack_push(r, STACK_CHECKS, p);
    t->count = (uint8_t)(t->count + n < 255 ? t->count + n : 255);
}

/* 1003: turns damage to players into checks on the stack, the turn player's below. */
static void put_checks(Run *r) {
    State *s = r->s;
    PlayerId order[2] = {s->turn_player, player_next(s, s->turn_player)};
    if (s->player[0].damage > 0 && s->player[1].damage > 0) RULE(NS_1003_2b);
    for (unsigned i = 0; i < 2; i++) {
        Player *q = &s->player[order[i]];
        if (q->damage > 0) {
            RULE(NS_1003_2);
            RULE(NS_1003_2a);
            RULE(NS_1003_3);
            push_checks(r, order[i], (unsigned)q->damage);
        }
        q->damage = 0;
    }
}

/* 1216.5a, 1216.6: reports every card that damaged this one since the last rule check as its
 * killer. Returns the last of them. */
static CardId report_killers(Run *r, CardId c) {
    State *s = r->s;
    CardRef on = ref_to(s, c);
    CardId killer = NONE;
    for (unsigned i = 0; i < s->ndeeds; i++) {
        const Deed *d = &s->deed[i];
        if (d->kind == ND_ATTACKED || d->on.card != on.card || d->on.inc != on.inc) continue;
        if (!ref_live(s, d->by) && card_of(s, d->by.card)->inc != (uint16_t)(d->by.inc + 1))
            continue;
        RULE(NS_1216_5a);
        RULE(NS_1216_5c);
        if (d->kind == ND_HURT_IN_BATTLE) RULE(NS_1216_6);
        Event *e = batch_add(r, EV_BEAT, card_of(s, d->by.card)->holder, d->by.card);
        e->other = c;
        e->amount = d->kind == ND_HURT_IN_BATTLE;
        killer = d->by.card;
    }
    return killer;
}

/* 1004.1: adds the kill to the batch. */
static void add_kill(Run *r, CardId c) {
    State *s = r->s;
    RULE(NS_1004_1);
    RULE(NS_302_5);
    CardId killer = report_killers(r, c);
    bool battle = false;
    for (unsigned d = 0; d < s->ndeeds; d++)
        battle |= s->deed[d].kind == ND_HURT_IN_BATTLE && s->deed[d].on.card == c &&
                  s->deed[d].on.inc == card_of(s, c)->inc;
    Event *e = batch_move(r, c, card_owner(c), NZ_OHIGAN, NH_KILL);
    e->amount = battle;
    e->other = killer;
}

/* 1004: kills all characters with lethal damage at once. */
static bool kill_lethal(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    derive_for(r, TOUCH_DEF | TOUCH_KINDS);
    for (PlayerId p = 0; p < s->nplayers; p++) {
        const CardId *field = zone_cards(&s->player[p], NZ_FIELD);
        for (unsigned i = 0, n = s->player[p].count[NZ_FIELD]; i < n; i += 64) {
            uint64_t lethal = cards_that(s, field + i, n - i, has_lethal_damage);
            for (; lethal; lethal &= lethal - 1) {
                CardId c = field[i + (unsigned)__builtin_ctzll(lethal)];
                if (!ninja_kill_forbidden(r, c)) add_kill(r, c);
            }
        }
    }
    return batch_do(r, first);
}

/* ---- 900 rule check ---- */

enum {
    CHECK_PROCESS,
    CHECK_DUE, /* the same, with processing known to be due */
    CHECK_CHOSEN
};
typedef struct RuleCheck {
    uint32_t position[2]; /* position hash when 'rounds' was last a power of two >= 4 */
    uint16_t rounds;      /* how many times processing was due */
} RuleCheck;
FRAME_LOCALS(RuleCheck, rule_check_of)

/* 902.1a, 1001.2: carries out rule processing once. Returns true if another procedure comes first
 * or the game is over. */
static bool process_rules(Run *r) {
    RULE(NS_902_1a);
    RULE(NS_1001_2);
    bool prevented = false;
    PlayerSet set = losers(r, &prevented);
    listeners_derive(r, ev_bit(EV_LEAVE));
    if (set && (r->s->replaced & ev_bit(EV_LEAVE))) {
        unsigned first = batch_open(r);
        RULE(NS_103_1);
        for (PlayerId p = 0; p < r->s->nplayers; p++)
            if (set & player_bit(p)) batch_add(r, EV_LEAVE, p, NONE);
        return batch_do(r, first);
    }
    if (set) {
        lose(r, set);
        return true;
    }
    put_checks(r);
    return kill_lethal(r);
}

/* 902.1b, 902.1c: asks the turn player, else the opponent, which trigger to enter next. */
static bool ask_trigger(Run *r) {
    State *s = r->s;
    for (unsigned n = 0; n < s->nplayers; n++) {
        PlayerId p = player_nth(s, n);
        unsigned count = 0;
        for (unsigned i = 0; i < s->nwaiting; i++) count += s->waiting[i].master == p;
        if (!count) continue;
        RULE(n ? NS_902_1c : NS_902_1b);
        RULE(NS_1209_4);
        RULE(NS_1209_2);
        ask_begin(r, p, NASK_TRIGGER, n ? NS_902_1c : NS_902_1b);
        for (unsigned i = 0; i < s->nwaiting; i++) {
            const Waiting *w = &s->waiting[i];
            bool duplicate = false; /* identical triggers are a single option */
            for (unsigned j = 0; j < i && !duplicate; j++) {
                Waiting a = s->waiting[j], b = *w;
                duplicate = !memcmp(&a, &b, sizeof a);
            }
            if (w->master == p && !duplicate)
                ask_add(r, (Option){.kind = NOPT_TRIGGER,
                                    .card = w->source.card,
                                    .c = w->abil,
                                    .a = (uint8_t)i});
        }
        ask_done(r);
        return true;
    }
    return false;
}

/* 1501.1c: counts one forced trigger. After this many without a choice by any player the loop is
 * taken to be endless and the game is drawn. A chain that ends by itself (a deck runs out, no
 * character is left) ends much sooner. */
enum { FORCED_LIMIT = 300, FORCED_LIMIT_FULL = MAX_STACK + 8 };
static bool count_forced(Run *r) {
    State *s = r->s;
    bool piled =
        s->nstack == MAX_STACK && s->forced >= FORCED_LIMIT_FULL; /* the stack keeps growing */
    if (++s->forced < FORCED_LIMIT && !piled) return false;
    kmark(r, KM_LOOP_DRAW);
    s->result = RESULT_DRAW;
    return true;
}

/* 1209.5: enters the waiting trigger, or drops it if it cannot be entered. */
static void enter_waiting(Run *r, unsigned i) {
    State *s = r->s;
    Waiting *w = &s->waiting[i];
    RULE(NS_1209_5);
    if (count_forced(r)) return;
    if (!ninja_can_enter_waiting(r, i)) {
        state_trigger_resolved(r, w->source, w->abil);
        waiting_drop(r, i);
        return;
    }
    ninja_enter_ability(r, w->master, w->source, w->abil, ENTER_WAITED, (int)i);
}

/* Forgets who damaged whom: 1216.5a looks back to the last rule check only. */
void ninja_clean_check(Run *r) {
    RULE(NS_902_1d);
    deeds_forget(r->s, 1u << ND_HURT | 1u << ND_HURT_IN_BATTLE);
}

/* 1501.1c: has processing come back to an earlier position without any choice? Brent's cycle
 * detection: compares with one remembered position. */
static bool position_repeats(Run *r, Frame *f) {
    RuleCheck *check = rule_check_of(f);
    uint64_t now, then;
    if (++check->rounds < 4) return false;
    now = position_hash(r);
    memcpy(&then, check->position, sizeof then);
    if (now == then) return true;
    bool power_of_two = !(check->rounds & (check->rounds - 1));
    if (power_of_two) memcpy(check->position, &now, sizeof now);
    return false;
}

void ninja_rule_check(Run *r, bool due) {
    Frame *f = frame_push(r, NPROC_CHECK);
    f->step = due ? CHECK_DUE : CHECK_PROCESS;
    frame_begin(r, f, ninja_check);
}

/* One step of 902.1: processing first, then triggers, one at a time. */
static void check_step(Run *r, Frame *f) {
    State *s = r->s;
    const bool known = f->step == CHECK_DUE;
    switch (f->step) {
    case CHECK_PROCESS:
    case CHECK_DUE:
        f->step = CHECK_PROCESS;
        if (known || ninja_processing_due(r)) {
            if (position_repeats(r, f)) {
                kmark(r, KM_LOOP_DRAW);
                s->result = RESULT_DRAW;
                return;
            }
            process_rules(r);
            return;
        }
        deeds_forget(s, 1u << ND_HURT | 1u << ND_HURT_IN_BATTLE);
        f->step = CHECK_CHOSEN;
        if (!s->nwaiting) {
            RULE(NS_902_1d);
            frame_pop(r);
            return;
        }
        ask_trigger(r);
        return;
    default:
        f->step = CHECK_PROCESS;
        if (s->picked.kind == NOPT_TRIGGER && s->picked.a < s->nwaiting)
            enter_waiting(r, s->picked.a);
        return;
    }
}

/* Procedure, 902: repeats until nothing is due and no trigger waits. */
void ninja_check(Run *r, Frame *f) {
    do check_step(r, f);
    while (frame_goes_on(r, f, NPROC_CHECK));
}
