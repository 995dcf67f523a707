/* Hashes of the state, and the positions that the loop rules remember. */
#include "vm/vm.h"

static inline uint64_t mix(uint64_t h, uint64_t v) {
    h ^= v;
    h *= 0x9fb21c651e98df25u;
    return h ^ h >> 29;
}

/* Two states are equal if all their bytes are: unused parts are kept zero. */
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

/* In an ordered zone the place of each card counts. */
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

/* Recomputes the stale zone hashes. */
static void zones_rehash(Run *r, Player *q) {
    for (unsigned stale = q->stale & ((1u << r->g->nzones) - 2); stale; stale &= stale - 1) {
        ZoneId z = zone_first(stale);
        uint64_t now = zone_hash(r->s, q, z, r->g->zones[z].flags & ZONE_ORDERED);
        zone_hash_add(q, z, now - q->zone_hash[z]);
    }
    q->stale = 0;
}

/* Hash of a value at a place of a list; the hash of the list is the sum. */
static inline uint64_t hash_at(unsigned place, uint64_t v) {
    v = (v + place * 0x9fb21c651e98df25u) * 0x9e3779b97f4a7c15u;
    return (v ^ v >> 32) * 0xd6e8feb86659fd93u;
}

/* Appends a word to the hash of a sequence. */
static inline uint64_t hash_append(uint64_t h, uint64_t v) { return (h + v) * 0x9fb21c651e98df25u; }

/* Frames and contexts: where in its text each ability is, and its "it". */
static uint64_t frames_hash(const State *s) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < s->nframes; i++) {
        Frame f = s->frame[i];
        if (f.proc == PROC_TEXT) sum = hash_append(sum, text_of(&f)->pc);
        if (f.proc >= PROC_GAME) sum = hash_append(sum, 1u << 16 | f.proc << 8 | f.step);
    }
    for (unsigned c = 1; c <= MAX_CONTEXTS; c++)
        for (unsigned i = 0; s->ctx[c].in_use && i < s->ctx[c].n[REG_IT]; i++)
            sum = hash_append(sum, (c + 1) << 16 | reg_read(s, &s->ctx[c], REG_IT)[i].card);
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
        sum += hash_at(i, mix(mix(what, amounts), stats));
    }
    return sum;
}

/* The stack with its targets, waiting abilities, counters. */
static uint64_t waits_hash(const State *s) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < s->nstack; i++) {
        const Stacked *t = &s->stack[i];
        sum += hash_at(i + 1, t->sort | t->master << 8 | (uint64_t)t->count << 16 |
                                  (uint64_t)t->abil << 24 | (uint64_t)t->source.card << 40);
    }
    for (unsigned i = 0; i < s->nwaiting; i++)
        sum += hash_at(i, (uint64_t)s->waiting[i].abil << 8 | (uint64_t)s->waiting[i].source.card
                                                                  << 24);
    for (unsigned i = 0; i < s->ncounters; i++) { /* in any order */
        const Counter *x = &s->counter[i];
        sum += hash_at(0, (uint64_t)x->card << 32 | (uint64_t)x->player << 24 |
                              (uint64_t)x->kind << 16 | (uint16_t)x->n);
    }
    for (unsigned i = 0; i < s->ntargets; i++) {
        const Target *t = &s->target[i];
        sum += hash_at(i, (uint64_t)(t->kind == TARGET_STACKED ? 0 : t->ref.card) << 32 |
                              (uint64_t)t->kind << 16 | (uint64_t)t->share << 24);
    }
    return sum;
}

/* What has happened this turn, as far as texts ask. */
static uint64_t memory_hash(const State *s) {
    uint64_t sum = 0;
    for (unsigned w = 0; w < MAX_WATCHES; w++)
        for (unsigned p = 0; p < s->nplayers; p++)
            sum += hash_at(w * MAX_PLAYERS + p, s->happened[w][p]);
    for (unsigned p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++) { /* in any order */
            const Card *k = &s->player[p].card[i];
            if (k->done) sum += mix(card_hash(k), k->done);
        }
    return sum;
}

/* Covers places, order, states, effects, the stack, waiting abilities and the memory of the
 * turn; not the random generator, time stamps or lives of cards. Equal cards differ only by where
 * they lie. */
uint64_t position_hash(Run *r) {
    State *s = r->s;
    uint64_t sum = s->turn | (uint64_t)s->ask.player << 16 | (uint64_t)s->turn_player << 24 |
                   (uint64_t)s->point << 32 | (uint64_t)s->nframes << 40;
    uint64_t zones = 0, w[5];
    for (unsigned p = 0; p < s->nplayers; p++) {
        Player *q = &s->player[p];
        if (q->stale) zones_rehash(r, q);
        w[1] = q->flags;
        memcpy(w, q->counter, 8);
        memcpy((char *)&w[1] + 4, q->counter + 8, 4);
        sum = hash_append(hash_append(sum, w[0]), w[1]);
        zones += q->zones_hash;
    }
    for (unsigned i = 0; i < 3; i++) /* without CardRef.inc */
        w[i] = s->fact_card[2 * i].card | (uint64_t)s->fact_card[2 * i + 1].card << 32;
    memcpy(w + 3, s->facts, 16);
    for (unsigned i = 0; i < 5; i++) sum = hash_append(sum, w[i]);
    uint64_t h = mix(hash_append(sum, zones), frames_hash(s));
    if (s->neffects) h = mix(h, effects_hash(s));
    if (s->remembers) h = mix(h, memory_hash(s));
    if (s->nstack | s->nwaiting | s->ntargets | s->ncounters) h = mix(h, waits_hash(s));
    return h | 1;
}

