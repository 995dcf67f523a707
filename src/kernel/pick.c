/* Choosing cards, one at a time, in any order. If all remaining cards must be taken, nobody is
 * asked. */
#include "kernel/pick.h"
#include "kernel/procs.h"
#include "vm/vm.h"

enum { PICK_NEXT, PICK_ANSWERED };

/* Drops what was chosen in an earlier round of a repetition, or for another part of the cost. */
static unsigned drop_chosen(const Run *r, CardRef *c, unsigned n, bool cost) {
    unsigned m = 0;
    for (unsigned i = 0; i < n; i++) {
        if (!(card_of(r->s, c[i].card)->flags & CARD_CHOSEN)) c[m++] = c[i];
    }
    if (m < n) kmark(r, cost ? KM_COST_CARDS_DIFFER : KM_ROUNDS_OTHER);
    return m;
}

/* In a repetition, and in a cost with Game.cost_cards_differ: remembers what was picked for the
 * later rounds or parts. */
static void note_chosen(Run *r, const Frame *f, const Pick *p) {
    State *s = r->s;
    const Context *x = &s->ctx[f->ctx];
    bool repeats = r->g->cost_cards_differ && x->paying && !p->list;
    for (unsigned i = 0; i < s->nframes && !p->list; i++)
        repeats |= s->frame[i].proc == PROC_ROUNDS && s->frame[i].ctx == f->ctx;
    for (unsigned i = p->base; repeats && i < x->n[p->reg]; i++) {
        const CardRef c = reg_cards(s, x, p->reg)[i];
        if (ref_live(s, c)) card_at(s, c.card)->flags |= CARD_CHOSEN;
    }
}

void chosen_forget(State *s) {
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++)
            s->player[p].card[i].flags &= (uint16_t)~CARD_CHOSEN;
}

/* Writes the cards that may be chosen at all. */
static unsigned candidates(Run *r, Frame *f, CardRef *out) {
    Pick *p = pick_of(f);
    unsigned n;
    if (p->list) {
        n = r->g->candidates(r, f, p->list, out);
    } else {
        Eval e = eval_ctx(r, f->ctx);
        Pc pc = p->pc, behind = pc;
        e.viewer = p->player;
        e.choosing = p->reg == REG_IT && (p->flags & PICK_KEEP);
        e.among = p->player != e.ctx->opponent; /* who chooses as the opponent has his own */
        n = vm_set(&e, &pc, out, MAX_SET);
        if (r->s->nplayers > 2 && vm_mentions_opponent(r->g, r->pack->code, &behind)) {
            kmark(r, KM_AMONG_OPPONENTS);
            if (p->max > 1) kmark(r, KM_AMONG_OPPONENTS_MANY);
        }
    }
    if (!p->list) n = drop_chosen(r, out, n, r->s->ctx[f->ctx].paying);
    if (p->flags & PICK_FREE) return n;
    unsigned m = 0;
    for (unsigned i = 0; i < n; i++)
        if (r->g->choosable(r, p->player, out[i].card, f->ctx)) out[m++] = out[i];
    return m;
}

/* Does the total cost stay within the limit with this card? */
static bool within_cost_limit(Run *r, Frame *f, CardRef c) {
    const Pick *p = pick_of(f);
    const Context *x = &r->s->ctx[f->ctx];
    int cost = card_stat(r, c, STAT_COST);
    for (unsigned i = p->base; i < x->n[p->reg]; i++)
        cost += card_stat(r, reg_cards(r->s, x, p->reg)[i], STAT_COST);
    return cost < p->sum;
}

/* Have the two cards a term of that sort in common? */
static bool share_term(Run *r, unsigned sort, CardId a, CardId b) {
    TermId terms[MAX_TRAITS];
    bool common = false;
    for (unsigned i = card_terms(r, a, sort, terms); i-- > 0;) common |= card_trait(r, b, terms[i]);
    return common;
}

/* Have the two cards nothing of that sort in common? */
static bool terms_differ(Run *r, unsigned sort, CardRef a, CardRef b) {
    const State *s = r->s;
    if (sort == PICK_TITLE)
        return r->pack->def[card_of(s, a.card)->def].title !=
               r->pack->def[card_of(s, b.card)->def].title;
    if (sort != PICK_THIRD) return !share_term(r, sort, a.card, b.card);
    const int x = card_stat(r, a, STAT_THIRD), y = card_stat(r, b, STAT_THIRD);
    return x && y && !(x & y);
}

