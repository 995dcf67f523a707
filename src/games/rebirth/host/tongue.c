/* Card language of Reバース for you: grammar rows, vocabulary, brackets, and code generation for
 * its kinds of ability. */
#include "games/rebirth/actions.h"
#include "text/tongue_tables.h"

/* Zones of an icon; the partner's has no part. */
static Code icon_zones(Emit *e, const Node *icon) {
    Words w = {0};
    if (!icon->nchild) return PARTNERS_ONLY | zone_bit(RZ_ENERGY);
    emit_node(e, node_child(e->t, icon, 0), &w);
    return w.n ? w.w[0] : 0;
}

/* Compiles the icons between the ability icon and the text: zones, once per turn, condition
 * keywords. 11.2.4: several conditions must all hold. */
static void icons(Emit *e, const Node *n, AbilityDef *a, Words *cond) {
    Words all = {0};
    unsigned count = 0;
    for (; n->nchild == 2; n = node_child(e->t, n, 1)) {
        const Node *icon = node_child(e->t, n, 0);
        const char *code = node_code(e, icon);
        Words w = {0};
        if (!strncmp(code, "!zone", 5)) {
            Code zones = icon_zones(e, icon);
            a->zones |= zones & ~(Code)PARTNERS_ONLY;
            if (zones & PARTNERS_ONLY) a->flags |= ABIL_PARTNER_ZONE;
            a->flags |= ABIL_ZONES_PRINTED;
        } else if (same_word(code, "!once")) {
            a->flags |= ABIL_ONCE;
        } else { /* a condition keyword: its number, then the condition */
            emit_node(e, icon, &w);
            if (w.n < 2) continue;
            a->keywords |= 1u << w.w[0];
            for (unsigned i = 1; i < w.n; i++) put(e, &all, w.w[i]);
            count++;
        }
    }
    if (!count) return;
    if (count > 1) {
        put(e, cond, OP_BMARK);
        put(e, cond, RB_11_2_4);
        put(e, cond, OP_AND);
        put(e, cond, count);
    }
    for (unsigned i = 0; i < all.n; i++) put(e, cond, all.w[i]);
}

/* 9.4.4, 9.4.5: the zones where the ability is valid, if none are printed. */
static void default_zones(Emit *e, AbilityDef *a, EventSet events) {
    ZoneSet field = zone_bit(RZ_ENTRY) | zone_bit(RZ_MEMBER);
    if (a->zones) return;
    if (e->sink->kinds >> RK_RE & 1)
        a->zones = zone_bit(RZ_REBIRTH);
    else if (e->sink->kinds >> RK_PA & 1)
        a->zones = zone_bit(RZ_ENERGY);
    else
        a->zones = field;
    if ((events & ev_bit(EV_BLOCK)) || e->lying) a->zones = zone_bit(RZ_WAITING);
}

/* 9.1.1.4: a cancel ability, which stops what it responds to, does something else, or both. Unless
 * the text states a cost, it is to discard the card itself. */
static void emit_cancel(Emit *e, const Node *n, AbilityDef *a, bool stops) {
    Words trig = {0}, cost = {0}, body = {0};
    bool more = same_word(node_code(e, node_child(e->t, n, n->nchild - 1u)), "!body");
    unsigned aims = n->nchild - (more ? 2u : 1u);
    a->kind = ABIL_CANCEL;
    a->events = ev_bit(EV_CANCELS);
    a->keywords |= 1u << RW_CANCEL;
    if (!a->zones) a->zones = zone_bit(RZ_HAND);
    emit_node(e, node_child(e->t, n, aims), &trig);
    a->trig = store_code(e, &trig, false);
    if (aims == 2) {
        emit_cost(e, node_child(e->t, n, 1), a);
    } else { /* default cost: put this card from the hand into the waiting room */
        static const Code self[] = {OP_MOVE, OP_YOU, OP_SELF, 1 << RZ_WAITING, 0, RH_CANCEL};
        for (unsigned i = 0; i < sizeof self / sizeof *self; i++) put(e, &cost, self[i]);
        a->cost = store_code(e, &cost, true);
    }
    if (stops) put(e, &body, OP_STOP);
    if (more) emit_node(e, node_child(e->t, n, aims + 1), &body);
    a->body = store_code(e, &body, true);
}

