/* 9.5: check timing. luck_check_timing() is called wherever the rules have one; it pushes
 * LPROC_CHECK only if something is due. A round of it does all rule processing that is due
 * (process.c) and starts over, then plays one waiting ability and starts over. */
#include "games/luck/luck.h"
#include "vm/vm.h"

enum { CHECK_ROUND, CHECK_CHOSEN };

/* The zones that rule processing depends on. */
enum {
    CHECKED_ZONES = 1 << LZ_CIRCLE | 1 << LZ_GATE | 1 << LZ_SET | 1 << LZ_SOUL | 1 << LZ_LEVEL |
                    1 << LZ_REFRESH | 1 << LZ_BATTLE | 1 << LZ_PARADOX | 1 << LZ_DECK
};

static bool changed(const State *s) {
    return s->unchecked & (CHECKED_ZONES | UNCHECKED_VALUES | UNCHECKED_DERIVED);
}

/* Zones to look at, given what changed since the last clean check: changed kinds concern all of
 * them, other values what is tied, and deriving also the level limit and who cannot lose. */
static ZoneSet zones_changed(const Run *r) {
    const State *s = r->s;
    const uint32_t u = s->unchecked;
    const bool kinds = (s->layers | s->derived) & TOUCH_KINDS,
               bans = r->pack->rules & rule_bit(RULE_FORBID);
    if ((u & UNCHECKED_KINDS) || ((u & UNCHECKED_DERIVED) && kinds)) return CHECKED_ZONES;
    return (u & CHECKED_ZONES) | (u & UNCHECKED_VALUES ? 1u << LZ_SOUL | 1u << LZ_SET : 0u) |
           (u & UNCHECKED_DERIVED ? 1u << LZ_LEVEL | (bans ? 1u << LZ_GATE : 0u) : 0u);
}

bool luck_processing_due(Run *r) { return changed(r->s) && luck_process_due(r, zones_changed(r)); }

void luck_check_over(Run *r) {
    if (r->s->facts[LF_FOLLOWED]) ties_forget(r);
    r->s->facts[LF_FOLLOWED] = 0;
}

bool luck_check_timing(Run *r) {
    State *s = r->s;
    if (states_listened(s)) waiting_state(r, DEPENDS_ALL);
    if (s->result) return false;
    const bool due = luck_processing_due(r);
    if (!due) s->unchecked = 0;
    if (!due && !s->nwaiting) {
        RULE(LL_9_5_3_4);
        luck_check_over(r);
        return false;
    }
    frame_push_under(r, LPROC_CHECK, PROC_REVEAL);
    return true;
}

bool luck_processing_overlooked(Run *r) {
    const State *s = r->s;
    for (unsigned i = 0; i < s->nframes; i++)
        if (s->frame[i].proc == LPROC_CHECK || s->frame[i].proc == LPROC_PROCESS) return false;
    if (changed(s)) return false;
    derive_now(r);
    return luck_process_due(r, CHECKED_ZONES);
}

/* 12.1.1.3: after this many forced steps without a choice by any player the loop is endless. */
enum { FORCED_LIMIT = 1000 };
bool luck_count_forced(Run *r) {
    State *s = r->s;
    if (++s->forced < FORCED_LIMIT) return false;
    RULE(LL_12_1_1_3);
    s->result = RESULT_DRAW;
    return true;
}

void luck_waiting_drop(Run *r, unsigned i) {
    uint8_t *told = &r->s->facts[LF_TOLD];
    waiting_drop(r, i);
    if (i < *told) --*told;
}

/* Does another row of the ability wait before this one? */
static bool waits_before(const State *s, unsigned i) {
    const Waiting *w = &s->waiting[i];
    for (unsigned j = 0; j < i; j++)
        if (s->waiting[j].abil == w->abil && s->waiting[j].source.card == w->source.card)
            return true;
    return false;
}

/* 9.1.2.2.1: tells which abilities have triggered, also those that trigger on being told so; but
 * not again what waits already, so that two of these cannot go on for ever. */
