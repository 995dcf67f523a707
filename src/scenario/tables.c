#include "scenario/tables.h"
#include "games/rebirth/procs.h"

/* ---- rebirth ---- */

enum { AT_GAME, AT_TURN, AT_ENERGY, AT_MAIN_START, AT_MAIN, AT_ATTACK, AT_END, AT_ATTACK_OVER };
static const PointInfo rebirth_points[] = {
    [AT_GAME] = {"game", RB_6_2_1_1, true, false},
    [AT_TURN] = {"turn", RB_7_2_1, true, true},
    [AT_ENERGY] = {"energy", RB_7_3_1, true, true},
    [AT_MAIN_START] = {"main-start", RB_7_4_1, true, false},
    [AT_MAIN] = {"main", RB_7_4_2, true, true},
    [AT_ATTACK] = {"attack", RB_8_2_1, true, true},
    [AT_END] = {"end", RB_7_6_1, true, true},
    [AT_ATTACK_OVER] = {"attack-over", RB_8_5_5, false, false},
    {0},
};
static const NumberWord rebirth_roles[] = {{"attacking", ROLE_ATTACKING},
                                           {"attacked", ROLE_ATTACKED},
                                           {"supporting", ROLE_SUPPORTING},
                                           {0}};
enum { FACT_BLOCKED, FACT_PARTNER_ATTACK };
static const NumberWord rebirth_facts[] = {
    {"blocked", FACT_BLOCKED}, {"partner-attack", FACT_PARTNER_ATTACK}, {0}};
static const ZoneDefault rebirth_defaults[] = {
    {"entry", "先", 1}, {"deck", "兵", 20}, {"waiting", "兵", 5}, {"energy", "兵", 4}, {0}};
static const KnownCard rebirth_known[] = {{"兵", 1, 3}, {"先", 3, 5}, {0}};
static const char *const rebirth_pauses[] = {"waiting", "action", "attack", 0};

static unsigned rebirth_point(const State *s) {
    switch (s->point) {
    case PT_SETUP: return AT_GAME;
    case PT_GAME_START:
    case PT_TURN_START:
    case PT_STANDBY: return AT_TURN;
    case PT_ENERGY: return AT_ENERGY;
    case PT_MAIN: return AT_MAIN;
    case PT_TURN_END: return AT_END;
    default: return AT_ATTACK;
    }
}

static bool rebirth_fact(Run *r, unsigned fact) {
    return fact == FACT_BLOCKED ? r->s->facts[F_BLOCKED] : attack_is_partner(r);
}

static void rebirth_placed(State *s) { s->facts[F_STRAY] = 1; /* look for stray partners once */ }

/* ---- all games ---- */

static const JudgeTable tables[] = {
    {.game = "rebirth",
     .points = rebirth_points,
     .first_point = AT_GAME,
     .default_point = AT_MAIN,
     .roles = rebirth_roles,
     .facts = rebirth_facts,
     .defaults = rebirth_defaults,
     .known = rebirth_known,
     .partner_kind = K_PA,
     .down_zone = "energy",
     .default_kind = K_CH,
     .atk = 1,
     .def = 3,
     .pauses = rebirth_pauses,
     .point = rebirth_point,
     .fact = rebirth_fact,
     .placed = rebirth_placed},
};

const JudgeTable *judge_table(const Game *g) {
    for (unsigned i = 0; g && i < sizeof tables / sizeof *tables; i++)
        if (!strcmp(tables[i].game, g->key)) return &tables[i];
    return 0;
}

unsigned judge_point(const JudgeTable *t, const char *word) {
    for (unsigned i = 0; t->points[i].word; i++)
        if (!strcmp(t->points[i].word, word)) return i;
    return POINT_NONE;
}
