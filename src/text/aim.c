/* Choices that are made when a card or ability is entered (Tongue.aims): they are lifted out of the
 * body into entry code, and the body speaks of the targets. */
#include "kernel/pick.h"
#include "text/tongue.h"

typedef struct Lift {
    Emit *e;
    const Words *in;
    Words *out, entry;
    unsigned slot;
    unsigned player; /* slot of a choice that may be a player and is "it", + 1; 0: none */
    bool or_card;    /* it may be a card, too */
    bool late;       /* a choice of something else than cards is made when it is carried out */
    bool stacked;    /* "it" is a thing of the space */
    bool narrowed;   /* a choice was narrowed */
    bool lifted;     /* the last choice is made on entering */
    unsigned leads;  /* in the entry: flags of the choice just before, of one card; 0: none */
    unsigned setx;   /* where the reckoning of X in front of the body ends */
} Lift;

static void copy_words(Lift *l, unsigned from, unsigned to, Words *out) {
    for (unsigned i = from; i < to; i++) put(l->e, out, l->in->w[i]);
}

/* Is it a choice among cards that all can see, in the word for it? From deck and hand one chooses
 * while it is done, and so where a deed says only how many. */
static bool open_choice(const Lift *l, unsigned select) {
    const Game *g = l->e->t->game;
    const Code *w = l->in->w;
    Pc pc = (Pc)(select + 1);
    if (w[select + op_len(l->e, l->in, select) - 1] & PICK_FREE) return false;
    vm_skip(g, w, &pc);
    while (w[pc] == OP_ONLY || w[pc] == OP_SMARK || w[pc] == OP_BUT)
        pc = (Pc)(pc + (w[pc] == OP_SMARK ? 2 : 1));
    if (w[pc++] != OP_CARDS) return false;
    vm_skip(g, w, &pc);
    for (ZoneId z = 1; z < g->nzones; z++)
        if ((w[pc] >> z & 1) && !(g->zones[z].flags & ZONE_PUBLIC)) return false;
    return true;
}

static void lift(Lift *l, unsigned from, unsigned to, bool later, Words *out);

typedef struct Entered {
    const Tongue *t;
    bool found;
    Code free;
} Entered;

static void note_entered(void *self, unsigned op, const Code *operands) {
    Entered *x = self;
    Pc pc = 1;
    if (op != OP_GAME || operands[0] != x->t->op_enter) return;
    vm_skip(x->t->game, operands, &pc);
    if (operands[pc] != OP_IT) return;
    x->found = true;
    x->free = operands[pc + 1];
}

/* Is what is chosen there entered afterwards? */
static Entered entered_after(const Lift *l, unsigned from, unsigned to) {
    Entered x = {l->e->t->tongue, false, 0};
    if (!x.t->op_enter) return x;
    for (unsigned i = from; i < to && !x.found && l->in->w[i] != OP_SELECT && !l->e->failed;)
        i = vm_walk(x.t->game, l->in->w, i, note_entered, &x);
    return x;
}

/* A set of cards to choose from; cards to be entered only among those that can be. */
static void copy_set(Lift *l, Pc set, Pc behind, Entered x, Words *out) {
    if (x.found) put(l->e, out, OP_ONLY);
    copy_words(l, set, behind, out);
    if (!x.found) return;
    put(l->e, out, OP_FGAME);
    put(l->e, out, x.t->ask_enter);
    put(l->e, out, x.free);
    l->narrowed = true;
}

static void set_of_choice(const Lift *l, unsigned at, Pc *set, Pc *behind) {
    *set = (Pc)(at + 1);
    vm_skip(l->e->t->game, l->in->w, set);
    *behind = *set;
    vm_skip(l->e->t->game, l->in->w, behind);
}

static void copy_choice(Lift *l, unsigned at, unsigned end, unsigned to, Words *out) {
    Pc set, behind;
    l->lifted = false;
    set_of_choice(l, at, &set, &behind);
    copy_words(l, at, set, out);
    copy_set(l, set, behind, entered_after(l, end, to), out);
    copy_words(l, behind, end, out);
}

