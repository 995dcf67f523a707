/* 800: rounds of priority.
 *
 * NPROC_PRIORITY repeats: rule check (900), question to the player with priority, answer; until
 * all players pass in succession. If the stack is not empty then, its top is resolved and the
 * round goes on.
 *
 * A turn has a dozen rounds, and most are empty: nobody can pay for anything. forecast_round()
 * and the cache of idle players detect these without building a question. The forecast never
 * decides what may be done: whenever it is unsure, the full search (offers) runs. */
#include "games/ninja/ninja.h"
#include "vm/vm.h"

/* Steps of a round. A pass ends the round once everybody else has passed. The loop rules must
 * distinguish this position from the same one earlier in the round, and position_hash() reads the
 * step: hence two steps for an answer. */
enum {
    PRIO_BEGIN,
    PRIO_DUE, /* begins a round, with rule processing known to be due */
    PRIO_CHECK,
    PRIO_ASK,
    PRIO_ANSWERED,
    PRIO_ANSWERED_LAST
};
typedef struct Round {
    uint16_t serial; /* State.serial before the last rule check */
    PlayerId holder; /* the player who has priority */
    uint8_t passes;  /* passes in a row */
} Round;
FRAME_LOCALS(Round, round_of)

/* 802.4: while a damage check is on top of the stack, nothing can be entered. */
static bool under_check(const State *s) { return s->top == STACK_CHECKS; }

/* A search for what a player can do. */
typedef struct Offer {
    PlayerId player;
    bool add;        /* add what is found to the question; else stop at the first */
    bool characters; /* characters may be entered now */
    bool cannot_pay; /* the player cannot pay for any card */
} Offer;

/* ---- cache: which players can do nothing ----
 *
 * Player.idle holds the lowest costs in the hand; valid while Player.fresh has HAND, that is until
 * the hand changes. FRESH_ALL in Player.fresh says that no ability can be paid for; valid until any
 * zone of the player changes. State.idle is the set of players who can do nothing; valid until the
 * clock, the stack or idle_key() changes. */

enum { LEAST_SPELL, LEAST_CARD }; /* indices of Player.idle: cost of the cheapest one */
enum { NO_CARD = 0xFF, HAND = 1 << NZ_HAND };

/* What else State.idle depends on: the phase, whether the stack is empty, and the turn player. */
static uint8_t idle_key(const State *s) {
    const unsigned character = 1u << NP_CHARACTER,
                   battle = (2u << NP_BATTLE_END) - (1u << NP_BATTLE);
    return (uint8_t)((character >> s->point & 1) | (s->nstack != 0) << 1 |
                     (battle >> s->point & 1) << 2 | s->turn_player << 3);
}

/* Is State.idle valid? */
static bool idle_now(const State *s) {
    return (s->idle_clock == s->clock) & (s->idle_serial == s->serial) &
           (s->idle_key == idle_key(s));
}

/* Adds players to State.idle, which is reset first if it is stale. */
static void idle_add(State *s, PlayerSet set) {
    s->idle = (uint8_t)(idle_now(s) ? s->idle | set : set);
    s->idle_clock = s->clock;
    s->idle_serial = s->serial;
    s->idle_key = idle_key(s);
}

/* Can a rule change let cards be entered without paying? While the rules are dirty, every rule that
 * some text could make counts. */
static bool may_be_free(const State *s) {
    const RuleSet stale = -(RuleSet)(s->dirty / DIRTY_RULES & 1);
    return ((s->may_rule & stale) | (s->rule_mask & ~stale)) >> NRC_FREE & 1;
}

/* Are kinds and costs up to date, and can no card be free? Test this before reading the cache,
 * because deriving touches all zones. */
static bool costs_known(Run *r) {
    return !may_be_free(r->s) && !derive_due(r, TOUCH_COST | TOUCH_KINDS);
}

