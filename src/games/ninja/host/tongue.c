/* Card language of ニンジャスレイヤーTCG: grammar rows, vocabulary, brackets, and code generation
 * for its kinds of ability. */
#include "games/ninja/ninja.h"
#include "kernel/pick.h"
#include "text/tongue_tables.h"

/* 1202.3: restricts the ability to the zones that its text names. */
static void restrict_zones(AbilityDef *a, unsigned zones) {
    a->zones = (ZoneSet)zones;
    a->flags |= ABIL_ZONES_PRINTED;
}

/* 1202.2: valid on the field; 1202.3: in the space if it triggers on playing the card itself. */
static void ninja_zones(Emit *e, AbilityDef *a, EventSet events) {
    if (a->zones) return;
    a->zones = zone_bit(NZ_FIELD);
    if ((events & ev_bit(EV_PLAY)) && e->own_play) restrict_zones(a, zone_bit(NZ_SPACE));
}

/* 1202.3: a text about this card in a certain zone is valid there. */
static void zones_from_text(const Emit *e, AbilityDef *a) {
    if (e->in_hand) restrict_zones(a, zone_bit(NZ_HAND));
    if (e->in_zones) restrict_zones(a, e->in_zones);
}

/* 1202.3: a trigger on the card's own move that does not involve the field is valid where the card
 * arrives. */
static void zones_of_own_move(const Emit *e, AbilityDef *a) {
    if (e->in_hand) restrict_zones(a, zone_bit(NZ_HAND));
    if (!a->to || ((a->from | a->to) & zone_bit(NZ_FIELD))) return;
    a->zones = a->to;
    a->flags |= ABIL_ZONES_PRINTED;
}

/* The part of the ability that is such a phrase, null if the text has none. */
static const Node *part_of(const Emit *e, const Node *n, const char *phrase) {
    for (unsigned i = 0; i < n->nchild; i++) {
        const Node *part = node_child(e->t, n, i);
        if (!part->leaf && !strcmp(grammar_row(e->t->grammar, part->row)->phrase, phrase))
            return part;
    }
    return 0;
}

/* Compiles "up to N times a turn". Card.times counts to three, so N is at most 3. */
static void emit_limit(Emit *e, const Node *n, AbilityDef *a) {
    const Node *c = n;
    if (!n) return;
    while (!c->leaf && c->nchild == 1) c = node_child(e->t, c, 0);
    if (c->value < 1 || c->value > 3) fail(e, n, "a use limit must be between 1 and 3 a turn");
    a->limit = (uint8_t)c->value;
}

/* A triggered ability: trigger, effect, and the zones where it is valid. */
static void triggered(Emit *e, const Node *n, AbilityDef *a) {
    a->kind = ABIL_TRIGGERED;
    a->keywords |= 1u << NW_AUTO;
    emit_limit(e, part_of(e, n, "often"), a);
    emit_trigger(e, part_of(e, n, "trigger"), a);
    emit_effect(e, part_of(e, n, "body"), a, DUR_GAME);
    if (a->flags & ABIL_STATE)
        a->depends = 0; /* its trigger also depends on whether it can be entered (1209.8) */
    if (a->flags & ABIL_SELF_MOVE)
        zones_of_own_move(e, a);
    else
        zones_from_text(e, a);
}

/* 1403.2 (satsubatsu) as code: triggers at the end of the damage step of an attack on this card. */
static void satsubatsu(Emit *e, AbilityDef *a) {
    static const Code when[] = {OP_ON,  EV_POINT, 2,        OP_POINT,   NP_DAMAGE_END,
                                OP_ALL, OP_SELF,  OP_FROLE, NR_ATTACKED};
    static const Code kill[] = {OP_GAME, NOP_SATSUBATSU, OP_MOVE, OP_YOU,
                                OP_IT,   1 << NZ_OHIGAN, 0,       NH_KILL};
    Words w = {0}, body = {0};
    a->kind = ABIL_TRIGGERED;
    a->keywords |= 1u << NW_SATSUBATSU | 1u << NW_AUTO;
    a->zones = zone_bit(NZ_FIELD);
    a->events = ev_bit(EV_POINT);
    a->from = 1u << NP_DAMAGE_END;
    for (unsigned i = 0; i < sizeof when / sizeof *when; i++) put(e, &w, when[i]);
    for (unsigned i = 0; i < sizeof kill / sizeof *kill; i++) put(e, &body, kill[i]);
    a->trig = store_code(e, &w, false);
    a->body = store_code(e, &body, true);
}

enum { ALL_ZONES = ((1 << NZ_COUNT) - 1) & ~(1 << NZ_NOWHERE) };

static void keyword(Emit *e, const Node *n, AbilityDef *a) {
    Words w = {0};
    emit_node(e, node_child(e->t, n, 0), &w);
    a->kind = ABIL_KEYWORD;
    a->keywords |= w.n ? 1u << w.w[0] : 0u;
    a->zones = zone_bit(NZ_FIELD);
    a->events = ev_bit(EV_KEYWORD);
}

/* Compiles a condition for the validity of the ability. */
static void emit_validity(Emit *e, const Node *cond, AbilityDef *a) {
    Words w = {0};
    emit_node(e, cond, &w);
    resolve_owners(e, &w);
    a->cond = store_code(e, &w, false);
}

