/* The Game descriptor of Reバース for you: tables, the clauses behind the kernel's marks, and
 * hooks. */
#include "kernel/procs.h"
#include "games/rebirth/actions.h"
#include "games/rebirth/procs.h"
#include "kernel/pick.h"
#include "kernel/tables.h"
#include "vm/vm.h"

/* ---- tables ---- */

static const ZoneInfo zones[RZ_COUNT] = {
    [RZ_NOWHERE] = {.key = "nowhere", .name = ""},
#define ZONE(id, word, key_, printed, english, flags_, ...)                                        \
    [RZ_##id] = {.key = key_, .name = printed, .flags = flags_},
#include "games/rebirth/zones.def"
#undef ZONE
};

/* Maps the kernel's generic marks (KM_*) to the clauses of this rulebook. */
static const MarkRow marks[KM_COUNT] = {
    [KM_WIN] = {RB_1_2_1, RB_1_2_1_1},
    [KM_LOSE] = {RB_1_2_2},
    [KM_LAST_LEFT] = {RB_1_2_3},
    [KM_LEAVE_WAITING] = {RB_13_4_5},
    [KM_IN_ORDER] = {RB_13_2_1},
    [KM_ALL_OPPONENTS] = {RB_13_5_5_1},
    [KM_AMONG_OPPONENTS] = {RB_13_5_5_5},
    [KM_AMONG_OPPONENTS_MANY] = {RB_13_5_5_5_1},
    [KM_ALLY] = {RB_13_5_4},
    [KM_TEAM_SIGHT] = {RB_13_5_6},
    [KM_YOU_ALONE] = {RB_13_5_3},
    [KM_ALL_OUT] = {RB_1_2_3_1, RB_1_2_1},
    [KM_EFFECT_ENDS] = {RB_1_2_5},
    [KM_AS_MUCH] = {RB_1_3_2},
    [KM_RULE_CHANGED] = {RB_1_3_1},
    [KM_ALREADY] = {RB_1_3_2_1},
    [KM_ZERO_TIMES] = {RB_1_3_2_2},
    [KM_FORBIDDEN] = {RB_1_3_3},
    [KM_NUMBER] = {RB_1_3_5},
    [KM_UP_TO] = {RB_1_3_5, RB_1_3_5_1},
    [KM_PUT] = {RB_5_2_1},
    [KM_REMOVED] = {RB_5_20_1},
    [KM_NEW_CARD] = {RB_4_1_4},
    [KM_UNTIED] = {RB_4_13_4},
    [KM_OWNER_ZONE] = {RB_4_1_1_3, RB_4_1_6},
    [KM_ORDERED] = {RB_4_1_3},
    [KM_OPEN_PUT] = {RB_4_1_2_1},
    [KM_HIDDEN_PUT] = {RB_4_1_2_1},
    [KM_UPRIGHT_PUT] = {RB_4_3_2_3},
    [KM_RESTED_PUT] = {RB_4_3_2},
    [KM_ORIENTED] = {RB_4_3_2},
    [KM_DOWN_PUT] = {RB_4_3_3},
    [KM_SEAT_PUT] = {RB_4_5_3},
    [KM_EMPTY_SEAT] = {RB_4_5_3_2},
    [KM_DISPLACED] = {RB_4_5_3_3},
    [KM_ORDER] = {RB_4_1_5, RB_4_1_5_1},
    [KM_ONE_BY_ONE] = {RB_4_9_3, RB_4_9_4},
    [KM_TURNED] = {RB_5_4_1, RB_4_3_3},
    [KM_OTHER_FACE] = {RB_4_3_3_3_2},
    [KM_FACE_DOWN_INFO] = {RB_4_3_3_3_1_1},
    [KM_DOWN_KNOWN] = {RB_4_6_2_1},
    [KM_SHUFFLED] = {RB_5_8_1},
    [KM_SHUFFLED_FEW] = {RB_5_8_1_2, RB_5_8_1},
    [KM_DRAW_ONE] = {RB_5_9_1},
    [KM_DRAW_MANY] = {RB_5_9_2},
    [KM_DRAW_UP_TO] = {RB_5_9_3_1},
    [KM_DRAW_UP_TO_ONE] = {RB_5_9_3_2, RB_5_9_3_3},
    [KM_LOOK] = {RB_5_10_1, RB_5_10_1_1},
    [KM_LOOK_UP_TO] = {RB_5_10_3_2},
    [KM_LOOK_UP_TO_ONE] = {RB_5_10_3_3, RB_5_10_3_4},
    [KM_MODES] = {RB_5_27_1},
    [KM_MODES_NONE] = {RB_5_27_2_1},
    [KM_MODES_ALL] = {RB_5_27_2_2},
    [KM_MODES_RUN] = {RB_5_27_1_1, RB_5_27_3},
    [KM_MODES_ORDER] = {RB_5_27_4},
    [KM_NOT_ARRIVED] = {RB_5_5_1_1},
    [KM_TRIGGERED] = {RB_9_8_2},
    [KM_TRIGGERED_AGAIN] = {RB_9_8_2_1},
    [KM_HIDDEN_TRIGGER] = {RB_9_8_2_2},
    [KM_HIDDEN_SHOWN] = {RB_9_8_2_2_1},
    [KM_MOVE_TRIGGER_OPEN] = {RB_9_8_4_1_1},
    [KM_MOVE_TRIGGER_SEAT] = {RB_9_8_4_1_2},
    [KM_MOVE_TRIGGER_IN_OPEN] = {RB_9_8_4_1_3},
    [KM_MOVE_TRIGGER_NEW] = {RB_9_8_4_1_3},
    [KM_MOVE_TRIGGER_TOGETHER] = {RB_9_8_4_2},
    [KM_DELAYED] = {RB_9_8_5, RB_9_13_2},
    [KM_DELAYED_FIRES] = {RB_9_8_5, RB_9_8_5_1, RB_9_8_2},
    [KM_STATE_TRIGGER] = {RB_9_8_6, RB_9_8_6_1},
    [KM_STATE_AGAIN] = {RB_9_8_6_1},
    [KM_PRINTED] = {RB_9_10_1_1},
    [KM_LAYER_ABILITY] = {RB_9_10_1_2},
    [KM_LAYER_INFO] = {RB_9_10_1_3},
    [KM_LAYER_NUMBER] = {RB_9_10_1_4},
    [KM_MODIFIED] = {RB_5_17_1},
    [KM_DEPENDENCY] = {RB_9_10_1_5},
    [KM_BY_TIME] = {RB_9_10_1_6},
    [KM_BY_TIME_STATIC] = {RB_9_10_1_6_1},
    [KM_BY_TIME_EFFECT] = {RB_9_10_1_6_2},
    [KM_LOCKED] = {RB_9_10_2},
    [KM_AT_ONCE] = {RB_9_10_3},
    [KM_AT_ONCE_STATIC] = {RB_9_10_3},
    [KM_ARRIVED] = {RB_9_10_3_1},
    [KM_SET_VALUE] = {RB_9_10_4},
    [KM_ONE_SHOT] = {RB_9_9_1},
    [KM_REPLACED_NOT] = {RB_9_11_1, RB_9_11_1_1},
    [KM_REPLACE_CARD] = {RB_9_11_2, RB_9_11_2_1},
    [KM_REPLACE_ACTION] = {RB_9_11_2, RB_9_11_2_2},
    [KM_REPLACE_ONCE] = {RB_9_11_2_3},
    [KM_REPLACE_MAY] = {RB_9_3_1_3_2},
    [KM_REPLACE_CANNOT] = {RB_9_11_3},
    [KM_LAST_KNOWN] = {RB_9_12_1},
    [KM_NEED_NOT_FIND] = {RB_9_7_4_3},
    [KM_DO_NOTHING_ELSE] = {RB_9_7_1, RB_3_1_2_1},
    [KM_MASTER_ACTS] = {RB_3_1_2_4_1},
    [KM_ZONE_PRINTED] = {RB_9_4_4, RB_9_4_4_1},
    [KM_ZONE_PLAIN] = {RB_9_4_5},
    [KM_NOT_VALID] = {RB_9_4_3},
    [KM_VOID_STATIC] = {RB_11_2_3_1, RB_9_4_2, RB_9_4_3},
    [KM_NAME] = {RB_2_1_2},
    [KM_TRAIT] = {RB_2_5_3},
    [KM_KINDS] = {RB_12_2_1_1},
    [KM_TRAITS] = {RB_2_5_2},
    [KM_TITLE] = {RB_2_8_2},
    [KM_FOREIGN] = {RB_4_1_1_1},
    [KM_REPEATED] = {RB_14_1_1_1},
    [KM_COUNTS] = {RB_4_1_2_2},
    [KM_SEEN] = {RB_4_2_2, RB_4_3_3_1},
    [KM_UNSEEN] = {RB_4_2_3},
    [KM_UNSEEN_DOWN] = {RB_4_2_3, RB_4_3_3_2},
    [KM_YOU] = {RB_9_14_1},
    [KM_LOOP] = {RB_14_1_1_2},
    [KM_LOOP_NUMBER] = {RB_14_1_1_1},
    [KM_LOOP_LESS] = {RB_14_1_1_1},
    [KM_LOOP_BOTH] = {RB_14_1_1_2},
    [KM_LOOP_DRAW] = {RB_14_1_1_3},
    [KM_GRANTED] = {RB_5_21_1},
    [KM_LASTS] = {RB_9_3_1_2},
    [KM_THESE_ONLY] = {RB_9_10_2},
    [KM_DAMAGE_SOURCE] = {RB_9_13_2, RB_9_13_3},
};

static void begin(Run *r) { frame_push(r, RPROC_SETUP); }

/* Hook: called after moves. 10.2: an empty deck is refreshed at once, even in the middle of another
 * action; a player with no card to refresh from loses. */
static void interrupt(Run *r) {
    State *s = r->s;
    if (s->point == RP_SETUP) return;
    if (s->nplayers > 2) rebirth_settle_tie(r);
    unsigned lost = 0;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        if (s->player[p].count[RZ_DECK] || !player_in(s, p) || s->result) continue;
        unsigned first = batch_open(r);
        RULE(RB_10_2_1);
        if (!s->player[p].count[RZ_WAITING]) {
            RULE(RB_10_2_1_1);
            RULE(RB_1_2_2_2);
            lost |= player_bit(p);
            continue;
        }
        for (unsigned i = 0; i < s->player[p].count[RZ_WAITING]; i++)
            batch_move(r, zone_card(&s->player[p], RZ_WAITING, i), p, RZ_DECK, RH_REFRESH);
        batch_add(r, EV_SHUFFLE, p, NONE)->from = RZ_DECK;
        RULE(RB_5_8_2);
        batch_apply(r, first);
    }
    if (!lost) return;
    unsigned first = batch_open(r);
    for (PlayerId p = 0; p < s->nplayers && !s->result; p++)
        if (lost & player_bit(p)) batch_add(r, EV_LEAVE, p, NONE);
    batch_do(r, first);
}

