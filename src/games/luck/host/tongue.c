/* Card language of ラクエンロジック: grammar rows, vocabulary, brackets, sorts of terms, and code
 * generation for its kinds of ability. */
#include "games/luck/luck.h"
#include "text/tongue_tables.h"

/* 2.1 to 2.17: what is printed on a card beside its numbers. In the order of LSORT_*. */
static const TermSort sorts[] = {
    [LSORT_NAME] = {"names", "名称「", "」", "/", 0, 0, true},
    [LSORT_TITLE] = {"title", "称号「", "」", "\n", 0, 0, true},
    [LSORT_WORLD] = {"worlds", "《", "》", "/", 0, 0, false},
    [LSORT_ATTRIBUTE] = {"attributes", "〈", "〉", "/", 0, 0, false},
    [LSORT_PARTNER] = {"partners", "盟約者「", "」", "&", 0, 0, false},
    [LSORT_COLOUR] = {"colors", "色「", "」", "/", 0, 0, false},
    {"limit", "リミット", "", "/", LSTAT_LIMIT, 0, false},
    {"territory", "テリトリー", "", "/", 0, LM_TERRITORY + 1, false},
    {"p", "P+", "", "/", 0, LM_POWER + 1, false},
    {"a", "A+", "", "/", 0, LM_AURA + 1, false},
    {"l", "L+", "", "/", 0, LM_LIMIT + 1, false},
    {"ic", "IC", "", "/", 0, LM_IC + 1, false},
    {"law", "法則", "", "/", 0, LM_LAW + 1, false},
    {"gate", "門ナンバー", "", "/", 0, LM_GATE + 1, false},
    {"super", "超", "", "/", 0, LM_SUPER + 1, false},
    {0},
};

enum {
    GIVEN_ZONES = 1 << LZ_CIRCLE | 1 << LZ_GATE | 1 << LZ_BATTLE | 1 << LZ_PARADOX | 1 << LZ_MY
};

/* 9.3.2: the zones where the ability is valid, if none are printed. */
static void default_zones(Emit *e, AbilityDef *a, EventSet events) {
    const unsigned kinds = e->sink->kinds;
    (void)events;
    if (a->zones) return;
    if (a->keywords >> LW_BLAST & 1 || a->keywords >> LW_BLASTSKILL & 1)
        a->zones = zone_bit(LZ_SET);
    else if (e->granted) /* wherever a card that gets it has its own abilities */
        a->zones = GIVEN_ZONES;
    else if (kinds >> LK_GATE & 1)
        a->zones = zone_bit(LZ_GATE);
    else if (kinds >> LK_TACTICS & 1)
        a->zones = zone_bit(LZ_BATTLE);
    else if (kinds >> LK_PARADOX & 1)
        a->zones = zone_bit(LZ_BATTLE) | zone_bit(LZ_PARADOX);
    else if (kinds >> LK_MY & 1)
        a->zones = zone_bit(LZ_MY);
    else
        a->zones = zone_bit(LZ_CIRCLE);
}

/* The icons between the ability icon and the text: zones, once a turn, EX soul. */
static void icons(Emit *e, const Node *n, AbilityDef *a, Words *cond) {
    for (; n->nchild == 2; n = node_child(e->t, n, 1)) {
        const Node *icon = node_child(e->t, n, 0);
        const char *code = node_code(e, icon);
        Words w = {0};
        if (!strncmp(code, "!zone", 5)) {
            emit_node(e, node_child(e->t, icon, 0), &w);
            a->zones |= w.n ? w.w[0] : 0;
            a->flags |= ABIL_ZONES_PRINTED;
        } else if (same_word(code, "!once")) {
            a->flags |= ABIL_ONCE;
        } else { /* a keyword with a condition */
            emit_node(e, icon, &w);
            if (w.n) a->keywords |= 1u << w.w[0];
            for (unsigned i = 1; i < w.n; i++) put(e, cond, w.w[i]);
        }
    }
}

