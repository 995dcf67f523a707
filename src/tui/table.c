#include "tui/table.h"
#include "play/words.h"
#include "tui/describe.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what happened --------------------------------------------------------------------------- */

/* The table that contains the observer. */
static Table *table_of(Observer *o) { return (Table *)((char *)o - offsetof(Table, observer)); }

static void log_clear(Table *t) {
    for (unsigned i = 0; i < t->nlog; i++)
        for (unsigned p = 0; p < MAX_PLAYERS; p++) free(t->log[i].text[p]);
    t->nlog = 0;
    t->log_turn = 0;
}

/* Appends an entry for the current step and turn. */
static LogLine *log_line(Table *t) {
    t->log = array_grow(t->log, t->nlog, sizeof *t->log);
    LogLine *line = &t->log[t->nlog++];
    *line = (LogLine){.step = t->napplied, .turn = t->run.s->turn};
    return line;
}

/* Removes the last entry. Its replacement counts as news again. */
static void log_drop(Table *t) {
    LogLine *line = &t->log[--t->nlog];
    for (unsigned p = 0; p < MAX_PLAYERS; p++) /* what takes its place is news */
        if (t->nread_by[p] > t->nlog) t->nread_by[p] = t->nlog;
    for (unsigned p = 0; p < MAX_PLAYERS; p++) free(line->text[p]);
}

/* Adds the turn's heading before its first entry. */
static void log_turn(Table *t) {
    const State *s = t->run.s;
    if (s->turn == t->log_turn) return;
    t->log_turn = s->turn;
    LogLine *line = log_line(t);
    for (PlayerId p = 0; p < s->nplayers; p++) line->text[p] = describe_turn(t, p);
}

/* Does anyone read the log from this player's point of view? */
static bool reads_log(const Table *t, PlayerId p) {
    return t->mode == MODE_WATCH || table_human(t, p);
}

/* Does the event show a human player something that was hidden? Undo must not go back past it. */
static bool reveals_hidden(const Table *t, const Event *e) {
    const Run *r = &t->run;
    if (e->kind == EV_SHUFFLE || e->kind == EV_CHECK) return true;
    if (e->kind == EV_LOOK) return table_human(t, e->player);
    for (PlayerId p = 0; p < r->s->nplayers; p++) {
        if (!table_human(t, p) || !e->card) continue;
        if (e->kind == EV_SHOW && card_of(r->s, e->card)->holder != p) return true;
        if (e->kind == EV_FACE && !e->amount && e->player != p) return true;
        if (e->kind != EV_MOVE || !card_visible(r, p, e->card)) continue;
        unsigned zf = r->g->zones[e->from].flags;
        bool own = (zf & ZONE_HOLDER_SEES) && table_same_side(t, card_owner(e->card), p);
        if (e->from && !(zf & ZONE_PUBLIC) && !own) return true;
    }
    return false;
}

/* Records who sees the card now. Runs after each event about the card, so that during an event
 * face_seen still holds the state before it: whoever saw the card before a move may be told its
 * name. */
static void update_face_seen(Table *t, CardId c) {
    for (PlayerId p = 0; c && p < t->run.s->nplayers; p++)
        t->face_seen[p][c] = card_of(t->run.s, c)->zone && card_visible(&t->run, p, c);
}

/* Before an answer is applied: who sees which card. */
static void update_all_faces_seen(Table *t) {
    const State *s = t->run.s;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++) update_face_seen(t, card_id(p, i));
}

/* The card that its owner loses by the event: it leaves play or the hand for another place than
 * these, by somebody else or by a rule. Before the first turn nothing is lost: cards take their
 * places. */
static CardId lost_card(const Run *r, const Event *e) {
    if (e->kind != EV_MOVE || !e->card || !e->from || !r->s->turn) return NONE;
    const unsigned from = r->g->zones[e->from].flags, to = r->g->zones[e->to].flags;
    const bool had = (from & ZONE_FIELD) || e->from == r->g->hand_zone;
    const bool kept = (to & ZONE_FIELD) || (e->to && e->to == r->g->hand_zone);
    return had && !kept && e->actor != card_owner(e->card) ? e->card : NONE;
}

