/* Playing a game under suspicion. A twin is led along by the same answers in memory that was
 * dirtied first; at some of the decisions everything is turned over: wrong answers, every option,
 * what each player can see. */
#include "sim/check.h"
#include "kernel/view.h"
#include "play/sample.h"
#include "vm/vm.h"
#include <stdio.h>
#include <stdlib.h>

enum { THOROUGH_ONE_IN = 8, BLOCKS = 9 }; /* decisions that are turned over; states */

struct Checker {
    Run game, twin, trial; /* each with a state and scratch of its own */
    State *before;         /* at the last decision */
    State *begin;          /* the first one, of a game from decks */
    State *once;           /* a copy to derive anew */
    const CheckPlan *plan;
    unsigned before_answer;
    bool has_before;
    FudaView view[2];
    char said[160]; /* a complaint with particulars */
    Rng rng;
    uint8_t answers[SIM_MAX_DECISIONS];
    uint64_t hash[SIM_MAX_DECISIONS + 1];
    unsigned n;
    State *blocks;
};

Checker *checker_new(const SimConfig *config) {
    Checker *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    State *b = c->blocks = calloc(BLOCKS, sizeof(State));
    if (!b) {
        free(c);
        return NULL;
    }
    c->game = (Run){.s = b, .g = config->game, .pack = config->pack, .scratch = b + 1};
    c->twin = (Run){.s = b + 2, .g = config->game, .pack = config->pack, .scratch = b + 3};
    c->trial = (Run){.s = b + 4, .g = config->game, .pack = config->pack, .scratch = b + 5};
    c->before = b + 6;
    c->begin = b + 7;
    c->once = b + 8;
    return c;
}

void checker_free(Checker *c) {
    if (!c) return;
    free(c->blocks);
    free(c);
}

void checker_pack(Checker *c, const Pack *pack) {
    c->game.pack = c->twin.pack = c->trial.pack = pack;
}

static void dirty(Run *r, unsigned byte) {
    memset(r->s, (int)byte, sizeof(State));
    memset(r->scratch, (int)(byte ^ 0xFF), sizeof(State));
}

/* The whole block is overwritten: behind the copy lies nothing of use. */
static void clone(Run *to, const State *from) {
    dirty(to, 0xA5);
    memcpy(to->s, from, state_size(from));
}

static bool same(const State *a, const State *b) {
    return a->nplayers == b->nplayers && !memcmp(a, b, state_size(a));
}

/* ---- places
 * ----------------------------------------------------------------------------------------- */

static const char *place_ok(const State *s, PlayerId p, ZoneId z, unsigned i, CardSet *seen) {
    CardId c = zone_card(&s->player[p], z, i);
    PlayerId owner = card_owner(c);
    unsigned number = card_number(c);
    if (owner >= s->nplayers || !number || number > s->player[owner].ncards)
        return "a zone lists no card";
    if (card_in(seen, c)) return "a card is in two places";
    card_join(seen, c);
    const Card *k = card_of(s, c);
    if (k->zone != z || k->holder != p) return "a card does not know where it is";
    if (k->flags & CARD_GONE) return "a removed card is in a zone";
    return NULL;
}

const char *places_ok(const Run *r) {
    const State *s = r->s;
    CardSet seen = {{0}};
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (ZoneId z = 1; z < MAX_ZONES; z++) {
            if (z >= r->g->nzones && s->player[p].count[z])
                return "a zone that the game does not have holds cards";
            for (unsigned i = 0; i < s->player[p].count[z]; i++) {
                const char *bad = place_ok(s, p, z, i, &seen);
                if (bad) return bad;
            }
        }
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++)
            if (!card_in(&seen, card_id(p, i)) && s->player[p].card[i].zone)
                return "a card is missing from its zone";
    return NULL;
}

/* ---- questions
 * ---------------------------------------------------------------------------------------- */

/* The preset `tiny` shrinks limits so that ordinary games meet them. Such a game is over, and
 * that is all that may happen to it. */
static bool limit_expected(const State *s) {
#ifdef FUDA_TINY
    return s->fault != FAULT_CODE && s->fault != FAULT_LOOP;
#else
    (void)s;
    return false;
#endif
}