/* A choice of what is no card, or may be none: on entering, or where it stands. Its slot. */
static unsigned lift_other(Lift *l, unsigned at, unsigned end, bool later, Words *out) {
    if (later && l->late) fail(l->e, &l->e->t->node[l->e->t->root], "one such choice is enough");
    l->leads = 0;
    l->late |= later;
    copy_words(l, at, end, later ? out : &l->entry);
    return later ? LATE_SLOT : l->slot++;
}

/* Of a player that was chosen, or of a player or a card. */
static void lift_player(Lift *l, unsigned at, unsigned end, bool later, Words *out) {
    unsigned slot = lift_other(l, at, end, later, out);
    l->player = slot + 1;
    l->or_card = l->in->w[at] == OP_AIMEITHER;
    if (l->or_card) put(l->e, out, OP_SETIT), put(l->e, out, OP_TARGET), put(l->e, out, slot);
    put(l->e, out, OP_SETP);
    put(l->e, out, OP_TARGETP);
    put(l->e, out, slot);
}

/* What is done to "it" where that may be a player: damage alone. False: it is not about it. */
static bool done_to_player(Lift *l, unsigned at, unsigned end, Words *out) {
    const Tongue *t = l->e->t->tongue;
    const Code *w = l->in->w;
    Words one = {0};
    Pc pc = (Pc)(at + 2);
    copy_words(l, at, end, &one);
    if (!l->player || !mentions(l->e, &one, OP_IT)) return false;
    if (w[at] != OP_GAME || w[at + 1] != t->op_deal) {
        fail(l->e, &l->e->t->node[l->e->t->root], "this cannot be done to a player");
        return true;
    }
    vm_skip(t->game, w, &pc); /* by whom */
    if (w[pc] != OP_IT) return false;
    if (l->or_card) copy_words(l, at, end, out);
    put(l->e, out, OP_GAME);
    put(l->e, out, t->op_pdamage);
    put(l->e, out, OP_TARGETP);
    put(l->e, out, l->player - 1);
    copy_words(l, pc + 1u, end, out);
    return true;
}

static void lift_select(Lift *l, unsigned at, unsigned end, unsigned to, Words *out) {
    Pc set, behind;
    Words among = {0};
    l->lifted = true;
    l->stacked = false;
    set_of_choice(l, at, &set, &behind);
    copy_set(l, set, behind, entered_after(l, end, to), &among);
    if (l->leads && mentions(l->e, &among, OP_IT)) l->entry.w[l->leads] |= PICK_LEADS;
    put(l->e, &l->entry, OP_AIM);
    copy_words(l, at + 1, set, &l->entry);
    copy_words(l, behind, end, &l->entry);
    static const Code one[] = {OP_NUM, 1, OP_NUM, 1};
    l->leads = memcmp(&l->in->w[behind], one, sizeof one) ? 0 : l->entry.n - 1;
    put(l->e, &l->entry, among.n);
    append(l->e, &l->entry, &among);
    if (l->in->w[end - 1] & PICK_KEEP) put(l->e, out, OP_KEEP);
    l->player = 0;
    bool add = l->in->w[end - 1] & PICK_ADD;
    put(l->e, out, OP_SETIT);
    if (add) put(l->e, out, OP_JOIN), put(l->e, out, OP_IT);
    put(l->e, out, OP_TARGET);
    put(l->e, out, l->slot++);
}

/* A body with its length in front; 'head' is where the op begins, 'body' behind the length. */
static void lift_inner(Lift *l, unsigned head, unsigned body, bool later, Words *out) {
    Words inner = {0};
    unsigned len = l->in->w[body - 1];
    copy_words(l, head, body - 1, out);
    lift(l, body, body + len, later, &inner);
    put(l->e, out, inner.n);
    append(l->e, out, &inner);
}

/* One thing or the other: what is chosen in either is chosen when it is carried out. 'then_end':
 * behind the first, which ends with the length of the second. Returns where that ends. */