/* The cards of a zone in their order, without damage. */
static uint64_t zone_shape(const State *s, const Player *q, ZoneId z) {
    uint64_t h = 0;
    for (unsigned i = 0; i < q->count[z]; i++) {
        CardId c = zone_card(q, z, i);
        const Card *k = card_of(s, c);
        h += hash_at(i, c | (uint64_t)k->seats << 16 | (uint64_t)k->tie << 32 |
                            (uint64_t)(k->flags & (CARD_RESTED | CARD_DOWN)) << 48);
    }
    return h;
}

/* As position_hash, but without what may grow: damage, counters, sums of changes, what is counted
 * about the turn. */
uint64_t loop_shape(const Run *r) {
    const State *s = r->s;
    uint64_t sum = s->turn | (uint64_t)s->ask.player << 16 | (uint64_t)s->turn_player << 24 |
                   (uint64_t)s->point << 32 | (uint64_t)s->nframes << 40;
    for (unsigned p = 0; p < s->nplayers; p++) {
        const Player *q = &s->player[p];
        sum = hash_append(sum, q->flags);
        for (ZoneId z = 1; z < r->g->nzones; z++) sum = hash_append(sum, zone_shape(s, q, z));
    }
    for (unsigned i = 0; i < 6; i++) sum = hash_append(sum, s->fact_card[i].card);
    for (unsigned i = 0; i < s->neffects; i++) {
        const Effect *e = &s->effect[i];
        if (e->kind != EFF_STAT)
            sum = hash_append(sum, e->kind | e->duration << 8 | e->flags << 16 |
                                       (uint64_t)e->target.card << 32 | (uint64_t)e->abil << 48);
    }
    for (unsigned i = 0; i < s->nwaiting; i++)
        sum = hash_append(sum, s->waiting[i].abil | (uint64_t)s->waiting[i].source.card << 24);
    return mix(hash_append(sum, s->nstack), frames_hash(s));
}

/* ---- endless loops ---------------------------------------------------------------------------
 *
 * A position is recorded with the choice made there; for an open position, with the last real
 * choice of the action taken. When the position comes again, that choice is no longer offered
 * where it was made. */

uint64_t action_key(const Option *o) {
    return 1 + ((uint64_t)o->kind | (uint64_t)o->a << 8 | (uint64_t)o->b << 16 |
                (uint64_t)o->card << 24 | (uint64_t)o->c << 40);
}

/* The action, with two extra fields for a pass: a flag in bit 63 and the number of actions so
 * far in bits 56 to 62. A pass is barred only if nobody has acted since. */
static uint64_t recorded_key(const Run *r, const Option *o) {
    uint64_t passes = (r->g->pass_option != 0) & (o->kind == r->g->pass_option);
    return action_key(o) | passes << 63 | (r->s->acted & 127 & -passes) << 56;
}
/* Does the recorded action bar itself now? */
static bool bars(const State *s, uint64_t action) {
    return !(action >> 63) || (action >> 56 & 127) == (s->acted & 127u);
}
/* The action without those fields. */
static uint64_t action_bits(uint64_t action) { return action & ~(0xFFull << 56); }

/* Number of rows of State.seen in use. */
static unsigned nrecorded(const State *s) { return s->nseen < MAX_SEEN ? s->nseen : MAX_SEEN; }

static bool barred(const State *s, uint64_t at, uint64_t action) {
    for (unsigned i = 0; i < nrecorded(s); i++)
        if (!s->seen[i].position && s->seen[i].at == at && s->seen[i].action == action) return true;
    return false;
}

/* Adds to the ring buffer. nseen wraps from 2 * MAX_SEEN to MAX_SEEN, which keeps its index and
 * means "full". */
static void record(State *s, Seen x) {
    s->seen[s->nseen % MAX_SEEN] = x;
    s->nseen = (uint8_t)(s->nseen + 1 < 2 * MAX_SEEN ? s->nseen + 1 : MAX_SEEN);
}

/* Rows behind npath are zero, so clearing may overshoot to a whole group. */
static void path_clear(State *s) {
    enum { GROUP = 4 };
    _Static_assert(MAX_PATH % GROUP == 0, "choices are forgotten in groups");
    for (unsigned i = 0; i < s->npath; i += GROUP) memset(&s->path[i], 0, GROUP * sizeof *s->path);
    s->npath = 0;
}