bool pick_agrees(Run *r, unsigned flags, CardRef a, CardRef b) {
    const unsigned sort = (flags & PICK_TERMS) / PICK_OTHER_TERMS;
    if (sort && !terms_differ(r, sort, a, b)) return false;
    bool cost = card_stat(r, a, STAT_COST) == card_stat(r, b, STAT_COST),
         name = r->pack->def[card_of(r->s, a.card)->def].name ==
                r->pack->def[card_of(r->s, b.card)->def].name;
    return !((flags & PICK_SAME_COST) && !cost) && !((flags & PICK_OTHER_COST) && cost) &&
           !((flags & PICK_SAME_NAME) && !name) && !((flags & PICK_NAMES) && name);
}

/* Greedy, which is exact: cards that are alike are so in classes, and one card of each class makes
 * a largest set of different ones. */
unsigned pick_group(Run *r, unsigned flags, const CardRef *c, unsigned n, unsigned first) {
    CardRef group[MAX_SET] = {c[first]};
    unsigned m = 1;
    for (unsigned i = 0; i < n && m < MAX_SET; i++) {
        bool fits = i != first;
        for (unsigned j = 0; fits && j < m; j++) fits = pick_agrees(r, flags, group[j], c[i]);
        if (fits) group[m++] = c[i];
    }
    return m;
}

static unsigned alike_flags(const Pick *p) {
    return (unsigned)p->alike << 8 | (p->flags & PICK_NAMES);
}

/* Before the first pick: keeps the candidates with which the number can be reached; all if there
 * is none. */
static unsigned keep_completable(Run *r, const Pick *p, CardRef *c, unsigned n) {
    CardRef all[MAX_SET];
    unsigned m = 0;
    if (!p->alike || p->taken || p->whole || p->min < 2) return n;
    memcpy(all, c, n * sizeof *c);
    for (unsigned i = 0; i < n; i++)
        if (pick_group(r, alike_flags(p), all, n, i) >= p->min) c[m++] = all[i];
    return m ? m : n;
}

/* Are all cards on top of this one in its pile picked already? */
static bool is_next_of_pile(const State *s, CardRef c, const CardRef *picked, unsigned n) {
    const Card *k = card_of(s, c.card);
    const Player *q = &s->player[k->holder];
    for (unsigned i = q->count[k->zone]; i-- > 0;) {
        const CardId above = zone_card(q, k->zone, i);
        bool taken = false;
        if (above == c.card) return true;
        for (unsigned j = 0; j < n; j++) taken |= picked[j].card == above;
        if (!taken) return false;
    }
    return false;
}

/* May the card be picked beside those already picked (per zone, by name, by cost)? */
static bool fits(Run *r, Frame *f, CardRef c) {
    const Pick *p = pick_of(f);
    const Context *x = &r->s->ctx[f->ctx];
    unsigned all_open = 0;
    if (p->sum && !within_cost_limit(r, f, c)) return false;
    const CardRef *picked = reg_cards(r->s, x, p->reg);
    if ((alike_flags(p) & PICK_FROM_TOP) && !is_next_of_pile(r->s, c, picked, x->n[p->reg]))
        return false;
    for (unsigned i = 0; i < x->n[p->reg]; i++) {
        CardRef o = picked[i];
        if (o.card == c.card) return false;
        if (i < p->base) continue;
        if (alike_flags(p) && !pick_agrees(r, alike_flags(p), o, c)) return false;
        if (!(p->flags & PICK_EACH_ZONE)) continue;
        all_open += pick_same_place(p->as_one, card_of(r->s, o.card), card_of(r->s, c.card));
        if (all_open >= p->each) return false;
    }
    return true;
}

/* ---- PICK_PAIRS: cards to be swapped in pairs across zones, all that are in the register ---- */

static bool same_place(const State *s, CardRef a, CardRef b) {
    return pick_same_place(0, card_of(s, a.card), card_of(s, b.card));
}