/* Observer.event: logs the event for each player who reads the log. */
static void on_event(Observer *o, const Run *r, const Event *e) {
    Table *t = table_of(o);
    const State *s = r->s;
    if (reveals_hidden(t, e)) t->undo_limit = t->napplied;
    log_turn(t);
    if (e->kind == EV_MOVE && t->nlog && t->log[t->nlog - 1].shown == e->card) log_drop(t);
    char *text[MAX_PLAYERS] = {0};
    bool any = false;
    for (PlayerId p = 0; p < s->nplayers; p++)
        if (reads_log(t, p) && (text[p] = describe_event(t, e, p))) any = true;
    update_face_seen(t, e->card);
    if (!any) return;
    LogLine *line = log_line(t);
    memcpy(line->text, text, sizeof text);
    if (e->kind == EV_SHOW) line->shown = e->card;
    line->lost = lost_card(r, e);
}

/* Observer.used: an item of the stack starts to resolve. */
static void on_used(Observer *o, const Run *r, CardId c, AbilId a) {
    Table *t = table_of(o);
    char *text[MAX_PLAYERS] = {0};
    bool any = false;
    if (!t->mat->space || !r->s->nstack) return;
    for (PlayerId p = 0; p < r->s->nplayers; p++)
        if (reads_log(t, p) && (text[p] = describe_resolved(t, c, a, p))) any = true;
    if (any) memcpy(log_line(t)->text, text, sizeof text);
}

/* Observer.mark: keeps the last different clauses, the latest last. */
static void on_mark(Observer *o, const Run *r, Clause c) {
    Table *t = table_of(o);
    (void)r;
    unsigned from = 0;
    for (unsigned i = 1; i < DECIDING; i++)
        if (t->decided[i] == c) from = i;
    memmove(&t->decided[from], &t->decided[from + 1], (DECIDING - 1 - from) * sizeof t->decided[0]);
    t->decided[DECIDING - 1] = c;
}

/* The player gives up. */
static void log_concession(Table *t, PlayerId who) {
    LogLine *line = log_line(t);
    for (PlayerId p = 0; p < t->run.s->nplayers; p++)
        if (reads_log(t, p)) line->text[p] = describe_concession(t, who, p);
}

/* Logs an answer if its option has log text: an ability is used, a mode chosen. */
static void log_answer(Table *t, const Decision *d, const Option *option) {
    const State *s = t->run.s;
    bool any = false;
    char *text[MAX_PLAYERS] = {0};
    log_turn(t);
    for (PlayerId p = 0; p < s->nplayers; p++)
        if (reads_log(t, p) && (text[p] = describe_answer(t, d, option, p))) any = true;
    if (any) memcpy(log_line(t)->text, text, sizeof text);
}

/* Observer.forced: the engine answered a question with a single option. Tells the players who would
 * have been asked. */
static void on_forced(Observer *o, const Run *r, const Decision *d, const Option *option) {
    Table *t = table_of(o);
    LogLine *line = NULL;
    log_answer(t, d, option);
    for (PlayerId p = 0; p < r->s->nplayers; p++) {
        char *text = reads_log(t, p) && table_same_side(t, p, d->player)
                         ? describe_forced(t, d, option, p)
                         : NULL;
        if (!text) continue;
        if (table_human(t, p)) t->forced_kinds |= 1ull << option->kind;
        if (!line) line = log_line(t);
        line->notice = true;
        line->text[p] = text;
    }
}

/* ---- a game ---------------------------------------------------------------------------------- */

/* Allocates the state blocks and hooks up the observer. */
static bool prepare(Table *t, const Game *g, FileError *e) {
    State *blocks = calloc(4, sizeof(State));
    if (!blocks) return file_error(e, g->key, 0, 0, "out of memory");
    t->run = (Run){.s = blocks, .g = g, .obs = &t->observer, .scratch = blocks + 1};
    t->scratch = blocks + 2;
    t->initial = blocks + 3;
    t->observer.event = on_event;
    t->observer.forced = on_forced;
    t->observer.used = on_used;
    t->observer.mark = on_mark;
    t->mat = mat_of(g);
    return true;
}

