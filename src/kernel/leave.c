/* Leaving a game that continues: removes the cards, abilities and questions of players who left. */
#include "kernel/pick.h"
#include "kernel/procs.h"

/* The options changed: a pick must not reuse them for its next question. */
static void options_changed(State *s) {
    Frame *f = s->nframes ? &s->frame[s->nframes - 1] : 0;
    if (f && f->proc == PROC_PICK) pick_of(f)->kept_options = 0;
}

void ask_drop(Run *r) {
    State *s = r->s;
    options_changed(s);
    memset(s->option, 0, s->ask.n * sizeof(Option));
    memset(&s->ask, 0, sizeof s->ask);
    s->picked = (Option){0};
    s->here = 0;
    s->open = 0;
}

/* Removes options that are gone. With fewer than two left the question is answered. */
static void filter_options(Run *r) {
    State *s = r->s;
    unsigned n = 0, was = s->ask.n;
    for (unsigned i = 0; i < was; i++) {
        const Option *o = &s->option[i];
        bool gone = (o->card && (card_of(s, o->card)->flags & CARD_GONE)) ||
                    (o->kind == OPT_PLAYER && !player_in(s, o->a));
        if (!gone) s->option[n++] = *o;
    }
    memset(&s->option[n], 0, (was - n) * sizeof(Option));
    s->ask.n = (uint8_t)n;
    options_changed(s);
    if (n > 1) return;
    Option only = n ? s->option[0] : (Option){0};
    ask_drop(r);
    s->picked = only;
}

/* Removes all cards of the player from the game. */
static void cards_remove(Run *r, PlayerId p) {
    State *s = r->s;
    for (unsigned i = 1; i <= s->player[p].ncards; i++) {
        CardId c = card_id(p, i);
        Card *k = card_at(s, c);
        if (k->zone) {
            listen_leave(r, c);
            zone_remove(r, c);
        }
        k->inc++;
        k->flags = CARD_GONE;
        k->known = 0;
        k->damage = 0;
        k->tie = NONE;
        k->tie_inc = 0;
    }
}

void frame_cut(Run *r) {
    Frame *f = frame_top(r);
    if (f->proc == PROC_REPLACE) replace_cut(r, f);
    frame_pop(r);
}

void players_leave(Run *r) {
    State *s = r->s;
    PlayerSet set = s->leaving;
    s->leaving = 0;
    kmark(r, KM_LEAVE);
    unsigned frames = s->nframes;
    r->g->players_left(r, set);
    for (unsigned i = s->nwaiting; i-- > 0;)
        if (set & player_bit(s->waiting[i].master)) {
            kmark(r, KM_LEAVE_WAITING);
            waiting_drop(r, i);
        }
    for (unsigned i = s->neffects; i-- > 0;)
        if ((set & player_bit(s->effect[i].master)) && s->effect[i].kind == EFF_DELAYED)
            effect_remove(r, i);
    for (PlayerId p = 0; p < s->nplayers; p++)
        if (set & player_bit(p)) cards_remove(r, p);
    s->turn_player = team_speaker(s, s->turn_player);
    derived_invalidate(s, BECAUSE_EFFECT); /* also effects on the cards removed */
    settled_recheck(s, UNCHECKED_ALL);
    if (!s->ask.pending) return;
    if (s->nframes < frames) {
        ask_drop(r); /* its procedure was aborted */
    } else if (!r->g->rebuild_question(r)) {
        if (set & player_bit(s->ask.player))
            ask_drop(r); /* nobody can answer: nothing is chosen */
        else
            filter_options(r);
    }
}

/* ---- a static ability that reads about one opponent ------------------------------------------ */

enum { OPPONENT_ASK, OPPONENT_ANSWERED };
void proc_opponent(Run *r, Frame *f) {
    State *s = r->s;
    const AboutCard about = *about_of(f);
    const CardRef card = about.card;
    PlayerId you = card_of(s, card.card)->holder;
    if (f->step == OPPONENT_ASK) {
        f->step = OPPONENT_ANSWERED;
        if (!ref_live(s, card) || !player_in(s, you)) {
            frame_pop(r);
            return;
        }
        run_rule(r, r->g->clause_opponent_static);
        if (ask_player(r, you, opponents(r, you), r->g->clause_opponent_static)) return;
    }
    if (s->picked.kind == OPT_PLAYER && ref_live(s, card))
        opponent_pick(r, card.card, about.abil, s->picked.a);
    frame_pop(r);
    derived_invalidate(s, BECAUSE_READ);
}

/* Shift of the ability's nibble in Card.picked. */
static unsigned nibble_of(const Run *r, CardId c, AbilId a) {
    const CardDef *d = &r->pack->def[card_of(r->s, c)->def];
    unsigned n = 0;
    for (AbilId b = d->abil; b < a && b < d->abil + d->nabil; b++)
        n += (r->pack->abil[b].flags & ABIL_ONE_OPPONENT) != 0;
    return n ? 4 : 0;
}

void opponent_pick(Run *r, CardId c, AbilId a, PlayerId p) {
    uint8_t *x = &card_at(r->s, c)->picked;
    unsigned shift = nibble_of(r, c, a);
    *x = (uint8_t)((*x & ~(15u << shift)) | (p + 1u) << shift);
}

PlayerId opponent_picked(const Run *r, CardId c, AbilId a) {
    unsigned x = card_of(r->s, c)->picked;
    x = x >> nibble_of(r, c, a) & 15;
    return x ? (PlayerId)(x - 1) : NOBODY;
}

void opponents_ask(Run *r, CardId c) {
    State *s = r->s;
    const Card *k = card_of(s, c);
    const CardDef *d = &r->pack->def[k->def];
    PlayerSet set = opponents(r, k->holder);
    card_at(s, c)->picked = 0;
    if (!(set & (set - 1)) || (k->flags & CARD_DOWN)) return;
    for (AbilId a = (AbilId)(d->abil + d->nabil); a-- > d->abil;) {
        const AbilityDef *b = &r->pack->abil[a];
        if (!(b->flags & ABIL_ONE_OPPONENT) || !(b->zones & zone_bit(k->zone))) continue;
        Frame *f = frame_push(r, PROC_OPPONENT);
        *about_of(f) = (AboutCard){.card = {c, k->inc}, .abil = a};
    }
}
