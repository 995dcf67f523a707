/* The toy game as the host sees it: texts, card files, words, and a little of everything else. */
#include "cards/form.h"
#include "games/host.h"
#include "play/words.h"
#include "play/worth.h"
#include "scenario/tables.h"
#include "text/tongue.h"
#include "toy/toy.h"

static void valid(Emit *e, AbilityDef *a, EventSet heard) {
    if (heard || !a->zones) a->zones = zone_bit(toy_home(e->sink->kinds));
}

static void ability(Emit *e, const Node *n, const char *kind, AbilityDef *a) {
    const bool triggered = *kind == 'a';
    valid(e, a, 0);
    a->kind = triggered ? ABIL_TRIGGERED : ABIL_STATIC;
    e->is_static = *kind == 's';
    if (*kind == 'r') emit_replace(e, node_child(e->t, n, 0), a);
    if (triggered) emit_trigger(e, node_child(e->t, n, 0), a);
    if (*kind != 'r') emit_effect(e, node_child(e->t, n, triggered), a, DUR_GAME * triggered);
}

static unsigned check(const Run *r, const DeckLists *d, DeckFault *out, unsigned max) {
    Faults f = {out, 0, max};
    if (r->pack && d->n[PILE_MAIN] != TOY_DECK)
        deck_fault(&f, CLAUSE_NONE, 0, d->n[PILE_MAIN], TOY_DECK);
    return f.n;
}
static unsigned point(const State *s) { return s->point; }

// clang-format off
static const Row rows[] = {
#define R GRAMMAR_ROW
#define VERB GRAMMAR_VERB
#include "toy/lexicon.def"
};
static const Const words[] = {
#define ZONE(name, ...) {#name, 1 << TZ_##name},
#include "toy/zones.def"
    {"K_CH", TK_CH}, {"K_SITE", TK_SITE}, {"D_TURN", DUR_TURN}, {"D_GAME", DUR_GAME},
    {"LIKED_PUT", PUT_AS_LIKED}, {"DOWN_PUT", PUT_DOWN}, {"CL_OWN", 0}, {"CL_BARE", 0},
    {"CL_VOID", 0}, {"CL_KINDS", 0}, {"CL_KINDS_NAMES", 0}};
static const Tongue tongue = {
    .game = &game_toy, .row = rows, .nrow = sizeof rows / sizeof *rows, .word = words,
    .nword = sizeof words / sizeof *words, .name = {0x300A, 0x300B}, .ability = ability, .zones = valid};

static const CardForm form = {
    .column = {[COL_ID] = "id", [COL_NAME] = "name", [COL_TYPE] = "type", [COL_ATK] = "atk",
               [COL_DEF] = "def", [COL_TEXT] = "text"},
    .header = "id,name,type,atk,def,text", .needs = {"a cost", "an ATK", "a DEF"}, .marks = {"〔", "〕"},
    .pile = {{"main", (1 << TK_COUNT) - 1, "メイン"}},
    .numbered = 1 << TK_CH, .implied = {1 << TK_BIG, 1 << TK_CH},
    .check = check};

static const Pattern patterns[] = {
    {TOPT_PLAY, "play C to Z", SENSE_NONE}, {TOPT_ATTACK, "attack with C", SENSE_NONE},
    {TOPT_END, "end turn", SENSE_ON}, {0}};
static const GameWords option_patterns = {.patterns = patterns};
static const ZoneWorth worths[] = {{TZ_FIELD, 200, 0, 0}, {TZ_DECK, 50, 0, 0}, {0}};
static const GameWorth worth = {.zones = worths, .answers = 50};

static const PointInfo stops[] = {{"game", 0, true, true}, {"main", 0, true, true}, {0}};
static const NumberWord none[] = {{0}}, numbers[] = {{"atk", STAT_ATK}, {"def", STAT_DEF}, {0}};
static const ZoneDefault defaults[] = {{"deck", "兵", 9}, {0}};
static const KnownCard known[] = {{"兵", {1, 3}}, {0}};
static const char *const pauses[] = {"action", 0};
static const JudgeTable judge = {
    .points = stops, .default_point = TP_MAIN, .point = point, .roles = none, .facts = none, .known = known,
    .numbers = numbers, .defaults = defaults, .line = {STAT_ATK, STAT_DEF}, .line_said = "ATK/DEF",
    .plain = {1, 3}, .byname = "title", .numbered = 1 << TK_CH, .no_cost = -1, .pauses = pauses};

const GameHost host_toy = {.game = &game_toy, .rulebook = "1.0", .tongue = &tongue, .form = &form,
    .words = &option_patterns, .worth = &worth, .judge = &judge}; /* no stage, no mat: it has no table */
