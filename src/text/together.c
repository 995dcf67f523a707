/* "Each player …": what every one of them does. Whoever must choose at the same time chooses before
 * anything happens to the chosen cards (Tongue.clause_together). The code for one player is cut
 * into what all do before, what all choose, what is then done to all chosen cards at once, and what
 * all do behind that. */
#include "kernel/pick.h"
#include "text/emit.h"
#include "text/tongue.h"

typedef struct Stages {
    Words before, choice, acts, after;
    unsigned may; /* OP_MAY or OP_BY: declining means choosing nothing */
    bool paying;  /* what comes after is for those who chose */
} Stages;

/* ---- what one player does ---- */

static void copy_op(Emit *e, const Words *w, unsigned *i, Words *out) {
    for (unsigned end = *i + op_len(e, w, *i); *i < end && !e->failed; ++*i) put(e, out, w->w[*i]);
}

static void note_read(void *self, unsigned op, const Code *operands) {
    (void)operands;
    if (op == OP_IT || op == OP_KEPT || op == OP_LEFT || op == OP_DID || op == OP_X)
        *(bool *)self = true;
}

/* Does the code depend on what the same player did before it? */
static bool reads_before(Emit *e, const Words *w) {
    bool any = false;
    for (unsigned pc = 0; pc < w->n && !e->failed;)
        pc = vm_walk(e->t->game, w->w, (Pc)pc, note_read, &any);
    return any;
}

/* Rewrites the move of a whole set, if nothing follows it, as the choice of all its cards and their
 * move. */
static void choose_all(Emit *e, Words *w, unsigned i) {
    Words code;
    code.n = 0;
    Pc set = (Pc)(i + 1), end;
    vm_skip(e->t->game, w->w, &set);
    end = set;
    vm_skip(e->t->game, w->w, &end);
    if (w->w[set] == OP_IT || w->w[set] == OP_LEFT || i + op_len(e, w, i) != w->n) return;
    put(e, &code, OP_SELECT);
    for (unsigned k = i + 1; k < end; k++) put(e, &code, w->w[k]);
    put(e, &code, OP_WHOLE);
    put(e, &code, OP_WHOLE);
    put(e, &code, PICK_KEEP);
    for (unsigned k = i; k < set; k++) put(e, &code, w->w[k]);
    put(e, &code, OP_IT);
    for (unsigned k = end; k < w->n; k++) put(e, &code, w->w[k]);
    w->n = i;
    append(e, w, &code);
}

/* Position of "that player" in a move of the cards that this player did not choose, written as
 * "BUT CARDS THAT … IT"; 0 if the action is another one. */
static unsigned moves_rest(const Words *w, unsigned i) {
    if (w->w[i] != OP_MOVE || w->w[i + 2] != OP_BUT || w->w[i + 3] != OP_CARDS) return 0;
    for (i += 4; w->w[i] == OP_PMARK;) i += 2;
    return w->w[i] == OP_THAT ? i : 0;
}

/* Is the code a change by the number of cards that were put somewhere? It counts the cards of all
 * players, and so happens once. */
static bool counts_all(Emit *e, const Words *w) {
    return w->w[0] == OP_MOD && op_len(e, w, 0) == w->n && asks_where_put(e, w) &&
           !contains_op(e, w, OP_THAT);
}

/* Does the action at i speak of the player whose turn it is to act? */
static bool names_that(Emit *e, const Words *w, unsigned i) {
    const unsigned end = i + op_len(e, w, i);
    for (; i < end; i++)
        if (w->w[i] == OP_THAT) return true;
    return false;
}

/* Is the action at i done to "it", or to the rest, so that it can be done to everybody's cards at
 * once? */
static bool acts_on_it(Emit *e, const Words *w, unsigned i) {
    unsigned op = w->w[i], set = op == OP_MOVE || op == OP_GAME ? i + 2 : i + 1;
    if (moves_rest(w, i)) return true;
    if (op == OP_GAME && (e->t->tongue->shared_ops >> w->w[i + 1] & 1))
        return w->w[set] == OP_IT && !names_that(e, w, i);
    if (op != OP_MOVE && op != OP_REVEAL && op != OP_ORIENT && op != OP_TURNFACE) return false;
    if (w->w[set] == OP_ONLY && w->w[set + 2] == OP_AT && w->w[set + 3] == OP_EVERY) set++;
    return w->w[set] == OP_IT;
}