/* Lists the partial cards of all decks, each name once. */
static void collect_partial(Table *t) {
    const State *s = t->run.s;
    DefId named[CARDS_PER_PLAYER * MAX_PLAYERS];
    unsigned n = 0, left_out;
    Text x = {0};
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++) {
            DefId d = s->player[p].card[i].def;
            unsigned k = 0;
            while (k < n && named[k] != d) k++;
            if (k < n || !builder_partial(t->builder, d, &left_out)) continue;
            text_add(&x, "%s%s", n ? ", " : "", pack_name(t->run.pack, d));
            named[n++] = d;
        }
    t->partial = n ? x.s : NULL;
}

void table_ask_all(Table *t) {
    t->replay.ask_all = true;
    t->run.ask_single = replay_asks(&t->replay);
}

bool table_new(Table *t, const Stock *stock, const FudaSetup *setup, const unsigned *which,
               FileError *e) {
    memset(t, 0, sizeof *t);
    if (!prepare(t, stock->game, e)) return false;
    t->run.pack = stock->pack;
    t->builder = stock->builder;
    stock_replay(stock, &t->replay, setup, which);
    if (!game_start(t->run.s, setup)) {
        table_free(t);
        return file_error(e, stock->game->key, 0, 0, "these decks do not fit the game");
    }
    memcpy(t->initial, t->run.s, sizeof(State));
    stock_report_corrections(stock, &t->run);
    collect_partial(t);
    return true;
}

/* Returns false if an answer of the file is not accepted. */
static bool verify_answers(Table *t, const char *path, FileError *e) {
    ReplayReport report;
    return replay_verify(&t->replay, path, &report, e);
}

/* Verifies all answers before using the file, so that seeking in it cannot fail. */
bool table_load(Table *t, const char *path, bool watch, FileError *e) {
    memset(t, 0, sizeof *t);
    if (!replay_read(&t->replay, path, e)) return false;
    t->loaded = calloc(1, sizeof *t->loaded);
    bool good = prepare(t, t->replay.game, e) && t->loaded && verify_answers(t, path, e) &&
                replay_open(&t->replay, path, t->loaded, e);
    if (!good) {
        table_free(t);
        return false;
    }
    t->run.pack = t->loaded->run.pack;
    t->run.ask_single = replay_asks(&t->replay);
    t->builder = t->loaded->builder;
    memcpy(t->run.s, t->loaded->run.s, sizeof(State));
    memcpy(t->initial, t->run.s, sizeof(State));
    collect_partial(t);
    if (watch) t->mode = MODE_WATCH;
    return true;
}

bool table_scenario(Table *t, Puzzle *p, FileError *e) {
    memset(t, 0, sizeof *t);
    if (!prepare(t, puzzle_game(p), e)) return false;
    t->puzzle = p;
    t->run.pack = puzzle_pack(p);
    t->builder = puzzle_builder(p);
    memcpy(t->run.s, puzzle_state(p), sizeof(State));
    memcpy(t->initial, t->run.s, sizeof(State));
    replay_init(&t->replay, t->run.g);
    t->replay.players = t->run.s->nplayers;
    for (DefId d = 1; d < t->run.pack->ndef; d++) {
        CardText c = {.name = pack_name(t->run.pack, d)};
        puzzle_card(p, d, &c);
        replay_add_card(&t->replay, &c);
    }
    collect_partial(t);
    return true;
}

void table_free(Table *t) {
    log_clear(t);
    free(t->log);
    for (unsigned i = 0; t->explanation && i < t->run.pack->nabil; i++) free(t->explanation[i]);
    free(t->explanation);
    free(t->partial);
    free(t->answered_by);
    for (unsigned p = 0; p < MAX_PLAYERS; p++) chooser_close(&t->computer[p]);
    chooser_close(&t->adviser);
    if (t->replay.game) replay_free(&t->replay);
    locked_close(&t->save);
    if (t->loaded) replay_close(t->loaded);
    free(t->loaded);
    free(t->run.s);
    memset(t, 0, sizeof *t);
}

bool table_seats(Table *t, Mode mode, const char *const *who) {
    t->mode = mode;
    t->me = 0;
    t->human = 0;
    t->focus = NOBODY;
    for (PlayerId p = t->run.s->nplayers; who && p-- > 0;) {
        if (!strcmp(who[p], "human")) {
            t->human |= player_bit(p);
            t->me = p;
            continue;
        }
        if (!chooser_open(&t->computer[p], who[p])) return false;
        chooser_seed(&t->computer[p], seed_of(t->replay.seed, 1000 + p + t->replay.nsteps));
    }
    if (who && !(t->human & (t->human - 1u))) t->mode = MODE_COMPUTER;
    table_seek(t, mode == MODE_WATCH ? 0 : t->replay.nsteps);
    return true;
}

