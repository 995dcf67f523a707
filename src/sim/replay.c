/* Replays: keeping, writing, and playing again. Reading is in replay_read.c. */
#include "sim/replay.h"
#include "cards/form.h"
#include "games/host.h"
#include "play/words.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <xxhash.h>

const char *rulebook_version(const Game *g) {
    const char *version = game_host(g)->rulebook;
    return version ? version : "";
}

void engine_name(char *out, size_t size) {
    snprintf(out, size, "%s %08x", FUDA_VERSION,
             (unsigned)sizeof(State) * 31u + (unsigned)sizeof(Player) * 17u +
                 (unsigned)CLAUSE_COUNT);
}

/* ---- keeping
 * -------------------------------------------------------------------------------------- */

void replay_init(Replay *p, const Game *g) {
    time_t now = time(NULL);
    struct tm day;
    memset(p, 0, sizeof *p);
    p->game = g;
    p->players = 2;
    p->first = -1;
    engine_name(p->engine, sizeof p->engine);
    if (g) snprintf(p->rules, sizeof p->rules, "%s", rulebook_version(g));
    if (gmtime_r(&now, &day)) strftime(p->date, sizeof p->date, "%Y-%m-%d", &day);
}

void replay_free(Replay *p) {
    free(p->card);
    free(p->card_line);
    free(p->text_line);
    free(p->step);
    arena_free(&p->arena);
    memset(p, 0, sizeof *p);
}

static const char *const *copy_strings(Arena *a, const char *const *from, unsigned n) {
    const char **to = arena_get(a, (n + 1) * sizeof *to);
    for (unsigned i = 0; i < n; i++) to[i] = arena_string(a, from[i]);
    return to;
}

unsigned replay_add_card(Replay *p, const CardText *c) {
    CardText copy = *c;
    copy.name = arena_string(&p->arena, c->name);
    copy.title = c->title && *c->title ? arena_string(&p->arena, c->title) : NULL;
    copy.epithet = c->epithet && *c->epithet ? arena_string(&p->arena, c->epithet) : NULL;
    copy.box = c->box && *c->box ? arena_string(&p->arena, c->box) : NULL;
    copy.traits = copy_strings(&p->arena, c->traits, c->ntraits);
    copy.abilities = copy_strings(&p->arena, c->abilities, c->nabilities);
    p->card = array_grow(p->card, p->ncards, sizeof *p->card);
    p->card_line = array_grow(p->card_line, p->ncards, sizeof *p->card_line);
    p->text_line = array_grow(p->text_line, p->ncards, sizeof *p->text_line);
    p->card[p->ncards] = copy;
    p->card_line[p->ncards] = 0;
    p->text_line[p->ncards] = NULL;
    return ++p->ncards;
}

void replay_add_step(Replay *p, unsigned answer, unsigned of, uint64_t hash) {
    p->step = array_grow(p->step, p->nsteps, sizeof *p->step);
    p->step[p->nsteps++] = (ReplayStep){(uint16_t)answer, (uint16_t)of, 0, hash};
}

static PlayerSet winners(const State *s) {
    PlayerSet won = 0;
    for (PlayerId q = 0; q < s->nplayers; q++)
        if (s->player[q].flags & PLAYER_WON) won |= player_bit(q);
    return won;
}

void replay_set_end(Replay *p, const State *s) {
    p->result = s->result;
    p->won = winners(s);
    p->last_hash = state_hash(s);
}

/* ---- writing
 * -------------------------------------------------------------------------------------- */

static void put_escaped(FILE *out, const char *word, const char *s) {
    fprintf(out, "%s ", word);
    for (; *s; s++) {
        if (*s == '\n')
            fputs("\\n", out);
        else if (*s == '\\')
            fputs("\\\\", out);
        else
            putc(*s, out);
    }
    putc('\n', out);
}

static void put_card(FILE *out, const Game *g, const CardText *c) {
    char kinds[128];
    put_escaped(out, "card", c->name);
    fprintf(out, "  kind %s\n", kinds_words(g, c->kinds, kinds, sizeof kinds));
    if (c->cost >= 0) fprintf(out, "  cost %d\n", c->cost);
    if (c->atk) fprintf(out, "  atk %d\n", c->atk);
    if (c->def) fprintf(out, "  def %d\n", c->def);
    if (c->third) fprintf(out, "  third %d\n", c->third);
    if (c->epithet) put_escaped(out, "  epithet", c->epithet);
    for (unsigned i = 0; i < c->ntraits; i++) put_escaped(out, "  trait", c->traits[i]);
    if (c->title) put_escaped(out, "  title", c->title);
    for (unsigned i = 0; i < c->nabilities; i++) put_escaped(out, "  text", c->abilities[i]);
    if (c->box) put_escaped(out, "  box", c->box);
}

