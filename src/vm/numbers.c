/* A number that becomes another one as an event (EV_NUMBER). It is told when an effect that changes
 * numbers has been carried out; the end of an effect and static abilities tell nothing. Only packs
 * with a text that asks for it pay for this. */
#include "vm/vm.h"

static const uint8_t stats[TOLD_STATS] = {STAT_ATK, STAT_DEF, STAT_COST, STAT_THIRD};

void numbers_read(Run *r, NumbersBefore *out) {
    const State *s = r->s;
    out->n = 0;
    for (PlayerId p = 0; p < s->nplayers; p++)
        for (ZoneId z = 1; z < r->g->nzones; z++) {
            if (!(r->g->zones[z].flags & ZONE_FIELD)) continue;
            for (unsigned i = 0; i < s->player[p].count[z] && out->n < MAX_SET; i++) {
                CardRef c = ref_to(s, zone_card(&s->player[p], z, i));
                out->card[out->n] = c;
                for (unsigned k = 0; k < TOLD_STATS; k++)
                    out->value[out->n][k] = card_stat(r, c, stats[k]);
                out->n++;
            }
        }
}

static void tell_number(Run *r, unsigned ctx, CardRef c, unsigned stat, int by) {
    const State *s = r->s;
    Event e = event_make(s, EV_NUMBER, card_of(s, c.card)->holder, c.card);
    event_caused(s, &e, ctx, s->ctx[ctx].master);
    e.how = (uint8_t)stat;
    e.amount = by;
    event_report(r, &e);
}

void numbers_tell(Run *r, unsigned ctx, const NumbersBefore *before) {
    for (unsigned i = 0; i < before->n; i++)
        for (unsigned k = 0; k < TOLD_STATS; k++) {
            const int by = card_stat(r, before->card[i], stats[k]) - before->value[i][k];
            if (by) tell_number(r, ctx, before->card[i], stats[k], by);
        }
}