/* The lowest cost in a bitmask of costs, NO_CARD if it is empty. */
static uint8_t lowest_cost(uint64_t costs) {
    return (uint8_t)(costs ? __builtin_ctzll(costs) : NO_CARD);
}

/* Fills Player.idle: the cheapest spell and the cheapest card in the hand. */
static void cache_hand_costs(const State *s, Player *q) {
    const CardId *hand = zone_cards(q, NZ_HAND);
    uint64_t spells = 0, cards = 0;
    for (unsigned i = 0, n = q->count[NZ_HAND]; i < n; i++) {
        const Card *k = card_of(s, hand[i]);
        int cost = k->now.cost > 0 ? k->now.cost : 0;
        cards |= UINT64_C(1) << (cost & 63);
        spells |= (uint64_t)(~k->kinds >> NK_CH & 1) << (cost & 63);
    }
    q->idle[LEAST_SPELL] = lowest_cost(spells);
    q->idle[LEAST_CARD] = lowest_cost(cards);
    q->fresh |= HAND;
}

/* Is every card in the hand too expensive? Call only if costs_known(). */
static bool cards_idle(State *s, PlayerId p, bool characters) {
    Player *q = &s->player[p];
    if (!(q->fresh & HAND)) cache_hand_costs(s, q);
    return ninja_ether_upright(s, p) < q->idle[characters ? LEAST_CARD : LEAST_SPELL];
}

/* Does the player have no activated ability, or none that can be paid for (FRESH_ALL)? */
static bool uses_idle(const State *s, PlayerId p) {
    return ((~s->active >> p) | (s->player[p].fresh / FRESH_ALL)) & 1;
}

/* The opponent. All formats have two players, and this is cheaper than player_next(). */
static PlayerId other_player(const State *s, PlayerId p) {
    ASSERT(s->nplayers == 2);
    return (PlayerId)(s->nplayers - 1 - p);
}

/* Can neither player do anything, given an empty stack? Called at every point of the turn. */
static bool both_idle(State *s) {
    const PlayerId p = s->turn_player, q = other_player(s, p);
    return uses_idle(s, p) & uses_idle(s, q) & cards_idle(s, p, s->point == NP_CHARACTER) &
           cards_idle(s, q, false);
}

/* Prepares the search for a player. 802.4d: only the turn player enters characters, in the
 * character phase with an empty stack. */
static Offer offer_of(Run *r, PlayerId p, bool add) {
    State *s = r->s;
    bool characters = (p == s->turn_player) & (s->point == NP_CHARACTER) & !s->nstack;
    bool cannot_pay = !under_check(s) && costs_known(r) && cards_idle(s, p, characters);
    return (Offer){p, add, characters, cannot_pay};
}

/* Can nobody enter a card or an ability, given an empty stack? Like both_idle(), but checks its
 * preconditions. */
static bool all_idle(Run *r) {
    return !(r->s->grantable & ev_bit(EV_ACTIVE)) && costs_known(r) && both_idle(r->s);
}

/* Does the cache say that the player can do nothing? */
static bool known_idle(const Run *r, const Offer *w) {
    const State *s = r->s;
    bool grants = s->grantable & ev_bit(EV_ACTIVE);
    if (under_check(s) | (w->cannot_pay & !grants & uses_idle(s, w->player))) return true;
    return (s->idle >> w->player & 1) && idle_now(s);
}

/* Are two cards of a hand interchangeable? Then only one is offered, except to a judge. */
static bool same_card(const Run *r, CardId a, CardId b) {
    const State *s = r->s;
    const Card *x = card_of(s, a), *y = card_of(s, b);
    if (x->def != y->def || x->now.cost != y->now.cost || (r->ask_single >> NASK_PRIORITY & 1))
        return false;
    return !ninja_under_effect(s, ref_to(s, a)) && !ninja_under_effect(s, ref_to(s, b));
}

/* 802.4d: is this a character, at a time when none may be entered? */
static bool wrong_time(const Offer *w, const Card *k) {
    return (k->kinds >> NK_CH & 1) & !w->characters;
}