/* Hook: rules that change or stop a move. Returns false to drop the event. */
static bool redirect(Run *r, Event *e) {
    if (e->to != RZ_NOWHERE && card_owner(e->card) != e->to_player) {
        RULE(RB_4_1_1_1);
        return false;
    }
    /* 12.2.1.6: a deer character that leaves the member zone always goes to the deer pile */
    if (e->from == RZ_MEMBER && e->to != RZ_MEMBER && e->to != RZ_DEER &&
        (card_of(r->s, e->card)->kinds >> RK_DEER & 1)) {
        RULE(RB_12_2_1_6);
        RULE(RB_12_2_1_6_1);
        e->to = RZ_DEER;
    }
    return true;
}

/* Hook: the face flags of an arriving card. 4.6.2: energy lies face down except for partners. */
static uint16_t put_face(Run *r, const Event *e) {
    if (e->put & PUT_DOWN) return CARD_DOWN;
    if (e->to != RZ_ENERGY || (e->put & PUT_UP)) return 0;
    RULE(RB_4_6_2);
    return r->pack->def[card_of(r->s, e->card)->def].kinds >> RK_PA & 1 ? 0 : CARD_DOWN;
}

/* Clauses on how cards lie in a zone, marked when a card arrives. */
static const uint16_t arrival_clauses[RZ_COUNT][4] = {
#define CLAUSES(...)                                                                               \
    { __VA_ARGS__ }
#define ZONE(name, word, key, printed, english, flags, clauses, ...) [RZ_##name] = CLAUSES clauses,
#include "games/rebirth/zones.def"
#undef CLAUSES
#undef ZONE
};
/* The clause on who may see the cards of a zone, marked when somebody looks. */
static const uint16_t visibility_clause[RZ_COUNT] = {
#define ZONE(name, word, key, printed, english, flags, clauses, sight, ...) [RZ_##name] = sight,
#include "games/rebirth/zones.def"
#undef ZONE
};

