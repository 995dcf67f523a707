/* Views: what a viewer may know, with handles; and the same as a flat array. */
#include "lib/lib.h"
#include <stdlib.h>

_Static_assert((int)FUDA_RESTED == CARD_RESTED && (int)FUDA_DOWN == CARD_DOWN &&
                   (int)FUDA_KINDS_CHANGED == CARD_KINDS_CHANGED && (int)FUDA_HIT == CARD_HIT &&
                   (int)FUDA_SHOWN == CARD_SHOWN,
               "flags in fuda.h");
_Static_assert((int)FUDA_TARGET_CARD == TARGET_CARD && (int)FUDA_TARGET_PLAYER == TARGET_PLAYER &&
                   (int)FUDA_TARGET_STACKED == TARGET_STACKED &&
                   (int)FUDA_STACKED_CARD == STACK_CARD &&
                   (int)FUDA_STACKED_ABILITY == STACK_ABILITY &&
                   (int)FUDA_STACKED_CHECKS == STACK_CHECKS,
               "the stack in fuda.h");

typedef struct View {
    fuda_view out;
    FudaView seen;
    fuda_card cards[FUDA_MAX_SEEN];
    fuda_option options[MAX_OPTIONS];
    fuda_stacked stack[MAX_STACK];
    fuda_target targets[MAX_TARGETS];
} View;

fuda_view *fuda_view_new(fuda_error *e) {
    View *v = calloc(1, sizeof *v);
    if (!v) return lib_no_memory(e), NULL;
    v->out.cards = v->cards;
    v->out.options = v->options;
    v->out.stack = v->stack;
    v->out.targets = v->targets;
    lib_ok(e);
    return &v->out;
}

void fuda_view_free(fuda_view *v) { free(v); }

/* Reads the kernel's view from a copy of the state. */
static bool take(const fuda_state *s, unsigned index, FudaView *out) {
    Run look = state_look(s);
    if (!look.s) return false;
    view_make(&look, viewer_id(s, index), out);
    free(look.s);
    return true;
}

static CardId card_at_entry(const State *s, const FudaSeen *x) {
    return x->zone ? zone_card(&s->player[x->player], x->zone, x->index)
                   : card_id(x->player, x->index);
}

static void put_cards(View *v, const fuda_state *s, unsigned index) {
    const State *is = s->run.s;
    for (unsigned i = 0; i < v->seen.ncards; i++) {
        const FudaSeen *x = &v->seen.cards[i];
        v->cards[i] = (fuda_card){
            .handle = x->def && s->watch ? watch_handle(s->watch, index, card_at_entry(is, x)) : 0,
            .def = x->def,
            .player = x->player,
            .zone = x->zone,
            .index = x->index,
            .seats = x->seats,
            .flags = x->flags,
            .kinds = x->kinds,
            .cost = x->cost,
            .third = x->third,
            .tied = x->tie,
            .attack = x->atk,
            .defence = x->def_now,
            .damage = x->damage};
        if (!x->zone) v->cards[i].index = 0; /* a number of the state's */
    }
}

static void put_stack(View *v) {
    for (unsigned i = 0; i < v->seen.nthings; i++) {
        const FudaThing *x = &v->seen.things[i];
        v->stack[i] = (fuda_stacked){x->sort, x->player, x->count, x->modes,
                                     x->x,    x->seen,   x->first, x->ntargets};
    }
    v->out.ntargets = 0;
    for (unsigned i = 0; i < v->seen.nthings; i++) v->out.ntargets += v->seen.things[i].ntargets;
    for (unsigned i = 0; i < v->out.ntargets; i++) {
        const FudaTarget *x = &v->seen.targets[i];
        v->targets[i] = (fuda_target){x->kind, x->share, x->which};
    }
}

static void put_options(View *v) {
    for (unsigned i = 0; i < v->seen.nchoices; i++) {
        const FudaChoice *x = &v->seen.choices[i];
        v->options[i] = (fuda_option){x->kind, x->a, x->b, (uint8_t)x->ability, x->seen};
    }
}

bool fuda_view_read(fuda_view *view, const fuda_state *s, int viewer, fuda_error *e) {
    View *v = (View *)(void *)view;
    if (!v || !s) return lib_missing(e, v ? "a state" : "a view");
    if (!viewer_check(s, viewer, e)) return false;
    const unsigned index = (unsigned)viewer_index(s, viewer);
    if (!take(s, index, &v->seen)) return lib_no_memory(e);
    const FudaView *x = &v->seen;
    fuda_view *out = &v->out;
    out->viewer = viewer;
    out->asked = x->asked == NOBODY ? FUDA_NOBODY : x->asked;
    out->turn_player = x->turn_player;
    out->players = x->nplayers;
    out->turn = x->turn;
    out->point = x->point;
    out->result = x->result;
    out->in = out->winners = 0;
    for (unsigned p = 0; p < x->nplayers; p++) {
        out->in |= (unsigned)!x->out[p] << p;
        out->winners |= (unsigned)(x->won[p] != 0) << p;
    }
    memcpy(out->count, x->counts, sizeof out->count);
    memcpy(out->role, x->roles, sizeof out->role);
    out->ncards = x->ncards;
    out->noptions = x->nchoices;
    out->nstacked = x->nthings;
    put_cards(v, s, index);
    put_options(v);
    put_stack(v);
    lib_ok(e);
    return true;
}