/* The last part of the row is the body; -1: there is none. */
static const Node *part_named(Emit *e, const Node *n, const char *word) {
    for (unsigned i = 0; i < n->nchild; i++)
        if (same_word(node_code(e, node_child(e->t, n, i)), word)) return node_child(e->t, n, i);
    return 0;
}

static void emit_cost_of(Emit *e, const Node *n, AbilityDef *a) {
    const Node *cost = part_named(e, n, "!cost");
    if (!cost) return;
    emit_cost(e, cost, a);
}

/* Writes a trigger in code. */
static void trigger_code(Emit *e, AbilityDef *a, const Code *code, unsigned n) {
    Words trig = {0};
    for (unsigned i = 0; i < n; i++) put(e, &trig, code[i]);
    a->trig = store_code(e, &trig, false);
}

/* 9.6.2.2.1: an X of the cost that the text lets pay is chosen when the ability is played. */
static void end_named_cost(Emit *e, AbilityDef *a) {
    if (e->free_x) a->flags |= ABIL_FREE_X;
    e->free_x = false;
    e->named_cost = 0;
}

/* A triggered ability: [cost] is only a name, paid where the body says so (9.7.3.3). */
static void emit_auto(Emit *e, const Node *n, AbilityDef *a) {
    const Node *cost = part_named(e, n, "!cost");
    a->kind = ABIL_TRIGGERED;
    a->keywords |= 1u << LW_AUTO;
    e->named_cost = cost ? node_child(e->t, cost, 0) : 0;
    for (unsigned i = 0; i < n->nchild; i++) {
        const Node *c = node_child(e->t, n, i);
        const char *code = node_code(e, c);
        if (same_word(code, "!icons") || same_word(code, "!cost") || same_word(code, "!body") ||
            !strncmp(code, "KW_", 3))
            continue;
        if (!a->trig) emit_trigger(e, c, a);
    }
    default_zones(e, a, 0);
    emit_effect(e, part_named(e, n, "!body"), a, DUR_GAME);
    end_named_cost(e, a);
}

/* Keywords that are triggers of their own: gate break, blast skill, covenant. */
static void emit_key(Emit *e, const Node *n, AbilityDef *a, unsigned key) {
    static const Code destroyed[] = {OP_ON,  EV_FACE,         3,          OP_TURNED, 0,
                                     OP_HOW, 1 << LH_DESTROY, OP_ON_CARD, OP_THIS};
    static const Code turned[] = {OP_ON, EV_FACE, 2, OP_TURNED, 0, OP_ON_CARD, OP_THIS};
    const Node *cost = part_named(e, n, "!cost");
    a->kind = ABIL_TRIGGERED;
    a->keywords |= 1u << LW_AUTO | 1u << key;
    e->named_cost = cost ? node_child(e->t, cost, 0) : 0;
    if (key == LW_BREAK) {
        a->events = ev_bit(EV_FACE);
        trigger_code(e, a, destroyed, sizeof destroyed / sizeof *destroyed);
        default_zones(e, a, 0);
    } else {
        a->events = ev_bit(EV_FACE);
        trigger_code(e, a, turned, sizeof turned / sizeof *turned);
        a->zones = zone_bit(LZ_SET);
    }
    emit_effect(e, part_named(e, n, "!body"), a, DUR_GAME);
    end_named_cost(e, a);
}

