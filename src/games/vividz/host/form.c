/* Card files and decks of Vividz. */
#include "cards/form.h"
#include "games/vividz/deck.h"
#include <stdio.h>

/* Words one deck fault for the user. */
static void say(const Run *r, const DeckFault *f, char *out, size_t size) {
    const char *name = f->def ? pack_name(r->pack, f->def) : "";
    switch (f->clause) {
    case VZ_401_3:
        if (f->def)
            snprintf(out, size, "%s is no account", name);
        else
            snprintf(out, size, "%u accounts; there must be exactly %u", f->have, f->allowed);
        break;
    case VZ_401_4:
        if (f->def)
            snprintf(out, size, "%s is no mission", name);
        else
            snprintf(out, size, "%u missions; there must be exactly %u", f->have, f->allowed);
        break;
    case VZ_401_4a:
        snprintf(out, size, "the mission %s stands there %u times", name, f->have);
        break;
    case VZ_401_5:
        snprintf(out, size, "%s is neither a character nor an event: it cannot be in the main deck",
                 name);
        break;
    case VZ_401_5a:
        snprintf(out, size, "the main deck has %u cards; it must have %s %u", f->have,
                 f->have < f->allowed ? "at least" : "at most", f->allowed);
        break;
    case VZ_401_5b:
        snprintf(out, size, "%u copies of %s; at most %u are allowed", f->have, name, f->allowed);
        break;
    case VZ_401_5c:
        snprintf(out, size,
                 "%s agrees with none of the missions in mission information, trait and account, "
                 "and has no ☆",
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
    .pile = {[PILE_MAIN] = {"main", 1u << VK_CH | 1u << VK_EV},
             [VPILE_ACCOUNT] = {"account", 1u << VK_AC},
             [VPILE_MISSIONS] = {"missions", 1u << VK_MI}},
    .costed = 1u << VK_CH | 1u << VK_EV,
    .numbered = 1u << VK_CH,
    .check = vividz_deck_check,
    .say = say,
};
