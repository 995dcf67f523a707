/* Template words that begin with '!', for what a row cannot express in code. specials.def lists
 * them; the functions here are named in its last column and called by emit_special. */
#include "text/emit.h"
#include "text/tongue.h"
#include "vm/vm.h"

/* "Choose from the following": one body per mode. */
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

/* A quoted ability that a card gains, compiled like a printed one. */
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

/* A keyword that a card gains as an ability of its own. */
static void emit_given(Emit *e, const Node *n, Words *out) {
    AbilityDef a = {0};
    Emit inner = {.t = e->t, .sink = e->sink, .error = e->error, .granted = true};
    e->t->tongue->ability(&inner, n, e->t->tongue->granted_kind, &a);
    e->failed |= inner.failed;
    put(e, out, e->sink->ability(e->sink->self, &a));
}

/* Marks the clause that decides what a player word means (9.14). */
static void mark_player(Emit *e, const Node *n, Words *out) {
    unsigned clause = player_clause(e, n, node_code(e, n));
    if (!clause) return;
    put(e, out, OP_PMARK);
    put(e, out, clause);
}

/* Is the last action a choice? */
static bool ends_with_choice(Emit *e, const Words *out) {
    unsigned op = 0;
    for (unsigned i = 0; i < out->n && !e->failed; i += op_len(e, out, i))
        if (out->w[i] != OP_MARK) op = out->w[i];
    return op == OP_SELECT || op == OP_AIMPLAYER || op == OP_AIMEITHER;
}

/* "さらに2ダメージを与える": to what was chosen just before, else to what the last damage was dealt
 * to. */
static void emit_again(Emit *e, const Node *n, Words *out) {
    unsigned last = last_damage(e, out);
    if (ends_with_choice(e, out) && e->t->tongue->targets_on_entry) {
        const Code deal[] = {OP_GAME, (Code)e->t->tongue->op_deal, OP_SELF, OP_IT};
        for (unsigned i = 0; i < 4; i++) put(e, out, deal[i]);
        emit_node(e, node_child(e->t, n, 0), out);
    } else if (last == out->n)
        fail(e, n, "the text does not say what takes the damage");
    else
        emit_damage_again(e, n, out, last, out);
}

/* "Players who do not do this cannot do that": operands are rule, players and set; the action is a
 * cost. */
static void emit_demand(Emit *e, const Node *n, Words *out) {
    const Node *item[64];
    Words rule = {0}, body = {0};
    unsigned k = flatten(e, node_child(e->t, n, 1), item, 64);
    if (!e->is_static) fail(e, n, "this is only allowed in a static ability");
    const Node *last = item[k - 1]->nchild ? node_child(e->t, item[k - 1], 0) : 0;
    if (!last || last->form != FORM_UNLESS)
        fail(e, n, "this needs an action in the form 「…しなければ」");
    if (e->failed) return;
    emit_tail(e, n, &rule);
    const Words named = e->last_set;  /* the cost names sets of its own */
    e->in_cost = e->in_demand = true; /* "it" is what was chosen for the cost */
    e->is_static = false;
    emit_items(e, item, 0, k, &body);
    e->is_static = true;
    e->last_set = named;
    e->in_cost = e->in_demand = false;
    put(e, &body, OP_END);
    put(e, out, OP_DEMAND);
    append(e, out, &rule);
    put(e, out, e->duration);
    put(e, out, body.n);
    append(e, out, &body);
}

/* The place is that of the player named; without one, that of each card's owner. */
static void emit_goal(Emit *e, const Node *n, Words *out) {
    const Node *owner = role_filler(e->t, n, 'o');
    if (!owner || !out->n) return;
    if (!owner->nchild) return; /* 持ち主の */
    const Node *who = node_child(e->t, owner, 0);
    if (same_word(node_code(e, who), "!self")) return; /* whoever acts, with his own cards */
    if (who->player == OP_YOU) out->w[out->n - 1] |= PUT_MASTERS;
    if (who->player == OP_OPP) out->w[out->n - 1] |= PUT_OPPONENTS;
}

static void emit_state(Emit *e, const Node *n, Words *out) {
    const Node *state = role_filler(e->t, n, 'z');
    Words flags = {0};
    if (!state || !out->n) return;
    emit_node(e, state, &flags);
    if (flags.n) out->w[out->n - 1] |= flags.w[0];
}

