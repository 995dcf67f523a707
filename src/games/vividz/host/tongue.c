/* Card language of Vividz: grammar rows, vocabulary, brackets, and code generation for its kinds of
 * ability. */
#include "games/vividz/vividz.h"
#include "text/tongue_tables.h"

/* 304.4a, 903.2a: the zones where the ability is valid, and restrictions, which must all hold. */
static void slots(Emit *e, const Node *n, AbilityDef *a, Words *cond) {
    Words all = {0};
    unsigned count = 0;
    for (; n->nchild == 2; n = node_child(e->t, n, 1)) {
        const Node *icon = node_child(e->t, n, 0);
        const char *code = node_code(e, icon);
        Words w = {0};
        if (same_word(code, "!once")) {
            a->flags |= ABIL_ONCE;
        } else if (!strncmp(code, "!zone", 5)) {
            Words z = {0};
            emit_node(e, node_child(e->t, icon, 0), &z);
            a->zones |= z.n ? z.w[0] : 0;
            a->flags |= ABIL_ZONES_PRINTED;
            e->in_zones = a->zones;
        } else { /* a keyword number (none), then the condition */
            emit_node(e, icon, &w);
            for (unsigned i = 1; i < w.n; i++) put(e, &all, w.w[i]);
            count++;
        }
    }
    if (count > 1) {
        put(e, cond, OP_AND);
        put(e, cond, count);
    }
    for (unsigned i = 0; i < all.n; i++) put(e, cond, all.w[i]);
    resolve_owners(e, cond);
}

/* 903.2a: restrictions behind the effect hold like those among the slots. */
static void restrict_further(Emit *e, Words *cond, AbilityDef *a) {
    if (!e->valid.n || e->failed) return;
    Words all = {0};
    if (cond->n) put(e, &all, OP_AND), put(e, &all, 2);
    append(e, &all, &e->valid);
    resolve_owners(e, &all);
    append(e, &all, cond);
    e->valid.n = 0;
    *cond = all;
    a->cond = store_code(e, &all, false);
}

/* 903.1: where an ability is valid whose text does not say so. */
static void default_zones(Emit *e, AbilityDef *a, EventSet events) {
    (void)events;
    if (a->zones) return;
    const unsigned kinds = e->sink->kinds;
    a->zones = zone_bit(kinds >> VK_MI & 1   ? VZONE_MISSION
                        : kinds >> VK_AC & 1 ? VZONE_ACCOUNT
                        : kinds >> VK_EV & 1 ? VZONE_TEMPORARY
                                             : VZONE_AREA);
}

/* Does the code name a player? */
static void names_player(void *self, unsigned op, const Code *operands) {
    (void)operands;
    *(bool *)self |= op == OP_YOU || op == OP_OPP || op == OP_THAT || op == OP_TURNP;
}

/* Is it said what is done, and to which card, but not who does it? */
static bool done_by_nobody(const Emit *e, const Node *event, const Words *trig, unsigned at) {
    const Row *row = event ? grammar_row(e->t->grammar, event->row) : 0;
    return row && row->sort == ROW_FRAME && strstr(row->pattern, "^A") &&
           (event_info[trig->w[at + 1]].carries & HAS_ACTOR) && role_filler(e->t, event, 'w') &&
           !role_filler(e->t, event, 'p') && !role_filler(e->t, event, 'g');
}

/* 1005.1: a deed that names no player is one of the mission's player: adds to the pattern WHOSE YOU
 * or, if it names whose card it is done to, ACTOR YOU. */
static void own_deed(Emit *e, const Node *event, Words *trig) {
    bool named = false;
    unsigned at = 0;
    Words out = {0};
    if (e->failed || !trig->n) return;
    vm_walk(e->t->game, trig->w, 0, names_player, &named);
    while (at + 1 < trig->n && trig->w[at] == OP_BMARK) at += 2;
    if (trig->w[at] != OP_ON || (named && !done_by_nobody(e, event, trig, at))) return;
    for (unsigned i = 0; i < trig->n; i++) {
        put(e, &out, trig->w[i] + (i == at + 2));
        if (i != at + 2) continue;
        put(e, &out, named ? OP_ACTOR : OP_WHOSE);
        put(e, &out, OP_YOU);
    }
    *trig = out;
}