/* 11.2: covenant looks at who unites with this card. */
static void emit_covenant(Emit *e, const Node *n, AbilityDef *a) {
    static const Code head[] = {OP_ON,       EV_DEED,    3,       OP_DEED,
                                LDEED_UNITE, OP_ON_CARD, OP_THIS, OP_ON_OTHER};
    const Node *cost = part_named(e, n, "!cost"), *with = 0;
    Words trig = {0};
    a->kind = ABIL_TRIGGERED;
    a->keywords |= 1u << LW_AUTO | 1u << LW_COVENANT;
    a->events = ev_bit(EV_DEED);
    for (unsigned i = 0; i < n->nchild && !with; i++) {
        const Node *c = node_child(e->t, n, i);
        const char *code = node_code(e, c);
        if (!same_word(code, "!icons") && !same_word(code, "!cost") && !same_word(code, "!body"))
            with = c;
    }
    for (unsigned i = 0; i < sizeof head / sizeof *head; i++) put(e, &trig, head[i]);
    if (with) emit_node(e, with, &trig);
    a->trig = store_code(e, &trig, false);
    a->zones = zone_bit(LZ_CIRCLE);
    e->named_cost = cost ? node_child(e->t, cost, 0) : 0;
    emit_effect(e, part_named(e, n, "!body"), a, DUR_GAME);
    end_named_cost(e, a);
}

/* 11.8: blast: the circle of its card is attacked; it is turned up, then dropped. */
static void emit_blast(Emit *e, AbilityDef *a) {
    static const Code trig[] = {OP_ON,      EV_ATTACK, 1,          OP_GE, OP_SPOTS, OP_COMMON,
                                OP_PLACEOF, OP_SELF,   OP_GPLACES, 1,     OP_NUM,   1};
    static const Code body[] = {OP_TURNFACE, OP_SELF,      0, OP_MOVE, OP_YOU,
                                OP_SELF,     1 << LZ_DROP, 0, LH_DROP};
    Words w = {0};
    a->kind = ABIL_TRIGGERED;
    a->keywords |= 1u << LW_AUTO | 1u << LW_BLAST;
    a->events = ev_bit(EV_ATTACK);
    a->zones = zone_bit(LZ_SET);
    trigger_code(e, a, trig, sizeof trig / sizeof *trig);
    for (unsigned i = 0; i < sizeof body / sizeof *body; i++) put(e, &w, body[i]);
    a->body = store_code(e, &w, true);
}

static void emit_act(Emit *e, const Node *n, AbilityDef *a, unsigned key) {
    a->kind = ABIL_ACTIVATED;
    a->events = ev_bit(EV_ACTIVE);
    a->keywords |= 1u << LW_ACT | (key ? 1u << key : 0u);
    default_zones(e, a, 0);
    emit_cost_of(e, n, a);
    const Node *body = part_named(e, n, "!body");
    if (body) {
        emit_effect(e, body, a, DUR_GAME);
        return;
    }
    Words w = {0}; /* 11.11: make has a number and no body */
    const Node *level = 0;
    for (unsigned i = 0; i < n->nchild; i++)
        if (node_child(e->t, n, i)->leaf == LEAF_NUMBER) level = node_child(e->t, n, i);
    put(e, &w, OP_GAME);
    put(e, &w, LOP_MAKE);
    put(e, &w, OP_NUM);
    put(e, &w, level ? (unsigned)level->value : 0);
    a->body = store_code(e, &w, true);
}

