/* Piles as pages: what lies in a zone, as far as the viewer may know. */
#include "tui/describe.h"

/* "W 控え室 (waiting room), Computer: 7" */
static void put_heading(const Table *t, PlayerId p, unsigned zone, Text *out) {
    const FudaView *v = &t->view;
    const MatZone *z = mat_zone(t->mat, zone);
    if (z) {
        if (p != t->me && v->nplayers > 2) text_add(out, "%u", p + 1u);
        text_add(out, "%c ", p == t->me ? z->letter : z->letter - 'a' + 'A');
    }
    text_put(out, mat_zone_word(t->mat, t->run.g, zone, LANG_JA));
    if (t->lang == LANG_EN && z) text_add(out, " (%s)", z->en);
    text_add(out, say(t->lang, W(", %s: %u", "（%s）：%u枚")), player_label(t, p, t->me),
             v->counts[p][zone]);
}

/* A card of the page: its tag, name and numbers. */
static void put_card(const Table *t, const FudaSeen *x, Text *out) {
    const CardDef *d = &t->run.pack->def[x->def];
    Text tag = {0};
    text_put(out, "  ");
    describe_tag(t, x, &tag);
    text_add(out, "%-4s %s", text_of(&tag),
             x->def ? pack_name(t->run.pack, x->def)
                    : say(t->lang, W("(face down)", "（裏向き）")));
    text_release(&tag);
    if (x->def && d->num.cost >= 0) {
        text_add(out, " (%d)", x->cost);
        if (t->run.g->zones[x->zone].flags & ZONE_FIELD) {
            text_put(out, " ");
            describe_pair(t, x->atk, x->def_now, out);
        } else {
            describe_printed_stats(t, d, " ", out);
        }
    }
    if (x->damage) text_add(out, say(t->lang, W(", damage %d", "、ダメージ%d")), x->damage);
    if (x->flags & CARD_RESTED) text_put(out, say(t->lang, t->mat->rested));
    if (x->def && (x->flags & CARD_DOWN)) text_put(out, say(t->lang, W(", face down", "、裏向き")));
    text_put(out, "\n");
}

void page_zone(const Table *t, PlayerId p, unsigned zone, Text *out) {
    const FudaView *v = &t->view;
    unsigned hidden = 0;
    put_heading(t, p, zone, out);
    text_put(out, "\n\n");
    for (unsigned i = 0; i < v->ncards; i++) {
        const FudaSeen *x = &v->cards[i];
        if (x->player != p || x->zone != zone) continue;
        bool told = x->def || (t->run.g->zones[zone].flags & (ZONE_FIELD | ZONE_ORIENTED));
        if (told)
            put_card(t, x, out);
        else
            hidden++;
    }
    if (!v->counts[p][zone])
        text_put(out, say(t->lang, W("  no cards\n", "  カードはありません\n")));
    if (hidden)
        text_add(out,
                 say(t->lang,
                     W("  %u cards whose faces you may not see\n", "  見られないカード：%u枚\n")),
                 hidden);
}

void page_zones(const Table *t, Text *out) {
    const unsigned n = t->run.s->nplayers;
    for (unsigned i = 0; i < n; i++) {
        const PlayerId p = i ? table_other_player(t, i) : t->me;
        for (unsigned k = 0; k < t->mat->nzones; k++) {
            if (!t->view.counts[p][t->mat->zones[k].zone]) continue;
            put_heading(t, p, t->mat->zones[k].zone, out);
            text_put(out, "\n");
        }
        text_put(out, "\n");
    }
    text_put(out, say(t->lang, W("`look w` lists the cards of a place, `look W` of the opponent's.",
                                 "look w でその場所のカードを、look W "
                                 "で相手のものを一覧にします。")));
}