/* Copies where the cards come: each into a place of its own player. */
static void copy_places(Emit *e, const Words *w, unsigned *i, Words *out) {
    unsigned at = out->n;
    copy_op(e, w, i, out);
    while (at < out->n && out->w[at] != OP_PLACES) at++;
    for (at++; at + 1 < out->n && out->w[at] == OP_PMARK;) at += 2;
    if (at < out->n && out->w[at] == OP_THAT) out->w[at] = OP_EVERY;
}

/* Reads a choice and what is done to the chosen cards from *i on. */
static bool read_choice(Emit *e, const Words *w, unsigned *i, Stages *s) {
    while (*i < w->n && w->w[*i] == OP_MARK) copy_op(e, w, i, &s->choice);
    if (*i >= w->n || w->w[*i] != OP_SELECT) return false;
    copy_op(e, w, i, &s->choice);
    s->choice.w[s->choice.n - 1] |= PICK_ADD;
    bool any = false;
    while (*i < w->n && !e->failed && (w->w[*i] == OP_MARK || acts_on_it(e, w, *i))) {
        unsigned at = s->acts.n;
        copy_op(e, w, i, &s->acts);
        any |= s->acts.w[at] != OP_MARK;
        if (s->acts.w[at] != OP_MOVE) continue;
        s->acts.w[at + 1] = OP_YOU; /* the master moves all cards, and owners order their own */
        s->acts.w[s->acts.n - 2] |= PUT_OWNER_ASKED;
        if (*i < w->n && w->w[*i] == OP_ONPLACES) copy_places(e, w, i, &s->acts);
    }
    return any && !e->failed;
}

/* Cuts the code for one player into stages. False: it is not of that form. */
static bool read_stages(Emit *e, Words *w, Stages *s) {
    unsigned i = 0, k = 0;
    for (;; k = i) {
        while (k < w->n && w->w[k] == OP_MARK) k += 2;
        if (k >= w->n || e->failed) return false;
        if (w->w[k] != OP_DRAW && w->w[k] != OP_SHUFFLE) break;
        k += op_len(e, w, k);
        while (i < k) copy_op(e, w, &i, &s->before);
    }
    while (i < k) copy_op(e, w, &i, &s->choice);
    if (w->w[i] == OP_MOVE) choose_all(e, w, i);
    s->may = w->w[i] == OP_BY || w->w[i] == OP_MAY ? w->w[i] : 0;
    if (!s->may) {
        if (!read_choice(e, w, &i, s)) return false;
    } else {
        unsigned end = i + 3 + w->w[i + 2];
        Words body;
        body.n = 0;
        for (unsigned k = i + 3; k < end; k++) put(e, &body, w->w[k]);
        k = 0;
        if (!read_choice(e, &body, &k, s) || k < body.n) return false;
        i = end;
        if (i + 2 < w->n && w->w[i] == OP_WHEN && w->w[i + 1] == OP_DID) {
            if (i + 3 + w->w[i + 2] != w->n) return false;
            s->paying = true;
            i += 3;
        }
    }
    while (i < w->n && !e->failed) copy_op(e, w, &i, &s->after);
    if (s->may && !s->paying && s->after.n) return false;
    return !e->failed && !reads_before(e, &s->before) && !reads_before(e, &s->after);
}

/* ---- what all do ---- */

static void put_each(Emit *e, unsigned who, const Words *body, Words *out) {
    bool draw = !e->failed && (body->w[0] == OP_DRAW || body->w[0] == OP_LOSEGAME) &&
                body->w[1] == OP_THAT && op_len(e, body, 0) == body->n;
    if (draw && body->w[0] == OP_DRAW) { /* how many, if that is the same for all */
        Words number = {0};
        for (unsigned i = 2; i + 1 < body->n; i++) put(e, &number, body->w[i]);
        draw = !contains_op(e, &number, OP_THAT);
    }
    if (draw) { /* these ops take several players */
        for (unsigned i = 0; i < body->n; i++) put(e, out, i == 1 ? who : body->w[i]);
        return;
    }
    put(e, out, OP_EACH);
    put(e, out, who);
    put(e, out, body->n);
    append(e, out, body);
}

static void put_choices_of_all(Emit *e, unsigned who, const Stages *s, Words *out) {
    Words body;
    body.n = 0;
    if (s->may) {
        put(e, &body, s->may);
        put(e, &body, OP_THAT);
        put(e, &body, s->choice.n);
    }
    append(e, &body, &s->choice);
    put(e, out, OP_SETIT);
    put(e, out, OP_NOSET);
    for (unsigned i = 0; i < 2; i++) {
        put(e, out, OP_MARK);
        put(e, out, e->t->tongue->clause_together[i]);
    }
    put_each(e, who, &body, out);
}