/* 11.3: a spark triggers when the card fills the entry from the deck. */
static void emit_spark(Emit *e, const Node *n, AbilityDef *a) {
    static const Code fill[] = {OP_ON,  EV_MOVE,       4,      OP_FROM,      1 << RZ_DECK,
                                OP_TO,  1 << RZ_ENTRY, OP_HOW, 1 << RH_FILL, OP_ON_CARD,
                                OP_THIS};
    Words trig = {0};
    a->kind = ABIL_TRIGGERED;
    a->keywords |= 1u << RW_SPARK;
    a->flags |= ABIL_SELF_MOVE;
    a->zones = zone_bit(RZ_ENTRY);
    a->events = ev_bit(EV_MOVE);
    for (unsigned i = 0; i < sizeof fill / sizeof *fill; i++) put(e, &trig, fill[i]);
    a->trig = store_code(e, &trig, false);
    emit_effect(e, node_child(e->t, n, n->nchild - 1u), a, DUR_GAME);
}

/* A keyword without an effect of its own. Its condition, if any, says when it is valid. */
static void emit_keyword(Emit *e, const Node *n, AbilityDef *a) {
    Words w = {0};
    emit_node(e, node_child(e->t, n, 0), &w); /* keyword number, then an optional condition */
    a->kind = ABIL_KEYWORD;
    a->keywords |= w.n ? 1u << w.w[0] : 0u;
    if (e->sink->kinds >> RK_DEER & 1)
        a->keywords = 0; /* 12.2.2: a deer character has no keywords */
    a->zones = a->keywords >> RW_BLOCKER & 1 ? zone_bit(RZ_HAND) : 0u;
    a->events = a->zones ? ev_bit(EV_KEYWORD) : 0;
    if (w.n > 1) a->cond = (Pc)e->sink->code(e->sink->self, w.w + 1, w.n - 1);
}

/* Hook of Tongue: compiles one ability of the given kind. */
static void rebirth_ability(Emit *e, const Node *n, const char *kind, AbilityDef *a) {
    Words cond = {0};
    if (same_word(kind, "keyword")) {
        emit_keyword(e, n, a);
        return;
    }
    icons(e, node_child(e->t, n, 0), a, &cond);
    a->cond = store_code(e, &cond, false);
    if (same_word(kind, "act")) {
        a->kind = ABIL_ACTIVATED;
        a->events = ev_bit(EV_ACTIVE);
        a->keywords |= 1u << RW_ACT;
        default_zones(e, a, 0);
        if (n->nchild == 3) emit_cost(e, node_child(e->t, n, 1), a);
        emit_effect(e, node_child(e->t, n, n->nchild - 1u), a, DUR_GAME);
    } else if (same_word(kind, "auto")) {
        a->kind = ABIL_TRIGGERED;
        a->keywords |= 1u << RW_AUTO;
        if (n->nchild == 4) {
            a->flags |= ABIL_COST_MAY;
            emit_cost(e, node_child(e->t, n, 1), a);
        }
        emit_trigger(e, node_child(e->t, n, n->nchild - 2u), a);
        emit_effect(e, node_child(e->t, n, n->nchild - 1u), a, DUR_GAME);
    } else if (same_word(kind, "static")) {
        a->kind = ABIL_STATIC;
        e->is_static = true;
        emit_condition(e, &cond, a);
        a->keywords |= 1u << RW_STATIC;
        default_zones(e, a, 0);
        emit_effect(e, node_child(e->t, n, 1), a, DUR_NONE);
        if (e->in_soul && !(a->flags & ABIL_ZONES_PRINTED)) a->zones = zone_bit(RZ_SOUL);
        if (e->in_hand && !(a->flags & ABIL_ZONES_PRINTED)) a->zones = zone_bit(RZ_HAND);
    } else if (same_word(kind, "replace")) {
        a->keywords |= 1u << RW_STATIC;
        default_zones(e, a, 0);
        emit_replace(e, node_child(e->t, n, 1), a);
    } else if (same_word(kind, "deck")) {
        Words limit = {0};
        a->kind = ABIL_DECK;
        emit_node(e, node_child(e->t, n, 1), &limit); /* a number, or WHOLE */
        a->body = store_code(e, &limit, false);
    } else if (same_word(kind, "spark")) {
        emit_spark(e, n, a);
    } else if (same_word(kind, "cancel") || same_word(kind, "counter")) {
        emit_cancel(e, n, a, same_word(kind, "cancel"));
    } else {
        fail(e, n, "grammar: unknown kind of ability");
    }
}