static unsigned lift_else(Lift *l, unsigned head, unsigned then_end, Words *out) {
    Words inner = {0};
    unsigned end = then_end + l->in->w[then_end - 1];
    copy_words(l, head, then_end - 1, out);
    lift(l, then_end, end, true, &inner);
    put(l->e, out, inner.n);
    append(l->e, out, &inner);
    return end;
}

static void lift_modes(Lift *l, unsigned at, Words *out) {
    const Game *g = l->e->t->game;
    const Code *w = l->in->w;
    Pc pc = (Pc)(at + 1);
    vm_skip(g, w, &pc);
    vm_skip(g, w, &pc);
    unsigned may = w[pc], count = w[pc + 1], body = pc + 2u + count;
    Words bodies[12];
    memset(bodies, 0, sizeof bodies);
    put(l->e, &l->entry, OP_PICKMODES);
    copy_words(l, at + 1, pc, &l->entry);
    put(l->e, &l->entry, may);
    put(l->e, &l->entry, count);
    l->slot++;
    for (unsigned i = 0; i < count && i < 12; i++) {
        Words outer = l->entry;
        l->entry.n = l->leads = 0;
        l->slot++; /* of the INMODE itself */
        lift(l, body, body + w[pc + 2 + i], false, &bodies[i]);
        Words inner = l->entry;
        l->entry = outer;
        l->leads = 0;
        put(l->e, &l->entry, OP_INMODE);
        put(l->e, &l->entry, i);
        put(l->e, &l->entry, inner.n);
        append(l->e, &l->entry, &inner);
        body += w[pc + 2 + i];
    }
    copy_words(l, at, pc + 2, out);
    for (unsigned i = 0; i < count && i < 12; i++) put(l->e, out, bodies[i].n);
    for (unsigned i = 0; i < count && i < 12; i++) append(l->e, out, &bodies[i]);
}

/* Is it another player than the master who chooses? */
static bool others_choice(const Lift *l, unsigned at) {
    while (l->in->w[at] == OP_PMARK) at += 2;
    return l->in->w[at] != OP_YOU && l->in->w[at] != OP_IMPLIED;
}

static void lift(Lift *l, unsigned from, unsigned to, bool later, Words *out) {
    const Game *g = l->e->t->game;
    for (unsigned i = from; i < to && !l->e->failed;) {
        unsigned op = l->in->w[i], end = i + op_len(l->e, l->in, i);
        Pc pc = (Pc)(i + 1);
        if (op == OP_LATER) later = true;
        if (op == OP_IF || op == OP_WHEN) {
            vm_skip(g, l->in->w, &pc);
            unsigned body = pc + 1u;
            end = body + l->in->w[pc];
            if (has_else(l->e, l->in, body, end))
                end = lift_else(l, i, end, out);
            else
                lift_inner(l, i, body, later, out);
        } else if (op == OP_MAY || op == OP_BY) {
            vm_skip(g, l->in->w, &pc);
            lift_inner(l, i, pc + 1u, later, out);
            end = pc + 1u + l->in->w[pc];
        } else if (op == OP_EACH) {
            vm_skip(g, l->in->w, &pc);
            end = pc + 1u + l->in->w[pc];
            copy_words(l, i, end, out);
        } else if (op == OP_MODES) {
            vm_skip(g, l->in->w, &pc);
            vm_skip(g, l->in->w, &pc);
            unsigned count = l->in->w[pc + 1];
            end = pc + 2u + count;
            for (unsigned k = 0; k < count; k++) end += l->in->w[pc + 2 + k];
            if (later || others_choice(l, i + 1))
                copy_words(l, i, end, out);
            else
                lift_modes(l, i, out);
        } else if (!later && op == OP_SELECT && open_choice(l, i)) {
            lift_select(l, i, end, to, out);
        } else if (op == OP_SELECT) {
            copy_choice(l, i, end, to, out);
        } else if (op == OP_WITHIN && l->lifted) {
            l->leads = 0;
            copy_words(l, i, end, &l->entry);
            l->slot++;
        } else if (op == OP_SHARE) {
            if (!l->slot || later)
                fail(l->e, &l->e->t->node[l->e->t->root], "allotted among what?");
            l->leads = 0;
            copy_words(l, i, end, &l->entry);
            put(l->e, out, OP_GAME);
            put(l->e, out, l->e->t->tongue->op_shares);
            put(l->e, out, l->slot - 1);
            l->slot++;
        } else if (!later && op == OP_SETX &&
                   i == 0) { /* reckoned when it is entered, if that needs it */
            l->setx = end;
            copy_words(l, i, end, out);
        } else if (op == OP_AIMSTACK) {
            unsigned slot = lift_other(l, i, end, later, out);
            l->player = 0;
            l->stacked = true;
            put(l->e, out, OP_SETIT), put(l->e, out, OP_TARGET), put(l->e, out, slot);
        } else if (op == OP_AIMPLAYER || op == OP_AIMEITHER) {
            lift_player(l, i, end, later, out);
        } else if (!done_to_player(l, i, end, out)) {
            if (op == OP_GAME && l->stacked && l->in->w[i + 1] == l->e->t->tongue->op_control)
                fail(l->e, &l->e->t->node[l->e->t->root], "only cards of the field change masters");
            copy_words(l, i, end, out);
        }
        i = end;
    }
}