/* Marks the clauses that keep cards of the hand from being offered. */
static void mark_not_offered(Run *r, const Offer *w) {
    const Player *q = &r->s->player[w->player];
    const int ether = (int)ninja_ether_upright(r->s, w->player);
    for (unsigned i = 0; i < q->count[NZ_HAND]; i++) {
        const Card *k = card_of(r->s, zone_card(q, NZ_HAND, i));
        if (wrong_time(w, k)) {
            RULE(NS_802_4d);
            RULE(NS_602_1);
            RULE(NS_1206_1);
        } else if (k->now.cost > ether) {
            RULE(NS_1204_2i);
            RULE(NS_1204_2l);
        }
    }
}

/* 802.4b, 802.4d: offers cards of the hand. Returns true at the first one unless w->add. */
static bool offer_cards(Run *r, const Offer *w) {
    State *s = r->s;
    PlayerId p = w->player;
    const Player *q = &s->player[p];
    const bool may_free = s->may_rule >> NRC_FREE & 1;
    const int ether = (int)ninja_ether_upright(s, p), most = may_free ? INT16_MAX : ether;
    const CardId *hand = zone_cards(q, NZ_HAND);
    uint64_t affordable = 0; /* bitmask of cards by index */
    uint64_t seen = 0;       /* definitions, hashed to 6 bits */
    ASSERT(q->count[NZ_HAND] <= 64);
    for (unsigned i = 0, m = q->count[NZ_HAND]; i < m; i++) {
        const Card *k = card_of(s, hand[i]);
        affordable |= (uint64_t)(!wrong_time(w, k) & (k->now.cost <= most)) << i;
    }
    for (; affordable; affordable &= affordable - 1) {
        const unsigned i = (unsigned)__builtin_ctzll(affordable);
        CardId c = hand[i];
        const Card *k = card_of(s, c);
        bool pays = k->now.cost <= ether, free = may_free && rule_on(r, NRC_FREE, p, c),
             duplicate = false;
        if (!pays && !free) continue;
        if (seen >> (k->def & 63) & 1)
            for (unsigned j = 0; j < i && !duplicate; j++) duplicate = same_card(r, hand[j], c);
        seen |= UINT64_C(1) << (k->def & 63);
        if (duplicate || !ninja_card_enterable(r, p, c)) continue;
        pays = pays && ninja_must_costs_payable(r, p, c);
        if (!pays && !free) continue;
        if (!w->add) return true;
        if (k->kinds >> NK_CH & 1) {
            RULE(NS_601_1);
            RULE(NS_802_4d_1);
        }
        if (pays) ask_add(r, (Option){.kind = NOPT_ENTER, .card = c});
        if (free) ask_add(r, (Option){.kind = NOPT_ENTER, .card = c, .a = 1});
    }
    return false;
}

/* 802.4c: offers activated abilities. Returns true at the first one unless w->add. Sets FRESH_ALL
 * if no ability can be paid for until a zone of the player changes. */
static bool offer_abilities(Run *r, const Offer *w) {
    State *s = r->s;
    PlayerId p = w->player;
    ZoneSet *fresh = &s->player[p].fresh;
    if (!(s->active & player_bit(p)) && !(s->grantable & ev_bit(EV_ACTIVE))) return false;
    listeners_derive(r, ev_bit(EV_ACTIVE));
    *fresh |= s->grantable & ev_bit(EV_ACTIVE) ? 0 : FRESH_ALL;
    bool less = r->pack->rules >> NRC_USE_LESS & 1; /* 1204.2g-6: the printed cost may shrink */
    LISTENING(i, s, EV_ACTIVE) {
        Listener l = s->listen[i];
        RULE(NS_105_3b);
        if (card_of(s, l.card)->holder != p || listener_duplicate(s, i)) continue;
        if (!less &&
            vm_surely_unpayable(r, r->pack->abil[l.abil].cost, l.card, ninja_ether_upright(s, p))) {
            RULE(NS_1203_2);
            RULE(NS_1204_2i);
            RULE(NS_1204_2l);
            continue;
        }
        *fresh &= ~(ZoneSet)FRESH_ALL;
        if (!ability_usable(r, l.card, l.abil)) continue;
        if (ninja_use_barred(r, p, l.card, USE_ACT) ||
            act_forbidden(r, EV_USED, p, l.card, NONE, l.abil))
            continue;
        if (!ninja_can_enter_ability(r, p, ref_to(s, l.card), l.abil)) continue;
        if (!w->add) return true;
        RULE(NS_802_4c);
        ask_add(r, (Option){.kind = NOPT_USE, .card = l.card, .c = l.abil});
    }
    return false;
}

