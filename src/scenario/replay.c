/* Replays the recorded game unobserved. The engine has shortcuts for unobserved games: it skips
 * clause marks, derives without reporting, and passes rounds in which nobody can act. A scenario's
 * own run is observed and never takes them, so its answers are given again without an observer, and
 * the state must be the same at every decision. */
#include "scenario/judge.h"
#include "text/message.h"
#include <stdlib.h>

/* ---- recording ---- */

static State *state_copy(const State *s) {
    State *copy = malloc(state_size(s));
    if (copy) memcpy(copy, s, state_size(s));
    return copy;
}

bool record_begin(Judge *j) {
    j->initial = state_copy(j->run.s);
    return j->initial || judge_fail(j, j->sc->pos, "out of memory");
}

/* Copies the state at a decision or at the end of the game. The answer is filled in later. */
bool record_decision(Judge *j, Pos pos) {
    if (j->nrecord == j->record_cap) {
        unsigned cap = j->record_cap ? j->record_cap * 2 : 32;
        RecordedDecision *more = realloc(j->record, cap * sizeof *more);
        if (!more) return judge_fail(j, pos, "out of memory");
        j->record = more;
        j->record_cap = cap;
    }
    State *s = state_copy(j->run.s);
    if (!s) return judge_fail(j, pos, "out of memory");
    j->record[j->nrecord++] = (RecordedDecision){.s = s, .conceded = NOBODY, .pos = pos};
    return true;
}

void record_answer(Judge *j, unsigned option) { j->record[j->nrecord - 1].answer = option; }

bool record_concession(Judge *j, Pos pos, PlayerId p, const State *rewound) {
    RecordedDecision *d = &j->record[j->nrecord - 1];
    d->conceded = p;
    if (rewound && !(d->rewound = state_copy(rewound))) return judge_fail(j, pos, "out of memory");
    return true;
}

void record_free(Judge *j) {
    for (unsigned i = 0; i < j->nrecord; i++) {
        free(j->record[i].s);
        free(j->record[i].rewound);
    }
    free(j->record);
    free(j->initial);
}

/* ---- replaying ---- */

typedef struct Replay {
    const char *how; /* name of the mode, for messages */
    bool saves;      /* move the game to other memory at each decision */
} Replay;

/* Writes what is asked in that state. */
static void format_decision(Judge *j, const State *s, char *out, size_t size) {
    memcpy(j->look_state, s, state_size(s));
    Run r = {.s = j->look_state, .g = j->run.g, .pack = j->run.pack};
    format_question(j, &r, out, size);
}

/* Offset of the first byte that differs; docs/STATE.md maps offsets to fields. */
static size_t first_difference(const State *a, const State *b) {
    const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
    size_t n = state_size(a), i = 0;
    while (i < n && x[i] == y[i]) i++;
    return i;
}

/* Reports a difference at decision i. */
static bool fail_replay(Judge *j, const Replay *how, unsigned i, const char *what) {
    char observed[480], now[480];
    const RecordedDecision *d = &j->record[i];
    format_decision(j, d->s, observed, sizeof observed);
    format_decision(j, j->run.s, now, sizeof now);
    return judge_fail(j, d->pos, "%s, decision %u: %s; observed: %s; %s: %s", message(how->how),
                      i + 1, message(what), observed, message(how->how), now);
}

/* All bytes must be equal, which includes the question and its options. */
static bool same_bytes(Judge *j, const Replay *how, unsigned i) {
    const State *a = j->record[i].s, *b = j->run.s;
    char what[80];
    if (a->nplayers == b->nplayers && !memcmp(a, b, state_size(a))) return true;
    snprintf(what, sizeof what, message("the state differs from byte %zu on"),
             first_difference(a, b));
    return fail_replay(j, how, i, what);
}

/* Gives the recorded answer, or repeats the concession. */
static bool repeat_answer(Judge *j, const RecordedDecision *d) {
    if (d->conceded == NOBODY) return run_answer(&j->run, d->answer);
    if (d->rewound) memcpy(j->run.s, d->rewound, state_size(d->rewound));
    return run_concede(&j->run, d->conceded);
}

/* Repeats all answers; compares the state before each. */
static bool replay(Judge *j, const Replay *how) {
    memcpy(j->run.s, j->initial, state_size(j->initial));
    for (unsigned i = 0; i < j->nrecord; i++) {
        run_on(&j->run);
        if (!same_bytes(j, how, i)) return false;
        if (how->saves && !judge_save(j, j->record[i].pos)) return false;
        if (i + 1 == j->nrecord) break;
        if (!repeat_answer(j, &j->record[i]))
            return fail_replay(j, how, i, "the answer is refused");
    }
    return true;
}

