#include "tui/table.h"
#include "tui/tell.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what happened --------------------------------------------------------------------------- */

static Table *table_of(Observer *o) { return (Table *)((char *)o - offsetof(Table, observer)); }

static void log_clear(Table *t) {
    for (unsigned i = 0; i < t->nlog; i++)
        for (unsigned p = 0; p < MAX_PLAYERS; p++) free(t->log[i].text[p]);
    t->nlog = 0;
    t->log_turn = 0;
}

static LogLine *log_line(Table *t) {
    t->log = array_grow(t->log, t->nlog, sizeof *t->log);
    LogLine *line = &t->log[t->nlog++];
    *line = (LogLine){.step = t->done, .turn = t->run.s->turn};
    return line;
}

static void log_drop(Table *t) {
    LogLine *line = &t->log[--t->nlog];
    for (unsigned p = 0; p < MAX_PLAYERS; p++) /* what takes its place is news */
        if (t->read_by[p] > t->nlog) t->read_by[p] = t->nlog;
    for (unsigned p = 0; p < MAX_PLAYERS; p++) free(line->text[p]);
}

/* The heading of a turn, before its first line. */
static void log_turn(Table *t) {
    const State *s = t->run.s;
    if (s->turn == t->log_turn) return;
    t->log_turn = s->turn;
    LogLine *line = log_line(t);
    for (PlayerId p = 0; p < s->nplayers; p++) line->text[p] = tell_turn(t, p);
}

static bool read_by(const Table *t, PlayerId p) {
    return t->mode == MODE_WATCH || table_human(t, p);
}

/* A human player knows something now that was hidden before. */
static bool reveals(const Table *t, const Event *e) {
    const Run *r = &t->run;
    if (e->kind == EV_SHUFFLE || e->kind == EV_CHECK) return true;
    if (e->kind == EV_LOOK) return table_human(t, e->player);
    for (PlayerId p = 0; p < r->s->nplayers; p++) {
        if (!table_human(t, p) || !e->card) continue;
        if (e->kind == EV_SHOW && card_of(r->s, e->card)->holder != p) return true;
        if (e->kind == EV_FACE && !e->amount && e->player != p) return true;
        if (e->kind != EV_MOVE || !card_visible(r, p, e->card)) continue;
        unsigned zf = r->g->zones[e->from].flags;
        bool own = (zf & ZONE_HOLDER_SEES) && table_one_side(t, card_owner(e->card), p);
        if (e->from && !(zf & ZONE_PUBLIC) && !own) return true;
    }
    return false;
}

/* Who sees the card now. Told after each event about it, so that what a move hides is still named:
 * whoever saw the card before the move knows what moved. */
static void note_open(Table *t, CardId c) {
    for (PlayerId p = 0; c && p < t->run.s->nplayers; p++)
        t->open[p][c] = card_of(t->run.s, c)->zone && card_visible(&t->run, p, c);
}

static void note_all_open(Table *t) {
    const State *s = t->run.s;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (unsigned i = 1; i <= s->player[p].ncards; i++) note_open(t, card_id(p, i));
}

static void on_event(Observer *o, const Run *r, const Event *e) {
    Table *t = table_of(o);
    const State *s = r->s;
    if (reveals(t, e)) t->barrier = t->done;
    log_turn(t);
    if (e->kind == EV_MOVE && t->nlog && t->log[t->nlog - 1].shown == e->card) log_drop(t);
    char *text[MAX_PLAYERS] = {0};
    bool any = false;
    for (PlayerId p = 0; p < s->nplayers; p++)
        if (read_by(t, p) && (text[p] = tell_event(t, e, p))) any = true;
    note_open(t, e->card);
    if (!any) return;
    LogLine *line = log_line(t);
    memcpy(line->text, text, sizeof text);
    if (e->kind == EV_SHOW) line->shown = e->card;
}

/* What waited begins to be carried out. */
static void on_used(Observer *o, const Run *r, CardId c, AbilId a) {
    Table *t = table_of(o);
    char *text[MAX_PLAYERS] = {0};
    bool any = false;
    if (!t->mat->space || !r->s->nstack) return;
    for (PlayerId p = 0; p < r->s->nplayers; p++)
        if (read_by(t, p) && (text[p] = tell_resolved(t, c, a, p))) any = true;
    if (any) memcpy(log_line(t)->text, text, sizeof text);
}

