/* Card language of グランブルーファンタジーTCG: grammar rows, vocabulary, brackets, and code
 * generation for its kinds of ability. */
#include "games/granblue/granblue.h"
#include "text/tongue_tables.h"

/* The part of the ability that is such a phrase, null if the text has none. */
static const Node *part_of(const Emit *e, const Node *n, const char *phrase) {
    for (unsigned i = 0; i < n->nchild; i++) {
        const Node *part = node_child(e->t, n, i);
        if (!part->leaf && !strcmp(grammar_row(e->t->grammar, part->row)->phrase, phrase))
            return part;
    }
    return 0;
}

/* 2-5-2, 2-6-2, 10-18-2: where the ability is valid if its text does not say so. */
static void granblue_zones(Emit *e, AbilityDef *a, EventSet events) {
    (void)events;
    if (a->zones) return;
    if (a->keywords >> GW_ASSIST & 1)
        a->zones = zone_bit(GZ_HAND);
    else if (!e->granted && (e->sink->kinds >> GK_ST & 1))
        a->zones = zone_bit(GZ_GAUGE) | zone_bit(GZ_GEM);
    else
        a->zones = zone_bit(GZ_LEADER) | zone_bit(GZ_MEMBER);
}

/* 2-5-2: a text that takes this card out of a zone, or speaks of it there, is valid there. A
 * trigger on this card's own move looks at where the card was. */
static void zones_from_text(const Emit *e, AbilityDef *a) {
    if (!e->in_zones || (a->flags & ABIL_SELF_MOVE) || (a->keywords >> GW_ASSIST & 1)) return;
    a->zones = (ZoneSet)e->in_zones;
    a->flags |= ABIL_ZONES_PRINTED;
}

/* 10-5, 10-18: the words beside the name. */
static void keys(Emit *e, const Node *n, AbilityDef *a) {
    for (; n && n->nchild == 2; n = node_child(e->t, n, 1)) {
        const char *code = node_code(e, node_child(e->t, n, 0));
        if (same_word(code, "!once"))
            a->flags |= ABIL_ONCE;
        else
            a->keywords |= 1u << GW_ASSIST;
    }
}

static void emit_validity(Emit *e, const Node *cond, AbilityDef *a) {
    Words w = {0};
    emit_node(e, cond, &w);
    a->cond = store_code(e, &w, false);
}

/* 2-6-1-1-1: N face-up cards of the gauge are turned down. */
static void charge_cost(Emit *e, unsigned n, AbilityDef *a) {
    const Code code[] = {OP_SELECT, OP_YOU, OP_CARDS, OP_YOU, 1 << GZ_GAUGE, 1,     OP_UP, OP_NUM,
                         n,         OP_NUM, n,        64,     OP_TURNFACE,   OP_IT, 1};
    Words w = {0};
    for (unsigned i = 0; i < sizeof code / sizeof *code; i++) put(e, &w, code[i]);
    a->cost = store_code(e, &w, true);
}

static void charge(Emit *e, const Node *n, AbilityDef *a) {
    Words w = {0};
    emit_node(e, node_child(e->t, n, 0), &w); /* NUM and the number */
    a->kind = ABIL_ACTIVATED;
    a->events = ev_bit(EV_CANCELS); /* offered beside waiting abilities (7-2-1-3-1-4) */
    a->keywords |= 1u << GW_CHARGE;
    granblue_zones(e, a, 0);
    charge_cost(e, w.n > 1 ? w.w[1] : 0, a);
    emit_effect(e, part_of(e, n, "body"), a, DUR_TURN); /* 2-6-1-1-2 */
}