/* Begins what is done by those of whom cards were chosen. */
static void put_who_did(Emit *e, unsigned length, Words *out) {
    const Code did[] = {OP_WHEN, OP_HAVE, OP_IT, OP_OWNED, OP_THAT, length};
    for (unsigned i = 0; i < sizeof did / sizeof *did; i++) put(e, out, did[i]);
}

static bool each_at_once(Emit *e, unsigned who, const Words *body, Words *out) {
    Stages s;
    s.before.n = s.choice.n = s.acts.n = s.after.n = s.may = 0;
    s.paying = false;
    Words one = *body, after;
    if (!read_stages(e, &one, &s)) return false;
    if (s.before.n) put_each(e, who, &s.before, out);
    put_choices_of_all(e, who, &s, out);
    for (unsigned i = 0; i < s.acts.n && !e->failed; i += op_len(e, &s.acts, i))
        if (moves_rest(&s.acts, i)) s.acts.w[moves_rest(&s.acts, i)] = who;
    append(e, out, &s.acts);
    if (!s.after.n) return true;
    if (counts_all(e, &s.after)) {
        append(e, out, &s.after);
        return true;
    }
    after.n = 0;
    if (s.paying) put_who_did(e, s.after.n, &after);
    append(e, &after, &s.after);
    emit_for_each(e, who, &after, out);
    return true;
}

/* Where "those looked at" stands in code. */
typedef struct LeftSearch {
    const Code *code;
    unsigned at[8], n;
} LeftSearch;

static void find_left(void *self, unsigned op, const Code *operands) {
    LeftSearch *x = self;
    if (op == OP_LEFT && x->n < 8) x->at[x->n++] = (unsigned)(operands - 1 - x->code);
}

/* Behind "each player reveals …" the cards that each player acts on are his own of them. */
static void own_left(Emit *e, Words *body) {
    static const Code own[] = {OP_ONLY, OP_LEFT, OP_OF, OP_THAT};
    LeftSearch left = {.code = body->w};
    for (unsigned pc = 0; pc < body->n && !e->failed;)
        pc = vm_walk(e->t->game, body->w, (Pc)pc, find_left, &left);
    const Words all = *body;
    unsigned from = 0;
    body->n = 0;
    for (unsigned i = 0; i <= left.n; i++) {
        const unsigned to = i < left.n ? left.at[i] : all.n;
        for (; from < to; from++) put(e, body, all.w[from]);
        for (unsigned k = 0; i < left.n && k < 4; k++) put(e, body, own[k]);
        from++;
    }
}

/* Is looking at cards all that the body does? */
static bool only_looks(Emit *e, const Words *body) {
    unsigned i = 0;
    while (i < body->n && body->w[i] == OP_MARK) i += 2;
    return i < body->n && body->w[i] == OP_LOOK && i + op_len(e, body, i) == body->n;
}

void emit_for_each(Emit *e, unsigned who, const Words *code, Words *out) {
    Words all = *code, *body = &all;
    e->collecting = false;
    if (e->failed || !body->n) return;
    if (e->each_looked) own_left(e, body);
    e->each_looked = only_looks(e, body);
    if (each_at_once(e, who, body, out))
        e->collecting = true;
    else
        put_each(e, who, body, out);
}

/* ---- sentences that go on ---- */

static void note_that(void *self, unsigned op, const Code *operands) {
    (void)operands;
    if (op == OP_THAT) *(bool *)self = true;
}

void go_on_for_each(Emit *e, const Node *sentence, unsigned from, Words *out) {
    bool that = false;
    Words body;
    body.n = 0;
    for (unsigned i = from; i < out->n; i++) put(e, &body, out->w[i]);
    for (unsigned pc = 0; pc < body.n && !e->failed;)
        pc = vm_walk(e->t->game, body.w, (Pc)pc, note_that, &that);
    if (!that || e->failed) return;
    out->n = from;
    if (body.n > 3 && body.w[0] == OP_WHEN && body.w[1] == OP_DID &&
        3 + body.w[2] == body.n) { /* そうしたら */
        Words then = body;
        if (!e->collected) fail(e, sentence, "what each of the players did is not known here");
        body.n = 0;
        put_who_did(e, then.n - 3, &body);
        for (unsigned i = 3; i < then.n; i++) put(e, &body, then.w[i]);
    }
    emit_for_each(e, e->each_of, &body, out);
}