/* ---- sides ----------------------------------------------------------------------------------- */

bool table_same_side(const Table *t, PlayerId a, PlayerId b) {
    return team_mates(t->run.s, a) & player_bit(b);
}

PlayerId table_responder(const Table *t) {
    const State *s = t->run.s;
    PlayerId p = s->ask.player;
    bool as_one = s->team_size > 1 && s->ask.kind < 32 && (t->mat->team_asks >> s->ask.kind & 1);
    if (table_human(t, p) || !as_one) return p;
    for (PlayerId q = 0; q < s->nplayers; q++)
        if (table_human(t, q) && player_in(s, q) && table_same_side(t, p, q)) return q;
    return p;
}

/* In team games by seat, because team mates sit side by side; else by turn order. */
PlayerId table_other_player(const Table *t, unsigned i) {
    const State *s = t->run.s;
    unsigned at = 0, n = s->nplayers;
    if (s->team_size > 1) return (PlayerId)((t->me + i) % n);
    while (at < n && s->order[at] != t->me) at++;
    return s->order[(at + i) % n];
}

void table_next_focus(Table *t) {
    unsigned i = 1, n = t->run.s->nplayers;
    if (n == 2) return;
    while (t->focus != NOBODY && i < n && table_other_player(t, i) != t->focus) i++;
    if (t->focus != NOBODY) i++;
    while (i < n && !player_in(t->run.s, table_other_player(t, i))) i++;
    t->focus = i < n ? table_other_player(t, i) : NOBODY;
}

/* ---- answers --------------------------------------------------------------------------------- */

/* Records who gave the next answer. A computer's answer is new information, so it limits undo. */
static void record_answerer(Table *t, PlayerId p) {
    t->answered_by = array_grow(t->answered_by, t->napplied, 1);
    t->answered_by[t->napplied++] = (uint8_t)(p | (t->by_itself ? BY_ITSELF : 0));
    if (!table_human(t, p)) t->undo_limit = t->napplied;
}

/* Applies one recorded answer and runs to the next question. */
static void take(Table *t, const ReplayStep *x) {
    State *s = t->run.s;
    update_all_faces_seen(t);
    if (x->answer == REPLAY_CONCEDE) {
        record_answerer(t, (PlayerId)x->of);
        log_concession(t, (PlayerId)x->of);
        run_concede(&t->run, (PlayerId)x->of);
    } else {
        log_answer(t, &s->ask, &s->option[x->answer]);
        if (s->option[x->answer].kind >= OPT_GAME)
            t->last_action[s->ask.player] = s->option[x->answer];
        record_answerer(t, table_responder(t));
        run_answer(&t->run, x->answer);
    }
    run_on(&t->run);
}

void table_answer(Table *t, unsigned option) {
    State *s = t->run.s;
    if (option >= s->ask.n) return;
    replay_add_step(&t->replay, option, s->ask.n, state_hash(s));
    take(t, &t->replay.step[t->replay.nsteps - 1]);
}

unsigned table_line_answer(const Table *t, unsigned line) {
    const Line *x = &t->line[line];
    return x->macro ? MAX_OPTIONS + x->macro : x->first;
}

/* MACRO_PAY: answers until the payment is complete. */
static void pay(Table *t) {
    State *s = t->run.s;
    PlayerId who = s->ask.player;
    while (s->ask.pending && s->ask.player == who && ask_is_payment(&t->run)) {
        bool last = s->ask.max <= 1;
        table_answer(t, option_default(&t->run));
        if (last) break;
    }
}

static bool same_attack(MatAttack a, MatAttack b) {
    return a.by == b.by && a.at == b.at && a.player == b.player;
}