/* Hook: marks the clauses of an arrival. */
static void mark_entered(const Run *r, const Event *e) {
    for (unsigned i = 0; i < 4 && arrival_clauses[e->to][i]; i++)
        run_rule(r, arrival_clauses[e->to][i]);
}

/* Hook: a card has arrived in a zone. Partnerises it (5.28) and records what rule processing must
 * recheck. */
static void entered(Run *r, const Event *e) {
    State *s = r->s;
    Card *k = card_at(s, e->card);
    unsigned kinds = r->pack->def[k->def].kinds;
    if (e->to == RZ_ENERGY && e->amount == 1 && e->kind == EV_MOVE && (e->put & PUT_UP)) {
        RULE(RB_5_28_1_2);
        RULE(RB_5_28_1_3);
        k->flags |= CARD_KINDS_CHANGED;
        k->kinds_now = 1u << RK_PA;
        card_printed(r, e->card);
    }
    if ((kinds >> RK_PA & 1) && e->to != RZ_HAND && e->to != RZ_ENERGY) {
        s->facts[RF_STRAY] = 1;
        settled_recheck(s, UNCHECKED_ALL);
    }
    if (e->how != RH_RETIRE) k->beaten_by = NONE;
    switch (e->to) {
    case RZ_DECK:
        settled_recheck(s, 1u << RZ_ENTRY);
        break; /* the deck can fill an empty entry again (10.5) */
    case RZ_DEER: zone_shuffle(r, e->to_player, RZ_DEER); break;
    default: break;
    }
}

