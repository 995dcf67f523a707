/* Loops that make something grow (a number, damage, counters). Once a player has gone through two
 * equal rounds of actions, he may name how often he repeats them instead of doing so himself. The
 * rounds are then carried out with the same answers. Players who had a choice in the round may let
 * it be repeated less often; the round after that stops where they choose. A loop that changes
 * nothing is barred instead (hash.c). */
#include "kernel/run.h"

enum { MAX_TIMES = 999, FIRST = 60, REAL = 61, WHO = 57 }; /* bits of a choice in the trail */

static uint64_t key_of(uint64_t choice) { return choice & ((UINT64_C(1) << WHO) - 1); }
static PlayerId who_of(uint64_t choice) { return choice >> WHO & 7; }

/* The round: the last choices of the trail. */
static const uint64_t *round_of(const Repeat *x) { return &x->trail[x->ntrail - x->length]; }

void repeat_forget(State *s) {
    if (s->repeat.ntrail | s->repeat.length) memset(&s->repeat, 0, sizeof s->repeat);
}

void repeat_note(State *s) {
    Repeat *x = &s->repeat;
    if (x->times) return; /* the same choices again */
    x->length = 0;
    if (s->npath == MAX_PATH) { /* maybe not all of its choices */
        repeat_forget(s);
        return;
    }
    const unsigned keep = MAX_TRAIL - s->npath;
    if (x->ntrail > keep) {
        memmove(x->trail, x->trail + (x->ntrail - keep), keep * sizeof *x->trail);
        memset(x->trail + keep, 0, (MAX_TRAIL - keep) * sizeof *x->trail);
        x->ntrail = (uint8_t)keep;
    }
    for (unsigned i = 0; i < s->npath; i++) {
        const Choice *c = &s->path[i];
        x->trail[x->ntrail++] = key_of(c->action & ~(UINT64_C(0xFF) << 56)) |
                                (uint64_t)c->player << WHO | (uint64_t)!i << FIRST |
                                (uint64_t)(c->options > 1) << REAL;
    }
}

/* ---- is it a loop? ---- */

/* Length of the shortest round that was gone through twice just now, 0: none. */
static unsigned repeated_round(const Repeat *x) {
    for (unsigned n = 1; 2 * n <= x->ntrail; n++) {
        const uint64_t *last = &x->trail[x->ntrail - n];
        if ((*last >> FIRST & 1) && !memcmp(last, last - n, n * sizeof *last)) return n;
    }
    return 0;
}

/* Begins to carry out the round, at the open question. */
static void begin_rounds(Run *r, unsigned times) {
    State *s = r->s;
    Repeat *x = &s->repeat;
    x->times = (uint16_t)times; /* a last one that is stopped included */
    x->at = 1;
    s->picked = x->first;
    s->ask.player = who_of(*round_of(x));
    loop_answered(r, 2);
    options_clear(s, s->ask.n);
    memset(&s->ask, 0, sizeof s->ask);
}

/* Would another round lead to a position that differs only in what grows? Tried on a copy. */
static bool round_goes_on(const Run *r) {
    State copy;
    Run trial = {.s = &copy, .g = r->g, .pack = r->pack, .scratch = r->scratch, .trying = true};
    memcpy(&copy, r->s, state_size(r->s));
    const uint64_t shape = loop_shape(&trial), here = position_hash(&trial);
    begin_rounds(&trial, 1);
    run_on(&trial);
    return copy.repeat.barred && copy.ask.pending && loop_shape(&trial) == shape &&
           position_hash(&trial) != here;
}

/* Drops the option with that key. */
static void drop_key(State *s, uint64_t key) {
    unsigned n = 0;
    for (unsigned i = 0; i < s->ask.n; i++)
        if (action_key(&s->option[i]) != key) s->option[n++] = s->option[i];
    memset(&s->option[n], 0, (s->ask.n - n) * sizeof(Option));
    s->ask.n = (uint8_t)n;
}

/* The option of the pending question with that key, -1: none. */
static int find_key(const State *s, uint64_t key) {
    for (unsigned i = 0; i < s->ask.n; i++)
        if (action_key(&s->option[i]) == key) return (int)i;
    return -1;
}

/* Offers to name a number if the player could go on with the round. */
static void offer_repeat(Run *r) {
    State *s = r->s;
    Repeat *x = &s->repeat;
    x->length = (uint8_t)repeated_round(x);
    if (!x->length) return;
    const int i = find_key(s, key_of(*round_of(x)));
    if (i >= 0) x->first = s->option[i];
    const bool passes = r->g->pass_option && x->first.kind == r->g->pass_option;
    if (i >= 0 && !passes && who_of(*round_of(x)) == s->ask.player && s->ask.n < MAX_OPTIONS &&
        round_goes_on(r)) {
        ask_add(r, (Option){.kind = OPT_REPEAT});
        return;
    }
    x->length = 0;
    x->first = (Option){0};
}

