/* Card files and decks of ラクエンロジック. */
#include "cards/form.h"
#include "games/luck/deck.h"
#include "text/message.h"
#include <stdio.h>

/* Words one deck fault for the user. */
static void say(const Run *r, const DeckFault *f, char *out, size_t size) {
    const char *name = f->def ? pack_name(r->pack, f->def) : "";
    switch (f->clause) {
    case LL_6_1_1_1_1:
        snprintf(out, size,
                 either("the main deck has %u card{s}; it must have exactly %u",
                        "メインデッキが%u枚です。ちょうど%u枚にしてください"),
                 f->have, f->allowed);
        break;
    case LL_6_1_1_1_2:
        snprintf(out, size,
                 either("%u copies of %s; at most %u are allowed",
                        "%2$sが%1$u枚あります。%3$u枚までです"),
                 f->have, name, f->allowed);
        break;
    case LL_6_1_1_1_3:
        snprintf(out, size,
                 either("paradoxes: %u; there must be exactly %u",
                        "パラドクスが%u枚です。ちょうど%u枚にしてください"),
                 f->have, f->allowed);
        break;
    case LL_6_1_1_1_4:
        snprintf(out, size,
                 either("%s cannot be in the main deck", "%sはメインデッキに入れられません"), name);
        break;
    case LL_6_1_1_2_1:
        snprintf(out, size,
                 either("%u gate{s}; there must be exactly %u",
                        "ゲートが%u枚です。ちょうど%u枚にしてください"),
                 f->have, f->allowed);
        break;
    case LL_6_1_1_2_2:
        snprintf(out, size,
                 either("%u gate{s} with the number of %s; at most %u are allowed",
                        "%2$sと同じ番号のゲートが%1$u枚あります。%3$u枚までです"),
                 f->have, name, f->allowed);
        break;
    case LL_6_1_1_2_3:
        snprintf(out, size, either("%s is no gate", "%sはゲートではありません"), name);
        break;
    case LL_6_1_1_3_1:
        if (f->def)
            snprintf(out, size,
                     either("%s is no my logicalist", "%sはマイロジカリストではありません"), name);
        else
            snprintf(out, size,
                     either("%u my logicalist{s}; at most one is allowed",
                            "マイロジカリストが%u枚あります。1枚までです"),
                     f->have);
        break;
    case LL_6_1_1_4_1:
        snprintf(out, size,
                 either("%u relic{s}; at most %u are allowed", "秘具が%u枚あります。%u枚までです"),
                 f->have, f->allowed);
        break;
    case LL_6_1_1_4_2:
        snprintf(out, size, either("%s has no relic skill", "%sには秘具スキルがありません"), name);
        break;
    default: snprintf(out, size, "%s", clause_info[f->clause].gist);
    }
}

enum {
    MEMBERS = 1 << LK_LOGICALIST | 1 << LK_FOREIGNER | 1 << LK_TRANSUNION | 1 << LK_SUPER,
    MAIN = MEMBERS | 1 << LK_TACTICS | 1 << LK_PARADOX
};

const CardForm luck_form = {
    .column = {[COL_ID] = "id",
               [COL_NAME] = "name",
               [COL_TYPE] = "type",
               [COL_COST] = "cost",
               [COL_ATK] = "power",
               [COL_DEF] = "level",
               [COL_THIRD] = "aura",
               [COL_RARITY] = "rarity",
               [COL_SET] = "set",
               [COL_NAME_EN] = "name_en",
               [COL_TEXT] = "text"},
    .header = "id,name,type,names,title,worlds,attributes,partners,colors,level,cost,territory,"
              "power,aura,limit,p,a,l,ic,law,gate,super,text",
    .needs = {"a cost", "power", "a level"},
    .marks = {"", ""}, /* terms carry the marks of their sort */
    .lines = true,
    .pile = {[LPILE_MAIN] = {"main", MAIN, "メインデッキ"},
             [LPILE_GATES] = {"gates", 1 << LK_GATE, "ゲート"},
             [LPILE_MY] = {"my", 1 << LK_MY, "マイロジカリスト"},
             [LPILE_RELICS] = {"relics", MAIN, "秘具"}},
    .most = 99999,
    .costed = MEMBERS,
    .numbered = MEMBERS,
    .implied = {1 << LK_SUPER, 1 << LK_LOGICALIST, MEMBERS, 1 << LK_MEMBER},
    .check = luck_deck_check,
    .say = say,
};
