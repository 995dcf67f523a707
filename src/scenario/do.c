/* What players do: answers found among the options, declining what is not mentioned. */
#include "scenario/judge.h"
#include <stdlib.h>

static int declining(const Judge *j) {
    const State *s = j->run.s;
    if (!s->ask.pending) return -1;
    for (unsigned i = 0; i < s->ask.n; i++)
        if (option_declines(j->run.g, &s->option[i])) return (int)i;
    return -1;
}

static Run shot_run(Judge *j, unsigned i) {
    return (Run){.s = j->shots[i].s, .g = j->run.g, .pack = j->run.pack, .scratch = j->run.scratch};
}

static bool shot_answers(Judge *j, unsigned i, const Answer *a) {
    Run r = shot_run(j, i);
    if (j->shots[i].point != POINT_NONE || j->shots[i].used || r.s->ask.player != a->player)
        return false;
    if (answer_match(j, &r, a, 0) < 0) return false;
    j->shots[i].used = true;
    return true;
}

/* The next `do` names what a question was answered with by itself: what is expected before it is
 * expected there at the latest. Returns that shot, or nshots. */
unsigned judge_limit(Judge *j, const Statement *st) {
    const Statement *end = j->sc->statements + j->sc->nstatements;
    while (st < end && st->kind == ST_EXPECT) st++;
    if (st == end || st->kind != ST_DO) return j->nshots;
    for (unsigned i = j->cursor; i < j->nshots; i++) {
        if (!j->shots[i].open || !shot_answers(j, i, &st->answers[0])) continue;
        j->shots[i].used = false;
        return i;
    }
    return j->nshots;
}

static void begin_from(Judge *j, unsigned shot) {
    j->cursor = j->base = shot;
    j->landed = false;
    if (!j->fresh) return;
    j->since = shot;
    j->before = (ClauseSet){0};
    j->fresh = false;
}

/* A choice that the game took by itself because it was the only one. Questions a judge sees come
 * first; mere picks only if the pending question has no such answer: ahead, then those passed
 * already (cards that must all be taken are taken in the game's order, not in that of the line). */
static bool taken_already(Judge *j, const Answer *a, bool open) {
    for (unsigned i = j->cursor; i < j->nshots; i++)
        if ((j->shots[i].open || !open) && shot_answers(j, i, a)) {
            begin_from(j, i + 1);
            return true;
        }
    for (unsigned i = 0; i < j->cursor && !open; i++)
        if (shot_answers(j, i, a)) return true;
    return false;
}

/* Modes are chosen in the order of their numbers, however they are named: the lowest of those named
 * first. */
static int pick_first(Judge *j, Answer *list, unsigned n) {
    int best = MATCH_NONE;
    unsigned at = 0;
    if (j->run.s->ask.kind != ASK_MODE) return MATCH_NONE;
    for (unsigned i = 0; i < n; i++) {
        int o = answer_match(j, &j->run, &list[i], 0);
        if (o < 0 || option_declines(j->run.g, &j->run.s->option[o]) || (best >= 0 && o >= best))
            continue;
        best = o;
        at = i;
    }
    if (best < 0) return best;
    Answer a = list[at];
    memmove(list + 1, list, at * sizeof *list);
    list[0] = a;
    return best;
}

static bool cannot(Judge *j, const Answer *a, bool many) {
    char said[160], question[900];
    say_answer(a, said, sizeof said);
    say_question(j, &j->run, question, sizeof question);
    const char *declined = *j->declined ? "; declined before: " : "";
    if (many)
        return judge_fail(j, a->pos, "`%s` could be more than one option; %s%s%s", said, question,
                          declined, j->declined);
    return judge_fail(j, a->pos, "P%u cannot answer `%s`; %s%s%s", a->player + 1u, said, question,
                      declined, j->declined);
}

static void note_declined(Judge *j) {
    const State *s = j->run.s;
    size_t at = strlen(j->declined);
    snprintf(j->declined + at, sizeof j->declined - at, "%sP%u %s", at ? ", " : "",
             s->ask.player + 1u, ask_name(j->run.g, s->ask.kind));
}

/* One answer, and on. */
static bool answer_one(Judge *j, Answer *list, unsigned n, bool first) {
    unsigned turn = j->run.s->turn;
    *j->declined = 0;
    for (;;) {
        j->fresh = first;
        if (taken_already(j, &list[0], true)) return true;
        const State *s = j->run.s;
        bool asked = s->ask.pending && s->ask.player == list[0].player;
        int o = asked ? pick_first(j, list, n) : MATCH_NONE;
        bool whole = o >= 0;
        if (o < 0 && asked) o = answer_match(j, &j->run, &list[0], &whole);
        if (!whole && taken_already(j, &list[0], false)) return true;
        if (o >= 0) return judge_answer(j, list[0].pos, (unsigned)o);
        if (o == MATCH_MANY) return cannot(j, &list[0], true);
        int no = declining(j);
        if (no < 0 && judge_same_options(j)) no = 0;
        if (j->priority != POINT_NONE && s->turn != turn) no = -1; /* passing on has an end */
        if (no < 0) return cannot(j, &list[0], false);
        note_declined(j);
        j->fresh = false;
        if (!judge_answer(j, list[0].pos, (unsigned)no)) return false;
    }
}