/* The block that a further condition continues: the word before 条件 that is nearest. */
static unsigned block_before(const Emit *e, const Node *n) {
    for (unsigned i = n->start; i-- > 0;) {
        if (e->t->cp[i] == 0x30EA) return VW_CLEAR; /* リ of クリア */
        if (e->t->cp[i] == 0x30C1) return VW_CHECK; /* チ of チェック */
        if (e->t->cp[i] != ']') continue;
        for (unsigned depth = 1; depth && i > 0;) /* behind the slot of another condition */
            depth += e->t->cp[--i] == ']' ? 1u : 0u - (e->t->cp[i] == '[');
    }
    return VW_CHECK;
}

/* 304.6: one condition of a mission: a deed with its number, or a state. */
static void emit_condition_of(Emit *e, const Node *n, const char *kind, AbilityDef *a) {
    Words w = {0}, count = {0};
    unsigned block = !strncmp(kind, "check", 5)   ? VW_CHECK
                     : !strncmp(kind, "clear", 5) ? VW_CLEAR
                                                  : block_before(e, n);
    a->keywords = 1u << block;
    a->zones = zone_bit(VZONE_MISSION);
    emit_node(e, node_child(e->t, n, 0), &w);
    resolve_owners(e, &w);
    if (n->nchild < 2) {
        a->kind = ABIL_KEYWORD;
        a->cond = store_code(e, &w, false);
        return;
    }
    emit_node(e, node_child(e->t, n, 1), &count);
    const Node *deed = node_child(e->t, n, 0);
    own_deed(e, deed->nchild ? node_child(e->t, deed, 0) : 0, &w);
    a->kind = ABIL_TRIGGERED;
    a->flags |= ABIL_TALLY;
    a->limit = (uint8_t)(count.n == 2 && count.w[1] < 256 ? count.w[1] : 1);
    a->events = events_of(e, &w);
    a->trig = store_code(e, &w, false);
}

/* 1201: accel. Its cost is to put the card to sleep. */
static void emit_accel(Emit *e, const Node *n, AbilityDef *a) {
    static const Code sleep[] = {OP_ORIENT, OP_SELF, 1};
    Words cost = {0}, body = {0};
    a->kind = ABIL_ACTIVATED;
    a->events = ev_bit(EV_ACTIVE);
    a->keywords |= 1u << VW_ACT | 1u << VW_ACCEL;
    default_zones(e, a, 0);
    for (unsigned i = 0; i < sizeof sleep / sizeof *sleep; i++) put(e, &cost, sleep[i]);
    a->cost = store_code(e, &cost, true);
    put(e, &body, OP_GAME);
    put(e, &body, VOP_ACCEL);
    put(e, &body, OP_YOU);
    emit_node(e, node_child(e->t, n, n->nchild - 1u), &body);
    a->body = store_code(e, &body, true);
}

/* What visits a trigger: does somebody beat a card other than this one? */
static void beats_other(void *self, unsigned op, const Code *operands) {
    if (op != OP_ON || operands[0] != EV_BEAT) return;
    bool this_one = false;
    for (unsigned i = 2; i < 12; i++)
        this_one |= operands[i] == OP_ON_OTHER && operands[i + 1] == OP_THIS;
    *(bool *)self |= !this_one;
}

/* What visits a trigger: is this card beaten? */
static void beats_this(void *self, unsigned op, const Code *operands) {
    if (op != OP_ON || operands[0] != EV_BEAT) return;
    for (unsigned i = 2; i < 12; i++)
        *(bool *)self |= operands[i] == OP_ON_OTHER && operands[i + 1] == OP_THIS;
}

/* 501.4: an ability on its own card's leaving moves the card from where it went. */
static void note_gone(Emit *e, const AbilityDef *a, const Words *trigger) {
    bool beaten = false;
    if (a->events & ev_bit(EV_BEAT)) vm_walk(e->t->game, trigger->w, 0, beats_this, &beaten);
    if (beaten)
        e->self_gone = OP_OBJ;
    else if ((a->flags & ABIL_SELF_MOVE) && a->to && !(a->zones & a->to))
        e->self_gone = OP_SUBJ;
}

/* 908.3d: where a card leaves by something, "that card" is the one that left. */
static void note_left(Emit *e, AbilityDef *a, const Node *trigger) {
    Words w = {0};
    bool other = false;
    emit_node(e, trigger, &w);
    if (e->failed || !w.n) return;
    note_gone(e, a, &w);
    if (!(a->events & ev_bit(EV_BEAT))) return;
    vm_walk(e->t->game, w.w, 0, beats_other, &other);
    if (!other) return;
    a->flags |= ABIL_IT_OBJECT;
    e->it_object = true;
}