/* 802.4b to 802.4d: offers everything the player can do. Returns true at the first thing unless
 * w->add. */
static bool offers(Run *r, const Offer *w) {
    if (under_check(r->s)) {
        RULE(NS_802_4);
        return false;
    }
    derive_for(r, TOUCH_COST | TOUCH_KINDS);
    Player *q = &r->s->player[w->player];
    if (!(q->fresh & HAND)) cache_hand_costs(r->s, q);
    if (WATCHED(r)) mark_not_offered(r, w);
    return (!w->cannot_pay && offer_cards(r, w)) || offer_abilities(r, w);
}

/* Can the player do anything with priority? */
static bool can_act(Run *r, PlayerId p) {
    Offer w = offer_of(r, p, false);
    if (known_idle(r, &w)) return false;
    if (offers(r, &w)) return true;
    idle_add(r->s, player_bit(p));
    return false;
}

/* Completes the question with "pass" and drops what the loop rules forbid. Returns false if a
 * single option was left and has been taken. */
static bool finish_question(Run *r) {
    ask_add(r, (Option){.kind = NOPT_PASS});
    if (r->s->ask.n > 1) loop_open(r);
    return ask_done(r);
}

/* 802.5: passes priority on; once everybody has passed, resolves the top of the stack or ends the
 * round. */
static void passed(Run *r, Frame *f) {
    State *s = r->s;
    Round *round = round_of(f);
    RULE(NS_802_4a);
    f->step = PRIO_CHECK;
    if (++round->passes < s->nplayers) {
        RULE(NS_802_5b);
        round->holder = player_next(s, round->holder);
        return;
    }
    RULE(NS_802_5c);
    round->passes = 0;
    round->holder = s->turn_player;
    if (!s->nstack) {
        frame_pop(r);
        return;
    }
    frame_begin(r, frame_push(r, NPROC_RESOLVE), ninja_resolve);
}

/* Carries out the answer in State.picked. */
static void act(Run *r, Frame *f) {
    State *s = r->s;
    Option o = s->picked;
    PlayerId p = round_of(f)->holder;
    if (o.kind != NOPT_ENTER && o.kind != NOPT_USE) {
        passed(r, f);
        return;
    }
    RULE(NS_802_5a);
    f->step = PRIO_CHECK;
    round_of(f)->passes = 0;
    if (o.kind == NOPT_USE) {
        RULE(NS_802_4c);
        RULE(NS_1208_2);
        frame_begin(r, ninja_enter_ability(r, p, ref_to(s, o.card), o.c, 0, -1), ninja_enter);
        return;
    }
    if (card_kinds(r, o.card) >> NK_CH & 1) {
        RULE(NS_802_4d);
        RULE(NS_802_4d_1);
        RULE(NS_602_1);
        RULE(NS_1206_1);
        RULE(NS_601_2);
    } else {
        RULE(NS_802_4b);
        RULE(NS_1207_1);
    }
    if (o.a) RULE(NS_104_1); /* the text overrides 1204.2g-1 */
    frame_begin(r, ninja_enter_card(r, p, o.card, o.a ? ENTER_FREE : 0), ninja_enter);
}