void emit_destination(Emit *e, const Node *n, Words *out) {
    emit_node(e, role_filler(e->t, n, 'D'), out);
    emit_goal(e, n, out);
    emit_state(e, n, out);
}

static void emit_upto(Emit *e, const Node *n, Words *out) {
    Words least = {0}, most = {0};
    emit_part(e, role_filler(e->t, n, 'n'), 0, &least);
    emit_part(e, role_filler(e->t, n, 'n'), 1, &most);
    put(e, out, least.n != most.n || memcmp(least.w, most.w, least.n * sizeof(Code)) != 0);
}

/* One of two places. */
static void emit_either(Emit *e, const Node *n, Words *out) {
    Words a = {0}, b = {0};
    emit_node(e, node_child(e->t, n, 0), &a);
    emit_node(e, node_child(e->t, n, 1), &b);
    for (unsigned i = 0; i < 2 && a.n == 2 && b.n == 2; i++) put(e, out, a.w[i] | b.w[i]);
}

/* The first word is the zone in which the ability is valid; the rest is code. */
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

/* Writes the first segment behind the special word, or the second. */
static void emit_first_or_second(Emit *e, const Node *n, bool first, Words *out) {
    const char *s = strchr(node_code(e, n), first ? ' ' : ';');
    while (s && *++s && *s != ';' && !e->failed) s = emit_token(e, n, s, out) - 1;
}

/* ---- players ---- */

static void emit_player(Emit *e, const Node *n, Words *out) {
    mark_player(e, n, out);
    put(e, out, n->player ? n->player : OP_YOU);
}

/* ---- restrictions on where a row may be used, and what it implies ---- */

/* Like !static, for rows that begin with another special word. */
static void emit_staticonly(Emit *e, const Node *n, Words *out) {
    (void)out;
    if (!e->is_static) fail(e, n, "this is only allowed in a static ability");
}

static void emit_static(Emit *e, const Node *n, Words *out) {
    emit_staticonly(e, n, out);
    emit_tail(e, n, out);
}

/* Several simultaneous events would leave open how often the ability triggers; the once-a-turn icon
 * settles it. */
static void emit_once(Emit *e, const Node *n, Words *out) {
    if (!e->once) fail(e, n, "this is only allowed in an ability that can be used once a turn");
    emit_tail(e, n, out);
}

/* "When you put cards …": once for all cards that are put at the same time. */
static void emit_perdeed(Emit *e, const Node *n, Words *out) {
    e->per_deed = true;
    emit_tail(e, n, out);
}

static void emit_thatattack(Emit *e, const Node *n, Words *out) {
    const uint32_t attacks =
        ev_bit(EV_ATTACK) | ev_bit(EV_SUPPORT) | ev_bit(EV_BLOCK) | ev_bit(EV_BEAT);
    if (!(e->trigger_events & attacks)) fail(e, n, "the trigger is not about an attack");
    put(e, out, DUR_ATTACK);
}

/* The attacker is only known when the trigger is about an attack. */
static void emit_ofattack(Emit *e, const Node *n, Words *out) {
    if (!(e->trigger_events & (ev_bit(EV_ATTACK) | ev_bit(EV_BLOCK))))
        fail(e, n, "the trigger is not about an attack");
    emit_tail(e, n, out);
}

/* The move event of a killed card records who killed it (1216.5). */
static void emit_ofkill(Emit *e, const Node *n, Words *out) {
    if (!(e->trigger_events & ev_bit(EV_MOVE)))
        fail(e, n, "the trigger is not about a card that is killed");
    emit_tail(e, n, out);
}

static void emit_ofdamage(Emit *e, const Node *n, Words *out) {
    if (!(e->trigger_events & ev_bit(EV_DAMAGE))) fail(e, n, "the trigger is not about damage");
    emit_tail(e, n, out);
}

static void emit_insteadonly(Emit *e, const Node *n, Words *out) {
    if (!e->in_replacement) fail(e, n, "this is only allowed in a replacement effect");
    emit_tail(e, n, out);
}

/* The damage being replaced, not yet dealt. */
static void emit_replaced(Emit *e, const Node *n, Words *out) {
    if (!e->in_replacement) fail(e, n, "this is only allowed in a replacement effect");
    emit_ofdamage(e, n, out);
}

/* "If it was killed this way": only direct killing counts. */
static void emit_killed(Emit *e, const Node *n, Words *out) {
    if (!e->last_kills)
        fail(e, n,
             "the action before this does not kill (damage kills only at the next rule check)");
    put(e, out, OP_DID);
}

