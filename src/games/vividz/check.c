/* 202: the pre-processing of priority, and chapter 1000: the rule effects it carries out.
 *
 * A round of VPROC_CHECK does the first rule effect of 1001.2a that is due, then starts over; when
 * none is due, the turn player picks one of the waiting abilities of both players, which is played
 * and resolved, and everything starts over. */
#include "games/vividz/procs.h"

enum { CHECK_ROUND, CHECK_NEWEST, CHECK_CHOSEN };

/* ---- 1002, 1003: several characters in one area ---- */

/* Number of characters of the player in the area. */
static unsigned crowd(const State *s, PlayerId p, unsigned area) {
    const Player *q = &s->player[p];
    unsigned n = 0;
    for (unsigned i = 0; i < q->count[VZONE_AREA]; i++)
        n += (card_of(s, zone_card(q, VZONE_AREA, i))->seats & seat_bit(area)) != 0;
    return n;
}

/* Number of characters that came to the area last, together. Cards of a zone lie in the order in
 * which they came to their area; those that came together have the same stamp. */
static unsigned newest(const State *s, PlayerId p, unsigned area) {
    const Player *q = &s->player[p];
    const CardId last = vividz_char(s, p, area);
    unsigned n = 0;
    for (unsigned i = 0; last && i < q->count[VZONE_AREA]; i++) {
        const Card *k = card_of(s, zone_card(q, VZONE_AREA, i));
        n += (k->seats & seat_bit(area)) && k->stamp == card_of(s, last)->stamp;
    }
    return n;
}

/* Areas in which the player has several characters. */
static SeatSet shared_areas(const State *s, PlayerId p) {
    const Player *q = &s->player[p];
    SeatSet all = 0, twice = 0;
    for (unsigned i = 0; i < q->count[VZONE_AREA]; i++) {
        const SeatSet at = card_of(s, zone_card(q, VZONE_AREA, i))->seats;
        twice |= all & at;
        all |= at;
    }
    return twice;
}

/* An area with several characters, the turn player's first; 'tied': of which several came last.
 * False: there is none. */
static bool crowded(const State *s, bool tied, PlayerId *p, unsigned *area) {
    for (unsigned i = 0; i < s->nplayers; i++) {
        *p = player_nth(s, i);
        const SeatSet shared = shared_areas(s, *p);
        for (*area = 1; shared && *area <= AREAS; ++*area)
            if ((shared & seat_bit(*area)) && (!tied || newest(s, *p, *area) > 1)) return true;
    }
    return false;
}

/* Asks which of the newest characters of the area is meant. */
static bool ask_newest(Run *r, PlayerId p, unsigned area) {
    State *s = r->s;
    const Player *q = &s->player[p];
    const uint32_t last = card_of(s, vividz_char(s, p, area))->stamp;
    ask_begin(r, p, ASK_CARD, VZ_1002_1);
    for (unsigned i = 0; i < q->count[VZONE_AREA]; i++) {
        CardId c = zone_card(q, VZONE_AREA, i);
        const Card *k = card_of(s, c);
        if ((k->seats & seat_bit(area)) && k->stamp == last)
            ask_add(r, (Option){.kind = OPT_CARD, .card = c});
    }
    return ask_done(r);
}

/* Is the cost of the character the highest of its area, and no other one's? */
static bool highest(Run *r, CardId c) {
    const State *s = r->s;
    const Card *k = card_of(s, c);
    const Player *q = &s->player[k->holder];
    for (unsigned i = 0; i < q->count[VZONE_AREA]; i++) {
        CardId o = zone_card(q, VZONE_AREA, i);
        if (o != c && (card_of(s, o)->seats & k->seats) && card_cost(r, o) >= card_cost(r, c))
            return false;
    }
    return true;
}

/* 1002.1: the others become EXP of the chosen one, which levels up; or 1003.1: they and their EXP
 * go to the trash. EXP follow their character (kernel: ties). */
static void part_crowd(Run *r, CardId c) {
    State *s = r->s;
    const Card *k = card_of(s, c);
    const Player *q = &s->player[k->holder];
    const bool up = highest(r, c);
    CardId under = NONE;
    RULE(up ? VZ_1002_1 : VZ_1003_1);
    for (unsigned i = 0; i < q->count[VZONE_AREA]; i++) {
        CardId o = zone_card(q, VZONE_AREA, i);
        if (o == c || !(card_of(s, o)->seats & k->seats)) continue;
        Event *e = batch_move(r, o, card_owner(o), up ? VZONE_EXP : VZONE_TRASH,
                              up ? VH_LEVEL_UP : VH_RULE);
        if (up) e->other = c;
        under = o;
    }
    if (up) batch_deed(r, VDEED_LEVEL_UP, k->holder, c, under, 0);
}

/* 1002 in all areas at once, or, if none levels up, 1003. */
static bool part_crowds(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    for (int up = 1; up >= 0 && s->nbatch == first; up--)
        for (unsigned i = 0; i < s->nplayers; i++)
            for (unsigned a = 1; a <= AREAS; a++) {
                const PlayerId p = player_nth(s, i);
                if (crowd(s, p, a) < 2) continue;
                const CardId c = vividz_char(s, p, a);
                if (highest(r, c) == (up == 1)) part_crowd(r, c);
            }
    return batch_do(r, first);
}