static void mark_round(Run *r) {
    RULE(NS_801_1);
    RULE(NS_802_2);
}

/* 802.4: builds the question of a round. Returns false if passing is the only answer. */
static bool build_question(Run *r, const Offer *w) {
    State *s = r->s;
    RULE(NS_802_4);
    ask_begin(r, w->player, NASK_PRIORITY, NS_802_4);
    offers(r, w);
    return s->ask.n > 0;
}

/* Is nothing due, and may a player who can only pass be skipped without a question? */
static bool may_skip_question(Run *r) {
    return !r->s->nstack && !ninja_rules_due(r) && !(r->ask_single >> NASK_PRIORITY & 1);
}

/* A cheap forecast of a round. Most are empty: nothing is due, costs are up to date, and nobody can
 * pay for a card or an ability. */
typedef enum RoundForecast { ROUND_EMPTY, ROUND_FOR_SOMEBODY, ROUND_UNKNOWN } RoundForecast;

static RoundForecast forecast_round(Run *r) {
    State *s = r->s;
    const unsigned hurt = 1u << ND_HURT | 1u << ND_HURT_IN_BATTLE;
    unsigned busy = s->nstack | s->nwaiting | (s->unchecked & CHECKED_ALL) |
                    (s->deed_kinds & hurt) | ((s->grantable & ev_bit(EV_ACTIVE)) != 0) |
                    may_be_free(s) | (s->due & (TOUCH_COST | TOUCH_KINDS));
    if (busy | (s->frame[s->nframes - 1].proc == PROC_REVEAL)) return ROUND_UNKNOWN;
    if (r->ask_single >> NASK_PRIORITY & 1) return ROUND_UNKNOWN;
    return both_idle(s) ? ROUND_EMPTY : ROUND_FOR_SOMEBODY;
}

/* Pushes a round below a pending reveal; the turn player has priority first (802.2). */
static Frame *round_push(Run *r) {
    Frame *f = frame_push_under(r, NPROC_PRIORITY, PROC_REVEAL);
    round_of(f)->holder = r->s->turn_player;
    return f;
}

/* Pushes a round that begins with rule processing known to be due. */
static bool push_due_round(Run *r) {
    Frame *f = round_push(r);
    if (f == frame_top(r)) f->step = PRIO_DUE;
    return true;
}

static bool open_round(Run *r, bool someone_can_pay);
bool ninja_priority_round(Run *r) {
    if (!r->s->nstack && ninja_processing_due(r)) return push_due_round(r);
    RoundForecast o = forecast_round(r);
    if (o != ROUND_EMPTY) return open_round(r, o == ROUND_FOR_SOMEBODY);
    ninja_clean_check(r);
    return false;
}

/* Pushes a round and asks the turn player at once if there is anything to do. Returns false if
 * nobody can do anything: the round would consist of passes only and is skipped. someone_can_pay:
 * the forecast found that somebody can pay for a card or an ability. */
__attribute__((noinline)) static bool open_round(Run *r, bool someone_can_pay) {
    State *s = r->s;
    PlayerId p = s->turn_player;
    bool built = false;
    if (someone_can_pay || (frame_top(r)->proc != PROC_REVEAL && may_skip_question(r))) {
        if (!someone_can_pay && all_idle(r)) {
            ninja_clean_check(r);
            return false;
        }
        Offer w = offer_of(r, p, true);
        if (!known_idle(r, &w)) {
            built = build_question(r, &w);
            if (!built) {
                memset(&s->ask, 0, sizeof s->ask);
                idle_add(s, player_bit(p));
            }
        }
        if (!built && !can_act(r, player_next(s, p))) {
            ninja_clean_check(r);
            return false;
        }
    }
    Frame *f = round_push(r);
    if (!built) return true;
    mark_round(r);
    RULE(NS_802_3);
    ninja_clean_check(r);
    round_of(f)->serial = s->serial;
    f->step = PRIO_ANSWERED;
    if (!finish_question(r)) act(r, f);
    return true;
}