static const char *limit_met(Checker *c, const char *complaint, const State *s) {
    static const char *const faults[FAULT_COUNT] = {
#define FAULT(name, what) [FAULT_##name] = what,
#include "kernel/faults.def"
#undef FAULT
    };
    snprintf(c->said, sizeof c->said, "%s: %s", complaint,
             s->fault < FAULT_COUNT ? faults[s->fault] : "unknown");
    return c->said;
}

static const char *options_distinct(const State *s) {
    for (unsigned i = 0; i < s->ask.n; i++)
        for (unsigned j = 0; j < i; j++)
            if (!memcmp(&s->option[i], &s->option[j], sizeof(Option)))
                return "two options are the same";
    return NULL;
}

static const char *wrong_refused(Checker *c) {
    const State *s = c->game.s;
    const unsigned wrong[] = {s->ask.n, s->ask.n + 1u, 255, 256, 65536, 0xFFFFFFFFu};
    clone(&c->trial, s);
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        if (wrong[i] < s->ask.n) continue;
        if (run_answer(&c->trial, wrong[i])) return "a wrong answer was accepted";
        if (!same(c->trial.s, s)) return "a refused answer changed the state";
    }
    return NULL;
}

static const char *every_option_goes(Checker *c) {
    const State *s = c->game.s;
    for (unsigned i = 0; i < s->ask.n; i++) {
        clone(&c->trial, s);
        if (!run_answer(&c->trial, i)) return "an offered option was refused";
        run_on(&c->trial);
        if (c->trial.s->result == RESULT_FAULT) {
            if (limit_expected(c->trial.s)) continue;
            return limit_met(c, "an offered option met a limit", c->trial.s);
        }
        const char *bad = c->trial.s->result ? NULL : state_ok(&c->trial);
        if (bad) return bad;
        if ((bad = places_ok(&c->trial))) return bad;
    }
    return NULL;
}

/* Written out and read into a block that is not a byte larger than it says it is. */
static const char *restored_goes(Checker *c) {
    const State *s = c->game.s;
    size_t size = state_size(s);
    State *block = malloc(size);
    if (!block) return NULL;
    memcpy(block, s, size);
    Run r = {.s = block, .g = c->game.g, .pack = c->game.pack, .scratch = c->twin.scratch};
    unsigned answer = rng_below(&c->rng, s->ask.n);
    clone(&c->trial, s);
    run_answer(&r, answer);
    run_on(&r);
    run_answer(&c->trial, answer);
    run_on(&c->trial);
    bool equal = same(c->trial.s, block);
    free(block);
    return equal ? NULL : "a restored game goes on differently";
}

/* A game that somebody has left goes on by its rules: some decisions of it, at random. */
static const char *goes_on(Checker *c, PlayerId left) {
    Run *r = &c->trial;
    for (unsigned n = 0; n < 60 && run_on(r) == STATUS_DECISION; n++) {
        const char *bad = state_ok(r);
        if (!bad) bad = places_ok(r);
        if (bad) return bad;
        if (r->s->ask.player == left) return "who has left is asked";
        run_answer(r, rng_below(&c->rng, r->s->ask.n));
    }
    if (r->s->result != RESULT_FAULT || limit_expected(r->s)) return NULL;
    return limit_met(c, "a limit was met after a concession", r->s);
}

/* Anybody can concede at any time; of two players the other one wins by it. */
static const char *concession_ends(Checker *c) {
    const State *s = c->game.s;
    const char *bad;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        clone(&c->trial, s);
        if (run_concede(&c->trial, p) != player_in(s, p)) return "a concession was refused";
        const State *t = c->trial.s;
        if (!(t->player[p].flags & PLAYER_OUT)) return "who conceded is still in the game";
        if (s->nplayers == 2 && (t->result != RESULT_WIN || !(t->player[!p].flags & PLAYER_WON)))
            return "the other player did not win by a concession";
        if (player_in(s, p) && (bad = goes_on(c, p))) return bad;
    }
    return NULL;
}

/* ---- what players see
 * ----------------------------------------------------------------------------------- */

