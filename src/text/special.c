/* Words of templates that begin with '!': what a row cannot say in code alone. A word is a row of
 * specials.def. */
#include "text/emit.h"
#include "text/tongue.h"
#include "vm/vm.h"

static void emit_modes(Emit *e, const Node *n, Words *out) {
    const Node *mode[12], *list = node_child(e->t, n, 1);
    unsigned k = flatten(e, list, mode, 12);
    Words body[12];
    memset(body, 0, sizeof body);
    put(e, out, OP_MODES);
    put(e, out, n->player ? n->player : OP_YOU);
    emit_node(e, node_child(e->t, n, 0), out);
    Words may = {0};
    emit_part(e, node_child(e->t, n, 0), 1, &may);
    append(e, out, &may);
    put(e, out, k);
    for (unsigned i = 0; i < k; i++) {
        emit_body(e, node_child(e->t, mode[i], mode[i]->nchild - 1u), &body[i]);
        put(e, out, body[i].n);
    }
    for (unsigned i = 0; i < k; i++) append(e, out, &body[i]);
}

/* 〈 ability 〉 given to a card: compiled like a printed one. */
static void emit_quoted(Emit *e, const Node *n, Words *out) {
    AbilityDef a = {0};
    Emit inner = {.t = e->t, .sink = e->sink, .error = e->error, .granted = true};
    emit_ability(&inner, n, &a);
    if (inner.failed) {
        e->failed = true;
        return;
    }
    put(e, out, e->sink->ability(e->sink->self, &a));
}

/* A keyword given to a card that is an ability of its own. */
static void emit_given(Emit *e, const Node *n, Words *out) {
    AbilityDef a = {0};
    Emit inner = {.t = e->t, .sink = e->sink, .error = e->error, .granted = true};
    e->t->tongue->ability(&inner, n, e->t->tongue->given, &a);
    e->failed |= inner.failed;
    put(e, out, e->sink->ability(e->sink->self, &a));
}

static void mark_player(Emit *e, const Node *n, Words *out) {
    unsigned clause = player_clause(e, n, node_code(e, n));
    if (!clause) return;
    put(e, out, OP_PMARK);
    put(e, out, clause);
}

/* Was the last thing that was done to choose? */
static bool just_chosen(Emit *e, const Words *out) {
    unsigned op = 0;
    for (unsigned i = 0; i < out->n && !e->failed; i += op_len(e, out, i))
        if (out->w[i] != OP_MARK) op = out->w[i];
    return op == OP_SELECT || op == OP_AIMPLAYER || op == OP_AIMEITHER;
}

/* "さらに2ダメージを与える": to whom the last action of the kind was done, with another number; to
 * whom was chosen just now. */
static void emit_again(Emit *e, const Node *n, Words *out) {
    unsigned last = last_damage(e, out);
    if (just_chosen(e, out) && e->t->tongue->aims) {
        const Code deal[] = {OP_GAME, (Code)e->t->tongue->op_deal, OP_SELF, OP_IT};
        for (unsigned i = 0; i < 4; i++) put(e, out, deal[i]);
        emit_node(e, node_child(e->t, n, 0), out);
    } else if (last == out->n)
        fail(e, n, "damage to whom?");
    else
        other_amount(e, n, out, last, out);
}

/* Who does not do this cannot do that: rule, players, set; what is to be done. */
static void emit_demand(Emit *e, const Node *n, Words *out) {
    const Node *item[64];
    Words rule = {0}, body = {0};
    unsigned k = flatten(e, node_child(e->t, n, 1), item, 64);
    if (!e->is_static) fail(e, n, "only a static ability can say this");
    const Node *last = item[k - 1]->nchild ? node_child(e->t, item[k - 1], 0) : 0;
    if (!last || last->form != FORM_UNLESS) fail(e, n, "without what?");
    if (e->failed) return;
    emit_rest(e, n, &rule);
    e->in_cost = e->demands = true; /* done like any cost: "it" is what was chosen for it */
    e->is_static = false;
    emit_items(e, item, 0, k, &body);
    e->is_static = true;
    e->in_cost = e->demands = false;
    put(e, &body, OP_END);
    put(e, out, OP_DEMAND);
    append(e, out, &rule);
    put(e, out, e->duration);
    put(e, out, body.n);
    append(e, out, &body);
}

