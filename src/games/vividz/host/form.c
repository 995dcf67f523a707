/* Card files and decks of Vividz. */
#include "cards/form.h"
#include "games/vividz/deck.h"
#include "text/message.h"
#include <stdio.h>

/* Words one deck fault for the user. */
static void say(const Run *r, const DeckFault *f, char *out, size_t size) {
    const char *name = f->def ? pack_name(r->pack, f->def) : "";
    switch (f->clause) {
    case VZ_401_3:
        if (f->def)
            snprintf(out, size, either("%s is no account", "%sはアカウントではありません"), name);
        else
            snprintf(out, size,
                     either("%u account{s}; there must be exactly %u",
                            "アカウントが%u枚です。ちょうど%u枚にしてください"),
                     f->have, f->allowed);
        break;
    case VZ_401_4:
        if (f->def)
            snprintf(out, size, either("%s is no mission", "%sはミッションではありません"), name);
        else
            snprintf(out, size,
                     either("%u mission{s}; there must be exactly %u",
                            "ミッションが%u枚です。ちょうど%u枚にしてください"),
                     f->have, f->allowed);
        break;
    case VZ_401_4a:
        snprintf(out, size,
                 either("the mission %s stands there %u times", "ミッション%sが%u枚あります"), name,
                 f->have);
        break;
    case VZ_401_5:
        snprintf(out, size,
                 either("%s is neither a character nor an event: it cannot be in the main deck",
                        "%sはキャラクターでもイベントでもないので、メインデッキに入れられません"),
                 name);
        break;
    case VZ_401_5a:
        snprintf(out, size,
                 f->have < f->allowed
                     ? either("the main deck has %u card{s}; it must have at least %u",
                              "メインデッキが%u枚です。%u枚以上にしてください")
                     : either("the main deck has %u card{s}; it must have at most %u",
                              "メインデッキが%u枚です。%u枚以下にしてください"),
                 f->have, f->allowed);
        break;
    case VZ_401_5b:
        snprintf(out, size,
                 either("%u copies of %s; at most %u are allowed",
                        "%2$sが%1$u枚あります。%3$u枚までです"),
                 f->have, name, f->allowed);
        break;
    case VZ_401_5c:
        snprintf(
            out, size,
            either(
                "%s agrees with none of the missions in mission information, trait and account, "
                "and has no ☆",
                "%sは、どのミッションともミッション情報・特徴・アカウントが合わず、☆もありません"),
            name);
        break;
    default: snprintf(out, size, "%s", clause_info[f->clause].gist);
    }
}

const CardForm vividz_form = {
    .column = {[COL_ID] = "id",
               [COL_NAME] = "name",
               [COL_TYPE] = "type",
               [COL_COST] = "cost",
               [COL_DEF] = "power",
               [COL_TRAITS] = "traits",
               [COL_TITLE] = "account",
               [COL_RARITY] = "rarity",
               [COL_SET] = "set",
               [COL_NAME_EN] = "name_en",
               [COL_TEXT] = "text"},
    .header = "id,name,type,cost,power,traits,account,text",
    .needs = {"a cost", "", "a power"},
    .marks = {"《", "》"},
    .lines = true, /* 304.2 */
    .most = 99999,
    .pile = {[PILE_MAIN] = {"main", 1u << VK_CH | 1u << VK_EV, "メインデッキ"},
             [VPILE_ACCOUNT] = {"account", 1u << VK_AC, "アカウント"},
             [VPILE_MISSIONS] = {"missions", 1u << VK_MI, "ミッション"}},
    .costed = 1u << VK_CH | 1u << VK_EV,
    .numbered = 1u << VK_CH,
    .check = vividz_deck_check,
    .say = say,
};
