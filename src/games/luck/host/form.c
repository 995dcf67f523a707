/* Card files and decks of ラクエンロジック. */
#include "cards/form.h"
#include "games/luck/deck.h"
#include <stdio.h>

/* Words one deck fault for the user. */
static void say(const Run *r, const DeckFault *f, char *out, size_t size) {
    const char *name = f->def ? pack_name(r->pack, f->def) : "";
    switch (f->clause) {
    case LL_6_1_1_1_1:
        snprintf(out, size, "the main deck has %u cards; it must have exactly %u", f->have,
                 f->allowed);
        break;
    case LL_6_1_1_1_2:
        snprintf(out, size, "%u copies of %s; at most %u are allowed", f->have, name, f->allowed);
        break;
    case LL_6_1_1_1_3:
        snprintf(out, size, "%u paradoxes; there must be exactly %u", f->have, f->allowed);
        break;
    case LL_6_1_1_1_4: snprintf(out, size, "%s cannot be in the main deck", name); break;
    case LL_6_1_1_2_1:
        snprintf(out, size, "%u gates; there must be exactly %u", f->have, f->allowed);
        break;
    case LL_6_1_1_2_2:
        snprintf(out, size, "%u gates with the number of %s; at most %u are allowed", f->have, name,
                 f->allowed);
        break;
    case LL_6_1_1_2_3: snprintf(out, size, "%s is no gate", name); break;
    case LL_6_1_1_3_1:
        if (f->def)
            snprintf(out, size, "%s is no my logicalist", name);
        else
            snprintf(out, size, "%u my logicalists; at most one is allowed", f->have);
        break;
    case LL_6_1_1_4_1:
        snprintf(out, size, "%u relics; at most %u are allowed", f->have, f->allowed);
        break;
    case LL_6_1_1_4_2: snprintf(out, size, "%s has no relic skill", name); break;
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
    .pile = {[LPILE_MAIN] = {"main", MAIN},
             [LPILE_GATES] = {"gates", 1 << LK_GATE},
             [LPILE_MY] = {"my", 1 << LK_MY},
             [LPILE_RELICS] = {"relics", MAIN}},
    .most = 99999,
    .costed = MEMBERS,
    .numbered = MEMBERS,
    .implied = {1 << LK_SUPER, 1 << LK_LOGICALIST, MEMBERS, 1 << LK_MEMBER},
    .check = luck_deck_check,
    .say = say,
};