/* ---- queries of card text ---- */

/* Hook: the card that has a role in the current attack, card 0 if there is none. */
static CardRef role(const Run *r, unsigned role) {
    const State *s = r->s;
    const CardRef none = {0};
    if (role == RR_STRUCK) return s->fact_card[RR_NONE];
    if (!s->facts[RF_ATTACKING]) return none;
    switch (role) {
    case RR_ATTACKING: return ref_to(s, zone_top(s, s->facts[RF_ATTACKER], RZ_ENTRY));
    case RR_ATTACKED: return ref_to(s, zone_top(s, s->facts[RF_TARGET], RZ_ENTRY));
    case RR_SUPPORTING:
    case RR_BLOCKED: return ref_live(s, s->fact_card[role]) ? s->fact_card[role] : none;
    case RR_BEATEN: /* the card the attacker made retire, wherever it is now */
        return ref_to(s, s->fact_card[RR_BEATEN].card);
    case RR_BLOCKING: return ref_to(s, s->fact_card[RR_ATTACKING].card);
    case RR_SUPPORTED:
        return s->fact_card[RR_SUPPORTING]; /* 9.12.1: last known information if it has left */
    default: return none;
    }
}

/* Is the current attack the n-th, if this turn had so many before? -n: the n-th or a later one. A
 * text may count every attack of its master's turn as the first. */
bool rebirth_is_nth(Run *r, unsigned so_many, int n) {
    const State *s = r->s;
    for (unsigned i = 0; i < s->nextra; i++)
        if (s->extra[i].kind == ADD_KEYWORD && s->extra[i].term == RW_ALL_FIRST &&
            (turn_side(s) & player_bit(card_of(s, s->extra[i].card)->holder)))
            return n == 1 || n == -1;
    return n < 0 ? (int)so_many >= -n : (int)so_many == n;
}

/* Hook: evaluates a predicate of facts.def. */
static bool fact(Run *r, unsigned which, int arg, unsigned you) {
    State *s = r->s;
    switch (which) {
    case RFACT_NTH_ATTACK:
        return s->facts[RF_ATTACKING] && rebirth_is_nth(r, (unsigned)s->facts[RF_ATTACKS], arg);
    case RFACT_MAIN: return s->point == RP_MAIN;
    case RFACT_ATTACK_PHASE: return s->point >= RP_ATTACK_PHASE && s->point <= RP_ATTACK_END;
    case RFACT_CHECKING: return s->facts[RF_CHECKING] == you + 1;
    case RFACT_NEXT_NTH:
        return rebirth_is_nth(r, (unsigned)s->facts[RF_ATTACKS] + !s->facts[RF_ATTACKING], arg);
    case RFACT_ATTACKING: return s->facts[RF_ATTACKING];
    case RFACT_PARTNER_ATTACK: return rebirth_attack_is_partner(r);
    case RFACT_BLOCKED: return s->facts[RF_BLOCKED];
    case RFACT_CARD_NTH: {
        uint16_t c = role(r, RR_ATTACKING).card;
        return c && rebirth_is_nth(r, card_of(s, c)->attacks, arg);
    }
    default: return false;
    }
}
/* Hook: number 0 is the count of empty seats, number 1 that of attacks this turn. */
static int number(Run *r, unsigned which, unsigned player) {
    if (!which) {
        RULE(RB_4_5_3_2);
        RULE(RB_4_5_3_2_1);
        return (int)seats_empty(r, (PlayerId)player, RZ_MEMBER);
    }
    return r->s->player[player].counter[0];
}

