/* fuda cards try: exercises every compiled ability in checked random games. */
#include "cards/home.h"
#include "cli/cmd_cards.h"
#include "cli/speak.h"
#include "cli/progress.h"
#include "play/words.h"
#include "sim/tryout.h"
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

/* Default of --games. */
enum { GAMES = 250 };

typedef struct Report {
    const CardsOptions *w;
    uint64_t seed;
} Report;

/* TryConfig.progress. */
static bool progress(void *context, unsigned done, unsigned all) {
    (void)context;
    return progress_step(done, all, NULL);
}

/* Replays the game from its start position and prints every decision. */
static void print_game(const Run *begin, const Violation *v) {
    static State blocks[2];
    static const Names open = {.all = true};
    char words[400], place[80];
    Run r = {.s = blocks, .g = begin->g, .pack = begin->pack, .scratch = blocks + 1};
    memcpy(r.s, begin->s, state_size(begin->s));
    for (PlayerId p = 0; p < r.s->nplayers; p++)
        for (unsigned i = 1; i <= r.s->player[p].ncards; i++) {
            CardId c = card_id(p, i);
            fprintf(stderr, "  %s: %s\n", place_name(&r, c, place, sizeof place),
                    pack_name(r.pack, card_of(r.s, c)->def));
        }
    for (unsigned i = 0; i <= v->nanswers && run_on(&r) == STATUS_DECISION; i++) {
        const Decision *d = &r.s->ask;
        bool last = i == v->nanswers;
        const Option *o = &r.s->option[last ? 0 : v->answers[i]];
        fprintf(stderr, "  %u. turn %u, P%u %s (%s): %s\n", i + 1, r.s->turn, d->player + 1u,
                ask_name(r.g, d->kind), clause_info[d->clause].id,
                last ? "?" : option_name(&r, d, o, &open, words, sizeof words));
        if (!last) run_answer(&r, v->answers[i]);
    }
}

/* TryConfig.violation: prints how to reproduce it, and with --only the whole game. */
static void violation(void *context, const Tried *t, const Violation *v, const Run *begin) {
    const Report *r = context;
    progress_clear();
    fprintf(stderr,
            "violation: %s#%u, game %" PRIu64
            ", decision %u: %s (again: --only '%s#%u' --seed %" PRIu64 ")\n",
            t->card->serial, t->entry + 1, v->game + 1, v->decision + 1, v->what, t->card->serial,
            t->entry + 1, r->seed);
    if (r->w->only) print_game(begin, v);
}

/* Why the ability was never used, as far as known. */
static const char *reason(const Tried *t, char *out, size_t size) {
    if (t->missing)
        snprintf(out, size, "refers to %s, which no card has", t->missing);
    else
        snprintf(out, size, "%s",
                 t->waited    ? "triggered, but never carried out"
                 : t->offered ? "offered, but never carried out"
                              : "never possible: its condition or event did not occur");
    return out;
}

static double share(unsigned part, unsigned all) { return all ? 100.0 * part / all : 100.0; }

/* Unused abilities, those without effect, then the totals. */
static void print_text(const TryReport *r) {
    char why[480];
    for (unsigned i = 0; i < r->n; i++) {
        const Tried *t = &r->tried[i];
        if (!t->used && t->games)
            printf("never used: %s#%u %s: %s\n", t->card->serial, t->entry + 1, t->card->name,
                   reason(t, why, sizeof why));
    }
    for (unsigned i = 0; i < r->n; i++) {
        const Tried *t = &r->tried[i];
        if (t->used && !t->effective)
            printf("without effect: %s#%u %s\n", t->card->serial, t->entry + 1, t->card->name);
    }
    printf("%u different abilities, %u compiled, %u tried: %u used (%.1f %%), %u of them with an "
           "effect\n",
           r->n, r->compiled, r->tries, r->used, share(r->used, r->tries), r->effective);
    if (r->stopped) puts(tr("stopped before all were tried", "途中で止めました"));
    printf(tr("%" PRIu64 " games, %" PRIu64 " decisions, %.1f s; %u violations\n",
              "%" PRIu64 "戦、選択%" PRIu64 "回、%.1f秒、違反%u件\n"),
           r->games, r->decisions, r->seconds, r->violations);
}

static void json_tried(const Tried *t, bool first) {
    char why[480];
    fputs(first ? "\n  {\"card\": " : ",\n  {\"card\": ", stdout);
    json_string(t->card->serial);
    fputs(", \"name\": ", stdout);
    json_string(t->card->name);
    printf(", \"ability\": %u, \"used\": %s, \"effective\": %s, \"games\": %u, \"violations\": %u",
           t->entry + 1, t->used ? "true" : "false", t->effective ? "true" : "false", t->games,
           t->violations);
    if (!t->used) {
        fputs(", \"why\": ", stdout);
        json_string(reason(t, why, sizeof why));
    }
    putchar('}');
}

static void print_json(const TryReport *r, uint64_t seed) {
    printf("{\"abilities\": %u, \"compiled\": %u, \"tries\": %u, \"used\": %u, \"effective\": %u, "
           "\"violations\": %u, \"stopped\": %s, \"games\": %" PRIu64 ", \"decisions\": %" PRIu64
           ", \"seconds\": %.1f, \"seed\": %" PRIu64 ",\n \"tried\": [",
           r->n, r->compiled, r->tries, r->used, r->effective, r->violations,
           r->stopped ? "true" : "false", r->games, r->decisions, r->seconds, seed);
    for (unsigned i = 0, n = 0; i < r->n; i++)
        if (r->tried[i].games) json_tried(&r->tried[i], n++ == 0);
    puts("]}");
}

/* fuda cards try. */
int cards_try(const CardsOptions *w) {
    CardList cards;
    FileError e;
    TryReport r;
    Report report = {w, w->seed};
    int code = EXIT_INPUT;
    cards_init(&cards, w->game);
    const TryConfig config = {.game = w->game,
                              .cards = &cards,
                              .seed = w->seed,
                              .games = (unsigned)(w->games ? w->games : GAMES),
                              .least = (unsigned)w->least,
                              .only = w->only,
                              .progress = progress,
                              .violation = violation,
                              .context = &report};
    if (!home_cards(&cards, w->rest.at, w->rest.n, w->base, w->as_of, &e)) {
        fprintf(stderr, "%s\n", e.line);
        cards_free(&cards);
        return code;
    }
    progress_begin(tr("abilities", "能力"));
    bool good = tryout_run(&config, &r);
    progress_end();
    if (!good) {
        fprintf(stderr, "fuda cards try: cards of %s cannot be tried yet\n", w->game->key);
    } else {
        if (w->json)
            print_json(&r, w->seed);
        else
            print_text(&r);
        code = progress_code(r.violations ? EXIT_INPUT : EXIT_FINE);
        tryout_free(&r);
    }
    cards_free(&cards);
    return code;
}
