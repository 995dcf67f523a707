/* Fuzz target: deck files. Reads them, looks up their cards, and checks the deck. */
#include "cards/load.h"
#include <stdlib.h>
#include <string.h>

/* Cards that a deck may name, one list per game. */
static const char own_rebirth[] =
    "id,name,type,cost,atk,def,text\n"
    "A-1,a,CH,1,1,3,\nA-2,b,CH,1,1,3,【永】：このカードはデッキに何枚でも入れることができる。\n"
    "R-1,r,RE,,,,\nP-1,p,PA,,,,\nP-2,a,PA,,,,\nD-1,シカ,DEER,0,1,1,\nB-1,two,CH,1,1,3,\nB-2,two,CH,"
    "2,1,3,\n";

static const char own_ninja[] =
    "id,name,epithet,type,cost,karate,endurance,sabotage,attributes,text,ukemi\n"
    "A-1,a,,CH,1,1,3,1,x,,\nA-2,a,b,CH,1,1,3,1,x,◆インターラプト,\nK-1,k,,KO,1,,,,x,1枚ドロー。,"
    "1枚ドロー。\n";
static const struct {
    const char *key, *cards;
} games[] = {{"rebirth", own_rebirth}, {"ninja", own_ninja}};

/* An error must be one line without control characters. */
static void check_line(const char *line) {
    if (!*line || strchr(line, '\n') || text_control(line)) abort();
}

/* Builds the deck from the cards found and formats every fault. */
static void check_deck(const Game *g, const DeckFile *d) {
    static LoadedDeck deck;
    DeckFault fault[16];
    char why[400];
    unsigned left_out;
    Builder *b = builder_new(g);
    memset(&deck, 0, sizeof deck);
    for (unsigned i = 0; i < d->n; i++) {
        const DeckLine *l = &d->line[i];
        if (!l->card && !*l->why) abort();
        if (!l->card || l->pile >= PILES) continue;
        DefId def = load_card(b, l->card, LOAD_PARTIAL, &left_out, why, sizeof why);
        if (!def) abort();
        for (unsigned k = 0; k < l->count; k++) deck.pile[l->pile][deck.n[l->pile]++] = def;
    }
    Run r = {.g = g, .pack = builder_pack(b)};
    unsigned n = deck_faults(g, r.pack, &deck, 0, NULL, fault, 16);
    for (unsigned i = 0; i < n && i < 16; i++) {
        card_form(g)->say(&r, &fault[i], why, sizeof why);
        check_line(why);
    }
    builder_free(b);
}

static void try_game(const Game *g, const char *own, const uint8_t *data, size_t size) {
    CardList cards;
    DeckFile d;
    FileError e;
    cards_init(&cards, g);
    if (!cards_take(&cards, "own.csv", own, strlen(own), &e)) abort();
    if (deck_take(&d, g, "fuzz", data, size, &e)) {
        deck_find(&d, &cards);
        check_deck(g, &d);
        deck_free(&d);
    } else {
        check_line(e.line);
    }
    cards_free(&cards);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    for (unsigned i = 0; i < sizeof games / sizeof *games; i++)
        try_game(game_by_key(games[i].key), games[i].cards, data, size);
    return 0;
}