/* Null if both views are the same; else the complaint with the first thing that differs. */
static const char *views_differ(Checker *c, const char *complaint) {
    const FudaView *a = &c->view[0], *b = &c->view[1];
    const Game *g = c->game.g;
    if (!memcmp(a, b, sizeof *a)) return NULL;
    size_t n = (size_t)snprintf(c->said, sizeof c->said, "%s: ", complaint),
           room = sizeof c->said - n;
    char *to = c->said + n;
    if (a->nchoices != b->nchoices || memcmp(a->choices, b->choices, sizeof a->choices)) {
        snprintf(to, room, "options, %u and %u (clauses %s and %s)", a->nchoices, b->nchoices,
                 clause_info[a->clause].id, clause_info[b->clause].id);
        return c->said;
    }
    for (unsigned i = 0; i < a->ncards && a->ncards == b->ncards; i++) {
        const FudaSeen *x = &a->cards[i], *y = &b->cards[i];
        if (!memcmp(x, y, sizeof *x)) continue;
        snprintf(to, room,
                 "P%u %s %u: def %u/%u kinds %u/%u flags %u/%u %d/%d and %d/%d, cost %d and %d",
                 x->player + 1u, g->zones[x->zone].key, x->index + 1u, x->def, y->def, x->kinds,
                 y->kinds, x->flags, y->flags, x->atk, x->def_now, y->atk, y->def_now, x->cost,
                 y->cost);
        return c->said;
    }
    snprintf(to, room, "facts of the game (point %u and %u, clauses %s and %s)", a->point, b->point,
             clause_info[a->clause].id, clause_info[b->clause].id);
    return c->said;
}

static const char *view_hides(Checker *c, PlayerId viewer) {
    clone(&c->trial, c->game.s);
    view_make(&c->trial, viewer, &c->view[0]);
    clone(&c->trial, c->game.s);
    if (!hide_permute(&c->trial, viewer, &c->rng, HIDE_ALL, NULL)) return NULL;
    view_make(&c->trial, viewer, &c->view[1]);
    return views_differ(c, "a view shows hidden cards");
}

/* Cards that the viewer could not see at the last decision nor now, and that were never moved
 * between. */
static void untouched(Checker *c, PlayerId viewer, CardSet *set) {
    const State *s = c->game.s;
    Run before = c->game;
    before.s = c->before;
    clone(&c->trial, s);
    *set = (CardSet){{0}};
    for (PlayerId p = 0; p < s->nplayers; p++) {
        for (unsigned i = 1; i <= s->player[p].ncards; i++) {
            CardId x = card_id(p, i);
            const Card *a = card_of(c->before, x), *b = card_of(s, x);
            if (a->zone && a->inc == b->inc && a->zone == b->zone &&
                !card_seen(&before, viewer, x) && !card_seen(&c->trial, viewer, x))
                card_join(set, x);
        }
    }
}

static bool any_moved(const State *a, const State *b, const CardSet *set) {
    for (PlayerId p = 0; p < a->nplayers; p++)
        for (unsigned i = 1; i <= a->player[p].ncards; i++)
            if (card_in(set, card_id(p, i)) && a->player[p].card[i].inc != b->player[p].card[i].inc)
                return true;
    return false;
}

/* What the viewer is told of an event: no more of a card than he sees. */
typedef struct Heard {
    Event event; /* without cards, lives and causes */
    DefId def, other;
} Heard;

/* Writes down what the viewer is told, and whether a card of the set is looked at or shown. */
enum { MAX_HEARD = 200 };
typedef struct Ear {
    Observer observer;
    const CardSet *set;
    PlayerId viewer;
    bool saw;
    unsigned n;
    Heard heard[MAX_HEARD];
} Ear;

static DefId seen_def(const Run *r, PlayerId viewer, CardId c) {
    return c && card_visible(r, viewer, c) ? card_of(r->s, c)->def : NONE;
}