/* ---- 1004: characters that leave ---- */

/* 1004.1, 1004.2, 305.2 */
static bool falls(const Card *k) { return k->now.def <= 0 || k->damage >= k->now.def; }

/* 102.7: unless a text keeps it there. */
static bool leaves(Run *r, CardId c) {
    return falls(card_of(r->s, c)) &&
           !rule_move_forbidden(r, c, card_owner(c), VZONE_ENERGY, VH_LEAVE);
}

/* 1103.3, 1103.3b: only what is due in the first rule effects after a hit is done by its source. */
static void forget_hits(Run *r) {
    State *s = r->s;
    if (!s->hits) return;
    s->hits = 0;
    derive_for(r, TOUCH_DEF);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[VZONE_AREA]; i++) {
            Card *k = card_at(s, zone_card(&s->player[p], VZONE_AREA, i));
            if (!k->hit_by || falls(k)) continue;
            RULE(VZ_1103_3b);
            k->hit_by = NONE;
        }
}

/* Does a character leave? Sets *kept if a text keeps one that would. */
static bool any_falls(Run *r, bool *kept) {
    const State *s = r->s;
    derive_for(r, TOUCH_DEF);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < s->player[p].count[VZONE_AREA]; i++) {
            const CardId c = zone_card(&s->player[p], VZONE_AREA, i);
            if (leaves(r, c)) return true;
            *kept |= falls(card_of(s, c));
        }
    return false;
}

/* 1102.1, 1102.2, 1103.3: who made the character leave, if its last damage or loss of power did. */
static void add_credit(Run *r, CardId c) {
    State *s = r->s;
    const Card *k = card_of(s, c);
    const CardId by = hit_card(k->hit_by);
    if (!by) return;
    Event *e = batch_add(r, EV_BEAT, card_of(s, by)->holder, by);
    e->other = c;
    e->actor = card_of(s, by)->holder;
    if (k->hit_by & HIT_BY_RULE) {
        e->how = 1; /* in battle */
        RULE(VZ_1102_1);
        RULE(VZ_1102_2);
        return;
    }
    RULE(VZ_1103_1);
    RULE(VZ_1103_3);
    RULE(VZ_1103_3a);
    e->by = card_of(s, by)->holder;
    s->ctx[0].source = ref_to(s, by);
}

static bool leave(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    for (unsigned n = 0; n < s->nplayers; n++) {
        const PlayerId p = player_nth(s, n);
        for (unsigned i = 0; i < s->player[p].count[VZONE_AREA]; i++) {
            CardId c = zone_card(&s->player[p], VZONE_AREA, i);
            const Card *k = card_of(s, c);
            if (!leaves(r, c)) continue;
            RULE(k->now.def <= 0 ? VZ_1004_2 : VZ_1004_1);
            RULE(VZ_305_2);
            RULE(VZ_1110_1);
            add_credit(r, c);
            batch_move(r, c, card_owner(c), VZONE_ENERGY, VH_LEAVE);
        }
    }
    return batch_do(r, first);
}

/* ---- 1006, 1007 ---- */

static bool check_missions(Run *r) {
    unsigned first = batch_open(r);
    vividz_missions_due(r, true);
    return batch_do(r, first);
}

bool vividz_lose_forbidden(Run *r, unsigned p) {
    if (!rule_on(r, VRC_NO_LOSS, (PlayerId)p, NONE)) return false;
    RULE(VZ_102_7);
    return true;
}

/* 1007.1, 1007.2: the players who lose now. */
static PlayerSet losers(Run *r) {
    const State *s = r->s;
    const PlayerId p = s->turn_player;
    PlayerSet lost = 0;
    bool mission = s->point >= VP_MISSION && s->point <= VP_MISSION_OVER;
    if (mission && vividz_all_cleared(s, p) && !vividz_lose_forbidden(r, vividz_opponent(p))) {
        RULE(VZ_1007_1);
        lost |= player_bit(vividz_opponent(p));
    }
    if (s->facts[VF_DECK_LOSS] && !zone_count(s, p, VZONE_DECK) &&
        !rule_on(r, VRC_NO_DECK_LOSS, p, NONE) && !vividz_lose_forbidden(r, p)) {
        RULE(VZ_1007_2);
        lost |= player_bit(p);
    }
    return lost;
}

static bool lose(Run *r, PlayerSet lost) {
    unsigned first = batch_open(r);
    for (PlayerId p = 0; p < r->s->nplayers; p++)
        if (lost & player_bit(p)) batch_add(r, EV_LEAVE, p, NONE);
    return batch_do(r, first);
}

/* ---- 202 ---- */

/* What crowds and falling characters depend on. */
enum { CHECKED = 1 << VZONE_AREA | UNCHECKED_VALUES | UNCHECKED_DERIVED };

static bool characters_due(Run *r, bool *kept) {
    PlayerId p;
    unsigned area;
    return crowded(r->s, false, &p, &area) || any_falls(r, kept);
}

