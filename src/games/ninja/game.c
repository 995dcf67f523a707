/* The Game descriptor of ニンジャスレイヤーTCG: tables, the clauses behind the kernel's marks, and
 * hooks. */
#include "kernel/procs.h"
#include "games/ninja/ninja.h"
#include "kernel/pick.h"
#include "kernel/tables.h"
#include "vm/vm.h"

/* ---- tables ---- */

/* 302.3a: a card keeps its orientation and the effects on it between field and ether zone. */
enum { ORIENTED_ZONES = 1 << NZ_FIELD | 1 << NZ_ETHER };
static const ZoneInfo zones[NZ_COUNT] = {
    [NZ_NOWHERE] = {.key = "nowhere", .name = ""},
#define ZONE(id, word, key_, printed, english, flags_, follows_, keeps_, ...)                      \
    [NZ_##id] = {                                                                                  \
        .key = key_, .name = printed, .flags = flags_, .follows = follows_, .keeps = keeps_},
#include "games/ninja/zones.def"
#undef ZONE
};
static const FormatInfo formats[] = {
#define FORMAT(name, key_, clause_, words, about)                                                  \
    [NFORMAT_##name] = {.key = key_, .least = 2, .most = 2, .team = 1, .clause = clause_},
#include "games/ninja/formats.def"
#undef FORMAT
    {0},
};

/* Maps the kernel's generic marks (KM_*) to the clauses of this rulebook. */
static const MarkRow marks[KM_COUNT] = {
    [KM_AS_MUCH] = {NS_104_2},
    [KM_RULE_CHANGED] = {NS_104_1},
    [KM_ALREADY] = {NS_104_3},
    [KM_STANDS] = {NS_1310_1},
    [KM_RESTS] = {NS_1310_2},
    [KM_ZERO_TIMES] = {NS_104_2},
    [KM_FORBIDDEN] = {NS_104_4},
    [KM_NUMBER] = {NS_104_5},
    [KM_NEW_CARD] = {NS_302_3},
    [KM_OWNER_ZONE] = {NS_302_5, NS_105_2},
    [KM_ORDERED] = {NS_304_2},
    [KM_UPRIGHT_PUT] = {NS_303_1a},
    [KM_DOWN_PUT] = {NS_303_2},
    [KM_ORDER] = {NS_302_4},
    [KM_ONE_BY_ONE] = {NS_304_3},
    [KM_ORIENTED] = {NS_303_1b},
    [KM_TURNED] = {NS_303_2, NS_303_2b},
    [KM_SHUFFLED] = {NS_1316_1, NS_1316_1a},
    [KM_SHUFFLED_FEW] = {NS_1316_1, NS_1316_1a},
    [KM_SHUFFLE_HIDES] = {NS_1316_2},
    [KM_SHUFFLE_GOES_ON] = {NS_1316_2a},
    [KM_DRAW_ONE] = {NS_1308_1},
    [KM_DRAW_MANY] = {NS_1308_2},
    [KM_TRIGGERED] = {NS_1209_3},
    [KM_TRIGGERED_AGAIN] = {NS_1209_3},
    [KM_HIDDEN_TRIGGER] = {NS_1209_3a, NS_1209_3b},
    [KM_HIDDEN_SHOWN] = {NS_1209_3c},
    [KM_MOVE_TRIGGER_OPEN] = {NS_1209_6a},
    [KM_MOVE_TRIGGER_SEAT] = {NS_1209_6b},
    [KM_MOVE_TRIGGER_IN] = {NS_1209_6b},
    [KM_MOVE_TRIGGER_IN_OPEN] = {NS_1209_6b},
    [KM_NOT_ARRIVED] = {NS_1315_1},
    [KM_MOVE_TRIGGER_NEW] = {NS_1209_6c},
    [KM_DELAYED] = {NS_1209_7, NS_105_3c},
    [KM_DELAYED_FIRES] = {NS_1209_7, NS_1209_3},
    [KM_STATE_TRIGGER] = {NS_1209_8},
    [KM_STATE_AGAIN] = {NS_1209_8},
    [KM_LATER] = {NS_1204_2e_3},
    [KM_RECKONED] = {NS_1205_1b},
    [KM_MASKED] = {NS_1204_2e_5},
    [KM_ONE_SHOT] = {NS_1212_1},
    [KM_PRINTED] = {NS_1213_1a},
    [KM_LAYER_ABILITY] = {NS_1213_1c},
    [KM_BASE_ABILITY] = {NS_1210_2},
    [KM_LAYER_TRAIT] = {NS_1213_1b},
    [KM_LAYER_INFO] = {NS_1213_1d},
    [KM_LAYER_BASE] = {NS_1213_1e},
    [KM_COST_SET] = {NS_1204_2g_4},
    [KM_COST_RAISED] = {NS_1204_2g_5},
    [KM_COST_LOWERED] = {NS_1204_2g_6},
    [KM_SEVERAL_LAYERS] = {NS_1213_2},
    [KM_LAYER_NUMBER] = {NS_1213_1f},
    [KM_DEPENDENCY] = {NS_1213_3a},
    [KM_BY_TIME] = {NS_1213_3b},
    [KM_SAME_AGE] = {NS_1213_3b},
    [KM_BY_TIME_STATIC] = {NS_1213_3b_1},
    [KM_BY_TIME_EFFECT] = {NS_1213_3b_2},
    [KM_MODIFIED] = {NS_1303_1, NS_1303_2},
    [KM_LOCKED] = {NS_302_3},
    [KM_AT_ONCE] = {NS_1213_4},
    [KM_AT_ONCE_STATIC] = {NS_1213_4, NS_1213_10},
    [KM_SET_VALUE] = {NS_1213_5},
    [KM_REPLACED_NOT] = {NS_1214_1},
    [KM_REPLACE_CARD] = {NS_1214_2},
    [KM_REPLACE_ACTION] = {NS_1214_2},
    [KM_REPLACE_ONCE] = {NS_1214_3},
    [KM_BY_COST] = {NS_1203_6},
    [KM_BY_MASTER] = {NS_1203_6a},
    [KM_BY_DISCARD] = {NS_1203_7},
    [KM_BY_DISCARD_MASTER] = {NS_1203_7a},
    [KM_BY_CANNOT] = {NS_1203_2},
    [KM_COST_REPLACED] = {NS_1203_3},
    [KM_LAST_KNOWN] = {NS_1215_1},
    [KM_NEED_NOT_FIND] = {NS_302_2b, NS_1307_2},
    [KM_DO_NOTHING_ELSE] = {NS_1210_1, NS_1213_3b_3, NS_105_3b, NS_209_2},
    [KM_MASTER_ACTS] = {NS_1308_1a},
    [KM_ZONE_PRINTED] = {NS_1202_1, NS_1202_3},
    [KM_ZONE_PLAIN] = {NS_1202_1, NS_1202_2},
    [KM_REMINDER] = {NS_209_5},
    [KM_ABILITY_NAME] = {NS_209_6},
    [KM_BOX_NAME] = {NS_210_2},
    [KM_GRANTED] = {NS_1325_2},
    [KM_LASTS] = {NS_105_3c},
    [KM_THESE_ONLY] = {NS_1213_6},
    [KM_LASTS_GAME] = {NS_1213_8, NS_1213_3b_4},
    [KM_LASTS_TERM] = {NS_1213_7, NS_1213_3b_4},
    [KM_DAMAGE_SOURCE] = {NS_1216_3},
    [KM_KILLED_BY_EFFECT] = {NS_1216_5b, NS_1216_5c},
    [KM_NOT_MOVED_BY] = {NS_1216_7},
    [KM_MOVED_BY] = {NS_1216_7, NS_1216_7b},
    [KM_MOVED_BY_COST] = {NS_1216_7, NS_1216_7a},
    [KM_SHOWN] = {NS_1306_1},
    [KM_SHOWN_ALREADY] = {NS_1306_2},
    [KM_CHOSEN_THEN] = {NS_1307_4},
    [KM_SEARCHED] = {NS_1307_2},
    [KM_GAINED_TRAIT] = {NS_1325_1},
    [KM_LOST] = {NS_1327_1},
    [KM_NAME] = {NS_1302_1},
    [KM_TRAIT] = {NS_1302_2, NS_204_2},
    [KM_COUNTS] = {NS_302_2a},
    [KM_SEEN] = {NS_302_2},
    [KM_UNSEEN] = {NS_302_2},
    [KM_UNSEEN_DOWN] = {NS_303_2},
    [KM_FACE_DOWN_INFO] = {NS_309_1b_1},
    [KM_YOU] = {NS_105_3},
    [KM_LOOP] = {NS_1501_1a},
    [KM_LOOP_NUMBER] = {NS_1501_1a},
    [KM_LOOP_LESS] = {NS_1501_1b},
    [KM_LOOP_BOTH] = {NS_1501_1b},
    [KM_LOOP_DRAW] = {NS_1501_1c},
};

static void begin(Run *r) { frame_push(r, NPROC_SETUP); }

/* Hook: nothing interrupts an action. 902: rules are processed in rule checks only. */
static void interrupt(Run *r) { (void)r; }

/* Clauses on how cards lie in a zone, marked when a card arrives. */
static const uint16_t arrival_clauses[NZ_COUNT][4] = {
#define CLAUSES(...)                                                                               \
    { __VA_ARGS__ }
#define ZONE(name, word, key, printed, english, flags, follows, keeps, clauses, ...)               \
    [NZ_##name] = CLAUSES clauses,
#include "games/ninja/zones.def"
#undef CLAUSES
#undef ZONE
};
/* The clause on who may see the cards of a zone, marked when somebody looks. */
static const uint16_t visibility_clause[NZ_COUNT] = {
#define ZONE(name, word, key, printed, english, flags, follows, keeps, clauses, sight, ...)        \
    [NZ_##name] = sight,
#include "games/ninja/zones.def"
#undef ZONE
};

/* Hook: marks the clauses of an arrival. */
static void mark_entered(const Run *r, const Event *e) {
    for (unsigned i = 0; i < 4 && arrival_clauses[e->to][i]; i++)
        run_rule(r, arrival_clauses[e->to][i]);
    if (ORIENTED_ZONES >> e->from & ORIENTED_ZONES >> e->to & 1) RULE(NS_302_3a);
    if (e->how == NH_AMBUSH) {
        RULE(NS_1314_1);
        if (e->to_player == card_owner(e->card)) RULE(NS_1314_1a);
        if (ORIENTED_ZONES >> e->from & 1) RULE(NS_1314_1b);
    }
    if (e->how == NH_DISCARD) RULE(NS_1309_1);
    if (e->how == NH_KILL) {
        RULE(NS_1311_1);
        RULE(NS_1311_2);
    }
    if (e->to == NZ_FIELD && e->to_player == card_owner(e->card)) RULE(NS_105_3a);
    if (e->to == NZ_REMOVED) RULE(NS_1324_1);
    if (e->to == NZ_DAMAGE && !(e->put & PUT_DOWN)) RULE(NS_303_2a);
}

/* A card that a text moves out of the space leaves the stack, unless it is just being resolved. */
static void leave_space(State *s, CardId c) {
    for (unsigned i = s->nstack; i-- > 0;) {
        const Stacked *t = &s->stack[i];
        if (t->sort != STACK_CARD || t->source.card != c || (t->flags & STACKED_ENTERING)) continue;
        for (unsigned k = 0; k < s->nframes; k++)
            if (s->frame[k].proc == NPROC_RESOLVE &&
                resolving_of(&s->frame[k])->serial == t->serial)
                return;
        stack_take(s, t->serial);
        return;
    }
}

/* Hook: rules that change or stop a move. A move within a player's field does not happen; a move to
 * another player's field changes control (306.4). */
static bool redirect(Run *r, Event *e) {
    const Card *k = card_of(r->s, e->card);
    if (e->from == NZ_SPACE) leave_space(r->s, e->card);
    if (e->from != NZ_FIELD) return true;
    if (e->to == NZ_FIELD && k->holder == e->to_player) return false;
    if (r->s->facts[NF_IN_ATTACK]) ninja_leave_attack(r, e->card);
    if (e->to != NZ_FIELD) return true;
    RULE(NS_306_4);
    RULE(NS_302_3b);
    return true;
}

/* Hook: the face flags of an arriving card. */
static uint16_t put_face(Run *r, const Event *e) {
    (void)r;
    return e->put & PUT_DOWN ? CARD_DOWN : 0;
}

/* ---- queries of card text ---- */

/* Hook: the card that has a role in the attack, card 0 if there is none. Only the attacker has a
 * role before battle (704.6, 705.5). */
static CardRef role(const Run *r, unsigned role) {
    const State *s = r->s;
    const CardRef none = {0, 0};
    if (!s->facts[NF_IN_ATTACK] || (role != NR_ATTACKING && !s->facts[NF_IN_BATTLE])) return none;
    if (role == NR_STRIKING) role = NR_ATTACKING;
    if (!ref_live(s, s->fact_card[role])) return none;
    return s->fact_card[role];
}

/* Hook: evaluates a predicate of facts.def. */
static bool fact(Run *r, unsigned which, int arg, unsigned you) {
    State *s = r->s;
    (void)you;
    switch (which) {
    case NFACT_POINT: return s->point == arg;
    case NFACT_BATTLE_PHASE: return s->point >= NP_BATTLE && s->point <= NP_BATTLE_END;
    case NFACT_AIMED_AT_PLAYER: /* arg: see facts.def */
        if (!s->facts[NF_IN_ATTACK]) return false;
        if (arg == 3) return ref_live(s, s->fact_card[NR_ATTACKED]);
        return arg == 0   ? s->facts[NF_AIM_PLAYER] == you + 1
               : arg == 1 ? s->facts[NF_AIM_PLAYER] && s->facts[NF_AIM_PLAYER] != you + 1
                          : s->facts[NF_AIM_PLAYER] != 0;
    default: return false;
    }
}

/* Hook: the player's counters of this turn. */
static int number(Run *r, unsigned which, unsigned player) {
    return r->s->player[player].counter[which & 7];
}

/* Hook: an ability whose keyword the card has lost is not valid (1327.1). */
static bool playable(Run *r, uint16_t c, uint16_t a, unsigned player) {
    const uint32_t own = 1u << NW_INTERRUPT | 1u << NW_KAIZEN | 1u << NW_SATSUBATSU;
    (void)player;
    derive_for(r, TOUCH_KEYS);
    return !r->s->nextra ||
           !(r->pack->abil[a].keywords & own & keywords_lost(r->s, c)); /* 1327.1 */
}

/* 1403.2: the cards still on the field that attacked the source this turn. */
static unsigned attackers(const Run *r, const Context *x, struct CardRef *out) {
    const State *s = r->s;
    unsigned n = 0;
    for (unsigned i = 0; i < s->ndeeds; i++) {
        const Deed *d = &s->deed[i];
        if (d->kind == ND_ATTACKED && d->on.card == x->source.card && d->on.inc == x->source.inc &&
            ref_live(s, d->by) && card_of(s, d->by.card)->zone == NZ_FIELD)
            out[n++] = d->by;
    }
    return n;
}

/* Hook: writes the candidates of the game's own pick lists (NL_*). */
static unsigned candidates(Run *r, Frame *f, unsigned list, struct CardRef *out) {
    State *s = r->s;
    const Player *q = &s->player[pick_of(f)->player];
    unsigned n = 0;
    if (list == NL_ATTACKERS) return attackers(r, &s->ctx[f->ctx], out);
    if (list == NL_SEARCH) return ninja_search_candidates(r, f, out);
    ZoneId z = list == NL_ETHER ? NZ_ETHER : NZ_DAMAGE;
    unsigned bar = list == NL_ETHER ? CARD_RESTED : list == NL_FACE_UP ? CARD_DOWN : 0;
    const CardId *cards = zone_cards(q, z);
    for (unsigned i = 0, m = q->count[z] < MAX_SET ? q->count[z] : MAX_SET; i < m; i++) {
        const Card *k = card_of(s, cards[i]);
        out[n] = ref_of(cards[i], k->inc);
        n += !(k->flags & bar);
    }
    return n;
}

/* 1204.2j: is the card being entered? It stays where it is until everything is paid, but cannot be
 * chosen to pay for itself. */
static bool being_entered(const State *s, uint16_t c) {
    const Stacked *t = s->nstack ? &s->stack[s->nstack - 1] : 0;
    return t && (t->flags & STACKED_ENTERING) && t->sort == STACK_CARD && t->source.card == c &&
           card_of(s, c)->inc == t->source.inc;
}

/* Hook: evaluates a predicate of card_facts.def. */
static bool card_fact(Run *r, unsigned which, unsigned arg, unsigned you, uint16_t c) {
    const Card *k = card_of(r->s, c);
    if (which == NQ_ATTACKED) return k->attacks > 0;
    if (which == NQ_ARRIVED) RULE(NS_1315_1);
    if (which == NQ_ARRIVED) return k->zone == NZ_FIELD && k->stamp > r->s->turn_clock;
    return which == NQ_ENTERABLE &&
           ninja_could_be_entered(r, (PlayerId)you, c, arg ? ENTER_FREE : 0);
}

/* Hook: may the card be chosen? Rule changes bind the master of the effect, whoever chooses. */
static bool choosable(Run *r, unsigned player, uint16_t c, unsigned ctx) {
    if (ctx) player = r->s->ctx[ctx].master;
    if (being_entered(r->s, c)) {
        RULE(NS_1204_2j);
        return false;
    }
    return !rule_any(r, NRC_NO_TARGET) || !rule_on(r, NRC_NO_TARGET, (PlayerId)player, c);
}

/* Hook, 104.4: is the move forbidden? */
static bool move_forbidden(Run *r, uint16_t c, unsigned to, unsigned put, unsigned how) {
    (void)to, (void)put;
    return how == NH_KILL && ninja_kill_forbidden(r, c);
}

/* Hook, 104.4: is the card kept from being bowed or unbowed? */
static bool orient_forbidden(Run *r, uint16_t c, unsigned rest) {
    return rule_on(r, rest ? NRC_NO_BOW : NRC_NO_UNBOW, NOBODY, c);
}

/* Hook, 1213.9: has the turn reached this point? Relies on the order of points.def; the points of
 * an attack recur. */
static bool point_passed(Run *r, unsigned point) {
    RULE(NS_1213_9);
    return r->s->point >= point;
}

/* Hook, 706.8a, 1213.9: is there an attack that "this battle" can refer to? */
static bool in_attack(Run *r) {
    unsigned p = r->s->point;
    RULE(p >= NP_AIM && p <= NP_DAMAGE_END ? NS_706_8a : NS_1213_9);
    return p >= NP_AIM && p <= NP_DAMAGE_END;
}

/* Hook, 104.4: is the player kept from drawing? */
static bool draw_forbidden(Run *r, unsigned player) {
    return rule_on(r, NRC_NO_DRAW, (PlayerId)player, NONE) > 0;
}

/* Hook, 1204.2i: can the player bow n ether? Adds the cards counted to 'reserved'; cards already in
 * it do not count. */
static bool payable(Run *r, unsigned player, int n, uint16_t *reserved, unsigned *nreserved) {
    State *s = r->s;
    const Player *q = &s->player[player];
    int have = 0;
    const CardId *cards = zone_cards(q, NZ_ETHER);
    for (unsigned i = 0, m = q->count[NZ_ETHER]; i < m && have < n; i++) {
        CardId c = cards[i];
        bool taken = card_of(s, c)->flags & CARD_RESTED;
        for (unsigned j = 0; j < *nreserved; j++) taken |= reserved[j] == c;
        if (taken) continue;
        have++;
        if (*nreserved < MAX_SET) reserved[(*nreserved)++] = c;
    }
    return have >= n;
}

/* Hook: a viewer knows nothing about the kinds of a hidden card. */
static KindSet kinds_known(Run *r, unsigned viewer, uint16_t c) {
    (void)viewer;
    const Card *k = card_of(r->s, c);
    run_rule(r, visibility_clause[k->zone]);
    if (k->flags & CARD_DOWN) RULE(NS_309_1b);
    return 0;
}

/* Hook, 103.4: a player concedes. */
static void conceded(Run *r, unsigned player) {
    (void)player;
    RULE(NS_103_4);
}

/* Hook: 103.3: if everybody has lost, the player whose turn it is not wins. */
static void decide_result(Run *r, unsigned lost) {
    (void)lost;
    PlayerSet in = players_in(r->s);
    if (!in) {
        RULE(NS_103_3);
        in = everyone(r->s) & (PlayerSet)~player_bit(r->s->turn_player);
    }
    player_win(r, in);
}

/* A two-player game ends when a player leaves, so there is nothing to break off or to ask again. */
static void players_left(Run *r, unsigned players) { (void)r, (void)players; }
static bool rebuild_question(Run *r) { return (void)r, false; }

/* 704.3: the clause that keeps the card from attacking. */
static unsigned attack_barred(Run *r, PlayerId p, CardId c) {
    const Card *k = card_of(r->s, c);
    if (k->holder != p || k->zone != NZ_FIELD || !(card_kinds(r, c) >> NK_CH & 1)) return NS_704_3;
    if (k->flags & CARD_RESTED) return NS_704_3a_1;
    return rule_on(r, NRC_NO_ATTACK, NOBODY, c) ? NS_704_3a_2 : NS_704_5;
}

/* Tests the same conditions as the code that offers the option, in the order of the clauses. */
unsigned ninja_why_not(Run *r, unsigned p, const Option *o) {
    State *s = r->s;
    if (!s->ask.pending) return NS_802_1;
    if (s->ask.player != p) return s->ask.kind == NASK_PRIORITY ? NS_801_1 : s->ask.clause;
    for (unsigned i = 0; i < s->ask.n; i++)
        if (!memcmp(&s->option[i], o, sizeof *o)) return CLAUSE_NONE;
    if (o->kind == NOPT_ENTER || o->kind == NOPT_USE) {
        const Card *k = card_of(s, o->card);
        if (s->nstack && s->stack[s->nstack - 1].sort == STACK_CHECKS) return NS_802_4;
        if (o->kind == NOPT_USE) return NS_1208_2;
        if ((k->kinds >> NK_CH & 1) &&
            (s->point != NP_CHARACTER || s->nstack || p != s->turn_player))
            return NS_1206_1;
        if (k->now.cost > (int)ninja_ether_upright(s, (PlayerId)p)) return NS_1204_2i;
        return NS_1204_2e;
    }
    if (o->kind == NOPT_ATTACK) return attack_barred(r, (PlayerId)p, o->card);
    if (o->kind == NOPT_INTERRUPT) {
        if (card_of(s, o->card)->deeds & NC_INTERRUPTED) return NS_705_3a_1;
        return rule_on(r, NRC_NO_INTERRUPT, NOBODY, s->fact_card[NR_ATTACKING].card) ? NS_705_3a_2
                                                                                     : NS_705_3a;
    }
    return s->ask.clause;
}

/* Hook for scenarios: pushes the frames of a game that has reached the named point of the turn. */
static bool start_at(Run *r, const char *point) {
    static const struct {
        const char *word;
        uint8_t proc, step;
    } stops[] = {
#define STOP(name, word, clause, expected, proc, step) {word, proc, step},
#include "games/ninja/stops.def"
#undef STOP
    };
    settled_recheck(r->s, UNCHECKED_ALL);
    r->s->turn_clock = r->s->clock; /* cards of the initial board did not arrive this turn */
    for (unsigned i = 0; i < sizeof stops / sizeof *stops; i++) {
        if (stops[i].proc == PROC_NONE || strcmp(point, stops[i].word)) continue;
        if (stops[i].proc == NPROC_BATTLE) frame_push(r, NPROC_TURN)->step = NTURN_END;
        frame_push(r, stops[i].proc)->step = stops[i].step;
        if (stops[i].proc != NPROC_SETUP)
            waiting_state(
                r, DEPENDS_ALL); /* 1209.8: a condition that holds already does not trigger */
        return true;
    }
    return false;
}

/* 1213.1b to 1213.1f: the layer in which each kind of change is applied. 1204.2g-4: a cost is set
 * before it is raised or lowered. */
/* Hook: pushes the payment of ether. */
static void pay(Run *r, unsigned ctx, unsigned player, unsigned n) {
    ninja_pay_ether(r, ctx, (PlayerId)player, n);
}

static const uint8_t layer_of[CHANGE_COUNT] = {
    [CHANGE_TRAIT] = LAYER_TRAIT, [CHANGE_KEYWORD] = LAYER_ABILITY, [CHANGE_GRANT] = LAYER_ABILITY,
    [CHANGE_LOSS] = LAYER_INFO,   [CHANGE_INFO] = LAYER_INFO,       [CHANGE_COST] = LAYER_BASE,
    [CHANGE_NEW] = LAYER_BASE,
};

/* Hook: nothing is being carried out when a player has priority. */
static const char *check(Run *r) {
    const State *s = r->s;
    const bool priority = s->ask.pending && s->ask.kind == NASK_PRIORITY;
    return priority && s->ctx_top ? "no context is in use when a player has priority" : 0;
}

const Game game_ninja = {
    .key = "ninja",
    .name = "ニンジャスレイヤーTCG",
    .prefix = "NS",
    .nzones = NZ_COUNT,
    .nkinds = NK_COUNT,
    .npoints = NP_COUNT,
    .nkeywords = NW_COUNT,
    .nprocs = NPROC_END,
    .nrules = NRC_COUNT,
    .nfacts = NFACT_COUNT,
    .nroles = NR_COUNT,
    .nhows = NH_COUNT,
    .ndeeds = NDEED_COUNT,
    .ncard_facts = NQ_COUNT,
    .nops = NOP_COUNT,
    .nasks = NASK_END - ASK_GAME,
    .formats = formats,
    .zones = zones,
    .kinds = kinds,
    .points = points,
    .keywords = keywords,
    .rules = rules,
    .facts = facts,
    .asks = asks,
    .procs = procs,
    .ops = ninja_ops,
    .marks = marks,
    .deck_zone = NZ_DECK,
    .hand_zone = NZ_HAND,
    .how_draw = NH_DRAW,
    .how_discard = NH_DISCARD,
    .how_kill = NH_KILL,
    .numbered_kinds = 1u << NK_CH,
    .compound_traits = true, /* 1302.2 */
    .begin = begin,
    .start_at = start_at,
    .check = check,
    .rule_enters_rested = NRC_BOWED_IN,
    .face_down_is_blank = true, /* 309.1b-1 */
    .orient_forbidden = orient_forbidden,
    .put_face = put_face,
    .redirect = redirect,
    .loss_takes_granted = true, /* 1213.1d, 1327.1 */
    .rules_of_entry = UINT64_C(1) << NRC_FREE,
    .playable = playable,
    .interrupt = interrupt,
    .processing_overlooked = ninja_processing_overlooked,
    .idle_wrong = ninja_idle_wrong,
    .pass_option = NOPT_PASS,
    .state_enterable = ninja_state_enterable,
    .layer_of = layer_of,
    .set_replaces_value = true, /* 1213.5 */
    .in_attack = in_attack,
    .point_passed = point_passed,
    .damage_deeds = 1u << ND_HURT | 1u << ND_HURT_IN_BATTLE,
    .draw_forbidden = draw_forbidden,
    .move_forbidden = move_forbidden,
    .mark_entered = mark_entered,
    .decide_result = decide_result,
    .conceded = conceded,
    .lose_forbidden = ninja_lose_forbidden,
    .players_left = players_left,
    .rebuild_question = rebuild_question,
    .ordering_asks = 1u << NASK_TRIGGER | 1u << ASK_ORDER,
    .op = ninja_op,
    .ordered_ops = 1 << NOP_NEGATE | 1 << NOP_NEGATEALL | 1 << NOP_TAKE | 1 << NOP_REDIRECT |
                   1 << NOP_REDIRECTP,
    .op_payable = ninja_op_payable,
    .op_unpayable = ninja_op_unpayable,
    .fact = fact,
    .card_fact = card_fact,
    .number = number,
    .role = role,
    .candidates = candidates,
    .choosable = choosable,
    .narrow_pick = ninja_narrow_pick,
    .chooser_sees_zone = true, /* 1307.2 */
    .why_not = ninja_why_not,
    .payable = payable,
    .pay = pay,
    .pay_zone = NZ_ETHER,
    .kinds_known = kinds_known,
    .rule_open_cards = NRC_TOP_OPEN,
    .clause_choose = NS_1307_1,
    .clause_order = NS_302_4,
    .clause_replace = NS_1214_2,
    .clause_reveal = NS_1209_3a,
    .clause_may = NS_1203_6,
    .clause_mode = NS_1204_2b,
    .clause_number = NS_1304_2a,
    .clause_loop = NS_1501_1a,
    .clause_age = NS_1213_3b,
};