/* Hook: texts let the sparks of a player trigger again. */
unsigned rebirth_triggers_more(Run *r, unsigned player, uint16_t a) {
    if (!(r->pack->abil[a].keywords >> RW_SPARK & 1)) return 0;
    return rules_sum(r, RRC_SPARK_AGAIN, (PlayerId)player, NONE);
}

/* Does a text make the Re combos of this card valid, in any case or with a Re birth card of another
 * name? */
static bool combo_accepted(Run *r, const Eval *e) {
    const State *s = r->s;
    const Player *q = &s->player[e->you];
    for (unsigned i = 0; i < s->nextra; i++) {
        const Extra *x = &s->extra[i];
        bool own = x->kind == ADD_ACCEPTS && x->card == e->self.card;
        bool all = x->kind == ADD_ACCEPTS_ALL && card_of(s, x->card)->holder == e->you;
        if (!own && !all) continue;
        if (!x->term) return true;
        for (unsigned j = 0; j < q->count[RZ_REBIRTH]; j++) {
            CardId c = zone_card(q, RZ_REBIRTH, j);
            if ((card_of(s, c)->kinds >> RK_RE & 1) && card_named(r, c, x->term)) return true;
        }
    }
    return false;
}

/* Hook, 11.5: the condition of an ability with a Re combo that a text makes valid: its other
 * conditions must hold. */
static bool condition_waived(Run *r, const Eval *e, const AbilityDef *b) {
    const Code *k = r->pack->code;
    Pc pc = b->cond;
    unsigned n = 1;
    if (!(b->keywords >> RW_RECOMBO & 1) || !combo_accepted(r, e)) return false;
    if (k[pc] == OP_BMARK && k[pc + 1] == RB_11_2_4) { /* several, see icons() of host/tongue.c */
        n = k[pc + 3];
        pc = (Pc)(pc + 4);
    }
    for (; n > 0; n--) {
        bool combo = k[pc] == OP_BMARK && (k[pc + 1] == RB_11_5_2 || k[pc + 1] == RB_11_5_3);
        if (!combo && !vm_truth_at(e, pc)) return false;
        vm_pass(r, &pc);
    }
    RULE(RB_1_3_1); /* the text overrides 11.5.2 */
    return true;
}

/* Hook, 9.4: validity conditions of an ability beyond its zone and its printed condition. */
static bool playable(Run *r, uint16_t c, uint16_t a, unsigned player) {
    State *s = r->s;
    const AbilityDef *b = &r->pack->abil[a];
    const Card *k = card_of(s, c);
    if (b->flags & ABIL_PARTNER_ZONE) {
        RULE(RB_9_4_4_2);
        RULE(RB_9_4_4_2_1);
        if (!(k->kinds >> RK_PA & 1)) return false;
    }
    if (k->zone == RZ_REBIRTH && !(b->flags & ABIL_ZONES_PRINTED)) RULE(RB_9_4_5_1);
    if (b->kind == ABIL_TRIGGERED && rebirth_ability_forbidden(r, (PlayerId)player, c, a))
        return false;
    return true;
}

