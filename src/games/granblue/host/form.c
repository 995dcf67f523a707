/* Card files and decks of グランブルーファンタジーTCG. */
#include "cards/form.h"
#include "games/granblue/deck.h"
#include "text/message.h"
#include <stdio.h>

static void say(const Run *r, const DeckFault *f, char *out, size_t size) {
    const char *name = f->def ? pack_name(r->pack, f->def) : "";
    switch (f->clause) {
    case GB_5_1_1:
        snprintf(out, size,
                 either("%s is a leader: it belongs below `leaders`",
                        "%sはリーダーです。leaders の下に書いてください"),
                 name);
        break;
    case GB_5_1_2:
        if (f->def)
            snprintf(out, size,
                     either("%s is no leader: it belongs into the main deck",
                            "%sはリーダーではありません。メインデッキに入れてください"),
                     name);
        else
            snprintf(out, size,
                     either("%u card{s} in the leader deck; at most %u are allowed",
                            "リーダーデッキが%u枚です。%u枚までです"),
                     f->have, f->allowed);
        break;
    case GB_5_1_2_1:
    case GB_5_1_3_1:
        snprintf(out, size,
                 either("%u copies of %s; at most %u are allowed",
                        "%2$sが%1$u枚あります。%3$u枚までです"),
                 f->have, name, f->allowed);
        break;
    case GB_5_1_2_2:
        snprintf(out, size,
                 either("leaders of another sex than the first one: %u",
                        "1枚目と性別の違うリーダーが%u枚あります"),
                 f->have);
        break;
    case GB_5_1_2_3:
        snprintf(out, size, "%s", either("no leader of rank 0", "ランク0のリーダーがありません"));
        break;
    case GB_5_1_3:
        snprintf(out, size,
                 either("the main deck has %u card{s}; it must have exactly %u",
                        "メインデッキが%u枚です。ちょうど%u枚にしてください"),
                 f->have, f->allowed);
        break;
    case GB_5_1_3_2:
        snprintf(out, size,
                 either("%u stone{s} in the main deck; at most %u are allowed",
                        "メインデッキに石が%u枚あります。%u枚までです"),
                 f->have, f->allowed);
        break;
    default: snprintf(out, size, "%s", clause_info[f->clause].gist);
    }
}

/* 2-2-1-1, in the order of their bits. */
static const char *const elements[] = {"火", "水", "土", "風", "光", "闇", NULL};

/* Bytes of a bracket at s, of either width; 0: there is none. */
static size_t bracket(const char *s, const char *narrow, const char *wide) {
    if (!strncmp(s, wide, strlen(wide))) return strlen(wide);
    return *s == *narrow ? 1 : 0;
}

/* 2-1-1-1: the part of the name that stands in no bracket. */
static void character_name(const char *name, char *out, size_t size) {
    unsigned depth = 0;
    size_t n = 0;
    while (*name && n + 1 < size) {
        size_t open = bracket(name, "[", "［"), shut = bracket(name, "]", "］");
        if (!open) open = bracket(name, "(", "（");
        if (!shut) shut = bracket(name, ")", "）");
        if (open) depth++;
        if (shut && depth) depth--;
        if (!open && !shut && !depth) out[n++] = *name;
        name += open ? open : shut ? shut : 1;
    }
    out[n] = 0;
}

const CardForm granblue_form = {
    .column = {[COL_ID] = "id",
               [COL_NAME] = "name",
               [COL_TYPE] = "type",
               [COL_COST] = "rank",
               [COL_DEF] = "hp",
               [COL_ATK] = "atk",
               [COL_COLOR] = "element",
               [COL_TRAITS] = "race",
               [COL_RARITY] = "rarity",
               [COL_SET] = "set",
               [COL_NAME_EN] = "name_en",
               [COL_TEXT] = "text"},
    .header = "id,name,type,rank,hp,atk,element,race,text",
    .needs = {"a rank", "an ATK", "an HP"},
    .marks = {"〈", "〉"},
    .lines = true,
    .pile = {[PILE_MAIN] = {"main", 1u << GK_ME | 1u << GK_ST, "メインデッキ"},
             [GPILE_LEADERS] = {"leaders", 1u << GK_LE, "リーダー"}},
    .colours = elements,
    .colourless = "無",
    .title = character_name,
    .costed = 1u << GK_CH,
    .numbered = 1u << GK_CH,
    .implied = {1u << GK_LE | 1u << GK_ME, 1u << GK_CH},
    .check = granblue_deck_check,
    .say = say,
};