/* Hook of Tongue: compiles one ability of the given kind. */
static void luck_ability(Emit *e, const Node *n, const char *kind, AbilityDef *a) {
    Words cond = {0};
    const Node *all = part_named(e, n, "!icons");
    for (unsigned i = 0; i < n->nchild; i++) { /* 11.6: EX soul stands in front */
        Words w = {0};
        if (strncmp(node_code(e, node_child(e->t, n, i)), "KW_EXSOUL", 9)) continue;
        emit_node(e, node_child(e->t, n, i), &w);
        if (w.n) a->keywords |= 1u << w.w[0];
        for (unsigned k = 1; k < w.n; k++) put(e, &cond, w.w[k]);
    }
    if (all) icons(e, all, a, &cond);
    a->cond = store_code(e, &cond, false);
    if (same_word(kind, "act")) {
        emit_act(e, n, a, 0);
    } else if (same_word(kind, "drive")) {
        emit_act(e, n, a, LW_DRIVE);
    } else if (same_word(kind, "make")) {
        emit_act(e, n, a, LW_MAKE);
    } else if (same_word(kind, "auto")) {
        emit_auto(e, n, a);
    } else if (same_word(kind, "vanguard")) {
        /* 11.3.1: the opponent's six gates are all intact */
        static const Code intact[] = {OP_GE, OP_COUNT, OP_CARDS, OP_OPP,  1 << LZ_GATE, 5, OP_FAND,
                                      2,     OP_KIND,  LK_GATE,  OP_DOWN, OP_NUM,       6};
        Words six = {0};
        for (unsigned i = 0; i < sizeof intact / sizeof *intact; i++) put(e, &six, intact[i]);
        a->cond = store_code(e, &six, false);
        a->keywords |= 1u << LW_VANGUARD;
        emit_auto(e, n, a);
    } else if (same_word(kind, "covenant")) {
        emit_covenant(e, n, a);
    } else if (same_word(kind, "break")) {
        emit_key(e, n, a, LW_BREAK);
    } else if (same_word(kind, "blastskill")) {
        emit_key(e, n, a, LW_BLASTSKILL);
    } else if (same_word(kind, "blast")) {
        emit_blast(e, a);
    } else if (same_word(kind, "relic")) {
        a->kind = ABIL_KEYWORD;
        a->keywords |= 1u << LW_RELICSKILL;
        a->zones = zone_bit(LZ_RELIC);
        emit_effect(e, part_named(e, n, "!body"), a, DUR_GAME);
        a->events = 0;
    } else if (same_word(kind, "replace")) {
        a->keywords |= 1u << LW_STATIC;
        default_zones(e, a, 0);
        emit_replace(e, node_child(e->t, n, n->nchild - 1u), a);
    } else if (same_word(kind, "static")) {
        a->kind = ABIL_STATIC;
        e->is_static = true;
        emit_condition(e, &cond, a);
        a->keywords |= 1u << LW_STATIC;
        default_zones(e, a, 0);
        emit_effect(e, node_child(e->t, n, n->nchild - 1u), a, DUR_NONE);
    } else {
        fail(e, n, "grammar: unknown kind of ability");
    }
}

static const Respelling respellings[] = {
    {"永", "【永】"}, {"自", "【自】"}, {"起", "【起】"}, {"▲", "スタンド"},
    {"▢", "レスト"},  {"□", "レスト"},  {0, 0},
};

/* 2.2.3 */
static const KindZone kind_zones[] = {{LK_MEMBER, LZ_CIRCLE}, {LK_GATE, LZ_GATE}, {0, 0}};

const Tongue luck_tongue = {
    .game = &game_luck,
    .kind_zones = kind_zones,
    .top_zone = LZ_STOCK, /* 4.8.1.2 */
    .top_query = LQ_STOCKTOP,
    .row = rows,
    .nrow = sizeof rows / sizeof *rows,
    .word = words,
    .nword = sizeof words / sizeof *words,
    .name = {0x300C, 0x300D},
    .trait = {{0x300A, 0x300B}, {0x3008, 0x3009}},
    .sorts = sorts,
    .open_is_anyones = true, /* 4.1.8 */
    .topic_ends = true,      /* 3.2.1.3.1 */
    .opp_is_masters = true,  /* 3.3.2 */
    .reads_last = true,      /* 9.11.1 */
    .event_made = true,
    .own_costs = true, /* 9.4.2 */
    .card_word = {"メンバー", "member"},
    .respellings = respellings,
    .ability = luck_ability,
    .zones = default_zones,
    .each_repeats = true, /* 12.5.1 */
    .clause_self = {LL_3_3_3, LL_3_3_3},
    .clause_self_each = LL_3_3_3_1,
    .clause_parts = LL_5_22_2,
    .clause_opp = {LL_3_3_2, LL_3_3_2},
    .clause_together = {LL_1_3_4, LL_1_3_4_1},
    .clause_bare = LL_2_2_3_1,
    .clause_bare_name = LL_2_1_3_1,
};
