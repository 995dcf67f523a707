/* Template words that begin with '!', for what a row cannot express in code. specials.def lists
 * them; the functions here are named in its last column and called by emit_special. */
#include "kernel/pick.h"
#include "text/emit.h"
#include "text/explain.h"
#include "text/chart.h"
#include "text/tongue.h"
#include "vm/vm.h"
#include <stdio.h>
#include <stdlib.h>

/* Entries with names are chosen by these. */
static void refuse_names(Emit *e, const Node *list) {
    const Node *mode[12];
    unsigned k = flatten(e, list, mode, 12);
    for (unsigned i = 0; i < k; i++)
        if (mode[i]->nchild > 1) fail(e, mode[i], "no entry of this name is spoken of before");
}

/* Writes MODES with this number, whether fewer may be chosen, and a body per mode of the list. */
static void put_modes(Emit *e, const Node *n, const Words *count, const Words *may,
                      const Node *list, Words *out) {
    const Node *mode[12];
    unsigned k = flatten(e, list, mode, 12);
    Words body[12];
    put(e, out, OP_MODES);
    put(e, out, n->player ? n->player : OP_YOU);
    append(e, out, count);
    append(e, out, may);
    put(e, out, k);
    for (unsigned i = 0; i < k; i++) {
        body[i].n = 0;
        emit_body(e, node_child(e->t, mode[i], mode[i]->nchild - 1u), &body[i]);
        put(e, out, body[i].n);
    }
    for (unsigned i = 0; i < k; i++) append(e, out, &body[i]);
}

/* "Choose from the following": one body per mode. */
static void emit_modes(Emit *e, const Node *n, Words *out) {
    Words count, may;
    count.n = may.n = 0;
    emit_node(e, node_child(e->t, n, 0), &count);
    emit_part(e, node_child(e->t, n, 0), 1, &may);
    refuse_names(e, node_child(e->t, n, n->nchild - 1u));
    put_modes(e, n, &count, &may, node_child(e->t, n, n->nchild - 1u), out);
    if (n->nchild > 2) emit_sentence(e, node_child(e->t, n, 1), out); /* 以下から1つ選び、…する。 */
}

/* Is the name of the entry what the list of names says? */
static bool same_label(const Emit *e, const Node *a, const Node *b) {
    unsigned n = (unsigned)(a->end - a->start);
    return a->leaf == LEAF_LABEL && b->leaf == LEAF_LABEL && n == (unsigned)(b->end - b->start) &&
           !memcmp(e->t->cp + a->start, e->t->cp + b->start, n * sizeof *e->t->cp);
}

/* "「A」か「B」から1つ選び、以下を行う。A.… B.…": the entries are those named, in that order. */
static void emit_called(Emit *e, const Node *n, Words *out) {
    const Node *name[12], *mode[12], *list = node_child(e->t, n, 2);
    unsigned k = flatten(e, list, mode, 12), names = flatten(e, node_child(e->t, n, 0), name, 12);
    Words count, may;
    count.n = may.n = 0;
    if (names != k) fail(e, list, "the entries of the list are not those named");
    for (unsigned i = 0; i < k && !e->failed; i++)
        if (!same_label(e, name[i], node_child(e->t, mode[i], 0)))
            fail(e, mode[i], "the entries of the list are not those named");
    emit_node(e, node_child(e->t, n, 1), &count);
    emit_part(e, node_child(e->t, n, 1), 1, &may);
    put_modes(e, n, &count, &may, list, out);
}

/* "Choose one; if …, two instead": the first number, and the difference if the condition holds. */
static void emit_modesif(Emit *e, const Node *n, Words *out) {
    Words count, first, second, may;
    count.n = first.n = second.n = may.n = 0;
    emit_node(e, node_child(e->t, n, 0), &first);
    emit_part(e, node_child(e->t, n, 0), 1, &may);
    emit_node(e, node_child(e->t, n, 2), &second);
    put(e, &count, OP_ADD);
    append(e, &count, &first);
    put(e, &count, OP_MUL);
    put(e, &count, OP_BIT);
    emit_node(e, node_child(e->t, n, 1), &count);
    put(e, &count, OP_SUB);
    append(e, &count, &second);
    append(e, &count, &first);
    refuse_names(e, node_child(e->t, n, 3));
    put_modes(e, n, &count, &may, node_child(e->t, n, 3), out);
}

/* Writes the entries of the list that the labels name. */
static void emit_labelled(Emit *e, const Node *labels, const Node **mode, unsigned k, Words *out) {
    for (; labels; labels = labels->nchild > 1 ? node_child(e->t, labels, 1) : 0) {
        Words number;
        number.n = 0;
        if (labels->nchild) emit_node(e, node_child(e->t, labels, 0), &number);
        unsigned only = number.n == 2 ? number.w[1] : 0; /* 0: all of them */
        if (only > k) fail(e, labels, "the list has no such entry");
        for (unsigned i = 0; i < k; i++)
            if (!only || only == i + 1)
                emit_body(e, node_child(e->t, mode[i], mode[i]->nchild - 1u), out);
    }
}