/* Spelling variants on printed cards, and the form that the grammar expects. */
static const Respelling respellings[] = {
    {"", "エネ"},
    {"レスト", "【レスト】"},
    {"スタンド", "【スタンド】"},
    {"シャッフル", "【シャッフル】"},
    {"山札", "デッキ"},
    {"ソウル", "魂"},
    {"【魂】", "魂"},
    {"【ソウル】", "魂"},
    {"起", "【起】"},
    {"自", "【自】"},
    {"永", "【永】"},
    {"スパーク", "【スパーク】"},
    {"Lv.", "Lv"},
    {"Lvv", "Lv"},
    {"アタックの終了時", "アタック終了時"},
    {0, 0},
};

/* Reminder texts: the phrases by which one is recognised and what it must agree with. */
static const Reminder reminders[] = {
    {{"本領発揮", "枚以上で有効"}, "KW_HONRYO", SAME_TERMS | SAME_NUMBER, "honryo"},
    {{"がセットしてあれば有効", 0}, "KW_RECOMBO", SAME_TERMS, "Re combo"},
    {{"がセットされていれば有効", 0}, "KW_RECOMBO", SAME_TERMS, "Re combo"},
    {{"へのアタック", "ダメージを0にする"}, "KW_BLOCKER", SAME_TERMS, "blocker"},
    {{"手札から控え室に置く", "止める"}, "!ability cancel", SAME_ICONS, "cancel"},
    {{"今後の成長に期待", 0}, "KW_NOBISHIRO", 0, "nobishiro"},
    {{"【ブロッカー】であるかのように", 0}, "BLOCK_WITH", 0, "blocking with a card of the hand"},
    {{"手札やデッキ", "にも有効"}, "GAIN HIDDEN", 0, "an effect on cards in hidden zones"},
    {{"あなたも選べない", 0},
     "NO_CHOOSE EVERY|NO_CHOOSE_BY EVERY",
     0,
     "not being chosen by anybody"},
    {{0, 0}, 0, 0, 0},
};

static const struct Home homes[] = {{"KIND K_CH", "FIELD", false}, /* 2.2.3.1 */
                                    {"KIND K_RE", "REZONE", true}, /* 4.7.4 */
                                    {"KIND K_PA", "ENERGY", true}, /* 4.6.4 */
                                    {0, 0, false}};

const Tongue rebirth_tongue = {
    .game = &game_rebirth,
    .row = rows,
    .nrow = sizeof rows / sizeof *rows,
    .word = words,
    .nword = sizeof words / sizeof *words,
    .name = {0x300A, 0x300B},
    .trait = {{0x3014, 0x3015}, {0x3008, 0x3009}},
    .quote = {0x300E, 0x300F},
    .card_word = {"キャラ", "character"},
    .respellings = respellings,
    .reminders = reminders,
    .ability = rebirth_ability,
    .zones = default_zones,
    .clause_self = {RB_9_14_2, RB_9_14_2_1},
    .clause_opp = {RB_9_14_3, RB_9_14_3_1},
    .clause_that = {RB_9_14_4, RB_9_14_4_1},
    .clause_together = {RB_1_3_4, RB_1_3_4_1},
    .homes = homes,
    .clause_before = RB_5_19_3,
    .clause_conditions = RB_11_2_4,
    .restricted_zone = RZ_ENERGY,
    .restricted_kind = RK_PA,
    .unnumbered_kind = RK_RE,
    .clause_restricted = RB_4_6_5,
    .counted_ops = 1u << ROP_HEAL,
    .reads_last = true, /* 9.12.1 */
};
