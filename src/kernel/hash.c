/* Hashes of the state, and the memory of positions that the loop rules need. */
#include "vm/vm.h"

static inline uint64_t mix(uint64_t h, uint64_t v) {
    h ^= v;
    h *= 0x9fb21c651e98df25u;
    return h ^ h >> 29;
}

/* Two games are equal when all their bytes are: unused parts are kept zero. */
uint64_t state_hash(const State *s) {
    const unsigned char *b = (const unsigned char *)s;
    size_t n = state_size(s), i = 0;
    uint64_t h = 0x243f6a8885a308d3u, w;
    for (; i + 8 <= n; i += 8) {
        memcpy(&w, b + i, 8);
        h = mix(h, w);
    }
    for (; i < n; i++) h = mix(h, b[i]);
    return h;
}

/* In an ordered zone places count, elsewhere only which cards lie there. */
uint64_t zone_hash(const State *s, const Player *q, unsigned z, bool ordered) {
    uint64_t h = 0;
    for (unsigned i = 0; i < q->count[z]; i++) {
        const Card *k = card_of(s, zone_card(q, z, i));
        if (ordered)
            h += place_hash(k, i);
        else
            h += card_hash(k);
    }
    return h;
}

/* Hashes of zones that are stale are made anew. */
static void zones_rehash(Run *r, Player *q) {
    for (unsigned stale = q->stale & ((1u << r->g->nzones) - 2); stale; stale &= stale - 1) {
        ZoneId z = zone_first(stale);
        uint64_t now = zone_hash(r->s, q, z, r->g->zones[z].flags & ZONE_ORDERED);
        zone_hash_add(q, z, now - q->zone_hash[z]);
    }
    q->stale = 0;
}

/* What stands at a place of a list: to be added up. */
static inline uint64_t term(unsigned place, uint64_t v) {
    v = (v + place * 0x9fb21c651e98df25u) * 0x9e3779b97f4a7c15u;
    return (v ^ v >> 32) * 0xd6e8feb86659fd93u;
}

/* A list, one word after the other. */
static inline uint64_t next(uint64_t h, uint64_t v) { return (h + v) * 0x9fb21c651e98df25u; }

/* What is being carried out: where in its text an ability is, which cards it speaks of. */
static uint64_t frames_hash(const State *s) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < s->nframes; i++) {
        Frame f = s->frame[i];
        if (f.proc == PROC_TEXT) sum = next(sum, text_of(&f)->pc);
        if (f.proc >= PROC_GAME) sum = next(sum, 1u << 16 | f.proc << 8 | f.step);
    }
    for (unsigned c = 0; c <= MAX_CONTEXTS; c++)
        for (unsigned i = 0; s->ctx[c].in_use && i < s->ctx[c].n[REG_IT]; i++)
            sum = next(sum, (c + 1) << 16 | reg_read(s, &s->ctx[c], REG_IT)[i].card);
    return sum;
}

static uint64_t effects_hash(const State *s) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < s->neffects; i++) {
        const Effect *e = &s->effect[i];
        uint64_t what = (uint64_t)e->kind | e->duration << 8 | e->flags << 16 |
                        (uint64_t)e->target.card << 32 | (uint64_t)e->abil << 48;
        uint64_t amounts = (uint64_t)(uint32_t)e->a | (uint64_t)(uint32_t)e->b << 32;
        uint64_t stats = e->stat[0] | (uint64_t)e->stat[1] << 8 | (uint64_t)e->zones << 16;
        sum += term(i, mix(mix(what, amounts), stats));
    }
    return sum;
}

/* What was entered or has triggered. */
static uint64_t waits_hash(const State *s) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < s->nstack; i++) {
        const Stacked *t = &s->stack[i];
        sum += term(i + 1, t->sort | t->master << 8 | (uint64_t)t->count << 16 |
                               (uint64_t)t->abil << 24 | (uint64_t)t->source.card << 40);
    }
    for (unsigned i = 0; i < s->nwaiting; i++)
        sum +=
            term(i, (uint64_t)s->waiting[i].abil << 8 | (uint64_t)s->waiting[i].source.card << 24);
    for (unsigned i = 0; i < s->ncounters; i++) { /* their order does not count */
        const Counter *x = &s->counter[i];
        sum += term(0, (uint64_t)x->card << 32 | (uint64_t)x->player << 24 |
                           (uint64_t)x->kind << 16 | (uint16_t)x->n);
    }
    for (unsigned i = 0; i < s->ntargets; i++) {
        const Target *t = &s->target[i];
        sum += term(i, (uint64_t)(t->kind == TARGET_STACKED ? 0 : t->ref.card) << 32 |
                           (uint64_t)t->kind << 16 | (uint64_t)t->share << 24);
    }
    return sum;
}