/* A pass is the only option of the round's question that has no card. */
bool table_auto_pass(Table *t) {
    const State *s = t->run.s;
    AutoPass *x = &t->auto_pass[s->ask.player];
    if (!x->on) return false;
    x->on = s->ask.kind == t->mat->round_ask && !s->nstack && s->turn == x->turn &&
            same_attack(x->attack, t->mat->attack(&t->run));
    for (unsigned i = 0; x->on && i < s->ask.n; i++) {
        if (s->option[i].card) continue;
        table_answer(t, i);
        return true;
    }
    return false;
}

bool table_auto_pay(Table *t) {
    if (!ask_is_payment(&t->run)) return false;
    const PlayerId me = t->me;
    t->me = t->run.s->ask.player;
    table_refresh(t);
    t->me = me;
    if (t->nlines - (t->nlines && t->line[0].macro == MACRO_PAY) > 1) return false;
    t->by_itself = true;
    table_answer(t, 0);
    t->by_itself = false;
    return true;
}

void table_answer_macro(Table *t, unsigned macro) {
    const State *s = t->run.s;
    if (macro == MAX_OPTIONS + MACRO_PAY) pay(t);
    if (macro != MAX_OPTIONS + MACRO_PASS) return;
    t->auto_pass[s->ask.player] = (AutoPass){true, s->turn, t->mat->attack(&t->run)};
    table_auto_pass(t);
}

void table_concede(Table *t, PlayerId p) {
    replay_add_step(&t->replay, REPLAY_CONCEDE, p, state_hash(t->run.s));
    take(t, &t->replay.step[t->replay.nsteps - 1]);
}

bool table_step(Table *t) {
    if (t->napplied >= t->replay.nsteps || t->run.s->result) return false;
    const ReplayStep *x = &t->replay.step[t->napplied];
    if (x->answer != REPLAY_CONCEDE && x->answer >= t->run.s->ask.n) return false;
    take(t, x);
    return true;
}

/* Replays from the initial state and clamps nread_by to the new length of the log. */
void table_seek(Table *t, unsigned answers) {
    log_clear(t);
    memcpy(t->run.s, t->initial, sizeof(State));
    t->napplied = t->undo_limit = 0;
    for (unsigned p = 0; p < MAX_PLAYERS; p++) chooser_forget(&t->computer[p]);
    memset(t->last_action, 0, sizeof t->last_action);
    memset(t->auto_pass, 0, sizeof t->auto_pass);
    update_all_faces_seen(t);
    run_on(&t->run);
    while (t->napplied < answers && table_step(t)) {
    }
    if (t->mode != MODE_WATCH) t->replay.nsteps = t->napplied;
    memset(t->has_prompt_view, 0, sizeof t->has_prompt_view);
    for (unsigned p = 0; p < MAX_PLAYERS; p++)
        if (t->nread_by[p] > t->nlog) t->nread_by[p] = t->nlog;
}

/* Finds the last answer of a human; refuses if another side answered since or the answer lies
 * before undo_limit. */
bool table_undo(Table *t, Words *why) {
    unsigned k = t->napplied;
    while (k > 0 && ((t->answered_by[k - 1] & BY_ITSELF) || !table_human(t, t->answered_by[k - 1])))
        k--;
    if (k == 0) {
        *why = W("Cannot undo: there is nothing to take back.", "戻せる手はありません。");
        return false;
    }
    k--;
    if (t->mode == MODE_HOTSEAT && !table_same_side(t, t->answered_by[k], t->me) && !t->practice) {
        *why = W("Cannot undo: another player has answered since then.",
                 "そのあと相手が選んだので戻せません。");
        return false;
    }
    if (k < t->undo_limit && !t->practice) {
        *why = W("Cannot undo: you have seen new information since then (--practice allows it).",
                 "そのあと新しい情報を見たので戻せません（--practice なら戻せます）。");
        return false;
    }
    table_seek(t, k);
    return true;
}

bool table_save(Table *t, FileError *e) {
    if (!t->save.path || t->mode == MODE_WATCH) return true;
    if (t->save.keep && !t->replay.nsteps) return true;
    replay_set_end(&t->replay, t->run.s);
    return replay_save(&t->replay, &t->save, e);
}

bool table_save_copy(Table *t, const char *path, FileError *e) {
    LockedFile f;
    if (locked_is(&t->save, path)) return table_save(t, e);
    if (!locked_open(&f, path, &replay_type, e)) return false;
    f.keep = locked_filled(&f);
    replay_set_end(&t->replay, t->run.s);
    bool ok = replay_save(&t->replay, &f, e);
    locked_close(&f);
    return ok;
}