/* 1211: an ukemi ability. The kind ukemiself enters the card itself (1211.2b). */
static void ukemi(Emit *e, const Node *n, const char *kind, AbilityDef *a) {
    a->kind = ABIL_CHECKED;
    a->zones = zone_bit(NZ_CHECK);
    a->keywords |= 1u << NW_UKEMI;
    const Node *cost = part_of(e, n, "cost"), *cond = part_of(e, n, "condba");
    if (cost) emit_cost(e, cost, a);
    if (!strcmp(kind, "ukemi")) {
        emit_effect(e, part_of(e, n, "body"), a, DUR_GAME);
        return;
    }
    a->flags |= ABIL_ENTERS_SELF;
    if (cond) emit_validity(e, cond, a);
}

/* 1208: an activated ability. */
static void activated(Emit *e, const Node *n, AbilityDef *a) {
    a->kind = ABIL_ACTIVATED;
    a->events = ev_bit(EV_ACTIVE);
    a->keywords |= 1u << NW_ACT;
    emit_limit(e, part_of(e, n, "often"), a);
    if (a->limit == 1) a->flags |= ABIL_ONCE;
    if (a->limit == 1) a->limit = 0;
    if (part_of(e, n, "whenuse")) emit_validity(e, part_of(e, n, "whenuse"), a);
    ninja_zones(e, a, 0);
    emit_cost(e, part_of(e, n, "cost"), a);
    emit_effect(e, part_of(e, n, "body"), a, DUR_GAME);
    zones_from_text(e, a);
}

/* Hook of Tongue: compiles one ability of the given kind. */
static void ninja_ability(Emit *e, const Node *n, const char *kind, AbilityDef *a) {
    if (!strncmp(kind, "ukemi", 5)) {
        ukemi(e, n, kind, a);
    } else if (!strcmp(kind, "keyword")) {
        keyword(e, n, a);
    } else if (!strcmp(kind, "satsubatsu")) {
        satsubatsu(e, a);
    } else if (!strcmp(kind, "extra")) {
        a->kind = ABIL_EXTRA;
        a->keywords |= 1u << NW_TATSUJIN;
        emit_cost(e, node_child(e->t, n, 0), a);
    } else if (!strcmp(kind, "mustextra")) {
        a->kind = ABIL_EXTRA;
        a->flags |= ABIL_MUST_PAY;
        a->keywords |= 1u << NW_STATIC;
        emit_cost(e, node_child(e->t, n, 0), a);
    } else if (!strcmp(kind, "auto")) {
        triggered(e, n, a);
    } else if (!strcmp(kind, "act")) {
        activated(e, n, a);
    } else if (!strcmp(kind, "replace")) {
        a->keywords |= 1u << NW_STATIC;
        ninja_zones(e, a, 0);
        emit_replace(e, node_child(e->t, n, 0), a);
    } else if (!strcmp(kind, "static")) {
        a->kind = ABIL_STATIC;
        a->keywords |= 1u << NW_STATIC;
        e->is_static = true;
        ninja_zones(e, a, 0);
        emit_effect(e, node_child(e->t, n, 0), a, DUR_NONE);
        zones_from_text(e, a);
        if (e->everywhere && e->in_hand) a->zones |= zone_bit(NZ_FIELD); /* its own cost */
        if (e->everywhere && !e->conditional) { /* 1210.2: what the layers start from */
            a->zones = ALL_ZONES;
            if (a->touches & TOUCH_BASE) a->touches &= ~(Touch)TOUCH_STATS;
        }
    } else if (!strcmp(kind, "spell")) {
        a->kind = ABIL_SPELL;
        a->zones = zone_bit(NZ_SPACE);
        emit_effect(e, node_child(e->t, n, 0), a, DUR_GAME);
    } else {
        fail(e, n, "grammar: unknown kind of ability");
    }
}

static const Misprint misprints[] = {
    {{0x30A2, 0x30F3, 0x30D7, 0x30C3, 0x30B7, 0x30E5},
     {0x30A2, 0x30F3, 0x30D6, 0x30C3, 0x30B7, 0x30E5}}, /* アンプッシュ */
    {{0}, {0}},
};

const Tongue ninja_tongue = {
    .game = &game_ninja,
    .row = rows,
    .nrow = sizeof rows / sizeof *rows,
    .word = words,
    .nword = sizeof words / sizeof *words,
    .name = {0x201C, 0x201D},
    .trait = {{0x3008, 0x3009}, {0x3008, 0x3009}},
    .quote = {0x300E, 0x300F},
    .name_bracket = {{0x300E, 0x300F}, {0x2018, 0x2019}},
    .ability_mark = 0x25C6,
    .misprints = misprints,
    .targets_on_entry = true,
    .reads_last = true, /* 1215.1 */
    .card_word = {"キャラクター", "character"},
    .fixed_players = true,
    .open_is_anyones = true,
    .ability = ninja_ability,
    .granted_kind = "satsubatsu",
    .zones = ninja_zones,
    .clause_bare = NS_306_5,
    .clause_bare_name = NS_1302_1b,
    .clause_bare_trait = NS_1302_2a,
    .clause_x_entry = NS_1304_2b,
    .clause_x_resolve = NS_1304_3,
    .clause_x_static = NS_1304_4,
    .clause_letter = NS_1304_5,
    .op_allot = NOP_SHARES,
    .op_enter = NOP_ENTER,
    .op_control = NOP_CONTROL,
    .op_deal = NOP_DEAL,
    .op_pdamage = NOP_PDAMAGE,
    .ask_enter = NQ_ENTERABLE,
    .damage_ops = 1u << NOP_PDAMAGE | 1u << NOP_DEAL | 1u << NOP_PDEAL,
    .counted_ops = 1u << NOP_PDAMAGE | 1u << NOP_RECOVER,
};