static void put_deck(FILE *out, const ReplayDeck *d, unsigned player) {
    static const char *const words[PILES] = {"main", "side", "extra", "fourth"};
    fprintf(out, "deck P%u\n", player + 1);
    for (unsigned k = 0; k < PILES; k++) {
        if (!d->n[k]) continue;
        fprintf(out, "  %s", words[k]);
        for (unsigned i = 0; i < d->n[k]; i++) fprintf(out, " %u", d->card[k][i]);
        putc('\n', out);
    }
}

static void put_end(FILE *out, const Replay *p) {
    static const char *const words[] = {"open", "win", "draw", "lost", "fault"};
    fprintf(out, "over %s", words[p->result]);
    for (unsigned q = 0; q < p->players; q++)
        if (p->won >> q & 1) fprintf(out, " P%u", q + 1);
    fprintf(out, " %016" PRIx64 "\n", p->last_hash);
}

static void put_all(FILE *out, const Replay *p) {
    fprintf(out, "fuda replay 1\ngame %s\nrules %s\ndate %s\nengine %s\n", p->game->key, p->rules,
            p->date, p->engine);
    fprintf(out, "format %s\nseed %" PRIu64 "\n", p->game->formats[p->format].key, p->seed);
    if (p->first < 0)
        fputs("first lot\n", out);
    else
        fprintf(out, "first P%d\n", p->first + 1);
    if (p->ask_all) fputs("asks all\n", out);
    if (p->partial) fputs("cards partial\n", out);
    if (*p->table) fprintf(out, "# table %s\n", p->table);
    for (unsigned i = 0; i < p->ncards; i++) put_card(out, p->game, &p->card[i]);
    for (unsigned q = 0; q < p->players; q++) put_deck(out, &p->deck[q], q);
    fputs("play\n", out);
    for (unsigned i = 0; i < p->nsteps; i++) {
        const ReplayStep *s = &p->step[i];
        if (s->answer == REPLAY_CONCEDE)
            fprintf(out, "concede P%u %016" PRIx64 "\n", s->of + 1u, s->hash);
        else
            fprintf(out, "%u/%u %016" PRIx64 "\n", s->answer, s->of, s->hash);
    }
    put_end(out, p);
}

const FileType replay_type = {"fuda replay ", "a saved game"};

uint64_t replay_sum(uint64_t sum, const char *line, size_t size) {
    return size == 0 || *line == '#' ? sum : XXH3_64bits_withSeed(line, size, sum);
}

static uint64_t sum_of(const char *text) {
    uint64_t sum = 0;
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        sum = replay_sum(sum, text, n);
    }
    return sum;
}

char *replay_bytes(const Replay *p, size_t *size) {
    char *text = NULL, *bytes = NULL;
    FILE *out = open_memstream(&text, size);
    if (!out) return NULL;
    put_all(out, p);
    bool ok = fclose(out) == 0;
    out = ok ? open_memstream(&bytes, size) : NULL;
    if (out) {
        const char *rest = strstr(text, "\nplay\n") + 1;
        fprintf(out, "%.*s" REPLAY_SUM "%016" PRIx64 "\n%s", (int)(rest - text), text, sum_of(text),
                rest);
        ok = fclose(out) == 0;
    }
    free(text);
    if (ok && bytes) return bytes;
    free(bytes);
    return NULL;
}

/* ---- playing it again
 * ----------------------------------------------------------------------------- */

static bool add_cards(const Replay *p, const char *path, ReplayGame *g, DefId *id, FileError *e) {
    Builder *b = g->builder;
    for (unsigned i = 0; i < p->ncards; i++) {
        unsigned entry = 0, left_out;
        TextError error = {0};
        id[i] = builder_add(b, &p->card[i], &entry, &error);
        if (!id[i] && p->partial) id[i] = builder_add_partial(b, &p->card[i], &left_out);
        if (builder_partial(b, id[i], &left_out)) g->partial[i / 64] |= UINT64_C(1) << (i % 64);
        if (id[i]) continue;
        bool of_text = p->text_line[i] && entry < p->card[i].nabilities;
        unsigned line = of_text ? p->text_line[i][entry] : p->card_line[i];
        return file_error(e, path, line, of_text ? error.at + 8 : 0, "card '%.*s': %s",
                          utf8_clip(p->card[i].name, 90), p->card[i].name, error.message);
    }
    return true;
}