/* ---- as in play ----
 * Unlike a player, a judge is asked some questions that have a single answer (Run.ask_single) and
 * is offered every one of several equal cards. The engine takes further shortcuts in play, so the
 * game is replayed once more as it would be played: with fewer questions and options. Everything
 * else must be the same, except caches of who cannot act. */

static bool only_for_judges(const State *s) { return s->ask.pending && s->ask.n == 1; }

/* Copies a state without the options and without caches that depend on how often players were
 * asked. */
static void normalise(State *to, const State *from) {
    memcpy(to, from, state_size(from));
    memset(to->option, 0, sizeof to->option);
    to->ask.n = 0;
    to->picked = (Option){0};
    to->choices = 0;
    to->idle = to->idle_key = 0;
    to->idle_serial = 0;
    to->idle_clock = 0;
    for (unsigned i = 0; i < MAX_PATH; i++) to->path[i].options = 0;
    for (PlayerId p = 0; p < to->nplayers; p++) {
        to->player[p].fresh = 0;
        memset(to->player[p].idle, 0, sizeof to->player[p].idle);
    }
}

static bool same_option(const Option *a, const Option *b) { return !memcmp(a, b, sizeof *a); }

/* Does any effect apply to this card specifically? */
static bool under_effect(const State *s, CardId c) {
    for (unsigned i = 0; i < s->neffects; i++)
        if (s->effect[i].target.card == c && ref_live(s, s->effect[i].target)) return true;
    return false;
}

/* Are the cards interchangeable: same definition and numbers, and no effect that applies to one? */
static bool equal_cards(const State *s, CardId a, CardId b) {
    const Card *x = card_of(s, a), *y = card_of(s, b);
    return x->def == y->def && x->zone == y->zone && x->kinds == y->kinds && x->lost == y->lost &&
           x->used == y->used && !memcmp(&x->now, &y->now, sizeof x->now) && !under_effect(s, a) &&
           !under_effect(s, b);
}

/* Are the options the same but for interchangeable cards? */
static bool equal_option(const State *s, const Option *a, const Option *b) {
    Option c = *b;
    c.card = a->card;
    return same_option(a, &c) && equal_cards(s, a->card, b->card);
}

/* The options in play are those of the judge in the same order; an option that is missing must
 * equal an earlier one. */
static bool same_but_equal_options(const State *observed, const State *played) {
    const Option *o = observed->option, *p = played->option, *end = p + played->ask.n;
    for (unsigned i = 0; i < observed->ask.n; i++) {
        bool equal = false;
        if (p < end && same_option(&o[i], p)) {
            p++;
            continue;
        }
        for (unsigned k = 0; k < i && !equal; k++) equal = equal_option(observed, &o[k], &o[i]);
        if (!equal) return false;
    }
    return p == end;
}

/* Index of the recorded answer among the options of the replay, -1 if it is missing. */
static int answer_among(const State *s, const RecordedDecision *d) {
    for (unsigned i = 0; i < s->ask.n; i++)
        if (same_option(&s->option[i], &d->s->option[d->answer])) return (int)i;
    return -1;
}

/* Compares options and normalised states. */
static bool same_in_play(Judge *j, const Replay *how, unsigned i) {
    const State *observed = j->record[i].s;
    char what[80];
    if (!same_but_equal_options(observed, j->run.s))
        return fail_replay(j, how, i, "other options are offered");
    normalise(j->look_state, observed);
    normalise(j->spare_state, j->run.s);
    if (!memcmp(j->look_state, j->spare_state, state_size(observed))) return true;
    snprintf(what, sizeof what, message("the state differs from byte %zu on"),
             first_difference(j->look_state, j->spare_state));
    return fail_replay(j, how, i, what);
}

/* Stops at a concession, and when the recorded answer is not offered because an equal card stands
 * for it: from there on it would be a different game. */
static bool replay_in_play(Judge *j, const Replay *how) {
    memcpy(j->run.s, j->initial, state_size(j->initial));
    j->run.ask_single = 0;
    for (unsigned i = 0; i < j->nrecord; i++) {
        const RecordedDecision *d = &j->record[i];
        int answer;
        if (only_for_judges(d->s)) {
            if (d->conceded != NOBODY) break;
            continue;
        }
        run_on(&j->run);
        if (!same_in_play(j, how, i)) return false;
        if (d->conceded != NOBODY || (answer = answer_among(j->run.s, d)) < 0) break;
        run_answer(&j->run, (unsigned)answer);
    }
    return true;
}

/* Three modes: unobserved; also moved in memory at every decision; as in play, if that differs. */
bool judge_replay(Judge *j) {
    static const Replay plain = {.how = "unobserved"},
                        saved = {.how = "unobserved and saved", .saves = true},
                        played = {.how = "unobserved as in play"};
    j->run.obs = 0;
    if (!replay(j, &plain) || !replay(j, &saved)) return false;
    return !j->run.ask_single || replay_in_play(j, &played);
}