static void on_event(Observer *o, const Run *r, const Event *e) {
    Ear *ear = (Ear *)(void *)o;
    if (e->kind == EV_LOOK || e->kind == EV_SHOW) ear->saw |= card_in(ear->set, e->card);
    if (ear->n == MAX_HEARD) return;
    Heard *h = &ear->heard[ear->n++];
    h->event = *e;
    h->def = seen_def(r, ear->viewer, e->card);
    h->other = seen_def(r, ear->viewer, e->other);
    h->event.card = h->event.other = NONE;
    h->event.inc = 0;
    h->event.ctx = 0;
}

/* Goes on from the last decision, with the same answer, and listens. */
static Status listen_on(Checker *c, Ear *ear) {
    c->trial.obs = &ear->observer;
    run_answer(&c->trial, c->before_answer);
    Status status = run_on(&c->trial);
    c->trial.obs = NULL;
    return status;
}

/* Whoever is asked twice running is offered the same, and was told the same, if other cards lay
 * hidden where none was moved, looked at or shown. */
static const char *options_hide(Checker *c) {
    PlayerId viewer = c->game.s->ask.player;
    CardSet set;
    if (!c->has_before || c->before->ask.player != viewer) return NULL;
    untouched(c, viewer, &set);
    clone(&c->trial, c->before);
    if (!hide_permute(&c->trial, viewer, &c->rng, HIDE_UNKNOWN, &set)) return NULL;
    loop_forget(c->trial.s); /* positions with the true cards */
    Ear other = {.observer = {.event = on_event}, .set = &set, .viewer = viewer}, ear = other;
    Status status = listen_on(c, &other);
    if (status != STATUS_DECISION || c->trial.s->ask.player != viewer) return NULL;
    if (other.saw || any_moved(c->trial.s, c->game.s, &set)) return NULL;
    view_make(&c->trial, viewer, &c->view[1]);
    clone(&c->trial, c->before);
    loop_forget(c->trial.s);
    listen_on(c, &ear);
    if (ear.n != other.n || memcmp(ear.heard, other.heard, ear.n * sizeof *ear.heard))
        return "what is told depends on hidden cards";
    view_make(&c->trial, viewer, &c->view[0]);
    return views_differ(c, "what is offered depends on hidden cards");
}

/* The frame in which the players choose one after another; null: there is none. */
static const Frame *each_frame(const State *s) {
    for (unsigned i = 0; i < s->nframes; i++)
        if (s->frame[i].proc == PROC_EACH) return &s->frame[i];
    return NULL;
}

/* Does the later frame ask a later player of the same choice? A new one begins with the first. */
static bool same_choice(const Frame *was, const Frame *is) {
    Frame before = *was, now = *is;
    const EachLocals *b = each_of(&before), *n = each_of(&now);
    return before.ctx == now.ctx && b->body == n->body && b->players == n->players &&
           b->nth < n->nth;
}

static bool is_hidden_choice(const Run *r, unsigned option, PlayerId viewer) {
    const Option *o = &r->s->option[option];
    return o->kind == OPT_CARD && o->card && !card_visible(r, viewer, o->card);
}

/* Whoever chooses at the same time as another does not see what that one chose among cards that
 * are hidden from him: with another choice he would see the same. */
static const char *choices_hide(Checker *c) {
    const State *s = c->game.s, *b = c->before;
    const PlayerId viewer = s->ask.player;
    if (!c->has_before || b->ask.player == viewer) return NULL;
    const Frame *was = each_frame(b), *is = each_frame(s);
    if (!was || !is || was - b->frame != is - s->frame || !same_choice(was, is)) return NULL;
    Run before = c->game;
    before.s = c->before;
    if (!is_hidden_choice(&before, c->before_answer, viewer)) return NULL;
    clone(&c->trial, s);
    view_make(&c->trial, viewer, &c->view[0]);
    for (unsigned i = 0; i < b->ask.n; i++) {
        if (i == c->before_answer || !is_hidden_choice(&before, i, viewer)) continue;
        clone(&c->trial, b);
        run_answer(&c->trial, i);
        if (run_on(&c->trial) != STATUS_DECISION || c->trial.s->ask.player != viewer) continue;
        view_make(&c->trial, viewer, &c->view[1]);
        const char *bad = views_differ(c, "a choice made at the same time is seen");
        if (bad) return bad;
    }
    return NULL;
}