static void emit_inhand(Emit *e, const Node *n, Words *out) {
    e->in_hand = true;
    emit_tail(e, n, out);
}

static void emit_insoul(Emit *e, const Node *n, Words *out) {
    e->in_soul = true;
    emit_tail(e, n, out);
}

static void emit_everywhere(Emit *e, const Node *n, Words *out) {
    e->everywhere = true;
    emit_tail(e, n, out);
}

static void emit_owncost(Emit *e, const Node *n, Words *out) {
    e->everywhere = true;
    emit_inhand(e, n, out);
}

static void emit_static_or(Emit *e, const Node *n, Words *out) {
    emit_first_or_second(e, n, e->is_static, out);
}

/* In a replacement effect: of the damage being replaced. */
static void emit_or_instead(Emit *e, const Node *n, Words *out) {
    if (e->in_replacement && !(e->trigger_events & ev_bit(EV_DAMAGE)))
        fail(e, n, "the trigger is not about damage");
    emit_first_or_second(e, n, !e->in_replacement, out);
}

/* Modifies the move in front of it: the player who moves the cards orders them. */
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
    e->delay_game = true;
    emit_next(e, n, out);
}

static void emit_oppturn(Emit *e, const Node *n, Words *out) {
    e->delay_turn = DUR_OPP_TURN;
    emit_next(e, n, out);
}

static void emit_ownturn(Emit *e, const Node *n, Words *out) {
    e->delay_turn = DUR_OWN_TURN;
    emit_next(e, n, out);
}

/* ---- references ---- */

/* Chooses again among the cards that were looked at. */
static void emit_recount(Emit *e, const Node *n, Words *out) {
    static const Code from[] = {OP_SELECT, OP_YOU, OP_LEFT};
    bool looked = false;
    for (unsigned i = 0; i < out->n && !e->failed; i += op_len(e, out, i))
        looked |= out->w[i] == OP_LOOK || out->w[i] == OP_SEE || out->w[i] == OP_SHOWALL;
    if (!looked) fail(e, n, "no cards were looked at before this");
    for (unsigned i = 0; i < 3; i++) put(e, out, from[i]);
    emit_part(e, node_child(e->t, n, 0), 0, out);
    emit_part(e, node_child(e->t, n, 0), 1, out);
    put(e, out, 1);
}

/* Several gains for the same cards: each refers to them as @g. */
static void emit_gains(Emit *e, const Node *n, Words *out) {
    Words outer = e->gain_set, dur = {0};
    unsigned saved = e->duration;
    e->gain_set.n = 0;
    emit_node(e, node_child(e->t, n, 0), &e->gain_set);
    if (n->nchild == 3) emit_node(e, node_child(e->t, n, 1), &dur);
    if (dur.n) e->duration = dur.w[0];
    emit_node(e, node_child(e->t, n, n->nchild - 1u), out);
    e->duration = saved;
    e->gain_set = outer;
}

/* Y and other letters are always replaced by their definition. */
static void emit_letter(Emit *e, const Node *n, Words *out) {
    if (!e->y.n) fail(e, n, "the text does not define Y");
    put_mark(e, out, OP_NMARK, e->t->tongue->clause_letter);
    append(e, out, &e->y);
}

static void emit_shown(Emit *e, const Node *n, Words *out) {
    put(e, out, n->value ? OP_LEFT : OP_IT);
}

/* These rows only modify the sentence before them; emit_sentences consumes them. */
static void emit_nowhere(Emit *e, const Node *n, Words *out) {
    (void)out;
    fail(e, n, "there is no move before this to replace");
}

static const struct {
    const char *word;
    void (*emit)(Emit *e, const Node *n,
                 Words *out); /* null: only emit_items and Tongue.ability read it */
} specials[] = {
#define SPECIAL(word, gives, rest, parts, emit) {#word, emit},
#include "text/specials.def"
#undef SPECIAL
};

/* A linear search is enough: specials are rare compared to plain words. */
void emit_special(Emit *e, const Node *n, const char *s, size_t len, Words *out) {
    for (unsigned i = 0; i < sizeof specials / sizeof *specials; i++) {
        const char *w = specials[i].word;
        if (strncmp(w, s, len) || w[len] || !specials[i].emit) continue;
        specials[i].emit(e, n, out);
        return;
    }
    fail(e, n, "grammar: unknown special row");
}
