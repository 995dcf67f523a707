/* The trace of a scenario: statements, clauses, events and answers as they happen. All but
 * trace_statement require j->trace. */
#include "scenario/judge.h"

void trace_statement(Judge *j, const Statement *st) {
    if (j->trace) fprintf(j->trace, "%u: %s\n", st->pos.line, st->source);
}

void trace_clause(Judge *j, Clause c) {
    fprintf(j->trace, "    %-10s %s\n", clause_info[c].id, clause_info[c].gist);
}

/* A card's label, else its name. */
static const char *event_card(Judge *j, const Run *r, CardId c, char *out, size_t size) {
    for (unsigned i = 0; i < j->nlabels; i++)
        if (j->labels[i].card == c) return j->labels[i].text;
    snprintf(out, size, "%s", pack_name(r->pack, card_of(r->s, c)->def));
    return out;
}

/* "CARD: ZONE SEAT -> PLAYER ZONE SEAT" */
static void trace_move(Judge *j, const Run *r, const Event *e, const char *card) {
    const char *from = e->from ? r->g->zones[e->from].key : "outside";
    const char *to = e->to ? r->g->zones[e->to].key : "out of the game";
    fprintf(j->trace, "  * %s: %s", card, from);
    if (e->seats_from) fprintf(j->trace, " %u", seat_number(e->seats_from));
    fprintf(j->trace, " -> P%u %s", e->to_player + 1u, to);
    if (e->seats_to) fprintf(j->trace, " %u", seat_number(e->seats_to));
    fputc('\n', j->trace);
}

/* One line per event, with what is relevant for its kind. */
void trace_event(Judge *j, const Run *r, const Event *e) {
    static const char *const names[EV_COUNT] = {
#define EVENT(name, ...) #name,
#include "kernel/events.def"
#undef EVENT
    };
    char a[128], b[128];
    const char *card = e->card ? event_card(j, r, e->card, a, sizeof a) : "";
    if (e->kind == EV_MOVE) {
        trace_move(j, r, e, card);
        return;
    }
    fprintf(j->trace, "  * %s", names[e->kind < EV_COUNT ? e->kind : 0]);
    if (e->player < MAX_PLAYERS) fprintf(j->trace, " P%u", e->player + 1u);
    if (*card) fprintf(j->trace, " %s", card);
    if (e->kind == EV_POINT && e->amount >= 0 && (unsigned)e->amount < r->g->npoints)
        fprintf(j->trace, " %s", r->g->points[e->amount].key);
    else if (e->kind == EV_ORIENT)
        fputs(e->amount ? " rests" : " stands", j->trace);
    else if (e->kind == EV_FACE)
        fputs(e->amount ? " down" : " up", j->trace);
    else if (e->kind == EV_DAMAGE)
        fprintf(j->trace, " %d", e->amount);
    if (e->other && e->kind != EV_FACE)
        fprintf(j->trace, " (%s)", event_card(j, r, e->other, b, sizeof b));
    fputc('\n', j->trace);
}

void trace_answer(Judge *j, const Run *r, const Decision *d, const Option *o, bool forced) {
    char name[256];
    fprintf(j->trace, "  > P%u %s: %s%s\n", d->player + 1u, ask_name(r->g, d->kind),
            option_text(j, r, o, name, sizeof name), forced ? " (the only option)" : "");
}
