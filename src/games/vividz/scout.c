/* 804.2 and 1115: scouting; 1201: accel. Both open the top card of the deck, which may be played
 * without its cost or goes to the energy zone. */
#include "games/vividz/procs.h"
#include "kernel/place.h"
#include "vm/vm.h"

enum { SCOUT_OPEN, SCOUT_ASK, SCOUT_CHOSEN, SCOUT_CHECKED };
typedef struct Scout {
    CardRef card[2]; /* of each player, card 0: none */
    uint8_t nth;     /* the player who decides, in turn order */
    PlayerSet who;
    bool by_rule; /* 804.2: each decision is followed by a pre-processing */
} Scout;
FRAME_LOCALS(Scout, scout_of)

void vividz_scout_begin(Run *r, PlayerSet who, unsigned ctx, bool by_rule) {
    Frame *f = frame_push(r, VPROC_SCOUT);
    f->ctx = (uint8_t)ctx;
    scout_of(f)->who = who;
    scout_of(f)->by_rule = by_rule;
}

/* Opens the top cards of all who scout, at once. */
static void open_cards(Run *r, Frame *f) {
    State *s = r->s;
    Scout *v = scout_of(f);
    unsigned first = batch_open(r);
    for (unsigned i = 0; i < s->nplayers; i++) {
        const PlayerId p = player_nth(s, i);
        const CardId c = zone_top(s, p, VZONE_DECK);
        if (!(v->who & player_bit(p)) || !c || rule_on(r, VRC_NO_SCOUT, p, NONE) ||
            rule_move_forbidden(r, c, p, VZONE_SCOUT, VH_SCOUT))
            continue;
        RULE(VZ_1115_1);
        Event *e = batch_move(r, c, p, VZONE_SCOUT, VH_SCOUT);
        e->actor = p;
        if (!v->by_rule) event_caused(s, e, f->ctx, p);
        v->card[p] = (CardRef){c, (uint16_t)(card_of(s, c)->inc + 1)};
        e = batch_deed(r, VDEED_SCOUT, p, c, NONE, 0);
        if (e) e->actor = p;
    }
    if (f->ctx) {
        Context *x = &s->ctx[f->ctx];
        reg_clear(r, x, REG_IT);
        for (PlayerId p = 0; p < 2; p++)
            if (v->card[p].card) reg_push(r, x, REG_IT, v->card[p]);
        x->did = x->n[REG_IT] > 0;
    }
    batch_do(r, first);
}

/* Is the card of that player still where scouting has put it? */
static bool lies(const State *s, CardRef c) {
    return ref_live(s, c) && card_of(s, c.card)->zone == VZONE_SCOUT;
}

/* 804.2, 1115.1: play it without its cost, or put it into the energy zone. */
static void ask_scout(Run *r, PlayerId p, CardId c) {
    ask_begin(r, p, VASK_SCOUT, VZ_1115_1);
    if (vividz_icon(r, c, VW_SCOUT)) vividz_offer_play(r, p, c, VPLAY_FREE, 0);
    ask_add(r, (Option){.kind = VOPT_TO_ENERGY, .card = c});
    ask_done(r);
}

/* Carries out the decision. */
static void decided(Run *r, Frame *f, PlayerId p, CardId c) {
    State *s = r->s;
    const Option o = s->picked;
    if (o.kind == VOPT_PLAY || o.kind == VOPT_EVENT) {
        vividz_play_option(r, p, &o, VPLAY_FREE, 0, f->ctx);
        return;
    }
    unsigned first = batch_open(r);
    Event *e = batch_move(r, c, card_owner(c), VZONE_ENERGY, VH_SCOUT);
    e->actor = p;
    if (!scout_of(f)->by_rule) event_caused(s, e, f->ctx, p);
    batch_do(r, first);
}

/* Procedure. */
void vividz_scout(Run *r, Frame *f) {
    State *s = r->s;
    Scout *v = scout_of(f);
    switch (f->step) {
    case SCOUT_OPEN:
        f->step = SCOUT_ASK;
        open_cards(r, f);
        return;
    case SCOUT_ASK: {
        while (v->nth < s->nplayers && !lies(s, v->card[player_nth(s, v->nth)])) v->nth++;
        if (v->nth >= s->nplayers) {
            frame_pop(r);
            return;
        }
        const PlayerId p = player_nth(s, v->nth);
        f->step = SCOUT_CHOSEN;
        ask_scout(r, p, v->card[p].card);
        return;
    }
    case SCOUT_CHOSEN: {
        const PlayerId p = player_nth(s, v->nth++);
        f->step = v->by_rule ? SCOUT_CHECKED : SCOUT_ASK;
        if (lies(s, v->card[p])) decided(r, f, p, v->card[p].card);
        return;
    }
    default: f->step = SCOUT_ASK; vividz_preprocess(r);
    }
}

/* ---- 1201 accel ---- */

enum { ACCEL_OPEN, ACCEL_ASK, ACCEL_CHOSEN };
typedef struct Accel {
    CardRef card;
    PlayerId player;
    Pc filter;
} Accel;
FRAME_LOCALS(Accel, accel_of)

void vividz_accel_begin(Run *r, unsigned ctx, PlayerId p, Pc filter) {
    Frame *f = frame_push(r, VPROC_ACCEL);
    f->ctx = (uint8_t)ctx;
    accel_of(f)->player = p;
    accel_of(f)->filter = filter;
}

/* 1201.2, 1201.3: offers the play if the card has one of the parameters. */
static void ask_accel(Run *r, Frame *f) {
    const Accel *v = accel_of(f);
    Eval e = eval_ctx(r, f->ctx);
    ask_begin(r, v->player, VASK_SCOUT, VZ_1201_2);
    if (vm_match_at(&e, v->filter, v->card)) RULE(VZ_902_4);
    if (vm_match_at(&e, v->filter, v->card))
        vividz_offer_play(r, v->player, v->card.card, VPLAY_FREE, 0);
    ask_add(r, (Option){.kind = VOPT_TO_ENERGY, .card = v->card.card});
    ask_done(r);
}

/* Procedure, 1201.2 and 1201.3: the card stays in the deck until it is played or moved. */
void vividz_accel(Run *r, Frame *f) {
    State *s = r->s;
    Accel *v = accel_of(f);
    switch (f->step) {
    case ACCEL_OPEN:
        f->step = ACCEL_ASK;
        RULE(VZ_1201_1);
        RULE(VZ_1201_2);
        v->card = ref_to(s, zone_top(s, v->player, VZONE_DECK));
        if (!v->card.card) {
            frame_pop(r);
            return;
        }
        event_show(r, v->player, v->card.card);
        return;
    case ACCEL_ASK:
        f->step = ACCEL_CHOSEN;
        if (!ref_live(s, v->card))
            frame_pop(r);
        else
            ask_accel(r, f);
        return;
    default: {
        const Option o = s->picked;
        const PlayerId p = v->player;
        const CardId c = v->card.card;
        const unsigned ctx = f->ctx;
        frame_pop(r);
        if (o.kind == VOPT_PLAY || o.kind == VOPT_EVENT) {
            vividz_play_option(r, p, &o, VPLAY_FREE, 0, ctx);
            return;
        }
        RULE(VZ_1201_3);
        unsigned first = batch_open(r);
        event_caused(s, batch_move(r, c, card_owner(c), VZONE_ENERGY, VH_PUT), ctx, p);
        batch_do(r, first);
    }
    }
}
