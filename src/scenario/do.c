/* Statements that act: do, run, resolve, refuse, concede. Answers are matched against the options;
 * decisions that the scenario does not mention are declined. */
#include "scenario/judge.h"
#include "text/message.h"
#include <stdlib.h>

/* Index of the option that declines the pending decision, -1 if there is none. */
static int declining(const Judge *j) {
    const State *s = j->run.s;
    if (!s->ask.pending) return -1;
    for (unsigned i = 0; i < s->ask.n; i++)
        if (option_declines(j->run.g, &s->option[i])) return (int)i;
    return -1;
}

static Run snapshot_run(Judge *j, unsigned i) {
    return (Run){
        .s = j->snapshots[i].s, .g = j->run.g, .pack = j->run.pack, .scratch = j->run.scratch};
}

/* Does the answer name what the game did by itself at this snapshot? Marks it used if so. */
static bool snapshot_answers(Judge *j, unsigned i, const Answer *a) {
    Run r = snapshot_run(j, i);
    if (j->snapshots[i].point != POINT_NONE || j->snapshots[i].used || r.s->ask.player != a->player)
        return false;
    if (answer_match(j, &r, a, 0) < 0) return false;
    j->snapshots[i].used = true;
    return true;
}

/* If the next `do` names an answer that the game gave by itself, expectations before it apply to
 * that moment at the latest. */
unsigned judge_limit(Judge *j, const Statement *st) {
    const Statement *end = j->sc->statements + j->sc->nstatements;
    while (st < end && st->kind == ST_EXPECT) st++;
    if (st == end || st->kind != ST_DO) return j->nsnapshots;
    for (unsigned i = j->cursor; i < j->nsnapshots; i++) {
        if (!j->snapshots[i].open || !snapshot_answers(j, i, &st->answers[0])) continue;
        j->snapshots[i].used = false;
        return i;
    }
    return j->nsnapshots;
}

/* The statement continues behind this snapshot. */
static void continue_from(Judge *j, unsigned shot) {
    j->cursor = j->statement_base = shot;
    j->at_run_target = j->held = false;
    if (!j->new_statement) return;
    deed_from(j, shot);
    j->new_statement = false;
}

/* Accepts the answer if the game gave it at this snapshot. */
static bool take_answered(Judge *j, unsigned i, const Answer *a) {
    if (!snapshot_answers(j, i, a)) return false;
    Run r = snapshot_run(j, i);
    answer_warn(j, &r, a, 0, 0);
    if (i >= j->cursor) continue_from(j, i + 1);
    return true;
}

/* Was the answer given by the game itself because it was the only one? A question where `run to
 * asked` stopped comes first. 'open': consider only questions that statements can refer to. Mere
 * picks are searched ahead of the cursor, then behind it, because forced picks are made in the
 * game's order and not in that of the line. */
static bool answered_itself(Judge *j, const Answer *a, bool open) {
    if (j->held && j->cursor < j->nsnapshots && take_answered(j, j->cursor, a)) return true;
    for (unsigned i = j->cursor; i < j->nsnapshots; i++)
        if ((j->snapshots[i].open || !open) && take_answered(j, i, a)) return true;
    for (unsigned i = 0; i < j->cursor && !open; i++)
        if (take_answered(j, i, a)) return true;
    return false;
}

/* Modes are asked in the order of their numbers, however the line lists them: moves the named
 * answer with the lowest option to the front. Returns that option, or MATCH_NONE. */
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

/* Reports an answer that matches no option, or several ('many'). */
static bool fail_answer(Judge *j, const Answer *a, bool many) {
    char answer[160], question[900];
    format_answer(a, answer, sizeof answer);
    format_question(j, &j->run, question, sizeof question);
    const char *declined = *j->declined ? message("; declined before: ") : "";
    if (many)
        return judge_fail(j, a->pos, "`%s` matches more than one option; %s%s%s", answer, question,
                          declined, j->declined);
    return judge_fail(j, a->pos, "P%u cannot answer `%s`; %s%s%s", a->player + 1u, answer, question,
                      declined, j->declined);
}

/* Reports a `do now` that the game went past. */
static bool fail_now(Judge *j, const Answer *a) {
    char answer[160], question[900];
    format_answer(a, answer, sizeof answer);
    format_question(j, &j->run, question, sizeof question);
    return judge_fail(j, a->pos,
                      "P%u was not asked for `%s` before the game went on; declined: %s; now %s",
                      a->player + 1u, answer, j->declined, question);
}

/* Remembers a declined question for the message of a later failure. */
static void note_declined(Judge *j) {
    const State *s = j->run.s;
    size_t at = strlen(j->declined);
    snprintf(j->declined + at, sizeof j->declined - at, "%sP%u %s", at ? ", " : "",
             s->ask.player + 1u, ask_name(j->run.g, s->ask.kind));
}

/* Gives the first answer of the list, declining other decisions on the way to it; with 'now' only
 * as long as nothing happens. */