/* The cases of a list, each under its condition: the first condition that holds decides. */
static void emit_cases(Emit *e, const Node *list, const Node **mode, unsigned k, Words *out) {
    const Node *one[8];
    unsigned count = flatten(e, list, one, 8);
    Words cond[8], chain, then;
    chain.n = 0;
    for (unsigned i = 0; i < count; i++) {
        cond[i].n = 0;
        if (one[i]->nchild < 2) continue;
        emit_node(e, node_child(e->t, one[i], 0), &cond[i]);
        note_condition(e, &cond[i]); /* "奇数なら" goes on about the same number */
    }
    for (unsigned i = count; i-- > 0 && !e->failed;) {
        then.n = 0;
        emit_labelled(e, node_child(e->t, one[i], one[i]->nchild - 1u), mode, k, &then);
        if (!cond[i].n && i + 1 < count) fail(e, one[i], "this must be the last of the cases");
        if (!cond[i].n) {
            chain = then;
            continue;
        }
        Words whole;
        whole.n = 0;
        if (chain.n)
            emit_if_else(e, &cond[i], &then, &chain, false, &whole);
        else
            put_if(e, &whole, &cond[i]), put(e, &whole, then.n), append(e, &whole, &then);
        chain = whole;
    }
    append(e, out, &chain);
}

/* "【A】、【B】を1つ選ぶ": X is the keyword chosen. */
static void emit_pickkey(Emit *e, const Node *n, Words *out) {
    const Node *key[12] = {node_child(e->t, n, 0)};
    unsigned k = 1 + flatten(e, node_child(e->t, n, 1), key + 1, 11);
    const Code head[] = {OP_MODES, n->player ? n->player : OP_YOU, OP_NUM, 1, 0, (Code)k};
    e->keys.n = 0;
    for (unsigned i = 0; i < 6; i++) put(e, out, head[i]);
    for (unsigned i = 0; i < k; i++) put(e, out, 3);
    for (unsigned i = 0; i < k; i++) {
        emit_node(e, key[i], &e->keys);
        put(e, out, OP_SETX);
        put(e, out, OP_NUM);
        emit_node(e, key[i], out);
    }
}

/* "その能力を持つ": with the keyword that was chosen. */
static void emit_thatkey(Emit *e, const Node *n, Words *out) {
    if (!e->keys.n) fail(e, n, "no keyword was chosen before this");
    put(e, out, OP_FOR);
    put(e, out, e->keys.n);
    for (unsigned i = 0; i < e->keys.n; i++) {
        const Code one[] = {OP_FAND,      2,      OP_SO,       OP_EQ, OP_X, OP_NUM,
                            e->keys.w[i], OP_KEY, e->keys.w[i]};
        for (unsigned j = 0; j < 9; j++) put(e, out, one[j]);
    }
}

/* "…ならⅰ、…ならⅱを行う". */
static void emit_dispatch(Emit *e, const Node *n, Words *out) {
    const Node *mode[12];
    unsigned k = flatten(e, node_child(e->t, n, 1), mode, 12);
    emit_cases(e, node_child(e->t, n, 0), mode, k, out);
}

/* A second sentence, "…なら、さらにⅲを行う", asks about what was so before the first was carried
 * out: X holds the answer meanwhile. */
static void emit_dispatchalso(Emit *e, const Node *n, Words *out) {
    static const Words held = {.n = 2, .w = {OP_XBIT, 0}};
    const Node *mode[12];
    unsigned k = flatten(e, node_child(e->t, n, 3), mode, 12);
    put(e, out, OP_SETX);
    put(e, out, OP_BIT);
    emit_node(e, node_child(e->t, n, 1), out);
    emit_cases(e, node_child(e->t, n, 0), mode, k, out);
    Words head;
    head.n = 0;
    unsigned from = out->n;
    emit_labelled(e, node_child(e->t, n, 2), mode, k, out);
    put_if(e, &head, &held);
    wrap(e, out, from, &head);
}