bool speed_read(const char *word, unsigned *speed) {
    if (!strcmp(word, "off") || !strcmp(word, "切")) {
        *speed = 0;
        return true;
    }
    if (*word < '0' || *word > '0' + SPEEDS || word[1]) return false;
    *speed = (unsigned)(*word - '0');
    return true;
}

/* ---- looking --------------------------------------------------------------------------------- */

/* Does the card look unchanged? Outside seats, position is ignored. */
static bool same_card(const FudaSeen *a, const FudaSeen *b, bool seated) {
    return a->player == b->player && a->zone == b->zone && (!seated || a->slot == b->slot) &&
           a->def == b->def && a->flags == b->flags && a->atk == b->atk &&
           a->def_now == b->def_now && a->third == b->third && a->damage == b->damage;
}

/* Matches each card of the view with one of an earlier view; unmatched cards are new. */
static void mark_changes(Table *t, const FudaView *then) {
    const FudaView *now = &t->view;
    bool used[FUDA_MAX_SEEN] = {false};
    memset(t->changed, 0, sizeof t->changed);
    if (!then) return;
    for (unsigned i = 0; i < now->ncards; i++) {
        bool seated = t->run.g->zones[now->cards[i].zone].flags & ZONE_SEATED;
        t->changed[i] = true;
        for (unsigned j = 0; j < then->ncards && t->changed[i]; j++) {
            if (used[j] || !same_card(&now->cards[i], &then->cards[j], seated)) continue;
            used[j] = true;
            t->changed[i] = false;
        }
    }
}

/* Replay viewer: fills in the faces that each other player sees. */
static void see_all(Table *t, Run *look) {
    static FudaView other;
    for (PlayerId p = 0; p < t->run.s->nplayers; p++) {
        if (p == t->me) continue;
        view_make(look, p, &other);
        for (unsigned i = 0; i < other.ncards; i++) {
            int16_t tie = t->view.cards[i].tie;
            if (other.cards[i].def && !t->view.cards[i].def) t->view.cards[i] = other.cards[i];
            t->view.cards[i].tie = tie;
        }
    }
}

/* Views are built on a scratch copy, because building one derives state. */
static void make_view(Table *t) {
    Run look = t->run;
    memcpy(t->scratch, t->run.s, state_size(t->run.s));
    look.s = t->scratch;
    look.obs = NULL;
    view_make(&look, t->me, &t->view);
    if (t->mode == MODE_WATCH) see_all(t, &look);
}

void table_refresh(Table *t) {
    make_view(t);
    t->nread = t->nread_by[t->me];
    if (t->nread > t->nlog) t->nread = t->nlog;
    mark_changes(t, t->has_prompt_view[t->me] ? &t->prompt_view[t->me] : NULL);
    table_group_options(t);
}

void table_before_deed(Table *t) {
    make_view(t);
    t->deed_view = t->view;
}

void table_refresh_deed(Table *t, unsigned from) {
    make_view(t);
    t->nread = from < t->nlog ? from : t->nlog;
    mark_changes(t, &t->deed_view);
    t->nlines = 0;
}

void table_mark_read(Table *t) {
    t->prompt_view[t->me] = t->view;
    t->has_prompt_view[t->me] = true;
    t->nread_by[t->me] = t->nlog;
}

CardId table_card_id(const Table *t, const FudaSeen *x) {
    return x->zone ? zone_card(&t->run.s->player[x->player], x->zone, x->index)
                   : card_id(x->player, x->index);
}

int table_view_index(const Table *t, CardId c) {
    for (unsigned i = 0; c && i < t->view.ncards; i++)
        if (table_card_id(t, &t->view.cards[i]) == c) return (int)i;
    return -1;
}

unsigned table_count_known(const Table *t, unsigned player, unsigned zone, unsigned kind) {
    unsigned n = 0;
    for (unsigned i = 0; i < t->view.ncards; i++) {
        const FudaSeen *x = &t->view.cards[i];
        n += x->player == player && x->zone == zone && !x->def && (x->kinds >> kind & 1);
    }
    return n;
}