static bool mentions_any(Emit *e, const Words *w, unsigned op) {
    for (unsigned i = 0; i < w->n; i += op_len(e, w, i)) {
        Words one = {0};
        for (unsigned j = i; j < i + op_len(e, w, i); j++) put(e, &one, w->w[j]);
        if (mentions(e, &one, op)) return true;
    }
    return false;
}

/* One more thing stands in front of the entry code: its choices have the next numbers. */
static void shift_slot(void *self, unsigned op, const Code *operands) {
    Code *w = (Code *)(uintptr_t)operands;
    if (op == OP_TARGET || op == OP_TARGETP) w[0]++;
    if (op == OP_GAME && w[0] == ((Emit *)self)->t->tongue->op_shares) w[1]++;
}
static void shift_slots(Emit *e, Words *w) {
    for (unsigned pc = 0; pc < w->n && !e->failed;)
        pc = vm_walk(e->t->game, w->w, pc, shift_slot, e);
}

void emit_narrow(Emit *e, Words *body) {
    Words out = {0};
    Lift l = {.e = e, .in = body, .out = &out};
    lift(&l, 0, body->n, true, &out);
    if (!e->failed && (l.narrowed || l.late)) *body = out;
}

void emit_aims(Emit *e, Words *body, AbilityDef *a) {
    Words out = {0};
    Lift l = {.e = e, .in = body, .out = &out};
    lift(&l, 0, body->n, false, &out);
    if (e->failed || (!l.entry.n && !l.narrowed && !l.late)) return;
    *body = out;
    if (!l.entry.n) return;
    if (l.setx && mentions_any(e, &l.entry, OP_X)) {
        Words entry = {0}, rest = {0};
        for (unsigned i = 0; i < l.setx; i++) put(e, &entry, body->w[i]);
        if (entry.w[1] == OP_NMARK) entry.w[2] = (Code)e->t->tongue->clause_x_entry;
        append(e, &entry, &l.entry);
        for (unsigned i = l.setx; i < body->n; i++) put(e, &rest, body->w[i]);
        shift_slots(e, &rest);
        *body = rest;
        l.entry = entry;
    }
    if (mentions_any(e, &l.entry, OP_PICKMODES)) a->flags |= ABIL_MODES;
    a->entry = emit_keep(e, &l.entry, true);
}

/* ---- whose? */

static void note_reference(void *self, unsigned op, const Code *operands) {
    (void)operands;
    if (op == OP_TRAIT) *(unsigned *)self |= 1;
    if (op == OP_NAME || op == OP_NAMED) *(unsigned *)self |= 2;
}

/* Cards of the field by name or trait alone, no zone being said: the mark tells which it is. */
static void settle_bare(Emit *e, Code *w) {
    const Tongue *t = e->t->tongue;
    unsigned by = 0;
    if (!t->clause_bare || w[0] != t->clause_bare) return;
    if (w[1] == OP_FMARK && w[2] == t->clause_bare) return;
    vm_walk(t->game, w, 1, note_reference, &by);
    if (by & 1) w[0] = (Code)t->clause_bare_trait;
    if (by & 2) w[0] = (Code)t->clause_bare_name;
}