/* "Completely the same": places, order, states, effects, what waits; not the random generator, time
 * stamps or lives of cards. Cards that are alike are told apart only by where they lie. */
uint64_t position_hash(Run *r) {
    State *s = r->s;
    uint64_t sum = s->turn | (uint64_t)s->ask.player << 16 | (uint64_t)s->turn_player << 24 |
                   (uint64_t)s->point << 32 | (uint64_t)s->nframes << 40;
    uint64_t zones = 0, w[5];
    for (unsigned p = 0; p < s->nplayers; p++) {
        Player *q = &s->player[p];
        if (q->stale) zones_rehash(r, q);
        memcpy(w, q->counter, 8);
        sum = next(sum, w[0] ^ (uint64_t)q->flags << 56);
        zones += q->zones_hash;
    }
    memcpy(w, s->fact_card, 24);
    memcpy(w + 3, s->facts, 16);
    for (unsigned i = 0; i < 3; i++) w[i] &= UINT64_C(0x0000FFFF0000FFFF); /* lives do not count */
    for (unsigned i = 0; i < 5; i++) sum = next(sum, w[i]);
    uint64_t h = mix(next(sum, zones), frames_hash(s));
    if (s->neffects) h = mix(h, effects_hash(s));
    if (s->nstack | s->nwaiting | s->ntargets | s->ncounters) h = mix(h, waits_hash(s));
    return h | 1;
}

/* ---- endless loops
 * ------------------------------------------------------------------------------------ A position
 * is remembered together with the choice that was made from it: for an open position the last real
 * choice of the action taken there. When the position comes again, that choice is not offered again
 * where it was made. */

static uint64_t action_key(const Option *o) {
    return 1 + ((uint64_t)o->kind | (uint64_t)o->a << 8 | (uint64_t)o->b << 16 |
                (uint64_t)o->card << 24 | (uint64_t)o->c << 40);
}

/* To let things go on is barred only if nobody has done anything since: how much was done so far
 * stands above the action's own bits. */
static uint64_t noted_key(const Run *r, const Option *o) {
    uint64_t lets = (r->g->pass_option != 0) & (o->kind == r->g->pass_option);
    return action_key(o) | lets << 63 | (r->s->acted & 127 & -lets) << 56;
}
static bool bars(const State *s, uint64_t action) {
    return !(action >> 63) || (action >> 56 & 127) == (s->acted & 127u);
}
static uint64_t plain(uint64_t action) { return action & ~(0xFFull << 56); }

static unsigned remembered(const State *s) { return s->nseen < MAX_SEEN ? s->nseen : MAX_SEEN; }

static bool barred(const State *s, uint64_t at, uint64_t action) {
    for (unsigned i = 0; i < remembered(s); i++)
        if (!s->seen[i].position && s->seen[i].at == at && s->seen[i].action == action) return true;
    return false;
}

static void remember(State *s, Seen x) {
    s->seen[s->nseen % MAX_SEEN] = x;
    s->nseen = (uint8_t)(s->nseen + 1 < 2 * MAX_SEEN ? s->nseen + 1 : MAX_SEEN);
}

/* What is behind those that count is zero. */
static void path_forget(State *s) {
    enum { GROUP = 4 };
    _Static_assert(MAX_PATH % GROUP == 0, "choices are forgotten in groups");
    for (unsigned i = 0; i < s->npath; i += GROUP) memset(&s->path[i], 0, GROUP * sizeof *s->path);
    s->npath = 0;
}

void loop_forget(State *s) {
    if (s->nseen) memset(s->seen, 0, sizeof s->seen);
    path_forget(s);
    s->nseen = s->chain = s->open = s->nbarred = s->texts = 0;
    s->acted = 0;
    s->here = 0;
}

/* Is it remembered? Four at a time: what is behind those that count is zero. */
static bool been_here(const State *s, uint64_t position) {
    unsigned hit = 0;
    _Static_assert(MAX_SEEN % 4 == 0, "looked through in fours");
    for (unsigned i = 0, n = remembered(s); i < n; i += 4)
        for (unsigned j = i; j < i + 4; j++) hit |= s->seen[j].position == position;
    return hit;
}

