/* Games with Tongue.targets_on_entry: choices made when a card or ability is entered are lifted out
 * of the body into entry code, and the body refers to target slots instead. "Choose a card. It gets
 * +1." becomes entry code AIM … and a body SETIT TARGET 0, MOD IT …. Choices behind LATER, in
 * either part of an IF … ELSE, of hidden cards and by other players stay in the body. This file
 * also resolves owners that the text does not state. */
#include "kernel/pick.h"
#include "text/tongue.h"

/* Slots number the choices of the entry code in order. 'it' below is the run-time register. */
typedef struct Lift {
    Emit *e;
    const Words *in;
    Words *out, entry;
    unsigned slot;
    unsigned player;     /* slot, + 1, if "it" is a choice that may be a player; 0: it is not */
    bool or_card;        /* that choice may also be a card */
    bool late;           /* LATE_SLOT is taken: a non-card choice on resolution */
    bool stacked;        /* "it" is an item of the stack */
    bool narrowed;       /* some choice was narrowed */
    bool lifted;         /* the last choice is made on entry */
    unsigned lead_flags; /* position in 'entry' of the flags of a single-card choice just before; 0:
                            none */
    unsigned setx;       /* end of the SETX at the start of the body, 0 none */
} Lift;

static void copy_words(Lift *l, unsigned from, unsigned to, Words *out) {
    for (unsigned i = from; i < to; i++) put(l->e, out, l->in->w[i]);
}

/* Is the choice a target: explicit, and among cards that all players can see? Choices from decks
 * and hands, and counts within an action, are made on resolution. */
