/* Static effects that arose at the same moment: where their order makes a difference somebody says
 * which one is the older. */
#include "kernel/procs.h"
#include "vm/vm.h"

/* u[0] how many are left, u[1] who says it, then the cards */
enum { A_LEFT, A_PLAYER, A_CARDS, MAX_AGED = FRAME_WORDS - A_CARDS };
enum { AGE_ASK, AGE_ANSWERED };

static bool has_static(const State *s, CardId c) {
    for (unsigned i = 0; i < s->nfixed; i++)
        if (s->listen[i].card == c && (s->listen[i].events & ev_bit(EV_STATIC))) return true;
    return false;
}

/* What all that applies has made of the cards. */
static uint64_t outcome(Run *r) {
    State *s = r->s;
    uint64_t h = 0;
    stale(s);
    derive(r);
    for (unsigned i = 0; i < s->nmodified; i++) {
        const Card *k = card_of(s, s->modified[i]);
        uint64_t v = (uint64_t)k->kinds << 16 | (uint64_t)k->lost << 32 | s->modified[i];
        for (unsigned stat = STAT_ATK; stat < STAT_COUNT; stat++)
            v = (v ^ (uint32_t)stat_of(&k->now, stat)) * 0x9fb21c651e98df25u;
        h += (v ^ v >> 29) * 0x9e3779b97f4a7c15u;
    }
    for (unsigned i = 0; i < s->nextra; i++)
        h += (s->extra[i].card * 31u + s->extra[i].kind * 7u + s->extra[i].term + 1u) *
             0xc2b2ae3d27d4eb4fu;
    for (unsigned i = s->nfixed; i < s->nlisteners; i++)
        h += (s->listen[i].card * 131u + s->listen[i].abil + 1u) * 0xd6e8feb86659fd93u;
    return h;
}

static bool order_matters(Run *r, CardId a, CardId b) {
    Card *x = card_at(r->s, a), *y = card_at(r->s, b);
    uint32_t stamp = x->stamp;
    y->stamp = stamp + 1;
    uint64_t first = outcome(r);
    y->stamp = stamp;
    x->stamp = stamp + 1;
    uint64_t second = outcome(r);
    x->stamp = stamp;
    stale(r->s);
    return first != second;
}

void ages_ask(Run *r, const CardId *card, unsigned n) {
    State *s = r->s;
    CardId aged[MAX_AGED];
    unsigned m = 0;
    bool matters = false;
    for (unsigned i = 0; i < n && m < MAX_AGED; i++)
        if (has_static(s, card[i])) aged[m++] = card[i];
    for (unsigned i = 0; i < m && !matters; i++)
        for (unsigned j = i + 1; j < m && !matters; j++)
            matters = order_matters(r, aged[i], aged[j]);
    if (!matters) return;
    Frame *f = frame_push(r, PROC_AGE);
    f->u[A_LEFT] = (uint16_t)m;
    f->u[A_PLAYER] = s->turn_player;
    for (unsigned i = 0; i < m; i++) f->u[A_CARDS + i] = aged[i];
}

static void grow_younger(Run *r, Frame *f, unsigned i) {
    card_at(r->s, f->u[A_CARDS + i])->stamp = ++r->s->clock;
    for (f->u[A_LEFT]--; i < f->u[A_LEFT]; i++) f->u[A_CARDS + i] = f->u[A_CARDS + i + 1];
    stale(r->s);
}

void proc_age(Run *r, Frame *f) {
    State *s = r->s;
    if (f->step == AGE_ANSWERED)
        for (unsigned i = 0; i < f->u[A_LEFT]; i++)
            if (f->u[A_CARDS + i] == s->picked.card) {
                grow_younger(r, f, i);
                break;
            }
    if (f->u[A_LEFT] < 2) {
        if (f->u[A_LEFT]) {
            ask_forced(r, (PlayerId)f->u[A_PLAYER], ASK_ORDER, r->g->clause_age,
                       (Option){.kind = OPT_CARD, .card = f->u[A_CARDS]});
            grow_younger(r, f, 0);
        }
        frame_pop(r);
        return;
    }
    f->step = AGE_ANSWERED;
    kmark(r, KM_SAME_AGE);
    ask_begin(r, (PlayerId)f->u[A_PLAYER], ASK_ORDER, r->g->clause_age);
    for (unsigned i = 0; i < f->u[A_LEFT]; i++)
        ask_add(r, (Option){.kind = OPT_CARD, .card = f->u[A_CARDS + i]});
    ask_done(r);
}
