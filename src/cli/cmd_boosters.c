/* fuda cards boosters: opens boosters for sealed play, by seed. */
#include "cards/draft.h"
#include "cards/home.h"
#include "cards/search.h"
#include "cards/store.h"
#include "cli/cmd_cards.h"
#include "cli/speak.h"
#include "play/rng.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PACKS = 5, SIZE = 8 };

/* A card that can come out of a booster. */
typedef struct Candidate {
    const PrintedCard *card;
    unsigned weight;
} Candidate;

typedef struct Boosters {
    const CardsOptions *w;
    CardList cards;
    Candidate *at;
    unsigned n, packs, size;
} Boosters;

/* The set of a card: its own word for it, or else its serial up to the last '-'. */
static void set_of(const PrintedCard *c, char *out, size_t size) {
    const char *dash = strrchr(c->serial, '-');
    if (*c->set)
        snprintf(out, size, "%s", c->set);
    else
        snprintf(out, size, "%.*s", dash ? (int)(dash - c->serial) : 0, c->serial);
}

/* How often a card comes, by rarity. Publishers do not tell their odds; these only make a common
 * card likelier than a rare one. */
static unsigned weight_of(const char *rarity) {
    static const struct {
        const char *rarity;
        unsigned weight;
    } known[] = {{"C", 8},   {"N", 8},  {"", 4},   {"U", 4},   {"UC", 4}, {"R", 4},
                 {"ReC", 4}, {"RR", 2}, {"Re", 2}, {"ReR", 2}, {"SR", 2}};
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i].rarity, rarity)) return known[i].weight;
    return 1;
}

/* Is it a further printing of a candidate? Then the commonest one counts. */
static bool is_printing(Boosters *b, const PrintedCard *c) {
    unsigned weight = weight_of(c->rarity);
    for (unsigned i = 0; i < b->n; i++) {
        if (!cards_equal(b->at[i].card, c)) continue;
        if (weight > b->at[i].weight) b->at[i].weight = weight;
        return true;
    }
    return false;
}

static int by_serial(const void *a, const void *b) {
    const Candidate *x = a, *y = b;
    int d = strcmp(x->card->serial, y->card->serial);
    return d ? d : strcmp(x->card->label, y->card->label);
}

enum { SETS_SHOWN = 80 };

/* Prints the sets there are, for a message. */
static void print_sets(const CardList *l) {
    static char seen[SETS_SHOWN][64];
    char set[200];
    unsigned n = 0;
    fputs(tr("sets: ", "セット："), stderr);
    for (unsigned i = 0; i < l->n && n < SETS_SHOWN; i++) {
        unsigned k = 0;
        set_of(&l->card[i], set, sizeof set);
        while (k < n && strncmp(seen[k], set, sizeof *seen - 1) != 0) k++;
        if (k < n || !*set) continue;
        snprintf(seen[n++], sizeof *seen, "%.*s", utf8_clip(set, sizeof *seen - 1), set);
        fprintf(stderr, "%s%s", n > 1 ? ", " : "", seen[n - 1]);
    }
    fputc('\n', stderr);
}

/* Collects the cards of the set that can be played. Their order does not depend on the order of
 * imports. Returns false after a message. */
static bool collect(Boosters *b) {
    const CardsOptions *w = b->w;
    char set[200];
    unsigned refused = 0;
    for (unsigned i = 0; i < b->cards.n; i++) {
        const PrintedCard *c = &b->cards.card[i];
        set_of(c, set, sizeof set);
        if ((w->set && strcmp(set, w->set) != 0) || is_printing(b, c)) continue;
        if (!card_understood(w->game, c)) {
            refused++;
            continue;
        }
        b->at = array_grow(b->at, b->n, sizeof *b->at);
        b->at[b->n++] = (Candidate){c, weight_of(c->rarity)};
    }
    if (b->n) qsort(b->at, b->n, sizeof *b->at, by_serial);
    if (refused)
        fprintf(stderr,
                tr("note: %u cards are left out: they cannot be played yet\n",
                   "注意：まだ使えない%u枚は入りません\n"),
                refused);
    if (b->n >= b->size) return true;
    fprintf(stderr,
            tr("fuda cards boosters: %u different cards are too few for boosters of %u\n",
               "fuda cards boosters：カードが%u種類では、%u枚入りのパックになりません\n"),
            b->n, b->size);
    if (w->set && !b->n) print_sets(&b->cards);
    return false;
}