/* ---- the flat array ---- */

size_t observation_width(unsigned players) {
    return FUDA_OBSERVED_HEAD + (size_t)players * MAX_ZONES +
           (size_t)players * FUDA_OBSERVED_CARDS * FUDA_OBSERVED_CARD +
           (size_t)MAX_OPTIONS * FUDA_OBSERVED_OPTION;
}

/* A set of players, or one, counted from the viewer. */
static unsigned turned(unsigned set, unsigned base, unsigned n) {
    return (set >> base | set << (n - base)) & ((1u << n) - 1);
}
static unsigned from_viewer(unsigned player, unsigned base, unsigned n) {
    return (player + n - base) % n;
}

static void write_head(const FudaView *v, unsigned base, int viewer, int32_t *out) {
    const unsigned n = v->nplayers;
    unsigned in = 0, won = 0;
    for (unsigned p = 0; p < n; p++) {
        in |= (unsigned)!v->out[p] << p;
        won |= (unsigned)(v->won[p] != 0) << p;
    }
    const bool asked = v->asked != NOBODY, turn = v->turn_player < n;
    const int32_t head[FUDA_OBSERVED_HEAD] = {
        (int32_t)n,
        asked ? (int32_t)from_viewer(v->asked, base, n) + 1 : 0,
        v->ask_kind,
        v->min,
        v->max,
        (int32_t)v->nchoices,
        v->turn,
        turn ? (int32_t)from_viewer(v->turn_player, base, n) + 1 : 0,
        v->point,
        v->result,
        (int32_t)turned(in, base, n),
        (int32_t)turned(won, base, n),
        v->clause,
        (int32_t)v->nthings,
        viewer,
        0};
    memcpy(out, head, sizeof head);
}

static unsigned roles_of(const FudaView *v, unsigned card) {
    unsigned set = 0;
    for (unsigned i = 0; i < sizeof v->roles / sizeof *v->roles; i++)
        set |= (unsigned)(v->roles[i] == (int)card) << i;
    return set;
}

/* Writes the cards, those in the viewer's zones first; row[] tells where each of the view went. */
static void write_cards(const FudaView *v, unsigned base, int32_t *out, uint16_t *row) {
    const unsigned n = v->nplayers, most = n * FUDA_OBSERVED_CARDS;
    unsigned rows = 0;
    for (unsigned k = 0; k < n; k++)
        for (unsigned i = 0; i < v->ncards && rows < most; i++)
            if (from_viewer(v->cards[i].player, base, n) == k) row[i] = (uint16_t)rows++;
    for (unsigned i = 0; i < v->ncards && i < most; i++) {
        const FudaSeen *x = &v->cards[i];
        const int32_t card[FUDA_OBSERVED_CARD] = {(int32_t)from_viewer(x->player, base, n) + 1,
                                                  x->zone,
                                                  x->zone ? x->index : 0,
                                                  x->seats,
                                                  x->def,
                                                  x->flags,
                                                  x->kinds,
                                                  x->cost,
                                                  x->atk,
                                                  x->def_now,
                                                  x->third,
                                                  x->damage,
                                                  x->tie >= 0 ? row[x->tie] + 1 : 0,
                                                  (int32_t)roles_of(v, i)};
        memcpy(out + (size_t)row[i] * FUDA_OBSERVED_CARD, card, sizeof card);
    }
}

void observation_write(const FudaView *v, int viewer, int32_t *out) {
    const unsigned n = v->nplayers, base = viewer < 0 ? 0 : (unsigned)viewer;
    uint16_t row[FUDA_MAX_SEEN] = {0};
    memset(out, 0, observation_width(n) * sizeof *out);
    write_head(v, base, viewer, out);
    out += FUDA_OBSERVED_HEAD;
    for (unsigned k = 0; k < n; k++)
        for (unsigned z = 0; z < MAX_ZONES; z++) *out++ = v->counts[(base + k) % n][z];
    write_cards(v, base, out, row);
    out += (size_t)n * FUDA_OBSERVED_CARDS * FUDA_OBSERVED_CARD;
    for (unsigned i = 0; i < v->nchoices; i++, out += FUDA_OBSERVED_OPTION) {
        const FudaChoice *x = &v->choices[i];
        out[0] = x->kind + 1;
        out[1] = x->a;
        out[2] = x->b;
        out[3] = x->seen >= 0 ? row[x->seen] + 1 : 0;
        out[4] = x->ability;
    }
}

size_t fuda_observe(const fuda_state *s, int viewer, int32_t *out, size_t n) {
    if (!s || viewer_index(s, viewer) < 0) return 0;
    const size_t need = observation_width(s->run.s->nplayers);
    if (!out || n < need) return need;
    FudaView *v = malloc(sizeof *v);
    const bool ok = v && take(s, (unsigned)viewer_index(s, viewer), v);
    if (ok) observation_write(v, viewer, out);
    free(v);
    return ok ? need : 0;
}
