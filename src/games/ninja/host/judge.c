/* ニンジャスレイヤーTCG: what the words of a scenario mean. */
#include "scenario/tables.h"
#include "games/ninja/ninja.h"

enum {
    NAT_GAME,
    NAT_TURN,
    NAT_DRAW,
    NAT_ETHER,
    NAT_CHARACTER_START,
    NAT_CHARACTER,
    NAT_BATTLE,
    NAT_ATTACK,
    NAT_INTERRUPT,
    NAT_DAMAGE,
    NAT_BATTLE_END,
    NAT_END
};
static const PointInfo points[] = {
    [NAT_GAME] = {"game", NS_401_1, true, false},
    [NAT_TURN] = {"turn", NS_502_1, true, true},
    [NAT_DRAW] = {"draw", NS_502_3a, true, true},
    [NAT_ETHER] = {"ether", NS_502_4a, true, true},
    [NAT_CHARACTER_START] = {"character-start", NS_503_1, true, false},
    [NAT_CHARACTER] = {"character", NS_503_2, true, true},
    [NAT_BATTLE] = {"battle", NS_702_1, true, true},
    [NAT_ATTACK] = {"attack", NS_704_1, true, true},
    [NAT_INTERRUPT] = {"interrupt", NS_705_1, false, true},
    [NAT_DAMAGE] = {"damage", NS_706_1, false, true},
    [NAT_BATTLE_END] = {"battle-end", NS_707_1, true, true},
    [NAT_END] = {"end", NS_505_1, true, true},
    {0},
};
static const NumberWord roles[] = {{"attacking", NR_ATTACKING}, {"attacked", NR_ATTACKED}, {0}};
static const NumberWord facts[] = {{0}};
static const ZoneDefault defaults[] = {{"deck", "兵", 20}, {"ether", "兵", 9}, {0}};
static const KnownCard known[] = {{"兵", {1, 1, 1, 1}}, {0}};
static const NumberWord numbers[] = {{"karate", STAT_ATK},
                                     {"endurance", STAT_DEF},
                                     {"sabotage", STAT_THIRD},
                                     {"cost", STAT_COST},
                                     {0}};
static const char *const pauses[] = {0}; /* between questions of priority nothing is looked at */
static const Clause resolves[] = {NS_1205_1, NS_1104_1, 0};

static unsigned point(const State *s) {
    static const uint8_t at[NP_COUNT] = {
        [NP_SETUP] = NAT_GAME,    [NP_GAME_START] = NAT_TURN,   [NP_TURN_START] = NAT_TURN,
        [NP_DRAW] = NAT_DRAW,     [NP_ETHER] = NAT_ETHER,       [NP_CHARACTER] = NAT_CHARACTER,
        [NP_BATTLE] = NAT_BATTLE, [NP_AIM] = NAT_ATTACK,        [NP_INTERRUPT] = NAT_INTERRUPT,
        [NP_DAMAGE] = NAT_DAMAGE, [NP_DAMAGE_END] = NAT_DAMAGE, [NP_BATTLE_END] = NAT_BATTLE_END,
        [NP_TURN_END] = NAT_END,
    };
    return at[s->point < NP_COUNT ? s->point : 0];
}

static PlayerId attacked(const State *s) {
    unsigned aim = s->facts[NF_IN_ATTACK] ? s->facts[NF_AIM_PLAYER] : 0;
    return aim ? (PlayerId)(aim - 1) : NOBODY;
}

const JudgeTable ninja_judge = {
    .points = points,
    .first_point = NAT_GAME,
    .default_point = NAT_CHARACTER,
    .roles = roles,
    .facts = facts,
    .defaults = defaults,
    .known = known,
    .numbers = numbers,
    .line = {STAT_COST, STAT_ATK, STAT_DEF, STAT_THIRD},
    .line_said = "COST/KARATE/ENDURANCE/SABOTAGE",
    .numbered = 1u << NK_CH,
    .byname = "epithet",
    .epithets = true,
    .passing = 1u << NZ_SPACE | 1u << NZ_CHECK,
    .default_kind = NK_CH,
    .plain = {1, 1, 1, 1},
    .pauses = pauses,
    .priority = "priority",
    .resolves = resolves,
    .point = point,
    .attacked = attacked,
};