bool ninja_point_round(Run *r, unsigned point) {
    trigger_point(r, point, r->s->turn_player);
    return ninja_priority_round(r);
}

/* Passes for the player without building a question, as if passing were the only option. */
static void pass_unasked(Run *r, PlayerId p) {
    State *s = r->s;
    RULE(NS_802_4);
    s->picked = (Option){.kind = NOPT_PASS};
    s->here = 0;
    s->open = 0;
    ask_forced(r, p, NASK_PRIORITY, NS_802_4, s->picked);
}

/* Does the next pass end the round? */
static bool last_to_pass(const State *s, const Round *round) {
    return round->passes + 1 == s->nplayers;
}

/* Asks the player who has priority. Returns false if the answer is already in State.picked. */
static bool ask_holder(Run *r, Frame *f) {
    State *s = r->s;
    Round *round = round_of(f);
    if (s->serial != round->serial) round->passes = 0; /* something was entered */
    bool skip_single =
        !(r->ask_single >> NASK_PRIORITY & 1); /* questions with a single answer are skipped */
    Offer w = offer_of(r, round->holder, true);
    bool known = known_idle(r, &w);
    while (known && skip_single && !last_to_pass(s, round)) {
        pass_unasked(r, w.player);
        round->serial = s->serial;
        round->passes++;
        round->holder = player_next(s, w.player);
        w = offer_of(r, round->holder, true);
        known = known_idle(r, &w);
    }
    f->step = last_to_pass(s, round) ? PRIO_ANSWERED_LAST : PRIO_ANSWERED;
    if (known && skip_single) {
        pass_unasked(r, w.player);
        return false;
    }
    const Player *q = &s->player[w.player];
    ZoneSet fresh = q->fresh;
    bool any = build_question(r, &w);
    if (known) { /* built only for a judge to see: restore the cache */
        s->player[w.player].fresh = fresh;
    } else if (!any) {
        idle_add(s, player_bit(w.player));
    }
    return finish_question(r);
}

/* Procedure, 802: rule check, question, answer, over and over until all pass with an empty
 * stack. */
void ninja_priority(Run *r, Frame *f) {
    State *s = r->s;
    bool due;
    do {
        switch (f->step) {
        case PRIO_DUE:
        case PRIO_BEGIN: mark_round(r); /* fallthrough */
        case PRIO_CHECK:
            RULE(NS_802_3);
            RULE(NS_802_6);
            due = f->step == PRIO_DUE || ninja_processing_due(r);
            f->step = PRIO_ASK;
            round_of(f)->serial = s->serial;
            if (due || s->nwaiting) {
                ninja_rule_check(r, due);
                return;
            }
            ninja_clean_check(r); /* fallthrough */
        case PRIO_ASK:
            if (ask_holder(r, f)) return; /* fallthrough */
        default: act(r, f);
        }
    } while (f->step == PRIO_CHECK && frame_goes_on(r, f, NPROC_PRIORITY));
}

/* For caches_ok: asks again, without what is cached, about every player who is known to be idle. */
bool ninja_idle_wrong(Run *r) {
    State *s = r->s;
    PlayerSet idle = 0;
    /* while something is being entered nobody is asked; its move to the space invalidates all */
    if (s->nstack && (stack_top(s)->flags & STACKED_ENTERING)) return false;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        const Offer w = offer_of(r, p, false);
        if (known_idle(r, &w)) idle |= player_bit(p);
    }
    settled_options_changed(s);
    settled_costs_changed(s);
    for (PlayerId p = 0; p < s->nplayers; p++) {
        const Offer w = {.player = p, .characters = offer_of(r, p, false).characters};
        if ((idle & player_bit(p)) && offers(r, &w)) return true;
    }
    return false;
}