/* Only legal decks are played: of others the rules do not say how a game with them would end. */
static bool check_deck(const Replay *p, const char *path, const ReplayGame *g, unsigned q,
                       FileError *e) {
    const CardForm *form = card_form(p->game);
    const FudaDeck *d = &g->decks[q];
    DeckLists lists = {.format = p->format};
    memcpy(lists.pile, d->pile, sizeof lists.pile);
    memcpy(lists.n, d->n, sizeof lists.n);
    DeckFault fault;
    char words[400] = "";
    if (!form || !form->check(&g->run, &lists, &fault, 1)) return true;
    deck_fault_words(&g->run, &fault, words, sizeof words);
    return file_error(e, path, p->deck_line[q], 0, "not a legal deck: %s (%s)", words,
                      clause_info[fault.clause].id);
}

uint32_t replay_asks(const Replay *p) {
    const GameWords *words = game_host(p->game)->words;
    return p->ask_all && words ? words->tells : 0;
}

bool replay_open(const Replay *p, const char *path, ReplayGame *g, FileError *e) {
    memset(g, 0, sizeof *g);
    State *blocks = calloc(2, sizeof(State));
    DefId *id = calloc(p->ncards + 1, sizeof *id);
    g->builder = builder_new(p->game);
    g->run = (Run){.s = blocks,
                   .g = p->game,
                   .scratch = blocks ? blocks + 1 : NULL,
                   .ask_single = replay_asks(p)};
    if (!blocks || !id || !g->builder) {
        free(id);
        return file_error(e, path, 0, 0, "out of memory");
    }
    bool good = add_cards(p, path, g, id, e);
    for (unsigned q = 0; good && q < p->players; q++) {
        for (unsigned k = 0; k < PILES; k++) {
            for (unsigned i = 0; i < p->deck[q].n[k]; i++)
                g->piles[q][k][i] = id[p->deck[q].card[k][i] - 1];
            g->decks[q].pile[k] = g->piles[q][k];
            g->decks[q].n[k] = p->deck[q].n[k];
        }
    }
    free(id);
    if (!good) return false;
    g->run.pack = builder_pack(g->builder);
    for (unsigned q = 0; q < p->players; q++)
        if (!check_deck(p, path, g, q, e)) return false;
    g->setup =
        (FudaSetup){p->game, g->run.pack, p->players, p->format, p->seed, g->decks, p->first};
    return game_start(g->run.s, &g->setup) ||
           file_error(e, path, 0, 0, "the decks do not fit this game");
}

void replay_close(ReplayGame *g) {
    if (g->builder) builder_free(g->builder);
    free(g->run.s);
    memset(g, 0, sizeof *g);
}

/* Takes one step; false if the game is no longer the one of the file. */
static bool take_step(Run *r, const ReplayStep *x, unsigned number, bool hashes, const char *path,
                      FileError *e) {
    State *s = r->s;
    if (run_on(r) == STATUS_OVER)
        return file_error(e, path, x->line, 0, "decision %u: the game is already over", number);
    if (hashes && state_hash(s) != x->hash)
        return file_error(e, path, x->line, 0,
                          "decision %u: the state is another one (hash %016" PRIx64
                          ", the file says %016" PRIx64 ")",
                          number, state_hash(s), x->hash);
    if (x->answer == REPLAY_CONCEDE)
        return run_concede(r, (PlayerId)x->of) ||
               file_error(e, path, x->line, 0, "decision %u: P%u cannot concede", number,
                          x->of + 1u);
    if (s->ask.n != x->of)
        return file_error(e, path, x->line, 0,
                          "decision %u: %u options are offered, the file says %u", number, s->ask.n,
                          x->of);
    return run_answer(r, x->answer) ||
           file_error(e, path, x->line, 0, "decision %u: answer %u is refused", number, x->answer);
}

static bool check_end(const Replay *p, const char *path, Run *r, bool hashes, FileError *e) {
    const State *s = r->s;
    run_on(r);
    if (s->result != p->result || winners(s) != p->won)
        return file_error(e, path, p->end_line, 0,
                          "the game ends otherwise than the file says (after %u decisions)",
                          p->nsteps);
    if (hashes && state_hash(s) != p->last_hash)
        return file_error(e, path, p->end_line, 0,
                          "the last state is another one (after %u decisions)", p->nsteps);
    return true;
}

bool replay_verify(const Replay *p, const char *path, ReplayReport *out, FileError *e) {
    ReplayGame g;
    char engine[48];
    engine_name(engine, sizeof engine);
    *out = (ReplayReport){.hashes = !strcmp(engine, p->engine)};
    bool good = replay_open(p, path, &g, e);
    for (unsigned i = 0; good && i < p->nsteps; i++) {
        good = take_step(&g.run, &p->step[i], i + 1, out->hashes, path, e);
        out->decisions += good;
    }
    if (good) good = check_end(p, path, &g.run, out->hashes, e);
    memcpy(out->partial, g.partial, sizeof out->partial);
    if (g.run.s) {
        out->result = g.run.s->result;
        out->won = winners(g.run.s);
        out->turns = g.run.s->turn;
    }
    replay_close(&g);
    return good;
}
