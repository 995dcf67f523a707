/* Card files and decks of ニンジャスレイヤーTCG. */
#include "cards/form.h"
#include "games/ninja/deck.h"
#include <stdio.h>

/* Words one deck fault for the user. */
static void say(const Run *r, const DeckFault *f, char *out, size_t size) {
    char name[300] = "";
    if (f->def) {
        const CardDef *d = &r->pack->def[f->def];
        snprintf(name, sizeof name, "%s%s%s", pack_name(r->pack, f->def), d->epithet ? "◆" : "",
                 d->epithet ? pack_term(r->pack, d->epithet) : "");
    }
    switch (f->clause) {
    case NS_402_3a:
        if (!f->def)
            snprintf(out, size, "%u cards; five opened boosters are exactly %u", f->have,
                     f->allowed);
        else if (f->allowed)
            snprintf(out, size, "%u copies of %s; only %u were opened", f->have, name, f->allowed);
        else
            snprintf(out, size, "%s was not opened", name);
        break;
    case NS_402_4a:
        snprintf(out, size, "the deck has %u cards; it must have exactly %u", f->have, f->allowed);
        break;
    case NS_402_4b:
        snprintf(out, size, "%u copies of %s; at most %u are allowed", f->have, name, f->allowed);
        break;
    case NS_402_4c:
        snprintf(out, size, "%u cards with ukemi; at most %u are allowed", f->have, f->allowed);
        break;
    default: snprintf(out, size, "%s", clause_info[f->clause].gist);
    }
}

const CardForm ninja_form = {
    .column = {[COL_ID] = "id",
               [COL_NAME] = "name",
               [COL_EPITHET] = "epithet",
               [COL_TYPE] = "type",
               [COL_COST] = "cost",
               [COL_ATK] = "karate",
               [COL_DEF] = "endurance",
               [COL_THIRD] = "sabotage",
               [COL_TRAITS] = "attributes",
               [COL_COLOR] = "color",
               [COL_RARITY] = "rarity",
               [COL_SET] = "set",
               [COL_NAME_EN] = "name_en",
               [COL_TEXT] = "text",
               [COL_BOX] = "ukemi"},
    .header = "id,name,epithet,type,cost,karate,endurance,sabotage,attributes,text,ukemi",
    .needs = {"a cost", "karate", "endurance"},
    .marks = {"〈", "〉"},
    .box_mark = "ウケミ：",
    .lines = true, /* 209.4 */
    .corrected = NS_1601_1,
    .pool = "sealed",
    .pile = {{"main", 1u << NK_CH | 1u << NK_KO}},
    .costed = 1u << NK_CH | 1u << NK_KO,
    .numbered = 1u << NK_CH,
    .check = ninja_deck_check,
    .say = say,
};