/* The first word is where the card has to lie for the ability to be valid; then goes the code. */
static void emit_inzone(Emit *e, const Node *n, Words *out) {
    const char *s = node_code(e, n);
    Words zone = {0};
    while (*s && *s != ' ') s++;
    s = emit_token(e, n, s, &zone);
    e->in_zones |= zone.n ? zone.w[0] : 0u;
    while (*s == ' ') s++;
    while (*s && *s != ';' && !e->failed) {
        s = emit_token(e, n, s, out);
        while (*s == ' ') s++;
    }
}

/* What is said once and for all, or else (the second segment) of what goes on now. */
static void emit_usual_or(Emit *e, const Node *n, bool usual, Words *out) {
    const char *s = strchr(node_code(e, n), usual ? ' ' : ';');
    while (s && *++s && *s != ';' && !e->failed) s = emit_token(e, n, s, out) - 1;
}

/* ---- who ---- */

static void emit_player(Emit *e, const Node *n, Words *out) {
    mark_player(e, n, out);
    put(e, out, n->player ? n->player : OP_YOU);
}

/* ---- where, when and in which texts the row may stand ---- */

/* Behind another word for where it is valid. */
static void emit_staticonly(Emit *e, const Node *n, Words *out) {
    (void)out;
    if (!e->is_static) fail(e, n, "only a static ability can say this");
}

static void emit_static(Emit *e, const Node *n, Words *out) {
    emit_staticonly(e, n, out);
    emit_rest(e, n, out);
}

/* Two cards at one time: once or twice? Not asked then. */
static void emit_once(Emit *e, const Node *n, Words *out) {
    if (!e->once) fail(e, n, "how often this triggers is told only with the icon for once a turn");
    emit_rest(e, n, out);
}

static void emit_thatattack(Emit *e, const Node *n, Words *out) {
    const uint32_t attacks =
        ev_bit(EV_ATTACK) | ev_bit(EV_SUPPORT) | ev_bit(EV_BLOCK) | ev_bit(EV_BEAT);
    if (!(e->heard & attacks)) fail(e, n, "which attack?");
    put(e, out, DUR_ATTACK);
}

/* Who attacks is known where an attack is heard of. */
static void emit_ofattack(Emit *e, const Node *n, Words *out) {
    if (!(e->heard & (ev_bit(EV_ATTACK) | ev_bit(EV_BLOCK)))) fail(e, n, "which attack?");
    emit_rest(e, n, out);
}

/* A killed card's event tells who killed it (1216.5). */
static void emit_ofkill(Emit *e, const Node *n, Words *out) {
    if (!(e->heard & ev_bit(EV_MOVE))) fail(e, n, "killed when?");
    emit_rest(e, n, out);
}

static void emit_ofdamage(Emit *e, const Node *n, Words *out) {
    if (!(e->heard & ev_bit(EV_DAMAGE))) fail(e, n, "which damage?");
    emit_rest(e, n, out);
}

/* What is left out where something else is done instead. */
static void emit_insteadonly(Emit *e, const Node *n, Words *out) {
    if (!e->replaces) fail(e, n, "instead of what?");
    emit_rest(e, n, out);
}

/* It has not been dealt yet. */
static void emit_replaced(Emit *e, const Node *n, Words *out) {
    if (!e->replaces) fail(e, n, "which damage?");
    emit_ofdamage(e, n, out);
}

static void emit_killed(Emit *e, const Node *n, Words *out) {
    if (!e->kills) fail(e, n, "killed by what? Damage kills later");
    put(e, out, OP_DID);
}

static void emit_inhand(Emit *e, const Node *n, Words *out) {
    e->in_hand = true;
    emit_rest(e, n, out);
}

static void emit_insoul(Emit *e, const Node *n, Words *out) {
    e->in_soul = true;
    emit_rest(e, n, out);
}

