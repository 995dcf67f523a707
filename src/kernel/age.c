/* Static effects with equal time stamps: where their order makes a difference, a player decides
 * which one is older. */
#include "kernel/procs.h"
#include "vm/vm.h"

enum { MAX_AGED = 20 };
typedef struct Ages {
    uint8_t left;    /* cards not yet ordered */
    PlayerId player; /* who decides */
    CardId card[MAX_AGED];
} Ages;
FRAME_LOCALS(Ages, ages_of)
enum { AGE_ASK, AGE_ANSWERED };

/* Does the card itself have a listening static ability? */
static bool has_static(const State *s, CardId c) {
    for (unsigned i = 0; i < s->nfixed; i++)
        if (s->listen[i].card == c && (s->listen[i].events & ev_bit(EV_STATIC))) return true;
    return false;
}

/* Hash of everything that is derived, computed afresh. */
static uint64_t derived_hash(Run *r) {
    State *s = r->s;
    uint64_t h = 0;
    derived_invalidate(s, BECAUSE_READ);
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

/* Do the derived values depend on which of the two cards is older? Leaves the stamps as they
 * were. */
static bool order_matters(Run *r, CardId a, CardId b) {
    Card *x = card_at(r->s, a), *y = card_at(r->s, b);
    uint32_t stamp = x->stamp;
    y->stamp = stamp + 1;
    uint64_t first = derived_hash(r);
    y->stamp = stamp;
    x->stamp = stamp + 1;
    uint64_t second = derived_hash(r);
    x->stamp = stamp;
    derived_invalidate(r->s, BECAUSE_READ);
    return first != second;
}

void ages_ask(Run *r, const CardId *card, unsigned n) {
    State *s = r->s;
    CardId candidates[MAX_AGED];
    unsigned m = 0;
    bool matters = false;
    for (unsigned i = 0; i < n && m < MAX_AGED; i++)
        if (has_static(s, card[i])) candidates[m++] = card[i];
    for (unsigned i = 0; i < m && !matters; i++)
        for (unsigned j = i + 1; j < m && !matters; j++)
            matters = order_matters(r, candidates[i], candidates[j]);
    if (!matters) return;
    Frame *f = frame_push(r, PROC_AGE);
    Ages *v = ages_of(f);
    v->left = (uint8_t)m;
    v->player = s->turn_player;
    memcpy(v->card, candidates, m * sizeof *candidates);
}

/* Gives card i of those left a new stamp and removes it from the list. */
static void make_youngest(Run *r, Ages *v, unsigned i) {
    card_at(r->s, v->card[i])->stamp = ++r->s->clock;
    for (v->left--; i < v->left; i++) v->card[i] = v->card[i + 1];
    v->card[v->left] = NONE;
    derived_invalidate(r->s, BECAUSE_READ);
}

void proc_age(Run *r, Frame *f) {
    State *s = r->s;
    Ages *v = ages_of(f);
    if (f->step == AGE_ANSWERED)
        for (unsigned i = 0; i < v->left; i++)
            if (v->card[i] == s->picked.card) {
                make_youngest(r, v, i);
                break;
            }
    if (v->left < 2) {
        if (v->left) {
            ask_forced(r, v->player, ASK_ORDER, r->g->clause_age,
                       (Option){.kind = OPT_CARD, .card = v->card[0]});
            make_youngest(r, v, 0);
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
