/* The rules of the toy game.
 *
 * In a turn the player's units stand up and he draws a card, four in his first turn; who cannot
 * draw loses. Then he plays up to two cards and attacks with upright units, in any order. A unit
 * takes one of four seats, a big one seats 1 and 2 or 3 and 4; who sat there goes to the pile. A
 * site goes to the lane, which both players share; a charm is tied to the unit that came last, and
 * follows it. An attack rests the unit and puts a counter on it; it damages the unit opposite, or
 * puts the top card of the deck into the pile. Damage stays, and fells a unit. */
#include "toy/toy.h"
#include "kernel/place.h"
#include "kernel/procs.h"
#include "vm/vm.h"

static void draw(Run *r, PlayerId p) {
    CardId c = zone_top(r->s, p, TZ_DECK);
    unsigned first = batch_open(r);
    if (c) batch_move(r, c, p, TZ_HAND, TH_DRAW);
    if (!c) batch_add(r, EV_LEAVE, p, NONE);
    batch_do(r, first);
}

static void turn_begin(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    if (!s->turn++) s->turn_player = s->first_player < 2 ? s->first_player : random_below(s, 2) & 1;
    const PlayerId p = s->turn_player;
    s->point = TP_MAIN;
    s->facts[TF_PLAYED] = 0;
    memory_forget(r);
    for (PlayerId q = 0; q < 2 && s->turn == 1; q++)
        batch_add(r, EV_SHUFFLE, q, NONE)->from = TZ_DECK;
    for (unsigned i = 0; i < zone_count(s, p, TZ_FIELD); i++)
        batch_orient(r, p, zone_card(&s->player[p], TZ_FIELD, i), false);
    batch_do(r, first);
    for (unsigned i = s->turn <= 2 ? 0 : 3; i < 4; i++) draw(r, p);
}

/* Has a later card of the field taken a seat of this one? */
static bool unseated(const State *s, PlayerId p, CardId c) {
    const Card *k = card_of(s, c);
    for (unsigned i = 0; i < zone_count(s, p, TZ_FIELD); i++) {
        const Card *later = card_of(s, zone_card(&s->player[p], TZ_FIELD, i));
        if ((later->seats & k->seats) && later->stamp > k->stamp) return true;
    }
    return false;
}

/* All units that have fallen or lost their seat go together. False: there are none. */
static bool fall(Run *r) {
    State *s = r->s;
    unsigned first = batch_open(r);
    derive_for(r, TOUCH_DEF);
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 0; i < zone_count(s, p, TZ_FIELD); i++) {
            CardId c = zone_card(&s->player[p], TZ_FIELD, i);
            if (card_of(s, c)->damage >= card_of(s, c)->now.def)
                batch_move(r, c, card_owner(c), TZ_PILE, TH_FALL);
            else if (unseated(s, p, c) &&
                     !rule_move_forbidden(r, c, card_owner(c), TZ_PILE, r->g->how_displaced))
                batch_move(r, c, card_owner(c), TZ_PILE, r->g->how_displaced);
        }
    bool any = s->nbatch > first;
    batch_do(r, first);
    return any;
}

/* The ability that has waited longest. */
static void resolve(Run *r, Frame *f) {
    const Waiting w = r->s->waiting[0];
    waiting_drop(r, 0);
    f->ctx = (uint8_t)ctx_open(r, w.abil, w.master, w.source);
    if (!f->ctx) return;
    reg_push(r, &r->s->ctx[f->ctx], REG_IT, w.subject);
    run_used(r, w.source.card, w.abil);
    vm_call(r, f->ctx, r->pack->abil[w.abil].body);
}

static void ask_action(Run *r, PlayerId p) {
    const State *s = r->s;
    const Player *q = &s->player[p];
    ask_begin(r, p, TASK_ACTION, CLAUSE_NONE);
    for (unsigned i = 0; s->facts[TF_PLAYED] < TOY_PLAYS && i < q->count[TZ_HAND]; i++) {
        CardId c = zone_card(q, TZ_HAND, i);
        ZoneId z = toy_home(card_kinds(r, c));
        if (z == TZ_CHARMS && !q->count[TZ_FIELD]) continue;
        if (rule_move_forbidden(r, c, p, z, TH_PLAY)) continue;
        ask_add(r, (Option){.kind = TOPT_PLAY, .card = c, .a = z});
    }
    for (unsigned i = 0; i < q->count[TZ_FIELD]; i++) {
        CardId c = zone_card(q, TZ_FIELD, i);
        bool may =
            !(card_of(s, c)->flags & CARD_RESTED) && !act_forbidden(r, EV_ORIENT, p, c, NONE, 1);
        ask_add_if(r->s, TOPT_ATTACK, c, may);
    }
    ask_add(r, (Option){.kind = TOPT_END});
    ask_done(r);
}

static void play(Run *r, PlayerId p, Option o) {
    State *s = r->s;
    CardRef c = ref_to(s, o.card);
    s->facts[TF_PLAYED]++;
    reg_set(r, &s->ctx[0], REG_MOVE, &c, 1);
    Frame *f = place_begin(r, 0, p, zone_bit(o.a), 0, TH_PLAY);
    if (o.a == TZ_CHARMS) place_of(f)->tie = zone_top(s, p, TZ_FIELD);
}