/* Nothing that the rules do by themselves is overlooked. */
static const char *settled(Checker *c) {
    if (!c->game.g->processing_overlooked) return NULL;
    clone(&c->trial, c->game.s);
    return c->game.g->processing_overlooked(&c->trial) ? "rule processing is due and overlooked"
                                                       : NULL;
}

/* What is derived follows from the facts: deriving it once more gives the same. */
static const char *derived_fresh(Checker *c) {
    clone(&c->trial, c->game.s);
    derive_now(&c->trial); /* that it is up to date where it is not due is checked by caches_ok */
    derive(&c->trial);
    settled_costs_changed(c->trial.s);             /* as deriving may, … */
    settled_recheck(c->trial.s, UNCHECKED_VALUES); /* … and this */
    State *once = c->once;
    memcpy(once, c->trial.s, state_size(c->trial.s));
    derive_now(&c->trial);
    derive_rules(&c->trial);
    if (same(c->trial.s, once)) return NULL;
    for (PlayerId p = 0; p < once->nplayers; p++)
        for (unsigned i = 1; i <= once->player[p].ncards; i++) {
            const Card *a = &once->player[p].card[i], *b = &c->trial.s->player[p].card[i];
            if (!memcmp(a, b, sizeof *a)) continue;
            snprintf(c->said, sizeof c->said,
                     "what was derived is stale: P%u %s: %d/%d cost %d, now %d/%d cost %d", p + 1u,
                     c->game.g->zones[a->zone].key, a->now.atk, a->now.def, a->now.cost, b->now.atk,
                     b->now.def, b->now.cost);
            return c->said;
        }
    return "what was derived is stale";
}

/* What is cached is what computing it anew gives. */
static const char *caches_fresh(Checker *c) {
    clone(&c->trial, c->game.s);
    return caches_ok(&c->trial, c->game.s);
}

/* ---- a game
 * ---------------------------------------------------------------------------------------------- */

static const char *turn_over(Checker *c) {
    const char *bad;
    if ((bad = derived_fresh(c)) || (bad = caches_fresh(c)) || (bad = wrong_refused(c)) ||
        (bad = every_option_goes(c)) || (bad = restored_goes(c)) || (bad = concession_ends(c)) ||
        (bad = options_hide(c)))
        return bad;
    for (PlayerId p = 0; p < c->game.s->nplayers; p++)
        if ((bad = view_hides(c, p))) return bad;
    clone(&c->twin, c->game.s);
    return NULL;
}

static const char *check_decision(Checker *c) {
    const char *bad;
    if (c->game.s->ask.n < 2) return "a question has fewer than two options";
    if ((bad = state_ok(&c->game)) || (bad = places_ok(&c->game))) return bad;
    if ((bad = hashes_ok(&c->game)) || (bad = settled(c))) return bad;
    if ((bad = options_distinct(c->game.s)) || (bad = choices_hide(c))) return bad;
    return rng_below(&c->rng, c->plan->one_in) ? NULL : turn_over(c);
}

static bool enough(const Checker *c) {
    return c->plan->enough && c->plan->enough(c->plan->context, &c->game);
}

static const char *check_end(Checker *c, bool left) {
    if (c->game.s->result == RESULT_FAULT)
        return limit_expected(c->game.s) ? NULL : limit_met(c, "a limit was met", c->game.s);
    if (left) return places_ok(&c->game);
    if (c->n == SIM_MAX_DECISIONS && !c->game.s->result) return "the game does not end";
    if (run_answer(&c->game, 0)) return "an answer was accepted after the end";
    return places_ok(&c->game);
}

static void watch_mark(Observer *o, const Run *r, Clause c) { (void)o, (void)r, (void)c; }
static void watch_event(Observer *o, const Run *r, const Event *e) { (void)o, (void)r, (void)e; }
static void watch_forced(Observer *o, const Run *r, const Decision *d, const Option *a) {
    (void)o, (void)r, (void)d, (void)a;
}

