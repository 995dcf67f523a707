/* Card files and decks of Reバース for you. */
#include "cards/form.h"
#include "games/rebirth/deck.h"
#include "text/message.h"
#include <stdio.h>

/* Words one deck fault for the user. */
static void say(const Run *r, const DeckFault *f, char *out, size_t size) {
    const char *name = f->def ? pack_name(r->pack, f->def) : "";
    switch (f->clause) {
    case RB_6_1_1_1:
        snprintf(out, size,
                 either("the main deck has %u card{s}; it must have exactly %u",
                        "メインデッキが%u枚です。ちょうど%u枚にしてください"),
                 f->have, f->allowed);
        break;
    case RB_6_1_1_2:
        snprintf(out, size,
                 either("%u copies of %s; at most %u are allowed",
                        "%2$sが%1$u枚あります。%3$u枚までです"),
                 f->have, name, f->allowed);
        break;
    case RB_6_1_1_3:
        snprintf(out, size,
                 either("%u Re birth card{s} in the main deck; at most %u are allowed",
                        "メインデッキにReバースカードが%u枚あります。%u枚までです"),
                 f->have, f->allowed);
        break;
    case RB_6_1_1_4:
        snprintf(out, size,
                 either("%s is a partner: it belongs below `partners`",
                        "%sはパートナーです。partners の下に書いてください"),
                 name);
        break;
    case RB_6_1_1_5:
        if (f->def)
            snprintf(out, size,
                     either("%s is no partner: it belongs into the main deck",
                            "%sはパートナーではありません。メインデッキに入れてください"),
                     name);
        else
            snprintf(out, size,
                     either("%u partner{s}; there must be exactly %u",
                            "パートナーが%u枚です。ちょうど%u枚にしてください"),
                     f->have, f->allowed);
        break;
    case RB_12_2_1_2:
        snprintf(out, size,
                 either("%s is a deer character: it belongs below `deer`",
                        "%sはシカです。deer の下に書いてください"),
                 name);
        break;
    case RB_12_2_1_3:
        if (!f->def)
            snprintf(out, size,
                     either("the deer deck lacks one of the %u listed deer cards",
                            "シカデッキに、決められた%u種類のうち足りないものがあります"),
                     f->allowed);
        else if (f->allowed)
            snprintf(out, size,
                     either("%s stands twice in the deer deck; one of each is right",
                            "シカデッキに%sが2枚あります。1枚ずつです"),
                     name);
        else
            snprintf(out, size,
                     either("%s is none of the deer cards that make up a deer deck",
                            "%sはシカデッキに入れるカードではありません"),
                     name);
        break;
    default: snprintf(out, size, "%s", clause_info[f->clause].gist);
    }
}

static const NameInfo types[] = {
#define KIND(name, printed, type) {#name, type},
#include "games/rebirth/kinds.def"
#undef KIND
    {0},
};

const CardForm rebirth_form = {
    .column = {[COL_ID] = "id",
               [COL_NAME] = "name",
               [COL_TYPE] = "type",
               [COL_COST] = "cost",
               [COL_ATK] = "atk",
               [COL_DEF] = "def",
               [COL_TRAITS] = "traits",
               [COL_TITLE] = "title",
               [COL_COLOR] = "color",
               [COL_RARITY] = "rarity",
               [COL_SET] = "set",
               [COL_NAME_EN] = "name_en",
               [COL_TEXT] = "text"},
    .header = "id,name,type,cost,atk,def,traits,title,color,text",
    .needs = {"a cost", "an ATK", "a DEF"},
    .marks = {"〔", "〕"},
    .types = types,
    .pile = {{"main", 1u << RK_CH | 1u << RK_RE, "メインデッキ"},
             {"partners", 1u << RK_PA, "パートナー"},
             {"deer", 1u << RK_DEER, "シカデッキ"}},
    .costed = 1u << RK_CH,
    .numbered = 1u << RK_CH,
    .implied = {1u << RK_DEER, 1u << RK_CH}, /* 12.2.1.1 */
    .check = rebirth_deck_check,
    .say = say,
};
