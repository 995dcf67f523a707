/* What happened, as each viewer may see it: handles, moves, listeners.
 *
 * A handle names a card for one viewer while the viewer sees its face. Each event is looked at when
 * it is applied, since only then is it known who saw the card before it and who does after it.
 * Where several cards come into sight at once, they get their handles in the order in which they
 * lie, never in that of their ids, which would tell copies apart. */
#include "lib/lib.h"
#include "play/words.h"
#include <stdio.h>
#include <stdlib.h>

/* ---- handles ---- */

/* Brings the viewer's handle of one card up to date. */
static uint32_t look_at(Watch *w, unsigned viewer, CardId c) {
    uint32_t *h = &w->handle[viewer * w->ncards + c];
    const bool seen =
        !(card_of(w->state->run.s, c)->flags & CARD_GONE) && viewer_sees(w->state, viewer, c);
    if (!seen)
        *h = 0;
    else if (!*h)
        *h = ++w->given[viewer];
    return *h;
}

/* The same for all cards that lie in a zone. */
static void look_at_zone(Watch *w, PlayerId p, ZoneId z) {
    const Player *q = &w->state->run.s->player[p];
    for (unsigned v = 0; v < w->nviewers; v++)
        for (unsigned i = 0; i < q->count[z]; i++) look_at(w, v, zone_card(q, z, i));
}

/* The same where cards can come out of sight without an event of their own. */
static void look_at_hidden(Watch *w, PlayerId p, ZoneId z) {
    if (z && p < w->state->run.s->nplayers && !(w->state->run.g->zones[z].flags & ZONE_PUBLIC))
        look_at_zone(w, p, z);
}

static void forget_zone(Watch *w, PlayerId p, ZoneId z) {
    const Player *q = &w->state->run.s->player[p];
    for (unsigned v = 0; v < w->nviewers; v++)
        for (unsigned i = 0; i < q->count[z]; i++)
            w->handle[v * w->ncards + zone_card(q, z, i)] = 0;
}

void watch_settle(Watch *w) {
    const State *s = w->state->run.s;
    w->unsettled = false;
    for (PlayerId p = 0; p < s->nplayers; p++) {
        for (ZoneId z = 1; z < w->state->run.g->nzones; z++) look_at_zone(w, p, z);
        for (unsigned v = 0; v < w->nviewers; v++)
            for (unsigned i = 1; i <= s->player[p].ncards; i++)
                if (!s->player[p].card[i].zone) look_at(w, v, card_id(p, i));
    }
}

/* ---- events ---- */

static uint8_t move_kind(unsigned event) {
    static const uint8_t kinds[EV_COUNT] = {
        [EV_MOVE] = FUDA_MOVE_MOVED,        [EV_ORIENT] = FUDA_MOVE_TURNED,
        [EV_FACE] = FUDA_MOVE_FACED,        [EV_DAMAGE] = FUDA_MOVE_DAMAGED,
        [EV_POINT] = FUDA_MOVE_POINT,       [EV_ATTACK] = FUDA_MOVE_ATTACKED,
        [EV_SUPPORT] = FUDA_MOVE_SUPPORTED, [EV_BLOCK] = FUDA_MOVE_BLOCKED,
        [EV_BEAT] = FUDA_MOVE_BEATEN,       [EV_PLAY] = FUDA_MOVE_PLAYED,
        [EV_COUNTER] = FUDA_MOVE_COUNTERED, [EV_CANCELLED] = FUDA_MOVE_CANCELLED,
        [EV_SHUFFLE] = FUDA_MOVE_SHUFFLED,  [EV_CHECK] = FUDA_MOVE_CHECKED,
        [EV_TIE] = FUDA_MOVE_TIED,          [EV_SHOW] = FUDA_MOVE_SHOWN,
        [EV_LOOK] = FUDA_MOVE_LOOKED,       [EV_LEAVE] = FUDA_MOVE_LEFT,
        [EV_HEAL] = FUDA_MOVE_HEALED,       [EV_COUNTERS] = FUDA_MOVE_COUNTERS};
    return kinds[event];
}