/* Could this card be picked and still be paired? c: all candidates. */
static bool has_partner(Run *r, Frame *f, CardRef one, const CardRef *c, unsigned n) {
    const Pick *p = pick_of(f);
    const Context *x = &r->s->ctx[f->ctx];
    unsigned here = 1, others = 0;
    for (unsigned i = 0; i < x->n[p->reg]; i++)
        here += same_place(r->s, reg_cards(r->s, x, p->reg)[i], one);
    for (unsigned i = 0; i < n; i++) others += !same_place(r->s, c[i], one);
    return here <= others;
}

/* Can the picked cards be paired across zones? */
static bool is_paired(Run *r, Frame *f) {
    const Pick *p = pick_of(f);
    const Context *x = &r->s->ctx[f->ctx];
    const CardRef *c = reg_cards(r->s, x, p->reg);
    unsigned n = x->n[p->reg], most = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned here = 0;
        for (unsigned j = 0; j < n; j++) here += same_place(r->s, c[i], c[j]);
        if (here > most) most = here;
    }
    return n % 2 == 0 && most <= n / 2;
}

/* Keeps the candidates that may be picked beside those already picked. */
static unsigned drop_unpickable(Run *r, Frame *f, CardRef *c, unsigned n) {
    const Pick *p = pick_of(f);
    const Context *x = &r->s->ctx[f->ctx];
    const CardRef *picked = reg_cards(r->s, x, p->reg);
    const unsigned npicked = x->n[p->reg];
    unsigned open = 0;
    if (!p->sum && !p->alike && !(p->flags & (PICK_EACH_ZONE | PICK_NAMES | PICK_PAIRS))) {
        if (!npicked) return n;
        for (unsigned i = 0; i < n; i++) {
            bool already = false;
            for (unsigned j = 0; j < npicked; j++) already |= picked[j].card == c[i].card;
            c[open] = c[i];
            open += !already;
        }
        return open;
    }
    CardRef all[MAX_SET];
    memcpy(all, c, n * sizeof *c);
    for (unsigned i = 0; i < n; i++)
        if (fits(r, f, all[i]) && (!(p->flags & PICK_PAIRS) || has_partner(r, f, all[i], all, n)))
            c[open++] = all[i];
    return keep_completable(r, p, c, open);
}

/* The previous options without the picked one. */
static unsigned remaining_options(State *s, const Pick *p, CardRef *c) {
    unsigned n = 0;
    for (unsigned i = 0; i < p->kept_options; i++) {
        const Option *o = &s->option[i];
        c[n] = ref_to(s, o->card);
        n += (o->kind == OPT_CARD) & (o->card != s->picked.card);
    }
    return n;
}

static void pick_random(Run *r, Frame *f, CardRef *c, unsigned n, Context *x) {
    Pick *p = pick_of(f);
    while (p->taken < p->max && n > 0) {
        unsigned i = random_below(r->s, n);
        reg_push(r, x, p->reg, c[i]);
        c[i] = c[--n];
        p->taken++;
    }
    note_chosen(r, f, p);
    frame_pop(r);
}

static void finish(Run *r, Frame *f, Context *x) {
    const Pick *p = pick_of(f);
    const bool chosen = r->g->chosen && p->reg == REG_IT && p->pc && !(p->flags & PICK_FREE);
    const PlayerId player = p->player;
    const unsigned ctx = f->ctx, base = p->base;
    if (p->reg == REG_IT) x->did = p->taken > 0 && p->taken >= p->min;
    note_chosen(r, f, p);
    frame_pop(r);
    if (chosen) r->g->chosen(r, player, ctx, base);
}

/* Takes all candidates; the observer sees each as a question with a forced answer. */
static void take_all(Run *r, Pick *p, Context *x, const CardRef *c, unsigned n) {
    State *s = r->s;
    for (unsigned i = 0; i < n && x->n[p->reg] < MAX_SET; i++) {
        if (WATCHED(r) && r->obs->forced) {
            ask_begin(r, p->player, ASK_CARD, p->clause);
            s->ask.min = s->ask.max = (uint8_t)(n - i);
            for (unsigned j = i; j < n; j++)
                ask_add(r, (Option){.kind = OPT_CARD, .card = c[j].card});
            r->obs->forced(r->obs, r, &s->ask, &s->option[0]);
            memset(s->option, 0, s->ask.n * sizeof(Option));
            memset(&s->ask, 0, sizeof s->ask);
        }
        reg_push(r, x, p->reg, c[i]);
        p->taken++;
    }
}

/* Takes the answer. False: the pick is over. If options were kept, writes those left to c, *open.
 */