static void attack(Run *r, PlayerId p, CardId c) {
    const State *s = r->s;
    PlayerId foe = player_next(s, p);
    unsigned seat = seat_number(card_of(s, c)->seats), first = batch_open(r);
    CardId at = seat_card(s, foe, TZ_FIELD, TOY_SEATS + 1 - seat), top = zone_top(s, foe, TZ_DECK);
    int damage = card_stat(r, ref_to(s, c), STAT_ATK);
    batch_orient(r, p, c, true);
    Event *e = batch_add(r, EV_COUNTERS, p, c);
    e->put = TC_EXPERIENCE;
    e->amount = 1;
    if (!at && top) batch_move(r, top, foe, TZ_PILE, TH_MILL);
    if (at) e = batch_add(r, EV_DAMAGE, foe, at);
    if (at) e->amount = damage;
    batch_do(r, first);
}

enum { TURN_BEGIN, TURN_CHECK, TURN_RESOLVED, TURN_ACT };
static void proc_turn(Run *r, Frame *f) {
    State *s = r->s;
    const PlayerId p = s->turn_player;
    const unsigned step = f->step, did = step == TURN_ACT ? s->picked.kind : OPT_NONE;
    f->step = did == TOPT_END ? TURN_BEGIN : TURN_CHECK;
    if (step == TURN_BEGIN) turn_begin(r);
    if (step == TURN_RESOLVED) ctx_close(r, f->ctx);
    if (did == TOPT_END) s->turn_player = player_next(s, p);
    if (did == TOPT_PLAY) play(r, p, s->picked);
    if (did == TOPT_ATTACK) attack(r, p, s->picked.card);
    if (step != TURN_CHECK || fall(r)) return;
    f->step = s->nwaiting ? TURN_RESOLVED : TURN_ACT;
    if (f->step == TURN_ACT) ask_action(r, p);
    if (f->step == TURN_RESOLVED) resolve(r, f);
}

static void begin(Run *r) { frame_push(r, TPROC_TURN); }
static bool start_at(Run *r, const char *point) {
    if (strcmp(point, "main")) return false;
    r->s->point = TP_MAIN;
    frame_push(r, TPROC_TURN)->step = TURN_CHECK;
    return true;
}
static bool redirect(Run *r, Event *e) { return r->g && e->to_player == card_owner(e->card); }
static bool playable(Run *r, uint16_t c, uint16_t a, unsigned p) { return r->g && c && a && p < 2; }
static void interrupt(Run *r) { (void)r; }
static bool move_forbidden(Run *r, uint16_t c, unsigned to, unsigned put, unsigned how) {
    return !r->g && c && to && put && how;
}
static bool orient_forbidden(Run *r, uint16_t c, unsigned rest) { return !r->g && c && rest; }
static bool choosable(Run *r, unsigned p, uint16_t c, unsigned x) { return r->g && p < 2 && c + x; }
static unsigned seatings(Run *r, uint16_t c, unsigned p, unsigned z, SeatSet *out, unsigned max) {
    unsigned n = 0, width = card_kinds(r, c) >> TK_BIG & 1 ? 2 : 1;
    for (unsigned i = 1; i <= zone_seats(r, (PlayerId)p, (ZoneId)z) && n < max; i += width)
        out[n++] = (SeatSet)(seat_bit(i) | seat_bit(i + width - 1));
    return n;
}
static void decide_result(Run *r, unsigned lost) {
    if (lost != everyone(r->s)) player_win(r, players_in(r->s));
    if (lost == everyone(r->s)) r->s->result = RESULT_DRAW;
}

static const ZoneInfo zones[TZ_COUNT] = {
    {.key = "nowhere", .name = ""},
#define ZONE(id, word, printed, shown) {.key = word, .name = printed, .flags = shown},
#include "toy/zones.def"
#undef ZONE
};
// clang-format off
static const NameInfo points[] = {{"none", ""}, {"main", "メイン"}}, asks[] = {{"action", ""}},
    kinds[] = {{"CH", "ユニット"}, {"BIG", "大型"}, {"SITE", "名所"}, {"CHARM", "お守り"}};
static const FormatInfo formats[] = {{.key = "standard", .least = 2, .most = 2, .team = 1}, {0}};
static const ProcInfo procs[] = {KERNEL_PROCS, [TPROC_TURN] = {"turn", proc_turn}};
static const uint8_t layer_of[CHANGE_COUNT] = {
    LAYER_INFO, LAYER_INFO, LAYER_ABILITY, LAYER_ABILITY, LAYER_INFO, LAYER_NUMBER, LAYER_NUMBER};

/* Hooks that no rule and no text of it can reach are left out. */
const Game game_toy = {
    .key = "toy", .name = "おもちゃ", .prefix = "TOY", .formats = formats, .nzones = TZ_COUNT, .zones = zones,
    .nkinds = TK_COUNT, .kinds = kinds, .npoints = TP_COUNT, .points = points, .nasks = 1, .asks = asks,
    .nprocs = TPROC_TURN + 1, .procs = procs, .nhows = TH_COUNT, .how_draw = TH_DRAW, .deck_zone = TZ_DECK,
    .hand_zone = TZ_HAND, .seat_zone = TZ_FIELD, .seats = TOY_SEATS, .numbered_kinds = 1 << TK_CH,
    .begin = begin, .start_at = start_at, .shared_zones = 1 << TZ_LANE, .redirect = redirect,
    .playable = playable, .interrupt = interrupt, .layer_of = layer_of, .following_zones = 1 << TZ_CHARMS,
    .move_forbidden = move_forbidden, .orient_forbidden = orient_forbidden, .seatings = seatings,
    .displaced_to = TZ_PILE, .how_displaced = TH_FALL, .decide_result = decide_result,
    .choosable = choosable};