static bool is_target_choice(const Lift *l, unsigned select) {
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

/* Result of entered_after: whether "it" is entered, and the operand that says whether for free. */
typedef struct Entered {
    const Tongue *t;
    bool found;
    Code free;
} Entered;

/* Visitor: finds the game's "enter" action applied to "it". */
static void note_entered(void *self, unsigned op, const Code *operands) {
    Entered *x = self;
    Pc pc = 1;
    if (op != OP_GAME || operands[0] != x->t->op_enter) return;
    vm_skip(x->t->game, operands, &pc);
    if (operands[pc] != OP_IT) return;
    x->found = true;
    x->free = operands[pc + 1];
}

/* Is the chosen card entered by a later action, before the next choice? */
static Entered entered_after(const Lift *l, unsigned from, unsigned to) {
    Entered x = {l->e->t->tongue, false, 0};
    if (!x.t->op_enter) return x;
    for (unsigned i = from; i < to && !x.found && l->in->w[i] != OP_SELECT && !l->e->failed;)
        i = vm_walk(x.t->game, l->in->w, i, note_entered, &x);
    return x;
}

/* Copies a set to choose from, restricted to cards that can be entered if x.found. */
static void copy_set(Lift *l, Pc set, Pc behind, Entered x, Words *out) {
    if (x.found) put(l->e, out, OP_ONLY);
    copy_words(l, set, behind, out);
    if (!x.found) return;
    put(l->e, out, OP_FGAME);
    put(l->e, out, x.t->ask_enter);
    put(l->e, out, x.free);
    l->narrowed = true;
}

/* Range of the set operand of the choice at 'at'. */
static void set_of_choice(const Lift *l, unsigned at, Pc *set, Pc *behind) {
    *set = (Pc)(at + 1);
    vm_skip(l->e->t->game, l->in->w, set);
    *behind = *set;
    vm_skip(l->e->t->game, l->in->w, behind);
}

/* Copies a choice that stays in the body. */
static void copy_choice(Lift *l, unsigned at, unsigned end, unsigned to, Words *out) {
    Pc set, behind;
    l->lifted = false;
    set_of_choice(l, at, &set, &behind);
    copy_words(l, at, set, out);
    copy_set(l, set, behind, entered_after(l, end, to), out);
    copy_words(l, behind, end, out);
}

/* Lifts a choice that is not, or not only, of cards. Returns its slot. */
static unsigned lift_other(Lift *l, unsigned at, unsigned end, bool later, Words *out) {
    if (later && l->late)
        fail(l->e, &l->e->t->node[l->e->t->root],
             "only one choice of a player or stack item can be made on resolution");
    l->lead_flags = 0;
    l->late |= later;
    copy_words(l, at, end, later ? out : &l->entry);
    return later ? LATE_SLOT : l->slot++;
}

/* Lifts a choice of a player, or of a player or card. */
static void lift_player(Lift *l, unsigned at, unsigned end, bool later, Words *out) {
    unsigned slot = lift_other(l, at, end, later, out);
    l->player = slot + 1;
    l->or_card = l->in->w[at] == OP_AIMEITHER;
    if (l->or_card) put(l->e, out, OP_SETIT), put(l->e, out, OP_TARGET), put(l->e, out, slot);
    put(l->e, out, OP_SETP);
    put(l->e, out, OP_TARGETP);
    put(l->e, out, slot);
}

/* Rewrites damage to an "it" that may be a player; nothing else can be done to one. Returns false
 * if the action does not involve it. */
static bool damage_to_player(Lift *l, unsigned at, unsigned end, Words *out) {
    const Tongue *t = l->e->t->tongue;
    const Code *w = l->in->w;
    Words one;
    one.n = 0;
    Pc pc = (Pc)(at + 2);
    copy_words(l, at, end, &one);
    if (!l->player || !contains_op(l->e, &one, OP_IT)) return false;
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

/* Turns a SELECT into an AIM of the entry code and a reference to its slot. */
static void lift_select(Lift *l, unsigned at, unsigned end, unsigned to, Words *out) {
    Pc set, behind;
    Words among;
    among.n = 0;
    l->lifted = true;
    l->stacked = false;
    set_of_choice(l, at, &set, &behind);
    copy_set(l, set, behind, entered_after(l, end, to), &among);
    if (l->lead_flags && contains_op(l->e, &among, OP_IT)) l->entry.w[l->lead_flags] |= PICK_LEADS;
    put(l->e, &l->entry, OP_AIM);
    copy_words(l, at + 1, set, &l->entry);
    copy_words(l, behind, end, &l->entry);
    static const Code one[] = {OP_NUM, 1, OP_NUM, 1};
    l->lead_flags = memcmp(&l->in->w[behind], one, sizeof one) ? 0 : l->entry.n - 1;
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

/* Lifts from a body. 'head' is where its op begins, 'body' the position behind the length. */
static void lift_inner(Lift *l, unsigned head, unsigned body, bool later, Words *out) {
    Words inner;
    inner.n = 0;
    unsigned len = l->in->w[body - 1];
    copy_words(l, head, body - 1, out);
    lift(l, body, body + len, later, &inner);
    put(l->e, out, inner.n);
    append(l->e, out, &inner);
}

/* IF … ELSE …: choices inside either part are made on resolution. 'then_end' is the position behind
 * the first part, which ends with the length of the second. Returns the end of the whole. */
static unsigned lift_else(Lift *l, unsigned head, unsigned then_end, Words *out) {
    Words inner;
    inner.n = 0;
    unsigned end = then_end + l->in->w[then_end - 1];
    copy_words(l, head, then_end - 1, out);
    lift(l, then_end, end, true, &inner);
    put(l->e, out, inner.n);
    append(l->e, out, &inner);
    return end;
}

/* Modes are chosen on entry, and with them the targets of each mode. */
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
        l->entry.n = l->lead_flags = 0;
        l->slot++; /* INMODE takes a slot */
        lift(l, body, body + w[pc + 2 + i], false, &bodies[i]);
        Words inner = l->entry;
        l->entry = outer;
        l->lead_flags = 0;
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

/* Does a player other than the master choose? */
static bool chosen_by_other(const Lift *l, unsigned at) {
    while (l->in->w[at] == OP_PMARK) at += 2;
    return l->in->w[at] != OP_YOU && l->in->w[at] != OP_IMPLIED;
}

/* Copies the code from 'from' to 'to', lifting choices. 'later': choices are made on resolution. */
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
        } else if (op == OP_EACH || op == OP_ROUNDS) {
            vm_skip(g, l->in->w, &pc);
            end = pc + 1u + l->in->w[pc];
            copy_words(l, i, end, out);
        } else if (op == OP_MODES) {
            vm_skip(g, l->in->w, &pc);
            vm_skip(g, l->in->w, &pc);
            unsigned count = l->in->w[pc + 1];
            end = pc + 2u + count;
            for (unsigned k = 0; k < count; k++) end += l->in->w[pc + 2 + k];
            if (later || chosen_by_other(l, i + 1))
                copy_words(l, i, end, out);
            else
                lift_modes(l, i, out);
        } else if (!later && op == OP_SELECT && is_target_choice(l, i)) {
            lift_select(l, i, end, to, out);
        } else if (op == OP_SELECT) {
            copy_choice(l, i, end, to, out);
        } else if (op == OP_WITHIN && l->lifted) {
            l->lead_flags = 0;
            copy_words(l, i, end, &l->entry);
            l->slot++;
        } else if (op == OP_SHARE) {
            if (!l->slot || later)
                fail(l->e, &l->e->t->node[l->e->t->root],
                     "there are no targets to divide the amount among");
            l->lead_flags = 0;
            copy_words(l, i, end, &l->entry);
            put(l->e, out, OP_GAME);
            put(l->e, out, l->e->t->tongue->op_allot);
            put(l->e, out, l->slot - 1);
            l->slot++;
        } else if (!later && op == OP_SETX &&
                   i == 0) { /* lift_targets may move it to the entry code */
            l->setx = end;
            copy_words(l, i, end, out);
        } else if (op == OP_AIMSTACK) {
            unsigned slot = lift_other(l, i, end, later, out);
            l->player = 0;
            l->stacked = true;
            put(l->e, out, OP_SETIT), put(l->e, out, OP_TARGET), put(l->e, out, slot);
        } else if (op == OP_AIMPLAYER || op == OP_AIMEITHER) {
            lift_player(l, i, end, later, out);
        } else if (!damage_to_player(l, i, end, out)) {
            if (op == OP_GAME && l->stacked && l->in->w[i + 1] == l->e->t->tongue->op_control)
                fail(l->e, &l->e->t->node[l->e->t->root],
                     "only cards on the field can change masters");
            copy_words(l, i, end, out);
        }
        i = end;
    }
}

