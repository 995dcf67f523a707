/* Static effects that arose at the same moment: where their order makes a difference somebody says
 * which one is the older. */
#include "kernel/procs.h"
#include "vm/vm.h"

enum { MAX_AGED = 20 };
typedef struct Ages {
    uint8_t left;    /* cards to be put in order */
    PlayerId player; /* who says which is the older */
    CardId card[MAX_AGED];
} Ages;
FRAME_LOCALS(Ages, ages_of)
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
    Ages *v = ages_of(f);
    v->left = (uint8_t)m;
    v->player = s->turn_player;
    memcpy(v->card, aged, m * sizeof *aged);
}

static void grow_younger(Run *r, Ages *v, unsigned i) {
    card_at(r->s, v->card[i])->stamp = ++r->s->clock;
    for (v->left--; i < v->left; i++) v->card[i] = v->card[i + 1];
    v->card[v->left] = NONE;
    stale(r->s);
}

void proc_age(Run *r, Frame *f) {
    State *s = r->s;
    Ages *v = ages_of(f);
    if (f->step == AGE_ANSWERED)
        for (unsigned i = 0; i < v->left; i++)
            if (v->card[i] == s->picked.card) {
                grow_younger(r, v, i);
                break;
            }
    if (v->left < 2) {
        if (v->left) {
            ask_forced(r, v->player, ASK_ORDER, r->g->clause_age,
                       (Option){.kind = OPT_CARD, .card = v->card[0]});
            grow_younger(r, v, 0);
        }
        frame_pop(r);
        return;
    }
    f->step = AGE_ANSWERED;
    kmark(r, KM_SAME_AGE);
    ask_begin(r, v->player, ASK_ORDER, r->g->clause_age);
    for (unsigned i = 0; i < v->left; i++)
        ask_add(r, (Option){.kind = OPT_CARD, .card = v->card[i]});
    ask_done(r);
}
