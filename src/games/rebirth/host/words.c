/* Reバース for you: its options in words. */
#include "play/words.h"
#include "games/rebirth/rebirth.h"

static const Pattern patterns[] = {
    {ROPT_PLAY, "play C to Z", 0},
    {ROPT_MOVE_ENTRY, "move entry to member S", 0},
    {ROPT_USE, "use C K", 0},
    {ROPT_SET, "set C", 0},
    {ROPT_TO_ATTACK, "attack-phase", SENSE_ON},
    {ROPT_ATTACK, "attack with C", 0},
    {ROPT_END_ATTACKS, "end attacks", SENSE_ON},
    {ROPT_PARTNER_ATTACK, "partner attack", 0},
    {ROPT_PLAIN_ATTACK, "plain attack", 0},
    {ROPT_BLOCK, "block with C", 0},
    {ROPT_NO_BLOCK, "no block", SENSE_NO},
    {ROPT_CANCEL, "cancel with C K", 0},
    {ROPT_STOP_CANCEL, "stop cancel A with C K", 0},
    {ROPT_NO_CANCEL, "no cancel", SENSE_NO},
    {ROPT_RESOLVE, "resolve C K E", 0},
    {ROPT_DROP, "drop C K E", 0},
    {OPT_NONE, 0, 0},
};

static const char *const vocabulary[] = {
    "play",         "to",     "entry",   "member", "move",    "use",     "ability", "set",
    "attack-phase", "attack", "with",    "end",    "attacks", "partner", "plain",   "block",
    "no",           "cancel", "resolve", "drop",   "done",    "yes",     "mode",    "apply",
    "decline",      "reveal", "option",  "stop",   "for",     0};

/* The card that moves is the one in the entry. */
static void complete(const Run *r, Option *o) {
    if (o->kind == ROPT_MOVE_ENTRY) o->card = zone_top(r->s, r->s->turn_player, RZ_ENTRY);
}

const GameWords rebirth_words = {
    .patterns = patterns,
    .vocabulary = vocabulary,
    .use = ROPT_USE,
    .complete = complete,
};