/* Hook of Tongue: compiles one ability of the given kind. */
static void granblue_ability(Emit *e, const Node *n, const char *kind, AbilityDef *a) {
    keys(e, part_of(e, n, "keys"), a);
    keys(e, part_of(e, n, "keys2"), a);
    if (!same_word(kind, "charge") && !same_word(kind, "stone")) a->keywords |= 1u << GW_EFFECT;
    if (same_word(kind, "act")) {
        a->kind = ABIL_ACTIVATED;
        a->events = ev_bit(EV_ACTIVE);
        a->keywords |= 1u << GW_ACT;
        granblue_zones(e, a, 0);
        emit_cost(e, part_of(e, n, "cost"), a);
        emit_effect(e, part_of(e, n, "body"), a, DUR_GAME);
        if (part_of(e, n, "useif")) emit_validity(e, part_of(e, n, "useif"), a);
        zones_from_text(e, a);
    } else if (same_word(kind, "auto")) {
        a->kind = ABIL_TRIGGERED;
        a->keywords |= 1u << GW_AUTO;
        if (part_of(e, n, "cost")) {
            a->flags |= ABIL_COST_MAY;
            emit_cost(e, part_of(e, n, "cost"), a);
        }
        emit_trigger(e, part_of(e, n, "trigger"), a);
        emit_effect(e, part_of(e, n, "body"), a, DUR_GAME);
        zones_from_text(e, a);
    } else if (same_word(kind, "static")) {
        a->kind = ABIL_STATIC;
        a->keywords |= 1u << GW_STATIC;
        e->is_static = true;
        granblue_zones(e, a, 0);
        emit_effect(e, part_of(e, n, "body"), a, DUR_NONE);
        zones_from_text(e, a);
    } else if (same_word(kind, "replace")) {
        a->keywords |= 1u << GW_STATIC;
        granblue_zones(e, a, 0);
        emit_replace(e, part_of(e, n, "replace"), a);
        zones_from_text(e, a);
    } else if (same_word(kind, "deck")) {
        Words limit = {0};
        a->kind = ABIL_DECK;
        emit_node(e, part_of(e, n, "deckrule"), &limit);
        a->body = store_code(e, &limit, false);
    } else if (same_word(kind, "charge")) {
        charge(e, n, a);
    } else if (same_word(kind, "stone")) {
        a->kind = ABIL_SPELL;
        a->keywords |= 1u << GW_STONE;
        a->zones = zone_bit(GZ_HAND);
        if (part_of(e, n, "condition")) emit_validity(e, part_of(e, n, "condition"), a);
        emit_effect(e, part_of(e, n, "body"), a, DUR_GAME);
    } else if (same_word(kind, "job")) {
        a->kind = ABIL_KEYWORD;
        a->keywords = 1u << GW_JOB;
        a->zones = zone_bit(GZ_LEADERS);
        emit_validity(e, part_of(e, n, "condition"), a);
    } else {
        fail(e, n, "grammar: unknown kind of ability");
    }
}

/* ターン1回, アシスト, and what stands before the name of a charge attack. */
static const uint32_t name_keys[][12] = {
    {0x30BF, 0x30FC, 0x30F3, '1', 0x56DE},
    {0x30A2, 0x30B7, 0x30B9, 0x30C8},
    {0x3008, 0x5965, 0x7FA9},
    {0},
};
/* 条件, 効果, ジョブチェンジ条件 */
static const uint32_t name_headings[][12] = {
    {0x6761, 0x4EF6},
    {0x52B9, 0x679C},
    {0x30B8, 0x30E7, 0x30D6, 0x30C1, 0x30A7, 0x30F3, 0x30B8, 0x6761, 0x4EF6},
    {0},
};
/* Stones have no numbers (2-4-3): rows of its own ask for the kind, too. */
static const char *const without[] = {"<stat>{が|}<num><limit>{の|で}",
                                      "<stat>{が|}<num>以上<num>以下{の|で}",
                                      "<own><zones>を{すべて|全て}公開~する", NULL};

/* 3-2-1-1-1, 3-3-1-1-1, 3-4-1-3-1-1 */
static const char *const chosen_zones[] = {"HAND",        "DECK",      "GAUGE",
                                           "<own>デッキ", "<own>手札", NULL};

const Tongue granblue_tongue = {
    .game = &game_granblue,
    .it_is_self = true, /* use.c */
    .quiet_ops = true,
    .it_is_attacked = true,
    .looks_anyway = true,
    .reads_last = true, /* 8-11-1 */
    .own_moves = true,  /* 2-5-2 */
    .among_it = true,
    .row = rows,
    .nrow = sizeof rows / sizeof *rows,
    .word = words,
    .nword = sizeof words / sizeof *words,
    .name = {0x300A, 0x300B},
    .trait = {{0xE000, 0xE001}, {0xE000, 0xE001}},
    .quote = {0x300C, 0x300D},
    .name_keys = name_keys,
    .name_headings = name_headings,
    .without = without,
    .fixed_players = true,
    .self_is_topic = true,
    .bare_is_own = true,
    .chosen_zones = chosen_zones,
    .card_word = {"カード", "card"},
    .ability = granblue_ability,
    .zones = granblue_zones,
    .clause_together = {GB_1_3_4, GB_1_3_4},
    .pay_ops = 1u << GOP_ICONS,
    .damage_ops = 1u << GOP_DAMAGE,
    .shared_ops = 1u << GOP_FALL | 1u << GOP_DAMAGE,
    .counted_ops = 1u << GOP_DAMAGE,
    .unnumbered_kind = GK_ST,
};