static bool answer_one(Judge *j, Answer *list, unsigned n, bool first, bool now) {
    const unsigned turn = j->run.s->turn, happened = j->happened;
    const char *passed = 0; /* kind of a question to the same player that was declined */
    *j->declined = 0;
    for (;;) {
        j->new_statement = first;
        if (answered_itself(j, &list[0], true)) return true;
        const State *s = j->run.s;
        bool asked = s->ask.pending && s->ask.player == list[0].player;
        int o = asked ? pick_first(j, list, n) : MATCH_NONE;
        bool whole = o >= 0;
        if (o < 0 && asked) o = answer_match(j, &j->run, &list[0], &whole);
        if (!whole && answered_itself(j, &list[0], false)) return true;
        if (o >= 0) answer_warn(j, &j->run, &list[0], (unsigned)o, passed);
        if (o >= 0) return judge_answer(j, list[0].pos, (unsigned)o);
        if (o == MATCH_MANY) return fail_answer(j, &list[0], true);
        int no = declining(j);
        if (no >= 0 && asked) passed = ask_name(j->run.g, s->ask.kind);
        if (no < 0 && !now && judge_same_options(j)) no = 0;
        if (j->priority != POINT_NONE && s->turn != turn) no = -1; /* do not pass beyond the turn */
        if (no < 0) return fail_answer(j, &list[0], false);
        note_declined(j);
        j->new_statement = false;
        if (!judge_answer(j, list[0].pos, (unsigned)no)) return false;
        if (now && j->happened != happened) return fail_now(j, &list[0]);
    }
}

/* Works on a copy of the answers, because pick_first reorders them. */
bool judge_do(Judge *j, const Statement *st) {
    unsigned n = st->nanswers;
    Answer *list = malloc(n * sizeof *list);
    if (!list) return judge_fail(j, st->pos, "out of memory");
    memcpy(list, st->answers, n * sizeof *list);
    bool ok = true;
    for (unsigned i = 0; i < n && ok; i++) ok = answer_one(j, list + i, n - i, !i, st->now);
    free(list);
    return ok;
}

/* ---- run ---- */

/* Index of the option that continues without acting, -1 if there is none. */
static int continuing(const Judge *j) {
    const State *s = j->run.s;
    for (unsigned i = 0; i < s->ask.n; i++)
        if (option_goes_on(j->run.g, &s->option[i])) return (int)i;
    return -1;
}

/* Moves the cursor to the first snapshot at the point of `run to`. Returns false if there is
 * none. */
static bool reach_point(Judge *j, const Statement *st) {
    for (unsigned i = j->statement_base; i < j->nsnapshots; i++) {
        const State *s = j->snapshots[i].s;
        if (j->snapshots[i].point != st->point) continue;
        if (s->turn == j->from_turn && j->table->point(s) == j->from_point &&
            j->table->points[st->point].at)
            continue; /* the game was there already */
        if (st->player != NOBODY && !(turn_side(s) & player_bit(st->player))) continue;
        j->cursor = i;
        j->statement_base = i + 1;
        return j->at_run_target = true;
    }
    return false;
}

/* Stops at the first question that `run to asked` means, at or behind the cursor. */
static bool reach_question(Judge *j, const Statement *st) {
    for (unsigned i = j->cursor; i <= j->nsnapshots; i++) {
        if (!asked_at(j, i, st->player, st->question)) continue;
        j->cursor = i;
        j->statement_base = i < j->nsnapshots ? i + 1 : i;
        return j->held = true;
    }
    return false;
}

static bool run_reached(Judge *j, const Statement *st) {
    return st->kind == ST_RUN_TO ? reach_point(j, st)
                                 : st->kind == ST_RUN_ASKED && reach_question(j, st);
}

/* Reports that `run` cannot go on, with the pending question. */
static bool run_stuck(Judge *j, const Statement *st) {
    char question[900], goal[80];
    snprintf(goal, sizeof goal, "%s", message("a decision"));
    format_question(j, &j->run, question, sizeof question);
    if (st->kind == ST_RUN_TO)
        snprintf(goal, sizeof goal, "%s", j->table->points[st->point].word);
    else if (st->kind == ST_RUN_ASKED)
        snprintf(goal, sizeof goal, message("a question%s%s to P%u"), st->question ? " " : "",
                 st->question ? st->question : "", st->player + 1u);
    return judge_fail(j, st->pos, "`run` cannot reach %s; %s", goal, question);
}

/* `run` declines until a decision cannot be declined; `run to` also takes options that just
 * continue. */