bool judge_do(Judge *j, const Statement *st) {
    unsigned n = st->nanswers;
    Answer *list = malloc(n * sizeof *list);
    if (!list) return judge_fail(j, st->pos, "out of memory");
    memcpy(list, st->answers, n * sizeof *list);
    bool ok = true;
    for (unsigned i = 0; i < n && ok; i++) ok = answer_one(j, list + i, n - i, !i);
    free(list);
    return ok;
}

/* ---- run ---- */

static int going_on(const Judge *j) {
    const State *s = j->run.s;
    for (unsigned i = 0; i < s->ask.n; i++)
        if (option_goes_on(j->run.g, &s->option[i])) return (int)i;
    return -1;
}

/* The first shot from the cursor on that is the point; true if there is one. */
static bool landed(Judge *j, const Statement *st) {
    for (unsigned i = j->base; i < j->nshots; i++) {
        const State *s = j->shots[i].s;
        if (j->shots[i].point != st->point) continue;
        if (s->turn == j->from_turn && j->table->point(s) == j->from_point &&
            j->table->points[st->point].at)
            continue; /* still */
        if (st->player != NOBODY && !(turn_side(s) & player_bit(st->player))) continue;
        j->cursor = i;
        j->base = i + 1;
        return j->landed = true;
    }
    return false;
}

bool judge_run(Judge *j, const Statement *st) {
    bool to = st->kind == ST_RUN_TO;
    j->since = j->base;
    j->before = (ClauseSet){0};
    j->landed = false;
    for (unsigned i = 0;; i++) {
        const State *s = j->run.s;
        if (to && landed(j, st)) return true;
        j->cursor = j->base = j->nshots;
        int o = declining(j);
        if (o < 0 && judge_same_options(j)) o = 0;
        if (o < 0 && to && s->ask.pending) o = going_on(j);
        if (o < 0 && !to) return true;
        if (o < 0 || i > 2000) {
            char question[900];
            say_question(j, &j->run, question, sizeof question);
            const char *word = to ? j->table->points[st->point].word : "a decision";
            return judge_fail(j, st->pos, "`run` cannot go on to %s; %s", word, question);
        }
        if (!judge_answer(j, st->pos, (unsigned)o)) return false;
    }
}

/* ---- resolve ---- */

static bool stuck(Judge *j, const Statement *st, const char *why) {
    char question[900];
    say_question(j, &j->run, question, sizeof question);
    return judge_fail(j, st->pos, "%s; %s", why, question);
}

/* Both players pass until so many things have been resolved. Where a thing that is being resolved
 * asks something it stops if that was the last one; else it declines. */
bool judge_resolve(Judge *j, const Statement *st) {
    const unsigned begun = j->resolved;
    const bool all = st->number < 0;
    const State *s;
    j->since = j->cursor = j->base = j->nshots;
    j->before = (ClauseSet){0};
    j->landed = false;
    for (unsigned i = 0; s = j->run.s, i < 2000; i++) {
        bool enough = !all && j->resolved - begun >= (unsigned)st->number;
        bool priority = s->ask.pending && s->ask.kind == j->priority;
        if (enough || (all && (s->result || (priority && !s->nstack)))) return true;
        if (s->result) return stuck(j, st, "not so many things could be resolved");
        if (priority && !s->nstack) return stuck(j, st, "nothing is in the space to be resolved");
        int o = declining(j);
        if (o < 0 && judge_same_options(j)) o = 0;
        if (o < 0) return stuck(j, st, "a question comes first");
        if (!judge_answer(j, st->pos, (unsigned)o)) return false;
        j->cursor = j->base = j->nshots;
    }
    return stuck(j, st, "this never ends");
}

/* ---- refuse ---- */

/* Numbers that are no options are refused, and nothing changes by asking. */
static bool refuses_numbers(Judge *j, const Statement *st, Run *r, unsigned number) {
    uint64_t before = state_hash(r->s);
    if (run_answer(r, number)) return judge_fail(j, st->pos, "option %u was accepted", number);
    if (state_hash(r->s) != before)
        return judge_fail(j, st->pos, "a refused answer has changed the game");
    return true;
}

bool judge_refuse(Judge *j, const Statement *st) {
    cursor_settle(j, true);
    Run r = judge_view(j);
    bool asked = r.s->ask.pending && r.s->ask.player == st->player;
    if (st->number >= 0) return refuses_numbers(j, st, &r, (unsigned)st->number);
    if (asked && answer_match(j, &r, &st->answers[0], 0) != MATCH_NONE) {
        char said[160], question[900];
        say_answer(&st->answers[0], said, sizeof said);
        say_question(j, &r, question, sizeof question);
        return judge_fail(j, st->answers[0].pos, "`%s` is on offer; %s", said, question);
    }
    return refuses_numbers(j, st, &r, r.s->ask.n) && refuses_numbers(j, st, &r, 0xFFFF);
}

/* Now: also where the game has gone on by itself. A question with one answer can be gone back to.
 */
bool judge_concede(Judge *j, const Statement *st) {
    cursor_settle(j, true);
    const State *rewound = j->cursor < j->nshots ? j->shots[j->cursor].s : 0;
    if (rewound) memcpy(j->run.s, rewound, state_size(rewound));
    if (!record_concession(j, st->pos, st->player, rewound)) return false;
    shots_clear(j);
    j->before = (ClauseSet){0};
    if (!run_concede(&j->run, st->player))
        return judge_fail(j, st->pos, "P%u cannot concede: not in the game", st->player + 1u);
    return judge_go(j, st->pos);
}
