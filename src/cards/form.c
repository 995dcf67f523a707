/* The games' card files and decks, one row each. */
#include "cards/form.h"
#include "games/ninja/deck.h"
#include "games/rebirth/deck.h"
#include <stdio.h>
#include <strings.h>

static void rebirth_say(const Run *r, const DeckFault *f, char *out, size_t size) {
    const char *name = f->def ? pack_name(r->pack, f->def) : "";
    switch (f->clause) {
    case RB_6_1_1_1:
        snprintf(out, size, "the main deck has %u cards; it must have exactly %u", f->have,
                 f->allowed);
        break;
    case RB_6_1_1_2:
        snprintf(out, size, "%u copies of %s; at most %u are allowed", f->have, name, f->allowed);
        break;
    case RB_6_1_1_3:
        snprintf(out, size, "%u Re birth cards in the main deck; at most %u are allowed", f->have,
                 f->allowed);
        break;
    case RB_6_1_1_4:
        snprintf(out, size, "%s is a partner: it belongs below `partners`", name);
        break;
    case RB_6_1_1_5:
        if (f->def)
            snprintf(out, size, "%s is no partner: it belongs into the main deck", name);
        else
            snprintf(out, size, "%u partners; there must be exactly %u", f->have, f->allowed);
        break;
    case RB_12_2_1_2:
        snprintf(out, size, "%s is a deer character: it belongs below `deer`", name);
        break;
    case RB_12_2_1_3:
        if (!f->def)
            snprintf(out, size, "the deer deck lacks one of the %u listed deer cards", f->allowed);
        else if (f->allowed)
            snprintf(out, size, "%s stands twice in the deer deck; one of each is right", name);
        else
            snprintf(out, size, "%s is none of the deer cards that make up a deer deck", name);
        break;
    default: snprintf(out, size, "%s", clause_info[f->clause].gist);
    }
}

static void ninja_say(const Run *r, const DeckFault *f, char *out, size_t size) {
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

static const CardForm forms[] = {
    {
        .game = "rebirth",
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
        .pile = {{"main", 1u << RK_CH | 1u << RK_RE},
                 {"partners", 1u << RK_PA},
                 {"deer", 1u << RK_DEER}},
        .costed = 1u << RK_CH,
        .numbered = 1u << RK_CH,
        .implied = {1u << RK_DEER, 1u << RK_CH}, /* 12.2.1.1 */
        .check = rebirth_deck_check,
        .say = rebirth_say,
    },
    {
        .game = "ninja",
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
                   [COL_UKEMI] = "ukemi"},
        .header = "id,name,epithet,type,cost,karate,endurance,sabotage,attributes,text,ukemi",
        .needs = {"a cost", "karate", "endurance"},
        .marks = {"〈", "〉"},
        .lines = true, /* 209.4 */
        .corrected = NS_1601_1,
        .pool = "sealed",
        .pile = {{"main", 1u << NK_CH | 1u << NK_KO}},
        .costed = 1u << NK_CH | 1u << NK_KO,
        .numbered = 1u << NK_CH,
        .check = ninja_deck_check,
        .say = ninja_say,
    },
};

const CardForm *card_form(const Game *g) {
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++)
        if (!strcmp(forms[i].game, g->key)) return &forms[i];
    return NULL;
}

static unsigned kind_named(const Game *g, const char *word, size_t size) {
    for (unsigned i = 0; i < g->nkinds; i++) {
        const NameInfo *k = &g->kinds[i];
        if (k->key && strlen(k->key) == size && !strncasecmp(k->key, word, size)) return 1u << i;
        if (k->name && strlen(k->name) == size && !strncmp(k->name, word, size)) return 1u << i;
    }
    return 0;
}

unsigned kinds_named(const Game *g, const char *word) {
    const CardForm *form = card_form(g);
    unsigned kinds = 0;
    for (;;) {
        size_t size = strcspn(word, "/");
        unsigned kind = kind_named(g, word, size);
        if (!kind) return 0;
        kinds |= kind;
        if (!word[size]) break;
        word += size + 1;
    }
    if (form && kinds & form->implied[0]) kinds |= form->implied[1];
    return kinds;
}

const char *kinds_words(const Game *g, unsigned kinds, char *out, size_t size) {
    const CardForm *form = card_form(g);
    size_t n = 0;
    if (form && kinds & form->implied[0]) kinds &= ~form->implied[1];
    out[0] = 0;
    for (unsigned i = 0; i < g->nkinds && n < size; i++)
        if (kinds >> i & 1)
            n += (size_t)snprintf(out + n, size - n, "%s%s", n ? "/" : "", g->kinds[i].key);
    return out;
}

const char *kinds_all(const Game *g, char *out, size_t size) {
    size_t n = 0;
    out[0] = 0;
    for (unsigned i = 0; i < g->nkinds && n < size; i++)
        n += (size_t)snprintf(out + n, size - n, "%s%s", n ? ", " : "", g->kinds[i].key);
    return out;
}