/* An answer that is worth a line of its own: an ability is used, a mode was chosen. */
static void tell_answer(Table *t, const Decision *d, const Option *option) {
    const State *s = t->run.s;
    bool any = false;
    char *text[MAX_PLAYERS] = {0};
    log_turn(t);
    for (PlayerId p = 0; p < s->nplayers; p++)
        if (read_by(t, p) && (text[p] = tell_taken(t, d, option, p))) any = true;
    if (any) memcpy(log_line(t)->text, text, sizeof text);
}

/* What goes by because nothing else was possible is told to those who would have been asked. */
static void on_forced(Observer *o, const Run *r, const Decision *d, const Option *option) {
    Table *t = table_of(o);
    LogLine *line = NULL;
    tell_answer(t, d, option);
    for (PlayerId p = 0; p < r->s->nplayers; p++) {
        char *text =
            read_by(t, p) && table_one_side(t, p, d->player) ? tell_alone(t, d, option, p) : NULL;
        if (!text) continue;
        if (table_human(t, p)) t->passed |= 1ull << option->kind;
        if (!line) line = log_line(t);
        line->notice = true;
        line->text[p] = text;
    }
}

/* ---- a game ---------------------------------------------------------------------------------- */

static bool prepare(Table *t, const Game *g, FileError *e) {
    State *blocks = calloc(4, sizeof(State));
    if (!blocks) return file_error(e, g->key, 0, 0, "out of memory");
    t->run = (Run){.s = blocks, .g = g, .obs = &t->observer, .scratch = blocks + 1};
    t->copy = blocks + 2;
    t->begin = blocks + 3;
    t->observer.event = on_event;
    t->observer.forced = on_forced;
    t->observer.used = on_used;
    t->mat = mat_of(g);
    return true;
}

