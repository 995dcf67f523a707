/* ニンジャスレイヤーTCG: its options in words. */
#include "play/words.h"
#include "games/ninja/ninja.h"

static const Pattern patterns[] = {
    {NOPT_PASS, "pass", SENSE_NO},
    {NOPT_ENTER, "enter C F", 0},
    {NOPT_USE, "use C K", 0},
    {NOPT_ETHER, "ether C", 0},
    {NOPT_NO_ETHER, "no ether", SENSE_NO},
    {NOPT_ATTACK, "attack with C", 0},
    {NOPT_NO_ATTACK, "no attack", SENSE_ON},
    {NOPT_AIM, "C", 0},
    {NOPT_INTERRUPT, "interrupt with C", 0},
    {NOPT_NO_INTERRUPT, "no interrupt", SENSE_NO},
    {NOPT_TRIGGER, "trigger C K E", 0},
    {NOPT_STACKED, "C T", 0},
    {OPT_NONE, 0, 0},
};

static const char *const vocabulary[] = {
    "pass", "enter",  "free",    "use",       "ability", "ukemi", "ether",
    "no",   "attack", "with",    "interrupt", "trigger", "done",  "yes",
    "mode", "apply",  "decline", "reveal",    "option",  "for",   0};

const GameWords ninja_words = {
    .patterns = patterns,
    .vocabulary = vocabulary,
    .use = NOPT_USE,
};