bool judge_run(Judge *j, const Statement *st) {
    bool to = st->kind != ST_RUN;
    if (st->kind == ST_RUN_ASKED && reach_question(j, st)) return true; /* nothing is done */
    if (j->statement_base >= j->nsnapshots) snapshots_clear(j);
    deed_from(j, j->statement_base);
    for (unsigned i = 0;; i++) {
        const State *s = j->run.s;
        if (run_reached(j, st)) return true;
        j->cursor = j->statement_base = j->nsnapshots;
        int o = declining(j);
        if (o < 0 && judge_same_options(j)) o = 0;
        if (o < 0 && to && s->ask.pending) o = continuing(j);
        if (o < 0 && !to) return true;
        if (o < 0 || i > 2000) return run_stuck(j, st);
        if (!judge_answer(j, st->pos, (unsigned)o)) return false;
    }
}

/* ---- resolve ---- */

/* Reports why `resolve` cannot continue, with the pending question. */
static bool stuck(Judge *j, const Statement *st, const char *why) {
    char question[900];
    format_question(j, &j->run, question, sizeof question);
    return judge_fail(j, st->pos, "%s; %s", message(why), question);
}

/* All players pass until that many stack entries have begun to resolve. Questions on the way are
 * declined; one asked by the last entry is left to the next statement. */
bool judge_resolve(Judge *j, const Statement *st) {
    const unsigned begun = j->resolved;
    const bool all = st->number < 0;
    const State *s;
    snapshots_clear(j);
    deed_from(j, 0);
    for (unsigned i = 0; s = j->run.s, i < 2000; i++) {
        bool enough = !all && j->resolved - begun >= (unsigned)st->number;
        bool priority = s->ask.pending && s->ask.kind == j->priority;
        if (enough || (all && (s->result || (priority && !s->nstack)))) return true;
        if (s->result) return stuck(j, st, "the game ended before that many entries were resolved");
        if (priority && !s->nstack) return stuck(j, st, "there is nothing on the stack to resolve");
        int o = declining(j);
        if (o < 0 && judge_same_options(j)) o = 0;
        if (o < 0) return stuck(j, st, "a question must be answered first");
        if (!judge_answer(j, st->pos, (unsigned)o)) return false;
        j->cursor = j->statement_base = j->nsnapshots;
    }
    return stuck(j, st, "the stack never becomes empty");
}

/* ---- refuse ---- */

/* The engine must reject a number that is not an option, without changing the state. */
static bool refuses_numbers(Judge *j, const Statement *st, Run *r, unsigned number) {
    uint64_t before = state_hash(r->s);
    if (run_answer(r, number)) return judge_fail(j, st->pos, "option %u was accepted", number);
    if (state_hash(r->s) != before)
        return judge_fail(j, st->pos, "a refused answer changed the game");
    return true;
}

/* Moves the cursor to the question that `refuse` is about. If it names one, that must be asked:
 * now, or since the last decision with a single answer. */
static bool refuse_question(Judge *j, const Statement *st) {
    const char *question = st->nanswers ? st->answers[0].question : 0;
    const unsigned present = j->nsnapshots;
    unsigned i = j->cursor;
    cursor_skip(j, true);
    if (!question || asked_at(j, j->cursor, st->player, question)) return true;
    if (asked_at(j, present, st->player, question)) i = present;
    while (i <= present && !asked_at(j, i, st->player, question)) i++;
    if (i <= present && !j->held) return j->cursor = i, true;
    char asked[900];
    Run r = judge_view(j);
    format_question(j, &r, asked, sizeof asked);
    return judge_fail(j, st->answers[0].pos, "P%u is not asked %s; %s", st->player + 1u, question,
                      asked);
}

/* Passes if the named option is not offered and the engine rejects numbers that are not options. */
bool judge_refuse(Judge *j, const Statement *st) {
    if (!refuse_question(j, st)) return false;
    Run r = judge_view(j);
    bool asked = r.s->ask.pending && r.s->ask.player == st->player;
    if (st->number >= 0) return refuses_numbers(j, st, &r, (unsigned)st->number);
    if (asked && answer_match(j, &r, &st->answers[0], 0) != MATCH_NONE) {
        char answer[160], question[900];
        format_answer(&st->answers[0], answer, sizeof answer);
        format_question(j, &r, question, sizeof question);
        return judge_fail(j, st->answers[0].pos, "`%s` is on offer; %s", answer, question);
    }
    return refuses_numbers(j, st, &r, r.s->ask.n) && refuses_numbers(j, st, &r, 0xFFFF);
}

/* Concedes at the cursor: if the game has moved on by itself, it is rewound to that snapshot. */
bool judge_concede(Judge *j, const Statement *st) {
    cursor_skip(j, true);
    const State *rewound = j->cursor < j->nsnapshots ? j->snapshots[j->cursor].s : 0;
    if (rewound) memcpy(j->run.s, rewound, state_size(rewound));
    if (!record_concession(j, st->pos, st->player, rewound)) return false;
    snapshots_clear(j);
    deed_from(j, 0);
    if (!run_concede(&j->run, st->player))
        return judge_fail(j, st->pos, "P%u cannot concede: not in the game", st->player + 1u);
    return judge_advance(j, st->pos);
}