/* Hook: writes the candidates of the game's own pick lists (RL_*). */
static unsigned candidates(Run *r, Frame *f, unsigned list, struct CardRef *out) {
    State *s = r->s;
    const Player *q = &s->player[pick_of(f)->player];
    unsigned n = 0;
    if (list == RL_PARTNERS) {
        CardId c[CARDS_PER_PLAYER];
        rebirth_list_partners(r, pick_of(f)->player, true, c, &n);
        for (unsigned i = 0; i < n; i++) out[i] = ref_to(s, c[i]);
        return n;
    }
    if (list == RL_REBIRTH || list == RL_REBIRTH_LEAVING) {
        CardId c[CARDS_PER_PLAYER];
        n = list == RL_REBIRTH ? rebirth_list_keepable(r, pick_of(f)->player, c)
                               : rebirth_list_leaving(r, pick_of(f)->player, c);
        for (unsigned i = 0; i < n; i++) out[i] = ref_to(s, c[i]);
        return n;
    }
    if (list == RL_ENERGY) {
        CardId c[CARDS_PER_PLAYER];
        n = rebirth_list_energy(r, pick_of(f)->player, c);
        for (unsigned i = 0; i < n; i++) out[i] = ref_to(s, c[i]);
        return n;
    }
    ZoneId z = list == RL_PAY ? RZ_ENERGY : list == RL_HAND ? RZ_HAND : RZ_RETIRE;
    const CardId *cards = zone_cards(q, z);
    for (unsigned i = 0, m = q->count[z]; i < m; i++) {
        const Card *k = card_of(s, cards[i]);
        if (z != RZ_ENERGY || !(k->flags & CARD_RESTED)) out[n++] = ref_of(cards[i], k->inc);
    }
    return n;
}

/* Hook: may the player choose this card? Some rule changes bind the choosing player, others every
 * effect of a player regardless of who chooses; a cost is not an effect. */
static bool choosable(Run *r, unsigned player, uint16_t c, unsigned ctx) {
    const Context *x = &r->s->ctx[ctx];
    if (rule_on(r, RRC_NO_CHOOSE, (PlayerId)player, c)) return false;
    if (x->paying) return true;
    if (rule_on(r, RRC_NO_CHOOSE_BY, x->master, c)) return false;
    return !rule_any(r, RRC_NO_CHOOSE_CH) || !(card_kinds(r, x->source.card) >> RK_CH & 1) ||
           !rule_on(r, RRC_NO_CHOOSE_CH, x->master, c);
}

/* Removes the cards of a kind from the list if one of them must be chosen before the others. */
static unsigned prefer_among(Run *r, PlayerId p, struct CardRef *list, unsigned n) {
    unsigned first = 0, m = 0;
    for (unsigned i = 0; i < n; i++) first += rule_on(r, RRC_PREFER_AMONG, p, list[i].card) > 0;
    if (!first) return n;
    RULE(RB_9_10_5);
    for (unsigned i = 0; i < n; i++)
        if (rule_on(r, RRC_PREFER_AMONG, p, list[i].card) ||
            !rule_on(r, RRC_YIELD_CHOOSE, p, list[i].card))
            list[m++] = list[i];
    return m;
}

/* Hook, 9.10.5: reduces the list to the cards that the most "must choose" effects ask for. */
static unsigned prefer(Run *r, unsigned player, struct CardRef *list, unsigned n, bool *others) {
    unsigned best = 0, m = 0;
    if (rule_any(r, RRC_PREFER_AMONG)) {
        m = prefer_among(r, (PlayerId)player, list, n);
        *others = m < n;
        n = m;
        m = 0;
    }
    if (!rule_any(r, RRC_PREFER_CHOOSE)) return n;
    for (unsigned i = 0; i < n; i++) {
        unsigned v = rule_on(r, RRC_PREFER_CHOOSE, (PlayerId)player, list[i].card);
        if (v > best) best = v;
    }
    if (best) RULE(RB_9_10_5);
    if (best) *others = false;
    for (unsigned i = 0; i < n; i++)
        if (rule_on(r, RRC_PREFER_CHOOSE, (PlayerId)player, list[i].card) == best)
            list[m++] = list[i];
    return m;
}

/* Hook, 1.3.3: is the card kept from standing up? */
static bool orient_forbidden(Run *r, uint16_t c, unsigned rest) {
    bool standby = r->s->point == RP_TURN_START || r->s->point == RP_STANDBY;
    bool no = !rest && (rule_on(r, RRC_NO_STAND, NOBODY, c) ||
                        (standby && rule_on(r, RRC_NO_STANDBY, NOBODY, c)));
    if (no) RULE(RB_1_3_3);
    return no;
}

bool rebirth_damage_forbidden(Run *r, uint16_t c) {
    bool no = rule_on(r, RRC_NO_DAMAGE, NOBODY, c) > 0;
    if (no) RULE(RB_1_3_3);
    return no;
}