void repeat_open(Run *r) {
    State *s = r->s;
    Repeat *x = &s->repeat;
    if (x->times && x->at == x->length) {
        x->at = 0;
        if (!--x->times) x->barred = *round_of(x);
    }
    if (x->times || r->trying) return;
    if (x->barred)
        drop_key(s, key_of(x->barred));
    else
        offer_repeat(r);
}

void repeat_did(Run *r, const Option *o) {
    Repeat *x = &r->s->repeat;
    const bool passes = r->g->pass_option && o->kind == r->g->pass_option;
    if (!x->times && !passes) memset(x, 0, sizeof *x);
}

int repeat_choice(Run *r) {
    State *s = r->s;
    Repeat *x = &s->repeat;
    const uint64_t want = x->at < x->length ? round_of(x)[x->at] : 0;
    const int i = want && who_of(want) == s->ask.player ? find_key(s, key_of(want)) : -1;
    const bool stops = x->stop && x->times == 1 && x->at == x->stop;
    if (stops && s->ask.n > 1) drop_key(s, key_of(want));
    if (i >= 0 && !stops) {
        x->at++;
        return i;
    }
    memset(x, 0, sizeof *x); /* the round cannot go on as it did */
    return -1;
}

/* ---- naming the number ---- */

/* Asks for the next part of the number: hundreds, tens or units, or no further part. */
static void ask_times(Run *r, PlayerId p, unsigned below, unsigned most) {
    State *s = r->s;
    const bool first = p == who_of(*round_of(&s->repeat));
    options_clear(s, s->ask.n);
    memset(&s->ask, 0, sizeof s->ask);
    s->repeat.who = p;
    kmark(r, first ? KM_LOOP_NUMBER : KM_LOOP_LESS);
    ask_begin(r, p, ASK_TIMES, r->g->clause_loop);
    for (unsigned unit = 100; unit; unit /= 10)
        for (unsigned n = 1; n <= 9 && unit < below; n++)
            if (s->repeat.named + n * unit <= most)
                ask_add(r, (Option){.kind = OPT_TIMES,
                                    .a = (uint8_t)(n * unit & 255),
                                    .b = (uint8_t)(n * unit >> 8)});
    if (s->repeat.named || !first) ask_add(r, (Option){.kind = OPT_DONE});
    s->ask.pending = 1;
}

/* Where in the round that player had a choice, 0: nowhere. */
static unsigned choice_of(const Repeat *x, PlayerId p) {
    for (unsigned i = 1; i < x->length; i++)
        if ((round_of(x)[i] >> REAL & 1) && who_of(round_of(x)[i]) == p) return i;
    return 0;
}

/* The next player who had a choice in the round, behind the one who named a number last. */
static PlayerId next_to_name(const State *s) {
    const Repeat *x = &s->repeat;
    const PlayerId first = who_of(*round_of(x));
    for (PlayerId p = player_next(s, x->who); p != first; p = player_next(s, p))
        if (choice_of(x, p)) return p;
    return NOBODY;
}

/* Takes the number that a player has named: the least one counts. */
static void number_named(State *s) {
    Repeat *x = &s->repeat;
    const bool first = who_of(*round_of(x)) == x->who;
    if (!first && x->named < x->times) x->stop = (uint8_t)choice_of(x, x->who);
    if (first || x->named < x->times) x->times = x->named;
    x->named = 0;
}

bool repeat_answered(Run *r) {
    State *s = r->s;
    Repeat *x = &s->repeat;
    const Option o = s->picked;
    if (o.kind == OPT_REPEAT) {
        ask_times(r, s->ask.player, MAX_TIMES, MAX_TIMES);
        return true;
    }
    if (s->ask.kind != ASK_TIMES) return false;
    const unsigned part = o.kind == OPT_TIMES ? o.a + 256u * o.b : 0;
    const unsigned unit = part >= 100 ? 100 : part >= 10 ? 10 : 1;
    const unsigned most = who_of(*round_of(x)) == x->who ? MAX_TIMES : x->times;
    x->named = (uint16_t)(x->named + part);
    if (part && unit > 1 && x->named < most) {
        ask_times(r, x->who, unit, most);
        return true;
    }
    number_named(s);
    const PlayerId next = next_to_name(s);
    if (next != NOBODY)
        ask_times(r, next, MAX_TIMES, x->times);
    else
        begin_rounds(r, x->times + (x->stop != 0));
    return true;
}