void loop_forget(State *s) {
    if (s->nseen) memset(s->seen, 0, sizeof s->seen);
    path_clear(s);
    s->nseen = s->chain = s->open = s->nbarred = s->texts = 0;
    s->acted = 0;
    s->here = 0;
    repeat_forget(s);
}

/* Is the position recorded? Unrolled by four: rows behind the last are zero. */
static bool position_seen(const State *s, uint64_t position) {
    unsigned hit = 0;
    _Static_assert(MAX_SEEN % 4 == 0, "looked through in fours");
    for (unsigned i = 0, n = nrecorded(s); i < n; i += 4)
        for (unsigned j = i; j < i + 4; j++) hit |= s->seen[j].position == position;
    return hit;
}

/* If the position is recorded, bars the choices made there. */
static void bar_previous_choice(State *s, uint64_t position) {
    if (!position_seen(s, position)) return;
    for (unsigned i = 0, n = nrecorded(s); i < n; i++)
        if (s->seen[i].position == position && bars(s, s->seen[i].action) &&
            !barred(s, s->seen[i].at, action_bits(s->seen[i].action)))
            record(s, (Seen){.at = s->seen[i].at, .action = action_bits(s->seen[i].action)}),
                s->nbarred = 1;
}

/* Has a player other than the one asked made a real choice since the action began? */
static bool other_player_chose(const State *s) {
    for (unsigned i = 0; i < s->npath; i++)
        if (s->path[i].player != s->ask.player && s->path[i].options > 1) return true;
    return false;
}

/* Removes barred options from the question. */
static void drop_options(Run *r) {
    State *s = r->s;
    unsigned n = 0;
    if (!s->nbarred) return;
    for (unsigned i = 0; i < s->ask.n; i++)
        if (!barred(s, s->here, action_key(&s->option[i]))) s->option[n++] = s->option[i];
    unsigned dropped = s->ask.n - n;
    memset(&s->option[n], 0, dropped * sizeof(Option));
    s->ask.n = (uint8_t)n;
    if (dropped) kmark(r, other_player_chose(s) ? KM_LOOP_BOTH : KM_LOOP);
}

/* The action from the last open position is complete: records its last real choice, which a
 * repetition would repeat. */
static void action_over(State *s) {
    unsigned i = s->npath;
    if (!i) return;
    while (--i > 0 && s->path[i].options < 2) {
    }
    record(s, (Seen){.position = s->path[0].position,
                     .at = s->path[i].position,
                     .action = s->path[i].action});
    repeat_note(s);
    path_clear(s);
}

void loop_closed(State *s) {
    path_clear(s);
    s->chain = 0;
    repeat_forget(s);
}

void loop_open(Run *r) {
    State *s = r->s;
    action_over(s);
    s->chain = 0;
    s->open = 1;
    if (!s->nseen) return;
    s->here = position_hash(r);
    bar_previous_choice(s, s->here);
    drop_options(r);
    if (s->repeat.ntrail >= 2) repeat_open(r);
}

/* Is a chain of abilities running that may loop by itself? The first ability of an action is the
 * action's own: State.path covers its choices. */
static bool in_chain(const State *s) { return s->chain > (s->npath != 0); }

/* Questions are tracked inside an action and inside a chain. */
void loop_question(Run *r) {
    State *s = r->s;
    bool chained = in_chain(s);
    if ((s->here | s->open) || !(s->npath | chained)) return;
    if (!chained) { /* inside an action its start and the choices since identify the position */
        const Choice *c = &s->path[s->npath - 1];
        s->here = mix(mix(c->position, c->action), s->ask.kind) | 1;
    } else {
        s->here = position_hash(r);
    }
    if (chained) bar_previous_choice(s, s->here);
    drop_options(r);
    if (s->ask.n) return;
    kmark(r, KM_LOOP_DRAW); /* every option continues the loop: nobody can stop it */
    s->result = RESULT_DRAW;
}

void loop_answered(Run *r, unsigned options) {
    State *s = r->s;
    const Option *o = &s->picked;
    /* ^ Without abilities no position repeats within a turn: until the first one, record only
     * the position at which it begins. */
    bool recorded = s->open && !s->here && (s->texts || o->c);
    bool opened = s->open;
    uint64_t here = recorded ? position_hash(r) : s->here;
    if (opened && s->repeat.barred) repeat_did(r, o);
    s->here = 0;
    s->open = 0;
    if (!here) return;
    for (unsigned i = 0; WATCHED(r) && i < nrecorded(s); i++)
        if (s->seen[i].position && s->seen[i].action == action_key(o)) kmark(r, KM_REPEATED);
    uint64_t key = recorded_key(r, o);
    s->acted =
        (uint16_t)(s->acted + (opened & (r->g->pass_option != 0) & (o->kind != r->g->pass_option)));
    bool chained = in_chain(s);
    if (chained) record(s, (Seen){.position = here, .at = here, .action = key});
    if ((!chained || s->npath) && s->npath < MAX_PATH) {
        s->path[s->npath++] = (Choice){
            .position = here, .action = key, .options = (uint16_t)options, .player = s->ask.player};
    }
}