/* The amount in terms of the interface: no numbers of the pack. */
static int32_t amount_out(const Run *r, const Event *e) {
    switch (e->kind) {
    case EV_PLAY:
    case EV_COUNTER:
    case EV_CANCELLED:
        return e->amount > 0 && e->amount < r->pack->nabil
                   ? (int32_t)ability_number(r->pack, card_of(r->s, e->card)->def,
                                             (AbilId)e->amount)
                   : 0;
    case EV_MOVE:
    case EV_SHUFFLE:
    case EV_SHOW:
    case EV_LOOK:
    case EV_TIE:
    case EV_ATTACK:
    case EV_SUPPORT:
    case EV_BLOCK:
    case EV_BEAT:
    case EV_LEAVE: return 0;
    default: return e->amount;
    }
}

/* Do all know the amount, even where they do not see the card? */
static bool amount_open(const Run *r, const Event *e) {
    if (!e->card || e->kind == EV_ORIENT || e->kind == EV_FACE || e->kind == EV_CHECK) return true;
    return r->g->zones[card_of(r->s, e->card)->zone].flags & ZONE_PUBLIC;
}

static int8_t player_out(PlayerId p) { return p == NOBODY ? FUDA_NOBODY : (int8_t)p; }

/* What the viewers know of the event and its card. Handles are those of before on entry. */
static void note_viewers(Watch *w, const Event *e, Happened *h) {
    for (unsigned v = 0; v < w->nviewers; v++) {
        if (e->card) {
            h->before[v] = watch_handle(w, v, e->card);
            h->after[v] = look_at(w, v, e->card);
            h->named |= (uint8_t)((h->before[v] || h->after[v]) << v);
        }
        if (e->other) {
            h->other[v] = look_at(w, v, e->other);
            h->other_named |= (uint8_t)((h->other[v] != 0) << v);
        }
    }
}

static bool room_for_one(Watch *w) {
    if (w->nhappened < w->room) return true;
    const unsigned room = w->room ? 2 * w->room : 32;
    Happened *grown = realloc(w->happened, room * sizeof *grown);
    if (!grown) return false;
    w->happened = grown;
    w->room = room;
    return true;
}

static void move_for(const Happened *h, unsigned v, fuda_move *out) {
    const bool named = h->named >> v & 1, other = h->other_named >> v & 1;
    *out = (fuda_move){.kind = h->kind,
                       .player = h->player,
                       .to_player = h->to_player,
                       .from = h->from,
                       .to = h->to,
                       .seat = h->seat,
                       .def = named ? h->def : 0,
                       .other_def = other ? h->other_def : 0,
                       .before = h->before[v],
                       .handle = h->after[v],
                       .other = h->other[v],
                       .amount = named || h->open ? h->amount : 0};
}

/* Without memory a move is lost, but no handle is wrong. */
static void on_event(Observer *o, const Run *r, const Event *e) {
    Watch *w = (Watch *)(void *)((char *)o - offsetof(Watch, observer));
    const Card *k = e->card ? card_of(r->s, e->card) : NULL, *k2 = card_of(r->s, e->other);
    Happened h = {.kind = move_kind(e->kind),
                  .card = e->card,
                  .second = e->other,
                  .from = e->from,
                  .to = e->kind == EV_MOVE ? e->to : 0,
                  .player = player_out(e->player),
                  .to_player = player_out(e->kind == EV_MOVE ? e->to_player : e->player),
                  .amount = amount_out(r, e),
                  .open = amount_open(r, e),
                  .def = k ? k->def : 0,
                  .other_def = e->other ? k2->def : 0};
    if (e->kind == EV_MOVE && (r->g->zones[e->to].flags & ZONE_SEATED))
        h.seat = (uint8_t)seat_number(k->seats);
    note_viewers(w, e, &h);
    if (e->kind == EV_SHUFFLE && e->player < r->s->nplayers) {
        forget_zone(w, e->player, e->from);
        look_at_zone(w, e->player, e->from);
    }
    if (e->kind == EV_MOVE) { /* it may have uncovered or covered others, or been shuffled in */
        look_at_hidden(w, e->player, e->from);
        look_at_hidden(w, e->to_player, e->to);
    }
    if (!h.kind || !room_for_one(w)) return;
    w->happened[w->nhappened++] = h;
    if (!w->listener) return;
    fuda_move move;
    move_for(&h, w->listens, &move);
    w->listener(w->context, w->state, &move);
}