/* Like contains_op, for code with several ops. */
static bool contains_op_anywhere(Emit *e, const Words *w, unsigned op) {
    for (unsigned i = 0; i < w->n; i += op_len(e, w, i)) {
        Words one;
        one.n = 0;
        for (unsigned j = i; j < i + op_len(e, w, i); j++) put(e, &one, w->w[j]);
        if (contains_op(e, &one, op)) return true;
    }
    return false;
}

/* Renumbers slots after SETX was put in front of the entry code, where it takes slot 0. */
static void shift_slot(void *self, unsigned op, const Code *operands) {
    Code *w = (Code *)(uintptr_t)operands;
    if (op == OP_TARGET || op == OP_TARGETP) w[0]++;
    if (op == OP_GAME && w[0] == ((Emit *)self)->t->tongue->op_allot) w[1]++;
}
static void shift_slots(Emit *e, Words *w) {
    for (unsigned pc = 0; pc < w->n && !e->failed;)
        pc = vm_walk(e->t->game, w->w, pc, shift_slot, e);
}

void narrow_choices(Emit *e, Words *body) {
    Words out;
    out.n = 0;
    Lift l = {.e = e, .in = body, .out = &out};
    lift(&l, 0, body->n, true, &out);
    if (!e->failed && (l.narrowed || l.late)) *body = out;
}

/* If the entry code uses X, the SETX at the start of the body moves in front of it and counts as a
 * slot. */
void lift_targets(Emit *e, Words *body, AbilityDef *a) {
    Words out;
    out.n = 0;
    Lift l = {.e = e, .in = body, .out = &out};
    lift(&l, 0, body->n, false, &out);
    if (e->failed || (!l.entry.n && !l.narrowed && !l.late)) return;
    *body = out;
    if (!l.entry.n) return;
    if (l.setx && contains_op_anywhere(e, &l.entry, OP_X)) {
        Words entry, rest;
        entry.n = rest.n = 0;
        for (unsigned i = 0; i < l.setx; i++) put(e, &entry, body->w[i]);
        if (entry.w[1] == OP_NMARK) entry.w[2] = (Code)e->t->tongue->clause_x_entry;
        append(e, &entry, &l.entry);
        for (unsigned i = l.setx; i < body->n; i++) put(e, &rest, body->w[i]);
        shift_slots(e, &rest);
        *body = rest;
        l.entry = entry;
    }
    if (contains_op_anywhere(e, &l.entry, OP_PICKMODES)) a->flags |= ABIL_MODES;
    a->entry = store_code(e, &l.entry, true);
}

/* ---- owners ---- */

/* Visitor: bit 0 for a trait, bit 1 for a name. */
static void note_reference(void *self, unsigned op, const Code *operands) {
    (void)operands;
    if (op == OP_TRAIT) *(unsigned *)self |= 1;
    if (op == OP_NAME || op == OP_NAMED) *(unsigned *)self |= 2;
}

/* Cards on the field given by name or trait alone: the mark's clause depends on which of the
 * two. */
static void resolve_bare(Emit *e, Code *w) {
    const Tongue *t = e->t->tongue;
    unsigned by = 0;
    if (!t->clause_bare || w[0] != t->clause_bare) return;
    if (w[1] == OP_FMARK && w[2] == t->clause_bare) return;
    vm_walk(t->game, w, 1, note_reference, &by);
    if (by & 1) w[0] = (Code)t->clause_bare_trait;
    if (by & 2) w[0] = (Code)t->clause_bare_name;
}

/* Do the zones include a deck? Decks are the ordered zones. */
static bool deck_among(const Game *g, unsigned zones) {
    for (ZoneId z = 1; z < g->nzones; z++)
        if ((zones >> z & 1) && (g->zones[z].flags & ZONE_ORDERED)) return true;
    return false;
}

