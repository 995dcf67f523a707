/* "Why is it 8/7?": what changes a card, found by leaving out each possible cause in turn on a copy
 * of the game and deriving the card again. */
#include "tui/describe.h"
#include "kernel/cache.h"

/* What a cause can change of a card. */
typedef struct Look {
    Numbers now;
    KindSet kinds;
    uint32_t keywords;
} Look;

/* The game on the table's scratch copy, without an observer. */
static Run copy(Table *t) {
    Run r = t->run;
    memcpy(t->scratch, t->run.s, state_size(t->run.s));
    r.s = t->scratch;
    r.obs = NULL;
    return r;
}

static Look look_at(Run *r, CardId c) {
    derived_invalidate(r->s, BECAUSE_READ);
    derived_invalidate(r->s, BECAUSE_EFFECT);
    derive(r);
    return (Look){card_of(r->s, c)->now, card_kinds(r, c), card_keywords(r, c)};
}

static void put_difference(const Table *t, int with, int without, const char *name, unsigned *n,
                           Text *out) {
    if (with == without) return;
    text_add(out, "%s%s%+d", (*n)++ ? (t->lang == LANG_JA ? "、" : ", ") : "", name,
             with - without);
}

/* "+2 attack, 【ブロッカー】": what 'with' has more than 'without'; nothing if they are equal. */
static void put_change(const Table *t, const Look *with, const Look *without, Text *out) {
    const Game *g = t->run.g;
    unsigned n = 0;
    if (!t->mat->power)
        put_difference(t, with->now.atk, without->now.atk,
                       say(t->lang, W("first number ", "左の数値")), &n, out);
    put_difference(
        t, with->now.def, without->now.def,
        say(t->lang, t->mat->power ? W("power ", "パワー") : W("second number ", "右の数値")), &n,
        out);
    if (t->mat->third)
        put_difference(t, with->now.third, without->now.third,
                       say(t->lang, W("third number ", "3つ目の数値")), &n, out);
    put_difference(t, with->now.cost, without->now.cost, say(t->lang, W("cost ", "コスト")), &n,
                   out);
    for (unsigned k = 0; k < g->nkeywords && k < 32; k++) {
        const unsigned a = with->keywords >> k & 1, b = without->keywords >> k & 1;
        if (a == b) continue;
        text_add(out, "%s%s%s", n++ ? (t->lang == LANG_JA ? "、" : ", ") : "", a ? "+" : "-",
                 g->keywords[k].name);
    }
    if (with->kinds != without->kinds && !n)
        text_put(out, say(t->lang, W("its kind", "カードの種類")));
}

/* A cause, once for all that it changes: "+2 from 灯台: text" */
static void put_cause(Table *t, const Look *with, const Look *without, CardId source, AbilId a,
                      Text *out) {
    Text change = {0};
    put_change(t, with, without, &change);
    if (change.n) {
        text_add(out, "  %s", text_of(&change));
        text_put(out, say(t->lang, W("  by ", "  … ")));
        if (source)
            describe_card(t, source, t->me, out);
        else
            text_put(out, say(t->lang, W("a rule", "ルール")));
        if (a && *ability_text(t, a)) {
            text_put(out, t->lang == LANG_JA ? "：" : ": ");
            describe_effect(t, a, false, out);
        }
        text_put(out, "\n");
    }
    text_release(&change);
}

/* Effects of abilities that were carried out. */
static void try_effects(Table *t, CardId c, const Look *now, Text *out) {
    for (unsigned i = 0; i < t->run.s->neffects; i++) {
        Run r = copy(t);
        const Effect e = r.s->effect[i];
        if (e.kind == EFF_DELAYED || e.kind == EFF_REPLACE || e.kind == EFF_NEXT) continue;
        if (e.target.card && e.target.card != c) continue;
        effect_remove(&r, i);
        const Look without = look_at(&r, c);
        put_cause(t, now, &without, e.source.card, e.kind == EFF_GRANT ? NONE : e.abil, out);
    }
}

/* Abilities in play that apply all the time. */
static void try_abilities(Table *t, CardId c, const Look *now, Text *out) {
    for (unsigned i = 0; i < t->run.s->nfixed; i++) {
        Run r = copy(t);
        const Listener l = r.s->listen[i];
        if (!l.card || !l.abil || r.pack->abil[l.abil].kind != ABIL_STATIC) continue;
        r.s->listen[i] = (Listener){0};
        const Look without = look_at(&r, c);
        put_cause(t, now, &without, l.card, l.abil, out);
    }
}

void page_causes(Table *t, CardId c, Text *out) {
    Text all = {0};
    Run r = copy(t);
    const Look now = look_at(&r, c);
    try_effects(t, c, &now, &all);
    try_abilities(t, c, &now, &all);
    if (all.n)
        text_add(out, "\n%s\n%s", say(t->lang, W("What changes it now:", "今かかっている効果：")),
                 text_of(&all));
    text_release(&all);
}
