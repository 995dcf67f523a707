/* Card files and decks of ニンジャスレイヤーTCG. */
#include "cards/form.h"
#include "games/ninja/deck.h"
#include "text/message.h"
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
            snprintf(out, size,
                     either("%u card{s}; five opened boosters are exactly %u",
                            "%u枚です。開封した5パックはちょうど%u枚です"),
                     f->have, f->allowed);
        else if (f->allowed)
            snprintf(out, size,
                     either("%u of %s, but the opened boosters hold %u",
                            "%2$sが%1$u枚ありますが、開封したのは%3$u枚です"),
                     f->have, name, f->allowed);
        else
            snprintf(out, size, either("%s was not opened", "%sは開封したカードにありません"),
                     name);
        break;
    case NS_402_4a:
        snprintf(out, size,
                 either("the deck has %u card{s}; it must have exactly %u",
                        "デッキが%u枚です。ちょうど%u枚にしてください"),
                 f->have, f->allowed);
        break;
    case NS_402_4b:
        snprintf(out, size,
                 either("%u copies of %s; at most %u are allowed",
                        "%2$sが%1$u枚あります。%3$u枚までです"),
                 f->have, name, f->allowed);
        break;
    case NS_402_4c:
        snprintf(out, size,
                 either("%u card{s} with ukemi; at most %u are allowed",
                        "ウケミのあるカードが%u枚あります。%u枚までです"),
                 f->have, f->allowed);
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
    .pile = {{"main", 1u << NK_CH | 1u << NK_KO, "デッキ"}},
    .costed = 1u << NK_CH | 1u << NK_KO,
    .numbered = 1u << NK_CH,
    .check = ninja_deck_check,
    .say = say,
};