/* Is any rule effect due? If not, clears the record of changes. */
static bool rules_due(Run *r) {
    State *s = r->s;
    bool kept = false;
    if ((s->unchecked & CHECKED) && characters_due(r, &kept)) return true;
    if (vividz_missions_due(r, false) || losers(r)) return true;
    s->unchecked = kept ? CHECKED : 0u; /* the text that keeps one may cease to apply */
    return false;
}

bool vividz_processing_overlooked(Run *r) {
    const State *s = r->s;
    bool kept = false;
    for (unsigned i = 0; i < s->nframes; i++)
        if (s->frame[i].proc == VPROC_CHECK) return false;
    if (s->unchecked & CHECKED) return false;
    derive_now(r);
    return characters_due(r, &kept);
}

bool vividz_preprocess(Run *r) {
    State *s = r->s;
    if (s->result) return true;
    RULE(VZ_202_1);
    if (states_listened(s)) waiting_state(r, DEPENDS_ALL);
    forget_hits(r);
    if (!s->nwaiting && !rules_due(r)) return false;
    frame_push_under(r, VPROC_CHECK, PROC_REVEAL);
    return true;
}

/* 202.2a, 1001.2a: does the first rule effect that is due. False: none is. */
static bool rule_effect(Run *r, Frame *f) {
    unsigned area = 0;
    PlayerId p = 0;
    RULE(VZ_202_2a);
    RULE(VZ_1001_2);
    if (crowded(r->s, true, &p, &area)) {
        f->step = CHECK_NEWEST;
        ask_newest(r, p, area);
        return true;
    }
    if (crowded(r->s, false, &p, &area)) {
        RULE(VZ_1001_2a);
        part_crowds(r);
        return true;
    }
    bool kept = false;
    if (any_falls(r, &kept)) return leave(r), true;
    if (vividz_missions_due(r, false)) return check_missions(r), true;
    PlayerSet lost = losers(r);
    if (!lost) return false;
    lose(r, lost);
    if (!r->s->result && ++r->s->forced >= FORCED_LIMIT) r->s->result = RESULT_DRAW; /* replaced */
    return true;
}

/* Two identical waiting abilities are offered once. */
static bool same_waiting(const Waiting *a, const Waiting *b) { return !memcmp(a, b, sizeof *a); }

/* Drops what has triggered again although its ability can be played once a turn only. */
static void drop_spent(Run *r) {
    for (unsigned i = r->s->nwaiting; i-- > 0;)
        if (vividz_waiting_spent(r, i)) {
            RULE(VZ_102_7);
            waiting_drop(r, i);
        }
}

/* 908.2a: the turn player picks among the waiting abilities of both players. */
static void ask_waiting(Run *r) {
    State *s = r->s;
    RULE(VZ_202_2b);
    RULE(VZ_908_2);
    if (s->nwaiting > 1) RULE(VZ_908_2a);
    ask_begin(r, s->turn_player, VASK_WAITING, VZ_908_2a);
    for (unsigned i = 0; i < s->nwaiting; i++) {
        const Waiting *w = &s->waiting[i];
        bool duplicate = false;
        for (unsigned j = 0; j < i && !duplicate; j++) duplicate = same_waiting(&s->waiting[j], w);
        if (duplicate) continue;
        ask_add(
            r,
            (Option){.kind = VOPT_RESOLVE, .card = w->source.card, .c = w->abil, .a = (uint8_t)i});
    }
    ask_done(r);
}

/* 908.2: its controller plays it; 908.2a: what cannot be played is dropped. */
static void waiting_chosen(Run *r) {
    State *s = r->s;
    const unsigned i = s->picked.a;
    if (++s->forced >= FORCED_LIMIT) {
        s->result = RESULT_DRAW;
        return;
    }
    if (s->picked.kind != VOPT_RESOLVE || i >= s->nwaiting) return;
    if (vividz_waiting_playable(r, i)) {
        const Waiting *w = &s->waiting[i];
        vividz_play_ability(r, w->master, w->source.card, w->abil, (int)i);
        return;
    }
    RULE(VZ_908_2a);
    const CardRef source = s->waiting[i].source;
    const AbilId a = s->waiting[i].abil;
    waiting_drop(r, i);
    state_trigger_resolved(r, source, a);
}

/* Procedure, 202: repeats rounds until nothing is due. */
void vividz_check(Run *r, Frame *f) {
    State *s = r->s;
    switch (f->step) {
    case CHECK_NEWEST:
        f->step = CHECK_ROUND;
        if (s->picked.card) {
            unsigned first = batch_open(r);
            part_crowd(r, s->picked.card);
            batch_do(r, first);
        }
        return;
    case CHECK_CHOSEN:
        f->step = CHECK_ROUND;
        waiting_chosen(r);
        return;
    default: break;
    }
    if (states_listened(s)) waiting_state(r, DEPENDS_ALL);
    if (rule_effect(r, f)) return;
    forget_hits(r);
    drop_spent(r);
    if (s->nwaiting) {
        f->step = CHECK_CHOSEN;
        ask_waiting(r);
        return;
    }
    s->chain = 0;
    frame_pop(r);
}