static void emit_everywhere(Emit *e, const Node *n, Words *out) {
    e->everywhere = true;
    emit_rest(e, n, out);
}

static void emit_owncost(Emit *e, const Node *n, Words *out) {
    e->everywhere = true;
    emit_inhand(e, n, out);
}

static void emit_static_or(Emit *e, const Node *n, Words *out) {
    emit_usual_or(e, n, e->is_static, out);
}

/* Of the damage that is replaced. */
static void emit_or_instead(Emit *e, const Node *n, Words *out) {
    if (e->replaces && !(e->heard & ev_bit(EV_DAMAGE))) fail(e, n, "which damage?");
    emit_usual_or(e, n, !e->replaces, out);
}

/* Behind a move: who makes it orders the cards. */
static void emit_anyorder(Emit *e, const Node *n, Words *out) {
    (void)e, (void)n;
    out->w[out->n - 2] |= PUT_AS_LIKED;
}

/* ---- delayed triggers ---- */

static void emit_next(Emit *e, const Node *n, Words *out) {
    (void)n, (void)out;
    e->next_time = true;
}

static void emit_nextgame(Emit *e, const Node *n, Words *out) {
    e->for_game = true;
    emit_next(e, n, out);
}

static void emit_oppturn(Emit *e, const Node *n, Words *out) {
    e->in_turn = DUR_OPP_TURN;
    emit_next(e, n, out);
}

static void emit_ownturn(Emit *e, const Node *n, Words *out) {
    e->in_turn = DUR_OWN_TURN;
    emit_next(e, n, out);
}

/* ---- what was said before ---- */

/* Among the cards that were looked at. */
static void emit_recount(Emit *e, const Node *n, Words *out) {
    static const Code from[] = {OP_SELECT, OP_YOU, OP_LEFT};
    bool looked = false;
    for (unsigned i = 0; i < out->n && !e->failed; i += op_len(e, out, i))
        looked |= out->w[i] == OP_LOOK || out->w[i] == OP_SEE || out->w[i] == OP_SHOWALL;
    if (!looked) fail(e, n, "choose among what?");
    for (unsigned i = 0; i < 3; i++) put(e, out, from[i]);
    emit_part(e, node_child(e->t, n, 0), 0, out);
    emit_part(e, node_child(e->t, n, 0), 1, out);
    put(e, out, 1);
}

/* One thing after the other, for the same cards. */
static void emit_gains(Emit *e, const Node *n, Words *out) {
    Words outer = e->gains, dur = {0};
    unsigned saved = e->duration;
    e->gains.n = 0;
    emit_node(e, node_child(e->t, n, 0), &e->gains);
    if (n->nchild == 3) emit_node(e, node_child(e->t, n, 1), &dur);
    if (dur.n) e->duration = dur.w[0];
    emit_node(e, node_child(e->t, n, n->nchild - 1u), out);
    e->duration = saved;
    e->gains = outer;
}

static void emit_letter(Emit *e, const Node *n, Words *out) {
    if (!e->y.n) fail(e, n, "nothing says what Y is");
    put_mark(e, out, OP_NMARK, e->t->tongue->clause_letter);
    append(e, out, &e->y);
}

static void emit_shown(Emit *e, const Node *n, Words *out) {
    put(e, out, n->value ? OP_LEFT : OP_IT);
}

static void emit_nowhere(Emit *e, const Node *n, Words *out) {
    (void)out;
    fail(e, n, "instead of which move?");
}

static const struct {
    const char *word;
    void (*emit)(Emit *e, const Node *n, Words *out); /* 0: it has no place inside code */
} specials[] = {
#define SPECIAL(word, gives, rest, parts, emit) {#word, emit},
#include "text/specials.def"
#undef SPECIAL
};

void emit_special(Emit *e, const Node *n, const char *s, size_t len, Words *out) {
    for (unsigned i = 0; i < sizeof specials / sizeof *specials; i++) {
        const char *w = specials[i].word;
        if (strncmp(w, s, len) || w[len] || !specials[i].emit) continue;
        specials[i].emit(e, n, out);
        return;
    }
    fail(e, n, "grammar: unknown special row");
}