/* Tracks whose cards and whose deck were mentioned last. A deck is that of the cards searched,
 * looked at or put there. */
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

static void place_is_own(void *self, unsigned op, const Code *operands) {
    Code *w = (Code *)(uintptr_t)operands;
    (void)self;
    while (op == OP_PLACES && *w == OP_PMARK) w += 2;
    if (op == OP_PLACES && *w == OP_IMPLIED) *w = OP_YOU;
}

/* Seats of unstated owner to which an action of the game sends cards are those of the player who
 * acts: the opponent's must be named. */
static void resolve_destination(const Game *g, Code *game_op) {
    const Code *w = game_op;
    Pc pc = 2;
    for (const char *o = vm_operands(g, w, 0); *o; o++) {
        if (*o == 'l')
            pc = (Pc)vm_walk(g, w, pc, place_is_own, 0);
        else if (vm_operand_is_code(*o))
            vm_skip(g, w, &pc);
        else
            pc++;
    }
}

/* Resolves the owner operand of one op. */
static void resolve_owner(void *self, unsigned op, const Code *operands) {
    const Game *g = ((Emit *)self)->t->game;
    Code *w = (Code *)(uintptr_t)operands; /* our own buffer; vm_walk takes const */
    note_deck(self, op, w);
    if (op == OP_GAME && strchr(vm_operands(g, w - 1, 0), 'l')) resolve_destination(g, w - 1);
    if (op == OP_ONPLACES) vm_walk(g, w, 0, place_is_own, 0);
    if (op == OP_TOPS || op == OP_DRAW || op == OP_LOOK || op == OP_GNUM || op == OP_RULE) {
        if (op == OP_GNUM || op == OP_RULE) w++;
        while (*w == OP_PMARK) w += 2;
        if (*w == OP_IMPLIED) *w = OP_YOU;
        if (op != OP_LOOK) return;
        for (w++; *w == OP_PMARK;) w += 2; /* two operands: who looks, whose deck */
        if (*w == OP_IMPLIED) *w = OP_YOU;
        return;
    }
    if (op == OP_FMARK) resolve_bare((Emit *)self, w);
    bool event = op == OP_OF || op == OP_WHOSE || op == OP_PLACES;
    if (!event && op != OP_CARDS && op != OP_AT && op != OP_SHUFFLE && op != OP_NEXTMOD) return;
    while (*w == OP_PMARK) w += 2;
    if (*w != OP_IMPLIED) return;
    unsigned deck = ((Emit *)self)->deck_of;
    if (op == OP_SHUFFLE && (deck == OP_YOU || deck == OP_OPP || deck == OP_EVERY)) {
        *w = (Code)deck;
        return;
    }
    if (((Emit *)self)->in_cost && ((Emit *)self)->t->tongue->own_costs) {
        *w = OP_YOU;
        return;
    }
    if (event) { /* events of any player's cards */
        *w = OP_EVERY;
        return;
    }
    const ZoneSet anyones = ((Emit *)self)->t->tongue->anyones;
    bool open = op != OP_SHUFFLE && !(anyones && (w[1] & ZONES_ALL & ~anyones));
    for (ZoneId z = 1; z < g->nzones; z++)
        if ((w[1] >> z & 1) && !(g->zones[z].flags & ZONE_PUBLIC)) open = false;
    *w = open ? OP_EVERY : OP_YOU;
}

/* Reports owners that could not be resolved, and ops that games with targets lack. */
static void check_resolved(void *self, unsigned op, const Code *operands) {
    Emit *e = self;
    (void)operands;
    if (op == OP_IMPLIED) fail(e, &e->t->node[e->t->root], "cannot tell whose cards are meant");
    bool other_games = e->t->tongue->targets_on_entry &&
                       (op == OP_SWAP || op == OP_SWAPREST || op == OP_FIRE || op == OP_FIREAS ||
                        op == OP_FIRENOW || op == OP_LAPSE || op == OP_STOP);
    if (other_games) fail(e, &e->t->node[e->t->root], "there is no such action in this game");
}

/* The second walk verifies that nothing is left unresolved. */
void resolve_owners(Emit *e, Words *w) {
    if (!e->t->tongue->open_is_anyones && !e->t->tongue->anyones) return;
    e->cards_of = e->deck_of = 0;
    for (unsigned pc = 0; pc < w->n && !e->failed;)
        pc = vm_walk(e->t->game, w->w, pc, resolve_owner, e);
    for (unsigned pc = 0; pc < w->n && !e->failed;)
        pc = vm_walk(e->t->game, w->w, pc, check_resolved, e);
}