static bool deck_among(const Game *g, unsigned zones) {
    for (ZoneId z = 1; z < g->nzones; z++)
        if ((zones >> z & 1) && (g->zones[z].flags & ZONE_ORDERED)) return true;
    return false;
}

/* Whose deck is spoken of: the one that was searched or looked at, else that of whose cards went
 * there. */
static void note_deck(Emit *e, unsigned op, const Code *w) {
    const Game *g = e->t->game;
    Pc pc = 0;
    if (op == OP_MOVE) {
        vm_skip(g, w, &pc);
        Pc set = pc;
        vm_skip(g, w, &pc);
        unsigned of = w[set] == OP_CARDS ? w[set + 1] : e->cards_of;
        if (deck_among(g, w[pc]) && of != OP_PMARK) e->deck_of = of;
    } else if (op == OP_CARDS || op == OP_TOPS) {
        while (w[pc] == OP_PMARK) pc = (Pc)(pc + 2);
        e->cards_of = w[pc];
        if (op == OP_TOPS || deck_among(g, w[pc + 1])) e->deck_of = w[pc];
    }
}

static void settle(void *self, unsigned op, const Code *operands) {
    const Game *g = ((Emit *)self)->t->game;
    Code *w = (Code *)(uintptr_t)operands; /* the words are the emitter's own */
    note_deck(self, op, w);
    if (op == OP_TOPS || op == OP_DRAW || op == OP_LOOK || op == OP_GNUM || op == OP_RULE) {
        if (op == OP_GNUM || op == OP_RULE) w++;
        while (*w == OP_PMARK) w += 2;
        if (*w == OP_IMPLIED) *w = OP_YOU;
        if (op != OP_LOOK) return;
        for (w++; *w == OP_PMARK;) w += 2; /* who looks, and whose deck it is */
        if (*w == OP_IMPLIED) *w = OP_YOU;
        return;
    }
    if (op == OP_FMARK) settle_bare((Emit *)self, w);
    bool event = op == OP_OF || op == OP_ON_PLAY;
    if (!event && op != OP_CARDS && op != OP_AT && op != OP_SHUFFLE && op != OP_NEXTMOD) return;
    while (*w == OP_PMARK) w += 2;
    if (*w != OP_IMPLIED) return;
    unsigned deck = ((Emit *)self)->deck_of;
    if (op == OP_SHUFFLE && (deck == OP_YOU || deck == OP_OPP || deck == OP_EVERY)) {
        *w = (Code)deck;
        return;
    }
    if (event) { /* what happens to a card, no player being named, happens to anybody's */
        *w = OP_EVERY;
        return;
    }
    bool open = op != OP_SHUFFLE;
    for (ZoneId z = 1; z < g->nzones; z++)
        if ((w[1] >> z & 1) && !(g->zones[z].flags & ZONE_PUBLIC)) open = false;
    *w = open ? OP_EVERY : OP_YOU;
}

static void unsettled(void *self, unsigned op, const Code *operands) {
    Emit *e = self;
    (void)operands;
    if (op == OP_IMPLIED) fail(e, &e->t->node[e->t->root], "whose?");
    bool other_games = op == OP_SWAP || op == OP_SWAPREST || op == OP_FIRE || op == OP_FIREAS ||
                       op == OP_FIRENOW || op == OP_LAPSE || op == OP_STOP;
    if (other_games) fail(e, &e->t->node[e->t->root], "there is no such action in this game");
}

void settle_owners(Emit *e, Words *w) {
    if (!e->t->tongue->everyones) return;
    e->cards_of = e->deck_of = 0;
    for (unsigned pc = 0; pc < w->n && !e->failed;) pc = vm_walk(e->t->game, w->w, pc, settle, e);
    for (unsigned pc = 0; pc < w->n && !e->failed;)
        pc = vm_walk(e->t->game, w->w, pc, unsettled, e);
}