/* "…を行う。「…」としてⅲでもよい": what the cases say, or that entry, as the player likes. */
static void emit_dispatchor(Emit *e, const Node *n, Words *out) {
    const Node *mode[12];
    unsigned k = flatten(e, node_child(e->t, n, 3), mode, 12);
    Words body[2];
    body[0].n = body[1].n = 0;
    emit_cases(e, node_child(e->t, n, 0), mode, k, &body[0]);
    emit_labelled(e, node_child(e->t, n, 2), mode, k, &body[1]);
    const Code head[] = {OP_MODES, n->player ? n->player : OP_YOU, OP_NUM, 1, 0, 2};
    for (unsigned i = 0; i < 6; i++) put(e, out, head[i]);
    for (unsigned i = 0; i < 2; i++) put(e, out, body[i].n);
    for (unsigned i = 0; i < 2; i++) append(e, out, &body[i]);
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
static void put_demand(Emit *e, const Node *n, unsigned form, Words *out) {
    const Node *item[64];
    Words rule, body;
    rule.n = body.n = 0;
    unsigned k = flatten(e, node_child(e->t, n, 1), item, 64);
    if (!e->is_static) fail(e, n, "this is only allowed in a static ability");
    const Node *last = item[k - 1]->nchild ? node_child(e->t, item[k - 1], 0) : 0;
    if (!last || last->form != form) fail(e, n, "this needs an action in the form 「…しなければ」");
    if (e->failed) return;
    emit_tail(e, n, &rule);
    const Words named = e->last_set;  /* the cost names sets of its own */
    e->in_cost = e->in_demand = true; /* "it" is what was chosen for the cost */
    e->is_static = false;
    emit_items(e, item, 0, k, &body);
    e->is_static = true;
    e->last_set = named;
    e->in_cost = e->in_demand = false;
    mark_tried(e, &body);
    put(e, &body, OP_END);
    put(e, out, OP_DEMAND);
    append(e, out, &rule);
    put(e, out, e->duration);
    put(e, out, body.n);
    append(e, out, &body);
}

static void emit_demand(Emit *e, const Node *n, Words *out) { put_demand(e, n, FORM_UNLESS, out); }

/* "アイサツするためには、…しなければならない" */
static void emit_demand_first(Emit *e, const Node *n, Words *out) {
    put_demand(e, n, FORM_FINAL, out);
}

/* The place is that of the player named; without one, that of each card's owner. */
static void emit_goal(Emit *e, const Node *n, Words *out) {
    const Node *owner = role_filler(e->t, n, 'o');
    if (!owner || !out->n) return;
    if (!owner->nchild) { /* 持ち主の */
        const bool owners = same_word(node_code(e, owner), "0");
        if (owners && e->t->game->master_zones) out->w[out->n - 1] |= PUT_OWNERS;
        return;
    }
    const Node *who = node_child(e->t, owner, 0);
    if (same_word(node_code(e, who), "!self")) return; /* whoever acts, with his own cards */
    if (who->player == OP_YOU) out->w[out->n - 1] |= PUT_MASTERS;
    if (who->player == OP_OPP) out->w[out->n - 1] |= PUT_OPPONENTS;
}

static void emit_state(Emit *e, const Node *n, Words *out) {
    const Node *state = role_filler(e->t, n, 'z');
    Words flags;
    flags.n = 0;
    if (!state || !out->n) return;
    emit_node(e, state, &flags);
    if (flags.n) out->w[out->n - 1] |= flags.w[0];
}

/* "《X》のいるメンバー": the seats that the move at hand may choose, by the cards there. */
static void note_seats(Emit *e, const Node *n, unsigned taken) {
    e->onto.n = 0;
    put(e, &e->onto, OP_ONTO);
    put(e, &e->onto, taken);
    emit_node(e, node_child(e->t, n, 0), &e->onto);
    if (e->in_cost) fail(e, n, "a cost cannot say which cards lie on the seat");
}
static void emit_onto(Emit *e, const Node *n, Words *out) {
    (void)out;
    note_seats(e, n, 1);
}
static void emit_notonto(Emit *e, const Node *n, Words *out) {
    (void)out;
    note_seats(e, n, 0);
}

void emit_destination(Emit *e, const Node *n, Words *out) {
    emit_node(e, role_filler(e->t, n, 'D'), out);
    emit_goal(e, n, out);
    emit_state(e, n, out);
}

/* Is the owner of the set's cards not said? */
static bool owner_unsaid(const Emit *e, const Node *set) {
    const Node *own = !set->leaf && set->nchild ? node_child(e->t, set, 0) : 0;
    return own && !own->leaf && own->start == own->end &&
           grammar_row(e->t->grammar, own->row)->implicit;
}

/* Makes the players of "CARDS players …" the holders of the other card. */
static void held_with(Emit *e, Words *set, const Words *other) {
    Words out;
    Pc pc = 1;
    out.n = 0;
    if (e->failed || set->w[0] != OP_CARDS) return;
    vm_skip(e->t->game, set->w, &pc);
    put(e, &out, OP_CARDS);
    put(e, &out, OP_HOLDER);
    append(e, &out, other);
    for (unsigned i = pc; i < set->n; i++) put(e, &out, set->w[i]);
    *set = out;
}

/* The owner of one of two sets that swap is not said: that of the other; of both: who acts. */
static void owned_with(Emit *e, const Node *n, Words *set, const Words *other, bool unsaid) {
    Words out = {0};
    Pc pc = 1, end = 1;
    if (other->w[0] != OP_CARDS) {
        held_with(e, set, other);
        return;
    }
    if (e->failed || set->w[0] != OP_CARDS) return;
    vm_skip(e->t->game, set->w, &pc);
    vm_skip(e->t->game, other->w, &end);
    put(e, &out, OP_CARDS);
    if (unsaid) put(e, &out, n->player);
    for (unsigned i = 1; i < end && !unsaid; i++) put(e, &out, other->w[i]);
    for (unsigned i = pc; i < set->n; i++) put(e, &out, set->w[i]);
    *set = out;
}

/* Writes the choice of so many cards of the set, which becomes "it". */
static void choose_of(Emit *e, const Node *n, Words *set, const Words *count, Words *out) {
    put(e, out, OP_SELECT);
    put(e, out, n->player);
    append(e, out, set);
    append(e, out, count);
    append(e, out, count);
    put(e, out, 1);
    set->n = 1;
    set->w[0] = OP_IT;
}

/* Is the last action the choice of as many cards as were chosen before it? */
static bool chose_as_many(Emit *e, const Words *out) {
    static const Code as_many[] = {OP_COUNT, OP_IT, OP_COUNT, OP_IT, PICK_KEEP};
    unsigned last = out->n;
    for (unsigned i = 0; i < out->n && !e->failed; i += op_len(e, out, i))
        if (out->w[i] != OP_MARK) last = i;
    return last < out->n && out->w[last] == OP_SELECT &&
           !memcmp(&out->w[last + op_len(e, out, last) - 5], as_many, sizeof as_many);
}

/* Is "it" the card chosen last, of the zone that some cards enter only by effects that name their
 * kind? Its partner goes there. */
static bool goes_to_restricted(const Emit *e, const Words *it) {
    const Words *from = &e->chosen_from;
    const ZoneId z = e->t->tongue->restricted_zone;
    Pc zones = 1;
    if (!z || !from->n || it->n != 1 || it->w[0] != OP_IT) return false;
    vm_skip(e->t->game, from->w, &zones);
    return from->w[zones] >> z & 1;
}

/* "Swap it with …". Of a set of several cards one is chosen; the card that the partner is chosen
 * for is kept meanwhile. A zone without an owner is that of the other card. */
static void emit_swap(Emit *e, const Node *n, Words *out) {
    const Node *with = role_filler(e->t, n, 'r'), *object = role_filler(e->t, n, 's'),
               *state = role_filler(e->t, n, 'z');
    static const Words one = {.n = 2, .w = {OP_NUM, 1}};
    Words it, partner, count, flags;
    it.n = partner.n = count.n = flags.n = 0;
    e->partner_unknown = false;
    if (object)
        emit_node(e, object, &it);
    else
        emit_it(e, n, &it);
    if (state) emit_node(e, state, &flags);
    unsigned op = flags.n && (flags.w[0] & PUT_RESTED) ? OP_SWAPREST : OP_SWAP;
    bool bare = !with || same_word(grammar_row(e->t->grammar, with->row)->pattern, "<zone>");
    if (bare && it.n == 1 && it.w[0] == OP_IT && chose_as_many(e, out)) {
        put(e, out, op); /* those chosen first with those chosen then */
        put(e, out, OP_KEPT);
        put(e, out, OP_IT);
        return;
    }
    if (!with) {
        put(e, out, op);
        append(e, out, &it);
        append(e, out, &it);
        return;
    }
    const char *pattern = grammar_row(e->t->grammar, with->row)->pattern;
    if (same_word(pattern, "<zone>")) {
        const Node *zone = node_child(e->t, with, 0);
        Words filter;
        filter.n = 0;
        put(e, &partner, OP_CARDS);
        put(e, &partner, OP_YOU);
        emit_node(e, zone, &partner);
        emit_part(e, zone, 1, &filter);
        put_body(e, &partner, &filter);
    } else {
        emit_node(e, with, &partner);
        emit_part(e, with, 1, &count);
    }
    const Node *set = same_word(pattern, "<set1>") ? node_child(e->t, with, 0) : with;
    bool unsaid = same_word(pattern, "<zone>") || owner_unsaid(e, set);
    if (object && it.w[0] == OP_CARDS && owner_unsaid(e, object))
        owned_with(e, n, &it, &partner, unsaid);
    if (it.w[0] == OP_CARDS && !e->failed) {
        choose_of(e, n, &it, &one, out);
        if (partner.n == 1 && partner.w[0] == OP_IT) partner.w[0] = OP_KEPT;
    }
    if (unsaid) held_with(e, &partner, &it);
    bool several = partner.w[0] == OP_CARDS && !same_word(pattern, "<zone>");
    if (count.n == 2 && !count.w[1]) count.n = 0;
    if (count.n || several) {
        const Tongue *t = e->t->tongue;
        const Words others = {
            .n = 5,
            .w = {OP_FNOT, OP_FMARK, (Code)t->clause_restricted, OP_KIND, t->restricted_kind}};
        widen_partner(e, &partner);
        if (goes_to_restricted(e, &it)) narrow_set(e, &partner, &others);
        choose_of(e, n, &partner, count.n ? &count : &one, out);
        if (it.n == 1 && it.w[0] == OP_IT) it.w[0] = OP_KEPT;
    }
    e->partner_unknown = !count.n && !several && partner.w[0] == OP_CARDS;
    put(e, out, op);
    append(e, out, &it);
    append(e, out, &partner);
}

/* "〔A〕以外のあなたの…": the adjective in front of a set, tested before the set's own filter. */
static void emit_narrowed(Emit *e, const Node *n, Words *out) {
    Words set, filter, body;
    set.n = filter.n = body.n = 0;
    Pc pc = 1;
    emit_node(e, node_child(e->t, n, 1), &set);
    emit_node(e, node_child(e->t, n, 0), &filter);
    if (e->failed) return;
    if (set.w[0] != OP_CARDS) {
        narrow_set(e, &set, &filter);
        append(e, out, &set);
        return;
    }
    vm_skip(e->t->game, set.w, &pc);
    put(e, &body, OP_FAND);
    put(e, &body, 2);
    append(e, &body, &filter);
    for (unsigned i = pc + 2u; i < set.n; i++) put(e, &body, set.w[i]);
    for (unsigned i = 0; i <= pc; i++) put(e, out, set.w[i]);
    put_body(e, out, &body);
}

/* "サポートされたキャラ" in a trigger of that kind is the card of the event, wherever it is now;
 * elsewhere it is the card in that role of the current attack. */
static void emit_acted(Emit *e, const Node *n, Words *out) {
    Words kind, event;
    kind.n = event.n = 0;
    const char *s = strstr(node_code(e, n), "!acted") + strlen("!acted");
    s = emit_token(e, n, s, &kind);
    s = emit_token(e, n, s, &event);
    if (!e->is_static && kind.n && e->trigger_events == ev_bit(kind.w[0])) {
        append(e, out, &event);
        return;
    }
    while (*s == ' ') s++;
    while (*s && !e->failed) {
        s = emit_token(e, n, s, out);
        while (*s == ' ') s++;
    }
}

/* Was the last choice one of cards that need not be of this kind? */
static bool kind_unknown(Emit *e, Code kind) {
    const Words *set = &e->chosen_from;
    const int field = words_find(e->t->grammar->words, "FIELD", strlen("FIELD"));
    Pc pc = 1;
    if (!set->n || e->described) return false;
    vm_skip(e->t->game, set->w, &pc);
    if (field > 0 && !(set->w[pc] & ~(Code)field)) return false;
    for (unsigned i = pc + 2u; i + 1 < set->n; i++)
        if (set->w[i] == OP_KIND && set->w[i + 1] == kind) return false;
    return true;
}

/* "そのキャラ": behind "it". A card that is none is not meant; and after a choice of cards that the
 * text does not describe, the card that the trigger describes is meant. */
static void emit_ofkind(Emit *e, const Node *n, Words *out) {
    const int kind = words_find(e->t->grammar->words, "K_CH", strlen("K_CH"));
    if (n->antecedent || e->failed || !out->n || out->w[out->n - 1] != OP_IT) return;
    if (n->from_event) {
        out->w[out->n - 1] = e->it_object ? OP_OBJ : OP_SUBJ;
    } else if (kind >= 0 && kind_unknown(e, (Code)kind)) {
        out->w[out->n - 1] = OP_ONLY;
        put(e, out, OP_IT);
        put(e, out, OP_KIND);
        put(e, out, (Code)kind);
    }
}

/* "選んだキャラ", behind "the characters among those chosen": "it" if only such cards were chosen.
 */
static void emit_ofmade(Emit *e, const Node *n, Words *out) {
    const int kind = words_find(e->t->grammar->words, "K_CH", strlen("K_CH"));
    unsigned at = out->n;
    (void)n;
    if (e->failed || at < 4 || out->w[at - 2] != OP_KIND || out->w[at - 1] != (Code)kind) return;
    for (at -= 2; at >= 4 && out->w[at - 2] == OP_FMARK;) at -= 2;
    if (kind_unknown(e, (Code)kind)) return;
    const bool it = out->w[at - 2] == OP_ONLY && out->w[at - 1] == OP_IT;
    const bool arrived = at >= 5 && out->w[at - 3] == OP_ONLY && out->w[at - 2] == OP_ARRIVED;
    if (!it && !arrived) return;
    out->n = at;
    for (unsigned i = at - (it ? 2u : 3u); i + 1 < at; i++) out->w[i] = out->w[i + 1];
    out->n = at - 1;
}

/* The first of two piles: the cards chosen by the action before, which divided them. */
static void emit_pile(Emit *e, const Node *n, Words *out) {
    const char *before = e->last_act ? node_code(e, e->last_act) : "";
    if (!strstr(before, "SUB COUNT $1 NUM 1")) fail(e, n, "no cards were divided before this");
    put(e, out, OP_IT);
}

/* The number that an action before this declared. */
static void emit_declared(Emit *e, const Node *n, Words *out) {
    bool declared = false;
    for (unsigned i = 0; i < e->nacts; i++)
        declared |= strstr(node_code(e, e->acts[i]), "DECLARE ") != 0;
    if (!declared) fail(e, n, "no number was declared before this");
    put(e, out, OP_X);
}

/* "Of those": the cards chosen just now, else those of the condition before. */
static void emit_amongthose(Emit *e, const Node *n, Words *out) {
    if (e->last_act && act_chooses(e->t, e->last_act))
        put(e, out, OP_IT);
    else
        emit_last_condition(e, n, 's', out);
}

/* "That number": the one declared just now, else of the cards that "it" is. */
static void emit_theirnumber(Emit *e, const Node *n, Words *out) {
    const bool declared = e->last_act && strstr(node_code(e, e->last_act), "DECLARE ");
    (void)n;
    if (declared)
        put(e, out, OP_X);
    else
        emit_counted(e, out);
}

/* As many cards as the action before was about, or as the number that it declared. */
static void emit_asmany(Emit *e, const Node *n, Words *out) {
    if (!e->last_act) fail(e, n, "nothing was counted before this");
    emit_theirnumber(e, n, out);
}

/* Is the code the same but for clause marks? */
static bool same_but_marks(const Words *a, const Words *b) {
    unsigned i = 0, k = 0;
    for (;; i++, k++) {
        while (i < a->n && (a->w[i] == OP_PMARK || a->w[i] == OP_FMARK)) i += 2;
        while (k < b->n && (b->w[k] == OP_PMARK || b->w[k] == OP_FMARK)) k += 2;
        if (i >= a->n || k >= b->n) return i >= a->n && k >= b->n;
        if (a->w[i] != b->w[k]) return false;
    }
}

/* "手札が3枚になるように": of an action that draws, what is missing; of one on the cards of that
 * place, what is too many. */
static void emit_until_so(Emit *e, const Node *n, Words *out) {
    Words place, number;
    place.n = number.n = 0;
    put_place(e, n, &place);
    emit_node(e, node_child(e->t, n, 2), &number);
    const bool draws = e->frame && strstr(node_code(e, e->frame), "DRAW ");
    if (!draws && (!e->choosing_from || !same_but_marks(e->choosing_from, &place)))
        fail(e, n, "this action does not bring the number of these cards there");
    put(e, out, OP_SUB);
    if (draws) append(e, out, &number);
    put(e, out, OP_COUNT);
    append(e, out, &place);
    if (!draws) append(e, out, &number);
}

/* A card that the text leaves out and nothing before it names. */
static void emit_unsaid(Emit *e, const Node *n, Words *out) {
    (void)out;
    fail(e, n, "the text does not say which card's");
}

/* Changes one number of cards by so much: the parts of the node are the cards and the stat. */
static void put_modstat(Emit *e, const Node *n, const Words *change, Words *out) {
    Words stat;
    stat.n = 0;
    emit_node(e, node_child(e->t, n, 1), &stat);
    unsigned which = stat.n ? stat.w[0] : 0;
    if (which != STAT_ATK && which != STAT_DEF && which != STAT_COST) {
        fail(e, n, "only attack, defence and cost can be changed by a number");
        return;
    }
    put(e, out, which == STAT_COST ? OP_COSTMOD : OP_MOD);
    emit_node(e, node_child(e->t, n, 0), out);
    if (which == STAT_DEF) put(e, out, OP_NUM), put(e, out, 0);
    append(e, out, change);
    if (which == STAT_ATK) put(e, out, OP_NUM), put(e, out, 0);
    put(e, out, e->duration);
}

/* The rest of the row is by how much. */
static void emit_modstat(Emit *e, const Node *n, Words *out) {
    Words change;
    change.n = 0;
    emit_tail(e, n, &change);
    e->last_stat = n;
    put_modstat(e, n, &change, out);
}

/* "さらに-1": the number that was changed last changes further. */
static void emit_modagain(Emit *e, const Node *n, Words *out) {
    Words change;
    change.n = 0;
    emit_tail(e, n, &change);
    if (e->last_stat)
        put_modstat(e, e->last_stat, &change, out);
    else
        fail(e, n, "the text does not say which number changes");
}

/* In how many of the zones the first player has fewer cards than the second. The parts are a
 * player, zones and a player. */
static void emit_fewer(Emit *e, const Node *n, Words *out) {
    const Node *zones = node_child(e->t, n, 1);
    for (bool last = false; !last && !e->failed;
         zones = node_child(e->t, zones, zones->nchild - 1)) {
        const Node *zone = node_child(e->t, zones, 0);
        if (zones->nchild > 2) fail(e, zones, "only whole zones can be compared");
        last = zones->nchild < 2;
        if (!last) put(e, out, OP_ADD);
        put(e, out, OP_BIT);
        put(e, out, OP_LT);
        for (unsigned i = 0; i < 3; i += 2) {
            Words filter;
            filter.n = 0;
            put(e, out, OP_COUNT);
            put(e, out, OP_CARDS);
            emit_node(e, node_child(e->t, n, i), out);
            emit_node(e, zone, out);
            emit_part(e, zone, 1, &filter);
            put_body(e, out, &filter);
        }
    }
}

static void emit_upto(Emit *e, const Node *n, Words *out) {
    Words least, most;
    least.n = most.n = 0;
    emit_part(e, role_filler(e->t, n, 'n'), 0, &least);
    emit_part(e, role_filler(e->t, n, 'n'), 1, &most);
    put(e, out, least.n != most.n || memcmp(least.w, most.w, least.n * sizeof(Code)) != 0);
}

/* One of two places. */
static void emit_either(Emit *e, const Node *n, Words *out) {
    Words a, b;
    a.n = b.n = 0;
    emit_node(e, node_child(e->t, n, 0), &a);
    emit_node(e, node_child(e->t, n, 1), &b);
    for (unsigned i = 0; i < 2 && a.n == 2 && b.n == 2; i++) put(e, out, a.w[i] | b.w[i]);
}

/* The first word is the zone in which the ability is valid; the rest is code. */
static void emit_inzone(Emit *e, const Node *n, Words *out) {
    const char *s = node_code(e, n);
    Words zone;
    zone.n = 0;
    while (*s && *s != ' ') s++;
    s = emit_token(e, n, s, &zone);
    e->in_zones |= zone.n ? zone.w[0] : 0u;
    while (*s == ' ') s++;
    while (*s && *s != ';' && !e->failed) {
        s = emit_token(e, n, s, out);
        while (*s == ' ') s++;
    }
}

/* Writes the payment of the cost in brackets in front of the ability: completely or not at all. */
static void emit_namedcost(Emit *e, const Node *n, Words *out) {
    Words body;
    body.n = 0;
    if (!e->named_cost) {
        fail(e, n, "the ability has no cost in brackets");
        return;
    }
    const Words named = e->last_set; /* the cost names sets of its own */
    const unsigned before = e->in_cost;
    e->in_cost = 1;
    e->in_parts = e->t->tongue->clause_parts;
    emit_body(e, e->named_cost, &body);
    e->in_parts = false;
    resolve_owners(e, &body);
    e->in_cost = before;
    e->last_set = named;
    e->free_x |= reads_x(e, &body);
    mark_tried(e, &body);
    if (body.n && body.w[0] != OP_TRIED) drop_parts(e, &body);
    put(e, out, OP_BY);
    put(e, out, OP_YOU);
    put(e, out, body.n);
    append(e, out, &body);
}

/* Writes the row's own words as a term of the sort whose number follows. */
static void emit_spelled(Emit *e, const Node *n, Words *out) {
    const char *s = strchr(node_code(e, n), ' ');
    const TermSort *sort = e->t->tongue->sorts + (s ? atoi(s) : 0);
    char *word = leaf_text(e->t, n), term[100];
    snprintf(term, sizeof term, "%s%.60s%s", sort->open, word, sort->close);
    put(e, out, e->sink->term(e->sink->self, term));
    free(word);
}

/* Writes the name of the first part as a term of the sort whose number follows. */
static void emit_sorted(Emit *e, const Node *n, Words *out) {
    const char *s = strchr(node_code(e, n), ' ');
    const TermSort *sort = e->t->tongue->sorts + (s ? atoi(s) : 0);
    char *name = leaf_text(e->t, node_child(e->t, n, 0)), term[400];
    const size_t len = strlen(name);
    if (len <= 6) {
        free(name);
        fail(e, n, "empty name");
        return;
    }
    name[len - 3] = 0; /* brackets are three bytes long */
    snprintf(term, sizeof term, "%s%.300s%s", sort->open, name + 3, sort->close);
    char *normal = text_name(term);
    put(e, out, e->sink->term(e->sink->self, normal ? normal : term));
    free(normal);
    free(name);
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

/* The rest of the row; the card must be the doer's, if the event names who does it (bind.c). */
static void emit_ofdoer(Emit *e, const Node *n, Words *out) {
    const Code of[] = {OP_ON_CARD, OP_OF, (Code)n->value};
    if (n->value) put(e, out, OP_AND), put(e, out, 2);
    emit_tail(e, n, out);
    for (unsigned i = 0; n->value && i < 3; i++) put(e, out, of[i]);
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

/* "Whenever …": for each card. */
static void emit_eachdeed(Emit *e, const Node *n, Words *out) {
    emit_tail(e, n, out);
    e->per_deed = false;
}

static void emit_deed(Emit *e, const Node *n, Words *out) {
    (void)n, (void)out;
    e->per_deed = true;
}

/* "When you put cards …": once for all cards that are put at the same time. */
static void emit_perdeed(Emit *e, const Node *n, Words *out) {
    e->per_deed = true;
    emit_tail(e, n, out);
}

/* "During that attack": the next one of this card, if the action before is about that, else the one
 * of the trigger. */
static void emit_thatattack(Emit *e, const Node *n, Words *out) {
    const uint32_t attacks =
        ev_bit(EV_ATTACK) | ev_bit(EV_SUPPORT) | ev_bit(EV_BLOCK) | ev_bit(EV_BEAT);
    const Node *whose = e->last_act ? act_object(e->t, e->last_act) : 0;
    if (whose && strstr(node_code(e, e->last_act), "D_NEXT_OF_OWN") &&
        same_word(node_code(e, whose), "SELF")) {
        put(e, out, DUR_NEXT_OF_THIS);
        return;
    }
    if (!(e->trigger_events & attacks)) fail(e, n, "the trigger is not about an attack");
    put(e, out, DUR_ATTACK);
}

static bool place_chosen(const Emit *e) {
    for (unsigned i = 0; i < e->nacts; i++)
        if (has_word(node_code(e, e->acts[i]), "PICKPLACE")) return true;
    return false;
}

/* "That lane": the place chosen before, or that of the card spoken of. */
static void emit_that_place(Emit *e, const Node *n, Words *out) {
    const bool chosen = place_chosen(e);
    if (!chosen && !e->nacts && !e->trigger_events && !e->last_if.n)
        fail(e, n, "no place was chosen, and no card was spoken of");
    put(e, out, chosen ? OP_CHOSEN : OP_PLACEOF);
    if (!chosen) put(e, out, OP_IT);
}

/* "That circle": the place chosen before, or that of the card spoken of, or the one that was
 * attacked, whose number follows. */
static void emit_that_spot(Emit *e, const Node *n, Words *out) {
    const bool chosen = place_chosen(e);
    const bool attacked = !e->nacts && (e->trigger_events & ev_bit(EV_ATTACK));
    if (attacked) put(e, out, OP_GPLACES);
    if (attacked) emit_tail(e, n, out);
    if (!attacked) put(e, out, chosen ? OP_CHOSEN : OP_PLACEOF);
    if (!attacked && !chosen) put(e, out, OP_IT);
}

/* 「…が出撃した時、出撃したメンバーを…」: the card of the trigger, named by what happened to it. */
static void emit_told(Emit *e, const Node *n, Words *out) {
    const Node *what = node_child(e->t, n, 0);
    const bool its = !what->leaf && strstr(node_code(e, what), "ON_CARD !gap");
    Words filter = {0};
    if (!its || !e->trigger || !contains_text(e->t, e->trigger, what->start, what->end)) {
        fail(e, n, "the trigger is not about such a card");
        return;
    }
    emit_node(e, node_child(e->t, n, 1), &filter);
    if (filter.w[0] != OP_ANY) put(e, out, OP_ONLY);
    put(e, out, OP_SUBJ);
    if (filter.w[0] != OP_ANY) append(e, out, &filter);
}

/* "An adjacent place", of what is not said: of the card that the action moves, if it lies on a
 * place; else of the card chosen or of the event, else of this card. */
static void emit_beside(Emit *e, const Node *n, Words *out) {
    const Words *from = &e->chosen_from, *moved = e->object;
    Pc zones = 1;
    (void)n;
    if (from->n) vm_skip(e->t->game, from->w, &zones);
    bool placed = !from->n;
    for (ZoneId z = 1; from->n && z < e->t->game->nzones; z++)
        placed |= (from->w[zones] >> z & 1) && (e->t->game->zones[z].flags & ZONE_SEATED);
    const bool self = moved && moved->n == 1 && moved->w[0] == OP_SELF;
    const bool named = from->n || e->trigger_events;
    put(e, out, self || !placed || !named ? OP_SELF : OP_IT);
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

/* A state trigger watches a number or how a card lies. What a card does is an event, and what was
 * done does not change any more. */
static void emit_state_of(Emit *e, const Node *n, Words *out) {
    static const uint8_t numbers[] = {OP_GE, OP_LE, OP_EQ, OP_GT, OP_LT, OP_SOME};
    Words truth;
    truth.n = 0;
    emit_tail(e, n, &truth);
    if (e->failed) return;
    unsigned i = 1; /* behind ON_STATE */
    while (i + 1 < truth.n && (truth.w[i] == OP_BMARK || truth.w[i] == OP_NOT))
        i += truth.w[i] == OP_NOT ? 1 : 2;
    bool fits = memchr(numbers, (int)truth.w[i], sizeof numbers) != 0;
    if (truth.w[i] == OP_ALL || truth.w[i] == OP_HAVE)
        fits = !contains_op(e, &truth, OP_FROLE) && !contains_op(e, &truth, OP_FGAME) &&
               !contains_op(e, &truth, OP_DONE);
    if (!fits) fail(e, n, "a trigger can only wait for a number or for how a card lies");
    append(e, out, &truth);
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

/* COUNTAS, which is static and whose number has a limit. */
static void emit_tally(Emit *e, const Node *n, Words *out) {
    emit_static(e, n, out);
    if (e->failed) return;
    if (out->n < 2 || out->w[out->n - 2] != OP_NUM || out->w[out->n - 1] > TALLY_MAX)
        fail(e, n, "cards cannot count as so many");
}

static void emit_static_or(Emit *e, const Node *n, Words *out) {
    emit_first_or_second(e, n, e->is_static, out);
}

/* The first, if a player other than the master is the topic; else the second. */
static void emit_topic_or(Emit *e, const Node *n, Words *out) {
    emit_first_or_second(e, n, n->player && n->player != OP_YOU, out);
}

/* The first, of the player: one is named, or no card is meant; else the second, of the card spoken
 * of before. */
static void emit_player_or(Emit *e, const Node *n, Words *out) {
    const bool meant = n->antecedent || (!e->is_static && !n->dangling);
    emit_first_or_second(e, n, e->topic_said || !meant, out);
}

/* What is counted is of one player; "each player" would add up what all of them did. */
static void emit_single(Emit *e, const Node *n, Words *out) {
    if (n->player == OP_EVERY) fail(e, n, "this counts what one player did, not each of several");
    emit_tail(e, n, out);
}

/* In a replacement effect: of the damage being replaced. */
static void emit_or_instead(Emit *e, const Node *n, Words *out) {
    if (e->in_replacement && !(e->trigger_events & ev_bit(EV_DAMAGE)))
        fail(e, n, "the trigger is not about damage");
    emit_first_or_second(e, n, !e->in_replacement, out);
}

/* Modifies the place in front of it: the player who puts the cards there orders them. */
static void emit_anyorder(Emit *e, const Node *n, Words *out) {
    (void)e, (void)n;
    if (out->n) out->w[out->n - 1] |= PUT_AS_LIKED;
}

/* Read by limits_cards. */
/* Writes the filter of "zones の f". The noun behind の applies to all zones listed, but not to one
 * whose word names cards already: "セットされているReバースか控え室の《A》". */
static void put_in_zones(Emit *e, const Node *zones, const Node *f, Words *out) {
    put(e, out, zones_name_cards(e->t, zones) ? OP_FOR : OP_FAND);
    put(e, out, 2);
    if (!zones_name_cards(e->t, zones)) {
        emit_part(e, zones, 1, out);
        emit_node(e, f, out);
        return;
    }
    for (unsigned i = 0; i < 2; i++) {
        const Node *part = node_child(e->t, zones, i);
        const Code at[] = {OP_FAND, 2, OP_AT, OP_EVERY};
        for (unsigned k = 0; k < 4; k++) put(e, out, at[k]);
        emit_node(e, part, out);
        if (i)
            put_in_zones(e, part, f, out);
        else
            emit_part(e, part, 1, out);
    }
}

static void emit_inzones(Emit *e, const Node *n, Words *out) {
    const Node *zones = node_child(e->t, n, 1);
    if (e->failed || !zones_name_cards(e->t, zones)) return;
    out->n = 0;
    put_in_zones(e, zones, node_child(e->t, n, 2), out);
}

static void emit_said(Emit *e, const Node *n, Words *out) { (void)e, (void)n, (void)out; }

/* Cards that are looked for where they lie now have not moved. */
static void emit_lastly(Emit *e, const Node *n, Words *out) {
    if (e->is_static || !n->nchild) return;
    if (!e->t->tongue->reads_last) {
        if (made_by_cost(e->t, node_child(e->t, n, 0))) put(e, out, OP_WAS);
        return;
    }
    Words set = {0};
    unsigned at = 0;
    emit_node(e, node_child(e->t, n, 0), &set);
    while (at + 1 < set.n && set.w[at] == OP_SMARK) at += 2;
    if (!e->failed && set.n && set.w[at] != OP_CARDS && set.w[at] != OP_SELF)
        put(e, out, OP_LASTLY);
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
    if (emit_choice_until_so(e, n, node_child(e->t, n, 0), out)) return;
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
    Words dur, outer = e->gain_set;
    dur.n = 0;
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

/* X of a cost: what its player settles in paying; elsewhere only if the cost has one. */
static void emit_cost_x(Emit *e, const Node *n, Words *out) {
    if (e->in_cost) e->cost_x = true;
    if (!e->cost_x) fail(e, n, "the text does not say what X is");
    put(e, out, OP_X);
}

static void emit_shown(Emit *e, const Node *n, Words *out) {
    put(e, out, n->value ? OP_LEFT : OP_IT);
}

/* These rows only modify the sentence before them; emit_sentences consumes them. */
/* "トラッシュゾーンに置くかわりに": without a move before it only this card can be meant, which the
 * rules put somewhere when it has resolved. */
static void emit_nowhere(Emit *e, const Node *n, Words *out) {
    if (!moves_on(e, n)) {
        fail(e, n, "there is no move before this to replace");
        return;
    }
    put(e, out, OP_MOVE);
    put(e, out, n->player ? n->player : OP_YOU);
    put(e, out, OP_SELF);
    emit_destination(e, n, out);
    put(e, out, 0);
}

static const struct {
    const char *word, *rest;
    void (*emit)(Emit *e, const Node *n,
                 Words *out); /* null: only emit_items and Tongue.ability read it */
} specials[] = {
#define SPECIAL(word, gives, rest, parts, emit) {#word, rest, emit},
#include "text/specials.def"
#undef SPECIAL
};

bool special_takes_rest(const char *s) {
    for (unsigned i = 0; i < sizeof specials / sizeof *specials; i++)
        if (code_is(s + 1, specials[i].word)) return *specials[i].rest;
    return true;
}

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