int rebirth_damage_added(Run *r, uint16_t c, uint16_t source) {
    State *s = r->s;
    const int less = (int)rules_sum(r, RRC_LESS_DAMAGE, NOBODY, c);
    if (!source || !rule_any(r, RRC_DAMAGE_FROM)) return -less;
    s->fact_card[RR_NONE] = ref_to(s, c); /* RR_STRUCK */
    const int n = (int)rules_sum(r, RRC_DAMAGE_FROM, NOBODY, source);
    s->fact_card[RR_NONE] = (CardRef){0};
    return n - less;
}

bool rebirth_draw_forbidden(Run *r, unsigned player) {
    bool no = rule_on(r, RRC_NO_DRAW, (PlayerId)player, NONE) > 0;
    if (no) RULE(RB_1_3_3);
    return no;
}

unsigned rebirth_draws_more(Run *r, unsigned player) {
    const State *s = r->s;
    int most = 0;
    for (unsigned i = 0; rule_any(r, RRC_DRAW_MORE) && i < s->nrules; i++)
        if (s->rule[i].rule == RRC_DRAW_MORE && (s->rule[i].players & player_bit(player)) &&
            s->rule[i].amount > most)
            most = s->rule[i].amount;
    if (most) RULE(RB_1_3_1);
    return (unsigned)most;
}

/* Hook: is the move to one of the zones 'to' forbidden? */
static bool move_forbidden(Run *r, uint16_t c, unsigned to, unsigned put, unsigned how) {
    (void)how;
    const Card *k = card_of(r->s, c);
    /* 4.6.5: a text puts a partner into the energy zone only if it names partners */
    const bool no = (to >> RZ_ENERGY & 1) && (k->kinds >> RK_PA & 1) && k->zone != RZ_ENERGY &&
                    !(put & PUT_NAMED_KIND);
    if (no) RULE(RB_4_6_5);
    return no;
}

/* Hook: what a viewer knows of a hidden card's kinds. 4.10.4: partners in a hand are public. */
static KindSet kinds_known(Run *r, unsigned viewer, uint16_t c) {
    const Card *k = card_of(r->s, c);
    run_rule(r, visibility_clause[k->zone]);
    if (k->zone == RZ_ENERGY && (k->flags & CARD_DOWN) && k->holder == viewer) RULE(RB_4_6_2_1);
    if (k->zone != RZ_HAND) return 0;
    RULE(RB_4_10_4);
    return k->kinds >> RK_PA & 1 ? 1u << RK_PA : 0;
}

/* Hook, 1.2.4: a player concedes. */
static void conceded(Run *r, unsigned player) {
    (void)player;
    RULE(RB_1_2_4);
    RULE(RB_1_2_4_1);
}

/* Hook for scenarios: pushes the frames of a game that has reached the named point of the turn. */
static bool start_at(Run *r, const char *point) {
    static const struct {
        const char *word;
        uint8_t proc, step;
    } stops[] = {
#define STOP(name, word, clause, expected, proc, step) {word, proc, step},
#include "games/rebirth/stops.def"
#undef STOP
    };
    settled_recheck(r->s, UNCHECKED_ALL);
    for (unsigned i = 0; i < sizeof stops / sizeof *stops; i++) {
        if (stops[i].proc == PROC_NONE || strcmp(point, stops[i].word)) continue;
        bool main = stops[i].proc == RPROC_MAIN;
        if (main) frame_push(r, RPROC_TURN)->step = RTURN_ATTACK;
        frame_push(r, stops[i].proc)->step = stops[i].step;
        if (main) rebirth_reach(r->s, RP_MAIN);
        if (main) rebirth_check_timing(r);
        return true;
    }
    return false;
}

/* 9.10.1: the layer in which each kind of change is applied. */
/* Hook: pushes the payment of energy. */
static void pay(Run *r, unsigned ctx, unsigned player, unsigned n) {
    (void)ctx;
    rebirth_pay_energy(r, (PlayerId)player, (int)n);
}

static const uint8_t layer_of[CHANGE_COUNT] = {
    [CHANGE_TRAIT] = LAYER_INFO,   [CHANGE_KEYWORD] = LAYER_INFO, [CHANGE_GRANT] = LAYER_ABILITY,
    [CHANGE_LOSS] = LAYER_ABILITY, [CHANGE_INFO] = LAYER_INFO,    [CHANGE_COST] = LAYER_NUMBER,
    [CHANGE_NEW] = LAYER_NUMBER,
};