static const char *answer_again(Checker *c) {
    for (unsigned i = 0; i < c->n; i++) {
        if (run_on(&c->twin) != STATUS_DECISION) return "a replay ends early";
        if (state_hash(c->twin.s) != c->hash[i]) return "a replay gives another hash";
        if (!run_answer(&c->twin, c->answers[i])) return "a replay refuses an answer";
    }
    run_on(&c->twin);
    if (c->twin.s->result == RESULT_FAULT && limit_expected(c->twin.s)) return NULL;
    return state_hash(c->twin.s) == c->hash[c->n] ? NULL : "a replay gives another hash at the end";
}

/* The same answers once more, from the beginning, and watched: that must not change a byte. */
static const char *check_again(Checker *c) {
    Observer watcher = {.mark = watch_mark, .event = watch_event, .forced = watch_forced};
    clone(&c->twin, c->plan->begin);
    c->twin.obs = &watcher;
    const char *bad = answer_again(c);
    c->twin.obs = NULL;
    return bad;
}

static const char *play(Checker *c, Chooser *who) {
    const char *bad;
    bool left = false;
    while (c->n < SIM_MAX_DECISIONS && run_on(&c->game) == STATUS_DECISION) {
        run_on(&c->twin);
        State *s = c->game.s;
        if (!same(s, c->twin.s)) return "a copy goes on differently";
        c->hash[c->n] = state_hash(s);
        if ((bad = check_decision(c))) return bad;
        if (state_hash(s) != c->hash[c->n]) return "looking at the state changed it";
        if ((left = enough(c))) break;
        Chooser *p = &who[s->ask.player];
        unsigned answer = p->choose(p, &c->game);
        memcpy(c->before, s, state_size(s));
        c->before_answer = answer;
        c->has_before = true;
        c->answers[c->n++] = (uint8_t)answer;
        if (!run_answer(&c->game, answer) || !run_answer(&c->twin, answer))
            return "an answer was refused";
    }
    run_on(&c->twin);
    c->hash[c->n] = state_hash(c->game.s);
    if (c->game.s->result && !same(c->game.s, c->twin.s)) return "a copy ends differently";
    return check_end(c, left);
}

static void tell_result(const Checker *c, SimResult *out) {
    const State *s = c->game.s;
    *out = (SimResult){.result = s->result, .turns = s->turn, .decisions = c->n};
    for (PlayerId p = 0; p < s->nplayers; p++)
        if (s->player[p].flags & PLAYER_WON) out->won |= player_bit(p);
}

static bool verdict(const Checker *c, const char *bad, Violation *v) {
    if (!bad) return true;
    v->decision = c->n;
    v->answers = c->answers;
    v->nanswers = c->n;
    snprintf(v->what, sizeof v->what, "%s", bad);
    return false;
}

bool check_from(Checker *c, const CheckPlan *plan, Chooser *who, SimResult *result, Violation *v) {
    c->n = 0;
    c->has_before = false;
    c->rng.x = seed_of(plan->seed, 77);
    c->plan = plan;
    dirty(&c->game, 0x00);
    dirty(&c->twin, 0x5A);
    memcpy(c->game.s, plan->begin, state_size(plan->begin));
    memcpy(c->twin.s, plan->begin, state_size(plan->begin));
    c->game.obs = plan->watch;
    const char *bad = play(c, who);
    c->game.obs = NULL;
    if (!bad) bad = check_again(c);
    tell_result(c, result);
    c->plan = NULL;
    return verdict(c, bad, v);
}

bool check_game(Checker *c, const FudaSetup *setup, Chooser *who, SimResult *result, Violation *v) {
    const CheckPlan plan = {.begin = c->begin, .seed = setup->seed, .one_in = THOROUGH_ONE_IN};
    c->n = 0;
    memset(c->begin, 0, sizeof(State));
    dirty(&c->twin, 0x5A);
    bool fits = game_start(c->begin, setup) && game_start(c->twin.s, setup);
    if (fits && same(c->begin, c->twin.s)) return check_from(c, &plan, who, result, v);
    memset(c->game.s, 0, sizeof(State));
    tell_result(c, result);
    return verdict(
        c, fits ? "a new game depends on the memory it is written into" : "a deck does not fit", v);
}
