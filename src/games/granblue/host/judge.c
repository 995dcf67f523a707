/* Scenario vocabulary of グランブルーファンタジーTCG: points, roles, facts, numbers, board
 * defaults. */
#include "games/granblue/granblue.h"
#include "scenario/judge_tables.h"
#include <stdlib.h>

static const ZoneDefault defaults[] = {
    {"leader", "将", 1}, {"deck", "兵", 30}, {"armour", "兵", 5}, {"gem", "兵", 5}, {0}};
static const KnownCard known[] = {{"兵", {1, 1, 1}}, {"将", {0, 5, 2}}, {0}};
static const NumberWord known_kinds[] = {
    {"兵", 1u << GK_ME | 1u << GK_CH}, {"将", 1u << GK_LE | 1u << GK_CH}, {0}};
static const NumberWord numbers[] = {
    {"hp", STAT_DEF}, {"atk", STAT_ATK}, {"rank", STAT_COST}, {"element", STAT_THIRD}, {0}};
static const char *const pauses[] = {"waiting", "action", "attack", "answer", 0};

static bool fact(Run *r, unsigned which) { return r->g->fact(r, which, 0, NOBODY); }

/* 10-16: HP+1, ATK-2, rank+1, or the name that texts have for the chip; null: a plain one. */
static unsigned chip(const Run *r, const char *word) {
    static const NumberWord sorts[] = {
        {"HP", GCHIP_HP}, {"ATK", GCHIP_ATK}, {"rank", GCHIP_RANK}, {"ランク", GCHIP_RANK}, {0}};
    if (!word) return GCHIP_PLAIN;
    for (const NumberWord *x = sorts; x->word; x++) {
        const size_t n = strlen(x->word);
        if (strncmp(word, x->word, n) || (word[n] != '+' && word[n] != '-')) continue;
        return x->number + 16 + (unsigned)atoi(word + n);
    }
    for (unsigned t = 1; t < r->pack->nterm; t++)
        if (!strcmp(pack_term(r->pack, (TermId)t), word)) return GCHIP_NAMED + t;
    return 0;
}

const JudgeTable granblue_judge = {
    .points = points,
    .first_point = STOP_GAME,
    .default_point = STOP_MAIN,
    .roles = roles,
    .facts = facts,
    .defaults = defaults,
    .known = known,
    .known_kinds = known_kinds,
    .numbers = numbers,
    .line = {STAT_COST, STAT_DEF, STAT_ATK},
    .line_said = "RANK/HP/ATK",
    .numbered = 1u << GK_CH,
    .byname = "title",
    .default_kind = GK_ME,
    .plain = {1, 1, 1},
    .no_cost = -1,
    .plain_third = 8, /* wind */
    .chips = "chips",
    .chip = chip,
    .pauses = pauses,
    .point = point,
    .fact = fact,
};