unsigned fuda_moves(const fuda_state *s, int viewer, unsigned from, fuda_move *out, unsigned n) {
    if (!s || !s->watch || viewer_index(s, viewer) < 0) return 0;
    const Watch *w = s->watch;
    for (unsigned i = 0; out && i < n && from + i < w->nhappened; i++)
        move_for(&w->happened[from + i], (unsigned)viewer_index(s, viewer), &out[i]);
    return w->nhappened;
}

bool fuda_listen(fuda_state *s, int viewer, fuda_listener *listener, void *context, fuda_error *e) {
    if (!s) return lib_missing(e, "a state");
    if (!viewer_check(s, viewer, e)) return false;
    if (!s->watch) return lib_fail(e, FUDA_ERROR_STATE, "the state is quiet: nothing is told");
    s->watch->listener = listener;
    s->watch->context = context;
    s->watch->listens = (unsigned)viewer_index(s, viewer);
    lib_ok(e);
    return true;
}

/* ---- words ---- */

/* < the card, > the other one, # the amount, @ the player, ^ the zone it leaves, ~ the zone it
 * goes to, ! whose zone that is, * the point of the turn. */
static const char *const patterns[][2] = {
    [FUDA_MOVE_MOVED] = {"@: < from ^ to !'s ~", "@：<が^から!の~へ"},
    [FUDA_MOVE_TURNED] = {"@: < stands up|@: < rests", "@：<が縦向きになった|@：<が横向きになった"},
    [FUDA_MOVE_FACED] = {"@: < is turned face up|@: < is turned face down",
                         "@：<が表向きになった|@：<が裏向きになった"},
    [FUDA_MOVE_DAMAGED] = {"@: < takes # damage", "@：<に#ダメージ"},
    [FUDA_MOVE_POINT] = {"-- @: * --", "-- @：* --"},
    [FUDA_MOVE_ATTACKED] = {"@: < attacks >", "@：<が>を攻撃"},
    [FUDA_MOVE_SUPPORTED] = {"@: < supports >", "@：<が>を支援"},
    [FUDA_MOVE_BLOCKED] = {"@: < blocks for >", "@：<が>をかばう"},
    [FUDA_MOVE_BEATEN] = {"@: < has beaten >", "@：<が>を倒した"},
    [FUDA_MOVE_PLAYED] = {"@: < is played|@: ability # of < is played",
                          "@：<を使う|@：<の能力#を使う"},
    [FUDA_MOVE_COUNTERED] = {"@: < counters", "@：<で対抗"},
    [FUDA_MOVE_CANCELLED] = {"@: < is cancelled", "@：<は無効になった"},
    [FUDA_MOVE_SHUFFLED] = {"@: ^ is shuffled", "@：^をシャッフル"},
    [FUDA_MOVE_CHECKED] = {"@: the check is lost|@: the check is won", "@：失敗|@：成功"},
    [FUDA_MOVE_TIED] = {"@: < is attached to >", "@：<を>に付ける"},
    [FUDA_MOVE_SHOWN] = {"@: shows <", "@：<を公開"},
    [FUDA_MOVE_LOOKED] = {"@: looks at <", "@：<を見る"},
    [FUDA_MOVE_LEFT] = {"@ leaves the game", "@がゲームを去る"},
    [FUDA_MOVE_HEALED] = {"@: < is healed", "@：<が回復"},
    [FUDA_MOVE_COUNTERS] = {"@: # counters on <", "@：<にカウンター#"},
};

/* The half of a pattern with two: the second where the amount says so. */
static size_t half_of(const char **pattern, const fuda_move *m) {
    const char *bar = strchr(*pattern, '|');
    const bool second = m->kind == FUDA_MOVE_CHECKED ? m->amount == 1 : m->amount != 0;
    if (!bar) return strlen(*pattern);
    if (!second) return (size_t)(bar - *pattern);
    *pattern = bar + 1;
    return strlen(*pattern);
}

static const char *card_word(const fuda_state *s, unsigned def, bool japanese) {
    if (def && def < s->pack->pack->ndef) return pack_name(s->pack->pack, (DefId)def);
    return japanese ? "カード" : "a card";
}

static const char *zone_out(const fuda_state *s, unsigned zone, bool japanese) {
    const char *word = fuda_zone_word(fuda_pack_game(s->pack), zone, japanese);
    return word ? word : japanese ? "ゲーム外" : "outside";
}