/* Hook: has the turn reached this point? Relies on the order of points.def; the points of an attack
 * recur. */
static bool point_passed(Run *r, unsigned point) { return r->s->point >= point; }

/* Hook: nothing is being carried out when the turn player chooses what to do. */
static const char *check(Run *r) {
    const State *s = r->s;
    const bool chooses =
        s->ask.pending && (s->ask.kind == RASK_ACTION || s->ask.kind == RASK_ATTACK);
    return chooses && s->ctx_top ? "no context is in use when a player chooses an action" : 0;
}

const Game game_rebirth = {
    .key = "rebirth",
    .name = "Reバース for you",
    .prefix = "RB",
    .nzones = RZ_COUNT,
    .nkinds = RK_COUNT,
    .npoints = RP_COUNT,
    .nkeywords = RW_COUNT,
    .nprocs = RPROC_END,
    .nrules = RRC_COUNT,
    .rule_open_cards = RRC_OPEN_CARDS,
    .rule_enters_rested = RRC_PUTS_RESTED,
    .nfacts = RFACT_COUNT,
    .nroles = RR_COUNT,
    .nhows = RH_COUNT,
    .ndeeds = RDEED_COUNT,
    .nnumbers = 2, /* empty seats and attacks, see number() */
    .nops = ROP_COUNT,
    .nasks = RASK_END - ASK_GAME,
    .formats = rebirth_formats,
    .zones = zones,
    .kinds = kinds,
    .points = points,
    .point_passed = point_passed,
    .keywords = keywords,
    .rules = rules,
    .facts = facts,
    .asks = asks,
    .procs = procs,
    .ops = rebirth_ops,
    .marks = marks,
    .deck_zone = RZ_DECK,
    .hand_zone = RZ_HAND,
    .pile_zone = {[RPILE_DEER] = RZ_DEER}, /* partners start in no zone */
    .seat_zone = RZ_MEMBER,
    .seats = 3, /* 4.5.3.1 */
    .how_draw = RH_DRAW,
    .numbered_kinds = 0xFF,
    .begin = begin,
    .start_at = start_at,
    .check = check,
    .orient_forbidden = orient_forbidden,
    .put_face = put_face,
    .redirect = redirect,
    .playable = playable,
    .interrupt = interrupt,
    .processing_overlooked = rebirth_processing_overlooked,
    .layer_of = layer_of,
    .dated_by_play = true, /* 9.10.1.6.2 */
    .draw_forbidden = rebirth_draw_forbidden,
    .draws_more = rebirth_draws_more,
    .damage_forbidden = rebirth_damage_forbidden,
    .damage_added = rebirth_damage_added,
    .move_forbidden = move_forbidden,
    .entered = entered,
    .entered_kinds = 1u << RK_PA,
    .mark_entered = mark_entered,
    .displaced_to = RZ_WAITING,
    .how_displaced = RH_RULE,
    .decide_result = rebirth_decide_result,
    .conceded = conceded,
    .players_left = rebirth_players_left,
    .rebuild_question = rebirth_rebuild_question,
    .op = rebirth_op,
    .op_payable = rebirth_op_payable,
    .fact = fact,
    .condition_waived = condition_waived,
    .triggers_more = rebirth_triggers_more,
    .number = number,
    .role = role,
    .candidates = candidates,
    .choosable = choosable,
    .prefer = prefer,
    .why_not = rebirth_why_not,
    .payable = rebirth_payable,
    .pay = pay,
    .pay_zone = RZ_ENERGY,
    .none_unpaid = true,      /* 1.3.2.2 */
    .open_kinds = 1 << RK_PA, /* 4.6.2, 4.10.4 */
    .kinds_known = kinds_known,
    .clause_choose = RB_9_7_4_2,
    .clause_seat = RB_4_5_3,
    .clause_order = RB_4_1_5,
    .clause_replace = RB_9_11_2,
    .clause_reveal = RB_9_8_2_2,
    .clause_may = RB_9_7_4_2,
    .clause_mode = RB_5_27_1,
    .clause_number = RB_1_3_5,
    .clause_loop = RB_14_1_1_1,
    .clause_upto_draw = RB_5_9_3_1,
    .clause_upto_look = RB_5_10_3_2,
    .clause_opponent = RB_13_5_5_3,
    .clause_opponent_acts = RB_13_5_5_4,
    .clause_opponent_static = RB_13_5_5_2,
};