/* The position has been here before: bars what was chosen then. */
static void bar_again(State *s, uint64_t position) {
    if (!been_here(s, position)) return;
    for (unsigned i = 0, n = remembered(s); i < n; i++)
        if (s->seen[i].position == position && bars(s, s->seen[i].action) &&
            !barred(s, s->seen[i].at, plain(s->seen[i].action)))
            remember(s, (Seen){.at = s->seen[i].at, .action = plain(s->seen[i].action)}),
                s->nbarred = 1;
}

/* Has another player than the one asked made a real choice since the action began? */
static bool of_both(const State *s) {
    for (unsigned i = 0; i < s->npath; i++)
        if (s->path[i].player != s->ask.player && s->path[i].options > 1) return true;
    return false;
}

static void drop_options(Run *r) {
    State *s = r->s;
    unsigned n = 0;
    if (!s->nbarred) return;
    for (unsigned i = 0; i < s->ask.n; i++)
        if (!barred(s, s->here, action_key(&s->option[i]))) s->option[n++] = s->option[i];
    unsigned dropped = s->ask.n - n;
    memset(&s->option[n], 0, dropped * sizeof(Option));
    s->ask.n = (uint8_t)n;
    if (dropped) kmark(r, of_both(s) ? KM_LOOP_BOTH : KM_LOOP);
}

/* The action that began at the last open position is over: its last real choice is what a
 * repetition would repeat. */
static void action_over(State *s) {
    unsigned i = s->npath;
    if (!i) return;
    while (--i > 0 && s->path[i].options < 2) {
    }
    remember(s, (Seen){.position = s->path[0].position,
                       .at = s->path[i].position,
                       .action = s->path[i].action});
    path_forget(s);
}

/* The last action is over, and no open position follows. */
void loop_closed(State *s) {
    path_forget(s);
    s->chain = 0;
}

/* An open position: the turn player may act. Called when its question has been built. */
void loop_open(Run *r) {
    State *s = r->s;
    action_over(s);
    s->chain = 0;
    s->open = 1;
    if (!s->nseen) return;
    s->here = position_hash(r);
    bar_again(s, s->here);
    drop_options(r);
}

/* Inside a chain of abilities, which may go round by itself. The first ability inside an action is
 * the action's own: its choices are told by its path. */
static bool goes_round(const State *s) { return s->chain > (s->npath != 0); }

/* Any other question: watched inside an action and in a chain that may go round. */
void loop_question(Run *r) {
    State *s = r->s;
    bool round = goes_round(s);
    if ((s->here | s->open) || !(s->npath | round)) return;
    if (!round) { /* inside an action: told by where it began and what was chosen since */
        const Choice *c = &s->path[s->npath - 1];
        s->here = mix(mix(c->position, c->action), s->ask.kind) | 1;
    } else {
        s->here = position_hash(r);
    }
    if (round) bar_again(s, s->here);
    drop_options(r);
    if (s->ask.n) return;
    kmark(r, KM_LOOP_DRAW); /* every way leads round: nobody can stop it */
    s->result = RESULT_DRAW;
}

void loop_answered(Run *r, unsigned options) {
    State *s = r->s;
    const Option *o = &s->picked;
    /* without any ability in the turn no position comes again: then only one that begins is noted
     */
    bool noted = s->open && !s->here && (s->texts || o->c);
    bool opened = s->open;
    uint64_t here = noted ? position_hash(r) : s->here;
    s->here = 0;
    s->open = 0;
    if (!here) return;
    for (unsigned i = 0; WATCHED(r) && i < remembered(s); i++)
        if (s->seen[i].position && s->seen[i].action == action_key(o)) kmark(r, KM_REPEATED);
    uint64_t key = noted_key(r, o);
    s->acted =
        (uint16_t)(s->acted + (opened & (r->g->pass_option != 0) & (o->kind != r->g->pass_option)));
    bool round = goes_round(s);
    if (round) remember(s, (Seen){.position = here, .at = here, .action = key});
    if ((!round || s->npath) && s->npath < MAX_PATH) {
        s->path[s->npath++] = (Choice){
            .position = here, .action = key, .options = (uint16_t)options, .player = s->ask.player};
    }
}