static void tell_triggered(Run *r) {
    State *s = r->s;
    for (; s->facts[LF_TOLD] < s->nwaiting; s->facts[LF_TOLD]++) {
        const unsigned i = s->facts[LF_TOLD];
        const Waiting w = s->waiting[i];
        if (waits_before(s, i)) continue;
        luck_deed(r, LDEED_TRIGGER, w.master, w.source.card, NONE, w.abil, 0);
    }
}

/* 12.3.1.3, 12.4.1.1: drops what waits and has become unusable meanwhile. */
static void drop_unusable(Run *r) {
    State *s = r->s;
    for (unsigned i = s->nwaiting; i-- > 0;) {
        const Waiting *w = &s->waiting[i];
        const bool spent = (w->flags & WAIT_SPENT) && (r->pack->abil[w->abil].flags & ABIL_ONCE);
        const bool live = ref_live(s, w->source);
        const CardId c = w->source.card;
        if (!spent && !(live && luck_ability_forbidden(r, w->master, c, w->abil)) &&
            !(live && w->effect && luck_ability_void(r, w->master, c, w->abil)))
            continue;
        RULE(LL_12_3_1_3);
        if (w->effect) RULE(LL_9_1_4); /* a delayed trigger is an ability of the card, too */
        luck_waiting_drop(r, i);
    }
}

static bool same_waiting(const Waiting *a, const Waiting *b) { return !memcmp(a, b, sizeof *a); }

/* 9.7.3.1: offers the waiting abilities of the player; one must be played. */
static bool ask_waiting(Run *r, PlayerId p) {
    State *s = r->s;
    unsigned n = 0;
    for (unsigned i = 0; i < s->nwaiting; i++) n += s->waiting[i].master == p;
    if (!n) return false;
    RULE(p == s->turn_player ? LL_9_5_3_2 : LL_9_5_3_3);
    RULE(LL_9_7_3);
    RULE(LL_9_7_3_1);
    ask_begin(r, p, LASK_WAITING, LL_9_7_3);
    for (unsigned i = 0; i < s->nwaiting; i++) {
        const Waiting *w = &s->waiting[i];
        bool duplicate = false;
        for (unsigned j = 0; j < i && !duplicate; j++) duplicate = same_waiting(&s->waiting[j], w);
        if (w->master != p || duplicate) continue;
        ask_add(
            r,
            (Option){.kind = LOPT_RESOLVE, .card = w->source.card, .c = w->abil, .a = (uint8_t)i});
    }
    ask_done(r);
    return true;
}

static void waiting_chosen(Run *r) {
    State *s = r->s;
    const unsigned i = s->picked.a;
    s->facts[LF_CHECKS] = 1;
    if (s->picked.kind != LOPT_RESOLVE || i >= s->nwaiting) return;
    const Waiting *w = &s->waiting[i];
    if (ref_live(s, w->source) && luck_play_forbidden(r, w->master, w->source.card, w->abil)) {
        RULE(LL_9_7_3_2);
        luck_waiting_drop(r, i);
        return;
    }
    luck_play_ability(r, w->master, w->source.card, w->abil, (int)i);
}

/* Procedure, 9.5.3 */
void luck_check(Run *r, Frame *f) {
    State *s = r->s;
    if (f->step == CHECK_CHOSEN) {
        f->step = CHECK_ROUND;
        waiting_chosen(r);
        return;
    }
    if (luck_count_forced(r)) return;
    RULE(LL_9_5_1_1);
    RULE(LL_9_5_3_1);
    if (luck_processing_due(r)) {
        s->facts[LF_CHECKS] = 1;
        s->unchecked = 0;
        frame_push(r, LPROC_PROCESS);
        return;
    }
    s->unchecked = 0;
    if (states_listened(s)) waiting_state(r, DEPENDS_ALL);
    drop_unusable(r);
    tell_triggered(r);
    f->step = CHECK_CHOSEN;
    for (unsigned i = 0; s->nwaiting && i < s->nplayers; i++)
        if (ask_waiting(r, player_nth(s, i))) return;
    RULE(LL_9_5_3_4);
    s->chain = 0;
    luck_check_over(r);
    frame_pop(r);
}