static const char *player_word(int player, char *out, size_t size) {
    if (player < 0) return "-";
    snprintf(out, size, "P%d", player + 1);
    return out;
}

/* What a sign of a pattern stands for; null: itself. */
static const char *sign_word(const fuda_state *s, const fuda_move *m, char sign, bool japanese,
                             char *buffer, size_t size) {
    const char *point;
    switch (sign) {
    case '<': return card_word(s, m->def, japanese);
    case '>': return card_word(s, m->other_def, japanese);
    case '^': return zone_out(s, m->from, japanese);
    case '~': return zone_out(s, m->to, japanese);
    case '@': return player_word(m->player, buffer, size);
    case '!': return player_word(m->to_player, buffer, size);
    case '#': snprintf(buffer, size, "%d", (int)m->amount); return buffer;
    case '*':
        point = fuda_point_word(fuda_pack_game(s->pack), (unsigned)m->amount, japanese);
        return point ? point : "?";
    default: return NULL;
    }
}

size_t fuda_move_words(const fuda_state *s, const fuda_move *m, bool japanese, char *out,
                       size_t size) {
    char line[1200], buffer[16];
    size_t n = 0;
    if (!s || !m || !m->kind || m->kind >= sizeof patterns / sizeof *patterns)
        return lib_put("", out, size);
    const char *p = patterns[m->kind][japanese];
    for (size_t left = half_of(&p, m); left; p++, left--) {
        const char *w = sign_word(s, m, *p, japanese, buffer, sizeof buffer);
        int k = w ? snprintf(line + n, sizeof line - n, "%.*s", utf8_clip(w, 500), w)
                  : snprintf(line + n, sizeof line - n, "%c", *p);
        n += k > 0 ? (size_t)k : 0;
        if (n >= sizeof line) break;
    }
    return lib_put(line, out, size);
}

/* ---- making ---- */

Watch *watch_new(struct fuda_state *s) {
    Watch *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->state = s;
    w->nviewers = s->run.s->nplayers + 1u;
    w->ncards = s->run.s->nplayers * CARD_STRIDE;
    w->observer.event = on_event;
    w->handle = calloc((size_t)w->nviewers * w->ncards, sizeof *w->handle);
    if (!w->handle) {
        free(w);
        return NULL;
    }
    s->run.obs = &w->observer;
    return w;
}

void watch_free(Watch *w) {
    if (!w) return;
    free(w->handle);
    free(w->happened);
    free(w->answer);
    free(w);
}

/* A copy of the array, or null without elements; *ok is cleared without memory. */
static void *copy_of(const void *from, size_t size, bool *ok) {
    void *to = size ? malloc(size) : NULL;
    if (size && !to) *ok = false;
    if (to) memcpy(to, from, size);
    return to;
}

bool watch_copy(Watch *to, const Watch *from) {
    bool ok = true;
    Happened *h = copy_of(from->happened, from->nhappened * sizeof *h, &ok);
    unsigned room = 1; /* of the answers: a power of two, as watch_answer has it */
    while (room < from->nanswers) room *= 2;
    Answer *a = from->nanswers ? malloc(room * sizeof *a) : NULL;
    if (!ok || (from->nanswers && !a)) {
        free(h);
        free(a);
        return false;
    }
    if (a) memcpy(a, from->answer, from->nanswers * sizeof *a);
    free(to->happened);
    free(to->answer);
    to->happened = h;
    to->answer = a;
    to->room = to->nhappened = from->nhappened;
    to->nanswers = from->nanswers;
    to->unsettled = from->unsettled;
    to->foreign = from->foreign;
    memcpy(to->handle, from->handle, (size_t)to->nviewers * to->ncards * sizeof *to->handle);
    memcpy(to->given, from->given, sizeof to->given);
    return true;
}

bool watch_answer(Watch *w, unsigned option, unsigned of) {
    if (!(w->nanswers & (w->nanswers - 1))) { /* a power of two, or none: double */
        const unsigned room = w->nanswers ? 2 * w->nanswers : 1;
        Answer *grown = realloc(w->answer, room * sizeof *grown);
        if (!grown) return false;
        w->answer = grown;
    }
    w->answer[w->nanswers++] = (Answer){(uint16_t)option, (uint16_t)of};
    w->nhappened = 0;
    w->unsettled = true;
    return true;
}