static bool take_answer(Run *r, Frame *f, Context *x, CardRef *c, unsigned *open) {
    State *s = r->s;
    Pick *p = pick_of(f);
    const bool card = s->picked.kind == OPT_CARD;
    const unsigned kept = p->kept_options;
    if (card) reg_push(r, x, p->reg, ref_to(s, s->picked.card));
    p->taken = (uint8_t)(p->taken + card);
    const bool goes_on = card && p->taken < p->max;
    if (kept && goes_on) *open = remaining_options(s, p, c);
    options_clear(s, kept);
    p->kept_options = 0;
    return goes_on;
}

void proc_pick(Run *r, Frame *f) {
    State *s = r->s;
    Context *x = &s->ctx[f->ctx];
    Pick *p = pick_of(f);
    CardRef c[MAX_SET + 1];
    unsigned open = 0;
    const unsigned kept = p->kept_options;
    if (f->step == PICK_ANSWERED && !take_answer(r, f, x, c, &open)) {
        finish(r, f, x);
        return;
    }
    bool pairs = p->flags & PICK_PAIRS;
    if (!kept) {
        unsigned n = candidates(r, f, c);
        if (p->flags & PICK_RANDOM) {
            pick_random(r, f, c, n, x);
            return;
        }
        open = drop_unpickable(r, f, c, n);
    }
    if (p->leads) open = r->g->narrow_pick(r, f, c, open);
    /* preferred candidates exclude the others until they are taken */
    unsigned all_open = open;
    bool others = false;
    if (r->g->prefer && !(p->flags & PICK_FREE))
        open = r->g->prefer(r, p->player, c, open, &others);
    unsigned left = (unsigned)(p->max - p->taken), least = pick_least(p),
             must = least > p->taken ? least - p->taken : 0u;
    if (pairs && !is_paired(r, f)) must = 1;
    const bool on_top = (alike_flags(p) & PICK_FROM_TOP) && open; /* more lie beneath */
    if (on_top) kmark(r, KM_FROM_TOP);
    if (must > open && !on_top) kmark(r, KM_AS_MUCH);
    if (left == 0 || open == 0 || x->n[p->reg] >= MAX_SET) {
        finish(r, f, x);
        return;
    }
    bool distinct = p->alike || (p->flags & (PICK_EACH_ZONE | PICK_NAMES));
    if (p->min == 0 && !p->whole) kmark(r, KM_UP_TO);
    if (must >= open && !distinct && !others) {
        take_all(r, p, x, c, open);
        f->step = PICK_NEXT; /* then those that are not preferred */
        if (open == all_open) finish(r, f, x);
        return;
    }
    if (must > open) must = open;
    f->step = PICK_ANSWERED;
    ask_begin(r, p->player, ASK_CARD, p->clause);
    s->ask.min = (uint8_t)must;
    s->ask.max = (uint8_t)left;
    ask_add_cards(r, c, open);
    if (must == 0) ask_add(r, (Option){.kind = OPT_DONE});
    const bool tried = vm_keep_payable(r);
    bool steady = p->steady && !tried && !p->leads && open == all_open;
    if (ask_done(r) && steady && !s->nbarred) p->kept_options = s->ask.n;
}

Frame *pick_begin(Run *r, unsigned ctx, PlayerId player, unsigned min, unsigned max, unsigned flags,
                  unsigned reg) {
    Context *x = &r->s->ctx[ctx];
    if ((flags & PICK_KEEP) && reg == REG_IT) {
        reg_copy(r, x, REG_KEEP, REG_IT);
    }
    if (!(flags & PICK_ADD)) reg_clear(r, x, reg);
    Frame *f = frame_push(r, PROC_PICK);
    f->ctx = (uint8_t)ctx;
    Pick *p = pick_of(f);
    p->player = player;
    const unsigned needed = (unsigned)vm_needed((int)min),
                   count = needed < MAX_SET ? needed : MAX_SET;
    p->min = (uint8_t)count;
    p->whole = vm_is_whole((int)min);
    p->max = (uint8_t)(max < MAX_SET ? max : MAX_SET);
    p->flags = (uint8_t)flags;
    p->alike = (uint8_t)(flags >> 8);
    p->reg = (uint8_t)reg;
    p->base = x->n[reg];
    return f;
}