/* Opens booster number i: different cards, each with its weight. A booster depends on seed, number
 * and cards alone, not on how many are opened. */
static void open_pack(const Boosters *b, unsigned number, const PrintedCard **out) {
    Rng rng = {seed_of(b->w->seed, number)};
    for (unsigned n = 0; n < b->size;) {
        uint32_t total = 0, at;
        for (unsigned i = 0; i < b->n; i++) total += b->at[i].weight;
        at = rng_below(&rng, total);
        unsigned i = 0;
        while (at >= b->at[i].weight) at -= b->at[i++].weight;
        bool again = false;
        for (unsigned k = 0; k < n && !again; k++) again = out[k] == b->at[i].card;
        if (!again) out[n++] = b->at[i].card;
    }
}

static void json_pack(const Boosters *b, const PrintedCard *const *pack, bool first) {
    fputs(first ? "\n  [" : ",\n  [", stdout);
    for (unsigned i = 0; i < b->size; i++) {
        fputs(i ? ", {\"id\": " : "{\"id\": ", stdout);
        json_string(pack[i]->serial);
        fputs(", \"name\": ", stdout);
        json_string(pack[i]->label);
        putchar('}');
    }
    putchar(']');
}

/* Opens all boosters into a draft; prints them as JSON if that is wanted. */
static void open_all(const Boosters *b, Draft *d) {
    const PrintedCard **pack = malloc(b->size * sizeof *pack);
    if (!pack) return;
    if (b->w->json) printf("{\"seed\": %" PRIu64 ", \"boosters\": [", b->w->seed);
    for (unsigned i = 0; i < b->packs; i++) {
        open_pack(b, i, pack);
        for (unsigned k = 0; k < b->size; k++)
            draft_change(d, pack[k], draft_pile(b->w->game, pack[k]), 1);
        if (b->w->json) json_pack(b, pack, i == 0);
    }
    if (b->w->json) puts("]}");
    free(pack);
}

/* Writes the opened cards as a deck file: to --out, else to the screen. */
static bool write_pool(const Boosters *b, const Draft *d) {
    FileError e;
    char head[200];
    const CardsOptions *w = b->w;
    char *list = draft_text(d, DRAFT_TEXT, "pool");
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, w->seed);
    snprintf(
        head, sizeof head,
        tr("# %u boosters of %u cards%s%.80s, seed %s\n", "# %uパック、各%u枚%s%.80s、シード%s\n"),
        b->packs, b->size, w->set ? tr(" of ", "、セット") : "", w->set ? w->set : "", seed);
    size_t n = strlen(head) + strlen(list) + 1;
    char *text = malloc(n);
    bool ok = text != NULL;
    if (ok) snprintf(text, n, "%s%s", head, list);
    if (ok && w->out && !(ok = file_write(w->out, NULL, text, n - 1, &e)))
        fprintf(stderr, "%s\n", e.line);
    else if (ok && w->out && !w->json)
        printf(tr("%u cards written to %s\n", "%u枚を%sに書きました\n"), b->packs * b->size,
               w->out);
    else if (ok && !w->json)
        fputs(text, stdout);
    free(text);
    free(list);
    return ok;
}

int cards_boosters(const CardsOptions *w) {
    Boosters b = {.w = w,
                  .packs = w->packs == UINT64_MAX ? PACKS : (unsigned)w->packs,
                  .size = w->size == UINT64_MAX ? SIZE : (unsigned)w->size};
    Draft d;
    FileError e;
    int code = EXIT_INPUT;
    if (w->rest.n) return usage_error("cards boosters", "unexpected '%.60s'", w->rest.at[0]);
    if (!b.packs || !b.size) {
        const char *option = b.packs ? "--size" : "--packs";
        return usage_error("cards boosters", "%s must be at least 1", option);
    }
    if (b.packs * b.size > DECK_MAX_CARDS)
        return usage_error("cards boosters", "%s",
                           tr("that is more than 1000 cards", "全部で1000枚までです"));
    cards_init(&b.cards, w->game);
    draft_init(&d, &b.cards);
    if (!home_cards(&b.cards, w->cards.at, w->cards.n, w->base, w->as_of, &e)) {
        fprintf(stderr, "%s\n", e.line);
    } else if (collect(&b)) {
        open_all(&b, &d);
        code = write_pool(&b, &d) ? EXIT_FINE : EXIT_INPUT;
    }
    draft_free(&d);
    free(b.at);
    cards_free(&b.cards);
    return code;
}