/* 901.2: activated, triggered and event abilities. */
static void emit_played(Emit *e, const Node *n, const char *kind, AbilityDef *a) {
    const unsigned last = n->nchild - 1u;
    if (same_word(kind, "act")) {
        a->kind = ABIL_ACTIVATED;
        a->events = ev_bit(EV_ACTIVE);
        a->keywords |= 1u << VW_ACT;
        default_zones(e, a, 0);
        if (n->nchild == 3) emit_cost(e, node_child(e->t, n, 1), a);
    } else if (same_word(kind, "auto")) {
        a->kind = ABIL_TRIGGERED;
        a->keywords |= 1u << VW_AUTO;
        if (n->nchild == 4) emit_cost(e, node_child(e->t, n, 1), a);
        emit_trigger(e, node_child(e->t, n, last - 1), a);
        note_left(e, a, node_child(e->t, n, last - 1));
    } else if (same_word(kind, "paying")) { /* the cost stands behind the trigger */
        a->kind = ABIL_TRIGGERED;
        a->keywords |= 1u << VW_AUTO;
        emit_cost(e, node_child(e->t, n, 2), a);
        emit_trigger(e, node_child(e->t, n, 1), a);
        note_left(e, a, node_child(e->t, n, 1));
    } else {
        a->kind = ABIL_SPELL;
        e->moves_on = true; /* 906.2b */
        a->keywords |= 1u << VW_EVENT;
        a->zones = zone_bit(VZONE_TEMPORARY);
        if (n->nchild == 2) emit_cost(e, node_child(e->t, n, 0), a);
    }
    emit_effect(e, node_child(e->t, n, last), a, DUR_GAME);
}

/* Hook of Tongue: compiles one ability of the given kind. */
static void vividz_ability(Emit *e, const Node *n, const char *kind, AbilityDef *a) {
    Words cond = {0};
    if (!strncmp(kind, "check", 5) || !strncmp(kind, "clear", 5) || !strncmp(kind, "more", 4)) {
        emit_condition_of(e, n, kind, a);
        return;
    }
    if (same_word(kind, "icon")) {
        Words w = {0};
        emit_node(e, node_child(e->t, n, 0), &w);
        a->kind = ABIL_KEYWORD;
        a->keywords = w.n ? 1u << w.w[0] : 0u;
        return;
    }
    if (same_word(kind, "paid")) { /* 「…」 added to the price of a play: only its cost counts */
        a->kind = ABIL_EXTRA;
        emit_cost(e, node_child(e->t, n, 0), a);
        return;
    }
    if (same_word(kind, "event")) {
        emit_played(e, n, kind, a);
        return;
    }
    slots(e, node_child(e->t, n, 0), a, &cond);
    a->cond = store_code(e, &cond, false);
    if (same_word(kind, "accel")) {
        emit_accel(e, n, a);
    } else if (same_word(kind, "static")) {
        a->kind = ABIL_STATIC;
        a->keywords |= 1u << VW_STATIC;
        e->is_static = true;
        if (a->flags & ABIL_ONCE)
            fail(e, n, "a static ability is not used or triggered once a turn");
        emit_condition(e, &cond, a);
        default_zones(e, a, 0);
        emit_effect(e, node_child(e->t, n, 1), a, DUR_NONE);
        restrict_further(e, &cond, a);
        emit_condition(e, &cond, a);
    } else if (same_word(kind, "replace")) {
        a->keywords |= 1u << VW_STATIC;
        default_zones(e, a, 0);
        emit_replace(e, node_child(e->t, n, 1), a);
        restrict_further(e, &cond, a);
    } else {
        emit_played(e, n, kind, a);
        restrict_further(e, &cond, a);
    }
}

/* Spelling variants on printed cards, and the form that the grammar expects. */
static const Respelling respellings[] = {
    {"リブート", "リポート"},
    {"あなた", "自分"},
    {0, 0},
};

const Tongue vividz_tongue = {
    .game = &game_vividz,
    .row = rows,
    .nrow = sizeof rows / sizeof *rows,
    .word = words,
    .nword = sizeof words / sizeof *words,
    .name = {0x300C, 0x300D},
    .trait = {{0x300A, 0x300B}},
    .quote = {0x3008, 0x3009},
    .self_is_topic = true,
    .event_made = true,
    .anyones = 1u << VZONE_AREA,
    .card_word = {"キャラ", "character"},
    .respellings = respellings,
    .word_chooses = true, /* 1107.2 */
    .reads_last = true,   /* 913.1 */
    .ability = vividz_ability,
    .zones = default_zones,
    .unnumbered_kind = VK_EV,
    .clause_together = {VZ_102_8, VZ_102_9},
    .clause_x_cost = VZ_904_2c,
};