/* Both decks are looked through; a name is listed once. */
static void name_partial(Table *t) {
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

bool table_new(Table *t, const Stock *stock, const FudaSetup *setup, const unsigned *which,
               FileError *e) {
    memset(t, 0, sizeof *t);
    if (!prepare(t, stock->game, e)) return false;
    t->run.pack = stock->pack;
    t->builder = stock->builder;
    stock_replay(stock, &t->replay, setup, which);
    if (!fuda_new(t->run.s, setup)) {
        table_free(t);
        return file_error(e, stock->game->key, 0, 0, "these decks do not fit the game");
    }
    memcpy(t->begin, t->run.s, sizeof(State));
    stock_tell(stock, &t->run);
    name_partial(t);
    return true;
}

/* The answers of the file, as far as they are accepted; false: one is not. */
static bool answers_fit(Table *t, const char *path, FileError *e) {
    ReplayReport report;
    return replay_verify(&t->replay, path, &report, e);
}

bool table_load(Table *t, const char *path, bool watch, FileError *e) {
    memset(t, 0, sizeof *t);
    if (!replay_read(&t->replay, path, e)) return false;
    t->owned = calloc(1, sizeof *t->owned);
    bool good = prepare(t, t->replay.game, e) && t->owned && answers_fit(t, path, e) &&
                replay_open(&t->replay, path, t->owned, e);
    if (!good) {
        table_free(t);
        return false;
    }
    t->run.pack = t->owned->run.pack;
    t->builder = t->owned->builder;
    memcpy(t->run.s, t->owned->run.s, sizeof(State));
    memcpy(t->begin, t->run.s, sizeof(State));
    name_partial(t);
    if (watch) t->mode = MODE_WATCH;
    snprintf(t->path, sizeof t->path, "%s", path);
    return true;
}

void table_free(Table *t) {
    log_clear(t);
    free(t->log);
    for (unsigned i = 0; t->explained && i < t->run.pack->nabil; i++) free(t->explained[i]);
    free(t->explained);
    free(t->partial);
    free(t->asker);
    for (unsigned p = 0; p < MAX_PLAYERS; p++) chooser_close(&t->computer[p]);
    if (t->replay.game) replay_free(&t->replay);
    if (t->owned) replay_close(t->owned);
    free(t->owned);
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
    table_go(t, mode == MODE_WATCH ? 0 : t->replay.nsteps);
    return true;
}

/* ---- sides ----------------------------------------------------------------------------------- */

bool table_one_side(const Table *t, PlayerId a, PlayerId b) {
    return team_mates(t->run.s, a) & player_bit(b);
}

PlayerId table_asked(const Table *t) {
    const State *s = t->run.s;
    PlayerId p = s->ask.player;
    bool as_one = s->team_size > 1 && s->ask.kind < 32 && (t->mat->team_asks >> s->ask.kind & 1);
    if (table_human(t, p) || !as_one) return p;
    for (PlayerId q = 0; q < s->nplayers; q++)
        if (table_human(t, q) && player_in(s, q) && table_one_side(t, p, q)) return q;
    return p;
}

PlayerId table_other(const Table *t, unsigned i) {
    const State *s = t->run.s;
    unsigned at = 0, n = s->nplayers;
    if (s->team_size > 1) return (PlayerId)((t->me + i) % n); /* team mates sit side by side */
    while (at < n && s->order[at] != t->me) at++;
    return s->order[(at + i) % n];
}

void table_turn_focus(Table *t) {
    unsigned i = 1, n = t->run.s->nplayers;
    if (n == 2) return;
    while (t->focus != NOBODY && i < n && table_other(t, i) != t->focus) i++;
    if (t->focus != NOBODY) i++;
    while (i < n && !player_in(t->run.s, table_other(t, i))) i++;
    t->focus = i < n ? table_other(t, i) : NOBODY;
}

/* ---- answers --------------------------------------------------------------------------------- */

static void note_asker(Table *t, PlayerId p) {
    t->asker = array_grow(t->asker, t->done, 1);
    t->asker[t->done++] = p;
    if (!table_human(t, p)) t->barrier = t->done; /* what the computer does is news, too */
}

static void take(Table *t, const ReplayStep *x) {
    State *s = t->run.s;
    note_all_open(t);
    if (x->answer == REPLAY_CONCEDE) {
        note_asker(t, (PlayerId)x->of);
        run_concede(&t->run, (PlayerId)x->of);
    } else {
        tell_answer(t, &s->ask, &s->option[x->answer]);
        if (s->option[x->answer].kind >= OPT_GAME) t->doing[s->ask.player] = s->option[x->answer];
        note_asker(t, table_asked(t));
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
    return x->more ? MAX_OPTIONS + x->more : x->first;
}

/* The first card that is not better kept. */
static unsigned any_payment(const Table *t) {
    const State *s = t->run.s;
    for (unsigned i = 0; i < s->ask.n; i++)
        if (s->option[i].card && !(card_of(s, s->option[i].card)->kinds & t->mat->pay_last))
            return i;
    return 0;
}

static void pay(Table *t) {
    State *s = t->run.s;
    PlayerId who = s->ask.player;
    while (s->ask.pending && s->ask.player == who && s->ask.clause == t->mat->pay_clause) {
        bool last = s->ask.max <= 1;
        table_answer(t, any_payment(t));
        if (last) break;
    }
}

static bool same_attack(MatAttack a, MatAttack b) {
    return a.by == b.by && a.at == b.at && a.player == b.player;
}

bool table_pass_on(Table *t) {
    const State *s = t->run.s;
    Passing *x = &t->passing[s->ask.player];
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

void table_answer_more(Table *t, unsigned more) {
    const State *s = t->run.s;
    if (more == MAX_OPTIONS + MORE_PAY) pay(t);
    if (more != MAX_OPTIONS + MORE_PASS) return;
    t->passing[s->ask.player] = (Passing){true, s->turn, t->mat->attack(&t->run)};
    table_pass_on(t);
}

void table_concede(Table *t, PlayerId p) {
    replay_add_step(&t->replay, REPLAY_CONCEDE, p, state_hash(t->run.s));
    take(t, &t->replay.step[t->replay.nsteps - 1]);
}

bool table_step(Table *t) {
    if (t->done >= t->replay.nsteps || t->run.s->result) return false;
    const ReplayStep *x = &t->replay.step[t->done];
    if (x->answer != REPLAY_CONCEDE && x->answer >= t->run.s->ask.n) return false;
    take(t, x);
    return true;
}

void table_go(Table *t, unsigned answers) {
    log_clear(t);
    memcpy(t->run.s, t->begin, sizeof(State));
    t->done = t->barrier = 0;
    memset(t->doing, 0, sizeof t->doing);
    memset(t->passing, 0, sizeof t->passing);
    note_all_open(t);
    run_on(&t->run);
    while (t->done < answers && table_step(t)) {
    }
    if (t->mode != MODE_WATCH) t->replay.nsteps = t->done;
    memset(t->has_last, 0, sizeof t->has_last);
    for (unsigned p = 0; p < MAX_PLAYERS; p++)
        if (t->read_by[p] > t->nlog) t->read_by[p] = t->nlog;
}

bool table_undo(Table *t, Words *why) {
    unsigned k = t->done;
    while (k > 0 && !table_human(t, t->asker[k - 1])) k--;
    if (k == 0) {
        *why = W("There is nothing to take back.", "戻せる手はありません。");
        return false;
    }
    k--;
    if (t->mode == MODE_HOTSEAT && !table_one_side(t, t->asker[k], t->me) && !t->practice) {
        *why = W("The other player has answered since then: it cannot be taken back.",
                 "そのあと相手が選んだので戻せません。");
        return false;
    }
    if (k < t->barrier && !t->practice) {
        *why = W("You have seen something new since then: it cannot be taken back (only with "
                 "--practice).",
                 "そのあと新しい情報を見たので戻せません（--practice なら戻せます）。");
        return false;
    }
    table_go(t, k);
    return true;
}

bool table_keep(Table *t, FileError *e) {
    if (!t->replay.nsteps || !*t->path || t->mode == MODE_WATCH) return true;
    replay_set_end(&t->replay, t->run.s);
    return replay_write(&t->replay, t->path, e);
}

/* ---- looking --------------------------------------------------------------------------------- */

static bool same_card(const FudaSeen *a, const FudaSeen *b, bool seated) {
    return a->player == b->player && a->zone == b->zone && (!seated || a->slot == b->slot) &&
           a->def == b->def && a->flags == b->flags && a->atk == b->atk &&
           a->def_now == b->def_now && a->third == b->third && a->damage == b->damage;
}

static void mark_changes(Table *t) {
    const FudaView *now = &t->view, *then = &t->last[t->me];
    bool used[FUDA_MAX_SEEN] = {false};
    memset(t->changed, 0, sizeof t->changed);
    if (!t->has_last[t->me]) return;
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

/* Replays are watched with all faces open: each player's cards as that player sees them. */
static void see_all(Table *t, Run *look) {
    static FudaView other;
    for (PlayerId p = 0; p < t->run.s->nplayers; p++) {
        if (p == t->me) continue;
        fuda_view(look, p, &other);
        for (unsigned i = 0; i < other.ncards; i++) {
            int16_t tie = t->view.cards[i].tie;
            if (other.cards[i].def && !t->view.cards[i].def) t->view.cards[i] = other.cards[i];
            t->view.cards[i].tie = tie;
        }
    }
}

void table_look(Table *t) {
    Run look = t->run;
    memcpy(t->copy, t->run.s, state_size(t->run.s));
    look.s = t->copy;
    look.obs = NULL;
    fuda_view(&look, t->me, &t->view);
    if (t->mode == MODE_WATCH) see_all(t, &look);
    t->read = t->read_by[t->me];
    if (t->read > t->nlog) t->read = t->nlog;
    mark_changes(t);
    table_lines(t);
}

void table_shown(Table *t) {
    t->last[t->me] = t->view;
    t->has_last[t->me] = true;
    t->read_by[t->me] = t->nlog;
}

CardId table_card(const Table *t, const FudaSeen *x) {
    return zone_card(&t->run.s->player[x->player], x->zone, x->index);
}

int table_seen(const Table *t, CardId c) {
    for (unsigned i = 0; c && i < t->view.ncards; i++)
        if (table_card(t, &t->view.cards[i]) == c) return (int)i;
    return -1;
}

unsigned table_known(const Table *t, unsigned player, unsigned zone, unsigned kind) {
    unsigned n = 0;
    for (unsigned i = 0; i < t->view.ncards; i++) {
        const FudaSeen *x = &t->view.cards[i];
        n += x->player == player && x->zone == zone && !x->def && (x->kinds >> kind & 1);
    }
    return n;
}
